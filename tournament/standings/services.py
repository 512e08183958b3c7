"""Records what breaks ties: cards that were cut, or a play-off, which can be undone."""

from collections.abc import Sequence
from datetime import datetime

from tournament.event.queries.competitors import competitors_of
from tournament.foundation.writing import note, writing
from tournament.models import Account, Event, PlayOff, Stage
from tournament.standings.log_actions import RECORD_CUTS, RECORD_PLAY_OFF, TAKE_BACK_PLAY_OFF


def record_play_off(
    stage: Stage, order: Sequence[Sequence[int]], *, by: Account | None, now: datetime
) -> PlayOff | None:
    """Saves a play-off: the numbers of the players, pairs or teams at each place, the best first. It supersedes an
    earlier play-off of any of them; the same again changes nothing."""
    with writing(stage.event) as event:
        ended = [list(keys) for keys in order]
        theirs = {key for keys in ended for key in keys}
        for earlier in PlayOff.objects.filter(stage=stage, superseded_at=None):
            if earlier.order == ended:
                return earlier
            if theirs & {key for keys in earlier.order for key in keys}:
                _supersede(earlier, now)
        kept = PlayOff.objects.create(stage=stage, order=ended, kept_by=by, kept_at=now)
        note(event, RECORD_PLAY_OFF, by=by, now=now, after=_play_off_for_log(event, kept))
    return kept


def take_back_play_off(play_off: PlayOff, *, by: Account | None, now: datetime) -> None:
    """Undoes a play-off, so that those who played it are tied again. Undoing it twice changes nothing."""
    with writing(play_off.stage.event) as event:
        current = PlayOff.objects.get(pk=play_off.pk)
        if current.superseded_at is None:
            _supersede(current, now)
            note(event, TAKE_BACK_PLAY_OFF, by=by, now=now, before=_play_off_for_log(event, current))


def _supersede(play_off: PlayOff, now: datetime) -> None:
    PlayOff.objects.filter(pk=play_off.pk).update(superseded_at=now)


def _play_off_for_log(event: Event, play_off: PlayOff) -> dict[str, object]:
    units = competitors_of(event)
    names = [[units[key].name for key in keys if key in units] for keys in play_off.order]
    return {"stage": play_off.stage.number, "names": names}


def record_cuts(stage: Stage, cards: dict[int, list[str]], *, by: Account | None, now: datetime) -> None:
    """Saves what tied players cut (number of the player, pair or team -> ranks in the order cut); supersedes their
    earlier cuts. For a pair or team its first player cuts."""
    with writing(stage.event) as event:
        units = competitors_of(event)
        by_entry = {units[key].entries[0].pk: ranks for key, ranks in cards.items()}
        theirs = [entry.pk for key in cards for entry in units[key].entries]
        stage.cuts.filter(entry_id__in=theirs, superseded_at=None).update(superseded_at=now)
        for entry, ranks in by_entry.items():
            stage.cuts.create(entry_id=entry, cards=ranks, cut_by=by, cut_at=now)
        note(event, RECORD_CUTS, by=by, now=now, after={"stage": stage.number, "cards": by_entry})
