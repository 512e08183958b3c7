"""What a person did over the years: year by year, with whom, against whom, and how well. Pure.

`people_of_evening` does it for everybody of an evening at once, as it reads the same matches, and only lists whom they
met with which result; a page then adds up one person's evenings.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from itertools import chain
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


UNKNOWN, WON, DRAWN, LOST = range(4)
"""The result of a match: the field of Score that counts it. Every match counts in the first."""


class PlayedEvening(NamedTuple):
    """An evening of one person. `place` is their own, or their pair's or team's, among `lines` competitors; `sharing`
    is how many share it. None means unknown, as for feats that nobody recorded. `beside` are the others of their pair
    or team. `game` is the rule set: points are compared only within a game."""

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
    game: str = ""


class BestHandAt(NamedTuple):
    hand: BestHand
    event: int
    day: date
    game: str = ""


@dataclass(slots=True)
class PersonEvening:
    """What somebody did at an evening. `played` is None if they are in no line of it. `results` has one for each match;
    `partners` and `opponents` have everybody met, once for each match, with its result from this person's side."""

    played: PlayedEvening | None = None
    results: list[int] = field(default_factory=list)
    partners: list[tuple[int, int]] = field(default_factory=list)
    opponents: list[tuple[int, int]] = field(default_factory=list)
    best: tuple[BestHandAt, ...] = ()


@dataclass(frozen=True)
class PersonYears:
    """Several evenings of somebody added up, with the best few of their hands."""

    evenings: tuple[PlayedEvening, ...]
    partners: Mapping[int, Score]
    opponents: Mapping[int, Score]
    best: tuple[BestHandAt, ...]


class Period(NamedTuple):
    """A year or a month, with the sums of its evenings; `last_event` is the last of them, `games` are their rule
    sets."""

    first: date
    last_event: int | None
    evenings: int
    points: Amount
    hang_jacks: Amount | None
    all_fours: Amount | None
    score: Score
    games: frozenset[str] = frozenset()

    @property
    def points_per_match(self) -> Fraction | None:
        """Unknown without a match, and over evenings of several games."""
        is_known = self.score.matches and len(self.games) == 1
        return Fraction(self.points) / self.score.matches if is_known else None


def people_of_evening(
    event: int,
    day: date,
    tables: Mapping[str, Sequence[EveningLine]],
    matches: Sequence[PlayedMatch],
    hands: EveningHands,
    game: str = "",
) -> dict[int, PersonEvening]:
    """Returns what everybody did at an evening of a game, from its tables, its matches and the sums of its hands."""
    evening_of: dict[int, PersonEvening] = defaultdict(PersonEvening)
    for match in matches:
        _add_match(evening_of, match)
    ranked = next(tables[ranks] for ranks in ("teams", "pairs", "players") if ranks in tables)
    own_lines = {line.people[0]: line for line in tables.get("players", ()) if line.people}
    for line in ranked:
        for person in line.people:
            own, results = own_lines.get(person, line), evening_of[person].results
            evening_of[person].played = PlayedEvening(
                *(event, day, line.place, line.sharing, len(ranked)),
                *(own.points_played, own.hang_jacks, own.all_fours),
                Score(len(results), *map(results.count, (WON, DRAWN, LOST))),
                tuple([other for other in line.people if other != person]),
                game,
            )
    for person, best in hands.best.items():
        evening_of[person].best = tuple([BestHandAt(hand, event, day, game) for hand in best])
    return dict(evening_of)


def add_evenings(evenings: Sequence[PersonEvening]) -> PersonYears:
    """Adds up the evenings of one person, given in the order played."""
    return PersonYears(
        tuple([each.played for each in evenings if each.played is not None]),
        _sum_met(each.partners for each in evenings),
        _sum_met(each.opponents for each in evenings),
        tuple(_keep_best([hand for each in evenings for hand in each.best])),
    )


