"""Lays out the fixtures of a team as pocket cards: a sheet that is printed on one side and folded twice. Pure.

Of its four panels, each a quarter of the sheet, the front and the back are below, upright, and the two inside above,
upside down. Heights and widths are in millimetres, sizes in points.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, time

from tournament.leagues.queries.page import LeaguePage
from tournament.leagues.queries.results import ResultRow
from tournament.models import LeagueTeam
from tournament.press.fitting import count_lines_of, largest_that_fits
from tournament.press.sheets import Options, page_of

EDGE, HEAD, FOOT = 8.0, 10.0, 4.0
"""The edge of a panel, its head, and the line at its foot."""
BESIDE = 36.0
"""The columns beside the names: the day, and the boxes for the result."""
LEAST, WIDE, TALLEST = 5.9, 7.5, 13.0
"""Heights of rows: the least, that from which a third panel takes some of the matches, and the greatest."""
SIZES = (12.0, 11.0, 10.0, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0, 4.5)
LINE, DETAIL, BETWEEN = 0.41, 0.75, 1.0
"""The height of a line for each point of its size, the size of a detail beside that of a name, and the room of a row
that words leave."""


@dataclass(frozen=True)
class CardRow:
    """A line of a panel: a match, or a bye if it has no other team, on the `day` of its round; `detail` is where it is
    played, or what happened to it; `size` is that of the names."""

    match: ResultRow
    day: date | None
    detail: str
    size: float


@dataclass(frozen=True)
class CardVenue:
    team: LeagueTeam
    size: float


@dataclass(frozen=True)
class PocketCard:
    """`panels` are those inside, and the back if the matches need it. Else the back has the `venues` of all teams. Rows
    are as high as `height` says; `number` is that of this card of its team, from 1, of so many."""

    team: LeagueTeam
    panels: tuple[tuple[CardRow, ...], ...]
    height: float
    venues: tuple[CardVenue, ...]
    number: int
    of: int

    @property
    def back(self) -> tuple[CardRow, ...]:
        return self.panels[2] if len(self.panels) > 2 else ()


@dataclass(frozen=True)
class PanelRoom:
    """The room of a panel below its head, for `names` beside the other columns."""

    width: float
    height: float

    @property
    def names(self) -> float:
        return self.width - BESIDE


def panel_of(options: Options) -> PanelRoom:
    page = page_of(options)
    return PanelRoom(page.width / 2 - 2 * EDGE, page.height / 2 - 2 * EDGE - HEAD - FOOT)


def lay_out_cards(
    page: LeaguePage, teams: Sequence[LeagueTeam], options: Options, only: int | None = None
) -> tuple[PocketCard, ...]:
    """Returns the cards of the league's teams, or of that with the key `only`: one each, unless it has more matches
    than three panels hold."""
    room = panel_of(options)
    venues = _fit_venues([team for team in teams if team.home], room)
    return tuple(card for team in teams if only in (None, team.pk) for card in _cards_of(page, team, venues, room))


def _cards_of(
    page: LeaguePage, team: LeagueTeam, venues: tuple[CardVenue, ...], room: PanelRoom
) -> Iterable[PocketCard]:
    day_of = {each.number: each.day for each in page.rounds}
    dated = [
        (match.day or (None if match.other else day_of[match.round]), match)
        for each in page.of_team(team).rounds
        for match in each.results
    ]
    dated.sort(key=lambda each: (each[0] or date.max, each[1].starts or time.max, each[1].round))
    panels = 2 if len(dated) <= 2 * int(room.height / WIDE) else 3
    most = panels * int(room.height / LEAST)
    cards = [dated[first : first + most] for first in range(0, len(dated), most)] or [[]]
    for number, on_card in enumerate(cards, start=1):
        to_a_panel = max(-(-len(on_card) // panels), 1)
        height = min(room.height / to_a_panel, TALLEST)
        rows = [_fit_match(match, day, room.names, height) for day, match in on_card]
        parts = tuple(tuple(rows[at * to_a_panel : (at + 1) * to_a_panel]) for at in range(panels))
        yield PocketCard(team, parts, height, () if panels > 2 else venues, number, len(cards))


def _fit_match(match: ResultRow, day: date | None, width: float, height: float) -> CardRow:
    names = f"{match.team.name} – {match.other.name}" if match.other else match.team.name
    detail = match.mark or match.place
    return CardRow(match, day, detail, _size_of(names, detail, width, height))


def _fit_venues(teams: Sequence[LeagueTeam], room: PanelRoom) -> tuple[CardVenue, ...]:
    height = min(room.height / max(len(teams), 1), TALLEST)
    return tuple(
        CardVenue(team, _size_of(team.name, f"{team.home}, {team.at_home}", room.width, height)) for team in teams
    )


def _size_of(words: str, detail: str, width: float, height: float) -> float:
    """Returns the largest size at which the words have room, with the detail below them in smaller letters."""

    def fits(size: float) -> bool:
        lines = count_lines_of(words, size, width) + DETAIL * (
            count_lines_of(detail, size * DETAIL, width) if detail else 0
        )
        return lines * size * LINE <= height - BETWEEN

    return largest_that_fits(SIZES, fits)
