"""The table of a league: its rules, its lines and what decided each place."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.foundation.wording import numbers_in_words
from tournament.leagues.criteria import criteria_of
from tournament.leagues.log_sentences import say_what_is_taken
from tournament.leagues.outcomes import WITHDRAWALS
from tournament.leagues.queries.form import TeamForm
from tournament.leagues.queries.results import walk_over_of
from tournament.leagues.zones import Zone
from tournament.models import League, LeaguePenalty, LeagueTeam
from tournament.ranking import (
    NOTHING,
    Amount,
    Column,
    Credit,
    Criterion,
    LeagueRules,
    Margin,
    MatchRecord,
    Placing,
    Record,
    Scale,
    Shares,
    as_amount,
    format_halves,
    format_total,
    race_bye,
)


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
    """A line of the table. `why` names the criterion that decided the place, unless it is the first; `ahead` says whom
    that put it ahead of, with both figures; `form` is how it did lately; `zone` says whether the place goes up or down.
    `notes` are the numbers of footnotes; `credits` say what each bye and walk-over counts, and `empty_byes` that the
    others count nothing. `taken` sums up penalties, as in "−2 points", and `penalties` gives each with its reason.
    `withdrawn` says when a team left, which then has no place."""

    placing: Placing[str]
    why: str
    ahead: str
    form: TeamForm
    zone: Zone
    notes: tuple[int, ...]
    credits: tuple[str, ...]
    empty_byes: tuple[str, ...]
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
    def byes(self) -> tuple[str, ...]:
        return self.credits + self.empty_byes

    @cached_property
    def played(self) -> int:
        """Matches played, and those won or lost without playing."""
        awarded = sum(1 for match in self.placing.record.matches if match.unplayed is not None)
        return self.placing.record.played + awarded


def rules_of_league(
    league: League, teams: Sequence[LeagueTeam], penalties: Sequence[LeaguePenalty] = ()
) -> LeagueRules[str]:
    points, bullseyes = defaultdict[str, Amount](int), Counter[str]()
    for penalty in penalties:
        points[penalty.team.name] += as_amount(penalty.points)
        bullseyes[penalty.team.name] += penalty.bullseyes
    return LeagueRules(
        criteria=criteria_of(league),
        scale=scale_of(league),
        bye=bye_of(league),
        walk_over=walk_over_of(league),
        withdrawn=frozenset(team.name for team in teams if team.withdrawn_on),
        names={team.name: team.name for team in teams},
        penalties=points,
        games_penalties=bullseyes,
    )


def scale_of(league: League) -> Scale:
    return Scale(
        as_amount(league.win),
        as_amount(league.draw),
        as_amount(league.loss),
        as_amount(league.per_game),
        as_amount(league.bonus),
        league.bonus_within,
    )


def say_example_of(league: League) -> str:
    """Works out a match, as in "For example, 7–5 gives 5½ points to the winner and 2½ to the other team."; "" if only
    who won counts."""
    scale = scale_of(league)
    if not scale.game and not scale.bonus:
        return ""
    won = league.race_to or 7
    behind = min(won, scale.bonus_within or 2)
    lost = won - behind
    own = scale.value(Shares(1, 0, 0)) + scale.extra(won, 0)
    other = scale.value(Shares(0, 0, 1)) + scale.extra(lost, int(behind <= scale.bonus_within))
    words = _("For example, %(score)s gives %(own)s points to the winner and %(other)s to the other team.")
    return words % {"score": f"{won}–{lost}", "own": format_halves(own), "other": format_halves(other)}


def bye_of(league: League) -> Credit:
    """Returns what a bye counts. In a race, a bye that is a win counts all the bullseyes of a win; otherwise it counts
    the average of the team's matches, rounded down."""
    if league.bye == League.Bye.NOTHING:
        return NOTHING
    if league.bye == League.Bye.OWN_AVERAGE:
        return Credit("own_average")
    return race_bye(league.race_to) if league.race_to else Credit("win", left_open="own_average", rounded_down=True)


def row_of(
    league: League,
    placing: Placing[str],
    criteria: Sequence[Criterion],
    skipped: Sequence[str],
    penalties: Sequence[LeaguePenalty],
    team: LeagueTeam | None,
    ahead: str,
    form: TeamForm,
    zone: Zone,
) -> LeagueRow:
    labels = {criterion.key: criterion.label for criterion in criteria[1:]}
    own = [penalty for penalty in penalties if penalty.team.name == placing.record.entry]
    credits = sorted(placing.record.credits, key=lambda match: match.round)
    return LeagueRow(
        placing=placing,
        why=labels.get(placing.decided_by or "", ""),
        ahead=ahead,
        form=form,
        zone=zone,
        notes=tuple(skipped.index(key) + 1 for key in placing.skipped),
        credits=tuple(_say_credit(match, league.counted) for match in credits if not _is_empty_bye(match)),
        empty_byes=tuple(_say_empty_byes(credits)),
        taken=_say_taken_together(own, league),
        penalties=tuple(
            f"{say_what_is_taken(each.points, each.bullseyes, league.counts)}: {each.reason}" for each in own
        ),
        hang_jacks=_known_figure_of(placing.record, "hang_jacks"),
        hang_jacks_against=_known_figure_of(placing.record, "hang_jacks_against"),
        team=team.pk if team else None,
        withdrawn=_say_withdrawn(team) if team and team.withdrawn_on else "",
    )


