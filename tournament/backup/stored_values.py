"""Says whether a value out of a copy is one that its column can have. SQLite stores anything in any column, and
PostgreSQL knows days that no page can show."""

import json
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from math import isfinite
from typing import Any
from uuid import UUID

from django.db import models
from django.db.models import Field
from django.utils.dateparse import parse_date, parse_datetime, parse_time

LAST_NUMBER = 2**53
"""The largest number that a row may have: far beyond any evening, and far below where the database has no next one."""
LARGEST = 2**31
FIRST_YEAR, LAST_YEAR = 2, 9998
"""In the years before and after, another time zone or a day more or less is no date."""


def room_after(said: int, largest: int = LAST_NUMBER) -> int:
    """Returns the number given last that a copy is believed: what it says, unless that leaves too little room below the
    largest for rows that can be copied again."""
    return said if said <= largest // 4 * 3 else largest // 2


def fits_field(field: "Field[Any, Any]", value: object) -> bool:
    """Returns whether a value, as SQLite or PostgreSQL gives it, is one that the field can have. The tables themselves
    say whether it may be empty."""
    if value is None:
        return True
    try:
        return _fits(field, value)
    except (ValueError, RecursionError):
        return False


def _fits(field: "Field[Any, Any]", value: Any) -> bool:
    while isinstance(field, models.ForeignKey):
        field = field.target_field
    match field:
        case models.JSONField():
            if isinstance(value, str):
                json.dumps(json.loads(value), ensure_ascii=False).encode()
            return isinstance(value, str | list | dict | int | float | bool)
        case models.BooleanField():
            return value in (0, 1)
        case models.AutoField() | models.BigAutoField():
            return type(value) is int and 0 < value <= LAST_NUMBER
        case models.DurationField() if isinstance(value, timedelta):
            return True
        case models.BigIntegerField() | models.DurationField():
            return type(value) is int and abs(value) <= LAST_NUMBER
        case models.IntegerField():
            return type(value) is int and abs(value) <= LARGEST
        case models.DecimalField() | models.FloatField():
            return isinstance(value, int | float | Decimal) and isfinite(value)
        case models.DateTimeField():
            moment = parse_datetime(value) if isinstance(value, str) else value
            return isinstance(moment, datetime) and FIRST_YEAR <= moment.year <= LAST_YEAR
        case models.DateField():
            day = parse_date(value) if isinstance(value, str) else value
            return isinstance(day, date) and FIRST_YEAR <= day.year <= LAST_YEAR
        case models.TimeField():
            return isinstance(parse_time(value) if isinstance(value, str) else value, time)
        case models.UUIDField():
            return isinstance(value, UUID) or (isinstance(value, str) and UUID(value).hex == value)
        case models.BinaryField():
            return isinstance(value, bytes | memoryview)
    return isinstance(value, str)
