"""Derived again from sheets, hands and rulings: which stored tallies are not what they should be."""

from dataclasses import dataclass

from tournament.models import Event, Match, Ruling
from tournament.queries.results import Tally, current_lines, hand_tally, tally_of


@dataclass(frozen=True)
class Difference:
    match: Match
    stored: Tally
    derived: Tally


def differences_in(event: Event) -> list[Difference]:
    found = []
    for match in Match.objects.filter(table__stage__event=event):
        ruling = Ruling.objects.filter(match=match, superseded_at=None).first()
        derived = tally_of(match, current_lines(match), hand_tally(match), ruling)
        stored = Tally(
            (match.points_a, match.points_b),
            (match.all_fours_a, match.all_fours_b),
            (match.jacks_turned_a, match.jacks_turned_b),
        )
        if stored != derived:
            found.append(Difference(match, stored, derived))
    return found
