"""The clocks of an event: which round is on for each bell, and what its clock shows now."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.db.models import Exists, Min, OuterRef, QuerySet

from tournament.clock.round_clock import (
    NOTHING,
    ClockReading,
    RoundClock,
    end_for_hall,
    mark_of,
    read_clock,
    read_clock_at_table,
)
from tournament.clock.timetable import due_after, gap_before
from tournament.draw.queries.seats import names_of_rests
from tournament.event.queries.hours import hour_numbers, round_name
from tournament.formats.formats import BELL_RULES
from tournament.formats.hall import count_waves, name_wave, wave_of
from tournament.foundation.revision_cache import RevisionCache
from tournament.models import Event, Hand, Match, Round, Ruling, SheetLine, Side, Stage, State, Table

SHEETS_DUE: RevisionCache[frozenset[int]] = RevisionCache(most=8)
"""The numbers of turns of the tables whose sheets are not all in, by stage."""
PLAYED: RevisionCache[dict[int, datetime]] = RevisionCache(most=8)
"""When the last match of a round was known, by event and by the round's id."""


TIME_FOR_SHEETS = timedelta(minutes=5)


@dataclass(frozen=True)
class TableTime:
    """The extra time of a table after the hall's bell, and what its own clock shows."""

    number: int
    more: timedelta
    reading: ClockReading

    @property
    def minutes(self) -> int:
        return count_minutes(self.more)


