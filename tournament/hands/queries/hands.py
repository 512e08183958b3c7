"""A match hand by hand: all versions of its hands in order, and their score; its slips, and deals out of turn.

Players are the entries' ids as text, as in `Hand.facts`; figures are one for each side, in order.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple
from uuid import uuid4

from django.db.models import Exists, OuterRef, prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import RuleSet, Seating
from tournament.formats.match_length import (
    Length,
    MatchAroundHand,
    MatchSeries,
    PlacedHand,
    match_around_hand,
    play_series,
)
from tournament.foundation.errors import EventLocked, HandsAreIn, MatchCalledOff, TournamentError
from tournament.foundation.wording import numbers_in_words
from tournament.hands.queries.shown_hands import HandOnPage, Points, show_hand, show_hands
from tournament.matches.queries.match_on_board import MatchOnBoard, on_board
from tournament.matches.queries.matches import (
    derived_awards,
    has_counts,
    has_stand_ins,
    length_of_match,
    placed_hands,
    players_of,
    read_sides,
    seating_of,
    seatings_of,
    series_of,
    sides_of,
    stand_ins_of,
    with_players_of_hand,
)
from tournament.matches.queries.results import Tally, running_tally
from tournament.models import Entry, Event, Hand, Match, Side, Stage, State
from tournament.rules.queries.rules import rules_of

AFTER_THE_END = ("after_the_end", "after_the_match")


@dataclass(frozen=True)
class GameOnPage:
    """One game of a match with its hands. `winner` is the side it counts for; `is_open` while nobody is out;
    `unfinished` if its hands no longer end it and a later game has begun; `payments` is what each side owes the
    winner."""

    number: int
    hands: tuple[HandOnPage, ...]
    score: Points
    winner: Side | None
    is_open: bool
    unfinished: bool
    counted: bool
    payments: Points | None


@dataclass(frozen=True)
class MatchInHands:
    """A match with all versions of its hands, by number. Scores are worked out only when asked for: a page shows all of
    them, a posted hand needs few.

    `stopped` is whether no further hand will come. `at` is the number of the hand whose players are shown, or None for
    those who sit there now. `is_of_earlier_hour` is set once later seats are released.
    """

    match: Match
    rules: RuleSet
    versions: tuple[Hand, ...]
    stopped: bool
    at: int | None = None
    is_of_earlier_hour: bool = False

    @property
    def as_recorded(self) -> tuple[object, ...]:
        """A value that changes whenever the match, its seats, its hands or its rules change."""
        seats = [(one.seat, one.entry_id, one.before) for side in self.match.all_sides for one in side.all_players]
        hands = [(hand.pk, hand.state, hand.superseded_at, hand.reason) for hand in self.versions]
        return self.match.state, self.match.hands_finished_at, seats, hands, self.rules, self.length

    def at_hand(self, number: int) -> "MatchInHands":
        """Returns the same match with those who played this hand in its seats."""
        return replace(self, at=number) if has_stand_ins(self.match) else self

    @cached_property
    def match_as_seated(self) -> Match:
        return self.match if self.at is None else with_players_of_hand(self.match, self.at)

    @property
    def stand_ins(self) -> tuple[str, ...]:
        """Sentences that say who played which hands before somebody took their seat."""
        sentence = _("%(gone)s played %(hands)s; %(came)s plays on.")
        sentences = []
        for gone, first, last, came in stand_ins_of(self.match):
            hands = numbers_in_words(range(first, last + 1))
            words = ngettext("hand %(hands)s", "hands %(hands)s", last - first + 1) % {"hands": hands}
            sentences.append(sentence % {"gone": gone.name, "hands": words, "came": came.name})
        return tuple(sentences)

    @cached_property
    def match_on_board(self) -> MatchOnBoard:
        """The match as the results board shows it, with its sheets and rulings. Three queries."""
        return on_board(self.match)

    @property
    def event(self) -> Event:
        return self.match.table.stage.event

    @property
    def length(self) -> Length:
        return length_of_match(self.match)

    @cached_property
    def current(self) -> tuple[Hand, ...]:
        return tuple(hand for hand in self.versions if hand.superseded_at is None)

    @cached_property
    def seating(self) -> Seating:
        return seating_of(self.match, self.at)

    @cached_property
    def counted_hands(self) -> list[PlacedHand]:
        """The versions that count, with their stored scores."""
        return placed_hands(self.match, self.current)

    @cached_property
    def series(self) -> MatchSeries:
        """The games, as its hands are stored."""
        hands_by_game = [(hand.game, hand.content) for hand in self.counted_hands]
        sides = [side.key for side in self.match.all_sides]
        return play_series(self.rules, self.length, hands_by_game, sides=sides, stopped=self.stopped)

    def match_around(self, number: int, names: Mapping[str, str]) -> MatchAroundHand:
        """Returns the match without this hand, as it is stored; `names` are those of players and sides."""
        before = self.series if all(hand.number < number for hand in self.current) else None
        return match_around_hand(
            self.rules, self.length, self.seating, names, self.counted_hands, number, before=before
        )

    @cached_property
    def is_decided(self) -> bool:
        """Whether the length of the match allows no further hand."""
        return self.series.is_over if not self.stopped else series_of(self.match, self.rules, self.current).is_over

    @cached_property
    def hands(self) -> tuple[HandOnPage, ...]:
        after_the_end = {
            hand.pk
            for hand, scored in zip(self.current, self.series.hands, strict=True)
            if any(doubt.code in AFTER_THE_END for doubt in scored.doubts)
        }
        on_page = show_hands(self.rules, self.match, self.current, self.versions)
        return tuple(replace(each, is_after_the_end=each.hand.pk in after_the_end) for each in on_page)

    @cached_property
    def late(self) -> tuple[HandOnPage, ...]:
        return self._by_themselves(hand for hand in self.versions if _is_late(hand))

    @cached_property
    def earlier(self) -> tuple[HandOnPage, ...]:
        rivals = {rival.hand.pk for each in self.hands for rival in each.rivals}
        gone = (hand for hand in self.versions if hand.superseded_at is not None and not _is_late(hand))
        return self._by_themselves(hand for hand in gone if hand.pk not in rivals)

    def _by_themselves(self, hands: Iterable[Hand]) -> tuple[HandOnPage, ...]:
        nothing = (0,) * len(self.sides)
        return tuple(show_hand(self.rules, self.match, hand, nothing) for hand in hands)

    @cached_property
    def tally(self) -> Tally:
        return running_tally(self.match, self.current)

    @property
    def next_number(self) -> int:
        """The number after the hands that count, and after late hands that follow them directly and are not decided
        yet."""
        return 1 + _last_number_of(self.current, (hand for hand in self.versions if _is_late(hand)))

    @property
    def last_number(self) -> int:
        """The highest number of any version of any hand, even a withdrawn one, and of late ones that follow
        directly."""
        late = [hand for hand in self.versions if hand.state == State.LATE]
        return _last_number_of((hand for hand in self.versions if hand.state != State.LATE), late)

    @property
    def dealer_place(self) -> int | None:
        """The next dealer's place in the order of the deal, from 0, by the rules; after a redeal the same player deals
        again. It is only a suggestion: the documents do not say who deals a new game, and the table reports the dealer
        as a fact. None if nobody can know."""
        if not self.current:
            return None
        last = self.current[-1]
        players = (player for side in self.match.all_sides for player in side.all_players)
        sat = [str(player.at_hand(last.number)) for player in sorted(players, key=lambda player: player.seat)]
        due = last.awards["next_dealer"]
        return sat.index(due) if due else (sat.index(last.facts["dealer"]) + 1) % len(sat)

    @property
    def dealer(self) -> str | None:
        """The player who sits at that place now."""
        return None if self.dealer_place is None else seating_of(self.match).seats[self.dealer_place]

    @property
    def sides(self) -> tuple[Side, ...]:
        return sides_of(self.match_as_seated)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everybody, in the order of the deal."""
        return players_of(self.match_as_seated)

    @property
    def games(self) -> tuple[GameOnPage, ...]:
        return tuple(
            GameOnPage(
                number=game.number,
                hands=tuple(each for each in self.hands if each.hand.game == game.number),
                score=self._by_side(game.game.score),
                winner=self._side_with_key(game.won_by),
                is_open=not game.has_ended,
                unfinished=game.unfinished,
                counted=game.counted,
                payments=self._by_side(dict.fromkeys(game.game.score, 0) | dict(game.settlement))
                if game.settlement
                else None,
            )
            for game in self.series.games
        )

    @property
    def game(self) -> int:
        """The number of the game that is being played, or was when the match ended."""
        counted = [game.number for game in self.series.games if game.counted]
        return counted[-1] if self.series.is_over and counted else self.series.next_game

    @property
    def score(self) -> Points:
        """The score of the game being played, or of the last game if the match is over."""
        scores = [self._by_side(game.game.score) for game in self.series.games if game.number == self.game]
        return scores[0] if scores else (0,) * len(self.sides)

    @property
    def games_won(self) -> Points:
        return self._by_side(self.series.games_won)

    @property
    def unfinished_games(self) -> tuple[GameOnPage, ...]:
        """Games to check: their hands no longer end them, and a later game has begun."""
        return tuple(game for game in self.games if game.unfinished)

    @property
    def winner(self) -> Side | None:
        """The side that has won more games than any other, once the match is over."""
        return self._side_with_key(self.series.winner)

    def _by_side(self, counts: Mapping[str, int]) -> Points:
        return tuple(counts[side.key] for side in self.sides)

    def _side_with_key(self, key: str | None) -> Side | None:
        return next((side for side in self.sides if side.key == key), None)

    @property
    def scores(self) -> list[tuple[str, int | None, int]]:
        """Each side's name, score and games won. Without a target the score is what counts in the standings, once
        anything does; else it is the running score."""
        is_counted = self.rules.target is None and self.is_handed_in
        lines = zip(self.sides, self.match.points if is_counted else self.score, self.games_won, strict=True)
        return [(side.name, score, games) for side, score, games in lines]

    @property
    def why_closed(self) -> TournamentError | None:
        """What keeps the desk from recording another hand; None if nothing does."""
        if self.event.locked_at is not None:
            return EventLocked()
        if self.match.state == State.CALLED_OFF:
            return MatchCalledOff()
        return HandsAreIn() if self.series.is_over else None

    @property
    def is_open(self) -> bool:
        return self.why_closed is None

    @property
    def disputed_hands(self) -> tuple[HandOnPage, ...]:
        return tuple(shown for shown in self.hands if shown.hand.state == State.DISPUTED)

    @property
    def counted_results(self) -> list[str]:
        """The points that count for each side, whoever reported them."""
        return ["–" if points is None else str(points) for points in self.match.points]

    @property
    def is_handed_in(self) -> bool:
        """Whether a result counts already, from a sheet, a ruling, or because all hands are in."""
        return has_counts(self.match)

    @property
    def counts_otherwise(self) -> bool:
        """Whether the hands add up to another result than the one that counts."""
        return bool(self.current) and self.is_handed_in and self.tally.points != self.match.points

    def hand(self, number: int) -> HandOnPage | None:
        """Returns the version of this hand that counts."""
        if all(hand.number != number for hand in self.current):
            return None
        return next(shown for shown in self.hands if shown.hand.number == number)

    def version(self, pk: int) -> HandOnPage | None:
        """Returns any version of any hand, by its id."""
        rivals = (rival for shown in self.hands for rival in shown.rivals)
        return next((shown for shown in (*self.hands, *self.earlier, *self.late, *rivals) if shown.hand.pk == pk), None)


