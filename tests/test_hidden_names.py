"""Names that are hidden outside the hall, planted in six spellings and looked for on every public address, in every
file and on every paper: for strangers, members and phones, while an evening is on and after it."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from html import unescape
from io import BytesIO
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4
from zipfile import ZipFile, is_zipfile

import pytest
from django.core import signing
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from tests.conftest import ADDRESSES
from tests.evenings import Evening, by_lot
from tests.kinds import mostly_slow
from tests.markup import markup
from tests.round_evenings import out, rule_all
from tournament.club.members import COOKIE as MEMBER
from tournament.club.name_search import fold
from tournament.door.services.entries import enter_players
from tournament.door.services.teams import team_up
from tournament.event.services.events import change_settings, create_event, lock_event, show_standings
from tournament.models import (
    Account,
    Adjustment,
    Audience,
    Club,
    Event,
    League,
    LeagueResult,
    LeagueTeam,
    Match,
    PastNames,
    Player,
    Round,
    Ruling,
    Season,
    Series,
    SharingRules,
    Stage,
    TableCode,
    Team,
)
from tournament.paper.document import SeenBy
from tournament.paper.documents import DOCUMENTS
from tournament.press import press
from tournament.screens.services import show_call_out
from tournament.seasons.services.seasons import change_rating_rules, open_season, show_season
from tournament.web.guards import IS_PUBLIC
from tournament.web.phone_memory import NAMES as NAMES_ON_PHONE
from tournament.web.throttle import Throttle

pytestmark = pytest.mark.django_db

HIDDEN, OF_MEMBERS, SEEN = "Zoë Müllerin", "Björn Quastel", "Ann Openly"
OTHERS = ["Bea Brook", "Cy Cole", "Dan Dale", "Eve Elm", "Fay Fox", "Gus Gray", "Hal Hill", "Ida Ives", "Jo Jay"]
SPELLINGS = (
    HIDDEN,
    "Müllerin, Zoë",
    "Zoë  Müllerin",
    "Zoë\u00a0Müllerin",
    unicodedata.normalize("NFD", HIDDEN),
    "ZOE MULLERIN",
)
OUTSIDE = {"REMOTE_ADDR": "203.0.113.9", "HTTP_HOST": "cards.example.org"}
IN_THE_HALL = {"REMOTE_ADDR": "192.168.4.20", "HTTP_HOST": "192.168.4.2:8000"}
CODE = "Pond Street"
PUBLIC = [pattern for pattern in ADDRESSES if hasattr(pattern.callback, IS_PUBLIC) or str(pattern.name)[:4] == "api_"]
SWITCHES: dict[str, tuple[dict[str, str], ...]] = {
    "seats": ({"by": "table"}, {"name": "mull"}, {"hour": "1"}),
    "standings": (
        {"agreed": "1"},
        {"hour": "1"},
        {"of": "players"},
        {"of": "pairs"},
        {"sort": "name"},
        {"find": "mull"},
    ),
    "standings_csv": ({"as": "xlsx"}, {"of": "players"}),
    "share_standings": ({"for": "public"}, {"for": "members"}),
    "series_share": ({"for": "public"}, {"for": "members"}),
    "evening_statistics_csv": ({"as": "xlsx"},),
    "series_csv": ({"as": "xlsx"},),
    "records_csv": ({"as": "xlsx"},),
    "league_csv": ({"as": "xlsx"},),
    "league_table_csv": ({"as": "xlsx"},),
    "league_records_csv": ({"as": "xlsx"},),
    "league_money_csv": ({"as": "xlsx"}, {"of": "teams"}),
    "league_teams_csv": ({"as": "xlsx"}, {"of": "squads"}),
    "players": ({"find": "mull"}, {"name": "mull"}),
}
"""Queries that make another page of an address."""


@dataclass
class World:
    """An evening of people and one of named pairs that are over, with what stands around them, and one that is on."""

    club: Club
    past: list[Event]
    running: Event
    numbers: dict[str, Any]
    names: dict[str, Player]

    def codes(self) -> list[str]:
        return list(TableCode.objects.filter(event__in=[*self.past, self.running]).values_list("code", flat=True))


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch, settings: Any) -> World:
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setattr(press.the_press(), "guests_rest", 0)
    now = timezone.now()
    today = timezone.localdate(now)
    club = Club.objects.create(name="The Jack", members_code=CODE, shows_people_to=Audience.PUBLIC)
    director = Account.objects.create_user("director", club=club, role="director")
    by = {"by": director, "now": now}
    kent = create_event(club, name=f"{SPELLINGS[1]} Cup", date=today, format="kent-1674", **by)
    enter_players(kent, [HIDDEN, OF_MEMBERS, SEEN, *OTHERS[:5]], **by)
    Player.objects.filter(name=OF_MEMBERS).update(shown_to=Audience.MEMBERS)
    Player.objects.filter(name=SEEN).update(shown_to=Audience.PUBLIC)
    evening = Evening(kent, director, director, [now]).begun()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    evening.second()
    pairs = create_event(club, name=f"Pairs of {SPELLINGS[4]}", date=today, format="trinidad-rounds", **by)
    change_settings(pairs, {"plan": [["round-robin", 0]]}, **by)
    people = [HIDDEN, OF_MEMBERS, SEEN, *OTHERS]
    for first in range(0, 12, 2):
        team_up(Event.objects.get(pk=pairs.pk), people[first : first + 2], **by)
    Team.objects.filter(event=pairs, entries__player__name=HIDDEN).update(name="The Mullerin Two")
    Team.objects.filter(event=pairs, entries__player__name=OTHERS[0]).update(name=f"Friends of {SPELLINGS[2]}")
    rounds = Evening(Event.objects.get(pk=pairs.pk), director, director, [now])
    for number in (1, 2):
        out(rounds, number)
        rounds.play_rounds(number)
        rule_all(rounds, number)
    Ruling.objects.update(reason=f"{SPELLINGS[4]} was late.")
    for event in (kent, pairs):
        late, given = f"{SPELLINGS[1]} was late.", {"key": uuid4(), "hour": 1, "points": -1, "given_at": now}
        Adjustment.objects.create(entry=event.entries.all()[0], reason=late, **given)
    Event.objects.update(venue=f"{SPELLINGS[0]}’s house", to_bring=f"A pen for {SPELLINGS[1]}")
    running = create_event(club, name="Tonight", date=today, format="kent-1674", **by)
    enter_players(running, [HIDDEN, OF_MEMBERS, SEEN, *OTHERS[:5]], **by)
    Evening(running, director, director, [now]).playing()
    past = [kent, pairs]
    show_call_out(kent, f"{SPELLINGS[3]} to table 2", **by)
    for event in (kent, pairs, running):
        show_standings(event, True, **by)
    for event in past:
        lock_event(event, **by)
    season = open_season(
        club, {"name": f"Year of {SPELLINGS[5]}", "first_day": today, "last_day": today + timedelta(9)}, **by
    )
    Series.objects.filter(season=season).update(name=f"{SPELLINGS[2]} series")
    show_season(season, shown=True, **by)
    change_rating_rules(club, {"is_on": True, "shown": True, "fewest_matches": 1}, **by)
    SharingRules.objects.create(club=club, api_is_public=True, calendar_is_public=True, venue=f"At {SPELLINGS[0]}")
    league = League.objects.create(club=club, name=f"{SPELLINGS[0]} League", season="2026", shown=True)
    teams = [LeagueTeam.objects.create(league=league, name=name, key=name) for name in (f"{SPELLINGS[1]} A", "Couva")]
    LeagueResult.objects.create(
        league=league,
        round=1,
        team=teams[0],
        other=teams[1],
        games=3,
        other_games=1,
        venue=SPELLINGS[3],
        imported_at=now,
    )
    found = Season.objects.get()
    numbers = {
        **{"pk": kent.pk, "evening": kent.pk, "season": found.pk, "series": found.series.get().pk, "league": league.pk},
        **{
            "team": teams[0].pk,
            "person": 0,
            **{"round": 1, "year": kent.date.year},
            **{"token": "none", "link": "none", "result": 1, "side": 1},
            "rest": "none",
            "key": "seats",
            "match": Match.objects.filter(table__stage__event=kent)[0].pk,
            "press": "agree",
            "name": "evenings",
        },
        "code": TableCode.objects.filter(event=kent)[0].code,
    }
    return World(
        club,
        [Event.objects.get(pk=event.pk) for event in past],
        running,
        numbers,
        {name: Player.objects.get(name=name) for name in (HIDDEN, OF_MEMBERS, SEEN)},
    )


def pages_of(world: World, events: list[Event]) -> Iterator[str]:
    """Yields each public address with everything that it can name, and the switches of each."""
    for pattern in PUBLIC:
        if pattern.name == "me":  # without ?e= it is of the evening that is on, which names everybody
            continue
        for names in _names_for(world, pattern, events):
            address = reverse(str(pattern.name), kwargs=names)
            yield address
            yield from (f"{address}?{urlencode(switch)}" for switch in SWITCHES.get(str(pattern.name), ()))
    for event in events:
        for switch in ({"e": event.pk}, {"e": event.pk, "pick": 1}, {"e": event.pk, "pick": 1, "name": "m"}):
            yield f"{reverse('me')}?{urlencode(switch)}"


def papers_of(events: list[Event]) -> Iterator[str]:
    """Yields every document that people without an account may print, of the evening and of its first hour or round."""
    for event in events:
        for key, document in DOCUMENTS.items():
            if document.seen_by is not SeenBy.DESK:
                yield from (reverse("pdf", args=[event.pk, key]) + hour for hour in ("", "?hour=1"))


def _names_for(world: World, pattern: Any, events: list[Event]) -> Iterator[dict[str, Any]]:
    """Yields what an address can name: each of the evenings, each of the three people, or what there is only one of."""
    name, converters = str(pattern.name), list(pattern.pattern.converters)
    if name == "pdf":
        return
    pk: list[Any] = [event.pk for event in events]
    if name.startswith(("season", "series")):
        pk = [world.numbers["season"]]
    elif name.startswith(("league", "calendar_of_league", "fixtures", "team_ics")):
        pk = [world.numbers["league"]]
    elif name.startswith(("profile", "api_person")):
        pk = [player.pk for player in world.names.values()]
    varied = [each for each in converters if each in ("pk", "evening", "person")]
    for number in pk if varied else pk[:1]:
        yield {each: number if each in varied else world.numbers[each] for each in converters}


def text_of(answer: HttpResponse) -> str:
    """Everything that a reader of an answer can find in it: its head, and the text in its page, PDF or spreadsheet."""
    head = " ".join(f"{name}: {value}" for name, value in answer.headers.items())
    kind, content = answer.headers.get("Content-Type", ""), answer.content
    if "pdf" in kind:
        pdf = PdfReader(BytesIO(content))
        text = " ".join([page.extract_text() for page in pdf.pages] + [str(pdf.metadata or "")])
    elif is_zipfile(BytesIO(content)):
        with ZipFile(BytesIO(content)) as parts:
            text = " ".join(parts.read(name).decode(errors="replace") for name in parts.namelist())
    elif kind.startswith("image/"):
        text = ""
    else:
        text = content.decode(errors="replace")
        if "json" in kind:
            text = (
                text.encode()
                .decode("unicode_escape", errors="replace")
                .encode("latin-1", "replace")
                .decode(errors="replace")
                + text
            )
    return f"{head} {unescape(text)}"


def found_in(answer: HttpResponse, *names: str) -> list[str]:
    """The names whose family name, which nothing else has, is in the answer, however it is written."""
    text = re.sub(r"[^a-z0-9]+", " ", fold(text_of(answer)))
    return [name for name in names if fold(name.split()[-1]) in text]


def client_of(who: str, world: World, address: dict[str, str]) -> Client:
    """A browser: a stranger's, a member's, one that picked names while an evening was on, or the desk's."""
    client = Client(**address)
    if who == "member":
        client.post(reverse("members"), {"code": CODE})
        assert MEMBER in client.cookies
    if who == "phone":
        client.cookies[NAMES_ON_PHONE.cookie] = signing.dumps(
            [[player.pk, player.name] for player in world.names.values()], salt=NAMES_ON_PHONE.salt
        )
    if who == "director":
        client.force_login(Account.objects.get(username="director"))
    return client


