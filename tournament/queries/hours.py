"""The hours of an evening: those its format has, and those whose seats are out."""

from tournament.formats import FORMATS
from tournament.models import Event, Stage


def hour_numbers(event: Event) -> tuple[int, ...]:
    """Of all the hours that the event's format has."""
    return tuple(range(1, FORMATS[event.format].stages + 1))


def hour_label(event: Event, number: int) -> str:
    """What the event's format calls it, as in "First hour"."""
    return str(FORMATS[event.format].stage_labels[number - 1])


def hours_of(event: Event) -> list[Stage]:
    """The hours that have been released, in order."""
    return list(Stage.objects.filter(event=event, released_at__isnull=False))


def hour_of(event: Event, number: int | None = None) -> Stage | None:
    """A released hour by its number, else the latest; None before the first release."""
    hours = [stage for stage in hours_of(event) if number in (None, stage.number)]
    return hours[-1] if hours else None
