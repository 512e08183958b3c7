"""The card of a match between two teams: their pairs at each table, with room for what each of them wins."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.draw.queries.draws import TableView, tables_of
from tournament.event.queries.competitors import boards_of, key_of, units_of
from tournament.event.queries.hours import hour_name
from tournament.event.queries.rules import counts_hang_jacks, rules_of, word_for
from tournament.matches.queries.series import length_of
from tournament.models import Enters, Entry, Event, Stage, together

BLANK_TABLES = 8

Sides = tuple[tuple[Entry, ...], tuple[Entry, ...]]


@dataclass(frozen=True)
class CardTable:
    """`number` is None and the pairs are empty where they are written in."""

    number: int | None
    pairs: tuple[str, str]


@dataclass(frozen=True)
class MatchCard:
    """`counted` are the columns that each team has: what is counted at every table and added up."""

    where: str
    teams: tuple[str, str]
    tables: tuple[CardTable, ...]
    counted: tuple[str, ...]
    length: str
    is_draft: bool


def match_cards_of(event: Event, stage: Stage) -> tuple[MatchCard, ...]:
    """In table order, of a draft too; none where no teams enter. As many queries for many as for few."""
    if event.enters != Enters.TEAMS:
        return ()
    boards, names = boards_of(event), {key: unit.name for key, unit in units_of(event).items()}
    met: dict[int, list[tuple[int, Sides]]] = {}
    for table in tables_of(stage):
        if sides := _sides(table):
            met.setdefault((table.table.number - 1) // boards, []).append((table.table.number, sides))
    return tuple(_card(event, stage, together, names) for together in met.values())


def _sides(table: TableView) -> Sides | None:
    """Those who meet at it, or None where nobody does any more."""
    turns = (turn for seat in table.seats for turn in seat.turns if turn.others)
    turn = next(turns, None)
    return (turn.own, turn.others[0]) if turn else None


def _card(event: Event, stage: Stage, tables: list[tuple[int, Sides]], names: dict[int, str]) -> MatchCard:
    """The team that sits first at the first table stands on the left of every line."""
    one, other = (key_of(event, side[0]) for side in tables[0][1])
    lines = []
    for number, sides in tables:
        pairs = {key_of(event, side[0]): together([entry.name for entry in side]) for side in sides}
        lines.append(CardTable(number, (pairs.get(one, ""), pairs.get(other, ""))))
    return MatchCard(
        where=hour_name(event, stage.number),
        teams=(names.get(one or 0, ""), names.get(other or 0, "")),
        tables=tuple(lines),
        counted=_counted(event),
        length=length_of(event).words,
        is_draft=stage.released_at is None,
    )


def blank_match_card(event: Event) -> MatchCard:
    """For any two teams that play tonight's game."""
    tables = (CardTable(None, ("", "")),) * BLANK_TABLES
    return MatchCard("", ("", ""), tables, _counted(event), length_of(event).words, is_draft=False)


def _counted(event: Event) -> tuple[str, ...]:
    rules = rules_of(event)
    games = (_("Games"),) if event.length_kind != "timed" else ()
    hung = (word_for(rules, "hang_jack"),) if counts_hang_jacks(rules) else ()
    return (*games, _("Points"), *hung)
