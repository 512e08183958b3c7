"""Records of an evening, match by match: for those who entered, or for players or pairs from the same results.

The club's rules say what counts for matches that were not played as drawn (`credit_rules_of`).
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple

from tournament.event.queries.hours import halves_of
from tournament.formats.match_length import DECIDER
from tournament.models import SETTLED, Enters, State
from tournament.ranking import MatchRecord, Record, Result, Unplayed, add_strengths, add_up_rounds, credit_records
from tournament.rules.queries.rules import credit_rules_of
from tournament.standings.queries.counted_matches import CountedEvening, CountedMatch, CountedSide, Counting

Keys = Callable[[Sequence[int]], tuple[int, ...]]
RecordsOfMatch = Sequence[tuple[int, MatchRecord[int]]]
"""The records of one match, each with the competitor's number."""


class PlayOffPlace(NamedTuple):
    """Somebody's place in a play-off, and the play-off's id."""

    play_off: int
    place: int


class _Basis(NamedTuple):
    """All that one competitor's record depends on, besides the event and its people."""

    matches: tuple[MatchRecord[int], ...]
    cut: tuple[int, ...] | None
    play_off: PlayOffPlace | None
    last_begun: int | None
    points_penalty: int
    games_penalty: int


@dataclass(frozen=True)
class CountedRecords:
    """The records of a table, and from what they were made, so that after a new result only the records of those who
    played that match are made again."""

    records: tuple[Record[int], ...]
    by_match: Mapping[int, tuple[CountedMatch, RecordsOfMatch]]
    not_last: Set[tuple[int, int]]
    made: Mapping[int, tuple[_Basis, Record[int]]]


def records_of(
    counted: CountedEvening,
    *,
    counting: Counting,
    agreed_only: bool,
    cuts: Mapping[int, tuple[int, ...]],
    play_offs: Mapping[int, PlayOffPlace],
    last_begun: int | None,
    strengths: bool,
    before: CountedRecords | None,
) -> CountedRecords:
    """Returns a record for everybody who was drawn in one of these rounds or hours. Rounds after `last_begun` decide
    nothing; `strengths` is needed only if opponents' strength ranks. A play-off counts only among those who played it:
    after a correction somebody else may be tied.

    `before` are the records of the same table, event and people in an earlier state. What is equal is taken from there,
    with every figure that was already added up.
    """
    event, keys, members = counted.event, counted.keys(counting), counted.members(counting)
    not_last = _not_last(counted.matches)
    known = before.by_match if before is not None and before.not_last == not_last else {}
    by_match: dict[int, tuple[CountedMatch, RecordsOfMatch]] = {}
    drawn: dict[int, list[MatchRecord[int]]] = defaultdict(list)
    for match in counted.matches:
        of_match = known.get(match.pk)
        if of_match is None or of_match[0] != match:
            of_match = match, _records(match, keys, not_last, agreed_only=agreed_only)
        by_match[match.pk] = of_match
        for key, record_of_match in of_match[1]:
            drawn[key].append(record_of_match)
    if counting != "pairs":
        resting = {(key, rest.round, rest.turn): rest for rest in counted.rests for key in keys((rest.entry,))}
        for (key, number, turn), rest in resting.items():
            to_come = number in counted.rests_to_come
            rested = MatchRecord[int](number, to_come=to_come, turn=turn, table=rest.table, length=rest.length)
            drawn[key].append(rested)

    rules = credit_rules_of(event)
    # The winners' average of a round changes with every result of it, for everybody.
    may_reuse = before is not None and all(rule.kind != "winners_average" for rule in rules.values())
    earlier = before.made if before is not None and may_reuse else {}
    is_added = counting in ("entered", "groups") and event.enters == Enters.TEAMS
    is_race = event.length_kind == "decided" and event.undecided == "draw"
    rounds = {match.round for match in counted.matches} if is_added else set()
    halves = {number: halves_of(event, number)[0] for number in rounds}
    drawn_below = event.length_number if is_race else None
    is_level_open = event.undecided == DECIDER and event.locked_at is None
    adjusted = counted.adjustments_by_key(counting)
    made: dict[int, tuple[_Basis, Record[int]]] = {}
    fresh: list[Record[int]] = []
    for key, own in drawn.items():
        if counting == "pairs" and last_begun and all(record_of_match.round > last_begun for record_of_match in own):
            continue  # A pair that is seated for the first time has a place once its round has begun.
        own.sort(key=attrgetter("round", "turn"))
        given = [each for each in adjusted.get(key, ()) if each.turn is None]
        penalties = -sum(each.points for each in given), -sum(each.games for each in given)
        basis = _Basis(tuple(own), cuts.get(key), play_offs.get(key), last_begun, *penalties)
        if key in earlier and earlier[key][0] == basis:
            made[key] = earlier[key]
            continue
        number, place = basis.play_off or (0, None)
        record = Record(
            key,
            counted.name_of(counting, members[key]),
            cut=basis.cut,
            matches=basis.matches,
            has_waiting_counts=event.kind.counts_wait,
            play_off=place,
            play_off_number=number,
            last_begun=last_begun,
            points_penalty=basis.points_penalty,
            games_penalty=basis.games_penalty,
        )
        if is_added:
            record = add_up_rounds(record, drawn_below=drawn_below, halves=halves, is_level_open=is_level_open)
        made[key] = basis, record
        fresh.append(record)
    for record in credit_records(fresh, lambda match: rules.get(match.why_unplayed) if match.why_unplayed else None):
        made[record.entry] = made[record.entry][0], record
    records = tuple([record for _basis, record in made.values()])
    if strengths:
        ranked_before = {record.entry: record for record in before.records} if before is not None else {}
        records = tuple(
            old if (old := ranked_before.get(record.entry)) == record else record for record in add_strengths(records)
        )
    return CountedRecords(records, by_match, not_last, made)


