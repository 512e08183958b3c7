"""A team match: the matches of two teams at all their tables, the score so far, and whether it is decided.

A team match is the sum of its tables. If it is a race to a number of games, it is decided when the game that completes
them ends; what that means for each table is stored with its match (`Match.last_game`), derived from the times of hands.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Count, Max, Q
from django.db.models.fields.json import KT
from django.utils.translation import gettext

from tournament.event.queries.competitors import boards_of, competitors_of
from tournament.event.queries.hours import halves_of
from tournament.formats.match_length import DECIDER
from tournament.formats.team_race import RaceGame, RaceResult, decided_at, last_games
from tournament.matches.feats import Feat
from tournament.matches.queries.matches import length_at, series_of, with_sides
from tournament.models import SETTLED, Enters, Event, Hand, Match, Names, Ruling, SheetLine, SidePlayer, State, Team
from tournament.rules.queries.rules import rules_of

UNTIL_DECIDED = "decided"
"""The match length, a key of LENGTHS, of tables that play until their team match is decided."""


@dataclass(frozen=True)
class Decision:
    """When a team match was decided, and by match the last game that counts at each table with hands, or of which
    nothing is reported yet."""

    at: datetime
    last_games: Mapping[int, int]


class TeamSide(NamedTuple):
    """A team in its match: its number (`event.queries.competitors`), its name, its games won so far, and its hang
    jacks once all tables have reported them."""

    key: int
    name: str
    games: int
    hang_jacks: int | None


class TableScore(NamedTuple):
    """One table of a team match in one of its rounds: the games of each side so far (points, if nobody counted games),
    by the match there, and hang jacks once they are reported; `is_over` is whether its games are all in, `is_open`
    whether some of them count before both sides have agreed them. `most` is how many games it plays if no other table
    ends them, None for any number. `is_decider` is set for the game that is played there because the match was
    level."""

    match: int
    round: int
    number: int
    games: tuple[int, int]
    hang_jacks: tuple[int | None, int | None]
    is_over: bool
    is_open: bool
    is_decider: bool
    most: int | None


class HalfScore(NamedTuple):
    """What both teams won in one half, the first or the second, over all tables."""

    number: int
    games: tuple[int, int]
    hang_jacks: tuple[int | None, int | None]

    def from_other_side(self) -> "HalfScore":
        """Returns the same half with the other team in front."""
        return HalfScore(self.number, self.games[::-1], self.hang_jacks[::-1])

    @property
    def in_words(self) -> str:
        """The score in words, with hang jacks once they are known, as in "Half 1: 60–51 · hang jacks 24–23"."""
        games = {"number": self.number, "one": self.games[0], "other": self.games[1]}
        words = gettext("Half %(number)s: %(one)s–%(other)s") % games
        if None in self.hang_jacks:
            return words
        hung = {"one": self.hang_jacks[0], "other": self.hang_jacks[1]}
        return words + " · " + gettext("hang jacks %(one)s–%(other)s") % hung


@dataclass(frozen=True)
class TeamMatch:
    """Two teams and their score so far over all tables, from the round of this number on. `target` is the number of
    games that wins the match, None if all tables play their games; `undecided` is as in Event. `is_halfway` is whether
    another half is planned that is not seated yet; `feats` are set by `matches.queries.feats.with_feats`."""

    round: int
    teams: tuple[TeamSide, TeamSide]
    tables: tuple[TableScore, ...]
    target: int | None
    undecided: str
    is_halfway: bool
    feats: tuple[Feat, ...] = ()

    @property
    def by_table(self) -> tuple[tuple[int, int, int], ...]:
        """Each table's number with the games of both teams there, in all rounds of the match."""
        games: dict[int, tuple[int, int]] = {}
        for table in self.tables:
            before = games.get(table.number, (0, 0))
            games[table.number] = (before[0] + table.games[0], before[1] + table.games[1])
        return tuple((number, one, other) for number, (one, other) in games.items())

    @property
    def halves(self) -> tuple[HalfScore, ...]:
        """The score of each half so far; none if it is played in one."""
        rounds = sorted({table.round for table in self.tables})
        if len(rounds) == 1 and not self.is_halfway:
            return ()
        halves = []
        for number, round in enumerate(rounds, start=1):
            own = [table for table in self.tables if table.round == round]
            one, other = ([table.games[place] for table in own] for place in (0, 1))
            hung = (add_known(table.hang_jacks[place] for table in own) for place in (0, 1))
            halves.append(HalfScore(number, (sum(one), sum(other)), (next(hung), next(hung))))
        return tuple(halves)

    @property
    def is_open(self) -> bool:
        """Whether the score has games that both sides have not agreed yet."""
        return any(table.is_open for table in self.tables)

    @property
    def games(self) -> tuple[int, int]:
        return self.teams[0].games, self.teams[1].games

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its tables."""
        return tuple(dict.fromkeys(table.number for table in self.tables))

    @property
    def is_over(self) -> bool:
        """Whether it is decided, or all its tables are done."""
        return self._has_reached or self._is_played and not self.needs_decider

    @property
    def needs_decider(self) -> bool:
        """Whether all tables are done and it is level, so that one more game decides it."""
        return self.undecided == DECIDER and self._is_played and not self._has_reached and self.leader is None

    @property
    def races_to(self) -> int | None:
        """How many games win it, while the tables still play for them."""
        return None if self.is_over or self.needs_decider or self.decider else self.target

    @property
    def decider(self) -> TableScore | None:
        """The table with the game that decides it, once that is drawn."""
        return next((table for table in self.tables if table.is_decider), None)

    @property
    def is_draw(self) -> bool:
        """Whether it is over and neither team has won it."""
        is_short = self.target is not None and self.undecided == "draw" and not self._has_reached
        return self.is_over and (is_short or self.leader is None)

    @property
    def leader(self) -> TeamSide | None:
        """The team with more games, which has won once it is over, unless it is a draw."""
        one, other = self.teams
        return None if one.games == other.games else max(one, other, key=attrgetter("games"))

    @property
    def winner(self) -> TeamSide | None:
        """The team that has won, once it is over; None for a draw."""
        return self.leader if self.is_over and not self.is_draw else None

    @property
    def _is_played(self) -> bool:
        return not self.is_halfway and all(table.is_over for table in self.tables)

    @property
    def _has_reached(self) -> bool:
        return self.target is not None and max(self.games) >= self.target

    def table_of(self, match: int) -> TableScore | None:
        return next((table for table in self.tables if table.match == match), None)

    @property
    def score(self) -> str:
        """The games, the higher number first: "15–12"."""
        return "{}–{}".format(*sorted(self.games, reverse=True))

    @property
    def in_words(self) -> str:
        """The score in words, as in "Arima lead 15–12"."""
        words = {"team": self.leader.name if self.leader else "", "score": self.score}
        if self.is_draw:
            return gettext("A draw, %(score)s") % words
        if self.needs_decider:
            return gettext("Level at %(score)s: one more game decides") % words
        if self.decider and not self.is_over:
            words["table"] = str(self.decider.number)
            return gettext("Level at %(score)s: table %(table)s plays the deciding game") % words
        if self.leader is None:
            return gettext("Level at %(score)s") % words
        return (gettext("%(team)s have won %(score)s") if self.is_over else gettext("%(team)s lead %(score)s")) % words


class _SideAtTable(NamedTuple):
    """A side of a match at a table, of the team with this number."""

    match: int
    round: int
    table: int
    state: str
    is_decider: bool
    finished_at: datetime | None
    side: int
    games: int | None
    points: int | None
    hang_jacks: int | None
    team: int | None
    entry: int


def team_matches_of(
    event: Event,
    rounds: Collection[int] | None = None,
    *,
    tables: range | None = None,
    names: Names | None = None,
) -> tuple[TeamMatch, ...]:
    """Returns the team matches of an evening in order of rounds and tables; only those of these `rounds`, or at these
    `tables`, if given; with `names` as readers outside the hall see them. Every recorded game counts at once, so that
    walls, phones, the board and the desk have one score. None unless teams enter. Three queries at most, and one or
    two more for a team without a name, or with `names`."""
    if event.enters != Enters.TEAMS:
        return ()
    of_match = "side__match__"
    among: dict[str, Any] = {f"{of_match}table__stage__event": event}
    if rounds is not None:
        among[f"{of_match}table__stage__number__in"] = {half for number in rounds for half in halves_of(event, number)}
    if tables is not None:
        among[f"{of_match}table__number__range"] = (tables[0], tables[-1])
    seated = SidePlayer.objects.filter(**among).exclude(side__match__state=State.CALLED_OFF)
    at_table = ("table__stage__number", "table__number", "state", "is_decider", "hands_finished_at")
    of_side = ("side__number", "side__games", "side__points", "side__hang_jacks", "entry__team", "entry")
    columns = ("side__match", *(of_match + name for name in at_table), *of_side)
    sides: dict[int, dict[int, _SideAtTable]] = defaultdict(dict)
    in_order = seated.order_by(of_match + at_table[0], of_match + at_table[1], "side__match", "seat")
    for row in in_order.values_list(*columns):
        side = _SideAtTable(*row)
        sides[side.match].setdefault(side.side, side)
    in_play = [pk for pk, own in sides.items() if any(side.games is None for side in own.values())]
    running = games_so_far(in_play)
    teams = [side.team for own in sides.values() for side in own.values() if side.team]
    shown = _names_of_teams(event, teams, names)
    together: dict[tuple[int, int], list[tuple[_SideAtTable, _SideAtTable]]] = defaultdict(list)
    boards = boards_of(event)
    for own in sides.values():
        if len(own) == 2:
            halves = halves_of(event, own[1].round)
            together[halves[0], (own[1].table - 1) // boards].append((own[1], own[2]))
    return tuple(_team_match(event, tables, running, shown) for tables in together.values())


def matches_to_decide(event: Event) -> tuple[TeamMatch, ...]:
    """Returns the team matches that need a deciding game. No query unless the event's rule asks for one."""
    played = team_matches_of(event) if event.undecided == DECIDER else ()
    return tuple(team_match for team_match in played if team_match.needs_decider)


