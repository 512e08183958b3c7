"""A team match that is a race to a number of games at all its tables: what decides it, and what counts after that.

At these tables a game is to 3: whoever wins High, Low and Game of one hand is out. Arima (side 1) meets Belmont at
three tables, first to 4 games.
"""

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.db import transaction
from django.http import QueryDict
from django.urls import reverse

from scoring import HandFacts, TrumpFact, stand, turn_up
from tests.evenings import NAMES, Evening
from tests.round_evenings import out
from tests.transfer.test_export import bring_in, empty_database, written
from tournament.door.services.teams import team_up
from tournament.event.queries.hours import hour_name
from tournament.foundation.errors import MatchOver, NoHands
from tournament.hands.queries.hands import match_in_hands
from tournament.hands.services.hands import correct_hand, finish_hands, restore_hand, withdraw_hand
from tournament.hands.services.recording import record_hand
from tournament.matches.queries.matches import length_of, seating_of, with_sides
from tournament.matches.queries.rescoring import differences_in
from tournament.matches.queries.team_matches import team_match_of
from tournament.models import Club, Event, Hand, Match, Round, State
from tournament.paper.queries.rules_sheet import rules_sheet_of
from tournament.paper.queries.table_sheets import sheet_for_names
from tournament.results.forms.slips import SlipForm
from tournament.results.services.decisions import agree_matches, make_ruling
from tournament.results.services.slips import SlipLine, enter_slip
from tournament.standings.queries.counted_matches import Counting
from tournament.standings.queries.cuts import final_ties
from tournament.standings.queries.standings import standings_of

RACE_TO_4 = {
    **{"format": "trinidad-rounds", "plan": [["one-match", 1, 0]], "enters": "teams", "pairs_a_team": 3},
    **{"length_kind": "decided", "length_number": 4, "house_rules": {"target": 3}, "agreement": False},
}


class TeamMatch:
    """Arima against Belmont at tables 1 to 3, recorded at the desk."""

    def __init__(self, evening: Evening) -> None:
        self.evening, self.half = evening, 1

    def table(self, number: int) -> Match:
        matches = Match.objects.select_related("table__stage__event")
        return matches.get(table__number=number, table__stage__number=self.half, is_decider=False)

    def game(self, table: int, side: int) -> Hand:
        """Plays a whole game of one hand, which a side wins."""
        return self.hand(table, side, game=side)

    def hand(self, table: int, high: int, game: int | None = None) -> Hand:
        match = self.table(table)
        played = match_in_hands(self.evening.event, match.pk)
        facts = self.facts(match, high, game)
        by, now = self.evening.scorer, self.evening.now
        return record_hand(match, number=played.next_number, entry_key=uuid4(), facts=facts, by=by, now=now)

    def facts(self, match: Match, high: int, game: int | None) -> HandFacts:
        seating = seating_of(match)
        dealer, won = seating.seats[0], f"side-{high}"
        events = (turn_up("9"), stand(seating.after[dealer]))
        counted = "tie" if game is None else f"side-{game}"
        return HandFacts(seating, dealer, events, TrumpFact(won), TrumpFact(won), None, game=counted)

    def correct(self, hand: Hand, winner: int) -> None:
        match = Match.objects.select_related("table__stage__event").get(pk=hand.match_id)
        hand = Hand.objects.select_related("match__table__stage__event").get(
            match=match, number=hand.number, superseded_at=None
        )
        by, now = self.evening.director, self.evening.now
        correct_hand(hand, entry_key=uuid4(), facts=self.facts(match, winner, winner), reason="Wrong", by=by, now=now)

    def table_with_event(self, number: int) -> Match:
        match = self.table(number)
        match.table.stage.event = Event.objects.get()
        return match

    def slip(self, table: int, one: int, other: int) -> None:
        lines = [SlipLine(games=one), SlipLine(games=other)]
        enter_slip(self.table(table), lines, by=self.evening.scorer, now=self.evening.now)

    @property
    def games(self) -> list[tuple[int | None, ...]]:
        """The games that count at each table; None while it plays."""
        return [tuple(side.games for side in self.table(number).all_sides) for number in (1, 2, 3)]

    @property
    def states(self) -> list[str]:
        return [self.table(number).state for number in (1, 2, 3)]

    @property
    def last_games(self) -> list[int | None]:
        return [self.table(number).last_game for number in (1, 2, 3)]


def make_match(evening_of, **settings: object) -> TeamMatch:
    evening = evening_of(0, **RACE_TO_4 | settings)
    for name, players in (("Arima", NAMES[:6]), ("Belmont", NAMES[6:12])):
        team_up(evening.event, players, name=name, by=evening.director, now=evening.now)
    out(evening, 1)
    return TeamMatch(evening)


