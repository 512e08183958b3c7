"""Opens and closes sign-up, takes names, partners and cancellations, and writes to those who move up."""

from collections.abc import Collection, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db.models import Max
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.event.queries.sign_ups import sign_ups_of
from tournament.foundation.errors import TournamentError
from tournament.foundation.writing import note, writing
from tournament.models import Account, Event, Player, SignUp, SignUpState, join_names
from tournament.signup.log_actions import CANCEL_SIGN_UP, CHANGE_PARTNER, SET_SIGN_UP, SIGN_UP, UNDO_CANCELLATION
from tournament.web.own_sign_ups import code_of_sign_up
from tournament.web.table_codes import format_code

MOST_SIGN_UPS = 500
"""For one evening; when the desk cancels some, others may sign up. The desk itself may always add somebody."""


class SignUpClosed(TournamentError):
    message = _("Sign-up for this evening is closed.")


class SignUpFull(TournamentError):
    message = _("The list of sign-ups is full at the moment. Tell the club, or try again later.")


class SignedUpAlready(TournamentError):
    """`field` is the box of the name that is on the list: "name" or "partner"; `named_by` is the sign-up that has the
    name as its partner, None if they signed up themselves."""

    message = _("This name is already on the list. If it is somebody else, add a surname or an initial.")

    def __init__(self, field: str, named_by: SignUp | None) -> None:
        super().__init__()
        self.field, self.named_by = field, named_by


class NoPlaceForPartner(TournamentError):
    message = _(
        "No place is left for a partner. You can play with somebody who needs one, or cancel and sign up together."
    )


def set_sign_up(event: Event, *, is_open: bool, places: int | None, by: Account | None, now: datetime) -> None:
    with writing(event) as current:
        state = SignUpState.OPEN if is_open else SignUpState.CLOSED
        Event.objects.filter(pk=current.pk).update(sign_up=state, sign_up_places=places)
        current.sign_up_places = places
        moved = _give_places(current, now)
        note(current, SET_SIGN_UP, by=by, now=now, after={"open": is_open, "places": places})
    _write_to_those_with_place(event, moved)


def sign_up(
    event: Event,
    name: str,
    *,
    partner: str = "",
    needs_partner: bool = False,
    person: Player | None = None,
    partner_person: Player | None = None,
    email: str = "",
    by: Account | None,
    now: datetime,
) -> SignUp:
    """Signs somebody up; `person` is who they said that they are; to `email` the club writes if they move up. Raises
    SignUpClosed, SignUpFull and SignedUpAlready. The desk may always add somebody; that opens no sign-up, but makes the
    door look at the list."""
    with writing(event) as current:
        if by is None and not current.takes_sign_ups(timezone.localdate(now)):
            raise SignUpClosed
        _refuse_taken_names(current, (name, person), (partner, partner_person))
        if by is None and SignUp.objects.filter(event=current, cancelled_at=None).count() >= MOST_SIGN_UPS:
            raise SignUpFull
        if not current.has_sign_up:
            Event.objects.filter(pk=current.pk).update(sign_up=SignUpState.CLOSED)
        made = SignUp.objects.create(
            event=current,
            name=name,
            partner_name=partner,
            person=person,
            partner_person=partner_person,
            needs_partner=needs_partner,
            email=email,
            signed_up_at=_after_everybody(current, now),
        )
        _give_places(current, now)
        note(current, SIGN_UP, by=by, now=now, after={"name": " & ".join(filter(None, (name, partner)))})
    return made


def change_partner(
    signed: SignUp,
    *,
    partner: str,
    needs_partner: bool,
    partner_person: Player | None = None,
    by: Account | None,
    now: datetime,
) -> None:
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
        _refuse_taken_names(event, ("", None), (partner, partner_person), besides=signed)
        placed = {each.pk for each in sign_ups_of(event) if not each.waits}
        values = {"partner_name": partner, "partner_person": partner_person, "needs_partner": needs_partner}
        SignUp.objects.filter(pk=signed.pk).update(**values)
        if placed - {each.pk for each in sign_ups_of(event) if not each.waits}:
            raise NoPlaceForPartner
        moved = _give_places(event, now)
        note(event, CHANGE_PARTNER, by=by, now=now, after={"name": signed.name, "partner": partner})
    _write_to_those_with_place(event, moved)


def cancel_sign_ups(event: Event, numbers: Iterable[int], *, by: Account | None, now: datetime) -> list[str]:
    """Cancels sign-ups, all in one step; returns the names. Those cancelled already stay as they are."""
    with writing(event) as current:
        rows = SignUp.objects.filter(event=current, cancelled_at=None, pk__in=list(numbers))
        names = list(rows.order_by("signed_up_at", "pk").values_list("name", flat=True))
        rows.update(cancelled_at=now)
        moved: list[int] = []
        if names:
            moved = _give_places(current, now)
            note(current, CANCEL_SIGN_UP, by=by, now=now, after={"name": join_names(names), "n": len(names)})
    _write_to_those_with_place(event, moved)
    return names


