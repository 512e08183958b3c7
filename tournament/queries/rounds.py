"""The clocks of an event: which round is on for each bell, and what its clock shows now."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from tournament.clock import Reading, RoundClock, mark, reading
from tournament.models import Event, Round
from tournament.queries.hours import hour_numbers


@dataclass(frozen=True)
class Bell:
    """One bell of the hour: its round on now (or next), and how many rounds it has. `turns` 5 is a table of five.
    Where each stage is a round, `stage_number` of `stages` numbers it.
    `starts` is the round that the start button starts: this one when it has not begun, else the one after it."""

    round: Round
    reading: Reading
    now: datetime
    turns: int
    stage_number: int
    is_last: bool
    warning: timedelta
    starts: Round | None = None
    stages: int = 1

    @property
    def is_long(self) -> bool:
        """Whether its minutes have three figures, which want more room."""
        return self.reading.remaining >= timedelta(minutes=100)

    @property
    def can_start(self) -> bool:
        return self.reading.phase == "waiting" or self.can_start_next

    @property
    def can_start_next(self) -> bool:
        return self.reading.phase in ("bell", "ended") and not self.is_last

    @property
    def number(self) -> int:
        """Of the round, as everybody counts: in its hour, or in the evening where each round is drawn by itself."""
        return self.round.number if self.turns > 1 else self.stage_number

    @property
    def starts_number(self) -> int:
        return self.starts.number if self.starts and self.turns > 1 else self.stage_number

    @property
    def seen(self) -> str:
        """What a button of this round posts: the round, and how its clock stood when the page was made."""
        return seen_as(self.round)

    @property
    def start_seen(self) -> str:
        return seen_as(self.starts) if self.starts else ""


def clock_of(round: Round) -> RoundClock:
    return RoundClock(
        length=round.length,
        started_at=round.started_at,
        paused_at=round.paused_at,
        paused_for=round.paused_for,
        extra=round.extra,
        ended_at=round.ended_at,
    )


def seen_as(round: Round) -> str:
    return f"{round.pk}-{mark(clock_of(round))}"


def bells_of(event: Event, now: datetime) -> list[Bell]:
    """The bells of the latest released hour, the hall's own first; empty before the first release and once the evening
    is locked. One query."""
    if event.locked_at:
        return []
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
        after = own[len(started) : len(started) + 1]
        bells.append(
            Bell(
                round=on,
                reading=reading(clock_of(on), now, warning),
                now=now,
                turns=turns,
                stage_number=stage.number,
                is_last=on.number == turns,
                warning=warning,
                starts=after[0] if after else None,
                stages=len(hour_numbers(event)),
            )
        )
    return bells


def version_of(event: Event, bells: list[Bell], resting: Sequence[str] = ()) -> str:
    """Another one whenever the clocks of a page would have to be drawn anew; the seconds going by change nothing,
    nor does the warning, which a page gives by itself."""
    shown = [(bell.seen, bell.reading.phase.replace("warning", "running")) for bell in bells]
    told = (event.name, event.bell_rule, event.warning_seconds, event.locked_at is None, shown, *resting)
    return sha256(repr(told).encode()).hexdigest()[:16]
