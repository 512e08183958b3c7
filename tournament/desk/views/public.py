"""Tonight's page, which everybody sees first; Help; and how pages look on this device."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.html import strip_tags
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament.clock.queries.rounds import clocks_of
from tournament.desk.forms import DisplayForm
from tournament.desk.queries.help_topics import TOPICS, find_topics, write_topic
from tournament.event.queries.events import evenings_on
from tournament.event.queries.sign_ups import evenings_to_sign_up_for, sign_ups_with
from tournament.models import Account, of_shown_club
from tournament.phone.queries.own_seats import OwnSeats, names_known, own_seats_in
from tournament.screens.queries.screens import call_outs_for_part
from tournament.seasons.queries.seasons import club_pages_shown
from tournament.web.guards import everybody
from tournament.web.own_sign_ups import names_picked, tokens_on_phone

DISPLAY_LASTS = timedelta(days=400)  # browsers keep no cookie for longer


@everybody
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Shows tonight's page: every evening that is on, with its clock and links. Until somebody has signed in for the
    first time, they do so here. A phone that knows its owner shows their table first."""
    now = timezone.now()
    today = timezone.localdate(now)
    own = sign_ups_with(tokens_on_phone(request), today)
    listed = [each.event for each in own]
    evenings = [
        clocks_of(event, now)
        | call_outs_for_part(event)
        | {"takes_sign_ups": event.takes_sign_ups(today) and event not in listed}
        for event in evenings_on(today)
    ]
    seats = list(filter(None, (_own_seats_in(request, evening) for evening in evenings)))
    seated = {token for each in seats for token in each.tokens}
    evenings.sort(key=lambda evening: abs((evening["event"].date - today).days))  # tonight's first
    is_today = any(evening["event"].date == today for evening in evenings)
    context = {"evenings": evenings, "is_today": is_today, "own_seats": seats, **club_pages_shown(today)}
    context["own_sign_ups"] = [each for each in own if each.signed.token not in seated]
    if context.get("takes_sign_ups"):
        shown = [evening["event"] for evening in evenings] + listed
        context["coming"] = [event for event in evenings_to_sign_up_for(today) if event not in shown]
    signed_in = Account.objects.filter(of_shown_club(), last_login__isnull=False)
    context["asks_for_director"] = not evenings and not signed_in.exists()
    return render(request, "desk/home.html", context)


def _own_seats_in(request: HttpRequest, evening: dict[str, Any]) -> OwnSeats | None:
    names = names_known(evening["event"], names_picked(request), tokens_on_phone(request))
    return own_seats_in(evening["event"], names, evening["bells"])


@everybody
def guide(request: HttpRequest) -> HttpResponse:
    query = request.GET.get("q", "").strip()[:100]
    topics = find_topics(query, {topic.key: strip_tags(write_topic(topic)) for topic in TOPICS}) if query else TOPICS
    return render(request, "help/guide.html", {"topics": topics, "query": query})


@everybody
def help_topic(request: HttpRequest, key: str) -> HttpResponse:
    topic = next((topic for topic in TOPICS if topic.key == key), None)
    if topic is None:
        raise Http404
    return render(request, "help/topic.html", {"topic": topic, "text": write_topic(topic)})


@everybody
@never_cache
def display(request: HttpRequest) -> HttpResponse:
    """Saves the colours and text size of this browser, then goes back to the page that led here."""
    form = DisplayForm(request.POST if request.method == "POST" else None, initial=request.COOKIES)
    back = request.POST.get("next") or request.META.get("HTTP_REFERER", "")
    is_address = back.startswith(("/", "http"))  # redirect() would take any other word for the name of a page
    if not (is_address and url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()})):
        back = "/"
    if not form.is_valid():
        return render(request, "desk/display.html", {"form": form, "next": back}, status=422 if form.is_bound else 200)
    messages.success(request, _("Saved for this browser."))
    response = redirect(back)
    for name, chosen in form.cleaned_data.items():
        if chosen:
            response.set_cookie(
                name, chosen, max_age=DISPLAY_LASTS, samesite="Lax", httponly=True, secure=settings.HTTPS
            )
        else:
            response.delete_cookie(name)
    return response
