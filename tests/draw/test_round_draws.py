"""Evenings of rounds: pairs, teams and players, drawn round by round and ranked by their matches."""

import pytest

from tests.evenings import NAMES
from tests.round_evenings import out, rule_all
from tournament.door.services.entries import enter_players
from tournament.door.services.people import leave
from tournament.door.services.teams import team_up
from tournament.draw.queries.draws import draw_of
from tournament.draw.queries.fields import past_of
from tournament.draw.queries.seats import names_of_rests, places_of, seated_tables
from tournament.draw.services.draws import discard_draft, release_draw, swap_seats, undo_release
from tournament.draw.services.round_draws import draw_round
from tournament.event.queries.competitors import competitors_of
from tournament.foundation.errors import CannotDraw, TournamentError
from tournament.models import Entry, Match, Rest, Seat, Stage
from tournament.movements.faults import opponents_in
from tournament.results.services.decisions import make_ruling
from tournament.standings.queries.standings import standings_of


def test_seven_pairs_all_meet_once_and_each_rests_once(rounds_of):
    evening = rounds_of(7, plan=[["round-robin", 0]])
    for number in range(1, 8):
        out(evening, number)
        rule_all(evening, number)
    past = past_of(evening.event, 1, 8)
    met = sorted(tuple(sorted(pair)) for match in past for pair in opponents_in(match.sides))
    keys = sorted(competitors_of(evening.event))
    assert met == sorted((one, other) for one in keys for other in keys if one < other)
    rested = {entry.team_id for rest in Rest.objects.select_related("entry") for entry in [rest.entry]}
    assert (evening.event.plan, Rest.objects.count(), rested) == ([["round-robin", 7, 0]], 14, set(keys))
    standings = standings_of(evening.event)
    assert (standings.provisional, [line.record.played for line in standings.lines]) == (False, [6] * 7)
    assert sum(line.record.games_won - 1 for line in standings.lines) >= 0


def test_a_round_does_not_wait_for_results_of_another_evening(rounds_of):
    evening, other = (rounds_of(4, plan=[["swiss", 3]]) for _evening in range(2))
    out(other, 1)
    out(evening, 1)
    rule_all(evening, 1)
    assert out(evening, 2).number == 2


def test_a_swiss_round_waits_for_results_and_then_pairs_the_level(rounds_of):
    evening = rounds_of(6, plan=[["swiss", 3]])
    out(evening, 1)
    with pytest.raises(CannotDraw, match="Not agreed yet: table 1, 2 and 3"):
        draw_round(evening.event, 2, seed=1, by=evening.director, now=evening.now)
    rule_all(evening, 1)
    out(evening, 2)
    winners = {match.sides[match.winner] for match in past_of(evening.event, 1, 2)}
    tables = [match.sides for match in past_of(evening.event, 2, 3)]
    assert sum(1 for sides in tables if set(sides) <= winners) == 1


def test_partners_change_every_round_and_each_player_stands_for_himself(evening_of):
    evening = evening_of(9, format="trinidad-rounds", enters="players", plan=[["changing-partners", 3]])
    for number in range(1, 4):
        out(evening, number)
        rule_all(evening, number)
    partners = [frozenset(side) for match in past_of(evening.event, 1, 4) for side in match.sides]
    assert (len(partners), len(set(partners))) == (12, 12)
    lines = standings_of(evening.event).lines
    assert [line.record.played for line in lines].count(3) == 6
    rested = [line for line in lines if line.credits]
    assert [line.credits for line in rested] and {line.record.played for line in rested} == {2}
    assert sum(line.record.points_for for line in lines if not line.credits) == sum(
        match.points for line in lines if not line.credits for match in line.record.matches
    )


def test_in_a_knock_out_losers_are_out_and_a_final_and_a_third_place_are_played(rounds_of):
    evening = rounds_of(5, plan=[["knock-out", 0]])
    for number in range(1, 4):
        out(evening, number)
        rule_all(evening, number)
    played = [len(evening.matches(number)) for number in range(1, 4)]
    assert (evening.event.plan, played) == ([["knock-out", 3, 0]], [1, 2, 2])
    assert len(evening.hour(3).out) == 1


def test_a_team_meets_another_at_as_many_tables_as_it_has_pairs_and_its_games_are_added(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 0]], enters="teams")
    for number in range(1, 4):
        out(evening, number)
        rule_all(evening, number)
    assert [len(evening.matches(number)) for number in range(1, 4)] == [2, 2, 2]
    lines = standings_of(evening.event).lines
    assert sorted(line.record.games_won for line in lines if not line.credits) == []
    assert sum(match.games for line in lines for match in line.record.matches if match.opponents) == 6
    assert [len([match for match in line.record.matches if match.opponents]) for line in lines] == [2, 2, 2]


