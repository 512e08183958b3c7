"""The columns of a table of standings, by the keys that a format names: their labels and what a line shows in them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.event.queries.hours import hour_label, hour_name
from tournament.ranking import Amount, Record, format_total
from tournament.standings.queries.places import Standings, StandingsLine

UNKNOWN = "–"
POINTS = gettext_lazy("Points")
LONG_LABEL, LONG_FIGURE = 9, 5
"""Longer labels and figures are set smaller in narrow columns."""


@dataclass(frozen=True)
class StandingsColumn:
    """`text_of` is what a line shows; `style` is the column's class on a page or on paper. `small_of` says the same in
    words on a page too narrow for the column; None if that needs no words. `figure_of` is the bare number, for a column
    with a note about its gaps. `wall` and `phone` are its labels there, "" if it is not shown; a phone shows it only if
    `phone_when` says that it adds something to a line. `is_narrow` is set if paper has many such columns. `key` names
    it in addresses that sort by it; `sorted_by` is the number to sort by if that is not `figure_of`."""

    label: str
    style: str
    text_of: Callable[[StandingsLine], str]
    small_of: Callable[[StandingsLine], str] | None = None
    figure_of: Callable[[StandingsLine], Amount | None] | None = None
    wall: str = ""
    phone: str = ""
    phone_when: Callable[[StandingsLine], bool] = lambda line: True
    is_lighter: Callable[[StandingsLine], bool] | None = None
    is_narrow: bool = False
    key: str = ""
    sorted_by: Callable[[StandingsLine], Amount | None] | None = None

    def value_of(self, line: StandingsLine) -> Amount | None:
        """Returns the number that the column sorts by."""
        value_of = self.sorted_by or self.figure_of
        return value_of(line) if value_of else None

    @property
    def head_style(self) -> str:
        return f"{self.style} long" if self.is_narrow and len(self.label) > LONG_LABEL else self.style

    def cell_of(self, line: StandingsLine) -> tuple[str, str]:
        """Returns the cell's style and text."""
        text, style = self.text_of(line), self.style
        if self.is_lighter is not None and self.is_lighter(line):
            style += " unranked"
        return (f"{style} long" if self.is_narrow and len(text) > LONG_FIGURE else style), text


def columns_of(standings: Standings, keys: Sequence[str]) -> tuple[StandingsColumn, ...]:
    """Returns the columns that a page or paper shows: those empty for everybody are left out, a sum never."""
    return tuple(
        column
        for key in keys
        for column in COLUMNS[key](standings)
        if "sum" in column.style or any(column.text_of(line) not in ("", UNKNOWN) for line in standings.lines)
    )


def show_figure(figure: Amount | None) -> str:
    return UNKNOWN if figure is None else format_total(figure)


def _columns_of_played(standings: Standings) -> Iterator[StandingsColumn]:
    small = _("%(n)s played")
    yield StandingsColumn(
        _("Played"),
        "number more count",
        lambda line: f"{line.record.played}",
        lambda line: small % {"n": line.record.played},
        key="played",
        sorted_by=lambda line: line.record.played,
    )


def _columns_of_ranking(standings: Standings) -> Iterator[StandingsColumn]:
    """Yields a column for the first criterion, with what is known so far, and for each further one."""
    for at, criterion in enumerate(standings.columns):
        figure_of = criterion.figure_of if at else criterion.figure_so_far
        assert figure_of is not None
        yield _ranking_column(_(criterion.label), criterion.key, at, figure_of)


def _ranking_column(
    label: str, key: str, at: int, figure_of: Callable[[Record[int]], Amount | None]
) -> StandingsColumn:
    return StandingsColumn(
        label,
        "total sum" if at == 0 else "number more hour",
        lambda line: show_figure(figure_of(line.record)),
        (lambda line: f"{label} {show_figure(figure_of(line.record))}") if at else None,
        figure_of=lambda line: figure_of(line.record),
        wall=label if at < 2 else "",
        phone=label if at < 2 else "",
        is_narrow=True,
        key=key,
    )


def _columns_of_rounds(standings: Standings) -> Iterator[StandingsColumn]:
    """Yields the number of drawn matches that are reported."""

    def counts_of(line: StandingsLine) -> dict[str, int]:
        points = [match.points for match in line.record.matches if match.opponents]
        return {"n": len(points) - points.count(None), "all": len(points)}

    def text_of(line: StandingsLine) -> str:
        counts = counts_of(line)
        return f"{counts['all']}" if counts["n"] == counts["all"] else _("%(n)s of %(all)s") % counts

    def title_of(line: StandingsLine) -> str:
        counts = counts_of(line)
        return ngettext("%(n)s of %(all)s round", "%(n)s of %(all)s rounds", counts["all"]) % counts

    yield StandingsColumn(
        _("Rounds"), "number more", text_of, title_of, key="rounds", sorted_by=lambda line: counts_of(line)["n"]
    )


def _columns_of_hours(standings: Standings) -> Iterator[StandingsColumn]:
    numbers, has_sum = standings.stages, standings.any_adjusted and len(standings.stages) > 1

    def small_of(line: StandingsLine) -> str:
        parts = " + ".join(show_figure(line.hour(number).reported_total) for number in numbers)
        return f"{parts} = {format_total(line.record.total)}" if has_sum else parts

    # Pages leave out columns that are empty for everybody, so the phone's line goes with the first that stays.
    known = [number for number in numbers if any(_total_of_hour(number, line) is not None for line in standings.lines)]
    for at, number in enumerate(known):
        total_of = partial(_total_of_hour, number)
        yield StandingsColumn(
            hour_name(standings.event, number),
            "number more",
            lambda line, total_of=total_of: show_figure(total_of(line)),  # type: ignore[misc]
            small_of if at == 0 else None,
            key=f"hour-{number}",
            sorted_by=total_of,
        )


