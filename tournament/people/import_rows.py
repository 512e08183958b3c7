"""Says what an import of people would do, as the check page of lists shows it."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.lists.check import (
    OUT,
    CheckRow,
    ListCheck,
    Question,
    RowSection,
    ask_day_order,
    ask_headings,
    ask_who_for_all,
    is_edited,
)
from tournament.lists.headings import heading_words
from tournament.people.columns import LABELS
from tournament.people.services.importing import CheckedPeople, ComingPerson

NOTHING_NEW = gettext_lazy("Nothing new: all of these people are on the list already, with these details.")


def show_people(
    checked: CheckedPeople, answers: Mapping[str, str], *, sheets: Sequence[Question], is_refused: bool
) -> ListCheck:
    """`sheets` asks which of several sheets is the list."""
    asked = checked.to_ask
    several = sum(each.is_several for each in asked)
    new, changed = len(checked.new), len(checked.changed_people)
    same = [each for each in checked.people if each.known is not None and not each.changes and not each.problems]
    has_news = new or changed or checked.is_open
    return ListCheck(
        notices=[] if has_news else [str(NOTHING_NEW)],
        reading=list(_say_columns(checked)),
        questions=(
            *sheets,
            *ask_day_order(checked.days),
            *ask_headings(_headings_to_ask(checked), LABELS, checked.by_hand, checked.columns.guessed),
        ),
        doubts=checked.doubts,
        asked=[_show_asked(each, answers) for each in asked],
        for_all=ask_who_for_all(len(asked) - several, several, answers),
        left_out=[
            _show_row(each, answers, remarks=each.problems)
            for each in sorted([*checked.no_rows, *checked.wrong], key=lambda each: each.line)
        ],
        sections=(
            RowSection(
                ngettext("%(n)s new person", "%(n)s new people", new) % {"n": new},
                [_show_row(each, answers, each.details) for each in checked.new],
                label=_("new"),
            ),
            RowSection(
                ngettext("%(n)s person changes", "%(n)s people change", changed) % {"n": changed},
                [_show_row(each, answers, each.changes) for each in checked.changed_people],
                label=_("changes"),
            ),
            RowSection(
                ngettext("%(n)s person stays as they are", "%(n)s people stay as they are", len(same))
                % {"n": len(same)},
                [
                    _show_row(each, answers)
                    for each in sorted(same, key=lambda each: not each.dropped and not each.stays)
                ],
                is_folded=True,
            ),
        ),
        confirm=_say_button(new, changed, is_open=checked.is_open) if has_news else "",
        is_refused=is_refused,
    )


def _say_columns(checked: CheckedPeople) -> Iterator[str]:
    labels = [(place, _(LABELS[kind])) for place, kind in enumerate(checked.columns.kinds, start=1) if kind]
    if labels:
        yield _("Columns: %s.") % ", ".join(f"{place} = {label}" for place, label in labels)


def _say_button(new: int, changed: int, *, is_open: bool) -> str:
    if is_open:
        return _("Import these people")
    if new and changed:
        return _("Import %(new)s new, %(changed)s changed") % {"new": new, "changed": changed}
    if new:
        return ngettext("Import %(n)s new person", "Import %(n)s new people", new) % {"n": new}
    words = ngettext("Import changes to %(n)s person", "Import changes to %(n)s people", changed)
    return words % {"n": changed}


def _show_row(
    each: ComingPerson, answers: Mapping[str, str], details: Sequence[str] = (), remarks: Sequence[str] = ()
) -> CheckRow:
    return CheckRow(
        each.line,
        each.written[:80] if each.problems or not each.name else each.name,
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
    several = _("Line %(line)s, “%(name)s”: who is this? If it is one person, correct the line.") % words
    question = Question(
        each.key,
        several if each.is_several else _("Line %(line)s, “%(name)s”: who is this?") % words,
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


def _headings_to_ask(checked: CheckedPeople) -> list[str]:
    """Returns the headings that are unknown or in doubt, or were matched by hand before."""
    columns = checked.columns
    doubted = {*columns.unknown, *columns.guessed, *columns.owed}
    return [each for each in columns.headings if heading_words(each) in checked.by_hand or each in doubted]
