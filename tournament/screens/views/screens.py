"""The director's page of all screens: what each shows, call-outs and notices."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.event.queries.events import evenings_on
from tournament.event.services.events import show_standings
from tournament.models import CallOut, Event, Screen, entry_names, of_shown_club
from tournament.screens.forms import CallOutForm, NoticeForm, ScreenForm, TakeForm
from tournament.screens.queries.letters import names_that_need_fonts
from tournament.screens.queries.screens import (
    ScreenOnList,
    all_call_outs,
    call_outs_for_part,
    event_for_screens,
    lost_screens,
    pages_wanted_for,
    screens_of_hall,
    taken_screens,
    version_of_call_outs,
)
from tournament.screens.services import (
    NoSuchScreen,
    change_screen,
    release_screen,
    show_call_out,
    show_notice,
    switch_back,
    switch_screens,
    take_by_code,
    take_down_call_out,
)
from tournament.screens.views.screen_pages import SCREEN_PAGES, ScreenRequest, why_idle
from tournament.standings.queries.prizes import prize_giving_of
from tournament.web.guards import StaffRequest, director_only, everybody
from tournament.web.pages import address_for_phones, number_in, part_unless_known, the_event

Forms = dict[str, Any]
AS_SET = "as-set"
OF_STANDINGS = {"standings", "results"}
"""The pages that are empty while the standings are hidden."""


class ScreenCard(NamedTuple):
    """A taken screen on the director's page: the pages that it `shows`, in words, and why some of them are `idle`."""

    listed: ScreenOnList
    shows: str
    idle: list[str]


@require_safe
@director_only
@never_cache
def screens(request: StaffRequest) -> HttpResponse:
    """Shows every screen, those that wait first."""
    return render(request, "screens/screens.html", _context_for(request))


@require_safe
@director_only
@never_cache
def screens_now(request: StaffRequest) -> HttpResponse:
    """Answers with the list of screens, or 304 if it has not changed."""
    context = _context_for(request)
    return part_unless_known(request, context["version"], lambda: render(request, "screens/_screens.html", context))


@require_safe
@director_only
@never_cache
def screens_lost(request: StaffRequest) -> HttpResponse:
    """Answers with the part of the evening's page that names screens that went offline."""
    return render(request, "screens/_screens_lost.html", {"lost": lost_screens(timezone.now())})


@require_POST
@director_only
def screens_press(request: StaffRequest, press: str) -> HttpResponse:
    """Does what a button on the page of screens says: take a screen, switch, call out, show a notice, take a call-out
    down."""
    do = PRESSES.get(press)
    if do is None:
        raise Http404
    wrong = do(request, event_for_screens(timezone.localdate()))
    if wrong is None:
        return redirect("screens")
    return render(request, "screens/screens.html", _context_for(request, wrong), status=422)


