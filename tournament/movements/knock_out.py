"""The movements "knock-out", in which winners play on until one is left, and "knock-out-plate", which adds a plate.

Entries are seeded by their number in the draw; the first have the byes. Losers of the semi-finals play for third place.
Those who lose their first match before the semi-finals play on in the plate, which is paired anew each round.
Where only the best go on from the part before, the others may play a second cup: a knock-out of its own in the same
rounds, at the tables after those of the first.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic

from .bracket import BracketPlace, bracket_of, keep_mates_apart, rounds_to_final_of, seed_bracket
from .draw import (
    CannotSeat,
    Draw,
    E,
    Field,
    Movement,
    PastMatch,
    Rounds,
    Why,
    first_round_order,
    fits_from,
    number_tables,
    seat_sides,
)

FINALS = {0: "final", 1: "semi_final", 2: "quarter_final"}
SECOND_CUP = "second_cup"
"""The name of a param that a reason has in the second cup."""
PLACED = {1: "placed_first", 2: "placed_second", 3: "placed_third"}


def rounds_for(plate: bool, size: int) -> Rounds:
    """Returns the rounds to the final. With byes, a plate of more than four can take one round longer."""
    final = rounds_to_final_of(size)
    longest = final + (plate and final > 3 and size < 2**final)
    return Rounds(final, longest, longest)


def cups_of(field: Field[E]) -> tuple[Field[E], ...]:
    """Returns the field of each cup by itself; there is one unless a second is played."""
    if not field.second_cup:
        return (field,)
    second = set(field.second_cup)

    def field_of_cup(entries: Sequence[E], order: tuple[E, ...], *, is_second: bool) -> Field[E]:
        return replace(
            field,
            entries=tuple(entry for entry in entries if (entry in second) == is_second),
            order=order,
            past=tuple(past for past in field.past if (not second.isdisjoint(past.entries)) == is_second),
            rested=tuple((round, entry) for round, entry in field.rested if (entry in second) == is_second),
            second_cup=(),
        )

    here = set(field.entries)
    ranked = [entry for entry in field.second_cup if entry in here]
    return (
        field_of_cup(field.entries, field.order, is_second=False),
        field_of_cup(ranked, field.second_cup if field.order else (), is_second=True),
    )


def starting_orders(field: Field[E]) -> tuple[tuple[E, ...], ...]:
    """Returns the starting order of each cup."""
    return tuple(keep_mates_apart(cup) for cup in cups_of(field))


class _KnockOut(Generic[E]):
    """A knock-out at the round of its field. Raises CannotSeat while a match before that round is undecided."""

    def __init__(self, field: Field[E], plate: bool) -> None:
        self.field = field
        self.order = first_round_order(field)
        self.here = set(field.entries)
        self.bracket = bracket_of(field)
        self.last = len(self.bracket)
        self.now = self.bracket[field.round - 1] if field.round <= self.last else ()
        self.rank = {entry: number for number, entry in enumerate(seed_bracket(self.order, field), start=1)}
        self.late = [entry for entry in field.entries if entry not in self.rank]
        self.before_plate = self.last - 2
        self.third = self._third()
        self.why_plate: dict[E, Why] = {}
        self.plate = self._plate() if plate else []
        for place in (
            place for places in self.bracket[: min(field.round, self.last) - 1] for place in places if place.is_open
        ):
            table = place.played.table if place.played is not None else place.number
            raise CannotSeat("undecided", table=table, round=place.round)

    def _third(self) -> list[E]:
        """Returns the losers of the semi-finals if this is the round of the final."""
        if self.field.round != self.last or self.last < 2:
            return []
        losers = [place.loser for place in self.bracket[self.last - 2] if place.played is not None]
        return [loser for loser in losers if loser is not None and loser in self.here]

    def _plate(self) -> list[E]:
        """Returns those in the plate at this round: winners and rests of the round before, and those who just lost
        their first match."""
        alive: list[E] = []
        thirds = self.third_matches()
        for round in range(2, self.field.round + 1):
            rested = {entry for number, entry in self.field.rested if number == round - 1}
            main = [place.played for place in (self.bracket[round - 2] if round - 1 <= self.last else ())]
            alive = [entry for entry in alive if entry in rested]
            for match in self.field.past:
                if match.round == round - 1 and match not in (*main, *thirds) and not match.is_empty:
                    alive.append(self._winner(match))
            for place in self.bracket[round - 2] if round - 1 <= self.before_plate else ():
                loser = place.loser
                if place.played is None or loser is None:
                    continue
                if round - 1 == min(past.round for past in self.field.past if loser in past.entries):
                    alive.append(loser)
                    why = {"opponent": place.winner, "round": round - 1}
                    self.why_plate[loser] = Why("plate_first", why)
            if round == 2:
                alive += self.late
                self.why_plate.update((entry, Why("plate_late")) for entry in self.late)
            if round < self.field.round:
                self.why_plate = {
                    entry: self.why_plate[entry]
                    for entry in alive
                    if entry in self.why_plate and (round, entry) in self.field.rested
                }
        rank = {entry: number for number, entry in enumerate((*self.order, *self.late))}
        return sorted((entry for entry in alive if entry in self.here), key=rank.__getitem__)

    def third_matches(self) -> list[PastMatch[E]]:
        return _third_place_matches_of(self.bracket, self.field.past)

    def _winner(self, match: PastMatch[E]) -> E:
        if match.winner is not None:
            return match.entries[match.winner]
        here = [entry for entry in match.entries if entry in self.here]
        if len(here) == 2:
            raise CannotSeat("undecided", table=match.table, round=match.round)
        return (here or match.entries)[0]


def _third_place_matches_of(
    bracket: Sequence[Sequence[BracketPlace[E]]], past: Sequence[PastMatch[E]]
) -> list[PastMatch[E]]:
    if len(bracket) < 2:
        return []
    losers = {place.loser for place in bracket[-2]}
    return [match for match in past if match.round == len(bracket) and set(match.entries) <= losers]


@dataclass(frozen=True)
class BesideBracket(Generic[E]):
    """What is played beside a bracket: the match for third place (None without one), and the plate, round by round as
    far as it is drawn. `ends` says that its last round is the plate's final."""

    third: BracketPlace[E] | None
    plate: tuple[tuple[BracketPlace[E], ...], ...]
    ends: bool


