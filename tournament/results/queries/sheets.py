"""The score sheets of an hour in order, by table and seat, and which is missing next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring import RuleSet
from tournament.event.queries.rules import counts_hang_jacks, rules_of
from tournament.matches.queries.match_on_board import kept_by_phone
from tournament.matches.queries.matches import names_of, side_of, with_sides
from tournament.matches.queries.results import Counts, running_tally
from tournament.models import SETTLED, Entry, Hand, Match, Seat, SheetLine, Side, Stage, State


@dataclass(frozen=True)
class LineOfSheet:
    """A match as one side's sheet has it. `said` is this sheet's line, `crosswise` the other's between two; where this
    sheet is missing, `filled_in` is what was taken from the other's.
    `hands_won` is what the finished hands of the match give this side and the others; `by_phone` when its table records
    them itself."""

    match: Match
    own: Side
    others: tuple[Side, ...]
    said: SheetLine | None
    crosswise: SheetLine | None
    filled_in: SheetLine | None = None
    hands_won: Counts | None = None
    by_phone: bool = False

    @property
    def against(self) -> str:
        return names_of(self.others)

    @property
    def counts(self) -> str:
        """What counts of the match, this side's points first, as in "10 – 11"; empty as long as nothing does."""
        points = [side.points for side in (self.own, *self.others)]
        return " – ".join(printed_points(won) for won in points) if set(points) != {None} else ""

    @property
    def counts_otherwise(self) -> bool:
        """Whether something else counts of this side than its sheet says, by a ruling, from hands or the other's."""
        return self.own.points is not None and (self.said is None or self.said.mine != self.own.points)

    @property
    def is_missing(self) -> bool:
        """Neither keyed from paper, its own or the other's, nor kept hand by hand."""
        is_kept = self.by_phone or self.hands_won is not None or self.filled_in is not None
        return self.said is None and not is_kept and self.match.state not in SETTLED

    @property
    def is_proposed(self) -> bool:
        """Whether the other's sheet says what this side won, whose own is missing (D25)."""
        return self.is_missing and self.crosswise is not None and self.crosswise.theirs is not None


@dataclass(frozen=True)
class Sheet:
    """One for each side, in the name of whoever sits first of it; `seat` is the number of his place at the table. Of
    `rules` it depends whether games are written down, and whether points can be below nothing."""

    name: str
    entry: Entry
    hour: int
    table: int
    seat: int
    rules: RuleSet
    lines: tuple[LineOfSheet, ...]

    @property
    def by_games(self) -> bool:
        return self.rules.target is not None

    @property
    def by_hang_jacks(self) -> bool:
        return counts_hang_jacks(self.rules)

    @property
    def keyed(self) -> int:
        return sum(1 for line in self.lines if line.said)

    @property
    def is_from_opponents(self) -> bool:
        """Whether a line of it was filled in from an opponent's sheet."""
        return any(line.filled_in for line in self.lines)

    @property
    def proposed(self) -> tuple[LineOfSheet, ...]:
        """Missing lines that opponents' sheets tell."""
        return tuple(line for line in self.lines if line.is_proposed)

    @property
    def proposed_lines(self) -> str:
        """The ids of the opponents' lines, as the button sends them that takes them."""
        return ",".join(str(line.crosswise.pk) for line in self.proposed if line.crosswise)

    @property
    def proposed_total(self) -> int:
        return sum(line.crosswise.theirs or 0 for line in self.proposed if line.crosswise)

    @property
    def on_paper(self) -> int | None:
        """What the lines that were keyed add up to; unknown where one of them has only its games."""
        return added([line.said.mine for line in self.lines if line.said])

    @property
    def total(self) -> int | None:
        """The points that count, as far as they are known: the same as in the standings, whoever said them."""
        known = [line.own.points for line in self.lines if line.own.points is not None]
        return sum(known) if known else None

    @property
    def is_otherwise_on_paper(self) -> bool:
        """Whether the keyed sheet adds up to something else than what counts."""
        return self.keyed == len(self.lines) and self.on_paper is not None and self.on_paper != self.total

    @property
    def is_missing(self) -> bool:
        return any(line.is_missing for line in self.lines)

    @property
    def state(self) -> str:
        """One word for the whole sheet: the one that most needs somebody."""
        states = {line.match.state for line in self.lines}
        if State.DISPUTED in states:
            return State.DISPUTED.value
        if self.is_missing:
            return State.WAITING.value
        if any(line.by_phone and line.match.state == State.WAITING for line in self.lines):
            return "playing"
        return State.AGREED.value if states <= set(SETTLED) else State.ENTERED.value


