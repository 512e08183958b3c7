"""What somebody's evenings come to: year by year, with whom, against whom, and how well. Pure.

What everybody did of an evening is made at once (`people_of_evening`), as it is read from the same matches; a page adds
up those of one person.
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
"""Whoever has played in fewer years is shown month by month."""
PLACES = ((1, 1), (2, 2), (3, 3), (4, 6), (7, 12), (13, 0))
"""Places that are counted together; 0 is all the others."""


class Score(NamedTuple):
    """Matches with their results; a match whose winner nobody knows is neither won, drawn nor lost."""

    matches: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0

    def plus(self, other: "Score") -> "Score":
        return Score(self[0] + other[0], self[1] + other[1], self[2] + other[2], self[3] + other[3])


NO_MATCH, UNKNOWN = Score(), Score(1)
WON, DRAWN, LOST = Score(1, won=1), Score(1, drawn=1), Score(1, lost=1)


class PlayedEvening(NamedTuple):
    """An evening of one person. `place` is their own or their pair's or team's, of so many (`lines`), and shared by so
    many; None is unknown, as are feats that nobody recorded. `beside` are the others of their pair or team."""

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
    """What somebody did at an evening. `played` is None for whoever is in no line of it. Partners and opponents are
    scores as the person saw them."""

    played: PlayedEvening | None = None
    partners: dict[int, Score] = field(default_factory=dict)
    opponents: dict[int, Score] = field(default_factory=dict)
    best: tuple[BestHandAt, ...] = ()


@dataclass(frozen=True)
class PersonYears:
    """Several evenings of somebody added up; of the best hands the best few."""

    evenings: tuple[PlayedEvening, ...]
    partners: Mapping[int, Score]
    opponents: Mapping[int, Score]
    best: tuple[BestHandAt, ...]


class Period(NamedTuple):
    """A year, or a month of it; `figures` are of its evenings alone."""

    first: date
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
    """Everybody who was in it, from its tables, its matches and what its hands came to."""
    found: dict[int, PersonEvening] = defaultdict(PersonEvening)
    scores: dict[int, Score] = {}
    for match in matches:
        _add_match(found, scores, match)
    lines = len(tables[_ranking_key_of(tables)])
    for person, line, own in _lines_in(tables):
        found[person].played = PlayedEvening(
            *(event, day, line.place, line.sharing, lines),
            *(own.points_played, own.hang_jacks, own.all_fours, scores.get(person, NO_MATCH)),
            tuple([other for other in line.people if other != person]),
        )
    for person, best in hands.best.items():
        found[person].best = tuple([BestHandAt(hand, event, day) for hand in best])
    return dict(found)


def add_evenings(evenings: Sequence[PersonEvening]) -> PersonYears:
    """Of one person, in the order played."""
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


def periods_of(evenings: Sequence[PlayedEvening]) -> list[Period]:
    """From the first to the last, those without an evening too."""
    if not evenings:
        return []
    first, last = evenings[0].day, evenings[-1].day
    by_month = last.year - first.year + 1 < MONTHS_BELOW
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
        len(evenings),
        sum(evening.points for evening in evenings),
        _sum_known([evening.hang_jacks for evening in evenings]),
        _sum_known([evening.all_fours for evening in evenings]),
        score,
    )


def count_places(evenings: Sequence[PlayedEvening]) -> list[int]:
    """How many evenings ended at the places of each line of PLACES."""
    return [
        sum(first <= evening.place and (not last or evening.place <= last) for evening in evenings)
        for first, last in PLACES
    ]


def rank_by_matches(scores: Mapping[int, Score]) -> list[tuple[int, Score]]:
    """Those met most often first."""
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
    """Who is met once in an evening, as most are, has one of the few scores that there are."""
    before = scores.get(person)
    scores[person] = score if before is None else before.plus(score)


def _score_of(ranks: Sequence[int] | None, number: int) -> Score:
    """A match is won by whoever is first alone, and drawn by those who share that place."""
    if ranks is None:
        return UNKNOWN
    if ranks[number] > 1:
        return LOST
    return WON if ranks.count(1) == 1 else DRAWN


def _score_between(ranks: Sequence[int] | None, number: int, other: int) -> Score:
    """Of two sides at a table of many who was in front of whom."""
    if ranks is None:
        return UNKNOWN
    if ranks[number] == ranks[other]:
        return DRAWN
    return WON if ranks[number] < ranks[other] else LOST


def _ranking_key_of(tables: Mapping[str, Sequence[EveningLine]]) -> str:
    """The table of those who entered."""
    return next(of for of in ("teams", "pairs", "players") if of in tables)


def _lines_in(tables: Mapping[str, Sequence[EveningLine]]) -> list[tuple[int, EveningLine, EveningLine]]:
    """Everybody with the line that they were ranked in, and their own."""
    own = {line.people[0]: line for line in tables.get("players", ()) if line.people}
    return [(person, line, own.get(person, line)) for line in tables[_ranking_key_of(tables)] for person in line.people]


def _keep_best(found: list[BestHandAt]) -> list[BestHandAt]:
    """The best few; of equals the latest."""
    return sorted(found, key=lambda each: (rank_of_hand(each.hand), -each.day.toordinal()))[:MOST_BEST]


def _sum_known(counts: Sequence[Amount | None]) -> Amount | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None
