"""The club, its people, seasons, series, records, ratings and leagues, as plain values for the resources."""

from collections.abc import Sequence
from typing import Any

from tournament.api.queries.evenings import NotFoundHere, figure_of, require_one
from tournament.api.queries.names import describe_person, names_shown
from tournament.api.reader import Reader
from tournament.club.visibility import NamesShown, is_visible
from tournament.draw.queries.brackets import BracketColumn
from tournament.leagues.queries.late_results import late_results_of
from tournament.leagues.queries.leagues import list_leagues
from tournament.leagues.queries.page import league_page
from tournament.leagues.queries.players import PlayerRecord, player_records
from tournament.leagues.queries.results import ResultRow
from tournament.leagues.queries.table import LeagueRow
from tournament.models import League, Player, Season
from tournament.ranking import Criterion
from tournament.seasons.queries.club_records import (
    all_ended_evenings,
    club_records,
    rating_rules_of,
    ratings_are_shown,
    ratings_of,
    say_records,
)
from tournament.seasons.queries.results import EndedEvening
from tournament.seasons.queries.seasons import (
    evenings_of,
    key_of_quarter,
    list_seasons,
    quarters_of,
    redact_season,
    table_of,
)
from tournament.seasons.queries.series_page import SeriesRow, cached_rows_of
from tournament.seasons.rule import read_rule
from tournament.seasons.series import Quarter, rule_in_words

Plain = dict[str, Any]


def people_seen_by(reader: Reader) -> list[Plain]:
    """Returns the people whose names this reader may see, from A to Z; fields for the desk are None for others. Two
    queries."""
    names, to = names_shown(reader).names, reader.audience
    columns = ("pk", "shown_to", "is_member", "left_on", "forgotten_at")
    people = {pk: values for pk, *values in Player.objects.filter(club=reader.club).values_list(*columns)}

    def is_seen(shown_to: str) -> bool:
        return to is None or is_visible(shown_to, reader.club.shows_people_to, to)

    described = [
        {
            "id": pk,
            "name": names[pk],
            "is_member": is_member if reader.is_desk else None,
            "left_on": left_on if reader.is_desk else None,
        }
        for pk, (shown_to, is_member, left_on, forgotten_at) in people.items()
        if forgotten_at is None and is_seen(shown_to)
    ]
    return sorted(described, key=lambda person: str(person["name"]).casefold())


def seasons_seen_by(reader: Reader) -> list[Plain]:
    """Returns the seasons, the latest first. Three queries."""
    names = names_shown(reader)
    return [_season(season, names) for season in list_seasons(reader.club.pk, shown_only=not reader.is_desk)]


def _season(season: Season, names: NamesShown) -> Plain:
    redact_season(season, names)
    fields = ("uid", "name", "first_day", "last_day")
    series = [{"id": each.pk, "name": each.name, "ranks": each.ranks} for each in season.series.all()]
    return {"id": season.pk, **{name: getattr(season, name) for name in fields}, "series": series}


def the_season(reader: Reader, number: int) -> Season:
    """Returns a season. Raises NotFoundHere, also for one that is not shown. Two queries."""
    seasons = Season.objects.filter(club=reader.club, pk=number)
    return require_one(
        (seasons if reader.is_desk else seasons.filter(shown=True)).select_related("club").prefetch_related("series")
    )


def describe_season(season: Season, reader: Reader) -> Plain:
    """Describes a season with the evenings that count. Three queries."""
    evenings, names = evenings_of(season), names_shown(reader)
    quarters = [key_of_quarter(quarter) for quarter in quarters_of(evenings)]
    return {**_season(season, names), "quarters": quarters, "evenings": [_evening(each, names) for each in evenings]}


def _evening(evening: EndedEvening, names: NamesShown) -> Plain:
    return {"id": evening.event, "name": names.redact(evening.name), "date": evening.day}


def series_table(season: Season, number: int, quarter: str | None, reader: Reader) -> Plain:
    """Returns the table of a series. Raises NotFoundHere if the season has no such series or quarter. Six queries at
    most."""
    series = next((each for each in season.series.all() if each.pk == number), None)
    evenings = evenings_of(season)
    quarters: dict[str | None, Quarter | None] = {key_of_quarter(each): each for each in quarters_of(evenings)}
    quarters[None] = None
    if series is None or quarter not in quarters:
        raise NotFoundHere
    table = table_of(series, evenings, quarter=quarters[quarter])
    names = names_shown(reader)
    return {
        "id": series.pk,
        "name": names.redact(series.name),
        "ranks": series.ranks,
        "rule": read_rule(series.rule).to_document(),
        "rule_in_words": rule_in_words(table.rule),
        "evenings": [_evening(each, names) for each in table.evenings],
        "lines": [_series_line(row, names) for row in cached_rows_of(table, names)],
    }


def _series_line(row: SeriesRow, names: NamesShown) -> Plain:
    line = row.line
    return {
        "place": row.place,
        "rank": None if line.placing is None else line.placing.rank,
        "name": row.name,
        "people": [describe_person(names, person) for person in line.people],
        "total": figure_of(line.total),
        "decided_by": row.decided_by,
        "evenings_lacking": line.lacks,
        "nights": [
            {
                "evening": night.event,
                "figure": figure_of(night.figure),
                "bonus": figure_of(night.bonus),
                "place": night.place,
                "counts": night.event not in line.dropped,
            }
            for night in line.nights
        ],
    }


