"""Pages of score sheets: which are missing, keying one after the other, and keying one a second time."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.event.queries.hours import released_stage, released_stages
from tournament.foundation.errors import SheetChanged
from tournament.models import Entry, Event, Match, Stage
from tournament.results.forms.sheets import SecondReading, SheetForm, hide_values, read_twice
from tournament.results.queries.result_list import file_of_sheets, sort_sheets
from tournament.results.queries.sheets import (
    SheetPlace,
    SideSheet,
    in_keying_order,
    next_missing,
    order_of_sheets,
    shared_order,
    shared_sheets,
    sheet_of,
)
from tournament.results.services.sheets import check_sheet, enter_sheet, take_from_opponents
from tournament.web.guards import StaffRequest, scorer_only
from tournament.web.pages import address_for_each, hour_asked_for, number_in, the_event
from tournament.web.tables import table_response

ORDERS = ("table", "name")
"""The orders in which missing sheets come up."""


def order_chosen(request: HttpRequest) -> str:
    """Returns the order that the scorer has chosen for this session."""
    asked = request.session.get("key_by")
    return asked if asked in ORDERS else ORDERS[0]


def choose_order(request: HttpRequest) -> HttpResponse:
    request.session["key_by"] = request.POST["key_by"] if request.POST["key_by"] in ORDERS else ORDERS[0]
    return redirect(request.get_full_path())


@scorer_only
def sheets(request: HttpRequest, pk: int) -> HttpResponse:
    """Shows the sheets of an hour in keying order: the latest hour unless `?hour=` names another."""
    event = the_event(pk)
    if not event.kind.has_sheets:
        return redirect("slips", pk)
    if "key_by" in request.POST:
        return choose_order(request)
    hours = released_stages(event)
    stage = hour_asked_for(request, hours)
    sheets_of_hour = shared_sheets(stage) if stage else []
    number = stage.number if stage else 1
    by = order_chosen(request)
    ordered = in_keying_order(sheets_of_hour, by)
    address, shown = address_for_each("sheet", pk, number), sort_sheets(sheets_of_hour, request.GET, hour=number)
    context = {
        **{"event": event, "stage": stage, "hours": hours, "number_of_sheets": len(sheets_of_hour)},
        "done": sum(1 for sheet in sheets_of_hour if not sheet.is_missing),
        **{"sorted": shown, "find": shown.find, "to_csv": reverse("sheets_csv", args=[pk])},
        "sheets": [(address(sheet.entry.pk), sheet) for sheet in shown.rows],
        "missing": [(address(one.entry.pk), one.table, one.name, one.entry.pk) for one in ordered if one.is_missing],
        **{"next": next_missing(ordered), "key_by": by, "of_page": request.get_full_path()},
        "filled_in": sum(1 for sheet in sheets_of_hour if sheet.is_from_opponents),
        "proposed": [sheet for sheet in sheets_of_hour if sheet.proposed_lines],
    }
    return render(request, "results/sheets/sheets.html", context)


@scorer_only
@require_safe
def sheets_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Sends the same sheets in the same order, for a spreadsheet."""
    event = the_event(pk)
    stage = hour_asked_for(request, released_stages(event))
    if stage is None or not event.kind.has_sheets:
        raise Http404
    shown = sort_sheets(shared_sheets(stage), request.GET, hour=stage.number)
    return table_response(file_of_sheets(shown), f"sheets-{event.date:%Y-%m-%d}-{stage.number}", request.GET)


@scorer_only
@require_POST
def from_opponents(request: StaffRequest, pk: int, hour: int) -> HttpResponse:
    """Fills in missing sheets from the opponents' sheets: for each button pressed, the lines that it showed."""
    event = the_event(pk)
    asked = [number_in(number) for ids in request.POST.getlist("lines") for number in ids.split(",")]
    seen = [number for number in asked if number is not None]
    try:
        taken = take_from_opponents(event, seen, by=request.user, now=timezone.now())
    except SheetChanged as changed:
        messages.error(request, str(changed))
    else:
        words = ngettext(
            "%(n)s line filled in from the opponents’ sheets. It is not cross-checked.",
            "%(n)s lines filled in from the opponents’ sheets. They are not cross-checked.",
            taken,
        )
        messages.success(
            request, words % {"n": taken} if taken else _("Nothing to fill in: these lines are already there.")
        )
    return redirect(f"{reverse('sheets', args=[pk])}?hour={hour}")


