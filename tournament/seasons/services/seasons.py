"""Opens and changes seasons and their series. Each change is logged; the log keeps the earlier rule."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db import IntegrityError
from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import TournamentError
from tournament.foundation.writing import log, write_transaction
from tournament.models import Account, Club, Event, RatingRules, Season, Series
from tournament.seasons.log_actions import (
    CHANGE_RATING_RULES,
    CHANGE_SEASON,
    CHANGE_SERIES,
    DELETE_SERIES,
    OPEN_SEASON,
    OPEN_SERIES,
    SHOW_SEASON,
)
from tournament.seasons.rule import SeriesRule

DAYS = ("first_day", "last_day")


class SeasonExists(TournamentError):
    message = _("There is already a season with this name.")


class SeriesExists(TournamentError):
    message = _("This season already has a series with this name.")


@contextmanager
def _refusing_double(error: type[TournamentError]) -> Iterator[None]:
    try:
        with write_transaction():
            yield
    except IntegrityError:
        raise error from None


def open_season(club: Club, values: Mapping[str, Any], *, by: Account | None, now: datetime) -> Season:
    """Creates a season with one series, which ranks people by their points. `values` are a name, the first and the last
    day. Raises SeasonExists."""
    with _refusing_double(SeasonExists):
        season = Season.objects.create(club=club, **values)
        Series.objects.create(season=season, name=str(_("Points")))
        log(OPEN_SEASON, by=by, now=now, after=_for_log(values))
    return season


def change_season(
    season: Season, values: Mapping[str, Any], chosen: Collection[int], *, by: Account | None, now: datetime
) -> None:
    """Changes a season. `chosen` are all evenings that are to count; those that differ from the dates are stored as
    choices. Raises SeasonExists."""
    with _refusing_double(SeasonExists):
        before = {name: getattr(season, name) for name in values}
        current = Season.objects.select_for_update().get(pk=season.pk)
        choices = {
            str(uid): event in chosen
            for event, uid, day in Event.objects.filter(club=current.club_id).values_list("pk", "uid", "date")
            if (event in chosen) != (values["first_day"] <= day <= values["last_day"])
        }
        changed = {name: value for name, value in values.items() if value != before[name]}
        if changed or choices != current.choices:
            Season.objects.filter(pk=current.pk).update(**values, choices=choices)
            after = {"season": values["name"], "evenings": len(chosen)} | _for_log(changed)
            log(CHANGE_SEASON, by=by, now=now, before=_for_log(before), after=after)


def show_season(season: Season, *, shown: bool, by: Account | None, now: datetime) -> None:
    with write_transaction():
        Season.objects.filter(pk=season.pk).update(shown=shown)
        log(SHOW_SEASON, by=by, now=now, after={"season": season.name, "shown": shown})


def save_series(
    season: Season, series: Series | None, values: Mapping[str, Any], *, by: Account | None, now: datetime
) -> Series:
    """Creates a series, or changes the name, the rule and the kind of competitor of one. `rule` is a SeriesRule. Raises
    SeriesExists."""
    rule: SeriesRule = values["rule"]
    after = {"name": values["name"], "ranks": values["ranks"], "rule": rule.to_document()}
    with _refusing_double(SeriesExists):
        before = {} if series is None else {"name": series.name, "ranks": series.ranks, "rule": series.rule}
        saved = Series(pk=series.pk if series else None, uid=series.uid if series else uuid4(), season=season, **after)
        saved.save()
        if before != after:
            logged = {"season": season.name, **after}
            log(CHANGE_SERIES if before else OPEN_SERIES, by=by, now=now, before=before, after=logged)
    return saved


def delete_series(series: Series, *, by: Account | None, now: datetime) -> None:
    """Deletes the series. The log keeps its rule, so that it can be made again."""
    with write_transaction():
        before = {"season": series.season.name, "name": series.name, "ranks": series.ranks, "rule": series.rule}
        log(DELETE_SERIES, by=by, now=now, before=before)
        Series.objects.filter(pk=series.pk).delete()


def change_rating_rules(club: Club, values: Mapping[str, Any], *, by: Account | None, now: datetime) -> None:
    with write_transaction():
        RatingRules.objects.update_or_create(club=club, defaults=dict(values))
        log(CHANGE_RATING_RULES, by=by, now=now, after=dict(values))


def _for_log(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value.isoformat() if name in DAYS else value for name, value in values.items()}
