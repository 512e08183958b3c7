"""The marks that a form starts with when a recorded hand is corrected: from facts to fields, the reverse of
`hands.forms.facts`."""

from collections.abc import Mapping
from typing import Any

from scoring import NOT_REPORTED, OTHER, HandFacts, RuleSet
from tournament.hands.forms.facts import ENDS, KEPT, NONE, PASS, letters_of, pitch_of, places_in_pack
from tournament.hands.forms.ticks import YesNo


def ticks_from(rules: RuleSet, facts: HandFacts) -> dict[str, Any]:
    return {
        "dealer": letters_of(facts.seating.seats).get(facts.dealer, ""),
        **_ticks_of_deals(rules, facts),
        **_ticks_of_auction(rules, facts),
        **_ticks_of_play(rules, facts),
        **_ticks_of_revokes(facts),
        "stopped": any(event.kind == "abandoned" for event in facts.events),
        **_ticks_of_cards(facts),
    }


def _ticks_of_deals(rules: RuleSet, facts: HandFacts) -> dict[str, Any]:
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


def _ticks_of_auction(rules: RuleSet, facts: HandFacts) -> dict[str, Any]:
    """Returns who pitched for how much, and each player's bid. If a player called twice, the first call counts."""
    if rules.auction is None:
        return {}
    letters = letters_of(facts.seating.seats)
    ticked = {f"bid_{letter}": "" for letter in letters.values()}
    for event in reversed(facts.events):
        if event.kind in ("bid", "pass"):
            ticked[f"bid_{letters[event.player or '']}"] = PASS if event.kind == "pass" else str(event.number)
    dealt = ticked | {"dealer": letters.get(facts.dealer, "")}
    ticked["pitcher"], ticked["bid"] = pitch_of(rules, facts.seating, dealt)
    return ticked


def _ticks_of_play(rules: RuleSet, facts: HandFacts) -> dict[str, Any]:
    """Returns the marks of the four points. A fact about a player marks their side."""
    side_of = facts.seating.side_of
    letters: Mapping[str | None, str] = {
        name: letters_of(facts.seating.side_names)[side] for name, side in side_of.items()
    }
    ticked: dict[str, Any] = {"high": "", "low": "", "jack": "", "high_rank": "", "low_rank": ""}
    for kind, fact in (("high", facts.high), ("low", facts.low), ("jack", facts.jack)):
        if fact is None:
            ticked[kind] = NONE
        elif fact is not NOT_REPORTED:
            is_won = kind == "jack" or (kind == "low" and rules.points.low_to == "winner")
            ticked[kind] = letters.get(fact.won_by if is_won else fact.holder, "")
            ticked[f"{kind}_rank"] = (fact.rank or "").replace("T", "10")
            if kind == "jack":
                origin = letters.get(fact.holder, "")
                ticked["jack_from"] = KEPT if origin == ticked["jack"] else origin
    if facts.high is None:
        ticked["low"] = ""
    ticked["game"] = letters.get(facts.game, facts.game or "")
    return ticked | {f"pips_{letters[side]}": value for side, value in (facts.pips or {}).items()}


def _ticks_of_revokes(facts: HandFacts) -> dict[str, Any]:
    letters = letters_of(facts.seating.seats)
    ticked: dict[str, Any] = {}
    revokes = [event for event in facts.events if event.kind == "revoke"]
    for place, event in enumerate(revokes, start=1):
        ticked |= {
            f"revoke_{place}": letters[event.player or ""],
            f"revoke_led_{place}": event.led or "",
            f"revoke_top_{place}": YesNo.value_for(event.held_top_trump),
            f"revoke_bare_{place}": YesNo.value_for(event.bare_jack),
            f"revoke_jack_{place}": YesNo.value_for(event.jack_in_trick),
            f"revoke_corrected_{place}": event.corrected,
        }
    return ticked


def _ticks_of_cards(facts: HandFacts) -> dict[str, Any]:
    """Returns the cards dealt and the tricks. If only the tricks are known, the cards played count as dealt."""
    tricks = facts.tricks or ()
    dealt: dict[str, Any] = {player: list(cards) for player, cards in (facts.dealt or {}).items()}
    if facts.dealt is None:
        for player, card in (play for trick in tricks for play in trick):
            dealt.setdefault(player, []).append(card)
    letters = letters_of(facts.seating.seats)
    ticked = {f"dealt_{letter}": text_of_cards(dealt.get(player, ())) for player, letter in letters.items()}
    return ticked | {"tricks": "\n".join(text_of_cards([card for _player, card in trick]) for trick in tricks)}


def text_of_cards(cards: list[str] | tuple[str, ...]) -> str:
    """Writes cards as people do, "10" for a ten."""
    return " ".join(card.replace("T", "10") for card in cards)
