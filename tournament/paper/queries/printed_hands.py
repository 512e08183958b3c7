"""The hands of a match on paper, each on a line, game by game."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring import RuleSet, contract_of, read_hand
from tournament.hands.queries.hands import GameOnPage, MatchInHands
from tournament.hands.queries.shown_hands import HandOnPage
from tournament.matches.queries.matches import seating_of, sides_of, with_players_of_hand
from tournament.models import State
from tournament.rules.queries.rules import word_for

SIDES = "ABCDEFG"
MINUS = "−"
UNKNOWN = "–"
FIGURE_SPACE = "\u2007"


@dataclass(frozen=True)
class PrintedHand:
    """A hand; `number` and `score` are padded to one width; `marks` say what is unusual about it."""

    number: str
    score: str
    words: str
    marks: str = ""


@dataclass(frozen=True)
class PrintedGame:
    """A game; `label` is "" if the match is one game."""

    label: str
    hands: tuple[PrintedHand, ...]


def print_games(played: MatchInHands) -> Iterator[PrintedGame]:
    games = played.games
    corrected = {version.number for version in played.versions if version.superseded_at is not None}
    for game in games:
        hands = [_print_hand(played.rules, each, corrected) for each in game.hands]
        rivals = [_print_version(played.rules, rival) for each in game.hands for rival in each.rivals]
        yield PrintedGame(_label_of_game(game) if len(games) > 1 else "", (*hands, *rivals))
    if played.late:
        yield PrintedGame(
            _("Arrived late, does not count"), tuple(_print_version(played.rules, each) for each in played.late)
        )


def _label_of_game(game: GameOnPage) -> str:
    score = _join_figures([format_figure(points) for points in game.score])
    sentence = _("Game %(number)s: %(score)s") % {"number": game.number, "score": score}
    won = _("won by %(name)s") % {"name": game.winner.name} if game.winner else _("not finished")
    return f"{sentence} · {won}"


def _print_hand(rules: RuleSet, each: HandOnPage, corrected: set[int]) -> PrintedHand:
    marks = []
    if each.is_after_the_end:
        marks.append(_("after the end, does not count"))
    if each.hand.reason:
        marks.append(_("ruled: %(reason)s") % {"reason": each.hand.reason})
    elif each.hand.number in corrected and not each.rivals:
        marks.append(_("corrected"))
    if each.hand.state == State.DISPUTED:
        marks.append(_("disputed"))
    return PrintedHand(_number_of(each), _score_of(each), _words_for_hand(rules, each), ", ".join(marks))


def _print_version(rules: RuleSet, each: HandOnPage) -> PrintedHand:
    return PrintedHand(_number_of(each), "", _words_for_hand(rules, each), _("does not count"))


def _number_of(each: HandOnPage) -> str:
    return f"{each.hand.number:{FIGURE_SPACE}>2}"


def _score_of(each: HandOnPage) -> str:
    """Says a score as in "9 – 4", or in columns as in "9 −2 4" if more than two play."""
    figures = [format_figure(points) for points in each.score]
    if len(figures) == 2:
        return f"{figures[0]:{FIGURE_SPACE}>2} – {figures[1]:{FIGURE_SPACE}<2}"
    return FIGURE_SPACE.join(f"{figure:{FIGURE_SPACE}>4}" for figure in figures)


def _words_for_hand(rules: RuleSet, each: HandOnPage) -> str:
    """Says a hand as in "Ann deals · A Kick 3, High 1 · B Low 1, Game 1"; if everybody plays for themselves, letters
    are enough."""
    seated = with_players_of_hand(each.hand.match, each.hand.number)
    names = {
        str(entry.pk): letter if len(side.entries) == 1 else entry.name
        for letter, side in zip(SIDES, sides_of(seated), strict=False)
        for entry in side.entries
    }
    won = defaultdict[str, list[str]](list)
    for kind, side, points in each.hand.awards["awards"]:
        won[side].append(f"{word_for(rules, kind)} {points}".replace("-", MINUS))
    parts = [_("%(name)s deals") % {"name": names[each.hand.facts["dealer"]]}]
    if rules.auction:
        contract = contract_of(rules.auction, read_hand(each.hand.facts, seating_of(seated)))
        if contract.pitcher is not None:
            parts.append(_("%(name)s pitches for %(bid)s") % {"name": names[contract.pitcher], "bid": contract.bid})
    letters = zip(SIDES, sides_of(seated), strict=False)
    parts += [f"{letter} {', '.join(won[side.key])}" for letter, side in letters if side.key in won]
    if each.why:
        parts.append(each.why)
    return " · ".join(parts if won else [*parts, _("nobody scores")])


def format_figure(number: int | None) -> str:
    return UNKNOWN if number is None else str(number).replace("-", MINUS)


def _join_figures(figures: Sequence[str]) -> str:
    return (" – " if len(figures) == 2 else " · ").join(figures)
