"""Checks a table of people against those the club knows, and imports what a page has shown."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from hashlib import sha256
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.club.queries import the_club
from tournament.club.services import make_club
from tournament.door.services.entries import LONGEST_NAME, LONGEST_NOTE, tidy_name
from tournament.event.queries.namesakes import PeopleByName
from tournament.foundation.errors import TournamentError
from tournament.foundation.model_rows import fields_of, from_plain, to_plain
from tournament.foundation.wording import order_key
from tournament.foundation.writing import log, write_transaction
from tournament.lists.check import (
    DAY_ORDER,
    EACH,
    FIRST,
    FOR_ALL,
    FOR_ALL_SEVERAL,
    NEW,
    OUT,
    read_headings,
    row_key,
    typed_key,
)
from tournament.lists.dates import ListOrder, day_of_number, say_day
from tournament.lists.headings import OF_PEOPLE, is_heading_again
from tournament.lists.likeness import AlikeNames, KnownName
from tournament.lists.partners import read_several_people
from tournament.lists.tables import TextTable
from tournament.models import (
    Account,
    Audience,
    Club,
    MembershipFee,
    PeopleImport,
    Player,
    join_names,
    join_note,
    of_shown_club,
)
from tournament.people.columns import (
    DAYS,
    LABELS,
    REACHED_BY,
    SpreadsheetColumns,
    find_order_of_days,
    recognise_columns,
    rename_row,
    values_in,
)
from tournament.people.contacts import is_less
from tournament.people.log_actions import EXPORT_PEOPLE, IMPORT_PEOPLE, UNDO_IMPORT_PEOPLE
from tournament.people.services.people import ways_to_people

OF_EACH = ("is_member", "left_on")
"""What a line says of each of several people; all else goes to the first of them."""
LONGEST = {"note": LONGEST_NOTE, "nickname": LONGEST_NOTE, "phone": 200, "email": 200, "private_notes": 1000}


class ImportChanged(TournamentError):
    message = gettext_lazy("The list of people has changed since you checked this file. Check it again.")


class ImportNotLast(TournamentError):
    message = gettext_lazy("This import was undone already, or another one followed it.")


class PaidFee(NamedTuple):
    """A fee that the table says somebody paid."""

    amount: Decimal
    until: date


@dataclass(frozen=True)
class ComingPerson:
    """A line of the table. `known` is the person it belongs to here, None for somebody new. `candidates` are the people
    it may mean, with their numbers; the page asks which, and its `choices` say what each answer changes. A line with
    `problems` is not imported; a cell that cannot be read is `dropped`. `shown` is what the page says of it, whatever
    is answered; `written` are its cells. A line that names several people `is_several`; each of them follows it as a
    `part` once the answer says so."""

    line: int
    values: Mapping[str, Any]
    known: int | None = None
    candidates: tuple[tuple[int, str], ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    problems: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    stays: tuple[str, ...] = ()
    answer: str = ""
    shown: str = ""
    written: str = ""
    is_no_row: bool = False
    is_several: bool = False
    part: int = 0

    @property
    def key(self) -> str:
        return row_key(self.line, self.part)

    @property
    def name(self) -> str:
        return join_note(self.values["name"], self.values.get("note", ""))

    @property
    def details(self) -> list[str]:
        """Returns what the table says about somebody new besides their name, in words."""
        details = {name: value for name, value in self.values.items() if name not in ("name", "note")}
        return [f"{_(LABELS[name])}: {_in_words(value)}" for name, value in details.items() if value is not None]

    @property
    def is_open(self) -> bool:
        return bool(self.choices) and not self.answer

    @property
    def is_new(self) -> bool:
        return not self.problems and self.known is None and not self.is_open and self.answer in ("", NEW)


@dataclass(frozen=True)
class CheckedPeople:
    """What an import would do; nothing of it is stored. `by_hand` are the headings that somebody has matched, now or
    in an earlier import; `no_rows` are titles above the headings and headings that are repeated."""

    columns: SpreadsheetColumns
    people: tuple[ComingPerson, ...]
    doubts: tuple[str, ...]
    days: ListOrder
    by_hand: Mapping[str, str]
    no_rows: tuple[ComingPerson, ...] = ()

    @property
    def new(self) -> list[ComingPerson]:
        return [each for each in self.people if each.is_new]

    @property
    def changed_people(self) -> list[ComingPerson]:
        return [each for each in self.people if each.known is not None and each.changes and not each.problems]

    @property
    def open(self) -> list[ComingPerson]:
        return [each for each in self.people if each.is_open and not each.problems]

    @property
    def is_open(self) -> bool:
        """Whether a question has no answer yet."""
        return bool(self.open) or self.days.is_open

    @property
    def to_ask(self) -> list[ComingPerson]:
        return [each for each in self.people if each.choices and not each.problems]

    @property
    def wrong(self) -> list[ComingPerson]:
        return [each for each in self.people if each.problems]

    @property
    def fingerprint(self) -> str:
        """Returns a hash of everybody whom the page shows: the button imports only that. Which of the choices somebody
        answered is not in it, because the page says of each what it changes, nor each of several people unless
        something is asked or said of them; nor are doubts about a file, because the page sends back its lines alone."""
        shown = [each for each in self.people if each.choices or each.problems or not each.part]
        lines = [(each.key, each.name, each.shown) for each in shown if each.answer != OUT or each.choices]
        return sha256(repr(lines).encode()).hexdigest()


def check_people(table: TextTable, answers: Mapping[str, str], *, today: date | None = None) -> CheckedPeople:
    """Matches the lines of a table with people here. `answers` has for each line (`lists.check`) who it is: a person's
    number, NEW, EACH or OUT; for all of them NEW, FIRST or OUT, of several people EACH or OUT; and a name typed in
    place of another; as `day_order` which comes first in its dates; and by the key of a heading, what it means. A fee
    without a date pays until the end of the year of `today`. Two queries, and one for fees."""
    by_hand = dict(club.list_headings) if (club := the_club()) else {}
    by_hand |= read_headings(recognise_columns(table.rows).headings, OF_PEOPLE, answers)
    columns = recognise_columns(table.rows, by_hand)
    days = find_order_of_days(table.rows, columns, answers.get(DAY_ORDER, ""))
    people = Player.objects.filter(club=club, forgotten_at=None).order_by("pk")
    here = list(people.prefetch_related("fees") if "fee" in columns.kinds else people) if club else []
    end_of_year = date((today or timezone.localdate()).year, 12, 31)
    read = [
        _read_line(line, rename_row(row, columns, answers.get(typed_key(line), "")), columns, days, end_of_year)
        for line, row in enumerate(table.rows, start=1)
        if line > columns.head and any(row) and columns.has_names
        if not columns.head or not is_heading_again(row, columns.headings)
    ]
    doubts = [*table.doubts]
    if table.rows and not columns.has_names:
        doubts.append(_("No column with names was found. Write “Name” above that column."))
    if columns.unknown:
        doubts.append(
            _("These columns are not read, because their headings are unknown: %s. Say below what they mean.")
            % ", ".join(columns.unknown)[:200]
        )
    if columns.owed:
        words = _(
            "These columns are not read: %s. What somebody owes is worked out from the club’s fee, the day until which"
            " it is paid, and the evenings that are not paid. To keep the figures, choose “Private notes” below."
        )
        doubts.append(words % ", ".join(columns.owed)[:200])
    for kind in dict.fromkeys(columns.kinds):
        if kind not in ("", "first", "last", "private_notes", *REACHED_BY) and columns.kinds.count(kind) > 1:
            words = _("Several columns are headed like “%(column)s”. Only the first of them is read.")
            doubts.append(words % {"column": _(LABELS[kind])})
    places = [place for place, kind in enumerate(columns.kinds) if kind in DAYS]
    cells = [row[place] for row in table.rows for place in places if place < len(row)]
    numbers = [(cell, day) for cell in cells if (day := day_of_number(cell))]
    for number, day in numbers[:1]:
        words = _("Some dates are numbers, as Excel stores days. %(number)s is read as %(day)s: check the dates below.")
        doubts.append(words % {"number": number, "day": say_day(day)})
    doubts += days.doubts()
    if "fee" in columns.kinds:
        words = _(
            "Fees are recorded as paid today; without a column “Paid until” until %(day)s. What is recorded already is"
            " not recorded again."
        )
        doubts.append(words % {"day": say_day(end_of_year)})
    if not columns.head and columns.has_names:
        doubts.append(_("There are no headings, so the columns were guessed from what is in them."))
    people_read = tuple(_match_lines(read, here, answers))
    return CheckedPeople(columns, people_read, tuple(doubts), days, by_hand, tuple(_find_no_rows(table, columns)))


def _find_no_rows(table: TextTable, columns: SpreadsheetColumns) -> Iterator[ComingPerson]:
    for line, row in enumerate(table.rows, start=1):
        if line < columns.head and any(row):
            reason = _("This stands above the headings.")
        elif columns.head and line > columns.head and is_heading_again(row, columns.headings):
            reason = _("These are the headings again.")
        else:
            continue
        yield ComingPerson(line, {"name": ""}, problems=(reason,), written=" ".join(filter(None, row)), is_no_row=True)


def _read_line(
    line: int, row: Sequence[str], columns: SpreadsheetColumns, days: ListOrder, end_of_year: date
) -> ComingPerson:
    found = values_in(row, columns, days)
    values, problems, dropped = found.values, [*found.problems], [*found.dropped]
    if "fee" in values:
        until = values.setdefault("fee_paid_until", end_of_year)
        values["fee"] = PaidFee(values["fee"], until)
        values.setdefault("is_member", True)
    if "\n" in values["name"].strip():
        problems.append(_("The name goes on in the next line. Close the quotation mark."))
    for name in ("name", *LONGEST):
        if name in values:
            values[name] = tidy_name(values[name])
    if not values["name"]:
        problems.append(_("There is no name."))
    if len(values["name"]) > LONGEST_NAME:
        problems.append(_("The name is longer than %(n)s letters.") % {"n": LONGEST_NAME})
    for name, most in LONGEST.items():
        if len(values.get(name, "")) > most:
            words = {"column": _(LABELS[name]), "n": most}
            dropped.append(_("%(column)s is longer than %(n)s letters.") % words)
            del values[name]
    written = " ".join(filter(None, row))
    return ComingPerson(
        line,
        values,
        problems=tuple(problems),
        dropped=tuple(dropped),
        written=written,
        is_several=found.is_several and not problems,
    )


def _match_lines(
    read: Sequence[ComingPerson], here: Sequence[Player], answers: Mapping[str, str]
) -> list[ComingPerson]:
    by_name, players = PeopleByName(here), {str(player.pk): player for player in here}
    rows = list(_ask_about_several(read, by_name, answers))
    alike = _find_people_alike(rows, by_name, {each.key for each in rows if answers.get(each.key) == OUT})
    lines: dict[str, int] = {}
    people, names = [], {each.name.lower() for each in rows}
    for each in rows:
        if each.is_several:
            people.append(each)
            continue
        answer = answers.get(each.key, "")
        called = by_name.find(each.name)
        if each.values.get("note"):
            called = [player for player in called if player.note.lower() == each.values["note"].lower()]
        elif len(called) > 1:  # those with a note have lines of their own
            called = [player for player in called if not player.note or player.full_name.lower() not in names]
        others = called if len(called) > 1 else []
        candidates = tuple((player.pk, player.full_name) for player in others) or alike.get(each.key, ())
        first = lines.get(each.name.lower()) if each.values["name"] else None
        if answer == OUT and (len(called) == 1 or not candidates):
            people.append(replace(each, answer=OUT, problems=(*each.problems, _("You left this line out."))))
            continue
        if first is not None:
            twice = _("Line %(line)s already has this name. If they are 2 people, write a note that tells them apart.")
            people.append(replace(each, problems=(*each.problems, twice % {"line": first})))
            continue
        lines[each.name.lower()] = each.line
        if len(called) == 1:
            known = _match_to_known(each, called[0])
            people.append(replace(known, shown=repr((known.known, known.changes))))
        else:
            people.append(_ask_who(each, candidates, players, answers, may_be_new=not called))
    return people


def _ask_about_several(
    read: Sequence[ComingPerson], here: PeopleByName, answers: Mapping[str, str]
) -> Iterator[ComingPerson]:
    """Yields each line; one that names several people with the question who they are and, once the answer says so,
    those people. A name that somebody here has is in no doubt."""
    for each in read:
        if not each.is_several or here.find(each.name):
            yield replace(each, is_several=False)
            continue
        of_each = {name: value for name, value in each.values.items() if name in OF_EACH}
        parts = [
            replace(
                each, values={**(of_each if number > 1 else each.values), "name": name}, is_several=False, part=number
            )
            for number, name in enumerate(read_several_people(each.values["name"]), start=1)
        ]
        choices = [(OUT, _("Nobody: leave this line out"))]
        if parts:
            words = ngettext("%(n)s person: %(names)s", "%(n)s people: %(names)s", len(parts))
            names = join_names([_say_part(part, here) for part in parts])
            choices.insert(0, (EACH, words % {"n": len(parts), "names": names}))
        answer = answers.get(each.key, "") or answers.get(FOR_ALL_SEVERAL, "")
        answer = answer if answer in dict(choices) else ""
        yield replace(each, choices=tuple(choices), answer=answer, shown=repr(choices))
        if answer == EACH:
            yield from parts


def _say_part(part: ComingPerson, here: PeopleByName) -> str:
    """Says what is stored of one of several people: of somebody here, as before and after."""
    known = here.find(part.name)
    said = _match_to_known(part, known[0]).changes if len(known) == 1 else part.details
    return _("%(name)s (%(changes)s)") % {"name": part.name, "changes": "; ".join(said)} if said else part.name


def _ask_who(
    each: ComingPerson,
    candidates: tuple[tuple[int, str], ...],
    players: Mapping[str, Player],
    answers: Mapping[str, str],
    *,
    may_be_new: bool,
) -> ComingPerson:
    """Asks who of the candidates it is, and matches the line as it was answered; without any it is somebody new."""
    if not candidates:
        return replace(each, shown=repr(sorted(map(str, each.values.items()))))
    choices = []
    for pk, name in candidates:
        player = players.get(str(pk))
        changes = _match_to_known(each, player, keeps_name=True).changes if player else ()
        label = _("%(name)s (%(changes)s)") % {"name": name, "changes": "; ".join(changes)} if changes else name
        choices.append((str(pk), label))
    if may_be_new:
        somebody = _("Somebody new: %(name)s") % {"name": each.name}
        choices.append((NEW, f"{somebody} ({'; '.join(each.details)})" if each.details else somebody))
    choices.append((OUT, _("Nobody: leave this line out")))
    answer = answers.get(each.key, "") or answers.get(FOR_ALL, "")
    answer = choices[0][0] if answer == FIRST else answer if answer in dict(choices) else ""
    asked = replace(each, candidates=candidates, choices=tuple(choices), answer=answer, shown=repr(choices))
    return _match_to_known(asked, players[answer], keeps_name=True) if answer in players else asked


def _find_people_alike(
    rows: Sequence[ComingPerson], here: PeopleByName, left_out: set[str]
) -> dict[str, tuple[tuple[int, str], ...]]:
    """Maps the key of each row to people here with a similar name, and to earlier lines with one, by their numbers
    below zero."""
    people_alike: dict[str, tuple[tuple[int, str], ...]] = {}
    earlier = AlikeNames()
    for at, each in enumerate(rows):
        if each.is_several:
            continue
        name, note = each.values["name"], each.values.get("note", "")
        coming = KnownName(at, order_key(name), order_key(note))
        same = _("%(name)s in line %(line)s: leave this line out")
        others = [other for found in earlier.find(coming) if (other := rows[found.pk]).line != each.line]
        people_alike[each.key] = (
            *((player.pk, player.full_name) for player in here.find_alike(name, note)),
            *((-other.line, same % {"name": other.name, "line": other.line}) for other in others),
        )
        if each.key not in left_out:
            earlier.add(coming)
    return people_alike


def _match_to_known(each: ComingPerson, player: Player, *, keeps_name: bool = False) -> ComingPerson:
    """Keeps only the values that differ from the person's. If the secretary was asked who it is, the note stays too."""
    stays = {"name", "note"} if keeps_name else {"name"}
    values = {name: value for name, value in each.values.items() if name not in stays and value is not None}
    fee = values.pop("fee", None)
    differs = {name: value for name, value in values.items() if getattr(player, name) != value}
    less = {name: value for name, value in differs.items() if _has_less(name, value, getattr(player, name))}
    changed = {name: value for name, value in differs.items() if name not in less}
    stay = tuple(
        _("%(column)s stays %(here)s (in the table: %(value)s)")
        % {"column": _(LABELS[name]), "here": _in_words(getattr(player, name)), "value": _in_words(value)}
        for name, value in less.items()
    )
    words = tuple(
        f"{_(LABELS[name])}: {_in_words(getattr(player, name))} → {_in_words(value)}" for name, value in changed.items()
    )
    if fee is not None and not _is_recorded(player, fee):
        changed["fee"] = fee
        words = (*words, f"{_(LABELS['fee'])}: {_in_words(fee)}")
    return replace(each, known=player.pk, values={"name": each.values["name"], **changed}, changes=words, stays=stay)


