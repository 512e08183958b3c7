"""A rule set as data: what differs between games by number is a field, grouped; a group a game lacks is None.

House rules are a copy with some fields changed, named as in `turn_ups.values`. What scores nothing and has no field
(cutting for deal, calling a card) is in `notes`, `counting` and `mistakes`, printed on the rules sheet and never read
by the engine.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from scoring.cards import PIPS, RANKS
from scoring.errors import ImpossibleFacts, Problem
from scoring.hand import Award, Contract, Event, HandFacts

LARGEST = 1_000_000
FOUR = ("high", "low", "jack", "game")

# (rules, contract, what each side made, facts, score before the hand) -> what counts, in order, and who has made a
# smudge that wins whatever the score.
Settle = Callable[["RuleSet", Contract, list[Award], HandFacts, Mapping[str, int]], tuple[list[Award], str | None]]


def _whole(value: object, least: int = 0) -> bool:
    return type(value) is int and least <= value <= LARGEST


def _number(default: int, least: int = 0) -> Any:
    return field(default=default, metadata={"fits": lambda value: _whole(value, least)})


def _number_or_none(default: int | None = None, least: int = 1) -> Any:
    return field(default=default, metadata={"fits": lambda value: value is None or _whole(value, least)})


def _flag(default: bool) -> Any:
    return field(default=default, metadata={"fits": lambda value: type(value) is bool})


def _choice(*values: str) -> Any:
    """The first is the default."""
    return field(
        default=values[0],
        metadata={"fits": lambda value: isinstance(value, str) and value in values, "choices": values},
    )


def _by_rank(value: object) -> bool:
    return isinstance(value, dict) and all(
        isinstance(rank, str) and len(rank) == 1 and rank in RANKS and _whole(points) and points <= 100
        for rank, points in value.items()
    )


def _order(value: object) -> bool:
    return (
        isinstance(value, list | tuple)
        and all(isinstance(kind, str) for kind in value)
        and sorted(value) == sorted(FOUR)
    )


def _sizes(value: object) -> bool:
    return isinstance(value, list | tuple) and all(_whole(size, 2) and size <= 8 for size in value)


@dataclass(frozen=True, slots=True)
class Players:
    """How many can play: each for himself, or in sides whose members sit opposite."""

    singles: tuple[int, ...] = field(default=(), metadata={"fits": _sizes})
    pairs: tuple[int, ...] = field(default=(), metadata={"fits": _sizes})


@dataclass(frozen=True, slots=True)
class TurnUps:
    """What a turned card is worth to the dealer's side, and how far a run may go."""

    values: Mapping[str, int] = field(metadata={"fits": _by_rank})
    same_suit_scores: bool = _flag(True)
    last_kick: bool = _flag(False)
    """After the last run a card may be turned without dealing."""
    run_limit: int | None = _number_or_none(None)
    discard_to: int | None = _number_or_none(None)
    may_bunch: bool = _flag(False)
    """All may agree to throw the cards in after a run; it scores nothing."""


@dataclass(frozen=True, slots=True)
class TakeOne:
    """What the dealer gives when he keeps the suit."""

    points: int = _number(1)
    to: str = _choice("opponents", "beggar")
    withheld_at_target: bool = _flag(False)
    """No point that would win the game."""


@dataclass(frozen=True, slots=True)
class Points:
    """The four, and the captured jack. The order decides who is out first."""

    high: int = _number(1)
    low: int = _number(1)
    low_to: str = _choice("holder", "winner")
    jack: int = _number(1)
    hang_jack: int = _number(1)
    game: int = _number(1)
    game_tie: str = _choice("nobody", "non_dealer", "dealer", "each")
    pips: Mapping[str, int] = field(default_factory=lambda: dict(PIPS), metadata={"fits": _by_rank})
    order: tuple[str, ...] = field(default=FOUR, metadata={"fits": _order})


@dataclass(frozen=True, slots=True)
class Penalties:
    """What the rules take for a misdeal or a revoke; nothing unless a document says so."""

    misdeal: int = _number(0)
    """To each of the other sides."""
    misdeal_passes_deal: bool = _flag(False)
    misdeal_cancels_turn_ups: bool = _flag(True)
    follow: str = _choice("suit", "suit_or_trump", "trumps", "free")
    """suit: the suit led or a trump, anything when void; suit_or_trump: a player void in the suit must trump."""
    revoke_loses_game: str = _choice("never", "top_trump", "trump_lead", "any")
    revoke_credits_target: bool = _flag(False)
    revoke_to_opponents: int = _number(0)
    revoke_from_offender: int = _number(0)
    revoke_from_offender_with_jack: int = _number(0)
    revoke_costs_bid: bool = _flag(False)
    revoke_bars_game: str = _choice("no", "nobody", "opponents")
    revoke_correctable: str = _choice("trick", "next_trick", "never")
    revoke_claim_until: str = _choice("hand", "next_cut", "signed", "")
    """Empty where the document sets no time."""

    def uphold(self, revoke: Event) -> bool:
        """A corrected revoke costs nothing, where it may be corrected."""
        return not revoke.corrected or self.revoke_correctable == "never"


