"""Saves the club's details and emblem; makes, changes and closes accounts."""

import secrets

from django.db import transaction
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.club.queries import the_club
from tournament.foundation.errors import TournamentError
from tournament.foundation.writing import WRITE_LOCK, tell_followers
from tournament.models import Account, Club, Emblem, Event, Screen

# Without what looks like something else in handwriting: 0 O, 1 l I, 5 S, 2 Z.
LETTERS = "abcdefghjkmnpqrtuvwxy346789"


def make_club(name: str = "") -> Club:
    """The club, with the accounts and screens that were there before it had a name."""
    with WRITE_LOCK, transaction.atomic():
        club = Club.objects.create(name=name or _now("Our club"))
        for waiting in (Account.objects, Screen.objects):
            waiting.filter(club=None).update(club=club)
    return club


def keep_club(club: Club | None, *, name: str, wifi_name: str, wifi_password: str, sheet: str) -> Club:
    """Its first doing makes the club. Nothing of it is in any log: the password of a network is for the desk alone."""
    with WRITE_LOCK, transaction.atomic():
        kept = Club.objects.select_for_update().get(pk=club.pk) if club else make_club(name)
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


def one_time_password() -> str:
    """Twelve letters in threes, to be read out across a hall; about 57 bits."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))


class NameTaken(TournamentError):
    code = "name_taken"
    message = _("There is an account of this name already.")


def make_account(name: str, *, role: Account.Role, password: str) -> Account:
    """Somebody new, whose `password` has to be changed at the first sign-in. Raises NameTaken, also for a button
    pressed twice."""
    with WRITE_LOCK, transaction.atomic():
        if Account.objects.filter(username__iexact=name).exists():
            raise NameTaken
        account = Account(club=the_club(), username=name, role=role, one_time_password=True)
        account.set_password(password)
        account.save()
    return account


def issue_password(account: Account, *, password: str) -> None:
    """For whoever lost theirs: the old one stops working, and who was signed in with it is signed out."""
    with WRITE_LOCK, transaction.atomic():
        account.set_password(password)
        account.one_time_password = True
        account.is_active = True
        account.save(update_fields=["password", "one_time_password", "is_active"])


def choose_password(account: Account, *, password: str) -> None:
    """What somebody chose for themselves: the one-time password has done its work."""
    with WRITE_LOCK, transaction.atomic():
        account.set_password(password)
        account.one_time_password = False
        account.save(update_fields=["password", "one_time_password"])


def deactivate(account: Account, *, by: Account) -> None:
    """Close an account; what it did stays in the log under its name. Nobody closes their own."""
    if account.pk == by.pk:
        raise TournamentError(_now("Nobody closes their own account: ask another director."))
    with WRITE_LOCK, transaction.atomic():
        Account.objects.filter(pk=account.pk).update(is_active=False)
