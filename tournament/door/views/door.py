"""Pages of the door: entering names, ticking players off, latecomers and leavers."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament.door.forms.arrivals import Questions
from tournament.door.forms.door import NameForm, NamesForm, PartiesForm, TogetherForm
from tournament.door.line_up_remarks import remarks_on
from tournament.door.queries.door import (
    OF_PLAY,
    door_of,
    find_people,
    match_in_play,
    match_left_open,
    plays_on,
    with_dues,
)
from tournament.door.services.arriving import enter_list
from tournament.door.services.entries import correct_name, enter_players, name_of, remove_entry, set_here
from tournament.door.services.people import come_back, leave, seat_late
from tournament.door.services.teams import NotATeam, Party, line_ups_so_far, pair_with_stand_in, team_up
from tournament.draw.queries.draws import five_instead
from tournament.draw.queries.free_chairs import turns_of
from tournament.event.queries.dues import price_of
from tournament.event.queries.hours import hour_numbers, released_stage
from tournament.event.queries.sign_ups import expected_at_door
from tournament.foundation.errors import NameShared, NameTaken
from tournament.matches.queries.matches import has_had_place, names_of, others_of, stages_begun
from tournament.models import Enters, Entry, Event, Match, Player
from tournament.models import join_names as named_together
from tournament.web.guards import StaffRequest, require_director, secretary_only
from tournament.web.pages import number_in, the_entry, the_event


@secretary_only
def door(request: StaffRequest, pk: int) -> HttpResponse:
    event = the_event(pk)
    if request.method == "POST" and "player" in request.POST:
        player = get_object_or_404(Player, pk=number_in(request.POST["player"]), club=event.club_id)
        entered = enter_players(event, [player], by=request.user, now=timezone.now())
        _say_who_came(request, event, entered)
        return redirect("door", pk)
    sent = request.POST if request.method == "POST" else None
    form = NamesForm(sent, event=event) if event.enters == Enters.PLAYERS else PartiesForm(sent, event=event)
    if form.is_valid() and form.questions and _are_remarks_seen(request, event, form):
        try:
            entered = enter_list(
                event,
                form.cleaned_data["names"],
                notes=form.questions.notes,
                marks=form.marks,
                headings=form.of_list.said if form.of_list else None,
                by=request.user,
                now=timezone.now(),
            )
        except (NotATeam, NameShared, NameTaken) as refused:
            form.add_error("names", str(refused))
        else:
            form.remarks.rule(event, request.POST, by=request.user, now=timezone.now())
            _say_who_came(request, event, entered, form.questions)
            return redirect("door", pk)
    return _render_door(request, event, form)


def _are_remarks_seen(request: StaffRequest, event: Event, form: NamesForm) -> bool:
    """Returns whether nothing speaks against the players whom a valid form puts into teams, or that was seen."""
    parties: list[Party] = form.cleaned_data["names"]
    new: dict[str, list[str]] = {}
    for party in parties:
        if party.name:
            new.setdefault(party.name, []).extend(map(name_of, party.people))
    if new:
        so_far = line_ups_so_far(event)
        line_ups = {team: [*dict.fromkeys([*so_far.get(team.casefold(), ()), *names])] for team, names in new.items()}
        form.remarks = remarks_on(event, line_ups, new)
    return form.remarks.are_seen(request.POST)


def _render_door(
    request: StaffRequest, event: Event, form: NamesForm, tick: TogetherForm | None = None
) -> HttpResponse:
    typed = request.GET.get("q", "")
    shown = with_dues(event, door_of(event))
    alone = [person.entry for person in shown.alone if person.is_here]
    # After adding somebody, people add the next, so the box that they typed in gets the focus again.
    by_names = request.htmx.trigger == "door_names" if request.htmx else bool(len(messages.get_messages(request)))
    if by_names and form.check is None:
        form.fields["names"].widget.attrs["autofocus"] = True
    context = {
        "event": event,
        "form": form,
        "signed_up": [] if request.htmx else expected_at_door(event),
        "finds_next": request.htmx and not by_names,
        "shown": shown,
        "price": price_of(event),
        "five": five_instead(event, shown.here),
        "typed": typed,
        "found": find_people(event, typed),
        "tick": tick or TogetherForm(event=event, alone=alone),
        "ticked": request.POST.getlist("together"),
    }
    return render(request, "door/door.html", context, status=422 if form.is_bound or tick else 200)


def _say_who_came(
    request: StaffRequest, event: Event, entered: list[Entry], questions: Questions | None = None
) -> None:
    """Says who was added, and names those who were on the list already or were typed more than once."""
    listed = questions.book.entries if questions else {}
    added = [entry.name for entry in entered if entry.player_id not in listed]
    sentences = []
    if added:
        words = {"n": len(added), "names": named_together(added)}
        sentences.append(
            _("Added %(names)s.") % words
            if len(added) < 3
            else ngettext("Added %(n)s player.", "Added %(n)s players.", len(added)) % words
        )
        sentences += _say_next_draw(event)
    for entry in entered:
        if (before := listed.get(entry.player_id)) is None:
            continue
        if before.here and before.left_at is None:
            sentences.append(_("%(name)s was already here: nothing changed.") % {"name": entry.name})
        else:
            again = _("%(name)s was already on tonight’s list and is now marked as here.")
            more = _("Type the name again to add another %(name)s.")
            sentences.append(f"{again} {more}" % {"name": entry.name})
    for name in questions.repeated if questions else []:
        sentences.append(_("%(name)s was in your list more than once and is added once.") % {"name": name})
    messages.success(request, " ".join(sentences))


def _say_next_draw(event: Event) -> Iterator[str]:
    """Says what happens to people who come after a round is released."""
    if event.kind.has_free_chairs or not (stage := released_stage(event)):
        return
    if stage.number < len(hour_numbers(event)):
        yield _("The draw of round %(number)s will seat everybody without a table.") % {"number": stage.number + 1}
    else:
        yield _("The seats of the last round are shown, so there is no further draw.")


@require_POST
@secretary_only
def together(request: StaffRequest, pk: int) -> HttpResponse:
    event = the_event(pk)
    alone = [person.entry for person in door_of(event).alone if person.is_here]
    if lone := next((entry for entry in alone if f"{entry.pk}" == request.POST.get("stand_in")), None):
        team = pair_with_stand_in(Entry.objects.get(pk=lone.pk), by=request.user, now=timezone.now())
        sentence = _("%(name)s now plays with a stand-in: in each round, ask one of the pair that sits out.")
        messages.success(request, sentence % {"name": lone.name})
        return redirect(f"{reverse('door', args=[pk])}#team-{team.pk}")
    posted = request.POST.copy()
    if pair := posted.get("pair"):  # one press, whatever is ticked
        posted.setlist("together", pair.split())
    form = TogetherForm(posted, event=event, alone=alone)
    if not form.is_valid():
        return _render_door(request, event, PartiesForm(None, event=event), form)
    ticked = form.cleaned_data["together"]
    names = [entry.name for entry in ticked]
    form.remarks = remarks_on(event, {form.cleaned_data["name"]: names})
    if not form.remarks.are_seen(posted):
        return _render_door(request, event, PartiesForm(None, event=event), form)
    players = Player.objects.filter(entries__in=[entry.pk for entry in ticked]).order_by("entries__pk")
    team = team_up(event, [*players], name=form.cleaned_data["name"], by=request.user, now=timezone.now())
    form.remarks.rule(event, posted, by=request.user, now=timezone.now())
    sentence = _("%(names)s now play together.") % {"names": named_together(names)}
    messages.success(request, " ".join([sentence, *_say_next_draw(event)]))
    return redirect(f"{reverse('door', args=[pk])}#team-{team.pk}")


@secretary_only
def players(request: StaffRequest, pk: int) -> HttpResponse:
    event = the_event(pk)
    typed = request.GET.get("q", "")
    context = {"event": event, "found": find_people(event, typed), "typed": typed}
    return render(request, "door/_door_players.html", context)


def _leave_early(entry: Entry, **by_now: Any) -> str:
    called_off = leave(entry, **by_now)
    sentences = [_("%(name)s left early. What was played counts.") % {"name": entry.name}]
    kind = entry.event.kind
    if not kind.has_free_chairs:
        return " ".join([*sentences, *_say_after_round(entry, called_off)])
    if kind.turns_per_seating == 1:
        return " ".join([*sentences, *_say_after_table(entry, called_off)])
    if match := match_in_play(entry):
        sentence = _("Round %(round)s against %(name)s has started. Key in what was won, or call it off under Results.")
        sentences.append(sentence % _words_of_opponents(match, entry))
    for match in called_off:
        sentences.append(_("Round %(round)s: %(name)s sits out instead.") % _words_of_opponents(match, entry))
    return " ".join(sentences)


def _say_after_table(entry: Entry, called_off: list[Match]) -> Iterator[str]:
    """Says what happens to the match of somebody who goes home, if each table plays one match."""
    if match_in_play(entry):
        yield _("The table has started. Let it finish without them, or call the match off under Results.")
    for match in called_off:
        words = {"table": match.table.number}
        if plays_on(match.table):
            yield _("The others at table %(table)s play without them.") % words
        else:
            yield _("Table %(table)s does not have enough players now. A latecomer can take the chair.") % words


def _say_after_round(entry: Entry, called_off: list[Match]) -> Iterator[str]:
    """Says what happens to the match of somebody who goes home in the middle of an evening of rounds."""
    for match in called_off:
        yield _("The others at table %(table)s play without them.") % {"table": match.table.number}
    if not called_off and (left := match_left_open(entry)):
        others = others_of(left, entry.pk)
        words = {"table": left.table.number, "name": names_of(others)}
        if len(others) > 1:
            yield (
                _("Table %(table)s has started. Let it finish without them, or make a ruling beside the name.") % words
            )
            return
        if stages_begun(entry.event).filter(pk=left.table.stage_id).exists():
            words["who"] = entry.name
            yield _("The match at table %(table)s against %(name)s has started and counts for %(who)s:") % words
        else:
            yield _("The match at table %(table)s against %(name)s is waiting:") % words
        if all(one.left_at for side in others for one in side.entries):
            yield _("they have left too, so rule under “Walk-over” beside the name that neither side came.")
        elif entry.team_id is None:
            yield _("play it, or give a walk-over beside the name.")
        else:
            yield _("press the name to enter a substitute, or give a walk-over beside it.")


def _words_of_opponents(match: Match, entry: Entry) -> dict[str, Any]:
    return {"round": match.round.number, "name": names_of(others_of(match, entry.pk))}


def _bring_back(entry: Entry, **by_now: Any) -> str:
    seat = come_back(entry, **by_now)
    words = {"name": entry.name, "table": seat.table.number if seat else None}
    return (_("%(name)s is back at table %(table)s.") if seat else _("%(name)s is here again.")) % words


def _seat_late(entry: Entry, **by_now: Any) -> str:
    seat = seat_late(entry, **by_now)
    words = {"name": entry.name, "chair": seat.position, "table": seat.table.number, "turn": seat.from_turn}
    if entry.event.kind.turns_per_seating == 1:
        return _("%(name)s takes chair %(chair)s at table %(table)s.") % words
    sentences = [_("%(name)s takes chair %(chair)s at table %(table)s from round %(turn)s on.") % words]
    for turn, opponent in turns_of(seat):
        meets = _("Round %(round)s: against %(name)s.") if opponent else _("Round %(round)s: sits out.")
        sentences.append(meets % {"round": turn, "name": opponent})
    return " ".join(sentences)


# Each returns what happened, or None if the page shows it.
ACTIONS: Mapping[str, Callable[..., str | None]] = {
    "here": partial(set_here, here=True),
    "away": partial(set_here, here=False),
    "remove": remove_entry,
    "leave": _leave_early,
    "back": _bring_back,
    "seat": _seat_late,
}


def line_of(entry: Entry) -> str:
    where = f"team-{entry.team_id}" if entry.team_id is not None else f"person-{entry.pk}"
    return f"{reverse('door', args=[entry.event_id])}#{where}"


@require_POST
@secretary_only
def entry(request: StaffRequest, pk: int, entry: int) -> HttpResponse:
    """Carries out an action on one line of the list. A message at the top says what happened; if that is plain to see,
    the page returns to that line instead."""
    person = the_entry(pk, entry)
    action = ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        raise Http404
    if request.POST["action"] in OF_PLAY:
        require_director(request.user)
    message = action(person, by=request.user, now=timezone.now())
    if not message:
        return redirect(line_of(person))
    messages.success(request, message)
    return redirect("door", pk)


@secretary_only
def name(request: StaffRequest, pk: int, entry: int) -> HttpResponse:
    person = the_entry(pk, entry)
    form = NameForm(
        request.POST if request.method == "POST" else None,
        initial={"name": person.player.name, "note": person.player.note},
    )
    if form.is_valid():
        try:
            correct_name(
                person, form.cleaned_data["name"], form.cleaned_data["note"], by=request.user, now=timezone.now()
            )
        except NameTaken as taken:
            form.add_error("note", str(taken))
        else:
            return redirect(f"{reverse('door', args=[pk])}#person-{entry}")
    form.fields["name"].widget.attrs.pop("autofocus")  # most come to this page for its buttons
    context = {
        **{"event": person.event, "person": person, "form": form},
        **{"was_seated": has_had_place(person), "price": price_of(person.event)},
    }
    return render(request, "door/name.html", context, status=422 if form.is_bound else 200)
