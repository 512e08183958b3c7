"""Ranks, suits and pips, and which card totals a pack can give.

A card is its rank and suit: `TH`, the ten of hearts. Pips are what a card counts towards Game; points are
what a side scores.
"""

from collections.abc import Mapping
from functools import lru_cache

RANKS = "23456789TJQKA"
SUITS = "SHDC"
STRENGTH = {rank: place for place, rank in enumerate(RANKS)}
PIPS: Mapping[str, int] = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}
CARDS = frozenset(rank + suit for suit in SUITS for rank in RANKS)
PACK = 52
OTHER = "other"
"""A turned card that scores nothing and was not named."""

HIGHER = {rank: RANKS[place + 1 :] for place, rank in enumerate(RANKS)}
LOWER = {rank: RANKS[:place] for place, rank in enumerate(RANKS)}
TOP_FIVE = frozenset("AKQJT")


def rank_of(card: str) -> str:
    """Returns the rank of a card, or "" if the card is not named."""
    return "" if card == OTHER else card[:1]


def suit_of(card: str) -> str:
    """Returns the suit of a card, or "" if only its rank, or nothing, was reported."""
    return "" if card == OTHER else card[1:]


@lru_cache(maxsize=4096)
def attainable_totals(valued: tuple[tuple[int, int], ...], blanks: int, drawn: int) -> int:
    """Returns every pip total that `drawn` cards can have together, as bits: bit 31 is set when a total of 31 is
    possible.

    `valued` lists (pips of a card, number of such cards); `blanks` is the number of cards worth no pips.
    """
    reached = [1] + [0] * drawn
    for pips, cards in valued:
        for _ in range(cards):
            for number in range(drawn, 0, -1):
                reached[number] |= reached[number - 1] << pips
    totals = 0
    for number in range(max(0, drawn - blanks), drawn + 1):
        totals |= reached[number]
    return totals
