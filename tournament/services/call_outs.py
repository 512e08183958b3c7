"""Words that the director puts over the screens and on the hall's phones, until he takes them down."""

from datetime import datetime

from tournament.models import Account, CallOut, Event, Screen
from tournament.services.writing import note, writing


def call_out(event: Event, text: str, *, screen: Screen | None = None, by: Account | None, now: datetime) -> CallOut:
    """On one screen, or on all of them and on phones. The same words that are up already stay as they are."""
    text = " ".join(text.split())
    with writing(event, even_locked=True) as current:
        up = CallOut.objects.filter(event=current, screen=screen, text=text, taken_down_at=None).first()
        if up is not None:
            return up
        note(current, "call_out", by=by, now=now, after={"text": text})
        return CallOut.objects.create(event=current, screen=screen, text=text, called_at=now, called_by=by)


def take_down(called: CallOut, *, by: Account | None, now: datetime) -> bool:
    """False when somebody has taken it down already."""
    with writing(called.event, even_locked=True) as event:
        if not CallOut.objects.filter(pk=called.pk, taken_down_at=None).update(taken_down_at=now):
            return False
        note(event, "take_down", by=by, now=now, after={"text": called.text})
        return True
