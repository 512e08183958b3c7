"""The director's page of the evening, locking and unlocking it, and who sees the standings."""

from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.backup.queries import backup_summary
from tournament.clock.queries.rounds import Bell, bells_of, clocks_of, latest_moment, released_rounds, version_of
from tournament.desk.forms import ReopenForm
from tournament.desk.queries.evening_summary import EveningSummary, summarize_evening
from tournament.desk.queries.next_step import next_step
from tournament.desk.queries.tables_now import tables_now
from tournament.desk.queries.undo import undoable_steps
from tournament.door.line_up_remarks import Remarks, remarks_on
from tournament.door.queries.door import with_dues
from tournament.draw.queries.seats_after_correction import corrected_round, known_seat_differences
from tournament.event.queries.calls import open_calls, version_of_calls
from tournament.event.services.events import lock_event, reopen_event, show_standings
from tournament.hands.queries.decisions import late_hands
from tournament.matches.queries.feats import with_feats
from tournament.matches.queries.team_matches import team_matches_of
from tournament.models import Enters, Event, Round
from tournament.results.queries.lateness import late_sides
from tournament.standings.queries.columns import show_figure
from tournament.standings.queries.places import doubts_of
from tournament.standings.queries.shared_standings import shared_standings
from tournament.web.guards import StaffRequest, director_only
from tournament.web.pages import the_event

CLOCKS_DIFFER = timedelta(minutes=1)
"""If a round's time is this much later than now, the computer's clock was set back."""


@director_only
@never_cache
def event(request: StaffRequest, pk: int) -> HttpResponse:
    event, at = the_event(pk), timezone.now()
    rounds = released_rounds(event)
    context = clocks_of(event, at, rounds) | _context_of_evening(event, at, rounds) | {"backups": backup_summary()}
    return render(request, "desk/event.html", context)


@director_only
@require_safe
@never_cache
def now(request: StaffRequest, pk: int) -> HttpResponse:
    """Answers with the changing part of the evening's page, or 304 if it is unchanged."""
    event, at = the_event(pk), timezone.now()
    rounds = released_rounds(event)
    etag = f'"{_version(event, bells_of(event, at, rounds), at)}"'
    response = get_conditional_response(request, etag)
    if response is None:
        response = render(request, "desk/_now.html", _context_of_evening(event, at, rounds))
    response.headers["Hall-Now"] = at.isoformat()
    return response


@director_only
@require_safe
@never_cache
def leaders(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows the first three so far, from the standings that all pages share, or the score of the one team match with
    its feats."""
    event = the_event(pk)
    standings, team_matches = shared_standings(event), team_matches_of(event)
    figure_of = standings.columns[0].figure_of if standings.columns else None
    figures = [figure_of(line.record) if figure_of else None for line in standings.lines[:3]]
    lines = [
        (line.placing.shown, line.name, show_figure(figure))
        for line, figure in zip(standings.lines, figures, strict=False)
        if figure is not None
    ]
    (only,) = with_feats(event, team_matches) if len(team_matches) == 1 else (None,)
    score = only.in_words if only and any(only.games) else ""
    context = {"event": event, "lines": lines, "score": score, "feats": only.feats if only else ()}
    context["provisional"] = standings.provisional
    return render(request, "desk/_leaders.html", context)


def _version(event: Event, bells: list[Bell], at: datetime) -> str:
    """Returns a version that changes with every write, every bell and every minute, because waiting times are shown."""
    return f"{event.revision}-{version_of(event, bells)}-{at:%H%M}"


def _context_of_evening(event: Event, at: datetime, rounds: list[Round]) -> dict[str, Any]:
    summary = summarize_evening(event, at, rounds)
    waiting, late = open_calls(event, at), late_hands(event)
    latest = latest_moment(rounds)
    return {
        "event": event,
        "summary": summary,
        "written_later": latest if latest is not None and latest > at + CLOCKS_DIFFER else None,
        "at": at,
        "summary_version": _version(event, list(summary.bells), at),
        "waiting": waiting,
        "waiting_version": version_of_calls(waiting),
        "step": next_step(summary),
        "corrected": corrected_round(event, summary.hour.stage if summary.hour else None),
        "undoable": next(iter(undoable_steps(event, most=1, checked=2)), None),
        "room": tables_now(summary, waiting, late, at),
        "differences": known_seat_differences(event) if len(summary.hours) > 1 else [],
        "late": late,
        "late_sides": late_sides(event, at),
        "remarks": Remarks() if rounds else _remarks_before_play(event, summary),
    }


def _remarks_before_play(event: Event, summary: EveningSummary) -> Remarks:
    """Returns what speaks against players of teams who are here, before there are seats."""
    teams = summary.door.teams if event.enters == Enters.TEAMS else ()
    here = {team.name: [each.entry.name for each in team.people if each.is_here] for team in teams}
    return remarks_on(event, {team: names for team, names in here.items() if names})


@director_only
def lock(request: StaffRequest, pk: int) -> HttpResponse:
    """Locks the evening, or unlocks it if a `reason` is posted; says first what is still open. A second press, also on
    another laptop, does nothing."""
    event = the_event(pk)
    reopening = "reason" in request.POST
    form = ReopenForm(request.POST if reopening else None)
    if request.method == "POST" and not reopening:
        lock_event(event, by=request.user, now=timezone.now())
        messages.success(request, _("The evening is locked. Thank you, and good night."))
        return redirect("event", pk)
    if form.is_valid():
        reopen_event(event, **form.cleaned_data, by=request.user, now=timezone.now())
        messages.success(request, _("The evening is unlocked. Your reason is in the log."))
        return redirect("event", pk)
    summary = summarize_evening(event, timezone.now())
    context = {
        **{"event": event, "summary": summary, "form": form, "door": with_dues(event, summary.door)},
        "doubts": () if event.locked_at else doubts_of(event),
    }
    return render(request, "desk/lock.html", context, status=422 if form.is_bound else 200)


@require_POST
@director_only
def show(request: StaffRequest, pk: int) -> HttpResponse:
    shown = request.POST.get("shown") == "yes"
    show_standings(the_event(pk), shown, by=request.user, now=timezone.now())
    sentence = _("Everybody sees the standings now.") if shown else _("The standings are hidden from players again.")
    messages.success(request, sentence)
    return redirect("standings" if request.POST.get("back") == "standings" else "event", pk)
