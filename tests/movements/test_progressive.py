"""The progressive movements against the rule told table by table, with odd numbers, latecomers, leavers and wishes."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kinds import mostly_slow
from tournament.movements.draw import CannotSeat, Field, PastMatch, Rounds, Why
from tournament.movements.faults import find_field_faults, opponents_in, partners_in
from tournament.movements.progressive import LADDER, PROGRESSIVE, PROGRESSIVE_PAIRS, make_progressive

LOSERS_DOWN = make_progressive("losers-down", losers="down")
ALL = (PROGRESSIVE, PROGRESSIVE_PAIRS, LADDER, LOSERS_DOWN)
EVERY = pytest.mark.parametrize("movement", ALL, ids=lambda movement: movement.key)
EIGHT = ("Ann", "Bea", "Cy", "Dan", "Eve", "Fay", "Gus", "Hal")
TWELVE = (*EIGHT, "Ida", "Jo", "Kay", "Lou")


def drawn(movement, field):
    (draw,) = movement.next_draws(field)
    return draw


def sides_in(draw):
    return [table.turns[0].matches[0].sides for table in draw.tables]


def groups_in(draw):
    return [set(table.entries) for table in draw.tables]


def played(number, *sides, winners=()):
    """A round at tables in order, each with its two sides; side 0 won unless `winners` says otherwise."""
    winners = (*winners, *[0] * (len(sides) - len(winners)))
    return tuple(
        PastMatch(number, table, tuple(map(tuple, two)), winner)
        for table, (two, winner) in enumerate(zip(sides, winners), start=1)
    )


def after(field, draw, chance, here=None):
    past = [PastMatch(field.round, t.number, t.turns[0].matches[0].sides, chance.choice([0, 1])) for t in draw.tables]
    return Field(
        here or field.entries,
        field.seed,
        round=field.round + 1,
        order=field.order or field.entries,
        past=(*field.past, *past),
        rested=(*field.rested, *((field.round, entry) for entry in draw.resting)),
        apart=field.apart,
        stays=field.stays,
    )


def rule_of(movement, past, last):
    """Everybody's next table by the words of the rule; `last` is the last table."""
    tables = {}
    for match in past:
        for place, side in enumerate(match.sides):
            if place == match.winner:
                to = max(1, match.table - 1)
            elif movement in (LADDER, LOSERS_DOWN):
                to = min(last, match.table + 1)
            else:
                to = last if match.table == 1 else match.table
            tables.update(dict.fromkeys(side, to))
    return tables


