"""What is said of one match by several: the figures that captains report or that come from another hall, whether they
are the same result in other words, and the state that follows. Pure, except that pages translate a word."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import reduce
from itertools import combinations
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import LeagueReport, LeagueResult, State

Pair = tuple[int, int]
Names = tuple[str, ...]
Seated = tuple[Names, Names]
"""Who sat at a table for either side, as far as somebody has said so."""


@dataclass(frozen=True)
class Figures:
    """Games and hang jacks of a match, those of one team first; hang jacks are None if nobody counted them, `tables`
    are empty if only the totals are known. `singles` are the numbers of the tables, from 1, that were singles and not
    doubles, and `seated` says who sat at each table, or nothing, as far as somebody has said so: captains who differ
    there still agree."""

    games: int
    other_games: int
    hang_jacks: int | None = None
    other_hang_jacks: int | None = None
    tables: tuple[Pair, ...] = ()
    singles: tuple[int, ...] = ()
    seated: tuple[Seated, ...] = ()

    @property
    def from_other_side(self) -> "Figures":
        """The same figures, with the other team first."""
        tables = tuple((other, own) for own, other in self.tables)
        seated = tuple((other, own) for own, other in self.seated)
        jacks = self.other_hang_jacks, self.hang_jacks
        return Figures(self.other_games, self.games, *jacks, tables, self.singles, seated)

    @property
    def fields(self) -> dict[str, Any]:
        """Returns them as fields of a result."""
        return {name: getattr(self, name) for name in ("games", "other_games", "hang_jacks", "other_hang_jacks")}

    @property
    def fields_of_tables(self) -> dict[str, Any]:
        """Returns what is known of each table as fields of a result or a report."""
        seated = [[[*own], [*other]] for own, other in self.seated]
        return {"tables": [[*table] for table in self.tables], "singles": [*self.singles], "seated": seated}

    @property
    def key(self) -> str:
        """Tells these figures from others, for a button that means what its page has shown."""
        numbers = [*self.fields.values(), *(games for table in sorted(self.tables) for games in table)]
        return "-".join("" if number is None else str(number) for number in numbers)

    @property
    def tables_add_up(self) -> bool:
        """Whether the games of each table are known and come to the total."""
        return [sum(side) for side in zip(*self.tables, strict=True)] == [self.games, self.other_games]

    def games_without(self, forfeited: Collection[int], side: str, *, most: int) -> Pair:
        """Returns the games of both if these tables, by number from 1, are forfeited: their games go to the other side,
        with "both" to nobody (`models.league.FORFEITED_KEYS`). A side gets no more than `most`."""
        games = other = 0
        for number, (own, theirs) in enumerate(self.tables, start=1):
            if number in forfeited:
                own, theirs = {"team": (0, own + theirs), "other": (own + theirs, 0)}.get(side, (0, 0))
            games, other = games + own, other + theirs
        return min(games, most), min(other, most)

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
        tables = self if self.tables else other
        return Figures(**known, tables=tables.tables, singles=tables.singles, seated=tables._seated_with(other))

    def _seated_with(self, other: "Figures") -> tuple[Seated, ...]:
        """Returns who sat where, with the names of a side of which the other knows more: of the same table, or where
        that has another number there, of the only one with its score."""
        if not other.seated:
            return self.seated
        seated = []
        for at, table in enumerate(self.tables):
            own, opponents = self.seated[at] if self.seated else ((), ())
            same = [number for number, score in enumerate(other.tables) if score == table]
            if at in same or len(same) == 1:
                theirs = other.seated[at if at in same else same[0]]
                own, opponents = max(own, theirs[0], key=len), max(opponents, theirs[1], key=len)
            seated.append((own, opponents))
        return tuple(seated)

    @property
    def tables_in_words(self) -> tuple[str, ...]:
        """Says the score of each table, as in "7–5" and "5–7 (singles)"; a table without any game is left out."""
        return self._say_played([f"{own}–{other}" for own, other in self.tables])

    @property
    def tables_with_names(self) -> tuple[str, ...]:
        """Says the score of each table with who sat there, as in "Ann & Bo 7–5 Carl & Dee"; none if nobody said so."""
        said = [
            " ".join(filter(None, (" & ".join(one), f"{own}–{other}", " & ".join(two))))
            for (own, other), (one, two) in zip(self.tables, self.seated, strict=False)
        ]
        return self._say_played(said)

    def _say_played(self, scores: Sequence[str]) -> tuple[str, ...]:
        words = _("%(score)s (singles)")
        return tuple(
            words % {"score": score} if number in self.singles else score
            for number, (score, games) in enumerate(zip(scores, self.tables, strict=False), start=1)
            if any(games)
        )


def figures_of_report(report: LeagueReport) -> Figures:
    """Returns what was reported, the reporting team first."""
    assert report.games is not None and report.other_games is not None
    jacks = report.hang_jacks, report.other_hang_jacks
    return replace(Figures(report.games, report.other_games, *jacks), **tables_of(report))


def tables_of(known: LeagueReport | LeagueResult) -> dict[str, Any]:
    """Returns what a report or a result has of each table, as fields of Figures."""
    seated = tuple((tuple(own), tuple(other)) for own, other in known.seated)
    return {
        "tables": tuple((own, other) for own, other in known.tables),
        "singles": tuple(known.singles),
        "seated": seated if len(seated) == len(known.tables) else (),
    }


def figures_of_result(result: LeagueResult) -> Figures | None:
    """Returns the figures that count, `result.team` first; None without."""
    if result.games is None or result.other_games is None:
        return None
    return Figures(result.games, result.other_games, result.hang_jacks, result.other_hang_jacks)


def typed_tables_of(result: LeagueResult) -> Figures | None:
    """Returns the figures that count with the tables that the secretary typed; None unless those add up to them."""
    figures = figures_of_result(result)
    if figures is None:
        return None
    typed = replace(figures, **tables_of(result))
    return typed if typed.tables_add_up else None


def all_agree(versions: Iterable[Figures]) -> bool:
    return all(one.agrees_with(two) for one, two in combinations(versions, 2))


@dataclass(frozen=True)
class ReportedMatch:
    """A match with what its captains reported and what came from another hall, the report of `match.team` first."""

    match: LeagueResult
    reports: Sequence[LeagueReport]

    @property
    def open_reports(self) -> list[LeagueReport]:
        """Returns those that nobody has settled."""
        return [report for report in self.reports if report.settled_at is None]

    @property
    def open_of_captains(self) -> list[LeagueReport]:
        return [report for report in self.open_reports if report.evening is None]

    def report_of(self, team: int) -> LeagueReport | None:
        """Returns what the captain of a team reported."""
        return next((report for report in self.reports if report.team_id == team and report.evening is None), None)

    def report_against(self, team: int) -> LeagueReport | None:
        """Returns what the captain of the other team reported."""
        return next((report for report in self.reports if report.team_id != team and report.evening is None), None)

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
    def played_on(self) -> date | None:
        """Returns the day on which another hall says that it was played."""
        return next((each.played_on for each in self.open_reports if each.evening and each.played_on), None)

    @property
    def is_stuck(self) -> bool:
        """Whether nothing that was reported agrees by itself."""
        return all(report.agrees_at is None for report in self.open_reports)

    @property
    def agreed_figures(self) -> Figures | None:
        """Returns what two captains or a hall have said alike, with what only some of them know; None as long as one
        captain alone has said something, or somebody contradicts."""
        is_backed = len(self.open_reports) > 1 or len(self.open_of_captains) < len(self.open_reports)
        if not is_backed or not all_agree(self.versions):
            return None
        return reduce(Figures.completed_by, self.versions)

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
