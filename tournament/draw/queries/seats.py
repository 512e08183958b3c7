"""Where everybody sits in the current round, for the hall: by name with their opponents, and by table; who rests and
who is out."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tournament.draw.queries.draws import TurnOfSeat, tables_of
from tournament.event.queries.competitors import key_of, names_of_teams
from tournament.event.queries.entry_rows import EntryRow
from tournament.foundation.wording import order_key
from tournament.models import Enters, Entry, Event, Rest, Seat, Stage, entry_names, join_names


def rests_of(event: Event, stage: Stage) -> list[Entry]:
    """Returns who has no table in this round, in the order drawn; nobody if people sit out at their tables. One
    query."""
    if event.kind.has_free_chairs:
        return []
    rests = Rest.objects.filter(stage=stage).select_related("entry__player", "entry__team").order_by("pk")
    return [rest.entry for rest in rests]


def out_of(event: Event, stage: Stage) -> list[Entry]:
    """Returns who is here but no longer plays: knocked out, or not qualified. One query if there are any."""
    if not stage.out:
        return []
    whose = "pk" if event.enters == Enters.PLAYERS else "team"
    here = event.entries.filter(**{f"{whose}__in": stage.out}, left_at=None)
    return list(here.select_related("player").order_by("pk"))


def names_of_rests(event: Event, stage: Stage) -> tuple[str, ...]:
    """Returns the names of the players, pairs or teams that rest in this round. One query."""
    resting: dict[int | None, list[Entry]] = {}
    for entry in rests_of(event, stage):
        resting.setdefault(key_of(event, entry), []).append(entry)
    return tuple(_name_of(entries) for entries in resting.values())


def _name_of(entries: list[Entry]) -> str:
    team = entries[0].team if len(entries) > 1 else None
    return (team.shown_name if team else "") or join_names([entry.name for entry in entries])


class TurnOfPlace(NamedTuple):
    """One turn of somebody; `meets` says whom they meet, and their partners if there are any; "" for a sit-out."""

    number: int
    meets: str


class PlaceOf(NamedTuple):
    """Where somebody sits, and whom they meet turn by turn. Without a table they rest this round, or are `out`. `team`
    is the name of their pair or team, if it has one; `filed` is the key that sorts them."""

    name: str
    team: str
    has_left: bool
    filed: str
    table: int | None = None
    turns: tuple[TurnOfPlace, ...] = ()
    out: bool = False


class SeatedTable(NamedTuple):
    """A table with the names of those who sit there now, in order of the places, and of the pairs or teams that meet,
    if both have a name."""

    number: int
    names: tuple[str, ...]
    turns: int
    teams: tuple[str, ...]


def seated_tables(event: Event, stage: Stage) -> list[SeatedTable]:
    """Returns who sits at which table; if a place changed hands, who has it now. Two queries, and one for the names of
    pairs and teams."""
    teams, names = names_of_teams(event), entry_names(event.entries.all())
    seated: dict[tuple[int, int], dict[int, int]] = {}
    seats = Seat.objects.filter(table__stage=stage).order_by("table__number", "position", "from_turn")
    for number, turns, position, entry in seats.values_list("table__number", "table__turns", "position", "entry"):
        seated.setdefault((number, turns), {})[position] = entry
    tables_seated = []
    for (number, turns), entries in seated.items():
        meeting = tuple(dict.fromkeys(teams[entry] for entry in entries.values() if entry in teams))
        at_table = tuple(names[entry] for entry in entries.values())
        tables_seated.append(SeatedTable(number, at_table, turns, meeting if len(meeting) > 1 else ()))
    return tables_seated


def places_of(event: Event, stage: Stage) -> list[PlaceOf]:
    """Returns everybody who plays, rests or is out, from A to Z. Seven queries, and up to three more at an evening of
    rounds."""
    teams = names_of_teams(event)
    places = [
        _place(seat.entry, teams, table=view.table.number, turns=tuple(_turn_of_place(turn) for turn in seat.turns))
        for view in tables_of(stage)
        for seat in view.seats
        if seat.turns
    ]
    places += [_place(entry, teams) for entry in rests_of(event, stage)]
    places += [_place(entry, teams, out=True) for entry in out_of(event, stage)]
    return sorted(places, key=lambda place: place.filed)


def _place(entry: Entry | EntryRow, teams: Mapping[int, str], **where: Any) -> PlaceOf:
    name = entry.name
    return PlaceOf(name, teams.get(entry.pk, ""), entry.left_at is not None, order_key(name), **where)


def _turn_of_place(turn: TurnOfSeat) -> TurnOfPlace:
    if not turn.partners or not turn.others:
        return TurnOfPlace(turn.number, turn.against)
    words = {"names": turn.with_whom, "against": turn.against}
    return TurnOfPlace(turn.number, _("with %(names)s against %(against)s") % words)


def places_with(places: Iterable[PlaceOf], name: str) -> list[PlaceOf]:
    """Returns the places of those whose own or team's name contains every word of `name`."""
    wanted = order_key(name).split()
    return [place for place in places if all(word in order_key(f"{place.name} {place.team}") for word in wanted)]
