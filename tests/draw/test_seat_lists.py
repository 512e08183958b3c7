"""Where everybody sits, as lists: by name with opponents, by table, who rests and who is out, and how it is written."""

import re
from html import unescape
from typing import Any

import pytest
from django.http import QueryDict
from django.template import engines

from tests.evenings import by_lot
from tests.markup import markup
from tests.round_evenings import out, rule_all
from tournament.door.services.entries import enter_players
from tournament.door.services.people import leave, seat_late
from tournament.draw.forms import DrawForm, ReseatForm, SwapForm
from tournament.draw.queries.drafts import DraftPlan, plan_of, tables_shown
from tournament.draw.queries.draws import field_of
from tournament.draw.queries.seats import (
    PlaceOf,
    SeatedTable,
    TurnOfPlace,
    names_of_rests,
    out_of,
    places_of,
    places_with,
    rests_of,
    seated_tables,
)
from tournament.draw.services.draws import draw_first_hour
from tournament.draw.services.round_draws import draw_round
from tournament.foundation.wording import order_key
from tournament.models import Event, Rest, Seat, Stage, Team


def names_at(stage: Stage) -> dict[int, list[str]]:
    tables: dict[int, list[str]] = {}
    for seat in Seat.objects.filter(table__stage=stage).order_by("table__number", "position", "from_turn"):
        tables.setdefault(seat.table.number, []).append(seat.entry.name)
    return tables


def words_of(html: str) -> list[str]:
    """Returns the words between tags, a line each."""
    return [unescape(text).strip() for text in re.findall(r">([^<]+)<", html) if text.strip()]


def test_everybody_who_plays_is_listed_from_a_to_z_with_their_table_and_opponents(evening_of):
    evening = evening_of(7).begun()
    stage, tables = evening.hour(1), names_at(evening.hour(1))
    table_of = {name: number for number, names in tables.items() for name in names}
    meets: dict[str, dict[int, str]] = {name: dict.fromkeys((1, 2, 3), "") for name in table_of}
    for match in evening.matches(1):
        one, other = (side.entries[0].name for side in match.sides.all())
        meets[one][match.round.number], meets[other][match.round.number] = other, one
    assert places_of(evening.event, stage) == [
        PlaceOf(
            name,
            "",
            False,
            order_key(name),
            table=table_of[name],
            turns=tuple(TurnOfPlace(number, meets[name][number]) for number in (1, 2, 3)),
        )
        for name in sorted(table_of, key=order_key)
    ]


def test_of_a_round_each_has_a_partner_and_those_who_rest_have_no_table(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]])
    stage = out(evening, 1)
    (match,) = evening.matches(1)
    first, second = ([entry.name for entry in side.entries] for side in match.sides.order_by("number"))
    turns = {
        own[place]: (TurnOfPlace(1, f"with {own[1 - place]} against {other[0]} and {other[1]}"),)
        for own, other in ((first, second), (second, first))
        for place in (0, 1)
    }
    rested = [rest.entry.name for rest in Rest.objects.all()]
    expected = [PlaceOf(name, "", False, order_key(name), table=1, turns=turns[name]) for name in turns]
    expected += [PlaceOf(name, "", False, order_key(name)) for name in rested]
    assert places_of(evening.event, stage) == sorted(expected, key=lambda place: place.filed)
    assert {entry.name for entry in rests_of(evening.event, stage)} == set(rested)
    assert [set(name.split(" and ")) for name in names_of_rests(evening.event, stage)] == [set(rested)]
    assert seated_tables(evening.event, stage) == [SeatedTable(1, tuple(names_at(stage)[1]), 1, ())]


def test_a_team_that_rests_has_its_name_and_without_one_its_players(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]], enters="teams")
    stage = out(evening, 1)
    rested = rests_of(evening.event, stage)
    (names,) = names_of_rests(evening.event, stage)
    assert sorted(re.split(", | and ", names)) == sorted(entry.name for entry in rested)
    Team.objects.filter(pk=rested[0].team_id).update(name="The Aces")
    assert names_of_rests(evening.event, Stage.objects.get()) == ("The Aces",)


def test_one_who_rests_alone_is_named_and_not_the_pair(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]])
    stage = out(evening, 1)
    Team.objects.update(name="The Aces")
    one, other = rests_of(evening.event, stage)
    Rest.objects.filter(entry=other).delete()
    assert names_of_rests(evening.event, Stage.objects.get()) == (one.name,)


