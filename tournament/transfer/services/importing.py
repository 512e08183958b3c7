"""Imports everything that a preview has shown, or nothing."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID, uuid5

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError
from django.db.models import JSONField, Model
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import ScoringError
from tournament.club.services import make_club
from tournament.event.services.restore_points import set_restore_point
from tournament.foundation.errors import TournamentError
from tournament.foundation.model_rows import delete_rows_below, fields_of, model_of, models_below
from tournament.foundation.writing import log, note, write_transaction
from tournament.matches.queries.rescoring import differences_in
from tournament.matches.services.versions import rescore
from tournament.models import (
    Account,
    Club,
    ClubRules,
    Emblem,
    Event,
    League,
    MembershipFee,
    Player,
    RatingRules,
    RestorePoint,
    Season,
    Series,
    join_note,
)
from tournament.people.services.forgetting import redact_everything
from tournament.standings.queries.standings import standings_of
from tournament.transfer.document import UnreadableExport, report_damage
from tournament.transfer.log_actions import IMPORT_EVENING, IMPORT_FILE
from tournament.transfer.queries.preview import (
    ComingOwner,
    ImportPreview,
    accounts_by_name,
    preview_import,
)
from tournament.transfer.queries.reading import Export, ExportedOwner, log_of_rows
from tournament.transfer.references import ToNumbers
from tournament.transfer.rows import ONCE_A_CLUB, exported_models, kind_of, value_of_row

M = TypeVar("M", bound=Model)

NEW = "new"
LONGEST_NOTE = 40
AT_ONCE = 500
NONSENSE = (
    *(IntegrityError, DataError, ScoringError),
    *(LookupError, TypeError, AttributeError, ValueError, ArithmeticError, AssertionError),
)
"""The errors of an evening whose values are each valid but contradict each other."""


class OpenQuestions(TournamentError):
    message = gettext_lazy("First choose who these people are. Nothing was imported.")
    status = 422


@dataclass(frozen=True)
class Answers:
    """The answers to a preview's questions. `people` tells who each person in doubt is, by key: the id of somebody here
    as text, or NEW. `beside` are the uids of evenings continued both here and there, to be imported beside the one
    here. `replaced` are evenings whose version in the file, which continues the one here, replaces it. `is_same_club`
    allows a file of another club."""

    people: Mapping[str, str] = field(default_factory=dict)
    beside: Collection[str] = ()
    replaced: Collection[str] = ()
    is_same_club: bool = False


@dataclass(frozen=True)
class ImportResult:
    evenings: tuple[Event, ...] = ()
    people: int = 0
    leagues: tuple[League, ...] = ()
    seasons: tuple[Season, ...] = ()
    accounts: tuple[str, ...] = ()


def import_export(
    export: Export,
    answers: Answers,
    *,
    by: Account | None,
    now: datetime,
    check: Callable[[ImportResult], object] = lambda imported: None,
) -> ImportResult:
    """Stores what is not here yet; the same file again stores nothing. `check` looks at everything before it is
    kept, and raises UnreadableExport (`page_check.open_pages`). Raises OpenQuestions while a doubt has no
    answer, UnreadableExport if the file contradicts itself; then nothing is stored."""
    try:
        with write_transaction():
            imported = _import(preview_import(export), answers, by, now)
            check(imported)
            return imported
    except NONSENSE as error:
        values = {"why": str(error).splitlines()[0][:120] if str(error) else type(error).__name__}
        raise UnreadableExport(
            _("This export contradicts itself, and nothing was imported: %(why)s.") % values
        ) from error


def _import(seen: ImportPreview, answers: Answers, by: Account | None, now: datetime) -> ImportResult:
    if seen.changes_nothing:
        return ImportResult()
    if (seen.is_other_club and not answers.is_same_club) or not _are_answered(seen, answers):
        raise OpenQuestions
    export = seen.export
    wanted = [coming for coming in seen.evenings if _is_wanted(coming, answers)]
    if not wanted and export.scope == "evening":
        return ImportResult()
    club = _take_club(seen)
    accounts = _make_accounts(export, seen.new_accounts, club)
    players, made = _make_people(seen, answers, club)
    _make_fees(export, {person.key for person in seen.new}, players, accounts)
    events = []
    for coming in wanted:
        if isinstance(coming.here, Event) and coming.state == "continues":
            events.append(_replace_evening(coming.here, coming.read, players, accounts, by=by, now=now))
        else:
            own_uid = {} if coming.state == "new" else {"uid": uid_beside(coming)}
            events.append(_create(Event, club=club, **coming.read.values | own_uid))
            _make_rows(events[-1], coming.read, players, accounts)
    leagues = []
    for league in (coming.read for coming in seen.leagues if coming.state == "new"):
        source = League.objects.filter(club=club, **league.source).first() if league.source else None
        leagues.append(_create(League, club=club, drawn_from=source, **league.values))
        _make_rows(leagues[-1], league, {}, accounts)
    for values in export.house_rules:
        if values["name"] in seen.new_rules:
            _create(ClubRules, club=club, **values)
    if export.emblem is not None and seen.brings_emblem:
        _create(Emblem, club=club, **export.emblem)
    seasons = []
    for values, series in export.seasons:
        if values["name"] in seen.new_seasons:
            seasons.append(_create(Season, club=club, **values))
            for each in series:
                _create(Series, season=seasons[-1], **each)
    if export.rating_rules is not None and not RatingRules.objects.filter(club=club).exists():
        _create(RatingRules, club=club, **export.rating_rules)
    for event in events:  # scored again from its facts, whatever the file says
        for difference in differences_in(event):
            rescore(event, difference.match, now=now)
        standings_of(event)  # an evening without possible standings is invalid
    for person in export.people:
        if (player := players[person.key]).forgotten_at is not None:
            redact_everything(player, {person.name, join_note(person.name, person.note)} - {player.name})
    details = {"evenings": [event.name for event in events], "people": made, "leagues": len(leagues)}
    log(IMPORT_FILE, by=by, now=now, after=details)
    return ImportResult(tuple(events), made, tuple(leagues), tuple(seasons), seen.new_accounts)


def _is_wanted(coming: ComingOwner, answers: Answers) -> bool:
    if coming.state == "parted":
        beside = uid_beside(coming)
        return coming.key in answers.beside and not Event.with_binned.filter(uid=beside).exists()
    return coming.state == "new" or (coming.state == "continues" and coming.key in answers.replaced)


def uid_beside(coming: ComingOwner) -> UUID:
    """Returns the uid of an evening that is imported beside the one here; it is the same for the same file."""
    return uuid5(coming.read.values["uid"], str(log_of_rows(coming.read.rows)))


def _are_answered(seen: ImportPreview, answers: Answers) -> bool:
    """Returns whether every doubt has an answer, and no two have the same person."""
    answers_given = [answers.people.get(doubt.person.key, "") for doubt in seen.doubts]
    offered = [{NEW, *(str(player.pk) for player in doubt.candidates)} for doubt in seen.doubts]
    somebody = [answer for answer in answers_given if answer != NEW]
    is_each_known = all(answer in choices for answer, choices in zip(answers_given, offered, strict=True))
    return is_each_known and len(set(somebody)) == len(somebody)


def _take_club(seen: ImportPreview) -> Club:
    """Returns the club here. If there is none yet, or it has neither people nor evenings, makes it the one of the
    file."""
    club = seen.club or make_club(seen.export.club["name"])
    if seen.takes_club_over or seen.club is None:
        for name, value in seen.export.club.items():
            setattr(club, name, value)
        _check_whole(club).save()
    return club


def _create(model: type[M], **values: Any) -> M:
    row = _check_whole(model(**values))
    row.save(force_insert=True)
    return row


def _check_whole(row: M) -> M:
    """Returns a row that its model finds valid. What it points to, and what may be there only once, is checked by the
    database. Raises UnreadableExport."""
    by_database = {field.name for field in fields_of(type(row)) if model_of(field) or isinstance(field, JSONField)}
    try:
        row.full_clean(exclude=by_database, validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        name, why = next(iter(error.message_dict.items()))
        raise report_damage(f"{kind_of(type(row))}.{name}", " ".join(why).rstrip(".")) from error
    return row


def _make_accounts(export: Export, names: Collection[str], club: Club) -> dict[str, Account]:
    """Returns the accounts by name in lower case. Names of the file that are not here get a closed account without a
    password, for what they wrote, until a director gives it one."""
    listed = {values["username"]: values for values in export.accounts}
    for name in names:
        account = Account(club=club, is_active=False, **(listed.get(name, {"username": name})))
        account.set_unusable_password()
        _check_whole(account).save()
    return accounts_by_name(club)


def _make_people(seen: ImportPreview, answers: Answers, club: Club) -> tuple[dict[str, Player], int]:
    """Returns everybody of the file by key, and how many are new. A person who is somebody here takes the file's uid,
    so that the next import does not ask again."""
    players = dict(seen.known)
    same = {doubt.person.key: answers.people[doubt.person.key] for doubt in seen.doubts}
    made = 0
    names = Player.objects.filter(club=club).values_list("name", "note")
    taken = {(name.lower(), beside.lower()) for name, beside in names}
    for person in seen.export.people:
        if person.key in players:
            continue
        if (answer := same.get(person.key, NEW)) != NEW:
            players[person.key] = Player.objects.get(pk=int(answer), club=club)
            Player.objects.filter(pk=int(answer)).update(uid=person.uid)
            continue
        beside = person.note if person.key not in same else free_note(person.name, person.note, taken)
        taken.add((person.name.lower(), beside.lower()))
        players[person.key] = _create(Player, club=club, **{**person.values, "note": beside})
        made += 1
    return players, made


def _make_fees(
    export: Export, new: Collection[str], players: Mapping[str, Player], accounts: Mapping[str, Account]
) -> None:
    """Makes the fees of people who are new here. Fees of others are here already, or are this computer's own."""
    made: dict[str, MembershipFee] = {}
    for key, fee in export.fees:
        if fee["player_id"] in new:
            whose = {"player_id": players[fee["player_id"]].pk, "takes_back": made.get(fee["back"])}
            by = accounts[fee["taken_by_id"].lower()] if fee["taken_by_id"] else None
            own = {name: fee[name] for name in fee.keys() - {"back", "takes_back_id", "taken_by_id"}}
            made[key] = _create(MembershipFee, **{**own, **whose, "taken_by": by})


