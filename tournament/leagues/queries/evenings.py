"""League matches that are played here: the evening of each, and what it comes to for the league."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple
from uuid import UUID

from tournament.event.queries.hours import is_knock_out
from tournament.leagues.queries.results import ResultRow
from tournament.leagues.reported import Figures, Pair, Seated
from tournament.leagues.spelling import name_key
from tournament.matches.queries.feats import with_feats
from tournament.matches.queries.team_matches import TeamMatch, add_known, team_matches_of
from tournament.models import (
    SETTLED,
    Enters,
    Entry,
    Event,
    League,
    LeagueResult,
    Match,
    Names,
    SidePlayer,
    Team,
    names_in,
)

FIGURES = ("games", "hang_jacks", "other_games", "other_hang_jacks")
LATEST = 20
"""Among so many of the latest evenings of teams, one can be linked to a match."""


class EveningLink(NamedTuple):
    """The evening in which a match is played here; `revision` is that of the evening when its result was taken."""

    result: int
    evening: UUID
    revision: int | None


def links_of(league: League) -> list[EveningLink]:
    """Returns the links of the matches of a league that are played here. One query."""
    linked = league.results.filter(superseded_at=None, evening__isnull=False)
    read = linked.values_list("pk", "evening", "evening_revision")
    return [EveningLink(pk, evening, revision) for pk, evening, revision in read if evening is not None]


def evenings_by_uid(
    results: Sequence[LeagueResult] | Sequence[ResultRow] | Sequence[EveningLink],
) -> dict[UUID, Event]:
    """Returns the evenings of these matches, but for those that were deleted or are in the bin. One query."""
    uids = [result.evening for result in results if result.evening]
    return {event.uid: event for event in Event.objects.filter(uid__in=uids)} if uids else {}


def figures_from(event: Event, result: LeagueResult) -> dict[str, int | None]:
    """Returns the figures of a match as its evening has them, by fields of a result; all None as `figures_between` has
    none. Five queries at most."""
    assert result.other is not None
    figures = figures_between(event, (result.team.key, result.other.key))
    return dict.fromkeys(FIGURES) if figures is None else figures.fields


def figures_between(event: Event, keys: tuple[str, str]) -> Figures | None:
    """Returns the figures of the match of two teams in an evening, the first team's first; None until they have played
    to the end, both halves too, and every table where they met is agreed. Five queries at most."""
    teams = {name_key(name): pk for pk, name in Team.objects.filter(event=event).values_list("pk", "name")}
    pair = (teams.get(keys[0]), teams.get(keys[1]))
    if None in pair:
        return None
    met = [each for each in team_matches_of(event) if {side.key for side in each.teams} == set(pair)]
    tables = [table.match for each in met for table in each.tables]
    is_over = bool(met) and all(each.is_over for each in met)
    if not is_over or Match.objects.filter(pk__in=tables).exclude(state__in=SETTLED).exists():
        return None
    sides = [[side for each in met for side in each.teams if side.key == key] for key in pair]
    games = [sum(side.games for side in own) for own in sides]
    jacks = [add_known(side.hang_jacks for side in own) for own in sides]
    return Figures(games[0], games[1], jacks[0], jacks[1])


@dataclass(frozen=True)
class MatchDetails:
    """What else an evening has of a match: the ids of its `matches` at tables, the games at each table, which of these
    were singles (from 1), who sat there, and sentences about its halves and feats. A table at which others sit in the
    second half counts twice."""

    matches: tuple[int, ...] = ()
    tables: tuple[Pair, ...] = ()
    singles: tuple[int, ...] = ()
    seated: tuple[Seated, ...] = ()
    halves: tuple[str, ...] = ()
    feats: tuple[str, ...] = ()

    @property
    def figures(self) -> Figures:
        """The tables as figures, without a total."""
        return Figures(0, 0, tables=self.tables, singles=self.singles, seated=self.seated)


def details_of(event: Event, keys: tuple[str, str], names: Names | None = None) -> MatchDetails:
    """Returns the details of the match of two teams in an evening, the first team in front, with `names` as readers
    outside the hall see them."""
    by_line_up: dict[tuple[int, Seated], Pair] = {}
    halves, feats, matches = list[str](), list[str](), list[int]()
    for match in with_feats(event, team_matches_of(event), names=names):
        own = [name_key(side.name) for side in match.teams]
        if set(own) == set(keys):
            is_turned = own[0] != keys[0]
            sat = _who_sat(match, names or names_in(event))
            matches += [table.match for table in match.tables]
            for table in match.tables:
                seated, (one, other) = sat[table.match], table.games
                if is_turned:
                    seated, one, other = (seated[1], seated[0]), other, one
                before = by_line_up.get((table.number, seated), (0, 0))
                by_line_up[table.number, seated] = (before[0] + one, before[1] + other)
            halves += [(half.from_other_side() if is_turned else half).in_words for half in match.halves]
            feats += [feat.in_words for feat in match.feats]
    sides = tuple(seated for _table, seated in by_line_up)
    singles = tuple(at for at, (one, other) in enumerate(sides, start=1) if len(one) == len(other) == 1)
    return MatchDetails(tuple(matches), tuple(by_line_up.values()), singles, sides, tuple(halves), tuple(feats))


def _who_sat(match: TeamMatch, names: Names | None) -> dict[int, Seated]:
    """Returns by match who sat at each table when its round began, the side first that is first in the team match. Two
    queries."""
    sat: dict[tuple[int, int], list[int]] = {}
    players = SidePlayer.objects.filter(side__match__in=[table.match for table in match.tables])
    for player in players.select_related("side").order_by("side", "seat"):
        sat.setdefault((player.side.match_id, player.side.number), []).append(player.at_hand(0))
    entries = Entry.objects.filter(pk__in=set(chain.from_iterable(sat.values())))
    shown = {
        pk: name if names is None else names.name_of(person)
        for pk, person, name in entries.values_list("pk", "player", "player__name")
    }
    one, other = ({key[0]: tuple(shown[pk] for pk in own) for key, own in sat.items() if key[1] == at} for at in (1, 2))
    return {pk: (one[pk], other[pk]) for pk in one}


def evenings_to_link(result: LeagueResult) -> list[Event]:
    """Returns the latest evenings in which both teams of a match are entered by name, unless they are linked. Three
    queries."""
    assert result.other is not None
    return _evenings_with(result.league, {result.team.key, result.other.key})


def evenings_of_cup(cup: League) -> list[Event]:
    """Returns the latest knock-outs in which all teams of a cup are entered by name. Four queries."""
    found = _evenings_with(cup, {*cup.teams.exclude(number=None).values_list("key", flat=True)})
    return [event for event in found if is_knock_out(event, 1)]


def _evenings_with(league: League, wanted: set[str]) -> list[Event]:
    taken = LeagueResult.objects.filter(superseded_at=None, evening__isnull=False).values_list("evening", flat=True)
    latest = Event.objects.filter(club=league.club_id, enters=Enters.TEAMS).exclude(uid__in=list(taken))
    events = list(latest.order_by("-date", "-pk")[:LATEST])
    entered: dict[int, set[str]] = {}
    for event, name in Team.objects.filter(event__in=events).values_list("event", "name"):
        entered.setdefault(event, set()).add(name_key(name))
    return [event for event in events if wanted <= entered.get(event.pk, set())]
