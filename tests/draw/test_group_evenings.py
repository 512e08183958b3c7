"""Groups by themselves, then a knock-out of the best of each: tables, seeds, reasons, and a cut where two are level."""

import pytest

from tests.evenings import Evening
from tests.round_evenings import Rounds, out, rule_all
from tests.standings.test_knock_out_standings import first_came_first
from tournament.door.services.people import leave
from tournament.door.services.teams import team_up
from tournament.draw.queries.brackets import names_of_rounds, whole_bracket
from tournament.draw.queries.fields import field_of_round, past_of
from tournament.draw.queries.seating_reasons import reasons_of
from tournament.draw.services.round_draws import draw_round
from tournament.event.queries.competitors import competitors_of
from tournament.formats.presets import PRESETS
from tournament.foundation.errors import CannotDraw
from tournament.models import Entry, Match, Stage
from tournament.standings.queries.cuts import final_ties
from tournament.standings.queries.groups import counting_now
from tournament.standings.queries.standings import standings_of
from tournament.standings.queries.standings_page import standings_page
from tournament.standings.services import record_cuts

BY_WINS = ["match_points", "cut"]
GROUPS_THEN_OUT: list[list[object]] = [["groups-4", 0, 0], ["knock-out", 0, 2]]


def played_in_groups(rounds_of: Rounds, pairs: int, **settings: object) -> Evening:
    """Whoever entered first wins, so that a group ranks in that order."""
    evening = rounds_of(pairs, plan=GROUPS_THEN_OUT, **settings)
    out(evening, 1)
    for number in range(1, evening.event.plan[0][1] + 1):
        if number > 1:
            out(evening, number)
        rule_all(evening, number, first_wins=first_came_first)
    return evening


def tables(evening: Evening) -> dict[str, list[int]]:
    by_letter: dict[str, list[int]] = {}
    for line in standings_of(evening.event, counting="groups").lines:
        by_letter.setdefault(line.group, []).append(line.record.entry)
    return by_letter


def test_each_group_has_its_own_table_and_the_best_of_each_go_on_firsts_against_seconds_of_another(rounds_of: Rounds):
    evening = played_in_groups(rounds_of, 8)
    a, b = tables(evening).values()
    assert (evening.event.plan[0], sorted(a), sorted(b)) == (["groups-4", 3, 0], a, b)
    lines = standings_of(evening.event, counting="groups").lines
    assert [(line.group, line.placing.shown, line.record.won) for line in lines] == [
        (letter, str(place), 4 - place) for letter in "AB" for place in range(1, 5)
    ]
    stage = out(evening, 4)
    firsts = [entry for entry in stage.order if entry in (a[0], b[0])]
    assert stage.order[:2] == firsts
    meet = [sorted(past.entries) for past in past_of(evening.event, 4, 5)]
    assert sorted(meet) == sorted(map(sorted, [[a[0], b[1]], [b[0], a[1]]]))
    assert sorted(stage.out) == sorted((*a[2:], *b[2:]))
    why = reasons_of(stage, competitors_of(evening.event)).why
    assert {why[entry.pk] for entry in competitors_of(evening.event)[a[0]].entries} == {
        "First of group A: meets number 2 of group B."
    }
    assert {line.group for line in standings_of(evening.event).lines} == {"A", "B"}
    page = standings_page(standings_of(evening.event))
    assert page is not None
    assert page.rows[0].besides[0] in ("Group A", "Group B")
    assert [key for key, _label in page.tables] == ["entered", "groups", "players"]


def test_the_table_of_the_groups_counts_until_the_knock_out_is_out(rounds_of: Rounds):
    evening = rounds_of(6, plan=GROUPS_THEN_OUT)
    assert counting_now(evening.event) == "entered"
    assert standings_of(evening.event, counting="groups").lines == ()
    out(evening, 1)
    assert counting_now(evening.event) == "groups"
    rule_all(evening, 1, first_wins=first_came_first)
    for number in (2, 3):
        out(evening, number)
        rule_all(evening, number, first_wins=first_came_first)
    out(evening, 4)
    assert counting_now(evening.event) == "entered"
    assert len(standings_of(evening.event, counting="groups").lines) == 6


