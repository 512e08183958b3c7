"""The board of results: what it shows, whom it lets agree and rule, and what stays when something is replaced."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening, by_lot
from tournament.door.services.people import leave
from tournament.event.services.events import lock_event
from tournament.matches.queries.match_on_board import match_on_board
from tournament.matches.queries.matches import players_of
from tournament.models import SETTLED, LogEntry, Match, Ruling, SheetLine, State
from tournament.results.queries.boards import board_of
from tournament.results.services.sheets import SheetEntry, enter_sheet

evening_of = evenings.evening_of


def board_page(evening: Evening) -> str:
    return reverse("results", args=[evening.event.pk])


def agree_page(evening: Evening) -> str:
    return reverse("agree", args=[evening.event.pk])


def ruling_page(match: Match) -> str:
    return reverse("ruling", args=[match.table.stage.event_id, match.pk])


def match_page(match: Match) -> str:
    return reverse("match", args=[match.table.stage.event_id, match.pk])


def unchecked(evening: Evening) -> None:
    """Both sheets of every match, their check boxes empty."""
    for match in evening.matches(1):
        enter_sheet(players_of(match)[0], [SheetEntry(match.pk, 9)], by=evening.scorer, now=evening.now)
        enter_sheet(players_of(match)[1], [SheetEntry(match.pk, 6)], by=evening.scorer, now=evening.now)


@pytest.fixture
def evening(evening_of) -> Evening:
    return evening_of(8).begun()


@pytest.fixture
def match_in_dispute(evening) -> Match:
    match = evening.matches(1)[0]
    enter_sheet(players_of(match)[0], [SheetEntry(match.pk, 14, 9)], by=evening.scorer, now=evening.now)
    enter_sheet(players_of(match)[1], [SheetEntry(match.pk, 9, 12)], by=evening.scorer, now=evening.now)
    match.refresh_from_db()
    return match


def test_a_stranger_is_asked_to_sign_in_before_any_result(evening, match_in_dispute):
    pages = [board_page(evening), agree_page(evening), match_page(match_in_dispute), ruling_page(match_in_dispute)]
    assert [Client().get(page).url for page in pages] == [f"/sign-in/?next={page}" for page in pages]
    assert Client().post(agree_page(evening), {"table": match_in_dispute.table_id}).status_code == 302
    assert Match.objects.filter(state=State.AGREED).count() == 0


def test_a_scorer_reads_the_board_and_neither_agrees_nor_rules(evening, match_in_dispute):
    client = signed_in(evening)
    assert [client.get(page).status_code for page in (board_page(evening), match_page(match_in_dispute))] == [200, 200]
    ruling = {"points_1": 14, "points_2": 9, "reason": "heard both"}
    answers = [client.post(agree_page(evening), {"table": 1}), client.post(ruling_page(match_in_dispute), ruling)]
    assert [answer.status_code for answer in answers] == [403, 403]
    assert Ruling.objects.count() == 0
    page = client.get(board_page(evening)).content.decode()
    assert agree_page(evening) not in page
    assert ruling_page(match_in_dispute) not in page


def test_the_board_says_who_has_not_reported(evening, match_in_dispute):
    board = board_of(evening.hour(1))
    assert sorted(each.entry.name for each in board.missing) == sorted(
        entry.name for entry in evening.event.entries.all()
    )
    evening.hand_in(1, by_lot)
    assert board_of(evening.hour(1)).missing == ()


def test_the_board_shows_each_state_a_result_can_have(evening, match_in_dispute):
    stage = evening.hour(1)
    assert {match.state for match in board_of(stage).matches} == {"disputed", "waiting"}
    evening.play_rounds(1, until=1)
    first, *others = board_of(stage).tables[0].matches
    states = [match.state for table in board_of(stage).tables for match in table.matches]
    assert sorted(states) == ["disputed", *["playing"] * 3, *["waiting"] * 8]
    evening.hand_in(1, by_lot)
    assert {match.state for match in board_of(stage).matches} == {"agreed", "disputed"}


def test_one_press_agrees_a_table_of_results_that_were_not_cross_checked(evening):
    unchecked(evening)
    client = signed_in(evening, "director")
    board = client.get(board_page(evening)).content.decode()
    assert "12 results are not cross-checked: only one side’s sheet supports them." in " ".join(board.split())
    assert board.count("not cross-checked") == 1
    table = board_of(evening.hour(1)).tables[0].table
    answer = client.post(agree_page(evening), {"table": table.pk})
    assert (answer.status_code, answer.url) == (302, f"{board_page(evening)}?hour=1#table-1")
    assert set(Match.objects.filter(table=table).values_list("state", "cross_checked")) == {(State.AGREED, False)}
    assert set(Match.objects.exclude(table=table).values_list("state", flat=True)) == {State.ENTERED}


def test_a_table_that_needs_nobody_is_one_line_until_it_is_opened(evening, match_in_dispute):
    client = signed_in(evening, "director")
    evening.hand_in(1, by_lot)

    def lines_by_table(query: str) -> dict[int, list[int]]:
        page = client.get(board_page(evening) + query).content.decode()
        parts = re.split(r'id="table-(\d+)"', page)[1:]
        return {int(table): re.findall(r'id="match-(\d+)"', part) for table, part in zip(parts[::2], parts[1::2])}

    of_table = {
        table: [str(match.pk) for match in evening.matches(1) if match.table.number == table] for table in (1, 2)
    }
    assert lines_by_table("") == {1: of_table[1], 2: []}
    assert lines_by_table("?table=2") == of_table
    assert client.get(board_page(evening) + "?table=two").status_code == 404
    match = match_in_dispute
    client.post(ruling_page(match), {"points_1": 14, "points_2": 9, "reason": "Both agree on 14 now"})
    assert lines_by_table("") == {1: [], 2: []}
    page = " ".join(re.sub(r"<[^>]+>", " ", client.get(board_page(evening)).content.decode()).split())
    assert "Table 1 6 Agreed Table 2 6 Agreed" in page


def test_a_table_that_needs_somebody_says_so_in_one_line_with_its_turns_behind_it(evening):
    lines: dict[str, list[SheetEntry]] = {}
    for match in evening.matches(1):
        if match.table.number == 1:
            for entry in players_of(match):
                lines.setdefault(entry.name, []).append(SheetEntry(match.pk, 9, 9, 0, 0))
    missing, *others = lines
    for name in others:
        enter_sheet(evening.entry(name), lines[name], by=evening.scorer, now=evening.now)
    page = signed_in(evening, "director").get(board_page(evening)).content.decode()
    line, turns = page.partition('id="table-1"')[2].split("</summary>")[:2]
    words = " ".join(re.sub(r"<[^>]+>", " ", line.partition(">")[2]).split())
    assert words == f"Table 1 3 Entered 3 Agreed {missing}’s sheet is missing"
    assert (line.count("<details>") + line.count("<details >"), turns.count('id="match-')) == (1, 6)


def test_nothing_to_agree_is_refused_in_words(evening):
    table = board_of(evening.hour(1)).tables[0].table
    assert signed_in(evening, "director").post(agree_page(evening), {"table": table.pk}).status_code == 409


@pytest.mark.parametrize("asked", ["", "none", "0", "9" * 30])
def test_a_table_that_is_not_of_this_event_cannot_be_agreed(evening, asked):
    assert signed_in(evening, "director").post(agree_page(evening), {"table": asked}).status_code == 404


def test_agreeing_takes_a_press_and_never_a_link(evening):
    assert signed_in(evening, "director").get(agree_page(evening)).status_code == 405


def test_a_dispute_shows_both_versions_with_who_and_when(evening, match_in_dispute):
    page = signed_in(evening, "director").get(board_page(evening)).content.decode()
    at = SheetLine.objects.filter(side__match=match_in_dispute).first().entered_at.astimezone().strftime("%H:%M")
    assert page.count("’s sheet</p>") == 2
    assert f"scorer, {at}" in page
    versions = board_of(evening.hour(1)).disputes[0].versions
    assert [(version.side.entries[0], version.points) for version in versions] == [
        (players_of(match_in_dispute)[0], (14, 9)),
        (players_of(match_in_dispute)[1], (12, 9)),
    ]


def test_a_ruling_decides_a_dispute_with_its_reason(evening, match_in_dispute):
    answer = signed_in(evening, "director").post(
        ruling_page(match_in_dispute), {"points_1": 14, "points_2": 9, "reason": "Both agree on 14 now"}
    )
    assert (answer.status_code, answer.url) == (
        302,
        f"{board_page(evening)}?hour=1&table=1#match-{match_in_dispute.pk}",
    )
    match_in_dispute.refresh_from_db()
    assert (match_in_dispute.state, *match_in_dispute.points) == (State.RULED, 14, 9)
    assert "Both agree on 14 now" in signed_in(evening, "director").get(match_page(match_in_dispute)).content.decode()


@pytest.mark.parametrize(
    ("data", "errors"),
    [
        ({"points_1": 14, "points_2": 9, "reason": " "}, {"reason": ["Give a reason. It is saved with the result."]}),
        ({"points_1": "", "points_2": 9, "reason": "x"}, {"points_1": ["Enter how many points count; 0 for none."]}),
        ({"points_1": 14, "points_2": "nine", "reason": "x"}, {"points_2": ["Enter a whole number, such as 12."]}),
        ({"points_1": 201, "points_2": 9, "reason": "x"}, {"points_1": ["The number must be at most 200."]}),
    ],
)
def test_a_ruling_without_points_or_a_reason_is_refused_at_its_field(evening, match_in_dispute, data, errors):
    answer = signed_in(evening, "director").post(ruling_page(match_in_dispute), data)
    form = answer.context["form"]
    assert (answer.status_code, form.errors) == (422, errors)
    assert {name: form[name].value() for name in data} == {name: str(value) for name, value in data.items()}
    assert [name for name, box in form.fields.items() if box.widget.attrs.get("autofocus")] == [*errors]
    assert Ruling.objects.count() == 0


def test_a_ruling_starts_from_the_version_that_was_pressed(evening, match_in_dispute):
    form = signed_in(evening, "director").get(ruling_page(match_in_dispute) + "?version=1").context["form"]
    assert (form["points_1"].value(), form["points_2"].value()) == (12, 9)
    assert [name for name, box in form.fields.items() if box.widget.attrs.get("autofocus")] == ["reason"]


def test_a_ruling_proposes_no_result_while_two_witnesses_differ(evening, match_in_dispute):
    client = signed_in(evening, "director")
    form = client.get(ruling_page(match_in_dispute)).context["form"]
    assert [form[name].value() for name in ("points_1", "points_2")] == [None, None]
    client.post(ruling_page(match_in_dispute), {"points_1": 14, "points_2": 9, "reason": "Both agree on 14 now"})
    form = client.get(ruling_page(match_in_dispute)).context["form"]
    assert [form[name].value() for name in ("points_1", "points_2")] == [14, 9]


def test_the_ruling_of_the_last_dispute_of_an_hour_leads_to_the_next_step(evening, match_in_dispute):
    Match.objects.exclude(pk=match_in_dispute.pk).update(state=State.AGREED)
    client, page = signed_in(evening, "director"), ruling_page(match_in_dispute)
    answers = [client.post(page, {"points_1": 14, "points_2": won, "reason": "Both agree"}) for won in (9, 8)]
    tonight, board = reverse("event", args=[evening.event.pk]), board_page(evening)
    assert [answer.url for answer in answers] == [tonight, f"{board}?hour=1&table=1#match-{match_in_dispute.pk}"]


@pytest.mark.slow
@pytest.mark.parametrize("asked", ["none", "-1", "\u00b2", "9" * 5000])
def test_a_version_that_is_no_number_is_a_page_that_is_not_there(evening, match_in_dispute, asked):
    client = signed_in(evening, "director")
    pages = [
        ruling_page(match_in_dispute),
        reverse("hand", args=[evening.event.pk, match_in_dispute.pk, 1]),
        board_page(evening),
    ]
    asking = [{"version": asked}, {"version": asked}, {"hour": asked}]
    assert [client.get(page, query).status_code for page, query in zip(pages, asking)] == [404, 404, 404]


def test_an_earlier_ruling_and_replaced_lines_stay_readable(evening, match_in_dispute):
    client = signed_in(evening, "director")
    enter_sheet(
        players_of(match_in_dispute)[1], [SheetEntry(match_in_dispute.pk, 9, 14)], by=evening.scorer, now=evening.now
    )
    for points in (14, 13):
        client.post(ruling_page(match_in_dispute), {"points_1": points, "points_2": 9, "reason": f"it was {points}"})
    shown = match_on_board(evening.event, match_in_dispute.pk)
    assert shown
    assert [(version.kind, version.points) for version in shown.current] == [
        ("sheet", (14, 9)),
        ("sheet", (14, 9)),
        ("ruling", (13, 9)),
    ]
    assert [(version.kind, version.points) for version in shown.earlier] == [("sheet", (12, 9)), ("ruling", (14, 9))]
    page = client.get(match_page(match_in_dispute)).content.decode()
    assert ("it was 14" in page, "2 earlier versions" in page) == (True, True)


def test_a_locked_evening_takes_no_ruling_but_a_correction(evening, match_in_dispute):
    lock_event(evening.event, by=evening.director, now=evening.now)
    page = signed_in(evening, "director").get(match_page(match_in_dispute)).content.decode()
    assert ("Correct the result" in page, "Make a ruling or call off" in page) == (True, False)
    data = {"points_1": 14, "points_2": 9, "reason": "too late"}
    assert signed_in(evening, "director").post(ruling_page(match_in_dispute), data).status_code == 409
    assert Ruling.objects.count() == 0


def test_a_match_called_off_is_shown_and_waited_for_by_nobody(evening):
    gone = players_of(evening.matches(1)[0])[0]
    leave(gone, by=evening.director, now=evening.now)
    board = board_of(evening.hour(1))
    assert sum(1 for table in board.tables for match in table.matches if match.state == "called_off") == 3
    assert gone.pk not in [each.entry.pk for each in board.missing]
    assert len(board.matches) == 9


def test_the_director_calls_a_match_off_with_a_reason_and_a_ruling_brings_it_back(evening):
    director, match = signed_in(evening, "director"), evening.matches(1)[0]
    page = reverse("call_off", args=[evening.event.pk, match.pk])
    refused = director.post(page, {"off_reason": " "})
    assert (refused.status_code, refused.context["off"].errors) == (
        422,
        {"off_reason": ["Give a reason. It is saved with the result."]},
    )
    answer = director.post(page, {"off_reason": "They sat and talked"})
    assert (answer.status_code, answer.url) == (302, f"{board_page(evening)}?hour=1&table=1#match-{match.pk}")
    match.refresh_from_db()
    assert (match.state, LogEntry.objects.first().reason) == (State.CALLED_OFF, "They sat and talked")
    assert "was not played" not in director.get(ruling_page(match)).content.decode()
    director.post(ruling_page(match), {"points_1": 3, "points_2": 1, "reason": "They did play"})
    match.refresh_from_db()
    assert (match.state, match.points[0]) == (State.RULED, 3)
    director.post(page, {"off_reason": "No, they did not"})
    match.refresh_from_db()
    assert (match.state, match.points[0]) == (State.CALLED_OFF, None)


def test_calling_a_match_off_is_for_the_director_and_takes_a_press(evening):
    page = reverse("call_off", args=[evening.event.pk, evening.matches(1)[0].pk])
    reason = {"off_reason": "They sat and talked"}
    assert Client().post(page, reason).url == f"/sign-in/?next={page}"
    assert signed_in(evening).post(page, reason).status_code == 403
    assert signed_in(evening, "director").get(page).status_code == 405
    assert not Match.objects.filter(state=State.CALLED_OFF).exists()


def test_the_earlier_hour_can_be_looked_at_while_the_second_is_played(evening):
    evening.hand_in(1, by_lot)
    evening.second()
    client = signed_in(evening, "director")
    assert client.get(board_page(evening)).context["stage"].number == 2
    board = client.get(board_page(evening) + "?hour=1").context["board"]
    assert sum(line.match.state in SETTLED for line in board.matches) == 12
    assert [client.get(f"{board_page(evening)}?hour={hour}").status_code for hour in ("3", "999")] == [404, 404]


def test_before_the_first_release_the_board_says_why_it_is_empty(evening_of):
    evening = evening_of(8)
    assert "The seats are not shown yet" in signed_in(evening).get(board_page(evening)).content.decode()


@pytest.mark.parametrize("players", [3, pytest.param(30, marks=pytest.mark.slow)])
def test_the_board_takes_the_same_few_queries_for_any_field(evening_of, django_assert_num_queries, players):
    evening = evening_of(players)
    evening.begin()
    unchecked(evening)
    client = signed_in(evening, "director")
    with django_assert_num_queries(10):
        client.get(board_page(evening))


@pytest.mark.parametrize("seen", ["", "999999"])
def test_agreeing_results_that_are_gone_changes_nothing_and_says_so(evening, seen):
    answer = signed_in(evening, "director").post(agree_page(evening), {"seen": seen}, follow=True)
    assert answer.redirect_chain == [(board_page(evening), 302)]
    assert "Those results are no longer there, so nothing was agreed" in answer.content.decode()
