"""Which table each pair of a round sits at, where any would do: who cannot move has his own."""

from collections.abc import Mapping, Sequence

from .draw import E

EXCHANGES = 1_000


def table_numbers(
    pairs: Sequence[tuple[E, E]], tables: int, stays: Mapping[E, int], costs: Sequence[Sequence[int]]
) -> tuple[int, ...]:
    """One number a pair, of so many `tables` at least as there are pairs, or the one that is kept for who cannot move:
    as cheap as taking turns and a few exchanges make it. `costs` are those of each pair, by number."""
    kept: dict[int, int] = {}
    for place, pair in enumerate(pairs):
        wanted = [stays[entry] for entry in pair if entry in stays]
        if wanted and wanted[0] not in kept.values():
            kept[place] = wanted[0]
    taken = set(kept.values())
    free = [number for number in range(1, tables + 1) if number not in taken]
    numbers = dict(kept)
    movable = [place for place in range(len(pairs)) if place not in kept]
    for place in movable:
        numbers[place] = min(free, key=costs[place].__getitem__)
        free.remove(numbers[place])
    dear = [place for place in movable if costs[place][numbers[place]]]
    for place in dear[: EXCHANGES // max(len(pairs), 1)]:
        own = costs[place]
        for other in movable:
            here, there = numbers[place], numbers[other]
            if own[there] + costs[other][here] < own[here] + costs[other][there]:
                numbers[place], numbers[other] = there, here
    return tuple(numbers[place] for place in range(len(pairs)))
