"""What movements say, in plain English that pages translate: one sentence for each code, filled with its params."""

from collections.abc import Mapping

FAULT_TEXTS: Mapping[str, str] = {
    "seated_twice": "%(entry)s has %(times)s seats.",
    "missing": "%(entry)s has no seat.",
    "unknown": "%(entry)s has a seat but is not in this draw's field.",
    "same_number": "Two tables have the number %(table)s.",
    "table_size": "Table %(table)s has %(size)s players, which is not a size that can be played.",
    "not_at_table": "%(entry)s is in turn %(turn)s at table %(table)s without a seat there.",
    "twice_in_turn": "%(entry)s is %(times)s times in turn %(turn)s at table %(table)s.",
    "not_in_turn": "%(entry)s neither plays nor sits out in turn %(turn)s at table %(table)s.",
    "sits_out_again": "%(entry)s sits out %(times)s times at table %(table)s while another there never does.",
    "second_meeting": "%(entry)s and %(opponent)s meet %(times)s times.",
    "met_before": "%(entry)s and %(opponent)s met in round %(round)s.",
    "partners_before": "%(entry)s and %(opponent)s were partners in round %(round)s.",
    "rests_again": "%(entry)s rests again while %(opponent)s has not rested yet.",
    "not_kept_apart": "%(entry)s and %(opponent)s are to be kept apart and share table %(table)s.",
    "moved_who_stays": "%(entry)s cannot move from table %(wanted)s and is at table %(table)s.",
}

ADVICE = frozenset({"met_before", "partners_before", "rests_again", "not_kept_apart", "moved_who_stays"})
"""Codes of faults that a director may let stand."""

CANNOT_SEAT_TEXTS: Mapping[str, str] = {
    "too_few": "A Kent evening needs at least three players. Wait for one more, or play two by themselves.",
    "not_seated": "A player who has no seat in this draw cannot change places in it.",
    "too_few_for_two": "At least two players are needed. Wait for one more.",
    "too_few_for_pairs": "Two pairs are needed at least: four players. Wait until there are four.",
    "left_over_1_of_2": "Two sit at a table, and one player is left over. Wait for one more, or let one help you "
    "tonight.",
    "left_over_1_of_4": "Four sit at a table, in pairs, and one player is left over. Wait for three more, or let one "
    "help you tonight.",
    "left_over_2_of_4": "Four sit at a table, in pairs, and two players are left over. Wait for two more, or let two "
    "help you tonight.",
    "left_over_3_of_4": "Four sit at a table, in pairs, and three players are left over. Wait for one more, or let "
    "three help you tonight.",
    "too_few_sides": "At least two have to be entered before anybody can meet. Wait for one more.",
    "too_few_players_for_pairs": "Partners can change with four players or more. Wait until there are four.",
    "too_few_for_tables": "A table needs at least three players. Wait for one more, or choose a game for two.",
    "all_played": "Everybody has met everybody else: there is no further round to draw.",
    "all_moved": "Everybody who moves has met everybody who stays: there is no further round to draw.",
    "undecided": "Table %(table)s of round %(round)s has no winner yet: it decides who plays on.",
}

WHY_TEXTS: Mapping[str, str] = {
    "lot": "Drawn by lot.",
    "rank": "Number %(rank)s in the standings.",
    "schedule": "Round %(round)s of the plan in which all meet once.",
    "rests_odd": "Rests, because the number is odd; everybody rests in turn.",
    "swiss_level": "Level on %(points)s with %(opponent)s.",
    "swiss_down": "Floated down: has %(points)s and meets %(opponent)s, who has %(theirs)s.",
    "swiss_up": "Floated up: has %(points)s and meets %(opponent)s, who has %(theirs)s.",
    "swiss_met": "Met %(entry)s in round %(round)s, so meets the next one: %(opponent)s.",
    "swiss_apart": "Kept apart from %(entry)s, so meets the next one: %(opponent)s.",
    "swiss_halves": "Top half against bottom half: meets %(opponent)s.",
    "swiss_again": "Met %(opponent)s in round %(round)s, and meets again: there was no other way left.",
    "swiss_not_apart": "Meets %(opponent)s, although kept apart: there was no other way left.",
    "stays": "Stays at table %(table)s.",
    "swiss_rests": "Rests: lowest of those who have not rested yet.",
    "swiss_rests_early": "Rests: lowest of those who have neither rested nor come later.",
    "swiss_rests_again": "Rests: lowest of those who have rested least.",
    "swiss_rests_for": "Rests, because two who should not meet would have to if one lower did.",
    "takes_place": "Came late and plays in the place of %(entry)s.",
    "takes_rest": "Came late and plays where one would have rested.",
    "not_met": "Has not met %(opponent)s yet; the plan could not be kept, because people came or left.",
    "meets_again": "Met %(opponent)s in round %(round)s; nobody is left to meet that would let all others play.",
    "stays_put": "Stays at this table; the others move up.",
    "moves_up": "Moves up one table each round, from the last to table 1.",
    "rests_for": "Rests, because %(entry)s has left.",
    "drive_up": "Won at table %(table)s, so moves up to table %(to)s.",
    "drive_head": "Won at the head table, so stays there.",
    "drive_stays": "Lost at table %(table)s, so stays there.",
    "drive_down": "Lost at table %(table)s, so goes to table %(to)s.",
    "drive_last": "Lost at table %(table)s, so goes to the last table.",
    "drive_cut": "Nobody won at table %(table)s: the cut sends this side to table %(to)s.",
    "drive_cut_stays": "Nobody won at table %(table)s: by the cut this side stays there.",
    "drive_fills": "Fills a free place at table %(table)s.",
    "drive_enters": "Comes in at the bottom, at table %(table)s.",
    "drive_apart": "Kept apart from %(entry)s, so sits at table %(table)s.",
    "drive_changed": "Changed places with %(entry)s, who is kept apart from %(opponent)s.",
    "drive_instead": "At table %(table)s in place of %(entry)s, who cannot move.",
    "drive_rests": "Rests: nearest to the bottom of those who have rested least.",
    "rests_full": "Rests, because all tables are full; everybody rests in turn.",
    "mix_all_new": "Meets nobody a second time at this table.",
    "mix_new_partner": "Partners %(opponent)s for the first time.",
    "mix_partners_again": "Partners %(opponent)s again, as in round %(round)s: no plan without that was found.",
    "mix_opponents_often": "Plays against %(opponent)s more than twice, last in round %(round)s: no plan without that "
    "was found.",
    "mix_meets_again": "Meets %(opponent)s again, whom %(entry)s met in round %(round)s: no plan without that "
    "was found.",
    "mix_must_meet_again": "Meets %(opponent)s again, whom %(entry)s met in round %(round)s: it cannot be avoided with "
    "%(people)s players in %(rounds)s rounds.",
    "mix_rests": "Rests, because tables of four leave %(left)s over; everybody rests in turn.",
}
