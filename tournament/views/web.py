"""What views share: who may see them, and how an error becomes an answer."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournament.errors import TournamentError
from tournament.models import Account, Event

P = ParamSpec("P")
V = TypeVar("V", bound=Callable[..., HttpResponse])
View = Callable[Concatenate[Any, P], HttpResponse]


class StaffRequest(HttpRequest):
    """A request that `scorer_only` or `director_only` let through: its user is an account."""

    user: Account


def everybody(view: V) -> V:
    """Says that a page is public: no account, nothing that is hidden until the director shows it."""
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
            page = render(request, "error.html", {"message": _("Only the director may do that.")})
            return HttpResponseForbidden(page.content)
        return view(request, *args, **kwargs)

    return guarded


def the_event(pk: int) -> Event:
    return get_object_or_404(Event.objects.select_related("club"), pk=pk)


class TournamentErrors:
    """Middleware: a TournamentError that a view lets rise becomes its sentence, on the page it came from."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, TournamentError):
            return None
        context = {"message": str(error), "back": request.META.get("HTTP_REFERER", "")}
        return render(request, "error.html", context, status=error.status)
