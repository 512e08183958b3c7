"""A player's sheet keyed a second time, and where the two readings of it differ."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy

from tournament.forms.differences import Difference
from tournament.forms.sheets import SheetForm
from tournament.models import Match
from tournament.queries.sheets import LineOfSheet, Sheet
from tournament.services.results import BOXES, Line


class SecondReading(SheetForm):
    """A sheet keyed again: its button compares, and stores nothing yet."""

    button = gettext_lazy("Compare")


@dataclass(frozen=True)
class LineReadTwice:
    """A line of the sheet with the boxes that differ; none do once a press has said which reading is right."""

    first: LineOfSheet
    second: Line | None
    differences: tuple[Difference, ...]

    @property
    def match(self) -> Match:
        return self.first.match


def blind(sheet: Sheet) -> Sheet:
    """The sheet as if nothing had been keyed of it: only the lines that were, without what they say."""
    lines = (line for line in sheet.lines if line.said is not None)
    return replace(sheet, lines=tuple(replace(line, said=None, crosswise=None, hands_won=None) for line in lines))


def read_twice(sheet: Sheet, form: SecondReading) -> list[LineReadTwice]:
    """Each line that was keyed with its second reading; `form` is a valid one of the blind sheet."""
    second = {line.match: line for line in form.lines()}
    labels = {
        row.line.match.pk: {box.name.partition("_")[0]: str(box.label) for box in row.boxes} for row in form.rows()
    }
    found = []
    for line in sheet.lines:
        if line.said is not None:
            other = second.get(line.match.pk)
            found.append(LineReadTwice(line, other, tuple(_differences(line, other, labels[line.match.pk]))))
    return found


def _differences(line: LineOfSheet, other: Line | None, labels: dict[str, str]) -> list[Difference]:
    both = [(box, getattr(line.said, box), getattr(other, box, None)) for box in BOXES]
    return [
        Difference(labels.get(box.split("_")[0], box), (_shown(first), _shown(second)))
        for box, first, second in both
        if first != second
    ]


def _shown(value: int | None) -> str:
    return "–" if value is None else str(value)
