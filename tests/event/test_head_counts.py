"""How many are here is one count, and every page says what it counts: entered, here, or pairs for the next draw."""

import re
from collections.abc import Callable

import pytest

from tests import evenings, round_evenings
from tests.conftest import signed_in
from tests.evenings import NAMES, Evening
from tests.markup import markup
from tests.round_evenings import Rounds
from tournament.door.services.entries import enter_players
from tournament.door.services.teams import team_up
from tournament.event.queries.head_counts import head_count_of
from tournament.models import Entry

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of
COUNT = re.compile(r"\d+ (?:players?|pairs?|teams?)[^.<(]*? (?:here|entered)\b|\d+ players are entered")


def counted_on(evening: Evening, *paths: str) -> dict[str, list[str]]:
    """Every sentence of a page with a number of those here or entered, by its path."""
    client = signed_in(evening, "director")
    found = {}
    for path in paths:
        page = markup(client.get(f"/e/{evening.event.pk}/{path}"))
        words = " ".join(re.sub(r"<[^>]+>", " ", page).split())
        found[path] = [said[0] for said in COUNT.finditer(words)]
    return found


def some_are_not_here(evening: Evening) -> None:
    Entry.objects.filter(player__name=NAMES[0]).update(here=False)
    Entry.objects.filter(player__name=NAMES[3]).update(left_at=evening.now)


@pytest.mark.parametrize("form", ["kent-1674", "trinidad-tables"])
def test_door_tonight_and_draw_say_the_same_number_where_everybody_plays_singly(
    evening_of: Callable[..., Evening], form: str
) -> None:
    evening = evening_of(18, format=form)
    some_are_not_here(evening)
    assert counted_on(evening, "door/", "", "draw/1/") == {
        "door/": ["16 players here"],
        "": ["16 players are here"],
        "draw/1/": ["16 players here"],
    }
    assert "16</span> players here, of 18 entered" in markup(
        signed_in(evening, "director").get(f"/e/{evening.event.pk}/door/")
    )


def test_pairs_and_players_are_counted_apart_and_alike_on_every_page(rounds_of: Rounds) -> None:
    evening = rounds_of(8, plan=[["round-robin", 3, 0]])
    some_are_not_here(evening)
    enter_players(evening.event, ["Zoe"], by=evening.director, now=evening.now)
    heads = head_count_of(evening.event)
    assert (heads.entered, heads.here, heads.drawable, heads.left_over) == (17, 15, 6, 3)
    made = "15 players are here: 6 pairs, and 3 players without a partner here"
    client = signed_in(evening, "director")
    pages = {path: markup(client.get(f"/e/{evening.event.pk}/{path}")) for path in ("door/", "", "draw/1/", "plan/")}
    assert "15</span> players here, of 17 entered" in pages["door/"]
    assert "6 pairs at 3 tables" in pages["door/"]
    assert "15 players are here: 6 pairs at 3 tables" in pages[""]
    assert ("6</span> pairs here" in pages["draw/1/"], made in pages["draw/1/"], made in pages["plan/"]) == (True,) * 3


def test_what_is_said_after_adding_names_is_how_many_were_added(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(1)
    client, url = signed_in(evening, "director"), f"/e/{evening.event.pk}/door/"
    page = markup(client.post(url, {"names": "\n".join(NAMES[1:16])}, follow=True))
    assert ("Added 15 players." in page, "16</span> players here" in page) == (True, True)
    assert "15 players are here" not in page


def test_reserves_of_whole_teams_are_not_planned_for(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(0, format="trinidad-rounds", plan=[["one-match", 1, 0]], enters="teams", pairs_a_team=2)
    for name, players in (("Arima", NAMES[:6]), ("Belmont", NAMES[6:11])):
        team_up(evening.event, players, name=name, by=evening.director, now=evening.now)
    heads = head_count_of(evening.event)
    assert (heads.here, heads.drawable, heads.left_over, heads.playing) == (11, 2, 0, 8)
    page = markup(signed_in(evening, "director").get(f"/e/{evening.event.pk}/plan/"))
    assert ("would make a team" in page, 'value="8"' in page) == (False, True)
