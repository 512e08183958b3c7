"""Who may what: every address of the app, asked for and posted to by everybody who may come, one by one.

The table below is the whole of it. A new address without a row fails here: think who may open it, and write the row.
"""

import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from functools import cache, partial
from html import unescape
from http.cookies import SimpleCookie
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection, connections, transaction
from django.db.models import F, Q
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import Resolver404, resolve, reverse

from tests.club.test_emblem_on_paper import png
from tests.conftest import ADDRESSES
from tests.evenings import NAMES, SEVEN, Evening, by_lot
from tests.kinds import mostly_slow
from tests.live.loops import in_own_loop
from tests.live.test_stream import answered
from tests.round_evenings import out
from tests.test_fuzzed_forms import FormsOfPage
from tournament.door.services.entries import enter_players
from tournament.door.services.teams import team_up
from tournament.event.services.codes_and_calls import call_director, reissue_code
from tournament.event.services.events import change_settings, create_event, show_standings
from tournament.foundation.log_actions import SCREENS
from tournament.leagues.captain_links import token_of, token_of_hall
from tournament.leagues.results_file import COLUMNS
from tournament.leagues.results_reader import read_results
from tournament.leagues.services.importing import import_results
from tournament.leagues.services.leagues import open_league
from tournament.leagues.services.log import give_penalty
from tournament.live.change_feed import ChangeFeed
from tournament.live.hub import Hub
from tournament.models import (
    Account,
    Apart,
    ApiToken,
    Call,
    CallOut,
    Club,
    ClubHost,
    ClubRules,
    Cut,
    Emblem,
    Entry,
    Event,
    Federation,
    FederationMember,
    HallLink,
    League,
    LeaguePenalty,
    LeagueResult,
    LeagueTeam,
    LogEntry,
    Match,
    Payment,
    PeopleImport,
    PersonMerge,
    Player,
    PlayOff,
    RaffleDraw,
    RatingRules,
    Rest,
    RestorePoint,
    Round,
    Screen,
    Season,
    Seat,
    Series,
    SharingRules,
    Side,
    SidePlayer,
    SignUp,
    Stage,
    Table,
    TableCode,
    Team,
    VisitingMatch,
)
from tournament.screens.services import open_screen, show_call_out, take_screen
from tournament.seasons.services.seasons import change_rating_rules, open_season, show_season
from tournament.web.guards import IS_PUBLIC
from tournament.web.throttle import Throttle

pytestmark = pytest.mark.django_db

NAMES_OF_ADDRESSES = [str(pattern.name) for pattern in ADDRESSES]
ADDRESS_OF = {str(pattern.name): pattern for pattern in ADDRESSES}
VIEWS = {str(pattern.name): pattern.callback for pattern in ADDRESSES}

WHO = (
    *("nobody", "phone of this table", "phone of another table", "phone of another evening", "phone with an old code"),
    *("scorer", "secretary", "director"),
)
PHONES = WHO[1:5]
OF_CELL = {"+": "allowed", "s": "sent to sign in", "r": "refused", "n": "not found", "-": "asked the wrong way"}
"""What a letter of the table means. "Not found" is also what a code gets that opens no table; "asked the wrong way" is
an address that is only asked for, or only posted to."""

# In the order of WHO: nobody, the four phones; then scorer, secretary, director. Below /t/ each phone comes with its
# own code, and whoever has none with one that opens nothing: an account opens no table.
EVERYBODY = "+++++ +++"
STAFF = "sssss +++"
STAFF_ALONE = "rrrrr +++"
"""Of what everybody may see once it is shown."""
SCORER = "sssss +r+"
SECRETARY = "sssss r++"
DIRECTOR = "sssss rr+"
AT_A_TABLE = "n+++n nnn"
AT_THIS_TABLE = "n+nnn nnn"
LATE_TOO = "n+nn+ nnn"
NO_WAY = "----- ---"
NOT_FOUND = "nnnnn nnn"
NOT_FOR_STAFF, NOT_FOR_SCORER, NOT_FOR_SECRETARY, NOT_FOR_DIRECTOR = "sssss ---", "sssss -r-", "sssss r--", "sssss rr-"

NOTHING_FOR_SCORER, NOTHING_FOR_SECRETARY, NOTHING_FOR_DIRECTOR = "sssss nrn", "sssss rnn", "sssss rrn"
"""Let through by the guard, where there is nothing to show: no kit, no backup, no difference."""