def test_who_comes_late_is_in_the_smallest_group_and_whoever_leaves_lets_the_next_of_his_group_go_on(rounds_of: Rounds):
    evening = rounds_of(7, plan=GROUPS_THEN_OUT)
    out(evening, 1)
    rule_all(evening, 1, first_wins=first_came_first)
    team_up(evening.event, ["Zed Late", "Zoe Late"], by=evening.director, now=evening.now)
    for number in (2, 3):
        out(evening, number)
        rule_all(evening, number, first_wins=first_came_first)
    groups = tables(evening)
    assert [len(group) for group in groups.values()] == [4, 4]
    gone = groups["A"][0]
    for entry in Entry.objects.filter(team=gone):
        leave(entry, by=evening.director, now=evening.now)
    field = field_of_round(evening.event, 4, seed=1)
    assert set(field.entries) == {*groups["A"][1:3], *groups["B"][:2]}
    assert sorted(field.placed[entry] for entry in field.entries) == [("A", 2), ("A", 3), ("B", 1), ("B", 2)]
    assert [field.placed[entry].place for entry in field.entries] == [1, 2, 2, 3]


def test_two_level_for_a_place_that_goes_on_cut_the_cards_before_the_next_part_is_drawn(rounds_of: Rounds):
    evening = rounds_of(6, plan=GROUPS_THEN_OUT, criteria=BY_WINS)
    out(evening, 1)
    places = {entry: place for group in tables(evening).values() for place, entry in enumerate(group)}

    def in_a_ring(match: Match) -> bool:
        """All three of a group win one match."""
        one, other = (places[side.entries[0].team_id or 0] for side in match.sides.all())
        return (other - one) % 3 == 1

    for number in (1, 2, 3):
        if number > 1:
            out(evening, number)
        rule_all(evening, number, first_wins=in_a_ring)
    ties = final_ties(standings_of(evening.event, counting="groups"))
    assert [len(tie.entries) for tie in ties] == [3, 3]
    with pytest.raises(CannotDraw, match="Tied in group .* cut the cards"):
        draw_round(evening.event, 4, seed=1, by=evening.director, now=evening.now)
    cards = iter("A K Q J T 9 8 7 6".split())
    cut = {entry: [next(cards)] for tie in ties for entry in tie.entries}
    record_cuts(Stage.objects.get(number=3), cut, by=evening.director, now=evening.now)
    assert draw_round(evening.event, 4, seed=1, by=evening.director, now=evening.now).order


def test_after_its_groups_a_team_cup_has_a_knock_out_of_their_best_and_a_second_cup_of_the_others(rounds_of: Rounds):
    cup = PRESETS["team-cup"].settings | {"pairs_a_team": 2}
    evening = rounds_of(8, **cup)
    sizes = []
    for number in range(1, 6):
        sizes.append(len(out(evening, number).tables.all()))
        if number == 4:
            a, b = tables(evening).values()
            meet = {frozenset(past.entries) for past in past_of(evening.event, 4, 5)}
            assert meet == {frozenset(pair) for pair in ((a[0], b[1]), (b[0], a[1]), (a[2], b[3]), (b[2], a[3]))}
            why = reasons_of(Stage.objects.get(number=4), competitors_of(evening.event)).why
            said = {why[entry.pk] for entry in competitors_of(evening.event)[a[2]].entries}
            assert said == {"Second cup. Third of group A: meets number 4 of group B."}
        rule_all(evening, number, first_wins=first_came_first)
    plan = [["groups-4", 3, 0], ["knock-out", 2, 2, False, True]]
    assert (sizes, evening.event.plan) == ([8] * 5, plan)
    bracket = whole_bracket(evening.event)
    assert bracket is not None and bracket.second_cup is not None
    assert [column.label for column in bracket.second_cup.columns] == ["Second cup: Semi-finals", "Second cup: Final"]
    assert names_of_rounds(evening.event) == {4: "Semi-finals", 5: "Final"}
    places = [line.record.entry for line in standings_of(evening.event).lines]
    assert {*places[:4]} == {*a[:2], *b[:2]}
    assert places[0] == min(a[0], b[0])
    assert places[4] == min(a[2], b[2])
