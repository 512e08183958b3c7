"""Draws the hours: a draft that only the director sees, changed by hand if wanted, then released."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext as _

from tournament.draw.log_actions import DISCARD_DRAFT, DRAW_ROUNDS, SWAP_SEATS, UNDO_RELEASE
from tournament.draw.queries.drafts import mark_of, tables_shown
from tournament.draw.queries.draws import draw_of, field_of, movement_of, second_hour_of, threes_of
from tournament.draw.queries.seating_reasons import in_words
from tournament.draw.queries.undone_releases import why_seats_stay
from tournament.event.log_actions import RELEASE_DRAW
from tournament.event.queries.competitors import key_of
from tournament.event.queries.entry_rows import EntryRow
from tournament.event.queries.hours import place_of, plan_with_rounds, released_stage
from tournament.event.services.codes_and_calls import issue_codes
from tournament.event.services.restore_points import set_restore_point
from tournament.foundation.errors import AlreadyReleased, CannotDraw, DraftChanged, ReleaseStays
from tournament.foundation.log_actions import names_of_actions
from tournament.foundation.writing import note, writing
from tournament.models import (
    Account,
    Call,
    Enters,
    Entry,
    Event,
    LogEntry,
    Match,
    Rest,
    Round,
    Seat,
    Side,
    SidePlayer,
    Stage,
    Table,
    entry_names,
)
from tournament.movements.draw import CannotSeat, Draw, Field, Movement, swap
from tournament.movements.faults import find_faults
from tournament.movements.words import CANNOT_SEAT_TEXTS


def draw_first_hour(event: Event, *, seed: int, prefer_five: bool = False, by: Account | None, now: datetime) -> Stage:
    """Seats everybody here by lot; the same people and seed give the same seats. Replaces an unreleased draft."""
    with writing(event) as current:
        entries = sorted(entry.pk for entry in field_of(current))
        movement = _require_fit(current, len(entries))
        (draw,) = movement.next_draws(Field(tuple(entries), seed, prefer_five, table_size=current.table_size))
        return keep_draft(current, 1, draw, seed=seed, prefer_five=prefer_five, by=by, now=now)


def draw_second_hour(event: Event, *, prefer_five: bool = False, by: Account | None, now: datetime) -> Stage:
    """Seats by the standings of hour 1. Raises CannotDraw while players are tied across a table boundary."""
    with writing(event) as current:
        if released_stage(current, 1) is None:
            raise CannotDraw(_("Hour 2 is seated by the ranking of hour 1. Draw hour 1 first."))
        movement = _require_fit(current, len(field_of(current)))
        planned = second_hour_of(current, prefer_five=prefer_five)
        if planned.ties:
            names = "; ".join(", ".join(placing.record.name for placing in tie) for tie in planned.ties)
            raise CannotDraw(_("Tied across a table boundary: %(names)s. Let them cut the cards.") % {"names": names})
        (draw,) = movement.next_draws(Field(planned.order, prefer_five=prefer_five, threes=threes_of(current)))
        return keep_draft(current, 2, draw, seed=None, prefer_five=prefer_five, by=by, now=now)


def _require_fit(event: Event, size: int) -> Movement:
    """Returns the movement of an event. Raises CannotDraw if it cannot seat so many."""
    movement = movement_of(event)
    fit = movement.fits(size)
    if not fit:
        raise CannotDraw(_(fit.why_not))
    return movement


def keep_draft(
    event: Event,
    number: int,
    draw: Draw[int],
    *,
    seed: int | None,
    by: Account | None,
    now: datetime,
    prefer_five: bool = False,
    order: Sequence[int] = (),
    second_cup: Sequence[int] = (),
    out: Sequence[int] = (),
    why: Mapping[str, object] | None = None,
) -> Stage:
    """Saves a draw as the draft of a stage, in place of an earlier one. Raises AlreadyReleased."""
    stage = Stage.objects.filter(event=event, number=number).first()
    if stage and stage.released_at:
        raise AlreadyReleased
    if stage:
        stage.delete()
    stage = Stage.objects.create(
        event=event,
        number=number,
        seed=seed,
        prefer_five=prefer_five,
        order=list(order),
        second_cup=list(second_cup),
        out=list(out),
        why=dict(why or {}),
        drawn_at=now,
    )
    _seat(stage, draw)
    note(event, DRAW_ROUNDS, by=by, now=now, after={"hour": number, "seed": seed, "tables": len(draw.tables)})
    return stage


def _seat(stage: Stage, draw: Draw[int]) -> None:
    wrong = faults_in(stage, draw, [*draw.entries, *draw.resting])
    if wrong:
        raise CannotDraw(" ".join(wrong))
    for drawn in draw.tables:
        table = Table.objects.create(stage=stage, number=drawn.number, size=len(drawn.seats), turns=len(drawn.turns))
        Seat.objects.bulk_create(
            Seat(table=table, position=position, entry_id=entry, until_turn=table.turns)
            for position, entry in enumerate(drawn.seats, start=1)
            if entry is not None
        )
    Rest.objects.bulk_create(Rest(stage=stage, entry_id=entry) for entry in draw.resting)


def faults_in(stage: Stage, draw: Draw[int], expected: list[int]) -> list[str]:
    """Returns what is wrong with a draw of players, apart from the field, in sentences with names."""
    faults = find_faults(draw, expected, sizes=movement_of(stage.event, stage.number).sizes)
    if not faults:
        return []
    return in_words(faults, entry_names(stage.event.entries.all()))


def swap_seats(
    stage: Stage, first: Entry | EntryRow, second: Entry | EntryRow, *, by: Account | None, now: datetime
) -> None:
    """Swaps two players of a draft, each with their partner if pairs enter. Raises CannotDraw, and moves nobody, if the
    new draw has a fault. Teams cannot be swapped; another draw can change their places."""
    with writing(stage.event) as event:
        current = _require_unreleased(stage)
        moved = draw_of(current)
        try:
            for one, other in _who_change(event, current, first, second):
                moved = swap(movement_of(event, current.number), moved, one, other)
        except CannotSeat as error:
            raise CannotDraw(_(CANNOT_SEAT_TEXTS[error.code]) % error.params) from error
        current.tables.all().delete()
        current.rests.all().delete()
        _seat(current, moved)
        why = _why_moved(event, current, first, second) if event.kind.is_planned else current.why
        Stage.objects.filter(pk=current.pk).update(moved_by_hand=True, why=why)
        note(event, SWAP_SEATS, by=by, now=now, after={"entries": [first.pk, second.pk], "hour": current.number})


def _who_change(event: Event, stage: Stage, first: Entry | EntryRow, second: Entry | EntryRow) -> list[tuple[int, int]]:
    """Returns the entries that swap: those two, and their partners if pairs enter."""
    if event.enters == Enters.PLAYERS:
        return [(first.pk, second.pk)]
    if event.enters == Enters.TEAMS:
        raise CannotDraw(_("A team sits at several tables. To change its opponent, draw again."))
    if first.team_id == second.team_id:
        raise CannotDraw(_("These 2 are partners. Tick a player from another pair."))
    draw = draw_of(stage)
    seated = Entry.objects.filter(pk__in={*draw.entries, *draw.resting}).order_by("pk").values_list("pk", flat=True)
    return list(zip(seated.filter(team=first.team_id), seated.filter(team=second.team_id), strict=True))


def _why_moved(event: Event, stage: Stage, first: Entry | EntryRow, second: Entry | EntryRow) -> dict[str, object]:
    """Returns the reasons of a draft after two have swapped: the reasons of these two, and of all at their tables, are
    replaced."""
    why = dict(stage.why)
    one, other = key_of(event, first), key_of(event, second)
    for mover, here in ((one, first), (other, second)):
        table = Seat.objects.filter(entry=here.pk, table__stage=stage).values("table")
        for seat in Seat.objects.filter(table__in=table).select_related("entry"):
            why[str(key_of(event, seat.entry))] = ["beside_moved", {"entry": mover}]
    return why | {str(one): ["moved", {"entry": other}], str(other): ["moved", {"entry": one}]}


def discard_draft(stage: Stage, *, by: Account | None, now: datetime) -> None:
    with writing(stage.event) as event:
        current = _require_unreleased(stage)
        set_restore_point(event, DISCARD_DRAFT, hour=current.number, by=by, now=now)
        note(event, DISCARD_DRAFT, by=by, now=now, before={"hour": current.number, "seed": current.seed})
        current.delete()


def release_draw(stage: Stage, *, seen: str | None = None, by: Account | None, now: datetime) -> None:
    """Releases the seats: creates matches and rounds. From now on nobody is moved silently.

    `seen` is the mark of the draft that the director saw. Raises DraftChanged if the draft is another by now, and
    CannotDraw, in words, if somebody came or left since it was made.
    """
    with writing(stage.event) as event:
        current = _reread_stage(stage)
        if current.released_at:
            return
        if seen is not None and seen != mark_of(tables_shown(current)):
            raise DraftChanged
        draw = draw_of(current)
        belong = [entry.pk for entry in field_of(event) if key_of(current.event, entry) not in current.out]
        wrong = faults_in(current, draw, belong)
        if wrong:
            raise CannotDraw(" ".join([*wrong, _("Draw again with the players who are here now.")]))
        set_restore_point(event, RELEASE_DRAW, hour=current.number, by=by, now=now)
        tables = {table.number: table for table in Table.objects.filter(stage=current)}
        planned = [
            PlannedMatch(tables[drawn.number], turn.number, match.sides)
            for drawn in draw.tables
            for turn in drawn.turns
            for match in turn.matches
        ]
        plan_matches(event, planned)
        Stage.objects.filter(pk=current.pk).update(released_at=now)
        settled = {"settled": True} if _settle_rounds(event, current) else {}
        note(event, RELEASE_DRAW, by=by, now=now, after={"hour": current.number} | settled)
        issue_codes(event, by=by, now=now)


def undo_release(stage: Stage, *, by: Account | None, now: datetime) -> None:
    """Undoes a release of seats made by mistake: deletes their matches and rounds, and makes the draw a draft again. If
    somebody has left one of its seats, the draft is deleted too, to be drawn again. The codes of the tables stay.

    Raises ReleaseStays, in words, once a round has begun or something is recorded. Does nothing if the release was
    undone before.
    """
    with writing(stage.event) as event:
        current = Stage.objects.select_related("event").filter(pk=stage.pk).first()
        if current is None or current.released_at is None:
            return
        if why := why_seats_stay(current):
            raise ReleaseStays(why)
        set_restore_point(event, UNDO_RELEASE, hour=current.number, by=by, now=now)
        for later in Stage.objects.filter(event=event, number__gt=current.number):
            note(event, DISCARD_DRAFT, by=by, now=now, before={"hour": later.number, "seed": later.seed})
            later.delete()
        matches = Match.objects.filter(table__stage=current)
        before = {"hour": current.number, "matches": sorted(matches.values_list("pk", flat=True))}
        Call.objects.filter(match__table__stage=current).update(match=None)
        Round.objects.filter(stage=current).delete()
        _unsettle_rounds(event, current)
        seats = Seat.objects.filter(table__stage=current)
        if seats.filter(from_turn=1, until_turn=F("table__turns")).count() < seats.count():
            current.delete()
        else:
            since = LogEntry.objects.filter(event=event, at__gte=current.released_at, undone_at=None)
            seated = since.filter(action__in=names_of_actions(lambda action: action.seats_players))
            moved = current.moved_by_hand or seated.exists()
            Stage.objects.filter(pk=current.pk).update(released_at=None, moved_by_hand=moved)
        note(event, UNDO_RELEASE, by=by, now=now, before=before)


def _settle_rounds(event: Event, stage: Stage) -> bool:
    """Fixes the number of rounds of a part that left it to its movement: the usual number for those who began. Returns
    whether it did."""
    place = place_of(event, stage.number)
    if place.round > 1 or place.part.rounds or not event.kind.is_planned:
        return False
    usual = place.part.usual_rounds(len(stage.order), len(stage.second_cup))
    event.plan = plan_with_rounds(event, place.index, usual)
    event.save(update_fields=["plan"])
    return True


def _unsettle_rounds(event: Event, stage: Stage) -> None:
    """Leaves the number of rounds to the movement again, if it was fixed by the release of these seats."""
    logged = LogEntry.objects.filter(event=event, action=RELEASE_DRAW.name, undone_at=None)
    released = logged.filter(after__hour=stage.number).order_by("-pk")
    place = place_of(event, stage.number)
    usual = place.part.usual_rounds(len(stage.order), len(stage.second_cup))
    if (last := released.first()) and "settled" in last.after and place.part.rounds == usual:
        Event.objects.filter(pk=event.pk).update(plan=plan_with_rounds(event, place.index, 0))


def _reread_stage(stage: Stage) -> Stage:
    """Returns the hour as it is now, inside the transaction: another director may have drawn it again."""
    current = Stage.objects.filter(pk=stage.pk).first()
    if current is None:
        raise DraftChanged
    return current


def _require_unreleased(stage: Stage) -> Stage:
    current = _reread_stage(stage)
    if current.released_at:
        raise AlreadyReleased
    return current


@dataclass(frozen=True)
class PlannedMatch:
    """A match to be made: a turn of a table between these sides of entries."""

    table: Table
    turn: int
    sides: Sequence[Sequence[int]]


def plan_matches(event: Event, planned: Sequence[PlannedMatch]) -> None:
    """Makes the matches of one hour, and the rounds of their tables' bells. Five queries, however many.

    The deal goes round the sides, so that partners sit opposite each other.
    """
    stages = {each.table.stage_id for each in planned}
    rounds = {(round.turns, round.number): round for round in Round.objects.filter(stage__in=stages)}
    new = {
        (each.table.turns, each.turn): Round(
            stage_id=each.table.stage_id,
            turns=each.table.turns,
            number=each.turn,
            length=event.turn_length(each.table.turns),
        )
        for each in planned
        if (each.table.turns, each.turn) not in rounds
    }
    Round.objects.bulk_create(new.values())
    rounds |= new
    matches = Match.objects.bulk_create(
        Match(table=each.table, round=rounds[each.table.turns, each.turn]) for each in planned
    )
    sides = Side.objects.bulk_create(
        Side(match=match, number=number)
        for match, each in zip(matches, planned, strict=True)
        for number in range(1, len(each.sides) + 1)
    )
    seated = [(each, entries) for each in planned for entries in each.sides]
    SidePlayer.objects.bulk_create(
        SidePlayer(side=side, entry_id=entry, seat=place * len(each.sides) + side.number)
        for side, (each, entries) in zip(sides, seated, strict=True)
        for place, entry in enumerate(entries)
    )
