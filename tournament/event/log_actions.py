"""The actions of the log about an evening as a whole, its table codes and its calls.

The release of seats, restore points and going back to one are written by higher rooms, but stand here because rooms
between read in the log whether they happened."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.event.queries.events import name_setting
from tournament.foundation.log_actions import CALLS, SEATS, Kind, LogAction, LogSentence, say_either
from tournament.models import join_names


def _say_settings(sentence: LogSentence) -> str:
    before = sentence.before
    changes = [f"{name_setting(key)}: {before[key]} → {value}" for key, value in sentence.after.items() if key != "raw"]
    return gettext("Settings changed: %(changes)s") % {"changes": "; ".join(changes)}


def _say_wishes(sentence: LogSentence) -> str:
    after = sentence.after
    wishes = []
    if after["stays_at"]:
        wishes.append(gettext("stays at table %(table)s") % {"table": after["stays_at"]})
    if after["comes_from"]:
        wishes.append(gettext("comes from %(club)s") % {"club": after["comes_from"]})
    if after["apart"]:
        names = join_names([sentence.name_of(entry) for entry in after["apart"]])
        wishes.append(gettext("is kept apart from %(names)s") % {"names": names})
    if after.get("helps_out"):
        wishes.append(gettext("takes turns with a guest if needed"))
    words = "; ".join(wishes) or gettext("has no preferences any more")
    return f"{sentence['name']}: {words}"


def _say_gone_back(sentence: LogSentence) -> str:
    """Says to which point the evening went back, by the time when it was set, because points can have the same name."""
    at, late = datetime.fromisoformat(sentence.after["at"]), len(sentence.after["late"])
    words = gettext("Went back to how it was at %(at)s") % {"at": f"{timezone.localtime(at):%H:%M}"}
    if not late:
        return words
    hands = ngettext("%(n)s hand waits as late", "%(n)s hands wait as late", late) % {"n": late}
    return f"{words}; {hands}"


CREATE_EVENT = LogAction(
    "create_event",
    Kind.EVENING,
    say_either("like", _("Created the evening with the settings of %(like)s"), _("Created the evening")),
)
CHANGE_SETTINGS = LogAction("change_settings", Kind.EVENING, _say_settings)
SAVE_CLUB_RULES = LogAction(
    "save_club_rules",
    Kind.EVENING,
    say_either(
        "rules", _("Saved as club rules “%(name)s”: %(rules)s"), _("Saved as club rules “%(name)s”: standard rules")
    ),
)
SET_WISHES = LogAction("set_wishes", Kind.PEOPLE, _say_wishes, topics=(SEATS,))
SHOW_STANDINGS = LogAction(
    "show_standings", Kind.EVENING, say_either("shown", _("Showed the standings to everybody"), _("Hid the standings"))
)
LOCK_EVENT = LogAction(
    "lock_event", Kind.EVENING, _("Locked the evening"), restore_point=_("Before the evening was locked")
)
REOPEN_EVENT = LogAction("reopen_event", Kind.EVENING, _("Unlocked the evening"))
BIN_EVENT = LogAction(
    "bin_event",
    Kind.EVENING,
    _("Deleted the evening: it is in the bin for 30 days"),
    restore_point=_("Before the evening was deleted"),
)
UNBIN_EVENT = LogAction("unbin_event", Kind.EVENING, _("Restored the evening from the bin"))
PURGE_EVENT = LogAction(
    "purge_event", Kind.EVENING, _("Removed %(name)s of %(date)s for good: it had been in the bin for 30 days")
)
ISSUE_CODES = LogAction("issue_codes", Kind.TABLES, _("Made table codes: %(tables)s"), topics=(SEATS,))
REISSUE_CODES = LogAction("reissue_codes", Kind.TABLES, _("Changed table codes: %(tables)s"), topics=(SEATS,))
REVOKE_CODE = LogAction("revoke_code", Kind.TABLES, _("Blocked phones: %(tables)s"), topics=(SEATS,))
CALL_DIRECTOR = LogAction("call_director", Kind.TABLES, _("The director was called: %(tables)s"), topics=(CALLS,))
ANSWER_CALL = LogAction("answer_call", Kind.TABLES, _("Answered the call: %(tables)s"), topics=(CALLS,))
REOPEN_CALL = LogAction("reopen_call", Kind.TABLES, _("Undid the answer to the call: %(tables)s"), topics=(CALLS,))
RELEASE_DRAW = LogAction(
    "release_draw",
    Kind.SEATS,
    _("Showed the seats of %(hour)s to everybody"),
    restore_point=_("Before the seats of %(hour)s were shown"),
)
SET_RESTORE_POINT = LogAction("set_restore_point", Kind.BACKUPS, _("Set a restore point: %(name)s"), topics=())
GO_BACK = LogAction("go_back", Kind.BACKUPS, _say_gone_back, restore_point=_("Before going back"))
