"""What the draw page of an hour is made of: tables turn by turn, the plan of hour 2, and what changed since a draft."""

import pytest

from tests.conftest import signed_in
from tests.desk.test_undo import names, undo
from tests.evenings import SEVEN, Evening, by_lot, settle_ties
from tests.round_evenings import out
from tournament.door.services.entries import enter_players, set_here
from tournament.door.services.people import leave
from tournament.draw.queries.drafts import (
    Changes,
    changes_between,
    is_still_the_plan,
    mark_of,
    plan_of,
    stage_numbered,
    tables_shown,
)
from tournament.draw.queries.draws import (
    draw_of,
    field_of,
    five_instead,
    movement_of,
    second_hour_of,
    tables_in_words,
    tables_of,
    threes_of,
)
from tournament.draw.services.draws import draw_first_hour, draw_second_hour, release_draw, swap_seats
from tournament.event.queries.entry_rows import entry_rows
from tournament.matches.queries.matches import players_of
from tournament.models import Entry, Event, Rest, Seat, Stage
from tournament.standings.queries.standings import standings_of
from tournament.standings.services import record_cuts


def draft(evening: Evening, *, prefer_five: bool = False) -> Stage:
    return draw_first_hour(evening.event, seed=7, prefer_five=prefer_five, by=evening.director, now=evening.now)


def seated(stage: Stage) -> dict[int, list[str]]:
    """Returns the names at each table, by place."""
    tables: dict[int, list[str]] = {}
    for seat in Seat.objects.filter(table__stage=stage).order_by("table__number", "position"):
        tables.setdefault(seat.table.number, []).append(seat.entry.name)
    return tables


@pytest.mark.parametrize("is_released", [False, True])
def test_each_turn_of_a_table_lists_every_match_once_and_who_sits_out(evening_of, is_released):
    stage = draft(evening_of(7))
    if is_released:
        release_draw(stage, by=None, now=SEVEN)
        stage.refresh_from_db()
    names = seated(stage)
    shown = tables_shown(stage)
    assert [(table.number, table.size) for table in shown] == [(number, len(of)) for number, of in names.items()]
    for table in shown:
        assert [(seat.position, seat.entry.name) for seat in table.seats] == list(enumerate(names[table.number], 1))
        assert [turn.number for turn in table.turns] == [1, 2, 3]
        met = [pair for turn in table.turns for pair in turn.matches]
        everybody = names[table.number]
        assert sorted(map(sorted, met)) == sorted(
            sorted((one, other)) for place, one in enumerate(everybody) for other in everybody[place + 1 :]
        )
        for turn in table.turns:
            playing = [name for pair in turn.matches for name in pair]
            assert sorted([*playing, *(entry.name for entry in turn.resting)]) == sorted(everybody)
            assert len(turn.matches) == len(everybody) // 2


def test_a_match_called_off_is_a_sit_out_of_its_turn_for_both(evening_of):
    evening = evening_of(4).playing()
    gone = players_of(evening.matches(1)[0])[0]
    leave(gone, by=evening.director, now=evening.now)
    (table,) = tables_shown(evening.hour(1))
    assert [len(turn.matches) for turn in table.turns] == [2, 1, 1]
    assert [len(turn.resting) for turn in table.turns] == [0, 1, 1]
    assert gone.name not in [entry.name for turn in table.turns[1:] for entry in turn.resting]
    turns = {seat.entry.name: [turn.number for turn in seat.turns] for seat in table.seats}
    assert turns.pop(gone.name) == [1]
    assert list(turns.values()) == [[1, 2, 3]] * 3


def test_a_stage_is_found_by_its_number_once_it_is_drawn(evening_of):
    evening = evening_of(4)
    assert stage_numbered(evening.event, 1) is None
    stage = draft(evening)
    assert (stage_numbered(evening.event, 1), stage_numbered(evening.event, 2)) == (stage, None)


def test_the_draw_is_read_back_as_it_was_seated_whoever_sits_there_now(evening_of):
    evening = evening_of(3).playing()
    stage = evening.hour(1)
    before = draw_of(stage)
    assert [list(table.seats) for table in before.tables] == [
        list(Seat.objects.filter(table__stage=stage).order_by("position").values_list("entry", flat=True))
    ]
    first = Seat.objects.filter(table__stage=stage).order_by("position")[0]
    Seat.objects.filter(pk=first.pk).update(until_turn=1)
    (late,) = enter_players(evening.event, ["Zed Yew"], by=evening.director, now=evening.now)
    Seat.objects.create(table=first.table, position=first.position, entry=late, from_turn=2, until_turn=3)
    assert draw_of(stage) == before


def test_who_rests_is_read_back_with_the_draw(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]])
    stage = out(evening, 1)
    assert set(draw_of(stage).resting) == set(Rest.objects.values_list("entry", flat=True))


