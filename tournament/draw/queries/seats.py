"""Where everybody sits in the current round, for the hall: by name with their opponents, and by table; who rests and
who is out."""

from dataclasses import dataclass

from tournament.draw.queries.draws import WHO_SITS, TurnOfSeat, tables_of
from tournament.event.queries.competitors import key_of, names_of_teams
from tournament.foundation.wording import filed_as
from tournament.models import Enters, Entry, Event, Rest, Seat, Stage, Table, together


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


@dataclass(frozen=True)
class PlaceOf:
    """Where somebody sits, and whom he meets turn by turn; without a table he rests this round, or is `out`. `team` is
    the name of his pair or team, where it has one."""

    entry: Entry
    team: str
    table: int | None = None
    turns: tuple[TurnOfSeat, ...] = ()
    out: bool = False


@dataclass(frozen=True)
class SeatedTable:
    """A table with who sits there now, in order of the places, and the pairs or teams that meet, where both have a
    name."""

    number: int
    names: tuple[str, ...]
    turns: int
    teams: tuple[str, ...]


def seated_tables(event: Event, stage: Stage) -> list[SeatedTable]:
    """Who sits at which table: of a place that changed hands, whoever has it now. Two queries, and one for the names
    of pairs and teams."""
    teams = names_of_teams(event)
    tables = Table.objects.filter(stage=stage).prefetch_related(WHO_SITS)
    return [_seated(table, list(table.seats.all()), teams) for table in tables]


def _seated(table: Table, seats: list[Seat], teams: dict[int, str]) -> SeatedTable:
    now = {seat.position: seat.entry for seat in seats}
    entries = [now[position] for position in sorted(now)]
    named = tuple(dict.fromkeys(teams[entry.pk] for entry in entries if entry.pk in teams))
    return SeatedTable(
        table.number, tuple(entry.name for entry in entries), table.turns, named if len(named) > 1 else ()
    )


def places_of(event: Event, stage: Stage, name: str = "") -> list[PlaceOf]:
    """Everybody with a turn to play, a rest, or out of it, from A to Z; with a name, those whose own or whose team's
    has it in it. Seven queries, and up to three at an evening of rounds."""
    wanted = filed_as(name).split()
    teams = names_of_teams(event)
    places = [
        PlaceOf(seat.entry, teams.get(seat.entry.pk, ""), view.table.number, seat.turns)
        for view in tables_of(stage)
        for seat in view.seats
        if seat.turns
    ]
    places += [PlaceOf(entry, teams.get(entry.pk, "")) for entry in rests_of(event, stage)]
    places += [PlaceOf(entry, teams.get(entry.pk, ""), out=True) for entry in out_of(event, stage)]
    found = [place for place in places if all(word in filed_as(f"{place.entry.name} {place.team}") for word in wanted)]
    return sorted(found, key=lambda place: filed_as(place.entry.name))