def test_an_hour_of_kent_has_sit_outs_and_no_rests(evening_of):
    evening = evening_of(7).begun()
    Rest.objects.create(stage=evening.hour(1), entry=evening.entry("Ann Ash"))
    assert rests_of(evening.event, evening.hour(1)) == []


def test_tables_of_named_teams_say_which_teams_meet(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]], enters="teams")
    stage = out(evening, 1)
    for number, team in enumerate(Team.objects.order_by("pk"), start=1):
        Team.objects.filter(pk=team.pk).update(name=f"Team {number}")
    named = dict(Team.objects.values_list("pk", "name"))
    tables = seated_tables(Event.objects.get(), stage)
    for table in tables:
        seats = Seat.objects.filter(table__number=table.number).order_by("position")
        assert table.teams == tuple(dict.fromkeys(named[seat.entry.team_id] for seat in seats))
        assert table.names == tuple(seat.entry.name for seat in seats)
    assert [(table.number, table.turns) for table in tables] == [(1, 1), (2, 1)]
    Team.objects.filter(name="Team 2").update(name="")
    assert [table.teams for table in seated_tables(Event.objects.get(), stage)] == [(), ()]


def test_tables_stand_in_order_of_their_numbers_and_a_place_without_anybody_is_left_out(evening_of):
    evening = evening_of(8).begun()
    stage, names = evening.hour(1), names_at(evening.hour(1))
    Seat.objects.filter(table__stage=stage, table__number=1, position=1).delete()
    assert seated_tables(evening.event, stage) == [
        SeatedTable(1, tuple(names[1][1:]), 3, ()),
        SeatedTable(2, tuple(names[2]), 3, ()),
    ]


def test_a_place_that_changed_hands_shows_who_has_it_now(evening_of):
    evening = evening_of(4).playing()
    (names,) = names_at(evening.hour(1)).values()
    leave(evening.entry(names[1]), by=evening.director, now=evening.now)
    (late,) = enter_players(evening.event, ["Zed Yew"], by=evening.director, now=evening.now)
    seat_late(late, by=evening.director, now=evening.now)
    stage = evening.hour(1)
    assert seated_tables(evening.event, stage) == [SeatedTable(1, (names[0], "Zed Yew", *names[2:]), 3, ())]
    left = [place for place in places_of(evening.event, stage) if place.has_left]
    assert [(place.name, [turn.number for turn in place.turns]) for place in left] == [(names[1], [1])]


def test_who_is_out_and_still_here_is_listed_without_a_table(rounds_of):
    evening = rounds_of(4, plan=[["knock-out", 2]])
    stage = out(evening, 1)
    assert out_of(evening.event, stage) == []
    rule_all(evening, 1)
    team = evening.entry("Ann Ash").team_id
    stage = draw_round(evening.event, 2, seed=1, by=evening.director, now=evening.now)
    Stage.objects.filter(pk=stage.pk).update(out=[team], released_at=evening.now)
    leave(evening.entry("Bea Ash"), by=evening.director, now=evening.now)
    stage = evening.hour(2)
    assert [entry.name for entry in out_of(evening.event, stage)] == ["Ann Ash"]
    assert [place.name for place in places_of(evening.event, stage) if place.out] == ["Ann Ash"]


def test_players_who_are_out_are_found_by_themselves(evening_of):
    evening = evening_of(4).begun()
    stage = evening.hour(1)
    stage.out = [evening.entry("Cy Ash").pk]
    assert [entry.name for entry in out_of(evening.event, stage)] == ["Cy Ash"]


def place(name: str, team: str = "", **more: object) -> PlaceOf:
    return PlaceOf(name, team, **{"has_left": False, "filed": order_key(name)} | more)


def test_every_word_looked_for_is_in_the_name_or_in_that_of_the_team():
    places = [place("Ann Ash", "The Aces"), place("Zoë Birch"), place("Ann Birch", "Kings")]

    def found(name: str) -> list[str]:
        return [each.name for each in places_with(places, name)]

    assert (found("an"), found("ann aces"), found("zoe"), found("BIRCH")) == (
        ["Ann Ash", "Ann Birch"],
        ["Ann Ash"],
        ["Zoë Birch"],
        ["Zoë Birch", "Ann Birch"],
    )
    assert (found("ann zoe"), found("")) == ([], [each.name for each in places])