def ask(client: Client, address: str) -> HttpResponse:
    Throttle.forget_all()
    answer: Any = client.get(address)
    assert answer.status_code < 500, address
    return answer  # type: ignore[no-any-return]


def leaks(client: Client, addresses: Iterable[str], *names: str) -> dict[str, list[str]]:
    found = {address: found_in(ask(client, address), *names) for address in addresses}
    return {address: seen for address, seen in found.items() if seen}


def warm(world: World) -> None:
    """Reads at the desk what others read afterwards: they do not get what was made for it."""
    desk = client_of("director", world, OUTSIDE)
    for event in world.past:
        for name in ("standings", "standings_csv", "seats", "evening_statistics", "share_standings"):
            desk.get(reverse(name, args=[event.pk]))


@pytest.mark.parametrize("who", mostly_slow(["stranger", "phone"], quick=["stranger"]))
def test_nobody_outside_reads_a_hidden_name_of_a_past_evening(world: World, who: str) -> None:
    """The start page of a phone whose owner has a seat is about the evening that is on, which names everybody, until
    that is over."""
    warm(world)
    client, home = client_of(who, world, OUTSIDE), reverse("home")
    pages = [page for page in pages_of(world, world.past) if who != "phone" or page != home]
    assert leaks(client, pages, HIDDEN, OF_MEMBERS) == {}
    Event.objects.filter(pk=world.running.pk).update(locked_at=timezone.now())
    assert leaks(client, [home], HIDDEN, OF_MEMBERS) == {}


