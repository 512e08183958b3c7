"""Pairs and teams: who plays together, and who plays in somebody's place."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from tournament.errors import TournamentError
from tournament.models import Account, Enters, Entry, Event, Hand, Match, Seat, SidePlayer, State, Team
from tournament.queries.units import PAIR, boards_of
from tournament.services.enter import enter_players, tidy_name
from tournament.services.writing import note, writing


class NotATeam(TournamentError):
    """These cannot be entered together, or not in this place; the sentence says why."""

    code = "not_a_team"


def team_up(event: Event, names: Sequence[str], *, name: str = "", by: Account | None, now: datetime) -> Team:
    """Enter these players together, whether they are known yet or not. A pair is two; a team has at least as many as
    play at once. Raises NotATeam for a wrong number, or for somebody who already plays for others."""
    wanted = PAIR if event.enters == Enters.PAIRS else PAIR * boards_of(event)
    tidy = list(dict.fromkeys(tidied for each in names if (tidied := tidy_name(each))))
    if event.enters == Enters.PLAYERS:
        raise NotATeam(_("Tonight everybody enters for himself."))
    if event.enters == Enters.PAIRS and len(tidy) != PAIR:
        raise NotATeam(_("A pair is two: write both names, as in Ann & Bea."))
    if len(tidy) < wanted:
        raise NotATeam(_("%(n)s play for a team at once: name at least as many.") % {"n": wanted})
    entries = enter_players(event, tidy, by=by, now=now)
    with writing(event) as current:
        taken = [entry.name for entry in Entry.objects.filter(pk__in=[one.pk for one in entries]) if entry.team_id]
        if taken:
            raise NotATeam(_("%(name)s already plays for others tonight.") % {"name": taken[0]})
        team = Team.objects.create(event=current, name=tidy_name(name)[:80])
        Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(team=team)
        note(current, "team_up", by=by, now=now, after={"names": tidy, "name": team.name})
    return team


def part(team: Team, *, by: Account | None, now: datetime) -> None:
    """Take a pair or team apart again; only one that was never seated."""
    with writing(team.event) as event:
        if Seat.objects.filter(entry__team=team).exists():
            raise NotATeam(_("They have been seated together: put a substitute in instead."))
        names = [entry.name for entry in team.entries.select_related("player")]
        note(event, "part", by=by, now=now, before={"names": names, "name": team.name})
        team.delete()


def substitute(entry: Entry, name: str, *, by: Account | None, now: datetime) -> Entry:
    """Somebody plays in the place of a player of a pair or team from now on, also in a match of which nothing is told
    yet: what was played stays with those who played it, and counts for the pair. Raises NotATeam for one who already
    plays tonight."""
    if entry.team is None or not tidy_name(name):
        raise NotATeam(_("Who plays instead? Write a name."))
    with writing(entry.event) as event:
        known = Entry.objects.filter(event=event, player__name__iexact=tidy_name(name)).first()
        if known and known.left_at is None and known.team_id is not None:
            raise NotATeam(_("%(name)s already plays for others tonight.") % {"name": known.name})
    (came,) = enter_players(entry.event, [name], by=by, now=now)
    with writing(entry.event) as event:
        Entry.objects.filter(pk=came.pk).update(team=entry.team)
        _take_over(entry, came)
        Entry.objects.filter(pk=entry.pk).update(left_at=now)
        note(event, "substitute", by=by, now=now, before={"entry": entry.pk}, after={"entry": came.pk})
    return came


def _take_over(entry: Entry, came: Entry) -> None:
    """Seats and places in matches of which nothing is told yet."""
    hands = Hand.objects.filter(match=OuterRef("pk"), superseded_at=None)
    untold = Match.objects.filter(Exists(SidePlayer.objects.filter(side__match=OuterRef("pk"), entry=entry)))
    for match in untold.filter(~Exists(hands), state=State.WAITING).select_related("table"):
        SidePlayer.objects.filter(side__match=match, entry=entry).update(entry=came)
        Seat.objects.filter(table=match.table, entry=entry).update(entry=came)