def added(points: Sequence[int | None]) -> int | None:
    """Unknown as soon as one of them is."""
    known = [won for won in points if won is not None]
    return sum(known) if len(known) == len(points) else None


def printed_points(points: int | None) -> str:
    return "–" if points is None else str(points).replace("-", "−")


def sheets_of(stage: Stage) -> list[Sheet]:
    """Every sheet of an hour that has a match to be played on it. Six queries, whatever the number."""
    played = Match.objects.filter(table__stage=stage).exclude(state=State.CALLED_OFF)
    matches = list(with_sides(played.select_related("round")))
    paper = list(SheetLine.objects.filter(side__match__table__stage=stage, superseded_at=None))
    said = {line.side_id: line for line in paper if not line.from_opponents}
    filled_in = {line.side_id: line for line in paper if line.from_opponents}
    hands: dict[int, list[Hand]] = {}
    for hand in Hand.objects.filter(match__table__stage=stage, superseded_at=None):
        hands.setdefault(hand.match_id, []).append(hand)
    phones = [match for match, kept in hands.items() if any(hand.device for hand in kept)]
    told = {*hands, *(match.pk for match in matches for side in match.sides.all() if side.pk in {*said, *filled_in})}
    by_phone = kept_by_phone(matches, phones, told)
    taken = Seat.objects.filter(table__stage=stage).select_related("table", "entry__player", "entry__event")
    seats = list(taken.order_by("table__number", "position", "from_turn"))
    if not seats:
        return []
    rules, sheets = rules_of(seats[0].entry.event), []
    for seat in seats:
        sides = [side_of(match, seat.entry_id) for match in matches if match.table_id == seat.table_id]
        own = [side for side in sides if side and side.entries[0] == seat.entry]
        if own:
            kept = ((side, hands.get(side.match_id, []), side.match_id in by_phone) for side in own)
            lines = tuple(
                replace(_line(side, said, played, is_by_phone), filled_in=filled_in.get(side.pk))
                for side, played, is_by_phone in kept
            )
            sheets.append(Sheet(own[0].name, seat.entry, stage.number, seat.table.number, seat.position, rules, lines))
    return sheets


def _line(own: Side, said: dict[int, SheetLine], hands: list[Hand], by_phone: bool) -> LineOfSheet:
    match = own.match
    others = tuple(side for side in match.sides.all() if side != own)
    won = None
    if match.hands_finished_at:
        points = dict(zip(match.sides.all(), running_tally(match, hands).points, strict=True))
        won = tuple(points[side] for side in (own, *others))
    return LineOfSheet(
        match=match,
        own=own,
        others=others,
        said=said.get(own.pk),
        crosswise=said.get(others[0].pk) if len(others) == 1 else None,
        hands_won=won,
        by_phone=by_phone,
    )


def next_missing(sheets: Sequence[Sheet], after: int | None = None) -> Sheet | None:
    """The next sheet that is missing, going on from an entry and round again; the first when nothing is said."""
    start = next((place + 1 for place, sheet in enumerate(sheets) if sheet.entry.pk == after), 0)
    return next((sheet for sheet in [*sheets[start:], *sheets[:start]] if sheet.is_missing), None)
