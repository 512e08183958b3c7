"""The score sheet of a table: a row for each hand, with the columns that its rules need."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import RULE_SETS, RuleSet
from tournament.draw.queries.drafts import turns_of_table
from tournament.draw.queries.draws import tables_of
from tournament.event.queries.hours import say_wave_on_paper, say_where, say_where_drawn
from tournament.formats.formats import FORMATS
from tournament.formats.match_length import Length
from tournament.matches.queries.matches import length_at, length_of, length_of_match, sides_of, with_sides
from tournament.matches.result_checks import most_games
from tournament.models import Event, Match, Stage, State
from tournament.rules.queries.rules import (
    counts_hang_jacks,
    name_of_game,
    rules_of,
    word_for,
    word_for_card,
    words_for_turn_ups,
)

WIDTH = 190.0
"""The width of the grid in millimetres."""
HANDS = 20
HAND, BEFORE_BIDS = 9.0, 27.0
"""The widths of the column for the hand's number, and of the columns before the bids."""
LEAST_OF_BIDS = 22.0
"""The least width for the bids of a player and a score beside them."""
SIDES = "ABCDEFG"
ROOM_FOR_BOXES = 7
"""Two sides that may win more games than this write their number in."""
REMARKS = 12.0
"""The least width in millimetres of the column for remarks; a sheet without that room has none."""
ROOM_FOR_TRACKS = 3
"""Up to this many games have a track each."""
TALLY = 30
"""Strokes of a track if no score ends the game."""
BELOW_ZERO = 4
"""Squares before a track if a score can fall below 0: two revokes with the Jack, or a bid of four."""
LEFT_TO_RIGHT = ("high", "low", "jack", "game")
"""The columns of the four; rules that count them in this order have their points from left to right."""
GAP = "  "
"""The room between printed words, so that one can be ringed."""


@dataclass(frozen=True)
class Column:
    """A column; `left` and `width` are in millimetres. `printed` is in every row, to be ringed; `more` is small print
    in the head."""

    head: str
    width: float
    printed: str = ""
    more: str = ""
    is_score: bool = False
    left: float = 0.0


@dataclass(frozen=True)
class SideOnSheet:
    """A side; its `letter` stands for it in columns. An empty name is a line to write on."""

    letter: str
    name: str


@dataclass(frozen=True)
class TableSheet:
    """A sheet; a blank one names its `game` instead of `where`. `boxes` are ticked for games won. `tracks` has the
    number of strokes for each game, on the track of each side; it is empty if more than two sides play. Before each
    are `below_zero` squares for a score below 0. `written_in` are other figures of the result for which a side's line
    has room. `wave` says when and where the table plays if the hall does not have it."""

    where: str
    sides: tuple[SideOnSheet, ...]
    columns: tuple[Column, ...]
    hands: tuple[int, ...]
    length: str
    target: str
    advice: tuple[str, ...]
    boxes: tuple[int, ...]
    tracks: tuple[int, ...] = ()
    below_zero: int = 0
    written_in: tuple[str, ...] = ()
    game: str = ""
    is_draft: bool = False
    wave: str = ""

    @property
    def form(self) -> tuple[object, ...]:
        """What is drawn the same on all sheets that are equal in it."""
        return self.columns, self.hands, self.tracks, self.below_zero, self.advice


def table_sheets_of(event: Event, stage: Stage, table: int | None = None) -> tuple[TableSheet, ...]:
    """Returns a sheet for each match of the stage, or of one table, in order of tables, also of a draft. Four queries,
    five for a draft."""
    if stage.released_at is None:
        return _sheets_of_draft(event, stage, table)
    matches = Match.objects.filter(table__stage=stage).exclude(state=State.CALLED_OFF)
    if table is not None:
        matches = matches.filter(table__number=table)
    ordered = matches.select_related("table__stage", "round").order_by("table__number", "round__number", "pk")
    return tuple(sheet_for(event, match) for match in with_sides(ordered))


def _sheets_of_draft(event: Event, stage: Stage, table: int | None) -> tuple[TableSheet, ...]:
    """Returns sheets for the matches that there will be once the seats are shown."""
    return tuple(
        replace(
            sheet_for_names(
                event,
                names,
                say_where_drawn(event, stage.number, view.table.number, turn.number),
                length_at(event, view.table.number),
            ),
            is_draft=True,
            wave=say_wave_on_paper(event, view.table.number),
        )
        for view in tables_of(stage)
        if table in (None, view.table.number)
        for turn in turns_of_table(view)
        for names in turn.matches
    )


