"""Lists of people as other programs and other languages have them: what each becomes, and what is matched by hand."""

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.conftest import NOW
from tournament.lists.check import heading_key
from tournament.lists.tables import read_table, read_text
from tournament.models import Club, MembershipFee, Player
from tournament.people.services.importing import check_people, import_people, last_import, undo_last_import
from tournament.people.services.people import add_person

INPUTS = Path(__file__).parent.parent / "lists" / "inputs"
BY: dict[str, Any] = {"by": None, "now": NOW}


@pytest.mark.parametrize(
    ("name", "people"),
    [
        ("people-two-columns.csv", [("Tom Clarke", "868 555 0100"), ("Ada Marsh", "")]),
        ("people-nachname.csv", [("Jörg Müller", "0151 000000")]),
    ],
)
def test_each_kind_of_list_becomes_its_people(db: None, name: str, people: list[tuple[str, str]]) -> None:
    table = read_table((INPUTS / name).read_bytes())
    checked = check_people(table, {})
    assert (checked.wrong, checked.doubts) == ([], ())
    import_people(table, {}, seen=checked.fingerprint, **BY)
    assert list(Player.objects.order_by("pk").values_list("name", "phone")) == people


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "mac-roman"])
def test_names_are_read_in_the_encoding_of_any_computer(db: None, encoding: str) -> None:
    text = "Name;Telefon\nJörg Müller;0151 000000\nZoë Élise;\n"
    checked = check_people(read_table(text.encode(encoding)), {})
    assert [each.name for each in checked.new] == ["Jörg Müller", "Zoë Élise"]


@pytest.mark.parametrize(
    "text",
    [
        "Achternaam,Voornaam,Mobiel,E-mailadres,Betaald tot\nSmit,Jan,06 1234567,jan@x.org,2026-12-31\n",
        "Members of the club\n\nApellido;Nombre;Teléfono;Correo electrónico;Pagado hasta\n"
        "Smit;Jan;06 1234567;jan@x.org;31.12.2026\n",
        "LASTNAME\tFIRSTNAME\tCell No.\tE-Mail Address\tSubs paid to\nSmit\tJan\t06 1234567\tjan@x.org\t31 Dec 2026\n"
        "LASTNAME\tFIRSTNAME\tCell No.\tE-Mail Address\tSubs paid to\n\nTotal\t1\n"
        "Treasurer: please chase all of those who have not paid\n",
    ],
)
def test_headings_mean_the_same_in_other_words_and_what_is_no_person_is_named(db: None, text: str) -> None:
    checked = check_people(read_text(text), {})
    details = ["Telephone: 06 1234567", "E-mail: jan@x.org", "Fee paid until: 2026-12-31"]
    assert [(each.name, sorted(each.details)) for each in checked.new] == [("Jan Smit", sorted(details))]
    assert [each.problems[0] for each in checked.wrong] == (
        [
            "This looks like a sum below the list, not a person.",
            "“Treasurer: please chase all of those who have not paid” looks like a remark, not a name.",
        ]
        if "Total" in text
        else []
    )


@pytest.mark.parametrize(
    "heading", ["Notes", "Remark", "Comments", "Bemerkung", "Opmerkingen", "Observaciones", "Note"]
)
def test_a_column_of_notes_stays_private(db: None, heading: str) -> None:
    checked = check_people(read_text(f"Name,{heading}\nAnn Ash,owes me a drink\nBea Bull,\n"), {})
    assert [(each.name, each.details) for each in checked.new] == [
        *(("Ann Ash", ["Private notes: owes me a drink"]), ("Bea Bull", [])),
    ]
    assert (checked.columns.unknown, checked.doubts) == ((), ())
    apart = check_people(read_text("Name,Note\nAnn Ash,Mill lane\n"), {})
    assert [each.name for each in apart.new] == ["Ann Ash (Mill lane)"]


FEES = "Name;Beitrag;Bezahlt bis\nAnn Ash;12,50 €;31.12.2026\nBea Bull;£ 5;\nCy Cox;nein;\nDan Dodd;bald;\n"


