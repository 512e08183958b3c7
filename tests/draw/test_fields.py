"""What a movement is given before it draws, and what it is told of the rounds before."""

from fractions import Fraction

import pytest

from tests.evenings import Evening
from tests.round_evenings import out, rule_all
from tournament.door.services.people import leave
from tournament.door.services.teams import team_up
from tournament.draw.queries.fields import field_of_round, past_of, rests_between, scores_of, ties_at_the_cut
from tournament.event.queries.competitors import competitors_of
from tournament.event.services.wishes import set_wishes
from tournament.models import Entry, Event, Match, Rest, Side, Stage
from tournament.movements.draw import Field, GroupPlace, PastMatch
from tournament.results.services.decisions import call_off, give_walk_over
from tournament.standings.queries.standings import standings_of


def keys_of(evening: Evening) -> dict[str, int]:
    """Returns the number of each pair by the first name of its first player."""
    return {unit.entries[0].name.split()[0]: key for key, unit in competitors_of(evening.event).items()}


def pairs(rounds_of, entered: int, rounds: int = 3, **settings: object) -> Evening:
    return rounds_of(entered, **{"plan": [["round-robin", rounds]]} | settings)


def tally(match: Match, *tallies: tuple[int | None, int | None]) -> None:
    """Stores the games and points of each side, in order, and agrees the match."""
    for number, (games, points) in enumerate(tallies, start=1):
        Side.objects.filter(match=match, number=number).update(games=games, points=points)
    Match.objects.filter(pk=match.pk).update(state="agreed")


def sides_of(match: Match) -> tuple[tuple[int, ...], ...]:
    return tuple((side.entries[0].team_id,) for side in match.sides.all())


def at(evening: Evening, table: int, number: int = 1) -> Match:
    (match,) = [match for match in evening.matches(number) if match.table.number == table]
    return match


@pytest.mark.parametrize(
    ("tallies", "winner", "ranked", "score"),
    [
        (((1, 14), (0, 9)), 0, (0, 1), (14, 9)),
        (((0, 14), (1, 9)), 1, (1, 0), (14, 9)),
        (((1, 9), (1, 14)), 1, (1, 0), (9, 14)),
        (((2, 9), (1, 14)), 0, (0, 1), (2, 1)),
        (((None, 9), (None, 14)), 1, (1, 0), (9, 14)),
        (((0, 9), (None, 14)), 1, (1, 0), (9, 14)),
        (((1, 9), (1, 9)), None, (0, 1), (9, 9)),
        (((None, None), (None, None)), None, (0, 1), ()),
        (((None, 14), (None, None)), None, (0, 1), ()),
    ],
)
def test_a_match_is_won_by_games_else_by_points_if_both_are_known(rounds_of, tallies, winner, ranked, score):
    evening = pairs(rounds_of, 2)
    out(evening, 1)
    match = at(evening, 1)
    tally(match, *tallies)
    assert past_of(evening.event, 1, 2) == (PastMatch(1, 1, sides_of(match), winner, ranked, score=score),)


def test_of_more_than_two_sides_all_are_ranked_from_the_best(evening_of):
    plan = [["auction-pitch-mixed", 2]]
    evening = evening_of(4, format="auction-pitch-rounds", enters="players", plan=plan, table_size=4)
    out(evening, 1)
    match = at(evening, 1)
    tally(match, (0, 5), (1, 3), (0, 7), (0, 2))
    sides = tuple((side.entries[0].pk,) for side in match.sides.all())
    assert past_of(evening.event, 1, 2) == (PastMatch(1, 1, sides, 1, (1, 2, 0, 3), score=(5, 3, 7, 2)),)


def test_a_walk_over_is_won_by_the_side_that_came_and_by_none_if_neither_did(rounds_of):
    evening = pairs(rounds_of, 6)
    out(evening, 1)
    for table, came in ((1, 1), (2, 2), (3, 0)):
        give_walk_over(at(evening, table), came, reason="Late.", by=evening.director, now=evening.now)
    sides = {table: sides_of(at(evening, table)) for table in (1, 2, 3)}
    assert past_of(evening.event, 1, 2) == (
        PastMatch(1, 1, sides[1], 0, (0, 1)),
        PastMatch(1, 2, sides[2], 1, (0, 1)),
        PastMatch(1, 3, sides[3], is_empty=True),
    )


