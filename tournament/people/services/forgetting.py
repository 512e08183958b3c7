"""Forgets a person: their name is removed from everything that is stored, and their results stay as "Player 17".

Older backups still have the name. So a file beside the data, which a restore does not touch, lists the forgotten people
by uid alone. Each start forgets everybody on it again (`forget_again`).
"""

import json
import shutil
import zlib
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import CharField, JSONField, Q, QuerySet, TextField
from django.db.models.functions import Cast

from tournament.club.visibility import hidden_name
from tournament.door.log_actions import CHANGE_PERSON, CORRECT_NAME
from tournament.door.services.entries import tell_namesakes_apart
from tournament.event.snapshot import rewrite_snapshot
from tournament.foundation.model_rows import AnyField, fields_of, models_below, own_models
from tournament.foundation.writing import log, tell_followers
from tournament.models import (
    PERSON_DETAILS,
    Account,
    Club,
    DifferentPeople,
    EveningResult,
    Event,
    LeagueReport,
    LogEntry,
    PeopleImport,
    PersonDetail,
    PersonLink,
    PersonMerge,
    Player,
    RestorePoint,
    SignUp,
    join_note,
)
from tournament.paper.kit_files import folder_of
from tournament.people.log_actions import FORGET_PERSON
from tournament.people.redaction import Redactor
from tournament.people.services.people import writing_person
from tournament.storage.data_files import SITE, write_file

FORGOTTEN = "forgotten.json"
KEPT_AS_THEY_ARE = (Account, Club, Player)
"""These models hold no person's name, or are handled separately. If a person signs in with an account, a director has
to close it."""
NOT_TYPED: Mapping[str, tuple[str, ...]] = {
    "ApiToken": ("digest",),
    "ClubRules": ("rule_set", "choices"),
    "Cut": ("cards",),
    "Emblem": ("png",),
    "Event": (
        *("format", "house_rules", "rules", "bell_rule", "threes", "final_order", "length_kind", "unfinished"),
        *("undecided", "plan", "criteria", "credits", "breaks", "bell_sound", "claim_until", "games_a_table"),
        "prize_money",
    ),
    "HallLink": ("key",),
    "Hand": ("facts", "awards", "device", "chosen_by"),
    "LeagueReport": ("tables", "singles"),
    "LeagueTeam": ("key", "captain_key"),
    "LogEntry": ("action",),
    "Match": ("part",),
    "PeopleImport": ("brought", "fees"),
    "PersonLink": ("code",),
    "PersonMerge": ("moved", "dropped"),
    "PlayOff": ("order",),
    "RestorePoint": ("action", "content"),
    "Round": ("table_times",),
    "Ruling": ("points", "games"),
    "Screen": ("code", "secret", "turns", "as_set"),
    "Season": ("choices",),
    "Series": ("rule",),
    "SidePlayer": ("before",),
    "SignUp": ("token", "mail"),
    "Stage": ("order", "out", "why"),
    "TableCode": ("code",),
    "VisitingMatch": ("match", "token", "address", "sent"),
}
"""By model, the fields that only the program fills in. In any other text or JSON there may be a name. The
content of restore points is handled separately."""
OF_DETAILS = (CORRECT_NAME.name, CHANGE_PERSON.name)
"""The actions of the log that hold earlier spellings of a name."""
LEFT_IN_LOG = {"name", "person", "fields"}
"""All that the log of a change of details still says."""


def forget_person(player: Player, *, by: Account | None, now: datetime) -> None:
    """Forgets a person for good. Raises PersonForgotten if they were forgotten before."""
    with writing_person(player) as current:
        _forget(current, now)
        log(FORGET_PERSON, by=by, now=now, after={"name": current.name})
        transaction.on_commit(save_forgotten)


def forget_again(now: datetime) -> int:
    """Forgets the people again whom a restored backup brought back: those listed in forgotten.json. Runs at every
    start; returns how many there were."""
    listed = _read_forgotten()
    known = list(Player.objects.filter(uid__in=listed, forgotten_at=None)) if listed else []
    for player in known:
        forget_person(player, by=None, now=now)
    save_forgotten()
    return len(known)


