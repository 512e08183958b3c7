"""Creates an evening with the settings of an earlier one: "Same as last time", and Duplicate."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from tournament.event.log_actions import RELEASE_DRAW
from tournament.event.queries.hours import parts_of, place_of
from tournament.event.services.events import create_event
from tournament.foundation.model_rows import fields_of
from tournament.foundation.writing import writing
from tournament.models import Account, Apart, Entry, Event, LogEntry, Team

OF_ONE_EVENING = frozenset(
    {
        *("uid", "club", "name", "date", "format", "rules", "closes_at", "held_at", "held_for", "muted_at"),
        *("standings_shown", "sign_up", "locked_at", "binned_at", "revision"),
    }
)
"""Fields that are not copied. All others are settings, and so is any new field."""


def duplicate_evening(
    event: Event, *, name: str, date: date, with_players: bool = False, by: Account | None, now: datetime
) -> Event:
    """Creates an evening with the game, plan, rules, fees and clock of another one, but nothing that was drawn or
    played. With `with_players` it also has the players and their pairs or teams, marked as not here yet."""
    with writing(event, even_locked=True) as current:
        made = create_event(
            current.club,
            name=name,
            date=date,
            format=current.format,
            settings=_settings_of(current),
            like=current.name,
            by=by,
            now=now,
        )
        if with_players:
            _copy_players(current, made)
    return made


def _settings_of(event: Event) -> Mapping[str, Any]:
    """Returns the event's settings. Its plan is the one that was chosen: the number of rounds is left to the movement
    again if a release had set it, because another number may come next time."""
    values = {field.name: getattr(event, field.name) for field in fields_of(Event) if field.name not in OF_ONE_EVENING}
    if not event.plan:
        return values
    releases = LogEntry.objects.filter(event=event, action=RELEASE_DRAW.name, undone_at=None, after__settled=True)
    settled = {place_of(event, line.after["hour"]).index for line in releases}
    parts = enumerate(parts_of(event))
    chosen = (replace(part, rounds=0) if index in settled else part for index, part in parts)
    return values | {"plan": [part.in_a_plan for part in chosen]}


def _copy_players(event: Event, to: Event) -> None:
    teams = {team.pk: Team.objects.create(event=to, name=team.name) for team in Team.objects.filter(event=event)}
    entries = {}
    for entry in Entry.objects.filter(event=event).order_by("pk"):
        entries[entry.pk] = Entry.objects.create(
            event=to,
            player_id=entry.player_id,
            team=teams.get(entry.team_id or 0),
            stays_at=entry.stays_at,
            comes_from=entry.comes_from,
            is_stand_in=entry.is_stand_in,
            namesake_note=entry.namesake_note,
            due=entry.due,
            here=False,
        )
    Apart.objects.bulk_create(
        Apart(event=to, one=entries[one], other=entries[other])
        for one, other in Apart.objects.filter(event=event).values_list("one", "other")
    )
