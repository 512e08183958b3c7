"""The actions of the log about a match. Calling one off and objecting to a hand are written by higher rooms, but stand
here because rooms between read in the log whether they happened."""

from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_actions import RESULTS, SEATS, Kind, LogAction

TAKE_BACK_AGREEMENT = LogAction("take_back_agreement", Kind.RESULTS, _("Undid the agreement of %(match)s"))
WITHDRAW_SLIP = LogAction("withdraw_slip", Kind.RESULTS, _("Deleted the slip of %(match)s"), decides_results=True)
RESCORE = LogAction("rescore", Kind.RESULTS, _("Recalculated %(match)s from what was reported"))
OBJECT_TO_HAND = LogAction(
    "object_to_hand", Kind.RESULTS, _("The other side says that hand %(hand)s of %(match)s is wrong")
)
CALL_OFF = LogAction("call_off", Kind.RESULTS, _("Called off %(match)s"), topics=(SEATS, RESULTS), decides_results=True)
