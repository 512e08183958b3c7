"""The bracket of a knock-out, side by side with one that is worked out here from the numbers of the draw."""

import pytest

from tests.evenings import Evening
from tests.round_evenings import out, rule_all
from tournament.draw.queries.brackets import (
    BracketColumn,
    BracketMatch,
    BracketSide,
    WholeBracket,
    blank_bracket,
    bracket_on_wall,
    names_of_rounds,
    whole_bracket,
)
from tournament.event.queries.competitors import competitors_of
from tournament.event.services.events import show_standings
from tournament.models import Match
from tournament.results.services.decisions import give_walk_over, make_ruling

EIGHT = (1, 8, 4, 5, 2, 7, 3, 6)
"""The numbers of a bracket of 8 from its top."""
EMPTY = BracketMatch((BracketSide(""), BracketSide("")), None, False)
UNKNOWN = BracketSide("")


def knock_out(rounds_of, entered: int, **settings: object) -> Evening:
    """Returns an evening with its first round released and its standings shown."""
    evening = rounds_of(entered, **{"plan": [["knock-out", 0]]} | settings)
    out(evening, 1)
    return show(evening)


def show(evening: Evening, shown: bool = True) -> Evening:
    show_standings(evening.event, shown, by=evening.director, now=evening.now)
    evening.event.refresh_from_db()
    return evening


def names_by_seed(evening: Evening) -> dict[int, str]:
    units = competitors_of(evening.event)
    return {seed: units[key].beside_others for seed, key in enumerate(evening.hour(1).order, start=1)}


def better_wins(evening: Evening, number: int) -> None:
    """Rules a round: the better number of the draw wins each match."""
    order = evening.hour(1).order
    rule_all(evening, number, first_wins=lambda match: is_first_better(order, match))


def is_first_better(order: list[int], match: Match) -> bool:
    one, other = (order.index(side.entries[0].team_id) for side in match.sides.all())
    return one < other


def table_of(evening: Evening, number: int, *names: str) -> int:
    (table,) = {
        match.table.number
        for match in evening.matches(number)
        if {side.name.replace(" and ", " & ") for side in match.sides.all()} == set(names)
    }
    return table


def played(evening: Evening, number: int, winner: str, loser: str, *, first: str) -> BracketMatch:
    sides = {
        winner: BracketSide(winner, won=True, score="14"),
        loser: BracketSide(loser, has_lost=True, score="9"),
    }
    other = loser if first == winner else winner
    return BracketMatch((sides[first], sides[other]), table_of(evening, number, winner, loser), False)


def test_there_is_no_bracket_before_the_seats_are_shown_or_without_a_knock_out(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 1], ["knock-out", 0]])
    assert (whole_bracket(evening.event), bracket_on_wall(evening.event)) == (None, None)
    out(evening, 1)
    assert (whole_bracket(evening.event), bracket_on_wall(evening.event)) == (None, None)
    rule_all(evening, 1)
    out(evening, 2)
    found = whole_bracket(evening.event)
    assert [column.label for column in found.columns] == ["Semi-finals", "Final"]


def test_the_bracket_of_five_from_the_first_round_to_the_winner(rounds_of):
    evening = knock_out(rounds_of, 5)
    name = names_by_seed(evening)
    table = table_of(evening, 1, name[4], name[5])
    open_match = BracketMatch((BracketSide(name[4]), BracketSide(name[5])), table, False)
    byes = {seed: BracketMatch((BracketSide(name[seed], won=True),), None, True) for seed in (1, 2, 3)}
    first = whole_bracket(evening.event)
    semi_finals = (
        BracketMatch((BracketSide(name[1]), UNKNOWN), None, False),
        BracketMatch((BracketSide(name[2]), BracketSide(name[3])), None, False),
    )
    third = first.columns[-1].third
    assert first == WholeBracket(
        (
            BracketColumn("Quarter-finals", (byes[1], open_match, byes[2], byes[3])),
            BracketColumn("Semi-finals", semi_finals),
            BracketColumn("Final", (EMPTY,), third),
        ),
        "",
    )
    assert third == (EMPTY,)
    better_wins(evening, 1)
    decided = played(evening, 1, name[4], name[5], first=name[4])
    assert whole_bracket(evening.event).columns[0].matches == (byes[1], decided, byes[2], byes[3])
    out(evening, 2)
    better_wins(evening, 2)
    out(evening, 3)
    better_wins(evening, 3)
    last = whole_bracket(evening.event)
    assert last.columns == (
        BracketColumn("Quarter-finals", (byes[1], decided, byes[2], byes[3])),
        BracketColumn(
            "Semi-finals",
            (
                played(evening, 2, name[1], name[4], first=name[1]),
                played(evening, 2, name[2], name[3], first=name[2]),
            ),
        ),
        BracketColumn(
            "Final",
            (played(evening, 3, name[1], name[2], first=name[1]),),
            (played(evening, 3, name[3], name[4], first=last.columns[-1].third[0].sides[0].name),),
        ),
    )
    assert (last.winner, last.plate, last.is_kept) == (name[1].replace(" & ", " and "), (), False)


