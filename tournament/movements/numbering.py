"""Which table each pair of a round sits at, where any would do: who cannot move has his own."""

from collections.abc import Callable, Mapping, Sequence

from .draw import E

EXCHANGES = 1_000


def table_numbers(
    pairs: Sequence[tuple[E, E]], tables: int, stays: Mapping[E, int], cost: Callable[[tuple[E, E], int], int]
) -> tuple[int, ...]:
    """One number a pair, of so many `tables` at least as there are pairs, or the one that is kept for who cannot move:
    as cheap as taking turns and a few exchanges make it."""
    kept: dict[int, int] = {}
    for place, pair in enumerate(pairs):
        wanted = [stays[entry] for entry in pair if entry in stays]
        if wanted and wanted[0] not in kept.values():
            kept[place] = wanted[0]
    free = [number for number in range(1, tables + 1) if number not in kept.values()]
    numbers = dict(kept)
    movable = [place for place in range(len(pairs)) if place not in kept]
    for place in movable:
        pair = pairs[place]
        new = next((number for number in free if not cost(pair, number)), None)
        numbers[place] = new or min(free, key=lambda number: cost(pair, number))
        free.remove(numbers[place])
    dear = [place for place in movable if cost(pairs[place], numbers[place])]
    for place in dear[: EXCHANGES // max(len(pairs), 1)]:
        for other in movable:
            here, there = numbers[place], numbers[other]
            now = cost(pairs[place], here) + cost(pairs[other], there)
            if cost(pairs[place], there) + cost(pairs[other], here) < now:
                numbers[place], numbers[other] = there, here
    return tuple(numbers[place] for place in range(len(pairs)))
