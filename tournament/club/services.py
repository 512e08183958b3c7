"""Saves the club's details and emblem; makes, changes and closes accounts."""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.club.queries import the_club
from tournament.club.sign_in_squares import account_of_token
from tournament.foundation.errors import TournamentError
from tournament.foundation.writing import WRITE_LOCK, tell_followers
from tournament.models import Account, Club, Emblem, Event, Screen

# Without what looks like something else in handwriting: 0 O, 1 l I, 5 S, 2 Z.
LETTERS = "abcdefghjkmnpqrtuvwxy346789"


def make_club(name: str = "") -> Club:
    """Makes the club and gives it the accounts and screens that were there before."""
    with WRITE_LOCK, transaction.atomic():
        club = Club.objects.create(name=name or _now("Our club"))
        for waiting in (Account.objects, Screen.objects):
            waiting.filter(club=None).update(club=club)
    return club


def save_club(club: Club | None, *, name: str, wifi_name: str, wifi_password: str, sheet: str) -> Club:
    """Saves the details, or makes the club with them. Nothing is logged: the Wi-Fi password is for the desk alone."""
    with WRITE_LOCK, transaction.atomic():
        kept = Club.objects.select_for_update().get(pk=club.pk) if club else make_club(name)
        kept.name, kept.wifi_name, kept.wifi_password, kept.sheet = name, wifi_name, wifi_password, sheet
        kept.save()
        tell_followers(Event.objects.filter(club=kept))
    return kept


def save_emblem(club: Club, *, png: bytes, width: int, height: int) -> None:
    """Replaces the emblem."""
    with WRITE_LOCK, transaction.atomic():
        Emblem.objects.update_or_create(club=club, defaults={"png": png, "width": width, "height": height})


def remove_emblem(club: Club) -> None:
    with WRITE_LOCK, transaction.atomic():
        Emblem.objects.filter(club=club).delete()


def make_password() -> str:
    """Twelve letters in groups of four, to be read out across a hall; about 57 bits."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))


class ClubNameTaken(TournamentError):
    code = "name_taken"
    message = _("There is an account of this name already.")


def make_account(name: str, *, role: Account.Role, password: str) -> Account:
    """Somebody new, whose `password` has to be changed at the first sign-in. Raises NameTaken, also for a button
    pressed twice."""
    with WRITE_LOCK, transaction.atomic():
        if Account.objects.filter(username__iexact=name).exists():
            raise ClubNameTaken
        account = Account(club=the_club(), username=name, role=role, one_time_password=True)
        account.set_password(password)
        account.save()
    return account


def issue_password(account: Account, *, password: str) -> None:
    """Replaces a lost password with a one-time one. Everybody signed in with the old one is signed out."""
    with WRITE_LOCK, transaction.atomic():
        account.set_password(password)
        account.one_time_password = True
        account.is_active = True
        account.save(update_fields=["password", "one_time_password", "is_active"])


def choose_password(account: Account, *, password: str) -> None:
    """Saves the password that somebody chose instead of a one-time one."""
    with WRITE_LOCK, transaction.atomic():
        account.set_password(password)
        account.one_time_password = False
        account.save(update_fields=["password", "one_time_password"])


class SquareUsed(TournamentError):
    code = "square_used"
    status = 404
    message = _("This square was used already, or is older than 2 minutes. Ask the director for a new one.")


def use_square(token: str, *, now: datetime) -> Account:
    """Whom a one-time square signs in; from now on it is used. An account that still had its one-time password has none
    afterwards, since somebody else may have heard it. Raises SquareUsed."""
    with WRITE_LOCK, transaction.atomic():
        account = account_of_token(token, now)
        if account is None:
            raise SquareUsed
        before = Account.objects.filter(pk=account.pk, last_login=account.last_login)
        account.last_login = now
        if account.one_time_password:
            account.one_time_password = False
            account.set_unusable_password()
        written = {name: getattr(account, name) for name in ("last_login", "one_time_password", "password")}
        if not before.update(**written):
            raise SquareUsed
    return account


def deactivate_account(account: Account, *, by: Account) -> None:
    """Closes an account; the log keeps its name. Nobody can close their own."""
    if account.pk == by.pk:
        raise TournamentError(_now("Nobody closes their own account: ask another director."))
    with WRITE_LOCK, transaction.atomic():
        Account.objects.filter(pk=account.pk).update(is_active=False)
