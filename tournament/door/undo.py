"""How steps of this room are undone by one press."""

from collections.abc import Mapping
from functools import partial

from django.db.models import QuerySet
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.door.log_actions import ENTER_LIST, ENTER_PLAYERS, LEAVE, LINE_UP, PAY, SET_HERE, SUBSTITUTE, TEAM_UP
from tournament.door.services.arriving import check_list_undo, take_back_list
from tournament.door.services.entries import remove_entry, set_here
from tournament.door.services.line_ups import reopen_line_up
from tournament.door.services.people import come_back
from tournament.door.services.teams import can_undo_substitute, split_team, undo_substitute
from tournament.door.services.till import take_back_payment
from tournament.event.queries.competitors import was_seated
from tournament.event.queries.line_ups import is_line_up_open
from tournament.foundation.log_actions import LogAction
from tournament.foundation.undo import LoggedStep, UndoKind, name_entry
from tournament.models import Enters, Entry, Payment, Team, join_names

NAMED = 3
"""Up to this many names or settings are listed; more are counted."""


def _find_entry(step: LoggedStep) -> QuerySet[Entry]:
    return Entry.objects.select_related("event").filter(event=step.event, pk=step.facts["entry"])


def _set_here_back(step: LoggedStep) -> list[partial[None]]:
    is_here = step.facts["here"]
    entries = _find_entry(step).filter(here=is_here, left_at=None, seats=None, rests=None)
    return [partial(set_here, entry, not is_here) for entry in entries]


def _take_back_payment(step: LoggedStep) -> list[partial[None]]:
    of_entry = Payment.objects.filter(entry=step.facts["entry"], entry__event=step.event, takes_back=None)
    paid = of_entry.select_related("entry__event").filter(paid_at=step.at, taken_back_by=None)
    return [partial(take_back_payment, payment) for payment in paid.order_by("pk")[:1]]


def _name_entered(step: LoggedStep) -> str:
    names = [name for line in step.lines for name in line.after["names"]]
    if len(names) > NAMED:
        return ngettext("%(n)s name entered", "%(n)s names entered", len(names)) % {"n": len(names)}
    return gettext("%(names)s entered") % {"names": join_names(names)}


def _remove_entered(step: LoggedStep) -> list[partial[None]]:
    new = step.entries
    free = Entry.objects.filter(event=step.event, pk__in=new, team=None, seats=None, rests=None, payments=None)
    calls = [partial(remove_entry, entry) for entry in free.select_related("event", "player")]
    return calls if len(calls) == len(new) else []


def _name_list(step: LoggedStep) -> str:
    """Says how long the list was, and who of it would stay."""
    count, undo = len(step.facts["names"]), check_list_undo(step.event, step.last)
    words = ngettext("list with %(n)s name added", "list with %(n)s names added", count) % {"n": count}
    for stay, sentence in (
        (undo.used, gettext("%(list)s, but for those who sat or paid since: %(names)s")),
        (undo.paid, gettext("%(list)s; these stay as not here, because of their payments: %(names)s")),
    ):
        if stay:
            words = sentence % {"list": words, "names": join_names([entry.name for entry in stay])}
    return words


def _take_back_list(step: LoggedStep) -> list[partial[None]]:
    undo = check_list_undo(step.event, step.last)
    return [partial(take_back_list, step.event, step.last)] if undo.free else []


def _name_teams(step: LoggedStep) -> str:
    count = len(step.lines)
    if count == 1:
        return gettext("%(names)s together") % {"names": join_names(step.last.after["names"])}
    if step.event.enters == Enters.PAIRS:
        return ngettext("%(n)s pair put together", "%(n)s pairs put together", count) % {"n": count}
    return ngettext("%(n)s team put together", "%(n)s teams put together", count) % {"n": count}


def _split_teams(step: LoggedStep) -> list[partial[None]]:
    """Splits the teams that were put together; none if one of them has other members now, or a seat."""
    teams_of_step = Team.objects.filter(event=step.event, entries__in=step.entries).distinct().select_related("event")
    teams = list(teams_of_step.prefetch_related("entries"))
    made = {frozenset(line.after.get("entries", [])) for line in step.lines}
    are_as_made = {frozenset(entry.pk for entry in team.entries.all()) for team in teams} == made
    return [partial(split_team, team) for team in teams] if teams and are_as_made and not was_seated(*teams) else []


def _reopen_line_up(step: LoggedStep) -> list[partial[None]]:
    given = Team.objects.filter(event=step.event, lined_up_at=step.at, entries__in=step.facts["entries"])
    teams = given.select_related("event").distinct() if is_line_up_open(step.event) else ()
    return [partial(reopen_line_up, team, step.last.before["entries"]) for team in teams]


UNDO: Mapping[LogAction, UndoKind] = {
    ENTER_PLAYERS: UndoKind(_name_entered, _remove_entered, is_undone_once=True),
    ENTER_LIST: UndoKind(_name_list, _take_back_list, is_undone_once=True),
    TEAM_UP: UndoKind(_name_teams, _split_teams, is_undone_once=True),
    SET_HERE: UndoKind(
        lambda step: (gettext("%(name)s is here") if step.facts["here"] else gettext("%(name)s is not here")) % step,
        _set_here_back,
        is_its_own_opposite=True,
    ),
    LEAVE: UndoKind(
        _("%(name)s left"),
        lambda step: (
            []
            if step.event.has_gone_on_since(step.at)
            else [partial(come_back, entry) for entry in _find_entry(step).filter(left_at=step.at)]
        ),
    ),
    SUBSTITUTE: UndoKind(
        lambda step: (
            gettext("%(came)s as substitute for %(name)s")
            % {"came": name_entry(step.last.after["entry"]), "name": name_entry(step.last.before["entry"])}
        ),
        lambda step: (
            [partial(undo_substitute, step.event, step.last)] if can_undo_substitute(step.event, step.last) else []
        ),
    ),
    LINE_UP: UndoKind(_("line-up of %(team)s"), _reopen_line_up),
    PAY: UndoKind(_("%(name)s paid %(amount)s"), _take_back_payment),
}
