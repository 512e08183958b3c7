"""Lists of people from spreadsheets with the usual mess, and back into one; and what no file may do."""

import io
import re
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook, load_workbook

from tests.conftest import NOW
from tournament.door.services.entries import enter_players
from tournament.lists.tables import TextTable, read_table, read_text, write_text
from tournament.models import Event, LogEntry, Player
from tournament.people.columns import recognise_columns
from tournament.people.services.importing import (
    ImportChanged,
    ImportUndo,
    check_people,
    count_in_words,
    import_people,
    last_import,
    undo_last_import,
)
from tournament.people.services.people import add_person, change_person

BY: dict[str, Any] = {"by": None, "now": NOW}
LINES = "Name;Phone\nÉlise Ash;01634 1\n"


def workbook(*rows: list[Any], second: bool = False) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    if second:
        book.create_sheet("Old").append(["Name"])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("lines", "kinds", "head"),
    [
        ("Members 2026,,\n,,\nSurname,First name,E-mail\n", ("last", "first", "email"), 3),
        ("PLAYER;Known as;Subs paid until;Shoe size\n", ("name", "nickname", "fee_paid_until", ""), 1),
        ("Name,E-mail / phone,Member (yes or no),Street/Nick\n", ("name", "email", "is_member", "note"), 1),
        ("Ann Ash,ann@x.org,31/12/2026\nBea Bow,bea@x.org,31/12/2025\n", ("name", "email", "fee_paid_until"), 0),
        ("Ann Ash,07700 900123\nBea Bow,+44 7700 900124\n", ("name", "phone"), 0),
    ],
)
def test_columns_are_known_by_heading_or_by_what_stands_in_them(lines: str, kinds: tuple[str, ...], head: int) -> None:
    columns = recognise_columns(read_text(lines).rows)
    assert (columns.kinds, columns.head) == (kinds, head)


def test_every_line_is_new_known_asked_about_or_wrong_and_nothing_is_stored(seven: Event) -> None:
    add_person({"name": "William Smith"}, **BY)
    add_person({"name": "Ann", "note": "Pond Street"}, **BY)
    text = (
        "Name,Nickname,Member,Paid until,Left\n"
        '"Zander, Zoë",Zed,yes,31.12.2026,\n'
        "BEA,Bee,,,\n"
        "Cy,,guest,,\n"
        "Bill Smith,,member,,\n"
        "Ann,,,,\n"
        ",lost,,,\n"
        "Fay,,perhaps,soon,\n"
        "zoë zander,,,,\n"
    )
    before = list(Player.objects.values())
    checked = check_people(read_text(text), {})
    assert [(each.name, each.details) for each in checked.new] == [
        ("Zoë Zander", ["Nickname: Zed", "Fee paid until: 2026-12-31", "Member or guest: Member"])
    ]
    assert [(each.name, each.changes) for each in checked.changed_people] == [("BEA", ("Nickname: none → Bee",))]
    assert [(each.line, [name for _pk, name in each.candidates]) for each in checked.open] == [
        (5, ["William Smith"]),
        (6, ["Ann", "Ann (Pond Street)"]),
    ]
    assert [(each.line, each.problems) for each in checked.wrong] == [
        (7, ("There is no name.",)),
        (9, ("Line 2 already has this name. If they are 2 people, write a note that tells them apart.",)),
    ]
    assert [(each.line, each.dropped) for each in checked.people if each.dropped and not each.problems] == [
        (
            8,
            (
                "Fee paid until: “soon” is not a date. Write it as 2026-11-21, or leave it empty.",
                "Member or guest: “perhaps” is neither. Write member or guest.",
            ),
        ),
    ]
    assert list(Player.objects.values()) == before


