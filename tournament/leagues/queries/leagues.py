"""Leagues as their pages show them: the table and what decided it, results by round, and doubts."""

from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import NamedTuple

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournament.leagues.doubts import LeagueDoubts, NamedResult, find_league_doubts
from tournament.leagues.results_file import ResultLine
from tournament.models import League, LeaguePenalty, LeagueResult, of_shown_club
from tournament.ranking import (
    BULLSEYES_ORDER,
    CRITERIA,
    LEAGUE_ORDER,
    NOTHING,
    Credit,
    Criterion,
    LeagueRules,
    MatchRecord,
    Placing,
    Scale,
    TeamResult,
    format_total,
    race_bye,
    rank_league,
)

WORDS = {
    "match_points": (gettext_noop("Points"), gettext_noop("Most league points, as below.")),
    "matches_won": (gettext_noop("Matches won"), gettext_noop("Most matches won.")),
    "games_won": (gettext_noop("Bullseyes won"), gettext_noop("Most bullseyes won in all matches.")),
    "games_lost": (gettext_noop("Bullseyes lost"), gettext_noop("Fewest bullseyes lost.")),
}
"""A league's words for its criteria: label and explanation."""
ORDERS = {League.Order.LEAGUE: LEAGUE_ORDER, League.Order.BULLSEYES: BULLSEYES_ORDER}


def list_leagues(*, shown_only: bool) -> list[League]:
    """Returns leagues, the latest first, each with its number of teams (`team_count`) and of matches with a result
    (`played`)."""
    found = League.objects.filter(of_shown_club())
    if shown_only:
        found = found.filter(shown=True)
    is_in = Q(results__superseded_at=None, results__games__isnull=False)
    return list(
        found.annotate(team_count=Count("teams", distinct=True), played=Count("results", filter=is_in, distinct=True))
    )


@dataclass(frozen=True)
class LeagueRow:
    """A line of the table. `why` names the criterion that decided the place, unless it is the first; `notes` are the
    numbers of footnotes; `byes` say what each bye counts. `taken` sums up penalties, as in "−2 points", and `penalties`
    gives each with its reason."""

    placing: Placing[str]
    why: str
    notes: tuple[int, ...]
    byes: tuple[str, ...]
    taken: str
    penalties: tuple[str, ...]


class LeagueRound(NamedTuple):
    number: int
    results: tuple[LeagueResult, ...]

    @property
    def day(self) -> date | None:
        """Returns the day of all its matches, or None if they have several or none."""
        days = {result.day for result in self.results if result.other_id is not None}
        return days.pop() if len(days) == 1 else None

    @property
    def has_begun(self) -> bool:
        return any(not result.is_fixture for result in self.results if result.other_id is not None)


@dataclass(frozen=True)
class MatchDay:
    """Matches to be played on one day; `day` is None for those without a date. `is_over` means that their results are
    awaited."""

    day: date | None
    matches: tuple[LeagueResult, ...]
    is_over: bool


@dataclass(frozen=True)
class LeaguePage:
    """The page of a league. `criteria` rank, in this order; `skipped` are those that were not known for all who were
    still level, as footnotes from 1. `rounds` are the results of each round; `days` are the fixtures, if any has a
    date."""

    league: League
    rows: tuple[LeagueRow, ...]
    criteria: tuple[Criterion, ...]
    skipped: tuple[str, ...]
    rounds: tuple[LeagueRound, ...]
    days: tuple[MatchDay, ...]
    looked: LeagueDoubts
    has_draws: bool

    @property
    def has_hang_jacks(self) -> bool:
        records = [row.placing.record for row in self.rows]
        return any(record.hang_jacks_for or record.hang_jacks_against for record in records)

    @property
    def rounds_with_results(self) -> tuple[LeagueRound, ...]:
        """Returns the rounds without those that have only fixtures, if fixtures have dates and so a list of their
        own."""
        return tuple(each for each in self.rounds if each.has_begun) if self.days else self.rounds

    @property
    def has_reasons(self) -> bool:
        """Returns whether anything but the first criterion decided a place, or would have."""
        return any(row.why or row.notes for row in self.rows)

    @property
    def by_points(self) -> bool:
        return self.league.order == League.Order.LEAGUE

    @property
    def first(self) -> Criterion:
        return self.criteria[0]


