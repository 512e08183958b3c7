"""Rows of the longest lists, written by hand: a template takes ten times as long for each of several hundred. Each
takes finished values, escapes every word of them, and decides nothing but what is said where."""

from collections.abc import Collection, Iterable, Iterator
from html import escape

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.desk.queries.tables_now import TableNow
from tournament.door.queries.door import OF_PLAY, PersonAtDoor
from tournament.draw.queries.drafts import TableShown, TurnOfTable
from tournament.draw.queries.seats import PlaceOf
from tournament.foundation.pages import address_for_each
from tournament.matches.queries.match_on_board import MissingSheet
from tournament.models import Enters
from tournament.results.queries.boards import BoardRow
from tournament.templatetags.hall import points, state_label, state_mark

register = template.Library()


@register.filter
def place_row(place: PlaceOf, turns_per_seating: int) -> SafeString:
    """Where somebody sits, with whom they meet turn by turn."""
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
    return SafeString(f'<li class="place-of">\n  {name}\n  {where}\n</li>\n')


@register.simple_tag
def drawn_table(table: TableShown, turns_per_seating: int, can_swap: object, ticked: Collection[str]) -> SafeString:
    """A table of a draw with its places and turns; with `can_swap` each place has a box, checked for the `ticked`."""
    title = escape(_("Table %(number)s") % {"number": table.number})
    if turns_per_seating == 1:
        title += f" <small>{escape(_('%(n)s players') % {'n': len(table.seats)})}</small>"
    elif table.size != 4:
        size = _("5 players, own bell") if table.size == 5 else _("3 players")
        title += f" <small>{escape(size)}</small>"
    seats = []
    for _position, entry, _turns in table.seats:
        place = f"<span>{escape(entry.name)}</span>"
        if can_swap:
            checked = " checked" if ticked and str(entry.pk) in ticked else ""
            place = f'<label><input type="checkbox" name="swap" value="{entry.pk}"{checked}> {place}</label>'
        elif entry.left_at:
            place = f"<span>{escape(entry.name)} <small>{escape(_('left early'))}</small></span>"
        seats.append(f'<li id="seat-{entry.pk}">{place}</li>\n')
    if turns_per_seating == 1:
        few = [names for turn in table.turns for names in turn.matches if len(names) < len(table.seats)]
        met = [f"<li>{escape(' – '.join(names))}</li>" for names in few]
        resting = [entry for turn in table.turns for entry in turn.resting]
        out = [f'<li class="soft">{escape(_sits_out(entry.name))}</li>' for entry in resting]
        played = f'<ul class="drawn-match" role="list">\n{"".join(met)}{"".join(out)}\n</ul>'
    else:
        turns = "".join([_drawn_turn(turn) for turn in table.turns])
        played = f'<dl class="drawn-turns">\n{turns}</dl>'
    number = table.number
    return SafeString(
        f'<section class="card drawn-table" id="table-{number}" aria-labelledby="table-{number}-name">\n'
        f'  <h2 id="table-{number}-name">{title}</h2>\n'
        f'  <ol class="drawn-seats">\n{"".join(seats)}</ol>\n{played}\n</section>\n'
    )


def _drawn_turn(turn: TurnOfTable) -> str:
    met = "".join([f"<span>{escape(' – '.join(names))}</span>" for names in turn.matches])
    out = "".join([f'<span class="soft">{escape(_sits_out(entry.name))}</span>' for entry in turn.resting])
    number = f'<span class="away">{escape(_("Round"))} </span>{turn.number}'
    return f"<div><dt>{number}</dt>\n<dd>{met}{out}</dd></div>\n"


def _sits_out(name: str) -> str:
    return _("%(name)s sits out") % {"name": name}


@register.filter
def sheet_rows(rows: Iterable[tuple[str, int, int, str, bool, str, int | None, int | None, str]]) -> SafeString:
    """The lines of all score sheets: of each its address, then a `results.queries.sheets.ListedSheet`."""
    return SafeString("".join([_sheet_row(*row) for row in rows]))


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
    """A line of the board of results up to what it says beside its state."""
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
    """The games, where they count, and the points beside them."""
    if games is None:
        return f'<b class="number">{points(score)}</b>'
    return f'<b class="number">{games}<small> · {points(score)}</small></b>'


