"""The director's page of the prize-giving: prizes are revealed one by one, and screens show those revealed."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament.event.queries.prize_money import prize_money_of
from tournament.event.services.events import show_standings
from tournament.models import Event
from tournament.screens.forms import PrizesForm
from tournament.screens.queries.screens import screens_showing
from tournament.screens.services import (
    begin_prizes,
    cover_prize,
    reveal_prize,
    stop_prizes,
    switch_back,
    switch_screens,
)
from tournament.screens.views.screen_pages import SCREEN_PAGES
from tournament.standings.queries.prizes import prize_giving_of, show_prize
from tournament.standings.queries.shared_standings import shared_standings
from tournament.web.guards import StaffRequest, director_only
from tournament.web.pages import number_in, the_event


@director_only
@never_cache
def prizes(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows the director, and nobody else, which prize comes next."""
    event = the_event(pk)
    money = prize_money_of(event)
    form = PrizesForm(
        request.POST if request.POST.get("action") == "begin" else None,
        initial={"places": len(money.prizes)} if money and money.prizes else None,
    )
    if request.method == "POST" and (not form.is_bound or form.is_valid()):
        _do_action(request, event, form)
        return redirect("event" if request.POST.get("action") == "show" else "prizes", pk)
    giving = prize_giving_of(event)
    steps = [show_prize(step) for step in giving.steps] if giving else []
    revealed = giving.revealed if giving else 0
    context = {
        "event": event,
        "form": form,
        "giving": giving,
        "next": next(iter(steps[revealed:]), None),
        "given": list(reversed(steps[:revealed])),
        "left": len(steps) - revealed,
        "money": money,
        "has_screens": bool(screens_showing(event, timezone.localdate())),
        "open_matches": 0 if giving else shared_standings(event).open_matches,
    }
    return render(request, "screens/prizes.html", context, status=422 if form.is_bound else 200)


def _do_action(request: StaffRequest, event: Event, form: PrizesForm) -> None:
    action, by, now = request.POST.get("action"), request.user, timezone.now()
    screens = screens_showing(event, timezone.localdate(now))
    seen = number_in(request.POST.get("seen", "")) or 0
    done = True
    if action == "begin":
        begin_prizes(event, **form.cleaned_data, by=by, now=now)
        page = SCREEN_PAGES["prizes"]
        switch_screens(screens, [(page.key, page.seconds)], on=event, by=by, now=now)
    elif action == "next":
        done = reveal_prize(event, seen=seen, by=by, now=now)
    elif action == "back":
        done = cover_prize(event, seen=seen, by=by, now=now)
    elif action == "show":
        show_standings(event, True, by=by, now=now)
        messages.success(request, _("Everybody sees the standings now."))
    if action in ("show", "stop"):
        stop_prizes(event, by=by, now=now)
        switch_back(screens, on=event, by=by, now=now)
    if not done:
        messages.info(request, _("This was already done, here or on another device. The page is up to date now."))
