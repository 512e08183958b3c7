"""The game that decides a level team match: which table is drawn, who plays it, and when it can be taken back."""

from random import Random

import pytest
from django.contrib.messages import get_messages
from django.db import transaction
from django.urls import reverse

from tests.conftest import signed_in
from tests.evenings import SEVEN
from tests.markup import markup
from tests.matches.test_team_matches import TeamMatch, make_match
from tests.matches.test_unequal_tables import OF_FOUR, AtDecider
from tests.round_evenings import out
from tournament.desk.queries.log_pages import LogFilter, read_log
from tournament.desk.queries.undo import undoable_steps
from tournament.draw.services.deciding_games import draw_decider, is_unplayed, withdraw_decider
from tournament.event.queries.hours import say_where
from tournament.foundation.errors import CannotDraw
from tournament.foundation.log_actions import ACTIONS, RESULTS, SEATS, TOPICS
from tournament.matches.queries.matches import with_sides
from tournament.models import Event, LogEntry, Match, NotedFeat, SidePlayer, Stage, State
from tournament.results.services.slips import SlipLine, enter_slip, withdraw_slip

NO_NEED = "This match needs no deciding game: it is not level, or not all tables are done."


@pytest.fixture
def level(evening_of) -> TeamMatch:
    """Two all: table 1 to Arima, table 2 to Belmont, table 3 shared."""
    match = make_match(evening_of, **OF_FOUR)
    match.game(1, 1), match.game(2, 2), match.game(3, 1), match.game(3, 2)
    return match


def draw(match: TeamMatch, seed: int = 1, table: int = 1) -> Match:
    return draw_decider(match.table(table), seed=seed, by=match.evening.director, now=SEVEN)


def withdraw(match: TeamMatch, game: Match) -> None:
    withdraw_decider(game, by=match.evening.director, now=SEVEN)


def seats_of(match: Match) -> list[tuple[int, int, int]]:
    return list(
        SidePlayer.objects.filter(side__match=match).order_by("seat").values_list("side__number", "seat", "entry")
    )


def last_log() -> tuple[object, ...]:
    log = LogEntry.objects.latest("pk")
    return log.action, log.by, log.at, log.before, log.after


def test_its_table_is_drawn_by_lot_from_the_number_alone_whichever_table_asks(level):
    drawn = {}
    for seed in range(6):
        game = draw(level, seed, table=1 + seed % 3)
        drawn[seed] = game.table.number
        withdraw(level, game)
    assert drawn == {seed: Random(seed).choice([1, 2, 3]) for seed in range(6)}
    assert set(drawn.values()) == {1, 2, 3}


def test_it_is_played_by_those_who_sit_at_the_table_in_the_round_they_played_and_the_log_says_so(level):
    evening, before = level.evening, set(Match.objects.values_list("pk", flat=True))
    game = draw(level, 7)
    number = game.table.number
    assert set(Match.objects.values_list("pk", flat=True)) == before | {game.pk}
    stored = Match.objects.get(pk=game.pk)
    at_table = level.table(number)
    assert (stored.is_decider, stored.state, stored.table, stored.round) == (
        *(True, State.WAITING),
        *(at_table.table, at_table.round),
    )
    assert seats_of(game) == seats_of(at_table)
    facts = {"match": game.pk, "table": number, "seed": 7}
    assert last_log() == ("draw_decider", evening.director, SEVEN, {}, facts)
    withdraw(level, game)
    assert last_log() == ("withdraw_decider", evening.director, SEVEN, {"match": game.pk, "table": number}, {})
    said = [line.sentence for line in read_log(LogFilter(evening.event)).lines[:2]]
    assert said == [
        f"Took back the deciding game at table {number}",
        f"Drew table {number} for the deciding game",
    ]


def test_its_slip_and_its_sheet_say_that_it_is_the_deciding_game(level):
    game = draw(level)
    event = game.table.stage.event
    at_table = Match.objects.exclude(pk=game.pk).get(table=game.table)
    said = [say_where(event, with_sides(Match.objects.filter(pk=pk)).get()) for pk in (game.pk, at_table.pk)]
    assert said == [f"{said[1]} · deciding game", said[1]]
    client = signed_in(level.evening, "director")
    pages = [markup(client.get(reverse("slip", args=[event.pk, pk]))) for pk in (game.pk, at_table.pk)]
    assert ["Deciding game" in page for page in pages] == [True, False]


def test_of_a_match_in_two_halves_a_table_of_the_second_plays_it(evening_of):
    match = make_match(
        evening_of, plan=[["one-match", 2, 0]], length_kind="games", length_number=1, undecided="decider"
    )
    match.game(1, 1), match.game(2, 2), match.game(3, 1)
    with pytest.raises(CannotDraw, match=NO_NEED):
        draw(match)
    out(match.evening, 2)
    match.half = 2
    match.game(1, 2), match.game(2, 2), match.game(3, 1)
    for seed in range(4):
        game = draw(match, seed)
        assert (game.table.stage.number, game.table.number) == (2, Random(seed).choice([1, 2, 3]))
        assert seats_of(game) == seats_of(match.table(game.table.number))
        withdraw(match, game)


def test_no_game_decides_a_match_that_has_one_already_or_whose_rule_asks_for_none(level):
    game = draw(level)
    with pytest.raises(CannotDraw, match=NO_NEED):
        draw(level)
    withdraw(level, game)
    Event.objects.update(undecided="most")
    with pytest.raises(CannotDraw, match=NO_NEED):
        draw(level)
    Event.objects.update(undecided="decider")
    assert draw(level).is_decider


