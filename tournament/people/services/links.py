"""Links somebody with the same person of another club on the server: one club makes a code, the other enters it for a
person of its own, and either ends it. Each club's log tells what that club did."""

from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.club.services import make_password
from tournament.foundation.errors import TournamentError
from tournament.foundation.writing import log
from tournament.models import Account, PersonLink, Player
from tournament.people.log_actions import LINK_PERSON, OFFER_LINK, UNLINK_PERSON
from tournament.people.queries.links import find_offer
from tournament.people.services.people import writing_person


class WrongLinkCode(TournamentError):
    status = 422
    message = _("No other club offers this code. Codes work once. Ask its secretary for a new one.")


def offer_link(player: Player, *, by: Account | None, now: datetime) -> PersonLink:
    """Makes a code for another club. It is long enough that nobody guesses it."""
    with writing_person(player) as current:
        offered = PersonLink.objects.create(person=current, code=make_password(), offered_at=now)
        log(OFFER_LINK, by=by, now=now, club=current.club_id, after={"name": current.full_name})
    return offered


def take_link(player: Player, code: str, *, by: Account | None, now: datetime) -> PersonLink:
    """Links a person with the one of another club who is named by a code. Raises WrongLinkCode."""
    with writing_person(player) as current:
        offered = find_offer(code, current.club)
        if offered is None:
            raise WrongLinkCode
        if not PersonLink.objects.filter(pk=offered.pk, other=None).update(other=current, taken_at=now):
            raise WrongLinkCode
        log(LINK_PERSON, by=by, now=now, club=current.club_id, after={"name": current.full_name})
    return offered


def end_link(player: Player, link: int, *, by: Account | None, now: datetime) -> bool:
    """Ends a link, or withdraws a code, for either side; returns whether there was one."""
    with writing_person(player) as current:
        own = PersonLink.objects.filter(Q(person=current) | Q(other=current), pk=link)
        is_ended = bool(own.delete()[0])
        if is_ended:
            log(UNLINK_PERSON, by=by, now=now, club=current.club_id, after={"name": current.full_name})
    return is_ended
