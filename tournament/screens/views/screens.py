"""The director's page of all screens: what each shows, and the words called out over them."""

from collections.abc import Callable, Mapping, Set
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.event.queries.events import evenings_on
from tournament.event.services.events import show_standings
from tournament.foundation.guards import StaffRequest, director_only, everybody
from tournament.foundation.pages import address_for_phones, number_in, the_event
from tournament.models import CallOut, Event, Screen, entry_names
from tournament.screens.forms import CallOutForm, NoticeForm, ScreenForm, TakeForm
from tournament.screens.queries.screens import (
    ScreenOnList,
    all_call_outs,
    called_out,
    event_on,
    lost_screens,
    screens_of_hall,
    taken_screens,
    version_of_call_outs,
    wanted_now,
)
from tournament.screens.services import (
    NoSuchScreen,
    call_out,
    change_screen,
    let_go,
    show_notice,
    switch_back,
    switch_screens,
    take_by_code,
    take_down,
)
from tournament.screens.views.screen_pages import SCREEN_PAGES, Asked, why_idle
from tournament.standings.queries.prizes import prize_giving_of

Forms = dict[str, Any]
AS_SET = "as-set"
OF_STANDINGS = {"standings", "results"}
"""Pages that say nothing before the standings are shown."""


@require_safe
@director_only
@never_cache
def screens(request: StaffRequest) -> HttpResponse:
    """Every screen, those that wait first."""
    return render(request, "screens/screens.html", _page(request))


@require_safe
@director_only
@never_cache
def screens_now(request: StaffRequest) -> HttpResponse:
    """The part that lists them; 304 as long as it would read the same."""
    context = _page(request)
    etag = f'"{context["version"]}"'
    response = get_conditional_response(request, etag) or render(request, "screens/_screens.html", context)
    response.headers["ETag"] = etag
    return response


@require_safe
@director_only
@never_cache
def screens_lost(request: StaffRequest) -> HttpResponse:
    """The part of the evening's page that names those that are not heard any more."""
    return render(request, "screens/_screens_lost.html", {"lost": lost_screens(timezone.now())})


@require_POST
@director_only
def screens_press(request: StaffRequest, press: str) -> HttpResponse:
    """A press on the page of the screens: take one, switch, call out, put a notice up, take a call-out down."""
    do = PRESSES.get(press)
    if do is None:
        raise Http404
    wrong = do(request, event_on(timezone.localdate()))
    if wrong is None:
        return redirect("screens")
    return render(request, "screens/screens.html", _page(request, wrong), status=422)


@director_only
@never_cache
def screen_settings(request: StaffRequest, pk: int) -> HttpResponse:
    """Name, colours, evening and turns of one screen; `let_go` posted, it is one no more."""
    chosen = get_object_or_404(Screen.objects.select_related("event"), pk=pk, taken_at__isnull=False)
    now = timezone.now()
    event = event_on(timezone.localdate(now))
    if request.method == "POST" and "let_go" in request.POST:
        let_go(chosen, on=event, by=request.user, now=now)
        return redirect("screens")
    asked = Asked(chosen.event or event, chosen, now, "")
    pages = [
        (page.key, page.label, why_idle(page.key, asked) or page.hint, page.seconds) for page in SCREEN_PAGES.values()
    ]
    evenings = list(dict.fromkeys([*evenings_on(timezone.localdate(now)), *([chosen.event] if chosen.event else [])]))
    form = ScreenForm(request.POST or None, screen=chosen, pages=pages, evenings=evenings)
    if form.is_valid():
        change_screen(chosen, form.wanted, on=event, by=request.user, now=now)
        messages.success(request, _("Saved: %(screen)s.") % {"screen": form.cleaned_data["name"]})
        return redirect("screens")
    context = {"event": event, "screen": chosen, "form": form}
    return render(request, "screens/screen_settings.html", context, status=422 if form.is_bound else 200)


@require_safe
@everybody
@never_cache
def call_outs(request: HttpRequest, pk: int) -> HttpResponse:
    """What is called out in the hall, for phones."""
    event = the_event(pk)
    context = {"event": event, **called_out(event)}
    etag = f'"{context["call_outs_version"]}"'
    response = get_conditional_response(request, etag) or render(request, "screens/_call_outs.html", context)
    response.headers["ETag"] = etag
    return response