@EVERY
@pytest.mark.parametrize("n", mostly_slow([*range(2, 22), 31, 32, 33, 46, 59, 60, 199, 200], quick=range(2, 22)))
def test_every_number_is_drawn_round_after_round_without_a_fault_and_by_the_rule(movement, n):
    seats = movement.sizes[0]
    if n < seats:
        assert not movement.fits(n)
        return
    chance, field = Random(n), Field(tuple(range(n)), 1674)
    for _ in range(movement.rounds(n).usual):
        draw = drawn(movement, field)
        assert find_field_faults(movement, draw, field) == ()
        assert {*draw.why} == {*draw.entries, *draw.resting}
        assert (len(draw.tables), len(draw.resting)) == divmod(n, seats)
        if n % seats == 0 and field.past:
            rule = rule_of(movement, [past for past in field.past if past.round == field.round - 1], n // seats)
            assert {entry: table.number for table in draw.tables for entry in table.entries} == rule
        field = after(field, draw, chance)


@pytest.mark.parametrize("movement", [PROGRESSIVE, LOSERS_DOWN], ids=lambda movement: movement.key)
@pytest.mark.parametrize("n", [4, 8, 24, 42])
def test_partners_split_and_are_as_seldom_partners_again_as_the_split_allows(movement, n):
    chance, field = Random(n), Field(tuple(range(n)), 8)
    for _ in range(12):
        draw = drawn(movement, field)
        before = Counter(frozenset(pair) for past in field.past for pair in partners_in(past.sides))
        just = [past for past in field.past if past.round == field.round - 1]
        parted = {frozenset(side) for past in just for side in past.sides}
        stayed = {frozenset(past.sides[past.winner]) for past in just if past.table == 1}
        for table, sides in zip(draw.tables, sides_in(draw)):
            pairs = [frozenset(side) for side in sides]
            if table.number == 1 and n > 7 and stayed & set(map(frozenset, combinations(table.entries, 2))):
                assert stayed & {*pairs}
                continue
            assert not parted & {*pairs}
            a, b, c, d = table.entries
            ways = [[{a, b}, {c, d}], [{a, c}, {b, d}], [{a, d}, {b, c}]]
            allowed = [way for way in ways if not parted & {*map(frozenset, way)}]
            assert sum(before[pair] for pair in pairs) == min(
                sum(before[frozenset(pair)] for pair in way) for way in allowed
            )
        field = after(field, draw, chance)


@st.composite
def evenings(draw):
    """The field of some round of an evening on which people come late, leave, stay put or are kept apart."""
    movement = draw(st.sampled_from(ALL))
    everybody = range(draw(st.integers(8, 30)))
    apart = draw(st.sets(st.sets(st.sampled_from(everybody), min_size=2, max_size=2).map(frozenset), max_size=3))
    stays = draw(st.dictionaries(st.sampled_from(everybody), st.integers(1, 9), max_size=3))
    here = st.lists(st.sampled_from(everybody), min_size=4, unique=True).map(tuple)
    field = Field(draw(here), draw(st.none() | st.integers()), apart=apart, stays=stays)
    chance = Random(draw(st.integers()))
    for _ in range(draw(st.integers(0, 6))):
        next_field = after(field, drawn(movement, field), chance, here=draw(here))
        past = tuple(
            past if chance.random() < 0.8 else PastMatch(past.round, past.table, past.sides) for past in next_field.past
        )
        field = Field(**{**vars(next_field), "past": past})
    return movement, field


@settings(max_examples=40, deadline=None)
@given(evenings())
def test_whoever_comes_leaves_stays_or_is_kept_apart_all_tables_are_full_and_rests_are_fair(evening):
    movement, field = evening
    draw = drawn(movement, field)
    codes = {fault.code for fault in find_field_faults(movement, draw, field)}
    assert codes <= {"not_kept_apart", "moved_who_stays"}
    assert sorted((*draw.entries, *draw.resting)) == sorted(field.entries)
    assert [table.number for table in draw.tables] == list(range(1, len(draw.tables) + 1))
    assert len(draw.resting) < movement.sizes[0]
    rests = Counter(entry for _round, entry in field.rested)
    assert all(rests[entry] <= rests[other] for entry in draw.resting for other in draw.entries)
    assert drawn(movement, field) == draw
    for table in draw.tables:
        for entry in table.entries:
            why = draw.why[entry]
            assert why.message
            if why.code in {"drive_up", "drive_down", "drive_last", "drive_cut"}:
                assert why.params["to"] == table.number
            if why.code in {"drive_fills", "drive_enters", "drive_instead", "stays", "drive_stays", "drive_apart"}:
                assert why.params["table"] == table.number
            if why.code == "drive_head":
                assert table.number == 1


@settings(max_examples=30, deadline=None)
@given(evenings())
def test_two_stay_at_one_table_against_a_wish_only_where_no_change_of_two_places_helps(evening):
    movement, field = evening
    field = Field(**{**vars(field), "stays": {}})
    groups = groups_in(drawn(movement, field))

    def broken(groups):
        return sum(frozenset(pair) in field.apart for group in groups for pair in combinations(group, 2))

    for group, another in combinations(groups, 2):
        for one in group:
            for other in another:
                changed = [group - {one} | {other}, another - {other} | {one}]
                assert not broken([group, another]) or broken(changed) >= broken([group, another])


def test_the_first_round_is_by_lot_or_as_they_rank():
    assert drawn(PROGRESSIVE, Field(EIGHT)).tables[0].seats == ("Ann", "Bea", "Cy", "Dan")
    assert drawn(PROGRESSIVE, Field(EIGHT)).why["Bea"] == Why("rank", {"rank": 2})
    lots = [drawn(PROGRESSIVE, Field(EIGHT, seed)) for seed in (1, 1, 2)]
    assert lots[0] == lots[1] != lots[2]
    assert lots[0].why == dict.fromkeys(EIGHT, Why("lot"))


def test_whoever_the_first_tables_cannot_seat_rests_in_turn():
    draw = drawn(PROGRESSIVE, Field(TWELVE[:10]))
    assert draw.resting == ("Jo", "Ida")
    assert draw.why["Jo"].message == "Sits out, because all tables are full; everybody sits out in turn."


ONE_ROUND = played(
    1,
    ("Ann Bea".split(), "Cy Dan".split()),
    ("Eve Fay".split(), "Gus Hal".split()),
    ("Ida Jo".split(), "Kay Lou".split()),
)


def test_winners_move_up_losers_stay_and_the_head_table_is_told_apart():
    field = Field(TWELVE, 1, round=2, past=ONE_ROUND)
    draw = drawn(PROGRESSIVE, field)
    assert groups_in(draw) == [{"Ann", "Bea", "Eve", "Fay"}, {"Gus", "Hal", "Ida", "Jo"}, {"Kay", "Lou", "Cy", "Dan"}]
    assert {"Ann", "Bea"} in [set(side) for side in sides_in(draw)[0]]
    assert {name: draw.why[name].message for name in ("Ann", "Cy", "Eve", "Gus", "Ida")} == {
        "Ann": "Won at the head table, so stays there.",
        "Cy": "Lost at table 1, so goes to the last table.",
        "Eve": "Won at table 2, so moves up to table 1.",
        "Gus": "Lost at table 2, so stays there.",
        "Ida": "Won at table 3, so moves up to table 2.",
    }


def test_where_losers_move_down_those_of_the_last_table_stay():
    draw = drawn(LOSERS_DOWN, Field(TWELVE, 1, round=2, past=ONE_ROUND))
    assert groups_in(draw) == [{"Ann", "Bea", "Eve", "Fay"}, {"Cy", "Dan", "Ida", "Jo"}, {"Gus", "Hal", "Kay", "Lou"}]
    assert draw.why["Gus"].message == "Lost at table 2, so goes to table 3."
    assert draw.why["Kay"].message == "Lost at table 3, so stays there."


def test_on_a_ladder_the_winner_goes_up_a_table_and_the_loser_down():
    past = played(1, (["Ann"], ["Bea"]), (["Cy"], ["Dan"]), (["Eve"], ["Fay"]), winners=(1,))
    draw = drawn(LADDER, Field(EIGHT[:6], 1, round=2, past=past))
    assert groups_in(draw) == [{"Bea", "Cy"}, {"Ann", "Eve"}, {"Dan", "Fay"}]
    assert draw.why["Ann"].message == "Lost at table 1, so goes to table 2."


def test_pairs_stay_together_and_those_who_lose_at_the_head_go_to_the_bottom():
    past = played(1, (["Ann"], ["Bea"]), (["Cy"], ["Dan"]), (["Eve"], ["Fay"]))
    draw = drawn(PROGRESSIVE_PAIRS, Field(EIGHT[:6], 1, round=2, past=past))
    assert groups_in(draw) == [{"Ann", "Cy"}, {"Dan", "Eve"}, {"Fay", "Bea"}]


def test_where_nobody_won_a_cut_from_the_seed_sends_one_side_up_and_says_so():
    past = played(1, (["Ann"], ["Bea"]), (["Cy"], ["Dan"]), winners=(0, None))
    draws = [drawn(PROGRESSIVE_PAIRS, Field(EIGHT[:4], seed, round=2, past=past)) for seed in range(10)]
    assert {frozenset(draw.tables[0].entries) for draw in draws} == {
        frozenset(("Ann", "Cy")),
        frozenset(("Ann", "Dan")),
    }
    texts = {draws[0].why[name].message for name in ("Cy", "Dan")}
    assert texts == {
        "Nobody won at table 2: the cut sends this side to table 1.",
        "Nobody won at table 2: the cut keeps this side there.",
    }


def test_a_place_left_free_is_filled_from_the_last_table_and_who_comes_in_starts_there():
    here = (*(name for name in TWELVE if name != "Ann"), "Zoe")
    draw = drawn(PROGRESSIVE, Field(here, 1, round=2, order=TWELVE, past=ONE_ROUND))
    (up,) = set(draw.tables[0].entries) - {"Bea", "Eve", "Fay"}
    assert up in {"Cy", "Dan", "Kay", "Lou"}
    assert draw.why[up].message == "Fills a free place at table 1."
    assert "Zoe" in draw.tables[2].entries
    assert draw.why["Zoe"].message == "Comes in at the bottom, at table 3."


def test_when_a_table_falls_away_its_players_fill_the_free_places():
    here = tuple(name for name in TWELVE if name not in {"Ann", "Bea", "Eve", "Gus"})
    draw = drawn(PROGRESSIVE, Field(here, 1, round=2, order=TWELVE, past=ONE_ROUND))
    assert len(draw.tables) == 2
    assert {draw.why[name].code for name in ("Kay", "Lou", "Cy", "Dan")} == {"drive_fills"}


def test_a_new_table_is_set_below_the_others():
    new = ("Mo", "Ned", "Oz", "Pam")
    draw = drawn(PROGRESSIVE, Field((*TWELVE, *new), 1, round=2, order=TWELVE, past=ONE_ROUND))
    assert groups_in(draw)[3] == {*new}
    assert draw.why["Cy"].message == "Lost at table 1, so goes to table 3."


def test_the_nearest_to_the_bottom_rests_unless_he_has_rested_and_another_has_not():
    field = Field((*TWELVE, "Zoe"), 1, round=2, order=(*TWELVE, "Zoe"), past=ONE_ROUND, rested=((1, "Zoe"),))
    draw = drawn(PROGRESSIVE, field)
    (resting,) = draw.resting
    assert resting in {"Cy", "Dan", "Kay", "Lou"}
    assert draw.why[resting].message == "Sits out: nearest to the bottom of those who have sat out least."
    assert "Zoe" in draw.tables[2].entries


def test_whoever_cannot_move_keeps_his_table_and_another_goes_in_his_place():
    field = Field(TWELVE, 1, round=2, past=ONE_ROUND, stays={"Eve": 2, "Zoe": 1, "Gus": 2, "Lou": 9})
    draw = drawn(PROGRESSIVE, field)
    assert {"Eve", "Gus"} < {*draw.tables[1].entries}
    assert draw.why["Eve"].message == "Stays at table 2."
    instead = next(name for name in draw.tables[0].entries if name not in {"Ann", "Bea", "Fay"})
    assert draw.why[instead].message == "At table 1 in place of Eve, who cannot move."
    assert [fault.code for fault in find_field_faults(PROGRESSIVE, draw, field)] == ["moved_who_stays"]


def test_of_five_who_cannot_move_from_one_table_the_fifth_is_a_fault():
    field = Field(TWELVE, 1, stays=dict.fromkeys(TWELVE[:5], 1))
    assert [fault.code for fault in find_field_faults(PROGRESSIVE, drawn(PROGRESSIVE, field), field)] == [
        "moved_who_stays"
    ]


def test_two_kept_apart_are_parted_and_both_who_change_places_are_told():
    field = Field(TWELVE, 1, round=2, past=ONE_ROUND, apart=[frozenset(("Gus", "Ida"))], stays={"Gus": 2})
    draw = drawn(PROGRESSIVE, field)
    assert find_field_faults(PROGRESSIVE, draw, field) == ()
    assert draw.why["Ida"].message == "Kept apart from Gus, so sits at table 3."
    (changed,) = [why.message for why in draw.why.values() if why.code == "drive_changed"]
    assert changed == "Changed places with Ida, who is kept apart from Gus."


def test_at_the_only_table_partners_split_and_who_cannot_be_kept_apart_is_a_fault():
    past = played(1, ("Ann Bea".split(), "Cy Dan".split()))
    field = Field(EIGHT[:4], 1, round=2, past=past, apart=[frozenset(("Ann", "Cy"))])
    draw = drawn(PROGRESSIVE, field)
    assert [fault.code for fault in find_field_faults(PROGRESSIVE, draw, field)] == ["not_kept_apart"]
    assert {frozenset(side) for side in sides_in(draw)[0]} & {
        frozenset(("Ann", "Bea")),
        frozenset(("Cy", "Dan")),
    } == set()
    assert draw.why["Cy"].message == "Lost at table 1, so stays there."


@pytest.mark.parametrize(
    ("movement", "n", "why_not"),
    [
        (PROGRESSIVE, 3, "Changing partners needs at least 4 players. Wait until there are 4."),
        (PROGRESSIVE_PAIRS, 1, "At least 2 players, pairs or teams must be here before anybody can meet."),
        (LADDER, 0, "At least 2 players, pairs or teams must be here before anybody can meet."),
    ],
)
def test_too_few_are_told_what_to_do(movement, n, why_not):
    assert movement.fits(n).why_not == why_not
    with pytest.raises(CannotSeat, match=why_not):
        movement.next_draws(Field(EIGHT[:n], 1))


@EVERY
def test_as_a_rule_eight_rounds_and_no_more_than_a_drive_has(movement):
    assert movement.fits(40)
    assert movement.rounds(40) == Rounds(1, 8, 24)
    assert movement.wants_results


@EVERY
def test_opponents_change_as_the_room_moves(movement):
    chance, field, met = Random(3), Field(tuple(range(24)), 3), set()
    for _ in range(6):
        draw = drawn(movement, field)
        met |= {frozenset(pair) for sides in sides_in(draw) for pair in opponents_in(sides)}
        field = after(field, draw, chance)
    assert len(met) > 24


def test_where_everybody_is_kept_apart_from_everybody_the_tables_stay_as_they_were():
    field = Field(EIGHT, apart=[frozenset(pair) for pair in combinations(EIGHT, 2)])
    (draw,) = PROGRESSIVE.next_draws(field)
    (plain,) = PROGRESSIVE.next_draws(Field(EIGHT))
    assert draw == plain
    assert {fault.code for fault in find_field_faults(PROGRESSIVE, draw, field)} == {"not_kept_apart"}
