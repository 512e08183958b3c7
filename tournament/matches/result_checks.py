"""Finds what a result on paper contradicts: the length of its match, the target of its games, or itself.

Pure: takes games and points of each side, returns doubts. An impossible result is refused. A contradictory one is asked
about once, and then only the director can agree it, one by one. An unlikely one is asked about once. None means not
reported.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import RuleSet
from tournament.formats.match_length import Length

Amounts = Sequence[int | None]
Grade = Literal["impossible", "contradictory", "unlikely"]


@dataclass(frozen=True)
class ResultDoubt:
    """A doubt about a result. `side` is the place of the side it is about, from 0; None if it is about all. `box` is
    the kind of box where it is shown."""

    grade: Grade
    box: Literal["games", "points"]
    side: int | None
    sentence: str


def check_result(
    rules: RuleSet, length: Length, names: Sequence[str], points: Amounts, games: Amounts
) -> tuple[ResultDoubt, ...]:
    """Returns every doubt about a result. In a game without a target, where only points count, there are none."""
    if rules.target is None:
        return ()
    impossible = tuple(_impossible_games(length, names, games))
    if impossible:
        return impossible
    return (*_games_left(length, games), *_points_against_games(rules, rules.target, length, names, points, games))


def contradictions_in(
    rules: RuleSet, length: Length, names: Sequence[str], points: Amounts, games: Amounts
) -> tuple[str, ...]:
    """Returns, in sentences, what keeps a result from being agreed together with others."""
    doubts = check_result(rules, length, names, points, games)
    return tuple(doubt.sentence for doubt in doubts if doubt.grade != "unlikely")


def winner_by_points(rules: RuleSet, points: Amounts) -> int | None:
    """Returns the place of the only side that reached the target of a single game; None if the points do not decide
    it."""
    out = [place for place, won in enumerate(points) if won is not None and won >= (rules.target or 0)]
    return out[0] if len(out) == 1 else None


def most_games(length: Length) -> int | None:
    """Returns the most games that one side can win; None if the match lasts until the bell."""
    match length.kind:
        case "single":
            return 1
        case "best_of":
            return length.number // 2 + 1
        case "decided":
            return min(length.number, length.most or length.number)
        case "race" | "games":
            return length.number
    return None


def _impossible_games(length: Length, names: Sequence[str], games: Amounts) -> Iterator[ResultDoubt]:
    most, known = most_games(length), [won for won in games if won is not None]
    if most is None or not known:
        return
    for place, (name, won) in enumerate(zip(names, games, strict=True)):
        if won is not None and won > most:
            sentence = _("%(name)s cannot have won %(won)s: the match is “%(length)s”.")
            yield ResultDoubt(
                "impossible", "games", place, sentence % {"name": name, "won": won, "length": length.words}
            )
            return
    in_all = {"best_of": length.number, "games": length.number, "decided": length.most}.get(length.kind)
    if length.kind == "single" and sum(known) > 1:
        yield ResultDoubt("impossible", "games", None, _("A single game has only one winner."))
    elif in_all is not None and sum(known) > in_all:
        sentence = _("%(total)s games in all are impossible: the match is “%(length)s”.")
        yield ResultDoubt("impossible", "games", None, sentence % {"total": sum(known), "length": length.words})
    elif length.kind in ("race", "decided") and known.count(most) > 1:
        sentence = ngettext(
            "Only one side can win %(n)s game: the match ends there.",
            "Only one side can win %(n)s games: the match ends there.",
            most,
        )
        yield ResultDoubt("impossible", "games", None, sentence % {"n": most})


def _games_left(length: Length, games: Amounts) -> Iterator[ResultDoubt]:
    most, known = most_games(length), [won for won in games if won is not None]
    if most is None or len(known) < len(games) or length.kind == "decided":
        return
    if length.kind == "single":
        if not sum(known):
            yield ResultDoubt("unlikely", "games", None, _("Nobody won the game. Is it unfinished?"))
        return
    is_out = length.kind in ("best_of", "race") and max(known) >= most
    is_played = length.kind in ("best_of", "games") and sum(known) >= length.number
    best = sorted(known, reverse=True)
    is_ahead = length.kind == "best_of" and best[0] - best[1] > length.number - sum(known)
    if not (is_out or is_played or is_ahead):
        sentence = _("Not all games were played: the match is “%(length)s”.")
        yield ResultDoubt("unlikely", "games", None, sentence % {"length": length.words})


def _points_against_games(
    rules: RuleSet, target: int, length: Length, names: Sequence[str], points: Amounts, games: Amounts
) -> Iterator[ResultDoubt]:
    """Checks points against games: a game is won by reaching the target, and if counting stops there nobody else
    reaches it."""
    has_winner = any(won for won in games)
    for place, (name, made, won) in enumerate(zip(names, points, games, strict=True)):
        if made is None or won is None:
            continue
        words = {"name": name, "points": made, "target": target, "won": won}
        if won and made < won * target:
            sentence = ngettext(
                "%(name)s won with %(points)s point, but a game goes to %(target)s.",
                "%(name)s won with %(points)s points, but a game goes to %(target)s.",
                made,
            )
            if won > 1:
                sentence = ngettext(
                    "%(name)s won %(won)s games with %(points)s point, but each goes to %(target)s.",
                    "%(name)s won %(won)s games with %(points)s points, but each goes to %(target)s.",
                    made,
                )
            yield ResultDoubt("contradictory", "points", place, sentence % words)
        elif length.kind == "single" and not won and made >= target and not has_winner:
            sentence = _("%(name)s reached %(target)s points and did not win?")
            yield ResultDoubt("contradictory", "points", place, sentence % words)
        elif length.kind == "single" and not won and made >= target and not rules.count_rest_after_win:
            sentence = _("%(name)s cannot have lost with %(points)s points: the first to reach %(target)s wins.")
            yield ResultDoubt("impossible", "points", place, sentence % words)
        elif (most := _most_points(rules, target, length, won, games)) is not None and made > most:
            sentence = _("%(points)s points for %(name)s? %(most)s is the most these games allow.")
            yield ResultDoubt("unlikely", "points", place, sentence % {**words, "most": most})


def _most_points(rules: RuleSet, target: int, length: Length, won: int, games: Amounts) -> int | None:
    """Returns roughly the most points a side can have made with this many games won; None if nobody can say how many
    were played. A won game may end beyond its target by one award, or by a whole hand if all of it counts."""
    known = [each for each in games if each is not None]
    if length.kind == "timed" or len(known) < len(games):
        return None
    awards: list[int] = [*rules.awards, *(rules.turn_ups.values.values() if rules.turn_ups else ())]
    beyond = sum(awards) if rules.count_rest_after_win else max(awards)
    unfinished = 1 if length.kind == "decided" else len(list(_games_left(length, games)))
    lost = target + beyond if rules.count_rest_after_win else target - 1
    return won * (target - 1 + beyond) + (sum(known) - won + unfinished) * lost
