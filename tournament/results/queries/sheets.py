"""The score sheets of an hour, by table and seat, and the next one that is missing."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple, TypeVar

from django.db.models import Exists, OuterRef, Q, TextField
from django.db.models.functions import Cast

from scoring import RuleSet
from tournament.event.queries.entry_rows import EntryRow, entry_rows
from tournament.foundation.revision_cache import RevisionCache
from tournament.foundation.wording import order_key
from tournament.matches.queries.match_on_board import matches_by_phone
from tournament.matches.queries.match_rows import MatchRow, SeatRow, SideRow, match_rows, seat_rows
from tournament.matches.queries.results import Counts
from tournament.models import SETTLED, Hand, SheetLine, SidePlayer, Stage, State, name_seats
from tournament.rules.queries.rules import rules_of


class KeyedLine(NamedTuple):
    """A sheet's line as it was keyed, as in a `models.SheetLine`."""

    pk: int
    mine: int | None
    theirs: int | None
    games: int | None
    all_fours: int | None
    jacks_turned: int | None
    hang_jacks: int | None
    entered_by_id: int | None


class LineOfSheet(NamedTuple):
    """A match as one side's sheet has it. `keyed` is this sheet's line; `crosswise` is the opponent's line if two sides
    play; if this sheet is missing, `filled_in` is the line taken from the opponent's.

    `hands_won` is what the finished hands of the match give this side and the others; `by_phone` is whether the table
    records its hands itself.
    """

    match: MatchRow
    own: SideRow
    others: tuple[SideRow, ...]
    keyed: KeyedLine | None
    crosswise: KeyedLine | None
    filled_in: KeyedLine | None = None
    hands_won: Counts | None = None
    by_phone: bool = False

    @property
    def against(self) -> str:
        return ", ".join([side.name for side in self.others])

    @property
    def counts(self) -> str:
        """The points that count, this side's first, as in "10 – 11"; "" as long as nothing counts."""
        points = [side.points for side in (self.own, *self.others)]
        if set(points) == {None}:
            return ""
        return " – ".join("–" if won is None else str(won).replace("-", "−") for won in points)

    @property
    def counts_otherwise(self) -> bool:
        """Whether this side's points differ from its sheet, by a ruling, from hands or from the opponent's sheet."""
        return self.own.points is not None and (self.keyed is None or self.keyed.mine != self.own.points)

    @property
    def is_missing(self) -> bool:
        """Whether nothing has come for a match that is not settled: no sheet was keyed, its own or the opponent's, and
        no hands were recorded."""
        is_reported = self.keyed is not None or self.hands_won is not None or self.filled_in is not None
        return not is_reported and not self.by_phone and self.match.state not in SETTLED

    @property
    def is_proposed(self) -> bool:
        """Whether this side's sheet is missing and the opponent's says what it won (D25)."""
        return self.is_missing and self.crosswise is not None and self.crosswise.theirs is not None


@dataclass(frozen=True)
class SideSheet:
    """The sheet of one side, in the name of its first player; `seat` is the number of their place at the table. `rules`
    decides whether games are written down, and whether points can be negative; `has_check_box` whether what the
    opponent won is."""

    name: str
    entry: EntryRow
    hour: int
    table: int
    seat: int
    rules: RuleSet
    has_check_box: bool
    lines: tuple[LineOfSheet, ...]

    @property
    def by_games(self) -> bool:
        return self.rules.target is not None

    @cached_property
    def number_of_lines(self) -> int:
        return sum(1 for line in self.lines if line.keyed)

    @property
    def is_from_opponents(self) -> bool:
        """Whether one of its lines was filled in from an opponent's sheet."""
        return any(line.filled_in for line in self.lines)

    @property
    def proposed_lines(self) -> tuple[LineOfSheet, ...]:
        """The missing lines that can be filled in from opponents' sheets."""
        return tuple(line for line in self.lines if line.is_proposed) if self.is_missing else ()

    @property
    def proposed_ids(self) -> str:
        """The ids of the opponents' lines, as the button that takes them sends them."""
        return ",".join(str(line.crosswise.pk) for line in self.proposed_lines if line.crosswise)

    @property
    def proposed_total(self) -> int:
        return sum(line.crosswise.theirs or 0 for line in self.proposed_lines if line.crosswise)

    @property
    def on_paper(self) -> int | None:
        """The sum of the keyed lines, or None if one of them has only its games."""
        return add_points([line.keyed.mine for line in self.lines if line.keyed])

    @property
    def total(self) -> int | None:
        """The points that count, as far as they are known: the same as in the standings, whoever reported them."""
        known = [line.own.points for line in self.lines if line.own.points is not None]
        return sum(known) if known else None

    @cached_property
    def is_missing(self) -> bool:
        return any(line.is_missing for line in self.lines)

    @property
    def other_on_paper(self) -> int | None:
        """The sum on paper of a sheet that is keyed to its last line, unless it equals what counts."""
        return self.on_paper if self.number_of_lines == len(self.lines) and self.on_paper != self.total else None

    @property
    def state(self) -> str:
        """One state for the whole sheet: that of its line that most needs attention."""
        states = {line.match.state for line in self.lines}
        if State.DISPUTED in states:
            return State.DISPUTED.value
        if self.is_missing:
            return State.WAITING.value
        if any(line.by_phone and line.match.state == State.WAITING for line in self.lines):
            return "playing"
        return State.AGREED.value if states <= set(SETTLED) else State.ENTERED.value


