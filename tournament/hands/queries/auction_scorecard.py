"""The scorecard of a match with an auction: a column for each player and a row for each hand, with the pitcher's bid,
the score after the hand, and after each game what everybody pays or receives."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring import RuleSet, contract_of, read_hand
from tournament.hands.queries.hands import GameOnPage, MatchInHands
from tournament.hands.queries.shown_hands import HandOnPage, SideOfHand
from tournament.matches.queries.matches import seating_of
from tournament.models import State


@dataclass(frozen=True)
class Cell:
    """One player's part of a hand. `bid` is None unless this player pitched after bidding."""

    side: SideOfHand
    score: int
    bid: int | None
    is_set_back: bool

    @property
    def score_in_words(self) -> str:
        return str(self.score).replace("-", "−")

    @property
    def is_in_the_hole(self) -> bool:
        return self.score < 0


@dataclass(frozen=True)
class ScorecardRow:
    """A hand; `note` says whether it was a smudge, or how it ended without play."""

    shown: HandOnPage
    cells: tuple[Cell, ...]
    note: str

    @property
    def is_marked(self) -> bool:
        """Whether the page shows its state, which it does for few hands: not for those entered or agreed."""
        return self.shown.hand.state not in (State.ENTERED, State.AGREED)


@dataclass(frozen=True)
class GameInColumns:
    """`settled` is what each player receives, or pays if negative; None if nobody has won or nothing is paid.
    `set_backs` is the number of set-backs in each column."""

    game: GameOnPage
    rows: tuple[ScorecardRow, ...]
    set_backs: tuple[int, ...]
    settled: tuple[int, ...] | None


@dataclass(frozen=True)
class Columns:
    """`balance` is, by name, what each has received minus what they have paid over all games, once more than one is
    settled; `terms` says in words how payments are worked out."""

    names: tuple[str, ...]
    games: tuple[GameInColumns, ...]
    balance: tuple[tuple[str, int], ...]
    terms: str


def columns_of(played: MatchInHands, names: Mapping[str, str] | None = None) -> Columns | None:
    """Returns the scorecard, or None for a game without an auction, whose hands are shown side against side. `names`
    are shorter names of the sides, by their keys."""
    if played.rules.auction is None:
        return None
    games = tuple(_game_in_columns(played, game) for game in played.games)
    settled = [game for game in games if game.settled is not None]
    shown = tuple(names[side.key] if names else side.name for side in played.sides)
    balance = tuple((side.name, played.series.balance[side.key]) for side in played.sides)
    return Columns(shown, games, balance if len(settled) > 1 else (), _terms_of(played.rules) if settled else "")


def _game_in_columns(played: MatchInHands, game: GameOnPage) -> GameInColumns:
    rows = tuple(_row_of(played, shown) for shown in game.hands)
    back = [[row.cells[place].is_set_back for row in rows] for place in range(len(played.sides))]
    settled, sides = None, played.sides
    if game.payments is not None:
        received = sum(game.payments)
        settled = tuple(
            received if side == game.winner else -paid for side, paid in zip(sides, game.payments, strict=True)
        )
    return GameInColumns(game, rows, tuple(sum(each) for each in back), settled)


def _row_of(played: MatchInHands, shown: HandOnPage) -> ScorecardRow:
    rules, seating = played.rules, seating_of(played.match, shown.hand.number)
    facts = read_hand(shown.hand.facts, seating)
    assert rules.auction is not None
    contract = contract_of(rules.auction, facts)
    pitcher = seating.side_of.get(contract.pitcher or "")
    back = {side for kind, side, _points in shown.hand.awards["awards"] if kind == "set_back"}
    cells = tuple(
        Cell(won, score, contract.bid or None if side.key == pitcher else None, side.key in back)
        for side, won, score in zip(played.sides, shown.sides, shown.score, strict=True)
    )
    notes = [shown.why] if shown.why else [] if contract.pitcher is not None else [_("Passed out")]
    smudge = rules.auction.smudge_bid if rules.auction.smudge != "off" else rules.auction.max_bid + 1
    if contract.bid >= smudge and shown.hand.awards["all_fours"] == pitcher:
        notes.append(_("Smudge"))
    return ScorecardRow(shown, cells, ", ".join(notes))


def _terms_of(rules: RuleSet) -> str:
    terms = rules.settle_up
    if terms is None:
        return ""
    owed = {"owed": terms.owed * terms.stake, "hole": terms.owed_at_zero * terms.stake}
    sentence = _("Each loser pays the winner %(owed)s, or %(hole)s with no points or below zero.") % owed
    if terms.set_backs:
        sentence = f"{sentence} " + _("One more stake of %(stake)s for each set-back.") % {"stake": terms.stake}
    return sentence