def test_an_import_stores_what_was_shown_all_of_it_or_nothing(seven: Event) -> None:
    table = read_text("Name,Contact\nZoë,zoe@x.org\nAnn,ann@x.org\nAnnabel Bow,\n")
    seen = check_people(table, {}).fingerprint
    change_person(Player.objects.get(name="Ann"), {"email": "another@x.org"}, **BY)
    with pytest.raises(ImportChanged):
        import_people(table, {}, seen=seen, **BY)
    assert not Player.objects.filter(name="Zoë").exists()
    import_people(table, {}, seen=check_people(table, {}).fingerprint, **BY)
    assert [Player.objects.get(name=name).email for name in ("Zoë", "Ann")] == ["zoe@x.org", "ann@x.org"]
    again = check_people(table, {})
    assert (again.new, again.changed_people) == ([], [])
    assert LogEntry.objects.filter(action="import_people").get().after == {"new": 2, "changed": 1}


def words_of(answer: Any) -> str:
    return " ".join(re.sub("<[^>]+>", " ", answer.content.decode().partition("<main")[2]).split())


def test_one_press_undoes_an_import_and_names_who_and_what_stays(seven: Event, as_director: Client) -> None:
    page, before = reverse("people_import"), set(Player.objects.values_list("name", flat=True))
    details = {"phone": "01634 1234", "email": "ann@x.org", "is_member": True, "fee_paid_until": date(2026, 12, 31)}
    change_person(Player.objects.get(name="Ann"), details, **BY)
    rows = {row["name"]: row for row in Player.objects.values()}
    table = read_text(
        "Name,Phone,E-mail,Member,Paid until\nZoë,1\nYan\nAnn,09999 5678,new@x.org,no,31/12/2027\nBea,1,\n"
    )
    import_people(table, {}, seen=check_people(table, {}).fingerprint, **BY)
    assert Player.objects.get(name="Ann").phone == "09999 5678"
    enter_players(seven, ["Zoë"], **BY)
    change_person(Player.objects.get(name="Bea"), {"phone": "2"}, **BY)
    shown = as_director.get(f"{reverse('people')}?imported=1")
    assert "2 new people, 2 changed. Undo" in words_of(shown)
    number = shown.context["last"].pk
    done = as_director.post(page, {"undo": number}, follow=True)
    assert [str(message) for message in done.context["messages"]] == [
        "The import is undone: 1 person deleted, 1 person changed back. These stay, because they have an evening or a"
        " fee by now: Zoë. These were changed again since, and those details stay: Bea."
    ]
    assert set(Player.objects.values_list("name", flat=True)) == before | {"Zoë"}
    after = {row["name"]: row for row in Player.objects.values() if row["name"] in rows}
    assert after == rows | {"Bea": rows["Bea"] | {"phone": "2"}}
    logged = {"deleted": 1, "kept": 1, "changed_back": 1}
    assert LogEntry.objects.get(action="undo_import_people").after == logged
    assert as_director.get(page).context["last"] is None
    assert as_director.post(page, {"undo": number}).status_code == 409


def test_titles_above_the_list_and_repeated_headings_are_named_among_what_is_left_out(
    db: None, as_director: Client
) -> None:
    text = "Members 2026,draft\n\nName,Phone\nZoë,1\nName,Phone\nTotal,1\n"
    shown = as_director.post(reverse("people_import"), {"text": text, "step": "check"})
    rows = shown.context["check"].left_out
    assert [(row.line, row.name, row.remarks[0], row.can_be_edited) for row in rows] == [
        (1, "Members 2026 draft", "This stands above the headings.", False),
        (5, "Name Phone", "These are the headings again.", False),
        (6, "Total 1", "This looks like a sum below the list, not a person.", True),
    ]
    assert shown.content.count(b'name="edit"') == 2


def test_an_import_whose_people_have_all_come_since_deletes_nobody(seven: Event) -> None:
    table = read_text("Name,Phone\nZoë,1\n")
    import_people(table, {}, seen=check_people(table, {}).fingerprint, **BY)
    enter_players(seven, ["Zoë"], **BY)
    last = last_import()
    assert last
    assert undo_last_import(last.pk, **BY) == ImportUndo(0, 0, ("Zoë",), ())