@pytest.fixture
def race(evening_of) -> TeamMatch:
    return make_match(evening_of)


def test_the_game_that_completes_the_race_ends_all_tables_at_once(race):
    race.game(1, 1), race.game(2, 1), race.game(3, 2), race.hand(3, 2), race.game(1, 1)
    assert (race.games, race.last_games) == ([(None, None)] * 3, [None] * 3)
    race.game(2, 1)
    assert (race.games, race.last_games) == ([(2, 0), (2, 0), (0, 1)], [2, 2, 1])
    assert race.states == [State.AGREED] * 3
    assert differences_in(race.evening.event) == []


def test_no_cut_is_offered_to_two_teams_whose_match_is_in_play(race):
    def names_of_ties() -> list[int]:
        return [len(tie.entries) for tie in final_ties(standings_of(Event.objects.get()))]

    race.game(1, 1), race.game(2, 2)
    assert names_of_ties() == []
    for table, (one, other) in enumerate(((1, 0), (0, 1), (0, 0)), start=1):
        by = {"by": race.evening.director, "now": race.evening.now}
        make_ruling(race.table(table), points=(0, 0), games=(one, other), reason="Stopped.", **by)
    assert names_of_ties() == [2]


def test_standings_show_the_games_so_far_of_teams_pairs_and_players_before_the_match_is_decided(client, race):
    race.game(1, 1), race.game(1, 1), race.game(2, 2), race.hand(3, 2)

    def figures_of(counting: Counting) -> list[tuple[Any, ...]]:
        lines = standings_of(Event.objects.get(), counting=counting).lines
        return [(line.record.played, line.record.games_won, line.credits) for line in lines if line.record.games]

    led, behind = ("Round 1: in play, 2–1 so far",), ("Round 1: in play, 1–2 so far",)
    assert figures_of("entered") == [(0, 2, led), (0, 1, behind)]
    assert figures_of("pairs") == [(0, 2, ("Round 1: in play, 2–0 so far",)), (0, 1, ("Round 1: in play, 1–0 so far",))]
    assert len(figures_of("players")) == 4
    standings = standings_of(Event.objects.get(), agreed_only=True)
    assert [line.record.games_won for line in standings.lines] == [0, 0]
    client.force_login(race.evening.director)
    page = client.get(reverse("standings", args=[race.evening.event.pk])).content.decode()
    assert "Round 1: in play, 2–1 so far" in page
    assert "3 matches are not agreed yet." in " ".join(page.split())
    assert "<p>No result yet: round 1, tables 1 to 3.</p>" in page


def test_the_game_in_play_elsewhere_is_kept_and_does_not_count(race):
    unfinished = race.hand(3, 2)
    for table in (1, 2, 1, 2):
        race.game(table, 1)
    unfinished.refresh_from_db()
    assert (race.games[2], unfinished.awards["awards"]) == ((0, 0), [])
    assert [side.points for side in race.table(3).all_sides] == [0, 0]
    assert len(unfinished.awards["uncounted"]) == 2


def test_the_game_in_play_elsewhere_is_played_out_and_counts_if_the_club_says_so(evening_of):
    race = make_match(evening_of, counts_games_in_play=True)
    race.hand(3, 2)
    for table in (1, 2, 1, 2):
        race.game(table, 1)
    assert race.last_games == [2, 2, 1]
    race.game(3, 2)
    assert race.games == [(2, 0), (2, 0), (0, 1)]


def test_nothing_more_is_recorded_once_the_match_is_decided(race):
    for table in (1, 2, 1, 2):
        race.game(table, 1)
    with pytest.raises(MatchOver):
        race.game(3, 2)


def test_a_table_without_a_hand_says_so_once_the_match_is_decided_and_plays_on_if_it_is_not(race):
    race.game(1, 1), race.game(1, 1), race.game(2, 1)
    by = {"by": race.evening.director, "now": race.evening.now}
    with pytest.raises(NoHands):
        finish_hands(race.table(3), **by)
    last = race.game(2, 1)
    assert (race.games[2], race.states) == ((None, None), [State.AGREED, State.AGREED, State.WAITING])
    finish_hands(race.table(3), **by)
    assert (race.games[2], race.states) == ((0, 0), [State.AGREED] * 3)
    assert differences_in(race.evening.event) == []
    race.correct(last, 2)
    assert (race.games[2], race.states) == ((None, None), [State.WAITING] * 3)
    race.game(3, 1)
    assert (race.games[2], race.states) == ((1, 0), [State.AGREED] * 3)
    assert differences_in(race.evening.event) == []


