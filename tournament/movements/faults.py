"""Finds faults in a draw that a movement or a director made. A fault that is only advice does not block a release."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from .draw import Draw, DrawnMatch, E, Field, Movement
from .words import ADVICE, FAULT_TEXTS


@dataclass(frozen=True)
class Fault:
    """One fault of a draw, with what a page needs to describe it; `params` hold the caller's entries."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_advice(self) -> bool:
        return self.code in ADVICE

    @property
    def message(self) -> str:
        return FAULT_TEXTS[self.code] % self.params


def find_faults(
    draw: Draw[E], expected_entries: Collection[E], *, sizes: Collection[int] = (3, 4, 5)
) -> tuple[Fault, ...]:
    """Returns every fault of a draw by itself, whoever made it. If there are none, the draw may be released."""
    return (
        *_check_seating(draw, expected_entries, sizes),
        *_check_turns(draw),
        *_check_sit_outs(draw),
        *_check_meetings(draw),
    )


def find_field_faults(movement: Movement, draw: Draw[E], field: Field[E]) -> tuple[Fault, ...]:
    """Returns every fault of a round, judged with the rounds before it and the club's wishes. Advice comes last."""
    return (
        *find_faults(draw, [entry for entry in field.entries if entry not in set(draw.out)], sizes=movement.sizes),
        *_check_earlier_meetings(movement, draw, field),
        *_check_rests(movement, draw, field),
        *_check_wishes(draw, field),
        *_check_groups(movement, draw, field),
    )


def _check_seating(draw: Draw[E], expected: Collection[E], sizes: Collection[int]) -> Iterator[Fault]:
    seated = Counter((*draw.entries, *draw.resting))
    for entry, times in seated.items():
        if times > 1:
            yield Fault("seated_twice", {"entry": entry, "times": times})
        if entry not in expected:
            yield Fault("unknown", {"entry": entry})
    for entry in expected:
        if entry not in seated:
            yield Fault("missing", {"entry": entry})
    for number, times in Counter(table.number for table in draw.tables).items():
        if times > 1:
            yield Fault("same_number", {"table": number})
    for table in draw.tables:
        if table.size not in sizes:
            yield Fault("table_size", {"table": table.number, "size": table.size})


def _check_turns(draw: Draw[E]) -> Iterator[Fault]:
    for table in draw.tables:
        for turn in table.turns:
            place = {"table": table.number, "turn": turn.number}
            present = Counter(entry for match in turn.matches for entry in match.entries) + Counter(turn.sit_outs)
            for entry, times in present.items():
                if entry not in table.entries:
                    yield Fault("not_at_table", {"entry": entry, **place})
                if times > 1:
                    yield Fault("twice_in_turn", {"entry": entry, "times": times, **place})
            for entry in dict.fromkeys(table.entries):
                if entry not in present:
                    yield Fault("not_in_turn", {"entry": entry, **place})


def _check_sit_outs(draw: Draw[E]) -> Iterator[Fault]:
    for table in draw.tables:
        rests = Counter(entry for turn in table.turns for entry in turn.sit_outs)
        if all(rests[entry] for entry in table.entries):
            continue
        for entry, times in rests.items():
            if times > 1:
                yield Fault("sits_out_again", {"entry": entry, "times": times, "table": table.number})


def _check_meetings(draw: Draw[E]) -> Iterator[Fault]:
    """Yields a fault for entries that are opponents more than once within this draw."""
    met: Counter[frozenset[E]] = Counter()
    first_named: dict[frozenset[E], tuple[E, E]] = {}
    for entry, opponent in (pair for match in _matches_of(draw) for pair in opponents_in(match.sides)):
        pair = frozenset((entry, opponent))
        first_named.setdefault(pair, (entry, opponent))
        met[pair] += 1
    for pair, times in met.items():
        if times > 1:
            entry, opponent = first_named[pair]
            yield Fault("second_meeting", {"entry": entry, "opponent": opponent, "times": times})


def _matches_of(draw: Draw[E]) -> Iterator[DrawnMatch[E]]:
    return (match for table in draw.tables for turn in table.turns for match in turn.matches)