@pytest.mark.parametrize(
    ("here", "heading", "cell", "becomes"),
    [
        ("0868 555 1007", "Phone", "8685551007", "0868 555 1007"),
        ("0868 555 1007", "Phone", "0868-5551007", "0868 555 1007"),
        ("0868 555 1007 / 01634 1234", "Mobile", "01634 1234", "0868 555 1007 / 01634 1234"),
        ("8685551007", "Phone", "0868 555 1007", "0868 555 1007"),
        ("0868 555 1007", "Phone", "0868 555 1008", "0868 555 1008"),
        ("", "Phone", "00441634", "00441634"),
        ("0868 555 1007", "Phone", "12", "12"),
        ("0868 555 1007, 12", "Phone", "12", "0868 555 1007, 12"),
    ],
)
def test_no_telephone_number_is_replaced_by_less_and_no_address_by_a_number(
    seven: Event, here: str, heading: str, cell: str, becomes: str
) -> None:
    ann = Player.objects.get(name="Ann")
    change_person(ann, {"phone": here, "email": "horace@example.org"}, **BY)
    for table in (read_text(f"Name,{heading}\nAnn,{cell}\n"), read_table(workbook(["Name", heading], ["Ann", cell]))):
        checked = check_people(table, {})
        assert any(each.stays for each in checked.people) == (becomes == here != cell)
        import_people(table, {}, seen=checked.fingerprint, **BY)
        ann.refresh_from_db()
        assert (ann.phone, ann.email) == (becomes, "horace@example.org")


def test_one_column_of_contacts_is_two_details_and_a_day_that_is_paid_for_does_not_go_back(seven: Event) -> None:
    change_person(Player.objects.get(name="Bea"), {"fee_paid_until": date(2026, 12, 31), "nickname": "Zoë B"}, **BY)
    table = read_text('Name,Contact,Nickname,Paid until\nAnn,"0868 555 1007, a@b.org",,\nBea,,zoe,2025-12-31\n')
    checked = check_people(table, {})
    assert [(each.name, each.changes) for each in checked.changed_people] == [
        ("Ann", ("Telephone: none → 0868 555 1007", "E-mail: none → a@b.org"))
    ]
    assert [(each.name, each.stays) for each in checked.people if each.stays] == [
        (
            "Bea",
            (
                "Nickname stays Zoë B (in the table: zoe)",
                "Fee paid until stays 2026-12-31 (in the table: 2025-12-31)",
            ),
        )
    ]


def test_what_is_no_address_in_a_column_of_mail_is_said_and_never_a_telephone_number(db: None) -> None:
    checked = check_people(read_text("Name,Mail\nAnn Ash,notamail\nBea Ash,0868 555 1007\nCy Ash,-\n"), {})
    assert [(each.name, each.dropped) for each in checked.people if each.dropped and not each.problems] == [
        ("Ann Ash", ("E-mail: “notamail” is not an address. Write one such as ann@example.org, or leave it empty.",))
    ]
    assert [(each.name, each.details) for each in checked.new] == [
        ("Ann Ash", []),
        ("Bea Ash", ["Telephone: 0868 555 1007"]),
        ("Cy Ash", []),
    ]


def test_a_nickname_is_no_part_of_a_longer_word(seven: Event) -> None:
    change_person(Player.objects.get(name="Ann"), {"nickname": "Alice"}, **BY)
    checked = check_people(read_text("Name,Nickname\nAnn,Al\n"), {})
    assert [each.changes for each in checked.changed_people] == [("Nickname: Alice → Al",)]


@pytest.mark.parametrize(
    ("new", "changed", "words"),
    [(0, 1, "1 person changed"), (0, 2, "2 people changed"), (1, 0, "1 new person"), (2, 1, "2 new people, 1 changed")],
)
def test_an_import_is_counted_without_a_zero(new: int, changed: int, words: str) -> None:
    assert count_in_words(new, changed) == words


