"""The actions of the log about a federation. Each club's log tells what that club did."""

from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_actions import Kind, LogAction

FOUND_FEDERATION = LogAction("found_federation", Kind.CLUB, _("Founded the federation %(name)s"))
INVITE_CLUB = LogAction("invite_club", Kind.CLUB, _("Invited the club at %(host)s into the federation"))
JOIN_FEDERATION = LogAction("join_federation", Kind.CLUB, _("Joined the federation %(name)s"))
END_MEMBERSHIP = LogAction("end_membership", Kind.CLUB, _("Ended the membership of %(club)s in %(name)s"))
