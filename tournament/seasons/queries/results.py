"""The results of evenings: computed once after an evening has ended, and read from storage from then on."""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from django.db.models import F, Max, Q, QuerySet, TextField
from django.db.models.functions import Cast

from tournament.foundation.revision_cache import RevisionCache
from tournament.models import Enters, Entry, EveningResult, Event, Hand, LogEntry, SidePlayer, Stage, State
from tournament.ranking import MatchRecord, Record, Shares
from tournament.seasons.club_records import RecordsSoFar, read_records, records_of_evening, write_records
from tournament.seasons.evening import (
    EveningLine,
    PlayedMatch,
    PlayedSide,
    read_line,
    read_played,
    read_record,
    write_line,
    write_played,
    write_record,
)
from tournament.seasons.hands import (
    EveningHands,
    MatchHands,
    ReportedHand,
    read_hands,
    sum_match,
    sum_matches,
    write_hands,
)
from tournament.seasons.series import Key, key_of
from tournament.standings.queries.counted_matches import CountedSide, Counting, counted_evening_of
from tournament.standings.queries.seat_tenures import with_tenures
from tournament.standings.queries.standings import Standings, standings_of

T = TypeVar("T")
ARITHMETIC = 8
"""Increase this whenever `result_of` or `rate_people` would compute something else for the same evenings."""
MOST_CACHED = 2000
ROUNDS = 1000
"""More than any evening has."""
TABLES: Mapping[str, Mapping[str, Counting]] = {
    Enters.PLAYERS: {"players": "entered"},
    Enters.PAIRS: {"pairs": "entered", "players": "players"},
    Enters.TEAMS: {"teams": "entered", "pairs": "pairs", "players": "players"},
}
"""By who entered: for each kind that a series can rank, the table of the evening that has it."""
LINES: RevisionCache[dict[str, tuple[EveningLine, ...]]] = RevisionCache(most=MOST_CACHED)
PLAYED: RevisionCache[tuple[PlayedMatch, ...]] = RevisionCache(most=MOST_CACHED)
RECORDS_OF_EVENINGS: RevisionCache[RecordsSoFar] = RevisionCache(most=MOST_CACHED)
HANDS: RevisionCache[EveningHands] = RevisionCache(most=MOST_CACHED)
HANDS_SO_FAR: RevisionCache[EveningHands] = RevisionCache(most=40)
HANDS_OF_MATCHES: RevisionCache[MatchHands | None] = RevisionCache(most=500)
"""For the few evenings that people look at while hands come in."""
Seated = tuple[int, int, int | None, tuple[tuple[int, int, int | None], ...]]
"""A player of a match: side, entry and person, and who sat there before, each with their last hand."""


class EndedEvening(NamedTuple):
    """An evening with a result. `state` changes with the result: it is the id of its row and its mark. `game` is the id
    of its rule set: points are compared only within a game."""

    event: int
    name: str
    day: date
    state: tuple[int, str]
    game: str


def ended_evenings(club: int, events: Q | None = None) -> tuple[EndedEvening, ...]:
    """Returns evenings of this club, or those that `events` selects, in the order played, without those in the bin. One
    query."""
    results = EveningResult.objects.filter(events or Q(), event__club=club, event__binned_at=None)
    columns = ("event", "event__name", "event__date", "pk", "mark", "event__format")
    rows = results.order_by("event__date", "event").values_list(*columns)
    return tuple(
        [
            EndedEvening(event, name, day, (row, mark), Event(format=format).kind.rule_set)
            for event, name, day, row, mark, format in rows
        ]
    )


def stale_events(club: int | None = None) -> list[Event]:
    """Returns evenings of a club, or of all, that are over and have no result yet, or changed since; and those whose
    result other code wrote, also while they are unlocked, because such a result cannot be read. One query."""
    is_over = Q(locked_at__isnull=False) & (Q(result=None) | ~Q(result__revision=F("revision")))
    is_of_other_code = Q(result__isnull=False) & ~Q(result__arithmetic=ARITHMETIC)
    of_club = Q() if club is None else Q(club=club)
    return list(Event.objects.filter(is_over | is_of_other_code, of_club).order_by("date", "pk"))


