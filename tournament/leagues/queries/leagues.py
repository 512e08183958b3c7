"""Leagues as their pages show them: the table and what decided it, results by round, and doubts."""

from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import groupby
from typing import NamedTuple, TypeVar

from django.db.models import Count, Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournament.leagues.doubts import LeagueDoubts, NamedResult, find_league_doubts
from tournament.leagues.log_actions import say_what_is_taken
from tournament.leagues.outcomes import WITHDRAWALS
from tournament.leagues.queries.counting import (
    count_result,
    line_of,
    line_that_counts,
    say_what_happened,
    team_result_of,
    withdrawn_from,
)
from tournament.leagues.results_file import ResultLine
from tournament.models import PLAY_AGAIN, League, LeaguePenalty, LeagueResult, LeagueTeam, names_outside, of_shown_club
from tournament.ranking import (
    BULLSEYES_ORDER,
    CRITERIA,
    LEAGUE_ORDER,
    NOTHING,
    Amount,
    Column,
    Credit,
    Criterion,
    LeagueRules,
    MatchRecord,
    Placing,
    Record,
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
    leagues = League.objects.filter(of_shown_club())
    if shown_only:
        leagues = leagues.filter(shown=True)
    is_in = Q(results__superseded_at=None, results__games__isnull=False)
    counts = {"team_count": Count("teams", distinct=True), "played": Count("results", filter=is_in, distinct=True)}
    return [redact_for_reader(league, league) for league in leagues.select_related("club").annotate(**counts)]


Named = TypeVar("Named", League, LeagueTeam, LeagueResult, LeaguePenalty)
TYPED = ("name", "home", "venue", "reason", "why", "why_withdrawn")
"""Fields of a league, its teams and their matches that may hold somebody's name."""


def redact_for_reader(league: League, row: Named) -> Named:
    """Takes the names of people who are hidden from the present reader out of what was typed, for a page; the row must
    not be saved then."""
    names = names_outside(league.club)
    if names is not None:
        for each in (row, *(getattr(row, name, None) for name in ("team", "other", "awarded"))):
            for field in TYPED:
                if text := getattr(each, field, ""):
                    setattr(each, field, names.redact(text))
    return row


@dataclass(frozen=True)
class KnownFigure:
    """A figure of a team as far as it is reported; None if no match reported it. `lacking` is how many matches did
    not."""

    known: Amount | None
    lacking: int

    @property
    def note(self) -> str:
        """Says what is lacking, as in "1 match without"; "" if nothing is."""
        if self.known is None or not self.lacking:
            return ""
        return ngettext("%(n)s match without", "%(n)s matches without", self.lacking) % {"n": self.lacking}


@dataclass(frozen=True)
class LeagueRow:
    """A line of the table. `why` names the criterion that decided the place, unless it is the first; `notes` are the
    numbers of footnotes; `byes` say what each bye and walk-over counts. `taken` sums up penalties, as in "−2 points",
    and `penalties` gives each with its reason. `withdrawn` says when a team left, which then has no place."""

    placing: Placing[str]
    why: str
    notes: tuple[int, ...]
    byes: tuple[str, ...]
    taken: str
    penalties: tuple[str, ...]
    hang_jacks: KnownFigure
    hang_jacks_against: KnownFigure
    team: int | None
    withdrawn: str

    @property
    def place(self) -> str:
        return "" if self.withdrawn else self.placing.shown

    @property
    def played(self) -> int:
        """Matches played, and those won or lost without playing."""
        awarded = sum(1 for match in self.placing.record.matches if match.unplayed is not None)
        return self.placing.record.played + awarded


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
        return any(result.games is not None or result.outcome not in ("", PLAY_AGAIN) for result in self.results)


@dataclass(frozen=True)
class MatchDay:
    """Matches to be played on one day; `day` is None for those without a date. `is_over` means that the day, or that by
    which they had to be played, has passed: their results are due."""

    day: date | None
    matches: tuple[LeagueResult, ...]
    is_over: bool


@dataclass(frozen=True)
class LeaguePage:
    """The page of a league. `criteria` rank, in this order; `skipped` are those that were not known for all who were
    still level, as footnotes from 1. `rounds` are the results of each round; `days` are the fixtures, if any has a
    date. `taken_out` are results and fixtures that were removed."""

    league: League
    rows: tuple[LeagueRow, ...]
    criteria: tuple[Criterion, ...]
    skipped: tuple[str, ...]
    rounds: tuple[LeagueRound, ...]
    days: tuple[MatchDay, ...]
    looked: LeagueDoubts
    taken_out: tuple[LeagueResult, ...]
    has_draws: bool
    today: date | None = None

    @property
    def has_hang_jacks(self) -> bool:
        return any(row.hang_jacks.known or row.hang_jacks_against.known for row in self.rows)

    @property
    def has_ties(self) -> bool:
        """Whether a place stands with "=", which the legend then explains."""
        return any(row.place.endswith("=") for row in self.rows)

    @property
    def is_provisional(self) -> bool:
        """Whether a result is to be checked or has not come in. Which, only the desk reads."""
        return bool(self.looked.doubts or self.looked.missing)

    @property
    def due(self) -> tuple[MatchDay, ...]:
        """Returns the matches whose results are due."""
        return tuple(each for each in self.days if each.is_over)

    @property
    def next_days(self) -> tuple[MatchDay, ...]:
        """Returns the matches of the coming seven days, or those of the next day with matches if there are none."""
        coming = [each for each in self.days if each.day and not each.is_over]
        if self.today is None or not coming:
            return tuple(coming)
        week = tuple(each for each in coming if each.day and each.day < self.today + timedelta(days=7))
        return week or tuple(coming[:1])

    @property
    def later_days(self) -> tuple[MatchDay, ...]:
        """Returns the matches after these, and those without a date."""
        shown = len(self.next_days) + len(self.due)
        return tuple(sorted(self.days, key=lambda each: not each.is_over))[shown:]

    @property
    def latest_rounds(self) -> tuple[LeagueRound, ...]:
        """Returns the last round with results."""
        return self.rounds_with_results[-1:] if self.days else self.rounds_with_results[self._last_begun :][:1]

    @property
    def _last_begun(self) -> int:
        begun = [at for at, each in enumerate(self.rounds_with_results) if each.has_begun]
        return begun[-1] if begun else 0

    @property
    def other_rounds(self) -> tuple[LeagueRound, ...]:
        """Returns the other rounds, the latest first if fixtures have a list of their own."""
        others = tuple(each for each in self.rounds_with_results if each not in self.latest_rounds)
        return others[::-1] if self.days else others

    def of_team(self, team: LeagueTeam) -> "LeaguePage":
        """Returns the page with the matches of one team alone."""

        def own(results: Sequence[LeagueResult]) -> tuple[LeagueResult, ...]:
            return tuple(each for each in results if team.pk in (each.team_id, each.other_id))

        rounds = [LeagueRound(each.number, own(each.results)) for each in self.rounds]
        days = [replace(each, matches=own(each.matches)) for each in self.days]
        return replace(
            self,
            rounds=tuple(each for each in rounds if each.results),
            days=tuple(each for each in days if each.matches),
        )

    @property
    def marks(self) -> list[str]:
        """Says which matches were not simply played, for paper, where results do not stand beside the table."""
        words = _("Round %(round)s, %(team)s – %(other)s: %(mark)s")
        return [
            words % {"round": each.round, "team": each.team.name, "other": each.other.name, "mark": each.mark}
            for of_round in self.rounds
            for each in of_round.results
            if each.mark and each.other
        ]

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
    """Returns the page of a league. With `today`, a match on a later day is not missing. Four queries."""
    teams, penalties = teams_of(league), penalties_of(league)
    results = results_of(league, teams)
    gone = results_taken_out_of(league)
    rules = rules_of_league(league, teams, penalties)
    table = rank_league([counted for each in results for counted in count_result(each)], rules)
    by_name = {team.name: team for team in teams}
    words = {each.key: WORDS.get(each.key, (each.label, each.explanation)) for each in rules.criteria}
    criteria = tuple(
        replace(each, label=_(words[each.key][0]), explanation=_(words[each.key][1])) for each in rules.criteria
    )
    skipped = tuple(dict.fromkeys(key for placing in table for key in placing.skipped))
    by_round = groupby(group_equal_meetings(results), key=lambda result: result.round)
    return LeaguePage(
        league=league,
        rows=tuple(
            _row_of(placing, criteria, skipped, penalties, by_name.get(placing.record.entry)) for placing in table
        ),
        criteria=criteria,
        skipped=tuple(criterion.label for key in skipped for criterion in criteria if criterion.key == key),
        rounds=tuple(LeagueRound(number, tuple(group)) for number, group in by_round),
        days=match_days_of(results, today),
        looked=_find_doubts_of(league, teams, name_results(results, today), gone),
        taken_out=tuple(gone),
        has_draws=any(placing.record.drawn for placing in table),
        today=today,
    )


@dataclass(frozen=True)
class ChangedRow:
    """A team in the table; each pair is before and after a change. A team without a place has withdrawn."""

    team: str
    places: tuple[str, str]
    points: tuple[Amount | None, Amount | None]
    bullseyes: tuple[Amount | None, Amount | None]
    played: tuple[int, int]

    @property
    def is_changed(self) -> bool:
        return any(before != after for before, after in (self.places, self.points, self.bullseyes, self.played))


@dataclass(frozen=True)
class TableChange:
    """What a change does to the table, in the order after it."""

    rows: tuple[ChangedRow, ...]
    by_points: bool

    @property
    def is_changed(self) -> bool:
        return any(row.is_changed for row in self.rows)


def compare_tables(before: LeaguePage, after: LeaguePage) -> TableChange:
    former = {row.placing.record.entry: row for row in before.rows}
    pairs = [(former.get(row.placing.record.entry, row), row) for row in after.rows]
    return TableChange(
        tuple(
            ChangedRow(
                row.placing.record.name,
                (old.place, row.place),
                (old.placing.record.match_points, row.placing.record.match_points),
                (old.placing.record.games_won, row.placing.record.games_won),
                (old.played, row.played),
            )
            for old, row in pairs
        ),
        by_points=after.by_points,
    )


def file_of_table(page: LeaguePage) -> list[list[object]]:
    """Returns the table as rows for a spreadsheet, the head first. Figures are as far as they are reported; the columns
    without say how many matches did not."""
    head: list[object] = [
        _("Place"),
        _("Team"),
        _("Played"),
        _("Won"),
        _("Drawn"),
        _("Lost"),
        _("Bullseyes"),
        _("Against"),
    ]
    head += [_("Hang jacks"), _("Matches without"), _("Hang jacks against"), _("Matches without")]
    rows: list[list[object]] = [head + ([_("Points")] if page.by_points else [])]
    for row in page.rows:
        record = row.placing.record
        figures = [record.won, record.drawn, record.lost, record.games_won, record.games_lost]
        figures += [row.hang_jacks.known, row.hang_jacks.lacking]
        figures += [row.hang_jacks_against.known, row.hang_jacks_against.lacking]
        figures += [record.match_points] if page.by_points else []
        plain = [None if each is None else int(each) if each == int(each) else float(each) for each in figures]
        rows.append([row.place, record.name, row.played, *plain])
    return rows


def results_of(league: League, teams: Sequence[LeagueTeam] | None = None) -> list[LeagueResult]:
    """Returns the current versions by round, each with its mark; a corrected result keeps its place. `teams` are those
    of the league. One query, and one for the teams if they are not given."""
    by_pk = {team.pk: team for team in (teams_of(league) if teams is None else teams)}
    names, results = names_outside(league.club), []
    for result in league.results.filter(superseded_at=None).order_by("round", "team_id", "pk"):
        result.team = by_pk[result.team_id]
        result.other = by_pk[result.other_id] if result.other_id else None
        result.awarded = by_pk[result.awarded_id] if result.awarded_id else None
        result.league = league
        if names is not None:
            result.venue, result.why = names.redact(result.venue), names.redact(result.why)
        result.mark = say_what_happened(result)
        results.append(result)
    return results


def lines_of(league: League) -> list[ResultLine]:
    """Returns what counts as the lines of a file. One query."""
    lines = (line_that_counts(result, walk_over_of(league)) for result in results_of(league))
    return [line for line in lines if line is not None]


def walk_over_of(league: League) -> int:
    """Returns how many bullseyes a walk-over counts."""
    return (league.race_to or 0) if league.walk_over is None else league.walk_over


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

    def is_due(match: LeagueResult) -> bool:
        last = match.day or match.play_by
        return bool(last and today and last < today)

    fixtures = [result for result in results if result.is_fixture]
    fixtures.sort(key=lambda each: (each.day or date.max, not is_due(each), str(each.starts or ""), each.round))
    return tuple(
        MatchDay(day, tuple(group), is_over=is_over)
        for (day, is_over), group in groupby(fixtures, key=lambda each: (each.day, is_due(each)))
    )


def team_names_of(league: League) -> list[str]:
    return [team.name for team in teams_of(league)]


def teams_of(league: League) -> list[LeagueTeam]:
    return [redact_for_reader(league, team) for team in LeagueTeam.objects.filter(league=league)]


def _say_withdrawn(team: LeagueTeam) -> str:
    days = {
        name: date_format(day, "j M Y") if day else ""
        for name, day in (("day", team.withdrawn_on), ("until", team.kept_until))
    }
    words = str(WITHDRAWALS[team.withdrawal].note) % days
    return f"{words}: {team.why_withdrawn}" if team.why_withdrawn else words


def penalties_of(league: League) -> list[LeaguePenalty]:
    """Returns the penalties that count, in the order given."""
    given = league.penalties.filter(superseded_at=None).select_related("team", "given_by")
    return [redact_for_reader(league, penalty) for penalty in given]


def rules_of_league(
    league: League, teams: Sequence[LeagueTeam], penalties: Sequence[LeaguePenalty] = ()
) -> LeagueRules[str]:
    points, bullseyes = Counter[str](), Counter[str]()
    for penalty in penalties:
        points[penalty.team.name] += penalty.points
        bullseyes[penalty.team.name] += penalty.bullseyes
    return LeagueRules(
        criteria=tuple(CRITERIA[key] for key in ORDERS[League.Order(league.order)]),
        scale=Scale(league.win, league.draw, league.loss, league.per_game, league.bonus, league.bonus_within),
        bye=bye_of(league),
        walk_over=walk_over_of(league),
        withdrawn=frozenset(team.name for team in teams if team.withdrawn_on),
        names={team.name: team.name for team in teams},
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


def name_results(results: Sequence[LeagueResult], today: date | None = None) -> list[NamedResult]:
    """Returns the results with the names of their teams. A fixture is still to come on its day and before, while it is
    postponed and, without a day, as long as no match of its round or a later one was played. Nobody waits for a match
    to which something else happened, and one of a team that withdrew is a bye of the other."""
    last = max((result.round for result in results if result.games is not None), default=0)

    def is_to_come(result: LeagueResult) -> bool:
        if result.day is not None:
            return today is not None and result.day >= today
        return result.postponed_from is not None or result.round > last

    named = []
    for result in results:
        played = team_result_of(line_of(result))
        if gone := {team.name for team in withdrawn_from(result)}:
            teams = [team for team in (played.team, played.other) if team and team not in gone]
            named += [NamedResult(TeamResult(result.round, team)) for team in teams]
        elif result.outcome and not result.is_fixture and result.outcome != PLAY_AGAIN:
            named.append(NamedResult(TeamResult(result.round, played.team, other=played.other), is_later=True))
        else:
            named.append(NamedResult(played, is_later=result.is_fixture and is_to_come(result)))
    return named


def doubts_after(
    league: League,
    new: Sequence[ResultLine],
    fill: Sequence[tuple[ResultLine, LeagueResult]],
    *,
    today: date | None = None,
) -> LeagueDoubts:
    """Returns the doubts that an import of these lines would add, and what would be missing after it; with `today`, a
    match on a later day is not. Three queries."""
    teams, gone = teams_of(league), results_taken_out_of(league)
    results = results_of(league, teams)
    filled = {there.pk for _line, there in fill}
    stay = name_results([each for each in results if each.pk not in filled], today)
    coming = [
        NamedResult(
            team_result_of(line)
            if line.outcome in ("", PLAY_AGAIN)
            else TeamResult(line.round, line.team_a, other=line.team_b),
            _("line %(line)s") % {"line": line.line},
            is_later=line.outcome not in ("", PLAY_AGAIN)
            or line.is_open
            and (line.is_postponed or bool(today and line.day and line.day >= today)),
        )
        for line in (*new, *(line for line, _there in fill))
    ]
    before = _find_doubts_of(league, teams, name_results(results, today), gone).doubts
    after = _find_doubts_of(league, teams, [*stay, *coming], gone)
    return LeagueDoubts(tuple(doubt for doubt in after.doubts if doubt not in before), after.missing)


def versions_of(result: LeagueResult) -> list[LeagueResult]:
    """Returns the versions that this one replaced, the latest first."""
    versions = list(result.replaces.select_related("team", "other", "awarded", "superseded_by"))
    for each in versions:
        each.mark = say_what_happened(each)
    return versions + [older for each in versions for older in versions_of(each)]


def results_taken_out_of(league: League) -> list[LeagueResult]:
    """Returns results that were removed and not replaced."""
    gone = league.results.filter(superseded_at__isnull=False, replaced_by=None)
    return list(gone.select_related("team", "other", "superseded_by"))


def _find_doubts_of(
    league: League, teams: Sequence[LeagueTeam], results: Sequence[NamedResult], gone: Sequence[LeagueResult]
) -> LeagueDoubts:
    names = [team.name for team in teams if team.withdrawn_on is None]
    removed = [
        (each.round, frozenset((each.team.name, each.other.name))) for each in gone if each.other and each.is_fixture
    ]
    return find_league_doubts(results, teams=names, race_to=league.race_to, meetings=league.meetings, removed=removed)


def _row_of(
    placing: Placing[str],
    criteria: Sequence[Criterion],
    skipped: Sequence[str],
    penalties: Sequence[LeaguePenalty],
    team: LeagueTeam | None,
) -> LeagueRow:
    labels = {criterion.key: criterion.label for criterion in criteria[1:]}
    own = [penalty for penalty in penalties if penalty.team.name == placing.record.entry]
    return LeagueRow(
        placing=placing,
        why=labels.get(placing.decided_by or "", ""),
        notes=tuple(skipped.index(key) + 1 for key in placing.skipped),
        byes=tuple(_say_credit(match) for match in placing.record.credits),
        taken=say_what_is_taken(sum(each.points for each in own), sum(each.bullseyes for each in own)),
        penalties=tuple(f"{say_what_is_taken(each.points, each.bullseyes)}: {each.reason}" for each in own),
        hang_jacks=_known_figure_of(placing.record, "hang_jacks"),
        hang_jacks_against=_known_figure_of(placing.record, "hang_jacks_against"),
        team=team.pk if team else None,
        withdrawn=_say_withdrawn(team) if team and team.withdrawn_on else "",
    )


def _known_figure_of(record: Record[str], column: Column) -> KnownFigure:
    lacking = record.count_lacking(column)
    return KnownFigure(None if lacking and lacking == record.played else record.known_sum(column), lacking)


def _say_credit(match: MatchRecord[str]) -> str:
    credit = match.credit
    if credit is None or match.unplayed is None:
        return _("Bye in round %(round)s: %(counts)s") % {"round": match.round, "counts": _say_what_counts(match)}
    words = _("Round %(round)s against %(team)s: given up, counts as lost, bullseyes %(games)s–%(against)s")
    if match.unplayed == "walk_over":
        words = _("Round %(round)s against %(team)s: walk-over, counts as won, bullseyes %(games)s–%(against)s")
    games, against = (format_total(figure or 0) for figure in (credit.games, credit.games_against))
    return words % {"round": match.round, "team": match.opponents[0], "games": games, "against": against}


def _say_what_counts(match: MatchRecord[str]) -> str:
    credit = match.credit
    if credit is None or credit.kind == "nothing":
        return _("counts nothing")
    figures = (credit.games, credit.games_against, credit.hang_jacks, credit.hang_jacks_against)
    games, against, own, other = ("–" if figure is None else format_total(figure) for figure in figures)
    values = {"games": games, "against": against, "own": own, "other": other}
    if (credit.hang_jacks, credit.hang_jacks_against) == (None, None):
        words = _("counts bullseyes %(games)s–%(against)s; hang jacks are not known")
        if credit.kind == "win":
            words = _("counts as a win, bullseyes %(games)s–%(against)s; hang jacks are not known")
        return words % values
    if credit.kind == "win":
        return _("counts as a win, bullseyes %(games)s–%(against)s, hang jacks %(own)s–%(other)s") % values
    return _("counts bullseyes %(games)s–%(against)s, hang jacks %(own)s–%(other)s") % values
