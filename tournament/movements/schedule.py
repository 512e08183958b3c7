"""Follows a plan of who meets whom through an evening on which people come and go.

A plan pairs *slots*. Everybody at the first draw has a slot for the evening. If their number is odd, one slot is vacant
and its opponent rests. A latecomer takes the slot of somebody who has left, else the vacant one. If a planned round
would bring a second meeting, an unfair rest or two rests, it is paired anew at the least cost.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Generic

from .draw import CannotSeat, Draw, E, Field, PastMatch, Why, seat_sides
from .faults import opponents_in
from .matching import find_matching

SlotRound = tuple[tuple[int, int], ...]

RESTED, MET, APART, ONE_HALF, OFF_PLAN, DUE = 10**12, 10**9, 10**6, 10**4, 10, 1
"""Costs of a pairing. A whole hall of one fault costs less than a single one of the fault before it."""

STEPS = 60_000
"""How many pairs are compared at once; what remains of a long, disturbed evening waits for the next draw."""


@dataclass(frozen=True)
class SchedulePlan(Generic[E]):
    """The slots of the first draw (a vacant one None) and the rounds of a cycle, in which no two slots meet twice.

    `numbers_of` gives each pair of a round its table, `why_of` the reason of a slot's holder in a round. `finished` is
    the code for a cycle that is over. If there is a `half`, slots from it on only meet those before it. If
    `meets_again` is False, two who have met in the cycle rest rather than meet again.
    """

    slots: tuple[E | None, ...]
    rounds: tuple[SlotRound, ...]
    numbers_of: Callable[["ScheduleState[E]", Sequence[tuple[E, E]], Mapping[E, int]], Sequence[int]]
    why_of: Callable[[int, int], Why]
    finished: str
    half: int = 0
    meets_again: bool = True


@dataclass
class ScheduleState(Generic[E]):
    """The state before a round: who holds which slot; how often they met, rested and sat at each table (by number); who
    was there for round one; and the rounds of the plan that are to come, in order."""

    holders: tuple[E | None, ...]
    to_come: tuple[SlotRound, ...]
    met: Counter[frozenset[E]]
    rests: Counter[E]
    sat: dict[E, list[int]]
    slot_of: Mapping[E, int]
    began: set[E]

    def pairs(self, slots: SlotRound) -> Iterator[tuple[E, E]]:
        for pair in slots:
            one, other = (self.holders[slot] for slot in pair)
            if one is not None and other is not None:
                yield one, other


def follow_plan(field: Field[E], plan: SchedulePlan[E], cycle: int) -> tuple[Draw[E], ...]:
    """Returns every round from the field's on, as far as it can be known. Opponents may meet again once a `cycle` of
    rounds is over. Raises CannotSeat if it is over and the field asks for no number of rounds."""
    if field.rounds is None and field.round > cycle:
        raise CannotSeat(plan.finished)
    last = max(field.round, field.rounds or cycle)
    draws: list[Draw[E]] = []
    steps = 0
    now = _state_of(field, plan)
    while field.round <= last and steps <= STEPS:
        pairs, resting = _round_as_planned(field, now)
        often = (field.round - 1) // cycle
        is_sound = _is_sound(field, now, pairs, resting, often)
        if not is_sound:
            pairs, resting = _pair_anew(field, plan, now, last, often)
            steps += len(field.entries) ** 2 // 2
        draws.append(_draw_round(field, plan, now, pairs, resting))
        field = _field_after(field, draws[-1])
        if is_sound:
            _count_round(now, draws[-1], is_first=field.round == 2)
        else:
            now = _state_of(field, plan)
    return tuple(draws)


def _state_of(field: Field[E], plan: SchedulePlan[E]) -> ScheduleState[E]:
    """Works out the state before a round. Rounds of the plan that hold the most meetings played count as played. The
    others come in the plan's order; those that bring together two to be kept apart come last."""
    here = set(field.entries)
    now = ScheduleState(
        holders=tuple(entry if entry in here else None for entry in plan.slots),
        to_come=plan.rounds,
        met=Counter(frozenset(pair) for past in field.past for pair in opponents_in(past.sides)),
        rests=Counter(entry for _round, entry in field.rested),
        sat={},
        slot_of={},
        began=set(field.began),
    )
    for past in field.past:
        _count_seats(now, past.entries, past.table)
    apart = set(field.apart)
    before = Counter(frozenset(past.entries) for past in field.past if past.round == field.round - 1)
    played_before = [sum(before[frozenset(pair)] for pair in now.pairs(slots)) for slots in plan.rounds]
    first = played_before.index(max(played_before)) + 1 if before else 0

    def to_come(number: int) -> tuple[int, int, int]:
        pairs = [frozenset(pair) for pair in now.pairs(plan.rounds[number])]
        return (
            round(Fraction(sum(now.met[pair] for pair in pairs), len(pairs) or 1)),
            sum(pair in apart for pair in pairs),
            (number - first) % len(plan.rounds),
        )

    now.to_come = tuple(plan.rounds[number] for number in sorted(range(len(plan.rounds)), key=to_come))
    _seat_late(field, plan, now)
    return now


