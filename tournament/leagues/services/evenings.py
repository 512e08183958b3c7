"""Plays a league match here: opens its evening with both squads, and lets the match follow it.

A league derives from evenings, which know nothing of it: whoever is about to read its table calls `follow_evenings`
(through `services.reports.bring_up_to_date`).
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.db.models import Min
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.door.services.teams import team_up
from tournament.event.services.events import create_event
from tournament.formats.formats import Part
from tournament.formats.presets import PRESETS
from tournament.foundation.errors import NeedsReason, TournamentError
from tournament.foundation.writing import log, write_transaction
from tournament.leagues.hall_file import MatchForHall
from tournament.leagues.log_actions import FOLLOW_EVENING, LINK_EVENING, UNLINK_EVENING
from tournament.leagues.outcomes import OUTCOMES
from tournament.leagues.queries.evenings import FIGURES, evenings_by_uid, figures_from, links_of
from tournament.leagues.queries.tables import UsualTables, usual_tables
from tournament.leagues.queries.teams import squad_on
from tournament.leagues.services.cups import CupHasBegun, follow_cup, has_results
from tournament.leagues.services.log import result_for_log, writing_league
from tournament.leagues.services.versions import ResultReplaced, replace_result, require_current
from tournament.models import Account, Club, Event, League, LeagueResult

PRESET, PRESET_OF_CUP = "team-match", "team-cup"
"""The presets of `formats.presets` of an evening that is opened for a match, or for a whole cup."""


def players_needed(tables: int, singles: int = 0) -> int:
    """Returns how many of a squad sit down in such an evening, at the tables of the league if it has any."""
    return 2 * (tables or PRESETS[PRESET].pairs_a_team) - singles


class AlreadyPlayed(TournamentError):
    message = _("This match has a result or a ruling already, or is linked to an evening.")


class EveningTaken(TournamentError):
    message = _("This evening is linked to another league match.")


def open_match_evening(fixture: LeagueResult, *, by: Account | None, now: datetime) -> Event:
    """Opens an evening for a match, with the teams whose squad is large enough, and links it. Players are ticked off at
    the door. Raises AlreadyPlayed, ResultReplaced, and what `team_up` raises."""
    with write_transaction():
        current = require_free(fixture)
        assert current.other is not None
        league, day = current.league, current.day or timezone.localdate(now)
        squads = {team.name: squad_on(team, day) for team in (current.team, current.other)}
        event = create_match_evening(league.club, squads, day, league, usual_tables(league), by=by, now=now)
        link_evening(current, event, by=by, now=now)
    return event


def open_cup_evening(cup: League, *, by: Account | None, now: datetime) -> Event:
    """Opens an evening on the day of its first matches, in which all teams of a cup play it to the end; of two, that of
    their match. Raises CupHasBegun, and what `team_up` raises."""
    if has_results(cup):
        raise CupHasBegun
    open_matches = cup.results.filter(superseded_at=None, games=None)
    day = open_matches.aggregate(first=Min("day"))["first"] or timezone.localdate(now)
    teams = cup.teams.select_related("league__drawn_from").filter(withdrawn_on=None).exclude(number=None)
    if len(teams) == 2:
        follow_cup(cup, now=now)
        return open_match_evening(open_matches.get(team__in=teams, other__in=teams), by=by, now=now)
    squads = {team.name: squad_on(team, day) for team in teams.order_by("key")}
    return create_match_evening(cup.club, squads, day, cup, usual_tables(cup), by=by, now=now)


def create_match_evening(
    club: Club,
    squads: Mapping[str, Sequence[str]],
    day: date,
    rules: League | MatchForHall,
    usual: UsualTables,
    *,
    by: Account | None,
    now: datetime,
) -> Event:
    """Creates an evening for the match of two teams, or a knock-out of more, with those whose squad is large enough.
    Unless a match is a race, its tables play as many games as is `usual`. Raises what `team_up` raises."""
    is_match = len(squads) == 2
    preset = PRESETS[PRESET if is_match else PRESET_OF_CUP]
    settings = dict(preset.settings)
    settings |= {} if is_match else {"plan": [Part("knock-out").in_a_plan]}
    settings |= {"counts_games_in_play": rules.counts_games_in_play}
    settings |= {"length_number": rules.race_to} if rules.race_to else {}
    singles = len(usual.singles) if len(usual.singles) < rules.tables else 0
    settings |= {"pairs_a_team": rules.tables - singles, "singles_a_team": singles} if rules.tables else {}
    if not rules.race_to and 0 < len(usual.games) == rules.tables:
        settings |= _length_of(usual)
    with write_transaction():
        name = " – ".join(squads) if is_match else str(rules)
        event = create_event(club, name=name, date=day, format=preset.format, settings=settings, by=by, now=now)
        for team, names in squads.items():
            if len(names) >= players_needed(rules.tables, singles):
                team_up(event, names, name=team, here=False, by=by, now=now)
    return event


def _length_of(usual: UsualTables) -> dict[str, Any]:
    """Returns the settings by which each table plays its games; pairs sit at the first tables, single players at the
    next."""
    numbered = sorted(enumerate(usual.games, start=1), key=lambda each: each[0] in usual.singles)
    games = [each for _number, each in numbered]
    by_table = games if len({*games}) > 1 else []
    return {"length_kind": "games", "length_number": max(games), "games_a_table": by_table}


def link_evening(fixture: LeagueResult, event: Event, *, by: Account | None, now: datetime) -> None:
    """Lets a match follow an evening in which both teams play. Raises AlreadyPlayed, ResultReplaced, EveningTaken."""
    with writing_league(fixture.league) as league:
        current = require_free(fixture)
        if LeagueResult.objects.filter(evening=event.uid, superseded_at=None).exists():
            raise EveningTaken
        current.evening, current.evening_revision = event.uid, None
        current.save(update_fields=["evening", "evening_revision"])
        log(LINK_EVENING, league=league, by=by, now=now, before=_match_for_log(current, event))
    follow_evenings(fixture.league, now=now)


def unlink_evening(result: LeagueResult, *, reason: str = "", by: Account | None, now: datetime) -> LeagueResult:
    """Lets a match follow its evening no longer: what came from there leaves the table. Raises ResultReplaced, and
    NeedsReason if it has a result or a ruling."""
    with writing_league(result.league) as league:
        current = require_current(result, None)
        if current.evening is None:
            raise ResultReplaced
        if not current.is_fixture and not reason.strip():
            raise NeedsReason
        before = _match_for_log(current, evenings_by_uid([current]).get(current.evening))
        if current.is_fixture:
            current.evening = current.evening_revision = None
            current.save(update_fields=["evening", "evening_revision"])
            own = current
        else:
            values: dict[str, Any] = {"evening": None, "evening_revision": None}
            if current.evening_revision is not None:
                values |= dict.fromkeys(FIGURES)
            own = replace_result(current, values, reason=reason, by=by, now=now)
        after = result_for_log(own)
        log(UNLINK_EVENING, league=league, by=by, now=now, before=before, after=after, reason=reason)
    return own


def follow_evenings(league: League, *, now: datetime) -> int:
    """Brings the matches that are played here up to their evenings: agreed, a match gets its result, corrected, a
    version with the other figures, and without a result any more it is to be played again. A match without a date gets
    that of its evening. Returns how many changed.
    One query if nothing is played here, two if nothing happened since. Never call it within a read of the table."""
    links = links_of(league)
    events = evenings_by_uid(links)
    revisions = {uid: event.revision for uid, event in events.items()}
    stale = {each.result: each.evening for each in links if each.revision != revisions.get(each.evening)}
    if not stale:
        return 0
    results = league.results.select_related("league", "team", "other", "awarded").filter(pk__in=stale)
    return sum(_follow(each, events.get(stale[each.pk]), now=now) for each in results)


def _follow(result: LeagueResult, event: Event | None, *, now: datetime) -> bool:
    figures = dict.fromkeys(FIGURES) if event is None else figures_from(event, result)
    with writing_league(result.league) as league:
        current = LeagueResult.objects.select_related("league", "team", "other", "awarded").get(pk=result.pk)
        if current.superseded_at is not None or current.evening != result.evening:
            return False
        revision = None if event is None else event.revision
        outcome = OUTCOMES.get(current.outcome)
        is_ruled = outcome is not None and outcome.counting != "open"
        if is_ruled or figures == {name: getattr(current, name) for name in FIGURES}:
            LeagueResult.objects.filter(pk=current.pk).update(evening_revision=revision)
            return False
        values: dict[str, Any] = {**figures, "evening_revision": revision}
        if event is not None and figures["games"] is not None and current.day is None:
            values["day"] = event.date
        reason = _now("Follows the evening in which it is played.")
        new = replace_result(current, values, reason=reason, by=None, now=now)
        before = _match_for_log(current, event)
        log(FOLLOW_EVENING, league=league, by=None, now=now, before=before, after=result_for_log(new))
    return True


def require_free(fixture: LeagueResult) -> LeagueResult:
    """Returns a match as it is stored, if it is still to be played. Raises AlreadyPlayed, ResultReplaced."""
    current = LeagueResult.objects.select_related("league__club", "team", "other").get(pk=fixture.pk)
    if current.superseded_at is not None:
        raise ResultReplaced
    if not current.is_fixture or current.evening is not None:
        raise AlreadyPlayed
    return current


def _match_for_log(result: LeagueResult, event: Event | None) -> dict[str, Any]:
    return {**result_for_log(result), "evening": event.name if event else _now("an evening that is gone")}
