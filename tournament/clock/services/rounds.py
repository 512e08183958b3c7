"""What the director's clock buttons write. What the clock shows is in `tournament.clock.round_clock`.

Each function takes `seen`, the mark of the clock that the director saw. If the clock has changed since, the function
does nothing and returns False: a press made twice, or on two devices, counts once. Without `seen` it always acts.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from functools import partial

from django.db.models import F, Q
from django.utils.translation import gettext as _

from tournament.clock import round_clock
from tournament.clock.log_actions import (
    END_ROUND,
    EXTEND_ROUND,
    PAUSE_ROUND,
    REOPEN_ROUND,
    RESUME_ROUND,
    SHORTEN_ROUND,
    START_BY_ITSELF,
    START_ROUND,
    START_WAVE,
    TAKE_BACK_START,
    TAKE_BACK_WAVE,
)
from tournament.clock.queries.rounds import clock_of, count_waiting_tables
from tournament.event.services.codes_and_calls import change_codes_of_round
from tournament.event.services.events import keep_rules
from tournament.event.services.restore_points import set_restore_point
from tournament.formats.hall import count_waves
from tournament.foundation.errors import CannotTakeBack, ClockRefused
from tournament.foundation.log_actions import LogAction
from tournament.foundation.writing import note, writing
from tournament.models import Account, Event, Hand, Round, SheetLine, Stage

Transition = Callable[[round_clock.RoundClock], round_clock.RoundClock]


def start_round(
    round: Round, *, by: Account | None, now: datetime, seen: str | None = None, by_itself: bool = False
) -> bool:
    """Starts a round, or the tables of one that waited for its bell. Ends the rounds before it on the same bell, fixes
    the event's rules from now on, and ends a hold on the start."""
    with writing(round.stage.event) as event:
        if not _is_as_seen(round, seen):
            return False
        if Round.objects.filter(pk=round.pk, started_at__isnull=False).exists() and _has_waiting_tables(event, round):
            _start_wave(event, round, by=by, now=now)
            return True
        set_restore_point(event, START_ROUND, hour=round.stage.number, round=round.number, by=by, now=now)
        keep_rules(event)
        for earlier in Round.objects.filter(
            stage=round.stage_id, turns=round.turns, number__lt=round.number, ended_at=None
        ):
            if earlier.started_at is None:
                raise ClockRefused(_(round_clock.CLOCK_TEXTS["not_started"]))
            Round.objects.filter(pk=earlier.pk).update(ended_at=now)
        if event.held_at is not None or event.held_for:
            Event.objects.filter(pk=event.pk).update(held_at=None, held_for=timedelta(0))
        if event.codes_change:
            change_codes_of_round(event, round, by=by, now=now)
        action = START_BY_ITSELF if by_itself else START_ROUND
        _move(event, round, action, lambda shown: round_clock.start(shown, now), by=by, now=now)
        return True


def _has_waiting_tables(event: Event, round: Round) -> bool:
    stage = Stage.objects.get(pk=round.stage_id)
    return stage.wave < count_waves(count_waiting_tables(event, stage), event.hall_tables)


def _start_wave(event: Event, round: Round, *, by: Account | None, now: datetime) -> None:
    """Lets those play who waited for a table: the bell rings for them after the round's whole length."""
    before = Round.objects.select_related("stage").get(pk=round.pk)
    ended_at = before.ended_at and before.ended_at.isoformat()
    details = {"wave": before.stage.wave + 1, "extra": before.extra.total_seconds(), "ended_at": ended_at}
    Round.objects.filter(pk=round.pk).update(table_times={})
    Stage.objects.filter(pk=round.stage_id).update(wave=F("wave") + 1)
    Event.objects.filter(pk=event.pk).update(held_at=None, held_for=timedelta(0))
    _move(event, round, START_WAVE, lambda shown: round_clock.start_again(shown, now), by=by, now=now, details=details)


def take_back_wave(
    round: Round, *, extra: timedelta, ended_at: datetime | None, by: Account | None, now: datetime
) -> None:
    """Undoes the start of those who waited: the bell of those before has rung, or the round is ended, as it was."""
    with writing(round.stage.event) as event:
        Round.objects.filter(pk=round.pk).update(extra=extra, ended_at=ended_at, paused_at=None)
        Stage.objects.filter(pk=round.stage_id).update(wave=F("wave") - 1)
        Event.objects.filter(pk=event.pk, starts_itself=True, held_at=None).update(held_at=now)
        after = {"round": round.pk, "number": round.number, "turns": round.turns}
        note(event, TAKE_BACK_WAVE, by=by, now=now, after=after)


def pause_round(round: Round, *, by: Account | None, now: datetime, seen: str | None = None) -> bool:
    return _press(round, PAUSE_ROUND, lambda shown: round_clock.pause(shown, now), by=by, now=now, seen=seen)


