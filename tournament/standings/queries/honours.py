"""The honours of an evening: who won what, and a certificate for each of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.event.queries.competitors import Competitor, competitors_of
from tournament.event.queries.head_counts import count_in_words
from tournament.event.queries.hours import hour_numbers
from tournament.foundation.wording import filed_as
from tournament.models import Event, join_names
from tournament.ranking import format_total
from tournament.standings.queries.places import Standings, StandingsLine, criteria_of
from tournament.standings.queries.prizes import prizes_in, show_prize
from tournament.standings.queries.standings import standings_of

PLACES = 3
UNBROKEN = 30
"""Letters of a name that stays on one line of running text."""


@dataclass(frozen=True)
class Winner:
    """`players` are those of a pair or team; a player alone has none besides their name."""

    name: str
    players: tuple[str, ...] = ()

    @property
    def in_full(self) -> str:
        """As in "The Aces: Ann and Bea", the words of each name kept together."""
        if not self.players:
            return _remove_line_breaks(self.name)
        players = join_names([_remove_line_breaks(player) for player in self.players])
        return players if self.name == join_names(self.players) else f"{_remove_line_breaks(self.name)}: {players}"


@dataclass(frozen=True)
class Honour:
    """A place or a side prize. `figure` is what was reached, with its word; `decided` what parted the place from those
    behind it."""

    label: str
    winners: tuple[Winner, ...]
    figure: str = ""
    decided: str = ""


@dataclass(frozen=True)
class Honours:
    """`others` are those without a prize, from A to Z; `entered` how many of what there were, as in "30 players".
    Nothing of it is final while any match is open."""

    places: tuple[Honour, ...]
    prizes: tuple[Honour, ...]
    others: tuple[str, ...]
    entered: str
    open_matches: int


@dataclass(frozen=True)
class Certificate:
    """`reached` says what it is for and among how many, as in "Total: 87 · 30 players"."""

    name: str
    beside: str
    label: str
    reached: str


def honours_of(event: Event) -> Honours:
    """The first three places and the side prizes, as the standings have them now. Two queries more than the
    standings. Raises NoPrizes."""
    standings, units = standings_of(event), competitors_of(event)
    by_name = {line.name: _winner_of(line, units) for line in standings.lines}
    steps = prizes_in(standings, places=PLACES, side_prizes=True)
    places, prizes = [], []
    for step in reversed(steps):
        told = show_prize(step)
        winners = tuple(by_name[name] for name in told.names)
        if told.place:
            line = next(line for line in standings.lines if line.placing.shown == told.place)
            places.append(Honour(told.label, winners, *_figure_of(standings, line)))
        else:
            prizes.append(Honour(told.label, winners, _in_words(step["prize"], told.figure)))
    honoured = {name for step in steps for name in step["names"]}
    others = [winner.in_full for name, winner in by_name.items() if name not in honoured]
    return Honours(
        places=tuple(places),
        prizes=tuple(prizes),
        others=tuple(sorted(others, key=filed_as)),
        entered=count_in_words(event, len(standings.lines)),
        open_matches=standings.open_matches,
    )


def certificates_of(honours: Honours) -> tuple[Certificate, ...]:
    """One for each player who won something: of a pair or team everybody has their own."""
    return tuple(
        certificate
        for honour in (*honours.places, *honours.prizes)
        for winner in honour.winners
        for certificate in _certificate_of_winner(honour, winner, honours.entered)
    )


def _certificate_of_winner(honour: Honour, winner: Winner, entered: str) -> Iterator[Certificate]:
    reached = f"{honour.figure} · {entered}" if honour.figure else entered
    for player in winner.players or (winner.name,):
        others = [name for name in winner.players if name != player]
        beside = ""
        if others and winner.name != join_names(winner.players):
            beside = _("of %(team)s, with %(names)s") % {"team": winner.name, "names": join_names(others)}
        elif others:
            beside = _("with %(names)s") % {"names": join_names(others)}
        yield Certificate(player, beside, honour.label, reached)


def _remove_line_breaks(name: str) -> str:
    return name.replace(" ", "\N{NO-BREAK SPACE}") if len(name) <= UNBROKEN else name


def _winner_of(line: StandingsLine, units: dict[int, Competitor]) -> Winner:
    unit = units.get(line.record.entry)
    players = tuple(entry.name for entry in unit.entries) if unit else ()
    return Winner(line.name, players if len(players) > 1 else ())


def _figure_of(standings: Standings, line: StandingsLine) -> tuple[str, str]:
    """Of what ranks first, as in "Games won: 5", or "Total: 63, adjusted 79.5" for somebody who sat out; and what
    decided, where that is something else."""
    event = standings.event
    for criterion in criteria_of(event, hours=len(hour_numbers(event)), of=standings.of):
        figure = criterion.figure_of(line.record) if criterion.figure_of else None
        if figure is not None:
            label = _(criterion.label)
            reached = f"{label}: {format_total(figure)}"
            if criterion.key == "total" and line.is_adjusted:
                words = _("%(label)s: %(total)s, adjusted %(adjusted)s")
                reached = words % {
                    "label": label,
                    "total": format_total(line.record.total),
                    "adjusted": format_total(figure),
                }
            return reached, line.decided_by if line.decided_by != label else ""
    return "", line.decided_by


def _in_words(prize: str, figure: str) -> str:
    """The figure of a side prize with what it counts; the booby prize has none."""
    if not figure:
        return ""
    number = 1 if figure == "1" else 2
    words = {
        "most_hang_jacks": ngettext("%(n)s hang jack", "%(n)s hang jacks", number),
        "most_all_fours": ngettext("all 4 points in %(n)s hand", "all 4 points in %(n)s hands", number),
        "biggest_round": ngettext("%(n)s point in a round", "%(n)s points in a round", number),
    }
    return words[prize] % {"n": figure}