@pytest.mark.parametrize(
    ("line", "turns_per_seating", "words"),
    [
        (place("Ann", table=2, turns=(TurnOfPlace(1, "Bea"), TurnOfPlace(2, ""))), 3,
         ["Ann", "Table", "2", "1", "Bea", "2", "sits out"]),
        (place("Ann", "Aces", table=2, turns=(TurnOfPlace(1, "Bea"),)), 1, ["Ann", "Aces", "Table", "2", "Bea"]),
        (place("Ann", has_left=True), 1, ["Ann", "left early", "sits out this round"]),
        (place("Ann", out=True), 1, ["Ann", "no more matches"]),
        (place("<Ann>", out=True), 3, ["<Ann>", "no more matches"]),
    ],
)  # fmt: skip
def test_a_place_is_written_with_its_table_and_turns(line, turns_per_seating, words):
    assert words_of(str(macros().place_row(line, turns_per_seating))) == words


def macros() -> Any:
    """The macros of the room's templates."""
    return engines.all()[0].env.get_template("draw/_macros.html").module


def plan_written(plan: DraftPlan, event: Event) -> str:
    return markup("".join([str(macros().plan_row(place, event, 2)) for place in plan.places]))


def tables_written(
    stage: Stage, turns_per_seating: int, *, can_swap: bool = False, ticked: tuple[str, ...] = ()
) -> str:
    write = macros().drawn_table
    return markup("".join([str(write(table, turns_per_seating, can_swap, ticked)) for table in tables_shown(stage)]))


def test_tables_of_an_hour_are_written_turn_by_turn_with_a_word_for_threes_and_fives(evening_of):
    evening = evening_of(9)
    stage = draw_first_hour(evening.event, seed=7, prefer_five=True, by=None, now=evening.now)
    expected = []
    for table in tables_shown(stage):
        expected += [f"Table {table.number}", *(["5 players, own bell"] if table.size == 5 else [])]
        expected += [seat.entry.name for seat in table.seats]
        expected.append("Rounds")
        for turn in table.turns:
            expected += ["Round", str(turn.number), *(" – ".join(names) for names in turn.matches)]
            expected += [f"{entry.name} sits out" for entry in turn.resting]
    assert words_of(tables_written(stage, 3)) == expected
    three = draw_first_hour(Event.objects.get(), seed=7, by=None, now=evening.now)
    assert words_of(tables_written(three, 3)).count("3 players") == 3


def test_tables_of_one_turn_are_written_with_their_size_and_only_matches_of_fewer(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]])
    stage = draw_round(evening.event, 1, seed=7, by=evening.director, now=evening.now)
    (table,) = tables_shown(stage)
    names = [seat.entry.name for seat in table.seats]
    ((first, second),) = table.turns[0].matches
    assert words_of(tables_written(stage, 1)) == ["Table 1", "4 players", *names, f"{first} – {second}"]


def test_places_can_be_ticked_in_a_draft_and_leavers_are_marked_once_it_is_shown(evening_of):
    evening = evening_of(4)
    stage = draw_first_hour(evening.event, seed=7, by=None, now=evening.now)
    ann, bea = (evening.entry(f"{name} Ash").pk for name in ("Ann", "Bea"))
    html = tables_written(stage, 3, can_swap=True, ticked=(str(ann),))
    boxes = re.findall(r'<input type="checkbox" name="swap" value="(\d+)"( checked)?>', html)
    assert len(boxes) == 4 and {int(pk) for pk, checked in boxes if checked} == {ann}
    assert f'<li id="seat-{bea}">' in html
    assert 'type="checkbox"' not in tables_written(stage, 3)
    leave(evening.entry("Ann Ash"), by=evening.director, now=evening.now)
    assert words_of(tables_written(evening.hour(1), 3)).count("left early") == 1


