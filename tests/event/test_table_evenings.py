"""Whole evenings at tables by lot: hands at random, counted by the services and by a sum of their own."""

from collections import Counter
from collections.abc import Callable
from random import Random
from uuid import uuid4

import pytest

from scoring import RULE_SETS, with_house_rules
from tests.evenings import Evening
from tests.kinds import mostly_slow
from tests.scoring.dealing import played_hand
from tournament.desk.queries.evening_summary import summarize_evening
from tournament.desk.queries.next_step import next_step
from tournament.event.services.events import lock_event, show_standings
from tournament.formats.formats import FORMATS
from tournament.foundation.errors import MatchOver
from tournament.hands.services.hands import correct_hand, finish_hands
from tournament.hands.services.recording import record_hand
from tournament.matches.queries.matches import seating_of
from tournament.matches.queries.rescoring import differences_in
from tournament.models import Event, Hand, Match, State
from tournament.results.services.decisions import agree_table
from tournament.rules.queries.rules import rules_of
from tournament.standings.queries.standings import standings_of

MOST_HANDS = 200


def play_match(evening: Evening, match: Match, chance: Random, *, hands: int = MOST_HANDS) -> None:
    """Hand by hand as a table has them, until its match is over or so many are recorded."""
    rules = rules_of(evening.event)
    for number in range(1, hands + 1):
        facts = played_hand(rules, seating_of(match), chance).facts
        try:
            record_hand(match, number=number, entry_key=uuid4(), facts=facts, by=evening.scorer, now=evening.now)
        except MatchOver:
            return


def won(match: Match) -> dict[str, tuple[int, int]]:
    """Games and points of each side, added up from the awards of its hands alone."""
    seating, games, points = seating_of(match), Counter[str](), Counter[str]()
    for hand in match.hands.filter(superseded_at=None):
        for _kind, side, made in hand.awards["awards"]:
            points[side] += made
        if winner := hand.awards.get("winner"):
            games[winner] += bool(hand.awards["awards"])
    return {side: (games[side], points[side]) for side in seating.side_names}


def label(event: Event, evening: Evening) -> str:
    step = next_step(summarize_evening(Event.objects.get(pk=event.pk), evening.now))
    return step.label if step else ""


EVENINGS = [
    ("trinidad-tables", 12, {"house_rules": {"points.game": 2}}),
    ("lancashire-tables", 8, {"length_kind": "single"}),
    ("nlcb-tables", 4, {"length_kind": "race", "length_number": 2}),
    ("auction-pitch-tables", 9, {"length_kind": "single", "house_rules": {"settle_up.set_backs": True}}),
    ("seven-up-tables", 6, {"table_size": 3, "length_kind": "games", "length_number": 4}),
    ("seven-up-tables", 6, {}),
]


@pytest.mark.parametrize(
    ("key", "players", "settings"), mostly_slow(EVENINGS, quick=[each for each in EVENINGS if each[1] == 9])
)
def test_an_evening_is_played_out_and_ranked_by_games_and_then_points(
    evening_of: Callable[..., Evening], key: str, players: int, settings: dict[str, object]
) -> None:
    evening = evening_of(players, format=key, **settings)
    assert label(evening.event, evening) == "Draw the tables"
    evening.begin()
    assert label(evening.event, evening) == "Start the round"
    evening.play_rounds(1)
    assert label(evening.event, evening) == "Open the clock"
    chance = Random(f"{key}{settings}")
    for match in evening.matches(1):
        play_match(evening, match, chance)
    assert {match.state for match in evening.matches(1)} == {State.ENTERED}
    assert label(evening.event, evening).startswith("Agree")
    for match in evening.matches(1):
        agree_table(match.table, by=evening.director, now=evening.now)
    expected = {}
    for match in evening.matches(1):
        told = won(match)
        for side in match.sides.all():
            assert (side.games, side.points) == told[side.key]
            expected |= {entry.name: told[side.key] for entry in side.entries}
    standings = standings_of(evening.event)
    assert {line.name: (line.record.games, line.record.total) for line in standings.lines} == expected
    ranked = [expected[line.name] for line in standings.lines]
    assert ranked == sorted(expected.values(), reverse=True)
    assert (len(ranked), standings.provisional, standings.any_adjusted) == (players, False, False)
    assert differences_in(evening.event) == []
    assert label(evening.event, evening) == "Prize-giving"
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    assert label(evening.event, evening) == "Lock the evening"
    lock_event(evening.event, by=evening.director, now=evening.now)
    assert label(evening.event, evening) == ""


