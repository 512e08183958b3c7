"""The sentences of movements, by code: faults, why a field cannot be seated, and why somebody sits where they do."""

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
    "rests_again": "%(entry)s sits out again while %(opponent)s has not sat out yet.",
    "not_kept_apart": "%(entry)s and %(opponent)s should be kept apart but share table %(table)s.",
    "moved_who_stays": "%(entry)s cannot move from table %(wanted)s and is at table %(table)s.",
    "other_group": "%(entry)s and %(opponent)s are in different groups.",
}

# These faults do not stop the evening: with nine people in round six, somebody has to meet somebody again. Only two
# seats for one player block a draw.
ADVICE = frozenset({"met_before", "partners_before", "rests_again", "not_kept_apart", "moved_who_stays", "other_group"})
"""Codes of faults that a director may let stand."""

CANNOT_SEAT_TEXTS: Mapping[str, str] = {
    "too_few": "A Kent evening needs at least 3 players. Wait for one more, or let the 2 play on their own.",
    "not_seated": "A player without a seat in this draw cannot be swapped.",
    "too_few_for_two": "At least 2 players are needed. Wait for one more.",
    "too_few_for_pairs": "At least 2 pairs are needed: 4 players. Wait until there are 4.",
    "left_over_1_of_2": "2 sit at a table, and 1 player is left over. "
    "Wait for one more, or ask one to help you tonight.",
    "left_over_1_of_4": "4 sit at a table, in pairs, and 1 player is left over. "
    "Wait for 3 more, or ask one to help you tonight.",
    "left_over_2_of_4": "4 sit at a table, in pairs, and 2 players are left over. "
    "Wait for 2 more, or ask 2 to help you tonight.",
    "left_over_3_of_4": "4 sit at a table, in pairs, and 3 players are left over. "
    "Wait for one more, or ask 3 to help you tonight.",
    "too_few_sides": "At least 2 players, pairs or teams must be here before anybody can meet.",
    "too_few_for_groups": "At least 2 groups of 3 are needed: 6 entries. Wait until there are 6, or let all meet all.",
    "too_few_players_for_pairs": "Changing partners needs at least 4 players. Wait until there are 4.",
    "too_few_for_tables": "A table needs at least 3 players. Wait for one more, or choose a game for 2.",
    "all_played": "Everybody has met everybody else, so there is no further round to draw.",
    "all_moved": "Everybody who moves has met everybody who stays, so there is no further round to draw.",
    "knock_out_over": "The knock-out is decided, so there is no match left to play.",
    "undecided": "Table %(table)s of round %(round)s has no winner yet: it decides who plays on.",
}

