"""The rounds after the last one that is out, as they will be drawn if nobody comes or goes."""

from tournament.models import Event, Stage
from tournament.movements import MOVEMENTS
from tournament.movements.draw import CannotSeat, Draw
from tournament.queries.fields import field_of_round
from tournament.queries.hours import hour_numbers, place_of


def draws_ahead(event: Event) -> list[tuple[int, Draw[int]]]:
    """Number of the stage and its draw, by the numbers of units, to the end of the part that is on; none where results
    decide who meets whom."""
    last = Stage.objects.filter(event=event, released_at__isnull=False).order_by("-number").first()
    if not event.is_of_rounds or event.locked_at or last is None or last.number >= len(hour_numbers(event)):
        return []
    place, after = place_of(event, last.number), place_of(event, last.number + 1)
    movement = MOVEMENTS[place.part.movement]
    if movement.wants_results or after.index != place.index:
        return []
    try:
        draws = movement.next_draws(field_of_round(event, last.number + 1, seed=last.seed))
    except CannotSeat:
        return []
    end = place.first + max(place.part.rounds, 1) - 1
    return [(number, draw) for number, draw in enumerate(draws, start=last.number + 1) if number <= end]