@dataclass(frozen=True, slots=True)
class Auction:
    """Bidding for the right to pitch."""

    min_bid: int = _number(2, 1)
    max_bid: int = _number(4, 1)
    dealer_may_equal: bool = _flag(True)
    smudge: str = _choice("unless_in_the_hole", "always", "off")
    """Whether a made bid of four wins the game at once."""
    smudge_bid: int = _number(4, 1)
    all_pass: str = _choice("next_dealer", "same_dealer", "dealer_bids", "elder_pitches_free")


@dataclass(frozen=True, slots=True)
class SettleUp:
    """What each loser pays the winner."""

    owed: int = _number(1)
    owed_at_zero: int = _number(2)
    set_backs: bool = _flag(False)
    """One more for each time the loser was set back."""
    stake: int = _number(1)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One game as its document has it. `labels` are its players' own words for this library's."""

    id: str
    name: str
    source: str
    players: Players
    points: Points
    penalties: Penalties
    target: int | None = _number_or_none(None)
    count_rest_after_win: bool = _flag(False)
    score_floor: int | None = _number_or_none(None, 0)
    turn_ups: TurnUps | None = None
    take_one: TakeOne | None = None
    auction: Auction | None = None
    settle_up: SettleUp | None = None
    direction: str = _choice("anticlockwise", "clockwise", "alternate")
    hand_at_bell: str = _choice("finish", "stop_dead", "finish_trick_and_void")
    labels: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    """How the deal goes."""
    counting: tuple[str, ...] = ()
    """What there is to know when the points are counted."""
    mistakes: tuple[str, ...] = ()
    """What is done when something goes wrong."""
    settle: Settle | None = field(default=None, compare=False, repr=False)

    def __hash__(self) -> int:
        """Equal rules are one key; a few with other house rules share a hash."""
        return hash(self.id)

    def label(self, word: str) -> str:
        """The players' own word, or the house's when they have none of their own."""
        return self.labels.get(word, word.replace("_", " "))

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, so that an event can keep its own copy; `rules_from_dict` reads it back."""
        return {name: _plain(getattr(self, name)) for name in self.__slots__ if name != "settle"}


GROUPS: Mapping[str, type] = {
    "players": Players,
    "turn_ups": TurnUps,
    "take_one": TakeOne,
    "points": Points,
    "penalties": Penalties,
    "auction": Auction,
    "settle_up": SettleUp,
}


def _plain(value: Any) -> Any:
    if type(value) in GROUPS.values():
        return {name: _plain(getattr(value, name)) for name in value.__slots__}
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def with_house_rules(rules: RuleSet, changes: object) -> RuleSet:
    """The rule set with some fields changed; raises ImpossibleFacts at `house_rules` with every wrong one."""
    if not isinstance(changes, Mapping):
        raise ImpossibleFacts([Problem("house_rules", "type", "House rules are names with their values.")])
    problems = []
    for name, value in changes.items():
        group_name, dot, field_name = str(name).rpartition(".")
        if group_name and group_name not in GROUPS:
            problems.append(Problem("house_rules", "unknown", f"There is no house rule {str(name)[:60]!r}."))
            continue
        group = getattr(rules, group_name) if group_name else rules
        known = {each.name: each for each in fields(group) if "fits" in each.metadata} if group is not None else {}
        if dot and not group_name or field_name not in known:
            problems.append(Problem("house_rules", "unknown", f"{rules.name} has no house rule {str(name)[:60]!r}."))
        elif not known[field_name].metadata["fits"](value):
            problems.append(Problem("house_rules", "value", f"{str(name)[:60]!r} cannot have this value."))
        else:
            changed = {field_name: _frozen(value)}
            rules = replace(rules, **({group_name: replace(group, **changed)} if group_name else changed))
    if rules.auction is not None and not problems and rules.auction.min_bid > rules.auction.max_bid:
        problems.append(Problem("house_rules", "value", "The lowest bid is above the highest."))
    if problems:
        raise ImpossibleFacts(problems)
    return rules


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    return dict(value) if isinstance(value, dict) else value


def group_from(kind: type, values: Mapping[str, Any] | None) -> Any:
    """A group of fields read back from `to_dict`; a field that a later version added takes its default."""
    if values is None:
        return None
    known = {each.name for each in fields(kind)}
    return kind(**{name: _frozen(value) for name, value in values.items() if name in known})
