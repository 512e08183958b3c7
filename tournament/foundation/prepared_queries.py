"""Prepared queries: Django writes the SQL of a query once, and after that only its values change.

Writing it takes ten times as long as the database takes to answer, and was half of what a page costs.
"""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any, Generic, TypeVar, TypeVarTuple, Unpack

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable

M = TypeVar("M", bound=Model, covariant=True)
R = TypeVar("R", covariant=True)
V = TypeVarTuple("V")

FIRST_MARK = 30_011
"""Stands for a value while the SQL is written: a number that fits every column and that no query of ours contains."""


KEPT = ("_iterable_class", "_fields", "_prefetch_related_lookups")
"""The attributes of a queryset besides its query."""


@dataclass(frozen=True)
class _Prepared(Generic[R]):
    """A prepared query. `places` are the places of its parameters, each with the place of its value; `converters` are
    those of its columns."""

    rows: "QuerySet[Any, R]"
    compiler: Any
    sql: str
    parameters: tuple[Any, ...]
    places: tuple[tuple[int, int], ...]
    converters: dict[int, Any]


def prepare_query(write: "Callable[[Unpack[V]], QuerySet[M, R]]") -> "Callable[[Unpack[V]], list[R]]":
    """Decorates a function that builds a query from ids or rows, words, days, moments, and sequences of ids: it then
    gives the rows. Its query may depend on nothing but these values. It is built once for each shape of them: how long
    the sequences are, and which values are None, True or False."""
    prepared: dict[tuple[object, ...], _Prepared[R] | None] = {}

    def fetch(*values: *V) -> list[R]:
        flat: list[object] = []
        shape = tuple([_add_to(flat, value) for value in values])
        if shape not in prepared:
            prepared[shape] = _prepare(write, shape, len(flat))
        found = prepared[shape]
        if found is None:
            return []
        parameters = list(found.parameters)
        for at, place in found.places:
            parameters[at] = flat[place]
        compiler = copy(found.compiler)
        compiler.connection = connections[DEFAULT_DB_ALIAS]
        if issubclass(found.rows._iterable_class, ModelIterable):
            compiler.as_sql = lambda: (found.sql, parameters)
            compiler.get_converters = lambda _columns: found.converters
        else:
            compiler.results_iter = lambda **_how: _read_values(found, compiler, parameters)
        query: Any = copy(found.rows.query)
        query.get_compiler = lambda *_args, **_kwargs: compiler
        rows = type(found.rows)(model=found.rows.model, query=query)
        rows.__dict__ |= {name: found.rows.__dict__[name] for name in KEPT}
        return list(rows)

    return fetch


def _read_values(prepared: _Prepared[Any], compiler: Any, parameters: list[Any]) -> Iterator[Any]:
    """Yields all rows at once, as the iterators of QuerySet.values_list take them."""
    with compiler.connection.cursor() as cursor:
        cursor.execute(prepared.sql, parameters)
        found = iter(cursor.fetchall())
    return map(tuple, compiler.apply_converters(found, prepared.converters)) if prepared.converters else found


def _add_to(flat: list[object], value: Any) -> object:
    """Adds a value to the parameters as the database takes it, and returns the shape of the value."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Model):
        value = value.pk
    if isinstance(value, int | str):
        flat.append(value)
        return int if isinstance(value, int) else str
    operations = connections[DEFAULT_DB_ALIAS].ops
    if isinstance(value, datetime):
        flat.append(operations.adapt_datetimefield_value(value))
        return datetime
    if isinstance(value, date):
        flat.append(operations.adapt_datefield_value(value))
        return date
    members = list(value)
    if members:
        members += members[-1:] * ((1 << (len(members) - 1).bit_length()) - len(members))  # few lengths, few shapes
    flat.extend(members)
    return len(members)


def _mark_of(kind: object, number: int) -> int | str | date:
    if kind is str:
        return str(number)
    day = date.fromordinal(number)
    return day if kind is date else datetime.combine(day, time(), UTC) if kind is datetime else number


def _prepare(write: Callable[..., "QuerySet[Any, R]"], shape: Sequence[object], many: int) -> _Prepared[R] | None:
    """Prepares a query. Returns None if no row can match, as with an empty sequence."""
    numbers = iter(range(FIRST_MARK, FIRST_MARK + many))
    marks: list[Any] = []
    arguments: list[Any] = []
    for each in shape:
        if isinstance(each, int) and not isinstance(each, bool):
            arguments.append([next(numbers) for _place in range(each)])
            marks += arguments[-1]
        elif isinstance(each, type):
            arguments.append(_mark_of(each, next(numbers)))
            marks.append(arguments[-1])
        else:
            arguments.append(each)
    rows = write(*arguments)
    compiler = rows.query.get_compiler(DEFAULT_DB_ALIAS)
    try:
        sql, parameters = compiler.as_sql()
    except EmptyResultSet:
        return None
    sent: list[object] = []
    for mark in marks:
        _add_to(sent, mark)
    places = tuple((at, sent.index(value)) for at, value in enumerate(parameters) if value in sent)
    assert {place for _at, place in places} == set(range(many)), "A value of the query was built into it."
    converters = compiler.get_converters([column for column, *_alias in compiler.select])
    return _Prepared(rows, compiler, sql, tuple(parameters), places, converters)
