"""The standings of an evening of rounds as pages and paper print them: finished words, line by line."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.ranking import BOOBY, PRIZES, Criterion, printed, prizes_of
from tournament.standings.queries.counted_matches import Counting
from tournament.standings.queries.places import Line, Standings, criteria_of, says_what_decided

UNKNOWN = "–"
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


def _label(key: Counting, enters: str) -> str | Promise:
    return gettext_lazy("Groups") if key == "groups" else TABLE_LABELS[key, enters]


class RoundRow(NamedTuple):
    """A line. `decided` says what placed it, and those after it that were level with it, where that is not what ranks
    first; `besides` what counts for matches not played; `notes` are the numbers of the footnotes. `figures` are those
    of the columns, `small` the same in a sentence for a narrow page; `group` is the heading of its group, in a table by
    groups."""

    place: str
    name: str
    decided: str
    besides: tuple[str, ...]
    notes: str
    played: str
    figures: tuple[str, ...]
    small: str
    decided_by: str
    group: str = ""


class PrizeWon(NamedTuple):
    """`so_far` says what it is uncertain for; empty where it is not."""

    label: str
    names: str
    figure: str
    so_far: str


class _Words(NamedTuple):
    """What lines say, put into the page's language once for all of them: `decided` by what, and the footnotes'
    numbers, by labels of criteria."""

    decided: Mapping[str, str]
    notes: Mapping[str, int]
    played: str
    gone_home: str
    group: str


@dataclass(frozen=True)
class RoundsPage:
    """`explained` is what ranks, with the labels of the columns first, and what besides decided some placing."""

    standings: Standings
    skipped: tuple[str, ...]

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Labels of what ranks first, and of whatever else is known of anybody."""
        return tuple(_(self.standings.columns[at].label) for at in self._known)

    @cached_property
    def _known(self) -> tuple[int, ...]:
        lines = self.standings.lines
        return tuple(
            at
            for at in range(len(self.standings.columns))
            if at == 0 or any(line.figures[at] is not None for line in lines)
        )

    @cached_property
    def rows(self) -> tuple[RoundRow, ...]:
        words = _Words(
            decided={label: _("Decided by: %(criterion)s") % {"criterion": label} for label in self._decided_otherwise},
            notes={label: number for number, label in enumerate((*self.skipped, SO_FAR), start=1)},
            played=_("%(n)s played"),
            gone_home=_("gone home"),
            group=_("Group %(group)s"),
        )
        in_groups, lines = self.standings.of == "groups", self.standings.lines
        says = says_what_decided(lines, self._criteria[0])
        return tuple(
            [
                _row(line, self._figures(line), self.columns[1:], words, in_groups=in_groups, says_what_decided=is_said)
                for line, is_said in zip(lines, says, strict=True)
            ]
        )

    def _figures(self, line: Line) -> tuple[str, ...]:
        figures = [line.figures[at] for at in self._known]
        return tuple([UNKNOWN if figure is None else printed(figure) for figure in figures])

    @property
    def so_far_note(self) -> int | None:
        """Number of the footnote at lines that rank by what is known so far; None where there is none."""
        return len(self.skipped) + 1 if any(line.is_so_far for line in self.standings.lines) else None

    @property
    def explained(self) -> tuple[tuple[str, str], ...]:
        """Each column with its sentence, and what decided without one."""
        deciding = {line.placing.decided_by for line in self.standings.lines}
        return tuple(
            (_(criterion.label), _(criterion.explanation))
            for criterion in self._criteria
            if _(criterion.label) in self.columns or criterion.key in deciding
        )

    @property
    def _decided_otherwise(self) -> tuple[str, ...]:
        """Labels of what parts those whom the first criterion leaves level."""
        return tuple(_(criterion.label) for criterion in self._criteria[1:])

    @cached_property
    def _criteria(self) -> tuple[Criterion, ...]:
        return criteria_of(self.standings.event, hours=self.standings.hours, of=self.standings.of)

    @property
    def prizes(self) -> tuple[PrizeWon, ...]:
        """Side prizes, as far as they are won by now; who came last is told at the end."""
        if self.standings.of != "entered":
            return ()
        keys = (*PRIZES, *(() if self.standings.provisional else (BOOBY.key,)))
        labels = {**PRIZES, BOOBY.key: BOOBY}
        so_far = _("so far") if self.standings.provisional else ""
        return tuple(
            PrizeWon(
                _(labels[prize.key].label),
                "; ".join(record.name for record in prize.winners),
                "" if prize.key == BOOBY.key else printed(prize.figure),
                so_far or ("" if prize.certain else _("of what was reported")),
            )
            for prize in prizes_of(self.standings.placings, keys)
        )

    @property
    def tables(self) -> tuple[tuple[Counting, str], ...]:
        """All tables that the same results give, with what they are called; none where there is this one alone."""
        enters = self.standings.event.enters
        every = [key for key in COUNTINGS if key in (self.standings.of, *self.standings.others)]
        return tuple((key, str(_label(key, enters))) for key in every) if len(every) > 1 else ()

    @property
    def label(self) -> str:
        """What this table is called; empty where there is no other."""
        return dict(self.tables).get(self.standings.of, "")


def _row(
    line: Line,
    figures: tuple[str, ...],
    labels: tuple[str, ...],
    words: "_Words",
    *,
    in_groups: bool,
    says_what_decided: bool,
) -> RoundRow:
    in_words = [f"{label} {figure}" for label, figure in zip(labels, figures[1:], strict=True)]
    group = words.group % {"group": line.group} if line.group else ""
    besides = (group,) if group and not in_groups else ()
    so_far = (SO_FAR,) if line.is_so_far else ()
    return RoundRow(
        place=line.placing.shown,
        name=line.name,
        decided=words.decided.get(line.decided_by, "") if says_what_decided else "",
        besides=(*besides, *line.credits, *((words.gone_home,) if line.left else ())),
        notes=",".join([str(number) for number in sorted(words.notes[label] for label in (*line.skipped, *so_far))]),
        played=f"{line.record.played}",
        figures=figures,
        small=" · ".join([words.played % {"n": line.record.played}, *in_words]),
        decided_by=line.decided_by,
        group=group if in_groups else "",
    )
