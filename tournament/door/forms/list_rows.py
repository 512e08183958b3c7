"""Shows a pasted list line by line, as it will be added, on the check page of lists."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.door.services.entries import tidy_name
from tournament.lists.check import CheckRow, ListCheck, RowSection, is_edited
from tournament.lists.names import Doubt, NameList, WrittenName, WrittenParty


def show_names(
    text: str, listed: NameList, whom: Mapping[str, str], *, split: Callable[[str], list[str]], edited: str
) -> ListCheck:
    """`whom` says by a typed name in small letters whom it means, and `split` which names stand in a piece of the list;
    `edited` is the line whose box is open."""
    lines = {number: line for number, line in enumerate(text.splitlines(), start=1) if line.strip()}
    of_lines = _find_lines(lines, listed.parties)
    inside = {_letters_of(person.name) for party in listed.parties for person in party.people}
    rows, left_out = [], []
    for number, line in lines.items():
        row = CheckRow(
            number,
            "; ".join(_say_party(party, whom, split) for party in of_lines.get(number, ())) or line.strip(),
            written=line,
            details=[detail for party in of_lines.get(number, ()) for detail in _say_details(party.people)],
            is_edited=is_edited(number, {"edit": edited}),
        )
        if number in of_lines:
            rows.append(row)
        elif not any(name in _letters_of(line) for name in inside):
            left_out.append(replace(row, remarks=[_say_why(line, listed)]))
    title = ngettext(
        "%(n)s line of your list, as it will be added", "%(n)s lines of your list, as they will be added", len(rows)
    )
    return ListCheck(
        left_out=left_out,
        sections=[RowSection(title % {"n": len(rows)}, rows)],
        confirm=_("Add players"),
    )


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


def _say_party(party: WrittenParty, whom: Mapping[str, str], split: Callable[[str], list[str]]) -> str:
    names = [name for person in party.people for name in split(tidy_name(person.name))]
    people = " & ".join(whom.get(name.lower(), name) for name in names)
    return f"{party.team}: {people}" if party.team else people


def _say_details(people: Sequence[WrittenName]) -> list[str]:
    said = []
    for each in people:
        said += [_("paid")] if each.is_paid else []
        said += [_("not as here")] if each.is_reserve else []
        said += [_("Telephone: %(phone)s") % {"phone": each.phone}] if each.phone else []
        said += [_("E-mail: %(email)s") % {"email": each.email}] if each.email else []
    return said


def _say_why(line: str, listed: NameList) -> str:
    if line.strip() in listed.doubts.get(Doubt.ABSENT, ()):
        return _("They seem not to be coming.")
    if line.strip() in listed.doubts.get(Doubt.NO_NAME, ()):
        return _("This does not look like a name.")
    return _("There is no name to add.")
