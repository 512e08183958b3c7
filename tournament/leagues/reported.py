"""What is said of one match by several: the figures that captains report, whether they are the same result in other
words, and the state that follows. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from tournament.models import LeagueReport, LeagueResult, State

Pair = tuple[int, int]


@dataclass(frozen=True)
class Figures:
    """Games and hang jacks of a match, those of one team first; hang jacks are None if nobody counted them, `tables`
    are empty if only the totals are known."""

    games: int
    other_games: int
    hang_jacks: int | None = None
    other_hang_jacks: int | None = None
    tables: tuple[Pair, ...] = ()

    @property
    def from_other_side(self) -> "Figures":
        """The same figures, with the other team first."""
        tables = tuple((other, own) for own, other in self.tables)
        return Figures(self.other_games, self.games, self.other_hang_jacks, self.hang_jacks, tables)

    @property
    def fields(self) -> dict[str, Any]:
        """Returns them as fields of a result."""
        return {name: getattr(self, name) for name in ("games", "other_games", "hang_jacks", "other_hang_jacks")}

    @property
    def key(self) -> str:
        """Tells these figures from others, for a button that means what its page has shown."""
        numbers = [*self.fields.values(), *(games for table in sorted(self.tables) for games in table)]
        return "-".join("" if number is None else str(number) for number in numbers)

    def agrees_with(self, other: "Figures") -> bool:
        """Whether both are one result: what only one of them knows does not contradict, and each captain may number the
        tables in their own order."""
        pairs = zip(self.fields.values(), other.fields.values(), strict=True)
        has_tables = bool(self.tables and other.tables)
        is_same = all(one == two or None in (one, two) for one, two in pairs)
        return is_same and (not has_tables or sorted(self.tables) == sorted(other.tables))

    def completed_by(self, other: "Figures") -> "Figures":
        """Returns them with what only the other knows."""
        known = {name: getattr(other, name) if each is None else each for name, each in self.fields.items()}
        return Figures(**known, tables=self.tables or other.tables)


def figures_of_report(report: LeagueReport) -> Figures:
    """Returns what was reported, the reporting team first."""
    assert report.games is not None and report.other_games is not None
    tables = tuple((own, other) for own, other in report.tables)
    return Figures(report.games, report.other_games, report.hang_jacks, report.other_hang_jacks, tables)


def figures_of_result(result: LeagueResult) -> Figures | None:
    """Returns the figures that count, `result.team` first; None without."""
    if result.games is None or result.other_games is None:
        return None
    return Figures(result.games, result.other_games, result.hang_jacks, result.other_hang_jacks)


def all_agree(versions: Iterable[Figures]) -> bool:
    return all(one.agrees_with(two) for one, two in combinations(versions, 2))


@dataclass(frozen=True)
class ReportedMatch:
    """A match with what its captains reported, the report of `match.team` first."""

    match: LeagueResult
    reports: Sequence[LeagueReport]

    @property
    def open_reports(self) -> list[LeagueReport]:
        """Returns those that nobody has settled."""
        return [report for report in self.reports if report.settled_at is None]

    def report_of(self, team: int) -> LeagueReport | None:
        return next((report for report in self.reports if report.team_id == team), None)

    def figures_from(self, report: LeagueReport) -> Figures:
        """Returns what a captain reported, in the order of the match."""
        figures = figures_of_report(report)
        return figures if report.team_id == self.match.team_id else figures.from_other_side

    @property
    def result(self) -> Figures | None:
        return figures_of_result(self.match)

    @property
    def versions(self) -> list[Figures]:
        """Returns every version that stands open, with the result if there is one."""
        open_ones = [self.figures_from(report) for report in self.open_reports]
        return [*open_ones, *([self.result] if self.result else [])]

    @property
    def is_stuck(self) -> bool:
        """Whether nothing that was reported agrees by itself."""
        return all(report.agrees_at is None for report in self.open_reports)

    @property
    def state(self) -> State:
        """Returns its state, in the words of an evening's results; waiting as long as nobody reported it."""
        if not self.reports:
            return State.WAITING
        if not self.open_reports:
            return State.WAITING if self.match.is_fixture else State.RULED
        if not all_agree(self.versions):
            return State.DISPUTED
        return State.AGREED if len(self.versions) > 1 else State.ENTERED


Meeting = tuple[int, frozenset[int | None]]


def meeting_of(row: LeagueResult | LeagueReport) -> Meeting:
    """Returns the round and the two teams, by which a report finds its match: a correction or a ruling makes another
    version of the result, but the meeting stays."""
    return row.round, frozenset((row.team_id, row.other_id))


def pair_with_reports(results: Iterable[LeagueResult], reports: Iterable[LeagueReport]) -> list[ReportedMatch]:
    """Returns the matches with their reports; of several results of one meeting only the first."""
    of_meeting: dict[Meeting, list[LeagueReport]] = {}
    for report in reports:
        of_meeting.setdefault(meeting_of(report), []).append(report)
    first: dict[Meeting, LeagueResult] = {}
    for result in results:
        if result.other_id is not None:
            first.setdefault(meeting_of(result), result)
    return [
        ReportedMatch(match, sorted(of_meeting.get(key, []), key=lambda each: each.team_id != match.team_id))
        for key, match in first.items()
    ]
