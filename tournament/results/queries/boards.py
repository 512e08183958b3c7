"""The results board of an hour: every match with who has reported what, and the meetings of teams."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.event.queries.competitors import boards_of
from tournament.event.queries.entry_rows import entry_rows
from tournament.matches.queries.feats import with_feats
from tournament.matches.queries.match_on_board import (
    MatchOnBoard,
    MissingSheet,
    SideOnBoard,
    matches_by_phone,
    missing_of,
    put_on_board,
    read_matches,
    state_on_board,
)
from tournament.matches.queries.match_rows import MatchRow, TableRow, match_rows
from tournament.matches.queries.results import contradictions_under
from tournament.matches.queries.team_matches import TeamMatch, team_matches_of
from tournament.models import SETTLED, Event, Hand, Match, SheetLine, Stage, State
from tournament.results.queries.adjustments import adjustments_in
from tournament.rules.queries.rules import rules_of


class LastHand(NamedTuple):
    """The latest hand of a match; `by` is "" if it came from a phone."""

    at: datetime
    by: str


class LateHand(NamedTuple):
    number: int
    at: datetime


class BoardLine(NamedTuple):
    """A match as a line of the board. `scores` are what each side has; `missing` are the sides whose sheets have not
    come; `filled_in` is the side whose sheet was filled in from the opponents'; `hands_so_far` is the score of the
    hands if something else counts; `by_phone` is whether the table records its hands itself. `contradictions` says, in
    sentences, what is inconsistent in its result, `given` what the director added or took off in it."""

    match: MatchRow
    scores: tuple[SideOnBoard, ...]
    missing: tuple[MissingSheet, ...]
    slips: int
    filled_in: str
    by_phone: bool
    contradictions: tuple[str, ...]
    hands: int = 0
    hands_so_far: str = ""
    last: LastHand | None = None
    to_be_agreed: int = 0
    disputed_hands: tuple[int, ...] = ()
    late: tuple[LateHand, ...] = ()
    given: tuple[str, ...] = ()

    @property
    def state(self) -> str:
        return state_on_board(self.match, self.hands)

    @property
    def notes(self) -> list[str]:
        """Notes beside the state, except whose sheet is missing or filled in, and what the board says of all: that some
        results are not cross-checked."""
        match, notes = self.match, [*self.given]
        if match.is_decider:
            notes.append(_("deciding game"))
        if match.walk_over is not None:
            notes.append(_("walk-over") if match.walk_over else _("neither side came"))
        if match.part:
            notes.append(_("%(part)s of its round") % {"part": match.part})
        if len(self.missing) != 1 and self.is_unfinished:
            notes.append(_("not all hands are in"))
        return notes

    @property
    def has_more(self) -> bool:
        """Whether it has more to show than fits in its row."""
        of_hands = self.last is not None or bool(self.late)
        return of_hands or bool(self.filled_in or self.contradictions) or len(self.missing) == 1

    @property
    def is_unchecked(self) -> bool:
        """Whether only one side's sheet supports the result. False for hands from a phone, which the table agrees
        itself, and for slips, which report both sides."""
        counts = self.match.state in (State.ENTERED, State.AGREED)
        return counts and not self.by_phone and not self.slips and not self.match.cross_checked

    @property
    def is_unfinished(self) -> bool:
        """Whether its round is closed, and its table has not said that all hands are in."""
        is_open = self.match.state in (State.WAITING, State.DISPUTED) and not self.match.hands_are_in
        return self.by_phone and is_open and self.match.round.has_ended

    @property
    def needs_somebody(self) -> bool:
        """Whether somebody has to look at it: to agree it, to decide, or to chase its hands."""
        is_open = self.match.state in (State.ENTERED, State.DISPUTED)
        return is_open or self.is_unfinished or bool(self.late or self.contradictions)

    @property
    def can_be_agreed(self) -> bool:
        """Whether it can be agreed one by one."""
        return self.match.state == State.ENTERED and self.match.is_reported

    @property
    def is_to_agree(self) -> bool:
        """Whether one press agrees it with others: a contradictory result has to be looked at first."""
        return self.can_be_agreed and not self.contradictions


@dataclass(frozen=True)
class TableOnBoard:
    table: TableRow
    matches: tuple[BoardLine, ...]

    @property
    def to_agree(self) -> int:
        """The number of results that one press would agree."""
        return sum(1 for match in self.matches if match.is_to_agree)

    @property
    def states(self) -> list[tuple[str, int]]:
        """The number of matches in each state that occurs, in the order in which a match goes through them."""
        return count_states(self.matches)

    @property
    def needs(self) -> list[str]:
        """What somebody has to look at, besides the states."""
        names = dict.fromkeys(each.name for match in self.matches if len(match.missing) == 1 for each in match.missing)
        said = [_("%(name)s’s sheet is missing") % {"name": name} for name in names]
        if odd := sum(1 for match in self.matches if match.contradictions):
            said.append(ngettext("%(n)s does not add up", "%(n)s do not add up", odd) % {"n": odd})
        if late := sum(len(match.late) for match in self.matches):
            said.append(ngettext("%(n)s late hand", "%(n)s late hands", late) % {"n": late})
        if any(match.is_unfinished for match in self.matches):
            said.append(_("not all hands are in"))
        return said


@dataclass(frozen=True)
class Board:
    stage: Stage
    tables: tuple[TableOnBoard, ...]
    missing: tuple[MissingSheet, ...]
    disputes: tuple[MatchOnBoard, ...] = ()

    @cached_property
    def matches(self) -> tuple[BoardLine, ...]:
        """All matches that are to be played."""
        matches_on = (match for table in self.tables for match in table.matches)
        return tuple(match for match in matches_on if match.match.state != State.CALLED_OFF)

    @property
    def awaited_lines(self) -> tuple[BoardLine, ...]:
        """The matches for which some or all paper is still missing."""
        return tuple(match for match in self.matches if match.missing)

    @cached_property
    def to_agree(self) -> tuple[BoardLine, ...]:
        """The matches that one press would agree."""
        return tuple(match for match in self.matches if match.is_to_agree)

    @property
    def has_only_slips(self) -> bool:
        """Whether all matches that one press would agree came on slips."""
        return all(match.slips for match in self.to_agree)

    @property
    def contradictory(self) -> tuple[BoardLine, ...]:
        """The matches that the director agrees one by one, or rules on."""
        return tuple(match for match in self.matches if match.can_be_agreed and match.contradictions)

    @property
    def states(self) -> list[tuple[str, int]]:
        """The number of matches to be played in each state that occurs; then the number of late hands."""
        return [*count_states(self.matches), *([("late", len(self.late))] if self.late else [])]

    @cached_property
    def unchecked_results(self) -> tuple[BoardLine, ...]:
        """The matches whose results only one side's sheet supports."""
        return tuple(match for match in self.matches if match.is_unchecked)

    @property
    def unchecked_tables(self) -> list[int]:
        return [*dict.fromkeys(match.match.table.number for match in self.unchecked_results)]

    @property
    def late(self) -> tuple[tuple[BoardLine, LateHand], ...]:
        """Late hands that nobody has decided, oldest first."""
        late_hands = ((shown, hand) for table in self.tables for shown in table.matches for hand in shown.late)
        return tuple(sorted(late_hands, key=lambda pair: pair[1].at))


