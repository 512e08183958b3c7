"""The club's code for members: a browser is asked for it once and then sees what the club shows its members.

The cookie holds a keyed hash of the code, so it stops working when the code changes. Guessing is throttled: 15 wrong
codes in ten minutes for one address, 60 if the address is known at this evening, and 200 for everybody together, which
is 6,000 in an evening of five hours. So a club should choose a code that is not a word. The code opens names and
results, nothing else.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.models import Audience, Club
from tournament.web.guards import asks_at_this_computer, is_staff
from tournament.web.throttle import Throttle
from tournament.web.visitors import Standing, visitor_at

COOKIE = f"{settings.COOKIES}-member"
KEPT = timedelta(days=400)
WINDOW = timedelta(minutes=10)
WRONG_OF_STRANGERS = Throttle("wrong_of_strangers", limit=15, window=WINDOW)
WRONG_OF_FAMILIAR = Throttle("wrong_of_familiar", limit=60, window=WINDOW)
WRONG_OF_ALL = Throttle("wrong_of_all", limit=200, window=WINDOW)


def audience_of(request: HttpRequest, club: Club) -> Audience | None:
    """Returns the audience that this reader belongs to, or None for somebody with an account, who sees everything."""
    if is_staff(request):
        return None
    shown = request.COOKIES.get(COOKIE, "")
    is_member = bool(shown and club.members_code) and constant_time_compare(shown, _mark_of(club))
    return Audience.MEMBERS if is_member else Audience.PUBLIC


def can_become_member(request: HttpRequest, club: Club) -> bool:
    """Returns whether the code would show this reader more."""
    is_asked_for = bool(club.members_code) and club.shows_people_to != Audience.NOBODY
    return is_asked_for and audience_of(request, club) == Audience.PUBLIC


def wait_of(request: HttpRequest, now: datetime) -> timedelta:
    return max((throttle.wait(key, now) for throttle, key in _counts_for(request)), default=timedelta())


def is_members_code(request: HttpRequest, club: Club, typed: str, now: datetime) -> bool:
    """Returns whether this is the code, ignoring case and spaces; counts a wrong one."""
    is_right = bool(club.members_code) and constant_time_compare(_plain(typed), _plain(club.members_code))
    if not is_right:
        for throttle, key in _counts_for(request):
            throttle.count(key, now)
    return is_right


def remember_member(response: HttpResponse, club: Club) -> HttpResponse:
    value = _mark_of(club)
    response.set_cookie(COOKIE, value, max_age=KEPT, secure=settings.HTTPS, httponly=True, samesite="Lax")
    return response


def _mark_of(club: Club) -> str:
    return salted_hmac("tournament.club.members", f"{club.uid} {_plain(club.members_code)}").hexdigest()


def _plain(code: str) -> str:
    return "".join(code.split()).casefold()


def _counts_for(request: HttpRequest) -> list[tuple[Throttle, str]]:
    if asks_at_this_computer(request):
        return []
    visitor = visitor_at(request.META["REMOTE_ADDR"])
    of_address = WRONG_OF_FAMILIAR if visitor.standing is Standing.FAMILIAR else WRONG_OF_STRANGERS
    return [(of_address, visitor.source), (WRONG_OF_ALL, "")]