def test_each_choice_says_what_it_stores_so_that_one_press_stores_it(seven: Event, as_director: Client) -> None:
    page = reverse("people_import")
    for name in ("William Smith", "Robert Jones", "Zoë Müller"):
        add_person({"name": name}, **BY)
    text = "Name,Phone\nBill Smith,1\nBob Jones,2\nZoe Muller,3\n"
    shown = as_director.post(page, {"text": text, "step": "check"})
    william = Player.objects.get(name="William Smith")
    assert shown.context["check"].asked[0].question.choices == (
        (str(william.pk), "William Smith (Telephone: none → 1)"),
        ("new", "Somebody new: Bill Smith (Telephone: 1)"),
        ("out", "Nobody: leave this line out"),
    )
    sent = {"text": text, "step": "import", "seen": shown.context["form"]["seen"].value(), "row-2": william.pk}
    half = as_director.post(page, sent)
    assert (half.status_code, "Answer the 2 questions first" in words_of(half)) == (422, True)
    assert [row.question.answer for row in half.context["check"].asked] == [str(william.pk), "", ""]
    assert as_director.post(page, sent | {"row-3": "new", "row-4": "out"}).status_code == 302
    assert dict(Player.objects.filter(name__contains=" ").values_list("name", "phone")) == {
        **{"William Smith": "1", "Robert Jones": "", "Bob Jones": "2", "Zoë Müller": ""},
    }


@pytest.mark.parametrize(
    ("answer", "phones"),
    [
        ("first", {"William Smith": "1", "Robert Jones": "2"}),
        ("new", {"William Smith": "", "Robert Jones": "", "Bill Smith": "1", "Bob Jones": "2"}),
        ("out", {"William Smith": "", "Robert Jones": ""}),
    ],
)
def test_one_answer_counts_for_all_lines_in_doubt_but_those_with_their_own(
    db: None, answer: str, phones: dict[str, str]
) -> None:
    for name in ("William Smith", "Robert Jones"):
        add_person({"name": name}, **BY)
    table = read_text("Name,Phone\nBill Smith,1\nBob Jones,2\nZoë,3\n")
    own = {"row-all": {"first": "new"}.get(answer, "first"), "row-2": {"first": "", "new": "new", "out": "out"}[answer]}
    seen = check_people(table, {}).fingerprint
    assert not check_people(table, own).is_open
    import_people(table, {"row-all": answer}, seen=seen, **BY)
    assert dict(Player.objects.values_list("name", "phone")) == phones | {"Zoë": "3"}


def test_a_name_is_corrected_in_its_row_and_a_line_left_out_and_both_outlast_a_second_look(
    seven: Event, as_director: Client
) -> None:
    page, text = reverse("people_import"), "Name,Phone\nTom & Sue Clarke,1\nZoë,2\nYan,3\n"
    shown = as_director.post(page, {"text": text, "edit": "3"})
    check = shown.context["check"]
    assert [(row.line, row.name) for row in check.asked] == [(2, "Tom & Sue Clarke")]
    assert [(row.line, row.is_edited) for row in check.sections[0].rows] == [(3, True), (4, False)]
    typed = {"text": text, "typed-2": "Tom Clarke", "typed-3": "Zoë Zander", "row-4": "out", "step": "import"}
    again = as_director.post(page, typed | {"seen": shown.context["form"]["seen"].value()})
    assert (again.status_code, "Check what is listed here first." in words_of(again)) == (422, True)
    check = again.context["check"]
    assert [(row.name, row.written, row.is_edited) for row in check.sections[0].rows] == [
        ("Tom Clarke", "Tom Clarke", True),
        ("Zoë Zander", "Zoë Zander", True),
    ]
    assert [(row.line, row.is_left_out, row.remarks) for row in check.left_out] == [
        (4, True, ("You left this line out.",))
    ]
    typed["seen"] = again.context["form"]["seen"].value()
    assert as_director.post(page, typed).status_code == 302
    assert set(Player.objects.filter(phone__gt="").values_list("name", "phone")) == {
        ("Tom Clarke", "1"),
        ("Zoë Zander", "2"),
    }