def save_forgotten() -> None:
    """Writes the people forgotten in the database and those already listed, since a restored backup may not know them
    all."""
    here = {str(uid) for uid in Player.objects.filter(forgotten_at__isnull=False).values_list("uid", flat=True)}
    listed = _read_forgotten()
    if here - listed:
        text = json.dumps({"people": sorted(here | listed)}, indent=1)
        write_file(settings.FILES_DIR / FORGOTTEN, text.encode())


def _read_forgotten() -> set[str]:
    path = settings.FILES_DIR / FORGOTTEN
    return set(json.loads(path.read_text())["people"]) if path.is_file() else set()


def _forget(player: Player, now: datetime) -> None:
    names, details = _names_of(player), _details_of(player)
    PersonMerge.objects.filter(kept=player).delete()
    DifferentPeople.objects.filter(Q(one=player) | Q(other=player)).delete()
    PersonLink.objects.filter(Q(person=player) | Q(other=player)).delete()
    for way, written in (("person", "name"), ("partner_person", "partner_name")):
        SignUp.objects.filter(**{way: player}).update(**{written: hidden_name(player.pk), "email": ""})
    for each in PeopleImport.objects.filter(changed__has_key=str(player.uid)):
        del each.changed[str(player.uid)]
        each.save(update_fields=["changed"])
    _delete_cards(names)
    redact_everything(player, names, details)
    others = Player.objects.filter(club=player.club_id, note="").exclude(pk=player.pk).values_list("name", flat=True)
    for field in fields_of(Player):
        if not PERSON_DETAILS.get(field.name, PersonDetail()).stays:
            setattr(player, field.attname, field.get_default())
    player.name, player.forgotten_at = hidden_name(player.pk), now
    if player.name.lower() in {other.lower() for other in others}:  # somebody is really called "Player 17"
        player.name += " *"
    player.save()
    evenings = Event.with_binned.filter(entries__player=player)
    for evening in evenings:
        tell_namesakes_apart(evening)
        transaction.on_commit(partial(shutil.rmtree, folder_of(evening), ignore_errors=True))
    transaction.on_commit(partial(shutil.rmtree, settings.FILES_DIR / SITE, ignore_errors=True))
    EveningResult.objects.filter(event__in=evenings).delete()  # derived again, with the new name
    tell_followers(evenings.values_list("pk", flat=True))
    transaction.on_commit(_empty_journal)


def _delete_cards(names: set[str]) -> None:
    """Deletes the photographs of cards on which they may stand: those of teams in whose squad they were, and of matches
    that they are said to have played in."""
    with_card = LeagueReport.objects.filter(card__isnull=False)
    in_squad = Q(team__squad__name__in=names) | Q(other__squad__name__in=names)
    pks = set(with_card.filter(in_squad).values_list("pk", flat=True))
    pks |= {pk for pk, players in with_card.values_list("pk", "players") if names & {*players}}
    LeagueReport.objects.filter(pk__in=pks).update(card=None)


