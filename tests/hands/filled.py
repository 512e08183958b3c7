"""Hands as a form reports them, and forms filled in: drawn at random for every rule set and table."""

from dataclasses import replace
from random import Random
from typing import Any

from django import forms
from hypothesis import strategies as st

from scoring import (
    NOT_REPORTED,
    HandEvent,
    HandFacts,
    Revoke,
    RuleSet,
    Seating,
    TrumpFact,
    abandon,
    misdeal,
    pass_bid,
    redeal,
    revoke,
    with_house_rules,
)
from tests.scoring import dealing
from tests.scoring.dealing import Played, played_hand, seatings_of
from tests.scoring.nine_cards import NINE_CARDS
from tournament.hands.forms.facts import facts_from
from tournament.hands.forms.fields import Size, fields_for

DEPTHS = ("ticks", "notes", "cards")
TABLES = [*dealing.ALL_TABLES, *((NINE_CARDS, seating) for seating in seatings_of(NINE_CARDS))]
HOUSES: list[dict[str, Any]] = [
    {},
    {"points.low_to": "winner", "points.hang_jack": 5},
    {"penalties.revoke_loses_game": "top_trump", "penalties.revoke_from_offender_with_jack": 3},
    {"penalties.revoke_to_opponents": 1, "penalties.revoke_correctable": "trick"},
    {"penalties.revoke_loses_game": "bare_jack"},
]


def names_of(seating: Seating) -> dict[str, str]:
    """Returns the names of players, and of sides by the names of their players."""
    return {player: player for player in seating.seats} | {
        side: " and ".join(players) for side, players in seating.sides.items()
    }


def form_of(rules: RuleSet, seating: Seating, data: dict[str, Any], *, size: Size | None = None) -> forms.Form:
    """Returns a form that was sent. Values that are False or None are left out, as a browser does."""
    form = forms.Form({name: "on" if value is True else str(value) for name, value in data.items() if _is_sent(value)})
    form.fields |= fields_for(rules, seating, names_of(seating), may_stop=True, size=size)
    return form


def _is_sent(value: object) -> bool:
    return value is not None and value is not False


def fresh(rules: RuleSet, seating: Seating, **marks: object) -> dict[str, Any]:
    """Returns what an untouched form would send, with some fields filled in."""
    fields = fields_for(rules, seating, names_of(seating), may_stop=True)
    return {name: field.initial for name, field in fields.items()} | {"dealer": "a"} | marks


def facts_of(rules: RuleSet, seating: Seating, **marks: object) -> HandFacts:
    """Returns the facts that such a form reports."""
    form = form_of(rules, seating, fresh(rules, seating, **marks))
    assert form.is_valid(), form.errors
    return facts_from(rules, seating, form.cleaned_data)


def at_home(rules: RuleSet, changes: dict[str, Any]) -> RuleSet:
    """Returns the rules with those of the changes that this game knows."""
    known = {name: value for name, value in changes.items() if rules.has_group(name.partition(".")[0])}
    return with_house_rules(rules, known)


@st.composite
def tables(draw: st.DrawFn) -> tuple[RuleSet, Seating]:
    """Draws any rule set at any of its tables, by its document or with some club's house rules."""
    rules, seating = draw(st.sampled_from(TABLES))
    return at_home(rules, draw(st.sampled_from(HOUSES))), seating


@st.composite
def reports(draw: st.DrawFn, depths: tuple[str, ...] = DEPTHS) -> tuple[RuleSet, HandFacts]:
    """Draws a hand that was dealt and played, and reports it at some depth. Some end before their play, some have
    revokes claimed."""
    rules, seating = draw(tables())
    chance = Random(draw(st.integers(0, 2**32)))
    played = played_hand(rules, seating, chance, revokes=draw(st.sampled_from([0.0, 0.3])))
    depth = draw(st.sampled_from(depths))
    end = draw(st.sampled_from([None, None, None, "misdeal", "redeal", "bunch", "bell", "passed out", "not told"]))
    if end is not None:
        return rules, ended(rules, played, end, told_of(rules, played, depth).events)
    facts = told_of(rules, played, depth)
    claims = [claim_of(rules, found, chance) for found in played.revokes[:4]] if are_claimed(rules) else []
    return rules, replace(facts, events=(*facts.events, *claims))