def last_round_begun(matches: Sequence[CountedMatch], *, agreed_only: bool) -> int | None:
    """Returns the number of the last round of which anything is known, or None. With `agreed_only`, what is not agreed
    or ruled is not known."""
    known = [match.round for match in matches if match.is_begun and (not agreed_only or not match.is_open)]
    return max(known, default=None)


def _not_last(matches: Sequence[CountedMatch]) -> set[tuple[int, int]]:
    """Returns (match, entry) for each match that is not the entry's last one of its round and table. If a table plays
    on without somebody, everybody's called-off match counts only for those who left."""
    earlier: set[tuple[int, int]] = set()
    if all(match.state != State.CALLED_OFF for match in matches):
        return earlier
    last: dict[tuple[int, int, int, bool, int], int] = {}
    for match in sorted(matches, key=lambda match: (match.state != State.CALLED_OFF, match.pk)):
        for side in match.sides:
            for entry in side.entries:
                at = match.round, match.turn, match.table, match.is_decider, entry
                if at in last:
                    earlier.add((last[at], entry))
                last[at] = match.pk
    return earlier


def _records(
    match: CountedMatch, keys: Keys, not_last: Collection[tuple[int, int]], *, agreed_only: bool
) -> list[tuple[int, MatchRecord[int]]]:
    """Returns a record of the match for everybody whose last match it is there."""
    sides = match.sides
    if agreed_only and match.state not in SETTLED:
        sides = tuple(CountedSide(side.number, side.entries) for side in sides)
    elif match.tenures:
        return _records_of_tenures(match, keys)
    keys_of = [keys(side.entries) for side in sides]
    records = []
    for place, own in enumerate(sides):
        if not_last and all((match.pk, entry) in not_last for entry in own.entries):
            continue
        opponents: tuple[int, ...] = sum((*keys_of[:place], *keys_of[place + 1 :]), ())
        ruled = _among_many(own, (*sides[:place], *sides[place + 1 :])) if len(sides) > 2 else None
        for key in keys_of[place]:
            partners = tuple([other for other in keys_of[place] if other != key])
            records.append((key, _record(match, sides, place, opponents, partners, ruled)))
    return records


def _records_of_tenures(match: CountedMatch, keys: Keys) -> list[tuple[int, MatchRecord[int]]]:
    """Returns, for each player, what was scored while they sat there. The whole match decides who won, for all who
    played in it."""
    records = []
    for place in range(len(match.sides)):
        of_key: dict[int, list[Sequence[CountedSide]]] = defaultdict(list)
        for tenure in match.tenures:
            for key in keys(tenure[place].entries):
                of_key[key].append(tenure)
        result = _record(match, match.sides, place).result
        for key, tenures in of_key.items():
            at_places = [[keys(each.entries) for each in same_side] for same_side in zip(*tenures, strict=True)]
            opponents = (one for at, side in enumerate(at_places) if at != place for each in side for one in each)
            partners = (one for each in at_places[place] for one in each if one != key)
            is_whole = len(tenures) == len(match.tenures)
            sides = match.sides if is_whole else [_add_sides(same_side) for same_side in zip(*tenures, strict=True)]
            met = tuple(dict.fromkeys(opponents)), tuple(dict.fromkeys(partners))
            records.append((key, _record(match, sides, place, *met, ruled=None if is_whole else result)))
    return records


def _record(
    match: CountedMatch,
    sides: Sequence[CountedSide],
    place: int,
    opponents: tuple[int, ...] = (),
    partners: tuple[int, ...] = (),
    ruled: Result | None = None,
) -> MatchRecord[int]:
    own, others = sides[place], [*sides[:place], *sides[place + 1 :]]
    against = others[0] if len(others) == 1 else _add_sides(others)
    unplayed: Unplayed | None = "shared" if match.part else None
    if match.walk_over is not None:
        unplayed = "walk_over" if match.walk_over == own.number else "absent" if match.walk_over else "neither"
    elif match.state == State.CALLED_OFF:
        unplayed = "abandoned"
    return MatchRecord(
        match.round,
        opponents,
        partners,
        points=own.points,
        against=against.points,
        games=own.games,
        games_against=against.games,
        hang_jacks=own.hang_jacks,
        hang_jacks_against=against.hang_jacks,
        all_fours=own.all_fours,
        set_backs=own.set_backs,
        settlement=own.settlement,
        ruled=ruled,
        unplayed=unplayed,
        part=Fraction(match.part) if match.part else None,
        turn=match.turn,
        table=match.table,
        jacks_turned=own.jacks_turned,
        in_play=match.in_play and own.games is not None,
    )


def _add_sides(sides: Sequence[CountedSide]) -> CountedSide:
    """Adds up the tallies of sides that somebody met together. One is unknown if it is unknown for any of them."""
    tallies = [None if None in column else sum(column) for column in zip(*(side[2:] for side in sides), strict=True)]
    return CountedSide(0, (), *tallies)


def _among_many(own: CountedSide, others: Sequence[CountedSide]) -> Result | None:
    """Returns the result of a side that met several: by games, and if these are level, by points."""
    if any(side.points is None for side in (own, *others)):
        return None
    mine, *theirs = [(side.games or 0, side.points or 0) for side in (own, *others)]
    best = max(theirs, default=mine)
    return "won" if mine > best else "drawn" if mine == best else "lost"
