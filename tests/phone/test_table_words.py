"""What a table's phone says of its match in words: what was changed, whose a game is, who waits and who comes."""

from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring import read_hand
from tests import evenings
from tests.evenings import Evening
from tests.phone.test_table import Phone
from tournament.clock.services.rounds import end_round
from tournament.event.services.codes_and_calls import answer_call
from tournament.hands.services.hands import correct_hand, withdraw_hand
from tournament.hands.services.late import accept_late, set_aside
from tournament.matches.queries.matches import seating_of
from tournament.models import Call, Event, Hand, Match
from tournament.results.services.decisions import make_ruling

evening_of = evenings.evening_of
ALL = {"high": "a", "low": "a", "jack": "a", "jack_from": "kept", "game": "a"}


@pytest.fixture
def evening(evening_of) -> Evening:
    """Four players, one table, two matches at a time."""
    return evening_of(4).playing()


@pytest.fixture
def match(evening) -> Match:
    return evening.matches(1)[0]


@pytest.fixture
def phone(match) -> Phone:
    return Phone(match)


def words_of(page: str) -> str:
    """Without its marks."""
    return " ".join(" ".join(part.partition(">")[2] for part in f">{page}".split("<")).split())


def correct(evening: Evening, hand: Hand, **facts: object) -> None:
    told = read_hand(hand.facts | facts, seating_of(hand.match))
    correct_hand(hand, entry_key=uuid4(), facts=told, reason="Counted again", by=evening.director, now=evening.now)


def names_of(match: Match) -> list[str]:
    return [side.name.split()[0] for side in match.sides.all()]


def test_a_correction_says_what_each_side_had_of_the_hand_and_has_now(evening, match, phone):
    phone.send(1)
    one, other = names_of(match)
    correct(evening, phone.last(), game=seating_of(match).seats[1])
    words = words_of(phone.get())
    assert "Hand 1 was corrected by the director. “Counted again”" in words
    assert f"{one} was +2 Highest, Game, now +1 Highest {other} was +1 Lowest, now +2 Lowest, Game Got it" in words
    withdraw_hand(phone.last(), reason="Never played", by=evening.director, now=evening.now)
    words = words_of(phone.get())
    assert f"Hand 1 was deleted by the director. “Never played” {one} was +1 Highest, now 0" in words


def test_a_correction_that_lets_a_hand_stand_says_that_nobody_has_anything_else(evening, match, phone):
    phone.send(1)
    correct(evening, phone.last())
    assert "“Counted again” Each side’s points stay the same." in words_of(phone.get())


def test_a_late_hand_that_counts_says_what_it_brings_and_one_set_aside_nothing(evening, match, phone):
    end_round(match.round, by=evening.director, now=evening.now)
    phone.send(1)
    accept_late(Hand.objects.get(), reason="Played in time", by=evening.director, now=evening.now)
    one, other = names_of(match)
    words = words_of(phone.get())
    assert f"“Played in time” {one} was 0, now +2 Highest, Game {other} was 0, now +1 Lowest" in words
    phone.press("seen", log=evening.event.log.latest("pk").pk)
    phone.send(2)
    set_aside(Hand.objects.get(number=2), reason="After the bell", by=evening.director, now=evening.now)
    words = words_of(phone.get())
    assert ("decided that it does not count. “After the bell” Got it" in words, ", now" in words) == (True, False)


def test_a_ruling_says_what_it_was_before(evening, match, phone):
    phone.send(1)
    phone.press("all-in")
    make_ruling(match, points=(9, 4), reason="Counted at the table", by=evening.director, now=evening.now)
    assert "The director has ruled this match: 9 – 4. Before, it was 2 – 1." in words_of(phone.get())


