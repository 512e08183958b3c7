"""Every result with its hands, for the club's files: of one hour or round, and of the whole evening."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.paper.queries.printed_results import (
    PrintedMatch,
    PrintedResults,
    PrintedSide,
    PrintedStage,
    PrintedTable,
    printed_results_of,
)
from tournament.paper.row_spacing import RowSpacing, choose_spacing
from tournament.press.fitting import POINT, bold_width_in_ems, count_lines_of, usual_width_in_ems, widest_word_of
from tournament.press.sheets import Options, Page, page_of

MARGINS, BETWEEN = 28.0, 6.0
"""Measures of two columns in millimetres: what is beside them and between them."""
ROUND, PART_OF_NAME, NARROW_ROUND, NARROW_PART = 15.0, 0.38, 13.0, 0.36
"""What is before a match in millimetres, and the part of the rest that each of its names has; on narrow pages."""
WITHOUT_HEADS = 9.0
"""Millimetres of a page that other lists need for the heads of their columns."""
OF_STAGE, OF_TABLE, OF_MATCH, SENTENCE = 12.0, 6.8, 0.3, 4.1
"""The heights of headings, of what a match of several has around its names for each point of their size, and of a
sentence."""
SECOND_SCORE = 0.81
"""The size of the score below another, as a part of that of names."""
LONG_WORD = 8.0
"""The size of names with a long word in two columns."""
SPACINGS = (
    RowSpacing("", 10.5, 1.2),
    RowSpacing("close", 9.5, 1.1),
    RowSpacing("roomy", 10.5, 1.5),
    RowSpacing("across", 14.0, 1.25),
)
"""The sizes of names in two columns or across the page, with their leading instead of the room of a row."""
MORE_ACROSS = 1.4
"""How much more room in millimetres a table has across the page."""


def _read_results(asked: DocumentRequest) -> Mapping[str, Any]:
    results = printed_results_of(asked.event, asked.stage)
    named = {"stage_label": results.stages[0].label} if asked.stage and results.stages else {}
    has_headings = asked.event.kind.has_several_stages and not asked.stage
    size = choose_size(results, asked.options, has_headings=has_headings)
    return {"results": results, "size": size, "has_stage_headings": has_headings, **named}


def choose_size(results: PrintedResults, options: Options, *, has_headings: bool) -> str:
    """Returns the size of matches: "close" or "across" if the last page would be almost empty otherwise. Large print
    has at least the size of usual print."""
    if results.size or results.hands or any(each.team_match for stage in results.stages for each in stage.meetings):
        return results.size

    def choose(spacings: Sequence[RowSpacing], page: Page) -> str:
        return choose_spacing(spacings, lambda spacing: heights_of(spacing, page), page.height + WITHOUT_HEADS)[0]

    def heights_of(spacing: RowSpacing, page: Page) -> list[float]:
        return [
            height + OF_STAGE * (has_headings and not at)
            for stage in results.stages
            for at, height in enumerate(_heights_of_rows(stage, spacing, page))
        ]

    size = choose(SPACINGS, page_of(options.usual))
    if not options.is_large:
        return size
    (usual,) = (spacing for spacing in SPACINGS if spacing.key == size)
    large, page = [spacing for spacing in SPACINGS if spacing.size >= usual.size], page_of(options)
    return choose([spacing for spacing in large if _keeps_words_whole(results, spacing, page)] or large[-1:], page)


def _keeps_words_whole(results: PrintedResults, spacing: RowSpacing, page: Page) -> bool:
    """Whether no word is broken, but for those that are set smaller because they are long."""
    column, round_, part = _measure_columns(spacing, page)
    widths = [
        (column - round_ * bool(match.round)) * part
        - widest_word_of(side.name, bold_width_in_ems) * spacing.size * POINT
        for stage in results.stages
        for table in stage.tables
        for match in table.matches
        for side in match.sides
        if not side.has_long_word
    ]
    return min(widths, default=0.0) >= 0


def _measure_columns(spacing: RowSpacing, page: Page) -> tuple[float, float, float]:
    """Returns the width of a column, of the round before a match in it, and the part of the rest for each name."""
    column = page.width - MARGINS if spacing.key == "across" else (page.width - MARGINS - BETWEEN) / 2
    return column, *((NARROW_ROUND, NARROW_PART) if page.is_narrow else (ROUND, PART_OF_NAME))


def _heights_of_rows(stage: PrintedStage, spacing: RowSpacing, page: Page) -> list[float]:
    column, round_, part = _measure_columns(spacing, page)
    heights = [_height_of(table, spacing, column * part, round_ * part) for table in stage.tables]
    if spacing.key == "across":
        return [height + MORE_ACROSS for height in heights]
    return [max(pair) for pair in zip_longest(heights[::2], heights[1::2], fillvalue=0.0)]


def _height_of(table: PrintedTable, spacing: RowSpacing, width: float, of_round: float) -> float:
    """Returns the height of a table whose names are so wide; a match that names its round has less room for them."""
    height = OF_TABLE
    for match in table.matches:
        of_names = spacing.size * len(match.sides)
        if table.is_a_line_each:
            room = width - of_round * bool(match.round)
            of_scores = spacing.size * (1 + SECOND_SCORE * bool(match.scores[1:]))
            of_names = max(of_scores, *(_points_of(side, match, spacing, room) for side in match.sides))
        height += of_names * spacing.room * POINT + SENTENCE * len(match.also)
        height += OF_MATCH * spacing.size * POINT * bool(match.round)
    return height


def _points_of(side: PrintedSide, match: PrintedMatch, spacing: RowSpacing, width: float) -> float:
    """Returns how high the lines of a name are in points: whoever won is in bold."""
    width_of = bold_width_in_ems if side.figures[:1] == (match.most,) else usual_width_in_ems
    size = LONG_WORD if side.has_long_word and spacing.key != "across" else spacing.size
    return size * count_lines_of(side.name, size, width, width_of)


OF_AN_HOUR = Document(
    key="results",
    title=_("Results"),
    about=_("Every match with its score, and what each hand scored."),
    template="results.html",
    is_filed=True,
    needs=Needs.RELEASED_HOUR,
    seen_by=SeenBy.HALL_WHEN_SHOWN,
    read=_read_results,
    makes_sense=lambda event: event.kind.has_several_stages,
)
OF_THE_EVENING = Document(
    key="all-results",
    title=_("All results"),
    about=_("The whole evening to keep: every match with its score, and every hand of it."),
    template="results.html",
    is_filed=True,
    needs=Needs.ANY_HOUR_RELEASED,
    seen_by=SeenBy.HALL_WHEN_SHOWN,
    read=_read_results,
)
