"""What a table reports about one hand, and what a hand earns.

Every fact but the dealer and the seating may be missing: NOT_REPORTED is not the same as None, which says that
no such card was dealt. A holder or winner may be a player or, when the table only ticked boxes, a side.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Literal, NamedTuple

from scoring.errors import Problem
from scoring.words import N_


class MissingType(Enum):
    """The type of NOT_REPORTED."""

    NOT_REPORTED = "not reported"


NOT_REPORTED: Final = MissingType.NOT_REPORTED


class Award(NamedTuple):
    """Points for a side; the order of awards is the order in which they count."""

    kind: str
    side: str
    points: int


class TrumpFact(NamedTuple):
    """Who was dealt the high, the low or the jack; its rank; who won the trick it was played to."""

    holder: str | None = None
    rank: str | None = None
    won_by: str | None = None


class HandEvent(NamedTuple):
    """One thing that happened before or during the play; only the fields that its kind needs are set."""

    kind: str
    player: str | None = None
    card: str | None = None
    number: int | None = None
    led: str | None = None
    held_top_trump: bool | None = None
    jack_in_trick: bool | None = None
    corrected: bool = False
    why: str | None = None
    bare_jack: bool | None = None


class Revoke(NamedTuple):
    """A failure to follow found in a full record. Tricks count from 1; `reported` is True if an event claims it."""

    player: str
    trick: int
    led: str
    held_top_trump: bool
    jack_in_trick: bool
    reported: bool
    bare_jack: bool | None = None
    """Only where the rules ask for it."""


class Contract(NamedTuple):
    """The result of an auction. `pitcher` is None if nobody bid; `void` lists the bids that did not stand, and why."""

    pitcher: str | None
    bid: int
    void: tuple[tuple[str, str], ...] = ()


NO_CONTRACT = Contract(None, 0)

Trick = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Seating:
    """The players in the order of the deal, and the sides they score for.

    A single player is a side under their own name. Faults of a seating are listed in `faults` and not raised, so that a
    form can show them with everything else that is wrong with the hand.
    """

    seats: tuple[str, ...]
    sides: Mapping[str, tuple[str, ...]]
    side_of: Mapping[str, str] = field(init=False, repr=False)
    side_of_player: Mapping[str, str] = field(init=False, repr=False)
    side_names: tuple[str, ...] = field(init=False, repr=False)
    after: Mapping[str, str] = field(init=False, repr=False)
    place: Mapping[str, int] = field(init=False, repr=False)
    size_of_side: int | None = field(init=False, repr=False)
    faults: tuple[Problem, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        seats, sides = self.seats, self.sides
        listed = [player for players in sides.values() for player in players]
        of_player = {player: side for side, players in sides.items() for player in players}
        sizes = {len(players) for players in sides.values()}
        faults = []
        if len(set(seats)) != len(seats):
            faults.append(Problem("seats", "seated_twice", N_("A player sits in two seats.")))
        if len(set(listed)) != len(listed):
            faults.append(Problem("sides", "on_two_sides", N_("A player is listed twice.")))
        if set(seats) - set(listed):
            faults.append(Problem("sides", "on_no_side", N_("Every player must be on a side.")))
        if set(listed) - set(seats):
            faults.append(Problem("sides", "not_seated", N_("A side lists somebody who is not seated.")))
        if any(of_player.get(name, name) != name for name in sides):
            faults.append(Problem("sides", "name_taken", N_("A side has the name of a player on another side.")))
        if not faults and len(sizes) == 1:
            sits = [of_player[player] for player in seats]
            if any(sits[place] != sits[(place + len(sides)) % len(sits)] for place in range(len(sits))):
                faults.append(Problem("sides", "not_opposite", N_("Partners sit opposite each other.")))
        put = object.__setattr__
        put(self, "side_of_player", of_player)
        put(self, "side_of", {side: side for side in sides} | of_player)
        put(self, "side_names", tuple(sides))
        put(self, "after", dict(zip(seats, seats[1:] + seats[:1], strict=True)))
        put(self, "place", {player: place for place, player in enumerate(seats)})
        put(self, "size_of_side", sizes.pop() if len(sizes) == 1 else None)
        put(self, "faults", tuple(faults))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seating) and (self.seats, self.sides) == (other.seats, other.sides)

    def __hash__(self) -> int:
        return hash((self.seats, self.side_names))

    @classmethod
    def of_singles(cls, *players: str) -> "Seating":
        """Makes a seating in which every player is a side."""
        return cls(players, {player: (player,) for player in players})


@dataclass(frozen=True, slots=True)
class HandFacts:
    """One hand as the table saw it. `events` are in the order in which they happened. `dealt` has every card that each
    player received; in games with a stock, in the order received."""

    seating: Seating
    dealer: str
    events: tuple[HandEvent, ...] = ()
    high: TrumpFact | None | Literal[MissingType.NOT_REPORTED] = NOT_REPORTED
    low: TrumpFact | None | Literal[MissingType.NOT_REPORTED] = NOT_REPORTED
    jack: TrumpFact | None | Literal[MissingType.NOT_REPORTED] = NOT_REPORTED
    pips: Mapping[str, int] | None = None
    game: str | None = None
    cards_in_play: int | None = None
    trump: str | None = None
    dealt: Mapping[str, tuple[str, ...]] | None = None
    tricks: tuple[Trick, ...] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Returns the hand of a record as plain values for JSON. `read_hand` reads them back at the same table."""
        hand: dict[str, Any] = {"dealer": self.dealer, "events": [_plain_event(event) for event in self.events]}
        for key, fact in (("high", self.high), ("low", self.low), ("jack", self.jack)):
            if fact is None:
                hand[key] = None
            elif isinstance(fact, TrumpFact):
                hand[key] = {name: value for name, value in fact._asdict().items() if value is not None}
        for key, value in (("game", self.game), ("cards_in_play", self.cards_in_play), ("trump", self.trump)):
            if value is not None:
                hand[key] = value
        if self.pips is not None:
            hand["pips"] = dict(self.pips)
        if self.dealt is not None:
            hand["dealt"] = {player: list(cards) for player, cards in self.dealt.items()}
        if self.tricks is not None:
            hand["tricks"] = [[list(card) for card in trick] for trick in self.tricks]
        return hand


