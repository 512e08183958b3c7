"""Finds out who reads, how much they may see, how often they may ask, and whether they have the answer already."""

from datetime import datetime, timedelta
from hashlib import sha256
from math import ceil
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext_lazy as _
from ninja.security import HttpBearer

from tournament.api.queries.sharing import sharing_of, token_with
from tournament.api.reader import Reader
from tournament.api.services import digest_of, note_use
from tournament.club.queries import the_club
from tournament.foundation.errors import TournamentError
from tournament.models import ApiToken
from tournament.web.guards import asks_at_this_computer
from tournament.web.throttle import Throttle
from tournament.web.visitors import visitor_at

MINUTE = timedelta(minutes=1)
OF_TOKEN = Throttle("of_token", limit=600, window=MINUTE, keys=256)
OF_ADDRESS = Throttle("of_address", limit=240, window=MINUTE, keys=512)
WRONG_TOKENS = Throttle("wrong_tokens", limit=20, window=timedelta(minutes=10))


class TokenNeeded(TournamentError):
    status = 401
    message = _("This club’s data needs a token. Ask a director for one and send it as “Authorization: Bearer TOKEN”.")


class TokenRefused(TournamentError):
    status = 401
    message = _("This token does not work: it was revoked, or was not copied whole. Ask a director for a new one.")


class TooManyRequests(TournamentError):
    status = 429
    message = _("Too many requests. Wait as many seconds as “Retry-After” says, and ask with the ETag you have.")

    def __init__(self, wait: timedelta) -> None:
        super().__init__()
        self.seconds = max(ceil(wait.total_seconds()), 1)


class NotModified(Exception):
    """Raised if the reader has this answer already, so nothing is read or made."""


class BearerToken(HttpBearer):
    """Takes a token from the request's header; without one, the reader gets what the club shows to everybody. Raises
    TokenNeeded, TokenRefused, TooManyRequests."""

    def __call__(self, request: HttpRequest) -> Reader:
        now = timezone.now()
        if "Authorization" in request.headers:
            scheme, _space, token = request.headers["Authorization"].strip().partition(" ")
            return self.authenticate(request, token if scheme.lower() == "bearer" else scheme)
        if not asks_at_this_computer(request):
            _count_request(OF_ADDRESS, visitor_at(request.META["REMOTE_ADDR"]).source, now)
        club = the_club()
        if club is None or not sharing_of(club).api_is_public:
            raise TokenNeeded
        return Reader(club, ApiToken.Scope.PUBLIC)

    def authenticate(self, request: HttpRequest, token: str) -> Reader:
        """Only wrong tokens are counted and have to wait: behind one address there may be readers with a good one."""
        now, known = timezone.now(), token_with(digest_of(token.strip()))
        if known is None:
            if not asks_at_this_computer(request):
                _count_request(WRONG_TOKENS, visitor_at(request.META["REMOTE_ADDR"]).source, now)
            raise TokenRefused
        _count_request(OF_TOKEN, str(known.pk), now)
        note_use(known, now=now)
        return Reader(known.club, known.scope, known.pk)


def _count_request(throttle: Throttle, key: str, now: datetime) -> None:
    if wait := throttle.wait(key, now):
        raise TooManyRequests(wait)
    throttle.count(key, now)


def reader_of(request: HttpRequest) -> Reader:
    authenticated: Any = request
    assert isinstance(authenticated.auth, Reader)
    return authenticated.auth


def tell_state(request: HttpRequest, *state: object) -> None:
    """Sets the ETag from the state that the answer depends on, before the answer is made. The day is part of it:
    sign-up closes with the day. Raises NotModified if the reader has it in this state."""
    parts = (settings.VERSION, timezone.localdate(), request.get_full_path(), reader_of(request).scope, *state)
    etag = f'"{sha256(repr(parts).encode()).hexdigest()[:32]}"'
    request.META["API_ETAG"] = etag
    answer = get_conditional_response(request, etag)
    if answer is not None and answer.status_code == 304:
        raise NotModified
