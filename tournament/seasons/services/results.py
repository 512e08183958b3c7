"""Stores the results of evenings, and logs whom a correction of an old evening has moved."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from threading import Lock

from django.utils.formats import date_format

from tournament.foundation.writing import log, write_transaction
from tournament.models import Club, EveningResult, Event, Season, Series
from tournament.seasons.log_actions import MOVE_PLACES
from tournament.seasons.queries.club_records import all_ended_evenings, rating_rules_of, ratings_of
from tournament.seasons.queries.results import marks_of, result_of, stale_events
from tournament.seasons.queries.seasons import evenings_of, table_of
from tournament.seasons.ratings import write_ratings

AT_ONCE = 25
FIELDS = ("revision", "arithmetic", "mark", "lines", "records", "played", "hands", "club_records")
REFRESHING = Lock()
"""A second caller waits for the results that the first is computing, rather than computing them too."""
MOST_TOLD = 20
"""One log entry names up to this many people."""
Places = Mapping[tuple[tuple[int, ...], str], str]
"""Place by the people and the team of a line."""


def refresh_results(
    club: Club | None, *, now: datetime, tell: Callable[[int, int], object] = lambda done, all_of_them: None
) -> int:
    """Computes the result of every evening that is over and has none, or was corrected since; returns how many. If the
    club rates its people, also stores the ratings that this changes. One query if there is nothing to do. Callers are
    those about to read results, and the background (`seasons.result_worker`), so nothing below has to know of seasons.
    Never call it within a write. `tell` gets the number done and the number of all."""
    if club is None or not stale_events(club.pk):
        return 0
    with REFRESHING:
        return _refresh(club, stale_events(club.pk), now=now, tell=tell)


def _refresh(club: Club, stale: Sequence[Event], *, now: datetime, tell: Callable[[int, int], object]) -> int:
    marks = marks_of(stale)
    known = dict(EveningResult.objects.filter(event__in=marks).values_list("event", "mark"))
    with write_transaction():
        for event in stale:
            if known.get(event.pk) == marks[event.pk]:
                EveningResult.objects.filter(event=event).update(revision=event.revision)
    changed = [event for event in stale if known.get(event.pk) != marks[event.pk]]
    for start in range(0, len(changed), AT_ONCE):
        results = [result_of(event) for event in changed[start : start + AT_ONCE]]
        for result in results:
            result.mark = marks[result.event_id]
        _store(club, results, now=now)
        if len(changed) > AT_ONCE:
            tell(start + len(results), len(changed))
    if changed and rating_rules_of(club).is_on:
        _store_ratings(club)
    return len(changed)


def _store(club: Club, results: Sequence[EveningResult], *, now: datetime) -> None:
    """Stores the results, also for a revision that has passed meanwhile: such a result is stale and will be made
    again."""
    with write_transaction():
        stored = EveningResult.objects.filter(event__in=[result.event_id for result in results])
        known = dict(stored.values_list("event", "lines"))
        corrected = [result.event for result in results if known.get(result.event_id, result.lines) != result.lines]
        before = _places_in(club, corrected)
        for result in results:
            values = {name: getattr(result, name) for name in FIELDS}
            EveningResult.objects.update_or_create(event_id=result.event_id, defaults=values)
        if corrected:
            _tell_moves(before, _places_in(club, corrected), corrected, now=now)


def _store_ratings(club: Club) -> None:
    """Stores the ratings that each evening changed, unless they are stored already. If another evening is corrected
    meanwhile, nobody reads them, because their history is no longer the club's."""
    rated = ratings_of(club, all_ended_evenings(club)).evenings
    with write_transaction():
        stored = set(EveningResult.objects.filter(event__club=club).values_list("event", "rated_history"))
        for event, history, ratings in rated:
            if (event, history) not in stored:
                values = {"rated_history": history, "ratings": write_ratings(ratings)}
                EveningResult.objects.filter(event=event).update(**values)


def _places_in(club: Club, corrected: Sequence[Event]) -> dict[tuple[Season, Series], Places]:
    """Returns the places shown in every series that has one of these evenings."""
    wanted = {event.pk for event in corrected}
    places: dict[tuple[Season, Series], Places] = {}
    for season in Season.objects.filter(club=club).prefetch_related("series") if corrected else ():
        evenings = evenings_of(season)
        if wanted.isdisjoint(evening.event for evening in evenings):
            continue
        for series in season.series.all():
            lines = table_of(series, evenings).lines
            places[season, series] = {
                (line.people, line.team): line.placing.shown for line in lines if line.placing is not None
            }
    return places


def _tell_moves(
    before: Mapping[tuple[Season, Series], Places],
    after: Mapping[tuple[Season, Series], Places],
    corrected: Sequence[Event],
    *,
    now: datetime,
) -> None:
    """Logs who moved, by ids of people, so that a name forgotten later is gone here too."""
    for (season, series), places in after.items():
        was = before.get((season, series), {})
        moved = [
            {"people": list(people), "team": team, "from": was[people, team], "to": place}
            for (people, team), place in places.items()
            if (people, team) in was and was[people, team] != place
        ]
        if moved:
            logged = {
                "season": season.name,
                "series": series.name,
                "evenings": [f"{event.name}, {date_format(event.date, 'j M Y')}" for event in corrected],
                "moved": moved[:MOST_TOLD],
                "others": len(moved[MOST_TOLD:]),
            }
            log(MOVE_PLACES, by=None, now=now, club=season.club_id, after=logged)
