"""Games that are counted by the points in the cards: random hands, possible or not, against a scorer of our own."""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

import pytest

from scoring import (
    RULE_SETS,
    Award,
    HandFacts,
    ImpossibleFacts,
    TrumpFact,
    abandon,
    bid,
    misdeal,
    revoke,
    score_game,
    score_hand,
    sum_of_pips,
    with_house_rules,
)
from scoring.errors import Problem
from tests.scoring.tables import PAIRS


class Figures(NamedTuple):
    """What the documents say of a game. No sums: any up to the most. No bids: the play ends when a side is out."""

    most: int
    target: int
    sums: tuple[int, ...] = ()
    bids: tuple[int, int] | None = None
    is_higher_first: bool = False


GAMES = {
    "california-pedro": Figures(16, 100, (16,), (6, 16)),
    "cinch": Figures(14, 51, (14,), (1, 14)),
    "nine-card-don": Figures(52, 121),
    "pedro": Figures(14, 62, (14,), (7, 14)),
    "phat": Figures(104, 181, (88, 80, 96, 104)),
    "smear": Figures(10, 21, (), (2, 10), is_higher_first=True),
    "ten-point-pitch": Figures(10, 52, (10,), (4, 10)),
    "welsh-don": Figures(52, 121),
}
NOBODY = {"A": 0, "B": 0}


def test_every_game_of_this_kind_is_here() -> None:
    assert list(GAMES) == [rules.id for rules in RULE_SETS.values() if rules.taken is not None]


def test_the_cards_of_a_game_are_worth_what_a_hand_has() -> None:
    for name, figures in GAMES.items():
        taken = RULE_SETS[name].taken
        assert taken is not None
        assert (taken.most, taken.sums if taken.all_in_play else ()) == (figures.most, figures.sums)


def expected_of(
    figures: Figures, start: Mapping[str, int], taken: Mapping[str, int], call: tuple[str, int] | None
) -> tuple[list[tuple[str, str, int]], dict[str, int], str | None] | None:
    """Returns awards, score and winner; None if this hand cannot have been played. `call` is the side that bid, and
    what."""
    total = sum(taken.values())
    out = [side for side in taken if start[side] + taken[side] >= figures.target]
    if total > figures.most or (figures.bids is None and len(out) == 2):
        return None
    ended_early = figures.bids is None and len(out) == 1
    if figures.sums and total not in figures.sums and not ended_early:
        return None
    order = sorted(taken, key=lambda side: side != call[0] if call is not None else start[side] + taken[side])
    if figures.is_higher_first and call is not None and taken[call[0]] >= call[1]:
        order.sort(key=lambda side: -start[side] - taken[side])
    score, awards, winner = dict(start), [], None
    for side in order:
        points = taken[side]
        if call is not None and side == call[0] and points < call[1]:
            awards.append(("set_back", side, -call[1]))
        elif points:
            awards.append(("taken", side, points))
        else:
            continue
        score[side] += awards[-1][2]
        if winner is None and score[side] >= figures.target:
            winner = side
    return awards, score, winner


def check_random_hands(name: str, number: int) -> None:
    figures, rules, chance = GAMES[name], RULE_SETS[name], Random(name)
    refused = 0
    for _ in range(number):
        start = {side: chance.randint(0, figures.target - 1) for side in "AB"}
        total = (
            chance.choice(figures.sums or range(figures.most + 1)) if chance.random() < 0.8 else chance.randint(0, 99)
        )
        part = chance.randint(0, total)
        taken = {"A": part, "B": total - part}
        dealer, events, call = chance.choice(PAIRS.seats), [], None
        if figures.bids is not None:
            bidder, number_bid = chance.choice(PAIRS.seats), chance.randint(*figures.bids)
            events = [bid(bidder, number_bid)]
            call = PAIRS.side_of_player[bidder], number_bid
        facts = HandFacts(PAIRS, dealer, tuple(events), pips=taken)
        expected = expected_of(figures, start, taken, call)
        try:
            scored = score_hand(rules, facts, start)
        except ImpossibleFacts as impossible:
            assert expected is None and [problem.field for problem in impossible.problems] == ["pips"]
            refused += 1
            continue
        assert expected == ([tuple(award) for award in scored.awards], scored.score, scored.winner)
        assert (scored.uncounted, scored.doubts, scored.settlement) == ((), (), None)
        assert scored.next_dealer == (None if scored.winner else PAIRS.after[dealer])
    assert 0 < refused < number


@pytest.mark.parametrize("name", GAMES)
def test_random_hands_score_as_an_own_scorer_says(name: str) -> None:
    check_random_hands(name, 400)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_20_000_random_hands_score_as_an_own_scorer_says(name: str) -> None:
    check_random_hands(name, 20_000)


def problems_of(name: str, start: Mapping[str, int] = NOBODY, **facts: object) -> list[Problem]:
    with pytest.raises(ImpossibleFacts) as refusal:
        score_hand(RULE_SETS[name], HandFacts(PAIRS, "Ann", **facts), start)  # type: ignore[arg-type]
    return list(refusal.value.problems)


def messages_of(name: str, start: Mapping[str, int] = NOBODY, **facts: object) -> list[tuple[str, str]]:
    return [(problem.field, problem.message) for problem in problems_of(name, start, **facts)]


