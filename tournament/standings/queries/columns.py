"""The columns of a table of standings, by the keys that a format names: what they are called and what a line shows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.event.queries.hours import hour_label, hour_name
from tournament.ranking import Amount, format_total
from tournament.standings.queries.places import Standings, StandingsLine

UNKNOWN = "–"
LONG_LABEL, LONG_FIGURE = 9, 5
"""Longer ones are set smaller where columns are narrow."""


@dataclass(frozen=True)
class StandingsColumn:
    """`text_of` is what a line shows, `style` its class on a page or on paper. `small_of` is the same in words for a
    page too narrow for the column; empty where it needs none. `figure_of` is the number alone, of a column whose gaps
    a note tells. `wall` and `phone` are its labels there, empty where it is not shown; a phone shows it `phone_when`
    that says something new of a line. `is_narrow` where paper has many of them."""

    label: str
    style: str
    text_of: Callable[[StandingsLine], str]
    small_of: Callable[[StandingsLine], str] = lambda line: ""
    figure_of: Callable[[StandingsLine], Amount | None] | None = None
    wall: str = ""
    phone: str = ""
    phone_when: Callable[[StandingsLine], bool] = lambda line: True
    is_lighter: Callable[[StandingsLine], bool] = lambda line: False
    is_narrow: bool = False

    @property
    def head_style(self) -> str:
        return f"{self.style} long" if self.is_narrow and len(self.label) > LONG_LABEL else self.style

    def cell_of(self, line: StandingsLine) -> tuple[str, str]:
        """Its style and its text."""
        text, style = self.text_of(line), self.style
        if self.is_lighter(line):
            style += " unranked"
        return (f"{style} long" if self.is_narrow and len(text) > LONG_FIGURE else style), text


def columns_of(standings: Standings, keys: Sequence[str]) -> tuple[StandingsColumn, ...]:
    return tuple(column for key in keys for column in COLUMNS[key](standings))


def show_figure(figure: Amount | None) -> str:
    return UNKNOWN if figure is None else format_total(figure)


def _columns_of_played(standings: Standings) -> Iterator[StandingsColumn]:
    small = _("%(n)s played")
    yield StandingsColumn(
        _("Played"),
        "number more count",
        lambda line: f"{line.record.played}",
        lambda line: small % {"n": line.record.played},
    )


def _columns_of_ranking(standings: Standings) -> Iterator[StandingsColumn]:
    """What ranks first, and whatever else of what ranks is known of anybody."""
    for at, criterion in enumerate(standings.columns):
        if at == 0 or any(line.figures[at] is not None for line in standings.lines):
            yield _ranking_column(_(criterion.label), at)


def _ranking_column(label: str, at: int) -> StandingsColumn:
    return StandingsColumn(
        label,
        "total sum" if at == 0 else "number more hour",
        lambda line: show_figure(line.figures[at]),
        lambda line: f"{label} {show_figure(line.figures[at])}" if at else "",
        figure_of=lambda line: line.figures[at],
        wall=label if at < 2 else "",
        phone=label if at < 2 else "",
        is_narrow=True,
    )


def _columns_of_rounds(standings: Standings) -> Iterator[StandingsColumn]:
    """How many of the matches drawn are reported."""
    part, words = _("%(n)s of %(all)s"), _("%(n)s of %(all)s rounds")

    def count_of(line: StandingsLine) -> dict[str, int]:
        points = [match.points for match in line.record.matches if match.opponents]
        return {"n": sum(1 for each in points if each is not None), "all": len(points)}

    def text_of(line: StandingsLine) -> str:
        of = count_of(line)
        return f"{of['all']}" if of["n"] == of["all"] else part % of

    yield StandingsColumn(_("Rounds"), "number more", text_of, lambda line: words % count_of(line))


def _columns_of_hours(standings: Standings) -> Iterator[StandingsColumn]:
    """The points of each hour."""
    numbers, has_sum = standings.stages, standings.any_adjusted and len(standings.stages) > 1

    def small_of(line: StandingsLine) -> str:
        parts = " + ".join(show_figure(line.hour(number).reported) for number in numbers)
        return f"{parts} = {format_total(line.record.total)}" if has_sum else parts

    for number in numbers:
        yield StandingsColumn(
            hour_name(standings.event, number),
            "number more",
            lambda line, number=number: show_figure(line.hour(number).reported),  # type: ignore[misc]
            small_of if number == numbers[0] else lambda line: "",
        )


def _columns_of_hours_in_full(standings: Standings) -> Iterator[StandingsColumn]:
    """Of each hour the table, the points match by match, and their sum."""
    for number in standings.stages:
        yield from _columns_of_hour_in_full(hour_label(standings.event, number), number)


def _columns_of_hour_in_full(label: str, number: int) -> Iterator[StandingsColumn]:
    def points_of(line: StandingsLine) -> str:
        hour = line.hour(number)
        return " + ".join(show_figure(won) for won in hour.points) if hour.was_there else UNKNOWN

    yield StandingsColumn(_("Table"), "count table", lambda line: f"{line.hour(number).table or UNKNOWN}")
    yield StandingsColumn(_("Rounds"), "rounds", points_of)
    yield StandingsColumn(
        label,
        "hour",
        lambda line: show_figure(line.hour(number).reported),
        is_lighter=lambda line: line.is_adjusted,
    )


def _columns_of_table(standings: Standings) -> Iterator[StandingsColumn]:
    """The table of an evening of one stage."""
    yield StandingsColumn(
        _("Table"), "number more count", lambda line: f"{line.record.matches[0].table}" if line.record.matches else ""
    )


def _columns_of_games(standings: Standings) -> Iterator[StandingsColumn]:
    yield StandingsColumn(
        _("Games"), "total sum", lambda line: show_figure(line.record.games), wall=_("Games"), phone=_("Games")
    )


def _columns_of_points(standings: Standings) -> Iterator[StandingsColumn]:
    yield StandingsColumn(
        _("Points"), "total sum", lambda line: show_figure(line.record.reported), wall=_("Points"), phone=_("Points")
    )


def _columns_of_points_besides(standings: Standings) -> Iterator[StandingsColumn]:
    """Points where something else ranks first."""
    yield StandingsColumn(
        _("Points"), "number hour", lambda line: show_figure(line.record.reported), wall=_("Points"), phone=_("Points")
    )


def _columns_of_all_fours(standings: Standings) -> Iterator[StandingsColumn]:
    words = _("All Fours %(n)s")
    yield StandingsColumn(
        _("All Fours"),
        "number more count",
        lambda line: show_figure(line.all_fours),
        lambda line: words % {"n": show_figure(line.all_fours)},
        figure_of=lambda line: line.all_fours,
    )


def _columns_of_jacks_turned(standings: Standings) -> Iterator[StandingsColumn]:
    words = _("Jacks turned %(n)s")
    yield StandingsColumn(
        _("Jacks turned"),
        "number more count",
        lambda line: show_figure(line.jacks_turned),
        lambda line: words % {"n": show_figure(line.jacks_turned)},
        figure_of=lambda line: line.jacks_turned,
    )


def _columns_of_total(standings: Standings) -> Iterator[StandingsColumn]:
    """All points, and where somebody sat out as if they had played all the time, which then ranks."""
    is_adjusted = standings.any_adjusted
    style = "number more sum" if is_adjusted else "total sum"
    yield StandingsColumn(
        _("Total"),
        style,
        lambda line: format_total(line.record.total),
        wall="" if is_adjusted else _("Points"),
        phone=_("Points"),
        is_lighter=lambda line: line.is_adjusted,
    )
    if is_adjusted:
        yield _adjusted_column(lambda line: format_total(line.record.adjusted))


def _columns_of_total_on_paper(standings: Standings) -> Iterator[StandingsColumn]:
    """The total of several hours, and adjusted totals where they are others."""
    if len(standings.stages) > 1:
        yield next(_columns_of_total(standings))
    if standings.any_adjusted:
        yield _adjusted_column(lambda line: format_total(line.record.adjusted) if line.is_adjusted else "")


def _adjusted_column(text_of: Callable[[StandingsLine], str]) -> StandingsColumn:
    return StandingsColumn(
        _("Adjusted"),
        "total sum",
        text_of,
        wall=_("Points"),
        phone=_("Adjusted"),
        phone_when=lambda line: line.is_adjusted,
        is_lighter=lambda line: not line.is_adjusted,
    )


COLUMNS: Mapping[str, Callable[[Standings], Iterator[StandingsColumn]]] = {
    "played": _columns_of_played,
    "ranked": _columns_of_ranking,
    "rounds": _columns_of_rounds,
    "hours": _columns_of_hours,
    "hours_in_full": _columns_of_hours_in_full,
    "table": _columns_of_table,
    "games": _columns_of_games,
    "points": _columns_of_points,
    "points_besides": _columns_of_points_besides,
    "all_fours": _columns_of_all_fours,
    "jacks_turned": _columns_of_jacks_turned,
    "total": _columns_of_total,
    "total_on_paper": _columns_of_total_on_paper,
}
