"""The pages of a match: its hands with the form for the next one, and one hand to correct or withdraw."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament.draw.queries.seats_after_correction import corrected_round, seat_differences
from tournament.event.queries.hours import released_stage
from tournament.hands.forms.hand import HandForm, WithdrawForm
from tournament.hands.queries.auction_scorecard import columns_of
from tournament.hands.queries.disputes import disputes_of
from tournament.hands.queries.empty_tables import may_finish_empty
from tournament.hands.queries.hands import MatchInHands, deals_out_of_turn, match_in_hands, next_slip
from tournament.hands.queries.shown_hands import HandOnPage
from tournament.hands.services.hands import correct_hand, finish_hands, play_on, withdraw_hand
from tournament.hands.services.recording import record_hand
from tournament.matches.queries.witnesses import witnesses_of
from tournament.models import Event, State
from tournament.web.guards import StaffRequest, scorer_only
from tournament.web.pages import number_in, the_event


@scorer_only
def match(request: StaffRequest, pk: int, match: int) -> HttpResponse:
    """Shows the match as it stands. A posted hand is previewed or recorded, as its `step` says."""
    event = the_event(pk)
    played = the_match(event, match)
    data = request.POST if request.method == "POST" else None
    form = HandForm(played, data, by=request.user, now=timezone.now(), entry_key=uuid4())
    if form.is_valid() and form.is_saving:
        record_hand(
            played.match,
            number=form.cleaned_data["number"],
            entry_key=form.cleaned_data["entry_key"],
            facts=form.facts,
            read=form.played,
            counted=form.counted,
            by=request.user,
            now=timezone.now(),
        )
        messages.success(request, _("Hand %(number)s is recorded.") % form.cleaned_data)
        return redirect("match", pk, match)
    context = {"event": event, "played": played, "form": form, "columns": columns_of(played)}
    if not request.htmx:
        is_waiting = not played.hands and played.match.state == State.WAITING
        context["may_finish_empty"] = is_waiting and may_finish_empty(event, played.match, timezone.now())
        context |= {
            "next_slip": next_slip(played.match),
            "out_of_turn": deals_out_of_turn(played),
            "settling": disputes_of(played),
        }
    return form_page(request, "hands/match.html", context)


@scorer_only
def hand(request: StaffRequest, pk: int, match: int, number: int) -> HttpResponse:
    """Corrects a hand; `?version=` starts from another version of it."""
    event = the_event(pk)
    played = the_match(event, match)
    shown = _the_hand(played, number)
    data = request.POST if request.method == "POST" else None
    version = played.version(number_in(request.GET.get("version", "")) or 0)
    form = HandForm(
        played, data, by=request.user, now=timezone.now(), entry_key=uuid4(), correcting=shown, version=version
    )
    if form.is_valid() and form.is_saving:
        key, reason = form.cleaned_data["entry_key"], form.cleaned_data.get("reason", "")
        correct_hand(
            form.shown_version(), entry_key=key, facts=form.facts, reason=reason, by=request.user, now=timezone.now()
        )
        messages.success(request, _("Hand %(number)s is corrected. The version before it is kept.") % form.cleaned_data)
        flag_seats(request, event)
        return redirect("match", pk, match)
    off = WithdrawForm(needs_reason=form.needs_reason)
    witness = witnesses_of(played.match, [shown.hand])[shown.hand.pk]
    context = {"event": event, "played": played, "shown": shown, "form": form, "off": off, "witness": witness}
    return form_page(request, "hands/hand.html", context)


@scorer_only
@require_POST
def withdraw(request: StaffRequest, pk: int, match: int, number: int) -> HttpResponse:
    event = the_event(pk)
    played = the_match(event, match)
    shown = _the_hand(played, number)
    form = HandForm(played, by=request.user, now=timezone.now(), entry_key=uuid4(), correcting=shown)
    off = WithdrawForm(request.POST, needs_reason=form.needs_reason)
    if off.is_valid():
        reason = off.cleaned_data.get("withdraw_reason", "")
        withdraw_hand(shown.hand, reason=reason, by=request.user, now=timezone.now())
        messages.success(request, _("Hand %(number)s is deleted. You can still read it below.") % {"number": number})
        flag_seats(request, event)
        return redirect("match", pk, match)
    witness = witnesses_of(played.match, [shown.hand])[shown.hand.pk]
    context = {"event": event, "played": played, "shown": shown, "form": form, "off": off, "witness": witness}
    return render(request, "hands/hand.html", context, status=422)


@scorer_only
@require_POST
def hands_in(request: StaffRequest, pk: int, match: int) -> HttpResponse:
    """Records that all hands are in or, with `play_on` posted, that there is another after all."""
    played = the_match(the_event(pk), match)
    if "play_on" in request.POST:
        play_on(played.match, by=request.user, now=timezone.now())
    else:
        finish_hands(played.match, by=request.user, now=timezone.now())
        messages.success(request, _("All hands are in."))
    return redirect("match", pk, match)


def flag_seats(request: StaffRequest, event: Event) -> None:
    """Warns after a correction that players would now sit elsewhere in the released hour or round. Nobody is moved."""
    if corrected := corrected_round(event, released_stage(event)):
        warning = ngettext(
            "After this, %(n)s would sit elsewhere in round %(round)s. Nobody has been moved. Check the draw.",
            "After this, %(n)s would sit elsewhere in round %(round)s. Nobody has been moved. Check the draw.",
            len(corrected),
        )
        messages.warning(request, warning % {"n": len(corrected), "round": corrected.number})
    elif number := len(seat_differences(event)):
        warning = ngettext(
            "After this, %(number)s player would sit elsewhere now. Nobody has been moved. Check the draw.",
            "After this, %(number)s players would sit elsewhere now. Nobody has been moved. Check the draw.",
            number,
        )
        messages.warning(request, warning % {"number": number})


def the_match(event: Event, pk: int) -> MatchInHands:
    played = match_in_hands(event, pk)
    if played is None:
        raise Http404
    return played


def _the_hand(played: MatchInHands, number: int) -> HandOnPage:
    shown = played.hand(number)
    if shown is None:
        raise Http404
    return shown


def form_page(request: StaffRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """Answers with a whole page or, for a hand that htmx posts, with its preview."""
    form: HandForm = context["form"]
    part = form.is_bound and request.htmx
    refused = form.is_bound and not form.is_valid() and not part
    page = render(request, "hands/_hand_preview.html" if part else template, context, status=422 if refused else 200)
    patch_vary_headers(page, ["HX-Request"])
    return page
