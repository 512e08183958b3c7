"""The demonstration is a real evening, played by the services."""

import pytest

from tests.evenings import SEVEN
from tournament.clock.queries.rounds import bells_of
from tournament.management.commands.demo import play_demo
from tournament.models import Club, Entry, Hand, Match, Rest, State
from tournament.server.demo import play_demo_rounds
from tournament.standings.queries.standings import standings_of


@pytest.mark.slow
def test_the_demonstration_is_in_round_two_of_the_second_hour(db):
    event = play_demo(Club.objects.create(name="Club"), None, seed=1674, now=SEVEN)
    (bell,) = bells_of(event, SEVEN)
    assert (bell.stage_number, bell.round.number, bell.reading.phase) == (2, 2, "running")
    assert Entry.objects.count() == 31
    assert not standings_of(event, hours=1).provisional
    assert Match.objects.filter(state=State.DISPUTED).count() == 1
    assert Hand.objects.count() == 3


@pytest.mark.slow
def test_the_demonstrations_pairs_are_before_their_third_round_and_one_rests(db):
    event = play_demo_rounds(Club.objects.create(name="Club"), by=None, seed=1674, now=SEVEN)
    standings = standings_of(event)
    assert ([line.record.played for line in standings.lines].count(2), standings.provisional) == (3, True)
    assert Rest.objects.filter(stage__number=3).count() == 2
