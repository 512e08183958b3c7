"""The standings as pages and paper print them: finished words, line by line, in the columns that the format names."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from tournament.foundation.revision_cache import RevisionCache
from tournament.foundation.tables import SortColumn, SortedTable, sort_table
from tournament.models import Event, join_names
from tournament.ranking import BOOBY, PRIZES, Criterion, format_total, prizes_of, write_figure
from tournament.standings.queries.columns import UNKNOWN, StandingsColumn, columns_of
from tournament.standings.queries.counted_matches import Counting
from tournament.standings.queries.places import Standings, StandingsLine, criteria_of, says_what_decided

FEW_NAMES = 3
"""The most names in a sentence."""
SO_FAR = ""
"""Stands for a criterion's label in the footnote about lines that rank by part of their results."""

COUNTINGS: tuple[Counting, ...] = ("entered", "groups", "pairs", "players")
TABLE_LABELS: Mapping[tuple[Counting, str], str | Promise] = {
    ("entered", "players"): gettext_lazy("Players"),
    ("entered", "pairs"): gettext_lazy("Pairs"),
    ("entered", "teams"): gettext_lazy("Teams"),
    ("pairs", "teams"): gettext_lazy("Best pairs"),
    ("players", "pairs"): gettext_lazy("Players"),
    ("players", "teams"): gettext_lazy("Players"),
}


class StandingsCell(NamedTuple):
    """A cell; `style` is its class on a page or on paper."""

    style: str
    text: str


@dataclass(frozen=True, eq=False)
class StandingsRow:
    """A line. `decided` says what placed it, and those after it that were level with it, if that is not the first
    criterion; `besides` are further remarks, such as on matches not played; `notes` are the numbers of its footnotes.
    `small` says in a sentence what a narrow page has no columns for; `group` is the heading of its group in a table by
    groups."""

    line: StandingsLine
    place: str
    name: str
    decided: str
    besides: tuple[str, ...]
    notes: str
    cells: tuple[StandingsCell, ...]
    small: str
    decided_by: str
    group: str = ""

    @cached_property
    def html(self) -> str:
        """The row of a page; on a phone `less` replaces the cells marked `more`. It is written by hand, and once,
        because a long table has hundreds of cells and a new result changes few."""
        notes = f"<sup>{self.notes}</sup>" if self.notes else ""
        besides = [f'<span class="why">{escape(words)}</span>' for words in (self.decided, *self.besides) if words]
        cells = "".join([f'<td class="{cell.style}">{escape(cell.text)}</td>' for cell in self.cells])
        small = f'<span class="why less">{escape(self.small)}</span>' if self.small else ""
        name = f'<th scope="row">{escape(self.name)}{notes}{"".join(besides)}{small}</th>'
        return f'<tr>\n  <td class="place">{self.place}</td>\n  {name}\n  {cells}\n</tr>'


def write_groups(rows: Sequence[StandingsRow]) -> tuple[tuple[str, SafeString], ...]:
    """Returns the heading of each group with its rows as HTML; a table without groups is one without a heading."""
    return tuple(
        (heading, SafeString("".join([row.html for row in of_group])))
        for heading, of_group in groupby(rows, key=attrgetter("group"))
    )


class PrizeWon(NamedTuple):
    """A side prize; `so_far` says why it is uncertain, "" if it is certain."""

    label: str
    names: str
    figure: str
    so_far: str


class RowLayout(NamedTuple):
    """All that a row depends on besides its line and whether it says what decided: the event, stages and columns of the
    standings, and words for all rows, translated once. `decided` and the numbers of the footnotes are by labels of
    criteria. Events are equal if they are the same row, whatever its settings: another setting makes other lines."""

    event: Event
    stages: tuple[int, ...]
    has_adjusted: bool
    in_groups: bool
    columns: tuple[tuple[str, str, str], ...]
    decided: Mapping[str, str]
    notes: Mapping[str, int]
    partners: str
    gone_home: str
    group: str