def find_beside_bracket(
    field: Field[E], bracket: Sequence[Sequence[BracketPlace[E]]], *, plate: bool
) -> BesideBracket[E]:
    """Finds the plate and the third place. The field's `past` has to include the matches of its own round."""
    thirds = _third_place_matches_of(bracket, field.past)
    main = [place.played for places in bracket for place in places]
    rounds = []
    for round in range(2, field.round + 1) if plate else ():
        matches = [past for past in field.past if past.round == round and past not in (*main, *thirds)]
        in_bracket = {
            entry for place in (bracket[round - 1] if round <= len(bracket) else ()) for entry in place.known_entries
        }
        resting = [entry for number, entry in field.rested if number == round and entry not in in_bracket]
        places = [_place_of_match(past, number) for number, past in enumerate(matches, start=1)]
        places += [
            BracketPlace(round, len(places) + n, (entry, None), entry, False) for n, entry in enumerate(resting, 1)
        ]
        if places:
            rounds.append(tuple(places))
    return BesideBracket(
        _third_place_of(field, bracket, thirds), tuple(rounds), bool(rounds) and _is_plates_final(field, rounds)
    )


def _place_of_match(past: PastMatch[E], number: int) -> BracketPlace[E]:
    one, other = past.entries
    winner = None if past.winner is None else past.entries[past.winner]
    return BracketPlace(past.round, number, (one, other), winner, winner is None and not past.is_empty, past)


def _third_place_of(
    field: Field[E], bracket: Sequence[Sequence[BracketPlace[E]]], matches: Sequence[PastMatch[E]]
) -> BracketPlace[E] | None:
    """Returns the match for third place, which is open until both semi-finals have a loser. None if a bye or a
    withdrawal leaves nobody to play."""
    if matches:
        return _place_of_match(matches[0], 1)
    semi_finals = bracket[-2] if len(bracket) > 1 else ()
    can_be = all(place.is_open or (place.played is not None and not place.is_empty) for place in semi_finals)
    if not semi_finals or not can_be or field.round >= len(bracket):
        return None
    return BracketPlace(len(bracket), 1, (None, None))