def _total_of_hour(number: int, line: StandingsLine) -> Amount | None:
    return line.hour(number).reported_total


def _columns_of_hours_in_full(standings: Standings) -> Iterator[StandingsColumn]:
    """Yields each hour's points match by match, and their sum; also the table if there is only one hour."""
    for number in standings.stages:
        is_alone = len(standings.stages) == 1
        yield from _columns_of_hour_in_full(hour_label(standings.event, number), number, has_table=is_alone)


def _columns_of_hour_in_full(label: str, number: int, *, has_table: bool) -> Iterator[StandingsColumn]:
    def points_of(line: StandingsLine) -> str:
        hour = line.hour(number)
        return " + ".join(show_figure(won) for won in hour.points) if hour.was_there else UNKNOWN

    if has_table:
        yield StandingsColumn(_("Table"), "count table", lambda line: f"{line.hour(number).table or UNKNOWN}")
    yield StandingsColumn(_("Rounds"), "rounds", points_of)
    yield StandingsColumn(
        label,
        "hour",
        lambda line: show_figure(line.hour(number).reported_total),
        is_lighter=lambda line: line.is_adjusted,
    )


def _columns_of_table(standings: Standings) -> Iterator[StandingsColumn]:
    """Yields the table, for an evening of one stage."""

    def table_of(line: StandingsLine) -> int | None:
        return line.record.matches[0].table if line.record.matches else None

    yield StandingsColumn(
        _("Table"), "number more count", lambda line: f"{table_of(line) or ''}", key="table", sorted_by=table_of
    )


def _columns_of_figure(
    key: str, label: Promise, style: str, figure_of: Callable[[StandingsLine], Amount | None]
) -> Callable[[Standings], Iterator[StandingsColumn]]:
    """Returns a column of one figure that screens and phones show too."""

    def columns(standings: Standings) -> Iterator[StandingsColumn]:
        yield StandingsColumn(
            str(label),
            style,
            lambda line: show_figure(figure_of(line)),
            wall=str(label),
            phone=str(label),
            key=key,
            sorted_by=figure_of,
        )

    return columns


def _columns_of_count(
    key: str, label: Promise, words: Promise, count_of: Callable[[StandingsLine], Amount | None]
) -> Callable[[Standings], Iterator[StandingsColumn]]:
    """Returns a column that counts something, in `words` on a narrow page."""

    def columns(standings: Standings) -> Iterator[StandingsColumn]:
        small = str(words)
        yield StandingsColumn(
            str(label),
            "number more count",
            lambda line: show_figure(count_of(line)),
            lambda line: small % {"n": show_figure(count_of(line))},
            figure_of=count_of,
            key=key,
        )

    return columns


def _columns_of_total(standings: Standings) -> Iterator[StandingsColumn]:
    """Yields the total and, if somebody sat out, the total adjusted to the full time, which then ranks."""
    is_adjusted = standings.any_adjusted
    style = "number more sum" if is_adjusted else "total sum"
    yield StandingsColumn(
        _("Total"),
        style,
        lambda line: format_total(line.record.total),
        wall="" if is_adjusted else _("Points"),
        phone=_("Points"),
        is_lighter=lambda line: line.is_adjusted,
        key="total",
        sorted_by=lambda line: line.record.total,
    )
    if is_adjusted:
        yield _adjusted_column(lambda line: format_total(line.record.adjusted_total))


def _columns_of_total_on_paper(standings: Standings) -> Iterator[StandingsColumn]:
    """Yields the total if it is not that of the one hour, and adjusted totals if they differ."""
    if len(standings.stages) > 1 or any(line.record.points_penalty for line in standings.lines):
        yield next(_columns_of_total(standings))
    if standings.any_adjusted:
        yield _adjusted_column(lambda line: format_total(line.record.adjusted_total) if line.is_adjusted else "")


def _adjusted_column(text_of: Callable[[StandingsLine], str]) -> StandingsColumn:
    return StandingsColumn(
        _("Adjusted"),
        "total sum",
        text_of,
        wall=_("Points"),
        phone=_("Adjusted"),
        phone_when=lambda line: line.is_adjusted,
        is_lighter=lambda line: not line.is_adjusted,
        key="adjusted",
        sorted_by=lambda line: line.record.adjusted_total,
    )


COLUMNS: Mapping[str, Callable[[Standings], Iterator[StandingsColumn]]] = {
    "played": _columns_of_played,
    "ranked": _columns_of_ranking,
    "rounds": _columns_of_rounds,
    "hours": _columns_of_hours,
    "hours_in_full": _columns_of_hours_in_full,
    "table": _columns_of_table,
    "games": _columns_of_figure("games", gettext_lazy("Games"), "total sum", lambda line: line.record.games),
    "points": _columns_of_figure("points", POINTS, "total sum", lambda line: line.record.reported_total),
    # Points, if something else ranks first.
    "points_besides": _columns_of_figure("points", POINTS, "number hour", lambda line: line.record.reported_total),
    "all_fours": _columns_of_count(
        "all_fours", gettext_lazy("All Fours"), gettext_lazy("All Fours %(n)s"), lambda line: line.record.all_fours
    ),
    "jacks_turned": _columns_of_count(
        "jacks_turned",
        gettext_lazy("Jacks turned"),
        gettext_lazy("Jacks turned %(n)s"),
        lambda line: line.record.jacks_turned,
    ),
    "total": _columns_of_total,
    "total_on_paper": _columns_of_total_on_paper,
}
