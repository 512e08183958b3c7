"""What somebody's evenings come to: year by year, with whom, against whom, and how well. Pure.

Everybody's year is made at once (`years_of`), as it is read from the same matches; a page adds up a few of them.
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
        return Score(
            self.matches + other.matches, self.won + other.won, self.drawn + other.drawn, self.lost + other.lost
        )


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


class EveningSource(NamedTuple):
    """An evening as it is kept: its tables, its matches and what its hands came to."""

    event: int
    day: date
    tables: Mapping[str, Sequence[EveningLine]]
    played: Sequence[PlayedMatch]
    hands: EveningHands


@dataclass
class PersonYear:
    """One year of somebody, or several added up. Partners and opponents are scores as the person saw them."""

    evenings: list[PlayedEvening] = field(default_factory=list)
    partners: dict[int, Score] = field(default_factory=dict)
    opponents: dict[int, Score] = field(default_factory=dict)
    best: list[BestHandAt] = field(default_factory=list)


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


def years_of(evenings: Sequence[EveningSource]) -> dict[int, PersonYear]:
    """Of everybody who played in these evenings of one year, in the order played."""
    found: dict[int, PersonYear] = defaultdict(PersonYear)
    for evening in evenings:
        scores: dict[int, Score] = defaultdict(Score)
        for match in evening.played:
            _add_match(found, scores, match)
        for person, line, own in _lines_in(evening.tables):
            played = PlayedEvening(
                *(
                    evening.event,
                    evening.day,
                    line.place,
                    line.sharing,
                    len(evening.tables[_ranking_key_of(evening.tables)]),
                ),
                *(own.points_played, own.hang_jacks, own.all_fours, scores[person]),
                tuple(other for other in line.people if other != person),
            )
            found[person].evenings.append(played)
        for person, hands in evening.hands.best.items():
            found[person].best += [BestHandAt(hand, evening.event, evening.day) for hand in hands]
    for year in found.values():
        year.best = _keep_best(year.best)
    return dict(found)


def add_years(years: Sequence[PersonYear]) -> PersonYear:
    total = PersonYear()
    for year in years:
        total.evenings += year.evenings
        total.best += year.best
        for added, to in ((year.partners, total.partners), (year.opponents, total.opponents)):
            for person, score in added.items():
                to[person] = to[person].plus(score) if person in to else score
    total.best = _keep_best(total.best)
    return total


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
    score = Score()
    for evening in evenings:
        score = score.plus(evening.score)
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


def _add_match(found: dict[int, PersonYear], scores: dict[int, Score], match: PlayedMatch) -> None:
    ranks = match.ranks
    for number, side in enumerate(match.sides):
        result = _score_of(ranks, number)
        others = [(other, _score_between(ranks, number, at)) for at, other in enumerate(match.sides) if at != number]
        for person in side.people:
            scores[person] = scores[person].plus(result)
            year = found[person]
            for partner in side.people:
                if partner != person:
                    year.partners[partner] = year.partners.get(partner, NO_MATCH).plus(result)
            for other, met in others:
                for opponent in other.people:
                    year.opponents[opponent] = year.opponents.get(opponent, NO_MATCH).plus(met)


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
