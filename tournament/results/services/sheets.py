"""Sheets: what each side wrote of its matches, as it was keyed. Whoever keyed a sheet may replace it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournament.foundation.errors import NotDrawnTogether, NothingToWithdraw, SheetChanged
from tournament.foundation.writing import note, writing
from tournament.matches.queries.matches import side_of, sides_of, with_sides
from tournament.matches.queries.results import CurrentPaper, current_paper
from tournament.matches.services.settling import settle_match
from tournament.matches.services.versions import lock_match
from tournament.models import Account, Entry, Event, Match, SheetLine, Side, State
from tournament.results.log_actions import CHECK_SHEET, ENTER_SHEET, TAKE_FROM_OPPONENTS, WITHDRAW_SHEET

BOXES = ("games", "mine", "theirs", "all_fours", "jacks_turned", "hang_jacks")


@dataclass(frozen=True)
class SheetEntry:
    """One line of a side's sheet as it was keyed, in its BOXES. None means an empty box."""

    match: int
    mine: int | None = None
    theirs: int | None = None
    all_fours: int | None = None
    jacks_turned: int | None = None
    games: int | None = None
    hang_jacks: int | None = None


def enter_sheet(entry: Entry, lines: Sequence[SheetEntry], *, by: Account | None, now: datetime) -> list[Match]:
    """Saves what a player's sheet says of their side, and checks it against the others' sheets and the recorded hands.

    It replaces what was filled in from the opponents' sheets, and what was filled in for an opponent from this sheet
    follows it. The same values again change nothing. Raises NotDrawnTogether for a match that is not this player's.
    """
    with writing(entry.event) as event:
        wanted = Match.objects.filter(pk__in=[line.match for line in lines], table__stage__event=event)
        matches = {match.pk: match for match in with_sides(wanted.select_related("table__stage"))}
        papers = current_paper(matches.values())
        changed = []
        for line in lines:
            match = matches.get(line.match)
            side = side_of(match, entry.pk) if match else None
            if match is None or side is None:
                raise NotDrawnTogether
            match.table.stage.event = event
            if _enter_line(match, side, line, papers[match.pk], by=by, now=now):
                changed.append(match)
        if changed:
            note(event, ENTER_SHEET, by=by, now=now, after={"entry": entry.pk, "matches": [m.pk for m in changed]})
    return changed


def _enter_line(
    match: Match, side: Side, line: SheetEntry, paper: CurrentPaper, *, by: Account | None, now: datetime
) -> bool:
    values = {box: getattr(line, box) for box in BOXES}
    old = next((each for each in paper.lines if each.side_id == side.pk and not each.slip), None)
    if old is not None:
        if not old.from_opponents and {box: getattr(old, box) for box in BOXES} == values:
            return False
        SheetLine.objects.filter(pk=old.pk).update(superseded_at=now)
    new = SheetLine.objects.create(side=side, **values, entered_by=by, entered_at=now)
    another_payload = old is not None and (match.state == State.AGREED or old.entered_by_id != (by.pk if by else None))
    if old is not None and old.from_opponents:
        another_payload = False
    filled_in = SheetLine.objects.filter(side__match=match, from_opponents=True, superseded_at=None)
    if old is not None and filled_in.update(superseded_at=now):
        _fill_in(match, new, by=by, now=now)
    match.checked_at = None
    paper.lines.append(new)
    settle_match(match, disputed=another_payload, paper=paper if old is None else None)
    return True


def take_from_opponents(event: Event, seen: Collection[int], *, by: Account | None, now: datetime) -> int:
    """Fills in lines of missing sheets from the opponents' sheets, and returns how many. `seen` are the ids of the
    opponents' lines that were shown. Such a result has only one source, so it is not cross-checked. If a sheet has come
    meanwhile, or was filled in already, nothing changes. Raises SheetChanged if one of the lines no longer counts."""
    with writing(event) as current:
        lines = SheetLine.objects.filter(
            pk__in=seen, slip=0, from_opponents=False, side__match__table__stage__event=current
        )
        shown_lines = list(lines.select_related("side").order_by("pk"))
        if len(shown_lines) < len(set(seen)) or any(line.superseded_at is not None for line in shown_lines):
            raise SheetChanged
        wanted = Match.objects.filter(pk__in={line.side.match_id for line in shown_lines})
        matches = {match.pk: match for match in with_sides(wanted.select_related("table__stage"))}
        filled: dict[int, list[int]] = {}
        for line in shown_lines:
            match = matches[line.side.match_id]
            match.table.stage.event = current
            other = _side_to_fill_in(match, line)
            if other is not None:
                _fill_in(match, line, by=by, now=now)
                settle_match(match)
                filled.setdefault(other.entries[0].pk, []).append(match.pk)
        for entry, pks in filled.items():
            note(current, TAKE_FROM_OPPONENTS, by=by, now=now, after={"entry": entry, "matches": pks})
    return sum(len(pks) for pks in filled.values())


