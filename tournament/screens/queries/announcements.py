"""Sentences that walls add to their pages: who leads and who climbed most, when the next round starts, when hidden
standings may be shown, and the club's thanks."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.clock.queries.timetable import EveningTimes, timetable_of
from tournament.models import Event, of_shown_club
from tournament.screens.queries.screen_content import MOST_TIED, RowOnWall, StandingsOnWall
from tournament.standings.queries.prizes import PrizeShown, prizes_in, show_prize
from tournament.standings.queries.shared_standings import shared_standings

PODIUM = 3
FEW = 2
"""The most names in one sentence of a wall."""


def say_leader(standings: StandingsOnWall | None) -> str:
    """Says who is in the lead; "" while more than two are."""
    leaders = [row.name for row in standings.rows if row.leads] if standings else []
    if not 0 < len(leaders) <= FEW:
        return ""
    return _("In the lead: %(names)s") % {"names": "; ".join(leaders)}


def say_climber(standings: StandingsOnWall | None) -> str:
    """Says who went up most since the hour or round before; "" if nobody did, or more than two did."""
    rows: Sequence[RowOnWall] = standings.rows if standings else ()
    most = max((row.climbed for row in rows), default=0)
    climbers = [row for row in rows if row.climbed == most]
    if most < 1 or len(climbers) > FEW:
        return ""
    words = ngettext("Up most: %(names)s, %(n)s place", "Up most: %(names)s, %(n)s places", most)
    return words % {"names": "; ".join(row.name for row in climbers), "n": most}


def say_next_round(times: EveningTimes | None) -> str:
    """Says when the next round starts, as in "Round 5 at 20:40"; "" before the first round and after the last."""
    if times is None or not times.has_begun:
        return ""
    coming = next((row for row in times.to_come if row.line.kind == "round" and row.line.when == "to_come"), None)
    if coming is None:
        return ""
    words = _("%(round)s at about %(time)s") if times.plan.is_about else _("%(round)s at %(time)s")
    return words % {"round": coming.label, "time": f"{timezone.localtime(coming.line.starts):%H:%M}"}


def say_hidden(event: Event, now: datetime) -> str:
    """Says that the standings are hidden, when the next round starts, and when the last one ends."""
    times = timetable_of(event, now)
    ends, starts = (times.end_of_last_round if times else ""), say_next_round(times)
    sentences = _("The standings are hidden until the director shows them."), starts and f"{starts}.", ends
    return " ".join(filter(None, sentences))


@dataclass(frozen=True)
class Thanks:
    """The podium, the first first, without places that too many share, empty while the standings are hidden; and the
    day of the club's next evening."""

    podium: tuple[PrizeShown, ...]
    next_day: date | None


def thanks_on_wall(event: Event) -> Thanks:
    """Returns what the club says after the last round. As many queries as the standings, and one."""
    standings = shared_standings(event) if event.standings_shown else None
    prizes = prizes_in(standings, places=PODIUM, side_prizes=False) if standings and standings.lines else []
    coming = Event.objects.filter(of_shown_club(), date__gt=event.date).order_by("date")
    next_day = coming.values_list("date", flat=True).first()
    few = [step | {"figure": ""} for step in reversed(prizes) if len(step["names"]) <= MOST_TIED]
    return Thanks(tuple(show_prize(step) for step in few), next_day)
