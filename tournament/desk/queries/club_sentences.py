"""The sentences of the log about the club: accounts, sign-ins, settings."""

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_lines import LogChange
from tournament.models import Account, ApiToken, LogEntry, join_names

LABELS: Mapping[str, Promise] = {
    "name": _("Name"),
    "wifi_name": _("Name of the Wi-Fi"),
    "sheet": _("Paper"),
    "colour": _("Colour"),
}


def say_of_club(entry: LogEntry) -> str:
    words = SENTENCES[entry.action]
    return words(entry) if callable(words) else str(words) % {**entry.before, **entry.after}


def _name_role(value: str) -> str:
    return str(Account.Role(value).label).lower()


def _say_role(entry: LogEntry) -> str:
    before, after = (_name_role(state["role"]) for state in (entry.before, entry.after))
    words = {"name": entry.before["name"], "before": before, "after": after}
    return gettext("Changed the role of %(name)s: %(before)s → %(after)s") % words


def _say_refused(entry: LogEntry) -> str:
    words = gettext("A sign-in as %(name)s was refused, from %(address)s")
    if not entry.after["name"]:
        words = gettext("A sign-in with an unknown name was refused, from %(address)s")
    if entry.after["is_last"]:
        words += gettext("; more in the same hour are not listed")
    return words % {**entry.after}


def _say_sharing(entry: LogEntry) -> str:
    after = entry.after
    api = gettext("everybody may read the public data")
    if not after["api_is_public"]:
        api = gettext("reading data needs a token")
    calendar = gettext("the calendar is public")
    if not after["calendar_is_public"]:
        calendar = gettext("there is no public calendar")
    return gettext("Changed what leaves the hall: %(api)s, %(calendar)s") % {"api": api, "calendar": calendar}


def _say_token(entry: LogEntry) -> str:
    scope = str(ApiToken.Scope(entry.after["scope"]).label).lower()
    return gettext("Made the token %(name)s, to read: %(scope)s") % {"name": entry.after["name"], "scope": scope}


def _say_either(key: str, if_true: Promise, if_false: Promise) -> Callable[[LogEntry], str]:
    """Makes a sentence that depends on whether the entry has something under this key."""
    return lambda entry: str(if_true if entry.after[key] else if_false) % entry.after


SENTENCES: Mapping[str, Promise | Callable[[LogEntry], str]] = {
    "sign_in": _("Signed in from %(address)s"),
    "sign_out": _("Signed out"),
    "refuse_sign_in": _say_refused,
    "make_account": lambda entry: (
        gettext("Made an account for %(name)s: %(role)s")
        % {"name": entry.after["name"], "role": _name_role(entry.after["role"])}
    ),
    "change_role": _say_role,
    "issue_password": _say_either(
        "reopened",
        _("Opened the account of %(name)s again, with a one-time password"),
        _("Gave %(name)s a new one-time password"),
    ),
    "make_square": _("Made a one-time sign-in QR code for %(name)s"),
    "choose_password": _("Chose a new password"),
    "close_account": _("Closed the account of %(name)s"),
    "change_club": _("Changed the club’s details"),
    "save_emblem": _("Saved an emblem of the club"),
    "remove_emblem": _("Removed the club’s emblem"),
    "export_file": _("Exported %(name)s"),
    "import_file": lambda entry: (
        gettext("Imported a file: evenings %(evenings)s; new people %(people)s; new leagues %(leagues)s")
        % {**entry.after, "evenings": join_names(entry.after["evenings"]) if entry.after["evenings"] else 0}
    ),
    "purge_event": _("Removed %(name)s of %(date)s for good: it had been in the bin for 30 days"),
    "make_backup": _("Made the backup %(name)s"),
    "download_backup": _("Downloaded the backup %(name)s"),
    "upload_backup": _("Uploaded the backup %(name)s"),
    "delete_backup": _("Deleted the backup %(name)s"),
    "restore_backup": _say_either(
        "asked_by", _("Restored the backup %(name)s, for %(asked_by)s"), _("Restored the backup %(name)s")
    ),
    "lock_backups": _say_either(
        "is_locked", _("Backups are locked with a passphrase from now on"), _("Backups are not locked from now on")
    ),
    "name_second_place": _say_either(
        "place", _("Named a second place for backups: %(place)s"), _("Stopped copying backups to a second place")
    ),
    "change_sharing": _say_sharing,
    "make_token": _say_token,
    "revoke_token": _("Revoked the token %(name)s"),
}
"""What each action says: words with keys of the entry to fill in, or a function where that is not enough."""


def changes_of_club(entry: LogEntry) -> tuple[LogChange, ...]:
    """Returns the changes of the club's details. A new Wi-Fi password is mentioned, but not shown."""
    found = [
        LogChange(str(label), str(entry.before.get(name, "")), str(entry.after[name]) or gettext("none"))
        for name, label in LABELS.items()
        if name in entry.after
    ]
    if "password" in entry.after:
        found.append(LogChange(gettext("Password of the Wi-Fi"), "", gettext("another one")))
    return tuple(found)
