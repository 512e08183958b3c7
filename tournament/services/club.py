"""The club itself, as its paper and pages name it."""

from django.db import transaction

from tournament.models import Club, Emblem, Event
from tournament.services.writing import WRITE_LOCK, tell_followers


def keep_club(club: Club | None, *, name: str, wifi_name: str, wifi_password: str, sheet: str) -> Club:
    """Its first doing makes the club. Nothing of it is in any log: the password of a network is for the desk alone."""
    with WRITE_LOCK, transaction.atomic():
        kept = Club.objects.select_for_update().get(pk=club.pk) if club else Club()
        kept.name, kept.wifi_name, kept.wifi_password, kept.sheet = name, wifi_name, wifi_password, sheet
        kept.save()
        tell_followers(Event.objects.filter(club=kept))
    return kept


def keep_emblem(club: Club, *, png: bytes, width: int, height: int) -> None:
    """In the place of the one before."""
    with WRITE_LOCK, transaction.atomic():
        Emblem.objects.update_or_create(club=club, defaults={"png": png, "width": width, "height": height})


def remove_emblem(club: Club) -> None:
    with WRITE_LOCK, transaction.atomic():
        Emblem.objects.filter(club=club).delete()
