"""The standings as pages and paper print them: finished words, line by line, in the columns that the format names."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import join_names
from tournament.ranking import BOOBY, PRIZES, Criterion, format_total, prizes_of
from tournament.standings.queries.columns import StandingsColumn, columns_of
from tournament.standings.queries.counted_matches import Counting
from tournament.standings.queries.places import Standings, StandingsLine, criteria_of, says_what_decided

FEW_NAMES = 3
"""As many as a sentence names."""
SO_FAR = ""
"""Instead of a criterion's label, of the footnote at a line that ranks by a part of its results."""

COUNTINGS: tuple[Counting, ...] = ("entered", "groups", "pairs", "players")
TABLE_LABELS: Mapping[tuple[Counting, str], str | Promise] = {
    ("entered", "players"): gettext_lazy("Players"),
    ("entered", "pairs"): gettext_lazy("Pairs"),
    ("entered", "teams"): gettext_lazy("Teams"),
    ("pairs", "teams"): gettext_lazy("Best pairs"),
    ("players", "pairs"): gettext_lazy("Players"),
    ("players", "teams"): gettext_lazy("Players"),
}


def _label_of(key: Counting, enters: str) -> str | Promise:
    return gettext_lazy("Groups") if key == "groups" else TABLE_LABELS[key, enters]


class StandingsCell(NamedTuple):
    """`style` is its class on a page or on paper."""

    style: str
    text: str


class StandingsRow(NamedTuple):
    """A line. `decided` says what placed it, and those after it that were level with it, where that is not what ranks
    first; `besides` what else there is to say, as of matches not played; `notes` are the numbers of the footnotes.
    `small` says in a sentence what a narrow page has no columns for; `group` is the heading of its group, in a table by
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


class PrizeWon(NamedTuple):
    """`so_far` says what it is uncertain for; empty where it is not."""

    label: str
    names: str
    figure: str
    so_far: str


@dataclass(frozen=True)
class StandingsPage:
    """`skipped` are the criteria that were unknown for somebody still level, each a footnote numbered from 1.
    `explanations` is what ranks, with the labels of the columns first, and what besides decided some placing."""

    standings: Standings
    columns: tuple[StandingsColumn, ...]
    skipped: tuple[str, ...]

    @cached_property
    def rows(self) -> tuple[StandingsRow, ...]:
        lines, notes = self.standings.lines, (*self.skipped, SO_FAR)
        words = _Words(
            decided={label: _("Decided by: %(criterion)s") % {"criterion": label} for label in self._decided_otherwise},
            notes={label: number for number, label in enumerate(notes, start=1)},
            partners=_("with %(names)s"),
            gone_home=_("left early"),
            group=_("Group %(group)s"),
        )
        in_groups = self.standings.of == "groups"
        says = says_what_decided(lines, self._criteria[0])
        return tuple(
            [
                _row_of(line, self.columns, words, in_groups=in_groups, says_what_decided=is_said)
                for line, is_said in zip(lines, says, strict=True)
            ]
        )

    @property
    def has_adjusted_totals(self) -> bool:
        """Whether somebody sat out and the total, which then is adjusted, is what ranks."""
        return self.standings.any_adjusted and self._criteria[0].key in ("total", "second_table")

    @property
    def paper_style(self) -> str:
        """Which layout of the style sheet it has: a page wide enough for hours in full, or for many figures."""
        keys = self.standings.event.kind.paper_columns
        return f"hours-{self.standings.hours}" if "hours_in_full" in keys else "rounds" if "ranked" in keys else ""

    @property
    def so_far_note(self) -> int | None:
        """Number of the footnote at lines that rank by what is known so far; None where there is none."""
        return len(self.skipped) + 1 if any(line.is_so_far for line in self.standings.lines) else None

    @property
    def explanations(self) -> tuple[tuple[str, str], ...]:
        """Each column with its sentence, and what decided without one."""
        deciding = {line.placing.decided_by for line in self.standings.lines}
        labels = {column.label for column in self.columns}
        return tuple(
            (_(criterion.label), _(criterion.explanation))
            for criterion in self._criteria
            if _(criterion.label) in labels or criterion.key in deciding
        )

    @property
    def _decided_otherwise(self) -> tuple[str, ...]:
        """Labels of what parts those whom the first criterion leaves level."""
        return tuple(_(criterion.label) for criterion in self._criteria[1:])

    @cached_property
    def first(self) -> Criterion:
        """What ranks before anything else is asked."""
        first = self._criteria[0]
        return replace(first, label=_(first.label), explanation=_(first.explanation))

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """Whose figure of a column is not known though that of others is, in a sentence for the columns with the same
        gaps."""
        return tuple(_say_unknown(self.standings, self.columns))

    @cached_property
    def _criteria(self) -> tuple[Criterion, ...]:
        return criteria_of(self.standings.event, hours=self.standings.hours, of=self.standings.of)

    @property
    def prizes(self) -> tuple[PrizeWon, ...]:
        """Side prizes, as far as they are won by now; who came last is told at the end."""
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
        """All tables that the same results give, with what they are called; none where there is this one alone."""
        enters = self.standings.event.enters
        every = [key for key in COUNTINGS if key in (self.standings.of, *self.standings.others)]
        return tuple((key, str(_label_of(key, enters))) for key in every) if len(every) > 1 else ()

    @property
    def label(self) -> str:
        """What this table is called; empty where there is no other."""
        return dict(self.tables).get(self.standings.of, "")


def standings_page(standings: Standings) -> StandingsPage:
    """The standings with what a page needs besides."""
    return _page_of(standings, standings.event.kind.columns)


def standings_on_paper(standings: Standings) -> StandingsPage:
    """The same in the columns that paper has."""
    return _page_of(standings, standings.event.kind.paper_columns)


def _page_of(standings: Standings, columns: Sequence[str]) -> StandingsPage:
    skipped = tuple(dict.fromkeys(label for line in standings.lines for label in line.skipped))
    return StandingsPage(standings, columns_of(standings, columns), skipped)


class _Words(NamedTuple):
    """What lines say, put into the page's language once for all of them: `decided` by what, and the footnotes'
    numbers, by labels of criteria."""

    decided: Mapping[str, str]
    notes: Mapping[str, int]
    partners: str
    gone_home: str
    group: str


def _row_of(
    line: StandingsLine,
    columns: Sequence[StandingsColumn],
    words: _Words,
    *,
    in_groups: bool,
    says_what_decided: bool,
) -> StandingsRow:
    group = words.group % {"group": line.group} if line.group else ""
    besides = [group] if group and not in_groups else []
    besides += [words.partners % {"names": ", ".join(line.partners)}] if line.partners else []
    so_far = (SO_FAR,) if line.is_so_far else ()
    return StandingsRow(
        line=line,
        place=line.placing.shown,
        name=line.name,
        decided=words.decided.get(line.decided_by, "") if says_what_decided else "",
        besides=(*besides, *line.credits, *((words.gone_home,) if line.left else ())),
        notes=",".join([str(number) for number in sorted(words.notes[label] for label in (*line.skipped, *so_far))]),
        cells=tuple([StandingsCell(*column.cell_of(line)) for column in columns]),
        small=" · ".join([small for column in columns if (small := column.small_of(line))]),
        decided_by=line.decided_by,
        group=group if in_groups else "",
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
