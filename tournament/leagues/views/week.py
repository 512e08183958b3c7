"""The week of a league: its page, with the message for the club's chat at the desk, and its sheet."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from tournament.leagues.paper.printing import print_divisions, print_week
from tournament.leagues.queries.cups import cups_of
from tournament.leagues.queries.seasons import divisions_of
from tournament.leagues.queries.week import week_of_league, write_week_text
from tournament.leagues.services.weeks import note_week_sent, take_back_sent_week
from tournament.leagues.views.leagues import require_shown_league, the_league
from tournament.models import League
from tournament.web.guards import StaffRequest, everybody, is_guest, is_staff, secretary_only
from tournament.web.pages import file_response


@everybody
@require_safe
def league_week(request: HttpRequest, pk: int) -> HttpResponse:
    """Shows the results of the last week, the table and what comes next; people who are signed in can copy it as a
    message, with `?all=1` one of all divisions and their cups."""
    league = require_shown_league(request, pk)
    week, desk = week_of_league(league, today=timezone.localdate()), is_staff(request)
    context = {"league": league, "week": week, "page": week.page, "desk": desk, "links_teams": True}
    if desk:
        is_whole = bool(league.division) and request.GET.get("all") == "1"
        context |= {"text": _write_season_text(league) if is_whole else write_week_text(week), "is_whole": is_whole}
    return render(request, "leagues/week/league_week.html", context)


def _season_of(league: League) -> list[League]:
    """Returns every division from the top, and then the cups that everybody sees."""
    divisions = divisions_of(league)
    return [*divisions, *(cup for each in divisions for cup in cups_of(each, shown_only=True))]


def _write_season_text(league: League) -> str:
    """Returns one message of all divisions and cups. As long as one of them was not sent yet, the others say only what
    is new since they were."""
    weeks = [week_of_league(each, today=timezone.localdate()) for each in _season_of(league)]
    is_new = any(week.key and not week.sent for week in weeks)
    return "\n\n\n".join(write_week_text(week.since_sent() if is_new else week) for week in weeks)


@secretary_only
@require_POST
def league_week_sent(request: StaffRequest, pk: int) -> HttpResponse:
    """Notes that the message of the last week was sent, with `?all=1` that of all divisions and cups; with `undo` takes
    the last such notes back."""
    league, now, is_whole = the_league(pk), timezone.now(), request.GET.get("all") == "1"
    for each in _season_of(league) if is_whole and league.division else [league]:
        week = week_of_league(each, today=timezone.localdate(now))
        if "undo" not in request.POST and week.key is not None:
            note_week_sent(each, week.key, by=request.user, now=now)
        elif "undo" in request.POST and week.sent is not None:
            take_back_sent_week(week.sent, by=request.user, now=now)
    return redirect(f"{reverse('league_week', args=[pk])}{'?all=1' if is_whole else ''}")


@everybody
@require_safe
def league_week_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """Prints the sheet for the board; with `?all=1` those of all divisions that the reader may see as one PDF."""
    league, desk = require_shown_league(request, pk), is_staff(request)
    by: Any = {"for_guest": is_guest(request), "now": timezone.now()}
    if league.division and request.GET.get("all") == "1":
        divisions = [require_shown_league(request, each.pk) for each in divisions_of(league) if each.shown or desk]
        printed = print_divisions(divisions, f"{league.name} {league.season}", **by)
    else:
        printed = print_week(league, **by)
    return file_response(printed.pdf, "application/pdf", printed.filename, download=False)
