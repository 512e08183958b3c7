"""Sides that the director waits for, and whether their minutes of grace are over."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournament.matches.queries.matches import may_walk_over, with_sides
from tournament.models import Event, Match, Side, State, join_names


@dataclass(frozen=True)
class LateSide:
    """`minutes` is how long the side is late by now, `grace` how many minutes it has; `came` names the other sides.
    `proposes` is what the rule can propose for them: "points", "walk_over", or "" where several sides meet or tables
    play on in turns, so that the director decides."""

    match: int
    table: int
    side: int
    name: str
    came: str
    minutes: int
    grace: int
    proposes: str

    @property
    def is_over(self) -> bool:
        return self.minutes >= self.grace


def late_sides(event: Event, now: datetime) -> tuple[LateSide, ...]:
    """Returns the late sides of open matches, by table. Without minutes of grace there are none, and no query."""
    if event.grace_minutes is None:
        return ()
    late = Side.objects.filter(match__table__stage__event=event, late_since__isnull=False).values("match")
    waiting = Match.objects.filter(pk__in=late, state=State.WAITING, walk_over=None).select_related("table")
    matches = with_sides(waiting.order_by("table__number", "pk"))
    return tuple(
        _late_side(event, match, side, now) for match in matches for side in match.all_sides if side.late_since
    )


def _late_side(event: Event, match: Match, side: Side, now: datetime) -> LateSide:
    assert side.late_since is not None
    assert event.grace_minutes is not None
    others = join_names([other.name for other in match.all_sides if other.number != side.number])
    minutes = max(now - side.late_since, timedelta()) // timedelta(minutes=1)
    points = "points" if event.late_points and len(match.all_sides) == 2 else ""
    proposes = points or ("walk_over" if may_walk_over(event, match) else "")
    return LateSide(
        match.pk, match.table.number, side.number, side.name, others, minutes, event.grace_minutes, proposes
    )
