"""Restore points: set before each large act; going back loses nothing, and going forward again brings all back."""

import re
from collections.abc import Callable
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from tests.conftest import signed_in
from tests.evenings import SEVEN, Evening
from tests.event.test_table_evenings import play_match
from tests.kinds import mostly_slow
from tests.markup import markup
from tests.round_evenings import Rounds, out, rule_all
from tests.transfer.playing import KINDS, Play, play_by_phone
from tournament.clock.services.rounds import end_round, start_round
from tournament.desk.queries.log_pages import LogFilter, read_log
from tournament.door.services.entries import enter_players, remove_entry
from tournament.door.services.till import pay
from tournament.draw.queries.undone_releases import is_of_undone_seats, undone_release
from tournament.draw.services.draws import discard_draft, draw_first_hour, undo_release
from tournament.event.services.events import lock_event
from tournament.event.services.restore_points import MOST_POINTS, set_restore_point
from tournament.event.snapshot import STAYING, restored_models
from tournament.foundation.errors import NeedsReason
from tournament.foundation.model_rows import rows_below
from tournament.hands.queries.decisions import late_hands
from tournament.hands.services.late import accept_late
from tournament.models import (
    Account,
    Call,
    Entry,
    Event,
    Hand,
    LogEntry,
    Match,
    Payment,
    Player,
    RestorePoint,
    Round,
    Stage,
    State,
    TableCode,
)
from tournament.people.services.people import add_person, delete_person
from tournament.standings.queries.standings import standings_of
from tournament.transfer.queries.restore_points import name_of_point, points_of, read_point
from tournament.transfer.services.going_back import PointsChanged, go_back, set_point_by_hand

Rows = dict[str, list[dict[str, Any]]]


def rows_of(event: Event) -> Rows:
    """Every row of an evening but of the log and of the points themselves. A call forgets its match when that goes."""
    event = Event.objects.get(pk=event.pk)
    models: list[type[Model]] = [*restored_models(), *(STAYING - {LogEntry, RestorePoint})]
    rows = {model.__name__: list(rows_below(event, model).values()) for model in models}
    for call in rows["Call"]:
        del call["match_id"]
    own = {name: value for name, value in Event.objects.values().get(pk=event.pk).items() if name != "revision"}
    return rows | {"Event": [own]}


def back_to(evening: Evening, point: RestorePoint, reason: str = "A wrong press") -> None:
    newest = points_of(evening.event)[0].pk
    go_back(point, newest=newest, reason=reason, by=evening.director, now=evening.now)
    evening.event.refresh_from_db()


def actions(event: Event) -> list[str]:
    """The oldest first."""
    return [point.action for point in reversed(points_of(event))]


def lines_of(event: Event) -> list[tuple[str, bool]]:
    lines = LogEntry.objects.filter(event=event).order_by("pk")
    return [(line.action, line.undone_at is not None) for line in lines]


