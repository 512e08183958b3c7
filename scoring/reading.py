"""Reads a hand record: turns plain values into typed facts, and lists everything that has the wrong form."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.cards import OTHER, RANKS, SUITS
from scoring.errors import ImpossibleFacts, Problem
from scoring.hand import NOT_REPORTED, HandEvent, HandFacts, Seating, TrumpFact
from scoring.rule_sets import RULE_SETS
from scoring.rules import LARGEST, RuleSet, is_whole, with_house_rules

VERSION = 1


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand with the rules it was played by and the score it began at."""

    rules: RuleSet
    facts: HandFacts
    start: Mapping[str, int]
    set_backs: Mapping[str, int] = field(default_factory=dict)
    id: str | int | float | None = None
    house_rules: Mapping[str, Any] = field(default_factory=dict)


class RecordReader:
    """Reads a record once: notes every key of the wrong form and keeps what it can use."""

    def __init__(self, data: object) -> None:
        self.problems: list[Problem] = []
        self.data: Mapping[str, Any] = data if isinstance(data, dict) else {}
        self.is_record = isinstance(data, dict)
        name = self.data.get("id")
        self.name: str | int | float | None = None
        if isinstance(name, str) or type(name) is int or (type(name) is float and abs(name) < float("inf")):
            self.name = name
        self.start: dict[str, int] = {}
        self.house_rules: dict[str, Any] = {}

    def refuse(self, key: str, message: str, code: str = "type") -> None:
        self.problems.append(Problem(key, code, message))

    def read_record(self) -> HandRecord | None:
        """Returns the record as far as it can be read, or None if the players and sides cannot be read."""
        if not self.is_record:
            self.refuse("record", "A record is an object with rules, seats, sides, start and hand.")
            return None
        data = self.data
        if data.get("version", VERSION) is not VERSION:
            self.refuse("version", "Only version 1 of the hand record is known.", "version")
        rules = self._read_rules()
        seating = self._read_seating()
        self.start = self._read_scores("start", data.get("start"), required=True)
        set_backs = self._read_scores("set_backs", data["set_backs"], least=0) if "set_backs" in data else {}
        hand = data.get("hand")
        if not isinstance(hand, dict):
            self.refuse("hand", "The hand is an object with a dealer and events.")
            hand = {}
        facts = self.read_facts(hand, seating or Seating((), {}))
        if seating is not None and any(side not in seating.sides for side in set_backs):
            self.refuse("set_backs", "Only sides of this table can have been set back.", "sides")
        if rules is None or seating is None:
            if seating is not None:
                self.problems += seating.faults
                if facts.dealer and facts.dealer not in seating.place:
                    self.refuse("dealer", "The dealer is not one of the players.", "unknown")
            return None
        return HandRecord(rules, facts, self.start, set_backs, self.name, self.house_rules)

    def _read_rules(self) -> RuleSet | None:
        name = self.data.get("rules")
        rules = RULE_SETS.get(name) if isinstance(name, str) else None
        if rules is None:
            self.refuse("rules", f"The rule sets are {', '.join(RULE_SETS)}.", "unknown")
        if "house_rules" in self.data:
            changes = self.data["house_rules"]
            if rules is None:
                if not isinstance(changes, dict):
                    self.refuse("house_rules", "House rules are names with their values.")
                return None
            try:
                rules = with_house_rules(rules, changes)
                self.house_rules = dict(changes)
            except ImpossibleFacts as impossible:
                self.problems += impossible.problems
        return rules

    def _read_seating(self) -> Seating | None:
        seats, sides = self.data.get("seats"), self.data.get("sides")
        is_sound = True
        if not (isinstance(seats, list) and seats and all(isinstance(name, str) and name for name in seats)):
            self.refuse("seats", "The seats are the players' names in the order of the deal.")
            is_sound = False
        elif len(set(seats)) != len(seats):
            self.refuse("seats", "A player sits in two seats.", "seated_twice")
            is_sound = False
        if not (
            isinstance(sides, dict)
            and sides
            and all(
                name and isinstance(players, list) and players and all(isinstance(each, str) for each in players)
                for name, players in sides.items()
            )
        ):
            self.refuse("sides", "Each side has a name and its players.")
            is_sound = False
        if not is_sound:
            return None
        return Seating(tuple(seats or ()), {side: tuple(players) for side, players in (sides or {}).items()})

    def _read_scores(
        self, key: str, values: object, *, required: bool = False, least: int = -LARGEST
    ) -> dict[str, int]:
        if not isinstance(values, dict):
            self.refuse(key, "Every side and its whole number.")
            return {}
        if not all(is_whole(value, least) for value in values.values()):
            self.refuse(key, "A score is a whole number." if required else "These are whole numbers of 0 or more.")
        return {side: value for side, value in values.items() if is_whole(value, least)}

    def read_facts(self, hand: Mapping[str, Any], seating: Seating) -> HandFacts:
        """Reads the hand of a record at a table that is known already."""
        dealer = hand.get("dealer")
        if not isinstance(dealer, str) or not dealer:
            self.refuse("dealer", "Say who dealt.", "missing" if dealer is None else "type")
            dealer = ""
        return HandFacts(
            seating=seating,
            dealer=dealer,
            events=self._read_events(hand.get("events", [])),
            high=self._read_trump(hand, "high"),
            low=self._read_trump(hand, "low"),
            jack=self._read_trump(hand, "jack"),
            pips=self._read_one(hand, "pips", _is_pips, "Every side and the value of its cards, a whole number."),
            game=self._read_one(
                hand, "game", lambda value: isinstance(value, str), "Game belongs to a side, or is a tie."
            ),
            cards_in_play=self._read_one(
                hand, "cards_in_play", lambda value: is_whole(value, 1), "The number of cards is a whole number."
            ),
            trump=self._read_one(hand, "trump", lambda value: value in tuple(SUITS), "A suit is S, H, D or C."),
            dealt=self._read_dealt(hand),
            tricks=self._read_tricks(hand),
        )

    def _read_one(self, hand: Mapping[str, Any], key: str, fits: Callable[[object], bool], message: str) -> Any:
        if key not in hand:
            return None
        if fits(hand[key]):
            return hand[key]
        self.refuse(key, message)
        return None

    def _read_trump(self, hand: Mapping[str, Any], key: str) -> Any:
        """Returns a TrumpFact, None if the key is null, or NOT_REPORTED."""
        if key not in hand:
            return NOT_REPORTED
        value = hand[key]
        if value is None:
            return None
        if not isinstance(value, dict) or not all(
            isinstance(value[name], str) for name in ("rank", "holder", "won_by") if name in value
        ):
            self.refuse(key, "This is a rank and names, or null when none was dealt.")
            return NOT_REPORTED
        rank = value.get("rank") if key != "jack" else None
        return TrumpFact(value.get("holder"), rank, value.get("won_by"))

    def _read_dealt(self, hand: Mapping[str, Any]) -> dict[str, tuple[str, ...]] | None:
        if "dealt" not in hand:
            return None
        value = hand["dealt"]
        if not isinstance(value, dict) or not all(
            isinstance(cards, list) and all(isinstance(card, str) for card in cards) for cards in value.values()
        ):
            self.refuse("dealt", "Every player and the list of cards received.")
            return None
        return {player: tuple(cards) for player, cards in value.items()}

    def _read_tricks(self, hand: Mapping[str, Any]) -> tuple[tuple[tuple[str, str], ...], ...] | None:
        if "tricks" not in hand:
            return None
        value = hand["tricks"]
        if not isinstance(value, list) or not all(
            isinstance(trick, list)
            and all(
                isinstance(play, list) and len(play) == 2 and isinstance(play[0], str) and isinstance(play[1], str)
                for play in trick
            )
            for trick in value
        ):
            self.refuse("tricks", "Tricks are lists of player and card, in the order played.")
            return None
        return tuple(tuple((player, card) for player, card in trick) for trick in value)

    def _read_events(self, values: object) -> tuple[HandEvent, ...]:
        if not isinstance(values, list):
            self.refuse("events", "The events are a list, in the order in which they happened.")
            return ()
        events = []
        for value in values:
            kinds = [kind for kind in EVENTS if kind in value] if isinstance(value, dict) else []
            if len(kinds) != 1:
                self.refuse("events", "There is no such event.", "unknown")
                continue
            event = EVENTS[kinds[0]](kinds[0], value)
            if event is None:
                self.refuse(kinds[0], "This event is not reported in this way.")
            else:
                events.append(event)
        return tuple(events)


