"""Which places of a division go up, play off or go down. Pure.

Teams that are level across such a line play off: the table cannot say which of them it is.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from tournament.ranking import Placing

Zone = Literal["", "promoted", "play_off", "relegated"]


def zones_of(table: Sequence[Placing[str]], *, promoted: int, play_off: int, relegated: int) -> Mapping[str, Zone]:
    """Returns the zone of each team; `table` has no team that withdrew."""

    def zone_at(place: int) -> Zone:
        if place <= promoted:
            return "promoted"
        if place <= promoted + play_off:
            return "play_off"
        return "relegated" if place > len(table) - relegated else ""

    zones: dict[str, Zone] = {}
    for placing in table:
        level = sum(1 for each in table if each.rank == placing.rank)
        first, last = zone_at(placing.rank), zone_at(placing.rank + level - 1)
        zones[placing.record.entry] = first if first == last else "play_off"
    return zones
