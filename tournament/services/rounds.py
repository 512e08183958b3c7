"""The round clock: what the director's buttons write. What it shows is `tournament.clock`."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime, timedelta

from tournament import clock
from tournament.errors import ClockRefused
from tournament.models import Account, Event, Round
from tournament.queries.rounds import clock_of
from tournament.queries.rules import rules_of
from tournament.services.writing import note, writing

Transition = Callable[[clock.RoundClock], clock.RoundClock]


def start_round(round: Round, *, by: Account | None, now: datetime) -> None:
    """Ring it in. The round before it on the same bell ends, and the event keeps its rules from now on."""
    with writing(round.stage.event) as event:
        if event.rules is None:
            Event.objects.filter(pk=event.pk).update(rules=rules_of(event).to_dict())
        for earlier in Round.objects.filter(
            stage=round.stage_id, turns=round.turns, number__lt=round.number, ended_at=None
        ):
            if earlier.started_at is None:
                raise ClockRefused(clock.ClockError("not_started").args[0])
            Round.objects.filter(pk=earlier.pk).update(ended_at=now)
        _move(event, round, "start_round", lambda shown: clock.start(shown, now), by=by, now=now)


def pause_round(round: Round, *, by: Account | None, now: datetime) -> None:
    with writing(round.stage.event) as event:
        _move(event, round, "pause_round", lambda shown: clock.pause(shown, now), by=by, now=now)


def resume_round(round: Round, *, by: Account | None, now: datetime) -> None:
    with writing(round.stage.event) as event:
        _move(event, round, "resume_round", lambda shown: clock.resume(shown, now), by=by, now=now)


def extend_round(round: Round, by_time: timedelta, *, by: Account | None, now: datetime) -> None:
    with writing(round.stage.event) as event:
        _move(event, round, "extend_round", lambda shown: clock.extend(shown, now, by_time), by=by, now=now)


def end_round(round: Round, *, by: Account | None, now: datetime) -> None:
    with writing(round.stage.event) as event:
        _move(event, round, "end_round", lambda shown: clock.end(shown, now), by=by, now=now)


def _move(
    event: Event, round: Round, action: str, transition: Transition, *, by: Account | None, now: datetime
) -> None:
    current = Round.objects.select_for_update().get(pk=round.pk)
    try:
        moved = transition(clock_of(current))
    except clock.ClockError as error:
        raise ClockRefused(str(error)) from error
    Round.objects.filter(pk=round.pk).update(**asdict(moved))
    note(event, action, by=by, now=now, after={"round": round.pk, "number": round.number, "turns": round.turns})
