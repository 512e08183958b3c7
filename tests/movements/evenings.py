"""Evenings played round by round with people who come and go, for the tests of movements."""

from dataclasses import replace

from hypothesis import strategies as st

from tournament.movements.draw import PastMatch
from tournament.movements.faults import find_field_faults


def after(field, draw):
    """Returns the field before the next round, once this draw has been played."""
    played = [
        PastMatch(field.round, table.number, match.sides)
        for table in draw.tables
        for turn in table.turns
        for match in turn.matches
    ]
    return replace(
        field,
        order=field.order or field.entries,
        round=field.round + 1,
        past=(*field.past, *played),
        rested=(*field.rested, *((field.round, entry) for entry in draw.resting)),
    )


def play(movement, field, rounds, changes=(), *, is_over=lambda field, played: False):
    """Draws and plays each round, as (field, draw), until `is_over`; `changes` are (round, who leaves or comes
    late)."""
    played = []
    for number in range(1, rounds + 1):
        for at, who in changes:
            if at == number:
                here = field.entries
                field = replace(field, entries=tuple(e for e in here if e != who) if who in here else (*here, who))
        if is_over(field, played):
            break
        draw = movement.next_draws(field)[0]
        played.append((field, draw))
        field = after(field, draw)
    return played


def faults_of(movement, played):
    return [fault for field, draw in played for fault in find_field_faults(movement, draw, field)]


def meetings(played):
    return [frozenset(match.entries) for _field, draw in played for table in draw.tables for match in matches(table)]


def matches(table):
    return [match for turn in table.turns for match in turn.matches]


def changes_of_people(size, rounds):
    """Draws up to four people who leave (numbers) or come late (numbers from 1000 on), each once."""
    late = st.tuples(st.integers(2, max(2, rounds)), st.integers(1000, 1003))
    leave = st.tuples(st.integers(2, max(2, rounds)), st.integers(0, size - 1))
    return st.lists(st.one_of(late, leave), max_size=4, unique_by=lambda change: change[1])
