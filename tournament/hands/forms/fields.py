"""The fields of a hand's form, in the order in which things happen: only those that the rule set and the table need.

They depend only on the rules, the names and the size of the form, so they are built once for all hands of a match.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring import OTHER, HandFacts, RuleSet, Seating
from tournament.hands.forms.facts import (
    KEPT,
    NOBODY,
    NONE,
    PACK,
    PASS,
    TIE,
    deals_of,
    has_last_kick,
    letter_keys,
    places_in_pack,
)
from tournament.hands.forms.ticks import CardField, CardsBox, Flag, Ticks, TricksBox, YesNo
from tournament.rules.queries.rules import say_pips_of, word_for
from tournament.web.fields import Number

REVOKES_OFFERED, MOST_REVOKES, MOST_PACKS = 2, 12, 6
MATCHES_KEPT_READY = 128
Named = tuple[tuple[str, str, int], ...]  # letter, name, and the number of the side
PLACED = re.compile(r"(card|revoke)_(\d{1,3})")
RANK_WORDS = {
    "A": gettext_lazy("Ace"),
    "K": gettext_lazy("King"),
    "Q": gettext_lazy("Queen"),
    "J": gettext_lazy("Jack"),
    "T": gettext_lazy("Ten"),
    "6": gettext_lazy("Six"),
    "2": gettext_lazy("Two"),
}


class Size(NamedTuple):
    packs: int = 1
    revokes: int = REVOKES_OFFERED


def fields_for(
    rules: RuleSet, seating: Seating, names: Mapping[str, str], *, may_stop: bool, size: Size | None = None
) -> dict[str, forms.Field]:
    """Returns the fields of a hand's form. `names` is player or side -> name; `may_stop` is whether the bell stops the
    hand in play. Forms share their widgets, which nobody changes."""
    numbers = {side: number for number, side in enumerate(seating.side_names, start=1)}
    seats = letter_keys(seating.seats)
    players = tuple((letter, names[player], numbers[seating.side_of[player]]) for letter, player in seats.items())
    sides = tuple((letter, names[side], numbers[side]) for letter, side in letter_keys(seating.side_names).items())
    ready = _ready_fields(rules, players, sides, may_stop, size or Size(), get_language())
    own: dict[str, forms.Field] = {}
    for name, field in ready.items():  # copy() does the same six times slower, for fifty fields
        own[name] = object.__new__(type(field))
        own[name].__dict__.update(field.__dict__)
    return own


@lru_cache(maxsize=MATCHES_KEPT_READY)
def _ready_fields(
    rules: RuleSet, its_players: Named, its_sides: Named, may_stop: bool, size: Size, _language: str
) -> dict[str, forms.Field]:
    players, sides = ({letter: name for letter, name, _number in each} for each in (its_players, its_sides))
    of_player, of_side = ({letter: number for letter, _name, number in each} for each in (its_players, its_sides))
    dealer = Ticks(_("Dealer"), players.items(), needed=_("Say who dealt."), sides=of_player)
    fields: dict[str, forms.Field] = {"dealer": dealer}
    fields |= _fields_of_deals(rules, len(players), packs=size.packs)
    fields |= _fields_of_auction(rules, players, of_player)
    if rules.points.order:
        has_all_cards = rules.cards.stock == "drawn" and PACK % len(players) == 0
        fields |= _fields_of_play(rules, sides, of_side, has_all_cards=has_all_cards)
    for letter, name in sides.items():
        fields[f"pips_{letter}"] = Number(label=say_pips_of(rules, name), most=rules.most_pips)
    fields |= _fields_of_revokes(rules, players, of_player, number=size.revokes)
    if may_stop:
        fields["stopped"] = Flag(_("Stopped by the bell"))
    return fields | (_fields_of_cards(players) if rules.points.order else {})


def size_of(facts: HandFacts) -> Size:
    """Returns the size of a form that starts from these facts: one more pack for each time the same dealer dealt again
    and went on, and one more revoke than there were, so that one can be added."""
    packs = 1 + sum(event.kind in ("redeal", "misdeal") for event in facts.events[:-1])
    return _size_of(packs, 1 + sum(event.kind == "revoke" for event in facts.events))


def size_of_sent(rules: RuleSet, seating: Seating, names: Iterable[str]) -> Size:
    """Returns the size that a submitted form had, from the names of its fields."""
    placed = [(match[1], int(match[2])) for name in names if (match := PLACED.fullmatch(name))]
    if not placed:
        return Size()
    cards_shown = max((place for kind, place in placed if kind == "card"), default=1)
    called = max((place for kind, place in placed if kind == "revoke"), default=0)
    return _size_of(-(-cards_shown // places_in_pack(rules, len(seating.seats))), called)


def _size_of(packs: int, revokes: int) -> Size:
    return Size(max(1, min(packs, MOST_PACKS)), max(REVOKES_OFFERED, min(revokes, MOST_REVOKES)))


def _fields_of_deals(rules: RuleSet, seats: int, *, packs: int) -> dict[str, forms.Field]:
    if rules.turn_ups is None:
        return {"answer_1": Ticks(_("The deal"), [("", _("Played")), ("misdeal", word_for(rules, "misdeal"))])}
    fields: dict[str, forms.Field] = {}
    size, values = places_in_pack(rules, seats), rules.turn_ups.values
    ranks = [(rank, str(RANK_WORDS.get(rank, rank))) for rank in values if values[rank]]
    for place in range(1, packs * size + 1):
        number = (place - 1) % size + 1  # within its pack
        other = "" if number == 1 else OTHER  # after a run it is a fact: the suit changed to a card that scores nothing
        answers = list(_answer_choices(rules, seats, number))
        fields |= {
            f"turned_{place}": Ticks(_("Turned up"), [(other, _("Other card")), *ranks], start=other),
            f"card_{place}": CardField(_("Card"), suit=True),
            f"answer_{place}": Ticks(_("Then"), answers, start=answers[0][0]),
        }
    if rules.turn_ups.discard_to is not None:
        label = _("Discarded to %(number)s") % {"number": rules.turn_ups.discard_to}
        first_of_last = (packs - 1) * size + 1
        fields["discarded"] = Flag(label, start=True, when=f"answer_{first_of_last}=run")
    return fields


def _answer_choices(rules: RuleSet, seats: int, number: int) -> Iterator[tuple[str, str]]:
    """Yields what can follow this card of a pack, the likeliest first."""
    if rules.may_beg:
        yield "stand", _("Stood") if number == 1 else _("Played")
    else:
        yield "", _("Played")
    if rules.may_beg and rules.take_one is not None and number == 1:
        yield "take_one", _("Begged, took one")
    if number < deals_of(rules, seats):
        yield "run", _("Ran the pack") if number == 1 else _("Ran it again")
    if number == deals_of(rules, seats) and has_last_kick(rules, seats):
        yield "kick", _("Last kick")
    if number > 1:
        yield "redeal", word_for(rules, "redeal")
        if rules.turn_ups is not None and rules.turn_ups.may_bunch:
            yield "bunch", _("Bunch")
    yield "misdeal", word_for(rules, "misdeal")


def _fields_of_auction(
    rules: RuleSet, players: Mapping[str, str], numbers: Mapping[str, int]
) -> dict[str, forms.Field]:
    """Returns who pitched and for how much, which is enough, and one field for each player's bid; `players` is letter
    -> name, in the order of the deal, `numbers` letter -> number of the side. A player's bid starts at Pass, because
    most players pass."""
    if rules.auction is None:
        return {}
    bids = [(str(number), str(number)) for number in range(rules.auction.min_bid, rules.auction.max_bid + 1)]
    fields: dict[str, forms.Field] = {
        "pitcher": Ticks(_("Pitcher"), players.items(), sides=numbers),
        "bid": Ticks(_("Bid"), bids),
    }
    calls = [(PASS, _("Pass")), *bids]
    return fields | {f"bid_{letter}": Ticks(name, calls, start=PASS) for letter, name in players.items()}


def _fields_of_play(
    rules: RuleSet, sides: Mapping[str, str], numbers: Mapping[str, int], *, has_all_cards: bool
) -> dict[str, forms.Field]:
    """Returns the fields of High, Low, Jack and Game; `sides` is letter -> name, `numbers` letter -> number. With an
    auction there is always a High, because the first card pitched makes trumps; with all cards there is everything."""
    named = list(sides.items())
    dealt = "high!=none"
    no_trump = [] if rules.auction or has_all_cards else [(NONE, _("No trump dealt"))]
    no_jack = [] if has_all_cards else [(NONE, _("Not dealt"))]
    no_low = [(NONE, _("None played"))] if rules.turn_ups and rules.turn_ups.discard_to else []
    low = word_for(rules, "low")
    if rules.points.low_to == "winner":
        low = _("%(low)s, taken by") % {"low": low}
    jack = word_for(rules, "jack")
    turned = _("%(jack)s: turned up, so nobody can win it.") % {"jack": jack}
    fields: dict[str, forms.Field] = {
        "high": Ticks(word_for(rules, "high"), [*named, *no_trump], sides=numbers),
        "low": Ticks(low, [*named, *no_low], when=dealt, only={NONE: "answer_1=run"}, sides=numbers),
        "jack": Ticks(
            jack,
            [*named, *no_jack],
            start="" if has_all_cards else NONE,
            when=dealt,
            unless_turned="J" if rules.turn_ups and rules.cards.stock == "set_aside" else "",
            note=turned,
            sides=numbers,
        ),
    }
    if rules.points.jack != rules.points.hang_jack:
        kept = _("Kept it (%(points)s)") % {"points": rules.points.jack}
        hung = _("Hung it (%(points)s)") % {"points": rules.points.hang_jack}
        from_side = _("Hung it, from %(name)s")
        holders = [(side, hung if len(named) == 2 else from_side % {"name": name}) for side, name in named]
        fields["jack_from"] = Ticks(
            word_for(rules, "hang_jack"),
            [(KEPT, kept), *holders],
            start=KEPT,
            when=f"{dealt}; jack={' '.join(sides)}; high_rank!=J",
            other_than="jack",
        )
    fields["game"] = Ticks(word_for(rules, "game"), [*named, (TIE, _("Tie"))], sides=numbers)
    return fields | {
        f"{kind}_rank": CardField(_("%(card)s was the") % {"card": word_for(rules, kind)}, suit=False)
        for kind in ("high", "low")
    }


def _fields_of_cards(players: Mapping[str, str]) -> dict[str, forms.Field]:
    """Returns the fields of a full record; `players` is letter -> name."""
    fields: dict[str, forms.Field] = {f"dealt_{letter}": CardsBox(name) for letter, name in players.items()}
    return fields | {"tricks": TricksBox(_("Tricks, one per line, the leader’s card first"))}


def _fields_of_revokes(
    rules: RuleSet, players: Mapping[str, str], of_player: Mapping[str, int], *, number: int
) -> dict[str, forms.Field]:
    """Returns the fields of revokes; `players` is letter -> name, `of_player` letter -> number of the side."""
    costs = rules.penalties
    if not rules.has_revoke_penalty:
        return {}
    fields: dict[str, forms.Field] = {}
    for place in range(1, number + 1):
        label = _("%(revoke)s by") % {"revoke": word_for(rules, "revoke")} if place == 1 else _("Another by")
        when = f"revoke_{place}!={NOBODY}"
        fields[f"revoke_{place}"] = Ticks(
            label, [(NOBODY, _("Nobody")), *players.items()], start=NOBODY, sides=of_player
        )
        if costs.revoke_loses_game in ("top_trump", "trump_lead", "bare_jack"):
            led = [("trump", _("a trump")), ("plain", _("another suit"))]
            fields[f"revoke_led_{place}"] = Ticks(_("Led was"), led, when=when)
        if costs.revoke_loses_game == "top_trump":
            label = _("One of the top 5 trumps was held")
            fields[f"revoke_top_{place}"] = YesNo(label, when=f"revoke_led_{place}=trump")
        if costs.revoke_loses_game == "bare_jack":
            label = _("The only trump held was the Jack")
            fields[f"revoke_bare_{place}"] = YesNo(label, when=f"revoke_led_{place}=trump", unless_turned="J")
        if costs.revoke_from_offender != costs.revoke_from_offender_with_jack:
            fields[f"revoke_jack_{place}"] = YesNo(_("The trump Jack was in the trick"), when=when, unless_turned="J")
        if costs.revoke_correctable != "never":
            fields[f"revoke_corrected_{place}"] = Flag(_("Corrected in time, so no penalty"), when=when)
    return fields
