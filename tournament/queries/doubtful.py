"""What is doubtful about the results of an evening of rounds before its standings are final, in sentences."""

from django.utils.translation import gettext as _

from tournament.models import Event, Seat, Stage
from tournament.queries.counted import Counted, CountedMatch, counted_of
from tournament.standings import DOUBT_TEXTS, Meeting, Report, doubts


def doubts_of(event: Event) -> tuple[str, ...]:
    """Meetings of the released rounds without a result or with two, and results between those who were not seated
    together; none elsewhere. Six queries, whatever the number of entries and rounds."""
    if not event.is_of_rounds:
        return ()
    stages = list(Stage.objects.filter(event=event, released_at__isnull=False).only("pk", "number"))
    counted = counted_of(event, stages)
    keys, members = counted.keys("entered"), counted.members("entered")
    drawn = [Meeting(number, keys(entries)) for number, entries in _seated(stages)]
    reports = [
        Report(match.round, keys(_entries(match)), _("table %(number)s") % {"number": match.table})
        for match in counted.matches
        if not match.is_open or _is_told(match)
    ]
    return tuple(
        doubt.worded(_(DOUBT_TEXTS[doubt.code]), lambda key: _name_of(counted, members, key))
        for doubt in doubts(drawn, reports)
    )


def _name_of(counted: Counted, members: dict[int, tuple[int, ...]], key: int) -> str:
    return counted.name_of("entered", members[key])


def _entries(match: CountedMatch) -> tuple[int, ...]:
    return tuple(entry for side in match.sides for entry in side.entries)


def _is_told(match: CountedMatch) -> bool:
    """Whether something is known of each side."""
    return all(side.points is not None or side.games is not None for side in match.sides)


def _seated(stages: list[Stage]) -> list[tuple[int, tuple[int, ...]]]:
    """Who sits together, table by table: of a place that changed hands, whoever has it now."""
    seats = Seat.objects.filter(table__stage__in=stages)
    places: dict[tuple[int, int], dict[int, int]] = {}
    found = seats.order_by("table__stage__number", "table__number", "position", "from_turn")
    for number, table, position, entry in found.values_list("table__stage__number", "table", "position", "entry"):
        places.setdefault((number, table), {})[position] = entry
    return [(number, tuple(at.values())) for (number, _table), at in places.items()]
