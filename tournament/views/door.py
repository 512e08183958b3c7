"""The door: names in, here or not here, and those who come late or go home early."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament.forms.door import NamesForm
from tournament.models import Entry
from tournament.queries.door import door_of, five_instead, players_to_pick
from tournament.services.enter import enter_players, remove_entry, set_here
from tournament.services.people import come_back, leave, seat_late
from tournament.views.web import StaffRequest, director_only, the_event


@director_only
def door(request: StaffRequest, pk: int) -> HttpResponse:
    event = the_event(pk)
    form = NamesForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        entered = enter_players(event, form.cleaned_data["names"], by=request.user, now=timezone.now())
        _say_who_came(request, entered, form.twice())
        return redirect("door", pk)
    typed = request.GET.get("q", "")
    shown = door_of(event)
    context = {"event": event, "form": form, "shown": shown, "five": five_instead(shown.here), "typed": typed}
    context["players"] = players_to_pick(event, typed)
    return render(request, "director/door.html", context, status=422 if form.is_bound else 200)


def _say_who_came(request: StaffRequest, entered: list[Entry], twice: list[str]) -> None:
    if len(entered) == 1:
        messages.success(request, _("%(name)s is here.") % {"name": entered[0].name})
    else:
        said = ngettext("%(n)s player is here.", "%(n)s players are here.", len(entered))
        messages.success(request, said % {"n": len(entered)})
    for name in twice:
        said = _("%(name)s stood there more than once and is entered once. If they are two, give each a surname.")
        messages.warning(request, said % {"name": name})


@director_only
def players(request: StaffRequest, pk: int) -> HttpResponse:
    """The part under the search box, as letters are typed."""
    event = the_event(pk)
    typed = request.GET.get("q", "")
    context = {"event": event, "players": players_to_pick(event, typed), "typed": typed}
    return render(request, "director/_door_players.html", context)


def _seat(entry: Entry, **by_now: Any) -> None:
    seat_late(entry, **by_now)


def _leave(entry: Entry, **by_now: Any) -> None:
    leave(entry, **by_now)


ACTIONS: Mapping[str, Callable[..., None]] = {
    "here": lambda entry, **by_now: set_here(entry, True, **by_now),
    "away": lambda entry, **by_now: set_here(entry, False, **by_now),
    "remove": remove_entry,
    "leave": _leave,
    "back": come_back,
    "seat": _seat,
}


@require_POST
@director_only
def entry(request: StaffRequest, pk: int, entry: int) -> HttpResponse:
    """One press on one line of the list; the page comes back at that line."""
    person = get_object_or_404(Entry.objects.select_related("player", "event"), pk=entry, event=pk)
    action = ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        raise Http404
    action(person, by=request.user, now=timezone.now())
    return redirect(f"{reverse('door', args=[pk])}#person-{entry}")
