"""Finds results of a league that look wrong, and those that are missing. Pure, except that pages translate its
sentences."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.ranking import DOUBT_TEXTS, DrawnMeeting, Report, TeamResult, find_doubts

MOST_PAIRS = 40
"""Up to this many pairs are named one by one."""


@dataclass(frozen=True)
class NamedResult:
    """A result with the names of its teams; `where` tells the reader where to find it, as in "line 7". `is_later` is
    true for a match whose date is still to come, or was postponed without a new one."""

    result: TeamResult[str]
    where: str = ""
    is_later: bool = False

    @property
    def teams(self) -> tuple[str, ...]:
        return tuple(team for team in (self.result.team, self.result.other) if team is not None)

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
    """`doubts` are to be checked before the table is final; `missing` lists results that are not in yet."""

    doubts: tuple[str, ...]
    missing: tuple[str, ...]


def find_league_doubts(
    results: Sequence[NamedResult], *, teams: Sequence[str] = (), race_to: int | None = None, meetings: int = 0
) -> LeagueDoubts:
    """Returns what looks wrong or is missing. `race_to` is how many bullseyes win a match; `meetings` is how often any
    two of the `teams` meet, 0 if not known. If one pair has met less often than all others, it is missing even then."""
    teams = tuple(dict.fromkeys([*teams, *(team for each in results for team in each.teams)]))
    spoken: dict[tuple[int, frozenset[str]], tuple[str, ...]] = {}
    for each in results:
        if not each.is_bye:
            spoken.setdefault(_key_of(each.result.round, each.teams), each.teams)
    drawn = [DrawnMeeting(key[0], of_meeting) for key, of_meeting in spoken.items()]
    drawn += _find_meetings_left_over(results, drawn, teams, meetings)
    first = {_key_of(meeting.round, meeting.entries): meeting.entries[0] for meeting in drawn}
    reports = []
    for each in results:
        if each.is_reported:  # all results of a meeting name the same team first, so that they can be compared
            label = each.label(first[_key_of(each.result.round, each.teams)], whole=True)
            reports.append(Report(each.result.round, each.teams, label))
    later = {_key_of(each.result.round, each.teams) for each in results if each.is_later}
    found = find_doubts([each for each in drawn if _key_of(each.round, each.entries) not in later], reports)
    words = [(doubt.code, doubt.in_words(_(DOUBT_TEXTS[doubt.code]))) for doubt in found]
    return LeagueDoubts(
        (
            *(text for code, text in words if code != "no_result"),
            *_say_twice_in_a_round(results),
            *(_say_wrong_races(results, race_to) if race_to else ()),
        ),
        (
            *(text for code, text in words if code == "no_result"),
            *_say_idle(results, drawn, teams),
            *_say_not_met(drawn, teams, meetings),
        ),
    )


def _key_of(number: int, teams: Iterable[str]) -> tuple[int, frozenset[str]]:
    return number, frozenset(teams)


def _find_meetings_left_over(
    results: Sequence[NamedResult], drawn: Sequence[DrawnMeeting[str]], teams: Sequence[str], meetings: int
) -> list[DrawnMeeting[str]]:
    """Finds meetings without a result: if exactly two teams of a round have none and still have to meet, they met in
    it."""
    met = Counter(frozenset(meeting.entries) for meeting in drawn)
    found = []
    for number, idle in _find_idle_teams(results, drawn, teams):
        pair = frozenset(idle)
        if len(idle) == 2 and met[pair] < meetings:
            met[pair] += 1
            found.append(DrawnMeeting(number, tuple(idle)))
    return found


def _find_idle_teams(
    results: Sequence[NamedResult], drawn: Sequence[DrawnMeeting[str]], teams: Sequence[str]
) -> Iterator[tuple[int, list[str]]]:
    busy: dict[int, set[str]] = {}
    for each in results:
        busy.setdefault(each.result.round, set()).update(each.teams)
    for meeting in drawn:
        busy[meeting.round].update(meeting.entries)
    for number in sorted(busy):
        yield number, [team for team in teams if team not in busy[number]]


def _say_idle(
    results: Sequence[NamedResult], drawn: Sequence[DrawnMeeting[str]], teams: Sequence[str]
) -> Iterator[str]:
    words = _("%(team)s: neither a match nor a bye in round %(round)s.")
    for number, idle in _find_idle_teams(results, drawn, teams):
        yield from (words % {"team": team, "round": number} for team in idle)


def _say_not_met(drawn: Sequence[DrawnMeeting[str]], teams: Sequence[str], meetings: int) -> Iterator[str]:
    """Names the pairs that have not met often enough. If there are many, says only how many, and names a pair that has
    met less often than all others."""
    met = Counter(frozenset(meeting.entries) for meeting in drawn)
    pairs = [(pair, met[frozenset(pair)]) for pair in combinations(teams, 2)]
    short = [(pair, times) for pair, times in pairs if times < meetings]
    if len(pairs) > 1 and (not short or len(short) > MOST_PAIRS):
        (pair, least), (_other_pair, next_least) = sorted(pairs, key=lambda each: each[1])[:2]
        if least < next_least:
            words = _("%(one)s and %(other)s have met %(met)s. All other teams have met %(others)s times.")
            if not least:
                words = _("%(one)s and %(other)s have not met. All other teams have met each other.")
            met_times = ngettext("%(n)s time", "%(n)s times", least) % {"n": least}
            yield words % {"one": pair[0], "other": pair[1], "met": met_times, "others": next_least}
    if len(short) > MOST_PAIRS:
        yield _("%s pairs of teams still have to meet.") % len(short)
        return
    words = _("%(one)s and %(other)s have met %(met)s of %(all)s times.")
    if meetings == 1:
        words = _("%(one)s and %(other)s have not met.")
    for (one, other), times in short:
        yield words % {"one": one, "other": other, "met": times, "all": meetings}


def _say_twice_in_a_round(results: Sequence[NamedResult]) -> Iterator[str]:
    """Names teams with several opponents in one round, or with a bye besides a match. Two results of one meeting are
    reported elsewhere."""
    of_team: dict[tuple[int, str], dict[frozenset[str], str]] = {}
    for each in results:
        for team in each.teams:
            label = each.label(team, against=True)
            of_team.setdefault((each.result.round, team), {}).setdefault(frozenset(each.teams), label)
    words = _("%(team)s is in round %(round)s more than once: %(labels)s.")
    for (number, team), labels in of_team.items():
        if len(labels) > 1:
            yield words % {"team": team, "round": number, "labels": ", ".join(labels.values())}


def _say_wrong_races(results: Sequence[NamedResult], race_to: int) -> Iterator[str]:
    """Names matches whose winner does not have exactly the bullseyes that win a race."""
    for each in results:
        games, other = each.result.games, each.result.other_games
        if games is None or other is None or (max(games, other) == race_to and games != other):
            continue
        words = _("%(teams)s in round %(round)s (%(label)s): a match is won with %(race)s bullseyes.")
        where = {"teams": " – ".join(each.teams), "round": each.result.round, "label": each.label(each.result.team)}
        yield words % {**where, "race": race_to}
