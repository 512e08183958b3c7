"""The actions of the log that this room writes."""

from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_actions import SEATS, Kind, LogAction, say_either

SET_SIGN_UP = LogAction(
    "set_sign_up", Kind.PEOPLE, say_either("open", _("Opened sign-up"), _("Closed sign-up")), topics=()
)
SIGN_UP = LogAction("sign_up", Kind.PEOPLE, _("Signed up: %(name)s"), topics=(SEATS,))
CANCEL_SIGN_UP = LogAction("cancel_sign_up", Kind.PEOPLE, _("Sign-up cancelled: %(name)s"), topics=(SEATS,))
UNDO_CANCELLATION = LogAction(
    "undo_cancellation", Kind.PEOPLE, _("Undid the cancelled sign-up of %(name)s"), topics=(SEATS,)
)
CHANGE_PARTNER = LogAction(
    "change_partner",
    Kind.PEOPLE,
    say_either(
        "partner",
        _("Signed up %(name)s with another partner: %(partner)s"),
        _("%(name)s stays signed up, without a partner"),
    ),
    topics=(SEATS,),
)