def team_match_of(match: Match) -> TeamMatch | None:
    """Returns the team match that a match is a table of, if it is. Queries as `team_matches_of`."""
    stage, boards = match.table.stage, boards_of(match.table.stage.event)
    first = (match.table.number - 1) // boards * boards + 1
    return next(iter(team_matches_of(stage.event, [stage.number], tables=range(first, first + boards))), None)


def _team_match(
    event: Event,
    tables: Sequence[tuple[_SideAtTable, _SideAtTable]],
    running: Mapping[int, "GamesSoFar"],
    names: Mapping[int, str],
) -> TeamMatch:
    scores = []
    for one, other in tables:
        games = [
            running[side.match].won[f"side-{side.side}"] + running[side.match].won[str(side.entry)]
            if side.match in running
            else side.points or 0
            if side.games is None
            else side.games
            for side in (one, other)
        ]
        is_over = one.state in SETTLED or one.finished_at is not None
        is_agreed = running[one.match].is_agreed if one.match in running else one.state in SETTLED or not any(games)
        hung = (one.hang_jacks, other.hang_jacks)
        both_games = (games[0], games[1])
        length = length_at(event, one.table, is_decider=one.is_decider)
        most = length.number if length.kind == "games" else length.most
        told = (is_over, event.agreement and not is_agreed, one.is_decider, most)
        scores.append(TableScore(one.match, one.round, one.table, both_games, hung, *told))
    teams = []
    for place in (0, 1):
        won = sum(table.games[place] for table in scores)
        key = tables[0][place].team or 0
        hung_in_all = add_known(table.hang_jacks[place] for table in scores)
        teams.append(TeamSide(key, names.get(key, ""), won, hung_in_all))
    first = scores[0].round
    is_halfway = len(halves_of(event, first)) > len({table.round for table in scores})
    both = (teams[0], teams[1])
    return TeamMatch(first, both, tuple(scores), target_of(event), event.undecided, is_halfway)


