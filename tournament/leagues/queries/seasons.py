"""Divisions of a league: the rules of one beside those of others, and what the next season would be: which team plays
where, and why."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament.foundation.wording import league_points
from tournament.leagues.log_actions import START_SEASON
from tournament.leagues.log_sentences import RULES
from tournament.leagues.queries.brackets import bracket_of_cup
from tournament.leagues.queries.leagues import teams_of
from tournament.leagues.queries.page import league_page
from tournament.leagues.queries.results import results_of
from tournament.leagues.queries.table import say_example_of
from tournament.leagues.zones import Zone
from tournament.models import League, LeagueTeam, LogEntry, of_shown_club

OF_ONE_DIVISION = ("name", "season", "division", "promoted", "play_off", "relegated")
"""Rules that each division has for itself."""
SHARED = [name for name in RULES if name not in OF_ONE_DIVISION]


@dataclass(frozen=True)
class TeamMove:
    """A team with its place, and the division that the rules give it next season; None if it withdrew. One that plays
    off has the `line` for which it does: the division that the winner gets; the others get the one below. `play_off`
    is that cup if it was drawn, and `has_won` None until it is decided."""

    team: LeagueTeam
    place: str
    zone: Zone
    division: int
    next_division: int | None
    line: int | None = None
    play_off: League | None = None
    has_won: bool | None = None


def divisions_of(league: League, season: str = "") -> list[League]:
    """Returns the divisions of a league in its season, or in another one, from the top; itself if it has none. One
    query."""
    divisions = League.objects.filter(club=league.club_id, name=league.name, season=season or league.season)
    return list(divisions.select_related("club").order_by("division"))


def season_of(league: League) -> tuple[list[League], list[League]]:
    """Returns the divisions of a league, or of the one from which a cup was drawn, and the cups and plates that were
    drawn from them. Two queries."""
    root = league
    while root.drawn_from is not None:
        root = root.drawn_from
    divisions = divisions_of(root)
    drawn = Q(drawn_from__in=divisions) | Q(drawn_from__drawn_from__in=divisions)
    return divisions, list(League.objects.filter(drawn).select_related("club", "drawn_from").order_by("pk"))


def teams_of_other_divisions(league: League) -> dict[str, int]:
    """Returns the keys of the teams that play in another division of a league and not in it, with the number of that
    division. Two queries."""
    teams = LeagueTeam.objects.filter(league__in=divisions_of(league)).values_list("key", "league", "league__division")
    own = {key for key, pk, _division in teams if pk == league.pk}
    return {key: division for key, pk, division in teams if key not in own}


def moves_into_next_season(divisions: list[League]) -> list[TeamMove]:
    """Returns the teams in the order of the tables. Who plays off stays until the play-off that was drawn from one of
    the divisions is decided. Five queries a division, and two more for each cup."""
    steps = {"promoted": -1, "relegated": 1}
    moves = []
    for league in divisions:
        teams = {team.pk: team for team in league.teams.all()}
        for row in league_page(league).rows:
            if row.team is None:
                continue
            to = None if row.withdrawn else league.division + steps.get(row.zone, 0)
            line = None
            if row.zone == "play_off":
                is_for_above = row.placing.rank <= league.promoted + league.play_off
                line = league.division - is_for_above
            moves.append(TeamMove(teams[row.team], row.place, row.zone, league.division, to, line))
    for cup in League.objects.filter(drawn_from__in=divisions).order_by("pk"):
        moves = _follow_play_off(cup, moves)
    numbers = [None, *(each.division for each in divisions)]
    return [move if move.next_division in numbers else replace(move, next_division=move.division) for move in moves]


def _follow_play_off(cup: League, moves: Sequence[TeamMove]) -> list[TeamMove]:
    """Returns the moves as a cup decides them if it is a play-off: all who were drawn play off for one line, maybe
    against teams of the division above it, of which it has no more."""
    of_cup = teams_of(cup)
    teams = {team.pk: team.key for team in of_cup if team.number is not None}
    drawn = [move for move in moves if move.team.key in teams.values()]
    lines = {move.line for move in drawn if move.line is not None}
    line = lines.pop() if len(lines) == 1 else None
    at_line = [move for move in drawn if move.line == line]
    above = [move for move in drawn if move.line is None and move.division == line]
    if line is None or not len(at_line) + len(above) == len(drawn) == len(teams) or len(above) > len(at_line):
        return [*moves]
    winner = bracket_of_cup(of_cup, results_of(cup)).rounds[-1][0].winner
    followed = []
    for move in moves:
        if move in drawn:
            has_won = None if winner is None else move.team.key == teams[winner]
            to = move.next_division if winner is None else line if has_won else line + 1
            move = replace(move, next_division=to, play_off=cup, has_won=has_won)
        followed.append(move)
    return followed


def season_started_from(league: League) -> str:
    """Returns the season that was started from that of a league; "" if none was. One query."""
    line = LogEntry.objects.filter(league=league, action=START_SEASON.name, undone_at=None).order_by("-pk").first()
    return str(line.after["season"]) if line else ""


def leagues_with_rules() -> list[League]:
    """Returns the leagues whose rules a new one can take over, the latest first. One query."""
    return list(League.objects.filter(of_shown_club(), is_cup=False))


def next_division_of(league: League) -> League:
    """Returns the division below the lowest one of a league, with the rules of this one; it is not saved. One query."""
    lowest = max(each.division for each in divisions_of(league))
    rules = {name: getattr(league, name) for name in SHARED}
    return League(club=league.club, name=league.name, season=league.season, division=max(lowest, 1) + 1, **rules)


def say_rules(league: League) -> str:
    """Says what a match gives, with a worked example where games count."""
    if league.order == League.Order.BULLSEYES:
        return _("Ranked by %(counted)s won, without league points.") % {"counted": league.counted}
    points = {name: league_points(getattr(league, name)) for name in ("win", "draw", "loss")}
    words = _("A match won gives %(win)s league points, a draw %(draw)s and a loss %(loss)s.") % points
    return " ".join(filter(None, (words, say_example_of(league))))


def say_other_rules(league: League) -> list[str]:
    """Says of each other division in which rules it differs from this one. One query."""
    words = _("Division %(number)s differs: %(rules)s.")
    said = []
    for other in divisions_of(league):
        names = [str(RULES[name]) for name in SHARED if getattr(other, name) != getattr(league, name)]
        if other.pk != league.pk and not other.is_cup and names:
            said.append(words % {"number": other.division, "rules": ", ".join(names)})
    return said
