"""Forms of one player's score sheet, its boxes in the order of the paper, and of its second reading."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring import RuleSet
from tournament.matches.queries.match_on_board import WitnessDifference
from tournament.matches.queries.match_rows import MatchRow
from tournament.models import Account, State, join_names
from tournament.results.queries.sheets import KeyedLine, LineOfSheet, SideSheet, add_points
from tournament.results.services.sheets import BOXES, SheetEntry
from tournament.rules.queries.rules import counts_hang_jacks
from tournament.web.fields import MOST, Number

MOST_OF_A_ROUND = 60  # in twenty minutes; above it the form asks
COUNTS = ("all_fours", "jacks_turned", "hang_jacks")
"""What a sheet may report in addition to the result."""


class BoxDoubt(NamedTuple):
    """Something unlikely in a box. The form asks about it once; the same value submitted again is saved."""

    box: str
    sentence: str


@dataclass(frozen=True)
class SheetRow:
    """A line of the sheet with its boxes, in the order of BOXES; `counts` are the boxes that are not part of the
    result."""

    line: LineOfSheet
    boxes: tuple[forms.BoundField, ...]
    counts: tuple[forms.BoundField, ...]


class SheetForm(forms.Form):
    """`asked` carries the question with its values, and only the button that says yes to it sends it: Save, and Enter,
    ask again. `is_asking` is whether only doubts keep this sheet from being saved."""

    asked = forms.CharField(required=False, widget=forms.HiddenInput)

    button: str | Promise = gettext_lazy("Save as it is")
    """The label of the button that says yes, for sentences that name it."""

    def __init__(self, sheet: SideSheet, data: QueryDict | None = None, *, by: Account) -> None:
        self.sheet, self.by, self.is_asking = sheet, by, False
        super().__init__(data, initial=_initial_of(sheet))
        for line in sheet.lines:
            labels = (_("Games"), _("I won"), _("They won"), _("All Fours"), _("Jacks turned"), _("Hang Jacks"))
            for box, label in zip(BOXES, labels, strict=True):
                if box in _boxes_of(sheet, line):
                    least = lowest_of(sheet.rules) if box in ("mine", "theirs") else 0
                    self.fields[f"{box}_{line.match.pk}"] = Number(label=label, least=least, most=most_of(sheet.rules))
        most, least = most_of(sheet.rules) * len(sheet.lines), lowest_of(sheet.rules) * len(sheet.lines)
        self.fields["total"] = Number(label=_("Total on the sheet"), most=most, least=least)
        # The cursor starts in the first box with a problem, else in the first empty line.
        boxes = [name for name in self.fields if name != "asked"]
        wrong = [name for name in boxes if name in self.errors] if self.is_bound else []
        empty = [f"{_boxes_of(sheet, line)[0]}_{line.match.pk}" for line in sheet.lines if line.keyed is None]
        self.fields[[*wrong, *empty, *boxes][0]].widget.attrs["autofocus"] = True

    def rows(self) -> Iterator[SheetRow]:
        for line in self.sheet.lines:
            fields = {box: self[f"{box}_{line.match.pk}"] for box in _boxes_of(self.sheet, line)}
            counts = tuple(field for box, field in fields.items() if box in COUNTS)
            yield SheetRow(line, tuple(fields.values()), counts)

    def lines(self) -> list[SheetEntry]:
        """Returns the sheet's lines for the matches that it reports."""
        return [line for line in self._read_lines() if line is not None]

    @property
    def sum_of_lines(self) -> int | None:
        return add_points([line.mine for line in self.lines()])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for line in self.sheet.lines:  # each needs what was won, in points or at least in games
            values = [cleaned.get(f"{box}_{line.match.pk}") for box in BOXES]
            mine, games = f"mine_{line.match.pk}", f"games_{line.match.pk}"
            is_empty = cleaned.get(mine) is cleaned.get(games) is None and mine not in self.errors
            if is_empty and (line.keyed or any(value is not None for value in values)):
                self.add_error(mine, _("Key in what was won; 0 for nothing."))
        if self.errors:
            return cleaned
        if not self.lines():
            self.add_error(None, _("The sheet is empty. Key in what it says; 0 where nothing was won."))
            return cleaned
        doubts = list(self._find_doubts())
        seen = [f"{name}={value}" for name, value in cleaned.items() if name != "asked"]
        question = "; ".join([*(f"{doubt.box}: {doubt.sentence}" for doubt in doubts), *seen]) if doubts else ""
        if doubts and question != cleaned["asked"]:
            self.is_asking = True
            for doubt in doubts:
                self.add_error(doubt.box, doubt.sentence)
            self.data = {key: self.data.get(key) for key in self.data} | {"asked": question}
        return cleaned

    def _read_lines(self) -> list[SheetEntry | None]:
        keyed: list[SheetEntry | None] = []
        for line in self.sheet.lines:
            values: dict[str, Any] = {box: self.cleaned_data.get(f"{box}_{line.match.pk}") for box in BOXES}
            keyed.append(None if values["mine"] is values["games"] is None else SheetEntry(line.match.pk, **values))
        return keyed

    def _find_doubts(self) -> Iterator[BoxDoubt]:
        all_entered = self._read_lines()
        for line, entered in zip(self.sheet.lines, all_entered, strict=True):
            yield from _doubts_of(self.sheet, line, entered, self.by, button=str(self.button))
        total, added = self.cleaned_data.get("total"), self.sum_of_lines
        if None not in (total, added) and total != added:
            sentence = _(
                "The lines add up to %(added)s, but the sheet says %(total)s. Check the paper. “%(button)s” "
                "uses the lines."
            )
            self.fields["total"].widget.attrs["data-right"] = added
            yield BoxDoubt("total", sentence % {"added": added, "total": total, "button": self.button})


