"""Screens: who becomes one, how long one waits, and what the director may say of them."""

from datetime import timedelta

import pytest

from tests import evenings, round_evenings
from tests.evenings import SEVEN, Evening
from tests.round_evenings import out, rule_all
from tournament.event.services.events import lock_event, show_standings
from tournament.matches.queries.matches import players_of
from tournament.models import CallOut, Event, LogEntry, Match, PrizeGiving, Screen, Side
from tournament.results.services.sheets import SheetEntry, enter_sheet
from tournament.screens.queries.screen_content import results_on_wall
from tournament.screens.queries.screens import screen_of, screens_of_hall
from tournament.screens.services import (
    MOST_WAITING,
    NoSuchScreen,
    TooManyScreens,
    begin_prizes,
    change_screen,
    cover_prize,
    note_alive,
    open_screen,
    release_screen,
    reveal_prize,
    show_call_out,
    show_notice,
    stop_prizes,
    switch_back,
    switch_screens,
    take_by_code,
    take_down_call_out,
    take_screen,
)
from tournament.standings.queries.prizes import NoPrizes, prizes_to_give, revealed_prizes_of, show_prize

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of


@pytest.mark.django_db
def test_only_the_browser_with_the_secret_is_the_screen():
    screen, secret = open_screen(now=SEVEN)
    assert (screen_of(secret), screen_of(screen.code), screen_of(screen.secret), screen_of("")) == (
        screen,
        None,
        None,
        None,
    )


@pytest.mark.django_db
def test_a_code_that_a_screen_has_already_is_not_given_again():
    codes = iter(["CFHJ", "CFHJ", "KLMN"])
    assert [open_screen(now=SEVEN, make=lambda: next(codes))[0].code for _each in range(2)] == ["CFHJ", "KLMN"]


@pytest.mark.django_db
def test_screens_that_nobody_took_are_forgotten_when_they_are_silent_and_bounded_while_they_are_not():
    first, _secret = open_screen(now=SEVEN)
    take_screen(first, name="Bar", on=None, by=None, now=SEVEN)
    for _each in range(MOST_WAITING):
        open_screen(now=SEVEN)
    with pytest.raises(TooManyScreens):
        open_screen(now=SEVEN + timedelta(minutes=9))
    open_screen(now=SEVEN + timedelta(minutes=11))
    assert Screen.objects.count() == 2
    assert Screen.objects.filter(taken_at__isnull=False).get().name == "Bar"


@pytest.mark.django_db
def test_a_screen_is_heard_now_and_then_and_lost_after_three_quarters_of_a_minute():
    screen, _secret = open_screen(now=SEVEN)
    note_alive(screen, now=SEVEN + timedelta(seconds=5))
    screen.refresh_from_db()
    assert screen.seen_at == SEVEN
    note_alive(screen, now=SEVEN + timedelta(seconds=15))
    take_screen(screen, on=None, by=None, now=SEVEN)
    (listed,) = screens_of_hall(SEVEN + timedelta(seconds=60), None).taken
    assert (listed.in_touch, listed.screen.seen_at) == (True, SEVEN + timedelta(seconds=15))
    (listed,) = screens_of_hall(SEVEN + timedelta(minutes=3), None).taken
    assert (listed.in_touch, listed.minutes) == (False, 2)


def test_the_director_takes_a_screen_by_its_letters_however_they_are_typed(evening_of):
    evening: Evening = evening_of(0)
    screen, _secret = open_screen(now=SEVEN, make=lambda: "CFHJ")
    found = {"on": evening.event, "by": evening.director, "now": SEVEN}
    assert take_by_code(" cf-hj ", name="Stage left", **found).name == "Stage left"
    assert take_by_code("CFHJ", name="Elsewhere", **found).name == "Stage left"
    with pytest.raises(NoSuchScreen):
        take_by_code("LLLL", **found)
    open_screen(now=SEVEN, make=lambda: "KLMN")
    assert take_by_code("klmn", **found).name == "Screen 1"
    assert LogEntry.objects.filter(action="take_screen").count() == 2


def test_screens_are_switched_one_or_all_and_one_that_nobody_took_is_not(evening_of):
    evening: Evening = evening_of(0)
    screens = [open_screen(now=SEVEN)[0] for _each in range(3)]
    for screen in screens[:2]:
        take_screen(screen, on=evening.event, by=None, now=SEVEN)
    switch_screens(screens, [("clock", 12)], on=evening.event, by=evening.director, now=SEVEN)
    assert list(Screen.objects.order_by("pk").values_list("turns", "revision")) == [
        ([["clock", 12]], 2),
        ([["clock", 12]], 2),
        ([], 0),
    ]
    release_screen(screens[0], on=evening.event, by=evening.director, now=SEVEN)
    assert [screen.pk for screen in Screen.objects.order_by("pk")] == [screen.pk for screen in screens[1:]]


