"""Tables of a team match at which no hand was played."""

from datetime import datetime

from tournament.clock.queries.rounds import is_closed_for
from tournament.models import Enters, Event, Match, State


def may_finish_empty(event: Event, match: Match, now: datetime) -> bool:
    """Whether a match without a hand may end with 0 games: its team match is decided, or its bell has rung."""
    if match.last_game is not None:
        return True
    return event.enters == Enters.TEAMS and match.state == State.WAITING and is_closed_for(match, now)
