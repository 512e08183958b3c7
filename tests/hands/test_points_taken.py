"""The form of a hand that is counted by what each side took: on its page, for every game of this kind."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring import RULE_SETS
from tests import evenings
from tests.evenings import Evening
from tournament.models import Hand

evening_of = evenings.evening_of
GAMES = [rules for rules in RULE_SETS.values() if rules.taken is not None]
OF_EACH = pytest.mark.parametrize("rules", GAMES, ids=[rules.id for rules in GAMES])


@pytest.fixture
def table_of(evening_of):
    def table_of(rules, **wanted: object) -> tuple[Client, str, Evening]:
        evening = evening_of(4, format=f"{rules.id}-tables", **wanted)
        evening.begin()
        evening.play_rounds(1, until=1)
        client = Client()
        client.force_login(evening.scorer)
        return client, reverse("match", args=[evening.event.pk, evening.matches(1)[0].pk]), evening

    return table_of


def sent(rules, number: int = 1, **marks: object) -> dict[str, object]:
    call = {"pitcher": "b", "bid": str(rules.auction.min_bid)} if rules.auction else {}
    start = {"entry_key": uuid4(), "number": number, "asked": "", "step": "record", "dealer": "a", "answer_1": ""}
    return start | call | {name: value for name, value in marks.items() if value is not None}


def awards_of(hand: Hand) -> list[list[object]]:
    return [[kind, points] for kind, _side, points in hand.awards["awards"]]


@OF_EACH
def test_a_hand_is_recorded_and_shown_and_can_be_corrected(table_of, rules):
    client, page, _evening = table_of(rules)
    low, rest = 2, rules.taken.sums[0] - 2
    assert client.post(page, sent(rules, pips_a=low, pips_b=rest)).status_code == 302
    hand = Hand.objects.get()
    assert sorted(awards_of(hand)) == [["taken", low], ["taken", rest]]
    correction = reverse("hand", args=[hand.match.table.stage.event_id, hand.match_id, 1])
    form = client.get(correction).context["form"]
    assert [form[name].value() for name in ("pips_a", "pips_b")] == [low, rest]
    again = sent(rules, version=hand.pk, pips_a=0, pips_b=rules.taken.sums[0])
    assert client.post(correction, again).status_code == 302
    assert awards_of(Hand.objects.get(superseded_at=None)) == [["taken", rules.taken.sums[0]]]


def test_neither_the_slip_nor_the_score_of_its_hands_asks_for_all_fours_or_jacks_turned(table_of):
    rules = RULE_SETS["nine-card-don"]
    client, page, _evening = table_of(rules)
    client.post(page, sent(rules, pips_a=2, pips_b=50))
    assert [each for each in ("All Fours", "Jacks turned") if each in client.get(page).content.decode()] == []
    form = client.get(f"{page}slip/").context["form"]
    assert (form.seldom, [name for name in form.fields if "fours" in name or "jacks" in name]) == ([], [])


@OF_EACH
def test_one_side_is_enough_where_every_hand_is_played_out_for_all_points_and_is_asked_about_elsewhere(table_of, rules):
    client, page, _evening = table_of(rules)
    answer = client.post(page, sent(rules, pips_a=1))
    if rules.taken.all_in_play and rules.count_rest_after_win:
        assert sorted(awards_of(Hand.objects.get())) == [["taken", 1], ["taken", rules.taken.sums[0] - 1]]
    else:
        assert answer.context["form"].errors == {
            "pips_b": ["Say what every side took, 0 if it took nothing, and nobody else."]
        }
        assert not Hand.objects.exists()


@OF_EACH
def test_a_sum_that_cannot_be_is_refused_at_its_field_and_nothing_typed_is_lost(table_of, rules):
    client, page, _evening = table_of(rules)
    most = rules.taken.most
    form = client.post(page, sent(rules, pips_a=most, pips_b=1)).context["form"]
    assert form.errors == {"pips_a": [f"All sides together can take {most} points in a hand, not {most + 1}."]}
    assert (form["pips_a"].value(), form["pips_b"].value()) == (str(most), "1")
    form = client.post(page, sent(rules, pips_a=most + 1, pips_b=0)).context["form"]
    assert form.errors == {"pips_a": [f"The number must be at most {most}."]}
    assert not Hand.objects.exists()


def test_both_sides_over_the_target_is_refused_where_the_hand_ends_when_a_side_is_out(table_of):
    rules = RULE_SETS["nine-card-don"]
    client, page, _evening = table_of(rules, house_rules={"target": 20})
    form = client.post(page, sent(rules, pips_a=21, pips_b=20)).context["form"]
    assert form.errors == {
        "pips_a": ["Only one side can reach 20 in a hand: it ends there. Enter what each side had taken by then."]
    }
    assert client.post(page, sent(rules, pips_a=21, pips_b=19)).status_code == 302


def test_a_bid_out_of_range_is_refused_at_its_field(table_of):
    rules = RULE_SETS["pedro"]
    client, page, _evening = table_of(rules)
    form = client.post(page, sent(rules, pips_a=4, pips_b=10) | {"bid": "15"}).context["form"]
    assert form.errors == {"bid": ["Mark one of these."]}


def test_a_renege_of_the_side_that_pitched_gives_the_others_twenty_where_the_league_says_so(table_of):
    rules = RULE_SETS["welsh-don"]
    client, page, _evening = table_of(rules)
    data = sent(rules, pips_a=21, pips_b=14) | {"revoke_1": "b"}  # a deals, so b pitches
    said = client.post(page, data | {"step": "check"}, headers={"hx-request": "true"}).content.decode()
    assert "Renege" in said and "41" in said
    assert client.post(page, data).status_code == 302
    assert awards_of(Hand.objects.get()) == [["revoke", 20], ["taken", 21]]


def test_a_preview_says_what_the_other_side_took_and_who_is_set_back(table_of):
    rules = RULE_SETS["pedro"]
    client, page, _evening = table_of(rules)
    data = sent(rules, pips_a=8) | {"step": "check"}
    said = client.post(page, data, headers={"hx-request": "true"}).content.decode()
    assert ("Taken by" in said, ": 6." in said, "set back 7" in said) == (True, True, True)


@OF_EACH
def test_a_misdeal_and_a_hand_that_nobody_reports_are_no_points(table_of, rules):
    client, page, _evening = table_of(rules)
    assert client.post(page, sent(rules) | {"pitcher": "", "bid": "", "answer_1": "misdeal"}).status_code == 302
    assert awards_of(Hand.objects.get()) == []
    form = client.post(page, {**sent(rules, number=2), "pitcher": "", "bid": ""}).context["form"]
    assert form.errors


def test_a_game_whose_whole_pack_is_played_offers_no_hand_without_trumps_or_the_jack(evening_of):
    evening = evening_of(2, format="california-jack-tables")
    evening.begin()
    evening.play_rounds(1, until=1)
    client = Client()
    client.force_login(evening.scorer)
    page = reverse("match", args=[evening.event.pk, evening.matches(1)[0].pk])
    form = client.get(page).context["form"]
    offered = {name: [value for value, _label in form.fields[name].choices] for name in ("high", "low", "jack", "game")}
    assert offered == {"high": ["a", "b"], "low": ["a", "b"], "jack": ["a", "b"], "game": ["a", "b", "tie"]}
    assert form["jack"].value() in (None, "")
