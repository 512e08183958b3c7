"""Defines an undoable step, and the kinds that enter something: names, settings, time, sheets, hands."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import uuid4

from django.db.models import Exists, OuterRef, Q
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring import read_hand
from tournament.clock.services.rounds import extend_round, shorten_round
from tournament.door.services.entries import remove_entry
from tournament.door.services.teams import split_team
from tournament.event.queries.competitors import was_seated
from tournament.event.queries.events import fixed_settings_of
from tournament.event.queries.hours import name_within_sentence
from tournament.event.services.events import change_settings, current_settings, settings_from
from tournament.hands.services.hands import correct_hand, restore_hand
from tournament.matches.queries.matches import seating_of, with_sides
from tournament.matches.services.withdrawn_sheets import matches_of_sheet, withdraw_sheet
from tournament.models import Enters, Entry, Event, Hand, LogEntry, Match, Round, Stage, State, Team, join_names

NAMED = 3
"""Up to this many names or settings are listed; more are counted."""


@dataclass(frozen=True)
class LoggedStep:
    """All log lines that one press wrote, the newest first. As words of a kind's name it fills in `%(match)s`,
    `%(round)s`, `%(hour)s`, `%(name)s`, `%(table)s`, or any key of the newest line."""

    event: Event
    lines: tuple[LogEntry, ...]

    @property
    def last(self) -> LogEntry:
        return self.lines[0]

    @property
    def at(self) -> datetime:
        return self.last.at

    @property
    def facts(self) -> dict[str, Any]:
        return {**self.last.before, **self.last.after}

    @property
    def rounds(self) -> list[int]:
        return [line.after["round"] for line in self.lines]

    @property
    def entries(self) -> list[int]:
        return [entry for line in self.lines for entry in line.after.get("entries", [])]

    def __getitem__(self, word: str) -> object:
        facts = self.facts
        match word:
            case "match":
                found = with_sides(Match.objects.filter(pk=facts["match"])).first()
                return found.name if found else gettext("a match")
            case "round" if self.event.kind.turns_per_seating > 1:
                return gettext("round %(number)s") % facts
            case "round":
                stage = Round.objects.filter(pk=facts["round"]).values_list("stage__number", flat=True).first()
                return name_within_sentence(self.event, stage) if stage else gettext("a round")
            case "hour":
                return name_within_sentence(self.event, facts["hour"])
            case "name":
                return name_entry(facts["entry"])
            case "table":
                return facts["tables"][0]
        return facts[word]


@dataclass(frozen=True)
class UndoKind:
    """How a kind of step is undone. `name` is what is undone, as after "Undo:": words to fill in, or a function.
    `find_calls` costs one query or two, and returns the calls that undo the step, each to be made with `by` and `now`;
    none if it cannot be undone now. A service refuses, in a sentence, what has become impossible meanwhile."""

    name: Promise | Callable[[LoggedStep], str]
    find_calls: Callable[[LoggedStep], Sequence[Callable[..., object]]]
    even_locked: bool = False
    is_undone_once: bool = False
    """Whether the undo is itself a step of such a kind, as with time that is added and taken off. Then the log lines of
    both are marked as undone."""

    def name_step(self, press: LoggedStep) -> str:
        return self.name(press) if callable(self.name) else str(self.name) % press


def name_entry(pk: int) -> str:
    entry = Entry.objects.select_related("player").filter(pk=pk).first()
    return entry.name if entry else gettext("somebody")


def of_last_hour(event: Event) -> Q:
    """Returns the filter for matches of the latest stage drawn. Results of earlier stages have decided seats, so they
    stay."""
    later = Stage.objects.filter(event=event, number__gt=OuterRef("table__stage__number"))
    return Q(table__stage__event=event) & ~Q(Exists(later))


def _name_entered(press: LoggedStep) -> str:
    names = [name for line in press.lines for name in line.after["names"]]
    if len(names) > NAMED:
        return ngettext("%(n)s name entered", "%(n)s names entered", len(names)) % {"n": len(names)}
    return gettext("%(names)s entered") % {"names": join_names(names)}


def _remove_entered(press: LoggedStep) -> list[partial[None]]:
    new = press.entries
    free = Entry.objects.filter(event=press.event, pk__in=new, team=None, seats=None, rests=None, payments=None)
    found = [partial(remove_entry, entry) for entry in free.select_related("event", "player")]
    return found if len(found) == len(new) else []


def _name_teams(press: LoggedStep) -> str:
    count = len(press.lines)
    if count == 1:
        return gettext("%(names)s together") % {"names": join_names(press.last.after["names"])}
    if press.event.enters == Enters.PAIRS:
        return ngettext("%(n)s pair put together", "%(n)s pairs put together", count) % {"n": count}
    return ngettext("%(n)s team put together", "%(n)s teams put together", count) % {"n": count}


def _split_teams(press: LoggedStep) -> list[partial[None]]:
    """Splits the teams that were put together; none if one of them has other members now, or a seat."""
    found = Team.objects.filter(event=press.event, entries__in=press.entries).distinct().select_related("event")
    teams = list(found.prefetch_related("entries"))
    made = {frozenset(line.after.get("entries", [])) for line in press.lines}
    are_as_made = {frozenset(entry.pk for entry in team.entries.all()) for team in teams} == made
    return [partial(split_team, team) for team in teams] if teams and are_as_made and not was_seated(*teams) else []


def _name_settings(press: LoggedStep) -> str:
    names = [key.replace("_", " ") for key in press.last.after["raw"]]
    if len(names) > NAMED:
        return ngettext("change of %(n)s setting", "change of %(n)s settings", len(names)) % {"n": len(names)}
    return gettext("change of settings: %(names)s") % {"names": join_names(names)}


def _change_settings_back(press: LoggedStep) -> list[partial[None]]:
    """Brings back the settings of before, as long as they are as this press left them and none of them is fixed."""
    saved = press.last.after.get("raw")
    if not saved or current_settings(press.event, saved) != settings_from(saved):
        return []
    if set(saved) & set(fixed_settings_of(press.event)):
        return []
    return [partial(change_settings, press.event, settings_from(press.last.before["raw"]))]


def _undo_time(opposite: Callable[..., bool]) -> Callable[[LoggedStep], list[partial[bool]]]:
    def find(press: LoggedStep) -> list[partial[bool]]:
        rounds = Round.objects.select_related("stage__event").filter(stage__event=press.event, pk__in=press.rounds)
        seconds = {line.after["round"]: line.after.get("seconds") for line in press.lines}
        found = list(rounds)
        is_on = any(
            round.pk == press.rounds[0] and round.started_at is not None and round.ended_at is None for round in found
        )
        if not is_on or None in seconds.values():
            return []
        return [partial(opposite, round, timedelta(seconds=seconds[round.pk])) for round in found]

    return find


def _name_time(words: Promise) -> Callable[[LoggedStep], str]:
    return lambda press: str(words) % {**press.facts, "n": press.facts["seconds"] // 60}


def _withdraw_sheet(press: LoggedStep) -> list[Callable[..., None]]:
    event, entry, matches = press.event, press.facts["entry"], press.facts["matches"]
    if matches_of_sheet(matches, entered_at=press.at).filter(of_last_hour(event)).count() != len(matches):
        return []

    def withdraw(**by_and_now: Any) -> None:
        found = Entry.objects.select_related("event").get(event=event, pk=entry)
        withdraw_sheet(found, matches, entered_at=press.at, **by_and_now)

    return [withdraw]


def _find_versions(press: LoggedStep) -> tuple[Hand | None, Hand | None]:
    """Returns two versions of a hand: the one that counted until this press, and the one that counts now; None if there
    is none or the match can no longer change."""
    of_hand = Hand.objects.filter(match=press.facts["match"], number=press.facts["hand"])
    open_matches = Match.objects.filter(of_last_hour(press.event)).exclude(state__in=(State.RULED, State.CALLED_OFF))
    hands = of_hand.filter(Q(superseded_at=None) | Q(superseded_at=press.at), match__in=open_matches)
    found = list(hands.select_related("match__table__stage__event").order_by("pk"))
    before = next((hand for hand in found if hand.superseded_at is not None), None)
    return before, next((hand for hand in found if hand.superseded_at is None), None)


def _correct_hand_back(press: LoggedStep) -> list[Callable[..., None]]:
    before, current = _find_versions(press)
    if before is None or current is None or current.entered_at != press.at:
        return []

    def correct(**by_and_now: Any) -> None:
        match = with_sides(Match.objects.filter(pk=press.facts["match"])).get()
        facts = read_hand(before.facts, seating_of(match))
        correct_hand(current, entry_key=uuid4(), facts=facts, reason=gettext("Undone."), **by_and_now)

    return [correct]


def _restore_hand(press: LoggedStep) -> list[partial[Hand]]:
    before, current = _find_versions(press)
    return [partial(restore_hand, before)] if before is not None and current is None else []


OF_WHAT_IS_ENTERED: Mapping[str, UndoKind] = {
    "enter_players": UndoKind(_name_entered, _remove_entered, is_undone_once=True),
    "team_up": UndoKind(_name_teams, _split_teams, is_undone_once=True),
    "change_settings": UndoKind(_name_settings, _change_settings_back, is_undone_once=True),
    "extend_round": UndoKind(
        _name_time(_("%(n)s min added to round %(number)s")), _undo_time(shorten_round), is_undone_once=True
    ),
    "shorten_round": UndoKind(
        _name_time(_("%(n)s min taken off round %(number)s")), _undo_time(extend_round), is_undone_once=True
    ),
    "enter_sheet": UndoKind(_("sheet of %(name)s"), _withdraw_sheet, is_undone_once=True),
    "correct_hand": UndoKind(_("correction of hand %(hand)s, %(match)s"), _correct_hand_back, is_undone_once=True),
    "withdraw_hand": UndoKind(_("deletion of hand %(hand)s, %(match)s"), _restore_hand, is_undone_once=True),
}
"""The kinds by the action in the log."""
