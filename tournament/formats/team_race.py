"""The moment at which a team match is decided: a team has won the number of games that wins it, over all its tables.

Pure. Which games count at each table depends on when they ended: a game that ended after that moment is kept but does
not count. What paper says of a table counts whole, because nobody wrote down when its games ended.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple


class RaceGame(NamedTuple):
    """A game recorded hand by hand at one of the tables; `match` identifies the table's match. `ended` is None while it
    is being played, `side` the number of the side that won it."""

    match: int
    game: int
    begun: datetime
    ended: datetime | None = None
    side: int | None = None


class RaceResult(NamedTuple):
    """What paper or a ruling says of a whole table, and since when: the games of side 1 and of side 2."""

    match: int
    since: datetime
    games: tuple[int, int]


def decided_at(target: int, games: Iterable[RaceGame], results: Iterable[RaceResult]) -> datetime | None:
    """Returns when a side reached the target; None as long as neither has."""
    won: Counter[int] = Counter()
    ends = [(game.ended, game.match, game.game, game.side) for game in games if game.ended is not None]
    steps = [(at, match, number, {side: 1}) for at, match, number, side in ends if side is not None]
    steps += [(result.since, result.match, 0, dict(enumerate(result.games, start=1))) for result in results]
    for at, _match, _number, more in sorted(steps, key=lambda step: step[:3]):
        won.update(more)
        if max(won.values()) >= target:
            return at
    return None


def last_games(games: Iterable[RaceGame], at: datetime, *, counts_in_play: bool = False) -> dict[int, int]:
    """Returns the last game that counts at each table with games: the last that had ended at that moment or, if games
    in play count too, that had begun."""
    last: dict[int, int] = {}
    for game in games:
        since = game.begun if counts_in_play else game.ended
        counts = since is not None and since <= at
        last[game.match] = max(last.get(game.match, 0), game.game if counts else 0)
    return last