def test_a_number_that_the_spreadsheet_has_shortened_is_told_and_not_stored(db: None) -> None:
    checked = check_people(read_text("Name,Phone\nAnn Ash,8.68555E+09\n"), {})
    assert [(each.name, each.details) for each in checked.new] == [("Ann Ash", [])]
    assert [each.dropped for each in checked.people if each.dropped and not each.problems] == [
        (
            "Telephone: the spreadsheet has shortened “8.68555E+09”. Format that column as text and type the number"
            " again.",
        )
    ]


def test_two_lines_with_names_alike_are_asked_about_too(db: None) -> None:
    table = read_text("Name\nZoë Müller\nZoe Muller\n")
    checked = check_people(table, {})
    assert [(each.line, each.candidates) for each in checked.open] == [
        (3, ((-2, "Zoë Müller in line 2: leave this line out"),))
    ]
    for answer, names in (("-2", ["Zoë Müller"]), ("new", ["Zoë Müller", "Zoe Muller"])):
        assert [each.name for each in check_people(table, {"row-3": answer}).new] == names


def test_what_people_agreed_to_comes_with_the_list_and_a_sum_below_it_is_nobody(seven: Event) -> None:
    text = "Name,May be shown to,Games\nZoë,Everybody,12\nAnn,members only,12\nBea,yes,12\nTotal,,36\n"
    checked = check_people(read_text(text), {})
    assert [(each.name, each.details) for each in checked.new] == [("Zoë", ["Page shown to: Everybody"])]
    changes = ("Page shown to: Nobody → Members, with the club’s code",)
    assert [(each.name, each.changes) for each in checked.changed_people] == [("Ann", changes)]
    assert [each.dropped for each in checked.people if each.dropped and not each.problems] == [
        ("Page shown to: “yes” is unknown. Write nobody, members or everybody.",)
    ]
    assert [each.problems for each in checked.wrong] == [("This looks like a sum below the list, not a person.",)]
    assert checked.doubts == (
        "These columns are not read, because their headings are unknown: Games. Say below what they mean.",
    )
    import_people(read_text(text), {}, seen=checked.fingerprint, **BY)
    assert [Player.objects.get(name=name).shown_to for name in ("Zoë", "Ann", "Bea")] == ["public", "members", "nobody"]


def test_a_number_a_formula_and_a_sum_beside_a_surname_are_nobody_and_a_second_column_of_names_is_told(
    db: None,
) -> None:
    lines = "Surname;First name\nTotal;4\nCount;Anna\n1234;\n"
    checked = check_people(read_text(lines), {})
    assert [each.name for each in checked.new] == ["Anna Count"]
    assert [each.problems for each in checked.wrong] == [
        ("This looks like a sum below the list, not a person.",),
        ("“1234” is not a name.",),
    ]
    checked = check_people(read_text("Name,Phone,Player,Phone\nAnn Ash,1,Bea Bull,2\n=A2,,,\n"), {})
    assert [(each.name, each.details) for each in checked.new] == [("Ann Ash", ["Telephone: 1, 2"])]
    assert [each.problems for each in checked.wrong] == [("“=A2” is not a name.",)]
    assert checked.doubts == ("Several columns are headed like “Name”. Only the first of them is read.",)


def test_a_day_that_lost_its_format_in_the_spreadsheet_is_read_as_that_day(db: None) -> None:
    checked = check_people(read_text("Name,Fee paid until\nAnn Ash,46387\nBea Bull,12345\nCal Cox,45978.75\n"), {})
    assert [(each.name, each.details) for each in checked.new] == [
        ("Ann Ash", ["Fee paid until: 2026-12-31"]),
        ("Bea Bull", []),
        ("Cal Cox", ["Fee paid until: 2025-11-17"]),
    ]
    assert checked.doubts == (
        "Some dates are numbers, as Excel stores days. 46387 is read as 31 December 2026: check the dates below.",
    )
    assert [each.dropped for each in checked.people if each.dropped and not each.problems] == [
        ("Fee paid until: “12345” is not a date. Write it as 2026-11-21, or leave it empty.",)
    ]


