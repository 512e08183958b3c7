"""Which names of teams are asked about as another one typed wrong, and which are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.leagues.spelling import NewTeam, ask_about_teams, name_key, settle_names, suggest_teams


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("The Ancor", "The Anchor"),
        ("NEW MILLENIUM", "NEW MILLENNIUM"),
        ("Anchor", "The Anchor"),
        ("anchor, the", "The Anchor"),
        ("Acnhor", "Anchor"),
        ("Anchro", "The Anchor"),
        ("Hop-Pole", "Hop Pole"),
        ("St. Mary's", "St Marys"),
        ("Crown & Anchor", "Crown and Anchor"),
        ("Zoe Odegaard", "Zoë Ødegård"),
        ("Erni", "Erin"),
        ("The Ball", "The Bell"),
        ("Diego Marten", "Diego Martin"),
        ("Deigo Matrin", "Diego Martin"),
        ("Baratara", "Barataria"),
        ("Davington Diamond", "Davington Diamonds"),
        ("Red Lion B", "Red Lion"),
    ],
)
def test_a_name_typed_wrong_is_found_like_the_right_one(typed: str, meant: str) -> None:
    assert (suggest_teams(typed, ["Tunapuna", meant]), suggest_teams(meant, [typed])) == ((meant,), (typed,))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Arima", "Couva"),
        ("Arima A", "Arima B"),
        ("Team 1", "Team 2"),
        ("Hernhill II", "Hernhill III"),
        ("TTT", "TTP"),
        ("Fox", "Box"),
        ("Manchester United", "Manchester City"),
    ],
)
def test_names_that_teams_choose_to_differ_are_not_asked_about(one: str, other: str) -> None:
    assert suggest_teams(one, [other]) == ()


def test_of_two_new_names_the_rarer_is_asked_about_and_of_equals_the_later() -> None:
    new = [NewTeam("The Ancor", 2, 1), NewTeam("The Anchor", 3, 4), NewTeam("Erin", 4, 1), NewTeam("Eirn", 9, 1)]
    asked = [(each.team.name, each.suggestions) for each in ask_about_teams(new, ["Couva"])]
    assert asked == [("The Ancor", ("The Anchor",)), ("Eirn", ("Erin",))]


def test_the_nearest_team_is_suggested_first() -> None:
    assert suggest_teams("Hernhil", ["Hernhall", "Hernhill"]) == ("Hernhill", "Hernhall")


def test_an_answer_that_leads_to_another_is_followed_to_its_end() -> None:
    assert settle_names({"Ankor": "Ancor", "Ancor": "Anchor", "Erin": "Erin"}) == {
        "Ankor": "Anchor",
        "Ancor": "Anchor",
        "Erin": "Erin",
    }


@given(st.text("abcdefghij", min_size=8, max_size=30), st.integers(0, 29), st.sampled_from(("drop", "swap", "other")))
def test_one_mistake_anywhere_in_a_name_is_found(name: str, place: int, mistake: str) -> None:
    at = place % (len(name) - 1)
    typed = {
        "drop": name[:at] + name[at + 1 :],
        "swap": name[:at] + name[at + 1] + name[at] + name[at + 2 :],
        "other": name[:at] + "z" + name[at + 1 :],
    }[mistake]
    if name_key(typed) != name_key(name):
        assert suggest_teams(typed, [name]) == (name,)


@pytest.mark.parametrize(
    ("short", "meant"),
    [
        ("Cal Jacks", "California Jacks"),
        ("Flanagin", "Flanagin Town"),
        ("HJB", "Hang Jack Boys"),
        ("Tigers", "Talparo Tigers"),
        ("Good night all, Barrackpore", "Barrackpore"),
        ("Siparia. Well played fellas", "Siparia"),
    ],
)
def test_the_short_form_of_a_known_team_and_its_name_among_other_words_are_asked_about(short: str, meant: str) -> None:
    known = ["Arima", "Couva Aces", meant]
    assert [each.suggestions for each in ask_about_teams([NewTeam(short, 2, 1)], known)] == [(meant,)]
    new = [NewTeam(meant, 1, 1), NewTeam(short, 2, 1)]
    assert ask_about_teams(new, ["Arima"]) == ()


def test_the_apostrophe_of_a_phone_and_that_of_a_laptop_are_one() -> None:
    assert len({name_key(f"Todd{sign}s Road") for sign in "'’‘ʼ´`"}) == 1
