"""The score sheet of a table: a row a hand, with the columns that its rules have something to write in."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from scoring import RULE_SETS, RuleSet
from tournament.formats import FORMATS
from tournament.models import Event, Match, Stage, State
from tournament.queries.drafts import turns_of_table
from tournament.queries.draws import tables_of
from tournament.queries.hours import where_at, where_of
from tournament.queries.matches import sides_of, with_sides
from tournament.queries.rules import counts_hang_jacks, rules_of, word_for
from tournament.queries.series import length_of

WIDTH = 186.0
"""Of the grid, in millimetres."""
HANDS = 26
SIDES = "ABCDEFG"


@dataclass(frozen=True)
class Column:
    """`left` and `width` are in millimetres of the grid; `printed` stands in every row, to be ringed or ticked."""

    head: str
    width: float
    printed: str = ""
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
    be ticked."""

    where: str
    sides: tuple[SideOnSheet, ...]
    columns: tuple[Column, ...]
    hands: tuple[int, ...]
    length: str
    target: str
    advice: tuple[str, ...]
    boxes: tuple[int, ...]
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
    return TableSheet(
        where=where,
        sides=sides,
        columns=columns,
        hands=tuple(range(1, HANDS + 1)),
        length=length.words,
        target=_("Game is %(target)s") % {"target": rules.target} if rules.target else "",
        advice=_advice(rules),
        boxes=tuple(range(length.number)) if length.kind != "timed" else (),
    )


def _four(rules: RuleSet, sides: Sequence[SideOnSheet]) -> tuple[Column, ...]:
    """A row a hand for two sides: what was turned up and begged, and whose High, Low, Jack and Game was."""
    both = "   ".join(side.letter for side in sides)
    jack = both
    if counts_hang_jacks(rules):
        kept, hung = rules.points.jack, rules.points.hang_jack
        jack = "   ".join(f"{side.letter}{kept} {side.letter}{hung}" for side in sides)
    columns = [Column(_("Dealer"), 20)]
    if rules.turn_ups:
        turned = "  ".join(f"{rank}{points}" for rank, points in rules.turn_ups.values.items())
        columns.append(Column(word_for(rules, "turn_up"), 22, turned))
    if rules.take_one:
        columns.append(Column(_("Beg"), 26, _("stand · one · run")))
    columns += [
        Column(word_for(rules, "high"), 13, both),
        Column(word_for(rules, "low"), 13, both),
        Column(word_for(rules, "jack"), 25 if jack != both else 13, jack),
        Column(word_for(rules, "game"), 13, both),
        *(Column(side.letter, 14, is_score=True) for side in sides),
    ]
    return _filled(columns)


def _bidding(rules: RuleSet, sides: Sequence[SideOnSheet]) -> tuple[Column, ...]:
    """A row a hand with a column a player, the bids printed small to be ringed."""
    assert rules.auction
    bids = " ".join(str(bid) for bid in range(rules.auction.min_bid, rules.auction.max_bid + 1))
    each = min(28.0, (WIDTH - 64) / len(sides))
    players = [Column(side.letter, each, bids, is_score=True) for side in sides]
    return _filled([Column(_("Dealer"), 16), Column(_("Trumps"), 16), *players])


def _filled(columns: Sequence[Column]) -> tuple[Column, ...]:
    """With the number of the hand before them, and room for remarks after them up to the width of the grid."""
    number = Column(_("Hand"), 9)
    room = WIDTH - number.width - sum(column.width for column in columns)
    ordered = (number, *columns, Column(_("Remarks"), room))
    lefts = accumulate((column.width for column in ordered), initial=0.0)
    return tuple(replace(column, left=left) for column, left in zip(ordered, lefts, strict=False))


def _advice(rules: RuleSet) -> tuple[str, ...]:
    if rules.auction:
        return (
            _("Ring the bid in the pitcher's column, and write each score as it then stands."),
            _("A score below nought: ring it, the player is in the hole."),
        )
    said = [_("Ring whose point it was, and write each side's score as it then stands.")]
    if counts_hang_jacks(rules):
        said.append(
            _("A Jack that was taken from the other side is ringed at %(points)s.") % {"points": rules.points.hang_jack}
        )
    if rules.target:
        said.append(_("At the end of a game draw a line below its last hand."))
    return tuple(said)
