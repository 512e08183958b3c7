"""The second pass: a slip keyed again unseen, both readings side by side, and the mark of what was keyed twice."""

from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening
from tests.hands.test_hand_pages import COMMON
from tests.markup import markup
from tournament.hands.queries.hands import match_in_hands
from tournament.matches.queries.match_rows import MatchRow
from tournament.models import Hand, LogEntry, Match, State
from tournament.results.queries.sheets import sheets_of
from tournament.results.services.decisions import agree_matches

evening_of = evenings.evening_of
TO_B = {"game": "b"}


@pytest.fixture
def evening(evening_of) -> Evening:
    return evening_of(8).begun()


@pytest.fixture
def match(evening) -> Match:
    return evening.matches(1)[0]


def page(name: str, match: Match) -> str:
    return reverse(name, args=[match.table.stage.event_id, match.pk])


def key(client: Client, where: str, *hands: dict[str, str]) -> HttpResponse:
    """Key hands one after the other, dealt in turn; the last answer."""
    for number, ticks in enumerate(hands, start=1):
        sent = {"entry_key": uuid4(), "number": number, "asked": "", "step": "record"}
        answer = client.post(where, sent | COMMON | {"dealer": "ab"[1 - number % 2]} | ticks)
        assert answer.status_code == 302, answer.context["form"].errors
    return answer


def won_in(match: Match) -> list[tuple[int, ...]]:
    return [shown.points for shown in match_in_hands(match.table.stage.event, match.pk).hands]


def is_checked(match: Match | MatchRow) -> bool:
    return Match.objects.get(pk=match.pk).cross_checked


def test_two_equal_readings_mark_the_match_and_say_who_keyed_it_again(evening, match):
    first, second = signed_in(evening), signed_in(evening, "director")
    key(first, page("match", match), {}, TO_B, {})
    assert "Check the slip" in markup(first.get(page("match", match)))
    blind = markup(second.get(page("slip_again", match)))
    assert ("Hand 1" in blind, "Hands so far" in blind) == (True, False)
    answer = key(second, page("slip_again", match), {}, TO_B, {})
    assert (answer.url, is_checked(match)) == (page("match", match), True)
    entry = LogEntry.objects.first()
    assert (entry.action, entry.by, entry.after) == ("check_slip", evening.director, {"match": match.pk})
    assert "Keyed in twice at" in markup(first.get(page("match", match)))


def test_where_readings_differ_one_press_says_which_is_right(evening, match):
    client = signed_in(evening)
    key(client, page("match", match), {}, {}, {})
    answer = key(client, page("slip_again", match), {}, TO_B, TO_B)
    assert client.get(answer.url).url == page("slip_compare", match)
    shown = client.get(page("slip_compare", match))
    players = [side.name for side in match.sides.all()]
    assert [(place, [tuple(each) for each in fields]) for place, fields in shown.context["differences"]] == [
        (2, [("Game", tuple(players))]),
        (3, [("Game", tuple(players))]),
    ]
    assert client.post(page("slip_compare", match), {"second": 2}).url == page("slip_compare", match)
    assert won_in(match) == [(2, 1), (1, 2), (2, 1)]
    assert (client.post(page("slip_compare", match), {"first": 3}).url, is_checked(match)) == (
        page("match", match),
        True,
    )
    assert won_in(match) == [(2, 1), (1, 2), (2, 1)]
    assert Hand.objects.get(number=2, superseded_at=None).reason == "Second reading of the slip"


def test_a_hand_that_one_reading_lacks_is_put_in_or_taken_out(evening, match):
    client = signed_in(evening)
    key(client, page("match", match), {}, {})
    key(client, page("slip_again", match), {}, {})
    assert is_checked(match) is True
    key(client, page("slip_again", match), {})
    assert client.post(page("slip_compare", match), {"second": 2}).url == page("match", match)
    assert won_in(match) == [(2, 1)]
    client.post(page("slip_afresh", match))
    key(client, page("slip_again", match) + "?more", TO_B, {})
    client.post(page("slip_compare", match), {"first": 1})
    assert client.post(page("slip_compare", match), {"second": 2}).url == page("match", match)
    assert (won_in(match), is_checked(match)) == ([(2, 1), (2, 1)], True)


def test_a_hand_that_is_changed_afterwards_takes_the_mark_away(evening, match):
    client = signed_in(evening)
    key(client, page("match", match), {})
    key(client, page("slip_again", match), {})
    assert is_checked(match) is True
    client.post(page("hands_in", match))
    assert is_checked(match) is True
    client.post(page("hands_in", match), {"play_on": "1"})
    sent = {"entry_key": uuid4(), "number": 2, "asked": "", "step": "record"}
    client.post(page("match", match), sent | COMMON | {"dealer": "b"})
    assert is_checked(match) is False


