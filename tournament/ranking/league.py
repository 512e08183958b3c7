"""A league table from the results of team matches: bullseyes are games. Ranking and credits are those of any event."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

from .credits import NOTHING, Credit, credited
from .criteria import CRITERIA, Criterion
from .matches import Amount, E, MatchRecord
from .ranking import Placing, rank
from .records import Record, Scale

LEAGUE_ORDER = ("match_points", "games_won", "games_lost", "matches_won", "hang_jacks_for", "hang_jacks_against")
"""League points first, then as the World Cup of All Fours."""
BULLSEYES_ORDER = ("games_won", "games_lost", "matches_won", "hang_jacks_for", "hang_jacks_against")
"""As the World Cup of All Fours ranks its divisions (2018), which count no league points."""
LEAGUE_COLUMNS = tuple(CRITERIA[key] for key in LEAGUE_ORDER)


def race_bye(games: int) -> Credit:
    """A bye as the World Cup counts it in a race to so many bullseyes: a win with all of them, the rest as the team's
    other matches on the average, rounded down."""
    return Credit("win", games=games, left_open="own_average", rounded_down=True)


@dataclass(frozen=True)
class TeamResult(Generic[E]):
    """One team match; without `other` the team has a bye. None is what nobody reported."""

    round: int
    team: E
    games: int | None = None
    hang_jacks: int | None = None
    other: E | None = None
    other_games: int | None = None
    other_hang_jacks: int | None = None


@dataclass(frozen=True)
class LeagueRules(Generic[E]):
    """What a league says for itself. `names` are those of all its teams, also of who has not played yet; a team that
    is not among them is called what results call it. `penalties` are league points taken off,
    `games_penalties` bullseyes."""

    criteria: tuple[Criterion, ...] = LEAGUE_COLUMNS
    scale: Scale = Scale()
    bye: Credit = NOTHING
    names: Mapping[E, str] = field(default_factory=dict)
    penalties: Mapping[E, Amount] = field(default_factory=dict)
    games_penalties: Mapping[E, Amount] = field(default_factory=dict)


def league_table(results: Sequence[TeamResult[E]], rules: LeagueRules[E]) -> tuple[Placing[E], ...]:
    return rank(league_records(results, rules), rules.criteria)


def league_records(results: Sequence[TeamResult[E]], rules: LeagueRules[E]) -> tuple[Record[E], ...]:
    """Each team with its matches and byes, in the order of the results."""
    matches: dict[E, list[MatchRecord[E]]] = {team: [] for team in rules.names}
    for result in results:
        for team, match in _sides(result):
            matches.setdefault(team, []).append(match)
    records = [
        Record(
            team,
            rules.names.get(team, str(team)),
            matches=tuple(own),
            scale=rules.scale,
            penalty=rules.penalties.get(team, 0),
            games_penalty=rules.games_penalties.get(team, 0),
        )
        for team, own in matches.items()
    ]
    return credited(records, lambda match: rules.bye)


def _sides(result: TeamResult[E]) -> list[tuple[E, MatchRecord[E]]]:
    if result.other is None:
        return [(result.team, MatchRecord(result.round))]
    games, hang_jacks = (result.games, result.other_games), (result.hang_jacks, result.other_hang_jacks)
    return [
        (team, _match(result.round, opponent, games[::step], hang_jacks[::step]))
        for team, opponent, step in ((result.team, result.other, 1), (result.other, result.team, -1))
    ]


def _match(
    round: int, opponent: E, games: tuple[int | None, ...], hang_jacks: tuple[int | None, ...]
) -> MatchRecord[E]:
    return MatchRecord(
        round,
        (opponent,),
        games=games[0],
        games_against=games[1],
        hang_jacks=hang_jacks[0],
        hang_jacks_against=hang_jacks[1],
    )
