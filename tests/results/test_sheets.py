"""The scorer's list and sheet: who may, what is kept, what is asked back once and what is refused."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening, by_lot
from tournament.event.services.events import lock_event
from tournament.matches.queries.match_rows import SideRow
from tournament.matches.queries.matches import players_of
from tournament.matches.services.results import SheetEntry, enter_sheet, make_ruling
from tournament.models import Entry, Match, SheetLine, State
from tournament.results.queries.sheets import LineOfSheet, SideSheet, next_missing, sheets_of

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
    assert "All 8 sheets are in" in answer.content.decode()
    SheetLine.objects.filter(side__players__entry=first.entry.pk).delete()
    Match.objects.filter(pk__in=[line.match.pk for line in first.lines]).update(state=State.ENTERED)
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
    ([(61, 9), (8, 7), (17, 3)], "", {"mine_": ["61 points in one round? Press Save if the paper says so."]}),
    (
        [(14, 9), (8, 7), (17, 3)],
        "40",
        {"total": ["The lines add up to 39, but the sheet says 40. Check the paper; Save uses the lines."]},
    ),
    ([(3, 9, 1), (8, 7), (17, 3)], "", {"all_fours_": ["These alone make 4 points, but {me} won 3."]}),
    ([(3, 9), (), (17, 3)], "", {"mine_": ["The match with {second} is not keyed in. Save leaves it missing."]}),
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
        "mine_": [f"{you}'s sheet says {me} won 12. Check the paper. Press Save to keep both and call the director."]
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
        "mine_": ["Somebody else keyed in 14 here. Press Save to keep both and call the director."]
    }


def test_a_ruled_match_keeps_its_ruling_whatever_the_sheet_says(evening, first):
    match = match_of(first.lines[0])
    make_ruling(match, points=(10, 11), reason="heard both", by=evening.director, now=evening.now)
    signed_in(evening).post(page_of(first), keyed(first, (14, 9), (8, 7), (17, 3)))
    match.refresh_from_db()
    assert (match.state, *match.points) == (State.RULED, 10, 11)


def test_a_locked_evening_takes_no_more_sheets(evening, first):
    lock_event(evening.event, by=evening.director, now=evening.now)
    page = signed_in(evening).get(page_of(first)).content.decode()
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
    assert "No seats are released yet" in signed_in(evening).get(sheets_page(evening)).content.decode()


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