def count_minutes(more: timedelta) -> int:
    """Returns the minutes, rounded up."""
    return -(-more // timedelta(minutes=1))


@dataclass(frozen=True)
class Bell:
    """One bell of the hour: its round on now (or next), and how many rounds it has (`turns`; 5 for a table of five).
    Where each stage is a round, `stage_number` of `stages` numbers it.

    `starts` is the round that the start button starts: this one if it has not begun, or has tables that wait for its
    bell (`tables` are all it has, where the hall has fewer, else 0), else the next. `due` is when that begins by
    itself; it moves on while it `is_held`. `more` is the extra time of this clock's own table, on its phone.
    `break_until` is the end of the break that follows this hour, or in which the hall still is before it; None if there
    is none, or once it is over. `is_played` means that nobody plays on, though no bell has rung. `sheets_due` is true
    once the hour is over, as long as a score sheet is missing (`with_sheets_due`). `other_wave` is that of its own
    table, if other tables play now, and `waits_until` when the bell that it waits for rings.
    """

    round: Round
    reading: ClockReading
    now: datetime
    turns: int
    stage_number: int
    is_last: bool
    warning: timedelta
    starts: Round | None = None
    due: datetime | None = None
    is_held: bool = False
    more: timedelta = NOTHING
    break_until: datetime | None = None
    is_played: bool = False
    sheets_due: bool = False
    tables: int = 0
    other_wave: int = 0
    waits_until: datetime | None = None

    @property
    def waves(self) -> int:
        """How many bells ring for this round, one after the other, because the hall has fewer tables."""
        return count_waves(self.tables, self.round.stage.event.hall_tables)

    @property
    def wave(self) -> int:
        return self.round.stage.wave

    @property
    def tables_now(self) -> str:
        """The tables that this clock is for, as in "tables 1 to 6"; "" if all play at once."""
        return self._name_wave(self.other_wave or self.wave) if self.tables else ""

    @property
    def waits_for_wave(self) -> bool:
        """Whether other tables play first, where this one will."""
        return self.other_wave > self.wave

    @property
    def tables_next(self) -> str:
        return self._name_wave(self.wave + 1) if self.tables else ""

    def wave_at(self, table: int) -> int:
        """Returns 1 if a table waits for the next bell, -1 if its own has rung, else 0."""
        own = wave_of(table, self.round.stage.event.hall_tables)
        return (own > self.wave) - (own < self.wave)

    def _name_wave(self, wave: int) -> str:
        hall = self.round.stage.event.hall_tables
        return name_wave(wave, self.tables, hall) if hall and wave <= self.waves else ""

    @property
    def stages(self) -> int:
        return len(hour_numbers(self.round.stage.event))

    @property
    def is_over(self) -> bool:
        return self.is_last and self.reading.phase in ("bell", "ended")

    @property
    def next_stage(self) -> int:
        return self.stage_number + 1

    @property
    def phase(self) -> str:
        """What is shown above the clock: that of its reading, or "break". After the bell, hands in play are finished
        first."""
        is_on = self.is_played or self.reading.phase in ("waiting", "ended")
        return "break" if self.break_until is not None and is_on else self.reading.phase

    @property
    def break_left(self) -> timedelta:
        """What the clock shows in a break."""
        return self.break_until - self.now if self.break_until else NOTHING

    @property
    def follows_break(self) -> str:
        """The name of the hour or round that a break now is before, as in "round 3" within a sentence."""
        return self.round.stage.event.name_stage(self.next_stage if self.round.has_begun else self.stage_number)

    @property
    def until_due(self) -> timedelta | None:
        return None if self.due is None else max(self.due - self.now, NOTHING)

    @property
    def counts_down(self) -> bool:
        """Whether the next round begins by itself and nothing is played until then."""
        return self.due is not None and self.reading.phase in ("waiting", "bell", "ended")

    @property
    def minutes_more(self) -> int:
        return count_minutes(self.more)

    @property
    def table_times(self) -> tuple[TableTime, ...]:
        """The tables that have more time than the hall, until that time is up too."""
        clock = clock_of(self.round)
        times = (
            TableTime(number, more, read_clock_at_table(clock, more, self.now, self.warning))
            for number, more in extra_times_of(self.round).items()
        )
        return tuple(each for each in times if each.reading.phase not in ("bell", "ended"))

    @property
    def can_start(self) -> bool:
        return self.reading.phase == "waiting" or self.can_start_next

    @property
    def can_shorten(self) -> bool:
        on = self.reading.phase in ("waiting", "running", "warning", "paused")
        return on and self.reading.remaining > timedelta(minutes=1)

    @property
    def can_start_next(self) -> bool:
        return self.reading.phase in ("bell", "ended") and not self.is_last

    @property
    def name(self) -> str:
        """The name of its round, as in "round 2" within a sentence."""
        return round_name(self.round.stage.event, self.stage_number, self.round.number)

    @property
    def starts_name(self) -> str:
        """The name of the round that the start button starts."""
        started = self.starts or self.round
        if started == self.round and self.round.has_begun and self.tables_next:
            return self.tables_next
        return round_name(self.round.stage.event, self.stage_number, started.number)

    @property
    def mark(self) -> str:
        """What a button of this round posts: the round, and how its clock stood when the page was made."""
        return mark_of_round(self.round)

    @property
    def start_seen(self) -> str:
        return mark_of_round(self.starts) if self.starts else ""


def clock_of(round: Round) -> RoundClock:
    return RoundClock(
        length=round.length,
        started_at=round.started_at,
        paused_at=round.paused_at,
        paused_for=round.paused_for,
        extra=round.extra,
        ended_at=round.ended_at,
    )


def extra_times_of(round: Round) -> dict[int, timedelta]:
    """Returns the extra time of single tables after the bell, by table number in order."""
    return dict(sorted((int(number), timedelta(seconds=time)) for number, time in round.table_times.items()))


def longest_extra_time(round: Round) -> timedelta:
    return max(extra_times_of(round).values(), default=NOTHING)


def closes_at(round: Round, table: int) -> datetime | None:
    """Returns when a round that was ended is over for this table, or None if it was not ended."""
    more = extra_times_of(round).get(table, NOTHING)
    hall = end_for_hall(clock_of(round))
    if round.ended_at is None or hall is None or more <= NOTHING:
        return round.ended_at
    return max(round.ended_at, hall + more)


def is_closed_for(match: Match, now: datetime) -> bool:
    """Returns whether the round of a match is over for its table: once it was ended, even if the server's clock was set
    back since. A table with extra time plays until that is up too, and a deciding game is played after the bell."""
    if match.is_decider or match.round.ended_at is None:
        return False
    closing = closes_at(match.round, match.table.number)
    return closing is not None and (closing == match.round.ended_at or closing <= now)


def bell_at(bell: Bell, table: int) -> Bell:
    """Returns the bell as a table's own phone shows it: at rest while the other tables of the round play."""
    if bell.tables and (wave := bell.wave_at(table)):
        rest = ClockReading("waiting", bell.round.length, None) if wave > 0 else ClockReading("ended", NOTHING, None)
        plays_in = wave_of(table, bell.round.stage.event.hall_tables)
        until = bell.reading.ends_at if plays_in == bell.wave + 1 else None
        return replace(bell, reading=rest, other_wave=plays_in, waits_until=until)
    if not bell.round.table_times:
        return bell
    more = extra_times_of(bell.round).get(table, NOTHING)
    if more <= NOTHING:
        return bell
    own = read_clock_at_table(clock_of(bell.round), more, bell.now, bell.warning)
    return replace(bell, reading=own, more=more)


def settle_time(event: Event) -> timedelta:
    """Returns how long a later hour waits at least from the moment its seats are shown: a change-over, and the time
    that it takes to print and hand out new score sheets."""
    change = timedelta(seconds=event.change_seconds)
    return max(change, TIME_FOR_SHEETS) if event.kind.has_sheets else change


def breaks_of(event: Event) -> dict[int, timedelta]:
    return {stage: timedelta(minutes=minutes) for stage, minutes in event.breaks}


def rounds_still_played(events: Sequence[Event]) -> set[int]:
    """Returns the ids of rounds with a match of which nothing is known yet. One query."""
    waiting = Match.objects.filter(round__stage__event__in=events, state=State.WAITING)
    return set(waiting.order_by().values_list("round", flat=True).distinct())


def rounds_played(event: Event) -> dict[int, datetime]:
    """Returns by their ids the rounds that have begun and of which every match is known, and since when the last one
    is. Five queries for each revision of an evening."""
    return PLAYED.get_or_make(event.pk, event.revision, lambda: _find_rounds_played(event))


def _find_rounds_played(event: Event) -> dict[int, datetime]:
    begun = Round.objects.filter(stage__event=event).exclude(pk__in=rounds_still_played([event]))
    played = {pk: at for pk, at in begun.values_list("pk", "started_at") if at is not None}
    known: dict[tuple[int, int], datetime] = {}
    hands = Hand.objects.filter(match__round__in=played).values_list("match__round", "match", "number")
    for round, match, _number, at in hands.annotate(at=Min("entered_at")).order_by():
        known[round, match] = max(at, known.get((round, match), at))
    of_hands = frozenset(known)
    lines = SheetLine.objects.filter(side__match__round__in=played).values_list("side__match__round", "side__match")
    rulings = Ruling.objects.filter(match__round__in=played).values_list("match__round", "match")
    for rows in (lines.annotate(at=Min("entered_at")), rulings.annotate(at=Min("ruled_at"))):
        for round, match, at in rows.order_by():
            if (round, match) not in of_hands:
                known[round, match] = min(at, known.get((round, match), at))
    for (round, _match), at in known.items():
        played[round] = max(at, played[round])
    return played


def mark_of_round(round: Round) -> str:
    return f"{round.pk}-{mark_of(clock_of(round))}"


def released_rounds(event: Event) -> list[Round]:
    """Returns the rounds of hours whose seats are released: the latest hour first, by bell and in order. One query."""
    return released_rounds_by_event([event]).get(event.pk, [])


def released_rounds_by_event(events: Sequence[Event]) -> dict[int, list[Round]]:
    """Returns the `released_rounds` of each event that has any. One query."""
    released = Round.objects.filter(stage__event__in=events, stage__released_at__isnull=False)
    by_event: dict[int, list[Round]] = {}
    for round in released.select_related("stage").order_by("-stage__number", "turns", "number"):
        by_event.setdefault(round.stage.event_id, []).append(round)
    return by_event


def latest_moment(rounds: Sequence[Round]) -> datetime | None:
    """Returns the latest moment at which somebody changed one of their clocks, or None."""
    moments = (moment for round in rounds for moment in (round.started_at, round.paused_at, round.ended_at))
    return max((moment for moment in moments if moment is not None), default=None)


def bells_of(event: Event, now: datetime, rounds: Sequence[Round] | None = None) -> list[Bell]:
    """Returns the bells of the latest released hour, the hall's own first; empty before the first release and once the
    evening is locked.

    One query unless `released_rounds` are given; one more if the hall may have too few tables. Another if a
    round that begins by itself follows one whose matches end by themselves.
    """
    if event.locked_at:
        return []
    rounds = released_rounds(event) if rounds is None else rounds
    if not rounds:
        return []
    stage = rounds[0].stage
    by_turns: dict[int, list[Round]] = {}
    for round in rounds:
        round.stage.event = event
        if round.stage_id == stage.pk:
            by_turns.setdefault(round.turns, []).append(round)
    before = [round for round in rounds if round.stage.number == stage.number - 1]
    tables = count_waiting_tables(event, stage)
    bells = [replace(_make_bell(event, own, before, tables, now), tables=tables) for own in by_turns.values()]
    return _with_break(event, bells, by_turns, before, now) if event.breaks else bells


def _with_break(
    event: Event, bells: list[Bell], by_turns: Mapping[int, list[Round]], before: list[Round], now: datetime
) -> list[Bell]:
    """Returns the same bells, each with the end of the break after its hour or, until its first round begins, of that
    before it; a break begins once the last table has stopped. No query unless there is such a break."""
    stage, breaks = bells[0].round.stage, breaks_of(event)
    has_begun = any(own[0].started_at for own in by_turns.values())
    rounds, number = ([own[-1] for own in by_turns.values()], stage.number) if has_begun else (before, stage.number - 1)
    if number not in breaks or not rounds:
        return bells
    ends = [end_of_round(event, each) for each in rounds_at_end(rounds)]
    known = [end for end in ends if end is not None]
    if len(known) < len(ends):
        return bells
    released_at = None if has_begun else stage.released_at
    until = due_after(max(known), breaks[number], released_at, settle_time(event))
    if until <= now:
        return bells
    by_themselves = ("running", "warning", "bell") if event.length_kind != "timed" else ("bell",)
    return [
        replace(
            bell,
            break_until=until,
            is_played=bell.reading.phase in by_themselves and bell.round.pk in rounds_played(event),
        )
        if bell.is_last or not has_begun
        else bell
        for bell in bells
    ]


def rounds_at_end(rounds: Iterable[Round]) -> list[Round]:
    """Returns the last round of each bell."""
    return list({round.turns: round for round in rounds}.values())


def end_of_round(event: Event, round: Round) -> datetime | None:
    """Returns when a round was or will be over for all its tables: at its bell or, where matches end by themselves, as
    soon as the last is known. None while nobody can know."""
    end = end_for_hall(clock_of(round))
    if event.length_kind != "timed" and round.started_at and (played := rounds_played(event).get(round.pk)):
        return min(played, end) if end else played
    return end + longest_extra_time(round) if end else None


def count_waiting_tables(event: Event, stage: Stage) -> int:
    """Returns how many tables a stage has, if that is more than the hall has and one bell after the other rings for
    them, else 0. No query unless the hall may have too few."""
    if not event.has_waves:
        return 0
    tables = Table.objects.filter(stage=stage).count()
    return tables if tables > (event.hall_tables or 0) else 0


def with_sheets_due(event: Event, bells: Sequence[Bell]) -> list[Bell]:
    """Returns the same bells, each with whether a score sheet of its tables is still missing. One query for each
    revision of an evening that has score sheets, from when a bell is over; every clock in the hall asks."""
    if not event.kind.has_sheets or not any(bell.is_over for bell in bells):
        return list(bells)
    stage = bells[0].round.stage_id
    due = SHEETS_DUE.get_or_make(stage, event.revision, lambda: frozenset(_turns_of_missing_sheets(stage)))
    return [replace(bell, sheets_due=bell.is_over and bell.turns in due) for bell in bells]


def _turns_of_missing_sheets(stage: int) -> "QuerySet[Match, int]":
    """Returns the numbers of turns of the tables whose sheets are not all in."""
    came = SheetLine.objects.filter(side=OuterRef("pk"), superseded_at=None)
    waited_for = Side.objects.filter(~Exists(came), match=OuterRef("pk"))
    by_phone = Hand.objects.filter(match=OuterRef("pk"), superseded_at=None).exclude(device="")
    open_ones = Match.objects.filter(table__stage=stage, hands_finished_at=None).exclude(
        state__in=(State.AGREED, State.RULED, State.CALLED_OFF)
    )
    return (
        open_ones.filter(Exists(waited_for), ~Exists(by_phone))
        .order_by()
        .values_list("table__turns", flat=True)
        .distinct()
    )


def _make_bell(event: Event, own: list[Round], before: list[Round], tables: int, now: datetime) -> Bell:
    """Makes the bell from the rounds of one stage with as many turns; `before` are all rounds of the stage before,
    `tables` are those of the stage if it has waves."""
    started = [round for round in own if round.started_at is not None]
    on = started[-1] if started else own[0]
    on.stage.event = event
    waits = bool(tables and started) and on.stage.wave < count_waves(tables, event.hall_tables)
    after = [on] if waits else own[len(started) : len(started) + 1]
    warning = timedelta(seconds=event.warning_seconds)
    due = _due_at(event, started[-1:] or before, after[0], now) if after else None
    return Bell(
        round=on,
        reading=read_clock(clock_of(on), now, warning),
        now=now,
        turns=on.turns,
        stage_number=on.stage.number,
        is_last=on.number == on.turns and not waits,
        warning=warning,
        starts=after[0] if after else None,
        due=due,
        is_held=due is not None and event.held_at is not None,
    )


def _due_at(event: Event, before: list[Round], round: Round, now: datetime) -> datetime | None:
    """Returns when a round begins by itself. Returns None if the director starts it: the first round of the evening, a
    round after one that is paused, or every round if the event is set so."""
    if not event.starts_itself or not before:
        return None
    ends = [end_of_round(event, each) for each in rounds_at_end(before)]
    known = [end for end in ends if end is not None]
    if len(known) < len(ends):
        return None
    ended = max(known)
    change = timedelta(seconds=event.change_seconds)
    if round.number > 1 or round.has_begun:
        due = ended + change
    else:
        gap = gap_before(round.stage.number, change, breaks_of(event))
        due = due_after(ended, gap, round.stage.released_at, settle_time(event))
    return due + event.held_for + (now - event.held_at if event.held_at is not None else NOTHING)


def version_of(event: Event, bells: list[Bell], resting: Sequence[str] = ()) -> str:
    """Returns a version that changes whenever a page must draw its clocks again, so whatever a clock shows is part of
    it. Seconds going by do not change it, nor does the warning, which a page gives by itself."""
    shown = [(bell.mark, bell.phase.replace("warning", "running")) for bell in bells]
    dues = [(bell.due if not bell.is_held else bell.until_due, bell.is_held) for bell in bells]
    breaks = [(bell.break_until, bell.sheets_due) for bell in bells]
    times = [(each.number, each.more, each.reading.phase) for bell in bells for each in bell.table_times]
    sound = (event.bell_sound, event.bell_volume, event.muted_at is None)
    parts = (event.name, event.bell_rule, event.warning_seconds, event.locked_at is None, shown, *resting)
    parts += (dues, times, sound, breaks, [(bell.tables, bell.round.stage.wave) for bell in bells])
    return sha256(repr(parts).encode()).hexdigest()[:16]


def clocks_of(event: Event, now: datetime, rounds: Sequence[Round] | None = None) -> dict[str, Any]:
    """Returns the context of `_clocks.html`; `rounds` are the `released_rounds`, if they are known."""
    bells = with_sheets_due(event, bells_of(event, now, rounds))
    resting = names_of_rests(event, bells[0].round.stage) if bells else ()
    return {
        "event": event,
        "bells": bells,
        "sheets_due": any(bell.sheets_due for bell in bells),
        "bell_words": BELL_RULES[event.bell_rule].sentence,
        "resting": resting,
        "version": version_of(event, bells, resting),
        "now": now,
    }
