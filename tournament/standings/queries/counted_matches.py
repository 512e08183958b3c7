"""The matches of an evening as the standings count them: sides side by side, who rested, and who is ranked.

Results are keyed by the id of the entry or team that entered (`event.queries.competitors`) or, in another table from
the same results, by the entry of each player, or of each two who played together. Tables by groups rank those who
entered.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from django.db.models import Exists, F, OuterRef, QuerySet

from tournament.club.visibility import NamesShown
from tournament.foundation.prepared_queries import prepare_query
from tournament.foundation.revision_cache import RevisionCache
from tournament.models import (
    SETTLED,
    Enters,
    Entry,
    Event,
    Match,
    Rest,
    Round,
    Seat,
    SidePlayer,
    Stage,
    State,
    join_names,
    join_note,
)

Counting = Literal["entered", "groups", "players", "pairs"]


class EnteredPerson(NamedTuple):
    """A person who entered; `team` is the number of the pair or team that they play for."""

    name: str
    team: int | None
    team_name: str | None
    is_gone: bool


class CountedSide(NamedTuple):
    """One side of a counted match; `entries` are in the order of their seats. A tally is None if it is unknown."""

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
    """Somebody without a match in a round, or in a turn at a table; `length` is that turn's share of the hour, 1 for a
    round."""

    round: int
    entry: int
    turn: int = 1
    table: int | None = None
    length: Fraction = Fraction(1)


class CountedMatch(NamedTuple):
    """`round` is the number of its stage, `turn` its turn there. `part` is the part of its round that it could play if
    its table was shared, as in "1/2". If somebody took a seat in the middle, `spells` are its sides for each time that
    the same people sat there (`with_spells`)."""

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
        """Whether its result is still to be agreed or ruled."""
        return self.state not in (*SETTLED, State.CALLED_OFF)

    @property
    def is_reported(self) -> bool:
        """Whether it has a result that counts, or never will have one."""
        if self.state == State.CALLED_OFF or self.walk_over is not None:
            return True
        return all(side.points is not None or side.games is not None for side in self.sides)


@dataclass(frozen=True)
class CountedEvening:
    """An evening, or some of its rounds. `rests` are the entries that rested, by round; `rests_to_come` are the rounds
    with rests that are still on; `people` is everybody who entered."""

    event: Event
    matches: tuple[CountedMatch, ...]
    rests: tuple[CountedRest, ...]
    rests_to_come: frozenset[int]
    people: Mapping[int, EnteredPerson]

    def keys(self, of: Counting) -> Callable[[Sequence[int]], tuple[int, ...]]:
        """Returns a function from a side's entries to the numbers that the side counts for, each once."""
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
        """Returns one number for those who play together, whoever sits first. The number means nothing else."""
        first, *others = sorted(entries)
        number = first
        for other in others:
            number = number * (max(self.people) + 1) + other
        return (number,)

    def members(self, of: Counting) -> dict[int, tuple[int, ...]]:
        """Returns entries by the number that they are counted under."""
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
        """Returns the name of those counted together. A pair without a name gets the names of those who play for it
        now, or did last."""
        people = [self.people[entry] for entry in entries]
        if of in ("entered", "groups") and self.event.enters != Enters.PLAYERS:
            if people[0].team_name:
                return people[0].team_name
            people = [person for person in people if not person.is_gone] or people
        return join_names([person.name for person in people])


def counted_evening_of(event: Event, stages: Sequence[Stage], *, names: NamesShown | None = None) -> CountedEvening:
    """Reads an evening, with matches in the order of rounds and tables. With `names`, people are named as readers
    outside the hall see them. Four queries, whatever the number of entries and rounds, and one more with `names`."""
    people = {
        pk: EnteredPerson(join_note(name, note), team, team_name, left_at is not None)
        for pk, name, note, team, team_name, left_at in _people_of(event.pk)
    }
    if names is not None:
        people = _rename_people(event, people, names)
    numbers = [stage.pk for stage in stages]
    matches = _matches_of(numbers)
    if event.kind.has_free_chairs:
        played = tuple(match for match in matches if match.state != State.CALLED_OFF)
        return CountedEvening(event, played, tuple(_sit_outs(event, numbers, played)), frozenset(), people)
    rested = _rests_of(event.pk, numbers)
    untold = {match.round for match in matches if not match.is_reported}
    still_on = frozenset(number for number, _entry, is_on in rested if is_on and number in untold)
    resting = tuple(CountedRest(number, entry) for number, entry, _is_on in rested)
    return CountedEvening(event, matches, resting, still_on, people)


@prepare_query
def _people_of(event: int) -> "QuerySet[Entry, tuple[Any, ...]]":
    everybody = Entry.objects.filter(event=event).order_by("pk")
    return everybody.values_list("pk", "player__name", "namesake_note", "team", "team__name", "left_at")


@prepare_query
def _rests_of(event: int, stages: Sequence[int]) -> "QuerySet[Rest, tuple[Any, ...]]":
    later = Stage.objects.filter(event=event, number__gt=OuterRef("stage__number"), released_at__isnull=False)
    bells = Round.objects.filter(stage=OuterRef("stage"), ended_at=None)
    rests = Rest.objects.filter(stage__in=stages).order_by("pk").annotate(is_on=Exists(bells) & ~Exists(later))
    return rests.values_list("stage__number", "entry", "is_on")