def test_the_plan_of_hour_two_is_written_with_what_decided_and_where_each_would_sit(evening_of):
    evening = evening_of(8).begun()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    enter_players(evening.event, ["Zed Yew"], by=evening.director, now=evening.now)
    event = Event.objects.get()
    plan = plan_of(event, field_of(event))
    rows = plan_written(plan, event).split("</tr>")[:-1]
    assert [' class="cut"' in row for row in rows] == [each.is_last for each in plan.places]
    for row, each in zip(rows, plan.places, strict=True):
        line = each.line
        words = [line.placing.shown if line else "–", each.name]
        if each.is_level:
            words.append("tied: cut the cards")
        elif line is None:
            words.append("new in hour 2")
        elif line.placing.decided_by and line.placing.decided_by != "total":
            words.append(line.decided_by)
        assert words_of(row) == [*words, str(line.record.total) if line else "–", str(each.table)]


def test_an_adjusted_total_is_written_beside_the_total(evening_of):
    evening = evening_of(7).begun()
    evening.play_rounds(1)
    evening.hand_in(1, lambda match: (10, 4) if match.table.size == 4 else (8, 6))
    plan = plan_of(evening.event, field_of(evening.event))
    adjusted = [each for each in plan.places if each.line and each.line.is_adjusted]
    rows = plan_written(plan, evening.event).split("</tr>")
    assert len(adjusted) == 3
    for each in adjusted:
        (row,) = [row for row in rows if f">{each.name}<" in row or f">{each.name} " in row]
        total = each.line.record.total
        assert f"adjusted {total * 3 // 2}" in row and f'<td class="number">{total}<' in row
    assert len([row for row in rows if "adjusted" in row]) == 3


def posted(**values: object) -> QueryDict:
    data = QueryDict(mutable=True)
    for key, value in values.items():
        data.setlist(key, value if isinstance(value, list) else [value])
    return data


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        ("", None),
        ("0", 0),
        ("999999", 999_999),
        ("1000000", ["6 digits at most."]),
        ("-1", ["The number must be 0 or more."]),
        ("abc", ["Enter a whole number, such as 1674, or leave it empty."]),
    ],
)
def test_a_draw_number_has_up_to_six_digits_or_is_left_empty(seed, expected):
    form = DrawForm(posted(seed=seed), five="")
    is_valid = form.is_valid()
    assert (form.cleaned_data["seed"] if is_valid else form.errors["seed"]) == expected
    assert ("prefer_five" in form.fields, form.prefers_five) == (False, False)


def test_a_five_is_offered_in_words_where_there_is_the_choice():
    form = DrawForm(posted(seed="", prefer_five="on"), five="2 tables of 4 and 1 table of 5")
    assert form.is_valid() and form.prefers_five
    assert form.fields["prefer_five"].label == "Use 2 tables of 4 and 1 table of 5 instead"
    assert [DrawForm(five="x", draft=Stage(prefer_five=chosen)).initial for chosen in (True, False)] == [
        {"prefer_five": True},
        {"prefer_five": False},
    ]
    assert DrawForm(five="x").initial == {}


@pytest.mark.parametrize(
    ("ticked", "swap", "reseat"),
    [
        ([], "Tick the 2 to swap.", "Tick the 2 players who are in each other’s seats."),
        (
            ["Ann Ash"],
            "1 ticked. Tick 2 to swap.",
            "1 ticked. Tick the 2 players who are in each other’s seats.",
        ),
        (
            ["Ann Ash", "Bea Ash", "Cy Ash"],
            "3 ticked. Tick 2 to swap.",
            "3 ticked. Tick the 2 players who are in each other’s seats.",
        ),
        (
            ["Ann Ash", ""],
            "One of these 2 no longer has a seat. Check the list again.",
            "One of these 2 is no longer in this round. Check the list again.",
        ),
        (["Ann Ash", "Cy Ash"], None, None),
    ],
)
def test_two_players_are_ticked_neither_more_nor_fewer(evening_of, ticked, swap, reseat):
    evening = evening_of(3)
    keys = [str(evening.entry(name).pk) if name else "0" for name in ticked]
    seated = list(evening.event.entries.order_by("pk"))
    for form, name, error in (
        (SwapForm(posted(swap=keys), seated=seated), "swap", swap),
        (ReseatForm(posted(reseat=keys, seen="3", reopen="on"), seated=seated), "reseat", reseat),
    ):
        assert form.errors.get(name) == ([error] if error else None)
        if error is None:
            assert [entry.name for entry in form.cleaned_data[name]] == ticked
    if reseat is None:
        assert (form.cleaned_data["seen"], form.cleaned_data["reopen"]) == (3, True)
