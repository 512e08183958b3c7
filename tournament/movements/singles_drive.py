"""A drive for singles, as at Pitch: after each round the better half of a table moves up, the rest stay.

At the head table, table 1, the better half stays and the rest go to the last table. Tables are filled from the top, as
near the wanted size as possible, so that nobody rests. Latecomers enter at the bottom.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from .draw import Draw, E, Field, Movement, PastMatch, Rounds, TableDraw, Why, starting_order
from .tables import Sizes, fits, sizes_for, table_of

MOST_ROUNDS = 24


def next_draws(sizes: Sizes, field: Field[E]) -> tuple[Draw[E], ...]:
    """Returns the one round that can be known now. The seed decides a match whose sides are not ranked."""
    everybody = list(starting_order(field))
    in_order, sent = _order_players(field, everybody) if field.past else (everybody, {})
    here = set(field.entries)
    remaining = iter([entry for entry in in_order if entry in here])
    tables: list[TableDraw[E]] = []
    why: dict[E, Why] = {}
    room = sizes_for(sizes, len(here), field.table_size)
    coming = Counter(sent[entry].params["to"] for entry in here if entry in sent)
    for number, size in enumerate(room, start=1):
        seats = [next(remaining) for _ in range(size)]
        random.Random(f"{field.seed} {field.round} {number}").shuffle(seats)
        tables.append(table_of(sizes, number, seats))
        why |= {entry: _explain_seat(number, sent.get(entry), room, coming, is_first=not field.past) for entry in seats}
    return (Draw(tuple(tables), why=why),)


def _explain_seat(
    number: int, sent: Why | None, room: Sequence[int], coming: Mapping[object, int], *, is_first: bool
) -> Why:
    """Explains why an entry sits at this table. If there is no place where the last round sends it, or it has to fill
    one above, the reason counts the places and the people of the tables down to that one."""
    if is_first:
        return Why("lot")
    if sent is None:
        return Why("drive_enters", {"table": number})
    to = int(str(sent.params["to"]))
    if to == number:
        return sent
    if to > len(room):
        return Why(f"{sent.code}_gone", {**sent.params, "seat": number})
    last = min(number, to)
    counted = {"last": last, "seats": sum(room[:last]), "coming": sum(coming[each + 1] for each in range(last))}
    return Why(f"{sent.code}_{'fills' if number < to else 'full'}", {**sent.params, "seat": number, **counted})


def _order_players(field: Field[E], everybody: Sequence[E]) -> tuple[list[E], dict[E, Why]]:
    """Returns everybody in the order of the tables that the last round sends them to, and why."""
    last = max(past.round for past in field.past)
    tables = sorted((past for past in field.past if past.round == last), key=lambda past: past.table)
    rooms: list[list[E]] = [[] for _ in tables]
    why: dict[E, Why] = {}
    for place, past in enumerate(tables):
        ranked = _rank_entries(field, past)
        half = len(ranked) // 2
        for better, entries in ((True, ranked[:half]), (False, ranked[half:])):
            to = max(place - 1, 0) if better else (place or len(tables) - 1)
            code = _code_of_move(place, better=better, only=len(tables) == 1)
            rooms[to] += entries
            why |= {entry: Why(code, {"table": past.table, "to": to + 1}) for entry in entries}
    seated = [entry for room in rooms for entry in room]
    late = [entry for entry in everybody if entry not in why]
    return [*seated, *late], why


def _code_of_move(place: int, *, better: bool, only: bool) -> str:
    if better:
        return "drive_half_up" if place else "drive_half_head"
    return "drive_half_stays" if place or only else "drive_half_last"


def _rank_entries(field: Field[E], past: PastMatch[E]) -> list[E]:
    places = list(past.ranked)
    if not places:
        places = list(range(len(past.sides)))
        random.Random(f"{field.seed} {field.round} cut {past.table}").shuffle(places)
    return [entry for place in places for entry in past.sides[place]]


def rounds_for(size: int) -> Rounds:
    return Rounds(1, 8, MOST_ROUNDS)


def make_singles_drive(key: str, *, singles: Sequence[int]) -> Movement:
    """Makes the drive of a game that is played in singles at tables of these sizes, as the document of Auction Pitch
    has it. Drives of partners who split are in `progressive`."""
    sizes = Sizes(tuple(singles))
    return Movement(
        key,
        partial(fits, sizes),
        partial(next_draws, sizes),
        partial(table_of, sizes),
        sizes=sizes.all,
        rounds=rounds_for,
        wants_results=True,
    )
