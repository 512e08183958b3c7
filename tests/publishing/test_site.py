"""The club's web site: what it shows and whom it does not, its links, and that it writes only what has changed."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.club.test_emblem_on_paper import png
from tests.evenings import NAMES
from tests.markup import markup
from tests.performance.ten_years import SMALL, make_club_of_years
from tests.round_evenings import out, rule_all
from tournament.club.queries import names_shown_to
from tournament.club.services import save_emblem
from tournament.event.services.events import create_event
from tournament.leagues.results_reader import read_results
from tournament.leagues.services.fixtures import date_match, date_rounds
from tournament.leagues.services.importing import import_results
from tournament.leagues.services.leagues import open_league
from tournament.leagues.services.log import give_penalty
from tournament.leagues.services.rulings import rule_match
from tournament.models import (
    Account,
    Audience,
    Club,
    Entry,
    Event,
    Hand,
    League,
    LeagueResult,
    LeagueTeam,
    Player,
    RatingRules,
    Season,
    Series,
    Team,
)
from tournament.publishing.queries.evening_page import evening_for_site
from tournament.publishing.services import pack_site, publish_site
from tournament.publishing.site_folder import MANIFEST, OURS, CannotPublish, Published
from tournament.seasons.queries.club_records import all_ended_evenings
from tournament.seasons.services.results import refresh_results
from tournament.seasons.services.seasons import open_season
from tournament.statistics.queries.person_page import MOST_MET, profile_of

NOW = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
BY: dict[str, Any] = {"by": None, "now": NOW}
LINK = re.compile(r'(?:href|src)="([^"]+)"')
IN_STYLES = re.compile(r'url\("([^"]+)"\)')
LEAGUE = (
    "round,team_a,bullseyes_a,team_b,bullseyes_b\n1,Ada Akehurst and friends,7,The Jacks,5\n2,The Jacks,,The Queens,\n"
)


class MadeSite(NamedTuple):
    club: Club
    folder: Path
    done: Published
    hidden: tuple[str, ...]
    shown: tuple[str, ...]


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MadeSite]:
    """A club with four evenings and everything else that a site can have, half of its people hidden, published once."""
    with django_db_blocker.unblock(), transaction.atomic():
        club = make_club_of_years(SMALL).club
        Club.objects.filter(pk=club.pk).update(shows_people_to=Audience.PUBLIC, name="The Jack & Knave")
        club.refresh_from_db()
        save_emblem(club, png=png(), width=60, height=40, **BY)
        people = list(Player.objects.order_by("pk"))
        shown = [person.pk for person in people[1::2]]
        Player.objects.filter(pk__in=shown).update(shown_to=Audience.PUBLIC)
        Player.objects.filter(pk=people[2].pk).update(shown_to=Audience.MEMBERS, email="ada@example.org")
        pair = Team.objects.filter(event__enters="pairs", entries__player=people[0]).first()
        assert pair is not None
        Team.objects.filter(pk=pair.pk).update(name="Ada and the others")
        Event.objects.filter(enters="pairs").update(name=f"The cup of {people[0].name.lower()}")
        season = open_season(club, {"name": f"{people[2].name}’s year", **of_year(2016)}, **BY)
        Series.objects.create(season=season, name="Pairs", ranks="pairs")
        Series.objects.create(season=season, name="Teams", ranks="teams")
        Season.objects.update(shown=True)
        RatingRules.objects.create(club=club, is_on=True, shown=True, fewest_matches=1)
        add_league(people[0].name)
        refresh_results(club, now=NOW)
        folder = tmp_path_factory.mktemp("site")
        done = publish_site(club, folder, now=NOW)
        hidden = tuple(person.name for person in people if person.pk not in shown)
        yield MadeSite(club, folder, done, hidden, tuple(person.name for person in people if person.pk in shown))
        transaction.set_rollback(True)


def of_year(year: int) -> dict[str, date]:
    return {"first_day": date(year, 1, 1), "last_day": date(year, 12, 31)}


def add_league(name: str) -> None:
    league = open_league({"name": "Division One", "season": "2016"}, club_name="", **BY)
    import_results(league, read_results(LEAGUE).lines, **BY)
    team = LeagueTeam.objects.filter(league=league).first()
    assert team is not None
    give_penalty(team, points=1, bullseyes=0, reason=f"{name} came late", **BY)
    coming = {"day": date(2026, 12, 1), "venue": f"{name}’s garden"}
    date_rounds(league, {2: coming}, **BY)
    League.objects.update(shown=True)


@pytest.fixture
def site(made: MadeSite, db: None) -> MadeSite:
    return made


def text_of(path: Path) -> str:
    return unescape(path.read_text()) if path.suffix in (".html", ".json", ".css") else ""


def test_no_file_of_the_site_has_the_name_of_anybody_hidden(site: MadeSite):
    files = {path.relative_to(site.folder): text_of(path) for path in site.folder.rglob("*") if path.is_file()}
    found = {(str(path), name) for path, text in files.items() for name in site.hidden if name.lower() in text.lower()}
    assert found == set()
    everything = "\n".join(files.values())
    assert [name for name in site.shown if name not in everything] == []
    assert "ada@example.org" not in everything and "Ada and the others" not in everything
    assert f"Player {Player.objects.order_by('pk')[0].pk}" in everything
    for table in (*(site.folder / "seasons").glob("[0-9a-f]*[0-9a-f].html"), site.folder / "ratings.html"):
        linked = re.findall(r'href="(?:\.\./)?people/[0-9a-f]{12}\.html">([^<]+)<', table.read_text())
        assert linked and set(linked) <= set(site.shown)


def test_the_halls_own_pages_and_files_of_the_year_keep_hidden_names_out_of_evening_names_as_the_site_does(
    site: MadeSite,
):
    season, own = Season.objects.get(), Player.objects.get(name=site.hidden[0]).name.lower()
    Event.objects.update(name=f"The cup of {own}")
    played = Entry.objects.filter(here=True, player__shown_to=Audience.PUBLIC).values_list("player", flat=True)
    pages = {
        **{name: reverse(name) for name in ("club_records", "records_csv")},
        "season_statistics": reverse("season_statistics", args=[season.pk]),
        **{f"series {each.pk}": reverse("series_csv", args=[season.pk, each.pk]) for each in season.series.all()},
        "profile": reverse("profile", args=[played[0]]),
        "evenings": reverse("profile_csv", args=[played[0], "evenings"]),
    }
    at_desk = Client()
    at_desk.force_login(Account.objects.create_user("Dora", role=Account.Role.DIRECTOR))
    told = {name: [client.get(page) for client in (Client(), at_desk)] for name, page in pages.items()}
    assert {each.status_code for both in told.values() for each in both} == {200}
    texts = {name: [unescape(each.content.decode()).lower() for each in both] for name, both in told.items()}
    assert [name for name, (stranger, _desk) in texts.items() if own in stranger] == []
    assert [name for name, (_stranger, desk) in texts.items() if f"cup of {own}" not in desk] == []


def test_the_halls_own_pages_keep_hidden_names_out_of_the_names_of_seasons_and_series(site: MadeSite):
    season, own = Season.objects.get(), Player.objects.get(name=site.hidden[0]).name
    Season.objects.update(name=f"The year of {own}")
    numbers = [(season.pk, each.pk) for each in season.series.all()]
    for _season, number in numbers:
        Series.objects.filter(pk=number).update(name=f"Shield {number} of {own}")
    pages = [reverse("seasons"), *(reverse(name, args=[season.pk]) for name in ("season", "season_statistics"))]
    pages += [reverse(name, args=each) for name in ("series", "series_csv") for each in numbers]
    at_desk = Client()
    at_desk.force_login(Account.objects.create_user("Dora", role=Account.Role.DIRECTOR))
    for page in pages:
        texts = [client.get(page) for client in (Client(), at_desk)]
        heads = [f"{each.headers}{unescape(each.content.decode())}".lower() for each in texts]
        assert own.lower() not in heads[0]
        assert page.endswith(".csv") or f"the year of {own}".lower() in heads[1]
    assert Season.objects.get().name == f"The year of {own}"


def pages_reached(folder: Path) -> set[Path]:
    """Follows every link from the first page of a site, none of which leads out of it or to a place that a page has
    not; returns the pages."""
    reached, waiting = set[Path](), [folder / "index.html"]
    while waiting:
        page = waiting.pop()
        if page in reached:
            continue
        reached.add(page)
        assert page.is_file(), page
        text = page.read_text() if page.suffix in (".html", ".css") else ""
        links = [*LINK.findall(text), *IN_STYLES.findall(text)]
        assert not [link for link in links if link.startswith(("/", "http"))]
        for at, _, place in (link.partition("#") for link in links):
            to = (page.parent / at).resolve() if at else page
            assert not place or f'id="{place}"' in to.read_text(), (page, at, place)
            waiting += [to] if at else []
    return {path for path in reached if path.suffix == ".html"}


@pytest.mark.slow
def test_every_link_leads_to_a_file_and_every_page_is_reached_from_the_first(site: MadeSite):
    pages = set(site.folder.rglob("*.html"))
    assert pages_reached(site.folder) == pages
    kinds = {path.parent.name if path.parent != site.folder else path.stem for path in pages}
    assert kinds == {"index", "records", "records-2016", "ratings", "evenings", "seasons", "leagues", "people"}
    assert all(OURS in path.read_bytes() and b"<script" not in path.read_bytes() for path in pages)


def test_the_first_page_has_the_first_rows_of_the_years_and_the_leagues_tables(site: MadeSite):
    season, league = Season.objects.latest("pk"), League.objects.get()
    text = text_of(site.folder / "index.html")
    tables = re.findall(r'<h3>\s*<a href="([^"]+)">([^<]+)</a>', text)
    name = next(title.rpartition(":")[0] for _path, title in tables)
    of_season, of_league = f"seasons/{season.uid.hex[:8]}.html", f"leagues/{league.pk}.html"
    assert tables == [
        *((of_season, f"{name}: {series.name}") for series in season.series.all() if series.name != "Teams"),
        (of_league, "Division One 2016"),
    ]
    rows = [table.count("<tr>") - 1 for table in re.findall(r"<h3>.*?</table>", text, re.DOTALL)]
    assert (rows[-1], max(rows)) == (3, 5)


def test_the_first_page_says_when_and_where_the_coming_evening_is_until_it_is_past(site: MadeSite, tmp_path: Path):
    day = timezone.localdate() + timedelta(days=6)
    event = create_event(site.club, name="Yuletide", date=day, **BY)
    said = f"<strong>{day:%A} {day.day} {day:%B %Y}, 19:30</strong>: Yuletide, The Hop Pole"
    opened = {"sign_up": "open", "begins_at": time(19, 30), "venue": "The Hop Pole"}
    for settings in (opened, {"sign_up": "closed"}):
        Event.objects.filter(pk=event.pk).update(**settings)
        publish_site(site.club, tmp_path, now=NOW)
        assert (said in markup((tmp_path / "index.html").read_text())) == (settings is opened)


def test_pages_of_people_and_of_a_season_have_charts_and_a_season_its_quarters(site: MadeSite):
    person = Player.objects.get(name=site.shown[0])
    page = markup((site.folder / "people" / f"{person.uid.hex[:12]}.html").read_text())
    assert page.count('<svg xmlns="http://www.w3.org/2000/svg"') == 6 and page.count("<summary>Figures</summary>") == 6
    assert " style=" not in page and "<style" not in page
    assert all(f"<h2>{head}</h2>" in page for head in ("Partners", "Opponents", "Best hands"))
    rated = re.search(r'<a href="\.\./ratings\.html">rating</a> ± [0-9.]+</dt><dd>([0-9.]+)', page)
    assert rated and rated[1] in (site.folder / "ratings.html").read_text()
    shown = profile_of(site.club, person.pk, all_ended_evenings(site.club))
    met = page.split("<h2>Opponents</h2>")[1].split("</section>")[0]
    assert [int(count) for count in re.findall(r'</th><td class="number">(\d+)', met)] == [
        score.matches for _person, score in shown.opponents[:MOST_MET]
    ]
    assert page.count('<tr><td class="more">') == len(shown.evenings) == person.entries.count()
    season = Season.objects.get()
    whole = (site.folder / "seasons" / f"{season.uid.hex[:8]}.html").read_text()
    assert f'href="../seasons/{season.uid.hex[:8]}-statistics.html"' in whole
    assert (
        "How often the Jack is hung" in (site.folder / "seasons" / f"{season.uid.hex[:8]}-statistics.html").read_text()
    )


def test_the_page_of_an_evening_says_what_its_hands_came_to(site: MadeSite):
    event = Event.objects.get(enters="pairs")
    (page,) = (site.folder / "evenings").glob(f"{event.date}-*.html")
    text = markup(page.read_text())
    hands = Hand.objects.filter(match__table__stage__event=event)
    assert f"<dt>hands</dt><dd>{hands.count()}</dd>" in text
    heads = ["How often the Jack is hung", "Where Game goes", "Longest match", "What the tables did when"]
    assert [head for head in heads if head not in text] == []
    counts = re.findall(r'<td class="shade-\d">(\d*)</td>', text)
    assert sum(int(count or 0) for count in counts) == hands.count()
    assert "longest match" in text and " – " in text.split("Longest match</h2>")[1].split("</p>")[0]


@pytest.mark.slow
def test_somebody_named_later_is_named_on_the_pages_of_those_they_met_and_on_no_others(site: MadeSite, tmp_path: Path):
    publish_site(site.club, tmp_path, now=NOW)
    visible = Player.objects.filter(name__in=site.shown)
    person = Player.objects.filter(name__in=site.hidden).order_by("entries", "pk").exclude(entries=None)[0]
    event = Event.objects.filter(entries__player=person)
    others = {each.uid.hex[:12] for each in visible.filter(entries__event__in=event)}
    pages = tmp_path / "people"
    before = {path: path.stat().st_mtime_ns for path in pages.iterdir()}
    Player.objects.filter(pk=person.pk).update(shown_to=Audience.PUBLIC)
    publish_site(site.club, tmp_path, now=NOW)
    written = {
        path.stem for path in (tmp_path / "people").iterdir() if path.stat().st_mtime_ns != before.get(path.stem)
    }
    assert written - {"index", person.uid.hex[:12]} <= others


@pytest.mark.slow
def test_a_quarter_of_a_season_is_made_again_only_for_an_evening_of_its_own(site: MadeSite, tmp_path: Path):
    later = Event.objects.order_by("-date").first()
    assert later is not None
    Event.objects.filter(pk=later.pk).update(date=date(2016, 5, 3))
    refresh_results(site.club, now=NOW)
    publish_site(site.club, tmp_path, now=NOW)
    start = f"seasons/{Season.objects.get().uid.hex[:8]}"
    first, second = tmp_path / f"{start}-2016-1.html", tmp_path / f"{start}-2016-2.html"
    assert "Q2 2016" in first.read_text() and 'aria-current="true">Q2 2016' in markup(second.read_text())
    assert later.name in second.read_text() and later.name not in first.read_text()
    assert "<p>Q2 2016 · 1 evening</p>" in markup(second.read_text())
    before = [path.stat().st_mtime_ns for path in (first, second)]
    Event.objects.filter(pk=later.pk).update(name="A new name", revision=F("revision") + 1)
    publish_site(site.club, tmp_path, now=NOW)
    after = [path.stat().st_mtime_ns for path in (first, second)]
    assert (after[0] == before[0], after[1] == before[1]) == (True, False)


def test_published_again_it_writes_what_has_changed_and_nothing_else(site: MadeSite, tmp_path: Path):
    publish_site(site.club, tmp_path, now=NOW)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    later = NOW.replace(year=2027)
    again = publish_site(site.club, tmp_path, now=later)
    assert (again.written, again.removed, again.left) == (0, 0, ())
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before
    event = Event.objects.order_by("-date").first()
    assert event is not None
    Event.objects.filter(pk=event.pk).update(name="A new name", revision=F("revision") + 1)
    assert 1 < publish_site(site.club, tmp_path, now=later).written < site.done.pages
    (page,) = (tmp_path / "evenings").glob(f"{event.date}-*.html")
    assert "A new name" in page.read_text() and '<time datetime="2027-11-21">' in page.read_text()
    untouched = (tmp_path / "people" / "index.html").read_text()
    assert '<time datetime="2026-11-21">21 Nov 2026</time>' in untouched
    Event.objects.filter(pk=event.pk).update(standings_shown=False)
    gone = publish_site(site.club, tmp_path, now=later)
    assert gone.removed == 1 and not page.exists()


def test_signs_in_names_are_written_as_signs_on_every_page_of_the_site(site: MadeSite, tmp_path: Path):
    person, event = Player.objects.get(name=site.shown[0]), Event.objects.get(enters="pairs")
    Player.objects.update(shown_to=Audience.PUBLIC)
    Player.objects.filter(pk=person.pk).update(name="Ann <Bea> & Co")
    Event.objects.filter(pk=event.pk).update(name="Cup <b>2</b>")
    publish_site(site.club, tmp_path, now=NOW)
    pages = {path: path.read_text() for path in tmp_path.rglob("*.html")}
    assert [path for path, page in pages.items() if "<Bea>" in page or "<b>2</b>" in page] == []
    own = tmp_path / "people" / f"{person.uid.hex[:12]}.html"
    (evening,) = (tmp_path / "evenings").glob(f"{event.date}-*")
    assert "Cup &lt;b&gt;2&lt;/b&gt;</a>" in pages[own]
    results = pages[evening].partition('class="site-rounds"')[2]
    assert "Ann &lt;Bea&gt; &amp; Co" in results
    partners = [page for path, page in pages.items() if path.parent == own.parent and path != own]
    assert any('<span class="why">with Ann &lt;Bea&gt; &amp; Co</span>' in page for page in partners)


def test_who_is_hidden_later_has_no_page_any_more(site: MadeSite, tmp_path: Path):
    publish_site(site.club, tmp_path, now=NOW)
    person = Player.objects.get(name=site.shown[0])
    (tmp_path / "people" / "mine.txt").write_text("not of the site")
    pages = set((tmp_path / "people").iterdir())
    Player.objects.filter(pk=person.pk).update(shown_to=Audience.NOBODY)
    publish_site(site.club, tmp_path, now=NOW)
    (gone,) = pages - set((tmp_path / "people").iterdir())
    assert gone.name.startswith(person.uid.hex[:8])
    assert not [path for path in tmp_path.rglob("*.html") if person.name in text_of(path)]
    Club.objects.filter(pk=site.club.pk).update(shows_people_to=Audience.NOBODY)
    publish_site(Club.objects.get(), tmp_path, now=NOW)
    assert [path.name for path in (tmp_path / "people").iterdir()] == ["mine.txt"]


@pytest.mark.slow
def test_a_league_has_its_fixtures_and_a_page_again_when_one_is_postponed(site: MadeSite, tmp_path: Path) -> None:
    publish_site(site.club, tmp_path, now=NOW)
    (page,) = (tmp_path / "leagues").glob("[0-9]*.html")
    before = text_of(page)
    assert "Tue 1 Dec 2026" in before and "’s garden" in before
    match = LeagueResult.objects.select_related("league").get(round=2)
    date_match(match, {"day": None}, is_postponed=True, **BY)
    publish_site(site.club, tmp_path, now=NOW)
    assert "Postponed from Tue 1 Dec" in text_of(page)
    rule_match(match, "void", reason="The garden was flooded.", **BY)
    publish_site(site.club, tmp_path, now=NOW)
    assert "void" in text_of(page)


def test_files_of_somebody_else_are_neither_written_over_nor_deleted(site: MadeSite, tmp_path: Path):
    (tmp_path / "index.html").write_text("<h1>My own page</h1>")
    with pytest.raises(CommandError, match="index.html, not made by Hangjack"):
        call_command("publish", str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]
    (tmp_path / "index.html").unlink()
    publish_site(site.club, tmp_path, now=NOW)
    (page,) = (tmp_path / "leagues").glob("[0-9]*.html")
    page.write_text(page.read_text() + "<!-- changed by hand -->")
    League.objects.update(shown=False)
    left = publish_site(site.club, tmp_path, now=NOW).left
    assert left == (f"leagues/{page.name}",) and page.is_file()
    outside = tmp_path.parent / f"{tmp_path.name}-outside.html"
    outside.write_text("somebody else's")
    told = json.loads((tmp_path / MANIFEST).read_text())
    told["files"][f"../{outside.name}"] = next(iter(told["files"].values()))
    (tmp_path / MANIFEST).write_text(json.dumps(told))
    publish_site(site.club, tmp_path, now=NOW)
    assert outside.is_file()
    (tmp_path / "seasons" / "index.html").unlink()
    (tmp_path / "seasons" / "index.html").symlink_to(outside)
    with pytest.raises(CannotPublish, match="leads out of the folder"):
        publish_site(site.club, tmp_path, now=NOW)
    assert outside.read_text() == "somebody else's"


def test_a_publishing_that_broke_off_is_gone_on_with(site: MadeSite, tmp_path: Path):
    publish_site(site.club, tmp_path, now=NOW)
    told = json.loads((tmp_path / MANIFEST).read_text())
    told["files"] = {path: dict.fromkeys(file, "") for path, file in told["files"].items()}
    (tmp_path / MANIFEST).write_text(json.dumps(told))
    again = publish_site(site.club, tmp_path, now=NOW)
    assert again.written == 0
    packed = pack_site(tmp_path)
    assert packed.startswith(b"PK") and pack_site(site.folder) is not None


def test_the_bracket_of_a_knock_out_names_nobody_who_is_hidden(rounds_of):
    evening = rounds_of(4, plan=[["knock-out", 0]])
    event = evening.event
    Club.objects.filter(pk=event.club_id).update(shows_people_to=Audience.PUBLIC)
    Player.objects.filter(name=NAMES[7]).update(shown_to=Audience.PUBLIC)
    Event.objects.filter(pk=event.pk).update(standings_shown=True)
    for number in (1, 2):
        out(evening, number)
        rule_all(evening, number)
    event = Event.objects.get(pk=event.pk)
    page = evening_for_site(event, names_shown_to(Audience.PUBLIC, event.club))
    assert page.bracket is not None and page.bracket.winner.startswith("Player ")
    told = (
        repr(page.bracket) + repr(page.honours) + repr(page.stages) + repr([line.rows for _label, line in page.tables])
    )
    assert [name for name in NAMES[:7] if name in told] == [] and NAMES[7] in told
    assert [side.has_won for side in page.stages[0].matches[0].sides].count(True) == 1
