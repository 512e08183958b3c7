"""The topics that a page may follow, and which of them each log action touches.

A topic is one word for what is shown: `clock` (bells, timetable), `seats` (who sits where, who is here), `results`
(hands, results and standings), `calls` (tables that want the director) and `screens` (what the walls show).
"""

from collections.abc import Mapping

SCREENS = "screens"
TOPICS = ("clock", "seats", "results", "calls", SCREENS)
MOST_FOLLOWED = 12

OF_ACTIONS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("start_round", "pause_round", "resume_round", "extend_round", "end_round"), ("clock",)),
    **dict.fromkeys(("start_by_itself", "shorten_round", "give_table_time", "take_back_table_time"), ("clock",)),
    **dict.fromkeys(("set_break", "mute", "unmute", "hold_start", "let_start", "move_clocks"), ("clock",)),
    **dict.fromkeys(("record_hand", "agree_hands", "dispute_hand", "agree"), ("results",)),
    **dict.fromkeys(("enter_sheet", "enter_slip", "withdraw_slip", "take_from_opponents"), ("results",)),
    **dict.fromkeys(("call_director", "answer_call", "reopen_call"), ("calls",)),
    **dict.fromkeys(("reopen_round", "take_back_start"), ("clock",)),
    **dict.fromkeys(("take_back_agreement", "withdraw_sheet", "restore_hand"), ("results",)),
    **dict.fromkeys(("correct_hand", "withdraw_hand", "object_to_hand", "finish_hands", "play_on"), ("results",)),
    **dict.fromkeys(("choose_version", "agree_version"), ("results",)),
    **dict.fromkeys(
        ("keep_late", "accept_late", "set_aside", "set_all_aside", "check_slip", "check_sheet", "rescore"), ("results",)
    ),
    **dict.fromkeys(
        ("make_ruling", "take_back_decision", "give_walk_over", "take_back_walk_over", "share_table"), ("results",)
    ),
    **dict.fromkeys(("record_cuts", "record_play_off", "take_back_play_off"), ("results",)),
    **dict.fromkeys(("enter_players", "set_here", "remove_entry", "set_wishes", "team_up", "part"), ("seats",)),
    **dict.fromkeys(("pay", "take_back_payment", "set_due"), ()),  # money is on no page that follows
    **dict.fromkeys(("set_restore_point", "undo_step"), ()),
    # The door lists who signed up.
    **dict.fromkeys(("sign_up", "cancel_sign_up", "undo_cancellation", "change_partner"), ("seats",)),
    "set_sign_up": (),
    **dict.fromkeys(("draw_rounds", "swap_seats", "discard_draft"), ("seats",)),
    **dict.fromkeys(("issue_codes", "revoke_code", "reissue_codes"), ("seats",)),
    **dict.fromkeys(("leave", "come_back", "seat_late", "call_off"), ("seats", "results")),
    **dict.fromkeys(("take_screen", "switch_screens", "show_notice", "change_screen", "let_screen_go"), ("screens",)),
    **dict.fromkeys(("call_out", "take_down", "reveal_prize", "cover_prize", "stop_prizes"), ("screens",)),
}
"""The topics by the action in the log. Any other action touches everything, and should be listed below."""

EVERYTHING = frozenset(
    {
        *("create_event", "change_settings", "save_club_rules", "correct_name", "lock_event", "reopen_event"),
        *("bin_event", "unbin_event"),
        *(
            "go_back",
            "import_evening",
            "release_draw",
            "undo_release",
            "reseat",
            "substitute",
            "show_standings",
            "begin_prizes",
        ),
    }
)
"""The actions that are meant to touch all topics."""


def topics_of(action: str) -> tuple[str, ...]:
    return OF_ACTIONS.get(action, TOPICS)


def names_followed_in(written: str) -> tuple[str, ...] | None:
    """Returns the names in the address of a stream: numbers of evenings, or `screens`, with commas; None for anything
    else."""
    names = tuple(dict.fromkeys(written.split(",")))
    if len(names) > MOST_FOLLOWED or not all(name == SCREENS or _is_number(name) for name in names):
        return None
    return names


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdecimal() and len(name) < 19 and not name.startswith("0")
