"""The draw page of a round: whom it seats and why, what is known ahead, and who would change seats."""

from dataclasses import replace

import pytest

from tests.conftest import signed_in
from tests.evenings import Evening
from tests.round_evenings import out, rule_all
from tournament.door.services.entries import enter_players, set_here
from tournament.door.services.people import leave
from tournament.door.services.teams import team_up
from tournament.draw.queries.drafts import tables_shown
from tournament.draw.queries.fields import field_of_round
from tournament.draw.queries.reseats import ReseatPlace, SeatChange, changes_made, changes_of, places_of
from tournament.draw.queries.round_drafts import changes_in_round, draws_ahead, round_drawn, round_to_draw
from tournament.draw.queries.seating_reasons import fill_in_names, reasons_of
from tournament.draw.services.draws import discard_draft, keep_draft, release_draw, swap_seats, undo_release
from tournament.draw.services.reseat import reseat
from tournament.draw.services.round_draws import draw_by_score, draw_round, end_before
from tournament.event.queries.competitors import competitors_of, draw_of_competitors, seat_competitors
from tournament.event.services.events import lock_event
from tournament.foundation.errors import AlreadyReleased, CannotDraw
from tournament.models import Apart, Entry, Event, LogEntry, Match, Rest, RestorePoint, Seat, Side, Stage, Team
from tournament.movements import MOVEMENTS
from tournament.movements.draw import Draw, Field, Movement

ROUND_ROBIN = MOVEMENTS["round-robin"]


def draft(evening: Evening, number: int = 1) -> Stage:
    return draw_round(evening.event, number, seed=7, by=evening.director, now=evening.now)


def to_draw(evening: Evening, number: int = 1) -> tuple[object, ...]:
    event = Event.objects.get(pk=evening.event.pk)
    found = round_to_draw(event, number, competitors_of(event))
    alone = tuple(entry.name for entry in found.alone)
    return found.number, found.rounds, str(found.movement), found.entries, found.incomplete, alone, found.why_not


def test_before_the_first_draw_the_round_says_who_can_be_seated_and_who_cannot(rounds_of):
    evening = rounds_of(5, plan=[["round-robin", 0]])
    assert to_draw(evening) == (1, 5, "All meet all", 5, (), (), "")
    set_here(evening.entry("Bea Ash"), False, by=evening.director, now=evening.now)
    leave(evening.entry("Cy Ash"), by=evening.director, now=evening.now)
    enter_players(evening.event, ["Zed Yew", "Zoe Yew", "Zac Yew"], by=evening.director, now=evening.now)
    set_here(evening.entry("Zoe Yew"), False, by=evening.director, now=evening.now)
    leave(evening.entry("Zac Yew"), by=evening.director, now=evening.now)
    assert to_draw(evening) == (1, 3, "All meet all", 3, ("Ann Ash and Bea Ash", "Dan Ash"), ("Zed Yew",), "")


def test_a_pair_that_has_gone_home_whole_lacks_nobody(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]])
    for name in ("Ann Ash", "Bea Ash"):
        leave(evening.entry(name), by=evening.director, now=evening.now)
    assert to_draw(evening) == (1, 3, "All meet all", 2, (), (), "")


def test_with_too_few_the_round_says_what_to_do_and_counts_no_more_rounds_than_are_planned(rounds_of):
    evening = rounds_of(1, plan=[["round-robin", 0]])
    told = "At least 2 players, pairs or teams must be here before anybody can meet."
    assert to_draw(evening) == (1, 1, "All meet all", 1, (), (), told)
    assert round_to_draw(evening.event, 1, competitors_of(evening.event)).sit_outs == ()


def test_heads_and_sit_outs_are_told_before_the_first_round_of_a_part_alone(rounds_of):
    evening = rounds_of(5, plan=[["round-robin", 5]])
    found = round_to_draw(evening.event, 1, competitors_of(evening.event))
    assert len(found.sit_outs) > 1
    assert (found.heads.entered, found.heads.here) == (10, 10)
    out(evening, 1)
    later = round_to_draw(evening.event, 2, competitors_of(evening.event))
    assert (later.number, later.sit_outs) == (2, ())


def test_a_part_that_takes_the_best_counts_its_rounds_for_those_alone(rounds_of):
    evening = rounds_of(8, plan=[["round-robin", 1], ["knock-out", 0, 4]])
    out(evening, 1)
    assert to_draw(evening, 2)[:4] == (2, 3, "Knock-out", 8)


