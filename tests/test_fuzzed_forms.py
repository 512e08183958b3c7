"""Whatever is sent to any address is answered: never by a fault in Hangjack. Forms are taken off the pages as they are,
and what is in them is spoilt; all is taken back after each one, so that every one meets the same evening."""

import copy
import http.client
import os
import random
import re
import sys
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote_from_bytes, quote_plus, urljoin, urlsplit

import pytest
from django.core.signals import got_request_exception
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.conftest import ADDRESSES, signed_in
from tests.evenings import NAMES, SEVEN, by_lot, make_evening
from tests.running import PATIENCE, an_evening
from tournament.door.services.entries import enter_players
from tournament.draw.services.draws import draw_first_hour, release_draw
from tournament.event.services.events import create_event, show_standings
from tournament.foundation.revision_cache import RevisionCache
from tournament.leagues.captain_links import token_of
from tournament.models import Entry, Event, League, LeaguePenalty, LeagueResult, Match, TableCode, Team
from tournament.screens.services import open_screen, take_screen
from tournament.server.demo import bring_in_demo_league, play_demo_rounds
from tournament.web.throttle import Throttle

FORM = "application/x-www-form-urlencoded"
IS_LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
SPOILT: dict[str, bytes] = {
    "nothing": b"",
    "NUL": b"a\x00b",
    "no UTF-8": b"\xff\xfe\xfd",
    "a lone surrogate": b"\xed\xa0\x80",
    "negative": b"-1",
    "nought": b"0",
    "more than a small column holds": b"40000",
    "more than a column holds": b"2147483648",
    "more than a large column holds": b"9223372036854775808",
    "a number of 5,000 figures": b"9" * 5000,
    "not a number": b"NaN",
    "endless": b"Infinity",
    "with an exponent": b"1e999",
    "figures of another script": "１２３".encode(),
    "what only looks like a figure": "²".encode(),
    "long": b"long " * 2000,
    "lines": b"\r\n,;\t\r" * 50,
    "backwards": "\u202eAnn\u200f\u0301\U0001f0a1".encode(),
    "a line of code": b"'; DROP TABLE tournament_hand; -- <script>alert(1)</script> {{ 1 }} %s %(name)s {}",
    "nested": b"[" * 3000,
    "a bag of values": b'{"a": [null, true, -1, 1e99, "\\ud800"]}',
    "no day": b"2026-02-31",
    "a day before all others": b"0001-01-01",
    "the last day": b"9999-12-31T23:59",
    "no time": b"25:61",
    "a key": b"3b241101-e2bb-4255-8caf-4136c566a962",
}
BODIES: dict[str, tuple[str, bytes]] = {
    "1,001 fields": ("application/x-www-form-urlencoded", b"&".join(b"a%d=1" % number for number in range(1001))),
    "no form": ("application/x-www-form-urlencoded", b"\x00\xff&&==&%zz=%&%00=%00&=" * 40),
    "another encoding": ("application/x-www-form-urlencoded; charset=utf-16", "names=Ann".encode("utf-16")),
    "an encoding that is none": ("application/x-www-form-urlencoded; charset=nonsense", b"names=Ann"),
    "parts without a boundary": ("multipart/form-data", b"--x\r\n\r\n--x--"),
    "parts that end too soon": (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="names"\r\n\r\nAnn',
    ),
    "parts with odd heads": (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="text"; filename="\x00/../\xff.csv"\r\n'
        b"Content-Transfer-Encoding: base64\r\nContent-Type: text/\xff; charset=\x00\r\n\r\n!!!\r\n--x--\r\n",
    ),
    "JSON": ("application/json", b'{"names": "\\ud800"}'),
    "no kind": ("", b"names=Ann"),
}
ASKED = ["hour", "page", "hand", "since", "e", "pick", "name", "wall", "job", "by", "next", "advice", "order", "q"]
ON_PAPER = {
    *("pdf", "kit_pdf", "preview", "picture", "kit", "profile_pdf", "season_poster"),
    *("league_pdf", "league_fixtures_pdf", "league_week_pdf", "league_money_pdf", "league_captains_pdf"),
}
"""What these answer is printed by another process, from the same forms as the page Paper."""


@dataclass
class SentForm:
    """As a browser would send it: where to, and its fields with what stands in them."""

    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)


