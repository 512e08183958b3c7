"""Counts what a whole evening did to each entry, with nothing but lists and loops. It uses no code of the movements and
not `faults`, so it finds what both overlook."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random

from tournament.movements.draw import CannotSeat, Draw, Field, Movement, PastMatch, starting_order


@dataclass
class Count:
    """`wrong` are sentences about rounds that cannot be played; the rest counts what may be more or less fair."""

    wrong: list[str] = field(default_factory=list)
    met: Counter[frozenset[int]] = field(default_factory=Counter)
    partnered: Counter[frozenset[int]] = field(default_factory=Counter)
    rested: Counter[int] = field(default_factory=Counter)
    played: Counter[int] = field(default_factory=Counter)

    @property
    def second_meetings(self) -> int:
        return sum(times - 1 for times in self.met.values())

    @property
    def second_partnerships(self) -> int:
        return sum(times - 1 for times in self.partnered.values())

    @property
    def unfair_rests(self) -> int:
        """The difference between the most and the fewest rests, beyond the one that is allowed."""
        rests = [self.rested[entry] for entry in {*self.played, *self.rested}]
        return max(0, max(rests) - min(rests) - 1) if rests else 0


def play_evening(movement: Movement, size: int, rounds: int, *, seed: int = 1674) -> Count:
    """Plays this many rounds with random winners and counts each."""
    chance, count = Random(f"{seed} {size}"), Count()
    entries = tuple(range(1, size + 1))
    state = Field(entries, seed, rounds=rounds)
    gone: set[int] = set()
    for number in range(1, rounds + 1):
        try:
            draw = movement.next_draws(state)[0]
        except CannotSeat as over:
            assert over.code == "knock_out_over" and number > 1
            break
        gone |= set(draw.out)
        _check(count, number, draw, set(entries) - gone, movement.sizes)
        past = tuple(_results(draw, number, chance))
        scores = dict(state.scores)
        for match in past:
            _tally(count, match.sides)
            for place, side in enumerate(match.sides):
                for entry in side:
                    scores[entry] = scores.get(entry, Fraction(0)) + int(match.winner == place)
        count.rested.update(draw.resting)
        state = replace(
            state,
            round=number + 1,
            order=state.order or starting_order(state),
            past=(*state.past, *past),
            rested=(*state.rested, *((number, entry) for entry in draw.resting)),
            scores=scores,
        )
    return count


def _check(count: Count, number: int, draw: Draw[int], wanted: set[int], sizes: Iterable[int]) -> None:
    places = [entry for table in draw.tables for entry in table.seats if entry is not None] + list(draw.resting)
    if sorted(places) != sorted(wanted):
        count.wrong.append(f"round {number}: somebody is missing, or twice there")
    if len({table.number for table in draw.tables}) != len(draw.tables):
        count.wrong.append(f"round {number}: two tables have one number")
    for table in draw.tables:
        playing = [entry for turn in table.turns for match in turn.matches for side in match.sides for entry in side]
        if sorted(playing) != sorted(entry for entry in table.seats if entry is not None):
            count.wrong.append(f"round {number}: not everybody at table {table.number} plays")
        if len(playing) not in sizes:
            count.wrong.append(f"round {number}: {len(playing)} at table {table.number}")


def _results(draw: Draw[int], number: int, chance: Random) -> Iterable[PastMatch[int]]:
    for table in draw.tables:
        for turn in table.turns:
            for match in turn.matches:
                order = list(range(len(match.sides)))
                chance.shuffle(order)
                yield PastMatch(number, table.number, match.sides, order[0], tuple(order))


def _tally(count: Count, sides: tuple[tuple[int, ...], ...]) -> None:
    for place, side in enumerate(sides):
        count.played.update(side)
        for entry in side:
            count.partnered.update(frozenset((entry, other)) for other in side if other > entry)
            count.met.update(frozenset((entry, other)) for later in sides[place + 1 :] for other in later)
