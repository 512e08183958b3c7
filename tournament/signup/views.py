"""The public page to sign up, the page of one's own sign-up, and the secretary's list."""

from datetime import datetime, timedelta

import segno
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from tournament.foundation.errors import TournamentError
from tournament.foundation.guards import StaffRequest, everybody, secretary_only
from tournament.foundation.pages import address_for_phones, number_in, the_event
from tournament.foundation.throttle import Throttle
from tournament.foundation.visitors import source_of
from tournament.models import Account, Enters, Event, SignUp
from tournament.signup.forms import PartnerForm, SignUpForm, SignUpPageForm
from tournament.signup.queries import cancelled_sign_ups, sign_up_list
from tournament.signup.services import (
    NoPlaceForPartner,
    SignedUpAlready,
    SignUpClosed,
    cancel_sign_up,
    change_partner,
    set_sign_up,
    undo_cancellation,
)
from tournament.signup.services import sign_up as take_name

SIGN_UPS = Throttle(limit=30, window=timedelta(minutes=10))
"""By address: enough for a household or a pub, too few for a program that fills the list."""


class TooManySignUps(TournamentError):
    status = 429
    message = _("Too many people have signed up from here. Wait 10 minutes, or tell the club at the door.")


@everybody
def sign_up(request: HttpRequest, pk: int) -> HttpResponse:
    """Shows how many places are left and nobody's name; a POST signs somebody up."""
    event, now = the_event(pk), timezone.now()
    state = sign_up_list(event, timezone.localdate(now))
    form = SignUpForm(event, request.POST if request.method == "POST" else None)
    if form.is_valid():
        _count_sign_up(request)
        if made := _save_sign_up(event, form, by=None, now=now):
            return redirect("own_sign_up", pk, made.token)
    if form.is_bound and not state.is_open:
        raise SignUpClosed
    context = {"event": event, "state": state, "form": form}
    return render(request, "signup/sign_up.html", context, status=422 if form.is_bound else 200)


def _count_sign_up(request: HttpRequest) -> None:
    """Counts a sign-up or another partner. Raises TooManySignUps."""
    source, now = source_of(request.META["REMOTE_ADDR"]), timezone.now()
    if SIGN_UPS.wait(source, now):
        raise TooManySignUps
    SIGN_UPS.count(source, now)


def _save_sign_up(event: Event, form: SignUpForm, *, by: Account | None, now: datetime) -> SignUp | None:
    """Saves a sign-up. Returns None if a name is on the list already; the form then has an error beside its box."""
    data = form.cleaned_data
    partner, needs_partner = data.get("partner", ""), bool(data.get("needs_partner"))
    try:
        return take_name(event, data["name"], partner=partner, needs_partner=needs_partner, by=by, now=now)
    except SignedUpAlready as refused:
        form.add_error(refused.field, str(refused))
        return None


@everybody
def own_sign_up(request: HttpRequest, pk: int, token: str) -> HttpResponse:
    """Shows whether they have a place, or how many are ahead of them, and their partner. A POST changes the partner if
    it says so, and otherwise cancels."""
    event = the_event(pk)
    signed = get_object_or_404(SignUp.objects.select_related("event"), event=event, token=token)
    is_of_partner, has_partners = request.POST.get("action") == "partner", event.enters != Enters.PLAYERS
    if is_of_partner and not has_partners:
        raise Http404
    known = {"partner": signed.partner_name, "needs_partner": signed.needs_partner}
    form = PartnerForm(event, request.POST if is_of_partner else None, own_name=signed.name, initial=known)
    if form.is_valid():
        _count_sign_up(request)
        try:
            change_partner(signed, **form.cleaned_data, by=None, now=timezone.now())
        except (SignedUpAlready, NoPlaceForPartner, SignUpClosed) as refused:
            form.add_error("partner", str(refused))
        else:
            return redirect("own_sign_up", pk, token)
    if request.method == "POST" and not is_of_partner:
        cancel_sign_up(signed, by=None, now=timezone.now())
        return redirect("own_sign_up", pk, token)
    state = sign_up_list(event, timezone.localdate())
    here = next((each for each in state.people if each.pk == signed.pk), None)
    context = {
        "event": event,
        "signed": signed,
        "here": here,
        "ahead": state.ahead_of(here) if here and here.waits else 0,
        "form": form,
        "has_partners": has_partners,
        "is_asked": form.is_bound or form.of_pairs and not any(known.values()),
    }
    return render(request, "signup/own.html", context, status=422 if form.is_bound else 200)


@secretary_only
def sign_ups(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows the list, with the QR code of the page. A POST changes the settings, adds a name, cancels one, or undoes
    that."""
    event, now = the_event(pk), timezone.now()
    state = sign_up_list(event, timezone.localdate(now))
    action = request.POST.get("action", "")
    settings = SignUpPageForm(event, request.POST if action == "settings" else None)
    form = SignUpForm(event, request.POST if action == "add" else None, by_secretary=True)
    if settings.is_valid():
        set_sign_up(event, **settings.cleaned_data, by=request.user, now=now)
        messages.success(request, _("Saved."))
        return redirect("sign_ups", pk)
    if form.is_valid() and (made := _save_sign_up(event, form, by=request.user, now=now)):
        messages.success(request, _("%(name)s is signed up.") % {"name": made.name})
        return redirect("sign_ups", pk)
    verb, _dash, number = action.partition("-")
    if verb in ("cancel", "undo"):
        signed = get_object_or_404(SignUp.objects.select_related("event"), event=event, pk=number_in(number))
        if verb == "cancel":
            cancel_sign_up(signed, by=request.user, now=now)
            words = _("%(name)s’s sign-up is cancelled. You can undo this below the list.")
        else:
            waits = undo_cancellation(signed, by=request.user, now=now)
            words = _("%(name)s is signed up again, as before.")
            if waits:
                words = _("No place is left: %(name)s is on the waiting list, and nobody loses their place.")
        messages.success(request, words % {"name": signed.name})
        return redirect("sign_ups", pk)
    if request.method == "POST" and not (settings.is_bound or form.is_bound):
        raise Http404
    address = address_for_phones(request)
    link = f"{address}{reverse('sign_up', args=[pk])}" if address else ""
    drawn = segno.make(link, error="m", micro=False).svg_inline(border=4, omitsize=True) if link else ""
    context = {"event": event, "state": state, "settings": settings, "form": form, "link": link}
    context |= {
        "cancelled": cancelled_sign_ups(event),
        "picture": mark_safe(drawn),
    }  # the library escapes what it writes
    return render(request, "signup/sign_ups.html", context, status=422 if request.method == "POST" else 200)