def test_who_came_and_went_since_a_draft_of_those_who_play_in_it(rounds_of):
    evening = rounds_of(6, plan=[["knock-out", 3]])
    out(evening, 1)
    rule_all(evening, 1)
    stage = draft(evening, 2)
    reasons = reasons_of(stage, competitors_of(evening.event))
    assert (bool(changes_in_round(stage)), reasons.advice, len(reasons.out)) == (False, (), 2)
    late = team_up(evening.event, ["Zoe Late", "Yan Late"], by=evening.director, now=evening.now)
    gone = Seat.objects.filter(table__stage=stage).order_by("table__number", "position")[0].entry
    leave(gone, by=evening.director, now=evening.now)
    changes = changes_in_round(Stage.objects.get(pk=stage.pk))
    partner = Entry.objects.filter(team=gone.team_id).exclude(pk=gone.pk).get()
    assert {entry.pk for entry in changes.came} == {entry.pk for entry in late.entries.all()}
    assert {entry.pk for entry in changes.went} == {gone.pk, partner.pk}


def test_a_draft_lists_each_pair_once_with_its_reason_and_who_rests(rounds_of):
    evening = rounds_of(5, plan=[["round-robin", 5]])
    stage = draft(evening)
    units = competitors_of(evening.event)
    drawn = round_drawn(stage, tables_shown(stage), units)
    draw = draw_of_competitors(stage, ROUND_ROBIN)
    names = {key: unit.name for key, unit in units.items()}
    assert [(table.number, [line.name for line in table.lines]) for table in drawn.tables] == [
        (table.number, [names[key] for key in table.entries]) for table in draw.tables
    ]
    assert [table.matches for table in drawn.tables] == [
        (tuple(names[key] for key in table.entries),) for table in draw.tables
    ]
    assert [line.name for line in drawn.resting] == [names[key] for key in draw.resting]
    shared = "Round 1 of the plan in which all meet once."
    assert drawn.reasons.shared == (shared,)
    assert [line.why for table in drawn.tables for line in table.lines] == [""] * 4
    assert [line.why for line in drawn.resting] == ["Sits out, because the number is odd; everybody sits out in turn."]
    first = {entry.team_id: entry.pk for entry in Entry.objects.order_by("-pk")}
    lines = [*(line for table in drawn.tables for line in table.lines), *drawn.resting]
    assert sorted(line.entry.pk for line in lines) == sorted(first.values())


def test_a_reason_is_shared_if_more_than_half_have_it(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]])
    stage = draft(evening)
    units = competitors_of(evening.event)
    one, two, three, four = units
    why = {"stays": ["stays", {"table": 2}], "lot": ["lot", {}], "rank": ["rank", {"rank": 3}]}
    stage.why = {str(key): why[code] for key, code in zip(units, ("stays", "stays", "lot", "rank"), strict=True)}
    told = reasons_of(stage, units)
    assert told.shared == ()
    assert told.why == {
        entry.pk: sentence
        for key, sentence in (
            (one, "Stays at table 2."),
            (two, "Stays at table 2."),
            (three, "Drawn at random."),
            (four, "Number 3 in the standings."),
        )
        for entry in units[key].entries
    }
    stage.why |= {str(three): why["stays"]}
    assert (reasons_of(stage, units).shared, len(reasons_of(stage, units).why)) == (("Stays at table 2.",), 2)
    stage.why = {str(one): why["lot"]}
    assert (reasons_of(stage, units).shared, len(reasons_of(stage, units).why)) == ((), 2)
    stage.why = {str(one): ["moved", {"entry": two}], "99999": why["lot"]}
    assert reasons_of(stage, units).why == {
        entry.pk: f"Moved here by hand, swapped with {units[two].beside_others}." for entry in units[one].entries
    }


def test_only_entries_are_filled_in_by_name():
    params = {"entry": 3, "opponent": 4, "other": 3, "table": 3, "round": "3"}
    assert fill_in_names(params, {3: "Ann"}) == {"entry": "Ann", "opponent": 4, "other": 3, "table": 3, "round": "3"}


