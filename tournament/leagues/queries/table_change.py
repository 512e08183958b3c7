"""What a change does to the table of a league."""

from dataclasses import dataclass

from tournament.leagues.queries.page import LeaguePage
from tournament.ranking import Amount


@dataclass(frozen=True)
class ChangedRow:
    """A team in the table; each pair is before and after a change. A team without a place has withdrawn."""

    team: str
    places: tuple[str, str]
    points: tuple[Amount | None, Amount | None]
    bullseyes: tuple[Amount | None, Amount | None]
    played: tuple[int, int]

    @property
    def is_changed(self) -> bool:
        return any(before != after for before, after in (self.places, self.points, self.bullseyes, self.played))


@dataclass(frozen=True)
class TableChange:
    """What a change does to the table, in the order after it; `counts` is the head of what the cards count."""

    rows: tuple[ChangedRow, ...]
    by_points: bool
    counts: str

    @property
    def is_changed(self) -> bool:
        return any(row.is_changed for row in self.rows)


def compare_tables(before: LeaguePage, after: LeaguePage) -> TableChange:
    former = {row.placing.record.entry: row for row in before.rows}
    pairs = [(former.get(row.placing.record.entry, row), row) for row in after.rows]
    return TableChange(
        tuple(
            ChangedRow(
                row.placing.record.name,
                (old.place, row.place),
                (old.placing.record.match_points, row.placing.record.match_points),
                (old.placing.record.games_won, row.placing.record.games_won),
                (old.played, row.played),
            )
            for old, row in pairs
        ),
        by_points=after.by_points,
        counts=after.league.get_counts_display(),
    )
