"""What a person did over the years: year by year, with whom, against whom, and how well. Pure.

`people_of_evening` does it for everybody of an evening at once, as it reads the same matches; a page then adds up one
person's evenings.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from tournament.ranking import Amount
from tournament.seasons.evening import EveningLine, PlayedMatch
from tournament.seasons.hands import BestHand, EveningHands, rank_of_hand

MOST_BEST = 5
MONTHS_BELOW = 3
"""Anybody who has played in fewer years is shown month by month."""
PLACES = ((1, 1), (2, 2), (3, 3), (4, 6), (7, 12), (13, 0))
"""Places that are counted together; 0 means all lower ones."""


class Score(NamedTuple):
    """Matches with their results. A match whose winner nobody knows is neither won, drawn nor lost."""

    matches: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0

    def plus(self, other: "Score") -> "Score":
        return Score(self[0] + other[0], self[1] + other[1], self[2] + other[2], self[3] + other[3])


NO_MATCH, UNKNOWN = Score(), Score(1)
WON, DRAWN, LOST = Score(1, won=1), Score(1, drawn=1), Score(1, lost=1)


class PlayedEvening(NamedTuple):
    """An evening of one person. `place` is their own, or their pair's or team's, among `lines` competitors; `sharing`
    is how many share it. None means unknown, as for feats that nobody recorded. `beside` are the others of their pair
    or team."""

    event: int
    day: date
    place: int
    sharing: int
    lines: int
    points: Amount
    hang_jacks: Amount | None
    all_fours: Amount | None
    score: Score
    beside: tuple[int, ...]


class BestHandAt(NamedTuple):
    hand: BestHand
    event: int
    day: date


@dataclass(slots=True)
class PersonEvening:
    """What somebody did at an evening. `played` is None if they are in no line of it. Partners and opponents have
    scores from this person's point of view."""

    played: PlayedEvening | None = None
    partners: dict[int, Score] = field(default_factory=dict)
    opponents: dict[int, Score] = field(default_factory=dict)
    best: tuple[BestHandAt, ...] = ()


@dataclass(frozen=True)
class PersonYears:
    """Several evenings of somebody added up, with the best few of their hands."""

    evenings: tuple[PlayedEvening, ...]
    partners: Mapping[int, Score]
    opponents: Mapping[int, Score]
    best: tuple[BestHandAt, ...]


class Period(NamedTuple):
    """A year or a month, with the sums of its evenings; `last_event` is the last of them."""

    first: date
    last_event: int | None
    evenings: int
    points: Amount
    hang_jacks: Amount | None
    all_fours: Amount | None
    score: Score

    @property
    def points_per_match(self) -> Fraction | None:
        return Fraction(self.points) / self.score.matches if self.score.matches else None


def people_of_evening(
    event: int,
    day: date,
    tables: Mapping[str, Sequence[EveningLine]],
    matches: Sequence[PlayedMatch],
    hands: EveningHands,
) -> dict[int, PersonEvening]:
    """Returns what everybody did at an evening, from its tables, its matches and the sums of its hands."""
    found: dict[int, PersonEvening] = defaultdict(PersonEvening)
    scores: dict[int, Score] = {}
    for match in matches:
        _add_match(found, scores, match)
    ranked = next(tables[of] for of in ("teams", "pairs", "players") if of in tables)
    own_lines = {line.people[0]: line for line in tables.get("players", ()) if line.people}
    for line in ranked:
        for person in line.people:
            own = own_lines.get(person, line)
            found[person].played = PlayedEvening(
                *(event, day, line.place, line.sharing, len(ranked)),
                *(own.points_played, own.hang_jacks, own.all_fours, scores.get(person, NO_MATCH)),
                tuple([other for other in line.people if other != person]),
            )
    for person, best in hands.best.items():
        found[person].best = tuple([BestHandAt(hand, event, day) for hand in best])
    return dict(found)


def add_evenings(evenings: Sequence[PersonEvening]) -> PersonYears:
    """Adds up the evenings of one person, given in the order played."""
    return PersonYears(
        tuple([each.played for each in evenings if each.played is not None]),
        _add_scores([each.partners for each in evenings]),
        _add_scores([each.opponents for each in evenings]),
        tuple(_keep_best([hand for each in evenings for hand in each.best])),
    )


