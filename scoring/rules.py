"""A rule set as data. Every number in which games differ is a field, in groups; a group is None if a game has no such
thing.

House rules are a copy with some fields changed, named as in `turn_ups.values`. What scores nothing and has no field
(cutting for deal, calling a card) is in `notes`, `counting` and `mistakes`, which the rules sheet prints and the engine
never reads.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from scoring.cards import PACK, PIPS, RANKS
from scoring.errors import ImpossibleFacts, Problem
from scoring.hand import Award, Contract, HandEvent, HandFacts
from scoring.words import N_

LARGEST = 1_000_000
FOUR = ("high", "low", "jack", "game")
TERMS = {"turn_up": N_("turn-up"), "beg": N_("beg"), "stand": N_("stand"), "trick": N_("trick")}
"""The usual words for what a rule set may have its own word for."""

# Called with (rules, contract, what each side made, facts, score before the hand). Returns the awards that count, in
# order, and the side that wins the game at once by a smudge.
Settle = Callable[["RuleSet", Contract, list[Award], HandFacts, Mapping[str, int]], tuple[list[Award], str | None]]


def is_whole(value: object, least: int = 0) -> bool:
    return type(value) is int and least <= value <= LARGEST


def _define_number(default: int, least: int = 0) -> Any:
    return field(default=default, metadata={"fits": lambda value: is_whole(value, least)})


def _define_number_or_none(least: int = 1) -> Any:
    return field(default=None, metadata={"fits": lambda value: value is None or is_whole(value, least)})


def _define_flag(default: bool) -> Any:
    return field(default=default, metadata={"fits": lambda value: type(value) is bool})


def _define_choice(*values: str) -> Any:
    """A field with a fixed set of values, of which the first is the default."""
    return field(
        default=values[0],
        metadata={"fits": lambda value: isinstance(value, str) and value in values, "choices": values},
    )


def _is_points_by_rank(value: object) -> bool:
    return isinstance(value, dict) and all(
        isinstance(rank, str) and len(rank) == 1 and rank in RANKS and is_whole(points) and points <= 100
        for rank, points in value.items()
    )


def _is_order_of_four(value: object) -> bool:
    return (
        isinstance(value, list | tuple)
        and all(isinstance(kind, str) for kind in value)
        and sorted(value) == sorted(FOUR)
    )


def _is_sums(value: object) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(is_whole(each, 1) for each in value)


def _is_table_sizes(value: object) -> bool:
    return isinstance(value, list | tuple) and all(is_whole(size, 2) and size <= 8 for size in value)


@dataclass(frozen=True, slots=True)
class Players:
    """How many can play: as singles, or in pairs that sit opposite each other."""

    singles: tuple[int, ...] = field(default=(), metadata={"fits": _is_table_sizes})
    pairs: tuple[int, ...] = field(default=(), metadata={"fits": _is_table_sizes})


@dataclass(frozen=True, slots=True)
class Cards:
    """How many cards each player is dealt, and what happens to the rest of the pack."""

    each: int = field(metadata={"fits": lambda value: is_whole(value, 1) and value <= PACK // 2})
    stock: str = _define_choice("set_aside", "drawn")
    """drawn: after each trick every player draws a card, the winner first, until too few are left for everybody. A card
    turned up for trumps is drawn with the stock."""


@dataclass(frozen=True, slots=True)
class TurnUps:
    """What a turned card is worth to the dealer's side, whether it can be begged away, and how far a run may go."""

    values: Mapping[str, int] = field(metadata={"fits": _is_points_by_rank})
    may_beg: bool = _define_flag(True)
    """Whether the player after the dealer may beg. The dealer answers a beg with "take one" or a run."""
    same_suit_scores: bool = _define_flag(True)
    run_cards: int = _define_number(3, 1)
    """How many cards each player gets in a run."""
    last_kick: bool = _define_flag(False)
    """Whether a card may be turned after the last run without dealing."""
    run_limit: int | None = _define_number_or_none()
    discard_to: int | None = _define_number_or_none()
    may_bunch: bool = _define_flag(False)
    """Whether all may agree to throw the cards in after a run, which scores nothing."""