@pytest.mark.slow
def test_nobody_outside_prints_a_hidden_name_of_a_past_evening(world: World) -> None:
    warm(world)
    client = client_of("stranger", world, OUTSIDE)
    assert leaks(client, papers_of(world.past), HIDDEN, OF_MEMBERS) == {}


@pytest.mark.slow
def test_where_nobody_sees_past_names_the_hall_and_members_see_those_of_who_agreed(world: World) -> None:
    Club.objects.update(past_names_to=PastNames.NOBODY)
    warm(world)
    member, hall = client_of("member", world, OUTSIDE), client_of("stranger", world, IN_THE_HALL)
    assert leaks(member, pages_of(world, world.past), HIDDEN) == {}
    assert leaks(hall, [*pages_of(world, world.past), *papers_of(world.past)], HIDDEN, OF_MEMBERS) == {}


def names_on_pages(client: Client, event: Event) -> set[tuple[str, ...]]:
    """The names on the pages of an evening that show everybody, a different set for each page that differs."""
    pages = [reverse(name, args=[event.pk]) for name in ("seats", "standings", "standings_csv")]
    pages += [f"{reverse('me')}?e={event.pk}&pick=1", reverse("pdf", args=[event.pk, "seating-by-name"]) + "?hour=1"]
    return {tuple(found_in(ask(client, page), HIDDEN, OF_MEMBERS, SEEN)) for page in pages}


