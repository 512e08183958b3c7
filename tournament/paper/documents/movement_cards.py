"""Movement cards for the pocket: where a competitor sits and whom they meet in every round. Rounds to come are marked
as planned, if they do not depend on results."""

from dataclasses import dataclass, replace
from itertools import pairwise

from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Document, Needs, SeenBy
from tournament.paper.queries.movement_cards import CardLine, MovementCard, movement_cards_of
from tournament.press.fitting import POINT, boldest_width_in_ems, count_lines_of, largest_that_fits

WIDTH, HEIGHT = 186.0, 148.4
HEAD, HEADS, FOOT, LINE_OF_FOOT = 20.0, 6.0, 8.0, 5.5
"""Heights in millimetres: above the name and below it, the heads of the columns, the foot, and a line of the foot."""
NAME, PLAYERS, LEADING = (30, 27, 24, 21, 18, 15), (16, 14, 12, 10), 1.15
TYPE = [(1, size) for size in range(26, 14, -1)] + [(columns, size) for size in range(14, 4, -1) for columns in (1, 2)]
"""Numbers of columns with sizes of type, the best first."""
UNBROKEN = 21
"""Down to this size in points, smaller letters are easier to read than names broken over two lines."""
READABLE, MOST_PARTS = 12, 4
"""Below this size in points the rounds are split over several cards; the most cards."""
LINES = 7
"""A card that has fewer lines of known rounds goes on with lines to write on."""
GAP = 3.0
LIGHTER, FIGURE, SPACE = 0.92, 0.7, 0.5
"""The width of the usual weight relative to the boldest; in ems, the width of a figure and the room between columns."""
TAB, BESIDE = 1.65, 0.45
"""In ems, the least width of the tab with a table's number, and its room beside the figures."""
LINE, ROOM = 1.2, 0.4
"""The height in ems of a round's line, and the room above and below its lines."""
MOST_MORE = 6.0
"""If a card has room left, a line gets up to this many millimetres above and below it."""


@dataclass(frozen=True)
class CardLayout:
    """A card with its sizes in points, as large as there is room for all rounds. `columns` of rounds are side by side;
    in each, tables begin at `table` and opponents at `whom`, in ems, and each line has `more` millimetres above and
    below it. `has_words` is true if a line says with whom besides against whom. If an entry has several cards, `part`
    says which."""

    card: MovementCard
    size: int
    name_size: int
    players_size: int
    table: float
    whom: float
    columns: tuple[tuple[CardLine, ...], ...]
    more: float
    has_words: bool
    part: str = ""


def lay_out_in_parts(card: MovementCard) -> list[CardLayout]:
    """Lays out one card, or as many as its rounds need to be readable. Rounds that depend on results are written in."""
    opened = tuple(CardLine(label, "", "", "", is_open=True) for label in card.to_come)
    card = replace(card, lines=card.lines + opened[: max(LINES - len(card.lines), 0)])
    for many in range(1, MOST_PARTS + 1):
        parts = [lay_out(replace(card, lines=lines)) for lines in _split_into_columns(card.lines, many)]
        if min(part.size for part in parts) >= READABLE:
            break
    if len(parts) == 1:
        return parts
    words = _("card %(part)s of %(parts)s")
    return [replace(each, part=words % {"part": at, "parts": len(parts)}) for at, each in enumerate(parts, start=1)]


def lay_out(card: MovementCard) -> CardLayout:
    name, players = _size_in_two_lines(card.name, NAME), _size_in_two_lines(card.players, PLAYERS)
    above = count_lines_of(card.name, name, WIDTH) * name * LEADING * POINT
    if card.players:
        above += count_lines_of(card.players, players, WIDTH) * players * LEADING * POINT
    free = HEIGHT - HEAD - HEADS - above - FOOT - LINE_OF_FOOT * (1 + card.has_plans)
    table = max(LIGHTER * boldest_width_in_ems(f"{line.label}*") for line in card.lines) + SPACE
    whom = table + max(_width_of_tables(line) for line in card.lines) + SPACE
    for count, size in TYPE:
        columns = _split_into_columns(card.lines, count)
        width = (WIDTH - GAP * (count - 1)) / count - whom * size * POINT
        if max(_height_of(lines, size, width) for lines in columns) <= free:
            break
    for smaller in range(size, UNBROKEN - 1, -1):
        width = WIDTH - whom * smaller * POINT
        if all(count_lines_of(_words_for_opponents(line), LIGHTER * smaller, width) == 1 for line in card.lines):
            size = smaller
            break
    width = (WIDTH - GAP * (len(columns) - 1)) / len(columns) - whom * size * POINT
    left = min(free - _height_of(lines, size, width) for lines in columns)
    more = min(max(left, 0) / max(map(len, columns)) / 2, MOST_MORE)
    has_words = any(line.partner or line.pairs for line in card.lines)
    return CardLayout(card, size, name, players, round(table, 2), round(whom, 2), columns, round(more, 2), has_words)


def _size_in_two_lines(words: str, sizes: tuple[int, ...]) -> int:
    return largest_that_fits(sizes, lambda size: count_lines_of(words, size, WIDTH) <= 2)


def _width_of_tables(line: CardLine) -> float:
    """Returns the width of the tabs of its tables in ems."""
    numbers = [str(number) for number, _names in line.pairs] or [line.tables]
    return max(TAB, BESIDE + FIGURE * max(map(len, numbers)))


def _split_into_columns(lines: tuple[CardLine, ...], count: int) -> tuple[tuple[CardLine, ...], ...]:
    """Splits the lines into so many columns, or fewer if there are fewer lines; the first may have a line more."""
    ends = [-(-len(lines) * at // count) for at in range(count + 1)]
    return tuple(lines[start:end] for start, end in pairwise(ends) if start < end)


def _height_of(lines: tuple[CardLine, ...], size: int, width: float) -> float:
    """Returns the height of a column in millimetres."""
    return sum(_height_of_line(line, size, width) for line in lines) * size * POINT


def _height_of_line(line: CardLine, size: int, width: float) -> float:
    of_whom = LINE * count_lines_of(_words_for_opponents(line), LIGHTER * size, width)
    if not line.pairs:
        return of_whom + ROOM
    return sum(LINE * count_lines_of(names, LIGHTER * size, width) for _number, names in line.pairs) + of_whom + ROOM


def _words_for_opponents(line: CardLine) -> str:
    if line.partner:
        return f"with {line.partner} against {line.against}"
    return f"against {line.against}" if line.pairs else line.against


MOVEMENT_CARDS = Document(
    key="movement-cards",
    title=_("Movement cards"),
    about=_("One for each player, pair or team: tables and opponents of every round that is known."),
    template="movement_cards.html",
    needs=Needs.ANY_HOUR_RELEASED,
    seen_by=SeenBy.DESK,
    read=lambda wanted: {
        "cards": [part for card in movement_cards_of(wanted.event) for part in lay_out_in_parts(card)]
    },
    pieces="cards",
    usual_pieces=4,
    makes_sense=lambda event: event.kind.has_several_stages,
)
