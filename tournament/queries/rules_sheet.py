"""The rules sheet of an evening: the order in which points count, what the club chose, and how its game is played."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import RuleSet
from tournament.formats import BELL_RULES
from tournament.games import UNFINISHED_LABELS
from tournament.house_rules import HouseRule, house_rules_for
from tournament.models import Event
from tournament.queries.draws import movement_of
from tournament.queries.hours import hour_numbers
from tournament.queries.house_rules import document_of
from tournament.queries.paper import length_words
from tournament.queries.placed import criteria_of
from tournament.queries.rules import card_word, counts_hang_jacks, rules_of, turn_up_words, word_for
from tournament.queries.series import length_of

SHORT, LONG = 15, 17
"""Lines of choices and notes."""


@dataclass(frozen=True)
class Step:
    """What counts at this place of the order; `points` are in words, `more` says to whom or of which cards."""

    word: str
    points: str
    more: str = ""


@dataclass(frozen=True)
class Choice:
    """A rule of the house as it is in force; `is_own` where the game's document has it otherwise."""

    label: str
    said: str
    is_own: bool


@dataclass(frozen=True)
class RulesSheet:
    """`pips` are what cards are worth toward Game, the dearest first."""

    name: str
    steps: tuple[Step, ...]
    pips_word: str
    pips: tuple[tuple[str, int], ...]
    choices: tuple[Choice, ...]
    evening: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def size(self) -> str:
        """As large as one page takes: what has few lines is printed larger, what has many smaller."""
        lines = len(self.notes) + len(self.choices)
        return "short" if lines < SHORT else "long" if lines > LONG else ""


def rules_sheet_of(event: Event) -> RulesSheet:
    """No query."""
    rules, document = rules_of(event), document_of(event)
    return RulesSheet(
        name=rules.name,
        steps=tuple(_steps(rules)),
        pips_word=word_for(rules, "pips"),
        pips=tuple(sorted(rules.points.pips.items(), key=lambda card: -card[1])),
        choices=tuple(_choice(rule, rules, document) for rule in house_rules_for(document)),
        evening=tuple(_evening(event)),
        notes=tuple(_(note) for note in rules.notes),
    )


def _choice(rule: HouseRule, rules: RuleSet, document: RuleSet) -> Choice:
    value = rule.value_in(rules)
    label = str(rule.label)
    if rule.name == "points.low_to":
        label = _("%(low)s belongs to") % {"low": word_for(rules, "low")}
    return Choice(label, str(rule.said(value)), value != rule.value_in(document))


def _steps(rules: RuleSet) -> Iterator[Step]:
    """In the order in which they count, so that the first to reach the target has won."""
    if rules.turn_ups:
        yield _turned_up(rules, rules.turn_ups.values)
    if rules.take_one:
        to = _("to whoever begged") if rules.take_one.to == "beggar" else _("to the opponents")
        yield Step(word_for(rules, "take_one"), _points(rules.take_one.points), to)
    if rules.penalties.misdeal:
        yield Step(word_for(rules, "misdeal"), _points(rules.penalties.misdeal), _("to the opponents, at once"))
    if rules.auction:
        yield Step(_("The pitcher"), _("made, or set back"), _("then the others, in this order"))
    for kind in rules.points.order:
        yield _of_the_four(rules, kind)


def _turned_up(rules: RuleSet, values: Mapping[str, int]) -> Step:
    """Who has a partner deals for both."""
    to = _("to the dealer’s side, at once") if rules.players.pairs else _("to the dealer, at once")
    if len(values) > 1:
        return Step(word_for(rules, "turn_up"), turn_up_words(rules), to)
    ((rank, points),) = values.items()
    of_one = _("%(card)s turned up") % {"card": card_word(rank)}
    return Step(of_one, _points(points), to)


def _of_the_four(rules: RuleSet, kind: str) -> Step:
    more = {
        "high": _("the highest trump, to whoever was dealt it"),
        "low": _("the lowest trump, to whoever wins it")
        if rules.points.low_to == "winner"
        else _("the lowest trump, to whoever was dealt it"),
        "jack": _("of trumps, to whoever wins it"),
        "game": _("for the most %(word)s") % {"word": word_for(rules, "pips").lower()},
    }[kind]
    points = _points(getattr(rules.points, kind))
    if kind == "jack" and counts_hang_jacks(rules):
        hung = {"kept": rules.points.jack, "hung": rules.points.hang_jack}
        return Step(
            word_for(rules, kind),
            _("%(kept)s kept, %(hung)s hung") % hung,
            _("of trumps; hung is taken from the opponents"),
        )
    return Step(word_for(rules, kind), points, more)


def _points(number: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", number) % {"n": number}


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
