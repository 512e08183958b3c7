"""The board of results: who has not reported, what disagrees, and the director's agreement and rulings."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament.forms.rulings import RulingForm
from tournament.models import Event, Stage, Table
from tournament.queries.boards import MatchOnBoard, board_of, match_on_board
from tournament.queries.sheets import hours_of
from tournament.services.results import agree_table, make_ruling
from tournament.views.sheets import hour_asked_for
from tournament.views.web import StaffRequest, director_only, scorer_only, the_event


@scorer_only
def results(request: HttpRequest, pk: int) -> HttpResponse:
    """All matches of an hour by table: the latest hour unless `?hour=` says another."""
    event = the_event(pk)
    stage = hour_asked_for(request, event)
    context = {"event": event, "stage": stage, "hours": hours_of(event), "board": board_of(stage) if stage else None}
    return render(request, "scorer/results.html", context)


@director_only
@require_POST
def agree_results(request: StaffRequest, pk: int) -> HttpResponse:
    """Agree every entered result of the table whose id is posted."""
    event = the_event(pk)
    asked = request.POST.get("table", "")
    tables = Table.objects.filter(stage__event=event).select_related("stage__event")
    table = get_object_or_404(tables, pk=int(asked) if asked.isdecimal() and len(asked) < 19 else 0)
    moved = agree_table(table, by=request.user, now=timezone.now())
    words = ngettext("Table %(table)s: %(moved)s result agreed.", "Table %(table)s: %(moved)s results agreed.", moved)
    messages.success(request, words % {"table": table.number, "moved": moved})
    return _to_board(event, table.stage, f"table-{table.number}")


@director_only
def ruling(request: StaffRequest, pk: int, match: int) -> HttpResponse:
    event = the_event(pk)
    shown = the_match(event, match)
    form = RulingForm(
        shown.match, request.POST if request.method == "POST" else None, points=_asked_points(request, shown)
    )
    if form.is_valid():
        make_ruling(shown.match, **form.cleaned_data, by=request.user, now=timezone.now())
        messages.success(request, _("Ruled. The sheets and the reason are kept beside it."))
        return _to_board(event, shown.match.table.stage, f"match-{match}")
    context = {"event": event, "shown": shown, "form": form}
    return render(request, "scorer/ruling.html", context, status=422 if form.is_bound else 200)


@scorer_only
def match(request: StaffRequest, pk: int, match: int) -> HttpResponse:
    event = the_event(pk)
    return render(request, "scorer/match.html", {"event": event, "shown": the_match(event, match)})


def the_match(event: Event, pk: int) -> MatchOnBoard:
    shown = match_on_board(event, pk)
    if shown is None:
        raise Http404
    return shown


def _to_board(event: Event, stage: Stage, part: str) -> HttpResponse:
    return redirect(f"{reverse('results', args=[event.pk])}?hour={stage.number}#{part}")


def _asked_points(request: HttpRequest, shown: MatchOnBoard) -> tuple[int | None, int | None]:
    """Points to start a ruling from: those of the version whose link was pressed, else what counts now."""
    asked = request.GET.get("version", "")
    if asked.isdecimal() and int(asked) < len(shown.current):
        return shown.current[int(asked)].points
    return shown.match.points_a, shown.match.points_b
