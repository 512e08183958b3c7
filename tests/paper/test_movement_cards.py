"""A card for each pair, player or team: what it promises of the rounds to come is what is drawn when they come."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import evenings, round_evenings
from tests.paper.conftest import ODD_NAMES
from tests.round_evenings import out, rule_all
from tournament.draw.services.draws import release_draw
from tournament.draw.services.round_draws import draw_round
from tournament.models import Event, join_names
from tournament.paper.documents.movement_cards import lay_out, lay_out_in_parts
from tournament.paper.queries.movement_cards import CardLine, MovementCard, movement_cards_of

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of


def told(event, *, planned=None):
    """Of every card, what it says of each round, with or without those that are planned."""
    cards = movement_cards_of(Event.objects.get(pk=event.pk))
    return {
        card.name: [
            (line.label, line.tables, line.partner, line.against)
            for line in card.lines
            if planned in (None, line.is_planned)
        ]
        for card in cards
    }


@pytest.mark.slow
@pytest.mark.parametrize("movement", ["round-robin", "stay-and-move"])
@pytest.mark.parametrize("pairs", [5, 6])
def test_rounds_that_are_not_out_are_drawn_as_the_card_has_them(rounds_of, movement, pairs):
    evening = rounds_of(pairs, plan=[[movement, 0]])
    out(evening, 1)
    promised = told(evening.event)
    rounds = {len(lines) for lines in promised.values()}
    assert (len(promised), len(rounds), max(rounds) > 2) == (pairs, 1, True)
    assert {len(lines) for lines in told(evening.event, planned=False).values()} == {1}
    for number in range(2, max(rounds) + 1):
        stage = draw_round(evening.event, number, seed=number, by=evening.director, now=evening.now)
        release_draw(stage, by=evening.director, now=evening.now)
    assert told(evening.event, planned=False) == promised


def test_where_results_decide_only_what_is_out_is_on_the_card(rounds_of):
    evening = rounds_of(4, plan=[["swiss", 3]])
    out(evening, 1)
    rule_all(evening, 1)
    lines = told(evening.event)
    assert {len(of) for of in lines.values()} == {1}
    for match in evening.matches(1):
        one, other = (side.name for side in match.sides.all())
        assert lines[one] == [("Round 1", str(match.table.number), "", other)]
        assert lines[other] == [("Round 1", str(match.table.number), "", one)]


def test_rounds_that_depend_on_results_are_written_in_on_the_card(rounds_of):
    evening = rounds_of(4, plan=[["swiss", 3]])
    out(evening, 1)
    for card in movement_cards_of(Event.objects.get(pk=evening.event.pk)):
        assert card.to_come == ("Round 2", "Round 3")
        (laid,) = lay_out_in_parts(card)
        assert [(line.label, line.is_open) for lines in laid.columns for line in lines] == [
            *(("Round 1", False), ("Round 2", True), ("Round 3", True)),
        ]


def test_who_is_knocked_out_has_no_lines_for_rounds_to_come_until_a_part_that_is_open_to_them_again(rounds_of):
    evening = rounds_of(8, plan=[["knock-out", 3], ["swiss", 2]])
    for number in (1, 2):
        out(evening, number)
        rule_all(evening, number)
    gone = {card.name for card in movement_cards_of(Event.objects.get()) if "Round 3" not in card.to_come}
    last = {side.name for match in evening.matches(2) for side in match.sides.all()}
    assert gone == {side.name for match in evening.matches(1) for side in match.sides.all()} - last
    assert {card.to_come for card in movement_cards_of(Event.objects.get())} == {
        *(("Round 3", "Round 4", "Round 5"), ("Round 4", "Round 5")),
    }


def test_at_a_kent_evening_every_turn_has_its_line_and_a_sit_out_no_opponent(evening_of):
    evening = evening_of(3).begun()
    lines = told(evening.event)
    assert {len(of) for of in lines.values()} == {3}
    against = {name: [line[3] for line in of] for name, of in lines.items()}
    assert sorted(against) == sorted(evenings.NAMES[:3])
    assert [sorted(of) for of in against.values()] == [["", *sorted({*against} - {name})] for name in against]
    assert next(iter(lines.values()))[0][:2] == ("Hour 1, round 1", "1")


def test_of_two_hours_the_second_begins_with_its_first_round(evening_of):
    evening = evening_of(8).begun()
    evening.play_rounds(1)
    evening.hand_in(1, evenings.by_lot)
    evening.end_rounds(1)
    evening.second()
    begins = {tuple((line.label, line.begins) for line in card.lines) for card in movement_cards_of(evening.event)}
    labels = [f"Hour {hour}, round {number}" for hour in (1, 2) for number in (1, 2, 3)]
    assert begins == {tuple((label, label == "Hour 2, round 1") for label in labels)}


def test_of_a_team_each_pair_has_its_table_also_where_the_round_is_planned(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 0]], enters="teams")
    out(evening, 1)
    teams = [evenings.NAMES[at : at + 4] for at in range(0, 16, 4)]
    pairs = {join_names(team): {(join_names(team[:2]), join_names(team[2:]))} for team in teams}
    cards = movement_cards_of(Event.objects.get())
    assert {card.name: {tuple(dict(line.pairs).values()) for line in card.lines} for card in cards} == pairs
    assert [len(card.lines) for card in cards] == [3] * 4
    told = [
        (line.tables, ", ".join(str(table) for table, _names in line.pairs)) for card in cards for line in card.lines
    ]
    assert [tables for tables, of_pairs in told if tables != of_pairs] == []


LONG = ODD_NAMES[0]


@pytest.mark.parametrize(
    ("rounds", "against", "size", "columns"),
    [
        *((2, "Ann Archer", 26, 1), (4, "Ann Archer and Bea Bell", 26, 1), (8, "Ann Archer", 21, 1)),
        *((6, LONG, 16, 1), (16, "Ann Archer", 14, 2), (60, LONG, 5, 2)),
    ],
)
def test_the_type_of_a_card_is_as_large_as_all_its_rounds_have_room_for(rounds, against, size, columns):
    lines = tuple(CardLine(f"Round {number}", str(number), "", against) for number in range(1, rounds + 1))
    laid = lay_out(MovementCard("Bea Bell", "", lines))
    assert (laid.size, len(laid.columns), sum(laid.columns, ())) == (size, columns, lines)


@pytest.mark.parametrize(
    ("rounds", "against", "cards"),
    [
        (16, "Ann Archer", [("", 14, 16)]),
        (29, "Ann Archer and Bea Archer", [("card 1 of 2", 13, 15), ("card 2 of 2", 13, 14)]),
        (60, LONG, [(f"card {part} of 4", 11, 15) for part in (1, 2, 3, 4)]),
    ],
)
def test_more_rounds_than_can_be_read_on_one_card_go_on_with_another(rounds, against, cards):
    lines = tuple(CardLine(f"Round {number}", str(number), "", against) for number in range(1, rounds + 1))
    parts = lay_out_in_parts(MovementCard("Bea Bell", "", lines))
    assert [(each.part, each.size, len(each.card.lines)) for each in parts] == cards
    assert sum((each.card.lines for each in parts), ()) == lines


def test_many_cards_take_as_many_queries_as_few(rounds_of):
    counts = []
    evening = rounds_of(12, plan=[["round-robin", 0]])
    out(evening, 1)
    for number in (2, 3):
        with CaptureQueriesContext(connection) as queries:
            movement_cards_of(Event.objects.get())
        counts.append(len(queries))
        out(evening, number)
    assert counts[0] == counts[1] <= 20
