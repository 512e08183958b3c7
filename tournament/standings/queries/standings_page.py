"""The standings as pages and paper print them: finished words, line by line, in the columns that the format names."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Event, join_names
from tournament.ranking import (
    BOOBY,
    PRIZES,
    Criterion,
    count_places_with_prize,
    format_total,
    prizes_of,
    write_figure,
)
from tournament.standings.queries.columns import UNKNOWN, StandingsColumn, columns_of
from tournament.standings.queries.counted_matches import Counting
from tournament.standings.queries.places import Standings, StandingsLine
from tournament.web.tables import SortColumn, SortedTable, sort_table

FEW_NAMES = 3
"""The most names in a sentence."""
MOST_ON_PODIUM = 5
BETWEEN = ("points_between", "games_between", "head_to_head")
"""Criteria without a column whose values are figures all the same."""
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
    """A line. `decided` says of whom it is ahead and by what, if that is not the first criterion; `besides` are further
    remarks, such as on matches not played; `notes` are the numbers of its footnotes.
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
    group: str


def group_rows(rows: Sequence[StandingsRow]) -> tuple[tuple[str, tuple[StandingsRow, ...]], ...]:
    """Returns the heading of each group with its rows; a table without groups is one without a heading."""
    return tuple((heading, tuple(of_group)) for heading, of_group in groupby(rows, key=attrgetter("group")))


class PrizeWon(NamedTuple):
    """A side prize; `so_far` says why it is uncertain, "" if it is certain."""

    label: str
    names: str
    figure: str
    so_far: str


class RowLayout(NamedTuple):
    """All that a row depends on besides its line and what it says of those below: the event, stages and columns of the
    standings, and words for all rows, translated once. The numbers of the footnotes are by labels
    of criteria. Events are equal if they are the same row, whatever its settings: another setting makes other lines."""

    event: Event
    stages: tuple[int, ...]
    in_groups: bool
    columns: tuple[tuple[str, str, str], ...]
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
    marks_leavers: bool

    @property
    def groups(self) -> tuple[tuple[str, tuple[StandingsRow, ...]], ...]:
        return group_rows(self.rows)

    @cached_property
    def says_otherwise(self) -> bool:
        """Whether anything but the first criterion decided a placing, or a row has a footnote."""
        return any(row.decided_by not in ("", self.first.label) or row.notes for row in self.rows)

    @property
    def has_adjusted_totals(self) -> bool:
        """Whether somebody sat out and the total ranks, which then is adjusted."""
        return self.standings.any_adjusted and self.standings.criteria[0].key in ("total", "second_table")

    @property
    def ranked_by(self) -> str:
        """The label of the column that ranks first: Adjusted instead of Total where somebody sat out."""
        is_by_total = self.standings.criteria[0].key == "total"
        return _("Adjusted") if is_by_total and self.has_adjusted_totals else self.first.label

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
    def has_ties(self) -> bool:
        """Whether a place stands with "=", which the legend then explains."""
        return any(row.place.endswith("=") for row in self.rows)

    @property
    def has_gaps(self) -> bool:
        """Whether a figure stands as a dash."""
        return any(cell.text == UNKNOWN for row in self.rows for cell in row.cells)

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
            for criterion in self.standings.criteria
            if _(criterion.label) in labels or criterion.key in deciding
        )

    @cached_property
    def first(self) -> Criterion:
        """The first criterion, translated."""
        first = self.standings.criteria[0]
        return replace(first, label=_(first.label), explanation=_(first.explanation))

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """Sentences that say whose figures are unknown, one for all columns with the same gaps."""
        return tuple(_say_unknown(self.standings, self.columns))

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
    def podium(self) -> tuple[StandingsRow, ...]:
        """The rows of the places with a prize: none of a table by groups, or if all rows or too many are level."""
        for places in range(count_places_with_prize([row.line.placing for row in self.rows]), 0, -1):
            rows = tuple(row for row in self.rows if row.line.placing.rank <= places and not row.group)
            if 0 < len(rows) <= MOST_ON_PODIUM and len(rows) < len(self.rows):
                return rows
        return ()

    def first_figure_of(self, row: StandingsRow) -> str:
        """Returns the figure that ranks first, "" if it is unknown."""
        figure_of = self.standings.criteria[0].figure_of
        figure = figure_of(row.line.record) if figure_of else None
        return "" if figure is None else format_total(figure)

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
    sorted_rows = sort_table(
        page.rows, columns, asked, names_of=lambda row: " ".join([row.name, *row.besides]), order=order, kept=kept
    )
    if not sorted_rows.sort:
        return sorted_rows
    return replace(
        sorted_rows,
        rows=tuple(
            replace(row, group="", besides=(row.group, *row.besides)) if row.group else row for row in sorted_rows.rows
        ),
    )


