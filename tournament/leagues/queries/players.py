"""What the players of a league have done at its tables: doubles and singles, played, won and lost, with bullseyes.

A table counts for whoever sat there when its round began, if its match counts in the league and somebody has said who
sat there: the evening in which it was played, another hall, a captain or the secretary.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from uuid import UUID

from django.db.models import F
from django.utils.translation import gettext as _

from tournament.leagues.queries.form import Tally
from tournament.leagues.queries.leagues import teams_of
from tournament.leagues.queries.reports import reports_of
from tournament.leagues.queries.results import ResultRow, result_rows_of
from tournament.leagues.queries.tables import tables_of_results
from tournament.leagues.queries.teams import aliases_of
from tournament.leagues.reported import Names, Pair
from tournament.leagues.spelling import name_key
from tournament.models import Entry, League, LeaguePlayer, SidePlayer, State, names_outside
from tournament.models import Names as ShownNames


class TablePlayed(NamedTuple):
    """A table of a match: its teams by id, who sat there for each, and the games of both."""

    teams: Pair
    seated: tuple[Names, Names]
    games: Pair
    is_singles: bool


@dataclass(frozen=True)
class PlayerRecord:
    """What somebody has done for a team in doubles and singles, and in both. Games are bullseyes."""

    name: str
    team: str
    team_id: int
    doubles: Tally = Tally()
    singles: Tally = Tally()

    @property
    def both(self) -> Tally:
        one, other = self.doubles, self.singles
        return Tally(*(own + more for own, more in zip(one, other, strict=True)))


def player_records(league: League, names: ShownNames | None = None) -> list[PlayerRecord]:
    """Returns the records of everybody who sat at a table of a league, with `names` as readers outside see them, else
    as the present reader does: who won most tables first. Nine queries at most, however many matches."""
    teams = teams_of(league)
    results = [each for each in result_rows_of(league, teams) if _counts(each)]
    names, aliases = names or names_outside(league.club), aliases_of(league)
    spelling = {name_key(name): name for name in _names_in_squads(league)}
    by_team = {team.pk: team.name for team in teams}
    records: dict[tuple[int, str], PlayerRecord] = {}
    for table in filter(_has_games, _tables_played(league, results)):
        for team, seated, games in zip(table.teams, table.seated, (table.games, table.games[::-1]), strict=True):
            for name in seated:
                key = aliases.get(name_key(name), name_key(name))
                own = records.setdefault(
                    (team, key), PlayerRecord(spelling.get(key, name), by_team.get(team, ""), team)
                )
                records[team, key] = _add_table(own, games, is_singles=table.is_singles)
    shown = [replace(each, name=each.name if names is None else names.redact(each.name)) for each in records.values()]
    return sorted(shown, key=lambda each: (-each.both.won, each.both.lost, -each.both.games, each.name))


def file_of_records(records: Iterable[PlayerRecord], league: League) -> list[list[object]]:
    """Returns the records as rows for a spreadsheet, the head first."""
    figures = [_("played"), _("won"), _("drawn"), _("lost"), league.counted, _("against")]
    head = [f"{kind}: {each}" for kind in (_("Doubles"), _("Singles")) for each in figures]
    rows = [[each.name, each.team, *each.doubles, *each.singles] for each in records]
    return [[_("Name"), _("Team"), *head], *rows]


def _add_table(record: PlayerRecord, games: Pair, *, is_singles: bool) -> PlayerRecord:
    own, other = games
    table = Tally(1, own > other, own == other, own < other, own, other)
    before = record.singles if is_singles else record.doubles
    after = Tally(*(one + int(more) for one, more in zip(before, table, strict=True)))
    return replace(record, singles=after) if is_singles else replace(record, doubles=after)


def _has_games(table: TablePlayed) -> bool:
    """Whether somebody won a game at a table: without one nobody played there, or nobody has said so."""
    return any(table.games)


def _counts(result: ResultRow) -> bool:
    """Whether a match counts in the table as it was played."""
    return result.games is not None and any(each.opponents and each.unplayed is None for _team, each in result.sides)


def _names_in_squads(league: League) -> Iterable[str]:
    return LeaguePlayer.objects.filter(team__league=league).values_list("name", flat=True)


def _tables_played(league: League, results: Sequence[ResultRow]) -> Iterator[TablePlayed]:
    """Yields the tables of these results of which somebody said who sat there. Four queries at most."""
    known = tables_of_results([each for each in results if not each.evening], reports_of(league))
    for result in results:
        if result.pk in known and result.other_id is not None:
            figures = known[result.pk].figures
            for number, (games, seated) in enumerate(zip(figures.tables, figures.seated, strict=False), start=1):
                yield TablePlayed((result.team_id, result.other_id), seated, games, number in figures.singles)
    yield from _tables_played_here([each for each in results if each.evening])


class _SideHere(NamedTuple):
    """A side of a match in an evening: its games, or its points if nobody counted games, and who sat there first."""

    evening: UUID
    games: int
    entries: list[int]


def _tables_played_here(results: Sequence[ResultRow]) -> Iterator[TablePlayed]:
    """Yields the tables of matches that were played in an evening here. Two queries, none without."""
    by_evening: dict[UUID, ResultRow] = {each.evening: each for each in results if each.evening}
    if not by_evening:
        return
    of_entries = Entry.objects.filter(event__uid__in=by_evening, team__isnull=False)
    named = of_entries.values_list("pk", "team__name", "player__name")
    entries = {pk: (name_key(team or ""), name) for pk, team, name in named}
    for sides in _sides_here(by_evening).values():
        result = by_evening[sides[0].evening]
        assert result.other is not None
        team_of = {result.team.key: result.team.pk, result.other.key: result.other.pk}
        teams = [team_of.get(entries[side.entries[0]][0], 0) for side in sides if side.entries[0] in entries]
        if len(teams) == len(sides) == 2 and set(teams) == set(team_of.values()):
            one, other = (tuple(entries[pk][1] for pk in side.entries if pk in entries) for side in sides)
            is_singles = len(one) == len(other) == 1
            yield TablePlayed((teams[0], teams[1]), (one, other), (sides[0].games, sides[1].games), is_singles)


def _sides_here(evenings: Iterable[UUID]) -> dict[int, list[_SideHere]]:
    """Returns both sides of each match in these evenings by its id. One query."""
    seated = SidePlayer.objects.filter(side__match__table__stage__event__uid__in=evenings)
    seated = seated.exclude(side__match__state=State.CALLED_OFF).select_related("side")
    with_evening = seated.annotate(evening=F("side__match__table__stage__event__uid"))
    found: dict[int, dict[int, _SideHere]] = {}
    for player in with_evening.order_by("side__match", "side__number", "seat"):
        side, own = player.side, found.setdefault(player.side.match_id, {})
        games = side.games if side.games is not None else side.points or 0
        own.setdefault(side.number, _SideHere(player.evening, games, [])).entries.append(player.at_hand(0))
    return {match: list(sides.values()) for match, sides in found.items()}