def opponents_in(sides: Sequence[Sequence[E]]) -> Iterator[tuple[E, E]]:
    """Yields every pair of opponents."""
    return (pair for one, other in combinations(sides, 2) for pair in product(one, other))


def partners_in(sides: Sequence[Sequence[E]]) -> Iterator[tuple[E, E]]:
    return (pair for side in sides for pair in combinations(side, 2))


def is_repeat(movement: Movement, field: Field[E]) -> bool:
    """Returns whether all who are here have met, so that every match of a round that promised a new opponent is played
    again, as after somebody left an evening on which all meet all."""
    return movement.meets_once and _fewest_meetings(field) > _cycles_over(movement, field)


def _fewest_meetings(field: Field[E]) -> int:
    """Returns how often any two of those here have met at least."""
    met = Counter(frozenset(pair) for past in field.past for pair in opponents_in(past.sides))
    return min((met[frozenset(pair)] for pair in combinations(field.entries, 2)), default=0)


def _cycles_over(movement: Movement, field: Field[E]) -> int:
    """Returns how often all have had the rounds to meet."""
    if movement.cycle is None:
        return 0
    return (field.round - 1) // movement.cycle(max(len(field.order), len(field.entries)))


def _check_earlier_meetings(movement: Movement, draw: Draw[E], field: Field[E]) -> Iterator[Fault]:
    promises = (
        ("met_before", movement.meets_once, opponents_in),
        ("partners_before", movement.partners_once, partners_in),
    )
    cycles = _cycles_over(movement, field)
    for code, is_promised, pairs_in in promises:
        if not is_promised:
            continue
        before: dict[frozenset[E], list[int]] = {}
        for past in field.past:
            for pair in pairs_in(past.sides):
                before.setdefault(frozenset(pair), []).append(past.round)
        for entry, opponent in (pair for match in _matches_of(draw) for pair in pairs_in(match.sides)):
            rounds = before.get(frozenset((entry, opponent)), [])
            if len(rounds) > cycles:
                yield Fault(code, {"entry": entry, "opponent": opponent, "round": rounds[-1]})


def _check_rests(movement: Movement, draw: Draw[E], field: Field[E]) -> Iterator[Fault]:
    """Yields a fault for rests that are unfair. Latecomers have missed rounds already and need not rest first. Each
    group counts its own rests."""
    rested = {entry for _round, entry in field.rested}
    began = set(field.began)
    fresh = [entry for entry in draw.entries if entry not in rested and entry in began]
    group_of = _groups_of(movement, field)
    for entry in draw.resting if movement.shares_rests else ():
        others = (other for other in fresh if group_of.get(other) == group_of.get(entry))
        if entry in rested and (opponent := next(others, None)) is not None:
            yield Fault("rests_again", {"entry": entry, "opponent": opponent})


def _groups_of(movement: Movement, field: Field[E]) -> dict[E, int]:
    groups = movement.groups_of(field) if movement.groups_of is not None else ()
    return {entry: number for number, group in enumerate(groups) for entry in group}


def _check_groups(movement: Movement, draw: Draw[E], field: Field[E]) -> Iterator[Fault]:
    group_of = _groups_of(movement, field)
    second = set(field.second_cup)
    for entry, opponent in (pair for match in _matches_of(draw) for pair in opponents_in(match.sides)):
        if group_of and group_of.get(entry) != group_of.get(opponent):
            yield Fault("other_group", {"entry": entry, "opponent": opponent})
        if (entry in second) != (opponent in second):
            yield Fault("other_cup", {"entry": entry, "opponent": opponent})


def _check_wishes(draw: Draw[E], field: Field[E]) -> Iterator[Fault]:
    for table in draw.tables:
        for entry, other in combinations(table.entries, 2):
            if frozenset((entry, other)) in field.apart:
                yield Fault("not_kept_apart", {"entry": entry, "opponent": other, "table": table.number})
        for entry in table.entries:
            if field.stays.get(entry, table.number) != table.number:
                params = {"entry": entry, "wanted": field.stays[entry], "table": table.number}
                yield Fault("moved_who_stays", params)
