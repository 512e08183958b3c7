"""The rules that an event plays by: its own copy once play has started, until then the registry's with its house rules;
and the players' own words for what scores."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import RULE_SETS, RuleSet, rules_from_dict, with_house_rules
from tournament.formats.formats import FORMATS
from tournament.models import Event
from tournament.ranking import USUAL_CREDITS, Credit, Unplayed

WORDS: Mapping[str, str | Promise] = {
    "turn_up": _("Turn-up"),
    "take_one": _("Took one"),
    "misdeal": _("Misdeal"),
    "redeal": _("Thrown in"),
    "abandoned": _("Stopped by the bell"),
    "revoke": _("Revoke"),
    "game_lost": _("Game lost"),
    "high": _("High"),
    "low": _("Low"),
    "jack": _("Jack"),
    "hang_jack": _("Hang Jack"),
    "game": _("Game"),
    "pips": _("Card value"),
    "set_back": _("Set back"),
    "all_fours": _("All Fours"),
}
CARDS: Mapping[str, str | Promise] = {
    **{"A": _("Ace"), "K": _("King"), "Q": _("Queen"), "J": _("Jack"), "T": _("Ten"), "9": _("Nine"), "8": _("Eight")},
    **{"7": _("Seven"), "6": _("Six"), "5": _("Five"), "4": _("Four"), "3": _("Three"), "2": _("Two")},
}


def rules_of(event: Event) -> RuleSet:
    if event.rules is not None:
        return rules_from_dict(event.rules)
    return with_house_rules(RULE_SETS[FORMATS[event.format].rule_set], event.house_rules)


def counts_hang_jacks(rules: RuleSet) -> bool:
    """Whether a Jack taken from the other side is more than one that was kept, so that clubs count them."""
    return rules.points.hang_jack > rules.points.jack


def word_for(rules: RuleSet, kind: str) -> str:
    """An award or an end of a hand in the players' own word, else in the house's."""
    own = rules.labels.get(kind)
    word = gettext(own) if own else str(WORDS[kind])
    return word[:1].upper() + word[1:]


def card_word(rank: str) -> str:
    return str(CARDS[rank])


def turn_up_words(rules: RuleSet) -> str:
    """What each card counts when it is turned up, as in "Ace 1, Six 2, Jack 3"; nothing of a game that turns none."""
    values = rules.turn_ups.values if rules.turn_ups else {}
    return ", ".join(f"{card_word(rank)}\N{NO-BREAK SPACE}{points}" for rank, points in values.items())


def credit_rules(event: Event) -> dict[Unplayed, Credit]:
    """What counts for each kind of match that was not played: as the club says for this evening, else as usual."""
    kinds: tuple[Unplayed, ...] = ("rest", "walk_over", "absent", "abandoned", "shared")
    told = {kind: Credit(**event.credits[kind]) for kind in kinds if kind in event.credits}
    return {**USUAL_CREDITS, **told}
