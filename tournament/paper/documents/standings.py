"""Standings on paper: of one hour, after a round, and final."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.models import Event
from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.press.sheets import Options
from tournament.standings.queries.counted_matches import Counting
from tournament.standings.queries.groups import plays_in_groups
from tournament.standings.queries.standings import standings_of
from tournament.standings.queries.standings_page import standings_on_paper

WIDTH, WIDTH_OF_TWO_HOURS, WIDTH_OF_THEIR_TOTALS = 210.0, 297.0, 240.0
"""The widths in millimetres that columns and margins need. Large print of two hours shows only their totals, since with
every round it would be no larger."""


def _read_standings(asked: DocumentRequest) -> Mapping[str, Any]:
    """The standings of an hour by itself, after a round, or of the whole evening."""
    event, stage = asked.event, asked.stage
    if stage is None:
        standings = standings_of(event)
    elif not event.kind.ranks_each_stage:
        of: Counting = "groups" if plays_in_groups(event, stage.number) else "entered"
        standings = standings_of(event, hours=stage.number, of=of)
    else:
        standings = standings_of(event, first_hour=stage.number, hours=stage.number)
    after = {"stage_label": _("After round %(number)s") % {"number": stage.number}} if stage else {}
    return ({} if event.kind.ranks_each_stage else after) | {
        "page": standings_on_paper(standings),
        "standings": standings,
    }


def read_standings_so_far(asked: DocumentRequest) -> Mapping[str, Any]:
    """The standings of all released hours, in the middle of an evening."""
    standings = standings_of(asked.event)
    return {"page": standings_on_paper(standings), "standings": standings}


def _width_of_all(event: Event, options: Options) -> float:
    if not event.kind.has_several_stages:
        return 0.0
    if not event.kind.ranks_each_stage:
        return WIDTH
    return WIDTH_OF_THEIR_TOTALS if options.is_large else WIDTH_OF_TWO_HOURS


OF_AN_HOUR = Document(
    key="hour-standings",
    title=_("Standings"),
    about=_("The standings of this part alone, and what decided each place."),
    template="standings.html",
    needs=Needs.RELEASED_HOUR,
    seen_by=SeenBy.HALL_WHEN_SHOWN,
    read=_read_standings,
    makes_sense=lambda event: event.kind.ranks_each_stage,
    least_width=lambda event, options: WIDTH,
)
AFTER_A_ROUND = Document(
    key="round-standings",
    title=_("Standings"),
    about=_("The standings after this round, and what decided each place."),
    template="standings.html",
    needs=Needs.RELEASED_HOUR,
    seen_by=SeenBy.HALL_WHEN_SHOWN,
    read=_read_standings,
    makes_sense=lambda event: event.kind.is_planned,
    least_width=lambda event, options: WIDTH,
)
FINAL = Document(
    key="final-standings",
    title=_("Final standings"),
    about=_("The whole evening, and what decided each place."),
    template="standings.html",
    needs=Needs.ALL_HOURS,
    seen_by=SeenBy.HALL_WHEN_SHOWN,
    read=_read_standings,
    least_width=_width_of_all,
)
