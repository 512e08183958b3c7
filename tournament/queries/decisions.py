"""A hand that waits for the director: its versions side by side, and who says each."""

from dataclasses import dataclass

from django.db.models import Prefetch

from tournament.models import Event, Hand, Match, State
from tournament.queries.hands import MatchInHands
from tournament.queries.matches import with_sides
from tournament.queries.shown_hands import HandOnPage
from tournament.queries.witnesses import Witness, objection_to, witnesses_of


@dataclass(frozen=True)
class Said:
    """One version of the hand; `counts` for the one that does now, `is_late` for one that came late."""

    shown: HandOnPage
    witness: Witness
    counts: bool

    @property
    def hand(self) -> Hand:
        return self.shown.hand

    @property
    def is_late(self) -> bool:
        return self.hand.state == State.LATE


@dataclass(frozen=True)
class ToDecide:
    """`objection` is who said that the version that counts is not so, where nobody handed in another."""

    number: int
    said: tuple[Said, ...]
    objection: Witness | None

    @property
    def current(self) -> Said | None:
        return next((each for each in self.said if each.counts), None)

    @property
    def is_open(self) -> bool:
        """Whether anything waits for the director."""
        return any(each.hand.state in (State.DISPUTED, State.LATE) for each in self.said)

    def version(self, pk: int) -> Said | None:
        return next((each for each in self.said if each.hand.pk == pk), None)


def late_hands(event: Event) -> list[Hand]:
    """Those of an evening that came late and nobody has decided, the first first, with their matches. At most three
    queries."""
    waiting = Hand.objects.filter(match__table__stage__event=event, state=State.LATE, reason="").order_by("entered_at")
    matches = with_sides(Match.objects.select_related("table"))
    return list(waiting.prefetch_related(Prefetch("match", matches)))


def to_decide(played: MatchInHands, number: int) -> ToDecide:
    """What waits of the hand of this number, the version that counts first."""
    current = played.hand(number)
    found = [] if current is None else [current, *current.rivals]
    found += [shown for shown in played.late if shown.hand.number == number]
    witnesses = witnesses_of(played.match, [shown.hand for shown in found])
    said = tuple(Said(shown, witnesses[shown.hand.pk], shown is current) for shown in found)
    objected = current is not None and current.hand.state == State.DISPUTED and not current.rivals
    return ToDecide(number, said, objection_to(played.match, number) if objected else None)
