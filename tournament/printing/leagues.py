"""The table of a league on paper: no document of an evening, printed by the same press."""

import warnings
from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.models import League
from tournament.printing import press
from tournament.printing.documents import CannotPrint, Paper, PressIsBusy, RendererWarning
from tournament.queries.leagues import league_page


def print_league(league: League, *, now: datetime) -> Paper:
    """The PDF with a name for its file. Raises PressIsBusy, CannotPrint."""
    context = {
        "document": {"title": _("League table")},
        "league": league,
        "club": league.club,
        "page": league_page(league),
        "printed_at": now.replace(second=0, microsecond=0),
        "language": get_language() or settings.LANGUAGE_CODE,
    }
    html = render_to_string("print/league.html", context)
    try:
        printed = press.print_html(html, settings.BASE_DIR / "static")
    except press.PressMissing as error:
        raise CannotPrint from error
    except press.PressBusy as error:
        raise PressIsBusy from error
    for warning in printed.warnings:
        warnings.warn(f"league table: {warning}", RendererWarning, stacklevel=2)
    return Paper(printed.pdf, printed.pages, f"{slugify(str(league), allow_unicode=True) or 'league'}-table.pdf")
