"""The raffle: who can be drawn, and who has won."""

from dataclasses import dataclass

from django.db.models import QuerySet

from tournament.models import Entry, Event, RaffleDraw


@dataclass(frozen=True)
class Raffle:
    """`left` is how many can still be drawn; `drawn` are the winners, the latest first."""

    left: int
    drawn: tuple[RaffleDraw, ...]


def entries_in_raffle(event: Event) -> "QuerySet[Entry]":
    """Returns those who are here and have not won yet."""
    here = Entry.objects.filter(event=event, here=True, left_at=None, is_stand_in=False)
    return here.exclude(pk__in=RaffleDraw.objects.filter(event=event).order_by().values("entry"))


def raffle_of(event: Event) -> Raffle:
    """Returns the raffle of an evening. Two queries."""
    drawn = RaffleDraw.objects.filter(event=event).select_related("entry__player").order_by("-pk")
    return Raffle(entries_in_raffle(event).count(), tuple(drawn))