def test_fees_are_imported_once_and_go_when_the_import_is_undone(db: None) -> None:
    table = read_text(FEES)
    checked = check_people(table, {}, today=NOW.date())
    assert checked.doubts == (
        "Fees are recorded as paid today; without a column “Paid until” until 31 December 2025. What is recorded "
        "already is not recorded again.",
    )
    assert [(each.name, each.details[0]) for each in checked.new if each.details] == [
        ("Ann Ash", "Fee paid until: 2026-12-31"),
        ("Bea Bull", "Fee paid: 5.00 until 2025-12-31"),
    ]
    assert [each.dropped for each in checked.people if each.dropped and not each.problems] == [
        ("Fee paid: “bald” is not an amount. Write one such as 12.50, or leave it empty.",)
    ]
    import_people(table, {}, seen=checked.fingerprint, **BY)
    fees = MembershipFee.objects.order_by("pk").values_list("player__name", "amount", "paid_until", "before")
    day = date(2026, 12, 31)
    assert [*fees] == [("Ann Ash", Decimal("12.50"), day, None), ("Bea Bull", Decimal(5), date(2025, 12, 31), None)]
    again = check_people(table, {}, today=NOW.date())
    assert (again.new, again.changed_people, Player.objects.filter(is_member=True).count()) == ([], [], 2)
    more = read_text("Name,Subs,Paid until\nAnn Ash,15,2027-12-31\n")
    checked = check_people(more, {})
    assert [each.changes for each in checked.changed_people] == [
        ("Fee paid until: 2026-12-31 → 2027-12-31", "Fee paid: 15.00 until 2027-12-31")
    ]
    import_people(more, {}, seen=checked.fingerprint, **BY)
    ann = Player.objects.get(name="Ann Ash")
    assert (ann.fees.count(), ann.fee_paid_until) == (2, date(2027, 12, 31))
    last = last_import()
    assert last is not None
    undo_last_import(last.pk, **BY)
    ann.refresh_from_db()
    assert (ann.fees.count(), ann.fee_paid_until) == (1, day)


def test_those_whom_an_import_brought_go_with_their_fees_when_it_is_undone(db: None) -> None:
    table = read_text(FEES)
    import_people(table, {}, seen=check_people(table, {}, today=NOW.date()).fingerprint, **BY)
    last = last_import()
    assert last is not None
    undone = undo_last_import(last.pk, **BY)
    assert (undone.deleted, undone.stay, Player.objects.count(), MembershipFee.objects.count()) == (4, (), 0, 0)


def test_what_is_due_is_not_read_as_paid_and_a_signature_is_nobody(db: None) -> None:
    checked = check_people(read_table((INPUTS / "people-treasurer.csv").read_bytes()), {}, today=NOW.date())
    assert [(each.name, [word for word in each.details if word.startswith("Fee paid:")]) for each in checked.new] == [
        ("Pat O'Brien", ["Fee paid: 6.00 until 2025-12-31"]),
        ("Maria de la Cruz", []),
        ("Ana St. John", ["Fee paid: 12.00 until 2025-12-31"]),
    ]
    assert [each.name for each in checked.open] == ["Tom & Sue Clarke"]
    assert [each.problems for each in checked.wrong] == [
        ("This looks like a sum below the list, not a person.",),
        ("“Signed J Smith (Hon. Treasurer)” looks like a remark, not a name.",),
    ]
    assert (checked.columns.unknown, checked.columns.owed) == (("Date pd",), ("Subs", "Owes"))
    assert [each for each in checked.doubts if "owes" in each] == [
        "These columns are not read: Subs, Owes. What somebody owes is worked out from the club’s fee, the day until "
        "which it is paid, and the evenings that are not paid. To keep the figures, choose “Private notes” below.",
    ]


@pytest.mark.parametrize(
    ("name", "people", "wrong", "asked"),
    [
        (
            "people-bare.txt",
            [("Ann Lee", ["Telephone: 07700 900123"]), ("Bob Mohan", ["E-mail: bob@example.org"]), ("Glo Smith", [])],
            ["Treasurer: please chase Bob"],
            ["The Reids", "Gloria Smith", "Tom & Sue Clarke"],
        ),
        (
            "people-surnames.csv",
            [
                *(("John Smith", ["Telephone: 1"]), ("Ann McDonald", ["Telephone: 2"])),
                *(("Ana de la Rosa", ["Telephone: 3"]), ("Pat St. John", ["Telephone: 4"])),
                ("Mary Smith", ["Telephone: 5"]),
            ],
            [],
            [],
        ),
    ],
)
def test_names_have_nothing_beside_them_and_doubtful_ones_are_asked_about(
    db: None, name: str, people: list[tuple[str, list[str]]], wrong: list[str], asked: list[str]
) -> None:
    checked = check_people(read_table((INPUTS / name).read_bytes()), {})
    found = [(each.name, each.details) for each in checked.new]
    assert (found, [each.name for each in checked.wrong], [each.name for each in checked.open]) == (
        people,
        wrong,
        asked,
    )


def test_an_answer_of_a_form_is_private_and_its_time_is_nothing(db: None) -> None:
    checked = check_people(read_table((INPUTS / "people-form.csv").read_bytes()), {})
    assert [(each.name, each.details[0]) for each in checked.new] == [
        ("Ann Lee", "Private notes: peanut allergy"),
        ("bob mohan", "Telephone: 7700900124"),
    ]
    assert checked.doubts == ()


def test_a_column_of_ticks_is_no_column_of_fees(db: None) -> None:
    checked = check_people(read_text("Name,Paid\nAnn Ash,yes\nBea Bull,\n"), {})
    assert ([each.details for each in checked.new], checked.columns.unknown) == ([[], []], ("Paid",))


