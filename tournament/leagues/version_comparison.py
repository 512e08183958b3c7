"""Versions of one match side by side: what each says of the totals and of every table, and where they differ. Pure,
except that it translates what a row is called."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.leagues.reported import Figures


@dataclass(frozen=True)
class Cell:
    """What one version says: a score, "" if nothing, and who sat at the table for either side."""

    score: str = ""
    names: tuple[str, ...] = ()
    is_singles: bool = False


@dataclass(frozen=True)
class Row:
    """One figure of a match, as each version has it. What a version leaves open contradicts nothing."""

    label: str
    cells: tuple[Cell, ...]

    @property
    def differs(self) -> bool:
        return len({cell.score for cell in self.cells if cell.score}) > 1


def compare_versions(versions: Sequence[Figures]) -> list[Row]:
    """Returns the totals, the hang jacks if somebody counted them, and each table; the versions are the columns."""
    games = Row(_("Score"), tuple(Cell(f"{each.games}–{each.other_games}") for each in versions))
    jacks = Row(_("Hang jacks"), tuple(Cell(_say_jacks(each)) for each in versions))
    most = max((len(each.tables) for each in versions), default=0)
    tables = [
        Row(_("Table %(number)s") % {"number": at + 1}, tuple(_cell_of(each, at) for each in versions))
        for at in range(most)
    ]
    return [games, *([jacks] if any(cell.score for cell in jacks.cells) else []), *tables]


def _say_jacks(figures: Figures) -> str:
    counts = (figures.hang_jacks, figures.other_hang_jacks)
    return "" if counts == (None, None) else "–".join("?" if count is None else str(count) for count in counts)


def _cell_of(figures: Figures, at: int) -> Cell:
    if at >= len(figures.tables):
        return Cell()
    seated = figures.seated[at] if figures.seated else ((), ())
    names = tuple(" & ".join(side) for side in seated) if any(seated) else ()
    return Cell("{}–{}".format(*figures.tables[at]), names, at + 1 in figures.singles)
