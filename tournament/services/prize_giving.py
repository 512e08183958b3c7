"""Giving the prizes: begun by the director, one more seen with every press, and stopped."""

from datetime import datetime

from tournament.models import Account, Event, PrizeGiving
from tournament.queries.prizes import prizes_to_give
from tournament.services.writing import note, writing


def begin_prizes(event: Event, *, places: int, side_prizes: bool, by: Account | None, now: datetime) -> PrizeGiving:
    """From the standings as they are now, of which nobody else sees anything any more until all is revealed: they are
    hidden. Raises NoPrizes while there is nobody to give one to. One that is on already is begun afresh."""
    with writing(event, even_locked=True) as current:
        steps = prizes_to_give(current, places=places, side_prizes=side_prizes)
        giving, _is_new = PrizeGiving.objects.update_or_create(
            event=current, defaults={"steps": steps, "revealed": 0, "began_at": now}
        )
        Event.objects.filter(pk=current.pk).update(standings_shown=False)
        note(current, "begin_prizes", by=by, now=now, after={"places": places})
        return giving


def reveal_next(event: Event, *, seen: int, by: Account | None, now: datetime) -> bool:
    """The next one may be seen. `seen` is how many were when the button was shown: pressed twice it counts once."""
    with writing(event, even_locked=True) as current:
        giving = PrizeGiving.objects.filter(event=current, revealed=seen).first()
        if giving is None or giving.is_over:
            return False
        PrizeGiving.objects.filter(pk=giving.pk).update(revealed=seen + 1)
        note(current, "reveal_prize", by=by, now=now, after={"number": seen + 1})
        return True


def take_back(event: Event, *, seen: int, by: Account | None, now: datetime) -> bool:
    """The last one is covered again."""
    with writing(event, even_locked=True) as current:
        found = PrizeGiving.objects.filter(event=current, revealed=seen, revealed__gt=0)
        if not found.update(revealed=seen - 1):
            return False
        note(current, "cover_prize", by=by, now=now, after={"number": seen})
        return True


def stop_prizes(event: Event, *, by: Account | None, now: datetime) -> None:
    """There is none on; the standings stay as hidden or shown as they are."""
    with writing(event, even_locked=True) as current:
        if PrizeGiving.objects.filter(event=current).delete()[0]:
            note(current, "stop_prizes", by=by, now=now)
