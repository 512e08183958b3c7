"""The actions of the log that this room writes."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.club.named_penalties import NamedPenalty
from tournament.foundation.log_actions import Kind, LogAction, LogSentence, say_either
from tournament.foundation.log_lines import LogChange
from tournament.models import Account, LogEntry


def _say_refused(sentence: LogSentence) -> str:
    words = gettext("A sign-in as %(name)s was refused, from %(address)s")
    if not sentence.after["name"]:
        words = gettext("A sign-in with an unknown name was refused, from %(address)s")
    if sentence.after["is_last"]:
        words += gettext("; more in the same hour are not listed")
    return words % {**sentence.after}


LABELS: Mapping[str, Promise] = {
    "name": _("Name"),
    "wifi_name": _("Name of the Wi-Fi"),
    "sheet": _("Paper"),
    "hall_tables": _("Tables in the hall"),
    "colour": _("Colour"),
    "penalties": _("Named penalties"),
}


def _write_detail(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(str(NamedPenalty(*each)) for each in value)
    return str(value or "")


def _name_role(value: str) -> str:
    return str(Account.Role(value).label).lower()


def _say_role(sentence: LogSentence) -> str:
    before, after = (_name_role(state["role"]) for state in (sentence.before, sentence.after))
    words = {"name": sentence.before["name"], "before": before, "after": after}
    return gettext("Changed the role of %(name)s: %(before)s → %(after)s") % words


def _changes_of_club(entry: LogEntry) -> tuple[LogChange, ...]:
    """Returns the changes of the club's details. A new Wi-Fi password is mentioned, but not shown."""
    changes = [
        LogChange(
            str(label), _write_detail(entry.before.get(name)), _write_detail(entry.after[name]) or gettext("none")
        )
        for name, label in LABELS.items()
        if name in entry.after
    ]
    if "password" in entry.after:
        changes.append(LogChange(gettext("Password of the Wi-Fi"), "", gettext("another one")))
    return tuple(changes)


SIGN_IN = LogAction("sign_in", Kind.SIGN_IN, _("Signed in from %(address)s"))
SIGN_OUT = LogAction("sign_out", Kind.SIGN_IN, _("Signed out"))
REFUSE_SIGN_IN = LogAction("refuse_sign_in", Kind.SIGN_IN, _say_refused)
MAKE_ACCOUNT = LogAction(
    "make_account",
    Kind.ACCOUNTS,
    lambda sentence: (
        gettext("Made an account for %(name)s: %(role)s")
        % {"name": sentence.after["name"], "role": _name_role(sentence.after["role"])}
    ),
)
CHANGE_ROLE = LogAction("change_role", Kind.ACCOUNTS, _say_role)
ISSUE_PASSWORD = LogAction(
    "issue_password",
    Kind.ACCOUNTS,
    say_either(
        "reopened",
        _("Opened the account of %(name)s again, with a one-time password"),
        _("Gave %(name)s a new one-time password"),
    ),
)
CHOOSE_PASSWORD = LogAction("choose_password", Kind.ACCOUNTS, _("Chose a new password"))
CLOSE_ACCOUNT = LogAction("close_account", Kind.ACCOUNTS, _("Closed the account of %(name)s"))
MAKE_SQUARE = LogAction("make_square", Kind.ACCOUNTS, _("Made a one-time sign-in QR code for %(name)s"))
CHANGE_CLUB = LogAction("change_club", Kind.CLUB, _("Changed the club’s details"), changes=_changes_of_club)
SAVE_EMBLEM = LogAction("save_emblem", Kind.CLUB, _("Saved an emblem of the club"))
REMOVE_EMBLEM = LogAction("remove_emblem", Kind.CLUB, _("Removed the club’s emblem"))
