"""What the site's home shows besides lists: the first rows of tables, each with a link to the whole table, and the
coming evenings."""

from collections.abc import Iterator, Sequence
from datetime import date, time
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.club.visibility import NamesShown
from tournament.event.queries.sign_ups import evenings_to_sign_up_for
from tournament.foundation.wording import league_points, points
from tournament.leagues.queries.page import LeaguePage
from tournament.models import Season
from tournament.publishing.queries.season_page import path_of_season
from tournament.seasons.queries.results import EndedEvening
from tournament.seasons.queries.seasons import table_of
from tournament.seasons.queries.series_page import rows_of

MOST_ROWS = 5


class FirstRow(NamedTuple):
    place: str
    name: str
    total: str


class FirstRows(NamedTuple):
    """`label` is what totals are; `more` is how many rows the whole table has besides."""

    title: str
    path: str
    label: str
    rows: Sequence[FirstRow]
    more: int


def first_rows_of_season(
    season: Season, name: str, evenings: Sequence[EndedEvening], names: NamesShown
) -> Iterator[FirstRows]:
    """Yields the first rows of each series that ranks somebody."""
    for series in season.series.all():
        ranked = [row for row in rows_of(table_of(series, evenings), names) if row.place]
        rows = [FirstRow(row.place, row.name, row.total) for row in ranked[:MOST_ROWS]]
        if rows:
            title = f"{name}: {names.redact(series.name)}"
            yield FirstRows(title, path_of_season(season), _("Total"), rows, len(ranked) - len(rows))


def first_rows_of_league(name: str, path: str, page: LeaguePage, names: NamesShown) -> FirstRows:
    """Returns the first rows of a league. Names of teams were typed and may hold a hidden one."""
    label = _("Points") if page.by_points else page.league.get_counts_display()
    records = [(row.place, row.placing.record) for row in page.rows]
    rows = [
        FirstRow(
            place,
            names.redact(each.name),
            league_points(each.match_points) if page.by_points else points(each.games_won),
        )
        for place, each in records[:MOST_ROWS]
    ]
    return FirstRows(name, path, label, rows, len(records) - len(rows))


class ComingEvening(NamedTuple):
    name: str
    day: date
    begins_at: time | None
    venue: str


def coming_evenings(names: NamesShown) -> list[ComingEvening]:
    """Returns the evenings from today on that people may sign up for, the next first. One query."""
    return [
        ComingEvening(names.redact(event.name), event.date, event.begins_at, names.redact(event.venue))
        for event in evenings_to_sign_up_for(timezone.localdate())
    ]