def test_after_the_director_has_said_that_he_comes_the_table_is_told_so_and_since_when(evening, match, phone):
    phone.press("call")
    call = Call.objects.get()
    now = timezone.now()
    answer_call(call, by=evening.director, now=now)
    words = words_of(phone.get())
    assert f"The director has been on the way since {timezone.localtime(now):%H:%M}." in words
    assert ("Has nobody come?" in words, "The director was called at" in words) == (True, False)
    phone.press("call")
    assert (Call.objects.count(), "The director was called at" in words_of(phone.get())) == (2, True)


def test_hands_that_wait_for_the_other_side_stand_on_one_line(evening, match):
    Event.objects.update(claim_until="agreed")
    ours = Phone(match, 1)
    for number in (1, 2, 3):
        ours.send(number)
    words = words_of(ours.get())
    assert "Hands 1 to 3 wait for the other side to agree." in words
    assert words.count("to agree.") == 1
    ours.send(4, high="b")
    Hand.objects.filter(number=2).update(state="agreed")
    assert "Hands 1, 3 and 4 wait for the other side to agree." in words_of(ours.get())


def test_one_phone_in_the_middle_may_write_down_how_a_disputed_hand_was(match, phone):
    phone.send(1)
    phone.press("agree", not_so=phone.last().pk)
    page = phone.get()
    assert "The other side says that hand 1 is wrong. Correct it, or call the director." in words_of(page)
    assert ("Correct this hand" in page, "Flip the screen" in page) == (True, True)


def by_games(evening_of) -> Match:
    evening = evening_of(4, format="trinidad-tables", house_rules={"target": 5}, length_kind="best_of", length_number=3)
    evening.begin()
    return evening.matches(1)[0]


def test_the_end_of_a_game_is_told_on_every_phone_until_the_next_hand(evening_of):
    match = by_games(evening_of)
    ours, theirs = Phone(match, 1), Phone(match, 2)
    assert ours.send(1, **ALL, card_1="9H").status_code == 201
    assert "starts." not in words_of(theirs.get())
    ours.send(2, **ALL, card_1="9H")
    first, second = (entry.name.split()[0] for entry in match.sides.all()[0].entries)
    name = f"{first} &amp; {second}"
    assert f"{name} won game 1. Game 2 starts." in words_of(ours.get())
    assert f"{name} won game 1. Game 2 starts." in words_of(theirs.get())
    theirs.press("agree", hand=ours.last().pk)
    assert f"{name} won game 1. Game 2 starts." in words_of(theirs.get())
    ours.send(3, high="a", low="b", jack="none", game="b", card_1="9H")
    assert "starts." not in words_of(theirs.get())


def test_a_match_that_is_over_shows_no_clock_and_no_further_game(evening_of):
    match = by_games(evening_of)
    phone = Phone(match)
    assert "data-clock" in phone.get() or match.round.started_at is None
    for number in (1, 2, 3, 4):
        phone.send(number, **ALL, card_1="9H")
    words = words_of(phone.get())
    assert ("The match is over." in words, "starts." in words, "data-clock" in phone.get()) == (True, False, False)


def test_at_a_table_of_many_nobody_speaks_of_two_sides(evening_of):
    evening = evening_of(5, format="auction-pitch-tables")
    evening.begin()
    match = evening.matches(1)[0]
    asked = words_of(Phone(match, None).get())
    assert ("one of you records the hands" in asked, "one side" in asked, "Each side" in asked) == (
        True,
        False,
        False,
    )
    ours, theirs = Phone(match, 1), Phone(match, 2)
    bids = {f"bid_{letter}": "pass" for letter in "abcde"} | {"bid_a": "2", "dealer": "e", "answer_1": ""}
    told = ours.send(1, **bids, high="a", low="a", jack="none", game="b")
    assert told.status_code == 201, told.json()
    assert "Hand 1 waits for somebody else to agree." in words_of(ours.get())
    theirs.press("agree", not_so=ours.last().pk)
    assert "Somebody says that hand 1 is wrong." in words_of(ours.get())
    assert "other side" not in words_of(ours.get()) + words_of(theirs.get())
    assert reverse("table", args=[ours.code]) in ours.get()
