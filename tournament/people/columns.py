"""Recognises the columns of a table by their headings or by their contents, and reads the cells. Pure, except that
pages translate its sentences."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from openpyxl.utils.datetime import from_excel

from tournament.foundation.wording import order_key
from tournament.models import Audience

HEADINGS = {
    "name": ("name", "full name", "player", "player name", "member name", "names", "person"),
    "first": ("first name", "forename", "given name", "christian name", "first"),
    "last": ("last name", "surname", "family name", "last"),
    "note": ("note", "notes", "remark", "remarks", "street"),
    "nickname": ("nickname", "nick name", "known as", "alias", "nick"),
    "contact": (
        *(
            "contact",
            "phone",
            "telephone",
            "tel",
            "mobile",
            "cell",
            "phone number",
            "mobile number",
            "telephone number",
        ),
        *("phone no", "tel no", "telephone no", "mobile no", "mobile phone", "cell phone", "home phone"),
        *("email", "e mail", "mail", "email address", "e mail address"),
    ),
    "is_member": ("member", "membership", "status", "type", "member or guest", "kind"),
    "fee_paid_until": (
        *("fee paid until", "paid until", "paid to", "paid up to", "expires", "expiry", "valid until", "renewal"),
        *("subs paid until", "membership until", "renewal date"),
    ),
    "left_on": ("left", "left on", "resigned", "date left", "leaving date"),
    "shown_to": (
        *("page shown to", "shown to", "may be shown", "may be shown to", "visible to", "visibility", "may be named"),
        *("consent", "agreed", "agreed to be named", "publish", "web site", "on the web site"),
    ),
}
LABELS = {
    "name": gettext_noop("Name"),
    "first": gettext_noop("First name"),
    "last": gettext_noop("Surname"),
    "note": gettext_noop("Note"),
    "nickname": gettext_noop("Nickname"),
    "contact": gettext_noop("Contact"),
    "is_member": gettext_noop("Member or guest"),
    "fee_paid_until": gettext_noop("Fee paid until"),
    "left_on": gettext_noop("Left on"),
    "shown_to": gettext_noop("Page shown to"),
}
YES = {"yes", "y", "x", "true", "1", "member", "m", "full", "full member", "active", "paid", "✓", "✔"}
NO = {"no", "n", "false", "0", "guest", "g", "visitor", "none", "-"}
AUDIENCES = {
    **dict.fromkeys(("nobody", "no", "n", "none", "-"), Audience.NOBODY),
    **dict.fromkeys(("members", "members only"), Audience.MEMBERS),
    **dict.fromkeys(("everybody", "everyone", "public", "all"), Audience.PUBLIC),
}
"""Words for each audience. A bare "yes" is missing on purpose: it does not say to whom."""
SUMS = {"total", "totals", "grand total", "subtotal", "sum", "count"}
FORMATS = (
    "%Y %m %d",
    *(f"%d {month} {year}" for month in ("%m", "%b", "%B") for year in ("%Y", "%y")),
    "%b %d %Y",
    "%B %d %Y",
)
"""How a day is written, after spaces have replaced what separates its parts. The day stands before the month."""
MONTH_FIRST = r"(0?[1-9]|1[0-2])[/.-](1[3-9]|2\d|3[01])[/.-](\d\d|\d{4})"
HEAD_WITHIN = 6
"""The headings are looked for in this many first lines, because there may be a title above them."""


@dataclass(frozen=True)
class SpreadsheetColumns:
    """`kinds` has the kind of each column, or "" if it is unknown. The people begin after line `head`, which is 0 if
    there are no headings. If several columns have the same kind, only the first is read; of `contact` all are."""

    kinds: tuple[str, ...]
    head: int
    unknown: tuple[str, ...] = ()

    @property
    def has_names(self) -> bool:
        return "name" in self.kinds or "first" in self.kinds or "last" in self.kinds


def recognise_columns(rows: Sequence[Sequence[str]]) -> SpreadsheetColumns:
    for line, row in enumerate(rows[:HEAD_WITHIN], start=1):
        kinds = tuple(_kind_of_heading(cell) for cell in row)
        unknown = tuple(cell for cell, kind in zip(row, kinds, strict=True) if cell and not kind)
        columns = SpreadsheetColumns(kinds, line, unknown)
        if columns.has_names:
            return columns
    return SpreadsheetColumns(_kinds_by_content(rows), 0)


def _kind_of_heading(cell: str) -> str:
    """Returns the kind by the whole heading, or by the first part of it that is known, as in "E-mail / phone" or
    "Member (yes/no)"."""
    for part in (cell, *re.split(r"[/(,;]", cell)):
        words = " ".join(re.findall(r"[^\W_]+", order_key(part)))
        for kind, known in HEADINGS.items():
            if words in known:
                return kind
    return ""


def _kinds_by_content(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Guesses the kinds: the first column of names, and those that hold mail addresses, phone numbers or dates."""
    kinds: list[str] = []
    for place in range(max((len(row) for row in rows), default=0)):
        cells = [row[place] for row in rows if place < len(row) and row[place]]
        if _most_match(cells, r".*@.*\..*") or _most_match(cells, r"\+?[\d ()/-]{6,}") and not _most_are_days(cells):
            kinds.append("contact")
        elif _most_are_days(cells):
            kinds.append("" if "fee_paid_until" in kinds else "fee_paid_until")
        elif "name" not in kinds and _most_match(cells, r"[^\d@]{2,}"):
            kinds.append("name")
        else:
            kinds.append("")
    return tuple(kinds)


