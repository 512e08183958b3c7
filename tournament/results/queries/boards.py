"""The results board of an hour: every match with who has reported what, and the meetings of teams."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournament.event.queries.competitors import boards_of, key_of, units_of
from tournament.matches.queries.match_on_board import MatchOnBoard, Missing, put_on_board, read_matches
from tournament.matches.queries.matches import sides_of
from tournament.models import SETTLED, Event, Hand, Match, Stage, State, Table


@dataclass(frozen=True)
class TableOnBoard:
    table: Table
    matches: tuple[MatchOnBoard, ...]

    @property
    def to_agree(self) -> int:
        """How many results one press would agree."""
        return sum(1 for match in self.matches if match.is_to_agree)


@dataclass(frozen=True)
class Board:
    stage: Stage
    tables: tuple[TableOnBoard, ...]
    missing: tuple[Missing, ...]

    @property
    def matches(self) -> tuple[MatchOnBoard, ...]:
        """All that are to be played."""
        found = (match for table in self.tables for match in table.matches)
        return tuple(match for match in found if match.match.state != State.CALLED_OFF)

    @property
    def settled(self) -> int:
        return sum(1 for match in self.matches if match.match.state in SETTLED)

    @property
    def waited_for(self) -> tuple[MatchOnBoard, ...]:
        """Of which some or all paper is still missing."""
        return tuple(match for match in self.matches if match.missing)

    @property
    def to_agree(self) -> tuple[MatchOnBoard, ...]:
        """What one press would agree."""
        return tuple(match for match in self.matches if match.is_to_agree)

    @property
    def has_only_slips(self) -> bool:
        """Whether all that one press would agree came on slips."""
        return all(match.slips for match in self.to_agree)

    @property
    def contradictory(self) -> tuple[MatchOnBoard, ...]:
        """What the director agrees one by one, or rules."""
        return tuple(match for match in self.matches if match.can_be_agreed and match.contradictions)

    @property
    def states(self) -> list[tuple[str, int]]:
        """How many matches are in each state, in the order in which a match goes through them; then the hands that
        came late. A ruled match is among the agreed."""
        counted = Counter("agreed" if match.state == State.RULED else match.state for match in self.matches)
        shown = ("waiting", "playing", "entered", "agreed", "disputed")
        return [*((state, counted[state]) for state in shown), ("late", len(self.late))]

    @property
    def late(self) -> tuple[tuple[MatchOnBoard, Hand], ...]:
        """What came late and nobody has decided, the first first."""
        found = ((shown, hand) for table in self.tables for shown in table.matches for hand in shown.late)
        return tuple(sorted(found, key=lambda pair: pair[1].entered_at))

    @property
    def disputes(self) -> tuple[MatchOnBoard, ...]:
        return tuple(match for match in self.matches if match.match.state == State.DISPUTED)


def board_of(stage: Stage) -> Board:
    """Every match of an hour with all its versions. Six queries, whatever the number."""
    played = Match.objects.filter(table__stage=stage).order_by("table__number", "round__number", "pk")
    matches = put_on_board(read_matches(played))
    tables: dict[Table, list[MatchOnBoard]] = {}
    for found in matches:
        tables.setdefault(found.match.table, []).append(found)
    missing = {missing.entry.pk: missing for found in matches for missing in found.missing}
    on_board = tuple(TableOnBoard(table, tuple(own)) for table, own in tables.items())
    return Board(stage, on_board, tuple(missing.values()))


@dataclass(frozen=True)
class Meeting:
    """Two teams with what is known so far of all their tables: games, or points where nobody counts games. Where no
    teams enter there is one, without names, of all tables."""

    tables: tuple[TableOnBoard, ...]
    scores: tuple[tuple[str, int], ...] = ()


def meetings_of(event: Event, board: Board) -> tuple[Meeting, ...]:
    """One query where teams enter, else none."""
    boards = boards_of(event)
    if boards == 1:
        return (Meeting(board.tables),)
    names = names_of_meeting_teams(event)
    together: dict[int, list[TableOnBoard]] = {}
    for table in board.tables:
        together.setdefault((table.table.number - 1) // boards, []).append(table)
    return tuple(
        Meeting(
            tuple(tables), scores_of_teams(event, (shown.match for table in tables for shown in table.matches), names)
        )
        for tables in together.values()
    )


def names_of_meeting_teams(event: Event) -> dict[int, str]:
    """The names of teams that meet at several tables, by number; none where nobody does. One query where they do."""
    return {key: unit.name for key, unit in units_of(event).items()} if boards_of(event) > 1 else {}


def scores_of_teams(event: Event, matches: Iterable[Match], names: Mapping[int, str]) -> tuple[tuple[str, int], ...]:
    """What the matches of a meeting come to, of each team under its name."""
    scores: dict[int, int] = {}
    for match in matches:
        for side in sides_of(match):
            key = key_of(event, side.entries[0])
            if key is not None:
                counts = match.state != State.CALLED_OFF
                known = side.games if side.games is not None else side.points
                scores[key] = scores.get(key, 0) + (known or 0 if counts else 0)
    return tuple((names[key], score) for key, score in scores.items() if key in names)
