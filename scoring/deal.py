"""Checks that the events of a hand can have happened in this order, and works out what they leave for the play: the
cards in hand, the trump suit, and after an auction who pitches.

The play belongs to the last deal only: a redeal or a misdeal puts every card back into the pack.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring.cards import CARDS, OTHER, PACK, RANKS, rank_of, suit_of
from scoring.errors import Findings
from scoring.hand import NO_CONTRACT, Contract, HandEvent, HandFacts
from scoring.rules import Auction, RuleSet, TurnUps
from scoring.words import N_

BEFORE_THE_PLAY = frozenset({"turn_up", "stand", "beg", "take_one", "run"})
AUCTION = frozenset({"bid", "pass"})
JACK_TURNED = N_("The Jack of trumps was turned up: nobody held it and nobody can win it.")


@dataclass(slots=True)
class Deal:
    """The last deal of a hand: cards turned, cards each player received and played, the trump suit if known."""

    draws_stock: bool
    """Whether players draw the cards that were not dealt, a card turned up included."""
    turned_cards: list[str] = field(default_factory=list)
    runs: int = 0
    has_stood: bool = False
    has_begged: bool = False
    has_taken_one: bool = False
    kind_without_beg: str = ""
    """The dealer's event for which no beg was reported: its kind."""
    has_card_to_turn: bool = False
    """Whether a run has been dealt and its card is still to be turned."""
    has_new_suit: bool = False
    """Whether a run has brought a new suit."""
    has_revoke: bool = False
    discarded_to: int | None = None
    """How many cards a discard left to each player."""
    early_end: str | None = None
    cards_each: int = 0
    """How many cards each player received, those drawn from a stock included; `in_hand` is how many of them are
    played."""
    in_hand: int = 0
    draws: int = 0
    """How many cards each player draws from the stock, one after each trick."""
    trump: str | None = None
    contract: Contract = NO_CONTRACT
    last_suit: str = ""
    """The suit of the card turned last; empty if the table reported only its rank, or nothing."""

    @property
    def is_suit_open(self) -> bool:
        """Whether the last run brought the old suit again, so that nothing can be played yet."""
        old = self.turned_cards if self.has_card_to_turn else self.turned_cards[:-1]
        return not self.has_new_suit and self.last_suit in {suit_of(card) for card in old} - {""}

    @property
    def on_table(self) -> Sequence[str]:
        """The turned cards that nobody can hold."""
        return () if self.draws_stock else self.turned_cards

    @property
    def turned_trumps(self) -> set[str]:
        """The ranks of the trumps that lie on the table. The card turned last is a trump even if its suit was not
        reported; the cards before it are of the suit that was begged away."""
        if not self.on_table or self.has_card_to_turn:
            return set()
        before, last = self.turned_cards[:-1], self.turned_cards[-1]
        again = {rank_of(card) for card in before if suit_of(card) == self.last_suit != ""}
        return (again | {rank_of(last)}) - {""}


def deal_of(rules: RuleSet, facts: HandFacts, findings: Findings) -> Deal:
    """Walks through the events. Adds a problem for what cannot have happened, and a doubt for what is odd."""
    draws_stock = rules.cards.stock == "drawn"
    deal = Deal(draws_stock)
    seats = len(facts.seating.seats)
    elder = facts.seating.after.get(facts.dealer)
    for event in facts.events:
        kind = event.kind
        if event.player is not None and event.player not in facts.seating.place:
            findings.refuse(kind, "player", N_("Nobody with this name plays at this table."))
            continue
        if deal.early_end is not None and not (deal.early_end == "misdeal" and not rules.penalties.misdeal_passes_deal):
            findings.refuse("events", "after_the_end", N_("Nothing can follow the end of a hand."))
            break
        if kind == "misdeal" or kind == "redeal":
            deal = Deal(draws_stock, early_end="misdeal" if kind == "misdeal" else None)
            continue
        deal.early_end = None
        if kind in BEFORE_THE_PLAY:
            if rules.turn_ups is None:
                findings.refuse(kind, "no_turn_ups", N_("No card is turned up in this game."))
            else:
                fault = _fault_before_play(rules, rules.turn_ups, deal, event, elder, seats)
                if fault is not None:
                    findings.refuse(kind, *fault, cards=rules.turn_ups.run_cards)
        elif kind in AUCTION:
            _check_call(rules, deal, event, findings)
        elif kind == "revoke":
            deal.has_revoke = True
            _check_revoke(rules, deal, event, findings)
        elif kind == "discard_to":
            _note_discard(rules, deal, event, findings)
        elif kind == "abandoned":
            deal.early_end = "abandoned"
        else:
            findings.refuse("events", "unknown", N_("There is no such event."))
    _finish_deal(rules, facts, deal, findings)
    return deal


