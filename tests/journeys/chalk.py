"""What a table plays, counted separately from the app. The engine scores each hand, which is checked elsewhere; hands,
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
    """The totals of a match by side: points and games won in all, and the score of the game in play. `hands` has the
    points of each hand by its number, `scores` the score of its game after it."""

    points: dict[str, int]
    games: dict[str, int]
    score: dict[str, int]
    hands: dict[int, list[int]]
    scores: dict[int, list[int]]
    next_game: int
    is_over: bool


@dataclass
class Chalk:
    """What a table has played. `length` is a kind and a number of games. A corrected hand stays in its game.
    `is_stopped` is true once the table has said that all its hands are in."""

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
        """Returns the side if it has reached the target; never in an auction, where the pitcher counts first and a
        smudge can win outright."""
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
    """Returns a random hand as the table reports it. If the pack ran out and was dealt again, that is one hand more."""
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
