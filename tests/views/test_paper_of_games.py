"""Paper of a match that is played in games: what its sheets say, what the director rules, and what then counts."""

from collections.abc import Callable

import pytest
from django.urls import reverse

from tests import evenings
from tests.evenings import Evening
from tests.views.conftest import signed_in
from tournament.models import Match, State
from tournament.queries.matches import sides_of
from tournament.queries.rescoring import differences_in
from tournament.queries.sheets import sheets_of
from tournament.queries.standings import standings_of
from tournament.services.results import agree

evening_of = evenings.evening_of


@pytest.fixture
def evening(evening_of: Callable[..., Evening]) -> Evening:
    """Two pairs at one table, playing the best of three."""
    return evening_of(4, format="trinidad-tables").begun()


def key(evening: Evening, place: int, **boxes: object) -> dict[str, list[str]]:
    """Key the sheet that lies there; what its boxes are told."""
    sheet = sheets_of(evening.hour(1))[place]
    (line,) = sheet.lines
    page = reverse("sheet", args=[evening.event.pk, 1, sheet.entry.pk])
    data = {f"{box}_{line.match.pk}": value for box, value in boxes.items()} | {"asked": ""}
    answer = signed_in(evening, "scorer").post(page, data)
    return answer.context["form"].errors if answer.status_code == 422 else {}


def stored() -> tuple[object, ...]:
    match = Match.objects.get()
    return (match.state, *((side.games, side.points) for side in sides_of(match)))


def test_each_side_has_one_sheet_with_its_games_first(evening):
    sheets = sheets_of(evening.hour(1))
    assert [sheet.name for sheet in sheets] == [side.name for side in sides_of(Match.objects.get())]
    page = reverse("sheet", args=[evening.event.pk, 1, sheets[0].entry.pk])
    (row,) = signed_in(evening, "scorer").get(page).context["form"].rows()
    labels = [str(box.label) for box in row.boxes]
    assert labels == ["Games", "I won", f"{sheets[1].name} won", "All Fours", "Jacks turned", "Hang Jacks"]


def test_two_sheets_that_agree_are_the_result_with_its_games(evening):
    assert key(evening, 0, games=2, mine=33, theirs=30) == {}
    assert stored() == (State.ENTERED, (2, 33), (None, None))
    assert key(evening, 1, games=1, mine=30, theirs=33) == {}
    assert stored() == (State.AGREED, (2, 33), (1, 30))
    assert differences_in(evening.event) == []


def test_the_director_rules_games_and_points(evening):
    match = Match.objects.get()
    page = reverse("ruling", args=[evening.event.pk, match.pk])
    client = signed_in(evening, "director")
    first, second = sides_of(match)
    form = client.get(page).context["form"]
    assert [str(field.label) for field in form if field.name != "reason"] == [
        *(f"Games of {first.name}", f"Points for {first.name}"),
        *(f"Games of {second.name}", f"Points for {second.name}"),
    ]
    refused = client.post(page, {"points_1": 28, "points_2": 9, "games_1": 2, "reason": "Heard both"})
    assert refused.context["form"].errors == {"games_2": ["Say how many games count; 0 for none."]}
    client.post(page, {"points_1": 28, "points_2": 9, "games_1": 2, "games_2": 0, "reason": "Heard both"})
    assert stored() == (State.RULED, (2, 28), (0, 9))
    assert differences_in(evening.event) == []


def test_points_below_nothing_are_keyed_where_a_bid_can_be_set_back(evening_of):
    evening = evening_of(3, format="auction-pitch-tables")
    evening.begin()
    assert key(evening, 0, games=0, mine=-3) == {}
    assert key(evening, 1, games=3, mine=31) == {}
    assert key(evening, 2, games=0, mine=12) == {}
    assert stored() == (State.ENTERED, (0, -3), (3, 31), (0, 12))


def test_points_below_nothing_are_a_slip_elsewhere(evening):
    errors = key(evening, 0, games=0, mine=-3)
    assert list(errors.values()) == [["Not below 0."]]


def test_a_slip_that_knows_only_the_games_leaves_the_points_unknown(evening):
    assert key(evening, 0, games=2, hang_jacks=1) == {}
    assert key(evening, 1, games=1) == {}
    assert stored() == (State.ENTERED, (2, None), (1, None))
    agree(evening.matches(1), event=evening.event, by=evening.director, now=evening.now)
    assert stored() == (State.AGREED, (2, None), (1, None))
    lines = standings_of(evening.event).lines
    assert [(line.record.games, line.hours[0].record.reported) for line in lines] == [(2, None)] * 2 + [(1, None)] * 2
    assert differences_in(evening.event) == []


def test_points_that_nobody_knows_are_a_dash(evening):
    key(evening, 0, games=2)
    client, event = signed_in(evening, "director"), evening.event.pk
    pages = [client.get(reverse(name, args=[event])).content.decode() for name in ("sheets", "results", "standings")]
    assert ['<td class="number">–</td>' in pages[0], "2<small> · –</small>" in pages[1]] == [True, True]
    assert ["None<" in page for page in pages] == [False, False, False]


def test_neither_games_nor_points_is_not_a_result(evening):
    errors = key(evening, 0, hang_jacks=1)
    assert list(errors.values()) == [["Key what was won; 0 for nothing."]]


def test_games_of_one_side_and_points_of_the_other_are_kept_as_they_are(evening):
    assert key(evening, 0, games=2) == {}
    assert key(evening, 1, games=1, mine=30, theirs=33) == {}
    assert stored() == (State.ENTERED, (2, None), (1, 30))


def test_hang_jacks_that_are_worth_more_than_was_won_are_asked_back(evening):
    errors = key(evening, 0, games=0, mine=8, hang_jacks=3)
    name = sides_of(Match.objects.get())[0].name
    assert list(errors.values()) == [[f"These alone are 9 points, and {name} won 8."]]
    assert key(evening, 0, games=0, mine=9, hang_jacks=3) == {}
    assert [side.hang_jacks for side in sides_of(Match.objects.get())] == [3, None]


def test_a_sheet_asks_for_hang_jacks_only_where_one_is_more_than_a_jack(evening_of):
    evening = evening_of(3, format="auction-pitch-tables").begun()
    assert [sheet.by_hang_jacks for sheet in sheets_of(evening.hour(1))] == [False, False, False]