def test_dates_with_the_month_first_are_read_so_in_the_whole_list_and_said(db: None) -> None:
    checked = check_people(read_text("Name,Paid until\nAnn Ash,12/31/2026\nBea Bull,03/04/2026\nCy Coe,2026\n"), {})
    assert [each.values["fee_paid_until"] for each in checked.new] == [
        *(date(2026, 12, 31), date(2026, 3, 4), date(2026, 12, 31)),
    ]
    assert checked.doubts == (
        "The dates have the month first, as 12/31/2026 in line 2 shows. So 03/04/2026 is read as 4 March 2026.",
    )


def test_dates_that_can_be_read_in_two_ways_are_asked_about_once_for_the_whole_list(
    db: None, as_director: Client
) -> None:
    page, text = reverse("people_import"), "Name,Paid until,Left\nAnn Ash,03/04/2026,\nBea Bull,05/06/2026,07/08/2026\n"
    asked = as_director.post(page, {"text": text, "step": "check"})
    form = asked.context["form"]
    assert "03/04/2026 in line 2 is:" in asked.content.decode()
    sent = {"text": form["text"].value(), "seen": form["seen"].value()}
    assert (as_director.post(page, sent | {"step": "import"}).status_code, Player.objects.count()) == (422, 0)
    shown = as_director.post(page, sent | {"step": "check", "day_order": "month"})
    sent = {"text": form["text"].value(), "seen": shown.context["form"]["seen"].value(), "day_order": "month"}
    assert as_director.post(page, sent | {"step": "import", "day_order": "day"}).status_code == 422
    assert as_director.post(page, sent | {"step": "import"}).status_code == 302
    assert list(Player.objects.order_by("name").values_list("fee_paid_until", "left_on")) == [
        (date(2026, 3, 4), None),
        (date(2026, 5, 6), date(2026, 7, 8)),
    ]


def test_a_list_with_both_orders_refuses_each_date_that_has_two_readings(db: None) -> None:
    text = "Name,Paid until\nAnn,31/12/2026\nBea,12/30/2026\nCy,03/04/2026\nDan,4 May 2026\n"
    checked = check_people(read_text(text), {})
    assert [(each.name, each.values.get("fee_paid_until")) for each in checked.new] == [
        ("Ann", date(2026, 12, 31)),
        ("Bea", date(2026, 12, 30)),
        ("Cy", None),
        ("Dan", date(2026, 5, 4)),
    ]
    assert [(each.name, each.dropped) for each in checked.people if each.dropped and not each.problems] == [
        (
            "Cy",
            (
                "Fee paid until: “03/04/2026” may be 3 April 2026 or 4 March 2026: 31/12/2026 in line 2 has the day "
                "first, and 12/30/2026 in line 3 the month. Write it as 2026-11-21.",
            ),
        )
    ]


def test_a_name_beside_a_first_name_is_the_surname_and_a_comma_turns_it_round(db: None) -> None:
    for lines in (
        "Name;First name;Tel. No.\nAsh;Ann;1\n",
        "Name;First name;Phone\nAnn Ash;Ann;1\n",
        "Surname, first name;Mobile phone\nAsh, Ann;1\n",
        "First name;Name;Phone no.\nAnn;Ash, Ann;1\n",
    ):
        checked = check_people(read_text(lines), {})
        assert ([(each.name, each.details) for each in checked.new], checked.doubts) == (
            [("Ann Ash", ["Telephone: 1"])],
            (),
        )


def test_an_unclosed_quotation_mark_takes_no_other_line_with_it_and_both_readings_are_told(db: None) -> None:
    unclosed = "A quotation mark in line %s is not closed. It is left out: check that line."
    checked = check_people(read_text('Name,Contact\nAnn Ash,1\n"Bea Bull,2\nCal Cox,3\n'), {})
    assert checked.doubts == (unclosed % 3,)
    assert ([each.name for each in checked.new], checked.wrong) == (["Ann Ash", "Bea Bull", "Cal Cox"], [])
    text = 'Name,Note\n"Ash, Ann","1"\nBea,"Mill lane\nCal,4\nDan,"5"\n\nEve,"At the\nmill"\n"Fay \n",7\n'
    checked = check_people(read_text(text), {})
    joined = (
        "Lines 7 to 8 were read as one, because a quotation mark in line 7 is not closed there. If they are separate"
        " lines, close it and check again."
    )
    assert checked.doubts == (unclosed % 3, joined)
    assert [each.name for each in checked.people] == [
        *("Ann Ash (1)", "Bea (Mill lane)", "Cal (4)", "Dan (5)", "Eve (At the mill)", "Fay (7)"),
    ]
    rows = read_text(text).rows
    assert read_text(write_text(rows)).rows == rows
    assert check_people(read_text('Name,Contact\n"Ash, Ann","1"\n'), {}).doubts == ()


