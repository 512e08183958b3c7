"""Lists of people from spreadsheets with the usual mess, and back into one; and what no file may do."""

import io
import re
import zipfile
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook, load_workbook

from tests.conftest import NOW
from tournament.door.services.entries import enter_players
from tournament.models import Event, LogEntry, Player
from tournament.people.columns import day_in, recognise_columns
from tournament.people.services.importing import ImportChanged, check_people, import_people
from tournament.people.services.people import add_person, change_person
from tournament.people.spreadsheet import MOST_ROWS, TextTable, UnreadableTable, read_table, read_text, write_text

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


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_a_text_file_is_read_in_every_usual_encoding_and_with_every_separator(encoding: str, separator: str) -> None:
    content = LINES.replace(";", separator).replace("\n", "\r\n").encode(encoding)
    assert read_table(content).rows == (("Name", "Phone"), ("Élise Ash", "01634 1"))


def test_a_workbook_is_read_with_its_days_and_numbers_and_says_what_it_left_out() -> None:
    content = workbook(
        ["Name", "Tel", "Paid until"], ["Ann", 1634, date(2026, 12, 31)], ["=1+1", None, None], second=True
    )
    read = read_table(content)
    assert read.rows == (("Name", "Tel", "Paid until"), ("Ann", "1634", "2026-12-31"))
    assert read.doubts == (
        "The file has formulas. Their last values are read; check them.",
        "The file has 2 sheets with something in them. Only “Sheet” is read.",
    )


