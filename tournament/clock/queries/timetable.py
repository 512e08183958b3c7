"""The timetable of an evening as a page shows it: every round, change-over and break with its times, and the end of the
evening compared with closing time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.clock.queries.rounds import (
    breaks_of,
    clock_of,
    count_waiting_tables,
    longest_extra_time,
    released_rounds,
    rounds_played,
    settle_time,
)
from tournament.clock.round_clock import RoundClock
from tournament.clock.timetable import MINUTE, StageTimes, Timetable, TimetableLine, TurnTimes, make_timetable
from tournament.draw.queries.draws import movement_of
from tournament.event.queries.head_counts import head_count_of
from tournament.event.queries.hours import hour_name, parts_of
from tournament.event.queries.plans import USUAL_PEOPLE, count_entering, entering_of, most_tables_for
from tournament.formats.hall import count_waves
from tournament.formats.proposals import LONG_BEFORE
from tournament.models import Event, Round, Stage
from tournament.movements import MOVEMENTS


@dataclass(frozen=True)
class TimetableRow:
    """A line of the timetable in words, as in "Round 3"."""

    label: str
    line: TimetableLine


@dataclass(frozen=True)
class EveningTimes:
    """The times of an evening. `rows` are all lines, also those that are over. Before the first round, times are as if
    it began now."""

    event: Event
    rows: tuple[TimetableRow, ...]
    plan: Timetable
    has_begun: bool
    now: datetime

    @property
    def to_come(self) -> tuple[TimetableRow, ...]:
        return tuple(row for row in self.rows if row.line.when != "over")

    @property
    def ends(self) -> str:
        """The end, as in "Ends at about 22:50"."""
        words = _("Ends at about %(time)s") if self.plan.is_about else _("Ends at %(time)s")
        return words % {"time": _time_in_words(self.plan.ends)}

    @property
    def end_of_last_round(self) -> str:
        """The same in a sentence, for those who wait for the standings; "" once it is over."""
        if not self.to_come:
            return ""
        words = _("The last round ends at %(time)s.")
        if self.plan.is_about:
            words = _("The last round ends at about %(time)s.")
        return words % {"time": _time_in_words(self.plan.ends)}

    @property
    def is_late(self) -> bool:
        return self._minutes_late > 0

    @property
    def beside_closing(self) -> str:
        """The end compared with closing time, as in "10 minutes before closing time"; "" if there is no closing
        time."""
        late = self._minutes_late
        if self.plan.late is None:
            return ""
        if late == 0:
            return _("at closing time")
        if -late >= LONG_BEFORE:
            return _("long before closing time")
        if late > 0:
            words = ngettext("%(n)s minute after closing time", "%(n)s minutes after closing time", late)
        else:
            words = ngettext("%(n)s minute before closing time", "%(n)s minutes before closing time", -late)
        return words % {"n": abs(late)}

    @property
    def advice(self) -> tuple[str, ...]:
        fit = self.plan.fit
        if fit is None or not self.is_late:
            return ()
        sentences = []
        if fit.length is not None:
            sentences.append(_("Rounds of %(n)s minutes from now on would fit.") % {"n": fit.length // MINUTE})
        if fit.leave_out is not None:
            words = ngettext(
                "Leave out %(n)s round to end in time.", "Leave out %(n)s rounds to end in time.", fit.leave_out
            )
            sentences.append(words % {"n": fit.leave_out})
        return tuple(sentences) or (_("No rounds are left to shorten. End the current round sooner."),)

    @property
    def breaks(self) -> tuple[tuple[str, int, int], ...]:
        """The breaks still to come: what each follows, the number of that stage, and minutes."""
        coming = {row.line.stage - 1 for row in self.rows if row.line.kind == "break" and row.line.when != "over"}
        return tuple(
            (_("after %(hour)s") % {"hour": self.event.name_stage(stage)}, stage, minutes)
            for stage, minutes in self.event.breaks
            if stage in coming
        )

    @property
    def can_break_after(self) -> tuple[int, ...]:
        """The numbers of stages whose next stage has not begun."""
        rounds = [row.line for row in self.rows if row.line.kind == "round"]
        begun = {line.stage for line in rounds if line.when != "to_come"}
        return tuple(stage - 1 for stage in sorted({line.stage for line in rounds} - begun) if stage > 1)

    @property
    def version(self) -> str:
        shown = [
            (row.label, _time_in_words(row.line.starts), _time_in_words(row.line.ends), row.line.when)
            for row in self.rows
        ]
        parts = (self.event.name, shown, self.ends, self.beside_closing, self.advice, self.has_begun)
        return sha256(repr(parts).encode()).hexdigest()[:16]

    @property
    def _minutes_late(self) -> int:
        return round((self.plan.late or timedelta(0)) / MINUTE)


def timetable_of(event: Event, now: datetime, rounds: Sequence[Round] | None = None) -> EveningTimes | None:
    """Returns the evening's times, or None once the evening is locked. At most three queries, whatever the number of
    rounds; one fewer if `released_rounds` are given."""
    if event.locked_at:
        return None
    stages = _find_stages(event, released_rounds(event) if rounds is None else rounds)
    plan = make_timetable(
        stages, change=timedelta(seconds=event.change_seconds), breaks=breaks_of(event), now=now, closes=event.closes_at
    )
    has_begun = any(turn.clock.started_at for stage in stages for bell in stage.bells for turn in bell)
    return EveningTimes(
        event, tuple(TimetableRow(_label_of(event, line), line) for line in plan.lines), plan, has_begun, now
    )


def _find_stages(event: Event, rounds: Sequence[Round]) -> list[StageTimes]:
    """Returns all stages of the evening: the released ones with the times of their clocks, the others as planned."""
    is_about = event.length_kind != "timed"
    played = rounds_played(event) if is_about and rounds else {}
    change = timedelta(seconds=event.change_seconds)
    waves = {stage.pk: _count_waves(event, stage) for stage in {round.stage for round in rounds}}
    laid: dict[int, dict[int, list[TurnTimes]]] = {}
    released: dict[int, datetime | None] = {}
    for round in rounds:
        turn = TurnTimes(
            stage=round.stage.number,
            number=round.number,
            clock=clock_of(round),
            more=longest_extra_time(round) + (waves[round.stage_id] - round.stage.wave) * (round.length + change),
            is_about=is_about,
            played_at=played.get(round.pk) if round.started_at else None,
        )
        laid.setdefault(round.stage.number, {}).setdefault(round.turns, []).append(turn)
        released[round.stage.number] = round.stage.released_at
    out = [
        StageTimes(number, tuple(tuple(turns) for turns in bells.values()), released[number], settle_time(event))
        for number, bells in sorted(laid.items())
    ]
    planned_waves = _count_planned_waves(event)
    for number in range(len(out) + 1, _count_stages(event) + 1):
        turns = movement_of(event, number).turns
        clock = RoundClock(event.turn_length(turns))
        more = (planned_waves - 1) * (clock.length + change)
        planned = tuple(TurnTimes(number, turn + 1, clock, more, is_about=is_about) for turn in range(turns))
        out.append(StageTimes(number, (planned,)))
    return out


def _count_waves(event: Event, stage: Stage) -> int:
    """Returns how many bells a round of this stage has, one after the other; as many as the wave that is on at least.
    One query if the hall may have too few tables."""
    return max(count_waves(count_waiting_tables(event, stage), event.hall_tables), stage.wave)


def _count_planned_waves(event: Event) -> int:
    """Returns the same for a round that is not drawn yet, by the people who are here."""
    if not event.has_waves:
        return 1
    entering = entering_of(event.enters, event.pairs_a_team, event.singles_a_team)
    people = head_count_of(event).playing or USUAL_PEOPLE
    return count_waves(most_tables_for(people // entering.people, entering), event.hall_tables)


def _count_stages(event: Event) -> int:
    """Returns the number of stages of the evening. If the plan leaves them to a movement, this is the usual number for
    the people who are here."""
    parts = parts_of(event)
    if all(part.rounds for part in parts):
        return sum(part.rounds for part in parts)
    entering = entering_of(event.enters, event.pairs_a_team, event.singles_a_team)
    here = (head_count_of(event).playing or USUAL_PEOPLE) // entering.people
    count = 0
    for index, part in enumerate(parts):
        entries = count_entering(parts, index, here)
        others = here - entries if part.second_cup else 0
        count += part.rounds or (part.usual_rounds(entries, others) if MOVEMENTS[part.movement].fits(entries) else 1)
    return count


def _label_of(event: Event, line: TimetableLine) -> str:
    if line.kind != "round":
        return _("Break") if line.kind == "break" else _("Change-over")
    name = hour_name(event, line.stage)
    if event.kind.turns_per_seating == 1:
        return name
    return _("%(hour)s, round %(number)s") % {"hour": name, "number": line.number}


def _time_in_words(moment: datetime) -> str:
    return f"{timezone.localtime(moment):%H:%M}"
