"""Who is on the door's list and in what state: people, pairs, who waits, what a search finds, and the file of it."""

from decimal import Decimal

import pytest

from tests.evenings import SEVEN, Evening
from tests.round_evenings import out, rule_all
from tournament.door.queries.door import (
    FoundPeople,
    door_of,
    find_people,
    match_in_play,
    match_left_open,
    plays_on,
    with_dues,
)
from tournament.door.queries.door_lists import guests_of
from tournament.door.queries.partners import match_in_play as match_in_hands
from tournament.door.queries.partners import person_page, seat_in_current_round
from tournament.door.queries.people_list import file_of_people, sort_people
from tournament.door.services.entries import enter_players, set_here
from tournament.door.services.people import leave, seat_late
from tournament.door.services.teams import team_up
from tournament.door.services.till import pay
from tournament.draw.services.draws import draw_first_hour
from tournament.matches.queries.matches import players_of
from tournament.models import Apart, Club, Entry, Event, Match, Player, Rest, Round, Seat, SheetLine, Stage, Team
from tournament.results.services.slips import SlipLine, enter_slip


def states(evening: Evening) -> dict[str, tuple[int | None, bool, bool, bool]]:
    """Returns, by name, the table, and whether somebody was ever seated, waits and is here."""
    return {
        person.entry.name: (
            person.seat.table.number if person.seat else None,
            person.ever_seated,
            person.waits,
            person.is_here,
        )
        for person in door_of(Event.objects.get(pk=evening.event.pk)).people
    }


def go(evening: Evening, name: str) -> None:
    leave(evening.entry(name), by=evening.director, now=evening.now)


def add(evening: Evening, *names: str) -> list[Entry]:
    return enter_players(evening.event, names, by=evening.director, now=evening.now)


def test_before_the_first_draw_nobody_waits_for_a_seat(evening_of):
    evening = evening_of(5)
    set_here(evening.entry("Bea Ash"), False, by=evening.director, now=evening.now)
    go(evening, "Cy Ash")
    assert states(evening) == {
        "Ann Ash": (None, False, False, True),
        "Bea Ash": (None, False, False, False),
        "Cy Ash": (None, False, False, False),
        "Dan Ash": (None, False, False, True),
        "Eve Ash": (None, False, False, True),
    }
    door = door_of(evening.event)
    assert (door.here, door.hour, door.next_hour, door.chair, door.draws_left) == (3, 0, 1, None, True)
    assert (door.tables, door.enough, door.waiting, door.teams, door.alone) == ("1 table of 3", True, (), (), ())


def test_with_two_the_door_says_what_is_missing(evening_of):
    door = door_of(evening_of(2).event)
    assert (door.enough, door.tables) == (False, "1 more player makes the first table.")


def test_a_latecomer_waits_for_the_chair_of_a_three_and_whoever_gave_up_a_seat_waits_too(evening_of):
    evening = evening_of(7).playing()
    tables = dict(Seat.objects.values_list("entry__player__name", "table__number"))
    add(evening, "Zed Yew")
    gone = sorted(name for name, table in tables.items() if table == 1)[0]
    go(evening, gone)
    Entry.objects.filter(player__name=gone).update(left_at=None)
    seated = {name: (table, True, name == gone, True) for name, table in tables.items()}
    assert states(evening) == dict(sorted((seated | {"Zed Yew": (None, False, True, True)}).items()))
    door = door_of(evening.event)
    assert [person.entry.name for person in door.waiting] == [gone, "Zed Yew"]
    assert [person.entry.name for person in door.people if person.never_had_a_seat] == ["Zed Yew"]
    assert (door.chair.table.number, door.chair.from_turn) == (1, 2)
    Entry.objects.filter(player__name="Zed Yew").update(here=False)
    assert door_of(evening.event).chair is None


def test_who_was_seated_in_the_first_hour_alone_was_ever_seated(evening_of):
    evening = evening_of(4).begun()
    Stage.objects.create(event=evening.event, number=2, drawn_at=evening.now, released_at=evening.now)
    assert {state[:2] for state in states(evening).values()} == {(None, True)}
    door = door_of(evening.event)
    assert (door.draws_left, door.hour) == (False, 2)


def pair_at(evening: Evening, name: str) -> object:
    event = Event.objects.get(pk=evening.event.pk)
    (found,) = [team for team in door_of(event).teams if name in team.name]
    return found


def test_a_pair_is_whole_while_enough_of_it_are_here(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]])
    ann = pair_at(evening, "Ann")
    assert (ann.name, ann.here, ann.is_whole, ann.missing, ann.has_left) == ("Ann Ash and Bea Ash", 2, True, (), False)
    set_here(evening.entry("Bea Ash"), False, by=evening.director, now=evening.now)
    ann = pair_at(evening, "Ann")
    assert (ann.here, ann.is_whole, ann.missing_names, ann.has_left) == (1, False, "Bea Ash", False)
    go(evening, "Bea Ash")
    assert not pair_at(evening, "Ann").has_left
    go(evening, "Ann Ash")
    ann = pair_at(evening, "Ann")
    assert (ann.here, ann.has_left, ann.missing_names) == (0, True, "Ann Ash and Bea Ash")


