"""Drawing the hours: a draft that the director sees first, changes by hand, and releases."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from tournament.errors import AlreadyReleased, CannotDraw, DraftChanged
from tournament.models import Account, Entry, Event, Match, Round, Seat, Side, SidePlayer, Stage, Table
from tournament.movements.draw import (
    CannotSeat,
    Draw,
    Field,
    Movement,
    swap,
)
from tournament.movements.faults import Fault, faults
from tournament.movements.words import CANNOT_SEAT_TEXTS, FAULT_TEXTS
from tournament.queries.drafts import mark_of, tables_shown
from tournament.queries.draws import draw_of, field_of, movement_of, second_hour_of, threes_of
from tournament.queries.hours import hour_of
from tournament.services.codes import issue_codes
from tournament.services.writing import note, writing


def draw_first_hour(event: Event, *, seed: int, prefer_five: bool = False, by: Account | None, now: datetime) -> Stage:
    """Seat everybody here by lot; the same people and seed give the same seats. Replaces an unreleased draft."""
    with writing(event) as current:
        entries = sorted(entry.pk for entry in field_of(current))
        movement = _fitting(current, len(entries))
        (draw,) = movement.next_draws(Field(tuple(entries), seed, prefer_five, table_size=current.table_size))
        return _keep_draft(current, 1, draw, seed=seed, prefer_five=prefer_five, by=by, now=now)


def draw_second_hour(event: Event, *, prefer_five: bool = False, by: Account | None, now: datetime) -> Stage:
    """Seat by the standings of hour one. Ties across a table boundary have to be settled first."""
    with writing(event) as current:
        if hour_of(current, 1) is None:
            raise CannotDraw(_("Hour two is cut from the ranking of hour one: draw hour one first."))
        movement = _fitting(current, len(field_of(current)))
        planned = second_hour_of(current, prefer_five=prefer_five)
        if planned.ties:
            names = "; ".join(", ".join(placing.record.name for placing in tie) for tie in planned.ties)
            raise CannotDraw(_("Level across a table boundary: %(names)s. Let them cut the cards.") % {"names": names})
        (draw,) = movement.next_draws(Field(planned.order, prefer_five=prefer_five, threes=threes_of(current)))
        return _keep_draft(current, 2, draw, seed=None, prefer_five=prefer_five, by=by, now=now)


def record_cuts(stage: Stage, cards: dict[int, list[str]], *, by: Account | None, now: datetime) -> None:
    """Keep what level players cut (entry -> ranks in the order cut); earlier cuts of theirs are superseded."""
    with writing(stage.event) as event:
        stage.cuts.filter(entry_id__in=cards, superseded_at=None).update(superseded_at=now)
        for entry, ranks in cards.items():
            stage.cuts.create(entry_id=entry, cards=ranks, cut_by=by, cut_at=now)
        note(event, "record_cuts", by=by, now=now, after={"stage": stage.number, "cards": cards})


def _fitting(event: Event, size: int) -> Movement:
    """The movement of an event. Raises CannotDraw where so many do not fit it."""
    movement = movement_of(event)
    fit = movement.fits(size)
    if not fit:
        raise CannotDraw(_(fit.why_not))
    return movement


def _keep_draft(
    event: Event,
    number: int,
    draw: Draw[int],
    *,
    seed: int | None,
    prefer_five: bool,
    by: Account | None,
    now: datetime,
) -> Stage:
    stage = Stage.objects.filter(event=event, number=number).first()
    if stage and stage.released_at:
        raise AlreadyReleased
    if stage:
        stage.delete()
    stage = Stage.objects.create(event=event, number=number, seed=seed, prefer_five=prefer_five, drawn_at=now)
    _seat(stage, draw)
    note(event, "draw_rounds", by=by, now=now, after={"hour": number, "seed": seed, "tables": len(draw.tables)})
    return stage


def _seat(stage: Stage, draw: Draw[int]) -> None:
    wrong = faults_in(draw, list(draw.entries), sizes=movement_of(stage.event).sizes)
    if wrong:
        raise CannotDraw(" ".join(wrong))
    for drawn in draw.tables:
        table = Table.objects.create(stage=stage, number=drawn.number, size=len(drawn.seats), turns=len(drawn.turns))
        Seat.objects.bulk_create(
            Seat(table=table, position=position, entry_id=entry, until_turn=table.turns)
            for position, entry in enumerate(drawn.seats, start=1)
            if entry is not None
        )


def faults_in(draw: Draw[int], expected: list[int], *, sizes: tuple[int, ...]) -> list[str]:
    """What is wrong with a draw, in sentences with names; `sizes` are those that a table may have."""
    found = faults(draw, expected, sizes=sizes)
    names = (
        dict(
            Entry.objects.filter(
                pk__in=[fault.params.get(key, 0) for fault in found for key in ("entry", "opponent")]
            ).values_list("pk", "player__name")
        )
        if found
        else {}
    )
    return [_(FAULT_TEXTS[fault.code]) % _with_names(fault, names) for fault in found]


def _with_names(fault: Fault, names: dict[int, str]) -> dict[str, object]:
    return {
        key: names.get(value, value) if key in ("entry", "opponent") and isinstance(value, int) else value
        for key, value in fault.params.items()
    }


def swap_seats(stage: Stage, first: Entry, second: Entry, *, by: Account | None, now: datetime) -> None:
    """Let two players change places in a draft; a fault is refused in words and moves nobody."""
    with writing(stage.event) as event:
        current = _unreleased(stage)
        try:
            moved = swap(movement_of(event), draw_of(current), first.pk, second.pk)
        except CannotSeat as error:
            raise CannotDraw(_(CANNOT_SEAT_TEXTS[error.code])) from error
        current.tables.all().delete()
        _seat(current, moved)
        Stage.objects.filter(pk=current.pk).update(moved_by_hand=True)
        note(event, "swap_seats", by=by, now=now, after={"entries": [first.pk, second.pk], "hour": current.number})


def discard_draft(stage: Stage, *, by: Account | None, now: datetime) -> None:
    with writing(stage.event) as event:
        current = _unreleased(stage)
        note(event, "discard_draft", by=by, now=now, before={"hour": current.number, "seed": current.seed})
        current.delete()


def release_draw(stage: Stage, *, seen: str | None = None, by: Account | None, now: datetime) -> None:
    """Put the seats out: matches and rounds come into being, and from now on nobody is moved silently.

    `seen` is the mark of the draft that the director looked at; DraftChanged when it is another by now. Somebody who
    came or went since the draft was made is a fault, told in words.
    """
    with writing(stage.event) as event:
        current = _current(stage)
        if current.released_at:
            return
        if seen is not None and seen != mark_of(tables_shown(current)):
            raise DraftChanged
        draw = draw_of(current)
        wrong = faults_in(draw, [entry.pk for entry in field_of(event)], sizes=movement_of(event).sizes)
        if wrong:
            raise CannotDraw(" ".join([*wrong, _("Draw again with who is here now.")]))
        tables = {table.number: table for table in Table.objects.filter(stage=current)}
        for drawn in draw.tables:
            for turn in drawn.turns:
                for match in turn.matches:
                    plan_match(tables[drawn.number], turn.number, match.sides, event)
        Stage.objects.filter(pk=current.pk).update(released_at=now)
        note(event, "release_draw", by=by, now=now, after={"hour": current.number})
        issue_codes(event, by=by, now=now)


def _current(stage: Stage) -> Stage:
    """The hour as it is now, inside the transaction: another director may have drawn it anew."""
    current = Stage.objects.filter(pk=stage.pk).first()
    if current is None:
        raise DraftChanged
    return current


def _unreleased(stage: Stage) -> Stage:
    current = _current(stage)
    if current.released_at:
        raise AlreadyReleased
    return current


def plan_match(table: Table, turn: int, sides: Sequence[Sequence[int]], event: Event) -> Match:
    """A match of a table's turn between these sides of entries, with the round of the bell that the table keeps.

    The deal goes round the sides, so that partners sit opposite.
    """
    round, _made = Round.objects.get_or_create(
        stage_id=table.stage_id,
        turns=table.turns,
        number=turn,
        defaults={"length": timedelta(seconds=movement_of(event).turn_seconds(table.turns, event.hour_seconds))},
    )
    match = Match.objects.create(table=table, round=round)
    made = Side.objects.bulk_create(Side(match=match, number=number) for number in range(1, len(sides) + 1))
    SidePlayer.objects.bulk_create(
        SidePlayer(side=side, entry_id=entry, seat=place * len(sides) + side.number)
        for side, entries in zip(made, sides, strict=True)
        for place, entry in enumerate(entries)
    )
    return match