def _seat_late(field: Field[E], plan: SchedulePlan[E], now: ScheduleState[E]) -> None:
    """Gives each latecomer a free slot: one without second meetings if possible, then that of a leaver before the
    vacant one."""
    holders = list(now.holders)
    at_first = set(plan.slots)
    left = now.to_come[: len(plan.rounds) - (field.round - 1) % len(plan.rounds)]
    for entry in (entry for entry in field.entries if entry not in at_first):
        free = [slot for slot, holder in enumerate(holders) if holder is None]
        if not free:
            break
        opponents: dict[int, list[E | None]] = {slot: [] for slot in free}
        for one, other in ((one, other) for slots in left for pair in slots for one, other in (pair, pair[::-1])):
            if one in opponents:
                opponents[one].append(holders[other])
        met_again = {
            slot: sum(now.met[frozenset((entry, other))] for other in others if other is not None)
            for slot, others in opponents.items()
        }
        holders[min(free, key=lambda slot: (met_again[slot], plan.slots[slot] is None, slot))] = entry
    now.holders = tuple(holders)
    now.slot_of = {entry: slot for slot, entry in enumerate(holders) if entry is not None}


def _round_as_planned(field: Field[E], now: ScheduleState[E]) -> tuple[list[tuple[E, E]], list[E]]:
    pairs = list(now.pairs(now.to_come[0]))
    seated = {entry for pair in pairs for entry in pair}
    return pairs, [entry for entry in field.entries if entry not in seated]


def _is_sound(
    field: Field[E], now: ScheduleState[E], pairs: Sequence[tuple[E, E]], resting: Sequence[E], often: int
) -> bool:
    if len(resting) > 1 or any(now.met[frozenset(pair)] > often for pair in pairs):
        return False
    fewest = min(_count_rests(field, now).values(), default=0)
    return all(now.rests[entry] <= fewest for entry in resting)


def _count_rests(field: Field[E], now: ScheduleState[E]) -> dict[E, int]:
    """Returns how often each entry has rested. For a latecomer the rounds missed count as one rest."""
    return {entry: now.rests[entry] + (field.round > 1 and entry not in now.began) for entry in field.entries}


