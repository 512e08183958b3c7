"""The preview of a hand before it is stored: its awards in order, the new score, who is out, and what comes next.

Players and sides are the keys of `scoring`; a page shows their names.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import RuleSet, ScoredHand, Seating, all_fours_of
from tournament.formats.match_length import MatchAroundHand, MatchSeries
from tournament.foundation.wording import numbers_in_words
from tournament.hands.queries.hands import MatchInHands
from tournament.hands.queries.shown_hands import Won, winnings_of
from tournament.rules.queries.rules import say_pips_of, word_for

AFTER_THE_END = ("after_the_end", "after_the_match")


class SideOfPreview(NamedTuple):
    """One side's score after the hand, and the points it won in the hand; `number` is the side's place, from 1."""

    number: int
    name: str
    score: int
    points: int
    won: tuple[Won, ...]


class AwardOfPreview(NamedTuple):
    word: str
    name: str
    points: int


@dataclass(frozen=True)
class Preview:
    """`awards` are in the order in which they count; `late` are those that come too late to count. `words` say what
    follows, `failures` lists the revokes found in the tricks, `doubts` what the form asks about."""

    sides: tuple[SideOfPreview, ...]
    awards: tuple[AwardOfPreview, ...]
    late: tuple[AwardOfPreview, ...]
    words: tuple[str, ...]
    failures: tuple[str, ...]
    doubts: tuple[str, ...]


def names_in(played: MatchInHands) -> dict[str, str]:
    """Returns player or side -> name."""
    players = {str(entry.pk): entry.name for entry in played.entries}
    return players | {side.key: side.name for side in played.sides}


def name_seating(seating: Seating, names: Mapping[str, str]) -> Seating:
    """Returns the same seating with names instead of keys."""
    sides = {names[side]: tuple(names[player] for player in players) for side, players in seating.sides.items()}
    return Seating(tuple(names[player] for player in seating.seats), sides)


def preview_of(
    so_far: MatchAroundHand,
    match: MatchSeries,
    doubts: tuple[str, ...] = (),
    *,
    pips: Mapping[str, int] | None = None,
    so_far_only: bool = False,
) -> Preview:
    """Builds the preview. `match` is the whole match with the hand in its place; `pips` are card values that were
    worked out; `so_far_only` is whether something of the play is not marked yet."""
    rules, names, scored = so_far.rules, so_far.names, match.hands[len(so_far.before)]
    sides = tuple(
        SideOfPreview(
            number,
            names[side],
            scored.score[side],
            sum(award.points for award in scored.awards if award.side == side),
            winnings_of(rules, scored.awards, side, all_fours=all_fours_of(scored.awards)),
        )
        for number, side in enumerate(so_far.seating.side_names, start=1)
    )
    awards, late = (
        tuple(AwardOfPreview(word_for(rules, award.kind), names[award.side], award.points) for award in made)
        for made in (scored.awards, scored.uncounted)
    )
    worked_out = _("%(what)s: %(value)s.")
    values = [
        worked_out % {"what": say_pips_of(rules, names[side]), "value": value} for side, value in (pips or {}).items()
    ]
    words = (*values, *_say_hand(so_far, scored, so_far_only), *_say_match(so_far, match))
    return Preview(sides, awards, late, words, tuple(_say_failures(names, scored)), doubts)


def _say_hand(so_far: MatchAroundHand, scored: ScoredHand, so_far_only: bool) -> Iterator[str]:
    names = so_far.names
    for award in scored.awards:
        if award.kind == "set_back":
            number = len(so_far.seating.sides[award.side])
            sentence = ngettext("%(name)s is set back %(points)s.", "%(name)s are set back %(points)s.", number)
            if so_far_only:
                sentence = ngettext(
                    "As marked so far, %(name)s is set back %(points)s.",
                    "As marked so far, %(name)s are set back %(points)s.",
                    number,
                )
            yield sentence % {"name": names[award.side], "points": -award.points}
    if scored.winner is not None and scored.awards:
        yield _say_winner(so_far, scored)
    payments = [(names[side], points) for side, points in (scored.settlement or {}).items()]
    if payments:
        listed = ", ".join(f"{name} {points}" for name, points in payments)
        yield _("To pay: %(payments)s.") % {"payments": listed}


def _say_winner(so_far: MatchAroundHand, scored: ScoredHand) -> str:
    """Says who is out, and on what; or who lost."""
    winner = scored.winner or ""
    lost = next((award.side for award in scored.awards if award.kind == "game_lost"), None)
    who = {"name": so_far.names[winner]}
    number = len(so_far.seating.sides[winner])
    if lost is not None:
        sentence = ngettext(
            "%(loser)s loses the game by a %(revoke)s; %(name)s wins it.",
            "%(loser)s lose the game by a %(revoke)s; %(name)s win it.",
            number,
        )
        revoke = word_for(so_far.rules, "revoke").lower()
        return sentence % {**who, "loser": so_far.names[lost], "revoke": revoke}
    kind = _award_that_wins(so_far.rules, scored, winner, so_far.start[winner])
    if kind is None:
        sentence = ngettext("%(name)s is out, on a smudge.", "%(name)s are out, on a smudge.", number)
        return sentence % who
    if kind == "taken":
        return ngettext("%(name)s is out.", "%(name)s are out.", number) % who
    sentence = ngettext("%(name)s is out, on %(what)s.", "%(name)s are out, on %(what)s.", number)
    return sentence % {**who, "what": word_for(so_far.rules, kind)}


def _award_that_wins(rules: RuleSet, scored: ScoredHand, winner: str, score: int) -> str | None:
    """Returns the award that reached the target, or None if a smudge won without reaching it."""
    for award in scored.awards:
        if award.side == winner:
            score += award.points
            if rules.target is not None and score >= rules.target:
                return award.kind
    return None


def _say_match(so_far: MatchAroundHand, match: MatchSeries) -> Iterator[str]:
    """Says what the hand does to the games of the match, and what a correction does to later play."""
    won = _games_in_words(so_far, match)
    was = so_far.as_it_stands() if so_far.is_correction else None
    if was is not None:
        yield from _say_changed_winners(so_far, was, match)
    ends = match.hands[len(so_far.before)].winner is not None and not so_far.after
    if match.is_over and (ends or (was is not None and (was.is_over, was.winner) != (match.is_over, match.winner))):
        yield from _say_match_winner(so_far, match)
    elif was is not None and was.is_over and not match.is_over:
        yield _("The match is no longer over; it goes on. Games: %(won)s.") % {"won": won}
    elif ends:
        yield _("Game %(number)s begins. Games: %(won)s.") % {"number": match.next_game, "won": won}
    after = zip(so_far.after, match.hands[len(so_far.before) + 1 :], strict=True)
    late = [placed.number for placed, scored in after if any(doubt.code in AFTER_THE_END for doubt in scored.doubts)]
    if late:
        sentence = ngettext(
            "Hand %(hands)s comes after the end: it is saved but not counted.",
            "Hands %(hands)s come after the end: they are saved but not counted.",
            len(late),
        )
        yield sentence % {"hands": numbers_in_words(late)}
    for game in match.unfinished_games:
        yield _("Game %(number)s is not finished by its hands, but another follows. Check its hands.") % {
            "number": game
        }


def _games_in_words(so_far: MatchAroundHand, match: MatchSeries) -> str:
    return ", ".join(f"{so_far.names[side]} {games}" for side, games in match.games_won.items())


def _say_changed_winners(so_far: MatchAroundHand, was: MatchSeries, match: MatchSeries) -> Iterator[str]:
    """Names the games that a correction gives to somebody else, or to nobody. Skips the game that the hand itself ends:
    who is out has already been said."""
    winners = {game.number: game.won_by for game in was.games if game.counted}
    by_itself = match.hands[len(so_far.before)].winner is not None
    for game in match.games:
        before, what = winners.get(game.number), {"number": game.number}
        if not game.counted or game.won_by == before or game.unfinished:
            continue
        if game.won_by is None:
            yield _("Game %(number)s is no longer over; it goes on.") % what
        elif before is not None or not (by_itself and game.number == so_far.game):
            yield _("Game %(number)s now goes to %(name)s.") % {**what, "name": so_far.names[game.won_by]}


def _say_match_winner(so_far: MatchAroundHand, match: MatchSeries) -> Iterator[str]:
    if match.winner is None or so_far.length.kind == "single":
        yield _("The match is over.")
        return
    number = len(so_far.seating.sides[match.winner])
    sentence = ngettext("%(name)s wins the match. Games: %(won)s.", "%(name)s win the match. Games: %(won)s.", number)
    yield sentence % {"name": so_far.names[match.winner], "won": _games_in_words(so_far, match)}


def _say_failures(names: Mapping[str, str], scored: ScoredHand) -> Iterator[str]:
    for revoke in scored.revokes or ():
        what = {"number": revoke.trick, "name": names[revoke.player]}
        sentence = _("Trick %(number)s: %(name)s did not follow suit.")
        if revoke.reported:
            sentence = _("Trick %(number)s: %(name)s did not follow suit, as was called.")
        yield sentence % what
