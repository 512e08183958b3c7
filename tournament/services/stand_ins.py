"""Somebody takes a player's seat in the middle of a match: each hand stays with who played it, by its number."""

from scoring import Seating
from tournament.models import Entry, Event, Hand, Match, Seat, SidePlayer
from tournament.queries.matches import read_sides, seatings_of, side_of
from tournament.queries.rules import rules_of
from tournament.queries.series import facts_from, plain_facts
from tournament.services.reseat import renamed, renamed_awards
from tournament.services.results import settle
from tournament.services.versions import locked_match, rescore_hands


def take_seat(event: Event, match: Match, gone: Entry, came: Entry, *, from_hand: int) -> None:
    """From this hand on `came` plays where `gone` sits; what is recorded of these hands names him too. Taking the seat
    back from the same hand on undoes it. The caller holds the transaction."""
    current = locked_match(match)
    side = side_of(current, gone.pk)
    assert side
    (player,) = (each for each in side.players.all() if each.entry_id == gone.pk)
    before = seatings_of(current)
    sat = {hand.pk: before(hand.number) for hand in Hand.objects.filter(match=current)}
    SidePlayer.objects.filter(pk=player.pk).update(entry=came, before=_spells(player, came, from_hand))
    Seat.objects.filter(table=current.table, entry=gone).update(entry=came)
    current = read_sides(current)
    current.table.stage.event = event
    _rename(event, current, sat, from_hand)
    rescore_hands(current)
    settle(current)


def _spells(player: SidePlayer, came: Entry, from_hand: int) -> list[list[int]]:
    """Who sat there before him, each with the number of the last hand he played."""
    last = from_hand - 1
    spells = [[entry, until] for entry, until in player.before if until < last]
    return [*spells, [player.at_hand(last), last]] if last and player.at_hand(last) != came.pk else spells


def _rename(event: Event, match: Match, sat: dict[int, Seating], from_hand: int) -> None:
    """All versions of these hands, as far as somebody else is named there now."""
    rules, seated = rules_of(event), seatings_of(match)
    for hand in Hand.objects.filter(match=match, number__gte=from_hand):
        old, new = sat[hand.pk], seated(hand.number)
        if old.seats == new.seats:
            continue
        names = dict(zip(old.seats, new.seats, strict=True))
        hand.facts = plain_facts(rules, renamed(facts_from(old, hand.facts), new, names))
        hand.awards = renamed_awards(hand.awards, names)
        hand.save(update_fields=["facts", "awards"])
