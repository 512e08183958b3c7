"""What a table plays, told beside the app: the points of each hand are the engine's, which is checked elsewhere; hands,
games and the match are added up here."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from scoring import HandFacts, RuleSet, Seating, score_hand
from tests.hands.filled import told_of
from tests.scoring.dealing import played_hand

DEPTHS = ("ticks", "ticks", "notes")


@dataclass(frozen=True)
class Count:
    """What a match comes to by side: points and games won in all, the score of the game in play; and by the number of a
    hand its points, and the score of its game after it."""

    points: dict[str, int]
    games: dict[str, int]
    score: dict[str, int]
    hands: dict[int, list[int]]
    scores: dict[int, list[int]]
    next_game: int
    is_over: bool


@dataclass
class Chalk:
    """What a table has played. `length` is a kind and a number of games; a hand stays in the game it was played in; and
    `is_stopped` once the table has said that all its hands are in."""

    rules: RuleSet
    seating: Seating
    length: tuple[str, int]
    written: dict[int, tuple[int, HandFacts]] = field(default_factory=dict)
    is_stopped: bool = False

    def write(self, number: int, facts: HandFacts) -> None:
        known = self.written.get(number)
        self.written[number] = (known[0] if known else self.count().next_game, facts)

    def count(self) -> Count:
        nothing = dict.fromkeys(self.seating.side_names, 0)
        points, games, score = dict(nothing), dict(nothing), dict(nothing)
        hands: dict[int, list[int]] = {}
        scores: dict[int, list[int]] = {}
        played, next_game = 0, 1
        for game, last in _with_last(sorted({game for game, _ in self.written.values()})):
            is_after = self._is_over(played, games)
            told = {number: facts for number, (of, facts) in sorted(self.written.items()) if of == game}
            sums, winner = self._play(told, hands, scores, is_after)
            next_game = game + 1 if winner else game
            if is_after:
                continue
            score = sums
            points = {side: points[side] + sums[side] for side in nothing}
            if winner:
                games[winner] += 1
            played += bool(winner or not last)
        is_over = self.is_stopped or self._is_over(played, games)
        is_new = not is_over and next_game not in {game for game, _ in self.written.values()}
        return Count(points, games, dict(nothing) if is_new else score, hands, scores, next_game, is_over)

    def _play(
        self,
        told: dict[int, HandFacts],
        hands: dict[int, list[int]],
        scores: dict[int, list[int]],
        is_after: bool,
    ) -> tuple[dict[str, int], str | None]:
        score, backs = dict.fromkeys(self.seating.side_names, 0), dict.fromkeys(self.seating.side_names, 0)
        winner = None
        for number, facts in told.items():
            made = dict.fromkeys(score, 0)
            scored = score_hand(self.rules, facts, score, set_backs=backs)
            is_counted = winner is None and not is_after
            for kind, side, points in scored.awards if is_counted else ():
                made[side] += points
                backs[side] += kind == "set_back"
                winner = winner or self._out(side, score[side] + made[side])
            if is_counted and self.rules.auction is not None:
                winner = scored.winner
            score = {side: score[side] + made[side] for side in score}
            hands[number], scores[number] = list(made.values()), list(score.values())
        return score, winner

    def _out(self, side: str, points: int) -> str | None:
        """The first to have the target; in an auction the pitcher counts first, and a smudge can win outright."""
        target = self.rules.target
        return side if self.rules.auction is None and target is not None and points >= target else None

    def _is_over(self, played: int, games: dict[str, int]) -> bool:
        kind, number = self.length
        most, *others = sorted(games.values(), reverse=True)
        return {
            "timed": False,
            "single": played >= 1,
            "games": played >= number,
            "race": most >= number,
            "best_of": played >= number or most - others[0] > number - played,
        }[kind]


def _with_last(games: list[int]) -> Iterator[tuple[int, bool]]:
    for game in games:
        yield game, game == games[-1]


def hands_of(rules: RuleSet, seating: Seating, chance: Random) -> list[HandFacts]:
    """A hand at random as the table tells it; a pack that ran out and was dealt again is one hand more."""
    played = played_hand(rules, seating, chance)
    depth = chance.choice(DEPTHS)
    facts = told_of(rules, played, depth)
    found, events = [], []
    for event in facts.events:
        events.append(event)
        if event.kind == "redeal":
            found.append(HandFacts(seating, facts.dealer, tuple(events)))
            events = []
    return [*found, replace(facts, events=tuple(events))]
