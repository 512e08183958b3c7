"""How much the web site would show, counted without making it."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from tournament.club.queries import names_shown_to
from tournament.models import Audience, Club, Event, League, Season, Stage


@dataclass(frozen=True)
class SiteCount:
    """How much the site shows; `hidden` is how many people it does not name."""

    evenings: int
    waiting: int
    seasons: int
    leagues: int
    people: int
    hidden: int


def count_shown(club: Club) -> SiteCount:
    """Counts what the site would show; the standings of `waiting` evenings are not shown yet. Six queries."""
    names = names_shown_to(Audience.PUBLIC, club)
    evenings = Event.objects.filter(club=club).filter(
        Exists(Stage.objects.filter(event=OuterRef("pk"), released_at__isnull=False))
    )
    shown = evenings.filter(standings_shown=True).count()
    return SiteCount(
        evenings=shown,
        waiting=evenings.count() - shown,
        seasons=Season.objects.filter(club=club, shown=True).count(),
        leagues=League.objects.filter(club=club, shown=True).count(),
        people=len(names.names) - len(names.hidden),
        hidden=len(names.hidden),
    )
