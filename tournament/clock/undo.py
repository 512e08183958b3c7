"""How steps of this room are undone by one press."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial

from django.db.models import Exists, OuterRef
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.clock.log_actions import (
    END_ROUND,
    EXTEND_ROUND,
    GIVE_TABLE_TIME,
    MUTE,
    PAUSE_ROUND,
    SHORTEN_ROUND,
    START_BY_ITSELF,
    START_ROUND,
    START_WAVE,
)
from tournament.clock.services.hall_clock import mute, take_back_table_time
from tournament.clock.services.rounds import (
    extend_round,
    reopen_round,
    resume_round,
    shorten_round,
    take_back_start,
    take_back_wave,
)
from tournament.foundation.log_actions import LogAction
from tournament.foundation.undo import LoggedStep, UndoKind
from tournament.models import Hand, Round, SheetLine, Stage


def _take_back_start(step: LoggedStep) -> list[partial[None]]:
    """Undoes the start of rounds in which nothing is recorded."""
    recorded = Exists(Hand.objects.filter(match__round=OuterRef("pk")))
    brought = Exists(SheetLine.objects.filter(side__match__round=OuterRef("pk")))
    begun = Round.objects.filter(stage__event=step.event, pk__in=step.rounds, ended_at=None).exclude(started_at=None)
    reported = list(begun.values_list(recorded, brought))
    is_untouched = bool(reported) and not any(hand or line for hand, line in reported)
    return [partial(take_back_start, step.event, step.rounds)] if is_untouched else []


def _take_back_wave(step: LoggedStep) -> list[partial[None]]:
    later = Stage.objects.filter(event=step.event, number__gt=OuterRef("stage__number"), released_at__isnull=False)
    rounds = Round.objects.filter(~Exists(later), stage__event=step.event, pk__in=step.rounds)
    rounds = rounds.filter(stage__wave=step.facts["wave"])
    extra, ended = timedelta(seconds=step.facts["extra"]), step.facts["ended_at"]
    ended_at = datetime.fromisoformat(ended) if ended else None
    return [
        partial(take_back_wave, round, extra=extra, ended_at=ended_at)
        for round in rounds.select_related("stage__event")
    ]


def _take_back_end(step: LoggedStep) -> list[partial[bool]]:
    later_round = Round.objects.filter(
        stage=OuterRef("stage"), turns=OuterRef("turns"), number__gt=OuterRef("number"), started_at__isnull=False
    )
    later_hour = Stage.objects.filter(event=step.event, number__gt=OuterRef("stage__number"), released_at__isnull=False)
    ended = Round.objects.filter(stage__event=step.event, pk__in=step.rounds).exclude(ended_at=None)
    is_latest = ended.exclude(Exists(later_round) | Exists(later_hour)).exists()
    return [partial(reopen_round, round) for round in ended.select_related("stage__event")] if is_latest else []


def _take_back_table_time(step: LoggedStep) -> list[partial[None]]:
    table = step.facts["tables"][0]
    rounds = Round.objects.filter(pk__in=step.rounds, ended_at=None, table_times__has_key=str(table))
    return [partial(take_back_table_time, step.event, table)] if rounds.exists() else []


def _undo_time(opposite: Callable[..., bool]) -> Callable[[LoggedStep], list[partial[bool]]]:
    def find(step: LoggedStep) -> list[partial[bool]]:
        rounds = Round.objects.select_related("stage__event").filter(stage__event=step.event, pk__in=step.rounds)
        seconds = {line.after["round"]: line.after.get("seconds") for line in step.lines}
        all_rounds = list(rounds)
        is_on = any(
            round.pk == step.rounds[0] and round.started_at is not None and round.ended_at is None
            for round in all_rounds
        )
        if not is_on or None in seconds.values():
            return []
        return [partial(opposite, round, timedelta(seconds=seconds[round.pk])) for round in all_rounds]

    return find


def _name_time(words: Promise) -> Callable[[LoggedStep], str]:
    return lambda step: str(words) % {**step.facts, "n": step.facts["seconds"] // 60}


START = UndoKind(_("start of %(round)s"), _take_back_start)
UNDO: Mapping[LogAction, UndoKind] = {
    START_ROUND: START,
    START_BY_ITSELF: START,
    START_WAVE: UndoKind(_("start of the next tables of %(round)s"), _take_back_wave),
    END_ROUND: UndoKind(_("end of %(round)s"), _take_back_end),
    PAUSE_ROUND: UndoKind(
        _("pause of %(round)s"),
        lambda step: [
            partial(resume_round, round)
            for round in Round.objects.select_related("stage__event")
            .filter(stage__event=step.event, pk__in=step.rounds, ended_at=None)
            .exclude(paused_at=None)
        ],
    ),
    EXTEND_ROUND: UndoKind(
        _name_time(_("%(n)s min added to round %(number)s")), _undo_time(shorten_round), is_undone_once=True
    ),
    SHORTEN_ROUND: UndoKind(
        _name_time(_("%(n)s min taken off round %(number)s")), _undo_time(extend_round), is_undone_once=True
    ),
    GIVE_TABLE_TIME: UndoKind(_("extra time for table %(table)s"), _take_back_table_time),
    MUTE: UndoKind(
        _("mute"), lambda step: [partial(mute, step.event, False)] if step.event.muted_at is not None else []
    ),
}
