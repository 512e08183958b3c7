"""A match game by game: what holds of every rule set, and each kind of length by hands that are known."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import (
    RULE_SETS,
    Award,
    HandFacts,
    ImpossibleFacts,
    RuleSet,
    ScoredHand,
    Seating,
    TrumpFact,
    bid,
    score_game,
    stand,
    turn_up,
)
from tests.scoring.dealing import ALL_TABLES, played_hand
from tests.scoring.tables import PAIRS
from tournament.formats.match_length import LENGTHS, UNFINISHED_LABELS, Length, MatchSeries, StoredHand, play_series

CHANCES = st.integers(0, 2**32).map(Random)
ANY_LENGTH = st.builds(
    Length, st.sampled_from(sorted(LENGTHS)), st.integers(1, 3), st.sampled_from(sorted(UNFINISHED_LABELS))
)
TRINIDAD, KENT, PITCH = RULE_SETS["trinidad"], RULE_SETS["kent"], RULE_SETS["auction-pitch"]
SHORT = replace(TRINIDAD, target=3)
EITHER = Seating.of_singles("Ann", "Bea")
TIMED, SINGLE = Length("timed"), Length("single")

Hands = list[tuple[int, HandFacts]]
Match = tuple[RuleSet, Length, Hands, Seating]


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Hands as a table that looks at its phone has them: each in the game that is on; sometimes one game early."""
    rules, seating = draw(st.sampled_from(ALL_TABLES))
    rules = replace(rules, target=rules.target and draw(st.sampled_from([2, 5, rules.target])))
    length, chance, hands = draw(ANY_LENGTH), draw(CHANCES), []
    early = draw(st.sampled_from([0.0, 0.0, 0.2]))
    for _ in range(draw(st.integers(0, 10))):
        game = play_series(rules, length, hands, sides=seating.side_names).next_game
        last = hands[-1][0] if hands else 0
        hands.append((last + 1 if chance.random() < early else game, played_hand(rules, seating, chance).facts))
    return rules, length, hands, seating


def counted(match: Match, *, stopped: bool = False) -> MatchSeries:
    rules, length, hands, seating = match
    return play_series(rules, length, hands, sides=seating.side_names, stopped=stopped)


@pytest.mark.slow
@given(matches(), st.booleans())
def test_the_same_hands_are_always_the_same_match(match: Match, stopped: bool) -> None:
    assert counted(match, stopped=stopped) == counted(match, stopped=stopped)


@given(matches(), st.booleans())
def test_games_won_add_up_to_the_games_that_somebody_won(match: Match, stopped: bool) -> None:
    played = counted(match, stopped=stopped)
    assert sum(played.games_won.values()) == sum(1 for game in played.games if game.won_by is not None)
    assert [game.won_by for game in played.games if not game.counted] == [None] * sum(
        1 for game in played.games if not game.counted
    )


@given(matches(), st.booleans())
def test_points_are_what_the_counted_awards_add_up_to(match: Match, stopped: bool) -> None:
    played = counted(match, stopped=stopped)
    awards = [award for hand in played.hands for award in hand.awards]
    assert played.points == {
        side: sum(award.points for award in awards if award.side == side) for side in match[3].side_names
    }
    assert played.set_backs == {
        side: sum(1 for award in awards if award.side == side and award.kind == "set_back")
        for side in match[3].side_names
    }


@pytest.mark.slow
@given(matches())
def test_a_game_that_counts_is_its_hands_counted_alone(match: Match) -> None:
    rules, _length, hands, seating = match
    for game in counted(match).games:
        alone = score_game(
            rules, [facts for number, facts in hands if number == game.number], dict.fromkeys(seating.sides, 0)
        )
        assert game.has_ended == (alone.winner is not None)
        if game.counted:
            assert (game.game, game.won_by) == (alone, alone.winner)
        else:
            assert [(hand.awards, set(hand.uncounted)) for hand in game.hands] == [
                ((), {*hand.awards, *hand.uncounted}) for hand in alone.hands
            ]
            assert {hand.doubts[-1].code for hand in game.hands} == {"after_the_match"}
            assert (game.game.score, game.settlement) == (dict.fromkeys(seating.sides, 0), None)


