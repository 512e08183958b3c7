"""Writes the tables of the director's pages by hand, because a template takes ten times as long for each of
several hundred. Each function takes finished values, escapes every word, and decides only what goes where."""

from collections.abc import Iterable, Mapping
from html import escape

from django import template
from django.template import Context
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.desk.queries.tables_now import ORDER, TableNow
from tournament.foundation.pages import address_for_each
from tournament.foundation.table_codes import TableWithCode
from tournament.foundation.wording import state_label
from tournament.matches.queries.match_on_board import MissingSheet

register = template.Library()


@register.simple_tag(takes_context=True)
def tables_now_rows(context: Context, tables: Iterable[TableNow]) -> SafeString:
    """Writes the tables of the director's page: what each is doing, and a link to it."""
    event, states = context["event"], static("img/states.svg")
    to_match = address_for_each("match", event.pk)
    to_results = f"{reverse('results', args=[event.pk])}?hour={context['room'].stage.number}#table-"
    number_of = f'<span class="away">{escape(_("Table"))} </span>'
    calls = f' <span class="table-calls">{escape(_("calls"))}</span>'
    labels = {state: escape(state_label(state)) for state in ORDER}
    rows = []
    for table in tables:
        number, state = table.number, table.state
        address = to_match(table.match) if table.match else f"{to_results}{number}"
        rows.append(
            f'\n    <li><a class="table-now {state}{" is-calling" if table.calls else ""}" id="at-{number}"'
            f' href="{address}">{number_of}<b>{number}</b> <span class="table-is">'
            f'<svg aria-hidden="true"><use href="{states}#{state}"/></svg> {labels[state]}</span>'
            f"{calls if table.calls else ''} <small>{escape(table.small)}</small></a></li>"
        )
    return SafeString("".join(rows))


@register.simple_tag(takes_context=True)
def missing_sheet_row(context: Context, sheet: MissingSheet) -> SafeString:
    """Writes a line for a missing sheet on the director's page."""
    address = address_for_each("sheet", context["event"].pk, context["summary"].hour.number)(sheet.entry.pk)
    link = f'<a class="button small" id="sheet-{sheet.entry.pk}" href="{address}">'
    return SafeString(f"<li>{link}<b>{sheet.table}</b> {escape(sheet.entry.name)}</a></li>")


@register.simple_tag(takes_context=True)
def table_code_rows(context: Context, tables: Iterable[TableWithCode]) -> SafeString:
    """Writes every table with its code, its card, and the button for a new code."""
    event = context["event"]
    words = {
        "table": _("Table"),
        "blocked": _("Phones blocked"),
        "print": _("Print card"),
        "print_which": _("Print card of table %(number)s"),
        "change_which": _("Change code of table %(number)s"),
        "change": _("Change code"),
        "why_change": _(
            "The card on this table stops working at once. A hand already being entered on its phone still arrives,"
            " marked as late."
        ),
        "allow": _("Allow phones again"),
        "why_allow": _("The table gets a new code and needs a new card."),
        "give": _("Give new code"),
        "block": _("Block phones"),
    }
    token = f'<input type="hidden" name="csrfmiddlewaretoken" value="{context["csrf_token"]}">'
    to_card = f"{reverse('pdf', args=[event.pk, 'table-cards'])}?table=" if context["address"] else ""
    escaped = {key: escape(word) for key, word in words.items()}
    return SafeString("".join([_table_code_row(table, escaped, token, to_card) for table in tables]))


def _table_code_row(table: TableWithCode, labels: Mapping[str, str], token: str, to_card: str) -> str:
    number, card = {"number": table.number}, ""
    about = f"<p><strong>{labels['blocked']}</strong></p>"
    change, why, block = labels["allow"], labels["why_allow"], ""
    if table.code and table.issued_at:
        since = _("since %(time)s") % {"time": f"{localtime(table.issued_at):%H:%M}"}
        if table.changes:
            words = ngettext("changed once", "changed %(n)s times", table.changes)
            since = f"{since}, {words % {'n': table.changes}}"
        to_table = f'<a class="the-code" href="{reverse("table", args=[table.code])}">{table.code_as_printed}</a>'
        about = f'<p>{to_table}</p>\n    <p class="soft">{escape(since)}</p>'
        change, why = labels["change"], labels["why_change"]
        block = f'<button class="button quiet" name="action" value="close">{labels["block"]}</button>'
        if to_card:
            card = f'<a class="button small" href="{to_card}{table.number}" target="_blank"'
            card += f' aria-label="{labels["print_which"] % number}">{labels["print"]}</a>'
    seen = f'<input type="hidden" name="table" value="{table.number}">'
    seen += f'<input type="hidden" name="seen" value="{table.newest}">'
    return (
        f'<li class="table-code" id="table-{table.number}">\n'
        f"  <h2><small>{labels['table']}</small> {table.number}</h2>\n"
        f"  <div>{about}</div>\n  {card}\n"
        f'  <details class="change-code"><summary aria-label="{labels["change_which"] % number}">{change}</summary>\n'
        f'    <p>{why}</p>\n    <form class="row" method="post">{token}{seen}\n'
        f'      <button class="button" name="action" value="change">{labels["give"]}</button>{block}</form>\n'
        f"  </details>\n</li>\n"
    )
