"""A slip of hands is keyed a second time without seeing the first, then both readings are shown side by side. The
second reading stays in the scorer's session until they are equal."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring import read_hand
from tournament.hands.forms.decisions import differences_of
from tournament.hands.forms.hand import HandForm
from tournament.hands.queries.hands import MatchInHands, read_again
from tournament.hands.services.recording import record_hand
from tournament.hands.services.second_readings import check_slip, take_second_reading
from tournament.hands.views.hands import form_page, the_match
from tournament.matches.queries.match_on_board import WitnessDifference
from tournament.matches.queries.matches import seating_of
from tournament.models import Event
from tournament.web.guards import StaffRequest, scorer_only
from tournament.web.pages import number_in, the_event

Readings = list[dict[str, Any]]


@scorer_only
def slip_again(request: StaffRequest, pk: int, match: int) -> HttpResponse:
    """Keys the next hand of the second reading. With as many hands as the first, both are compared; `?more` keys
    another."""
    event = the_event(pk)
    played = _match_with_hands(event, match)
    readings = _load_readings(request, match)
    second = read_again(played, readings)
    if not second.is_open or (len(readings) >= len(played.hands) and "more" not in request.GET):
        return redirect("slip_compare", pk, match)
    form = HandForm(
        second,
        request.POST if request.method == "POST" else None,
        by=request.user,
        now=timezone.now(),
        entry_key=uuid4(),
    )
    if form.is_valid() and form.is_saving:
        if form.cleaned_data["number"] == second.next_number:
            _store_readings(request, match, [*readings, form.facts.to_dict()])
        return redirect("match", pk, match) if _check_if_equal(request, played) else redirect("slip_again", pk, match)
    return form_page(request, "results/slips/slip_again.html", {"event": event, "played": second, "form": form})


@scorer_only
def slip_compare(request: StaffRequest, pk: int, match: int) -> HttpResponse:
    """Shows both readings. A button names a hand's place on the slip and which reading of it is right."""
    event = the_event(pk)
    played = _match_with_hands(event, match)
    readings = _load_readings(request, match)
    differences = _find_differences(played, readings)
    if request.method == "POST":
        place = number_in(request.POST.get("first") or request.POST.get("second") or "")
        if place is None or place not in [place for place, _found in differences]:
            raise Http404
        _take_reading(request, played, readings, place)
        are_equal = _check_if_equal(request, _match_with_hands(event, match))
        return redirect("match", pk, match) if are_equal else redirect("slip_compare", pk, match)
    context = {"event": event, "played": played, "differences": differences, "keyed": len(readings)}
    return render(request, "results/slips/slip_compare.html", context)


@scorer_only
@require_POST
def slip_afresh(request: StaffRequest, pk: int, match: int) -> HttpResponse:
    """Begins the second reading, or starts it over."""
    _match_with_hands(the_event(pk), match)
    _store_readings(request, match, [])
    return redirect("slip_again", pk, match)


def _match_with_hands(event: Event, pk: int) -> MatchInHands:
    played = the_match(event, pk)
    if not played.hands:
        raise Http404
    return played


def _load_readings(request: StaffRequest, match: int) -> Readings:
    kept: Readings = request.session.get(f"slip-{match}", [])
    return kept


def _store_readings(request: StaffRequest, match: int, readings: Readings) -> None:
    request.session[f"slip-{match}"] = readings


def _check_if_equal(request: StaffRequest, played: MatchInHands) -> bool:
    """Returns whether the second reading is complete and equal to the first. If so, marks the match as checked."""
    if _find_differences(played, _load_readings(request, played.match.pk)):
        return False
    check_slip(played.match, [each.hand.pk for each in played.hands], by=request.user, now=timezone.now())
    _store_readings(request, played.match.pk, [])
    messages.success(request, _("Both readings of the slip match. The match is marked as checked."))
    return True


def _find_differences(played: MatchInHands, readings: Readings) -> list[tuple[int, list[WitnessDifference]]]:
    """Returns each differing hand's place on the slip, from 1, and the fields that differ; no fields if one reading
    lacks it."""
    first = [each.hand.facts for each in played.hands]
    all_differences = []
    for place in range(1, max(len(first), len(readings)) + 1):
        at = played.at_hand(place)
        plain = [*first[place - 1 : place], *readings[place - 1 : place]]
        both = tuple(read_hand(facts, at.seating) for facts in plain)
        differences = differences_of(at, both) if len(both) == 2 else []
        if len(both) == 1 or first[place - 1] != readings[place - 1]:
            all_differences.append((place, differences))
    return all_differences


def _take_reading(request: StaffRequest, played: MatchInHands, readings: Readings, place: int) -> None:
    """Makes both readings equal to the one that the button says is right."""
    hands, match, now = played.hands, played.match, timezone.now()
    first = hands[place - 1].hand if place <= len(hands) else None
    second = readings[place - 1] if place <= len(readings) else None
    if "first" in request.POST:
        right = [each.hand.facts for each in hands[min(place - 1, len(readings)) : place]]
        _store_readings(request, match.pk, [*readings[: place - 1], *right, *readings[place:]])
        return
    facts = None if second is None else read_hand(second, seating_of(match, place))
    if first is not None:
        take_second_reading(first, facts, reason=_("Second reading of the slip"), by=request.user, now=now)
    elif facts is not None:
        number = played.next_number
        record_hand(match, number=number, entry_key=uuid4(), facts=facts, by=request.user, now=now)
