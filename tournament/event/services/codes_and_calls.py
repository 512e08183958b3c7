"""Issues, changes and revokes table codes; makes and answers calls for the director. The log names tables, never
codes."""

import secrets
from collections.abc import Callable, Collection, Sequence
from datetime import datetime

from django.db.models import Max

from tournament.event.log_actions import (
    ANSWER_CALL,
    CALL_DIRECTOR,
    ISSUE_CODES,
    REISSUE_CODES,
    REOPEN_CALL,
    REVOKE_CODE,
)
from tournament.foundation.writing import note, writing
from tournament.models import Account, Call, Event, Match, Round, TableCode
from tournament.web.table_codes import CHARACTERS, LENGTH, newest_code, numbers_of


def make_code() -> str:
    return "".join(secrets.choice(CHARACTERS) for _place in range(LENGTH))


def issue_codes(event: Event, *, by: Account | None, now: datetime, make: Callable[[], str] = make_code) -> list[int]:
    """Gives a code to every table of released hours that has none, and returns the numbers of these tables."""
    with writing(event) as current:
        have = set(TableCode.objects.filter(event=current, revoked_at=None).values_list("table_number", flat=True))
        wanting = [number for number in numbers_of(current) if number not in have]
        _give_codes(current, wanting, now=now, make=make)
        if wanting:
            note(current, ISSUE_CODES, by=by, now=now, after={"tables": wanting})
        return wanting


def reissue_code(
    event: Event, table_number: int, *, seen: int | None = None, by: Account | None, now: datetime
) -> bool:
    """Replaces a table's code, so that the old one opens nothing. `seen` is the newest code that the page showed
    (`newest_code`): if the button is pressed twice, the second press changes nothing and returns False."""
    with writing(event) as current:
        if table_number not in numbers_of(current) or not _is_as_seen(current, seen, table_number):
            return False
        _change_codes(current, [table_number], by=by, now=now)
        return True


def reissue_codes(event: Event, *, seen: int | None = None, by: Account | None, now: datetime) -> bool:
    """Does what `reissue_code` does, for all tables; `seen` is the newest code of all."""
    with writing(event) as current:
        numbers = numbers_of(current)
        if not numbers or not _is_as_seen(current, seen):
            return False
        _change_codes(current, numbers, by=by, now=now)
        return True


def revoke_code(event: Event, table_number: int, *, by: Account | None, now: datetime) -> bool:
    """Closes a table to phones until it gets another code."""
    with writing(event) as current:
        valid = TableCode.objects.filter(event=current, table_number=table_number, revoked_at=None)
        if not valid.update(revoked_at=now):
            return False
        note(current, REVOKE_CODE, by=by, now=now, after={"tables": [table_number]})
        return True


def change_codes_of_round(event: Event, round: Round, *, by: Account | None, now: datetime) -> None:
    """Changes the codes of a round's tables before it begins, if codes change with every round. A code issued since the
    table's last round stays, so that cards printed in the break are valid."""
    numbers = list(round.matches.values_list("table__number", flat=True).distinct())
    started = Round.objects.filter(stage__event=event, started_at__isnull=False)
    begun = dict(started.values_list("matches__table__number").annotate(Max("started_at")))
    valid = TableCode.objects.filter(event=event, table_number__in=numbers, revoked_at=None)
    used = [
        code.table_number for code in valid if code.table_number in begun and code.issued_at <= begun[code.table_number]
    ]
    if used:
        _change_codes(event, used, by=by, now=now)


def _is_as_seen(event: Event, seen: int | None, table_number: int | None = None) -> bool:
    return seen is None or newest_code(event, table_number) == seen


def _change_codes(event: Event, numbers: Collection[int], *, by: Account | None, now: datetime) -> None:
    TableCode.objects.filter(event=event, table_number__in=numbers, revoked_at=None).update(revoked_at=now)
    _give_codes(event, numbers, now=now, make=make_code)
    note(event, REISSUE_CODES, by=by, now=now, after={"tables": sorted(numbers)})


def _give_codes(event: Event, numbers: Collection[int], *, now: datetime, make: Callable[[], str]) -> None:
    """Gives each table a code that no table of any evening of the club has or ever had."""
    of_club, codes = TableCode.objects.filter(event__club=event.club_id), list[str]()
    while len(codes) < len(numbers):
        fresh = dict.fromkeys(make() for _each in range(len(numbers) - len(codes)))
        taken = {*codes, *of_club.filter(code__in=fresh).values_list("code", flat=True)}
        codes += [code for code in fresh if code not in taken]
    TableCode.objects.bulk_create(
        TableCode(event=event, table_number=number, code=code, issued_at=now)
        for number, code in zip(sorted(numbers), codes, strict=True)
    )


def call_director(event: Event, *, table_number: int, match: Match | None = None, now: datetime) -> Call:
    """Calls the director to a table. Until they answer, another call is the same call and keeps its time."""
    with writing(event) as current:
        is_open = Call.objects.filter(event=current, table_number=table_number, answered_at=None).first()
        if is_open:
            return is_open
        note(current, CALL_DIRECTOR, by=None, now=now, after={"tables": [table_number]})
        return Call.objects.create(event=current, table_number=table_number, match=match, called_at=now)


def answer_call(call: Call, *, by: Account | None, now: datetime) -> bool:
    """Records that the director has come, or is on their way; returns False if somebody has answered already."""
    with writing(call.event, even_locked=True) as event:
        if not Call.objects.filter(pk=call.pk, answered_at=None).update(answered_at=now, answered_by=by):
            return False
        note(event, ANSWER_CALL, by=by, now=now, after={"tables": [call.table_number]})
        return True


def reopen_call(event: Event, tables: Sequence[int], *, by: Account | None, now: datetime) -> None:
    """Reopens calls that were answered by mistake, with their original time, unless the table has called again."""
    with writing(event, even_locked=True) as current:
        waiting = Call.objects.filter(event=current, answered_at=None).values_list("table_number", flat=True)
        for table in sorted(set(tables) - set(waiting)):
            call = Call.objects.filter(event=current, table_number=table).latest("answered_at")
            Call.objects.filter(pk=call.pk).update(answered_at=None, answered_by=None)
            note(current, REOPEN_CALL, by=by, now=now, after={"tables": [table]})
