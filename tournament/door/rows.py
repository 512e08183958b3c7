"""Writes the lines of the door's list by hand, because a template takes ten times as long for each of several hundred.
Each function takes finished values, escapes every word, and decides only what goes where."""

from collections.abc import Iterator
from html import escape

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.door.queries.door import OF_PLAY, PersonAtDoor, Together
from tournament.foundation.pages import address_for_each
from tournament.models import Enters

register = template.Library()


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
