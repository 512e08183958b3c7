"""The models below an evening or a league, and their rows as plain values. They are derived from the models, so that a
new field is included by itself. Restore points store such rows, and exports write them."""

import base64
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from graphlib import TopologicalSorter
from typing import Any, TypeAlias
from uuid import UUID

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import connection, models
from django.db.models import Field, Model, QuerySet
from django.db.models.functions import Cast
from django.utils.duration import duration_iso_string

from tournament.models import LogEntry

AnyField: TypeAlias = "Field[Any, Any]"


class WrongValue(ValueError):
    """A plain value that the field cannot have; the text says what it should be."""


def own_models() -> list[type[Model]]:
    """Returns every model of the project that has rows of its own."""
    return list(apps.get_app_config("tournament").get_models())


def fields_of(model: type[Model]) -> list[AnyField]:
    """Returns all stored fields except the primary key."""
    return [field for field in model._meta.concrete_fields if not field.primary_key]


def model_of(field: AnyField) -> type[Model] | None:
    """Returns the model that a foreign key points to; None for any other field."""
    to = field.related_model
    return to if isinstance(to, type) else None


def ways_to(target: type[Model]) -> list[tuple[type[Model], AnyField]]:
    """Returns every field of a model that refers to a `target`. They are looked up, so that a new field is not
    missed."""
    return [(model, field) for model in own_models() for field in fields_of(model) if model_of(field) is target]


@cache
def models_below(owner: type[Model]) -> Mapping[type[Model], str]:
    """Returns each model whose rows belong to one `owner`, with the lookups that lead to it, as in "stage__event". A
    model comes after those that its foreign keys point to."""
    ways: dict[type[Model], str] = {owner: ""}
    ahead = [owner]
    while ahead:
        reached = ahead.pop(0)
        for model in own_models():
            for field in fields_of(model):
                # A line of the log belongs to the evening or league that it names, or only to the club.
                is_owned = not field.null or (model is LogEntry and field.name in ("event", "league"))
                if model_of(field) is reached and is_owned and model not in ways:
                    ways[model] = f"{field.name}__{ways[reached]}".removesuffix("__")
                    ahead.append(model)
    del ways[owner]
    named = {model: {model_of(field) for field in fields_of(model)} for model in ways}
    needs = {model: [to for to in ways if to is not model and to in named[model]] for model in ways}
    return {model: ways[model] for model in TopologicalSorter(needs).static_order()}


@cache
def model_above(owner: type[Model], model: type[Model]) -> type[Model]:
    """Returns the model that the rows of one of `models_below` belong to: the `owner` itself, or one that comes before
    it there."""
    name = models_below(owner)[model].split("__", 1)[0]
    return next(to for field in fields_of(model) if field.name == name and (to := model_of(field)))


def rows_below(owner: Model, model: type[Model]) -> QuerySet[Model]:
    """Returns all rows of a model that belong to this evening or league, in the order in which they were created."""
    return model._default_manager.filter(**{models_below(type(owner))[model]: owner.pk}).order_by("pk")


def read_rows(rows: QuerySet[Model], fields: Iterable[AnyField]) -> Iterator[tuple[Any, ...]]:
    """Yields the id of each row and the values of these fields. JSON stays text, because parsing it only to write it
    again would be wasted."""
    yield from rows.values_list(*_columns_of(fields)).iterator(chunk_size=2000)


def _columns_of(fields: Iterable[AnyField]) -> list[Any]:
    columns: list[Any] = ["pk"]
    for field in fields:
        is_json = isinstance(field, models.JSONField)
        columns.append(Cast(field.name, models.TextField()) if is_json else field.attname)
    return columns


@cache
def _all_rows(model: type[Model]) -> QuerySet[Model, tuple[Any, ...]]:
    """Returns the query for the values of all rows of a model. It is made once: naming the columns takes a third of the
    time of asking for a few rows."""
    return model._default_manager.order_by("pk").values_list(*_columns_of(fields_of(model)))


def read_rows_below(owner: Model, model: type[Model]) -> list[tuple[Any, ...]]:
    """Reads what `read_rows` reads, of `rows_below`."""
    return list(_all_rows(model).filter(**{models_below(type(owner))[model]: owner.pk}))


def delete_rows_below(owner: Model, model: type[Model]) -> None:
    """Deletes `rows_below` and nothing else. Rows that refer to them stay as they are, so the caller deletes those too,
    or creates the same rows again: the database checks foreign keys at the end of the transaction."""
    table, column = (connection.ops.quote_name(name) for name in (model._meta.db_table, "id"))
    with connection.cursor() as cursor:
        cursor.executemany(
            f"DELETE FROM {table} WHERE {column} = %s",  # noqa: S608 - both names are the model's own
            list(rows_below(owner, model).values_list("pk")),
        )


def to_plain(value: object) -> Any:
    """Converts a value of any field to JSON. Date-times become UTC, because the time zone is the laptop's."""
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date() | time():
            return value.isoformat()
        case timedelta():
            return duration_iso_string(value)
        case Decimal() | UUID():
            return str(value)
        case bytes() | memoryview():
            return base64.b64encode(value).decode()
        case _:
            return value


PLAIN: tuple[tuple[type[AnyField], Callable[[Any], bool]], ...] = (
    (models.JSONField, lambda plain: True),
    (models.BooleanField, lambda plain: isinstance(plain, bool)),
    (models.IntegerField, lambda plain: isinstance(plain, int) and not isinstance(plain, bool)),
    (models.DecimalField, lambda plain: isinstance(plain, int | str) and not isinstance(plain, bool)),
    (models.Field, lambda plain: isinstance(plain, str)),
)


def from_plain(field: AnyField, plain: object) -> Any:
    """Converts back what `to_plain` wrote. Raises WrongValue for a value that the field cannot have."""
    if plain is None:
        if field.null:
            return None
        raise WrongValue("empty")
    fits = next(fits for kind, fits in PLAIN if isinstance(field, kind))
    if not fits(plain):
        raise WrongValue(type(plain).__name__)
    try:
        value = field.to_python(plain)
        if isinstance(value, datetime):
            value = value.astimezone(UTC) if value.tzinfo else None
        if value is None or (field.choices and value not in dict(field.flatchoices)):
            raise WrongValue(str(plain)[:60])
        if isinstance(field, models.CharField):  # account names may contain what Django's validators refuse
            if field.max_length and len(value) > field.max_length:
                raise WrongValue(value[:60])
        else:
            field.run_validators(value)
    except ValidationError as error:
        raise WrongValue(" ".join(error.messages)) from error
    except (ValueError, TypeError, ArithmeticError) as error:
        raise WrongValue(str(plain)[:60]) from error
    return value