WHY_TEXTS: Mapping[str, str] = {
    "lot": "Drawn at random.",
    "moved": "Moved here by hand, swapped with %(entry)s.",
    "beside_moved": "Meets %(entry)s, who was moved here by hand.",
    "rank": "Number %(rank)s in the standings.",
    "schedule": "Round %(round)s of the plan in which all meet once.",
    "group": "Group %(group)s, in which all meet once: round %(round)s.",
    "group_rests": "Sits out, because group %(group)s has an odd number; everybody there sits out in turn.",
    "group_met": "Sits out: has met everybody who is free in group %(group)s.",
    "group_over": "All in group %(group)s have met; larger groups play on.",
    "rests_odd": "Sits out, because the number is odd; everybody sits out in turn.",
    "swiss_level": "Same score as %(opponent)s: %(points)s.",
    "swiss_down": "Floated down: has %(points)s and meets %(opponent)s, who has %(theirs)s.",
    "swiss_up": "Floated up: has %(points)s and meets %(opponent)s, who has %(theirs)s.",
    "swiss_met": "Met %(entry)s in round %(round)s, so meets the next one: %(opponent)s.",
    "swiss_apart": "Kept apart from %(entry)s, so meets the next one: %(opponent)s.",
    "swiss_for_later": (
        "Has %(points)s and meets %(opponent)s, who has %(theirs)s, "
        "so that nobody has to meet twice in the rounds left."
    ),
    "swiss_halves": "Top half against bottom half: meets %(opponent)s.",
    "swiss_again": "Met %(opponent)s in round %(round)s and meets them again: there was no other way left.",
    "swiss_not_apart": "Meets %(opponent)s, although kept apart: there was no other way left.",
    "stays": "Stays at table %(table)s.",
    "swiss_rests": "Sits out: lowest of those who have not sat out yet.",
    "swiss_rests_early": "Sits out: lowest of those who have neither sat out nor come late.",
    "swiss_rests_again": "Sits out: lowest of those who have sat out least.",
    "swiss_rests_for": "Sits out: if somebody lower did, 2 who should not meet would have to.",
    "takes_place": "Came late and plays in the place of %(entry)s.",
    "takes_rest": "Came late and plays where one would have sat out.",
    "not_met": "Has not met %(opponent)s yet; the plan could not be kept, because people came or left.",
    "meets_again": "Met %(opponent)s in round %(round)s; nobody is left to meet that would let all others play.",
    "stays_put": "Stays at this table; the others move up.",
    "moves_up": "Moves up one table each round, from the last to table 1.",
    "first_round": "Number %(rank)s of the draw meets number %(other)s.",
    "placed_first": "First of group %(group)s: meets number %(other)s of group %(other_group)s.",
    "placed_second": "Second of group %(group)s: meets number %(other)s of group %(other_group)s.",
    "placed_third": "Third of group %(group)s: meets number %(other)s of group %(other_group)s.",
    "placed": "Number %(place)s of group %(group)s: meets number %(other)s of group %(other_group)s.",
    "placed_bye": "Number %(place)s of group %(group)s: goes through to round 2 without a match.",
    "knock_out_won": "Winner of table %(table)s in round %(round)s.",
    "quarter_final": "Quarter-final: winner of table %(table)s in round %(round)s.",
    "quarter_final_through": "Quarter-final, without a match in round %(round)s.",
    "semi_final": "Semi-final: winner of table %(table)s in round %(round)s.",
    "semi_final_through": "Semi-final, without a match in round %(round)s.",
    "final": "Final: winner of table %(table)s in round %(round)s.",
    "final_through": "Final, without a match in round %(round)s.",
    "knock_out_through": "Plays on, without a match in round %(round)s.",
    "third_place": "Match for third place.",
    "plate_first": "Plate, first round: lost the first match, to %(opponent)s in round %(round)s.",
    "plate_late": "Plate, first round: came late.",
    "plate_on": "Plate: plays on from round %(round)s.",
    "plate_final": "Final of the plate.",
    "plate_rests": "Sits out, because the number in the plate is odd.",
    "plate_waits": "Waits for those who lose their first match in this round, to meet in the plate.",
    "bye": "Goes through to round 2 without a match, as number %(rank)s of the draw.",
    "walk_over": "Goes through without a match, because %(entry)s has left.",
    "walk_over_nobody": "Goes through without a match, because nobody is left to meet.",
    "out_lost": "Out: lost to %(opponent)s in round %(round)s.",
    "out_champion": "Has won the knock-out.",
    "out_third": "Third in the knock-out.",
    "out_plate": "Has won the plate.",
    "out_late": "Came after the knock-out had begun.",
    "out_done": "Has no match left to play.",
    "rests_for": "Sits out, because %(entry)s has left.",
    "drive_up": "Won at table %(table)s, so moves up to table %(to)s.",
    "drive_head": "Won at the head table, so stays there.",
    "drive_stays": "Lost at table %(table)s, so stays there.",
    "drive_down": "Lost at table %(table)s, so goes to table %(to)s.",
    "drive_last": "Lost at table %(table)s, so goes to the last table.",
    "drive_cut": "Nobody won at table %(table)s: the cut sends this side to table %(to)s.",
    "drive_cut_stays": "Nobody won at table %(table)s: the cut keeps this side there.",
    "drive_half_up": "In the better half of table %(table)s, so moves up to table %(to)s.",
    "drive_half_head": "In the better half of the head table, so stays there.",
    "drive_half_stays": "Not in the better half of table %(table)s, so stays there.",
    "drive_half_last": "Not in the better half of the head table, so goes to the last table.",
    "drive_half_up_fills": "In the better half of table %(table)s, so would move up to table %(to)s; fills a free "
    "place at table %(seat)s: the tables down to it have %(seats)s places, and results send only %(coming)s people.",
    "drive_half_up_full": "In the better half of table %(table)s, so would move up to table %(to)s; sits at table "
    "%(seat)s: the tables down to table %(last)s have only %(seats)s places, and results send %(coming)s people.",
    "drive_half_up_gone": "In the better half of table %(table)s, but table %(to)s is not there any more: sits at "
    "table %(seat)s.",
    "drive_half_stays_fills": "In the lower half of table %(table)s, so would stay there; fills a free place at "
    "table %(seat)s: the tables down to it have %(seats)s places, and results send only %(coming)s people.",
    "drive_half_stays_full": "In the lower half of table %(table)s, so would stay there; sits at table %(seat)s: "
    "the tables down to table %(last)s have only %(seats)s places, and results send %(coming)s people.",
    "drive_half_stays_gone": "In the lower half of table %(table)s, which is not there any more: sits at table "
    "%(seat)s.",
    "drive_half_last_fills": "In the lower half of the head table, so would go to table %(to)s; fills a free place "
    "at table %(seat)s: the tables down to it have %(seats)s places, and results send only %(coming)s people.",
    "drive_half_last_full": "In the lower half of the head table, so would go to table %(to)s; sits at table "
    "%(seat)s: the tables down to table %(last)s have only %(seats)s places, and results send %(coming)s people.",
    "drive_half_last_gone": "In the lower half of the head table, but table %(to)s is not there any more: sits at "
    "table %(seat)s.",
    "drive_fills": "Fills a free place at table %(table)s.",
    "drive_enters": "Comes in at the bottom, at table %(table)s.",
    "drive_apart": "Kept apart from %(entry)s, so sits at table %(table)s.",
    "drive_changed": "Changed places with %(entry)s, who is kept apart from %(opponent)s.",
    "drive_instead": "At table %(table)s in place of %(entry)s, who cannot move.",
    "drive_rests": "Sits out: nearest to the bottom of those who have sat out least.",
    "rests_full": "Sits out, because all tables are full; everybody sits out in turn.",
    "mix_all_new": "Meets nobody a second time at this table.",
    "mix_new_partner": "Partners %(opponent)s for the first time.",
    "mix_partners_again": "Partners %(opponent)s again, as in round %(round)s: no plan without that was found.",
    "mix_opponents_often": "Plays against %(opponent)s more than twice, last in round %(round)s: no plan without that "
    "was found.",
    "mix_meets_again": "Meets %(opponent)s again, whom %(entry)s met in round %(round)s: no plan without that "
    "was found.",
    "mix_must_meet_again": "Meets %(opponent)s again, whom %(entry)s met in round %(round)s: it cannot be avoided with "
    "%(people)s players in %(rounds)s rounds.",
    "mix_rests": "Sits out, because tables of 4 leave %(left)s over; everybody sits out in turn.",
}