ALL, AGREED = {(HIDDEN, OF_MEMBERS, SEEN)}, {(SEEN,)}


WHO_SEES = [
    (PastNames.HALL, "stranger", IN_THE_HALL, ALL),
    (PastNames.HALL, "stranger", OUTSIDE, AGREED),
    (PastNames.HALL, "member", OUTSIDE, ALL),
    (PastNames.PUBLIC, "stranger", OUTSIDE, ALL),
    (PastNames.MEMBERS, "stranger", IN_THE_HALL, AGREED),
    (PastNames.MEMBERS, "member", OUTSIDE, ALL),
    (PastNames.NOBODY, "member", OUTSIDE, {(OF_MEMBERS, SEEN)}),
    (PastNames.NOBODY, "stranger", IN_THE_HALL, AGREED),
    (PastNames.NOBODY, "director", OUTSIDE, ALL),
]


def test_one_setting_says_who_sees_the_names_of_a_past_evening(world: World) -> None:
    seen = []
    for rule, who, address, _names in WHO_SEES:
        Club.objects.update(past_names_to=rule)
        warm(world)
        seen.append((rule, who, address, names_on_pages(client_of(who, world, address), world.past[0])))
    assert seen == WHO_SEES


def test_whoever_opens_an_evening_that_is_on_sees_its_names(world: World) -> None:
    Club.objects.update(past_names_to=PastNames.NOBODY)
    assert names_on_pages(client_of("stranger", world, OUTSIDE), world.running) == ALL


