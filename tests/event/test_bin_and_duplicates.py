"""An evening like an earlier one, and the bin: what goes in is known nowhere, comes back whole, and goes for good."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from tests.conftest import NOW, signed_in
from tests.evenings import Evening
from tests.round_evenings import Rounds, out
from tests.transfer.test_export import written
from tournament.door.services.entries import enter_players
from tournament.door.services.teams import pair_with_stand_in
from tournament.door.services.till import pay
from tournament.event.queries.events import evening_of, evenings_on, latest_evenings, list_evenings
from tournament.event.queries.namesakes import people_known_to
from tournament.event.services.bin import BIN_LASTS, bin_event, empty_bin, unbin_event
from tournament.event.services.duplicates import duplicate_evening
from tournament.event.services.events import change_settings, create_event, lock_event
from tournament.foundation.errors import EventBinned
from tournament.foundation.model_rows import models_below, rows_below
from tournament.models import Entry, Event, LogEntry, Player, RestorePoint, Screen, Stage, TableCode, Team
from tournament.people.queries.people import attendance_of, debts_of
from tournament.transfer.queries.preview import preview_import
from tournament.transfer.queries.reading import read_export
from tournament.transfer.services.exporting import export_club
from tournament.transfer.services.importing import Answers, import_export
from tournament.web.table_codes import table_of_code


def test_an_evening_is_duplicated_with_its_settings_and_players_and_without_what_was_played(
    rounds_of: Rounds,
) -> None:
    evening = rounds_of(5, plan=[["round-robin", 0, None]])
    change_settings(evening.event, {"price": Decimal("3.50"), "change_seconds": 240}, by=None, now=evening.now)
    out(evening, 1)
    made = duplicate_evening(
        evening.event, name="Next", date=date(2026, 12, 1), with_players=True, by=evening.director, now=evening.now
    )
    assert (made.format, made.enters, made.price, made.change_seconds) == (
        *(evening.event.format, "pairs", Decimal("3.50"), 240),
    )
    assert (evening.event.plan, made.plan) == ([["round-robin", 5, None]], [["round-robin", 0, None]])
    assert (made.uid == evening.event.uid, made.rules, made.locked_at) == (False, None, None)
    assert set(Entry.objects.filter(event=made).values_list("here", flat=True)) == {False}
    assert list(made.entries.values_list("player", flat=True)) == list(
        evening.event.entries.values_list("player", flat=True)
    )
    assert (Team.objects.filter(event=made).count(), Stage.objects.filter(event=made).count()) == (5, 0)


def test_a_stand_in_is_nobody_in_a_duplicate_too(rounds_of: Rounds) -> None:
    evening = rounds_of(2, plan=[["round-robin", 0, None]])
    by_now: dict[str, Any] = {"by": None, "now": evening.now}
    pair_with_stand_in(enter_players(evening.event, ["Cal Cox"], **by_now)[0], **by_now)
    made = duplicate_evening(evening.event, name="Next", date=date(2026, 12, 1), with_players=True, **by_now)
    assert [entry.name for entry in made.entries.filter(is_stand_in=True)] == ["Stand-in"]
    assert not people_known_to(made.club_id).filter(name="Stand-in").exists()


def test_as_last_time_takes_fees_and_clock_along(as_director: Client, evening: Event) -> None:
    change_settings(evening, {"price": Decimal("2.00"), "hour_seconds": 2700}, by=None, now=NOW)
    answer = as_director.post("/events/new/", {"format": "last", "name": "Next", "date": "2026-12-01"})
    made = Event.objects.get(name="Next")
    assert answer.headers["Location"] == f"/e/{made.pk}/door/"
    assert (made.price, made.hour_seconds, made.format) == (Decimal("2.00"), 2700, evening.format)


def test_a_page_duplicates_an_evening(as_director: Client, seven: Event) -> None:
    answer = as_director.post(f"/e/{seven.pk}/duplicate/", {"name": "Next", "date": "2026-12-01", "with_players": "on"})
    made = Event.objects.get(name="Next")
    assert (answer.headers["Location"], made.entries.count()) == (f"/e/{made.pk}/door/", 7)


def test_an_evening_is_deleted_only_by_its_name_and_restored_with_one_press(as_director: Client, seven: Event) -> None:
    refused = as_director.post(f"/e/{seven.pk}/delete/", {"name": "Another evening"})
    assert (refused.status_code, Event.objects.count()) == (422, 1)
    as_director.post(f"/e/{seven.pk}/delete/", {"name": " kent  evening "})
    assert [event.pk for event, _until in as_director.get("/events/").context["in_bin"]] == [seven.pk]
    assert as_director.get(f"/e/{seven.pk}/").status_code == 404
    as_director.post(f"/events/{seven.pk}/restore/")
    as_director.post(f"/events/{seven.pk}/restore/")
    assert as_director.get(f"/e/{seven.pk}/").status_code == 200
    lines = LogEntry.objects.filter(event=seven, action__in=["bin_event", "unbin_event"]).order_by("pk")
    assert list(lines.values_list("action", flat=True)) == ["bin_event", "unbin_event"]


def test_nothing_knows_an_evening_in_the_bin(in_play: Evening) -> None:
    event, today = in_play.event, in_play.event.date
    code = TableCode.objects.filter(event=event, revoked_at=None).first()
    assert code is not None and table_of_code(code.code, in_play.now) is not None
    change_settings(event, {"price": Decimal("2.00")}, by=None, now=in_play.now)
    assert (len(attendance_of(event.club)), len(debts_of(event.club))) == (8, 8)
    screen = Screen.objects.create(code="AB", secret="s", event=event, opened_at=in_play.now, seen_at=in_play.now)
    pages = ["", "now/", "door/", "clock/", "seats/", "standings/", "results/", "paper/", "log/", "evening.json.gz"]
    pages.append(f"door/{event.entries.all()[0].pk}/name/")
    client = signed_in(in_play, "director")
    assert {client.get(f"/e/{event.pk}/{page}").status_code for page in pages} == {200}
    bin_event(event, by=in_play.director, now=in_play.now)
    assert {client.get(f"/e/{event.pk}/{page}").status_code for page in pages} == {404}
    assert (list_evenings(), latest_evenings(), evenings_on(today), evening_of(today)) == ([], [], [], None)
    assert table_of_code(code.code, in_play.now) is None
    assert (attendance_of(event.club), debts_of(event.club)) == ({}, [])
    screen.refresh_from_db()
    assert (screen.event, screen.revision) == (None, 1)
    with pytest.raises(EventBinned):
        lock_event(event, by=None, now=in_play.now)


def test_after_thirty_days_it_is_gone_for_good_and_its_people_stay(in_play: Evening) -> None:
    event, people, now = in_play.event, Player.objects.count(), in_play.now
    change_settings(event, {"price": Decimal("2.00")}, by=None, now=now)
    pay(event.entries.all()[0], Decimal("2.00"), seen=0, by=in_play.director, now=now)
    other = create_event(event.club, name="Another", date=event.date, by=None, now=now)
    for each in (event, other):
        bin_event(each, by=in_play.director, now=now)
    unbin_event(other, by=None, now=now)
    assert empty_bin(now + BIN_LASTS - timedelta(seconds=1)) == []
    assert RestorePoint.objects.filter(event=event).count() > 0
    assert empty_bin(now + BIN_LASTS) == [event]
    assert {model.__name__: rows_below(event, model).count() for model in models_below(Event)} == {
        model.__name__: 0 for model in models_below(Event)
    }
    assert (list(Event.with_binned.all()), Player.objects.count()) == ([other], people)
    last = LogEntry.objects.latest("pk")
    assert (last.action, last.after) == ("purge_event", {"name": event.name, "date": f"{event.date:%Y-%m-%d}"})


def test_an_export_leaves_the_bin_out_and_an_import_takes_an_evening_out_of_it(in_play: Evening) -> None:
    content = written(in_play.event)
    bin_event(in_play.event, by=in_play.director, now=in_play.now)
    assert export_club(in_play.event.club)["evenings"] == []
    (coming,) = preview_import(read_export(content)).evenings
    assert coming.state == "continues"
    import_export(read_export(content), Answers(replaced={coming.key}), by=in_play.director, now=in_play.now)
    assert [event.pk for event in Event.objects.all()] == [in_play.event.pk]