def test_the_round_that_is_on_stays_open_while_the_standings_are_hidden(rounds_of):
    evening = knock_out(rounds_of, 4)
    better_wins(evening, 1)
    out(evening, 2)
    better_wins(evening, 2)
    name = names_by_seed(evening)
    shown = whole_bracket(evening.event)
    hidden = whole_bracket(show(evening, False).event)
    table = table_of(evening, 2, name[1], name[2])
    final = BracketMatch((BracketSide(name[1]), BracketSide(name[2])), table, False)
    assert (hidden.columns[0], hidden.columns[1].matches) == (shown.columns[0], (final,))
    assert (shown.winner, hidden.winner) == (name[1].replace(" & ", " and "), "")
    assert (shown.is_kept, hidden.is_kept) == (False, True)


def test_a_match_that_is_not_agreed_is_won_by_nobody_yet(rounds_of):
    evening = knock_out(rounds_of, 4)
    better_wins(evening, 1)
    name = names_by_seed(evening)
    table = table_of(evening, 1, name[1], name[4])
    Match.objects.filter(table__number=table).update(state="entered")
    columns = whole_bracket(evening.event).columns
    waits = BracketMatch((BracketSide(name[1]), BracketSide(name[4])), table, False)
    assert columns[0].matches == (waits, played(evening, 1, name[2], name[3], first=name[2]))
    assert columns[1].matches == (BracketMatch((UNKNOWN, BracketSide(name[2])), None, False),)


def test_two_teams_that_meet_at_two_tables_wait_until_both_are_agreed(rounds_of):
    evening = rounds_of(4, plan=[["knock-out", 0]], enters="teams")
    out(evening, 1)
    rule_all(evening, 1)
    show(evening)
    units = competitors_of(evening.event)

    def sides_at(table: int, *, is_won: bool) -> tuple[BracketSide, BracketSide]:
        (match,) = [match for match in evening.matches(1) if match.table.number == table]
        one, other = (units[side.entries[0].team_id].beside_others for side in match.sides.order_by("number"))
        if not is_won:
            return BracketSide(one), BracketSide(other)
        return BracketSide(one, won=True, score="2"), BracketSide(other, has_lost=True, score="0")

    for table, won in ((1, (False, True)), (2, (False, True)), (3, (True, False)), (4, (True, False))):
        Match.objects.filter(table__number=table).update(state="entered")
        assert [(match.table, match.sides) for match in whole_bracket(evening.event).columns[0].matches] == [
            (number, sides_at(number * 2, is_won=is_won)) for number, is_won in zip((1, 2), won)
        ]
        Match.objects.update(state="ruled")


def test_where_neither_side_came_both_have_lost_and_nobody_goes_on(rounds_of):
    evening = knock_out(rounds_of, 4)
    name = names_by_seed(evening)
    table = table_of(evening, 1, name[1], name[4])
    (match,) = [match for match in evening.matches(1) if match.table.number == table]
    give_walk_over(match, 0, reason="Both stuck in traffic.", by=evening.director, now=evening.now)
    better_wins(evening, 1)
    columns = whole_bracket(evening.event).columns
    empty = BracketMatch((BracketSide(name[1], has_lost=True), BracketSide(name[4], has_lost=True)), table, False, True)
    assert columns[0].matches[0] == empty
    assert columns[1].third == ()


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (2, [("Final", 1)]),
        (4, [("Semi-finals", 2), ("Final", 1)]),
        (16, [("Last 16", 8), ("Quarter-finals", 4), ("Semi-finals", 2), ("Final", 1)]),
    ],
)
def test_a_blank_bracket_halves_from_column_to_column(size, expected):
    blank = blank_bracket(size)
    assert blank == WholeBracket(tuple(BracketColumn(label, (EMPTY,) * count) for label, count in expected), "")


@pytest.mark.parametrize(
    ("entered", "expected"),
    [
        (4, {1: "Semi-finals", 2: "Final"}),
        (5, {2: "Semi-finals", 3: "Final"}),
        (8, {1: "Quarter-finals", 2: "Semi-finals", 3: "Final"}),
    ],
)
def test_rounds_are_named_once_they_are_drawn_but_none_in_which_some_go_through(rounds_of, entered, expected):
    evening = rounds_of(entered, plan=[["knock-out", 0]])
    names = {}
    for number in range(1, 4 if entered > 4 else 3):
        out(evening, number)
        better_wins(evening, number)
        names = names_of_rounds(evening.event)
        assert names == {key: label for key, label in expected.items() if key <= number}
    assert names == expected


def test_rounds_before_the_knock_out_have_no_names_of_it(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 1]])
    out(evening, 1)
    assert names_of_rounds(evening.event) == {}


def test_a_knock_out_after_other_rounds_has_names_of_its_own_rounds_alone(rounds_of):
    evening = rounds_of(5, plan=[["round-robin", 1], ["knock-out", 2, 4]])
    evening.event.criteria = ["match_points"]
    evening.event.save(update_fields=["criteria"])
    for number in (1, 2, 3):
        out(evening, number)
        rule_all(evening, number)
    assert names_of_rounds(evening.event) == {2: "Semi-finals", 3: "Final"}


