"""A team match whose tables play unequal numbers of games, and the game that decides it if it is level then.

Arima (side 1) meets Belmont at three tables; a game is to 3, so that one hand is a game.
"""

from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from tests.matches.test_team_matches import TeamMatch, make_match
from tests.transfer.test_export import bring_in, empty_database, written
from tournament.clock.services.rounds import end_round, start_round
from tournament.desk.queries.evening_summary import summarize_evening
from tournament.desk.queries.next_step import next_step
from tournament.desk.queries.undo import undoable_steps
from tournament.draw.services.deciding_games import draw_decider
from tournament.foundation.errors import CannotDraw, MatchOver
from tournament.matches.queries.matches import length_at, length_of
from tournament.matches.queries.rescoring import differences_in
from tournament.matches.queries.team_matches import TeamMatch as Score
from tournament.matches.queries.team_matches import team_match_of
from tournament.models import Club, Event, Match, Round, State
from tournament.paper.queries.match_cards import blank_match_card, match_cards_of
from tournament.paper.queries.rules_sheet import rules_sheet_of
from tournament.phone.queries.table import matches_at
from tournament.results.forms.slips import SlipForm
from tournament.results.services.decisions import agree_matches
from tournament.standings.queries.cuts import final_ties
from tournament.standings.queries.standings import standings_of

OF_FOUR = {"length_number": 3, "games_a_table": [1, 1, 2], "undecided": "decider"}
"""Four games in all: three win, and at two all one more game decides."""


@pytest.fixture
def level(evening_of) -> TeamMatch:
    """Two all: table 1 to Arima, table 2 to Belmont, table 3 shared."""
    match = make_match(evening_of, **OF_FOUR)
    match.game(1, 1), match.game(2, 2), match.game(3, 1), match.game(3, 2)
    return match


def score_of(match: TeamMatch) -> Score:
    score = team_match_of(match.table_with_event(1))
    assert score is not None
    return score


def draw(match: TeamMatch, seed: int = 1) -> Match:
    return draw_decider(match.table(1), seed=seed, by=match.evening.director, now=match.evening.now)


class AtDecider(TeamMatch):
    """The same match, recorded at the deciding game of its table."""

    def table(self, number: int) -> Match:
        return Match.objects.select_related("table__stage__event").get(is_decider=True)


def test_each_table_plays_its_games_and_no_more(evening_of):
    match = make_match(evening_of, **OF_FOUR)
    assert [score.most for score in score_of(match).tables] == [1, 1, 2]
    match.game(1, 1)
    with pytest.raises(MatchOver):
        match.game(1, 1)
    match.game(3, 1)
    assert (match.games, match.states[0]) == ([(1, 0), (None, None), (None, None)], State.ENTERED)
    assert score_of(match).in_words == "Arima lead 2–0"
    match.hand(2, 2), match.game(3, 1)
    assert (match.games, match.last_games) == ([(1, 0), (0, 0), (2, 0)], [1, 0, 2])
    assert score_of(match).in_words == "Arima have won 3–0"
    assert differences_in(match.evening.event) == []


def test_a_table_that_has_played_its_games_stays_done_when_a_correction_takes_the_decision_back(evening_of):
    match = make_match(evening_of, **OF_FOUR)
    match.game(1, 1), match.game(3, 1)
    last = match.game(3, 1)
    match.correct(last, 2)
    assert (match.games, match.last_games) == ([(1, 0), (None, None), (1, 1)], [None] * 3)
    assert match.states == [State.AGREED, State.WAITING, State.AGREED]
    match.game(2, 2)
    assert score_of(match).in_words == "Level at 2–2: one more game decides"
    assert differences_in(match.evening.event) == []


