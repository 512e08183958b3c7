"""Every result with its hands, for the club's files: of one hour or round, and of the whole evening."""

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.paper.queries.printed_results import PrintedResults, PrintedStage, PrintedTable, printed_results_of
from tournament.paper.row_spacing import RowSpacing, choose_spacing
from tournament.press.fitting import POINT, bold_width_in_ems, count_lines_of
from tournament.press.sheets import Options, page_of

MARGINS, BETWEEN, ROUND, PART_OF_NAME = 28.0, 6.0, 15.0, 0.38
"""Measures of two columns in millimetres: what is beside them, between them and before a match, and the part of the
rest that each of its names has."""
OF_STAGE, OF_TABLE, OF_MATCH, SENTENCE = 12.0, 6.8, 0.35, 4.1
"""The heights of headings, of what a match has around its names for each point of their size, and of a sentence."""
SPACINGS = (RowSpacing("", 10.5, 1.2), RowSpacing("close", 9.5, 1.1))
"""The sizes of names in two columns, with their leading instead of the room of a row."""


def _read_results(asked: DocumentRequest) -> Mapping[str, Any]:
    results = printed_results_of(asked.event, asked.stage)
    named = {"stage_label": results.stages[0].label} if asked.stage and results.stages else {}
    has_headings = asked.event.kind.has_several_stages and not asked.stage
    size = choose_size(results, asked.options, has_headings=has_headings)
    return {"results": results, "size": size, "has_stage_headings": has_headings, **named}


def choose_size(results: PrintedResults, options: Options, *, has_headings: bool) -> str:
    """Returns the size of matches, "close" if in two columns the last page would be almost empty otherwise. Large print
    has the size of usual print."""
    if results.size or results.hands or any(each.team_match for stage in results.stages for each in stage.meetings):
        return results.size
    page = page_of(options.usual)

    def heights_of(spacing: RowSpacing) -> list[float]:
        return [
            height + OF_STAGE * (has_headings and not at)
            for stage in results.stages
            for at, height in enumerate(_heights_of_rows(stage, spacing, page.width))
        ]

    return choose_spacing(SPACINGS, heights_of, page.height)[0]


def _heights_of_rows(stage: PrintedStage, spacing: RowSpacing, width: float) -> list[float]:
    names = ((width - MARGINS - BETWEEN) / 2 - ROUND) * PART_OF_NAME
    heights = [_height_of(table, spacing, names) for table in stage.tables]
    return [max(pair) for pair in zip_longest(heights[::2], heights[1::2], fillvalue=0.0)]


def _height_of(table: PrintedTable, spacing: RowSpacing, width: float) -> float:
    height = OF_TABLE
    for match in table.matches:
        lines = [count_lines_of(side.name, spacing.size, width, bold_width_in_ems) for side in match.sides]
        of_names = max(lines) if table.is_a_line_each else len(lines)
        height += of_names * spacing.size * spacing.room * POINT + SENTENCE * len(match.also)
        height += OF_MATCH * spacing.size * POINT
    return height


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