def undo_cancellations(event: Event, numbers: Collection[int], *, by: Account | None, now: datetime) -> list[str]:
    """Returns cancelled sign-ups to their old place in the order, for the secretary's slips; to the end if somebody
    else has the place by now that they had. Returns the names of those who wait now. Raises SignedUpAlready."""
    with writing(event) as current:
        rows = list(SignUp.objects.filter(event=current, cancelled_at__isnull=False, pk__in=numbers))
        for row in rows:
            people = (row.name, row.person), (row.partner_name, row.partner_person)
            _refuse_taken_names(current, *people, besides=row)
            SignUp.objects.filter(pk=row.pk).update(cancelled_at=None, placed_at=None)
        waiting = {each.pk: each.name for each in sign_ups_of(current) if each.waits and each.pk in numbers}
        for row in rows:
            if row.pk in waiting and row.placed_at is not None:
                SignUp.objects.filter(pk=row.pk).update(signed_up_at=_after_everybody(current, now))
        if rows:
            _give_places(current, now)
            names = join_names([row.name for row in rows])
            note(current, UNDO_CANCELLATION, by=by, now=now, after={"name": names, "n": len(rows)})
    return list(waiting.values())


def _give_places(event: Event, now: datetime) -> list[int]:
    """Marks who has a place, so that nobody takes it from them; returns the ids of those who had none before."""
    waiting = {each.pk: each.waits for each in sign_ups_of(event)}
    rows = SignUp.objects.filter(event=event, cancelled_at=None)
    new = rows.filter(placed_at=None).exclude(pk__in=[pk for pk, waits in waiting.items() if waits])
    placed = list(new.values_list("pk", flat=True))
    rows.filter(pk__in=placed).update(placed_at=now)
    rows.filter(placed_at__isnull=False, pk__in=[pk for pk, waits in waiting.items() if waits]).update(placed_at=None)
    return placed


def sends_mail() -> bool:
    """Returns whether the club has given a mail server and from whom it writes."""
    return bool(settings.DEFAULT_FROM_EMAIL)


def _write_to_those_with_place(event: Event, numbers: Collection[int]) -> None:
    """Writes to those of these sign-ups who gave an address, and stores whether the mail server took it. Their places
    are stored before, so that a fault of the server loses nothing; a server that is gone is waited for once, and an
    address that it refuses keeps nobody else's from being tried. No query if nothing is sent."""
    if not (numbers and sends_mail()):
        return
    subject = _now("You have a place: %(evening)s") % {"evening": event.name}
    told = SignUp.objects.filter(pk__in=numbers, cancelled_at=None).exclude(email="")
    written = list(told)
    told.update(mail=SignUp.Mail.FAILED)
    try:
        with get_connection() as server:
            for signed in written:
                with suppress(SMTPResponseException, SMTPRecipientsRefused):
                    EmailMessage(subject, _say_place(event, signed), None, [signed.email], connection=server).send()
                    SignUp.objects.filter(pk=signed.pk).update(mail=SignUp.Mail.SENT)
    except (OSError, SMTPException):
        return


def _say_place(event: Event, signed: SignUp) -> str:
    when = date_format(event.date, "l j F Y")
    way_back = _now("To change or cancel, open the club’s sign-up page and type your code: %(code)s.")
    lines = [
        *(_now("%(name)s, you have a place now.") % {"name": signed.name}, "", event.name),
        f"{when}, {event.begins_at:%H:%M}" if event.begins_at else when,
        *([event.venue] if event.venue else []),
        *("", way_back % {"code": format_code(code_of_sign_up(signed.token))}),
    ]
    return "\n".join(lines)


def _after_everybody(event: Event, now: datetime) -> datetime:
    """Returns `now`, or a moment after the last sign-up if the computer's clock was put back since."""
    last = SignUp.objects.filter(event=event).aggregate(last=Max("signed_up_at"))["last"]
    return max(now, last + timedelta(microseconds=1)) if last else now


Called = tuple[str, Player | None]
"""A name as it was written, and the person, if they said who they are."""


def _refuse_taken_names(event: Event, one: Called, partner: Called, *, besides: SignUp | None = None) -> None:
    there = SignUp.objects.filter(event=event, cancelled_at=None)
    there = there.exclude(pk=besides.pk) if besides else there
    taken: dict[str | int | None, SignUp | None] = {}
    for row in there.select_related("person"):
        taken |= {
            row.partner_name.lower(): row,
            row.partner_person_id: row,
            row.name.lower(): None,
            row.person_id: None,
        }
    for field, (name, person) in (("name", one), ("partner", partner)):
        called = [key for key in (name.lower(), person and person.pk) if key and key in taken]
        if name and called:
            raise SignedUpAlready(field, taken[called[0]])