def add_points(points: Sequence[int | None]) -> int | None:
    """Returns the sum, or None if one of them is unknown."""
    known = [won for won in points if won is not None]
    return sum(known) if len(known) == len(points) else None


class SheetPlace(NamedTuple):
    """Whose sheet comes at a place of an hour, and whether it is missing; as in a `SideSheet`."""

    entry: EntryRow
    name: str
    hour: int
    table: int
    seat: int
    is_missing: bool


Sheet = TypeVar("Sheet", bound=SideSheet | SheetPlace)


class SheetOrder(NamedTuple):
    """The sheets of an hour by table and seat, as far as one needs to know of the others to key one. `tables_by_phone`
    are the ids of the tables that record hands themselves."""

    entries: Mapping[int, EntryRow]
    seats: Sequence[SeatRow]
    places: Sequence[SheetPlace]
    tables_by_phone: Collection[int]


SHEETS: RevisionCache[list[SideSheet]] = RevisionCache(most=8)
ORDERS: RevisionCache[SheetOrder] = RevisionCache(most=8)
OPENED: RevisionCache[SideSheet | None] = RevisionCache(most=40)


def shared_sheets(stage: Stage) -> list[SideSheet]:
    """Returns every sheet of an hour, read once per revision."""
    return SHEETS.get_or_make(stage.pk, stage.event.revision, partial(sheets_of, stage))


def shared_order(stage: Stage) -> SheetOrder:
    """Returns the order of an hour's sheets, read once per revision: each sheet that a scorer opens or saves leads on
    to the next."""
    return ORDERS.get_or_make(stage.pk, stage.event.revision, partial(order_of_sheets, stage))


def sheet_of(stage: Stage, entry: int) -> SideSheet | None:
    """Returns one sheet of an hour, or None if there is none in this name; read once per revision, because whoever
    opens it saves it next."""
    return OPENED.get_or_make((stage.pk, entry), stage.event.revision, partial(_read_sheet, stage, entry))


def _read_sheet(stage: Stage, entry: int) -> SideSheet | None:
    """Reads one sheet. Beside the order three queries, one more if its table records hands itself, and one if the hands
    of a match are all in."""
    order = shared_order(stage)
    at = {seat.table for seat in order.seats if seat.entry.pk == entry}
    if not at:
        return None
    has_phones = any(table.pk in order.tables_by_phone for table in at)
    seats = [seat for seat in order.seats if seat.table in at]
    sheets = _read_sheets(stage, order.entries, seats, has_phones=has_phones)
    return next((sheet for sheet in sheets if sheet.entry.pk == entry), None)


def sheets_of(stage: Stage) -> list[SideSheet]:
    """Returns every sheet of an hour, by table and seat. Six queries, and one more if the hands of a match are all
    in."""
    entries = entry_rows(stage.event)
    return _read_sheets(stage, entries, seat_rows(stage, entries))


def order_of_sheets(stage: Stage) -> SheetOrder:
    """Reads the order of an hour's sheets. Three queries, and as many as `sheets_of` if tables record hands themselves,
    because of which sheets are awaited then."""
    entries = entry_rows(stage.event)
    seats = seat_rows(stage, entries)
    names, missing, by_phone = _names_on_sheets(stage, entries)
    if by_phone:
        full = _read_sheets(stage, entries, seats)
        places = [SheetPlace(one.entry, one.name, one.hour, one.table, one.seat, one.is_missing) for one in full]
    else:
        places = [
            SheetPlace(
                who, names[table.pk, who.pk], stage.number, table.number, position, (table.pk, who.pk) in missing
            )
            for table, position, who, *_turns in seats
            if (table.pk, who.pk) in names
        ]
    return SheetOrder(entries, seats, places, by_phone)


def _names_on_sheets(
    stage: Stage, entries: Mapping[int, EntryRow]
) -> tuple[dict[tuple[int, int], str], set[tuple[int, int]], set[int]]:
    """Returns the name on each sheet, by table and first player; which of them are missing; and the tables with hands
    from a phone. One query."""
    came = SheetLine.objects.filter(side=OuterRef("side"), superseded_at=None)
    from_phone = Hand.objects.filter(match=OuterRef("side__match"), superseded_at=None).exclude(device="")
    played = SidePlayer.objects.filter(side__match__table__stage=stage).exclude(side__match__state=State.CALLED_OFF)
    played = played.annotate(
        sat_before=Cast("before", TextField()),
        is_awaited=~Q(side__match__state__in=SETTLED) & Q(side__match__hands_finished_at=None) & ~Exists(came),
        is_by_phone=Exists(from_phone),
    ).order_by("side", "seat")
    columns = ("side", "side__match__table", "entry", "sat_before", "is_awaited", "is_by_phone")
    names: dict[tuple[int, int], list[list[str]]] = {}
    missing: set[tuple[int, int]] = set()
    by_phone: set[int] = set()
    former, is_new, sheet = 0, False, (0, 0)
    for side, table, entry, before, is_awaited, is_by_phone in played.values_list(*columns):
        if side != former:
            former, sheet = side, (table, entry)
            is_new = sheet not in names
            if is_awaited:
                missing.add(sheet)
            if is_by_phone:
                by_phone.add(table)
        if is_new:
            earlier = [entries[who].name for who, _last in json.loads(before)] if before != "[]" else ()
            names.setdefault(sheet, []).append([*earlier, entries[entry].name])
    return {sheet: name_seats(seats) for sheet, seats in names.items()}, missing, by_phone