def test_partners_have_the_same_and_are_named_beside_each_other(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(4, format="trinidad-tables", length_kind="single")
    evening.begin()
    (match,) = evening.matches(1)
    play_match(evening, match, Random(1674))
    lines = {line.name: line for line in standings_of(evening.event).lines}
    for side in match.sides.all():
        one, other = (lines[entry.name] for entry in side.entries)
        assert (one.record.games, one.record.total, one.placing.shown) == (
            *(other.record.games, other.record.total, other.placing.shown),
        )
        assert (one.partners, other.partners) == ((other.name,), (one.name,))
        assert (one.skipped, other.skipped) == ((), ())


def test_a_timed_evening_ends_at_the_bell_with_the_game_in_play_as_the_club_has_it(
    evening_of: Callable[..., Evening],
) -> None:
    evening = evening_of(4, format="trinidad-tables", length_kind="timed", unfinished="ahead")
    evening.begin()
    evening.play_rounds(1)
    (match,) = evening.matches(1)
    play_match(evening, match, Random(3), hands=2)
    evening.end_rounds(1)
    assert label(evening.event, evening) == "Chase 1 missing result"
    assert [line.record.games for line in standings_of(evening.event).lines] == [None] * 4
    finish_hands(match, by=evening.scorer, now=evening.now)
    counts = won(match)
    (side_a, side_b) = match.sides.all()
    ahead = max(counts, key=lambda side: counts[side][1])
    assert counts[side_a.key] != counts[side_b.key]
    assert {side.key: side.games for side in evening.matches(1)[0].sides.all()} == {
        side: int(side == ahead) for side in counts
    }


def test_a_kent_game_at_tables_of_two_is_ranked_by_points(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(6, format="kent-tables")
    evening.begin()
    evening.play_rounds(1)
    for number, match in enumerate(evening.matches(1)):
        play_match(evening, match, Random(number), hands=3)
        finish_hands(match, by=evening.scorer, now=evening.now)
    lines = standings_of(evening.event).lines
    totals = [line.record.total for line in lines]
    assert totals == sorted(totals, reverse=True)
    assert {line.record.games for line in lines} == {None}
    assert {line.placing.decided_by for line in lines} <= {"points", "all_fours", None}


def test_pitch_settles_each_game_up_between_its_players(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(5, format="auction-pitch-tables", length_kind="single", house_rules={"settle_up.stake": 5})
    evening.begin()
    (match,) = evening.matches(1)
    play_match(evening, match, Random(7))
    last = Hand.objects.filter(match=match).latest("number")
    assert last.awards["winner"] in seating_of(match).side_names


def test_a_correction_that_ends_a_game_earlier_keeps_the_hands_after_it_and_ranks_anew(
    evening_of: Callable[..., Evening],
) -> None:
    evening = evening_of(4, format="trinidad-tables", length_kind="single", house_rules={"target": 4})
    evening.begin()
    (match,) = evening.matches(1)
    play_match(evening, match, Random(11))
    before = {line.name: line.record.games for line in standings_of(evening.event).lines}
    winner = next(side for side in match.sides.all() if before[side.entries[0].name])
    loser = next(side for side in match.sides.all() if side != winner)
    rules, seating, chance = rules_of(evening.event), seating_of(match), Random(0)
    facts = next(
        facts
        for facts in (played_hand(rules, seating, chance).facts for _ in range(10_000))
        if _all_four(facts, seating.sides[loser.key], loser.key)
    )
    first = Hand.objects.get(match=match, number=1)
    correct_hand(first, entry_key=uuid4(), facts=facts, reason="Read again", by=evening.director, now=evening.now)
    after = {line.name: line.record.games for line in standings_of(evening.event).lines}
    assert after == {entry.name: int(side == loser) for side in (winner, loser) for entry in side.entries}
    later = Hand.objects.filter(match=match, superseded_at=None, number__gt=1)
    assert later.exists()
    assert {tuple(hand.awards["awards"]) for hand in later} == {()}


def _all_four(facts: object, players: tuple[str, ...], side: str) -> bool:
    """A hand in which one side makes High, Low, the hanged Jack and Game, with nothing turned up."""
    high, low, jack, pips = facts.high, facts.low, facts.jack, facts.pips  # type: ignore[attr-defined]
    events = {event.card[0] for event in facts.events if event.kind == "turn_up"}  # type: ignore[attr-defined]
    return (
        high is not None
        and low is not None
        and jack is not None
        and {high.holder, low.holder, jack.won_by} <= set(players)
        and pips[side] > max(value for other, value in pips.items() if other != side)
        and not events & {"A", "6", "J"}
        and len(facts.events) == 2  # type: ignore[attr-defined]
    )


@pytest.mark.parametrize(
    "key",
    mostly_slow([key for key in FORMATS if key.endswith("-tables")], quick=["trinidad-tables", "auction-pitch-tables"]),
)
def test_the_rules_are_those_of_the_game_and_kept_from_the_first_hand_on(
    evening_of: Callable[..., Evening], key: str
) -> None:
    rules = RULE_SETS[FORMATS[key].rule_set]
    own = {"points.game": 2} if rules.taken is None else {"target": 40}
    evening = evening_of(4, format=key, house_rules=own)
    evening.begin()
    assert Event.objects.get().rules is None
    play_match(evening, evening.matches(1)[0], Random(0), hands=1)
    kept = Event.objects.get()
    assert kept.rules is not None
    assert rules_of(kept) == with_house_rules(rules, own)
