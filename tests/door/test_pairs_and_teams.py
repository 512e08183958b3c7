"""Pairs and teams are entered whole, and a substitute plays for one of them from now on."""

from datetime import date

import pytest
from django.urls import reverse

from tests.conftest import signed_in
from tests.evenings import NAMES
from tests.round_evenings import out, rule_all
from tournament.door.queries.door import door_of
from tournament.door.queries.door_lists import guests_of
from tournament.door.services.entries import enter_players
from tournament.door.services.people import leave
from tournament.door.services.teams import NotATeam, Party, enter_parties, split_team, substitute, team_up
from tournament.draw.services.draws import release_draw
from tournament.draw.services.round_draws import draw_round
from tournament.event.queries.competitors import competitors_of
from tournament.event.queries.head_counts import head_count_of
from tournament.event.queries.namesakes import people_to_offer
from tournament.event.services.events import create_event
from tournament.models import Entry, Event, Seat
from tournament.people.queries.people import people_of
from tournament.results.services.decisions import make_ruling
from tournament.screens.queries.raffle import entries_in_raffle
from tournament.standings.queries.standings import standings_of


def test_a_substitute_plays_for_the_pair_from_now_on_and_must_not_play_already(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]])
    out(evening, 1)
    rule_all(evening, 1)
    ill, other = evening.entry("Ann Ash"), evening.entry("Cy Ash")
    with pytest.raises(NotATeam, match="Cy Ash already plays for somebody else tonight"):
        substitute(ill, other.name, by=evening.director, now=evening.now)
    substitute(ill, "Zoe Late", by=evening.director, now=evening.now)
    out(evening, 2)
    rule_all(evening, 2)
    (line,) = [line for line in standings_of(evening.event).lines if "Zoe Late" in line.name]
    assert (line.name, line.record.played) == ("Bea Ash and Zoe Late", 2)


def test_a_substitute_takes_the_place_in_a_match_of_which_nothing_is_told(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]])
    out(evening, 1)
    substitute(evening.entry("Ann Ash"), "Zoe Late", by=evening.director, now=evening.now)
    (match,) = evening.matches(1)
    assert "Zoe Late" in match.name and "Ann Ash" not in match.name


def test_pairs_and_teams_are_entered_whole(rounds_of):
    evening = rounds_of(1, plan=[["round-robin", 0]])
    for names, said in (
        (["Xan"], "A pair has 2 players"),
        (["Xan", "Yan", "Zoe"], "A pair has 2 players"),
        (["Ann Ash", "Zoe"], "Ann Ash already plays"),
    ):
        with pytest.raises(NotATeam, match=said):
            team_up(evening.event, names, by=evening.director, now=evening.now)
    split_team(evening.entry("Ann Ash").team, by=evening.director, now=evening.now)
    assert competitors_of(evening.event) == {}


def test_a_team_that_rests_rests_without_its_reserve_who_may_play_for_one_of_it_from_the_draft_on(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]], enters="teams")
    for number in range(3):
        reserve = Party((*NAMES[number * 4 : number * 4 + 4], f"Zoe {number}"))
        enter_parties(evening.event, [reserve], by=evening.director, now=evening.now)
    stage = draw_round(evening.event, 1, seed=1, by=evening.director, now=evening.now)
    first, *others = Entry.objects.filter(rests__stage=stage).order_by("pk")
    reserve_of = Entry.objects.get(team=first.team_id, player__name__startswith="Zoe")
    substitute(first, reserve_of.name, by=evening.director, now=evening.now)
    assert set(Entry.objects.filter(rests__stage=stage)) == {*others, reserve_of}
    release_draw(stage, by=evening.director, now=evening.now)


def test_one_of_a_resting_team_may_play_for_another_before_it_is_drawn_again(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]], enters="teams")
    stage = draw_round(evening.event, 1, seed=1, by=evening.director, now=evening.now)
    first, second, *others = Entry.objects.filter(rests__stage=stage).order_by("pk")
    substitute(first, second.name, by=evening.director, now=evening.now)
    assert set(Entry.objects.filter(rests__stage=stage)) == {second, *others}


def test_nobody_plays_for_another_of_his_team_at_a_second_table_of_the_same_round(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]], enters="teams")
    out(evening, 1)
    first, second = evening.matches(1)
    make_ruling(first, points=(14, 9), games=(1, 0), reason="By the table.", by=evening.director, now=evening.now)
    here, there = (Seat.objects.filter(table=match.table).order_by("position")[0].entry for match in (first, second))
    leave(here, by=evening.director, now=evening.now)
    with pytest.raises(NotATeam, match=f"{here.name} already plays"):
        substitute(there, here.name, from_hand=1, by=evening.director, now=evening.now)
    substitute(there, here.name, by=evening.director, now=evening.now)
    assert Seat.objects.filter(table__stage__number=1, entry=here).count() == 1


