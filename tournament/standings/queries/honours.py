"""The honours of an evening: who won what, and a certificate for each of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.event.queries.competitors import Competitor, competitors_of
from tournament.event.queries.head_counts import count_in_words
from tournament.foundation.wording import keep_partners_whole, order_key
from tournament.models import Event, join_names
from tournament.ranking import BOOBY, count_places_with_prize, format_total
from tournament.standings.queries.places import Standings, StandingsLine
from tournament.standings.queries.prizes import prizes_in, show_prize
from tournament.standings.queries.standings import standings_of

NUMBERS: Mapping[str, str | Promise] = {
    str(number): word
    for number, word in enumerate(
        (
            *(gettext_lazy("one"), gettext_lazy("two"), gettext_lazy("three"), gettext_lazy("four")),
            *(gettext_lazy("five"), gettext_lazy("six"), gettext_lazy("seven"), gettext_lazy("eight")),
            *(gettext_lazy("nine"), gettext_lazy("ten"), gettext_lazy("eleven"), gettext_lazy("twelve")),
        ),
        start=1,
    )
}
FEATS: Mapping[int, tuple[str | Promise, str | Promise]] = {
    1: (gettext_lazy("for coming first of %(entered)s"), gettext_lazy("for sharing first place among %(entered)s")),
    2: (gettext_lazy("for coming second of %(entered)s"), gettext_lazy("for sharing second place among %(entered)s")),
    3: (gettext_lazy("for coming third of %(entered)s"), gettext_lazy("for sharing third place among %(entered)s")),
}
"""What the first three places are for, reached alone or shared."""
UNBROKEN = 30
"""The most letters of a name that stays on one line of running text."""


@dataclass(frozen=True)
class Winner:
    """A winner; `players` are the players of a pair or team, empty for a single player."""

    name: str
    players: tuple[str, ...] = ()

    @property
    def has_own_name(self) -> bool:
        """Whether it is not named after its players, as a single player is not."""
        return not self.players or self.name != join_names(self.players)

    @property
    def title(self) -> str:
        """The name of its own, or the players of a pair or team without one; no line breaks inside a name."""
        names = (self.name,) if self.has_own_name else self.players
        return join_names([keep_partners_whole(name, UNBROKEN) for name in names])

    @property
    def below(self) -> str:
        """The players of a pair or team with a name of its own, otherwise ""."""
        if not (self.players and self.has_own_name):
            return ""
        return join_names([keep_partners_whole(player, UNBROKEN) for player in self.players])

    @property
    def in_full(self) -> str:
        """The name with its players, as in "The Aces: Ann and Bea"."""
        return f"{self.title}: {self.below}" if self.below else self.title


@dataclass(frozen=True)
class Honour:
    """A place or a side prize. `figure` is what was reached, with its word; `decided` is what separated the place from
    those behind it; `feat` is what it is for, as a certificate says it; `rank` is 0 for a side prize."""

    label: str
    winners: tuple[Winner, ...]
    figure: str
    decided: str
    feat: str
    rank: int


@dataclass(frozen=True)
class Honours:
    """`others` are those without a prize, from A to Z; `entered` says how many entered, as in "30 players". Nothing is
    final while any match is open."""

    places: tuple[Honour, ...]
    prizes: tuple[Honour, ...]
    others: tuple[str, ...]
    entered: str
    open_matches: int


@dataclass(frozen=True)
class Certificate:
    """`feat` is what it is for in words, with the figure of a side prize, whose `rank` is 0. `reached` is the figure of
    a place or, for a side prize, among how many it was won, as in "the most of 30 players"."""

    name: str
    beside: str
    label: str
    reached: str
    feat: str
    rank: int


def honours_of(event: Event) -> Honours:
    """Returns the places that have a prize and the side prizes, as the standings are now. Two queries more than the
    standings. Raises NoPrizes."""
    return honours_in(standings_of(event), competitors_of(event))


def honours_in(standings: Standings, units: Mapping[int, Competitor]) -> Honours:
    """Does what `honours_of` does, for standings that were read already."""
    event = standings.event
    by_name = {line.name: _winner_of(line, units) for line in standings.lines}
    entered = count_in_words(event, len(standings.lines))
    steps = prizes_in(standings, places=count_places_with_prize(standings.placings), side_prizes=True)
    places, prizes = [], []
    for step in reversed(steps):
        prize_in_words = show_prize(step)
        winners = tuple(by_name[name] for name in prize_in_words.names)
        if prize_in_words.place:
            line = next(line for line in standings.lines if line.placing.shown == prize_in_words.place)
            rank, alone, shared = line.placing.rank, *FEATS[line.placing.rank]
            feat = str(shared if len(winners) > 1 else alone) % {"entered": entered}
            places.append(Honour(prize_in_words.label, winners, *_figure_of(standings, line), feat, rank))
        else:
            figure = _in_words(step["prize"], prize_in_words.figure)
            feat = _feat_of_prize(step["prize"], prize_in_words.figure)
            prizes.append(Honour(prize_in_words.label, winners, figure, "", feat, 0))
    honoured = {name for step in steps for name in step["names"]}
    others = [winner.in_full for name, winner in by_name.items() if name not in honoured]
    return Honours(
        places=tuple(places),
        prizes=tuple(prizes),
        others=tuple(sorted(others, key=order_key)),
        entered=entered,
        open_matches=standings.open_matches,
    )


def certificates_of(honours: Honours) -> tuple[Certificate, ...]:
    """Returns a certificate for each player who won something; everybody in a pair or team gets their own."""
    return _certificates_of(honours, _names_of_players)


def team_certificates_of(honours: Honours) -> tuple[Certificate, ...]:
    """Returns one certificate for each team that won something, with its players below its name."""
    return _certificates_of(honours, lambda winner: [(winner.title, winner.below)])


def _certificates_of(
    honours: Honours, names_of: Callable[[Winner], Iterable[tuple[str, str]]]
) -> tuple[Certificate, ...]:
    """`names_of` returns each name that gets a certificate, and the words below it."""
    certificates = []
    for honour in (*honours.places, *honours.prizes):
        reached = honour.figure
        if not honour.rank:
            words = _("the most of %(entered)s") if honour.figure else _("of %(entered)s")
            reached = words % {"entered": honours.entered}
        certificates += [
            Certificate(name, beside, honour.label, reached, honour.feat, honour.rank)
            for winner in honour.winners
            for name, beside in names_of(winner)
        ]
    return tuple(certificates)


def _names_of_players(winner: Winner) -> Iterator[tuple[str, str]]:
    for player in winner.players or (winner.name,):
        beside = [name for name in winner.players if name != player]
        others = join_names(beside) if beside else ""
        if not others:
            yield player, ""
        elif winner.has_own_name:
            yield player, _("of %(team)s, with %(names)s") % {"team": winner.name, "names": others}
        else:
            yield player, _("with %(names)s") % {"names": others}


def _winner_of(line: StandingsLine, units: Mapping[int, Competitor]) -> Winner:
    unit = units.get(line.record.entry)
    players = tuple(entry.name for entry in unit.entries) if unit else ()
    return Winner(line.name, players if len(players) > 1 else ())


def _figure_of(standings: Standings, line: StandingsLine) -> tuple[str, str]:
    """Returns the figure that ranks first, as in "Games won: 5", or "Adjusted total: 79.5 (63 points, scored per minute
    played)" for somebody who sat out; and what decided, if that is something else."""
    for criterion in standings.criteria:
        figure = criterion.figure_of(line.record) if criterion.figure_of else None
        if figure is not None:
            label = _(criterion.label)
            reached = f"{label}: {format_total(figure)}"
            if criterion.key == "total" and line.is_adjusted:
                total = line.record.total
                points = ngettext("%(total)s point", "%(total)s points", int(total)) % {"total": format_total(total)}
                words = _("Adjusted total: %(adjusted)s (%(points)s, scored per minute played)")
                reached = words % {"adjusted": format_total(figure), "points": points}
            return reached, line.decided_by if line.decided_by != label else ""
    return "", line.decided_by


