"""Withdraws a sheet that was keyed for the wrong player."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournament.foundation.errors import NothingToWithdraw
from tournament.foundation.writing import note, writing
from tournament.matches.queries.matches import side_of, with_sides
from tournament.matches.services.results import settle_match
from tournament.models import Account, Entry, Match, SheetLine, State


def matches_of_sheet(matches: Collection[int], *, entered_at: datetime) -> QuerySet[Match]:
    """Returns those of these matches in which the sheet keyed at that moment is a side's first, and nothing has been
    decided, corrected or filled in since."""
    lines = SheetLine.objects.filter(side__match=OuterRef("pk"), slip=0)
    earlier = SheetLine.objects.filter(side=OuterRef("side"), slip=0).exclude(superseded_at=None)
    was_replaced = Exists(lines.filter(Exists(earlier), superseded_at=None))
    is_filled_in = Exists(lines.filter(from_opponents=True, superseded_at=None))
    cross_checked = Q(state=State.AGREED, cross_checked=True, checked_at=None)
    found = Match.objects.filter(Q(state__in=(State.ENTERED, State.DISPUTED)) | cross_checked, pk__in=matches)
    return found.filter(Exists(lines.filter(entered_at=entered_at, superseded_at=None))).exclude(
        was_replaced | is_filled_in
    )


def withdraw_sheet(
    entry: Entry, matches: Collection[int], *, entered_at: datetime, by: Account | None, now: datetime
) -> None:
    """Withdraws a sheet. What it said stays readable but counts no more. Raises NothingToWithdraw once something
    depends on it."""
    with writing(entry.event) as event:
        wanted = matches_of_sheet(matches, entered_at=entered_at).filter(table__stage__event=event)
        found = list(with_sides(wanted.select_related("table__stage")))
        if len(found) < len(set(matches)):
            raise NothingToWithdraw
        for match in found:
            match.table.stage.event = event
            side = side_of(match, entry.pk)
            SheetLine.objects.filter(side=side, slip=0, entered_at=entered_at).update(superseded_at=now)
            match.state, match.checked_at = State.WAITING, None
            settle_match(match)
        after = {"entry": entry.pk, "matches": [match.pk for match in found]}
        note(event, "withdraw_sheet", by=by, now=now, after=after)