@register.filter
def board_row_ends(row: BoardRow) -> SafeString:
    """The links of a line of the board."""
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
    """A line of the door's list with its form, up to what somebody pays; `in_team` on the page of a pair or team."""
    event, entry = context["event"], person.entry
    address = address_for_each("door_entry", event.pk)(entry.pk)
    name, state = escape(entry.name), _state_at_door(context, person)
    if event.locked_at or person.seat or entry.left_at or person.ever_seated:
        shown = f'<div class="name">{name}\n    <small>{state}</small>\n  </div>'
    else:
        press = "" if context.get("in_team") else f'\n    hx-post="{address}" {SWAPS_PEOPLE}'
        is_here = ("away", "true") if entry.here else ("here", "false")
        pressed = '<button class="name" name="action" value="{}" aria-pressed="{}"'.format(*is_here)
        shown = f"{pressed}{press}><span>{name}\n    <small>{state}</small></span></button>"
    token = f'<input type="hidden" name="csrfmiddlewaretoken" value="{context["csrf_token"]}">'
    form = f'<form method="post" action="{address}">{token}'
    return SafeString(f'<li id="person-{entry.pk}">{form}\n  {shown}\n  ')


SWAPS_PEOPLE = 'hx-target="#door_people" hx-select="#door_people" hx-select-oob="#messages" hx-swap="outerHTML"'


def _state_at_door(context: Context, person: PersonAtDoor) -> str:
    """What is said beside a name."""
    event, shown, entry = context["event"], context["shown"], person.entry
    is_settled = event.locked_at or person.seat or entry.left_at or person.ever_seated
    waits = person.waits if is_settled else entry.here and shown.hour
    if entry.left_at:
        return escape(_("left early"))
    if waits:
        return render_to_string("door/_person_waits.html", {"person": person, "shown": shown, "event": event})
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
def person_row_ends(context: Context, person: PersonAtDoor) -> SafeString:
    """The links and presses of a line of the door's list."""
    event, entry = context["event"], person.entry
    if event.locked_at:
        return SafeString("</form></li>\n")
    name, found = f'<span class="away"> {escape(entry.name)}</span>', []
    is_director = context["request"].user.is_director
    if event.kind.is_planned and is_director:
        found.append(_quiet_link(address_for_each("door_person", event.pk)(entry.pk), _("More"), name))
        if person.match:
            words = _("Walk-over") if context.get("in_team") else _("Match")
            to_ruling = address_for_each("ruling", event.pk)(person.match)
            found.append(f'<a class="button small" href="{to_ruling}#walk-over">{escape(words)}{name}</a>')
    else:
        found.append(_quiet_link(address_for_each("door_name", event.pk)(entry.pk), _("Edit name"), name))
    found += [_press(*press) for press in _presses_at_door(context, person) if is_director or press[0] not in OF_PLAY]
    return SafeString("\n    ".join(found) + "\n</form></li>\n")


def _presses_at_door(context: Context, person: PersonAtDoor) -> Iterator[tuple[str, str, str]]:
    """The action, words and look of each button, whoever may press it."""
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


def _quiet_link(address: str, words: str, name: str) -> str:
    return f'<a class="button small quiet" href="{address}">{escape(words)}{name}</a>'


def _press(action: str, words: str, look: str) -> str:
    return f'<button class="button small{look}" name="action" value="{action}">{escape(words)}</button>'


@register.simple_tag(takes_context=True)
def table_now_row(context: Context, table: TableNow) -> SafeString:
    """A table of the director's page: what it is doing, and a way to it."""
    event, number = context["event"], table.number
    if table.match:
        address = address_for_each("match", event.pk)(table.match)
    else:
        address = f"{reverse('results', args=[event.pk])}?hour={context['room'].stage.number}#table-{number}"
    calling = " is-calling" if table.calls else ""
    calls = f' <span class="table-calls">{escape(_("calls"))}</span>' if table.calls else ""
    mark = f'<svg aria-hidden="true"><use href="{static("img/states.svg")}#{table.state}"/></svg>'
    return SafeString(
        f'\n    <li><a class="table-now {table.state}{calling}" id="at-{number}" href="{address}">'
        f'<span class="away">{escape(_("Table"))} </span><b>{number}</b> '
        f'<span class="table-is">{mark} {escape(state_label(table.state))}</span>{calls} '
        f"<small>{escape(table.small)}</small></a></li>"
    )


@register.simple_tag(takes_context=True)
def missing_sheet_row(context: Context, sheet: MissingSheet) -> SafeString:
    """Whose sheet has not come, on the director's page."""
    address = address_for_each("sheet", context["event"].pk, context["glance"].hour.number)(sheet.entry.pk)
    link = f'<a class="button small" id="sheet-{sheet.entry.pk}" href="{address}">'
    return SafeString(f"<li>{link}<b>{sheet.table}</b> {escape(sheet.entry.name)}</a></li>")
