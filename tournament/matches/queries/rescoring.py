"""Derives tallies and awards again from sheets, hands and rulings, and lists those that differ from what is stored."""

from dataclasses import dataclass

from tournament.matches.queries.matches import current_hands, derived_awards, with_sides
from tournament.matches.queries.results import Tally, current_paper, finished_tally, stored_tally, tally_of
from tournament.matches.queries.team_matches import UNTIL_DECIDED, decision_of, matches_together
from tournament.models import Event, Match
from tournament.rules.queries.rules import rules_of


@dataclass(frozen=True)
class Difference:
    """`hands` are the numbers of the hands whose stored awards differ; `last_game` is the last game that counts, as
    stored and as derived, if these differ."""

    match: Match
    stored: Tally
    derived: Tally
    hands: tuple[int, ...] = ()
    last_game: tuple[int | None, int | None] | None = None

    def __str__(self) -> str:
        tallies = f"{self.stored} should be {self.derived}" if self.stored != self.derived else ""
        hands = f"awards of hand {', '.join(map(str, self.hands))} differ" if self.hands else ""
        last = "last game {} should be {}".format(*self.last_game) if self.last_game else ""
        return "; ".join(part for part in (hands, tallies, last) if part)


def differences_in(event: Event) -> list[Difference]:
    rules = rules_of(event)
    differences = []
    last_games = _last_games_in(event)
    matches = Match.objects.filter(table__stage__event=event).select_related("table__stage__event")
    for match in with_sides(matches):
        hands, wrong = current_hands(match), []
        for hand, awards in derived_awards(match, rules, hands):
            if hand.awards != awards:
                wrong.append(hand.number)
                hand.awards = awards
        of_hands = finished_tally(match, rules, hands) if match.hands_finished_at else None
        derived = tally_of(match, current_paper([match])[match.pk], of_hands)
        stored = stored_tally(match)
        last = (match.last_game, last_games.get(match.pk, match.last_game))
        if wrong or stored != derived or last[0] != last[1]:
            differences.append(Difference(match, stored, derived, tuple(wrong), last if last[0] != last[1] else None))
    return differences


def _last_games_in(event: Event) -> dict[int, int | None]:
    """Returns the last game that counts of each match of team matches that are races, as the times of hands have it."""
    last_games: dict[int, int | None] = {}
    if event.length_kind != UNTIL_DECIDED:
        return last_games
    for match in Match.objects.filter(table__stage__event=event).select_related("table__stage__event"):
        if match.pk not in last_games:
            together = matches_together(match)
            decision = decision_of(together)
            last_games |= {each.pk: decision.last_games.get(each.pk) if decision else None for each in together}
    return last_games