def _is_plates_final(field: Field[E], rounds: Sequence[Sequence[BracketPlace[E]]]) -> bool:
    """Returns whether the last round of the plate was its final when it was drawn."""
    round = rounds[-1][0].round
    before = tuple(past for past in field.past if past.round < round)
    rested = tuple((number, entry) for number, entry in field.rested if number < round)
    try:
        evening = _KnockOut(replace(field, round=round, past=before, rested=rested), plate=True)
    except CannotSeat:
        return False
    return len(evening.plate) == 2 and not _can_others_join_plate(evening)


@dataclass(frozen=True)
class _CupRound(Generic[E]):
    """One round of a cup: who meets, who goes through or waits, who is out, and why."""

    pairs: list[tuple[E, E]]
    resting: list[E]
    out: list[E]
    why: dict[E, Why]


def next_draws(plate: bool, field: Field[E]) -> tuple[Draw[E], ...]:
    """Returns the one round that can be known. A round in which all go through without a match has no tables."""
    first, *second = (_plan_round(cup, plate and not at) for at, cup in enumerate(cups_of(field)))
    rounds = [first, *(replace(cup, why=_in_second_cup(cup.why)) for cup in second)]
    pairs = [pair for cup in rounds for pair in cup.pairs]
    resting = tuple(entry for cup in rounds for entry in cup.resting)
    if not pairs and not resting:
        raise CannotSeat("knock_out_over")
    costs = [[number != each for each in range(len(pairs) + 1)] for number in range(1, len(pairs) + 1)]
    numbers = number_tables(pairs, len(pairs), field.stays, costs)
    tables = [seat_sides(number, pair) for number, pair in zip(numbers, pairs, strict=True)]
    return (
        Draw(
            tuple(sorted(tables, key=lambda table: table.number)),
            resting,
            tuple(entry for cup in rounds for entry in cup.out),
            {entry: why for cup in rounds for entry, why in cup.why.items()},
        ),
    )


def _in_second_cup(why: dict[E, Why]) -> dict[E, Why]:
    return {entry: Why(each.code, {**each.params, SECOND_CUP: True}) for entry, each in why.items()}


def _plan_round(field: Field[E], plate: bool) -> _CupRound[E]:
    if field.round == 1:
        field = replace(field, order=keep_mates_apart(field))
    if len(first_round_order(field)) < 2:
        raise CannotSeat("too_few_sides")
    evening = _KnockOut(field, plate)
    why: dict[E, Why] = {}
    pairs = [place.known_entries for place in evening.now if place.is_open]
    for place in evening.now:
        why.update(_explain_place(evening, place))
    if len(evening.third) == 2:
        pairs.append(tuple(evening.third))
        why.update(dict.fromkeys(evening.third, Why("third_place")))
    plate_pairs, plate_rests = _pair_plate(evening, why)
    pairs += plate_pairs
    # A finalist whose opponent left is the winner at once; one who never had an opponent goes through a final.
    decided = [place for place in evening.now if not place.is_open]
    is_final = field.round >= evening.last
    winners = [place.winner for place in decided if not is_final or len(place.known_entries) == 1]
    through = [winner for winner in winners if winner is not None]
    resting = [entry for entry in through if entry in evening.here] + plate_rests
    seated = {*resting, *(entry for pair in pairs for entry in pair)}
    out = [entry for entry in field.entries if entry not in seated]
    why |= {entry: _explain_out(evening, entry) for entry in out}
    return _CupRound([(one, other) for one, other in pairs], resting, out, why)


