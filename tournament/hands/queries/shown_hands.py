"""One hand as a page shows it: who won which points in it, and the score of its game afterwards.

Players are the entries' ids as text, as in `Hand.facts`; figures are one for each side, in order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring import Award, RuleSet
from tournament.event.queries.rules import word_for
from tournament.matches.queries.matches import seated_at, sides_of
from tournament.models import Entry, Hand, Match, State

Points = tuple[int, ...]
THE_FOUR = ("high", "low", "jack", "hang_jack", "game")


class Won(NamedTuple):
    """An award in the players' own word."""

    word: str
    points: int


def won_by(rules: RuleSet, awards: Sequence[Award], side: str, *, all_fours: str | None) -> tuple[Won, ...]:
    """What a side won, in order; all four points of one hand have a name of their own, and `all_fours` is whose."""
    own = [award for award in awards if award.side == side]
    fours = [award for award in own if award.kind in THE_FOUR] if all_fours == side else []
    others = (Won(word_for(rules, award.kind), award.points) for award in own if award not in fours)
    together = (Won(word_for(rules, "all_fours"), sum(award.points for award in fours)),) if fours else ()
    return (*together, *others)


class SideOfHand(NamedTuple):
    """What one side won in a hand; `dealt` when its dealer is of this side."""

    name: str
    points: int
    won: tuple[Won, ...]
    dealt: bool


@dataclass(frozen=True)
class HandOnPage:
    """One version of a hand: what each side won in it, and the score of its game after it. `rivals` are the other
    versions of a hand in dispute; `why` says how it ended before its play; `is_after_the_end` of its game or match,
    so that nothing of it counts."""

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
        """As in "2 – 1"."""
        return " – ".join(str(points).replace("-", "−") for points in self.points)

    @property
    def score_shown(self) -> str:
        """As in "9 – 4", and where more than two play "9 · −2 · 4"."""
        return (" – " if len(self.score) == 2 else " · ").join(str(points).replace("-", "−") for points in self.score)

    @property
    def start(self) -> Points:
        """The score before it."""
        return tuple(after - won for after, won in zip(self.score, self.points, strict=True))


def shown_in_order(
    rules: RuleSet, match: Match, hands: Sequence[Hand], versions: Sequence[Hand]
) -> Iterator[HandOnPage]:
    """The hands that count, each with the score of its game after it."""
    scores: dict[int, Points] = {}
    for hand in hands:
        before = scores.get(hand.game, (0,) * len(sides_of(match)))
        against = [rival for rival in versions if _is_rival(rival, hand)] if hand.state == State.DISPUTED else []
        rivals = tuple(shown_hand(rules, match, rival, before) for rival in against)
        shown = shown_hand(rules, match, hand, before, rivals)
        scores[hand.game] = shown.score
        yield shown


def shown_hand(
    rules: RuleSet, match: Match, hand: Hand, before: Points, rivals: tuple[HandOnPage, ...] = ()
) -> HandOnPage:
    match, awards = seated_at(match, hand.number), [Award(*award) for award in hand.awards["awards"]]
    dealer, sides = None, []
    for side in sides_of(match):
        own = next((entry for entry in side.entries if str(entry.pk) == hand.facts["dealer"]), None)
        dealer = own or dealer
        points = sum(award.points for award in awards if award.side == side.key)
        won = won_by(rules, awards, side.key, all_fours=hand.awards["all_fours"])
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


def _is_rival(hand: Hand, current: Hand) -> bool:
    """A version that was handed in against the current one in dispute, and has not been decided about."""
    return hand.state == State.DISPUTED and hand.number == current.number and hand.pk > current.pk