def test_one_press_pairs_two_who_came_alone_whatever_is_ticked_and_whoever_waits_longest_is_first(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 0]])
    came = enter_players(evening.event, ["Zoe Quill", "Xan Reed", "Wes Pike"], by=evening.director, now=evening.now)
    zoe, xan, wes = (entry.pk for entry in came)
    pairs = [(one.entry.pk, other.entry.pk) for one, other in door_of(evening.event).possible_pairs]
    assert pairs == [(zoe, xan)]
    desk, address = signed_in(evening, "director"), reverse("door_together", args=[evening.event.pk])
    shown = desk.get(reverse("door", args=[evening.event.pk])).content.decode()
    assert ("Pair Zoe Quill with Xan Reed" in shown, "Wes Pike has nobody to pair with." in shown) == (True, True)
    pressed = [desk.post(address, {"pair": f"{zoe} {xan}", "together": str(wes)}) for _again in "12"]
    assert [answer.status_code for answer in pressed] == [302, 422]
    assert "already has a partner" in pressed[1].content.decode()
    teams = Entry.objects.filter(pk__in=[zoe, xan, wes]).order_by("pk").values_list("team", flat=True)
    assert (teams[0] is not None, teams[1] == teams[0], teams[2]) == (True, True, None)
    assert door_of(evening.event).possible_pairs == ()
    enter_players(evening.event, ["Val Orr"], by=evening.director, now=evening.now)
    shown = desk.get(reverse("door", args=[evening.event.pk])).content.decode()
    assert ("Pair Wes Pike with Val Orr" in shown, "has nobody to pair with" in shown) == (True, False)


def test_a_lone_guest_takes_turns_with_somebody_who_is_willing_and_comes_back_for_a_later_round(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]], enters="pairs")
    desk, door = signed_in(evening, "director"), reverse("door", args=[evening.event.pk])
    (guest,) = enter_players(evening.event, ["Zoe Quill"], by=evening.director, now=evening.now)
    shown = " ".join(desk.get(door).content.decode().split())
    assert "Nobody can play at 2 tables in one round. What works is to take turns: in one round Zoe" in shown
    assert "Nobody is noted as willing to take turns." in shown
    ann = evening.entry("Ann Ash")
    page = reverse("door_person", args=[evening.event.pk, ann.pk])
    desk.post(page, {"action": "wish", "stays_at": "", "comes_from": "", "helps_out": "on"})
    assert f'Willing to take turns: <a href="{page}">Ann Ash</a>' in " ".join(desk.get(door).content.decode().split())
    assert (
        "Ann Ash: takes turns with a guest if needed"
        in desk.get(reverse("log", args=[evening.event.pk])).content.decode()
    )
    team = ann.team_id
    desk.post(page, {"action": "instead", "instead": "Zoe Quill"})
    out(evening, 1)
    rule_all(evening, 1)
    assert Seat.objects.filter(table__stage__number=1, entry=guest).count() == 1
    desk.post(reverse("door_person", args=[evening.event.pk, guest.pk]), {"action": "instead", "instead": "Ann Ash"})
    out(evening, 2)
    seated = Seat.objects.filter(table__stage__number=2, entry__in=[ann, guest])
    assert list(seated.values_list("entry", "entry__team")) == [(ann.pk, team)]


def test_a_lone_guest_plays_beside_a_stand_in_from_the_pair_that_sits_out_where_one_sits_out_each_round(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 3]], enters="pairs")
    desk, door = signed_in(evening, "director"), reverse("door", args=[evening.event.pk])
    (guest,) = enter_players(evening.event, ["Zoe Quill"], by=evening.director, now=evening.now)
    Event.objects.update(price=3)
    shown = " ".join(desk.get(door).content.decode().split())
    assert "with 3 pairs, one pair sits out each round, and one of them plays again beside Zoe Quill." in shown
    answer = desk.post(reverse("door_together", args=[evening.event.pk]), {"stand_in": guest.pk}, follow=True)
    assert "in each round, ask one of the pair that sits out." in answer.content.decode()
    guest.refresh_from_db()
    stand_in = Entry.objects.get(player__name="Stand-in")
    assert (guest.team_id, stand_in.due) == (stand_in.team_id, 0)
    assert head_count_of(evening.event).in_words == "5 players are here: 3 pairs"
    assert [one.name for one in guests_of(evening.event) if one.team == "Stand-in"] == ["Zoe Quill"]
    counted = {one.name for one in (*guests_of(evening.event), *entries_in_raffle(evening.event))}
    assert (guest.name in counted, stand_in.name in counted) == (True, False)
    club = evening.event.club
    tomorrow = create_event(club, name="Next", date=date(2026, 11, 28), by=evening.director, now=evening.now)
    known = {row.name for row in people_of(club, evening.now.date())}
    offered = {player.name for player in people_to_offer(tomorrow)}
    assert [(guest.name in names, stand_in.name in names) for names in (known, offered)] == [(True, False)] * 2
    out(evening, 1)
    rule_all(evening, 1)
    assert len(standings_of(evening.event).lines) == 3
    enter_players(evening.event, ["Xan Reed"], by=evening.director, now=evening.now)
    shown = desk.get(door).content.decode()
    assert ("has nobody to pair with" in shown, "with a stand-in" in shown) == (True, False)
