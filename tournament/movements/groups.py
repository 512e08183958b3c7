"""Groups by themselves: several round robins side by side, as even as can be, of about so many entries each.

Groups are dealt from the starting order to and fro, so that the strongest are in different ones where they rank; who is
to be kept apart changes groups with another. An odd group rests in turn, and a smaller one has fewer rounds than a
larger one: nobody meets the same twice before the cycle of all is over. Who comes late joins the smallest group.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from tournament.movements.draw import table_numbers

from .draw import (
    CannotSeat,
    Draw,
    E,
    Field,
    Fit,
    Movement,
    Rounds,
    TableDraw,
    Why,
    starting_order,
    two_sides,
    whole_stage,
)
from .round_robin import circle, rounds_in_which_all_meet
from .schedule import Now, Plan, follow
from .words import CANNOT_SEAT_TEXTS

SMALLEST = 3
FEWEST = 2 * SMALLEST
GROUP_SIZES = (3, 4, 5, 6)
"""That a club may choose from."""
ELSEWHERE = 10**6
"""What it costs to sit at a table of another group."""


def letter(group: int) -> str:
    """What the group of that number, from 0, is called: A to Z, then AA, AB ..."""
    before = letter(group // 26 - 1) if group > 25 else ""
    return before + chr(ord("A") + group % 26)


def sizes_of(wanted: int, size: int) -> tuple[int, ...]:
    """Two groups at least, three or more in each, none of which needs more rounds than one of the wanted size; as near
    that size as can be, and rather smaller than larger."""
    largest = wanted + wanted % 2
    counts = range(max(2, -(-size // largest)), max(2, size // SMALLEST) + 1)

    def cost(count: int) -> tuple[int, int]:
        return sum(abs(each - wanted) for each in _even(count, size)), -count

    return _even(min(counts, key=cost), size)


def _even(count: int, size: int) -> tuple[int, ...]:
    return tuple(map(len, dealt(range(size), count)))


def dealt(order: Sequence[E], count: int) -> tuple[tuple[E, ...], ...]:
    """To and fro: 1 2 3, 3 2 1, 1 2 3 ..."""
    groups: list[list[E]] = [[] for _ in range(count)]
    for place, entry in enumerate(order):
        groups[_group_at(place, count)].append(entry)
    return tuple(map(tuple, groups))


def _group_at(place: int, count: int) -> int:
    row, column = divmod(place, count)
    return count - 1 - column if row % 2 else column


def fits(size: int) -> Fit:
    return Fit() if size >= FEWEST else Fit(CANNOT_SEAT_TEXTS["too_few_for_groups"])


def cycle(wanted: int, size: int) -> int:
    """Rounds in which all of the largest group meet."""
    return rounds_in_which_all_meet(max(sizes_of(wanted, size)))


def rounds(wanted: int, size: int) -> Rounds:
    full = cycle(wanted, size)
    return Rounds(1, full, full)


def starts_from(wanted: int, field: Field[E]) -> tuple[E, ...]:
    """The order whose groups keep apart whom the field does: exchanged with another of the same strength, and where
    none of these helps with anybody."""
    order = list(starting_order(field))
    if field.order or not field.apart or not fits(len(order)):
        return tuple(order)
    count = len(sizes_of(wanted, len(order)))
    apart: dict[E, set[E]] = {entry: set() for entry in order}
    for one, other in (tuple(pair) for pair in field.apart if len(pair) == 2 and apart.keys() >= pair):
        apart[one].add(other)
        apart[other].add(one)
    for reach in (count, len(order)):
        while _has_parted(order, count, apart, reach):
            pass
    return tuple(order)


def _has_parted(order: list[E], count: int, apart: Mapping[E, set[E]], reach: int) -> bool:
    """Whether an exchange leaves fewer together who are to be kept apart; of two in rows of `reach` places."""
    groups = [set(group) for group in dealt(order, count)]
    for place, entry in enumerate(order):
        here = groups[_group_at(place, count)]
        if not apart[entry] & here:
            continue
        row = place // reach * reach
        for at, other in list(enumerate(order))[row : row + reach]:
            there = groups[_group_at(at, count)]
            before = len(apart[entry] & here) + len(apart[other] & there)
            after = len(apart[entry] & (there - {other})) + len(apart[other] & (here - {entry}))
            if there is not here and after < before:
                order[place], order[at] = other, entry
                return True
    return False


def groups_of(wanted: int, field: Field[E]) -> tuple[tuple[E, ...], ...]:
    """Everybody by groups, also who has left: those of the first draw, then who came late. These are where they have
    played; who has not yet joins the smallest group, of equal ones one in which somebody would rest."""
    order = starts_from(wanted, replace(field, entries=field.order or field.entries))
    groups = [list(group) for group in dealt(order, len(sizes_of(wanted, len(order))))]
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
    """Every round from the one that is asked for to the last, as they are known if nobody comes or leaves."""
    if not fits(len(field.order or field.entries)):
        raise CannotSeat("too_few_for_groups")
    full = cycle(wanted, max(len(field.order), len(field.entries)))
    groups = groups_of(wanted, field)
    first = set(field.order or field.entries)
    drawn = [
        follow(_alone(field, group), _plan(field, tuple(entry for entry in group if entry in first), number), full)
        for number, group in enumerate(groups)
    ]
    if not any(draw.tables for draws in drawn for draw in draws[:1]):
        raise CannotSeat("all_played")
    return tuple(_side_by_side(field, [len(group) // 2 for group in dealt(tuple(first), len(groups))], drawn))


def _alone(field: Field[E], group: Sequence[E]) -> Field[E]:
    """What concerns the group."""
    members = set(group)
    return replace(
        field,
        entries=tuple(entry for entry in group if entry in set(field.entries)),
        order=tuple(entry for entry in field.order if entry in members),
        past=tuple(past for past in field.past if members >= set(past.entries)),
        rested=tuple((round, entry) for round, entry in field.rested if entry in members),
        stays={},
    )


def _plan(field: Field[E], first: Sequence[E], number: int) -> Plan[E]:
    slots = (*first, None) if len(first) % 2 else tuple(first)
    return Plan(
        slots, circle(len(slots)), _one_by_one, partial(_why, letter(number)), finished="all_played", meets_again=False
    )


def _one_by_one(_now: Now[E], pairs: Sequence[tuple[E, E]], _stays: Mapping[E, int]) -> Sequence[int]:
    return range(1, len(pairs) + 1)


def _why(group: str, _slot: int, round: int) -> Why:
    return Why("group", {"group": group, "round": round})


def _side_by_side(field: Field[E], tables: Sequence[int], drawn: Sequence[tuple[Draw[E], ...]]) -> Iterator[Draw[E]]:
    """Each group keeps its tables, of which everybody sees all; who cannot move has his own."""
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
        numbers = table_numbers(pairs, max(len(room), len(pairs)), field.stays, costs)
        seated: list[TableDraw[E]] = [two_sides(number, pair) for number, pair in zip(numbers, pairs, strict=True)]
        sat.update((entry, table.number) for table in seated for entry in table.entries)
        why: dict[E, Why] = {}
        for group, draw in enumerate(draws):
            why |= draw.why | _why_rest(draw, letter(group))
        resting = tuple(entry for draw in draws for entry in draw.resting)
        yield Draw(tuple(sorted(seated, key=lambda table: table.number)), resting, why=why)


def _why_rest(draw: Draw[E], group: str) -> dict[E, Why]:
    """An odd group rests in turn; else there is nobody left to meet, for all or for this one."""
    code = "group_over" if not draw.tables else "group_rests" if len(draw.resting) == 1 else "group_met"
    odd = (entry for entry in draw.resting if draw.why[entry].code != "rests_for" or not draw.tables)
    return dict.fromkeys(odd, Why(code, {"group": group}))


def groups(wanted: int) -> Movement:
    """Groups of about so many."""
    return Movement(
        f"groups-{wanted}",
        fits,
        partial(next_draws, wanted),
        two_sides,
        whole_stage,
        sizes=(2,),
        turns=1,
        rounds=partial(rounds, wanted),
        meets_once=True,
        cycle=partial(cycle, wanted),
        starts_from=partial(starts_from, wanted),
        groups_of=partial(groups_of, wanted),
        group_sizes=partial(sizes_of, wanted),
    )
