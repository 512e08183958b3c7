"""The matches of an evening as the standings count them: sides side by side, who rested, and who is ranked.

Results are keyed by the id of the entry or team that entered (`event.queries.competitors`), or in another table of the
same results by the entry of each player, or of each two who played together. In groups those who entered are ranked.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal, NamedTuple

from django.db.models import Exists, F, OuterRef

from tournament.models import (
    SETTLED,
    Enters,
    Event,
    Rest,
    Round,
    Seat,
    Side,
    SidePlayer,
    Stage,
    State,
    join_names,
    join_note,
)

Counting = Literal["entered", "groups", "players", "pairs"]


class EnteredPerson(NamedTuple):
    """Somebody entered; `team` is the number of the pair or team that they play for."""

    name: str
    team: int | None
    team_name: str | None
    is_gone: bool


class CountedSide(NamedTuple):
    """`entries` in the order of their seats; a tally that is None is unknown."""

    number: int
    entries: tuple[int, ...]
    points: int | None = None
    games: int | None = None
    hang_jacks: int | None = None
    all_fours: int | None = None
    settlement: int | None = None
    set_backs: int | None = None
    jacks_turned: int | None = None


class CountedRest(NamedTuple):
    """Somebody without a match in a round, or in a turn at a table, which is so much of its round (`length`)."""

    round: int
    entry: int
    turn: int = 1
    table: int | None = None
    length: Fraction = Fraction(1)


class CountedMatch(NamedTuple):
    """`round` is the number of its stage, `turn` its turn there; `part` is that of its round that a match which shared
    its table could play, as in "1/2". `spells` are its sides while the same people sat there, where somebody took a
    seat in the middle (`with_spells`)."""

    pk: int
    round: int
    turn: int
    table: int
    state: str
    walk_over: int | None
    part: str
    sides: tuple[CountedSide, ...]
    spells: tuple[tuple[CountedSide, ...], ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether anything is still to be agreed or ruled."""
        return self.state not in (*SETTLED, State.CALLED_OFF)

    @property
    def is_told(self) -> bool:
        """Whether it came to something that counts, or never will."""
        if self.state == State.CALLED_OFF or self.walk_over is not None:
            return True
        return all(side.points is not None or side.games is not None for side in self.sides)


@dataclass(frozen=True)
class CountedEvening:
    """An evening, or some of its rounds. `rests` are the entries that rested, by round, and `rests_to_come` those of a
    round that is still on; `people` everybody entered."""

    event: Event
    matches: tuple[CountedMatch, ...]
    rests: tuple[CountedRest, ...]
    rests_to_come: frozenset[int]
    people: Mapping[int, EnteredPerson]

    def keys(self, of: Counting) -> Callable[[Sequence[int]], tuple[int, ...]]:
        """What gives the numbers that a side of these entries counts for, each once."""
        if of == "pairs":
            return self._together
        if of == "players" or self.event.enters == Enters.PLAYERS:
            return tuple
        people = self.people

        @cache
        def teams(entries: Sequence[int]) -> tuple[int, ...]:
            return tuple(dict.fromkeys(team for entry in entries if (team := people[entry].team) is not None))

        return teams

    def _together(self, entries: Sequence[int]) -> tuple[int, ...]:
        """Two who play together, whoever sits first; their number says nothing else."""
        first, *others = sorted(entries)
        number = first
        for other in others:
            number = number * (max(self.people) + 1) + other
        return (number,)

    def members(self, of: Counting) -> dict[int, tuple[int, ...]]:
        """Entries by the number that they are counted under."""
        if of == "pairs":
            spells = (spell for match in self.matches for spell in (match.sides, *match.spells))
            sides = {side.entries for spell in spells for side in spell}
            return {self._together(entries)[0]: tuple(sorted(entries)) for entries in sides}
        if of == "players" or self.event.enters == Enters.PLAYERS:
            return {entry: (entry,) for entry in self.people}
        teams: dict[int, list[int]] = defaultdict(list)
        for entry, person in self.people.items():
            if person.team is not None:
                teams[person.team].append(entry)
        return {team: tuple(entries) for team, entries in sorted(teams.items())}

    def name_of(self, of: Counting, entries: Sequence[int]) -> str:
        """Of those counted together. A pair without a name is called by those who play for it now, or did last."""
        people = [self.people[entry] for entry in entries]
        if of in ("entered", "groups") and self.event.enters != Enters.PLAYERS:
            if people[0].team_name:
                return people[0].team_name
            people = [person for person in people if not person.is_gone] or people
        return join_names([person.name for person in people])