def zip_bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", "<x/>")
        packed.writestr("xl/worksheets/sheet1.xml", b"0" * (31 * 1024 * 1024))
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"a" * (2 * 1024 * 1024 + 1), "larger than 2 MB"),
        (b"PK\x03\x04 nothing", "damaged"),
        (workbook(["Name"])[:-40], "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "old Excel file"),
        (b"\x00\x01\x02Name", "neither text"),
        (b"\r\n<HTML><table><tr><td>Name", "a web page"),
        (b"Name\n" + b"Ann\n" * (MOST_ROWS + 1), "more than 2000 lines"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(content: bytes, sentence: str) -> None:
    with pytest.raises(UnreadableTable, match=sentence):
        read_table(content)


def test_a_file_that_unpacks_to_too_much_is_refused_in_a_sentence() -> None:
    with pytest.raises(UnreadableTable, match="contains too much"):
        read_table(zip_bomb())


@pytest.mark.parametrize(
    ("lines", "kinds", "head"),
    [
        ("Members 2026,,\n,,\nSurname,First name,E-mail\n", ("last", "first", "contact"), 3),
        ("PLAYER;Known as;Subs paid until;Shoe size\n", ("name", "nickname", "fee_paid_until", ""), 1),
        ("Name,E-mail / phone,Member (yes or no),Street/Nick\n", ("name", "contact", "is_member", "note"), 1),
        ("Ann Ash,ann@x.org,31/12/2026\nBea Bow,bea@x.org,31/12/2025\n", ("name", "contact", "fee_paid_until"), 0),
        ("Ann Ash,07700 900123\nBea Bow,+44 7700 900124\n", ("name", "contact"), 0),
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
        (
            8,
            (
                "Fee paid until: “soon” is not a date. Write it as 2026-12-31.",
                "Member or guest: “perhaps” is neither. Write member or guest.",
            ),
        ),
        (9, ("Line 2 already has this name. If they are 2 people, write a note that tells them apart.",)),
    ]
    assert list(Player.objects.values()) == before


def test_an_import_stores_what_was_shown_all_of_it_or_nothing(seven: Event) -> None:
    table = read_text("Name,Contact\nZoë,zoe@x.org\nAnn,ann@x.org\nAnnabel Bow,\n")
    seen = check_people(table, {}).fingerprint
    change_person(Player.objects.get(name="Ann"), {"contact": "another"}, **BY)
    with pytest.raises(ImportChanged):
        import_people(table, {}, seen=seen, **BY)
    assert not Player.objects.filter(name="Zoë").exists()
    import_people(table, {}, seen=check_people(table, {}).fingerprint, **BY)
    assert [Player.objects.get(name=name).contact for name in ("Zoë", "Ann")] == ["zoe@x.org", "ann@x.org"]
    again = check_people(table, {})
    assert (again.new, again.changed_people) == ([], [])
    brought = [str(Player.objects.get(name=name).uid) for name in ("Zoë", "Annabel Bow")]
    told = LogEntry.objects.filter(action="import_people").get().after
    assert told == {"new": 2, "changed": 1, "people": brought}


def test_the_last_import_is_undone_but_for_those_who_have_come_since(seven: Event, as_director: Client) -> None:
    page, before = reverse("people_import"), set(Player.objects.values_list("name", flat=True))
    table = read_text("Name\nZoë\nYan\nAnn\n")
    import_people(table, {}, seen=check_people(table, {}).fingerprint, **BY)
    enter_players(seven, ["Zoë"], **BY)
    line = as_director.get(page).context["last"]
    asked = as_director.post(page, {"undo": line.pk})
    words = " ".join(re.sub("<[^>]+>", " ", asked.content.decode().partition("<main")[2]).split())
    assert "1 person will be deleted. 1 person stays, because they have an evening or a fee by now." in words
    assert "Delete 1 person" in words and Player.objects.filter(name="Yan").exists()
    assert as_director.post(page, {"undo": line.pk, "delete": 2}).status_code == 409
    assert as_director.post(page, {"undo": line.pk, "delete": 1}).status_code == 302
    assert set(Player.objects.values_list("name", flat=True)) == before | {"Zoë"}
    assert LogEntry.objects.get(action="undo_import_people").after == {"deleted": 1, "kept": 1}
    assert as_director.get(page).context["last"] is None
    for more in ({}, {"delete": 1}):
        assert as_director.post(page, {"undo": line.pk, **more}).status_code == 409


def test_an_import_whose_people_have_all_come_since_deletes_nobody_and_what_it_changed_stays(
    seven: Event, as_director: Client
) -> None:
    page, table = reverse("people_import"), read_text("Name,Phone\nZoë,1\nAnn,2\n")
    import_people(table, {}, seen=check_people(table, {}).fingerprint, **BY)
    enter_players(seven, ["Zoë"], **BY)
    asked = as_director.post(page, {"undo": as_director.get(page).context["last"].pk}).content.decode()
    assert "The changes to 1 other person stay." in asked
    assert ("There is nobody to delete." in asked, 'name="delete"' in asked) == (True, False)


def test_what_people_agreed_to_comes_with_the_list_and_a_sum_below_it_is_nobody(seven: Event) -> None:
    text = "Name,May be shown to,Fees\nZoë,Everybody,12\nAnn,members only,12\nBea,yes,12\nTotal,,36\n"
    checked = check_people(read_text(text), {})
    assert [(each.name, each.details) for each in checked.new] == [("Zoë", ["Page shown to: Everybody"])]
    changes = ("Page shown to: Nobody → Members, with the club’s code",)
    assert [(each.name, each.changes) for each in checked.changed_people] == [("Ann", changes)]
    assert [each.problems for each in checked.wrong] == [
        ("Page shown to: “yes” is unknown. Write nobody, members or everybody.",),
        ("This looks like a sum below the list, not a person.",),
    ]
    assert checked.doubts == (
        "These columns were not read, because their headings are unknown: Fees. The headings below can be read.",
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
    assert [(each.name, each.details) for each in checked.new] == [("Ann Ash", ["Contact: 1, 2"])]
    assert [each.problems for each in checked.wrong] == [("“=A2” is not a name.",)]
    assert checked.doubts == ("Several columns are headed like “Name”. Only the first of them is read.",)


def test_a_day_that_lost_its_format_in_the_spreadsheet_is_read_as_that_day(db: None) -> None:
    checked = check_people(read_text("Name,Fee paid until\nAnn Ash,46387\nBea Bull,12345\nCal Cox,45978.75\n"), {})
    assert [(each.name, each.details) for each in checked.new] == [
        ("Ann Ash", ["Fee paid until: 2026-12-31"]),
        ("Cal Cox", ["Fee paid until: 2025-11-17"]),
    ]
    assert checked.doubts == (
        "Some dates are numbers, as Excel stores days. 46387 is read as 31 December 2026: check the dates below.",
    )
    assert [each.problems for each in checked.wrong] == [
        ("Fee paid until: “12345” is not a date. Write it as 2026-12-31.",)
    ]


@pytest.mark.parametrize(
    "cell",
    [
        *("2026-12-31", "2026.12.31", "31/12/2026", "31.12.26", "31-12-26", "31-Dec-26", "31 dec 2026", "2026"),
        *("31st December 2026", "Dec 31, 2026", "December 31 2026", "Thu 31 December 2026", "31/12/2026 00:00:00"),
    ],
)
def test_a_day_is_read_in_every_usual_spelling(cell: str) -> None:
    assert day_in(cell) == date(2026, 12, 31)


@pytest.mark.parametrize("cell", ["soon", "31/2/2026", "12/2026", "Dec 2026", "1 2 3 4", "99"])
def test_what_is_no_day_is_not_guessed(cell: str) -> None:
    assert day_in(cell) is None


def test_dates_with_the_month_first_are_refused_and_doubts_told_of_all_others(db: None) -> None:
    checked = check_people(read_text("Name,Paid until\nAnn Ash,12/31/2026\nBea Bull,03/04/2026\n"), {})
    assert [each.problems for each in checked.wrong] == [
        ("Fee paid until: “12/31/2026” is not a date. Write it as 2026-12-31.",)
    ]
    assert checked.doubts == ("Some dates have the month first. 03/04/2026 is read as 3 April: check the dates below.",)


def test_a_name_beside_a_first_name_is_the_surname_and_a_comma_turns_it_round(db: None) -> None:
    for lines in (
        "Name;First name;Tel. No.\nAsh;Ann;1\n",
        "Name;First name;Phone\nAnn Ash;Ann;1\n",
        "Surname, first name;Mobile phone\nAsh, Ann;1\n",
        "First name;Name;Phone no.\nAnn;Ash, Ann;1\n",
    ):
        checked = check_people(read_text(lines), {})
        assert ([(each.name, each.details) for each in checked.new], checked.doubts) == (
            [("Ann Ash", ["Contact: 1"])],
            (),
        )


def test_lines_joined_by_an_unclosed_quotation_mark_are_told_before_anything_is_stored(db: None) -> None:
    checked = check_people(read_text('Name,Contact\nAnn Ash,1\n"Bea Bull,2\nCal Cox,3\n'), {})
    joined = (
        "Lines %s to %s were read as one, because a quotation mark in line %s is not closed there. If they are several"
        " people, close it and check again."
    )
    assert checked.doubts == (joined % (3, 4, 3),)
    assert [each.name for each in checked.new] == ["Ann Ash"]
    assert [(each.line, each.problems) for each in checked.wrong] == [
        (3, ("The name goes on in the next line. Close the quotation mark.",))
    ]
    text = 'Name,Note\n"Ash, Ann","1"\nBea,"Mill lane\nCal,4\nDan,"5"\n\nEve,"At the\nmill"\n"Fay \n",7\n'
    table = read_text(text)
    for read in (table, read_text(write_text(table.rows))):
        assert check_people(read, {}).doubts == (joined % (3, 5, 3), joined % (7, 8, 7))
    assert [(each.line, each.name) for each in check_people(table, {}).people] == [
        *((2, "Ann Ash (1)"), (3, 'Bea (Mill lane Cal,4 Dan,5")'), (5, "Eve (At the mill)"), (6, "Fay (7)")),
    ]
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
    assert (refused.status_code, "Nothing has been imported yet" in refused.content.decode()) == (422, True)
    william = Player.objects.get(name="William Smith")
    answered = as_director.post(page, kept | {"step": "check", "who-2": william.pk})
    kept["seen"] = answered.context["form"]["seen"].value()
    done = as_director.post(page, kept | {"step": "import", "who-2": william.pk})
    assert done.url == reverse("people")
    assert {player.name: player.contact for player in Player.objects.exclude(contact="")} == {
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
