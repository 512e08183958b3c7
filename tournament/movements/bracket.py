"""The bracket of a knock-out: who meets whom on the way to the final, worked out from the order and the matches played.

A *place* is one meeting in the bracket. If the director swapped two entries by hand, it holds those who played. An
entry that has left loses, and its opponent goes on without playing (a walk-over).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from .draw import E, Field, PastMatch, first_round_order, starting_order
from .matching import find_matching

EARLIER = 8
"""The cost of two group mates meeting one round earlier. It is more than the number of entries that one group can
send."""


@dataclass(frozen=True)
class BracketPlace(Generic[E]):
    """One meeting. `number` counts from the top of its round. An entry is None if it is not known yet, in a bye, or if
    both who could have come have left. `winner` goes on; `is_open` means that the winner is not decided; `played` is
    the match, if there was one."""

    round: int
    number: int
    entries: tuple[E | None, E | None]
    winner: E | None = None
    is_open: bool = True
    played: PastMatch[E] | None = None

    @property
    def known_entries(self) -> tuple[E, ...]:
        return tuple(entry for entry in self.entries if entry is not None)

    @property
    def loser(self) -> E | None:
        """The entry that lost the match, or was not here for it; None if neither came."""
        if self.is_open or self.is_empty:
            return None
        return next((entry for entry in self.known_entries if entry != self.winner), None)

    @property
    def is_bye(self) -> bool:
        """Whether one side goes through without a match."""
        return self.winner is not None and len(self.known_entries) == 1

    @property
    def is_empty(self) -> bool:
        """Whether neither side came to the match, so that nobody goes on."""
        return self.played is not None and self.played.is_empty


def rounds_to_final_of(size: int) -> int:
    return max(1, (size - 1).bit_length())


def seeds_of(rounds: int) -> tuple[int, ...]:
    """Returns the seed numbers from the top of the bracket, two by two: 1 meets the last; 1 and 2 can only meet in the
    final, 1 to 4 not before the semi-finals."""
    seeds: tuple[int, ...] = (1,)
    for round in range(1, rounds + 1):
        seeds = tuple(seed for high in seeds for seed in (high, 2**round + 1 - high))
    return seeds


def keep_mates_apart(field: Field[E]) -> tuple[E, ...]:
    """Returns the starting order for entries that come from groups: those of equal group place swap numbers so that two
    of one group meet as late as possible."""
    order = starting_order(field)
    if field.order or not field.placed:
        return order
    position = {seed - 1: place for place, seed in enumerate(seeds_of(rounds_to_final_of(len(order))))}
    number_of: dict[E, int] = {}
    for place in sorted({field.placed[entry].place for entry in order if entry in field.placed}):
        band = [entry for entry in order if entry in field.placed and field.placed[entry].place == place]
        number_of |= _renumber_band(field, band, [order.index(entry) for entry in band], number_of, position)
    number_of |= {entry: number for number, entry in enumerate(order) if entry not in field.placed}
    return tuple(sorted(order, key=number_of.__getitem__))


def _renumber_band(
    field: Field[E], band: Sequence[E], numbers: Sequence[int], number_of: Mapping[E, int], position: Mapping[int, int]
) -> dict[E, int]:
    """Gives each entry a number as near its own as possible while keeping group mates apart."""

    def cost(entry: E, number: int) -> int:
        """Adds up the cost of a number. Two entries can first meet in the round whose number is the bit length of the
        difference (xor) of their positions."""
        mates = [mate for mate in number_of if field.placed[mate].group == field.placed[entry].group]
        rounds = [(position[number] ^ position[number_of[mate]]).bit_length() for mate in mates]
        early = sum(int(EARLIER ** (len(position).bit_length() - round)) for round in rounds)
        return early * len(position) ** 3 + (number - own[entry]) ** 2

    own = dict(zip(band, numbers, strict=True))
    costs = {
        (place, len(band) + at): cost(entry, number)
        for place, entry in enumerate(band)
        for at, number in enumerate(numbers)
    }
    dearest = max(costs.values())
    matching = find_matching(2 * len(band), ((one, other, dearest - each) for (one, other), each in costs.items()))
    return {band[place]: numbers[at - len(band)] for place, at in matching}


def seed_bracket(order: Sequence[E], field: Field[E]) -> tuple[E, ...]:
    """Returns the order, changed so that entries to be kept apart do not meet in the first round, if a swap with
    another of the same strength (3 and 4, 5 to 8, 9 to 16 ...) can prevent it."""
    seeds = list(order)
    size = 2 ** rounds_to_final_of(len(seeds))
    apart = set(field.apart)

    def clashes(number: int) -> bool:
        opponent = size - 1 - number
        return opponent < len(seeds) and frozenset((seeds[number], seeds[opponent])) in apart

    for number in [number for number in range(len(seeds) - 1, -1, -1) if clashes(number)]:
        band = [other for other in range(len(seeds)) if other.bit_length() == number.bit_length()]
        for other in sorted(band, key=lambda other: abs(other - number)):
            if not clashes(number):
                break
            seeds[number], seeds[other] = seeds[other], seeds[number]
            if clashes(number) or clashes(other):
                seeds[number], seeds[other] = seeds[other], seeds[number]
    return tuple(seeds)


def bracket_of(field: Field[E]) -> tuple[tuple[BracketPlace[E], ...], ...]:
    """Returns all rounds to the final, as far as they are known at the field's round."""
    seeds = seed_bracket(first_round_order(field), field)
    count = rounds_to_final_of(len(seeds))
    line: list[E | None] = [seeds[seed - 1] if seed <= len(seeds) else None for seed in seeds_of(count)]
    settled = [True] * len(line)
    rounds = []
    for round in range(1, count + 1):
        pairs = list(zip(line[0::2], line[1::2], strict=True))
        known = [one and other for one, other in zip(settled[0::2], settled[1::2], strict=True)]
        places = [BracketPlace(round, number, pair) for number, pair in enumerate(pairs, start=1)]
        places = _assign_matches(places, [past for past in field.past if past.round == round])
        places = [
            _decide_place(place, field) if is_known else place for place, is_known in zip(places, known, strict=True)
        ]
        rounds.append(tuple(places))
        line = [place.winner for place in places]
        settled = [not place.is_open for place in places]
    return tuple(rounds)


