"""Pages of result slips: the list of an hour's slips, and one slip keyed for its whole match."""

import re

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.event.queries.hours import released_stages
from tournament.foundation.wording import order_key
from tournament.matches.queries.match_rows import MatchRow
from tournament.models import Match, State
from tournament.results.forms.slips import SlipForm, SlipLineForm
from tournament.results.queries.boards import Board, board_of
from tournament.results.queries.slips import matches_without_slip
from tournament.results.services.slips import enter_slip, withdraw_slip
from tournament.results.views.results import the_match as the_match_on_board
from tournament.results.views.sheets import choose_order, order_chosen
from tournament.web.guards import StaffRequest, scorer_only
from tournament.web.pages import hour_asked_for, number_in, the_event

FIRST_BOX = re.compile(r"match-(\d{1,9})-asked")


@scorer_only
def slips(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows every match of an hour, and which slip to key next: the latest hour unless `?hour=` names another."""
    event = the_event(pk)
    if event.kind.has_sheets:
        return redirect("sheets", pk)
    if "key_by" in request.POST:
        return choose_order(request)
    stage = hour_asked_for(request, released_stages(event))
    board = board_of(stage) if stage else None
    by = order_chosen(request)
    following = next(iter(_missing_slips(board, by)), None) if board else None
    context = {
        **{"event": event, "stage": stage, "hours": released_stages(event), "board": board, "next": following},
        **{"key_by": by, "of_page": request.get_full_path()},
        "done": len(board.matches) - len(board.awaited_lines) if board else 0,
    }
    return render(request, "results/slips/slips.html", context)


@scorer_only
def slip(request: StaffRequest, pk: int, match: int, number: int = 1) -> HttpResponse:
    """Keys the slip of a match or, as number 2, another slip that checks the first."""
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
        messages.success(request, _say_saved_slip(shown.match, number))
        following = _next_missing(shown.match, by=order_chosen(request))
        if following is not None:
            return redirect("slip", pk, following.pk)
        return redirect(f"{reverse('slips', args=[pk])}?hour={shown.match.table.stage.number}")
    following = _next_missing(shown.match, by=order_chosen(request))
    context = {"event": event, "shown": shown, "form": form, "next_slip": following}
    return render(request, "results/slips/slip.html", context, status=422 if form.is_bound else 200)


@scorer_only
def slip_lines(request: StaffRequest, pk: int) -> HttpResponse:
    """Keys all missing slips of an hour on one page or, with `?table=`, those of a table in every hour: a line for each
    match. Valid lines are saved; doubtful ones stay on the page."""
    event = the_event(pk)
    if event.kind.has_sheets:
        return redirect("sheets", pk)
    table = number_in(request.GET.get("table", ""))
    stage = None if table else hour_asked_for(request, released_stages(event))
    posted = request.POST if request.method == "POST" else None
    filled = [int(first_box[1]) for key in posted or () if (first_box := FIRST_BOX.fullmatch(key))]
    lines = [
        SlipLineForm(match, posted, by=request.user)
        for match in matches_without_slip(event, stage=stage, table=table, besides=filled)
    ]
    saved = [line for line in lines if line.is_bound and line.is_valid()]
    for line in saved:
        enter_slip(line.match, line.lines(), by=request.user, now=timezone.now())
    if saved:
        message = ngettext("%(n)s slip saved.", "%(n)s slips saved.", len(saved)) % {"n": len(saved)}
        messages.success(request, message)
    left = [line for line in lines if line not in saved]
    wrong = [line for line in left if line.is_bound]
    if posted is not None and not wrong:
        return redirect(request.get_full_path() if left else reverse("slips", args=[pk]))
    for line in (wrong or left)[:1]:
        first = next((name for name in line.fields if name in line.errors), f"points_{line.sides[0].number}")
        line.fields[first].widget.attrs["autofocus"] = True
    context = {"event": event, "stage": stage, "table": table, "lines": left, "wrong": len(wrong)}
    context["is_asking"] = any(line.is_asking for line in wrong)
    return render(request, "results/slips/slip_lines.html", context, status=422 if wrong else 200)


def _say_saved_slip(match: Match, number: int) -> str:
    match.refresh_from_db(fields=["state"])
    if match.state == State.DISPUTED:
        sentence = _("Table %(table)s: saved, and in dispute. The director decides.")
    elif match.state == State.AGREED:
        sentence = _("Table %(table)s: both slips match, and the result is agreed.")
    else:
        sentence = _("Table %(table)s: second slip saved.") if number > 1 else _("Table %(table)s: slip saved.")
    return sentence % {"table": match.table.number}


def _missing_slips(board: Board, by: str) -> list[MatchRow]:
    """Returns the matches whose slips are awaited, by table or by "name"; none that a phone records."""
    matches = [line.match for line in board.awaited_lines]
    return sorted(matches, key=lambda match: order_key(match.name)) if by == "name" else matches


def _next_missing(match: Match, *, by: str) -> MatchRow | None:
    """Returns the next match of its hour whose slip is awaited, starting over after the last."""
    waiting = [each for each in _missing_slips(board_of(match.table.stage), by) if each.pk != match.pk]
    if by == "name":
        after = [each for each in waiting if order_key(each.name) > order_key(match.name)]
    else:
        after = [each for each in waiting if each.table.number > match.table.number]
    return next(iter([*after, *waiting]), None)
