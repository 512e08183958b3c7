"""The resources of version 1, one function each: it says what state the answer depends on, then calls the queries.

To add one, write a function here with its address and schema, and a row in tests/test_who_may.py. Documentation,
examples and tests follow from the schema.
"""

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import Annotated, Any

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from ninja import Path, Query, Schema
from pydantic import BeforeValidator, Field

from tournament.api import schemas
from tournament.api.access import reader_of, tell_state
from tournament.api.api import REFUSALS, api
from tournament.api.queries import club as club_queries
from tournament.api.queries import evenings as evening_queries
from tournament.api.queries import statistics as statistics_queries
from tournament.api.queries.sharing import last_change_of
from tournament.api.reader import Reader
from tournament.clock.queries.rounds import clocks_of
from tournament.leagues.services.reports import bring_up_to_date
from tournament.models import Event, LogEntry
from tournament.seasons.services.results import refresh_results
from tournament.standings.queries.counted_matches import Counting

__all__ = ["api"]

Plain = dict[str, Any]
MOST = 10**9
Number = Annotated[int, Field(ge=1, le=MOST)]


def require_day(value: Any) -> Any:
    """Refuses a number, which a date would take for the seconds since 1970."""
    if isinstance(value, str) and not re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        raise ValueError(_("write a day as 2026-12-31"))
    return value


Day = Annotated[date, BeforeValidator(require_day)]
OF_PEOPLE = (LogEntry.Kind.PEOPLE, LogEntry.Kind.CLUB)
"""Kinds of log entries that may change a name, or who sees it."""


class PageAsked(Schema):
    limit: int = Field(50, ge=1, le=200, description="How many at most.")
    offset: int = Field(0, ge=0, le=MOST, description="How many to leave out first.")