def file_of_standings(page: StandingsPage, table: SortedTable[StandingsRow]) -> Iterator[Sequence[object]]:
    """Yields the lines for a spreadsheet: numbers as numbers, thirds as on paper, unknown figures empty."""
    yield [_("Place"), _("Name"), *(column.label for column in page.columns), _("Decided by"), _("Notes")]
    for row in table.rows:
        values = [column.value_of(row.line) for column in page.columns]
        yield [
            int(row.place) if row.place.isdecimal() else row.place,
            row.name,
            *("" if value is None else write_figure(value) for value in values),
            row.decided_by,
            "; ".join(word for word in (row.group, *row.besides) if word),
        ]


def standings_page(standings: Standings, *, before: StandingsPage | None = None) -> StandingsPage:
    """Returns the standings laid out for a page. Rows of lines that are the same objects as on the page `before` are
    taken from there."""
    return _lay_out(standings, columns_of(standings, standings.event.kind.columns), before=before)


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
    skipped = tuple(dict.fromkeys(label for line in standings.lines for label in line.skipped))
    layout = RowLayout(
        event=standings.event,
        stages=standings.stages,
        in_groups=standings.of == "groups",
        columns=tuple((column.key, column.label, column.style) for column in columns),
        notes={label: number for number, label in enumerate((*skipped, SO_FAR), start=1)},
        partners=_("with %(names)s"),
        gone_home="" if marks_leavers else _("left early"),
        group=_("Group %(group)s"),
    )
    known = {id(row.line): row for row in before.rows} if before is not None and before.layout == layout else {}
    rows = []
    for line, decided in zip(standings.lines, _say_who_is_behind(standings), strict=True):
        row = known.get(id(line))
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


def _say_who_is_behind(standings: Standings) -> Iterator[str]:
    """Yields for each line of whom it is ahead and by what, as in "Ahead of Bill Brook: best round 28 to 27"; "" where
    the first criterion says it."""
    criteria = {criterion.key: criterion for criterion in standings.criteria[1:]}
    by_place = groupby(standings.lines, key=lambda line: (line.group, line.placing.rank))
    levels = [list(lines) for _place, lines in by_place]
    for level, below in zip(levels, [*levels[1:], []], strict=False):
        margin = level[0].placing.margin
        criterion = criteria.get(margin.key) if margin and below else None
        words = ""
        if margin and criterion:
            names = [line.name for line in below]
            label = _(criterion.label)
            words = _("Ahead of %(names)s: %(criterion)s") % {
                "names": join_names(names) if len(names) <= FEW_NAMES else _("%(n)s others") % {"n": len(names)},
                "criterion": label if label[1:] != label[1:].lower() else label[:1].lower() + label[1:],
            }
            if criterion.figure_of is not None or criterion.key in BETWEEN:
                sign = -1 if criterion.fewer_is_better else 1
                own, other = (format_total(sign * value) for value in (margin.own, margin.below))
                words = _("%(ahead)s %(own)s to %(other)s") % {"ahead": words, "own": own, "other": other}
        yield from [words] * len(level)


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
