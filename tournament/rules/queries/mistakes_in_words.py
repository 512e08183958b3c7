"""Says what a misdeal and a revoke cost, and until when a revoke may be called."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from scoring import RuleSet
from tournament.rules.queries.rules import count_points, own_words_of, word_for


def has_misdeal_penalty(rules: RuleSet) -> bool:
    return bool(rules.penalties.misdeal or rules.penalties.misdeal_passes_deal)


def say_deal_again() -> str:
    return _("A deal that goes wrong scores nothing; the same dealer deals again.")


def describe_wrong_deal(rules: RuleSet) -> Iterator[str]:
    """Says what a misdeal costs, or that it costs nothing."""
    if not has_misdeal_penalty(rules):
        yield say_deal_again()
    yield from describe_misdeal(rules)


def describe_misdeal(rules: RuleSet) -> Iterator[str]:
    penalties = rules.penalties
    words = own_words_of(rules)
    if has_misdeal_penalty(rules):
        if penalties.misdeal:
            sentence = _("Misdeal: the opponents score %(points)s") % {"points": count_points(penalties.misdeal)}
        else:
            sentence = _("Misdeal: nobody scores")
        deal = _("the deal passes") if penalties.misdeal_passes_deal else _("the same dealer deals again")
        misdeal = _("%(misdeal)s, and %(deal)s.") % {"misdeal": sentence, "deal": deal}
        if rules.turn_ups is not None and penalties.misdeal_cancels_turn_ups:
            off = _("What its %(turn_up)s scored is taken off again.") % words
            misdeal = f"{misdeal} {off}"
        yield misdeal
    if rules.turn_ups is not None and not penalties.misdeal_cancels_turn_ups:
        yield _("What the %(turn_up)s of a misdeal scored stays.") % words


def say_claim_until(rules: RuleSet) -> str:
    """Says until when a revoke may be called; "" if the document sets no time."""
    return {
        "hand": _("The opponents may call it until the end of the hand."),
        "next_cut": _("The opponents may call it until the next cut."),
        "signed": _("The opponents may call it until the score sheet is signed."),
        "": "",
    }[rules.penalties.revoke_claim_until]


def describe_late_revoke(rules: RuleSet) -> Iterator[str]:
    """Says until when a revoke may be called and what happens then; nothing if the document sets no time, or it costs
    nothing."""
    until = say_claim_until(rules)
    if until and rules.has_revoke_penalty:
        yield until + " " + _("Called later, it costs nothing.")


def describe_revoke(rules: RuleSet) -> Iterator[str]:
    """Says what a revoke costs, and until when it may be called; nothing if it costs nothing."""
    if not rules.has_revoke_penalty:
        return
    costs, words = rules.penalties, own_words_of(rules)
    revoke = {**words, "Revoke": word_for(rules, "revoke")}
    in_time = {
        "trick": _("Corrected before the %(trick)s is over, it costs nothing."),
        "next_trick": _("Corrected before the next %(trick)s begins, it costs nothing."),
        "never": _("It cannot be corrected."),
    }[costs.revoke_correctable] % words
    until = say_claim_until(rules)
    what = _("%(Revoke)s: a card is played that the rules of play do not allow.") % revoke
    yield " ".join(filter(None, (what, in_time, until)))
    loses = {
        "never": "",
        "top_trump": _(
            "If a trump was led and the player held back one of the five highest trumps (A, K, Q, J, 10), their side "
            "loses the whole game."
        ),
        "trump_lead": _("If a trump was led, the player’s side loses the whole game."),
        "bare_jack": _(
            "If a trump was led and the only trump that the player held was the Jack, their side loses the whole game."
        ),
        "any": _("The player’s side loses the whole game."),
    }[costs.revoke_loses_game]
    if loses:
        if costs.revoke_credits_target and rules.target is not None:
            yield loses + " " + _("The score of the winners becomes %s.") % rules.target
        else:
            yield loses + " " + _("The scores stay as they stood.")
    if costs.revoke_loses_game != "any":
        yield from _describe_other_revoke(rules, words)


def _describe_other_revoke(rules: RuleSet, words: Mapping[str, str]) -> Iterator[str]:
    """Describes the cost of a revoke that does not lose the game."""
    costs = rules.penalties
    sentences = [*_say_whose_is_taken(rules)]
    if costs.revoke_to_opponents:
        sentences.append(_("the opponents score %s") % count_points(costs.revoke_to_opponents))
    if costs.revoke_by_pitchers:
        pitched = (
            _("if the offenders pitched, the opponents score %s more")
            if sentences
            else _("if the offenders pitched, the opponents score %s")
        )
        sentences.append(pitched % count_points(costs.revoke_by_pitchers))
    plain, with_jack = costs.revoke_from_offender, costs.revoke_from_offender_with_jack
    if plain and with_jack == plain:
        sentences.append(_("the player loses %s") % count_points(plain))
    elif plain or with_jack:
        taken = {"plain": count_points(plain) if plain else _("nothing"), **words}
        taken["jack_points"] = count_points(with_jack) if with_jack else _("nothing")
        sentences.append(
            _("the player loses %(plain)s, or %(jack_points)s if the Jack of trumps was in the %(trick)s") % taken
        )
    sentences += _say_whose_is_game(rules, words)
    if rules.auction is not None:
        sentences.append(_say_forfeit(rules))
    if sentences:
        if costs.revoke_loses_game != "never":
            first = _("Any other %(revoke)s:")
        else:
            first = _("Penalty:") if costs.revoke_correctable == "never" else _("Otherwise:")
        listed = _("; ").join(sentences)
        penalty = f"{first % words} {listed}."
        if rules.auction is not None:
            penalty = f"{penalty} {_say_others_score(rules)}"
        elif costs.revoke_bars_game == "no":
            penalty = penalty + " " + _("What the player makes in this hand still counts.")
        if rules.taken is not None and (costs.revoke_to_opponents or costs.revoke_by_pitchers):
            penalty = penalty + " " + _("A penalty counts before what was taken.")
        yield penalty


def _say_whose_is_taken(rules: RuleSet) -> Iterator[str]:
    bars = rules.penalties.revoke_bars_game
    if rules.taken is not None and bars == "nobody":
        yield _("the opponents score what they took; what the offenders took in the hand counts for nobody")
    elif rules.taken is not None and bars == "opponents":
        yield _("what the offenders took in the hand counts for the opponents")


def _say_whose_is_game(rules: RuleSet, words: Mapping[str, str]) -> Iterator[str]:
    bars = rules.penalties.revoke_bars_game
    if rules.points.game and bars == "nobody":
        yield _("the offenders cannot score %(game)s; if they have the most, nobody does") % words
    elif rules.points.game and bars == "opponents":
        yield _("the offenders cannot score %(game)s; if they have the most, the opponents do") % words


def _say_forfeit(rules: RuleSet) -> str:
    """Says what a revoke costs in a game with bids: the player, or the side where only pairs play."""
    costs_bid = rules.penalties.revoke_costs_bid
    if not rules.players.singles:
        if costs_bid:
            return _(
                "the player’s side scores nothing in this hand and the pitcher’s bid is taken off its score, once even "
                "if both partners revoke"
            )
        return _("the player’s side scores nothing in this hand")
    if costs_bid:
        return _("the player scores nothing in this hand and the pitcher’s bid is taken off their score")
    return _("the player scores nothing in this hand")


def _say_others_score(rules: RuleSet) -> str:
    if not rules.players.singles:
        return _(
            "The other side scores what it makes, as the pitcher’s side even below the bid. What the player’s side "
            "made is nobody’s."
        )
    return _(
        "All others score what they make; a pitcher among them scores even below the bid. What the player made is "
        "nobody’s."
    )