def _assign_matches(places: Sequence[BracketPlace[E]], matches: Sequence[PastMatch[E]]) -> list[BracketPlace[E]]:
    """Gives each place its match: the match of both its entries, else that of the first, else of the second. If the
    entry of a bye has played elsewhere, an entry that was left without a match takes the bye."""
    left = list(matches)
    match_of: dict[int, PastMatch[E]] = {}
    for part in (slice(0, 2), slice(0, 1), slice(1, 2)):
        for place in (place for place in places if len(place.known_entries) == 2 and place.number not in match_of):
            match = next((match for match in left if set(place.known_entries[part]) <= set(match.entries)), None)
            if match is not None:
                match_of[place.number] = match
                left.remove(match)
    busy = {entry for match in match_of.values() for entry in match.entries}
    byes = {place.number: place.known_entries[0] for place in places if len(place.known_entries) == 1}
    idle = [
        entry for place in places for entry in place.known_entries if entry not in busy and entry not in byes.values()
    ]
    seated = []
    for place in places:
        if place.number in match_of:
            one, other = match_of[place.number].entries
            place = replace(place, entries=(one, other), played=match_of[place.number])
        elif byes.get(place.number) in busy and idle:
            place = replace(place, entries=(idle.pop(0), None))
        seated.append(place)
    return seated


def _decide_place(place: BracketPlace[E], field: Field[E]) -> BracketPlace[E]:
    """Returns the place with its winner, once a match, a bye or a withdrawal has decided it."""
    if place.round > field.round:
        return place
    if place.played is not None and place.played.winner is not None:
        return replace(place, winner=place.entries[place.played.winner], is_open=False)
    if place.is_empty:
        return replace(place, is_open=False)
    here = [entry for entry in place.known_entries if entry in field.entries]
    through = [entry for entry in place.known_entries if (place.round, entry) in field.rested]
    if place.played is None and len(through) == 1:
        here = through
    if len(place.known_entries) == 1:
        here = list(place.known_entries)
    return place if len(here) == 2 else replace(place, winner=here[0] if here else None, is_open=False)