def test_what_is_doubted_of_a_file_does_not_keep_its_people_from_being_imported(db: None, as_director: Client) -> None:
    page, content = reverse("people_import"), workbook(["Name", "Fee"], ["Zoë", "=1+2"])
    shown = as_director.post(page, {"file": SimpleUploadedFile("members.xlsx", content), "step": "check"})
    form = shown.context["form"]
    assert "The file has formulas." in shown.content.decode()
    sent = {"text": form["text"].value(), "seen": form["seen"].value(), "step": "import"}
    assert (as_director.post(page, sent).status_code, Player.objects.filter(name="Zoë").count()) == (302, 1)


def test_an_empty_table_and_one_without_names_bring_nobody(db: None) -> None:
    assert check_people(TextTable(()), {}).people == ()
    found = check_people(read_text("12,13\n14,15\n"), {})
    assert (found.people, found.doubts) == ((), ("No column with names was found. Write “Name” above that column.",))


def test_the_secretary_imports_a_workbook_answers_and_gets_the_same_list_back(
    seven: Event, as_director: Client
) -> None:
    page = reverse("people_import")
    add_person({"name": "William Smith"}, **BY)
    content = workbook(["Name", "Phone"], ["Bill Smith", "+44 1634"], ["=HYPERLINK(1)", None], ["Zoë", "@zoe"])
    sent = {"file": SimpleUploadedFile("members.xlsx", content), "step": "check"}
    shown = as_director.post(page, sent)
    form = shown.context["form"]
    kept = {"text": form["text"].value(), "seen": form["seen"].value()}
    refused = as_director.post(page, kept | {"step": "import"})
    assert (refused.status_code, "Answer the question first" in refused.content.decode()) == (422, True)
    william = Player.objects.get(name="William Smith")
    answered = as_director.post(page, kept | {"step": "check", "row-2": william.pk})
    kept["seen"] = answered.context["form"]["seen"].value()
    done = as_director.post(page, kept | {"step": "import", "row-2": william.pk})
    assert done.url == reverse("people") + "?imported=1"
    assert {player.name: player.phone for player in Player.objects.exclude(phone="")} == {
        "William Smith": "+44 1634",
        "Zoë": "@zoe",
    }
    csv_file = as_director.get(reverse("club_people_csv")).content
    xlsx_file = as_director.get(reverse("club_people_xlsx")).content
    assert "'+44 1634" in csv_file.decode()
    cells = [cell for row in load_workbook(io.BytesIO(xlsx_file)).active.iter_rows() for cell in row]
    assert (any(cell.data_type == "f" for cell in cells), "+44 1634" in [cell.value for cell in cells]) == (False, True)
    for content in (csv_file, xlsx_file):
        again = check_people(read_table(content), {})
        assert (again.new, again.changed_people, again.wrong, len(again.people)) == ([], [], [], 9)


def test_nothing_chosen_and_a_file_that_is_no_table_are_said_in_sentences(seven: Event, as_director: Client) -> None:
    page = reverse("people_import")
    empty = as_director.post(page, {"step": "check"})
    assert (empty.status_code, empty.context["form"].errors["text"]) == (
        422,
        ["Choose a file, or paste the lines here."],
    )
    picture = as_director.post(page, {"file": SimpleUploadedFile("a.png", b"\x89PNG\x00\x00"), "step": "check"})
    assert (picture.status_code, "file" in picture.context["form"].errors) == (422, True)
