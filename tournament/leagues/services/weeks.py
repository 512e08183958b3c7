"""Notes that the message of a week was sent: what comes in afterwards is told with the next one."""

from datetime import datetime

from tournament.foundation.model_rows import to_plain
from tournament.foundation.writing import log
from tournament.leagues.log_actions import SEND_WEEK, TAKE_BACK_SENT_WEEK
from tournament.leagues.queries.late_results import WeekKey
from tournament.leagues.services.log import writing_league
from tournament.models import Account, League, SentWeek


def note_week_sent(league: League, week: WeekKey, *, by: Account | None, now: datetime) -> SentWeek:
    """Notes that the message of a week was sent now; again, that it was sent again."""
    with writing_league(league) as current:
        sent = SentWeek.objects.create(league=current, **week._asdict(), sent_at=now, sent_by=by)
        log(SEND_WEEK, league=current, by=by, now=now, after=_for_log(sent))
    return sent


def take_back_sent_week(sent: SentWeek, *, by: Account | None, now: datetime) -> None:
    """Takes such a note back, unless somebody did already."""
    with writing_league(sent.league) as league:
        current = SentWeek.objects.get(pk=sent.pk)
        if current.superseded_at is None:
            current.superseded_at, current.superseded_by = now, by
            current.save(update_fields=["superseded_at", "superseded_by"])
            log(TAKE_BACK_SENT_WEEK, league=league, by=by, now=now, before=_for_log(current))


def _for_log(sent: SentWeek) -> dict[str, object]:
    return {"day": to_plain(sent.day), "round": sent.round}