def test_a_pair_sits_rests_waits_or_is_out(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]])
    out(evening, 1)
    late = team_up(evening.event, ["Zoe Late", "Yan Late"], by=evening.director, now=evening.now)
    rested = Rest.objects.order_by("pk")[0].entry.team_id
    event = Event.objects.get()
    for team in door_of(event).teams:
        place = (team.tables, team.rests, team.waits, team.ever_seated, team.out)
        expected = ((1,), False, False, True, False)
        if team.pk == rested:
            expected = ((), True, False, True, False)
        if team.pk == late.pk:
            expected = ((), False, True, False, False)
        assert place == expected
    Stage.objects.update(out=[late.pk])
    zoe = pair_at(evening, "Zoe")
    assert (zoe.out, zoe.waits) == (True, False)


def test_a_reserve_and_a_player_without_a_pair_do_not_wait_for_a_seat(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 3]], enters="teams")
    team = evening.entry("Ann Ash").team
    add(evening, "Zed Yew", "Zoe Yew")
    Entry.objects.filter(player__name="Zed Yew").update(team=team)
    out(evening, 1)
    assert (states(evening)["Zed Yew"], states(evening)["Zoe Yew"]) == ((None, False, False, True),) * 2
    door = door_of(evening.event)
    assert [person.entry.name for person in door.alone] == ["Zoe Yew"]
    ann = pair_at(evening, "Ann")
    assert (len(ann.people), ann.wanted, ann.tables) == (5, 4, (1, 2))


def test_who_left_leads_to_the_match_that_is_open(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]])
    out(evening, 1)
    go(evening, "Ann Ash")
    ann = evening.entry("Ann Ash")
    (match,) = [match for match in evening.matches(1) if ann.team_id in {one.team_id for one in players_of(match)}]
    assert pair_at(evening, "Bea").match == match.pk
    matches = {person.entry.name: person.match for person in door_of(Event.objects.get()).people if person.match}
    assert (matches, match_left_open(ann)) == ({"Ann Ash": match.pk}, match)
    for decided in ({"state": "agreed"}, {"state": "called_off"}, {"state": "waiting", "walk_over": 1}):
        Match.objects.filter(pk=match.pk).update(**{"walk_over": None} | decided)
        assert (pair_at(evening, "Bea").match, match_left_open(ann)) == (None, None)


def test_a_door_of_rounds_tells_the_next_round_and_whether_there_is_one(rounds_of):
    evening = rounds_of(5, plan=[["round-robin", 2]])
    told = []
    for number in (1, 2):
        door = door_of(Event.objects.get())
        told.append((door.hour, door.draws_left, door.tables, door.enough))
        out(evening, number)
        rule_all(evening, number)
    door = door_of(Event.objects.get())
    assert told == [(0, True, "5 pairs at 2 tables, 1 sits out", True), (1, True, "5 pairs", True)]
    assert (door.hour, door.draws_left) == (2, False)


def test_what_everybody_owes_stands_beside_them_and_adds_up(evening_of):
    evening = evening_of(3)
    door = door_of(evening.event)
    assert with_dues(evening.event, door) is door and door.dues is None and door.debtors == ()
    Event.objects.update(price=Decimal(5))
    Club.objects.update(currency="£")
    event = Event.objects.get()
    pay(evening.entry("Ann Ash"), Decimal(5), seen=0, by=evening.director, now=evening.now)
    door = with_dues(event, door_of(event))
    assert [(person.entry.name, person.dues.owed) for person in door.debtors] == [
        ("Bea Ash", Decimal(5)),
        ("Cy Ash", Decimal(5)),
    ]
    assert (door.dues.owed, door.dues.paid) == (Decimal(10), Decimal(5))


def test_a_pair_owes_what_its_players_owe(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]])
    Event.objects.update(price=Decimal(5))
    Club.objects.update(currency="£")
    add(evening, "Zed Yew")
    event = Event.objects.get()
    door = with_dues(event, door_of(event))
    assert [team.dues.owed for team in door.teams] == [Decimal(10)] * 2
    assert [one.dues.owed for one in door.alone] == [Decimal(5)]


def found(evening: Evening, typed: str) -> tuple[list[str], list[str], int]:
    people = find_people(evening.event, typed)
    return [entry.name for entry in people.here], [player.full_name for player in people.others], people.more


