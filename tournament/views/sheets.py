"""The scorer's pages: which sheets are missing, and one sheet after the other, by keyboard alone."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament.errors import SheetChanged
from tournament.forms.sheets import SheetForm
from tournament.models import Event, Match, Stage
from tournament.queries.hours import hour_of, hours_of
from tournament.queries.sheets import Sheet, next_missing, sheets_of
from tournament.services.results import enter_sheet, take_from_opponents
from tournament.views.web import StaffRequest, number_in, scorer_only, the_event


@scorer_only
def sheets(request: HttpRequest, pk: int) -> HttpResponse:
    """The sheets of an hour in sheet order: the latest hour unless `?hour=` says another."""
    event = the_event(pk)
    if not event.has_sheets:
        return redirect("slips", pk)
    stage = hour_asked_for(request, event)
    found = sheets_of(stage) if stage else []
    context = {
        "event": event,
        "stage": stage,
        "hours": hours_of(event),
        "sheets": found,
        "missing": [sheet for sheet in found if sheet.is_missing],
        "next": next_missing(found),
        "filled_in": sum(1 for sheet in found if sheet.is_from_opponents),
        "proposed": [sheet for sheet in found if sheet.proposed],
    }
    return render(request, "scorer/sheets.html", context)


@scorer_only
@require_POST
def from_opponents(request: StaffRequest, pk: int, hour: int) -> HttpResponse:
    """Fill in missing sheets with what the opponents' sheets say: of each button pressed the lines that it showed."""
    event = the_event(pk)
    asked = [number_in(number) for told in request.POST.getlist("lines") for number in told.split(",")]
    seen = [number for number in asked if number is not None]
    try:
        taken = take_from_opponents(event, seen, by=request.user, now=timezone.now())
    except SheetChanged as changed:
        messages.error(request, str(changed))
    else:
        words = ngettext(
            "%(n)s line filled in from the opponents' sheets. It is not cross-checked.",
            "%(n)s lines filled in from the opponents' sheets. They are not cross-checked.",
            taken,
        )
        messages.success(
            request, words % {"n": taken} if taken else _("Nothing to fill in: these lines are in already.")
        )
    return redirect(f"{reverse('sheets', args=[pk])}?hour={hour}")


@scorer_only
def sheet(request: StaffRequest, pk: int, hour: int, entry: int) -> HttpResponse:
    event = the_event(pk)
    stage = hour_of(event, hour)
    if not event.has_sheets:
        return redirect("slip", pk, _match_of(stage, entry).pk)
    found = sheets_of(stage) if stage else []
    shown = next((sheet for sheet in found if sheet.entry.pk == entry), None)
    if shown is None:
        raise Http404
    form = SheetForm(shown, request.POST if request.method == "POST" else None, by=request.user)
    if form.is_valid():
        enter_sheet(shown.entry, form.lines(), by=request.user, now=timezone.now())
        kept = _("%(name)s: games kept.") if form.added is None else _("%(name)s: %(total)s points kept.")
        messages.success(request, kept % {"name": shown.name, "total": form.added})
        return _to_next_missing(event, stage, after=entry)
    context = {"event": event, "stage": stage, "sheet": shown, "form": form, **_neighbours(found, shown)}
    return render(request, "scorer/sheet.html", context, status=422 if form.is_bound else 200)


def _match_of(stage: Stage | None, entry: int) -> Match:
    """The match that somebody plays, under the address that their sheet would have."""
    found = Match.objects.filter(table__stage=stage, sides__players__entry=entry).first() if stage else None
    if found is None:
        raise Http404
    return found


def hour_asked_for(request: HttpRequest, event: Event) -> Stage | None:
    """The released hour that `?hour=` names; without it, the latest."""
    asked = request.GET.get("hour", "")
    stage = hour_of(event, number_in(asked))
    if asked and stage is None:
        raise Http404
    return stage


def _to_next_missing(event: Event, stage: Stage | None, *, after: int) -> HttpResponse:
    following = next_missing(sheets_of(stage), after) if stage else None
    if following:
        return redirect("sheet", event.pk, following.hour, following.entry.pk)
    return redirect("sheets", event.pk)


def _neighbours(found: Sequence[Sheet], shown: Sheet) -> dict[str, object]:
    """The sheets before and after this one, and how many of the hour are still missing."""
    place = found.index(shown)
    return {
        "before": found[place - 1] if place else None,
        "after": found[place + 1] if place + 1 < len(found) else None,
        "missing": sum(1 for sheet in found if sheet.is_missing),
    }
