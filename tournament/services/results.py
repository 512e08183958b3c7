"""Results of matches: sheets, agreement, disputes and rulings.

Who may move a result: nothing -> entered by a sheet or finished hands; entered -> agreed when both sheets are equal
crosswise or the director says so; entered -> replaced by whoever entered it; entered or agreed -> disputed by unequal
sheets or another payload; entered, agreed or disputed -> ruled by the director, with a reason. A dispute stays until it
is ruled, whatever is keyed again. (domain notes, "States of a result".)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournament.errors import NeedsReason, NotDrawnTogether, NothingToAgree
from tournament.models import Account, Entry, Event, Match, Ruling, SheetLine, Stage, State, Table
from tournament.queries.results import Tally, compare, current_lines, hand_tally, tally_of
from tournament.services.writing import note, writing


@dataclass(frozen=True)
class Line:
    """One line of a sheet as it was keyed. None is a box left empty: unknown."""

    match: int
    mine: int
    theirs: int | None = None
    all_fours: int | None = None
    jacks_turned: int | None = None


def enter_sheet(entry: Entry, lines: Sequence[Line], *, by: Account | None, now: datetime) -> list[Match]:
    """Keep what a player's sheet says, cross-check it with the opponents' and with recorded hands.

    The same values again change nothing. Raises NotDrawnTogether for a match that is not this player's.
    """
    with writing(entry.event) as event:
        matches = {match.pk: match for match in Match.objects.filter(pk__in=[line.match for line in lines])}
        changed = []
        for line in lines:
            match = matches.get(line.match)
            if match is None or entry.pk not in (match.entry_a_id, match.entry_b_id):
                raise NotDrawnTogether
            if _enter_line(match, entry, line, by=by, now=now):
                changed.append(match)
        if changed:
            note(event, "enter_sheet", by=by, now=now, after={"entry": entry.pk, "matches": [m.pk for m in changed]})
    return changed


def _enter_line(match: Match, entry: Entry, line: Line, *, by: Account | None, now: datetime) -> bool:
    values = (line.mine, line.theirs, line.all_fours, line.jacks_turned)
    old = SheetLine.objects.filter(match=match, entry=entry, superseded_at=None).first()
    if old is not None:
        if (old.mine, old.theirs, old.all_fours, old.jacks_turned) == values:
            return False
        SheetLine.objects.filter(pk=old.pk).update(superseded_at=now)
    SheetLine.objects.create(
        match=match,
        entry=entry,
        mine=line.mine,
        theirs=line.theirs,
        all_fours=line.all_fours,
        jacks_turned=line.jacks_turned,
        entered_by=by,
        entered_at=now,
    )
    another_payload = old is not None and (match.state == State.AGREED or old.entered_by_id != (by.pk if by else None))
    settle(match, disputed=another_payload)
    return True


def settle(match: Match, *, disputed: bool = False) -> None:
    """Derive a match's state and tallies from what is known of it; the caller holds the transaction."""
    lines = current_lines(match)
    ruling = Ruling.objects.filter(match=match, superseded_at=None).first()
    hands = hand_tally(match)
    comparison = compare(match, lines, hands)
    match.cross_checked = comparison == "equal"
    if ruling is not None:
        match.state = State.RULED
    elif match.state == State.CALLED_OFF:
        pass
    elif disputed or match.state == State.DISPUTED or comparison == "unequal":
        match.state = State.DISPUTED
    elif comparison == "equal":
        match.state = State.AGREED
    elif match.state != State.AGREED:
        match.state = State.ENTERED if comparison != "nothing" else State.WAITING
    _write(match, tally_of(match, lines, hands, ruling))


def _write(match: Match, tally: Tally) -> None:
    (match.points_a, match.points_b) = tally.points
    (match.all_fours_a, match.all_fours_b) = tally.all_fours
    (match.jacks_turned_a, match.jacks_turned_b) = tally.jacks_turned
    match.save(
        update_fields=[
            "state",
            "cross_checked",
            "points_a",
            "points_b",
            "all_fours_a",
            "all_fours_b",
            "jacks_turned_a",
            "jacks_turned_b",
        ]
    )


