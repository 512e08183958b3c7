"""The door: names in, here or not here, and those who come late or go home early."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament.errors import NameTaken
from tournament.forms.door import NameForm, NamesForm
from tournament.models import Entry, Match
from tournament.queries.chairs import turns_of
from tournament.queries.door import door_of, five_instead, match_in_play, players_to_pick, plays_on
from tournament.queries.matches import names_of, others_of
from tournament.services.enter import correct_name, enter_players, remove_entry, set_here
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
    context = {"event": event, "form": form, "shown": shown, "five": five_instead(event, shown.here), "typed": typed}
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


def _come(entry: Entry, **by_now: Any) -> str:
    set_here(entry, True, **by_now)
    return ""


def _away(entry: Entry, **by_now: Any) -> str:
    set_here(entry, False, **by_now)
    return ""


def _remove(entry: Entry, **by_now: Any) -> str:
    remove_entry(entry, **by_now)
    return ""


def _leave(entry: Entry, **by_now: Any) -> str:
    called_off = leave(entry, **by_now)
    said = [_("%(name)s has gone home. What was played counts.") % {"name": entry.name}]
    if entry.event.is_one_round:
        return " ".join([*said, *_said_of_tables(entry, called_off)])
    if match := match_in_play(entry):
        sentence = _("Round %(round)s against %(name)s has begun: key what was won, or call it off under Results.")
        said.append(sentence % _against(match, entry))
    for match in called_off:
        said.append(_("Round %(round)s: %(name)s sits out instead.") % _against(match, entry))
    return " ".join(said)


def _said_of_tables(entry: Entry, called_off: list[Match]) -> Iterator[str]:
    """What becomes of the match of somebody who goes home, where each table plays one."""
    if match_in_play(entry):
        yield _("The table has begun: let it finish without, or call the match off under Results.")
    for match in called_off:
        words = {"table": match.table.number}
        if plays_on(match.table):
            yield _("The others of table %(table)s play without.") % words
        else:
            yield _("Table %(table)s is too few now: whoever comes late can take the chair.") % words


def _against(match: Match, entry: Entry) -> dict[str, Any]:
    return {"round": match.round.number, "name": names_of(others_of(match, entry.pk))}


def _back(entry: Entry, **by_now: Any) -> str:
    seat = come_back(entry, **by_now)
    words = {"name": entry.name, "table": seat.table.number if seat else None}
    return (_("%(name)s is back at table %(table)s.") if seat else _("%(name)s is here again.")) % words


def _seat(entry: Entry, **by_now: Any) -> str:
    seat = seat_late(entry, **by_now)
    words = {"name": entry.name, "chair": seat.position, "table": seat.table.number, "turn": seat.from_turn}
    if entry.event.is_one_round:
        return _("%(name)s takes chair %(chair)s at table %(table)s.") % words
    said = [_("%(name)s takes chair %(chair)s at table %(table)s from round %(turn)s on.") % words]
    for turn, opponent in turns_of(seat):
        meets = _("Round %(round)s: against %(name)s.") if opponent else _("Round %(round)s: sits out.")
        said.append(meets % {"round": turn, "name": opponent})
    return " ".join(said)


ACTIONS: Mapping[str, Callable[..., str]] = {
    "here": _come,
    "away": _away,
    "remove": _remove,
    "leave": _leave,
    "back": _back,
    "seat": _seat,
}


@require_POST
@director_only
def entry(request: StaffRequest, pk: int, entry: int) -> HttpResponse:
    """One press on one line of the list. What it led to is said at the top; where that is plain to see, the page comes
    back at that line."""
    person = get_object_or_404(Entry.objects.select_related("player", "event"), pk=entry, event=pk)
    action = ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        raise Http404
    said = action(person, by=request.user, now=timezone.now())
    if not said:
        return redirect(f"{reverse('door', args=[pk])}#person-{entry}")
    messages.success(request, said)
    return redirect("door", pk)


@director_only
def name(request: StaffRequest, pk: int, entry: int) -> HttpResponse:
    person = get_object_or_404(Entry.objects.select_related("player", "event__club"), pk=entry, event=pk)
    form = NameForm(request.POST if request.method == "POST" else None, initial={"name": person.name})
    if form.is_valid():
        try:
            correct_name(person, form.cleaned_data["name"], by=request.user, now=timezone.now())
        except NameTaken as taken:
            form.add_error("name", str(taken))
        else:
            return redirect(f"{reverse('door', args=[pk])}#person-{entry}")
    context = {"event": person.event, "person": person, "form": form}
    return render(request, "director/name.html", context, status=422 if form.is_bound else 200)
