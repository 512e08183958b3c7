"""Tests of many of a kind: some are tried at every run, the others are slow."""

from collections.abc import Container, Iterable
from typing import Any

import pytest


def mostly_slow(kinds: Iterable[Any], *, quick: Container[Any]) -> list[Any]:
    """All `kinds` for a test to be run with; those that are not `quick` are left to `.ci/run`."""
    return [kind if kind in quick else pytest.param(*_values(kind), marks=pytest.mark.slow) for kind in kinds]


def _values(kind: Any) -> tuple[Any, ...]:
    return kind if isinstance(kind, tuple) else (kind,)
