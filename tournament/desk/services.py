"""Undoes one press of the director's, as long as nothing depends on it."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta

from django.db.models import Max

from tournament.clock.services.rounds import reopen_round
from tournament.draw.services.draws import undo_release
from tournament.foundation.errors import CannotTakeBack
from tournament.foundation.writing import note, writing
from tournament.models import Account, Event, Hand, LogEntry, Match, Round, SheetLine, Stage, State


def undo_once(
    event: Event,
    name: str,
    lines: Sequence[LogEntry],
    calls: Sequence[Callable[..., object]],
    *,
    opposite: Collection[str],
    by: Account,
    now: datetime,
) -> None:
    """Undoes a press by these calls, each of which is itself a press of the same kind, and marks both, so that neither
    can be undone again. `opposite` are the actions whose new lines are marked as well as `lines`."""
    with writing(event):
        log = LogEntry.objects.filter(event=event)
        latest = log.aggregate(latest=Max("pk"))["latest"]
        for call in calls:
            call(by=by, now=now)
        log.filter(pk__in=[line.pk for line in lines]).update(undone_at=now)
        log.filter(pk__gt=latest, action__in=opposite).update(undone_at=now)
        note(event, "undo_step", by=by, now=now, after={"text": name})


def take_back_start(event: Event, rounds: Sequence[int], *, by: Account | None, now: datetime) -> None:
    """Undoes the start of these rounds. The round before each goes on as it was, and if rounds begin by themselves the
    next one is held. Raises CannotTakeBack once something is recorded."""
    with writing(event) as current:
        begun = list(Round.objects.select_for_update().filter(stage__event=current, pk__in=rounds, ended_at=None))
        begun = [round for round in begun if round.started_at is not None]
        reported = Hand.objects.filter(match__round__in=begun), SheetLine.objects.filter(side__match__round__in=begun)
        if any(each.exists() for each in reported):
            raise CannotTakeBack
        for round in begun:
            before = Round.objects.filter(stage=round.stage_id, turns=round.turns, number__lt=round.number)
            before.filter(ended_at=round.started_at).update(ended_at=None)
            Round.objects.filter(pk=round.pk).update(started_at=None, paused_at=None, paused_for=timedelta(0))
            after = {"round": round.pk, "number": round.number, "turns": round.turns}
            note(current, "take_back_start", by=by, now=now, after=after)
        if begun:
            Event.objects.filter(pk=current.pk, starts_itself=True, held_at=None).update(held_at=now)


def take_back_end(event: Event, rounds: Sequence[int], *, by: Account | None, now: datetime) -> None:
    """Reopens these rounds. Refused once the next round has begun or its seats are released."""
    for round in Round.objects.filter(stage__event=event, pk__in=rounds).select_related("stage__event"):
        reopen_round(round, by=by, now=now)


def take_back_release(event: Event, numbers: Sequence[int], *, by: Account | None, now: datetime) -> None:
    """Undoes the release of these seats. Refused once a round has begun or something is recorded."""
    for stage in Stage.objects.select_related("event").filter(event=event, number__in=numbers):
        undo_release(stage, by=by, now=now)


def take_back_agreement(event: Event, matches: Sequence[int], *, by: Account | None, now: datetime) -> None:
    """Undoes the agreement of results that were not cross-checked. Raises CannotTakeBack once a later stage is drawn,
    because these results seated people."""
    with writing(event) as current:
        agreed = Match.objects.filter(table__stage__event=current, pk__in=matches, state=State.AGREED)
        found = list(agreed.filter(cross_checked=False).select_related("table__stage").order_by("pk"))
        latest = max((match.table.stage.number for match in found), default=0)
        if found and Stage.objects.filter(event=current, number__gt=latest).exists():
            raise CannotTakeBack
        for match in found:
            Match.objects.filter(pk=match.pk).update(state=State.ENTERED)
            note(current, "take_back_agreement", by=by, now=now, before={"match": match.pk})
