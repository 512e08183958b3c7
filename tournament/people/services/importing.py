"""Checks a table of people against those the club knows, and imports what a page has shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.club.queries import the_club
from tournament.club.services import make_club
from tournament.door.services.entries import LONGEST_NAME, LONGEST_NOTE, tidy_name
from tournament.event.queries.namesakes import PeopleByName
from tournament.foundation.errors import TournamentError
from tournament.foundation.wording import order_key
from tournament.foundation.writing import WRITE_LOCK, log
from tournament.models import Account, Audience, Club, LogEntry, Player, join_note, of_shown_club
from tournament.people.columns import (
    LABELS,
    SpreadsheetColumns,
    day_of_number,
    is_month_first,
    recognise_columns,
    values_in,
)
from tournament.people.likeness import KnownName, find_alike
from tournament.people.services.people import ways_to_people
from tournament.people.spreadsheet import TextTable

NEW, SKIP = "new", "skip"
LONGEST = {"note": LONGEST_NOTE, "nickname": LONGEST_NOTE, "contact": 200}


class ImportChanged(TournamentError):
    message = gettext_lazy("The list of people has changed since you checked this file. Check it again.")


class ImportNotLast(TournamentError):
    message = gettext_lazy("This import was undone already, or another one followed it.")


class ImportUsed(TournamentError):
    message = gettext_lazy("Some of these people have come to an evening or paid since you asked. Check again.")


@dataclass(frozen=True)
class ComingPerson:
    """A line of the table. `known` is the person it belongs to here, None for somebody new. `candidates` are the people
    it may mean, with their numbers; the page asks which. A line with `problems` is not imported."""

    line: int
    values: Mapping[str, Any]
    known: int | None = None
    candidates: tuple[tuple[int, str], ...] = ()
    problems: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    answer: str = ""

    @property
    def key(self) -> str:
        return f"who-{self.line}"

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
        return bool(self.candidates) and not self.answer

    @property
    def is_new(self) -> bool:
        return not self.problems and self.known is None and not self.is_open and self.answer != SKIP


@dataclass(frozen=True)
class CheckedPeople:
    """What an import would do; nothing of it is stored."""

    columns: SpreadsheetColumns
    people: tuple[ComingPerson, ...]
    doubts: tuple[str, ...]

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
    def to_ask(self) -> list[ComingPerson]:
        return [each for each in self.people if each.candidates and not each.problems]

    @property
    def wrong(self) -> list[ComingPerson]:
        return [each for each in self.people if each.problems]

    @property
    def fingerprint(self) -> str:
        """Returns a hash of everybody whom the page shows: the button imports only that. Doubts about a file are not in
        it, because the page sends back its lines alone."""
        lines = [(each.line, sorted(map(str, each.values.items())), each.known, each.changes) for each in self.people]
        return sha256(repr(lines).encode()).hexdigest()


def check_people(table: TextTable, answers: Mapping[str, str]) -> CheckedPeople:
    """Matches the lines of a table with people here. `answers` says who a line is, by the line's key: a person's
    number, NEW or SKIP. Two queries."""
    columns = recognise_columns(table.rows)
    club = the_club()
    here = list(Player.objects.filter(club=club, forgotten_at=None).order_by("pk")) if club else []
    read = [
        _read_line(line, row, columns)
        for line, row in enumerate(table.rows, start=1)
        if line > columns.head and any(row) and columns.has_names
    ]
    doubts = [*table.doubts]
    if table.rows and not columns.has_names:
        doubts.append(_("No column with names was found. Write “Name” above that column."))
    if columns.unknown:
        doubts.append(
            _("These columns were not read, because their headings are unknown: %s. The headings below can be read.")
            % ", ".join(columns.unknown)[:200]
        )
    for kind in dict.fromkeys(columns.kinds):
        if kind not in ("", "contact", "first", "last") and columns.kinds.count(kind) > 1:
            words = _("Several columns are headed like “%(column)s”. Only the first of them is read.")
            doubts.append(words % {"column": _(LABELS[kind])})
    places = [place for place, kind in enumerate(columns.kinds) if kind in ("fee_paid_until", "left_on")]
    days = [row[place] for row in table.rows for place in places if place < len(row)]
    numbers = [(cell, day) for cell in days if (day := day_of_number(cell))]
    for number, day in numbers[:1]:
        words = _("Some dates are numbers, as Excel stores days. %(number)s is read as %(day)s: check the dates below.")
        doubts.append(words % {"number": number, "day": date_format(day, "j F Y")})
    if any(map(is_month_first, days)):
        doubts.append(_("Some dates have the month first. 03/04/2026 is read as 3 April: check the dates below."))
    if not columns.head and columns.has_names:
        doubts.append(_("There are no headings, so the columns were guessed from what is in them."))
    return CheckedPeople(columns, tuple(_match_lines(read, here, answers)), tuple(doubts))


def _read_line(line: int, row: Sequence[str], columns: SpreadsheetColumns) -> ComingPerson:
    values, problems = values_in(row, columns)
    if "\n" in values["name"].strip():
        problems.append(_("The name goes on in the next line. Close the quotation mark."))
    for name in ("name", "note", "nickname", "contact"):
        if name in values:
            values[name] = tidy_name(values[name])
    if not values["name"]:
        problems.append(_("There is no name."))
    if len(values["name"]) > LONGEST_NAME:
        problems.append(_("The name is longer than %(n)s letters.") % {"n": LONGEST_NAME})
    for name, most in LONGEST.items():
        if len(values.get(name, "")) > most:
            words = {"column": _(LABELS[name]), "n": most}
            problems.append(_("%(column)s is longer than %(n)s letters.") % words)
    return ComingPerson(line, values, problems=tuple(problems))


def _match_lines(
    read: Sequence[ComingPerson], here: Sequence[Player], answers: Mapping[str, str]
) -> list[ComingPerson]:
    by_name, by_number = PeopleByName(here), {player.pk: player for player in here}
    alike = _find_people_alike(read, here)
    lines: dict[str, int] = {}
    found = []
    for each in read:
        name = each.name.lower()
        if each.values["name"] and (first := lines.setdefault(name, each.line)) != each.line:
            twice = _("Line %(line)s already has this name. If they are 2 people, write a note that tells them apart.")
            twice %= {"line": first}
            found.append(replace(each, problems=(*each.problems, twice)))
            continue
        called = by_name.find(each.name)
        if each.values.get("note"):
            called = [player for player in called if player.note.lower() == each.values["note"].lower()]
        if len(called) == 1:
            found.append(_match_to_known(each, called[0]))
            continue
        candidates = tuple((player.pk, player.full_name) for player in called) or alike.get(each.line, ())
        answer = answers.get(each.key, "")
        is_offered = answer in {SKIP, *({NEW} if not called else ()), *(str(pk) for pk, _name in candidates)}
        asked = replace(each, candidates=candidates, answer=answer if candidates and is_offered else "")
        player = by_number.get(int(asked.answer)) if asked.answer.isdecimal() else None
        found.append(_match_to_known(asked, player, keeps_name=True) if player else asked)
    return found


def _find_people_alike(read: Sequence[ComingPerson], here: Sequence[Player]) -> dict[int, tuple[tuple[int, str], ...]]:
    """Maps each line to people here with a similar name. Lines get negative numbers, so that they differ from
    people."""
    known = [KnownName(each.pk, order_key(each.name), order_key(each.note), order_key(each.nickname)) for each in here]
    coming = [
        KnownName(-each.line, order_key(each.values["name"]), order_key(each.values.get("note", ""))) for each in read
    ]
    names = {player.pk: player.full_name for player in here}
    found: dict[int, list[tuple[int, str]]] = {}
    for one, other in find_alike([*known, *coming]):
        if one < 0 < other:
            found.setdefault(-one, []).append((other, names[other]))
    return {line: tuple(people[:5]) for line, people in found.items()}


def _match_to_known(each: ComingPerson, player: Player, *, keeps_name: bool = False) -> ComingPerson:
    """Keeps only the values that differ from the person's. If the secretary was asked who it is, the note stays too."""
    stays = {"name", "note"} if keeps_name else {"name"}
    values = {name: value for name, value in each.values.items() if name not in stays}
    changed = {name: value for name, value in values.items() if value is not None and getattr(player, name) != value}
    words = tuple(
        f"{_(LABELS[name])}: {_in_words(getattr(player, name))} → {_in_words(value)}" for name, value in changed.items()
    )
    return replace(each, known=player.pk, values={"name": each.values["name"], **changed}, changes=words)


