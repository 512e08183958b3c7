"""The matches of an evening as the standings count them: sides side by side, who rested, and who is ranked.

Results are keyed by the id of the entry or team that entered (`event.queries.competitors`) or, in another table from
the same results, by the entry of each player, or of each two who played together. Tables by groups rank those who
entered.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from django.db.models import Exists, F, OuterRef, QuerySet

from tournament.event.queries.hours import name_round_of_evening
from tournament.matches.queries.team_matches import games_so_far
from tournament.models import (
    SETTLED,
    Adjustment,
    Enters,
    Entry,
    Event,
    Match,
    Names,
    Rest,
    Round,
    Seat,
    SidePlayer,
    Stage,
    State,
    join_names,
    join_note,
    names_in,
)
from tournament.standings.queries.credits_in_words import say_adjustment

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


class CountedAdjustment(NamedTuple):
    """Points or games that the director added to the competitor of an entry, or took off it if they are negative. Those
    given in the match of a `turn` of the stage are in its tallies already."""

    entry: int
    points: int
    games: int
    reason: str
    stage: int
    turn: int | None

    def say(self, event: Event) -> str:
        """Says it with its reason, and the round if it was given in a match."""
        where = name_round_of_evening(event, self.stage, self.turn) if self.turn else ""
        return say_adjustment(self.points, self.games, self.reason, where)


class CountedMatch(NamedTuple):
    """`round` is the number of its stage, `turn` its turn there. `part` is the part of its round that it could play if
    its table was shared, as in "1/2". If somebody took a seat in the middle, `tenures` are its sides for each time that
    the same people sat there (`with_tenures`). `in_play` is whether its games are those so far (`with_games_in_play`).
    """

    pk: int
    round: int
    turn: int
    table: int
    state: str
    walk_over: int | None
    part: str
    is_decider: bool
    sides: tuple[CountedSide, ...]
    tenures: tuple[tuple[CountedSide, ...], ...] = ()
    in_play: bool = False

    @property
    def is_open(self) -> bool:
        """Whether its result is still to be agreed or ruled."""
        return self.state not in (*SETTLED, State.CALLED_OFF)

    @property
    def is_begun(self) -> bool:
        """Whether anything of its result is known, be it of one side alone."""
        return self.is_reported or any(side.points is not None or side.games is not None for side in self.sides)

    @property
    def is_reported(self) -> bool:
        """Whether it has a result that counts, or never will have one."""
        if self.state == State.CALLED_OFF or self.walk_over is not None:
            return True
        return not self.in_play and all(side.points is not None or side.games is not None for side in self.sides)


@dataclass(frozen=True)
class CountedEvening:
    """An evening, or some of its rounds. `rests` are the entries that rested, by round; `rests_to_come` are the rounds
    with rests that are still on; `people` is everybody who entered; `adjustments` are those of these rounds."""

    event: Event
    matches: tuple[CountedMatch, ...]
    rests: tuple[CountedRest, ...]
    rests_to_come: frozenset[int]
    people: Mapping[int, EnteredPerson]
    adjustments: tuple[CountedAdjustment, ...] = ()

    def keys(self, counting: Counting) -> Callable[[Sequence[int]], tuple[int, ...]]:
        """Returns a function from a side's entries to the numbers that the side counts for, each once."""
        if counting == "pairs":
            return self._together
        if counting == "players" or self.event.enters == Enters.PLAYERS:
            return tuple
        people = self.people

        @cache
        def teams(entries: Sequence[int]) -> tuple[int, ...]:
            return tuple(dict.fromkeys(team for entry in entries if (team := people[entry].team) is not None))

        return teams

    @cached_property
    def _sat_last(self) -> Mapping[int | None, tuple[int, ...]]:
        """The players of each pair in its last match or rest, by the pair's number."""
        if self.event.enters != Enters.PAIRS:
            return {}
        last: dict[int | None, tuple[int, tuple[int, ...]]] = {}
        rested: dict[tuple[int, int | None], tuple[int, ...]] = defaultdict(tuple)
        for rest in self.rests:
            rested[rest.round, self.people[rest.entry].team] += (rest.entry,)
        sat = [(match.round, side.entries) for match in self.matches for side in match.sides]
        for number, entries in [*sat, *((number, entries) for (number, _team), entries in rested.items())]:
            team = self.people[entries[0]].team
            if number >= last.get(team, (0, ()))[0]:
                last[team] = number, entries
        return {team: entries for team, (_number, entries) in last.items()}

    def _together(self, entries: Sequence[int]) -> tuple[int, ...]:
        """Returns one number for those who play together, whoever sits first. The number means nothing else."""
        first, *others = sorted(entries)
        number = first
        for other in others:
            number = number * (max(self.people) + 1) + other
        return (number,)

    def members(self, counting: Counting) -> dict[int, tuple[int, ...]]:
        """Returns entries by the number that they are counted under."""
        if counting == "pairs":
            tenures = (tenure for match in self.matches for tenure in (match.sides, *match.tenures))
            sides = {side.entries for tenure in tenures for side in tenure}
            return {self._together(entries)[0]: tuple(sorted(entries)) for entries in sides}
        if counting == "players" or self.event.enters == Enters.PLAYERS:
            return {entry: (entry,) for entry in self.people}
        teams: dict[int, list[int]] = defaultdict(list)
        for entry, person in self.people.items():
            if person.team is not None:
                teams[person.team].append(entry)
        return {team: tuple(entries) for team, entries in sorted(teams.items())}

    def adjustments_by_key(self, counting: Counting) -> dict[int, list[CountedAdjustment]]:
        """Returns the adjustments by the number of their competitor. Both players of a pair have those of the pair in
        their own table; those of a team count for the team alone."""
        is_by_player = counting == "players" and self.event.enters == Enters.PAIRS
        found: dict[int, list[CountedAdjustment]] = defaultdict(list)
        for adjustment in self.adjustments:
            team = self.people[adjustment.entry].team
            if is_by_player:
                both = [entry for entry, person in self.people.items() if person.team == team]
                for entry in [entry for entry in both if not self.people[entry].is_gone] or both:
                    found[entry].append(adjustment)
            elif counting in ("entered", "groups"):
                for key in self.keys(counting)((adjustment.entry,)):
                    found[key].append(adjustment)
        return found

    def name_of(self, counting: Counting, entries: Sequence[int]) -> str:
        people = [self.people[entry] for entry in entries]
        if counting in ("entered", "groups") and people[0].team_name and self.event.enters != Enters.PLAYERS:
            return people[0].team_name
        return join_names([self.people[entry].name for entry in self.entries_in_name(counting, entries)])

    def entries_in_name(self, counting: Counting, entries: Sequence[int]) -> tuple[int, ...]:
        """Returns whose names make the name of those counted together. Those of a pair without a name are the ones who
        sat, or rested, for it last: a substitute who has no match yet is not among them."""
        if counting not in ("entered", "groups") or self.event.enters == Enters.PLAYERS:
            return tuple(entries)
        if sat_last := self._sat_last.get(self.people[entries[0]].team):
            return tuple(sorted(sat_last))
        return tuple(entry for entry in entries if not self.people[entry].is_gone) or tuple(entries)

    def entries_that_played(self, entries: Sequence[int]) -> tuple[int, ...]:
        """Returns those of them who have a match, a part of one or a rest; all if none has."""
        return tuple(entry for entry in entries if entry in self._who_played) or tuple(entries)

    @cached_property
    def _who_played(self) -> frozenset[int]:
        sides = (side for match in self.matches for tenure in (match.sides, *match.tenures) for side in tenure)
        return frozenset((*(entry for side in sides for entry in side.entries), *(rest.entry for rest in self.rests)))


