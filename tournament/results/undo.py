"""How steps of this room are undone by one press."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_actions import LogAction
from tournament.foundation.undo import LoggedStep, UndoKind, name_entry
from tournament.matches.log_actions import CALL_OFF
from tournament.matches.undo import find_match, of_last_hour, say_of_match
from tournament.models import Adjustment, Entry, Match, NotedFeat, Ruling, SheetLine, State, join_names
from tournament.results.log_actions import (
    ADJUST_POINTS,
    AGREE,
    ENTER_SHEET,
    ENTER_SLIP,
    GIVE_WALK_OVER,
    MAKE_RULING,
    MARK_LATE,
    NOTE_FEAT,
    SHARE_TABLE,
)
from tournament.results.services.adjustments import take_back_adjustment
from tournament.results.services.decisions import share_table, take_back_agreement, take_back_decision
from tournament.results.services.feats import withdraw_feat
from tournament.results.services.lateness import stop_waiting
from tournament.results.services.sheets import matches_of_sheet, withdraw_sheet
from tournament.results.services.slips import withdraw_slip
from tournament.standings.queries.credits_in_words import say_adjustment


def _take_back_agreement(step: LoggedStep) -> list[partial[None]]:
    pks = [line.before["match"] for line in step.lines]
    agreed = Match.objects.filter(of_last_hour(step.event), pk__in=pks, state=State.AGREED, cross_checked=False)
    return [partial(take_back_agreement, step.event, pks)] if agreed.exists() else []


def _take_back_decision(step: LoggedStep) -> list[partial[None]]:
    later = Ruling.objects.filter(match=OuterRef("pk"), ruled_at__gt=step.at)
    decided = find_match(step).filter(state__in=(State.RULED, State.CALLED_OFF)).exclude(Exists(later))
    before = step.last.before["state"]
    return [partial(take_back_decision, match, decided_at=step.at, state=before) for match in decided]


def _stop_waiting(step: LoggedStep) -> list[partial[bool]]:
    late = find_match(step).filter(sides__late_since=step.at)
    return [partial(stop_waiting, match, step.facts["side_late"]) for match in late]


def _share_table_as_before(step: LoggedStep) -> list[partial[None]]:
    before, after = step.last.before["part"], step.last.after["part"]
    shared = find_match(step).filter(part=after)
    return [partial(share_table, match, before, reason=gettext("Undone.")) for match in shared]


def _withdraw_slip(step: LoggedStep) -> list[partial[None]]:
    """Withdraws a slip that is the only one of its match."""
    slip = step.facts["slip"]
    lines = SheetLine.objects.filter(side__match=OuterRef("pk"), slip=slip)
    of_step = lines.filter(entered_at=step.at, superseded_at=None)
    matches = find_match(step).filter(Exists(of_step), state=State.ENTERED)
    alone = matches.exclude(Exists(lines.exclude(superseded_at=None)))
    return [partial(withdraw_slip, match, slip=slip) for match in alone]


def _withdraw_sheet(step: LoggedStep) -> list[Callable[..., None]]:
    event, entry, matches = step.event, step.facts["entry"], step.facts["matches"]
    if matches_of_sheet(matches, entered_at=step.at).filter(of_last_hour(event)).count() != len(matches):
        return []

    def withdraw(**by_and_now: Any) -> None:
        owner = Entry.objects.select_related("event").get(event=event, pk=entry)
        withdraw_sheet(owner, matches, entered_at=step.at, **by_and_now)

    return [withdraw]


def _withdraw_feat(step: LoggedStep) -> list[partial[None]]:
    noted = NotedFeat.objects.filter(side__match__in=find_match(step), noted_at=step.at, superseded_at=None)
    return [partial(withdraw_feat, step.event, pk) for pk in noted.values_list("pk", flat=True)]


def _take_back_adjustment(step: LoggedStep) -> list[partial[None]]:
    given = Adjustment.objects.filter(entry__event=step.event, pk=step.facts["adjustment"], superseded_at=None)
    return [partial(take_back_adjustment, step.event, pk) for pk in given.values_list("pk", flat=True)]


def _say_adjusted(step: LoggedStep) -> str:
    names = join_names([name_entry(entry) for entry in step.facts["entries"]])
    return gettext("%(points)s, %(names)s") % {
        "points": say_adjustment(step.facts["points"], step.facts.get("games", 0)),
        "names": names,
    }


DECISION = UndoKind(say_of_match(_("decision on %(match)s")), _take_back_decision)
UNDO: Mapping[LogAction, UndoKind] = {
    ENTER_SHEET: UndoKind(_("sheet of %(name)s"), _withdraw_sheet, is_undone_once=True),
    ENTER_SLIP: UndoKind(say_of_match(_("slip of %(match)s")), _withdraw_slip),
    AGREE: UndoKind(
        lambda step: ngettext("%(n)s result agreed", "%(n)s results agreed", len(step.lines)) % {"n": len(step.lines)},
        _take_back_agreement,
    ),
    MARK_LATE: UndoKind(say_of_match(_("late side, %(match)s")), _stop_waiting),
    MAKE_RULING: DECISION,
    CALL_OFF: DECISION,
    GIVE_WALK_OVER: DECISION,
    NOTE_FEAT: UndoKind(say_of_match(_("noted feat, %(match)s")), _withdraw_feat),
    ADJUST_POINTS: UndoKind(_say_adjusted, _take_back_adjustment),
    SHARE_TABLE: UndoKind(
        say_of_match(_("shared table of %(match)s")), _share_table_as_before, is_its_own_opposite=True
    ),
}
