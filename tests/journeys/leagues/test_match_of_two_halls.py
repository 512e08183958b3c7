"""A league match that another hall plays: the league on its secretary's computer, the match on a second one, by two
captains and three tables on phones, in two halves with a meal between them; then the result goes back."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.evenings import Evening
from tests.journeys.conftest import PHONE, Hall
from tests.journeys.desk import Desk
from tests.journeys.tables import TablePhone
from tests.leagues.test_played_here import SQUADS
from tests.matches.test_team_matches import TeamMatch
from tests.running import ROOT
from tournament.door.services.entries import set_here
from tournament.event.services.events import change_settings
from tournament.models import Account, Entry, Event, Hand, TableCode, Team, VisitingMatch
from tournament.rules.queries.rules import rules_of

SEASON = f"""
import django
django.setup()
from django.utils import timezone
from tournament.leagues.services.fixtures import make_fixtures
from tournament.leagues.services.leagues import open_league
from tournament.leagues.services.teams import set_squad
by = {{"by": None, "now": timezone.now()}}
season = {{"name": "Central", "season": "2026", "race_to": 4, "tables": 3, "substitutes": 0}}
league = open_league(season, club_name="Chaguanas", **by)
make_fixtures(league, [*{SQUADS}], meetings=1, **by)
for name, players in {SQUADS}.items():
    team = league.teams.select_related("league").get(name=name)
    set_squad(team, players, on=timezone.localdate(), **by)
"""
"""A season of two teams without substitutes, whose match is a race to 4 games at three tables."""

IN_TWO_HALVES = {"plan": [["one-match", 2, 0]], "breaks": [[1, 45]], "house_rules": {"target": 3}}
"""One hand may be a game, and there is a meal between the halves."""


@dataclass
class VisitedHall:
    """The hall where the match is played: its director's desk, the captains' phones and those at the tables."""

    desk: Desk
    new_phone: Callable[[], BrowserContext]
    captains: dict[str, Page] = field(default_factory=dict)
    phones: list[TablePhone] = field(default_factory=list)
    half: int = 1

    @property
    def event(self) -> Event:
        return Event.objects.get()

    @property
    def match(self) -> TeamMatch:
        director = Account.objects.get(role=Account.Role.DIRECTOR)
        race = TeamMatch(Evening(self.event, director, director, [timezone.now()]))
        race.half = self.half
        return race

    def captain(self, name: str) -> Page:
        """Returns a captain's own phone, at the link that the desk shows them."""
        if name not in self.captains:
            self.desk.open(f"door/team/{Team.objects.get(name=name).pk}/line-up/")
            link = self.desk.page.locator("main a[href*='/line-up/']").first.inner_text().partition("/line-up/")[2]
            self.captains[name] = self.new_phone().new_page()
            self.captains[name].goto(f"{self.desk.hall}/line-up/{link}")
        return self.captains[name]

    def line_up(self, name: str, places: list[int]) -> Page:
        """Lets a captain give a line-up: who of their squad sits on each chair."""
        phone = self.captain(name)
        phone.reload()
        for at, place in enumerate(places):
            phone.locator(f"select[name=place_{at}]").select_option(SQUADS[name][place])
        phone.get_by_role("button", name="Give line-up").click()
        phone.wait_for_load_state()
        return phone

    def start_half(self, half: int) -> None:
        """Draws a half and starts it at the desk, and opens the three tables by the codes of their cards, each on one
        phone."""
        self.half = half
        self.desk.next_step(f"Draw half {half}")
        self.desk.press("Show seats to everybody")
        self.desk.next_step(f"Start half {half}")
        codes = dict(TableCode.objects.filter(revoked_at=None).values_list("table_number", "code"))
        race = self.match
        matches = [race.table(number) for number in (1, 2, 3)]
        if self.phones:
            for phone, match in zip(self.phones, matches, strict=True):
                phone.match = match.pk
                phone.open()
            return
        self.phones = [
            TablePhone(self.new_phone(), f"{self.desk.hall}/t/{codes[number]}/", match.pk, 0)
            for number, match in enumerate(matches, start=1)
        ]

    def play(self, winner: str, table: int, *, tapped: str = "") -> None:
        """Taps a game of one hand at a table; with `tapped` the wrong team first, which the phone then corrects."""
        race, phone = self.match, self.phones[table - 1]
        match, rules = race.table(table), rules_of(self.event)
        side = {each.players.all()[0].entry.team.name: each.number for each in match.all_sides}
        number = phone.next
        won = side[tapped or winner]
        phone.record(rules, race.facts(match, won, won))
        phone.sent()
        if tapped:
            phone.until(lambda: phone.next == number + 1, "the hand never came back")
            assert phone.change(rules, number, race.facts(match, side[winner], side[winner]))
            phone.sent()

    def end_half(self) -> None:
        """Says on every phone that all hands are in, and agrees them."""
        for phone in self.phones:
            phone.page.reload()
            assert phone.press("all-in")
        self.agree()

    def agree(self) -> None:
        for phone in self.phones:
            phone.page.reload()
            phone.agree()