def test_a_match_called_off_and_a_draft_were_not_played_and_rounds_count_from_the_first_asked_for(rounds_of):
    evening = pairs(rounds_of, 4)
    for number in (1, 2, 3):
        out(evening, number)
        rule_all(evening, number)
    call_off(at(evening, 1, 2), reason="Ill.", by=evening.director, now=evening.now)
    Stage.objects.filter(number=3).update(released_at=None)
    first = [PastMatch(1, table, sides_of(at(evening, table)), 0, (0, 1), score=(14, 9)) for table in (1, 2)]
    second = sides_of(at(evening, 2, 2))
    assert past_of(evening.event, 1, 4) == (*first, PastMatch(2, 2, second, 0, (0, 1), score=(14, 9)))
    assert past_of(evening.event, 2, 4) == (PastMatch(1, 2, second, 0, (0, 1), score=(14, 9)),)
    assert past_of(evening.event, 1, 2) == tuple(first)
    assert past_of(evening.event, 1, 1) == past_of(evening.event, 3, 9) == ()


@pytest.mark.parametrize(
    ("first", "second", "winner", "score"),
    [
        ((1, 0), (1, 0), 0, (2, 0)),
        ((0, 1), (0, 1), 1, (0, 2)),
        ((1, 0), (0, 1), None, (1, 1)),
        ((1, 0), (1, 1), 0, (2, 1)),
        ((4, 3), (1, 6), 1, (5, 9)),
        ((4, 3), (3, 4), None, (7, 7)),
        ((1, 0), (None, None), None, ()),
        ((1, 1), (1, 1), None, (2, 2)),
    ],
)
def test_a_team_that_has_won_more_games_at_all_its_tables_has_won_once_all_are_known(
    rounds_of, first, second, winner, score
):
    evening = pairs(rounds_of, 2, enters="teams")
    out(evening, 1)
    for table, games in ((1, first), (2, second)):
        tally(at(evening, table), *((each, None if each is None else 9) for each in games))
    assert past_of(evening.event, 1, 2) == (PastMatch(1, 1, sides_of(at(evening, 1)), winner, score=score),)


def test_two_tables_of_each_meeting_count_as_one_table(rounds_of):
    evening = pairs(rounds_of, 4, enters="teams")
    out(evening, 1)
    assert [match.table for match in past_of(evening.event, 1, 2)] == [1, 2]


def test_neither_team_came_only_if_nobody_came_to_any_of_their_tables(rounds_of):
    evening = pairs(rounds_of, 2, enters="teams")
    out(evening, 1)
    Match.objects.filter(table__number=1).update(walk_over=0)
    tally(at(evening, 2), (0, 3), (1, 14))
    assert past_of(evening.event, 1, 2) == (PastMatch(1, 1, sides_of(at(evening, 1)), 1),)
    Match.objects.update(walk_over=0)
    assert past_of(evening.event, 1, 2) == (PastMatch(1, 1, sides_of(at(evening, 1)), is_empty=True),)


def test_rests_are_told_once_a_pair_with_the_round_counted_from_the_first_asked_for(rounds_of):
    evening = pairs(rounds_of, 3)
    for number in (1, 2, 3):
        out(evening, number)
        rule_all(evening, number)
    rested = {rest.stage.number: rest.entry.team_id for rest in Rest.objects.select_related("stage", "entry")}
    assert sorted(rests_between(evening.event, 1, 4)) == [(number, rested[number]) for number in (1, 2, 3)]
    assert sorted(rests_between(evening.event, 2, 4)) == [(1, rested[2]), (2, rested[3])]
    assert rests_between(evening.event, 1, 2) == ((1, rested[1]),)
    Stage.objects.filter(number=3).update(released_at=None)
    assert sorted(rests_between(evening.event, 2, 4)) == [(1, rested[2])]


