"""The hand record, version 1: plain dicts as JSON has them, read into facts and written back, and the answer to one.

Reading never raises on what it finds: wrong types and unknown names become problems at their own keys, beside
everything that the checks find in the rest.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.cards import RANKS, SUITS
from scoring.checks import check
from scoring.engine import Scored, score_hand
from scoring.errors import ImpossibleFacts, Problem
from scoring.hand import NOT_REPORTED, Event, HandFacts, Seating, TrumpFact
from scoring.rule_sets import RULE_SETS
from scoring.rules import LARGEST, RuleSet, with_house_rules

VERSION = 1


@dataclass(frozen=True, slots=True)
class Record:
    """A hand with the rules it was played by and the score it began at."""

    rules: RuleSet
    facts: HandFacts
    start: Mapping[str, int]
    set_backs: Mapping[str, int] = field(default_factory=dict)
    id: str | int | float | None = None
    house_rules: Mapping[str, Any] = field(default_factory=dict)


def read_record(data: object) -> Record:
    """A record as it came from JSON. Raises ImpossibleFacts with every problem of its form, not of its cards."""
    read = _Reading(data)
    record = read.record()
    if record is None or read.problems:
        raise ImpossibleFacts(read.problems)
    return record


def score_record(data: object, *, line: int | None = None) -> dict[str, Any]:
    """The answer to one record, ready for JSON. Never raises; a record that cannot be scored is told why."""
    read = _Reading(data)
    record = read.record()
    name = read.name if read.name is not None else line
    problems = read.problems
    if record is not None:
        if problems:
            checked = check(record.rules, record.facts, record.start)
            return _refused(name, read.start, [*problems, *checked.problems], list(checked.doubts))
        try:
            scored = score_hand(record.rules, record.facts, record.start, set_backs=record.set_backs)
        except ImpossibleFacts as impossible:
            return _refused(name, read.start, list(impossible.problems), list(impossible.doubts))
        return answer_of(scored, name)
    return _refused(name, read.start, problems, [])


def answer_of(scored: Scored, name: str | int | float | None = None) -> dict[str, Any]:
    """What a scored hand says, ready for JSON."""
    answer: dict[str, Any] = {
        "id": name,
        "awards": [list(award) for award in scored.awards],
        "uncounted": [list(award) for award in scored.uncounted],
        "score": scored.score,
        "winner": scored.winner,
        "next_dealer": scored.next_dealer,
    }
    if scored.settlement is not None:
        answer["settlement"] = scored.settlement
    answer["problems"] = []
    answer["doubts"] = _plain(scored.doubts)
    if scored.revokes is not None:
        answer["revokes"] = [
            {
                "revoke": revoke.player,
                "trick": revoke.trick,
                "led": revoke.led,
                "held_top_trump": revoke.held_top_trump,
                "jack_in_trick": revoke.jack_in_trick,
                "reported": revoke.reported,
            }
            for revoke in scored.revokes
        ]
    return answer


def refusal(name: str | int | float | None, problem: Problem) -> dict[str, Any]:
    """The answer to something that is not a record at all."""
    return _refused(name, {}, [problem], [])


def _refused(
    name: str | int | float | None, start: Mapping[str, int], problems: list[Problem], doubts: list[Problem]
) -> dict[str, Any]:
    return {
        "id": name,
        "awards": [],
        "uncounted": [],
        "score": dict(start),
        "winner": None,
        "next_dealer": None,
        "problems": _plain(dict.fromkeys(problems)),
        "doubts": _plain(dict.fromkeys(doubts)),
    }


def _plain(problems: Any) -> list[dict[str, str]]:
    return [problem._asdict() for problem in problems]


def record_of(record: Record) -> dict[str, Any]:
    """The record as plain values; reading it gives an equal one."""
    facts, seating = record.facts, record.facts.seating
    hand: dict[str, Any] = {"dealer": facts.dealer, "events": [_plain_event(event) for event in facts.events]}
    for key, fact in (("high", facts.high), ("low", facts.low), ("jack", facts.jack)):
        if fact is not NOT_REPORTED:
            hand[key] = None if fact is None else _without_none(fact._asdict())
    optional = {"game": facts.game, "cards_in_play": facts.cards_in_play, "trump": facts.trump}
    hand |= _without_none(optional)
    if facts.pips is not None:
        hand["pips"] = dict(facts.pips)
    if facts.dealt is not None:
        hand["dealt"] = {player: list(cards) for player, cards in facts.dealt.items()}
    if facts.tricks is not None:
        hand["tricks"] = [[list(card) for card in trick] for trick in facts.tricks]
    data: dict[str, Any] = {"version": VERSION}
    if record.id is not None:
        data["id"] = record.id
    data["rules"] = record.rules.id
    if record.house_rules:
        data["house_rules"] = dict(record.house_rules)
    data["seats"] = list(seating.seats)
    data["sides"] = {side: list(players) for side, players in seating.sides.items()}
    data["start"] = dict(record.start)
    if record.set_backs:
        data["set_backs"] = dict(record.set_backs)
    data["hand"] = hand
    return data


def _without_none(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


def _plain_event(event: Event) -> dict[str, Any]:
    kind = event.kind
    if kind == "bid":
        return {"bid": [event.player, event.number]}
    if kind == "revoke":
        details = {name: getattr(event, name) for name in REVOKE_DETAILS}
        return {"revoke": event.player} | _without_none(details) | ({"corrected": True} if event.corrected else {})
    if kind == "redeal" and event.why is not None:
        return {"redeal": True, "why": event.why}
    for value in (event.player, event.card, event.number, event.why):
        if value is not None:
            return {kind: value}
    return {kind: True}


REVOKE_DETAILS = ("led", "held_top_trump", "jack_in_trick")


class _Reading:
    """One pass over a record that notes every key of the wrong form and keeps what can be used."""

    def __init__(self, data: object) -> None:
        self.problems: list[Problem] = []
        self.data: Mapping[str, Any] = data if isinstance(data, dict) else {}
        self.is_record = isinstance(data, dict)
        name = self.data.get("id")
        self.name: str | int | float | None = None
        if isinstance(name, str) or type(name) is int or (type(name) is float and abs(name) < float("inf")):
            self.name = name
        self.start: dict[str, int] = {}

    def wrong(self, key: str, message: str, code: str = "type") -> None:
        self.problems.append(Problem(key, code, message))

    def record(self) -> Record | None:
        """The record, as far as it can be made out; None when not even the table can."""
        if not self.is_record:
            self.wrong("record", "A record is an object with rules, seats, sides, start and hand.")
            return None
        data = self.data
        if data.get("version", VERSION) is not VERSION:
            self.wrong("version", "Only version 1 of the hand record is known.", "version")
        rules = self._rules()
        seating = self._seating()
        self.start = self._scores("start", data.get("start"), required=True)
        set_backs = self._scores("set_backs", data["set_backs"], least=0) if "set_backs" in data else {}
        hand = data.get("hand")
        if not isinstance(hand, dict):
            self.wrong("hand", "The hand is an object with a dealer and events.")
            hand = {}
        facts = self._facts(hand, seating or Seating((), {}))
        if seating is not None and any(side not in seating.sides for side in set_backs):
            self.wrong("set_backs", "Only sides of this table can have been set back.", "sides")
        if rules is None or seating is None:
            if seating is not None:
                self.problems += seating.faults
                if facts.dealer and facts.dealer not in seating.place:
                    self.wrong("dealer", "The dealer is not one of the players.", "unknown")
            return None
        return Record(rules, facts, self.start, set_backs, self.name, dict(data.get("house_rules") or {}))

    def _rules(self) -> RuleSet | None:
        name = self.data.get("rules")
        rules = RULE_SETS.get(name) if isinstance(name, str) else None
        if rules is None:
            self.wrong("rules", f"The rule sets are {', '.join(RULE_SETS)}.", "unknown")
        if "house_rules" in self.data:
            changes = self.data["house_rules"]
            if rules is None:
                if not isinstance(changes, dict):
                    self.wrong("house_rules", "House rules are names with their values.")
                return None
            try:
                rules = with_house_rules(rules, changes)
            except ImpossibleFacts as impossible:
                self.problems += impossible.problems
                if not isinstance(changes, dict):
                    self.data = {**self.data, "house_rules": {}}
        return rules

    def _seating(self) -> Seating | None:
        seats, sides = self.data.get("seats"), self.data.get("sides")
        sound = True
        if not (isinstance(seats, list) and seats and all(isinstance(name, str) and name for name in seats)):
            self.wrong("seats", "The seats are the players' names in the order of the deal.")
            sound = False
        elif len(set(seats)) != len(seats):
            self.wrong("seats", "A player sits in two seats.", "seated_twice")
            sound = False
        if not (
            isinstance(sides, dict)
            and sides
            and all(
                name and isinstance(players, list) and players and all(isinstance(each, str) for each in players)
                for name, players in sides.items()
            )
        ):
            self.wrong("sides", "Each side has a name and its players.")
            sound = False
        if not sound:
            return None
        return Seating(tuple(seats or ()), {side: tuple(players) for side, players in (sides or {}).items()})

    def _scores(self, key: str, values: object, *, required: bool = False, least: int = -LARGEST) -> dict[str, int]:
        if not isinstance(values, dict):
            self.wrong(key, "Every side and its whole number.")
            return {}
        if not all(_is_whole(value, least) for value in values.values()):
            self.wrong(key, "A score is a whole number." if required else "These are whole numbers of 0 or more.")
        return {side: value for side, value in values.items() if _is_whole(value, least)}

    def _facts(self, hand: Mapping[str, Any], seating: Seating) -> HandFacts:
        dealer = hand.get("dealer")
        if not isinstance(dealer, str) or not dealer:
            self.wrong("dealer", "Say who dealt.", "missing" if dealer is None else "type")
            dealer = ""
        return HandFacts(
            seating=seating,
            dealer=dealer,
            events=self._events(hand.get("events", [])),
            high=self._trump(hand, "high"),
            low=self._trump(hand, "low"),
            jack=self._trump(hand, "jack"),
            pips=self._pips(hand),
            game=self._one(hand, "game", lambda value: isinstance(value, str), "Game belongs to a side, or is a tie."),
            cards_in_play=self._one(
                hand, "cards_in_play", lambda value: _is_whole(value, 1), "The number of cards is a whole number."
            ),
            trump=self._one(hand, "trump", _is_suit, "A suit is S, H, D or C."),
            dealt=self._dealt(hand),
            tricks=self._tricks(hand),
        )

    def _one(self, hand: Mapping[str, Any], key: str, fits: Callable[[object], bool], message: str) -> Any:
        if key not in hand:
            return None
        if fits(hand[key]):
            return hand[key]
        self.wrong(key, message)
        return None

    def _trump(self, hand: Mapping[str, Any], key: str) -> Any:
        """A TrumpFact, None when the key is null, or NOT_REPORTED."""
        if key not in hand:
            return NOT_REPORTED
        value = hand[key]
        if value is None:
            return None
        if not isinstance(value, dict) or not all(
            isinstance(value[name], str) for name in ("rank", "holder", "won_by") if name in value
        ):
            self.wrong(key, "This is a rank and names, or null when none was dealt.")
            return NOT_REPORTED
        rank = value.get("rank") if key != "jack" else None
        return TrumpFact(value.get("holder"), rank, value.get("won_by"))

    def _pips(self, hand: Mapping[str, Any]) -> dict[str, int] | None:
        if "pips" not in hand:
            return None
        value = hand["pips"]
        if not isinstance(value, dict) or not value or not all(_is_whole(each, 0) for each in value.values()):
            self.wrong("pips", "Every side and the value of its cards, a whole number.")
            return None
        return value

    def _dealt(self, hand: Mapping[str, Any]) -> dict[str, tuple[str, ...]] | None:
        if "dealt" not in hand:
            return None
        value = hand["dealt"]
        if not isinstance(value, dict) or not all(
            isinstance(cards, list) and all(isinstance(card, str) for card in cards) for cards in value.values()
        ):
            self.wrong("dealt", "Every player and the list of cards received.")
            return None
        return {player: tuple(cards) for player, cards in value.items()}

    def _tricks(self, hand: Mapping[str, Any]) -> tuple[tuple[tuple[str, str], ...], ...] | None:
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
            self.wrong("tricks", "Tricks are lists of player and card, in the order played.")
            return None
        return tuple(tuple((player, card) for player, card in trick) for trick in value)

    def _events(self, values: object) -> tuple[Event, ...]:
        if not isinstance(values, list):
            self.wrong("events", "The events are a list, in the order in which they happened.")
            return ()
        events = []
        for value in values:
            kinds = [kind for kind in EVENTS if kind in value] if isinstance(value, dict) else []
            if len(kinds) != 1:
                self.wrong("events", "There is no such event.", "unknown")
                continue
            event = EVENTS[kinds[0]](kinds[0], value)
            if event is None:
                self.wrong(kinds[0], "This event is not reported so.")
            else:
                events.append(event)
        return tuple(events)


def _is_whole(value: object, least: int) -> bool:
    return type(value) is int and least <= value <= LARGEST


def _is_suit(value: object) -> bool:
    return isinstance(value, str) and len(value) == 1 and value in SUITS


def _by_player(kind: str, value: Mapping[str, Any]) -> Event | None:
    return Event(kind, value[kind]) if isinstance(value[kind], str) else None


def _plainly(kind: str, value: Mapping[str, Any]) -> Event | None:
    why = value.get("why")
    return Event(kind, why=why if isinstance(why, str) else None) if value[kind] is True else None


def _number(kind: str, value: Mapping[str, Any]) -> Event | None:
    return Event(kind, number=value[kind]) if _is_whole(value[kind], 1) else None


def _card(kind: str, value: Mapping[str, Any]) -> Event | None:
    card = value[kind]
    if not isinstance(card, str) or not card or card[0] not in RANKS or card[1:] not in ("", *SUITS):
        return None
    return Event(kind, card=card)


def _bid(kind: str, value: Mapping[str, Any]) -> Event | None:
    call = value[kind]
    if not isinstance(call, list) or len(call) != 2 or not isinstance(call[0], str) or not _is_whole(call[1], -LARGEST):
        return None
    return Event(kind, call[0], number=call[1])


def _revoke(kind: str, value: Mapping[str, Any]) -> Event | None:
    led = value.get("led")
    held, jack, corrected = (value.get(name) for name in ("held_top_trump", "jack_in_trick", "corrected"))
    if not isinstance(value[kind], str) or led not in (None, "trump", "plain"):
        return None
    if not all(each is None or type(each) is bool for each in (held, jack, corrected)):
        return None
    return Event(kind, value[kind], None, None, led, held, jack, corrected is True)


def _abandoned(kind: str, value: Mapping[str, Any]) -> Event | None:
    return Event(kind, why=value[kind]) if isinstance(value[kind], str) and value[kind] else None


EVENTS: Mapping[str, Callable[[str, Mapping[str, Any]], Event | None]] = {
    "turn_up": _card,
    "stand": _by_player,
    "beg": _by_player,
    "take_one": _plainly,
    "run": _number,
    "redeal": _plainly,
    "discard_to": _number,
    "misdeal": _plainly,
    "bid": _bid,
    "pass": _by_player,
    "revoke": _revoke,
    "abandoned": _abandoned,
}