class FormsOfPage(HTMLParser):
    """Those that are posted; each button with a name makes the form once more."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.forms: list[SentForm] = []
        self._form: SentForm | None = None
        self._buttons: list[tuple[str, str]] = []
        self._choice: tuple[str, list[str]] | None = None
        self._text: tuple[str, list[str]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        name = told.get("name", "")
        if tag == "form" and told.get("method", "").lower() == "post":
            self._form, self._buttons = SentForm(told.get("action") or self.path), []
        if self._form is None or not name:
            return
        if tag == "input" and told.get("type") in ("submit", "image"):
            self._buttons.append((name, told.get("value", "")))
        elif tag == "input":
            self._form.fields.append((name, told.get("value", "on")))
        elif tag == "button":
            self._buttons.append((name, told.get("value", "")))
        elif tag == "select":
            self._choice = (name, [])
        elif tag == "textarea":
            self._text = (name, [])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_data(self, data: str) -> None:
        if self._text:
            self._text[1].append(data)

    def handle_endtag(self, tag: str) -> None:
        if self._form is None:
            return
        if tag == "select" and self._choice:
            self._form.fields.append((self._choice[0], "1"))
            self._choice = None
        elif tag == "textarea" and self._text:
            self._form.fields.append((self._text[0], "".join(self._text[1])))
            self._text = None
        elif tag == "form":
            for button in self._buttons or [None]:
                fields = [*self._form.fields, *([button] if button else [])]
                self.forms.append(SentForm(self._form.action, fields))
            self._form = None


@dataclass
class House:
    """Clients by who they are, the addresses of everything that is there, and what has gone wrong so far."""

    clients: dict[str, Client]
    addresses: list[str]
    faults: dict[str, str] = field(default_factory=dict)

    def ask(self, who: str, path: str, body: bytes | None = None, kind: str = FORM, what: str = "") -> str:
        """The answer's text; what was written is taken back, whatever it was."""
        client, method = self.clients[who], "GET" if body is None else "POST"
        cookies, raised = copy.deepcopy(client.cookies), []

        def note_fault(**_told: Any) -> None:
            _kind, error, trace = sys.exc_info()
            raised.append("".join(traceback.format_exception_only(error)[-1:] + traceback.format_tb(trace)[-2:]))

        got_request_exception.connect(note_fault)
        try:
            with transaction.atomic():
                answer = client.generic(method, path, body or b"", content_type=kind)
                text = (b"".join(answer) if answer.streaming else answer.content).decode(errors="replace")
                transaction.set_rollback(True)
        finally:
            got_request_exception.disconnect(note_fault)
        client.cookies = cookies
        RevisionCache.forget_all()
        Throttle.forget_all()
        if answer.status_code >= 500:
            name = re.sub(r"\d+", "N", urlsplit(path).path)
            self.faults.setdefault(f"{method} {name} {raised[-1:] or answer.status_code}", f"{who}: {what}")
        return text

    @property
    def one_of_each(self) -> list[str]:
        """An address of each kind."""
        return list({re.sub(r"\d+", "N", path): path for path in self.addresses}.values())

    def forms(self) -> list[tuple[str, SentForm]]:
        """Of every page, each kind of form once."""
        found: dict[tuple[str, str, tuple[str, ...]], SentForm] = {}
        for who in ("director", "phone"):
            for path in self.addresses:
                page = FormsOfPage(path)
                page.feed(self.ask(who, path))
                for form in page.forms:
                    names = tuple(sorted({name for name, _value in form.fields}))
                    found.setdefault((who, re.sub(r"\d+", "N", form.action), names), form)
        return [(who, form) for (who, _action, _names), form in found.items()]

    def send(self, who: str, form: SentForm, spoil: Sequence[str], what: str) -> None:
        spoilt = SPOILT[what]
        sent = b"&".join(
            quote_plus(name).encode()
            + b"="
            + (quote_from_bytes(spoilt).encode() if name in spoil else quote_plus(value).encode())
            for name, value in form.fields
        )
        self.ask(who, urljoin("/", form.action), sent, what=f"{what} in {', '.join(spoil)}")