def test_players_rest_by_themselves(evening_of):
    plan = [["changing-partners", 3]]
    evening = evening_of(6, format="trinidad-rounds", enters="players", plan=plan)
    out(evening, 1)
    assert {key for _round, key in rests_between(evening.event, 1, 2)} == {rest.entry_id for rest in Rest.objects.all()}


def test_a_win_and_a_rest_score_one_and_a_tie_half():
    past = (
        PastMatch(1, 1, ((1,), (2,)), 0),
        PastMatch(1, 2, ((3, 4), (5, 9))),
        PastMatch(2, 1, ((2,), (1,)), 1),
        PastMatch(2, 2, ((3,), (5,)), is_empty=True),
    )
    half = Fraction(1, 2)
    assert scores_of((1, 2, 3, 4, 5, 6), past, ((1, 6), (2, 6), (2, 7))) == {
        1: 2,
        2: 0,
        3: half,
        4: half,
        5: half,
        6: 2,
    }


def test_the_first_round_is_drawn_from_the_seed_and_every_pair_that_is_whole(rounds_of):
    evening = pairs(rounds_of, 4, rounds=0)
    keys = keys_of(evening)
    leave(evening.entry("Eve Ash"), by=evening.director, now=evening.now)
    here = (keys["Ann"], keys["Cy"], keys["Gus"])
    field = field_of_round(evening.event, 1, seed=7)
    assert field == Field(
        here,
        7,
        table_size=evening.event.table_size,
        round=1,
        rounds=3,
        scores=dict.fromkeys(here, 0),
        apart=frozenset(),
    )
    assert field_of_round(evening.event, 1, seed=7, here=here[:2]).entries == here[:2]


def test_a_later_round_knows_the_order_of_the_first_and_what_was_played(rounds_of):
    evening = pairs(rounds_of, 5, rounds=5)
    out(evening, 1)
    rule_all(evening, 1)
    here = tuple(keys_of(evening).values())
    won = {match.sides[0][0] for match in past_of(evening.event, 1, 2)}
    ((_round, rested),) = rests_between(evening.event, 1, 2)
    assert field_of_round(evening.event, 2, seed=7) == Field(
        here,
        7,
        table_size=evening.event.table_size,
        round=2,
        rounds=5,
        order=tuple(evening.hour(1).order),
        past=past_of(evening.event, 1, 2),
        rested=((1, rested),),
        scores={key: Fraction(key in won or key == rested) for key in here},
        apart=frozenset(),
    )


def test_a_later_part_is_drawn_from_the_standings_before_it_without_a_seed(rounds_of):
    evening = pairs(rounds_of, 5, plan=[["round-robin", 2], ["knock-out", 2, 4]])
    for number in (1, 2):
        out(evening, number)
        rule_all(evening, number)
    ranked = tuple(placing.record.entry for placing in standings_of(evening.event, hours=2).placings)
    field = field_of_round(evening.event, 3, seed=7)
    assert (field.entries, field.seed, field.round, field.rounds) == (ranked[:4], None, 1, 2)
    assert (field.order, field.past, field.rested, field.placed) == ((), (), (), {})
    out(evening, 3)
    rule_all(evening, 3)
    team_up(evening.event, ["Zoe Late", "Yan Late"], by=evening.director, now=evening.now)
    later = field_of_round(evening.event, 4, seed=7)
    assert (sorted(later.entries), later.seed, later.round) == (sorted(ranked[:4]), 7, 2)
    assert (later.order, later.past) == (ranked[:4], past_of(evening.event, 3, 4))


def test_where_everybody_goes_on_newcomers_come_after_those_who_are_ranked(rounds_of):
    evening = pairs(rounds_of, 4, plan=[["round-robin", 1], ["swiss", 2]])
    out(evening, 1)
    rule_all(evening, 1)
    late = team_up(evening.event, ["Zoe Late", "Yan Late"], by=evening.director, now=evening.now)
    ranked = [placing.record.entry for placing in standings_of(evening.event, hours=1).placings]
    field = field_of_round(evening.event, 2, seed=7)
    assert field.entries == (*ranked, late.pk)


