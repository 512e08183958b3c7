"""What captains reported of the matches of a league, for the secretary, and of one team, for its captain."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import cast

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from tournament.leagues.queries.counting import say_what_happened
from tournament.leagues.queries.leagues import redact_for_reader
from tournament.leagues.queries.results import ResultRow, match_days_of, results_of
from tournament.leagues.reported import ReportedMatch, pair_with_reports
from tournament.models import (
    Event,
    League,
    LeagueReport,
    LeagueResult,
    LeagueTeam,
    PostponementRequest,
    State,
    names_outside,
)


def reports_of(league: League) -> list[LeagueReport]:
    """Returns what was reported in a league, without the photographs. One query."""
    return list(LeagueReport.objects.filter(team__league=league, games__isnull=False).defer("card"))


def mark_reported(league: League, results: Sequence[ResultRow]) -> None:
    """Marks the fixtures that a captain has reported and nobody agreed yet. One query, none unless the league shows
    them."""
    if not league.shows_reported:
        return
    matches = cast("Sequence[LeagueResult]", results)  # a row has the same names
    for each in pair_with_reports(matches, reports_of(league)):
        if each.match.is_fixture and each.state is State.ENTERED:
            score = "{0.games}–{0.other_games}".format(each.versions[0])
            each.match.mark = _("reported %(score)s, provisional") % {"score": score}


def has_card(reports: Sequence[LeagueReport]) -> set[int]:
    """Returns which of these reports came with a photograph of the card, by id. One query."""
    pks = [report.pk for report in reports]
    return set(LeagueReport.objects.filter(pk__in=pks, card__isnull=False).values_list("pk", flat=True))


@dataclass(frozen=True)
class ReportBoard:
    """What the secretary has to look at: matches in dispute, those that one captain has reported, those whose result
    is `due` and nobody reported, and those `to_come`; then what was settled or agreed."""

    disputed: tuple[ReportedMatch, ...]
    entered: tuple[ReportedMatch, ...]
    due: tuple[LeagueResult, ...]
    to_come: tuple[LeagueResult, ...]
    done: tuple[ReportedMatch, ...]

    @property
    def late_teams(self) -> list[tuple[LeagueTeam, list[LeagueResult]]]:
        """Returns each team that owes a report, with the matches, in the order of names: both of a match that is due,
        and one whose silence does not agree to what the other has reported."""
        owed: dict[LeagueTeam, list[LeagueResult]] = {}
        reported = [
            (each.match, {report.team_id for report in each.open_of_captains}) for each in self.entered if each.is_stuck
        ]
        for match, have in [*((match, set[int]()) for match in self.due), *reported]:
            for team in (match.team, match.other):
                if team is not None and team.pk not in have:
                    owed.setdefault(team, []).append(match)
        return sorted(owed.items(), key=lambda each: each[0].name)


def report_board(league: League, today: date) -> ReportBoard:
    """Three queries."""
    reported = pair_with_reports(results_of(league), reports_of(league))
    by_state = {state: tuple(each for each in reported if each.state is state) for state in State}
    fixtures = [each.match for each in by_state[State.WAITING] if each.match.is_fixture and not each.match.evening]
    days = match_days_of(fixtures, today)
    return ReportBoard(
        disputed=by_state[State.DISPUTED],
        entered=by_state[State.ENTERED],
        due=tuple(match for day in days if day.is_over for match in day.matches),
        to_come=tuple(match for day in days if not day.is_over for match in day.matches) if days else tuple(fixtures),
        done=(*by_state[State.RULED], *by_state[State.AGREED]),
    )


def next_due_after(match: LeagueResult, today: date) -> LeagueResult | None:
    """Returns the match to enter after this one: the next that is due and nobody has reported, by day; after the last
    the first. Three queries."""
    due = report_board(match.league, today).due
    at = due.index(match) if match in due else -1
    return next((each for each in (*due[at + 1 :], *due) if each != match), None)


def postponement_of(match: LeagueResult) -> PostponementRequest | None:
    """Returns the open request to postpone a match, for the present reader, else None. One query."""
    teams = (match.team_id, match.other_id)
    asked = PostponementRequest.objects.filter(team__in=teams, other__in=teams, round=match.round, settled_at=None)
    found = asked.select_related("team", "other").last()
    if found and (names := names_outside(match.league.club)):
        found.reason = names.redact(found.reason)
    return found


def matches_of_captain(team: LeagueTeam) -> list[ReportedMatch]:
    """Returns all matches of a team with their reports, in the order in which they are played; those without a date
    come last, and whether the other captain asks to postpone it. Two queries."""
    asked = PostponementRequest.objects.filter(other=team, round=OuterRef("round"), settled_at=None, agreed_at=None)
    asked = asked.filter(Q(team=OuterRef("team")) | Q(team=OuterRef("other")))
    results = team.league.results.filter(Q(team=team) | Q(other=team), superseded_at=None).exclude(other=None)
    reports = LeagueReport.objects.filter(Q(team=team) | Q(other=team), games__isnull=False).defer("card")
    results = results.select_related("league", "team", "other", "awarded").order_by("round", "pk")
    matches = list(results.annotate(is_asked=Exists(asked)))
    for match in matches:
        redact_for_reader(team.league, match)
        match.has_request = match.is_asked
        match.mark = say_what_happened(match)
    reported = pair_with_reports(matches, reports)
    return sorted(reported, key=lambda each: (each.match.day or date.max, each.match.round))


def reported_match(result: LeagueResult) -> ReportedMatch:
    """Returns one match, as it is given, with its reports. One query."""
    assert result.other_id is not None
    teams = (result.team_id, result.other_id)
    reports = LeagueReport.objects.filter(round=result.round, team__in=teams, other__in=teams, games__isnull=False)
    [reported] = pair_with_reports([result], reports.defer("card"))
    return reported


def name_of_report(report: LeagueReport) -> str:
    """Returns whose version a report is."""
    if report.evening is None:
        return _("Captain of %(team)s") % {"team": report.team.name}
    return _("The evening") if Event.objects.filter(uid=report.evening).exists() else _("The other hall")


def say_why_settled(report: LeagueReport) -> str:
    """Says that a report counts, for the log of a match that several have reported."""
    if report.evening:
        return _("The result from the other hall counts.")
    return _("What the captain of %(team)s reported counts.") % {"team": report.team.name}


def card_of(result: LeagueResult, team: int) -> bytes | None:
    """Returns the photograph of the card that the captain of a team sent. One query."""
    reports = LeagueReport.objects.filter(round=result.round, team=team, card__isnull=False)
    found = reports.filter(other__in=(result.team_id, result.other_id)).values_list("card", flat=True).first()
    return None if found is None else bytes(found)
