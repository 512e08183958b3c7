"""Known plans in which people meet as seldom as possible. Each is built from a first round whose people move on by one
every round, or from four groups; plans for the numbers in between leave places vacant. People are numbers from 0, as in
`mixing`."""

import math
from collections.abc import Callable, Sequence

from .mixing import MixingPlan, Seats

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
"""First rounds: partners against partners, table by table. Each next round adds one to everybody but * (the highest
becomes 0); a number that is missing rests. Over a cycle everybody partners everybody once and plays against everybody
twice. Those for up to 20 people are known from whist tournaments; annealing found the others. Nine people need a plan
of their own."""

NINE = "01 02 v 10 20 | 11 22 v 12 21"
"""The first round for nine people, who are written as two digits of 0, 1 and 2. Each digit moves on by itself."""


def cycle_rounds_of(people: int) -> int:
    """Returns how many rounds it takes until everybody has partnered everybody, if nobody rests needlessly."""
    return people - (people % 2 == 0)


def find_cycle(people: int, rounds: int) -> MixingPlan | None:
    """Returns so many rounds of the plan in which everybody partners everybody once and plays against everybody twice.
    None if no such plan is known, or if it has fewer rounds."""
    if rounds > cycle_rounds_of(people) or not (people == 9 or people in STARTERS):
        return None
    circle = cycle_rounds_of(people)
    if people == 9:
        start = _read_tables(NINE, lambda name: int(name, 3))
        turned = [  # each person is a number of two figures, which both go on by those of the round
            tuple((person // 3 + by // 3) % 3 * 3 + (person + by) % 3 for person in range(9)) for by in range(rounds)
        ]
    else:
        start = _read_tables(STARTERS[people], lambda name: circle if name == "*" else int(name))
        turned = [(*((person + by) % circle for person in range(circle)), circle) for by in range(rounds)]
    tables = tuple(tuple(tuple(by[person] for person in seats) for seats in start) for by in turned)
    return _add_rests(people, tables)


def _read_tables(text: str, person_of: Callable[[str], int]) -> tuple[Seats, ...]:
    """Partners sit opposite each other."""
    tables = (table.replace(" v ", " ").split() for table in text.split(" | "))
    return tuple(tuple(map(person_of, (one, two, partner, other))) for one, partner, two, other in tables)


def find_transversal(people: int, rounds: int) -> MixingPlan | None:
    """Returns tables of four at which no two ever meet twice: one from each of four groups, which move on by 0, 1, 2
    and 3 places each round.

    It is known to work for groups of a size without the factors 2 and 3, and of 4, 8 and 16. Returns None for other
    sizes, or for more rounds than a group has people. Four groups of four get a fifth round, in which each group is a
    table.
    """
    size = people // 4
    if people % 4 or not 0 < rounds <= size + (size == 4):
        return None
    if size in POLYNOMIALS:
        place = _find_place_in_field
    elif math.gcd(size, 6) == 1:
        place = _find_place_in_circle
    else:
        return None
    tables = [
        tuple(tuple(group * size + place(size, start, group, by) for group in range(4)) for start in range(size))
        for by in range(min(rounds, size))
    ]
    if rounds > size:
        tables.append(tuple(tuple(range(group * size, group * size + size)) for group in range(4)))
    return MixingPlan(tuple(tables), ((),) * rounds)


def _find_place_in_circle(size: int, start: int, group: int, by: int) -> int:
    return (start + group * by) % size


TURNED = {
    15: (5, "0 3 12 13 | 1 2 7 9 | 5 6 11 14"),
    19: (6, "0 1 7 11 | 3 5 16 17 | 4 6 13 18 | 9 10 12 14"),
    21: (5, "0 4 5 17 | 1 12 15 20 | 2 9 11 14 | 3 7 13 18 | 6 10 16 19"),
    23: (7, "0 1 3 14 | 2 8 12 13 | 4 11 19 22 | 5 7 17 21 | 9 15 16 18"),
    24: (7, "0 4 5 12 | 1 11 20 23 | 2 8 15 21 | 3 14 18 19 | 6 10 16 22 | 7 9 13 17"),
    25: (6, "0 11 17 21 | 1 5 9 13 | 2 8 20 22 | 3 6 10 19 | 4 14 23 24 | 7 12 16 18"),
    26: (6, "0 13 17 21 | 1 7 16 24 | 3 5 22 23 | 4 6 8 20 | 9 10 14 19 | 11 12 18 25"),
    27: (9, "0 4 14 17 | 1 12 16 21 | 2 23 25 26 | 5 7 8 24 | 6 13 15 19 | 10 11 18 22"),
    28: (9, "0 1 7 23 | 2 6 10 26 | 3 12 20 21 | 4 14 25 27 | 5 11 16 17 | 8 13 15 18 | 9 19 22 24"),
    29: (9, "0 17 20 28 | 1 7 12 13 | 2 9 23 27 | 3 8 18 26 | 5 6 15 22 | 10 14 16 25 | 11 19 21 24"),
    30: (7, "0 6 7 10 | 1 5 20 21 | 3 19 22 28 | 4 15 17 26 | 8 16 23 29 | 11 12 14 18 | 13 24 25 27"),
    31: (7, "0 11 16 28 | 2 17 24 29 | 3 9 15 30 | 4 5 18 21 | 6 7 8 27 | 10 12 20 26 | 14 22 23 25"),
    32: (9, "0 5 6 24 | 1 13 18 29 | 2 11 22 28 | 3 17 25 31 | 4 14 20 27 | 7 9 21 30 | 8 12 15 16 | 10 19 23 26"),
    36: (
        11,
        "0 8 13 25 | 1 18 31 35 | 2 23 24 28 | 3 7 9 27 | 4 5 12 15 | 6 20 29 33 | 10 19 26 34 | "
        "11 17 21 32 | 14 16 22 30",
    ),
    40: (
        11,
        "0 15 27 39 | 1 2 4 13 | 3 21 23 35 | 5 22 28 29 | 6 19 25 36 | 7 12 32 38 | 8 14 30 34 | "
        "9 17 24 33 | 10 20 31 37 | 11 16 18 26",
    ),
    44: (
        13,
        "0 8 28 29 | 1 15 38 40 | 2 6 12 24 | 3 5 20 35 | 4 25 30 43 | 7 14 34 39 | 9 19 27 31 | "
        "10 16 33 42 | 11 22 36 41 | 13 26 32 37 | 17 18 21 23",
    ),
    48: (
        11,
        "0 7 32 42 | 1 15 17 24 | 2 11 30 47 | 3 13 14 18 | 4 21 36 44 | 5 31 38 46 | 6 22 25 26 | "
        "8 20 33 34 | 9 10 37 39 | 12 28 41 45 | 16 27 35 43 | 19 23 29 40",
    ),
    52: (
        15,
        "0 15 19 21 | 1 18 33 45 | 2 31 42 43 | 3 23 37 47 | 4 6 7 12 | 5 28 35 46 | 8 20 32 51 | "
        "9 13 27 40 | 10 26 30 50 | 11 24 44 48 | 14 25 36 49 | 16 34 39 41 | 17 22 29 38",
    ),
    56: (
        13,
        "0 5 11 34 | 1 4 22 46 | 2 16 30 54 | 3 12 14 15 | 6 13 19 45 | 7 37 51 53 | 8 26 41 55 | "
        "9 18 49 52 | 10 20 36 47 | 17 25 27 40 | 21 24 28 29 | 23 35 43 44 | 31 33 38 50 | 32 39 42 48",
    ),
    60: (
        13,
        "0 4 5 48 | 1 3 41 50 | 2 16 22 24 | 6 9 29 37 | 7 26 40 55 | 8 30 49 57 | 10 21 39 58 | "
        "11 15 28 59 | 12 18 33 56 | 13 36 51 53 | 14 17 35 46 | 19 38 43 54 | 20 31 32 34 | 23 27 44 52 | "
        "25 42 45 47",
    ),
}
"""First rounds of tables of four, with the number of rounds they give in which no two ever meet twice. People form
circles of as many as there are rounds, and each moves on by one in their circle each round. The last people, who fill
no whole circle, keep their places and never meet. A number that is missing rests. Found by annealing."""


def find_turned_plan(people: int, rounds: int) -> MixingPlan | None:
    """Returns so many rounds of the plan in TURNED. None if there is no such plan, or if it has fewer rounds."""
    most, text = TURNED.get(people, (0, ""))
    if rounds > most:
        return None
    moving = people // most * most
    start = [tuple(map(int, table.split())) for table in text.split(" | ")]

    def move(person: int, by: int) -> int:
        return person - person % most + (person + by) % most if person < moving else person

    tables = [tuple(tuple(move(person, by) for person in seats) for seats in start) for by in range(rounds)]
    return _add_rests(people, tables)


def find_fours_and_threes(people: int, rounds: int) -> MixingPlan | None:
    """Returns tables at which no two meet twice, tables of four first: the plan of the next multiple of four, with its
    last places vacant. None if no such plan is known, or if it would leave a table of two."""
    places = people + -people % 4
    whole = find_transversal(places, rounds) or find_turned_plan(places, rounds)
    if whole is None:
        return None
    tables = [
        tuple(sorted((tuple(p for p in seats if p < people) for seats in round), key=len, reverse=True))
        for round in whole.tables
    ]
    return _add_rests(people, tables) if all(len(seats) > 2 for round in tables for seats in round) else None


def _add_rests(people: int, tables: Sequence[tuple[Seats, ...]]) -> MixingPlan:
    """Adds the rests to each round: everybody who is at no table."""
    return MixingPlan(tuple(tables), tuple(tuple(sorted(set(range(people)).difference(*seated))) for seated in tables))


POLYNOMIALS = {4: 0b111, 8: 0b1011, 16: 0b10011}
"""The polynomials of the finite fields of these sizes."""


def _find_place_in_field(size: int, start: int, group: int, by: int) -> int:
    """Does the same as in the circle, with sums and products of the field."""
    doubled = min(2 * by, 2 * by ^ POLYNOMIALS[size])
    return start ^ (by if group & 1 else 0) ^ (doubled if group & 2 else 0)
