"""Shows a pasted list line by line, as it will be added, on the check page of lists."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.door.services.entries import Arrival, tidy_name
from tournament.lists.check import CheckRow, ListCheck, Question, RowSection, ask_who_for_all, is_edited
from tournament.lists.name_list import Doubt, NameList, WrittenName, WrittenParty


def show_names(
    text: str,
    listed: NameList,
    whom: Mapping[str, Arrival | None],
    asked: Sequence[Question],
    *,
    split: Callable[[str], list[str]],
    answers: Mapping[str, str],
) -> ListCheck:
    """`whom` says by a typed name in small letters whom it means, None if it is left out, and `split` which names stand
    in a piece of the list; `asked` is everything that is asked about it."""
    lines = {number: line for number, line in enumerate(text.splitlines(), start=1) if line.strip()}
    of_lines = _find_lines(lines, listed.parties)
    inside = {_letters_of(person.name) for party in listed.parties for person in party.people}
    rows, left_out = [], []
    in_doubt = list(_ask_in_lines(lines, of_lines, [each for each in asked if each.about]))
    no_names = {*listed.doubts.get(Doubt.NO_NAME, ()), *listed.doubts.get(Doubt.ABSENT, ())}
    for number, line in lines.items():
        parties = of_lines.get(number, ())
        said = [words for party in parties if (words := _say_party(party, whom, split))]
        row = CheckRow(
            number,
            "; ".join(said) or line.strip(),
            written=line,
            details=[detail for party in parties for detail in _say_details(party.people)],
            is_edited=is_edited(number, {"edit": answers.get("edit", "")}),
            can_be_edited=number not in {each.line for each in in_doubt},
        )
        if said or parties and row.is_edited:
            rows.append(row)
        elif parties:
            left_out.append(replace(row, remarks=[_("You left this line out.")]))
        elif line.strip() in no_names or not any(name in _letters_of(line) for name in inside):
            left_out.append(replace(row, remarks=[_say_why(line, listed)]))
    title = ngettext(
        "%(n)s line of your list, as it will be added", "%(n)s lines of your list, as they will be added", len(rows)
    )
    several = sum(each.question is not None and each.question.key.startswith("split") for each in in_doubt)
    return ListCheck(
        questions=[each for each in asked if not each.about],
        asked=in_doubt,
        for_all=ask_who_for_all(len(in_doubt) - several, several, answers),
        left_out=left_out,
        sections=[RowSection(title % {"n": len(rows)}, rows)],
        confirm=_("Add players"),
        is_refused=True,
    )


def _ask_in_lines(
    lines: Mapping[int, str], of_lines: Mapping[int, Sequence[WrittenParty]], asked: Sequence[Question]
) -> Iterator[CheckRow]:
    """Yields a row for each question about a name, with the line in which the name stands; the first one of a line can
    be corrected. Of a name in several lines the last are asked about, as those before them are in no doubt."""
    letters = {number: _letters_of(lines[number]) for number in of_lines}
    corrected: set[int] = set()
    left = Counter(_letters_of(question.about) for question in asked)
    for question in asked:
        name = _letters_of(question.about)
        numbers = [number for number, line in letters.items() if name in line] or [0]
        number = numbers[-min(left[name], len(numbers))]
        left[name] -= 1
        is_first = number > 0 and number not in corrected
        corrected.add(number)
        yield CheckRow(number, question.about, written=lines.get(number, ""), question=question, can_be_edited=is_first)


def _letters_of(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def _find_lines(lines: Mapping[int, str], parties: Sequence[WrittenParty]) -> dict[int, list[WrittenParty]]:
    """Finds the line that each party was read from; two lines that are written alike have one party each, at least."""
    found: dict[int, list[WrittenParty]] = {}
    by_letters: dict[str, list[int]] = {}
    for number, line in lines.items():
        by_letters.setdefault(_letters_of(line), []).append(number)
    for party in parties:
        numbers = by_letters.get(_letters_of(party.text), [])
        free = [number for number in numbers if party not in found.get(number, ())]
        if free:
            found.setdefault(free[0], []).append(party)
    return found


def _say_party(party: WrittenParty, whom: Mapping[str, Arrival | None], split: Callable[[str], list[str]]) -> str:
    """Says who comes; "" if all of them are left out."""
    names = [name for person in party.people for name in split(tidy_name(person.name))]
    people = " & ".join(str(meant) for name in names if (meant := whom.get(name.lower(), name)) is not None)
    return f"{party.team}: {people}" if party.team and people else people


def _say_details(people: Sequence[WrittenName]) -> list[str]:
    said = []
    for each in people:
        said += [_("paid")] if each.is_paid else []
        said += [_("not as here")] if each.is_reserve else []
        said += [_("Telephone: %(phone)s") % {"phone": each.phone}] if each.phone else []
        said += [_("E-mail: %(email)s") % {"email": each.email}] if each.email else []
    return said


def _say_why(line: str, listed: NameList) -> str:
    if listed.headings and _letters_of(line) == _letters_of("".join(listed.headings)):
        return _("These are the headings.")
    if line.strip() in listed.doubts.get(Doubt.ABSENT, ()):
        return _("They seem not to be coming.")
    if line.strip() in listed.doubts.get(Doubt.NO_NAME, ()):
        return _("This does not look like a name.")
    return _("There is no name to add.")
