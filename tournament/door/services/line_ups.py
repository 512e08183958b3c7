"""Gives a team's line-up for the next round: by its captain, on their own phone, or by the director."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.door.log_actions import LINE_UP, REOPEN_LINE_UP
from tournament.draw.services.draws import discard_draft
from tournament.event.queries.competitors import players_needed
from tournament.event.queries.line_ups import is_line_up_open, line_ups_of
from tournament.foundation.errors import TournamentError
from tournament.foundation.writing import note, writing
from tournament.models import Account, Entry, Event, Stage, Team


class LineUpClosed(TournamentError):
    """The line-up cannot be given any more, or not like this; the sentence says why."""


def give_line_up(team: Team, entries: Sequence[int], *, by: Account | None, now: datetime) -> None:
    """Saves who plays at a team's tables, in the order of the tables; without an account it is the captain. A draft of
    the round is deleted, because it seats them otherwise. Raises LineUpClosed once the seats are shown, for a captain
    already once all line-ups are in, and for players who are not here, not of this team, or named twice."""
    with writing(team.event) as event:
        _require_open(event)
        if by is None and line_ups_of(event).are_shown:
            raise LineUpClosed(_("All line-ups are in and shown. Only the director can change yours now."))
        own = Entry.objects.filter(event=event, team=team, here=True, left_at=None, pk__in=entries)
        if len(set(entries)) != len(entries) or len(entries) != players_needed(event) or own.count() != len(entries):
            raise LineUpClosed(_("Choose each of your players who are here at most once, one for every place."))
        lined_up = Entry.objects.filter(event=event, team=team, line_up__isnull=False).order_by("line_up")
        before = {"team": team.name, "entries": list(lined_up.values_list("pk", flat=True))}
        _line_up(team, entries)
        Team.objects.filter(pk=team.pk).update(lined_up_at=now)
        for draft in Stage.objects.filter(event=event, released_at=None):
            discard_draft(draft, by=by, now=now)
        note(event, LINE_UP, by=by, now=now, before=before, after={"team": team.name, "entries": list(entries)})


def reopen_line_up(team: Team, entries: Sequence[int] | None = None, *, by: Account | None, now: datetime) -> None:
    """Opens a line-up again: the others no longer see it, and its captain may change it. With `entries`, the team sits
    as before it was given."""
    with writing(team.event) as event:
        _require_open(event)
        if entries is not None:
            _line_up(team, entries)
        if Team.objects.filter(pk=team.pk, lined_up_at__isnull=False).update(lined_up_at=None):
            note(event, REOPEN_LINE_UP, by=by, now=now, before={"team": team.name})


def _line_up(team: Team, entries: Sequence[int]) -> None:
    """Saves the order of those who sit; without any, the team sits as it was entered."""
    Entry.objects.filter(team=team).update(line_up=None)
    for place, entry in enumerate(entries, start=1):
        Entry.objects.filter(team=team, pk=entry).update(line_up=place)


def _require_open(event: Event) -> None:
    if not is_line_up_open(event):
        raise LineUpClosed(_("The seats are shown already. Ask the director for a substitute."))
