"""The page of a league: its table with what decided it, its rounds and fixtures, and doubts."""

from collections.abc import Callable, Container
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property, partial
from itertools import groupby

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.draw.queries.brackets import WholeBracket
from tournament.foundation.revision_cache import RevisionCache
from tournament.leagues.doubts import LeagueDoubts
from tournament.leagues.queries.brackets import doubts_of_cup, show_bracket
from tournament.leagues.queries.doubts import find_doubts_of, name_results
from tournament.leagues.queries.form import in_order_of_play, team_forms
from tournament.leagues.queries.leagues import penalties_of, teams_of
from tournament.leagues.queries.reports import mark_reported
from tournament.leagues.queries.results import (
    LeagueRound,
    MatchDay,
    ResultRow,
    group_equal_meetings,
    match_days_of,
    result_rows_of,
    results_taken_out_of,
)
from tournament.leagues.queries.table import (
    LeagueRow,
    row_of,
    rules_of_league,
    say_example_of,
    say_whom_ahead_of,
)
from tournament.leagues.zones import zones_of
from tournament.models import League, LeagueResult, LeagueTeam
from tournament.ranking import Criterion, rank_league


@dataclass(frozen=True)
class LeaguePage:
    """The page of a league. `criteria` rank, in this order; `skipped` are those that were not known for all who were
    still level, as footnotes from 1. `rounds` are the results of each round; `days` are the fixtures, if any has a
    date. All of these are made from the `results` and the `teams`. A cup has a `bracket`, which pages show instead of
    the table."""

    league: League
    rows: tuple[LeagueRow, ...]
    criteria: tuple[Criterion, ...]
    skipped: tuple[str, ...]
    rounds: tuple[LeagueRound, ...]
    days: tuple[MatchDay[ResultRow], ...]
    results: tuple[ResultRow, ...]
    teams: tuple[LeagueTeam, ...]
    has_draws: bool
    has_homes: bool = False
    today: date | None = None
    bracket: WholeBracket | None = None

    @property
    def has_hang_jacks(self) -> bool:
        known = any(row.hang_jacks.known or row.hang_jacks_against.known for row in self.rows)
        return known and self.league.has_hang_jacks

    @property
    def has_ties(self) -> bool:
        """Whether a place stands with "=", which the legend then explains."""
        return any(row.place.endswith("=") for row in self.rows)

    @property
    def is_provisional(self) -> bool:
        """Whether a result is to be checked or has not come in. Which, only the desk reads."""
        return bool(self.due or self.looked.doubts or self.looked.missing)

    @cached_property
    def taken_out(self) -> tuple[LeagueResult, ...]:
        """Returns results and fixtures that were removed. Two queries at most, for whoever asks first."""
        return tuple(results_taken_out_of(self.league))

    @cached_property
    def looked(self) -> LeagueDoubts:
        """Returns what is in doubt and missing. The queries of `taken_out`."""
        looked = find_doubts_of(self.league, self.teams, name_results(self.results, self.today), self.taken_out)
        if not self.league.is_cup:
            return looked
        return replace(looked, doubts=(*looked.doubts, *doubts_of_cup(self.teams, self.results)))

    @property
    def due(self) -> tuple[MatchDay[ResultRow], ...]:
        """Returns the matches whose results are due."""
        return tuple(each for each in self.days if each.is_over)

    @property
    def missing(self) -> tuple[str, ...]:
        """Returns which results are missing besides those that stand among the due ones."""
        listed = {
            self.looked.due.get((match.round, frozenset((match.team.name, match.other.name))))
            for day in self.due
            for match in day.matches
            if match.other
        }
        return tuple(words for words in self.looked.missing if words not in listed)

    @property
    def next_days(self) -> tuple[MatchDay[ResultRow], ...]:
        """Returns the matches of the coming seven days, or those of the next day with matches if there are none, and
        the rest of their rounds within another week: a round on several nights is announced whole."""
        coming = [(each.day, each) for each in self.days if each.day and not each.is_over]
        if self.today is None or not coming:
            return tuple(each for _day, each in coming)
        until = max(self.today + timedelta(days=6), coming[0][0])
        begun = {match.round for day, each in coming if day <= until for match in each.matches}
        rest = [
            day
            for day, each in coming
            if until < day <= until + timedelta(days=6)
            and any(match.round in begun and match.postponed_from is None for match in each.matches)
        ]
        return tuple(each for day, each in coming if day <= max([until, *rest]))

    @property
    def later_days(self) -> tuple[MatchDay[ResultRow], ...]:
        """Returns the matches after these, and those without a date."""
        shown = len(self.next_days) + len(self.due)
        return tuple(sorted(self.days, key=lambda each: not each.is_over))[shown:]

    @cached_property
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
        shown = [each.number for each in self.latest_rounds]
        others = tuple(each for each in self.rounds_with_results if each.number not in shown)
        return others[::-1] if self.days else others

    def of_team(self, team: LeagueTeam) -> "LeaguePage":
        """Returns the page with the matches of one team alone."""
        return self._with_matches(lambda match: team.pk in (match.team_id, match.other_id), has_bye={team.pk})

    def at_venue(self, venue: str) -> "LeaguePage":
        """Returns the page with the matches at one place alone."""
        return self._with_matches(lambda match: match.place == venue)

    def _with_matches(self, has_match: Callable[[ResultRow], bool], has_bye: Container[int] = ()) -> "LeaguePage":
        rounds = [LeagueRound(each.number, tuple(filter(has_match, each.results))) for each in self.rounds]
        days = [
            replace(
                each,
                matches=tuple(filter(has_match, each.matches)),
                byes=tuple(bye for bye in each.byes if bye[1].pk in has_bye),
            )
            for each in self.days
        ]
        return replace(
            self,
            rounds=tuple(each for each in rounds if each.results),
            days=tuple(each for each in days if each.matches or (each.byes and not each.is_over)),
        )

    @property
    def marks(self) -> list[str]:
        """Says which matches were not simply played, for paper, where results do not stand beside the table. That a
        team withdrew is said once, with the team."""
        words = _("Round %(round)s, %(team)s – %(other)s: %(mark)s")
        return [
            words % {"round": each.round, "team": each.team.name, "other": each.other.name, "mark": each.mark}
            for of_round in self.rounds
            for each in of_round.results
            if each.mark and each.other
            if each.outcome or not (each.team.withdrawn_on or each.other.withdrawn_on)
        ]

    @cached_property
    def rounds_with_results(self) -> tuple[LeagueRound, ...]:
        """Returns the rounds without those that have only fixtures, if fixtures have dates and so a list of their
        own."""
        return tuple(each for each in self.rounds if each.has_begun) if self.days else self.rounds

    @property
    def has_form(self) -> bool:
        return any(row.form.latest for row in self.rows)

    def label_of_round(self, number: int) -> str:
        """Says a round as in "Round 3", or as in "Semi-finals" in a cup."""
        if self.bracket and number <= len(self.bracket.columns):
            return self.bracket.columns[number - 1].label
        return _("Round %(number)s") % {"number": number}

    @property
    def has_begun(self) -> bool:
        """Whether something has happened in a match."""
        return any(each.has_begun for each in self.rounds)

    @property
    def has_zones(self) -> bool:
        return any(row.zone for row in self.rows)

    @property
    def has_movement(self) -> bool:
        return any(row.form.moved is not None for row in self.rows)

    @property
    def by_points(self) -> bool:
        return self.league.order != League.Order.BULLSEYES

    @property
    def example(self) -> str:
        """Works out the points of a match, where not only the win counts."""
        return say_example_of(self.league)

    @property
    def first(self) -> Criterion:
        return self.criteria[0]