@pytest.mark.parametrize(
    ("plan", "round", "rounds", "met"),
    [
        ([["round-robin", 1], ["swiss", 2]], 2, 3, 2),
        ([["round-robin", 1], ["swiss", 2, 4]], 1, 2, 0),
        ([["swiss", 1], ["swiss", 2]], 1, 2, 0),
        ([["round-robin", 1], ["knock-out", 2]], 1, 2, 0),
    ],
)
def test_draws_by_score_count_the_rounds_before_in_which_all_were_to_meet(rounds_of, plan, round, rounds, met):
    evening = pairs(rounds_of, 4, plan=plan)
    out(evening, 1)
    rule_all(evening, 1)
    field = field_of_round(evening.event, 2, seed=7)
    assert (field.round, field.rounds, len(field.past)) == (round, rounds, met)


def test_those_to_keep_apart_are_kept_apart_by_pair_and_those_of_one_club_in_the_first_round(rounds_of):
    evening = pairs(rounds_of, 4)
    keys = keys_of(evening)
    ann, bea, cy, eve, gus = (evening.entry(f"{name} Ash") for name in ("Ann", "Bea", "Cy", "Eve", "Gus"))
    none = {"stays_at": None, "comes_from": "", "apart": (), "by": evening.director}
    set_wishes(ann, **none | {"apart": [cy, bea]}, now=evening.now)
    set_wishes(eve, **none | {"comes_from": "The Chequers", "stays_at": 2}, now=evening.now)
    set_wishes(gus, **none | {"comes_from": "the  chequers"}, now=evening.now)
    wished, of_one_club = frozenset({keys["Ann"], keys["Cy"]}), frozenset({keys["Eve"], keys["Gus"]})
    first = field_of_round(evening.event, 1, seed=7)
    assert (first.apart, first.stays) == ({wished, of_one_club}, {keys["Eve"]: 2})
    out(evening, 1)
    rule_all(evening, 1)
    second = field_of_round(evening.event, 2, seed=7)
    assert (second.apart, second.stays) == ({wished}, {keys["Eve"]: 2})
    leave(eve, by=evening.director, now=evening.now)
    assert field_of_round(evening.event, 2, seed=7).stays == {}


def test_a_player_without_a_pair_is_kept_apart_from_nobody_and_a_team_stays_at_no_table(rounds_of):
    evening = pairs(rounds_of, 2, enters="teams")
    ann, eve = evening.entry("Ann Ash"), evening.entry("Eve Ash")
    set_wishes(ann, stays_at=1, comes_from="", apart=[eve], by=evening.director, now=evening.now)
    keys = keys_of(evening)
    field = field_of_round(evening.event, 1, seed=7)
    assert (field.stays, field.apart) == ({}, {frozenset(keys.values())})
    Entry.objects.filter(pk=eve.pk).update(team=None)
    assert field_of_round(evening.event, 1, seed=7).apart == frozenset()


@pytest.fixture
def groups(rounds_of) -> Evening:
    """Returns two groups of three after their rounds; in each, whoever entered first has won."""
    evening = pairs(rounds_of, 6, plan=[["groups-3", 0, 0], ["knock-out", 0, 2]])
    for number in (1, 2, 3):
        out(evening, number)
        rule_all(evening, number, first_wins=lambda match: sides_of(match)[0] < sides_of(match)[1])
    return evening


def in_groups(evening: Evening) -> dict[str, list[int]]:
    letters: dict[str, list[int]] = {}
    for line in standings_of(evening.event, hours=3, counting="groups").lines:
        letters.setdefault(line.group, []).append(line.record.entry)
    return letters