@dataclass(frozen=True, slots=True)
class TakeOne:
    """What the dealer gives for a beg by keeping the suit."""

    points: int = _define_number(1)
    to: str = _define_choice("opponents", "beggar")
    withheld_at_target: bool = _define_flag(False)
    """Whether the point is withheld if it would win the game."""


@dataclass(frozen=True, slots=True)
class Points:
    """High, Low, Jack and Game, and the captured Jack. Their order decides which side is out first."""

    high: int = _define_number(1)
    low: int = _define_number(1)
    low_to: str = _define_choice("holder", "winner")
    jack: int = _define_number(1)
    hang_jack: int = _define_number(1)
    game: int = _define_number(1)
    game_tie: str = _define_choice("nobody", "non_dealer", "dealer", "each")
    pips: Mapping[str, int] = field(default_factory=lambda: dict(PIPS), metadata={"fits": _is_points_by_rank})
    order: tuple[str, ...] = field(default=FOUR, metadata={"fits": _is_order_of_four})


NO_FOUR = Points(high=0, low=0, jack=0, hang_jack=0, game=0, pips={}, order=())
"""The points of a game that is counted by what each side takes: it has none of the four."""


@dataclass(frozen=True, slots=True)
class Taken:
    """Points in the cards, which each side counts as it takes them: no card needs to be reported."""

    sums: tuple[int, ...] = field(metadata={"fits": _is_sums})
    """What all sides take together in a hand that is played to its end, the usual sum first."""
    all_in_play: bool = _define_flag(True)
    """Whether every hand has one of these sums; if cards stay out of play, it may have any sum up to the largest. A
    hand ends early if the count stops when a side is out."""
    worth: Mapping[str, int] = field(default_factory=dict)
    """What counts, in words, and its points, for the rules sheet."""

    @property
    def most(self) -> int:
        return max(self.sums)


@dataclass(frozen=True, slots=True)
class Penalties:
    """What a misdeal or a revoke costs: nothing, unless the rule document names a penalty."""

    misdeal: int = _define_number(0)
    """Points for each of the other sides."""
    misdeal_passes_deal: bool = _define_flag(False)
    misdeal_cancels_turn_ups: bool = _define_flag(True)
    follow: str = _define_choice("suit", "suit_or_trump", "trumps", "free", "suit_only")
    """suit: the suit led or a trump, anything when void; suit_or_trump: a player void in the suit must trump;
    suit_only: the suit led, anything when void."""
    revoke_loses_game: str = _define_choice("never", "top_trump", "trump_lead", "any", "bare_jack")
    """Held when a trump was led. top_trump: one of the five highest; bare_jack: no trump but the Jack."""
    revoke_credits_target: bool = _define_flag(False)
    revoke_to_opponents: int = _define_number(0)
    revoke_by_pitchers: int = _define_number(0)
    """Points for the other sides, once a hand, if the side that pitched revoked."""
    revoke_from_offender: int = _define_number(0)
    revoke_from_offender_with_jack: int = _define_number(0)
    revoke_costs_bid: bool = _define_flag(False)
    revoke_bars_game: str = _define_choice("no", "nobody", "opponents")
    revoke_correctable: str = _define_choice("trick", "next_trick", "never")
    revoke_claim_until: str = _define_choice("hand", "next_cut", "signed", "")
    """Until when a revoke may be claimed; empty if the document sets no time."""

    def has_penalty_for(self, revoke: HandEvent) -> bool:
        """Returns whether a revoke is penalised. One that was corrected costs nothing, if the rules allow
        correction."""
        return not revoke.corrected or self.revoke_correctable == "never"