REVOKE_DETAILS = ("led", "held_top_trump", "jack_in_trick", "bare_jack")


def _plain_event(event: HandEvent) -> dict[str, Any]:
    kind = event.kind
    if kind == "bid":
        return {"bid": [event.player, event.number]}
    if kind == "revoke":
        details = {name: value for name in REVOKE_DETAILS if (value := getattr(event, name)) is not None}
        return {"revoke": event.player} | details | ({"corrected": True} if event.corrected else {})
    if kind == "redeal" and event.why is not None:
        return {"redeal": True, "why": event.why}
    for value in (event.player, event.card, event.number, event.why):
        if value is not None:
            return {kind: value}
    return {kind: True}


def turn_up(card: str) -> HandEvent:
    """A turned card: the card, its rank if nobody noted the suit, or "other" for an unnamed card that scores
    nothing."""
    return HandEvent("turn_up", card=card)


def stand(player: str) -> HandEvent:
    return HandEvent("stand", player)


def beg(player: str) -> HandEvent:
    return HandEvent("beg", player)


def take_one() -> HandEvent:
    return HandEvent("take_one")


def run(cards: int = 3) -> HandEvent:
    """A run of the pack: each player gets so many more cards."""
    return HandEvent("run", number=cards)


def redeal(why: str | None = None) -> HandEvent:
    return HandEvent("redeal", why=why)


def discard_to(number: int) -> HandEvent:
    return HandEvent("discard_to", number=number)


def misdeal() -> HandEvent:
    return HandEvent("misdeal")


def bid(player: str, number: int) -> HandEvent:
    return HandEvent("bid", player, number=number)


def pass_bid(player: str) -> HandEvent:
    return HandEvent("pass", player)


def abandon(why: str) -> HandEvent:
    return HandEvent("abandoned", why=why)


def revoke(
    player: str,
    *,
    led: str | None = None,
    held_top_trump: bool | None = None,
    jack_in_trick: bool | None = None,
    corrected: bool = False,
    bare_jack: bool | None = None,
) -> HandEvent:
    """A failure to follow that was claimed and upheld; `led` is "trump" or "plain", `bare_jack` whether the only trump
    held was the Jack."""
    return HandEvent("revoke", player, None, None, led, held_top_trump, jack_in_trick, corrected, bare_jack=bare_jack)


def most_pips_of(pips: Mapping[str, int]) -> str:
    """Returns the side with most pips, or "tie"."""
    most = max(pips.values())
    best = [side for side, value in pips.items() if value == most]
    return best[0] if len(best) == 1 else "tie"


def all_fours_of(awards: Iterable[Award]) -> str | None:
    """Returns the side that won all four points of one hand, or None. A turned Jack is not one of the four (004, The
    reckoning)."""
    sides_by_kind: dict[str, set[str]] = {"high": set(), "low": set(), "jack": set(), "game": set()}
    for award in awards:
        sides_by_kind.get("jack" if award.kind == "hang_jack" else award.kind, set()).add(award.side)
    return next(iter(set.intersection(*sides_by_kind.values())), None)


def jacks_turned_of(facts: HandFacts) -> dict[str, int]:
    """Counts the Jacks that each side turned up. A misdeal cancels those of its deal."""
    before, now = 0, 0
    for event in facts.events:
        if event.kind == "turn_up" and (event.card or "")[:1] == "J":
            now += 1
        elif event.kind == "misdeal":
            now = 0
        elif event.kind == "redeal":
            before, now = before + now, 0
    dealers = facts.seating.side_of[facts.dealer]
    return {side: before + now if side == dealers else 0 for side in facts.seating.side_names}