def test_a_draft_is_told_what_is_not_as_the_club_wishes_and_released_seats_are_not(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]])
    Apart.objects.create(event=evening.event, one=evening.entry("Ann Ash"), other=evening.entry("Cy Ash"))
    stage, units = draft(evening), competitors_of(evening.event)
    (advice,) = reasons_of(stage, units).advice
    assert "should be kept apart but share table 1." in advice
    release_draw(stage, by=evening.director, now=evening.now)
    assert reasons_of(evening.hour(1), units).advice == ()


def test_those_who_are_out_are_named_with_the_reasons(rounds_of):
    evening = rounds_of(5, plan=[["knock-out", 3]])
    out(evening, 1)
    rule_all(evening, 1)
    stage, units = draft(evening, 2), competitors_of(evening.event)
    (loser,) = {side.entries[0].team_id for match in evening.matches(1) for side in match.sides.filter(number=2)}
    assert (stage.out, reasons_of(stage, units).out) == ([loser], (units[loser].beside_others,))


def test_the_rounds_ahead_are_known_to_the_end_of_the_part_if_no_result_decides(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3], ["swiss", 1]])
    assert draws_ahead(evening.event) == []
    out(evening, 1)
    ahead = draws_ahead(evening.event)
    assert [number for number, _draw in ahead] == [2, 3]
    draft(evening, 2)
    other = rounds_of(4, plan=[["round-robin", 3]])
    for number in (1, 2):
        out(other, number)
    assert draws_ahead(evening.event) == ahead
    keys = sorted(competitors_of(evening.event))
    draws = [draw_of_competitors(evening.hour(1), ROUND_ROBIN), *(draw for _number, draw in ahead)]
    meetings = {frozenset(table.entries) for draw in draws for table in draw.tables}
    assert meetings == {frozenset((one, other)) for one in keys for other in keys if one < other}
    rule_all(evening, 1)
    for number in (2, 3):
        out(evening, number)
        rule_all(evening, number)
        assert [number for number, _draw in draws_ahead(evening.event)] == ([3] if number == 2 else [])
    out(evening, 4)
    assert draws_ahead(evening.event) == []


def test_no_round_is_known_ahead_of_an_evening_by_the_hour(evening_of):
    assert draws_ahead(evening_of(8).begun().event) == []


def test_no_round_is_known_ahead_if_results_decide_or_the_evening_is_locked(rounds_of):
    evening = rounds_of(4, plan=[["swiss", 3]])
    out(evening, 1)
    assert draws_ahead(evening.event) == []
    Event.objects.update(plan=[["round-robin", 3, 0]])
    assert len(draws_ahead(Event.objects.get())) == 2
    rule_all(evening, 1)
    lock_event(Event.objects.get(), by=evening.director, now=evening.now)
    assert draws_ahead(Event.objects.get()) == []


def names_at(stage: Stage) -> dict[int | None, list[str]]:
    return {table.number: [place.name for place in table.places] for table in places_of(stage)}


def test_the_list_for_reseating_has_each_pair_once_at_its_table_and_those_who_rest_last(rounds_of):
    evening = rounds_of(5, plan=[["round-robin", 5]])
    stage = out(evening, 1)
    names = {key: unit.name for key, unit in competitors_of(evening.event).items()}
    draw = draw_of_competitors(stage, ROUND_ROBIN)
    expected = {table.number: [names[key] for key in table.entries] for table in draw.tables}
    assert names_at(stage) == expected | {None: [names[key] for key in draw.resting]}
    assert list(names_at(stage)) == [1, 2, None]
    firsts = {entry.team_id: entry for entry in Entry.objects.order_by("-pk")}
    assert {place for table in places_of(stage) for place in table.places} == {
        ReseatPlace(entry, names[key]) for key, entry in firsts.items()
    }