def count_states(lines: Iterable[BoardLine]) -> list[tuple[str, int]]:
    """Returns the number of matches in each state that occurs, in the order in which a match goes through them. A ruled
    match counts as agreed."""
    counted = Counter("agreed" if line.state == State.RULED else line.state for line in lines)
    shown = ("waiting", "playing", "entered", "agreed", "disputed", "called_off")
    return [(state, counted[state]) for state in shown if counted[state]]


def board_of(stage: Stage) -> Board:
    """Returns every match of an hour; those in dispute with all their versions. Five queries, whatever the number, and
    up to eight more if hands have come from phones, results are disputed or points were given in a match."""
    event, entries = stage.event, entry_rows(stage.event)
    matches = match_rows(entries, table__stage=stage.pk)
    sides_reported: set[int] = set()
    slips: set[tuple[int, int]] = set()
    filled_in: set[int] = set()
    current = SheetLine.objects.filter(side__match__table__stage=stage, superseded_at=None).order_by()
    # Of a settled match the board shows no more of a sheet than that it was filled in.
    current = current.exclude(slip=0, from_opponents=False, side__match__state__in=SETTLED)
    for side, pk, slip, is_from_opponents in current.values_list("side", "side__match", "slip", "from_opponents"):
        sides_reported.add(side)
        if slip:
            slips.add((pk, slip))
        elif is_from_opponents:
            filled_in.add(side)
    slips_of = Counter(pk for pk, _slip in slips)
    hands, late = _hands_in(stage)
    from_phones = [pk for pk, own in hands.items() if any(hand.device for hand in own)]
    by_phone: set[int] = set()
    if from_phones:
        lines = SheetLine.objects.filter(side__match__table__stage=stage).order_by()
        reported = {*hands, *lines.values_list("side__match", flat=True)}
        by_phone = matches_by_phone(matches, from_phones, reported)
    rules = rules_of(event)
    adjusted = [side for match in matches if match.is_adjusted for side in match.sides]
    given = adjustments_in(event, adjusted) if adjusted else {}
    at_table: dict[TableRow, list[BoardLine]] = {}
    for match in matches:
        first = next((side.name for side in match.sides if side.pk in filled_in), "") if filled_in else ""
        shown = BoardLine(
            match,
            scores=tuple([SideOnBoard(side.name, side.points, side.games) for side in match.sides]),
            missing=() if match.pk in by_phone else missing_of(match, sides_reported),
            slips=slips_of[match.pk],
            filled_in=first if match.state != State.RULED else "",
            by_phone=match.pk in by_phone,
            contradictions=contradictions_under(event, rules, match),
            late=tuple(late.get(match.pk, ())),
            given=tuple(given[side.pk] for side in match.sides if side.pk in given),
        )
        if match.pk in hands:
            shown = _add_hands(shown, hands[match.pk], by_games=rules.target is not None)
        at_table.setdefault(match.table, []).append(shown)
    missing = {each.entry.pk: each for own in at_table.values() for shown in own for each in shown.missing}
    on_board = tuple(TableOnBoard(table, tuple(own)) for table, own in at_table.items())
    disputed = [match.pk for match in matches if match.state == State.DISPUTED]
    disputes = (
        put_on_board(
            read_matches(Match.objects.filter(pk__in=disputed).order_by("table__number", "round__number", "pk"))
        )
        if disputed
        else []
    )
    return Board(stage, on_board, tuple(missing.values()), tuple(disputes))