def _most_match(cells: Sequence[str], pattern: str) -> bool:
    return bool(cells) and sum(re.fullmatch(pattern, cell) is not None for cell in cells) * 3 >= len(cells) * 2


def _most_are_days(cells: Sequence[str]) -> bool:
    return bool(cells) and sum(day_in(cell) is not None for cell in cells) * 3 >= len(cells) * 2


def day_in(cell: str) -> date | None:
    """Reads "31/12/2026", "31.12.26", "31-Dec-26", "31st December 2026", "Dec 31, 2026", also with a weekday before it
    or a time after it. A year alone is its last day."""
    if re.fullmatch(r"(19|20)\d\d", cell):
        return date(int(cell), 12, 31)
    text = re.sub(r"[ T]\d\d?:\d\d.*|(?<=\d)(st|nd|rd|th)\b|^(mon|tue|wed|thu|fri|sat|sun)[a-z]*", "", cell, flags=re.I)
    text = re.sub(r"\bsept\b", "Sep", re.sub(r"[\s.,/-]+", " ", text).strip(), flags=re.I)
    for form in FORMATS:
        try:
            return datetime.strptime(text, form).date()
        except ValueError:
            continue
    return None


def day_of_number(cell: str) -> date | None:
    """Reads a day of the years 1954 to 2091 that lost its format in a spreadsheet, such as 45978: Excel's number."""
    if not re.fullmatch(r"[2-6]\d{4}(\.\d+)?", cell):
        return None
    found = from_excel(float(cell))
    return found.date() if isinstance(found, datetime) else None


def is_month_first(cell: str) -> bool:
    """Returns whether a cell can only be a day with the month before it, such as 12/31/2026."""
    return re.fullmatch(MONTH_FIRST, cell) is not None


def values_in(row: Sequence[str], columns: SpreadsheetColumns) -> tuple[dict[str, Any], list[str]]:
    """Returns a person's values by field, and a sentence for each cell that cannot be read. Empty cells are left
    out."""
    cells: dict[str, list[str]] = {}
    for kind, cell in zip(columns.kinds, row, strict=False):
        if kind and cell:
            cells.setdefault(kind, []).append(cell)
    values: dict[str, Any] = {"name": _name_in(cells)}
    problems: list[str] = []
    for kind in ("note", "nickname"):
        if kind in cells:
            values[kind] = cells[kind][0]
    if "contact" in cells:
        values["contact"] = ", ".join(cells["contact"])
    for kind in ("fee_paid_until", "left_on"):
        if kind in cells and (cell := cells[kind][0]) not in NO:
            values[kind] = day_of_number(cell) or day_in(cell)
            if values[kind] is None:
                words = {"column": _(LABELS[kind]), "cell": cell[:30]}
                problems.append(_("%(column)s: “%(cell)s” is not a date. Write it as 2026-12-31.") % words)
    if "is_member" in cells:
        word = cells["is_member"][0].casefold().strip(". ")
        if word in YES | NO:
            values["is_member"] = word in YES
        else:
            problems.append(_("Member or guest: “%(cell)s” is neither. Write member or guest.") % {"cell": word[:30]})
    if "shown_to" in cells:
        word = cells["shown_to"][0].casefold().strip(". ")
        if word in AUDIENCES:
            values["shown_to"] = AUDIENCES[word]
        else:
            words = {"cell": word[:30]}
            problems.append(_("Page shown to: “%(cell)s” is unknown. Write nobody, members or everybody.") % words)
    named = [cell.casefold().strip(": ") for kind in ("name", "first", "last") for cell in cells.get(kind, ())]
    if any(cell in SUMS for cell in named) and not [cell for cell in named if cell not in SUMS and _has_letter(cell)]:
        problems.append(_("This looks like a sum below the list, not a person."))
    elif values["name"].startswith("=") or values["name"] and not _has_letter(values["name"]):
        problems.append(_("“%(cell)s” is not a name.") % {"cell": values["name"][:30]})
    return values, problems


def _has_letter(cell: str) -> bool:
    return any(letter.isalpha() for letter in cell)


def _name_in(cells: dict[str, list[str]]) -> str:
    """Returns the full name; "Smith, Ann" becomes "Ann Smith". "Name" beside "First name" holds the surname, unless
    the whole name is there."""
    first, last = (" ".join(cells.get(kind, ())) for kind in ("first", "last"))
    name, part = cells.get("name", [""])[0], first or last
    if first and last:
        return f"{first} {last}"
    if name and part and not {*part.casefold().split()} <= {*re.findall(r"[^\s,]+", name.casefold())}:
        return f"{first or name} {last or name}"
    whole = name or part
    surname, comma, rest = whole.partition(",")
    return f"{rest.strip()} {surname.strip()}" if comma and rest.strip() and "," not in rest else whole