def _in_words(value: object) -> str:
    if isinstance(value, bool):
        return _("Member") if value else _("Guest")
    if value in Audience.values:
        return str(Audience(str(value)).label)
    return value.isoformat() if isinstance(value, date) else str(value or _("none"))


def import_people(
    table: TextTable, answers: Mapping[str, str], *, seen: str, by: Account | None, now: datetime
) -> CheckedPeople:
    """Stores what the page with the fingerprint `seen` has shown, all or nothing. Raises ImportChanged."""
    with WRITE_LOCK, transaction.atomic():
        checked = check_people(table, answers)
        if checked.fingerprint != seen or checked.open:
            raise ImportChanged
        club: Club = the_club() or make_club()
        new = [
            Player(club=club, **{name: value for name, value in each.values.items() if value is not None})
            for each in checked.new
        ]
        Player.objects.bulk_create(new)
        for each in checked.changed_people:
            values = {name: value for name, value in each.values.items() if name != "name"}
            Player.objects.filter(pk__in=[each.known]).update(**values)
        if new or checked.changed_people:
            logged = {
                "new": len(new),
                "changed": len(checked.changed_people),
                "people": [str(each.uid) for each in new],
            }
            log("import_people", by=by, now=now, after=logged)
    return checked


def last_import() -> LogEntry | None:
    """Returns the log's line of the last import, if it brought somebody new and was not undone. One query."""
    actions = ("import_people", "undo_import_people")
    lines = LogEntry.objects.filter(of_shown_club(), kind=LogEntry.Kind.PEOPLE, action__in=actions)
    last = lines.order_by("-pk").first()
    return last if last and last.after.get("people") else None


