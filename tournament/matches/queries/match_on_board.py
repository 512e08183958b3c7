"""One match as the results board shows it: every version of its result, where they differ, and whose sheet is
missing."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournament.event.queries.entry_rows import EntryRow
from tournament.event.queries.rules import rules_of
from tournament.matches.queries.match_rows import MatchRow
from tournament.matches.queries.matches import has_counts, sides_of, with_sides
from tournament.matches.queries.results import Counts, claim_of, contradictions_of, lines_by_side, running_tally
from tournament.models import SETTLED, Account, Entry, Event, Hand, Match, Ruling, SheetLine, Side, State


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
                return _("%(name)s, from the opponents' sheets") % {"name": self.side.name if self.side else ""}
            case "sheet":
                return _("%(name)s's sheet") % {"name": self.side.name if self.side else ""}
            case "slip":
                return _("Second slip") if self.slip > 1 else _("Slip")
            case "hands":
                return _("Hand by hand")
        return _("The director's ruling")

    @property
    def scores(self) -> list["SideOnBoard"]:
        games = self.games or (None,) * len(self.sides)
        found = zip(self.sides, self.points, games, strict=True)
        return [SideOnBoard(side.name, points, won) for side, points, won in found]


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
    """One match on the board. `missing` are the sides whose sheets have not come. If its hands are recorded, `running`
    is the score of the current or last game, `games` the games won so far, if there is a target, and `hands_points` the
    points of all hands. `disputed_hands` and `late` hands wait for the director. `last` is the latest hand, whoever
    recorded it; `by_phone` is whether the table records its hands itself. `contradictions` says, in sentences, what is
    inconsistent."""

    match: Match
    versions: tuple[WitnessVersion, ...]
    missing: tuple["MissingSheet", ...]
    running: Counts | None
    games: Counts | None
    hands: int
    disputed_hands: tuple[int, ...] = ()
    late: tuple[Hand, ...] = ()
    last: Hand | None = None
    to_be_agreed: int = 0
    by_phone: bool = False
    hands_points: Counts | None = None
    contradictions: tuple[str, ...] = ()

    @property
    def state(self) -> str:
        return state_on_board(self.match, self.hands)

    @property
    def scores(self) -> list["SideOnBoard"]:
        """What each side has: what counts as soon as anything does, as in the standings; until then the games so far
        and the score of the game being played."""
        if self.running is None or self.match.hands_finished_at is not None or has_counts(self.match):
            return self.counted_sides
        sides = sides_of(self.match)
        games = self.games or (None,) * len(sides)
        return [SideOnBoard(side.name, *won) for side, *won in zip(sides, self.running, games, strict=True)]

    @property
    def hands_so_far(self) -> str:
        """The score of the hands, as in "8 – 5", of a match in which something else counts already; else ""."""
        if self.hands_points is None or not has_counts(self.match) or self.hands_points == self.match.points:
            return ""
        return " – ".join(str(points).replace("-", "−") for points in self.hands_points)

    @property
    def counted_sides(self) -> list[SideOnBoard]:
        """What counts for each side, whoever reported it."""
        return [SideOnBoard(side.name, side.points, side.games) for side in sides_of(self.match)]

    @property
    def current(self) -> tuple[WitnessVersion, ...]:
        return tuple(version for version in self.versions if version.replaced_at is None)

    @property
    def filled_in(self) -> str:
        """Whose missing sheet was filled in from the opponents', as long as nothing was ruled; else ""."""
        found = [each.side.name for each in self.current if each.is_from_opponents and each.side]
        return found[0] if found and self.match.state != State.RULED else ""

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
    entry: Entry | EntryRow
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
    sides = {side.pk: side for match in matches for side in match.sides.all()}
    lines: dict[int, list[SheetLine]] = {}
    for line in SheetLine.objects.filter(side__in=sides).select_related("entered_by"):
        line.side = sides[line.side_id]
        lines.setdefault(line.side.match_id, []).append(line)
    rulings: dict[int, list[Ruling]] = {}
    for ruling in Ruling.objects.filter(match__in=matches).select_related("ruled_by"):
        rulings.setdefault(ruling.match_id, []).append(ruling)
    hands: dict[int, list[Hand]] = {}
    late: dict[int, list[Hand]] = {}
    known = Hand.objects.filter(Q(superseded_at=None) | Q(state=State.LATE, reason=""), match__in=matches)
    for hand in known.select_related("entered_by"):
        (hands if hand.superseded_at is None else late).setdefault(hand.match_id, []).append(hand)
    by_games = bool(matches) and rules_of(matches[0].table.stage.event).target is not None
    phones = [match for match, kept in hands.items() if any(hand.device for hand in kept)]
    by_phone = matches_by_phone(matches, phones, reported={*lines, *hands})
    return [
        _put_match_on_board(
            match,
            *(lines.get(match.pk, []), rulings.get(match.pk, []), hands.get(match.pk, []), late.get(match.pk, [])),
            by_games=by_games,
            by_phone=match.pk in by_phone,
        )
        for match in matches
    ]


