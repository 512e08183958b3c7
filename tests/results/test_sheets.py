"""The scorer's list and sheet: who may, what is kept, what is asked back once and what is refused."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening, by_lot
from tests.markup import markup
from tests.typesetting import html_of
from tournament.event.services.events import lock_event
from tournament.foundation.writing import tell_followers
from tournament.matches.queries.match_rows import SideRow
from tournament.matches.queries.matches import players_of
from tournament.models import Entry, Event, Match, SheetLine, State
from tournament.paper.documents.score_sheets import SCORE_SHEETS
from tournament.results.queries.sheets import LineOfSheet, SideSheet, next_missing, sheets_of
from tournament.results.services.decisions import make_ruling
from tournament.results.services.sheets import SheetEntry, enter_sheet

evening_of = evenings.evening_of


def sheets_page(evening: Evening) -> str:
    return reverse("sheets", args=[evening.event.pk])


def page_of(sheet: SideSheet) -> str:
    return reverse("sheet", args=[Entry.objects.get(pk=sheet.entry.pk).event_id, sheet.hour, sheet.entry.pk])


def keyed(sheet: SideSheet, *lines: tuple[object, ...], total: object = "") -> dict[str, object]:
    """What the boxes of a sheet hold: one tuple a line, in order; boxes not given stay empty."""
    data: dict[str, object] = {"total": total, "asked": ""}
    for line, values in zip(sheet.lines, lines, strict=True):
        padded = (*values, "", "", "", "")[:4]
        data |= {
            f"{box}_{line.match.pk}": value
            for box, value in zip(("mine", "theirs", "all_fours", "jacks_turned"), padded, strict=True)
        }
    return data


def match_of(line: LineOfSheet) -> Match:
    return Match.objects.get(pk=line.match.pk)


def entry_of(side: SideRow) -> Entry:
    return Entry.objects.get(pk=side.entries[0].pk)


def said_by(sheet: SideSheet) -> list[tuple[int | None, ...]]:
    lines = SheetLine.objects.filter(side__players__entry=sheet.entry.pk, superseded_at=None)
    lines = lines.order_by("side__match__round__number")
    return [(line.mine, line.theirs, line.all_fours, line.jacks_turned) for line in lines]


@pytest.fixture
def evening(evening_of) -> Evening:
    return evening_of(8).begun()


@pytest.fixture
def first(evening) -> SideSheet:
    return sheets_of(evening.hour(1))[0]


def test_sheets_are_for_the_scorer_and_the_director(evening, first):
    pages = [sheets_page(evening), page_of(first)]
    assert [Client().get(page).url for page in pages] == [f"/sign-in/?next={page}" for page in pages]
    assert [signed_in(evening, who).get(page).status_code for who in ("scorer", "director") for page in pages] == [
        200
    ] * 4


def test_a_stranger_keeps_nothing(evening, first):
    Client().post(page_of(first), keyed(first, (14, 9), (9, 9), (17, 3)))
    assert SheetLine.objects.count() == 0


def test_sheets_lie_by_table_and_seat(evening):
    assert [(sheet.table, sheet.seat) for sheet in sheets_of(evening.hour(1))] == [
        *((1, 1), (1, 2), (1, 3), (1, 4)),
        *((2, 1), (2, 2), (2, 3), (2, 4)),
    ]


def test_a_sheet_is_kept_and_the_next_missing_one_opens(evening, first):
    second = sheets_of(evening.hour(1))[1]
    answer = signed_in(evening).post(page_of(first), keyed(first, (14, 9), (9, "", 1), (17, 3, 0, 2), total=40))
    assert (answer.status_code, answer.url) == (302, page_of(second))
    assert said_by(first) == [(14, 9, None, None), (9, None, 1, None), (17, 3, 0, 2)]


def test_after_the_last_missing_sheet_the_list_says_that_all_are_in(evening, first):
    evening.hand_in(1, by_lot)
    SheetLine.objects.filter(side__players__entry=first.entry.pk).delete()
    Match.objects.filter(pk__in=[line.match.pk for line in first.lines]).update(state=State.ENTERED)
    lines = [by_lot(match_of(line)) for line in first.lines]
    lines = [
        pair if players_of(match_of(line))[0].pk == first.entry.pk else pair[::-1]
        for line, pair in zip(first.lines, lines, strict=True)
    ]
    answer = signed_in(evening).post(page_of(first), keyed(first, *lines), follow=True)
    assert answer.redirect_chain == [(sheets_page(evening), 302)]
    assert "All 8 sheets are in" in markup(answer)
    SheetLine.objects.filter(side__players__entry=first.entry.pk).delete()
    Match.objects.filter(pk__in=[line.match.pk for line in first.lines]).update(state=State.ENTERED)
    tell_followers([evening.event.pk])
    answer = signed_in(evening, "director").post(page_of(first), keyed(first, *lines), follow=True)
    assert answer.redirect_chain == [(f"/e/{evening.event.pk}/", 302)]
    said = [str(message) for message in answer.context["messages"]]
    assert said == [f"{first.name}: {sum(mine for mine, _theirs in lines)} points saved. All 8 sheets are in."]


def test_going_on_wraps_round_to_sheets_that_were_passed_over(evening):
    found = sheets_of(evening.hour(1))
    assert next_missing(found, found[-1].entry.pk) == found[0]
    assert next_missing([], 1) is None


@pytest.mark.parametrize(("players", "lines"), [(3, 2), (5, 4), (8, 3)])
def test_a_sheet_has_as_many_lines_as_matches(evening_of, players, lines):
    evening = evening_of(players)
    evening.begin()
    assert {len(sheet.lines) for sheet in sheets_of(evening.hour(1))} == {lines}


@pytest.mark.parametrize("wrong", ["twelve", "12.5", "1_0", "-1", "201"])
def test_a_number_that_cannot_be_is_refused_at_its_box_and_nothing_typed_is_lost(evening, first, wrong):
    answer = signed_in(evening).post(page_of(first), keyed(first, (wrong, 9), (8, 7), (17, 3), total=40))
    form = answer.context["form"]
    assert (answer.status_code, list(form.errors)) == (422, [f"mine_{first.lines[0].match.pk}"])
    assert [[box.value() for box in row.boxes] for row in form.rows()] == [
        [wrong, "9", "", ""],
        ["8", "7", "", ""],
        ["17", "3", "", ""],
    ]
    assert said_by(first) == []


def test_an_empty_sheet_is_refused_in_words(evening, first):
    answer = signed_in(evening).post(page_of(first), keyed(first, (), (), ()))
    assert answer.status_code == 422
    assert answer.context["form"].non_field_errors() == [
        "The sheet is empty. Key in what it says; 0 where nothing was won."
    ]


def test_a_line_with_a_check_and_no_points_asks_for_the_points(evening, first):
    answer = signed_in(evening).post(page_of(first), keyed(first, ("", 9), (8, 7), (17, 3)))
    assert answer.context["form"].errors == {f"mine_{first.lines[0].match.pk}": ["Key in what was won; 0 for nothing."]}


def asked_back(answer) -> dict[str, list[str]]:
    assert answer.status_code == 422
    assert answer.context["form"].is_asking
    return {box.rstrip("0123456789"): list(errors) for box, errors in answer.context["form"].errors.items()}


DOUBTFUL = [
    (
        [(61, 9), (8, 7), (17, 3)],
        "",
        {"mine_": ["61 points in one round? Press “Save as it is” if the paper says so."]},
    ),
    (
        [(14, 9), (8, 7), (17, 3)],
        "40",
        {"total": ["The lines add up to 39, but the sheet says 40. Check the paper. “Save as it is” uses the lines."]},
    ),
    ([(3, 9, 1), (8, 7), (17, 3)], "", {"all_fours_": ["1 All Fours would be at least 4 points, but {me} won 3."]}),
    (
        [(3, 9), (), (17, 3)],
        "",
        {"mine_": ["The match with {second} is not keyed in. “Save as it is” leaves it missing."]},
    ),
]


@pytest.mark.parametrize(("lines", "total", "question"), DOUBTFUL)
def test_what_is_unlikely_is_asked_back_once_and_then_kept(evening, first, lines, total, question):
    client, data = signed_in(evening), keyed(first, *lines, total=total)
    answer = client.post(page_of(first), data)
    names = {"me": first.entry.name, "second": first.lines[1].against}
    assert asked_back(answer) == {box: [said.format(**names) for said in told] for box, told in question.items()}
    assert said_by(first) == []
    again = client.post(page_of(first), data | {"asked": answer.context["form"]["asked"].value()})
    assert again.status_code == 302
    assert [line[:2] for line in said_by(first)] == [pair[:2] for pair in lines if pair]


@pytest.mark.parametrize("has_check_box", [True, False])
def test_the_printed_sheet_and_the_keying_page_ask_for_the_same_boxes_in_the_same_order(evening_of, has_check_box):
    evening = evening_of(4, has_check_box=has_check_box).begun()
    page = signed_in(evening).get(page_of(sheets_of(evening.hour(1))[0]))
    asked = [[str(box.label) for box in row.boxes] for row in page.context["form"].rows()]
    paper = html_of(SCORE_SHEETS, evening.event, 1, now=evening.now)
    heads = re.findall(r"<span[^>]*>([^<]+)</span>", paper.partition('class="heads"')[2].partition("</p>")[0])
    printed = [head.removeprefix("Points ").capitalize() for head in heads[3:-1]]
    assert [[label.capitalize() for label in line] for line in asked] == [printed] * 3
    assert ("They won" in asked[0]) is has_check_box


def test_a_check_that_was_keyed_stays_to_be_read_where_the_evening_has_no_box_for_it(evening_of):
    evening = evening_of(4).begun()
    first = sheets_of(evening.hour(1))[0]
    signed_in(evening).post(page_of(first), keyed(first, (14, 9), (8,), (17, 3)))
    Event.objects.update(has_check_box=False)
    rows = signed_in(evening).get(page_of(first)).context["form"].rows()
    assert [[str(box.label) for box in row.boxes][1] for row in rows] == ["They won", "All Fours", "They won"]


def test_save_and_enter_ask_again_until_the_button_that_says_yes_is_pressed(evening, first):
    """A browser sends its first button with Enter; only the second one carries the question."""
    client, data = signed_in(evening), keyed(first, (14, 9), (8, 7), (3, 17), total=52)
    del data["asked"]
    pages = [client.post(page_of(first), data) for _press in range(3)]
    assert [page.status_code for page in pages] == [422, 422, 422]
    buttons = re.findall(r"<button ([^>]*)>([^<]*)</button>", markup(pages[-1]).partition('"sheet-save"')[2])
    assert [label for _attributes, label in buttons[:2]] == ["Save", "Save as it is"]
    assert ['name="asked"' in attributes for attributes, _label in buttons[:2]] == [False, True]
    assert (pages[-1].context["form"].fields["total"].widget.attrs["data-right"], said_by(first)) == (25, [])
    assert client.post(page_of(first), data | {"total": 25}).status_code == 302


def test_all_fours_and_jacks_turned_are_added_up_in_words(evening, first):
    answer = signed_in(evening).post(page_of(first), keyed(first, (9, 9, 2, 2), (8, 7, 0, 9), (17, 3)))
    assert [sentence for said in asked_back(answer).values() for sentence in said] == [
        f"2 All Fours and 2 Jacks turned would be at least 10 points, but {first.name} won 9.",
        f"9 Jacks turned would be at least 9 points, but {first.name} won 8.",
    ]


def test_other_doubtful_values_are_asked_about_again(evening, first):
    client = signed_in(evening)
    asked = client.post(page_of(first), keyed(first, (61, 9), (8, 7), (17, 3))).context["form"]["asked"].value()
    answer = client.post(page_of(first), keyed(first, (62, 9), (8, 7), (17, 3)) | {"asked": asked})
    assert answer.status_code == 422


def test_sheets_that_disagree_are_asked_back_once_then_both_are_kept_and_disputed(evening, first):
    line = first.lines[0]
    enter_sheet(entry_of(line.others[0]), [SheetEntry(line.match.pk, 9, 12)], by=evening.scorer, now=evening.now)
    client, data = signed_in(evening), keyed(first, (14, 9), (8, 7), (17, 3))
    answer = client.post(page_of(first), data)
    you, me = line.against, first.entry.name
    assert asked_back(answer) == {
        "mine_": [
            f"{you}’s sheet says {me} won 12. Check the paper. “Save as it is” keeps both, and the director decides."
        ]
    }
    client.post(page_of(first), data | {"asked": answer.context["form"]["asked"].value()})
    assert match_of(line).state == State.DISPUTED
    assert list(SheetLine.objects.filter(side__match=line.match.pk).values_list("mine", "theirs")) == [(9, 12), (14, 9)]


def test_sheets_equal_crosswise_agree_without_a_question(evening, first):
    line = first.lines[0]
    enter_sheet(entry_of(line.others[0]), [SheetEntry(line.match.pk, 9, 14)], by=evening.scorer, now=evening.now)
    signed_in(evening).post(page_of(first), keyed(first, (14, 9), (8, 7), (17, 3)))
    match = match_of(line)
    assert (match.state, match.cross_checked) == (State.AGREED, True)


def test_an_agreed_line_is_changed_only_after_a_question_and_becomes_disputed(evening, first):
    evening.hand_in(1, lambda match: (5, 4))
    client = signed_in(evening)
    numbers = [[box.value() for box in row.boxes] for row in client.get(page_of(first)).context["form"].rows()]
    lines = [tuple(row) for row in numbers]
    changed = [(lines[0][0] + 1, *lines[0][1:]), *lines[1:]]
    answer = client.post(page_of(first), keyed(first, *changed))
    assert len(asked_back(answer)["mine_"]) == 2
    client.post(page_of(first), keyed(first, *changed) | {"asked": answer.context["form"]["asked"].value()})
    assert match_of(first.lines[0]).state == State.DISPUTED


def test_another_scorer_changing_a_line_is_told_so_first(evening, first):
    enter_sheet(
        entry_of(first.lines[0].own), [SheetEntry(first.lines[0].match.pk, 14, 9)], by=evening.director, now=evening.now
    )
    answer = signed_in(evening).post(page_of(first), keyed(first, (15, 9), (8, 7), (17, 3)))
    assert asked_back(answer) == {
        "mine_": ["Somebody else keyed in 14 here. “Save as it is” keeps both, and the director decides."]
    }


def test_a_ruled_match_keeps_its_ruling_whatever_the_sheet_says(evening, first):
    match = match_of(first.lines[0])
    make_ruling(match, points=(10, 11), reason="heard both", by=evening.director, now=evening.now)
    signed_in(evening).post(page_of(first), keyed(first, (14, 9), (8, 7), (17, 3)))
    match.refresh_from_db()
    assert (match.state, *match.points) == (State.RULED, 10, 11)


def test_a_locked_evening_takes_no_more_sheets(evening, first):
    lock_event(evening.event, by=evening.director, now=evening.now)
    page = markup(signed_in(evening).get(page_of(first)))
    assert ("The evening is locked" in page, ">Save</button>" in page) == (True, False)
    answer = signed_in(evening).post(page_of(first), keyed(first, (14, 9), (8, 7), (17, 3)))
    assert (answer.status_code, said_by(first)) == (409, [])


def test_a_sheet_of_nobody_or_of_an_hour_not_out_is_not_found(evening, first):
    client = signed_in(evening)
    pages = [(1, 999_999), (2, first.entry.pk), (7, first.entry.pk)]
    answers = [client.get(reverse("sheet", args=[evening.event.pk, hour, entry])) for hour, entry in pages]
    assert [answer.status_code for answer in answers] == [404, 404, 404]


def test_before_the_first_release_the_list_says_why_it_is_empty(evening_of):
    evening = evening_of(8)
    assert "The seats are not shown yet" in markup(signed_in(evening).get(sheets_page(evening)))


@pytest.mark.parametrize("players", [3, 30])
def test_the_list_takes_the_same_few_queries_for_any_field(evening_of, django_assert_num_queries, players):
    evening = evening_of(players)
    evening.begin()
    client = signed_in(evening)
    with django_assert_num_queries(10):
        client.get(sheets_page(evening))


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 30])
def test_a_sheet_takes_the_same_few_queries_for_any_field(evening_of, django_assert_num_queries, players):
    evening = evening_of(players)
    evening.begin()
    client, page = signed_in(evening), page_of(sheets_of(evening.hour(1))[0])
    with django_assert_num_queries(10):
        client.get(page)