def _is_recorded(player: Player, fee: PaidFee) -> bool:
    """Returns whether this fee is among those of the person and was not taken back."""
    same = [each for each in player.fees.all() if (abs(each.amount), each.paid_until) == fee]
    return sum(1 if each.takes_back_id is None else -1 for each in same) > 0


def _has_less(name: str, new: Any, here: Any) -> bool:
    """Returns whether a value says less than what is here: part of the text, or an earlier day of the same kind."""
    if name == "fee_paid_until":
        return here is not None and new < here
    return name in LONGEST and bool(here) and is_less(new, here)


def count_in_words(new: int, changed: int) -> str:
    """Says how many people an import brings and changes, as in "2 new people, 1 changed", without a zero."""
    found = [ngettext("%(n)s new person", "%(n)s new people", new) % {"n": new}] if new else []
    if changed and not new:
        found.append(ngettext("%(n)s person changed", "%(n)s people changed", changed) % {"n": changed})
    elif changed:
        found.append(_("%(n)s changed") % {"n": changed})
    return ", ".join(found)


def _in_words(value: object) -> str:
    if isinstance(value, PaidFee):
        return _("%(amount)s until %(day)s") % {"amount": value.amount, "day": value.until.isoformat()}
    if isinstance(value, bool):
        return _("Member") if value else _("Guest")
    if value in Audience.values:
        return str(Audience(str(value)).label)
    return value.isoformat() if isinstance(value, date) else str(value or _("none"))


