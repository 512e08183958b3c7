"""A match game by game as its table plays it: which game a hand goes into, when it is over, and what a correction does.

At these tables a game is to 3: whoever wins High, Low and Game of one hand is out.
"""

from collections.abc import Callable
from uuid import uuid4

import pytest

from scoring import HandFacts, TrumpFact, bid, stand, turn_up
from tests.evenings import Evening
from tournament.foundation.errors import HandsAreIn, MatchOver
from tournament.hands.queries.hands import MatchInHands, match_in_hands
from tournament.hands.services.hands import correct_hand, finish_hands, play_on, withdraw_hand
from tournament.hands.services.recording import record_hand
from tournament.matches.queries.matches import seating_of, sides_of
from tournament.matches.queries.rescoring import differences_in
from tournament.models import Hand, Match, State

TO_THREE = {"house_rules": {"target": 3}}
AFTER_THE_END = [[], [["high", "side-2", 1], ["low", "side-2", 1], ["game", "side-2", 1]]]


class Table:
    """The only table of an evening of four in two pairs: `one` and `two` are the sides as facts name them."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        (self.match,) = Match.objects.all()
        self.seating = seating_of(self.match)
        self.one, self.two = self.seating.side_names

    def facts(self, high: str, game: str = "tie") -> HandFacts:
        """The first seat dealt a nine; one side has High and Low, and Game somebody or nobody."""
        dealer = self.seating.seats[0]
        events = (turn_up("9"), stand(self.seating.after[dealer]))
        return HandFacts(self.seating, dealer, events, TrumpFact(high), TrumpFact(high), None, game=game)

    def record(self, *hands: HandFacts) -> list[Hand]:
        return [
            record_hand(
                self.match,
                number=self.played.next_number,
                entry_key=uuid4(),
                facts=facts,
                by=self.evening.scorer,
                now=self.evening.now,
            )
            for facts in hands
        ]

    def correct(self, hand: Hand, facts: HandFacts) -> None:
        by, now = self.evening.director, self.evening.now
        correct_hand(hand, entry_key=uuid4(), facts=facts, reason="Looked again", by=by, now=now)

    @property
    def played(self) -> MatchInHands:
        played = match_in_hands(self.evening.event, self.match.pk)
        assert played
        return played

    @property
    def now(self) -> tuple[int, tuple[int, ...], tuple[int, ...], bool]:
        """The game that is on, its score, games won, and whether another hand may come."""
        played = self.played
        return played.game, played.score, played.games_won, played.is_open

    @property
    def stored(self) -> tuple[object, ...]:
        match = Match.objects.get(pk=self.match.pk)
        return (match.state, *((side.games, side.points) for side in sides_of(match)))


@pytest.fixture
def table_of(evening_of: Callable[..., Evening]) -> Callable[..., Table]:
    def table_of(**settings: object) -> Table:
        evening = evening_of(4, format="trinidad-tables", **TO_THREE, **settings)
        evening.begin()
        return Table(evening)

    return table_of


@pytest.fixture
def table(table_of: Callable[..., Table]) -> Table:
    """The best of three."""
    return table_of()


def test_two_pairs_are_two_sides_whose_partners_sit_opposite(table):
    assert table.seating.seats[::2] == table.seating.sides["side-1"]
    assert table.seating.seats[1::2] == table.seating.sides["side-2"]
    first, second = table.played.sides
    assert table.match.name == f"{first.name} – {second.name}"
    assert first.name == " and ".join(entry.name for entry in first.entries)


def test_a_hand_goes_into_the_game_that_is_on_and_after_its_end_into_the_next(table):
    hands = table.record(table.facts(table.one), table.facts(table.one), table.facts(table.two))
    assert [hand.game for hand in hands] == [1, 1, 2]
    assert table.now == (2, (0, 2), (1, 0), True)
    assert [(game.number, game.score, game.is_open, len(game.hands)) for game in table.played.games] == [
        (1, (3, 0), False, 2),
        (2, (0, 2), True, 1),
    ]
    assert [shown.score for shown in table.played.hands] == [(2, 0), (3, 0), (0, 2)]


def test_the_first_deal_of_a_new_game_is_suggested_to_the_player_after_the_last_dealer(table):
    (hand,) = table.record(table.facts(table.one, table.one))
    assert (hand.awards["winner"], hand.awards["next_dealer"]) == (table.one, None)
    assert table.played.dealer == table.seating.seats[1]


def test_the_hand_that_wins_the_last_game_ends_the_match_and_its_games_and_points_count(table):
    table.record(*[table.facts(table.one, table.one)] * 2)
    assert table.now == (2, (3, 0), (2, 0), False)
    assert table.played.winner == table.played.sides[0]
    assert table.stored == (State.ENTERED, (2, 6), (0, 0))
    with pytest.raises(MatchOver):
        table.record(table.facts(table.two))
    with pytest.raises(MatchOver):
        play_on(table.match, by=table.evening.director, now=table.evening.now)
    assert Hand.objects.count() == 2


def test_a_correction_that_takes_the_last_game_back_lets_the_match_go_on(table):
    _first, last = table.record(*[table.facts(table.one, table.one)] * 2)
    table.correct(last, table.facts(table.one))
    assert table.now == (2, (2, 0), (1, 0), True)
    assert table.stored == (State.WAITING, (None, None), (None, None))
    assert [hand.game for hand in table.record(table.facts(table.two))] == [2]


def test_a_hand_taken_back_lets_the_match_go_on_too(table):
    _first, last = table.record(*[table.facts(table.one, table.one)] * 2)
    withdraw_hand(last, by=table.evening.scorer, now=table.evening.now)
    assert table.now == (2, (0, 0), (1, 0), True)


def test_a_correction_that_ends_a_game_earlier_keeps_the_later_hands_and_counts_them_not(table):
    first, _second, third = table.record(
        table.facts(table.one), table.facts(table.two), table.facts(table.two, table.two)
    )
    table.correct(first, table.facts(table.one, table.one))
    third.refresh_from_db()
    assert [third.awards["awards"], third.awards["uncounted"]] == AFTER_THE_END
    assert [(shown.hand.game, shown.is_after_the_end) for shown in table.played.hands] == [
        (1, False),
        (1, True),
        (1, True),
    ]
    assert table.now == (2, (0, 0), (1, 0), True)


def test_a_game_that_a_correction_leaves_without_a_winner_is_flagged_and_no_hand_moves(table):
    first, _second = table.record(table.facts(table.one, table.one), table.facts(table.two))
    table.correct(first, table.facts(table.one))
    assert [(game.number, game.unfinished, game.winner) for game in table.played.games] == [
        (1, True, None),
        (2, False, None),
    ]
    assert table.now == (2, (0, 2), (0, 0), True)


def test_a_gap_is_filled_in_the_game_in_which_it_was_left(table):
    hands = table.record(table.facts(table.one), table.facts(table.one), table.facts(table.two))
    withdraw_hand(hands[1], reason="Not played", by=table.evening.director, now=table.evening.now)
    assert table.now == (2, (0, 2), (0, 0), True)
    filled = record_hand(
        table.match,
        number=2,
        entry_key=uuid4(),
        facts=table.facts(table.one),
        by=table.evening.scorer,
        now=table.evening.now,
    )
    assert (filled.game, table.now) == (1, (2, (0, 2), (1, 0), True))


@pytest.mark.parametrize(("unfinished", "games"), [("nobody", (1, 0)), ("ahead", (1, 1))])
def test_at_the_bell_the_unfinished_game_counts_as_the_club_has_it(table_of, unfinished, games):
    table = table_of(length_kind="timed", unfinished=unfinished)
    table.record(table.facts(table.one, table.one), table.facts(table.two))
    finish_hands(table.match, by=table.evening.scorer, now=table.evening.now)
    assert table.now == (2, (0, 2), games, False)
    assert table.stored == (State.ENTERED, (games[0], 3), (games[1], 2))
    with pytest.raises(HandsAreIn):
        table.record(table.facts(table.two))


def test_all_that_was_stored_can_be_derived_again(table_of):
    table = table_of(length_kind="timed", unfinished="ahead")
    table.record(table.facts(table.one, table.one), table.facts(table.two), table.facts(table.one))
    finish_hands(table.match, by=table.evening.scorer, now=table.evening.now)
    assert differences_in(table.evening.event) == []


def test_three_at_pitch_are_three_sides_with_set_backs_and_what_the_losers_owe(evening_of):
    evening = evening_of(3, format="auction-pitch-tables", house_rules={"target": 4})
    evening.begin()
    (match,) = Match.objects.all()
    ann, bea, cy = seating_of(match).seats

    def pitched(number: int, pitcher: str, winner: str) -> None:
        trump, jack = TrumpFact(winner), TrumpFact(winner, won_by=winner)
        facts = HandFacts(seating_of(match), ann, (bid(pitcher, 2),), trump, trump, jack, game=winner)
        record_hand(match, number=number, entry_key=uuid4(), facts=facts, by=evening.scorer, now=evening.now)

    pitched(1, pitcher=bea, winner=bea)
    pitched(2, pitcher=bea, winner=cy)
    played = match_in_hands(evening.event, match.pk)
    assert played is not None
    assert [(game.number, game.score, game.payments) for game in played.games] == [
        (1, (0, 4, 0), (2, 0, 2)),
        (2, (0, -2, 4), (2, 2, 0)),
    ]
    assert (played.games_won, played.length.words, played.is_open) == ((0, 1, 1), "3 games", True)
    assert [side.won for side in played.hands[1].sides][1][0].points == -2
    assert differences_in(evening.event) == []
