"""The page of a table's phone: the matches played there now, and one of them as its sides see it."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from tournament.clock.queries.rounds import Bell, bell_at, bells_of, is_closed
from tournament.event.queries.calls import call_of
from tournament.event.queries.hours import hour_of
from tournament.foundation.authors import Phone
from tournament.foundation.wording import numbers_in_words
from tournament.hands.queries.auction_scorecard import Columns, columns_of
from tournament.hands.queries.desk_changes import Change, changes_of
from tournament.hands.queries.hands import MatchInHands
from tournament.hands.queries.permissions import is_own_last, speaks_for_others
from tournament.hands.queries.shown_hands import HandOnPage
from tournament.matches.queries.matches import short_names_of, with_sides
from tournament.models import SETTLED, Call, Event, Match, Side, State


@dataclass(frozen=True)
class AtTable:
    """The matches of a table: those of the round that is on, and earlier ones whose hands are not all in."""

    on: tuple[Match, ...]
    unfinished: tuple[Match, ...]


def matches_at(event: Event, number: int) -> AtTable:
    """At the table of this number in the latest hour whose seats are out. Four queries."""
    stage = hour_of(event)
    found = Match.objects.filter(table__stage=stage, table__number=number).exclude(state=State.CALLED_OFF)
    matches = list(with_sides(found.select_related("round", "table__stage")).prefetch_related("hands"))
    begun = [match.round.number for match in matches if match.round.started_at is not None]
    on = max(begun, default=min((match.round.number for match in matches), default=0))
    earlier = [match for match in matches if match.round.number < on and match.hands_finished_at is None]
    return AtTable(
        tuple(match for match in matches if match.round.number == on),
        tuple(match for match in earlier if any(hand.superseded_at is None for hand in match.hands.all())),
    )


class GameWon(NamedTuple):
    """A game that has ended, and the number of the one that begins."""

    number: int
    name: str
    next: int


@dataclass(frozen=True)
class Sheet:
    """A match on the phone of one side, or of the whole table (`phone.side` is None)."""

    played: MatchInHands
    phone: Phone
    at_table: AtTable
    bell: Bell | None
    call: Call | None
    changes: list[Change]
    now: datetime

    @property
    def match(self) -> Match:
        return self.played.match

    @property
    def event(self) -> Event:
        return self.match.table.stage.event

    @property
    def side(self) -> Side | None:
        """Whom the phone speaks for."""
        return next((side for side in self.played.sides if side.number == self.phone.side), None)

    @property
    def is_many(self) -> bool:
        """Whether there is more than one other side."""
        return len(self.played.sides) > 2

    @property
    def far(self) -> tuple[str, ...]:
        """Who sits across from a phone in the middle."""
        return tuple(self.names[side.key] for side in self.played.sides[1:]) if self.phone.side is None else ()

    @cached_property
    def names(self) -> dict[str, str]:
        return short_names_of(self.match)

    @property
    def sides(self) -> list[tuple[str, int, int]]:
        """Each side's short name with its running score and the games it has won."""
        found = zip(self.played.sides, self.played.score, self.played.games_won, strict=True)
        return [(self.names[side.key], score, games) for side, score, games in found]

    @cached_property
    def columns(self) -> Columns | None:
        """The hands as the paper of a game with an auction has them."""
        return columns_of(self.played, self.names)

    @cached_property
    def hands(self) -> list[HandOnPage]:
        """In order, with short names."""
        return [self._short(each) for each in self.played.hands]

    def _short(self, shown: HandOnPage) -> HandOnPage:
        sides = zip(self.played.sides, shown.sides, strict=True)
        return replace(shown, sides=tuple(won._replace(name=self.names[side.key]) for side, won in sides))

    @property
    def is_open(self) -> bool:
        """Whether there may be another hand; after its round was closed it is kept for the director."""
        return self.played.is_open and self.match.state not in SETTLED

    @property
    def unagreed(self) -> list[HandOnPage]:
        """Hands that wait for somebody to say whether they are right."""
        if not self.event.agreement or self.match.state in (*SETTLED, State.CALLED_OFF):
            return []
        waiting = [each for each in self.hands if each.hand.state in (State.ENTERED, State.DISPUTED)]
        return [each for each in waiting if not each.rivals]

    @property
    def to_agree(self) -> list[HandOnPage]:
        """Those that this phone may agree; one that somebody objected to can still be agreed after all."""
        return [each for each in self.unagreed if speaks_for_others(each.hand, self.phone)]

    @property
    def unanswered(self) -> int:
        """How many of them nobody has said anything about."""
        return sum(1 for each in self.to_agree if each.hand.state == State.ENTERED)

    @property
    def waits_for_others(self) -> list[HandOnPage]:
        return [each for each in self.unagreed if each not in self.to_agree and each.hand.state == State.ENTERED]

    @property
    def waiting_numbers(self) -> str:
        """Of the hands that wait for others, as in "4 to 6"."""
        return numbers_in_words([each.hand.number for each in self.waits_for_others])

    @property
    def game_won(self) -> GameWon | None:
        """Until the first hand of the next game, to every phone of the table."""
        played = self.played.series
        last = played.games[-1] if played.games else None
        if played.is_over or last is None or last.won_by is None:
            return None
        return GameWon(last.number, self.names[last.won_by], played.next_game)

    @property
    def own_last(self) -> HandOnPage | None:
        """The hand that this phone may still change or take back."""
        last = self.hands[-1] if self.hands else None
        if last is None or not is_own_last(last.hand, self.phone, last=last.hand.number, now=self.now):
            return None
        return last

    @property
    def next(self) -> tuple[Match, ...]:
        """The matches of a later round, once it is on; where everybody moves, once its seats are out."""
        own = self._place_of(self.match)
        return tuple(match for match in self.at_table.on if self._place_of(match) > own)

    def _place_of(self, match: Match) -> int:
        return match.table.stage.number if self.event.is_of_rounds else match.round.number

    @property
    def may_finish(self) -> bool:
        return bool(self.played.hands) and not self.played.is_finished and self.match.state not in SETTLED

    @property
    def may_play_on(self) -> bool:
        """Whether "all hands in" can be taken back."""
        is_over = self.match.state in SETTLED or self.event.locked_at is not None
        closed = is_over or is_closed(self.match.round, self.match.table.number, self.now)
        return self.played.is_finished and not self.played.is_decided and not closed


def sheet_of(played: MatchInHands, phone: Phone, *, seen: int, now: datetime) -> Sheet:
    match = played.match
    event = match.table.stage.event
    bells = [bell for bell in bells_of(event, now) if bell.turns == match.table.turns]
    is_latest = bool(bells) and bells[0].round.stage_id == match.table.stage_id
    return Sheet(
        played=played,
        phone=phone,
        at_table=matches_at(event, match.table.number),
        bell=bell_at(bells[0], match.table.number) if is_latest else None,
        call=call_of(event, match.table.number, now),
        changes=changes_of(played, short_names_of(match), seen=seen),
        now=now,
    )
