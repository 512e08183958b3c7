"""A card for each player, pair or team: where they sit and whom they meet, in every round that can be known now.

Released rounds are as they were seated. If later rounds do not depend on results, they are shown as they will be drawn
if nobody comes or goes.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.draw.queries.round_drafts import draws_ahead
from tournament.event.queries.competitors import Competitor, boards_of, competitors_of, key_of, players_at_boards
from tournament.event.queries.hours import hour_label, hour_name, hour_numbers, place_of
from tournament.foundation.wording import order_key
from tournament.matches.queries.matches import others_of, side_of, with_sides
from tournament.models import Entry, Event, Match, Rest, Seat, Stage, State, join_names
from tournament.movements.draw import Draw


@dataclass(frozen=True)
class CardLine:
    """A round. Without a table the competitor rests, without an opponent they sit out. `is_planned` is true if it is
    not released. For a team, `pairs` says who sits at which table. `begins` marks the first turn of a later hour. An
    `is_open` round depends on results; table and opponents are written in by hand."""

    label: str
    tables: str
    partner: str
    against: str
    is_planned: bool = False
    pairs: tuple[tuple[int, str], ...] = ()
    begins: bool = False
    is_open: bool = False


@dataclass(frozen=True)
class MovementCard:
    """A card; `to_come` are the names of rounds that may still be theirs, of which nothing is known yet."""

    name: str
    players: str
    lines: tuple[CardLine, ...]
    to_come: tuple[str, ...] = ()

    @property
    def has_plans(self) -> bool:
        return any(line.is_planned for line in self.lines)


@dataclass(frozen=True)
class _Meeting:
    """One turn of a competitor at one table; `players` are those of a team at this table."""

    stage: int
    turn: int
    table: int | None
    partner: str = ""
    against: str = ""
    is_planned: bool = False
    players: tuple[str, ...] = ()


def movement_cards_of(event: Event) -> tuple[MovementCard, ...]:
    """Returns the cards from A to Z, for all who have a round. The number of queries does not depend on their
    number."""
    units = competitors_of(event)
    met = defaultdict[int, list[_Meeting]](list)
    for key, one in (*_meetings_seated(event, units), *_rests_of(event), *_meetings_ahead(event, units)):
        met[key].append(one)
    to_come: list[int] = []
    if met and event.kind.turns_per_seating == 1:
        last = max(one.stage for matches in met.values() for one in matches)
        to_come = [number for number in hour_numbers(event) if number > last]
    out = _out_of_part(event) if to_come else {}
    cards = []
    for key, matches in met.items():
        if key in units:
            ahead = [hour_label(event, number) for number in to_come if number > out.get(key, 0)]
            cards.append(_make_card(event, units[key], matches, tuple(ahead)))
    return tuple(sorted(cards, key=lambda card: order_key(card.name)))


def _out_of_part(event: Event) -> dict[int, int]:
    """Returns the last round of the current part for those who no longer play in it, since a later part may be open to
    them again."""
    last = Stage.objects.filter(event=event, released_at__isnull=False).order_by("-number").first()
    if last is None or not last.out:
        return {}
    part = place_of(event, last.number).index
    end = max(number for number in hour_numbers(event) if place_of(event, number).index == part)
    return dict.fromkeys(last.out, end)


def _meetings_seated(event: Event, units: Mapping[int, Competitor]) -> Iterator[tuple[int, _Meeting]]:
    """Yields every turn of every seat in released stages."""
    out = {"table__stage__event": event, "table__stage__released_at__isnull": False}
    matches = Match.objects.filter(**out).exclude(state=State.CALLED_OFF).select_related("round")
    at = {
        (match.table_id, match.round.number, entry.pk): match
        for match in with_sides(matches)
        for side in match.all_sides
        for entry in side.entries
    }
    is_of_teams = boards_of(event) > 1
    seats = Seat.objects.filter(**out).select_related("table__stage", "entry__player")
    for seat in seats.order_by("table__stage__number", "table__number", "position", "from_turn"):
        key = key_of(event, seat.entry)
        for turn in range(seat.from_turn, seat.until_turn + 1):
            match = at.get((seat.table_id, turn, seat.entry_id))
            partner, against = _partner_and_opponents(event, units, match, seat.entry) if match else ("", "")
            if key is not None:
                players = (seat.entry.name,) if is_of_teams else ()
                yield key, _Meeting(seat.table.stage.number, turn, seat.table.number, partner, against, players=players)


def _partner_and_opponents(
    event: Event, units: Mapping[int, Competitor], match: Match, entry: Entry
) -> tuple[str, str]:
    """Returns the partner of a player who entered alone, and the opponents."""
    others = [_name_of(event, units, side.entries) for side in others_of(match, entry.pk)]
    own = side_of(match, entry.pk)
    partners = [one.name for one in own.entries if one != entry] if own and event.enters == "players" else []
    return join_names(partners) if partners else "", ", ".join(others)


def _name_of(event: Event, units: Mapping[int, Competitor], entries: Sequence[Entry]) -> str:
    unit = None if event.enters == "players" else units.get(key_of(event, entries[0]) or 0)
    return unit.name if unit else join_names([entry.name for entry in entries])


def _rests_of(event: Event) -> Iterator[tuple[int, _Meeting]]:
    rests = Rest.objects.filter(stage__event=event, stage__released_at__isnull=False).select_related("stage", "entry")
    for rest in rests:
        key = key_of(event, rest.entry)
        if key is not None:
            yield key, _Meeting(rest.stage.number, 1, None)


def _meetings_ahead(event: Event, units: Mapping[int, Competitor]) -> Iterator[tuple[int, _Meeting]]:
    """Yields the meetings of rounds that are not released, if they are known."""
    for number, draw in draws_ahead(event):
        yield from _meetings_of_draw(event, units, draw, number)


def _meetings_of_draw(
    event: Event, units: Mapping[int, Competitor], draw: Draw[int], number: int
) -> Iterator[tuple[int, _Meeting]]:
    boards = players_at_boards(event)
    for table in draw.tables:
        first = (table.number - 1) * len(boards) + 1
        for match in table.turns[0].matches:
            for side in match.sides:
                others = [join_names([units[key].name for key in other]) for other in match.sides if other != side]
                for key in side:
                    partners = [units[one].name for one in side if one != key]
                    partner = join_names(partners) if partners else ""
                    for at_table, at in enumerate(boards, start=first):
                        shown = units[key].here[at] if len(boards) > 1 else ()
                        players = tuple(entry.name for entry in shown)
                        yield key, _Meeting(number, 1, at_table, partner, ", ".join(others), True, players)
        for key in table.turns[0].sit_outs:
            yield key, _Meeting(number, 1, first, is_planned=True)
    for key in draw.resting:
        yield key, _Meeting(number, 1, None, is_planned=True)


def _make_card(event: Event, unit: Competitor, met: Sequence[_Meeting], to_come: tuple[str, ...]) -> MovementCard:
    together_at = defaultdict[tuple[int, int], list[_Meeting]](list)
    for one in met:
        together_at[one.stage, one.turn].append(one)
    players = join_names([entry.name for entry in unit.entries])
    lines = tuple(
        _make_line(event, at, meetings) for at, meetings in sorted(together_at.items(), key=lambda item: item[0])
    )
    return MovementCard(unit.name, players if players != unit.name else "", lines, to_come)


def _make_line(event: Event, when: tuple[int, int], meetings: Sequence[_Meeting]) -> CardLine:
    stage, turn = when
    label = hour_label(event, stage)
    if event.kind.turns_per_seating > 1:
        label = _("%(hour)s, round %(number)s") % {"hour": hour_name(event, stage), "number": turn}
    at = defaultdict[int, list[str]](list)
    for one in meetings:
        if one.table is not None:
            at[one.table] += one.players
    tables = ", ".join(str(number) for number in sorted(at))
    pairs = tuple((number, join_names(names)) for number, names in sorted(at.items()) if names)
    meeting = next((one for one in meetings if one.against), meetings[0])
    begins = event.kind.turns_per_seating > 1 and turn == 1 and stage > 1
    return CardLine(label, tables, meeting.partner, meeting.against, meeting.is_planned, pairs, begins)
