"""The rows of a series for its page, its file and its paper."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournament.club.visibility import NamedPerson, NamesShown
from tournament.foundation.revision_cache import RevisionCache
from tournament.foundation.wording import order_key
from tournament.models import Series, join_names
from tournament.ranking import Amount, Criterion, format_total, write_figure
from tournament.seasons.queries.seasons import SeriesTable
from tournament.seasons.rule import Counts, SeriesRule
from tournament.seasons.series import Night, Quarter, SeriesLine, criteria_of_series

ROWS: RevisionCache[list["SeriesRow"]] = RevisionCache(most=30)


@dataclass(frozen=True)
class SeriesRow:
    """A line in words. `place` is "" if somebody is not ranked yet; `decided_by` is the label of the tie-break that
    decided the place, if any did, and `why` has its figure too, as in "Best evening (34)". `days` are the dates of the
    evenings. `name` joins the names of `people`, or is the team's own."""

    line: SeriesLine
    rule: SeriesRule
    days: Mapping[int, str]
    people: tuple[NamedPerson, ...]
    name: str
    place: str
    total: str
    decided_by: str
    why: str
    lacks: str

    @cached_property
    def nights_counted(self) -> str:
        return self._say_nights(night for night in self.line.nights if night.event not in self.line.dropped)

    @cached_property
    def nights_dropped(self) -> str:
        return self._say_nights(night for night in self.line.nights if night.event in self.line.dropped)

    def _say_nights(self, nights: Iterable[Night]) -> str:
        """Says the nights of one row. Only rows that are shown need it: a season has thousands of nights."""
        return " · ".join(
            f"{self.days[night.event]}:\N{NO-BREAK SPACE}{say_figure(self.rule.counts, night.score)}"
            for night in nights
        )


def name_line(line: SeriesLine, ranks: str, names: NamesShown) -> tuple[NamedPerson, ...]:
    """Returns a team's own name, unless it reveals a hidden member; a pair by both of its players."""
    own = names.name_of_team(line.team, line.people) if ranks == Series.Ranks.TEAMS else ""
    if own:
        return (NamedPerson(None, own),)
    most = {Series.Ranks.PLAYERS: 1, Series.Ranks.PAIRS: 2}.get(Series.Ranks(ranks))
    return tuple(names.describe(person) for person in line.people[:most])


def cached_rows_of(table: SeriesTable, names: NamesShown) -> list[SeriesRow]:
    """Returns `rows_of(table, names)`, cached until the evenings, the rule or the names change."""
    evenings, shown_names = table.evenings, frozenset([*names.names.items(), *names.hidden.items()])
    state = (json.dumps(table.rule.to_document(), sort_keys=True), table.series.ranks, evenings, shown_names)
    what = (table.series.pk, get_language(), len(evenings), evenings[:1], hash(shown_names))
    return ROWS.get_or_make(what, state, lambda: rows_of(table, names))


def rows_of(table: SeriesTable, names: NamesShown) -> list[SeriesRow]:
    """Returns rows in the order of place; those who share a place are in the order of their names."""
    style = "j M Y" if len({evening.day.year for evening in table.evenings}) > 1 else "j M"
    days = {each.event: date_format(each.day, style).replace(" ", "\N{NO-BREAK SPACE}") for each in table.evenings}
    criteria = criteria_of_series(table.rule, {line.key: line for line in table.lines})[1:]
    tie_breaks = {each.key: each for each in criteria}
    rows = [_row_of(table, line, name_line(line, table.series.ranks, names), days, tie_breaks) for line in table.lines]

    def rank_of(line: SeriesLine) -> int:
        return len(rows) + line.lacks if line.placing is None else line.placing.rank

    return sorted(rows, key=lambda row: (rank_of(row.line), order_key(row.name)))


def _row_of(
    table: SeriesTable,
    line: SeriesLine,
    people: tuple[NamedPerson, ...],
    days: Mapping[int, str],
    tie_breaks: Mapping[str, Criterion],
) -> SeriesRow:
    placing, decided_by, why = line.placing, "", ""
    criterion = tie_breaks.get(placing.decided_by or "") if placing else None
    if placing and criterion:
        decided_by = why = _(criterion.label)
        figure = criterion.figure_of(placing.record) if criterion.figure_of else None
        if figure is not None:
            text = say_figure(table.rule.counts, figure) if criterion.key == "best_evening" else format_total(figure)
            why = f"{decided_by} ({text})"
    lacks = ngettext("%(n)s more evening needed", "%(n)s more evenings needed", line.lacks) % {"n": line.lacks}
    return SeriesRow(
        line=line,
        rule=table.rule,
        days=days,
        people=people,
        name=join_names([name for _person, name in people]),
        place="" if placing is None else placing.shown,
        total=say_figure(table.rule.counts, line.total),
        decided_by=decided_by,
        why=why,
        lacks=lacks if line.lacks else "",
    )


@lru_cache(maxsize=5000)
def say_figure(counts: Counts, amount: Amount) -> str:
    """Says a percentage to one decimal, because the exact fraction is long. Ranking uses the exact value. It is cached,
    because a season has thousands of nights with few different figures."""
    return f"{float(amount):.1f}\N{NO-BREAK SPACE}%" if counts == "percentage" else format_total(amount)


def explain_tie_breaks(table: SeriesTable) -> list[tuple[str, str]]:
    """Returns the label and the explanation of each tie-break, and says which could not be used somewhere."""
    skipped = {key for line in table.lines if line.placing for key in line.placing.skipped}
    missing = _("Not used for some places, because some of these results are missing.")
    return [
        (_(each.label), " ".join([_(each.explanation), *([missing] if each.key in skipped else [])]))
        for each in criteria_of_series(table.rule)[1:]
    ]


def quarter_name(quarter: Quarter) -> str:
    return _("Q%(number)s %(year)s") % {"number": quarter[1], "year": quarter[0]}


def csv_rows(table: SeriesTable, rows: Sequence[SeriesRow], names: NamesShown) -> list[list[object]]:
    """Returns rows with a column for each evening; nights that do not count are also listed in a column of their
    own."""
    heads: list[object] = [_("Place"), _("Name"), _("Total"), _("Evenings"), _("Dropped evenings")]
    heads += [f"{evening.day.isoformat()} {names.redact(evening.name)}" for evening in table.evenings]
    days = {evening.event: evening.day for evening in table.evenings}
    table_rows = [heads]
    for row in rows:
        place = int(row.place) if row.place.isdecimal() else row.place
        scores = {night.event: write_figure(night.score) for night in row.line.nights}
        dropped = ", ".join(day.isoformat() for day in sorted(days[event] for event in row.line.dropped))
        cells = [scores.get(evening.event, "") for evening in table.evenings]
        table_rows.append([place, row.name, write_figure(row.line.total), len(row.line.nights), dropped, *cells])
    return table_rows