def test_the_desk_ends_a_table_without_a_hand_once_the_match_is_decided_or_the_bell_rang(race, as_director):
    def page() -> str:
        return as_director.get(reverse("match", args=[race.evening.event.pk, race.table(3).pk])).content.decode()

    address = reverse("hands_in", args=[race.evening.event.pk, race.table(3).pk])
    race.game(1, 1), race.game(2, 1)
    assert "All hands are in" not in page()
    Round.objects.update(started_at=race.evening.now - timedelta(minutes=30), ended_at=race.evening.now)
    assert "All hands are in" in page()
    assert as_director.post(address).status_code == 302
    assert (race.games[2], race.table(3).state) == ((0, 0), State.AGREED)
    assert "There is another hand" in page()
    assert as_director.post(address, {"play_on": "1"}).status_code == 302
    assert (race.games[2], race.table(3).state) == ((None, None), State.WAITING)
    Round.objects.update(started_at=None, ended_at=None)
    assert "All hands are in" not in page()
    race.game(1, 1), race.game(2, 1)
    assert "it counts 0–0" in page()
    assert as_director.post(address).status_code == 302
    assert (race.games[2], "There is another hand" in page()) == ((0, 0), False)


def test_a_correction_after_the_decision_opens_the_tables_again_and_the_race_goes_on(race):
    race.game(3, 2)
    for table in (1, 2, 1):
        race.game(table, 1)
    last = race.game(2, 1)
    race.correct(last, 2)
    assert (race.last_games, race.states) == ([None] * 3, [State.WAITING] * 3)
    race.game(3, 1)
    assert (race.games, race.last_games) == ([(2, 0), (1, 1), (1, 1)], [2, 2, 2])
    assert differences_in(race.evening.event) == []


def test_a_correction_that_decides_the_match_earlier_leaves_later_games_out(race):
    race.game(1, 1), race.game(1, 1)
    wrong = race.game(2, 2)
    race.game(3, 1), race.game(2, 2), race.game(3, 2)
    assert race.last_games == [None] * 3
    race.correct(wrong, 1)
    assert (race.games, race.last_games) == ([(2, 0), (1, 0), (1, 0)], [2, 1, 1])
    assert differences_in(race.evening.event) == []
    race.correct(wrong, 2)
    assert (race.games, race.last_games) == ([(None, None)] * 3, [None] * 3)
    race.game(1, 1)
    assert race.games == [(3, 0), (0, 2), (1, 1)]
    assert differences_in(race.evening.event) == []


def test_a_hand_that_is_withdrawn_and_restored_takes_the_decision_with_it(race):
    for table in (1, 2, 1):
        race.game(table, 1)
    last = race.game(2, 1)
    last = Hand.objects.select_related("match__table__stage__event").get(pk=last.pk)
    withdraw_hand(last, reason="Not played", by=race.evening.director, now=race.evening.now)
    assert race.last_games == [None] * 3
    restore_hand(
        Hand.objects.select_related("match__table__stage__event").get(pk=last.pk),
        by=race.evening.director,
        now=race.evening.now,
    )
    assert race.games == [(2, 0), (2, 0), (None, None)]
    assert race.last_games == [2, 2, 0]


def test_slips_of_all_tables_count_whole(race):
    race.slip(1, 2, 1), race.slip(2, 1, 1), race.slip(3, 1, 1)
    assert (race.games, race.last_games) == ([(2, 1), (1, 1), (1, 1)], [None] * 3)


def test_a_slip_that_completes_the_race_ends_the_tables_with_hands_where_they_stand(race):
    race.game(1, 1), race.game(2, 2), race.game(1, 1), race.hand(2, 1)
    race.slip(3, 2, 1)
    assert (race.games, race.last_games) == ([(2, 0), (0, 1), (2, 1)], [2, 1, None])
    assert differences_in(race.evening.event) == []


def test_a_slip_that_adds_up_to_more_than_the_race_is_asked_about(race):
    race.slip(1, 2, 1), race.slip(2, 1, 3)
    match = with_sides(Match.objects.select_related("table__stage__event")).get(table__number=3)
    boxes = {"games_1": "2", "games_2": "0", "points_1": "", "points_2": ""}
    form = SlipForm(match, QueryDict(urlencode(boxes)), by=race.evening.scorer)
    assert not form.is_valid()
    assert form.errors["games_1"] == ["With 2 games here Arima have 5, but the match ends at 4."]


def test_the_score_so_far_is_read_with_three_queries_whatever_is_played(race, django_assert_num_queries):
    for table, side in ((1, 1), (2, 2), (1, 1)):
        race.game(table, side)
    race.slip(3, 1, 1)
    match = race.table_with_event(3)
    with django_assert_num_queries(3):
        score = team_match_of(match)
    assert [(team.name, team.games) for team in score.teams] == [("Arima", 3), ("Belmont", 2)]
    assert [(table.number, table.games, table.is_over) for table in score.tables] == [
        *((1, (2, 0), False), (2, (0, 1), False), (3, (1, 1), False)),
    ]
    assert (score.in_words, score.winner) == ("Arima lead 3–2", None)
    race.game(2, 1)
    assert team_match_of(race.table_with_event(3)).in_words == "Arima have won 4–2"


