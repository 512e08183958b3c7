"""The parts of the power-cut kit, with which people play the rest of an evening without the laptop. `paper.kit` binds
them together; the Paper page does not offer them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.clock.queries.timetable import timetable_of
from tournament.draw.queries.draws import movement_of
from tournament.event.queries.hours import hour_label, place_of
from tournament.formats.formats import BELL_RULES
from tournament.formats.presets import MOVEMENT_LABELS, MOVEMENT_TEXTS
from tournament.matches.queries.matches import length_of
from tournament.models import Match, State
from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.paper.documents import brackets, score_sheets, seating
from tournament.paper.documents.blanks import BLANKS
from tournament.paper.documents.standings import read_standings_so_far
from tournament.paper.documents.table_sheets import TABLE_SHEETS, add_grid
from tournament.paper.queries.hour_sheets import ScoreSheets, score_sheets_of, seating_of, words_for_length
from tournament.paper.queries.kits import (
    RestOfEvening,
    RoundAhead,
    count_blank_tables,
    score_sheets_ahead,
    sheets_for_next_hour,
    table_sheets_left,
)
from tournament.paper.queries.table_sheets import blank_table_sheet
from tournament.paper.row_spacing import ABOVE_FIRST, BELOW, find_first_rows
from tournament.press.sheets import Options, page_of
from tournament.standings.queries.standings import standings_of
from tournament.standings.queries.standings_page import standings_on_paper

MOST_SHEETS = 60
"""The most sheets with names for rounds ahead; only whole rounds are printed."""
ROW, TALLEST_ROW, LINES_ABOVE, MOST_BOXES = 7.5, 11.0, 14.0, 7
"""The heights in millimetres of a row to write in and of the sentences above, and the most rounds with a box."""
BLANK = {document.key: document for document in BLANKS}


@dataclass(frozen=True)
class KitSection:
    """A part of the kit with its first and last page."""

    title: str
    first: int
    last: int

    @property
    def pages(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


@dataclass(frozen=True)
class RoundToPlay:
    """A round that is still to be played. `starts` is "" while it is not known; `seats` says where to find them."""

    label: str
    starts: str
    length: str
    seats: str


def parts_of_kit(left: RestOfEvening, ahead: tuple[RoundAhead, ...]) -> tuple[Document, ...]:
    """Returns the parts besides the cover, in the order in which they are needed, without those that would be empty.
    `ahead` is from `rounds_ahead_of`."""
    event, parts = left.event, list[Document]()
    if Match.objects.filter(table__stage__event=event).exclude(state__in=(State.WAITING, State.CALLED_OFF)).exists():
        parts.append(STANDINGS_SO_FAR)
        if left.is_on or left.not_drawn:
            parts.append(replace(TALLY, read=lambda asked: _read_tally(left, ahead, asked)))
    if brackets.BRACKET.makes_sense(event) and place_of(event, left.stage.number).part.movement.startswith("knock-out"):
        parts.append(replace(brackets.BRACKET, key="kit-bracket"))
    if left.is_on:
        paper = seating_of(event, left.stage, over=left.over)
        parts.append(_document_of_stage(seating.BY_NAME, left, partial(seating.lay_out_by_name, paper)))
        parts.append(_document_of_stage(seating.BY_TABLE, left, partial(seating.lay_out_by_table, paper)))
    if ahead:
        parts.append(_document_showing(ROUNDS_AHEAD, {"rounds": ahead}))
    return (*parts, *_find_sheets(left, ahead))


def _read_tally(left: RestOfEvening, ahead: tuple[RoundAhead, ...], asked: DocumentRequest) -> Mapping[str, Any]:
    """Returns the standings so far, with the rounds that have a box."""
    page = standings_on_paper(standings_of(left.event))
    high = page_of(asked.options).height - LINES_ABOVE
    first_rows, least = find_first_rows([ROW] * len(page.rows), high)
    rows = [
        (row, page.first_figure_of(row), row.line.placing.record.played, at in first_rows)
        for at, row in enumerate(page.rows)
    ]
    rounds = [each.label for each in _rounds_to_play(left, ahead, asked.now or timezone.now())]
    height = least or min(max((high - ABOVE_FIRST - BELOW) / len(rows), ROW), TALLEST_ROW)
    return {"page": page, "rows": rows, "rounds": rounds[:MOST_BOXES], "height": height}


def _find_sheets(left: RestOfEvening, ahead: tuple[RoundAhead, ...]) -> Iterator[Document]:
    event = left.event
    if not event.kind.has_sheets:
        named = table_sheets_left(left, ahead, MOST_SHEETS)
        if named:
            yield _document_showing(NAMED_TABLE_SHEETS, add_grid(named))
        if named or left.not_drawn:
            yield _document_showing(
                BLANK_TABLE_SHEETS, add_grid((blank_table_sheet(event),) * count_blank_tables(left))
            )
        return
    if left.is_on:
        yield _document_showing(SHEETS_LEFT, _context_of_sheets(score_sheets_of(event, left.stage, over=left.over)))
    for paper in score_sheets_ahead(left, ahead, MOST_SHEETS):
        title = _("Score sheets: %(round)s") % {"round": paper.stage_label}
        yield _document_showing(replace(SHEETS_TO_COME, title=title), _context_of_sheets(paper))
    following = sheets_for_next_hour(left)
    if following and not ahead:
        yield _document_showing(SHEETS_TO_COME, _context_of_sheets(following))
    if left.is_on or following:
        yield SPARE_SHEETS


def _context_of_sheets(paper: ScoreSheets) -> Mapping[str, Any]:
    return {"paper": paper, "sheets": paper.sheets}


def _document_of_stage(
    document: Document, left: RestOfEvening, lay_out: Callable[[Options], Mapping[str, Any]]
) -> Document:
    """Returns a document with only the rest of the hour; its heading says from which round on."""
    label = hour_label(left.event, left.stage.number)
    if left.event.kind.turns_per_seating > 1 and left.rounds_over:
        label = _("%(hour)s, from round %(number)s on") % {"hour": label, "number": left.rounds_over + 1}
    heading = {"stage_label": label} if left.event.kind.has_several_stages else {}
    return replace(
        document,
        key=f"kit-{document.key}",
        needs=Needs.NOTHING,
        read=lambda asked: {**lay_out(asked.options), **heading},
    )


def _document_showing(document: Document, shown: Mapping[str, Any]) -> Document:
    return replace(document, read=lambda asked: shown)


def cover_of(left: RestOfEvening, ahead: tuple[RoundAhead, ...], sections: tuple[KitSection, ...]) -> Document:
    """Returns the first page: what is in the kit, what is still to be played, and how to go on by hand."""
    return replace(COVER, read=lambda asked: _read_cover(left, ahead, sections, asked))


def _read_cover(
    left: RestOfEvening, ahead: tuple[RoundAhead, ...], sections: tuple[KitSection, ...], asked: DocumentRequest
) -> Mapping[str, Any]:
    counted = Match.objects.filter(table__stage__event=left.event, table__stage__released_at__isnull=False)
    counted = counted.exclude(state=State.CALLED_OFF)
    return {
        "stands": left.stands,
        "sections": sections,
        "rounds": tuple(_rounds_to_play(left, ahead, asked.now or timezone.now())),
        "steps": tuple(_explain_steps(left, ahead)),
        "reported": counted.exclude(state=State.WAITING).count(),
        "matches": counted.count(),
    }


def _rounds_to_play(left: RestOfEvening, ahead: tuple[RoundAhead, ...], now: datetime) -> Iterator[RoundToPlay]:
    event = left.event
    known = timetable_of(event, now)
    planned = {each.label for each in ahead}
    for row in known.rows if known else ():
        line = row.line
        is_out = line.stage <= left.stage.number
        is_over = line.stage < left.stage.number or (is_out and line.number <= left.rounds_over)
        if line.kind != "round" or is_over:
            continue
        movement = movement_of(event, line.stage)
        length = event.turn_length(movement.turns)
        yield RoundToPlay(
            label=row.label,
            starts=f"{timezone.localtime(line.starts):%H:%M}" if known and known.has_begun else "",
            length=words_for_length(length) if event.length_kind == "timed" else length_of(event).words,
            seats=_("in this kit") if is_out or hour_label(event, line.stage) in planned else _("not drawn yet"),
        )


def _explain_steps(left: RestOfEvening, ahead: tuple[RoundAhead, ...]) -> Iterator[str]:
    event = left.event
    if left.is_on or left.not_drawn:
        if event.length_kind == "timed":
            yield _("Time each round with a phone. %(bell)s") % {"bell": BELL_RULES[event.bell_rule].sentence}
        if left.is_on:
            yield _("Play on where you sit. If you are in the middle of a hand, finish it. All seats are in this kit.")
        yield _("Write every result on a sheet from this kit. Both sides sign it and bring it to the desk.")
    if left.not_drawn:
        yield _explain_next_seats(left, ahead)
    yield _(
        "When the power is back, start Hangjack again. Everything its pages had confirmed is there, and "
        "the clock kept running. Then key in the sheets, round by round."
    )


def _explain_next_seats(left: RestOfEvening, ahead: tuple[RoundAhead, ...]) -> str:
    number = left.not_drawn[0]
    if ahead:
        return _(
            "The rounds to come are planned for the players who are here now. If somebody leaves, their "
            "opponent sits out."
        )
    key = place_of(left.event, number).part.movement
    if key == "kent":
        return _(
            "The next hour: write the points won since then into “Standings to carry on”, rank everybody by the total, "
            "and seat the top 4 at table 1, the next 4 at table 2, and so on."
        )
    how = {"how": MOVEMENT_TEXTS.get(key, MOVEMENT_LABELS.get(key, ""))}
    if key == place_of(left.event, left.stage.number).part.movement == "knock-out":
        return _("Write the winners into the bracket in this kit: it shows who meets whom next. %(how)s") % how
    return _("The results decide the next seats. How to move: %(how)s") % how


def _make_document(key: str, title: Any, template: str, **more: Any) -> Document:
    """Returns a document of the whole evening for the desk."""
    return Document(
        key=key,
        title=title,
        about="",
        template=template,
        needs=Needs.NOTHING,
        seen_by=SeenBy.DESK,
        **{"read": lambda asked: {}, **more},
    )


COVER = _make_document("kit", gettext_lazy("If the power fails"), "kit/cover.html")
STANDINGS_SO_FAR = _make_document(
    "kit-standings", gettext_lazy("Standings so far"), "kit/standings.html", read=read_standings_so_far
)
TALLY = _make_document("kit-tally", gettext_lazy("Standings to carry on"), "kit/tally.html")
ROUNDS_AHEAD = _make_document("kit-rounds-ahead", gettext_lazy("Rounds to come"), "kit/rounds_ahead.html")
NAMED_TABLE_SHEETS = replace(
    TABLE_SHEETS, key="kit-table-sheets", title=gettext_lazy("Table score sheets for what is left"), needs=Needs.NOTHING
)
BLANK_TABLE_SHEETS = replace(BLANK["blank-table-sheets"], title=gettext_lazy("Blank table score sheets"))
SHEETS_LEFT = replace(
    score_sheets.SCORE_SHEETS,
    key="kit-score-sheets",
    title=gettext_lazy("Score sheets for what is left"),
    needs=Needs.NOTHING,
)
SHEETS_TO_COME = _make_document(
    "kit-next-score-sheets", gettext_lazy("Score sheets for what is drawn next"), "score_sheets.html", pieces="sheets"
)
SPARE_SHEETS = replace(BLANK["blank-score-sheets"], title=gettext_lazy("Blank score sheets"))
