"""The links at the head of every page: the most used in sight, the others in the menu, each for those who may open
it."""

from functools import lru_cache
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.models import Account, Event


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


def navigation_for(
    request: HttpRequest | None, event: Event | None, *, leagues_are_shown: bool, seasons_are_shown: bool
) -> Navigation:
    """Returns the links of a page. `event` is the evening that the page is about; without one the club's pages are in
    sight. An error page has no request, because looking up the user may be what fails."""
    if request is None:
        return Navigation("", [Link(_address_of("home"), _("Tonight"))], [])
    user = getattr(request, "user", None)
    account = user if isinstance(user, Account) else None
    if event is None:
        in_sight = _for_club(account, leagues_are_shown=leagues_are_shown, seasons_are_shown=seasons_are_shown)
        menu = _club_menu(account)
        known = {link.address for link in in_sight}
        return Navigation(request.path, in_sight, [link for link in menu if link.address not in known])
    in_sight, menu = _for_evening(account, event)
    is_a_draw = request.resolver_match is not None and request.resolver_match.url_name == "draw"
    at = _address_of("draw_now", event.pk) if is_a_draw else request.path
    return Navigation(at, in_sight, [*menu, *_club_menu(account)])


def _for_evening(account: Account | None, event: Event) -> tuple[list[Link], list[Link]]:
    def link(name: str, words: str) -> Link:
        return Link(_address_of(name, event.pk), words)

    scores, keeps, directs = _may(account)
    keyed = link("sheets", _("Sheets")) if event.kind.has_sheets else link("slips", _("Slips"))
    seats, standings = link("seats", _("Seats")), link("standings", _("Standings"))
    door = [link("door", _("Door"))] if keeps else []
    if directs:
        in_sight = [link("event", _("Tonight")), *door, link("draw_now", _("Draw")), link("results", _("Results"))]
        menu = [
            link("clock", _("Clock")),
            keyed,
            seats,
            link("paper", _("Paper")),
            Link(_address_of("screens"), _("Screens")),
        ]
        menu += [link("tables", _("Tables and codes")), link("settings_of_event", _("Settings")), link("log", _("Log"))]
        menu += [link("undo", _("Undo")), link("restore_points", _("Restore points"))]
        return [*in_sight, standings], menu
    in_sight = [Link(_address_of("home"), _("Tonight")), *door, *([keyed] if scores else []), seats, standings]
    menu = [link("clock_screen", _("Clock"))]
    return (in_sight, [*menu, link("paper", _("Paper"))]) if scores else ([*in_sight, *menu], [])


def _for_club(account: Account | None, *, leagues_are_shown: bool, seasons_are_shown: bool) -> list[Link]:
    _scores, keeps, _directs = _may(account)
    in_sight = [Link(_address_of("home"), _("Tonight"))]
    if keeps:
        in_sight.append(Link(_address_of("events"), _("Evenings")))
        in_sight.append(Link(_address_of("people"), _("People")))
    if account or seasons_are_shown:
        in_sight.append(Link(_address_of("seasons"), _("Seasons")))
    if not keeps and (account or leagues_are_shown):  # a phone has room for five links
        in_sight.append(Link(_address_of("leagues"), _("Leagues")))
    return in_sight


def _club_menu(account: Account | None) -> list[Link]:
    """Returns the club's pages, help last; empty for people who are not signed in."""
    if account is None:
        return []
    _scores, keeps, directs = _may(account)
    of_keepers = [("events", _("All evenings"))] if keeps else []
    of_keepers += [("people", _("People"))] if keeps else []
    of_keepers += [("seasons", _("Seasons")), ("leagues", _("Leagues"))]
    of_keepers += [("web_site", _("Web site")), ("club_log", _("Club log"))] if keeps else []
    of_keepers += [("club", _("The club"))] if keeps else []
    of_director = [("accounts", _("Accounts")), ("backups", _("Backups"))] if directs else []
    of_director += [("transfer", _("Export and import")), ("data_sharing", _("Data for others"))] if directs else []
    names = [*of_keepers, *of_director, ("guide", _("Help"))]
    first, *others = [Link(_address_of(name), words) for name, words in names]
    return [first._replace(starts_group=True), *others]


def _may(account: Account | None) -> tuple[bool, bool, bool]:
    """Returns whether they may key results, edit people and money, and run the evening."""
    return (
        (False, False, False) if account is None else (account.can_score, account.can_keep_people, account.is_director)
    )


@lru_cache(maxsize=1024)
def _address_of(name: str, *arguments: int) -> str:
    """Returns an address, cached because every page has thirty links: finding their addresses would take Django longer
    than reading the evening."""
    return reverse(name, args=arguments)
