"""The demonstration is a real evening, played by the services."""

from tests.evenings import SEVEN
from tournament.management.commands.demo import play_demo
from tournament.models import Club, Entry, Hand, Match, State
from tournament.queries.rounds import bells_of
from tournament.queries.standings import standings_of


def test_the_demonstration_is_in_round_two_of_the_second_hour(db):
    event = play_demo(Club.objects.create(name="Club"), None, seed=1674, now=SEVEN)
    (bell,) = bells_of(event, SEVEN)
    assert (bell.stage_number, bell.round.number, bell.reading.phase) == (2, 2, "running")
    assert Entry.objects.count() == 31
    assert not standings_of(event, hours=1).provisional
    assert Match.objects.filter(state=State.DISPUTED).count() == 1
    assert Hand.objects.count() == 3
