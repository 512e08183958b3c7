"""Decides who may see a view: everybody, anybody with an account, a scorer, a secretary, a director, or anybody with
the code of a table."""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from math import ceil
from typing import Any, Concatenate, ParamSpec, TypeVar
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.foundation.errors import TournamentError
from tournament.models import READER, Account, of_shown_club
from tournament.web.hosts import is_private_address, is_private_host
from tournament.web.pages import HtmxRequest
from tournament.web.table_codes import CodeForm, OpenedTable, is_on_card, table_of_code
from tournament.web.throttle import Throttle
from tournament.web.visitors import Standing, note_familiar, visitor_at

P = ParamSpec("P")
V = TypeVar("V", bound=Callable[..., HttpResponse])
View = Callable[Concatenate[Any, P], HttpResponse]

WRONG_FOR = timedelta(minutes=10)
WRONG_CODES_OF_PHONE = Throttle("wrong_codes_of_phone", limit=10, window=WRONG_FOR)
WRONG_CODES_OF_STRANGERS = Throttle("wrong_codes_of_strangers", limit=40, window=WRONG_FOR)
WRONG_CODES_OF_FAMILIAR = Throttle("wrong_codes_of_familiar", limit=150, window=WRONG_FOR)
WRONG_CODES_OF_ALL = Throttle("wrong_codes_of_all", limit=300, window=WRONG_FOR)
"""Count wrong table codes: by phone, if it has opened a table before; otherwise by address, which many phones share;
and all together, since somebody with one code can pretend to be a new phone each time.

300 in ten minutes are 9,000 in an evening of five hours, out of 148 million codes: with 50 tables the chance to open
one is 1 in 330, and 1 in 2,500 from one unknown address. Nobody waits for a table that their phone has open, or if they
scan the card (`table_codes.mark_of_card`): a guest who guesses stops only those who type.
"""
TABLES_A_PHONE_KEEPS = 16
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_VIA")

IS_PUBLIC = "is_public"
"""The attribute that marks views of `everybody`."""


class StaffRequest(HtmxRequest):
    """A request that a guard for accounts let through, so that its user is an account."""

    user: Account


def everybody(view: V) -> V:
    """Marks a page as public: it needs no account, and shows nothing that is hidden until the director shares it."""
    setattr(view, IS_PUBLIC, True)
    return view


ONLY_SCORERS = gettext_lazy("Only scorers and directors may do that; you are signed in as %(name)s (%(role)s).")
ONLY_SECRETARIES = gettext_lazy(
    "Only the secretary and directors may do that; you are signed in as %(name)s (%(role)s)."
)
ONLY_DIRECTORS = gettext_lazy("Only a director may do that; you are signed in as %(name)s (%(role)s).")


class WrongRole(TournamentError):
    """The signed-in account may not do this; `words` say who may, and name the account and its role."""

    status = 403

    def __init__(self, account: Account, words: Promise) -> None:
        super().__init__(words % {"name": account.username, "role": account.get_role_display().lower()})


class AccountsOfTheClub(ModelBackend):
    """Lets in only accounts of the club that pages show: nobody of another club signs in or stays signed in."""

    def get_user(self, user_id: int) -> Account | None:
        accounts = Account.objects.filter(of_shown_club(), pk=user_id, is_active=True).select_related("club")
        return next(iter(accounts.order_by()), None)

    def user_can_authenticate(self, user: Any) -> bool:
        return self.get_user(user.pk) is not None


def staff_only(view: Callable[Concatenate[Any, P], HttpResponse]) -> View[P]:
    """Lets in anybody with an account; a one-time password has to be changed first."""
    return _guard(view, lambda account: True, ONLY_DIRECTORS)


def scorer_only(view: Callable[Concatenate[Any, P], HttpResponse]) -> View[P]:
    return _guard(view, lambda account: account.can_score, ONLY_SCORERS)


def secretary_only(view: Callable[Concatenate[Any, P], HttpResponse]) -> View[P]:
    """Lets in the secretary and directors, for people, leagues and money."""
    return _guard(view, lambda account: account.can_keep_people, ONLY_SECRETARIES)


def director_only(view: Callable[Concatenate[Any, P], HttpResponse]) -> View[P]:
    return _guard(view, lambda account: account.is_director, ONLY_DIRECTORS)


