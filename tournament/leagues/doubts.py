"""Finds results of a league that look wrong, and those that are missing. Pure, except that pages translate its
sentences."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.leagues.results_file import MOST_FIGURE
from tournament.ranking import DOUBT_TEXTS, DrawnMeeting, Report, TableDoubt, TeamResult, find_doubts

Meeting = tuple[int, frozenset[str]]
"""A round, and the teams that meet in it."""

MOST_PAIRS = 40
"""Up to this many pairs are named one by one."""


class NamedResult(NamedTuple):
    """A result with the names of its teams; `where` tells the reader where to find it, as in "line 7". `is_later` is
    true for a match whose date is still to come, or was postponed without a new one."""

    result: TeamResult[str]
    where: str = ""
    is_later: bool = False

    @property
    def teams(self) -> tuple[str, ...]:
        one, other = self.result.team, self.result.other
        return (one,) if other is None else (one, other)

    @property
    def is_bye(self) -> bool:
        return self.result.other is None

    @property
    def is_reported(self) -> bool:
        return self.result.games is not None

    def label(self, first: str, *, against: bool = False, whole: bool = False) -> str:
        """Says the result as in "line 7: 18–12", with the figures of the team `first` in front. `against` adds the
        other team, `whole` the hang jacks."""
        words = score_in_words(self.result, first, whole=whole)
        if against and not self.is_bye:
            [other] = [team for team in self.teams if team != first]
            words = _("%(score)s against %(team)s") % {"score": words, "team": other}
        return f"{self.where}: {words}" if self.where else words


def score_in_words(result: TeamResult[str], first: str, *, whole: bool = False) -> str:
    """Says a score as in "18–12", with the figures of the team `first` in front; `whole` adds the hang jacks. A bye and
    a match still to be played are named as such."""
    if result.other is None:
        return _("bye")
    if result.games is None:
        return _("to be played")
    step = 1 if first == result.team else -1
    score = "–".join(str(games) for games in (result.games, result.other_games)[::step])
    jacks = (result.hang_jacks, result.other_hang_jacks)[::step]
    if not whole or jacks == (None, None):
        return score
    values = {"score": score, "jacks": "–".join("?" if each is None else str(each) for each in jacks)}
    return _("%(score)s (hang jacks %(jacks)s)") % values


@dataclass(frozen=True)
class LeagueDoubts:
    """`doubts` are to be checked before the table is final; `missing` lists results that are not in yet, and `due` has
    those among them that are of a match of its own."""

    doubts: tuple[str, ...]
    missing: tuple[str, ...]
    due: Mapping[Meeting, str] = field(default_factory=dict)


def find_league_doubts(
    results: Sequence[NamedResult],
    *,
    teams: Sequence[str] = (),
    wins: range | None = None,
    meetings: int = 0,
    removed: Collection[Meeting] = (),
    is_knock_out: bool = False,
) -> LeagueDoubts:
    """Returns what looks wrong or is missing. `wins` are the bullseyes that win a race; `meetings` is how often any two
    of the `teams` meet, 0 if not known. If one pair has met less often than all others, it is missing even then.
    `removed` are matches that were taken out before they were played: nobody waits for them. In a knock-out nobody has
    to play in every round, or to meet everybody; before there is any match nothing is missing."""
    drawn, times = defaultdict[Meeting, list[NamedResult]](list), Counter[tuple[int, str]]()
    for each in results:
        number, in_match = each.result.round, each.teams
        if not each.is_bye:
            drawn[number, frozenset(in_match)].append(each)
        for team in in_match:
            times[number, team] += 1
    teams = tuple(dict.fromkeys([*teams, *(team for _number, team in times)]))
    begun = {number for (number, _met), named in drawn.items() if not all(each.is_later for each in named)}
    idle = {} if is_knock_out else _find_idle_teams(begun, times, teams, removed)
    met = Counter(pair for _number, pair in drawn)
    left_over = _find_meetings_left_over(idle, met, meetings)
    texts = {code: _(text) for code, text in DOUBT_TEXTS.items()}
    texts["no_result"] = _("%(entries)s, round %(round)s: no result yet.")
    found = [(doubt, doubt.in_words(texts[doubt.code])) for doubt in _compare_results(drawn, left_over)]
    due = {_meeting_of(doubt): text for doubt, text in found if doubt.code == "no_result"}
    return LeagueDoubts(
        (
            *(text for doubt, text in found if doubt.code != "no_result"),
            *_say_twice_in_a_round(results, times),
            *(_say_wrong_races(results, wins) if wins else ()),
        ),
        (
            *(text for doubt, text in found if doubt.code == "no_result"),
            *_say_idle(idle, left_over),
            *(() if is_knock_out or not met else _say_not_met(met, teams, meetings)),
        ),
        due,
    )


def _meeting_of(doubt: TableDoubt) -> Meeting:
    number, entries = doubt.params["round"], doubt.params["entries"]
    assert isinstance(number, int) and isinstance(entries, tuple)
    return number, frozenset(entries)


def _compare_results(
    drawn: Mapping[Meeting, Sequence[NamedResult]], left_over: Sequence[DrawnMeeting[str]]
) -> tuple[TableDoubt, ...]:
    """Compares the results of those pairs that have a meeting with more or fewer than one. All results of a meeting
    name the same team first, so that they can be compared."""
    in_doubt = {met for (_number, met), named in drawn.items() if not _is_settled(named)}
    meetings, reports = [], []
    for (number, met), named in drawn.items():
        if met in in_doubt:
            of_pair = named[0].teams
            if not any(each.is_later for each in named):
                meetings.append(DrawnMeeting(number, of_pair))
            labels = [(each.teams, each.label(of_pair[0], whole=True)) for each in named if each.is_reported]
            reports += [Report(number, teams, label) for teams, label in labels]
    return find_doubts([*meetings, *left_over], reports)


def _is_settled(named: Sequence[NamedResult]) -> bool:
    return len(named) == 1 and (named[0].is_reported or named[0].is_later)


def _find_meetings_left_over(
    idle: Mapping[int, Sequence[str]], met: Counter[frozenset[str]], meetings: int
) -> list[DrawnMeeting[str]]:
    """Finds meetings without a result, and counts them in `met`: if exactly two teams of a round have none and still
    have to meet, they met in it."""
    left_over = []
    for number, pair in idle.items():
        if len(pair) == 2 and met[frozenset(pair)] < meetings:
            met[frozenset(pair)] += 1
            left_over.append(DrawnMeeting(number, tuple(pair)))
    return left_over


def _find_idle_teams(
    begun: Collection[int], busy: Mapping[tuple[int, str], int], teams: Sequence[str], removed: Collection[Meeting]
) -> dict[int, list[str]]:
    """Maps each round that has begun to the teams with neither a match nor a bye in it, but for those whose match was
    removed."""
    spared = {(number, team) for number, met in removed for team in met}
    return {
        number: [team for team in teams if (number, team) not in busy and (number, team) not in spared]
        for number in sorted(begun)
    }


def _say_idle(idle: Mapping[int, Sequence[str]], left_over: Sequence[DrawnMeeting[str]]) -> Iterator[str]:
    words = _("%(team)s: neither a match nor a bye in round %(round)s.")
    explained = {(meeting.round, team) for meeting in left_over for team in meeting.entries}
    for number, of_round in idle.items():
        yield from (words % {"team": team, "round": number} for team in of_round if (number, team) not in explained)


def _say_not_met(met: Counter[frozenset[str]], teams: Sequence[str], meetings: int) -> Iterator[str]:
    """Names the pairs without enough matches, played or to come. If there are many, says only how many, and names a
    pair that has fewer than all others."""
    pairs = [(pair, met[frozenset(pair)]) for pair in combinations(teams, 2)]
    short = [(pair, times) for pair, times in pairs if times < meetings]
    if len(pairs) > 1 and (not short or len(short) > MOST_PAIRS):
        (pair, least), (_other_pair, next_least) = sorted(pairs, key=lambda each: each[1])[:2]
        if least < next_least:
            words = _("%(one)s and %(other)s have %(met)s with each other. All other teams have %(others)s.")
            if not least:
                words = _("%(one)s and %(other)s have no match with each other. All other teams have %(others)s.")
            counts = [
                ngettext("%(n)s match", "%(n)s matches", number) % {"n": number} for number in (least, next_least)
            ]
            yield words % {"one": pair[0], "other": pair[1], "met": counts[0], "others": counts[1]}
    if len(short) > MOST_PAIRS:
        yield _("%s pairs of teams lack a match with each other.") % len(short)
        return
    words = _("%(one)s and %(other)s have %(met)s of %(all)s matches with each other.")
    if meetings == 1:
        words = _("%(one)s and %(other)s have no match with each other.")
    for (one, other), times in short:
        yield words % {"one": one, "other": other, "met": times, "all": meetings}


def _say_twice_in_a_round(results: Sequence[NamedResult], times: Mapping[tuple[int, str], int]) -> Iterator[str]:
    """Names teams with several opponents in one round, or with a bye besides a match. Two results of one meeting are
    reported elsewhere."""
    words = _("%(team)s is in round %(round)s more than once: %(labels)s.")
    for number, team in [key for key, often in times.items() if often > 1]:
        met: dict[frozenset[str], NamedResult] = {}
        for each in results:
            if each.result.round == number and team in each.teams:
                met.setdefault(frozenset(each.teams), each)
        if len(met) > 1:
            labels = [each.label(team, against=True) for each in met.values()]
            yield words % {"team": team, "round": number, "labels": ", ".join(labels)}


def can_end_race(games: int | None, other: int | None, wins: range) -> bool:
    """Returns whether a race that is won with so many bullseyes can end like this; also if it is not reported. When it
    is decided, the other team lacks at least one, and each game in play that counts brings one to either."""
    if games is None or other is None:
        return True
    return max(games, other) in wins and games != other and games + other < wins[0] + wins[-1]


def say_wins(wins: range) -> str:
    """Says with how many bullseyes a race is won, as in "18" or "18 to 20"."""
    if len(wins) == 1:
        return str(wins[0])
    words = _("%(least)s or more") if wins[-1] > MOST_FIGURE else _("%(least)s to %(most)s")
    return words % {"least": wins[0], "most": wins[-1]}


def _say_wrong_races(results: Sequence[NamedResult], wins: range) -> Iterator[str]:
    """Names matches whose winner does not have the bullseyes that win a race."""
    for each in results:
        if can_end_race(each.result.games, each.result.other_games, wins):
            continue
        words = _("%(teams)s in round %(round)s (%(label)s): a match is won with %(race)s.")
        where = {"teams": " – ".join(each.teams), "round": each.result.round, "label": each.label(each.result.team)}
        yield words % {**where, "race": say_wins(wins)}