def test_a_first_round_of_nine_in_which_seven_go_through_is_not_named_for_sixteen(rounds_of):
    evening = knock_out(rounds_of, 9)
    labels = [column.label for column in whole_bracket(evening.event).columns]
    assert labels == ["First round", "Quarter-finals", "Semi-finals", "Final"]
    assert names_of_rounds(evening.event) == {}


def columns_of(part: tuple[BracketColumn, ...]) -> list[tuple[str, list[list[str]]]]:
    return [(column.label, [[side.name for side in match.sides] for match in column.matches]) for column in part]


def test_the_wall_shows_three_rounds_from_the_one_that_is_on_in_parts_of_four_matches(rounds_of):
    evening = knock_out(rounds_of, 16)
    name = names_by_seed(evening)
    seeds = [seed for high in EIGHT for seed in (high, 17 - high)]
    pairs = [[name[one], name[other]] for one, other in zip(seeds[::2], seeds[1::2], strict=True)]
    empty = ["", ""]
    assert [columns_of(part) for part in bracket_on_wall(evening.event).parts] == [
        [("Last 16", half), ("Quarter-finals", [empty] * 2), ("Semi-finals", [empty])]
        for half in (pairs[:4], pairs[4:])
    ]
    better_wins(evening, 1)
    out(evening, 2)
    quarters = [[name[one], name[other]] for one, other in zip(EIGHT[::2], EIGHT[1::2], strict=True)]
    found = bracket_on_wall(evening.event)
    assert [columns_of(part) for part in found.parts] == [
        [("Quarter-finals", quarters), ("Semi-finals", [empty] * 2), ("Final", [empty])]
    ]
    assert (found.winner, found.plate_winner) == ("", "")


def test_of_a_short_knock_out_the_wall_shows_every_round_until_the_end(rounds_of):
    evening = knock_out(rounds_of, 4)
    name = names_by_seed(evening)
    semi_finals = ("Semi-finals", [[name[1], name[4]], [name[2], name[3]]])
    assert [columns_of(part) for part in bracket_on_wall(evening.event).parts] == [[semi_finals, ("Final", [["", ""]])]]
    better_wins(evening, 1)
    out(evening, 2)
    better_wins(evening, 2)
    found = bracket_on_wall(evening.event)
    assert [columns_of(part) for part in found.parts] == [[semi_finals, ("Final", [[name[1], name[2]]])]]
    assert (found.winner, found.plate_winner) == (name[1].replace(" & ", " and "), "")


def test_the_plate_of_eight_stands_after_the_bracket_round_by_round_with_its_winner(rounds_of):
    evening = knock_out(rounds_of, 8, plan=[["knock-out-plate", 0]])
    name = names_by_seed(evening)
    assert whole_bracket(evening.event).plate == ()
    better_wins(evening, 1)
    out(evening, 2)
    (second,) = whole_bracket(evening.event).plate
    beaten = {name[seed] for seed in (5, 6, 7, 8)}
    assert second.label == "Plate, round 2"
    assert {side.name for match in second.matches for side in match.sides} == beaten
    better_wins(evening, 2)
    out(evening, 3)
    better_wins(evening, 3)
    found = bracket_on_wall(evening.event)
    main, plate = found.parts
    assert [column.label for column in main] == ["Quarter-finals", "Semi-finals", "Final"]
    assert [column.label for column in plate] == ["Plate, round 2", "Plate, final"]
    assert plate == whole_bracket(evening.event).plate
    assert [{side.name for side in match.sides} for match in plate[1].matches] == [{name[5], name[6]}]
    assert (found.winner, found.plate_winner) == tuple(name[seed].replace(" & ", " and ") for seed in (1, 5))
    for match in evening.matches(3):
        first, second = match.points
        turned = {"points": (second, first), "games": (0, 1) if first > second else (1, 0)}
        make_ruling(match, **turned, reason="Counted again.", by=evening.director, now=evening.now)
    found = bracket_on_wall(evening.event)
    assert (found.winner, found.plate_winner) == tuple(name[seed].replace(" & ", " and ") for seed in (2, 6))


def test_a_long_last_round_of_the_plate_fills_columns_of_four(rounds_of):
    evening = knock_out(rounds_of, 20, plan=[["knock-out-plate", 0]])
    better_wins(evening, 1)
    out(evening, 2)
    order = evening.hour(1).order
    rule_all(evening, 2, first_wins=lambda match: not is_first_better(order, match))
    out(evening, 3)
    last = whole_bracket(evening.event).plate[-1]
    parts = bracket_on_wall(evening.event).parts
    plate = [column for part in parts for column in part if column.label.startswith("Plate")]
    assert len(last.matches) > 4
    assert [column.label for column in plate] == [last.label] * -(-len(last.matches) // 4)
    assert [match for column in plate for match in column.matches] == list(last.matches)
    assert [len(column.matches) for column in plate[:-1]] == [4] * (len(plate) - 1)
