"""Every page of a demonstration evening, found by its links: reachable, accessible, fitting a phone, quiet."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import resolve
from django.utils import timezone
from playwright.sync_api import APIRequestContext, Browser, Page

from tests.conftest import ADDRESSES
from tests.journeys.conftest import LAPTOP, PHONE, WALL, Hall

ONLY_POSTED = {
    "from_opponents",
    *("clock_press", "table_time", "set_break"),
    *(
        "sign_out",
        "door_entry",
        "draw_cut",
        "agree",
        "shared_table",
        "call_off",
        "show_standings",
        "withdraw",
        "hands_in",
        "call",
    ),
    *(
        "table_press",
        "own_press",
        "slip_afresh",
        "league_show",
        "captain_postpone",
        "league_week_sent",
        "walk_over",
        "door_together",
        "play_off",
        "no_play_off",
    ),
    *("screen_here", "screen_alive", "screens_press", "step", "emblem_change", "colour_change"),
    *("door_paid", "team_paid", "square"),
    *("backup_upload", "backup_restore", "backup_delete"),
    *("event_restore", "season_show", "series_delete", "person_fees", "token_revoke"),
}
PARTS = {
    *("door_players", "clock_parts", "calls", "table_now", "screen_now", "screens_now", "call_outs", "event_now"),
    "leaders",
    *("screens_lost", "seats_out", "kit"),
}
NOT_PAGES = {
    "backup_file",
    "club_log_csv",
    *("emblem", "club_colour"),
    "pdf",
    "kit_pdf",
    "picture",
    *("league_csv", "league_table_csv", "league_records_csv", "league_money_csv", "league_teams_csv"),
    "standings_csv",
    "standings_picture",
    "results_csv",
    "sheets_csv",
    "people_csv",
    *("club_people_csv", "club_people_xlsx", "money_csv", "ratings_csv", "series_csv", "series_pdf"),
    *("series_picture", "records_csv", "profile_csv", "profile_pdf", "evening_statistics_csv", "season_statistics_csv"),
    "season_poster",
    *(
        "league_pdf",
        "league_fixtures_pdf",
        "league_week_pdf",
        "league_money_pdf",
        "league_captains_pdf",
        "league_card",
        "captain_card",
    ),
    "club_export",
    "evening_export",
    "table_picture",
    "manifest",
    *("healthz", "metrics"),
    *(str(pattern.name) for pattern in ADDRESSES if "api/v1/" in str(pattern.pattern)),
    *("calendar_ics", "season_ics", "fixtures_ics", "team_ics", "sign_up_ics"),
    *("league_halls_file", "hall_match_file"),
}
AFTER_AN_UPLOAD = {"import_preview"}
OF_NOBODY_SIGNED_IN = {
    *("sign_in", "sign_in_by_square", "own_sign_up", "members", "captain", "captain_match", "line_up", "hall_match"),
}
SELDOM = {
    "late_hands",
    "series_share",
    "team_line_up",
    "feats",
    "table_feats",
    "own_match",
    "league_hall",
    "league_cup_evening",
    "visit",
    "late",
    *("federation", "federation_clubs", "person_links"),
}
"""Linked where the demonstration has nothing to show."""


LOOKS = [("slate", "no-preference"), ("paper", "more"), ("slate", "more")]
"""Beside light, in which every page is looked at whole: dark, and light and dark in high contrast."""
FAINT = """async () => (await axe.run({runOnly: ["color-contrast"], resultTypes: ["violations"]})).violations
  .flatMap((violation) => violation.nodes.map((node) => node.html))"""
"""What is too faint, asked of the axe that the page has been given already."""

SHARES = 4
"""Each looks at its part of the pages, so that a process that has nothing else to do can take one."""

LINK = re.compile(r'<a\b[^>]*\bhref="([^"]+)"')


BEYOND = """() => {
  const root = document.documentElement, end = scrollY + document.body.getBoundingClientRect().bottom;
  return [root.scrollWidth - root.clientWidth, Math.max(0, Math.floor(root.scrollHeight - Math.max(end, innerHeight)))];
}"""
"""By how many pixels a page is wider than the screen, and how many are blank below its foot."""


def pages_of(hall: Hall, asking: APIRequestContext) -> dict[str, str]:
    """The first address of each kind of page that links lead to, by its url name. Three of a kind are looked at for
    further links: not every match has hands."""
    found: dict[str, str] = {}
    looked_at = Counter[str | None]()
    waiting = ["/"]
    seen = set(waiting)
    while waiting:
        path = waiting.pop(0)
        name = resolve(urlsplit(path).path).url_name
        if looked_at[name] == 3 or name in NOT_PAGES:
            continue
        looked_at[name] += 1
        response = asking.get(hall.address + path)
        assert response.status == 200, f"{path}: {response.status}"
        found.setdefault(name, path)
        for link in LINK.findall(response.text()):
            address = urlsplit(urljoin(response.url, unescape(link)))
            inside = address._replace(scheme="", netloc="", fragment="").geturl()
            if f"{address.scheme}://{address.netloc}" == hall.address and inside not in seen:
                seen.add(inside)
                waiting.append(inside)
    return found


def give_the_club_a_season(page: Page, address: str) -> None:
    """With a series and ratings, a calendar, and tomorrow's evening that people may sign up for: the demonstration's
    own began two hours ago, which may be yesterday."""
    page.goto(f"{address}/seasons/new/")
    page.get_by_role("button", name="Create season").click()
    page.get_by_role("button", name="Save series").click()
    page.goto(f"{address}/ratings/rules/")
    page.get_by_label("Rate the club’s people").check()
    page.get_by_role("button", name="Save settings").click()
    page.goto(f"{address}/e/1/duplicate/")
    page.get_by_label("Date").fill(f"{timezone.localdate() + timedelta(days=1)}")
    page.get_by_role("button", name="Open the door").click()
    page.get_by_role("link", name="Sign-ups").click()
    page.get_by_label("Open", exact=True).check()
    page.get_by_role("button", name="Save sign-up page").click()
    page.goto(f"{address}/sharing/")
    page.get_by_label("Anyone may subscribe").check()
    page.get_by_role("button", name="Save sharing").click()


@dataclass
class Demonstration:
    """A demonstration with a director's laptop, and the pages that links lead to."""

    hall: Hall
    page: Page
    found: dict[str, str]


