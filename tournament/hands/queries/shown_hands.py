"""One hand as a page shows it: who won which points in it, the score of its game afterwards, and who may change,
confirm or dispute it.

Players are the entries' ids as text, as in `Hand.facts`; figures are one for each side, in order.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from scoring import Award, RuleSet
from tournament.clock.queries.rounds import is_closed_for
from tournament.foundation.authors import Author, Phone, is_director
from tournament.matches.queries.matches import sides_of, with_players_of_hand
from tournament.models import SETTLED, Entry, Hand, Match, Side, State
from tournament.rules.queries.rules import word_for

Points = tuple[int, ...]
THE_FOUR = ("high", "low", "jack", "hang_jack", "game")


class Won(NamedTuple):
    """An award, in the players' own word."""

    word: str
    points: int


def winnings_of(rules: RuleSet, awards: Sequence[Award], side: str, *, all_fours: str | None) -> tuple[Won, ...]:
    """Returns what a side won, in order. All four points in one hand have a name of their own; `all_fours` is the side
    that won them. What a side took needs no word beside its points."""
    own = [award for award in awards if award.side == side]
    if [award.kind for award in own] == ["taken"]:
        return ()
    fours = [award for award in own if award.kind in THE_FOUR] if all_fours == side else []
    others = (Won(word_for(rules, award.kind), award.points) for award in own if award not in fours)
    together = (Won(word_for(rules, "all_fours"), sum(award.points for award in fours)),) if fours else ()
    return (*together, *others)


class SideOfHand(NamedTuple):
    """What one side won in a hand; `dealt` is whether one of its players dealt."""

    name: str
    points: int
    won: tuple[Won, ...]
    dealt: bool


@dataclass(frozen=True)
class HandOnPage:
    """One version of a hand: what each side won in it, and the score of its game after it. `rivals` are the other
    versions of a disputed hand; `why` says how it ended before its play; `is_after_the_end` is set if it came after the
    end of its game or match, so that nothing of it counts."""

    hand: Hand
    dealer: Entry
    sides: tuple[SideOfHand, ...]
    score: Points
    why: str
    rivals: tuple["HandOnPage", ...] = ()
    is_after_the_end: bool = False

    @property
    def points(self) -> Points:
        return tuple(side.points for side in self.sides)

    @property
    def points_shown(self) -> str:
        """The points, as in "2 – 1"."""
        return " – ".join(str(points).replace("-", "−") for points in self.points)

    @property
    def score_shown(self) -> str:
        """The score, as in "9 – 4", or with more than two sides "9 · −2 · 4"."""
        return (" – " if len(self.score) == 2 else " · ").join(str(points).replace("-", "−") for points in self.score)

    def with_names(self, sides: Sequence[Side], names: Mapping[str, str]) -> "HandOnPage":
        """Returns a copy in which sides have these names, by their keys in scoring."""
        renamed = (
            won._replace(name=names.get(side.key, won.name)) for side, won in zip(sides, self.sides, strict=True)
        )
        return replace(self, sides=tuple(renamed))

    @property
    def start(self) -> Points:
        return tuple(after - won for after, won in zip(self.score, self.points, strict=True))


def show_hands(rules: RuleSet, match: Match, hands: Sequence[Hand], versions: Sequence[Hand]) -> Iterator[HandOnPage]:
    """Yields the hands that count, each with the score of its game after it."""
    scores: dict[int, Points] = {}
    for hand in hands:
        before = scores.get(hand.game, (0,) * len(sides_of(match)))
        rivals = tuple(
            show_hand(rules, match, rival, before)
            for rival in versions
            if hand.state == rival.state == State.DISPUTED and rival.number == hand.number and rival.pk > hand.pk
        )
        shown = show_hand(rules, match, hand, before, rivals)
        scores[hand.game] = shown.score
        yield shown


def show_hand(
    rules: RuleSet, match: Match, hand: Hand, before: Points, rivals: tuple[HandOnPage, ...] = ()
) -> HandOnPage:
    match, awards = with_players_of_hand(match, hand.number), [Award(*award) for award in hand.awards["awards"]]
    dealer, sides = None, []
    for side in sides_of(match):
        own = next((entry for entry in side.entries if str(entry.pk) == hand.facts["dealer"]), None)
        dealer = own or dealer
        points = sum(award.points for award in awards if award.side == side.key)
        won = winnings_of(rules, awards, side.key, all_fours=hand.awards["all_fours"])
        sides.append(SideOfHand(side.name, points, won, dealt=own is not None))
    assert dealer, "Somebody who sat there dealt."
    ends = [kind for event in hand.facts["events"] for kind in ("misdeal", "redeal", "abandoned") if kind in event]
    return HandOnPage(
        hand=hand,
        dealer=dealer,
        sides=tuple(sides),
        score=tuple(before + side.points for before, side in zip(before, sides, strict=True)),
        why=word_for(rules, ends[-1]) if ends else "",
        rivals=rivals,
    )


def is_author(hand: Hand, by: Author | None) -> bool:
    """Returns whether this very account, or this very phone, entered the hand. A hand that nobody entered has no
    author."""
    if isinstance(by, Phone):
        return bool(by.device) and hand.device == by.device
    return by is not None and hand.entered_by_id == by.pk


def speaks_for_others(hand: Hand, by: Phone) -> bool:
    """Returns whether a phone may confirm or dispute a hand: it must speak for another side than the one that wrote the
    hand down, or be the one phone in the middle, where the far side presses. It must not be both, one after the
    other."""
    if is_author(hand, by):
        return hand.side is by.side is None
    return by.side is None or hand.side != by.side


def is_own_last(hand: Hand, by: Author | None, *, last: int, now: datetime) -> bool:
    """Returns whether somebody may still change this hand without a reason: it is their own and the last, and is not
    agreed or disputed. If the other side only objected to it, its author may still correct it.

    A club may let its phones change any hand that is not agreed yet, or none at all; once the round is closed for their
    table they change nothing. These limits bind phones only: a slip on the scorer's keyboard is no claim at the table.
    """
    if isinstance(by, Phone) and is_closed_for(hand.match, now):
        return False
    claims = hand.match.table.stage.event.claim_until if isinstance(by, Phone) else "next_hand"
    in_time = claims == "agreed" or (claims == "next_hand" and hand.number == last)
    is_open = hand.state == State.ENTERED and hand.match.state not in (*SETTLED, State.DISPUTED, State.CALLED_OFF)
    return is_author(hand, by) and in_time and (is_open or is_objected(hand))


def is_objected(hand: Hand) -> bool:
    """Returns whether the other side said that this hand is wrong, and nobody has handed in another version."""
    if hand.state != State.DISPUTED or hand.match.state in SETTLED:
        return False
    rivals = Hand.objects.filter(match=hand.match_id, number=hand.number, state=State.DISPUTED, pk__gt=hand.pk)
    return not rivals.exists()


def may_change(hand: Hand, by: Author | None, *, last: int, now: datetime) -> bool:
    return is_own_last(hand, by, last=last, now=now) or is_director(by)