def test_a_mark_changes_with_every_seat_and_with_nothing_else(evening_of):
    evening = evening_of(8)
    stage = draft(evening)
    mark = mark_of(tables_shown(stage))
    assert (len(mark), mark) == (16, mark_of(tables_shown(stage)))
    one, other = (table.seats[0].entry for table in tables_shown(stage))
    swap_seats(stage, one, other, by=evening.director, now=evening.now)
    assert mark_of(tables_shown(stage)) != mark
    swap_seats(stage, one, other, by=evening.director, now=evening.now)
    assert mark_of(tables_shown(stage)) == mark


def test_who_came_and_who_went_since_a_draft(evening_of):
    evening = evening_of(4)
    ann, bea, cy, dan = entry_rows(evening.event).values()
    assert changes_between([ann, bea], [bea, cy, dan]) == Changes((cy, dan), (ann,))
    assert not changes_between([ann, bea], [bea, ann])
    assert bool(changes_between([], [ann])) and bool(changes_between([ann], []))


def test_those_who_are_here_and_have_not_left_are_seated_next(evening_of):
    evening = evening_of(5)
    set_here(evening.entry("Bea Ash"), False, by=evening.director, now=evening.now)
    leave(evening.entry("Cy Ash"), by=evening.director, now=evening.now)
    assert [entry.name for entry in field_of(evening.event)] == ["Ann Ash", "Dan Ash", "Eve Ash"]
    assert field_of(evening.event, entry_rows(evening.event)) == field_of(evening.event)


def test_of_pairs_only_those_who_are_complete_are_seated(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]])
    leave(evening.entry("Cy Ash"), by=evening.director, now=evening.now)
    enter_players(evening.event, ["Zed Yew"], by=evening.director, now=evening.now)
    names = ["Ann Ash", "Bea Ash", "Eve Ash", "Fay Ash"]
    assert [entry.name for entry in field_of(evening.event)] == names


@pytest.mark.parametrize(
    ("players", "words", "five"),
    [
        (1, "2 more players make the first table.", ""),
        (2, "1 more player makes the first table.", ""),
        (3, "1 table of 3", ""),
        (5, "1 table of 5", ""),
        (8, "2 tables of 4", ""),
        (9, "3 tables of 3", "1 table of 4 and 1 table of 5"),
        (13, "1 table of 4 and 3 tables of 3", "2 tables of 4 and 1 table of 5"),
        (15, "3 tables of 4 and 1 table of 3", ""),
    ],
)
def test_tables_are_told_by_their_size_with_a_five_in_place_of_three_threes(evening_of, players, words, five):
    event = evening_of(0).event
    assert (tables_in_words(event, players), five_instead(event, players)) == (words, five)


def test_tables_of_the_clubs_size_are_told_and_what_to_do_if_they_do_not_fill(evening_of):
    event = evening_of(0, format="auction-pitch-tables", table_size=6).event
    assert tables_in_words(event, 12) == "2 tables of 6"
    assert tables_in_words(event, 1) == "At least 2 players are needed. Wait for one more."
    assert five_instead(event, 9) == ""


@pytest.mark.parametrize(("threes", "expected"), [("bottom", "bottom"), ("spread", "spread")])
def test_tables_of_three_stand_where_the_club_wants_them(evening_of, threes, expected):
    evening_of(0)
    Event.objects.update(threes=threes)
    assert threes_of(Event.objects.get()) == expected


def test_a_pair_sits_with_its_partner_and_players_by_themselves(rounds_of, evening_of):
    pairs = rounds_of(2, plan=[["round-robin", 1]])
    assert movement_of(pairs.event).key == movement_of(pairs.event, 1).key
    stage = out(pairs, 1)
    (view,) = tables_of(stage)
    told = {
        seat.entry.name: [(turn.number, turn.with_whom, turn.against) for turn in seat.turns] for seat in view.seats
    }
    first, second = ([entry.name for entry in side.entries] for side in pairs.matches(1)[0].sides.order_by("number"))
    assert told == {
        own[place]: [(1, own[1 - place], " and ".join(other))]
        for own, other in ((first, second), (second, first))
        for place in (0, 1)
    }


@pytest.fixture
def first_hour(evening_of) -> Evening:
    """Returns seven after their first hour, without a tie at a table boundary."""
    evening = evening_of(7).begun()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    settle_ties(evening)
    return evening


