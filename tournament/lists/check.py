"""What a list becomes, row by row, before any of it is stored: the values that the check page shows
(`templates/lists/_check.html`), and what was answered there.

Every room asks in the same form. A row's answer is in the field `row-7` by its line, "out" leaves it out; what was
typed in its place is in `typed-7`; `row-all` answers for each row that has no answer of its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.lists.dates import DayOrder, ListOrder
from tournament.lists.headings import heading_words

OUT = "out"
FOR_ALL = "row-all"
DAY_ORDER, REPEATS = "day_order", "repeats"
YES, NO = "yes", "no"
NEW, FIRST, EACH = "new", "first", "each"
"""Answers to who a name is: somebody new, whoever is offered first, or each of the several people for whom it
stands."""
FOR_ALL_SEVERAL = "row-all-several"
"""The field with the answer for all lines that name several people."""
FEWEST_FOR_ALL = 2
"""From so many lines in doubt on, one answer can be given for all."""
MOST_ASKED = 100
"""So many rows in doubt are shown at once: a form of 1,000 fields would be refused."""
MOST_NAMED = 12
MOST_RADIOS = 6
"""A question with more choices than this is a menu."""


IGNORED = "ignored"
"""Stands for a column that whoever imports the list does not want."""


def row_key(line: int, part: int = 0) -> str:
    """Returns the field with the answer of a row; `part` is the number of a person in a line with several."""
    return f"row-{line}-{part}" if part else f"row-{line}"


def typed_key(line: int) -> str:
    return f"typed-{line}"


@dataclass(frozen=True)
class Box:
    """A box for words that an answer needs; the `error` says why these words will not do."""

    key: str
    label: str
    value: str = ""
    hint: str = ""
    error: str = ""


@dataclass(frozen=True)
class Question:
    """`choices` are values with their labels, and `answer` is one of the values, or "" while nobody has answered. While
    it `is_new` nobody has seen it, and its answer is only proposed. `needs_answer` is not set where a row may take the
    answer for all. `about` is the name in the list that is asked about, "" if it is about the whole list."""

    key: str
    text: str
    choices: tuple[tuple[str, str], ...]
    answer: str = ""
    hint: str = ""
    needs_answer: bool = True
    is_new: bool = False
    boxes: tuple[Box, ...] = ()
    about: str = ""

    @property
    def is_open(self) -> bool:
        return self.needs_answer and (self.is_new or not self.answer or any(box.error for box in self.boxes))

    @property
    def is_menu(self) -> bool:
        return len(self.choices) > MOST_RADIOS


@dataclass(frozen=True)
class CheckRow:
    """A row as it will be stored: `name` is what it becomes, `details` what is stored beside it or changes, as before
    and after. `written` is what a correction starts from. `remarks` say what of it is not stored, and of a row that is
    left out why."""

    line: int
    name: str
    written: str = ""
    details: Sequence[str] = ()
    remarks: Sequence[str] = ()
    question: Question | None = None
    is_edited: bool = False
    is_left_out: bool = False
    can_be_edited: bool = True
    part: int = 0

    @property
    def key(self) -> str:
        return row_key(self.line, self.part)

    @property
    def typed_key(self) -> str:
        return typed_key(self.line)


@dataclass(frozen=True)
class RowSection:
    """Rows of one kind; `label` says which at each of them where there are several kinds. A section that `is_folded` is
    opened by a press: nothing of it has to be checked."""

    title: str
    rows: Sequence[CheckRow]
    is_folded: bool = False
    label: str = ""


@dataclass(frozen=True)
class RowInList:
    """A row in the order of the list, with its section's label and what is asked about its line."""

    row: CheckRow
    label: str = ""
    asked: tuple[CheckRow, ...] = ()
    is_left_out: bool = False