def test_changes_are_listed_from_the_latest_and_one_made_twice_in_a_row_is_undone(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]])
    stage = out(evening, 1)
    ann, cy, eve = (evening.entry(f"{name} Ash") for name in ("Ann", "Cy", "Eve"))

    def swap(one: Entry, other: Entry) -> None:
        reseat(stage, one, other, by=evening.director, now=evening.now)

    def listed() -> list[tuple[str, str, tuple[int, int]]]:
        return [(change.one, change.other, change.pair) for change in changes_of(stage)]

    assert (listed(), changes_made(stage)) == ([], 0)
    swap(ann, cy)
    swap(ann, eve)
    first = ("Ann Ash and Bea Ash", "Cy Ash and Dan Ash")
    second = ("Ann Ash and Bea Ash", "Eve Ash and Fay Ash")
    pairs = [log.after["entries"][0] for log in LogEntry.objects.filter(action="reseat").order_by("pk")]
    assert [{*change[:2]} for change in listed()] == [{*second}, {*first}]
    assert [change[2] for change in listed()] == [tuple(pair) for pair in reversed(pairs)]
    swap(eve, ann)
    assert ([{*change[:2]} for change in listed()], changes_made(stage)) == ([{*first}], 3)
    (stands,) = changes_of(stage)
    logged = LogEntry.objects.filter(action="reseat").order_by("pk")[0]
    assert stands == SeatChange(logged.at, *listed()[0])


def notes(evening: Evening) -> list[tuple[str, dict[str, object], dict[str, object]]]:
    logged = LogEntry.objects.filter(event=evening.event).order_by("pk")
    return list(logged.values_list("action", "before", "after"))


def test_the_log_has_every_step_of_a_draw(rounds_of):
    evening = rounds_of(5, plan=[["round-robin", 0]])
    already = len(notes(evening))
    stage = draft(evening)
    one, other = (Seat.objects.get(table__stage=stage, table__number=n, position=1).entry for n in (1, 2))
    swap_seats(stage, one, other, by=evening.director, now=evening.now)
    release_draw(stage, by=evening.director, now=evening.now)
    evening.event.refresh_from_db()
    discard_draft(draft(evening, 2), by=evening.director, now=evening.now)
    assert [each for each in notes(evening)[already:] if each[0] != "issue_codes"] == [
        ("draw_rounds", {}, {"hour": 1, "seed": 7, "tables": 2}),
        ("swap_seats", {}, {"entries": [one.pk, other.pk], "hour": 1}),
        ("release_draw", {}, {"hour": 1, "settled": True}),
        ("draw_rounds", {}, {"hour": 2, "seed": 7, "tables": 2}),
        ("discard_draft", {"hour": 2, "seed": 7}, {}),
    ]


def test_a_knock_out_with_nobody_left_to_meet_ends_before_the_round_and_the_log_says_so(rounds_of):
    evening = rounds_of(2, plan=[["knock-out", 3]])
    out(evening, 1)
    rule_all(evening, 1)
    with pytest.raises(CannotDraw, match="The knock-out is decided"):
        draft(evening, 2)
    assert Event.objects.get().plan == [["knock-out", 1, 0]]
    action, before, after = notes(evening)[-1]
    assert (action, before["plan"], after["plan"]) == ("change_settings", "Knock-out: 3 rounds", "Knock-out: 1 round")


def test_too_few_to_draw_leave_the_plan_as_it_is(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]])
    out(evening, 1)
    rule_all(evening, 1)
    for entry in Entry.objects.exclude(player__name__in=("Ann Ash", "Bea Ash")):
        leave(entry, by=evening.director, now=evening.now)
    with pytest.raises(CannotDraw):
        draft(evening, 2)
    assert evening.event.plan == Event.objects.get().plan


def test_an_early_end_deletes_the_draft_and_keeps_the_rounds_before_it(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3], ["swiss", 2]])
    out(evening, 1)
    draft(evening, 2)
    end_before(evening.event, 3, by=evening.director, now=evening.now)
    assert Event.objects.get().plan == [["round-robin", 2, 0], ["swiss", 2, 0]]
    assert list(Stage.objects.order_by("number").values_list("number", flat=True)) == [1, 2]
    end_before(evening.event, 2, by=evening.director, now=evening.now)
    assert Event.objects.get().plan == [["round-robin", 1, 0], ["swiss", 2, 0]]
    assert list(Stage.objects.values_list("number", flat=True)) == [1]
    assert notes(evening)[-1][0] == "change_settings"


def test_the_rounds_from_here_on_are_drawn_by_score_before_the_part_that_follows(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 4], ["knock-out", 2]])
    out(evening, 1)
    rule_all(evening, 1)
    draft(evening, 2)
    stage = draw_by_score(evening.event, 2, seed=9, by=evening.director, now=evening.now)
    assert Event.objects.get().plan == [["round-robin", 1, 0], ["swiss", 3, 0], ["knock-out", 2, 0]]
    assert (stage.number, stage.seed) == (2, 9)
    assert list(Stage.objects.order_by("number").values_list("number", flat=True)) == [1, 2]


