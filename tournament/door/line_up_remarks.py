"""What rooms above the door know of players who are about to sit down, such as that a league does not let one play. The
door knows none of those rooms: each gives a rule that judges the names of teams, and takes a director's ruling."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2s
from typing import NamedTuple, Protocol

from tournament.models import Account, Event

LineUps = Mapping[str, Sequence[str]]
"""The names of those who play, by the name of their team."""
SURE, REASON = "sure", "ruling"
"""Fields of a form: the remarks that were seen before it was sent again, and why the director lets them play."""
LONGEST_REASON = 300


class Remark(NamedTuple):
    """What speaks against somebody who is to play for a team; both names are "" if it is about nobody."""

    team: str
    name: str
    why: str


class Allow(Protocol):
    """Lets somebody play for a team in an evening, whatever the rules say."""

    def __call__(self, event: Event, team: str, name: str, *, reason: str, by: Account, now: datetime) -> None: ...


@dataclass(frozen=True)
class LineUpRule:
    """Says who may not play, and takes the ruling that somebody may. Either does nothing in an evening that it has
    nothing to do with."""

    judge: Callable[[Event, LineUps], list[Remark]]
    allow: Allow


RULES: set[LineUpRule] = set()
"""Filled in `tournament.urls`, where all rooms meet."""


@dataclass(frozen=True)
class Remarks:
    """What a page says of players before it takes them. It takes these `names` once they are sent again with the
    `key`."""

    said: tuple[Remark, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return blake2s("\n".join([*self.names, *(each.why for each in self.said)]).encode(), digest_size=8).hexdigest()

    def are_seen(self, data: Mapping[str, str]) -> bool:
        return not self.said or data.get(SURE) == self.key

    def rule(self, event: Event, data: Mapping[str, str], *, by: Account, now: datetime) -> None:
        """Lets those play of whom something was said, if a reason was given; else others decide it later."""
        reason = data.get(REASON, "").strip()[:LONGEST_REASON]
        for each in self.said if reason else ():
            for rule in RULES if each.name else ():
                rule.allow(event, each.team, each.name, reason=reason, by=by, now=now)


def remarks_on(event: Event, line_ups: LineUps, new: LineUps | None = None) -> Remarks:
    """Returns what is said of these line-ups; if only some of them are `new`, then of these."""
    new = line_ups if new is None else new
    said = [each for rule in RULES for each in rule.judge(event, line_ups)] if line_ups else []
    names = tuple(name for names in new.values() for name in names)
    return Remarks(tuple(each for each in said if each.name in new.get(each.team, ())), names)