def test_the_best_of_each_group_who_are_here_go_on_firsts_before_seconds(groups):
    (a, b), rank = in_groups(groups).values(), {}
    for placing in standings_of(groups.event, hours=3).placings:
        rank[placing.record.entry] = placing.rank
    field = field_of_round(groups.event, 4, seed=7)
    firsts = sorted([a[0], b[0]], key=lambda key: (rank[key], key == b[0]))
    seconds = sorted([a[1], b[1]], key=lambda key: (rank[key], key == b[1]))
    assert field.entries == (*firsts, *seconds)
    assert field.placed == {
        key: GroupPlace(letter, place)
        for letter, of in (("A", a), ("B", b))
        for place, key in enumerate(of[:2], start=1)
    }
    without_first = tuple(key for key in (*a, *b) if key != a[0])
    assert field_of_round(groups.event, 4, seed=7, here=without_first).placed == {
        a[1]: GroupPlace("A", 2),
        a[2]: GroupPlace("A", 3),
        b[0]: GroupPlace("B", 1),
        b[1]: GroupPlace("B", 2),
    }


def test_if_all_of_the_groups_go_on_newcomers_come_last(groups):
    Event.objects.update(plan=[["groups-3", 3, 0], ["knock-out", 0, 0]])
    late = team_up(groups.event, ["Zoe Late", "Yan Late"], by=groups.director, now=groups.now)
    field = field_of_round(Event.objects.get(), 4, seed=7)
    assert (len(field.placed), field.entries[-1], late.pk in field.placed) == (6, late.pk, False)
    assert len(field.entries) == 7


@pytest.mark.parametrize("breaks", ["cut", "play_off"])
def test_those_tied_for_a_place_that_goes_on_are_named_if_cards_or_a_play_off_decide(groups, breaks):
    b = in_groups(groups)["B"]
    names = {key: unit.name for key, unit in competitors_of(groups.event).items()}

    def level(criteria: list[str], number: int = 4) -> tuple[tuple[str, tuple[str, ...]], ...]:
        Event.objects.update(criteria=criteria, revision=Event.objects.get().revision + 1)
        found = ties_at_the_cut(Event.objects.get(), number)
        return tuple((letter, tuple(sorted(of))) for letter, of in found)

    assert level(["match_points", breaks]) == ()
    swap_result(groups, b[0], b[2])
    tied = tuple(sorted(names[key] for key in b))
    assert level(["match_points", breaks]) == (("B", tied),)
    assert level(["match_points"]) == level(["match_points", breaks], 2) == ()
    Event.objects.update(plan=[["groups-3", 3, 0], ["knock-out", 0, 0]])
    assert level(["match_points", breaks]) == (("B", tied),)
    left = Entry.objects.filter(team__in=b[:2], team__isnull=False)
    left.update(left_at=groups.now)
    assert level(["match_points", breaks]) == ()


@pytest.mark.parametrize("is_between", [False, True])
def test_a_tie_in_groups_of_one_round_is_named_only_if_the_next_round_takes_their_best(rounds_of, is_between):
    groups, all_meet = ["groups-4", 1, 0], ["round-robin", 1]
    plan = [groups, all_meet] if is_between else [all_meet, groups]
    evening = pairs(rounds_of, 8, plan=[*plan, ["knock-out", 0, 2]], criteria=["match_points", "cut"])
    for number in (1,) if is_between else (1, 2):
        out(evening, number)
        rule_all(evening, number)
    level = ties_at_the_cut(Event.objects.get(), 3)
    assert [(letter, len(names)) for letter, names in level] == ([("", 4)] if is_between else [("A", 2), ("B", 2)])


def test_the_last_round_of_the_groups_counts_for_who_goes_on(groups):
    for match in groups.matches(3):
        swap_result(groups, *(key for side in sides_of(match) for key in side))
    Event.objects.update(revision=Event.objects.get().revision + 1)
    placed = {
        key: GroupPlace(letter, at) for letter, of in in_groups(groups).items() for at, key in enumerate(of[:2], 1)
    }
    assert field_of_round(Event.objects.get(), 4, seed=7).placed == placed


def swap_result(evening: Evening, one: int, other: int) -> None:
    """Lets the two of a group have each other's result of their match."""
    match = next(
        match
        for number in (1, 2, 3)
        for match in evening.matches(number)
        if {key for side in sides_of(match) for key in side} == {one, other}
    )
    first, second = Side.objects.filter(match=match).order_by("number")
    for side, games, points in ((first, second.games, second.points), (second, first.games, first.points)):
        Side.objects.filter(pk=side.pk).update(games=games, points=points)