def _in_words(prize: str, figure: str) -> str:
    """Says the figure of a side prize with its unit; the booby prize has none."""
    if not figure:
        return ""
    number = 1 if figure == "1" else 2
    words = {
        "most_hang_jacks": ngettext("%(n)s hang jack", "%(n)s hang jacks", number),
        "most_all_fours": ngettext("all 4 points in %(n)s hand", "all 4 points in %(n)s hands", number),
        "biggest_round": ngettext("%(n)s point in a round", "%(n)s points in a round", number),
    }
    return words[prize] % {"n": figure}


def _feat_of_prize(prize: str, figure: str) -> str:
    """Says what a side prize is for, small numbers in words."""
    number = 1 if figure == "1" else 2
    feats = {
        "most_hang_jacks": ngettext(
            "for hanging %(n)s Jack in one evening", "for hanging %(n)s Jacks in one evening", number
        ),
        "most_all_fours": ngettext(
            "for winning all four points in %(n)s hand", "for winning all four points in %(n)s hands", number
        ),
        "biggest_round": ngettext(
            "for winning %(n)s point in a single round", "for winning %(n)s points in a single round", number
        ),
        BOOBY.key: _("for staying cheerful in last place"),
    }
    return feats[prize] % {"n": NUMBERS.get(figure, figure)}