def test_a_round_is_not_drawn_before_the_one_before_it_is_shown_or_again_once_it_is(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]])
    draft(evening)
    with pytest.raises(CannotDraw, match="The seats of round 1 are not shown yet. Draw it first."):
        draft(evening, 2)
    out(evening, 1)
    with pytest.raises(AlreadyReleased):
        draft(evening, 1)
    with pytest.raises(CannotDraw, match="The plan ends with round 3"):
        draft(evening, 4)
    assert draft(evening, 2).number == 2


@pytest.mark.parametrize(
    "plan",
    [
        [["swiss", 2]],
        [["knock-out", 2]],
        [["round-robin", 1], ["round-robin", 1]],
        [["round-robin", 1], ["knock-out", 2]],
        [["knock-out", 1], ["swiss", 2]],
    ],
)
def test_where_results_decide_they_are_wanted_first_and_a_knock_out_says_what_to_do_for_nobody(rounds_of, plan):
    evening = rounds_of(4, plan=plan)
    out(evening, 1)
    first, second = sorted(evening.matches(1), key=lambda match: match.table.number)
    Match.objects.filter(pk=first.pk).update(state="called_off")
    with pytest.raises(CannotDraw) as refused:
        draft(evening, 2)
    told = "Results decide who meets whom. Not agreed yet: table 2."
    neither = " If neither side came to a table, rule it under Results: “Walk-over”, then “Neither side”."
    assert str(refused.value) == told + (neither if plan[0][0] == "knock-out" else "")
    for match in (first, second):
        Side.objects.filter(match=match, number=1).update(points=14)
        Side.objects.filter(match=match, number=2).update(points=9)
    Match.objects.filter(pk=second.pk).update(state="agreed")
    Match.objects.filter(pk=first.pk).update(state="ruled")
    assert draft(evening, 2).number == 2


def test_rounds_of_which_no_result_decides_are_drawn_over_open_tables(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]])
    out(evening, 1)
    assert draft(evening, 2).number == 2


def pressed(evening: Evening, number: int, **values: object) -> tuple[int, str]:
    client = signed_in(evening, "director")
    address = f"/e/{evening.event.pk}/draw/{number}/"
    if values["action"] == "release":
        values["seen"] = client.get(address).context["mark"]
    answer = client.post(address, values)
    return answer.status_code, answer.headers.get("Location", "").replace(f"/e/{evening.event.pk}", "/e")


def test_every_press_on_the_draw_leads_on(rounds_of):
    evening = rounds_of(5, plan=[["round-robin", 5]])
    assert pressed(evening, 1, action="draw", seed="7") == (302, "/e/draw/1/")
    one, other = (Seat.objects.get(table__number=number, position=1).entry for number in (1, 2))
    assert pressed(evening, 1, action="swap", swap=[one.pk, other.pk]) == (302, f"/e/draw/1/#seat-{one.pk}")
    assert pressed(evening, 1, action="swap", swap=[one.pk]) == (422, "")
    assert pressed(evening, 1, action="release") == (302, "/e/")
    assert pressed(evening, 1, action="undo_release") == (302, "/e/draw/1/")
    assert pressed(evening, 1, action="discard") == (302, "/e/draw/1/")
    assert pressed(evening, 1, action="draw", seed="x") == (422, "")
    assert pressed(evening, 1, action="stand on the table") == (404, "")
    assert pressed(evening, 6, action="draw") == (404, "")
    out(evening, 1)
    assert pressed(evening, 2, action="by_score")[0] == 409
    rule_all(evening, 1)
    assert pressed(evening, 2, action="by_score") == (302, "/e/draw/2/")
    assert pressed(evening, 2, action="end_here") == (302, "/e/")


def test_the_page_knows_what_may_be_undone_and_what_was_ticked(rounds_of):
    evening = rounds_of(5, plan=[["round-robin", 5]])
    client = signed_in(evening, "director")

    def context(*, at: str = f"/e/{evening.event.pk}/draw/1/") -> dict[str, object]:
        return {key: client.get(at).context[key] for key in ("can_undo", "is_repeat", "changes", "ticked", "drawn")}

    assert context() == {"can_undo": False, "is_repeat": False, "changes": None, "ticked": (), "drawn": None}
    stage = draft(evening)
    before = context()
    assert (before["can_undo"], bool(before["changes"]), before["changes"] is None) == (False, False, False)
    release_draw(stage, by=evening.director, now=evening.now)
    after = context()
    assert (after["can_undo"], after["changes"], after["drawn"] is None) == (True, None, False)
    evening.play_rounds(1)
    assert context()["can_undo"] is False


