"""Writes the rows of the longest lists by hand, because a template takes ten times as long for each of several hundred.
Each function takes finished values, escapes every word, and decides only what goes where."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from html import escape

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournament.desk.queries.tables_now import ORDER, TableNow
from tournament.door.queries.door import OF_PLAY, PersonAtDoor, Together
from tournament.draw.queries.seats import PlaceOf
from tournament.foundation.pages import address_for_each
from tournament.foundation.table_codes import TableWithCode
from tournament.matches.queries.match_on_board import MissingSheet
from tournament.models import Enters
from tournament.results.queries.boards import BoardRow
from tournament.templatetags.hall import points, state_label, state_mark

register = template.Library()


@register.filter
def place_rows(places: Iterable[PlaceOf], turns_per_seating: int) -> SafeString:
    """Writes where each sits, and whom they meet turn by turn."""
    language = get_language()
    return SafeString("".join([_place_row(place, turns_per_seating, language) for place in places]))


@lru_cache(maxsize=2048)
def _place_row(place: PlaceOf, turns_per_seating: int, language: str) -> str:
    team = f" <small>{escape(place.team)}</small>" if place.team else ""
    left = f" <small>{escape(_('left early'))}</small>" if place.has_left else ""
    if place.table is None:
        rests = _("no more matches") if place.out else _("sits out this round")
        where = f'<p class="place-turns"><em>{escape(rests)}</em></p>'
    else:
        out = f"<em>{escape(_('sits out'))}</em>"
        turns = [(f"<span>{n}</span> " if turns_per_seating > 1 else "", meets) for n, meets in place.turns]
        lines = "".join([f"<li>{number}{escape(meets) if meets else out}</li>" for number, meets in turns])
        where = f'<div class="place-table"><small>{escape(_("Table"))}</small> <b>{place.table}</b></div>'
        where += f'<ol class="place-turns">{lines}</ol>'
    name = f'<div class="place-name"><strong>{escape(place.name)}</strong>{team}{left}</div>'
    return f'<li class="place-of">\n  {name}\n  {where}\n</li>\n'


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
    filled = said = ""
    if is_from_opponents:
        filled = '<small class="on-paper">' + _("from the opponents' sheets") + "</small>"
    if on_paper is not None:
        said = f'<small class="on-paper">{escape(_("sheet: %(total)s") % {"total": points(on_paper)})}</small>'
    return (
        f'<tr>\n  <td class="place">{table}</td><td class="number more">{seat}</td>\n'
        f'  <th scope="row"><a href="{address}">{escape(name)}</a>{filled}</th>\n'
        f'  <td class="number more">{escape(keyed)}</td>\n  <td class="number">{points(total)}{said}</td>\n'
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


@register.simple_tag(takes_context=True)
def person_row_begins(context: Context, person: PersonAtDoor) -> SafeString:
    """Writes a line of the door's list with its form, up to what somebody pays; `in_team` is set on the page of a pair
    or team."""
    event, entry = context["event"], person.entry
    address = address_for_each("door_entry", event.pk)(entry.pk)
    is_settled = bool(event.locked_at or person.seat or entry.left_at or person.ever_seated)
    shown = _name_at_door(
        entry.name,
        _state_at_door(context, person),
        is_here=None if is_settled else entry.here,
        press="" if context.get("in_team") else f'\n    hx-post="{address}" {SWAPS_PEOPLE}',
    )
    return SafeString(f'<li id="person-{entry.pk}">{_form_at_door(context, address)}\n  {shown}\n  ')


@register.simple_tag(takes_context=True)
def team_row_begins(context: Context, team: Together) -> SafeString:
    """Writes the same for a pair or team."""
    address = address_for_each("door_team", context["event"].pk)(team.pk)
    is_settled = context["event"].locked_at or team.ever_seated or team.has_left
    shown = _name_at_door(
        team.name,
        team_state(context, team),
        is_here=None if is_settled else team.is_whole,
        press=f'\n    hx-post="{address}" {SWAPS_PEOPLE}',
    )
    return SafeString(f'<li id="team-{team.pk}">{_form_at_door(context, address)}\n  {shown}\n  ')


def _form_at_door(context: Context, address: str) -> str:
    token = f'<input type="hidden" name="csrfmiddlewaretoken" value="{context["csrf_token"]}">'
    return f'<form method="post" action="{address}">{token}'


def _name_at_door(name: str, state: str, *, is_here: bool | None, press: str) -> str:
    """Writes a name as a button that marks them as here or not, or as plain text if `is_here` is None. `press` has the
    attributes for htmx."""
    words = f"{escape(name)}\n    <small>{state}</small>"
    if is_here is None:
        return f'<div class="name">{words}</div>'
    pressed = 'value="away" aria-pressed="true"' if is_here else 'value="here" aria-pressed="false"'
    return f'<button class="name" name="action" {pressed}{press}><span>{words}</span></button>'


SWAPS_PEOPLE = (
    'hx-target="#door_people" hx-select="#door_people" hx-select-oob="#door_next,#messages" hx-swap="outerHTML"'
)


def _state_at_door(context: Context, person: PersonAtDoor) -> str:
    """Returns the words beside a name."""
    event, shown, entry = context["event"], context["shown"], person.entry
    is_settled = event.locked_at or person.seat or entry.left_at or person.ever_seated
    waits = person.waits if is_settled else entry.here and shown.hour
    if entry.left_at:
        return escape(_("left early"))
    if waits:
        return _waits_at_door(context, person)
    if is_settled and (person.out or person.rests or person.seat):
        if person.out:
            return escape(_("no more matches"))
        if person.rests:
            return escape(_("sits out in round %(n)s") % {"n": shown.hour})
        assert person.seat
        return escape(_("table %(n)s") % {"n": person.seat.table.number})
    if not entry.here:
        return escape(_("not here"))
    return "" if is_settled else escape(_("here"))


@register.simple_tag(takes_context=True)
def team_state(context: Context, team: Together) -> SafeString:
    """Returns the state of a pair or team in words."""
    if team.has_left:
        return SafeString(escape(_("left early")))
    if not team.here:
        return SafeString(escape(_("not here")))
    where = _where_at_door(context, team)
    if not team.missing:
        return SafeString(where or escape(_("here")))
    words = ngettext("%(names)s is missing", "%(names)s are missing", len(team.missing))
    missing = escape(words % {"names": team.missing_names})
    return SafeString(f"{missing} · {where}" if where else missing)


def _where_at_door(context: Context, team: Together) -> str:
    """Returns where a pair or team plays, or what it waits for; "" before the first draw."""
    if team.out:
        return escape(_("no more matches"))
    if team.rests:
        return escape(_("sits out in round %(n)s") % {"n": context["shown"].hour})
    if team.tables:
        words = ngettext("table %(tables)s", "tables %(tables)s", len(team.tables))
        return escape(words % {"tables": ", ".join([str(table) for table in team.tables])})
    return _waits_at_door(context, team) if team.waits else ""


def _waits_at_door(context: Context, whoever: PersonAtDoor | Together) -> str:
    shown = {"person": whoever, "shown": context["shown"], "event": context["event"]}
    return render_to_string("door/_person_waits.html", shown)


@register.simple_tag(takes_context=True)
def team_row_ends(context: Context, team: Together) -> SafeString:
    """Writes the links and buttons of a pair or team."""
    event = context["event"]
    if event.locked_at:
        return SafeString("</form></li>\n")
    name = f'<span class="away"> {escape(team.name)}</span>'
    found = [_quiet_link(address_for_each("door_team", event.pk)(team.pk), _("More"), name)]
    if context["request"].user.is_director:
        if team.match:
            found.append(_walk_over_link(event.pk, team.match, _("Walk-over"), name))
        if team.ever_seated and team.is_whole:
            found.append(_press("leave", _("Leaves"), " quiet"))
        elif team.ever_seated or team.has_left:
            found.append(_press("back", _("Returns"), ""))
    return SafeString("\n    ".join(found) + "\n</form></li>\n")


@register.simple_tag(takes_context=True)
def person_row_ends(context: Context, person: PersonAtDoor) -> SafeString:
    """Writes the links and buttons of a line of the door's list."""
    event, entry = context["event"], person.entry
    if event.locked_at:
        return SafeString("</form></li>\n")
    name, found = f'<span class="away"> {escape(entry.name)}</span>', []
    is_director = context["request"].user.is_director
    if event.kind.is_planned and is_director:
        found.append(_quiet_link(address_for_each("door_person", event.pk)(entry.pk), _("More"), name))
        if person.match:
            words = _("Walk-over") if context.get("in_team") else _("Match")
            found.append(_walk_over_link(event.pk, person.match, words, name))
    else:
        found.append(_quiet_link(address_for_each("door_name", event.pk)(entry.pk), _("Edit name"), name))
    found += [_press(*press) for press in _presses_at_door(context, person) if is_director or press[0] not in OF_PLAY]
    return SafeString("\n    ".join(found) + "\n</form></li>\n")


