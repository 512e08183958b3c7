"""Defines an undoable step, and the kinds that enter something: names, settings, time, sheets, hands."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import uuid4

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring import read_hand
from tournament.clock.services.rounds import extend_round, shorten_round
from tournament.door.services.entries import remove_entry
from tournament.door.services.teams import split_team
from tournament.event.queries.competitors import was_seated
from tournament.event.queries.events import fixed_settings_of
from tournament.event.services.events import change_settings, current_settings, settings_from
from tournament.hands.services.hands import correct_hand, restore_hand
from tournament.matches.queries.matches import seating_of, with_sides
from tournament.matches.services.withdrawn_sheets import matches_of_sheet, withdraw_sheet
from tournament.models import (
    Account,
    Enters,
    Entry,
    Event,
    Hand,
    LogEntry,
    Match,
    Round,
    Stage,
    State,
    Team,
    join_names,
)

NAMED = 3
"""Up to this many names or settings are listed; more are counted."""


@dataclass(frozen=True)
class LoggedStep:
    """All log lines that one press wrote, the newest first."""

    lines: tuple[LogEntry, ...]

    @property
    def last(self) -> LogEntry:
        return self.lines[0]

    @property
    def log(self) -> int:
        return self.last.pk

    @property
    def at(self) -> datetime:
        return self.last.at

    @property
    def rounds(self) -> list[int]:
        return [line.after["round"] for line in self.lines]

    @property
    def match(self) -> int:
        told = {**self.last.before, **self.last.after}
        return int(told["match"])

    @property
    def matches(self) -> list[int]:
        return [line.before["match"] for line in self.lines]


@dataclass(frozen=True)
class UndoKind:
    """How a kind of step is undone. `name` is what is undone, as after "Undo:"; `can_undo` costs one query. `undo` gets
    event, step, account and time; its service refuses, in a sentence, what has become impossible meanwhile."""

    name: Callable[[Event, LoggedStep], str]
    can_undo: Callable[[Event, LoggedStep], bool]
    undo: Callable[[Event, LoggedStep, Account, datetime], object]
    even_locked: bool = False
    is_undone_once: bool = False
    """Whether the undo is itself a step of such a kind, as with time that is added and taken off. Then the log lines of
    both are marked as undone."""


def name_match(press: LoggedStep) -> str:
    match = with_sides(Match.objects.filter(pk=press.match)).first()
    return match.name if match else _("a match")


def of_last_hour(event: Event) -> Q:
    """Returns the filter for matches of the latest stage drawn. Results of earlier stages have decided seats, so they
    stay."""
    later = Stage.objects.filter(event=event, number__gt=OuterRef("table__stage__number"))
    return Q(table__stage__event=event) & ~Q(Exists(later))


def _entries_of(press: LoggedStep) -> list[int]:
    return [entry for line in press.lines for entry in line.after.get("entries", [])]


def _name_entered(event: Event, press: LoggedStep) -> str:
    names = [name for line in press.lines for name in line.after["names"]]
    if len(names) > NAMED:
        return ngettext("%(n)s name entered", "%(n)s names entered", len(names)) % {"n": len(names)}
    return _("%(names)s entered") % {"names": join_names(names)}


def _are_entries_untouched(event: Event, press: LoggedStep) -> bool:
    new = _entries_of(press)
    free = Entry.objects.filter(event=event, pk__in=new, team=None, seats=None, rests=None, payments=None)
    return bool(new) and free.count() == len(new)


def _remove_entries(event: Event, press: LoggedStep, by: Account, now: datetime) -> None:
    for entry in Entry.objects.select_related("event", "player").filter(event=event, pk__in=_entries_of(press)):
        remove_entry(entry, by=by, now=now)


def _name_teams(event: Event, press: LoggedStep) -> str:
    count = len(press.lines)
    if count == 1:
        return _("%(names)s together") % {"names": join_names(press.last.after["names"])}
    if event.enters == Enters.PAIRS:
        return ngettext("%(n)s pair put together", "%(n)s pairs put together", count) % {"n": count}
    return ngettext("%(n)s team put together", "%(n)s teams put together", count) % {"n": count}


def _teams_of(event: Event, press: LoggedStep) -> list[Team]:
    """Returns the teams that were put together; none if one of them has other members now."""
    teams = Team.objects.filter(event=event, entries__in=_entries_of(press)).distinct().select_related("event")
    found = list(teams.prefetch_related("entries"))
    made = {frozenset(line.after.get("entries", [])) for line in press.lines}
    return found if {frozenset(entry.pk for entry in team.entries.all()) for team in found} == made else []


def _are_teams_untouched(event: Event, press: LoggedStep) -> bool:
    teams = _teams_of(event, press)
    return bool(teams) and not was_seated(*teams)


def _part(event: Event, press: LoggedStep, by: Account, now: datetime) -> None:
    for team in _teams_of(event, press):
        split_team(team, by=by, now=now)


def _name_settings(event: Event, press: LoggedStep) -> str:
    names = [key.replace("_", " ") for key in press.last.after["raw"]]
    if len(names) > NAMED:
        return ngettext("change of %(n)s setting", "change of %(n)s settings", len(names)) % {"n": len(names)}
    return _("change of settings: %(names)s") % {"names": join_names(names)}


def _are_settings_free(event: Event, press: LoggedStep) -> bool:
    saved = press.last.after.get("raw")
    if not saved or current_settings(event, saved) != settings_from(saved):
        return False
    return not set(saved) & set(fixed_settings_of(event))


def _round_of(event: Event, press: LoggedStep) -> Round | None:
    on = Round.objects.select_related("stage__event").filter(stage__event=event, pk=press.rounds[0], ended_at=None)
    return on.exclude(started_at=None).first()


def _is_time_known(event: Event, press: LoggedStep) -> bool:
    return "seconds" in press.last.after and _round_of(event, press) is not None


def _name_time(words: str) -> Callable[[Event, LoggedStep], str]:
    def name(event: Event, press: LoggedStep) -> str:
        number = press.last.after["number"]
        return _(words) % {"n": press.last.after["seconds"] // 60, "number": number}

    return name


def _undo_time(opposite: Callable[..., bool]) -> Callable[[Event, LoggedStep, Account, datetime], object]:
    def undo(event: Event, press: LoggedStep, by: Account, now: datetime) -> None:
        for line in press.lines:
            round = Round.objects.select_related("stage__event").get(stage__event=event, pk=line.after["round"])
            opposite(round, timedelta(seconds=line.after["seconds"]), by=by, now=now)

    return undo


def _is_sheet_free(event: Event, press: LoggedStep) -> bool:
    matches = press.last.after["matches"]
    free = matches_of_sheet(matches, entered_at=press.at).filter(of_last_hour(event))
    return free.count() == len(matches)


def _undo_sheet(event: Event, press: LoggedStep, by: Account, now: datetime) -> None:
    entry = Entry.objects.select_related("event").get(event=event, pk=press.last.after["entry"])
    withdraw_sheet(entry, press.last.after["matches"], entered_at=press.at, by=by, now=now)


def _name_sheet(event: Event, press: LoggedStep) -> str:
    entry = Entry.objects.select_related("player").filter(pk=press.last.after["entry"]).first()
    return _("sheet of %(name)s") % {"name": entry.name if entry else _("somebody")}


def _name_hand(words: str) -> Callable[[Event, LoggedStep], str]:
    def name(event: Event, press: LoggedStep) -> str:
        return _(words) % {"hand": press.last.before["hand"], "match": name_match(press)}

    return name


def _versions(event: Event, press: LoggedStep) -> tuple[Hand | None, Hand | None]:
    """Returns two versions of a hand: the one that counted until this press, and the one that counts now; None if there
    is none or the match can no longer change."""
    of_hand = Hand.objects.filter(match=press.match, number=press.last.before["hand"])
    open_matches = Match.objects.filter(of_last_hour(event)).exclude(state__in=(State.RULED, State.CALLED_OFF))
    hands = of_hand.filter(Q(superseded_at=None) | Q(superseded_at=press.at), match__in=open_matches)
    found = list(hands.select_related("match__table__stage__event").order_by("pk"))
    before = next((hand for hand in found if hand.superseded_at is not None), None)
    return before, next((hand for hand in found if hand.superseded_at is None), None)


def _was_just_corrected(event: Event, press: LoggedStep) -> bool:
    before, now = _versions(event, press)
    return before is not None and now is not None and now.entered_at == press.at


def _is_number_free(event: Event, press: LoggedStep) -> bool:
    before, now = _versions(event, press)
    return before is not None and now is None


def _undo_correction(event: Event, press: LoggedStep, by: Account, now: datetime) -> None:
    before, current = _versions(event, press)
    if before is not None and current is not None:
        facts = read_hand(before.facts, seating_of(with_sides(Match.objects.filter(pk=press.match)).get()))
        correct_hand(current, entry_key=uuid4(), facts=facts, reason=_("Undone."), by=by, now=now)


def _undo_deletion(event: Event, press: LoggedStep, by: Account, now: datetime) -> None:
    before, _current = _versions(event, press)
    if before is not None:
        restore_hand(before, by=by, now=now)


OF_WHAT_IS_ENTERED: Mapping[str, UndoKind] = {
    "enter_players": UndoKind(_name_entered, _are_entries_untouched, _remove_entries, is_undone_once=True),
    "team_up": UndoKind(_name_teams, _are_teams_untouched, _part, is_undone_once=True),
    "change_settings": UndoKind(
        _name_settings,
        _are_settings_free,
        lambda event, press, by, now: change_settings(event, settings_from(press.last.before["raw"]), by=by, now=now),
        is_undone_once=True,
    ),
    "extend_round": UndoKind(
        _name_time(gettext_noop("%(n)s min added to round %(number)s")),
        _is_time_known,
        _undo_time(shorten_round),
        is_undone_once=True,
    ),
    "shorten_round": UndoKind(
        _name_time(gettext_noop("%(n)s min taken off round %(number)s")),
        _is_time_known,
        _undo_time(extend_round),
        is_undone_once=True,
    ),
    "enter_sheet": UndoKind(_name_sheet, _is_sheet_free, _undo_sheet, is_undone_once=True),
    "correct_hand": UndoKind(
        _name_hand(gettext_noop("correction of hand %(hand)s, %(match)s")),
        _was_just_corrected,
        _undo_correction,
        is_undone_once=True,
    ),
    "withdraw_hand": UndoKind(
        _name_hand(gettext_noop("deletion of hand %(hand)s, %(match)s")),
        _is_number_free,
        _undo_deletion,
        is_undone_once=True,
    ),
}
"""The kinds by the action in the log."""