def marks_of(events: Sequence[Event]) -> dict[int, str]:
    """Returns a hash for each evening of what its result depends on: who entered, and the last log entry with its time,
    as ids come again after a backup was restored. A change that only concerns names raises the revision and leaves the
    mark. Two queries."""
    numbers = [event.pk for event in events]
    logged = LogEntry.objects.filter(event__in=numbers).order_by().values_list("event")
    last = {event: (number, at) for event, number, at in logged.annotate(last=Max("pk"), latest=Max("at"))}
    entered: dict[int, list[tuple[int, int]]] = defaultdict(list)
    entries = Entry.objects.filter(event__in=numbers).order_by("pk")
    for event, entry, person in entries.values_list("event", "pk", "player"):
        entered[event].append((entry, person))
    return {event: sha256(f"{ARITHMETIC} {last.get(event)} {entered[event]}".encode()).hexdigest() for event in numbers}


def lines_of(evenings: Sequence[EndedEvening]) -> dict[int, dict[str, tuple[EveningLine, ...]]]:
    """Returns each evening's tables, by what a series ranks. One query for those that are not cached."""

    def read_tables(_event: int, plain: Mapping[str, Sequence[Any]]) -> dict[str, tuple[EveningLine, ...]]:
        return {ranks: tuple([read_line(line) for line in lines]) for ranks, lines in plain.items()}

    return _read_cached(LINES, "lines", evenings, read_tables)


def played_matches_of(evenings: Sequence[EndedEvening]) -> dict[int, tuple[PlayedMatch, ...]]:
    """Returns each evening's matches in order. One query for those that are not cached."""
    return _read_cached(PLAYED, "played", evenings, lambda _event, plain: tuple([read_played(each) for each in plain]))


def records_of(evenings: Sequence[EndedEvening]) -> dict[int, RecordsSoFar]:
    """Returns what each evening has of the club's records. One query for those that are not cached."""
    return _read_cached(RECORDS_OF_EVENINGS, "club_records", evenings, read_records)


def hands_of(evenings: Sequence[EndedEvening]) -> dict[int, EveningHands]:
    """Returns the sums of each evening's hands. One query for those that are not cached."""
    return _read_cached(HANDS, "hands", evenings, lambda _event, plain: read_hands(plain))


def hands_so_far(event: Event) -> EveningHands:
    """Returns the sums of an evening's hands, also while it is played. Three queries if they are not cached, one if the
    evening's result is stored."""

    def sum_evening() -> EveningHands:
        if event.locked_at is not None:
            results = EveningResult.objects.filter(event=event, revision=event.revision, arithmetic=ARITHMETIC)
            for stored in results.values_list("hands", flat=True):
                return read_hands(stored)
        return _sum_evening(event, _person_of_entry(event))

    return HANDS_SO_FAR.get_or_make(event.pk, event.revision, sum_evening)


def _read_cached(
    cache: RevisionCache[T], column: str, evenings: Sequence[EndedEvening], read: Callable[[int, Any], T]
) -> dict[int, T]:
    def read_some(unread: Sequence[EndedEvening]) -> dict[int, T]:
        numbers = [evening.event for evening in unread]
        stored = EveningResult.objects.filter(event__in=numbers).values_list("event", column)
        return {event: read(event, plain) for event, plain in stored}

    return made_of_evenings(cache, evenings, read_some)


def made_of_evenings(
    cache: RevisionCache[T], evenings: Sequence[EndedEvening], make: Callable[[Sequence[EndedEvening]], Mapping[int, T]]
) -> dict[int, T]:
    """Returns what `make` gives for each evening. It is called once, for those that are not cached in this state."""
    unmade = [evening for evening in evenings if cache.peek(evening.event, evening.state) is None]
    made = make(unmade) if unmade else {}

    def make_one(evening: EndedEvening) -> T:
        return made[evening.event] if evening.event in made else make([evening])[evening.event]

    return {
        evening.event: cache.get_or_make(evening.event, evening.state, partial(make_one, evening))
        for evening in evenings
    }


