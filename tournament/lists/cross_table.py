"""Reads a table in which every team stands against every other: the home team before its row, the other one above the
column, and the score where they cross. Pure.
"""

import re
from collections.abc import Sequence
from itertools import permutations

from tournament.lists.marks import is_numbered, take_number_off
from tournament.lists.results import HEAD_WITHIN, ResultRows, Row

SCORE = re.compile(r"(\d{1,3})\s*[-–—:]\s*(\d{1,3})")
FEWEST = 3
"""Teams of a cross table; one of two is a line."""
COLUMNS = {"team_a": 0, "score": 1, "team_b": 2}


def read_cross_table(rows: Sequence[Row]) -> ResultRows | None:
    """Returns what stands in its fields, in an order in which each team plays once a round; None for any other table.
    What stands above the columns may be short for a team: their order is that of the rows. Where each score stands
    again in turn on the other side, the teams met once."""
    for place, (_line, heads) in enumerate(rows[:HEAD_WITHIN]):
        size = len([cell for cell in heads[1:] if cell])
        below = rows[place + 1 : place + 1 + size]
        if size >= FEWEST and _is_cross_table(size, below):
            break
    else:
        return None
    lines = [cells[0] for _line, cells in below]
    names = [take_number_off(name, is_numbered=is_numbered(lines)) for name in lines]
    scores = {(one, other): below[one][1][other + 1] for one, other in permutations(range(size), 2)}
    if all(_is_turned(score, scores[other, one]) for (one, other), score in scores.items()):
        scores = {(one, other): score for (one, other), score in scores.items() if one < other}
    played = sorted(
        (each for each in scores if scores[each]),
        key=lambda each: (each[0] > each[1], _turn_of(each[0], each[1], size)),
    )
    matches = [(below[one][0], [names[one], scores[one, other], names[other]]) for one, other in played]
    around = [*rows[:place], *rows[place + 1 + size :]]
    return ResultRows(
        COLUMNS, tuple(matches), left_out=tuple((line, " ".join(cells).strip()) for line, cells in around)
    )


def _turn_of(one: int, other: int, size: int) -> int:
    """Returns in which turn two meet where all meet once by the circle method."""
    turns = size - 1 + size % 2
    first, last = sorted((one, other))
    return (first + (first if last == turns else last)) % turns


def _is_cross_table(size: int, below: Sequence[Row]) -> bool:
    """Returns whether these rows are as many as the columns, with a name each, no figure where a team meets itself, and
    mostly scores elsewhere."""
    if len(below) < size or any(len(cells) <= size or not cells[0] for _line, cells in below):
        return False
    own = [cells[place + 1] for place, (_line, cells) in enumerate(below)]
    others = [cells[at + 1] for place, (_line, cells) in enumerate(below) for at in range(size) if at != place]
    scores = [cell for cell in others if cell]
    return (
        not any(re.search(r"\d", cell) for cell in own)
        and bool(scores)
        and sum(SCORE.fullmatch(cell) is not None for cell in scores) * 2 > len(scores)
    )


def _is_turned(text: str, other: str) -> bool:
    found, again = SCORE.fullmatch(text), SCORE.fullmatch(other)
    return text == other == "" or bool(found and again and found.groups() == again.groups()[::-1])
