"""What screens show of an evening: names from A to Z with their tables, seats, standings and the latest results.
Standings and results are there only while the standings are shown."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament.draw.queries.draws import movement_of
from tournament.draw.queries.seats import names_of_rests, out_of, rests_of, seated_tables
from tournament.event.queries.hours import hour_name, released_stage
from tournament.foundation.wording import order_key
from tournament.matches.queries.matches import with_sides
from tournament.matches.queries.scores_in_play import ScoreInPlay, scores_in_play
from tournament.matches.queries.team_matches import TeamMatch, team_matches_of
from tournament.models import SETTLED, Enters, Event, Match, Round, Side, Stage, State, join_names
from tournament.standings.queries.columns import show_figure
from tournament.standings.queries.shared_standings import share_standings, shared_standings
from tournament.standings.queries.standings_page import StandingsPage

UNKNOWN = "–"
MOST_RESULTS = 48
PLACES_TOLD = 10
MOST_TIED = 3
"""More than so many in one place are not named for it."""


@dataclass(frozen=True)
class NameOnWall:
    """A name. Without a table the player rests, or is `out`. `letter` is the letter under which the name is listed."""

    letter: str
    name: str
    table: int | None
    out: bool = False


@dataclass(frozen=True)
class TableOnWall:
    """A table. `lines` are its sides if these have `partners`, else its players by seat."""

    number: int
    lines: tuple[str, ...]
    partners: bool = False


@dataclass(frozen=True)
class SeatsOnWall:
    """Who has which table in the latest released hour or round."""

    stage: Stage
    tables: tuple[TableOnWall, ...]
    resting: tuple[str, ...]


def names_on_wall(event: Event) -> tuple[Stage | None, tuple[NameOnWall, ...]]:
    """Returns everybody from A to Z with their table in the latest released hour. Seven queries at most."""
    stage = released_stage(event)
    if stage is None:
        return None, ()
    seated = [(name, table.number, False) for table in seated_tables(event, stage) for name in table.names]
    idle = [(entry.name, None, False) for entry in rests_of(event, stage)]
    out: list[tuple[str, int | None, bool]] = [(entry.name, None, True) for entry in out_of(event, stage)]
    everybody = sorted([*seated, *idle, *out], key=lambda one: order_key(one[0]))
    return stage, tuple(
        NameOnWall(order_key(name)[:1].upper(), name, table, is_out) for name, table, is_out in everybody
    )


def seats_on_wall(event: Event) -> SeatsOnWall | None:
    """Returns the seats, or None before the first release. Six queries at most."""
    stage = released_stage(event)
    if stage is None:
        return None
    movement = None if event.kind.turns_per_seating > 1 else movement_of(event, stage.number)
    tables = []
    for table in seated_tables(event, stage):
        matches = movement.table_of(table.number, table.names).turns[0].matches if movement else ()
        sides = matches[0].sides if len(matches) == 1 else ()
        if any(len(side) > 1 for side in sides):
            tables.append(TableOnWall(table.number, tuple(join_names(side) for side in sides), partners=True))
        else:
            tables.append(TableOnWall(table.number, table.names))
    return SeatsOnWall(stage, tuple(tables), names_of_rests(event, stage))


@dataclass(frozen=True)
class RowOnWall:
    """A row of the standings. Nobody `leads` while all are tied, or more than three are. `climbed` is how many places
    they went up since the hour or round before, negative for down."""

    place: str
    name: str
    figures: tuple[str, ...]
    leads: bool = False
    climbed: int = 0


@dataclass(frozen=True)
class StandingsOnWall:
    """The standings. `heads` are the headings of the one or two figures. `notes` explain the signs and what broke a tie
    for the lead."""

    heads: tuple[str, ...]
    rows: tuple[RowOnWall, ...]
    open_matches: int
    provisional: bool
    notes: tuple[str, ...] = ()


def standings_on_wall(event: Event) -> StandingsOnWall | None:
    """Returns the standings, or None without a query while they are hidden. As many queries as the standings; twice as
    many from the second hour or round on, to see who has climbed."""
    if not event.standings_shown:
        return None
    page = share_standings(event).page
    headline = [at for at, column in enumerate(page.columns) if column.wall]
    heads = tuple(page.columns[at].wall for at in headline)
    hours = page.standings.hours
    before = shared_standings(event, hours=hours - 1).lines if hours > 1 and event.kind.has_several_stages else ()
    ranks = {line.record.entry: line.placing.rank for line in before}
    first = sum(row.line.placing.rank == 1 for row in page.rows)
    rows = tuple(
        RowOnWall(
            *(row.place, row.name, tuple(row.cells[at].text for at in headline)),
            leads=row.line.placing.rank == 1 and first < len(page.rows) and first <= MOST_TIED,
            climbed=ranks.get(row.line.record.entry, row.line.placing.rank) - row.line.placing.rank,
        )
        for row in page.rows
    )
    return StandingsOnWall(
        heads, rows, page.standings.open_matches, page.standings.provisional, tuple(_notes_of(event, page, rows))
    )


def _notes_of(event: Event, page: StandingsPage, rows: Sequence[RowOnWall]) -> Iterator[str]:
    if any(row.climbed for row in rows):
        before = hour_name(event, page.standings.stages[-2])
        yield _("▲ ▼ places up or down since %(hour)s") % {"hour": before[:1].lower() + before[1:]}
    if page.rows and page.rows[0].decided:
        yield _("Place 1: %(decided)s") % {"decided": page.rows[0].decided[:1].lower() + page.rows[0].decided[1:]}
    if any(row.place.endswith("=") for row in rows):
        yield _("= tied")


@dataclass(frozen=True)
class SideOnWall:
    """A side. `meaning` says which place its win has brought, or of a match in play that it leads; `won` is whether it
    is ahead then."""

    name: str
    figure: str
    won: bool
    meaning: str = ""


@dataclass(frozen=True)
class ResultOnWall:
    table: int
    sides: tuple[SideOnWall, ...]
    is_in_play: bool = False


@dataclass(frozen=True)
class ResultsOnWall:
    """The agreed results of the round in `title`, those in play first, with their score so far; `open_matches` have no
    result yet. `team_matches` are the matches of teams
    in the latest round, as they stand now, tables in play included; `agreed_only` while some other match is in play
    whose hands count only once they are agreed."""

    title: str
    results: tuple[ResultOnWall, ...]
    open_matches: int
    team_matches: tuple[TeamMatch, ...] = ()
    agreed_only: bool = False


def results_on_wall(event: Event) -> ResultsOnWall | None:
    """Returns the agreed results of the last round that has any, or hands that count. None while the standings are
    hidden, because results would reveal them. Six queries besides those of the standings, and up to six more if teams
    enter."""
    if not event.standings_shown:
        return None
    stage = released_stage(event) if event.enters == Enters.TEAMS else None
    team_matches = team_matches_of(event, [stage.number]) if stage else ()
    playing = {} if team_matches else _scores_of_latest(event)
    has_any = Q(matches__state__in=SETTLED) | Q(matches__in=playing)
    rounds = Round.objects.filter(has_any, stage__event=event, stage__released_at__isnull=False)
    last = rounds.select_related("stage").order_by("-stage__number", "-number").first()
    if last is None:
        return ResultsOnWall("", (), 0, team_matches)
    same = {"table__stage": last.stage, "round__number": last.number}
    played = Match.objects.filter(**same).exclude(state=State.CALLED_OFF).select_related("table__stage", "round")
    matches = list(with_sides(played.order_by("table__number", "pk")))
    reported = [match for match in matches if match.state in SETTLED]
    places = _places_of(event)
    in_play = [_score_on_wall(match, playing[match.pk]) for match in matches if match.pk in playing]
    shown = (*in_play, *(_result_of(match, places) for match in reported))[:MOST_RESULTS]
    title = hour_name(event, last.stage.number) if event.kind.has_several_stages else ""
    if title and event.kind.turns_per_seating > 1:
        title = _("%(hour)s · Round %(round)s") % {"hour": title, "round": last.number}
    agreed_only = event.agreement and bool(in_play)
    return ResultsOnWall(title, shown, len(matches) - len(reported), team_matches, agreed_only)


def _scores_of_latest(event: Event) -> dict[int, ScoreInPlay]:
    stage = released_stage(event)
    return scores_in_play(event, stage) if stage else {}


def _score_on_wall(match: Match, score: ScoreInPlay) -> ResultOnWall:
    sides = list(match.all_sides)
    made = [score.of_side(side.key) for side in sides]
    is_level = made.count(max(made)) > 1
    shown = []
    for side, (games, points) in zip(sides, made, strict=True):
        leads = not is_level and (games, points) == max(made)
        words = _("leads") if leads else _("level") if is_level and (games, points) == max(made) else ""
        if score.has_games:
            words = " · ".join(filter(None, [words, _("%(points)s in this game") % {"points": show_figure(points)}]))
        shown.append(SideOnWall(side.name, show_figure(games if score.has_games else points), leads, words))
    return ResultOnWall(match.table.number, tuple(shown), is_in_play=True)


def _places_of(event: Event) -> dict[int, str]:
    """Returns the place of each entry among the first ten, without those that too many share."""
    rows = share_standings(event).page.rows
    together = Counter(row.place for row in rows)
    told = [row for row in rows if row.line.placing.rank <= PLACES_TOLD and together[row.place] <= MOST_TIED]
    return {entry: row.place for row in told for entry in row.line.named}


def _result_of(match: Match, places: Mapping[int, str]) -> ResultOnWall:
    sides = list(match.all_sides)
    by_games = all(side.games is not None for side in sides)
    figures = [side.games if by_games else side.points for side in sides]
    known = [figure for figure in figures if figure is not None]
    best = max(known, default=0)
    is_decided = len(known) == len(sides) and known.count(best) == 1
    shown = []
    for side, figure in zip(sides, figures, strict=True):
        if match.walk_over is not None:
            came = side.number == match.walk_over
            shown.append(SideOnWall(side.name, _("walk-over") if came else _("absent"), came))
        else:
            is_best = is_decided and figure == best
            meaning = _say_meaning(side, places) if is_best else ""
            shown.append(SideOnWall(side.name, show_figure(figure), is_best, meaning))
    return ResultOnWall(match.table.number, tuple(shown))


def _say_meaning(side: Side, places: Mapping[int, str]) -> str:
    of_side = {places.get(entry.pk, "") for entry in side.entries}
    return _("place %(place)s") % {"place": of_side.pop()} if len(of_side) == 1 and "" not in of_side else ""