def test_what_a_proxy_passes_on_is_not_asked_in_the_hall(world: World) -> None:
    for header in ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_VIA"):
        client = client_of("stranger", world, IN_THE_HALL | {header: "192.168.4.20"})
        assert names_on_pages(client, world.past[0]) == AGREED


@pytest.mark.parametrize(
    ("days", "with_another", "is_past"), [(0, False, False), (3, False, False), (3, True, True), (7, False, True)]
)
def test_an_evening_that_nobody_locked_is_over_after_a_week_or_another_evening(
    world: World, days: int, with_another: bool, is_past: bool
) -> None:
    now = timezone.now()
    Event.objects.filter(pk=world.running.pk).update(date=timezone.localdate(now) - timedelta(days))
    Stage.objects.filter(event=world.running).update(released_at=now - timedelta(max(days, 2)))
    Round.objects.filter(stage__event=world.running).update(started_at=now - timedelta(max(days, 2)))
    if not with_another:
        Event.objects.exclude(pk=world.running.pk).update(binned_at=now)
    names = AGREED if is_past else ALL
    assert names_on_pages(client_of("stranger", world, OUTSIDE), world.running) == names


def test_no_page_asks_more_for_a_hidden_name(world: World, django_assert_max_num_queries: Any) -> None:
    pages = [reverse(name, args=[world.past[0].pk]) for name in ("seats", "standings")]
    pages.append(reverse("standings", args=[world.running.pk]))
    hall, outside = client_of("stranger", world, IN_THE_HALL), client_of("stranger", world, OUTSIDE)
    for page in pages:
        with CaptureQueriesContext(connection) as of_hall:
            hall.get(page)
        with django_assert_max_num_queries(len(of_hall) + 4):
            outside.get(page)


def test_the_setting_is_made_under_people_and_told_beside_the_rule_for_the_site(world: World) -> None:
    desk, at = client_of("director", world, IN_THE_HALL), reverse("people_settings")
    sent = {"shows_people_to": "public", "past_names_to": "members", "members_code": ""}
    assert desk.post(at, sent).status_code == 422  # members need a code
    assert desk.post(at, sent | {"members_code": CODE}).status_code == 302
    assert Club.objects.get().past_names_to == PastNames.MEMBERS
    site = unescape(markup(desk.get(reverse("web_site"))))
    assert "Who sees the names of a past evening on this server: <b>Members, with the club’s code</b>" in site
