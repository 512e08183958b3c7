"""The form of a hand on its page, for every game and table: all of it stands there, and works as a plain form."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests import evenings
from tests.evenings import Evening
from tournament.models import Hand

evening_of = evenings.evening_of
TABLES = [
    *(("kent-1674", 4), ("trinidad-tables", 4), ("lancashire-tables", 4), ("nlcb-tables", 4)),
    *(("seven-up-tables", players) for players in (2, 3, 4)),
    *(("auction-pitch-tables", players) for players in range(2, 8)),
]


@pytest.fixture
def table_of(evening_of):
    def table_of(format: str, players: int, **wanted: object) -> tuple[Client, str, Evening]:
        settings = {} if format == "kent-1674" else {"table_size": players}
        evening = evening_of(players, format=format, **settings, **wanted)
        evening.begin()
        evening.play_rounds(1, until=1)
        client = Client()
        client.force_login(evening.scorer)
        return client, reverse("match", args=[evening.event.pk, evening.matches(1)[0].pk]), evening

    return table_of


def sent(number: int = 1, **marks: object) -> dict[str, object]:
    start = {"entry_key": uuid4(), "number": number, "asked": "", "step": "record", "dealer": "a"}
    return start | {"answer_1": "stand", "high": "a", "low": "b", "jack": "none", "game": "a"} | marks


@pytest.mark.parametrize(("format", "players"), TABLES)
def test_every_question_of_every_game_stands_on_the_page(table_of, format, players):
    client, page, _evening = table_of(format, players, bell_rule="stop_dead")
    answer = client.get(page)
    names = set(re.findall(r'name="(\w+)"', answer.content.decode()))
    assert set(answer.context["form"].fields) - names == set()


def test_a_second_revoke_is_told_without_scripts_and_a_third_when_it_is_corrected(table_of):
    client, page, _evening = table_of("seven-up-tables", 3)
    two = {"revoke_1": "b", "revoke_jack_1": "no", "revoke_2": "c", "revoke_jack_2": "no"}
    assert client.post(page, sent(**two)).status_code == 302
    hand = Hand.objects.get()
    assert [kind for kind, _side, _points in hand.awards["awards"]] == ["revoke", "revoke", "high", "low", "game"]
    correction = reverse("hand", args=[hand.match.table.stage.event_id, hand.match_id, 1])
    form = client.get(correction).context["form"]
    assert [revoke.is_said for revoke in form.revokes()] == [True, True, False]
    three = sent(version=hand.pk, **two, revoke_3="a", revoke_jack_3="no")
    assert client.post(correction, three).status_code == 302
    assert [event for event in Hand.objects.get(superseded_at=None).facts["events"] if "revoke" in event] == [
        {"revoke": player, "jack_in_trick": False} for player in (*_players(hand)[1:], _players(hand)[0])
    ]


def _players(hand: Hand) -> list[str]:
    sides = hand.match.sides.all()
    return [str(player.entry_id) for side in sides for player in side.players.all()]


def test_a_hand_that_nobody_bid_for_is_recorded_as_passed_out_by_one_press_whatever_else_is_marked(table_of):
    client, page, _evening = table_of("auction-pitch-tables", 3)
    assert 'value="passed_out"' in client.get(page).content.decode()
    assert client.post(page, sent(step="passed_out", bid_b="3", jack="a", pips_a="9")).status_code == 302
    hand = Hand.objects.get()
    a, b, c = _players(hand)
    assert hand.facts == {"dealer": a, "events": [{"pass": b}, {"pass": c}, {"pass": a}]}
    assert (hand.awards["awards"], hand.awards["next_dealer"]) == ([], b)
    assert client.get(page).context["form"]["dealer"].value() == "b"


def test_passed_out_is_asked_back_only_where_another_hand_stands_in_its_place(table_of):
    client, page, _evening = table_of("auction-pitch-tables", 3)
    client.post(page, sent(bid_b="2", high="b", low="b", answer_1=""))
    answer = client.post(page, sent(step="passed_out"))
    assert answer.status_code == 422 and "Confirm keeps both" in answer.content.decode()
    form = answer.context["form"]
    confirmed = {name: form[name].value() for name in form.fields if form[name].value() not in (None, "")}
    kept = client.post(page, confirmed | {"step": "confirm"})
    assert (kept.status_code, "Both versions are saved" in kept.content.decode()) == (409, True)
    assert [set(hand.facts) for hand in Hand.objects.order_by("pk")][1] == {"dealer", "events"}


def test_a_game_without_bids_offers_no_passed_out(table_of):
    client, page, _evening = table_of("kent-1674", 4)
    assert 'value="passed_out"' not in client.get(page).content.decode()


def test_half_of_a_pitch_or_one_that_the_bids_contradict_is_refused_at_its_field(table_of):
    client, page, _evening = table_of("auction-pitch-tables", 3)
    cases = [
        ({"pitcher": "b"}, "Bid: Mark one of these."),
        ({"bid": "2"}, "Pitcher: Mark one of these."),
        ({"pitcher": "b", "bid": "2", "bid_c": "3"}, "Pitcher: The bids say that somebody else pitched."),
    ]
    for marks, words in cases:
        answer = client.post(page, sent(answer_1="", step="check", **marks), headers={"HX-Request": "true"})
        assert words in " ".join(answer.content.decode().split())
    assert Hand.objects.count() == 0


def test_a_hand_that_nobody_bid_for_is_asked_back_and_then_kept_as_passed_out(table_of):
    client, page, _evening = table_of("auction-pitch-tables", 3)
    nothing = sent(high="", low="", game="", answer_1="", bid_a="pass", bid_b="pass", bid_c="pass")
    answer = client.post(page, nothing)
    assert answer.status_code == 422
    assert "Nobody bid. The hand is recorded as passed out" in answer.content.decode()
    asked = answer.context["form"]["asked"].value()
    assert client.post(page, nothing | {"asked": asked, "step": "confirm"}).status_code == 302
    assert Hand.objects.get().awards["awards"] == []


def test_calls_stand_from_the_left_of_the_dealer_who_is_marked(table_of):
    client, page, _evening = table_of("auction-pitch-tables", 3)
    answer = client.post(page, sent(dealer="b", bid_c="2", step="check"))
    assert [call.letter for call in answer.context["form"].calls()] == ["c", "a", "b"]


def test_tricks_that_cannot_be_followed_are_refused_in_words(table_of):
    client, page, _evening = table_of("kent-1674", 4)
    answer = client.post(page, sent(high="", low="", game="", dealt_a="AH", tricks="KH"))
    assert answer.context["form"].errors == {"tricks": ["Trick 1: nobody was dealt the KH."]}


def test_the_bell_that_stops_dead_is_asked_where_it_does(table_of):
    client, page, _evening = table_of("kent-1674", 4, bell_rule="stop_dead")
    assert client.post(page, sent(turned_1="J", stopped="on")).status_code == 302
    assert [kind for kind, _side, _points in Hand.objects.get().awards["awards"]] == ["turn_up"]


def test_a_pitcher_is_set_back_only_once_play_is_marked_and_points_below_nothing_have_a_minus_sign(table_of):
    client, page, _evening = table_of("auction-pitch-tables", 3)
    bids = {"answer_1": "", "bid_a": "pass", "bid_b": "3", "bid_c": "pass"}
    bare = {"high": "", "low": "", "jack": "", "game": ""}

    def told(**marks: object) -> str:
        answer = client.post(page, sent(step="check", **bids, **bare | marks), headers={"HX-Request": "true"})
        return re.sub(r"<[^>]+>", " ", answer.content.decode())

    assert ("set back" in told(), "First mark what happened." in told()) == (False, True)
    assert re.search(r"As marked so far, [\w ]+ is set back 3\.", told(high="b"))
    whole = told(high="b", low="a", jack="none", game="b")
    assert ("is set back 3." in whole, "As marked" in whole, "−3" in whole, "-3" in whole) == (
        *(True, False),
        *(True, False),
    )