PAGES: RevisionCache[LeaguePage] = RevisionCache(most=16)


def shared_league_page(league: League, *, today: date) -> LeaguePage:
    """Returns the page of a league, made once for each revision of it, because the whole club looks. The league was
    read with its `revision`."""
    state = (league.revision, today, *[getattr(league, each.attname) for each in League._meta.concrete_fields])
    return PAGES.get_or_make((league.pk, get_language()), state, partial(league_page, league, today=today))


def league_page(league: League, *, today: date | None = None) -> LeaguePage:
    """Returns the page of a league. With `today`, a match on a later day is not missing. Three queries, and one
    for what captains reported if the league shows it."""
    teams, penalties = teams_of(league), penalties_of(league)
    results = result_rows_of(league, teams)
    mark_reported(league, results)
    rules = rules_of_league(league, teams, penalties)
    table = rank_league([side for each in in_order_of_play(results) for side in each.sides], rules)
    by_name = {team.name: team for team in teams}
    criteria = rules.criteria
    skipped = tuple(dict.fromkeys(key for placing in table for key in placing.skipped))
    ahead, forms = say_whom_ahead_of(table, criteria), team_forms(results, table, rules)
    has_begun = any(form.latest for form in forms.values())
    staying = [each for each in table if has_begun and each.record.entry not in rules.withdrawn]
    zones = zones_of(staying, promoted=league.promoted, play_off=league.play_off, relegated=league.relegated)
    by_round = groupby(group_equal_meetings(results), key=lambda result: result.round)
    return LeaguePage(
        league=league,
        rows=tuple(
            row_of(
                league,
                placing,
                criteria,
                skipped,
                penalties,
                by_name.get(placing.record.entry),
                ahead[placing.record.entry],
                forms[placing.record.entry],
                zones.get(placing.record.entry, ""),
            )
            for placing in table
        ),
        criteria=criteria,
        skipped=tuple(criterion.label for key in skipped for criterion in criteria if criterion.key == key),
        rounds=tuple(LeagueRound(number, tuple(group)) for number, group in by_round),
        days=match_days_of(results, today),
        results=tuple(results),
        teams=tuple(teams),
        has_draws=any(placing.record.drawn for placing in table),
        has_homes=any(team.home for team in teams),
        today=today,
        bracket=show_bracket(league, teams, results) if league.is_cup else None,
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
        page.league.get_counts_display(),
        _("Against"),
    ]
    has_hang_jacks = page.league.has_hang_jacks
    if has_hang_jacks:
        head += [_("Hang jacks"), _("Matches without"), _("Hang jacks against"), _("Matches without")]
    rows: list[list[object]] = [head + ([_("Points")] if page.by_points else [])]
    for row in page.rows:
        record = row.placing.record
        figures = [record.won, record.drawn, record.lost, record.games_won, record.games_lost]
        if has_hang_jacks:
            figures += [row.hang_jacks.known, row.hang_jacks.lacking]
            figures += [row.hang_jacks_against.known, row.hang_jacks_against.lacking]
        figures += [record.match_points] if page.by_points else []
        plain = [None if each is None else int(each) if each == int(each) else float(each) for each in figures]
        rows.append([row.place, record.name, row.played, *plain])
    return rows
