"""Says what an import of people would do, as the check page of lists shows it."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.lists.check import (
    FOR_ALL,
    OUT,
    CheckRow,
    ListCheck,
    Question,
    RowSection,
    ask_day_order,
    ask_headings,
    is_edited,
)
from tournament.lists.headings import heading_words
from tournament.people.columns import LABELS
from tournament.people.services.importing import EACH, FIRST, FOR_ALL_SEVERAL, NEW, CheckedPeople, ComingPerson

FEWEST_FOR_ALL = 2
"""From so many lines in doubt on, one answer can be given for all."""


def show_people(checked: CheckedPeople, answers: Mapping[str, str], *, is_refused: bool) -> ListCheck:
    asked = checked.to_ask
    new, changed = len(checked.new), len(checked.changed_people)
    same = [each for each in checked.people if each.known is not None and not each.changes and not each.problems]
    has_news = new or changed or checked.is_open
    return ListCheck(
        questions=(*ask_day_order(checked.days), *ask_headings(_headings_to_ask(checked), LABELS, checked.by_hand)),
        doubts=checked.doubts,
        asked=[_show_asked(each, answers) for each in asked],
        for_all=list(_ask_for_all(asked, answers)),
        left_out=[
            _show_row(each, answers, remarks=each.problems)
            for each in sorted([*checked.no_rows, *checked.wrong], key=lambda each: each.line)
        ],
        sections=(
            RowSection(
                ngettext("%(n)s new person", "%(n)s new people", new) % {"n": new},
                [_show_row(each, answers, each.details) for each in _doubtful_first(checked.new)],
            ),
            RowSection(
                ngettext("%(n)s person changes", "%(n)s people change", changed) % {"n": changed},
                [_show_row(each, answers, each.changes) for each in _doubtful_first(checked.changed_people)],
            ),
            RowSection(
                ngettext("%(n)s person stays as they are", "%(n)s people stay as they are", len(same))
                % {"n": len(same)},
                [_show_row(each, answers) for each in _doubtful_first(same)],
                is_folded=True,
            ),
        ),
        confirm=_say_button(new, changed, is_open=checked.is_open) if has_news else "",
        is_refused=is_refused,
    )


def _say_button(new: int, changed: int, *, is_open: bool) -> str:
    if is_open:
        return _("Import these people")
    if new and changed:
        return _("Import %(new)s new, %(changed)s changed") % {"new": new, "changed": changed}
    if new:
        return ngettext("Import %(n)s new person", "Import %(n)s new people", new) % {"n": new}
    words = ngettext("Import changes to %(n)s person", "Import changes to %(n)s people", changed)
    return words % {"n": changed}


def _doubtful_first(people: Sequence[ComingPerson]) -> list[ComingPerson]:
    return sorted(people, key=lambda each: not each.dropped and not each.stays)


def _show_row(
    each: ComingPerson, answers: Mapping[str, str], details: Sequence[str] = (), remarks: Sequence[str] = ()
) -> CheckRow:
    return CheckRow(
        each.line,
        each.name or each.written[:80],
        written=each.values["name"],
        details=tuple(details),
        remarks=tuple(remarks) or (*each.dropped, *each.stays),
        is_edited=not each.choices and not each.part and is_edited(each.line, answers),
        is_left_out=each.answer == OUT,
        can_be_edited=not each.is_no_row and not each.part,
        part=each.part,
    )


def _show_asked(each: ComingPerson, answers: Mapping[str, str]) -> CheckRow:
    own = answers.get(each.key, "")
    words = {"line": each.line, "name": each.name}
    several = _("Line %(line)s: %(name)s. Who is it? If it is one person, correct the line.") % words
    question = Question(
        each.key,
        several if each.is_several else _("Line %(line)s: %(name)s. Who is it?") % words,
        each.choices,
        own if own in dict(each.choices) else "",
        needs_answer=each.is_open,
    )
    return CheckRow(
        each.line,
        each.name,
        written=each.values["name"],
        question=question,
        can_be_edited=not each.part,
        part=each.part,
    )


def _ask_for_all(asked: Sequence[ComingPerson], answers: Mapping[str, str]) -> Iterator[Question]:
    """Asks once for all lines that may be somebody here, and once for all that name several people."""
    leave_out = (OUT, _("Leave all of these lines out"))
    someone = ((FIRST, _("Each is the person named first")), (NEW, _("Each is somebody new")), leave_out)
    several = ((EACH, _("Import everybody named")), leave_out)
    for key, is_several, text, choices in (
        (FOR_ALL_SEVERAL, True, _("All lines with several people: the same answer"), several),
        (FOR_ALL, False, _("All lines in doubt: the same answer"), someone),
    ):
        if sum(each.is_several == is_several for each in asked) >= FEWEST_FOR_ALL:
            answer, hint = answers.get(key, ""), _("An answer at a line below counts more.")
            yield Question(key, text, choices, answer if answer in dict(choices) else "", hint, needs_answer=False)


def _headings_to_ask(checked: CheckedPeople) -> list[str]:
    """Returns the headings that are unknown, or were matched by hand before."""
    return [
        heading
        for heading in checked.columns.headings
        if heading_words(heading) in checked.by_hand or heading in checked.columns.unknown
    ]