@given(matches(), st.data())
def test_a_correction_of_one_hand_changes_nothing_before_it(match: Match, data: st.DataObject) -> None:
    rules, length, hands, seating = match
    if not hands:
        return
    place = data.draw(st.integers(0, len(hands) - 1))
    corrected = (hands[place][0], played_hand(rules, seating, data.draw(CHANCES)).facts)
    before, after = counted(match), counted((rules, length, [*hands[:place], corrected, *hands[place + 1 :]], seating))
    assert after.hands[:place] == before.hands[:place]
    assert [game for game in after.games if game.number < corrected[0]] == [
        game for game in before.games if game.number < corrected[0]
    ]


@given(matches())
def test_a_hand_more_takes_nothing_back_that_the_hands_before_it_came_to(match: Match) -> None:
    rules, length, hands, seating = match
    for number in range(len(hands)):
        before, after = counted((rules, length, hands[:number], seating)), counted(match)
        assert after.hands[:number] == before.hands
        assert after.is_over >= before.is_over
        if before.is_over:
            assert (after.games_won, after.points, after.winner) == (before.games_won, before.points, before.winner)


@given(matches(), st.booleans())
def test_a_match_is_won_by_whoever_won_most_games_and_only_when_it_is_over(match: Match, stopped: bool) -> None:
    played = counted(match, stopped=stopped)
    most = max(played.games_won.values())
    best = [side for side, won in played.games_won.items() if won == most]
    assert played.winner == (best[0] if played.is_over and len(best) == 1 else None)
    assert played.is_over or not stopped


@given(matches())
def test_a_timed_match_is_over_only_when_it_is_stopped(match: Match) -> None:
    rules, _length, hands, seating = match
    assert not play_series(rules, TIMED, hands, sides=seating.side_names).is_over
    assert play_series(rules, TIMED, hands, sides=seating.side_names, stopped=True).is_over


@pytest.mark.slow
@given(matches(), st.booleans())
def test_the_balance_of_settling_up_is_nothing_over_the_table(match: Match, stopped: bool) -> None:
    played = counted(match, stopped=stopped)
    assert sum(played.balance.values()) == 0
    if match[0].settle_up is None:
        assert set(played.balance.values()) == {0}


@pytest.mark.slow
@given(matches())
def test_only_a_game_with_a_later_one_behind_it_is_to_be_looked_at(match: Match) -> None:
    played = counted(match)
    numbers = [game.number for game in played.games]
    assert played.unfinished_games == tuple(
        game.number for game in played.games if game.counted and not game.has_ended and game.number != numbers[-1]
    )


@given(matches())
def test_the_next_hand_is_of_the_game_that_is_on_or_of_a_new_one(match: Match) -> None:
    played = counted(match)
    last = played.games[-1] if played.games else None
    assert played.next_game == (1 if last is None else last.number + last.has_ended)


# Known hands


def hand(
    dealer: str, kick: str = "9", *, high: str, low: str, jack: TrumpFact | None = None, game: str = "tie"
) -> HandFacts:
    """One at a table of two pairs, as its players tick it."""
    events = (turn_up(kick), stand(PAIRS.after[dealer]))
    return HandFacts(PAIRS, dealer, events, TrumpFact(high), TrumpFact(low), jack, game=game)


A_THREE = hand("Ann", high="A", low="A", game="A")
B_THREE = hand("Ann", high="B", low="B", game="B")
A_TWO, B_TWO = hand("Ann", high="A", low="A"), hand("Ann", high="B", low="B")
A_TWO_TO_ONE = hand("Ann", high="A", low="A", game="B")
EVEN = hand("Ann", high="A", low="B")


def of(rules: RuleSet, kind: str, number: int, *hands: tuple[int, HandFacts], stopped: bool = False) -> MatchSeries:
    return play_series(rules, Length(kind, number), list(hands), sides=("A", "B"), stopped=stopped)


def state(played: MatchSeries) -> tuple[tuple[int, int], str | None, bool, int]:
    """Games won, winner, over, next game."""
    return (played.games_won["A"], played.games_won["B"]), played.winner, played.is_over, played.next_game


def test_before_the_first_hand_nothing_is_won_and_game_one_is_on():
    assert play_series(TRINIDAD, SINGLE, [], sides=("A", "B")) == MatchSeries(
        (), (), {"A": 0, "B": 0}, {"A": 0, "B": 0}, {"A": 0, "B": 0}, None, False, 1
    )


