"""Calls for the director: a table makes one, the director answers it."""

from collections.abc import Sequence
from datetime import datetime

from tournament.models import Account, Call, Event, Match
from tournament.services.writing import note, writing


def call_director(event: Event, *, table_number: int, match: Match | None = None, now: datetime) -> Call:
    """Ask the director to a table; while he has not come, asking again is the same call, since when it was made."""
    with writing(event) as current:
        is_open = Call.objects.filter(event=current, table_number=table_number, answered_at=None).first()
        if is_open:
            return is_open
        note(current, "call_director", by=None, now=now, after={"tables": [table_number]})
        return Call.objects.create(event=current, table_number=table_number, match=match, called_at=now)


def answer_call(call: Call, *, by: Account | None, now: datetime) -> bool:
    """The director has come, or is on his way; False when somebody has answered already."""
    with writing(call.event, even_locked=True) as event:
        if not Call.objects.filter(pk=call.pk, answered_at=None).update(answered_at=now, answered_by=by):
            return False
        note(event, "answer_call", by=by, now=now, after={"tables": [call.table_number]})
        return True


def reopen_call(event: Event, tables: Sequence[int], *, by: Account | None, now: datetime) -> None:
    """Answered by mistake: the tables wait again, since they called. One that has called anew waits already."""
    with writing(event, even_locked=True) as current:
        waiting = Call.objects.filter(event=current, answered_at=None).values_list("table_number", flat=True)
        for table in sorted(set(tables) - set(waiting)):
            call = Call.objects.filter(event=current, table_number=table).latest("answered_at")
            Call.objects.filter(pk=call.pk).update(answered_at=None, answered_by=None)
            note(current, "reopen_call", by=by, now=now, after={"tables": [table]})