def counted_evening_of(event: Event, stages: Sequence[Stage], *, names: Names | None = None) -> CountedEvening:
    """Reads an evening, with matches in the order of rounds and tables. With `names`, people are named as readers
    outside the hall see them, otherwise as the present reader does (`models.reader`). Four queries, whatever the number
    of entries and rounds, one more where names may be hidden, and one if somebody's points were adjusted."""
    names = names or names_in(event)
    counting_now = Adjustment.objects.filter(entry=OuterRef("pk"), superseded_at=None)
    everybody = Entry.objects.filter(event=event).order_by("pk").annotate(is_adjusted=Exists(counting_now))
    columns = ("pk", "player__name", "namesake_note", "team", "team__name", "left_at", "is_adjusted")
    rows = list(everybody.values_list(*columns))
    people = {
        pk: EnteredPerson(join_note(name, note), team, team_name, left_at is not None)
        for pk, name, note, team, team_name, left_at, _is_adjusted in rows
    }
    adjustments = _adjustments_of(event, stages, names) if any(row[-1] for row in rows) else ()
    if names is not None:
        people = _rename_people(event, people, names)
    numbers = [stage.pk for stage in stages]
    matches = _matches_of(numbers)
    if event.kind.has_free_chairs:
        played = tuple(match for match in matches if match.state != State.CALLED_OFF)
        return CountedEvening(event, played, tuple(_sit_outs(event, numbers, played)), frozenset(), people, adjustments)
    rested = _rests_of(event.pk, numbers)
    untold = {match.round for match in matches if not match.is_reported}
    still_on = frozenset(number for number, _entry, is_on in rested if is_on and number in untold)
    resting = tuple(CountedRest(number, entry) for number, entry, _is_on in rested)
    return CountedEvening(event, matches, resting, still_on, people, adjustments)


