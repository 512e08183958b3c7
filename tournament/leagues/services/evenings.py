"""Plays a league match here: opens its evening with both squads, and lets the match follow it.

A league derives from evenings, which know nothing of it: whoever is about to read its table calls `follow_evenings`
(through `services.reports.bring_up_to_date`).
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.door.services.entries import set_here
from tournament.door.services.teams import team_up
from tournament.event.services.events import create_event
from tournament.formats.presets import PRESETS
from tournament.foundation.errors import TournamentError
from tournament.foundation.writing import WRITE_LOCK, log
from tournament.leagues.log_actions import FOLLOW_EVENING, LINK_EVENING, UNLINK_EVENING
from tournament.leagues.outcomes import OUTCOMES
from tournament.leagues.queries.evenings import FIGURES, evenings_by_uid, figures_from, linked_results_of
from tournament.leagues.queries.teams import squad_on
from tournament.leagues.services.log import result_for_log, writing_league
from tournament.leagues.services.versions import ResultReplaced, replace_result, require_current
from tournament.models import Account, Event, League, LeagueResult

PRESET = "team-match"
"""The preset of `formats.presets` of an evening that is opened for a match."""
PLAYERS_NEEDED = 2 * PRESETS[PRESET].pairs_a_team
"""So many of a squad sit down in such an evening."""


class AlreadyPlayed(TournamentError):
    message = _("This match has a result or a ruling already, or is linked to an evening.")


class EveningTaken(TournamentError):
    message = _("This evening is linked to another league match.")


def open_match_evening(fixture: LeagueResult, *, by: Account | None, now: datetime) -> Event:
    """Opens an evening for a match, with the teams whose squad is large enough, and links it. Players are ticked off at
    the door. Raises AlreadyPlayed, ResultReplaced, and what `team_up` raises."""
    preset = PRESETS[PRESET]
    with WRITE_LOCK, transaction.atomic():
        current = _require_free(fixture)
        assert current.other is not None
        settings = dict(preset.settings)
        if current.league.race_to:
            settings["length_number"] = current.league.race_to
        day = current.day or timezone.localdate(now)
        name = f"{current.team} – {current.other}"
        club = current.league.club
        event = create_event(club, name=name, date=day, format=preset.format, settings=settings, by=by, now=now)
        for team in (current.team, current.other):
            names = squad_on(team, day)
            if len(names) >= PLAYERS_NEEDED:
                entered = team_up(event, names, name=team.name, by=by, now=now)
                for entry in entered.entries.all():
                    set_here(entry, False, by=by, now=now)
        link_evening(current, event, by=by, now=now)
    return event


def link_evening(fixture: LeagueResult, event: Event, *, by: Account | None, now: datetime) -> None:
    """Lets a match follow an evening in which both teams play. Raises AlreadyPlayed, ResultReplaced, EveningTaken."""
    with writing_league(fixture.league) as league:
        current = _require_free(fixture)
        if LeagueResult.objects.filter(evening=event.uid, superseded_at=None).exists():
            raise EveningTaken
        current.evening, current.evening_revision = event.uid, None
        current.save(update_fields=["evening", "evening_revision"])
        log(LINK_EVENING, league=league, by=by, now=now, before=_match_for_log(current, event))
    follow_evenings(fixture.league, now=now)


def unlink_evening(result: LeagueResult, *, reason: str, by: Account | None, now: datetime) -> LeagueResult:
    """Lets a match follow its evening no longer: what came from there leaves the table. Raises NeedsReason,
    ResultReplaced."""
    with writing_league(result.league) as league:
        current = require_current(result, reason)
        if current.evening is None:
            raise ResultReplaced
        event = evenings_by_uid([current]).get(current.evening)
        values: dict[str, Any] = {"evening": None, "evening_revision": None}
        if current.evening_revision is not None:
            values |= dict.fromkeys(FIGURES)
        before = _match_for_log(current, event)
        own = replace_result(current, values, reason=reason, by=by, now=now)
        after = result_for_log(own)
        log(UNLINK_EVENING, league=league, by=by, now=now, before=before, after=after, reason=reason)
    return own


def follow_evenings(league: League, *, now: datetime) -> int:
    """Brings the matches that are played here up to their evenings: agreed, a match gets its result, corrected, a
    version with the other figures, and without a result any more it is to be played again. Returns how many changed.
    One query if nothing is played here, two if nothing happened since. Never call it within a read of the table."""
    linked = linked_results_of(league)
    events = evenings_by_uid(linked)
    stale = [each for each in linked if each.evening and _has_moved(each, events.get(each.evening))]
    return sum(_follow(each, events.get(each.evening), now=now) for each in stale if each.evening)


def _has_moved(result: LeagueResult, event: Event | None) -> bool:
    if event is None:
        return result.evening_revision is not None
    return result.evening_revision != event.revision


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
        values = {**figures, "evening_revision": revision}
        reason = _now("Follows the evening in which it is played.")
        new = replace_result(current, values, reason=reason, by=None, now=now)
        before = _match_for_log(current, event)
        log(FOLLOW_EVENING, league=league, by=None, now=now, before=before, after=result_for_log(new))
    return True


def _require_free(fixture: LeagueResult) -> LeagueResult:
    current = LeagueResult.objects.select_related("league__club", "team", "other").get(pk=fixture.pk)
    if current.superseded_at is not None:
        raise ResultReplaced
    if not current.is_fixture or current.evening is not None:
        raise AlreadyPlayed
    return current


def _match_for_log(result: LeagueResult, event: Event | None) -> dict[str, Any]:
    return {**result_for_log(result), "evening": event.name if event else _now("an evening that is gone")}
