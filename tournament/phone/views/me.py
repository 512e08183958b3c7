"""A player's own page on their own phone: without an account, only with their name, which the phone keeps in a cookie.

The names are signed, so that nobody can list the club's names by counting ids; they open nothing that is not public. A
phone speaks for somebody if they signed up on it, or if it has opened the table where they sit with the code there.
"""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament.clock.queries.rounds import Bell, bell_at, bells_of, version_of
from tournament.club.members import audience_of
from tournament.club.people_of_phones import people_of_phone
from tournament.club.queries import the_club
from tournament.event.queries.calls import call_of
from tournament.event.queries.dues import price_of
from tournament.event.queries.events import evenings_on
from tournament.event.queries.sign_ups import OwnSignUp, evenings_to_sign_up_for, sign_ups_with
from tournament.event.services.codes_and_calls import call_director
from tournament.formats.formats import BELL_RULES
from tournament.models import Entry, Event, names_outside
from tournament.phone.queries.own_phone import (
    HallForPhones,
    OwnPhone,
    first_letters,
    hall_of,
    names_to_pick,
    where_entered,
)
from tournament.phone.queries.own_seats import MOST_NAMES, Name, names_known, names_now
from tournament.phone.queries.own_years import YearsOnPhone, years_on_phone
from tournament.web.guards import everybody
from tournament.web.own_sign_ups import names_picked, tokens_on_phone
from tournament.web.pages import HtmxRequest, number_in, the_event
from tournament.web.phone_memory import NAMES, forget_owner

FEW = 30  # names that are shown before anything is typed


@everybody
@never_cache
def me(request: HtmxRequest) -> HttpResponse:
    """Shows seat, opponents, time left, what comes next and results, for everybody on this phone, which are those who
    signed up on it until somebody picks a name. `?e=` names the evening; `?pick` asks for a name, and `?name=` has some
    letters of it."""
    if request.method == "POST" and "forget" in request.POST:
        return _forget_owner(request)
    names = names_picked(request) or []
    event = _evening_asked_for(request, names)
    if event is None:
        evenings, own = evenings_on(timezone.localdate()), sign_ups_with(tokens_on_phone(request), timezone.localdate())
        context = {"evenings": evenings, "own_sign_ups": own, "coming": _evenings_to_come(besides=own)}
        context["years"] = _years_of(request, names)
        context["seasons_are_shown"] = any(getattr(each, "club_shows_seasons", False) for each in evenings)
        return render(request, "phone/me/me_evening.html", context)
    names = names_on_phone(request, event)
    if request.method == "POST" and "call" in request.POST:
        return _call_director(request, event, names)
    if request.method == "POST":
        return _change_names(request, event, names)
    if not names or "pick" in request.GET:
        return _render_names(request, event, names)
    return _render_page(request, event, names)


def _render_page(request: HtmxRequest, event: Event, names: Sequence[Name]) -> HttpResponse:
    now = timezone.now()
    bells = bells_of(event, now)
    hall = hall_of(event)
    names = names_now(hall, names)
    people = [hall.own(player, name, bells) for player, name in names]
    shown = _bells_of(people, bells)
    spoken_for = {own.player for own in people if speaks_for(request, hall, own.player, own.table)}
    tables = {own.table for own in people if own.player in spoken_for and own.table is not None}
    calls = {table: call_of(event, table, now) for table in sorted(tables)}
    called = [(call.pk, call.answered_at) for call in calls.values() if call]
    state = f"{version_of(event, shown)}{people}{event.standings_shown}{hall.undone}{spoken_for}{called}"
    version = sha256(state.encode()).hexdigest()[:16]
    known = get_conditional_response(request, f'"{version}"') if request.htmx else None
    context = {
        **{"event": event, "hall": hall, "people": people, "bells": shown, "version": version},
        **{"spoken_for": spoken_for, "calls": calls},
        **{"bell_words": BELL_RULES[event.bell_rule].sentence, "may_add": len(names) < MOST_NAMES},
        "years": [] if request.htmx else _years_of(request, names),
        "coming": [] if request.htmx else _evenings_to_come(event),
    }
    template = "phone/me/_me.html" if request.htmx else "phone/me/me.html"
    response = known or render(request, template, context)
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    response.headers["Hall-Now"] = now.isoformat()
    return response if request.htmx else _remember_names(response, names)


def names_on_phone(request: HttpRequest, event: Event) -> list[Name]:
    return names_known(event, names_picked(request), tokens_on_phone(request))


def speaks_for(request: HttpRequest, hall: HallForPhones, player: int, table: int | None) -> bool:
    """Returns whether this phone may speak for somebody at this table: a name that was picked proves nothing."""
    signed_up = (hall.signed_up[token][0] for token in tokens_on_phone(request) if token in hall.signed_up)
    code = None if table is None else hall.codes.get(table)
    return player in signed_up or (code is not None and code in request.session.get("tables", []))