def _page(request: HttpRequest, forms: Forms | None = None) -> dict[str, Any]:
    now = timezone.now()
    event = event_on(timezone.localdate(now))
    found = screens_of_hall(now, event)
    listed = [each.screen for each in found.taken]
    called = all_call_outs(event) if event else []
    giving = prize_giving_of(event) if event else None
    on = {each.event.pk: each.event for each in found.taken if each.event and not each.screen.turns}
    automatic = {pk: _in_words([key for key, _seconds in wanted_now(one, now).turns]) for pk, one in on.items()}
    wanted = {key for screen in listed for key, _seconds in screen.turns}
    kept = bool(event and not event.standings_shown and not (giving and not giving.is_over) and wanted & OF_STANDINGS)
    idle = {each.screen.pk: _idle(each, now, said_above=OF_STANDINGS if kept else set()) for each in found.taken}
    moving = (giving and giving.revealed, sorted(automatic.items()), kept, sorted(idle.items()))
    context = {
        "event": event,
        "screens": found,
        "standings_kept": kept,
        "shows": {
            each.screen.pk: _in_words([key for key, _seconds in each.screen.turns])
            or automatic.get(each.event.pk if each.event else 0, SCREEN_PAGES["welcome"].label)
            for each in found.taken
        },
        "idle": idle,
        "pages": SCREEN_PAGES.values(),
        "any_set": any(screen.as_set for screen in listed),
        "call_outs": called,
        "giving": giving,
        "address": address_for_phones(request).removeprefix("http://"),
        "version": "-".join(
            [found.version, version_of_call_outs(called), sha256(repr(moving).encode()).hexdigest()[:16]]
        ),
        "take": TakeForm(),
        "call": CallOutForm(screens=listed, everywhere=_("All screens and phones")),
        "notice": NoticeForm(screens=listed, everywhere=_("All screens")),
        "names": entry_names(event.entries.all()).values() if event else [],
    }
    return context | (forms or {})


def _idle(each: ScreenOnList, now: datetime, *, said_above: Set[str]) -> list[str]:
    """What a screen is switched to without effect for now, each in a sentence, after the page's name where it is one of
    several."""
    asked = Asked(each.event, each.screen, now, "")
    keys = [key for key, _seconds in each.screen.turns if key not in said_above]
    found = [(SCREEN_PAGES[key].label, words) for key in keys if (words := why_idle(key, asked))]
    return [words if len(each.screen.turns) == 1 else f"{label}: {words}" for label, words in found]


def _in_words(keys: list[str]) -> str:
    return ", ".join(str(SCREEN_PAGES[key].label) for key in keys if key in SCREEN_PAGES)


def _asked_again(name: str, form: Form) -> Forms:
    """The page is long, on a phone: it begins at the problem."""
    wrong = next((field for field in form if field.errors), next(iter(form)))
    form.fields[wrong.name].widget.attrs["autofocus"] = True
    return {name: form}


def _take(request: StaffRequest, event: Event | None) -> Forms | None:
    form = TakeForm(request.POST)
    if not form.is_valid():
        return _asked_again("take", form)
    said = form.cleaned_data
    try:
        taken = take_by_code(said["code"], name=said["name"], on=event, by=request.user, now=timezone.now())
    except NoSuchScreen as unknown:
        form.add_error("code", str(unknown))
        return _asked_again("take", form)
    messages.success(request, _("%(screen)s is yours: it shows what you say.") % {"screen": taken})
    return None


def _switch(request: StaffRequest, event: Event | None) -> Forms | None:
    """`screen` names one, or none for all; `page` what it is to show, none for what the hall needs now, AS_SET for what
    its settings say."""
    chosen = taken_screens(number_in(request.POST.get("screen", "")))
    if request.POST.get("page") == AS_SET:
        switch_back(chosen, on=event, by=request.user, now=timezone.now())
        return None
    page = SCREEN_PAGES.get(request.POST.get("page", ""))
    if page is None and request.POST.get("page"):
        raise Http404
    turns = [(page.key, page.seconds)] if page else []
    switch_screens(chosen, turns, on=event, by=request.user, now=timezone.now())
    return None


def _call(request: StaffRequest, event: Event | None) -> Forms | None:
    listed = taken_screens()
    form = CallOutForm(request.POST, screens=listed, everywhere=_("All screens and phones"))
    if event is None or not form.is_valid():
        return _asked_again("call", form)
    chosen = next((screen for screen in listed if screen.pk == form.chosen), None)
    call_out(event, form.text, screen=chosen, by=request.user, now=timezone.now())
    return None


def _take_down(request: StaffRequest, event: Event | None) -> Forms | None:
    called = get_object_or_404(CallOut.objects.select_related("event"), pk=number_in(request.POST.get("call_out", "")))
    take_down(called, by=request.user, now=timezone.now())
    return None


def _notice(request: StaffRequest, event: Event | None) -> Forms | None:
    form = NoticeForm(request.POST, screens=taken_screens(), everywhere=_("All screens"))
    if not form.is_valid():
        return _asked_again("notice", form)
    page = SCREEN_PAGES["notice"]
    words, turns = form.cleaned_data["notice"], [(page.key, page.seconds)]
    show_notice(taken_screens(form.chosen), words, turns, on=event, by=request.user, now=timezone.now())
    return None


def _standings(request: StaffRequest, event: Event | None) -> Forms | None:
    """Shown to everybody: what a screen was switched to, and said nothing for."""
    if event is not None:
        show_standings(event, True, by=request.user, now=timezone.now())
        messages.success(request, _("Everybody sees the standings now."))
    return None


PRESSES: Mapping[str, Callable[[StaffRequest, Event | None], Forms | None]] = {
    "take": _take,
    "switch": _switch,
    "call": _call,
    "take-down": _take_down,
    "notice": _notice,
    "standings": _standings,
}
