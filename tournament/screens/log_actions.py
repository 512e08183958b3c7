"""The actions of the log that this room writes."""

from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_actions import TOPICS, Kind, LogAction, say_either

TAKE_SCREEN = LogAction("take_screen", Kind.SCREENS, _("Connected the screen %(screens)s"))
SWITCH_SCREENS = LogAction("switch_screens", Kind.SCREENS, _("Switched %(screens)s"))
SHOW_NOTICE = LogAction("show_notice", Kind.SCREENS, _("Showed a notice on %(screens)s: %(notice)s"))
CHANGE_SCREEN = LogAction("change_screen", Kind.SCREENS, _("Changed the screen %(screens)s"))
LET_SCREEN_GO = LogAction("let_screen_go", Kind.SCREENS, _("Disconnected the screen %(screens)s"))
CALL_OUT = LogAction("call_out", Kind.SCREENS, _("Announced: %(text)s"))
TAKE_DOWN = LogAction("take_down", Kind.SCREENS, _("Removed the announcement: %(text)s"))
BEGIN_PRIZES = LogAction("begin_prizes", Kind.SCREENS, _("Started prize-giving"), topics=TOPICS)
REVEAL_PRIZE = LogAction("reveal_prize", Kind.SCREENS, _("Revealed prize %(number)s"))
COVER_PRIZE = LogAction("cover_prize", Kind.SCREENS, _("Hid prize %(number)s again"))
STOP_PRIZES = LogAction("stop_prizes", Kind.SCREENS, _("Stopped prize-giving"))
DRAW_WINNER = LogAction(
    "draw_winner",
    Kind.SCREENS,
    say_either(
        "prize",
        _("Drew %(name)s for “%(prize)s”, one of %(among)s here (seed %(seed)s)"),
        _("Drew %(name)s, one of %(among)s here (seed %(seed)s)"),
    ),
)
UNDO_DRAW_OF_WINNER = LogAction("undo_draw_of_winner", Kind.SCREENS, _("Undid the draw of %(name)s"))