def counted_of(event: Event, stages: Sequence[Stage]) -> CountedEvening:
    """Four queries, whatever the number of entries and rounds; matches in the order of rounds and tables."""
    people = {
        pk: EnteredPerson(join_note(name, note), team, team_name, left_at is not None)
        for pk, name, note, team, team_name, left_at in event.entries.order_by("pk").values_list(
            "pk", "player__name", "namesake_note", "team", "team__name", "left_at"
        )
    }
    matches = _matches_of(stages)
    if event.kind.has_free_chairs:
        played = tuple(match for match in matches if match.state != State.CALLED_OFF)
        return CountedEvening(event, played, tuple(_sit_outs(event, stages, played)), frozenset(), people)
    later = Stage.objects.filter(event=event, number__gt=OuterRef("stage__number"), released_at__isnull=False)
    bells = Round.objects.filter(stage=OuterRef("stage"), ended_at=None)
    rests = Rest.objects.filter(stage__in=stages).order_by("pk").annotate(is_on=Exists(bells) & ~Exists(later))
    rested = list(rests.values_list("stage__number", "entry", "is_on"))
    untold = {match.round for match in matches if not match.is_told}
    still_on = frozenset(number for number, _entry, is_on in rested if is_on and number in untold)
    resting = tuple(CountedRest(number, entry) for number, entry, _is_on in rested)
    return CountedEvening(event, matches, resting, still_on, people)


def _sit_outs(event: Event, stages: Sequence[Stage], played: Sequence[CountedMatch]) -> Iterator[CountedRest]:
    """Turns that somebody had a seat for and no match in. Two queries."""
    of_round = ("stage__number", "turns", "number", "length")
    rounds = Round.objects.filter(stage__in=stages).values_list(*of_round)
    seconds = {(stage, turns, turn): int(length.total_seconds()) for stage, turns, turn, length in rounds}
    at = {
        (match.round, match.turn, match.table, entry)
        for match in played
        for side in match.sides
        for entry in side.entries
    }
    seats = Seat.objects.filter(table__stage__in=stages, until_turn__gte=F("from_turn")).order_by("pk")
    of_seat = ("table__stage__number", "table__number", "table__turns", "entry", "from_turn", "until_turn")
    for stage, table, turns, entry, first, last in seats.values_list(*of_seat):
        for turn in range(first, min(last, turns) + 1):
            if (stage, turn, table, entry) not in at:
                length = Fraction(seconds[stage, turns, turn], event.hour_seconds)
                yield CountedRest(stage, entry, turn, table, length)


def _matches_of(stages: Sequence[Stage]) -> tuple[CountedMatch, ...]:
    seated: dict[int, list[int]] = defaultdict(list)
    players = SidePlayer.objects.filter(side__match__table__stage__in=stages).order_by("seat")
    for side, entry in players.values_list("side", "entry"):
        seated[side].append(entry)
    of_match = (
        *("match", "match__table__stage__number", "match__round__number", "match__table__number"),
        *("match__state", "match__walk_over", "match__part"),
    )
    sides = Side.objects.filter(match__table__stage__in=stages).values_list(
        *of_match, "pk", "number", *CountedSide._fields[2:]
    )
    found: dict[tuple[int, int, int, int, str, int | None, str], list[CountedSide]] = {}
    in_order = ("match__table__stage__number", "match__table__number", "match", "number")
    for match, round, turn, table, state, came, part, pk, *told in sides.order_by(*in_order):
        number, *tallies = told
        found.setdefault((match, round, turn, table, state, came, part), []).append(
            CountedSide(number, tuple(seated[pk]), *tallies)
        )
    return tuple(CountedMatch(*of, tuple(told_of)) for of, told_of in found.items())
