"""An evening before and around its play: opening one, and what may still be chosen about it."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.errors import TournamentError
from tournament.models import Account, Club, Event
from tournament.queries.events import fixed_settings, the_club
from tournament.services.enter import create_event
from tournament.services.writing import WRITE_LOCK, note, writing


class SettingFixed(TournamentError):
    """A setting that play has fixed; the sentence says which and why."""

    code = "setting_fixed"


def open_evening(*, name: str, date: date, club_name: str = "", by: Account | None, now: datetime) -> Event:
    """An evening with its door open; the first one also makes the club, under `club_name`."""
    with WRITE_LOCK, transaction.atomic():
        club = the_club() or Club.objects.create(name=club_name or _("Our club"))
        return create_event(club, name=name, date=date, by=by, now=now)


def change_settings(event: Event, wanted: Mapping[str, Any], *, by: Account | None, now: datetime) -> None:
    """Keep what differs, all or nothing. Keys are fields of Event, and `club_name`; raises SettingFixed."""
    with writing(event) as current:
        before = {key: current.club.name if key == "club_name" else getattr(current, key) for key in wanted}
        changed = {key: value for key, value in wanted.items() if value != before[key]}
        refused = [why for key, why in fixed_settings(current).items() if key in changed]
        if refused:
            raise SettingFixed(" ".join(refused))
        if not changed:
            return
        fields = {key: value for key, value in changed.items() if key != "club_name"}
        if fields:
            Event.objects.filter(pk=current.pk).update(**fields)
        if "club_name" in changed:
            Club.objects.filter(pk=current.club_id).update(name=changed["club_name"])
        logged = {key: str(value) for key, value in changed.items()}
        note(current, "change_settings", by=by, now=now, before={key: str(before[key]) for key in logged}, after=logged)