def sheet_for(event: Event, match: Match) -> TableSheet:
    """Returns the sheet of a match that was read with its sides."""
    where, names = say_where(event, match), [side.name for side in sides_of(match)]
    sheet = sheet_for_names(event, names, where, length_of_match(match))
    return replace(sheet, wave=say_wave_on_paper(event, match.table.number))


def blank_table_sheet(event: Event) -> TableSheet:
    """Returns a sheet for any table of the evening; names and number are written in."""
    rules = rules_of(event)
    is_for_many = rules.auction is not None and event.enters == "players"
    many = event.table_size or min(5, max(rules.players.singles, default=2))
    sheet = sheet_for_names(event, [""] * (many if is_for_many else 2), "", length_of(event))
    return replace(sheet, game=name_of_game(rules))


def blank_table_sheets() -> tuple[TableSheet, ...]:
    """Returns a blank sheet for every game, by its document."""
    tables = [FORMATS[f"{key}-tables"] for key in RULE_SETS]
    return tuple(blank_table_sheet(Event(format=each.key, **each.defaults)) for each in tables)


def sheet_for_names(event: Event, names: Sequence[str], where: str, length: Length) -> TableSheet:
    """Returns the sheet of a match that may not exist yet."""
    rules = rules_of(event)
    sides = tuple(SideOnSheet(letter, name) for letter, name in zip(SIDES, names, strict=False))
    kind = _kind_of_sheet(rules)
    most, tracks = most_games(length) or 0, _tracks_for(rules, len(sides), length) if kind.has_tracks else ()
    boxes = () if len(sides) == 2 and most > ROOM_FOR_BOXES else tuple(range(most))
    return TableSheet(
        where=where,
        sides=sides,
        columns=kind.columns(rules, sides),
        hands=tuple(range(1, HANDS + 1)),
        length=length.words,
        target=_("Game to %(target)s") % {"target": rules.target} if rules.target else "",
        advice=tuple(kind.advice(rules)),
        boxes=boxes,
        tracks=tracks,
        below_zero=BELOW_ZERO if tracks and _can_fall_below_zero(rules) else 0,
        written_in=tuple(_boxes_to_write_in(rules, len(sides), boxes, most)),
    )


def _tracks_for(rules: RuleSet, sides: int, length: Length) -> tuple[int, ...]:
    if sides > 2:
        return ()
    games = {"single": 1, "timed": 1, "race": 2 * length.number - 1}.get(length.kind, length.number)
    return (rules.target or TALLY,) * min(games, ROOM_FOR_TRACKS)


def _can_fall_below_zero(rules: RuleSet) -> bool:
    return bool(rules.auction or rules.penalties.revoke_from_offender)


def _boxes_to_write_in(rules: RuleSet, sides: int, boxes: Sequence[int], most: int) -> Iterator[str]:
    """Yields the figures to write in besides games won, so that one sheet says the whole result."""
    if sides > 2 and boxes:
        return
    if most and not boxes:
        yield _("Games won")
    yield _("Points")
    if sides == 2 and counts_hang_jacks(rules):
        yield _("Hang jacks")


def _columns_of_the_four(rules: RuleSet, sides: Sequence[SideOnSheet]) -> tuple[Column, ...]:
    """Returns columns for two sides: turn-ups, begs, and who scored High, Low, Jack and Game. With hang jacks each is
    narrower."""
    both = GAP.join(side.letter for side in sides)
    is_full = counts_hang_jacks(rules)
    dealer, point, score = (13, 11, 12) if is_full else (17, 14, 15)
    jacks = [Column(word_for(rules, "jack"), point, both)]
    if is_full:
        kept, hung = rules.points.jack, rules.points.hang_jack
        jacks = [replace(jacks[0], more=_("kept %(points)s") % {"points": kept})]
        jacks += [Column(word_for(rules, "hang_jack"), point, both, str(hung))]
    return _fill_width(
        [
            Column(_("Dealer"), dealer),
            *_columns_before_play(rules, both),
            Column(word_for(rules, "high"), point, both),
            Column(word_for(rules, "low"), point, both),
            *jacks,
            Column(word_for(rules, "game"), point + 0.5, both),
            *_column_of_revokes(rules, both),
            *(Column(side.letter, score, more=_("Score"), is_score=True) for side in sides),
        ]
    )