def test_short_of_the_race_the_rule_says_who_has_won(evening_of):
    for rule, words, shares in (("most", "Arima have won 2–1", [1, 0]), ("draw", "A draw, 2–1", [0, 0])):
        with transaction.atomic():
            race = make_match(evening_of, undecided=rule)
            race.slip(1, 1, 0), race.slip(2, 1, 0), race.slip(3, 0, 1)
            agree_matches(
                list(Match.objects.all()), event=race.evening.event, by=race.evening.director, now=race.evening.now
            )
            assert team_match_of(race.table_with_event(1)).in_words == words
            assert [line.record.won for line in standings_of(race.evening.event).lines] == shares
            transaction.set_rollback(True)


def test_two_halves_are_one_match_and_the_race_goes_on_after_the_meal(evening_of):
    race = make_match(evening_of, plan=[["one-match", 2, 0]])
    race.game(1, 1), race.game(2, 2), race.game(3, 1)
    for match in Match.objects.select_related("table__stage__event"):
        finish_hands(match, by=race.evening.director, now=race.evening.now)
    score = team_match_of(race.table_with_event(1))
    assert (score.in_words, score.is_over, score.is_halfway) == ("Arima lead 2–1", False, True)
    out(race.evening, 2)
    race.half = 2
    assert hour_name(race.evening.event, 2) == "Half 2"
    race.game(2, 1), race.hand(3, 2), race.game(1, 1)
    assert race.last_games == [1, 1, 0]
    score = team_match_of(race.table_with_event(1))
    assert score.in_words == "Arima have won 4–1"
    assert [(half.number, half.games, half.hang_jacks) for half in score.halves] == [
        *((1, (2, 1), (0, 0)), (2, (2, 0), (0, 0))),
    ]
    assert score.by_table == ((1, 2, 0), (2, 1, 1), (3, 1, 0))
    (first, _other) = standings_of(race.evening.event).lines
    assert (first.name, first.record.games_won, first.record.won, first.record.played) == ("Arima", 4, 1, 1)
    assert differences_in(race.evening.event) == []


def test_a_match_by_halves_without_a_target_goes_to_the_team_with_more_games(evening_of):
    race = make_match(evening_of, plan=[["one-match", 2, 0]], length_kind="games", length_number=1)
    race.game(1, 1), race.game(2, 2), race.game(3, 1)
    assert team_match_of(race.table_with_event(1)).in_words == "Arima lead 2–1"
    out(race.evening, 2)
    race.half = 2
    race.game(1, 2), race.game(2, 2), race.game(3, 2)
    assert team_match_of(race.table_with_event(1)).in_words == "Belmont have won 4–2"
    assert [half.games for half in team_match_of(race.table_with_event(1)).halves] == [(2, 1), (0, 3)]
    assert [(line.name, line.record.won) for line in standings_of(race.evening.event).lines] == [
        *(("Belmont", 1), ("Arima", 0)),
    ]


def test_another_laptop_gets_the_race_as_it_was_decided(race):
    race.game(3, 2)
    for table in (1, 2, 1, 2):
        race.game(table, 1)
    before = (race.games, race.last_games, race.states)
    content = written(race.evening.event)
    empty_database()
    Club.objects.create(name="The Jack and Knave")
    bring_in(content, is_same_club=True)
    assert (race.games, race.last_games, race.states) == before
    assert differences_in(Event.objects.get()) == []


def test_a_ruling_on_one_table_counts_in_the_race(race):
    race.game(1, 1), race.game(2, 1), race.game(1, 1)
    by, now = race.evening.director, race.evening.now
    make_ruling(race.table(3), points=(30, 10), games=(1, 0), reason="By the captains", by=by, now=now)
    assert (race.games, race.last_games) == ([(2, 0), (1, 0), (1, 0)], [2, 1, None])


def test_the_rules_sheet_and_the_sheet_of_a_table_say_how_the_race_counts(evening_of):
    event = make_match(evening_of, length_number=22, undecided="draw").evening.event
    assert rules_sheet_of(event).evening[:4] == (
        "A match: first team to win 22 games, all tables together.",
        "A game cut short counts for nobody.",
        "Games in play at other tables when the match is decided do not count.",
        "A team match without a decision is a draw.",
    )
    sheet = sheet_for_names(event, ["Ann and Bea", "Cy and Dan"], "Table 1", length_of(event))
    assert (sheet.boxes, sheet.written_in) == ((), ("Games won", "Points", "Hang jacks"))