def agree(matches: Iterable[Match], *, event: Event, by: Account | None, now: datetime) -> int:
    """The director agrees what is entered and complete; returns how many matches moved."""
    with writing(event) as current:
        moved = 0
        for match in Match.objects.filter(
            pk__in=[match.pk for match in matches],
            state=State.ENTERED,
            points_a__isnull=False,
            points_b__isnull=False,
            table__stage__event=current,
        ):
            Match.objects.filter(pk=match.pk).update(state=State.AGREED)
            note(current, "agree", by=by, now=now, before={"match": match.pk, "state": State.ENTERED.value})
            moved += 1
        if not moved:
            raise NothingToAgree
    return moved


def agree_table(table: Table, *, by: Account | None, now: datetime) -> int:
    """One press agrees every entered result of a table."""
    return agree(Match.objects.filter(table=table), event=table.stage.event, by=by, now=now)


def make_ruling(
    match: Match, *, points_a: int, points_b: int, reason: str, by: Account | None, now: datetime
) -> Ruling:
    """The director decides a match, whatever its sheets say; an earlier ruling is kept beside it."""
    if not reason.strip():
        raise NeedsReason
    with writing(match.table.stage.event) as event:
        current = Match.objects.select_for_update().get(pk=match.pk)
        Ruling.objects.filter(match=current, superseded_at=None).update(superseded_at=now)
        ruling = Ruling.objects.create(
            match=current, points_a=points_a, points_b=points_b, reason=reason.strip(), ruled_by=by, ruled_at=now
        )
        before = {"match": match.pk, "state": current.state, "points": [current.points_a, current.points_b]}
        settle(current)
        note(
            event,
            "make_ruling",
            by=by,
            now=now,
            before=before,
            after={"points": [points_a, points_b]},
            reason=reason.strip(),
        )
    return ruling


def call_off(match: Match, *, reason: str, by: Account | None, now: datetime) -> None:
    """A match that was not played after all; both players sit out that turn, with its credit. A ruling undoes it."""
    if not reason.strip():
        raise NeedsReason
    with writing(match.table.stage.event) as event:
        current = Match.objects.select_for_update().get(pk=match.pk)
        before = {"match": match.pk, "state": current.state, "points": [current.points_a, current.points_b]}
        Match.objects.filter(pk=match.pk).update(state=State.CALLED_OFF)
        note(event, "call_off", by=by, now=now, before=before, reason=reason.strip())


def lock_event(event: Event, *, by: Account | None, now: datetime) -> None:
    """End the evening: nothing changes any more unless the director opens it again."""
    with writing(event) as current:
        Event.objects.filter(pk=current.pk).update(locked_at=now, standings_shown=True)
        note(current, "lock_event", by=by, now=now)


def reopen_event(event: Event, *, reason: str, by: Account | None, now: datetime) -> None:
    if not reason.strip():
        raise NeedsReason
    with writing(event, even_locked=True) as current:
        Event.objects.filter(pk=current.pk).update(locked_at=None)
        note(current, "reopen_event", by=by, now=now, reason=reason.strip())


def show_standings(event: Event, shown: bool, *, by: Account | None, now: datetime) -> None:
    """Open the standings to everybody, or hide them again until the prizes are given."""
    with writing(event, even_locked=True) as current:
        Event.objects.filter(pk=current.pk).update(standings_shown=shown)
        note(current, "show_standings", by=by, now=now, after={"shown": shown})


def record_cuts(stage: Stage, cards: dict[int, list[str]], *, by: Account | None, now: datetime) -> None:
    """Keep what level players cut (entry -> ranks in the order cut); earlier cuts of theirs are superseded."""
    with writing(stage.event) as event:
        stage.cuts.filter(entry_id__in=cards, superseded_at=None).update(superseded_at=now)
        for entry, ranks in cards.items():
            stage.cuts.create(entry_id=entry, cards=ranks, cut_by=by, cut_at=now)
        note(event, "record_cuts", by=by, now=now, after={"stage": stage.number, "cards": cards})
