"""Begins a rehearsal beside the server that it asks: in a thread that ends with it."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from threading import Thread
from urllib.error import URLError

from django.utils import timezone

from tournament.club.services import issue_password, make_account, make_password
from tournament.models import Account, of_shown_club
from tournament.rehearsal.browsing import Browser, PageMissing
from tournament.rehearsal.director import Director
from tournament.rehearsal.evening import Rehearsal
from tournament.rehearsal.mishaps import Mishaps

DIRECTOR = "rehearsal"
"""The account that directs it; it gets a new password each time, which nobody is told."""
LOOKS_EVERY = 5.0  # seconds of a long pause
MOST_PLAYERS, SLOWEST, USUAL_MISTAKES = 240, 3600, 5
"""The most players of a rehearsal, the most seconds between two of its hands, and how many of a hundred occasions go
wrong unless the command says otherwise."""


@dataclass(frozen=True)
class RehearsalRequest:
    """What to rehearse: a preset, about how many people, the seconds between two hands or sheets, and how many of a
    hundred go wrong."""

    preset: str
    players: int
    pace: float
    mistakes: float

    @property
    def is_possible(self) -> bool:
        return 2 <= self.players <= MOST_PLAYERS and 0 <= self.pace <= SLOWEST and 0 <= self.mistakes <= 100


def make_rehearsal_director() -> str:
    """Makes the account, or gives it a new password; returns that."""
    password = make_password()
    account = Account.objects.filter(of_shown_club(), username=DIRECTOR).first()
    if account is None:
        role = Account.Role.DIRECTOR
        make_account(DIRECTOR, role=role, password=password, by=None, now=timezone.now())
    else:
        issue_password(account, password=password, by=None, now=timezone.now())
    return password


def begin_rehearsal(home: str, asked: RehearsalRequest, password: str, *, tell: Callable[[str], None]) -> None:
    """Plays an evening on the server at this address, which is ready to answer. `tell` hears what happens."""
    Thread(target=_rehearse, args=(home, asked, password, tell), name="rehearsal", daemon=True).start()


def _rehearse(home: str, asked: RehearsalRequest, password: str, tell: Callable[[str], None]) -> None:
    director = Director(Browser(home), Random())
    rehearsal = Rehearsal(
        director,
        asked.preset,
        asked.players,
        Random(),
        lambda: Browser(home),
        partial(_rest, asked.pace),
        tell,
        Mishaps(Random(), asked.mistakes / 100),
    )
    try:
        director.sign_in(DIRECTOR, password, own=make_password())
        rehearsal.play()
    except URLError:
        pass  # the hall has stopped, and said so
    except PageMissing:
        logging.getLogger(__name__).exception("The rehearsal could not go on.")


def _rest(seconds: float, look: Callable[[], None]) -> None:
    """Waits, and lets the onlookers look now and then, as an open page asks soon after something has changed."""
    ends = time.monotonic() + seconds
    look()
    while (left := ends - time.monotonic()) > 0:
        time.sleep(min(left, LOOKS_EVERY))
        look()
