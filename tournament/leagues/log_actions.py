"""The actions of a league's log: who changed what, when and why."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_actions import Kind, LogAction, say_either
from tournament.leagues.log_sentences import (
    say_blocked,
    say_corrected,
    say_cup_drawn,
    say_cup_followed,
    say_date_of_match,
    say_dated,
    say_dates_of_rounds,
    say_derby,
    say_entered_teams,
    say_figures,
    say_fixtures_made,
    say_freed,
    say_homes,
    say_import_undone,
    say_imported,
    say_money,
    say_moved,
    say_moves,
    say_of_match,
    say_order_of_cup,
    say_penalty,
    say_players,
    say_request,
    say_rounds,
    say_ruled,
    say_rules,
    say_squad,
    say_squads_entered,
    say_team,
    say_teams_entered,
    say_week_sent,
    say_withdrawal,
)

OPEN_LEAGUE = LogAction("open_league", Kind.LEAGUES, _("Created the league"), changes=say_rules)
CHANGE_LEAGUE = LogAction("change_league", Kind.LEAGUES, _("Changed the league rules"), changes=say_rules)
SHOW_LEAGUE = LogAction(
    "show_league",
    Kind.LEAGUES,
    say_either("shown", _("Showed the table to everybody"), _("Hid the table from everybody")),
)
ADD_LEAGUE_MONEY = LogAction("add_league_money", Kind.MONEY, say_money)
TAKE_BACK_LEAGUE_MONEY = LogAction(
    "take_back_league_money", Kind.MONEY, lambda sentence: gettext("Undid: %(what)s") % {"what": say_money(sentence)}
)
SEND_WEEK = LogAction("send_week", Kind.LEAGUES, say_week_sent, topics=())
TAKE_BACK_SENT_WEEK = LogAction(
    "take_back_sent_week",
    Kind.LEAGUES,
    lambda sentence: gettext("Undid: %(what)s") % {"what": say_week_sent(sentence)},
    topics=(),
)
START_SEASON = LogAction("start_season", Kind.LEAGUES, _("Started the season %(season)s"), changes=say_moves)
UNDO_START_OF_SEASON = LogAction("undo_start_of_season", Kind.LEAGUES, _("Undid the start of the season %(season)s"))
IMPORT_RESULTS = LogAction("import_results", Kind.LEAGUES, say_imported)
UNDO_IMPORT_RESULTS = LogAction("undo_import_results", Kind.LEAGUES, say_import_undone)
CORRECT_RESULT = LogAction("correct_result", Kind.LEAGUES, say_corrected, changes=say_figures)
TAKE_OUT_RESULT = LogAction(
    "take_out_result", Kind.LEAGUES, say_of_match(_("Removed %(teams)s, round %(round)s")), changes=say_figures
)
PUT_BACK_RESULT = LogAction(
    "put_back_result", Kind.LEAGUES, say_of_match(_("Undid the removal of %(teams)s, round %(round)s"))
)
RULE_MATCH = LogAction("rule_match", Kind.LEAGUES, say_ruled, changes=say_figures)
UNDO_MATCH_RULING = LogAction(
    "undo_match_ruling",
    Kind.LEAGUES,
    say_of_match(_("Undid the ruling on %(teams)s, round %(round)s")),
    changes=say_figures,
)
REPORT_RESULT = LogAction(
    "report_result",
    Kind.LEAGUES,
    say_of_match(_("%(teams)s, round %(round)s: reported by the captain of %(team)s")),
    changes=say_figures,
)
AGREE_REPORTS = LogAction(
    "agree_reports", Kind.LEAGUES, say_of_match(_("Agreed %(teams)s, round %(round)s")), changes=say_figures
)
SETTLE_REPORTS = LogAction(
    "settle_reports", Kind.LEAGUES, say_of_match(_("Settled %(teams)s, round %(round)s")), changes=say_figures
)
UNDO_SETTLEMENT = LogAction(
    "undo_settlement",
    Kind.LEAGUES,
    say_of_match(_("Undid the settlement of %(teams)s, round %(round)s")),
    changes=say_figures,
)
CHANGE_CAPTAIN_LINK = LogAction(
    "change_captain_link",
    Kind.LEAGUES,
    say_either("made", _("Made a new captain’s link for %(team)s"), _("Revoked the captain’s link of %(team)s")),
)
WITHDRAW_TEAM = LogAction("withdraw_team", Kind.LEAGUES, say_withdrawal(_("%(team)s: %(withdrawal)s")))
RETURN_TEAM = LogAction(
    "return_team", Kind.LEAGUES, say_withdrawal(_("Undid the withdrawal of %(team)s: %(withdrawal)s"))
)
LINK_EVENING = LogAction(
    "link_evening",
    Kind.LEAGUES,
    say_of_match(_("%(teams)s, round %(round)s: played here, in the evening “%(evening)s”")),
)
CHANGE_HALL_LINK = LogAction(
    "change_hall_link",
    Kind.LEAGUES,
    lambda sentence: (
        str(_("Sent %(teams)s to another hall") if sentence.after["made"] else _("Revoked the link of %(teams)s"))
        % {"teams": " – ".join(sentence.after["teams"])}
    ),
)
RECEIVE_RESULT = LogAction(
    "receive_result",
    Kind.LEAGUES,
    say_of_match(_("%(teams)s, round %(round)s: a result came from another hall, version %(version)s")),
    changes=say_figures,
)
TAKE_FROM_EVENING = LogAction(
    "take_from_evening",
    Kind.LEAGUES,
    say_of_match(_("%(teams)s, round %(round)s: took the result from the evening of the cup")),
    changes=say_figures,
)
FOLLOW_HALL = LogAction(
    "follow_hall",
    Kind.LEAGUES,
    say_of_match(_("%(teams)s, round %(round)s: follows what was corrected where it was played")),
    changes=say_figures,
)
OPEN_VISIT = LogAction("open_visit", Kind.EVENING, _("Opened a match of %(league)s to be played here"))
ALLOW_VISITOR = LogAction("allow_visitor", Kind.EVENING, _("Allowed %(player)s to play for %(team)s"), topics=())
SEND_VISIT = LogAction("send_visit", Kind.EVENING, _("Sent the result to %(league)s"), topics=())
UNLINK_EVENING = LogAction(
    "unlink_evening",
    Kind.LEAGUES,
    say_of_match(_("%(teams)s, round %(round)s: no longer follows the evening “%(evening)s”")),
    changes=say_figures,
)
FOLLOW_EVENING = LogAction(
    "follow_evening",
    Kind.LEAGUES,
    say_of_match(_("%(teams)s, round %(round)s: follows the evening “%(evening)s”")),
    changes=say_figures,
)
CHANGE_TEAM = LogAction(
    "change_team",
    Kind.LEAGUES,
    lambda sentence: gettext("Changed the team %(team)s") % {"team": sentence.before["name"]},
    changes=say_team,
)
CHANGE_SQUAD = LogAction("change_squad", Kind.LEAGUES, _("Changed the squad of %(team)s"), changes=say_squad)
MOVE_PLAYER = LogAction("move_player", Kind.LEAGUES, say_moved, changes=say_squad)
ENTER_TEAMS = LogAction("enter_teams", Kind.LEAGUES, say_teams_entered, changes=say_entered_teams)
ENTER_SQUADS = LogAction("enter_squads", Kind.LEAGUES, say_squads_entered, changes=say_squad)
OF_SQUADS = (CHANGE_SQUAD, MOVE_PLAYER, ENTER_SQUADS)
"""The actions that `services.teams.undo_squad_change` undoes."""
UNDO_SQUAD = LogAction(
    "undo_squad", Kind.LEAGUES, _("Undid the last change of the squad of %(team)s"), changes=say_squad
)
SAY_PLAYERS = LogAction(
    "say_players",
    Kind.LEAGUES,
    say_of_match(_("%(teams)s, round %(round)s: who plays for %(team)s")),
    changes=say_players,
)
ALLOW_PLAYER = LogAction(
    "allow_player",
    Kind.LEAGUES,
    say_of_match(_("%(teams)s, round %(round)s: allowed %(player)s to play for %(team)s")),
)
UNDO_ALLOWANCE = LogAction(
    "undo_allowance",
    Kind.LEAGUES,
    say_of_match(_("%(teams)s, round %(round)s: no longer allows %(player)s to play for %(team)s")),
)
GIVE_PENALTY = LogAction("give_penalty", Kind.LEAGUES, say_penalty(_("Penalty of %(team)s: %(taken)s")))
TAKE_BACK_PENALTY = LogAction(
    "take_back_penalty", Kind.LEAGUES, say_penalty(_("Undid the penalty of %(team)s: %(taken)s"))
)
MAKE_FIXTURES = LogAction("make_fixtures", Kind.LEAGUES, say_fixtures_made)
DATE_ROUNDS = LogAction(
    "date_rounds",
    Kind.LEAGUES,
    lambda sentence: (
        gettext("Set when and where to play %(rounds)s")
        % {"rounds": say_rounds(sorted(map(int, sentence.after["rounds"])))}
    ),
    changes=say_dates_of_rounds,
)
DATE_MATCH = LogAction("date_match", Kind.LEAGUES, say_dated, changes=say_date_of_match)
BLOCK_DAYS = LogAction("block_days", Kind.LEAGUES, say_blocked)
FREE_DAYS = LogAction("free_days", Kind.LEAGUES, say_freed)
ADD_DERBY = LogAction("add_derby", Kind.LEAGUES, say_derby)
REMOVE_DERBY = LogAction(
    "remove_derby", Kind.LEAGUES, lambda sentence: gettext("Undid: %(what)s") % {"what": say_derby(sentence)}
)
ASK_POSTPONEMENT = LogAction(
    "ask_postponement", Kind.LEAGUES, say_request(_("%(team)s asked to postpone %(teams)s, round %(round)s"))
)
AGREE_POSTPONEMENT = LogAction(
    "agree_postponement", Kind.LEAGUES, say_request(_("%(other)s agreed to postpone %(teams)s, round %(round)s"))
)
WITHDRAW_POSTPONEMENT = LogAction(
    "withdraw_postponement",
    Kind.LEAGUES,
    say_request(_("%(team)s no longer asks to postpone %(teams)s, round %(round)s")),
)
DECLINE_POSTPONEMENT = LogAction(
    "decline_postponement", Kind.LEAGUES, say_request(_("Declined to postpone %(teams)s, round %(round)s"))
)
DRAW_CUP = LogAction("draw_cup", Kind.LEAGUES, say_cup_drawn, changes=say_order_of_cup)
UNDO_DRAW_OF_CUP = LogAction("undo_draw_of_cup", Kind.LEAGUES, _("Undid the draw of %(cup)s"))
FOLLOW_CUP = LogAction("follow_cup", Kind.LEAGUES, say_cup_followed)
SET_HOMES = LogAction("set_homes", Kind.LEAGUES, _("Set where teams play at home"), changes=say_homes)