@pytest.fixture(scope="module")
def demonstration(hall_of_file: dict[str, str], browser: Browser) -> Iterator[Demonstration]:
    """Yields the same demonstration for all shares in a process: what links lead to is looked through once."""
    hall = Hall(
        hall_of_file, browser, "--demo", "--port", (Path(hall_of_file["HANGJACK_DATA"]) / "port").read_text().strip()
    )
    page = hall.director(LAPTOP).page
    page.goto(f"{hall.address}/backups/")
    page.get_by_role("button", name="Make a backup now").click()
    give_the_club_a_season(page, hall.address)
    yield Demonstration(hall, page, pages_of(hall, page.request))
    hall.close()


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
def test_every_page_is_linked_accessible_as_wide_as_the_screen_and_ends_at_its_foot(demonstration, share):
    hall, page = demonstration.hall, demonstration.page
    found = demonstration.found | {"door with many people to find": "/e/2/door/"}
    names = {pattern.name for pattern in ADDRESSES}
    assert names - set(found) == ONLY_POSTED | PARTS | NOT_PAGES | AFTER_AN_UPLOAD | OF_NOBODY_SIGNED_IN | SELDOM
    wrong = {}
    for name, path in sorted(found.items())[share::SHARES]:
        page.goto(hall.address + path)
        violations = [
            f"{violation['id']}: {[' '.join(node['html'].split())[:160] for node in violation['nodes']]}"
            for violation in Axe().run(page).response["violations"]
        ]
        for theme, contrast in LOOKS:
            page.emulate_media(contrast=contrast)  # type: ignore[arg-type]
            page.evaluate("theme => document.documentElement.setAttribute('data-theme', theme)", theme)
            if faint := [" ".join(html.split())[:160] for html in page.evaluate(FAINT)]:
                violations.append(f"{theme}, contrast {contrast}: {faint}")
        page.emulate_media(contrast="no-preference")
        too_large = []
        for viewport in (WALL, PHONE, LAPTOP):
            page.set_viewport_size(viewport)
            too_large += page.evaluate(BEYOND)
        if violations or any(too_large):
            wrong[name] = [*violations, too_large]
    assert (wrong, hall.troubles) == ({}, [])
