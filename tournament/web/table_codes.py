"""Table codes: how they are written and read, which table each opens, and the tables with their codes."""

from base64 import b32encode
from dataclasses import dataclass
from datetime import datetime, timedelta

from django import forms
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from tournament.models import SHOWN_CLUB, Event, Table, TableCode, of_shown_club

# Of characters that look alike only one is used, and the others are read as it. No vowels, so that no code is a word.
# A code belongs to a table's number in one event, not to a match, so that its card can be printed before anybody sits.
# There are 148 million codes; the throttles in `guards` say how likely a guess is.
CHARACTERS = "DFGHJKMNPQRTVWXY2345789"
LENGTH = 6
MARK_LENGTH = 10
STILL_PLAYED = timedelta(days=1)
"""How long after a release of seats or the start of a round an evening counts as still being played, even if there have
been other evenings since."""
OF_ONLY_CLUB = of_shown_club("event__club")
"""Where the server has one club; made once, because every request of a phone asks it."""
LOOK_ALIKES = str.maketrans({"B": "8", "S": "5", "Z": "2", "U": "V", "6": "G", "C": "G", "O": "Q", "0": "Q"})


@dataclass(frozen=True)
class OpenedTable:
    """A table of an event that a code opens. `revoked_at` is set if the code was once valid and no longer is; `is_over`
    is whether the whole evening is over."""

    pk: int
    event: Event
    number: int
    code: str
    revoked_at: datetime | None
    is_over: bool = False

    @property
    def is_valid(self) -> bool:
        return self.revoked_at is None and not self.is_over

    @property
    def code_as_printed(self) -> str:
        return format_code(self.code)


def plain_code(typed: str) -> str:
    """Returns a code as it is stored, however it was typed; "" if it cannot be a code."""
    code = "".join(typed.replace("-", "").split()).upper().translate(LOOK_ALIKES)
    return code if len(code) == LENGTH and set(code) <= set(CHARACTERS) else ""


def format_code(code: str) -> str:
    """Formats a code as on the card: KTP-374."""
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"


def mark_of_card(code: str) -> str:
    """Returns the mark that a card's QR code contains besides the code. Nobody can guess it (50 bits), so people who
    scan a card never have to wait because others at the same address guessed codes. The same code has another mark in
    another club of a server."""
    digest = salted_hmac("tournament.table_card", f"{SHOWN_CLUB.get() or ''}{code}", algorithm="sha256").digest()
    return b32encode(digest).decode()[:MARK_LENGTH].lower()


def is_on_card(typed: str, mark: str) -> bool:
    return len(mark) == MARK_LENGTH and constant_time_compare(mark, mark_of_card(plain_code(typed)))


def table_of_code(typed: str, now: datetime) -> OpenedTable | None:
    """Returns the table that a code opens or once opened; None if there never was such a code, or its evening is in the
    bin. One query, or none; up to two more once the club has had another evening."""
    code = plain_code(typed)
    if not code:
        return None
    others = Event.with_binned.filter(club=OuterRef("event__club"), binned_at=None)
    later = others.filter(date__gt=OuterRef("event__date"), date__lte=timezone.localdate(now))
    codes = TableCode.objects.select_related("event__club").annotate(has_later=Exists(later))
    of_club = OF_ONLY_CLUB if SHOWN_CLUB.get() is None else of_shown_club("event__club")
    code_opened = codes.filter(of_club, code=code, event__binned_at=None).first()
    if code_opened is None:
        return None
    event = code_opened.event
    is_over = event.locked_at is not None or (code_opened.has_later and not event.has_gone_on_since(now - STILL_PLAYED))
    return OpenedTable(
        code_opened.pk, event, code_opened.table_number, code_opened.code, code_opened.revoked_at, is_over
    )


@dataclass(frozen=True)
class TableWithCode:
    """A table number of an evening with its valid code, "" if it has none, and its date; `newest` is the id of its
    latest code, `changes` is how many it had before."""

    number: int
    code: str
    issued_at: datetime | None
    newest: int
    changes: int

    @property
    def code_as_printed(self) -> str:
        return format_code(self.code) if self.code else ""


def numbers_of(event: Event) -> list[int]:
    """Returns every table number of the released hours."""
    tables = Table.objects.filter(stage__event=event, stage__released_at__isnull=False)
    return sorted(set(tables.values_list("number", flat=True)))


def newest_code(event: Event, table_number: int | None = None) -> int:
    """Returns the id of the latest code of a table, or of all tables; 0 before the first."""
    codes = TableCode.objects.filter(event=event)
    if table_number is not None:
        codes = codes.filter(table_number=table_number)
    return codes.order_by("-pk").values_list("pk", flat=True).first() or 0


def tables_with_codes(event: Event) -> list[TableWithCode]:
    """Returns the tables with their codes. Two queries, whatever the number."""
    codes: dict[int, list[TableCode]] = {number: [] for number in numbers_of(event)}
    for code in TableCode.objects.filter(event=event).order_by("pk"):
        if code.table_number in codes:
            codes[code.table_number].append(code)
    tables = []
    for number, had in codes.items():
        valid = next((code for code in had if code.revoked_at is None), None)
        table = TableWithCode(
            number=number,
            code=valid.code if valid else "",
            issued_at=valid.issued_at if valid else None,
            newest=had[-1].pk if had else 0,
            changes=max(len(had) - 1, 0),
        )
        tables.append(table)
    return tables


class CodeForm(forms.Form):
    """The form for a typed code; the cleaned `code` is as stored."""

    code = forms.CharField(
        label=_("Code on the table’s card"),
        max_length=40,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "characters",
                "autocorrect": "off",
                "spellcheck": "false",
                "enterkeyhint": "go",
                "placeholder": "KTP-374",
                "class": "code-box",
            }
        ),
        error_messages={"required": _("Type the 6 letters and digits on the card.")},
    )

    def clean_code(self) -> str:
        code = plain_code(self.cleaned_data["code"])
        if not code:
            raise forms.ValidationError(_("A code has 6 letters and digits, as in KTP-374. Check the card."))
        return code
