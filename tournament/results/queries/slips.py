"""The matches whose slips are keyed together, one line each."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q

from tournament.matches.queries.matches import with_sides
from tournament.models import Event, Hand, Match, SheetLine, Stage, State


def matches_without_slip(
    event: Event, *, stage: Stage | None, table: int | None, besides: Collection[int] = ()
) -> list[Match]:
    """Returns the matches of an hour, or of a table in every released hour, that have no report yet, in the order of
    tables and rounds. `besides` are those keyed on the submitted page. Three queries."""
    hands = Hand.objects.filter(match=OuterRef("pk"))
    lines = SheetLine.objects.filter(side__match=OuterRef("pk"), superseded_at=None)
    of_nothing = Q(state=State.WAITING) & ~Exists(hands) & ~Exists(lines)
    without_slip = Match.objects.filter(of_nothing | Q(pk__in=besides), table__stage__event=event)
    without_slip = without_slip.exclude(table__stage__released_at=None).exclude(state=State.CALLED_OFF)
    without_slip = without_slip.filter(table__number=table) if table else without_slip.filter(table__stage=stage)
    matches = list(
        with_sides(without_slip.select_related("table__stage", "round")).order_by(
            "table__stage__number", "table__number", "round__number", "pk"
        )
    )
    for match in matches:
        match.table.stage.event = event
    return matches
