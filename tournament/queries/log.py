"""The log of an evening in sentences: who did what, when, and why; the latest first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from tournament.models import Entry, Event, LogEntry, Match, Round, entry_names
from tournament.queries.log_sentences import SENTENCES, Told
from tournament.queries.matches import with_sides

LINES_A_PAGE = 50


@dataclass(frozen=True)
class LogLine:
    at: datetime
    by: str
    sentence: str
    reason: str


def log_of(event: Event, number: int | str) -> tuple[Page[LogEntry], list[LogLine]]:
    """A page of it. Eight queries, whatever the number of lines."""
    page = Paginator(LogEntry.objects.filter(event=event).select_related("by"), LINES_A_PAGE).get_page(number)
    logged = list(page.object_list)
    entries = entry_names(Entry.objects.filter(event=event))
    matches = _matches_in(logged)
    rounds = Round.objects.filter(pk__in=[log.after["round"] for log in logged if "round" in log.after])
    hours = dict(rounds.values_list("pk", "stage__number"))
    lines = [_line(Told(event, log, entries, matches, hours)) for log in logged]
    return page, lines


def _matches_in(logged: Sequence[LogEntry]) -> dict[int, str]:
    wanted = {log.before.get("match", log.after.get("match")) for log in logged} - {None}
    return {match.pk: match.name for match in with_sides(Match.objects.filter(pk__in=wanted))}


def _line(told: Told) -> LogLine:
    sentence = SENTENCES.get(told.log.action)
    said = sentence(told) if sentence else told.log.action.replace("_", " ")
    return LogLine(told.log.at, _who(told.log), said, told.log.reason)


def _who(log: LogEntry) -> str:
    """By name, or as the phone of a table."""
    if log.by:
        return log.by.username
    return _("table %(number)s") % {"number": log.after["table"]} if "device" in log.after else ""
