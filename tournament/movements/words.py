"""The sentences of movements, by code: faults, why a field cannot be seated, and why somebody sits where they do."""

from collections.abc import Mapping

from tournament import N_

FAULT_TEXTS: Mapping[str, str] = {
    "seated_twice": N_("%(entry)s has %(times)s seats."),
    "missing": N_("%(entry)s has no seat."),
    "unknown": N_("%(entry)s has a seat but is not in this draw’s field."),
    "same_number": N_("Two tables have the number %(table)s."),
    "table_size": N_("Nobody can play at table %(table)s with %(size)s."),
    "not_at_table": N_("%(entry)s is in turn %(turn)s at table %(table)s without a seat there."),
    "twice_in_turn": N_("%(entry)s is %(times)s times in turn %(turn)s at table %(table)s."),
    "not_in_turn": N_("%(entry)s neither plays nor sits out in turn %(turn)s at table %(table)s."),
    "sits_out_again": N_("%(entry)s sits out %(times)s times at table %(table)s while another there never does."),
    "second_meeting": N_("%(entry)s and %(opponent)s meet %(times)s times."),
    "met_before": N_("%(entry)s and %(opponent)s met in round %(round)s."),
    "partners_before": N_("%(entry)s and %(opponent)s were partners in round %(round)s."),
    "rests_again": N_("%(entry)s sits out again while %(opponent)s has not sat out yet."),
    "not_kept_apart": N_("%(entry)s and %(opponent)s should be kept apart but share table %(table)s."),
    "moved_who_stays": N_("%(entry)s cannot move from table %(wanted)s and is at table %(table)s."),
    "other_group": N_("%(entry)s and %(opponent)s are in different groups."),
    "other_cup": N_("%(entry)s and %(opponent)s cannot meet: one of them plays in the second cup."),
}

# These faults do not stop the evening: with nine people in round six, somebody has to meet somebody again. Only two
# seats for one player block a draw.
ADVICE = frozenset({"met_before", "partners_before", "rests_again", "not_kept_apart", "moved_who_stays", "other_group"})
"""Codes of faults that a director may let stand."""

CANNOT_SEAT_TEXTS: Mapping[str, str] = {
    "too_few": N_("A Kent evening needs at least 3 players. Wait for one more, or let the 2 play on their own."),
    "not_seated": N_("A player without a seat in this draw cannot be swapped."),
    "too_few_for_two": N_("At least 2 players are needed. Wait for one more."),
    "too_few_for_pairs": N_("At least 2 pairs are needed: 4 players. Wait until there are 4."),
    "left_over_1_of_2": N_(
        "2 sit at a table, and 1 player is left over. Wait for one more, or ask one to help you tonight."
    ),
    "left_over_1_of_4": N_(
        "4 sit at a table, in pairs, and 1 player is left over. Wait for 3 more, or ask one to help you tonight."
    ),
    "left_over_2_of_4": N_(
        "4 sit at a table, in pairs, and 2 players are left over. Wait for 2 more, or ask 2 to help you tonight."
    ),
    "left_over_3_of_4": N_(
        "4 sit at a table, in pairs, and 3 players are left over. Wait for one more, or ask 3 to help you tonight."
    ),
    "too_few_sides": N_("At least 2 players, pairs or teams must be here before anybody can meet."),
    "not_two": N_("One match needs exactly 2 teams with all their players here."),
    "too_few_for_groups": N_(
        "At least 2 groups of 3 are needed: 6 entries. Wait until there are 6, or let all meet all."
    ),
    "too_few_players_for_pairs": N_("Changing partners needs at least 4 players. Wait until there are 4."),
    "too_few_for_tables": N_("A table needs at least 3 players. Wait for one more, or choose a game for 2."),
    "all_played": N_("Everybody has met everybody else, so there is no further round to draw."),
    "all_moved": N_("Everybody who moves has met everybody who stays, so there is no further round to draw."),
    "knock_out_over": N_("The knock-out is decided, so there is no match left to play."),
    "undecided": N_(
        "Table %(table)s of round %(round)s has no winner yet: it decides who plays on. If neither side came, "
        "rule it under Results: “Walk-over”, then “Neither side”."
    ),
}