def test_a_heading_that_is_matched_by_hand_is_remembered_for_the_next_list(seven: Any, as_director: Client) -> None:
    page, text = reverse("people_import"), "Name,Cell-ish,Shoe size\nZoë,0868 1,38\n"
    shown = as_director.post(page, {"text": text, "step": "check"})
    questions = shown.context["check"].questions
    assert [each.text for each in questions] == ["The column “Cell-ish” is:", "The column “Shoe size” is:"]
    answers = {heading_key("Cell-ish"): "phone", heading_key("Shoe size"): "ignored"}
    again = as_director.post(page, {"text": text, "step": "import", "seen": "", **answers})
    assert (again.status_code, Player.objects.filter(name="Zoë").exists()) == (422, False)
    seen = again.context["checked"].fingerprint
    assert as_director.post(page, {"text": text, "step": "import", "seen": seen, **answers}).status_code == 302
    assert Player.objects.get(name="Zoë").phone == "0868 1"
    assert Club.objects.get().list_headings == {"cell ish": "phone", "shoe size": "ignored"}
    checked = check_people(read_text("Name,Cell-ish,Shoe size\nYan,0868 2,40\n"), {})
    assert [each.details for each in checked.new] == [["Telephone: 0868 2"]]
    assert checked.doubts == ()


def test_a_couple_is_asked_about_and_a_surname_in_capitals_is_written_as_others_are(db: None) -> None:
    checked = check_people(read_text('Name,Phone\n"McDONALD, Ann",1\nTom & Sue Clarke,2\nThe Reids,3\nZoë +1,4\n'), {})
    assert [(each.name, each.details) for each in checked.new] == [("Ann McDonald", ["Telephone: 1"])]
    nobody = ("out", "Nobody: leave this line out")
    assert {each.name: each.choices for each in checked.open} == {
        "Tom & Sue Clarke": (("each", "2 people: Tom Clarke (Telephone: 2) and Sue Clarke"), nobody),
        "The Reids": (nobody,),
        "Zoë +1": (("each", "1 person: Zoë (Telephone: 4)"), nobody),
    }


def test_one_press_brings_both_of_a_couple_and_another_takes_both_back(seven: Any, as_director: Client) -> None:
    Player.objects.create(club=seven.club, name="Tom Clarke", phone="0868 1")
    before = list(Player.objects.order_by("pk").values())
    page, text = (
        reverse("people_import"),
        "Name,Phone,Member\nTom and Sue Clarke,0868 2,yes\nThe Reids,3,\nZoë & Yan,4,\n",
    )
    shown = as_director.post(page, {"text": text, "step": "check"})
    sent = {"text": text, "seen": shown.context["form"]["seen"].value(), "step": "import", "typed-3": "The Reids"}
    assert [each.key for each in shown.context["check"].for_all] == ["row-all-several"]
    answers = {"row-all-several": "each", "row-3": "out"}
    assert as_director.post(page, sent | {"row-all-several": "each"}).status_code == 422
    assert list(Player.objects.order_by("pk").values()) == before
    assert as_director.post(page, sent | answers).status_code == 302
    tom = Player.objects.get(name="Tom Clarke")
    assert (tom.phone, tom.is_member) == ("0868 2", True)
    came = Player.objects.filter(pk__gt=tom.pk).order_by("pk").values_list("name", "phone", "is_member")
    assert list(came) == [("Sue Clarke", "", True), ("Zoë", "4", False), ("Yan", "", False)]
    last = last_import()
    as_director.post(page, {"undo": last.pk if last else 0})
    assert list(Player.objects.order_by("pk").values()) == before


def test_whoever_of_a_couple_may_be_somebody_here_is_asked_about(db: None) -> None:
    add_person({"name": "Thomas Clarke"}, **BY)
    add_person({"name": "Ann & Bea"}, **BY)
    table = read_text("Name,Phone\nTom & Sue Clarke,2\nSue Clarke,3\nAnn & Bea,5\n")
    first = check_people(table, {})
    assert [(each.key, each.name) for each in first.open] == [("row-2", "Tom & Sue Clarke")]
    assert [each.name for each in first.changed_people] == ["Ann & Bea"]
    second = check_people(table, {"row-2": "each"})
    assert [(each.key, each.name) for each in second.open] == [("row-2-1", "Tom Clarke")]
    assert [(each.name, each.problems[0][:27]) for each in second.wrong] == [
        ("Sue Clarke", "Line 2 already has this nam")
    ]
    assert second.fingerprint != first.fingerprint
    answers = {"row-2": "each", "row-2-1": "first", "row-all": "first"}
    import_people(table, answers, seen=second.fingerprint, **BY)
    assert dict(Player.objects.values_list("name", "phone")) == {
        "Thomas Clarke": "2",
        "Ann & Bea": "5",
        "Sue Clarke": "",
    }
