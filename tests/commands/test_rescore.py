"""Stored tallies can always be derived again."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.services.conftest import SEVEN
from tournament.management.commands.demo import play_demo
from tournament.models import Club, Match


def test_what_was_stored_is_what_was_reported(db):
    play_demo(Club.objects.create(name="Club"), None, seed=3, now=SEVEN)
    out = StringIO()
    call_command("rescore", "--check", stdout=out)
    assert out.getvalue() == "0 different\n"


def test_a_tally_that_was_tampered_with_is_found_and_mended(db):
    play_demo(Club.objects.create(name="Club"), None, seed=3, now=SEVEN)
    match = Match.objects.filter(points_a__isnull=False).first()
    Match.objects.filter(pk=match.pk).update(points_a=999)
    with pytest.raises(CommandError):
        call_command("rescore", "--check", stdout=StringIO())
    call_command("rescore", stdout=StringIO())
    call_command("rescore", "--check", stdout=StringIO())
    assert Match.objects.get(pk=match.pk).points_a == match.points_a
