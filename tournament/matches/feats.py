"""The feats that are published after a team match: what there is, how each is found in hands and games, and which of
those found counts. Pure, but for the words.

A feat is *noted* if somebody at a table or the desk says that it was done, because hands need not tell it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import SUITS, RuleSet
from tournament.rules.queries.rules import counts_hang_jacks, word_for, word_for_suit

STRAIGHT = 2
"""So many games, at least, are straight games if the other side won none."""


class PairAtTable(NamedTuple):
    """A side of a match at one table of a team match: the place of its team, its players, and the games that it won and
    lost there, None if only points are known."""

    match: int
    side: int
    team: int
    table: int
    entries: tuple[int, ...]
    won: int | None
    lost: int | None
    is_over: bool


class HandAtTable(NamedTuple):
    """A hand that counts, by its number in the match: the suit of trumps, "" if nobody noted it; the sides that hung
    the Jack, and each side's card points, by number."""

    match: int
    number: int
    at: datetime
    trump: str
    hung: tuple[int, ...]
    pips: Mapping[int, int]


@dataclass(frozen=True)
class PlayedTables:
    """What is known of a team match, its hands in order of time."""

    pairs: Sequence[PairAtTable]
    hands: Sequence[HandAtTable]
    is_over: bool


class FoundFeat(NamedTuple):
    """That a side of a match did it. `note` is the row of whoever noted it, from this `device` if it was a phone;
    `hand` the number of the hand in which it was done, 0 if it is not of one hand."""

    match: int
    side: int
    at: datetime | None = None
    suit: str = ""
    figure: int = 0
    note: int | None = None
    device: str = ""
    hand: int = 0


Found = Iterable[FoundFeat]


@dataclass(frozen=True)
class FeatKind:
    """A kind of feat. `label` has words of the rule set to fill in, `is_in` tells whether a rule set has it, and `pick`
    picks those that count, such as the first, for `each_suit` by itself. `find` finds it in hands or games. `is_noted`
    is whether somebody may note it, `has_figure` whether a note says how much it was; others are noted once. `shown`
    says the figure."""

    key: str
    label: str | Promise
    is_in: Callable[[RuleSet], bool]
    pick: Callable[[Found], list[FoundFeat]]
    find: Callable[[PlayedTables], Found] = lambda played: ()
    is_noted: bool = False
    each_suit: bool = False
    has_figure: bool = False
    shown: Callable[[int], str] = lambda figure: str(figure or "")

    @property
    def suits(self) -> str:
        return SUITS if self.each_suit else ""

    def name(self, rules: RuleSet, suit: str = "") -> str:
        """Returns the label in the players' own words, as in "First hang jack, hearts"."""
        words = ("hang_jack", "game", "games_won", "turn_up")
        label = str(self.label) % {
            word: word_for(rules, word) if word == "game" else word_for(rules, word).lower() for word in words
        }
        return f"{label[:1].upper()}{label[1:]}" + (f", {word_for_suit(suit)}" if suit else "")


class Feat(NamedTuple):
    """A feat as pages list it. `key` names it in a form; `figure` is "" if it has none."""

    key: str
    label: str
    who: str
    team: str
    table: int
    at: datetime | None
    figure: str
    note: int | None
    device: str

    @property
    def in_words(self) -> str:
        words = {"label": self.label, "who": self.who, "team": self.team, "table": self.table, "figure": self.figure}
        if self.figure:
            return gettext("%(label)s: %(figure)s, %(who)s, table %(table)s") % words
        return gettext("%(label)s: %(who)s, table %(table)s") % words


def key_of_feat(kind: FeatKind, suit: str) -> str:
    """Returns the key of a feat in a form: that of its kind, with the suit if it is one of each."""
    return f"{kind.key}-{suit}" if suit else kind.key


def kind_of_feat(key: str) -> tuple["FeatKind", str]:
    """Returns the kind and the suit, "" for none, of a key of `feats_to_note`."""
    return (FEATS[key], "") if key in FEATS else (FEATS[key[:-2]], key[-1])


