"""The kind of each action in the log, by which the log's page is filtered, and which decides who may read it.

A new action gets its kind here, its sentence next to the others of its room, and its topics in `live.topics`; tests
check all three.
"""

from collections.abc import Mapping

from tournament.models import LogEntry

Kind = LogEntry.Kind

ACTIONS: Mapping[Kind, str] = {
    Kind.SIGN_IN: "sign_in sign_out refuse_sign_in",
    Kind.ACCOUNTS: "make_account change_role issue_password choose_password close_account make_square",
    Kind.CLUB: "change_club save_emblem remove_emblem change_sharing make_token revoke_token",
    Kind.PEOPLE: (
        "enter_players set_here correct_name remove_entry team_up part leave come_back seat_late substitute "
        "set_wishes add_person change_person delete_person change_people_settings merge_people undo_merge tell_apart "
        "forget_person set_sign_up sign_up cancel_sign_up undo_cancellation change_partner import_people "
        "undo_import_people export_people"
    ),
    Kind.MONEY: "pay_membership take_back_membership pay take_back_payment set_due",
    Kind.LEAGUES: (
        "open_league change_league show_league import_results correct_result take_out_result put_back_result "
        "give_penalty take_back_penalty make_fixtures date_rounds date_match set_homes"
    ),
    Kind.SEASONS: (
        "open_season change_season show_season open_series change_series delete_series move_places change_rating_rules"
    ),
    Kind.EVENING: (
        "create_event change_settings save_club_rules show_standings undo_step lock_event reopen_event bin_event "
        "unbin_event purge_event"
    ),
    Kind.SEATS: "draw_rounds swap_seats discard_draft release_draw undo_release reseat",
    Kind.CLOCK: (
        "start_round take_back_start pause_round resume_round extend_round end_round start_by_itself "
        "shorten_round reopen_round set_break give_table_time take_back_table_time mute unmute hold_start "
        "let_start move_clocks"
    ),
    Kind.TABLES: "issue_codes reissue_codes revoke_code call_director answer_call reopen_call",
    Kind.RESULTS: (
        "enter_sheet enter_slip take_from_opponents withdraw_slip check_slip check_sheet agree "
        "take_back_agreement make_ruling take_back_decision rescore call_off give_walk_over take_back_walk_over "
        "share_table record_hand correct_hand dispute_hand agree_hands choose_version agree_version "
        "object_to_hand withdraw_hand keep_late accept_late set_aside set_all_aside finish_hands play_on "
        "restore_hand withdraw_sheet record_cuts record_play_off take_back_play_off"
    ),
    Kind.BACKUPS: (
        "set_restore_point go_back import_evening make_backup download_backup upload_backup delete_backup "
        "restore_backup name_second_place lock_backups export_file import_file"
    ),
    Kind.SCREENS: (
        "take_screen switch_screens show_notice change_screen let_screen_go call_out take_down begin_prizes "
        "reveal_prize cover_prize stop_prizes"
    ),
}
KINDS: Mapping[str, Kind] = {action: kind for kind, actions in ACTIONS.items() for action in actions.split()}

SEEN_BY_SECRETARY = (Kind.PEOPLE, Kind.MONEY, Kind.LEAGUES, Kind.SEASONS)
"""Directors see all kinds."""
