"""Names of the rounds of a knock-out, such as "Semi-finals"."""

from django.utils.translation import gettext as _

from tournament.movements.bracket import rounds_to_final_of


def label_of_round(from_final: int, *, is_full: bool = True) -> str:
    """Returns the name of a round, the final being 1. A first round in which some go through without a match is not
    named for the number of entries."""
    words = {1: _("Final"), 2: _("Semi-finals"), 3: _("Quarter-finals")}
    of_many = _("Last %(number)s") % {"number": 2**from_final} if is_full else _("First round")
    return words.get(from_final, of_many)


def say_round(number: int, entries: int = 0) -> str:
    """Says a round as in "Round 3", or as in "Semi-finals" in a cup that began with so many entries."""
    of_cup = label_of_bracket_round(number, entries) if entries else ""
    return of_cup or _("Round %(number)s") % {"number": number}


def label_of_bracket_round(number: int, entries: int) -> str:
    """Returns the name of a round, from 1, in a bracket of so many entries; "" if it has no such round."""
    rounds = rounds_to_final_of(entries)
    is_full = number > 1 or entries == 2**rounds
    return label_of_round(rounds - number + 1, is_full=is_full) if number <= rounds else ""
