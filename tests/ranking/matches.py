"""Short ways to write matches and records for the tests of ranking."""

from fractions import Fraction
from random import Random

from hypothesis import strategies as st

from tournament.ranking import Credit, MatchRecord, Record, credit_records


def match(round, opponent, games, games_against, **figures):
    return MatchRecord(round, (opponent,), games=games, games_against=games_against, **figures)


def record(name, *matches, **known):
    return Record(name, name, matches=matches, **known)


def hour(number, *points, sat_out=0, table=None, seconds=3600):
    """Returns the matches of an hour at a table, turn by turn, and a last turn that was sat out for so many seconds."""
    played = [
        MatchRecord(number, (f"opponent {turn} in {number}",), points=won, turn=turn, table=table)
        for turn, won in enumerate(points, start=1)
    ]
    rest = MatchRecord(number, turn=len(points) + 1, table=table, length=Fraction(sat_out, seconds))
    return (*played, rest) if sat_out else tuple(played)


def at_same_pace(one):
    """Returns the record with its sit-out credited by points per minute."""
    (credited,) = credit_records([one], lambda match: Credit("same_pace"))
    return credited


def meeting(round, one, other, games, against):
    """Returns both sides' matches: entry -> match."""
    return {one: match(round, other, games, against), other: match(round, one, against, games)}


def field(size, seed):
    """Returns records of entries 0, 1, ... that met anybody, over up to four rounds, with rests, gaps and mishaps."""
    chance = Random(seed)
    return [_record(entry, size, chance) for entry in range(size)]


fields = st.builds(field, st.integers(1, 9), st.integers(0, 10**9))
FIGURES = ("points", "against", "games", "games_against", "hang_jacks", "all_fours", "set_backs", "settlement")
REASONS = (*[None] * 4, "walk_over", "absent", "abandoned", "shared")


def _record(entry, size, chance):
    others = [other for other in range(size) if other != entry]
    known = chance.choice([(0, 1, 2), (0, 1, 2), (None, 0, 1, 2)])

    def one():
        return MatchRecord(
            chance.randint(1, 4),
            tuple(chance.sample(others, min(len(others), chance.randint(0, 2)))),
            **{figure: chance.choice(known) for figure in FIGURES},
            ruled=chance.choice([None, None, "won", "lost"]),
            unplayed=chance.choice(REASONS),
        )

    return Record(
        entry,
        f"{entry:02}",
        matches=tuple(one() for _ in range(chance.randint(0, 4))),
        cut=chance.choice([None, (3,), (4,), (4, 9)]),
        play_off=chance.choice([None, 1, 2]),
    )