def get(address: str, answer: Any, tag: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Registers a resource; the documentation shows its docstring."""

    def register(view: Callable[..., Any]) -> Callable[..., Any]:
        name, summary = view.__name__, (view.__doc__ or "").split(".")[0]
        answers = {200: answer, **REFUSALS}
        return api.get(
            address, response=answers, tags=[tag], summary=summary, url_name=f"api_{name}", operation_id=name
        )(view)

    return register


def cut_page(
    request: HttpRequest,
    asked: PageAsked,
    rows: QuerySet[Any] | Sequence[Any],
    describe: Callable[[Any], Sequence[Plain]] = list,
) -> Plain:
    """Returns the part of a list that is asked for. One query for the count, if the list is a queryset."""
    count = rows.count() if isinstance(rows, QuerySet) else len(rows)
    end = asked.offset + asked.limit
    query = {**request.GET.dict(), "limit": f"{asked.limit}", "offset": f"{end}"}
    following = f"{request.path}?{urlencode(query)}" if end < count else None
    return {"items": describe(rows[asked.offset : end]), "count": count, "next": following}


def _evening(request: HttpRequest, pk: int) -> Event:
    """Returns the evening unless the reader has this state of it already. Two queries."""
    reader = reader_of(request)
    event = evening_queries.the_evening(reader, pk)
    tell_state(request, event.revision, last_change_of(reader.club, *OF_PEOPLE))
    return event


def _reader_of_club(request: HttpRequest, *, of_results: bool = False) -> Reader:
    """Returns the reader unless they have the club's state, which is that of answers that depend on all evenings: every
    change writes an entry in the log. `of_results` also makes results that are missing. Two queries at most."""
    reader = reader_of(request)
    tell_state(request, last_change_of(reader.club))
    if of_results:
        refresh_results(reader.club, now=timezone.now())
    return reader


@get("/club", schemas.ClubDetails, "Club")
def club(request: HttpRequest) -> Plain:
    """The club, and how much of it you see."""
    reader = _reader_of_club(request)
    values = {"uid": reader.club.uid, "name": reader.club.name, "time_zone": settings.TIME_ZONE}
    return {**values, "you_see": reader.scope, "version": settings.VERSION}


@get("/people", schemas.ListPage[schemas.PersonDetails], "Club")
def people(request: HttpRequest, page: Query[PageAsked]) -> Plain:
    """People whose names you may see, from A to Z. Nobody unless they and the club say so."""
    return cut_page(request, page, club_queries.people_seen_by(_reader_of_club(request)))


@get("/people/{person}", schemas.ProfileDetails, "Club")
def person(request: HttpRequest, person: Path[Number]) -> Plain:
    """The figures of somebody whom you may see, over the years."""
    reader = _reader_of_club(request, of_results=True)
    return statistics_queries.describe_profile(reader, person)


@get("/evenings", schemas.ListPage[schemas.Evening], "Evenings")
def evenings(
    request: HttpRequest, page: Query[PageAsked], first_day: Day | None = None, last_day: Day | None = None
) -> Plain:
    """Evenings, latest first. Those to come are listed too."""
    reader, today = _reader_of_club(request), timezone.localdate()
    evenings_asked_for = evening_queries.evenings_in_order(reader, first_day, last_day)
    return cut_page(
        request, page, evenings_asked_for, lambda some: evening_queries.describe_evenings(list(some), reader, today)
    )


@get("/evenings/{evening}", schemas.Evening, "Evenings")
def evening(request: HttpRequest, evening: Path[Number]) -> Plain:
    """One evening."""
    return evening_queries.describe_evenings([_evening(request, evening)], reader_of(request), timezone.localdate())[0]


@get("/evenings/{evening}/rounds", schemas.RoundList, "Evenings")
def rounds(request: HttpRequest, evening: Path[Number]) -> Plain:
    """The rounds whose seats are out, with their bells."""
    return {"rounds": evening_queries.rounds_of(_evening(request, evening))}


@get("/evenings/{evening}/rounds/{round}/seats", schemas.SeatsOfRound, "Evenings")
def seats(request: HttpRequest, evening: Path[Number], round: Path[Number]) -> Plain:
    """Who sits where in a round, and who rests. A draft is never shown."""
    return evening_queries.seats_of(_evening(request, evening), round, reader_of(request))


@get("/evenings/{evening}/results", schemas.ListPage[schemas.MatchResult], "Evenings")
def results(request: HttpRequest, evening: Path[Number], page: Query[PageAsked], round: Number | None = None) -> Plain:
    """Matches with their results, of all rounds or of one. They are shown together with the standings."""
    event, reader = _evening(request, evening), reader_of(request)
    evening_queries.require_shown(reader, event)
    return cut_page(request, page, evening_queries.results_of(event, round, reader))


@get("/evenings/{evening}/team-matches", schemas.TeamMatchList, "Evenings")
def team_matches(request: HttpRequest, evening: Path[Number]) -> Plain:
    """The matches of teams with their scores so far, table by table. They are shown together with the standings."""
    event, reader = _evening(request, evening), reader_of(request)
    evening_queries.require_shown(reader, event)
    return {"team_matches": evening_queries.team_matches(event, reader)}


@get("/evenings/{evening}/hands", schemas.ListPage[schemas.HandOfMatch], "Evenings")
def hands(request: HttpRequest, evening: Path[Number], page: Query[PageAsked], match: Number | None = None) -> Plain:
    """Hands as hand records, of all matches or of one. They are shown together with the standings."""
    event = _evening(request, evening)
    evening_queries.require_shown(reader_of(request), event)
    hands_asked_for = evening_queries.hands_in_order(event, match)
    return cut_page(request, page, hands_asked_for, lambda some: evening_queries.hand_records(event, list(some)))


@get("/evenings/{evening}/standings", schemas.StandingsOfEvening, "Evenings")
def standings(
    request: HttpRequest, evening: Path[Number], of: Counting | None = None, after: Number | None = None
) -> Plain:
    """The standings, with what decided each place. `after` counts the rounds up to that one."""
    event, reader = _evening(request, evening), reader_of(request)
    evening_queries.require_shown(reader, event)
    return evening_queries.standings_of(event, reader, counting=of, after=after)


@get("/evenings/{evening}/statistics", schemas.HandStatisticsDetails, "Evenings")
def evening_statistics(request: HttpRequest, evening: Path[Number]) -> Plain:
    """What the hands of an evening come to: how often the Jack is hung, and where Game goes."""
    event, reader = _evening(request, evening), reader_of(request)
    evening_queries.require_shown(reader, event)
    return statistics_queries.statistics_of_event(event, reader)


@get("/evenings/{evening}/clock", schemas.ClockOfEvening, "Evenings")
def clock(request: HttpRequest, evening: Path[Number]) -> Plain:
    """The round clock. Its ETag changes when a clock would have to be drawn anew, not every second."""
    event, now = evening_queries.the_evening(reader_of(request), evening), timezone.now()
    tell_state(request, clocks_of(event, now)["version"])
    return evening_queries.clock_of_evening(event, now)


@get("/seasons", schemas.ListPage[schemas.SeasonDetails], "Seasons")
def seasons(request: HttpRequest, page: Query[PageAsked]) -> Plain:
    """Seasons with their series, latest first."""
    return cut_page(request, page, club_queries.seasons_seen_by(_reader_of_club(request)))


@get("/seasons/{season}", schemas.SeasonWithEvenings, "Seasons")
def season(request: HttpRequest, season: Path[Number]) -> Plain:
    """A season with the evenings that count."""
    reader = _reader_of_club(request, of_results=True)
    return club_queries.describe_season(club_queries.the_season(reader, season), reader)


@get("/seasons/{season}/series/{series}", schemas.SeriesTableDetails, "Seasons")
def series(
    request: HttpRequest,
    season: Path[Number],
    series: Path[Number],
    quarter: Annotated[str, Field(pattern=r"^[0-9]{4}-[1-4]$")] | None = None,
) -> Plain:
    """The table of a series with every night. `quarter` is one of the season's, as in 2026-1."""
    reader = _reader_of_club(request, of_results=True)
    shown_season = club_queries.the_season(reader, season)
    return club_queries.series_table(shown_season, series, quarter, reader)


@get("/seasons/{season}/statistics", schemas.HandStatisticsDetails, "Seasons")
def season_statistics(request: HttpRequest, season: Path[Number]) -> Plain:
    """The same of all evenings of a season that are over."""
    reader = _reader_of_club(request, of_results=True)
    shown_season = club_queries.the_season(reader, season)
    return statistics_queries.statistics_of_season(shown_season, reader)


@get("/records", schemas.RecordList, "Seasons")
def records(request: HttpRequest, year: Annotated[int, Field(ge=1900, le=9999)] | None = None) -> Plain:
    """The club's records, of all time or of one year. Empty until a season is shown."""
    reader = _reader_of_club(request, of_results=True)
    return {"records": club_queries.records_seen_by(reader, year)}


@get("/ratings", schemas.ListPage[schemas.PersonRating], "Seasons")
def ratings(request: HttpRequest, page: Query[PageAsked]) -> Plain:
    """Ratings, highest first. Empty where the club does not show any."""
    reader = _reader_of_club(request, of_results=True)
    return cut_page(request, page, club_queries.ratings_seen_by(reader))


@get("/leagues", schemas.ListPage[schemas.LeagueDetails], "Leagues")
def leagues(request: HttpRequest, page: Query[PageAsked]) -> Plain:
    """Leagues, latest first."""
    return cut_page(request, page, club_queries.leagues_seen_by(_reader_of_club(request)))


@get("/leagues/{league}", schemas.LeagueWithTable, "Leagues")
def league(request: HttpRequest, league: Path[Number]) -> Plain:
    """A league’s table, with what decided each place, its results and its fixtures."""
    reader = _reader_of_club(request)
    seen = club_queries.the_league(reader, league)
    bring_up_to_date(seen, now=timezone.now())
    return club_queries.describe_league(seen, reader)
