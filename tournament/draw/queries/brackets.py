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
from tournament.event.queries.hours import KNOCK_OUTS, parts_of, place_of
from tournament.formats.bracket_rounds import label_of_round
from tournament.formats.formats import StagePlace
from tournament.models import SETTLED, Event, Match, Stage
from tournament.movements.bracket import BracketPlace, bracket_of
from tournament.movements.draw import Field
from tournament.movements.knock_out import KNOCK_OUT_PLATE, BesideBracket, cups_of, find_beside_bracket

MOST_ON_WALL = ((22, 3, 4), (30, 2, 4))
"""How many letters the longest name may have, for so many columns of a part and matches in the first of them."""
LEAST_ON_WALL = (2, 2)

Rounds = tuple[tuple[BracketPlace[int], ...], ...]


@dataclass(frozen=True)
class BracketSide:
    """A side of a match. `name` is "" while it is not known who comes here; `has_lost` is true once the other side has
    gone on, or nobody has. A side of a match that somebody has won by playing has a `score`; one of a cup's match a
    `seed` if the cup is seeded."""

    name: str
    won: bool = False
    has_lost: bool = False
    score: str = ""
    seed: int | None = None


@dataclass(frozen=True)
class BracketMatch:
    """A match of the bracket. `is_bye` is true if one side goes through without a match, `is_empty` if neither side
    came, so that nobody goes on; `table` is where they meet or met. `note` is the day of a match of a cup, and what
    happened to it if it was not simply played."""

    sides: tuple[BracketSide, ...]
    table: int | None
    is_bye: bool
    is_empty: bool = False
    note: str = ""

    @property
    def has_score(self) -> bool:
        return any(side.score for side in self.sides)


@dataclass(frozen=True)
class BracketColumn:
    """A round of the bracket. `third` is the match for third place, shown under the final; `day` is that of all its
    matches, of a cup."""

    label: str
    matches: tuple[BracketMatch, ...]
    third: tuple[BracketMatch, ...] = ()
    day: str = ""

    def has_gone_on(self, number: int, name: str) -> bool:
        """Returns whether a match, from 0, was won by the side of this name."""
        return bool(name) and any(side.won and side.name == name for side in self.matches[number].sides)


@dataclass(frozen=True)
class BracketOnWall:
    """The bracket as a wall shows it. `parts` are shown one after the other, those of the plate or the second cup last.
    `winner` is "" until the final is won, `plate_winner` and `second_winner` until theirs are."""

    parts: tuple[tuple[BracketColumn, ...], ...]
    winner: str
    plate_winner: str
    second_winner: str


@dataclass(frozen=True)
class WholeBracket:
    """The bracket in one piece. `columns` are all rounds from the first to the final; those of the `plate` are as far
    as drawn. `winner` is "" until the final is won. `is_kept` is true while the results of the last round are hidden
    from the hall. `second_cup` is the bracket of those who did not go on, if they play one."""

    columns: tuple[BracketColumn, ...]
    winner: str
    plate: tuple[BracketColumn, ...] = ()
    is_kept: bool = False
    second_cup: "WholeBracket | None" = None

    @property
    def champion(self) -> str:
        return champion_of(self.columns)


@dataclass(frozen=True)
class _StageInPlay:
    """All rounds of a bracket, the matches beside it, its competitors, and where the evening is; `second_cup` is the
    other bracket of the evening, and `is_second` says that this one is that."""

    rounds: Rounds
    beside: BesideBracket[int]
    units: dict[int, Competitor]
    place: StagePlace
    second_cup: "_StageInPlay | None" = None
    is_second: bool = False

    def column(self, number: int) -> BracketColumn:
        """Returns the column with all matches of a round, numbered from 0."""
        from_final = len(self.rounds) - number
        third = (self.beside.third,) if from_final == 1 and self.beside.third else ()
        matches = self.matches(self.rounds[number])
        is_full = number > 0 or not any(match.is_bye for match in matches)
        label = label_of_round(from_final, is_full=is_full)
        label = _("Second cup: %(round)s") % {"round": label} if self.is_second else label
        return BracketColumn(label, matches, self.matches(third))

    def whole(self, *, is_kept: bool) -> WholeBracket:
        return WholeBracket(
            tuple(self.column(number) for number in range(len(self.rounds))),
            self.winner,
            self.plate(),
            is_kept=is_kept,
            second_cup=self.second_cup.whole(is_kept=is_kept) if self.second_cup else None,
        )

    def parts_on_wall(self) -> Iterator[tuple[BracketColumn, ...]]:
        """Yields the parts from the round that is on: a few of its matches, with the rounds to which they lead. Long
        names get wider columns and fewer matches, so that their letters are as large as others."""
        longest = max((len(unit.beside_others) for unit in self.units.values()), default=0)
        fitting = [(wide, many) for letters, wide, many in MOST_ON_WALL if longest <= letters]
        most, many = fitting[0] if fitting else LEAST_ON_WALL
        on = min(self.place.round, len(self.rounds)) - 1
        first = max(0, min(on, len(self.rounds) - most))
        columns = [self.column(number) for number in range(first, min(first + most, len(self.rounds)))]
        for start in range(0, len(columns[0].matches), many):
            part = []
            for deep, column in enumerate(columns):
                size = many >> deep
                part.append(replace(column, matches=column.matches[start >> deep : (start >> deep) + size]))
            yield tuple(part)
        yield from _plate_on_wall(self.plate(), most, many)
        if self.second_cup:
            yield from self.second_cup.parts_on_wall()

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
        played = place.played if place.winner is not None else None
        scores = {
            entry: str(score)
            for side, score in (zip(played.sides, played.score, strict=False) if played else ())
            for entry in side
        }
        sides = tuple(
            BracketSide(
                self.name(entry),
                won=entry is not None and entry == place.winner,
                has_lost=entry is not None and (place.is_empty or place.winner not in (None, entry)),
                score=scores.get(entry, "") if entry is not None else "",
            )
            for entry in place.entries
            if entry is not None or not place.is_bye
        )
        table = place.played.table if place.played is not None else None
        return BracketMatch(sides, table, place.is_bye, place.is_empty)

    def stakes(self) -> Iterator[tuple[int, str]]:
        """Yields what winning a match of the round that is on brings, for each who plays one."""
        round = self.place.round
        matches = self.rounds[round - 1] if round <= len(self.rounds) else ()
        met = [(place, _say_through(len(self.rounds) - round)) for place in matches]
        met += [(place, _("Win this match and you are third.")) for place in (self.beside.third,) if place]
        for places in self.beside.plate:
            ends = self.beside.ends and places is self.beside.plate[-1]
            words = _("Win this match and you win the plate.") if ends else _("Win this match and you play on.")
            met += [(place, words) for place in places]
        for place, words in met:
            if place.round == round and place.played is not None:
                yield from ((entry, words) for entry in place.known_entries)
        if self.second_cup:
            yield from self.second_cup.stakes()

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
    return None if bracket is None else bracket.whole(is_kept=not event.standings_shown)


