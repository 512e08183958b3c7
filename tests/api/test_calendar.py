"""Calendars as a calendar program reads them."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from tournament.api.calendar import CalendarEntry, UsualHours, write_calendar
from tournament.event.services.bin import bin_event, unbin_event
from tournament.event.services.events import change_settings, create_event
from tournament.leagues.results_reader import read_results
from tournament.leagues.services.fixtures import date_match, date_rounds
from tournament.leagues.services.importing import import_results
from tournament.leagues.services.leagues import open_league, show_league
from tournament.models import Club, LeagueResult, SharingRules
from tournament.seasons.services.seasons import open_season, show_season

LONDON = ZoneInfo("Europe/London")
AT = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
ENTRY = CalendarEntry("5a5f", "Club night; with, commas", date(2026, 3, 29), 2, AT, address="http://hall/e/1/")


def only_event_of(content: bytes) -> Any:
    [event] = Calendar.from_ical(content).walk("VEVENT")
    return event


def test_an_evening_is_at_its_hour_in_the_club_s_time_zone_and_ends_after_midnight() -> None:
    usual = UsualHours(LONDON, "Village hall", time(19, 30), time(0, 30))
    content = write_calendar("The club", [ENTRY], usual)
    event = only_event_of(content)
    assert event.decoded("dtstart") == datetime(2026, 3, 29, 19, 30, tzinfo=LONDON)
    assert event.decoded("dtend") == datetime(2026, 3, 30, 0, 30, tzinfo=LONDON)
    assert event.decoded("dtstart").utcoffset() == timedelta(hours=1)  # the clocks went forward that morning
    assert (event["uid"], event["summary"], event["location"]) == ("5a5f@hangjack", ENTRY.name, "Village hall")
    assert (event["sequence"], event["status"], event["url"]) == (2, "CONFIRMED", "http://hall/e/1/")
    assert event.decoded("last-modified") == event.decoded("dtstamp") == AT
    assert b"BEGIN:VTIMEZONE" in content and content == write_calendar("The club", [ENTRY], usual)
    assert max(len(line) for line in content.split(b"\r\n")) <= 75


def test_without_an_hour_it_is_a_whole_day() -> None:
    event = only_event_of(write_calendar("The club", [ENTRY], UsualHours(LONDON)))
    assert (event.decoded("dtstart"), event.decoded("dtend")) == (date(2026, 3, 29), date(2026, 3, 30))


@pytest.fixture
def club(db: None) -> Club:
    club = Club.objects.create(name="The club")
    SharingRules.objects.create(club=club, calendar_is_public=True)
    return club


def test_a_change_and_the_bin_come_to_the_same_uid_with_a_higher_sequence(club: Club) -> None:
    now = datetime.now(UTC)
    event = create_event(club, name="Club night", date=now.date() + timedelta(days=7), by=None, now=now)
    create_event(club, name="Long ago", date=now.date() - timedelta(days=500), by=None, now=now)
    address = reverse("calendar_ics")
    first = Client().get(address)
    assert first.headers["Content-Type"] == "text/calendar" and first.headers["Cache-Control"] == "no-cache"
    known = Client().get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (known.status_code, known.content) == (304, b"")
    seen = [only_event_of(first.content)]
    change_settings(event, {"name": "Cup night"}, by=None, now=now + timedelta(minutes=1))
    seen.append(only_event_of(Client().get(address).content))
    bin_event(event, by=None, now=now + timedelta(minutes=2))
    seen.append(only_event_of(Client().get(address).content))
    unbin_event(event, by=None, now=now + timedelta(minutes=3))
    seen.append(only_event_of(Client().get(address).content))
    assert {each["uid"] for each in seen} == {f"{event.uid}@hangjack"}
    assert [str(each["summary"]) for each in seen] == ["Club night", *["Cup night"] * 3]
    assert [each["status"] for each in seen] == ["CONFIRMED", "CONFIRMED", "CANCELLED", "CONFIRMED"]
    assert [each["sequence"] for each in seen] == [1, 2, 3, 4]
    assert seen[0].decoded("last-modified") < seen[3].decoded("last-modified")


def test_a_season_has_a_calendar_once_it_is_shown(club: Club) -> None:
    event = create_event(club, name="Club night", date=date(2026, 5, 1), by=None, now=AT)
    create_event(club, name="Another year", date=date(2027, 5, 1), by=None, now=AT)
    year = {"name": "2026", "first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31)}
    season = open_season(club, year, by=None, now=AT)
    address = reverse("season_ics", args=[season.pk])
    assert Client().get(address).status_code == 404
    show_season(season, shown=True, by=None, now=AT)
    assert only_event_of(Client().get(address).content)["summary"] == event.name
    page = Client().get(reverse("calendar")).content.decode()
    assert f"http://testserver{address}" in page and f"webcal://testserver{address}" in page
    SharingRules.objects.update(calendar_is_public=False)
    assert {Client().get(each).status_code for each in (address, reverse("calendar_ics"))} == {404}


LEAGUE = (
    "round,team_a,bullseyes_a,team_b,bullseyes_b\n1,Arima,,Couva,\n1,Zion,,Moruga,\n2,Couva,,Zion,\n2,Arima,,bye,\n"
)


def test_a_league_and_each_team_have_a_calendar_of_fixtures(club: Club) -> None:
    league = open_league({"name": "Central", "season": "2026"}, by=None, now=AT)
    import_results(league, read_results(LEAGUE).lines, by=None, now=AT)
    at_eight = {"day": date(2026, 3, 31), "starts": time(20), "venue": "The Anchor"}
    date_rounds(league, {1: at_eight}, by=None, now=AT)
    couva = league.teams.get(name="Couva")
    whole, own = reverse("fixtures_ics", args=[league.pk]), reverse("team_ics", args=[league.pk, couva.pk])
    addresses = (whole, own, reverse("calendar_of_league", args=[league.pk]))
    assert {Client().get(each).status_code for each in addresses} == {404}
    show_league(league, shown=True, by=None, now=AT)
    names = [str(each["summary"]) for each in Calendar.from_ical(Client().get(whole).content).walk("VEVENT")]
    assert names == ["Arima – Couva", "Zion – Moruga"]
    seen = [only_event_of(Client().get(own).content)]
    assert seen[0].decoded("dtstart") == datetime(2026, 3, 31, 20, 0, tzinfo=ZoneInfo(settings.TIME_ZONE))
    assert (seen[0]["location"], seen[0]["status"]) == ("The Anchor", "CONFIRMED")
    match = LeagueResult.objects.select_related("league").get(team__name="Arima", round=1)
    for day in (None, date(2026, 4, 7)):
        date_match(match, {"day": day}, is_postponed=True, by=None, now=AT + timedelta(minutes=1))
        seen.append(only_event_of(Client().get(own).content))
    assert len({str(each["uid"]) for each in seen}) == 1
    assert [each["status"] for each in seen] == ["CONFIRMED", "CANCELLED", "CONFIRMED"]
    assert [each["sequence"] for each in seen] == [4, 5, 6]
    assert seen[2].decoded("dtstart").date() == date(2026, 4, 7)
    pages = [Client().get(each).content.decode() for each in (reverse("calendar"), addresses[2])]
    assert addresses[2] in pages[0] and f"webcal://testserver{own}" in pages[1]
    assert addresses[2] in Client().get(reverse("league", args=[league.pk])).content.decode()
    SharingRules.objects.update(calendar_is_public=False)
    assert {Client().get(each).status_code for each in addresses} == {404}
    assert addresses[2] not in Client().get(reverse("league", args=[league.pk])).content.decode()
