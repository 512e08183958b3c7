"""Reads the log, the latest first: what was done, by whom, when and why, in sentences; of the whole club or a part of
it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from django.utils import timezone
from django.utils.formats import date_format

from tournament.foundation.log_actions import LogSentence, changes_in
from tournament.foundation.log_lines import LogLine, line_of
from tournament.matches.queries.matches import with_sides
from tournament.models import Entry, Event, LogEntry, Match, Round, entry_names, of_shown_club

LINES_A_PAGE = 50
SEARCHED = 2000
"""The number of entries that a search reads at once. It must read them all, because the words of sentences are in no
table."""
MOST_EXPORTED = 20_000


@dataclass(frozen=True)
class LogFilter:
    """What to read of the log; empty fields mean all. `by` is the id of an account, `before` that of an entry."""

    event: Event | None = None
    by: int | None = None
    kinds: tuple[str, ...] = ()
    day: date | None = None
    words: str = ""
    before: int | None = None


@dataclass(frozen=True)
class LogPage:
    """A page of the log. `earlier` is the `before` of the next page, None at the end. `searched_to` is the time of the
    last entry that a search has read, None if it read all."""

    lines: tuple[LogLine, ...]
    earlier: int | None
    searched_to: datetime | None = None


def read_log(asked: LogFilter) -> LogPage:
    """Reads a page of the log. Twelve queries at most, whatever the number of lines."""
    if not asked.words.strip():
        read = _read_lines(asked, LINES_A_PAGE + 1)
        shown = read[:LINES_A_PAGE]
        return LogPage(tuple(_lines_of(shown, asked)), shown[-1].pk if len(read) > len(shown) else None)
    read = _read_lines(asked, SEARCHED + 1)
    lines = [line for line in _lines_of(read[:SEARCHED], asked) if _has_words(line, asked.words)]
    if len(lines) > LINES_A_PAGE:
        return LogPage(tuple(lines[:LINES_A_PAGE]), lines[LINES_A_PAGE - 1].pk)
    if len(read) > SEARCHED:
        return LogPage(tuple(lines), read[SEARCHED - 1].pk, read[SEARCHED - 1].at)
    return LogPage(tuple(lines), None)


def export_log(asked: LogFilter) -> Iterator[LogLine]:
    """Yields the latest 20,000 lines, read in pieces."""
    left = MOST_EXPORTED
    while left > 0:
        read = _read_lines(asked, min(SEARCHED, left))
        yield from (line for line in _lines_of(read, asked) if _has_words(line, asked.words))
        if len(read) < SEARCHED:
            return
        left -= len(read)
        asked = replace(asked, before=read[-1].pk)


def _has_words(line: LogLine, words: str) -> bool:
    changes = " ".join(str(change) for change in line.changes)
    text = f"{line.by} {line.sentence} {changes} {line.reason} {line.about}".casefold()
    return all(word in text for word in words.casefold().split())


def _read_lines(asked: LogFilter, most: int) -> list[LogEntry]:
    entries = LogEntry.objects.filter(of_shown_club()).select_related("by", "event", "league").order_by("-pk")
    if asked.event is not None:
        entries = entries.filter(event=asked.event)
    if asked.by is not None:
        entries = entries.filter(by=asked.by)
    if asked.day is not None:
        begins = timezone.make_aware(datetime.combine(asked.day, time()))
        ends = timezone.make_aware(datetime.combine(asked.day + timedelta(days=1), time()))
        entries = entries.filter(at__gte=begins, at__lt=ends)
    if asked.before is not None:
        entries = entries.filter(pk__lt=asked.before)
    if len(asked.kinds) == 1:
        entries = entries.filter(kind=asked.kinds[0])
    if len(asked.kinds) < 2:
        return list(entries[:most])
    # Reads each kind separately, because a database that is asked for several at once sorts all entries.
    of_kinds = [entries.filter(kind=kind).values_list("pk", flat=True)[:most] for kind in asked.kinds]
    newest = sorted((pk for pks in of_kinds for pk in pks), reverse=True)[:most]
    return list(entries.filter(pk__in=newest))


def _lines_of(logged: Sequence[LogEntry], asked: LogFilter) -> Iterator[LogLine]:
    """Yields the lines in words; each is about its evening or league, unless only one evening is asked for."""
    of_events = [log for log in logged if log.event_id]
    entries = entry_names(Entry.objects.filter(event__in={log.event_id for log in of_events}))
    mentioned = {log.before.get("match", log.after.get("match")) for log in of_events} - {None}
    matches = {match.pk: match.name for match in with_sides(Match.objects.filter(pk__in=mentioned))}
    rounds = Round.objects.filter(pk__in={log.after["round"] for log in of_events if "round" in log.after})
    hours = dict(rounds.values_list("pk", "stage__number"))
    for log in logged:
        about = "" if asked.event is not None else str(log.league or "")
        if log.event is not None and asked.event is None:
            about = f"{log.event.name}, {date_format(log.event.date, 'j M Y')}"
        sentence = LogSentence(log, entries, matches, hours)
        yield line_of(log, str(sentence), changes_in(log), about)
