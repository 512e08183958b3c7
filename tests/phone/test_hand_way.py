"""The way of a hand from a phone through the house, and of the phone's refresh after it: how much code it enters."""

import pytest

from tests.kinds import mostly_slow
from tests.performance.hand_way import BEFORE, EVENINGS, TablePhone, Way, phones_at, walked
from tournament.matches.queries.rescoring import differences_in
from tournament.models import Event, Hand

MOST_FUNCTIONS, MOST_FILES = 100, 20


def after_seven_hands(name: str) -> TablePhone:
    (phone,) = phones_at(name, 1)
    for _ in range(BEFORE):
        phone.record()
    return phone


def way_of(ask: object) -> Way:
    with walked() as way:
        ask()
    return way


@pytest.mark.parametrize("name", mostly_slow(EVENINGS, quick=["Trinidad pairs"]))
def test_a_new_last_hand_is_scored_once_on_top_of_what_is_stored(db, name):
    """Eleven queries, with those that begin and end the transaction."""
    phone = after_seven_hands(name)
    way = way_of(phone.record)
    assert (way.scored, way.queries, way.climbs) == (1, 11, [])
    assert [hand.number for hand in Hand.objects.all()] == list(range(1, BEFORE + 2))
    assert differences_in(Event.objects.get()) == []


@pytest.mark.parametrize("name", mostly_slow(EVENINGS, quick=["Trinidad pairs"]))
def test_a_phone_reads_its_match_without_scoring_a_hand(db, name):
    phone = after_seven_hands(name)
    way = way_of(phone.refresh)
    assert (way.scored, way.queries, way.climbs) == (0, 9, [])


def test_a_hand_walks_down_the_rooms_through_few_files_and_its_refresh_too(db):
    phone = after_seven_hands("Trinidad pairs")
    phone.refresh()  # as all evening: the words and addresses that pages repeat are known, whatever test ran before
    posted, refreshed = way_of(phone.record), way_of(phone.refresh)
    assert (posted.functions <= MOST_FUNCTIONS, len(posted.files) <= MOST_FILES) == (True, True), str(posted)
    assert (refreshed.functions <= MOST_FUNCTIONS, len(refreshed.files) <= MOST_FILES) == (True, True), str(refreshed)
