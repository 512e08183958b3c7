"""The kinds of step at the desk, the door and the clock that one press can undo: how each is named, whether it can be
undone now, and the service that undoes it.

Steps that cannot be undone alone (somebody seated late, a substitute) have a restore point.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TypeVar

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.clock.services.hall_clock import mute, take_back_table_time
from tournament.clock.services.rounds import resume_round
from tournament.desk.services import take_back_agreement, take_back_end, take_back_release, take_back_start
from tournament.desk.undo_entered import OF_WHAT_IS_ENTERED, LoggedStep, UndoKind, name_match, of_last_hour
from tournament.door.services.entries import set_here
from tournament.door.services.people import come_back
from tournament.door.services.till import take_back_payment
from tournament.draw.queries.undone_releases import why_seats_stay
from tournament.draw.services.draws import discard_draft, swap_seats
from tournament.event.queries.hours import hour_of, name_within_sentence
from tournament.event.services.codes_and_calls import reopen_call
from tournament.event.services.events import reopen_event, show_standings
from tournament.hands.services.hands import play_on
from tournament.matches.services.results import share_table, take_back_decision, withdraw_slip
from tournament.models import (
    Account,
    Call,
    CallOut,
    Entry,
    Event,
    Hand,
    Match,
    Payment,
    PlayOff,
    PrizeGiving,
    Round,
    Ruling,
    SheetLine,
    Stage,
    State,
    join_names,
)
from tournament.screens.services import cover_prize, stop_prizes, take_down_call_out
from tournament.standings.services import take_back_play_off

T = TypeVar("T")


def _name_round(event: Event, press: LoggedStep) -> str:
    if event.kind.turns_per_seating > 1:
        return _("round %(number)s") % {"number": press.last.after["number"]}
    stage = Round.objects.filter(pk=press.rounds[0]).values_list("stage__number", flat=True).first()
    return name_within_sentence(event, stage) if stage else _("a round")


def _name_entry(pk: int) -> str:
    entry = Entry.objects.select_related("player").filter(pk=pk).first()
    return entry.name if entry else _("somebody")


def _is_start_untouched(event: Event, press: LoggedStep) -> bool:
    of_round = {"match__round": OuterRef("pk")}
    recorded = Exists(Hand.objects.filter(**of_round))
    brought = Exists(SheetLine.objects.filter(side__match__round=OuterRef("pk")))
    begun = Round.objects.filter(stage__event=event, pk__in=press.rounds, ended_at=None).exclude(started_at=None)
    found = list(begun.values_list(recorded, brought))
    return bool(found) and not any(hand or line for hand, line in found)


def _is_end_the_latest(event: Event, press: LoggedStep) -> bool:
    later_round = Round.objects.filter(
        stage=OuterRef("stage"), turns=OuterRef("turns"), number__gt=OuterRef("number"), started_at__isnull=False
    )
    later_hour = Stage.objects.filter(event=event, number__gt=OuterRef("stage__number"), released_at__isnull=False)
    ended = Round.objects.filter(stage__event=event, pk__in=press.rounds).exclude(ended_at=None)
    return ended.exclude(Exists(later_round) | Exists(later_hour)).exists()


def _seats_may_go_back(event: Event, press: LoggedStep) -> bool:
    stage = hour_of(event, press.last.after["hour"])
    return stage is not None and not why_seats_stay(stage)


def _draft_of(event: Event, press: LoggedStep) -> Stage | None:
    return Stage.objects.filter(event=event, number=press.last.after["hour"], released_at=None).first()


def _swap_back(event: Event, press: LoggedStep, by: Account, now: datetime) -> None:
    if (stage := _draft_of(event, press)) is not None:
        first, second = (Entry.objects.get(event=event, pk=pk) for pk in press.last.after["entries"])
        swap_seats(stage, first, second, by=by, now=now)


def _is_decision_undoable(event: Event, press: LoggedStep) -> bool:
    found = Match.objects.filter(of_last_hour(event), pk=press.match, state__in=(State.RULED, State.CALLED_OFF))
    return found.exclude(Exists(Ruling.objects.filter(match=OuterRef("pk"), ruled_at__gt=press.at))).exists()


def _slip_is_alone(event: Event, press: LoggedStep) -> bool:
    lines = SheetLine.objects.filter(side__match=OuterRef("pk"), slip=press.last.after["slip"])
    found = Match.objects.filter(of_last_hour(event), pk=press.match, state=State.ENTERED)
    return (
        found.filter(Exists(lines.filter(entered_at=press.at, superseded_at=None)))
        .exclude(Exists(lines.exclude(superseded_at=None)))
        .exists()
    )


def _match_of(event: Event, press: LoggedStep) -> Match:
    return Match.objects.select_related("table__stage__event").get(pk=press.match, table__stage__event=event)


def _payment_of(event: Event, press: LoggedStep) -> Payment | None:
    paid = Payment.objects.select_related("entry__event").filter(entry=press.last.after["entry"], takes_back=None)
    return paid.filter(entry__event=event, paid_at=press.at, taken_back_by=None).first()


def _entry_of(event: Event, press: LoggedStep) -> Entry:
    return Entry.objects.select_related("event").get(event=event, pk={**press.last.before, **press.last.after}["entry"])


def _call_out_of(event: Event, press: LoggedStep) -> CallOut | None:
    up = CallOut.objects.select_related("event").filter(event=event, taken_down_at=None)
    return up.filter(called_at=press.at).first()


def _play_off_of(event: Event, press: LoggedStep) -> PlayOff | None:
    found = PlayOff.objects.select_related("stage__event").filter(stage__event=event, superseded_at=None)
    return found.filter(kept_at=press.at).first()


def _resume_rounds(event: Event, press: LoggedStep, by: Account, now: datetime) -> None:
    for round in Round.objects.select_related("stage__event").filter(stage__event=event, pk__in=press.rounds):
        resume_round(round, by=by, now=now)


def _name_agreed(event: Event, press: LoggedStep) -> str:
    return ngettext("%(n)s result agreed", "%(n)s results agreed", len(press.lines)) % {"n": len(press.lines)}


def _kind_of_found(
    name: Callable[[Event, LoggedStep], str],
    find: Callable[[Event, LoggedStep], T | None],
    undo: Callable[..., object],
) -> UndoKind:
    """Makes the kind of a step that can be undone as long as one thing is found."""

    def undo_found(event: Event, press: LoggedStep, by: Account, now: datetime) -> None:
        if (found := find(event, press)) is not None:
            undo(found, by=by, now=now)

    return UndoKind(name, lambda event, press: find(event, press) is not None, undo_found)


START = UndoKind(
    lambda event, press: _("start of %(round)s") % {"round": _name_round(event, press)},
    _is_start_untouched,
    lambda event, press, by, now: take_back_start(event, press.rounds, by=by, now=now),
)
DECISION = UndoKind(
    lambda event, press: _("decision on %(match)s") % {"match": name_match(press)},
    _is_decision_undoable,
    lambda event, press, by, now: take_back_decision(
        _match_of(event, press), decided_at=press.at, state=press.last.before["state"], by=by, now=now
    ),
)
KINDS: Mapping[str, UndoKind] = {
    **OF_WHAT_IS_ENTERED,
    "start_round": START,
    "start_by_itself": START,
    "end_round": UndoKind(
        lambda event, press: _("end of %(round)s") % {"round": _name_round(event, press)},
        _is_end_the_latest,
        lambda event, press, by, now: take_back_end(event, press.rounds, by=by, now=now),
    ),
    "pause_round": UndoKind(
        lambda event, press: _("pause of %(round)s") % {"round": _name_round(event, press)},
        lambda event, press: Round.objects.filter(pk__in=press.rounds, ended_at=None).exclude(paused_at=None).exists(),
        _resume_rounds,
    ),
    "give_table_time": UndoKind(
        lambda event, press: _("extra time for table %(table)s") % {"table": press.last.after["tables"][0]},
        lambda event, press: Round.objects.filter(
            pk__in=press.rounds, ended_at=None, table_times__has_key=str(press.last.after["tables"][0])
        ).exists(),
        lambda event, press, by, now: take_back_table_time(event, press.last.after["tables"][0], by=by, now=now),
    ),
    "mute": UndoKind(
        lambda event, press: _("mute"),
        lambda event, press: event.muted_at is not None,
        lambda event, press, by, now: mute(event, False, by=by, now=now),
    ),
    "agree": UndoKind(
        _name_agreed,
        lambda event, press: Match.objects.filter(
            of_last_hour(event), pk__in=press.matches, state=State.AGREED, cross_checked=False
        ).exists(),
        lambda event, press, by, now: take_back_agreement(event, press.matches, by=by, now=now),
    ),
    "make_ruling": DECISION,
    "call_off": DECISION,
    "give_walk_over": DECISION,
    "share_table": UndoKind(
        lambda event, press: _("shared table of %(match)s") % {"match": name_match(press)},
        lambda event, press: Match.objects.filter(
            of_last_hour(event), pk=press.match, part=press.last.after["part"]
        ).exists(),
        lambda event, press, by, now: share_table(
            _match_of(event, press), press.last.before["part"], reason=_("Undone."), by=by, now=now
        ),
    ),
    "enter_slip": UndoKind(
        lambda event, press: _("slip of %(match)s") % {"match": name_match(press)},
        _slip_is_alone,
        lambda event, press, by, now: withdraw_slip(
            _match_of(event, press), slip=press.last.after["slip"], by=by, now=now
        ),
    ),
    "finish_hands": UndoKind(
        lambda event, press: _("all hands in, %(match)s") % {"match": name_match(press)},
        lambda event, press: (
            Match.objects.filter(of_last_hour(event), pk=press.match).exclude(hands_finished_at=None).exists()
        ),
        lambda event, press, by, now: play_on(_match_of(event, press), by=by, now=now),
    ),
    "draw_rounds": _kind_of_found(
        lambda event, press: _("draw of %(hour)s") % {"hour": name_within_sentence(event, press.last.after["hour"])},
        _draft_of,
        discard_draft,
    ),
    "swap_seats": UndoKind(
        lambda event, press: (
            _("swap of %(names)s") % {"names": join_names([_name_entry(pk) for pk in press.last.after["entries"]])}
        ),
        lambda event, press: _draft_of(event, press) is not None,
        _swap_back,
    ),
    "release_draw": UndoKind(
        lambda event, press: _("release of %(hour)s") % {"hour": name_within_sentence(event, press.last.after["hour"])},
        _seats_may_go_back,
        lambda event, press, by, now: take_back_release(event, [press.last.after["hour"]], by=by, now=now),
    ),
    "leave": UndoKind(
        lambda event, press: _("%(name)s left") % {"name": _name_entry(press.last.after["entry"])},
        lambda event, press: Entry.objects.filter(pk=press.last.after["entry"], left_at=press.at).exists(),
        lambda event, press, by, now: come_back(_entry_of(event, press), by=by, now=now),
    ),
    "set_here": UndoKind(
        lambda event, press: (
            (_("%(name)s is here") if press.last.after["here"] else _("%(name)s is not here"))
            % {"name": _name_entry(press.last.before["entry"])}
        ),
        lambda event, press: Entry.objects.filter(
            pk=press.last.before["entry"], here=press.last.after["here"], left_at=None, seats=None, rests=None
        ).exists(),
        lambda event, press, by, now: set_here(_entry_of(event, press), not press.last.after["here"], by=by, now=now),
    ),
    "pay": _kind_of_found(
        lambda event, press: (
            _("%(name)s paid %(amount)s")
            % {"name": _name_entry(press.last.after["entry"]), "amount": press.last.after["amount"]}
        ),
        _payment_of,
        take_back_payment,
    ),
    "answer_call": UndoKind(
        lambda event, press: _("answer to table %(table)s") % {"table": press.last.after["tables"][0]},
        lambda event, press: Call.objects.filter(
            event=event, table_number=press.last.after["tables"][0], answered_at=press.at
        ).exists(),
        lambda event, press, by, now: reopen_call(event, press.last.after["tables"], by=by, now=now),
        even_locked=True,
    ),
    "call_out": _kind_of_found(
        lambda event, press: _("announcement: %(text)s") % {"text": press.last.after["text"]},
        _call_out_of,
        take_down_call_out,
    ),
    "record_play_off": _kind_of_found(lambda event, press: _("play-off"), _play_off_of, take_back_play_off),
    "show_standings": UndoKind(
        lambda event, press: _("standings shown") if press.last.after["shown"] else _("standings hidden"),
        lambda event, press: (
            event.standings_shown == press.last.after["shown"] and not PrizeGiving.objects.filter(event=event).exists()
        ),
        lambda event, press, by, now: show_standings(event, not press.last.after["shown"], by=by, now=now),
        even_locked=True,
    ),
    "begin_prizes": UndoKind(
        lambda event, press: _("start of prize-giving"),
        lambda event, press: PrizeGiving.objects.filter(event=event, began_at=press.at, revealed=0).exists(),
        lambda event, press, by, now: stop_prizes(event, by=by, now=now),
        even_locked=True,
    ),
    "reveal_prize": UndoKind(
        lambda event, press: _("prize %(number)s revealed") % press.last.after,
        lambda event, press: PrizeGiving.objects.filter(event=event, revealed=press.last.after["number"]).exists(),
        lambda event, press, by, now: cover_prize(event, seen=press.last.after["number"], by=by, now=now),
        even_locked=True,
    ),
    "lock_event": UndoKind(
        lambda event, press: _("locking the evening"),
        lambda event, press: event.locked_at == press.at,
        lambda event, press, by, now: reopen_event(event, reason=_("Undone."), by=by, now=now),
        even_locked=True,
    ),
}
"""The kinds by the action in the log."""