def _call_director(request: HttpRequest, event: Event, names: Sequence[Name]) -> HttpResponse:
    """Calls the director to the table of somebody on this phone."""
    hall, player = hall_of(event), number_in(request.POST["call"])
    own = next((hall.own(known, name, []) for known, name in names if known == player), None)
    if own is None or own.table is None or not speaks_for(request, hall, own.player, own.table):
        raise Http404
    call_director(event, table_number=own.table, now=timezone.now())
    return redirect(f"{reverse('me')}{f'?e={event.pk}' if 'e' in request.POST else ''}")


def _evenings_to_come(event: Event | None = None, *, besides: Sequence[OwnSignUp] = ()) -> list[Event]:
    """Returns the evenings that take sign-ups, without those of `besides`, and none on the night of the shown one."""
    today, listed = timezone.localdate(), [own.event for own in besides]
    if event is not None and event.date == today:
        return []
    return [each for each in evenings_to_sign_up_for(today) if each not in listed]


def _years_of(request: HttpRequest, names: Sequence[Name]) -> list[YearsOnPhone]:
    """Returns this phone's people whose results over the years its holder may see. A name that somebody has picked
    proves nothing."""
    club = the_club() if names else None
    if club is None:
        return []
    seen = names_outside(club)
    own = people_of_phone(request, club)
    known = [(person, name if seen is None or person in own else seen.name_of(person)) for person, name in names]
    return years_on_phone(club, known, audience_of(request, club), own)


def _bells_of(people: Sequence[OwnPhone], bells: list[Bell]) -> list[Bell]:
    """Returns the bells of the tables where these people sit, each with whether one of them still has a score sheet to
    hand in; all bells of the hall if nobody sits. A clock is that of their table, as long as all of them have the same:
    it may play in another wave than the hall now, or have more time."""
    at = {bell.turns: [own for own in people if own.bell == bell.turns] for bell in bells}
    own_bells = []
    for bell in bells:
        if own := at[bell.turns]:
            first, *others = [bell_at(bell, each.table) for each in own if each.table is not None]
            of_table = first if all(other == first for other in others) else bell
            own_bells.append(replace(of_table, sheets_due=bell.is_over and any(each.owes_sheet for each in own)))
    return own_bells or bells


def _render_names(request: HtmxRequest, event: Event, names: Sequence[Name]) -> HttpResponse:
    typed = request.GET.get("name", "")[:80]
    people = names_to_pick(event, typed)
    is_long = not typed.strip() and len(people) > FEW
    own = [] if request.htmx else sign_ups_with(tokens_on_phone(request), timezone.localdate())
    context = {
        **{"event": event, "names": names, "typed": typed, "nobody": not people and not typed, "own_sign_ups": own},
        "price": price_of(event),
        "found": [] if is_long else people,
        "letters": first_letters(people) if is_long else [],
        "coming": [] if request.htmx else _evenings_to_come(event, besides=own),
    }
    response = render(request, f"phone/me/{'_' if request.htmx else ''}me_pick.html", context)
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    return response


def _change_names(request: HttpRequest, event: Event, names: Sequence[Name]) -> HttpResponse:
    """Adds a name to this phone, of somebody entered in this evening, or removes one."""
    added, gone = number_in(request.POST.get("add", "")), number_in(request.POST.get("not_me", ""))
    kept = [(player, name) for player, name in names if player not in (added, gone)]
    if added is not None:
        entry = get_object_or_404(Entry.objects.select_related("player"), event=event, player=added)
        kept = [*kept, (entry.player_id, entry.name)][-MOST_NAMES:]
    return _remember_names(redirect(f"{reverse('me')}{f'?e={event.pk}' if 'e' in request.POST else ''}"), kept)


def _forget_owner(request: HttpRequest) -> HttpResponse:
    messages.success(request, _("This phone has forgotten you. Your sign-ups are still on the list."))
    leaving = redirect("home")
    forget_owner(leaving)
    return leaving


def _evening_asked_for(request: HttpRequest, names: Sequence[Name]) -> Event | None:
    """Returns the evening that is asked for, else tonight's; of several the one with most of this phone's people, then
    the only one that is not over, or None if that does not decide."""
    asked = number_in(request.POST.get("e", "") or request.GET.get("e", ""))
    if asked is not None:
        return the_event(asked)
    evenings = evenings_on(timezone.localdate())
    if len(evenings) < 2:
        return evenings[0] if evenings else None
    entered = where_entered(evenings, [player for player, _name in names])
    claims = {event: (entered[event.pk], event.locked_at is None) for event in evenings}
    first, second = sorted(evenings, key=claims.__getitem__, reverse=True)[:2]
    return first if claims[first] > claims[second] else None


def _remember_names(response: HttpResponse, names: Sequence[Name]) -> HttpResponse:
    """Sets the cookie with the names again, so that it lasts from now."""
    NAMES.write_to(response, names)
    return response