def import_people(
    table: TextTable, answers: Mapping[str, str], *, seen: str, by: Account | None, now: datetime
) -> CheckedPeople:
    """Stores what the page with the fingerprint `seen` has shown, all or nothing. Raises ImportChanged."""
    with write_transaction():
        checked = check_people(table, answers, today=timezone.localdate(now))
        if checked.fingerprint != seen or checked.is_open:
            raise ImportChanged
        club: Club = the_club() or make_club()
        if checked.by_hand != club.list_headings:
            Club.objects.filter(pk=club.pk).update(list_headings=checked.by_hand)
        new = [
            Player(
                club=club, **{name: value for name, value in each.values.items() if value is not None and name != "fee"}
            )
            for each in checked.new
        ]
        Player.objects.bulk_create(new)
        before = Player.objects.in_bulk([each.known for each in checked.changed_people if each.known is not None])
        came = [(each, player, None) for each, player in zip(checked.new, new, strict=True)]
        known = [
            (each, before[each.known or 0], before[each.known or 0].fee_paid_until) for each in checked.changed_people
        ]
        changed = _change_people(checked.changed_people)
        fees = [
            MembershipFee(
                player=player, before=until, taken_by=by, paid_at=now, amount=fee.amount, paid_until=fee.until
            )
            for each, player, until in (*came, *known)
            if (fee := each.values.get("fee")) is not None
        ]
        MembershipFee.objects.bulk_create(fees)
        if new or changed:
            brought = [str(each.uid) for each in new]
            values = {"imported_at": now, "brought": brought, "changed": changed, "fees": [fee.pk for fee in fees]}
            PeopleImport.objects.update_or_create(club=club, defaults=values)
            log(IMPORT_PEOPLE, by=by, now=now, after={"new": len(new), "changed": len(changed)})
    return checked


