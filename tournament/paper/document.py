"""What a document is, its options, and the errors that keep it from being printed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from typing import Any

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import TournamentError
from tournament.models import Entry, Event, Stage
from tournament.press.press import Job
from tournament.press.press_process import NoSharedMemory, PressMissing
from tournament.press.sheets import PIECE, Options
from tournament.press.system_libraries import hint_for_paper

NO_SHARED_MEMORY = _(
    "PDFs cannot be made now: the shared memory of this computer, /dev/shm, is full or missing. Until it has room, "
    "documents print from the browser. Close other programs or restart the computer, then try again."
)


class SeenBy(Enum):
    """Who may have a document: the director and scorers, or the hall too once seats are released or standings shown."""

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
    """The press cannot make a PDF here. `job` is what it was asked for, which a browser can print (`browser_print`).
    `behind` is the title and address of a document that was asked for with it."""

    status = 503
    message = lazy(hint_for_paper, str)()
    job: Job | None = None
    behind: tuple[str, str] | None = None

    @classmethod
    def because(cls, error: PressMissing, job: Job | None = None) -> "CannotPrint":
        refused = cls(NO_SHARED_MEMORY if isinstance(error, NoSharedMemory) else None)
        refused.job = job
        return refused


class NotDrawnYet(TournamentError):
    status = 404
    message = _("Nothing to print yet: this hour has not been drawn.")


class NotShownYet(TournamentError):
    status = 403
    message = _("The director has not shown the standings to players yet.")


class NotAgreedYet(TournamentError):
    status = 409
    message = _("Nothing is final yet: agree every result first, then print honours and certificates.")


class PressIsBusy(TournamentError):
    code = "press_busy"
    status = 503
    message = _("Other documents are being made. This page tries again by itself in a few seconds.")


class RendererWarning(UserWarning):
    """The renderer did not understand a document's HTML or CSS; the paper may look wrong."""


@dataclass(frozen=True)
class DocumentRequest:
    """Which part of an evening is to be printed: an hour, one entry or one table. `address` is the hall's address for
    phones, "" if it has none; `now` is the time of printing, `options` is the layout."""

    event: Event
    stage: Stage | None = None
    entry: Entry | None = None
    table: int | None = None
    address: str = ""
    now: datetime | None = None
    options: Options = field(default_factory=Options)


@dataclass(frozen=True)
class Document:
    """A document. `about` says what it is for; `read` returns the context of its template, which is in
    `templates/paper/print/`, and as `printed_on` its Page if that depends on what is read. A `personal` one can be
    printed for one entry. `makes_sense` says at which evenings it is offered, `first_hour` from which hour on.
    `least_width` is the width in millimetres that its columns and margins need. `is_true_size` documents, such as
    badges for their holders, are scaled in large print alone. What fills its sheet already has no large print. What
    `fits_labels` can be printed on sheets of labels; what `may_turn` around when it hangs, on both sides of a sheet;
    what `has_rules_back` can have the rules there, on every piece.
    What `is_filed` has room for holes at the edge where it is bound, on the right of even pages. What `has_own_size`,
    such as a slip from a roll, has its Page as `printed_on`, whatever paper is chosen.

    A document of `pieces` is cut apart: `read` returns them under that name, each of the size `piece` (millimetres),
    and `usual_pieces` share a sheet; the template gets them as `pages`, lists of (number from 1, piece). If it
    `may_fold`, it can be printed to stand. If it `is_blank`, it shows only the rules of the evening, and people write
    in the rest.
    """

    key: str
    title: str | Promise
    about: str | Promise
    template: str
    needs: Needs
    seen_by: SeenBy
    read: Callable[[DocumentRequest], Mapping[str, Any]]
    personal: bool = False
    pieces: str = ""
    piece: tuple[float, float] = PIECE
    usual_pieces: int = 2
    may_fold: bool = False
    makes_sense: Callable[[Event], bool] = lambda event: True
    first_hour: Callable[[Event], int] = lambda event: 1
    least_width: Callable[[Event, Options], float] = lambda event, options: 0.0
    is_true_size: bool = False
    has_large_print: bool = True
    fits_labels: bool = False
    may_turn: bool = False
    has_rules_back: bool = False
    has_own_size: bool = False
    is_blank: bool = False
    is_filed: bool = False

    @property
    def needs_stage(self) -> bool:
        return self.needs in (Needs.DRAWN_HOUR, Needs.RELEASED_HOUR)

    def offer(self, options: Options) -> Options:
        """Returns the options with which it is printed if these are asked for. In large print pieces are larger because
        at most half as many share a sheet; folded ones fill theirs already, so they lie flat."""
        if not options.is_large:
            return options
        if not self.has_large_print:
            return options.usual
        most = max(self.usual_pieces // 2, 1)
        return replace(options, pieces=min(options.pieces, most), folded=False) if self.pieces else options
