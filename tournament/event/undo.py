"""How steps of this room are undone by one press."""

from collections.abc import Mapping
from functools import partial

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.event.log_actions import ANSWER_CALL, CHANGE_SETTINGS, LOCK_EVENT, SHOW_STANDINGS
from tournament.event.queries.events import fixed_settings_of, name_setting
from tournament.event.services.codes_and_calls import reopen_call
from tournament.event.services.events import (
    change_settings,
    current_settings,
    reopen_event,
    settings_from,
    show_standings,
)
from tournament.foundation.log_actions import LogAction
from tournament.foundation.undo import LoggedStep, UndoKind
from tournament.models import Call, PrizeGiving, join_names

NAMED = 3
"""Up to this many names or settings are listed; more are counted."""


def _reopen_call(step: LoggedStep) -> list[partial[None]]:
    tables = step.facts["tables"]
    answered = Call.objects.filter(event=step.event, table_number=tables[0], answered_at=step.at)
    return [partial(reopen_call, step.event, tables)] if answered.exists() else []


def _show_standings_back(step: LoggedStep) -> list[partial[None]]:
    event, shown = step.event, step.facts["shown"]
    is_as_left = event.standings_shown == shown and not PrizeGiving.objects.filter(event=event).exists()
    return [partial(show_standings, event, not shown)] if is_as_left else []


def _name_settings(step: LoggedStep) -> str:
    names = list(dict.fromkeys(name_setting(key) for key in step.last.after["raw"]))
    if len(names) > NAMED:
        return ngettext("%(n)s setting changed", "%(n)s settings changed", len(names)) % {"n": len(names)}
    return gettext("settings changed (%(names)s)") % {"names": join_names(names)}


def _change_settings_back(step: LoggedStep) -> list[partial[None]]:
    """Brings back the settings of before, as long as they are as this step left them and none of them is fixed."""
    saved = step.last.after.get("raw")
    if not saved or current_settings(step.event, saved) != settings_from(saved):
        return []
    if set(saved) & set(fixed_settings_of(step.event)):
        return []
    return [partial(change_settings, step.event, settings_from(step.last.before["raw"]))]


UNDO: Mapping[LogAction, UndoKind] = {
    CHANGE_SETTINGS: UndoKind(_name_settings, _change_settings_back, is_undone_once=True),
    SHOW_STANDINGS: UndoKind(
        lambda step: gettext("standings shown") if step.facts["shown"] else gettext("standings hidden"),
        _show_standings_back,
        even_locked=True,
        is_its_own_opposite=True,
    ),
    LOCK_EVENT: UndoKind(
        _("locking the evening"),
        lambda step: (
            [partial(reopen_event, step.event, reason=gettext("Undone."))] if step.event.locked_at == step.at else []
        ),
        even_locked=True,
    ),
    ANSWER_CALL: UndoKind(_("answer to table %(table)s"), _reopen_call, even_locked=True),
}
