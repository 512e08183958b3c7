"""Whatever is done to evenings and people: what is kept of evenings is what would be made anew."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.kinds import mostly_slow
from tests.performance.ten_years import MadeClub
from tests.statistics.test_person import made  # noqa: F401 - a fixture
from tournament.event.services.bin import bin_event, empty_bin, unbin_event
from tournament.event.services.events import lock_event, reopen_event
from tournament.foundation.revision_cache import RevisionCache
from tournament.models import Club, EveningResult, Event, Match, Player, RatingRules, Season, Series
from tournament.people.services.forgetting import forget_person
from tournament.people.services.merging import merge_people, undo_merge
from tournament.results.services.decisions import call_off, make_ruling
from tournament.seasons.queries.club_records import all_ended_evenings, club_records, ratings_of
from tournament.seasons.queries.results import ARITHMETIC, PLAYED, hands_so_far
from tournament.seasons.queries.seasons import evenings_of, table_of
from tournament.seasons.result_worker import ResultWorker
from tournament.seasons.rule import SeriesRule
from tournament.seasons.services.results import refresh_results
from tournament.seasons.services.seasons import change_rating_rules, change_season, open_season, save_series
from tournament.statistics.queries.hands_page import statistics_of_season
from tournament.statistics.queries.person_page import profile_of

NOW = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
BY = {"by": None, "now": NOW}
YEAR = {"name": "2016", "first_day": datetime(2016, 1, 1).date(), "last_day": datetime(2016, 12, 31).date()}


def read_everything(club: Club) -> dict[str, Any]:
    refresh_results(club, now=NOW)
    evenings, season = all_ended_evenings(club), Season.objects.get()
    ratings = ratings_of(club, evenings)
    in_season = evenings_of(season)
    return {
        "evenings": [evening[:3] for evening in evenings],
        "records": [club_records(club, evenings, year) for year in (None, 2016)],
        "ratings": (ratings.latest, [(event, changed) for event, _history, changed in ratings.evenings]),
        "people": {pk: profile_of(club, pk, evenings) for pk in Player.objects.values_list("pk", flat=True)},
        "series": [table_of(series, in_season).lines for series in season.series.all()],
        "season": statistics_of_season(season.pk, in_season),
        "hands": [hands_so_far(event) for event in Event.objects.order_by("pk")],
    }


def correct(event: Event, *, minutes: int = 0, number: int = 0) -> None:
    """A match of it is ruled the other way round, and its evening locked again."""
    by = {"by": None, "now": NOW + timedelta(minutes=minutes)}
    reopen_event(event, reason="A slip was keyed the wrong way round", **by)
    match = Match.objects.filter(table__stage__event=event).order_by("pk")[number]
    many = match.sides.count()
    points, games = tuple(range(91, 91 + many)), tuple(int(side == 1) for side in range(many))
    make_ruling(match, points=points, games=games, reason="So it was", **by)
    lock_event(Event.objects.get(pk=event.pk), **by)


def call_off_a_match(event: Event) -> None:
    reopen_event(event, reason="It was never played", **BY)
    call_off(Match.objects.filter(table__stage__event=event).order_by("pk")[2], reason="It was never played", **BY)
    lock_event(Event.objects.get(pk=event.pk), **BY)


def delete_for_good(event: Event) -> None:
    bin_event(event, **BY)
    assert empty_bin(NOW + timedelta(days=400)) == [event]


def merge_two(club: Club) -> tuple[Player, Player]:
    kept = Player.objects.filter(entries__event__name="Kent evening 1").order_by("pk")[0]
    gone = Player.objects.create(club=club, name="Ada Ackehurst")
    entry = kept.entries.order_by("pk").last()
    assert entry is not None
    entry.player = gone
    entry.save()
    lock_again(entry.event)
    return kept, gone


def lock_again(event: Event) -> None:
    reopen_event(event, reason="Somebody else played", **BY)
    lock_event(Event.objects.get(pk=event.pk), **BY)


def replace_rule(season: Season) -> Series:
    rule = SeriesRule("place", (3, 2, 1), best=1, tie_breaks=("head_to_head",))
    return save_series(season, season.series.get(), {"name": "Points", "ranks": "players", "rule": rule}, **BY)


@pytest.fixture
def club(made: MadeClub, db: None) -> Club:  # noqa: F811
    open_season(made.club, YEAR, **BY)
    change_rating_rules(made.club, {"is_on": True, "shown": True, "fewest_matches": 1}, **BY)
    make_all_results(made.club)
    return made.club


def assert_nothing_stale(club: Club) -> dict[str, Any]:
    """What this process remembers, what is stored and what is made from nothing are the same."""
    kept = read_everything(club)
    forget_caches()
    assert read_everything(club) == kept
    forget_caches()
    EveningResult.objects.all().delete()
    assert read_everything(club) == kept
    return kept


def forget_caches() -> None:
    RevisionCache.forget_all()


def make_all_results(club: Club) -> None:
    EveningResult.objects.all().delete()
    assert refresh_results(club, now=NOW) == 4


def count_rated_again(club: Club) -> int:
    """Returns of how many evenings a process that remembers nothing has to read the matches for its ratings."""
    forget_caches()
    ratings_of(club, all_ended_evenings(club))
    return len(PLAYED)


CHANGES: dict[str, tuple[Callable[[Club], object], set[str]]] = {
    "a correction of the first evening": (
        lambda club: correct(Event.objects.get(name="Kent evening 1")),
        {"records", "ratings", "people", "series"},
    ),
    "a correction of the last evening": (
        lambda club: correct(Event.objects.order_by("date").last()),  # type: ignore[arg-type]
        {"records", "ratings", "people", "series"},
    ),
    "a match that was never played": (
        lambda club: call_off_a_match(Event.objects.get(name="Trinidad pairs 2")),
        {"records", "ratings", "people", "season", "hands"},
    ),
    "an evening in the bin": (
        lambda club: bin_event(Event.objects.get(name="Trinidad pairs 2"), **BY),
        {"evenings", "records", "ratings", "people", "series", "season", "hands"},
    ),
    "an evening deleted for good": (
        lambda club: delete_for_good(Event.objects.get(name="Trinidad pairs 2")),
        {"evenings", "records", "ratings", "people", "series", "season", "hands"},
    ),
    "another rule": (lambda club: replace_rule(Season.objects.get()), {"series"}),
    "other days of the season": (
        lambda club: change_season(Season.objects.get(), YEAR | {"name": "Year"}, set(), **BY),
        {"series", "season"},
    ),
    "somebody forgotten": (
        lambda club: forget_person(Player.objects.filter(entries__isnull=False).order_by("pk")[0], **BY),
        set(),
    ),
}


@pytest.mark.parametrize(
    "what", mostly_slow(CHANGES, quick=["a correction of the first evening", "an evening in the bin"])
)
def test_after_each_change_everything_is_as_if_made_anew(club: Club, what: str):
    before = read_everything(club)
    change, changed = CHANGES[what]
    change(club)
    after = assert_nothing_stale(club)
    assert {name for name in before if before[name] != after[name]} == changed


def test_people_who_become_one_and_two_again_have_what_is_theirs(club: Club):
    kept, gone = merge_two(club)
    apart = assert_nothing_stale(club)
    merge = merge_people(kept, gone, **BY)
    together = assert_nothing_stale(club)
    assert gone.pk in apart["people"] and gone.pk not in together["people"]
    assert together["people"][kept.pk].total.evenings == apart["people"][kept.pk].total.evenings + 1
    undo_merge(merge, **BY)
    assert assert_nothing_stale(club) == apart


def test_an_evening_comes_back_from_the_bin_as_it_was(club: Club):
    before, event = read_everything(club), Event.objects.get(name="Trinidad pairs 2")
    bin_event(event, **BY)
    read_everything(club)
    unbin_event(event, **BY)
    assert assert_nothing_stale(club) == before


def test_a_correction_after_a_restore_is_not_taken_for_one_before_it_that_had_the_same_number(club: Club):
    event = Event.objects.get(name="Trinidad pairs 2")
    before = read_everything(club)
    with transaction.atomic():
        correct(event)
        assert read_everything(club) != before
        transaction.set_rollback(True)
    assert read_everything(club) == before
    correct(event, minutes=5, number=3)
    assert_nothing_stale(club)


def test_ratings_are_made_again_from_the_first_evening_that_changed_and_then_stored(club: Club):
    assert count_rated_again(club) == 0
    event = Event.objects.get(name="Trinidad pairs 2")
    later = Event.objects.filter(date__gt=event.date).count()
    bin_event(event, **BY)
    refresh_results(club, now=NOW)
    assert (count_rated_again(club), later) == (2, 2)
    unbin_event(event, **BY)
    assert count_rated_again(club) == 0
    correct(event)
    refresh_results(club, now=NOW)
    assert count_rated_again(club) == 0
    assert_nothing_stale(club)


def test_ratings_are_stored_while_the_club_rates_and_an_evening_that_was_not_rated_is_noticed(club: Club):
    RatingRules.objects.update(is_on=False)
    make_all_results(club)
    assert set(EveningResult.objects.values_list("rated_history", flat=True)) == {""}
    RatingRules.objects.update(is_on=True)
    assert refresh_results(club, now=NOW) == 0
    assert count_rated_again(club) == 4
    correct(Event.objects.order_by("date")[3])
    assert refresh_results(club, now=NOW) == 1
    assert count_rated_again(club) == 0
    RatingRules.objects.update(is_on=False)
    correct(Event.objects.order_by("date")[1], minutes=5)
    assert refresh_results(club, now=NOW) == 1
    assert count_rated_again(club) == 3
    RatingRules.objects.update(is_on=True)
    assert_nothing_stale(club)


def test_only_the_ratings_of_evenings_that_changed_are_written_again(club: Club):
    correct(Event.objects.order_by("date")[2])
    with CaptureQueriesContext(connection) as queries:
        refresh_results(club, now=NOW)
    assert sum('SET "rated_history"' in query["sql"] for query in queries) == 2


def test_a_result_that_an_earlier_version_wrote_is_made_again_also_while_its_evening_is_unlocked(club: Club):
    before, event = read_everything(club), Event.objects.get(name="Trinidad pairs 2")
    reopen_event(event, reason="A slip was keyed the wrong way round", **BY)
    EveningResult.objects.update(arithmetic=ARITHMETIC - 1, mark="", club_records=[], ratings=[], rated_history="")
    forget_caches()
    assert refresh_results(club, now=NOW) == 4
    assert refresh_results(club, now=NOW) == 0
    assert read_everything(club) == before


def test_the_server_makes_results_and_ratings_before_anybody_asks(club: Club):
    worker = ResultWorker()
    with CaptureQueriesContext(connection) as queries:
        assert (worker.make_due(), len(queries)) == (0, 1)
    correct(Event.objects.get(name="Trinidad pairs 2"))
    assert worker.make_due() == 1
    assert refresh_results(club, now=NOW) == 0
    worker.begin()
    worker.stop()
