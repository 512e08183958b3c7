"""Derives tallies and awards again from sheets, hands and rulings, and lists those that differ from what is stored."""

from dataclasses import dataclass

from tournament.event.queries.rules import rules_of
from tournament.matches.queries.matches import current_hands, derived_awards, with_sides
from tournament.matches.queries.results import Tally, current_lines, finished_tally, stored_tally, tally_of
from tournament.models import Event, Match, Ruling


@dataclass(frozen=True)
class Difference:
    """`hands` are the numbers of the hands whose stored awards differ."""

    match: Match
    stored: Tally
    derived: Tally
    hands: tuple[int, ...] = ()

    def __str__(self) -> str:
        tallies = f"{self.stored} should be {self.derived}" if self.stored != self.derived else ""
        hands = f"awards of hand {', '.join(map(str, self.hands))} differ" if self.hands else ""
        return "; ".join(part for part in (hands, tallies) if part)


def differences_in(event: Event) -> list[Difference]:
    rules = rules_of(event)
    found = []
    matches = Match.objects.filter(table__stage__event=event).select_related("table__stage__event")
    for match in with_sides(matches):
        ruling = Ruling.objects.filter(match=match, superseded_at=None).first()
        hands, wrong = current_hands(match), []
        for hand, awards in derived_awards(match, rules, hands):
            if hand.awards != awards:
                wrong.append(hand.number)
                hand.awards = awards
        of_hands = finished_tally(match, rules, hands) if match.hands_finished_at else None
        derived = tally_of(match, current_lines(match), of_hands, ruling)
        stored = stored_tally(match)
        if wrong or stored != derived:
            found.append(Difference(match, stored, derived, tuple(wrong)))
    return found
