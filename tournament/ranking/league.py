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


Side = tuple[E, MatchRecord[E]]
"""A team, and a match or a bye of it."""


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

    @property
    def sides(self) -> tuple[Side[E], ...]:
        """The match as each of its teams sees it, the one named first first; a bye has one."""
        number, team, games, hang_jacks, other, other_games, other_hang_jacks, awarded = self
        if other is None:
            return ((team, MatchRecord(number)),)
        home, away = sides_of(number, team, games, hang_jacks, other, other_games, other_hang_jacks)
        if awarded is None:
            return home, away
        unplayed: tuple[Unplayed, Unplayed] = ("walk_over", "absent")
        own, theirs = unplayed if awarded == team else unplayed[::-1]
        return (team, home[1]._replace(unplayed=own)), (other, away[1]._replace(unplayed=theirs))


def sides_of(
    number: int,
    team: E,
    games: int | None,
    hang_jacks: int | None,
    other: E,
    other_games: int | None,
    other_hang_jacks: int | None,
) -> tuple[Side[E], Side[E]]:
    """Returns a match of round `number` that was played, or is to be played, as each of its teams sees it."""
    own = (games, other_games, hang_jacks, other_hang_jacks)
    theirs = (other_games, games, other_hang_jacks, hang_jacks)
    return (
        (team, MatchRecord(number, (other,), (), None, None, *own, is_at_home=True)),
        (other, MatchRecord(number, (team,), (), None, None, *theirs)),
    )


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


def rank_league(sides: Sequence[Side[E]], rules: LeagueRules[E]) -> tuple[Placing[E], ...]:
    records = records_of_league(sides, rules)
    staying = rank_records([each for each in records if each.entry not in rules.withdrawn], rules.criteria)
    return staying + rank_records([each for each in records if each.entry in rules.withdrawn], rules.criteria)


def records_of_league(sides: Sequence[Side[E]], rules: LeagueRules[E]) -> tuple[Record[E], ...]:
    """Each team with its matches and byes, in the order of the results. A bye counts once a match of its round does."""
    matches: dict[E, list[MatchRecord[E]]] = {team: [] for team in rules.names}
    for team, match in sides:
        matches.setdefault(team, []).append(match)
    begun = {match.round for _team, match in sides if match.games is not None or match.unplayed is not None}
    to_come = {match.round for _team, match in sides if match.opponents} - begun
    records = [
        Record(
            team,
            rules.names.get(team, str(team)),
            matches=tuple([each if each.opponents else each._replace(to_come=each.round in to_come) for each in own]),
            scale=rules.scale,
            penalty=rules.penalties.get(team, 0),
            games_penalty=rules.games_penalties.get(team, 0),
        )
        for team, own in matches.items()
    ]
    won = Credit("win", games=rules.walk_over)
    credits = {"walk_over": won, "absent": Credit("fixed", games_against=rules.walk_over, result="lost")}
    return credit_records(records, lambda match: credits.get(match.unplayed or "", rules.bye))
