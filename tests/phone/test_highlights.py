"""What players talk about on a table's phone: a hung Jack, All Fours, going out; and the end of a match as a card and a
picture."""

from io import BytesIO

import pytest
from django.utils import timezone
from PIL import Image

from tests import evenings
from tests.matches.test_team_matches import make_match
from tests.phone.test_table import Phone
from tests.phone.test_table_words import words_of
from tournament.hands.queries.hands import match_in_hands
from tournament.matches.queries.matches import short_names_of
from tournament.models import Match
from tournament.phone.picture import HIGH, WIDE, draw_end
from tournament.phone.queries.highlights import EndOfMatch, Moment, SideAtEnd, end_of, moment_of
from tournament.results.services.decisions import make_ruling

evening_of = evenings.evening_of
KEPT = {"high": "a", "low": "b", "jack": "a", "jack_from": "kept", "game": "a"}
HUNG = KEPT | {"jack_from": "b"}
ALL_FOURS = KEPT | {"low": "a"}


@pytest.fixture
def phone(evening_of) -> Phone:
    """Two pairs, the best of three games to 5."""
    evening = evening_of(4, format="trinidad-tables", house_rules={"target": 5}, length_kind="best_of", length_number=3)
    evening.begin()
    return Phone(evening.matches(1)[0])


def names_at(match: Match) -> list[str]:
    names = short_names_of(match)
    return [names[side.key] for side in match.sides.all()]


def told(match: Match) -> tuple[Moment | None, EndOfMatch | None]:
    played = match_in_hands(match.table.stage.event, match.pk)
    assert played
    return moment_of(played, names_at(match)), end_of(played, names_at(match))


def test_a_jack_that_was_kept_is_no_moment_and_one_that_was_hung_all_fours_and_going_out_are(phone):
    match = phone.match
    one = names_at(match)[0]
    said = []
    for marks in (KEPT, ALL_FOURS, ALL_FOURS):
        phone.send(phone_number(phone), card_1="9H", **marks)
        moment = told(match)[0]
        said.append(moment and (moment.kicker, moment.title, moment.side, moment.name))
    assert said == [None, ("Bullseye", "Out!", 1, one), ("", "All Fours!", 1, one)]
    phone.send(phone_number(phone), high="b", low="b", jack="b", jack_from="a", game="b", card_1="9H")
    out, _end = told(match)
    assert (out.kicker, out.title, out.side) == ("Bullseye", "Hung it, and out!", 2)
    assert f'data-moment="{out.key}"' in phone.get()


def phone_number(phone: Phone) -> int:
    return match_in_hands(phone.match.table.stage.event, phone.match.pk).next_number


def test_a_match_that_is_over_is_a_card_with_the_winner_the_games_and_what_it_had(phone):
    match = phone.match
    one, other = names_at(match)
    assert (told(match)[1], phone.client.get(phone.url("table_picture")).status_code) == (None, 404)
    for marks in (HUNG, HUNG):
        phone.send(phone_number(phone), card_1="9H", **marks)
    end = told(match)[1]
    assert (end.kicker, end.title, end.won, end.games) == (
        "Bullseye",
        "Hung it, and out",
        f"{one} win",
        ("5 – 1", "5 – 1"),
    )
    assert end.sides == (SideAtEnd(1, one, 2, True), SideAtEnd(2, other, 0, False))
    assert [tuple(fact) for fact in end.facts] == [(2, "hands"), (2, "hang jacks"), (2, "hands in a row")]
    page = phone.get().replace("&amp;", "&")
    assert f'data-ended="The match is over. {one} win. {one} 2, {other} 0."' in page
    words = words_of(page)
    assert f"Bullseye Hung it, and out {one} win" in words and "Save picture" in words


def test_a_table_of_a_team_match_says_that_it_is_done_and_then_who_has_won_the_match(evening_of):
    race = make_match(evening_of, games_a_table=[3, 1, 3], agreement=True)
    race.game(1, 1), race.game(3, 2), race.hand(3, 2)

    def said_at(table: int) -> list[str]:
        words = words_of(Phone(race.table(table)).get())
        done, over, lost = (
            "This table is done",
            "Match over Arima have won 4–2",
            "The game in play at this table does not",
        )
        return [each for each in (done, over, lost, "The match is over") if each in words]

    race.game(2, 2)
    assert (said_at(2), said_at(3)) == (["This table is done"], [])
    race.game(1, 1), race.game(3, 1), race.hand(3, 2), race.game(1, 1)
    assert said_at(1) == ["Match over Arima have won 4–2"]
    assert said_at(3) == ["Match over Arima have won 4–2", "The game in play at this table does not"]


def test_a_table_whose_game_in_play_counts_is_told_to_play_it_out(evening_of):
    race = make_match(evening_of, counts_games_in_play=True)
    race.hand(3, 2), race.game(1, 1), race.game(1, 1), race.game(2, 1)
    before = words_of(Phone(race.table(3)).get())
    race.game(1, 1)
    pages = [before, *(words_of(Phone(race.table(table)).get()) for table in (3, 1))]
    assert ["your game still counts: play it out" in words for words in pages] == [False, True, False]
    assert ["Match over Arima have won 4–0" in words for words in pages] == [False, False, True]


@pytest.mark.slow
def test_the_card_is_saved_as_a_picture(phone):
    for marks in (HUNG, HUNG):
        phone.send(phone_number(phone), card_1="9H", **marks)
    answer = phone.client.get(phone.url("table_picture"))
    picture = Image.open(BytesIO(answer.content))
    assert (answer.headers["Content-Type"], picture.format, picture.size) == ("image/png", "PNG", (WIDE, HIGH))
    assert "attachment" in answer.headers["Content-Disposition"]


def test_where_something_else_than_the_hands_counts_there_is_no_card(phone, django_user_model):
    for marks in (HUNG, HUNG):
        phone.send(phone_number(phone), card_1="9H", **marks)
    director = django_user_model.objects.get(username="director")
    make_ruling(phone.match, points=(3, 4), games=(0, 2), reason="Asked", by=director, now=timezone.now())
    phone.match.refresh_from_db()
    assert told(Match.objects.get(pk=phone.match.pk))[1] is None


@pytest.mark.slow
@pytest.mark.parametrize("number", [2, 3, 7])
def test_every_number_of_sides_and_letters_of_any_kind_find_room_on_the_picture(number):
    names = ("Gus & Hal", "Wolfeschlegelsteinhausenbergerdorff", "Łukasz", "Nguyễn Thị Ánh", "Zoë", "Đorđe", "Ìyá")[
        :number
    ]
    sides = tuple(SideAtEnd(place, name, 7 - place, place == 1) for place, name in enumerate(names, start=1))
    cards = (("high", "High"), ("low", "Lowest"), ("jack", "Hang Jack"), ("game", "Game"))
    end = EndOfMatch(
        "Bullseye", "All Fours, and out", f"{names[0]} win", sides, ("14 – 9",), cards, (), "Club · table 1"
    )
    assert Image.open(BytesIO(draw_end(end))).size == (WIDE, HIGH)
