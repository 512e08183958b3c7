"""What standings say besides their criteria, in plain English that pages translate: one sentence for each code."""

from collections.abc import Mapping

from .matches import CreditKind, Unplayed

UNPLAYED_TEXTS: Mapping[Unplayed, str] = {
    "rest": "Rested in this round.",
    "walk_over": "The other side did not come.",
    "absent": "Did not come.",
    "abandoned": "The match was broken off.",
    "shared": "The table had only a part of the round.",
}

CREDIT_TEXTS: Mapping[CreditKind, str] = {
    "nothing": "Counts nothing.",
    "own_average": "Counts the average of the matches it played.",
    "winners_average": "Counts the average of the winners of this round.",
    "fixed": "Counts what the club gives for it.",
    "win": "Counts as a match won, with the score that the club gives for it.",
}

UNPLAYED_NOTES: Mapping[Unplayed, str] = {
    "rest": "rested",
    "walk_over": "walk-over",
    "absent": "did not come",
    "abandoned": "broken off",
    "shared": "only a part of it",
}
"""In a line of the standings, as in "Round 3: rested, counts 12 1/2 points (own average)"."""

CREDIT_NOTES: Mapping[CreditKind, str] = {
    "nothing": "counts nothing",
    "own_average": "counts %(figures)s (own average)",
    "winners_average": "counts %(figures)s (average of the winners)",
    "fixed": "counts %(figures)s",
    "win": "counts %(figures)s, as a match won",
}

AVERAGE_NOTES: Mapping[CreditKind, str] = {
    "own_average": "counts the own average",
    "winners_average": "counts the average of the winners",
}
"""Where such a credit adds nothing to what ranks first, and yet to a difference or to what was given away."""

DOUBT_TEXTS: Mapping[str, str] = {
    "too_many_results": "%(entries)s met in round %(round)s and have more than one result: %(labels)s.",
    "no_result": "%(entries)s met in round %(round)s and have no result.",
    "not_drawn": "A result of %(entries)s in round %(round)s (%(labels)s), who were never drawn together.",
    "other_round": "A result of %(entries)s in round %(round)s (%(labels)s), who were drawn for round %(drawn)s.",
}