def _change_people(changed: Sequence[ComingPerson]) -> dict[str, dict[str, list[Any]]]:
    """Stores changed details; returns them as `PeopleImport.changed` has them."""
    people = Player.objects.in_bulk([each.known for each in changed if each.known is not None])
    before_and_after: dict[str, dict[str, list[Any]]] = {}
    for each in changed:
        assert each.known is not None
        player = people[each.known]
        of_player = before_and_after.setdefault(str(player.uid), {})
        for name, value in each.values.items():
            if name not in ("name", "fee"):
                before = of_player[name][0] if name in of_player else to_plain(getattr(player, name))
                of_player[name] = [before, to_plain(value)]
                setattr(player, name, value)
        player.save(update_fields=[name for name in each.values if name not in ("name", "fee")])
    return before_and_after


def last_import() -> PeopleImport | None:
    """Returns the last import, unless it was undone. One query."""
    return PeopleImport.objects.filter(of_shown_club()).first()


class LastImport(NamedTuple):
    pk: int
    at: datetime
    what: str


def last_import_in_words() -> LastImport | None:
    """Says what the last import brought, unless it was undone. One query."""
    last = last_import()
    return LastImport(last.pk, last.imported_at, count_in_words(len(last.brought), len(last.changed))) if last else None


@dataclass(frozen=True)
class ImportUndo:
    """What undoing an import did: it `deleted` so many people and gave others their earlier details back. Those who
    `stay` are named by something else by now; `changed_since` have a detail that was changed again, which stays."""

    deleted: int
    changed_back: int
    stay: tuple[str, ...]
    changed_since: tuple[str, ...]


