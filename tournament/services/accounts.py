"""The accounts of those who run an evening: made with a password that works once, changed at the first sign-in."""

import secrets

from django.db import transaction
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.errors import TournamentError
from tournament.models import Account
from tournament.services.writing import WRITE_LOCK

# Without what looks like something else in handwriting: 0 O, 1 l I, 5 S, 2 Z.
LETTERS = "abcdefghjkmnpqrtuvwxy346789"


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
        account = Account(username=name, role=role, one_time_password=True)
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
