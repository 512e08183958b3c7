"""The rules of an event: its own copy once play has started, until then the standard rules with its house rules. Also
the players' own words for what scores."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring import RULE_SETS, RuleSet, rules_from_dict, with_house_rules
from tournament.formats.formats import FORMATS
from tournament.models import Enters, Event
from tournament.ranking import USUAL_CREDITS, Credit, Unplayed

RULES_REMEMBERED = 16  # copies of evenings
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
    "taken": _("Taken"),
    "set_back": _("Set back"),
    "bid": _("Bid"),
    "all_fours": _("All Fours"),
    "games_won": _("games"),
}
CARDS: Mapping[str, str | Promise] = {
    **{"A": _("Ace"), "K": _("King"), "Q": _("Queen"), "J": _("Jack"), "T": _("Ten"), "9": _("Nine"), "8": _("Eight")},
    **{"7": _("Seven"), "6": _("Six"), "5": _("Five"), "4": _("Four"), "3": _("Three"), "2": _("Two")},
}


SUITS: Mapping[str, str | Promise] = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}


def rules_of(event: Event) -> RuleSet:
    if event.rules is not None:
        rules = _read_rules(json.dumps(event.rules))
    else:
        rules = with_house_rules(RULE_SETS[FORMATS[event.format].rule_set], event.house_rules)
    return as_played_at(event, rules) if rules.players.singles else rules


def as_played_at(event: Event, rules: RuleSet) -> RuleSet:
    """Returns the rules as those who enter play them: where only pairs play, nobody plays alone or settles up."""
    has_singles = event.enters == Enters.PLAYERS or event.singles_a_team
    return _narrow_to_pairs(rules) if rules.players.pairs and rules.players.singles and not has_singles else rules


@lru_cache(maxsize=RULES_REMEMBERED)
def _narrow_to_pairs(rules: RuleSet) -> RuleSet:
    """Cached, so that copies of one evening are the same object."""
    return replace(rules, players=replace(rules.players, singles=()), settle_up=None)


@lru_cache(maxsize=RULES_REMEMBERED)
def _read_rules(text: str) -> RuleSet:
    """Reads an event's own copy of its rules, cached because every hand and page needs it."""
    return rules_from_dict(json.loads(text))


def counts_hang_jacks(rules: RuleSet) -> bool:
    """Returns whether a captured Jack is worth more than one that was kept, so that clubs count hang jacks."""
    return rules.points.hang_jack > rules.points.jack


def counts_all_fours(rules: RuleSet) -> bool:
    """Returns whether High, Low, Jack and Game are scored, so that one side can win all of them in a hand."""
    return bool(rules.points.order)


def counts_jacks_turned(rules: RuleSet) -> bool:
    """Returns whether a Jack turned up for trumps scores."""
    return rules.turn_ups is not None and "J" in rules.turn_ups.values


def name_of_game(rules: RuleSet) -> str:
    """Returns the game's name, or its name in pairs if it has one and only pairs play."""
    return gettext(rules.name if rules.players.singles else rules.labels.get("in_pairs", rules.name))


def word_for(rules: RuleSet, kind: str) -> str:
    """Returns the players' own word for an award or the end of a hand, else the usual word."""
    own = rules.labels.get(kind)
    word = gettext(own) if own else str(WORDS[kind])
    return word[:1].upper() + word[1:]


def say_pips_of(rules: RuleSet, name: str) -> str:
    """Names the figure that a side reports: the value of its cards, or what it took."""
    words = _("Taken by %(name)s") if rules.taken is not None else _("%(pips)s of %(name)s")
    return str(words) % {"pips": word_for(rules, "pips"), "name": name}


def word_for_card(rank: str) -> str:
    return str(CARDS[rank])


def word_for_suit(letter: str) -> str:
    return str(SUITS[letter])


def own_words_of(rules: RuleSet) -> dict[str, str]:
    """Returns the players' own words, for the middle of a sentence."""
    return {
        **{word: word_for(rules, word).lower() for word in ("turn_up", "revoke", "pips")},
        **{word: gettext(rules.label(word)) for word in ("beg", "stand", "trick")},
        **{word: word_for(rules, word) for word in ("high", "low", "jack", "game")},
    }


def count_points(number: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", number) % {"n": number}


def words_for_turn_ups(rules: RuleSet) -> str:
    """Says what turned cards count, as in "Ace 1, Six 2, Jack 3"; "" without turn-ups."""
    values = rules.turn_ups.values if rules.turn_ups else {}
    return ", ".join(f"{word_for_card(rank)}\N{NO-BREAK SPACE}{points}" for rank, points in values.items())


def credit_rules_of(event: Event) -> dict[Unplayed, Credit]:
    """Returns what each kind of unplayed match counts: the club's choice for this evening, else the usual credit. A
    match to which neither side came counts for both as for a side that did not come."""
    kinds: tuple[Unplayed, ...] = ("rest", "walk_over", "absent", "abandoned", "shared")
    own = {kind: Credit(**event.credits[kind]) for kind in kinds if kind in event.credits}
    rest = Credit(event.kind.rest_counts if event.adjust_sit_outs else "nothing")
    rules = {**USUAL_CREDITS, "rest": rest, **own}
    return {**rules, "neither": rules["absent"]}