def test_a_fixed_number_of_games_differs_by_table_and_all_are_played(evening_of):
    match = make_match(evening_of, length_kind="games", length_number=2, games_a_table=[1, 1, 2])
    assert length_of(match.evening.event).words == "1, 1 and 2 games at its tables"
    assert [length_at(match.evening.event, table).words for table in (1, 2, 3)] == ["1 game", "1 game", "2 games"]
    match.game(1, 1), match.game(2, 1), match.game(3, 1)
    assert (match.states, score_of(match).is_over) == ([State.ENTERED, State.ENTERED, State.WAITING], False)
    match.game(3, 2)
    assert score_of(match).in_words == "Arima have won 3–1"


def test_a_slip_with_more_games_than_its_table_plays_is_refused(evening_of):
    match = make_match(evening_of, **OF_FOUR)
    boxes = QueryDict(urlencode({"games_1": "1", "games_2": "1", "points_1": "", "points_2": ""}))
    form = SlipForm(match.table_with_event(1), boxes, by=match.evening.scorer)
    assert form.errors == {
        "games_2": [
            "2 games in all are impossible: the match is “First team to win 3 games, all tables together; "
            "at most 1 game here”."
        ]
    }
    other = SlipForm(match.table_with_event(3), boxes, by=match.evening.scorer)
    assert not other.errors.keys() & {"games_1", "games_2"}


def test_a_level_match_waits_for_the_draw_of_its_deciding_table(level):
    score = score_of(level)
    assert (score.in_words, score.is_over, score.needs_decider) == ("Level at 2–2: one more game decides", False, True)
    now, by = level.evening.now, level.evening.director
    agree_matches(list(Match.objects.all()), event=level.evening.event, by=by, now=now)
    standings = standings_of(Event.objects.get())
    assert (standings.provisional, standings.open_matches, final_ties(standings)) == (True, 0, ())
    assert [(line.record.played, line.record.games_won, line.credits) for line in standings.lines] == [
        *((0, 2, ("Round 1: in play, 2–2 so far",)), (0, 2, ("Round 1: in play, 2–2 so far",))),
    ]
    step = next_step(summarize_evening(Event.objects.get(), now))
    assert step is not None
    assert (step.label, step.route, step.hour) == ("Draw the deciding table", "draw", 1)
    assert step.why == "Arima and Belmont are level at 2–2. A table drawn by lot plays one more game."


def test_the_deciding_game_is_a_match_of_its_own_at_the_table_drawn(level):
    game = draw(level)
    number = game.table.number
    assert [each.pk for each in matches_at(Event.objects.get(), number).on] == [game.pk]
    assert score_of(level).in_words == f"Level at 2–2: table {number} plays the deciding game"
    with pytest.raises(CannotDraw):
        draw(level)
    AtDecider(level.evening).game(number, 2)
    score = score_of(level)
    assert (score.in_words, score.winner and score.winner.name) == ("Belmont have won 3–2", "Belmont")
    lines = standings_of(Event.objects.get()).lines
    assert [(line.name, line.record.games_won, line.record.won, line.record.played) for line in lines] == [
        *(("Belmont", 3, 1, 1), ("Arima", 2, 0, 1)),
    ]
    assert differences_in(Event.objects.get()) == []


def test_the_same_draw_number_gives_the_same_table(level):
    first = draw(level, seed=7).table.number
    Match.objects.filter(is_decider=True).delete()
    assert draw(level, seed=7).table.number == first


def test_it_is_played_after_the_bell_and_its_phones_are_not_late(level):
    (round,) = Round.objects.select_related("stage__event")
    start_round(round, by=level.evening.director, now=level.evening.now)
    end_round(Round.objects.select_related("stage__event").get(), by=level.evening.director, now=level.evening.now)
    game = draw(level)
    assert AtDecider(level.evening).game(game.table.number, 1).state != State.LATE
    assert score_of(level).in_words == "Arima have won 3–2"


