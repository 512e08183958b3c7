"""Latecomers and leavers: seating those who come late, and calling off what a leaver will not play."""

from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext as _

from tournament.door.services.teams import check_place
from tournament.draw.queries.draws import movement_of
from tournament.draw.queries.free_chairs import Chair, chair_kept_for, free_chairs, seat_in_turn, turns_begun
from tournament.draw.services.draws import PlannedMatch, plan_matches
from tournament.event.queries.hours import hour_of
from tournament.event.services.restore_points import set_restore_point
from tournament.foundation.errors import CannotSeatNow, NotHere
from tournament.foundation.writing import note, writing
from tournament.matches.queries.matches import players_of, with_sides
from tournament.models import Account, Entry, Event, LogEntry, Match, Seat, Stage, State, Table


def leave(entry: Entry, *, by: Account | None, now: datetime) -> list[Match]:
    """Somebody goes home: what is played stays, what is not begun is called off, and those opponents sit out instead,
    or play without them where their game lets them.

    Returns the matches called off, in order. A match of a round that is on stays, and so does an earlier hour: its
    results may still be brought. So does one between two sides of an evening of rounds: somebody may still play in
    their place, or it is a walk-over. An evening of rounds fills no chair in the middle of a round: a match that two
    began is theirs."""
    with writing(entry.event) as event:
        Entry.objects.filter(pk=entry.pk).update(left_at=now)
        stage = hour_of(event)
        seat = Seat.objects.filter(entry=entry, table__stage=stage).select_related("table").first() if stage else None
        called_off: list[Match] = []
        if stage and seat and _plays_on_without(event, stage, seat):
            begun = turns_begun(stage).get(seat.table_id, 0)
            Seat.objects.filter(pk=seat.pk).update(until_turn=min(seat.until_turn, begun))
            called_off = _plan_turns(event, seat.table, begun + 1)
        note(event, "leave", by=by, now=now, after={"entry": entry.pk, "called_off": [m.pk for m in called_off]})
    return called_off


def _plays_on_without(event: Event, stage: Stage, seat: Seat) -> bool:
    """Whether a table is planned anew when somebody leaves it: always but in an evening of rounds, where it is so only
    if the others have a match without them."""
    if event.kind.has_free_chairs:
        return True
    others = dict(Seat.objects.filter(table=seat.table).exclude(pk=seat.pk).values_list("position", "entry"))
    at = [others.get(position) for position in range(1, seat.table.size + 1)]
    drawn = movement_of(event, stage.number).table_of(seat.table.number, at)
    return any(turn.matches for turn in drawn.turns)


def come_back(entry: Entry, *, by: Account | None, now: datetime) -> Seat | None:
    """Somebody who had left is here again: in the chair given up, if no turn has begun without them and nobody has it.

    Returns that seat; None means waiting for the next draw. Raises NotATeam while somebody else of their pair has their
    place. A wrong press on Leaves costs nothing that way; a round missed is not a sit-out with its credit.
    """
    with writing(entry.event) as event:
        check_place(entry)
        Entry.objects.filter(pk=entry.pk).update(left_at=None, here=True)
        stage = hour_of(event)
        chair = chair_kept_for(entry, stage) if stage else None
        after = {"entry": entry.pk} | ({"table": chair.table.number} if chair else {})
        note(event, "come_back", by=by, now=now, after=after)
        if chair is None:
            kept = Seat.objects.filter(entry=entry, table__stage=stage).select_related("table").first()
            return kept if not event.kind.has_free_chairs and kept and kept.until_turn == kept.table.turns else None
        seat = Seat.objects.select_related("table").get(table=chair.table, entry=entry)
        seat.until_turn = chair.table.turns
        seat.save(update_fields=["until_turn"])
        _plan_turns(event, chair.table, chair.from_turn)
        return seat


def seat_late(entry: Entry, *, by: Account | None, now: datetime) -> Seat:
    """Seat a late-comer from the next round: in a leaver's chair first, else as the fourth of a table of three.

    Rounds missed count nothing. Raises CannotSeatNow when every chair of the hour is taken. Nobody who sits is moved,
    and the others' turns stay as printed.
    """
    with writing(entry.event) as event:
        if not Entry.objects.filter(pk=entry.pk, here=True, left_at=None).exists():
            raise NotHere
        stage = hour_of(event)
        if not event.kind.has_free_chairs:
            raise CannotSeatNow(_("The draw of the next round will seat them."))
        if stage is None or Seat.objects.filter(table__stage=stage, entry=entry).exists():
            raise CannotSeatNow
        chair = next(iter(free_chairs(stage)), None)
        if chair is None:
            has_more = event.kind.has_several_stages
            raise CannotSeatNow if has_more else CannotSeatNow(_("No table has a free chair."))
        set_restore_point(event, "seat_late", by=by, now=now)
        seat = _take(event, chair, entry)
        after = {
            "entry": entry.pk,
            "table": chair.table.number,
            "chair": chair.position,
            "from_turn": chair.from_turn,
        }
        note(event, "seat_late", by=by, now=now, after=after)
        return seat


def _take(event: Event, chair: Chair, entry: Entry) -> Seat:
    table = chair.table
    if chair.position > table.size:
        # A table of three is a four with its fourth chair vacant: the turns of those who sit do not change.
        Table.objects.filter(pk=table.pk).update(size=chair.position)
        table.size = chair.position
    # Whoever left before playing a single turn here leaves no trace at this table.
    Seat.objects.filter(table=table, position=chair.position, until_turn__lt=F("from_turn")).delete()
    seat = Seat.objects.create(
        table=table, position=chair.position, entry=entry, from_turn=chair.from_turn, until_turn=table.turns
    )
    _plan_turns(event, chair.table, chair.from_turn)
    return seat


def _plan_turns(event: Event, table: Table, from_turn: int) -> list[Match]:
    """Plan a table's turns from this one on as its seats are now. What was planned for others and has not begun is
    called off, and returned; what was called off for want of somebody who is back is on again, unless the director
    called it off themselves."""
    seats = list(Seat.objects.filter(table=table))
    called_off = LogEntry.objects.filter(event=event, action="call_off", undone_at=None)
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
