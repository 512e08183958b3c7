"""How steps of this room are undone by one press."""

from collections.abc import Mapping
from functools import partial

from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_actions import LogAction
from tournament.foundation.undo import LoggedStep, UndoKind
from tournament.models import PlayOff
from tournament.standings.log_actions import RECORD_PLAY_OFF
from tournament.standings.services import take_back_play_off


def _take_back_play_off(step: LoggedStep) -> list[partial[None]]:
    play_offs = PlayOff.objects.filter(stage__event=step.event, kept_at=step.at, superseded_at=None)
    return [partial(take_back_play_off, play_off) for play_off in play_offs.select_related("stage__event")]


UNDO: Mapping[LogAction, UndoKind] = {RECORD_PLAY_OFF: UndoKind(_("play-off"), _take_back_play_off)}