@director_only
@never_cache
def screen_settings(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows and saves the name, colours, evening and turns of one screen. Releases it if `let_go` is posted."""
    taken = Screen.objects.filter(of_shown_club(), taken_at__isnull=False)
    chosen = get_object_or_404(taken.select_related("event"), pk=pk)
    now = timezone.now()
    event = event_for_screens(timezone.localdate(now))
    if request.method == "POST" and "let_go" in request.POST:
        release_screen(chosen, on=event, by=request.user, now=now)
        return redirect("screens")
    asked = ScreenRequest(chosen.event or event, chosen, now, "")
    pages = [
        (page.key, page.label, why_idle(page.key, asked) or page.hint, page.seconds) for page in SCREEN_PAGES.values()
    ]
    evenings = list(dict.fromkeys([*evenings_on(timezone.localdate(now)), *([chosen.event] if chosen.event else [])]))
    form = ScreenForm(request.POST or None, screen=chosen, pages=pages, evenings=evenings)
    if form.is_valid():
        change_screen(chosen, form.screen_fields, on=event, by=request.user, now=now)
        messages.success(request, _("Saved: %(screen)s.") % {"screen": form.cleaned_data["name"]})
        return redirect("screens")
    context = {"event": event, "screen": chosen, "form": form}
    return render(request, "screens/screen_settings.html", context, status=422 if form.is_bound else 200)


@require_safe
@everybody
@never_cache
def call_outs(request: HttpRequest, pk: int) -> HttpResponse:
    """Answers with the call-outs, for phones."""
    event = the_event(pk)
    context = {"event": event, **call_outs_for_part(event)}
    version = context["call_outs_version"]
    return part_unless_known(request, version, lambda: render(request, "screens/_call_outs.html", context))


def _context_for(request: HttpRequest, forms: Forms | None = None) -> dict[str, Any]:
    now = timezone.now()
    event = event_for_screens(timezone.localdate(now))
    hall = screens_of_hall(now, event)
    listed = [each.screen for each in hall.taken]
    called = all_call_outs(event) if event else []
    giving = prize_giving_of(event) if event else None
    is_giving = giving is not None and not giving.is_over
    wanted = {key for screen in listed for key, _seconds in screen.turns}
    are_kept = bool(event and not event.standings_shown and not is_giving and wanted & OF_STANDINGS)
    followed = {each.event.pk: each.event for each in hall.taken if each.event and not each.screen.turns}
    automatic = {pk: _list_pages(pages_wanted_for(one, now).turns) for pk, one in followed.items()}
    cards = [
        ScreenCard(
            each,
            _list_pages(each.screen.turns)
            or automatic.get(each.event.pk if each.event else 0, str(SCREEN_PAGES["welcome"].label)),
            _say_why_idle(each, now, said_above=OF_STANDINGS if are_kept else set()),
        )
        for each in hall.taken
    ]
    names = list(entry_names(event.entries.all()).values()) if event else []
    shown = (giving and giving.revealed, are_kept, [(card.shows, card.idle) for card in cards])
    context = {
        "event": event,
        "waiting": hall.waiting,
        "cards": cards,
        "standings_kept": are_kept,
        "pages": SCREEN_PAGES.values(),
        "any_set": any(screen.as_set for screen in listed),
        "call_outs": called,
        "giving": giving,
        "address": address_for_phones(request).removeprefix("http://"),
        "version": "-".join(
            [hall.version, version_of_call_outs(called), sha256(repr(shown).encode()).hexdigest()[:16]]
        ),
        "take": TakeForm(),
        "call": CallOutForm(screens=listed, everywhere=_("All screens and phones")),
        "notice": NoticeForm(screens=listed, everywhere=_("All screens")),
        "names": names,
        "needing_fonts": names_that_need_fonts(names)[:3],
    }
    return context | (forms or {})


def _say_why_idle(each: ScreenOnList, now: datetime, *, said_above: Set[str]) -> list[str]:
    """Returns why pages that a screen is switched to have nothing to show yet, a sentence each, with the page's name if
    there are several."""
    asked = ScreenRequest(each.event, each.screen, now, "")
    keys = [key for key, _seconds in each.screen.turns if key not in said_above]
    idle = [(SCREEN_PAGES[key].label, words) for key in keys if (words := why_idle(key, asked))]
    return [words if len(each.screen.turns) == 1 else f"{label}: {words}" for label, words in idle]


def _list_pages(turns: Iterable[Sequence[Any]]) -> str:
    return ", ".join(str(SCREEN_PAGES[key].label) for key, _seconds in turns if key in SCREEN_PAGES)


def _ask_again(name: str, form: Form) -> Forms:
    """Returns the form to show again, with the focus on its first wrong field, because the page is long on a phone."""
    wrong = next((field for field in form if field.errors), next(iter(form)))
    form.fields[wrong.name].widget.attrs["autofocus"] = True
    return {name: form}


def _take(request: StaffRequest, event: Event | None) -> Forms | None:
    form = TakeForm(request.POST)
    if not form.is_valid():
        return _ask_again("take", form)
    data = form.cleaned_data
    try:
        taken = take_by_code(data["code"], name=data["name"], on=event, by=request.user, now=timezone.now())
    except NoSuchScreen as unknown:
        form.add_error("code", str(unknown))
        return _ask_again("take", form)
    messages.success(request, _("%(screen)s is connected. You control what it shows.") % {"screen": taken})
    return None


def _switch(request: StaffRequest, event: Event | None) -> Forms | None:
    """Switches the posted `screen`, or all screens without one, to the posted `page`. No page means what the hall
    needs, AS_SET what the settings say."""
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


def _call_out(request: StaffRequest, event: Event | None) -> Forms | None:
    listed = taken_screens()
    form = CallOutForm(request.POST, screens=listed, everywhere=_("All screens and phones"))
    if event is None or not form.is_valid():
        return _ask_again("call", form)
    chosen = next((screen for screen in listed if screen.pk == form.screen_id), None)
    show_call_out(event, form.text, screen=chosen, by=request.user, now=timezone.now())
    return None


def _take_down(request: StaffRequest, event: Event | None) -> Forms | None:
    shown = CallOut.objects.filter(of_shown_club("event__club")).select_related("event")
    called = get_object_or_404(shown, pk=number_in(request.POST.get("call_out", "")))
    take_down_call_out(called, by=request.user, now=timezone.now())
    return None


def _show_notice(request: StaffRequest, event: Event | None) -> Forms | None:
    form = NoticeForm(request.POST, screens=taken_screens(), everywhere=_("All screens"))
    if not form.is_valid():
        return _ask_again("notice", form)
    page = SCREEN_PAGES["notice"]
    words, turns = form.cleaned_data["notice"], [(page.key, page.seconds)]
    show_notice(taken_screens(form.screen_id), words, turns, on=event, by=request.user, now=timezone.now())
    return None


def _show_standings(request: StaffRequest, event: Event | None) -> Forms | None:
    """Shows the standings to everybody, so that screens that are switched to them are not empty."""
    if event is not None:
        show_standings(event, True, by=request.user, now=timezone.now())
        messages.success(request, _("Everybody sees the standings now."))
    return None


PRESSES: Mapping[str, Callable[[StaffRequest, Event | None], Forms | None]] = {
    "take": _take,
    "switch": _switch,
    "call": _call_out,
    "take-down": _take_down,
    "notice": _show_notice,
    "standings": _show_standings,
}
