"""Opens and closes sign-up, takes names, partners and cancellations."""

from datetime import datetime, timedelta

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.event.queries.sign_ups import sign_ups_of
from tournament.foundation.errors import TournamentError
from tournament.foundation.writing import note, writing
from tournament.models import Account, Event, SignUp, SignUpState

MOST_SIGN_UPS = 500
"""For one evening, cancelled ones included, so that nobody can fill the disk."""


class SignUpClosed(TournamentError):
    message = _("Sign-up for this evening is closed.")


class SignedUpAlready(TournamentError):
    """`field` is the box of the name that is on the list: "name" or "partner"."""

    message = _("This name is already on the list. If it is somebody else, add a surname or an initial.")

    def __init__(self, field: str) -> None:
        super().__init__()
        self.field = field


class NoPlaceForPartner(TournamentError):
    message = _(
        "No place is left for a partner. You can play with somebody who needs one, or cancel and sign up together."
    )


def set_sign_up(event: Event, *, is_open: bool, places: int | None, by: Account | None, now: datetime) -> None:
    with writing(event) as current:
        state = SignUpState.OPEN if is_open else SignUpState.CLOSED
        Event.objects.filter(pk=current.pk).update(sign_up=state, sign_up_places=places)
        note(current, "set_sign_up", by=by, now=now, after={"open": is_open, "places": places})


def sign_up(
    event: Event, name: str, *, partner: str = "", needs_partner: bool = False, by: Account | None, now: datetime
) -> SignUp:
    """Signs somebody up. `by` is the secretary who typed the name, None for people who did it themselves. Raises
    SignUpClosed, and SignedUpAlready for a name that is on the list."""
    with writing(event) as current:
        if by is None and not current.takes_sign_ups(timezone.localdate(now)):
            raise SignUpClosed
        _refuse_taken_names(current, name, partner)
        if SignUp.objects.filter(event=current).count() >= MOST_SIGN_UPS:
            raise SignUpClosed
        if not current.has_sign_up:
            Event.objects.filter(pk=current.pk).update(sign_up=SignUpState.CLOSED)
        made = SignUp.objects.create(
            event=current,
            name=name,
            partner_name=partner,
            needs_partner=needs_partner,
            signed_up_at=_after_everybody(current, now),
        )
        note(current, "sign_up", by=by, now=now, after={"name": " & ".join(filter(None, (name, partner)))})
    return made


def change_partner(signed: SignUp, *, partner: str, needs_partner: bool, by: Account | None, now: datetime) -> None:
    """Names another partner, or none; the same changes nothing. Raises SignedUpAlready, NoPlaceForPartner if somebody
    would lose their place to the partner, and SignUpClosed for a sign-up that is cancelled, or for one more player once
    people can no longer sign up."""
    with writing(signed.event) as event:
        current = SignUp.objects.filter(pk=signed.pk, cancelled_at=None).first()
        if current is None:
            raise SignUpClosed
        if (current.partner_name, current.needs_partner) == (partner, needs_partner):
            return
        is_one_more = partner and not current.partner_name
        if is_one_more and by is None and not event.takes_sign_ups(timezone.localdate(now)):
            raise SignUpClosed
        _refuse_taken_names(event, "", partner, besides=signed)
        waiting = sum(each.waits for each in sign_ups_of(event))
        SignUp.objects.filter(pk=signed.pk).update(partner_name=partner, needs_partner=needs_partner)
        if sum(each.waits for each in sign_ups_of(event)) > waiting:
            raise NoPlaceForPartner
        note(event, "change_partner", by=by, now=now, after={"name": signed.name, "partner": partner})


def cancel_sign_up(signed: SignUp, *, by: Account | None, now: datetime) -> None:
    """Cancels a sign-up. Doing it twice changes nothing more."""
    with writing(signed.event) as event:
        if SignUp.objects.filter(pk=signed.pk, cancelled_at=None).update(cancelled_at=now):
            note(event, "cancel_sign_up", by=by, now=now, after={"name": signed.name})


def undo_cancellation(signed: SignUp, *, by: Account | None, now: datetime) -> bool:
    """Returns a cancelled sign-up to its old place in the order, for the secretary's slips; to the end if somebody
    would lose a place to it that they were told of. Returns whether it waits now. Raises SignedUpAlready."""
    with writing(signed.event) as event:
        _refuse_taken_names(event, signed.name, signed.partner_name, besides=signed)
        last = _after_everybody(event, now)
        placed = {each.pk for each in sign_ups_of(event) if not each.waits}
        if SignUp.objects.filter(pk=signed.pk, cancelled_at__isnull=False).update(cancelled_at=None):
            if any(each.waits for each in sign_ups_of(event) if each.pk in placed):
                SignUp.objects.filter(pk=signed.pk).update(signed_up_at=last)
            note(event, "undo_cancellation", by=by, now=now, after={"name": signed.name})
        return any(each.waits for each in sign_ups_of(event) if each.pk == signed.pk)


def _after_everybody(event: Event, now: datetime) -> datetime:
    """Returns `now`, or a moment after the last sign-up if the computer's clock was put back since."""
    last = SignUp.objects.filter(event=event).aggregate(last=Max("signed_up_at"))["last"]
    return max(now, last + timedelta(microseconds=1)) if last else now


def _refuse_taken_names(event: Event, name: str, partner: str, *, besides: SignUp | None = None) -> None:
    there = SignUp.objects.filter(event=event, cancelled_at=None)
    there = there.exclude(pk=besides.pk) if besides else there
    taken = {each.lower() for pair in there.values_list("name", "partner_name") for each in pair if each}
    for field, asked in (("name", name), ("partner", partner)):
        if asked.lower() in taken:
            raise SignedUpAlready(field)
