"""The game that decides a team match that is level when all its tables are done, if the club's rule says so.

It is a match of its own at one of its tables, drawn by lot, between those who sit there. If a correction makes the
team match uneven without it, it is called off by itself (`matches.services.settling`).
"""

from datetime import datetime
from random import Random

from django.utils.translation import gettext as _

from tournament.draw.log_actions import DRAW_DECIDER, WITHDRAW_DECIDER
from tournament.draw.services.draws import PlannedMatch, plan_matches
from tournament.foundation.errors import CannotDraw
from tournament.foundation.writing import note, writing
from tournament.matches.queries.matches import sides_of
from tournament.matches.queries.team_matches import matches_together, team_match_of
from tournament.models import Account, Hand, Match, NotedFeat, SheetLine, State


def draw_decider(match: Match, *, seed: int, by: Account | None, now: datetime) -> Match:
    """Draws the table that decides the team match of which `match` is a table; the same seed gives the same table.
    Raises CannotDraw unless the team match is level, done at all tables, and its rule asks for one more game."""
    with writing(match.table.stage.event) as event:
        match.table.stage.event = event
        team_match = team_match_of(match)
        if team_match is None or not team_match.needs_decider:
            raise CannotDraw(_("This match needs no deciding game: it is not level, or not all tables are done."))
        last = max(table.round for table in team_match.tables)
        drawn = Random(seed).choice([table for table in team_match.tables if table.round == last])
        (at_table,) = (each for each in matches_together(match) if each.pk == drawn.match)
        sides = [[entry.pk for entry in side.entries] for side in sides_of(at_table)]
        plan_matches(event, [PlannedMatch(at_table.table, at_table.round.number, sides)])
        game = Match.objects.select_related("table__stage__event").filter(table=at_table.table).latest("pk")
        game.is_decider = True
        game.save(update_fields=["is_decider"])
        note(event, DRAW_DECIDER, by=by, now=now, after={"match": game.pk, "table": drawn.number, "seed": seed})
    return game


def is_unplayed(game: Match) -> bool:
    """Returns whether nothing is recorded of a deciding game."""
    noted = (rows.objects.filter(side__match=game).exists() for rows in (SheetLine, NotedFeat))
    recorded = Hand.objects.filter(match=game).exists() or any(noted)
    return game.state == State.WAITING and not recorded


def withdraw_decider(game: Match, *, by: Account | None, now: datetime) -> None:
    """Takes back a deciding game of which nothing is recorded, so that it can be drawn again. Else does nothing."""
    with writing(game.table.stage.event) as event:
        current = Match.objects.select_related("table__stage__event").filter(pk=game.pk, is_decider=True).first()
        if current is None or not is_unplayed(current):
            return
        before = {"match": current.pk, "table": current.table.number}
        current.delete()
        note(event, WITHDRAW_DECIDER, by=by, now=now, before=before)
