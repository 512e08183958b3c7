"""Moves an evening to the bin and back, and deletes for good what has been there long enough."""

from datetime import datetime, timedelta

from django.db.models import F

from tournament.event.log_actions import BIN_EVENT, PURGE_EVENT, UNBIN_EVENT
from tournament.event.services.restore_points import set_restore_point
from tournament.foundation.model_rows import delete_rows_below, models_below
from tournament.foundation.writing import log, note, write_transaction, writing
from tournament.models import Account, Event, Screen

BIN_LASTS = timedelta(days=30)


def bin_event(event: Event, *, by: Account | None, now: datetime) -> None:
    """Moves an evening to the bin. No list, page, screen or code shows it from now on; a screen that showed it shows
    the current evening."""
    with writing(event, even_locked=True) as current:
        set_restore_point(current, BIN_EVENT, by=by, now=now)
        note(current, BIN_EVENT, by=by, now=now)
        Event.objects.filter(pk=current.pk).update(binned_at=now)
        Screen.objects.filter(event=current).update(event=None, revision=F("revision") + 1)


def unbin_event(event: Event, *, by: Account | None, now: datetime) -> None:
    with write_transaction():
        if Event.with_binned.filter(pk=event.pk).exclude(binned_at=None).update(binned_at=None):
            note(event, UNBIN_EVENT, by=by, now=now)


def empty_bin(now: datetime) -> list[Event]:
    """Deletes evenings that have been in the bin for BIN_LASTS, with their log and their restore points, and returns
    them as they were. People stay in the club. One query if there are none."""
    due = Event.with_binned.filter(binned_at__lte=now - BIN_LASTS)
    if not due.exists():
        return []
    with write_transaction():
        gone = list(due.select_for_update())
        for event in gone:
            for model in reversed([*models_below(Event)]):
                delete_rows_below(event, model)
            Event.with_binned.filter(pk=event.pk).delete()
            after = {"name": event.name, "date": f"{event.date:%Y-%m-%d}"}
            log(PURGE_EVENT, club=event.club_id, by=None, now=now, after=after)
    return gone
