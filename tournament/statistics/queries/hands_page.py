"""What the hands of an evening or of a season say: how often the Jack is hung, where Game goes, what the deal is worth,
the longest match, and when each table recorded hands.

It is cached for each state of the evenings and has no names, because each reader may see different ones
(`LongestMatch`).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from scoring import RULE_SETS
from tournament.foundation.revision_cache import RevisionCache
from tournament.models import Event, join_names
from tournament.ranking import Amount, write_figure
from tournament.seasons.hands import STEP, EveningHands, HandSums, LongMatch
from tournament.seasons.queries.results import EndedEvening, hands_of, hands_so_far, lines_of
from tournament.statistics.charts import Chart, draw_bars, draw_line
from tournament.statistics.queries.person_page import say_peak

STATISTICS: RevisionCache["HandStatistics"] = RevisionCache(most=60)
MOST_COLUMNS = 18
"""Columns in the picture of the tables; a longer evening is counted in longer steps."""
SHADES = 4
MOST_EVENINGS = 24
"""With more evenings, a season's pictures have a figure for each month."""


class TableSteps(NamedTuple):
    """How many hands a table recorded in each step, each with its shade from 0 to SHADES."""

    number: int
    steps: tuple[tuple[int, int], ...]


class LongestMatch(NamedTuple):
    """`event` is the evening where it was played, for a season."""

    match: LongMatch
    event: int
    name: str
    day: date


@dataclass(frozen=True)
class HandStatistics:
    """`figures` pairs each figure with what it counts. `times` are the beginnings of steps in words."""

    hands: int
    figures: tuple[tuple[str, str], ...] = ()
    charts: tuple[Chart, ...] = ()
    longest: LongestMatch | None = None
    times: tuple[str, ...] = ()
    tables: tuple[TableSteps, ...] = ()


def statistics_of_evening(event: Event) -> HandStatistics:
    """Returns the statistics of an evening's hands so far. Three queries at most, none if nothing changed since the
    last call."""

    def make() -> HandStatistics:
        hands = hands_so_far(event)
        longest = hands.longest and LongestMatch(hands.longest, event.pk, event.name, event.date)
        return _make_statistics(hands.sums, longest, _draw_dealing(hands.sums), hands)

    return STATISTICS.get_or_make((event.pk, "evening", get_language()), (event.revision, event.name), make)


def statistics_of_season(season: int, evenings: Sequence[EndedEvening]) -> HandStatistics:
    """Returns the statistics of a season. Two queries at most, none if nothing changed since the last call."""

    def make() -> HandStatistics:
        hands_by_event, lines = hands_of(evenings), lines_of(evenings)
        sums = sum((hands_by_event[evening.event].sums for evening in evenings), HandSums())
        matches = [
            LongestMatch(match, evening.event, evening.name, evening.day)
            for evening in evenings
            if (match := hands_by_event[evening.event].longest) is not None
        ]
        longest = max(matches, key=lambda each: each.match[:2], default=None)
        charts = [*_draw_dealing_by_game(evenings, hands_by_event), *_draw_evenings(evenings, hands_by_event, lines)]
        return _make_statistics(sums, longest, charts, None)

    state = tuple((evening.event, evening.name, evening.state) for evening in evenings)
    return STATISTICS.get_or_make((season, "season", get_language()), state, make)


def file_of_statistics(statistics: HandStatistics) -> list[list[object]]:
    """Returns every figure of the pictures as a row under heads, for a spreadsheet: rounded to a tenth, so that it can
    count with it. Unknown ones are empty."""
    rows: list[list[object]] = [[_("Picture"), _("Of"), _("What"), _("Figure")]]
    for chart in statistics.charts:
        for head, figures in zip(chart.heads[1:], chart.series, strict=True):
            for row, figure in zip(chart.rows, figures, strict=True):
                rounded = "" if figure is None else write_figure(Fraction(round(10 * figure), 10))
                rows.append([chart.title, row[0], head, rounded])
    for table in statistics.tables:
        name = _("Table %(number)s") % {"number": table.number}
        steps = zip(statistics.times, table.steps, strict=True)
        rows += [[_("What the tables did when"), name, time, count] for time, (count, _shade) in steps]
    return rows


def name_sides(match: LongMatch, names: Mapping[int, str]) -> str:
    """Names both sides, as in "Ann and Bea – Cid and Dan"."""
    return " – ".join(join_names([names.get(person, _("somebody")) for person in side]) for side in match.sides if side)


def _make_statistics(
    sums: HandSums, longest: LongestMatch | None, charts: list[Chart], hands: EveningHands | None
) -> HandStatistics:
    if not sums.hands:
        return HandStatistics(0, charts=tuple(charts))
    figures = [(number_format(sums.hands, force_grouping=True), ngettext("hand", "hands", sums.hands))]
    if sums.jacks_known:
        figures.append((number_format(sums.hung, force_grouping=True), ngettext("Jack hung", "Jacks hung", sums.hung)))
    if sums.all_fours:
        figures.append((number_format(sums.all_fours, force_grouping=True), _("All Fours")))
    if longest is not None:
        figures.append((f"{longest.match.hands}", _("hands in the longest match")))
    times, tables = ((), ()) if hands is None else _lay_out_steps(hands)
    return HandStatistics(
        hands=sums.hands,
        figures=tuple(figures),
        charts=(*_draw_sums(sums), *charts),
        longest=longest,
        times=times,
        tables=tables,
    )


