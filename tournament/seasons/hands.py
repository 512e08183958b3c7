"""Statistics from the hands of an evening: sums over all hands, and the best hands of each person. Pure.

A hand counts as *played* if one of the four, or what a side took, was counted. The Jack is *hung* if the other side won
it from its holder, whatever the rules pay for that. Only hands that a table reported are known: an evening of score
sheets has none.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, NamedTuple

FOUR = frozenset(("high", "low", "jack", "hang_jack", "game"))
PLAYED = FOUR | {"taken"}
JACKS = frozenset(("jack", "hang_jack"))
BEST_OF_EVENING, FEWEST_POINTS = 2, 3
"""How many hands of a person are kept for an evening, and how many points a hand needs for that."""
STEP = 10
"""Minutes; the hands of one step are counted together."""
MOST_STEPS = 72
"""Half a day; hands keyed in later count in the last step."""


class ReportedHand(NamedTuple):
    """A hand as it counts. `sides` are the people of each side by its key, `side_of` the key by player; `all_fours` is
    the key of the side that earned them."""

    match: int
    number: int
    stage: int
    turn: int
    table: int
    at: datetime
    facts: Mapping[str, Any]
    awards: Sequence[tuple[str, str, int]]
    uncounted: Sequence[tuple[str, str, int]]
    all_fours: str | None
    sides: Mapping[str, tuple[int, ...]]
    side_of: Mapping[str, str]


@dataclass(frozen=True)
class HandSums:
    """Sums over hands. `jacks_known` counts the hands where it is known whether the Jack was dealt; it was dealt in
    `jacks` of them and hung in `hung`. Game went to the dealer's side, to another, or to nobody; `chances` is how often
    the dealer's side would get it if all sides were equal, in hundredths. `dealer_points` are those of the dealer's
    side, `other_points` those of all other sides; there were `others` of these."""

    hands: int = 0
    jacks_known: int = 0
    jacks: int = 0
    hung: int = 0
    game_dealer: int = 0
    game_others: int = 0
    game_nobody: int = 0
    chances: int = 0
    dealer_points: int = 0
    other_points: int = 0
    others: int = 0
    all_fours: int = 0

    def __add__(self, other: "HandSums") -> "HandSums":
        return HandSums(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))


class LongMatch(NamedTuple):
    """The match with the most hands; `minutes` is the time from the first recorded hand to the last."""

    hands: int
    minutes: int
    stage: int
    turn: int
    table: int
    sides: tuple[tuple[int, ...], ...]


class BestHand(NamedTuple):
    """The points of a side in one hand; `awards` are the kinds in the order counted."""

    points: int
    awards: tuple[str, ...]
    stage: int
    turn: int
    table: int


class MatchHands(NamedTuple):
    """The sums of one match, and the minute of each of its hands since 1970, in order."""

    sums: HandSums
    length: LongMatch
    minutes: tuple[int, ...]
    best: Mapping[int, tuple[BestHand, ...]]


@dataclass(frozen=True)
class EveningHands:
    """`first` is the minute of the first step, since 1970. `tables` says how many hands each table recorded in each
    step, `best` has the best hands of each person, best first."""

    sums: HandSums = field(default_factory=HandSums)
    longest: LongMatch | None = None
    first: int = 0
    tables: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    best: Mapping[int, tuple[BestHand, ...]] = field(default_factory=dict)


def sum_match(hands: Sequence[ReportedHand]) -> MatchHands | None:
    """Sums the hands of one match, given in any order; None if none was played."""
    played = [hand for hand in hands if any(kind in PLAYED for kind, *_ in (*hand.awards, *hand.uncounted))]
    if not played:
        return None
    sums: Counter[str] = Counter()
    best: dict[int, list[BestHand]] = defaultdict(list)
    for hand in played:
        _add_to_sums(sums, hand)
        for key, people in hand.sides.items():
            awards = [(kind, points) for kind, side, points in hand.awards if side == key]
            points = sum(points for _kind, points in awards)
            if points >= FEWEST_POINTS:
                earned = BestHand(points, tuple(kind for kind, _ in awards), hand.stage, hand.turn, hand.table)
                for person in people:
                    best[person].append(earned)
    minutes = tuple(sorted(int(hand.at.timestamp()) // 60 for hand in played))
    last = max(played, key=lambda hand: hand.number)
    times = [hand.at for hand in played]
    lasted = int((max(times) - min(times)).total_seconds()) // 60
    longest = LongMatch(len(played), lasted, last.stage, last.turn, last.table, tuple(last.sides.values()))
    return MatchHands(
        HandSums(**sums), longest, minutes, {person: tuple(best_hands) for person, best_hands in best.items()}
    )


def sum_matches(matches: Iterable[MatchHands | None]) -> EveningHands:
    """Sums an evening, given in the order of its matches: if two are equally long, the first counts as the longest."""
    played = [match for match in matches if match is not None]
    if not played:
        return EveningHands()
    best: dict[int, list[BestHand]] = defaultdict(list)
    for match in played:
        for person, hands in match.best.items():
            best[person] += hands
    first = min(match.minutes[0] for match in played) // STEP * STEP
    return EveningHands(
        sum((match.sums for match in played), HandSums()),
        max((match.length for match in played), key=lambda match: match[:2]),
        first,
        _count_by_step(played, first),
        {person: tuple(sorted(hands, key=rank_of_hand)[:BEST_OF_EVENING]) for person, hands in sorted(best.items())},
    )


def rank_of_hand(hand: BestHand) -> tuple[int, int, bool]:
    """Returns a sort key: most points first, then most of the four, then a hung Jack."""
    return -hand.points, -len(FOUR & set(hand.awards)), "hang_jack" not in hand.awards


def _add_to_sums(sums: Counter[str], hand: ReportedHand) -> None:
    awards = [*hand.awards, *hand.uncounted]
    dealer = hand.side_of.get(str(hand.facts.get("dealer")))
    sums["hands"] += 1
    sums["all_fours"] += hand.all_fours is not None
    kinds = {kind for kind, *_ in awards}
    if "jack" in hand.facts or kinds & JACKS:
        sums["jacks_known"] += 1
        sums["jacks"] += bool(hand.facts.get("jack") is not None or kinds & JACKS)
        sums["hung"] += "hang_jack" in kinds or _changed_sides(hand)
    if dealer is None:
        return
    if "taken" in kinds:  # points of another order, of a game without Game
        return
    game = next((side for kind, side, _points in awards if kind == "game"), None)
    sums["game_nobody" if game is None else "game_dealer" if game == dealer else "game_others"] += 1
    sums["chances"] += round(100 / len(hand.sides))
    sums["dealer_points"] += sum(points for _kind, side, points in hand.awards if side == dealer)
    sums["other_points"] += sum(points for _kind, side, points in hand.awards if side != dealer)
    sums["others"] += len(hand.sides) - 1


def _changed_sides(hand: ReportedHand) -> bool:
    jack = hand.facts.get("jack")
    if not isinstance(jack, Mapping):
        return False
    holder, winner = (str(jack.get(name)) for name in ("holder", "won_by"))
    before, after = (hand.side_of.get(who, who if who in hand.sides else None) for who in (holder, winner))
    return None not in (before, after) and before != after


def _count_by_step(played: Sequence[MatchHands], first: int) -> dict[int, tuple[int, ...]]:
    counted = Counter(
        (match.length.table, min((minute - first) // STEP, MOST_STEPS - 1))
        for match in played
        for minute in match.minutes
    )
    last = max(step for _table, step in counted)
    tables = sorted({table for table, _step in counted})
    return {table: tuple(counted[table, step] for step in range(last + 1)) for table in tables}


def write_hands(hands: EveningHands) -> dict[str, Any]:
    return {
        "sums": {each.name: getattr(hands.sums, each.name) for each in fields(HandSums)},
        "longest": None if hands.longest is None else list(hands.longest),
        "first": hands.first,
        "tables": {str(table): list(steps) for table, steps in hands.tables.items()},
        "best": {str(person): [list(hand) for hand in best_hands] for person, best_hands in hands.best.items()},
    }


def read_hands(plain: Mapping[str, Any]) -> EveningHands:
    if not plain:
        return EveningHands()
    longest = plain["longest"]
    return EveningHands(
        HandSums(**plain["sums"]),
        None if longest is None else LongMatch(*[*longest[:5], tuple(map(tuple, longest[5]))]),
        plain["first"],
        {int(table): tuple(steps) for table, steps in plain["tables"].items()},
        {
            int(person): tuple(BestHand(hand[0], tuple(hand[1]), *hand[2:]) for hand in hands)
            for person, hands in plain["best"].items()
        },
    )
