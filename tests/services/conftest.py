"""What tests of services start from."""

import pytest

from tests import evenings, round_evenings
from tests.evenings import Evening

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of


@pytest.fixture
def evening(evening_of) -> Evening:
    """Two tables of four, in the middle of their first round."""
    return evening_of(8).playing()
