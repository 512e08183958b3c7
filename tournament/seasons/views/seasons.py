"""The public pages of seasons: the list, and the table of a series with its file and its paper."""

from collections.abc import Sequence

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.club.members import audience_of
from tournament.club.queries import is_calendar_shown, names_shown_to, the_club
from tournament.club.visibility import NamesShown
from tournament.models import Season, Series
from tournament.seasons.paper import print_series
from tournament.seasons.queries.club_records import ratings_are_shown
from tournament.seasons.queries.results import EndedEvening
from tournament.seasons.queries.seasons import (
    SeriesTable,
    evenings_of,
    find_season,
    key_of_quarter,
    list_seasons,
    quarters_of,
    redact_season,
    table_of,
)
from tournament.seasons.queries.series_page import SeriesRow, cached_rows_of, csv_rows, explain_tie_breaks, quarter_name
from tournament.seasons.series import quarter_of, rule_in_words
from tournament.seasons.services.results import refresh_results
from tournament.web.guards import everybody, is_guest, is_staff
from tournament.web.pages import file_response
from tournament.web.tables import SortColumn, SortedTable, sort_table, table_response

A_PAGE = 60


@everybody
@require_safe
def seasons(request: HttpRequest) -> HttpResponse:
    """Lists the seasons that are shown; people who are signed in see all."""
    club, desk = the_club(), is_staff(request)
    listed = list_seasons(club.pk, shown_only=not desk) if club else []
    if club and listed and not desk:
        names = names_shown_to(audience_of(request, club), club)
        for each in listed:
            redact_season(each, names)
    rates = club is not None and ratings_are_shown(club, desk=desk)
    return render(
        request,
        "seasons/seasons.html",
        {
            **{"club": club, "seasons": listed, "desk": desk, "rates": rates, "seasons_are_shown": bool(listed)},
            "calendar_is_shown": is_calendar_shown(),
        },
    )


@everybody
@require_safe
def season(request: HttpRequest, pk: int, series: int | None = None) -> HttpResponse:
    """Shows the table of a series, the first if none is named; `?quarter=2026-1` restricts it to a quarter."""
    shown, names = _season_with_names(request, pk)
    all_series, evenings = list(shown.series.all()), evenings_of(shown)
    context = {
        "season": shown,
        "all_series": all_series,
        "series": None,
        "desk": is_staff(request),
        "seasons_are_shown": True,
        "quarters": [(key_of_quarter(each), quarter_name(each)) for each in quarters_of(evenings)],
        "quarter": request.GET.get("quarter", ""),
        "evening_count": len(evenings),
    }
    if all_series or series is not None:
        table, rows = _table_asked_for(request, shown, series, evenings, names)
        in_order = _sort_rows(request, rows)
        context |= {"series": table.series, "sorted": in_order}
        context |= {"rule": rule_in_words(table.rule), "tie_breaks": explain_tie_breaks(table)}
        context["rows"] = Paginator(in_order.rows, A_PAGE).get_page(request.GET.get("page"))
    return render(request, "seasons/season.html", context)


@everybody
@require_safe
def series_csv(request: HttpRequest, pk: int, series: int) -> HttpResponse:
    """Has the rows of the page in the same order, with a column for each evening."""
    shown, names = _season_with_names(request, pk)
    table, rows = _table_asked_for(request, shown, series, evenings_of(shown), names)
    rows_of_file = csv_rows(table, _sort_rows(request, rows).rows, names)
    return table_response(rows_of_file, _file_name(shown, table.series), request.GET)


@everybody
@require_safe
def series_pdf(request: HttpRequest, pk: int, series: int) -> HttpResponse:
    shown, names = _season_with_names(request, pk)
    table, rows = _table_asked_for(request, shown, series, evenings_of(shown), names)
    about = quarter_name(quarter_of(table.evenings[0].day)) if request.GET.get("quarter") else ""
    printed = print_series(shown, table, rows, about=about, for_guest=is_guest(request), now=timezone.now())
    name = f"{_file_name(shown, table.series)}.pdf"
    return file_response(printed.pdf, "application/pdf", name, download=False)


def require_shown_season(request: HttpRequest, pk: int) -> Season:
    """Returns the season with up-to-date results of its evenings. Raises SeasonNotShown if it is not shown and the
    reader is not signed in."""
    season = find_season(pk, desk=is_staff(request))
    if season is None:
        raise Http404
    refresh_results(season.club, now=timezone.now())
    return season


def _season_with_names(request: HttpRequest, pk: int) -> tuple[Season, NamesShown]:
    """Returns the season, and everybody's names, as this reader may see them. Raises SeasonNotShown."""
    season = require_shown_season(request, pk)
    names = names_shown_to(audience_of(request, season.club), season.club)
    redact_season(season, names)
    return season, names


def _table_asked_for(
    request: HttpRequest, season: Season, series: int | None, evenings: Sequence[EndedEvening], names: NamesShown
) -> tuple[SeriesTable, list[SeriesRow]]:
    """Returns the table of a series, the first without `series`, for the quarter that the address names; and its rows
    with these names."""
    series_asked_for = [each for each in season.series.all() if series in (None, each.pk)]
    asked = request.GET.get("quarter", "")
    quarters = {"": None, **{key_of_quarter(quarter): quarter for quarter in quarters_of(evenings)}}
    if not series_asked_for or asked not in quarters:
        raise Http404
    table = table_of(series_asked_for[0], evenings, quarter=quarters[asked])
    return table, cached_rows_of(table, names)


def _sort_rows(request: HttpRequest, rows: list[SeriesRow]) -> SortedTable[SeriesRow]:
    columns = (
        SortColumn[SeriesRow]("name", _("Name"), lambda row: row.name),
        SortColumn[SeriesRow]("evenings", _("Evenings"), lambda row: len(row.line.nights), "number", True),
        SortColumn[SeriesRow]("total", _("Total"), lambda row: row.line.total, "total", True),
    )
    kept = {"quarter": request.GET.get("quarter", "")}
    order = _("In order of place.")
    return sort_table(rows, columns, request.GET, names_of=lambda row: row.name, order=order, kept=kept)


def _file_name(season: Season, series: Series) -> str:
    return slugify(f"{season.name} {series.name}", allow_unicode=True) or "season"
