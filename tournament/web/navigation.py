"""The links at the head of every page: the most used in sight, the others in the menu, each for those who may open
it."""

from functools import lru_cache
from typing import NamedTuple

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.models import Account, Event, Season


class Link(NamedTuple):
    """A link; `starts_group` separates it from those before it in the menu."""

    address: str
    words: str
    starts_group: bool = False


class Navigation(NamedTuple):
    """The links of a page; `at` is the address among them that the page belongs to."""

    at: str
    in_sight: list[Link]
    menu: list[Link]


def club_shows_seasons() -> Exists:
    """Returns what evenings are annotated with as `club_shows_seasons`: read together with the evening, it costs its
    pages no query of their own."""
    return Exists(Season.objects.filter(club=OuterRef("club"), shown=True))


def navigation_for(
    request: HttpRequest | None, event: Event | None, *, leagues_are_shown: bool, seasons_are_shown: bool
) -> Navigation:
    """Returns the links of a page. `event` is the evening that the page is about; without one the club's pages are in
    sight. An error page has no request, because looking up the user may be what fails."""
    if request is None:
        return Navigation("", [Link(address_of("home"), _("Tonight"))], [])
    user = getattr(request, "user", None)
    account = user if isinstance(user, Account) else None
    if event is None:
        in_sight = _for_club(account, leagues_are_shown=leagues_are_shown, seasons_are_shown=seasons_are_shown)
        menu = _club_menu(account)
        known = {link.address for link in in_sight}
        return Navigation(request.path, in_sight, [link for link in menu if link.address not in known])
    in_sight, menu = _for_evening(account, event, seasons_are_shown=seasons_are_shown)
    is_a_draw = request.resolver_match is not None and request.resolver_match.url_name == "draw"
    at = address_of("draw_now", event.pk) if is_a_draw else request.path
    return Navigation(at, in_sight, [*menu, *_club_menu(account)])


def _for_evening(account: Account | None, event: Event, *, seasons_are_shown: bool) -> tuple[list[Link], list[Link]]:
    def link(name: str, words: str) -> Link:
        return Link(address_of(name, event.pk), words)

    scores, keeps = account is not None and account.can_score, account is not None and account.can_keep_people
    tonight, screens = Link(address_of("home"), _("Tonight")), Link(address_of("screens"), _("Screens"))
    door = [link("door", _("Door"))] if keeps else []
    keyed = link("sheets", _("Sheets")) if event.kind.has_sheets else link("slips", _("Slips"))
    seats, standings, paper = link("seats", _("Seats")), link("standings", _("Standings")), link("paper", _("Paper"))
    if account is not None and account.is_director:
        in_sight = [link("event", _("Tonight")), *door, link("draw_now", _("Draw")), link("results", _("Results"))]
        menu = [link("clock", _("Clock")), keyed, seats, paper, screens, link("raffle", _("Raffle"))]
        menu += [link("tables", _("Tables and codes"))]
        menu += [link("settings_of_event", _("Settings")), link("log", _("Log")), link("undo", _("Undo"))]
        return [*in_sight, standings], [*menu, link("restore_points", _("Restore points"))]
    clock = link("clock_screen", _("Clock"))
    if scores:
        return [tonight, *door, keyed, seats, standings], [clock, paper]
    seasons = [Link(address_of(name), words) for name, words in (("seasons", _("Seasons")), ("guide", _("Help")))]
    return [tonight, *door, seats, standings, clock], seasons if account is None and seasons_are_shown else []


def _for_club(account: Account | None, *, leagues_are_shown: bool, seasons_are_shown: bool) -> list[Link]:
    keeps = account is not None and account.can_keep_people
    links = [("home", _("Tonight"))]
    links += [("events", _("Evenings")), ("people", _("People"))] if keeps else []
    links += [("seasons", _("Seasons"))] if account or seasons_are_shown else []
    if not keeps and (account or leagues_are_shown):  # a phone has room for five links
        links.append(("leagues", _("Leagues")))
    return [Link(address_of(name), words) for name, words in links]


def _club_menu(account: Account | None) -> list[Link]:
    """Returns the club's pages, help last; empty for people who are not signed in."""
    if account is None:
        return []
    keeps = account.can_keep_people
    links = [("events", _("All evenings")), ("people", _("People"))] if keeps else []
    links += [("seasons", _("Seasons")), ("leagues", _("Leagues"))]
    links += [("web_site", _("Web site")), ("club_log", _("Club log")), ("club", _("The club"))] if keeps else []
    if account.is_director:
        links += [("accounts", _("Accounts"))]
        links += [] if settings.SEVERAL_CLUBS else [("backups", _("Backups"))]
        links += [("transfer", _("Export and import")), ("data_sharing", _("Data for others"))]
    links.append(("guide", _("Help")))
    first, *others = [Link(address_of(name), words) for name, words in links]
    return [first._replace(starts_group=True), *others]


@lru_cache(maxsize=8192)
def address_of(name: str, *arguments: int | str) -> str:
    """Returns an address, cached because every page has thirty links and a long list one or two in each row: finding
    their addresses would take Django longer than reading the evening."""
    return reverse(name, args=arguments)