def with_games_in_play(event: Event, matches: tuple[CountedMatch, ...]) -> tuple[CountedMatch, ...]:
    """Returns the matches of teams with the games so far of those that are still played, as their hands tell. One query
    if teams enter and a match is still played, else none."""
    if event.enters != Enters.TEAMS:
        return matches
    so_far = games_so_far([match.pk for match in matches if not match.is_begun])
    return tuple([_add_games(match, so_far[match.pk].won) if match.pk in so_far else match for match in matches])


def _add_games(match: CountedMatch, won: Counter[str]) -> CountedMatch:
    keys = [f"side-{side.number}" if len(side.entries) > 1 else f"{side.entries[0]}" for side in match.sides]
    sides = [side._replace(games=won[key]) for side, key in zip(match.sides, keys, strict=True)]
    return match._replace(sides=tuple(sides), in_play=True)


def _adjustments_of(event: Event, stages: Sequence[Stage], names: Names | None) -> tuple[CountedAdjustment, ...]:
    given = Adjustment.objects.filter(
        entry__event=event, superseded_at=None, hour__in=[stage.number for stage in stages]
    ).order_by("pk")
    rows = given.values_list("entry", "points", "games", "reason", "hour", "side__match__round__number")
    return tuple(
        [
            CountedAdjustment(entry, points, games, reason if names is None else names.redact(reason), *where)
            for entry, points, games, reason, *where in rows
        ]
    )


def _rests_of(event: int, stages: Sequence[int]) -> "QuerySet[Rest, tuple[Any, ...]]":
    later = Stage.objects.filter(event=event, number__gt=OuterRef("stage__number"), released_at__isnull=False)
    bells = Round.objects.filter(stage=OuterRef("stage"), ended_at=None)
    rests = Rest.objects.filter(stage__in=stages).order_by("pk").annotate(is_on=Exists(bells) & ~Exists(later))
    return rests.values_list("stage__number", "entry", "is_on")


def _rename_people(event: Event, people: Mapping[int, EnteredPerson], names: Names) -> dict[int, EnteredPerson]:
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
    lengths = Round.objects.filter(stage__in=stages).values_list("stage__number", "turns", "number", "length")
    seconds = {(stage, turns, turn): int(length.total_seconds()) for stage, turns, turn, length in lengths}
    at_table: dict[tuple[int, int, int], set[int]] = defaultdict(set)
    for match in played:
        for side in match.sides:
            at_table[match.round, match.table, match.turn].update(side.entries)
    for stage, table, turns, entry, first, last in _seats_of(stages):
        for turn in range(first, min(last, turns) + 1):
            if entry not in at_table[stage, table, turn]:
                length = Fraction(seconds[stage, turns, turn], event.hour_seconds)
                yield CountedRest(stage, entry, turn, table, length)


def _seats_of(stages: Sequence[int]) -> "QuerySet[Seat, tuple[Any, ...]]":
    seats = Seat.objects.filter(table__stage__in=stages, until_turn__gte=F("from_turn")).order_by("pk")
    of_table = ("table__stage__number", "table__number", "table__turns")
    return seats.values_list(*of_table, "entry", "from_turn", "until_turn")


def _matches_of(stages: Sequence[int]) -> tuple[CountedMatch, ...]:
    sides: dict[int, dict[int, CountedSide]] = defaultdict(dict)
    for match, number, _seat, entry, *tallies in sorted(_sides_of(stages), key=itemgetter(0, 1, 2)):
        side = sides[match].get(number)
        entries = (entry,) if side is None else (*side.entries, entry)
        sides[match][number] = CountedSide(number, entries, *tallies)
    drawn = _matches_drawn(stages)
    return tuple(
        [CountedMatch._make((*row, tuple(sides[row[0]].values()), (), False)) for row in drawn if row[0] in sides]
    )


def _sides_of(stages: Sequence[int]) -> "QuerySet[SidePlayer, tuple[Any, ...]]":
    """Returns each player with their side and its tallies, in any order: sorting takes a third of the time."""
    players = SidePlayer.objects.filter(side__match__table__stage__in=stages).order_by()
    tallies = [f"side__{name}" for name in CountedSide._fields[2:]]
    return players.values_list("side__match", "side__number", "seat", "entry", *tallies)


def _matches_drawn(stages: Sequence[int]) -> "QuerySet[Match, tuple[Any, ...]]":
    """Returns each match's fields of a CountedMatch, up to its sides. A deciding game that was called off was never to
    be played."""
    played = Match.objects.filter(table__stage__in=stages).exclude(is_decider=True, state=State.CALLED_OFF)
    matches = played.order_by("table__stage__number", "table__number", "pk")
    of_table = ("pk", "table__stage__number", "round__number", "table__number")
    return matches.values_list(*of_table, "state", "walk_over", "part", "is_decider")