def _read_sheets(
    stage: Stage, entries: Mapping[int, EntryRow], seats: Sequence[SeatRow], *, has_phones: bool = True
) -> list[SideSheet]:
    """Returns the sheets of the tables at which these sit. Four queries, three if no table `has_phones`, and one more
    if the hands of a match are all in."""
    tables = {seat.table.pk for seat in seats}
    matches = [match for match in match_rows(entries, table__in=tables) if match.state != State.CALLED_OFF]
    keyed_lines, filled_in = _load_keyed_lines(tables)
    by_phone: set[int] = set()
    if has_phones:
        from_phones, by_hand = _hands_of(tables)
        reported = {
            *by_hand,
            *(m.pk for m in matches for side in m.sides if side.pk in keyed_lines or side.pk in filled_in),
        }
        by_phone = matches_by_phone(matches, from_phones, reported)
    won = _points_by_hands([match for match in matches if match.hands_are_in])
    lines: dict[tuple[int, int], list[LineOfSheet]] = {}
    for match in matches:
        sides, table, is_by_phone = match.sides, match.table.pk, match.pk in by_phone
        won_here = won.get(match.pk)
        for own in sides:
            others = tuple([side for side in sides if side is not own])
            crosswise = keyed_lines.get(others[0].pk) if len(others) == 1 else None
            points = None if won_here is None else tuple([won_here[side.key] for side in (own, *others)])
            of_side = (keyed_lines.get(own.pk), crosswise, filled_in.get(own.pk), points, is_by_phone)
            lines.setdefault((table, own.entries[0].pk), []).append(LineOfSheet(match, own, others, *of_side))
    rules, sheets = rules_of(stage.event), []
    for table_at, position, who, *_turns in seats:
        if own_lines := lines.get((table_at.pk, who.pk)):
            name = own_lines[0].own.name
            place = (stage.number, table_at.number, position)
            sheets.append(SideSheet(name, who, *place, rules, stage.event.has_check_box, tuple(own_lines)))
    return sheets


def _load_keyed_lines(tables: Collection[int]) -> tuple[dict[int, KeyedLine], dict[int, KeyedLine]]:
    """Returns, by side, the lines of its own sheet, and those filled in from the opponents'."""
    keyed: dict[int, KeyedLine] = {}
    filled_in: dict[int, KeyedLine] = {}
    current = SheetLine.objects.filter(side__match__table__in=tables, superseded_at=None).order_by("pk")
    for side, is_from_opponents, *fields in current.values_list("side", "from_opponents", *KeyedLine._fields):
        (filled_in if is_from_opponents else keyed)[side] = KeyedLine(*fields)
    return keyed, filled_in


def _hands_of(tables: Collection[int]) -> tuple[set[int], set[int]]:
    """Returns the ids of the matches with hands from phones, and of those with any hands."""
    hands = Hand.objects.filter(match__table__in=tables, superseded_at=None).order_by()
    devices = hands.values_list("match", "device").distinct()
    return {match for match, device in devices if device}, {match for match, _device in devices}


def _points_by_hands(matches: Sequence[MatchRow]) -> dict[int, dict[str, int]]:
    """Returns match -> side -> the points from all its hands; sides are keyed as in scoring."""
    if not matches:
        return {}
    won = {match.pk: dict.fromkeys((side.key for side in match.sides), 0) for match in matches}
    hands = Hand.objects.filter(match__in=list(won), superseded_at=None).order_by()
    for match, awards in hands.values_list("match", "awards"):
        for _kind, winner, points in awards["awards"]:
            if winner in won[match]:
                won[match][winner] += points
    return won


def in_keying_order(sheets: Sequence[Sheet], by: str) -> list[Sheet]:
    """Returns the sheets in the order of the paper: by table and seat, or by "name"."""
    return sorted(sheets, key=lambda sheet: order_key(sheet.name)) if by == "name" else list(sheets)


def next_missing(sheets: Sequence[Sheet], after: int | None = None) -> Sheet | None:
    """Returns the next missing sheet after an entry's, starting over at the end; without `after` the first."""
    start = next((place + 1 for place, sheet in enumerate(sheets) if sheet.entry.pk == after), 0)
    return next((sheet for sheet in (*sheets[start:], *sheets[:start]) if sheet.is_missing), None)
