"""Tables that are calling the director."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from tournament.models import Call, Event

# How long a director may take to come after answering; then the table may call again.
ON_THE_WAY = timedelta(minutes=5)


@dataclass(frozen=True)
class WaitingTable:
    """A table that is calling; `minutes` is how long, rounded down."""

    call: Call
    minutes: int

    @property
    def table(self) -> int:
        return self.call.table_number


def open_calls(event: Event, now: datetime) -> list[WaitingTable]:
    """Returns the open calls, the longest wait first. One query."""
    calls = Call.objects.filter(event=event, answered_at=None).order_by("called_at", "table_number")
    waited = [(call, max(now - call.called_at, timedelta())) for call in calls]
    return [WaitingTable(call, time // timedelta(minutes=1)) for call, time in waited]


def call_of(event: Event, table_number: int, now: datetime) -> Call | None:
    """Returns a table's call, until it is answered and the director has had time to come. One query."""
    calls = Call.objects.filter(event=event, table_number=table_number).order_by("-called_at", "-pk")
    return calls.filter(Q(answered_at=None) | Q(answered_at__gt=now - ON_THE_WAY)).first()


def version_of_calls(waiting: list[WaitingTable]) -> str:
    """Returns a version that changes whenever the list of calls changes."""
    return "-".join(f"{each.call.pk}.{each.minutes}" for each in waiting) or "none"