@pytest.fixture(scope="module")
def built(rows_of_file: None) -> House:
    """A Kent evening in its second hour, one of tables by lot, one of rounds, and a league in mid-season."""
    kent = make_evening(8).begun()
    kent.play_rounds(1)
    kent.hand_in(1, by_lot)
    kent.second()
    show_standings(kent.event, True, by=kent.director, now=kent.now)
    club, by = kent.event.club, {"by": kent.director, "now": SEVEN}
    tables = create_event(club, name="Tables", date=kent.event.date, format="trinidad-tables", **by)
    enter_players(tables, NAMES[:12], **by)
    release_draw(draw_first_hour(tables, seed=1674, **by), **by)
    rounds = play_demo_rounds(club, seed=1674, **by)
    league = bring_in_demo_league(**by)
    take_screen(open_screen(now=SEVEN)[0], on=tables, **by)
    addresses = [path for event in (kent.event, tables, rounds) for path in addresses_of(event, league)]
    phone = Client(raise_request_exception=False)
    director = signed_in(kent, "director")
    director.raise_request_exception = False
    return House({"director": director, "phone": phone}, list(dict.fromkeys(addresses)))


@pytest.fixture
def house(built: House, db: None) -> House:
    """With nothing gone wrong yet."""
    return House(built.clients, built.addresses)


def addresses_of(event: Event, league: League) -> Iterator[str]:
    """Every one of the app, of what is there wherever a number can be that of something."""
    matches = Match.objects.filter(table__stage__event=event).order_by("-pk")
    entry, team = Entry.objects.filter(event=event)[0], Team.objects.filter(event=event).first()
    known: dict[str, Any] = {
        **{"entry": entry.pk, "team": team.pk if team else 1, "hour": 1, "number": 1, "page": 0, "call": 1},
        **{"document": "seating-by-name", "press": "agree", "key": "3b241101"},
        "code": TableCode.objects.filter(event=event, revoked_at=None)[0].code,
        "penalty": LeaguePenalty.objects.filter(team__league=league)[0].pk,
        "result": LeagueResult.objects.filter(league=league, other__isnull=False)[0].pk,
        "link": token_of(LeagueResult.objects.filter(league=league, other__isnull=False)[0].team),
    }
    for pattern in ADDRESSES:
        if pattern.name in ON_PAPER:
            continue
        is_of_league = str(pattern.pattern).startswith("leagues/")
        own = known | ({"pk": league.pk, "team": league.teams.all()[0].pk} if is_of_league else {"pk": event.pk})
        for match in matches[:2] if "match" in pattern.pattern.converters else matches[:1]:
            named = {name: (own | {"match": match.pk}).get(name, 1) for name in pattern.pattern.converters}
            yield reverse(str(pattern.name), kwargs=named)


@pytest.mark.slow
@pytest.mark.twice
def test_no_form_brings_hangjack_down(house: House) -> None:
    """Some of all that can be sent; all of it in the tests below, by HYPOTHESIS_PROFILE=long."""
    lot = random.Random(1674)
    forms = house.forms()
    assert len(forms) > 60
    for who, form in forms:
        names = sorted({name for name, _value in form.fields})
        house.send(who, form, lot.choice([names, lot.sample(names, min(1, len(names)))]), lot.choice(list(SPOILT)))
    assert not house.faults, "\n".join(f"{fault} ({how})" for fault, how in house.faults.items())


@pytest.mark.slow
@pytest.mark.skipif(not IS_LONG, reason="takes many minutes")
def test_no_field_of_any_form_brings_hangjack_down(house: House) -> None:
    for who, form in house.forms():
        names = sorted({name for name, _value in form.fields})
        for what in SPOILT:
            house.send(who, form, names, what)
        for name in names:
            for what in SPOILT:
                house.send(who, form, [name], what)
    assert not house.faults, "\n".join(f"{fault} ({how})" for fault, how in house.faults.items())


@pytest.mark.slow
def test_no_body_and_no_question_brings_hangjack_down(house: House) -> None:
    lot = random.Random(1674)
    for path in house.one_of_each:
        what = lot.choice(list(BODIES))
        kind, body = BODIES[what]
        house.ask("director", path, body, kind, what=what)
        what = lot.choice(list(SPOILT))
        asked = "&".join(f"{name}={quote_from_bytes(SPOILT[what])}" for name in ASKED)
        house.ask(lot.choice(["director", "phone"]), f"{path}?{asked}", what=what)
    assert not house.faults, "\n".join(f"{fault} ({how})" for fault, how in house.faults.items())


