"""The log of a league, the latest first. What it says is in `leagues.log_actions`."""

from django.core.paginator import Page, Paginator

from tournament.foundation.log_actions import Kind, LogSentence, changes_in
from tournament.foundation.log_lines import LogLine, line_of
from tournament.models import League, LeaguePenalty, LogEntry

LINES_A_PAGE = 50


def log_of_league(league: League, number: int | str, *, has_money: bool = True) -> tuple[Page[LogEntry], list[LogLine]]:
    """Returns one page of the log, with what teams paid and were fined or without. Two queries, whatever the number of
    lines."""
    logged = LogEntry.objects.filter(league=league).select_related("by")
    page = Paginator(logged if has_money else logged.exclude(kind=Kind.MONEY), LINES_A_PAGE).get_page(number)
    return page, [line_of(entry, str(LogSentence(entry)), changes_in(entry)) for entry in page.object_list]


def penalties_taken_back(league: League) -> list[LeaguePenalty]:
    gone = league.penalties.filter(superseded_at__isnull=False)
    return list(gone.select_related("team", "given_by", "superseded_by").order_by("-superseded_at"))