def lowest_of(rules: RuleSet) -> int:
    """Returns the lowest points allowed: negative ones only if a bid can be set back."""
    return -MOST if rules.auction is not None else 0


def most_of(rules: RuleSet) -> int:
    """Returns the most points allowed: where each hand brings many, what 10 long games can."""
    return max(MOST, 10 * ((rules.target or 0) + max(rules.awards)))


def doubts_of_counts(
    rules: RuleSet, name: str, won: int | None, counts: Mapping[str, int | None]
) -> Iterator[tuple[str, str]]:
    """Yields a box of COUNTS and a sentence where what it counts is worth more points than were won."""
    if won is None or lowest_of(rules) < 0:
        return
    fours, jacks, hung = (counts.get(box) or 0 for box in COUNTS)
    words = [
        *([ngettext("%(n)s All Fours", "%(n)s All Fours", fours) % {"n": fours}] if fours else ()),
        *([ngettext("%(n)s Jack turned", "%(n)s Jacks turned", jacks) % {"n": jacks}] if jacks else ()),
    ]
    hang = ngettext("%(n)s hang jack", "%(n)s hang jacks", hung) % {"n": hung}
    for box, least, counted in (
        ("all_fours" if fours else "jacks_turned", 4 * fours + jacks, words),
        ("hang_jacks", rules.points.hang_jack * hung, [hang]),
    ):
        if least > won:
            sentence = ngettext(
                "%(counts)s would be at least %(least)s point, but %(name)s won %(won)s.",
                "%(counts)s would be at least %(least)s points, but %(name)s won %(won)s.",
                least,
            )
            yield box, sentence % {"counts": join_names(counted), "least": least, "name": name, "won": won}


def _boxes_of(sheet: SideSheet, line: LineOfSheet) -> tuple[str, ...]:
    """Returns the boxes of a line, as the paper has them: games only if they count; what the other won only if there is
    one other, and the evening prints a box for it or one was keyed."""
    has_check = sheet.has_check_box or (line.keyed is not None and line.keyed.theirs is not None)
    asked = {
        "games": sheet.by_games,
        "theirs": len(line.others) == 1 and has_check,
        "hang_jacks": counts_hang_jacks(sheet.rules),
    }
    return tuple(box for box in BOXES if asked.get(box, True))


def _initial_of(sheet: SideSheet) -> dict[str, Any]:
    keyed = [(line.match.pk, line.keyed) for line in sheet.lines if line.keyed]
    values = {f"{box}_{pk}": getattr(line, box) for pk, line in keyed for box in BOXES}
    return values | ({"total": sheet.on_paper} if sheet.number_of_lines == len(sheet.lines) else {})


