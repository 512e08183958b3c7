"""The actions of the log that this room writes."""

from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_actions import Kind, LogAction

UNDO_STEP = LogAction("undo_step", Kind.EVENING, _("Undone: %(text)s"), topics=())
