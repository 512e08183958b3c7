"""The result of an evening as seasons, records and ratings read it: the lines of its standings, and its matches.

The database holds plain lists: people are ids of `Player`, amounts are written by `rule.write_amount`.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from tournament.ranking import Amount, MatchCredit, MatchRecord, Shares
from tournament.seasons.rule import read_amount, write_amount


class EveningLine(NamedTuple):
    """A line of an evening's standings. `people` are in the order entered; `team` is the team's own name. `sharing`
    says how many share the `place`. `points` and `shares` include what was credited, `points_played` and
    `shares_played` do not. None means unknown, as for feats that nobody recorded."""

    people: tuple[int, ...]
    team: str
    place: int
    sharing: int
    points: Amount
    points_played: Amount
    shares: Shares | None
    shares_played: Shares | None
    games: Amount | None
    hang_jacks: Amount | None
    all_fours: Amount | None
    matches: int


class PlayedSide(NamedTuple):
    """A side of a match; None is unknown."""

    people: tuple[int, ...]
    games: int | None
    points: int | None
    hang_jacks: int | None
    all_fours: int | None


class PlayedMatch(NamedTuple):
    """A match that was played as drawn, with all its sides; other matches are left out. If somebody took a seat in the
    middle, `tenures` are the people of each side for each time that the same people sat there."""

    stage: int
    turn: int
    table: int
    sides: tuple[PlayedSide, ...]
    tenures: tuple[tuple[tuple[int, ...], ...], ...] = ()

    def people_at(self, place: int) -> tuple[int, ...]:
        """Returns everybody who played for the side at this place, from 0."""
        if not self.tenures:
            return self.sides[place].people
        return tuple(dict.fromkeys([person for tenure in self.tenures for person in tenure[place]]))

    @property
    def people_at_start(self) -> tuple[tuple[int, ...], ...]:
        """The people of each side when the match began."""
        return self.tenures[0] if self.tenures else tuple([side.people for side in self.sides])

    @property
    def ranks(self) -> tuple[int, ...] | None:
        """Returns the rank of each side, from 1, by games and then by points; None if something is unknown. The case of
        two sides with known points comes first, because nearly all of a year's thousands of matches are like that."""
        scores = [(side.games or 0, side.points) for side in self.sides]
        if len(scores) == 2:
            (one_games, one), (other_games, other) = scores
            if one is not None and other is not None:
                lead = one_games - other_games or one - other
                return (1, 2) if lead > 0 else (2, 1) if lead else (1, 1)
        if any(points is None for _games, points in scores):
            if any(side.games is None for side in self.sides):
                return None
            scores = [(games, 0) for games, _points in scores]
        return tuple(1 + sum(other > score for other in scores) for score in scores)


def write_line(line: EveningLine) -> list[Any]:
    return [
        list(line.people),
        line.team,
        line.place,
        line.sharing,
        *map(_write_if_known, (line.points, line.points_played)),
        *map(_write_shares, (line.shares, line.shares_played)),
        *map(_write_if_known, (line.games, line.hang_jacks, line.all_fours)),
        line.matches,
    ]


def read_line(plain: Sequence[Any]) -> EveningLine:
    people, team, place, sharing, points, points_played, shares, shares_played, *counts, matches = plain
    amounts = map(_read_if_known, (points, points_played))
    values: Any = (*amounts, *map(_read_shares, (shares, shares_played)), *map(_read_if_known, counts), matches)
    return EveningLine(tuple(people), team, place, sharing, *values)


def _write_shares(shares: Shares | None) -> list[int | str] | None:
    return None if shares is None else [write_amount(each) for each in shares]


def _read_shares(plain: Sequence[Any] | None) -> Shares | None:
    return None if plain is None else Shares(*[each if type(each) is int else read_amount(each) for each in plain])


def write_played(match: PlayedMatch) -> list[Any]:
    tenures = [match.tenures] if match.tenures else []
    return [match.stage, match.turn, match.table, [[list(side.people), *side[1:]] for side in match.sides], *tenures]


def read_played(plain: Sequence[Any]) -> PlayedMatch:
    stage, turn, table, sides, *tenures = plain
    read = tuple([PlayedSide(tuple(side[0]), *side[1:]) for side in sides])
    return PlayedMatch(
        stage, turn, table, read, tuple([tuple(map(tuple, tenure)) for seats in tenures for tenure in seats])
    )


CREDITED = ("points", "against", "games", "games_against", "hang_jacks", "hang_jacks_against")
FIGURES = (*CREDITED, "all_fours", "set_backs", "settlement")
"""In the order of MatchRecord's fields."""


def write_record(match: MatchRecord[int], place_of: Mapping[int, int]) -> list[Any]:
    """Writes a match of a line. Opponents are written as places of their lines in the same table, from 0."""
    credit = match.credit
    return [
        match.round,
        match.turn,
        [place_of[key] for key in match.opponents if key in place_of],
        [None if match.in_play else _write_if_known(getattr(match, name)) for name in FIGURES],
        match.ruled,
        match.unplayed,
        None
        if credit is None
        else [credit.kind, [_write_if_known(getattr(credit, name)) for name in CREDITED], _write_shares(credit.shares)],
    ]


def read_record(plain: Sequence[Any], *, keys: Sequence[Hashable], after: int) -> MatchRecord[Hashable]:
    """Reads a match again. `keys` are those of the table's lines. `after` is added to the round's number, so that
    rounds of two evenings differ. The fields are read by position for speed, as a season has thousands of matches."""
    round, turn, opponents, figures, ruled, unplayed, credit = plain
    counted = None
    if credit is not None:
        kind, credited, shares = credit
        counted = MatchCredit(*(kind, *map(_read_if_known, credited), _read_shares(shares)))
    met = tuple([keys[place] for place in opponents])
    values: Any = (round + after, met, (), *map(_read_if_known, figures), ruled, unplayed, counted)
    record: MatchRecord[Hashable] = MatchRecord(*values)
    return record if turn == 1 else record._replace(turn=turn)


def _write_if_known(amount: Amount | None) -> int | str | None:
    return None if amount is None else write_amount(amount)


def _read_if_known(plain: int | str | None) -> Amount | None:
    return plain if plain is None or type(plain) is int else read_amount(plain)
