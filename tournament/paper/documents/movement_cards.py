"""Movement cards for the pocket: where a competitor sits and whom they meet, in every round. Rounds to come are on it
where no result decides them, marked as planned: that saves a walk to the wall every round."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Asked, Document, Needs, SeenBy
from tournament.paper.queries.movement_cards import CardLine, MovementCard, movement_cards_of
from tournament.press.fitting import POINT, ems, largest, lines_of

WIDTH, HEIGHT = 186.0, 148.4
HEAD, FOOT, LINE_OF_FOOT = 22.0, 8.0, 5.5
"""Of the card: what is above the name with the room below it, and what the foot takes."""
NAME, PLAYERS, LEADING = (30, 27, 24, 21, 18, 15), (16, 14, 12, 10), 1.15
TYPE = [(1, size) for size in range(26, 14, -1)] + [(columns, size) for size in range(14, 4, -1) for columns in (1, 2)]
"""How many columns, and of which size, from the best on."""
UNBROKEN = 21
"""In points: down to this size, smaller letters are read more easily than names that are broken between two lines."""
READABLE, MOST_PARTS = 10, 4
"""In points: where letters would be smaller, the rounds are parted between so many cards at most."""
GAP = 3.0
LIGHTER, LARGER, FIGURE, SPACE = 0.92, 1.25, 0.65, 0.45
"""How wide letters of the usual weight are beside the boldest, and the number of a table beside its word; a figure, all
of one width, and the room between columns, in ems."""
LINE, ROOM = 1.2, 0.7
"""In ems: a line of a round, and the room above and below all its lines."""


@dataclass(frozen=True)
class LaidOut:
    """A card with its type in points: as large as all its rounds have room for. `columns` are rounds beside each other;
    in each of them, `table` and `whom` are where tables and opponents begin, in ems. Of more than one card for the same
    entry, `part` says which."""

    card: MovementCard
    size: int
    name_size: int
    players_size: int
    table: float
    whom: float
    columns: tuple[tuple[CardLine, ...], ...]
    part: str = ""


def in_parts(card: MovementCard) -> list[LaidOut]:
    """One card, or as many as its rounds take to be read."""
    for many in range(1, MOST_PARTS + 1):
        parts = [laid_out(replace(card, lines=lines)) for lines in _columns(card.lines, many)]
        if min(part.size for part in parts) >= READABLE:
            break
    if len(parts) == 1:
        return parts
    words = _("%(part)s of %(parts)s")
    return [replace(each, part=words % {"part": at, "parts": len(parts)}) for at, each in enumerate(parts, start=1)]


def laid_out(card: MovementCard) -> LaidOut:
    name, players = _in_two_lines(card.name, NAME), _in_two_lines(card.players, PLAYERS)
    above = lines_of(card.name, name, WIDTH) * name * LEADING * POINT
    if card.players:
        above += lines_of(card.players, players, WIDTH) * players * LEADING * POINT
    free = HEIGHT - HEAD - above - FOOT - LINE_OF_FOOT * (1 + card.has_plans)
    table = max(LIGHTER * ems(f"{line.label}*") for line in card.lines) + SPACE
    whom = table + max(_of_tables(line) for line in card.lines) + SPACE
    for count, size in TYPE:
        columns = _columns(card.lines, count)
        width = (WIDTH - GAP * (count - 1)) / count - whom * size * POINT
        if max(_height(lines, size, width) for lines in columns) <= free:
            break
    for smaller in range(size, UNBROKEN - 1, -1):
        width = WIDTH - whom * smaller * POINT
        if all(lines_of(_whom(line), LIGHTER * smaller, width) == 1 for line in card.lines):
            size = smaller
            break
    return LaidOut(card, size, name, players, round(table, 2), round(whom, 2), columns)


def _in_two_lines(words: str, sizes: tuple[int, ...]) -> int:
    return largest(sizes, lambda size: lines_of(words, size, WIDTH) <= 2)


def _of_tables(line: CardLine) -> float:
    """How wide its tables are, in ems: the number is larger than its word."""
    numbers = [str(number) for number, _names in line.pairs] or [line.tables]
    return LIGHTER * ems("table ") + LARGER * FIGURE * max(map(len, numbers))


def _columns(lines: tuple[CardLine, ...], count: int) -> tuple[tuple[CardLine, ...], ...]:
    each = -(-len(lines) // count)
    return tuple(lines[at : at + each] for at in range(0, len(lines), each))


def _height(lines: tuple[CardLine, ...], size: int, width: float) -> float:
    """In millimetres, of all rounds of a column."""
    return sum(_height_in_ems(line, size, width) for line in lines) * size * POINT


def _height_in_ems(line: CardLine, size: int, width: float) -> float:
    of_whom = LINE * lines_of(_whom(line), LIGHTER * size, width)
    if not line.pairs:
        return of_whom + ROOM
    return sum(LINE * lines_of(names, LIGHTER * size, width) for _number, names in line.pairs) + of_whom + ROOM


def _whom(line: CardLine) -> str:
    return f"with {line.partner} against {line.against}" if line.partner else f"against {line.against}"


def _cards(asked: Asked) -> Mapping[str, Any]:
    return {"cards": [part for card in movement_cards_of(asked.event) for part in in_parts(card)]}


MOVEMENT_CARDS = Document(
    key="movement-cards",
    title=_("Movement cards"),
    about=_("One for each player, pair or team: tables and opponents of every round that is known."),
    template="movement_cards.html",
    needs=Needs.ANY_HOUR_RELEASED,
    seen_by=SeenBy.DESK,
    read=_cards,
    pieces="cards",
    usual_pieces=4,
    makes_sense=lambda event: not event.is_one_round,
)
