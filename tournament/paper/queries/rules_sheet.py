"""The rules sheet of an evening: the order in which points count, the rules in words, and what holds for tonight."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from django.utils.translation import gettext as _

from scoring import RuleSet
from tournament.draw.queries.draws import movement_of
from tournament.event.queries.hours import hour_numbers
from tournament.event.queries.house_rules import document_of
from tournament.event.queries.rules import card_word, rules_of, turn_up_words, word_for
from tournament.formats.formats import BELL_RULES
from tournament.formats.match_length import UNFINISHED_LABELS
from tournament.matches.queries.series import length_of
from tournament.models import Event
from tournament.paper.queries.hour_sheets import length_words
from tournament.paper.queries.rules_in_words import Section, has_revoke_penalty, points_in_words, rules_in_words
from tournament.standings.queries.places import criteria_of


@dataclass(frozen=True)
class Step:
    """What counts at this place of the order; `points` are in words, `more` says to whom or of which cards. `is_own`
    where the game's document has it otherwise."""

    word: str
    points: str
    more: str = ""
    is_own: bool = False


@dataclass(frozen=True)
class RulesSheet:
    """`pips` are what cards are worth toward Game, the dearest first; none where Game counts nothing."""

    name: str
    steps: tuple[Step, ...]
    pips_word: str
    pips: tuple[tuple[str, int], ...]
    has_own_pips: bool
    sections: tuple[Section, ...]
    evening: tuple[str, ...]

    @property
    def has_own(self) -> bool:
        """Whether any rule is the club's and not the document's."""
        sentences = (each for section in self.sections for each in section.sentences)
        own_words = any(each.is_own for each in sentences)
        return self.has_own_pips or own_words or any(step.is_own for step in self.steps)

    @property
    def steps_to_a_row(self) -> int:
        return 4 if len(self.steps) > 6 else 3

    @property
    def sentences(self) -> tuple[str, ...]:
        return (*(each.words for section in self.sections for each in section.sentences), *self.evening)


def rules_sheet_of(event: Event) -> RulesSheet:
    """No query."""
    rules, document = rules_of(event), document_of(event)
    usual = list(steps_of(document))
    return RulesSheet(
        name=rules.name,
        steps=tuple(replace(step, is_own=step not in usual) for step in steps_of(rules)),
        pips_word=word_for(rules, "pips"),
        pips=pips_of(rules),
        has_own_pips=pips_of(rules) != pips_of(document),
        sections=rules_in_words(rules, document),
        evening=tuple(_evening(event)),
    )


def pips_of(rules: RuleSet) -> tuple[tuple[str, int], ...]:
    if not rules.points.game:
        return ()
    return tuple(
        sorted(((card, worth) for card, worth in rules.points.pips.items() if worth), key=lambda card: -card[1])
    )


def steps_of(rules: RuleSet) -> Iterator[Step]:
    """In the order in which they count, so that the first to reach the target has won."""
    if rules.turn_ups and any(rules.turn_ups.values.values()):
        yield _turned_up(rules, rules.turn_ups.values)
    if rules.take_one and rules.take_one.points:
        to = _("to whoever begged") if rules.take_one.to == "beggar" else _("to the opponents")
        yield Step(word_for(rules, "take_one"), points_in_words(rules.take_one.points), to)
    if rules.penalties.misdeal:
        points = points_in_words(rules.penalties.misdeal)
        yield Step(word_for(rules, "misdeal"), points, _("to the opponents, at once"))
    if has_revoke_penalty(rules):
        yield _revoked(rules)
    if rules.auction:
        yield Step(_("The pitcher"), _("made, or set back"), _("then the others, in this order"))
    for kind in rules.points.order:
        if getattr(rules.points, kind) or (kind == "jack" and rules.points.hang_jack):
            yield _of_the_four(rules, kind)


def _revoked(rules: RuleSet) -> Step:
    """The ordinary cost of a revoke; the whole of it is said in words."""
    costs, word = rules.penalties, word_for(rules, "revoke")
    taken = [each for each in (costs.revoke_from_offender, costs.revoke_from_offender_with_jack) if each]
    may_lose = costs.revoke_loses_game != "never"
    if may_lose and (costs.revoke_loses_game == "any" or not costs.revoke_to_opponents):
        return Step(word, _("loses the game"), _("as said under Mistakes"))
    if costs.revoke_to_opponents:
        to = _("to the opponents, or the whole game") if may_lose else _("to the opponents")
        return Step(word, points_in_words(costs.revoke_to_opponents), to)
    if taken:
        minus = _(" or ").join(f"−{each}" for each in dict.fromkeys(taken))
        return Step(word, minus, _("for the player"))
    minus_bid = rules.auction is not None and costs.revoke_costs_bid
    return Step(word, _("minus the bid") if minus_bid else _("no point"), _("for the player"))


def _turned_up(rules: RuleSet, values: Mapping[str, int]) -> Step:
    """Who has a partner deals for both."""
    to = _("to the dealer’s side, at once") if rules.players.pairs else _("to the dealer, at once")
    if len(values) > 1:
        return Step(word_for(rules, "turn_up"), turn_up_words(rules), to)
    ((rank, points),) = values.items()
    of_one = _("%(card)s turned up") % {"card": card_word(rank)}
    return Step(of_one, points_in_words(points), to)


def _of_the_four(rules: RuleSet, kind: str) -> Step:
    more = {
        "high": _("the highest trump, to whoever was dealt it"),
        "low": _("the lowest trump, to whoever wins it")
        if rules.points.low_to == "winner"
        else _("the lowest trump, to whoever was dealt it"),
        "jack": _("of trumps, unless turned up, to whoever wins it")
        if rules.turn_ups
        else _("of trumps, to whoever wins it"),
        "game": _("for the most %(word)s") % {"word": word_for(rules, "pips").lower()},
    }[kind]
    if kind == "jack" and rules.points.hang_jack != rules.points.jack:
        hung = {"kept": rules.points.jack, "hung": rules.points.hang_jack}
        hang_jack = word_for(rules, "hang_jack").lower()
        return Step(
            word_for(rules, kind),
            _("%(kept)s kept, %(hung)s hung") % hung,
            _("of trumps; a %(hang_jack)s is taken from the opponents") % {"hang_jack": hang_jack},
        )
    return Step(word_for(rules, kind), points_in_words(getattr(rules.points, kind)), more)


def _evening(event: Event) -> Iterator[str]:
    """What the club has settled for this evening, a sentence each."""
    length = length_of(event)
    movement = movement_of(event, 1)
    turn = length_words(timedelta(seconds=movement.turn_seconds(movement.turns, event.hour_seconds)))
    if length.kind == "timed":
        yield _("A match lasts until the bell: %(time)s.") % {"time": turn}
    else:
        yield _("A match: %(length)s.") % {"length": length.words[:1].lower() + length.words[1:]}
        yield _("A game cut short %(what)s.") % {"what": UNFINISHED_LABELS[length.unfinished]}
    yield str(BELL_RULES[event.bell_rule].sentence)
    if event.agreement:
        yield _("Where a table records on a phone, the opponents agree each hand before it is settled.")
    criteria = criteria_of(event, hours=len(hour_numbers(event)))
    yield _("Places go by: %(criteria)s.") % {"criteria": _(", then ").join(_(each.label) for each in criteria)}
