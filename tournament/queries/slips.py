"""Paper slips in the order in which they lie: by table, then by round."""

from django.db.models import QuerySet

from tournament.models import Match, SheetLine, State
from tournament.queries.results import current_lines, slips_among


def slips_of(match: Match) -> list[dict[int, SheetLine]]:
    """The slips of a match that count, in order: side -> what it says of it. One query."""
    return slips_among(current_lines(match))


def next_slip(match: Match) -> Match | None:
    """The next match of its hour of which nothing is known yet or not all hands are in, round again after the last;
    None when there is no other. One query."""
    open_ones = _in_order(match).filter(state=State.WAITING, hands_finished_at=None).exclude(pk=match.pk)
    own = (match.table.number, match.round.number, match.pk)
    found = list(open_ones)
    after = [each for each in found if (each.table.number, each.round.number, each.pk) > own]
    return next(iter([*after, *found]), None)


def _in_order(match: Match) -> QuerySet[Match]:
    of_hour = Match.objects.filter(table__stage=match.table.stage_id).select_related("table", "round")
    return of_hour.order_by("table__number", "round__number", "pk")
