"""The web site of a club: which pages it has and what each is made from. Nothing is rendered here, and an evening is
not read in full before its page is needed."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import Count, Exists, OuterRef
from django.utils import timezone
from django.utils.translation import get_language

from tournament.club.queries import emblem_of, names_shown_to
from tournament.club.visibility import NamesShown
from tournament.foundation.wording import order_key
from tournament.leagues.queries.leagues import list_leagues
from tournament.leagues.queries.week import LeagueWeek, week_of_league
from tournament.models import Audience, Club, Entry, Event, League, Player, Season, Stage, of_shown_club
from tournament.publishing.queries.assets import STYLE_SHEET
from tournament.publishing.queries.evening_page import evening_for_site
from tournament.publishing.queries.first_rows import (
    FirstRows,
    coming_evenings,
    first_rows_of_league,
    first_rows_of_season,
)
from tournament.publishing.queries.person_page import evenings_of_people, read_person
from tournament.publishing.queries.season_page import pages_of_season, path_of_season
from tournament.seasons.queries.club_records import (
    all_ended_evenings,
    club_records,
    rating_rules_of,
    ratings_are_shown,
    ratings_of,
    say_records,
)
from tournament.seasons.queries.ratings_page import rating_rows
from tournament.seasons.queries.results import EndedEvening, lines_of
from tournament.seasons.queries.seasons import evenings_of, list_seasons

OF_EVENINGS = ("pk", "uid", "name", "date", "locked_at", "revision", "enters")
LATEST, MOST_LEAGUES = 12, 4
"""How many evenings the first page lists, and of how many leagues it shows the first rows."""
HERE = Path(__file__).resolve().parent.parent
TEMPLATES = [settings.ASSETS / "templates" / room for room in ("publishing", "standings", "statistics")]


@dataclass(frozen=True)
class SitePage:
    """`template` is rendered with what `read` returns; the same `key` means the same page. `is_typed` is true if people
    typed much of the text, which may therefore contain any name."""

    path: str
    template: str
    key: str
    read: Callable[[], Mapping[str, Any]]
    is_typed: bool = False

    @property
    def root(self) -> str:
        """Returns the relative path to the site's top folder, for links."""
        return "../" * self.path.count("/")


@dataclass(frozen=True)
class EveningInList:
    """An evening that is shown; `winner` is "" until it is over."""

    event: Event
    path: str
    name: str
    winner: str
    players: int

    @property
    def is_provisional(self) -> bool:
        return self.event.locked_at is None


