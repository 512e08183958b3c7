"""Which backups stay: the newest of hours, days and evenings, and all that somebody made."""

from datetime import datetime, timedelta

import pytest

from tournament.backup.generations import (
    BY_HAND,
    EVENING,
    HOUR,
    ROUND,
    BackupName,
    find_outdated,
    names_in_order,
    parse_name,
)

NOW = datetime(2026, 11, 21, 23, 30)


def name_at(before: timedelta, why: str = HOUR, **more: object) -> str:
    return str(BackupName("hop-pole", NOW - before, why, **more))


@pytest.mark.parametrize(
    "name",
    [
        BackupName("hop-pole", NOW, ROUND),
        BackupName("hop-pole-2", NOW, BY_HAND, nth=12),
        BackupName("épée", NOW, EVENING, nth=2, is_locked=True),
    ],
)
def test_a_name_says_all_that_it_is_made_of(name):
    assert parse_name(str(name)) == name


@pytest.mark.parametrize(
    "name",
    [
        *("hangjack.sqlite3", ".settings.json", "", "hangjack-club-2026-11-21-2330-round.hangjack.coming"),
        *("hangjack-club-2026-13-21-2330-round.hangjack", "hangjack-club-2026-11-21-2330-lunch.hangjack"),
        "../hangjack-club-2026-11-21-2330-round.hangjack",
    ],
)
def test_no_other_file_is_taken_for_a_backup(name):
    assert (parse_name(name), find_outdated([name], NOW)) == (None, set())


def test_the_newest_stands_first_and_of_one_minute_the_one_made_last():
    first, second = name_at(timedelta()), name_at(timedelta(), nth=2)
    assert names_in_order([first, name_at(timedelta(hours=1)), second, "notes.txt"]) == [
        second,
        first,
        name_at(timedelta(hours=1)),
    ]


@pytest.mark.slow
def test_a_season_of_evenings_leaves_hours_of_today_days_of_two_weeks_and_every_end():
    """Every week an evening of five hours, with a backup every ten minutes and one at its end."""
    kept: set[str] = set()
    for week in reversed(range(40)):
        for minute in range(0, 301, 10):
            at = timedelta(weeks=week, minutes=300 - minute)
            kept.add(name_at(at, EVENING if minute == 300 else ROUND))
            kept -= find_outdated(kept, NOW - at)
    found = [parse_name(name) for name in names_in_order(kept)]
    today = [each.at for each in found if each.at.date() == NOW.date()]
    assert today == [
        NOW,
        *(NOW - timedelta(minutes=10), NOW - timedelta(minutes=20)),
        *(NOW.replace(minute=50) - timedelta(hours=hour) for hour in range(1, 6)),
    ]
    before = [each for each in found if each.at.date() != NOW.date()]
    assert [(each.at, each.why) for each in before] == [(NOW - timedelta(weeks=week), EVENING) for week in range(1, 30)]


def test_what_somebody_made_stays_and_so_does_what_a_clock_that_was_ahead_has_named():
    stays = {name_at(timedelta(weeks=50), BY_HAND), name_at(timedelta(days=-400))}
    old = {name_at(timedelta(weeks=week)) for week in range(3, 10)}
    assert find_outdated(stays | old, NOW) == old - set(names_in_order(old)[:2])


def test_two_clubs_that_share_a_stick_do_not_push_out_each_other_s():
    one, other = ({str(BackupName(club, NOW - timedelta(weeks=week), HOUR)) for week in range(3, 6)} for club in "ab")
    assert find_outdated(one | other, NOW) == set()
