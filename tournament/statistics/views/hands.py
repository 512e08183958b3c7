"""The statistics of an evening and of a season, public if their standings are."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournament.club.members import audience_of
from tournament.club.queries import names_shown_to
from tournament.club.visibility import NamesShown
from tournament.foundation.errors import TournamentError
from tournament.models import Event, Season
from tournament.seasons.queries.results import EndedEvening
from tournament.seasons.queries.seasons import evenings_of, find_season, redact_season
from tournament.seasons.services.results import refresh_results
from tournament.statistics.queries.hands_page import (
    HandStatistics,
    file_of_statistics,
    name_sides,
    statistics_of_evening,
    statistics_of_season,
)
from tournament.statistics.season_poster import print_season
from tournament.web.guards import at_the_desk, everybody, is_guest, is_staff
from tournament.web.pages import file_response, the_event
from tournament.web.tables import table_response


class StatisticsNotShown(TournamentError):
    status = 403
    message = gettext_lazy("The statistics of this evening appear once its standings are shown.")


@everybody
@require_safe
def evening_statistics(request: HttpRequest, pk: int) -> HttpResponse:
    event, statistics = _shown_evening(request, pk)
    names = names_shown_to(audience_of(request, event.club), event.club)
    context = {"event": event, **_name_longest(statistics, names)}
    return render(request, "statistics/evening.html", context)


@everybody
@require_safe
def evening_statistics_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Has every figure of the page's pictures."""
    event, statistics = _shown_evening(request, pk)
    return table_response(file_of_statistics(statistics), f"statistics-{event.date:%Y-%m-%d}", request.GET)


def _shown_evening(request: HttpRequest, pk: int) -> tuple[Event, HandStatistics]:
    """Raises StatisticsNotShown if this reader may not see its standings yet."""
    event = the_event(pk)
    if not (event.standings_shown or at_the_desk(request)):
        raise StatisticsNotShown
    return event, statistics_of_evening(event)


@everybody
@require_safe
def season_statistics(request: HttpRequest, pk: int) -> HttpResponse:
    season, evenings, names = _shown_season(request, pk)
    statistics = statistics_of_season(season.pk, evenings)
    context = {"season": season, **_name_longest(statistics, names)}
    context |= {"evening_count": len(evenings), "seasons_are_shown": True}
    return render(request, "statistics/season.html", context)


@everybody
@require_safe
def season_statistics_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Has every figure of the page's pictures."""
    season, evenings, _names = _shown_season(request, pk)
    name = slugify(season.name, allow_unicode=True) or "season"
    rows = file_of_statistics(statistics_of_season(season.pk, evenings))
    return table_response(rows, f"statistics-{name}", request.GET)


@everybody
@require_safe
def season_poster(request: HttpRequest, pk: int) -> HttpResponse:
    """Prints who beat whom, once an evening is over."""
    season, evenings, names = _shown_season(request, pk)
    if not evenings:
        raise Http404
    statistics = statistics_of_season(season.pk, evenings)
    printed = print_season(season, evenings, statistics, names, for_guest=is_guest(request), now=timezone.now())
    file = slugify(season.name, allow_unicode=True) or "season"
    return file_response(printed.pdf, "application/pdf", f"{file}-poster.pdf", download=False)


def _shown_season(request: HttpRequest, pk: int) -> tuple[Season, tuple[EndedEvening, ...], NamesShown]:
    """Returns the season with its evenings that are over, and the names that this reader may see. Raises
    SeasonNotShown."""
    season = find_season(pk, desk=is_staff(request))
    if season is None:
        raise Http404
    refresh_results(season.club, now=timezone.now())
    names = names_shown_to(audience_of(request, season.club), season.club)
    redact_season(season, names)
    return season, evenings_of(season), names


def _name_longest(statistics: HandStatistics, names: NamesShown) -> dict[str, object]:
    """Returns the statistics, and who played the longest match, with these names."""
    if statistics.longest is None:
        return {"found": statistics, "sides": ""}
    longest = statistics.longest._replace(name=names.redact(statistics.longest.name))
    return {"found": replace(statistics, longest=longest), "sides": name_sides(longest.match, names.names)}