def records_in(
    evenings: Sequence[EndedEvening], table: str, wanted: Collection[Key]
) -> Iterator[tuple[Key, list[MatchRecord[Key]]]]:
    """Yields for each competitor in `wanted` the matches of each evening; rounds are numbered on over all evenings. One
    query."""
    lines = lines_of(evenings)
    stored = dict(EveningResult.objects.filter(event__in=lines).values_list("event", "records"))
    for number, evening in enumerate(evenings):
        keys = [key_of(table, line) for line in lines[evening.event].get(table, ())]
        for key, matches in zip(keys, stored[evening.event].get(table, ()), strict=True):
            if key in wanted:
                yield key, [read_record(match, keys=keys, after=ROUNDS * number) for match in json.loads(matches)]


def result_of(event: Event) -> EveningResult:
    """Computes the result of an evening as it is now, without storing it. Players of an evening of pairs or teams take
    the place of theirs, as it was published. About ten queries for each of its tables."""
    person_of = _person_of_entry(event)
    team_names = dict(event.teams.values_list("pk", "name"))
    tables: dict[str, list[EveningLine]] = {}
    records: dict[str, list[Any]] = {}
    for ranks, table in TABLES[event.enters].items():
        standings = standings_of(event, counting=table)
        people_of = {
            line.record.entry: [person_of[entry] for entry in line.entries if entry in person_of]
            for line in standings.lines
        }
        named = team_names if ranks == "teams" else {}
        tables[ranks] = list(_lines_of(standings, people_of, named))
        if ranks == "players":
            tables[ranks] = _take_places(tables[ranks], next(iter(tables.values())))
        place_of = {line.record.entry: place for place, line in enumerate(standings.lines)}
        # Each as its own text, because a series parses only those of a few competitors.
        records[ranks] = [
            json.dumps([write_record(match, place_of) for match in line.record.matches]) for line in standings.lines
        ]
    played = list(_matches_played_in(event, person_of))
    entered = tables["players" if event.enters == Enters.PLAYERS else "pairs"]
    return EveningResult(
        event=event,
        revision=event.revision,
        arithmetic=ARITHMETIC,
        lines={ranks: [write_line(line) for line in lines] for ranks, lines in tables.items()},
        records=records,
        played=[write_played(match) for match in played],
        hands=write_hands(_sum_evening(event, person_of)),
        club_records=write_records(records_of_evening(event.pk, entered, played)),
    )


def _person_of_entry(event: Event) -> dict[int, int]:
    """Returns who each entry is. A stand-in is nobody."""
    return dict(event.entries.filter(is_stand_in=False).values_list("pk", "player"))


def _lines_of(
    standings: Standings, people_of: Mapping[int, Sequence[int]], team_names: Mapping[int, str]
) -> Iterator[EveningLine]:
    ranks = [line.placing.rank for line in standings.lines]
    for line in standings.lines:
        record, matches = line.record, [match for match in line.record.matches if match.credit is None]
        played = Record(record.entry, "", matches=tuple(matches))
        yield EveningLine(
            people=tuple(people_of[record.entry]),
            team=team_names.get(record.entry, ""),
            place=line.placing.rank,
            sharing=ranks.count(line.placing.rank),
            points=record.adjusted_total,
            points_played=record.total,
            shares=Shares(*record.shares_so_far),
            shares_played=Shares(*played.shares_so_far),
            games=record.games,
            hang_jacks=_sum_known(record, "hang_jacks"),
            all_fours=_sum_known(record, "all_fours"),
            matches=record.played,
        )


def _take_places(players: Sequence[EveningLine], ranked: Sequence[EveningLine]) -> list[EveningLine]:
    """Returns the players with the places of those who were ranked, whom they played for."""
    place_of = {person: (line.place, line.sharing) for line in ranked for person in line.people}
    placed = []
    for line in players:
        place, sharing = place_of.get(line.people[0] if line.people else 0, (line.place, line.sharing))
        placed.append(line._replace(place=place, sharing=sharing))
    return placed


