"""The public standings page: which evenings are on, and the standings line by line."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _

from tournament.models import together
from tournament.ranking import Amount, Criterion
from tournament.standings.queries.places import says_what_decided
from tournament.standings.queries.round_pages import RoundsPage
from tournament.standings.queries.standings import Line, Standings, criteria_of

FEW_NAMES = 3
"""As many as a sentence names."""


@dataclass(frozen=True)
class Row:
    """A line of the standings as a page prints it; None in a number is unknown. `why` names the criterion that placed
    it, empty where it is the first one, the total; it is said (`says_why`) at the first of those that were level.
    `notes` are the numbers of the footnotes."""

    line: Line
    rounds_reported: int
    rounds: int
    hours: tuple[int | None, ...]
    adjusted: Fraction | None
    why: str
    says_why: bool
    notes: tuple[int, ...]


@dataclass(frozen=True)
class StandingsPage:
    """`by_games` where games won are what ranks. `first` is what ranks before anything else is asked, `decided` what
    decided some placing besides, `skipped` the criteria that were unknown for somebody still level, each a footnote
    numbered from 1. `unknown` says in sentences whose figure of a column is not known, where others' is. Of an evening
    of rounds the lines are in `rounds`."""

    standings: Standings
    rows: tuple[Row, ...]
    hour_numbers: tuple[int, ...]
    by_games: bool
    first: Criterion
    decided: tuple[Criterion, ...]
    skipped: tuple[str, ...]
    unknown: tuple[str, ...]
    rounds: RoundsPage | None = None


def standings_page(standings: Standings) -> StandingsPage:
    """The standings with what a page needs besides."""
    lines = standings.lines
    criteria = criteria_of(standings.event, hours=standings.hours, of=standings.of)
    first, *others = (_translated(criterion) for criterion in criteria)
    skipped = tuple(dict.fromkeys(label for line in lines for label in line.skipped))
    deciding = {line.placing.decided_by for line in lines}
    rounds = RoundsPage(standings, skipped) if standings.event.is_of_rounds else None
    return StandingsPage(
        standings=standings,
        rows=()
        if rounds
        else tuple(
            _row(line, first.key, skipped, standings.any_adjusted, is_first_of_level=is_first)
            for line, is_first in zip(lines, says_what_decided(lines, first), strict=True)
        ),
        hour_numbers=tuple(hour.number for hour in lines[0].hours) if lines else (),
        by_games=first.key == "games",
        first=first,
        decided=tuple(criterion for criterion in others if criterion.key in deciding),
        skipped=skipped,
        unknown=tuple(_unknown_figures(standings, by_games=first.key == "games")),
        rounds=rounds,
    )


def _unknown_figures(standings: Standings, *, by_games: bool) -> Iterator[str]:
    """Whose figure of a column is not known though that of others is, in a sentence for the columns with the same
    gaps."""
    columns: list[tuple[str, list[Amount | None]]] = []
    if standings.event.is_of_rounds:
        figures = zip(*(line.figures for line in standings.lines), strict=True)
        columns = [(_(column.label), list(own)) for column, own in zip(standings.columns, figures, strict=False)]
    elif not by_games:
        columns = [(_("All Fours"), [line.all_fours for line in standings.lines])]
        if standings.event.has_turns:
            columns += [(_("Jacks turned"), [line.jacks_turned for line in standings.lines])]
    labels: dict[tuple[str, ...], list[str]] = {}
    for label, known in columns:
        names = tuple(line.name for line, figure in zip(standings.lines, known, strict=True) if figure is None)
        if 0 < len(names) < len(standings.lines):
            labels.setdefault(names, []).append(label)
    for names, own in labels.items():
        words = {"columns": together(own), "names": together(names), "n": len(names), "all": len(standings.lines)}
        if len(names) <= FEW_NAMES:
            yield _("%(columns)s: not known for %(names)s (–).") % words
        else:
            yield _("%(columns)s: not known for %(n)s of %(all)s (–).") % words


def _translated(criterion: Criterion) -> Criterion:
    return replace(criterion, label=_(criterion.label), explanation=_(criterion.explanation))


def _row(
    line: Line, first_criterion: str, skipped: tuple[str, ...], any_adjusted: bool, *, is_first_of_level: bool
) -> Row:
    points = [points for hour in line.hours if hour.record for points in hour.record.round_points]
    why = "" if line.placing.decided_by in (None, first_criterion) else line.decided_by
    return Row(
        line=line,
        rounds_reported=sum(1 for each in points if each is not None),
        rounds=len(points),
        hours=tuple(hour.record.reported if hour.record else None for hour in line.hours),
        adjusted=line.record.adjusted if any_adjusted else None,
        why=why,
        says_why=bool(why) and is_first_of_level,
        notes=tuple(sorted(skipped.index(label) + 1 for label in line.skipped)),
    )
