"""Errors that users see, each with a code and one sentence that they can act on."""

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


class ReleaseStays(TournamentError):
    code = "release_stays"
    message = _("The release of these seats cannot be undone any more.")


class SeatsUndone(TournamentError):
    code = "seats_undone"
    message = _("The director took these seats back, so this match is not played. Look for your new seat.")


class DraftChanged(TournamentError):
    code = "draft_changed"
    message = _("The draft has changed since you looked. This is how it is now.")


class NotHere(TournamentError):
    code = "not_here"
    message = _("Somebody else has just taken that name off the list, or ticked it as not here.")


class CannotSeatNow(TournamentError):
    code = "cannot_seat"
    message = _("There is no seat free in this hour. The next draw will seat them.")


class ClockRefused(TournamentError):
    code = "clock"


class CannotTakeBack(TournamentError):
    code = "cannot_take_back"
    message = _("Something has come of it since: it cannot be taken back any more.")


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


class NoWalkOver(TournamentError):
    code = "no_walk_over"
    message = _("A walk-over is for two sides at an evening of rounds. Rule, or call the match off.")


class NoSuchPart(TournamentError):
    code = "no_such_part"
    message = _("A table that was shared had a part of its round, at an evening of rounds.")


class HandAlreadyRecorded(TournamentError):
    code = "hand_already_recorded"
    message = _("That hand has been recorded differently. Both versions are kept, and the director will decide.")


class NothingToAgree(TournamentError):
    code = "nothing_to_agree"
    message = _("There is nothing to agree: a result is missing, disputed, or contradicts itself.")


class SheetChanged(TournamentError):
    code = "sheet_changed"
    message = _("An opponent's sheet was changed meanwhile. Look at the figures again.")


class ImpossibleResult(TournamentError):
    code = "impossible_result"
    message = _("This result cannot have happened.")
    status = 422


class NothingToWithdraw(TournamentError):
    code = "nothing_to_withdraw"
    message = _("This slip cannot be deleted: its result is agreed, disputed or ruled, or was deleted already.")


class MatchChanged(TournamentError):
    code = "match_changed"
    message = _("Something was written to this match in the meantime. Look at it again.")


class HandChanged(TournamentError):
    code = "hand_changed"
    message = _("Somebody else has changed this hand in the meantime. Look at it again.")


class HandOutOfTurn(TournamentError):
    code = "hand_out_of_turn"
    message = _("A hand before this one is missing. Look at the match again.")


class TooManyLate(TournamentError):
    code = "too_many_late"
    message = _("More hands have come late than anybody plays in one match. This one stays here: call the director.")


class HandsAreIn(TournamentError):
    code = "hands_are_in"
    message = _("All hands of this match are in. Play on first if there is another.")


class MatchOver(HandsAreIn):
    code = "match_over"
    message = _("This match is over: its last game has been won. Correct a hand first if it was not.")


class MatchCalledOff(TournamentError):
    code = "called_off"
    message = _("This match was called off. A ruling of the director's brings it back.")


class NoHands(TournamentError):
    code = "no_hands"
    message = _("No hand of this match has been recorded yet.")


class NotYourHand(TournamentError):
    code = "not_your_hand"
    message = _(
        "Only whoever recorded the last hand changes it, until the match is agreed. "
        "The director changes any hand, with a reason."
    )
    status = 403


class NameTaken(TournamentError):
    code = "name_taken"
    message = _(
        "The club knows somebody of this name already. If they are two people, write a note that tells this one apart. "
        "If not, take this one off the list and pick the other."
    )


class NameShared(TournamentError):
    code = "name_shared"


class NotYoursToAgree(TournamentError):
    code = "not_yours_to_agree"
    message = _("The other side says whether this hand is right, on its own phone or at its end of the table.")


class NotForTable(TournamentError):
    code = "not_for_table"
    message = _("The director decides this hand: it is not only between the two sides' phones.")


class WhosePhone(TournamentError):
    code = "whose_phone"
    message = _("Each side chooses on its own phone. Say first whose phone this is.")


class SpokeForOthers(TournamentError):
    code = "spoke_for_others"
    message = _("This phone has spoken for the other side in this hand. Choose on another phone.")


class HandSettled(TournamentError):
    code = "hand_settled"
    message = _("This hand is settled. Call the director if it is not right.")


class EarlierHour(TournamentError):
    code = "earlier_hour"
    message = _("This match is of an earlier hour: only the director settles it now.")
    status = 403


class RoundClosed(TournamentError):
    code = "round_closed"
    message = _("The round is closed: only the scorer or the director opens its hands again.")


class NotYourMatch(TournamentError):
    code = "not_your_match"
    message = _("This match is agreed: only the director opens its hands again.")
    status = 403
