"""The second pass over sheets of totals: a sheet keyed again unseen, and both readings side by side."""

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.forms.second_sheet import LineReadTwice, SecondReading, blind, read_twice
from tournament.models import Account, Event
from tournament.queries.hours import hour_of
from tournament.queries.sheets import Sheet, sheets_of
from tournament.services.results import enter_sheet
from tournament.services.slips import check_sheet
from tournament.views.web import StaffRequest, scorer_only, the_event


@scorer_only
def sheet_again(request: StaffRequest, pk: int, hour: int, entry: int) -> HttpResponse:
    """Key a sheet again. Where it differs a press names the match and which reading of it is right: with what was keyed
    it comes again in the form that shows them."""
    event = the_event(pk)
    sheet = _the_sheet(event, hour, entry)
    form = SecondReading(blind(sheet), request.POST if request.method == "POST" else None, by=request.user)
    context = {"event": event, "sheet": sheet, "form": form}
    if not form.is_valid():
        return render(request, "scorer/sheet_again.html", context, status=422 if form.is_bound else 200)
    lines = read_twice(sheet, form)
    if "second" in request.POST:
        _take_second(sheet, lines, request.POST["second"], request.user)
    decided = request.POST.get("first") or request.POST.get("second") or ""
    done = {*request.POST.get("done", "").split(), decided}
    left = [line for line in lines if line.differences and str(line.match.pk) not in done]
    if left:
        return render(request, "scorer/sheet_compare.html", context | _kept(request.POST, done) | {"left": left})
    check_sheet(sheet.entry, [line.match for line in lines], by=request.user, now=timezone.now())
    messages.success(request, _("%(name)s: both readings of the sheet are equal.") % {"name": sheet.name})
    return redirect("sheet", pk, hour, entry)


def _the_sheet(event: Event, hour: int, entry: int) -> Sheet:
    stage = hour_of(event, hour)
    found = sheets_of(stage) if stage else []
    shown = next((sheet for sheet in found if sheet.entry.pk == entry and sheet.keyed), None)
    if shown is None or event.locked_at or not event.has_sheets:
        raise Http404
    return shown


def _take_second(sheet: Sheet, lines: list[LineReadTwice], match: str, by: Account) -> None:
    right = [line.second for line in lines if str(line.match.pk) == match and line.second is not None]
    if not right:
        raise Http404
    enter_sheet(sheet.entry, right, by=by, now=timezone.now())


def _kept(data: QueryDict, done: set[str]) -> dict[str, object]:
    """What the next press brings along: everything that was keyed, and which matches are decided."""
    presses = ("csrfmiddlewaretoken", "first", "second", "done")
    return {
        "kept": [(name, data[name]) for name in data if name not in presses],
        "done": " ".join(sorted(done)).strip(),
    }
