"""Seasons with their evenings, and the table of a series, cached until one of its evenings changes."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy

from tournament.club.visibility import NamesShown
from tournament.foundation.errors import TournamentError
from tournament.foundation.revision_cache import RevisionCache
from tournament.models import (
    SHOWN_CLUB,
    Club,
    Event,
    League,
    Season,
    Series,
    SharingRules,
    SignUpState,
    of_shown_club,
)
from tournament.ranking import MatchRecord
from tournament.seasons.queries.results import EndedEvening, ended_evenings, lines_of, records_in
from tournament.seasons.rule import SeriesRule, read_rule
from tournament.seasons.series import Key, Quarter, SeriesEvening, SeriesLine, quarter_of, rank_series

SERIES: RevisionCache[tuple[SeriesLine, ...]] = RevisionCache(most=200)


class SeasonNotShown(TournamentError):
    status = 403
    message = gettext_lazy("This season is not shown yet. It appears here once the club is ready to show it.")


@dataclass(frozen=True)
class SeriesTable:
    """A series of a season, or of one quarter of it, as it stands."""

    series: Series
    rule: SeriesRule
    evenings: tuple[EndedEvening, ...]
    lines: tuple[SeriesLine, ...]


def list_seasons(club: int, *, shown_only: bool) -> list[Season]:
    """Returns seasons, the latest first, each with its series. Two queries."""
    seasons = Season.objects.filter(club=club, **({"shown": True} if shown_only else {}))
    return list(seasons.prefetch_related("series"))


def find_season(pk: int, *, desk: bool) -> Season | None:
    """Returns a season with its club and its series, or None. Raises SeasonNotShown if it is not shown and the reader
    is not at the desk. Two queries."""
    season = Season.objects.filter(of_shown_club(), pk=pk).select_related("club").prefetch_related("series").first()
    if season is not None and not (season.shown or desk):
        raise SeasonNotShown
    return season


def redact_season(season: Season, names: NamesShown) -> None:
    """Removes hidden people's names from the names of a season and its series, which are then shown and not saved."""
    season.name = names.redact(season.name)
    for series in season.series.all():
        series.name = names.redact(series.name)


def club_pages_shown(today: date) -> dict[str, bool]:
    """Returns which pages of the club people see who are not signed in, by the names that templates use, and whether
    they may sign up for an evening from `today` on. One query."""
    return next(iter(_shown_of_club(today)), {})


def _shown_of_club(today: date) -> "QuerySet[Club, dict[str, Any]]":
    taking = Event.objects.filter(club=OuterRef("pk"), date__gte=today, sign_up=SignUpState.OPEN, locked_at=None)
    shown = {
        "takes_sign_ups": Exists(taking),
        "leagues_are_shown": Exists(League.objects.filter(club=OuterRef("pk"), shown=True)),
        "seasons_are_shown": Exists(Season.objects.filter(club=OuterRef("pk"), shown=True)),
        "calendar_is_shown": Exists(SharingRules.objects.filter(club=OuterRef("pk"), calendar_is_public=True)),
    }
    clubs = Club.objects.filter(pk=one) if (one := SHOWN_CLUB.get()) else Club.objects.order_by("pk")
    shown_club: QuerySet[Club, dict[str, Any]] = clubs.annotate(**shown).values(*shown)[:1]
    return shown_club


def is_in_season(season: Season) -> Q:
    """Returns a filter for the results that count in a season."""
    dates = Q(event__date__range=(season.first_day, season.last_day))
    left_out, added = ([uid for uid, is_in in season.choices.items() if is_in is wanted] for wanted in (False, True))
    return (dates & ~Q(event__uid__in=left_out)) | Q(event__uid__in=added)


def evenings_of(season: Season) -> tuple[EndedEvening, ...]:
    """Returns the season's evenings that are over, in the order played. One query."""
    return ended_evenings(season.club_id, is_in_season(season))


def choosable_evenings(season: Season) -> list[tuple[Event, bool]]:
    """Returns every evening of the club and whether it is in the season, latest first. One query."""
    events = Event.objects.filter(club=season.club_id).only("pk", "uid", "name", "date").order_by("-date", "-pk")
    return [
        (event, season.choices.get(str(event.uid), season.first_day <= event.date <= season.last_day))
        for event in events
    ]


def key_of_quarter(quarter: Quarter) -> str:
    """Returns the quarter as addresses name it, as in "2026-1"."""
    return f"{quarter[0]}-{quarter[1]}"


def quarters_of(evenings: Sequence[EndedEvening]) -> tuple[Quarter, ...]:
    """Returns the quarters that have an evening, or none if there is only one."""
    quarters = tuple(dict.fromkeys(quarter_of(evening.day) for evening in evenings))
    return quarters if len(quarters) > 1 else ()


def table_of(
    series: Series, evenings: Sequence[EndedEvening], *, quarter: Quarter | None = None, rule: SeriesRule | None = None
) -> SeriesTable:
    """Returns the table of a series. `rule` replaces the rule of the series for a preview. Two queries at most, none if
    nothing changed since the last call."""
    by_rule = rule or read_rule(series.rule)
    if quarter is not None:
        evenings = [evening for evening in evenings if quarter_of(evening.day) == quarter]
        by_rule = replace(by_rule, best=None, minimum=0)
    seen = tuple(evenings)
    state = (series.ranks, json.dumps(by_rule.to_document(), sort_keys=True), tuple((e.event, e.state) for e in seen))
    make = partial(rank_evenings, by_rule, series.ranks, seen)
    lines = SERIES.get_or_make((series.pk, quarter), state, make) if rule is None else make()
    return SeriesTable(series, by_rule, seen, lines)


def rank_evenings(rule: SeriesRule, ranks: str, evenings: Sequence[EndedEvening]) -> tuple[SeriesLine, ...]:
    """Ranks the competitors over these evenings. Two queries at most."""
    tables = lines_of(evenings)

    def matches_of(level: Collection[Key]) -> Mapping[Key, Sequence[MatchRecord[Any]]]:
        matches_by_key: dict[Key, list[MatchRecord[Any]]] = {}
        for key, matches in records_in(evenings, ranks, level):
            matches_by_key.setdefault(key, []).extend(matches)
        return matches_by_key

    played = [SeriesEvening(evening.event, evening.day, tables[evening.event].get(ranks, ())) for evening in evenings]
    return rank_series(rule, ranks, played, matches_of)
