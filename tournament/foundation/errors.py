"""Errors that users see, each with a code and one sentence that they can act on."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class TournamentError(Exception):
    """Something that cannot be done now. `message` says why, to the person who asked."""

    code = "refused"
    message: str | Promise = _("This is not possible.")
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
    message = _("The seats are released and people are on their way to them. Move single players instead.")


class ReleaseStays(TournamentError):
    code = "release_stays"
    message = _("The release of these seats can no longer be undone.")


class SeatsUndone(TournamentError):
    code = "seats_undone"
    message = _("The director withdrew these seats, so this match is not played. Look for your new seat.")


class DraftChanged(TournamentError):
    code = "draft_changed"
    message = _("The draft has changed since you opened this page. This is the current draft.")


class NotHere(TournamentError):
    code = "not_here"
    message = _("Somebody else has just removed that name from the list or marked it as not here.")


class CannotSeatNow(TournamentError):
    code = "cannot_seat"
    message = _("No seat is free in this hour. The next draw will seat them.")


class ClockRefused(TournamentError):
    code = "clock"


class CannotTakeBack(TournamentError):
    code = "cannot_take_back"
    message = _("Something has happened since, so this can no longer be undone.")


class EventLocked(TournamentError):
    code = "locked"
    message = _("The evening is locked. The director can unlock it, giving a reason.")


class NeedsReason(TournamentError):
    code = "needs_reason"
    message = _("Give a reason. It is saved with the result.")
    status = 422


class NotDrawnTogether(TournamentError):
    code = "not_drawn_together"
    message = _("Those 2 were not drawn to meet.")


class NoWalkOver(TournamentError):
    code = "no_walk_over"
    message = _("A walk-over is only for 2 sides at an evening of rounds. Make a ruling, or call the match off.")


class NoSuchPart(TournamentError):
    code = "no_such_part"
    message = _("Only at an evening of rounds can a match get part of a round for a shared table.")


class HandAlreadyRecorded(TournamentError):
    code = "hand_already_recorded"
    message = _("That hand has been recorded differently. Both versions are saved, and the director will decide.")


class NothingToAgree(TournamentError):
    code = "nothing_to_agree"
    message = _("Nothing can be agreed: a result is missing, disputed, or contradicts itself.")


class SheetChanged(TournamentError):
    code = "sheet_changed"
    message = _("An opponent's sheet has changed in the meantime. Check the figures again.")


class ImpossibleResult(TournamentError):
    code = "impossible_result"
    message = _("This result is impossible.")
    status = 422


class NothingToWithdraw(TournamentError):
    code = "nothing_to_withdraw"
    message = _("This slip cannot be deleted: its result is agreed, disputed or ruled, or was deleted already.")


class MatchChanged(TournamentError):
    code = "match_changed"
    message = _("This match has changed in the meantime. Check it again.")


class HandChanged(TournamentError):
    code = "hand_changed"
    message = _("Somebody else has changed this hand in the meantime. Check it again.")


class HandOutOfTurn(TournamentError):
    code = "hand_out_of_turn"
    message = _("A hand before this one is missing. Check the match again.")


class TooManyLate(TournamentError):
    code = "too_many_late"
    message = _(
        "More hands have arrived late than anybody plays in one match. This one is not sent: call the director."
    )


class HandsAreIn(TournamentError):
    code = "hands_are_in"
    message = _("All hands of this match are in. If there is another, reopen the match first.")


class MatchOver(HandsAreIn):
    code = "match_over"
    message = _("This match is over: its last game has been won. If that is wrong, correct a hand first.")


class MatchCalledOff(TournamentError):
    code = "called_off"
    message = _("This match was called off. Only a ruling by the director brings it back.")


class NoHands(TournamentError):
    code = "no_hands"
    message = _("No hand of this match has been recorded yet.")


class NotYourHand(TournamentError):
    code = "not_your_hand"
    message = _(
        "Only the person who recorded the last hand can change it, until the match is agreed. The director "
        "can change any hand, giving a reason."
    )
    status = 403


class NameTaken(TournamentError):
    code = "name_taken"
    message = _(
        "The club already has a member with this name. If they are 2 people, write a note that tells this "
        "one apart. If not, remove this one from the list and choose the other."
    )


class NameShared(TournamentError):
    code = "name_shared"


class NotYoursToAgree(TournamentError):
    code = "not_yours_to_agree"
    message = _("The other side has to say whether this hand is right, on its own phone or at its end of the table.")


class NotForTable(TournamentError):
    code = "not_for_table"
    message = _("Only the director can decide this hand: it is not just between the 2 sides' phones.")


class WhosePhone(TournamentError):
    code = "whose_phone"
    message = _("Each side chooses on its own phone. First choose whose phone this is.")


class SpokeForOthers(TournamentError):
    code = "spoke_for_others"
    message = _("This phone has already answered for the other side on this hand. Use another phone.")


class HandSettled(TournamentError):
    code = "hand_settled"
    message = _("This hand is settled. If it is wrong, call the director.")


class EarlierHour(TournamentError):
    code = "earlier_hour"
    message = _("This match is from an earlier hour. Only the director can settle it now.")
    status = 403


class RoundClosed(TournamentError):
    code = "round_closed"
    message = _("The round is closed. Only the scorer or the director can reopen its hands.")


class NotYourMatch(TournamentError):
    code = "not_your_match"
    message = _("This match is agreed. Only the director can reopen its hands.")
    status = 403
