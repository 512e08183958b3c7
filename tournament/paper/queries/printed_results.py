"""The results of an evening on paper: every match with what counts, table by table. Hands are in `printed_hands`."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from tournament.draw.queries.brackets import names_of_rounds
from tournament.event.queries.competitors import boards_of
from tournament.event.queries.hours import hour_label, say_table
from tournament.hands.queries.hands import MatchInHands
from tournament.matches.queries.feats import with_feats
from tournament.matches.queries.matches import full_name_of, sides_of, with_all_who_sat, with_sides
from tournament.matches.queries.team_matches import TeamMatch, team_matches_of
from tournament.models import SETTLED, Event, Hand, Match, Ruling, SheetLine, Side, Stage, State, text_for_reader
from tournament.paper.queries.printed_hands import SIDES, UNKNOWN, PrintedGame, format_figure, print_games
from tournament.rules.queries.rules import rules_of

MOST_LARGE = 4
"""Up to this many matches without hands, such as a final, fill the page in large letters."""
ROOM = 195.0
"""So many millimetres of a page's height have room for more of them, each with the width of the page."""
ABOVE_TABLE, LINE, SENTENCE = 9.5, 7.0, 4.5
"""What the heading of a table, a line of a match and a sentence below it take of it."""
KEPT_TOGETHER = 16
"""A match with up to this many hands is kept on one page."""
LONG_NAME, LONG_WORD = 40, 12
"""In letters."""

_Played = tuple[MatchInHands, tuple[str, ...]]
"""A match, and sentences that say where its result comes from, if not from its sides."""


@dataclass(frozen=True)
class PrintedSide:
    """A side; its `letter` stands for it in the lines of hands; `figures` are in the table's `units`."""

    letter: str
    name: str
    figures: tuple[str, ...]

    @property
    def has_long_word(self) -> bool:
        """Whether a word of its name is wider than half a narrow column."""
        return max(map(len, self.name.split()), default=0) > LONG_WORD


@dataclass(frozen=True)
class PrintedMatch:
    """A match. `round` is "" if its table plays one match or the heading says it, `state` is "" if the result is
    agreed; `is_settled` says whether nobody need sign it any more; `also` are sentences below."""

    round: str
    sides: tuple[PrintedSide, ...]
    state: str
    is_settled: bool
    also: tuple[str, ...]
    games: tuple[PrintedGame, ...]

    @property
    def most(self) -> str:
        """Returns the highest first figure if all are known and differ; otherwise "?", which no side has."""
        figures = [side.figures[0] if side.figures else "" for side in self.sides]
        is_known = all(figure.isdecimal() for figure in figures) and len(set(figures)) > 1
        return max(figures, key=int) if is_known else "?"

    @property
    def scores(self) -> tuple[str, ...]:
        """Returns each figure of two sides as in "17 – 13", or "–" if it is not known of either."""
        figures = zip(*(side.figures for side in self.sides), strict=True)
        return tuple(" – ".join(each) if set(each) != {UNKNOWN} else UNKNOWN for each in figures)

    @property
    def is_long(self) -> bool:
        """Whether it may be split over two pages."""
        return sum(len(game.hands) for game in self.games) > KEPT_TOGETHER


@dataclass(frozen=True)
class PrintedTable:
    """Matches under one heading: all of a table, or one with hands. `units` name the figures of their sides."""

    where: str
    units: tuple[str, ...]
    matches: tuple[PrintedMatch, ...]

    @property
    def has_hands(self) -> bool:
        return any(match.games for match in self.matches)

    @property
    def is_a_line_each(self) -> bool:
        """Whether its matches are a line each, with the score between two names. Lines of hands need each side's
        letter."""
        return not self.has_hands and all(len(match.sides) == 2 for match in self.matches)

    @property
    def height(self) -> float:
        """About how high it is with the width of the page and no hands, in millimetres."""
        lines = sum(1 if self.is_a_line_each else len(match.sides) for match in self.matches)
        return ABOVE_TABLE + LINE * lines + SENTENCE * sum(len(match.also) for match in self.matches)

    @property
    def is_wide(self) -> bool:
        """Whether the names of its matches need more than half a page."""
        names = [side.name for match in self.matches for side in match.sides]
        return len(self.matches) > 1 and max(map(len, names)) > LONG_NAME


