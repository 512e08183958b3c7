"""The highlights that players talk about: the moment in the last hand, and the end of a match with its figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.hands.queries.hands import MatchInHands
from tournament.matches.queries.team_matches import TeamMatch
from tournament.models import Hand, State
from tournament.rules.queries.rules import counts_hang_jacks, word_for

FOUR = {"high": "high", "low": "low", "jack": "jack", "hang_jack": "jack", "game": "game"}


class Moment(NamedTuple):
    """A highlight. `key` distinguishes moments; `side` is the number of the side it belongs to, and `name` its name."""

    key: int
    kicker: str
    title: str
    side: int
    name: str


class SideAtEnd(NamedTuple):
    """A side at the end; `figure` is its games won if the match was by games, else its points."""

    number: int
    name: str
    figure: int
    is_winner: bool


class FactOfMatch(NamedTuple):
    figure: int
    word: str


@dataclass(frozen=True)
class EndOfMatch:
    """A finished match, as its card shows it. `won` says who won, "" if nobody did, or if it is one table of a team
    match, of which `title` says how it stands. `cards` are those of the four points that the winner took in the last
    hand, with their words; `games` is the score of each game."""

    kicker: str
    title: str
    won: str
    sides: tuple[SideAtEnd, ...]
    games: tuple[str, ...]
    cards: tuple[tuple[str, str], ...]
    facts: tuple[FactOfMatch, ...]
    where: str


def moment_of(played: MatchInHands, names: Sequence[str]) -> Moment | None:
    """Returns the moment in the last hand that counts, if somebody went out, all four points went to one side, or a
    Jack was hung."""
    last = played.current[-1] if played.current else None
    if last is None:
        return None
    keys = [side.key for side in played.sides]
    game = next((game for game in played.series.games if game.number == last.game), None)
    hung = next((side for kind, side, _points in last.awards["awards"] if kind == "hang_jack"), None)
    hung = hung if counts_hang_jacks(played.rules) else None
    out = game.won_by if game and game.has_ended and game.counted else None
    fours = last.awards["all_fours"]
    whose = out or fours or hung
    if whose not in keys:
        return None
    kicker = _word_for_game_won(played) if out else word_for(played.rules, "all_fours" if fours else "hang_jack")
    title = _title_of_out(out, fours, hung) if out else f"{kicker}!"
    number = keys.index(whose)
    return Moment(last.pk, kicker if out else "", title, number + 1, names[number])


def _title_of_out(out: str, fours: str | None, hung: str | None) -> str:
    if hung == out:
        return _("Hung it, and out!")
    return _("All Fours, and out!") if fours == out else _("Out!")


def _word_for_game_won(played: MatchInHands) -> str:
    """Returns the players' own word for winning a game."""
    return word_for(played.rules, "game_won") if "game_won" in played.rules.labels else _("Game won")


def end_of(played: MatchInHands, names: Sequence[str], team_match: TeamMatch | None = None) -> EndOfMatch | None:
    """Returns the end of the match, which may be one table of a team match; None while another hand may come, or if
    something other than the hands counts."""
    is_ruled = played.match.state in (State.RULED, State.CALLED_OFF)
    if not played.series.is_over or not played.current or is_ruled or played.counts_otherwise:
        return None
    series, rules, keys = played.series, played.rules, [side.key for side in played.sides]
    is_by_games = rules.target is not None and played.length.kind != "single"
    games = [game for game in series.games if game.counted]
    figures = series.games_won if is_by_games else games[-1].game.score if rules.target is not None else series.points
    best = [key for key in keys if figures[key] == max(figures.values())]
    winner = series.winner or (best[0] if len(best) == 1 and not is_by_games else None)
    last = played.current[-1]
    own = [kind for kind, side, _points in last.awards["awards"] if side == winner and kind in FOUR]
    kicker, title, won = _("Match over"), _("A tie"), ""
    if team_match is not None:
        kicker, title = _words_of_table(team_match)
    elif winner is not None:
        hung = "hang_jack" in own and counts_hang_jacks(rules)
        is_out = bool(games and games[-1].has_ended and games[-1].won_by == winner)
        fours = last.awards["all_fours"]
        kicker = _word_for_game_won(played) if rules.target is not None else kicker
        title = _title_of_out(winner, fours, winner if hung else None) if is_out else _("Well played")
        number = len(played.seating.sides[winner])
        won = ngettext("%(name)s wins", "%(name)s win", number) % {"name": names[keys.index(winner)]}
    scores = [" – ".join(str(game.game.score[key]).replace("-", "−") for key in keys) for game in games]
    return EndOfMatch(
        kicker=kicker,
        title=title.rstrip("!"),
        won=won,
        sides=tuple(
            SideAtEnd(number, name, figures[key], key == winner)
            for number, (key, name) in enumerate(zip(keys, names, strict=True), start=1)
        ),
        games=tuple(scores) if is_by_games and len(keys) == 2 else (),
        cards=tuple((FOUR[kind], word_for(rules, kind)) for kind in own),
        facts=tuple(_facts_of(played)),
        where=_("%(club)s · table %(table)s · %(date)s")
        % {
            "club": played.event.club,
            "table": played.match.table.number,
            "date": date_format(played.event.date, "j F Y"),
        },
    )


def _words_of_table(team_match: TeamMatch) -> tuple[str, str]:
    """Returns the kicker and the title of a table that is done: how its team match has ended, or that it goes on."""
    if team_match.is_over:
        return _("Match over"), team_match.in_words
    return _("This table is done"), _("Well played")


def _facts_of(played: MatchInHands) -> list[FactOfMatch]:
    """Returns the numbers of hands, hung Jacks, All Fours, and hands in a row won by one side, without zeros."""
    kinds = [kind for hand in played.current for kind, _side, _points in hand.awards["awards"]]
    hands = len(played.current)
    hung = kinds.count("hang_jack") if counts_hang_jacks(played.rules) else 0
    fours = sum(hand.awards["all_fours"] is not None for hand in played.current)
    best = [_winner_of_hand(hand, [side.key for side in played.sides]) for hand in played.current]
    run = max((len(list(hands)) for side, hands in groupby(best) if side), default=0)
    facts = [
        FactOfMatch(hands, ngettext("hand", "hands", hands)),
        FactOfMatch(hung, ngettext("hang jack", "hang jacks", hung)),
        FactOfMatch(fours, word_for(played.rules, "all_fours")),
        FactOfMatch(run if run > 1 else 0, _("hands in a row")),
    ]
    return [fact for fact in facts if fact.figure]


def _winner_of_hand(hand: Hand, keys: Sequence[str]) -> str | None:
    """Returns the side that won most points in a hand, or None if several did."""
    points = {key: sum(won for _kind, side, won in hand.awards["awards"] if side == key) for key in keys}
    best = [key for key, won in points.items() if won == max(points.values())]
    return best[0] if len(best) == 1 else None