def test_the_standings_of_the_first_part_seed_the_second_and_say_who_goes_on(rounds_of):
    evening = rounds_of(6, plan=[["round-robin", 2], ["knock-out", 0, 4]])
    for number in (1, 2):
        out(evening, number)
        rule_all(evening, number)
    leaders = [placing.record.entry for placing in standings_of(evening.event, hours=2).placings][:4]
    stage = out(evening, 3)
    (first, second) = past_of(evening.event, 3, 4)
    assert (set(stage.order), len(stage.out)) == (set(leaders), 2)
    assert {first.sides, second.sides} == {((leaders[0],), (leaders[3],)), ((leaders[1],), (leaders[2],))}
    assert evening.event.plan == [["round-robin", 2, 0], ["knock-out", 2, 4]]


def test_two_pairs_change_places_whole_and_one_of_them_may_be_resting(rounds_of):
    evening = rounds_of(5, plan=[["round-robin", 5]])
    stage = draw_round(evening.event, 1, seed=7, by=evening.director, now=evening.now)
    resting = Entry.objects.filter(rests__stage=stage).order_by("pk")
    seated = Entry.objects.filter(seats__table__stage=stage).order_by("pk")[0]
    came, went = resting[0].team, seated.team
    swap_seats(stage, resting[0], seated, by=evening.director, now=evening.now)
    assert {entry.team for entry in Entry.objects.filter(rests__stage=stage)} == {went}
    assert Entry.objects.filter(seats__table__stage=stage, team=came).count() == 2
    with pytest.raises(CannotDraw, match="These 2 are partners"):
        one, other = Entry.objects.filter(team=came)
        swap_seats(stage, one, other, by=evening.director, now=evening.now)


def test_who_changed_places_by_hand_no_longer_sits_there_for_the_reason_of_the_lot(rounds_of):
    evening = rounds_of(5, plan=[["round-robin", 5]])
    stage = draw_round(evening.event, 1, seed=7, by=evening.director, now=evening.now)
    resting = Entry.objects.filter(rests__stage=stage).first()
    seats = Entry.objects.filter(seats__table__stage=stage, seats__table__number=1).order_by("seats__position")
    first = seats[0].team_id
    swap_seats(stage, resting, seats[0], by=evening.director, now=evening.now)
    stage.refresh_from_db()
    (meets,) = {entry.team_id for entry in seats} - {resting.team_id}
    theirs = {key: stage.why[str(key)] for key in (resting.team_id, first, meets)}
    assert theirs == {
        resting.team_id: ["moved", {"entry": first}],
        first: ["moved", {"entry": resting.team_id}],
        meets: ["beside_moved", {"entry": resting.team_id}],
    }
    others = {key: code for key, (code, _) in stage.why.items() if int(key) not in theirs}
    assert set(others.values()) == {"schedule"}


def test_who_comes_late_or_leaves_is_in_the_next_draw_or_is_not(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 4]])
    out(evening, 1)
    rule_all(evening, 1)
    team_up(evening.event, ["Zoe Late", "Yan Late"], by=evening.director, now=evening.now)
    leave(evening.entry("Ann Ash"), by=evening.director, now=evening.now)
    stage = out(evening, 2)
    seated = {entry.name for entry in Entry.objects.filter(seats__table__stage=stage)}
    assert ({"Zoe Late", "Yan Late"} <= seated, "Ann Ash" in seated, "Bea Ash" in seated) == (True, False, False)


def test_two_walk_ins_make_a_table_of_four_a_table_of_six_in_the_next_round(evening_of):
    plan = [["auction-pitch-mixed", 2]]
    evening = evening_of(4, format="auction-pitch-rounds", enters="players", plan=plan, table_size=6)
    out(evening, 1)
    (four,) = evening.matches(1)
    came = enter_players(evening.event, ["Kit Moss", "Lee Moss"], by=evening.director, now=evening.now)
    assert [len(side.entries) for side in four.sides.all()] == [1] * 4
    make_ruling(four, points=(7, 3, 2, 1), games=(1, 0, 0, 0), reason="So.", by=evening.director, now=evening.now)
    stage = out(evening, 2)
    (six,) = evening.matches(2)
    assert (six.table.size, Seat.objects.filter(table__stage=stage).count()) == (6, 6)
    assert {entry for side in six.sides.all() for entry in side.entries} >= set(came)
    points, games = (9, 5, 4, 3, 2, 1), (1, 0, 0, 0, 0, 0)
    make_ruling(six, points=points, games=games, reason="So.", by=evening.director, now=evening.now)
    lines = standings_of(evening.event).lines
    assert sorted((line.record.played, line.name in ("Kit Moss", "Lee Moss")) for line in lines) == [
        *[(1, True)] * 2,
        *[(2, False)] * 4,
    ]


