"""The form of a result slip: one paper that reports a whole match, with a line for every side."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.matches.queries.matches import length_of_match, sides_of
from tournament.matches.queries.results import current_lines, hand_tally, slips_among
from tournament.matches.queries.team_matches import UNTIL_DECIDED, team_match_of
from tournament.matches.result_checks import check_result, winner_by_points
from tournament.models import Account, Match, SheetLine, State
from tournament.results.forms.sheets import COUNTS, BoxDoubt, doubts_of_counts, lowest_of, most_of
from tournament.results.services.slips import SlipLine
from tournament.rules.queries.rules import counts_all_fours, counts_hang_jacks, counts_jacks_turned, rules_of
from tournament.web.fields import Number

NOBODY = "0"
LABELS: dict[str, str | Promise] = {
    "games": gettext_lazy("Games won"),
    "points": gettext_lazy("Points"),
    "hang_jacks": gettext_lazy("Hang jacks"),
    "all_fours": gettext_lazy("All Fours"),
    "jacks_turned": gettext_lazy("Jacks turned"),
}
SELDOM = ("all_fours", "jacks_turned")
COMPARED = (("points", "mine"), ("games", "games"), ("hang_jacks", "hang_jacks"))


@dataclass(frozen=True)
class SlipRow:
    """A side with its boxes; `counts` are the boxes that are seldom filled in."""

    name: str
    boxes: tuple[forms.BoundField, ...]
    counts: tuple[forms.BoundField, ...]


class SlipForm(forms.Form):
    """`points_1` is side 1. For a single game the form asks who won instead of games; if the points tell, this may be
    left out. `asked` carries the question with its values, and only the button that says yes to it sends it: Save,
    and Enter, ask again. `is_asking` is whether only doubts keep this slip from being saved.

    One slip is a whole report and is keyed once, because keying the same paper twice would check nothing. A second
    slip, of other paper, is the check.
    """

    winner = forms.ChoiceField(label=gettext_lazy("Who won?"), required=False, widget=forms.RadioSelect)
    asked = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, match: Match, data: QueryDict | None = None, *, slip: int = 1, by: Account, prefix: str | None = None
    ) -> None:
        self.match, self.slip, self.by, self.is_asking = match, slip, by, False
        self.event, self.sides = match.table.stage.event, sides_of(match)
        self.rules, self.length = rules_of(self.event), length_of_match(match)
        super().__init__(data, initial=self._initial_values(), prefix=prefix)
        for side in self.sides:
            for kind in self._box_kinds():
                least = lowest_of(self.rules) if kind == "points" else 0
                self.fields[f"{kind}_{side.number}"] = Number(
                    label=str(LABELS[kind]), least=least, most=most_of(self.rules)
                )
        if self.is_single:
            winner = self.fields["winner"]
            assert isinstance(winner, forms.ChoiceField)
            named = [(str(side.number), side.name) for side in self.sides]
            winner.choices = [*named, (NOBODY, _("Nobody: the game was not finished"))]
        else:
            del self.fields["winner"]
        boxes = [name for name in self.fields if name not in ("winner", "asked")]
        wrong = [name for name in (*boxes, "winner") if self.is_bound and name in self.errors]
        self.fields[[*wrong, *boxes][0]].widget.attrs["autofocus"] = True

    @property
    def is_single(self) -> bool:
        return self.length.kind == "single"

    @cached_property
    def slips(self) -> list[dict[int, SheetLine]]:
        """The slips that count, in order, each as side -> its line."""
        return slips_among(current_lines(self.match))

    @property
    def is_saved(self) -> bool:
        """Whether this slip was keyed before."""
        return len(self.slips) >= self.slip

    @property
    def can_be_deleted(self) -> bool:
        """Whether it can be deleted, for example if it was keyed at the wrong table: it is the last slip, and its
        result is not agreed or disputed."""
        return self.slip == len(self.slips) and self.match.state == State.ENTERED

    def rows(self) -> Iterator[SlipRow]:
        for side in self.sides:
            boxes = {kind: self[f"{kind}_{side.number}"] for kind in self._box_kinds()}
            counts = tuple(box for kind, box in boxes.items() if kind in SELDOM)
            yield SlipRow(side.name, tuple(box for kind, box in boxes.items() if kind not in SELDOM), counts)

    @property
    def seldom(self) -> list[str]:
        """The labels of the seldom used boxes that a slip of this game has, opened by itself."""
        return [str(LABELS[kind]) for kind in SlipForm._box_kinds(self) if kind in SELDOM]

    @property
    def tells_counts(self) -> bool:
        """Whether any of the seldom used boxes has a value or an error."""
        return any(box.value() not in (None, "") or box.errors for row in self.rows() for box in row.counts)

    def lines(self) -> list[SlipLine]:
        """Returns what a valid slip says about each side, in order."""
        values = [{kind: self._number_of(kind, side.number) for kind in self._box_kinds()} for side in self.sides]
        if self.is_single:
            winner = self._winner_number()
            for side, of_side in zip(self.sides, values, strict=True):
                of_side["games"] = None if winner is None else int(winner == side.number)
        return [SlipLine(**of_side) for of_side in values]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        self._require_result()
        if self.errors:
            return cleaned
        doubts = [*self._doubts_of_result(), *self._doubts_of_counts(), *self._doubts_of_others()]
        if self.errors:
            return cleaned
        values = [f"{name}={value}" for name, value in self.cleaned_data.items() if name != "asked"]
        question = "; ".join([*(f"{doubt.box}: {doubt.sentence}" for doubt in doubts), *values]) if doubts else ""
        if question != cleaned["asked"]:
            self.is_asking = bool(doubts)
            for doubt in doubts:
                self.add_error(doubt.box, doubt.sentence)
            self.data = {key: self.data.get(key) for key in self.data} | {self.add_prefix("asked"): question}
        return cleaned

    def _box_kinds(self) -> tuple[str, ...]:
        asked = {
            "games": not self.is_single,
            "hang_jacks": counts_hang_jacks(self.rules),
            "all_fours": counts_all_fours(self.rules),
            "jacks_turned": counts_jacks_turned(self.rules),
        }
        return tuple(kind for kind in LABELS if asked.get(kind, True))

    def _initial_values(self) -> dict[str, Any]:
        if not self.is_saved:
            return {}
        lines = self.slips[self.slip - 1]
        boxes = {"points": "mine"} | {kind: kind for kind in LABELS if kind != "points"}
        values = {
            f"{kind}_{side.number}": getattr(lines[side.pk], box)
            for side in self.sides
            if side.pk in lines
            for kind, box in boxes.items()
        }
        won = [values.get(f"games_{side.number}") for side in self.sides]
        winner = next((str(side.number) for side, games in zip(self.sides, won, strict=True) if games), NOBODY)
        return values | ({} if None in won else {"winner": winner})

    def _number_of(self, kind: str, number: int) -> int | None:
        value: int | None = self.cleaned_data.get(f"{kind}_{number}")
        return value

    def _winner_number(self) -> int | None:
        """Returns the number of the side that won a single game, by the mark or by the points; 0 for nobody, None if
        unknown."""
        marked = self.cleaned_data.get("winner")
        if marked:
            return int(marked)
        place = winner_by_points(self.rules, [self._number_of("points", side.number) for side in self.sides])
        return None if place is None else self.sides[place].number

    def _require_result(self) -> None:
        """Requires who won, or the games of each side."""
        values = [self._number_of(kind, side.number) for kind in self._box_kinds() for side in self.sides]
        if all(value is None for value in values) and not self.cleaned_data.get("winner"):
            self.add_error(None, _("The slip is empty. Key in the result of every side."))
            return
        if self.is_single:
            if self._winner_number() is None:
                sentence = _("Choose who won: the points do not decide it. A game goes to %(target)s.")
                self.add_error("winner", sentence % {"target": self.rules.target})
            return
        for side in self.sides:
            if self._number_of("games", side.number) is None:
                self.add_error(f"games_{side.number}", _("Key in the games won; 0 for none."))

    def _doubts_of_result(self) -> Iterator[BoxDoubt]:
        """Yields a doubt for each contradiction in the result. Adds an error at the box for what cannot have
        happened."""
        lines, names = self.lines(), [side.name for side in self.sides]
        points, games = [line.points for line in lines], [line.games for line in lines]
        for doubt in check_result(self.rules, self.length, names, points, games):
            box = self._box_of(doubt.box, doubt.side)
            if doubt.grade == "impossible":
                self.add_error(box, doubt.sentence)
            else:
                yield BoxDoubt(box, doubt.sentence)
        yield from self._doubts_of_team_match(games)
        known = [each for each in points if each is not None]
        if len(known) < len(points) and (known or self.is_single):
            for side, made in zip(self.sides, points, strict=True):
                if made is None:
                    yield BoxDoubt(
                        f"points_{side.number}", _("No points keyed in. “Save as it is” leaves them unknown.")
                    )

    def _doubts_of_team_match(self, games: Sequence[int | None]) -> Iterator[BoxDoubt]:
        """Yields a doubt for each team that would have more games than win its match: what is played after that does
        not count."""
        team_match = team_match_of(self.match) if self.length.kind == UNTIL_DECIDED else None
        own = team_match and team_match.table_of(self.match.pk)
        if not team_match or not own or not team_match.target:
            return
        for place, (team, side) in enumerate(zip(team_match.teams, self.sides, strict=True)):
            won = games[place] or 0
            in_all = team.games - own.games[place] + won
            if in_all > team_match.target:
                words = {"won": won, "team": team.name, "games": in_all, "target": team_match.target}
                sentence = ngettext(
                    "With %(won)s game here %(team)s have %(games)s, but the match ends at %(target)s.",
                    "With %(won)s games here %(team)s have %(games)s, but the match ends at %(target)s.",
                    won,
                )
                yield BoxDoubt(f"games_{side.number}", sentence % words)

    def _box_of(self, kind: str, place: int | None) -> str:
        """Returns the box of a doubt: the last side's if it is about all sides; "winner" instead of games for a single
        game."""
        if kind == "games" and self.is_single:
            return "winner"
        return f"{kind}_{self.sides[-1 if place is None else place].number}"

    def _doubts_of_counts(self) -> Iterator[BoxDoubt]:
        for side, line in zip(self.sides, self.lines(), strict=True):
            counts = {box: getattr(line, box) for box in COUNTS}
            for box, sentence in doubts_of_counts(self.rules, side.name, line.points, counts):
                yield BoxDoubt(f"{box}_{side.number}", sentence)

    def _doubts_of_others(self) -> Iterator[BoxDoubt]:
        """Yields a doubt for each value that differs from the other slip or the hands, and for a change of a saved
        result."""
        other = _("the second slip") if self.slip == 1 else _("the first slip")
        others = [self.slips[2 - self.slip]] if len(self.slips) >= 3 - self.slip else []
        witnesses: list[tuple[str, dict[str, Sequence[int | None]]]] = [
            (other, {kind: [getattr(lines.get(side.pk), box, None) for side in self.sides] for kind, box in COMPARED})
            for lines in others
        ]
        if hands := hand_tally(self.match):
            witnesses.append((_("the hands of this match"), {"points": hands.points, "games": hands.games}))
        look = self._what_save_does(_("Check both."))
        sentence = _("%(value)s here, %(other)s in %(witness)s.")
        lines = self.lines()
        for witness, known in witnesses:
            for kind, values in known.items():
                for place, value in enumerate(values):
                    own = getattr(lines[place], kind)
                    if None not in (own, value) and own != value:
                        words = sentence % {"value": own, "other": value, "witness": witness}
                        yield BoxDoubt(self._box_of(kind, place), f"{words} {look}")
        yield from self._doubts_of_change(lines)

    def _doubts_of_change(self, lines: Sequence[SlipLine]) -> Iterator[BoxDoubt]:
        if not self.is_saved or self.match.state == State.RULED:
            return
        kept = self.slips[self.slip - 1]
        before = [kept[side.pk] for side in self.sides if side.pk in kept]
        boxes = [{**line.boxes} for line in lines]
        if [{box: getattr(line, box) for box in values} for line, values in zip(before, boxes, strict=False)] == boxes:
            return
        box = f"points_{self.sides[0].number}"
        if self.match.state == State.AGREED:
            yield BoxDoubt(box, self._what_save_does(_("This result is agreed.")))
        elif any(line.entered_by_id != self.by.pk for line in before):
            yield BoxDoubt(box, self._what_save_does(_("Somebody else keyed in this slip.")))

    def _what_save_does(self, sentence: str) -> str:
        """Returns the sentence with what happens if both of two differing results are saved."""
        then = _("“Save as it is” keeps both, and the director decides.")
        if self.by.is_director:
            then = _("“Save as it is” keeps both; then rule which one counts.")
        return f"{sentence} {then}"


class SlipLineForm(SlipForm):
    """One match of several on a page, in one line: it starts empty and lacks the boxes that are seldom filled in. A
    line left empty reports nothing. Each line carries its own question; `confirm` says yes to all of them."""

    def __init__(self, match: Match, data: QueryDict | None = None, *, by: Account) -> None:
        prefix = f"match-{match.pk}"
        is_filled = data is not None and any(
            str(value).strip() for key, value in data.items() if key.startswith(f"{prefix}-")
        )
        if data is not None and is_filled and "confirm" not in data:
            data = data.copy()
            data[f"{prefix}-asked"] = ""
        super().__init__(match, data if is_filled else None, by=by, prefix=prefix)
        for field in self.fields.values():
            field.widget.attrs.pop("autofocus", None)
        if self.is_single:
            winner = self.fields["winner"]
            assert isinstance(winner, forms.ChoiceField)
            winner.widget = forms.Select()
            winner.choices = [
                ("", _("By points")),
                *((str(side.number), side.name) for side in self.sides),
                (NOBODY, _("Nobody: not finished")),
            ]

    def _box_kinds(self) -> tuple[str, ...]:
        return tuple(kind for kind in super()._box_kinds() if kind not in SELDOM)

    def _initial_values(self) -> dict[str, Any]:
        return {}