@pytest.fixture
def visited(desk: Desk, browser: Browser) -> Iterator[VisitedHall]:
    contexts: list[BrowserContext] = []

    def new_phone() -> BrowserContext:
        contexts.append(browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB"))
        return contexts[-1]

    yield VisitedHall(desk, new_phone)
    for context in contexts:
        context.close()


def take_file(page: Page, path: Path, press: str) -> None:
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_role("button", name=press).click()
    page.wait_for_load_state()


def download(page: Page, path: Path, button: Literal["button", "link"], name: str) -> Path:
    with page.expect_download() as downloaded:
        page.locator("main").get_by_role(button, name=name).first.click()
    downloaded.value.save_as(path)
    return path


@dataclass
class League:
    """The secretary's browser, at the computer of the league."""

    page: Page
    folder: Path
    home: str = ""

    def send(self) -> tuple[Path, str]:
        """Sends the only match to another hall; returns its file and the end of its link."""
        self.page.get_by_role("link", name="Central").first.click()
        self.home = self.page.url
        self.page.goto(f"{self.home}halls/")
        self.page.locator("input[name=match]").check()
        self.page.get_by_role("button", name="Send to another hall").click()
        self.page.get_by_role("link", name="Link and file").click()
        link = self.page.locator("#link").inner_text().partition("/halls/")[2]
        return download(self.page, self.folder / "sent.json", "link", "Download the file"), link

    def take(self, result: Path) -> str:
        """Takes the file of a result; returns what becomes of it."""
        self.page.goto(f"{self.home}halls/")
        take_file(self.page, result, "Take results")
        return self.page.locator("p[role=status]").inner_text()

    def has_counted(self, games: int, other: int) -> None:
        """Expects the match in the table once, with this score."""
        self.page.goto(self.home)
        rows = [row.split("\t")[1:6] for row in self.page.locator("table.standings tbody tr").all_inner_texts()]
        assert rows == [
            ["Arima", "1", "1", "0", str(games)],
            ["Couva", "1", "0", "1", str(other)],
        ]
        assert self.page.locator(".league-results li .score b").all_inner_texts() == [f"{games}–{other}"]

    def says_this_week(self, *words: str) -> None:
        self.page.goto(f"{self.home}week/")
        for each in words:
            expect(self.page.locator("main")).to_contain_text(each)


def open_at_the_door(visited: VisitedHall, sent: Path) -> VisitingMatch:
    """Opens the match in the hall where it is played, in two halves; at the door allows somebody of no squad, and ticks
    off everybody."""
    desk = visited.desk
    desk.page.goto(f"{desk.hall}/visits/")
    take_file(desk.page, sent, "Show the match")
    desk.expect_words("6 players in the squad")
    desk.press("Open the evening")
    visit = VisitingMatch.objects.get()
    desk.evening = f"{desk.hall}/e/{visit.event_id}"
    change_settings(visited.event, IN_TWO_HALVES, by=None, now=timezone.now())
    desk.open("door/")
    desk.page.locator("textarea[name=names]").fill("Couva: Zoe Zane")
    desk.press("Add players")
    desk.expect_words("Zoe Zane is not in the squad of Couva, and substitutes may not play.")
    desk.page.get_by_label("Reason, if you allow it").fill("Arima agreed.")
    desk.press("Add them anyway")
    desk.expect_words("Added Zoe Zane.")
    assert VisitingMatch.objects.get().allowed == [["Couva", "Zoe Zane", "Arima agreed."]]
    for entry in Entry.objects.select_related("event"):
        set_here(entry, True, by=None, now=timezone.now())
    return visit


def play_until_decided(visited: VisitedHall) -> None:
    """Plays both halves on phones: 2-1 before the meal, with other partners at two tables after it, and 4-1 when table
    2 has not finished a hand yet."""
    arima, couva = visited.line_up("Arima", [4, 5, 0, 1, 2, 3]), visited.captain("Couva")
    expect(arima.locator("main")).to_contain_text("nobody sees it until Couva have given theirs")
    assert SQUADS["Arima"][4] not in couva.content()
    visited.line_up("Couva", [0, 1, 2, 3, 4, 5])
    expect(couva.locator("main")).to_contain_text("All line-ups are in. They are final now.")
    visited.start_half(1)
    visited.play("Arima", 1)
    visited.play("Arima", 2, tapped="Couva")
    visited.play("Couva", 3)
    visited.end_half()
    visited.desk.open("")
    visited.desk.expect_words("Break until")
    visited.line_up("Couva", [0, 1, 2, 3, 4, 5])
    visited.line_up("Arima", [0, 1, 4, 5, 2, 3])
    visited.start_half(2)
    visited.play("Arima", 3)
    visited.play("Arima", 1)
    for phone in visited.phones:
        expect(phone.page.locator(".team-match")).to_contain_text("Arima have won 4–1")
        expect(phone.page.locator("#now")).to_have_attribute("data-closed", "")
    visited.agree()


@pytest.mark.slow
def test_a_league_match_is_played_on_phones_in_another_hall_and_counts_once(ready_hall, hall_of, visited, tmp_path):
    environment = {**ready_hall, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    subprocess.run([sys.executable, "-c", SEASON], cwd=ROOT, env=environment, check=True)
    hall: Hall = hall_of()
    league = League(hall.director().page, tmp_path)
    league.page.goto(f"{hall.address}/leagues/")
    sent, link = league.send()
    visit = open_at_the_door(visited, sent)
    play_until_decided(visited)
    desk, page = visited.desk, f"{visited.desk.hall}/visits/{visit.pk}/"
    desk.page.goto(page)
    desk.expect_words("The result can be sent once every table is agreed.")
    assert visited.phones[1].press("all-in"), "table 2 says that it has no hand of this half"
    desk.page.goto(page)
    first = download(desk.page, tmp_path / "back.json", "button", "Download the result")
    assert league.take(first) == "back.json Arima – Couva: 4–1 is in the table."
    assert league.take(first) == "back.json Arima – Couva: 4–1 was here already. Nothing changed."
    league.has_counted(4, 1)
    league.says_this_week(
        "Eve Edwards & Fay Francis 1–0 Guy Garcia & Hal Hosein, Ann Ali & Bea Baptiste 1–0 Ian Isaac & Jim James",
        "Cyd Charles & Dee Duncan 1–1 Kit Khan & Lee Lewis, Ann Ali & Bea Baptiste 1–0 Guy Garcia & Hal Hosein",
        "Half 1: 2–1",
        "Half 2: 2–0",
    )
    lost = Hand.objects.select_related("match").get(match__table__stage__number=1, match__table__number=3)
    visited.match.correct(lost, 3 - int(lost.facts["game"].removeprefix("side-")))
    desk.page.goto(page)
    desk.expect_words("The result has changed since it was sent. Send it again.")
    desk.page.locator("input[name=link]").fill(f"{hall.address}/halls/{link}")
    desk.press("Send the result")
    desk.expect_words("The league’s computer says: Arima – Couva: 4–0 is in the table.")
    assert desk.page.locator("input[name=link]").input_value() == f"{hall.address}/halls/{link}", "for the next time"
    league.has_counted(4, 0)
    late = "back.json A later version of this result is here already, so this one was not taken."
    assert league.take(first) == late
    league.has_counted(4, 0)
