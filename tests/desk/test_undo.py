"""Undo: every kind of step is offered in words as long as nothing depends on it, and undone by one press."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scoring import HandFacts, TrumpFact, stand
from tests.conftest import signed_in
from tests.evenings import Evening
from tests.round_evenings import Rounds, out, rule_all
from tournament.clock.services.hall_clock import give_table_time, mute
from tournament.clock.services.rounds import extend_round, pause_round, shorten_round, start_round
from tournament.door.services.entries import enter_players, remove_entry, set_here
from tournament.door.services.people import leave
from tournament.door.services.teams import Party, enter_parties, team_up
from tournament.door.services.till import pay
from tournament.draw.services.draws import draw_first_hour, swap_seats
from tournament.draw.services.round_draws import draw_round
from tournament.event.services.events import change_settings, lock_event, show_standings
from tournament.hands.services.hands import correct_hand, withdraw_hand
from tournament.hands.services.recording import record_hand
from tournament.matches.queries.matches import seating_of, sides_of
from tournament.models import Entry, Event, Hand, Match, Payment, Round, Seat, Stage, State
from tournament.results.services.decisions import call_off, give_walk_over, make_ruling
from tournament.results.services.sheets import SheetEntry, enter_sheet
from tournament.results.services.slips import SlipLine, enter_slip
from tournament.screens.services import begin_prizes, reveal_prize, show_call_out


def names(desk: Client, evening: Evening) -> list[str]:
    return [step.name for step in desk.get(f"/e/{evening.event.pk}/undo/").context["steps"]]


def undo(desk: Client, evening: Evening) -> str:
    """The newest."""
    step = desk.get(f"/e/{evening.event.pk}/undo/").context["steps"][0]
    answer = desk.post(f"/e/{evening.event.pk}/step/", {"action": "take_back", "log": step.log}, follow=True)
    return " ".join(map(str, answer.context["messages"]))


@pytest.fixture
def pairs(rounds_of: Rounds) -> Evening:
    return rounds_of(4, plan=[["round-robin", 0]], price=Decimal("2.00"))


def test_a_draw_its_swaps_and_its_release_are_undone_one_after_another(pairs: Evening) -> None:
    desk, by, now = signed_in(pairs, "director"), pairs.director, timezone.now()
    stage = draw_round(pairs.event, 1, seed=1, by=by, now=now)
    tables = {seat.table.number: seat.entry for seat in stage_seats(stage)}
    swap_seats(stage, tables[1], tables[2], by=by, now=now)
    assert [name.partition(" of ")[0] for name in names(desk, pairs)[:2]] == ["swap", "draw"]
    undo(desk, pairs)
    assert {seat.table.number: seat.entry for seat in stage_seats(stage)} == tables
    assert (undo(desk, pairs), Stage.objects.count()) == ("Undone: draw of round 1.", 0)
    assert [name for name in names(desk, pairs) if "draw of " in name] == []


def test_a_swap_in_a_draft_that_was_replaced_is_not_offered_without_both_players(
    evening_of: Callable[..., Evening],
) -> None:
    evening = evening_of(9)
    desk, by, event = signed_in(evening, "director"), evening.director, evening.event
    seats = stage_seats(draw_first_hour(event, seed=1, by=by, now=evening.now))
    gone, other = seats[0].entry, next(seat.entry for seat in seats if seat.table_id != seats[0].table_id)
    swap_seats(seats[0].table.stage, gone, other, by=by, now=evening.now)
    set_here(gone, False, by=by, now=evening.now)
    draw_first_hour(event, seed=2, by=by, now=evening.now)
    assert [name for name in names(desk, evening) if name.startswith("swap of")] != []
    remove_entry(gone, by=by, now=evening.now)
    assert [name for name in names(desk, evening) if name.startswith("swap of")] == []


def stage_seats(stage: Stage) -> list[Seat]:
    return list(Seat.objects.filter(table__stage=stage).select_related("table", "entry__player"))


def test_what_was_done_in_a_round_is_undone_newest_first(pairs: Evening) -> None:
    desk, by, event = signed_in(pairs, "director"), pairs.director, pairs.event
    out(pairs, 1)
    moments = (timezone.now() - timedelta(minutes=20) + timedelta(seconds=n) for n in range(20))
    start_round(Round.objects.get(), by=by, now=next(moments))
    pause_round(Round.objects.get(), by=by, now=next(moments))
    give_table_time(event, 1, timedelta(minutes=3), by=by, now=next(moments))
    mute(event, True, by=by, now=next(moments))
    show_call_out(event, "Tea", by=by, now=next(moments))
    person = event.entries.all()[0]
    pay(person, Decimal("2.00"), seen=0, by=by, now=next(moments))
    leave(person, by=by, now=next(moments))
    set_here(event.entries.all()[1], False, by=by, now=next(moments))
    first, second = pairs.matches(1)
    enter_slip(first, [SlipLine(14, games=1), SlipLine(9, games=0)], by=by, now=next(moments))
    make_ruling(second, points=(14, 3), games=(1, 0), reason="So.", by=by, now=next(moments))
    show_standings(event, True, by=by, now=next(moments))
    said = names(desk, pairs)
    assert [name for name in said if not name.startswith(("slip", "decision"))] == [
        "standings shown",
        f"{person.name} left",
        f"{person.name} paid £2.00" if event.club.currency else f"{person.name} paid 2.00",
        "announcement “Tea”",
        "mute",
        "extra time for table 1",
        "pause of round 1",
    ]
    done = [undo(desk, pairs) for _each in said]
    assert done == [f"Undone: {name}." for name in said]
    event.refresh_from_db()
    person.refresh_from_db()
    round = Round.objects.get()
    assert (event.standings_shown, event.muted_at, person.left_at) == (False, None, None)
    assert (round.paused_at, round.table_times, Payment.objects.count()) == (None, {}, 2)
    assert [match.state for match in pairs.matches(1)] == [State.WAITING, State.WAITING]


def test_a_decision_undone_lets_the_one_before_it_count_again(pairs: Evening) -> None:
    desk, by, now = signed_in(pairs, "director"), pairs.director, timezone.now()
    out(pairs, 1)
    first, second = pairs.matches(1)
    make_ruling(first, points=(14, 9), games=(1, 0), reason="So.", by=by, now=now)
    call_off(first, reason="No.", by=by, now=now + timedelta(seconds=1))
    undo(desk, pairs)
    first.refresh_from_db()
    assert (first.state, list(first.points)) == (State.RULED, [14, 9])
    give_walk_over(second, 1, reason="Late.", by=by, now=now + timedelta(seconds=2))
    undo(desk, pairs)
    second.refresh_from_db()
    assert (second.state, second.walk_over) == (State.WAITING, None)


def test_nothing_that_seated_somebody_is_offered(pairs: Evening) -> None:
    desk = signed_in(pairs, "director")
    out(pairs, 1)
    rule_all(pairs, 1)
    assert len(names(desk, pairs)) == 2
    out(pairs, 2)
    assert names(desk, pairs) == ["showing the seats of round 2"]


def test_after_the_end_locking_and_prizes_are_undone_and_nothing_else(pairs: Evening) -> None:
    desk, by, now = signed_in(pairs, "director"), pairs.director, timezone.now()
    change_settings(pairs.event, {"plan": [["round-robin", 1, None]]}, by=by, now=now)
    out(pairs, 1)
    rule_all(pairs, 1)
    lock_event(pairs.event, by=by, now=now)
    begin_prizes(pairs.event, places=2, side_prizes=False, by=by, now=now + timedelta(seconds=1))
    reveal_prize(pairs.event, seen=0, by=by, now=now + timedelta(seconds=2))
    assert names(desk, pairs) == ["prize 1 revealed", "locking the evening"]
    assert [undo(desk, pairs), *names(desk, pairs)] == [
        *("Undone: prize 1 revealed.", "start of prize-giving", "locking the evening"),
    ]
    assert [undo(desk, pairs), undo(desk, pairs)] == ["Undone: start of prize-giving.", "Undone: locking the evening."]
    pairs.event.refresh_from_db()
    assert pairs.event.locked_at is None
    assert Match.objects.filter(state=State.RULED).count() == 2


def test_names_and_pairs_entered_at_the_door_are_undone_until_they_are_seated(pairs: Evening) -> None:
    desk, by, now = signed_in(pairs, "director"), pairs.director, timezone.now()
    entered = pairs.event.entries.count()
    team_up(pairs.event, ["Pam Twin", "Pia Twin"], by=by, now=now)
    enter_players(pairs.event, ["Zoe Solo"], by=by, now=now + timedelta(seconds=1))
    assert names(desk, pairs)[:2] == ["Zoe Solo entered", "Pam Twin and Pia Twin together"]
    assert undo(desk, pairs) == "Undone: Zoe Solo entered."
    assert undo(desk, pairs) == "Undone: Pam Twin and Pia Twin together."
    assert undo(desk, pairs) == "Undone: Pam Twin and Pia Twin entered."
    assert pairs.event.entries.count() == entered
    out(pairs, 1)
    assert [name for name in names(desk, pairs) if "entered" in name or "together" in name] == []


def test_a_pasted_list_of_pairs_is_undone_as_one_and_says_how_many(pairs: Evening) -> None:
    desk, entered, teams = signed_in(pairs, "director"), pairs.event.entries.count(), pairs.event.teams.count()
    coming = [Party(("Pam Twin", "Pia Twin")), Party(("Ned Oak", "Ted Oak")), Party(("Zoe Solo",))]
    enter_parties(pairs.event, coming, by=pairs.director, now=timezone.now())
    assert undo(desk, pairs) == "Undone: 2 pairs put together."
    assert (pairs.event.entries.count(), pairs.event.teams.count()) == (entered + 5, teams)
    assert undo(desk, pairs) == "Undone: 5 names entered."
    assert pairs.event.entries.count() == entered


def test_settings_and_time_are_set_back_to_what_they_were(pairs: Evening) -> None:
    desk, by = signed_in(pairs, "director"), pairs.director
    before = Event.objects.values().get(pk=pairs.event.pk)
    wanted = {"name": "Another", "price": Decimal("3.50"), "length_kind": "timed"}
    change_settings(pairs.event, wanted, by=by, now=timezone.now())
    assert names(desk, pairs)[0] == "settings changed (name, price and match length)"
    undo(desk, pairs)
    after = Event.objects.values().get(pk=pairs.event.pk)
    assert {key: after[key] for key in before if key != "revision"} == {
        key: before[key] for key in before if key != "revision"
    }
    assert [name for name in names(desk, pairs) if "settings: name" in name] == []
    change_settings(pairs.event, wanted, by=by, now=timezone.now())
    out(pairs, 1)
    start_round(Round.objects.get(), by=by, now=timezone.now())
    # Play has fixed the length of a match.
    assert [name for name in names(desk, pairs) if "settings: name" in name] == []
    round = Round.objects.get()
    extend_round(round, timedelta(minutes=5), by=by, now=timezone.now())
    assert undo(desk, pairs) == "Undone: 5 min added to round 1."
    assert Round.objects.get().extra == round.extra
    shorten_round(round, timedelta(minutes=1), by=by, now=timezone.now())
    assert undo(desk, pairs) == "Undone: 1 min taken off round 1."
    assert (Round.objects.get().extra, names(desk, pairs)[0]) == (round.extra, "start of round 1")


def test_a_sheet_keyed_for_the_wrong_player_is_undone(evening_of) -> None:
    evening = evening_of(4)
    evening.playing()
    desk, by, now = signed_in(evening, "director"), evening.director, timezone.now()
    lines: dict[Entry, list[SheetEntry]] = {}
    for match in evening.matches(1):
        for side, other in zip(sides_of(match), reversed(sides_of(match)), strict=True):
            told = SheetEntry(match.pk, mine=side.number, theirs=other.number)
            lines.setdefault(side.entries[0], []).append(told)
    first, second, *_others = lines
    enter_sheet(first, lines[first], by=by, now=now)
    enter_sheet(second, lines[second], by=by, now=now + timedelta(seconds=1))
    states = [match.state for match in evening.matches(1)]
    assert names(desk, evening)[:2] == [f"sheet of {second.name}", f"sheet of {first.name}"]
    undo(desk, evening)
    undo(desk, evening)
    assert State.AGREED in states
    assert {match.state for match in evening.matches(1)} == {State.WAITING}


def test_a_correction_and_a_deletion_of_a_hand_are_undone(evening_of) -> None:
    evening = evening_of(4, format="trinidad-tables")
    match = evening.playing().matches(1)[0]
    desk, by, now = signed_in(evening, "director"), evening.director, timezone.now()
    one, other = seating_of(match).seats[:2]
    ours, theirs = seating_of(match).sides
    known = {"dealer": one, "events": (stand(other),), "game": ours, "high": TrumpFact(one), "low": TrumpFact(other)}
    facts = HandFacts(seating_of(match), **known, jack=None)
    hand = record_hand(match, number=1, entry_key=uuid4(), facts=facts, by=by, now=now)
    first, now = hand.facts, now + timedelta(seconds=1)
    wrong = replace(facts, game=theirs)
    corrected = correct_hand(hand, entry_key=uuid4(), facts=wrong, reason="Wrong.", by=by, now=now)
    assert corrected.facts != first
    withdraw_hand(corrected, reason="Not played.", by=by, now=now + timedelta(seconds=1))
    assert Hand.objects.filter(superseded_at=None).count() == 0
    assert undo(desk, evening).startswith("Undone: deletion of hand 1, ")
    back = Hand.objects.get(superseded_at=None)
    assert back.facts == corrected.facts
    now += timedelta(seconds=2)
    correct_hand(back, entry_key=uuid4(), facts=facts, reason="Right.", by=by, now=now)
    assert undo(desk, evening).startswith("Undone: correction of hand 1, ")
    assert Hand.objects.get(superseded_at=None).facts == corrected.facts
    make_ruling(match, points=(14, 3), games=(1, 0), reason="So.", by=by, now=now + timedelta(seconds=1))
    assert [name for name in names(desk, evening) if "hand 1" in name] == []