RESOURCES = (
    *("club", "people", "evenings", "evening", "rounds", "seats", "results", "hands", "standings", "clock"),
    "team_matches",
    *("seasons", "season", "series", "records", "ratings", "leagues", "league"),
    *("evening_statistics", "season_statistics"),
)
"""Of the API."""
ROWS: dict[str, tuple[str, str]] = {
    # name (and of what, where that makes a difference): who may ask for it, who may post to it
    # the club
    "sign_in": (EVERYBODY, EVERYBODY),
    "sign_in_by_square": (NOT_FOUND, NOT_FOUND),  # with a square that was used already
    "square": (NO_WAY, DIRECTOR),
    "members": (EVERYBODY, EVERYBODY),
    "sign_out": (NO_WAY, EVERYBODY),
    "new_password": (STAFF, STAFF),
    "accounts": (DIRECTOR, DIRECTOR),
    "club": (SECRETARY, DIRECTOR),
    "colour_change": (NO_WAY, SECRETARY),
    "club_colour": (EVERYBODY, NO_WAY),
    "emblem_change": (NO_WAY, SECRETARY),
    "emblem": (SECRETARY, NO_WAY),
    # an evening's settings
    "events": (SECRETARY, SECRETARY),
    "event_new": (DIRECTOR, DIRECTOR),
    "undo": (DIRECTOR, DIRECTOR),
    "event_restore": (NO_WAY, DIRECTOR),
    "event_duplicate": (DIRECTOR, DIRECTOR),
    "event_delete": (DIRECTOR, DIRECTOR),
    "settings_of_event": (DIRECTOR, DIRECTOR),
    "plan": (DIRECTOR, DIRECTOR),
    "rules": (DIRECTOR, DIRECTOR),
    # standings
    "ranking": (DIRECTOR, DIRECTOR),
    "standings": (EVERYBODY, EVERYBODY),
    "standings_csv": (EVERYBODY, NO_WAY),
    "web_site": (SECRETARY, SECRETARY),
    "share_standings": (EVERYBODY, NO_WAY),
    "standings_picture": (EVERYBODY, NO_WAY),
    "final_cut": (DIRECTOR, DIRECTOR),
    "play_off": (NOT_FOR_DIRECTOR, DIRECTOR),
    "no_play_off": (NOT_FOR_DIRECTOR, DIRECTOR),
    # draw
    "reseat": (DIRECTOR, DIRECTOR),
    "draw_now": (DIRECTOR, DIRECTOR),
    "draw": (DIRECTOR, DIRECTOR),
    "draw_cut": (DIRECTOR, DIRECTOR),
    "seats": (EVERYBODY, EVERYBODY),
    "seats_out": (EVERYBODY, EVERYBODY),
    # clock
    "clock": (DIRECTOR, DIRECTOR),
    "clock_parts": (EVERYBODY, EVERYBODY),
    "clock_press": (NOT_FOR_DIRECTOR, DIRECTOR),
    "table_time": (NOT_FOR_DIRECTOR, DIRECTOR),
    "set_break": (NOT_FOR_DIRECTOR, DIRECTOR),
    "clock_settings": (DIRECTOR, DIRECTOR),
    "timetable": (EVERYBODY, EVERYBODY),
    "clock_screen": (EVERYBODY, EVERYBODY),
    # hands
    "match": (SCORER, SCORER),
    "hands_in": (NOT_FOR_SCORER, SCORER),
    "hand": (SCORER, SCORER),
    "withdraw": (NOT_FOR_SCORER, SCORER),
    "decide": (DIRECTOR, DIRECTOR),
    "late_hands": (DIRECTOR, DIRECTOR),
    "slip_again": (SCORER, SCORER),
    "slip_compare": (SCORER, NOTHING_FOR_SCORER),
    "slip_afresh": (NOT_FOR_SCORER, SCORER),
    # results
    "sheets": (SCORER, SCORER),
    "from_opponents": (NOT_FOR_SCORER, SCORER),
    "sheet": (SCORER, SCORER),
    "sheet_again": (SCORER, SCORER),
    "sheets_csv": (SCORER, NOT_FOR_SCORER),
    "slips": (SCORER, SCORER),
    "slip_lines": (SCORER, SCORER),
    "slip": (SCORER, SCORER),
    "second_slip": (SCORER, SCORER),
    "results": (SCORER, SCORER),
    "result_list": (SCORER, NOT_FOR_SCORER),
    "results_csv": (SCORER, NOT_FOR_SCORER),
    "agree": (NOT_FOR_DIRECTOR, DIRECTOR),
    "adjustments": (DIRECTOR, DIRECTOR),
    "ruling": (DIRECTOR, DIRECTOR),
    "call_off": (NOT_FOR_DIRECTOR, DIRECTOR),
    "late": (DIRECTOR, DIRECTOR),
    "walk_over": (NOT_FOR_DIRECTOR, DIRECTOR),
    "shared_table": (NOT_FOR_DIRECTOR, DIRECTOR),
    "feats": (NOTHING_FOR_SCORER, NOTHING_FOR_SCORER),  # of a match of no teams
    # the door
    "price": (SECRETARY, SECRETARY),
    "prize_money": (SECRETARY, SECRETARY),
    "door": (SECRETARY, SECRETARY),
    "door_players": (SECRETARY, SECRETARY),
    "people_list": (SECRETARY, NOT_FOR_SECRETARY),
    "people_csv": (SECRETARY, NOT_FOR_SECRETARY),
    "door_entry": (NO_WAY, SECRETARY),
    "door_name": (SECRETARY, SECRETARY),
    "door_person": (DIRECTOR, DIRECTOR),
    "door_paid": (NO_WAY, SECRETARY),
    "door_dues": (SECRETARY, SECRETARY),
    "team_paid": (NO_WAY, SECRETARY),
    "door_together": (NO_WAY, SECRETARY),
    "door_team": (SECRETARY, SECRETARY),
    "team_line_up": (DIRECTOR, DIRECTOR),
    # people
    "people": (SECRETARY, NO_WAY),
    "person_new": (SECRETARY, SECRETARY),
    "people_settings": (SECRETARY, SECRETARY),
    "person": (SECRETARY, SECRETARY),
    "person_fees": (SECRETARY, SECRETARY),
    "person_forget": (SECRETARY, SECRETARY),
    "people_import": (SECRETARY, SECRETARY),
    "club_people_csv": (SECRETARY, NO_WAY),
    "club_people_xlsx": (SECRETARY, NO_WAY),
    "money": (SECRETARY, NO_WAY),
    "money_csv": (SECRETARY, NO_WAY),
    "duplicates": (SECRETARY, NOTHING_FOR_SECRETARY),
    # sign-up
    "sign_up": (EVERYBODY, EVERYBODY),
    "find_sign_up": (EVERYBODY, EVERYBODY),
    "own_sign_up": (NOT_FOUND, NOT_FOUND),  # with a token that nobody has
    "sign_ups": (SECRETARY, NOTHING_FOR_SECRETARY),
    # the server
    "healthz": (EVERYBODY, NO_WAY),
    "metrics": (NOT_FOUND, NO_WAY),  # without a setting that asks for it
    # phones
    "manifest": (EVERYBODY, EVERYBODY),
    "me": (EVERYBODY, EVERYBODY),
    "own_match": (NOT_FOUND, NOT_FOUND),  # of somebody who is not on this phone
    "own_press": (NOT_FOUND, NOT_FOUND),
    "code": (EVERYBODY, EVERYBODY),
    "table": (AT_A_TABLE, AT_A_TABLE),
    "table_what_if": (AT_A_TABLE, NO_WAY),
    "table_match": (AT_THIS_TABLE, LATE_TOO),
    "table_now": (AT_THIS_TABLE, AT_THIS_TABLE),
    "table_picture": (NOT_FOUND, NOT_FOUND),  # before the end of the match
    "table_feats": (NOT_FOUND, NOT_FOUND),  # of a match of no teams
    "table_press": (AT_THIS_TABLE, AT_THIS_TABLE),
    # paper
    "paper": (SCORER, SCORER),
    "kit_pdf": (NOTHING_FOR_SCORER, NOT_FOR_SCORER),
    "kit": (SCORER, SCORER),
    "pdf": (EVERYBODY, NO_WAY),
    "pdf (for the desk)": (SCORER, NO_WAY),
    "preview": (SCORER, NOT_FOR_SCORER),
    "picture": (NOTHING_FOR_SCORER, NOT_FOR_SCORER),
    # screens
    "screen": (EVERYBODY, NO_WAY),
    "screen_now": (EVERYBODY, NO_WAY),
    "screen_alive": (NO_WAY, EVERYBODY),
    "screen_here": (NO_WAY, DIRECTOR),
    "screens": (DIRECTOR, NO_WAY),
    "screens_now": (DIRECTOR, NO_WAY),
    "screens_lost": (DIRECTOR, NO_WAY),
    "screen_settings": (DIRECTOR, DIRECTOR),
    "screens_press": (NO_WAY, DIRECTOR),
    "call_outs": (EVERYBODY, NO_WAY),
    "prizes": (DIRECTOR, DIRECTOR),
    "raffle": (DIRECTOR, DIRECTOR),
    # leagues
    "leagues": (EVERYBODY, EVERYBODY),
    "league_new": (SECRETARY, SECRETARY),
    "league": (EVERYBODY, EVERYBODY),
    "league (not shown)": (STAFF_ALONE, STAFF_ALONE),
    "league_rules": (SECRETARY, SECRETARY),
    "league_show": (NOT_FOR_SECRETARY, SECRETARY),
    "league_fixtures": (SECRETARY, SECRETARY),
    "league_fixture": (SECRETARY, SECRETARY),
    "league_penalties": (SECRETARY, SECRETARY),
    "league_penalty": (SECRETARY, SECRETARY),
    "league_log": (STAFF, STAFF),
    "league_import": (STAFF, STAFF),
    "league_result": (STAFF, STAFF),
    "league_ruling": (SECRETARY, SECRETARY),
    "league_evening": (SECRETARY, SECRETARY),
    "league_players": (SECRETARY, SECRETARY),
    "league_squad": (SECRETARY, SECRETARY),
    "league_teams": (SECRETARY, SECRETARY),
    "league_team_list": (SECRETARY, SECRETARY),
    "league_withdrawal": (SECRETARY, SECRETARY),
    "league_captain": (SECRETARY, SECRETARY),
    "league_reports": (SECRETARY, SECRETARY),
    "league_report": (SECRETARY, SECRETARY),
    "league_card": (NOTHING_FOR_SECRETARY, NOT_FOR_SECRETARY),  # nobody sent one
    "league_captains_pdf": (SECRETARY, NOT_FOR_SECRETARY),
    "league_halls": (SECRETARY, SECRETARY),
    "league_halls_file": (NOTHING_FOR_SECRETARY, NOT_FOR_SECRETARY),  # no match is out
    "league_hall": (SECRETARY, SECRETARY),
    "hall_match": (NOT_FOUND, NOT_FOUND),  # with a link that nobody has
    "hall_match_file": (NOT_FOUND, NOT_FOUND),
    "visits": (DIRECTOR, DIRECTOR),
    "visit": (DIRECTOR, DIRECTOR),
    "captain": (NOT_FOUND, NOT_FOUND),  # with a link that nobody has
    "line_up": (NOT_FOUND, NOT_FOUND),
    "captain_match": (NOT_FOUND, NOT_FOUND),
    "captain_card": (NOT_FOUND, NOT_FOUND),
    "captain_postpone": (NOT_FOUND, NOT_FOUND),
    "league_team": (EVERYBODY, EVERYBODY),
    "league_csv": (EVERYBODY, NO_WAY),
    "league_csv (not shown)": (STAFF_ALONE, NO_WAY),
    "league_table_csv": (EVERYBODY, NO_WAY),
    "league_table_csv (not shown)": (STAFF_ALONE, NO_WAY),
    "league_pdf": (EVERYBODY, NO_WAY),
    "league_pdf (not shown)": (STAFF_ALONE, NO_WAY),
    "league_fixtures_pdf": (EVERYBODY, NO_WAY),
    "league_fixtures_pdf (not shown)": (STAFF_ALONE, NO_WAY),
    "league_next_season": (SECRETARY, SECRETARY),
    "league_cup": (SECRETARY, SECRETARY),
    "league_cup_evening": (SECRETARY, SECRETARY),
    "league_money": (SECRETARY, SECRETARY),
    "league_money_pdf": (SECRETARY, NOT_FOR_SECRETARY),
    "league_money_csv": (SECRETARY, NOT_FOR_SECRETARY),
    "league_teams_csv": (SECRETARY, NOT_FOR_SECRETARY),
    "league_week": (EVERYBODY, NO_WAY),
    "league_matches": (EVERYBODY, NO_WAY),
    "league_records": (EVERYBODY, NO_WAY),
    "league_records (not shown)": (STAFF_ALONE, NO_WAY),
    "league_records_csv": (EVERYBODY, NO_WAY),
    "league_records_csv (not shown)": (STAFF_ALONE, NO_WAY),
    "league_week (not shown)": (STAFF_ALONE, NO_WAY),
    "league_week_sent": (NOT_FOR_SECRETARY, SECRETARY),
    "league_week_pdf": (EVERYBODY, NO_WAY),
    "league_week_pdf (not shown)": (STAFF_ALONE, NO_WAY),
    **dict.fromkeys(("federation", "federation_clubs", "person_links"), (NOT_FOUND, NOT_FOUND)),  # with one club
    # seasons, records and ratings
    "evening_statistics": (EVERYBODY, NO_WAY),
    "season_statistics": (EVERYBODY, NO_WAY),
    "evening_statistics_csv": (EVERYBODY, NO_WAY),
    "season_statistics_csv": (EVERYBODY, NO_WAY),
    "season_poster": (NOT_FOUND, NO_WAY),  # without an evening that is over
    "profile_csv": ("nnnnn +++", NO_WAY),  # of the same person
    "profile_pdf": (NOT_FOUND, NO_WAY),  # of a year without an evening that is over
    "players": (EVERYBODY, NO_WAY),
    "profile": ("nnnnn +++", NO_WAY),  # of somebody whom the club shows to nobody
    "seasons": (EVERYBODY, NO_WAY),
    "season": (EVERYBODY, NO_WAY),
    "season (not shown)": (STAFF_ALONE, NO_WAY),
    "season_new": (SECRETARY, SECRETARY),
    "season_change": (SECRETARY, SECRETARY),
    "season_show": (NOT_FOR_SECRETARY, SECRETARY),
    "series": (EVERYBODY, NO_WAY),
    "series_new": (SECRETARY, SECRETARY),
    "series_change": (SECRETARY, SECRETARY),
    "series_delete": (NOT_FOR_SECRETARY, SECRETARY),
    "series_csv": (EVERYBODY, NO_WAY),
    "series_csv (not shown)": (STAFF_ALONE, NO_WAY),
    "series_pdf": (EVERYBODY, NO_WAY),
    "series_pdf (not shown)": (STAFF_ALONE, NO_WAY),
    "series_share": (EVERYBODY, NO_WAY),
    "series_share (not shown)": (STAFF_ALONE, NO_WAY),
    "series_picture": (EVERYBODY, NO_WAY),
    "series_picture (not shown)": (STAFF_ALONE, NO_WAY),
    "club_records": (EVERYBODY, NO_WAY),
    "records_csv": (EVERYBODY, NO_WAY),
    "ratings": (EVERYBODY, NO_WAY),
    "ratings_csv": (EVERYBODY, NO_WAY),
    "rating_rules": (SECRETARY, SECRETARY),
    # backups
    "backups": (DIRECTOR, DIRECTOR),
    "backup_upload": (NO_WAY, DIRECTOR),
    "backup": (NOTHING_FOR_DIRECTOR, NOTHING_FOR_DIRECTOR),
    "backup_file": (NOTHING_FOR_DIRECTOR, NO_WAY),
    "backup_restore": (NO_WAY, NOTHING_FOR_DIRECTOR),
    "backup_delete": (NO_WAY, NOTHING_FOR_DIRECTOR),
    # export, import and restore points
    "transfer": (DIRECTOR, DIRECTOR),
    "import_preview": (DIRECTOR, DIRECTOR),
    "club_export": (DIRECTOR, NO_WAY),
    "evening_export": (DIRECTOR, NO_WAY),
    "restore_points": (DIRECTOR, DIRECTOR),
    "restore_point": (DIRECTOR, DIRECTOR),
    # the desk
    "home": (EVERYBODY, EVERYBODY),
    "guide": (EVERYBODY, EVERYBODY),
    "help_topic": (EVERYBODY, EVERYBODY),
    "display": (EVERYBODY, EVERYBODY),
    "event": (DIRECTOR, DIRECTOR),
    "event_now": (DIRECTOR, NOT_FOR_DIRECTOR),
    "leaders": (DIRECTOR, NOT_FOR_DIRECTOR),
    "step": (NO_WAY, DIRECTOR),
    "calls": (DIRECTOR, NO_WAY),
    "call": (NO_WAY, DIRECTOR),
    "tables": (DIRECTOR, DIRECTOR),
    "lock": (DIRECTOR, DIRECTOR),
    "show_standings": (NO_WAY, DIRECTOR),
    "log": (DIRECTOR, NOT_FOR_DIRECTOR),
    "club_log": (SECRETARY, NOT_FOR_SECRETARY),
    "club_log_csv": (SECRETARY, NOT_FOR_SECRETARY),
    # the API and the calendar, of a club that lets everybody read
    "data_sharing": (DIRECTOR, DIRECTOR),
    "token_revoke": (NO_WAY, DIRECTOR),
    "api_docs": (EVERYBODY, NO_WAY),
    "api_schema": (EVERYBODY, NO_WAY),
    **{f"api_{resource}": (EVERYBODY, NO_WAY) for resource in RESOURCES},
    "api_person": (NOT_FOUND, NO_WAY),  # somebody who has not said that everybody may see them
    "api_unknown": (NOT_FOUND, NO_WAY),
    "calendar": (EVERYBODY, NO_WAY),
    "calendar_ics": (EVERYBODY, NO_WAY),
    "season_ics": (EVERYBODY, NO_WAY),
    "calendar_of_league": (EVERYBODY, NO_WAY),
    "fixtures_ics": (EVERYBODY, NO_WAY),
    "team_ics": (EVERYBODY, NO_WAY),
    "sign_up_ics": (NOT_FOUND, NO_WAY),  # with a token that nobody has
}
SAID = {
    SCORER: "Only scorers and directors may do that; you are signed in as Secretary (secretary).",
    SECRETARY: "Only the secretary and directors may do that; you are signed in as Scorer (scorer).",
    DIRECTOR: "Only a director may do that; you are signed in as ",
}
"""To whom has signed in with another role."""
OF_PERSON = ("person", "person_fees", "person_forget", "person_links", "profile", "profile_csv", "profile_pdf")
OF_HIDDEN_SEASON = ("season", "series_csv", "series_pdf", "series_share", "series_picture")
OF_KENT = {
    "sheets",
    "sheets_csv",
    "sheet",
    "sheet_again",
    "from_opponents",
    "draw_cut",
    "no_play_off",
    "pdf",
    "preview",
    "picture",
}
"""What an evening of rounds has not."""
HAND = {"dealer": "a", "answer_1": "stand", "high": "a", "low": "b", "jack": "none", "game": "a", "step": "record"}
POSTED: dict[str, dict[str, str]] = {
    "door_entry": {"action": "here"},
    "door_team": {"action": "here"},
    "door_person": {"action": "wish"},
    "door_paid": {"owed": "5.00"},
    "team_paid": {"owed": "10.00"},
    "door_dues": {"action": "pay"},
    "draw": {"action": "discard"},
    "screens_press": {"text": "Tea is ready"},
    "clock": {"action": "start"},
    "clock_press": {"action": "mute"},
    "step": {"action": "agree"},
    "agree": {"match": "{match}"},
    "tables": {"action": "change"},
    "table_match": HAND | {"number": "2", "entry_key": "0a6f9f0e-0f6c-4b65-9a83-0d6c7f1c1674"},
}
"""What is posted where an empty form is a page that is not there; everywhere else an empty form."""
REFUSED_AS_SENT = {
    **dict.fromkeys(("match", "hand", "withdraw", "slip_again", "sheet", "sheet_again", "slip", "late_hands"), "422"),
    **dict.fromkeys(("door", "door_name", "door_dues", "door_together", "person_forget", "people_import"), "422"),
    **dict.fromkeys(("ruling", "call_off", "walk_over", "shared_table", "reseat", "draw_cut", "final_cut"), "422"),
    **dict.fromkeys(("play_off", "club", "colour_change", "emblem_change", "event_delete", "screens_press"), "422"),
    **dict.fromkeys(("league_import", "league_team_list", "backup_upload", "transfer"), "422"),
    **dict.fromkeys(("import_preview", "data_sharing", "visits"), "422"),
    **dict.fromkeys(("find_sign_up", "league_squad", "adjustments"), "422"),
    **dict.fromkeys(("draw", "agree", "sign_up"), "409"),
}
"""How whoever may press is refused: what is sent here is not all that the form asks for (422), or it is too early
or too late (409). Everywhere else their press is done."""
WRITES_WHEN_READ = {"screen", "club_people_csv", "club_people_xlsx", "club_export", "evening_export"}
"""What writes when it is only asked for: a browser becomes a screen, and the log tells who took the club's data."""
SWITCHES = [
    *("advice", "agreed", "all", "as", "before", "by", "card", "download", "e", "entry", "evening", "event", "five"),
    *("for", "hand", "hour", "job", "match", "name", "of", "page", "pick", "place", "q", "quarter", "show", "since"),
    *("sort", "find"),
    *("table", "version", "wall", "with", "year"),
]
"""Every name that a view looks for in the query of an address."""


