"""The whole of a hand's form and what it reports: its fields in the order in which things happen, the facts that
cleaned fields make, and the marks that recorded facts start from.

A mark names a player by the letter of his seat, and a side by that of its place in the order of sides.
"""

import re
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring import HandFacts, RuleSet, Seating, abandoned, sum_of_pips
from tournament.hands.forms import auction, cards, deals, play, revokes
from tournament.hands.forms.ticks import Flag, Ticked, Ticks, lettered, letters_of

REVOKES_OFFERED, MOST_REVOKES, MOST_PACKS = 2, 12, 6
MATCHES_KEPT_READY = 128
Named = tuple[tuple[str, str], ...]
PLACED = re.compile(r"(card|revoke)_(\d{1,3})")


class Size(NamedTuple):
    """How much of what can come again a form holds."""

    packs: int = 1
    revokes: int = REVOKES_OFFERED


def fields_for(
    rules: RuleSet, seating: Seating, names: Mapping[str, str], *, may_stop: bool, size: Size | None = None
) -> dict[str, forms.Field]:
    """`names` is player or side -> name; `may_stop` where the bell stops the hand in play."""
    players = tuple((letter, names[player]) for letter, player in lettered(seating.seats).items())
    sides = tuple((letter, names[side]) for letter, side in lettered(seating.side_names).items())
    ready = _ready_fields(rules, players, sides, may_stop, size or Size(), get_language())
    return {name: copy(field) for name, field in ready.items()}


@lru_cache(maxsize=MATCHES_KEPT_READY)
def _ready_fields(
    rules: RuleSet, its_players: Named, its_sides: Named, may_stop: bool, size: Size, _language: str
) -> Mapping[str, forms.Field]:
    """Of a match, which asks for them with every hand: they depend on nothing else. The copies share their widgets,
    which nobody changes."""
    players, sides = dict(its_players), dict(its_sides)
    found: dict[str, forms.Field] = {"dealer": Ticks(_("Dealer"), players.items(), needed=_("Say who dealt."))}
    found |= deals.fields_of_deals(rules, len(players), packs=size.packs)
    found |= auction.fields_of_auction(rules, players)
    found |= play.fields_of_play(rules, sides)
    found |= play.fields_of_notes(rules, sides)
    found |= revokes.fields_of_revokes(rules, players, number=size.revokes)
    if may_stop:
        found["stopped"] = Flag(_("Stopped by the bell"))
    return found | cards.fields_of_cards(players)


def size_of(rules: RuleSet, facts: HandFacts) -> Size:
    """What a form needs to start from these facts; one more revoke than there were can be added."""
    return Size(min(deals.packs_of(facts), MOST_PACKS), max(REVOKES_OFFERED, _held(revokes.revokes_of(facts) + 1)))


def size_of_sent(rules: RuleSet, seating: Seating, names: Iterable[str]) -> Size:
    """What a form that was sent held, by the names of its fields."""
    placed = [(match[1], int(match[2])) for name in names if (match := PLACED.fullmatch(name))]
    cards_shown = max((place for kind, place in placed if kind == "card"), default=1)
    packs = -(-cards_shown // deals.places_in_pack(rules, len(seating.seats)))
    called = max((place for kind, place in placed if kind == "revoke"), default=0)
    return Size(max(1, min(packs, MOST_PACKS)), max(REVOKES_OFFERED, _held(called)))


def _held(number: int) -> int:
    return min(number, MOST_REVOKES)


def facts_from(rules: RuleSet, seating: Seating, ticked: Ticked) -> HandFacts:
    """What cleaned fields report. `seating` says what the players and sides are to be called in the facts."""
    seats = len(seating.seats)
    dealer = lettered(seating.seats)[ticked["dealer"]]
    events = deals.events_of_deals(rules, seats, ticked, seating.after[dealer])
    if deals.is_thrown_in(rules, seats, ticked):
        return HandFacts(seating, dealer, tuple(events))
    events += auction.events_of_auction(rules, seating, ticked)
    events += revokes.events_of_revokes(rules, seating, ticked)
    known = cards.cards_of(seating, ticked)
    if ticked.get("stopped"):
        return HandFacts(seating, dealer, (*events, abandoned("bell")), **known)
    known |= play.play_of(rules, seating, ticked, has_tricks="tricks" in known)
    facts = HandFacts(seating, dealer, tuple(events), **known)
    return _with_other_pips(rules, facts)


def _with_other_pips(rules: RuleSet, facts: HandFacts) -> HandFacts:
    """Between two sides one card total gives the other, where all the cards in play are known."""
    told, sides = facts.pips, facts.seating.side_names
    if told is None or len(told) != 1 or len(sides) != 2:
        return facts
    total = sum_of_pips(rules, facts)
    (side,) = told
    if total is None or told[side] > total:
        return facts
    other = sides[1 - sides.index(side)]
    return replace(facts, pips={side: told[side], other: total - told[side]})


def worked_out(seating: Seating, ticked: Ticked, facts: HandFacts) -> dict[str, int]:
    """Card values that nobody keyed, because those of the other side give them: side -> value."""
    keyed = {side: ticked.get(f"pips_{letter}") for letter, side in lettered(seating.side_names).items()}
    told = facts.pips or {}
    return {side: told[side] for side, value in keyed.items() if value is None and side in told}


def ticks_from(rules: RuleSet, facts: HandFacts) -> dict[str, Any]:
    """How the form of a hand starts that is to be corrected."""
    return {
        "dealer": letters_of(facts.seating.seats).get(facts.dealer, ""),
        **deals.ticks_of_deals(rules, facts),
        **auction.ticks_of_auction(rules, facts),
        **play.ticks_of_play(rules, facts),
        **revokes.ticks_of_revokes(facts),
        "stopped": any(event.kind == "abandoned" for event in facts.events),
        **cards.ticks_of_cards(facts),
    }