class _Hand(NamedTuple):
    number: int
    game: int
    awards: Mapping[str, Any]
    state: str
    device: str
    entered_at: datetime
    by: str | None


def _hands_in(stage: Stage) -> tuple[dict[int, list[_Hand]], dict[int, list[LateHand]]]:
    """Returns each match's hands that count, and its late hands that nobody has decided."""
    counting: dict[int, list[_Hand]] = {}
    late: dict[int, list[LateHand]] = {}
    is_counting, is_late = Q(superseded_at=None), Q(state=State.LATE, reason="")
    known = Hand.objects.filter(is_counting | is_late, match__table__stage=stage)
    own = ("number", "game", "awards", "state", "device", "entered_at", "entered_by__username")
    for match, superseded_at, *fields in known.values_list("match", "superseded_at", *own):
        hand = _Hand(*fields)
        if superseded_at is None:
            counting.setdefault(match, []).append(hand)
        else:
            late.setdefault(match, []).append(LateHand(hand.number, hand.entered_at))
    return counting, late


def _add_hands(shown: BoardLine, hands: Sequence[_Hand], *, by_games: bool) -> BoardLine:
    """Adds the hands to a line. It shows what counts as soon as anything does, as in the standings; until then the
    games so far and the score of the game being played."""
    match, last = shown.match, max(hands, key=lambda hand: hand.entered_at)
    keys = [side.key for side in match.sides]
    counts = any(side.points is not None or side.games is not None for side in match.sides)
    points = _points_of(hands, keys)
    scores, so_far = shown.scores, ""
    if counts and points != tuple(side.points for side in match.sides):
        so_far = " – ".join(str(won).replace("-", "−") for won in points)
    if not counts and not match.hands_are_in:
        running = _points_of([hand for hand in hands if hand.game == hands[-1].game], keys)
        games: Sequence[int | None] = [None] * len(keys)
        if by_games:
            # Hands after the end of a game carry its winner too, so each game counts once.
            winners = [*{hand.game: winner for hand in hands if (winner := hand.awards.get("winner"))}.values()]
            games = [winners.count(key) for key in keys]
        names = (side.name for side in match.sides)
        scores = tuple(SideOnBoard(*side) for side in zip(names, running, games, strict=True))
    return shown._replace(
        scores=scores,
        hands=len(hands),
        hands_so_far=so_far,
        last=LastHand(last.entered_at, "" if last.device else last.by or "–"),
        to_be_agreed=sum(1 for hand in hands if hand.device and hand.state == State.ENTERED),
        disputed_hands=tuple(hand.number for hand in hands if hand.state == State.DISPUTED),
    )


def _points_of(hands: Sequence[_Hand], keys: Sequence[str]) -> tuple[int, ...]:
    won = Counter[str]()
    for hand in hands:
        for _kind, winner, points in hand.awards["awards"]:
            won[winner] += points
    return tuple(won[key] for key in keys)


@dataclass(frozen=True)
class TeamMeeting:
    """Two teams at their tables, with their match so far. Without teams there is one meeting of all tables, without a
    team match."""

    tables: tuple[TableOnBoard, ...]
    team_match: TeamMatch | None = None


def meetings_of(event: Event, board: Board) -> tuple[TeamMeeting, ...]:
    """Returns the meetings of a board. Three queries if teams enter, else none."""
    boards = boards_of(event)
    if boards == 1:
        return (TeamMeeting(board.tables),)
    at_table = {
        table: each
        for each in with_feats(event, team_matches_of(event, [board.stage.number]))
        for table in each.numbers
    }
    together: dict[int, list[TableOnBoard]] = {}
    for table in board.tables:
        together.setdefault((table.table.number - 1) // boards, []).append(table)
    return tuple(TeamMeeting(tuple(tables), at_table.get(tables[0].table.number)) for tables in together.values())
