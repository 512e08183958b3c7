"""The score sheet of a table: a row a hand, with the columns that its rules have something to write in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from scoring import RULE_SETS, RuleSet
from tournament.draw.queries.drafts import turns_of_table
from tournament.draw.queries.draws import tables_of
from tournament.event.queries.hours import where_at, where_of
from tournament.event.queries.rules import card_word, counts_hang_jacks, rules_of, turn_up_words, word_for
from tournament.formats.formats import FORMATS
from tournament.matches.queries.matches import sides_of, with_sides
from tournament.matches.queries.series import length_of
from tournament.matches.result_checks import most_games
from tournament.models import Event, Match, Stage, State

WIDTH = 190.0
"""Of the grid, in millimetres."""
HANDS = 20
SIDES = "ABCDEFG"
ROOM_FOR_BOXES = 7
"""As many leave room for hang jacks beside them."""
GAP = "  "
"""Between what is printed in a row, so that one of it can be ringed."""


@dataclass(frozen=True)
class Column:
    """`left` and `width` are in millimetres of the grid; `printed` stands in every row, to be ringed; `more` stands
    small in the head: of a score, above whose it is."""

    head: str
    width: float
    printed: str = ""
    more: str = ""
    is_score: bool = False
    left: float = 0.0


@dataclass(frozen=True)
class SideOnSheet:
    """`letter` stands for it in the columns; no name is a line to write it on."""

    letter: str
    name: str


@dataclass(frozen=True)
class TableSheet:
    """`where` is empty on a blank sheet, which names its `game` instead; `boxes` are the games that a side can win, to
    be ticked, and `written_in` is what else of the result a side's line has room for."""

    where: str
    sides: tuple[SideOnSheet, ...]
    columns: tuple[Column, ...]
    hands: tuple[int, ...]
    length: str
    target: str
    advice: tuple[str, ...]
    boxes: tuple[int, ...]
    written_in: tuple[str, ...] = ()
    game: str = ""
    is_draft: bool = False


def table_sheets_of(event: Event, stage: Stage, table: int | None = None) -> tuple[TableSheet, ...]:
    """One for each match of the stage, or of one table alone, in table order; of a draft too. Four queries, five of a
    draft."""
    if stage.released_at is None:
        return _drafted(event, stage, table)
    matches = Match.objects.filter(table__stage=stage).exclude(state=State.CALLED_OFF)
    if table is not None:
        matches = matches.filter(table__number=table)
    ordered = matches.select_related("table__stage", "round").order_by("table__number", "round__number", "pk")
    rules = rules_of(event)
    return tuple(
        _sheet(event, rules, [side.name for side in sides_of(match)], where_of(event, match))
        for match in with_sides(ordered)
    )


def _drafted(event: Event, stage: Stage, table: int | None) -> tuple[TableSheet, ...]:
    """Of the matches that there will be once the seats are out."""
    rules = rules_of(event)
    return tuple(
        replace(
            _sheet(event, rules, names, where_at(event, stage.number, view.table.number, turn.number)), is_draft=True
        )
        for view in tables_of(stage)
        if table in (None, view.table.number)
        for turn in turns_of_table(view)
        for names in turn.matches
    )


def sheet_for(event: Event, match: Match) -> TableSheet:
    """Of one match, read with its sides."""
    return _sheet(event, rules_of(event), [side.name for side in sides_of(match)], where_of(event, match))


def blank_table_sheet(event: Event) -> TableSheet:
    """For any table of the evening: names and number are written in."""
    rules = rules_of(event)
    many = event.table_size or min(5, max(rules.players.singles, default=2))
    return replace(_sheet(event, rules, [""] * (many if rules.auction else 2), ""), game=gettext(rules.name))


def sheet_at(event: Event, where: str, names: Sequence[str]) -> TableSheet:
    """Of a match that is not there yet."""
    return _sheet(event, rules_of(event), names, where)


def blank_table_sheets() -> tuple[TableSheet, ...]:
    """One of every game, as its document has it."""
    tables = [FORMATS[f"{key}-tables"] for key in RULE_SETS]
    return tuple(blank_table_sheet(Event(format=each.key, **each.defaults)) for each in tables)


def _sheet(event: Event, rules: RuleSet, names: Sequence[str], where: str) -> TableSheet:
    sides = tuple(SideOnSheet(letter, name) for letter, name in zip(SIDES, names, strict=False))
    length = length_of(event)
    columns = _bidding(rules, sides) if rules.auction else _four(rules, sides)
    boxes = tuple(range(most_games(length) or 0))
    return TableSheet(
        where=where,
        sides=sides,
        columns=columns,
        hands=tuple(range(1, HANDS + 1)),
        length=length.words,
        target=_("Game to %(target)s") % {"target": rules.target} if rules.target else "",
        advice=tuple(_advice(rules)),
        boxes=boxes,
        written_in=tuple(_written_in(rules, len(sides), boxes)),
    )


