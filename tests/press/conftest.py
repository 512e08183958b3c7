"""The press tests use the database."""

import pytest


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    return None