def _doubts_of(
    sheet: SideSheet, line: LineOfSheet, entered: SheetEntry | None, by: Account, *, button: str
) -> Iterator[BoxDoubt]:
    boxes = {box: f"{box}_{line.match.pk}" for box in BOXES}
    me, you = sheet.name, line.against
    if entered is None:
        if line.hands_won is not None:
            return
        sentence = _("The match with %(you)s is not keyed in. “%(button)s” leaves it missing.")
        if line.filled_in is not None:
            sentence = _(
                "The match with %(you)s is not keyed in. “%(button)s” leaves it as the opponent’s sheet has it."
            )
        yield BoxDoubt(boxes["mine"], sentence % {"you": you, "button": button})
        return
    for box, value in (("mine", entered.mine), ("theirs", entered.theirs)):
        if value is not None and value > MOST_OF_A_ROUND:
            sentence = _("%(points)s points in one round? Press “%(button)s” if the paper says so.")
            yield BoxDoubt(boxes[box], sentence % {"points": value, "button": button})
    counts = {box: getattr(entered, box) for box in COUNTS}
    yield from (
        BoxDoubt(boxes[box], sentence) for box, sentence in doubts_of_counts(sheet.rules, me, entered.mine, counts)
    )
    yield from _doubts_of_others(sheet, line, entered, boxes)
    if line.keyed and _values_of(line.keyed) != _values_of(entered) and line.match.state != State.RULED:
        if line.match.state == State.AGREED:
            yield BoxDoubt(
                boxes["mine"], _("This result is agreed. “Save as it is” changes it and puts it in dispute.")
            )
        elif line.keyed.entered_by_id != by.pk:
            yield BoxDoubt(
                boxes["mine"],
                _("Somebody else keyed in %(mine)s here. “Save as it is” keeps both, and the director decides.")
                % {"mine": "–" if line.keyed.mine is None else line.keyed.mine},
            )


def _doubts_of_others(
    sheet: SideSheet, line: LineOfSheet, entered: SheetEntry, boxes: dict[str, str]
) -> Iterator[BoxDoubt]:
    """Yields a doubt for each value that differs from the opponent's sheet or the hands."""
    me, you = sheet.name, line.against
    other = line.crosswise
    look = _("Check the paper. “Save as it is” keeps both, and the director decides.")
    if other and None not in (other.theirs, entered.mine) and other.theirs != entered.mine:
        yield BoxDoubt(
            boxes["mine"],
            _("%(you)s’s sheet says %(me)s won %(won)s.") % {"you": you, "me": me, "won": other.theirs} + " " + look,
        )
    if other and None not in (entered.theirs, other.mine) and other.mine != entered.theirs:
        yield BoxDoubt(
            boxes["theirs"],
            _("%(you)s’s sheet says %(you)s won %(won)s.") % {"you": you, "won": other.mine} + " " + look,
        )
    for box, value, won in zip(("mine", "theirs"), (entered.mine, entered.theirs), line.hands_won or (), strict=False):
        if value is not None and won is not None and value != won:
            yield BoxDoubt(boxes[box], _("The hands of this match add up to %(won)s.") % {"won": won} + " " + look)


def _values_of(line: KeyedLine | SheetEntry) -> tuple[int | None, ...]:
    return tuple(getattr(line, box) for box in BOXES)


class SecondReading(SheetForm):
    """A sheet keyed again; its button compares and stores nothing yet."""

    button = gettext_lazy("Compare as it is")


@dataclass(frozen=True)
class LineReadTwice:
    """A line of the sheet with the boxes that differ; none if somebody has said which reading is right."""

    first: LineOfSheet
    second: SheetEntry | None
    differences: tuple[WitnessDifference, ...]

    @property
    def match(self) -> MatchRow:
        return self.first.match


def hide_values(sheet: SideSheet) -> SideSheet:
    """Returns the sheet with only the lines that were keyed, without their values."""
    lines = (line for line in sheet.lines if line.keyed is not None)
    return replace(sheet, lines=tuple(line._replace(keyed=None, crosswise=None, hands_won=None) for line in lines))


def read_twice(sheet: SideSheet, form: SecondReading) -> list[LineReadTwice]:
    """Returns each keyed line with its second reading; `form` is the valid form of the sheet without values."""
    second = {line.match: line for line in form.lines()}
    labels = {
        row.line.match.pk: {box.name.partition("_")[0]: str(box.label) for box in row.boxes} for row in form.rows()
    }
    lines_read = []
    for line in sheet.lines:
        if line.keyed is not None:
            other = second.get(line.match.pk)
            boxes = [(box, getattr(line.keyed, box), getattr(other, box, None)) for box in BOXES]
            differences = tuple(
                WitnessDifference(
                    labels[line.match.pk].get(box.split("_")[0], box),
                    tuple("–" if value is None else str(value) for value in both),
                )
                for box, *both in boxes
                if both[0] != both[1]
            )
            lines_read.append(LineReadTwice(line, other, differences))
    return lines_read
