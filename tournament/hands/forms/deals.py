"""The deal of one hand in a form: each card turned up, what followed it, and the discard after a run.

A place is one turn-up with its answer, numbered from 1 through all packs of a hand. Each pack has as many places as its
cards allow; a hand has another pack only where it was recorded as thrown in or misdealt and dealt again.

A pack run or a point taken without a beg reported, or a beg without its answer, is asked back once and then scored: the
dealer's answer shows that somebody begged, and a refusal would lose a hand that was played.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import OTHER, Event, HandFacts, RuleSet, beg, discard_to, misdeal, redeal, run, stand, take_one, turn_up
from tournament.event.queries.rules import word_for
from tournament.hands.forms.ticks import Card, Flag, Ticked, Ticks

PACK, DEALT, RUN = 52, 6, 3
GOES_ON = ("run", "kick")
ENDS = ("misdeal", "redeal", "bunch")
RANK_WORDS = {
    "A": gettext_lazy("Ace"),
    "K": gettext_lazy("King"),
    "Q": gettext_lazy("Queen"),
    "J": gettext_lazy("Jack"),
    "T": gettext_lazy("Ten"),
    "6": gettext_lazy("Six"),
    "2": gettext_lazy("Two"),
}


def deals_of(rules: RuleSet, seats: int) -> int:
    """How often so many players can be dealt to before the pack, or the rules, end it: first and after each run."""
    if rules.turn_ups is None:
        return 1
    by_pack = (PACK - 1 - seats * DEALT) // (seats * RUN + 1) + 1
    limit = rules.turn_ups.run_limit
    return by_pack if limit is None else min(by_pack, limit + 1)


def has_last_kick(rules: RuleSet, seats: int) -> bool:
    """Whether a card may be turned without dealing after the last run, and is left in the pack."""
    deals = deals_of(rules, seats)
    if rules.turn_ups is None or not rules.turn_ups.last_kick or rules.turn_ups.run_limit != deals - 1:
        return False
    return seats * (DEALT + RUN * (deals - 1)) + deals < PACK


def places_in_pack(rules: RuleSet, seats: int) -> int:
    return deals_of(rules, seats) + has_last_kick(rules, seats)


def fields_of_deals(rules: RuleSet, seats: int, *, packs: int) -> dict[str, forms.Field]:
    if rules.turn_ups is None:
        return {"answer_1": Ticks(_("The deal"), [("", _("Played")), ("misdeal", word_for(rules, "misdeal"))])}
    found: dict[str, forms.Field] = {}
    size, ranks = places_in_pack(rules, seats), _ranks_that_count(rules.turn_ups.values)
    for place in range(packs * size):
        found |= _fields_of_place(rules, seats, ranks, place + 1, place % size + 1)
    if rules.turn_ups.discard_to is not None:
        label = _("Discarded to %(number)s") % {"number": rules.turn_ups.discard_to}
        first_of_last = (packs - 1) * size + 1
        found["discarded"] = Flag(label, start=True, when=f"answer_{first_of_last}=run")
    return found


def _ranks_that_count(values: Mapping[str, int]) -> list[tuple[str, str]]:
    return [(rank, str(RANK_WORDS.get(rank, rank))) for rank in values if values[rank]]


def _fields_of_place(
    rules: RuleSet, seats: int, ranks: list[tuple[str, str]], place: int, number: int
) -> dict[str, forms.Field]:
    """`number` is the place within its pack, from 1. After a run another card is a fact: it says that the suit changed
    to a card that scores nothing."""
    other = "" if number == 1 else OTHER
    cards = [(other, _("Other card")), *ranks]
    return {
        f"turned_{place}": Ticks(_("Turned up"), cards, start=other),
        f"card_{place}": Card(_("Card"), suit=True),
        f"answer_{place}": Ticks(_("Then"), list(_answers(rules, seats, number)), start="stand"),
    }


def _answers(rules: RuleSet, seats: int, number: int) -> Iterator[tuple[str, str]]:
    """What can follow this card of a pack, the likely first."""
    yield "stand", _("Stood") if number == 1 else _("Played")
    if rules.take_one is not None and number == 1:
        yield "take_one", _("Begged, took one")
    if number < deals_of(rules, seats):
        yield "run", _("Ran the pack") if number == 1 else _("Ran it again")
    if number == deals_of(rules, seats) and has_last_kick(rules, seats):
        yield "kick", _("Last kick")
    if number > 1:
        yield "redeal", word_for(rules, "redeal")
        if rules.turn_ups is not None and rules.turn_ups.may_bunch:
            yield "bunch", _("Bunch")
    yield "misdeal", word_for(rules, "misdeal")


def places_of(rules: RuleSet, seats: int, ticked: Ticked) -> list[int]:
    """The places that count: the next in the pack after a run, the next pack after cards were thrown in."""
    size = places_in_pack(rules, seats)
    found = [1]
    while True:
        place, answer = found[-1], ticked.get(f"answer_{found[-1]}")
        next_pack = place + size - (place - 1) % size
        if answer in GOES_ON and place % size:
            found.append(place + 1)
        elif answer in ENDS and f"answer_{next_pack}" in ticked:
            found.append(next_pack)
        else:
            return found


def is_thrown_in(rules: RuleSet, seats: int, ticked: Ticked) -> bool:
    """Whether the hand ended before its play."""
    return ticked.get(f"answer_{places_of(rules, seats, ticked)[-1]}") in ENDS


def runs_in(rules: RuleSet, seats: int, ticked: Ticked) -> int:
    """How often the pack that was played was run."""
    size = places_in_pack(rules, seats)
    places = places_of(rules, seats, ticked)
    last = (places[-1] - 1) // size
    return sum(ticked.get(f"answer_{place}") == "run" for place in places if (place - 1) // size == last)


def events_of_deals(rules: RuleSet, seats: int, ticked: Ticked, elder: str) -> list[Event]:
    """`elder` is the player after the dealer, who stands or begs."""
    events: list[Event] = []
    size = places_in_pack(rules, seats)
    for place in places_of(rules, seats, ticked):
        card = ticked.get(f"card_{place}") or ticked.get(f"turned_{place}")
        if card:
            events.append(turn_up(card))
        events += _events_of(ticked.get(f"answer_{place}"), elder, is_first=place % size == 1 % size)
    kept = rules.turn_ups.discard_to if rules.turn_ups else None
    if kept and ticked.get("discarded") and runs_in(rules, seats, ticked) and not is_thrown_in(rules, seats, ticked):
        events.append(discard_to(kept))
    return events


def _events_of(answer: str | None, elder: str, *, is_first: bool) -> list[Event]:
    if answer == "stand":
        return [stand(elder)] if is_first else []
    if answer == "take_one":
        return [beg(elder), take_one()]
    if answer == "run":
        return [beg(elder), run()] if is_first else [run()]
    ends = {"misdeal": misdeal(), "redeal": redeal(), "bunch": redeal("bunch")}
    return [ends[answer]] if answer in ends else []


def ticks_of_deals(rules: RuleSet, facts: HandFacts) -> dict[str, Any]:
    """The other way round."""
    size = places_in_pack(rules, len(facts.seating.seats))
    values: Mapping[str, int] = rules.turn_ups.values if rules.turn_ups else {}
    ticked: dict[str, Any] = {"answer_1": "", "discarded": True}
    place, is_turned = 1, False
    for event in facts.events:
        kind = event.kind
        if kind == "turn_up":
            if is_turned:
                ticked[f"answer_{place}"] = "kick"
                place += 1
            ticked |= _ticks_of_card(event.card or "", place, values)
            ticked.setdefault(f"answer_{place}", "" if place % size == 1 % size else "stand")
            is_turned = True
        elif kind in ("stand", "take_one"):
            ticked[f"answer_{place}"] = kind
        elif kind == "run":
            ticked |= {f"answer_{place}": "run", f"answer_{place + 1}": "stand", "discarded": False}
            ticked[f"turned_{place + 1}"] = ""
            place, is_turned = place + 1, False
        elif kind in ("redeal", "misdeal"):
            ticked |= {f"answer_{place}": event.why if event.why in ENDS else kind, "discarded": True}
            place, is_turned = place + size - (place - 1) % size, False
        elif kind == "discard_to":
            ticked["discarded"] = True
    return ticked


def _ticks_of_card(card: str, place: int, values: Mapping[str, int]) -> dict[str, str]:
    if card == OTHER:
        return {f"turned_{place}": OTHER, f"card_{place}": ""}
    rank = card[:1]
    scores = bool(values.get(rank))
    noted = "" if scores and len(card) == 1 else card.replace("T", "10")
    return {f"turned_{place}": rank if scores else "", f"card_{place}": noted}


def packs_of(facts: HandFacts) -> int:
    """How many packs a recorded hand shows: one more where the same dealer dealt again and went on."""
    return 1 + sum(event.kind in ("redeal", "misdeal") for event in facts.events[:-1])
