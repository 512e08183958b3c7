"""Prizes: how many places have one, and who has most of something, from what was played; credits win nothing."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from tournament import N_

from .matches import Amount, Column, E
from .ranking import Placing
from .records import Record

SHARED_BY, PART_OF_FIELD = 3, 10
"""At most this many winners, or a tenth of the field if that is more, share a side prize; with more it is not given,
nor if everybody has won it."""
MOST_PLACES = 3
"""So many places have a prize, but never the last one, unless that is also the first."""
FEWEST_FOR_BOOBY = 8
"""The booby prize needs at least this many in the field."""


@dataclass(frozen=True)
class PrizeKind:
    """`known_of` is the figure as far as it is known (None: not at all) and whether that is all of it."""

    key: str
    label: str
    explanation: str
    known_of: Callable[[Record[Any]], tuple[Amount | None, bool]]


@dataclass(frozen=True)
class Prize(Generic[E]):
    """A prize with its winners, who are level. `certain` is False while some figure is not fully known. The figure of
    the booby prize is the rank."""

    key: str
    winners: tuple[Record[E], ...]
    figure: Amount
    certain: bool = True


def _total_played(record: Record[Any], column: Column) -> tuple[Amount | None, bool]:
    total: Amount | None = None
    is_all = True
    for match in record.matches:
        if match.is_meeting:
            figure = getattr(match, column)
            if figure is None:
                is_all = False
            else:
                total = figure if total is None else total + figure
    return total, is_all


def _all_fours_of(record: Record[Any]) -> tuple[Amount | None, bool]:
    """Returns how many All Fours an entry made. If counts wait for every match, nothing is known before."""
    if record.has_waiting_counts:
        count = record.all_fours
        return count, count is not None
    return _total_played(record, "all_fours")


PRIZES: Mapping[str, PrizeKind] = {
    kind.key: kind
    for kind in (
        PrizeKind(
            "most_hang_jacks",
            N_("Most hang jacks"),
            N_("Hung the most jacks."),
            lambda record: _total_played(record, "hang_jacks"),
        ),
        PrizeKind("most_all_fours", N_("Most All Fours"), N_("Won all 4 points most often."), _all_fours_of),
        PrizeKind(
            "biggest_round",
            N_("Biggest round"),
            N_("Who made most points in a single round."),
            lambda record: (max(record.round_points, default=None), record.rounds_complete),
        ),
    )
}
BOOBY = PrizeKind("booby", N_("Booby prize"), N_("Last place."), lambda record: (None, True))


def prizes_of(placings: Sequence[Placing[E]], keys: Sequence[str] = (*PRIZES, BOOBY.key)) -> tuple[Prize[E], ...]:
    """Returns the prizes that are won, in the order asked for. A prize is left out if no figure is known, all are zero
    or too many are level. The caller leaves out entries that cannot win."""
    prizes = [booby_prize_of(placings) if key == BOOBY.key else _prize_for_most(PRIZES[key], placings) for key in keys]
    most = min(max(SHARED_BY, len(placings) // PART_OF_FIELD), len(placings) - 1)
    return tuple(prize for prize in prizes if prize and len(prize.winners) <= most)


def count_places_with_prize(placings: Sequence[Placing[E]]) -> int:
    """Returns up to which rank places have a prize: with three entries the first and the second."""
    last = max((placing.rank for placing in placings), default=1)
    return max(min(MOST_PLACES, last - 1), 1)


def booby_prize_of(placings: Sequence[Placing[E]]) -> Prize[E] | None:
    """Returns the prize for those who came last of eight or more. An entry that has only rested is not counted, nor one
    that came late or left early and was there for half of the turns or fewer."""
    there = _find_who_was_there(placings)
    played = [
        placing
        for placing in placings
        if (placing.record.played or placing.record.has_waiting_counts) and placing.record.entry in there
    ]
    if len(played) < FEWEST_FOR_BOOBY:
        return None
    last = max((placing.rank for placing in played), default=1)
    if last == min((placing.rank for placing in played), default=1):
        return None
    return Prize(BOOBY.key, tuple(placing.record for placing in played if placing.rank == last), last)


def _find_who_was_there(placings: Sequence[Placing[E]]) -> frozenset[E]:
    """Returns the entries that played or rested in more than half of the turns in which most of the field did: a final
    is missed by nobody who was knocked out."""
    turns_of = {
        placing.record.entry: {(each.round, each.turn) for each in placing.record.matches} for placing in placings
    }
    counts = Counter(turn for turns in turns_of.values() for turn in turns)
    common = {turn for turn, entries in counts.items() if 2 * entries > len(placings)}
    return frozenset(entry for entry, turns in turns_of.items() if not common or 2 * len(turns & common) > len(common))


def _prize_for_most(kind: PrizeKind, placings: Sequence[Placing[E]]) -> Prize[E] | None:
    known = [(placing.record, *kind.known_of(placing.record)) for placing in placings]
    most = max((figure for _record, figure, _all in known if figure is not None), default=0)
    if most <= 0:
        return None
    winners = tuple(record for record, figure, _all in known if figure == most)
    return Prize(kind.key, winners, most, certain=all(is_all for _record, _figure, is_all in known))
