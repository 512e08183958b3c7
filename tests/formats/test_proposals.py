"""What is proposed for an evening: never past closing time, rests that add up, and a way out where nothing fits."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.formats.match_length import ByGames, Length, Timed
from tournament.formats.proposals import (
    PAIRS,
    PLAYERS,
    Entering,
    Wish,
    byes_in_words,
    propose_plans,
    sit_outs_in_words,
    sit_outs_planned,
)
from tournament.movements import MOVEMENTS
from tournament.movements.draw import Draw, Field, Movement, Rounds, SizeFit, seat_sides, starting_order
from tournament.movements.knock_out import KNOCK_OUT_PLATE

SEVEN = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
RULES_OF_KENT = Rounds(1, 2, 2)


def seated(entries: Sequence[Any], out: Sequence[Any] = ()) -> Draw[Any]:
    """Neighbours meet; an odd last one rests."""
    tables = tuple(seat_sides(place // 2 + 1, entries[place : place + 2]) for place in range(0, len(entries) - 1, 2))
    return Draw(tables, tuple(entries[len(tables) * 2 :]), tuple(out))


def in_a_circle(field: Field[Any]) -> tuple[Draw[Any], ...]:
    entries = [*starting_order(field), *([None] if len(field.entries) % 2 else [])]
    draws = []
    for turned in range(len(entries) - 1):
        circle = [entries[0], *entries[1 + turned :], *entries[1 : 1 + turned]]
        pairs = list(zip(circle, reversed(circle), strict=True))[: len(circle) // 2]
        tables = [seat_sides(number, pair) for number, pair in enumerate((p for p in pairs if None not in p), start=1)]
        draws.append(
            Draw(tuple(tables), tuple(entry for pair in pairs if None in pair for entry in pair if entry is not None))
        )
    return tuple(draws)


def winners_play_on(field: Field[Any]) -> tuple[Draw[Any], ...]:
    lost = {
        entry for past in field.past for side in past.sides if side != past.sides[past.winner or 0] for entry in side
    }
    left = [entry for entry in starting_order(field) if entry not in lost]
    byes = 2 ** (len(field.entries) - 1).bit_length() - len(field.entries) if field.round == 1 else 0
    return (seated([*left[byes:]], ()),) if not byes else (Draw(seated(left[byes:]).tables, tuple(left[:byes])),)


def at_least_two(n: int) -> SizeFit:
    return SizeFit() if n >= 2 else SizeFit("At least 2 players, pairs or teams must be here before anybody can meet.")


def moving(key: str, next_draws: Any, rounds: Any, **more: Any) -> Movement:
    return Movement(key, at_least_two, next_draws, rounds=rounds, **more)


def all_meet(n: int) -> Rounds:
    full = max(n - 1 + n % 2, 1)
    return Rounds(min(3, full), full, full)


ROUND_ROBIN = moving("all-meet", in_a_circle, all_meet, meets_once=True)
BY_STANDING = moving(
    "by-standing", lambda field: (seated(starting_order(field)),), lambda n: Rounds(3, 5, 7), wants_results=True
)
KNOCK_OUT = moving("knock-out", winners_play_on, lambda n: Rounds(*[(n - 1).bit_length()] * 3), wants_results=True)
HALF_AN_HOUR = Timed(15, 30, 45)


def wish(people: int, movement: Movement, minutes: int, pace: Any = HALF_AN_HOUR, **more: Any) -> Wish:
    given: dict[str, Any] = {
        "entering": PLAYERS,
        "starts": SEVEN,
        "closes": SEVEN + timedelta(minutes=minutes),
        "change_over": 2,
    }
    return Wish(people, movement=movement, pace=pace, **given | more)


def shown(wished: Wish) -> list[tuple[str, ...]]:
    return [(choice.headline, *choice.sentences) for choice in propose_plans(wished).choices]


def test_thirty_one_at_the_door_in_pairs_until_eleven() -> None:
    asked = wish(31, ROUND_ROBIN, 240, entering=PAIRS)
    assert propose_plans(asked).left_over_words == (
        "1 player without a partner: wait for one more, or ask somebody to help out tonight."
    )
    assert [choice.headline for choice in propose_plans(asked).choices] == [
        "7 rounds of 30 minutes",
        "6 rounds of 30 minutes",
        "8 rounds of 25 minutes",
        "11 rounds of 20 minutes",
    ]
    assert shown(asked)[0] == (
        "7 rounds of 30 minutes",
        "7 tables.",
        "1 pair sits out each round.",
        "Over the evening 7 pairs sit out once, 8 never.",
        "A full movement has 15 rounds.",
        "Ends at 22:42, 18 minutes before closing time.",
    )


def test_breaks_count_in_the_time_until_closing_between_the_rounds_that_are_planned() -> None:
    asked = wish(31, ROUND_ROBIN, 240, entering=PAIRS, breaks=((0, 60), (2, 15), (7, 60)))
    assert shown(asked)[0][0] == "7 rounds of 30 minutes"
    assert shown(asked)[0][-1] == "Ends at 22:55, 5 minutes before closing time."
    assert shown(replace(asked, followed_by=1))[0][0] == "6 rounds of 30 minutes"


def test_once_rounds_are_drawn_nothing_is_said_of_the_whole_evening() -> None:
    asked = wish(31, ROUND_ROBIN, 240, entering=PAIRS, has_begun=True)
    assert shown(asked)[0][2:5] == (
        "1 pair sits out each round.",
        "In these rounds 7 pairs sit out once, 8 never.",
        "The full movement has 15 more rounds.",
    )


def test_all_meet_where_there_is_time() -> None:
    assert shown(wish(6, ROUND_ROBIN, 160))[0] == (
        "5 rounds of 30 minutes",
        "3 tables.",
        "Everybody plays every round.",
        "Ends at 21:38, 2 minutes before closing time.",
    )


def test_a_kent_evening_is_two_hours_of_three_turns_with_dinner_between() -> None:
    asked = wish(31, MOVEMENTS["kent"], 165, Timed(45, 60, 60), change_over=45, rounds=RULES_OF_KENT)
    assert shown(asked)[0] == (
        "2 rounds of 60 minutes",
        "8 tables.",
        "Each round has 3 turns of 20 minutes.",
        "At a table with an odd number each sits out one turn: 3 players.",
        "Everybody plays every round.",
        "Ends at 21:45, at closing time.",
    )


def test_a_knock_out_names_its_byes_and_what_happens_if_every_match_goes_all_the_way() -> None:
    asked = wish(11, KNOCK_OUT, 312, ByGames(Length("best_of", 3), 25), entering=Entering(2), change_over=5)
    assert propose_plans(asked).left_over == 1
    asked = wish(11, KNOCK_OUT, 312, ByGames(Length("best_of", 3), 25), change_over=5)
    [choice] = propose_plans(asked).choices
    assert (choice.rounds, choice.tables, choice.rests, choice.rests_each) == (4, 4, (5, 0, 0, 0), ((0, 6), (1, 5)))
    assert choice.sentences[-1] == "If every match goes the full distance, 00:15: after closing time."


def test_nobody_is_said_to_rest_after_the_final_of_a_plate_that_needs_a_round_less() -> None:
    pace = ByGames(Length("single"), 20)
    best, *others = propose_plans(wish(11, KNOCK_OUT_PLATE, 200, pace)).choices
    assert [(choice.rounds, choice.rests) for choice in (best, *others)] == [(5, (5, 1, 1, 0, 0)), (4, (5, 1, 1, 0))]
    assert best.rests_each == ((0, 4), (1, 7))


def test_games_take_as_long_as_the_slowest_table_is_expected_to() -> None:
    best_of_3 = ByGames(Length("best_of", 3), 20)
    assert [best_of_3.games(1), best_of_3.games(2)] == [Fraction(5, 2), Fraction(11, 4)]
    assert best_of_3.minutes(1) == 50
    race_to_3 = ByGames(Length("race", 3), 10)
    assert [race_to_3.most_games, race_to_3.games(1)] == [5, Fraction(33, 8)]
    assert ByGames(Length("games", 4), 15).minutes(9) == 60
    assert ByGames(Length("single"), 15).minutes(9) == 15


@pytest.mark.parametrize(
    ("people", "minutes", "said"),
    [
        (
            16,
            40,
            "There is time for only 2 rounds of 15 minutes in 40 minutes; 3 are needed. Play rounds of 12 minutes, "
            "close at 19:49 or later, or choose another movement.",
        ),
        (
            16,
            20,
            "There is time for only 1 round of 15 minutes in 20 minutes; 3 are needed. Play rounds of 5 minutes, "
            "close at 19:49 or later, or choose another movement.",
        ),
        (
            16,
            14,
            "There is no time for a round of 15 minutes in 14 minutes. Close at 19:49 or later, or choose another "
            "movement.",
        ),
        (16, 0, "It is already closing time. Choose a later one."),
        (16, -30, "It is already closing time. Choose a later one."),
        (1, 240, "At least 2 players, pairs or teams must be here before anybody can meet."),
    ],
)
def test_where_nothing_can_be_played_it_says_why_and_what_to_do_instead(people: int, minutes: int, said: str) -> None:
    found = propose_plans(wish(people, BY_STANDING, minutes))
    assert (found.choices, found.why_not) == ((), said)


def test_matches_that_are_too_long_are_to_be_shorter_not_their_rounds() -> None:
    assert propose_plans(wish(8, KNOCK_OUT, 150, ByGames(Length("best_of", 7), 15))).why_not == (
        "There is time for only 1 round of 102 minutes in 150 minutes; 3 are needed. Play shorter matches, close at "
        "00:10 or later, or choose another movement."
    )


def test_people_who_make_no_whole_team_are_counted() -> None:
    found = propose_plans(wish(26, ROUND_ROBIN, 240, entering=Entering(8, tables=4)))
    assert (found.left_over, found.left_over_words) == (
        2,
        "2 players left over: 6 more would make a team.",
    )
    assert found.choices[0].sentences[:3] == (
        "4 tables.",
        "1 team sits out each round.",
        "Over the evening everybody sits out once.",
    )


COUNTS = "Sitting out a round scores the average of the rounds played."


@pytest.mark.parametrize(
    ("minutes", "pace", "said"),
    [
        (
            280,
            Timed(15, 30, 45),
            (
                "1 player sits out each round.",
                "Over the evening 7 players sit out once, 6 never.",
                COUNTS,
                "With 13 rounds of 15 minutes everybody would sit out once.",
            ),
        ),
        (
            240,
            Timed(30, 30, 30),
            ("1 player sits out each round.", "Over the evening 7 players sit out once, 6 never.", COUNTS),
        ),
        (
            240,
            ByGames(Length("single"), 30),
            ("1 player sits out each round.", "Over the evening 7 players sit out once, 6 never.", COUNTS),
        ),
    ],
)
def test_thirteen_in_seven_rounds_are_told_who_sits_out_how_often_what_it_counts_and_which_number_is_equal_for_all(
    minutes: int, pace: Any, said: tuple[str, ...]
) -> None:
    asked = wish(13, MOVEMENTS["changing-partners"], minutes, pace, credit=COUNTS)
    (choice,) = (choice for choice in propose_plans(asked).choices if choice.rounds == 7)
    assert choice.sentences[1 : 1 + len(said)] == said
    assert ("everybody would sit out" in " ".join(choice.sentences)) == (len(said) == 4)


def test_rounds_that_are_left_after_some_are_drawn_name_no_number_that_is_equal_for_all() -> None:
    asked = wish(13, MOVEMENTS["changing-partners"], 280, credit=COUNTS, has_begun=True)
    assert all(choice.equal is None for choice in propose_plans(asked).choices)


def test_of_a_knock_out_the_byes_are_told_and_nobody_sits_out() -> None:
    knock_out, pace = MOVEMENTS["knock-out"], ByGames(Length("best_of", 3), 25)
    choice = propose_plans(wish(11, knock_out, 312, pace, change_over=5)).choices[0]
    assert choice.sentences[1] == "5 players have a bye: into round 2 without a match."
    assert "sit" not in " ".join(choice.sentences)
    assert tuple(byes_in_words(PAIRS, 1)) == ("1 pair has a bye: into round 2 without a match.",)
    assert tuple(byes_in_words(PAIRS, 0)) == ()
    assert sit_outs_planned(knock_out, 8, 3, PAIRS) == ()


def test_where_more_sit_out_in_some_rounds_than_in_others_each_round_is_told() -> None:
    choice = propose_plans(wish(11, KNOCK_OUT, 312, ByGames(Length("best_of", 3), 25), change_over=5)).choices[0]
    assert choice.sentences[1:3] == (
        "Sitting out, round by round: 5, 0, 0, 0.",
        "Over the evening 5 players sit out once, 6 never.",
    )


def test_two_who_sit_out_more_often_than_the_rest_are_told_first_who_never_do_last() -> None:
    assert tuple(sit_outs_in_words(PAIRS, (1,) * 8, ((1, 2), (2, 3)))) == (
        "1 pair sits out each round.",
        "Over the evening 2 pairs sit out once, 3 twice.",
    )
    assert tuple(sit_outs_in_words(PAIRS, (1, 1), ((0, 3), (1, 2))))[1] == (
        "Over the evening 2 pairs sit out once, 3 never."
    )


@pytest.mark.slow
@given(st.integers(5, 40), st.sampled_from(["changing-partners", "swiss", "round-robin", "stay-and-move"]))
def test_the_number_of_rounds_that_is_equal_for_all_is_so_and_fits_the_evening(people: int, key: str) -> None:
    movement = MOVEMENTS[key]
    if not movement.fits(people):
        return
    for choice in propose_plans(wish(people, movement, 240)).choices:
        if choice.equal is None:
            continue
        equal = choice.equal
        assert len(choice.rests_each) > 1
        assert equal.rounds * equal.minutes + (equal.rounds - 1) * 2 <= 240
        assert 15 <= equal.minutes <= 45
        if equal.rounds <= movement.rounds(people).usual:
            draws = movement.next_draws(Field(tuple(range(people)), seed=1, rounds=equal.rounds))
            counted = Counter(entry for draw in draws[: equal.rounds] for entry in draw.resting)
            if len(draws) >= equal.rounds:
                assert {counted[entry] for entry in range(people)} == {equal.times}


def test_an_evening_over_the_change_of_the_clocks_keeps_its_length() -> None:
    london = ZoneInfo("Europe/London")
    starts, closes = datetime(2026, 10, 25, 0, 30, tzinfo=london), datetime(2026, 10, 25, 2, 30, tzinfo=london)
    best = propose_plans(wish(6, ROUND_ROBIN, 0, starts=starts, closes=closes)).choices[0]
    assert (best.wish.minutes, best.ends.astimezone(UTC) <= closes.astimezone(UTC)) == (180, True)
    assert best.headline == "5 rounds of 30 minutes"
    assert f"{best.ends:%H:%M}" == "02:08"


paces = st.one_of(
    st.tuples(st.integers(5, 30), st.integers(0, 30), st.integers(0, 30)).map(
        lambda each: Timed(each[0], each[0] + each[1], each[0] + each[1] + each[2])
    ),
    st.builds(
        ByGames,
        st.one_of(
            st.integers(1, 6).map(lambda n: Length("race", n)),
            st.integers(0, 4).map(lambda n: Length("best_of", 2 * n + 1)),
            st.integers(1, 6).map(lambda n: Length("games", n)),
            st.just(Length("single")),
        ),
        st.integers(5, 40),
    ),
)


@given(
    people=st.integers(0, 70),
    entering=st.sampled_from([PLAYERS, PAIRS, Entering(4, tables=2)]),
    movement=st.sampled_from([ROUND_ROBIN, BY_STANDING, KNOCK_OUT, MOVEMENTS["kent"], MOVEMENTS["seven-up-tables"]]),
    minutes=st.integers(-10, 400),
    change_over=st.integers(0, 45),
    pace=paces,
)
def test_no_choice_ends_after_closing_time_and_the_rests_of_each_add_up(
    people: int, entering: Entering, movement: Movement, minutes: int, change_over: int, pace: Any
) -> None:
    asked = wish(people, movement, minutes, pace, entering=entering, change_over=change_over)
    found = propose_plans(asked)
    assert bool(found.choices) != bool(found.why_not)
    assert len(found.choices) <= 4
    assert found.left_over + asked.entries * entering.people == people
    for choice in found.choices:
        fewest, _usual, most = movement.rounds(asked.entries)
        assert fewest <= choice.rounds <= most
        assert choice.ends <= asked.closes
        assert choice.ends == SEVEN + timedelta(
            minutes=choice.rounds * choice.minutes + (choice.rounds - 1) * change_over
        )
        assert choice.left == minutes - (choice.ends - SEVEN) // timedelta(minutes=1) >= 0
        assert choice.latest >= choice.ends
        assert len(choice.rests) == choice.rounds
        assert sum(entries for _times, entries in choice.rests_each) == asked.entries
        assert sum(times * entries for times, entries in choice.rests_each) == sum(choice.rests)
        assert choice.headline
        assert all(choice.sentences)
        if isinstance(pace, Timed):
            assert pace.fewest <= choice.minutes <= pace.most
    if not found.choices and movement.fits(asked.entries) and isinstance(pace, Timed):
        fewest = movement.rounds(asked.entries).fewest
        assert fewest * pace.fewest + (fewest - 1) * change_over > minutes


@pytest.mark.parametrize("key", MOVEMENTS)
def test_every_movement_fills_an_evening_or_says_why_not(key: str) -> None:
    for people in (4, 5, 11):
        found = propose_plans(wish(people, MOVEMENTS[key], 240))
        assert bool(found.choices) != bool(found.why_not)


@pytest.mark.slow
def test_a_very_large_field_is_reckoned_from_its_first_rounds() -> None:
    pace = Timed(5, 5, 5)
    asked = wish(240, MOVEMENTS["changing-partners"], 900, pace, rounds=Rounds(99, 99, 99))
    choice = propose_plans(asked).choices[0]
    assert (choice.rounds, choice.tables, choice.rests_each) == (99, 60, ((0, 240),))
    choice = propose_plans(wish(201, MOVEMENTS["round-robin"], 900, pace, rounds=Rounds(60, 60, 60))).choices[0]
    assert (choice.tables, choice.rests_each) == (100, ((0, 141), (1, 60)))
