"""The topics that a page may follow, and which of them each log action touches.

A topic is one word for what is shown: `clock` (bells, timetable), `seats` (who sits where, who is here), `results`
(hands, results and standings), `calls` (tables that want the director) and `screens` (what the walls show).
"""

import re
from collections.abc import Mapping

SCREENS = "screens"
TOPICS = ("clock", "seats", "results", "calls", SCREENS)
MOST_FOLLOWED = 12
NUMBER = re.compile("[1-9][0-9]{0,17}")

ACTIONS: Mapping[str, str] = {
    "clock": (
        "start_round pause_round resume_round extend_round end_round start_by_itself shorten_round "
        "give_table_time take_back_table_time set_break mute unmute hold_start let_start move_clocks "
        "reopen_round take_back_start"
    ),
    "results": (
        "record_hand agree_hands dispute_hand agree enter_sheet enter_slip withdraw_slip take_from_opponents "
        "take_back_agreement withdraw_sheet restore_hand correct_hand withdraw_hand object_to_hand finish_hands "
        "play_on choose_version agree_version keep_late accept_late set_aside set_all_aside check_slip "
        "check_sheet rescore make_ruling take_back_decision give_walk_over take_back_walk_over share_table "
        "record_cuts record_play_off take_back_play_off"
    ),
    "calls": "call_director answer_call reopen_call",
    "seats": (
        "enter_players set_here remove_entry set_wishes team_up part sign_up cancel_sign_up undo_cancellation "
        "change_partner draw_rounds swap_seats discard_draft issue_codes revoke_code reissue_codes"
    ),
    "": "pay take_back_payment set_due set_restore_point undo_step set_sign_up",
    "seats results": "leave come_back seat_late call_off",
    "screens": (
        "take_screen switch_screens show_notice change_screen let_screen_go call_out take_down reveal_prize "
        "cover_prize stop_prizes"
    ),
}
"""The actions in the log by the topics that they touch; those of "" change nothing on a page that follows."""
OF_ACTIONS = {action: tuple(topics.split()) for topics, actions in ACTIONS.items() for action in actions.split()}
EVERYTHING = frozenset(
    "create_event change_settings save_club_rules correct_name lock_event reopen_event bin_event unbin_event go_back "
    "import_evening release_draw undo_release reseat substitute show_standings begin_prizes".split()
)
"""The actions that are meant to touch all topics, as any does that is not listed."""


def topics_of(action: str) -> tuple[str, ...]:
    return OF_ACTIONS.get(action, TOPICS)


def names_followed_in(written: str) -> tuple[str, ...] | None:
    """Returns the names in the address of a stream: numbers of evenings, or `screens`, with commas; None for anything
    else."""
    names = tuple(dict.fromkeys(written.split(",")))
    if len(names) > MOST_FOLLOWED or not all(name == SCREENS or NUMBER.fullmatch(name) for name in names):
        return None
    return names