def _pair_anew(
    field: Field[E], plan: SchedulePlan[E], now: ScheduleState[E], last: int, often: int
) -> tuple[list[tuple[E, E]], list[E]]:
    """Pairs as many as can play. Nobody rests again before the others, second meetings come only if necessary, and
    otherwise the plan decides. If the plan forbids it, two who have met more than `often` times are not paired."""
    rests = _count_rests(field, now)
    slot_of = now.slot_of
    apart = set(field.apart)
    ahead = now.to_come[: last - field.round + 1]
    planned, *due = ([frozenset(pair) for pair in now.pairs(slots)] for slots in ahead)
    are_due = {pair for pairs in due for pair in pairs}

    def cost(one: E, other: E) -> int:
        pair = frozenset((one, other))
        halves = {slot_of[entry] < plan.half for entry in pair if plan.half and entry in slot_of}
        is_one_half = len(halves) == 1 and pair <= slot_of.keys()
        off_plan = OFF_PLAN + DUE * (pair in are_due) if pair not in planned else 0
        return MET * now.met[pair] ** 2 + APART * (pair in apart) + ONE_HALF * is_one_half + off_plan

    people = [entry for entry in field.entries if entry in slot_of]
    people += [entry for entry in field.entries if entry not in slot_of]
    edges = []
    for one, other in combinations(range(len(people)), 2):
        if not plan.meets_again and now.met[frozenset((people[one], people[other]))] > often:
            continue
        rest = RESTED * (rests[people[one]] + rests[people[other]])
        edges.append((one, other, rest - cost(people[one], people[other])))
    pairs = [(people[one], people[other]) for one, other in sorted(find_matching(len(people), edges))]
    seated = {entry for pair in pairs for entry in pair}
    return pairs, [entry for entry in people if entry not in seated]


def _draw_round(
    field: Field[E], plan: SchedulePlan[E], now: ScheduleState[E], pairs: Sequence[tuple[E, E]], resting: Sequence[E]
) -> Draw[E]:
    numbers = plan.numbers_of(now, pairs, field.stays)
    tables = sorted(
        (seat_sides(number, pair) for number, pair in zip(numbers, pairs, strict=True)), key=lambda table: table.number
    )
    planned = {frozenset(pair) for pair in now.pairs(now.to_come[0])}
    why: dict[E, Why] = {}
    for one, other in pairs:
        is_planned = frozenset((one, other)) in planned
        why[one] = _explain_meeting(field, plan, now, one, other, is_planned)
        why[other] = _explain_meeting(field, plan, now, other, one, is_planned)
    for entry in resting:
        why[entry] = _explain_rest(plan, now, entry)
    return Draw(tuple(tables), tuple(resting), why=why)


def _explain_meeting(
    field: Field[E], plan: SchedulePlan[E], now: ScheduleState[E], entry: E, opponent: E, is_planned: bool
) -> Why:
    if is_planned:
        slot = now.slot_of[entry]
        place = plan.slots[slot]
        if place == entry:
            return plan.why_of(slot, field.round)
        return Why("takes_rest") if place is None else Why("takes_place", {"entry": place})
    met = [past.round for past in field.past if {entry, opponent} <= set(past.entries)]
    if met:
        return Why("meets_again", {"opponent": opponent, "round": max(met)})
    return Why("not_met", {"opponent": opponent})


def _explain_rest(plan: SchedulePlan[E], now: ScheduleState[E], entry: E) -> Why:
    if (slot := now.slot_of.get(entry)) is not None:
        ((one, other),) = (pair for pair in now.to_come[0] if slot in pair)
        opponent = other if one == slot else one
        if now.holders[opponent] is None and plan.slots[opponent] is not None:
            return Why("rests_for", {"entry": plan.slots[opponent]})
    return Why("rests_odd")


def _field_after(field: Field[E], draw: Draw[E]) -> Field[E]:
    """Returns the field of the next round, if nobody comes or goes."""
    played = (
        PastMatch(field.round, table.number, match.sides)
        for table in draw.tables
        for turn in table.turns
        for match in turn.matches
    )
    rested = ((field.round, entry) for entry in draw.resting)
    return replace(field, round=field.round + 1, past=(*field.past, *played), rested=(*field.rested, *rested))


def _count_round(now: ScheduleState[E], draw: Draw[E], *, is_first: bool) -> None:
    for table in draw.tables:
        now.met[frozenset(table.entries)] += 1
        _count_seats(now, table.entries, table.number)
    now.rests.update(draw.resting)
    if is_first:
        now.began.update((*draw.entries, *draw.resting))
    now.to_come = (*now.to_come[1:], now.to_come[0])


def _count_seats(now: ScheduleState[E], entries: Sequence[E], table: int) -> None:
    for entry in entries:
        counts = now.sat.setdefault(entry, [])
        counts += [0] * (max(table, 2 * len(now.holders)) + 1 - len(counts))
        counts[table] += 1