def _pair_plate(evening: _KnockOut[E], why: dict[E, Why]) -> tuple[list[tuple[E, ...]], list[E]]:
    """Pairs the best of the plate, by number in the draw, with the last. If the number is odd, the one with the fewest
    rests rests. A single entry waits while others can still come."""
    people = list(evening.plate)
    field = evening.field
    if len(people) == 1:
        if not _can_others_join_plate(evening):
            return [], []
        why[people[0]] = Why("plate_waits")
        return [], people
    resting = []
    if len(people) % 2:
        rests = [entry for _round, entry in field.rested]
        resting = [min(people, key=rests.count)]
        people.remove(resting[0])
        why[resting[0]] = Why("plate_rests")
    pairs: list[tuple[E, ...]] = list(zip(people, people[: len(people) // 2 - 1 : -1], strict=False))
    is_final = len(evening.plate) == 2 and not _can_others_join_plate(evening)
    for entry in people:
        on = evening.why_plate.get(entry, Why("plate_on", {"round": field.round - 1}))
        why[entry] = Why("plate_final") if is_final else on
    return pairs, resting


def _can_others_join_plate(evening: _KnockOut[E]) -> bool:
    """Returns whether somebody may lose their first match in this round and then join the plate."""
    played = {entry for past in evening.field.past for entry in past.entries}
    first = [
        entry for place in evening.now if place.winner is None for entry in place.known_entries if entry not in played
    ]
    later = [place.winner for place in evening.now if place.winner is not None and place.winner not in played]
    return bool(
        (first and evening.field.round <= evening.before_plate)
        or (later and evening.field.round < evening.before_plate)
    )


def _explain_place(evening: _KnockOut[E], place: BracketPlace[E]) -> dict[E, Why]:
    field = evening.field
    if not place.is_open:
        left = [entry for entry in place.known_entries if entry != place.winner]
        if place.winner is None:
            return {}
        if left:
            return {place.winner: Why("walk_over", {"entry": left[0]})}
        return {place.winner: _explain_bye(evening, place.winner) if field.round == 1 else Why("walk_over_nobody")}
    if field.round == 1:
        one, other = place.known_entries
        return {one: _explain_first(evening, one, other), other: _explain_first(evening, other, one)}
    return {entry: _explain_later(evening, entry) for entry in place.known_entries}


def _explain_bye(evening: _KnockOut[E], entry: E) -> Why:
    if entry in evening.field.placed:
        return Why("placed_bye", evening.field.placed[entry]._asdict())
    return Why("bye", {"rank": evening.rank[entry]})


def _explain_first(evening: _KnockOut[E], entry: E, opponent: E) -> Why:
    placed, rank = evening.field.placed, evening.rank
    if entry not in placed or opponent not in placed:
        return Why("first_round", {"rank": rank[entry], "other": rank[opponent]})
    own, theirs = placed[entry], placed[opponent]
    of_both = own._asdict() | {"other": theirs.place, "other_group": theirs.group}
    return Why(PLACED.get(own.place, "placed"), of_both)


def _explain_later(evening: _KnockOut[E], entry: E) -> Why:
    round = evening.field.round
    before = next((past for past in evening.field.past if past.round == round - 1 and entry in past.entries), None)
    name = FINALS.get(evening.last - round)
    if before is None:
        return Why(f"{name or 'knock_out'}_through", {"round": round - 1})
    return Why(name or "knock_out_won", {"table": before.table, "round": round - 1})


def _explain_out(evening: _KnockOut[E], entry: E) -> Why:
    of_entry = [past for past in evening.field.past if entry in past.entries]
    played = [past for past in of_entry if past.winner is not None]
    lost = [past for past in played if past.entries[past.winner or 0] != entry]
    if evening.bracket[-1][0].winner == entry:
        return Why("out_champion")
    if of_entry and of_entry[-1].is_empty:
        return Why("out_empty", {"table": of_entry[-1].table, "round": of_entry[-1].round})
    if entry in evening.third or (played and len(lost) == 1 and played[-1] in evening.third_matches()):
        return Why("out_third")
    if lost and lost[-1] == played[-1]:
        return Why("out_lost", {"opponent": lost[-1].entries[lost[-1].winner or 0], "round": lost[-1].round})
    if entry in evening.plate:
        return Why("out_plate")
    return Why("out_late" if entry in evening.late else "out_done")


def make_knock_out(key: str, *, plate: bool) -> Movement:
    return Movement(
        key,
        fits_from(2, "too_few_sides"),
        partial(next_draws, plate),
        rounds=partial(rounds_for, plate),
        wants_results=True,
        shares_rests=False,
        starts_from=lambda field: starting_orders(field)[0],
    )


KNOCK_OUT = make_knock_out("knock-out", plate=False)
KNOCK_OUT_PLATE = make_knock_out("knock-out-plate", plate=True)
