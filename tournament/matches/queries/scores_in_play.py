"""The score so far of matches that are recorded hand by hand and have no result yet."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.matches.queries.matches import length_of
from tournament.models import SETTLED, Event, Hand, Stage, State
from tournament.rules.queries.rules import rules_of


@dataclass(frozen=True)
class ScoreInPlay:
    """By each side's key in scoring, the games won, and the points made in the game in play; the points of the whole
    match unless it `has_games`."""

    points: Counter[str]
    games: Counter[str]
    has_games: bool

    def of_side(self, key: str) -> tuple[int, int]:
        """Returns games and points, in the order in which they decide who leads."""
        return self.games[key], self.points[key]


def scores_in_play(event: Event, stage: Stage) -> dict[int, ScoreInPlay]:
    """Returns the scores of an hour's matches that have hands and no result, by match. If both sides agree what is
    recorded, a hand counts once it is agreed, and a game is won once all its hands are. One query."""
    hands = Hand.objects.filter(match__table__stage=stage, match__state=State.WAITING, superseded_at=None)
    has_games = length_of(event).kind != "single" and rules_of(event).target is not None
    by_match: dict[int, list[Hand]] = defaultdict(list)
    for hand in hands.order_by("match", "number"):
        by_match[hand.match_id].append(hand)
    scores = {pk: _add_up(own, agreed_only=event.agreement, has_games=has_games) for pk, own in by_match.items()}
    return {pk: score for pk, score in scores.items() if score}


def _add_up(hands: Sequence[Hand], *, agreed_only: bool, has_games: bool) -> ScoreInPlay | None:
    """Returns the score; None as long as no hand counts."""
    counted = [hand for hand in hands if not agreed_only or hand.state in SETTLED]
    to_agree = {hand.game for hand in hands if hand not in counted}
    winners = {hand.game: str(hand.awards["winner"]) for hand in counted if "winner" in hand.awards}
    over = {game: winner for game, winner in winners.items() if has_games and game not in to_agree}
    points: Counter[str] = Counter()
    for hand in counted:
        if hand.game not in over:
            for _kind, side, made in hand.awards["awards"]:
                points[side] += made
    return ScoreInPlay(points, Counter(over.values()), has_games) if counted else None
