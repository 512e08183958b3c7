"""Saves the club's details and emblem; makes, changes and closes accounts; logs sign-ins. The log never has a password,
not even that of the Wi-Fi."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.club.log_actions import (
    CHANGE_CLUB,
    CHANGE_ROLE,
    CHOOSE_PASSWORD,
    CLOSE_ACCOUNT,
    ISSUE_PASSWORD,
    MAKE_ACCOUNT,
    MAKE_SQUARE,
    REFUSE_SIGN_IN,
    REMOVE_EMBLEM,
    SAVE_EMBLEM,
    SIGN_IN,
    SIGN_OUT,
)
from tournament.club.named_penalties import NamedPenalty
from tournament.club.queries import the_club
from tournament.club.sign_in_squares import account_of_token
from tournament.foundation.errors import TournamentError
from tournament.foundation.model_rows import delete_rows_below, models_below
from tournament.foundation.writing import log, tell_followers, write_transaction
from tournament.models import (
    Account,
    Club,
    ClubHost,
    Emblem,
    Event,
    LogEntry,
    MembershipFee,
    Screen,
    name_of_host,
    of_shown_club,
)

# Leaves out letters that look like others in handwriting: 0 O, 1 l I, 5 S, 2 Z.
LETTERS = "abcdefghjkmnpqrtuvwxy346789"


def make_club(name: str = "") -> Club:
    """Makes the club and gives it the accounts, screens and log entries made before it."""
    with write_transaction():
        club = Club.objects.create(name=name or _now("Our club"))
        for waiting in (Account.objects, Screen.objects, LogEntry.objects):
            waiting.filter(club=None).update(club=club)
    return club


class HostTaken(TournamentError):
    code = "host_taken"
    message = _("This name of a host is taken, or is none: write it as in arima.example.org.")


def add_club(name: str, host: str) -> Club:
    """Makes a further club of a server that has several, with its pages at `host`. Raises HostTaken."""
    with write_transaction():
        club = Club.objects.create(name=name)
        add_host(club, host)
    return club


def add_host(club: Club, host: str) -> None:
    """Shows a club's pages at one more name. Raises HostTaken."""
    name = name_of_host(host)
    with write_transaction():
        if name != host.lower() or not name or ClubHost.objects.filter(name=name).exists():
            raise HostTaken
        ClubHost.objects.create(club=club, name=name)


def remove_club(club: Club) -> None:
    """Deletes a club with everything that leads to it; evenings and fees first, because they protect people."""
    with write_transaction():
        for model in reversed([*models_below(Event)]):
            delete_rows_below(club, model)
        delete_rows_below(club, MembershipFee)
        club.delete()


def save_club(
    club: Club | None,
    *,
    name: str,
    wifi_name: str,
    wifi_password: str,
    sheet: str,
    hall_tables: int | None,
    penalties: Sequence[NamedPenalty],
    by: Account | None,
    now: datetime,
) -> Club:
    """Saves the details, or makes the club with them. The log says that the Wi-Fi password changed, but not the
    password."""
    values: dict[str, object] = {"name": name, "wifi_name": wifi_name, "wifi_password": wifi_password}
    values |= {"sheet": sheet, "hall_tables": hall_tables, "penalties": [each.to_list() for each in penalties]}
    with write_transaction():
        kept = Club.objects.select_for_update(no_key=True).get(pk=club.pk) if club else make_club(name)
        before = {each: getattr(kept, each) for each in values if club}
        changed = [each for each, value in values.items() if (before.get(each) or "") != (value or "")]
        for each, value in values.items():
            setattr(kept, each, value)
        kept.save()
        tell_followers(Event.objects.filter(club=kept).values_list("pk", flat=True))
        if changed:
            details = {each: value for each, value in values.items() if each in changed and each != "wifi_password"}
            was = {each: before[each] for each in details if each in before}
            is_new = {"password": True} if "wifi_password" in changed else {}
            log(CHANGE_CLUB, by=by, now=now, before=was, after=details | is_new)
    return kept


def save_colour(club: Club, colour: str, *, by: Account | None, now: datetime) -> None:
    with write_transaction():
        before = Club.objects.select_for_update(no_key=True).get(pk=club.pk).colour
        if colour != before:
            Club.objects.filter(pk=club.pk).update(colour=colour)
            log(CHANGE_CLUB, by=by, now=now, before={"colour": before}, after={"colour": colour})


def save_emblem(club: Club, *, png: bytes, width: int, height: int, by: Account | None, now: datetime) -> None:
    with write_transaction():
        Emblem.objects.update_or_create(club=club, defaults={"png": png, "width": width, "height": height})
        log(SAVE_EMBLEM, by=by, now=now)


def remove_emblem(club: Club, *, by: Account | None, now: datetime) -> None:
    with write_transaction():
        if Emblem.objects.filter(club=club).delete()[0]:
            log(REMOVE_EMBLEM, by=by, now=now)