def _rename_people(event: Event, people: Mapping[int, EnteredPerson], names: NamesShown) -> dict[int, EnteredPerson]:
    person_of = dict(event.entries.values_list("pk", "player"))
    members: dict[int | None, list[int]] = defaultdict(list)
    for entry, person in people.items():
        members[person.team].append(person_of[entry])
    return {
        entry: person._replace(
            name=names.name_of(person_of[entry]),
            team_name=names.name_of_team(person.team_name or "", members[person.team]),
        )
        for entry, person in people.items()
    }


def _sit_outs(event: Event, stages: Sequence[int], played: Sequence[CountedMatch]) -> Iterator[CountedRest]:
    """Yields the turns in which somebody had a seat but no match. Two queries."""
    seconds = {
        (stage, turns, turn): int(length.total_seconds()) for stage, turns, turn, length in _lengths_of_rounds(stages)
    }
    at_table: dict[tuple[int, int, int], set[int]] = defaultdict(set)
    for match in played:
        for side in match.sides:
            at_table[match.round, match.table, match.turn].update(side.entries)
    for stage, table, turns, entry, first, last in _seats_of(stages):
        for turn in range(first, min(last, turns) + 1):
            if entry not in at_table[stage, table, turn]:
                length = Fraction(seconds[stage, turns, turn], event.hour_seconds)
                yield CountedRest(stage, entry, turn, table, length)


@prepare_query
def _lengths_of_rounds(stages: Sequence[int]) -> "QuerySet[Round, tuple[Any, ...]]":
    return Round.objects.filter(stage__in=stages).values_list("stage__number", "turns", "number", "length")


@prepare_query
def _seats_of(stages: Sequence[int]) -> "QuerySet[Seat, tuple[Any, ...]]":
    seats = Seat.objects.filter(table__stage__in=stages, until_turn__gte=F("from_turn")).order_by("pk")
    of_table = ("table__stage__number", "table__number", "table__turns")
    return seats.values_list(*of_table, "entry", "from_turn", "until_turn")


class _MatchRows(NamedTuple):
    """The rows of `_sides_of` and `_matches_drawn`, and the matches made from them."""

    sides: Sequence[tuple[Any, ...]]
    drawn: Sequence[tuple[Any, ...]]
    matches: tuple[CountedMatch, ...] = ()


MATCHES: RevisionCache[_MatchRows] = RevisionCache(most=8)
"""Caches the matches of some stages by their rows, because a result changes one of hundreds."""


def _matches_of(stages: Sequence[int]) -> tuple[CountedMatch, ...]:
    rows, before = _MatchRows(_sides_of(stages), _matches_drawn(stages)), MATCHES.latest(tuple(stages))
    return MATCHES.get_or_make(tuple(stages), rows, partial(_make_matches, rows, before)).matches


def _make_matches(rows: _MatchRows, before: _MatchRows | None) -> _MatchRows:
    """Makes the matches whose rows are not as `before`; the others are the same objects."""
    known, changed = {}, rows.sides
    if before is not None and len(before.sides) == len(rows.sides):
        both = zip(rows.sides, before.sides, strict=True)
        touched = {match for row, old in both if row != old for match in (row[0], old[0])}
        known = {match.pk: match for match in before.matches if match.pk not in touched}
        changed = [row for row in rows.sides if row[0] not in known]
    sides: dict[int, dict[int, CountedSide]] = defaultdict(dict)
    for match, number, _seat, entry, *tallies in sorted(changed, key=itemgetter(0, 1, 2)):
        side = sides[match].get(number)
        entries = (entry,) if side is None else (*side.entries, entry)
        sides[match][number] = CountedSide(number, entries, *tallies)
    matches = []
    for row in rows.drawn:
        match = known.get(row[0])
        if match is None or match[: len(row)] != row:
            of_match = tuple(sides[row[0]].values()) if match is None else match.sides
            match = CountedMatch._make((*row, of_match, ()))
        if match.sides:
            matches.append(match)
    return rows._replace(matches=tuple(matches))


@prepare_query
def _sides_of(stages: Sequence[int]) -> "QuerySet[SidePlayer, tuple[Any, ...]]":
    """Returns each player with their side and its tallies, in any order: sorting takes a third of the time."""
    players = SidePlayer.objects.filter(side__match__table__stage__in=stages).order_by()
    tallies = [f"side__{name}" for name in CountedSide._fields[2:]]
    return players.values_list("side__match", "side__number", "seat", "entry", *tallies)


@prepare_query
def _matches_drawn(stages: Sequence[int]) -> "QuerySet[Match, tuple[Any, ...]]":
    """Returns each match's fields of a CountedMatch, up to its sides."""
    matches = Match.objects.filter(table__stage__in=stages).order_by("table__stage__number", "table__number", "pk")
    of_table = ("pk", "table__stage__number", "round__number", "table__number")
    return matches.values_list(*of_table, "state", "walk_over", "part")