@dataclass(frozen=True)
class StandingsPage:
    """`skipped` are the criteria that were unknown for somebody still level; each is a footnote, numbered from 1.
    `explanations` explains the criteria shown as columns, and others that decided a placing. With `marks_leavers` a
    sign, explained once, stands for "left early", so that the row stays on one line."""

    standings: Standings
    columns: tuple[StandingsColumn, ...]
    skipped: tuple[str, ...]
    layout: RowLayout
    rows: tuple[StandingsRow, ...]
    marks_leavers: bool = False

    @property
    def groups(self) -> tuple[tuple[str, SafeString], ...]:
        """The rows as HTML, with the heading of each group."""
        return write_groups(self.rows)

    @cached_property
    def says_otherwise(self) -> bool:
        """Whether anything but the first criterion decided a placing, or a row has a footnote."""
        return any(row.decided_by not in ("", self.first.label) or row.notes for row in self.rows)

    @cached_property
    def parts_of_first(self) -> Mapping[int, float]:
        """Each entry's figure for the first criterion as a share of the highest; 0 if there is none above 0."""
        figure_of = self._criteria[0].figure_of
        figures = {line.record.entry: figure_of(line.record) if figure_of else None for line in self.standings.lines}
        most = max((figure for figure in figures.values() if figure is not None), default=0)
        return {entry: float(own / most) if own and own > 0 else 0.0 for entry, own in figures.items()}

    @property
    def has_adjusted_totals(self) -> bool:
        """Whether somebody sat out and the total ranks, which then is adjusted."""
        return self.standings.any_adjusted and self._criteria[0].key in ("total", "second_table")

    @property
    def paper_style(self) -> str:
        """Its layout in the style sheet: wide enough for hours in full, or for many figures."""
        keys = self.standings.event.kind.paper_columns
        return f"hours-{self.standings.hours}" if "hours_in_full" in keys else "rounds" if "ranked" in keys else ""

    @property
    def so_far_note(self) -> int | None:
        """The number of the footnote at lines that rank by what is known so far; None if there is no such line."""
        return len(self.skipped) + 1 if any(line.is_so_far for line in self.standings.lines) else None

    @property
    def has_leavers(self) -> bool:
        """Whether the sign for those who left needs its explanation."""
        return self.marks_leavers and any(line.left for line in self.standings.lines)

    @property
    def explanations(self) -> tuple[tuple[str, str], ...]:
        """Each criterion that has a column or decided a placing, with its sentence."""
        deciding = {line.placing.decided_by for line in self.standings.lines}
        labels = {column.label for column in self.columns}
        return tuple(
            (_(criterion.label), _(criterion.explanation))
            for criterion in self._criteria
            if _(criterion.label) in labels or criterion.key in deciding
        )

    @cached_property
    def first(self) -> Criterion:
        """The first criterion, translated."""
        first = self._criteria[0]
        return replace(first, label=_(first.label), explanation=_(first.explanation))

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """Sentences that say whose figures are unknown, one for all columns with the same gaps."""
        return tuple(_say_unknown(self.standings, self.columns))

    @cached_property
    def _criteria(self) -> tuple[Criterion, ...]:
        return criteria_of(self.standings.event, hours=self.standings.hours, of=self.standings.of)

    @property
    def prizes(self) -> tuple[PrizeWon, ...]:
        """The side prizes as won so far; who came last is shown only at the end."""
        if self.standings.of != "entered":
            return ()
        keys = (*self.standings.event.kind.side_prizes, *(() if self.standings.provisional else (BOOBY.key,)))
        labels = {**PRIZES, BOOBY.key: BOOBY}
        so_far = _("so far") if self.standings.provisional else ""
        return tuple(
            PrizeWon(
                _(labels[prize.key].label),
                "; ".join(record.name for record in prize.winners),
                "" if prize.key == BOOBY.key else format_total(prize.figure),
                so_far or ("" if prize.certain else _("of what was reported")),
            )
            for prize in prizes_of(self.standings.placings, keys)
        )

    @property
    def tables(self) -> tuple[tuple[Counting, str], ...]:
        """All tables from the same results, with their labels; empty if there is only this one."""
        enters = self.standings.event.enters
        every = [key for key in COUNTINGS if key in (self.standings.of, *self.standings.others)]
        if len(every) < 2:
            return ()
        return tuple((key, _("Groups") if key == "groups" else str(TABLE_LABELS[key, enters])) for key in every)

    @property
    def label(self) -> str:
        """This table's label; "" if there is no other table."""
        return dict(self.tables).get(self.standings.of, "")


def sort_standings(
    page: StandingsPage, asked: Mapping[str, str], *, kept: Mapping[str, object]
) -> SortedTable[StandingsRow]:
    """Sorts and filters the lines as the reader asks. In another order than by place, each line names its group."""
    columns = [
        SortColumn[StandingsRow]("place", _("Place"), lambda row: row.line.placing.rank, "place"),
        SortColumn[StandingsRow]("name", _("Name"), lambda row: row.name),
        *(
            SortColumn[StandingsRow](
                column.key,
                column.label,
                lambda row, column=column: column.value_of(row.line),  # type: ignore[misc]
                column.style,
                is_highest_first=True,
            )
            for column in page.columns
        ),
    ]
    order = _("In order of place.")
    found = sort_table(
        page.rows, columns, asked, names_of=lambda row: " ".join([row.name, *row.besides]), order=order, kept=kept
    )
    if not found.sort:
        return found
    return replace(
        found,
        rows=tuple(
            replace(row, group="", besides=(row.group, *row.besides)) if row.group else row for row in found.rows
        ),
    )


