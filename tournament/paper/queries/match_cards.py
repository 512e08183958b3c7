"""The card of a match between two teams: their pairs at each table, with room for what each of them wins."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.draw.queries.draws import tables_of
from tournament.event.queries.competitors import boards_of, competitors_of, key_of
from tournament.event.queries.entry_rows import EntryRow
from tournament.event.queries.hours import halves_of, hour_name, say_wave_on_paper
from tournament.formats.hall import place_in_hall
from tournament.formats.match_length import DECIDER
from tournament.matches.queries.matches import length_at, length_of
from tournament.matches.queries.team_matches import team_matches_of
from tournament.models import Enters, Event, Stage, join_names
from tournament.rules.queries.rules import counts_hang_jacks, rules_of, word_for

BLANK_TABLES = 8

Sides = tuple[tuple[EntryRow, ...], tuple[EntryRow, ...]]


@dataclass(frozen=True)
class CardTable:
    """A table; if it has no number and pairs, these are written in. `notes` are how many games it plays if tables play
    unequal numbers, and the table of the hall if that has fewer."""

    number: int | None
    pairs: tuple[str, str]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class MatchCard:
    """A card; `counted` are the columns that each team adds up over its tables. `has_decider` is whether one more game
    at a table decides a match that is level, `has_singles` whether single players meet at some tables. `halves` are
    those played before, in words, the team on the left first."""

    where: str
    teams: tuple[str, str]
    tables: tuple[CardTable, ...]
    counted: tuple[str, ...]
    length: str
    has_decider: bool
    has_singles: bool
    is_draft: bool
    halves: tuple[str, ...] = ()

    @property
    def longest_team(self) -> int:
        """The letters in the longer name; both teams are set in one size."""
        return max(map(len, self.teams))

    @property
    def longest_pair(self) -> int:
        return max(len(pair) for table in self.tables for pair in table.pairs)


def match_cards_of(event: Event, stage: Stage) -> tuple[MatchCard, ...]:
    """Returns the cards in order of tables, also of a draft; none without teams."""
    if event.enters != Enters.TEAMS:
        return ()
    boards, names = boards_of(event), {key: unit.name for key, unit in competitors_of(event).items()}
    met: dict[int, list[tuple[int, Sides]]] = {}
    for table in tables_of(stage):
        turn = next((turn for seat in table.seats for turn in seat.turns if turn.others), None)
        if turn:  # somebody still plays there
            together = met.setdefault((table.table.number - 1) // boards, [])
            together.append((table.table.number, (turn.own, turn.others[0])))
    before = _halves_before(event, stage)
    return tuple(_make_card(event, stage, together, names, before) for together in met.values())


def _halves_before(event: Event, stage: Stage) -> dict[int, tuple[str, ...]]:
    """Returns the halves played before this one, in words, by the team that they name first."""
    earlier = halves_of(event, stage.number).index(stage.number)
    found = {}
    for match in team_matches_of(event, [stage.number]) if earlier else ():
        one, other = match.teams
        halves = match.halves[:earlier]
        found[one.key] = tuple(half.in_words for half in halves)
        found[other.key] = tuple(half.from_other_side().in_words for half in halves)
    return found


def _make_card(
    event: Event,
    stage: Stage,
    tables: list[tuple[int, Sides]],
    names: dict[int, str],
    before: dict[int, tuple[str, ...]],
) -> MatchCard:
    """Returns a card. The team that sits first at the first table is on the left."""
    one, other = (key_of(event, side[0]) for side in tables[0][1])
    lines = []
    for number, sides in tables:
        pairs = {key_of(event, side[0]): join_names([entry.name for entry in side]) for side in sides}
        lines.append(CardTable(number, (pairs.get(one, ""), pairs.get(other, "")), tuple(_notes_on(event, number))))
    return MatchCard(
        where=hour_name(event, stage.number),
        teams=(names.get(one or 0, ""), names.get(other or 0, "")),
        tables=tuple(lines),
        counted=_columns_counted(event),
        length=length_of(event).words,
        has_decider=event.undecided == DECIDER,
        has_singles=event.singles_a_team > 0,
        is_draft=stage.released_at is None,
        halves=before.get(one or 0, ()),
    )


def blank_match_card(event: Event) -> MatchCard:
    """Returns a card for any two teams that play tonight's game."""
    tables = (CardTable(None, ("", "")),) * BLANK_TABLES
    return MatchCard(
        where="",
        teams=("", ""),
        tables=tables,
        counted=_columns_counted(event),
        length=length_of(event).words,
        has_decider=event.undecided == DECIDER,
        has_singles=event.singles_a_team > 0,
        is_draft=False,
    )


def _notes_on(event: Event, table: int) -> Iterator[str]:
    if length_of(event).at_tables:
        length = length_at(event, table)
        most = length.most or length.number
        yield ngettext("%(n)s game", "%(n)s games", most) % {"n": most}
    if say_wave_on_paper(event, table):
        yield _("at table %(number)s") % {"number": place_in_hall(table, event.hall_tables)}


def _columns_counted(event: Event) -> tuple[str, ...]:
    rules = rules_of(event)
    games = (_("Games"),) if event.length_kind != "timed" else ()
    hung = (word_for(rules, "hang_jack"),) if counts_hang_jacks(rules) else ()
    return (*games, _("Points"), *hung)
