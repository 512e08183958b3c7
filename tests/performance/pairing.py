"""What drawing a Swiss round costs: `python -m tests.performance.pairing`.

It draws the round after four of random results, with nobody to meet twice: 88 entries, 89 with one who rests, and
1,000. The floor of the same run is the library's bare matching over the same edges, without finding them or making a
draw of it. Beside it is the matching over every pair in the room: the window that is searched instead finds the same
least sum of differences, which is shown too. Figures are the median of the rounds, in milliseconds of the processor.
"""

import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import rustworkx

from tournament.movements.draw import Draw, Field, PastMatch
from tournament.movements.swiss import SWISS, edges_of, room_of

SIZES, PLAYED, REPEATS = (88, 89, 1000), 4, 7
AIMS = {88: 50, 1000: 1000}


def milliseconds(work: Callable[[], object]) -> float:
    taken = []
    for _ in range(REPEATS + 1):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return 1000 * statistics.median(taken[1:])


def played(size: int) -> Field[int]:
    """Returns the field of the round after the last one played; a third of the matches were level."""
    chance, field = Random(1674), Field(tuple(range(size)), 1674)
    for number in range(1, PLAYED + 1):
        (draw,) = SWISS.next_draws(field)
        scores, past = dict(field.scores), list(field.past)
        for table in draw.tables:
            one, other = table.entries
            winner = chance.choice([0, 1, None])
            for place, entry in enumerate((one, other)):
                scores[entry] = scores.get(entry, Fraction()) + (Fraction(1, 2) if winner is None else winner == place)
            past.append(PastMatch(number, table.number, ((one,), (other,)), winner))
        rested = (*field.rested, *((number, entry) for entry in draw.resting))
        field = replace(field, round=number + 1, scores=scores, past=tuple(past), rested=rested)
    return field


def graph_of(nodes: int, edges: list[tuple[int, int, int]]) -> "rustworkx.PyGraph[int, int]":
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(edges)
    return graph


def match_all(graph: "rustworkx.PyGraph[int, int]") -> set[tuple[int, int]]:
    return rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def difference(field: Field[int], draw: Draw[int]) -> Fraction:
    pairs = (table.entries for table in draw.tables)
    return sum((abs(field.scores[one] - field.scores[other]) for one, other in pairs), Fraction())


def whole_room(field: Field[int], draw: Draw[int]) -> "rustworkx.PyGraph[int, int]":
    """Returns every pair of those who play and have not met, by their difference alone, doubled to be whole."""
    before = {frozenset(past.entries) for past in field.past}
    entries = draw.entries
    edges = [
        (one, other, 1000 - int(2 * abs(field.scores[entries[one]] - field.scores[entries[other]])))
        for one, other in combinations(range(len(entries)), 2)
        if {entries[one], entries[other]} not in before
    ]
    return graph_of(len(entries), edges)


def figures_of(size: int) -> str:
    field = played(size)
    (draw,) = SWISS.next_draws(field)
    room = room_of(field)
    edges = edges_of(room, Random(1674))
    drawing = milliseconds(lambda: SWISS.next_draws(field))
    graph = graph_of(size + size % 2, edges)
    floor = milliseconds(lambda: match_all(graph))
    everybody = whole_room(field, draw)
    began = time.process_time()
    pairs = match_all(everybody)
    dense = 1000 * (time.process_time() - began)
    least = Fraction(sum(1000 - everybody.get_edge_data(one, other) for one, other in pairs), 2)
    assert difference(field, draw) == least, (difference(field, draw), least)
    aim = f"aim {AIMS[size]} ms" if size in AIMS else ""
    return (
        f"{size:>5} entries {drawing:>6.1f} ms   floor {floor:>5.1f} ms over {len(edges):>6,} edges   "
        f"every pair {dense:>6.1f} ms over {everybody.num_edges():>7,}   differences {float(least)}   {aim}"
    )


def main() -> None:
    for size in SIZES:
        print(figures_of(size), flush=True)


if __name__ == "__main__":
    main()
