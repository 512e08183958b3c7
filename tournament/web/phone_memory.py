"""What a phone remembers of its owner, who has no account: a list in a signed cookie, which nobody can make up."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

KEPT = timedelta(days=400)  # the longest that browsers keep a cookie


@dataclass(frozen=True)
class PhoneMemory:
    """A list of JSON values under a name."""

    name: str

    @property
    def cookie(self) -> str:
        return f"{settings.COOKIES}-{self.name}"

    @property
    def salt(self) -> str:
        return f"tournament.{self.name}"

    def read_from(self, request: HttpRequest) -> list[Any]:
        """Returns the list; empty if there is none, or if its signature is not ours."""
        try:
            return list(signing.loads(request.COOKIES.get(self.cookie, ""), salt=self.salt))
        except signing.BadSignature:
            return []

    def write_to(self, response: HttpResponse, values: Sequence[Any]) -> None:
        """Sets the list, which lasts from now."""
        value = signing.dumps(list(values), salt=self.salt)
        response.set_cookie(self.cookie, value, max_age=KEPT, secure=settings.HTTPS, httponly=True, samesite="Lax")

    def clear(self, response: HttpResponse) -> None:
        response.delete_cookie(self.cookie, samesite="Lax")


NAMES = PhoneMemory("me")
"""The people who were picked on the phone's own page: their ids and names."""
SIGN_UPS = PhoneMemory("sign-ups")
"""The tokens of the sign-ups that were made or opened on the phone."""


def forget_owner(response: HttpResponse) -> None:
    """Makes the phone forget who its owner is, so that no page knows them any more."""
    for memory in (NAMES, SIGN_UPS):
        memory.clear(response)
