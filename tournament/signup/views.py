"""The public page to sign up, the page of one's own sign-up, and the secretary's list."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import uuid4

import segno
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.club.members import audience_of
from tournament.club.visibility import is_visible
from tournament.event.queries.dues import price_of
from tournament.event.queries.sign_ups import own_sign_up_in, sign_ups_of, sign_ups_with
from tournament.event.services.events import change_settings
from tournament.foundation.errors import TournamentError
from tournament.models import Account, Audience, Enters, Event, SignUp, join_names
from tournament.signup.forms import PartnerForm, SignUpCodeForm, SignUpForm, SignUpPageForm
from tournament.signup.queries import cancelled_sign_up, cancelled_sign_ups, moved_up, sign_up_list, sign_up_of_code
from tournament.signup.services import (
    NoPlaceForPartner,
    SignedUpAlready,
    SignUpClosed,
    cancel_sign_ups,
    change_partner,
    set_sign_up,
    undo_cancellations,
)
from tournament.signup.services import sign_up as take_name
from tournament.web.guards import StaffRequest, everybody, is_staff, secretary_only
from tournament.web.own_sign_ups import code_of_sign_up, remember_sign_up, tokens_on_phone
from tournament.web.pages import address_for_phones, number_in, the_event
from tournament.web.phone_memory import forget_owner
from tournament.web.table_codes import format_code
from tournament.web.throttle import Throttle
from tournament.web.visitors import source_of

WINDOW = timedelta(minutes=10)
SIGN_UPS = Throttle("sign_ups", limit=30, window=WINDOW)
"""By address: enough for a household or a pub, too few for a program that fills the list."""
SIGN_UPS_OF_DEVICE = Throttle("sign_ups_of_device", limit=10, window=WINDOW)
"""By a cookie that a device gets with its first sign-up."""
SIGN_UPS_OF_ALL = Throttle("sign_ups_of_all", limit=200, window=WINDOW)
"""From all addresses together. Whoever is signed in is neither counted nor refused."""
DEVICE = f"{settings.COOKIES}-sign-up"
DAY = timedelta(days=1)
MOST_NAMED = 5


CODES = Throttle("codes", limit=10, window=WINDOW)
"""By address: the codes of sign-ups that somebody types; of 148 million, a few thousand are in use."""
CODES_OF_ALL = Throttle("codes_of_all", limit=300, window=WINDOW)


class TooManyCodes(TournamentError):
    status = 429
    message = gettext_lazy("Too many codes were tried. Wait 10 minutes, or ask the club to look up your sign-up.")


class TooManySignUps(TournamentError):
    status = 429
    message = gettext_lazy("Too many people have signed up from here. Wait 10 minutes, or tell the club at the door.")


@everybody
def sign_up(request: HttpRequest, pk: int) -> HttpResponse:
    """Shows how many places are left and nobody's name; a POST signs somebody up. `?again=` is the token of a sign-up
    that was cancelled, whose name and partner the form starts with."""
    event, now = the_event(pk), timezone.now()
    state = sign_up_list(event, timezone.localdate(now))
    if request.method == "POST" and not state.is_open:
        raise SignUpClosed
    sent, again = request.POST if request.method == "POST" else None, request.GET.get("again")
    known = cancelled_sign_up(event, again) if again else {}
    own = [own for own in sign_ups_with(tokens_on_phone(request), timezone.localdate(now)) if own.event == event]
    form = SignUpForm(event, sent, to=audience_of(request, event.club), for_another=bool(own), initial=known)
    if form.is_bound:
        device = _count_sign_up(request)
        if form.is_valid() and (made := _save_sign_up(event, form, by=None, now=now)):
            response = redirect("own_sign_up", pk, made.token)
            response.set_signed_cookie(DEVICE, device, max_age=DAY, httponly=True, samesite="Lax")
            remember_sign_up(request, response, made.token)
            return response
    context = {"event": event, "state": state, "form": form, "price": price_of(event), "own": own}
    return render(request, "signup/sign_up.html", context, status=422 if form.is_bound else 200)


def _count_sign_up(request: HttpRequest) -> str:
    """Counts a sign-up or another partner; returns the device. Raises TooManySignUps."""
    device = str(request.get_signed_cookie(DEVICE, default="", max_age=DAY)) or uuid4().hex
    source = source_of(request.META["REMOTE_ADDR"])
    _count(request, TooManySignUps, (SIGN_UPS, source), (SIGN_UPS_OF_DEVICE, device), (SIGN_UPS_OF_ALL, ""))
    return device


def _count(request: HttpRequest, refusal: type[TournamentError], *counted: tuple[Throttle, str]) -> None:
    """Counts what somebody without an account does in each of the throttles. Raises `refusal` if that is too often."""
    now = timezone.now()
    if is_staff(request):
        return
    if any(throttle.wait(key, now) for throttle, key in counted):
        raise refusal
    for throttle, key in counted:
        throttle.count(key, now)


def _save_sign_up(event: Event, form: SignUpForm, *, by: Account | None, now: datetime) -> SignUp | None:
    """Saves a sign-up. Returns None if a name is on the list already; the form then has an error beside its box."""
    try:
        return take_name(event, **form.values, by=by, now=now)
    except SignedUpAlready as refused:
        form.add_error(refused.field, ValidationError(_say_taken(refused, event, form.to), code="taken"))
        return None


def _say_taken(refused: TournamentError, event: Event, to: Audience | None) -> str:
    """Says why a name or a partner is refused, and what somebody can do whose name is on the list. Whoever named it as
    their partner is named to readers who may see them."""
    if to is None or not isinstance(refused, SignedUpAlready):
        return str(refused)
    if refused.field == "partner" and refused.named_by:
        return _(
            "This name is already on the list as the partner of somebody else. If you mean another person, add a "
            "surname or an initial."
        )
    if refused.field == "partner":
        return _(
            "This name is already on the list. If it is them, they can name you as their partner on their sign-up’s "
            "page. If it is somebody else, add a surname or an initial."
        )
    if refused.named_by is None:
        return _(
            "This name is already on the list. If it is you, open your sign-up with its code. If it is somebody else, "
            "add a surname or an initial."
        )
    person = refused.named_by.person
    is_named = person is not None and is_visible(person.shown_to, event.club.shows_people_to, to)
    return _(
        "%(who)s has put this name on the list as their partner. If it is you, there is nothing to do; to change or "
        "cancel, ask them, or open the sign-up with their code. If it is somebody else, add a surname or an initial."
    ) % {"who": refused.named_by.name if is_named else _("Somebody")}


@everybody
def find_sign_up(request: HttpRequest) -> HttpResponse:
    """Asks for the code of a sign-up, and then opens it on this phone; once the day is over, their page of the
    evening."""
    form = SignUpCodeForm(request.POST if request.method == "POST" else None)
    if form.is_bound:
        _count(request, TooManyCodes, (CODES, source_of(request.META["REMOTE_ADDR"])), (CODES_OF_ALL, ""))
    if form.is_valid():
        signed = sign_up_of_code(form.cleaned_data["code"], timezone.localdate())
        if signed is not None:
            is_past = signed.event.date < timezone.localdate()
            own_page = reverse("own_sign_up", args=[signed.event_id, signed.token])
            response = redirect(f"{reverse('me')}?e={signed.event_id}" if is_past else own_page)
            if signed.partner_name and not is_past:
                words = _("This is the sign-up of %(names)s. This phone can change or cancel it for both.")
                messages.info(request, words % {"names": join_names([signed.name, signed.partner_name])})
            remember_sign_up(request, response, signed.token)
            return response
        form.add_error("code", _("No coming or recent evening has this code. Check it, or ask the club to look it up."))
    return render(request, "signup/find.html", {"form": form}, status=422 if form.is_bound else 200)


@everybody
def own_sign_up(request: HttpRequest, pk: int, token: str) -> HttpResponse:
    """Shows whether they have a place, or how many are ahead of them, and their partner. A POST changes the partner or
    makes the phone forget its owner if it says so, and otherwise cancels."""
    event = the_event(pk)
    signed = get_object_or_404(SignUp.objects.select_related("event"), event=event, token=token)
    action = request.POST.get("action")
    if action == "forget":
        messages.success(request, _("This phone has forgotten you. Your sign-ups are still on the list."))
        leaving = redirect("home")
        forget_owner(leaving)
        return leaving
    is_of_partner, has_partners = action == "partner", event.enters != Enters.PLAYERS
    if is_of_partner and not has_partners:
        raise Http404
    known = {"partner": signed.partner_name, "needs_partner": signed.needs_partner}
    sent, to = request.POST if is_of_partner else None, audience_of(request, event.club)
    form = PartnerForm(event, sent, to=to, signed=signed, initial=known)
    if form.is_bound:
        _count_sign_up(request)
    if form.is_valid():
        try:
            change_partner(signed, **form.values, by=None, now=timezone.now())
        except (SignedUpAlready, NoPlaceForPartner, SignUpClosed) as refused:
            form.add_error("partner", _say_taken(refused, event, to))
        else:
            return redirect("own_sign_up", pk, token)
    if request.method == "POST" and not is_of_partner:
        cancel_sign_ups(event, [signed.pk], by=None, now=timezone.now())
        return redirect("own_sign_up", pk, token)
    own = own_sign_up_in(event, sign_ups_of(event), signed.pk)
    context = {
        "event": event,
        "signed": signed,
        "own": own,
        "price": price_of(event),
        "code": format_code(code_of_sign_up(token)),
        "form": form,
        "has_partners": has_partners,
        "is_asked": form.is_bound or form.of_pairs and not any(known.values()),
    }
    response = render(request, "signup/own.html", context, status=422 if form.is_bound else 200)
    if own is not None and not is_staff(request):
        remember_sign_up(request, response, token)
    return response


@secretary_only
def sign_ups(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows the list, with the QR code of the page. A POST changes the settings, adds a name, cancels one, or undoes
    that."""
    event, now = the_event(pk), timezone.now()
    state = sign_up_list(event, timezone.localdate(now))
    action = request.POST.get("action", "")
    page = SignUpPageForm(event, request.POST if action == "settings" else None)
    form = SignUpForm(event, request.POST if action == "add" else None, for_another=True)
    cancelled = cancelled_sign_ups(event)
    if page.is_valid():
        set_sign_up(event, **page.sign_up(), by=request.user, now=now)
        change_settings(event, page.evening_details(), by=request.user, now=now)
        messages.success(request, _("Saved."))
        return redirect("sign_ups", pk)
    if form.is_valid() and (made := _save_sign_up(event, form, by=request.user, now=now)):
        messages.success(request, _("%(name)s is signed up.") % {"name": made.name})
        return redirect("sign_ups", pk)
    verb, _dash, number = action.partition("-")
    if verb == "cancel":
        chosen = request.POST.getlist("ticked") if number == "ticked" else [number]
        names = cancel_sign_ups(event, filter(None, map(number_in, chosen)), by=request.user, now=now)
        if not names and number != "ticked":
            raise Http404
        messages.success(request, _say_cancelled(names))
        return redirect("sign_ups", pk)
    if verb == "undo":
        signed = get_object_or_404(SignUp, event=event, pk=number_in(number))
        together = next((each for each in cancelled if each[0] == signed), [signed])
        waiting = undo_cancellations(event, [each.pk for each in together], by=request.user, now=now)
        names = [each.name for each in together]
        words = ngettext(
            "%(names)s is signed up again, as before.", "%(names)s are signed up again, as before.", len(names)
        )
        if waiting:
            names = waiting
            words = ngettext(
                "No place is left: %(names)s is on the waiting list, and nobody loses their place.",
                "No place is left: %(names)s are on the waiting list, and nobody loses their place.",
                len(waiting),
            )
        messages.success(request, words % {"names": _shorten(names)})
        return redirect("sign_ups", pk)
    if request.method == "POST" and not (page.is_bound or form.is_bound):
        raise Http404
    address = address_for_phones(request)
    link = f"{address}{reverse('sign_up', args=[pk])}" if address else ""
    drawn = segno.make(link, error="m", micro=False).svg_inline(border=4, omitsize=True) if link else ""
    context = {"event": event, "state": state, "settings": page, "form": form, "link": link}
    context |= {
        "cancelled": cancelled,
        "many_cancelled": sum(map(len, cancelled)),
        "picture": mark_safe(drawn),
        "codes": {each.pk: format_code(code_of_sign_up(each.token)) for each in state.people},
        "moved_up": moved_up(event),
    }  # the library escapes what it writes
    return render(request, "signup/sign_ups.html", context, status=422 if request.method == "POST" else 200)


def _say_cancelled(names: Sequence[str]) -> str:
    if not names:
        return _("Nobody is ticked, so nothing was cancelled.")
    if len(names) == 1:
        return _("%(name)s’s sign-up is cancelled. You can undo this below the list.") % {"name": names[0]}
    return _("%(n)s sign-ups are cancelled. You can undo this below the list.") % {"n": len(names)}


def _shorten(names: Sequence[str]) -> str:
    """Returns names for a sentence; beyond a few, only how many."""
    return join_names(names) if len(names) <= MOST_NAMED else _("%(n)s people") % {"n": len(names)}
