"""Parametrized tests over many kinds: some kinds are tried at every run, the others are slow."""

from collections.abc import Container, Iterable
from typing import Any

import pytest


def mostly_slow(kinds: Iterable[Any], *, quick: Container[Any]) -> list[Any]:
    """Returns all `kinds` for a test; those that are not `quick` are left to `.ci/run`."""
    return [kind if kind in quick else pytest.param(*_values(kind), marks=pytest.mark.slow) for kind in kinds]


def _values(kind: Any) -> tuple[Any, ...]:
    return kind if isinstance(kind, tuple) else (kind,)
