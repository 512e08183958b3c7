"""The parts of the power-cut kit: paper on which the rest of an evening is played without the laptop. `paper.kit` binds
them together; the Paper page does not offer them singly."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.clock.queries.timetable import timetable_of
from tournament.draw.queries.draws import movement_of
from tournament.event.queries.hours import hour_label, place_of
from tournament.formats.formats import BELL_RULES
from tournament.formats.presets import MOVEMENT_LABELS, MOVEMENT_TEXTS
from tournament.matches.queries.series import length_of
from tournament.models import Match, State
from tournament.paper.document import Asked, Document, Needs, SeenBy
from tournament.paper.documents import brackets, score_sheets, seating
from tournament.paper.documents.blanks import BLANKS
from tournament.paper.documents.standings import standings_so_far
from tournament.paper.documents.table_sheets import TABLE_SHEETS, with_grid
from tournament.paper.queries.hour_sheets import ScoreSheets, length_words, score_sheets_of, seating_of
from tournament.paper.queries.kits import (
    Left,
    RoundAhead,
    blank_tables,
    score_sheets_ahead,
    sheets_for_next_hour,
    table_sheets_left,
)
from tournament.paper.queries.table_sheets import blank_table_sheet

MOST_SHEETS = 60
"""With names, of rounds ahead: as many whole rounds as these are enough for."""
BLANK = {document.key: document for document in BLANKS}


@dataclass(frozen=True)
class Section:
    """A part of the kit with its pages in it, both counted in."""

    title: str
    first: int
    last: int

    @property
    def pages(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


@dataclass(frozen=True)
class RoundToPlay:
    """`starts` is empty while nobody can know it; `seats` says where they are to be found."""

    label: str
    starts: str
    length: str
    seats: str


def parts_of_kit(left: Left, ahead: tuple[RoundAhead, ...]) -> tuple[Document, ...]:
    """All but the cover, in the order in which they are wanted; what there is nothing to show of is left out. `ahead`
    are its `rounds_ahead`."""
    return tuple(_parts(left, ahead))


def _parts(left: Left, ahead: tuple[RoundAhead, ...]) -> Iterator[Document]:
    event = left.event
    if Match.objects.filter(table__stage__event=event).exclude(state__in=(State.WAITING, State.CALLED_OFF)).exists():
        yield STANDINGS_SO_FAR
    if brackets.BRACKET.makes_sense(event) and place_of(event, left.stage.number).part.movement.startswith("knock-out"):
        yield replace(brackets.BRACKET, key="kit-bracket")
    if left.is_on:
        paper = {"paper": seating_of(event, left.stage, over=left.over)}
        yield _of_stage(seating.BY_NAME, left, paper)
        yield _of_stage(seating.BY_TABLE, left, paper)
    if ahead:
        yield _with(ROUNDS_AHEAD, {"rounds": ahead})
    yield from _sheets(left, ahead)


def _sheets(left: Left, ahead: tuple[RoundAhead, ...]) -> Iterator[Document]:
    event = left.event
    if not event.has_sheets:
        named = table_sheets_left(left, ahead, MOST_SHEETS)
        if named:
            yield _with(NAMED_TABLE_SHEETS, with_grid(named))
        if named or left.not_drawn:
            yield _with(BLANK_TABLE_SHEETS, with_grid((blank_table_sheet(event),) * blank_tables(left)))
        return
    if left.is_on:
        yield _with(SHEETS_LEFT, _of_sheets(score_sheets_of(event, left.stage, over=left.over)))
    for paper in score_sheets_ahead(left, ahead, MOST_SHEETS):
        title = _("Score sheets: %(round)s") % {"round": paper.stage_label}
        yield _with(replace(SHEETS_TO_COME, title=title), _of_sheets(paper))
    following = sheets_for_next_hour(left)
    if following and not ahead:
        yield _with(SHEETS_TO_COME, _of_sheets(following))
    if left.is_on or following:
        yield SPARE_SHEETS


def _of_sheets(paper: ScoreSheets) -> Mapping[str, Any]:
    return {"paper": paper, "sheets": paper.sheets}


def _of_stage(document: Document, left: Left, shown: Mapping[str, Any]) -> Document:
    """With what is left of the hour alone; its heading says from which round on."""
    label = hour_label(left.event, left.stage.number)
    if left.event.has_turns and left.played:
        label = _("%(hour)s, from round %(number)s on") % {"hour": label, "number": left.played + 1}
    heading = {} if left.event.is_one_round else {"stage_label": label}
    return _with(replace(document, key=f"kit-{document.key}", needs=Needs.NOTHING), {**shown, **heading})


def _with(document: Document, shown: Mapping[str, Any]) -> Document:
    return replace(document, read=lambda asked: shown)


def cover_of(left: Left, ahead: tuple[RoundAhead, ...], sections: tuple[Section, ...]) -> Document:
    """The first page: what is in the kit, what is still to play, and how to go on by hand."""
    return replace(COVER, read=lambda asked: _cover(left, ahead, sections, asked))


def _cover(left: Left, ahead: tuple[RoundAhead, ...], sections: tuple[Section, ...], asked: Asked) -> Mapping[str, Any]:
    counted = Match.objects.filter(table__stage__event=left.event, table__stage__released_at__isnull=False)
    counted = counted.exclude(state=State.CALLED_OFF)
    return {
        "stands": left.stands,
        "sections": sections,
        "rounds": tuple(_to_play(left, ahead, asked.now or timezone.now())),
        "steps": tuple(_steps(left, ahead)),
        "told": counted.exclude(state=State.WAITING).count(),
        "matches": counted.count(),
    }


def _to_play(left: Left, ahead: tuple[RoundAhead, ...], now: datetime) -> Iterator[RoundToPlay]:
    event = left.event
    known = timetable_of(event, now)
    planned = {each.label for each in ahead}
    for row in known.rows if known else ():
        line = row.line
        is_out = line.stage <= left.stage.number
        is_over = line.stage < left.stage.number or (is_out and line.number <= left.played)
        if line.kind != "round" or is_over:
            continue
        movement = movement_of(event, line.stage)
        length = timedelta(seconds=movement.turn_seconds(movement.turns, event.hour_seconds))
        yield RoundToPlay(
            label=row.label,
            starts=f"{timezone.localtime(line.starts):%H:%M}" if known and known.has_begun else "",
            length=length_words(length) if event.length_kind == "timed" else length_of(event).words,
            seats=_("in this kit") if is_out or hour_label(event, line.stage) in planned else _("not drawn yet"),
        )


def _steps(left: Left, ahead: tuple[RoundAhead, ...]) -> Iterator[str]:
    event = left.event
    if left.is_on or left.not_drawn:
        if event.length_kind == "timed":
            yield _("Time each round with a phone. %(bell)s") % {"bell": BELL_RULES[event.bell_rule].sentence}
        if left.is_on:
            yield _("Play on where you sit; whoever is in the middle of a hand ends it. All seats are in this kit.")
        yield _("Write every result on a sheet from this kit. Both sides sign it, and it comes to the desk.")
    if left.not_drawn:
        yield _next_seats(left, ahead)
    yield _(
        "When the power is back, start Hangjack again: what its pages had confirmed is there, and the clock went on. "
        "Then key in the sheets, round by round."
    )


def _next_seats(left: Left, ahead: tuple[RoundAhead, ...]) -> str:
    """How the seats that no kit can know are found by hand."""
    number = left.not_drawn[0]
    if ahead:
        return _("The rounds to come are planned for those who are here now. If somebody goes, his opponent rests.")
    key = place_of(left.event, number).part.movement
    if key == "kent":
        return _(
            "The next hour: add what was won since to the standings, order everybody by that, and seat the first four "
            "at table 1, the next four at table 2, and so on."
        )
    how = {"how": MOVEMENT_TEXTS.get(key, MOVEMENT_LABELS.get(key, ""))}
    if key == place_of(left.event, left.stage.number).part.movement == "knock-out":
        return _("Write into the bracket in this kit who has won: it says who meets whom next. %(how)s") % how
    return _("The next seats come from the results. This is how you move: %(how)s") % how


def _document(key: str, title: Any, template: str, **more: Any) -> Document:
    """Seen by the desk, of the whole evening, and shown what it is given."""
    return Document(
        key=key,
        title=title,
        about="",
        template=template,
        needs=Needs.NOTHING,
        seen_by=SeenBy.DESK,
        **{"read": lambda asked: {}, **more},
    )


COVER = _document("kit", gettext_lazy("If the power fails"), "kit_cover.html")
STANDINGS_SO_FAR = _document(
    "kit-standings", gettext_lazy("Standings so far"), "kit_standings.html", read=standings_so_far
)
ROUNDS_AHEAD = _document("kit-rounds-ahead", gettext_lazy("Rounds to come"), "kit_rounds_ahead.html")
NAMED_TABLE_SHEETS = replace(
    TABLE_SHEETS,
    key="kit-table-sheets",
    title=gettext_lazy("Table score sheets for what is left"),
    needs=Needs.NOTHING,
)
BLANK_TABLE_SHEETS = replace(BLANK["blank-table-sheets"], title=gettext_lazy("Blank table score sheets"))
SHEETS_LEFT = replace(
    score_sheets.SCORE_SHEETS,
    key="kit-score-sheets",
    title=gettext_lazy("Score sheets for what is left"),
    needs=Needs.NOTHING,
)
SHEETS_TO_COME = _document(
    "kit-next-score-sheets", gettext_lazy("Score sheets for what is drawn next"), "score_sheets.html", pieces="sheets"
)
SPARE_SHEETS = replace(BLANK["blank-score-sheets"], title=gettext_lazy("Blank score sheets"))
