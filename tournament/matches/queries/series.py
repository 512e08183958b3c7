"""The hands of a match counted game by game, and their facts and awards as `Hand` stores them.

Players are the entries' ids as text, as in `Hand.facts`; sides are named as in `Side.key`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring import (
    HandFacts,
    Record,
    RuleSet,
    Scored,
    Seating,
    all_fours_of,
    jacks_turned_of,
    read_hand,
    record_of,
)
from tournament.formats.match_length import Length, Series, series
from tournament.matches.queries.matches import seating_of, seatings_of
from tournament.models import Event, Hand, Match


def length_of(event: Event) -> Length:
    """How long each of its matches is."""
    return Length(event.length_kind, event.length_number, event.unfinished)


def facts_from(seating: Seating, hand: Mapping[str, Any]) -> HandFacts:
    """The facts that a `Hand` keeps as plain values; they are read the same under all rules."""
    return read_hand(hand, seating)


def plain_facts(rules: RuleSet, facts: HandFacts) -> dict[str, Any]:
    """The facts as a `Hand` keeps them."""
    hand: dict[str, Any] = record_of(Record(rules, facts, {}))["hand"]
    return hand


def plain_awards(facts: HandFacts, scored: Scored) -> dict[str, Any]:
    """What a hand earned, as a `Hand` keeps it; `winner` only of a hand that ended its game."""
    awards = {
        "awards": [list(award) for award in scored.awards],
        "uncounted": [list(award) for award in scored.uncounted],
        "all_fours": all_fours_of(scored.awards),
        "jacks_turned": jacks_turned_of(facts),
        "next_dealer": scored.next_dealer,
    }
    return awards | ({"winner": scored.winner} if scored.winner else {})


def current_hands(match: Match) -> list[Hand]:
    return list(Hand.objects.filter(match=match, superseded_at=None))


def series_of(
    match: Match, rules: RuleSet, hands: Sequence[Hand], *, stopped: bool = False, is_last_new: bool = False
) -> Series:
    """The match counted from its first hand; `stopped` when no further hand will come. Raises ImpossibleFacts where the
    last hand `is_last_new`, not stored yet, and cannot have happened."""
    seated = seatings_of(match)
    told = [(hand.game, facts_from(seated(hand.number), hand.facts)) for hand in hands]
    length = length_of(match.table.stage.event)
    sides, before = seating_of(match).side_names, len(told) - is_last_new
    return series(rules, length, told, sides=sides, stopped=stopped, counted_before=before)


def derived_awards(match: Match, rules: RuleSet, hands: Sequence[Hand]) -> list[tuple[Hand, dict[str, Any]]]:
    """Every hand with what its facts earn, as it should be stored."""
    seated = seatings_of(match)
    told = zip(hands, series_of(match, rules, hands).hands, strict=True)
    return [(hand, plain_awards(facts_from(seated(hand.number), hand.facts), scored)) for hand, scored in told]
