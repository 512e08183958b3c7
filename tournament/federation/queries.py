"""Reads a federation, its clubs, and their leagues as readers from outside may see them."""

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from tournament.club.queries import names_shown_to
from tournament.club.visibility import NamesShown
from tournament.leagues.queries.page import LeaguePage, league_page
from tournament.models import Audience, Club, Event, Federation, FederationMember, League, read_by


class ReaderFromOutside:
    """Reads a club as everybody on the internet may, whoever they are in their own club."""

    def __init__(self, club: Club) -> None:
        self.shown = names_shown_to(Audience.PUBLIC, club)

    @property
    def mark(self) -> tuple[Hashable, Hashable]:
        return "outside", hash(frozenset(self.shown.names.items()))

    def names_in(self, event: Event | int) -> NamesShown:
        return self.shown

    def names_outside(self, club: Club) -> NamesShown:
        return self.shown


@dataclass(frozen=True)
class ClubInFederation:
    """`host` is where its own pages are."""

    club: Club
    host: str


def federation_of(club: Club | None) -> Federation | None:
    """Returns the federation that a club runs. One query."""
    return Federation.objects.filter(club=club).select_related("club").first() if club else None


def clubs_of(federation: Federation) -> list[ClubInFederation]:
    """Returns the club that runs it, then those that have accepted, by name. Two queries."""
    is_in = Q(memberships__federation=federation, memberships__accepted_at__isnull=False)
    clubs = Club.objects.filter(is_in).prefetch_related("hosts")
    in_order = sorted(clubs, key=lambda club: (club.pk != federation.club_id, club.name.casefold()))
    return [ClubInFederation(club, next((host.name for host in club.hosts.all()), "")) for club in in_order]


def memberships_of(club: Club) -> "QuerySet[FederationMember]":
    """Returns what this club may end: its own memberships and invitations, and those of the federation it runs."""
    is_own = Q(club=club, federation__club=club)
    members = FederationMember.objects.filter(Q(club=club) | Q(federation__club=club)).exclude(is_own)
    return members.select_related("club", "federation__club")


def leagues_from_outside(club: Club, *, shown_only: bool, today: date) -> list[LeaguePage]:
    """Returns the tables of a club's latest season, the first division first, with the names that it shows to
    everybody. Some queries a league."""
    seen = {"shown": True} if shown_only else {}
    leagues = list(League.objects.filter(club=club, **seen).select_related("club"))
    names = ReaderFromOutside(club)
    with read_by(names):
        pages = [league_page(each, today=today) for each in leagues if each.season == leagues[0].season]
        for each in pages:
            each.league.name = names.shown.redact(each.league.name)
    return pages[::-1]
