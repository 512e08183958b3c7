"""Paper printed in the press of the tests."""

import pytest


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    return None