@pytest.mark.slow
@pytest.mark.skipif(not IS_LONG, reason="takes many minutes")
def test_no_body_or_question_brings_any_page_down(house: House) -> None:
    for path in house.addresses:
        for what, (kind, body) in BODIES.items():
            house.ask("director", path, body, kind, what=what)
        for name in ASKED:
            for what in SPOILT:
                house.ask("director", f"{path}?{name}={quote_from_bytes(SPOILT[what])}", what=f"{what} as {name}")
    assert not house.faults, "\n".join(f"{fault} ({how})" for fault, how in house.faults.items())


@pytest.mark.slow
def test_no_number_or_code_in_an_address_brings_hangjack_down(house: House) -> None:
    """What stands between slashes: a number is far too large, a word is spoilt."""
    for path in house.one_of_each:
        parts = path.split("/")
        for place, part in enumerate(parts):
            if part.isdecimal():
                house.ask("director", "/".join([*parts[:place], "9" * 30, *parts[place + 1 :]]), what="9" * 30)
    for what, spoilt in SPOILT.items():
        if len(spoilt) < 200:
            code = quote_from_bytes(spoilt, safe="")
            for rest in ("", "1/agree/"):
                house.ask("phone", f"/t/{code}/{rest}", what=what)
                house.ask("phone", f"/t/{code}/{rest}", b"step=record", what=what)
    assert not house.faults, "\n".join(f"{fault} ({how})" for fault, how in house.faults.items())


FILES: dict[str, bytes] = {
    "100,000 columns": b"round," + b",".join(b"c%d" % number for number in range(100_000)) + b"\n1" + b",2" * 100_000,
    "100,000 lines": b"round,team_a,team_b\n" + b"1,a,b\n" * 100_000,
    "one endless line": b"x" * 900_000,
    "one endless quote": b'round,team_a\n"' + b"a\n" * 300_000,
    "NULs": b"round,team_a\n1,a\x00b\n" + b"\x00" * 5000,
    "UTF-16": "round,team_a\n1,Ann".encode("utf-16"),
    "half of UTF-16": b"\xff\xfer\x00o",
    "no text at all": bytes(range(256)) * 50,
    "a spreadsheet": b"PK\x03\x04" + bytes(2000),
    "nothing": b"",
    "larger than may be": b"round,team_a\n" * 200_000,
    "numbers without end": b"round,team_a,bullseyes_a\n" + b"9" * 5000 + b",a," + b"9" * 5000,
}


@pytest.mark.slow
def test_no_file_that_is_imported_brings_hangjack_down(house: House) -> None:
    for what in FILES:
        send_file(house, what)
    assert not house.faults, "\n".join(f"{fault} ({how})" for fault, how in house.faults.items())


def send_file(house: House, what: str) -> None:
    """As a file and pasted."""
    league = next(path for path in house.addresses if path.endswith("/import/"))
    for path, name in ((league, "text.csv"), ("/club/emblem/", "emblem.png")):
        field = "emblem" if "emblem" in path else "file"
        head = f'--x\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'.encode()
        house.ask("director", path, head + FILES[what] + b"\r\n--x--\r\n", "multipart/form-data; boundary=x", what)
    pasted = b"text=" + quote_from_bytes(FILES[what][:2_000_000]).encode()
    house.ask("director", league, pasted, what=what)


@pytest.mark.slow
def test_fifty_megabytes_are_refused_and_the_evening_goes_on(ready_hall: dict[str, str]) -> None:
    with an_evening(ready_hall) as evening:
        for path, kind in (("/sign-in/", FORM), ("/club/emblem/", "multipart/form-data; boundary=x")):
            connection = http.client.HTTPConnection("127.0.0.1", evening.port, timeout=PATIENCE / 1000)
            pieces = (b"a" * 1_000_000 for _piece in range(50))
            try:
                headers = {"Host": "localhost", "Content-Type": kind, "Content-Length": "50000000"}
                connection.request("POST", path, pieces, headers)
                assert connection.getresponse().status in (400, 403, 413)
            except OSError:
                pass  # the hall hung up before all was sent
            connection.close()
        assert evening.get("/sign-in/").status == 200
        assert "Traceback" not in evening.stop()
