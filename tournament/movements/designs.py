"""Plans known beforehand, in which people meet as few times as can be: from a first round that is turned on by one each
round, or from four groups. People are numbers from 0, as in `mixing`.
"""

import math
from collections.abc import Callable

from .mixing import Plan, Seats

STARTERS = {
    4: "* 0 v 1 2",
    5: "1 4 v 2 3",
    8: "* 0 v 1 3 | 2 6 v 4 5",
    12: "* 0 v 1 3 | 2 9 v 6 7 | 4 10 v 5 8",
    13: "1 4 v 2 7 | 3 12 v 6 8 | 5 11 v 9 10",
    16: "* 0 v 1 2 | 3 6 v 9 11 | 4 13 v 8 12 | 5 10 v 7 14",
    17: "1 2 v 3 8 | 4 15 v 10 12 | 5 9 v 6 13 | 7 16 v 11 14",
    20: "* 0 v 1 2 | 3 5 v 9 15 | 4 14 v 12 17 | 6 18 v 10 13 | 7 11 v 8 16",
    21: "1 6 v 5 9 | 2 4 v 10 16 | 3 12 v 8 19 | 7 15 v 17 18 | 11 14 v 13 20",
    24: "* 0 v 4 15 | 1 10 v 17 22 | 2 3 v 16 20 | 5 12 v 8 18 | 6 21 v 7 9 | 11 14 v 13 19",
    25: "1 13 v 2 18 | 3 8 v 10 12 | 4 22 v 9 23 | 5 24 v 7 15 | 6 16 v 19 20 | 11 14 v 17 21",
    28: "* 0 v 4 18 | 1 25 v 5 9 | 2 24 v 11 12 | 3 20 v 14 22 | 6 21 v 19 26 | 7 23 v 8 17 | 10 16 v 13 15",
    29: "1 14 v 8 11 | 2 17 v 16 27 | 3 24 v 7 19 | 4 9 v 12 18 | 5 25 v 13 23 | 6 10 v 26 28 | 15 22 v 20 21",
    32: "* 0 v 6 30 | 1 11 v 5 19 | 2 8 v 10 18 | 3 22 v 4 15 | 7 23 v 12 21 | 9 14 v 25 28 | "
    "13 26 v 16 17 | 20 24 v 27 29",
}
"""First rounds: partners against partners, table by table. To turn one on is to add one to everybody but *, from the
highest on to 0; whoever is missing rests. Then each partners each once and plays against each twice. Those up to 20 are
known from whist tournaments, the others were found by annealing. Between them nine stand apart."""

NINE = "01 02 v 10 20 | 11 22 v 12 21"
"""Nine are two figures of 0, 1 and 2 each, turned on by themselves."""


def cycle_rounds(people: int) -> int:
    """How many rounds it takes everybody to partner everybody, if nobody ever rests without need."""
    return people - (people % 2 == 0)


def cycle(people: int, rounds: int) -> Plan | None:
    """So many rounds of the plan in which everybody partners everybody once and plays against everybody twice; None
    where none is known, or for more rounds than it has."""
    if rounds > cycle_rounds(people) or not (people == 9 or people in STARTERS):
        return None
    circle = cycle_rounds(people)
    if people == 9:
        start = _tables(NINE, lambda name: int(name, 3))
        turned = [tuple(_both_turned(person, by) for person in range(9)) for by in range(rounds)]
    else:
        start = _tables(STARTERS[people], lambda name: circle if name == "*" else int(name))
        turned = [(*((person + by) % circle for person in range(circle)), circle) for by in range(rounds)]
    tables = tuple(tuple(tuple(by[person] for person in seats) for seats in start) for by in turned)
    return Plan(tables, tuple(tuple(set(range(people)).difference(*seated)) for seated in tables))


def _tables(text: str, person_of: Callable[[str], int]) -> tuple[Seats, ...]:
    """Partners sit opposite each other."""
    tables = (table.replace(" v ", " ").split() for table in text.split(" | "))
    return tuple(tuple(map(person_of, (one, two, partner, other))) for one, partner, two, other in tables)


def _both_turned(person: int, by: int) -> int:
    return (person // 3 + by // 3) % 3 * 3 + (person + by) % 3


def transversal(people: int, rounds: int) -> Plan | None:
    """Tables of four at which no two ever meet twice: one from each of four groups, who move on by 0 to 3 times as many
    places each round. None where that is not known to work (it is for groups of a number without the factors 2 and 3,
    and of 4, 8 and 16), or for more rounds than a group has people. Four groups of four are a fifth round themselves.
    """
    size = people // 4
    if people % 4 or not 0 < rounds <= size + (size == 4):
        return None
    if size in POLYNOMIALS:
        place = _place_in_field
    elif math.gcd(size, 6) == 1:
        place = _place_in_circle
    else:
        return None
    tables = [
        tuple(tuple(group * size + place(size, start, group, by) for group in range(4)) for start in range(size))
        for by in range(min(rounds, size))
    ]
    if rounds > size:
        tables.append(tuple(tuple(range(group * size, group * size + size)) for group in range(4)))
    return Plan(tuple(tables), ((),) * rounds)


def _place_in_circle(size: int, start: int, group: int, by: int) -> int:
    return (start + group * by) % size


POLYNOMIALS = {4: 0b111, 8: 0b1011, 16: 0b10011}
"""What the fields of these sizes are reckoned by."""


def _place_in_field(size: int, start: int, group: int, by: int) -> int:
    """As in the circle, with the sums and products of the field."""
    doubled = min(2 * by, 2 * by ^ POLYNOMIALS[size])
    return start ^ (by if group & 1 else 0) ^ (doubled if group & 2 else 0)