def league_page(league: League, *, today: date | None = None) -> LeaguePage:
    """Returns the page of a league. With `today`, a match on a later day is not missing. Three queries."""
    results, names, penalties = results_of(league), team_names_of(league), penalties_of(league)
    rules = rules_of_league(league, names, penalties)
    table = rank_league([name_result(each).result for each in results], rules)
    words = {each.key: WORDS.get(each.key, (each.label, each.explanation)) for each in rules.criteria}
    criteria = tuple(
        replace(each, label=_(words[each.key][0]), explanation=_(words[each.key][1])) for each in rules.criteria
    )
    skipped = tuple(dict.fromkeys(key for placing in table for key in placing.skipped))
    by_round = groupby(group_equal_meetings(results), key=lambda result: result.round)
    return LeaguePage(
        league=league,
        rows=tuple(_row_of(placing, criteria, skipped, penalties) for placing in table),
        criteria=criteria,
        skipped=tuple(criterion.label for key in skipped for criterion in criteria if criterion.key == key),
        rounds=tuple(LeagueRound(number, tuple(group)) for number, group in by_round),
        days=match_days_of(results, today),
        looked=_find_doubts_of(league, names, [name_result(each, today) for each in results]),
        has_draws=any(placing.record.drawn for placing in table),
    )


def results_of(league: League) -> list[LeagueResult]:
    """Returns the current versions by round; a corrected result keeps its place."""
    counting = league.results.filter(superseded_at=None).select_related("team", "other")
    return list(counting.order_by("round", "team_id", "pk"))


def group_equal_meetings(results: Sequence[LeagueResult]) -> list[LeagueResult]:
    """Moves further results of a meeting behind the first one and turns their teams into its order, for display."""
    first: dict[tuple[int, frozenset[int | None]], list[LeagueResult]] = {}
    for result in results:
        first.setdefault((result.round, frozenset((result.team_id, result.other_id))), []).append(result)
    return [_turn_result(met[0], each) for met in first.values() for each in met]


def _turn_result(first: LeagueResult, result: LeagueResult) -> LeagueResult:
    if result.team_id == first.team_id or result.other is None:
        return result
    turned = copy(result)
    turned.team, turned.other = result.other, result.team
    turned.games, turned.other_games = result.other_games, result.games
    turned.hang_jacks, turned.other_hang_jacks = result.other_hang_jacks, result.hang_jacks
    return turned


def match_days_of(results: Sequence[LeagueResult], today: date | None = None) -> tuple[MatchDay, ...]:
    """Returns the fixtures by day and time, those without a date last; none if no match has a date."""
    if not any(result.day or result.postponed_from for result in results):
        return ()
    fixtures = [result for result in results if result.is_fixture]
    fixtures.sort(key=lambda each: (each.day or date.max, str(each.starts or ""), each.round))
    return tuple(
        MatchDay(day, tuple(group), is_over=bool(day and today and day < today))
        for day, group in groupby(fixtures, key=lambda each: each.day)
    )


def team_names_of(league: League) -> list[str]:
    return list(league.teams.values_list("name", flat=True))


def penalties_of(league: League) -> list[LeaguePenalty]:
    """Returns the penalties that count, in the order given."""
    return list(league.penalties.filter(superseded_at=None).select_related("team", "given_by"))


def rules_of_league(league: League, names: Sequence[str], penalties: Sequence[LeaguePenalty] = ()) -> LeagueRules[str]:
    points, bullseyes = Counter[str](), Counter[str]()
    for penalty in penalties:
        points[penalty.team.name] += penalty.points
        bullseyes[penalty.team.name] += penalty.bullseyes
    return LeagueRules(
        criteria=tuple(CRITERIA[key] for key in ORDERS[League.Order(league.order)]),
        scale=Scale(league.win, league.draw, league.loss),
        bye=bye_of(league),
        names={name: name for name in names},
        penalties=points,
        games_penalties=bullseyes,
    )


def bye_of(league: League) -> Credit:
    """Returns what a bye counts. In a race, a bye that is a win counts all the bullseyes of a win; otherwise it counts
    the average of the team's matches, rounded down."""
    if league.bye == League.Bye.NOTHING:
        return NOTHING
    if league.bye == League.Bye.OWN_AVERAGE:
        return Credit("own_average")
    return race_bye(league.race_to) if league.race_to else Credit("win", left_open="own_average", rounded_down=True)