def match_in_hands(event: Event, pk: int) -> MatchInHands | None:
    """Returns one match of a released hour with all versions of its hands, or None if the event has no such match. At
    most four queries."""
    later = Stage.objects.filter(event=event, number__gt=OuterRef("table__stage__number"), released_at__isnull=False)
    matches = Match.objects.select_related("table__stage", "round").annotate(has_later_seats=Exists(later))
    match = matches.filter(pk=pk, table__stage__event=event, table__stage__released_at__isnull=False).first()
    if match is None:
        return None
    match.table.stage.event = event
    return replace(in_hands(read_sides(match)), is_of_earlier_hour=match.has_later_seats)


def in_hands(match: Match) -> MatchInHands:
    """Reads the hands of a match that was read with its sides and event. One query, and another if accounts entered
    hands."""
    versions = tuple(Hand.objects.filter(match=match.pk).order_by("number", "pk"))
    if any(hand.entered_by_id for hand in versions):
        prefetch_related_objects(versions, "entered_by")
    for hand in versions:
        hand.match = match
    rules = rules_of(match.table.stage.event)
    return MatchInHands(match, rules, versions, stopped=match.hands_finished_at is not None)


def read_again(played: MatchInHands, readings: Sequence[Mapping[str, Any]]) -> MatchInHands:
    """Returns the match as another reading of its slip gives it so far, from facts as a `Hand` stores them. Stores
    nothing."""
    match, rules, hands = played.match, played.rules, list[Hand]()
    for number, facts in enumerate(readings, start=1):
        game = series_of(match, rules, hands).next_game
        hands.append(Hand(pk=-number, match=match, number=number, game=game, entry_key=uuid4(), facts=facts))
        ((_hand, hands[-1].awards),) = derived_awards(match, rules, hands, from_hand=number)
    return MatchInHands(match, rules, tuple(hands), stopped=False)


