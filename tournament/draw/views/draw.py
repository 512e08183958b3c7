"""The draw of an hour: a draft that only the director sees, changed by hand if wanted, then released to the hall."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.draw.forms import LARGEST_SEED, DrawForm, SwapForm
from tournament.draw.queries.drafts import (
    TableShown,
    changes_between,
    is_still_the_plan,
    mark_of,
    plan_of,
    say_size_of_draw,
    stage_numbered,
    tables_shown,
)
from tournament.draw.queries.draws import field_of, five_instead, movement_of, tables_in_words
from tournament.draw.queries.fields import is_repeat
from tournament.draw.queries.round_drafts import changes_in_round, round_drawn, round_to_draw
from tournament.draw.queries.seats_after_correction import corrected_round, known_seat_differences
from tournament.draw.queries.undone_releases import why_seats_stay
from tournament.draw.services.deciding_games import draw_decider
from tournament.draw.services.draws import (
    discard_draft,
    draw_first_hour,
    draw_second_hour,
    release_draw,
    swap_seats,
    undo_release,
)
from tournament.draw.services.round_draws import draw_by_score, draw_round, end_before
from tournament.event.queries.competitors import competitors_of, competitors_ready
from tournament.event.queries.entry_rows import EntryRow, entry_rows
from tournament.event.queries.head_counts import count_heads
from tournament.event.queries.hours import current_draw_of, hour_numbers
from tournament.foundation.errors import CannotDraw, DraftChanged
from tournament.matches.queries.hours_so_far import hours_so_far
from tournament.models import Entry, Event, Match, Stage
from tournament.standings.forms.cuts import CutForm
from tournament.standings.queries.cuts import cuts_of
from tournament.standings.services import record_cuts
from tournament.web.guards import StaffRequest, director_only
from tournament.web.pages import number_in, the_event

LOT = random.SystemRandom()


@director_only
def draw(request: StaffRequest, pk: int, hour: int) -> HttpResponse:
    event = the_event(pk)
    if hour not in hour_numbers(event):
        raise Http404
    if request.method != "POST":
        return _page(request, event, hour)
    action = ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        raise Http404
    try:
        return action(request, event, hour)
    except DraftChanged as changed:
        messages.warning(request, str(changed))
        return redirect("draw", pk, hour)


@director_only
def now(request: StaffRequest, pk: int) -> HttpResponse:
    return redirect("draw", pk, current_draw_of(the_event(pk)))


def _draw(request: StaffRequest, event: Event, hour: int) -> HttpResponse:
    form = DrawForm(request.POST, five=five_instead(event, len(field_of(event))))
    if not form.is_valid():
        return _page(request, event, hour, form=form)
    by_now: dict[str, Any] = {"prefer_five": form.prefers_five, "by": request.user, "now": timezone.now()}
    seed = LOT.randint(1, LARGEST_SEED) if form.cleaned_data["seed"] is None else form.cleaned_data["seed"]
    if event.kind.is_planned:
        draw_round(event, hour, seed=seed, by=request.user, now=timezone.now())
    elif hour == 1:
        draw_first_hour(event, seed=seed, **by_now)
    else:
        try:
            draw_second_hour(event, **by_now)
        except CannotDraw as refused:  # mostly because the tied have to cut the cards, which the page asks for
            messages.warning(request, str(refused))
            page = _page(request, event, hour)
            page.status_code = refused.status
            return page
    return redirect("draw", event.pk, hour)


def _swap(request: StaffRequest, event: Event, hour: int) -> HttpResponse:
    stage = _stage(event, hour)
    seated: list[Entry | EntryRow] = [seat.entry for table in tables_shown(stage) for seat in table.seats]
    seated += [rest.entry for rest in stage.rests.select_related("entry__player")]
    form = SwapForm(request.POST, seated=seated)
    if not form.is_valid():
        return _page(request, event, hour, swap=form)
    first, second = form.cleaned_data["swap"]
    swap_seats(stage, first, second, by=request.user, now=timezone.now())
    names = {entry.pk: unit.beside_others for unit in competitors_of(event).values() for entry in unit.entries}
    words = {"one": names[first.pk], "other": names[second.pk]}
    messages.success(request, _("%(one)s and %(other)s have swapped seats.") % words)
    return redirect(f"{reverse('draw', args=[event.pk, hour])}#seat-{first.pk}")


def _undo_release(request: StaffRequest, event: Event, hour: int) -> HttpResponse:
    undo_release(_stage(event, hour), by=request.user, now=timezone.now())
    messages.success(request, _("The seats are hidden again. Only you see the draw."))
    return redirect("draw", event.pk, hour)


def _release(request: StaffRequest, event: Event, hour: int) -> HttpResponse:
    """Releases the draft that was on the page; if it has changed since, the director sees the new one first."""
    release_draw(_stage(event, hour), seen=request.POST.get("seen", ""), by=request.user, now=timezone.now())
    sentence = _("Everybody can see the seats%(of_hour)s now.") % {"of_hour": event.say_of_stage(hour)}
    messages.success(request, sentence)
    return redirect("event", event.pk)


def _discard(request: StaffRequest, event: Event, hour: int) -> HttpResponse:
    discard_draft(_stage(event, hour), by=request.user, now=timezone.now())
    messages.success(request, _("The draft is deleted. Nobody had seen it."))
    return redirect("draw", event.pk, hour)


def _end_here(request: StaffRequest, event: Event, hour: int) -> HttpResponse:
    end_before(event, hour, by=request.user, now=timezone.now())
    sentence = _("The plan ends with round %(n)s. Undo brings the other rounds back.")
    messages.success(request, sentence % {"n": hour - 1})
    return redirect("event", event.pk)


def _draw_by_score(request: StaffRequest, event: Event, hour: int) -> HttpResponse:
    draw_by_score(event, hour, seed=LOT.randint(1, LARGEST_SEED), by=request.user, now=timezone.now())
    return redirect("draw", event.pk, hour)


def _draw_decider(request: StaffRequest, event: Event, hour: int) -> HttpResponse:
    matches = Match.objects.select_related("table__stage__event", "round")
    at_table = get_object_or_404(
        matches, pk=number_in(request.POST.get("match", "")), table__stage__event=event, table__stage__number=hour
    )
    game = draw_decider(at_table, seed=LOT.randint(1, LARGEST_SEED), by=request.user, now=timezone.now())
    table = game.table.number
    messages.success(request, _("Table %(table)s plays the deciding game: its phones show it.") % {"table": table})
    return redirect(f"{reverse('results', args=[event.pk])}?hour={hour}#table-{table}")


ACTIONS: Mapping[str, Callable[[StaffRequest, Event, int], HttpResponse]] = {
    "draw": _draw,
    "end_here": _end_here,
    "by_score": _draw_by_score,
    "swap": _swap,
    "release": _release,
    "undo_release": _undo_release,
    "discard": _discard,
    "decider": _draw_decider,
}


@director_only
def record_cut(request: StaffRequest, pk: int, hour: int) -> HttpResponse:
    """Saves the cards that players tied across a table boundary have cut; `?five=1` as on the draw page."""
    event = the_event(pk)
    if hour not in hour_numbers(event):
        raise Http404
    earlier = get_object_or_404(Stage, event=event, number=hour - 1, released_at__isnull=False)
    here = field_of(event)
    if request.method != "POST" or not movement_of(event).fits(len(here)):
        return redirect("draw", pk, hour)
    five = request.GET.get("five") == "1"
    form = CutForm(plan_of(event, here, prefer_five=five).ties, request.POST)
    if not form.is_valid():
        return _page(request, event, hour, cut_form=form)
    record_cuts(earlier, form.cards(), by=request.user, now=timezone.now())
    messages.success(request, _("The cut is saved."))
    return redirect(f"{reverse('draw', args=[pk, hour])}{'?five=1' if five else ''}#level")


def _stage(event: Event, hour: int) -> Stage:
    return get_object_or_404(Stage.objects.select_related("event"), event=event, number=hour)


def _page(
    request: StaffRequest,
    event: Event,
    hour: int,
    *,
    form: DrawForm | None = None,
    swap: SwapForm | None = None,
    cut_form: CutForm | None = None,
) -> HttpResponse:
    stage = stage_numbered(event, hour)
    if event.kind.is_planned:
        return _round_page(request, event, hour, stage, form=form, swap=swap)
    entries = entry_rows(event)
    tables = tables_shown(stage, entries) if stage else []
    context: dict[str, Any] = {"event": event, "hour": hour, "hours": hour_numbers(event)}
    context |= {"before": hour - 1, "stage": stage, "tables": tables}
    context["in_line"] = say_size_of_draw(event, sum(len(table.seats) for table in tables), len(tables))
    if stage and stage.released_at:
        context["can_undo"] = not why_seats_stay(stage)
        context["differences"] = known_seat_differences(event) if hour > 1 else []
    else:
        here, seated = field_of(event, entries), [seat.entry for table in tables for seat in table.seats]
        five, enough = five_instead(event, len(here)), bool(movement_of(event).fits(len(here)))
        context |= {
            "heads": None if stage else count_heads(event, entries.values()),
            "enough": enough,
            "in_words": tables_in_words(event, len(here)),
            "five": five,
            "form": form or DrawForm(five=five, draft=stage),
            "mark": mark_of(tables),
            "changes": changes_between(seated, here) if stage else None,
            "swap": swap,
            "ticked": tuple(request.POST.getlist("swap")) if swap else (),
        }
        if hour > 1:
            context |= _second_hour(
                request, event, stage, tables, entries=entries, here=here if enough else [], cut_form=cut_form
            )
    return render(request, "draw/draw.html", context, status=422 if form or swap or cut_form else 200)


def _round_page(
    request: StaffRequest,
    event: Event,
    number: int,
    stage: Stage | None,
    *,
    form: DrawForm | None,
    swap: SwapForm | None,
) -> HttpResponse:
    """Shows the draw of one round: who meets whom and why, who rests, and which wishes of the club are not met."""
    tables, units = tables_shown(stage) if stage else [], competitors_of(event)
    here = competitors_ready(event, units)
    round, drawn = round_to_draw(event, number, units), round_drawn(stage, tables, units) if stage else None
    context = {
        "event": event,
        "hour": number,
        "hours": hour_numbers(event),
        "stage": stage,
        "round": round,
        "form": form or DrawForm(five="", draft=stage),
        "mark": mark_of(tables),
        "is_repeat": not (stage and stage.released_at) and is_repeat(event, number, here=len(here)),
        "drawn": drawn,
        "in_line": drawn
        and say_size_of_draw(
            event, drawn.entries, len(drawn.tables), resting=len(drawn.resting), has_byes=round.has_byes
        ),
        "corrected": corrected_round(event, stage),
        "changes": changes_in_round(stage) if stage and not stage.released_at else None,
        "can_undo": stage is not None and stage.released_at is not None and not why_seats_stay(stage),
        "swap": swap,
        "ticked": tuple(request.POST.getlist("swap")) if swap else (),
    }
    return render(request, "draw/draw_round.html", context, status=422 if form or swap else 200)


def _second_hour(
    request: StaffRequest,
    event: Event,
    stage: Stage | None,
    tables: Sequence[TableShown],
    *,
    entries: Mapping[int, EntryRow],
    here: Sequence[EntryRow],
    cut_form: CutForm | None,
) -> dict[str, Any]:
    """Returns what hour 2 is seated by: the ranking of hour 1, its open matches, and who is tied. `here` is empty if
    the people here cannot be seated."""
    first = next(iter(hours_so_far(event, entries)), None)
    if first is None or not here:
        return {"first": first}
    prefer_five = stage.prefer_five if stage else request.GET.get("five") == "1"
    plan = plan_of(event, here, prefer_five=prefer_five)
    return {
        "first": first,
        "plan": plan,
        "prefer_five": prefer_five,
        "cuts": cuts_of(first.stage),
        "cut_form": cut_form or CutForm(plan.ties),
        "is_outdated": stage is not None and not is_still_the_plan(stage, tables, plan),
    }