def _sum_known(record: Record[int], column: str) -> int | None:
    """Adds up the matches played, as far as somebody recorded it."""
    counts = [getattr(match, column) for match in record.matches if match.is_meeting]
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def _matches_played_in(event: Event, person_of: Mapping[int, int]) -> Iterator[PlayedMatch]:
    stages = list(Stage.objects.filter(event=event, released_at__isnull=False).only("pk", "number"))

    def people_of(side: CountedSide) -> tuple[int, ...]:
        return tuple(person_of[entry] for entry in side.entries if entry in person_of)

    for match in with_tenures(counted_evening_of(event, stages).matches, stages):
        if match.walk_over is None and match.state != State.CALLED_OFF and match.is_reported and len(match.sides) > 1:
            sides = [
                PlayedSide(people_of(side), side.games, side.points, side.hang_jacks, side.all_fours)
                for side in match.sides
            ]
            tenures = tuple(tuple(map(people_of, tenure)) for tenure in match.tenures)
            yield PlayedMatch(match.round, match.turn, match.table, tuple(sides), tenures)


def _sum_evening(event: Event, person_of: Mapping[int, int]) -> EveningHands:
    """Sums the hands that count. A match is summed again only if one of its rows changed. Two queries."""
    seated: dict[int, list[Seated]] = defaultdict(list)
    for match, side, entry, before in _players_of(event.pk):
        tenures = tuple([(who, last, person_of.get(who)) for who, last in before])
        seated[match].append((side, entry, person_of.get(entry), tenures))
    sums = []
    for match, of_match in groupby(_hands_of(event.pk), key=itemgetter(0)):
        hands, seats = tuple(of_match), tuple(seated[match])
        sums.append(HANDS_OF_MATCHES.get_or_make(match, (hands, seats), partial(_sum_match, hands, seats)))
    return sum_matches(sums)


def _players_of(event: int) -> "QuerySet[SidePlayer, tuple[Any, ...]]":
    players = SidePlayer.objects.filter(side__match__table__stage__event=event).order_by("side__number", "seat")
    return players.values_list("side__match", "side__number", "entry", "before")


def _hands_of(event: int) -> "QuerySet[Hand, tuple[Any, ...]]":
    """Returns facts and awards as the stored text."""
    hands = Hand.objects.filter(match__table__stage__event=event, superseded_at=None)
    counted = hands.exclude(match__state=State.CALLED_OFF).order_by("match", "number")
    of_hand = ("match", "number", "match__table__stage__number", "match__round__number", "match__table__number")
    texts = {f"{name}_text": Cast(name, TextField()) for name in ("facts", "awards")}
    return counted.annotate(**texts).values_list(*of_hand, "entered_at", *texts)


def _sum_match(hands: Sequence[tuple[Any, ...]], seated: Sequence[Seated]) -> MatchHands | None:
    return sum_match([_report_hand(hand, seated) for hand in hands])


def _report_hand(hand: tuple[Any, ...], seated: Sequence[Seated]) -> ReportedHand:
    """Returns the hand with those who played it."""
    match, number, stage, turn, table, at, facts, awards = hand
    sides: dict[int, list[tuple[int, int | None]]] = defaultdict(list)
    for side, entry, person, before in seated:
        sides[side].append(next(((who, whose) for who, last, whose in before if number <= last), (entry, person)))
    keys = {side: f"side-{side}" if len(players) > 1 else str(players[0][0]) for side, players in sides.items()}
    earned = json.loads(awards)
    return ReportedHand(
        *(match, number, stage, turn, table, at, json.loads(facts)),
        *(earned["awards"], earned["uncounted"], earned["all_fours"]),
        {
            keys[side]: tuple([person for _entry, person in players if person is not None])
            for side, players in sides.items()
        },
        {str(entry): keys[side] for side, players in sides.items() for entry, _person in players},
    )
