"""The week of a league: its page, with the message for the club's chat at the desk, and its sheet."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.leagues.paper import print_week
from tournament.leagues.queries.week import week_of_league, write_week_text
from tournament.leagues.views.leagues import require_shown_league
from tournament.web.guards import everybody, is_guest, is_staff
from tournament.web.pages import file_response


@everybody
@require_safe
def league_week(request: HttpRequest, pk: int) -> HttpResponse:
    """Shows the results of the last week, the table and what comes next; people who are signed in can copy it as a
    message."""
    league = require_shown_league(request, pk)
    week, desk = week_of_league(league, today=timezone.localdate()), is_staff(request)
    context = {"league": league, "week": week, "page": week.page, "desk": desk, "links_teams": True}
    if desk:
        context["text"] = write_week_text(week)
    return render(request, "leagues/week/league_week.html", context)


@everybody
@require_safe
def league_week_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    league = require_shown_league(request, pk)
    printed = print_week(league, for_guest=is_guest(request), now=timezone.now())
    return file_response(printed.pdf, "application/pdf", printed.filename, download=False)
