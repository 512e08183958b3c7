"""The table of a league on paper: no document of an evening, printed by the same press."""

from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.models import League
from tournament.paper import Options, page_of
from tournament.printing import press
from tournament.printing.emblem import on_paper, png_of
from tournament.printing.letters import with_letters
from tournament.printing.typesetting import STATIC, Paper, printed_by_press
from tournament.queries.emblems import emblem_of
from tournament.queries.leagues import league_page

WIDTH = 210.0
"""What the columns need in millimetres, with the margins."""


def print_league(league: League, *, now: datetime) -> Paper:
    """The PDF with a name for its file. Raises PressIsBusy, CannotPrint."""
    emblem, page = emblem_of(league.club), page_of(Options(league.club.sheet), WIDTH)
    context = {
        **on_paper(emblem),
        "document": {"title": _("League table")},
        "league": league,
        "club": league.club,
        "page": league_page(league),
        "printed_at": now.replace(second=0, microsecond=0),
        "page_style": page.style,
        "language": get_language() or settings.LANGUAGE_CODE,
    }
    html = with_letters(render_to_string("print/league.html", context))
    printed = printed_by_press(press.Job((html,), STATIC, page.zoom, png_of(emblem)), "league table")
    return Paper(printed.pdf, printed.pages, f"{slugify(str(league), allow_unicode=True) or 'league'}-table.pdf")
