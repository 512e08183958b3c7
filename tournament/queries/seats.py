"""Who sits where in the hour or round that is on, for the hall: by name with whom one meets, and by table."""

from dataclasses import dataclass

from tournament.models import Entry, Event, Seat, Stage, Table
from tournament.queries.a_to_z import filed_as
from tournament.queries.draws import WHO_SITS, TurnOfSeat, tables_of
from tournament.queries.rests import out_of, rests_of
from tournament.queries.units import names_of_teams


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
