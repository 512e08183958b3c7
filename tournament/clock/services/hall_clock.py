"""The clock's services besides those of rounds: time for one table, breaks, silence, and rounds that begin by
themselves. Each can be undone."""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from tournament.clock import round_clock
from tournament.clock.log_actions import (
    GIVE_TABLE_TIME,
    HOLD_START,
    LET_START,
    MOVE_CLOCKS,
    MUTE,
    SET_BREAK,
    TAKE_BACK_TABLE_TIME,
    UNMUTE,
)
from tournament.clock.queries.rounds import Bell, bells_of, clock_of, extra_times_of
from tournament.clock.services.rounds import start_round
from tournament.foundation.errors import ClockRefused
from tournament.foundation.writing import note, writing
from tournament.models import Account, Event, Round, Stage, Table

JUST_NOW = timedelta(seconds=30)
"""A round that begins at most this late counts from the time at which it was due, because every clock of the hall
counted down to that."""
# Between JUST_NOW and TOO_LATE a round begins with its whole length from that moment: after a power cut nobody loses
# minutes that they did not know of. Later than that, nothing begins in an empty hall.
TOO_LATE = timedelta(minutes=10)
"""This long after its time no round begins by itself: nobody expects it any more."""
MOST_FOR_A_TABLE = timedelta(minutes=60)
IN_PLAY = timedelta(days=1)
"""This long after the last round of an evening began, its clocks are no longer moved."""


def give_table_time(event: Event, table: int, by_time: timedelta, *, by: Account | None, now: datetime) -> None:
    """Lets one table play on after the hall's bell in the round that is on; after its own bell it gets whole minutes
    from now. The extra time is stored as time after the hall's bell, so the table gets all of it even if the hall is
    paused, lengthened or rung early."""
    with writing(event) as current:
        round = _round_at(current, table, now)
        times = extra_times_of(round)
        try:
            more = round_clock.extra_time_for_table(
                clock_of(round), times.get(table, round_clock.NOTHING), now, by_time
            )
        except round_clock.ClockError as error:
            raise ClockRefused(_(round_clock.CLOCK_TEXTS[error.code])) from error
        if more > MOST_FOR_A_TABLE:
            raise ClockRefused(_("A table can have at most 1 hour more than the hall."))
        _store_times(round, times | {table: more})
        after = {"round": round.pk, "number": round.number, "turns": round.turns, "tables": [table]}
        note(current, GIVE_TABLE_TIME, by=by, now=now, after=after | {"minutes": by_time // timedelta(minutes=1)})


def take_back_table_time(event: Event, table: int, *, by: Account | None, now: datetime) -> None:
    """Gives the table the hall's bell again. Does nothing if it had no extra time."""
    with writing(event) as current:
        round = _round_at(current, table, now)
        times = extra_times_of(round)
        if times.pop(table, None) is None:
            return
        _store_times(round, times)
        after = {"round": round.pk, "number": round.number, "turns": round.turns, "tables": [table]}
        note(current, TAKE_BACK_TABLE_TIME, by=by, now=now, after=after)


def _round_at(event: Event, table: int, now: datetime) -> Round:
    """Returns the round that is on at a table, inside the transaction."""
    bells = {bell.turns: bell.round for bell in bells_of(event, now)}
    stage = next((round.stage_id for round in bells.values()), None)
    turns = Table.objects.filter(stage=stage, number=table).values_list("turns", flat=True).first()
    if turns not in bells:
        raise ClockRefused(_("There is no table %(number)s in this round.") % {"number": table})
    return bells[turns]


def _store_times(round: Round, times: dict[int, timedelta]) -> None:
    seconds = {str(number): time.total_seconds() for number, time in times.items()}
    Round.objects.filter(pk=round.pk).update(table_times=seconds)


def set_break(event: Event, *, stage: int, minutes: int, by: Account | None, now: datetime) -> None:
    """Sets a break after a stage, instead of the change-over. 0 minutes removes it."""
    with writing(event) as current:
        others = [[number, length] for number, length in current.breaks if number != stage]
        breaks = sorted([*others, *([[stage, minutes]] if minutes else [])])
        if breaks == current.breaks:
            return
        Event.objects.filter(pk=current.pk).update(breaks=breaks)
        note(current, SET_BREAK, by=by, now=now, after={"hour": stage, "minutes": minutes})


def mute(event: Event, is_muted: bool, *, by: Account | None, now: datetime) -> None:
    with writing(event) as current:
        if (current.muted_at is not None) == is_muted:
            return
        Event.objects.filter(pk=current.pk).update(muted_at=now if is_muted else None)
        note(current, MUTE if is_muted else UNMUTE, by=by, now=now)


def hold_start(event: Event, *, by: Account | None, now: datetime) -> None:
    """Keeps the next round from beginning by itself until `release_start`; the countdown stands still until then."""
    with writing(event) as current:
        if current.held_at is not None or not current.starts_itself:
            return
        Event.objects.filter(pk=current.pk).update(held_at=now)
        note(current, HOLD_START, by=by, now=now)


def release_start(event: Event, *, by: Account | None, now: datetime) -> None:
    with writing(event) as current:
        if current.held_at is None:
            return
        held_for = current.held_for + (now - current.held_at)
        Event.objects.filter(pk=current.pk).update(held_at=None, held_for=held_for)
        note(current, LET_START, by=by, now=now)


def start_due(event: Event, *, now: datetime) -> list[Round]:
    """Starts what is due and returns the rounds. It works out inside the lock what is due, so each round begins once
    even if several ask at the same moment. No browser needs to be open."""
    with writing(event) as current:
        begun = []
        for bell in bells_of(current, now):
            if bell.starts is None or bell.due is None or not is_due(bell, now):
                continue
            moment = bell.due if now - bell.due <= JUST_NOW else now
            if start_round(bell.starts, by=None, now=moment, by_itself=True):
                begun.append(bell.starts)
        return begun


def move_clocks(jump: timedelta, *, now: datetime) -> list[Event]:
    """Moves the times of round clocks after the computer's clock was set, so that every bell rings when it was to ring.
    `now` is the time of the computer's clock after it was set. Returns the evenings whose clocks were moved."""
    before = now - jump
    lately = Round.objects.filter(started_at__gt=before - IN_PLAY, stage__event__locked_at=None)
    moved = []
    for event in Event.objects.filter(pk__in=lately.values("stage__event")).order_by("pk"):
        with writing(event) as current:
            begun = Round.objects.filter(stage__event=current, started_at__isnull=False)
            for round in begun:
                times = {name: getattr(round, name) for name in ("started_at", "paused_at", "ended_at")}
                moves = {name: moment + jump for name, moment in times.items() if moment is not None}
                Round.objects.filter(pk=round.pk).update(**moves)
            if current.held_at is not None:
                Event.objects.filter(pk=current.pk).update(held_at=current.held_at + jump)
            Stage.objects.filter(event=current, released_at__gt=now).update(released_at=now)
            note(current, MOVE_CLOCKS, by=None, now=now, after={"seconds": int(jump.total_seconds())})
        moved.append(current)
    return moved


def is_due(bell: Bell, now: datetime) -> bool:
    return bell.due is not None and not bell.is_held and bell.due <= now <= bell.due + TOO_LATE