@dataclass(frozen=True, slots=True)
class Auction:
    """Bidding for the right to pitch."""

    min_bid: int = _define_number(2, 1)
    max_bid: int = _define_number(4, 1)
    dealer_may_equal: bool = _define_flag(True)
    smudge: str = _define_choice("unless_in_the_hole", "always", "off")
    """Whether a made bid of four wins the game at once."""
    smudge_bid: int = _define_number(4, 1)
    out_first: str = _define_choice("pitcher", "higher")
    """Who wins if several reach the target in one hand: the pitcher, or whoever has most, the pitcher in a tie."""
    all_pass: str = _define_choice("next_dealer", "same_dealer", "dealer_bids", "elder_pitches_free")
    failed_bid: str = _define_choice("taken_off", "to_opponents")
    """taken_off: the pitcher's side is set back; to_opponents: the others score the bid with what they make."""
    double_bid: int | None = _define_number_or_none()
    """A bid of this number counts twice, won or lost."""
    names_trumps: bool = False
    """Whether the pitcher names trumps before leading; else the suit of the first card led is trumps."""
    lowest_bids: tuple[int, ...] = ()
    """What clubs play as the lowest bid, by the sources that are cited."""

    def value_of(self, bid: int) -> int:
        """Returns what a bid costs that fails."""
        return 2 * bid if bid == self.double_bid else bid


@dataclass(frozen=True, slots=True)
class SettleUp:
    """What each loser pays the winner where everybody plays alone. Pairs do not settle up."""

    owed: int = _define_number(1)
    owed_at_zero: int = _define_number(2)
    set_backs: bool = _define_flag(False)
    """Whether a loser pays one more for each time they were set back."""
    stake: int = _define_number(1)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One game as its document describes it. `labels` are the players' own words for this library's terms."""

    id: str
    name: str
    source: str
    players: Players
    cards: Cards
    points: Points
    penalties: Penalties
    target: int | None = _define_number_or_none()
    count_rest_after_win: bool = _define_flag(False)
    score_floor: int | None = _define_number_or_none(0)
    taken: Taken | None = None
    turn_ups: TurnUps | None = None
    take_one: TakeOne | None = None
    auction: Auction | None = None
    settle_up: SettleUp | None = None
    direction: str = _define_choice("anticlockwise", "clockwise", "alternate")
    hand_at_bell: str = _define_choice("finish", "stop_dead", "finish_trick_and_void")
    labels: Mapping[str, str] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    """House rules that are played in this game and not in every one that has the field, by the sources cited."""
    notes: tuple[str, ...] = ()
    """How the deal goes, for the rules sheet."""
    counting: tuple[str, ...] = ()
    """What to know when counting the points, for the rules sheet."""
    mistakes: tuple[str, ...] = ()
    """What to do when something goes wrong, for the rules sheet."""
    settle: Settle | None = field(default=None, compare=False, repr=False)

    def has_group(self, name: str) -> bool:
        """Returns whether the game has what a group of fields describes."""
        return getattr(self, name) is not None and (name != "points" or bool(self.points.order))

    def __hash__(self) -> int:
        """Hashes by id alone. Copies with other house rules share a hash but are not equal."""
        return hash(self.id)

    @property
    def awards(self) -> tuple[int, ...]:
        """What can be scored in the play of one hand, each award by itself."""
        points, auction = self.points, self.auction
        of_play = [points.high, points.low, points.jack, points.hang_jack, points.game]
        of_play += [self.taken.most] if self.taken is not None else ()
        if auction is not None and auction.failed_bid == "to_opponents":
            of_play.append(auction.value_of(auction.max_bid))
        return (*of_play, auction.double_bid or 0) if auction is not None else tuple(of_play)

    @property
    def has_revoke_penalty(self) -> bool:
        """Whether a card that the rules of play do not allow costs anything."""
        costs = self.penalties
        to_others = (costs.revoke_to_opponents, costs.revoke_by_pitchers)
        taken = (*to_others, costs.revoke_from_offender, costs.revoke_from_offender_with_jack)
        loses = costs.revoke_loses_game != "never" or costs.revoke_bars_game != "no"
        return costs.follow != "free" and (loses or any(taken) or self.auction is not None)

    @property
    def most_pips(self) -> int:
        """The most that one side can report in card values, or as taken."""
        return self.taken.most if self.taken is not None else 4 * sum(self.points.pips.values())

    @property
    def sum_taken(self) -> int | None:
        """What all sides take together in every hand, or None if the cards in play or the end of a game decide."""
        taken = self.taken
        return taken.sums[0] if taken is not None and taken.all_in_play and self.count_rest_after_win else None

    @property
    def may_beg(self) -> bool:
        """Whether the player after the dealer may refuse the suit turned up."""
        return self.turn_ups is not None and self.turn_ups.may_beg

    def cards_dealt(self, runs: int) -> int:
        """How many cards each player is dealt after so many runs of the pack, without those drawn from a stock."""
        return self.cards.each + (self.turn_ups.run_cards * runs if self.turn_ups is not None else 0)

    def cards_drawn(self, seats: int, runs: int) -> int:
        """How many cards each player draws from the stock, one after each trick; 0 if the rest of the pack is set
        aside."""
        return PACK // seats - self.cards_dealt(runs) if self.cards.stock == "drawn" else 0

    def label(self, word: str) -> str:
        """Returns the players' own word for a term, or the term itself if they have none."""
        return self.labels.get(word) or TERMS.get(word, word.replace("_", " "))

    def to_dict(self) -> dict[str, Any]:
        """Returns plain values for JSON, so that an event can keep its own copy; `rules_from_dict` reads it back."""
        return {name: _as_json(getattr(self, name)) for name in self.__slots__ if name != "settle"}