class Site:
    """What the club shows to everybody now. It is read once for all pages."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.emblem = emblem_of(club)
        self.names: NamesShown = names_shown_to(Audience.PUBLIC, club)
        self.ended = all_ended_evenings(club)
        self.seasons = list_seasons(club.pk, shown_only=True)
        self.leagues = list_leagues(shown_only=True)
        self.rates = ratings_are_shown(club, desk=False)
        self.evenings = self._list_evenings()
        # People who agreed, as their club did, that everybody may see them; from A to Z.
        seen = set(self.names.names) - set(self.names.hidden)
        players = Player.objects.filter(pk__in=seen, forgotten_at=None).only("pk", "uid", "name")
        people = [(person, f"people/{person.uid.hex[:12]}.html") for person in players]
        self.people = sorted(people, key=lambda each: order_key(self.names.name_of(each[0].pk)))

    def pages(self) -> list[SitePage]:
        pages_so_far = [self._home(), *self._evening_lists(), *self._evening_pages(), *self._season_pages()]
        return [
            *pages_so_far,
            *self._record_pages(),
            *self._rating_page(),
            *self._league_pages(),
            *self._people_pages(),
        ]

    @cached_property
    def head(self) -> Mapping[str, Any]:
        places = [
            ("index.html", "home", True),
            ("evenings/index.html", "evenings", bool(self.evenings)),
            ("seasons/index.html", "seasons", bool(self.seasons)),
            ("records.html", "records", self.has_records),
            ("ratings.html", "ratings", self.rates),
            ("leagues/index.html", "leagues", bool(self.leagues)),
            ("people/index.html", "people", bool(self.people)),
        ]
        return {
            "club": self.club,
            "has_emblem": self.emblem is not None,
            "emblem": self.emblem,
            "style_sheet": STYLE_SHEET,
            "people_paths": {person.pk: path for person, path in self.people},
            "places": [(path, key) for path, key, is_there in places if is_there],
        }

    @cached_property
    def has_records(self) -> bool:
        """True once a season is shown and an evening has ended."""
        return bool(self.seasons) and bool(self.ended)

    @cached_property
    def _paths(self) -> dict[int, str]:
        return {evening.event.pk: evening.path for evening in self.evenings}

    @cached_property
    def _shell(self) -> str:
        """Returns a hash of what is on every page, and of the code that makes it."""
        files = sorted([*HERE.rglob("*.py"), *(page for sources in TEMPLATES for page in sources.rglob("*.html"))])
        places = self.head["places"]
        emblem = (self.emblem.width, self.emblem.height) if self.emblem else None
        sources = [settings.VERSION, get_language(), self.club.name, emblem, places]
        return _hash(sources, *(file.read_bytes() for file in files))

    def _page(self, path: str, template: str, sources: Any, read: Callable[[], Mapping[str, Any]]) -> SitePage:
        return SitePage(path, f"publishing/site/{template}.html", _hash([self._shell, template, sources]), read)

    # evenings

    def _list_evenings(self) -> list[EveningInList]:
        """Lists the evenings whose standings are shown, the latest first."""
        is_played = Exists(Stage.objects.filter(event=OuterRef("pk"), released_at__isnull=False))
        shown = Event.objects.filter(is_played, club=self.club, standings_shown=True).only(*OF_EVENINGS)
        events = list(shown.order_by("-date", "-pk"))
        lines = lines_of(self.ended)
        entered = Event.objects.filter(club=self.club).values_list("pk").annotate(Count("entries"))
        people = dict(entered.order_by())
        listed = []
        for event in events:
            tables = lines.get(event.pk, {})
            first = [line for line in tables.get(event.enters, ()) if line.place == 1]
            winners = [
                self.names.name_of_team(line.team, line.people)
                or " & ".join(self.names.name_of(person) for person in line.people)
                for line in first
            ]
            path = f"evenings/{event.date:%Y-%m-%d}-{event.uid.hex[:8]}.html"
            name = self.names.redact(event.name)
            winner = "; ".join(winners) if event.locked_at is not None else ""
            listed.append(EveningInList(event, path, name, winner, people[event.pk]))
        return listed

    def _home(self) -> SitePage:
        latest = self.evenings[:LATEST]
        series = [(season, path_of_season(season)) for season in self.seasons]
        coming = coming_evenings(self.names)
        sources = [
            _key_of_list(latest),
            [(season.name, path) for season, path in series],
            len(self.evenings),
            len(self.people),
            self._first_rows,
            coming,
        ]
        return self._page(
            "index.html",
            "home",
            [sources, [(league.pk, str(league)) for league in self.leagues]],
            lambda: {
                **{"at": "home", "evenings": latest, "seasons": self._seasons_in_list(), "leagues": self.leagues},
                "tables": self._first_rows,
                "coming": coming,
            },
        )

    @cached_property
    def _first_rows(self) -> list[FirstRows]:
        """Returns the first rows of the latest season, and of the latest leagues that have a table."""
        of_season = [
            table
            for season, _path, name in self._seasons_in_list()[:1]
            for table in first_rows_of_season(season, name, self._redact(evenings_of(season)), self.names)
        ]
        latest = self._weeks[0][0].season if self._weeks else ""
        of_leagues = [
            first_rows_of_league(f"{name} {league.season}", path, week.page, self.names)
            for league, name, path, week in self._weeks
            if league.season == latest and week.page.rows and not week.page.bracket
        ]
        return [*of_season, *of_leagues[:MOST_LEAGUES]]

    def _evening_lists(self) -> Iterator[SitePage]:
        """Yields a page for each year, and one that links to them."""
        by_year = {year: list(listed) for year, listed in groupby(self.evenings, key=lambda each: each.event.date.year)}
        pages = [
            ("index", None, self.evenings[:LATEST]),
            *((f"{year}", year, listed) for year, listed in by_year.items()),
        ]
        for name, year, evenings in pages if by_year else ():
            context = {"at": "evenings", "year": year, "years": list(by_year), "evenings": evenings}
            sources = [year, list(by_year), _key_of_list(evenings)]
            yield self._page(f"evenings/{name}.html", "evenings", sources, context.copy)

    def _evening_pages(self) -> Iterator[SitePage]:
        """Yields the page of each evening. Its key has the names of the evenings before and after, because it links to
        them."""
        around = zip([None, *self.evenings], self.evenings, [*self.evenings[1:], None], strict=False)
        for later, evening, earlier in around:
            event = evening.event
            beside = [each and (each.path, each.name) for each in (later, earlier)]
            sources = [event.pk, event.revision, evening.name, self._names_of_entered[event.pk], beside]
            read = partial(self._read_evening, event.pk, later=later, earlier=earlier)
            yield self._page(evening.path, "evening", sources, read)

    def _read_evening(self, pk: int, **beside: EveningInList | None) -> Mapping[str, Any]:
        event = Event.objects.select_related("club").get(pk=pk)
        return {"at": "evenings", "event": event, "evening": evening_for_site(event, self.names), **beside}

    @cached_property
    def _names_of_entered(self) -> dict[int, list[str]]:
        """Returns the names of those entered, as the site shows them, by evening. One query."""
        names_by_event: dict[int, list[str]] = defaultdict(list)
        events = [evening.event.pk for evening in self.evenings]
        for event, person in Entry.objects.filter(event__in=events).order_by("pk").values_list("event", "player"):
            names_by_event[event].append(self.names.name_of(person))
        return names_by_event

    # seasons, records, ratings

    def _seasons_in_list(self) -> list[tuple[Season, str, str]]:
        return [(season, path_of_season(season), self.names.redact(season.name)) for season in self.seasons]

    def _season_pages(self) -> Iterator[SitePage]:
        listed = self._seasons_in_list()
        if not listed:
            return
        seasons = [(path, name, str(season.first_day), str(season.last_day)) for season, path, name in listed]
        sources = [seasons, [[series.name for series in season.series.all()] for season, _path, _name in listed]]
        yield self._page("seasons/index.html", "seasons", sources, lambda: {"at": "seasons", "seasons": listed})
        for season, _path, name in listed:
            evenings = self._redact(evenings_of(season))
            for page in pages_of_season(season, name, evenings, self.names, self._paths):
                yield self._page(page.path, page.template, [page.made_from, self._key_of_names], page.read)

    def _redact(self, evenings: Iterable[EndedEvening]) -> tuple[EndedEvening, ...]:
        return tuple(each._replace(name=self.names.redact(each.name)) for each in evenings)

    @cached_property
    def _key_of_names(self) -> str:
        """Returns a hash of everybody's names."""
        return _hash(sorted(self.names.names.items()))

    def _record_pages(self) -> Iterator[SitePage]:
        if not self.has_records:
            return
        years = sorted({evening.day.year for evening in self.ended}, reverse=True)
        for year in (None, *years):
            seen = [evening for evening in self.ended if year in (None, evening.day.year)]
            paths = [self._paths.get(each.event, "") for each in seen]
            yield self._page(
                f"records-{year}.html" if year else "records.html",
                "records",
                [year, years, _states(seen), paths, self._key_of_names],
                partial(self._read_records, year, years),
            )

    def _read_records(self, year: int | None, years: Sequence[int]) -> Mapping[str, Any]:
        records = say_records(club_records(self.club, self.ended, year), self.ended, self.names)
        linked = [
            (record, [(holder, self._paths.get(holder.event or 0, "")) for holder in record.holders])
            for record in records
        ]
        return {"at": "records", "year": year, "years": years, "records": linked}

    def _rating_page(self) -> Iterator[SitePage]:
        if self.rates:
            rules = rating_rules_of(self.club)

            def read_ratings() -> Mapping[str, Any]:
                rated = ratings_of(self.club, self.ended).latest
                rows, hidden = rating_rows(rated, self.names, fewest=rules.fewest_matches)
                return {"at": "ratings", "rows": rows, "hidden": hidden, "rules": rules}

            yield self._page(
                "ratings.html", "ratings", [rules.fewest_matches, _states(self.ended), self._key_of_names], read_ratings
            )

    # leagues

    @cached_property
    def _weeks(self) -> list[tuple[League, str, str, LeagueWeek]]:
        """Returns each league with its name, its path and what it shows, the latest first."""
        shown_leagues = League.objects.filter(of_shown_club(), shown=True).select_related("club")
        today = timezone.localdate()
        return [
            (
                *(league, self.names.redact(league.title), f"leagues/{league.pk}.html"),
                week_of_league(league, today=today, names=self.names),
            )
            for league in shown_leagues
        ]

    def _league_pages(self) -> Iterator[SitePage]:
        if not self.leagues:
            return
        leagues = [(league, name, path) for league, name, path, _week in self._weeks]
        listed = [(path, name, league.season) for league, name, path in leagues]
        yield self._page("leagues/index.html", "leagues", listed, lambda: {"at": "leagues", "leagues": leagues})
        for league, name, path, week in self._weeks:
            page = week.page
            results = [
                (
                    *(result.pk, result.games, result.other_games, result.hang_jacks, result.other_hang_jacks),
                    *(result.day, result.starts, result.ends, result.place),
                    *(result.postponed_from, result.play_by, result.mark),
                )
                for _number, results in page.rounds
                for result in results
            ]
            rows = [(row.placing.record.entry, row.place, row.penalties, row.byes, row.withdrawn) for row in page.rows]
            rules = {key: str(value) for key, value in vars(league).items() if not key.startswith("_")}
            context = {"at": "leagues", "league": league, "name": name, "page": page, "week": week}
            waits = [page.is_provisional, [each.is_over for each in page.days], len(page.next_days)]
            tables = [(each.tables, each.line_ups, each.halves, each.feats) for each in week.results]
            sources = [rules, results, rows, waits, tables, str(page.bracket), self._key_of_names]
            yield replace(self._page(path, "league", sources, context.copy), is_typed=True)
            if week.results:
                path = f"leagues/week-{league.pk}.html"
                yield replace(self._page(path, "league_week", sources, context.copy), is_typed=True)

    # people

    def _people_pages(self) -> Iterator[SitePage]:
        """Yields the pages of people. A page shows whom they met, so its key has the names of everybody in their
        evenings, and if people are rated, every evening up to their last one."""
        if not self.people:
            return
        shown = self._redact(evening for evening in self.ended if evening.event in self._paths)
        played, all_played = evenings_of_people(shown), evenings_of_people(self.ended)
        states = {
            each.event: [*_states([each]), self._paths[each.event], self._names_of_entered[each.event]]
            for each in shown
        }
        of_evening = {event: _hash(state) for event, state in states.items()}
        rated = self._states_until_each() if self.rates else {}
        people = [(self.names.name_of(person.pk), path, len(played.get(person.pk, ()))) for person, path in self.people]
        yield self._page("people/index.html", "people", people, lambda: {"at": "people", "people": people})
        read = partial(
            read_person,
            self.club,
            shown=shown,
            ended=self.ended,
            names=self.names,
            paths=self._paths,
            people_paths=self.head["people_paths"],
        )
        for person, path in self.people:
            own, last = played.get(person.pk, []), all_played.get(person.pk, [])[-1:]
            sources = [self.names.name_of(person.pk), [of_evening[each.event] for each in own]]
            sources.append([rated[each.event] for each in last if rated])
            yield self._page(path, "person", sources, partial(read, person.pk))

    def _states_until_each(self) -> dict[int, str]:
        """Returns for each evening a hash of the states of all evenings up to it and of the rules of ratings."""
        so_far, states = str(rating_rules_of(self.club).fewest_matches), {}
        for evening in self.ended:
            so_far = states[evening.event] = _hash([so_far, evening.event, *evening.state])
        return states


def _key_of_list(evenings: Sequence[EveningInList]) -> list[list[Any]]:
    return [
        [each.path, each.name, str(each.event.date), each.winner, each.players, each.is_provisional]
        for each in evenings
    ]


def _states(evenings: Sequence[EndedEvening]) -> list[list[Any]]:
    return [[each.event, each.name, str(each.day), *each.state] for each in evenings]


def _hash(sources: Any, *contents: bytes) -> str:
    digest = sha256(json.dumps(sources, sort_keys=True, default=str).encode())
    for content in contents:
        digest.update(content)
    return digest.hexdigest()
