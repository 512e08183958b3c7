"""The bracket of a knock-out for the hall: who meets whom on the way to the final, cut into parts that a wall can show,
with the match for third place and the plate.

A match counts as won here only once it is agreed. While the director hides the standings, the bracket reveals no more
than the released seats do.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournament.club.visibility import NamesShown
from tournament.draw.queries.fields import field_of_round, past_of, rests_between
from tournament.event.queries.competitors import Competitor, boards_of, competitors_of
from tournament.event.queries.hours import KNOCK_OUTS, StagePlace, parts_of, place_of
from tournament.models import SETTLED, Event, Match, Stage
from tournament.movements.bracket import BracketPlace, bracket_of
from tournament.movements.draw import Field
from tournament.movements.knock_out import KNOCK_OUT_PLATE, BesideBracket, find_beside_bracket

FIRST_COLUMN = 4
"""The number of matches in the first column of a part."""
COLUMNS = 3

Rounds = tuple[tuple[BracketPlace[int], ...], ...]


@dataclass(frozen=True)
class BracketSide:
    """A side of a match. `name` is "" while it is not known who comes here; `has_lost` is true once the other side has
    gone on, or nobody has."""

    name: str
    won: bool = False
    has_lost: bool = False


@dataclass(frozen=True)
class BracketMatch:
    """A match of the bracket. `is_bye` is true if one side goes through without a match, `is_empty` if neither side
    came, so that nobody goes on; `table` is where they meet or met. `note` is the score or the day of a match of a
    cup."""

    sides: tuple[BracketSide, ...]
    table: int | None
    is_bye: bool
    is_empty: bool = False
    note: str = ""


@dataclass(frozen=True)
class BracketColumn:
    """A round of the bracket. `third` is the match for third place, shown under the final."""

    label: str
    matches: tuple[BracketMatch, ...]
    third: tuple[BracketMatch, ...] = ()


@dataclass(frozen=True)
class BracketOnWall:
    """The bracket as a wall shows it. `parts` are shown one after the other, those of the plate last. `winner` is ""
    until the final is won, `plate_winner` until the final of the plate is."""

    parts: tuple[tuple[BracketColumn, ...], ...]
    winner: str
    plate_winner: str


@dataclass(frozen=True)
class WholeBracket:
    """The bracket in one piece. `columns` are all rounds from the first to the final; those of the `plate` are as far
    as drawn. `winner` is "" until the final is won. `is_kept` is true while the results of the last round are hidden
    from the hall."""

    columns: tuple[BracketColumn, ...]
    winner: str
    plate: tuple[BracketColumn, ...] = ()
    is_kept: bool = False


@dataclass(frozen=True)
class _StageInPlay:
    """All rounds of a bracket, the matches beside it, its competitors, and where the evening is."""

    rounds: Rounds
    beside: BesideBracket[int]
    units: dict[int, Competitor]
    place: StagePlace

    def column(self, number: int) -> BracketColumn:
        """Returns the column with all matches of a round, numbered from 0."""
        from_final = len(self.rounds) - number
        third = (self.beside.third,) if from_final == 1 and self.beside.third else ()
        matches = self.matches(self.rounds[number])
        is_full = number > 0 or not any(match.is_bye for match in matches)
        return BracketColumn(label_of_round(from_final, is_full=is_full), matches, self.matches(third))

    def plate(self) -> tuple[BracketColumn, ...]:
        return tuple(
            BracketColumn(
                _("Plate, final")
                if self.beside.ends and places is self.beside.plate[-1]
                else _("Plate, round %(number)s") % {"number": places[0].round},
                self.matches(places),
            )
            for places in self.beside.plate
        )

    def matches(self, places: Sequence[BracketPlace[int]]) -> tuple[BracketMatch, ...]:
        return tuple(self.match(place) for place in places)

    def match(self, place: BracketPlace[int]) -> BracketMatch:
        is_bye = place.winner is not None and len(place.known_entries) == 1
        sides = tuple(
            BracketSide(
                self.name(entry),
                won=entry is not None and entry == place.winner,
                has_lost=entry is not None and (place.is_empty or place.winner not in (None, entry)),
            )
            for entry in place.entries
            if entry is not None or not is_bye
        )
        table = place.played.table if place.played is not None else None
        return BracketMatch(sides, table, is_bye, place.is_empty)

    def name(self, entry: int | None) -> str:
        return self.units[entry].beside_others if entry in self.units else ""

    @property
    def winner(self) -> str:
        winner = self.rounds[-1][0].winner
        return self.units[winner].name if winner else ""

    @property
    def plate_winner(self) -> str:
        winner = self.beside.plate[-1][0].winner if self.beside.ends else None
        return self.units[winner].name if winner else ""


def whole_bracket(event: Event, names: NamesShown | None = None) -> WholeBracket | None:
    """Returns the whole bracket, from the first round on; with `names` as readers outside the hall see them. None in
    the same cases as `bracket_on_wall`."""
    bracket = _find_bracket(event, names)
    if bracket is None:
        return None
    columns = tuple(bracket.column(number) for number in range(len(bracket.rounds)))
    return WholeBracket(columns, bracket.winner, bracket.plate(), is_kept=not event.standings_shown)


def names_of_rounds(event: Event) -> dict[int, str]:
    """Returns the names of rounds in the bracket, such as "Final", by number. A round in which some go through without
    a match has none. One query if there is a knock-out."""
    if all(part.movement not in KNOCK_OUTS for part in parts_of(event)):
        return {}
    orders = dict(event.stages.values_list("number", "order"))
    names = {}
    for number, place in ((number, place_of(event, number)) for number in orders):
        entries = len(orders.get(place.first, ()))
        from_final = (entries - 1).bit_length() - place.round + 1
        is_full = place.round > 1 or entries.bit_count() == 1
        if place.part.movement in KNOCK_OUTS and from_final > 0 and is_full:
            names[number] = label_of_round(from_final)
    return names


def blank_bracket(size: int) -> WholeBracket:
    """Returns an empty bracket for so many entries, a power of two."""
    depth = size.bit_length() - 1
    empty = BracketMatch((BracketSide(""), BracketSide("")), None, is_bye=False)
    columns = (BracketColumn(label_of_round(left), (empty,) * 2 ** (left - 1)) for left in range(depth, 0, -1))
    return WholeBracket(tuple(columns), "")


def bracket_on_wall(event: Event) -> BracketOnWall | None:
    """Returns the bracket for a wall, or None without a knock-out or before its first round is released. Nine queries
    at most."""
    bracket = _find_bracket(event)
    if bracket is None:
        return None
    on = min(bracket.place.round, len(bracket.rounds)) - 1
    first = max(0, min(on, len(bracket.rounds) - COLUMNS))
    columns = [bracket.column(number) for number in range(first, min(first + COLUMNS, len(bracket.rounds)))]
    parts = []
    for start in range(0, len(columns[0].matches), FIRST_COLUMN):
        part = []
        for deep, column in enumerate(columns):
            size = FIRST_COLUMN >> deep
            part.append(replace(column, matches=column.matches[start >> deep : (start >> deep) + size]))
        parts.append(tuple(part))
    return BracketOnWall((*parts, *_plate_on_wall(bracket.plate())), bracket.winner, bracket.plate_winner)


def _plate_on_wall(rounds: Sequence[BracketColumn]) -> Iterator[tuple[BracketColumn, ...]]:
    """Yields the parts of the plate: its last rounds side by side if they are short, else the last round in as many
    columns as it needs."""
    columns = list(rounds[-COLUMNS:])
    if any(len(column.matches) > FIRST_COLUMN for column in columns):
        last = columns[-1]
        starts = range(0, len(last.matches), FIRST_COLUMN)
        columns = [BracketColumn(last.label, last.matches[start : start + FIRST_COLUMN]) for start in starts]
    for start in range(0, len(columns), COLUMNS):
        yield tuple(columns[start : start + COLUMNS])


def _find_bracket(event: Event, names: NamesShown | None = None) -> _StageInPlay | None:
    stage = Stage.objects.filter(event=event, released_at__isnull=False).order_by("-number").first()
    place = place_of(event, stage.number) if stage else None
    if stage is None or place is None or place.part.movement not in KNOCK_OUTS:
        return None
    field = _field_of(event, stage, place)
    rounds = bracket_of(field)
    beside = find_beside_bracket(field, rounds, plate=place.part.movement == KNOCK_OUT_PLATE.key)
    return _StageInPlay(rounds, beside, competitors_of(event, names), place)


def _field_of(event: Event, stage: Stage, place: StagePlace) -> Field[int]:
    """Returns the field as it is now. The results of the round that is on count only if the standings are shown. Nobody
    has won a match that is not agreed, so its pair stays open."""
    field = field_of_round(event, stage.number, seed=stage.seed)
    if place.round == 1:
        field = replace(field, order=tuple(stage.order) or field.order)
    past = past_of(event, place.first, stage.number + 1)
    matches = Match.objects.filter(table__stage=stage).exclude(state__in=SETTLED)
    open_tables = {(number - 1) // boards_of(event) + 1 for number in matches.values_list("table__number", flat=True)}
    shown = event.standings_shown
    seen = tuple(
        replace(match, winner=None, is_empty=False)
        if match.round == place.round and (not shown or match.table in open_tables)
        else match
        for match in past
    )
    return replace(field, past=seen, rested=rests_between(event, place.first, stage.number + 1))


def label_of_round(from_final: int, *, is_full: bool = True) -> str:
    """Returns the name of a round. A first round in which some go through without a match is not named for the number
    of entries."""
    words = {1: _("Final"), 2: _("Semi-finals"), 3: _("Quarter-finals")}
    of_many = _("Last %(number)s") % {"number": 2**from_final} if is_full else _("First round")
    return words.get(from_final, of_many)