@dataclass(frozen=True)
class PrintedMeeting:
    """Two teams at all their tables, with their match; without teams there is one meeting of all tables."""

    tables: tuple[PrintedTable, ...]
    team_match: TeamMatch | None = None


@dataclass(frozen=True)
class PrintedStage:
    label: str
    meetings: tuple[PrintedMeeting, ...]

    @property
    def tables(self) -> tuple[PrintedTable, ...]:
        return tuple(table for meeting in self.meetings for table in meeting.tables)

    @property
    def matches(self) -> tuple[PrintedMatch, ...]:
        return tuple(match for table in self.tables for match in table.matches)


@dataclass(frozen=True)
class PrintedResults:
    """The results. The paper is provisional while there are `open_matches`, which are not agreed."""

    stages: tuple[PrintedStage, ...]
    open_matches: int
    hands: int

    @property
    def size(self) -> str:
        """Says in which letters matches without hands are: "few", "across" or, in two columns, ""."""
        if self.hands:
            return ""
        if sum(len(stage.matches) for stage in self.stages) <= MOST_LARGE:
            return "few"
        height = sum(table.height for stage in self.stages for table in stage.tables)
        has_teams = any(meeting.team_match for stage in self.stages for meeting in stage.meetings)
        return "across" if height < ROOM and not has_teams else ""


def printed_results_of(event: Event, stage: Stage | None = None) -> PrintedResults:
    """Returns the results of one stage, or of all released ones. At most six queries, and one more each for score
    sheets, teams and a knock-out."""
    matches = Match.objects.filter(table__stage__event=event, table__stage__released_at__isnull=False)
    if stage is not None:
        matches = matches.filter(table__stage=stage)
    ordered = matches.select_related("table__stage", "round")
    printed_matches = list(with_sides(ordered.order_by("table__stage__number", "table__number", "round__number", "pk")))
    with_all_who_sat(printed_matches)
    versions = _versions_of(printed_matches)
    sources = _sources_of(event, printed_matches)
    rules, by_stage = rules_of(event), defaultdict[int, list[_Played]](list)
    for match in printed_matches:
        match.table.stage.event = event
        own = versions[match.pk]
        for version in own:
            version.reason = text_for_reader(event, version.reason)
        if match.state != State.CALLED_OFF or own:
            stopped = match.hands_finished_at is not None
            played = MatchInHands(match, rules, tuple(own), stopped=stopped)
            by_stage[match.table.stage.number].append((played, sources[match.pk]))
    in_teams = with_feats(event, team_matches_of(event, {match.table.stage.number for match in printed_matches}))
    team_matches = {table.match: each for each in in_teams for table in each.tables}
    names = names_of_rounds(event)
    return PrintedResults(
        stages=tuple(
            PrintedStage(_label_of(event, number, names), tuple(_print_meetings(event, own, team_matches)))
            for number, own in by_stage.items()
        ),
        open_matches=sum(match.state not in (*SETTLED, State.CALLED_OFF) for match in printed_matches),
        hands=sum(hand.superseded_at is None for own in versions.values() for hand in own),
    )


def _sources_of(event: Event, matches: Sequence[Match]) -> Mapping[int, tuple[str, ...]]:
    """Returns where results come from, by match: a ruling with its reason, or the opponents' sheets. One query, two
    with score sheets."""
    sources = {match.pk: tuple[str, ...]() for match in matches}
    sides = {side.pk: side for match in matches for side in sides_of(match)}
    lines = SheetLine.objects.filter(side__in=sides, superseded_at=None, from_opponents=True)
    filled_in = lines.values_list("side", flat=True) if event.kind.has_sheets else ()
    for side in (sides[pk] for pk in filled_in):
        words = _("%(name)s’s points: from the opponents’ sheets, not cross-checked.")
        sources[side.match_id] = (words % {"name": side.name},)
    for ruling in Ruling.objects.filter(match__in=matches, superseded_at=None):
        sources[ruling.match_id] = (
            _("Ruled by the director: %(reason)s") % {"reason": text_for_reader(event, ruling.reason)},
        )
    return sources


