"""Errors that users see, each with a code and one sentence that they can act on."""

import re

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class TournamentError(Exception):
    """Something that cannot be done now. `message` says why, to the person who asked; `code` is for programs: the name
    of the class in small letters, unless it has another."""

    code = "refused"
    message: str | Promise = _("This is not possible.")
    status = 409

    def __init_subclass__(cls) -> None:
        if "code" not in vars(cls):
            cls.code = re.sub(r"\B(?=[A-Z])", "_", cls.__name__).lower()

    def __init__(self, message: str | Promise | None = None) -> None:
        if message is not None:
            self.message = message
        super().__init__(self.code)

    def __str__(self) -> str:
        return str(self.message)


class CannotDraw(TournamentError):
    message = _("These tables cannot be drawn.")


class AlreadyReleased(TournamentError):
    message = _("Everybody can see the seats, and people are on their way to them. Move single players instead.")


class ReleaseStays(TournamentError):
    message = _("These seats can no longer be hidden.")


class SeatsUndone(TournamentError):
    message = _("The director withdrew these seats, so this match is not played. Look for your new seat.")


class DraftChanged(TournamentError):
    message = _("The draft has changed since you opened this page. This is the current draft.")


class NotHere(TournamentError):
    message = _("Somebody else has just removed that name from the list or marked it as not here.")


class CannotSeatNow(TournamentError):
    code = "cannot_seat"
    message = _("No seat is free in this hour. The next draw will seat them.")


class ClockRefused(TournamentError):
    code = "clock"


class CannotTakeBack(TournamentError):
    message = _("Something has happened since, so this can no longer be undone.")


class EventLocked(TournamentError):
    code = "locked"
    message = _("The evening is locked. The director can unlock it, giving a reason.")


class EventBinned(TournamentError):
    code = "binned"
    message = _("This evening was deleted and is in the bin. A director can restore it under All evenings.")


class NeedsReason(TournamentError):
    message = _("Give a reason. It is saved with the result.")
    status = 422


class NoAdjustment(TournamentError):
    message = _("Choose who it is for, and enter from 1 to 100 points.")
    status = 422


class NoMatchToAdjust(TournamentError):
    message = _("They have no result there that it could count in. Choose another round, or the whole evening.")
    status = 422


class NotDrawnTogether(TournamentError):
    message = _("Those 2 were not drawn to meet.")


class NoWalkOver(TournamentError):
    message = _("A walk-over is only for 2 sides at an evening of rounds. Make a ruling, or call the match off.")


class NoSuchPart(TournamentError):
    message = _("Only at an evening of rounds can a match get part of a round for a shared table.")


class FeatNoted(TournamentError):
    message = _("That feat is already on the list. Only the first one counts.")


class NoSuchFeat(TournamentError):
    message = _("That is no feat of this match. Choose one from the list.")
    status = 422


class NeedsFigure(TournamentError):
    message = _("Enter the count too. A hand has %(most)s at most.")
    status = 422


class HandAlreadyRecorded(TournamentError):
    message = _("That hand has been recorded differently. Both versions are saved, and the director will decide.")


class NothingToAgree(TournamentError):
    message = _("Nothing can be agreed: a result is missing, disputed, or contradicts itself.")


class SheetChanged(TournamentError):
    message = _("An opponent’s sheet has changed in the meantime. Check the figures again.")


class ImpossibleResult(TournamentError):
    message = _("This result is impossible.")
    status = 422


class NothingToWithdraw(TournamentError):
    message = _("This slip cannot be deleted: its result is agreed, disputed or ruled, or was deleted already.")


class MatchChanged(TournamentError):
    message = _("This match has changed in the meantime. Check it again.")


class HandChanged(TournamentError):
    message = _("Somebody else has changed this hand in the meantime. Check it again.")


class HandOutOfTurn(TournamentError):
    message = _("A hand before this one is missing. Check the match again.")


class TooManyLate(TournamentError):
    message = _(
        "More hands have arrived late than anybody plays in one match. This one is not sent: call the director."
    )


class HandsAreIn(TournamentError):
    message = _("All hands of this match are in. If there is another, reopen the match first.")


class MatchOver(HandsAreIn):
    message = _("This match is over: its last game has been won. If that is wrong, correct a hand first.")


class MatchCalledOff(TournamentError):
    code = "called_off"
    message = _("This match was called off. Only a ruling by the director brings it back.")


class NoHands(TournamentError):
    message = _("No hand of this match has been recorded yet.")


class NotYourHand(TournamentError):
    message = _(
        "Only the person who recorded the last hand can change it, until the match is agreed. The director "
        "can change any hand, giving a reason."
    )
    status = 403


class NameTaken(TournamentError):
    message = _(
        "The club already has a member with this name. If they are 2 people, write a note that tells this "
        "one apart. If not, remove this one from the list and choose the other."
    )


class NameShared(TournamentError):
    """The message says which name."""


class NotYoursToAgree(TournamentError):
    message = _("The other side has to say whether this hand is right, on its own phone or at its end of the table.")


class NotForTable(TournamentError):
    message = _("Only the director can decide this hand: it is not just between the 2 sides’ phones.")


class WhosePhone(TournamentError):
    message = _("Each side chooses on its own phone. First choose whose phone this is.")


class SpokeForOthers(TournamentError):
    message = _("This phone has already answered for the other side on this hand. Use another phone.")


class HandSettled(TournamentError):
    message = _("This hand is settled. If it is wrong, call the director.")


class EarlierHour(TournamentError):
    message = _("This match is from an earlier hour. Only the director can settle it now.")
    status = 403


class RoundClosed(TournamentError):
    message = _("The round is closed. Only the scorer or the director can reopen its hands.")


class NotYourMatch(TournamentError):
    message = _("This match is agreed. Only the director can reopen its hands.")
    status = 403