def feats_to_note(rules: RuleSet, feats: Iterable[Feat]) -> dict[str, str]:
    """Returns what may still be noted, by key, with its label."""
    known = {feat.key for feat in feats}
    keys = {
        key_of_feat(kind, suit): kind.name(rules, suit)
        for kind in FEATS.values()
        if kind.is_noted and kind.is_in(rules)
        for suit in kind.suits or ("",)
    }
    return {key: label for key, label in keys.items() if key not in known or kind_of_feat(key)[0].has_figure}


def _pick_first(found: Found) -> list[FoundFeat]:
    """Picks the first, of each suit by itself."""
    first: dict[str, FoundFeat] = {}
    for each in _in_time(found):
        first.setdefault(each.suit, each)
    return [first[suit] for suit in ("", *SUITS) if suit in first]


def _pick_highest(found: Found) -> list[FoundFeat]:
    """Picks those with the highest figure, each side once."""
    in_time = _in_time(found)
    most = max((each.figure for each in in_time), default=0)
    best = {(each.match, each.side): each for each in reversed(in_time) if each.figure == most > 0}
    return list(reversed(best.values()))


def _in_time(found: Found) -> list[FoundFeat]:
    return sorted(found, key=lambda each: (each.at is None, each.at and each.at.timestamp(), each.match, each.side))


def _find_hang_jacks(played: PlayedTables) -> Iterator[FoundFeat]:
    for hand in played.hands:
        if hand.trump:
            yield from (FoundFeat(hand.match, side, hand.at, hand.trump, hand=hand.number) for side in hand.hung)


def _find_counts(played: PlayedTables) -> Iterator[FoundFeat]:
    for hand in played.hands:
        for side, pips in hand.pips.items():
            yield FoundFeat(hand.match, side, hand.at, figure=pips, hand=hand.number)


def _find_games_of_pairs(played: PlayedTables) -> Iterator[FoundFeat]:
    """Finds what each pair won in the whole match, once it is over; they may have changed tables after a half."""
    if not played.is_over:
        return
    won: dict[frozenset[int], int] = {}
    last: dict[frozenset[int], PairAtTable] = {}
    for pair in played.pairs:
        own = frozenset(pair.entries)
        won[own], last[own] = won.get(own, 0) + (pair.won or 0), pair
    yield from (FoundFeat(last[own].match, last[own].side, figure=games) for own, games in won.items())


def _find_straight_games(played: PlayedTables) -> Iterator[FoundFeat]:
    for pair in played.pairs:
        if pair.is_over and pair.lost == 0 and (pair.won or 0) >= STRAIGHT:
            yield FoundFeat(pair.match, pair.side, figure=pair.won or 0)


FEATS: Mapping[str, FeatKind] = {
    kind.key: kind
    for kind in (
        FeatKind(
            "kick",
            _("First %(turn_up)s of the drawn card"),
            lambda rules: rules.turn_ups is not None,
            _pick_first,
            is_noted=True,
            each_suit=True,
        ),
        FeatKind(
            "hang-jack",
            _("First %(hang_jack)s"),
            counts_hang_jacks,
            _pick_first,
            _find_hang_jacks,
            is_noted=True,
            each_suit=True,
        ),
        FeatKind(
            "royal-hang-jack",
            _("%(hang_jack)s with the king or queen of spades"),
            counts_hang_jacks,
            _pick_first,
            is_noted=True,
        ),
        FeatKind(
            "count",
            _("Highest count for %(game)s"),
            lambda rules: bool(rules.points.pips),
            _pick_highest,
            _find_counts,
            is_noted=True,
            has_figure=True,
        ),
        FeatKind("games", _("Most %(games_won)s of a pair"), lambda rules: True, _pick_highest, _find_games_of_pairs),
        FeatKind(
            "straight",
            _("Straight games"),
            lambda rules: True,
            list,
            _find_straight_games,
            shown=lambda games: f"{games}–0",
        ),
    )
}