def _put_match_on_board(
    match: Match,
    lines: list[SheetLine],
    rulings: list[Ruling],
    hands: list[Hand],
    late: list[Hand],
    *,
    by_games: bool,
    by_phone: bool,
) -> MatchOnBoard:
    versions = [_version_of_sheet(match, line) for line in lines if not line.slip]
    slips: dict[tuple[int, datetime, datetime | None], list[SheetLine]] = {}
    for line in lines:
        if line.slip:
            slips.setdefault((line.slip, line.entered_at, line.superseded_at), []).append(line)
    versions += [_version_of_slip(match, of_slip) for of_slip in slips.values()]
    if hands and match.hands_finished_at:
        points = running_tally(match, hands).points
        games = _games_so_far(match, hands) if by_games else None
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
    reported = {line.side_id for line in lines if line.superseded_at is None}
    last_game = [hand for hand in hands if hand.game == hands[-1].game]
    return MatchOnBoard(
        match=match,
        versions=tuple(versions),
        missing=() if by_phone else missing_of(match, reported),
        running=running_tally(match, last_game).points if hands else None,
        games=_games_so_far(match, hands) if by_games else None,
        hands=len(hands),
        disputed_hands=tuple(hand.number for hand in hands if hand.state == State.DISPUTED),
        late=tuple(late),
        hands_points=running_tally(match, hands).points if hands else None,
        last=max(hands, key=lambda hand: hand.entered_at, default=None),
        to_be_agreed=sum(1 for hand in hands if hand.device and hand.state == State.ENTERED),
        by_phone=by_phone,
        contradictions=contradictions_of(match),
    )


def _games_so_far(match: Match, hands: list[Hand]) -> Counts:
    """Counts the games that each side won by its hands. Hands after the end of a game carry its winner too, so each
    game counts once."""
    winner_of = {hand.game: winner for hand in hands if (winner := hand.awards.get("winner"))}
    winners = list(winner_of.values())
    return tuple(winners.count(side.key) for side in sides_of(match))


def matches_by_phone(
    matches: Sequence[Match] | Sequence[MatchRow], phones: Collection[int], reported: Collection[int]
) -> set[int]:
    """Returns the ids of the matches that their tables record themselves, so that no sheet is awaited: those with hands
    from `phones`, and those at the same tables that are not among `reported`, as long as their round is not closed."""
    tables = {match.table_id for match in matches if match.pk in phones}
    to_come = [match for match in matches if match.pk not in reported and not match.round.has_ended]
    return {*phones, *(match.pk for match in to_come if match.table_id in tables)}


def missing_of(match: Match | MatchRow, reported: Collection[int]) -> tuple[MissingSheet, ...]:
    """Returns the sides whose sheets are still awaited; `reported` are the sides whose sheets have come. Nobody's is
    awaited once a match is settled or called off, or if all its hands are in."""
    if match.state in (*SETTLED, State.CALLED_OFF) or match.hands_are_in:
        return ()
    waited_for = (side for side in sides_of(match) if side.pk not in reported)
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
