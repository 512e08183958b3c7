"""What a rule would give for the evenings played, beside the other ways to count."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tournament.club.visibility import NamesShown
from tournament.foundation.wording import order_key
from tournament.models import Series
from tournament.seasons.queries.results import EndedEvening
from tournament.seasons.queries.seasons import table_of
from tournament.seasons.queries.series_page import SeriesRow, rows_of, say_figure
from tournament.seasons.rule import COUNTS, SeriesRule
from tournament.seasons.series import rule_in_words

MOST_ROWS = 20
F1_PLACES = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
"""These points for places are tried until the club enters its own."""


@dataclass(frozen=True)
class PreviewCell:
    """The place and the total that a rule gives somebody; both are "" if it gives none."""

    place: str
    total: str


@dataclass(frozen=True)
class PreviewNight:
    """What the rule gives a competitor for one evening; `place` is as the evening's standings show it."""

    place: str
    name: str
    score: str


@dataclass(frozen=True)
class RulePreview:
    """`words` say the rule. `heads` are the ways to count, the chosen rule first; a row is a name with a cell for each.
    `nights` are those of the `latest` evening, in the order of its places."""

    words: Sequence[str]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[PreviewCell, ...]], ...]
    evenings: int
    more: int
    latest: str
    nights: tuple[PreviewNight, ...]


def preview_of(series: Series, rule: SeriesRule, evenings: Sequence[EndedEvening], names: NamesShown) -> RulePreview:
    """Previews a rule. `series` is not stored; rows are in the order of the rule. Two queries at most for each way to
    count."""
    others = [
        replace(rule, counts=counts, places=rule.places or F1_PLACES) for counts in COUNTS if counts != rule.counts
    ]
    tables = [table_of(series, evenings, rule=each) for each in (rule, *others)]
    rows = rows_of(tables[0], names)
    cells = [
        {
            line.key: PreviewCell(line.placing.shown if line.placing else "", say_figure(table.rule.counts, line.total))
            for line in table.lines
        }
        for table in tables
    ]
    nothing = PreviewCell("", "")
    return RulePreview(
        words=rule_in_words(rule),
        heads=tuple(str(COUNTS[table.rule.counts]) for table in tables),
        rows=tuple(
            (row.name, tuple(of_table.get(row.line.key, nothing) for of_table in cells)) for row in rows[:MOST_ROWS]
        ),
        evenings=len(evenings),
        more=len(rows[MOST_ROWS:]),
        latest=evenings[-1].name if evenings else "",
        nights=tuple(_nights_of(rule, evenings[-1], rows)) if evenings else (),
    )


def _nights_of(rule: SeriesRule, evening: EndedEvening, rows: Sequence[SeriesRow]) -> Iterator[PreviewNight]:
    """Yields what the first places of an evening are given."""
    nights = [(night, row.name) for row in rows for night in row.line.nights if night.event == evening.event]
    nights.sort(key=lambda each: (each[0].place, order_key(each[1])))
    for night, name in nights[:MOST_ROWS]:
        place = f"{night.place}=" if night.sharing > 1 else f"{night.place}"
        yield PreviewNight(place, name, say_figure(rule.counts, night.score))