def _column_of_revokes(rules: RuleSet, both: str) -> Iterator[Column]:
    if rules.penalties.follow != "free":
        yield Column(word_for(rules, "revoke"), 13.8, both)


def _columns_before_play(rules: RuleSet, both: str) -> Iterator[Column]:
    if rules.turn_ups:
        cards = [word_for_card(rank) for rank in rules.turn_ups.values]
        yield Column(
            word_for(rules, "turn_up"), 28.2 if len(cards) > 1 else 17, GAP.join(cards), words_for_turn_ups(rules)
        )
    if rules.may_beg and rules.take_one:
        stand = _(rules.label("stand"))
        yield Column(_("Beg"), 24.6 + len(stand) * 1.4, GAP.join((stand, _("one"), _("run"))))
    if rules.penalties.misdeal:
        yield Column(word_for(rules, "misdeal"), 14.5, both, str(rules.penalties.misdeal))


def _columns_of_bidding(rules: RuleSet, sides: Sequence[SideOnSheet]) -> tuple[Column, ...]:
    """Returns columns for each player with bids to be ringed."""
    assert rules.auction
    bids = GAP.join(str(bid) for bid in range(rules.auction.min_bid, rules.auction.max_bid + 1))
    room = WIDTH - HAND - BEFORE_BIDS
    each = min(36.0, (room - REMARKS) / len(sides))
    if each < LEAST_OF_BIDS:
        each = room / len(sides)
    players = [Column(side.letter, each, bids, _("bid, score"), is_score=True) for side in sides]
    return _fill_width([Column(_("Dealer"), BEFORE_BIDS - 14), Column(_("Trumps"), 14), *players])


def _columns_of_points_taken(rules: RuleSet, sides: Sequence[SideOnSheet]) -> tuple[Column, ...]:
    """Returns columns for the bid, for what each side took, and for the scores."""
    columns = [Column(_("Dealer"), BEFORE_BIDS - 14)]
    if rules.auction:
        columns += [Column(_("Trumps"), 14), Column(_("Pitcher"), 18), Column(_("Bid"), 14)]
    each = (WIDTH - HAND - 2 * REMARKS - sum(column.width for column in columns)) / (2 * len(sides))
    took = [Column(side.letter, each, more=_("Taken")) for side in sides]
    scores = [Column(side.letter, each, more=_("Score"), is_score=True) for side in sides]
    return _fill_width([*columns, *took, *scores])


def _fill_width(columns: Sequence[Column]) -> tuple[Column, ...]:
    """Returns the columns after the number of the hand. The rest of the width is for remarks if it is wide enough;
    otherwise the scores are wider."""
    room = WIDTH - HAND - sum(column.width for column in columns)
    if room >= REMARKS:
        columns = [*columns, Column(_("Notes"), room)]
    else:
        more = room / sum(column.is_score for column in columns)
        columns = [replace(each, width=each.width + more) if each.is_score else each for each in columns]
    ordered = (Column(_("Hand"), HAND), *columns)
    lefts = accumulate((column.width for column in ordered), initial=0.0)
    return tuple(replace(column, left=left) for column, left in zip(ordered, lefts, strict=False))


def _give_advice_on_the_four(rules: RuleSet) -> Iterator[str]:
    """Explains the marks and how to make them."""
    yield _("With strokes alone: cross off a point on your track for each one scored. Nothing else is needed.")
    yield _("Hand by hand: ring the side that won each point, and write each score after the hand.")
    if rules.turn_ups:
        turned = _("%(word)s: ring the card turned up where it scores; its points go to the dealer.")
        yield turned % {"word": word_for(rules, "turn_up")}
        if rules.cards.stock == "set_aside":
            stays = _("A Jack turned up last stays on the table: ring nobody under %(jack)s.")
            yield stays % {"jack": word_for(rules, "jack")}
    if rules.turn_ups and rules.may_beg and rules.take_one:
        beg = ngettext(
            "Beg: %(stand)s, the suit stays; one, the dealer gives a point; run, %(n)s more card each and a new suit.",
            "Beg: %(stand)s, the suit stays; one, the dealer gives a point; run, %(n)s more cards each and a new suit.",
            rules.turn_ups.run_cards,
        )
        yield beg % {"stand": _(rules.label("stand")), "n": rules.turn_ups.run_cards}
    if counts_hang_jacks(rules):
        hung = _("%(word)s: the Jack taken from the side that was dealt it.")
        yield hung % {"word": word_for(rules, "hang_jack")}
    if rules.penalties.misdeal:
        yield _("Misdeal: ring the side that did not deal, and start a new line.")
    if rules.penalties.follow != "free":
        yield _explain_revoke(rules)
    if rules.target and rules.points.order == LEFT_TO_RIGHT:
        counted = _("Points count from left to right: the first side to %(target)s wins. Draw a line below that hand.")
        yield counted % {"target": rules.target}
    elif rules.target:
        yield _("At the end of a game, draw a line below its last hand.")


