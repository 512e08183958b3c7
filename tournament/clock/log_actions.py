"""The actions of the log that this room writes."""

from datetime import timedelta

from django.utils.timesince import timesince
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_actions import Kind, LogAction, LogSentence, say_either


def _say_moved_clocks(sentence: LogSentence) -> str:
    """Says how the computer's clock was set; `seconds` are negative if it was set back."""
    seconds = sentence.both["seconds"]
    words = gettext("The computer’s clock was set back by %(time)s: the round clocks went back with it")
    if seconds > 0:
        words = gettext("The computer’s clock was set forward by %(time)s: the round clocks went forward with it")
    began = sentence.log.at
    return words % {"time": timesince(began, began + timedelta(seconds=abs(seconds)))}


START_ROUND = LogAction("start_round", Kind.CLOCK, _("Started %(round)s"), restore_point=_("Before %(round)s began"))
START_BY_ITSELF = LogAction("start_by_itself", Kind.CLOCK, _("Started by itself: %(round)s"))
TAKE_BACK_START = LogAction("take_back_start", Kind.CLOCK, _("Undid the start of %(round)s"))
START_WAVE = LogAction("start_wave", Kind.CLOCK, _("Started the next tables of %(round)s"))
TAKE_BACK_WAVE = LogAction("take_back_wave", Kind.CLOCK, _("Undid the start of the next tables of %(round)s"))
PAUSE_ROUND = LogAction("pause_round", Kind.CLOCK, _("Paused %(round)s"))
RESUME_ROUND = LogAction("resume_round", Kind.CLOCK, _("Resumed %(round)s"))
EXTEND_ROUND = LogAction("extend_round", Kind.CLOCK, _("Gave %(round)s extra time"))
SHORTEN_ROUND = LogAction("shorten_round", Kind.CLOCK, _("Took time off %(round)s"))
END_ROUND = LogAction("end_round", Kind.CLOCK, _("Ended %(round)s"), restore_point=_("Before %(round)s ended"))
REOPEN_ROUND = LogAction("reopen_round", Kind.CLOCK, _("Undid the end of %(round)s"))
SET_BREAK = LogAction(
    "set_break",
    Kind.CLOCK,
    say_either("minutes", _("A break of %(minutes)s min after %(hour)s"), _("No break after %(hour)s")),
)
GIVE_TABLE_TIME = LogAction("give_table_time", Kind.CLOCK, _("%(minutes)s extra min for %(tables)s"))
TAKE_BACK_TABLE_TIME = LogAction("take_back_table_time", Kind.CLOCK, _("Removed the extra time of %(tables)s"))
MUTE = LogAction("mute", Kind.CLOCK, _("Muted all devices"))
UNMUTE = LogAction("unmute", Kind.CLOCK, _("Turned the sound of all devices back on"))
HOLD_START = LogAction("hold_start", Kind.CLOCK, _("Held the next round"))
LET_START = LogAction("let_start", Kind.CLOCK, _("Let the next round start by itself again"))
MOVE_CLOCKS = LogAction("move_clocks", Kind.CLOCK, _say_moved_clocks)