def _finish_deal(rules: RuleSet, facts: HandFacts, deal: Deal, findings: Findings) -> None:
    """Works out what the events leave for the play: how many cards, who pitches, and the trump suit."""
    dealt = rules.cards_dealt(deal.runs)
    deal.draws = rules.cards_drawn(len(facts.seating.seats), deal.runs)
    deal.cards_each = dealt + deal.draws
    deal.in_hand = deal.cards_each if deal.discarded_to is None else min(deal.discarded_to, dealt) + deal.draws
    if rules.auction is not None:
        if facts.dealer in facts.seating.place and not findings.problems:
            deal.contract = contract_of(rules.auction, facts)
            for _, reason in deal.contract.void:
                findings.doubt("bid", reason, N_("A bid out of turn or not above the last is void, and a pass."))
            if deal.contract.pitcher is None and deal.early_end is None:
                deal.early_end = "passed_out"
    elif deal.has_begged and not deal.has_taken_one and not deal.runs:
        findings.doubt("beg", "unanswered", N_("The dealer’s answer to the beg was not reported."))
    if deal.kind_without_beg:
        findings.doubt(deal.kind_without_beg, "no_beg", N_("Nobody was reported to have begged."))
    if deal.has_card_to_turn and deal.early_end is None:
        findings.doubt("turn_up", "not_reported", N_("Nobody reported the card turned after the last run."))
    if facts.trump is not None:
        if deal.last_suit not in ("", facts.trump):
            findings.refuse("trump", "turn_up", N_("The last turn-up is of another suit."))
        else:
            deal.last_suit = facts.trump
            if deal.turned_cards and not deal.has_card_to_turn and deal.turned_cards[-1] in RANKS:
                deal.turned_cards[-1] += facts.trump
    deal.trump = deal.last_suit or None


def _fault_before_play(
    rules: RuleSet, turn_ups: TurnUps, deal: Deal, event: HandEvent, elder: str | None, seats: int
) -> tuple[str, str] | None:
    """Returns what is wrong with a turn-up, an answer or a run at this point; if nothing is, records the event in
    `deal`."""
    kind = event.kind
    if deal.has_revoke:
        return "late", N_("This cannot follow the play.")
    if kind == "turn_up":
        return _fault_of_turn_up(rules, turn_ups, deal, event.card or "", seats)
    if not rules.may_beg:
        return "no_begging", N_("Nobody begs in this game.")
    if deal.has_stood or deal.has_taken_one:
        return "late", N_("The suit was already settled.")
    if deal.discarded_to is not None and kind == "run":
        return "late", N_("The players have discarded already.")
    if kind == "stand" or kind == "beg":
        if elder is not None and event.player != elder:
            return "not_elder", N_("Only the player after the dealer stands or begs.")
        if deal.has_begged:
            return "twice", N_("The beg was not answered yet.")
        if kind == "stand":
            deal.has_stood = True
        elif deal.runs:
            return "late", N_("The pack has been run: the dealer goes on until a new suit is turned, and it is played.")
        else:
            deal.has_begged = True
    elif kind == "take_one":
        if deal.runs:
            return "late", N_("The dealer has already run the pack.")
        if not deal.has_begged:
            deal.kind_without_beg = kind
        deal.has_taken_one = True
    else:
        return _fault_of_run(rules, turn_ups, deal, event, seats)
    return None


def _fault_of_turn_up(rules: RuleSet, turn_ups: TurnUps, deal: Deal, card: str, seats: int) -> tuple[str, str] | None:
    if card not in CARDS and card != OTHER and not (len(card) == 1 and card in RANKS):
        return "card", N_("There is no such card.")
    if deal.has_stood or deal.has_taken_one:
        return "late", N_("The suit was already settled.")
    if deal.discarded_to is not None:
        return "late", N_("The players have discarded already.")
    turned = deal.turned_cards
    if len(card) == 2 and card in turned:
        return "twice", N_("This card has been turned already.")
    if deal.has_begged:
        return "no_run", N_("A beg is answered before another card is turned.")
    if turned and not deal.has_card_to_turn:
        if not turn_ups.last_kick:
            return "no_run", N_("A new card is turned only after a run.")
        if not deal.is_suit_open and all(map(suit_of, turned)) or deal.runs < (turn_ups.run_limit or 0):
            return "no_run", N_("One card is turned without dealing only after the last run.")
    if seats * rules.cards_dealt(deal.runs) + len(turned) >= PACK:
        return "pack", N_("The pack has no card left to turn.")
    suit = suit_of(card)
    if turned and suit and suit_of(turned[-1]) not in ("", suit):
        deal.has_new_suit = True
    turned.append(card)
    deal.last_suit, deal.has_card_to_turn = suit, False
    return None


