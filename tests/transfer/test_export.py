"""Exports: the same on every computer, with nothing in them that is a number of this database."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command

from scoring import score_record
from tests.evenings import SEVEN, Evening
from tests.kinds import mostly_slow
from tests.round_evenings import Rounds
from tests.transfer.playing import KINDS, Play, empty_database
from tournament.club.services import make_account
from tournament.desk.queries.log_pages import LogFilter, export_log
from tournament.foundation.model_rows import fields_of
from tournament.leagues.reported import Figures
from tournament.leagues.services.cups import draw_cup
from tournament.leagues.services.derbies import add_derby
from tournament.leagues.services.fixtures import block_days
from tournament.leagues.services.reports import report_result
from tournament.leagues.services.rulings import rule_match, withdraw_team
from tournament.leagues.services.teams import set_squad
from tournament.models import (
    Account,
    Club,
    ClubRules,
    DerbyTeam,
    Emblem,
    Event,
    League,
    LeagueResult,
    LeagueTeam,
    LogEntry,
    MembershipFee,
    Player,
    RatingRules,
    RestorePoint,
    Screen,
    Season,
    Series,
    TableCode,
)
from tournament.standings.queries.standings import standings_of
from tournament.transfer.document import pack_document, read_document, write_document
from tournament.transfer.queries.preview import preview_import
from tournament.transfer.queries.reading import read_export
from tournament.transfer.references import SWAPS, ToKeys, ToNumbers, swap_logged
from tournament.transfer.rows import LEFT_OUT, NOT_EXPORTED, exported_fields, exported_models
from tournament.transfer.services.exporting import export_club, export_evening
from tournament.transfer.services.importing import Answers, import_export

EVENINGS = mostly_slow(KINDS.items(), quick=[("everything", KINDS["everything"])])
RANDOM = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def written(event: Event) -> bytes:
    return write_document(export_evening(Event.objects.get(pk=event.pk))).encode()


def bring_in(content: bytes, **answers: Any) -> Event | None:
    imported = import_export(read_export(content), Answers(**answers), by=None, now=SEVEN)
    return imported.evenings[0] if imported.evenings else None


def sentences(event: Event) -> list[tuple[Any, ...]]:
    """The whole log as the director reads it; the parts of a sentence in any order, since a database may keep another
    than the one in which they were said."""
    lines = export_log(LogFilter(event))
    return [(line.at, line.by, sorted(re.split("[:;] ", line.sentence)), line.reason) for line in lines]


def table_of(event: Event) -> list[tuple[Any, ...]]:
    lines = standings_of(Event.objects.get(pk=event.pk)).lines
    return [(line.placing.rank, line.name, line.record.total, line.record.games) for line in lines]


@pytest.mark.parametrize(("name", "play"), EVENINGS)
def test_an_evening_imported_elsewhere_is_exported_there_as_the_same_bytes(
    name: str, play: Play, evening_of: Callable[..., Evening], rounds_of: Rounds
) -> None:
    event = play(evening_of, rounds_of).event
    first, log, standings = written(event), sentences(event), table_of(event)
    empty_database()
    there = bring_in(first)
    assert there
    assert written(there) == first
    assert [one for one in zip(sentences(there), log, strict=True) if one[0] != one[1]] == []
    assert table_of(there) == standings
    before = list(LogEntry.objects.values())
    assert bring_in(first) is None
    assert (list(LogEntry.objects.values()), written(there)) == (before, first)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "play"), EVENINGS)
def test_the_same_evening_played_on_another_computer_is_the_same_file_whatever_numbers_its_rows_have(
    name: str, play: Play, evening_of: Callable[..., Evening], rounds_of: Rounds, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = []
    for _computer in range(2):
        lot = Random(1)
        monkeypatch.setattr("tournament.event.services.codes_and_calls.secrets.choice", lot.choice)
        files.append(RANDOM.sub("uuid", written(play(evening_of, rounds_of).event).decode()))
        empty_database()
    assert files[0].splitlines() == files[1].splitlines()


@pytest.mark.parametrize(("name", "play"), EVENINGS)
def test_each_hand_of_an_export_is_a_record_that_scores_to_what_is_stored(
    name: str, play: Play, evening_of: Callable[..., Evening], rounds_of: Rounds
) -> None:
    evening = play(evening_of, rounds_of)
    (exported,) = read_document(written(evening.event))["evenings"]
    counting = [hand for hand in exported["rows"]["hand"] if hand["superseded_at"] is None]
    scored = [score_record(hand["record"], line=1) for hand in counting]
    came_to = [[each["problems"], each["awards"], each["next_dealer"]] for each in scored]
    assert came_to == [[[], hand["awards"]["awards"], hand["awards"]["next_dealer"]] for hand in counting]


def test_every_model_is_exported_or_left_out_for_a_reason() -> None:
    by_itself = {Account, Club, ClubRules, Emblem, Event, League, MembershipFee, Player, RatingRules, Season, Series}
    exported = {*exported_models(Event), *exported_models(League), *by_itself}
    models = set(apps.get_app_config("tournament").get_models())
    assert exported | set(NOT_EXPORTED) == models
    assert exported & set(NOT_EXPORTED) == set()
    assert all([*NOT_EXPORTED.values(), *(why for fields in LEFT_OUT.values() for why in fields.values())])


def test_every_field_is_exported_left_out_for_a_reason_or_says_whose_a_row_is() -> None:
    for model in apps.get_app_config("tournament").get_models():
        told = {field.name for field in exported_fields(model)} | set(LEFT_OUT.get(model, {}))
        rest = {field.related_model for field in fields_of(model) if field.name not in told}
        assert rest <= {Club, Event, League}, model


def test_the_log_names_who_had_left_and_what_was_given_by_keys_and_of_a_file_of_1_0_nobody_else() -> None:
    logged, in_file = (
        {"adjustment": 7, "left": {"5": "19:30"}},
        {"adjustment": "adjustment-1", "left": {"entry-1": "19:30"}},
    )
    assert swap_logged(logged, ToKeys({("entry", 5): "entry-1", ("adjustment", 7): "adjustment-1"}, "entry")) == in_file
    assert swap_logged(in_file, ToNumbers({"entry-1": 5, "adjustment-1": 7}, "entry")) == logged
    assert swap_logged(logged, ToNumbers({"entry-1": 9}, "entry")) == {"adjustment": -7, "left": {}}


def test_fields_of_json_that_name_rows_are_fields_of_their_models() -> None:
    assert all(name in {field.name for field in fields_of(model)} for model, name in SWAPS)


def test_an_export_of_an_evening_has_no_password_no_wifi_and_nobody_else_of_the_club(
    evening_of: Callable[..., Evening],
) -> None:
    evening = evening_of(4).begun()
    club = evening.event.club
    Player.objects.create(club=club, name="Not Here")
    Club.objects.update(wifi_name="hall", wifi_password="turn the jack")
    text = written(evening.event).decode()
    assert [word for word in ("Not Here", "turn the jack", "password", "wifi") if word in text] == []
    assert sorted(json.loads(text)["club"]) == ["currency", "name", "sheet", "uid"]


def everything_of(club: Club) -> bytes:
    return write_document(export_club(club)).encode()


@pytest.fixture
def demo(db: None) -> Club:
    make_account("director", role=Account.Role.DIRECTOR, password="turn the jack", by=None, now=SEVEN)
    call_command("demo", verbosity=0)
    club = Club.objects.get()
    Emblem.objects.create(club=club, png=b"\x89PNG", width=4, height=4)
    ClubRules.objects.create(club=club, rule_set="trinidad", name="Ours", choices={"points.game": 2})
    happen_in_season()
    return club


def happen_in_season() -> None:
    """Lets a team withdraw, rules a walk-over, blocks a day, reports a match and links it to an evening, keeps two
    teams apart and draws a cup."""
    by: dict[str, Any] = {"by": None, "now": SEVEN}
    fixtures = LeagueResult.objects.select_related("league", "team", "other").exclude(other=None).filter(games=None)
    given, played = fixtures[0], fixtures[1]
    rule_match(given, "walk_over", winner=given.other, reason="Nobody came.", **by)
    leaving = LeagueTeam.objects.select_related("league").exclude(pk__in=(played.team_id, played.other_id))[0]
    withdraw_team(leaving, "kept_until", on=SEVEN.date(), kept_until=SEVEN.date(), reason="Too few players.", **by)
    set_squad(leaving, ["Ann Ali", "Bea Baptiste"], on=SEVEN.date(), **by)
    figures = Figures(18, 12, 9, None, ((10, 5), (8, 7)))
    report_result(played, played.team, figures, players=["Ann Ali"], now=SEVEN)
    block_days(leaving.league, first=SEVEN.date(), team=leaving, reason="The hall is let.", **by)
    LeagueResult.objects.filter(pk=played.pk).update(evening=Event.objects.order_by("pk")[0].uid)
    add_derby(played.league, name="Swale", teams=[played.team, played.other], **by)
    draw_cup(played.league, "Swale Cup", [played.team, played.other], lot=7, **by)


@pytest.mark.slow
def test_a_whole_club_imported_elsewhere_is_exported_there_as_the_same_bytes(demo: Club) -> None:
    first = everything_of(demo)
    tables = [table_of(event) for event in Event.objects.order_by("pk")]
    empty_database()
    imported = import_export(read_export(first), Answers(), by=None, now=SEVEN)
    assert (len(imported.evenings), len(imported.leagues), imported.accounts) == (2, 2, ("director",))
    there = Club.objects.get()
    assert everything_of(there) == first
    assert [table_of(event) for event in Event.objects.order_by("pk")] == tables
    director = Account.objects.get()
    assert (director.is_active, director.has_usable_password(), director.is_director) == (False, False, True)
    assert (DerbyTeam.objects.count(), League.objects.get(is_cup=True).drawn_from) == (2, imported.leagues[0])
    assert preview_import(read_export(first)).changes_nothing
    assert not import_export(read_export(first), Answers(), by=None, now=SEVEN).evenings
    assert everything_of(there) == first
    assert not Screen.objects.exists() and not RestorePoint.objects.exists()


def test_codes_of_tables_come_along_and_one_that_is_in_use_here_does_not(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(8).playing()
    first = written(evening.event)
    codes = set(TableCode.objects.values_list("code", flat=True))
    empty_database()
    here = evening_of(4).begun()
    code = TableCode.objects.get(event=here.event)
    TableCode.objects.filter(pk=code.pk).update(code=min(codes))
    doubts = preview_import(read_export(first)).doubts
    same = {doubt.person.key: str(doubt.candidates[0].pk) for doubt in doubts}
    there = bring_in(first, people=same, is_same_club=True)
    assert set(TableCode.objects.filter(event=there).values_list("code", flat=True)) == codes - {min(codes)}


def test_a_packed_file_is_the_same_bytes_each_time_and_reads_as_the_plain_one(
    evening_of: Callable[..., Evening],
) -> None:
    document = export_evening(evening_of(4).begun().event)
    packed = pack_document(document)
    assert packed == pack_document(document)
    assert len(packed) * 4 < len(write_document(document))
    assert read_document(packed) == read_document(write_document(document).encode())
