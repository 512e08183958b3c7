"""The club itself, as its paper and pages name it."""

from django.db import transaction

from tournament.models import Club, Event
from tournament.services.writing import WRITE_LOCK, tell_followers


def keep_club(club: Club | None, *, name: str, wifi_name: str, wifi_password: str) -> Club:
    """Its first doing makes the club. Nothing of it is in any log: the password of a network is for the desk alone."""
    with WRITE_LOCK, transaction.atomic():
        kept = Club.objects.select_for_update().get(pk=club.pk) if club else Club()
        kept.name, kept.wifi_name, kept.wifi_password = name, wifi_name, wifi_password
        kept.save()
        tell_followers(Event.objects.filter(club=kept))
    return kept