def free_note(name: str, beside: str, taken: Collection[tuple[str, str]]) -> str:
    """Returns a note that distinguishes a new person from others of this name."""
    tried, number = beside, 1
    while (name.lower(), tried.lower()) in taken:
        number += 1
        tried = f"{beside[: LONGEST_NOTE - 4]} {number}".strip()
    return tried


def _replace_evening(
    event: Event,
    read: ExportedOwner,
    players: Mapping[str, Player],
    accounts: Mapping[str, Account],
    *,
    by: Account | None,
    now: datetime,
) -> Event:
    """Replaces the evening here by the one of the file, whose log continues the log here. Sets a restore point
    first."""
    current = Event.with_binned.select_for_update().get(pk=event.pk)
    set_restore_point(current, IMPORT_EVENING, by=by, now=now)
    for model in reversed([*models_below(Event)]):
        if model is not RestorePoint:
            delete_rows_below(current, model)
    revision = max(current.revision, read.values["revision"])
    _check_whole(Event(club=current.club, **read.values))
    Event.with_binned.filter(pk=current.pk).update(**read.values | {"revision": revision, "binned_at": None})
    _make_rows(current, read, players, accounts)
    note(current, IMPORT_EVENING, by=by, now=now)
    return current


def _make_rows(
    owner: Event | League, read: ExportedOwner, players: Mapping[str, Player], accounts: Mapping[str, Account]
) -> None:
    """Makes the rows in the order of the file, so that everything that depends on who was first finds the same
    order."""
    numbers: dict[str, int] = {}
    references = ToNumbers(numbers, read.competitors)
    for model in exported_models(type(owner)):
        rows = read.rows[kind_of(model)]
        of_itself = [each for each in fields_of(model) if model_of(each) is model]
        if once := ONCE_A_CLUB.get(model):
            same = {"event__club": owner.club_id, f"{once}__in": [row[once] for row in rows]}
            there = model._default_manager.filter(**same)
            taken = set(there.values_list(once, flat=True))
            rows = [*{row[once]: row for row in rows if row[once] not in taken}.values()]
        made = []
        for row in rows:
            values = value_of_row(model, row, references, read.where, but=[each.name for each in of_itself])
            for each in fields_of(model):
                value: Any = values.get(each.attname)
                if model_of(each) is type(owner):
                    values[each.attname] = owner.pk
                elif model_of(each) is Club:
                    values[each.attname] = owner.club_id
                elif model_of(each) is Account and value is not None:
                    values[each.attname] = accounts[value.lower()].pk
                elif model_of(each) is Player and value is not None:
                    values[each.attname] = players[value].pk
            made.append(_check_whole(model(**values)))
        stored = model._default_manager.bulk_create(made, batch_size=AT_ONCE)
        numbers |= {row["id"]: each.pk for row, each in zip(rows, stored, strict=True)}
        for each in of_itself:
            for row in rows:
                if (other := row.get(each.name)) is not None:
                    model._default_manager.filter(pk=numbers[row["id"]]).update(**{each.attname: numbers[other]})
