"""Prints the table of a league by the same press as the documents of an evening."""

from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.club.emblem import emblem_context_of, png_of
from tournament.club.queries import emblem_of
from tournament.leagues.queries.leagues import league_page
from tournament.models import League
from tournament.paper.typesetting import STATIC, Paper, print_job
from tournament.press import press
from tournament.press.letters import link_fonts
from tournament.press.sheets import Options, page_of

WIDTH = 210.0
"""The width in millimetres that the columns and margins need."""


def print_league(league: League, *, for_guest: bool, now: datetime) -> Paper:
    """The PDF with a name for its file; `for_guest` as `print_job` has it. Raises PressIsBusy, CannotPrint."""
    emblem, page = emblem_of(league.club), page_of(Options(league.club.sheet), WIDTH)
    context = {
        **emblem_context_of(emblem),
        "document": {"title": _("League table")},
        "league": league,
        "club": league.club,
        "page": league_page(league),
        "printed_at": now.replace(second=0, microsecond=0),
        "page_style": page.style,
        "language": get_language() or settings.LANGUAGE_CODE,
    }
    html = link_fonts(render_to_string("leagues/print.html", context))
    job = press.Job((html,), STATIC, page.zoom, png_of(emblem))
    printed = print_job(job, "league table", for_guest=for_guest)
    return Paper(printed.pdf, printed.pages, f"{slugify(str(league), allow_unicode=True) or 'league'}-table.pdf")
