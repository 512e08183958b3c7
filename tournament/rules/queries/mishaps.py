"""What happens if something goes wrong at a table: questions that players ask, answered by the evening's own rules.

What the rules do not say goes to the director. The club's named penalties say how much comes off then: one that has the
name of a question answers it, each other one is a question of its own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.formats.formats import BELL_RULES
from tournament.models import Event
from tournament.rules.queries.house_rules import document_of
from tournament.rules.queries.in_words import describe_following
from tournament.rules.queries.mistakes_in_words import describe_late_revoke, describe_revoke, describe_wrong_deal
from tournament.rules.queries.named_penalties import penalties_of, say_penalty
from tournament.rules.queries.rules import rules_of, word_for

NAMES_OF_PENALTIES: Mapping[str, str | Promise] = {
    "no_cut": gettext_lazy("No cut offered"),
    "two_turned": gettext_lazy("Two cards turned"),
    "undertrump": gettext_lazy("Undertrump"),
    "out_of_turn": gettext_lazy("Out of turn"),
    "late_claim": gettext_lazy("Late claim"),
}
"""The names under which a club's penalty answers a question."""


@dataclass(frozen=True)
class Mishap:
    """A question and its answers. Without answers the rules do not say, and the director decides."""

    key: str
    question: str
    answers: tuple[str, ...] = ()


def mishaps_of(event: Event) -> tuple[Mishap, ...]:
    """Returns the questions in the order in which a hand is dealt and played, then the club's other penalties. No
    query if the club was read."""
    penalties = {each.name.casefold(): each for each in penalties_of(event)}
    mishaps = []
    for mishap in _questions_of(event):
        name = str(NAMES_OF_PENALTIES.get(mishap.key, ""))
        penalty = penalties.pop(name.casefold(), None)
        answers = mishap.answers
        if mishap.key == "undertrump":  # a club that takes points off forbids it
            answers = (_("Not allowed at this club, unless the player has only trumps left."),)
        mishaps.append(replace(mishap, answers=(*answers, say_penalty(penalty))) if penalty else mishap)
    others = (Mishap("club", each.name, (say_penalty(each),)) for each in penalties.values())
    return (*mishaps, *others)


def _questions_of(event: Event) -> Iterator[Mishap]:
    rules, document = rules_of(event), document_of(event)
    own = {"revoke": word_for(rules, "revoke").lower()}
    yield Mishap("no_cut", _("The dealer did not offer the cut."))
    yield Mishap("misdeal", _("The deal goes wrong."), tuple(describe_wrong_deal(rules)))
    if rules.turn_ups is not None:
        yield Mishap("two_turned", _("Two cards are turned up at once."))
    following = (*describe_following(rules), *describe_revoke(rules))
    yield Mishap("revoke", _("Somebody plays a card that is not allowed (a %(revoke)s).") % own, following)
    yield Mishap(
        "undertrump",
        _("Somebody plays a lower trump than one that is there already (undertrumps)."),
        (_("Allowed: wherever a trump may be played, any trump may. Nothing is taken off."),),
    )
    out_of_turn = _("Somebody leads, bids or plays out of turn, or shows a card.")
    if rules.auction is None:
        out_of_turn = _("Somebody leads or plays out of turn, or shows a card.")
    yield Mishap("out_of_turn", out_of_turn, tuple(_(each) for each in document.mistakes))
    late = _("Somebody calls a %(revoke)s, or points that nobody wrote down, late.") % own
    yield Mishap("late_claim", late, (*describe_late_revoke(rules), say_until_when_points_count(event)))
    yield Mishap("bell", _("The bell rings during a hand."), (str(BELL_RULES[event.bell_rule].sentence),))


def say_until_when_points_count(event: Event) -> str:
    """Says who may put a recorded hand right, and until when."""
    return {
        "next_hand": _("Points nobody wrote down count until the next hand is recorded; then only by the director."),
        "agreed": _("Points nobody wrote down count until the other side agrees the hand; then only by the director."),
        "director": _("Points nobody wrote down count only by the director once the hand is recorded."),
    }[event.claim_until]
