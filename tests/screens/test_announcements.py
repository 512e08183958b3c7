"""What walls say besides their lists: what a result means, who leads and moved, the next start, welcome and thanks."""

import re
from datetime import date, time, timedelta
from html import unescape
from random import Random

import pytest
from django.template.loader import render_to_string
from django.utils import timezone

from tests import evenings, round_evenings
from tests.evenings import NAMES, Evening
from tests.event.test_table_evenings import play_match, won
from tests.round_evenings import Rounds, out, rule_all
from tournament.clock.services.rounds import start_round
from tournament.door.services.teams import team_up
from tournament.event.services.events import create_event, lock_event, show_standings
from tournament.matches.queries.team_matches import team_match_of
from tournament.models import Event, Hand, Match, Round, Screen, State
from tournament.screens.queries.screen_content import results_on_wall
from tournament.screens.views.screen_pages import SCREEN_PAGES, ScreenRequest
from tournament.standings.queries.shared_standings import share_standings

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of


def seen_on(key: str, event: Event, *, at: timedelta = timedelta(0)) -> str:
    """The words of a page, tags away, blanks folded; `at` after the clock of the latest round was started."""
    event.refresh_from_db()
    started = Round.objects.filter(stage__event=event, started_at__isnull=False).order_by("-started_at").first()
    now = started.started_at + at if started else timezone.now()
    asked = ScreenRequest(event, Screen(), now, "http://hall")
    page = render_to_string(f"screens/pages/{key}.html", {"event": event, "page": SCREEN_PAGES[key].query(asked)})
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.fixture
def swiss(rounds_of: Rounds) -> Evening:
    """Six pairs, of whose second round the first table has an agreed result and the second one an entered one."""
    evening = rounds_of(6, plan=[["swiss", 3]], enters="pairs")
    for number in (1, 2):
        out(evening, number)
        start_round(evening.hour(number).rounds.get(), by=evening.director, now=evening.now)
        if number == 1:
            rule_all(evening, 1)
    rule_all(evening, 2, first_wins=lambda match: True)
    Match.objects.filter(table__stage=evening.hour(2), table__number=2).update(state="entered")
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    return evening


def test_a_result_says_which_place_it_brought_once_it_is_agreed(swiss):
    words = seen_on("results", swiss.event)
    assert re.findall(r"place \d\S*|\d results? (?:is|are) still to come", words) == [
        "place 1=",
        "place 3=",
        "1 result is still to come",
    ]


def test_the_results_end_with_the_leader_who_went_up_most_and_the_next_start(swiss):
    words = seen_on("results", swiss.event, at=timedelta(minutes=5))
    assert words.partition("In the lead: ")[2] == (
        "Ann Ash and Bea Ash; Eve Ash and Fay Ash · Up most: Gus Ash and Hal Ash, 1 place · Round 3 at about 19:18"
        " 1 result is still to come."
    )


def test_a_team_match_in_play_has_on_the_wall_the_score_of_its_phones_and_says_what_is_not_agreed(evening_of):
    teams = {"format": "seven-up-rounds", "plan": [["one-match", 1, 0]], "enters": "teams", "pairs_a_team": 2}
    evening = evening_of(0, **teams, length_kind="games", length_number=2, standings_shown=True)
    for name, players in (("Arima", NAMES[:4]), ("Belmont", NAMES[4:8])):
        team_up(evening.event, players, name=name, by=evening.director, now=evening.now)
    out(evening, 1)
    first, second = evening.matches(1)
    play_match(evening, first, Random(1674))
    play_match(evening, second, Random(1674), hands=2)
    Hand.objects.update(state=State.ENTERED)
    Match.objects.update(state=State.ENTERED)
    made = [won(first)[side.key][0] for side in first.all_sides]
    score, open_score = team_match_of(first).in_words, "· not agreed yet"

    def shown() -> tuple[bool, ...]:
        words = seen_on("results", evening.event)
        tables = f"Table 1: {made[0]}–{made[1]} Table 2: 0–0"
        return (score in words, tables in words, f"{score} {open_score}" in words)

    assert shown() == (True, True, True)
    first.hands.filter(game=1).update(state=State.AGREED)
    assert shown() == (True, True, True)
    first.hands.update(state=State.AGREED)
    Match.objects.filter(pk=first.pk).update(state=State.AGREED)
    assert shown() == (True, True, False)
    Hand.objects.update(state=State.ENTERED)
    Match.objects.update(state=State.ENTERED)
    Event.objects.update(agreement=False)
    assert shown() == (True, True, False)


