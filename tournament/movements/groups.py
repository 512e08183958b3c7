"""The movement "groups": several round robins side by side, as even in size as possible.

Entries are dealt from the starting order to the groups and back (1 2 3, 3 2 1), so that the strongest are in different
groups. Entries to be kept apart swap groups with others. In an odd group all rest in turn. A smaller group has fewer
rounds, since nobody meets twice before all groups have finished their cycle. Latecomers join the smallest group.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from .draw import (
    CannotSeat,
    Draw,
    E,
    Field,
    Movement,
    Rounds,
    TableDraw,
    Why,
    fits_from,
    number_tables,
    seat_sides,
    starting_order,
)
from .round_robin import circle_of, rounds_for_all_to_meet
from .schedule import SchedulePlan, follow_plan

SMALLEST = 3
FEWEST = 2 * SMALLEST
GROUP_SIZES = (3, 4, 5, 6)
"""Sizes that a club can choose."""
ELSEWHERE = 10**6
"""The cost of a table that belongs to another group."""


def letter_of(group: int) -> str:
    """Returns the name of a group by its number from 0: A to Z, then AA, AB ..."""
    before = letter_of(group // 26 - 1) if group > 25 else ""
    return before + chr(ord("A") + group % 26)


def sizes_of(wanted: int, size: int) -> tuple[int, ...]:
    """Splits `size` entries into at least two groups of three or more, as near `wanted` as possible and rather smaller
    than larger. No group needs more rounds than one of the wanted size."""
    largest = wanted + wanted % 2
    counts = range(max(2, -(-size // largest)), max(2, size // SMALLEST) + 1)

    def cost(count: int) -> tuple[int, int]:
        return sum(abs(each - wanted) for each in _even_sizes_of(count, size)), -count

    return _even_sizes_of(min(counts, key=cost), size)


def _even_sizes_of(count: int, size: int) -> tuple[int, ...]:
    return tuple(map(len, deal_to_groups(range(size), count)))


def deal_to_groups(order: Sequence[E], count: int) -> tuple[tuple[E, ...], ...]:
    """Deals entries to and fro: 1 2 3, 3 2 1, 1 2 3 ..."""
    groups: list[list[E]] = [[] for _ in range(count)]
    for place, entry in enumerate(order):
        groups[_group_of_place(place, count)].append(entry)
    return tuple(map(tuple, groups))


def _group_of_place(place: int, count: int) -> int:
    row, column = divmod(place, count)
    return count - 1 - column if row % 2 else column


fits = fits_from(FEWEST, "too_few_for_groups")


def cycle_of(wanted: int, size: int) -> int:
    """How many rounds it takes all of the largest group to meet."""
    return rounds_for_all_to_meet(max(sizes_of(wanted, size)))


def rounds_for(wanted: int, size: int) -> Rounds:
    full = cycle_of(wanted, size)
    return Rounds(1, full, full)


def starting_order_for(wanted: int, field: Field[E]) -> tuple[E, ...]:
    """Returns the starting order, changed so that entries to be kept apart are in different groups: by swaps with
    others of the same strength, and if none helps with anybody."""
    order = list(starting_order(field))
    if field.order or not field.apart or not fits(len(order)):
        return tuple(order)
    count = len(sizes_of(wanted, len(order)))
    apart: dict[E, set[E]] = {entry: set() for entry in order}
    for one, other in (tuple(pair) for pair in field.apart if len(pair) == 2 and apart.keys() >= pair):
        apart[one].add(other)
        apart[other].add(one)
    for reach in (count, len(order)):
        while _separate_two(order, count, apart, reach):
            pass
    return tuple(order)


def _separate_two(order: list[E], count: int, apart: Mapping[E, set[E]], reach: int) -> bool:
    """Makes one swap, within rows of `reach` places, that leaves fewer together who are to be kept apart. Returns False
    if there is none."""
    groups = [set(group) for group in deal_to_groups(order, count)]
    for place, entry in enumerate(order):
        here = groups[_group_of_place(place, count)]
        if not apart[entry] & here:
            continue
        row = place // reach * reach
        for at, other in list(enumerate(order))[row : row + reach]:
            there = groups[_group_of_place(at, count)]
            before = len(apart[entry] & here) + len(apart[other] & there)
            after = len(apart[entry] & (there - {other})) + len(apart[other] & (here - {entry}))
            if there is not here and after < before:
                order[place], order[at] = other, entry
                return True
    return False


def groups_of(wanted: int, field: Field[E]) -> tuple[tuple[E, ...], ...]:
    """Returns everybody by groups, those who have left included: first those of the first draw, then latecomers. A
    latecomer is in the group they have played in. Otherwise they join the smallest; of equal ones, one in which
    somebody would rest."""
    order = starting_order_for(wanted, replace(field, entries=field.order or field.entries))
    groups = [list(group) for group in deal_to_groups(order, len(sizes_of(wanted, len(order))))]
    group_of = {entry: number for number, group in enumerate(groups) for entry in group}
    met: dict[E, Counter[int]] = {}
    here = set(field.entries)
    people = dict.fromkeys((*field.entries, *(entry for past in field.past for entry in past.entries)))
    late = [entry for entry in people if entry not in group_of]
    for past in field.past:
        for entry in past.entries:
            met.setdefault(entry, Counter()).update(group_of[other] for other in past.entries if other in group_of)
    for entry in sorted(late, key=lambda entry: not met.get(entry)):
        sizes = [sum(each in here for each in group) for group in groups]
        join = min(range(len(groups)), key=lambda group: (sizes[group], sizes[group] % 2 == 0))
        if met.get(entry):
            ((join, _times),) = met[entry].most_common(1)
        groups[join].append(entry)
    return tuple(map(tuple, groups))


def next_draws(wanted: int, field: Field[E]) -> tuple[Draw[E], ...]:
    """Returns every round from the field's to the last, as drawn if nobody comes or leaves."""
    if not fits(len(field.order or field.entries)):
        raise CannotSeat("too_few_for_groups")
    full = cycle_of(wanted, max(len(field.order), len(field.entries)))
    groups = groups_of(wanted, field)
    first = set(field.order or field.entries)
    drawn = [
        follow_plan(
            _field_of_group(field, group),
            _plan_group(field, tuple(entry for entry in group if entry in first), number),
            full,
        )
        for number, group in enumerate(groups)
    ]
    if not any(draw.tables for draws in drawn for draw in draws[:1]):
        raise CannotSeat("all_played")
    return tuple(_place_groups(field, [len(group) // 2 for group in deal_to_groups(tuple(first), len(groups))], drawn))


def _field_of_group(field: Field[E], group: Sequence[E]) -> Field[E]:
    members = set(group)
    return replace(
        field,
        entries=tuple(entry for entry in group if entry in set(field.entries)),
        order=tuple(entry for entry in field.order if entry in members),
        past=tuple(past for past in field.past if members >= set(past.entries)),
        rested=tuple((round, entry) for round, entry in field.rested if entry in members),
        stays={},
    )


def _plan_group(field: Field[E], first: Sequence[E], number: int) -> SchedulePlan[E]:
    slots = (*first, None) if len(first) % 2 else tuple(first)
    return SchedulePlan(
        slots,
        circle_of(len(slots)),
        lambda _now, pairs, _stays: range(1, len(pairs) + 1),
        lambda _slot, round: Why("group", {"group": letter_of(number), "round": round}),
        finished="all_played",
        meets_again=False,
    )


def _place_groups(field: Field[E], tables: Sequence[int], drawn: Sequence[tuple[Draw[E], ...]]) -> Iterator[Draw[E]]:
    """Combines the groups' rounds. Each group keeps its tables, and everybody plays at all of them; those who cannot
    move keep their table."""
    sat = Counter((entry, past.table) for past in field.past for entry in past.entries)
    room = [group for group, count in enumerate(tables) for _ in range(count)]
    for draws in zip(*drawn, strict=True):
        group_of = {table.entries: group for group, draw in enumerate(draws) for table in draw.tables}
        pairs: list[tuple[E, E]] = [(one, other) for one, other in group_of]

        beyond = [-1] * (len(pairs) - len(room))
        costs = [
            [
                sum(sat[entry, number] ** 2 for entry in pair) + ELSEWHERE * (group != group_of[pair])
                for number, group in enumerate((-1, *room, *beyond))
            ]
            for pair in pairs
        ]
        numbers = number_tables(pairs, max(len(room), len(pairs)), field.stays, costs)
        seated: list[TableDraw[E]] = [seat_sides(number, pair) for number, pair in zip(numbers, pairs, strict=True)]
        sat.update((entry, table.number) for table in seated for entry in table.entries)
        why: dict[E, Why] = {}
        for group, draw in enumerate(draws):
            why |= draw.why | _explain_rests(draw, letter_of(group))
        resting = tuple(entry for draw in draws for entry in draw.resting)
        yield Draw(tuple(sorted(seated, key=lambda table: table.number)), resting, why=why)


def _explain_rests(draw: Draw[E], group: str) -> dict[E, Why]:
    """Explains rests in a group: its number is odd, or there is nobody left to meet for the whole group or for one
    entry."""
    code = "group_over" if not draw.tables else "group_rests" if len(draw.resting) == 1 else "group_met"
    odd = (entry for entry in draw.resting if draw.why[entry].code != "rests_for" or not draw.tables)
    return dict.fromkeys(odd, Why(code, {"group": group}))


def make_groups(wanted: int) -> Movement:
    """Makes the movement whose groups have about `wanted` entries each."""
    return Movement(
        f"groups-{wanted}",
        fits,
        partial(next_draws, wanted),
        rounds=partial(rounds_for, wanted),
        meets_once=True,
        cycle=partial(cycle_of, wanted),
        starts_from=partial(starting_order_for, wanted),
        groups_of=partial(groups_of, wanted),
        group_sizes=partial(sizes_of, wanted),
    )
