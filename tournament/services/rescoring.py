"""What is stored of a match derived again from what was reported, where somebody found that it differs."""

from datetime import datetime

from tournament.models import Event, Match
from tournament.services.results import settle
from tournament.services.versions import rescore_hands
from tournament.services.writing import note, writing


def rescore(event: Event, match: Match, *, now: datetime) -> None:
    """Also of an evening that is locked."""
    with writing(event, even_locked=True):
        rescore_hands(match)
        settle(match)
        note(event, "rescore", by=None, now=now, after={"match": match.pk})