def _sum_met(evenings: Iterable[Sequence[tuple[int, int]]]) -> dict[int, Score]:
    """Returns the score with each person met."""
    counts_by_person: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for (person, result), number in Counter(chain.from_iterable(evenings)).items():
        counts_by_person[person][0] += number
        if result != UNKNOWN:
            counts_by_person[person][result] += number
    return {person: Score(*counts) for person, counts in counts_by_person.items()}


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
    return [sum_evenings(start, evenings) for start, evenings in within.items()]


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
        frozenset([evening.game for evening in evenings]),
    )


def games_of(evenings: Sequence[PlayedEvening]) -> list[str]:
    """Returns the games of these evenings, the one played most often first."""
    return [game for game, _number in Counter(evening.game for evening in evenings).most_common()]


def count_places(evenings: Sequence[PlayedEvening]) -> list[int]:
    """Counts how many evenings ended at the places of each line of PLACES."""
    return [
        sum(first <= evening.place and (not last or evening.place <= last) for evening in evenings)
        for first, last in PLACES
    ]


def rank_by_matches(scores: Mapping[int, Score]) -> list[tuple[int, Score]]:
    """Returns the people met, most matches first."""
    return sorted(scores.items(), key=lambda met: (-met[1].matches, -met[1].won, met[0]))


def _add_match(evening_of: dict[int, PersonEvening], match: PlayedMatch) -> None:
    ranks = match.ranks
    if match.tenures:
        _add_match_of_tenures(evening_of, match)
        return
    for number, side in enumerate(match.sides):
        result = _result_of(ranks, number)
        met = [
            (opponent, _result_between(ranks, number, at))
            for at, other in enumerate(match.sides)
            if at != number
            for opponent in other.people
        ]
        for person in side.people:
            evening = evening_of[person]
            evening.results.append(result)
            evening.partners += [(partner, result) for partner in side.people if partner != person]
            evening.opponents += met


def _add_match_of_tenures(evening_of: dict[int, PersonEvening], match: PlayedMatch) -> None:
    """Adds a match in which somebody took a seat: it is one match, with its result, for all who played in it, with
    those whom they sat with and against."""
    ranks = match.ranks
    for number in range(len(match.sides)):
        result = _result_of(ranks, number)
        for person in match.people_at(number):
            own = [tenure for tenure in match.tenures if person in tenure[number]]
            partners = dict.fromkeys(partner for tenure in own for partner in tenure[number] if partner != person)
            opponents = dict.fromkeys(
                (opponent, _result_between(ranks, number, at))
                for tenure in own
                for at, people in enumerate(tenure)
                if at != number
                for opponent in people
            )
            evening = evening_of[person]
            evening.results.append(result)
            evening.partners += [(partner, result) for partner in partners]
            evening.opponents += opponents


def _result_of(ranks: Sequence[int] | None, number: int) -> int:
    """Returns the result of a side: first place alone is a win, a shared first place a draw."""
    if ranks is None:
        return UNKNOWN
    if ranks[number] > 1:
        return LOST
    return WON if ranks.count(1) == 1 else DRAWN


def _result_between(ranks: Sequence[int] | None, number: int, other: int) -> int:
    """Returns who was in front of whom, for two sides at a table of many."""
    if ranks is None:
        return UNKNOWN
    if ranks[number] == ranks[other]:
        return DRAWN
    return WON if ranks[number] < ranks[other] else LOST


def _keep_best(hands: list[BestHandAt]) -> list[BestHandAt]:
    """Returns the best few hands of each game, those of the game with most of them first; of equal ones the latest."""
    games = [game for game, _number in Counter(each.game for each in hands).most_common()]
    most = max(1, MOST_BEST // max(1, len(games)))
    ranked = sorted(hands, key=lambda each: (rank_of_hand(each.hand), -each.day.toordinal()))
    return [hand for game in games for hand in [each for each in ranked if each.game == game][:most]]


def _sum_known(counts: Sequence[Amount | None]) -> Amount | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None
