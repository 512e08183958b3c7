"""Standings on paper: of one hour, after a round, and final."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.event.queries.hours import hour_label, hour_numbers, hours_of
from tournament.models import Event
from tournament.paper.document import Asked, Document, Needs, SeenBy
from tournament.press.sheets import Options
from tournament.standings.queries.counted_matches import Counting
from tournament.standings.queries.groups import plays_in_groups
from tournament.standings.queries.standings import standings_of
from tournament.standings.queries.standings_page import standings_page

WIDTH, WIDTH_OF_TWO_HOURS, WIDTH_OF_THEIR_TOTALS = 210.0, 297.0, 240.0
"""What the columns need in millimetres, with the margins. Large print of two hours has their totals alone, since it
would be no larger with every round."""


def _standings(asked: Asked) -> Mapping[str, Any]:
    """Of an hour by itself, after a round, or of the whole evening."""
    event, stage = asked.event, asked.stage
    if stage is None:
        standings, numbers = standings_of(event), hour_numbers(event)
    elif event.is_of_rounds:
        of: Counting = "groups" if plays_in_groups(event, stage.number) else "entered"
        standings, numbers = standings_of(event, hours=stage.number, of=of), (stage.number,)
    else:
        standings, numbers = standings_of(event, first_hour=stage.number, hours=stage.number), (stage.number,)
    labels = [hour_label(event, number) for number in numbers]
    after = {"stage_label": _("After round %(number)s") % {"number": stage.number}} if stage else {}
    return (after if event.is_of_rounds else {}) | {
        "page": standings_page(standings),
        "standings": standings,
        "hour_labels": labels,
    }


def standings_so_far(asked: Asked) -> Mapping[str, Any]:
    """Of all that is out, in the middle of an evening."""
    standings = standings_of(asked.event)
    labels = [hour_label(asked.event, stage.number) for stage in hours_of(asked.event)]
    return {"page": standings_page(standings), "standings": standings, "hour_labels": labels}


def _width_of_all(event: Event, options: Options) -> float:
    if event.is_one_round:
        return 0.0
    if not event.has_turns:
        return WIDTH
    return WIDTH_OF_THEIR_TOTALS if options.is_large else WIDTH_OF_TWO_HOURS


OF_AN_HOUR = Document(
    key="hour-standings",
    title=_("Standings"),
    about=_("How everybody stands in this hour by itself, and what decided each place."),
    template="standings.html",
    needs=Needs.RELEASED_HOUR,
    seen_by=SeenBy.HALL_WHEN_SHOWN,
    read=_standings,
    makes_sense=lambda event: event.has_turns,
    least_width=lambda event, options: WIDTH,
)
AFTER_A_ROUND = Document(
    key="round-standings",
    title=_("Standings"),
    about=_("How everybody stands after this round, and what decided each place."),
    template="standings.html",
    needs=Needs.RELEASED_HOUR,
    seen_by=SeenBy.HALL_WHEN_SHOWN,
    read=_standings,
    makes_sense=lambda event: event.is_of_rounds,
    least_width=lambda event, options: WIDTH,
)
FINAL = Document(
    key="final-standings",
    title=_("Final standings"),
    about=_("The whole evening, and what decided each place."),
    template="standings.html",
    needs=Needs.ALL_HOURS,
    seen_by=SeenBy.HALL_WHEN_SHOWN,
    read=_standings,
    least_width=_width_of_all,
)