def test_a_screen_comes_back_to_what_its_settings_say_and_one_without_to_what_the_hall_needs(evening_of):
    evening: Evening = evening_of(0)
    screens = [open_screen(now=SEVEN)[0] for _each in range(2)]
    told = {"on": evening.event, "by": evening.director, "now": SEVEN}
    for screen in screens:
        take_screen(screen, **told)
    in_turn = [["clock", 7], ["names", 14]]
    change_screen(screens[0], {"turns": in_turn}, **told)
    show_notice(screens, "Tea at nine", [("notice", 15)], **told)
    on = [list(Screen.objects.order_by("pk").values_list("turns", flat=True))]
    switch_back(screens, **told)
    on.append(list(Screen.objects.order_by("pk").values_list("turns", flat=True)))
    assert on == [[[["notice", 15]]] * 2, [in_turn, []]]


def test_the_same_words_called_out_again_are_up_once_until_they_are_taken_down(evening_of):
    evening: Evening = evening_of(0)
    called = show_call_out(evening.event, "Table 7:  look up", by=evening.director, now=SEVEN)
    assert show_call_out(evening.event, "Table 7: look up", by=evening.director, now=SEVEN) == called
    down = [take_down_call_out(called, by=evening.director, now=SEVEN) for _press in range(2)]
    assert (down, CallOut.objects.filter(taken_down_at=None).count()) == ([True, False], 0)


def hand_in_points(evening: Evening, points: dict[str, int]) -> None:
    """Everybody wins so many in each match."""
    for match in evening.matches(1):
        for entry in players_of(match):
            enter_sheet(entry, [SheetEntry(match.pk, points[entry.name])], by=evening.scorer, now=evening.now)


def test_prizes_are_given_from_the_last_to_the_first_and_who_shares_a_place_together(evening_of):
    evening: Evening = evening_of(4).begun()
    hand_in_points(evening, {"Ann Ash": 15, "Bea Ash": 9, "Cy Ash": 9, "Dan Ash": 4})
    steps = [show_prize(step) for step in prizes_to_give(evening.event, places=3, side_prizes=False)]
    assert [(step.label, sorted(step.names)) for step in steps] == [
        ("Second, shared", ["Bea Ash", "Cy Ash"]),
        ("First", ["Ann Ash"]),
    ]
    with_side = [show_prize(step) for step in prizes_to_give(evening.event, places=1, side_prizes=True)]
    assert [(step.label, step.names, step.figure) for step in with_side] == [
        ("Biggest round", ("Ann Ash",), "15"),
        ("First", ("Ann Ash",), ""),
    ]


def test_each_press_reveals_one_more_and_a_press_made_twice_counts_once(evening_of):
    evening: Evening = evening_of(4).begun()
    hand_in_points(evening, {"Ann Ash": 15, "Bea Ash": 9, "Cy Ash": 8, "Dan Ash": 4})
    by = {"by": evening.director, "now": SEVEN}
    assert revealed_prizes_of(evening.event) is None
    begin_prizes(evening.event, places=2, side_prizes=False, **by)
    evening.event.refresh_from_db()
    assert (revealed_prizes_of(evening.event), evening.event.standings_shown) == ((), False)
    assert [reveal_prize(evening.event, seen=0, **by) for _press in range(2)] == [True, False]
    assert [each.names for each in revealed_prizes_of(evening.event) or ()] == [("Bea Ash",)]
    assert [reveal_prize(evening.event, seen=seen, **by) for seen in (1, 2)] == [True, False]
    assert [each.names for each in revealed_prizes_of(evening.event) or ()] == [("Ann Ash",), ("Bea Ash",)]
    assert [cover_prize(evening.event, seen=seen, **by) for seen in (2, 2, 1, 0)] == [True, False, True, False]
    stop_prizes(evening.event, **by)
    assert not PrizeGiving.objects.exists()


def test_an_evening_locked_while_prizes_are_given_keeps_its_standings_hidden(evening_of):
    evening: Evening = evening_of(4).begun()
    hand_in_points(evening, {"Ann Ash": 15, "Bea Ash": 9, "Cy Ash": 8, "Dan Ash": 4})
    begin_prizes(evening.event, places=2, side_prizes=False, by=None, now=SEVEN)
    lock_event(evening.event, by=None, now=SEVEN)
    evening.event.refresh_from_db()
    assert (evening.event.standings_shown, evening.event.locked_at) == (False, SEVEN)


def test_there_is_no_prize_while_nobody_is_in_the_standings(evening_of):
    with pytest.raises(NoPrizes):
        begin_prizes(evening_of(4).event, places=3, side_prizes=True, by=None, now=SEVEN)


@pytest.mark.parametrize(("walk_over", "figures"), [(1, ["walk-over", "absent"]), (0, ["absent", "absent"])])
def test_the_wall_says_who_did_not_come_to_a_match(rounds_of, walk_over, figures):
    evening = rounds_of(4, plan=[["round-robin", 3]])
    out(evening, 1)
    rule_all(evening, 1)
    Match.objects.filter(table__number=1).update(walk_over=walk_over)
    Side.objects.filter(match__table__number=1).update(points=None, games=None)
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    first, _second = results_on_wall(Event.objects.get()).results
    assert [side.figure for side in first.sides] == figures
    assert [side.won for side in first.sides] == [figure == "walk-over" for figure in figures]
