"""On which days the rounds of a cup are played: an interval apart, if wished only in weeks in which its league does not
play. Nothing is written here."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.leagues.fixture_faults import DAYS_OFF
from tournament.leagues.fixture_search import find_night
from tournament.leagues.queries.seasons import season_of
from tournament.leagues.services.fixtures import EvenDates, days_of_rounds
from tournament.models import BlockedDays, League, LeagueResult, LeagueTeam
from tournament.movements.bracket import rounds_to_final_of

WEEK = timedelta(days=7)


@dataclass(frozen=True)
class CupRound:
    """When a round is played, the day on which it would have been, and why it is not."""

    day: date
    planned: date
    reasons: tuple[str, ...] = ()

    def __str__(self) -> str:
        days = {"day": date_format(self.day, "D j M Y"), "planned": date_format(self.planned, "D j M Y")}
        return _("%(day)s, not %(planned)s: %(reasons)s") % {**days, "reasons": "; ".join(self.reasons)}


@dataclass(frozen=True)
class SeasonDays:
    """The days on which a league's divisions and cups play, and those that are blocked for everybody in one of them."""

    played: tuple[date, ...]
    blocked: tuple[BlockedDays, ...]

    @property
    def busy(self) -> list[BlockedDays]:
        """Returns the weeks from Monday on in which something is played."""
        mondays = sorted({day - timedelta(days=day.weekday()) for day in self.played})
        reason = _("the league plays")
        return [BlockedDays(first=first, last=first + timedelta(days=6), reason=reason) for first in mondays]


def days_of_season(league: League) -> SeasonDays:
    """Returns the days of the season of a league or a cup. Four queries."""
    divisions, cups = season_of(league)
    results = LeagueResult.objects.filter(league__in=[*divisions, *cups], superseded_at=None)
    dated = results.filter(day__isnull=False, other__isnull=False).values_list("day", flat=True)
    played = {day for day in dated if day} | {date.fromisoformat(day) for cup in cups for day in cup.round_days if day}
    blocked = BlockedDays.objects.filter(league__in=[league, *divisions], team=None)
    return SeasonDays(tuple(sorted(played)), tuple(blocked))


def plan_cup(
    season: SeasonDays, teams: Sequence[LeagueTeam], dates: EvenDates, *, is_beside_league: bool
) -> list[CupRound]:
    """Returns the rounds of a cup of these teams; one on a day off, or if the cup is played beside the league in a week
    in which that plays, is a week later, and the rounds after it are not, unless they would begin before all nights of
    that round are over: then as many days after it as was asked, and whole weeks later if those are whole weeks."""
    nights = {team.night for team in teams}
    off = [*season.blocked, *(season.busy if is_beside_league else ())]
    rounds = list[CupRound]()
    for number in range(rounds_to_final_of(len(teams))):
        first = dates.first + timedelta(days=number * dates.days_between)
        over = max((find_night(each.day, night) for each in rounds[-1:] for night in (None, *nights)), default=date.min)
        if first <= over:
            apart = 1 if dates.days_between % 7 else 7
            first += timedelta(days=apart * ((over - first).days // apart + 1))
            first = max(first, rounds[-1].day + timedelta(days=dates.days_between))
        [day] = days_of_rounds(EvenDates(first, 7), 1, teams, off)
        weeks = [first + number * WEEK for number in range((day - first) // WEEK)]
        skipped = [find_night(week, night) for week in weeks for night in {None, *nights}]
        reasons = [each.reason for each in off if any(each.has_day(day) for day in skipped)]
        reasons += [str(name) for at, name in DAYS_OFF.items() if any((day.month, day.day) == at for day in skipped)]
        rounds.append(CupRound(day, first, tuple(dict.fromkeys(reasons))))
    return rounds


def propose_first_day(
    season: SeasonDays, teams: Sequence[LeagueTeam], *, is_after_league: bool, today: date
) -> date | None:
    """Returns the first day in a week without matches, not in today's: in the season or, `is_after_league`, after it;
    a Monday where teams have nights of their own, otherwise the league's usual day. None without dates in the
    league."""
    if not season.played or len(teams) < 2:
        return None
    start = max(today, season.played[-1] if is_after_league else season.played[0])
    has_nights = any(team.night is not None for team in teams)
    usual = Counter(day.weekday() for day in season.played).most_common(1)[0][0]
    monday = start - timedelta(days=start.weekday()) + WEEK
    first = EvenDates(find_night(monday, None if has_nights else usual), 7)
    return plan_cup(season, teams, first, is_beside_league=True)[0].day