def resume_round(round: Round, *, by: Account | None, now: datetime, seen: str | None = None) -> bool:
    return _press(round, RESUME_ROUND, lambda shown: round_clock.resume(shown, now), by=by, now=now, seen=seen)


def extend_round(
    round: Round, by_time: timedelta, *, by: Account | None, now: datetime, seen: str | None = None
) -> bool:
    details, move = {"seconds": int(by_time.total_seconds())}, partial(round_clock.extend, now=now, by=by_time)
    return _press(round, EXTEND_ROUND, move, by=by, now=now, seen=seen, details=details)


def shorten_round(
    round: Round, by_time: timedelta, *, by: Account | None, now: datetime, seen: str | None = None
) -> bool:
    details, move = {"seconds": int(by_time.total_seconds())}, partial(round_clock.shorten, now=now, by=by_time)
    return _press(round, SHORTEN_ROUND, move, by=by, now=now, seen=seen, details=details)


def end_round(round: Round, *, by: Account | None, now: datetime, seen: str | None = None) -> bool:
    """Ends a round without finishing its matches: the table says that all hands are in, or the match ends by its
    length. A phone that died halfway must not dispute the players' sheets."""
    return _press(round, END_ROUND, lambda shown: round_clock.end(shown, now), by=by, now=now, seen=seen)


def reopen_round(round: Round, *, by: Account | None, now: datetime, seen: str | None = None) -> bool:
    """Reopens a round that was ended by mistake. Refused if something later has begun on this bell or has been
    seated."""
    later_round = Q(stage=round.stage_id, turns=round.turns, number__gt=round.number, started_at__isnull=False)
    later_hour = Q(
        stage__event=round.stage.event_id, stage__number__gt=round.stage.number, stage__released_at__isnull=False
    )
    with writing(round.stage.event) as event:
        if not _is_as_seen(round, seen):
            return False
        if Round.objects.filter(later_round | later_hour).exists():
            raise ClockRefused(_("The next round has started, or its seats are shown, so this round stays ended."))
        _move(event, round, REOPEN_ROUND, lambda shown: round_clock.reopen(shown, now), by=by, now=now)
        return True


def take_back_start(event: Event, rounds: Sequence[int], *, by: Account | None, now: datetime) -> None:
    """Undoes the start of these rounds. The round before each goes on as it was, and if rounds begin by themselves the
    next one is held. Raises CannotTakeBack once something is recorded."""
    with writing(event) as current:
        begun = list(Round.objects.select_for_update().filter(stage__event=current, pk__in=rounds, ended_at=None))
        begun = [round for round in begun if round.started_at is not None]
        reported = Hand.objects.filter(match__round__in=begun), SheetLine.objects.filter(side__match__round__in=begun)
        if any(each.exists() for each in reported):
            raise CannotTakeBack
        for round in begun:
            before = Round.objects.filter(stage=round.stage_id, turns=round.turns, number__lt=round.number)
            before.filter(ended_at=round.started_at).update(ended_at=None)
            Round.objects.filter(pk=round.pk).update(started_at=None, paused_at=None, paused_for=timedelta(0))
            after = {"round": round.pk, "number": round.number, "turns": round.turns}
            note(current, TAKE_BACK_START, by=by, now=now, after=after)
        if begun:
            Event.objects.filter(pk=current.pk, starts_itself=True, held_at=None).update(held_at=now)


def _press(
    round: Round,
    action: LogAction,
    transition: Transition,
    *,
    by: Account | None,
    now: datetime,
    seen: str | None,
    details: Mapping[str, int] | None = None,
) -> bool:
    with writing(round.stage.event) as event:
        if not _is_as_seen(round, seen):
            return False
        if action is END_ROUND:
            set_restore_point(event, action, hour=round.stage.number, round=round.number, by=by, now=now)
        _move(event, round, action, transition, by=by, now=now, details=details)
        return True


def _is_as_seen(round: Round, seen: str | None) -> bool:
    """Returns whether the clock is still as the director saw it. It is asked inside the transaction, whose lock keeps
    out other presses."""
    return seen is None or round_clock.mark_of(clock_of(Round.objects.get(pk=round.pk))) == seen


def _move(
    event: Event,
    round: Round,
    action: LogAction,
    transition: Transition,
    *,
    by: Account | None,
    now: datetime,
    details: Mapping[str, object] | None = None,
) -> None:
    current = Round.objects.select_for_update().get(pk=round.pk)
    try:
        moved = transition(clock_of(current))
    except round_clock.ClockError as error:
        raise ClockRefused(_(round_clock.CLOCK_TEXTS[error.code])) from error
    Round.objects.filter(pk=round.pk).update(**asdict(moved))
    after = {"round": round.pk, "number": round.number, "turns": round.turns, **(details or {})}
    note(event, action, by=by, now=now, after=after)