def test_hour_two_is_planned_from_the_ranking_with_newcomers_last(first_hour):
    late = enter_players(first_hour.event, ["Zed Yew", "Zoe Yew"], by=first_hour.director, now=first_hour.now)
    gone = standings_of(first_hour.event, hours=1).placings[0].record
    leave(first_hour.entry(gone.name), by=first_hour.director, now=first_hour.now)
    event = Event.objects.get()
    ranked = [placing.record.entry for placing in standings_of(event, hours=1).placings][1:]
    order = [*ranked, *(entry.pk for entry in late)]
    second = second_hour_of(event)
    assert (list(second.order), second.sizes, [entry.name for entry in second.newcomers]) == (
        order,
        (4, 4),
        ["Zed Yew", "Zoe Yew"],
    )
    plan = plan_of(event, field_of(event))
    assert [(place.entry, place.table) for place in plan.places] == [
        (entry, 1 + index // 4) for index, entry in enumerate(order)
    ]
    names = {entry.pk: entry.name for entry in entry_rows(event).values()}
    assert [place.name for place in plan.places] == [names[entry] for entry in order]
    assert [place.line and place.line.record.entry for place in plan.places] == [*ranked, None, None]
    assert [place.is_last for place in plan.places] == [index == 3 for index in range(8)]
    assert [place.is_level for place in plan.places] == [False] * 8
    assert (plan.sizes, plan.ties) == ((4, 4), ())


def test_those_tied_across_two_tables_are_marked_in_the_plan(evening_of):
    evening = evening_of(8).begun()
    evening.play_rounds(1)
    evening.hand_in(1, lambda match: (5, 5))
    plan = plan_of(evening.event, field_of(evening.event))
    assert [place.is_level for place in plan.places] == [True] * 8
    assert [sorted(tie.entries) for tie in plan.ties] == [sorted(place.entry for place in plan.places)]
    cut = {entry: ["T"] for entry in plan.ties[0].entries}
    record_cuts(evening.hour(1), cut, by=evening.director, now=evening.now)
    (tie,) = plan_of(Event.objects.get(), field_of(evening.event)).ties
    assert (tie.cards, tie.cut_again) == (("T",), True)


def test_a_draft_of_hour_two_is_still_the_plan_until_the_ranking_changes_or_it_is_moved_by_hand(first_hour):
    event = first_hour.event
    stage = draw_second_hour(event, by=first_hour.director, now=first_hour.now)
    plan = plan_of(event, field_of(event))
    tables = tables_shown(stage)
    assert is_still_the_plan(stage, tables, plan)
    assert not is_still_the_plan(stage, tables[:1], plan)
    stage.moved_by_hand = True
    assert is_still_the_plan(stage, tables[:1], plan)


def test_nine_sit_at_three_threes_in_both_hours_unless_a_five_is_preferred(evening_of):
    evening = evening_of(9)
    stages = [
        draw_first_hour(evening.event, seed=7, **five, by=None, now=evening.now) for five in ({"prefer_five": True}, {})
    ]
    assert [stage.prefer_five for stage in stages] == [True, False]
    assert [len(names) for names in seated(stages[1]).values()] == [3, 3, 3]
    release_draw(stages[1], by=None, now=evening.now)
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    settle_ties(evening)
    event = Event.objects.get()
    here = field_of(event)
    usual, five = (3, 3, 3), second_hour_of(event, prefer_five=True).sizes
    assert sorted(five) == [4, 5]
    assert [found.sizes for found in (second_hour_of(event), plan_of(event, here))] == [usual, usual]
    assert plan_of(event, here, prefer_five=True).sizes == five
    second = draw_second_hour(event, by=None, now=evening.now)
    assert ([len(names) for names in seated(second).values()], second.prefer_five) == ([3, 3, 3], False)
    second = draw_second_hour(event, prefer_five=True, by=None, now=evening.now)
    assert (tuple(len(names) for names in seated(second).values()), second.prefer_five) == (five, True)


def test_a_cut_is_for_the_director_of_an_hour_after_one_that_is_shown(evening_of):
    evening = evening_of(8)
    client = signed_in(evening, "director")

    def sent(hour: int, method: str = "post") -> tuple[int, str]:
        answer = getattr(client, method)(f"/e/{evening.event.pk}/draw/{hour}/cut/")
        return answer.status_code, answer.headers.get("Location", "").replace(f"/e/{evening.event.pk}", "/e")

    assert [sent(hour)[0] for hour in (1, 2, 3)] == [404] * 3
    evening.begin()
    evening.play_rounds(1)
    evening.hand_in(1, lambda match: (5, 5))
    assert (sent(2, "get"), sent(2)[0]) == ((302, "/e/draw/2/"), 422)
    Entry.objects.exclude(player__name__in=("Ann Ash", "Bea Ash")).update(left_at=evening.now)
    assert sent(2) == (302, "/e/draw/2/")


def test_a_swap_in_a_draft_is_undone_by_one_press(evening_of):
    evening = evening_of(9)
    draft(evening)

    def seated() -> list[tuple[int, int, int]]:
        found = Seat.objects.filter(table__stage__event=evening.event).order_by("table__number", "position")
        return list(found.values_list("table__number", "position", "entry"))

    drawn = seated()
    one, other = Entry.objects.get(pk=drawn[0][2]), Entry.objects.get(pk=drawn[-1][2])
    desk = signed_in(evening, "director")
    swap_seats(evening.hour(1), one, other, by=evening.director, now=evening.now)
    assert (seated() == drawn, names(desk, evening)[0]) == (False, f"swap of {one.name} and {other.name}")
    undo(desk, evening)
    assert (seated() == drawn, [name for name in names(desk, evening) if "swap" in name]) == (True, [])