def _written_in(rules: RuleSet, sides: int, boxes: Sequence[int]) -> Iterator[str]:
    """What is written at the end besides the games, so that one slip says the whole result."""
    if sides > 2 and boxes:
        return
    yield _("Points")
    if sides == 2 and counts_hang_jacks(rules) and len(boxes) <= ROOM_FOR_BOXES:
        yield _("Hang jacks")


def _four(rules: RuleSet, sides: Sequence[SideOnSheet]) -> tuple[Column, ...]:
    """A row a hand for two sides: what was turned up and begged, and whose High, Low, Jack and Game was. Where Jacks
    are hung there is less room for each."""
    both = GAP.join(side.letter for side in sides)
    is_full = counts_hang_jacks(rules)
    dealer, point, score = (13, 11, 12) if is_full else (18, 15, 17)
    jacks = [Column(word_for(rules, "jack"), point, both)]
    if is_full:
        kept, hung = rules.points.jack, rules.points.hang_jack
        jacks = [replace(jacks[0], more=_("kept %(points)s") % {"points": kept})]
        jacks += [Column(word_for(rules, "hang_jack"), point, both, str(hung))]
    return _filled(
        [
            Column(_("Dealer"), dealer),
            *_before_the_play(rules, both),
            Column(word_for(rules, "high"), point, both),
            Column(word_for(rules, "low"), point, both),
            *jacks,
            Column(word_for(rules, "game"), point + 1, both),
            *(Column(side.letter, score, more=_("Score"), is_score=True) for side in sides),
        ]
    )


def _before_the_play(rules: RuleSet, both: str) -> Iterator[Column]:
    if rules.turn_ups:
        cards = [card_word(rank) for rank in rules.turn_ups.values]
        yield Column(word_for(rules, "turn_up"), 28 if len(cards) > 1 else 17, GAP.join(cards), turn_up_words(rules))
    if rules.take_one:
        stand = _(rules.label("stand"))
        yield Column(_("Beg"), 24 + len(stand) * 1.3, GAP.join((stand, _("one"), _("run"))))
    if rules.penalties.misdeal:
        yield Column(word_for(rules, "misdeal"), 14.5, both)


def _bidding(rules: RuleSet, sides: Sequence[SideOnSheet]) -> tuple[Column, ...]:
    """A row a hand with a column a player, the bids printed in it to be ringed."""
    assert rules.auction
    bids = GAP.join(str(bid) for bid in range(rules.auction.min_bid, rules.auction.max_bid + 1))
    each = min(36.0, (WIDTH - 54) / len(sides))
    players = [Column(side.letter, each, bids, _("bid, score"), is_score=True) for side in sides]
    return _filled([Column(_("Dealer"), 13), Column(_("Trumps"), 14), *players])


def _filled(columns: Sequence[Column]) -> tuple[Column, ...]:
    """With the number of the hand before them, and room for remarks after them up to the width of the grid."""
    number = Column(_("Hand"), 9)
    room = WIDTH - number.width - sum(column.width for column in columns)
    ordered = (number, *columns, Column(_("Remarks"), room))
    lefts = accumulate((column.width for column in ordered), initial=0.0)
    return tuple(replace(column, left=left) for column, left in zip(ordered, lefts, strict=False))


def _advice(rules: RuleSet) -> Iterator[str]:
    """What the marks mean, and how to make them."""
    if rules.auction:
        yield _("Ring the bid in the pitcher's column, and write each score as it then stands.")
        yield _("A pitcher who makes less than the bid is set back: take the bid off, unless somebody else revoked.")
        yield _("A score below nought: ring it, the player is in the hole.")
        if rules.auction.all_pass == "next_dealer":
            yield _("Nobody bids: write “passed out” under remarks; the deal passes.")
        elif rules.auction.all_pass == "same_dealer":
            yield _("Nobody bids: write “passed out” under remarks; the same player deals again.")
        return
    yield _("Ring whose point it was, and write each score as it then stands.")
    if rules.turn_ups:
        turned = _("%(word)s: ring the card turned up where it scores; its points go to whoever dealt.")
        yield turned % {"word": word_for(rules, "turn_up")}
        yield _("A Jack turned up last stays on the table: ring nobody under %(jack)s.") % {
            "jack": word_for(rules, "jack")
        }
    if rules.take_one:
        beg = _(
            "Beg: %(stand)s, the suit stays; one, the dealer gives a point; run, three more cards each and a new suit."
        )
        yield beg % {"stand": _(rules.label("stand"))}
    if counts_hang_jacks(rules):
        hung = _("%(word)s: the Jack taken from the side that was dealt it.")
        yield hung % {"word": word_for(rules, "hang_jack")}
    if rules.penalties.misdeal:
        yield _("Misdeal: ring the side that did not deal, and begin a new line.")
    if rules.target:
        yield _("At the end of a game draw a line below its last hand.")
