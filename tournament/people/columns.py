"""Recognises the columns of a table by their headings or by their contents, and reads the cells. Pure, except that
pages translate its sentences."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.lists.amounts import read_amount
from tournament.lists.contacts import split_contact, take_contact_off
from tournament.lists.dates import DayOrder, ListOrder, day_of_number, find_order, read_day
from tournament.lists.headings import NO, OF_PEOPLE, SUMS, YES, heading_words, kinds_of_row
from tournament.lists.marks import REMARK, take_number_off
from tournament.lists.partners import is_several_people, split_family
from tournament.lists.remarks import is_remark
from tournament.lists.surnames import find_surname_first, turn_surname, write_capitals, write_surname
from tournament.models import Audience

LABELS = {
    "name": gettext_noop("Name"),
    "first": gettext_noop("First name"),
    "last": gettext_noop("Surname"),
    "note": gettext_noop("Note"),
    "nickname": gettext_noop("Nickname"),
    "contact": gettext_noop("Contact"),
    "phone": gettext_noop("Telephone"),
    "email": gettext_noop("E-mail"),
    "private_notes": gettext_noop("Private notes"),
    "is_member": gettext_noop("Member or guest"),
    "fee_paid_until": gettext_noop("Fee paid until"),
    "fee": gettext_noop("Fee paid"),
    "left_on": gettext_noop("Left on"),
    "shown_to": gettext_noop("Page shown to"),
}
DAYS = ("fee_paid_until", "left_on")
AUDIENCES = {
    **dict.fromkeys(("nobody", "no", "n", "none", "-"), Audience.NOBODY),
    **dict.fromkeys(("members", "members only"), Audience.MEMBERS),
    **dict.fromkeys(("everybody", "everyone", "public", "all"), Audience.PUBLIC),
}
"""Words for each audience. A bare "yes" is missing on purpose: it does not say to whom."""
SHORTENED = re.compile(r"\d([.,]\d+)?[eE]\+?\d+")
"""A number that a spreadsheet has rounded: 8.68555E+09."""
REACHED_BY = ("phone", "email", "contact")
NOT_REACHED = {"no", "none", "-", "–", "n/a"}
FEWEST_DIGITS = 5
"""With so many digits what stands in a column of e-mail addresses is a telephone number."""
FEWEST_WORDS, LONGEST_NOTE = 4, 40
"""With so many words or letters a note is a remark."""
PAID = re.compile(r"\b(?:paid|payment|bezahlt|betaald|pagado)\b")
OWN_HEADINGS = ("evenings", "last came", "owes")
"""What the club's own list of people has beside what is stored of them."""
HEAD_WITHIN = 12
"""The headings are looked for in this many first lines, because there may be a title above them."""


@dataclass(frozen=True)
class SpreadsheetColumns:
    """`kinds` has the kind of each column, or "" if it is unknown. The people begin after line `head`, which is 0 if
    there are no headings, and line `head` has the `headings`. If several columns have the same kind, only the first is
    read; of REACHED_BY all are. `unknown` headings can be matched by hand; of `owed` is known that they say what is
    still to be paid, and `guessed` have the kind that their headings leave open."""

    kinds: tuple[str, ...]
    head: int
    unknown: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    owed: tuple[str, ...] = ()
    guessed: Mapping[str, str] = field(default_factory=dict)

    @property
    def has_names(self) -> bool:
        return "name" in self.kinds or "first" in self.kinds or "last" in self.kinds


