"""The sentences of standings besides those of criteria, by code: matches not played, credits and doubts."""

from collections.abc import Mapping

from .matches import CreditKind, Unplayed

UNPLAYED_TEXTS: Mapping[Unplayed, str] = {
    "rest": "Sat out this round.",
    "walk_over": "The other side did not come.",
    "absent": "Did not come.",
    "abandoned": "The match was broken off.",
    "shared": "The table had only part of the round.",
}

CREDIT_TEXTS: Mapping[CreditKind, str] = {
    "nothing": "Counts nothing.",
    "own_average": "Counts the average of the matches played.",
    "winners_average": "Counts the average of the winners of this round.",
    "fixed": "Counts what the club set for it.",
    "win": "Counts as a match won, with the score that the club set for it.",
    "missing_part": "Counts with its score so far, plus the average of the matches played for the missing part.",
    "same_pace": "Counts as many points per minute as in the rest of the hour.",
}

UNPLAYED_NOTES: Mapping[Unplayed, str] = {
    "rest": "sat out",
    "walk_over": "walk-over",
    "absent": "did not come",
    "abandoned": "broken off",
    "shared": "only part of it",
}
"""In a line of the standings, as in "Round 3: rested, counts 12 1/2 points (their own average)"."""

CREDIT_NOTES: Mapping[CreditKind, str] = {
    "nothing": "counts nothing",
    "own_average": "counts %(figures)s (their own average)",
    "winners_average": "counts %(figures)s (average of the winners)",
    "fixed": "counts %(figures)s",
    "win": "counts %(figures)s, as a match won",
    "missing_part": "counts %(figures)s (their own average for the missing part)",
    "same_pace": "counts %(figures)s (the same points per minute)",
}

AVERAGE_NOTES: Mapping[CreditKind, str] = {
    "own_average": "counts their own average",
    "winners_average": "counts the average of the winners",
    "missing_part": "counts their own average for the missing part",
}
"""Where such a credit adds nothing to any column, and yet to what was given away."""

AS_IT_STOOD = "counts with its score so far"
"""Used for a match that could play only a part of its round, and has no other credit."""

REST_TO_COME = "Round %(round)s: sits out, counts once the round is over"
PART_TO_COME = "counts once it is reported"
"""Used while nothing is credited yet."""

DOUBT_TEXTS: Mapping[str, str] = {
    "too_many_results": "%(entries)s met in round %(round)s and have more than one result: %(labels)s.",
    "no_result": "%(entries)s met in round %(round)s and have no result.",
    "not_drawn": "A result of %(entries)s in round %(round)s (%(labels)s), but they were never drawn together.",
    "other_round": "A result of %(entries)s in round %(round)s (%(labels)s), but they were drawn for round %(drawn)s.",
}