def _last_number_of(hands: Iterable[Hand], late: Iterable[Hand]) -> int:
    """Returns the last number of these hands. A late hand after a gap does not count, because nobody has checked its
    number."""
    last, numbers = max((hand.number for hand in hands), default=0), {hand.number for hand in late}
    while last + 1 in numbers:
        last += 1
    return last


def _is_late(hand: Hand) -> bool:
    """Returns whether a hand came late and the director has not decided about it."""
    return hand.state == State.LATE and not hand.reason


def next_slip(match: Match) -> Match | None:
    """Returns the next match of the hour that waits for a result and whose hands are not all in, starting over after
    the last; None if there is no other. One query."""
    of_hour = Match.objects.filter(table__stage=match.table.stage_id, state=State.WAITING, hands_finished_at=None)
    others = of_hour.exclude(pk=match.pk).select_related("table", "round")
    waiting = list(others.order_by("table__number", "round__number", "pk"))
    own = (match.table.number, match.round.number, match.pk)
    after = [each for each in waiting if (each.table.number, each.round.number, each.pk) > own]
    return next(iter([*after, *waiting]), None)


class OutOfTurn(NamedTuple):
    """A hand that `dealt` dealt although it was the turn of `due`, by the hand before it."""

    hand: int
    dealt: Entry
    due: Entry


def deals_out_of_turn(played: MatchInHands) -> list[OutOfTurn]:
    """Returns the hands dealt out of turn within each game. The table itself says who deals first in a new game."""
    seated, deals = seatings_of(played.match), []
    for before, after in pairwise(played.hands):
        due = before.hand.awards["next_dealer"]
        if due is None or before.hand.game != after.hand.game:
            continue
        chair = seated(before.hand.number).seats.index(due)
        entry = players_of(with_players_of_hand(played.match, after.hand.number))[chair]
        if entry != after.dealer:
            deals.append(OutOfTurn(after.hand.number, after.dealer, entry))
    return deals
