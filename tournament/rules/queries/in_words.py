"""Describes rules: a sentence for every field of a rule set that scores or limits something, if the game has it.

Sentences are built from the values of fields, so a house rule changes its sentence. Rules that score nothing come from
the notes of the rule set, the players' own words (kick, renege, bullseye) from its labels.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import RuleSet, Taken, settlement_of
from tournament.rules.queries.mistakes_in_words import (
    describe_misdeal,
    describe_revoke,
    has_misdeal_penalty,
    say_deal_again,
)
from tournament.rules.queries.rules import count_points, own_words_of, word_for_card

RANKS_FROM_HIGHEST = "AKQJT98765432"
EXAMPLE_OF_PIPS = ("T", "A", "J")


@dataclass(frozen=True)
class Sentence:
    """A sentence; `is_own` is true if the game's document says something else."""

    words: str
    is_own: bool


@dataclass(frozen=True)
class RulesSection:
    title: str
    sentences: tuple[Sentence, ...]


def describe_rules(rules: RuleSet, document: RuleSet, *, shows_cards: bool = False) -> tuple[RulesSection, ...]:
    """Returns the sections that have sentences. Rules without a field are in the document's words. A sheet that
    `shows_cards` in their order needs no sentence for that."""
    notes = (document.notes, document.counting, document.mistakes)
    deal, counting, mistakes = ([_(each) for each in some] for some in notes)
    sections: tuple[tuple[str, Callable[[RuleSet], list[str]]], ...] = (
        (_("The deal"), lambda each: [*_describe_deal(each), *deal]),
        (_("Begging"), lambda each: [*_describe_begging(each)]),
        (_("Bidding"), lambda each: [*_describe_bidding(each)]),
        (_("The play"), lambda each: [*_describe_play(each)][shows_cards:]),
        (_("Winning"), lambda each: [*_describe_winning(each), *_describe_pitching(each), *counting]),
        (_("Mistakes"), lambda each: [*describe_misdeal(each), *describe_revoke(each), *mistakes]),
        (_("Settling up"), lambda each: [*_describe_settling_up(each)]),
    )
    all_sections = []
    for title, sentences_of in sections:
        usual = set(sentences_of(document))
        all_sections.append(
            RulesSection(title, tuple(Sentence(words, words not in usual) for words in sentences_of(rules)))
        )
    return tuple(section for section in all_sections if section.sentences)


def _elder_of(rules: RuleSet) -> str:
    """Names the player who begs or bids first, for the beginning of a sentence."""
    return {
        "anticlockwise": _("The player on the dealer’s right"),
        "clockwise": _("The player on the dealer’s left"),
        "alternate": _("The non-dealer"),
    }[rules.direction]


def _describe_deal(rules: RuleSet) -> Iterator[str]:
    passes = {
        "anticlockwise": _("Deal and play go anticlockwise; the deal passes to the right."),
        "clockwise": _("Deal and play go clockwise; the deal passes to the left."),
        "alternate": _("The deal alternates."),
    }[rules.direction]
    cards = ngettext("%(n)s card each", "%(n)s cards each", rules.cards.each) % {"n": rules.cards.each}
    dealt = _("%(cards)s.")
    if rules.turn_ups is not None:
        dealt = _("%(cards)s; the next is turned up: it is the %(turn_up)s, and its suit is trumps.")
    values = {"cards": cards, "turn_up": _(rules.label("turn_up"))}
    yield f"{_describe_players(rules)} {passes} {dealt % values}"
    if rules.turn_ups is not None and rules.cards.stock == "set_aside":
        left = _(
            "The card turned up is in nobody’s hand: it does not count for %(high)s, %(low)s, %(jack)s or %(game)s."
        )
        yield left % own_words_of(rules)
    if not has_misdeal_penalty(rules):
        yield say_deal_again()
    if rules.cards.stock == "drawn":
        stock = _("The rest is the stock.")
        if rules.turn_ups is not None:
            stock = _("The rest is the stock, and the card turned up is its first.")
        drawn = _(
            "After each trick every player draws a card from it, the winner first, until there is not one for "
            "everybody. A card drawn counts as one dealt."
        )
        yield f"{stock} {drawn}"


