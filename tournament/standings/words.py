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

DOUBT_TEXTS: Mapping[str, str] = {
    "too_many_results": "%(entries)s met in round %(round)s and have more than one result: %(labels)s.",
    "no_result": "%(entries)s met in round %(round)s and have no result.",
    "not_drawn": "A result of %(entries)s in round %(round)s (%(labels)s), who were never drawn together.",
    "other_round": "A result of %(entries)s in round %(round)s (%(labels)s), who were drawn for round %(drawn)s.",
}
