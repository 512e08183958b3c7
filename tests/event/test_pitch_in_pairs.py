"""Pitch in partnerships (D40): an evening of pairs that bid, from its preset to its standings."""

from uuid import uuid4

import pytest

from scoring import read_hand
from tests.conftest import signed_in
from tests.round_evenings import out
from tournament.door.services.entries import enter_players
from tournament.formats.presets import PRESETS
from tournament.foundation.authors import Phone
from tournament.hands.queries.hands import match_in_hands
from tournament.hands.services.recording import submit_hand
from tournament.matches.queries.matches import seating_of
from tournament.models import Entry, Team
from tournament.paper.queries.table_sheets import blank_table_sheet
from tournament.rules.forms import HouseRulesForm
from tournament.rules.queries.house_rules import document_of
from tournament.rules.queries.rules import rules_of
from tournament.standings.queries.places import criteria_of


@pytest.fixture
def setback(evening_of):
    """Two pairs: Ann and Bea, Cy and Dan."""
    evening = evening_of(0, format="auction-pitch-rounds", **PRESETS["setback"].settings)
    entries = enter_players(evening.event, ["Ann", "Bea", "Cy", "Dan"], by=evening.director, now=evening.now)
    teams = Team.objects.bulk_create(Team(event=evening.event) for _pair in range(2))
    for place, entry in enumerate(entries):
        entry.team = teams[place // 2]
    Entry.objects.bulk_update(entries, ["team"])
    return evening


def test_setback_is_played_to_21_and_the_dealer_bids_where_all_others_pass(setback):
    rules = rules_of(setback.event)
    assert (setback.event.enters, rules.target, rules.auction.all_pass) == ("pairs", 21, "dealer_bids")


def test_pairs_are_not_asked_how_many_sit_at_a_table_and_their_sheet_has_two_columns(setback):
    page = signed_in(setback, "director").get(f"/e/{setback.event.pk}/settings/").content
    assert (b'name="table_size"' in page, b'name="hour_minutes"' in page) == (False, True)
    assert len(blank_table_sheet(setback.event).sides) == 2


def test_the_house_rules_of_pairs_have_hands_of_two_pairs_and_none_for_settling_up(setback):
    """What the club chose for settling up while each was to play alone stays chosen, and asks nothing of pairs."""
    setback.event.house_rules |= {"settle_up.stake": 5}
    setback.event.save()
    director, address = signed_in(setback, "director"), f"/e/{setback.event.pk}/rules/"
    page = director.get(address).content.decode()
    assert ("Ann and Cy" in page, "Bea’s side" in page, "Settling up" in page) == (True, True, False)
    assert "<p>Pitch in pairs</p>" in page
    form = HouseRulesForm(document_of(setback.event), setback.event.house_rules, None)
    chosen = {name: str(form[name].value() or "") for name in form.fields} | {"rule.target": "15"}
    assert "Both sides need 1 more" in director.post(address, chosen | {"step": "show"}).content.decode()
    director.post(address, chosen | {"step": "keep"})
    setback.event.refresh_from_db()
    rules, kept = rules_of(setback.event), setback.event.house_rules
    assert (rules.target, rules.settle_up, kept["settle_up.stake"]) == (15, None, 5)


def record(setback, seating, match, **hand):
    """Records a hand of which the first player after the dealer has High and the dealer Low, and returns the game."""
    dealer, bidder = seating.seats[:2]
    low = {"rank": "3", "holder": dealer}
    hand = {"dealer": dealer, "high": {"rank": "A", "holder": bidder}, "low": low, "jack": None, **hand}
    told = {"number": 1, "entry_key": uuid4(), "facts": read_hand(hand, seating), "is_valid": True}
    by = Phone("a5c", match.table.number, seating.side_names.index(seating.side_of[bidder]) + 1)
    submit_hand(match_in_hands(setback.event, match.pk), **told, by=by, now=setback.now)
    return match_in_hands(setback.event, match.pk)


@pytest.fixture
def first_match(setback):
    out(setback, 1)
    setback.play_rounds(1, until=1)
    return setback.matches(1)[0]


@pytest.mark.parametrize("is_revoke", [False, True])
def test_a_pair_is_set_back_for_the_bid_of_either_partner_and_for_a_revoke_of_either(setback, first_match, is_revoke):
    seating = seating_of(first_match)
    dealer, bidder = seating.seats[:2]
    own, other = seating.side_of[bidder], seating.side_of[dealer]
    partner = next(player for player in seating.sides[own] if player != bidder)
    events = [{"bid": [bidder, 3]}, *([{"revoke": partner}] if is_revoke else [])]
    played = record(setback, seating, first_match, events=events, pips={own: 10, other: 20})
    assert dict(zip(seating.side_names, played.hands[0].score, strict=True)) == {own: -3, other: 2}
    assert played.series.set_backs == {own: 1, other: 0}


def test_a_pair_that_wins_is_paid_nothing_and_settling_up_ranks_no_pairs(setback, first_match):
    seating = seating_of(first_match)
    dealer, bidder = seating.seats[:2]
    own, other = seating.side_of[bidder], seating.side_of[dealer]
    all_four = {"low": {"rank": "3", "holder": bidder}, "jack": {"holder": dealer, "won_by": bidder}}
    events, pips = [{"bid": [bidder, 4]}], {own: 30, other: 10}
    played = record(setback, seating, first_match, **all_four, events=events, pips=pips)
    [game] = played.games
    assert (played.series.winner, game.is_open, game.payments) == (own, False, None)
    setback.event.criteria = []
    ranked = [[each.key for each in criteria_of(setback.event, hours=hours)] for hours in (1, 2)]
    assert ranked == [["games_won", "points_for", "cut"]] * 2