def records_seen_by(reader: Reader, year: int | None) -> list[Plain]:
    """Returns the records of all time or of a year; none before a season is shown. Seven queries at most."""
    if not reader.is_desk and not Season.objects.filter(club=reader.club, shown=True).exists():
        return []
    evenings, names = all_ended_evenings(reader.club), names_shown(reader)
    records = club_records(reader.club, evenings, year)
    return [
        {
            "kind": record.kind,
            "label": words.label,
            "figure": record.figure,
            "figure_in_words": words.figure,
            "others": record.others,
            "holders": [
                {
                    "people": [describe_person(names, person) for person in holder.people],
                    "evening": holder.event,
                    "tables": holder.tables,
                }
                for holder in record.holders
            ],
        }
        for record, words in zip(records, say_records(records, evenings, names), strict=True)
    ]


def ratings_seen_by(reader: Reader) -> list[Plain]:
    """Returns the ratings of those who played enough matches, the highest first; none if the club does not show them.
    Six queries at most."""
    rules = rating_rules_of(reader.club)
    if not rules.is_on or not ratings_are_shown(reader.club, desk=reader.is_desk):
        return []
    names = names_shown(reader)
    return [
        {
            "person": describe_person(names, each.person),
            "rating": round(each.value, 1),
            "uncertainty": round(each.uncertainty, 1),
            "matches": each.matches,
        }
        for each in ratings_of(reader.club, all_ended_evenings(reader.club)).latest
        if each.matches >= rules.fewest_matches and each.person in names.names
    ]


def leagues_seen_by(reader: Reader) -> list[Plain]:
    """Returns the leagues, the latest first. Two queries."""
    names = names_shown(reader)
    return [
        {
            "id": league.pk,
            "name": names.redact(league.name),
            "season": league.season,
            "division": league.division,
            "teams": getattr(league, "team_count", 0),
            "matches_played": getattr(league, "played", 0),
        }
        for league in list_leagues(shown_only=not reader.is_desk)
    ]


def the_league(reader: Reader, number: int) -> League:
    """Returns a league. Raises NotFoundHere, also for one that is not shown. One query."""
    leagues = League.objects.filter(club=reader.club, pk=number)
    return require_one(leagues if reader.is_desk else leagues.filter(shown=True))


def describe_league(league: League, reader: Reader) -> Plain:
    """Describes a league: its table with what decided each place, its results and fixtures. Text that people typed
    leaves out names that this reader may not see. Sixteen queries at most."""
    page, names = league_page(league), names_shown(reader)
    results = [result for _number, group in page.rounds for result in group]
    late = {each.match.pk for each in late_results_of(league, results)}
    return {
        "id": league.pk,
        "name": names.redact(league.name),
        "season": league.season,
        "division": league.division,
        "criteria": [{"key": each.key, "label": each.label, "explanation": each.explanation} for each in page.criteria],
        "lines": [] if page.bracket else [_league_line(row, page.criteria, names) for row in page.rows],
        "results": [_league_result(result, names, is_late=result.pk in late) for result in results],
        "cup": [_round_of_cup(column, names) for column in page.bracket.columns] if page.bracket else [],
        "players": [_player_of_league(each, names) for each in player_records(league)],
    }


def _player_of_league(record: PlayerRecord, names: NamesShown) -> Plain:
    tallies = {"doubles": record.doubles._asdict(), "singles": record.singles._asdict()}
    return {"name": names.redact(record.name), "team": names.redact(record.team), **tallies}


def _league_line(row: LeagueRow, criteria: Sequence[Criterion], names: NamesShown) -> Plain:
    record = row.placing.record
    figures = {each.key: figure_of(each.figure_of(record)) for each in criteria if each.figure_of is not None}
    of_hang_jacks = {"hang_jacks_for": row.hang_jacks, "hang_jacks_against": row.hang_jacks_against}
    figures |= {key: figure_of(each.known) for key, each in of_hang_jacks.items() if key in figures}
    return {
        "place": row.place,
        "rank": None if row.withdrawn else row.placing.rank,
        "team": names.redact(record.name),
        "played": row.played,
        "won": figure_of(record.won),
        "drawn": figure_of(record.drawn),
        "lost": figure_of(record.lost),
        "figures": figures,
        "lacking": {key: each.lacking for key, each in of_hang_jacks.items() if key in figures and each.lacking},
        "decided_by": row.placing.decided_by,
        "decided_by_label": row.why,
        "ahead": names.redact(row.ahead),
        "form": list(row.form.latest),
        "moved": row.form.moved,
        "zone": row.zone,
        "home": row.form.home._asdict(),
        "away": row.form.away._asdict(),
        "notes": [*row.byes, *(names.redact(penalty) for penalty in row.penalties)],
        "withdrawn": names.redact(row.withdrawn),
    }


def _round_of_cup(column: BracketColumn, names: NamesShown) -> Plain:
    return {
        "label": column.label,
        "meetings": [
            {
                "teams": [names.redact(side.name) for side in match.sides if side.name],
                "winner": next((names.redact(side.name) for side in match.sides if side.won), None),
                "is_bye": match.is_bye,
                "note": names.redact(match.note),
            }
            for match in column.matches
        ],
    }


def _league_result(result: ResultRow, names: NamesShown, *, is_late: bool) -> Plain:
    figures = ("games", "hang_jacks", "other_games", "other_hang_jacks")
    return {
        "id": result.pk,
        "round": result.round,
        "team": names.redact(result.team.name),
        "other": names.redact(result.other.name) if result.other else None,
        "date": result.day,
        "venue": names.redact(result.place),
        "postponed_from": result.postponed_from,
        "play_by": result.play_by,
        "outcome": result.outcome,
        "awarded_to": names.redact(result.awarded.name) if result.awarded else None,
        "mark": names.redact(result.mark),
        "is_late": is_late,
        **{name: getattr(result, name) for name in figures},
        "starts": f"{result.starts:%H:%M}" if result.starts else None,
        "ends": f"{result.ends:%H:%M}" if result.ends else None,
    }
