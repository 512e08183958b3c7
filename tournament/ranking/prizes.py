"""Side prizes: who has most of something, from what was played; credits win nothing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from .matches import Amount, Column, E
from .ranking import Placing
from .records import Record

SHARED_BY = 4
"""More than these, who are more than a quarter of the field too, share no prize: it would honour nobody."""


@dataclass(frozen=True)
class PrizeKind:
    """`known_of` is the figure as far as it is known (None: not at all) and whether that is all of it."""

    key: str
    label: str
    explanation: str
    known_of: Callable[[Record[Any]], tuple[Amount | None, bool]]


@dataclass(frozen=True)
class Prize(Generic[E]):
    """`winners` are several where they are level. `certain` is False while somebody's figure is not fully known.
    The figure of the booby is its rank."""

    key: str
    winners: tuple[Record[E], ...]
    figure: Amount
    certain: bool = True


def _played(record: Record[Any], column: Column) -> tuple[Amount | None, bool]:
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


def _hang_jacks(record: Record[Any]) -> tuple[Amount | None, bool]:
    return _played(record, "hang_jacks")


def _all_fours(record: Record[Any]) -> tuple[Amount | None, bool]:
    """Of an evening by the hour the record itself says it."""
    if record.all_fours is not None or not record.matches:
        return record.all_fours, record.all_fours is not None
    return _played(record, "all_fours")


def _biggest_round(record: Record[Any]) -> tuple[Amount | None, bool]:
    return max(record.round_points, default=None), record.rounds_complete


PRIZES: Mapping[str, PrizeKind] = {
    kind.key: kind
    for kind in (
        PrizeKind("most_hang_jacks", "Most hang jacks", "Who hung most jacks.", _hang_jacks),
        PrizeKind("most_all_fours", "Most All Fours", "Who won all four points most often.", _all_fours),
        PrizeKind("biggest_round", "Biggest round", "Who made most points in a single round.", _biggest_round),
    )
}
BOOBY = PrizeKind("booby", "Booby prize", "Who came last.", lambda record: (None, True))


def prizes_of(placings: Sequence[Placing[E]], keys: Sequence[str] = (*PRIZES, BOOBY.key)) -> tuple[Prize[E], ...]:
    """The prizes that are won, in the order asked for. Where nobody's figure is known, or nobody has any, there is no
    prize, nor where too many are level. Who cannot win is left out by the caller."""
    prizes = [booby(placings) if key == BOOBY.key else _most(PRIZES[key], placings) for key in keys]
    most = max(SHARED_BY, len(placings) // 4)
    return tuple(prize for prize in prizes if prize and len(prize.winners) <= most)


def booby(placings: Sequence[Placing[E]]) -> Prize[E] | None:
    """Who has only rested has not come last."""
    played = [placing for placing in placings if placing.record.played or not placing.record.matches]
    last = max((placing.rank for placing in played), default=1)
    if last == min((placing.rank for placing in played), default=1):
        return None
    return Prize(BOOBY.key, tuple(placing.record for placing in played if placing.rank == last), last)


def _most(kind: PrizeKind, placings: Sequence[Placing[E]]) -> Prize[E] | None:
    known = [(placing.record, *kind.known_of(placing.record)) for placing in placings]
    most = max((figure for _record, figure, _all in known if figure is not None), default=0)
    if most <= 0:
        return None
    winners = tuple(record for record, figure, _all in known if figure == most)
    return Prize(kind.key, winners, most, certain=all(is_all for _record, _figure, is_all in known))