def make_password() -> str:
    """Returns twelve letters in groups of four, to be read out across a hall; about 57 bits."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))


class ClubNameTaken(TournamentError):
    code = "name_taken"
    message = _("There is already an account with this name.")


class NoDirectorAnyMore(TournamentError):
    """Raised if somebody stopped being a director after they opened the page."""

    code = "no_director"
    status = 403
    message = _("Only a director can change accounts, and you are no longer a director.")


def make_account(name: str, *, role: Account.Role, password: str, by: Account | None, now: datetime) -> Account:
    """Makes an account whose `password` has to be changed at the first sign-in. Raises ClubNameTaken, also if a button
    is pressed twice."""
    with write_transaction():
        _require_director(by)
        if Account.objects.filter(of_shown_club(), username__iexact=name).exists():
            raise ClubNameTaken
        account = Account(club=the_club(), username=name, role=role, one_time_password=True)
        account.set_password(password)
        account.save()
        log(MAKE_ACCOUNT, by=by, now=now, after={"name": name, "role": role})
    return account


def change_role(account: Account, role: Account.Role, *, by: Account, now: datetime) -> None:
    """Changes what somebody may do, from their next click on. Nobody can change their own role, so there is always a
    director."""
    if account.pk == by.pk:
        raise TournamentError(_now("Nobody changes their own role: ask another director."))
    with write_transaction():
        _require_director(by)
        current = Account.objects.select_for_update().get(pk=account.pk)
        if current.role != role:
            Account.objects.filter(pk=current.pk).update(role=role)
            details = {"name": current.username, "role": current.role}
            log(CHANGE_ROLE, by=by, now=now, before=details, after={"role": role})


def issue_password(account: Account, *, password: str, by: Account | None, now: datetime) -> None:
    """Replaces a lost password with a one-time one, and reopens a closed account. Everybody signed in with the old one
    is signed out. `by` is None if it was asked for at the laptop itself."""
    with write_transaction():
        _require_director(by)
        details = {"name": account.username, "reopened": not account.is_active}
        account.set_password(password)
        account.one_time_password = True
        account.is_active = True
        account.save(update_fields=["password", "one_time_password", "is_active"])
        log(ISSUE_PASSWORD, by=by, now=now, after=details)


def choose_password(account: Account, *, password: str, now: datetime) -> None:
    with write_transaction():
        account.set_password(password)
        account.one_time_password = False
        account.save(update_fields=["password", "one_time_password"])
        log(CHOOSE_PASSWORD, by=account, now=now)


class SquareUsed(TournamentError):
    status = 404
    message = _("This QR code has already been used, or is more than 2 minutes old. Ask the director for a new one.")


def use_square(token: str, *, now: datetime) -> Account:
    """Returns the account that a one-time square signs in, and marks the square as used. If the account still had its
    one-time password, that stops working, since somebody else may have heard it. Raises SquareUsed."""
    with write_transaction():
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


def close_account(account: Account, *, by: Account, now: datetime) -> None:
    """Closes an account; the log keeps its name. Nobody can close their own."""
    if account.pk == by.pk:
        raise TournamentError(_now("You cannot close your own account. Ask another director."))
    with write_transaction():
        _require_director(by)
        if Account.objects.filter(pk=account.pk, is_active=True).update(is_active=False):
            log(CLOSE_ACCOUNT, by=by, now=now, before={"name": account.username})


def _require_director(by: Account | None) -> None:
    """Checks the account as it is now, because two directors may be removing each other's role at the same moment."""
    if by is not None and not Account.objects.filter(pk=by.pk, is_active=True, role=Account.Role.DIRECTOR).exists():
        raise NoDirectorAnyMore


# Somebody who tries passwords must not fill the disk, or bury the other entries of the log.
MOST_REFUSED, REFUSED_WITHIN = 60, timedelta(hours=1)


def log_sign_in(account: Account, *, address: str, now: datetime) -> None:
    with write_transaction():
        log(SIGN_IN, by=account, now=now, after={"address": address})


def log_square(account: Account, *, by: Account, now: datetime) -> None:
    """Logs that somebody was shown a one-time square that signs in as this account."""
    with write_transaction():
        log(MAKE_SQUARE, by=by, now=now, after={"name": account.username})


def log_sign_out(account: Account, *, now: datetime) -> None:
    with write_transaction():
        log(SIGN_OUT, by=account, now=now)


def log_refused_sign_in(typed: str, *, address: str, now: datetime) -> None:
    """Logs a refused sign-in. Only names of accounts are stored, because anything else typed there may be a password.
    After 60 in an hour the rest is not logged; the last entry says so."""
    with write_transaction():
        earlier = LogEntry.objects.filter(
            of_shown_club(), action=REFUSE_SIGN_IN.name, at__gt=now - REFUSED_WITHIN
        ).count()
        if earlier < MOST_REFUSED:
            own = Account.objects.filter(of_shown_club(), username__iexact=typed.strip())
            known = own.values_list("username", flat=True).first()
            details = {"name": known or "", "address": address, "is_last": earlier + 1 == MOST_REFUSED}
            log(REFUSE_SIGN_IN, by=None, now=now, after=details)