def file_of_standings(page: StandingsPage, found: SortedTable[StandingsRow]) -> Iterator[Sequence[object]]:
    """Yields the lines for a spreadsheet: numbers as numbers, thirds as on paper, unknown figures empty."""
    yield [_("Place"), _("Name"), *(column.label for column in page.columns), _("Decided by"), _("Notes")]
    for row in found.rows:
        values = [column.value_of(row.line) for column in page.columns]
        yield [
            int(row.place) if row.place.isdecimal() else row.place,
            row.name,
            *("" if value is None else write_figure(value) for value in values),
            row.decided_by,
            "; ".join(word for word in (row.group, *row.besides) if word),
        ]


PAGES: RevisionCache[StandingsPage] = RevisionCache(most=8)


def standings_page(standings: Standings) -> StandingsPage:
    """Returns the standings laid out for a page. They are laid out once, because the same standings are the same
    object, and rows of lines that are the same as on the page before are taken from there."""
    what = (standings.event.pk, standings.of, standings.stages, standings.agreed_only, get_language())
    before = PAGES.latest(what)

    def make() -> StandingsPage:
        return _lay_out(standings, columns_of(standings, standings.event.kind.columns), before=before)

    return PAGES.get_or_make(what, standings, make)


def standings_on_paper(standings: Standings) -> StandingsPage:
    """Returns the standings in the columns of paper."""
    return _lay_out(standings, columns_of(standings, standings.event.kind.paper_columns), marks_leavers=True)


def _lay_out(
    standings: Standings,
    columns: tuple[StandingsColumn, ...],
    *,
    marks_leavers: bool = False,
    before: StandingsPage | None = None,
) -> StandingsPage:
    first, *tie_breaks = criteria_of(standings.event, hours=standings.hours, of=standings.of)
    labels = [_(criterion.label) for criterion in tie_breaks]
    skipped = tuple(dict.fromkeys(label for line in standings.lines for label in line.skipped))
    layout = RowLayout(
        event=standings.event,
        stages=standings.stages,
        has_adjusted=standings.any_adjusted,
        in_groups=standings.of == "groups",
        columns=tuple((column.key, column.label, column.style) for column in columns),
        decided={label: _("Decided by: %(criterion)s") % {"criterion": label} for label in labels},
        notes={label: number for number, label in enumerate((*skipped, SO_FAR), start=1)},
        partners=_("with %(names)s"),
        gone_home="" if marks_leavers else _("left early"),
        group=_("Group %(group)s"),
    )
    known = {id(row.line): row for row in before.rows} if before is not None and before.layout == layout else {}
    rows = []
    for line, says in zip(standings.lines, says_what_decided(standings.lines, first), strict=True):
        decided, row = layout.decided.get(line.decided_by, "") if says else "", known.get(id(line))
        rows.append(row if row is not None and row.decided == decided else _make_row(line, decided, columns, layout))
    return StandingsPage(standings, columns, skipped, layout, tuple(rows), marks_leavers)


def _make_row(line: StandingsLine, decided: str, columns: Sequence[StandingsColumn], layout: RowLayout) -> StandingsRow:
    group = layout.group % {"group": line.group} if line.group else ""
    besides = [group] if group and not layout.in_groups else []
    besides += [layout.partners % {"names": ", ".join(line.partners)}] if line.partners else []
    besides += [*line.credits, *((layout.gone_home,) if line.left and layout.gone_home else ())]
    notes = sorted(layout.notes[label] for label in (*line.skipped, *((SO_FAR,) if line.is_so_far else ())))
    cells = tuple([StandingsCell(*column.cell_of(line)) for column in columns])
    in_words = [column.small_of for column, cell in zip(columns, cells, strict=True) if cell.text != UNKNOWN]
    return StandingsRow(
        line=line,
        place=line.placing.shown,
        name=line.name,
        decided=decided,
        besides=tuple(besides),
        notes=",".join(map(str, notes)),
        cells=cells,
        small=" · ".join([words for small_of in in_words if small_of and (words := small_of(line))]),
        decided_by=line.decided_by,
        group=group if layout.in_groups else "",
    )


def _say_unknown(standings: Standings, columns: Sequence[StandingsColumn]) -> Iterator[str]:
    labels: dict[tuple[str, ...], list[str]] = {}
    for column in columns:
        if column.figure_of is not None:
            names = tuple(line.name for line in standings.lines if column.figure_of(line) is None)
            if 0 < len(names) < len(standings.lines):
                labels.setdefault(names, []).append(column.label)
    for names, own in labels.items():
        words = {"columns": join_names(own), "names": join_names(names), "n": len(names), "all": len(standings.lines)}
        if len(names) <= FEW_NAMES:
            yield _("%(columns)s: not known for %(names)s (–).") % words
        else:
            yield _("%(columns)s: not known for %(n)s of %(all)s (–).") % words
