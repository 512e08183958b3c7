"""The director's decision on hands that came late (`hands.services.recording`): they count or are set aside, one by one
or together.

A late hand is decided once it has a reason. Until it is accepted it keeps its number and leaves a gap, so that the
table can play on at once and the order stays true.
"""

from collections.abc import Collection
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.event.queries.hours import released_stage
from tournament.event.services.events import keep_rules
from tournament.foundation.errors import EarlierHour, HandOutOfTurn, HandSettled, MatchCalledOff, NeedsReason
from tournament.foundation.writing import note, writing
from tournament.hands.log_actions import ACCEPT_LATE, SET_ALL_ASIDE, SET_ASIDE
from tournament.hands.queries.hands import in_hands
from tournament.matches.services.settling import rescore_hands
from tournament.matches.services.versions import is_match_over, lock_match, settle_hands
from tournament.models import Account, Event, Hand, Match, State


def check_hour(match: Match) -> None:
    """Checks that a table decides only about the current hour: in the next one other people sit at the table with this
    number and the same code. Raises EarlierHour."""
    event = match.table.stage.event
    if released_stage(event) != match.table.stage:
        words = _("This match is from an earlier %(stage)s. Only the director can settle it now.")
        raise EarlierHour(words % {"stage": event.kind.stage_word})


def accept_late(hand: Hand, *, reason: str, by: Account, now: datetime) -> None:
    """Makes a late hand count in its place, instead of the version that counts there now. Raises HandSettled if it was
    decided already, HandOutOfTurn while a hand before it is missing."""
    with writing(hand.match.table.stage.event) as event:
        current = lock_match(hand.match)
        late = _require_undecided(current, hand, reason)
        if current.state == State.CALLED_OFF:
            raise MatchCalledOff
        if late.number > in_hands(current).last_number:
            raise HandOutOfTurn
        keep_rules(event)
        was_over = is_match_over(event, current)
        before = Hand.objects.filter(match=current, number=late.number, superseded_at=None).first()
        if before is not None:
            Hand.objects.filter(pk=before.pk).update(superseded_at=now)
        Hand.objects.filter(pk=late.pk).update(state=State.RULED, reason=reason.strip(), superseded_at=None)
        rescore_hands(current, from_hand=late.number)
        is_decided = before is not None and before.state == State.DISPUTED
        settle_hands(event, current, was_over=was_over, decided=is_decided, now=now)
        logged = {"match": current.pk, "hand": late.number, "facts": before.facts if before else None}
        note(event, ACCEPT_LATE, by=by, now=now, before=logged, after={"facts": late.facts}, reason=reason.strip())


def set_aside(hand: Hand, *, reason: str, by: Account, now: datetime) -> None:
    """Sets a late hand aside: it does not count, but stays readable."""
    with writing(hand.match.table.stage.event) as event:
        late = _require_undecided(lock_match(hand.match), hand, reason)
        Hand.objects.filter(pk=late.pk).update(reason=reason.strip())
        before = {"match": late.match_id, "hand": late.number, "facts": late.facts}
        note(event, SET_ASIDE, by=by, now=now, before=before, reason=reason.strip())


def set_all_aside(event: Event, hands: Collection[int], *, reason: str, by: Account, now: datetime) -> int:
    """Sets aside all of these hands that nobody has decided yet, and returns how many. They stay readable, each at its
    match."""
    if not reason.strip():
        raise NeedsReason
    with writing(event) as current:
        waiting = Hand.objects.filter(match__table__stage__event=current, pk__in=hands, state=State.LATE, reason="")
        late_hands_waiting = list(waiting.order_by("match", "number", "pk").values_list("match", "number", "pk"))
        Hand.objects.filter(pk__in=[pk for _match, _number, pk in late_hands_waiting]).update(reason=reason.strip())
        for match in dict.fromkeys(match for match, _number, _pk in late_hands_waiting):
            before = {
                "match": match,
                "hands": [number for of_match, number, _pk in late_hands_waiting if of_match == match],
            }
            note(current, SET_ALL_ASIDE, by=by, now=now, before=before, reason=reason.strip())
    return len(late_hands_waiting)


def _require_undecided(match: Match, hand: Hand, reason: str) -> Hand:
    if not reason.strip():
        raise NeedsReason
    late = Hand.objects.filter(match=match, pk=hand.pk, state=State.LATE, reason="").first()
    if late is None:
        raise HandSettled
    return late
