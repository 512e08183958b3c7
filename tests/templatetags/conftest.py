import pytest


@pytest.fixture(scope="session")
def base_url() -> str:
    """An address that only the tests answer."""
    return "http://hall.test"