def _draw_sums(sums: HandSums) -> list[Chart]:
    drawn = []
    heads = (_("Jack"), _("Hands"))
    if sums.jacks_known:
        labels = [_("Hung"), _("Kept"), _("Not dealt")]
        counts: list[Amount | None] = [sums.hung, sums.jacks - sums.hung, sums.jacks_known - sums.jacks]
        sentence = ngettext(
            "Hung in %(share)s of %(hands)s hand, and in %(dealt)s of those in which it was dealt.",
            "Hung in %(share)s of %(hands)s hands, and in %(dealt)s of those in which it was dealt.",
            sums.jacks_known,
        )
        shares = {"share": _percent(sums.hung, sums.jacks_known), "dealt": _percent(sums.hung, sums.jacks)}
        summary = sentence % {**shares, "hands": number_format(sums.jacks_known, force_grouping=True)}
        drawn.append(draw_bars(_("How often the Jack is hung"), summary, heads, labels, counts))
    games = sums.game_dealer + sums.game_others + sums.game_nobody
    if games:
        labels = [_("Dealer"), _("Others"), _("Nobody")]
        counts = [sums.game_dealer, sums.game_others, sums.game_nobody]
        sentence = ngettext(
            "To the dealer’s side in %(share)s of %(hands)s hand; alike for all sides it would be %(even)s.",
            "To the dealer’s side in %(share)s of %(hands)s hands; alike for all sides it would be %(even)s.",
            games,
        )
        shares = {"share": _percent(sums.game_dealer, games), "even": f"{sums.chances / games:.0f}\N{NO-BREAK SPACE}%"}
        summary = sentence % {**shares, "hands": number_format(games, force_grouping=True)}
        drawn.append(draw_bars(_("Where Game goes"), summary, (_("Side"), _("Hands")), labels, counts))
    return drawn


def _draw_dealing_by_game(
    evenings: Sequence[EndedEvening], hands_by_event: Mapping[int, EveningHands]
) -> Iterator[Chart]:
    """Draws what dealing is worth in each game of a season, because a point is worth something else in another."""
    sums: dict[str, HandSums] = defaultdict(HandSums)
    for evening in evenings:
        sums[evening.game] += hands_by_event[evening.event].sums
    for game, of_game in sums.items():
        yield from _draw_dealing(of_game, str(_(RULE_SETS[game].name)) if len(sums) > 1 else "")


def _draw_dealing(sums: HandSums, game: str = "") -> list[Chart]:
    drawn = []
    games = sums.game_dealer + sums.game_others + sums.game_nobody
    if games and sums.others:
        own, other = Fraction(sums.dealer_points, games), Fraction(sums.other_points, sums.others)
        words = (
            _("The dealer’s side earns %(own)s points a hand, another side %(other)s: dealing is worth %(more)s.")
            if own >= other
            else _("The dealer’s side earns %(own)s points a hand, another side %(other)s: dealing costs %(more)s.")
        )
        figures = {"own": own, "other": other, "more": abs(own - other)}
        summary = words % {name: f"{float(each):.2f}".replace("-", "−") for name, each in figures.items()}
        labels, counts = [_("Dealer"), _("Others")], [round(100 * own), round(100 * other)]
        heads = (_("Side"), _("Points in 100 hands"))
        title = _("What dealing is worth")
        if game:
            title = _("%(what)s, %(game)s") % {"what": title, "game": game}
        drawn.append(draw_bars(title, summary, heads, labels, counts))
    return drawn


def _draw_evenings(
    evenings: Sequence[EndedEvening],
    hands_by_event: Mapping[int, EveningHands],
    lines: Mapping[int, Mapping[str, Sequence[object]]],
) -> list[Chart]:
    """Draws how many came and how often the Jack was hung: evening by evening, or month by month if there are many."""
    if len(evenings) < 2:
        return []
    is_by_month = len(evenings) > MOST_EVENINGS
    first = _("Month") if is_by_month else _("Evening")
    parts = [
        list(part) for _at, part in groupby(evenings, lambda each: each.day.replace(day=1) if is_by_month else each)
    ]
    days = [date_format(part[0].day, "M y" if is_by_month else "j M") for part in parts]
    players: list[Amount | None] = [
        Fraction(sum(len(lines[evening.event].get("players", ())) for evening in part), len(part)) for part in parts
    ]
    title = _("Players an evening") if is_by_month else _("Players")
    drawn = [draw_bars(title, say_peak(days, players), (first, title), days, players)]
    sums = [sum((hands_by_event[evening.event].sums for evening in part), HandSums()) for part in parts]
    shares = [Fraction(100 * each.hung, each.jacks) if each.jacks else None for each in sums]
    if sum(share is not None for share in shares) > 1:
        title = _("Jacks hung, of a hundred dealt")
        drawn.append(draw_line(title, say_peak(days, shares), (first, title), days, shares))
    return drawn


def _lay_out_steps(hands: EveningHands) -> tuple[tuple[str, ...], tuple[TableSteps, ...]]:
    steps = max(map(len, hands.tables.values()), default=0)
    together = -(-steps // MOST_COLUMNS) or 1
    counted = {
        table: [sum(counts[at : at + together]) for at in range(0, steps, together)]
        for table, counts in hands.tables.items()
    }
    most = max((max(counts) for counts in counted.values()), default=1) or 1
    starts = [datetime.fromtimestamp((hands.first + at * STEP) * 60, UTC) for at in range(0, steps, together)]
    return (
        tuple(date_format(timezone.localtime(start), "H:i") for start in starts),
        tuple(
            TableSteps(table, tuple((count, -(-count * SHADES // most)) for count in counts))
            for table, counts in counted.items()
        ),
    )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f}\N{NO-BREAK SPACE}%" if whole else "–"
