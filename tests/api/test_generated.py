"""Whatever a generator makes of the schema, right and wrong, the API answers as the schema says."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from django.test import Client
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.specs.openapi.checks import ignored_auth

from tests.api.conftest import ApiOfClub
from tournament.api.api import schema_of_api

EXAMPLES = 15
AS_GENERATED = {"deadline": None, "database": None, "phases": [Phase.generate]}


def answer_here(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """By a client of the test's own database, from this computer."""
    told = {name: value for name, value in environ.items() if name.startswith("HTTP_") and name != "HTTP_HOST"}
    path = environ["PATH_INFO"].encode("latin-1").decode(errors="replace")
    asking: Any = Client(raise_request_exception=False)
    answer = asking.generic(environ["REQUEST_METHOD"], quote(path), QUERY_STRING=environ["QUERY_STRING"], **told)
    start_response(f"{answer.status_code} {answer.reason_phrase}", list(answer.items()))
    return [answer.content]


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode), ids=lambda mode: mode.value)
def test_whatever_is_asked_is_answered_as_the_schema_says(
    api_of_club: ApiOfClub, mode: schemathesis.GenerationMode
) -> None:
    """`ignored_auth` is left out: without a token the same answers come, as far as the club lets everybody read."""
    schema = schemathesis.openapi.from_dict(schema_of_api())
    schema.app = answer_here
    headers = {"Authorization": f"Bearer {api_of_club.tokens['desk']}"}
    asked: dict[int, int] = {}
    for operation in (found.ok() for found in schema.get_all_operations()):
        if mode is schemathesis.GenerationMode.NEGATIVE and not operation.definition.raw["parameters"]:
            continue

        @seed(1674)
        @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), **AS_GENERATED)
        @given(operation.as_strategy(generation_mode=mode))
        def ask(case: schemathesis.Case) -> None:
            answer = case.call_and_validate(headers=headers, excluded_checks=[ignored_auth])
            asked[answer.status_code] = asked.get(answer.status_code, 0) + 1

        ask()
    wanted = 422 if mode is schemathesis.GenerationMode.NEGATIVE else 200
    assert asked[wanted] > 30, asked