def _say_taken_together(penalties: Sequence[LeaguePenalty], league: League) -> str:
    points = sum((each.points for each in penalties), Decimal(0))
    return say_what_is_taken(points, sum(each.bullseyes for each in penalties), league.counts)


def say_whom_ahead_of(table: Sequence[Placing[str]], criteria: Sequence[Criterion]) -> dict[str, str]:
    """Says of each team which criterion, unless it is the first, put it ahead of the team below, as in "Ahead of Arima:
    head to head 2–1"; "" if none did."""
    by_key = {criterion.key: criterion for criterion in criteria[1:]}
    said = {}
    for at, placing in enumerate(table):
        criterion = by_key.get(placing.margin.key) if placing.margin else None
        below = [each for each in table[at + 1 :] if each.rank > placing.rank]
        below = [each for each in below if each.rank == below[0].rank]
        said[placing.record.entry] = _say_ahead(placing, below, criterion) if criterion and below else ""
    return said


def _say_ahead(placing: Placing[str], below: Sequence[Placing[str]], criterion: Criterion) -> str:
    margin = placing.margin
    if margin is None:
        return ""
    write = format_halves if criterion.key in ("match_points", "head_to_head") else format_total
    figures = "–".join(write(abs(figure)) for figure in (margin.own, margin.below))
    if criterion.key == "head_to_head":
        figures = _say_head_to_head(placing.record, below, margin) or _("%(figures)s points") % {"figures": figures}
    teams = ", ".join(each.record.name for each in below)
    words = _("Ahead of %(team)s: %(criterion)s %(figures)s")
    return words % {"team": teams, "criterion": criterion.label.lower(), "figures": figures}


def _say_head_to_head(own: Record[str], below: Sequence[Placing[str]], margin: Margin) -> str:
    """Says the matches that two teams won against each other, as in "2–1"; "" if more teams than these were level."""
    if len(below) > 1:
        return ""
    results = [match.result for match in own.meetings if below[0].record.entry in match.opponents]
    won, drawn, lost = (results.count(each) for each in ("won", "drawn", "lost"))
    both = own.scale.value(Shares(won, drawn, lost)), own.scale.value(Shares(lost, drawn, won))
    if both != (margin.own, margin.below):
        return ""
    return (
        f"{won}–{lost}"
        if not drawn
        else _("%(won)s–%(lost)s, %(drawn)s drawn") % {"won": won, "lost": lost, "drawn": drawn}
    )


def _known_figure_of(record: Record[str], column: Column) -> KnownFigure:
    total = record.sum_of(column)
    if total is not None:
        return KnownFigure(total, 0)
    lacking = record.count_lacking(column)
    return KnownFigure(None if lacking and lacking == record.played else record.known_sum(column), lacking)


def _say_empty_byes(matches: Sequence[MatchRecord[str]]) -> Iterator[str]:
    """Says in one line which byes count nothing, not counting those of rounds that are still to come."""
    rounds = sorted(match.round for match in matches if _is_empty_bye(match) and not match.to_come)
    if rounds:
        words = ngettext(
            "Bye in round %(rounds)s: counts nothing", "Byes in rounds %(rounds)s: count nothing", len(rounds)
        )
        yield words % {"rounds": numbers_in_words(rounds)}


def _is_empty_bye(match: MatchRecord[str]) -> bool:
    return match.unplayed is None and match.credit is not None and match.credit.kind == "nothing"


def _say_credit(match: MatchRecord[str], counted: str) -> str:
    credit = match.credit
    if credit is None or match.unplayed is None:
        counts = _say_what_counts(match, counted)
        return _("Bye in round %(round)s: %(counts)s") % {"round": match.round, "counts": counts}
    words = _("Round %(round)s against %(team)s: given up, counts as lost, %(counted)s %(games)s–%(against)s")
    if match.unplayed == "walk_over":
        words = _("Round %(round)s against %(team)s: walk-over, counts as won, %(counted)s %(games)s–%(against)s")
    games, against = (format_total(figure or 0) for figure in (credit.games, credit.games_against))
    values = {"round": match.round, "team": match.opponents[0], "counted": counted}
    return words % {**values, "games": games, "against": against}


def _say_what_counts(match: MatchRecord[str], counted: str) -> str:
    credit = match.credit
    if credit is None:
        return _("counts nothing")
    figures = (credit.games, credit.games_against, credit.hang_jacks, credit.hang_jacks_against)
    games, against, own, other = ("–" if figure is None else format_total(figure) for figure in figures)
    values = {"counted": counted, "games": games, "against": against, "own": own, "other": other}
    if (credit.hang_jacks, credit.hang_jacks_against) == (None, None):
        words = _("counts %(counted)s %(games)s–%(against)s; hang jacks are not known")
        if credit.kind == "win":
            words = _("counts as a win, %(counted)s %(games)s–%(against)s; hang jacks are not known")
        return words % values
    if credit.kind == "win":
        return _("counts as a win, %(counted)s %(games)s–%(against)s, hang jacks %(own)s–%(other)s") % values
    return _("counts %(counted)s %(games)s–%(against)s, hang jacks %(own)s–%(other)s") % values


def _say_withdrawn(team: LeagueTeam) -> str:
    days = {
        name: date_format(day, "j M Y") if day else ""
        for name, day in (("day", team.withdrawn_on), ("until", team.kept_until))
    }
    return str(WITHDRAWALS[team.withdrawal].note) % days
