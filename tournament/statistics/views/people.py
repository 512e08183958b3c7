"""A person's page, for everybody the person and the club show it to."""

from dataclasses import replace
from urllib.parse import urlencode

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from tournament.club.members import audience_of, can_become_member
from tournament.club.people_of_phones import people_of_phone
from tournament.club.queries import names_shown_to, the_club
from tournament.club.visibility import NamesShown, is_visible
from tournament.foundation.wording import order_key
from tournament.models import Audience, Club, Player
from tournament.seasons.queries.club_records import all_ended_evenings
from tournament.seasons.queries.results import EndedEvening
from tournament.seasons.services.results import refresh_results
from tournament.statistics.queries.other_clubs import years_elsewhere
from tournament.statistics.queries.person_page import (
    EVENINGS_LISTED,
    MOST_MET,
    PersonNotShown,
    entries_tonight,
    file_of_profile,
    name_people,
    person_shown_to,
    profile_of,
    rating_of,
    visible_people,
)
from tournament.statistics.year_poster import print_year
from tournament.web.guards import everybody, is_guest
from tournament.web.pages import HtmxRequest, file_response, page
from tournament.web.tables import sort_table, table_response

A_PAGE = 60


@everybody
@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """Lists everybody whose page this reader may see, by name."""
    club = the_club()
    to = audience_of(request, club) if club else Audience.PUBLIC
    names = names_shown_to(to, club).names if club else {}
    visible = visible_people(names, club, to) if club else set()
    rows = sorted(((names[person], person) for person in visible), key=lambda row: order_key(row[0]))
    sorted_players = sort_table(rows, (), request.GET, names_of=lambda row: row[0])
    context = {
        "club": club,
        "found": sorted_players,
        "shown": Paginator(sorted_players.rows, A_PAGE).get_page(request.GET.get("page")),
        "needs_code": club is not None and can_become_member(request, club),
    }
    return render(request, "statistics/players.html", context)


@everybody
@require_safe
def profile(request: HtmxRequest, pk: int) -> HttpResponse:
    """Shows a person's page; `?all=` lists everybody they played with or against. A reader who may see more with the
    members' code is asked for it. htmx gets the part that "My page" on a phone shows below tonight."""
    try:
        club, person, evenings = _shown_person(request, pk)
    except PersonNotShown:
        asked = the_club()
        if asked is not None and can_become_member(request, asked) and not request.htmx:
            return redirect(f"{reverse('members')}?{urlencode({'next': request.path})}")
        raise
    to = audience_of(request, club)
    shown = profile_of(club, person.pk, evenings)
    seen = _names_beside(request, club, person)
    names = seen.names
    listed = None if "all" in request.GET else MOST_MET
    partners, opponents = shown.partners[:listed], shown.opponents[:listed]
    visible = visible_people((met for met, _score in (*partners, *opponents)), club, to)
    context = {
        "club": club,
        "person": person,
        "name": names[person.pk],
        "shown": shown,
        "partners": name_people(partners, names, visible),
        "opponents": name_people(opponents, names, visible),
        "latest": [each._replace(name=seen.redact(each.name)) for each in shown.evenings[:EVENINGS_LISTED]],
        "best": [each._replace(name=seen.redact(each.name)) for each in shown.best],
        "years": sorted({each.day.year for each in shown.evenings}, reverse=True),
        "has_more": len(shown.partners) > len(partners) or len(shown.opponents) > len(opponents),
        "rating": rating_of(club, person.pk, shown, evenings, desk=to is None),
        "tonight": entries_tonight(person.pk, timezone.localdate()),
        "elsewhere": years_elsewhere(person, desk=to is None) if settings.SEVERAL_CLUBS else (),
        "is_hidden": to is None and not is_visible(person.shown_to, club.shows_people_to, Audience.MEMBERS),
    }
    return page(request, "statistics", "profile", context)


@everybody
@require_safe
def profile_csv(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Has a whole table of a person's page, with names as its reader may see them: see `file_of_profile`."""
    club, person, evenings = _shown_person(request, pk)
    shown, names = profile_of(club, person.pk, evenings), _names_beside(request, club, person)
    rows = file_of_profile(shown, name, names)
    if rows is None:
        raise Http404
    file = slugify(f"{names.name_of(person.pk)} {name}", allow_unicode=True)
    return table_response(rows, file, request.GET)


@everybody
@require_safe
def profile_pdf(request: HttpRequest, pk: int, year: int) -> HttpResponse:
    """Prints a year of somebody as a poster."""
    club, person, evenings = _shown_person(request, pk)
    shown = profile_of(club, person.pk, [each for each in evenings if each.day.year == year])
    if not shown.evenings:
        raise Http404
    names = _names_beside(request, club, person)
    printed = print_year(club, shown, year, person.pk, names, for_guest=is_guest(request), now=timezone.now())
    file = slugify(f"{names.name_of(person.pk)} {year}", allow_unicode=True)
    return file_response(printed.pdf, "application/pdf", f"{file}.pdf", download=False)


def _shown_person(request: HttpRequest, pk: int) -> tuple[Club, Player, tuple[EndedEvening, ...]]:
    """Returns the club, the person and all evenings that are over. A phone sees its owner as the club's members do.
    Raises PersonNotShown."""
    club = the_club()
    if club is None:
        raise PersonNotShown
    to = audience_of(request, club)
    if to == Audience.PUBLIC and pk in people_of_phone(request, club):
        to = Audience.MEMBERS
    person = person_shown_to(pk, club, to)
    refresh_results(club, now=timezone.now())
    return club, person, all_ended_evenings(club)


def _names_beside(request: HttpRequest, club: Club, person: Player) -> NamesShown:
    """Returns the names as this reader sees them, with the person's own: who may open their page knows whose it is."""
    seen = names_shown_to(audience_of(request, club), club)
    if person.pk not in seen.hidden:
        return seen
    hidden = {pk: name for pk, name in seen.hidden.items() if pk != person.pk}
    return replace(seen, names={**seen.names, person.pk: person.name}, hidden=hidden)