WHY_TEXTS: Mapping[str, str] = {
    "lot": N_("Drawn at random."),
    "one_match": N_("The 2 teams of this match, table by table in the order of their pairs."),
    "moved": N_("Moved here by hand, swapped with %(entry)s."),
    "beside_moved": N_("Meets %(entry)s, who was moved here by hand."),
    "rank": N_("Number %(rank)s in the standings."),
    "schedule": N_("Round %(round)s of the plan in which all meet once."),
    "group": N_("Group %(group)s, in which all meet once: round %(round)s."),
    "group_rests": N_("Sits out, because group %(group)s has an odd number; everybody there sits out in turn."),
    "group_met": N_("Sits out: has met everybody who is free in group %(group)s."),
    "group_over": N_("All in group %(group)s have met; larger groups play on."),
    "rests_odd": N_("Sits out, because the number is odd; everybody sits out in turn."),
    "swiss_level": N_("Same score as %(opponent)s: %(points)s."),
    "swiss_down": N_("Floated down: has %(points)s and meets %(opponent)s, who has %(theirs)s."),
    "swiss_up": N_("Floated up: has %(points)s and meets %(opponent)s, who has %(theirs)s."),
    "swiss_met": N_("Met %(entry)s in round %(round)s, so meets the next one: %(opponent)s."),
    "swiss_apart": N_("Kept apart from %(entry)s, so meets the next one: %(opponent)s."),
    "swiss_for_later": (
        N_(
            "Has %(points)s and meets %(opponent)s, who has %(theirs)s, "
            "so that nobody has to meet twice in the rounds left."
        )
    ),
    "swiss_halves": N_("Top half against bottom half: meets %(opponent)s."),
    "swiss_again": N_("Met %(opponent)s in round %(round)s and meets them again: there was no other way left."),
    "swiss_not_apart": N_("Meets %(opponent)s, although kept apart: there was no other way left."),
    "stays": N_("Stays at table %(table)s."),
    "swiss_rests": N_("Sits out: lowest of those who have not sat out yet."),
    "swiss_rests_early": N_("Sits out: lowest of those who have neither sat out nor come late."),
    "swiss_rests_again": N_("Sits out: lowest of those who have sat out least."),
    "swiss_rests_for": N_("Sits out: if somebody lower did, 2 who should not meet would have to."),
    "takes_place": N_("Came late and plays in the place of %(entry)s."),
    "takes_rest": N_("Came late and plays where one would have sat out."),
    "not_met": N_("Has not met %(opponent)s yet; the plan could not be kept, because people came or left."),
    "repeat": N_("A repeat, because all have met."),
    "meets_again": N_("Met %(opponent)s in round %(round)s; nobody is left to meet that would let all others play."),
    "stays_put": N_("Stays at this table; the others move up."),
    "moves_up": N_("Moves up one table each round, from the last to table 1."),
    "first_round": N_("Number %(rank)s of the draw meets number %(other)s."),
    "placed_first": N_("First of group %(group)s: meets number %(other)s of group %(other_group)s."),
    "placed_second": N_("Second of group %(group)s: meets number %(other)s of group %(other_group)s."),
    "placed_third": N_("Third of group %(group)s: meets number %(other)s of group %(other_group)s."),
    "placed": N_("Number %(place)s of group %(group)s: meets number %(other)s of group %(other_group)s."),
    "placed_bye": N_("Number %(place)s of group %(group)s: goes through to round 2 without a match."),
    "knock_out_won": N_("Winner of table %(table)s in round %(round)s."),
    "quarter_final": N_("Quarter-final: winner of table %(table)s in round %(round)s."),
    "quarter_final_through": N_("Quarter-final: went through round %(round)s without a match."),
    "semi_final": N_("Semi-final: winner of table %(table)s in round %(round)s."),
    "semi_final_through": N_("Semi-final: went through round %(round)s without a match."),
    "final": N_("Final: winner of table %(table)s in round %(round)s."),
    "final_through": N_("Final: went through round %(round)s without a match."),
    "knock_out_through": N_("Plays on: went through round %(round)s without a match."),
    "third_place": N_("Match for third place."),
    "plate_first": N_("Plate, first round: lost the first match, to %(opponent)s in round %(round)s."),
    "plate_late": N_("Plate, first round: came late."),
    "plate_on": N_("Plate: plays on from round %(round)s."),
    "plate_final": N_("Final of the plate."),
    "plate_rests": N_("Sits out, because the number in the plate is odd."),
    "plate_waits": N_("Waits for those who lose their first match in this round, to meet in the plate."),
    "bye": N_("Goes through to round 2 without a match, as number %(rank)s of the draw."),
    "walk_over": N_("Goes through without a match, because %(entry)s has left."),
    "walk_over_nobody": N_("Goes through without a match, because nobody is left to meet."),
    "out_lost": N_("Out: lost to %(opponent)s in round %(round)s."),
    "out_empty": N_("Out: neither side came to table %(table)s in round %(round)s."),
    "out_champion": N_("Has won the knock-out."),
    "out_third": N_("Third in the knock-out."),
    "out_plate": N_("Has won the plate."),
    "out_late": N_("Came after the knock-out had begun."),
    "out_done": N_("Has no match left to play."),
    "rests_for": N_("Sits out, because %(entry)s has left."),
    "drive_up": N_("Won at table %(table)s, so moves up to table %(to)s."),
    "drive_head": N_("Won at the head table, so stays there."),
    "drive_stays": N_("Lost at table %(table)s, so stays there."),
    "drive_down": N_("Lost at table %(table)s, so goes to table %(to)s."),
    "drive_last": N_("Lost at table %(table)s, so goes to the last table."),
    "drive_cut": N_("Nobody won at table %(table)s: the cut sends this side to table %(to)s."),
    "drive_cut_stays": N_("Nobody won at table %(table)s: the cut keeps this side there."),
    "drive_half_up": N_("In the better half of table %(table)s, so moves up to table %(to)s."),
    "drive_half_head": N_("In the better half of the head table, so stays there."),
    "drive_half_stays": N_("Not in the better half of table %(table)s, so stays there."),
    "drive_half_last": N_("Not in the better half of the head table, so goes to the last table."),
    "drive_half_up_fills": N_(
        "In the better half of table %(table)s, so would move up to table %(to)s; fills a free "
        "place at table %(seat)s: the tables down to it have room for %(seats)s, and results send only %(coming)s."
    ),
    "drive_half_up_full": N_(
        "In the better half of table %(table)s, so would move up to table %(to)s; sits at table "
        "%(seat)s: the tables down to table %(last)s have room for only %(seats)s, and results send %(coming)s."
    ),
    "drive_half_up_gone": N_(
        "In the better half of table %(table)s, but table %(to)s is not there any more: sits at table %(seat)s."
    ),
    "drive_half_stays_fills": N_(
        "In the lower half of table %(table)s, so would stay there; fills a free place at "
        "table %(seat)s: the tables down to it have room for %(seats)s, and results send only %(coming)s."
    ),
    "drive_half_stays_full": N_(
        "In the lower half of table %(table)s, so would stay there; sits at table %(seat)s: "
        "the tables down to table %(last)s have room for only %(seats)s, and results send %(coming)s."
    ),
    "drive_half_stays_gone": N_(
        "In the lower half of table %(table)s, which is not there any more: sits at table %(seat)s."
    ),
    "drive_half_last_fills": N_(
        "In the lower half of the head table, so would go to table %(to)s; fills a free place "
        "at table %(seat)s: the tables down to it have room for %(seats)s, and results send only %(coming)s."
    ),
    "drive_half_last_full": N_(
        "In the lower half of the head table, so would go to table %(to)s; sits at table "
        "%(seat)s: the tables down to table %(last)s have room for only %(seats)s, and results send %(coming)s."
    ),
    "drive_half_last_gone": N_(
        "In the lower half of the head table, but table %(to)s is not there any more: sits at table %(seat)s."
    ),
    "drive_fills": N_("Fills a free place at table %(table)s."),
    "drive_enters": N_("Comes in at the bottom, at table %(table)s."),
    "drive_apart": N_("Kept apart from %(entry)s, so sits at table %(table)s."),
    "drive_changed": N_("Changed places with %(entry)s, who is kept apart from %(opponent)s."),
    "drive_instead": N_("At table %(table)s in place of %(entry)s, who cannot move."),
    "drive_rests": N_("Sits out: nearest to the bottom of those who have sat out least."),
    "rests_full": N_("Sits out, because all tables are full; everybody sits out in turn."),
    "mix_all_new": N_("Meets nobody a second time at this table."),
    "mix_new_partner": N_("Partners %(opponent)s for the first time."),
    "mix_partners_again": N_("Partners %(opponent)s again, as in round %(round)s: no plan without that was found."),
    "mix_opponents_often": N_(
        "Plays against %(opponent)s more than twice, last in round %(round)s: no plan without that was found."
    ),
    "mix_meets_again": N_(
        "Meets %(opponent)s again, whom %(entry)s met in round %(round)s: no plan without that was found."
    ),
    "mix_must_meet_again": N_(
        "Meets %(opponent)s again, whom %(entry)s met in round %(round)s: it cannot be avoided with "
        "%(people)s players in %(rounds)s rounds."
    ),
    "mix_rests": N_("Sits out, because tables of 4 leave %(left)s over; everybody sits out in turn."),
}
