"""Where the form of a hand shows a problem that scoring found, and in which words."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import Problem, RuleSet, Seating
from tournament.hands.forms.facts import (
    PASS,
    Ticked,
    can_follow_bid,
    card_owners,
    in_turn,
    letter_keys,
    places_of,
    revokes_called,
    runs_in,
)
from tournament.hands.forms.marks import text_of_cards

# These replace scoring's general sentences: somebody who fills in a form wants to know what to do.
SENTENCES = {
    ("high", "not_reported"): gettext_lazy("Nobody is marked."),
    ("low", "not_reported"): gettext_lazy("Nobody is marked."),
    ("pips", "not_reported"): gettext_lazy("Nobody is marked."),
    ("turn_up", "old_suit"): gettext_lazy("The same suit again. Run the pack once more, or throw the cards in."),
    ("pips", "sides"): gettext_lazy("Enter the card value of everybody, 0 for none; or of nobody."),
    ("jack", "turned"): gettext_lazy("The Jack was turned up, so nobody can win it. Mark “Not dealt”."),
    ("revoke", "not_reported"): gettext_lazy("A failure to follow suit was not called."),
    ("trump", "unknown"): gettext_lazy("Key in this card with its suit: the tricks cannot be followed without trumps."),
}
ANSWERS = ("run", "beg", "stand", "take_one", "misdeal", "redeal", "discard_to", "events")
DETAILS = {
    "led": "revoke_led",
    "held_top_trump": "revoke_top",
    "bare_jack": "revoke_bare",
    "jack_in_trick": "revoke_jack",
}


def explain_problem(problem: Problem) -> str:
    known = SENTENCES.get((problem.field, problem.code))
    return str(known) if known else _(problem.text) % dict(problem.values)


def field_of(problem: Problem, rules: RuleSet, seating: Seating, ticked: Ticked) -> str:
    """Returns the name of the field that should show a problem, whether or not the form has it."""
    field, code = problem.field, problem.code
    last = places_of(rules, len(seating.seats), ticked)[-1]
    if field in ANSWERS:
        return f"answer_{last}"
    if field == "turn_up" or (field == "trump" and code != "pitched"):
        return f"card_{last}"
    if field in ("bid", "pass"):
        return field_not_higher(rules, seating, ticked)
    if field == "revoke":
        places = revokes_called(ticked) or [1]
        name = DETAILS.get(code, "revoke")
        return next((each for each in _fields_to_answer(code, name, places, ticked)), f"{name}_{places[0]}")
    if field == "dealt":
        return _field_of_dealt(rules, seating, ticked)
    if field == "pips":
        boxes = [f"pips_{letter}" for letter in letter_keys(seating.side_names)]
        return "game" if code == "not_reported" else next((box for box in boxes if ticked.get(box) is None), boxes[0])
    if field == "jack" and code == "holder":
        return "jack_from"
    if field in ("high", "low") and ticked.get(f"{field}_rank"):
        return f"{field}_rank"
    return {"abandoned": "stopped", "trump": "tricks"}.get(field, field)


def _field_of_dealt(rules: RuleSet, seating: Seating, ticked: Ticked) -> str:
    """Returns the box of the first player whose number of cards differs from the deal's, else the first box."""
    seats = len(seating.seats)
    runs = runs_in(rules, seats, ticked)
    each = rules.cards_dealt(runs) + rules.cards_drawn(seats, runs)
    boxes = [f"dealt_{letter}" for letter in letter_keys(seating.seats)]
    return next((box for box in boxes if len(ticked.get(box) or ()) != each), boxes[0])


def field_not_higher(rules: RuleSet, seating: Seating, ticked: Ticked) -> str:
    """Returns the field of the first bid that is not high enough, else of the first bid in turn."""
    highest, order = 0, in_turn(seating, ticked["dealer"])
    for letter in order:
        call = ticked.get(f"bid_{letter}")
        number = int(call) if call not in (None, "", PASS) else 0
        if number and not can_follow_bid(rules, number, highest, is_dealer=letter == order[-1]):
            return f"bid_{letter}"
        highest = max(highest, number)
    return f"bid_{order[0]}"


def _fields_to_answer(code: str, name: str, places: list[int], ticked: Ticked) -> Iterator[str]:
    """Yields the fields of this kind whose answer is missing or impossible."""
    wrong = {"no_trump": ("revoke_led", ("trump",)), "led": (name, ("",)), "held_top_trump": (name, ("", "yes"))}
    asked, answers = wrong.get(code, (name, ("", "yes")))
    for place in places:
        is_about = code not in ("held_top_trump", "bare_jack") or ticked.get(f"revoke_led_{place}") == "trump"
        if is_about and ticked.get(f"{asked}_{place}") in answers:
            yield f"{asked}_{place}"


def faults_of(seating: Seating, ticked: Ticked) -> Iterator[tuple[str, str]]:
    """Yields field and sentence for what scoring cannot even be asked: tricks with cards that nobody was dealt."""
    tricks, owners = ticked["tricks"], card_owners(seating, ticked)
    if tricks and not owners:
        yield "dealt_a", _("Enter the cards that each player was dealt; the tricks follow from them.")
        return
    for number, trick in enumerate(tricks, start=1):
        for card in trick:
            if card not in owners:
                what = {"number": number, "card": text_of_cards([card])}
                yield "tricks", _("Trick %(number)s: nobody was dealt the %(card)s.") % what
