"""Seasons over real evenings: a rule that somebody else can count by, corrections that flow through, and the pages."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.markup import markup
from tests.performance.ten_years import SMALL, MadeClub, make_club_of_years
from tournament.club.queries import names_shown_to
from tournament.event.services.events import lock_event, reopen_event
from tournament.foundation.revision_cache import RevisionCache
from tournament.foundation.writing import tell_followers
from tournament.management.commands import evening
from tournament.models import (
    SHOWN_CLUB,
    Account,
    Audience,
    Club,
    EveningResult,
    Event,
    LogEntry,
    Match,
    Player,
    Season,
    Series,
    Side,
)
from tournament.results.services.decisions import make_ruling
from tournament.seasons.queries.preview import preview_of
from tournament.seasons.queries.results import lines_of, result_of
from tournament.seasons.queries.seasons import evenings_of, table_of
from tournament.seasons.queries.series_page import name_line, rows_of, say_figure
from tournament.seasons.rule import SeriesRule
from tournament.seasons.series import points_of_place
from tournament.seasons.services import results
from tournament.seasons.services.results import refresh_results
from tournament.seasons.services.seasons import (
    change_rating_rules,
    change_season,
    open_season,
    save_series,
    show_season,
)
from tournament.standings.queries.standings import standings_of

NOW = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
BY = {"by": None, "now": NOW}
YEAR = {"name": "2016", "first_day": date(2016, 1, 1), "last_day": date(2016, 12, 31)}


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[MadeClub]:
    """A club with four evenings, of four kinds, and a season of them all; made once."""
    with django_db_blocker.unblock(), transaction.atomic():
        found = make_club_of_years(SMALL)
        open_season(found.club, YEAR, **BY)
        refresh_results(found.club, now=NOW)
        yield found
        transaction.set_rollback(True)


@pytest.fixture
def season(made: MadeClub, db: None) -> Season:
    return Season.objects.get()


def client_of(role: str) -> Client:
    client = Client()
    client.force_login(Account.objects.create_user(f"A {role}", club=Season.objects.get().club, role=role))
    return client


def with_rule(season: Season, rule: SeriesRule, ranks: str = "players") -> Series:
    return save_series(season, season.series.get(), {"name": "Points", "ranks": ranks, "rule": rule}, **BY)


def recount(rule: dict[str, Any]) -> list[tuple[int, Fraction]]:
    """What somebody else's script makes of the rule's document, from the sides of matches alone: for a rule that counts
    points without credits, the best of some evenings, and feats."""
    nights: dict[int, dict[int, list[Fraction]]] = {}
    sides = Side.objects.order_by("match__table__stage__event__date", "pk")
    told = sides.values_list(
        "match__table__stage__event", "players__entry__player", "points", "hang_jacks", "all_fours"
    )
    for event, person, points, hung, fours in told:
        night = nights.setdefault(person, {}).setdefault(event, [Fraction(0), Fraction(0)])
        night[0] += points
        night[1] += Fraction(rule["feats"]["hang_jack"]) * (hung or 0) + Fraction(rule["feats"]["all_fours"]) * fours
    totals = {person: sorted((sum(night) for night in of.values()), reverse=True) for person, of in nights.items()}
    enough = {person: of for person, of in totals.items() if len(of) >= rule["minimum"]}
    return sorted(
        ((who, sum(of[: rule["best"]], Fraction(0))) for who, of in enough.items()), key=lambda each: -each[1]
    )


def test_somebody_else_counts_the_same_from_the_document_of_the_rule(season: Season):
    feats = {"hang_jack": Fraction(1, 2), "all_fours": 2}
    series = with_rule(season, SeriesRule(sit_outs="nothing", best=2, minimum=3, feats=feats, tie_breaks=()))
    lines = [line for line in table_of(series, evenings_of(season)).lines if line.placing]
    assert [line.total for line in lines] == [total for _who, total in recount(series.rule)]
    assert {line.people[0]: line.total for line in lines} == dict(recount(series.rule))
    assert len(lines) > 5 and any(line.dropped for line in lines)


def test_a_correction_of_an_old_evening_flows_through_and_the_log_says_who_moved(season: Season):
    series = with_rule(season, SeriesRule(tie_breaks=()))
    before = table_of(series, evenings_of(season)).lines
    event = Event.objects.get(name="Trinidad pairs 2")
    reopen_event(event, reason="A slip was keyed the wrong way round", **BY)
    loser = before[-1].people[0]
    match = Match.objects.filter(table__stage__event=event, sides__players__entry__player=loser).first()
    assert match is not None
    points = [99 if side.players.filter(entry__player=loser).exists() else 0 for side in match.sides.all()]
    make_ruling(match, points=tuple(points), games=tuple(int(each > 0) for each in points), reason="So it was", **BY)
    refresh_results(season.club, now=NOW)
    assert table_of(series, evenings_of(season)).lines == before  # as it ended, until it ends again
    lock_event(Event.objects.get(pk=event.pk), **BY)
    shown = SHOWN_CLUB.set(Club.objects.create(name="Another").pk)
    assert refresh_results(season.club, now=NOW) == 1
    SHOWN_CLUB.reset(shown)
    after = table_of(series, evenings_of(season)).lines
    place = next(line.placing.shown for line in after if line.people == (loser,) and line.placing)
    logged = LogEntry.objects.get(action="move_places")
    assert logged.club == season.club  # though the server works for all clubs then, and shows another
    told = logged.after
    (own,) = [move for move in told["moved"] if move["people"] == [loser]]
    assert (own["to"], told["season"], told["evenings"]) == (place, "2016", ["Trinidad pairs 2, 12 Jan 2016"])
    page = client_of("secretary").get(reverse("club_log"))
    assert "A correction of Trinidad pairs 2, 12 Jan 2016 moved" in markup(page)


def test_another_name_makes_no_result_anew(season: Season):
    tell_followers(Event.objects.all().values_list("pk", flat=True))
    assert refresh_results(season.club, now=NOW) == 0
    stored = dict(EveningResult.objects.values_list("event", "revision"))
    assert stored == dict(Event.objects.values_list("pk", "revision"))


def test_two_people_who_become_one_have_one_line(season: Season):
    series = with_rule(season, SeriesRule())
    first, second = (
        Player.objects.filter(entries__event__name=name).exclude(entries__event__name=other)[0]
        for name, other in (("Kent evening 1", "Trinidad pairs 2"), ("Trinidad pairs 2", "Kent evening 1"))
    )
    second.entries.exclude(event__in=first.entries.values("event")).update(player=first)
    tell_followers(Event.objects.all().values_list("pk", flat=True))
    refresh_results(season.club, now=NOW)
    (line,) = [each for each in table_of(series, evenings_of(season)).lines if each.people == (first.pk,)]
    assert len(line.nights) == first.entries.count()


def test_evenings_are_chosen_besides_the_dates(season: Season):
    events = list(Event.objects.order_by("date"))
    days = YEAR | {"last_day": events[1].date}
    change_season(season, days, {events[0].pk, events[3].pk}, **BY)
    season.refresh_from_db()
    assert season.choices == {str(events[1].uid): False, str(events[3].uid): True}
    assert [each.event for each in evenings_of(season)] == [events[0].pk, events[3].pk]


@pytest.mark.parametrize("counts", ["points", "place", "match_points", "percentage"])
def test_every_way_to_count_ranks_everybody_with_the_tie_breaks_of_an_evening(season: Season, counts: Any):
    tie_breaks = ("head_to_head", "games_won", "point_difference", "hang_jacks_for")
    series = with_rule(season, SeriesRule(counts, (3, 2, 1), tie_breaks=tie_breaks))
    lines = table_of(series, evenings_of(season)).lines
    totals = [line.total for line in lines]
    assert totals == sorted(totals, reverse=True)
    assert {line.people[0] for line in lines} == set(
        Player.objects.filter(entries__isnull=False).values_list("pk", flat=True)
    )


def test_pairs_are_ranked_over_evenings_of_pairs(season: Season):
    lines = table_of(with_rule(season, SeriesRule(), "pairs"), evenings_of(season)).lines
    event = Event.objects.get(name="Trinidad pairs 2")
    assert len(lines) == event.teams.count()
    assert all(len(line.people) == 2 for line in lines)


def test_a_team_named_for_a_hidden_player_is_called_by_its_players(season: Season):
    line = table_of(with_rule(season, SeriesRule(), "pairs"), evenings_of(season)).lines[0]
    first, second = (Player.objects.get(pk=person) for person in line.people)
    telling, own = replace(line, team=f"{first.name} & Co"), replace(line, team="The Chalkers")
    told = {}
    for to in (Audience.PUBLIC, None):
        names = names_shown_to(to, season.club)
        told[to] = [name_line(team, Series.Ranks.TEAMS, names) for team in (telling, own)]
    hidden = tuple((None, f"Player {person.pk}") for person in (first, second))
    chalkers = ((None, "The Chalkers"),)
    assert told == {Audience.PUBLIC: [hidden, chalkers], None: [((None, f"{first.name} & Co"),), chalkers]}


def test_names_in_tables_of_the_year_lead_to_pages_that_their_reader_may_open(season: Season):
    show_season(season, shown=True, **BY)
    change_rating_rules(season.club, {"is_on": True, "shown": True, "fewest_matches": 1}, **BY)
    Club.objects.update(shows_people_to="public")
    scorer = client_of("scorer")
    addresses = [reverse("season", args=[season.pk]), reverse("ratings"), reverse("club_records")]
    people = [set(re.findall(r'href="/players/(\d+)/"', markup(scorer.get(address)))) for address in addresses]
    assert min(map(len, people)) > 1
    record_holder = Player.objects.get(pk=min(set.intersection(*people)))
    Player.objects.filter(pk=record_holder.pk).update(shown_to="public")
    profile = reverse("profile", args=[record_holder.pk])
    for address in addresses:
        page = markup(Client().get(address, {"find": record_holder.name}))
        assert f'<a href="{profile}">{record_holder.name}</a>' in page
        assert set(re.findall(r'href="(/players/\d+/)"', markup(Client().get(address)))) <= {profile}


def test_everybody_sees_a_season_once_it_is_shown_and_only_names_that_may_be_seen(season: Season):
    address = reverse("season", args=[season.pk])
    assert Client().get(address).status_code == 403
    show_season(season, shown=True, **BY)
    page = markup(Client().get(address))
    player = Player.objects.filter(entries__isnull=False)[0]
    name = player.name
    assert f"Player {player.pk}" in page and name not in page
    assert name in markup(client_of("scorer").get(address))
    for other in ("seasons", "club_records"):
        assert name not in markup(Client().get(reverse(other)))


def test_players_pages_of_an_evening_lead_to_the_seasons_that_are_shown_and_ask_the_database_as_often(season: Season):
    event = Event.objects.latest("date")
    pages = [*(reverse(name, args=[event.pk]) for name in ("seats", "standings", "clock_screen")), reverse("me")]
    asked = []
    for shown in (False, True):
        show_season(season, shown=shown, **BY)
        for address in pages:
            Client().get(address)
            with CaptureQueriesContext(connection) as queries:
                page = markup(Client().get(address))
            asked.append((address, len(queries)))
            assert f'<a href="{reverse("seasons")}">Seasons</a>' in page or not shown, address
            assert shown or "Seasons" not in page, address
    assert asked[4:] == asked[:4]


def test_a_table_is_sorted_downloaded_and_taken_by_quarter(season: Season):
    series = with_rule(season, SeriesRule(best=1))
    client, of_series = client_of("secretary"), [season.pk, series.pk]
    address = reverse("series", args=of_series)
    first = markup(client.get(f"{address}?sort=-evenings"))
    assert "Sorted by Evenings, highest first." in first and "Dropped:" in first
    lines = client.get(reverse("series_csv", args=of_series)).content.decode().splitlines()
    assert lines[0].startswith("\ufeffPlace,Name,Total,Evenings,Dropped evenings,2016-01-05 Kent evening 1,")
    assert len(lines) == 1 + len(table_of(series, evenings_of(season)).lines)
    assert client.get(f"{address}?quarter=2020-1").status_code == 404


def test_a_tie_break_is_explained_with_the_figure_that_decided(season: Season):
    series = with_rule(season, SeriesRule(best=1, tie_breaks=("best_evening", "attendance", "games_won")))
    show_season(season, shown=True, **BY)
    page = markup(Client().get(reverse("series", args=[season.pk, series.pk])))
    assert "<b>Best evening</b>: The highest score of a single evening." in page
    rows = rows_of(table_of(series, evenings_of(season)), names_shown_to(None, season.club))
    decided = {row.why for row in rows if row.line.placing.decided_by == "attendance"}
    assert decided and decided <= {f"Evenings played ({number})" for number in (1, 2, 3, 4)}
    assert all(f"Decided by: {why}" in page for why in decided)


def test_records_are_a_file_with_a_row_for_each_holder(season: Season):
    show_season(season, shown=True, **BY)
    lines = Client().get(reverse("records_csv"), {"year": "2016"}).content.decode("utf-8-sig").splitlines()
    assert lines[0] == "Record,Figure,Holder,Where"
    assert [line for line in lines if line.startswith("Fullest evening,16 players,,")]
    assert len(lines) > 6 and Client().get(reverse("records_csv"), {"year": "2015"}).status_code == 404


def test_people_take_the_published_place_of_the_pair_or_team_they_played_for(season: Season):
    seen = set()
    for night in evenings_of(season):
        event = Event.objects.get(pk=night.event)
        person_of = dict(event.entries.values_list("pk", "player"))
        lines = standings_of(event).lines
        shared = Counter(line.placing.rank for line in lines)
        published = {
            person_of[entry]: (line.placing.rank, shared[line.placing.rank]) for line in lines for entry in line.entries
        }
        players = lines_of([night])[night.event]["players"]
        assert {line.people[0]: (line.place, line.sharing) for line in players}.items() <= published.items()
        seen.add(event.enters)
    assert seen == {"players", "pairs"}


def test_a_stand_in_is_nobody_in_a_season(season: Season):
    event = Event.objects.filter(enters="pairs").first()
    partner, stand_in = event.teams.first().entries.order_by("pk")
    event.entries.filter(pk=stand_in.pk).update(is_stand_in=True)
    result = result_of(event)
    people = [person for lines in result.lines.values() for line in lines for person in line[0]]
    people += [person for match in result.played for side in match[3] for person in side[0]]
    assert (partner.player_id in people, stand_in.player_id in people) == (True, False)


def test_each_partner_gets_the_points_of_their_pairs_place_in_full(season: Season):
    rule = SeriesRule("place", (10, 8, 6, 5, 4, 3))
    (night,) = [each for each in evenings_of(season) if Event.objects.get(pk=each.event).enters == "pairs"][:1]
    lines = standings_of(Event.objects.get(pk=night.event)).lines
    nights = preview_of(season.series.get(), rule, [night], names_shown_to(None, season.club)).nights
    assert [night.place for night in nights] == [line.placing.shown for line in lines for _player in line.entries]
    shared = Counter(line.placing.rank for line in lines)
    points = [points_of_place(rule, line.placing.rank, shared[line.placing.rank]) for line in lines]
    assert [night.score for night in nights] == [say_figure("place", each) for each in points for _partner in (1, 2)]


def test_a_rule_is_looked_at_before_it_is_saved(season: Season):
    client, series = client_of("secretary"), season.series.get()
    address = reverse("series_change", args=[season.pk, series.pk])
    said = {"name": "Points", "ranks": "players", "counts": "place", "places": "10 7½ 5", "shared": "average"}
    said |= {"sit_outs": "as_evening", "best": "3", "tie_breaks": ["games_won"], "feat_hang_jack": "1/2"}
    page = markup(client.post(address, said | {"step": "preview"}))
    assert "From 4 evenings played." in page
    assert Series.objects.get().rule == {}
    assert client.post(address, said | {"step": "save"}).status_code == 302
    assert Series.objects.get().rule == {
        **{"counts": "place", "places": [10, "15/2", 5], "best": 3, "tie_breaks": ["games_won"]},
        **{"feats": {"hang_jack": "1/2"}, "win": 0, "draw": 0},
    }
    refused = client.post(address, said | {"places": "10 x", "step": "save"})
    assert (refused.status_code, "Enter numbers such as 3, 2.5 or 1/2." in markup(refused)) == (422, True)


def test_ties_are_a_list_that_is_added_to_moved_and_removed_from_without_script(season: Season):
    client, series = client_of("secretary"), season.series.get()
    address = reverse("series_change", args=[season.pk, series.pk])
    said = {"name": "Points", "ranks": "players", "counts": "points", "shared": "average", "sit_outs": "as_evening"}
    said |= {"tie_breaks": ["games_won", "attendance", "points_for"]}

    def listed(**pressed: str) -> list[str]:
        return client.post(address, said | pressed).context["form"]["tie_breaks"].value()

    assert listed(step="preview") == ["games_won", "attendance", "points_for"]
    assert listed(**{"tie_breaks-up": "points_for"}) == ["games_won", "points_for", "attendance"]
    assert listed(**{"tie_breaks-up": "games_won"}) == ["games_won", "attendance", "points_for"]
    assert listed(**{"tie_breaks-remove": "attendance"}) == ["games_won", "points_for"]
    added = {"tie_breaks-next": "all_fours", "tie_breaks-add": "1"}
    assert listed(**added) == ["games_won", "attendance", "points_for", "all_fours"]
    assert Series.objects.get().rule == {}


def test_each_page_asks_the_database_a_known_number_of_times(season: Season):
    show_season(season, shown=True, **BY)
    change_rating_rules(season.club, {"is_on": True, "shown": True, "fewest_matches": 1}, **BY)
    EveningResult.objects.all().delete()
    refresh_results(season.club, now=NOW)
    of_series = [season.pk, season.series.get().pk]
    asked = {}
    for name, args in (("seasons", []), ("series", of_series), ("club_records", []), ("ratings", [])):
        RevisionCache.forget_all()
        for reader in ("first", "next"):
            with CaptureQueriesContext(connection) as queries:
                Client().get(reverse(name, args=args))
            asked[name, reader] = len(queries)
    assert asked == {
        **{("seasons", "first"): 6, ("seasons", "next"): 6},
        **{("series", "first"): 6, ("series", "next"): 5},
        **{("club_records", "first"): 6, ("club_records", "next"): 5},
        **{("ratings", "first"): 7, ("ratings", "next"): 6},
    }


def test_a_rating_is_hidden_until_enough_matches_were_played(season: Season):
    client, address = client_of("secretary"), reverse("ratings")
    assert "does not rate its people" in markup(client.get(address))
    assert client.post(reverse("rating_rules"), {"is_on": "on", "fewest_matches": "500"}).status_code == 302
    assert "Nobody has a rating to show." in markup(client.get(address))
    change_rating_rules(season.club, {"is_on": True, "fewest_matches": 2}, **BY)
    assert "±" in markup(client.get(address))
    assert Client().get(address).status_code == 403


def test_a_start_of_the_server_makes_results_that_are_missing_and_goes_on_without_one_that_it_cannot_make(
    season: Season, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    said = StringIO()
    start = evening.Command(stderr=said)
    EveningResult.objects.all().delete()
    monkeypatch.setattr(results, "AT_ONCE", 3)
    start.refresh_results()
    assert EveningResult.objects.count() == 4
    assert [line.rpartition(": ")[2] for line in said.getvalue().splitlines()] == ["3 of 4.", "4 of 4."]
    EveningResult.objects.all().delete()
    monkeypatch.delattr(results, "result_of")
    start.refresh_results()
    assert "The results of past evenings could not be made." in caplog.text
