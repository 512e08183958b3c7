"""What scoring says of a hand, in its form: at which field it is shown, and in which words."""

from collections.abc import Container

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import Problem, RuleSet, Seating
from tournament.forms.auction import field_not_higher
from tournament.forms.deals import DEALT, RUN, places_of, runs_in
from tournament.forms.revokes import field_of_revoke
from tournament.forms.ticks import Ticked, lettered

# What scoring says for every game, where whoever fills in a form wants to hear what to do.
SENTENCES = {
    ("high", "not_reported"): gettext_lazy("Nobody is marked."),
    ("low", "not_reported"): gettext_lazy("Nobody is marked."),
    ("pips", "not_reported"): gettext_lazy("Nobody is marked."),
    ("turn_up", "old_suit"): gettext_lazy("The same suit again: run the pack once more, or throw the cards in."),
    ("pips", "sides"): gettext_lazy("The card value of everybody, 0 for none; or of nobody."),
    ("jack", "turned"): gettext_lazy("The Jack was turned up, so nobody can win it. Mark “Not dealt”."),
    ("revoke", "not_reported"): gettext_lazy("A failure to follow was not called."),
    ("trump", "unknown"): gettext_lazy("Key this card with its suit: the tricks cannot be followed without trumps."),
}
ANSWERS = ("run", "beg", "stand", "take_one", "misdeal", "redeal", "discard_to", "events")


def sentence(problem: Problem) -> str:
    known = SENTENCES.get((problem.field, problem.code))
    return str(known) if known else _(problem.message)


def field_of(problem: Problem, rules: RuleSet, seating: Seating, ticked: Ticked, fields: Container[str]) -> str | None:
    """None where it is not about anything that a form asks, as the number of players."""
    name = _field_of(problem, rules, seating, ticked)
    return name if name in fields else None


def _field_of(problem: Problem, rules: RuleSet, seating: Seating, ticked: Ticked) -> str:
    field, code = problem.field, problem.code
    last = places_of(rules, len(seating.seats), ticked)[-1]
    if field in ANSWERS:
        return f"answer_{last}"
    if field == "turn_up" or (field == "trump" and code != "pitched"):
        return f"card_{last}"
    if field in ("bid", "pass"):
        return field_not_higher(rules, seating, ticked)
    if field == "revoke":
        return field_of_revoke(code, ticked)
    if field == "dealt":
        return _field_of_dealt(rules, seating, ticked)
    if field == "pips":
        return "game" if code == "not_reported" else _field_of_pips(seating, ticked)
    if field == "jack" and code == "holder":
        return "jack_from"
    if field in ("high", "low") and ticked.get(f"{field}_rank"):
        return f"{field}_rank"
    return {"abandoned": "stopped", "trump": "tricks"}.get(field, field)


def _field_of_pips(seating: Seating, ticked: Ticked) -> str:
    """The first box that is empty where others are filled, else the first."""
    boxes = [f"pips_{letter}" for letter in lettered(seating.side_names)]
    return next((box for box in boxes if ticked.get(box) is None), boxes[0])


def _field_of_dealt(rules: RuleSet, seating: Seating, ticked: Ticked) -> str:
    """The first player who has another number of cards than the deal gives, else the first."""
    each = DEALT + RUN * runs_in(rules, len(seating.seats), ticked)
    boxes = [f"dealt_{letter}" for letter in lettered(seating.seats)]
    return next((box for box in boxes if len(ticked.get(box) or ()) != each), boxes[0])