@scorer_only
def sheet(request: StaffRequest, pk: int, hour: int, entry: int) -> HttpResponse:
    event = the_event(pk)
    stage = released_stage(event, hour)
    if not event.kind.has_sheets:
        return redirect("slip", pk, _match_of(stage, entry).pk)
    shown = sheet_of(stage, entry) if stage else None
    if stage is None or shown is None:
        raise Http404
    places = in_keying_order(shared_order(stage).places, order_chosen(request))
    form = SheetForm(shown, request.POST if request.method == "POST" else None, by=request.user)
    if form.is_valid():
        lines = form.lines()
        enter_sheet(Entry(pk=entry, event=event), lines, by=request.user, now=timezone.now())
        total = form.sum_of_lines
        sentence = _("%(name)s: games saved.")
        if total is not None:
            sentence = ngettext("%(name)s: %(total)s point saved.", "%(name)s: %(total)s points saved.", total)
        message = sentence % {"name": shown.name, "total": total}
        following = _next_missing(stage, places, shown, {line.match for line in lines}, by=order_chosen(request))
        to_desk = following is None and shown.is_missing and request.user.is_director
        if to_desk:
            message += " " + _("All %(n)s sheets are in.") % {"n": len(places)}
        messages.success(request, message)
        if following is None:
            return redirect("event" if to_desk else "sheets", pk)
        return redirect("sheet", pk, following.hour, following.entry.pk)
    at = next(at for at, place in enumerate(places) if place.entry.pk == entry)
    missing = sum(1 for place in places if place.is_missing)
    context = {
        **{"event": event, "stage": stage, "sheet": shown, "form": form},
        **{"all": len(places), "done": len(places) - missing, "missing": missing},
        "before": places[at - 1] if at else None,
        "after": places[at + 1] if at + 1 < len(places) else None,
    }
    return render(request, "results/sheets/sheet.html", context, status=422 if form.is_bound else 200)


def _require_entry(event: Event, pk: int) -> Entry:
    return get_object_or_404(Entry.objects.select_related("event", "player"), event=event, pk=pk)


def _match_of(stage: Stage | None, entry: int) -> Match:
    """Returns the match that somebody plays, for the address that their sheet would have."""
    match = Match.objects.filter(table__stage=stage, sides__players__entry=entry).first() if stage else None
    if match is None:
        raise Http404
    return match


def _next_missing(
    stage: Stage, places: Sequence[SheetPlace], shown: SideSheet, keyed: set[int], *, by: str
) -> SheetPlace | None:
    """Returns the next missing sheet after one that was keyed. If nothing of it was known before, the others are as
    they were found. Otherwise they are read again, because a change may also change whose sheet is missing."""
    is_new = all(
        not (line.keyed or line.filled_in or line.by_phone or line.hands_won) and line.match.pk in keyed
        for line in shown.lines
    )
    if not is_new:
        return next_missing(in_keying_order(order_of_sheets(stage).places, by), shown.entry.pk)
    others = [place if place.entry.pk != shown.entry.pk else place._replace(is_missing=False) for place in places]
    return next_missing(others, shown.entry.pk)


@scorer_only
def sheet_again(request: StaffRequest, pk: int, hour: int, entry: int) -> HttpResponse:
    """Keys a sheet again. For each difference a button names the match and which reading of it is right; the keyed
    values are sent along in the form that shows the differences."""
    event = the_event(pk)
    sheet = _the_sheet(event, hour, entry)
    form = SecondReading(hide_values(sheet), request.POST if request.method == "POST" else None, by=request.user)
    context = {"event": event, "sheet": sheet, "form": form}
    if not form.is_valid():
        return render(request, "results/sheets/sheet_again.html", context, status=422 if form.is_bound else 200)
    lines = read_twice(sheet, form)
    if "second" in request.POST:
        asked = request.POST["second"]
        right = [line.second for line in lines if str(line.match.pk) == asked and line.second is not None]
        if not right:
            raise Http404
        enter_sheet(_require_entry(event, entry), right, by=request.user, now=timezone.now())
    decided = request.POST.get("first") or request.POST.get("second") or ""
    done = {*request.POST.get("done", "").split(), decided}
    left = [line for line in lines if line.differences and str(line.match.pk) not in done]
    if left:
        # The next press sends everything along that was keyed, and which matches are decided.
        presses = ("csrfmiddlewaretoken", "first", "second", "done")
        keyed = [(name, request.POST[name]) for name in request.POST if name not in presses]
        context |= {"left": left, "kept": keyed, "done": " ".join(sorted(done)).strip()}
        return render(request, "results/sheets/sheet_compare.html", context)
    matches = Match.objects.filter(pk__in=[line.match.pk for line in lines])
    check_sheet(_require_entry(event, entry), list(matches), by=request.user, now=timezone.now())
    messages.success(request, _("%(name)s: both readings of the sheet match.") % {"name": sheet.name})
    return redirect("sheet", pk, hour, entry)


def _the_sheet(event: Event, hour: int, entry: int) -> SideSheet:
    stage = released_stage(event, hour)
    shown = sheet_of(stage, entry) if stage else None
    if shown is None or not shown.number_of_lines or event.locked_at or not event.kind.has_sheets:
        raise Http404
    return shown