def test_a_correction_that_makes_the_match_uneven_calls_the_deciding_game_off_and_another_calls_it_on(level):
    hand = level.table(1).hands.get()
    game = draw(level)
    AtDecider(level.evening).game(game.table.number, 1)
    level.correct(hand, 2)
    assert Match.objects.get(pk=game.pk).state == State.CALLED_OFF
    assert score_of(level).in_words == "Belmont have won 3–1"
    assert [(line.name, line.record.games_won) for line in standings_of(Event.objects.get()).lines] == [
        *(("Belmont", 3), ("Arima", 1)),
    ]
    level.correct(hand, 1)
    assert Match.objects.get(pk=game.pk).state == State.AGREED
    assert score_of(level).in_words == "Arima have won 3–2"
    assert differences_in(Event.objects.get()) == []


def test_the_draw_is_undone_as_long_as_nothing_is_recorded(client: Client, level):
    number = draw(level).table.number
    client.force_login(level.evening.director)
    (step, *_others) = undoable_steps(level.evening.event, most=5, checked=9)
    assert step.name == f"draw of the deciding game at table {number}"
    client.post(reverse("step", args=[level.evening.event.pk]), {"action": "take_back", "log": step.log})
    assert (score_of(level).needs_decider, Match.objects.filter(is_decider=True).count()) == (True, 0)
    log = client.get(reverse("log", args=[level.evening.event.pk])).content.decode()
    assert (f"table {number}" in log, "a match" in log) == (True, False)
    game = draw(level)
    AtDecider(level.evening).game(game.table.number, 1)
    assert "deciding game" not in " ".join(step.name for step in undoable_steps(level.evening.event, most=5, checked=9))


def test_without_a_target_a_level_match_is_drawn_or_decided_by_one_more_game(evening_of):
    match = make_match(evening_of, length_kind="timed", undecided="decider")
    match.slip(1, 2, 1), match.slip(2, 1, 2), match.slip(3, 0, 0)
    now, by = match.evening.now, match.evening.director
    agree_matches(list(Match.objects.all()), event=match.evening.event, by=by, now=now)
    assert score_of(match).needs_decider
    draw(match)
    Event.objects.update(undecided="most")
    Match.objects.filter(is_decider=True).delete()
    assert score_of(match).in_words == "A draw, 3–3"


def test_another_laptop_gets_the_deciding_game_too(level):
    AtDecider(level.evening).game(draw(level).table.number, 1)
    content = written(Event.objects.get())
    empty_database()
    Club.objects.create(name="The Jack and Knave")
    bring_in(content, is_same_club=True)
    assert (score_of(level).in_words, Event.objects.get().games_a_table) == ("Arima have won 3–2", [1, 1, 2])
    assert differences_in(Event.objects.get()) == []


def test_the_director_draws_it_from_the_results_page(client: Client, level):
    client.force_login(level.evening.director)
    event = level.evening.event
    page = client.get(reverse("results", args=[event.pk]))
    assert "Draw the deciding table" in page.content.decode()
    press = {"action": "decider", "match": str(level.table(3).pk)}
    said = client.post(reverse("draw", args=[event.pk, 1]), press, follow=True).content.decode()
    number = Match.objects.get(is_decider=True).table.number
    assert f"Table {number} plays the deciding game: its phones show it." in said
    assert "Draw the deciding table" not in said
    assert "deciding game" in said
    step = next_step(summarize_evening(Event.objects.get(), level.evening.now))
    assert step and step.why == f"The team match is level, so table {number} plays one more game."


def test_the_card_and_the_rules_sheet_say_how_many_games_each_table_plays_and_what_level_means(level):
    (card,) = match_cards_of(level.evening.event, level.evening.event.stages.get())
    assert [table.notes for table in card.tables] == [("1 game",), ("1 game",), ("2 games",)]
    assert card.length == "First team to win 3 games, all tables together; at most 1, 1 and 2 at its tables"
    assert (card.has_decider, blank_match_card(level.evening.event).has_decider) == (True, True)
    assert rules_sheet_of(level.evening.event).evening[3] == (
        "A team match without a decision is won by the team with more games, or if level by one more game at a table "
        "drawn by lot."
    )
    Event.objects.update(length_kind="games")
    assert rules_sheet_of(Event.objects.get()).evening[2] == (
        "A team match that ends level is decided by one more game at a table drawn by lot."
    )