WAYS = re.compile(r'\b(href|action|formaction|hx-get|hx-post)="(/[^"]*)"')


WRITES = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(?!django_session)')


@dataclass
class Somebody:
    """A browser with what it keeps: `code` is the one that it knows of a table."""

    cookies: SimpleCookie = field(default_factory=SimpleCookie)
    code: str = "2222AA"

    def client(self) -> Client:
        """A new one each time: what a request keeps is of that request alone."""
        client = Client()
        client.cookies = deepcopy(self.cookies)
        return client


def address_of(row: str) -> str:
    return row.partition(" ")[0]


OF_A_TABLE = [name for name in ROWS if "code" in ADDRESS_OF[address_of(name)].pattern.converters]
"""What a table's code opens: everywhere else a phone is nobody."""


@dataclass
class Hall:
    """`numbers` are those of rows that are there, by the name of an address's converter; `strange` are
    those of the second club."""

    kent: Event
    rounds: Event
    numbers: dict[str, Any]
    people: dict[str, Somebody]
    strange: dict[str, Any]
    written: list[str] = field(default_factory=list)

    def names(self, name: str, who: str) -> dict[str, Any]:
        """What an address names, by its converters, all of rows that are there."""
        pattern = ADDRESS_OF[address_of(name)]
        known = self.numbers | self.numbers.get(f"of {name}", {}) | {"code": self.people[who].code}
        return {each: known[each] for each in pattern.pattern.converters}

    def strange_names(self, name: str, who: str) -> Iterator[dict[str, Any]]:
        """The same with rows of the second club: every one of them, and each by itself beside what is of our own."""
        own = self.names(name, who)
        theirs = self.strange | self.strange.get(f"of {name}", {})
        strange = {each: theirs[each] for each in own if each in theirs}
        yield from [own | each for each in (strange, *({each: strange[each]} for each in strange)) if each]

    def ask(
        self, name: str, method: str, who: str, names: dict[str, Any] | None = None, query: str = ""
    ) -> HttpResponse:
        """Nothing stays of it, neither rows nor wrong guesses; `written` are the rows that it changed, but sessions."""
        Throttle.forget_all()
        client, address = self.people[who].client(), reverse(address_of(name), kwargs=names or self.names(name, who))
        with transaction.atomic():
            sent = {each: value.format(**self.numbers) for each, value in POSTED.get(name, {}).items()}
            with CaptureQueriesContext(connection) as asked:
                answer: Any = (
                    client.post(address, sent) if method == "POST" else client.generic(method, address + query)
                )
            transaction.set_rollback(True)
        self.written = [each["sql"] for each in asked if WRITES.match(each["sql"])]
        return answer  # type: ignore[no-any-return]


