"""The sentences of the log about the club: accounts, sign-ins, settings."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.foundation.log_lines import LogChange
from tournament.models import Account, ApiToken, LogEntry, join_names

LABELS: Mapping[str, str] = {
    "name": gettext_noop("Name"),
    "wifi_name": gettext_noop("Name of the Wi-Fi"),
    "sheet": gettext_noop("Paper"),
    "colour": gettext_noop("Colour"),
}


def _role_in_words(value: str) -> str:
    return str(Account.Role(value).label).lower()


def _say_made(entry: LogEntry) -> str:
    return _("Made an account for %(name)s: %(role)s") % {**entry.after, "role": _role_in_words(entry.after["role"])}


def _say_role(entry: LogEntry) -> str:
    before, after = (_role_in_words(state["role"]) for state in (entry.before, entry.after))
    words = {"name": entry.before["name"], "before": before, "after": after}
    return _("Changed the role of %(name)s: %(before)s → %(after)s") % words


def _say_issued(entry: LogEntry) -> str:
    words = _("Gave %(name)s a new one-time password")
    if entry.after["reopened"]:
        words = _("Opened the account of %(name)s again, with a one-time password")
    return words % {"name": entry.after["name"]}


def _say_refused(entry: LogEntry) -> str:
    after = entry.after
    words = _("A sign-in as %(name)s was refused, from %(address)s")
    if not after["name"]:
        words = _("A sign-in with an unknown name was refused, from %(address)s")
    if after["is_last"]:
        words += _("; more in the same hour are not listed")
    return words % {"name": after["name"], "address": after["address"]}


def _say_restored(entry: LogEntry) -> str:
    after = entry.after
    words = _("Restored the backup %(name)s, for %(asked_by)s")
    if not after["asked_by"]:
        words = _("Restored the backup %(name)s")
    return words % {"name": after["name"], "asked_by": after["asked_by"]}


def _say_locked(entry: LogEntry) -> str:
    if entry.after["is_locked"]:
        return _("Backups are locked with a passphrase from now on")
    return _("Backups are not locked from now on")


def _say_second_place(entry: LogEntry) -> str:
    if place := entry.after["place"]:
        return _("Named a second place for backups: %(place)s") % {"place": place}
    return _("Stopped copying backups to a second place")


def _say_sharing(entry: LogEntry) -> str:
    after = entry.after
    api = _("everybody may read the public data") if after["api_is_public"] else _("reading data needs a token")
    calendar = _("the calendar is public") if after["calendar_is_public"] else _("there is no public calendar")
    return _("Changed what leaves the hall: %(api)s, %(calendar)s") % {"api": api, "calendar": calendar}


def _say_token(entry: LogEntry) -> str:
    scope = str(ApiToken.Scope(entry.after["scope"]).label).lower()
    return _("Made the token %(name)s, to read: %(scope)s") % {"name": entry.after["name"], "scope": scope}


SENTENCES: Mapping[str, Callable[[LogEntry], str]] = {
    "sign_in": lambda entry: _("Signed in from %(address)s") % entry.after,
    "sign_out": lambda entry: _("Signed out"),
    "refuse_sign_in": _say_refused,
    "make_account": _say_made,
    "change_role": _say_role,
    "issue_password": _say_issued,
    "make_square": lambda entry: _("Made a one-time sign-in QR code for %(name)s") % {"name": entry.after["name"]},
    "choose_password": lambda entry: _("Chose a new password"),
    "close_account": lambda entry: _("Closed the account of %(name)s") % entry.before,
    "change_club": lambda entry: _("Changed the club’s details"),
    "save_emblem": lambda entry: _("Saved an emblem of the club"),
    "export_file": lambda entry: _("Exported %(name)s") % entry.after,
    "import_file": lambda entry: (
        _("Imported a file: evenings %(evenings)s; new people %(people)s; new leagues %(leagues)s")
        % {**entry.after, "evenings": join_names(entry.after["evenings"]) if entry.after["evenings"] else 0}
    ),
    "purge_event": lambda entry: (
        _("Removed %(name)s of %(date)s for good: it had been in the bin for 30 days") % entry.after
    ),
    "remove_emblem": lambda entry: _("Removed the club’s emblem"),
    "make_backup": lambda entry: _("Made the backup %(name)s") % entry.after,
    "download_backup": lambda entry: _("Downloaded the backup %(name)s") % entry.after,
    "upload_backup": lambda entry: _("Uploaded the backup %(name)s") % entry.after,
    "delete_backup": lambda entry: _("Deleted the backup %(name)s") % entry.after,
    "restore_backup": _say_restored,
    "lock_backups": _say_locked,
    "name_second_place": _say_second_place,
    "change_sharing": _say_sharing,
    "make_token": _say_token,
    "revoke_token": lambda entry: _("Revoked the token %(name)s") % entry.before,
}


def changes_of_club(entry: LogEntry) -> tuple[LogChange, ...]:
    """Returns the changes of the club's details. A new Wi-Fi password is mentioned, but not shown."""
    found = [
        LogChange(_(label), str(entry.before.get(name, "")), str(entry.after[name]) or _("none"))
        for name, label in LABELS.items()
        if name in entry.after
    ]
    if "password" in entry.after:
        found.append(LogChange(_("Password of the Wi-Fi"), "", _("another one")))
    return tuple(found)