def test_hidden_standings_say_when_the_next_round_starts_and_the_last_one_ends(swiss):
    show_standings(swiss.event, False, by=swiss.director, now=swiss.now)
    said = (
        "The standings are hidden until the director shows them. Round 3 at about 19:15."
        " The last round ends at about 20:00."
    )
    assert [seen_on(key, swiss.event).partition("The")[2] for key in ("standings", "results")] == [said[3:]] * 2


def test_the_welcome_says_when_it_starts_and_what_to_do_first(evening_of):
    event = evening_of(4).event
    Event.objects.update(begins_at=time(19, 30))
    words = seen_on("welcome", event)
    assert words.startswith(
        "Kent evening The Jack and Knave Saturday 21 November · starts at 19:30"
        " Welcome! Say your name at the door; your table will be on this wall."
    )
    lock_event(event, by=None, now=timezone.now())
    assert "Say your name" not in seen_on("welcome", event)


def test_the_thanks_name_the_winners_once_the_standings_are_shown_and_the_next_evening(swiss):
    event = swiss.event
    create_event(event.club, name="Next", date=date(2026, 11, 28), by=swiss.director, now=swiss.now)
    show_standings(event, False, by=swiss.director, now=swiss.now)
    thanks = "Thank you for playing! Kent evening · The Jack and Knave"
    again = "See you again on Saturday 28 November. Safe home!"
    assert seen_on("thanks", event) == f"{thanks} {again}"
    show_standings(event, True, by=swiss.director, now=swiss.now)
    winners = (
        "First, shared Ann Ash and Bea Ash; Eve Ash and Fay Ash Third, shared Gus Ash and Hal Ash; Ida Ash and Jo Ash"
    )
    assert seen_on("thanks", event) == f"{thanks} {winners} {again}"


def test_who_waits_for_a_table_reads_next_beside_its_number_from_a_to_z_and_by_table(rounds_of):
    evening = rounds_of(4, plan=[["swiss", 1]], enters="pairs", hall_tables=1)
    out(evening, 1)
    waiting = [entry.name for side in evening.matches(1)[1].sides.all() for entry in side.entries]
    by_name, by_table = seen_on("names", evening.event), seen_on("seating", evening.event)
    assert [by_name.count(" next 2"), *(f"{name} next 2" in by_name for name in waiting)] == [4, *[True] * 4]
    assert (by_table.count("next"), "2 next" in by_table) == (1, True)


def test_a_match_in_play_says_who_leads_by_hands_that_both_sides_have_agreed(rounds_of, django_assert_num_queries):
    evening = rounds_of(4, plan=[["swiss", 2]], enters="pairs", length_kind="race", length_number=2)
    out(evening, 1)
    rule_all(evening, 1)
    out(evening, 2)
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    first, second = evening.matches(2)
    play_match(evening, second, Random(1674), hands=2)
    assert "in play" not in seen_on("results", evening.event)
    second.hands.filter(number=1).update(state=State.AGREED)
    made = [sum(own) for own in zip(*[_points_of(second, hand) for hand in second.hands.filter(number=1)], strict=True)]
    event = Event.objects.get()
    share_standings(event)
    with django_assert_num_queries(6):
        wall = results_on_wall(event)
    assert wall is not None
    assert [(each.table, each.is_in_play) for each in wall.results] == [(second.table.number, True)]
    sides = wall.results[0].sides
    assert [(side.figure, side.won) for side in sides] == [("0", own == max(made) != min(made)) for own in made]
    leads = ["leads · " if side.won else "level · " if made[0] == made[1] else "" for side in sides]
    assert [side.meaning for side in sides] == [f"{w}{own} in this game" for w, own in zip(leads, made, strict=True)]
    words = seen_on("results", evening.event)
    assert words.startswith(f"Results so far Round 2 ▶ in play {second.table.number} ")
    assert "▶ in play: a hand counts here as soon as both sides have agreed it" in words
    assert "2 results are still to come." in words
    rule_all(evening, 2)
    assert "in play" not in seen_on("results", evening.event)


def _points_of(match, hand):
    awards = hand.awards["awards"]
    return [sum(made for _kind, side, made in awards if side == own.key) for own in match.all_sides]
