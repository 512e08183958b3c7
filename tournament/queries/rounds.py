"""The clocks of an event: which round is on for each bell, and what its clock shows now."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournament.clock import Reading, RoundClock, reading
from tournament.models import Event, Round


@dataclass(frozen=True)
class Bell:
    """One bell of the hour: its round on now (or next), and how many rounds it has. `turns` 5 is a table of five."""

    round: Round
    reading: Reading
    now: datetime
    turns: int
    stage_number: int
    is_last: bool
    warning: timedelta

    @property
    def can_start_next(self) -> bool:
        return self.reading.phase in ("bell", "ended") and not self.is_last


def clock_of(round: Round) -> RoundClock:
    return RoundClock(
        length=round.length,
        started_at=round.started_at,
        paused_at=round.paused_at,
        paused_for=round.paused_for,
        extra=round.extra,
        ended_at=round.ended_at,
    )


def bells_of(event: Event, now: datetime) -> list[Bell]:
    """The bells of the latest released hour, the hall's own first; empty before the first release. One query."""
    rounds = list(
        Round.objects.filter(stage__event=event, stage__released_at__isnull=False)
        .select_related("stage")
        .order_by("-stage__number", "turns", "number")
    )
    if not rounds:
        return []
    stage = rounds[0].stage
    by_turns: dict[int, list[Round]] = {}
    for round in rounds:
        if round.stage_id == stage.pk:
            by_turns.setdefault(round.turns, []).append(round)
    warning = timedelta(seconds=event.warning_seconds)
    bells = []
    for turns, own in by_turns.items():
        started = [round for round in own if round.started_at is not None]
        on = started[-1] if started else own[0]
        bells.append(
            Bell(
                round=on,
                reading=reading(clock_of(on), now, warning),
                now=now,
                turns=turns,
                stage_number=stage.number,
                is_last=on.number == turns,
                warning=warning,
            )
        )
    return bells


def next_round_of(bell: Bell) -> Round | None:
    """The round that the start button starts: this one when it has not begun, else the one after it."""
    if bell.round.started_at is None:
        return bell.round
    return Round.objects.filter(stage=bell.round.stage_id, turns=bell.turns, number=bell.round.number + 1).first()
