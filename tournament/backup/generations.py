"""The names of backups, and which of them stay: the newest of every hour of a day, of every day of two weeks, and the
ends of 30 evenings. Pure, and the standard library only, because the process that copies to the second place imports
this too.

Names contain the hall's own time, so that a file on a stick explains itself.
"""

import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

SUFFIX = ".hangjack"
ROUND, HOUR, EVENING = "round", "hour", "evening"
BY_HAND, UPLOADED, BEFORE_RESTORE, BEFORE_UPDATE = "by-hand", "uploaded", "before-restore", "before-update"
WHYS = (ROUND, HOUR, EVENING, BY_HAND, UPLOADED, BEFORE_RESTORE, BEFORE_UPDATE)
OF_SOMEBODY = (BY_HAND, UPLOADED)
"""Backups made or uploaded by somebody: only people delete them."""
BEFORE = (BEFORE_RESTORE, BEFORE_UPDATE)

NEWEST, HOURS, DAYS, EVENINGS, BEFORES = 3, timedelta(hours=24), timedelta(days=14), 30, 5
_NAME = re.compile(
    rf"hangjack-(?P<club>[\w-]+?)-(?P<at>\d{{4}}-\d\d-\d\d-\d{{4}})(?:-(?P<nth>\d+))?-(?P<why>{'|'.join(WHYS)})"
    rf"(?P<locked>-locked)?{re.escape(SUFFIX)}"
)
_AT = "%Y-%m-%d-%H%M"


@dataclass(frozen=True)
class BackupName:
    """The name of a backup. `at` is in the hall's own time, `nth` counts those of one minute from 1, `club` uses only
    letters that an address can have."""

    club: str
    at: datetime
    why: str
    nth: int = 1
    is_locked: bool = False

    def __str__(self) -> str:
        nth, locked = f"-{self.nth}" if self.nth > 1 else "", "-locked" if self.is_locked else ""
        return f"hangjack-{self.club}-{self.at.strftime(_AT)}{nth}-{self.why}{locked}{SUFFIX}"


def parse_name(name: str) -> BackupName | None:
    """Returns the parsed name, or None for a file that Hangjack did not name."""
    match = _NAME.fullmatch(name)
    try:
        at = datetime.strptime(match["at"], _AT) if match else None
    except ValueError:
        return None
    if match is None or at is None:
        return None
    return BackupName(match["club"], at, match["why"], int(match["nth"] or 1), bool(match["locked"]))


def names_in_order(names: Iterable[str]) -> list[str]:
    """Returns those names that are of backups, the newest first."""
    parsed = {name: backup for name in names if (backup := parse_name(name))}
    return sorted(parsed, key=lambda name: (parsed[name].at, parsed[name].nth, name), reverse=True)


def find_outdated(names: Iterable[str], now: datetime) -> set[str]:
    """Returns the names that no generation needs, for each club by itself. `now` is in the hall's own time. Backups
    made by a clock that was ahead stay, and so do those that somebody made or uploaded."""
    clubs: dict[str, list[tuple[str, BackupName]]] = {}
    for name in names_in_order(names):
        if backup := parse_name(name):
            clubs.setdefault(backup.club, []).append((name, backup))
    return {
        name for ordered in clubs.values() for name in {name for name, _found in ordered} - _find_needed(ordered, now)
    }


def _find_needed(ordered: list[tuple[str, BackupName]], now: datetime) -> set[str]:
    own = [(name, backup) for name, backup in ordered if backup.why not in (*OF_SOMEBODY, *BEFORE)]
    needed = {name for name, backup in ordered if backup.why in OF_SOMEBODY or backup.at > now}
    needed |= {name for name, _found in own[:NEWEST]}
    needed |= _newest_of_each(own, lambda backup: backup.at.replace(minute=0), now - HOURS)
    needed |= _newest_of_each(own, lambda backup: backup.at.date(), now - DAYS)
    for why, most in ((EVENING, EVENINGS), *((before, BEFORES) for before in BEFORE)):
        needed |= set([name for name, backup in ordered if backup.why == why][:most])
    return needed


def _newest_of_each(
    ordered: list[tuple[str, BackupName]], period: Callable[[BackupName], Hashable], since: datetime
) -> set[str]:
    newest: dict[Hashable, str] = {}
    for name, backup in ordered:
        if backup.at >= since:
            newest.setdefault(period(backup), name)
    return set(newest.values())
