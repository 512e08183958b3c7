"""Backups that nobody asked for: when seats come out, after a round, at the end, and every hour with something new."""

from datetime import timedelta

import pytest
from django.db import connection

from tests.evenings import SEVEN, by_lot
from tournament.backup.backup_worker import AFTER_TROUBLE, BackupWorker
from tournament.backup.generations import EVENING, HOUR, ROUND, parse_name
from tournament.backup.queries import backup_summary, backups_folder, list_backups, look_into
from tournament.backup.services import choose_passphrase
from tournament.event.services.events import lock_event
from tournament.models import Club, Match, State

DAY = SEVEN.replace(hour=20)


@pytest.fixture
def evening(transactional_db, evening_of):
    return evening_of(8)


def report_round(number: int) -> None:
    """Something is known of every match of a round."""
    for match in Match.objects.filter(round__number=number):
        match.sides.update(points=5, all_fours=0, jacks_turned=0)
        Match.objects.filter(pk=match.pk).update(state=State.ENTERED)


def whys() -> list[str]:
    return [parse_name(each.name).why for each in reversed(list_backups())]


def test_an_evening_is_backed_up_when_seats_come_out_after_each_round_and_at_its_end(evening):
    worker, now = BackupWorker(), evening.now
    assert (worker.look(now), worker.look(now)) == (HOUR, "")
    evening.begin()
    assert (worker.look(now), worker.look(now)) == (ROUND, "")
    report_round(1)
    evening.play_rounds(1, until=1)
    assert (worker.look(now), worker.look(now)) == (ROUND, "")
    evening.hand_in(1, by_lot)
    lock_event(evening.event, by=evening.director, now=now)
    assert (worker.look(now), worker.look(now)) == (EVENING, "")
    assert whys() == [ROUND, ROUND, EVENING]  # of one hour the newest are enough
    abouts = [look_into(backups_folder() / each.name)[0].about for each in list_backups()]
    assert abouts == ["Kent evening", "Kent evening: Hour 1, after round 1", "Kent evening: Hour 1"]


def test_where_rounds_of_many_clubs_end_at_any_time_only_the_hourly_backups_are_made(evening, settings):
    settings.SEVERAL_CLUBS = True
    worker = BackupWorker()
    assert worker.look(DAY) == HOUR
    evening.begin()
    assert (worker.look(DAY), whys()) == ("", [HOUR])


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL counts what was written when it has time to")
def test_every_hour_only_if_something_was_written(evening):
    worker = BackupWorker()
    assert worker.look(DAY) == HOUR
    assert worker.look(DAY + timedelta(minutes=59)) == ""
    assert worker.look(DAY + timedelta(hours=2)) == ""
    Club.objects.update(name="Another one")
    assert worker.look(DAY + timedelta(hours=2)) == HOUR
    assert BackupWorker().look(DAY + timedelta(hours=2, minutes=30)) == ""


def test_before_there_is_a_club_there_is_nothing_to_back_up(transactional_db):
    assert BackupWorker().look(DAY) == ""


def test_one_that_could_not_be_made_is_said_and_tried_again(evening, caplog):
    worker = BackupWorker()
    worker.look(DAY)
    evening.begin()
    folder = backups_folder()
    aside = folder.rename(folder.with_name("aside"))
    folder.touch()
    assert worker.look(DAY) == ""
    assert "backups cannot be used" in caplog.text
    folder.unlink()
    aside.rename(folder)
    assert worker.look(DAY) == ""
    assert worker.look(DAY + AFTER_TROUBLE) == ROUND
    assert backup_summary().status.failed == ""


def test_with_a_passphrase_those_made_by_themselves_are_locked_and_this_computer_opens_them(evening):
    choose_passphrase("four words of luck", by=None, now=DAY)
    BackupWorker().look(DAY)
    (only,) = list_backups()
    assert only.is_locked
    settings_file = (backups_folder() / ".settings.json").read_text()
    assert "luck" not in settings_file
