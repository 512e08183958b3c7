"""Finds the best pairs: as many as possible, and of all such ways the one with the largest sum of weights."""

from collections.abc import Iterable

from rustworkx import PyGraph, max_weight_matching


def find_matching(places: int, edges: Iterable[tuple[int, int, int]]) -> frozenset[tuple[int, int]]:
    """Returns pairs of places (from 0), the lower first. An edge is two places and the weight of their pair."""
    graph: PyGraph[int, int] = PyGraph()
    graph.add_nodes_from(range(places))
    graph.add_edges_from(list(edges))
    pairs = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return frozenset((min(pair), max(pair)) for pair in pairs)
