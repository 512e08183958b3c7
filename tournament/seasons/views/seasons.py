"""The public pages of seasons: the list, and the table of a series with its file and its paper."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.club.members import audience_of
from tournament.club.queries import is_calendar_shown, names_shown_to, the_club
from tournament.foundation.guards import everybody, is_guest, is_staff
from tournament.foundation.pages import file_response
from tournament.foundation.tables import SortColumn, SortedTable, sort_table, table_response
from tournament.models import Season, Series
from tournament.seasons.paper import print_series
from tournament.seasons.queries.club_records import ratings_are_shown
from tournament.seasons.queries.seasons import (
    Quarter,
    SeriesTable,
    evenings_of,
    find_season,
    list_seasons,
    quarters_of,
    table_of,
)
from tournament.seasons.queries.series_page import (
    SeriesRow,
    cached_rows_of,
    csv_rows,
    explain_tie_breaks,
    quarter_name,
    rule_in_words,
)
from tournament.seasons.services.results import refresh_results

A_PAGE = 60


@everybody
@require_safe
def seasons(request: HttpRequest) -> HttpResponse:
    """Lists the seasons that are shown; people who are signed in see all."""
    club, desk = the_club(), is_staff(request)
    found = list_seasons(club.pk, shown_only=not desk) if club else []
    rates = club is not None and ratings_are_shown(club, desk=desk)
    return render(
        request,
        "seasons/seasons.html",
        {
            **{"club": club, "seasons": found, "desk": desk, "rates": rates, "seasons_are_shown": bool(found)},
            "calendar_is_shown": is_calendar_shown(),
        },
    )


@everybody
@require_safe
def season(request: HttpRequest, pk: int, series: int | None = None) -> HttpResponse:
    """Shows the table of a series, the first if none is named; `?quarter=2026-1` restricts it to a quarter."""
    shown = require_shown_season(request, pk)
    all_series = list(shown.series.all())
    chosen = _series_among(all_series, series)
    evenings = evenings_of(shown)
    quarters = quarters_of(evenings)
    quarter = _quarter_in(request, quarters)
    context = {
        "season": shown,
        "all_series": all_series,
        "series": chosen,
        "desk": is_staff(request),
        "seasons_are_shown": True,
        "quarters": [(f"{year}-{number}", quarter_name((year, number))) for year, number in quarters],
        "quarter": request.GET.get("quarter", ""),
        "evening_count": len(evenings),
    }
    if chosen is not None:
        table = table_of(chosen, evenings, quarter=quarter)
        rows = cached_rows_of(table, names_shown_to(audience_of(request, shown.club), shown.club))
        in_order = _sort_rows(request, rows, quarter)
        shown_rows = Paginator(in_order.rows, A_PAGE).get_page(request.GET.get("page"))
        context |= {"rule": rule_in_words(table.rule), "tie_breaks": explain_tie_breaks(table)}
        context |= {"sorted": in_order, "rows": shown_rows}
    return render(request, "seasons/season.html", context)


@everybody
@require_safe
def series_csv(request: HttpRequest, pk: int, series: int) -> HttpResponse:
    """Has the rows of the page in the same order, with a column for each evening."""
    shown = require_shown_season(request, pk)
    table, quarter = _table_asked_for(request, shown, series)
    rows = _sort_rows(
        request, cached_rows_of(table, names_shown_to(audience_of(request, shown.club), shown.club)), quarter
    ).rows
    return table_response(csv_rows(table, rows), _file_name(shown, table.series), request.GET)


@everybody
@require_safe
def series_pdf(request: HttpRequest, pk: int, series: int) -> HttpResponse:
    """Opens the table as a PDF in the browser."""
    shown = require_shown_season(request, pk)
    table, quarter = _table_asked_for(request, shown, series)
    rows = cached_rows_of(table, names_shown_to(audience_of(request, shown.club), shown.club))
    about = quarter_name(quarter) if quarter else ""
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


def _series_among(all_series: list[Series], asked: int | None) -> Series | None:
    found = [each for each in all_series if asked in (None, each.pk)]
    if asked is not None and not found:
        raise Http404
    return found[0] if found else None


def _table_asked_for(request: HttpRequest, season: Season, series: int) -> tuple[SeriesTable, Quarter | None]:
    chosen = _series_among(list(season.series.all()), series)
    assert chosen is not None
    evenings = evenings_of(season)
    quarter = _quarter_in(request, quarters_of(evenings))
    return table_of(chosen, evenings, quarter=quarter), quarter


def _quarter_in(request: HttpRequest, quarters: tuple[Quarter, ...]) -> Quarter | None:
    asked = request.GET.get("quarter", "")
    if not asked:
        return None
    found = [quarter for quarter in quarters if f"{quarter[0]}-{quarter[1]}" == asked]
    if not found:
        raise Http404
    return found[0]


def _sort_rows(request: HttpRequest, rows: list[SeriesRow], quarter: Quarter | None) -> SortedTable[SeriesRow]:
    columns = (
        SortColumn[SeriesRow]("name", _("Name"), lambda row: row.name),
        SortColumn[SeriesRow]("evenings", _("Evenings"), lambda row: len(row.line.nights), "number", True),
        SortColumn[SeriesRow]("total", _("Total"), lambda row: row.line.total, "total", True),
    )
    kept = {"quarter": f"{quarter[0]}-{quarter[1]}"} if quarter else {}
    order = _("In order of place.")
    return sort_table(rows, columns, request.GET, names_of=lambda row: row.name, order=order, kept=kept)


def _file_name(season: Season, series: Series) -> str:
    return slugify(f"{season.name} {series.name}", allow_unicode=True) or "season"
