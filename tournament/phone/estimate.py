"""The figures that a phone needs to score waiting hands by itself (static/phone/estimate.js)."""

from typing import Any

from tournament.hands.forms.facts import letter_keys, letters_of, places_in_pack
from tournament.hands.queries.hands import MatchInHands
from tournament.matches.queries.matches import seating_of


def numbers_of(played: MatchInHands) -> dict[str, Any]:
    """Returns the rule set as numbers, the length of a match, and the table, with players and sides by the letters of
    the form."""
    seating = seating_of(played.match)
    sides = letters_of(seating.side_names)
    players = letter_keys(seating.seats)
    return {
        "rules": played.rules.to_dict(),
        "seats": list(players),
        "sideOf": {letter: sides[seating.side_of[player]] for letter, player in players.items()},
        "places": places_in_pack(played.rules, len(seating.seats)),
        "length": {"kind": played.length.kind, "number": played.length.number},
    }
