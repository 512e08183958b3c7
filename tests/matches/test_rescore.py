"""Stored tallies can always be derived again."""

from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from scoring import HandFacts, TrumpFact, stand
from tests import evenings
from tests.evenings import SEVEN
from tournament.hands.services.hands import finish_hands
from tournament.hands.services.recording import record_hand
from tournament.management.commands.demo import play_demo
from tournament.matches.queries.matches import seating_of
from tournament.models import Club, Hand, Side

evening_of = evenings.evening_of


def test_what_was_stored_is_what_was_reported(db):
    play_demo(Club.objects.create(name="Club"), None, seed=3, now=SEVEN)
    out = StringIO()
    call_command("rescore", "--check", stdout=out)
    assert out.getvalue() == "0 different\n"


@pytest.mark.slow
def test_a_tally_that_was_tampered_with_is_found_and_mended(db):
    play_demo(Club.objects.create(name="Club"), None, seed=3, now=SEVEN)
    side = Side.objects.filter(points__isnull=False).first()
    Side.objects.filter(pk=side.pk).update(points=999)
    with pytest.raises(CommandError):
        call_command("rescore", "--check", stdout=StringIO())
    call_command("rescore", stdout=StringIO())
    call_command("rescore", "--check", stdout=StringIO())
    assert Side.objects.get(pk=side.pk).points == side.points


def test_awards_of_hands_that_were_tampered_with_are_found_and_derived_again(evening_of):
    evening = evening_of(4)
    evening.begin()
    match = evening.matches(1)[0]
    a, b = seating_of(match).seats
    facts = HandFacts(seating_of(match), a, (stand(b),), TrumpFact(a), TrumpFact(b), None, game=a)
    hand = record_hand(match, number=1, entry_key=uuid4(), facts=facts, by=evening.scorer, now=evening.now)
    finish_hands(match, by=evening.scorer, now=evening.now)
    Hand.objects.filter(pk=hand.pk).update(awards=hand.awards | {"awards": [["high", b, 9]]})
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("rescore", "--check", stdout=out)
    assert out.getvalue() == f"{evening.event}, match {match.pk}: awards of hand 1 differ\n1 different\n"
    call_command("rescore", stdout=StringIO())
    call_command("rescore", "--check", stdout=StringIO())
    assert Hand.objects.get().awards == hand.awards
