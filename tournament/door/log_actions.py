"""The actions of the log that this room writes."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_actions import RESULTS, SEATS, Kind, LogAction, LogSentence, say_either
from tournament.foundation.log_lines import LogChange
from tournament.models import Audience, LogEntry

DETAILS: Mapping[str, Promise] = {
    "name": _("Name"),
    "note": _("Note"),
    "nickname": _("Nickname"),
    "is_member": _("Member"),
    "fee_paid_until": _("Fee paid until"),
    "left_on": _("Left on"),
    "shown_to": _("Page shown to"),
}
NOT_LOGGED: Mapping[str, Promise] = {
    "phone": _("Telephone"),
    "email": _("E-mail"),
    "private_notes": _("Private notes"),
}
"""The log says only that these changed, not to what."""


def _say_left(sentence: LogSentence) -> str:
    count = len(sentence.both["called_off"])
    if not count:
        return gettext("%(name)s left early") % sentence
    words = ngettext(
        "%(name)s left early; %(n)s match called off", "%(name)s left early; %(n)s matches called off", count
    )
    return words % {"name": sentence["name"], "n": count}


def _say_seated(sentence: LogSentence) -> str:
    if sentence.event.kind.turns_per_seating == 1:
        return gettext("%(name)s came late and sits at table %(table)s") % sentence
    words = {"name": sentence["name"], "table": sentence["table"], "turn": sentence.both.get("from_turn", "?")}
    return gettext("%(name)s came late and sits at table %(table)s from round %(turn)s") % words


def _say_substituted(sentence: LogSentence) -> str:
    before = sentence.before
    words = {"came": sentence.name_of(sentence.after["entry"]), "gone": sentence.name_of(before["entry"])}
    if "match" not in before:
        if table := sentence.after.get("table"):
            return gettext("%(came)s plays for %(gone)s from the match at table %(table)s on") % (
                words | {"table": table}
            )
        return gettext("%(came)s plays for %(gone)s from the next match on") % words
    words |= {"match": str(sentence["match"]), "hand": before["hand"]}
    return gettext("%(came)s plays for %(gone)s from hand %(hand)s of %(match)s") % words


def _changes_of_person(entry: LogEntry) -> tuple[LogChange, ...]:
    changes = [
        LogChange(
            str(label), _in_words(name, entry.before.get(name)), _in_words(name, entry.after[name]) or gettext("none")
        )
        for name, label in DETAILS.items()
        if name in entry.after
    ]
    silent = [label for name, label in NOT_LOGGED.items() if name in entry.after.get("fields", ())]
    return (*changes, *(LogChange(str(label), "", gettext("another one")) for label in silent))


def _in_words(name: str, value: object) -> str:
    if name == "shown_to" and value:
        return str(Audience(str(value)).label)
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return str(value or "")


ENTER_PLAYERS = LogAction(
    "enter_players",
    Kind.PEOPLE,
    lambda sentence: gettext("Entered at the door: %(names)s") % {"names": ", ".join(sentence.both["names"])},
    topics=(SEATS,),
)
ENTER_LIST = LogAction(
    "enter_list",
    Kind.PEOPLE,
    lambda sentence: (
        ngettext("Added a list with %(n)s name", "Added a list with %(n)s names", len(sentence.after["names"]))
        % {"n": len(sentence.after["names"])}
    ),
    topics=(SEATS,),
)
SET_HERE = LogAction(
    "set_here", Kind.PEOPLE, say_either("here", _("%(name)s is here"), _("%(name)s is not here")), topics=(SEATS,)
)
CORRECT_NAME = LogAction(
    "correct_name",
    Kind.PEOPLE,
    lambda sentence: (
        gettext("Corrected %(wrong)s to %(right)s")
        % {"wrong": sentence.before["name"], "right": sentence.after["name"]}
    ),
)
CHANGE_PERSON = LogAction(
    "change_person", Kind.PEOPLE, _("Changed the details of %(person)s"), changes=_changes_of_person
)
REMOVE_ENTRY = LogAction("remove_entry", Kind.PEOPLE, _("Removed %(name)s from the list"), topics=(SEATS,))
TEAM_UP = LogAction("team_up", Kind.PEOPLE, _("Put together: %(names)s"), topics=(SEATS,))
LINE_UP = LogAction("line_up", Kind.PEOPLE, _("Line-up given: %(team)s"), topics=(SEATS,))
REOPEN_LINE_UP = LogAction("reopen_line_up", Kind.PEOPLE, _("Line-up opened again: %(team)s"), topics=(SEATS,))
PART = LogAction("part", Kind.PEOPLE, _("Split up: %(names)s"), topics=(SEATS,))
LEAVE = LogAction("leave", Kind.PEOPLE, _say_left, topics=(SEATS, RESULTS))
COME_BACK = LogAction(
    "come_back",
    Kind.PEOPLE,
    say_either("table", _("%(name)s came back to table %(table)s"), _("%(name)s came back")),
    topics=(SEATS, RESULTS),
)
SEAT_LATE = LogAction(
    "seat_late",
    Kind.PEOPLE,
    _say_seated,
    topics=(SEATS, RESULTS),
    restore_point=_("Before somebody was seated late"),
    seats_players=True,
)
SUBSTITUTE = LogAction(
    "substitute", Kind.PEOPLE, _say_substituted, restore_point=_("Before a substitute came in"), seats_players=True
)
UNDO_SUBSTITUTE = LogAction(
    "undo_substitute",
    Kind.PEOPLE,
    lambda sentence: (
        gettext("Undid the substitution: %(gone)s plays, not %(came)s")
        % {"gone": sentence.name_of(sentence.before["entry"]), "came": sentence.before["name"]}
    ),
    seats_players=True,
)
PAY = LogAction("pay", Kind.MONEY, _("%(name)s paid %(amount)s"), topics=())
TAKE_BACK_PAYMENT = LogAction(
    "take_back_payment", Kind.MONEY, _("Undid a payment of %(amount)s by %(name)s"), topics=()
)
SET_DUE = LogAction(
    "set_due", Kind.MONEY, say_either("due", _("%(name)s pays %(due)s"), _("%(name)s pays the usual price")), topics=()
)
