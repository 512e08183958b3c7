"""The hands of a match counted game by game, and their facts and awards as `Hand` stores them.

Players are the entries' ids as text, as in `Hand.facts`; sides are named as in `Side.key`.
"""

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

from scoring import Award, HandFacts, RuleSet, ScoredHand, Seating, all_fours_of, jacks_turned_of, read_hand
from tournament.formats.match_length import Length, MatchSeries, PlacedHand, StoredHand, play_series
from tournament.matches.queries.matches import seatings_of
from tournament.models import Event, Hand, Match


def length_of(event: Event) -> Length:
    """How long each of its matches is."""
    return Length(event.length_kind, event.length_number, event.unfinished)


def facts_from(seating: Seating, hand: Mapping[str, Any]) -> HandFacts:
    """The facts that a `Hand` keeps as plain values; they are read the same under all rules."""
    return read_hand(hand, seating)


def plain_awards(facts: HandFacts, scored: ScoredHand) -> dict[str, Any]:
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


def placed_hands(match: Match, hands: Sequence[Hand], *, from_hand: int | None = None) -> list[PlacedHand]:
    """Hands with what they are stored with; those from number `from_hand` on are to be counted again."""
    seated = cache(partial(seatings_of, match))

    def read_facts(hand: Hand) -> HandFacts:
        return read_hand(hand.facts, seated()(hand.number))

    placed = []
    for hand in hands:
        kept, scored = hand.awards, None
        if from_hand is None or hand.number < from_hand:
            awards, uncounted = (tuple(Award(*award) for award in kept[name]) for name in ("awards", "uncounted"))
            scored = ScoredHand(awards, uncounted, {}, kept.get("winner"), kept["next_dealer"], None, (), None)
        placed.append(PlacedHand(hand.number, hand.game, StoredHand(partial(read_facts, hand), scored)))
    return placed


def series_of(
    match: Match, rules: RuleSet, hands: Sequence[Hand], *, stopped: bool = False, from_hand: int | None = None
) -> MatchSeries:
    """The match as its hands are stored; from number `from_hand` on they are counted again from their facts. `stopped`
    when no further hand will come."""
    told = [(hand.game, hand.told) for hand in placed_hands(match, hands, from_hand=from_hand)]
    sides = [side.key for side in match.sides.all()]
    return play_series(rules, length_of(match.table.stage.event), told, sides=sides, stopped=stopped)


def score_version(match: Match, rules: RuleSet, before: Sequence[Hand], game: int, facts: HandFacts) -> ScoredHand:
    """A new hand of a game on top of those before it, as they are stored. Raises ImpossibleFacts where it cannot have
    happened."""
    told = [(hand.game, hand.told) for hand in placed_hands(match, before)]
    return play_series(
        rules, length_of(match.table.stage.event), [*told, (game, facts)], sides=facts.seating.side_names
    ).hands[-1]


def derived_awards(
    match: Match, rules: RuleSet, hands: Sequence[Hand], *, from_hand: int = 0
) -> list[tuple[Hand, dict[str, Any]]]:
    """Every hand from this number on with what its facts earn, as it should be stored."""
    seated = seatings_of(match)
    told = zip(hands, series_of(match, rules, hands, from_hand=from_hand).hands, strict=True)
    return [
        (hand, plain_awards(read_hand(hand.facts, seated(hand.number)), scored))
        for hand, scored in told
        if hand.number >= from_hand
    ]
