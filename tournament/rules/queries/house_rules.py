"""The house rules as pages show them, each with example hands; and those that a club has saved."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from scoring import RULE_SETS, ImpossibleFacts, RuleSet, ScoredHand
from tournament.formats.formats import FORMATS
from tournament.models import Club, ClubRules, Event
from tournament.rules.examples.choice import examples_of
from tournament.rules.examples.hands import Example, score_example, seating_for, tell_story
from tournament.rules.house_rules import HouseRule, choice_in_words, house_rules_for
from tournament.rules.queries.rules import as_played_at, word_for


class ShownAward(NamedTuple):
    """One award of an example, in the order in which they count."""

    word: str
    name: str
    points: int


@dataclass(frozen=True)
class ShownExample:
    """A hand, and what it earns under the chosen rules. `before` and `after` are the scores, "" if there is nothing to
    say; `late` awards come too late to count; `words` say what follows."""

    story: str
    before: str = ""
    after: str = ""
    awards: tuple[ShownAward, ...] = ()
    late: tuple[ShownAward, ...] = ()
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class RuleOnPage:
    """A rule as chosen. `is_own` is whether the choice differs from `document`, the game's standard."""

    rule: HouseRule
    text: str | Promise
    document: str | Promise
    is_own: bool
    examples: tuple[ShownExample, ...]

    @property
    def anchor(self) -> str:
        return "example-" + self.rule.name.replace(".", "-").replace("_", "-")


@dataclass(frozen=True)
class OwnRules:
    """Rules that a club has saved, and how they differ from the standard."""

    saved: ClubRules
    words: tuple[tuple[str | Promise, str | Promise], ...]


def document_of(event: Event) -> RuleSet:
    """Returns the standard rules of the event's game, as those who enter play it."""
    return as_played_at(event, RULE_SETS[FORMATS[event.format].rule_set])


def club_rules_of(club: Club, rules: RuleSet) -> list[OwnRules]:
    """Returns the club's saved rules for a game, by name. One query."""
    saved = ClubRules.objects.filter(club=club, rule_set=rules.id)
    return [OwnRules(each, tuple(choice_in_words(rules, each.choices))) for each in saved]


def rules_on_page(chosen: RuleSet, document: RuleSet) -> Iterator[RuleOnPage]:
    """Yields every house rule of the game, as chosen, in order."""
    for rule in house_rules_for(document):
        value, usual = rule.value_in(chosen), rule.value_in(document)
        examples = tuple(_show_example(example, chosen) for example in examples_of(rule.name, chosen, value))
        yield RuleOnPage(rule, rule.label_of_value(value), rule.label_of_value(usual), value != usual, examples)


def _show_example(example: Example, rules: RuleSet) -> ShownExample:
    story = tell_story(example, rules)
    try:
        start, scored = score_example(example, rules)
    except ImpossibleFacts:
        return ShownExample(story, words=(_("This hand cannot be played by these rules."),))
    names = _names_of(rules)
    awards, late = (
        tuple(ShownAward(word_for(rules, award.kind), names[award.side], award.points) for award in made)
        for made in (scored.awards, scored.uncounted)
    )
    before = _say_score(names, start) if any(start.values()) else ""
    after = _say_score(names, scored.score) if scored.awards else ""
    return ShownExample(story, before, after, awards, late, tuple(_say_what_follows(names, scored)))


def _names_of(rules: RuleSet) -> dict[str, str]:
    seating = seating_for(rules)
    pair = _("%(one)s and %(other)s")
    return {
        side: pair % dict(zip(("one", "other"), players, strict=True)) if len(players) == 2 else side
        for side, players in seating.sides.items()
    }


def _say_score(names: Mapping[str, str], score: Mapping[str, Any]) -> str:
    return ", ".join(f"{names[side]} {points}".replace("-", "−") for side, points in score.items())


def _say_what_follows(names: Mapping[str, str], scored: ScoredHand) -> Iterator[str]:
    """Says what follows from the hand: which cards the rules do not allow, that nobody scores, who has won, who deals
    next, what is to be paid."""
    for revoke in scored.revokes or ():
        played = {"number": revoke.trick, "name": revoke.player}
        yield _("In trick %(number)s %(name)s plays a card that the rules do not allow.") % played
    if not scored.awards:
        yield _("Nobody scores.")
    if scored.winner is not None:
        yield _("The game is won by %(name)s.") % {"name": names[scored.winner]}
    elif not scored.awards and not scored.doubts and scored.next_dealer is not None:
        yield _("Next dealer: %(name)s.") % {"name": scored.next_dealer}
    if scored.settlement:
        yield _("To pay: %(payments)s.") % {"payments": _say_score(names, scored.settlement)}