def undo_last_import(seen: int, *, by: Account | None, now: datetime) -> ImportUndo:
    """Deletes those whom the last import brought, but for those who stay, and gives everybody else the details back
    that they had before, but for those that were changed since. Its fees go, unless they were taken back. Raises
    ImportNotLast if its number is not `seen`. A query for each model that names people and each person that goes back,
    and some more."""
    with write_transaction():
        last = last_import()
        if last is None or last.pk != seen:
            raise ImportNotLast
        MembershipFee.objects.filter(pk__in=last.fees, takes_back=None, taken_back_by=None).delete()
        brought = Player.objects.filter(uid__in=last.brought, forgotten_at=None)
        named = {
            pk
            for model, way in ways_to_people()
            for pk in model._default_manager.filter(**{f"{way.name}__in": brought}).values_list(way.attname, flat=True)
        }
        stay = tuple(player.full_name for player in brought.filter(pk__in=named).order_by("pk"))
        deleted = brought.count() - len(stay)
        brought.exclude(pk__in=named).delete()
        back, since = _change_back(last.changed)
        last.delete()
        logged = {"deleted": deleted, "kept": len(stay), "changed_back": back}
        log(UNDO_IMPORT_PEOPLE, by=by, now=now, after=logged)
    return ImportUndo(deleted, back, stay, since)


def _change_back(changed: Mapping[str, Mapping[str, list[Any]]]) -> tuple[int, tuple[str, ...]]:
    """Stores the details as they were before, but for those that were changed since. Returns for how many people, and
    the names of those with a detail that stays."""
    fields = {field.name: field for field in fields_of(Player)}
    back, since = 0, []
    for player in Player.objects.filter(uid__in=changed, forgotten_at=None).order_by("pk"):
        details = changed[str(player.uid)]
        same = [name for name, (_before, after) in details.items() if to_plain(getattr(player, name)) == after]
        if len(same) < len(details):
            since.append(player.full_name)
        if same:
            back += 1
            before = {name: from_plain(fields[name], details[name][0]) for name in same}
            Player.objects.filter(pk=player.pk).update(**before)
    return back, tuple(since)


def log_people_export(*, by: Account | None, now: datetime) -> None:
    with write_transaction():
        log(EXPORT_PEOPLE, by=by, now=now)