def test_a_search_finds_those_whose_word_begins_so_before_those_that_have_it_inside(evening_of):
    evening = evening_of(2)
    Player.objects.bulk_create(
        Player(club=evening.event.club, name=name) for name in ("Roland Moe", "Anna Doe", "Joan Poe", "Zoë Anker")
    )
    assert found(evening, "an") == (["Ann Ash"], ["Anna Doe", "Zoë Anker", "Joan Poe", "Roland Moe"], 0)
    assert found(evening, "  ZOE ") == ([], ["Zoë Anker"], 0)
    assert found(evening, "") == ([], ["Anna Doe", "Joan Poe", "Roland Moe", "Zoë Anker"], 0)
    assert find_people(evening.event, "qqq") == FoundPeople((), (), 0)


@pytest.mark.parametrize(("members", "shown", "more"), [(39, 39, 0), (40, 40, 0), (43, 40, 3)])
def test_a_search_shows_forty_members_and_counts_the_others(evening_of, members, shown, more):
    evening = evening_of(0)
    Player.objects.bulk_create(Player(club=evening.event.club, name=f"M {number:02}") for number in range(members))
    people = find_people(evening.event, "m")
    assert (len(people.others), people.more) == (shown, more)


def test_a_match_is_in_play_once_its_round_has_begun_and_until_it_ends_or_something_is_known(evening_of):
    evening = evening_of(4).begun()
    ann = evening.entry("Ann Ash")
    assert match_in_play(ann) is None
    evening.play_rounds(1, until=1)
    (match,) = [one for one in evening.matches(1) if one.round.number == 1 and ann in players_of(one)]
    assert (match_in_play(ann), plays_on(match.table)) == (match, True)
    Match.objects.filter(pk=match.pk).update(state="entered")
    assert match_in_play(ann) is None
    Match.objects.filter(pk=match.pk).update(state="waiting")
    Round.objects.filter(number=1).update(ended_at=evening.now)
    assert match_in_play(ann) is None
    Match.objects.update(state="agreed")
    assert not plays_on(match.table)


def test_the_list_for_paper_has_a_letter_at_the_first_of_each_and_the_partner(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]])
    add(evening, "Abe Ash")
    go(evening, "Cy Ash")
    set_here(evening.entry("Bea Ash"), False, by=evening.director, now=evening.now)
    Entry.objects.filter(player__name="Ann Ash").update(comes_from="The Chequers")
    guests = guests_of(evening.event)
    assert [(guest.letter, guest.name, guest.team, guest.comes_from) for guest in guests] == [
        ("A", "Abe Ash", "", ""),
        ("", "Ann Ash", "Bea Ash", "The Chequers"),
        ("B", "Bea Ash", "Ann Ash", ""),
        ("C", "Cy Ash", "Dan Ash", ""),
        ("D", "Dan Ash", "Cy Ash", ""),
    ]
    assert [(guest.name, guest.has_left, guest.is_here, guest.dues) for guest in guests] == [
        ("Abe Ash", False, True, None),
        ("Ann Ash", False, True, None),
        ("Bea Ash", False, False, None),
        ("Cy Ash", True, True, None),
        ("Dan Ash", False, True, None),
    ]
    Team.objects.filter(entries__player__name="Ann Ash").update(name="The Aces")
    assert [guest.team for guest in guests_of(evening.event)][1:3] == ["The Aces"] * 2


def test_a_team_without_a_name_is_listed_by_its_first_player_and_players_by_themselves(rounds_of):
    evening = rounds_of(1, plan=[["round-robin", 1]], enters="teams")
    assert {guest.team for guest in guests_of(evening.event)} == {"Team Ann Ash"}
    Event.objects.update(enters="players")
    assert {guest.team for guest in guests_of(Event.objects.get())} == {""}


def listed(event: Event, **asked: str) -> list[list[object]]:
    return [list(row) for row in file_of_people(event, sort_people(event, with_dues(event, door_of(event)), asked))]


def test_the_file_of_people_has_their_state_table_and_money(evening_of):
    evening = evening_of(4).begun()
    add(evening, "Zed Yew")
    set_here(evening.entry("Zed Yew"), False, by=evening.director, now=evening.now)
    go(evening, "Bea Ash")
    rows = [["Ann Ash", "here", 1], ["Bea Ash", "left early", 1], ["Cy Ash", "here", 1], ["Dan Ash", "here", 1]]
    rows.append(["Zed Yew", "not here", ""])
    assert listed(evening.event) == [["Name", "Here", "Table"], *rows]
    Event.objects.update(price=Decimal(5))
    Club.objects.update(currency="£")
    pay(evening.entry("Cy Ash"), Decimal(2), seen=0, by=evening.director, now=evening.now)
    event = Event.objects.get()
    heads, *people = listed(event)
    assert heads == ["Name", "Here", "Table", "Owes", "Paid"]
    assert {row[0]: row[4] for row in people} == {
        row[0]: Decimal(2) if row[0] == "Cy Ash" else Decimal(0) for row in rows
    }
    owed = {row[0]: row[3] for row in people}
    assert (owed["Ann Ash"], owed["Cy Ash"], owed["Zed Yew"]) == (Decimal(5), Decimal(3), Decimal(0))
    assert [row[0] for row in listed(event, sort="owes")[1:]][-1] != "Ann Ash"