def test_each_large_act_sets_a_point_before_it(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(8)
    stage = draw_first_hour(evening.event, seed=1, by=evening.director, now=evening.now)
    discard_draft(stage, by=evening.director, now=evening.now)
    stage = evening.begin()
    undo_release(stage, by=evening.director, now=evening.now)
    evening.begin()
    first = Round.objects.get(number=1)
    start_round(first, by=evening.director, now=evening.now)
    end_round(first, by=evening.director, now=evening.now)
    lock_event(evening.event, by=evening.director, now=evening.now)
    large = ["discard_draft", "release_draw", "undo_release", "release_draw", "start_round", "end_round", "lock_event"]
    assert actions(evening.event) == large
    names = [name_of_point(evening.event, point) for point in reversed(points_of(evening.event))]
    assert names[0] == "Before the draft of hour 1 was discarded"
    assert names[-3:-1] == ["Before round 1 of hour 1 began", "Before round 1 of hour 1 ended"]
    assert names[-1] == "Before the evening was locked"


def test_an_act_that_is_refused_sets_no_point_and_one_press_for_two_bells_one(
    evening_of: Callable[..., Evening],
) -> None:
    evening = evening_of(9)
    evening.begin(prefer_five=True)
    now = evening.now
    bells = list(Round.objects.filter(number=1))
    for bell in bells:
        start_round(bell, by=evening.director, now=now)
    assert (len(bells), actions(evening.event)) == (2, ["release_draw", "start_round"])
    start_round(bells[0], by=evening.director, now=evening.now, seen="something else")
    assert actions(evening.event) == ["release_draw", "start_round"]


ALL = mostly_slow(KINDS.items(), quick=[("everything", KINDS["everything"])])


@pytest.mark.parametrize(("name", "play"), ALL)
def test_back_to_any_point_and_forward_again_every_row_is_as_it_was(
    name: str, play: Play, evening_of: Callable[..., Evening], rounds_of: Rounds
) -> None:
    evening = play(evening_of, rounds_of)
    event = evening.event
    now_is, standings = rows_of(event), [line.record for line in standings_of(event).lines]
    points = points_of(event)
    for point in (points[0], points[len(points) // 2], points[-1]):
        revision = Event.objects.get(pk=event.pk).revision
        back_to(evening, point)
        assert Event.objects.get(pk=event.pk).revision > revision
        standings_of(event)
        late_hands(event)
        read_log(LogFilter(event))
        back_to(evening, points_of(event)[0], "No, it was right")
        assert rows_of(event) == now_is
        assert [line.record for line in standings_of(event).lines] == standings


def test_going_back_over_a_release_takes_its_matches_and_says_so(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=[["round-robin", 3]])
    out(evening, 1)
    rule_all(evening, 1)
    then = rows_of(evening.event)
    out(evening, 2)
    gone = evening.matches(2)[0]
    point = next(each for each in points_of(evening.event) if each.action == "release_draw")
    _snapshot, undone = read_point(evening.event, point)
    assert (undone.hours, len(undone.matches), undone.late, undone.lost) == ((2,), 2, (), 0)
    back_to(evening, point)
    drafted = rows_of(evening.event)
    assert len(drafted["Match"]) == len(then["Match"])
    assert Stage.objects.get(event=evening.event, number=2).released_at is None
    assert undone_release(evening.event).startswith("The director withdrew the seats of round 2 at ")
    assert is_of_undone_seats(evening.event, gone.pk)
    back_to(evening, points_of(evening.event)[0])
    assert (undone_release(evening.event), is_of_undone_seats(evening.event, gone.pk)) == ("", False)


def test_hands_that_are_undone_wait_on_the_late_list_and_may_be_let_in(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(4, format="trinidad-tables")
    evening.begin()
    evening.play_rounds(1)
    (match,) = evening.matches(1)
    play_match(evening, match, Random(1), hands=2)
    point = set_point_by_hand(evening.event, "two hands", by=evening.director, now=evening.now)
    play_match(evening, match, Random(1), hands=5)
    played = list(Hand.objects.order_by("number").values("number", "facts", "awards"))
    back_to(evening, point)
    counting = Hand.objects.filter(superseded_at=None).order_by("number")
    assert [hand.number for hand in counting] == [1, 2]
    assert sorted(hand.number for hand in late_hands(evening.event)) == [3, 4, 5]
    for hand in sorted(late_hands(evening.event), key=lambda hand: hand.number):
        accept_late(hand, reason="It was right", by=evening.director, now=evening.now)
    assert list(counting.values("number", "facts", "awards")) == played


def test_all_hands_that_were_undone_count_again_at_one_press(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(8, format="trinidad-tables")
    evening.begin()
    evening.play_rounds(1)
    point = set_point_by_hand(evening.event, "no hands", by=evening.director, now=evening.now)
    for match in evening.matches(1):
        play_match(evening, match, Random(match.table.number), hands=5)
    counting = Hand.objects.filter(superseded_at=None).order_by("match", "number")
    played = list(counting.values("match", "number", "facts", "awards"))
    back_to(evening, point)
    assert counting.count() == 0
    client = signed_in(evening, "director")
    late = late_hands(evening.event)[0]
    page = client.get(reverse("decide", args=[evening.event.pk, late.match_id, late.number]))
    assert "It counted until the evening was taken back to a restore point" in page.content.decode()
    address = f"/e/{evening.event.pk}/points/"
    assert "Let all 10 hands count" in client.get(address).content.decode()
    assert "10 hands count again." in client.post(address, {"accept": "all"}, follow=True).content.decode()
    assert list(counting.values("match", "number", "facts", "awards")) == played
    assert "hands count" not in client.get(address).content.decode()


def test_versions_that_were_replaced_before_do_not_wait(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(4, format="trinidad-tables")
    evening.begin()
    evening.play_rounds(1)
    point = set_point_by_hand(evening.event, "before the first hand", by=evening.director, now=evening.now)
    (match,) = evening.matches(1)
    play_by_phone(evening, match)
    counting = Hand.objects.filter(superseded_at=None)
    rivals = Hand.objects.filter(state=State.DISPUTED, superseded_at__isnull=False)
    expected = sorted(hand.pk for hand in [*counting, *rivals])
    versions = Hand.objects.count()
    back_to(evening, point)
    assert sorted(hand.pk for hand in late_hands(evening.event)) == expected
    assert (Hand.objects.count(), Hand.objects.filter(superseded_at=None).count()) == (versions, 0)


def test_money_stays_with_those_who_paid_it(rounds_of: Rounds) -> None:
    evening = rounds_of(2, plan=[["round-robin", 1]], price=Decimal("4.50"))
    point = set_point_by_hand(evening.event, "before the late ones", by=evening.director, now=evening.now)
    enter_players(evening.event, ["Zoe Late", "Yan Late"], by=evening.director, now=evening.now)
    pay(evening.entry("Zoe Late"), Decimal("4.50"), seen=0, by=evening.director, now=evening.now)
    pay(evening.entry("Ann Ash"), Decimal("4.50"), seen=0, by=evening.director, now=evening.now)
    back_to(evening, point)
    names = {entry.player.name for entry in Entry.objects.filter(event=evening.event).select_related("player")}
    assert ("Zoe Late" in names, "Yan Late" in names) == (True, False)
    assert Player.objects.filter(name="Yan Late").exists()
    assert sum(payment.amount for payment in Payment.objects.all()) == Decimal("9.00")


def test_somebody_deleted_since_comes_back_beside_somebody_new_of_their_name(rounds_of: Rounds) -> None:
    evening = rounds_of(2, plan=[["round-robin", 1]])
    enter_players(evening.event, ["Zoe Late"], by=evening.director, now=evening.now)
    point = set_point_by_hand(evening.event, "with Zoe", by=evening.director, now=evening.now)
    remove_entry(evening.entry("Zoe Late"), by=evening.director, now=evening.now)
    gone = Player.objects.get(name="Zoe Late")
    delete_person(gone, by=evening.director, now=evening.now)
    new = add_person({"name": "zoe late"}, by=evening.director, now=evening.now)
    back_to(evening, point)
    called = Player.objects.filter(name__iexact="Zoe Late").order_by("pk").values_list("pk", "name", "note")
    assert list(called) == [(gone.pk, "Zoe Late", "2"), (new.pk, "zoe late", "")]
    assert Entry.objects.filter(event=evening.event, player=gone.pk).exists()


def test_codes_and_calls_stay_as_they_are_in_the_hall(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(8)
    evening.begin()
    codes = list(TableCode.objects.values())
    call = Call.objects.create(event=evening.event, table_number=1, match=Match.objects.first(), called_at=evening.now)
    back_to(evening, points_of(evening.event)[-1])
    call.refresh_from_db()
    assert (list(TableCode.objects.values()), call.match, call.answered_at) == (codes, None, None)


def test_the_log_stays_and_says_what_does_not_count_any_more(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(8)
    evening.begin()
    before = lines_of(evening.event)
    start_round(Round.objects.get(number=1), by=evening.director, now=evening.now)
    point = points_of(evening.event)[0]
    back_to(evening, point, "Ann is missing")
    assert lines_of(evening.event) == [*before, ("start_round", True), ("go_back", False)]
    lines = read_log(LogFilter(evening.event)).lines
    assert (lines[0].sentence.startswith("Went back to how it was at "), lines[0].reason) == (True, "Ann is missing")
    assert [line.is_undone for line in lines[:3]] == [False, True, False]
    back_to(evening, points_of(evening.event)[0])
    told = [*before, ("start_round", False), ("go_back", True), ("go_back", False)]
    assert lines_of(evening.event) == told


def test_pressed_twice_it_counts_once_and_needs_a_reason(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(8)
    evening.begin()
    point, newest = points_of(evening.event)[0], points_of(evening.event)[0].pk
    with pytest.raises(NeedsReason):
        go_back(point, newest=newest, reason=" ", by=evening.director, now=evening.now)
    go_back(point, newest=newest, reason="Wrong", by=evening.director, now=evening.now)
    with pytest.raises(PointsChanged):
        go_back(point, newest=newest, reason="Wrong", by=evening.director, now=evening.now)
    assert actions(evening.event) == ["release_draw", "go_back"]


def test_a_round_that_would_begin_by_itself_waits_after_going_back(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(8, starts_itself=True)
    evening.begin()
    start_round(Round.objects.get(number=1), by=None, now=evening.now, by_itself=True)
    back_to(evening, points_of(evening.event)[0])
    assert evening.event.held_at is not None


def test_only_the_newest_points_are_kept(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(4)
    for number in range(MOST_POINTS + 3):
        set_restore_point(evening.event, None, name=str(number), by=None, now=evening.now)
    assert [point.name for point in points_of(evening.event)] == [str(n) for n in range(MOST_POINTS + 2, 2, -1)]


def test_other_evenings_and_the_people_of_the_club_stay(evening_of: Callable[..., Evening], evening: Event) -> None:
    other = evening
    enter_players(other, ["Ann", "Bea", "Cy"], by=None, now=SEVEN)
    mine = evening_of(4)
    mine.begin()
    theirs, people = rows_of(other), list(Player.objects.values())
    back_to(mine, points_of(mine.event)[-1])
    assert (rows_of(other), list(Player.objects.values())) == (theirs, people)


def test_the_director_looks_at_a_point_and_goes_back_to_it(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(8).playing()
    client: Client = signed_in(evening, "director")
    address = f"/e/{evening.event.pk}/points/"
    page = client.get(address).content.decode()
    assert "Before the seats of hour 1 were shown" in page and "Before round 1 of hour 1 began" in page
    assert client.post(address, {"name": "before the final"}).status_code == 302
    point = points_of(evening.event)[0]
    look = client.get(f"{address}{point.pk}/")
    assert "before the final" in look.content.decode()
    assert client.post(f"{address}{point.pk}/", {"newest": point.pk}).status_code == 422
    done = client.post(f"{address}{point.pk}/", {"newest": point.pk, "reason": "To see"}, follow=True)
    assert "The evening was taken back." in done.content.decode()
    assert signed_in(evening, "scorer").get(address).status_code == 403
    assert Account.objects.count() == 2


def test_the_page_lists_the_five_newest_points_and_folds_the_rest(evening_of: Callable[..., Evening]) -> None:
    evening, desk = evening_of(8), Client()
    for number in range(7):
        set_point_by_hand(evening.event, f"before {number}", by=evening.director, now=evening.now)
    desk.force_login(evening.director)
    shown = markup(desk.get(reverse("restore_points", args=[evening.event.pk])))
    newest, _summary, earlier = shown.partition("2 earlier restore points")
    assert re.findall(r">([Bb]efore \d)</a>", newest) == [f"before {number}" for number in (6, 5, 4, 3, 2)]
    assert re.findall(r">([Bb]efore \d)</a>", earlier) == ["before 1", "before 0"]
    assert evening.director.username not in newest.partition("<main")[2]
