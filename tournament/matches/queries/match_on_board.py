"""One match as the results board shows it: every version of its result, where they differ, and whose sheet is
missing."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament.event.queries.entry_rows import EntryRow
from tournament.matches.queries.match_rows import MatchRow
from tournament.matches.queries.matches import full_name_of, sides_of, with_sides
from tournament.matches.queries.results import Counts, claim_of, contradictions_of, lines_by_side, running_tally
from tournament.models import SETTLED, Account, Event, Hand, Match, Ruling, SheetLine, Side, State
from tournament.rules.queries.rules import rules_of


@dataclass(frozen=True)
class WitnessVersion:
    """What one source reports about each side of a match, in order: a side's sheet, a slip of the match, the hands, or
    a ruling with its reason. `replaced_at` is set if something newer counts instead."""

    kind: Literal["sheet", "slip", "hands", "ruling"]
    sides: tuple[Side, ...]
    points: Counts
    games: Counts | None
    by: Account | None
    at: datetime
    side: Side | None = None
    reason: str = ""
    replaced_at: datetime | None = None
    slip: int = 0
    is_from_opponents: bool = False

    @property
    def label(self) -> str:
        match self.kind:
            case "sheet" if self.is_from_opponents:
                return _("%(name)s, from the opponents’ sheets") % {"name": self.side.name if self.side else ""}
            case "sheet":
                return _("%(name)s’s sheet") % {"name": self.side.name if self.side else ""}
            case "slip":
                return _("Second slip") if self.slip > 1 else _("Slip")
            case "hands":
                return _("Hand by hand")
        return _("The director’s ruling")

    @property
    def scores(self) -> list["SideOnBoard"]:
        games = self.games or (None,) * len(self.sides)
        lines = zip(self.sides, self.points, games, strict=True)
        return [SideOnBoard(full_name_of(side), points, won) for side, points, won in lines]


class SideOnBoard(NamedTuple):
    """A side on the board; `games` is None if games are not counted, or unknown."""

    name: str
    points: int | None
    games: int | None


def state_on_board(match: Match | MatchRow, hands: int) -> str:
    """Returns the state, or "playing" for a match that has hands or whose round is on."""
    is_on = hands or (match.round.has_begun and not match.round.has_ended)
    return "playing" if match.state == State.WAITING and is_on else str(match.state)


@dataclass(frozen=True)
class MatchOnBoard:
    """One match with all that was reported of it. `hands` is how many of its hands count, and `disputed_hands` are the
    numbers of those that wait for the director. `contradictions` says, in sentences, what is inconsistent."""

    match: Match
    versions: tuple[WitnessVersion, ...]
    hands: int
    disputed_hands: tuple[int, ...]
    contradictions: tuple[str, ...]

    @property
    def state(self) -> str:
        return state_on_board(self.match, self.hands)

    @property
    def counted_sides(self) -> list[SideOnBoard]:
        """What counts for each side, whoever reported it."""
        return [SideOnBoard(full_name_of(side), side.points, side.games) for side in sides_of(self.match)]

    @property
    def current(self) -> tuple[WitnessVersion, ...]:
        return tuple(version for version in self.versions if version.replaced_at is None)

    @property
    def earlier(self) -> tuple[WitnessVersion, ...]:
        return tuple(version for version in self.versions if version.replaced_at is not None)

    @property
    def slips(self) -> int:
        """The number of slips of the whole match that were keyed."""
        return sum(1 for version in self.current if version.kind == "slip")


@dataclass(frozen=True)
class MissingSheet:
    """A side whose sheet has not come, by its first player and its table."""

    name: str
    entry: EntryRow
    table: int


def match_on_board(event: Event, pk: int) -> MatchOnBoard | None:
    """Returns one match of a released hour with all its versions, or None if the event has no such match."""
    released = Match.objects.filter(pk=pk, table__stage__event=event, table__stage__released_at__isnull=False)
    return next(iter(put_on_board(read_matches(released))), None)


def on_board(match: Match) -> MatchOnBoard:
    """Builds the view of a match that was read with its sides, table and round. Three queries."""
    return put_on_board([match])[0]


def read_matches(matches: QuerySet[Match]) -> list[Match]:
    return list(with_sides(matches.select_related("table__stage__event", "round")))


def put_on_board(matches: list[Match]) -> list[MatchOnBoard]:
    sides = {side.pk: side for match in matches for side in match.all_sides}
    lines: dict[int, list[SheetLine]] = {}
    for line in SheetLine.objects.filter(side__in=sides).select_related("entered_by"):
        line.side = sides[line.side_id]
        lines.setdefault(line.side.match_id, []).append(line)
    rulings: dict[int, list[Ruling]] = {}
    for ruling in Ruling.objects.filter(match__in=matches).select_related("ruled_by"):
        rulings.setdefault(ruling.match_id, []).append(ruling)
    hands: dict[int, list[Hand]] = {}
    for hand in Hand.objects.filter(match__in=matches, superseded_at=None).select_related("entered_by"):
        hands.setdefault(hand.match_id, []).append(hand)
    return [
        _put_match_on_board(match, lines.get(match.pk, []), rulings.get(match.pk, []), hands.get(match.pk, []))
        for match in matches
    ]


def _put_match_on_board(match: Match, lines: list[SheetLine], rulings: list[Ruling], hands: list[Hand]) -> MatchOnBoard:
    versions = [_version_of_sheet(match, line) for line in lines if not line.slip]
    slips: dict[tuple[int, datetime, datetime | None], list[SheetLine]] = {}
    for line in lines:
        if line.slip:
            slips.setdefault((line.slip, line.entered_at, line.superseded_at), []).append(line)
    versions += [_version_of_slip(match, of_slip) for of_slip in slips.values()]
    if hands and match.hands_finished_at:
        points, games = running_tally(match, hands).points, None
        if rules_of(match.table.stage.event).target is not None:
            # Hands after the end of a game carry its winner too, so each game counts once.
            winners = [*{hand.game: winner for hand in hands if (winner := hand.awards.get("winner"))}.values()]
            games = tuple(winners.count(side.key) for side in sides_of(match))
        by, at = hands[-1].entered_by, match.hands_finished_at
        versions.append(WitnessVersion("hands", sides_of(match), points, games, by, at))
    versions += [
        WitnessVersion(
            "ruling",
            sides_of(match),
            tuple(ruling.points),
            tuple(ruling.games) if ruling.games else None,
            ruling.ruled_by,
            ruling.ruled_at,
            reason=ruling.reason,
            replaced_at=ruling.superseded_at,
        )
        for ruling in rulings
    ]
    return MatchOnBoard(
        match,
        tuple(versions),
        len(hands),
        tuple(hand.number for hand in hands if hand.state == State.DISPUTED),
        contradictions_of(match),
    )


def matches_by_phone(matches: Sequence[MatchRow], phones: Collection[int], reported: Collection[int]) -> set[int]:
    """Returns the ids of the matches that their tables record themselves, so that no sheet is awaited: those with hands
    from `phones`, and those at the same tables that are not among `reported`, as long as their round is not closed."""
    tables = {match.table_id for match in matches if match.pk in phones}
    to_come = [match for match in matches if match.pk not in reported and not match.round.has_ended]
    return {*phones, *(match.pk for match in to_come if match.table_id in tables)}


def missing_of(match: MatchRow, reported: Collection[int]) -> tuple[MissingSheet, ...]:
    """Returns the sides whose sheets are still awaited; `reported` are the sides whose sheets have come. Nobody's is
    awaited once a match is settled or called off, or if all its hands are in."""
    if match.state in (*SETTLED, State.CALLED_OFF) or match.hands_are_in:
        return ()
    waited_for = (side for side in match.sides if side.pk not in reported)
    return tuple(MissingSheet(side.name, side.entries[0], match.table.number) for side in waited_for)


def _version_of_slip(match: Match, lines: Sequence[SheetLine]) -> WitnessVersion:
    by_side = lines_by_side(lines)
    in_order = [by_side.get(side.pk) for side in sides_of(match)]
    games = tuple(line.games if line else None for line in in_order)
    first = lines[0]
    return WitnessVersion(
        "slip",
        sides_of(match),
        tuple(line.mine if line else None for line in in_order),
        None if all(won is None for won in games) else games,
        first.entered_by,
        first.entered_at,
        replaced_at=first.superseded_at,
        slip=first.slip,
    )


def _version_of_sheet(match: Match, line: SheetLine) -> WitnessVersion:
    games = tuple(line.games if side == line.side else None for side in sides_of(match))
    return WitnessVersion(
        "sheet",
        sides_of(match),
        claim_of(match, line),
        None if line.games is None else games,
        line.entered_by,
        line.entered_at,
        side=line.side,
        replaced_at=line.superseded_at,
        is_from_opponents=line.from_opponents,
    )


class WitnessDifference(NamedTuple):
    """A field in which readings differ; `readings` are in order, "–" if one says nothing."""

    label: str
    readings: tuple[str, ...]