def test_the_file_of_pairs_and_teams_names_them_and_a_search_finds_them(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]])
    heads, *people = listed(evening.event)
    assert heads == ["Name", "Here", "Table", "Pair"]
    assert people[0] == ["Ann Ash", "here", "", "Ann Ash and Bea Ash"]
    assert [row[0] for row in listed(evening.event, find="ann")[1:]] == ["Ann Ash", "Bea Ash"]
    Event.objects.update(enters="teams", pairs_a_team=1)
    assert listed(Event.objects.get())[0] == ["Name", "Here", "Table", "Team"]


def test_the_page_of_a_player_knows_partners_wishes_and_who_may_play_instead(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]])
    ann, cy = evening.entry("Ann Ash"), evening.entry("Cy Ash")
    Apart.objects.create(event=evening.event, one=ann, other=cy)
    Entry.objects.filter(pk=cy.pk).update(comes_from="The Chequers")
    Player.objects.create(club=evening.event.club, name="Zed Yew")
    add(evening, "Zoe Yew")
    page = person_page(ann)
    assert ([one.name for one in page.partners], page.apart, page.clubs) == (["Bea Ash"], [cy], ("The Chequers",))
    names = ["Dan Ash", "Eve Ash", "Fay Ash", "Zoe Yew"]
    assert sorted(one.name for one in page.others) == names
    assert sorted(page.free) == ["Zed Yew", "Zoe Yew"]
    assert (page.was_seated, page.in_play, page.needs_another) == (False, None, True)
    go(evening, "Bea Ash")
    page = person_page(ann)
    assert (page.partners, "Bea Ash" in page.free) == ((), True)


@pytest.mark.parametrize("is_seated", [True, False])
def test_somebody_was_seated_with_a_seat_or_a_rest(rounds_of, is_seated):
    evening = rounds_of(3, plan=[["round-robin", 3]])
    out(evening, 1)
    if is_seated:
        entry = Seat.objects.order_by("position")[0].entry
        assert seat_in_current_round(entry).position == 1
    else:
        entry = Rest.objects.order_by("pk")[0].entry
        assert seat_in_current_round(entry) is None
    assert person_page(entry).was_seated


def test_a_leaver_whose_pair_is_whole_needs_nobody_instead_but_one_of_a_team_does(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]])
    go(evening, "Ann Ash")
    ann = Entry.objects.select_related("event").get(player__name="Ann Ash")
    assert person_page(ann).needs_another
    add(evening, "Zed Yew")
    Entry.objects.filter(player__name="Zed Yew").update(team=ann.team_id)
    assert not person_page(ann).needs_another
    Event.objects.update(enters="teams")
    assert person_page(Entry.objects.select_related("event").get(pk=ann.pk)).needs_another


def test_a_match_is_in_the_middle_from_the_bell_until_a_slip_a_walk_over_or_the_end(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]])
    out(evening, 1)

    def in_play() -> bool:
        return match_in_hands(Entry.objects.select_related("event").get(player__name="Ann Ash")) is not None

    assert not in_play()
    evening.play_rounds(1)
    assert in_play()
    for change in ({"walk_over": 1}, {"state": "agreed"}, {"hands_finished_at": SEVEN}):
        Match.objects.update(**change)
        assert not in_play()
        Match.objects.update(walk_over=None, state="waiting", hands_finished_at=None)
    Match.objects.update(state="disputed")
    assert in_play()
    Match.objects.update(state="waiting")
    slip = [SlipLine(14, games=1), SlipLine(9, games=0)]
    enter_slip(Match.objects.get(), slip, by=evening.scorer, now=evening.now)
    Match.objects.update(state="waiting")
    assert not in_play()
    SheetLine.objects.update(superseded_at=SEVEN)
    assert in_play()
    Entry.objects.filter(player__name="Ann Ash").update(team=None)
    assert not in_play()


def test_a_draft_seats_nobody_at_the_door(evening_of):
    evening = evening_of(4)
    draw_first_hour(evening.event, seed=7, by=None, now=evening.now)
    assert {state[:3] for state in states(evening).values()} == {(None, False, False)}


def test_whoever_was_seated_late_has_that_seat_at_the_door(evening_of):
    evening = evening_of(7).playing()
    (late,) = add(evening, "Zed Yew")
    seat = seat_late(late, by=evening.director, now=evening.now)
    assert states(evening)["Zed Yew"] == (seat.table.number, True, False, True)