def _fault_of_run(
    rules: RuleSet, turn_ups: TurnUps, deal: Deal, event: HandEvent, seats: int
) -> tuple[str, str] | None:
    if event.number != turn_ups.run_cards:
        return "number", N_("A run is %(cards)s more cards each.")
    if deal.has_card_to_turn:
        return "twice", N_("No card was turned after the last run.")
    if deal.has_new_suit:
        return "late", N_("The last run has brought a new suit.")
    if turn_ups.run_limit is not None and deal.runs >= turn_ups.run_limit:
        return "limit", N_("The pack has been run as often as the rules allow.")
    if seats * rules.cards_dealt(deal.runs + 1) + len(deal.turned_cards) >= PACK:
        return "pack", N_("The pack does not have enough cards for another run.")
    if not deal.runs and not deal.has_begged:
        deal.kind_without_beg = event.kind
    deal.runs += 1
    deal.has_card_to_turn, deal.has_begged, deal.last_suit = True, False, ""
    return None


def _check_call(rules: RuleSet, deal: Deal, event: HandEvent, findings: Findings) -> None:
    auction = rules.auction
    if auction is None:
        findings.refuse(event.kind, "no_auction", N_("Nobody bids in this game."))
    elif deal.has_revoke:
        findings.refuse(event.kind, "late", N_("This cannot follow the play."))
    elif event.kind == "bid" and (event.number is None or not auction.min_bid <= event.number <= auction.max_bid):
        findings.refuse(
            "bid", "range", N_("A bid is %(least)s to %(most)s."), least=auction.min_bid, most=auction.max_bid
        )


def _check_revoke(rules: RuleSet, deal: Deal, event: HandEvent, findings: Findings) -> None:
    """Checks that a revoke says what the rule set needs: which suit was led, what was held, whether the Jack was in the
    trick."""
    penalties = rules.penalties
    if not penalties.has_penalty_for(event):
        return
    has_jack = "J" in deal.turned_trumps  # on the table
    if has_jack and event.jack_in_trick:
        findings.refuse("revoke", "jack_in_trick", JACK_TURNED)
    if event.corrected:
        findings.doubt("revoke", "stands", N_("A revoke cannot be corrected in this game."))
    loses = penalties.revoke_loses_game
    if loses in ("top_trump", "trump_lead", "bare_jack"):
        if event.led is None:
            findings.refuse("revoke", "led", N_("Say whether a trump or a plain suit was led."))
        elif loses == "top_trump" and event.led == "trump" and event.held_top_trump is None:
            findings.refuse("revoke", "held_top_trump", N_("Say whether one of the top five trumps was held."))
        elif loses == "bare_jack" and event.led == "trump" and event.bare_jack is None and not has_jack:
            findings.refuse("revoke", "bare_jack", N_("Say whether the only trump held was the Jack."))
    costs_more = penalties.revoke_from_offender != penalties.revoke_from_offender_with_jack
    if costs_more and event.jack_in_trick is None and not has_jack:
        findings.doubt("revoke", "jack_in_trick", N_("Nobody said whether the trump Jack was in the trick."))


def _note_discard(rules: RuleSet, deal: Deal, event: HandEvent, findings: Findings) -> None:
    number = event.number
    if number is None or not 0 < number <= rules.cards_dealt(deal.runs):
        findings.refuse("discard_to", "number", N_("The players do not hold that many cards."))
        return
    deal.discarded_to = number
    if rules.turn_ups is None or rules.turn_ups.discard_to != number:
        findings.doubt("discard_to", "unusual", N_("The rules do not ask for this discard."))


def contract_of(auction: Auction, facts: HandFacts) -> Contract:
    """Reads the auction of the last deal. Each player calls once, in the order of the deal; a missing call counts as a
    pass.

    A call is out of turn when its player has called before, or when a player seated before them makes their first call
    after it.
    """
    calls: list[HandEvent] = []
    for event in facts.events:
        if event.kind == "bid" or event.kind == "pass":
            calls.append(event)
        elif event.kind == "redeal":
            calls.clear()
    place = facts.seating.place
    seats = len(place)
    offset = place[facts.dealer] + 1
    turns = [(place[call.player or ""] - offset) % seats for call in calls]
    first: dict[int, int] = {}
    for number, turn in enumerate(turns):
        first.setdefault(turn, number)
    in_turn = turns == sorted(first)
    pitcher, highest, void = None, 0, []
    for number, (call, turn) in enumerate(zip(calls, turns, strict=True)):
        if call.kind == "pass":
            continue
        player, bid = call.player or "", call.number or 0
        if not in_turn and (
            first[turn] != number or any(other < turn and called > number for other, called in first.items())
        ):
            void.append((player, "out_of_turn"))
        elif auction.smudge != "off" and highest >= auction.smudge_bid:
            void.append((player, "smudged"))
        elif bid > highest or (bid == highest and turn == seats - 1 and auction.dealer_may_equal):
            pitcher, highest = player, bid
        else:
            void.append((player, "not_higher"))
    if pitcher is None and auction.all_pass == "dealer_bids":
        pitcher, highest = facts.dealer, auction.min_bid
    elif pitcher is None and auction.all_pass == "elder_pitches_free":
        pitcher = facts.seating.after[facts.dealer]
    return Contract(pitcher, highest, tuple(void))
