"""The standings for a chat as text and as a picture, and the page that gives the web site as a ZIP."""

import zipfile
from datetime import date
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.conftest import NOW
from tests.evenings import NAMES
from tests.round_evenings import out, rule_all
from tournament.event.services.events import lock_event, show_standings
from tournament.models import Account, Audience, Club, Event, Player
from tournament.publishing.queries.chat import WIDTH, standings_for_chat, write_chat_text
from tournament.seasons.services.seasons import open_season, show_season

BY = {"by": None, "now": NOW}


@pytest.fixture
def event(rounds_of) -> Event:
    """Two pairs, of whom one player may be seen by everybody and one more by members."""
    evening = rounds_of(2, plan=[["swiss", 1]])
    Club.objects.filter(pk=evening.event.club_id).update(shows_people_to=Audience.PUBLIC, name="The Jack")
    Player.objects.filter(name=NAMES[0]).update(shown_to=Audience.PUBLIC)
    Player.objects.filter(name=NAMES[2]).update(shown_to=Audience.MEMBERS)
    out(evening, 1)
    rule_all(evening, 1)
    return Event.objects.select_related("club").get(pk=evening.event.pk)


def test_the_text_for_a_chat_is_narrow_and_names_whom_its_readers_may_see(event: Event):
    text = write_chat_text(standings_for_chat(event, Audience.MEMBERS))
    head, table, _end = text.split("```")
    assert head.splitlines()[0] == "The Jack" and "Every result is agreed." in head
    assert max(map(len, table.splitlines())) == WIDTH
    assert NAMES[0] in table and NAMES[2] in table and NAMES[1] not in table
    assert table.splitlines()[2].startswith("1 ") and table.splitlines()[2].endswith("2")
    shown = standings_for_chat(event, Audience.PUBLIC)
    assert shown.hidden == 3 and NAMES[2] not in write_chat_text(shown)


def test_text_and_picture_are_for_whoever_may_see_the_standings(event: Event):
    client = Client()
    page, picture = (reverse(name, args=[event.pk]) for name in ("share_standings", "standings_picture"))
    assert {client.get(address).status_code for address in (page, picture)} == {404}
    desk, warning = Client(), "see these standings yet"
    desk.force_login(Account.objects.create_user("Dora", club=event.club, role=Account.Role.DIRECTOR))
    assert warning in desk.get(page).content.decode()
    show_standings(event, shown=True, by=None, now=NOW)
    assert warning not in desk.get(page).content.decode()
    assert NAMES[2] in desk.get(page).content.decode()
    assert NAMES[2] not in desk.get(page, {"for": "public"}).content.decode()
    assert NAMES[2] not in client.get(page).content.decode()
    answer = client.get(picture, {"download": ""})
    with Image.open(BytesIO(answer.content)) as drawn:
        assert (drawn.format, drawn.width) == ("PNG", 1080)
    assert answer.headers["Content-Disposition"].startswith("attachment")


@pytest.mark.slow
def test_the_top_of_a_series_is_text_and_picture_too(event: Event):
    show_standings(event, shown=True, by=None, now=NOW)
    lock_event(event, by=None, now=NOW)
    season = open_season(
        event.club, {"name": "2026", "first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31)}, **BY
    )
    args = [season.pk, season.series.get().pk]
    page, picture = (reverse(name, args=args) for name in ("series_share", "series_picture"))
    assert {Client().get(address).status_code for address in (page, picture)} == {403}
    show_season(season, shown=True, **BY)
    Club.objects.filter(pk=event.club_id).update(members_code="Pond Street")
    member = Client()
    member.post(reverse("members"), {"code": "Pond Street"})
    text = member.get(page).content.decode()
    assert f"Latest evening: {event.name}, " in text and NAMES[2] in text and NAMES[1] not in text
    assert NAMES[2] not in member.get(page, {"for": "public"}).content.decode()
    assert "For members" in text
    with Image.open(BytesIO(Client().get(picture).content)) as drawn:
        assert (drawn.format, drawn.width) == ("PNG", 1080)
    assert Client().get(reverse("series_share", args=[season.pk, 987])).status_code == 404


def test_a_series_is_shared_with_members_names_only_by_members(event: Event):
    """As on the page of the season, which names them to nobody else."""
    lock_event(event, by=None, now=NOW)
    values = {"name": "2026", "first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31)}
    season = open_season(event.club, values, **BY)
    show_season(season, shown=True, **BY)
    args = [season.pk, season.series.get().pk]
    page, picture = (reverse(name, args=args) for name in ("series_share", "series_picture"))
    Club.objects.filter(pk=event.club_id).update(members_code="Pond Street")
    member, stranger = Client(), Client()
    member.post(reverse("members"), {"code": "Pond Street"})
    for asked in ({}, {"for": "members"}, {"for": "public"}):
        text = stranger.get(page, asked).content.decode()
        assert (NAMES[0] in text, NAMES[2] in text, "For members" in text) == (True, False, False)
    drawn = {client: client.get(picture).content for client in (member, stranger)}
    assert drawn[member] != drawn[stranger] == member.get(picture, {"for": "public"}).content


def test_the_secretary_gets_the_web_site_as_a_zip(event: Event):
    show_standings(event, shown=True, by=None, now=NOW)
    client = Client()
    client.force_login(Account.objects.create_user("S", club=event.club, role=Account.Role.SECRETARY))
    assert "1 evening" not in client.get(reverse("web_site")).content.decode()
    answer = client.post(reverse("web_site"))
    with zipfile.ZipFile(BytesIO(answer.content)) as packed:
        names = packed.namelist()
        (evening,) = [name for name in names if name.startswith(f"evenings/{event.date}")]
        told = packed.read(evening).decode()
    assert {"index.html", "assets/css/site.css", "hangjack-site.json"} <= set(names)
    assert NAMES[0] in told and NAMES[1] not in told
