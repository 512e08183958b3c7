"""How steps of this room are undone by one press."""

from collections.abc import Mapping
from functools import partial

from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.draw.log_actions import DRAW_DECIDER, DRAW_ROUNDS, SWAP_SEATS
from tournament.draw.queries.undone_releases import why_seats_stay
from tournament.draw.services.deciding_games import is_unplayed, withdraw_decider
from tournament.draw.services.draws import discard_draft, swap_seats, undo_release
from tournament.event.log_actions import RELEASE_DRAW
from tournament.event.queries.hours import released_stage
from tournament.foundation.log_actions import LogAction
from tournament.foundation.undo import LoggedStep, UndoKind, name_entry
from tournament.matches.undo import of_last_hour
from tournament.models import Entry, Match, Stage, join_names


def _find_draft(step: LoggedStep) -> QuerySet[Stage]:
    return Stage.objects.filter(event=step.event, number=step.facts["hour"], released_at=None)


def _take_back_release(step: LoggedStep) -> list[partial[None]]:
    stage = released_stage(step.event, step.facts["hour"])
    return [partial(undo_release, stage)] if stage and not why_seats_stay(stage) else []


def _swap_seats_back(step: LoggedStep) -> list[partial[None]]:
    """Swaps two players of a draft again, unless one of them has been taken off the list since."""
    first, second = step.facts["entries"]
    entries = Entry.objects.filter(event=step.event).in_bulk([first, second])
    drafts = _find_draft(step) if len(entries) == 2 else ()
    return [partial(swap_seats, draft, entries[first], entries[second]) for draft in drafts]


def _take_back_decider(step: LoggedStep) -> list[partial[None]]:
    games = Match.objects.filter(of_last_hour(step.event), pk=step.facts["match"], is_decider=True)
    return [
        partial(withdraw_decider, game) for game in games.select_related("table__stage__event") if is_unplayed(game)
    ]


UNDO: Mapping[LogAction, UndoKind] = {
    DRAW_ROUNDS: UndoKind(
        _("draw of %(hour)s"), lambda step: [partial(discard_draft, stage) for stage in _find_draft(step)]
    ),
    SWAP_SEATS: UndoKind(
        lambda step: (
            gettext("swap of %(names)s") % {"names": join_names([name_entry(pk) for pk in step.facts["entries"]])}
        ),
        _swap_seats_back,
        is_its_own_opposite=True,
    ),
    DRAW_DECIDER: UndoKind(
        lambda step: gettext("draw of the deciding game at table %(table)s") % step.facts, _take_back_decider
    ),
    RELEASE_DRAW: UndoKind(_("showing the seats of %(hour)s"), _take_back_release),
}
