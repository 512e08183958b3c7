"""What a document is, what may be asked of it, and what keeps it from being printed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import TournamentError
from tournament.models import Entry, Event, Stage
from tournament.press.press_process import NoSharedMemory, PressMissing
from tournament.press.sheets import PIECE, Options
from tournament.press.system_libraries import paper_hint

NO_SHARED_MEMORY = _(
    "Paper (PDF) cannot be made now: the shared memory of this computer, /dev/shm, is full or missing; everything else "
    "works. Close other programs or restart the computer, and try again."
)


class SeenBy(Enum):
    """Who may have a document: only the director and scorers, or the hall too once the seats are released or the
    standings shown."""

    DESK = "desk"
    HALL_WHEN_RELEASED = "released"
    HALL_WHEN_SHOWN = "shown"


class Needs(Enum):
    """What must be there before a document can be printed."""

    NOTHING = "nothing"
    ANY_HOUR_RELEASED = "any hour released"
    DRAWN_HOUR = "drawn hour"
    RELEASED_HOUR = "released hour"
    ALL_HOURS = "all hours"
    ALL_AGREED = "all agreed"


class CannotPrint(TournamentError):
    code = "cannot_print"
    status = 503
    message = lazy(paper_hint, str)()

    @classmethod
    def because(cls, error: PressMissing) -> "CannotPrint":
        return cls(NO_SHARED_MEMORY if isinstance(error, NoSharedMemory) else None)


class NotDrawnYet(TournamentError):
    code = "not_drawn_yet"
    status = 404
    message = _("There is nothing to print yet: this hour has not been drawn.")


class NotShownYet(TournamentError):
    code = "not_shown_yet"
    status = 403
    message = _("The director has not shown the standings to the hall yet.")


class NotAgreedYet(TournamentError):
    code = "not_agreed_yet"
    status = 409
    message = _("Nothing is final yet: agree every result first, then print honours and certificates.")


class PressIsBusy(TournamentError):
    code = "press_busy"
    status = 503
    message = _("The press is busy with other paper. This page tries again by itself in a few seconds.")


class RendererWarning(UserWarning):
    """The renderer could not follow a document's own HTML or CSS; the paper may not look as meant."""


@dataclass(frozen=True)
class Asked:
    """What of an evening is wanted: an hour of a document that needs one, one entry or one table alone. `address` is
    the hall's as phones reach it, empty when it is not known or has none; `now` is the time of printing, `options` are
    what it is laid out on."""

    event: Event
    stage: Stage | None = None
    entry: Entry | None = None
    table: int | None = None
    address: str = ""
    now: datetime | None = None
    options: Options = field(default_factory=Options)


@dataclass(frozen=True)
class Document:
    """`about` says what it is for; `read` fetches what the template shows, which is below `templates/paper/print/`. One
    that is `personal` can be printed for one entry alone. `makes_sense` says at which evenings it is offered,
    `least_width` how wide a page its columns need, in millimetres with the margins. `is_true_size` of what is to be as
    large on every sheet.

    A document of `pieces` is cut apart: `read` gives them under that name, each as large as `piece` (millimetres) and
    `usual_pieces` to a sheet; the template gets them as `pages`, each a list of (number from 1, piece). One that
    `may_fold` can also be printed to stand. One that `is_blank` has nothing of the evening but its rules: even the
    evening and the day are written in by hand.

    A sheet too narrow for its columns is laid across before it is drawn smaller. Badges are of true size: they have to
    go into their holders.
    """

    key: str
    title: str | Promise
    about: str | Promise
    template: str
    needs: Needs
    seen_by: SeenBy
    read: Callable[[Asked], Mapping[str, Any]]
    personal: bool = False
    pieces: str = ""
    piece: tuple[float, float] = PIECE
    usual_pieces: int = 2
    may_fold: bool = False
    makes_sense: Callable[[Event], bool] = lambda event: True
    least_width: Callable[[Event, Options], float] = lambda event, options: 0.0
    is_true_size: bool = False
    is_blank: bool = False

    @property
    def needs_stage(self) -> bool:
        return self.needs in (Needs.DRAWN_HOUR, Needs.RELEASED_HOUR)
