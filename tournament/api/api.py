"""The API itself: how it answers, how it refuses, and its schema with an example of every answer."""

import json
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import ValidationError
from ninja.openapi.schema import get_schema
from ninja.renderers import JSONRenderer

from tournament.api.access import BearerToken, NotModified, TooManyRequests
from tournament.api.queries.evenings import NotFoundHere
from tournament.api.reader import Reader
from tournament.api.schemas import ProblemAnswer
from tournament.foundation.errors import TournamentError

ROOT = "/api/v1"
PROBLEM = "application/problem+json"
DESCRIPTION = """Everything that a club shows of its All Fours evenings, as JSON. It reads only.

Send a token as `Authorization: Bearer TOKEN`; a director makes it on the page “Data for others”. Without one you get
what everybody may see, if the club allows that. Every answer has an `ETag`: send it back as `If-None-Match`, and an
answer that has not changed is an empty 304. Lists give `limit` items (200 at most) and where they go on in `next`.
A token may ask 600 times a minute; who has none, 240 times. Names of people who are not shown to you are "Player" and
a number. Within version 1 fields are added, never changed or taken away.
"""


class ReadingApi(NinjaAPI):
    """A NinjaAPI that adds ETags to answers."""

    def create_response(
        self, request: HttpRequest, data: Any, *, status: int | None = None, temporal_response: Any = None
    ) -> HttpResponse:
        response = super().create_response(request, data, status=status, temporal_response=temporal_response)
        return mark_response(request, response)


def mark_response(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Sets the ETag and the cache headers: an answer to a token must not be cached."""
    if etag := request.META.get("API_ETAG"):
        response.headers["ETag"] = etag
    reader = getattr(request, "auth", None)
    is_public = isinstance(reader, Reader) and reader.token is None
    response.headers["Cache-Control"] = "no-cache" if is_public else "private, no-store"
    patch_vary_headers(response, ["Authorization"])
    return response


api = ReadingApi(
    title="Hangjack",
    version="1",
    description=DESCRIPTION,
    docs_url=None,
    openapi_url=None,
    auth=BearerToken(),
    urls_namespace="api",
    renderer=JSONRenderer(),
)


def problem_response(status: int, code: str, detail: str, headers: Mapping[str, str] | None = None) -> HttpResponse:
    problem = {"title": HTTPStatus(status).phrase, "status": status, "code": code, "detail": detail}
    private = {"Cache-Control": "private, no-store", "Vary": "Authorization"}
    return HttpResponse(json.dumps(problem), status=status, content_type=PROBLEM, headers=private | dict(headers or {}))


@api.exception_handler(TournamentError)
def answer_refusal(request: HttpRequest, error: TournamentError) -> HttpResponse:
    headers = {401: {"WWW-Authenticate": "Bearer"}}.get(error.status, {})
    if isinstance(error, TooManyRequests):
        headers = {"Retry-After": str(error.seconds)}
    return problem_response(error.status, error.code, str(error), headers)


@api.exception_handler(Http404)
def answer_nothing_there(request: HttpRequest, error: Http404) -> HttpResponse:
    return answer_refusal(request, NotFoundHere())


@api.exception_handler(ValidationError)
def answer_wrong_value(request: HttpRequest, error: ValidationError) -> HttpResponse:
    wrong = "; ".join(f"{each['loc'][-1]}: {each['msg'].removeprefix('Value error, ')}" for each in error.errors)
    sentence = _("A value in the address is not one that this resource takes. %(wrong)s.") % {"wrong": wrong}
    return problem_response(422, "wrong_value", sentence)


@api.exception_handler(NotModified)
def answer_not_modified(request: HttpRequest, error: NotModified) -> HttpResponse:
    return mark_response(request, HttpResponse(status=304))


@cache
def schema_of_api() -> dict[str, Any]:
    """Returns the OpenAPI document that django-ninja makes, with our media type for problems and an example of every
    answer."""
    schema: dict[str, Any] = json.loads(json.dumps(get_schema(api=api, path_prefix=ROOT)))
    parts = schema["components"]["schemas"]
    schema["info"]["x-hangjack"] = settings.VERSION
    schema["servers"] = [{"url": "/"}]
    for operations in schema["paths"].values():
        for operation in operations.values():
            operation["security"] = [{"BearerToken": []}, {}]
            for parameter in operation["parameters"]:
                # A query string cannot say null; it leaves the name out.
                parameter["schema"] = parameter["schema"].get("anyOf", [parameter["schema"]])[0]
            for status, response in operation["responses"].items():
                response["content"] = {
                    PROBLEM if int(status) >= 400 else kind: {
                        **of_kind,
                        "example": _example_of(of_kind["schema"], parts),
                    }
                    for kind, of_kind in response.get("content", {}).items()
                }
                if int(status) >= 400:
                    example = response["content"][PROBLEM]["example"]
                    example |= {"status": int(status), "title": HTTPStatus(int(status)).phrase, **WORDS[int(status)]}
            operation["responses"]["304"] = {"description": "Not changed since the ETag that you sent."}
    return schema


WORDS = {
    401: {"code": "token_needed", "detail": "This club’s data needs a token."},
    403: {"code": "not_shown", "detail": "The director has not shown the standings of this evening yet."},
    404: {"code": "not_found", "detail": "There is nothing here, or nothing that you may see."},
    422: {"code": "wrong_value", "detail": "limit: Input should be less than or equal to 200."},
    429: {"code": "too_many_requests", "detail": "Too many requests. Wait as many seconds as “Retry-After” says."},
}
REFUSALS = dict.fromkeys(WORDS, ProblemAnswer)
"""The refusals that any resource may answer with."""


def _example_of(schema: Mapping[str, Any], parts: Mapping[str, Any]) -> Any:
    if "$ref" in schema:
        return _example_of(parts[schema["$ref"].rpartition("/")[2]], parts)
    if "examples" in schema:
        return schema["examples"][0]
    if "anyOf" in schema:
        return _example_of(schema["anyOf"][0], parts)
    if schema.get("type") == "array":
        return [_example_of(schema["items"], parts)]
    return {name: _example_of(each, parts) for name, each in schema["properties"].items()}