def name_result(result: LeagueResult, today: date | None = None) -> NamedResult:
    """Returns the result with the names of its teams."""
    is_to_come = bool(today and result.day >= today) if result.day else result.postponed_from is not None
    return NamedResult(team_result_of(line_of(result)), is_later=result.is_fixture and is_to_come)


def line_of(result: LeagueResult) -> ResultLine:
    """Returns the result as a line of a file."""
    return ResultLine(
        result.round,
        result.team.name,
        result.games,
        result.hang_jacks,
        result.other.name if result.other else None,
        result.other_games,
        result.other_hang_jacks,
        result.starts,
        result.ends,
        result.day,
        result.place,
    )


def team_result_of(line: ResultLine) -> TeamResult[str]:
    figures = (line.bullseyes_a, line.hang_jacks_a, line.team_b, line.bullseyes_b, line.hang_jacks_b)
    return TeamResult(line.round, line.team_a, *figures)


def doubts_after(
    league: League, new: Sequence[ResultLine], fill: Sequence[tuple[ResultLine, LeagueResult]]
) -> LeagueDoubts:
    """Returns the doubts that an import of these lines would add, and what would be missing after it. Two queries."""
    results, names = results_of(league), team_names_of(league)
    filled = {there.pk for _line, there in fill}
    stay = [name_result(each) for each in results if each.pk not in filled]
    coming = [
        NamedResult(team_result_of(line), _("line %(line)s") % {"line": line.line})
        for line in (*new, *(line for line, _there in fill))
    ]
    before = _find_doubts_of(league, names, [name_result(each) for each in results]).doubts
    after = _find_doubts_of(league, names, [*stay, *coming])
    return LeagueDoubts(tuple(doubt for doubt in after.doubts if doubt not in before), after.missing)


def versions_of(result: LeagueResult) -> list[LeagueResult]:
    """Returns the versions that this one replaced, the latest first."""
    versions = list(result.replaces.select_related("team", "other", "superseded_by"))
    return versions + [older for each in versions for older in versions_of(each)]


def results_taken_out_of(league: League) -> list[LeagueResult]:
    """Returns results that were removed and not replaced."""
    gone = league.results.filter(superseded_at__isnull=False, replaced_by=None)
    return list(gone.select_related("team", "other", "superseded_by"))


def _find_doubts_of(league: League, names: Sequence[str], results: Sequence[NamedResult]) -> LeagueDoubts:
    return find_league_doubts(results, teams=names, race_to=league.race_to, meetings=league.meetings)


def _row_of(
    placing: Placing[str], criteria: Sequence[Criterion], skipped: Sequence[str], penalties: Sequence[LeaguePenalty]
) -> LeagueRow:
    labels = {criterion.key: criterion.label for criterion in criteria[1:]}
    own = [penalty for penalty in penalties if penalty.team.name == placing.record.entry]
    return LeagueRow(
        placing=placing,
        why=labels.get(placing.decided_by or "", ""),
        notes=tuple(skipped.index(key) + 1 for key in placing.skipped),
        byes=tuple(
            _("Bye in round %(round)s: %(counts)s") % {"round": match.round, "counts": _say_what_counts(match)}
            for match in placing.record.credits
        ),
        taken=say_what_is_taken(sum(each.points for each in own), sum(each.bullseyes for each in own)),
        penalties=tuple(f"{say_what_is_taken(each.points, each.bullseyes)}: {each.reason}" for each in own),
    )


def say_what_is_taken(points: int, bullseyes: int) -> str:
    """Says a penalty as in "−2 points, −5 bullseyes"."""
    parts = []
    if points:
        parts.append(ngettext("−%(n)s point", "−%(n)s points", points) % {"n": points})
    if bullseyes:
        parts.append(ngettext("−%(n)s bullseye", "−%(n)s bullseyes", bullseyes) % {"n": bullseyes})
    return ", ".join(parts)


def _say_what_counts(match: MatchRecord[str]) -> str:
    credit = match.credit
    if credit is None or credit.kind == "nothing":
        return _("counts nothing")
    figures = (credit.games, credit.games_against, credit.hang_jacks, credit.hang_jacks_against)
    games, against, own, other = ("–" if figure is None else format_total(figure) for figure in figures)
    values = {"games": games, "against": against, "own": own, "other": other}
    if credit.kind == "win":
        return _("counts as a win, bullseyes %(games)s–%(against)s, hang jacks %(own)s–%(other)s") % values
    return _("counts bullseyes %(games)s–%(against)s, hang jacks %(own)s–%(other)s") % values
