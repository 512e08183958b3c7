"""Standings of an evening or a series as text for a club's chat, and the values for their picture: places, names and
the column that ranks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.club.queries import names_shown_to
from tournament.event.queries.head_counts import count_in_words
from tournament.models import Audience, Event, Season, Series
from tournament.seasons.queries.results import EndedEvening
from tournament.seasons.queries.seasons import table_of
from tournament.seasons.queries.series_page import cached_rows_of
from tournament.standings.queries.groups import counting_now
from tournament.standings.queries.standings import standings_of
from tournament.standings.queries.standings_page import StandingsPage, standings_page

WIDTH = 30
"""Letters in a line: as many as a phone's chat shows in a fixed-width font."""
MOST_OF_SERIES = 30
"""A chat gets this many from the top of a series."""
FENCE = "```"
"""Chats show text between these marks in a fixed-width font."""


@dataclass(frozen=True)
class ChatLine:
    place: str
    rank: int
    name: str
    figure: str


@dataclass(frozen=True)
class StandingsForChat:
    """`evening` and `day` head it; for a series these are the names of the season and the series. `counted` is the
    label of the column that `figure` comes from; `state` says whether the standings are final. `hidden` is how many
    players are shown as a number."""

    club: str
    evening: str
    day: str
    entered: str
    counted: str
    state: str
    is_provisional: bool
    lines: tuple[ChatLine, ...]
    hidden: int


def standings_for_chat(event: Event, to: Audience) -> StandingsForChat:
    """Returns the standings as this audience may see them. Ten queries."""
    names = names_shown_to(to, event.club)
    page = standings_page(standings_of(event, counting=counting_now(event), names=names))
    main = next((column for column in page.columns if "total" in column.style), page.columns[-1])
    return StandingsForChat(
        club=event.club.name,
        evening=names.redact(event.name),
        day=date_format(event.date, "j F Y"),
        entered=count_in_words(event, len(page.rows)),
        counted=main.label,
        state=_say_state(page),
        is_provisional=page.standings.provisional,
        lines=tuple(
            ChatLine(
                *(row.place, row.line.placing.rank, f"{row.name} ({row.group})" if row.group else row.name),
                main.text_of(row.line),
            )
            for row in page.rows
        ),
        hidden=event.entries.filter(player__in=names.hidden).count(),
    )


def series_for_chat(season: Season, series: Series, evenings: Sequence[EndedEvening], to: Audience) -> StandingsForChat:
    """Returns the ranked lines of a series from the top, as this audience may see them. Three queries at most."""
    names = names_shown_to(to, season.club)
    rows = [row for row in cached_rows_of(table_of(series, evenings), names) if row.line.placing]
    shown = rows[:MOST_OF_SERIES]
    state = _("The first %(n)s of %(all)s.") % {"n": len(shown), "all": len(rows)} if len(rows) > len(shown) else ""
    if evenings:
        latest = {"name": names.redact(evenings[-1].name), "day": date_format(evenings[-1].day, "j F Y")}
        state = " ".join([_("Latest evening: %(name)s, %(day)s.") % latest, state]).strip()
    count = ngettext("%(n)s evening", "%(n)s evenings", len(evenings)) % {"n": len(evenings)}
    return StandingsForChat(
        club=season.club.name,
        evening=names.redact(season.name),
        day=names.redact(series.name),
        entered=count,
        counted=_("Total"),
        state=state,
        is_provisional=False,
        lines=tuple(
            ChatLine(row.place, row.line.placing.rank, row.name, row.total) for row in shown if row.line.placing
        ),
        hidden=len({person for row in shown for person in row.line.people if person in names.hidden}),
    )


def _say_state(page: StandingsPage) -> str:
    number = page.standings.open_matches
    if not page.standings.provisional:
        return _("Every result is agreed.")
    words = ngettext(
        "Provisional: %(n)s match is not agreed yet.", "Provisional: %(n)s matches are not agreed yet.", number
    )
    return words % {"n": number}


def write_chat_text(shown: StandingsForChat) -> str:
    """Returns a heading in plain words, then the table in a fixed-width font."""
    head = [shown.club, f"{shown.evening}, {shown.day}", shown.state, FENCE]
    return "\n".join([*head, *_lines_of(shown), FENCE])


def _lines_of(shown: StandingsForChat) -> Iterator[str]:
    place_width = max((len(line.place) for line in shown.lines), default=1)
    figure_width = max((len(line.figure) for line in shown.lines), default=1)
    name_width = WIDTH - place_width - figure_width - 2
    yield f"{shown.counted:>{WIDTH}}"
    for line in shown.lines:
        first, *others = wrap(line.name, name_width) or [""]
        yield f"{line.place:>{place_width}} {first:<{name_width}} {line.figure:>{figure_width}}"
        yield from (f"{'':{place_width}} {other}" for other in others)