def test_a_draft_of_teams_offers_no_swap_and_refuses_one(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]], enters="teams")
    stage = draft(evening)
    text = signed_in(evening, "director").get(f"/e/{evening.event.pk}/draw/1/").content.decode()
    assert ('value="release"' in text, 'value="swap"' in text) == (True, False)
    one, other = (Seat.objects.get(table__stage=stage, table__number=n, position=1).entry for n in (1, 2))
    with pytest.raises(CannotDraw, match="A team sits at several tables"):
        swap_seats(stage, one, other, by=evening.director, now=evening.now)


class LosesTable:
    """A movement that forgets its first table, as no movement of ours may."""

    def __init__(self, movement: Movement) -> None:
        self._movement = movement

    def __getattr__(self, name: str) -> object:
        return getattr(self._movement, name)

    def next_draws(self, field: Field[int]) -> list[Draw[int]]:
        return [replace(draw, tables=draw.tables[1:]) for draw in self._movement.next_draws(field)]


def test_a_draw_with_a_fault_is_never_saved_and_its_faults_are_said_by_name(rounds_of, monkeypatch):
    evening = rounds_of(4, plan=[["round-robin", 3]])
    whole = field_of_round(evening.event, 1, seed=7)
    draw = ROUND_ROBIN.next_draws(whole)[0]
    names = {key: unit.beside_others for key, unit in competitors_of(evening.event).items()}
    monkeypatch.setitem(MOVEMENTS, "round-robin", LosesTable(ROUND_ROBIN))
    with pytest.raises(CannotDraw) as refused:
        draft(evening)
    assert str(refused.value) == " ".join(f"{names[key]} has no seat." for key in sorted(draw.tables[0].entries))
    monkeypatch.undo()
    seated = seat_competitors(evening.event, competitors_of(evening.event), draw)
    one = seated.tables[0].seats[0]
    twice = replace(seated, resting=(one,))
    with pytest.raises(CannotDraw) as refused:
        keep_draft(evening.event, 1, twice, seed=7, by=evening.director, now=evening.now)
    assert str(refused.value) == f"{Entry.objects.get(pk=one).name} has 2 seats."
    stage = draft(evening)
    (late,) = enter_players(evening.event, ["Zed Yew"], by=evening.director, now=evening.now)
    Entry.objects.filter(pk=late.pk).update(team=Team.objects.create(event=evening.event))
    Event.objects.update(enters="players")
    with pytest.raises(CannotDraw, match="^A player without a seat in this draw cannot be swapped.$"):
        swap_seats(stage, Entry.objects.get(pk=one), late, by=evening.director, now=evening.now)


def test_who_rests_is_in_the_rests_of_a_draft_and_of_no_draft_that_is_gone(rounds_of):
    evening = rounds_of(5, plan=[["round-robin", 5]])
    draft(evening)
    assert Rest.objects.count() == 2
    discard_draft(evening.hour(1), by=evening.director, now=evening.now)
    assert (Rest.objects.count(), Seat.objects.count(), Stage.objects.count()) == (0, 0, 0)


def test_each_large_step_keeps_the_evening_as_it_was_before(rounds_of):
    evening = rounds_of(5, plan=[["round-robin", 5]])
    draft(evening)
    discard_draft(evening.hour(1), by=evening.director, now=evening.now)
    out(evening, 1)
    undo_release(evening.hour(1), by=evening.director, now=evening.now)
    out(evening, 1)
    one, other = (Seat.objects.get(table__number=number, position=1).entry for number in (1, 2))
    reseat(evening.hour(1), one, other, by=evening.director, now=evening.now)
    points = RestorePoint.objects.order_by("pk").values_list("action", "hour", "made_by")
    steps = ("discard_draft", "release_draw", "undo_release", "release_draw", "reseat")
    assert list(points) == [(step, 1, evening.director.pk) for step in steps]