def add_known(figures: Iterable[int | None]) -> int | None:
    """Adds figures of tables; the sum is unknown as soon as one of them is."""
    known = list(figures)
    return None if None in known else sum(figure for figure in known if figure is not None)


def target_of(event: Event) -> int | None:
    """Returns how many games win a team match; None if all tables play theirs."""
    return event.length_number if event.length_kind == UNTIL_DECIDED else None


class GamesSoFar(NamedTuple):
    """The games won by each side's key in scoring, as recorded hand by hand; `is_agreed` is whether all hands of these
    games are agreed."""

    won: Counter[str]
    is_agreed: bool


def games_so_far(matches: Collection[int]) -> dict[int, GamesSoFar]:
    """Returns the games so far of matches in which somebody has won one. One query; none without matches."""
    if not matches:
        return {}
    hands = Hand.objects.filter(match__in=matches, superseded_at=None).order_by("match", "game")
    winner, to_agree = Max(KT("awards__winner")), Count("pk", filter=~Q(state__in=SETTLED))
    games = hands.values("match", "game").annotate(winner=winner, to_agree=to_agree).exclude(winner=None)
    found: dict[int, GamesSoFar] = {}
    for match, won, more in games.values_list("match", "winner", "to_agree"):
        before = found.get(match, GamesSoFar(Counter(), is_agreed=True))
        found[match] = GamesSoFar(before.won + Counter([won]), before.is_agreed and not more)
    return found