def people_to_undo(seen: LogEntry) -> tuple[list[int], int]:
    """Returns the people whom undoing the last import deletes, and how many of those it brought stay because something
    else names them by now. Raises ImportNotLast. A query for each model that names people."""
    if last_import() != seen:
        raise ImportNotLast
    brought = Player.objects.filter(uid__in=seen.after["people"], forgotten_at=None)
    named = {
        pk
        for model, way in ways_to_people()
        for pk in model._default_manager.filter(**{f"{way.name}__in": brought}).values_list(way.attname, flat=True)
    }
    return list(brought.exclude(pk__in=named).values_list("pk", flat=True)), len(named)


def undo_last_import(seen: LogEntry, *, count: int, by: Account | None, now: datetime) -> int:
    """Deletes those whom the last import brought, but for those who stay; returns how many stay. What it changed of
    other people stays. Raises ImportNotLast, and ImportUsed if these are not the `count` people that the page named."""
    with WRITE_LOCK, transaction.atomic():
        leaving, stay = people_to_undo(seen)
        if len(leaving) != count:
            raise ImportUsed
        Player.objects.filter(pk__in=leaving).delete()
        log("undo_import_people", by=by, now=now, after={"deleted": count, "kept": stay})
    return stay


def log_people_export(*, by: Account | None, now: datetime) -> None:
    """Logs who downloaded everybody's names and contacts."""
    with WRITE_LOCK, transaction.atomic():
        log("export_people", by=by, now=now)