def test_the_sides_are_those_of_the_first_hand_unless_told():
    assert play_series(SHORT, SINGLE, [(1, EVEN)]).points == {"A": 1, "B": 1}
    assert play_series(SHORT, SINGLE, []).points == {}
    assert play_series(SHORT, Length("best_of", 3), []).is_over is False


def test_a_single_game_is_the_match():
    assert state(of(SHORT, "single", 1, (1, EVEN))) == ((0, 0), None, False, 1)
    assert state(of(SHORT, "single", 1, (1, EVEN), (1, B_TWO))) == ((0, 1), "B", True, 2)


def test_a_best_of_three_is_decided_by_two_games_in_a_row():
    assert state(of(SHORT, "best_of", 3, (1, A_THREE))) == ((1, 0), None, False, 2)
    assert state(of(SHORT, "best_of", 3, (1, A_THREE), (2, A_THREE))) == ((2, 0), "A", True, 3)


def test_a_best_of_three_may_need_its_third_game():
    assert state(of(SHORT, "best_of", 3, (1, A_THREE), (2, B_THREE))) == ((1, 1), None, False, 3)
    assert state(of(SHORT, "best_of", 3, (1, A_THREE), (2, B_THREE), (3, B_THREE))) == ((1, 2), "B", True, 4)


def test_a_best_of_three_between_three_is_over_after_three_games_though_nobody_won_two():
    three = Seating.of_singles("Ann", "Bea", "Cy")
    rules = replace(RULE_SETS["seven-up"], target=1)
    hands = [
        (number, HandFacts(three, "Ann", (turn_up("9"), stand("Bea")), TrumpFact(winner), TrumpFact(winner), None))
        for number, winner in enumerate(three.seats, start=1)
    ]
    played = play_series(rules, Length("best_of", 3), hands)
    assert (played.games_won, played.winner, played.is_over) == ({"Ann": 1, "Bea": 1, "Cy": 1}, None, True)
    assert play_series(rules, Length("best_of", 3), hands[:2]).is_over is False


def test_a_race_goes_on_until_somebody_has_won_enough():
    race = [(1, A_THREE), (2, B_THREE), (3, B_THREE)]
    assert state(of(SHORT, "race", 2, *race[:2])) == ((1, 1), None, False, 3)
    assert state(of(SHORT, "race", 2, *race)) == ((1, 2), "B", True, 4)


def test_a_fixed_number_of_games_is_played_out_and_may_be_drawn():
    assert state(of(SHORT, "games", 3, (1, A_THREE), (2, A_THREE))) == ((2, 0), None, False, 3)
    assert state(of(SHORT, "games", 3, (1, A_THREE), (2, A_THREE), (3, B_THREE))) == ((2, 1), "A", True, 4)
    assert state(of(SHORT, "games", 2, (1, A_THREE), (2, B_THREE))) == ((1, 1), None, True, 3)


def test_a_timed_match_counts_its_games_at_the_bell_and_the_unfinished_one_for_nobody():
    hands = [(1, A_THREE), (2, B_TWO)]
    assert state(of(SHORT, "timed", 1, *hands)) == ((1, 0), None, False, 2)
    assert state(of(SHORT, "timed", 1, *hands, stopped=True)) == ((1, 0), "A", True, 2)
    assert of(SHORT, "timed", 1, *hands, stopped=True).points == {"A": 3, "B": 2}


def test_a_timed_match_may_give_the_unfinished_game_to_whoever_is_ahead():
    ahead = Length("timed", 1, "ahead")
    played = play_series(SHORT, ahead, [(1, A_THREE), (2, B_TWO)], stopped=True)
    assert (played.games_won, played.winner) == ({"A": 1, "B": 1}, None)
    assert (played.games[1].won_by, played.games[1].has_ended, played.games[1].settlement) == ("B", False, None)
    assert play_series(SHORT, ahead, [(1, A_THREE), (2, B_TWO)]).games_won == {"A": 1, "B": 0}


def test_nobody_is_ahead_in_an_unfinished_game_that_is_level():
    played = play_series(SHORT, Length("timed", 1, "ahead"), [(1, A_THREE), (2, EVEN)], stopped=True)
    assert (played.games_won, played.winner) == ({"A": 1, "B": 0}, "A")


