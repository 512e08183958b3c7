"""The play of one hand in a form: who had High, Low and the Jack and who took it, and Game, with ranks and card values
where the table noted them. "none" is that no such card was dealt, "" that nobody said.

A Jack is kept unless the form says whom it was hung from, and that is asked only where a Jack can be hung: the common
hand stays within six taps.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring import NOT_REPORTED, HandFacts, RuleSet, Seating, TrumpFact
from tournament.event.queries.rules import word_for
from tournament.foundation.fields import Number
from tournament.hands.forms.ticks import Card, Ticked, Ticks, lettered, letters_of

NONE, TIE, KEPT = "none", "tie", "kept"


def is_hung(rules: RuleSet) -> bool:
    """Whether a captured Jack is worth something else than one that was kept."""
    return rules.points.jack != rules.points.hang_jack


def fields_of_play(rules: RuleSet, sides: Mapping[str, str]) -> dict[str, forms.Field]:
    """`sides` is letter -> name. Where a card is pitched for trumps there is always a High."""
    named = list(sides.items())
    dealt = "high!=none"
    no_trump = [] if rules.auction else [(NONE, _("No trump dealt"))]
    no_low = [(NONE, _("None played"))] if rules.turn_ups and rules.turn_ups.discard_to else []
    low = word_for(rules, "low")
    if rules.points.low_to == "winner":
        low = _("%(low)s, taken by") % {"low": low}
    jack = word_for(rules, "jack")
    turned = _("%(jack)s: turned up, so nobody can win it.") % {"jack": jack}
    found: dict[str, forms.Field] = {
        "high": Ticks(word_for(rules, "high"), [*named, *no_trump]),
        "low": Ticks(low, [*named, *no_low], when=dealt, only={NONE: "answer_1=run"}),
        "jack": Ticks(
            jack,
            [*named, (NONE, _("Not dealt"))],
            start=NONE,
            when=dealt,
            unless_turned="J" if rules.turn_ups else "",
            note=turned,
        ),
    }
    if is_hung(rules):
        holders = [(side, _("from %(name)s") % {"name": name}) for side, name in named]
        found["jack_from"] = Ticks(
            word_for(rules, "hang_jack"),
            [(KEPT, _("No, kept")), *holders],
            start=KEPT,
            when=f"{dealt}; jack={' '.join(sides)}; high_rank!=J",
            other_than="jack",
        )
    return found | {"game": Ticks(word_for(rules, "game"), [*named, (TIE, _("Level"))])}


def fields_of_notes(rules: RuleSet, sides: Mapping[str, str]) -> dict[str, forms.Field]:
    """Ranks and card values."""
    most = 4 * sum(rules.points.pips.values())
    found: dict[str, forms.Field] = {
        f"{kind}_rank": Card(_("%(card)s was the") % {"card": word_for(rules, kind)}, suit=False)
        for kind in ("high", "low")
    }
    for side, name in sides.items():
        found[f"pips_{side}"] = Number(
            label=_("%(pips)s of %(name)s") % {"pips": word_for(rules, "pips"), "name": name}, most=most
        )
    return found


def is_said(ticked: Ticked) -> bool:
    """Whether anything of the play is marked; that no Jack was dealt is what a form starts with."""
    noted = (value for name, value in ticked.items() if name.startswith("pips_"))
    marked = (ticked["high"], ticked["low"], ticked["game"], ticked["high_rank"], ticked["low_rank"])
    return any(marked) or ticked["jack"] not in ("", NONE) or any(value is not None for value in noted)


def play_of(rules: RuleSet, seating: Seating, ticked: Ticked, *, has_tricks: bool) -> dict[str, Any]:
    """What HandFacts is to know of the play. Where no trump was dealt there is no Low and no Jack; where the tricks are
    told they say whether there was a Jack."""
    if not is_said(ticked):
        return {}
    sides = lettered(seating.side_names)
    known: dict[str, Any] = {"game": sides.get(ticked["game"], ticked["game"]) or None}
    pips = {side: ticked[f"pips_{letter}"] for letter, side in sides.items()}
    if any(value is not None for value in pips.values()):
        known["pips"] = {side: value for side, value in pips.items() if value is not None}
    if ticked["high"] == NONE:
        return known | {"high": None, "low": None, "jack": None}
    high, low, jack = (sides.get(ticked[kind]) for kind in ("high", "low", "jack"))
    low_goes = {"won_by": low} if rules.points.low_to == "winner" else {"holder": low}
    known["high"] = TrumpFact(high, ticked["high_rank"] or None) if high else NOT_REPORTED
    known["low"] = None if ticked["low"] == NONE else NOT_REPORTED
    if low:
        known["low"] = TrumpFact(rank=ticked["low_rank"] or None, **low_goes)
    known["jack"] = None if ticked["jack"] == NONE and not has_tricks else NOT_REPORTED
    if jack:
        origin = ticked.get("jack_from")
        known["jack"] = TrumpFact(jack if origin == KEPT else sides.get(origin or ""), won_by=jack)
    return known


def ticks_of_play(rules: RuleSet, facts: HandFacts) -> dict[str, Any]:
    """The other way round; a player stands for his side."""
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