def test_the_seats_that_are_hidden_again_take_the_drafts_of_later_rounds_with_them_and_the_log_says_so(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 0]])
    out(evening, 1)
    assert evening.event.plan == [["round-robin", 3, 0]]
    draft(evening, 2)
    matches = sorted(match.pk for match in evening.matches(1))
    undo_release(evening.hour(1), by=evening.director, now=evening.now)
    assert notes(evening)[-2:] == [
        ("discard_draft", {"hour": 2, "seed": 7}, {}),
        ("undo_release", {"hour": 1, "matches": matches}, {}),
    ]
    assert (list(Stage.objects.values_list("number", "released_at")), Match.objects.count()) == ([(1, None)], 0)
    assert Event.objects.get().plan == [["round-robin", 0, 0]]


def test_a_number_of_rounds_that_was_planned_is_not_settled_by_the_release(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 2], ["swiss", 0]])
    out(evening, 1)
    assert ("release_draw", {}, {"hour": 1}) in notes(evening)
    rule_all(evening, 1)
    out(evening, 2)
    rule_all(evening, 2)
    out(evening, 3)
    assert ("release_draw", {}, {"hour": 3, "settled": True}) in notes(evening)
    assert Event.objects.get().plan[0] == ["round-robin", 2, 0]


def told(evening: Evening, number: int, **values: object) -> list[str]:
    """Returns what the page says after a press."""
    client = signed_in(evening, "director")
    address = f"/e/{evening.event.pk}/draw/{number}/"
    if values["action"] == "release":
        values["seen"] = client.get(address).context["mark"]
    return [str(message) for message in client.post(address, values, follow=True).context["messages"]]


def test_every_press_on_the_draw_says_what_happened(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]])
    draft(evening)
    units = competitors_of(evening.event)
    one, other = (Seat.objects.get(table__number=number, position=1).entry for number in (1, 2))
    names = tuple(units[entry.team_id].beside_others for entry in (one, other))
    assert told(evening, 1, action="swap", swap=[one.pk, other.pk])[0] in (
        f"{names[0]} and {names[1]} have swapped seats.",
        f"{names[1]} and {names[0]} have swapped seats.",
    )
    assert told(evening, 1, action="release") == ["Everybody can see the seats of round 1 now."]
    assert told(evening, 1, action="undo_release") == ["The seats are hidden again. Only you see the draw."]
    assert told(evening, 1, action="discard") == ["The draft is deleted. Nobody had seen it."]
    out(evening, 1)
    assert told(evening, 2, action="end_here") == ["The plan ends with round 1. Undo brings the other rounds back."]


def test_the_page_of_two_in_each_others_seats_shows_the_round_and_what_was_changed(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]])
    out(evening, 1)
    client, address = signed_in(evening, "director"), f"/e/{evening.event.pk}/reseat/1/"
    page = client.get(address)
    assert (page.status_code, page.context["seen"], page.context["is_on"], page.context["can_reopen"]) == (
        200,
        0,
        True,
        False,
    )
    assert (page.context["changes"], len(page.context["tables"]), page.context["ticked"]) == ([], 2, [])
    one, other = (Seat.objects.get(table__number=number, position=1).entry for number in (1, 2))
    answer = client.post(address, {"reseat": [one.pk, other.pk], "seen": 0}, follow=True)
    assert answer.redirect_chain == [(address, 302)]
    (said,) = [str(message) for message in answer.context["messages"]]
    assert said.endswith(": swapped. The hands now count for the players who played them.")
    assert (answer.context["seen"], len(answer.context["changes"])) == (1, 1)
    again = client.post(address, {"reseat": [one.pk, other.pk], "seen": 0})
    assert (again.status_code, again.context["ticked"]) == (422, [str(one.pk), str(other.pk)])
    assert again.context["form"].errors["reseat"] == [
        "Seats have changed since you opened this page. This is the current list."
    ]
    assert client.get(f"/e/{evening.event.pk}/reseat/2/").status_code == 404
    out(evening, 2)
    assert client.get(address).context["is_on"] is False


def test_the_rounds_ahead_are_unknown_if_they_cannot_be_seated(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]])
    out(evening, 1)
    Entry.objects.exclude(player__name__in=("Ann Ash", "Bea Ash")).update(left_at=evening.now)
    assert draws_ahead(evening.event) == []
