"""The kinds of step at the desk, the door and the clock that one press can undo: how each is named, and the calls that
undo it.

Steps that cannot be undone alone (somebody seated late, a substitute) have a restore point.
"""

from collections.abc import Mapping
from functools import partial

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.clock.services.hall_clock import mute, take_back_table_time
from tournament.clock.services.rounds import resume_round
from tournament.desk.services import take_back_agreement, take_back_end, take_back_release, take_back_start
from tournament.desk.undo_entered import OF_WHAT_IS_ENTERED, LoggedStep, UndoKind, name_entry, of_last_hour
from tournament.door.services.entries import set_here
from tournament.door.services.people import come_back
from tournament.door.services.till import take_back_payment
from tournament.draw.queries.undone_releases import why_seats_stay
from tournament.draw.services.draws import discard_draft, swap_seats
from tournament.event.queries.hours import hour_of
from tournament.event.services.codes_and_calls import reopen_call
from tournament.event.services.events import reopen_event, show_standings
from tournament.hands.services.hands import play_on
from tournament.matches.services.results import share_table, take_back_decision, withdraw_slip
from tournament.models import (
    Call,
    CallOut,
    Entry,
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


def _find_match(press: LoggedStep) -> QuerySet[Match]:
    """Returns the match of a step, if no later stage is drawn."""
    found = Match.objects.filter(of_last_hour(press.event), pk=press.facts["match"])
    return found.select_related("table__stage__event")


def _find_entry(press: LoggedStep) -> QuerySet[Entry]:
    return Entry.objects.select_related("event").filter(event=press.event, pk=press.facts["entry"])


def _find_draft(press: LoggedStep) -> QuerySet[Stage]:
    return Stage.objects.filter(event=press.event, number=press.facts["hour"], released_at=None)


def _take_back_start(press: LoggedStep) -> list[partial[None]]:
    """Undoes the start of rounds in which nothing is recorded."""
    recorded = Exists(Hand.objects.filter(match__round=OuterRef("pk")))
    brought = Exists(SheetLine.objects.filter(side__match__round=OuterRef("pk")))
    begun = Round.objects.filter(stage__event=press.event, pk__in=press.rounds, ended_at=None).exclude(started_at=None)
    found = list(begun.values_list(recorded, brought))
    is_untouched = bool(found) and not any(hand or line for hand, line in found)
    return [partial(take_back_start, press.event, press.rounds)] if is_untouched else []


def _take_back_end(press: LoggedStep) -> list[partial[None]]:
    later_round = Round.objects.filter(
        stage=OuterRef("stage"), turns=OuterRef("turns"), number__gt=OuterRef("number"), started_at__isnull=False
    )
    later_hour = Stage.objects.filter(
        event=press.event, number__gt=OuterRef("stage__number"), released_at__isnull=False
    )
    ended = Round.objects.filter(stage__event=press.event, pk__in=press.rounds).exclude(ended_at=None)
    is_latest = ended.exclude(Exists(later_round) | Exists(later_hour)).exists()
    return [partial(take_back_end, press.event, press.rounds)] if is_latest else []


def _take_back_release(press: LoggedStep) -> list[partial[None]]:
    stage = hour_of(press.event, press.facts["hour"])
    return [partial(take_back_release, press.event, [stage.number])] if stage and not why_seats_stay(stage) else []


def _take_back_table_time(press: LoggedStep) -> list[partial[None]]:
    table = press.facts["tables"][0]
    rounds = Round.objects.filter(pk__in=press.rounds, ended_at=None, table_times__has_key=str(table))
    return [partial(take_back_table_time, press.event, table)] if rounds.exists() else []


def _take_back_agreement(press: LoggedStep) -> list[partial[None]]:
    pks = [line.before["match"] for line in press.lines]
    agreed = Match.objects.filter(of_last_hour(press.event), pk__in=pks, state=State.AGREED, cross_checked=False)
    return [partial(take_back_agreement, press.event, pks)] if agreed.exists() else []


def _take_back_decision(press: LoggedStep) -> list[partial[None]]:
    later = Ruling.objects.filter(match=OuterRef("pk"), ruled_at__gt=press.at)
    decided = _find_match(press).filter(state__in=(State.RULED, State.CALLED_OFF)).exclude(Exists(later))
    before = press.last.before["state"]
    return [partial(take_back_decision, match, decided_at=press.at, state=before) for match in decided]


def _share_table_as_before(press: LoggedStep) -> list[partial[None]]:
    before, after = press.last.before["part"], press.last.after["part"]
    shared = _find_match(press).filter(part=after)
    return [partial(share_table, match, before, reason=gettext("Undone.")) for match in shared]


def _withdraw_slip(press: LoggedStep) -> list[partial[None]]:
    """Withdraws a slip that is the only one of its match."""
    slip = press.facts["slip"]
    lines = SheetLine.objects.filter(side__match=OuterRef("pk"), slip=slip)
    of_press = lines.filter(entered_at=press.at, superseded_at=None)
    found = _find_match(press).filter(Exists(of_press), state=State.ENTERED)
    alone = found.exclude(Exists(lines.exclude(superseded_at=None)))
    return [partial(withdraw_slip, match, slip=slip) for match in alone]


def _swap_seats_back(press: LoggedStep) -> list[partial[None]]:
    """Swaps two players of a draft again, unless one of them has been taken off the list since."""
    first, second = press.facts["entries"]
    entries = Entry.objects.filter(event=press.event).in_bulk([first, second])
    drafts = _find_draft(press) if len(entries) == 2 else ()
    return [partial(swap_seats, draft, entries[first], entries[second]) for draft in drafts]


def _set_here_back(press: LoggedStep) -> list[partial[None]]:
    is_here = press.facts["here"]
    found = _find_entry(press).filter(here=is_here, left_at=None, seats=None, rests=None)
    return [partial(set_here, entry, not is_here) for entry in found]


def _take_back_payment(press: LoggedStep) -> list[partial[None]]:
    of_entry = Payment.objects.filter(entry=press.facts["entry"], entry__event=press.event, takes_back=None)
    paid = of_entry.select_related("entry__event").filter(paid_at=press.at, taken_back_by=None)
    return [partial(take_back_payment, payment) for payment in paid.order_by("pk")[:1]]


def _reopen_call(press: LoggedStep) -> list[partial[None]]:
    tables = press.facts["tables"]
    answered = Call.objects.filter(event=press.event, table_number=tables[0], answered_at=press.at)
    return [partial(reopen_call, press.event, tables)] if answered.exists() else []


def _take_down_call_out(press: LoggedStep) -> list[partial[bool]]:
    shown = CallOut.objects.filter(event=press.event, called_at=press.at, taken_down_at=None)
    return [partial(take_down_call_out, called) for called in shown.select_related("event").order_by("pk")[:1]]


def _take_back_play_off(press: LoggedStep) -> list[partial[None]]:
    found = PlayOff.objects.filter(stage__event=press.event, kept_at=press.at, superseded_at=None)
    return [
        partial(take_back_play_off, play_off) for play_off in found.select_related("stage__event").order_by("pk")[:1]
    ]


def _show_standings_back(press: LoggedStep) -> list[partial[None]]:
    event, shown = press.event, press.facts["shown"]
    is_as_left = event.standings_shown == shown and not PrizeGiving.objects.filter(event=event).exists()
    return [partial(show_standings, event, not shown)] if is_as_left else []


def _stop_prizes(press: LoggedStep) -> list[partial[None]]:
    begun = PrizeGiving.objects.filter(event=press.event, began_at=press.at, revealed=0)
    return [partial(stop_prizes, press.event)] if begun.exists() else []


def _cover_prize(press: LoggedStep) -> list[partial[bool]]:
    number = press.facts["number"]
    giving = PrizeGiving.objects.filter(event=press.event, revealed=number)
    return [partial(cover_prize, press.event, seen=number)] if giving.exists() else []


START = UndoKind(_("start of %(round)s"), _take_back_start)
DECISION = UndoKind(_("decision on %(match)s"), _take_back_decision)
KINDS: Mapping[str, UndoKind] = {
    **OF_WHAT_IS_ENTERED,
    "start_round": START,
    "start_by_itself": START,
    "end_round": UndoKind(_("end of %(round)s"), _take_back_end),
    "pause_round": UndoKind(
        _("pause of %(round)s"),
        lambda press: [
            partial(resume_round, round)
            for round in Round.objects.select_related("stage__event")
            .filter(stage__event=press.event, pk__in=press.rounds, ended_at=None)
            .exclude(paused_at=None)
        ],
    ),
    "give_table_time": UndoKind(_("extra time for table %(table)s"), _take_back_table_time),
    "mute": UndoKind(
        _("mute"), lambda press: [partial(mute, press.event, False)] if press.event.muted_at is not None else []
    ),
    "agree": UndoKind(
        lambda press: (
            ngettext("%(n)s result agreed", "%(n)s results agreed", len(press.lines)) % {"n": len(press.lines)}
        ),
        _take_back_agreement,
    ),
    "make_ruling": DECISION,
    "call_off": DECISION,
    "give_walk_over": DECISION,
    "share_table": UndoKind(_("shared table of %(match)s"), _share_table_as_before),
    "enter_slip": UndoKind(_("slip of %(match)s"), _withdraw_slip),
    "finish_hands": UndoKind(
        _("all hands in, %(match)s"),
        lambda press: [partial(play_on, match) for match in _find_match(press).exclude(hands_finished_at=None)],
    ),
    "draw_rounds": UndoKind(
        _("draw of %(hour)s"), lambda press: [partial(discard_draft, stage) for stage in _find_draft(press)]
    ),
    "swap_seats": UndoKind(
        lambda press: (
            gettext("swap of %(names)s") % {"names": join_names([name_entry(pk) for pk in press.facts["entries"]])}
        ),
        _swap_seats_back,
    ),
    "release_draw": UndoKind(_("release of %(hour)s"), _take_back_release),
    "leave": UndoKind(
        _("%(name)s left"),
        lambda press: [partial(come_back, entry) for entry in _find_entry(press).filter(left_at=press.at)],
    ),
    "set_here": UndoKind(
        lambda press: (gettext("%(name)s is here") if press.facts["here"] else gettext("%(name)s is not here")) % press,
        _set_here_back,
    ),
    "pay": UndoKind(_("%(name)s paid %(amount)s"), _take_back_payment),
    "answer_call": UndoKind(_("answer to table %(table)s"), _reopen_call, even_locked=True),
    "call_out": UndoKind(_("announcement: %(text)s"), _take_down_call_out),
    "record_play_off": UndoKind(_("play-off"), _take_back_play_off),
    "show_standings": UndoKind(
        lambda press: gettext("standings shown") if press.facts["shown"] else gettext("standings hidden"),
        _show_standings_back,
        even_locked=True,
    ),
    "begin_prizes": UndoKind(_("start of prize-giving"), _stop_prizes, even_locked=True),
    "reveal_prize": UndoKind(_("prize %(number)s revealed"), _cover_prize, even_locked=True),
    "lock_event": UndoKind(
        _("locking the evening"),
        lambda press: (
            [partial(reopen_event, press.event, reason=gettext("Undone."))] if press.event.locked_at == press.at else []
        ),
        even_locked=True,
    ),
}
"""The kinds by the action in the log."""