def _presses_at_door(context: Context, person: PersonAtDoor) -> Iterator[tuple[str, str, str]]:
    """Yields the action, words and look of each button, without regard to who may press it."""
    entry, team = person.entry, context.get("team")
    if person.never_had_a_seat and context["shown"].chair:
        yield "seat", _("Seat now"), ""
    if entry.left_at:
        if not context.get("in_team") or not (team and team.is_whole) or context["event"].enters == Enters.TEAMS:
            yield "back", _("Returns"), ""
    elif person.ever_seated:
        yield ("leave", _("Leaves"), " quiet") if entry.here else ("here", _("Mark as here"), "")
    else:
        yield "remove", _("Remove"), " quiet"


def _walk_over_link(event: int, match: int, words: str, name: str) -> str:
    to_ruling = address_for_each("ruling", event)(match)
    return f'<a class="button small" href="{to_ruling}#walk-over">{escape(words)}{name}</a>'


def _quiet_link(address: str, words: str, name: str) -> str:
    return f'<a class="button small quiet" href="{address}">{escape(words)}{name}</a>'


def _press(action: str, words: str, look: str) -> str:
    return f'<button class="button small{look}" name="action" value="{action}">{escape(words)}</button>'


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
    said = {key: escape(word) for key, word in words.items()}
    return SafeString("".join([_table_code_row(table, said, token, to_card) for table in tables]))


