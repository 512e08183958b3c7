"""The kind of each action in the log, by which the log's page is filtered, and which decides who may read it.

A new action gets its kind here and its sentence next to the others of its room; a test checks both.
"""

from collections.abc import Mapping

from tournament.models import LogEntry

Kind = LogEntry.Kind

KINDS: Mapping[str, Kind] = {
    **dict.fromkeys(("sign_in", "sign_out", "refuse_sign_in"), Kind.SIGN_IN),
    **dict.fromkeys(("make_account", "change_role", "issue_password", "choose_password"), Kind.ACCOUNTS),
    **dict.fromkeys(("close_account", "make_square"), Kind.ACCOUNTS),
    **dict.fromkeys(("change_club", "save_emblem", "remove_emblem"), Kind.CLUB),
    **dict.fromkeys(("change_sharing", "make_token", "revoke_token"), Kind.CLUB),
    **dict.fromkeys(("enter_players", "set_here", "correct_name", "remove_entry", "team_up", "part"), Kind.PEOPLE),
    **dict.fromkeys(("leave", "come_back", "seat_late", "substitute", "set_wishes"), Kind.PEOPLE),
    **dict.fromkeys(("add_person", "change_person", "delete_person", "change_people_settings"), Kind.PEOPLE),
    **dict.fromkeys(("merge_people", "undo_merge", "tell_apart", "forget_person"), Kind.PEOPLE),
    **dict.fromkeys(("set_sign_up", "sign_up", "cancel_sign_up", "undo_cancellation", "change_partner"), Kind.PEOPLE),
    **dict.fromkeys(("import_people", "undo_import_people", "export_people"), Kind.PEOPLE),
    **dict.fromkeys(("pay_membership", "take_back_membership"), Kind.MONEY),
    **dict.fromkeys(("pay", "take_back_payment", "set_due"), Kind.MONEY),
    **dict.fromkeys(("open_league", "change_league", "show_league", "import_results"), Kind.LEAGUES),
    **dict.fromkeys(("correct_result", "take_out_result", "put_back_result"), Kind.LEAGUES),
    **dict.fromkeys(("give_penalty", "take_back_penalty"), Kind.LEAGUES),
    **dict.fromkeys(("make_fixtures", "date_rounds", "date_match", "set_homes"), Kind.LEAGUES),
    **dict.fromkeys(("open_season", "change_season", "show_season"), Kind.SEASONS),
    **dict.fromkeys(("open_series", "change_series", "delete_series", "move_places"), Kind.SEASONS),
    **dict.fromkeys(("change_rating_rules",), Kind.SEASONS),
    **dict.fromkeys(("create_event", "change_settings", "save_club_rules", "show_standings"), Kind.EVENING),
    **dict.fromkeys(
        ("undo_step", "lock_event", "reopen_event", "bin_event", "unbin_event", "purge_event"), Kind.EVENING
    ),
    **dict.fromkeys(("draw_rounds", "swap_seats", "discard_draft", "release_draw"), Kind.SEATS),
    **dict.fromkeys(("undo_release", "reseat"), Kind.SEATS),
    **dict.fromkeys(("start_round", "take_back_start", "pause_round", "resume_round", "extend_round"), Kind.CLOCK),
    **dict.fromkeys(("end_round", "start_by_itself", "shorten_round", "reopen_round", "set_break"), Kind.CLOCK),
    **dict.fromkeys(("give_table_time", "take_back_table_time", "mute", "unmute"), Kind.CLOCK),
    **dict.fromkeys(("hold_start", "let_start", "move_clocks"), Kind.CLOCK),
    **dict.fromkeys(("issue_codes", "reissue_codes", "revoke_code"), Kind.TABLES),
    **dict.fromkeys(("call_director", "answer_call", "reopen_call"), Kind.TABLES),
    **dict.fromkeys(("enter_sheet", "enter_slip", "take_from_opponents", "withdraw_slip"), Kind.RESULTS),
    **dict.fromkeys(
        ("check_slip", "check_sheet", "agree", "take_back_agreement", "make_ruling", "take_back_decision"), Kind.RESULTS
    ),
    **dict.fromkeys(("rescore", "call_off", "give_walk_over", "take_back_walk_over", "share_table"), Kind.RESULTS),
    **dict.fromkeys(("record_hand", "correct_hand", "dispute_hand", "agree_hands"), Kind.RESULTS),
    **dict.fromkeys(("choose_version", "agree_version", "object_to_hand", "withdraw_hand"), Kind.RESULTS),
    **dict.fromkeys(("keep_late", "accept_late", "set_aside", "set_all_aside"), Kind.RESULTS),
    **dict.fromkeys(("finish_hands", "play_on", "restore_hand", "withdraw_sheet"), Kind.RESULTS),
    **dict.fromkeys(("record_cuts", "record_play_off", "take_back_play_off"), Kind.RESULTS),
    **dict.fromkeys(("set_restore_point", "go_back", "import_evening"), Kind.BACKUPS),
    **dict.fromkeys(("make_backup", "download_backup", "upload_backup", "delete_backup"), Kind.BACKUPS),
    **dict.fromkeys(("restore_backup", "name_second_place", "lock_backups"), Kind.BACKUPS),
    **dict.fromkeys(("export_file", "import_file"), Kind.BACKUPS),
    **dict.fromkeys(("take_screen", "switch_screens", "show_notice", "change_screen"), Kind.SCREENS),
    **dict.fromkeys(("let_screen_go", "call_out", "take_down", "begin_prizes"), Kind.SCREENS),
    **dict.fromkeys(("reveal_prize", "cover_prize", "stop_prizes"), Kind.SCREENS),
}

SEEN_BY_SECRETARY = (Kind.PEOPLE, Kind.MONEY, Kind.LEAGUES, Kind.SEASONS)
"""Directors see all kinds."""
