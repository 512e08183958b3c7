"""Changes a team of a league: its name, its captain, and who is in its squad."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import TournamentError
from tournament.foundation.log_actions import LogAction
from tournament.foundation.writing import log, tell_followers
from tournament.leagues.log_actions import CHANGE_SQUAD, CHANGE_TEAM, MOVE_PLAYER, UNDO_SQUAD
from tournament.leagues.queries.cups import teams_in_cups
from tournament.leagues.queries.evenings import evenings_of_cup
from tournament.leagues.queries.seasons import divisions_of
from tournament.leagues.services.log import writing_league
from tournament.leagues.spelling import name_key
from tournament.models import (
    Account,
    League,
    LeaguePlayer,
    LeagueReport,
    LeagueResult,
    LeagueTeam,
    LogEntry,
    Team,
)

CARRIED = ("name", "key", "home", "night", "starts", "captain", "contact")
"""What a team takes with it into another league, as that of the next season, with those who are in its squad."""


class NameTaken(TournamentError):
    message = _("Another team of this league, or of a cup drawn from it, has this name.")


class TeamTwice(TournamentError):
    message = _("Two of these teams have the same name. Rename one of them first.")


class SquadChanged(TournamentError):
    message = _("The squad has changed in the meantime, or this was undone already.")


class SquadRow(NamedTuple):
    """A row of a squad: who, from a day on, and until a day on which they no longer are."""

    name: str
    since: date | None
    until: date | None


def carry_team(team: LeagueTeam, league: League, *, number: int | None = None) -> LeagueTeam:
    """Enters a team into another league as well; `number` is its place in the draw of a cup."""
    values = {name: getattr(team, name) for name in CARRIED}
    again = LeagueTeam.objects.create(league=league, number=number, **values)
    squad = [LeaguePlayer(team=again, name=each.name) for each in team.squad.all() if each.until is None]
    LeaguePlayer.objects.bulk_create(squad)
    return again


def change_team(team: LeagueTeam, *, name: str, captain: str, contact: str, by: Account | None, now: datetime) -> None:
    """Gives a team another name, captain or contact, also in the cups that were drawn from its league. Its matches
    follow, and the evenings in which they are played. The log does not say how to contact somebody. Raises
    NameTaken."""
    with writing_league(team.league) as league:
        current = league.teams.select_related("league").get(pk=team.pk)
        if (name, captain, contact) == (current.name, current.captain, current.contact):
            return
        for each in (current, *teams_in_cups(current)):
            if each.league.teams.filter(key=name_key(name)).exclude(pk=each.pk).exists():
                raise NameTaken
            before, after = {"name": each.name, "captain": each.captain}, {"name": name, "captain": captain}
            _rename_in_evenings(each, name)
            each.name, each.key, each.captain, each.contact = name, name_key(name), captain, contact
            each.save(update_fields=["name", "key", "captain", "contact"])
            log(CHANGE_TEAM, league=each.league, by=by, now=now, before=before, after=after)


def _rename_in_evenings(team: LeagueTeam, name: str) -> None:
    """Gives a team that is about to be renamed its new name in the evenings of its matches too, because it is found
    there by its name."""
    own, uids = Q(team=team) | Q(other=team), set[UUID | None]()
    uids |= {*LeagueResult.objects.filter(own, superseded_at=None).values_list("evening", flat=True)}
    uids |= {*LeagueReport.objects.filter(own).values_list("evening", flat=True)}
    uids |= {event.uid for event in evenings_of_cup(team.league)} if team.league.is_cup else set()
    rename_entered(Team.objects.filter(event__uid__in=[uid for uid in uids if uid]), team.name, name)


def rename_entered(entered: QuerySet[Team], former: str, name: str) -> None:
    """Gives those of some evenings' teams that have a `former` name another one."""
    renamed = [each for each in entered if name_key(each.name) == name_key(former)]
    for each in renamed:
        each.name = name
    Team.objects.bulk_update(renamed, ["name"])
    tell_followers({each.event_id for each in renamed})


