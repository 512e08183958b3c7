"""Who sent or objected to a version of a hand: an account, or a phone and the side that it spoke for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from tournament.matches.log_actions import OBJECT_TO_HAND
from tournament.matches.queries.matches import sides_of
from tournament.models import Account, Hand, LogEntry, Match, Side


@dataclass(frozen=True)
class Witness:
    """`side` is None for an account, and for a phone that lies in the middle for the whole table."""

    account: Account | None
    side: Side | None
    at: datetime


def witnesses_of(match: Match, hands: Sequence[Hand]) -> Mapping[int, Witness]:
    """Returns who handed in each version, by the hand's id. One query, or none if no phone did."""
    spoke_for = _sides_of_devices(match, {hand.device for hand in hands if hand.device})
    return {
        hand.pk: Witness(hand.entered_by, spoke_for.get(hand.device) if hand.device else None, hand.entered_at)
        for hand in hands
    }


def objection_to(match: Match, number: int) -> Witness | None:
    """Returns who last objected to a hand. One query or two."""
    objections = LogEntry.objects.filter(event=match.table.stage.event_id, action=OBJECT_TO_HAND.name, undone_at=None)
    entry = objections.filter(before__match=match.pk, before__hand=number).order_by("-pk").select_related("by").first()
    if entry is None:
        return None
    device = entry.after.get("device", "")
    return Witness(entry.by, _sides_of_devices(match, {device} - {""}).get(device), entry.at)


def _sides_of_devices(match: Match, devices: set[str]) -> dict[str, Side]:
    """Returns the side for which each device last spoke in this match, as the log has it."""
    if not devices:
        return {}
    sides = {side.number: side for side in sides_of(match)}
    of_match = Q(after__match=match.pk) | Q(before__match=match.pk)
    entries = LogEntry.objects.filter(of_match, event=match.table.stage.event_id, after__device__in=list(devices))
    spoke = ((after["device"], after.get("side")) for after in entries.order_by("pk").values_list("after", flat=True))
    return {device: sides[number] for device, number in spoke if number in sides}
