"""Latecomers and leavers: seating those who come late, and calling off what a leaver will not play."""

from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext as _

from tournament.door.log_actions import COME_BACK, LEAVE, SEAT_LATE
from tournament.door.services.teams import check_place
from tournament.draw.queries.draws import movement_of
from tournament.draw.queries.free_chairs import Chair, chair_kept_for, free_chairs, seat_in_turn, turns_begun
from tournament.draw.services.draws import PlannedMatch, plan_matches
from tournament.event.queries.hours import released_stage
from tournament.event.services.restore_points import set_restore_point
from tournament.foundation.errors import CannotSeatNow, NotHere
from tournament.foundation.writing import note, writing
from tournament.matches.log_actions import CALL_OFF
from tournament.matches.queries.matches import players_of, with_sides
from tournament.models import Account, Entry, Event, LogEntry, Match, Seat, Stage, State, Table


def leave(entry: Entry, *, by: Account | None, now: datetime) -> list[Match]:
    """Records that somebody goes home: what was played stays, and matches that have not begun are called off. Their
    opponents sit out instead, or play without them if the game allows it.

    Returns the matches called off, in order. A match of the current round stays, and so does an earlier hour, because
    its results may still come in. A match between two sides in an evening of rounds stays too: somebody may still play
    in their place, or it becomes a walk-over. In an evening of rounds nobody takes a chair in the middle of a round.
    """
    with writing(entry.event) as event:
        Entry.objects.filter(pk=entry.pk).update(left_at=now)
        stage = released_stage(event)
        seat = Seat.objects.filter(entry=entry, table__stage=stage).select_related("table").first() if stage else None
        called_off: list[Match] = []
        if stage and seat and _plays_on_without(event, stage, seat):
            begun = turns_begun(stage).get(seat.table_id, 0)
            Seat.objects.filter(pk=seat.pk).update(until_turn=min(seat.until_turn, begun))
            called_off = _plan_turns(event, seat.table, begun + 1)
        note(event, LEAVE, by=by, now=now, after={"entry": entry.pk, "called_off": [m.pk for m in called_off]})
    return called_off


def _plays_on_without(event: Event, stage: Stage, seat: Seat) -> bool:
    """Returns whether a table is planned again when somebody leaves it: always, except that in an evening of rounds the
    others must have a match without them."""
    if event.kind.has_free_chairs:
        return True
    others = dict(Seat.objects.filter(table=seat.table).exclude(pk=seat.pk).values_list("position", "entry"))
    at = [others.get(position) for position in range(1, seat.table.size + 1)]
    drawn = movement_of(event, stage.number).table_of(seat.table.number, at)
    return any(turn.matches for turn in drawn.turns)


def come_back(entry: Entry, *, by: Account | None, now: datetime) -> Seat | None:
    """Brings back somebody who had left: to the chair they gave up, if no turn has begun without them and nobody has
    taken it. This also undoes a wrong press on Leaves at no cost. A round missed gets no credit as a sit-out.

    Returns that seat; None means that they wait for the next draw. Raises NotATeam while somebody else of their pair
    has their place.
    """
    with writing(entry.event) as event:
        check_place(entry)
        Entry.objects.filter(pk=entry.pk).update(left_at=None, here=True)
        stage = released_stage(event)
        chair = chair_kept_for(entry, stage) if stage else None
        after = {"entry": entry.pk} | ({"table": chair.table.number} if chair else {})
        note(event, COME_BACK, by=by, now=now, after=after)
        if chair is None:
            kept = Seat.objects.filter(entry=entry, table__stage=stage).select_related("table").first()
            return kept if not event.kind.has_free_chairs and kept and kept.until_turn == kept.table.turns else None
        seat = Seat.objects.select_related("table").get(table=chair.table, entry=entry)
        seat.until_turn = chair.table.turns
        seat.save(update_fields=["until_turn"])
        _plan_turns(event, chair.table, chair.from_turn)
        return seat


def seat_late(entry: Entry, *, by: Account | None, now: datetime) -> Seat:
    """Seats a latecomer from the next round on: in a leaver's chair first, else as the fourth at a table of three.

    Rounds missed count nothing. Raises CannotSeatNow if every chair of the hour is taken. Nobody who sits is moved, and
    the others' turns stay as printed.
    """
    with writing(entry.event) as event:
        if not Entry.objects.filter(pk=entry.pk, here=True, left_at=None).exists():
            raise NotHere
        stage = released_stage(event)
        if not event.kind.has_free_chairs:
            raise CannotSeatNow(_("The draw of the next round will seat them."))
        if stage is None or Seat.objects.filter(table__stage=stage, entry=entry).exists():
            raise CannotSeatNow
        chair = next(iter(free_chairs(stage)), None)
        if chair is None:
            has_more = event.kind.has_several_stages
            raise CannotSeatNow if has_more else CannotSeatNow(_("No table has a free chair."))
        set_restore_point(event, SEAT_LATE, by=by, now=now)
        seat = _give_chair(event, chair, entry)
        after = {"entry": entry.pk, "table": chair.table.number, "chair": chair.position, "from_turn": chair.from_turn}
        note(event, SEAT_LATE, by=by, now=now, after=after)
        return seat


def _give_chair(event: Event, chair: Chair, entry: Entry) -> Seat:
    table = chair.table
    if chair.position > table.size:
        # A table of three is a table of four with a vacant chair, so the others' turns do not change.
        Table.objects.filter(pk=table.pk).update(size=chair.position)
        table.size = chair.position
    # Somebody who left before playing a turn here leaves no trace at this table.
    Seat.objects.filter(table=table, position=chair.position, until_turn__lt=F("from_turn")).delete()
    seat = Seat.objects.create(
        table=table, position=chair.position, entry=entry, from_turn=chair.from_turn, until_turn=table.turns
    )
    _plan_turns(event, chair.table, chair.from_turn)
    return seat


def _plan_turns(event: Event, table: Table, from_turn: int) -> list[Match]:
    """Plans a table's turns from this one on for its seats as they are now. Calls off matches that are no longer wanted
    and have not begun, and returns them. Matches that were called off because somebody was missing who is back are on
    again, unless the director called them off."""
    seats = list(Seat.objects.filter(table=table))
    called_off = LogEntry.objects.filter(event=event, action=CALL_OFF.name, undone_at=None)
    by_hand = set(called_off.values_list("before__match", flat=True))
    off = []
    for number in range(from_turn, table.turns + 1):
        at = [seat_in_turn(seats, position, number) for position in range(1, table.size + 1)]
        drawn = movement_of(event, table.stage.number).table_of(
            table.number, [seat.entry_id if seat else None for seat in at]
        )
        wanted = {frozenset(match.entries): match.sides for match in drawn.turns[number - 1].matches}
        for match in with_sides(Match.objects.filter(table=table, round__number=number).select_related("round")):
            is_wanted = wanted.pop(frozenset(entry.pk for entry in players_of(match)), None)
            if is_wanted and match.state == State.CALLED_OFF and match.pk not in by_hand:
                Match.objects.filter(pk=match.pk).update(state=State.WAITING)
            elif not is_wanted and match.state == State.WAITING:
                Match.objects.filter(pk=match.pk).update(state=State.CALLED_OFF)
                off.append(match)
        plan_matches(event, [PlannedMatch(table, number, sides) for sides in wanted.values()])
    return off
