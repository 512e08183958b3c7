"""Tables that wait for the director."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournament.models import Call, Event


@dataclass(frozen=True)
class WaitingTable:
    """`minutes` are whole ones, rounded down."""

    call: Call
    minutes: int

    @property
    def table(self) -> int:
        return self.call.table_number


def open_calls(event: Event, now: datetime) -> list[WaitingTable]:
    """Who has waited longest stands first. One query."""
    calls = Call.objects.filter(event=event, answered_at=None).order_by("called_at", "table_number")
    return [WaitingTable(call, max(now - call.called_at, timedelta()) // timedelta(minutes=1)) for call in calls]


def open_call(event: Event, table_number: int) -> Call | None:
    """A table's own call that the director has not answered yet."""
    return Call.objects.filter(event=event, table_number=table_number, answered_at=None).first()


def version_of_calls(waiting: list[WaitingTable]) -> str:
    """Another one whenever a list of them would read otherwise."""
    return "-".join(f"{each.call.pk}.{each.minutes}" for each in waiting) or "none"
