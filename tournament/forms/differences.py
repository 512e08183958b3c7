"""Where two readings of one hand differ, field by field, in the words of the form in which they were told."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _

from scoring import HandFacts, RuleSet
from tournament.forms.facts import Size, fields_for, size_of, ticks_from
from tournament.forms.preview import names_in
from tournament.queries.authors import Phone
from tournament.queries.disputes import Dispute, disputes_of
from tournament.queries.hands import MatchInHands
from tournament.queries.series import facts_from


class Difference(NamedTuple):
    """`said` are the readings in order; "–" where one says nothing."""

    label: str
    said: tuple[str, ...]


def differences_of(
    played: MatchInHands, readings: tuple[HandFacts, ...], names: Mapping[str, str] | None = None
) -> list[Difference]:
    """Every field in which not all readings of a hand say the same, in the order of the form; `names` of players and
    sides, where they are not called by their own."""
    rules = played.rules
    sizes = [size_of(rules, facts) for facts in readings]
    size = Size(max(size.packs for size in sizes), max(size.revokes for size in sizes))
    fields = fields_for(rules, played.seating, names or names_in(played), may_stop=True, size=size)
    told = [_told(rules, fields, facts) for facts in readings]
    found = []
    for name, field in fields.items():
        said = tuple(each[name] for each in told)
        if len(set(said)) > 1:
            found.append(Difference(str(field.label), said))
    return found


def disputes_with_differences(played: MatchInHands, phone: Phone | None) -> list[tuple[Dispute, list[Difference]]]:
    """Those that the table may settle, each with where its two versions differ."""
    found = []
    for dispute in disputes_of(played, phone):
        at_hand = played.at_hand(dispute.number)
        facts = tuple(facts_from(at_hand.seating, each.hand.facts) for each in dispute.versions)
        names = names_in(at_hand) | dict(dispute.names)
        found.append((dispute, differences_of(at_hand, facts, names)))
    return found


def _told(rules: RuleSet, fields: Mapping[str, forms.Field], facts: HandFacts) -> dict[str, str]:
    ticked = ticks_from(rules, facts)
    return {name: _in_words(field, ticked.get(name)) for name, field in fields.items()}


def _in_words(field: forms.Field, value: Any) -> str:
    if value is True:
        return _("Yes")
    if value in (None, "", False):
        return "–"
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices
        return {str(key): str(label) for key, label in choices}.get(str(value), str(value))
    return str(value)
