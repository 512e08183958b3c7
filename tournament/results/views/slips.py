"""Pages of result slips: the list of an hour's slips, and one slip keyed for its whole match."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.event.queries.hours import hours_of
from tournament.foundation.guards import StaffRequest, scorer_only
from tournament.foundation.pages import hour_asked_for, the_event
from tournament.matches.queries.match_rows import MatchRow
from tournament.matches.services.results import enter_slip, withdraw_slip
from tournament.models import Event, Match, State
from tournament.results.forms.slips import SlipForm
from tournament.results.queries.boards import board_of
from tournament.results.views.results import the_match as the_match_on_board


@scorer_only
def slips(request: StaffRequest, pk: int) -> HttpResponse:
    """Every match of an hour, and which slip to key next: the latest hour unless `?hour=` says another."""
    event = the_event(pk)
    if event.kind.has_sheets:
        return redirect("sheets", pk)
    stage = hour_asked_for(request, hours_of(event))
    board = board_of(stage) if stage else None
    following = next(iter(board.waited_for), None) if board else None
    context = {"event": event, "stage": stage, "hours": hours_of(event), "board": board, "next": following}
    return render(request, "results/slips.html", context)


@scorer_only
def slip(request: StaffRequest, pk: int, match: int, number: int = 1) -> HttpResponse:
    """The slip of a match, or as number 2 another one that checks the first."""
    event = the_event(pk)
    shown = the_match_on_board(event, match)
    if event.kind.has_sheets or shown.match.state == State.CALLED_OFF or number > shown.slips + 1:
        return redirect("match", pk, match)
    if "delete" in request.POST:
        withdraw_slip(shown.match, slip=number, by=request.user, now=timezone.now())
        messages.success(request, _("Table %(table)s: slip deleted.") % {"table": shown.match.table.number})
        return redirect("slip", pk, match)
    form = SlipForm(shown.match, request.POST if request.method == "POST" else None, slip=number, by=request.user)
    if form.is_valid():
        enter_slip(shown.match, form.lines(), slip=number, by=request.user, now=timezone.now())
        messages.success(request, _said_of_slip(shown.match, number))
        return _after_slip(event, shown.match)
    context = {"event": event, "shown": shown, "form": form, "next_slip": _next_missing(shown.match)}
    return render(request, "results/slip.html", context, status=422 if form.is_bound else 200)


def _said_of_slip(match: Match, number: int) -> str:
    match.refresh_from_db(fields=["state"])
    if match.state == State.DISPUTED:
        told = _("Table %(table)s: saved, and in dispute. The director decides.")
    elif match.state == State.AGREED:
        told = _("Table %(table)s: both slips match, and the result is agreed.")
    else:
        told = _("Table %(table)s: second slip saved.") if number > 1 else _("Table %(table)s: slip saved.")
    return told % {"table": match.table.number}


def _next_missing(match: Match) -> MatchRow | None:
    """The next match of its hour whose slip is waited for, round again after the last; none that a phone records."""
    waiting = [each.match for each in board_of(match.table.stage).waited_for if each.match.pk != match.pk]
    after = [each for each in waiting if each.table.number > match.table.number]
    return next(iter([*after, *waiting]), None)


def _after_slip(event: Event, match: Match) -> HttpResponse:
    following = _next_missing(match)
    if following is not None:
        return redirect("slip", event.pk, following.pk)
    return redirect(f"{reverse('slips', args=[event.pk])}?hour={match.table.stage.number}")
