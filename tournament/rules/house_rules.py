"""House rules: the fields of a rule set that a club may change, with the choices and the words for each.

Pure: `scoring` decides what a choice does, and Django only translates the words.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring import PIPS, RuleSet, with_house_rules
from tournament.rules.examples.choice import examples_of

Label = str | Promise


@dataclass(frozen=True)
class HouseRule:
    """`name` is the dotted field of the rule set. Its choices are `choices`, or the numbers in the rule set's field
    `choices_from`; without either the rule takes a number from `least` on. It is offered if the rule set has the
    field's group and everything in `needs`, names the rule among its variants if it `is_variant`, and a hand shows what
    it does."""

    name: str
    label: Label
    choices: tuple[tuple[Any, Label], ...] = ()
    choices_from: str = ""
    least: int = 1
    needs: tuple[str, ...] = ()
    is_variant: bool = False

    def is_asked_of(self, rules: RuleSet) -> bool:
        """Returns whether the rule makes sense in this game."""
        group = self.name.rpartition(".")[0]
        has_all = all(rules.has_group(name) for name in (*self.needs, *([group] if group else [])))
        if self.is_variant and self.name not in rules.variants:
            return False
        if not has_all or self.choices_from and not _value_of(rules, self.choices_from):
            return False
        return bool(examples_of(self.name, rules, self.value_in(rules)))

    def with_choices_of(self, rules: RuleSet) -> "HouseRule":
        if not self.choices_from:
            return self
        return replace(self, choices=tuple((number, str(number)) for number in _value_of(rules, self.choices_from)))

    def value_in(self, rules: RuleSet) -> Any:
        return _value_of(rules, self.name)

    def label_of_value(self, value: Any) -> Label:
        return next((label for each, label in self.choices if each == value), str(value))


def _value_of(rules: RuleSet, name: str) -> Any:
    value: Any = rules
    for part in name.split("."):
        value = getattr(value, part)
    return value


YES_NO = ((True, _("yes")), (False, _("no")))
ONE_OR_TWO = ((1, _("1 point")), (2, _("2 points")))

HOUSE_RULES: tuple[HouseRule, ...] = (
    HouseRule("target", _("Points that win a game"), needs=("target",)),
    HouseRule("points.game", _("The Game point is worth"), ONE_OR_TWO),
    HouseRule(
        "points.game_tie",
        _("If Game is tied"),
        (
            ("nobody", _("nobody scores it")),
            ("non_dealer", _("the player who did not deal scores it")),
            ("dealer", _("the dealer scores it")),
        ),
    ),
    HouseRule(
        "points.pips",
        _("Cards count toward Game"),
        (
            (dict(PIPS), _("Ten 10, Ace 4, King 3, Queen 2, Jack 1")),
            ({**PIPS, "2": 2}, _("the same, and a Two 2")),
        ),
    ),
    HouseRule(
        "points.low_to",
        _("Low belongs to"),
        (("holder", _("the player who was dealt it")), ("winner", _("the player who wins its trick"))),
    ),
    HouseRule("points.hang_jack", _("A Jack captured from an opponent counts")),
    HouseRule(
        "turn_ups.values",
        _("Turned-up cards count"),
        (
            ({"J": 1}, _("Jack 1")),
            ({"A": 1, "6": 2, "J": 3}, _("Ace 1, Six 2, Jack 3")),
            ({"A": 1, "2": 2, "J": 3}, _("Ace 1, Two 2, Jack 3")),
        ),
    ),
    HouseRule(
        "take_one.withheld_at_target",
        _("A point for begging may win the game"),
        ((False, _("yes")), (True, _("no, it is withheld"))),
        needs=("target",),
    ),
    HouseRule(
        "penalties.follow",
        _("A card may be played"),
        (
            ("suit", _("that follows suit or is a trump; without the suit led, any")),
            ("suit_or_trump", _("that follows suit or is a trump; without the suit led, a trump")),
            ("trumps", _("of any suit, but a trump led must be followed")),
            ("free", _("of any suit at any time")),
        ),
        needs=("points",),
    ),
    HouseRule(
        "penalties.revoke_loses_game",
        _("A revoke loses the game"),
        (
            ("never", _("never")),
            ("top_trump", _("when a trump was led and one of the 5 highest was held back")),
            ("bare_jack", _("when a trump was led and the only trump held was the Jack")),
            ("trump_lead", _("whenever a trump was led")),
            ("any", _("always")),
        ),
        needs=("target", "turn_ups"),
    ),
    HouseRule(
        "penalties.revoke_credits_target",
        _("The side that wins by a revoke"),
        ((False, _("keeps its score")), (True, _("gets the target score"))),
        needs=("target", "turn_ups"),
    ),
    HouseRule(
        "penalties.revoke_to_opponents", _("A card that is not allowed gives the opponents"), least=0, is_variant=True
    ),
    HouseRule(
        "penalties.revoke_bars_game",
        _("What a side that revokes took in the hand"),
        (
            ("no", _("still counts for it")),
            ("nobody", _("counts for nobody")),
            ("opponents", _("counts for the other side")),
        ),
        needs=("taken",),
    ),
    HouseRule(
        "penalties.revoke_by_pitchers",
        _("If the side that pitched revokes, the other side scores"),
        ((0, _("nothing extra")), (20, _("20 points"))),
        needs=("taken",),
    ),
    HouseRule("penalties.misdeal", _("A misdeal gives the opponents"), least=0, needs=("turn_ups",)),
    HouseRule("auction.min_bid", _("The lowest bid"), choices_from="auction.lowest_bids"),
    HouseRule(
        "auction.max_bid",
        _("The highest bid"),
        ((4, "4"), (5, _("5, where a captured Jack counts more"))),
        needs=("points",),
    ),
    HouseRule(
        "auction.failed_bid",
        _("A bid that fails"),
        (
            ("taken_off", _("is taken off the score of the side that bid")),
            ("to_opponents", _("is scored by the other side, with what it took")),
        ),
        is_variant=True,
    ),
    HouseRule(
        "auction.double_bid",
        _("A bid that counts twice"),
        ((None, _("none")), (16, _("16: it wins or loses 32"))),
        is_variant=True,
    ),
    HouseRule(
        "auction.out_first",
        _("If both sides reach the target in one hand"),
        (("pitcher", _("the pitcher’s side wins")), ("higher", _("the higher score wins"))),
        needs=("taken",),
    ),
    HouseRule("auction.dealer_may_equal", _("The dealer may take the bid at the same number"), YES_NO),
    HouseRule(
        "auction.smudge",
        _("A smudge (a bid of 4 that wins all 4 points) wins the game"),
        (("unless_in_the_hole", _("unless in the hole")), ("always", _("always")), ("off", _("no, it counts 4"))),
        needs=("points",),
    ),
    HouseRule(
        "auction.all_pass",
        _("If everybody passes"),
        (
            ("next_dealer", _("the next player deals")),
            ("same_dealer", _("the same player deals again")),
            ("dealer_bids", _("the dealer has bid the least")),
            ("elder_pitches_free", _("the first to bid pitches, and owes nothing")),
        ),
    ),
    HouseRule("settle_up.stake", _("Settling up: each point paid is worth")),
    HouseRule("settle_up.set_backs", _("Settling up: players also pay for each set-back"), YES_NO),
)


def house_rules_for(rules: RuleSet) -> Iterator[HouseRule]:
    """Returns the house rules that a club may choose for this game, in order."""
    return (rule.with_choices_of(rules) for rule in HOUSE_RULES if rule.is_asked_of(rules))


def changes_for(rules: RuleSet, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the changes to what the game has: what a club chose for settling up is no rule of an evening of pairs."""
    groups = {name: name.rpartition(".")[0] for name in changes}
    return {name: value for name, value in changes.items() if not groups[name] or rules.has_group(groups[name])}


def choice_in_words(rules: RuleSet, changes: Mapping[str, Any]) -> list[tuple[Label, Label]]:
    """Returns each question with its answer where a club differs from the document."""
    chosen = with_house_rules(rules, changes_for(rules, changes))
    return [
        (rule.label, rule.label_of_value(rule.value_in(chosen)))
        for rule in house_rules_for(rules)
        if rule.value_in(chosen) != rule.value_in(rules)
    ]