@dataclass(frozen=True)
class ListCheck:
    """`notices` say what is plain. `doubts` and `questions` are about the whole list, and `asked` are the rows in
    doubt; `left_out` are not stored. `reading` says how columns were read. `sections` have the rows as they will be
    stored. `confirm` are the words of the button, "" if nothing would be stored. `is_refused`: somebody pressed it too
    early."""

    notices: Sequence[str] = ()
    questions: Sequence[Question] = ()
    doubts: Sequence[str] = ()
    asked: Sequence[CheckRow] = ()
    for_all: Sequence[Question] = ()
    left_out: Sequence[CheckRow] = ()
    reading: Sequence[str] = ()
    sections: Sequence[RowSection] = field(default_factory=tuple)
    confirm: str = ""
    is_refused: bool = False

    @property
    def open_questions(self) -> Sequence[Question]:
        """Returns what has to be answered before anything is stored."""
        return [question for question in self.questions if question.is_open]

    @property
    def answered_questions(self) -> Sequence[Question]:
        return [question for question in self.questions if not question.is_open]

    @property
    def asked_first(self) -> Sequence[CheckRow]:
        return self.asked[:MOST_ASKED]

    @property
    def rows_in_order(self) -> list[RowInList]:
        """Returns the rows by line: those that will be stored, those left out, and at their lines those in doubt."""
        asked: dict[str, tuple[CheckRow, ...]] = {}
        for row in self.asked_first:
            asked[row.key] = (*asked.get(row.key, ()), row)
        shown = [
            RowInList(row, section.label, asked.pop(row.key, ()))
            for section in self.sections
            if not section.is_folded
            for row in section.rows
        ]
        shown += [RowInList(row, asked=asked.pop(row.key, ()), is_left_out=True) for row in self.left_out]
        shown += [RowInList(rows[0], asked=rows) for rows in asked.values()]
        return sorted(shown, key=lambda each: (each.row.line, each.row.part))

    @property
    def summary(self) -> list[str]:
        """Returns how many rows there are of each kind."""
        asked, left_out = len(self.asked), len(self.left_out)
        said = [section.title for section in self.sections if section.rows and not section.is_folded]
        if left_out:
            words = ngettext("%(n)s line is left out", "%(n)s lines are left out", left_out)
            said.append(words % {"n": left_out})
        if asked:
            said.append(ngettext("%(n)s line in doubt", "%(n)s lines in doubt", asked) % {"n": asked})
        return said

    @property
    def open_number(self) -> int:
        rows = [row.question for row in self.asked if row.question]
        return sum(question.is_open for question in (*self.questions, *rows))

    @property
    def is_open(self) -> bool:
        return self.open_number > 0

    @property
    def refusal(self) -> str:
        """Says why nothing was stored yet."""
        if self.is_open:
            words = ngettext(
                "Nothing has been stored yet. Answer the question first; what you typed is kept.",
                "Nothing has been stored yet. Answer the %(n)s questions first; what you typed is kept.",
                self.open_number,
            )
            return words % {"n": self.open_number}
        return _("Nothing has been stored yet. Check what is listed here first.")


def is_edited(line: int, answers: Mapping[str, str]) -> bool:
    """Returns whether the box of a row is open: somebody asked for it, or typed in it or ticked it before."""
    is_answered = typed_key(line) in answers or answers.get(row_key(line)) == OUT
    return is_answered or answers.get("edit") == str(line)


def correct_lines(text: str, answers: Mapping[str, str]) -> str:
    """Returns a text with what was typed in place of its lines, and with empty lines for those that are left out."""
    lines = text.splitlines(keepends=True)
    for at, line in enumerate(lines):
        words = line.rstrip("\r\n")
        typed = answers.get(typed_key(at + 1), words)
        if answers.get(row_key(at + 1)) == OUT:
            typed = ""
        lines[at] = " ".join(typed.replace("\0", "").splitlines()) + line[len(words) :]
    return "".join(lines)


