"""Results of earlier weeks that came in too late for the message of their week: reported late, corrected or awarded.

The weeks before the last one count as *told* when the message of the latest of them was sent. If nobody said so, that
is two days after their last match or the first result of that week, whichever was later, and at the latest when the
first result of the last week came in.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from tournament.leagues.queries.form import WEEK, Weeks, weeks_of
from tournament.leagues.queries.results import ResultRow
from tournament.models import PLAY_AGAIN, League, SentWeek

TOLD_AFTER = timedelta(days=2)
NEVER = datetime.max.replace(tzinfo=UTC)
Meeting = tuple[int, frozenset[int]]
"""A round and two teams."""


class WeekKey(NamedTuple):
    """A week by its last day and its latest round; without dates a week is a round, and `day` is None."""

    day: date | None
    round: int


class LateResult(NamedTuple):
    """`is_corrected` if another result of the match was told before."""

    match: ResultRow
    is_corrected: bool


class Told(NamedTuple):
    """A version of a match as it was told: the bullseyes of each team, and what was ruled."""

    games: frozenset[tuple[int, int | None]]
    outcome: str
    awarded: int | None

    @property
    def has_ended(self) -> bool:
        return self.outcome not in ("", PLAY_AGAIN) or any(games is not None for _team, games in self.games)


def key_of(matches: Sequence[ResultRow], days: Mapping[int, date]) -> WeekKey:
    """Returns the key of the week of some matches, with the `days` of matches by id."""
    day = max((days[each.pk] for each in matches), default=None) if days else None
    return WeekKey(day, max(each.round for each in matches))


def last_week_of(matches: Sequence[ResultRow]) -> WeekKey | None:
    """Returns the last week with results, if there is any."""
    weeks = weeks_of(matches)
    return key_of(weeks.last, weeks.days) if weeks.last else None


def late_results_of(league: League, matches: Sequence[ResultRow]) -> list[LateResult]:
    """Returns those that came in since the earlier weeks were told, by round. Three queries, or none if there is only
    one week with results."""
    weeks = weeks_of(matches)
    if not weeks.last or not weeks.earlier:
        return []
    came = dict(league.results.filter(superseded_at=None).values_list("pk", "imported_at"))
    told_at = _sent_at(league, weeks, came) or _told_at(weeks, came)
    late = [each for each in weeks.earlier if came[each.pk] > told_at]
    told = _versions_at(league, told_at) if late else {}
    found = []
    for each in late:
        assert each.other is not None
        sides = ((each.team.pk, each.games), (each.other.pk, each.other_games))
        former = told.get((each.round, frozenset(team for team, _games in sides)), [])
        if Told(frozenset(sides), each.outcome, each.awarded_id) not in former:
            found.append(LateResult(each, is_corrected=any(version.has_ended for version in former)))
    return found


def _sent_at(league: League, weeks: Weeks, came: Mapping[int, datetime]) -> datetime | None:
    """Returns when the message of the latest of the earlier weeks was sent, if somebody said so. One that was sent
    before the last match of that week counts if it had a result of it."""
    newest, last = key_of(weeks.earlier, weeks.days), key_of(weeks.last, weeks.days)
    sent = SentWeek.objects.filter(league=league, superseded_at=None)
    if newest.day is None or last.day is None:
        sent = sent.filter(day=None, round__gte=newest.round, round__lt=last.round)
    else:
        is_of_week = Q(day__gte=newest.day) | Q(sent_at__gte=_first_of_newest(weeks, newest.day, came))
        sent = sent.filter(is_of_week, day__lt=last.day)
    return sent.order_by("sent_at").values_list("sent_at", flat=True).last()


def _first_of_newest(weeks: Weeks, day: date, came: Mapping[int, datetime]) -> datetime:
    """Returns when the first result of the week up to this day came in."""
    return min(came[each.pk] for each in weeks.earlier if weeks.days[each.pk] > day - WEEK)


def _told_at(weeks: Weeks, came: Mapping[int, datetime]) -> datetime:
    begun = min((came[each.pk] for each in weeks.last if each.games is not None), default=NEVER)
    if not weeks.days:
        return begun
    last_day = max(weeks.days[each.pk] for each in weeks.earlier)
    over = timezone.make_aware(datetime.combine(last_day + timedelta(days=1), time()))
    first = _first_of_newest(weeks, last_day, came)
    return min(max(over, first) + TOLD_AFTER, max(over, begun))


def _versions_at(league: League, moment: datetime) -> dict[Meeting, list[Told]]:
    """Returns the versions that counted then and were replaced since."""
    replaced = league.results.filter(imported_at__lte=moment, superseded_at__gt=moment, other__isnull=False)
    names = ("round", "team_id", "games", "other_id", "other_games", "outcome", "awarded_id")
    versions = defaultdict[Meeting, list[Told]](list)
    for number, team, games, other, other_games, outcome, awarded in replaced.values_list(*names):
        sides = frozenset(((team, games), (other, other_games)))
        versions[number, frozenset((team, other))].append(Told(sides, outcome, awarded))
    return versions