def champion_of(columns: Sequence[BracketColumn]) -> str:
    """Returns the name with which the winner of the final stands in the bracket; "" until it is won."""
    return next((side.name for side in columns[-1].matches[0].sides if side.won), "")


def names_of_rounds(event: Event) -> dict[int, str]:
    """Returns the names of rounds in the bracket, such as "Final", by number; with that of a second cup if it is
    another. A round in which some go through without a match has none. One query if there is a knock-out."""
    if all(part.movement not in KNOCK_OUTS for part in parts_of(event)):
        return {}
    stages = event.stages.values_list("number", "order", "second_cup")
    cups = {number: [len(order), len(second)] if second else [len(order)] for number, order, second in stages}
    names = {}
    for number, place in ((number, place_of(event, number)) for number in cups):
        if place.part.movement in KNOCK_OUTS:
            labels = [_name_of_round(entries, place.round) for entries in cups.get(place.first, ())]
            names[number] = labels[0] if labels else ""
            if labels[1:] and labels[1] != labels[0]:
                second = _("Second cup: %(round)s") % {"round": labels[1]} if labels[1] else ""
                names[number] = " · ".join(filter(None, (labels[0], second)))
    return {number: name for number, name in names.items() if name}


def _name_of_round(entries: int, round: int) -> str:
    from_final = (entries - 1).bit_length() - round + 1
    is_full = round > 1 or entries.bit_count() == 1
    return label_of_round(from_final) if from_final > 0 and is_full else ""


def stakes_of(event: Event) -> dict[int, str]:
    """Returns what winning the match of the round that is on brings, by the number of the competitor; nothing without
    a knock-out. Nine queries at most."""
    bracket = _find_bracket(event)
    return {} if bracket is None else dict(bracket.stakes())


def _say_through(from_final: int) -> str:
    words = {
        0: _("Win this match and you have won it all."),
        1: _("Win this match and you are in the final."),
        2: _("Win this match and you are in the semi-finals."),
        3: _("Win this match and you are in the quarter-finals."),
    }
    return words.get(from_final, _("Win this match and you are in the next round."))


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
    second_winner = bracket.second_cup.winner if bracket.second_cup else ""
    return BracketOnWall(tuple(bracket.parts_on_wall()), bracket.winner, bracket.plate_winner, second_winner)


def _plate_on_wall(rounds: Sequence[BracketColumn], most: int, many: int) -> Iterator[tuple[BracketColumn, ...]]:
    """Yields the parts of the plate, of at most so many columns with so many matches each: its last rounds side by
    side if they are short, else the last round in as many columns as it needs."""
    columns = list(rounds[-most:])
    if any(len(column.matches) > many for column in columns):
        last = columns[-1]
        starts = range(0, len(last.matches), many)
        columns = [BracketColumn(last.label, last.matches[start : start + many]) for start in starts]
    for start in range(0, len(columns), most):
        yield tuple(columns[start : start + most])


def _find_bracket(event: Event, names: NamesShown | None = None) -> _StageInPlay | None:
    stage = Stage.objects.filter(event=event, released_at__isnull=False).order_by("-number").first()
    place = place_of(event, stage.number) if stage else None
    if stage is None or place is None or place.part.movement not in KNOCK_OUTS:
        return None
    units, has_plate, cup = competitors_of(event, names), place.part.movement == KNOCK_OUT_PLATE.key, None
    first, *second = cups_of(_field_of(event, stage, place))
    for field in second:
        rounds = bracket_of(field)
        beside = find_beside_bracket(field, rounds, plate=False)
        cup = _StageInPlay(rounds, beside, units, place, is_second=True)
    rounds = bracket_of(first)
    return _StageInPlay(rounds, find_beside_bracket(first, rounds, plate=has_plate), units, place, second_cup=cup)


def _field_of(event: Event, stage: Stage, place: StagePlace) -> Field[int]:
    """Returns the field as it is now. The results of the round that is on count only if the standings are shown. Nobody
    has won a match that is not agreed, so its pair stays open."""
    field = field_of_round(event, stage.number, seed=stage.seed)
    if place.round == 1:
        second_cup = tuple(stage.second_cup)
        field = replace(field, order=tuple(stage.order) or field.order, second_cup=second_cup)
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