def _table_code_row(table: TableWithCode, said: Mapping[str, str], token: str, to_card: str) -> str:
    number, card = {"number": table.number}, ""
    about = f"<p><strong>{said['blocked']}</strong></p>"
    change, why, block = said["allow"], said["why_allow"], ""
    if table.code and table.issued_at:
        to_table = f'<a class="the-code" href="{reverse("table", args=[table.code])}">{table.code_as_printed}</a>'
        about = f'<p>{to_table}</p>\n    <p class="soft">{escape(_say_since(table, table.issued_at))}</p>'
        change, why = said["change"], said["why_change"]
        block = f'<button class="button quiet" name="action" value="close">{said["block"]}</button>'
        if to_card:
            card = f'<a class="button small" href="{to_card}{table.number}" target="_blank"'
            card += f' aria-label="{said["print_which"] % number}">{said["print"]}</a>'
    seen = f'<input type="hidden" name="table" value="{table.number}">'
    seen += f'<input type="hidden" name="seen" value="{table.newest}">'
    return (
        f'<li class="table-code" id="table-{table.number}">\n  <h2><small>{said["table"]}</small> {table.number}</h2>\n'
        f"  <div>{about}</div>\n  {card}\n"
        f'  <details class="change-code"><summary aria-label="{said["change_which"] % number}">{change}</summary>\n'
        f'    <p>{why}</p>\n    <form class="row" method="post">{token}{seen}\n'
        f'      <button class="button" name="action" value="change">{said["give"]}</button>{block}</form>\n'
        f"  </details>\n</li>\n"
    )


def _say_since(table: TableWithCode, issued_at: datetime) -> str:
    since = _("since %(time)s") % {"time": f"{localtime(issued_at):%H:%M}"}
    if not table.changes:
        return since
    changed = ngettext("changed once", "changed %(n)s times", table.changes) % {"n": table.changes}
    return f"{since}, {changed}"
