"""Writes a calendar of evenings or fixtures as an iCalendar file (RFC 5545). Pure: it gets values.

Other programs read a feed again and again. So one evening always has the same UID, a SEQUENCE that grows with each
change of its entry, and the time of the last change. An evening in the bin is cancelled.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event

ASK_AGAIN = timedelta(hours=6)


@dataclass(frozen=True)
class UsualHours:
    """Where and when evenings are played, in the club's time zone; without `starts` an evening is a whole day. If
    `ends` is not after `starts`, it is on the next day."""

    zone: ZoneInfo
    venue: str = ""
    starts: time | None = None
    ends: time | None = None


@dataclass(frozen=True)
class CalendarEntry:
    """`uid` is the same on every computer; `changes` counts up with every change, the last at `changed_at`. `hours`
    replace the usual ones."""

    uid: str
    name: str
    day: date
    changes: int
    changed_at: datetime
    is_cancelled: bool = False
    address: str = ""
    hours: UsualHours | None = None


def write_calendar(name: str, entries: Sequence[CalendarEntry], usual: UsualHours) -> bytes:
    """Writes the entries in the order given; the same values give the same bytes."""
    calendar = Calendar()
    calendar.add("prodid", "-//Hangjack//All Fours evenings//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    calendar.add("x-wr-timezone", usual.zone.key)
    calendar.add("refresh-interval", ASK_AGAIN, parameters={"VALUE": "DURATION"})
    for entry in entries:
        calendar.add_component(_event_of(entry, entry.hours or usual))
    if any((entry.hours or usual).starts is not None for entry in entries):
        calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def _event_of(entry: CalendarEntry, usual: UsualHours) -> Event:
    event = Event()
    event.add("uid", f"{entry.uid}@hangjack")
    event.add("summary", entry.name)
    event.add("dtstamp", entry.changed_at)
    event.add("last-modified", entry.changed_at)
    event.add("sequence", entry.changes)
    event.add("status", "CANCELLED" if entry.is_cancelled else "CONFIRMED")
    if usual.starts is None:
        event.add("dtstart", entry.day)
        event.add("dtend", entry.day + timedelta(days=1))
    else:
        event.add("dtstart", datetime.combine(entry.day, usual.starts, usual.zone))
        if usual.ends is not None:
            last = entry.day + timedelta(days=1) if usual.ends <= usual.starts else entry.day
            event.add("dtend", datetime.combine(last, usual.ends, usual.zone))
    if usual.venue:
        event.add("location", usual.venue)
    if entry.address:
        event.add("url", entry.address)
    return event
