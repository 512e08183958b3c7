"""The club's records, and its ratings if it has them."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournament.club.members import audience_of
from tournament.club.queries import names_shown_to, the_club
from tournament.foundation.errors import TournamentError
from tournament.models import Club, RatingRules, Season, join_names
from tournament.seasons.queries.club_records import (
    RecordInWords,
    all_ended_evenings,
    rating_rules_of,
    ratings_are_shown,
    ratings_of,
    say_records,
)
from tournament.seasons.queries.club_records import club_records as read_records
from tournament.seasons.queries.ratings_page import RatingRow, rating_rows
from tournament.seasons.services.results import refresh_results
from tournament.seasons.views.seasons import A_PAGE
from tournament.web.guards import everybody, is_staff
from tournament.web.pages import number_in
from tournament.web.tables import SortColumn, SortedTable, sort_table, table_response


class ClubPageNotShown(TournamentError):
    status = 403
    message = gettext_lazy("The club does not show this page to everybody. Sign in to see it.")


@everybody
@require_safe
def club_records(request: HttpRequest) -> HttpResponse:
    """Shows records of all time, or of one year with `?year=`. Everybody sees them once a season is shown."""
    club = the_club()
    records, years, year = _records_asked_for(request, club)
    context: dict[str, Any] = {"club": club, "records": records, "years": years, "year": year}
    context |= {"asked": f"year={year}" if year else "", "seasons_are_shown": True}
    return render(request, "seasons/records.html", context)


@everybody
@require_safe
def records_csv(request: HttpRequest) -> HttpResponse:
    """Has a row for each holder of a record of the page."""
    records, _years, year = _records_asked_for(request, the_club())
    rows: list[list[object]] = [[_("Record"), _("Figure"), _("Holder"), _("Where")]]
    for record in records:
        for holder in record.holders:
            names = join_names([name for _person, name in holder.people]) if holder.people else ""
            rows.append([record.label, record.figure, names, holder.where])
    return table_response(rows, f"records-{year}" if year else "records", request.GET)


def _records_asked_for(request: HttpRequest, club: Club | None) -> tuple[list[RecordInWords], list[int], int | None]:
    """Returns the records, the years that have any, and the year asked for. Raises ClubPageNotShown."""
    if not is_staff(request) and not Season.objects.filter(club=club, shown=True).exists():
        raise ClubPageNotShown
    year = number_in(request.GET.get("year", ""))
    refresh_results(club, now=timezone.now())
    evenings = all_ended_evenings(club) if club else ()
    years = sorted({evening.day.year for evening in evenings}, reverse=True)
    if year is not None and year not in years:
        raise Http404
    if club is None:
        return [], years, year
    names = names_shown_to(audience_of(request, club), club)
    return say_records(read_records(club, evenings, year), evenings, names), years, year


@everybody
@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    club, desk = _require_shown_ratings(request), is_staff(request)
    rules = rating_rules_of(club)
    if not rules.is_on:
        return render(request, "seasons/ratings.html", {"club": club, "rules": rules, "desk": desk})
    table, hidden = _sort_ratings(request, club, rules)
    rows = Paginator(table.rows, A_PAGE).get_page(request.GET.get("page"))
    context = {"rules": rules, "desk": desk, "sorted": table, "rows": rows, "hidden": hidden}
    context |= {"club": club, "seasons_are_shown": True}
    return render(request, "seasons/ratings.html", context)


@everybody
@require_safe
def ratings_csv(request: HttpRequest) -> HttpResponse:
    """Has the rows of the page in the same order."""
    club = _require_shown_ratings(request)
    rules = rating_rules_of(club)
    if not rules.is_on:
        raise Http404
    table, _hidden = _sort_ratings(request, club, rules)
    heads = [_("Name"), _("Rating"), _("Uncertainty"), _("Matches")]
    rows = [(row.who.name, *row[1:]) for row in table.rows]
    return table_response([heads, *rows], "ratings", request.GET)


def _require_shown_ratings(request: HttpRequest) -> Club:
    club = the_club()
    if club is None:
        raise Http404
    if not ratings_are_shown(club, desk=is_staff(request)):
        raise ClubPageNotShown
    return club


def _sort_ratings(request: HttpRequest, club: Club, rules: RatingRules) -> tuple[SortedTable[RatingRow], int]:
    """Returns ratings in the order asked for, and how many are hidden."""
    refresh_results(club, now=timezone.now())
    names = names_shown_to(audience_of(request, club), club)
    rows, hidden = rating_rows(ratings_of(club, all_ended_evenings(club)).latest, names, fewest=rules.fewest_matches)
    columns = (
        SortColumn[RatingRow]("name", _("Name"), lambda row: row.who.name),
        SortColumn[RatingRow]("rating", _("Rating"), lambda row: row.value, "total", True),
        SortColumn[RatingRow]("matches", _("Matches"), lambda row: row.matches, "number", True),
    )
    order = _("Highest rating first.")
    return sort_table(rows, columns, request.GET, names_of=lambda row: row.who.name, order=order), hidden