def test_a_best_of_three_that_is_stopped_goes_to_whoever_has_more_games():
    assert state(of(SHORT, "best_of", 3, (1, A_THREE), (2, B_TWO), stopped=True)) == ((1, 0), "A", True, 2)


def test_a_rule_set_without_a_target_plays_one_game_that_never_ends_by_itself():
    hands = [(1, HandFacts(EITHER, "Ann", (turn_up("9"), stand("Bea")), TrumpFact("Ann"), TrumpFact("Ann"), None))] * 9
    played = play_series(KENT, TIMED, hands)
    assert (len(played.games), played.points, played.next_game) == (1, {"Ann": 18, "Bea": 0}, 1)
    assert (played.winner, played.is_over, played.games[0].has_ended) == (None, False, False)
    assert play_series(KENT, TIMED, hands, stopped=True).games_won == {"Ann": 0, "Bea": 0}


def test_hands_after_the_end_of_their_game_are_kept_and_count_nothing():
    played = of(SHORT, "best_of", 3, (1, A_THREE), (1, B_TWO), (2, EVEN))
    late = played.hands[1]
    assert (late.awards, late.uncounted) == ((), (Award("high", "B", 1), Award("low", "B", 1)))
    assert [doubt.code for doubt in late.doubts][-1] == "after_the_end"
    assert played.points == {"A": 4, "B": 1}


def test_a_game_after_the_end_of_its_match_is_kept_and_counts_nothing():
    played = of(SHORT, "best_of", 3, (1, A_THREE), (2, A_THREE), (3, B_TWO), (3, B_TWO))
    assert state(played) == ((2, 0), "A", True, 4)
    assert (played.games[2].counted, played.games[2].has_ended, played.games[2].won_by) == (False, True, None)
    assert [hand.awards for hand in played.hands[2:]] == [(), ()]
    assert played.points == {"A": 6, "B": 0}


def test_a_game_that_a_correction_leaves_without_a_winner_is_flagged_and_moves_no_hand():
    played = of(SHORT, "best_of", 3, (1, EVEN), (2, B_THREE))
    assert played.unfinished_games == (1,)
    assert [(game.number, game.unfinished, game.won_by) for game in played.games] == [(1, True, None), (2, False, "B")]
    assert state(played) == ((0, 1), None, False, 3)
    assert state(of(SHORT, "best_of", 3, (1, EVEN), (2, B_THREE), (3, B_TWO))) == ((0, 1), None, False, 3)
    assert state(of(SHORT, "best_of", 3, (1, EVEN), (2, B_THREE), (3, B_THREE))) == ((0, 2), "B", True, 4)
    assert state(of(SHORT, "games", 2, (1, EVEN), (2, B_THREE))) == ((0, 1), "B", True, 3)


def test_hands_come_back_in_the_order_in_which_they_were_given():
    played = of(SHORT, "games", 2, (2, B_TWO), (1, A_THREE))
    assert [hand.score for hand in played.hands] == [{"A": 0, "B": 2}, {"A": 3, "B": 0}]


def test_what_cannot_have_happened_is_refused():
    with pytest.raises(ImpossibleFacts):
        of(SHORT, "single", 1, (1, hand("Ann", high="Zoe", low="B")))


def test_x01_a_corrected_jack_ends_the_game_one_hand_earlier_and_the_last_hand_is_kept_uncounted():
    """Domain, X01: B won 14-11 on hand 7; in hand 5 the Jack was captured by A, not kept by B."""
    fifth = hand("Ann", high="B", low="B", jack=TrumpFact("B", won_by="B"))
    hands = [
        hand("Ann", "J", high="A", low="A", game="A"),
        hand("Bea", "6", high="B", low="B", game="B"),
        hand("Cy", high="A", low="B"),
        hand("Dan", "6", high="B", low="A", game="B"),
        fifth,
        hand("Bea", high="A", low="A", game="A"),
        hand("Cy", high="B", low="A"),
    ]
    entered = of(TRINIDAD, "single", 1, *((1, each) for each in hands))
    assert (entered.points, entered.winner, entered.games[0].game.won_by_hand) == ({"A": 11, "B": 14}, "B", 7)
    hands[4] = replace(fifth, jack=TrumpFact("B", won_by="A"))
    corrected = of(TRINIDAD, "single", 1, *((1, each) for each in hands))
    assert (corrected.points, corrected.winner, corrected.games[0].game.won_by_hand) == ({"A": 14, "B": 12}, "A", 6)
    assert corrected.hands[:4] == entered.hands[:4]
    assert (corrected.hands[6].awards, corrected.hands[6].uncounted) == (
        (),
        (Award("high", "B", 1), Award("low", "A", 1)),
    )
    assert [doubt.code for doubt in corrected.hands[6].doubts][-1] == "after_the_end"


