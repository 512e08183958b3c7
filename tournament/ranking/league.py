"""A league table from the results of team matches. Bullseyes are games; ranking and credits are as in any event."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple

from .credits import NOTHING, Credit, credit_records
from .criteria import CRITERIA, Criterion
from .matches import Amount, E, MatchRecord, Unplayed
from .ranking import Placing, rank_records
from .records import Record, Scale

LEAGUE_ORDER = ("match_points", "games_won", "games_lost", "matches_won", "hang_jacks_for", "hang_jacks_against")
"""League points first, then as the World Cup of All Fours ranks its divisions (2018), which count no league points."""
LEAGUE_COLUMNS = tuple(CRITERIA[key] for key in LEAGUE_ORDER)


def race_bye(games: int) -> Credit:
    """A bye as the World Cup counts it in a race to so many bullseyes: a win with all of them; all other figures are
    the average of the team's matches, rounded down."""
    return Credit("win", games=games, left_open="own_average", rounded_down=True)


class TeamResult(NamedTuple, Generic[E]):
    """One team match, or without `other` a bye. None is what nobody reported. `awarded` is the team that won it without
    playing."""

    round: int
    team: E
    games: int | None = None
    hang_jacks: int | None = None
    other: E | None = None
    other_games: int | None = None
    other_hang_jacks: int | None = None
    awarded: E | None = None


@dataclass(frozen=True)
class LeagueRules(Generic[E]):
    """The rules of one league. `names` are those of all its teams; a team that is not among them keeps its name in the
    results. `penalties` are league points taken off, `games_penalties` bullseyes. `walk_over` is how many bullseyes a
    match counts that was won without playing. Teams that have `withdrawn` come after all others."""

    criteria: tuple[Criterion, ...] = LEAGUE_COLUMNS
    scale: Scale = Scale()
    bye: Credit = NOTHING
    walk_over: Amount = 0
    withdrawn: frozenset[E] = frozenset()
    names: Mapping[E, str] = field(default_factory=dict)
    penalties: Mapping[E, Amount] = field(default_factory=dict)
    games_penalties: Mapping[E, Amount] = field(default_factory=dict)


def rank_league(results: Sequence[TeamResult[E]], rules: LeagueRules[E]) -> tuple[Placing[E], ...]:
    records = records_of_league(results, rules)
    staying = rank_records([each for each in records if each.entry not in rules.withdrawn], rules.criteria)
    return staying + rank_records([each for each in records if each.entry in rules.withdrawn], rules.criteria)


def records_of_league(results: Sequence[TeamResult[E]], rules: LeagueRules[E]) -> tuple[Record[E], ...]:
    """Each team with its matches and byes, in the order of the results. A bye counts once a match of its round does."""
    matches: dict[E, list[MatchRecord[E]]] = {team: [] for team in rules.names}
    begun = {result.round for result in results if result.games is not None or result.awarded is not None}
    to_come = {result.round for result in results if result.other is not None} - begun
    for result in results:
        if result.other is None:
            bye = MatchRecord[E](result.round, to_come=result.round in to_come)
            matches.setdefault(result.team, []).append(bye)
            continue
        home = result.team, result.games, result.hang_jacks
        away = result.other, result.other_games, result.other_hang_jacks
        for (team, games, hang_jacks), (opponent, their_games, their_hang_jacks) in ((home, away), (away, home)):
            unplayed: Unplayed | None = None
            if result.awarded is not None:
                unplayed = "walk_over" if team == result.awarded else "absent"
            match = MatchRecord(
                result.round,
                (opponent,),
                games=games,
                games_against=their_games,
                hang_jacks=hang_jacks,
                hang_jacks_against=their_hang_jacks,
                unplayed=unplayed,
            )
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
    won = Credit("win", games=rules.walk_over)
    credits = {"walk_over": won, "absent": Credit("fixed", games_against=rules.walk_over, result="lost")}
    return credit_records(records, lambda match: credits.get(match.unplayed or "", rules.bye))
