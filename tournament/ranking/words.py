"""The sentences of standings besides those of criteria, by code: matches not played, credits and doubts."""

from collections.abc import Mapping

from tournament import N_

from .matches import CreditKind, Unplayed

UNPLAYED_TEXTS: Mapping[Unplayed, str] = {
    "rest": N_("Sat out this round."),
    "walk_over": N_("The other side did not come."),
    "absent": N_("Did not come."),
    "neither": N_("Neither side came."),
    "abandoned": N_("The match was broken off."),
    "shared": N_("The table had only part of the round."),
}

CREDIT_TEXTS: Mapping[CreditKind, str] = {
    "nothing": N_("Counts nothing."),
    "own_average": N_("Counts the average of the matches played."),
    "winners_average": N_("Counts the average of the winners of this round."),
    "fixed": N_("Counts what the club set for it."),
    "win": N_("Counts as a match won, with the score that the club set for it."),
    "missing_part": N_("Counts with its score so far, plus the average of the matches played for the missing part."),
    "same_pace": N_("Counts as many points per minute as in the rest of the hour."),
}

UNPLAYED_NOTES: Mapping[Unplayed, str] = {
    "rest": N_("sat out"),
    "walk_over": N_("walk-over"),
    "absent": N_("did not come"),
    "neither": N_("neither side came"),
    "abandoned": N_("broken off"),
    "shared": N_("only part of it"),
}
"""In a line of the standings, as in "Round 3: rested, counts 12 1/2 points (their own average)"."""

CREDIT_NOTES: Mapping[CreditKind, str] = {
    "nothing": N_("counts nothing"),
    "own_average": N_("counts %(figures)s (their own average)"),
    "winners_average": N_("counts %(figures)s (average of the winners)"),
    "fixed": N_("counts %(figures)s"),
    "win": N_("counts %(figures)s, as a match won"),
    "missing_part": N_("counts %(figures)s (their own average for the missing part)"),
    "same_pace": N_("counts %(figures)s (the same points per minute)"),
}

AVERAGE_NOTES: Mapping[CreditKind, str] = {
    "own_average": N_("counts their own average"),
    "winners_average": N_("counts the average of the winners"),
    "missing_part": N_("counts their own average for the missing part"),
}
"""Where such a credit adds nothing to any column, and yet to what was given away."""

AS_IT_STOOD = N_("counts with its score so far")
"""Used for a match that could play only a part of its round, and has no other credit."""

REST_TO_COME = N_("Round %(round)s: sits out, counts once the round is over")
PART_TO_COME = N_("counts once it is reported")
"""Used while nothing is credited yet."""

DOUBT_TEXTS: Mapping[str, str] = {
    "too_many_results": N_("%(entries)s met in round %(round)s and have more than one result: %(labels)s."),
    "no_result": N_("%(entries)s met in round %(round)s and have no result."),
    "not_drawn": N_("A result of %(entries)s in round %(round)s (%(labels)s), but they were never drawn together."),
    "other_round": N_(
        "A result of %(entries)s in round %(round)s (%(labels)s), but they were drawn for round %(drawn)s."
    ),
}
