"""Prints the table of a series with the same press as the documents of an evening."""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.club.emblem import emblem_context_of
from tournament.club.queries import emblem_of
from tournament.models import Season
from tournament.paper.typesetting import make_job, print_job
from tournament.press.sheets import Options, PrintedPdf, page_of
from tournament.seasons.queries.seasons import SeriesTable
from tournament.seasons.queries.series_page import SeriesRow, explain_tie_breaks
from tournament.seasons.series import rule_in_words

WIDTH = 210.0
"""The width in millimetres that the columns and margins need."""


def print_series(
    season: Season, table: SeriesTable, rows: Sequence[SeriesRow], *, about: str, for_guest: bool, now: datetime
) -> PrintedPdf:
    """Prints the table of a series. `about` names the quarter if the table covers only one; `for_guest` is passed to
    `print_job`. Raises PressIsBusy, CannotPrint."""
    emblem, page = emblem_of(season.club), page_of(Options(season.club.sheet), WIDTH)
    context = {
        **emblem_context_of(emblem),
        "document": {"title": _("Season table"), "is_filed": True},
        "season": season,
        "club": season.club,
        "series": table.series,
        "about": about,
        "evening_count": len(table.evenings),
        "rows": rows,
        "rule": rule_in_words(table.rule),
        "tie_breaks": explain_tie_breaks(table),
        "printed_at": now.replace(second=0, microsecond=0),
        "page_style": page.style,
        "language": get_language() or settings.LANGUAGE_CODE,
    }
    html = render_to_string("seasons/print.html", context)
    return print_job(make_job([html], page, emblem), "season table", for_guest=for_guest)