GROUPS: Mapping[str, type] = {
    "players": Players,
    "cards": Cards,
    "turn_ups": TurnUps,
    "take_one": TakeOne,
    "points": Points,
    "taken": Taken,
    "penalties": Penalties,
    "auction": Auction,
    "settle_up": SettleUp,
}


def _as_json(value: Any) -> Any:
    if type(value) in GROUPS.values():
        return {name: _as_json(getattr(value, name)) for name in value.__slots__}
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def with_house_rules(rules: RuleSet, changes: object) -> RuleSet:
    """Returns the rule set with some fields changed. Raises ImpossibleFacts with a problem at `house_rules` for every
    change that is wrong."""
    if not isinstance(changes, Mapping):
        raise ImpossibleFacts([Problem("house_rules", "type", "House rules are names with their values.")])
    problems = []
    for name, value in changes.items():
        group_name, dot, field_name = str(name).rpartition(".")
        if group_name and group_name not in GROUPS:
            problems.append(Problem("house_rules", "unknown", f"There is no house rule {str(name)[:60]!r}."))
            continue
        group = getattr(rules, group_name) if group_name else rules
        has_group = not group_name or rules.has_group(group_name)
        known = {each.name: each for each in fields(group) if "fits" in each.metadata} if has_group else {}
        if dot and not group_name or field_name not in known:
            problems.append(Problem("house_rules", "unknown", f"{rules.name} has no house rule {str(name)[:60]!r}."))
        elif not known[field_name].metadata["fits"](value):
            problems.append(Problem("house_rules", "value", f"{str(name)[:60]!r} cannot have this value."))
        else:
            changed = {field_name: _freeze(value)}
            rules = replace(rules, **({group_name: replace(group, **changed)} if group_name else changed))
    if rules.auction is not None and not problems and rules.auction.min_bid > rules.auction.max_bid:
        problems.append(Problem("house_rules", "value", "The lowest bid is above the highest."))
    most = max((*rules.players.singles, *rules.players.pairs), default=0)
    if not problems and most * rules.cards.each + (rules.turn_ups is not None) > PACK:
        problems.append(
            Problem("house_rules", "value", f"The pack has not {rules.cards.each} cards for each of {most}.")
        )
    if problems:
        raise ImpossibleFacts(problems)
    return rules


def _freeze(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    return dict(value) if isinstance(value, dict) else value


def read_group(kind: type, values: Mapping[str, Any] | None, original: Any) -> Any:
    """Reads a group of fields back from `to_dict`. A field that a later version added gets its default, or what the
    `original` has if no house rule can change it."""
    if values is None:
        return None
    known = {each.name for each in fields(kind)}
    fixed = {each.name for each in fields(kind) if "fits" not in each.metadata}
    of_original = {name: getattr(original, name) for name in fixed} if original is not None else {}
    return kind(**of_original | {name: _freeze(value) for name, value in values.items() if name in known})
