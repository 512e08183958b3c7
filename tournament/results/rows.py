"""Writes the rows of score sheets and of the results board by hand, because a template takes ten times as long for each
of several hundred. Each function takes finished values, escapes every word, and decides only what goes where."""

from collections.abc import Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.foundation.wording import points, state_mark
from tournament.results.queries.boards import BoardRow

register = template.Library()


@register.filter
def sheet_rows(rows: Iterable[tuple[str, int, int, str, bool, str, int | None, int | None, str]]) -> SafeString:
    """Writes the lines of all score sheets; each row is an address, then a `results.queries.sheets.ListedSheet`."""
    return SafeString("".join([_sheet_row(*row) for row in rows]))


@register.filter
def links_to_missing(sheets: Iterable[tuple[str, int, str, int]]) -> SafeString:
    """Writes a link for each missing sheet, from its address, its table, its name, and whose it is."""
    link = '<li><a class="button small" id="missing-{}" href="{}"><b>{}</b> {}</a></li>'
    return SafeString("".join([link.format(pk, address, table, escape(name)) for address, table, name, pk in sheets]))


def _sheet_row(
    address: str,
    table: int,
    seat: int,
    name: str,
    is_from_opponents: bool,
    keyed: str,
    total: int | None,
    on_paper: int | None,
    state: str,
) -> str:
    filled = on_sheet = ""
    if is_from_opponents:
        filled = '<small class="on-paper">' + _("from the opponents' sheets") + "</small>"
    if on_paper is not None:
        on_sheet = f'<small class="on-paper">{escape(_("sheet: %(total)s") % {"total": points(on_paper)})}</small>'
    return (
        f'<tr>\n  <td class="place">{table}</td><td class="number more">{seat}</td>\n'
        f'  <th scope="row"><a href="{address}">{escape(name)}</a>{filled}</th>\n'
        f'  <td class="number more">{escape(keyed)}</td>\n  <td class="number">{points(total)}{on_sheet}</td>\n'
        f"  <td>{state_mark(state)}</td>\n</tr>\n"
    )


@register.filter
def board_row_begins(row: BoardRow) -> SafeString:
    """Writes a line of the results board, up to the words beside its state."""
    line = row.line
    number = "" if row.turn is None else f'<span class="board-round">{row.turn}</span>'
    scores = "".join([f"<span>{escape(name)}</span> {_score(score, games)}\n" for name, score, games in line.scores])
    notes = "".join([f"<small>{escape(note)}</small>" for note in line.notes])
    late = state_mark("late") if line.late else ""
    return SafeString(
        f'<li class="board-match" id="match-{line.match.pk}">\n  {number}\n'
        f'  <a class="board-score" href="{row.to_match}">\n    {scores}  </a>\n'
        f'  <span class="board-state">{state_mark(line.state)}{late}\n    {notes}'
    )


def _score(score: int | None, games: int | None) -> str:
    """Writes the games, if they count, and the points beside them."""
    if games is None:
        return f'<b class="number">{points(score)}</b>'
    return f'<b class="number">{games}<small> · {points(score)}</small></b>'


@register.filter
def board_row_ends(row: BoardRow) -> SafeString:
    """Writes the links of a line of the board."""
    links, line = "", row.line
    if row.to_slip:
        links += _board_link(row.to_slip, _("Open slip") if line.slips else _("Key in slip"), line.match.name)
    if row.to_ruling:
        links += _board_link(row.to_ruling, _("Rule again") if line.state == "ruled" else _("Rule"), line.match.name)
    return SafeString(f"{links}</span>")


def _board_link(address: str, words: str, name: str) -> str:
    return f'<a class="small" href="{address}">{escape(words)}<span class="away"> {escape(name)}</span></a>\n'