def test_the_second_reading_of_a_match_that_is_agreed_is_for_the_director(evening, match):
    scorer, director = signed_in(evening), signed_in(evening, "director")
    key(scorer, page("match", match), {})
    scorer.post(page("hands_in", match))
    agree_matches([match], event=evening.event, by=evening.director, now=evening.now)
    for client, status in ((scorer, 403), (director, 302)):
        key(client, page("slip_again", match), TO_B)
        assert client.post(page("slip_compare", match), {"second": 1}).status_code == status
    assert (won_in(match), is_checked(match)) == ([(1, 2)], True)


def test_readings_are_for_the_scorer_and_of_matches_with_hands(evening, match):
    names = ("slip_again", "slip_compare", "slip_afresh")
    assert [Client().post(page(name, match)).url for name in names] == [
        f"/sign-in/?next={page(name, match)}" for name in names
    ]
    assert [signed_in(evening).post(page(name, match)).status_code for name in names] == [404, 404, 404]
    key(signed_in(evening), page("match", match), {})
    assert signed_in(evening).get(page("slip_afresh", match)).status_code == 405
    assert signed_in(evening).post(page("slip_compare", match), {"second": 7}).status_code == 404
    assert Hand.objects.filter(state=State.ENTERED).count() == 1


def keyed_sheet(client: Client, evening: Evening, *, where: str = "sheet", **changed: object) -> HttpResponse:
    """The first sheet of the hour: nine against six in each match, with some boxes changed."""
    first = sheets_of(evening.hour(1))[0]
    boxes = {"mine": 9, "theirs": 6, "all_fours": 0, "jacks_turned": 1}
    sent = {f"{box}_{line.match.pk}": value for line in first.lines for box, value in boxes.items()}
    address = reverse(where, args=[evening.event.pk, 1, first.entry.pk])
    return client.post(address, sent | {"total": "", "asked": ""} | changed)


def test_a_sheet_of_totals_is_keyed_again_unseen_and_equal_readings_mark_its_matches(evening):
    client = signed_in(evening)
    first = sheets_of(evening.hour(1))[0]
    address = reverse("sheet_again", args=[evening.event.pk, 1, first.entry.pk])
    assert client.get(address).status_code == 404
    keyed_sheet(client, evening)
    form = client.get(address).context["form"]
    assert [box.value() for row in form.rows() for box in row.boxes] == [None] * 12
    assert keyed_sheet(client, evening, where="sheet_again").status_code == 302
    assert [is_checked(line.match) for line in first.lines] == [True, True, True]
    assert LogEntry.objects.first().action == "check_sheet"


def test_where_two_readings_of_a_sheet_differ_a_press_says_of_each_match_which_is_right(evening):
    client = signed_in(evening)
    keyed_sheet(client, evening)
    first = sheets_of(evening.hour(1))[0]
    one, other, _third = (line.match for line in first.lines)
    changed = {f"mine_{one.pk}": 8, f"jacks_turned_{other.pk}": 0}
    shown = keyed_sheet(client, evening, where="sheet_again", **changed)
    said = [[tuple(each) for each in line.differences] for line in shown.context["left"]]
    assert said == [[("I won", ("9", "8"))], [("Jacks turned", ("1", "0"))]]
    shown = keyed_sheet(client, evening, where="sheet_again", **changed, second=one.pk)
    assert [line.match.pk for line in shown.context["left"]] == [other.pk]
    done = {"done": shown.context["done"], "first": other.pk}
    assert keyed_sheet(client, evening, where="sheet_again", **changed, **done).status_code == 302
    said = [(line.keyed.mine, line.keyed.jacks_turned) for line in sheets_of(evening.hour(1))[0].lines]
    assert said == [(8, 1), (9, 1), (9, 1)]
    assert [is_checked(line.match) for line in first.lines] == [True, True, True]


def test_a_second_reading_names_the_button_that_is_on_its_page(evening):
    client = signed_in(evening)
    keyed_sheet(client, evening)
    first = sheets_of(evening.hour(1))[0]
    one, other, _third = (line.match.pk for line in first.lines)
    empty = {f"{box}_{other}": "" for box in ("mine", "theirs", "all_fours", "jacks_turned")}
    asked = keyed_sheet(client, evening, where="sheet_again", **{f"mine_{one}": 61}, **empty, total=99)
    page = markup(asked)
    assert (
        "one round? Press “Compare as it is” if the paper says so." in page,
        ">Compare as it is</button>" in page,
    ) == (
        True,
        True,
    )
    assert ("“Compare as it is” leaves it missing" in page, "“Compare as it is” uses the lines" in page) == (True, True)
    assert "Save" not in page.partition("<main")[2]
