"""The bracket of a knock-out for the hall: who meets whom on the way to the final, cut into parts that a wall can show.

What is not agreed has not been won here; and as long as the director keeps the standings, the bracket tells no more
than the seats that are out.
"""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournament.models import Event, Match, Stage
from tournament.movements.bracket import Place, bracket_of
from tournament.movements.draw import Field
from tournament.queries.fields import field_of_round, past_of, rested_of
from tournament.queries.hours import StagePlace, place_of
from tournament.queries.placed import KNOCK_OUTS
from tournament.queries.standings import SETTLED
from tournament.queries.units import Unit, boards_of, units_of

FIRST_COLUMN = 4
"""Matches in the first column of a part."""
COLUMNS = 3

Rounds = tuple[tuple[Place[int], ...], ...]


@dataclass(frozen=True)
class BracketSide:
    """`name` is empty while it is not known who comes here; `has_lost` once the other has gone on."""

    name: str
    won: bool = False
    has_lost: bool = False


@dataclass(frozen=True)
class BracketMatch:
    """`is_bye` where one goes through without a match; `table` is where they meet or met."""

    sides: tuple[BracketSide, ...]
    table: int | None
    is_bye: bool


@dataclass(frozen=True)
class BracketColumn:
    label: str
    matches: tuple[BracketMatch, ...]


@dataclass(frozen=True)
class BracketOnWall:
    """`parts` are looked at one after the other; `winner` is empty until the final is won."""

    parts: tuple[tuple[BracketColumn, ...], ...]
    winner: str


@dataclass(frozen=True)
class WholeBracket:
    """`columns` are all rounds from the first to the final; `winner` is empty until that is won."""

    columns: tuple[BracketColumn, ...]
    winner: str


def whole_bracket(event: Event) -> WholeBracket | None:
    """As `bracket_on_wall`, from the first round on and in one piece."""
    found = _rounds_of(event)
    if found is None:
        return None
    rounds, units, _place = found
    columns = tuple(
        BracketColumn(_label(len(rounds) - number), tuple(_match(each, units, event) for each in places))
        for number, places in enumerate(rounds)
    )
    final = rounds[-1][0]
    return WholeBracket(columns, units[final.winner].name if final.winner else "")


def blank_bracket(size: int) -> WholeBracket:
    """Of so many entries, a power of two, whoever they will be."""
    depth = size.bit_length() - 1
    empty = BracketMatch((BracketSide(""), BracketSide("")), None, is_bye=False)
    columns = (BracketColumn(_label(left), (empty,) * 2 ** (left - 1)) for left in range(depth, 0, -1))
    return WholeBracket(tuple(columns), "")


def bracket_on_wall(event: Event) -> BracketOnWall | None:
    """None without a knock-out, or before its first round is out. Nine queries at most."""
    found = _rounds_of(event)
    if found is None:
        return None
    rounds, units, place = found
    label_of = {number: _label(len(rounds) - number) for number in range(len(rounds))}
    on = min(place.round, len(rounds)) - 1
    first = max(0, min(on, len(rounds) - COLUMNS))
    columns = range(first, min(first + COLUMNS, len(rounds)))
    parts = []
    for start in range(0, len(rounds[first]), FIRST_COLUMN):
        part = []
        for deep, number in enumerate(columns):
            size = max(1, FIRST_COLUMN >> deep)
            own = rounds[number][start >> deep : (start >> deep) + size]
            part.append(BracketColumn(label_of[number], tuple(_match(each, units, event) for each in own)))
        parts.append(tuple(part))
    final = rounds[-1][0]
    return BracketOnWall(tuple(parts), units[final.winner].name if final.winner else "")


def _rounds_of(event: Event) -> tuple[Rounds, dict[int, Unit], StagePlace] | None:
    """All rounds of the bracket, who is who in it, and where the evening is."""
    stage = Stage.objects.filter(event=event, released_at__isnull=False).order_by("-number").first()
    place = place_of(event, stage.number) if stage else None
    if stage is None or place is None or place.part.movement not in KNOCK_OUTS:
        return None
    return bracket_of(_field(event, stage, place)), units_of(event), place


def _field(event: Event, stage: Stage, place: StagePlace) -> Field[int]:
    """As it is now; with the results of the round that is on where the standings are shown. Of a match that is not
    agreed nobody has won, so that its pair stays open."""
    field = field_of_round(event, stage.number, seed=stage.seed)
    if place.round == 1:
        field = replace(field, order=tuple(stage.order) or field.order)
    past = past_of(event, place.first, stage.number + 1)
    open_tables = _open_tables(event, stage)
    shown = event.standings_shown
    seen = tuple(
        replace(match, winner=None)
        if match.round == place.round and (not shown or match.table in open_tables)
        else match
        for match in past
    )
    return replace(field, past=seen, rested=rested_of(event, place.first, stage.number + 1))


def _open_tables(event: Event, stage: Stage) -> set[int]:
    matches = Match.objects.filter(table__stage=stage).exclude(state__in=SETTLED)
    return {(number - 1) // boards_of(event) + 1 for number in matches.values_list("table__number", flat=True)}


def _label(from_final: int) -> str:
    words = {1: _("Final"), 2: _("Semi-finals"), 3: _("Quarter-finals")}
    return words.get(from_final) or _("Last %(number)s") % {"number": 2**from_final}


def _match(place: Place[int], units: dict[int, Unit], event: Event) -> BracketMatch:
    is_bye = place.winner is not None and len(place.known) == 1
    sides = tuple(
        BracketSide(
            units[entry].beside_others if entry is not None and entry in units else "",
            won=entry is not None and entry == place.winner,
            has_lost=entry is not None and place.winner is not None and entry != place.winner,
        )
        for entry in place.entries
        if entry is not None or not is_bye
    )
    table = place.played.table if place.played is not None else None
    return BracketMatch(sides, table, is_bye)
