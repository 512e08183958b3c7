"""The length of a match, and a match counted game by game: who has won, and whether another game is to be played.

Pure: the same facts always give the same value. Which game a hand belongs to is a fact from the table, so a correction
re-scores games and never moves a hand to another game. Hands after the end of their game, and games after the end of
their match, are kept but do not count. Only the words come from Django.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, comb
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring import Game, HandFacts, Problem, RuleSet, ScoredHand, Seating, score_game

AFTER_THE_MATCH = Problem("hand", "after_the_match", "This game came after the end of the match and is not counted.")


@dataclass(frozen=True)
class LengthKind:
    """What ends a match; `numbered` is whether it needs a number of games, `differs_by_table` whether the tables of a
    team match may play unequal numbers of games."""

    key: str
    label: str | Promise
    numbered: bool = False
    differs_by_table: bool = False


LENGTHS: Mapping[str, LengthKind] = {
    kind.key: kind
    for kind in (
        LengthKind("timed", _("Until the bell")),
        LengthKind("single", _("A single game")),
        LengthKind("best_of", _("Best of several games"), numbered=True),
        LengthKind("race", _("First to win a number of games"), numbered=True),
        LengthKind("games", _("A fixed number of games"), numbered=True, differs_by_table=True),
        LengthKind(
            "decided",
            _("Until a team has won a number of games, all tables together"),
            numbered=True,
            differs_by_table=True,
        ),
    )
}
"""A match that lasts until its team match is decided is over at all tables as soon as a team has won so many games."""

DECIDER = "decider"
UNDECIDED_LABELS: Mapping[str, str | Promise] = {
    "most": _("is won by the team with more games"),
    "draw": _("is a draw"),
    DECIDER: _("is won by the team with more games, or if level by one more game at a table drawn by lot"),
}
"""How a team match counts that ends before a team has won its number of games."""

LEVEL_LABELS: Mapping[str, str | Promise] = {
    "most": _("is a draw"),
    DECIDER: _("is decided by one more game at a table drawn by lot"),
}
"""How a team match counts that ends level, if no number of games wins it."""

UNFINISHED_LABELS: Mapping[str, str | Promise] = {
    "nobody": _("counts for nobody"),
    "ahead": _("is won by the side in the lead"),
}


@dataclass(frozen=True)
class Length:
    """How long a match is. `kind` is a key of LENGTHS; `number` is the number of games, if the kind needs one;
    `unfinished`, a key of UNFINISHED_LABELS, says how a game counts that is cut short when the match is stopped.
    `at_tables` are the most games at each table of a team match, if these differ or end it; `most` is that of one
    table. `last_game` is set once the team match is decided: later games at this table do not count."""

    kind: str
    number: int = 1
    unfinished: str = "nobody"
    last_game: int | None = None
    at_tables: tuple[int, ...] = ()
    most: int | None = None

    def at_table(self, place: int) -> "Length":
        """Returns the length at a table, counted from 0 over all team matches."""
        if not self.at_tables:
            return self
        games = self.at_tables[place % len(self.at_tables)]
        own = replace(self, at_tables=())
        return replace(own, most=games) if self.kind == "decided" else replace(own, number=games)

    @property
    def words(self) -> str:
        """Returns the length as a sheet or a page says it: "Best of 3 games"."""
        match self.kind:
            case "games" if self.at_tables:
                return gettext("%(games)s games at its tables") % {"games": _join_numbers(self.at_tables)}
            case "best_of":
                return ngettext("Best of %(n)s game", "Best of %(n)s games", self.number) % {"n": self.number}
            case "race":
                return ngettext("First to win %(n)s game", "First to win %(n)s games", self.number) % {"n": self.number}
            case "games":
                return ngettext("%(n)s game", "%(n)s games", self.number) % {"n": self.number}
            case "decided":
                words = ngettext(
                    "First team to win %(n)s game, all tables together",
                    "First team to win %(n)s games, all tables together",
                    self.number,
                )
                return words % {"n": self.number} + self._words_of_limit
            case kind:
                return gettext(str(LENGTHS[kind].label))

    @property
    def _words_of_limit(self) -> str:
        """Returns what follows the words of a race whose tables play no more than so many games."""
        if self.most is not None:
            return ngettext("; at most %(n)s game here", "; at most %(n)s games here", self.most) % {"n": self.most}
        if self.at_tables:
            return gettext("; at most %(games)s at its tables") % {"games": _join_numbers(self.at_tables)}
        return ""


def _join_numbers(numbers: Sequence[int]) -> str:
    """Joins numbers, as in "7, 7 and 8"."""
    *others, last = map(str, numbers)
    return gettext("%(others)s and %(last)s") % {"others": ", ".join(others), "last": last} if others else last


@dataclass(frozen=True)
class PlayedGame:
    """One game of a match; `won_by` is the side it counts for, by its hands or because it was ahead when the game was
    cut short. `has_ended` is whether its hands end it; `unfinished` is set if they no longer do, after a correction,
    although a later game has begun: somebody has to check it. `counted` is False after the end of the match; its hands
    then do not count, and its score is zero."""

    number: int
    game: Game
    won_by: str | None
    has_ended: bool
    unfinished: bool = False
    counted: bool = True

    @property
    def hands(self) -> tuple[ScoredHand, ...]:
        return self.game.hands

    @property
    def settlement(self) -> Mapping[str, int] | None:
        """What each loser pays the winner, once somebody has won by the hands; None if the rule set does not settle
        up."""
        last = self.game.won_by_hand
        return None if last is None else self.game.hands[last - 1].settlement


@dataclass(frozen=True)
class MatchSeries:
    """A match so far. `winner` is None until it is over, and also afterwards if two sides have won the same number of
    games. `points` are those of all games that count, unfinished ones included. `hands` are in the order in which they
    were given. `next_game` is the game that another hand would belong to, even if the match is over."""

    games: tuple[PlayedGame, ...]
    hands: tuple[ScoredHand, ...]
    games_won: Mapping[str, int]
    points: Mapping[str, int]
    set_backs: Mapping[str, int]
    winner: str | None
    is_over: bool
    next_game: int

    @property
    def unfinished_games(self) -> tuple[int, ...]:
        """The numbers of the games that somebody has to check."""
        return tuple(game.number for game in self.games if game.unfinished)

    @property
    def balance(self) -> Mapping[str, int]:
        """What each side has received less what it has paid, over all games. The balances add up to 0."""
        balance = dict.fromkeys(self.points, 0)
        for game in self.games:
            for side, paid in (game.settlement or {}).items():
                balance[side] -= paid
                balance[game.game.winner or side] += paid
        return balance


class StoredHand(NamedTuple):
    """A hand that counts already: `read` reads its facts, `scored` is how it was stored, or None if it is to be scored
    again."""

    read: Callable[[], HandFacts]
    scored: ScoredHand | None = None


def play_series(
    rules: RuleSet,
    length: Length,
    hands: Sequence[tuple[int, HandFacts | StoredHand]],
    *,
    sides: Sequence[str] = (),
    stopped: bool = False,
) -> MatchSeries:
    """Scores a match from its hands in order, each with the number of its game.

    `sides` is needed if there may be no hand yet, or a stored one. `stopped` means that no further hand will come,
    because the bell has rung or the table said so; only then is a timed match over. A rule set without a target plays
    one game that never ends by itself. Raises ImpossibleFacts for the first hand that cannot have happened.
    """
    if hands and not sides and isinstance(hands[0][1], HandFacts):
        sides = hands[0][1].seating.side_names
    nothing = dict.fromkeys(sides, 0)
    numbers = sorted({number for number, _hand in hands})
    games: list[PlayedGame] = []
    played = 0  # A game that its hands no longer end counts too, because the table went on after it.
    for number in numbers:
        hands_of_game, is_last = [each for game, each in hands if game == number], number == numbers[-1]
        is_after = ends_match(length, played, _games_won(games, nothing))
        stored = {place for place, each in enumerate(hands_of_game, start=1) if isinstance(each, StoredHand)}
        # A game that does not count has no stored result, so its hands are scored again from their facts.
        game = score_game(
            rules,
            [
                (not is_after and each.scored or each.read()) if isinstance(each, StoredHand) else each
                for each in hands_of_game
            ],
            nothing,
            counted=stored,
        )
        if is_after:
            after = _discount(game, nothing)
            games.append(PlayedGame(number, after, None, has_ended=game.winner is not None, counted=False))
            continue
        has_ended = game.winner is not None
        played += has_ended or not is_last
        is_cut_short = stopped and is_last and not has_ended and length.unfinished == "ahead"
        won_by = _side_ahead(game.score) if is_cut_short else game.winner
        games.append(PlayedGame(number, game, won_by, has_ended, unfinished=not has_ended and not is_last))
    games_won = _games_won(games, nothing)
    is_over = stopped or ends_match(length, played, games_won)
    last = games[-1] if games else None
    scored = {game.number: iter(game.game.hands) for game in games}
    return MatchSeries(
        games=tuple(games),
        hands=tuple(next(scored[number]) for number, _hand in hands),
        games_won=games_won,
        points={side: sum(game.game.score[side] for game in games) for side in nothing},
        set_backs={side: sum(game.game.set_backs[side] for game in games) for side in nothing},
        winner=_side_ahead(games_won) if is_over else None,
        is_over=is_over,
        next_game=1 if last is None else last.number + last.has_ended,
    )


class CountedHand(NamedTuple):
    """What a new hand adds to a game, on top of the hands before it."""

    game: int
    scored: ScoredHand


class PlacedHand(NamedTuple):
    """A hand of a match, by its number and its game."""

    number: int
    game: int
    content: HandFacts | StoredHand


@dataclass(frozen=True)
class MatchAroundHand:
    """The match around one hand: the hands that count before and after it, its game, and the score before it;
    `replaced` is the hand that has its number so far. `names` are the names of players and sides on the page."""

    rules: RuleSet
    length: Length
    seating: Seating
    names: Mapping[str, str]
    before: tuple[PlacedHand, ...]
    after: tuple[PlacedHand, ...]
    number: int
    game: int
    start: Mapping[str, int]
    replaced: PlacedHand | None = None

    @property
    def is_correction(self) -> bool:
        """Whether the hand changes what has been played, instead of adding to it."""
        return self.replaced is not None or bool(self.after)

    def with_hand(self, content: HandFacts | StoredHand) -> MatchSeries:
        """Returns the whole match with this hand in its place, which is `len(before)`. It is scored on top of what is
        stored before it, and the hands after it are scored again. Raises ImpossibleFacts if it cannot have happened."""
        hands = [(hand.game, hand.content) for hand in self.before] + [(self.game, content)]
        for hand in self.after:
            after = StoredHand(hand.content.read) if isinstance(hand.content, StoredHand) else hand.content
            hands.append((hand.game, after))
        return play_series(self.rules, self.length, hands, sides=self.seating.side_names)

    def as_it_stands(self) -> MatchSeries:
        """Returns the whole match without this hand."""
        hands = [*self.before, *([self.replaced] if self.replaced else []), *self.after]
        hands_by_game = [(hand.game, hand.content) for hand in hands]
        return play_series(self.rules, self.length, hands_by_game, sides=self.seating.side_names)


def match_around_hand(
    rules: RuleSet,
    length: Length,
    seating: Seating,
    names: Mapping[str, str],
    hands: Sequence[PlacedHand],
    number: int,
    *,
    before: MatchSeries | None = None,
) -> MatchAroundHand:
    """Returns the match around the hand with this number. A recorded hand stays in the game it was played in; a new one
    is never in a later game than the hand after it. `before` is the match up to this hand, if already scored."""
    earlier = tuple(hand for hand in hands if hand.number < number)
    after = tuple(hand for hand in hands if hand.number > number)
    replaced = next((hand for hand in hands if hand.number == number), None)
    hands_by_game = [(hand.game, hand.content) for hand in earlier]
    match = before or play_series(rules, length, hands_by_game, sides=seating.side_names)
    game = min(match.next_game, after[0].game) if after else match.next_game
    if replaced is not None:
        game = replaced.game
    start = dict.fromkeys(seating.side_names, 0)
    for played in match.games:
        if played.number == game and not played.has_ended:
            start = dict(played.game.score)
    return MatchAroundHand(rules, length, seating, names, earlier, after, number, game, start, replaced)


def ends_match(length: Length, played: int, games_won: Mapping[str, int]) -> bool:
    """Returns whether a match is over after so many games, of which each side has won some."""
    if length.last_game is not None and played >= length.last_game:
        return True
    if length.most is not None and played >= length.most:
        return True
    won = sorted(games_won.values(), reverse=True)
    match length.kind:
        case "single":
            return played >= 1
        case "games":
            return played >= length.number
        case "race":
            return bool(won) and won[0] >= length.number
        case "best_of":
            left = length.number - played
            return left <= 0 or len(won) > 1 and won[0] - won[1] > left
    return False


def _games_won(games: Iterable[PlayedGame], nothing: Mapping[str, int]) -> dict[str, int]:
    won = Counter(game.won_by for game in games)
    return {side: won[side] for side in nothing}


def _side_ahead(values: Mapping[str, int]) -> str | None:
    """Returns the one side that has most; None if two have the same."""
    most = max(values.values(), default=0)
    best = [side for side, value in values.items() if value == most]
    return best[0] if len(best) == 1 else None


def _discount(game: Game, nothing: Mapping[str, int]) -> Game:
    hands = tuple(
        hand._replace(
            awards=(),
            uncounted=hand.awards + hand.uncounted,
            score=dict(nothing),
            winner=None,
            next_dealer=None,
            settlement=None,
            doubts=(*hand.doubts, AFTER_THE_MATCH),
        )
        for hand in game.hands
    )
    return replace(
        game, hands=hands, score=dict(nothing), set_backs=dict(nothing), winner=None, won_by_hand=None, next_dealer=None
    )


@dataclass(frozen=True)
class Timed:
    """Rounds that a bell ends, with the shortest, usual and longest length in minutes."""

    fewest: int
    usual: int
    most: int

    def lengths(self, fitting: int) -> set[int]:
        """Returns the lengths to offer if this many minutes fit: the usual one, and the longest, rounded to five
        minutes."""
        longest = min(self.most, fitting)
        rounded = longest - longest % 5
        return {length for length in (self.usual, max(rounded, self.fewest)) if self.fewest <= length <= longest}


@dataclass(frozen=True)
class ByGames:
    """Rounds that end when the last table has played its games, each of this many minutes. Each match that is played
    until it is decided is shared by so many tables, and by the `halves` of such a match: a round is one of them."""

    length: Length
    minutes_a_game: int
    tables_a_match: int = 1
    halves: int = 1

    def in_halves(self, halves: int) -> "ByGames":
        """Returns the same with rounds that are halves of a match, if it is played until it is decided; others play
        their games in each half."""
        return replace(self, halves=halves) if self.length.kind == "decided" else self

    @property
    def most_games(self) -> int:
        """The number of games at a table if the match goes the full distance."""
        if self.length.at_tables:
            return max(self.length.at_tables)
        if self.length.kind == "decided":
            return -(-self.most_in_all // self.tables_a_match)
        return self.most_in_all

    @property
    def most_in_all(self) -> int:
        """The number of games of a match, at all its tables if it is played until it is decided."""
        if self.length.kind in ("race", "decided"):
            return 2 * self.length.number - 1
        return 1 if self.length.kind == "single" else self.length.number

    def games(self, tables: int) -> Fraction:
        """Returns how many games the slowest of these tables plays on average, if sides are equal."""
        if self.length.at_tables:
            return Fraction(max(self.length.at_tables))
        if self.length.kind not in ("race", "best_of", "decided"):
            return Fraction(self.most_games)
        shared_by = self.tables_a_match if self.length.kind == "decided" else 1
        matches = max(tables // shared_by, 1)
        wins = (self.most_in_all + 1) // 2
        over = Fraction(0)  # the chance that a match is over after this many games
        expected = Fraction(wins)
        for played in range(wins, self.most_in_all):
            over += Fraction(comb(played - 1, wins - 1), 2 ** (played - 1))
            expected += 1 - over**matches
        return expected / shared_by

    def minutes(self, tables: int) -> int:
        return ceil(self.games(tables) * self.minutes_a_game / self.halves)

    @property
    def most_minutes(self) -> int:
        """How long a round takes if the match goes the full distance."""
        return -(-self.most_games * self.minutes_a_game // self.halves)