def _add_scores(several: Sequence[Mapping[int, Score]]) -> dict[int, Score]:
    found: dict[int, list[Score]] = defaultdict(list)
    for scores in several:
        for person, score in scores.items():
            found[person].append(score)
    return {person: Score(*map(sum, zip(*scores, strict=True))) for person, scores in found.items()}


def is_by_month(evenings: Sequence[PlayedEvening]) -> bool:
    return bool(evenings) and evenings[-1].day.year - evenings[0].day.year + 1 < MONTHS_BELOW


def periods_of(evenings: Sequence[PlayedEvening]) -> list[Period]:
    """Returns all periods from the first to the last, also those without an evening."""
    if not evenings:
        return []
    first, last, by_month = evenings[0].day, evenings[-1].day, is_by_month(evenings)
    starts = [date(year, 1, 1) for year in range(first.year, last.year + 1)]
    if by_month:
        months = range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
        starts = [date(month // 12, month % 12 + 1, 1) for month in months]
    within: dict[date, list[PlayedEvening]] = {start: [] for start in starts}
    for evening in evenings:
        within[evening.day.replace(day=1) if by_month else date(evening.day.year, 1, 1)].append(evening)
    return [sum_evenings(start, of) for start, of in within.items()]


def sum_evenings(first: date, evenings: Sequence[PlayedEvening]) -> Period:
    score = Score(*map(sum, zip(*(evening.score for evening in evenings), strict=True)))
    return Period(
        first,
        evenings[-1].event if evenings else None,
        len(evenings),
        sum(evening.points for evening in evenings),
        _sum_known([evening.hang_jacks for evening in evenings]),
        _sum_known([evening.all_fours for evening in evenings]),
        score,
    )


def count_places(evenings: Sequence[PlayedEvening]) -> list[int]:
    """Counts how many evenings ended at the places of each line of PLACES."""
    return [
        sum(first <= evening.place and (not last or evening.place <= last) for evening in evenings)
        for first, last in PLACES
    ]


def rank_by_matches(scores: Mapping[int, Score]) -> list[tuple[int, Score]]:
    """Returns the people met, most matches first."""
    return sorted(scores.items(), key=lambda met: (-met[1].matches, -met[1].won, met[0]))


def _add_match(found: dict[int, PersonEvening], scores: dict[int, Score], match: PlayedMatch) -> None:
    ranks = match.ranks
    for number, side in enumerate(match.sides):
        result = _score_of(ranks, number)
        others = [(other, _score_between(ranks, number, at)) for at, other in enumerate(match.sides) if at != number]
        for person in side.people:
            _add_score(scores, person, result)
            evening = found[person]
            for partner in side.people:
                if partner != person:
                    _add_score(evening.partners, partner, result)
            for other, met in others:
                for opponent in other.people:
                    _add_score(evening.opponents, opponent, met)


def _add_score(scores: dict[int, Score], person: int, score: Score) -> None:
    """Adds a score. Most people meet once in an evening, so their score is one of the few constants above."""
    before = scores.get(person)
    scores[person] = score if before is None else before.plus(score)


def _score_of(ranks: Sequence[int] | None, number: int) -> Score:
    """Returns the result of a side: first place alone is a win, a shared first place a draw."""
    if ranks is None:
        return UNKNOWN
    if ranks[number] > 1:
        return LOST
    return WON if ranks.count(1) == 1 else DRAWN


def _score_between(ranks: Sequence[int] | None, number: int, other: int) -> Score:
    """Returns who was in front of whom, for two sides at a table of many."""
    if ranks is None:
        return UNKNOWN
    if ranks[number] == ranks[other]:
        return DRAWN
    return WON if ranks[number] < ranks[other] else LOST


def _keep_best(found: list[BestHandAt]) -> list[BestHandAt]:
    """Returns the best few hands; of equal ones the latest."""
    return sorted(found, key=lambda each: (rank_of_hand(each.hand), -each.day.toordinal()))[:MOST_BEST]


def _sum_known(counts: Sequence[Amount | None]) -> Amount | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None
