"""The actions of the log that this room writes."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournament.foundation.log_actions import Kind, LogAction, LogSentence


def _say_set_all_aside(sentence: LogSentence) -> str:
    count = len(sentence.both["hands"])
    words = ngettext("Set %(n)s late hand of %(match)s aside", "Set %(n)s late hands of %(match)s aside", count)
    return words % {"n": count, "match": sentence["match"]}


RECORD_HAND = LogAction("record_hand", Kind.RESULTS, _("Recorded hand %(hand)s of %(match)s"), decides_results=True)
CORRECT_HAND = LogAction("correct_hand", Kind.RESULTS, _("Corrected hand %(hand)s of %(match)s"), decides_results=True)
DISPUTE_HAND = LogAction("dispute_hand", Kind.RESULTS, _("Hand %(hand)s of %(match)s was recorded differently"))
AGREE_HANDS = LogAction("agree_hands", Kind.RESULTS, _("The table agreed %(match)s up to hand %(hand)s"))
CHOOSE_VERSION = LogAction(
    "choose_version", Kind.RESULTS, _("%(name)s chose version %(version)s of hand %(hand)s of %(match)s")
)
AGREE_VERSION = LogAction(
    "agree_version",
    Kind.RESULTS,
    _("Both sides chose version %(version)s: hand %(hand)s of %(match)s is agreed"),
    decides_results=True,
)
TAKE_BACK_CHOICE = LogAction(
    "take_back_choice",
    Kind.RESULTS,
    _("%(name)s took back their choice of hand %(hand)s of %(match)s"),
    decides_results=True,
)
WITHDRAW_HAND = LogAction("withdraw_hand", Kind.RESULTS, _("Deleted hand %(hand)s of %(match)s"), decides_results=True)
RESTORE_HAND = LogAction("restore_hand", Kind.RESULTS, _("Brought back hand %(hand)s of %(match)s"))
KEEP_LATE = LogAction("keep_late", Kind.RESULTS, _("Hand %(hand)s of %(match)s arrived late"))
ACCEPT_LATE = LogAction(
    "accept_late", Kind.RESULTS, _("Counted the late hand %(hand)s of %(match)s"), decides_results=True
)
SET_ASIDE = LogAction("set_aside", Kind.RESULTS, _("Did not count the late hand %(hand)s of %(match)s"))
SET_ALL_ASIDE = LogAction("set_all_aside", Kind.RESULTS, _say_set_all_aside)
FINISH_HANDS = LogAction("finish_hands", Kind.RESULTS, _("All hands of %(match)s are in"), decides_results=True)
PLAY_ON = LogAction("play_on", Kind.RESULTS, _("%(match)s plays on"), decides_results=True)
CHECK_SLIP = LogAction(
    "check_slip", Kind.RESULTS, _("Keyed in the slip of %(match)s twice: both readings match"), decides_results=True
)
