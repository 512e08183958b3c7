"""Changes a team of a league: its name, its captain, and who is in its squad."""

from collections.abc import Sequence
from datetime import date, datetime

from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import TournamentError
from tournament.foundation.writing import log
from tournament.leagues.log_actions import CHANGE_SQUAD, CHANGE_TEAM
from tournament.leagues.services.log import writing_league
from tournament.leagues.spelling import name_key
from tournament.models import Account, League, LeaguePlayer, LeagueTeam

CARRIED = ("name", "key", "home", "night", "starts", "captain", "contact")
"""What a team takes with it into another league, as that of the next season, with those who are in its squad."""


class NameTaken(TournamentError):
    message = _("Another team of this league has this name.")


class TeamTwice(TournamentError):
    message = _("Two of these teams have the same name. Rename one of them first.")


def carry_team(team: LeagueTeam, league: League, *, number: int | None = None) -> LeagueTeam:
    """Enters a team into another league as well; `number` is its place in the draw of a cup."""
    values = {name: getattr(team, name) for name in CARRIED}
    again = LeagueTeam.objects.create(league=league, number=number, **values)
    squad = [LeaguePlayer(team=again, name=each.name) for each in team.squad.all() if each.until is None]
    LeaguePlayer.objects.bulk_create(squad)
    return again


def change_team(team: LeagueTeam, *, name: str, captain: str, contact: str, by: Account | None, now: datetime) -> None:
    """Gives a team another name, captain or contact. Its matches follow. The log does not say how to contact somebody.
    Raises NameTaken."""
    with writing_league(team.league) as league:
        current = league.teams.get(pk=team.pk)
        if league.teams.filter(key=name_key(name)).exclude(pk=team.pk).exists():
            raise NameTaken
        before = {"name": current.name, "captain": current.captain}
        after = {"name": name, "captain": captain}
        if (name, captain, contact) == (current.name, current.captain, current.contact):
            return
        current.name, current.key, current.captain, current.contact = name, name_key(name), captain, contact
        current.save(update_fields=["name", "key", "captain", "contact"])
        log(CHANGE_TEAM, league=league, by=by, now=now, before=before, after=after)


def set_squad(team: LeagueTeam, names: Sequence[str], *, on: date, by: Account | None, now: datetime) -> None:
    """Sets who is in a team's squad from a day on: those who are not named leave it on that day, and new ones come
    into it. Whoever is in the squad of another team of the league moves from there."""
    wanted = {" ".join(name.split()): None for name in names if name.split()}
    with writing_league(team.league) as league:
        squads = LeaguePlayer.objects.filter(team__league=league, until=None).select_related("team")
        here = {each.name.casefold(): each for each in squads if each.team_id == team.pk}
        elsewhere = {each.name.casefold(): each for each in squads if each.team_id != team.pk}
        folded = {name.casefold() for name in wanted}
        came = [name for name in wanted if name.casefold() not in here]
        left = [each for key, each in here.items() if key not in folded]
        moved = [elsewhere[name.casefold()] for name in came if name.casefold() in elsewhere]
        for each in (*left, *moved):
            each.until = on
            each.save(update_fields=["until"])
        LeaguePlayer.objects.bulk_create(LeaguePlayer(team=team, name=name, since=on) for name in came)
        if came or left:
            before = {"names": [each.name for each in left]}
            log(CHANGE_SQUAD, league=league, by=by, now=now, before=before, after={"team": team.name, "names": came})