def told_of(rules: RuleSet, played: Played, depth: str) -> HandFacts:
    """Returns what a form of this depth can tell: sides instead of partners, and the winner of a card only if that
    matters."""
    if depth == "cards" or rules.taken is not None:
        return played.record
    facts = played.facts
    side_of, points = facts.seating.side_of, rules.points
    high, low, jack = facts.high, facts.low, facts.jack
    if isinstance(high, TrumpFact):
        high = TrumpFact(side_of[high.holder], high.rank)
    if isinstance(low, TrumpFact):
        to_winner = points.low_to == "winner"
        low = TrumpFact(*((None, low.rank, side_of[low.won_by]) if to_winner else (side_of[low.holder], low.rank)))
    if isinstance(jack, TrumpFact):
        holder = side_of[jack.holder] if points.jack != points.hang_jack else None
        jack = TrumpFact(holder, None, side_of[jack.won_by])
    facts = replace(facts, high=high, low=low, jack=jack)
    return facts if depth == "notes" else without_notes(rules, facts)


def without_notes(rules: RuleSet, facts: HandFacts) -> HandFacts:
    """Returns ticks alone: a turned card by its rank, after a run only if it scores, no other ranks, and Game instead
    of the card values."""
    pips = facts.pips or {}
    best = [side for side, value in pips.items() if value == max(pips.values())]
    bare = {
        kind: fact._replace(rank=None) if isinstance(fact, TrumpFact) else fact
        for kind, fact in (("high", facts.high), ("low", facts.low), ("jack", facts.jack))
    }
    scoring = rules.turn_ups.values if rules.turn_ups else {}
    before = (None, *facts.events)
    events = tuple(
        event._replace(
            card="other" if last and last.kind == "run" and not scoring.get(event.card[0]) else event.card[0]
        )
        if event.card
        else event
        for last, event in zip(before, facts.events, strict=False)
    )
    return replace(facts, events=events, pips=None, game=best[0] if len(best) == 1 else "tie", **bare)


def ended(rules: RuleSet, played: Played, end: str, events: tuple[HandEvent, ...]) -> HandFacts:
    """Returns a hand without its play."""
    facts = replace(played.record, events=events, dealt=None, tricks=None, pips=None)
    if end == "bell":
        return replace(facts, events=(*events, abandon("bell")))
    if rules.auction is not None:
        passes = tuple(pass_bid(event.player) for event in events)
        return replace(facts, events=(misdeal(),) if end == "misdeal" else passes)
    if end == "misdeal":
        return replace(facts, events=(*events[:1], misdeal()))
    runs = [event.kind for event in events].count("run")
    if end in ("redeal", "bunch") and runs and not any(event.kind == "redeal" for event in events):
        may_bunch = end == "bunch" and rules.turn_ups.may_bunch
        kept = tuple(event for event in events if event.kind != "discard_to")
        return replace(facts, events=(*kept, redeal("bunch" if may_bunch else None)))
    return facts


def are_claimed(rules: RuleSet) -> bool:
    return rules.id not in ("kent", "nlcb") or rules.penalties.revoke_to_opponents > 0


def claim_of(rules: RuleSet, found: Revoke, chance: Random) -> HandEvent:
    """Returns a claim of a failure to follow, with the answers that these rules ask for."""
    costs = rules.penalties
    asks_led = costs.revoke_loses_game in ("top_trump", "trump_lead", "bare_jack")
    asks_top = costs.revoke_loses_game == "top_trump" and found.led == "trump"
    asks_bare = costs.revoke_loses_game == "bare_jack" and found.led == "trump"
    asks_jack = costs.revoke_from_offender != costs.revoke_from_offender_with_jack
    return revoke(
        found.player,
        led=found.led if asks_led else None,
        held_top_trump=found.held_top_trump if asks_top else None,
        jack_in_trick=found.jack_in_trick if asks_jack else None,
        corrected=costs.revoke_correctable != "never" and chance.random() < 0.3,
        bare_jack=found.bare_jack if asks_bare else None,
    )


def is_told(fact: object) -> bool:
    return fact is not NOT_REPORTED
