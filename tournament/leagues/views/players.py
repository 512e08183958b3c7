"""What the players of a league have done in doubles and singles, for everybody, as a page and as a file."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.leagues.queries.players import PlayerRecord, file_of_records, player_records
from tournament.leagues.views.leagues import require_shown_league
from tournament.models import League
from tournament.web.guards import everybody
from tournament.web.tables import SortColumn, SortedTable, sort_table, table_response


@everybody
@require_safe
def league_records(request: HttpRequest, pk: int) -> HttpResponse:
    league = require_shown_league(request, pk)
    context = {"league": league, "sorted": _sort_records(request, league)}
    return render(request, "leagues/teams/league_records.html", context)


@everybody
@require_safe
def league_records_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Downloads the same rows in the same order; with `?as=xlsx` as XLSX."""
    league = require_shown_league(request, pk)
    rows = file_of_records(_sort_records(request, league).rows, league)
    return table_response(rows, f"{slugify(str(league), allow_unicode=True) or 'league'}-players", request.GET)


def _sort_records(request: HttpRequest, league: League) -> SortedTable[PlayerRecord]:
    columns = (
        SortColumn[PlayerRecord]("name", _("Name"), lambda each: each.name),
        SortColumn[PlayerRecord]("played", _("Tables"), lambda each: each.both.played, "number more", True),
        SortColumn[PlayerRecord]("doubles", _("Doubles"), lambda each: each.doubles.won, "number", True),
        SortColumn[PlayerRecord]("singles", _("Singles"), lambda each: each.singles.won, "number", True),
        SortColumn[PlayerRecord]("won", _("Won"), lambda each: each.both.won, "total", True),
    )
    order = _("Most tables won first.")
    return sort_table(
        player_records(league), columns, request.GET, names_of=lambda each: f"{each.name} {each.team}", order=order
    )