def ask_day_order(days: ListOrder) -> tuple[Question, ...]:
    """Asks once for all dates of a list which comes first; nothing if they prove their order."""
    if not days.is_asked or days.example is None:
        return ()
    day, month = (days.example.say_reading(order) for order in (DayOrder.DAY_FIRST, DayOrder.MONTH_FIRST))
    words = {"date": days.example.text, "line": days.example.line}
    question = Question(
        DAY_ORDER,
        _("In these dates, which comes first? For example, %(date)s in line %(line)s is:") % words,
        (
            (DayOrder.DAY_FIRST, _("%(day)s: the day comes first") % {"day": day}),
            (DayOrder.MONTH_FIRST, _("%(day)s: the month comes first") % {"day": month}),
        ),
        days.order or "",
        _("The answer counts for all dates of this list."),
    )
    return (question,)


def ask_about_repeats(lines: Sequence[int], answer: str) -> tuple[Question, ...]:
    """Asks whether lines without a round or a day are of the line above; nothing if there are none."""
    if not lines:
        return ()
    numbers = ", ".join(map(str, lines[:MOST_NAMED])) + (", …" if len(lines) > MOST_NAMED else "")
    words = ngettext(
        "Line %(lines)s has no round or day of its own. Is it the one of the line above?",
        "Lines %(lines)s have no round or day of their own. Is it the one of the line above?",
        len(lines),
    )
    choices = ((YES, _("Yes, as in the line above")), (NO, _("No, leave it empty")))
    return (Question(REPEATS, words % {"lines": numbers}, choices, answer),)


def ask_for_all(
    key: str, text: str, number: int, choices: Sequence[tuple[str, str]], answers: Mapping[str, str]
) -> tuple[Question, ...]:
    """Asks for one answer for this number of lines; nothing if they are too few."""
    answer = answers.get(key, "")
    if number < FEWEST_FOR_ALL:
        return ()
    hint = _("An answer at a line below counts more.")
    return (Question(key, text, tuple(choices), answer if answer in dict(choices) else "", hint, needs_answer=False),)


def ask_who_for_all(alike: int, several: int, answers: Mapping[str, str]) -> tuple[Question, ...]:
    """Asks once for all lines that may be somebody known, and once for all that name several people."""
    leave_out = (OUT, _("Leave all of these lines out"))
    someone = ((FIRST, _("Each is the person named first")), (NEW, _("Each is somebody new")), leave_out)
    text = _("All lines with several people: the same answer")
    return (
        *ask_for_all(FOR_ALL_SEVERAL, text, several, ((EACH, _("Add everybody named")), leave_out), answers),
        *ask_for_all(FOR_ALL, _("All lines in doubt: the same answer"), alike, someone, answers),
    )


def heading_key(heading: str) -> str:
    """Returns the field that says what a heading means."""
    return f"column-{sha256(heading_words(heading).encode()).hexdigest()[:12]}"


def read_headings(headings: Iterable[str], kinds: Sequence[str], answers: Mapping[str, str]) -> dict[str, str]:
    """Returns what `answers` say about headings: one of these kinds, or IGNORED, by `heading_words`."""
    said = {heading_words(heading): answers.get(heading_key(heading), "") for heading in headings}
    return {words: kind for words, kind in said.items() if words and kind in (*kinds, IGNORED)}


def ask_headings(
    headings: Iterable[str],
    labels: Mapping[str, str],
    by_hand: Mapping[str, str],
    guessed: Mapping[str, str] | None = None,
) -> list[Question]:
    """Asks what these headings mean; `labels` are the kinds of columns, `by_hand` what was answered before, and
    `guessed` what is proposed for some."""
    choices = ((IGNORED, _("not read")), *((kind, _(label)) for kind, label in labels.items()))
    return [
        Question(
            heading_key(heading),
            _("The column “%(heading)s” is:") % {"heading": heading[:60]},
            choices,
            by_hand.get(heading_words(heading), "") or (guessed or {}).get(heading, IGNORED),
        )
        for heading in dict.fromkeys(headings)
        if heading_words(heading)
    ]
