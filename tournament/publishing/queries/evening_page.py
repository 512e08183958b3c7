"""An evening as its page of the site shows it: standings, honours, the bracket and all results."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournament.club.visibility import NamesShown
from tournament.draw.queries.brackets import WholeBracket, names_of_rounds, whole_bracket
from tournament.event.queries.competitors import competitors_of
from tournament.event.queries.head_counts import count_in_words
from tournament.event.queries.hours import hour_label
from tournament.matches.queries.feats import with_feats
from tournament.matches.queries.team_matches import TeamMatch, team_matches_of
from tournament.models import Event, Stage, State, name_seats
from tournament.standings.queries.counted_matches import CountedEvening, CountedMatch, counted_evening_of
from tournament.standings.queries.honours import Honours, honours_in
from tournament.standings.queries.seat_tenures import with_tenures
from tournament.standings.queries.standings import standings_of
from tournament.standings.queries.standings_page import StandingsPage, standings_page
from tournament.statistics.queries.hands_page import HandStatistics, name_sides, statistics_of_evening


class SiteSide(NamedTuple):
    """A side of a match. `points` stand small beside games, and are None where `score` is points. `has_won` is true if
    it alone has the most."""

    names: str
    score: int | None
    points: int | None
    has_won: bool


class SiteMatch(NamedTuple):
    """A match: where it was played, and what is unusual about it, for example that it is not agreed yet."""

    where: str
    sides: tuple[SiteSide, ...]


class SiteStage(NamedTuple):
    label: str
    matches: tuple[SiteMatch, ...]


@dataclass(frozen=True)
class SiteEvening:
    """`tables` are labels with standings, the one that counts first. `honours` is None until every result is agreed.
    `longest_sides` names the sides of the longest match."""

    event: Event
    name: str
    entered: str
    tables: tuple[tuple[str, StandingsPage], ...]
    honours: Honours | None
    bracket: WholeBracket | None
    team_matches: tuple[TeamMatch, ...]
    stages: tuple[SiteStage, ...]
    statistics: HandStatistics
    longest_sides: str

    @property
    def is_provisional(self) -> bool:
        return self.honours is None


def evening_for_site(event: Event, names: NamesShown) -> SiteEvening:
    """Returns an evening for its page. About twenty queries."""
    first = standings_page(standings_of(event, names=names))
    pages = [
        first,
        *(standings_page(standings_of(event, counting=counting, names=names)) for counting in first.standings.others),
    ]
    is_final = event.locked_at is not None and not first.standings.provisional and bool(first.standings.lines)
    stages = list(Stage.objects.filter(event=event, released_at__isnull=False).only("pk", "number"))
    counted = counted_evening_of(event, stages, names=names)
    counted = replace(counted, matches=with_tenures(counted.matches, stages))
    statistics = statistics_of_evening(event)
    return SiteEvening(
        event=event,
        name=names.redact(event.name),
        entered=count_in_words(event, len(first.standings.lines)),
        tables=tuple((page.label, page) for page in pages),
        honours=honours_in(first.standings, competitors_of(event, names)) if is_final else None,
        bracket=whole_bracket(event, names),
        team_matches=with_feats(event, team_matches_of(event, names=names), names=names),
        stages=tuple(_stages_of(event, counted)),
        statistics=statistics,
        longest_sides=name_sides(statistics.longest.match, names.names) if statistics.longest else "",
    )


def _stages_of(event: Event, counted: CountedEvening) -> Iterator[SiteStage]:
    rounds = names_of_rounds(event)
    for number, matches_of_round in groupby(counted.matches, key=lambda match: match.round):
        label = hour_label(event, number)
        if number in rounds:
            label = _("%(round)s: %(name)s") % {"round": label, "name": rounds[number]}
        matches = list(matches_of_round)
        has_turns = any(match.turn > 1 for match in matches)
        yield SiteStage(label, tuple(_show_match(match, counted, has_turns=has_turns) for match in matches))


def _show_match(match: CountedMatch, counted: CountedEvening, *, has_turns: bool) -> SiteMatch:
    """Shows a match; `has_turns` is true if a table played several matches in the round."""
    by_games = any(side.games is not None for side in match.sides)
    ranks = [(side.games or 0, side.points or 0) for side in match.sides]
    best = max(ranks, default=(0, 0))
    is_won = match.is_reported and not match.is_open and ranks.count(best) == 1
    sides = tuple(
        SiteSide(names, side.games, side.points, is_won and rank == best)
        if by_games
        else SiteSide(names, side.points, None, is_won and rank == best)
        for side, names, rank in zip(match.sides, _names_in(match, counted), ranks, strict=True)
    )
    where = _("Table %(number)s") % {"number": match.table}
    if has_turns:
        where += ", " + _("round %(number)s") % {"number": match.turn}
    note = _note_of(match, counted)
    return SiteMatch(f"{where} · {note}" if note else where, sides)


def _names_in(match: CountedMatch, counted: CountedEvening) -> list[str]:
    """Names each side with everybody who played in the match."""
    tenures = match.tenures or (match.sides,)
    seats = [zip(*(tenure[place].entries for tenure in tenures), strict=True) for place in range(len(match.sides))]
    return [name_seats([[counted.people[entry].name for entry in sat] for sat in side]) for side in seats]


def _note_of(match: CountedMatch, counted: CountedEvening) -> str:
    if match.state == State.CALLED_OFF:
        return _("called off")
    if match.walk_over is not None:
        named = zip(match.sides, _names_in(match, counted), strict=True)
        came = next((names for side, names in named if side.number == match.walk_over), "")
        return _("walk-over for %(names)s") % {"names": came} if came else _("neither side came")
    if match.is_open:
        return _("not agreed yet")
    return _("ruled by the director") if match.state == State.RULED else ""
