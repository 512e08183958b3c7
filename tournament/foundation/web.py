"""What views share: who may see them, how a request is read, and how an error becomes an answer."""

import re
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import wraps
from math import ceil
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseForbidden
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from tournament.foundation.errors import TournamentError
from tournament.foundation.hosts import for_phones
from tournament.foundation.table_codes import CodeForm, OpenedTable, table_of_code
from tournament.foundation.throttle import Guesses, source_of
from tournament.models import Account, Event, Stage


def page(request: HttpRequest, room: str, name: str, context: dict[str, Any]) -> HttpResponse:
    """A whole page, or for htmx the part of it that changes."""
    response = render(request, f"{room}/{'_' if asks_for_part(request) else ''}{name}.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


P = ParamSpec("P")
V = TypeVar("V", bound=Callable[..., HttpResponse])
View = Callable[Concatenate[Any, P], HttpResponse]

# More digits than any id or hour has; the database would refuse longer ones.
LONGEST_NUMBER = 18

# Somebody who mistypes a card has plenty; somebody who tries codes gets sixty in an hour, of 150 million.
WRONG_CODES = Guesses(limit=10, window=timedelta(minutes=10))
TABLES_A_PHONE_KEEPS = 16

IS_PUBLIC = "is_public"
"""An attribute of views that `everybody` may see."""
PERSONAL = re.compile(rf"{settings.COOKIES}-(?!csrf$)")
"""Names of the cookies by which somebody is known: an account or phone, a screen, a player."""

# Where htmx puts a refusal, whatever part it had asked for.
IN_MESSAGES = {"HX-Retarget": "#messages", "HX-Reselect": "unset", "HX-Reswap": "innerHTML show:window:top"}


class StaffRequest(HttpRequest):
    """A request that `scorer_only` or `director_only` let through: its user is an account."""

    user: Account


def everybody(view: V) -> V:
    """Says that a page is public: no account, nothing that is hidden until the director shows it."""
    setattr(view, IS_PUBLIC, True)
    return view


def scorer_only(view: Callable[Concatenate[Any, P], HttpResponse]) -> View[P]:
    """Scorers and directors; a one-time password has to be changed first."""
    return _guarded(view, director=False)


def director_only(view: Callable[Concatenate[Any, P], HttpResponse]) -> View[P]:
    return _guarded(view, director=True)


def _guarded(view: Callable[Concatenate[Any, P], HttpResponse], *, director: bool) -> View[P]:
    @wraps(view)
    def guarded(request: Any, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not isinstance(request.user, Account) or not request.user.is_active:
            return redirect_to_login(request.get_full_path())
        if request.user.one_time_password:
            return redirect("new_password")
        if director and not request.user.is_director:
            page = render(request, "foundation/error.html", {"message": _("Only the director may do that.")})
            return HttpResponseForbidden(page.content)
        return view(request, *args, **kwargs)

    return guarded


def table_only(view: Callable[Concatenate[Any, OpenedTable, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """For whoever has the code of a table: the view gets the table that its address's `code` opens. Codes that are
    revoked or unknown, or whose evening is over, get the same answer, and whoever tries many has to wait."""
    return _at_a_table(view, late=False)


def table_or_late(view: Callable[Concatenate[Any, OpenedTable, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """As `table_only`; what is posted under a code that was valid once comes through too (`table.is_valid` is False),
    to be kept as late."""
    return _at_a_table(view, late=True)


def _at_a_table(
    view: Callable[Concatenate[Any, OpenedTable, P], HttpResponse], *, late: bool
) -> Callable[..., HttpResponse]:
    @wraps(view)
    def guarded(request: Any, /, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
        source, now = source_of(request.META["REMOTE_ADDR"]), timezone.now()
        table = table_of_code(code, now)
        # Only the very codes that this phone has had already: else a session would be a way to go on guessing.
        had = request.session.get("tables", [])
        is_known = table is not None and table.pk in had
        if not is_known and (wait := WRONG_CODES.wait(source, now)):
            return _must_wait(request, wait)
        if table is None or not (table.is_valid or (late and request.method == "POST")):
            if table is None or not is_known:
                WRONG_CODES.wrong(source, now)
                return no_such_table(request)
            return _closed(request, table) if _shows_a_sheet(request) else no_such_table(request, table)
        if not is_known:
            request.session["tables"] = [*had, table.pk][-TABLES_A_PHONE_KEEPS:]
        return view(request, table, *args, **kwargs)

    return guarded


def no_such_table(request: HttpRequest, table: OpenedTable | None = None) -> HttpResponse:
    """`table` is what the code once opened, for a phone that has been there."""
    said = _("That code opens no table. Look at the card again, or ask the director.")
    if table and table.is_over:
        said = _("That evening is over, and its codes open nothing any more. At the next one there is a new card.")
    return render(request, "phone/code.html", {"form": CodeForm(), "refused": said}, status=404)


def _shows_a_sheet(request: HttpRequest) -> bool:
    """Whether htmx asks for the sheet that a phone has open."""
    asked = request.resolver_match
    return asks_for_part(request) and asked is not None and asked.url_name in ("table_now", "table_press")


def _closed(request: HttpRequest, table: OpenedTable) -> HttpResponse:
    """Instead of the sheet of a code that this phone has had: the box for the new one."""
    asked = request.resolver_match
    assert asked
    context = {"form": CodeForm(), "match": asked.kwargs["match"], "is_over": table.is_over}
    return render(request, "phone/_closed.html", context)


def _must_wait(request: HttpRequest, wait: timedelta) -> HttpResponse:
    said = _("Too many wrong codes came from this phone. Wait %(minutes)s min, or call the director.")
    context = {"message": said % {"minutes": ceil(wait / timedelta(minutes=1))}}
    answer = render(request, "foundation/error.html", context, status=429)
    answer.headers["Retry-After"] = str(ceil(wait.total_seconds()))
    return answer


def at_the_desk(request: HttpRequest) -> bool:
    """Whether a scorer or the director asks: for pages that show them more than the hall."""
    return isinstance(request.user, Account) and request.user.is_active and not request.user.one_time_password


def the_event(pk: int) -> Event:
    return get_object_or_404(Event.objects.select_related("club"), pk=pk)


def number_in(asked: str) -> int | None:
    """A number in an address or from a button; None for nothing, and a page that is not there for what is no number."""
    if not asked:
        return None
    if not (asked.isascii() and asked.isdecimal() and len(asked) <= LONGEST_NUMBER):
        raise Http404
    return int(asked)


def asks_for_part(request: HttpRequest) -> bool:
    """Whether htmx asks, for the part of a page that it swaps."""
    return request.headers.get("HX-Request") == "true"


def same_for_all(response: HttpResponse, event: Event, *, seconds: int = 10) -> HttpResponse:
    """Says of a part that whoever has no account gets the same until something in the evening changes, for so long at
    most: it is made once for all who ask (`live.early`)."""
    response.headers["Hall-Same"] = f"{event.pk} {seconds}"
    return response


class TableSecrets:
    """Middleware: whatever is answered below /t/, a refusal too, tells nobody its address, which is the secret. Not by
    "no-referrer": browsers then post forms with the origin "null", which is refused as somebody else's page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.path_info.startswith("/t/"):
            response.headers["Referrer-Policy"] = "strict-origin"
            response.headers["Cache-Control"] = "no-store"
            response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response


class PrivatePages:
    """Middleware: what is not the same for everybody stays in no browser's memory, since a laptop at the desk and a
    phone on the table pass through many hands: whatever needs an account or a code, is asked for with a cookie of
    somebody's own, or brings one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not _is_anybodys(request, response) and "no-store" not in response.headers.get("Cache-Control", ""):
            response.headers["Cache-Control"] = "no-store"
        return response


def _is_anybodys(request: HttpRequest, response: HttpResponse) -> bool:
    view = request.resolver_match and request.resolver_match.func
    return getattr(view, IS_PUBLIC, False) and not any(
        PERSONAL.match(name) for name in (*request.COOKIES, *response.cookies)
    )


class TournamentErrors:
    """Middleware: a TournamentError that a view lets rise becomes its sentence, on the page it came from."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, TournamentError):
            return None
        context = {"message": str(error), "back": _back_from(request)}
        answer = render(request, "foundation/error.html", context, status=error.status)
        if asks_for_part(request):
            for name, value in IN_MESSAGES.items():
                answer.headers[name] = value
        return answer


def _back_from(request: HttpRequest) -> str:
    """The page that asked; browsers do not tell which page of a table it was."""
    code = request.resolver_match.kwargs.get("code") if request.resolver_match else None
    return reverse("table", args=[code]) if code else request.META.get("HTTP_REFERER", "")


def address_for_phones(request: HttpRequest) -> str:
    """Where a phone finds what this request found, as "http://10.0.0.7:8000"; empty with no network."""
    host = for_phones(request.get_host())
    return f"{request.scheme}://{host}" if host else ""


def hour_asked_for(request: HttpRequest, hours: Sequence[Stage]) -> Stage | None:
    """Of released hours in order, the one that `?hour=` names; without it the latest. Raises Http404 for another."""
    asked = request.GET.get("hour", "")
    found = [stage for stage in hours if not asked or stage.number == number_in(asked)]
    if asked and not found:
        raise Http404
    return found[-1] if found else None