def test_more_than_the_cards_have_is_refused_with_how_many_there_are() -> None:
    assert messages_of("nine-card-don", pips={"A": 40, "B": 13}) == [
        ("pips", "All sides together can take 52 points in a hand, not 53.")
    ]


def test_only_one_side_can_peg_out_in_a_hand() -> None:
    start = {"A": 110, "B": 100}
    assert messages_of("nine-card-don", start, pips={"A": 12, "B": 30}) == [
        (
            "pips",
            "Only one side can reach 121 in a hand: it ends there. Enter what each side had taken by then.",
        )
    ]
    scored = score_hand(RULE_SETS["nine-card-don"], HandFacts(PAIRS, "Ann", pips={"A": 12, "B": 20}), start)
    assert (scored.winner, scored.score) == ("A", {"A": 122, "B": 120})


def test_points_that_are_missing_or_too_many_are_named_where_all_of_them_are_in_play() -> None:
    assert messages_of("phat", pips={"A": 40, "B": 41}) == [
        ("pips", "A hand has 80 / 88 / 96 / 104 points. These are 81: 7 are missing.")
    ]
    assert messages_of("phat", pips={"A": 40, "B": 50}) == [("pips", "A hand has 80 / 88 / 96 / 104 points, not 90.")]


def test_a_hand_ends_early_when_a_side_is_out_or_a_revoke_is_claimed() -> None:
    rules = RULE_SETS["phat"]
    scored = score_hand(rules, HandFacts(PAIRS, "Ann", pips={"A": 40, "B": 1}), {"A": 141, "B": 0})
    assert (scored.winner, scored.score) == ("A", {"A": 181, "B": 1})
    scored = score_hand(rules, HandFacts(PAIRS, "Ann", (revoke("Bea"),), pips={"A": 40, "B": 1}), NOBODY)
    assert scored.score == {"A": 40, "B": 1}


@pytest.mark.parametrize(("goes", "score"), [("no", (40, 10)), ("nobody", (40, 0)), ("opponents", (50, 0))])
def test_what_offenders_took_may_count_for_nobody_or_for_the_opponents(goes: str, score: tuple[int, int]) -> None:
    rules = with_house_rules(RULE_SETS["phat"], {"penalties.revoke_bars_game": goes})
    facts = HandFacts(PAIRS, "Ann", (revoke("Bea"),), pips={"A": 40, "B": 10})
    assert tuple(score_hand(rules, facts, NOBODY).score.values()) == score


def test_what_both_offending_sides_took_counts_for_nobody() -> None:
    rules = with_house_rules(RULE_SETS["phat"], {"penalties.revoke_bars_game": "opponents"})
    facts = HandFacts(PAIRS, "Ann", (revoke("Bea"), revoke("Cy")), pips={"A": 40, "B": 10})
    assert score_hand(rules, facts, NOBODY).score == NOBODY


def test_what_a_side_took_is_said_for_every_side() -> None:
    assert [problem.code for problem in problems_of("nine-card-don", pips={"A": 12})] == ["each_side"]


def test_the_four_points_and_cards_are_refused_where_a_hand_is_counted_by_what_was_taken() -> None:
    fact = TrumpFact("Ann", "A", "Ann")
    found = problems_of(
        *("nine-card-don",),
        high=fact,
        low=None,
        jack=fact,
        game="A",
        dealt={"Ann": ("AS",)},
        tricks=((("Ann", "AS"),),),
    )
    assert [(problem.field, problem.code) for problem in found] == [
        (kind, "not_counted") for kind in ("high", "low", "jack", "game", "dealt", "tricks")
    ]


def test_a_hand_without_its_points_counts_only_what_came_before() -> None:
    scored = score_hand(RULE_SETS["nine-card-don"], HandFacts(PAIRS, "Ann"), NOBODY)
    assert (scored.awards, [doubt.code for doubt in scored.doubts]) == ((), ["not_played"])


@pytest.mark.parametrize("event", [misdeal(), abandon("bell")])
def test_a_hand_that_was_not_finished_keeps_its_points_apart(event) -> None:  # type: ignore[no-untyped-def]
    facts = HandFacts(PAIRS, "Ann", (event,), pips={"A": 5, "B": 4})
    scored = score_hand(RULE_SETS["nine-card-don"], facts, NOBODY)
    assert (scored.awards, scored.uncounted) == ((), (Award("taken", "A", 5), Award("taken", "B", 4)))


def test_the_usual_sum_is_known_only_where_all_points_are_in_play_and_no_hand_ends_early() -> None:
    for name, figures in GAMES.items():
        facts, is_played_out = HandFacts(PAIRS, "Ann", pips=NOBODY), RULE_SETS[name].count_rest_after_win
        assert sum_of_pips(RULE_SETS[name], facts) == (figures.sums[0] if figures.sums and is_played_out else None)


def test_a_game_goes_on_to_its_target() -> None:
    rules = RULE_SETS["nine-card-don"]
    hands = [HandFacts(PAIRS, dealer, pips={"A": 45, "B": 7}) for dealer in PAIRS.seats]
    game = score_game(rules, hands, NOBODY)
    assert (game.winner, game.won_by_hand, game.score) == ("A", 3, {"A": 135, "B": 21})
