"""The table of a league: its rules, its lines and what decided each place."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournament.leagues.log_actions import say_what_is_taken
from tournament.leagues.outcomes import WITHDRAWALS
from tournament.leagues.queries.form import TeamForm
from tournament.leagues.queries.results import walk_over_of
from tournament.leagues.zones import Zone
from tournament.models import League, LeaguePenalty, LeagueTeam
from tournament.ranking import (
    BULLSEYES_ORDER,
    CRITERIA,
    HEAD_TO_HEAD_ORDER,
    LEAGUE_ORDER,
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
    format_total,
    race_bye,
)

WORDS = {
    "match_points": (gettext_noop("Points"), gettext_noop("Most league points, as below.")),
    "matches_won": (gettext_noop("Matches won"), gettext_noop("Most matches won.")),
    "games_won": (gettext_noop("Bullseyes won"), gettext_noop("Most bullseyes won in all matches.")),
    "games_lost": (gettext_noop("Bullseyes lost"), gettext_noop("Fewest bullseyes lost.")),
}
"""A league's words for its criteria: label and explanation."""
ORDERS = {
    League.Order.LEAGUE: LEAGUE_ORDER,
    League.Order.HEAD_TO_HEAD: HEAD_TO_HEAD_ORDER,
    League.Order.BULLSEYES: BULLSEYES_ORDER,
}


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
    `notes` are the numbers of footnotes; `byes` say what each bye and walk-over counts. `taken` sums up penalties, as
    in "−2 points", and `penalties` gives each with its reason. `withdrawn` says when a team left, which then has no
    place."""

    placing: Placing[str]
    why: str
    ahead: str
    form: TeamForm
    zone: Zone
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


def row_of(
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
    return LeagueRow(
        placing=placing,
        why=labels.get(placing.decided_by or "", ""),
        ahead=ahead,
        form=form,
        zone=zone,
        notes=tuple(skipped.index(key) + 1 for key in placing.skipped),
        byes=tuple(_say_credit(match) for match in placing.record.credits),
        taken=say_what_is_taken(sum(each.points for each in own), sum(each.bullseyes for each in own)),
        penalties=tuple(f"{say_what_is_taken(each.points, each.bullseyes)}: {each.reason}" for each in own),
        hang_jacks=_known_figure_of(placing.record, "hang_jacks"),
        hang_jacks_against=_known_figure_of(placing.record, "hang_jacks_against"),
        team=team.pk if team else None,
        withdrawn=_say_withdrawn(team) if team and team.withdrawn_on else "",
    )


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
    figures = "–".join(format_total(abs(figure)) for figure in (margin.own, margin.below))
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


def _say_withdrawn(team: LeagueTeam) -> str:
    days = {
        name: date_format(day, "j M Y") if day else ""
        for name, day in (("day", team.withdrawn_on), ("until", team.kept_until))
    }
    words = str(WITHDRAWALS[team.withdrawal].note) % days
    return f"{words}: {team.why_withdrawn}" if team.why_withdrawn else words
