"""A hand that waits for the director: its versions side by side, who sent each, and why one was late."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.clock.queries.rounds import closes_at
from tournament.event.log_actions import GO_BACK
from tournament.hands.queries.hands import MatchInHands
from tournament.hands.queries.shown_hands import HandOnPage
from tournament.matches.queries.matches import SIDES
from tournament.matches.queries.witnesses import Witness, objection_to, witnesses_of
from tournament.models import Event, Hand, LogEntry, Match, Ruling, Stage, State, TableCode


@dataclass(frozen=True)
class VersionToDecide:
    """One version of the hand. `counts` is whether it counts now, `is_late` whether it came late, `why_late` why, in a
    sentence."""

    shown: HandOnPage
    witness: Witness
    counts: bool
    why_late: str = ""

    @property
    def hand(self) -> Hand:
        return self.shown.hand

    @property
    def is_late(self) -> bool:
        return self.hand.state == State.LATE


@dataclass(frozen=True)
class ToDecide:
    """`objection` is who said that the version that counts is wrong, if nobody handed in another."""

    number: int
    versions: tuple[VersionToDecide, ...]
    objection: Witness | None

    @property
    def current(self) -> VersionToDecide | None:
        return next((each for each in self.versions if each.counts), None)

    @property
    def is_open(self) -> bool:
        return any(each.hand.state in (State.DISPUTED, State.LATE) for each in self.versions)

    def version(self, pk: int) -> VersionToDecide | None:
        return next((each for each in self.versions if each.hand.pk == pk), None)


def late_hands(event: Event) -> list[Hand]:
    """Returns an evening's late hands that nobody has decided, oldest first, with their matches. At most three
    queries."""
    waiting = Hand.objects.filter(match__table__stage__event=event, state=State.LATE, reason="")
    hands = list(waiting.select_related("match__table").defer("facts", "awards").order_by("entered_at", "pk"))
    prefetch_related_objects([hand.match for hand in hands], SIDES)
    return hands


@dataclass(frozen=True)
class LateBatch:
    """What one phone sent late to one match, oldest first. `phone` numbers the phones that did, from 1 in each match;
    it is 0 if only one did."""

    match: Match
    phone: int
    hands: tuple[Hand, ...]

    @property
    def key(self) -> str:
        return f"{self.match.pk}-{self.phone}"

    @property
    def numbers(self) -> str:
        """The numbers of its hands, as in "3–26", from the lowest to the highest."""
        numbers = sorted(hand.number for hand in self.hands)
        return f"{numbers[0]}–{numbers[-1]}" if numbers[0] != numbers[-1] else f"{numbers[0]}"


def late_batches(late: Sequence[Hand]) -> list[LateBatch]:
    """Groups late hands by table, match and phone."""
    hands_by_phone: dict[int, dict[str, list[Hand]]] = {}
    for hand in sorted(late, key=lambda hand: (hand.match.table.number, hand.match_id)):
        hands_by_phone.setdefault(hand.match_id, {}).setdefault(hand.device, []).append(hand)
    return [
        LateBatch(hands[0].match, number if len(phones) > 1 else 0, tuple(hands))
        for phones in hands_by_phone.values()
        for number, hands in enumerate(phones.values(), 1)
    ]


def to_decide(played: MatchInHands, number: int) -> ToDecide:
    """Returns what waits for the director about this hand, the version that counts first."""
    current = played.hand(number)
    to_compare = [] if current is None else [current, *current.rivals]
    to_compare += [shown for shown in played.late if shown.hand.number == number]
    witnesses = witnesses_of(played.match, [shown.hand for shown in to_compare])
    versions = tuple(
        VersionToDecide(shown, witnesses[shown.hand.pk], shown is current, why_late(played, shown.hand))
        for shown in to_compare
    )
    is_objected = current is not None and current.hand.state == State.DISPUTED and not current.rivals
    return ToDecide(number, versions, objection_to(played.match, number) if is_objected else None)


def why_late(played: MatchInHands, hand: Hand) -> str:
    """Says why this hand was late when it came; "" if it came in time. At most four queries."""
    if hand.state != State.LATE:
        return ""
    at = hand.entered_at
    return next(chain(_say_gone_back(played.event, hand), _say_closed(played, at), _say_moved_on(played.match, at)), "")


def _say_gone_back(event: Event, hand: Hand) -> Iterator[str]:
    lines = LogEntry.objects.filter(event=event, action=GO_BACK.name, undone_at=None, at__gte=hand.entered_at)
    for at, after in lines.order_by("-pk").values_list("at", "after"):
        if hand.pk in after["late"]:
            yield _("It counted until the evening was taken back to a restore point, at %(time)s.") % _time_in_words(at)


def _say_closed(played: MatchInHands, at: datetime) -> Iterator[str]:
    match = played.match
    closed_at = closes_at(match.round, match.table.number)
    if _is_before(closed_at, at):
        yield _("It arrived after its round was closed, at %(time)s.") % _time_in_words(closed_at)
    if match.state == State.CALLED_OFF:
        yield _("It arrived after its match was called off.")
    if _is_before(match.hands_finished_at, at):
        yield _("It arrived after the table reported that all hands are in, at %(time)s.") % _time_in_words(
            match.hands_finished_at
        )
    if _is_before(played.event.locked_at, at):
        yield _("It arrived after the evening was locked, at %(time)s.") % _time_in_words(played.event.locked_at)


def _say_moved_on(match: Match, at: datetime) -> Iterator[str]:
    event, number = match.table.stage.event_id, match.table.number
    if ruling := Ruling.objects.filter(match=match, ruled_at__lte=at).order_by("-ruled_at").first():
        yield _("It arrived after its match was ruled, at %(time)s.") % _time_in_words(ruling.ruled_at)
    later = Stage.objects.filter(event=event, number__gt=match.table.stage.number, released_at__lte=at)
    if stage := later.order_by("number").first():
        yield _("It arrived after the next seats were shown, at %(time)s.") % _time_in_words(stage.released_at)
    codes = TableCode.objects.filter(event=event, table_number=number, revoked_at__lte=at)
    if code := codes.order_by("-revoked_at").first():
        yield _("It was sent with a code that had been changed, at %(time)s.") % _time_in_words(code.revoked_at)


def _is_before(moment: datetime | None, at: datetime) -> bool:
    return moment is not None and moment <= at


def _time_in_words(moment: datetime | None) -> dict[str, str]:
    return {"time": f"{timezone.localtime(moment):%H:%M}"}
