"""Tells what every table of the current round is doing, and how long it has been silent."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from tournament.clock.queries.rounds import Bell, bell_at
from tournament.desk.queries.evening_summary import EveningSummary
from tournament.event.queries.calls import WaitingTable
from tournament.matches.queries.match_rows import MatchRow
from tournament.models import SETTLED, Hand, SheetLine, Stage, State

ORDER = ("disputed", "late", "missing", "playing", "waiting", "entered", "agreed")
HEARD_BEFORE = frozenset(("missing", "entered", "agreed"))
"""The states in which it does not matter when a table was last heard."""
ON = ("running", "warning", "paused")
OVER = ("bell", "ended")


@dataclass(frozen=True)
class TableNow:
    """What a table is doing. `state` is one of ORDER: `missing` has not reported after its last bell, `entered` waits
    to be agreed. `minutes` is the time since the last hand or sheet, or, if its report is missing, since the bell; None
    if it means nothing. `match` is the id of its only match; `with_result` of its `of` matches have a result."""

    number: int
    state: str
    minutes: int | None
    with_result: int
    of: int
    match: int | None
    names: str
    calls: bool = False

    @property
    def small(self) -> str:
        """Words such as "2 of 6 · 12 min"."""
        progress = [_("%(n)s of %(of)s") % {"n": self.with_result, "of": self.of}] if self.of > 1 else []
        return " · ".join([*progress, *([_("%(n)s min") % {"n": self.minutes}] if self.minutes is not None else [])])

    @property
    def is_quiet(self) -> bool:
        return self.state == "playing" and self.minutes is not None and self.minutes >= QUIET


QUIET = 15
"""The minutes of silence after which a table needs a look; a hand takes three."""


@dataclass(frozen=True)
class TablesNow:
    stage: Stage
    tables: tuple[TableNow, ...]

    @property
    def counts(self) -> list[tuple[str, int]]:
        """The number of tables in each state, those that need a look first."""
        counted = [(state, sum(1 for table in self.tables if table.state == state)) for state in ORDER]
        return [(state, number) for state, number in counted if number]

    @property
    def missing(self) -> tuple[TableNow, ...]:
        """The tables that have not reported, and those that have long been silent, the longest first."""
        tables = [table for table in self.tables if table.state == "missing" or table.is_quiet]
        return tuple(sorted(tables, key=lambda table: -(table.minutes or 0)))


def tables_now(
    summary: EveningSummary, waiting: Sequence[WaitingTable], late: Sequence[Hand], now: datetime
) -> TablesNow | None:
    """Returns the tables, or None before the first seats are released. Two queries, none if no table is playing, late
    or in dispute."""
    if summary.hour is None:
        return None
    stage = summary.hour.stage
    bells = {bell.turns: bell for bell in summary.bells}
    late_at = {hand.match.table.number for hand in late if hand.match.table.stage_id == stage.pk}
    calling = {each.table for each in waiting}
    at_table: dict[int, list[MatchRow]] = {}
    for match in summary.hour.matches:
        at_table.setdefault(match.table_id, []).append(match)
    bell_of = {
        matches[0].table: bell_at(hall, matches[0].table.number)
        if (hall := bells.get(matches[0].table.turns))
        else None
        for matches in at_table.values()
    }
    states = {
        table: _state_of(at_table[table.pk], bell, is_late=table.number in late_at) for table, bell in bell_of.items()
    }
    heard = _last_heard(stage.pk) if not HEARD_BEFORE.issuperset(states.values()) else {}
    tables = []
    for table, bell in bell_of.items():
        matches, last = at_table[table.pk], heard.get(table.pk)
        state = "playing" if states[table] == "waiting" and last is not None else states[table]
        tables.append(
            TableNow(
                number=table.number,
                state=state,
                minutes=_minutes_since(state, bell, last, now),
                with_result=sum(1 for match in matches if match.state in SETTLED or match.is_reported),
                of=len(matches),
                match=matches[0].pk if len(matches) == 1 else None,
                names=matches[0].name if len(matches) == 1 and state in ("missing", "playing") else "",
                calls=table.number in calling,
            )
        )
    return TablesNow(stage, tuple(tables))


def _last_heard(stage: int) -> dict[int, datetime]:
    """Returns when the last hand or sheet of each table came. Two queries."""
    heard: dict[int, datetime] = dict(_last_hands(stage))
    for table, at in _last_sheets(stage):
        heard[table] = max(at, heard.get(table, at))
    return heard


def _last_hands(stage: int) -> "QuerySet[Hand, tuple[Any, ...]]":
    hands = Hand.objects.filter(match__table__stage=stage).order_by().values_list("match__table")
    return hands.annotate(Max("entered_at"))


def _last_sheets(stage: int) -> "QuerySet[SheetLine, tuple[Any, ...]]":
    lines = SheetLine.objects.filter(side__match__table__stage=stage).order_by().values_list("side__match__table")
    return lines.annotate(Max("entered_at"))


def _state_of(matches: Sequence[MatchRow], bell: Bell | None, *, is_late: bool) -> str:
    states = {match.state for match in matches}
    if State.DISPUTED in states:
        return "disputed"
    if is_late:
        return "late"
    if states <= set(SETTLED):
        return "agreed"
    if all(match.is_reported for match in matches if match.state not in SETTLED):
        return "entered"
    wave = bell.wave_at(matches[0].table.number) if bell and bell.tables else 0
    if bell is None or wave < 0 or (wave == 0 and (bell.is_last or bell.waves > 1) and bell.reading.phase in OVER):
        return "missing"
    if wave > 0:
        return "waiting"
    return "playing" if bell.reading.phase in ON else "waiting"


def _minutes_since(state: str, bell: Bell | None, heard: datetime | None, now: datetime) -> int | None:
    if state == "missing":
        since = bell.reading.ends_at if bell else None
    elif state == "playing":
        since = heard or (bell.round.started_at if bell else None)
    else:
        since = heard if state in ("disputed", "late") else None
    return None if since is None else max(now - since, timedelta(0)) // timedelta(minutes=1)
