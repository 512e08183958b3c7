"""An evening at one moment, compressed: the content of a restore point.

What the hall already has stays, whatever is restored: the log, money that was taken, codes on printed cards, calls for
the director and words that were called out.
"""

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import JSONField, Model

from tournament.foundation.model_rows import (
    AnyField,
    fields_of,
    from_plain,
    model_above,
    models_below,
    read_rows,
    read_rows_below,
    to_plain,
)
from tournament.models import (
    Call,
    CallOut,
    Entry,
    EveningResult,
    Event,
    LogEntry,
    Payment,
    Player,
    RestorePoint,
    SignUp,
    TableCode,
)

STAYING: frozenset[type[Model]] = frozenset(
    {Call, CallOut, EveningResult, LogEntry, Payment, RestorePoint, SignUp, TableCode}
)
OF_THE_EVENT_STAYING = ("uid", "club", "sign_up", "sign_up_places", "binned_at", "revision")
QUICKLY = 1
"""The level of compression: a higher one takes four times as long for a tenth less."""


def restored_models() -> list[type[Model]]:
    """Returns the models whose rows are in a snapshot, each after those that its foreign keys point to."""
    return [model for model in models_below(Event) if model not in STAYING]


def restored_fields_of_event() -> list[AnyField]:
    return [field for field in fields_of(Event) if field.name not in OF_THE_EVENT_STAYING]


@dataclass(frozen=True)
class Snapshot:
    """`rows` are by the name of the model; each has its id first and then its `fields`. `undone` are the lines of the
    log that were undone by then."""

    event: Mapping[str, Any]
    fields: Mapping[str, Sequence[str]]
    rows: Mapping[str, Sequence[Sequence[Any]]]
    people: Sequence[Sequence[Any]]
    undone: Sequence[int]

    def numbers_of(self, model: type[Model]) -> set[int]:
        return {row[0] for row in self.rows.get(model.__name__, ())}

    def players_of_entries(self) -> dict[int, int]:
        """Returns the id of each entry's player, by the entry's id."""
        place = 1 + list(self.fields[Entry.__name__]).index("player")
        return {row[0]: row[place] for row in self.rows[Entry.__name__]}

    def objects_of(self, model: type[Model]) -> list[Model]:
        """Returns the rows as unsaved objects. A field that is newer than the snapshot gets its default."""
        known = {field.name: field for field in fields_of(model)}
        read = [
            (place, known[name]) for place, name in enumerate(self.fields[model.__name__], start=1) if name in known
        ]
        return [
            model(pk=row[0], **{field.attname: _value_of(field, row[place]) for place, field in read})
            for row in self.rows[model.__name__]
        ]

    def event_values(self) -> dict[str, Any]:
        return {
            field.attname: _value_of(field, self.event[field.name])
            for field in restored_fields_of_event()
            if field.name in self.event
        }


def _value_of(field: AnyField, plain: Any) -> Any:
    if isinstance(field, JSONField):
        return None if plain is None else json.loads(plain)
    return plain if plain is None or field.is_relation else from_plain(field, plain)


def pack_event(event: Event) -> bytes:
    """Packs the evening as it is now. The caller holds the transaction. At most two dozen queries."""
    fields = restored_fields_of_event()
    (row,) = read_rows(Event.with_binned.filter(pk=event.pk), fields)
    players = Player.objects.filter(entries__event=event).order_by("pk")
    plain = {
        "event": dict(zip([field.name for field in fields], row[1:], strict=True)),
        "fields": {model.__name__: [field.name for field in fields_of(model)] for model in restored_models()},
        "rows": {model.__name__: rows for model, rows in _read_restored_rows(event).items()},
        "people": list(players.values_list("pk", "uid", "name", "note")),
        "undone": list(LogEntry.objects.filter(event=event, undone_at__isnull=False).values_list("pk", flat=True)),
    }
    return zlib.compress(json.dumps(plain, default=to_plain, separators=(",", ":")).encode(), QUICKLY)


def _read_restored_rows(event: Event) -> dict[type[Model], list[tuple[Any, ...]]]:
    """Asks nothing about a model whose owner has no rows yet: before the first draw that is most of them."""
    rows: dict[type[Model], list[tuple[Any, ...]]] = {}
    for model in restored_models():
        owner = model_above(Event, model)
        rows[model] = read_rows_below(event, model) if rows.get(owner, True) else []
    return rows


def rewrite_snapshot(content: bytes, change: Callable[[dict[str, Any]], dict[str, Any]]) -> bytes:
    """Returns the content of a restore point with `change` applied, so that a forgotten person is forgotten there
    too."""
    plain = change(json.loads(zlib.decompress(content)))
    return zlib.compress(json.dumps(plain, separators=(",", ":")).encode(), QUICKLY)


def unpack_event(content: bytes) -> Snapshot:
    return Snapshot(**json.loads(zlib.decompress(content)))