def recognise_columns(rows: Sequence[Sequence[str]], by_hand: Mapping[str, str] | None = None) -> SpreadsheetColumns:
    """Finds the headings. `by_hand` has the kinds of headings that somebody has matched, by `heading_words`."""

    def is_by_hand(cell: str) -> bool:
        return heading_words(cell) in (by_hand or {})

    for line, row in enumerate(rows[:HEAD_WITHIN], start=1):
        recognised = kinds_of_row(row, (*OF_PEOPLE, "owed", "derived"))
        named = (
            ""
            if {"name", "first", "last"} & {*recognised}
            else _find_names(row, recognised, rows[line:], by_hand or {})
        )
        if named is None:
            continue
        recognised = tuple("name" if cell == named else kind for cell, kind in zip(row, recognised, strict=True))
        matched = [(by_hand or {}).get(heading_words(cell), kind) for cell, kind in zip(row, recognised, strict=True)]
        if "note" in matched and "private_notes" not in matched and _has_remarks(rows[line:], matched.index("note")):
            matched[matched.index("note")] = "private_notes"
        paid = [place for place, kind in enumerate(matched) if kind == "fee" and PAID.search(heading_words(row[place]))]
        for place, kind in enumerate(matched):
            if kind == "fee" and paid and place not in paid and not is_by_hand(row[place]):
                matched[place] = "owed"  # what is due, beside what was paid
            elif kind == "fee" and not any(read_amount(below[place]) for below in rows[line:] if place < len(below)):
                matched[place] = ""  # such as "Paid" with ticks, which is no sum
        cells = [(cell, kind) for cell, kind in zip(row, matched, strict=True) if cell]
        unknown = tuple(cell for cell, kind in cells if not kind)
        is_own = {*OWN_HEADINGS} <= {heading_words(cell) for cell in row}
        owed = () if is_own else tuple(cell for cell, kind in cells if kind == "owed")
        guessed = {cell: kind for cell, kind in cells if kind == "fee" and not PAID.search(heading_words(cell))}
        guessed |= {named: "name"} if named else {}
        kinds = tuple(kind if kind in OF_PEOPLE else "" for kind in matched)
        return SpreadsheetColumns(kinds, line, unknown, tuple(row), owed, guessed)
    return SpreadsheetColumns(_kinds_by_content(rows), 0)


def _find_names(
    row: Sequence[str], kinds: Sequence[str], below: Sequence[Sequence[str]], by_hand: Mapping[str, str]
) -> str | None:
    """Returns which heading is above the names of a row of headings that names none; "" if somebody has matched one
    by hand, and None if this is no row of headings."""
    if any(by_hand.get(heading_words(cell)) in ("name", "first", "last") for cell in row if cell):
        return ""
    of_contents = _kinds_by_content(below)
    may_be = [
        cell
        for cell, kind, content in zip(row, kinds, of_contents, strict=False)
        if cell and kind in ("", "is_member") and content == "name"
    ]
    has_headings = {*kinds} & {*REACHED_BY, "fee_paid_until", "fee", "owed", "private_notes"}
    is_data = any(re.search(r"\d|@", cell) for cell in row)
    return may_be[0] if may_be and has_headings and not is_data else None


def _has_remarks(rows: Sequence[Sequence[str]], place: int) -> bool:
    """Whether a column headed "Note" has sentences, which are private, rather than what tells 2 people apart."""
    cells = [row[place] for row in rows if place < len(row)]
    return any(len(cell.split()) >= FEWEST_WORDS or len(cell) > LONGEST_NOTE for cell in cells)