def set_squad(team: LeagueTeam, names: Sequence[str], *, on: date | None, by: Account | None, now: datetime) -> None:
    """Sets who is in a team's squad from a day on, or without one as if it had always been so: those who are not named
    leave it on that day, and new ones come into it. Whoever is in the squad of another team of the league moves from
    there."""
    wanted = {name_key(name): " ".join(name.split()) for name in names if name.split()}
    with changing_squads(team.league, CHANGE_SQUAD, {"team": team.name}, by=by, now=now):
        open_ones = LeaguePlayer.objects.filter(team__league__in=divisions_of(team.league), until=None)
        here = {name_key(each.name): each for each in open_ones if each.team_id == team.pk}
        came = {key: name for key, name in wanted.items() if key not in here}
        moved = [each for each in open_ones if each.team_id != team.pk and name_key(each.name) in came]
        for each in (*(each for key, each in here.items() if key not in wanted), *moved):
            end_membership(each, on)
        LeaguePlayer.objects.bulk_create(LeaguePlayer(team=team, name=name, since=on) for name in came.values())


def end_membership(row: LeaguePlayer, on: date | None) -> None:
    """Ends a row on a day; one that would not have begun by then is deleted."""
    if on is None or (row.since is not None and row.since >= on):
        row.delete()
    else:
        row.until = on
        row.save(update_fields=["until"])


def set_squad_rows(team: LeagueTeam, rows: Mapping[int, SquadRow], *, by: Account | None, now: datetime) -> None:
    """Corrects names and days of a squad's rows, by their ids; one without a name is deleted."""
    with changing_squads(team.league, CHANGE_SQUAD, {"team": team.name}, by=by, now=now):
        for each in team.squad.filter(pk__in=rows):
            each.name, each.since, each.until = rows[each.pk]
            if each.name:
                each.save(update_fields=["name", "since", "until"])
            else:
                each.delete()


def move_player(player: LeaguePlayer, to: LeagueTeam, *, on: date, by: Account | None, now: datetime) -> None:
    """Moves a player from one team to another from a day on."""
    said = {"name": player.name, "team": player.team.name, "to": to.name, "day": on.isoformat()}
    with changing_squads(player.team.league, MOVE_PLAYER, said, by=by, now=now):
        end_membership(LeaguePlayer.objects.get(pk=player.pk), on)
        LeaguePlayer.objects.create(team=to, name=player.name, since=on)


def undo_squad_change(team: LeagueTeam, seen: int, *, by: Account | None, now: datetime) -> None:
    """Puts the squads back as they were before their last change, in each division that it touched. Raises
    SquadChanged if the line of the log that was `seen` is undone or no longer the last one."""
    with changing_squads(team.league, UNDO_SQUAD, {"team": team.name}, by=by, now=now) as divisions:
        last = LogEntry.objects.filter(pk=seen, undone_at=None).first()
        if last is None:
            raise SquadChanged
        lines = LogEntry.objects.filter(action=last.action, at=last.at, league__in=divisions, undone_at=None)
        for line in lines:
            teams = {each.name: each for each in LeagueTeam.objects.filter(league=line.league_id)}
            now_there = _rows_of([pk for pk in [line.league_id] if pk])
            for name, rows in line.after["squads"].items():
                if name not in teams or now_there[line.league_id or 0].get(name, []) != rows:
                    raise SquadChanged
                teams[name].squad.all().delete()
                former = line.before["squads"].get(name, [])
                LeaguePlayer.objects.bulk_create(
                    LeaguePlayer(team=teams[name], name=who, since=_day(since), until=_day(until))
                    for who, since, until in former
                )
        lines.update(undone_at=now)


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


@contextmanager
def changing_squads(
    league: League, action: LogAction, said: Mapping[str, object], *, by: Account | None, now: datetime
) -> Iterator[list[League]]:
    """Logs what changes in squads within it, in the log of each division, with the rows before and after."""
    with writing_league(league) as current:
        divisions = divisions_of(current)
        leagues = [each.pk for each in divisions]
        before = _rows_of(leagues)
        yield divisions
        after = _rows_of(leagues)
        for each in divisions:
            own, new = before[each.pk], after[each.pk]
            changed = [name for name in {**own, **new} if own.get(name) != new.get(name)]
            if changed:
                pair = [{"squads": {name: rows.get(name, []) for name in changed}} for rows in (own, new)]
                log(action, league=each, by=by, now=now, before=pair[0], after={**said, **pair[1]})


def _rows_of(leagues: Sequence[int]) -> dict[int, dict[str, list[list[str | None]]]]:
    """Returns the squads of leagues as the log keeps them, by league and name of team."""
    found: dict[int, dict[str, list[list[str | None]]]] = {league: {} for league in leagues}
    for each in LeaguePlayer.objects.filter(team__league__in=leagues).select_related("team"):
        days = [day.isoformat() if day else None for day in (each.since, each.until)]
        found[each.team.league_id].setdefault(each.team.name, []).append([each.name, *days])
    return found