def _side_to_fill_in(match: Match, line: SheetLine) -> Side | None:
    """Returns the other of two sides, as long as nothing else says what it won."""
    others = [side for side in sides_of(match) if side.pk != line.side_id]
    is_open = match.state in (State.WAITING, State.ENTERED, State.DISPUTED) and match.hands_finished_at is None
    if len(others) != 1 or line.theirs is None or not is_open:
        return None
    return None if SheetLine.objects.filter(side=others[0], superseded_at=None).exists() else others[0]


def _fill_in(match: Match, line: SheetLine, *, by: Account | None, now: datetime) -> None:
    """Saves what a sheet says of the other side as a line of that side; nothing if it does not say what that side
    won."""
    if line.theirs is not None:
        other = next(side for side in sides_of(match) if side.pk != line.side_id)
        values = {"mine": line.theirs, "theirs": line.mine, "from_opponents": True}
        SheetLine.objects.create(side=other, **values, entered_by=by, entered_at=now)


def check_sheet(entry: Entry, matches: Sequence[Match], *, by: Account, now: datetime) -> None:
    """Marks these matches as checked, because both readings of a player's sheet are equal."""
    with writing(entry.event) as event:
        for match in matches:
            current = lock_match(match)
            if side_of(current, entry.pk) is not None:
                current.checked_at = now
                settle_match(current)
        note(event, CHECK_SHEET, by=by, now=now, after={"entry": entry.pk, "matches": [each.pk for each in matches]})


def matches_of_sheet(matches: Collection[int], *, entered_at: datetime) -> QuerySet[Match]:
    """Returns those of these matches in which the sheet keyed at that moment is a side's first, and nothing has been
    decided, corrected or filled in since."""
    lines = SheetLine.objects.filter(side__match=OuterRef("pk"), slip=0)
    earlier = SheetLine.objects.filter(side=OuterRef("side"), slip=0).exclude(superseded_at=None)
    was_replaced = Exists(lines.filter(Exists(earlier), superseded_at=None))
    is_filled_in = Exists(lines.filter(from_opponents=True, superseded_at=None))
    cross_checked = Q(state=State.AGREED, cross_checked=True, checked_at=None)
    settled = Match.objects.filter(Q(state__in=(State.ENTERED, State.DISPUTED)) | cross_checked, pk__in=matches)
    return settled.filter(Exists(lines.filter(entered_at=entered_at, superseded_at=None))).exclude(
        was_replaced | is_filled_in
    )


def withdraw_sheet(
    entry: Entry, matches: Collection[int], *, entered_at: datetime, by: Account | None, now: datetime
) -> None:
    """Withdraws a sheet. What it said stays readable but counts no more. Raises NothingToWithdraw once something
    depends on it."""
    with writing(entry.event) as event:
        wanted = matches_of_sheet(matches, entered_at=entered_at).filter(table__stage__event=event)
        keyed_matches = list(with_sides(wanted.select_related("table__stage")))
        if len(keyed_matches) < len(set(matches)):
            raise NothingToWithdraw
        for match in keyed_matches:
            match.table.stage.event = event
            side = side_of(match, entry.pk)
            SheetLine.objects.filter(side=side, slip=0, entered_at=entered_at).update(superseded_at=now)
            match.state, match.checked_at = State.WAITING, None
            settle_match(match)
        after = {"entry": entry.pk, "matches": [match.pk for match in keyed_matches]}
        note(event, WITHDRAW_SHEET, by=by, now=now, after=after)