def _kinds_by_content(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Guesses the kinds: the first column of names, and those that hold mail addresses, phone numbers or dates."""
    kinds: list[str] = []
    for place in range(max((len(row) for row in rows), default=0)):
        cells = [row[place] for row in rows if place < len(row) and row[place]]
        if _most_match(cells, r".*@.*\..*"):
            kinds.append("contact" if _most_match(cells, r".*\d{5}.*") else "email")
        elif _most_match(cells, r"\+?[\d ()/-]{6,}") and not _most_are_days(cells):
            kinds.append("phone")
        elif _most_are_days(cells):
            kinds.append("" if "fee_paid_until" in kinds else "fee_paid_until")
        elif "name" not in kinds and _most_match([_split_name(cell)[0] for cell in cells], r"[^\d@]{2,}"):
            kinds.append("name")
        else:
            kinds.append("")
    return tuple(kinds)


def _most_match(cells: Sequence[str], pattern: str) -> bool:
    return bool(cells) and sum(re.fullmatch(pattern, cell) is not None for cell in cells) * 3 >= len(cells) * 2


def _most_are_days(cells: Sequence[str]) -> bool:
    return bool(cells) and sum(_is_day(cell) for cell in cells) * 3 >= len(cells) * 2


def _is_day(cell: str) -> bool:
    return _end_of_year(cell) is not None or any(read_day(cell, order) for order in DayOrder)


def _end_of_year(cell: str) -> date | None:
    return date(int(cell), 12, 31) if re.fullmatch(r"(19|20)\d\d", cell) else None


def find_order_of_days(rows: Sequence[Sequence[str]], columns: SpreadsheetColumns, answer: str) -> ListOrder:
    """Finds the order of day and month in the columns of days, as `find_order` does."""
    places = [place for place, kind in enumerate(columns.kinds) if kind in DAYS]
    lines = [(line, row) for line, row in enumerate(rows, start=1) if line > columns.head]
    return find_order([(line, row[place]) for line, row in lines for place in places if place < len(row)], answer)


@dataclass(frozen=True)
class RowValues:
    """A person's `values` by field. A cell that cannot be read is left out, as `dropped` says; `problems` say why the
    row is no person at all; `is_several` that its name stands for several people."""

    values: dict[str, Any]
    dropped: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    is_several: bool = False


def rename_row(row: Sequence[str], columns: SpreadsheetColumns, name: str) -> Sequence[str]:
    """Returns a row with this name in place of its own; as it is, if the name is empty."""
    places = [place for place, kind in enumerate(columns.kinds) if kind in ("name", "first", "last")]
    if not name.strip() or not places:
        return row
    cells = ["" if place in places else cell for place, cell in enumerate(row)]
    cells += [""] * (places[0] + 1 - len(cells))
    cells[places[0]] = name
    return cells


def values_in(row: Sequence[str], columns: SpreadsheetColumns, days: ListOrder) -> RowValues:
    """Reads the cells of a row. Empty cells are left out; a year alone is its last day."""
    cells: dict[str, list[str]] = {}
    for kind, cell in zip(columns.kinds, row, strict=False):
        if kind and cell:
            cells.setdefault(kind, []).append(cell)
    name, *beside = _split_name(_name_in(cells))
    values: dict[str, Any] = {"name": name}
    for kind, found in zip(("phone", "email"), beside, strict=True):
        cells.setdefault(kind, []).extend([found] if found else [])
    for kind in ("note", "nickname"):
        if kind in cells:
            values[kind] = cells[kind][0]
    if "private_notes" in cells:
        values["private_notes"] = "; ".join(dict.fromkeys(cells["private_notes"]))
    for kind in REACHED_BY:
        cells[kind] = [cell for cell in cells.get(kind, ()) if cell.casefold() not in NOT_REACHED]
    no_mails = [cell for cell in cells["email"] if "@" not in cell and len(re.findall(r"\d", cell)) < FEWEST_DIGITS]
    unread = [*no_mails, *(cell for kind in REACHED_BY for cell in cells[kind] if SHORTENED.fullmatch(cell))]
    reached_by = [cell for kind in REACHED_BY for cell in cells[kind] if cell not in unread]
    phones, mails = zip(*(split_contact(cell) for cell in reached_by), strict=True) if reached_by else ((), ())
    values |= {
        name: ", ".join(dict.fromkeys(filter(None, written)))
        for name, written in (("phone", phones), ("email", mails))
        if any(written)
    }
    dropped = [
        _("E-mail: “%(cell)s” is not an address. Write one such as ann@example.org, or leave it empty.")
        % {"cell": cell[:30]}
        for cell in no_mails
    ]
    dropped += [
        _("Telephone: the spreadsheet has shortened “%(cell)s”. Format that column as text and type the number again.")
        % {"cell": cell[:30]}
        for cell in cells.get("phone", ())
        if SHORTENED.fullmatch(cell)
    ]
    dropped += _read_days(cells, days, values)
    dropped += _read_fee(cells, values)
    dropped += _read_words(cells, values)
    problems = tuple(_find_problems(row, cells, values["name"]))
    return RowValues(values, tuple(dropped), problems, is_several=not problems and is_several_people(values["name"]))


def _read_days(cells: Mapping[str, list[str]], days: ListOrder, values: dict[str, Any]) -> Iterator[str]:
    """Adds the days to the values; yields why a cell is none."""
    for kind in DAYS:
        if kind in cells and (cell := cells[kind][0]) not in NO:
            day = day_of_number(cell) or _end_of_year(cell) or days.read_cell(cell)
            if day is None:
                yield f"{_(LABELS[kind])}: {days.explain_unread(cell)}"
            else:
                values[kind] = day


def _read_fee(cells: Mapping[str, list[str]], values: dict[str, Any]) -> Iterator[str]:
    """Adds the sum that somebody paid; yields why a cell is none."""
    cell = cells["fee"][0] if "fee" in cells else ""
    if not cell or cell.casefold() in NO:
        return
    amount = read_amount(cell)
    if amount is None:
        yield _("Fee paid: “%(cell)s” is not an amount. Write one such as 12.50, or leave it empty.") % {
            "cell": cell[:30]
        }
    elif amount:
        values["fee"] = amount


def _read_words(cells: Mapping[str, list[str]], values: dict[str, Any]) -> Iterator[str]:
    """Adds to the values what cells say in words; yields why a cell does not."""
    if "is_member" in cells:
        word = cells["is_member"][0].casefold().strip(". ")
        if word in YES | NO:
            values["is_member"] = word in YES
        else:
            yield _("Member or guest: “%(cell)s” is neither. Write member or guest.") % {"cell": word[:30]}
    if "shown_to" in cells:
        word = cells["shown_to"][0].casefold().strip(". ")
        if word in AUDIENCES:
            values["shown_to"] = AUDIENCES[word]
        else:
            words = {"cell": word[:30]}
            yield _("Page shown to: “%(cell)s” is unknown. Write nobody, members or everybody.") % words


def _find_problems(row: Sequence[str], cells: Mapping[str, list[str]], name: str) -> Iterator[str]:
    """Yields why a row is no person: a sum, a remark below the list, a number or a formula."""
    named = [heading_words(cell) for kind in ("name", "first", "last") for cell in cells.get(kind, ())]
    is_alone = sum(map(bool, row)) == 1
    if any(cell in SUMS for cell in named) and not [cell for cell in named if cell not in SUMS and _has_letter(cell)]:
        yield _("This looks like a sum below the list, not a person.")
    elif name.startswith("=") or name and not _has_letter(name):
        yield _("“%(cell)s” is not a name.") % {"cell": name[:30]}
    elif is_alone and is_remark(name):
        yield _("“%(cell)s” looks like a remark, not a name.") % {"cell": name[:60]}


def _split_name(cell: str) -> tuple[str, str, str]:
    """Returns the name in a cell without a number before it, and the telephone number and address beside it."""
    rest, phone, email = take_contact_off(cell)
    rest = REMARK.sub("", rest)
    return take_number_off(rest, is_numbered=False).strip(), phone, email


def _has_letter(cell: str) -> bool:
    return any(letter.isalpha() for letter in cell)


def _name_in(cells: dict[str, list[str]]) -> str:
    """Returns the full name; "Smith, Ann" becomes "Ann Smith". "Name" beside "First name" holds the surname, unless
    the whole name is there."""
    first, last = (" ".join(cells.get(kind, ())) for kind in ("first", "last"))
    name, part = cells.get("name", [""])[0], first or last
    if first and last:
        return f"{first} {write_surname(last)}"
    if name and part and not {*part.casefold().split()} <= {*re.findall(r"[^\s,]+", name.casefold())}:
        return f"{first or name} {last or write_surname(name)}"
    whole = name or part
    if split_family(whole):
        return whole
    _surname, comma, rest = whole.partition(",")
    is_turned = comma and rest.strip() and "," not in rest
    return turn_surname(whole) if is_turned or find_surname_first([whole]) else write_capitals(whole)