def pitched(pitcher: str, number: int, *, winner: str) -> HandFacts:
    """Ann deals to Bea and Cy; somebody makes all four, or the pitcher, who does not, is set back."""
    three = Seating.of_singles("Ann", "Bea", "Cy")
    trump = TrumpFact(winner)
    return HandFacts(three, "Ann", (bid(pitcher, number),), trump, trump, TrumpFact(winner, won_by=winner), game=winner)


def test_pitch_settles_up_after_each_game_with_the_stake_and_the_set_backs_of_the_club():
    assert PITCH.settle_up is not None
    rules = replace(PITCH, target=7, settle_up=replace(PITCH.settle_up, set_backs=True, stake=5))
    hands = [
        (1, pitched("Bea", 2, winner="Cy")),
        (1, pitched("Cy", 2, winner="Cy")),
        (2, pitched("Bea", 4, winner="Bea")),
        (3, pitched("Bea", 2, winner="Cy")),
    ]
    played = play_series(rules, Length("games", 3), hands)
    assert [game.settlement for game in played.games] == [{"Ann": 10, "Bea": 15}, {"Ann": 10, "Cy": 10}, None]
    assert played.set_backs == {"Ann": 0, "Bea": 2, "Cy": 0}
    assert played.balance == {"Ann": -20, "Bea": 5, "Cy": 15}
    assert (played.games_won, played.points) == ({"Ann": 0, "Bea": 1, "Cy": 1}, {"Ann": 0, "Bea": 0, "Cy": 12})


# Words


@pytest.mark.parametrize(
    ("length", "words"),
    [
        (Length("timed"), "Until the bell"),
        (Length("single", 5), "A single game"),
        (Length("best_of", 3), "Best of 3 games"),
        (Length("race", 1), "First to win 1 game"),
        (Length("games", 2), "2 games"),
    ],
)
def test_a_length_says_itself_in_words(length: Length, words: str) -> None:
    assert length.words == words


def test_every_kind_of_length_stands_under_its_own_key_with_a_label():
    assert [kind.key for kind in LENGTHS.values()] == list(LENGTHS)
    assert all(str(kind.label) for kind in LENGTHS.values())
    assert [key for key, kind in LENGTHS.items() if kind.numbered] == ["best_of", "race", "games", "decided"]


def as_stored(hands: Hands, played: MatchSeries, *, until: int) -> list[tuple[int, HandFacts | StoredHand]]:
    """The first hands with what a match stores of them, the others to be counted."""
    stored = []
    for (game, facts), scored in zip(hands[:until], played.hands, strict=False):
        kept = ScoredHand(scored.awards, scored.uncounted, {}, scored.winner, scored.next_dealer, None, (), None)
        stored.append((game, StoredHand(lambda facts=facts: facts, kept)))
    return [*stored, *hands[until:]]


def plain(played: MatchSeries) -> MatchSeries:
    """Without the doubts and the revokes found, which are asked of a new hand alone."""
    hands = {}
    for hand in played.hands:
        late = [doubt for doubt in hand.doubts if doubt.code in ("after_the_end", "after_the_match")]
        hands[id(hand)] = hand._replace(doubts=tuple(late[-1:]), revokes=None)
    games = tuple(
        replace(game, game=replace(game.game, hands=tuple(hands[id(hand)] for hand in game.hands)))
        for game in played.games
    )
    return replace(played, games=games, hands=tuple(hands[id(hand)] for hand in played.hands))


@given(matches(), st.booleans(), st.data())
def test_a_match_read_from_what_is_stored_is_the_match_counted_from_its_facts(
    match: Match, stopped: bool, data: st.DataObject
) -> None:
    rules, length, hands, seating = match
    whole = counted(match, stopped=stopped)
    stored = as_stored(hands, counted(match), until=data.draw(st.integers(0, len(hands))))
    assert plain(play_series(rules, length, stored, sides=seating.side_names, stopped=stopped)) == plain(whole)
