"""The made-up club of many years, which figures and other tests stand on, is what an evening would have stored."""

import pytest
from django.db import transaction

from tests.performance.ten_years import SMALL, make_club_of_years
from tournament.matches.queries.rescoring import differences_in
from tournament.models import Event, Hand, Player, Side
from tournament.standings.queries.standings import standings_of


@pytest.mark.slow
def test_every_stored_point_of_the_made_up_club_is_what_its_hands_come_to(db):
    made = make_club_of_years(SMALL)
    events = list(Event.objects.all())
    assert [differences_in(event) for event in events] == [[]] * 4
    assert [bool(standings_of(event).lines) and not standings_of(event).provisional for event in events] == [True] * 4
    assert (made.hands, set(made.strengths)) == (Hand.objects.count(), set(Player.objects.values_list("pk", flat=True)))


@pytest.mark.slow
def test_the_same_seed_makes_the_same_club(db):
    made = []
    for _ in range(2):
        with transaction.atomic():
            make_club_of_years(SMALL)
            sides = Side.objects.order_by("match", "number", "players__seat")
            made.append(list(sides.values_list("points", "hang_jacks", "players__entry__player__name")))
            transaction.set_rollback(True)
    assert made[0] == made[1] and len(made[0]) > 100
