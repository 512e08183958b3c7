"""Evenings played by a rehearsal on the pages alone, and the standings that its hands come to."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests.journeys.test_evenings_of_rounds import tally
from tests.running import an_evening
from tournament.matches.queries.rescoring import differences_in
from tournament.models import Account, Event, Match, Rest, State
from tournament.rehearsal.browsing import Answer, Browser
from tournament.rehearsal.director import Director
from tournament.rehearsal.evening import Rehearsal
from tournament.rehearsal.mishaps import Mishaps
from tournament.standings.queries.standings import standings_of

REHEARSED = ["kent-1674", "trinidad-pairs"]
"""One that is keyed from sheets and one that is recorded on phones."""
PRESSES: list[str] = []


@dataclass(frozen=True)
class InProcess:
    """A connection to the program in this process."""

    client: Client = field(default_factory=Client)

    def ask(self, address: str, sent: str | None, headers: Mapping[str, str]) -> Answer:
        split = urlsplit(address)
        path = f"{split.path}?{split.query}" if split.query else split.path
        if sent is None:
            answer = self.client.get(path, follow=True, headers=headers)
        else:
            if path.startswith("/e/") and "/sheets/" not in path:
                PRESSES.append(path)
            answer = self.client.post(path, sent, content_type="application/x-www-form-urlencoded", follow=True)
        last = answer.redirect_chain[-1][0] if answer.redirect_chain else path
        return Answer(answer.status_code, f"http://testserver{last}", answer.content)

    def listen(self, address: str) -> Callable[[], bool]:
        """The live stream answers outside Django: here it speaks after each press that is no hand and no sheet."""
        heard = [0]

        def has_changed() -> bool:
            before, heard[0] = heard[0], len(PRESSES)
            return before != heard[0]

        return has_changed


def browse() -> Browser:
    return Browser("http://testserver/", InProcess())


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("preset", REHEARSED)
def test_a_rehearsal_leads_an_evening_from_the_door_to_its_standings_by_what_tonight_says_next(preset):
    account = Account.objects.create_user("director", role=Account.Role.DIRECTOR)
    director, said = Director(browse(), Random(1674)), []
    director.browser.connection.client.force_login(account)
    mishaps, pauses = Mishaps(Random(1674), 0.05), []

    def rest(look: Callable[[], None]) -> None:
        pauses.append(look())

    Rehearsal(director, preset, 8, Random(1674), browse, rest, said.append, mishaps).play()
    event, (wall, *phones) = Event.objects.get(), said[-4:]
    assert (said[-5], event.standings_shown, differences_in(event)) == ("Lock the evening", True, [])
    assert sum(words.startswith("at the door") for words in said) == 2, "somebody is late"
    assert re.fullmatch(r"the wall asked \d+ times and showed: Welcome, .*Find my seat, Tables, Clock, .*", wall)
    names = [words.partition(" signs up: You are on the list for ")[0] for words in said[:3]]
    table = rf"{'Hour' if event.kind.has_sheets else 'Round'} 1: table \d, "
    for name, phone in zip(names, phones, strict=True):
        assert re.fullmatch(rf"the phone of {name} asked \d+ times: You are on the list\., {table}.*", phone)
    if event.kind.has_sheets:
        assert mishaps.happened == {"dispute", "wrong sum"}
        ruled = Match.objects.filter(state=State.RULED).count()
        assert (ruled > 0, sum(words.endswith("is misread") for words in said) >= ruled) == (True, True)
        assert len(pauses) >= sum(words.startswith("Key in") for words in said)
        return
    assert mishaps.happened == {"dispute", "correction", "repeat"}
    expected = tally(event, {})
    lines = standings_of(event).lines
    found = {line.name: (line.record.games_won, line.record.points_for) for line in lines if line.name in expected}
    rested = [rest.entry.name for rest in Rest.objects.filter(stage__event=event)]
    for name, each in expected.items():  # a round without a match counts their average
        credit = 1 + Fraction(sum(one in name for one in rested), 2 * each["Played"])
        assert found.pop(name) == (each["Games won"] * credit, each["Points for"] * credit)
    assert found == {}


@pytest.mark.slow
@pytest.mark.django_db
def test_a_bare_format_is_rehearsed_by_those_who_enter_it():
    account = Account.objects.create_user("director", role=Account.Role.DIRECTOR)
    director, said = Director(browse(), Random(1674)), []
    director.browser.connection.client.force_login(account)
    mishaps = Mishaps(Random(1674), 0.05)
    Rehearsal(director, "seven-up-rounds", 6, Random(1674), browse, lambda look: look(), said.append, mishaps).play()
    event = Event.objects.get()
    assert (event.enters, event.standings_shown, differences_in(event)) == ("pairs", True, [])


@pytest.mark.parametrize(
    "wrong", [("--players", "1"), ("--players", "241"), ("--pace", "-1"), ("--pace", "nan"), ("--mistakes", "101")]
)
def test_a_rehearsal_that_cannot_be_is_refused_before_anything_starts(wrong):
    with pytest.raises(CommandError, match="--players must be 2 to 240, --pace 0 to 3600 seconds, --mistakes 0 to 100"):
        call_command("evening", "--rehearse", "kent-1674", *wrong)


@pytest.mark.slow
def test_a_rehearsal_plays_by_itself_in_the_demonstration_of_a_running_hall(ready_hall):
    with an_evening(ready_hall, "--rehearse", "kent-1674", "--players", "9", "--pace", "0") as hall:
        told = []
        while not told or "Lock the evening" not in told[-1]:
            told.append(hall.process.stdout.readline())
            assert told[-1], "".join(told)
        seen = [hall.process.stdout.readline() for _onlooker in range(4)]
    assert sum("Start round" in line for line in told) == 6
    assert [bool(re.search(r" asked [1-9]\d* times.*(Clock|table \d)", words)) for words in seen] == [True] * 4, seen
