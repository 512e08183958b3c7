"""The club's wishes for a player's seat: a table to stay at, their club, whom to keep them apart from, and whether
they take turns with a guest."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q

from tournament.event.log_actions import SET_WISHES
from tournament.event.queries.competitors import those_apart_from
from tournament.foundation.writing import note, writing
from tournament.models import Account, Apart, Entry


def set_wishes(
    entry: Entry,
    *,
    stays_at: int | None,
    comes_from: str,
    apart: Collection[Entry],
    helps_out: bool = False,
    by: Account | None,
    now: datetime,
) -> None:
    """Sets somebody's wishes from the next draw on; `apart` are all those to keep them apart from."""
    with writing(entry.event) as event:
        current = Entry.objects.get(pk=entry.pk)
        before = _wishes_for_log(current)
        wishes = {"stays_at": stays_at, "comes_from": " ".join(comes_from.split())[:80], "helps_out": helps_out}
        Entry.objects.filter(pk=entry.pk).update(**wishes)
        Apart.objects.filter(Q(one=entry) | Q(other=entry)).delete()
        Apart.objects.bulk_create(Apart(event=event, one=entry, other=other) for other in apart if other != entry)
        after = _wishes_for_log(Entry.objects.get(pk=entry.pk))
        if after != before:
            note(event, SET_WISHES, by=by, now=now, before=before, after=after)


def _wishes_for_log(entry: Entry) -> dict[str, object]:
    apart = [other.pk for other in those_apart_from(entry)]
    wishes = {"stays_at": entry.stays_at, "comes_from": entry.comes_from, "helps_out": entry.helps_out}
    return {"entry": entry.pk, **wishes, "apart": apart}
