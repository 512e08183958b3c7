"""Who rests in a round, or plays no more: for a wall, a list of seats and paper."""

from tournament.models import Enters, Entry, Event, Rest, Stage, together
from tournament.queries.units import key_of


def rests_of(event: Event, stage: Stage) -> list[Entry]:
    """Who has no table in this round, in the order drawn; none at an evening whose people rest at their tables. One
    query."""
    if not event.is_of_rounds:
        return []
    rests = Rest.objects.filter(stage=stage).select_related("entry__player", "entry__team")
    return [rest.entry for rest in rests.order_by("pk")]


def out_of(event: Event, stage: Stage) -> list[Entry]:
    """Who is here and does not play any more: knocked out, or not gone on. One query where there are any."""
    if not stage.out:
        return []
    whose = "pk" if event.enters == Enters.PLAYERS else "team"
    here = event.entries.filter(**{f"{whose}__in": stage.out}, left_at=None)
    return list(here.select_related("player").order_by("pk"))


def names_of_rests(event: Event, stage: Stage) -> tuple[str, ...]:
    """The players, or the pairs or teams, that rest in this round. One query."""
    resting: dict[int | None, list[Entry]] = {}
    for entry in rests_of(event, stage):
        resting.setdefault(key_of(event, entry), []).append(entry)
    return tuple(_name_of(entries) for entries in resting.values())


def _name_of(entries: list[Entry]) -> str:
    team = entries[0].team if len(entries) > 1 else None
    return team.name if team and team.name else together([entry.name for entry in entries])