def test_a_knock_out_that_is_decided_early_ends_there_in_words(rounds_of):
    evening = rounds_of(3, plan=[["knock-out", 4]])
    for number in (1, 2):
        out(evening, number)
        rule_all(evening, number)
    with pytest.raises(CannotDraw, match="The knock-out is decided, so there is no match left to play"):
        draw_round(evening.event, 3, seed=1, by=evening.director, now=evening.now)
    evening.event.refresh_from_db()
    assert evening.event.plan == [["knock-out", 2, 0]]


def test_no_more_rounds_are_drawn_than_are_planned(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 1]])
    out(evening, 1)
    with pytest.raises(CannotDraw, match="The plan ends with round 1"):
        draw_round(evening.event, 2, seed=1, by=evening.director, now=evening.now)


@pytest.mark.parametrize(("is_out", "said", "left"), [(True, "can see the seats", 2), (False, "is decided", 1)])
def test_a_last_round_that_is_out_stays_in_the_plan_though_all_go_home_and_a_draft_does_not(
    rounds_of, is_out, said, left
):
    evening = rounds_of(4, plan=[["knock-out", 2, 0]])
    out(evening, 1)
    rule_all(evening, 1)
    stage = draw_round(evening.event, 2, seed=1, by=evening.director, now=evening.now)
    if is_out:
        release_draw(stage, by=evening.director, now=evening.now)
    for entry in Entry.objects.exclude(player__name__in=NAMES[:2]):
        leave(entry, by=evening.director, now=evening.now)
    with pytest.raises(TournamentError, match=said):
        draw_round(evening.event, 2, seed=1, by=evening.director, now=evening.now)
    evening.event.refresh_from_db()
    assert (evening.event.plan, Stage.objects.count()) == ([["knock-out", left, 0]], left)


def test_a_first_round_for_too_few_is_refused_in_words(rounds_of):
    evening = rounds_of(1, plan=[["round-robin", 3]])
    with pytest.raises(CannotDraw) as refused:
        draw_round(evening.event, 1, seed=1, by=evening.director, now=evening.now)
    why = "At least 2 players, pairs or teams must be here before anybody can meet."
    assert (str(refused.value), Stage.objects.count()) == (why, 0)


def test_only_those_who_rest_in_a_round_are_named_as_resting_in_it(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]])
    resting = []
    for number in (1, 2, 3):
        stage = out(evening, number)
        rule_all(evening, number)
        resting.append(names_of_rests(evening.event, stage))
        (team,) = set(Rest.objects.filter(stage=stage).values_list("entry__team", flat=True))
        assert resting[-1] == (competitors_of(evening.event)[team].name,)
    assert len(set(resting)) == 3


def test_the_draw_of_one_evening_touches_no_other_of_the_club(rounds_of):
    evening, other = (rounds_of(5, plan=[["round-robin", 3]]) for _evening in range(2))
    by = {"by": evening.director, "now": evening.now}
    stage, draft = (draw_round(each.event, 1, seed=1, **by) for each in (evening, other))
    drafted = draw_of(draft)
    release_draw(stage, **by)
    assert set(Match.objects.values_list("table__stage", flat=True)) == {stage.pk}
    assert (draw_of(draft), Stage.objects.get(pk=draft.pk).released_at) == (drafted, None)
    alone = [names_of_rests(evening.event, stage), seated_tables(evening.event, stage), places_of(evening.event, stage)]
    release_draw(draft, **by)
    stage.refresh_from_db()
    assert alone == [
        *(names_of_rests(evening.event, stage), seated_tables(evening.event, stage)),
        places_of(evening.event, stage),
    ]
    undo_release(draft, **by)
    assert set(Match.objects.values_list("table__stage", flat=True)) == {stage.pk}
    discard_draft(Stage.objects.get(pk=draft.pk), **by)
    assert list(Stage.objects.all()) == [stage]
