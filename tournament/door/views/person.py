"""The page of one player, pair or team at an evening of rounds."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.door.forms.door import InsteadForm, NameForm, WishesForm
from tournament.door.line_up_remarks import remarks_on
from tournament.door.queries.door import OF_PLAY, Together, door_of, match_left_open, with_dues
from tournament.door.queries.partners import PersonPage, person_page, seat_in_current_round
from tournament.door.services.entries import correct_name, name_of, remove_entry, set_here, set_note
from tournament.door.services.people import come_back, leave
from tournament.door.services.teams import NotATeam, line_ups_so_far, split_team, substitute
from tournament.door.views.door import line_of
from tournament.event.queries.dues import price_of
from tournament.event.services.wishes import set_wishes
from tournament.foundation.errors import NameShared, NameTaken
from tournament.models import Enters, Entry, Event, Team
from tournament.web.guards import StaffRequest, director_only, require_director, secretary_only
from tournament.web.pages import the_entry, the_event


@director_only
def person(request: StaffRequest, pk: int, entry: int) -> HttpResponse:
    shown = person_page(the_entry(pk, entry))
    if not shown.entry.event.kind.is_planned:
        return redirect("door_name", pk, entry)
    if request.method != "POST":
        return _render_person(request, shown)
    action = FORMS.get(request.POST.get("action", ""))
    if action is None:
        raise Http404
    return action(request, shown)


def _save_name(request: StaffRequest, shown: PersonPage) -> HttpResponse:
    form = NameForm(request.POST)
    if form.is_valid():
        try:
            correct_name(
                shown.entry, form.cleaned_data["name"], form.cleaned_data["note"], by=request.user, now=timezone.now()
            )
        except NameTaken as taken:
            form.add_error("note", str(taken))
        else:
            return redirect(line_of(shown.entry))
    return _render_person(request, shown, spelling=form)


def _save_wishes(request: StaffRequest, shown: PersonPage) -> HttpResponse:
    form = _wishes_form(shown, request.POST)
    if not form.is_valid():
        return _render_person(request, shown, wishes=form)
    set_wishes(
        shown.entry,
        stays_at=form.cleaned_data.get("stays_at"),
        comes_from=form.cleaned_data["comes_from"],
        helps_out=form.cleaned_data.get("helps_out", False),
        apart=form.entries_apart,
        by=request.user,
        now=timezone.now(),
    )
    messages.success(request, _("Saved. It applies from the next draw on."))
    return redirect("door_person", shown.entry.event_id, shown.entry.pk)


def _save_substitute(request: StaffRequest, shown: PersonPage) -> HttpResponse:
    form = _instead_form(shown, request.POST)
    if form.is_valid() and _are_remarks_seen(request, shown, form):
        who, hand = form.cleaned_data["instead"], form.cleaned_data.get("from_hand")
        try:
            for player, note in form.questions.notes.items() if form.questions else ():
                set_note(player, note, event=shown.entry.event, by=request.user, now=timezone.now())
            came = substitute(shown.entry, who, from_hand=hand, by=request.user, now=timezone.now())
        except (NotATeam, NameShared, NameTaken) as refused:
            form.add_error("instead", str(refused))
        else:
            form.remarks.rule(shown.entry.event, request.POST, by=request.user, now=timezone.now())
            messages.success(request, _say_from_when(shown, came, hand))
            return redirect(line_of(came))
    return _render_person(request, shown, instead=form)


def _are_remarks_seen(request: StaffRequest, shown: PersonPage, form: InsteadForm) -> bool:
    """Returns whether nothing speaks against the substitute of a valid form, or that was seen."""
    team, name = shown.entry.team, name_of(form.cleaned_data["instead"])
    if team is not None and team.name:
        before = line_ups_so_far(shown.entry.event, without=shown.entry).get(team.name.casefold(), [])
        form.remarks = remarks_on(shown.entry.event, {team.name: [*before, name]}, {team.name: [name]})
    return form.remarks.are_seen(request.POST)


def _say_from_when(shown: PersonPage, came: Entry, hand: int | None) -> str:
    """Says from which match on the substitute plays, and for whom the match in play counts."""
    words = {"came": came.name, "name": shown.entry.name, "hand": hand}
    if shown.in_play and hand:
        words["table"] = shown.in_play.match.table.number
        sentence = _(
            "%(came)s now plays instead of %(name)s, at table %(table)s from hand %(hand)s on. Each hand counts for "
            "the player who played it."
        )
    elif (left := match_left_open(shown.entry)) is not None:
        words["table"] = left.table.number
        sentence = _(
            "%(came)s plays instead of %(name)s from the next match on. The match at table %(table)s has started and "
            "counts for %(name)s."
        )
    elif (seat := seat_in_current_round(came)) is not None:
        words["table"] = seat.table.number
        sentence = _("%(came)s now plays instead of %(name)s, from the match at table %(table)s on.")
    else:
        sentence = _("%(came)s plays instead of %(name)s from the next match on.")
    return sentence % words


FORMS: Mapping[str, Callable[[StaffRequest, PersonPage], HttpResponse]] = {
    "spell": _save_name,
    "wish": _save_wishes,
    "instead": _save_substitute,
}


def _wishes_form(shown: PersonPage, data: Any = None) -> WishesForm:
    moves = shown.entry.event.enters != Enters.TEAMS
    return WishesForm(data, entry=shown.entry, apart=shown.apart, others=shown.others, moves=moves)


def _instead_form(shown: PersonPage, data: Any = None) -> InsteadForm:
    return InsteadForm(data, entry=shown.entry, in_play=shown.in_play)


def _render_person(request: StaffRequest, shown: PersonPage, **bound: Any) -> HttpResponse:
    spelling = NameForm(initial={"name": shown.entry.player.name, "note": shown.entry.player.note})
    spelling.fields["name"].widget.attrs.pop("autofocus")
    forms: dict[str, Any] = {
        "spelling": spelling,
        "wishes": _wishes_form(shown),
        "instead": _instead_form(shown) if shown.entry.team_id is not None and shown.needs_another else None,
    }
    context = {
        "event": shown.entry.event,
        "shown": shown,
        "person": shown.entry,
        "price": price_of(shown.entry.event),
        **forms,
        **bound,
    }
    return render(request, "door/person.html", context, status=422 if bound else 200)


@secretary_only
def team(request: StaffRequest, pk: int, team: int) -> HttpResponse:
    event = the_event(pk)
    door = with_dues(event, door_of(event)) if event.kind.is_planned else None
    shown = next((each for each in door.teams if each.pk == team), None) if door else None
    if door is None or shown is None:
        raise Http404
    if request.method != "POST":
        return render(request, "door/team.html", {"event": event, "shown": door, "team": shown})
    action = ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        raise Http404
    if request.POST["action"] in OF_PLAY:
        require_director(request.user)
    return action(request, event, shown)


def _entries_of(shown: Together) -> QuerySet[Entry]:
    return Entry.objects.filter(team=shown.pk).select_related("event", "player").order_by("pk")


def _for_each(do: Callable[..., Any], who: Callable[[Entry], bool], sentence: str = "") -> Callable[..., HttpResponse]:
    """Returns a view that applies an action to those of a pair or team for whom `who` is true."""

    def action(request: StaffRequest, event: Event, shown: Together) -> HttpResponse:
        for entry in _entries_of(shown):
            if who(entry):
                do(entry, by=request.user, now=timezone.now())
        if sentence:
            messages.success(request, _(sentence) % {"name": shown.name})
        return redirect(f"{reverse('door', args=[event.pk])}#team-{shown.pk}")

    return action


def _bring_back(request: StaffRequest, event: Event, shown: Together) -> HttpResponse:
    """Brings back those who left last, as many as play at once, so that nobody returns whose place a substitute has
    taken. Also marks those as here who were not."""
    entries = list(_entries_of(shown))
    left = [entry for entry in entries if entry.left_at is not None]
    left.sort(key=lambda entry: (str(entry.left_at), -entry.pk), reverse=True)
    playing = [entry for entry in entries if entry.left_at is None]
    for entry in left[: max(shown.wanted - len(playing), 0)]:
        come_back(entry, by=request.user, now=timezone.now())
    if not shown.is_whole:
        for entry in playing:
            if not entry.here:
                set_here(entry, True, by=request.user, now=timezone.now())
    messages.success(request, _("%(name)s are here again.") % {"name": shown.name})
    return redirect(f"{reverse('door', args=[event.pk])}#team-{shown.pk}")


def _split_team(request: StaffRequest, event: Event, shown: Together) -> HttpResponse:
    split_team(Team.objects.select_related("event").get(pk=shown.pk), by=request.user, now=timezone.now())
    messages.success(request, _("%(name)s no longer play together.") % {"name": shown.name})
    return redirect("door", event.pk)


def _plays(entry: Entry) -> bool:
    return entry.left_at is None


ACTIONS: Mapping[str, Callable[[StaffRequest, Event, Together], HttpResponse]] = {
    "here": _for_each(partial(set_here, here=True), _plays),
    "away": _for_each(partial(set_here, here=False), _plays),
    "leave": _for_each(leave, _plays, gettext_noop("%(name)s left early. What was played counts.")),
    "back": _bring_back,
    "remove": _for_each(remove_entry, lambda entry: True),
    "part": _split_team,
}
