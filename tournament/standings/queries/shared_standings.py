"""The standings as all pages ask for them: ranked, laid out and written once for each revision of their evening.

Services use `standings_of` instead, because they may have written already."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import get_language

from tournament.foundation.revision_cache import RevisionCache
from tournament.models import Event
from tournament.standings.queries.counted_matches import Counting
from tournament.standings.queries.places import Standings
from tournament.standings.queries.standings import Ranked, rank_evening
from tournament.standings.queries.standings_page import StandingsPage, standings_page


@dataclass(frozen=True, eq=False)
class SharedStandings:
    """One table of an evening in one revision. `written` is what views have written of it, each under a key of its
    own; `places` are those that somebody would have after a win (`place_if_won`), as long as nothing that ranks
    changes."""

    ranked: Ranked
    page: StandingsPage
    written: dict[Hashable, Any] = field(default_factory=dict)
    places: dict[Hashable, str] = field(default_factory=dict)


# A table of a hundred entries is about a megabyte. A club has one or two evenings on, each with a handful of tables.
SHARED: RevisionCache[SharedStandings] = RevisionCache(most=24)


def share_standings(
    event: Event, *, hours: int | None = None, agreed_only: bool = False, counting: Counting = "entered"
) -> SharedStandings:
    """Returns what `standings_of` ranks, with its page. After a write only what it changed is made again."""
    what = (event.pk, hours, agreed_only, counting, get_language())

    def make() -> SharedStandings:
        before = SHARED.latest(what)
        earlier = None if before is None else before.ranked
        ranked = rank_evening(event, hours=hours, agreed_only=agreed_only, counting=counting, before=earlier)
        if before is not None and before.ranked is ranked:
            return SharedStandings(ranked, before.page, places=before.places)
        page = standings_page(ranked.standings, before=None if before is None else before.page)
        return SharedStandings(ranked, page)

    return SHARED.get_or_make(what, event.revision, make)


def shared_standings(event: Event, *, hours: int | None = None, counting: Counting = "entered") -> Standings:
    return share_standings(event, hours=hours, counting=counting).ranked.standings
