"""Drawing the hours: a draft that the director sees first, changes by hand, and releases."""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from tournament.errors import AlreadyReleased, CannotDraw
from tournament.models import Account, Entry, Event, Match, Round, Seat, Stage, Table
from tournament.movements.draw import FAULT_TEXTS, Draw, Fault, faults
from tournament.movements.kent import CANNOT_SEAT_TEXTS, TURNS, CannotSeat, random_draw, ranked_draw, swap, turn_seconds
from tournament.queries.draws import draw_of, field_of, second_hour_of
from tournament.services.writing import note, writing


def draw_first_hour(event: Event, *, seed: int, prefer_five: bool = False, by: Account | None, now: datetime) -> Stage:
    """Seat everybody here by lot; the same people and seed give the same seats. Replaces an unreleased draft."""
    with writing(event) as current:
        entries = sorted(entry.pk for entry in field_of(current))
        try:
            draw = random_draw(entries, seed, prefer_five)
        except CannotSeat as error:
            raise CannotDraw(_(CANNOT_SEAT_TEXTS[error.code])) from error
        return _keep_draft(current, 1, draw, seed=seed, prefer_five=prefer_five, by=by, now=now)


def draw_second_hour(event: Event, *, prefer_five: bool = False, by: Account | None, now: datetime) -> Stage:
    """Seat by the standings of hour one. Ties across a table boundary have to be settled first."""
    with writing(event) as current:
        planned = second_hour_of(current, prefer_five=prefer_five)
        if planned.ties:
            names = "; ".join(", ".join(placing.record.name for placing in tie) for tie in planned.ties)
            raise CannotDraw(_("Level across a table boundary: %(names)s. Let them cut the cards.") % {"names": names})
        try:
            draw = ranked_draw(planned.order, prefer_five, "spread" if current.threes == "spread" else "bottom")
        except CannotSeat as error:
            raise CannotDraw(_(CANNOT_SEAT_TEXTS[error.code])) from error
        return _keep_draft(current, 2, draw, seed=None, prefer_five=prefer_five, by=by, now=now)


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
    wrong = faults_in(draw, list(draw.entries))
    if wrong:
        raise CannotDraw(" ".join(wrong))
    for drawn in draw.tables:
        size = len(drawn.seats)
        table = Table.objects.create(stage=stage, number=drawn.number, size=size)
        Seat.objects.bulk_create(
            Seat(table=table, position=position, entry_id=entry, until_turn=len(TURNS[size]))
            for position, entry in enumerate(drawn.seats, start=1)
            if entry is not None
        )


def faults_in(draw: Draw[int], expected: list[int]) -> list[str]:
    """What is wrong with a draw, in sentences with names."""
    found = faults(draw, expected)
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
        current = Stage.objects.get(pk=stage.pk)
        if current.released_at:
            raise AlreadyReleased
        try:
            moved = swap(draw_of(current), first.pk, second.pk)
        except CannotSeat as error:
            raise CannotDraw(_(CANNOT_SEAT_TEXTS[error.code])) from error
        current.tables.all().delete()
        _seat(current, moved)
        Stage.objects.filter(pk=current.pk).update(moved_by_hand=True)
        note(event, "swap_seats", by=by, now=now, after={"entries": [first.pk, second.pk], "hour": current.number})


def discard_draft(stage: Stage, *, by: Account | None, now: datetime) -> None:
    with writing(stage.event) as event:
        current = Stage.objects.get(pk=stage.pk)
        if current.released_at:
            raise AlreadyReleased
        note(event, "discard_draft", by=by, now=now, before={"hour": current.number, "seed": current.seed})
        current.delete()


def release_draw(stage: Stage, *, by: Account | None, now: datetime) -> None:
    """Put the seats out: matches and rounds come into being, and from now on nobody is moved silently.

    Somebody who came or went since the draft was made is a fault, told in words.
    """
    with writing(stage.event) as event:
        current = Stage.objects.get(pk=stage.pk)
        if current.released_at:
            return
        draw = draw_of(current)
        wrong = faults_in(draw, [entry.pk for entry in field_of(event)])
        if wrong:
            raise CannotDraw(" ".join([*wrong, _("Draw again with who is here now.")]))
        tables = {table.number: table for table in Table.objects.filter(stage=current)}
        for drawn in draw.tables:
            for turn in drawn.turns:
                for match in turn.matches:
                    one, other = match.entries
                    plan_match(tables[drawn.number], turn.number, one, other, event)
        Stage.objects.filter(pk=current.pk).update(released_at=now)
        note(event, "release_draw", by=by, now=now, after={"hour": current.number})


def plan_match(table: Table, turn: int, one: int, other: int, event: Event) -> Match:
    """A match of a table's turn, with the round of the bell that the table keeps."""
    turns = len(TURNS[table.size])
    round, _made = Round.objects.get_or_create(
        stage_id=table.stage_id,
        turns=turns,
        number=turn,
        defaults={"length": timedelta(seconds=turn_seconds(table.size, event.hour_seconds))},
    )
    return Match.objects.create(table=table, round=round, entry_a_id=one, entry_b_id=other)
