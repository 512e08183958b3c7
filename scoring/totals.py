"""Card totals: which ones the cards in play can have together, and how much each side must have won at least.

Nobody holds the turned cards, and no trump above the High or below the Low was dealt. The cards that are left decide
exactly which totals are possible.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from scoring.cards import HIGHER, LOWER, RANKS, attainable_totals, rank_of
from scoring.deal import Deal
from scoring.errors import Findings
from scoring.hand import HandFacts, TrumpFact
from scoring.rules import RuleSet
from scoring.words import N_


def check_pips(
    rules: RuleSet, facts: HandFacts, deal: Deal, pips: Mapping[str, int], is_sound: bool, findings: Findings
) -> None:
    sides = facts.seating.sides
    if pips.keys() != sides.keys():
        findings.refuse("pips", "sides", N_("Every side needs a card total, 0 if it has none, and nobody else."))
        return
    possible = possible_totals_of(rules, facts, deal, is_sound)
    total = sum(pips.values())
    if min(pips.values()) < 0:
        findings.refuse("pips", "negative", N_("A card total is 0 or more."))
    elif total >= possible.bit_length():
        most = possible.bit_length() - 1
        many = N_("The cards in play count %(most)s at most, not %(total)s.")
        findings.refuse("pips", "too_many", many, most=max(most, 0), total=total)
    elif not possible >> total & 1:
        least = (possible & -possible).bit_length() - 1
        if total < least:
            few = N_("The cards in play count %(least)s at least, not %(total)s.")
            findings.refuse("pips", "too_few", few, least=least, total=total)
        else:
            findings.refuse("pips", "unattainable", N_("No cards in play can count %(total)s together."), total=total)
    if is_sound:
        _check_least(rules, facts, deal.in_hand < deal.cards_each, pips, findings)


def possible_totals_of(rules: RuleSet, facts: HandFacts, deal: Deal, is_sound: bool) -> int:
    """Returns all totals that the cards in play can have, as bits. High, Low and the Jack are only used if `is_sound`,
    that is if they do not contradict each other."""
    high, low, jack = facts.high, facts.low, facts.jack
    top = bottom = None
    knave = "?"
    if is_sound:
        top = "" if high is None else high.rank if type(high) is TrumpFact else None
        bottom = "" if low is None else low.rank if type(low) is TrumpFact else None
        knave = "in" if type(jack) is TrumpFact else "out" if jack is None else "?"
    return _find_possible_totals(
        tuple(rules.points.pips.items()),
        tuple(rank_of(card) for card in deal.on_table),
        tuple(sorted(deal.turned_trumps)),
        top,
        bottom,
        knave,
        len(facts.seating.seats) * deal.in_hand,
        deal.in_hand < deal.cards_each,
    )


def _check_least(rules: RuleSet, facts: HandFacts, discards: bool, pips: Mapping[str, int], findings: Findings) -> None:
    """Checks each side's pips against the cards it surely won. High always wins its own trick, so its value is on its
    holder's side; the Jack's and Low's are on the side that won them, if known."""
    values, side_of = rules.points.pips, facts.seating.side_of
    high, low, jack = facts.high, facts.low, facts.jack
    least: dict[str, int] = {}
    top = None
    if type(high) is TrumpFact and high.rank is not None and high.holder is not None:
        top = high.rank
        least[side_of[high.holder]] = values.get(top, 0)
        if discards:
            side = side_of[high.holder]
            if pips[side] < least[side]:
                findings.doubt("pips", "high_discarded", N_("The holder of High has less than its value."))
            least[side], top = 0, None
    if type(jack) is TrumpFact and top != "J" and jack.won_by is not None:
        side = side_of[jack.won_by]
        least[side] = least.get(side, 0) + values.get("J", 0)
    if type(low) is TrumpFact and low.won_by is not None and low.rank not in (None, top, "J"):
        side = side_of[low.won_by]
        least[side] = least.get(side, 0) + values.get(low.rank or "", 0)
    for side, value in least.items():
        if pips[side] < value:
            text = N_("%(side)s won trumps that count %(value)s.")
            findings.refuse("pips", "trumps", text, side=side, value=value)


@lru_cache(maxsize=65536)
def _find_possible_totals(
    values: tuple[tuple[str, int], ...],
    turned: tuple[str, ...],
    trumps_turned: tuple[str, ...],
    top: str | None,
    bottom: str | None,
    knave: str,
    in_play: int,
    discards: bool,
) -> int:
    """Does the same from plain values, so that results can be cached. `turned` are ranks; `trumps_turned` repeats the
    trumps among them. `top` and `bottom` are High and Low: "" if there was none, None if unknown. A turned card that
    nobody named may be any card."""
    pips = dict(values)
    absent = set()
    if top == "" or bottom == "":
        absent = set(RANKS)
    else:
        if top is not None:
            absent |= set(HIGHER[top])
        if bottom is not None:
            absent |= set(LOWER[bottom])
        if knave == "out":
            absent.add("J")
    left = dict.fromkeys(RANKS, 4)
    for rank in absent | set(trumps_turned):
        left[rank] -= 1
    for rank, number in (Counter(turned) - Counter(trumps_turned)).items():
        if rank:
            left[rank] -= number
    held = {rank for rank in (None if discards else top, bottom, "J" if knave == "in" else None) if rank}
    base = sum(pips.get(rank, 0) for rank in held)
    for rank in held:
        left[rank] -= 1
    valued: dict[int, int] = {}
    for rank, number in left.items():
        worth = pips.get(rank, 0)
        valued[worth] = valued.get(worth, 0) + max(number, 0)
    blanks = valued.pop(0, 0)
    return attainable_totals(tuple(sorted(valued.items())), blanks, in_play - len(held)) << base
