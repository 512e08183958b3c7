"""The house rules as a page shows them: each a sentence with example hands; and those that a club has saved."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from scoring import RULE_SETS, Award, ImpossibleFacts, RuleSet, Scored
from tournament.club.house_rule_examples import Example, counted, examples_of, seating_for
from tournament.club.house_rules import HouseRule, choice_in_words, house_rules_for
from tournament.event.queries.rules import word_for
from tournament.formats.formats import FORMATS
from tournament.models import Club, ClubRules, Event


class Earned(NamedTuple):
    """One award of an example, in the order in which they count."""

    word: str
    name: str
    points: int


@dataclass(frozen=True)
class ShownExample:
    """A hand, and what it earns under the rules chosen. `before` is the score it begins at and `after` the one it ends
    at, each left out where there is nothing to say; `late` are awards that come too late to count, `words` say what
    follows."""

    story: str | Promise
    before: str = ""
    after: str = ""
    awards: tuple[Earned, ...] = ()
    late: tuple[Earned, ...] = ()
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class RuleOnPage:
    """A rule as these rules have it; `is_own` where the document has it otherwise, which `document` then says."""

    rule: HouseRule
    said: str | Promise
    document: str | Promise
    is_own: bool
    examples: tuple[ShownExample, ...]

    @property
    def anchor(self) -> str:
        return "example-" + self.rule.name.replace(".", "-").replace("_", "-")


@dataclass(frozen=True)
class OwnRules:
    """What a club has saved: how it plays otherwise than the document."""

    saved: ClubRules
    words: tuple[tuple[str | Promise, str | Promise], ...]


def document_of(event: Event) -> RuleSet:
    """The rules of the event's game as its document has them."""
    return RULE_SETS[FORMATS[event.format].rule_set]


def club_rules_of(club: Club, rules: RuleSet) -> list[OwnRules]:
    """By name. One query."""
    saved = ClubRules.objects.filter(club=club, rule_set=rules.id)
    return [OwnRules(each, tuple(choice_in_words(rules, each.choices))) for each in saved]


def rules_on_page(chosen: RuleSet, document: RuleSet) -> Iterator[RuleOnPage]:
    """Every rule that the game asks for, as chosen, in order."""
    for rule in house_rules_for(document):
        value, usual = rule.value_in(chosen), rule.value_in(document)
        examples = tuple(_shown(example, chosen) for example in examples_of(rule.name, chosen, value))
        yield RuleOnPage(rule, rule.said(value), rule.said(usual), value != usual, examples)


def _shown(example: Example, rules: RuleSet) -> ShownExample:
    try:
        start, scored = counted(example, rules)
    except ImpossibleFacts:
        return ShownExample(example.story, words=(_("By the rules chosen here this hand cannot be played."),))
    names = _names(rules)
    awards, late = (tuple(_earned(rules, names, award) for award in made) for made in (scored.awards, scored.uncounted))
    before = _score(names, start) if any(start.values()) else ""
    after = _score(names, scored.score) if scored.awards else ""
    return ShownExample(example.story, before, after, awards, late, tuple(_words(names, scored)))


def _names(rules: RuleSet) -> dict[str, str]:
    seating = seating_for(rules)
    pair = _("%(one)s and %(other)s")
    return {
        side: pair % dict(zip(("one", "other"), players, strict=True)) if len(players) == 2 else side
        for side, players in seating.sides.items()
    }


def _earned(rules: RuleSet, names: Mapping[str, str], award: Award) -> Earned:
    return Earned(word_for(rules, award.kind), names[award.side], award.points)


def _score(names: Mapping[str, str], score: Mapping[str, Any]) -> str:
    return ", ".join(f"{names[side]} {points}".replace("-", "−") for side, points in score.items())


def _words(names: Mapping[str, str], scored: Scored) -> Iterator[str]:
    """Who deals next is said of a hand that is over without a point; one whose play is not told has a doubt."""
    if not scored.awards:
        yield _("Nobody scores.")
    if scored.winner is not None:
        yield _("The game is won: %(name)s.") % {"name": names[scored.winner]}
    elif not scored.awards and not scored.doubts and scored.next_dealer is not None:
        yield _("Next to deal: %(name)s.") % {"name": scored.next_dealer}
    if scored.settlement:
        yield _("To pay: %(payments)s.") % {"payments": _score(names, scored.settlement)}