def _empty_journal() -> None:
    """Empties SQLite's write-ahead log, which has the rows as they were, as far as nobody reads from it."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _details_of(player: Player) -> set[str]:
    """Returns what reaches them, which somebody may have typed elsewhere too."""
    merged = [merge.gone for merge in PersonMerge.objects.filter(kept=player)]
    details = {player.phone, player.email, *(gone.get(name, "") for gone in merged for name in ("phone", "email"))}
    return {part for text in details for part in (text, *text.split(", ")) if len(part) > 4}


def _names_of(player: Player) -> set[str]:
    """Returns every name they may be stored under: also earlier spellings, and names that were merged into theirs."""
    names = {player.name, player.full_name}
    for merge in PersonMerge.objects.filter(kept=player):
        names |= {merge.gone["name"], merge.gone_name}
    names |= set(SignUp.objects.filter(person=player).values_list("name", flat=True))
    names |= set(SignUp.objects.filter(partner_person=player).values_list("partner_name", flat=True))
    spellings = LogEntry.objects.filter(action__in=OF_DETAILS).order_by("-pk")
    for before, after in spellings.values_list("before", "after"):
        if after.get("name") in names or before.get("person") in names:
            names |= {before.get("name", ""), before.get("person", "")}
    return names - _names_of_others(player) - {""}


def _names_of_others(player: Player) -> set[str]:
    """Returns the names of everybody else, except those that equal this person's own: there the evening decides who is
    meant."""
    rows = Player.objects.filter(club=player.club_id).exclude(pk=player.pk).values_list("name", "note")
    others = {each for name, note in rows for each in (name, join_note(name, note))}
    return others - {player.name, player.full_name}


def redact_everything(player: Player, names: set[str], details: Iterable[str] = ()) -> None:
    """Removes the names everywhere, in the caller's transaction. If somebody else has the same name, it is removed only
    from evenings where this person was; elsewhere it belongs to the other, and only the name with the note is removed.
    """
    others, instead = _names_of_others(player), hidden_name(player.pk)
    wide = Redactor(names, instead, others, details)
    namesakes = Player.objects.filter(club=player.club_id, name__iexact=player.name).exclude(pk=player.pk)
    narrow = wide
    if namesakes.exists():
        narrow = Redactor(names - {player.name}, instead, {*others, player.name}, details)
    own = list(Event.objects.filter(entries__player=player).values_list("pk", flat=True))
    to_event = models_below(Event)
    for model in own_models():
        rows = model._default_manager.all()
        of_own = {f"{to_event[model]}__in": own} if model in to_event else {}
        if model is RestorePoint:
            _redact_snapshots(rows.filter(**of_own), wide, player, instead)
            _redact_snapshots(rows.exclude(**of_own), narrow, player, instead)
        if model in KEPT_AS_THEY_ARE:
            continue
        if narrow is wide or model not in to_event:
            _redact_rows(rows, wide if narrow is wide or player.note == "" else narrow)
        else:
            _redact_rows(rows.filter(**of_own), wide)
            _redact_rows(rows.exclude(**of_own), narrow)


def _redact_rows(rows: QuerySet[Any], redactor: Redactor) -> None:
    fields = [field for field in fields_of(rows.model) if _may_have_names(field)]
    if not fields or redactor.pattern is None:
        return
    for row in rows.filter(pk__in=_find_rows(rows, fields, redactor)):
        before = {field.attname: getattr(row, field.attname) for field in fields}
        after = {name: redactor.redact(value) for name, value in before.items()}
        if after == before:
            continue
        is_of_details = isinstance(row, LogEntry) and row.action in OF_DETAILS
        for name, value in after.items():
            if is_of_details and isinstance(value, dict):
                value = {key: each for key, each in value.items() if key in LEFT_IN_LOG}
            setattr(row, name, value)
        row.save(update_fields=list(after))


def _may_have_names(field: AnyField) -> bool:
    is_text = isinstance(field, TextField | CharField | JSONField) and not field.choices
    return is_text and field.name not in NOT_TYPED.get(field.model.__name__, ())


def _find_rows(rows: QuerySet[Any], fields: Iterable[AnyField], redactor: Redactor) -> list[int]:
    """Returns the rows in which the redactor may find something. It reads every row, because a database compares text
    letter by letter."""
    columns = [Cast(field.attname, TextField()) for field in fields]
    read = rows.order_by("pk").values_list("pk", *columns).iterator(chunk_size=2000)
    return [pk for pk, *texts in read if any(text and redactor.may_find(text) for text in texts)]


def _redact_snapshots(points: QuerySet[Any], redactor: Redactor, player: Player, instead: str) -> None:
    """Redacts the text in restore points, and replaces the name in their lists of people."""

    def change(plain: dict[str, Any]) -> dict[str, Any]:
        people = [[*row[:2], instead, ""] if row[0] == player.pk else row for row in plain["people"]]
        texts = {part: redactor.redact(plain[part]) for part in ("rows", "event")}
        return {**plain, **texts, "people": people}

    for pk, content in points.order_by("pk").values_list("pk", "content").iterator(chunk_size=20):
        text = zlib.decompress(bytes(content)).decode()
        if str(player.uid) in text or redactor.may_find(text):
            RestorePoint.objects.filter(pk=pk).update(content=rewrite_snapshot(bytes(content), change))
