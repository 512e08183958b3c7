"""The rules sheet: the order in which points count, and the rules in words."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring import RuleSet
from tournament.rules.queries.in_words import RANKS_FROM_HIGHEST, RulesSection, describe_rules
from tournament.rules.queries.rules import (
    count_points,
    name_of_game,
    word_for,
    word_for_card,
    words_for_turn_ups,
)


@dataclass(frozen=True)
class ScoringStep:
    """What counts at this place of the scoring order. `points` are in words, `more` says to whom or for which cards.
    `is_own` is true if the game's document says something else."""

    word: str
    points: str
    more: str = ""
    is_own: bool = False


@dataclass(frozen=True)
class RulesSheet:
    """`is_ordered` is whether points count in the order of `steps`. `pips` are the values of cards toward Game, the
    highest first; empty if Game counts nothing. `turn_ups` are what cards score that are turned up."""

    name: str
    is_ordered: bool
    steps: tuple[ScoringStep, ...]
    pips_word: str
    pips: tuple[tuple[str, int], ...]
    has_own_pips: bool
    turn_ups: Mapping[str, int]
    sections: tuple[RulesSection, ...]
    evening: tuple[str, ...]

    @property
    def heading(self) -> str:
        return _("What counts, in this order") if self.is_ordered else _("What counts")

    @property
    def has_own(self) -> bool:
        sentences = (each for section in self.sections for each in section.sentences)
        own_words = any(each.is_own for each in sentences)
        return self.has_own_pips or own_words or any(step.is_own for step in self.steps)

    @property
    def cards(self) -> tuple[tuple[str, int], ...]:
        """Returns the thirteen cards as printed, the highest first, each with its value toward Game."""
        worth = dict(self.pips)
        return tuple(("10" if rank == "T" else rank, worth.get(rank, 0)) for rank in RANKS_FROM_HIGHEST)

    @property
    def points_turned_up(self) -> tuple[int, ...]:
        """Returns what each of the thirteen cards scores if it is turned up; () if none does."""
        return tuple(self.turn_ups.get(rank, 0) for rank in RANKS_FROM_HIGHEST) if any(self.turn_ups.values()) else ()

    @property
    def steps_to_a_row(self) -> int:
        return 4 if len(self.steps) > 6 else 3

    @property
    def sections_in_words(self) -> tuple[tuple[str, ...], ...]:
        """Returns the sentences under each heading, those of tonight last."""
        of_rules = (tuple(each.words for each in section.sentences) for section in self.sections)
        return (*of_rules, self.evening)

    @property
    def sentences(self) -> tuple[str, ...]:
        return tuple(words for section in self.sections_in_words for words in section)


def build_rules_sheet(rules: RuleSet, document: RuleSet, evening: Iterable[str] = ()) -> RulesSheet:
    """Builds the sheet of these rules. `document` are the rules as the game's document has them; `evening` are the
    sentences of tonight's settings."""
    usual = list(steps_of(document))
    return RulesSheet(
        name=name_of_game(rules),
        is_ordered=bool(rules.points.order),
        steps=tuple(replace(step, is_own=step not in usual) for step in steps_of(rules)),
        pips_word=word_for(rules, "pips"),
        pips=pips_of(rules),
        has_own_pips=pips_of(rules) != pips_of(document),
        turn_ups=rules.turn_ups.values if rules.turn_ups else {},
        sections=describe_rules(rules, document, shows_cards=True),
        evening=tuple(evening),
    )


def pips_of(rules: RuleSet) -> tuple[tuple[str, int], ...]:
    if not rules.points.game:
        return ()
    return tuple(
        sorted(((card, worth) for card, worth in rules.points.pips.items() if worth), key=lambda card: -card[1])
    )


