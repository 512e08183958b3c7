"""Undoes the last import of results in one go: what it brought is gone, and what it changed is as before."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import TournamentError
from tournament.foundation.model_rows import fields_of, from_plain, to_plain
from tournament.foundation.writing import log
from tournament.leagues.log_actions import DATE_MATCH, DATE_ROUNDS, IMPORT_RESULTS, UNDO_IMPORT_RESULTS
from tournament.leagues.services.log import writing_league
from tournament.models import Account, League, LeagueResult, LogEntry


class ImportNotLast(TournamentError):
    message = _("This import was undone already, or another one followed it.")


@dataclass(frozen=True)
class UndoneImport:
    """`taken_out` are matches that the import had brought or filled in. Those in `stay` were corrected, dated or
    removed since, and stay as they are."""

    taken_out: int
    stay: tuple[str, ...]


def last_import(league: League) -> LogEntry | None:
    """Returns the log's line of the last import, unless it was undone. One query."""
    last = LogEntry.objects.filter(league=league, action=IMPORT_RESULTS.name).order_by("-pk").first()
    return last if last and last.undone_at is None else None


def undo_import(league: League, seen: int, *, by: Account | None, now: datetime) -> UndoneImport:
    """Deletes the results that came with the last import, and its teams that have no match otherwise; matches that it
    filled in are to be played again, and dates and places go back. What was corrected since stays. Raises ImportNotLast
    if its line of the log is not `seen`."""
    with writing_league(league) as current:
        line = last_import(current)
        if line is None or line.pk != seen:
            raise ImportNotLast
        came = LeagueResult.objects.filter(league=current, imported_at=line.at).select_related("team", "other")
        dated = _find_dated_since(line)
        used = [each for each in came if each.superseded_at or {each.round, (each.round, *_teams_of(each))} & dated]
        pks = [each.pk for each in came if each not in used]
        filled = LeagueResult.objects.filter(replaced_by__in=pks)
        filled.update(superseded_at=None, superseded_by=None, reason="", replaced_by=None)
        LeagueResult.objects.filter(pk__in=pks).delete()
        stay = [" – ".join(_teams_of(each)) for each in used] + _move_back(current, line.after.get("moved", []))
        playing = {pk for teams in current.results.values_list("team", "other") for pk in teams if pk}
        current.teams.filter(name__in=line.after.get("teams", []), penalties=None, money=None).exclude(
            pk__in=playing
        ).delete()
        line.undone_at = now
        line.save(update_fields=["undone_at"])
        after = {"results": len(pks), "stay": len(stay)}
        log(UNDO_IMPORT_RESULTS, league=current, by=by, now=now, after=after)
    return UndoneImport(len(pks), tuple(stay))


def _move_back(league: League, moved: list[dict[str, Any]]) -> list[str]:
    """Gives matches their dates and places back; returns the names of those that were dated again since."""
    fields = {field.name: field for field in fields_of(LeagueResult)}
    stay = []
    for each in moved:
        match = (
            LeagueResult.objects.filter(league=league, superseded_at=None, round=each["round"])
            .filter(team__name=each["teams"][0], other__name=each["teams"][1])
            .select_related("team", "other")
            .first()
        )
        if match is None:
            stay.append(" – ".join(each["teams"]))
        elif any(to_plain(getattr(match, name)) != value for name, value in each["after"].items()):
            stay.append(" – ".join(_teams_of(match)))
        else:
            before = {name: from_plain(fields[name], value) for name, value in each["before"].items()}
            LeagueResult.objects.filter(pk=match.pk).update(**before)
    return stay


def _find_dated_since(line: LogEntry) -> set[object]:
    """Returns the rounds that got dates after this line of the log, and single matches by round and teams."""
    since = LogEntry.objects.filter(league=line.league_id, pk__gt=line.pk)
    rounds = {int(number) for each in since.filter(action=DATE_ROUNDS.name) for number in each.after["rounds"]}
    matches = [each.before for each in since.filter(action=DATE_MATCH.name)]
    return {*rounds, *((each["round"], *each["teams"]) for each in matches)}


def _teams_of(result: LeagueResult) -> list[str]:
    return [team.name for team in (result.team, result.other) if team]
