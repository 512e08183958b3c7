"""A Pitch table on its page: a column for each player, bids and scores below zero ringed, what a game settles."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening
from tournament.hands.queries.auction_scorecard import Columns, columns_of
from tournament.hands.queries.hands import match_in_hands
from tournament.models import Match

evening_of = evenings.evening_of
SET_BACK = {"dealer": "a", "bid_b": "3", "high": "b", "low": "a", "jack": "none", "game": "b"}
"""Of three players the second bids three and makes two; the first has Low."""
MADE = {"dealer": "b", "bid_c": "2", "high": "c", "low": "a", "jack": "none", "game": "c"}
SMUDGE = {"dealer": "c", "bid_a": "4", "high": "a", "low": "a", "jack": "a", "game": "a"}
PASSED_OUT = {"dealer": "a"}
MISDEAL = {"dealer": "a", "answer_1": "misdeal"}


def table_of(evening_of, **settings: object) -> tuple[Evening, Match]:
    evening = evening_of(3, format="auction-pitch-tables", **settings)
    evening.begin()
    return evening, evening.matches(1)[0]


def record(client: Client, match: Match, *hands: dict[str, str]) -> None:
    page = reverse("match", args=[match.table.stage.event_id, match.pk])
    start = {f"bid_{letter}": "pass" for letter in "abc"}
    for number, ticks in enumerate(hands, start=match.hands.filter(superseded_at=None).count() + 1):
        sent = {"entry_key": uuid4(), "number": number, "asked": "", "step": "record"} | start | ticks
        answer = client.post(page, sent)
        if answer.status_code == 422:
            answer = client.post(page, sent | {"step": "confirm", "asked": answer.context["form"]["asked"].value()})
        assert answer.status_code == 302, answer.context["form"].errors


def shown(match: Match) -> Columns:
    return columns_of(match_in_hands(match.table.stage.event, match.pk))


def test_each_hand_stands_in_the_columns_of_its_players_with_the_bid_of_the_pitcher(evening_of):
    evening, match = table_of(evening_of)
    record(signed_in(evening), match, SET_BACK, MADE, PASSED_OUT, MISDEAL)
    (game,) = shown(match).games
    rows = [
        [(cell.score_in_words, cell.bid, cell.is_set_back, cell.is_in_the_hole) for cell in row.cells]
        for row in game.rows
    ]
    nobody = [("2", None, False, False), ("−3", None, False, True), ("2", None, False, False)]
    assert rows == [
        [("1", None, False, False), ("−3", 3, True, True), ("0", None, False, False)],
        [("2", None, False, False), ("−3", None, False, True), ("2", 2, False, False)],
        nobody,
        nobody,
    ]
    assert [row.note for row in game.rows] == ["", "", "Passed out", "Misdeal"]
    assert (game.set_backs, game.settled) == ((0, 1, 0), None)


@pytest.mark.parametrize(
    ("house_rules", "settled", "terms"),
    [
        ({}, (3, -2, -1), "Each loser pays the winner 1, or 2 with no points or below zero."),
        (
            {"settle_up.stake": 5, "settle_up.set_backs": True},
            (20, -15, -5),
            "Each loser pays the winner 5, or 10 with no points or below zero. One more stake of 5 for each set-back.",
        ),
    ],
)
def test_a_smudge_wins_the_game_and_the_losers_pay_the_stake_and_for_set_backs(evening_of, house_rules, settled, terms):
    evening, match = table_of(evening_of, house_rules=house_rules)
    record(signed_in(evening), match, SET_BACK, MADE, SMUDGE)
    columns = shown(match)
    (game,) = columns.games
    assert (game.rows[-1].note, game.settled, columns.terms, columns.balance) == ("Smudge", settled, terms, ())
    record(signed_in(evening), match, SMUDGE)
    columns = shown(match)
    first, second = columns.games
    both = [one + other for one, other in zip(first.settled, second.settled, strict=True)]
    assert [due for _name, due in columns.balance] == both


def test_a_captured_jack_that_makes_up_for_a_missing_point_is_no_smudge(evening_of):
    evening, match = table_of(evening_of, house_rules={"points.hang_jack": 3, "target": 21})
    captured = SMUDGE | {"jack_from": "b"}
    record(signed_in(evening), match, captured | {"low": "b"}, captured | {"dealer": "a", "bid_a": "4"})
    (game,) = shown(match).games
    assert ([row.note for row in game.rows], game.game.is_open) == (["", "Smudge"], False)


def test_the_page_says_to_everybody_who_is_in_the_hole_and_what_was_bid(evening_of):
    evening, match = table_of(evening_of)
    client = signed_in(evening)
    record(client, match, SET_BACK)
    page = client.get(reverse("match", args=[evening.event.pk, match.pk])).content.decode()
    assert ("bid </span>3" in page, "in the hole" in page, 'href="/e/' in page) == (True, True, True)
    assert 'aria-label="Hand 1: view or correct"' in page


def test_a_game_without_an_auction_has_no_columns(evening_of):
    evening = evening_of(4)
    evening.begin()
    assert shown(evening.matches(1)[0]) is None
