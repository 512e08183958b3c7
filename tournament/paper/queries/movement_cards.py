"""A card for each player, pair or team: where it sits and whom it meets, in every round that can be known now.

What is out is as it was seated. Where no results are needed to draw the rounds after it, they are as they will be drawn
if nobody comes or goes.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.draw.queries.round_drafts import draws_ahead
from tournament.event.queries.competitors import PAIR, Unit, boards_of, key_of, units_of
from tournament.event.queries.hours import hour_label, hour_name
from tournament.foundation.wording import filed_as
from tournament.matches.queries.matches import others_of, side_of, with_sides
from tournament.models import Entry, Event, Match, Rest, Seat, State, together
from tournament.movements.draw import Draw


@dataclass(frozen=True)
class CardLine:
    """Without a table it is a rest; without an opponent a sit-out. `is_planned` of a round that is not out. Of a team,
    `pairs` says who sits at which of its tables; `begins` the first turn of an hour after another."""

    label: str
    tables: str
    partner: str
    against: str
    is_planned: bool = False
    pairs: tuple[tuple[int, str], ...] = ()
    begins: bool = False


@dataclass(frozen=True)
class MovementCard:
    name: str
    players: str
    lines: tuple[CardLine, ...]

    @property
    def has_plans(self) -> bool:
        return any(line.is_planned for line in self.lines)


@dataclass(frozen=True)
class _Met:
    """One turn of one unit, before tables of a team are put together; `players` are those of a team at this one."""

    stage: int
    turn: int
    table: int | None
    partner: str = ""
    against: str = ""
    is_planned: bool = False
    players: tuple[str, ...] = ()


def movement_cards_of(event: Event) -> tuple[MovementCard, ...]:
    """From A to Z; whoever has no round is left out. As many queries for many as for few."""
    units = units_of(event)
    met = defaultdict[int, list[_Met]](list)
    for key, one in (*_seated(event, units), *_rested(event), *_planned(event, units)):
        met[key].append(one)
    cards = [_card(event, units[key], of) for key, of in met.items() if key in units]
    return tuple(sorted(cards, key=lambda card: filed_as(card.name)))


def _seated(event: Event, units: Mapping[int, Unit]) -> Iterator[tuple[int, _Met]]:
    """Turn by turn of every seat of the stages that are out."""
    out = {"table__stage__event": event, "table__stage__released_at__isnull": False}
    matches = Match.objects.filter(**out).exclude(state=State.CALLED_OFF).select_related("round")
    at = {
        (match.table_id, match.round.number, entry.pk): match
        for match in with_sides(matches)
        for side in match.sides.all()
        for entry in side.entries
    }
    is_of_teams = boards_of(event) > 1
    seats = Seat.objects.filter(**out).select_related("table__stage", "entry__player")
    for seat in seats.order_by("table__stage__number", "table__number", "position", "from_turn"):
        key = key_of(event, seat.entry)
        for turn in range(seat.from_turn, seat.until_turn + 1):
            match = at.get((seat.table_id, turn, seat.entry_id))
            partner, against = _who(event, units, match, seat.entry) if match else ("", "")
            if key is not None:
                players = (seat.entry.name,) if is_of_teams else ()
                yield key, _Met(seat.table.stage.number, turn, seat.table.number, partner, against, players=players)


def _who(event: Event, units: Mapping[int, Unit], match: Match, entry: Entry) -> tuple[str, str]:
    """The partner of somebody who plays for himself, and whom he or his unit meets."""
    others = [_name(event, units, side.entries) for side in others_of(match, entry.pk)]
    own = side_of(match, entry.pk)
    partners = [one.name for one in own.entries if one != entry] if own and event.enters == "players" else []
    return together(partners) if partners else "", ", ".join(others)


def _name(event: Event, units: Mapping[int, Unit], entries: Sequence[Entry]) -> str:
    unit = None if event.enters == "players" else units.get(key_of(event, entries[0]) or 0)
    return unit.name if unit else together([entry.name for entry in entries])


def _rested(event: Event) -> Iterator[tuple[int, _Met]]:
    rests = Rest.objects.filter(stage__event=event, stage__released_at__isnull=False).select_related("stage", "entry")
    for rest in rests:
        key = key_of(event, rest.entry)
        if key is not None:
            yield key, _Met(rest.stage.number, 1, None)


def _planned(event: Event, units: Mapping[int, Unit]) -> Iterator[tuple[int, _Met]]:
    """Of the rounds after the last one that is out, where they are known."""
    for number, draw in draws_ahead(event):
        yield from _of_draw(event, units, draw, number)


def _of_draw(event: Event, units: Mapping[int, Unit], draw: Draw[int], number: int) -> Iterator[tuple[int, _Met]]:
    boards = boards_of(event)
    for table in draw.tables:
        first = (table.number - 1) * boards + 1
        for match in table.turns[0].matches:
            for side in match.sides:
                others = [together([units[key].name for key in other]) for other in match.sides if other != side]
                for key in side:
                    partners = [units[one].name for one in side if one != key]
                    partner = together(partners) if partners else ""
                    for board in range(boards):
                        at = slice(board * PAIR, (board + 1) * PAIR) if boards > 1 else slice(0)
                        players = tuple(entry.name for entry in units[key].here[at])
                        yield key, _Met(number, 1, first + board, partner, ", ".join(others), True, players)
        for key in table.turns[0].sit_outs:
            yield key, _Met(number, 1, first, is_planned=True)
    for key in draw.resting:
        yield key, _Met(number, 1, None, is_planned=True)


def _card(event: Event, unit: Unit, met: Sequence[_Met]) -> MovementCard:
    together_at = defaultdict[tuple[int, int], list[_Met]](list)
    for one in met:
        together_at[one.stage, one.turn].append(one)
    players = together([entry.name for entry in unit.entries])
    lines = tuple(_line(event, at, of) for at, of in sorted(together_at.items(), key=lambda item: item[0]))
    return MovementCard(unit.name, players if players != unit.name else "", lines)


def _line(event: Event, when: tuple[int, int], of: Sequence[_Met]) -> CardLine:
    stage, turn = when
    label = hour_label(event, stage)
    if event.has_turns:
        label = _("%(hour)s, round %(number)s") % {"hour": hour_name(event, stage), "number": turn}
    at = defaultdict[int, list[str]](list)
    for one in of:
        if one.table is not None:
            at[one.table] += one.players
    tables = ", ".join(str(number) for number in sorted(at))
    pairs = tuple((number, together(names)) for number, names in sorted(at.items()) if names)
    told = next((one for one in of if one.against), of[0])
    begins = event.has_turns and turn == 1 and stage > 1
    return CardLine(label, tables, told.partner, told.against, told.is_planned, pairs, begins)