def steps_of(rules: RuleSet) -> Iterator[ScoringStep]:
    """Yields what counts, in order: the first to reach the target has won."""
    if rules.turn_ups and any(rules.turn_ups.values.values()):
        yield _step_for_turn_up(rules, rules.turn_ups.values)
    if rules.may_beg and rules.take_one and rules.take_one.points:
        to = _("to the player who begged") if rules.take_one.to == "beggar" else _("to the dealer’s opponents")
        yield ScoringStep(word_for(rules, "take_one"), count_points(rules.take_one.points), to)
    if rules.penalties.misdeal:
        points = count_points(rules.penalties.misdeal)
        yield ScoringStep(word_for(rules, "misdeal"), points, _("to the opponents, at once"))
    if rules.has_revoke_penalty:
        yield _step_for_revoke(rules)
    if rules.auction:
        others = _("points made, or set back; then the others’, in this order")
        if not rules.players.singles:
            others = _("what the side made, or set back; then the other side, in this order")
        if not rules.points.order:
            others = _("points made, or set back; then the others’")
        yield ScoringStep(_("Pitcher first"), "", others)
    if rules.taken:
        yield from (ScoringStep(_(what), count_points(worth)) for what, worth in rules.taken.worth.items())
    for kind in rules.points.order:
        if getattr(rules.points, kind) or (kind == "jack" and rules.points.hang_jack):
            yield _step_for_point(rules, kind)


def _step_for_revoke(rules: RuleSet) -> ScoringStep:
    """Says the usual cost of a revoke; the sentences say all of it."""
    costs, word = rules.penalties, word_for(rules, "revoke")
    taken = [each for each in (costs.revoke_from_offender, costs.revoke_from_offender_with_jack) if each]
    may_lose = costs.revoke_loses_game != "never"
    if may_lose and (costs.revoke_loses_game == "any" or not costs.revoke_to_opponents):
        return ScoringStep(word, _("loses the game"), _("see Mistakes"))
    if costs.revoke_to_opponents:
        to = _("to the opponents, or the whole game") if may_lose else _("to the opponents")
        return ScoringStep(word, count_points(costs.revoke_to_opponents), to)
    if costs.revoke_by_pitchers:
        return ScoringStep(
            word, count_points(costs.revoke_by_pitchers), _("to the opponents, if the offenders pitched")
        )
    if taken:
        minus = _(" or ").join(f"−{each}" for each in dict.fromkeys(taken))
        return ScoringStep(word, minus, _("for the player"))
    minus_bid = rules.auction is not None and costs.revoke_costs_bid
    if minus_bid and not rules.players.singles:
        return ScoringStep(word, _("minus the bid"), _("for the side, which scores nothing in this hand"))
    if minus_bid:
        return ScoringStep(word, _("minus the bid"), _("for the player, who scores nothing in this hand"))
    return ScoringStep(word, _("no point"), _("for the player"))


def _step_for_turn_up(rules: RuleSet, values: Mapping[str, int]) -> ScoringStep:
    """Says what a turn-up scores; a dealer with a partner scores for both."""
    to = _("to the dealer’s side, at once") if rules.players.pairs else _("to the dealer, at once")
    if len(values) > 1:
        return ScoringStep(word_for(rules, "turn_up"), words_for_turn_ups(rules), to)
    ((rank, points),) = values.items()
    of_one = _("%(card)s turned up") % {"card": word_for_card(rank)}
    return ScoringStep(of_one, count_points(points), to)


def _step_for_point(rules: RuleSet, kind: str) -> ScoringStep:
    """Says what one of the four scores. Where only pairs play, it goes to a side."""
    is_of_pairs = not rules.players.singles
    dealt = _("to the side dealt the %(card)s") if is_of_pairs else _("to the player dealt the %(card)s")
    won = _("to the side that wins the %(card)s") if is_of_pairs else _("to the player who wins the %(card)s")
    jack = _("Jack of trumps")
    if rules.turn_ups and rules.cards.stock == "set_aside":
        jack = _("Jack of trumps, unless turned up")
    more = {
        "high": dealt % {"card": _("highest trump")},
        "low": (won if rules.points.low_to == "winner" else dealt) % {"card": _("lowest trump")},
        "jack": won % {"card": jack},
        "game": _("for the most %(word)s") % {"word": word_for(rules, "pips").lower()},
    }[kind]
    if kind == "jack" and rules.points.hang_jack != rules.points.jack:
        hung = {"kept": rules.points.jack, "hung": rules.points.hang_jack}
        hang_jack = (
            _("to the side that wins it; hung if dealt to the opponents")
            if is_of_pairs
            else _("to the player who wins it; hung if another was dealt it")
        )
        return ScoringStep(word_for(rules, kind), _("%(kept)s kept, %(hung)s hung") % hung, hang_jack)
    return ScoringStep(word_for(rules, kind), count_points(getattr(rules.points, kind)), more)
