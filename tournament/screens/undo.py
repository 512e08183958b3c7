"""How steps of this room are undone by one press."""

from collections.abc import Mapping
from functools import partial

from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_actions import LogAction
from tournament.foundation.undo import LoggedStep, UndoKind
from tournament.models import CallOut, PrizeGiving, RaffleDraw
from tournament.screens.log_actions import BEGIN_PRIZES, CALL_OUT, DRAW_WINNER, REVEAL_PRIZE
from tournament.screens.services import cover_prize, stop_prizes, take_down_call_out, undo_draw_of_winner


def _take_down_call_out(step: LoggedStep) -> list[partial[bool]]:
    shown = CallOut.objects.filter(event=step.event, called_at=step.at, taken_down_at=None)
    return [partial(take_down_call_out, called) for called in shown.select_related("event").order_by("pk")[:1]]


def _stop_prizes(step: LoggedStep) -> list[partial[None]]:
    begun = PrizeGiving.objects.filter(event=step.event, began_at=step.at, revealed=0)
    return [partial(stop_prizes, step.event)] if begun.exists() else []


def _cover_prize(step: LoggedStep) -> list[partial[bool]]:
    number = step.facts["number"]
    giving = PrizeGiving.objects.filter(event=step.event, revealed=number)
    return [partial(cover_prize, step.event, seen=number)] if giving.exists() else []


def _undo_draw_of_winner(step: LoggedStep) -> list[partial[bool]]:
    drawn = RaffleDraw.objects.filter(event=step.event, drawn_at=step.at).select_related("event").last()
    return [partial(undo_draw_of_winner, drawn)] if drawn is not None else []


UNDO: Mapping[LogAction, UndoKind] = {
    CALL_OUT: UndoKind(_("announcement “%(text)s”"), _take_down_call_out),
    BEGIN_PRIZES: UndoKind(_("start of prize-giving"), _stop_prizes, even_locked=True),
    DRAW_WINNER: UndoKind(_("draw of %(name)s"), _undo_draw_of_winner, even_locked=True),
    REVEAL_PRIZE: UndoKind(_("prize %(number)s revealed"), _cover_prize, even_locked=True),
}