def _describe_players(rules: RuleSet) -> str:
    singles, pairs = rules.players.singles, rules.players.pairs
    words = []
    if singles:
        number = _list_numbers(singles)
        alone = _("%(number)s players") if singles == (2,) else _("%(number)s players, each for themselves")
        words.append(alone % {"number": number})
    if pairs:
        of_pairs = {"number": _list_numbers(pairs), "pairs": _list_numbers([number // 2 for number in pairs])}
        together = _("%(number)s players in %(pairs)s pairs, partners opposite each other, scoring together")
        words.append((_("%(pairs)s pairs, partners opposite") if singles else together) % of_pairs)
    return _("%s.") % _("; or ").join(words)


def _list_numbers(numbers: Iterable[int]) -> str:
    """Says numbers as in "2 or 3" and "2 to 7"."""
    in_order = sorted(numbers)
    if len(in_order) > 2 and in_order == list(range(in_order[0], in_order[-1] + 1)):
        return _("%(least)s to %(most)s") % {"least": in_order[0], "most": in_order[-1]}
    return get_text_list([str(number) for number in in_order], _("or"))


def _describe_begging(rules: RuleSet) -> Iterator[str]:
    """Describes begging, and running the pack."""
    turn_ups, take_one = rules.turn_ups, rules.take_one
    if turn_ups is None or not rules.may_beg:
        return
    words = own_words_of(rules)
    own = rules.labels.get("elder_hand")
    called = _(" (the %s)") % _(own) if own and rules.direction != "alternate" else ""
    may = _("%(elder)s%(called)s may %(stand)s, so that the suit stays trumps, or %(beg)s for another.")
    asked = may % {**words, "elder": _elder_of(rules), "called": called}
    run = ngettext(
        "%(n)s more card each and a new %(turn_up)s, until the suit changes",
        "%(n)s more cards each and a new %(turn_up)s, until the suit changes",
        turn_ups.run_cards,
    ) % {**words, "n": turn_ups.run_cards}
    if turn_ups.run_limit is not None:
        run = ngettext("%(run)s, at most %(n)s time", "%(run)s, at most %(n)s times", turn_ups.run_limit) % {
            "run": run,
            "n": turn_ups.run_limit,
        }
    if take_one is not None:
        given = {"points": count_points(take_one.points), "run": run}
        if take_one.to == "beggar":
            answer = _(
                "The dealer then says “take one” and keeps the suit (%(points)s to the player who begged), or runs the "
                "pack: %(run)s."
            )
        else:
            answer = _(
                "The dealer then says “take one” and keeps the suit (%(points)s to the opponents), or runs the "
                "pack: %(run)s."
            )
        yield f"{asked} {answer % given}"
        if take_one.withheld_at_target and rules.target is not None:
            yield _("If the point for “take one” would win the game, it is not scored.")
    else:
        yield asked + " " + _("The dealer then runs the pack: %s.") % run
    if turn_ups.last_kick:
        yield _("After the last run one more card is turned up without dealing.")
    if turn_ups.same_suit_scores:
        cards = [word_for_card(rank) for rank, points in turn_ups.values.items() if points]
        if len(cards) == 1:
            yield _("Every %(card)s turned up scores, even in the same suit.") % {"card": cards[0]}
        else:
            yield _("Every new %(turn_up)s scores, even in the same suit.") % words
    else:
        yield _("A new %(turn_up)s of the same suit scores nothing.") % words
    if turn_ups.may_bunch:
        yield _(
            "If nobody likes the new suit either, the players may agree to throw the cards in; the same dealer deals "
            "again, and points made so far stay."
        )
    if turn_ups.discard_to is not None:
        discard = _(
            "After a run everybody discards down to %(n)s cards. The discards count for %(high)s, not for %(low)s or "
            "%(jack)s."
        )
        yield discard % {**words, "n": turn_ups.discard_to}
    else:
        yield _("All cards dealt are played.")


def _describe_bidding(rules: RuleSet) -> Iterator[str]:
    auction = rules.auction
    if auction is None:
        return
    limits = {"elder": _elder_of(rules), "least": auction.min_bid, "most": auction.max_bid}
    first = _("%(elder)s bids first. Each bids once, from %(least)s to %(most)s, or passes.") % limits
    has_smudge = _has_smudge(rules)
    if not auction.dealer_may_equal:
        above = _("Every bid must be above the last one.")
    elif has_smudge:
        above = _("A bid must be above the last one; only the dealer may equal it, but not a smudge.")
    else:
        above = _("A bid must be above the last one; only the dealer may equal it.")
    yield f"{first} {above}"
    if has_smudge:
        is_highest = auction.smudge_bid >= auction.max_bid
        bid = _("A bid of %s") if is_highest else _("A bid of %s or more")
        yield _("%(bid)s is a smudge: nobody can bid over it.") % {"bid": bid % auction.smudge_bid}
    yield {
        "next_dealer": _("If everybody passes, nobody scores and the next player deals."),
        "same_dealer": _("If everybody passes, nobody scores and the same player deals again."),
        "dealer_bids": _("If everybody passes, the dealer has bid %(n)s.") % {"n": auction.min_bid},
        "elder_pitches_free": _("If everybody passes, the first to speak is the pitcher and has no bid to make."),
    }[auction.all_pass]
    if auction.names_trumps:
        yield _("The highest bidder is the pitcher, names trumps and leads first.")
    else:
        yield _("The highest bidder is the pitcher and leads first. The suit of that card is trumps.")


def _has_smudge(rules: RuleSet) -> bool:
    auction = rules.auction
    return auction is not None and auction.smudge != "off" and auction.smudge_bid <= auction.max_bid


def _describe_play(rules: RuleSet) -> Iterator[str]:
    words = own_words_of(rules)
    ranks = {"ranks": _(", ").join("10" if rank == "T" else rank for rank in RANKS_FROM_HIGHEST)}
    yield _("In every suit the cards rank, from the highest: %(ranks)s.") % ranks
    if rules.auction is None:
        yield _(
            "%(elder)s leads first. One card from each player is a %(trick)s. The winner of a %(trick)s leads to the "
            "next."
        ) % {**words, "elder": _elder_of(rules)}
    else:
        yield _("The winner of a %(trick)s leads to the next, with any card.") % words
    yield from describe_following(rules)
    yield _("The highest trump wins the %(trick)s; without a trump, the highest card of the suit led.") % words
    if rules.points.jack or rules.points.hang_jack:
        yield (
            _(
                "If nobody was dealt the Jack of trumps, nobody scores %(jack)s; without any trump, nobody %(high)s or "
                "%(low)s."
            )
            % words
        )
    if rules.points.game:
        of_all = _("For %(game)s, add the values above of all cards you won.")
        if not rules.players.singles:
            of_all = _("For %(game)s, add the values above of all cards your side won.")
        worth = [rules.points.pips.get(rank, 0) for rank in EXAMPLE_OF_PIPS]
        example = _("Example: a 10, an Ace and a Jack are %(sum)s = %(total)s.")
        yield f"{of_all} {example}" % {**words, "sum": " + ".join(map(str, worth)), "total": sum(worth)}


def describe_following(rules: RuleSet) -> Iterator[str]:
    """Says which cards may be played, and that nothing is taken off for another one if that is so."""
    yield {
        "suit": _(
            "A trump led must be followed with a trump. To any other lead follow suit or play a trump. Without a card "
            "of the suit led, play any card."
        ),
        "suit_or_trump": _(
            "Play a card of the suit led or a trump if you have one. Only without either may you play another suit."
        ),
        "trumps": _("A trump led must be followed with a trump. To any other lead play any card."),
        "free": _("Any card may be played at any time."),
        "suit_only": _("Follow suit if you can. Without a card of the suit led, play any card."),
    }[rules.penalties.follow]
    if rules.penalties.follow != "free" and not rules.has_revoke_penalty:
        yield _("A card that these rules do not allow takes no points off anybody: ask the director.")


def _describe_winning(rules: RuleSet) -> Iterator[str]:
    words = own_words_of(rules)
    if rules.target is None:
        yield _("There is no score to reach: every point counts.")
    else:
        won = rules.labels.get("game_won")
        to = {"target": rules.target, "won": _(" (a %s)") % _(won) if won else ""}
        first = _("The first to reach %(target)s or more wins the game%(won)s.") % to
        if rules.auction is not None:
            order = _(
                "If several do in one hand, the pitcher wins, even with fewer points; among the others the order above "
                "decides."
            )
            if rules.auction.out_first == "higher" and rules.players.singles:
                order = _("If several do in one hand, the higher score wins; if they are equal, the pitcher’s.")
            elif rules.auction.out_first == "higher":
                order = _("If both sides do in one hand, the higher score wins; if they are equal, the pitcher’s side.")
            elif not rules.players.singles:
                order = _("If both sides do in one hand, the pitcher’s side wins, even with fewer points.")
        elif rules.points.order:
            order = _("Points count in the order above.")
        else:
            order = _("Points count when they are taken.")
        if rules.count_rest_after_win:
            rest = _("Everything in that hand is scored.")
        else:
            rest = _("The rest of that hand is not scored.")
        yield f"{first} {order} {rest}"
        if rules.auction is None and rules.points.order:
            yield from _describe_finish(rules, words)
    if rules.taken is not None:
        yield _("A card counts for the side that wins it in a trick.")
        yield _describe_sums(rules.taken)
    if rules.points.game:
        has_singles = bool(rules.players.singles)
        other = _("the player who did not deal") if has_singles else _("the side that did not deal")
        dealer = _("the dealer") if has_singles else _("the dealer’s side")
        yield {
            "nobody": _("A tie in %(pips)s, even at 0: nobody scores %(game)s."),
            "non_dealer": _("If both have the same %(pips)s, even 0, %(other)s scores %(game)s."),
            "dealer": _("If both have the same %(pips)s, even 0, %(dealer)s scores %(game)s."),
            "each": _("A tie in %(pips)s, even at 0: each of them scores %(game)s."),
        }[rules.points.game_tie] % {**words, "other": other, "dealer": dealer}
    if rules.score_floor is not None:
        yield _("No score goes below %(n)s.") % {"n": rules.score_floor}
    elif rules.auction or rules.penalties.revoke_from_offender or rules.penalties.revoke_from_offender_with_jack:
        below = rules.labels.get("below_zero")
        if below:
            yield _("A score below zero is “%(below)s” and is written with a ring around it.") % {"below": _(below)}
        else:
            yield _("A score may go below zero.")


def _describe_sums(taken: Taken) -> str:
    """Says what both sides’ points of a hand add up to."""
    if not taken.all_in_play:
        return _("A hand has %(most)s points at most; cards that are out of play may leave fewer.") % {
            "most": taken.most
        }
    return _("All points of a hand add up to %(sums)s.") % {"sums": _list_numbers(taken.sums)}


def _describe_finish(rules: RuleSet, words: Mapping[str, str]) -> Iterator[str]:
    """Gives an example of a hand in which the order decides, if one side wins with the first two of the four."""
    first, second, *later = (kind for kind in rules.points.order if getattr(rules.points, kind))
    early = getattr(rules.points, first) + getattr(rules.points, second)
    if rules.target is None or len(later) < 2 or early > rules.target:
        return
    given = {"score": rules.target - early, "target": rules.target}
    kinds = {"first": words[first], "second": words[second], "others": _(" and ").join(words[each] for each in later)}
    yield _(
        "Example: both have %(score)s. Ann makes %(first)s and %(second)s, Bea %(others)s: Ann has %(target)s first "
        "and wins."
    ) % {**given, **kinds}


def _describe_pitching(rules: RuleSet) -> Iterator[str]:
    auction = rules.auction
    if auction is None:
        return
    pitched = _(
        "A pitcher who makes the bid scores all points made. One who makes less scores nothing and is set "
        "back: the bid is taken off their score. The others always score what they make."
    )
    if not rules.players.singles:
        pitched = _(
            "A pitcher’s side that makes the bid scores all points made. One that makes less scores nothing and is set "
            "back: the bid is taken off its score. The other side always scores what it makes."
        )
    if auction.failed_bid == "to_opponents":
        pitched = _(
            "A pitcher’s side that makes the bid scores all points made. One that makes less scores nothing, and the "
            "other side scores the bid besides what it makes."
        )
    yield pitched
    if auction.double_bid is not None:
        words = _("A bid of %(bid)s counts twice: it wins or loses %(double)s.")
        yield words % {"bid": auction.double_bid, "double": auction.value_of(auction.double_bid)}
    if not _has_smudge(rules):
        return
    if auction.smudge == "always":
        yield _("A smudge that wins all four points scores them and wins the game at once, whatever the score.")
    else:
        yield _(
            "A smudge that wins all four points scores them and wins the game; from below zero it only scores them."
        )


def _describe_settling_up(rules: RuleSet) -> Iterator[str]:
    settle_up = rules.settle_up
    if settle_up is None:
        return
    due = {
        "owed": count_points(settle_up.owed * settle_up.stake),
        "at_zero": count_points(settle_up.owed_at_zero * settle_up.stake),
        "more": count_points(settle_up.stake),
    }
    pays = _("Each player pays the winner %(owed)s, or %(at_zero)s with a final score of zero or less.") % due
    if settle_up.set_backs:
        more = _("They also pay %(more)s for every time they were set back.") % due
        pays = f"{pays} {more}"
    yield pays
    score, backs = {"Ann": rules.target or 7, "Bea": 4, "Cy": -2}, {"Cy": 2}
    paid = settlement_of(settle_up, score, "Ann", backs)
    example = {"bea": paid["Bea"], "cy": paid["Cy"], "ann": sum(paid.values())}
    words = _("Example: Ann wins. Bea has 4 and pays %(bea)s. Cy has −2 and pays %(cy)s. Ann receives %(ann)s.")
    if settle_up.set_backs:
        words = _(
            "Example: Ann wins. Bea has 4 and pays %(bea)s. Cy has −2, was set back twice and pays %(cy)s. Ann "
            "receives %(ann)s."
        )
    yield words % example
