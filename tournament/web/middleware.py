"""Middleware: keeps table codes and personal pages private, writes to no database that was taken away, and shows
refusals as sentences."""

import logging
import os
import re
from collections.abc import Callable
from functools import partial
from typing import cast

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import MiddlewareNotUsed
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotFound
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.encoding import escape_uri_path
from django.utils.functional import SimpleLazyObject
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from tournament.foundation.errors import TournamentError
from tournament.models import READER, SHOWN_CLUB, club_at
from tournament.storage.storage_faults import FULL, MOVED, READ_ONLY, advice_on, answer_fault, storage_fault_of
from tournament.web.guards import IS_PUBLIC
from tournament.web.log_filters import SECRETS
from tournament.web.pages import LONGEST_NUMBER, HtmxRequest

log = logging.getLogger(__name__)

PERSONAL = re.compile(rf"{settings.COOKIES}-(?!csrf$)")
"""Names of the cookies that identify somebody: an account or phone, a screen, a player."""

BELOW_SECRETS = re.compile(rf"/(?:{SECRETS})/")
PAGE_OF_SECRET = re.compile(rf"{BELOW_SECRETS.pattern}[^/]+/")
"""The page that a secret opens, to which those below it lead back."""

OF_NO_CLUB = ("/healthz", "/metrics")
"""What the operator of a server asks for, whatever name it is sent to."""

# Headers that make htmx show a refusal among the messages, whatever part it asked for.
IN_MESSAGES = {"HX-Retarget": "#messages", "HX-Reselect": "unset", "HX-Reswap": "innerHTML show:window:top"}


class Sessions(SessionMiddleware):
    """Middleware: a guest's session is only a convenience. If the disk is full, a phone goes on without it, and
    opens its table by the code each time. Whoever is signed in is told."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        try:
            return super().process_response(request, response)
        except DatabaseError as error:
            if request.session.get(SESSION_KEY) or storage_fault_of(error) not in (FULL, READ_ONLY):
                raise
            return response


class SecretAddresses:
    """Middleware: no answer to an address with a secret, a refusal included, passes that on. "no-referrer" will not
    do: browsers then post forms with the origin "null", which is refused as another site's page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if BELOW_SECRETS.match(request.path_info):
            response.headers["Referrer-Policy"] = "strict-origin"
            response.headers["Cache-Control"] = "no-store"
            response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response


class DatabaseInPlace:
    """Middleware: refuses to write to a database whose file was deleted or replaced since the first request. SQLite
    would go on writing to the old file without an error, and all of that would be lost when the process ends."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self._file: tuple[int, int] | None = None

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if connection.vendor == "sqlite":
            try:
                status = os.stat(connection.settings_dict["NAME"])
                file = (status.st_dev, status.st_ino)
            except OSError:
                file = None
            self._file = self._file or file
            if request.method == "POST" and file != self._file:
                log.error(advice_on(MOVED))
                return answer_fault(request, MOVED)
        return self.get_response(request)


class ClubOfHost:
    """Middleware: on a server with several clubs, a request is about the club whose name it was sent to, and a name
    that no club has is not found. Elsewhere it is not there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.SEVERAL_CLUBS:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info in OF_NO_CLUB:
            return self.get_response(request)
        club = club_at(request.get_host())
        if club is None:
            words = _("No club has its pages at this address. Look for a wrong letter in it.")
            return HttpResponseNotFound(words, content_type="text/plain; charset=utf-8")
        token = SHOWN_CLUB.set(club)
        try:
            return self.get_response(request)
        finally:
            SHOWN_CLUB.reset(token)


class PrivatePages:
    """Middleware: forbids browsers to store personal pages, because a laptop at the desk and a phone on the table pass
    through many hands. A page is personal if its view is not public, or if a personal cookie came or goes with it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        view = request.resolver_match and request.resolver_match.func
        is_personal = any(PERSONAL.match(name) for name in (*request.COOKIES, *response.cookies))
        is_kept = "no-store" not in response.headers.get("Cache-Control", "")
        if is_kept and (is_personal or not getattr(view, IS_PUBLIC, False)):
            response.headers["Cache-Control"] = "no-store"
        return response


class NamesForReader:
    """Middleware: each request has its reader, for whom names are written (`models.reader`)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.reader_of = import_string(settings.READER_OF_NAMES)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        token = READER.set(SimpleLazyObject(partial(self.reader_of, request)))
        try:
            return self.get_response(request)
        finally:
            READER.reset(token)


class TournamentErrors:
    """Middleware: a TournamentError that a view lets rise becomes its sentence, on the page it came from, or a page of
    its own (`paper.browser_print`)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.own_page_of = import_string(settings.PAGE_OF_ERROR)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, _request: HttpRequest, _view: object, _args: object, named: dict[str, object]) -> None:
        """Answers 404 to an address with a number too large for the database."""
        if any(isinstance(number, int) and number >= 10**LONGEST_NUMBER for number in named.values()):
            raise Http404

    def process_exception(self, request: HtmxRequest, error: Exception) -> HttpResponseBase | None:
        if not isinstance(error, TournamentError):
            return None
        if own_page := self.own_page_of(request, error):
            return cast(HttpResponseBase, own_page)
        # Browsers do not say which page of a table or of a captain they come from.
        page = PAGE_OF_SECRET.match(request.path_info)
        back = escape_uri_path(page[0]) if page else request.META.get("HTTP_REFERER", "")
        context = {"message": str(error), "back": back}
        answer = render(request, "web/error.html", context, status=error.status)
        if request.htmx:
            for name, value in IN_MESSAGES.items():
                answer.headers[name] = value
        return answer
