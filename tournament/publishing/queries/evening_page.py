"""An evening as its page of the site shows it: standings, honours, the bracket and all results.

Results are written by hand, because a template takes ten times as long for the thirty thousand matches of ten years.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.club.visibility import NamesShown
from tournament.draw.queries.brackets import WholeBracket, names_of_rounds, whole_bracket
from tournament.event.queries.competitors import competitors_of
from tournament.event.queries.head_counts import count_in_words
from tournament.event.queries.hours import hour_label
from tournament.models import Event, Stage, State, join_names
from tournament.standings.queries.counted_matches import CountedEvening, CountedMatch, CountedSide, counted_evening_of
from tournament.standings.queries.honours import Honours, honours_in
from tournament.standings.queries.standings import standings_of
from tournament.standings.queries.standings_page import StandingsPage, standings_page
from tournament.statistics.queries.hands_page import HandStatistics, name_sides, statistics_of_evening

UNKNOWN = "–"


@dataclass(frozen=True)
class SiteStage:
    """A round, with a line of a list for each of its matches."""

    label: str
    lines: SafeString


@dataclass(frozen=True)
class SiteEvening:
    """`tables` are labels with standings, the one that counts first. `honours` is None until every result is agreed.
    `longest_sides` names the sides of the longest match."""

    event: Event
    name: str
    entered: str
    tables: tuple[tuple[str, StandingsPage], ...]
    honours: Honours | None
    bracket: WholeBracket | None
    stages: tuple[SiteStage, ...]
    statistics: HandStatistics
    longest_sides: str

    @property
    def is_provisional(self) -> bool:
        return self.honours is None


def evening_for_site(event: Event, names: NamesShown) -> SiteEvening:
    """Returns an evening for its page. About twenty queries."""
    first = standings_page(standings_of(event, names=names))
    pages = [first, *(standings_page(standings_of(event, of=of, names=names)) for of in first.standings.others)]
    is_final = event.locked_at is not None and not first.standings.provisional and bool(first.standings.lines)
    stages = list(Stage.objects.filter(event=event, released_at__isnull=False).only("pk", "number"))
    counted = counted_evening_of(event, stages, names=names)
    statistics = statistics_of_evening(event)
    return SiteEvening(
        event=event,
        name=names.redact(event.name),
        entered=count_in_words(event, len(first.standings.lines)),
        tables=tuple((page.label, page) for page in pages),
        honours=honours_in(first.standings, competitors_of(event, names)) if is_final else None,
        bracket=whole_bracket(event, names),
        stages=tuple(_stages_of(event, counted)),
        statistics=statistics,
        longest_sides=name_sides(statistics.longest.match, names.names) if statistics.longest else "",
    )


def _stages_of(event: Event, counted: CountedEvening) -> Iterator[SiteStage]:
    rounds = names_of_rounds(event)
    for number, found in groupby(counted.matches, key=lambda match: match.round):
        label = hour_label(event, number)
        if number in rounds:
            label = _("%(round)s: %(name)s") % {"round": label, "name": rounds[number]}
        matches = list(found)
        has_turns = any(match.turn > 1 for match in matches)
        lines = [_write_match(match, counted, has_turns=has_turns) for match in matches]
        yield SiteStage(label, SafeString("".join(lines)))


def _write_match(match: CountedMatch, counted: CountedEvening, *, has_turns: bool) -> str:
    """Writes a match with what is unusual about it, for example that it is not agreed yet. `has_turns` is true if a
    table played several matches in the round."""
    by_games = any(side.games is not None for side in match.sides)
    ranks = [(side.games or 0, side.points or 0) for side in match.sides]
    best = max(ranks, default=(0, 0))
    is_won = match.is_reported and not match.is_open and ranks.count(best) == 1
    sides = [
        _write_side(side, counted, by_games=by_games, won=is_won and rank == best)
        for side, rank in zip(match.sides, ranks, strict=True)
    ]
    where = _("Table %(number)s") % {"number": match.table}
    if has_turns:
        where = f"{where}, {_('round %(number)s') % {'number': match.turn}}"
    note = _note_of(match, counted)
    words = escape(f"{where} · {note}" if note else where)
    return f'<li><small class="soft">{words}</small>\n{"".join(sides)}</li>'


def _write_side(side: CountedSide, counted: CountedEvening, *, by_games: bool, won: bool) -> str:
    """Writes a side with its score. `won` is true if it alone has the most; points stand small beside games."""
    names, score, small = escape(_names_of(side.entries, counted)), side.games if by_games else side.points, ""
    if won:
        names += f' <span aria-hidden="true">✓</span><span class="away">{escape(_("won"))}</span>'
    if by_games and side.points is not None:
        small = f" <small>{escape(_('%(n)s points') % {'n': side.points})}</small>"
    return (
        f'<span class="side{" won" if won else ""}"><span>{names}</span> '
        f'<b class="number">{UNKNOWN if score is None else score}{small}</b></span>'
    )


def _names_of(entries: Sequence[int], counted: CountedEvening) -> str:
    return join_names([counted.people[entry].name for entry in entries])


def _note_of(match: CountedMatch, counted: CountedEvening) -> str:
    if match.state == State.CALLED_OFF:
        return _("called off")
    if match.walk_over is not None:
        came = next((side for side in match.sides if side.number == match.walk_over), None)
        return _("walk-over for %(names)s") % {"names": _names_of(came.entries, counted)} if came else _("walk-over")
    if match.is_open:
        return _("not agreed yet")
    return _("ruled by the director") if match.state == State.RULED else ""