def _give_advice_on_bids(rules: RuleSet) -> Iterator[str]:
    if rules.players.singles:
        yield _("Ring the bid in the pitcher’s column, and write each score after the hand.")
        yield _("A pitcher who makes less than the bid is set back: take the bid off, unless somebody else revoked.")
        yield _("Ring a score below 0: the player is in the hole.")
        yield _("Write R beside the bid of a player who revoked.")
    else:
        yield _("Ring the bid in the column of the pitcher’s side, and write each score after the hand.")
        yield _("A side that makes less than it bid is set back: take the bid off, unless the other side revoked.")
        yield _("Ring a score below 0: the side is in the hole.")
        yield _("Write R beside the bids of a side that revoked.")
    yield from _explain_passing(rules)


def _give_advice_on_points_taken(rules: RuleSet) -> Iterator[str]:
    yield _("Write what each side took in the hand, and each score after it.")
    if rules.taken and rules.taken.all_in_play:
        sums = get_text_list([str(each) for each in sorted(rules.taken.sums)], _("or"))
        yield _("What both sides took must add up to %(sums)s.") % {"sums": sums}
    if rules.auction:
        if rules.auction.failed_bid == "to_opponents":
            yield _("A side that takes less than it bid scores nothing: the other side scores the bid besides.")
        else:
            yield _("A side that takes less than it bid is set back: take the bid off its score.")
        yield from _explain_passing(rules)
    else:
        yield _("The hand ends as soon as a side is out: write what each had taken by then.")
    if rules.has_revoke_penalty:
        yield _("%(word)s: write it under Notes; the rules sheet says what it costs.") % {
            "word": word_for(rules, "revoke")
        }
    yield _("At the end of a game, draw a line below its last hand.")


def _explain_passing(rules: RuleSet) -> Iterator[str]:
    all_pass = rules.auction.all_pass if rules.auction else ""
    if all_pass == "next_dealer":
        yield _("Nobody bids: write “passed out” across the line; the deal passes.")
    elif all_pass == "same_dealer":
        yield _("Nobody bids: write “passed out” across the line; the same player deals again.")


def _explain_revoke(rules: RuleSet) -> str:
    costs = rules.penalties
    word = {
        "word": word_for(rules, "revoke"),
        "n": str(costs.revoke_from_offender),
        "jack": str(costs.revoke_from_offender_with_jack),
    }
    if costs.revoke_from_offender != costs.revoke_from_offender_with_jack:
        words = _(
            "%(word)s: ring the side that revoked and take off %(n)s, %(jack)s with the Jack in the trick; "
            "squares are below 0."
        )
    elif costs.revoke_from_offender:
        words = _("%(word)s: ring the side that revoked and take off %(n)s; squares are below 0.")
    elif rules.has_revoke_penalty:
        words = _("%(word)s: ring the side that did not follow suit; the rules sheet says what it costs.")
    else:
        words = _("%(word)s: ring the side that did not follow suit, and call the director.")
    return words % word


@dataclass(frozen=True)
class KindOfSheet:
    """What the hands of a game are written in, how to do it, and whether each point is crossed off on a track."""

    columns: Callable[[RuleSet, Sequence[SideOnSheet]], tuple[Column, ...]]
    advice: Callable[[RuleSet], Iterator[str]]
    has_tracks: bool = True


OF_THE_FOUR = KindOfSheet(_columns_of_the_four, _give_advice_on_the_four)
OF_BIDS = KindOfSheet(_columns_of_bidding, _give_advice_on_bids)
OF_POINTS_TAKEN = KindOfSheet(_columns_of_points_taken, _give_advice_on_points_taken, has_tracks=False)


def _kind_of_sheet(rules: RuleSet) -> KindOfSheet:
    if not rules.points.order:
        return OF_POINTS_TAKEN
    return OF_BIDS if rules.auction is not None else OF_THE_FOUR
