"""Writes seats, the tables of a draw, and the ranking that seats one by hand, because a template takes ten times as
long for each of several hundred. Each function takes finished values, escapes every word, and decides only what goes
where."""

from collections.abc import Collection, Iterable
from functools import lru_cache
from html import escape
from typing import NamedTuple

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.draw.queries.drafts import DraftPlan, PlaceInPlan, TableShown, TurnOfTable
from tournament.draw.queries.seats import PlaceOf
from tournament.event.queries.hours import name_within_sentence
from tournament.foundation.wording import points
from tournament.models import Event

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


class _DrawWords(NamedTuple):
    """The words of tables, translated once for all of them."""

    title: str
    players: str
    three: str
    five: str
    left: str
    round: str
    sits_out: str


@register.simple_tag
def drawn_tables(
    tables: Iterable[TableShown], turns_per_seating: int, can_swap: object, ticked: Collection[str]
) -> SafeString:
    """Writes each table with its places and turns. With `can_swap` each place has a tick box, checked for the
    `ticked`."""
    words = _DrawWords(
        title=_("Table %(number)s"),
        players=_("%(n)s players"),
        three=_("3 players"),
        five=_("5 players, own bell"),
        left=_("left early"),
        round=_("Round"),
        sits_out=_("%(name)s sits out"),
    )
    return SafeString("".join([_drawn_table(table, turns_per_seating, can_swap, ticked, words) for table in tables]))


def _drawn_table(
    table: TableShown, turns_per_seating: int, can_swap: object, ticked: Collection[str], words: _DrawWords
) -> str:
    title = escape(words.title % {"number": table.number})
    if turns_per_seating == 1:
        title += f" <small>{escape(words.players % {'n': len(table.seats)})}</small>"
    elif table.size != 4:
        title += f" <small>{escape(words.five if table.size == 5 else words.three)}</small>"
    seats = []
    for _position, entry, _turns in table.seats:
        place = f"<span>{escape(entry.name)}</span>"
        if can_swap:
            checked = " checked" if ticked and str(entry.pk) in ticked else ""
            place = f'<label><input type="checkbox" name="swap" value="{entry.pk}"{checked}> {place}</label>'
        elif entry.left_at:
            place = f"<span>{escape(entry.name)} <small>{escape(words.left)}</small></span>"
        seats.append(f'<li id="seat-{entry.pk}">{place}</li>\n')
    if turns_per_seating == 1:
        few = [names for turn in table.turns for names in turn.matches if len(names) < len(table.seats)]
        met = [f"<li>{escape(' – '.join(names))}</li>" for names in few]
        resting = [entry for turn in table.turns for entry in turn.resting]
        out = [f'<li class="soft">{escape(words.sits_out % {"name": entry.name})}</li>' for entry in resting]
        played = f'<ul class="drawn-match" role="list">\n{"".join(met)}{"".join(out)}\n</ul>'
    else:
        turns = "".join([_drawn_turn(turn, words) for turn in table.turns])
        played = f'<dl class="drawn-turns">\n{turns}</dl>'
    number = table.number
    return (
        f'<section class="card drawn-table" id="table-{number}" aria-labelledby="table-{number}-name">\n'
        f'  <h2 id="table-{number}-name">{title}</h2>\n'
        f'  <ol class="drawn-seats">\n{"".join(seats)}</ol>\n{played}\n</section>\n'
    )


def _drawn_turn(turn: TurnOfTable, words: _DrawWords) -> str:
    met = "".join([f"<span>{escape(' – '.join(names))}</span>" for names in turn.matches])
    out = [f'<span class="soft">{escape(words.sits_out % {"name": entry.name})}</span>' for entry in turn.resting]
    number = f'<span class="away">{escape(words.round)} </span>{turn.number}'
    return f"<div><dt>{number}</dt>\n<dd>{met}{''.join(out)}</dd></div>\n"


@register.simple_tag
def plan_rows(plan: DraftPlan, event: Event, hour: int) -> SafeString:
    """Writes the lines of the ranking from which an hour is seated."""
    tied = f'<span class="why warn">{escape(_("tied: cut the cards"))}</span>'
    new = escape(_("new in %(this)s") % {"this": name_within_sentence(event, hour)})
    newcomer, adjusted = f'<span class="why">{new}</span>', _("adjusted %(points)s")
    return SafeString("".join([_plan_row(place, tied, newcomer, adjusted) for place in plan.places]))


def _plan_row(place: PlaceInPlan, tied: str, newcomer: str, adjusted: str) -> str:
    line, why, shown = place.line, "", "–"
    if place.is_level:
        why = tied
    elif line is None:
        why = newcomer
    elif line.placing.decided_by and line.placing.decided_by != "total":
        why = f'<span class="why">{escape(line.decided_by)}</span>'
    if line is not None:
        shown = f"{line.record.total}"
        if line.is_adjusted:
            more = adjusted % {"points": points(line.record.adjusted_total)}
            shown += f'<span class="why">{escape(more)}</span>'
    cut = ' class="cut"' if place.is_last else ""
    return (
        f'<tr{cut}>\n  <td class="place">{line.placing.shown if line else "–"}</td>\n'
        f'  <th scope="row">{escape(place.name)} {why}</th>\n'
        f'  <td class="number">{shown}</td>\n  <td class="total">{place.table}</td>\n</tr>\n'
    )