def test_no_game_decides_a_match_of_players(evening_of):
    evening = evening_of(8).begun()
    with pytest.raises(CannotDraw, match=NO_NEED):
        draw_decider(evening.matches(1)[0], seed=1, by=evening.director, now=evening.now)
    assert not Match.objects.filter(is_decider=True).exists()


def test_it_is_unplayed_until_a_hand_or_a_slip_is_recorded_or_it_has_a_result(level):
    def drawn() -> tuple[str, bool]:
        game = Match.objects.get(is_decider=True)
        return game.state, is_unplayed(game)

    game = draw(level)
    assert drawn() == (State.WAITING, True)
    Match.objects.filter(pk=game.pk).update(state=State.CALLED_OFF)
    assert drawn() == (State.CALLED_OFF, False)
    Match.objects.filter(pk=game.pk).update(state=State.WAITING)
    at_decider = AtDecider(level.evening)
    with transaction.atomic():
        at_decider.hand(game.table.number, 1)
        assert drawn() == (State.WAITING, False)
        transaction.set_rollback(True)
    feat = NotedFeat.objects.create(side=game.sides.all()[0], kind="kick", suit="S", noted_at=SEVEN)
    assert drawn() == (State.WAITING, False)
    NotedFeat.objects.filter(pk=feat.pk).update(superseded_at=SEVEN)
    assert drawn() == (State.WAITING, False)
    feat.delete()
    assert drawn() == (State.WAITING, True)
    lines = [SlipLine(games=1, points=3), SlipLine(games=0, points=1)]
    enter_slip(at_decider.table(1), lines, by=level.evening.scorer, now=SEVEN)
    withdraw_slip(at_decider.table(1), by=level.evening.scorer, now=SEVEN)
    assert drawn() == (State.WAITING, False)


def test_once_something_is_recorded_it_stays_and_another_match_is_never_taken_back(level):
    game = draw(level)
    withdraw(level, level.table(1))
    assert Match.objects.count() == 4
    AtDecider(level.evening).hand(game.table.number, 1)
    written = LogEntry.objects.count()
    withdraw(level, game)
    assert (Match.objects.filter(pk=game.pk).count(), LogEntry.objects.count()) == (1, written)


def test_taking_it_back_twice_does_nothing_more(level):
    game = draw(level)
    gone = Match.objects.select_related("table__stage__event").get(pk=game.pk)
    withdraw(level, game)
    written = LogEntry.objects.count()
    withdraw(level, gone)
    assert (Match.objects.count(), LogEntry.objects.count()) == (3, written)


def test_the_director_draws_it_by_one_press_of_a_match_of_that_evening_and_round(evening_of, level):
    evening = level.evening
    client, page = signed_in(evening, "director"), f"/e/{evening.event.pk}/draw/1/"
    other = evening_of(0, format="trinidad-rounds", plan=evening.event.plan).event
    pk = level.table(2).pk
    for wrong in ("", "x", "0", "999999"):
        assert client.post(page, {"action": "decider", "match": wrong}).status_code == 404
    assert client.post(f"/e/{other.pk}/draw/1/", {"action": "decider", "match": str(pk)}).status_code == 404
    Stage.objects.update(number=2)
    Event.objects.filter(pk=evening.event.pk).update(plan=[["one-match", 1, 0], ["one-match", 1, 0]])
    assert client.post(page, {"action": "decider", "match": str(pk)}).status_code == 404
    Stage.objects.update(number=1)
    Event.objects.filter(pk=evening.event.pk).update(plan=evening.event.plan)
    assert signed_in(evening).post(page, {"action": "decider", "match": str(pk)}).status_code == 403
    assert not Match.objects.filter(is_decider=True).exists()
    answer = client.post(page, {"action": "decider", "match": str(pk)})
    number = Match.objects.get(is_decider=True).table.number
    assert (answer.status_code, answer.headers["Location"]) == (
        302,
        f"/e/{evening.event.pk}/results/?hour=1#table-{number}",
    )
    said = [str(message) for message in get_messages(answer.wsgi_request)]
    assert said == [f"Table {number} plays the deciding game: its phones show it."]
    seed = LogEntry.objects.get(action="draw_decider").after["seed"]
    assert Random(seed).choice([1, 2, 3]) == number
    assert LogEntry.objects.get(action="draw_decider").by == evening.director


def test_its_draw_is_undone_while_it_is_unplayed_and_nothing_is_drawn_after_it(level):
    def steps() -> list[str]:
        return [step.name for step in undoable_steps(Event.objects.get(), most=9, checked=9) if "deciding" in step.name]

    game = draw(level)
    assert steps() == [f"draw of the deciding game at table {game.table.number}"]
    later = Stage.objects.create(event=level.evening.event, number=2, drawn_at=level.evening.now)
    assert steps() == []
    later.delete()
    assert len(steps()) == 1
    AtDecider(level.evening).hand(game.table.number, 1)
    assert steps() == []


def test_each_action_of_the_draw_touches_the_open_pages_that_show_it():
    drawn = {
        name: set(ACTIONS[name].touched_topics)
        for name in ("draw_rounds", "swap_seats", "discard_draft", "undo_release", "reseat")
    }
    assert drawn == {
        **dict.fromkeys(("draw_rounds", "swap_seats", "discard_draft"), {SEATS}),
        **dict.fromkeys(("undo_release", "reseat"), set(TOPICS)),
    }
    assert {name: ACTIONS[name].touched_topics for name in ("draw_decider", "withdraw_decider")} == dict.fromkeys(
        ("draw_decider", "withdraw_decider"), (SEATS, RESULTS)
    )
    assert [name for name in (*drawn, "draw_decider", "withdraw_decider") if ACTIONS[name].seats_players] == [
        *("reseat", "draw_decider"),
    ]