def _is_pips(value: object) -> bool:
    return isinstance(value, dict) and bool(value) and all(is_whole(each, 0) for each in value.values())


def _read_player(kind: str, value: Mapping[str, Any]) -> HandEvent | None:
    return HandEvent(kind, value[kind]) if isinstance(value[kind], str) else None


def _read_plain_event(kind: str, value: Mapping[str, Any]) -> HandEvent | None:
    why = value.get("why")
    return HandEvent(kind, why=why if isinstance(why, str) else None) if value[kind] is True else None


def _read_number(kind: str, value: Mapping[str, Any]) -> HandEvent | None:
    return HandEvent(kind, number=value[kind]) if is_whole(value[kind], 1) else None


def _read_card(kind: str, value: Mapping[str, Any]) -> HandEvent | None:
    card = value[kind]
    if not isinstance(card, str) or not card:
        return None
    if card != OTHER and (card[0] not in RANKS or card[1:] not in ("", *SUITS)):
        return None
    return HandEvent(kind, card=card)


def _read_bid(kind: str, value: Mapping[str, Any]) -> HandEvent | None:
    call = value[kind]
    if not isinstance(call, list) or len(call) != 2 or not isinstance(call[0], str) or not is_whole(call[1], -LARGEST):
        return None
    return HandEvent(kind, call[0], number=call[1])


def _read_revoke(kind: str, value: Mapping[str, Any]) -> HandEvent | None:
    led = value.get("led")
    held, jack, bare, corrected = (
        value.get(name) for name in ("held_top_trump", "jack_in_trick", "bare_jack", "corrected")
    )
    if not isinstance(value[kind], str) or led not in (None, "trump", "plain"):
        return None
    if not all(each is None or type(each) is bool for each in (held, jack, bare, corrected)):
        return None
    return HandEvent(kind, value[kind], None, None, led, held, jack, corrected is True, bare_jack=bare)


def _read_abandoned(kind: str, value: Mapping[str, Any]) -> HandEvent | None:
    return HandEvent(kind, why=value[kind]) if isinstance(value[kind], str) and value[kind] else None


EVENTS: Mapping[str, Callable[[str, Mapping[str, Any]], HandEvent | None]] = {
    "turn_up": _read_card,
    "stand": _read_player,
    "beg": _read_player,
    "take_one": _read_plain_event,
    "run": _read_number,
    "redeal": _read_plain_event,
    "discard_to": _read_number,
    "misdeal": _read_plain_event,
    "bid": _read_bid,
    "pass": _read_player,
    "revoke": _read_revoke,
    "abandoned": _read_abandoned,
}