def _names_of_teams(event: Event, keys: Collection[int], names: Names | None) -> dict[int, str]:
    if names is None:
        shown = {team.pk: team.shown_name for team in Team.objects.filter(pk__in=keys)}
        if all(shown.values()):
            return shown
    return {key: unit.name for key, unit in competitors_of(event, names).items()}


def matches_together(match: Match) -> list[Match]:
    """Returns the matches of a team match, one of which is `match` itself: it is the same object. Four queries."""
    stage, boards = match.table.stage, boards_of(match.table.stage.event)
    first = (match.table.number - 1) // boards * boards + 1
    tables = Match.objects.filter(
        table__stage__event=stage.event_id,
        table__stage__number__in=halves_of(stage.event, stage.number),
        table__number__range=(first, first + boards - 1),
    )
    in_order = tables.select_related("table__stage", "round").order_by("table__stage__number", "table__number", "pk")
    together = list(with_sides(in_order))
    for each in together:
        each.table.stage.event = stage.event
    return [match if each.pk == match.pk else each for each in together]


def decision_of(together: Sequence[Match]) -> Decision | None:
    """Returns how a race to a number of games is decided, from hands, slips and rulings; None while it is not. A
    deciding game is played only if nobody won the race. Three queries, and two for each match that was decided
    before."""
    event = together[0].table.stage.event
    together = [match for match in together if not match.is_decider]
    rulings = dict(Ruling.objects.filter(match__in=together, superseded_at=None).values_list("match", "ruled_at"))
    games = [game for match in _with_hands(together, rulings) for game in match]
    recorded = {game.match for game in games}
    lines = SheetLine.objects.filter(side__match__in=together, superseded_at=None).order_by("entered_at")
    since = dict(lines.values_list("side__match", "entered_at")) | rulings
    results = [
        RaceResult(match.pk, since[match.pk], (match.all_sides[0].games or 0, match.all_sides[1].games or 0))
        for match in together
        if match.pk in since and match.pk not in recorded and len(match.all_sides) == 2
    ]
    at = decided_at(event.length_number, games, results)
    if at is None:
        return None
    unreported = {match.pk: 0 for match in together if match.pk not in since}
    return Decision(at, unreported | last_games(games, at, counts_in_play=event.counts_games_in_play))


def _with_hands(together: Sequence[Match], rulings: Mapping[int, datetime]) -> list[list[RaceGame]]:
    """Returns the games of each match that is recorded hand by hand, unless it is ruled."""
    hands: dict[int, list[Hand]] = defaultdict(list)
    for hand in Hand.objects.filter(match__in=together).exclude(state=State.LATE).order_by("number", "entered_at"):
        hands[hand.match_id].append(hand)
    return [_games_of(match, hands[match.pk]) for match in together if match.pk in hands and match.pk not in rulings]


def _games_of(match: Match, versions: Sequence[Hand]) -> list[RaceGame]:
    """Returns the games of a match; `versions` are all of its hands in order, and the first of each number tells when
    it was played. A hand that came late and counts by the director's word was played right after the one before."""
    played: dict[int, datetime] = {}
    for hand in versions:
        if hand.number not in played:
            is_late = hand.state == State.RULED and hand.reason
            played[hand.number] = played.get(hand.number - 1, hand.entered_at) if is_late else hand.entered_at
    current = [hand for hand in versions if hand.superseded_at is None]
    winners = {hand.game: hand.awards["winner"] for hand in current if "winner" in hand.awards}
    if match.last_game is not None:
        # Hands of games that do not count any more have no stored winner, so they are scored from their facts.
        whole = copy(match)
        whole.last_game = None
        series = series_of(whole, rules_of(match.table.stage.event), current, from_hand=0)
        winners = {game.number: game.won_by for game in series.games if game.won_by is not None}
    numbers = {side.key: side.number for side in match.all_sides}
    games = []
    for game in dict.fromkeys(hand.game for hand in current):
        own = [hand.number for hand in current if hand.game == game]
        add = partial(RaceGame, match.pk, game, played[own[0]])
        games.append(add(played[own[-1]], numbers[winners[game]]) if game in winners else add())
    return games
