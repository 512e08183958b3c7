"""A game of Setback at each kind of table: tapped on a phone, keyed from its slip, or hand by hand from its sheet; and
its score by a count of its own, which asks the library nothing."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from django.urls import reverse
from playwright.sync_api import Browser, expect

from scoring import HandFacts, Seating, TrumpFact, bid
from tests.journeys.conftest import PHONE
from tests.journeys.desk import Desk, wait_for_focus
from tests.journeys.tables import TablePhone
from tournament.matches.queries.matches import seating_of
from tournament.models import Match, TableCode
from tournament.rules.queries.rules import rules_of

TARGET = 21


class Hand(NamedTuple):
    """What a table says of a hand: the seats of dealer and pitcher, and which side has each of the four, if any."""

    dealer: int
    pitcher: int
    bid: int
    high: int
    low: int
    jack: int | None
    game: int | None

    def won_by(self, side: int) -> int:
        return (self.high, self.low, self.jack, self.game).count(side)


def play_game(chance: Random) -> tuple[list[Hand], int, list[int]]:
    """Returns the hands of a game, its winner and the score at its end: who pitched has what the side made if that is
    the bid, and else loses the bid; the others have what they made; if both are out, who pitched has won."""
    score, hands = [0, 0], list[Hand]()
    while max(score) < TARGET:
        pitcher, called = chance.randrange(4), chance.choice((2, 2, 2, 3))
        own, other = pitcher % 2, 1 - pitcher % 2
        usual = (own, own, own, other)  # who bids has the cards for it more often than not
        four = chance.choice(usual), chance.choice(usual), chance.choice((None, *usual)), chance.choice((None, *usual))
        hand = Hand(len(hands) % 4, pitcher, called, *four)
        hands.append(hand)
        score[own] += hand.won_by(own) if hand.won_by(own) >= called else -called
        score[other] += hand.won_by(other)
        if score[own] >= TARGET:
            return hands, own, score
    return hands, score.index(max(score)), score


def facts_of(hand: Hand, seating: Seating) -> HandFacts:
    seats, sides = seating.seats, seating.side_names
    return HandFacts(
        seating,
        seats[hand.dealer],
        (bid(seats[hand.pitcher], hand.bid),),
        high=TrumpFact(sides[hand.high]),
        low=TrumpFact(sides[hand.low]),
        jack=None if hand.jack is None else TrumpFact(won_by=sides[hand.jack]),
        game="tie" if hand.game is None else sides[hand.game],
    )


def keys_of(hand: Hand) -> Iterator[str]:
    """Yields what is pressed for a hand, the first one's dealer apart; Enter leaves a choice as it stands."""
    yield from (str(hand.pitcher + 1), str(hand.bid - 1), str(hand.high + 1), str(hand.low + 1))
    yield "Enter" if hand.jack is None else str(hand.jack + 1)
    yield "3" if hand.game is None else str(hand.game + 1)
    yield "Enter"


def tap_on_a_phone(desk: Desk, browser: Browser, match: Match, chance: Random) -> tuple[int, list[int]]:
    hands, winner, score = play_game(chance)
    code = TableCode.objects.get(table_number=match.table.number, revoked_at=None).code
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
    phone = TablePhone(context, desk.hall + reverse("table", args=[code]), match.pk, 0)
    for number, hand in enumerate(hands, start=1):
        phone.stands_at(number)
        phone.record(rules_of(match.table.stage.event), facts_of(hand, seating_of(match)))
    phone.sent()
    context.close()
    return winner, score


def key_a_slip(desk: Desk, _browser: Browser, match: Match, chance: Random) -> tuple[int, list[int]]:
    _hands, winner, score = play_game(chance)
    desk.open(f"match/{match.pk}/slip/")
    desk.page.locator(f"input[name=winner][value='{winner + 1}']").check()
    for side, points in enumerate(score, start=1):
        desk.page.locator(f"[name=points_{side}]").fill(str(points))
    desk.press("Save")
    return winner, score


def key_a_sheet(desk: Desk, _browser: Browser, match: Match, chance: Random) -> tuple[int, list[int]]:
    """Prints the sheet of the table, on which all four stand, and keys its hands as they were written."""
    hands, winner, score = play_game(chance)
    words = " ".join(" ".join(page.extract_text() for page in desk.pdf("table-sheets", "?hour=1").pages).split())
    assert [entry.name for side in match.sides.all() for entry in side.entries if entry.name not in words] == []
    page = desk.page
    page.goto(desk.hall + reverse("match", args=[match.table.stage.event_id, match.pk]))
    wait_for_focus(page)
    keys = ["1", "Enter", *(key for hand in hands for key in keys_of(hand))]
    for key in keys:
        page.keyboard.press(key)
    expect(page.get_by_text(f"Hand {len(hands)} is recorded.")).to_be_visible()
    return winner, score


TABLES = (tap_on_a_phone, key_a_slip, key_a_sheet)
