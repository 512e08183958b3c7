"""The secretary's list of people, and the page of one person, as plain values."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple

from django.db.models import Count, F, Max, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce, ExtractYear
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.event.queries.dues import NOTHING, Money
from tournament.event.queries.namesakes import people_known_to
from tournament.foundation.revision_cache import RevisionCache
from tournament.foundation.wording import order_key
from tournament.lists.surnames import split_surname
from tournament.models import Audience, Club, Entry, Event, MembershipFee, Payment, Player, join_note


class Attendance(NamedTuple):
    """The number of `evenings` somebody came to, the `last` of them, and how much they still owe for evenings."""

    evenings: int = 0
    last: date | None = None
    owes: Decimal = NOTHING


ATTENDANCE: RevisionCache[Mapping[int, Attendance]] = RevisionCache(most=64)
"""Keyed by club and year; by club alone for all years together."""


def attendance_of(club: Club) -> Mapping[int, Attendance]:
    """Maps each person to their attendance. One query finds out which years changed, and each of those takes two more:
    a change to one evening does not recount ten years."""
    by_year = Event.objects.filter(club=club, binned_at=None).order_by().values_list(ExtractYear("date"))
    changes = by_year.annotate(Count("pk"), Sum("revision"))
    states = {year: (count, revisions) for year, count, revisions in changes}

    def add_up() -> Mapping[int, Attendance]:
        total: dict[int, Attendance] = {}
        for year, state in states.items():
            of_year = ATTENDANCE.get_or_make((club.pk, year), state, partial(_count_attendance, club, year))
            for player, (evenings, last, owes) in of_year.items():
                if (before := total.get(player)) is not None:
                    last = last if before.last is None or (last and last > before.last) else before.last
                    evenings, owes = before.evenings + evenings, before.owes + owes if owes else before.owes
                total[player] = Attendance(evenings, last, owes)
        return total

    return ATTENDANCE.get_or_make(club.pk, tuple(sorted(states.items())), add_up)


def _count_attendance(club: Club, year: int) -> Mapping[int, Attendance]:
    owed: dict[int, Decimal] = {}
    for debt in debts_of(club, year=year):
        owed[debt.player] = owed.get(debt.player, NOTHING) + debt.owes
    counted = {
        player: Attendance(evenings, last, owed.pop(player, NOTHING))
        for player, evenings, last in _evenings_attended(club.pk, *days_of_year(year))
    }
    return counted | {player: Attendance(owes=amount) for player, amount in owed.items()}


def _evenings_attended(club: int, first: date, last: date) -> "QuerySet[Entry, tuple[int, int, date]]":
    """Returns for each person how many evenings they came to between two dates, and the latest of them."""
    in_use = Entry.objects.filter(event__club=club, event__binned_at=None, event__date__range=(first, last))
    came = in_use.filter(here=True, is_stand_in=False).order_by().values_list("player")
    return came.annotate(Count("pk"), Max("event__date"))


def days_of_year(year: int) -> tuple[date, date]:
    return date(year, 1, 1), date(year, 12, 31)


class Debt(NamedTuple):
    player: int
    entry: int
    event: int
    name: str
    day: date
    owes: Decimal


def debts_of(club: Club, player: int | None = None, year: int | None = None) -> list[Debt]:
    """Returns the debts of everybody or of one person, for all years or one, the latest evening first. One query.
    SQLite compares amounts in floating point, so Python decides about the cents."""
    first, last = (None, None) if year is None else days_of_year(year)
    debts = [
        Debt(player, entry, event, name, day, (price - paid).quantize(NOTHING))
        for player, entry, event, name, day, price, paid in _entries_short(club.pk, player, first, last)
    ]
    return [debt for debt in debts if debt.owes > 0]


def _entries_short(
    club: int, player: int | None, first: date | None, last: date | None
) -> "QuerySet[Entry, tuple[Any, ...]]":
    of_entry = Payment.objects.filter(entry=OuterRef("pk")).order_by().values("entry")
    in_use = Entry.objects.filter(event__club=club, event__binned_at=None)
    priced = in_use.filter(event__price__isnull=False, here=True, player__forgotten_at=None)
    if player is not None:
        priced = priced.filter(player=player)
    if first is not None:
        priced = priced.filter(event__date__range=(first, last))
    rows = priced.annotate(
        price=Coalesce("due", "event__price"),
        paid=Coalesce(Subquery(of_entry.annotate(total=Sum("amount")).values("total")), NOTHING),
    )
    short = rows.filter(price__gt=F("paid")).order_by("-event__date", "-event")
    return short.values_list("player", "pk", "event", "event__name", "event__date", "price", "paid")


@dataclass(frozen=True)
class PersonRow:
    """A line of the secretary's list. `name` has the note if somebody else has the same name. `fee_due` is the
    membership fee that they have not paid, or None."""

    pk: int
    name: str
    note: str
    nickname: str
    is_member: bool
    fee_paid_until: date | None
    left_on: date | None
    shown_to: str
    is_forgotten: bool
    fee_due: Decimal | None
    attendance: Attendance
    currency: str

    @property
    def surname_first(self) -> str:
        """Returns the name as lists by surname have it, "Smith, Ann"."""
        note = join_note("", self.note) if self.note and self.name.endswith(join_note("", self.note)) else ""
        first, surname = split_surname(self.name.removesuffix(note))
        return (f"{surname}, {first}" if first else surname) + note

    @property
    def standing(self) -> str:
        if self.is_forgotten or self.left_on:
            return _now("Forgotten") if self.is_forgotten else _now("Left")
        return _now("Member") if self.is_member else _now("Guest")

    @property
    def owes(self) -> Decimal:
        """Returns everything that they owe now: for evenings of all years, and the membership fee."""
        return NOTHING if self.is_forgotten else self.attendance.owes + (self.fee_due or NOTHING)

    @property
    def owed(self) -> str:
        return str(Money(self.owes, self.currency)) if self.owes else ""


def people_of(club: Club, today: date) -> list[PersonRow]:
    """Returns everybody from A to Z, forgotten people too. Two queries, and two for each year that changed."""
    attendance = attendance_of(club)
    columns = ("pk", "name", "note", "nickname", "is_member", "fee_paid_until", "left_on", "shown_to", "forgotten_at")
    people = people_known_to(club.pk).order_by("pk").values_list(*columns)
    borne = Counter(name.lower() for _pk, name, *_rest in people)
    rows = []
    for pk, name, note, nickname, is_member, paid_until, left_on, shown_to, forgotten_at in people:
        due = find_fee_due(club, is_member=is_member, paid_until=paid_until, left_on=left_on, today=today)
        rows.append(
            PersonRow(
                *(pk, join_note(name, note) if borne[name.lower()] > 1 else name, note),
                *(nickname, is_member, paid_until, left_on, shown_to),
                is_forgotten=forgotten_at is not None,
                fee_due=due,
                attendance=attendance.get(pk, Attendance()),
                currency=club.currency,
            )
        )
    return sorted(rows, key=lambda row: (order_key(row.name), row.pk))


def find_fee_due(
    club: Club, *, is_member: bool, paid_until: date | None, left_on: date | None, today: date
) -> Decimal | None:
    """Returns the membership fee that somebody has not paid, or None."""
    is_paid = paid_until is not None and paid_until >= today
    return club.membership_fee if is_member and left_on is None and not is_paid else None


KINDS = {
    "": _("Members and guests"),
    "members": _("Members"),
    "guests": _("Guests"),
    "owe": _("Owe something"),
    "left": _("Left"),
    "forgotten": _("Forgotten"),
}
"""The choices for the list. The first is everybody who has neither left nor been forgotten."""


def is_of_kind(row: PersonRow, kind: str) -> bool:
    if kind in ("forgotten", "left") or row.is_forgotten:
        return row.is_forgotten if kind == "forgotten" else kind == "left" and bool(row.left_on)
    owes = row.owes > 0 or row.fee_due is not None
    if kind == "owe":
        return owes
    return row.left_on is None and {"members": row.is_member, "guests": not row.is_member}.get(kind, True)


class OwedNow(NamedTuple):
    """What everybody together owes now, those who left the club too: for `evenings` of all years, and membership
    `fees`."""

    evenings: Decimal
    fees: Decimal

    @property
    def total(self) -> Decimal:
        return self.evenings + self.fees


def add_up_owed(rows: Sequence[PersonRow]) -> OwedNow:
    known = [row for row in rows if not row.is_forgotten]
    evenings = sum((row.attendance.owes for row in known), NOTHING)
    return OwedNow(evenings, sum((row.fee_due or NOTHING for row in known), NOTHING))


class AttendedEvening(NamedTuple):
    """`came` is false if somebody was on the list and did not come."""

    event: int
    entry: int
    name: str
    day: date
    came: bool


def evenings_of(player: Player) -> list[AttendedEvening]:
    """Returns the evenings, the latest first. One query."""
    rows = Entry.objects.filter(player=player, event__binned_at=None).order_by("-event__date", "-event")
    return [AttendedEvening(*row) for row in rows.values_list("event", "pk", "event__name", "event__date", "here")]


class FeeLine(NamedTuple):
    """A membership fee, or the line that takes one back."""

    pk: int
    money: Money
    at: datetime
    paid_until: date
    by: str
    takes_back: bool
    can_be_taken_back: bool


def fees_of(player: Player, currency: str) -> list[FeeLine]:
    """Returns the fees in the order in which they were paid. Only the last one that counts can be taken back, because
    it stores the date until which the member had paid before. One query."""
    columns = ("pk", "amount", "paid_at", "paid_until", "taken_by__username", "takes_back", "taken_back_by")
    rows = list(MembershipFee.objects.filter(player=player).order_by("pk").values_list(*columns))
    counting = [pk for pk, *_rest, takes_back, gone in rows if takes_back is None and gone is None]
    return [
        FeeLine(
            pk, Money(amount, currency), at, until, by or "", takes_back is not None, pk == max(counting, default=0)
        )
        for pk, amount, at, until, by, takes_back, _gone in rows
    ]


def table_of_people(club: Club, today: date) -> list[list[object]]:
    """Returns everybody who is not forgotten as rows of a spreadsheet, headings first. An import can read them again.
    Two queries and those of attendance."""
    heads: list[object] = [
        *(
            _now("Name"),
            _now("Note"),
            _now("Nickname"),
            _now("Telephone"),
            _now("E-mail"),
            _now("Private notes"),
            _now("Member or guest"),
            _now("Fee paid until"),
        ),
        *(_now("Left on"), _now("Page shown to"), _now("Evenings"), _now("Last came"), _now("Owes")),
    ]
    shown_to = {Audience.NOBODY: _now("nobody"), Audience.MEMBERS: _now("members"), Audience.PUBLIC: _now("everybody")}
    details = {person.pk: person for person in Player.objects.filter(club=club)}
    rows: list[list[object]] = [
        [
            *(details[row.pk].name, details[row.pk].note, row.nickname),
            *(details[row.pk].phone, details[row.pk].email, details[row.pk].private_notes),
            *(_now("Member") if row.is_member else _now("Guest"), row.fee_paid_until or "", row.left_on or ""),
            *(shown_to[Audience(row.shown_to)], row.attendance.evenings, row.attendance.last or "", row.owes),
        ]
        for row in people_of(club, today)
        if not row.is_forgotten
    ]
    return [heads, *rows]