def _label_of(event: Event, number: int, names: Mapping[int, str]) -> str:
    """Names a stage as in "Second hour", "Round 3" or "Round 8: Final"."""
    label = hour_label(event, number)
    if number in names:
        return _("%(round)s: %(name)s") % {"round": label, "name": names[number]}
    return label


def _versions_of(matches: Sequence[Match]) -> Mapping[int, list[Hand]]:
    """Returns all versions of all hands, by match. One query."""
    of_match = {match.pk: match for match in matches}
    versions = defaultdict[int, list[Hand]](list)
    for hand in Hand.objects.filter(match__in=matches).order_by("number", "pk"):
        hand.match = of_match[hand.match_id]
        versions[hand.match_id].append(hand)
    return versions


def _print_meetings(
    event: Event, played: Sequence[_Played], team_matches: Mapping[int, TeamMatch]
) -> Iterator[PrintedMeeting]:
    boards = boards_of(event)
    if boards == 1:
        yield PrintedMeeting(tuple(_print_tables(event, played)))
        return
    for _number, tables in groupby(played, lambda each: (each[0].match.table.number - 1) // boards):
        own = list(tables)
        team_match = next((team_matches[each.match.pk] for each, _ in own if each.match.pk in team_matches), None)
        yield PrintedMeeting(tuple(_print_tables(event, own)), team_match)


def _print_tables(event: Event, played: Iterable[_Played]) -> Iterator[PrintedTable]:
    """Yields the tables; a match with hands has a heading of its own, since it may begin a page."""
    in_order = groupby(played, lambda each: (each[0].match.table.number, bool(each[0].versions)))
    for (number, has_hands), together in in_order:
        if has_hands:
            for each in together:
                where = say_table(event, each[0].match, " · ")
                yield _print_table(where[:1].upper() + where[1:], [each])
        else:
            yield _print_table(
                _("Table %(number)s") % {"number": number}, list(together), by_round=event.kind.turns_per_seating > 1
            )


def _print_table(where: str, played: Sequence[_Played], *, by_round: bool = False) -> PrintedTable:
    by_games = any(side.games is not None for each, _sources in played for side in sides_of(each.match))
    return PrintedTable(
        where,
        (_("games"), _("points")) if by_games else (_("points"),),
        tuple(_print_match(each, sources, by_games=by_games, by_round=by_round) for each, sources in played),
    )


def _print_match(played: MatchInHands, sources: tuple[str, ...], *, by_games: bool, by_round: bool) -> PrintedMatch:
    match = played.match
    sides = sides_of(match)
    return PrintedMatch(
        round=_("Deciding game")
        if match.is_decider
        else _("Round %(number)s") % {"number": match.round.number}
        if by_round
        else "",
        sides=tuple(
            PrintedSide(
                letter,
                full_name_of(side),
                (format_figure(side.games), format_figure(side.points)) if by_games else (format_figure(side.points),),
            )
            for letter, side in zip(SIDES, sides, strict=False)
        ),
        state="" if match.state == State.AGREED else str(State(match.state).label),
        is_settled=match.state in SETTLED,
        also=tuple(_sentences_below(played, sides, sources)),
        games=tuple(print_games(played)),
    )


def _sentences_below(played: MatchInHands, sides: Sequence[Side], sources: tuple[str, ...]) -> Iterator[str]:
    match = played.match
    if match.walk_over is not None:
        winner = next((side.name for side in sides if side.number == match.walk_over), "")
        yield _("A walk-over for %(name)s.") % {"name": winner} if winner else _("Neither side came.")
    if match.part:
        yield _("At a shared table: %(part)s of the round.") % {"part": match.part}
    yield from sources
    yield from played.stand_ins
