"""All Fours and its relatives, counted: facts of a hand in, points out. Only the standard library, no clock, no I/O.

>>> from scoring import RULE_SETS, HandFacts, Seating, TrumpFact, score_hand, stand, turn_up
>>> seating = Seating.of_singles("Ann", "Bea")
>>> hand = HandFacts(
...     seating,
...     dealer="Ann",
...     events=(turn_up("JD"), stand("Bea")),
...     high=TrumpFact("Ann", "K"),
...     low=TrumpFact("Ann", "2"),
...     jack=None,
...     pips={"Ann": 16, "Bea": 7},
... )
>>> scored = score_hand(RULE_SETS["kent"], hand, {"Ann": 0, "Bea": 0})
>>> [tuple(award) for award in scored.awards]
[('turn_up', 'Ann', 1), ('high', 'Ann', 1), ('low', 'Ann', 1), ('game', 'Ann', 1)]
>>> scored.score, scored.next_dealer
({'Ann': 4, 'Bea': 0}, 'Bea')
"""

from scoring.cards import OTHER, PIPS, RANKS, SUITS
from scoring.checks import sum_of_pips
from scoring.deal import contract_of
from scoring.engine import Game, ScoredHand, score_game, score_hand, settlement_of
from scoring.errors import ImpossibleFacts, Problem, ScoringError, UnknownRuleSet
from scoring.hand import (
    NOT_REPORTED,
    Award,
    HandEvent,
    HandFacts,
    Revoke,
    Seating,
    TrumpFact,
    abandon,
    all_fours_of,
    beg,
    bid,
    discard_to,
    jacks_turned_of,
    misdeal,
    pass_bid,
    redeal,
    revoke,
    run,
    stand,
    take_one,
    turn_up,
)
from scoring.reading import HandRecord
from scoring.record import answer_of, read_hand, read_record, record_of, refuse_line, score_record
from scoring.rule_sets import RULE_SETS, rules_from_dict
from scoring.rules import Auction, RuleSet, Taken, with_house_rules

__all__ = [
    "NOT_REPORTED",
    "OTHER",
    "PIPS",
    "RANKS",
    "RULE_SETS",
    "SUITS",
    "Auction",
    "Award",
    "HandEvent",
    "Game",
    "HandFacts",
    "ImpossibleFacts",
    "Problem",
    "HandRecord",
    "Revoke",
    "RuleSet",
    "ScoredHand",
    "ScoringError",
    "Seating",
    "Taken",
    "TrumpFact",
    "UnknownRuleSet",
    "abandon",
    "all_fours_of",
    "answer_of",
    "beg",
    "bid",
    "contract_of",
    "discard_to",
    "jacks_turned_of",
    "misdeal",
    "pass_bid",
    "score_game",
    "read_hand",
    "read_record",
    "record_of",
    "redeal",
    "refuse_line",
    "revoke",
    "rules_from_dict",
    "run",
    "score_hand",
    "score_record",
    "settlement_of",
    "stand",
    "sum_of_pips",
    "take_one",
    "turn_up",
    "with_house_rules",
]
