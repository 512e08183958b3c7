"""The adjustments of an evening that count, and what points decide in its standings."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import F
from django.utils.translation import gettext as _

from tournament.club.named_penalties import NamedPenalty
from tournament.event.queries.competitors import Competitor, key_of
from tournament.event.queries.hours import hour_numbers, name_round_of_evening
from tournament.matches.queries.match_rows import SideRow
from tournament.models import Adjustment, Event, Match, Side, text_for_reader
from tournament.standings.queries.credits_in_words import say_adjustment
from tournament.standings.queries.places import criteria_of

OF_POINTS = {"total", "points", "points_for", "point_difference"}
"""The criteria that count points of the whole evening."""
OF_GAMES = {"games_won", "game_difference"}


class GivenAdjustment(NamedTuple):
    pk: int
    name: str
    words: str
    given_at: datetime


def adjustments_of(event: Event, competitors: dict[int, Competitor]) -> list[GivenAdjustment]:
    """Returns the adjustments that count, the latest first. One query."""
    given = Adjustment.objects.filter(entry__event=event, superseded_at=None).select_related("entry").order_by("-pk")
    given = given.annotate(turn=F("side__match__round__number"))
    return [
        GivenAdjustment(
            each.pk,
            competitors[key].name if (key := key_of(event, each.entry)) in competitors else each.entry.name,
            say_adjustment(
                each.points,
                each.games,
                text_for_reader(event, each.reason),
                name_round_of_evening(event, each.hour, each.turn) if each.turn else "",
            ),
            each.given_at,
        )
        for each in given
    ]


def adjustments_in(event: Event, sides: Iterable[Side | SideRow]) -> dict[int, str]:
    """Returns side -> what counts for it in its match besides the result, as in "Ann and Bea: 2 points off: late". One
    query."""
    names = {side.pk: side.name for side in sides}
    given = Adjustment.objects.filter(side__in=names, superseded_at=None).order_by("pk")
    said: dict[int, list[str]] = {}
    for side, points, games, reason in given.values_list("side", "points", "games", "reason"):
        said.setdefault(side, []).append(say_adjustment(points, games, text_for_reader(event, reason)))
    return {side: f"{names[side]}: {'; '.join(words)}" for side, words in said.items()}


def rounds_to_adjust(event: Event) -> dict[tuple[int, int], str]:
    """Returns the rounds in whose matches something can be given, the latest first, each by its stage and turn with its
    name. One query."""
    drawn = Match.objects.filter(table__stage__event=event, table__stage__released_at__isnull=False).order_by()
    turns = drawn.values_list("table__stage__number", "round__number").distinct()
    return {at: name_round_of_evening(event, *at) for at in sorted(turns, reverse=True)}


def penalties_to_pick(event: Event) -> list[tuple[NamedPenalty, str]]:
    """Returns the penalties that the club has named, each with its words, as in "1 point off". One query."""
    penalties = [NamedPenalty(*each) for each in event.club.penalties]
    return [(penalty, say_adjustment(penalty.points, penalty.games)) for penalty in penalties]


def say_what_points_decide(event: Event) -> str:
    """Says that points do not rank, or only after something else; "" if they rank first."""
    criteria = criteria_of(event, hours=len(hour_numbers(event)))
    if all(criterion.key not in OF_POINTS for criterion in criteria):
        if any(criterion.key in OF_GAMES for criterion in criteria):
            return _("Points do not decide places tonight. Games do: points are only shown as a note beside the name.")
        return _("Points do not decide places tonight. This is only shown as a note beside the name.")
    first = criteria[0]
    if first.key in OF_POINTS:
        return ""
    words = _("Tonight is ranked by this first: %(criterion)s. Points only separate those who are level.")
    return words % {"criterion": _(first.label)}
