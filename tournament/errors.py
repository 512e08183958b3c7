"""What can be refused, each with a code and one sentence that the reader can act on."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class TournamentError(Exception):
    """Something that cannot be done now. `message` says why, to the person who asked."""

    code = "refused"
    message: str | Promise = _("That cannot be done.")
    status = 409

    def __init__(self, message: str | Promise | None = None) -> None:
        if message is not None:
            self.message = message
        super().__init__(self.code)

    def __str__(self) -> str:
        return str(self.message)


class CannotDraw(TournamentError):
    code = "cannot_draw"
    message = _("These tables cannot be drawn.")


class AlreadyReleased(TournamentError):
    code = "already_released"
    message = _("The seats are out: people are on their way to them. Move single players instead.")


class CannotSeatNow(TournamentError):
    code = "cannot_seat"
    message = _("There is no seat free in this hour. The next draw will seat them.")


class ClockRefused(TournamentError):
    code = "clock"


class EventLocked(TournamentError):
    code = "locked"
    message = _("The evening is locked. The director can open it again, with a reason.")


class NeedsReason(TournamentError):
    code = "needs_reason"
    message = _("Say why: the reason is kept with the result.")
    status = 422


class NotDrawnTogether(TournamentError):
    code = "not_drawn_together"
    message = _("Those two were not drawn to meet.")


class HandAlreadyRecorded(TournamentError):
    code = "hand_already_recorded"
    message = _("That hand has been recorded differently. Both versions are kept, and the director will decide.")


class NothingToAgree(TournamentError):
    code = "nothing_to_agree"
    message = _("There is nothing to agree yet: somebody's sheet is missing.")