def of_whole_server(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Keeps a page away from clubs that share a server: what it shows or changes is everybody's there, and for the
    server's operator."""
    return _found_if(lambda: not settings.SEVERAL_CLUBS, view)


def of_shared_server(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Keeps a page that is about several clubs away from a server with one."""
    return _found_if(lambda: settings.SEVERAL_CLUBS, view)


def _found_if(is_there: Callable[[], bool], view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    @wraps(view)
    def check_and_answer(*args: Any, **named: Any) -> HttpResponse:
        if not is_there():
            raise Http404
        return view(*args, **named)

    return check_and_answer


def require_director(account: Account) -> None:
    """Checks the role for one button of a page that others may open too. Raises WrongRole."""
    if not account.is_director:
        raise WrongRole(account, ONLY_DIRECTORS)


def _guard(
    view: Callable[Concatenate[Any, P], HttpResponse], may: Callable[[Account], bool], refusal: Promise
) -> View[P]:
    @wraps(view)
    def check_and_answer(request: Any, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not isinstance(request.user, Account) or not request.user.is_active:
            # After signing in, a POST cannot be repeated: its sender goes back to the page that it came from.
            asked, before = request.get_full_path(), urlsplit(request.META.get("HTTP_REFERER", ""))
            if request.method == "POST" and before.netloc == request.get_host():
                asked = f"{before.path}?{before.query}" if before.query else before.path
            return redirect_to_login(asked)
        if request.user.one_time_password:
            return redirect("new_password")
        if not may(request.user):
            raise WrongRole(request.user, refusal)
        note_familiar(request.META["REMOTE_ADDR"])
        return view(request, *args, **kwargs)

    return check_and_answer


def table_only(view: Callable[Concatenate[Any, OpenedTable, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Guards a view for people with the code of a table: the view gets the table that its address's `code` opens. Codes
    that are revoked or unknown, or whose evening is over, all get the same answer. Too many tries have to wait."""
    return _guard_table(view, late=False)


def table_or_late(view: Callable[Concatenate[Any, OpenedTable, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Guards a view as `table_only` does, but lets a POST under a code that was valid once through too
    (`table.is_valid` is False), to be kept as late."""
    return _guard_table(view, late=True)


def _guard_table(
    view: Callable[Concatenate[Any, OpenedTable, P], HttpResponse], *, late: bool
) -> Callable[..., HttpResponse]:
    @wraps(view)
    def check_and_answer(request: Any, /, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
        now = timezone.now()
        table = table_of_code(code, now)
        # Only codes that this phone has used before; otherwise any session would allow endless guessing.
        had = request.session.get("tables", [])
        is_known = table is not None and table.pk in had
        is_let_in = is_known or is_on_card(code, request.GET.get("card", ""))
        counts = [] if is_let_in else _counts_for(request)
        if wait := max((throttle.wait(key, now) for throttle, key in counts), default=timedelta()):
            return _ask_to_wait(request, wait)
        if table is None or not (table.is_valid or (late and request.method == "POST")):
            if table is None or not is_known:
                for throttle, key in counts:
                    throttle.count(key, now)
                return no_such_table(request)
            return _answer_closed_code(request, table)
        if not is_known:
            request.session["tables"] = [*had, table.pk][-TABLES_A_PHONE_KEEPS:]
        if table.is_valid and not (is_known and (request.htmx or request.method == "POST")):
            note_familiar(request.META["REMOTE_ADDR"])
        if table.is_valid:
            READER.set(None)  # whoever sits there sees every name; it lasts until the response
        return view(request, table, *args, **kwargs)

    return check_and_answer


def _counts_for(request: HttpRequest) -> list[tuple[Throttle, str]]:
    """Returns the throttles and keys that count a wrong code; none at this computer itself."""
    if asks_at_this_computer(request):
        return []
    visitor = visitor_at(request.META["REMOTE_ADDR"])
    if request.session.get("tables"):
        return [(WRONG_CODES_OF_PHONE, str(request.session.session_key)), (WRONG_CODES_OF_ALL, "")]
    of_address = WRONG_CODES_OF_FAMILIAR if visitor.standing is Standing.FAMILIAR else WRONG_CODES_OF_STRANGERS
    return [(of_address, visitor.source), (WRONG_CODES_OF_ALL, "")]


def asks_at_this_computer(request: HttpRequest) -> bool:
    """Returns whether the laptop's own browser asks, which is never locked out. Always False behind a proxy, which asks
    for others."""
    if settings.HTTPS or any(name in request.META for name in FORWARDED):
        return False
    return visitor_at(request.META["REMOTE_ADDR"]).is_own


def asks_in_the_hall(request: HttpRequest) -> bool:
    """Returns whether this computer itself asks, or a device on its private network under a private address of its.
    Always False behind a proxy, which asks for others."""
    if settings.HTTPS or any(name in request.META for name in FORWARDED):
        return False
    is_near = asks_at_this_computer(request) or is_private_address(request.META["REMOTE_ADDR"])
    return is_near and is_private_host(request.get_host())


def is_guest(request: HttpRequest) -> bool:
    """Returns whether the request comes neither from an account nor from this computer. Printing for guests waits until
    theirs is done."""
    return not (is_staff(request) or asks_at_this_computer(request))


def no_such_table(request: HttpRequest, table: OpenedTable | None = None) -> HttpResponse:
    """Answers that the code opens no table. `table` is the one it once opened, for a phone that has been there."""
    sentence = _("That code does not open a table. Check the card, or ask the director.")
    if table and table.is_over:
        sentence = _("That evening is over and its codes no longer work. You get a new card at the next one.")
    return render(request, "phone/code.html", {"form": CodeForm(), "refused": sentence}, status=404)


def _answer_closed_code(request: HtmxRequest, table: OpenedTable) -> HttpResponse:
    """Answers a phone whose code was closed. In place of a sheet that it has open it gets the box for the new code."""
    asked = request.resolver_match
    if not request.htmx or asked is None or asked.url_name not in ("table_now", "table_press"):
        return no_such_table(request, table)
    context = {"form": CodeForm(), "match": asked.kwargs["match"], "is_over": table.is_over}
    return render(request, "phone/_closed.html", context)


def _ask_to_wait(request: HttpRequest, wait: timedelta) -> HttpResponse:
    sentence = _(
        "Too many wrong codes. Scan the QR code on the table’s card, wait %(minutes)s min, or call the director."
    )
    context = {"message": sentence % {"minutes": ceil(wait / timedelta(minutes=1))}}
    answer = render(request, "web/error.html", context, status=429)
    answer.headers["Retry-After"] = str(ceil(wait.total_seconds()))
    return answer


def is_staff(request: HttpRequest) -> bool:
    """Returns whether somebody with an account asks, for pages that show them more than everybody."""
    return isinstance(request.user, Account) and request.user.is_active and not request.user.one_time_password


def at_the_desk(request: HttpRequest) -> bool:
    """Returns whether a scorer or director asks, for pages of an evening that show them more than the hall."""
    return is_staff(request) and isinstance(request.user, Account) and request.user.can_score