SECRETS = {
    **{"phone": "0868 555 1007", "mail": "ann@example.org", "nickname": "Fuzzy", "code": "Pond Street"},
    **{"wifi": "seven-of-spades", "notes": "£20.05 – 0868 555 1099"},
}
"""What the secretary writes down of everybody, the members' code and the password of the hall's network."""
WITH_EXAMPLES = {"api_docs", "api_schema"}
"""The documentation of the API has names that are made up."""
YEAR = {"first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31)}
ELSEWHERE = "Zanzibar"
"""In the name of whatever a second club on the server has."""


def bring_in_a_second_club(now: datetime) -> dict[str, Any]:
    """A row of every model with a `club`, as the first club's pages would list it; the numbers of what addresses can
    name."""
    club = Club.objects.create(name=f"{ELSEWHERE} Club")
    ClubHost.objects.create(club=club, name="second.example.org")
    account = Account.objects.create_user(f"{ELSEWHERE} director", club=club, role="director")
    event = create_event(club, name=f"{ELSEWHERE} evening", date=date(2026, 11, 21), by=account, now=now)
    enter_players(event, [f"{ELSEWHERE} {name}" for name in NAMES[:8]], by=account, now=now)
    Evening(event, account, account).playing()
    show_standings(event, True, by=account, now=now)
    called = show_call_out(event, f"{ELSEWHERE} tea", by=account, now=now)
    league = League.objects.create(club=club, name=f"{ELSEWHERE} league", season="2026", shown=True)
    side = LeagueTeam.objects.create(league=league, name=f"{ELSEWHERE} side", key="side")
    result = LeagueResult.objects.create(league=league, round=1, team=side, games=1, imported_at=now)
    penalty = LeaguePenalty.objects.create(league=league, team=side, points=1, reason="Late", given_at=now)
    sent = HallLink.objects.create(team=side, other=side, round=1)
    teams = {"team": f"{ELSEWHERE} team", "other": "Arima"}
    visit = VisitingMatch.objects.create(event=event, match="1", token="t", league=f"{ELSEWHERE} cup", round=1, **teams)
    federation = Federation.objects.create(club=club, name=f"{ELSEWHERE} federation")
    FederationMember.objects.create(federation=federation, club=club, invited_at=now, accepted_at=now)
    ClubRules.objects.create(club=club, rule_set="trinidad", name=f"{ELSEWHERE} rules")
    season = Season.objects.create(club=club, name=f"{ELSEWHERE} year", shown=True, **YEAR)
    series = Series.objects.create(season=season, name=f"{ELSEWHERE} series")
    RatingRules.objects.create(club=club, is_on=True, shown=True)
    gone = {"name": f"{ELSEWHERE} Ann", "note": ""}
    merge = PersonMerge.objects.create(club=club, kept=club.players.all()[0], gone=gone, moved={}, merged_at=now)
    PeopleImport.objects.create(club=club, imported_at=now, brought=[], changed={})
    Emblem.objects.create(club=club, png=png(), width=60, height=40)
    SharingRules.objects.create(club=club, api_is_public=True, calendar_is_public=True, venue=f"{ELSEWHERE} hall")
    token = ApiToken.objects.create(club=club, name=f"{ELSEWHERE} site", digest="0", made_at=now)
    screen, secret = open_screen(now=now)
    take_screen(screen, name=f"{ELSEWHERE} bar", on=event, by=account, now=now)
    Screen.objects.filter(pk=screen.pk).update(club=club)
    LogEntry.objects.create(club=club, at=now, by=account, kind="accounts", action="sign_in", after={"address": ""})
    match = Match.objects.filter(table__stage__event=event, table__number=1)[0]
    team = Team.objects.create(event=event)
    entry = Entry.objects.filter(event=event)[0]
    Entry.objects.filter(pk=entry.pk).update(team=team)
    return {
        **{"pk": event.pk, "code": TableCode.objects.get(event=event, table_number=1).code, "match": match.pk},
        **{"entry": entry.pk, "team": team.pk, "result": result.pk, "penalty": penalty.pk, "series": series.pk},
        **{
            "evening": event.pk,
            "season": season.pk,
            "league": league.pk,
            "person": entry.player_id,
            "of token_revoke": {"pk": token.pk},
            "of team_ics": {"pk": league.pk, "team": side.pk},
        },
        **{f"of {name}": {"pk": league.pk} for name in ("calendar_of_league", "fixtures_ics")},
        "call": call_director(event, table_number=1, match=match, now=now).pk,
        "kept": PlayOff.objects.create(stage=match.table.stage, order=[[1], [2]], kept_at=now).pk,
        "point": RestorePoint.objects.filter(event=event)[0].pk,
        "token": SignUp.objects.create(event=event, name=f"{ELSEWHERE} Zoe", signed_up_at=now).token,
        **{"link": token_of(side), "side": side.pk, "hall": sent.pk, "of visit": {"pk": visit.pk}},
        **{f"of {name}": {"link": token_of_hall(sent)} for name in ("hall_match", "hall_match_file")},
        **{
            f"of {name}": {"pk": league.pk, "team": side.pk} for name in NAMES_OF_ADDRESSES if name.startswith("league")
        },
        **{f"of {name}": {"pk": season.pk} for name in NAMES_OF_ADDRESSES if name.startswith(("season", "series"))},
        **{f"of {name}": {"pk": entry.player_id} for name in OF_PERSON},
        **{"of square": {"pk": account.pk}, "of screen_settings": {"pk": screen.pk}, "secret of screen": secret},
        "posted": (
            ("screens_press", {"press": "take-down"}, {"call_out": called.pk}),
            ("duplicates", {}, {"action": "apart", "one": entry.player_id, "other": entry.player_id}),
            ("duplicates", {}, {"undo": merge.pk}),
            ("accounts", {}, {"account": account.pk, "action": "remove"}),
            ("me", {}, {"add": entry.player_id, "e": event.pk}),
        ),
    }


@pytest.fixture(scope="module")
def hall(rows_of_file: None) -> Hall:
    """Two evenings under way and one that has not begun, two leagues, a screen and papers, made once."""
    club = Club.objects.create(name="The Jack and Knave")
    accounts = {
        role: Account.objects.create_user(role.capitalize(), club=club, role=role)
        for role in ("scorer", "secretary", "director")
    }
    by = {"by": accounts["director"], "now": SEVEN}
    kent = create_event(club, name="Kent evening", date=date(2026, 11, 21), format="kent-1674", **by)
    enter_players(kent, NAMES[:8], **by)
    on_sheets = Evening(kent, accounts["director"], accounts["scorer"]).begun()
    on_sheets.play_rounds(1)
    on_sheets.hand_in(1, by_lot)
    on_sheets.second()
    rounds = create_event(club, name="Pairs", date=date(2026, 11, 21), format="trinidad-rounds", **by)
    change_settings(rounds, {"plan": [["round-robin", 0]], "price": Decimal(5)}, **by)
    for first in range(8, 16, 2):
        team_up(Event.objects.get(pk=rounds.pk), NAMES[first : first + 2], **by)
    evening = Evening(Event.objects.get(pk=rounds.pk), accounts["director"], accounts["scorer"])
    stage = out(evening, 1)
    evening.play_rounds(1)
    rounds.refresh_from_db()
    for each in (kent, rounds):
        show_standings(each, True, **by)

    def phone_at(event: Event, table: int) -> Somebody:
        code = TableCode.objects.get(event=event, table_number=table, revoked_at=None).code
        client = Client()
        assert client.get(reverse("table", args=[code])).status_code in (200, 302)
        return Somebody(client.cookies, code)

    old = phone_at(rounds, 1)
    reissue_code(rounds, 1, **by)
    phones = (phone_at(rounds, 1), phone_at(rounds, 2), phone_at(kent, 1), old)
    people = {"nobody": Somebody(), **dict(zip(PHONES, phones, strict=True))}
    for role, account in accounts.items():
        client = Client()
        client.force_login(account)
        people[role] = Somebody(client.cookies)
    numbers = numbers_of_rows(club, kent, rounds, Match.objects.get(table__stage=stage, table__number=1), people)
    Club.objects.filter(pk=club.pk).update(members_code=SECRETS["code"], wifi_password=SECRETS["wifi"])
    details = {"phone": SECRETS["phone"], "email": SECRETS["mail"], "private_notes": SECRETS["notes"]}
    Player.objects.filter(club=club).update(**details, nickname=SECRETS["nickname"])
    return Hall(kent, rounds, numbers, people, bring_in_a_second_club(SEVEN))


def numbers_of_rows(
    club: Club, kent: Event, rounds: Event, match: Match, people: dict[str, Somebody]
) -> dict[str, Any]:
    by = {"by": None, "now": SEVEN}
    phone = people["phone of this table"]
    at = reverse("table_match", args=[phone.code, match.pk])
    sent = HAND | {"number": "1", "entry_key": str(uuid4())}
    assert phone.client().post(at, sent, headers={"Accept": "application/json"}).status_code == 201
    call = call_director(rounds, table_number=1, match=match, now=SEVEN)
    league = open_league({"name": "Central", "season": "2026", "shown": True}, **by)
    import_results(league, read_results(f"{','.join(COLUMNS)}\n1,Arima,18,9,Couva,12,7,,\n").lines, **by)
    penalty = give_penalty(LeagueTeam.objects.all()[0], points=1, reason="Late", **by)
    screen, _secret = open_screen(now=SEVEN)
    take_screen(screen, name="Bar", on=None, **by)
    entry = match.sides.all()[0].players.all()[0].entry
    Emblem.objects.create(club=club, png=png(), width=60, height=40)
    hidden = open_league({"name": "Winter", "season": "2026"}, **by)
    season, hidden_season = (open_season(club, {"name": name, **YEAR}, **by) for name in ("2026", "Winter"))
    show_season(season, shown=True, **by)
    change_rating_rules(club, {"is_on": True, "shown": True, "fewest_matches": 1}, **by)
    of_season, of_hidden = ({"pk": each.pk, "series": each.series.get().pk} for each in (season, hidden_season))
    SharingRules.objects.create(club=club, api_is_public=True, calendar_is_public=True)
    token = ApiToken.objects.create(club=club, name="Website", digest="1", made_at=SEVEN)
    later = create_event(club, name="Later", date=date(2026, 11, 21), **by)
    kept = PlayOff.objects.create(stage=kent.stages.all()[1], order=[[1], [2]], kept_at=SEVEN)
    one, other = LeagueTeam.objects.filter(league=league)
    sent = HallLink.objects.create(team=one, other=other, round=9)
    visit = VisitingMatch.objects.create(
        event=rounds, match="2", token="t", league="Cup", round=1, team="Zion", other="Moruga"
    )
    of_league = {"pk": league.pk, "team": LeagueTeam.objects.filter(league=league)[0].pk}
    player = kent.entries.all()[0]
    return {
        **{
            "pk": rounds.pk,
            "match": match.pk,
            "hour": 1,
            "number": 1,
            "page": 0,
            "name": "none",
            "point": RestorePoint.objects.filter(event=rounds)[0].pk,
            "press": "side",
            "call": call.pk,
        },
        **{"entry": entry.pk, "team": entry.team_id, "document": "wall-poster", "key": "none"},
        **{"result": LeagueResult.objects.all()[0].pk, "penalty": penalty.pk, "kept": kept.pk},
        **{f"of {name}": of_league for name in NAMES_OF_ADDRESSES if name.startswith("league")},
        **{f"of {name}": {"pk": kent.pk, "entry": player.pk, "hour": 1} for name in OF_KENT},
        **{
            f"of league{each} (not shown)": {"pk": hidden.pk}
            for each in (
                "",
                "_csv",
                "_table_csv",
                "_records",
                "_records_csv",
                "_pdf",
                "_fixtures_pdf",
                "_week",
                "_week_pdf",
            )
        },
        **{f"of {name}": of_season for name in NAMES_OF_ADDRESSES if name.startswith(("season", "series"))},
        **{f"of {name} (not shown)": of_hidden for name in OF_HIDDEN_SEASON},
        **{f"of {name}": {"pk": later.pk} for name in ("kit", "kit_pdf")},
        **{f"of {name}": {"pk": player.player_id} for name in OF_PERSON},
        "of pdf": {"pk": kent.pk, "document": "rules"},
        "of pdf (for the desk)": {"pk": kent.pk, "document": "wall-poster"},
        "of profile_csv": {"pk": player.player_id, "name": "evenings"},
        "of help_topic": {"key": "late"},
        "of draw_cut": {"pk": kent.pk, "hour": 2},
        "of screens_press": {"press": "call"},
        "of own_press": {"press": "agree"},
        **{"token": "none", "link": "none", "side": 1, "hall": sent.pk, "of visit": {"pk": visit.pk}},
        "rest": "nothing",
        "of team_ics": {"pk": league.pk, "team": LeagueTeam.objects.filter(league=league)[0].pk},
        **{f"of {name}": of_league for name in ("calendar_of_league", "fixtures_ics")},
        "of token_revoke": {"pk": token.pk},
        **{"evening": rounds.pk, "round": 1, "league": league.pk, "person": player.player_id, "year": 2026},
        **{"season": season.pk, "series": of_season["series"]},
        "of square": {"pk": Account.objects.get(role="scorer").pk},
        "of screen_settings": {"pk": Screen.objects.get(taken_at__isnull=False).pk},
    }


def cell_for(cells: str, who: str) -> str:
    return cells.replace(" ", "")[WHO.index(who)]


def cell_of(answer: HttpResponse) -> str:
    """What an answer is, as a letter of the table, or its number if it has none there. A press that is let through, but
    refused because of what was sent (422) or how things stand (409), is none that is allowed."""
    if answer.status_code == 302 and answer.headers["Location"].startswith(reverse("sign_in")):
        return "s"
    known = {403: "r", 404: "n", 405: "-", 200: "+", 204: "+", 302: "+", 304: "+"}
    return known.get(answer.status_code, str(answer.status_code))


def expected_cell(row: str, method: str, who: str) -> str:
    """What the table says, with the number where whoever may press is refused as well."""
    cell = cell_for(ROWS[row][method == "POST"], who)
    is_pressed = method == "POST" or row == "import_preview"
    return REFUSED_AS_SENT.get(row, cell) if cell == "+" and is_pressed else cell


def test_every_address_has_a_row() -> None:
    rows = {address_of(row) for row in ROWS}
    missing = sorted(set(NAMES_OF_ADDRESSES) - rows)
    assert not missing, (
        f"Nothing in tests/test_who_may.py says who may open {', '.join(missing)}. Add a row to ROWS: who may ask for "
        f"it and who may post to it, as one of the patterns above it (DIRECTOR, SECRETARY, SCORER, STAFF, EVERYBODY)."
    )
    assert sorted(rows - set(NAMES_OF_ADDRESSES)) == []
    assert len(NAMES_OF_ADDRESSES) == len(VIEWS)


def test_the_second_club_has_rows_of_every_model_that_has_a_club(hall: Hall) -> None:
    models = [model for model in apps.get_app_config("tournament").get_models() if hasattr(model, "club_id")]
    assert [model.__name__ for model in models if not model.objects.filter(club__name__contains=ELSEWHERE)] == []


def faults_of_rows(hall: Hall, who: str, names: Iterable[str]) -> dict[str, object]:
    """What somebody gets that the table does not say; what keeps something private; who is refused without being told
    who may; pages that lead to one that their reader may not open, or show anything of another club; what was written
    although it was only asked for, or refused."""
    wrong, kept, silent, astray, strange, written = {}, [], [], set(), [], []
    for name in names:
        for method, cells in zip(("GET", "POST"), ROWS[name], strict=True):
            answer = hall.ask(name, method, who)
            wanted, got = expected_cell(name, method, who), cell_of(answer)
            page = answer.content.decode(errors="replace")
            if got != wanted:
                wrong[f"{method} {name}"] = f"{OF_CELL.get(got, got)}, not {OF_CELL.get(wanted, wanted)}"
            if hall.written and (method == "GET" or wanted != "+") and name not in WRITES_WHEN_READ:
                written.append(f"{method} {name}")
            is_public = hasattr(VIEWS[address_of(name)], IS_PUBLIC) and who == "nobody"
            if not is_public and "no-store" not in answer.headers.get("Cache-Control", ""):
                kept.append(f"{method} {name}")
            if wanted == "r" and got == "r" and SAID.get(cells, "") not in page:
                silent.append(f"{method} {name}")
            if method == "GET" and "text/html" in answer.headers.get("Content-Type", ""):
                astray |= {f"{name} leads to {other}" for other in pages_not_open(page, who)}
            if ELSEWHERE in page:
                strange.append(f"{method} {name}")
    found = {"wrong": wrong, "kept": kept, "silent": silent, "astray": sorted(astray), "strange": strange}
    found |= {"written": written}
    return {each: faults for each, faults in found.items() if faults}


@pytest.mark.parametrize("who", mostly_slow(WHO, quick=["nobody"]))
def test_everybody_gets_what_the_table_says(hall: Hall, who: str) -> None:
    assert faults_of_rows(hall, who, ROWS) == {}


ACCOUNTS = WHO[5:]


@pytest.mark.parametrize("who", mostly_slow(("nobody", *ACCOUNTS), quick=["nobody"]))
def test_no_switch_in_a_query_opens_a_page_or_writes(hall: Hall, who: str) -> None:
    """Whoever may see a page is at most told that there is nothing of that kind."""
    query = "&".join(f"{each}=1" for each in SWITCHES)
    assert [fault for name in ROWS for fault in faults_of_query(hall, name, query, who)] == []


@pytest.mark.slow
def test_no_switch_by_itself_opens_a_page_to_nobody(hall: Hall) -> None:
    closed = [name for name, (cells, _posted) in ROWS.items() if cell_for(cells, "nobody") not in "-+"]
    asked = product(closed, [f"{each}=1" for each in SWITCHES])
    assert [fault for name, query in asked for fault in faults_of_query(hall, name, query, "nobody")] == []


def faults_of_query(hall: Hall, name: str, query: str, who: str) -> Iterator[str]:
    wanted, got = cell_for(ROWS[name][0], who), cell_of(hall.ask(name, "GET", who, query=f"?{query}"))
    if got != wanted and not (wanted == "+" and got in ("n", "409", "422")):
        yield f"{name}?{query} is {OF_CELL.get(got, got)}"
    if hall.written and name not in WRITES_WHEN_READ:
        yield f"{name}?{query} writes"


@pytest.mark.parametrize("who", mostly_slow(WHO, quick=["nobody"]))
def test_whoever_asks_for_the_head_of_a_page_gets_what_they_get_of_the_page(hall: Hall, who: str) -> None:
    """Without its body. Other programs ask for the API, which has no heads."""
    wrong = []
    for name in ROWS if who in ("nobody", *ACCOUNTS) else OF_A_TABLE:
        page, head = hall.ask(name, "GET", who), hall.ask(name, "HEAD", who)
        cell = "-" if VIEWS[address_of(name)].__module__.startswith("ninja") else cell_of(page)
        if (cell_of(head), head.content) != (cell, b"") or (hall.written and name not in WRITES_WHEN_READ):
            wrong.append(
                f"{name}: {OF_CELL.get(cell_of(head), cell_of(head))}, {len(head.content)}, {hall.written[:1]}"
            )
    assert wrong == []


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS"])
def test_no_other_way_of_asking_does_anything(hall: Hall, method: str) -> None:
    written = []
    for name in ROWS:
        hall.ask(name, method, "nobody")
        if hall.written and name not in WRITES_WHEN_READ:
            written.append(name)
    assert written == []


@pytest.mark.parametrize("who", mostly_slow(("nobody", *PHONES, "scorer"), quick=["nobody"]))
def test_a_page_names_whom_its_reader_may_see(hall: Hall, who: str) -> None:
    """A page of an evening names its own people and nobody of another evening, and any other names nobody to
    people without an account, as long as the club shows nobody outside its evenings. What only the secretary knows is
    on none of them."""
    wrong = []
    is_of = {hall.kent.pk: NAMES[:8], hall.rounds.pk: NAMES[8:16]}
    for name in ROWS if who in ("nobody", "scorer") else OF_A_TABLE:
        if cell_for(ROWS[name][0], who) != "+" or name in WITH_EXAMPLES:
            continue
        answer, known = hall.ask(name, "GET", who), hall.names(name, who)
        page = unescape(answer.content.decode(errors="replace"))
        evening = known.get("evening", known.get("pk")) if "/e/" in answer.request["PATH_INFO"] else None
        evening = {"phone of another evening": hall.kent.pk}.get(who, hall.rounds.pk) if "code" in known else evening
        hidden = [] if who == "scorer" and evening is None else NAMES[:16]
        seen = [person for person in hidden if person in page and person not in is_of.get(evening, ())]
        if seen or any(secret in page for secret in SECRETS.values()):
            wrong.append(f"{name} {seen} {[secret for secret in SECRETS if SECRETS[secret] in page]}")
    assert wrong == []


@pytest.mark.parametrize("who", PHONES)
def test_a_phone_gets_at_a_table_what_the_table_says(hall: Hall, who: str) -> None:
    """Everywhere else a phone is nobody, whom every run asks for; phones themselves are slow there."""
    at_a_table = [name for name in ROWS if "code" in hall.names(name, who)]
    assert faults_of_rows(hall, who, at_a_table) == {}


def test_whatever_an_address_can_name_is_there_of_the_second_club_too(hall: Hall) -> None:
    named = {each for pattern in ADDRESSES for each in pattern.pattern.converters}
    of_no_club = {"hour", "number", "page", "name", "press", "document", "key", "round", "rest", "year"}
    assert named - hall.strange.keys() == of_no_club


@pytest.mark.slow
def test_nothing_of_another_club_is_found_by_its_number(hall: Hall) -> None:
    """Neither where the whole address is of the second club nor where one number in it is."""
    wrong = {}
    for name in NAMES_OF_ADDRESSES:
        who = "phone of this table" if "code" in hall.names(name, "director") else "director"
        for method, cells in zip(("GET", "POST"), ROWS[name], strict=True):
            for names in hall.strange_names(name, who) if cell_for(cells, who) != "-" else ():
                if (got := cell_of(hall.ask(name, method, who, names))) != "n":
                    wrong[f"{method} {name} {names}"] = OF_CELL.get(got, got)
    assert wrong == {}


def test_nothing_of_another_club_is_changed_by_its_number_on_a_button(hall: Hall) -> None:
    director = hall.people["director"].client()
    answers = [director.post(reverse(name, kwargs=names), sent) for name, names, sent in hall.strange["posted"]]
    assert [cell_of(answer) for answer in answers] == ["n"] * len(answers)


def test_no_stream_tells_whether_anything_changed_at_another_club(hall: Hall, monkeypatch) -> None:
    """Asked as the server asks, in a thread, but by the connection of this test."""
    monkeypatch.setattr("tournament.live.change_feed.close_old_connections", lambda: None)
    own, strange = hall.kent.pk, hall.strange["pk"]
    feed = ChangeFeed(Hub())
    by_connection = partial(connections.__setitem__, "default", connections["default"])
    connection.inc_thread_sharing()
    with ThreadPoolExecutor(1, initializer=by_connection) as feed.thread:

        async def ask() -> dict[str, int]:
            feed.hub.begin()
            asked = [f"{own}", f"{strange}", f"{own},{strange}", f"{own},{hall.rounds.pk},screens", f"{strange + 99}"]
            statuses = {
                each: (await answered(feed.hub, f"/live/{each}", find_names=feed.find_names))[0] for each in asked
            }
            await feed.hub.end()
            return statuses

        statuses = in_own_loop(ask)
        feed.thread.submit(connections.__delitem__, "default").result()
    connection.dec_thread_sharing()
    assert list(statuses.values()) == [200, 404, 404, 200, 404]
    assert feed.hub.known == {str(own), str(hall.rounds.pk), SCREENS}


def test_a_session_of_another_club_s_account_counts_as_nobody_s(hall: Hall) -> None:
    """One from before, as of a server whose clubs stood in another order."""
    client = Client()
    client.force_login(Account.objects.get(username=f"{ELSEWHERE} director"))
    answer = client.get(reverse("events"))
    assert (answer.status_code, cell_of(answer)) == (302, "s")


def test_a_screen_of_another_club_is_as_a_browser_that_nobody_took(hall: Hall) -> None:
    client = Client()
    client.cookies[settings.SCREEN_COOKIE_NAME] = hall.strange["secret of screen"]
    page = client.get(reverse("screen")).content.decode()
    assert ELSEWHERE not in page
    assert Screen.objects.get(taken_at=None).code in page


@cache
def name_at(address: str) -> str:
    """Of what an address leads to, empty where that is nothing; pages lead to the same ones again and again."""
    try:
        return str(resolve(unescape(address).partition("?")[0].partition("#")[0]).url_name)
    except Resolver404:
        return ""


def pages_not_open(page: str, who: str) -> Iterator[str]:
    """The links and forms of a page, and the parts that it asks for, that would be refused to whoever sees it."""
    for way, address in WAYS.findall(page):
        name = name_at(address)
        is_posted = way in ("action", "formaction", "hx-post")
        if name in ROWS and cell_for(ROWS[name][is_posted], who) in "sr":
            yield f"{way} {name}"


@pytest.mark.parametrize("cookie", mostly_slow(["session", "screen", "me"], quick=["session"]))
def test_nothing_is_kept_that_was_asked_for_with_a_cookie_of_somebody_s_own(hall: Hall, cookie: str) -> None:
    own = Somebody(SimpleCookie({f"{settings.COOKIES}-{cookie}": "somebody"}))
    hall.people["somebody"] = own
    public = [name for name in NAMES_OF_ADDRESSES if hasattr(VIEWS[name], IS_PUBLIC)]
    answers = {name: hall.ask(name, "GET", "somebody").headers.get("Cache-Control", "") for name in public}
    assert [name for name, told in answers.items() if "no-store" not in told] == []


def test_nothing_is_kept_of_a_page_that_is_not_there() -> None:
    assert Client().get("/nothing/here/").headers["Cache-Control"] == "no-store"


def test_what_everybody_gets_alike_may_be_kept(hall: Hall) -> None:
    alike = ("seats", "standings", "guide")
    told = [hall.ask(name, "GET", "nobody").headers.get("Cache-Control", "") for name in alike]
    assert "no-store" not in "".join(told)


NUMBER = re.compile(r"(?<![\w.])\d{1,9}(?![\w.])")
OF_AN_EVENING = (
    *((Entry, "event"), (Team, "event"), (Stage, "event"), (Round, "stage__event"), (Table, "stage__event")),
    *((Match, "table__stage__event"), (Side, "match__table__stage__event"), (Seat, "table__stage__event")),
    *((Call, "event"), (CallOut, "event"), (Payment, "entry__event"), (TableCode, "event"), (Event, "pk")),
    (RaffleDraw, "event"),
)
"""What forms name by number, and the way from it to its evening."""
STRANGERS = (
    (Entry, ~Q(team=None) & ~Q(team__event=F("event"))),
    (Seat, ~Q(entry__event=F("table__stage__event"))),
    (Rest, ~Q(entry__event=F("stage__event"))),
    (SidePlayer, ~Q(entry__event=F("side__match__table__stage__event"))),
    (Cut, ~Q(entry__event=F("stage__event"))),
    (Apart, ~Q(one__event=F("event")) | ~Q(other__event=F("event"))),
)
"""Rows that name somebody of another evening than their own."""


def rows_of(event: int) -> list[list[Any]]:
    return [list(model._default_manager.filter(**{way: event}).order_by("pk").values()) for model, way in OF_AN_EVENING]


def forms_with_numbers_of(page: str, at: str, ids: Iterable[int]) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """Yields each form of a page with one of these numbers in place of every number in it, in names and in values."""
    parser = FormsOfPage(at)
    parser.feed(page)
    for form, number in product(parser.forms, ids):
        sent: dict[str, list[str]] = {}
        for name, value in form.fields:
            sent.setdefault(NUMBER.sub(str(number), name), []).append(NUMBER.sub(str(number), value))
        yield form.action, sent


@pytest.mark.slow
@pytest.mark.parametrize("evening", ["kent", "rounds"])
def test_no_form_of_an_evening_changes_or_takes_in_anything_of_another(hall: Hall, evening: str) -> None:
    """At the desk, where every form is; the other evenings are of this club and of another."""
    own = getattr(hall, evening).pk
    other, *others = [pk for pk in (hall.kent.pk, hall.rounds.pk, hall.strange["pk"]) if pk != own]
    first = [model._default_manager.filter(**{way: other}).values_list("pk", flat=True) for model, way in OF_AN_EVENING]
    ids = {hall.strange["team"], hall.strange["match"], *(found[0] for found in first if found)}
    before, asked, wrong = [rows_of(pk) for pk in (other, *others)], set(), []
    client = hall.people["director"].client()
    for name in ROWS:
        known = hall.names(name, "director")
        at = reverse(address_of(name), kwargs=known | ({"pk": own} if "pk" in known else {}))
        if not at.startswith(f"/e/{own}/") or cell_for(ROWS[name][0], "director") != "+":
            continue
        page: Any = client.get(at)
        for action, sent in forms_with_numbers_of(page.content.decode(errors="replace"), at, ids):
            mark = repr((action, {**sent, "csrfmiddlewaretoken": "", "entry_key": ""}))
            if mark in asked or not action.startswith("/e/"):
                continue
            asked.add(mark)
            with transaction.atomic(), CaptureQueriesContext(connection) as queries:
                answer: Any = hall.people["director"].client().post(unescape(action), sent)
                if any(WRITES.match(each["sql"]) for each in queries):
                    strangers = [
                        model.__name__ for model, of in STRANGERS if model._default_manager.filter(of).exists()
                    ]
                    if strangers or [rows_of(pk) for pk in (other, *others)] != before:
                        wrong.append(f"{action} {sent} {strangers}")
                transaction.set_rollback(True)
            assert answer.status_code < 500
    assert wrong == []
    assert len(asked) > 100
