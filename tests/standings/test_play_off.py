"""Who is level at the end plays it off, where the order holds a play-off, and the director keeps how it ended."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.conftest import signed_in
from tests.evenings import Evening, make_evening
from tests.round_evenings import out, rule_all
from tournament.desk.queries.log_pages import LogFilter, LogLine, read_log
from tournament.desk.queries.undo import UndoableStep
from tournament.models import Cut, Event, PlayOff
from tournament.standings.queries.cuts import final_ties
from tournament.standings.queries.standings import standings_of
from tournament.standings.services import record_cuts, record_play_off, take_back_play_off

ORDER = ["match_points", "play_off"]


@pytest.fixture
def evening(rounds_of) -> Evening:
    """Two pairs have won and two have lost."""
    evening = rounds_of(4, plan=[["round-robin", 1]], criteria=ORDER)
    out(evening, 1)
    rule_all(evening, 1)
    return evening


def places(event: Event) -> list[tuple[str, str, str | None]]:
    return [(line.placing.shown, line.name, line.placing.decided_by) for line in standings_of(event).lines]


def log_of(evening: Evening) -> list[LogLine]:
    return list(read_log(LogFilter(evening.event)).lines)


def said(client: Client, evening: Evening) -> str:
    return client.get(reverse("standings", args=[evening.event.pk])).content.decode()


def test_a_play_off_parts_those_who_played_it_and_can_be_taken_back(evening):
    director = signed_in(evening, "director")
    before = places(evening.event)
    assert [place for place, *_ in before] == ["1=", "1=", "3=", "3="]
    assert "Tied: play off" in said(director, evening)
    page = director.get(reverse("final_cut", args=[evening.event.pk]))
    winners, _losers = page.context["play_off_form"].ties
    assert (page.context["cut_form"], "cut the cards" in page.content.decode()) == (None, False)
    first, second = winners.entries
    at = reverse("play_off", args=[evening.event.pk])
    assert director.post(at, {f"place_{first}": "2", f"place_{second}": "1"}).status_code == 302
    one, other, *losers = places(evening.event)
    assert [one, other] == [("1", before[1][1], "play_off"), ("2", before[0][1], "play_off")]
    assert losers == before[2:]
    shown = said(director, evening)
    assert (
        "Ahead of " in shown
        and ": play-off" in shown
        and "The better place in a play-off between those still tied." in shown
    )
    sentence = f"Play-off: 1 {one[1]}, 2 {other[1]}"
    assert (read_log(LogFilter(evening.event)).lines[0].sentence, read_log(LogFilter(evening.event)).lines[0].by) == (
        sentence,
        "director",
    )
    kept = PlayOff.objects.get()
    elsewhere = make_evening(0).event
    assert director.post(reverse("no_play_off", args=[elsewhere.pk, kept.pk])).status_code == 404
    undone = director.post(reverse("no_play_off", args=[evening.event.pk, kept.pk]), follow=True)
    assert undone.redirect_chain == [(reverse("final_cut", args=[evening.event.pk]), 302)]
    assert list(map(str, undone.context["messages"])) == ["The play-off is undone. They are tied again."]
    assert places(evening.event) == before
    assert read_log(LogFilter(evening.event)).lines[0].sentence == f"Undid the play-off: 1 {one[1]}, 2 {other[1]}"


def test_a_later_play_off_replaces_the_earlier_one_which_stays_on_record(evening):
    director = signed_in(evening, "director")
    at = reverse("play_off", args=[evening.event.pk])
    (tie, _) = director.get(reverse("final_cut", args=[evening.event.pk])).context["play_off_form"].ties
    first, second = tie.entries
    director.post(at, {f"place_{first}": "1", f"place_{second}": "2"})
    assert "Played off" in director.get(reverse("final_cut", args=[evening.event.pk])).content.decode()
    assert director.post(at, {f"place_{first}": "2", f"place_{second}": "1"}).status_code == 422, "no longer level"
    director.post(reverse("no_play_off", args=[evening.event.pk, PlayOff.objects.get().pk]))
    director.post(at, {f"place_{first}": "2", f"place_{second}": "1"})
    kept = PlayOff.objects.values_list("order", "superseded_at", "kept_by__username")
    assert [(order, at is None, by) for order, at, by in kept] == [
        ([[first], [second]], False, "director"),
        ([[second], [first]], True, "director"),
    ]


def test_a_play_off_taken_back_twice_is_taken_back_once(evening):
    (tie, _) = final_ties(standings_of(evening.event))
    kept = record_play_off(evening.hour(1), [[entry] for entry in tie.entries], by=evening.director, now=evening.now)
    take_back_play_off(kept, by=evening.director, now=evening.now)
    once = (PlayOff.objects.get().superseded_at, len(log_of(evening)))
    take_back_play_off(kept, by=evening.director, now=evening.now)
    assert (PlayOff.objects.get().superseded_at, len(log_of(evening))) == once


def test_undo_takes_back_one_play_off_at_a_time_the_latest_first_and_each_once(evening):
    desk, here = signed_in(evening, "director"), f"/e/{evening.event.pk}"

    def offered() -> list[UndoableStep]:
        return [step for step in desk.get(f"{here}/undo/").context["steps"] if step.name == "play-off"]

    def undo(step: UndoableStep) -> list[str]:
        answer = desk.post(f"{here}/step/", {"action": "take_back", "log": step.log}, follow=True)
        return list(map(str, answer.context["messages"]))

    before = places(evening.event)
    ties = desk.get(reverse("final_cut", args=[evening.event.pk])).context["play_off_form"].ties
    data = {f"place_{entry}": place for tie in ties for place, entry in enumerate(reversed(tie.entries), start=1)}
    saved = desk.post(reverse("play_off", args=[evening.event.pk]), data, follow=True)
    assert list(map(str, saved.context["messages"])) == ["The play-off is saved."]
    both = places(evening.event)
    assert [place for place, *_ in both] == ["1", "2", "3", "4"]
    assert re.findall(r"<a[^>]*/standings/cut/[^>]*>\s*([^<]*?)\s*</a>", said(desk, evening)) == ["Play-off"]
    of_losers, of_winners = offered()
    assert undo(of_losers) == ["Undone: play-off."]
    assert places(evening.event) == [*both[:2], *before[2:]]
    assert offered() == [of_winners]
    assert undo(of_winners) == ["Undone: play-off."]
    assert (places(evening.event), offered()) == (before, [])
    assert undo(of_losers) != ["Undone: play-off."]
    kept = PlayOff.objects.order_by("pk").values_list("order", "superseded_at")
    assert [(order, at is None) for order, at in kept] == [
        ([[entry] for entry in reversed(tie.entries)], False) for tie in ties
    ]


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ({}, "Pick the place of each of them."),
        ({0: "1"}, "Choose a place for everybody who played off."),
        ({0: "1", 1: "1"}, "At least one of them must rank ahead of the others."),
        ({0: "2", 1: "2"}, "Places go 1, 2, 3. Those still tied share one: 1, 2, 2."),
        ({0: "3", 1: "1"}, "Select a valid choice."),
    ],
)
def test_places_that_cannot_be_are_said_on_the_page(evening, told, wrong):
    director = signed_in(evening, "director")
    (tie, _) = director.get(reverse("final_cut", args=[evening.event.pk])).context["play_off_form"].ties
    data = {f"place_{tie.entries[index]}": place for index, place in told.items()}
    answer = director.post(reverse("play_off", args=[evening.event.pk]), data)
    assert (answer.status_code, wrong in answer.content.decode(), PlayOff.objects.count()) == (422, True, 0)


@pytest.mark.parametrize(
    ("order", "offered"),
    [
        (["match_points", "play_off", "cut"], ("Save play-off", "Save cut")),
        (["match_points", "cut"], ("Save cut",)),
        (["match_points"], ()),
    ],
)
def test_what_is_offered_is_what_counts_this_evening(evening, order, offered):
    Event.objects.update(criteria=order)
    page = signed_in(evening, "director").get(reverse("final_cut", args=[evening.event.pk])).content.decode()
    assert tuple(words for words in ("Save play-off", "Save cut") if words in page) == offered


def test_a_play_off_is_the_directors(evening):
    scorer = signed_in(evening)
    for at in (reverse("play_off", args=[evening.event.pk]), reverse("no_play_off", args=[evening.event.pk, 1])):
        assert scorer.post(at).status_code == 403


def test_a_play_off_replaces_those_of_anybody_in_it_and_the_same_again_changes_nothing(evening):
    stage, by = evening.hour(1), {"by": evening.director}
    winners, losers = (list(tie.entries) for tie in final_ties(standings_of(evening.event)))
    first = record_play_off(stage, [[winners[0]], [winners[1]]], now=evening.now, **by)
    other = record_play_off(stage, [[losers[1]], [losers[0]]], now=evening.now, **by)
    again = record_play_off(stage, [(winners[0],), (winners[1],)], now=evening.now, **by)
    assert (again, PlayOff.objects.filter(superseded_at=None).count()) == (first, 2)
    three = record_play_off(stage, [[winners[1]], [winners[0], losers[0]]], now=evening.now, **by)
    assert list(PlayOff.objects.filter(superseded_at=None)) == [three]
    kinds = [line.sentence.partition(":")[0] for line in log_of(evening)]
    assert kinds.count("Play-off") == 3
    take_back_play_off(first, now=evening.now, **by)
    assert list(PlayOff.objects.filter(superseded_at=None)) == [three]
    names = {line.record.entry: line.name for line in standings_of(evening.event).lines}
    told = f"Play-off: 1 {names[winners[1]]}, 2 {names[winners[0]]} and {names[losers[0]]}"
    assert log_of(evening)[0].sentence == told
    assert other.order == [[losers[1]], [losers[0]]]


def test_a_second_cut_of_those_who_are_tied_takes_the_place_of_their_first(evening):
    first, second = evening.event.teams.order_by("pk").values_list("pk", flat=True)[:2]
    for cards in ({first: ["9"], second: ["9", "4"]}, {first: ["9", "K"]}):
        record_cuts(evening.hour(1), cards, by=evening.director, now=evening.now)
    cuts = [(cut.entry.team_id, cut.cards, cut.superseded_at is None) for cut in Cut.objects.order_by("pk")]
    assert cuts == [(first, ["9"], False), (second, ["9", "4"], True), (first, ["9", "K"], True)]


def test_those_who_are_level_in_one_group_cut_and_play_off_for_the_places_of_that_group(rounds_of):
    order = ["match_points", "cut", "play_off"]
    evening = rounds_of(8, plan=[["groups-4", 3], ["knock-out", 2]], criteria=order)
    out(evening, 1)
    rule_all(evening, 1)
    director, event = signed_in(evening, "director"), evening.event

    def groups() -> list[tuple[str, str, int]]:
        lines = standings_of(event, counting="groups").lines
        return [(line.group, line.placing.shown, line.record.entry) for line in lines]

    before = groups()
    assert [place for _group, place, _entry in before] == ["1=", "1=", "3=", "3="] * 2
    first, second, *others = (entry for _group, _place, entry in before)
    places = {f"place_{first}": "2", f"place_{second}": "1"}
    assert director.post(reverse("play_off", args=[event.pk]), places).status_code == 302
    cards = {f"card_{others[0]}": "A", f"card_{others[1]}": "3"}
    assert director.post(reverse("final_cut", args=[event.pk]), cards).status_code == 302
    assert groups() == [
        *(("A", "1", second), ("A", "2", first), ("A", "3", others[1]), ("A", "4", others[0])),
        *before[4:],
    ]
