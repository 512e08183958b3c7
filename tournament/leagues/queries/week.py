"""A week of a league as its secretary publishes it: results with the score of each table, results of earlier weeks that
came in since, the league table, the next fixtures and what is postponed; as values, and as text for the club's chat."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import groupby

from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from tournament.leagues.queries.evenings import details_of, evenings_by_uid
from tournament.leagues.queries.form import Weeks, weeks_of
from tournament.leagues.queries.late_results import WeekKey, last_week_of, late_results_of
from tournament.leagues.queries.page import LeaguePage, league_page
from tournament.leagues.queries.reports import reports_of
from tournament.leagues.queries.results import ResultRow
from tournament.leagues.queries.tables import KnownTables, tables_of_results
from tournament.leagues.reported import Figures
from tournament.models import Event, League, Names, SentWeek, names_outside
from tournament.ranking import format_halves, format_total


@dataclass(frozen=True)
class WeekResult:
    """A match that has ended; `tables` is the score of each table, as in "7–5", where it was played here or reported by
    tables, and `line_ups` is the same with who sat there; `halves` and `feats` are sentences about a match played here
    or in another hall. `remarks` say what else happened."""

    match: ResultRow
    tables: tuple[str, ...] = ()
    halves: tuple[str, ...] = ()
    feats: tuple[str, ...] = ()
    line_ups: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def has_score(self) -> bool:
        return self.match.games is not None

    @property
    def details(self) -> tuple[str, ...]:
        """What paper says of it besides the score."""
        tables = (_("Tables: %(scores)s") % {"scores": ", ".join(self.tables)},) if self.tables else ()
        return (*self.remarks, *tables, *self.halves, *self.feats)

    @property
    def needs_row(self) -> bool:
        """Whether its details are too many to stand beside the score."""
        return bool(self.halves or self.feats)


@dataclass(frozen=True)
class LeagueWeek:
    """`results` are those of the last week with matches, by day, without those in the message of the week before;
    `late` are those of earlier weeks that came in since; `postponed` are the matches still to be played that were put
    off. `key` is the week's, None without results, and `sent` the last note that its message was sent; `told` are the
    ids of the results in that message."""

    page: LeaguePage
    results: tuple[WeekResult, ...]
    late: tuple[WeekResult, ...]
    postponed: tuple[ResultRow, ...]
    key: WeekKey | None = None
    sent: SentWeek | None = None
    told: frozenset[int] = frozenset()

    @property
    def is_told(self) -> bool:
        """Whether its message was sent and has nothing else to say."""
        return self.sent is not None and not self.results and not self.late

    def since_sent(self) -> "LeagueWeek":
        """Returns the week with what came in since its message was sent."""
        new = [tuple(each for each in some if each.match.pk not in self.told) for some in (self.results, self.late)]
        return replace(self, results=new[0], late=new[1])

    @property
    def days(self) -> list[tuple[date | None, list[WeekResult]]]:
        return _by_day(self.results)

    @property
    def late_days(self) -> list[tuple[date | None, list[WeekResult]]]:
        return _by_day(self.late)

    @property
    def last_day(self) -> date | None:
        return self.key.day if self.key else None


def _by_day(results: Sequence[WeekResult]) -> list[tuple[date | None, list[WeekResult]]]:
    return [(day, list(group)) for day, group in groupby(results, key=lambda each: each.match.day)]


def week_of_league(league: League, *, today: date, names: Names | None = None) -> LeagueWeek:
    """Returns the last week of a league with results, with `names` of players as readers of the site see them. Ten
    queries at most, and some for each match that was played here."""
    page = league_page(league, today=today)
    matches = [result for of_round in page.rounds for result in of_round.results if result.other is not None]
    key, sent = last_week_of(matches), list(_sent_of(league))
    corrected = {each.match.pk: each.is_corrected for each in late_results_of(league, matches)}
    late = [each for each in matches if each.pk in corrected]
    last = _leave_out_told(league, weeks_of(matches), key, sent)
    ended = sorted([*last, *late], key=lambda each: (each.day or date.min, str(each.starts or "")))
    evenings = evenings_by_uid(ended)
    elsewhere = [each for each in ended if each.evening not in evenings]
    known, outside = tables_of_results(elsewhere, reports_of(league)), names or names_outside(league.club)
    results = [
        replace(
            _result_here(evenings[each.evening], each, names)
            if each.evening in evenings
            else _result_elsewhere(each, known.get(each.pk), outside),
            remarks=tuple(_redact(words, outside) for words in _remarks_of(each, corrected.get(each.pk, False))),
        )
        for each in ended
    ]
    return LeagueWeek(
        page,
        tuple(each for each in results if each.match.pk not in corrected),
        tuple(each for each in results if each.match.pk in corrected),
        tuple(each for each in matches if each.is_fixture and each.postponed_from is not None),
        key,
        note := next((each for each in sent if WeekKey(each.day, each.round) == key), None),
        _came_by(league, note.sent_at) if note else frozenset(),
    )


def _sent_of(league: League) -> Iterable[SentWeek]:
    """Returns the notes that a week's message was sent, the latest first. One query."""
    sent = SentWeek.objects.filter(league=league, superseded_at=None)
    return sent.select_related("league", "sent_by").order_by("-sent_at", "-pk")


def _came_by(league: League, moment: datetime) -> frozenset[int]:
    """Returns the ids of the results that were there at a moment. One query."""
    results = league.results.filter(superseded_at=None, imported_at__lte=moment)
    return frozenset(results.values_list("pk", flat=True))


def _leave_out_told(league: League, weeks: Weeks, key: WeekKey | None, sent: Sequence[SentWeek]) -> Sequence[ResultRow]:
    """Returns the results of the last week without those in the message of the week before it: a week of seven days
    may begin among the nights of the round before. One query if there is such a message."""
    last_day = key.day if key else None
    before = next((each for each in sent if each.day and last_day and each.day < last_day), None)
    if before is None or before.day is None:
        return weeks.last
    told = _came_by(league, before.sent_at)
    return [each for each in weeks.last if each.pk not in told or weeks.days[each.pk] > before.day]


def _remarks_of(match: ResultRow, is_corrected: bool) -> list[str]:
    remarks = [match.mark]
    remarks += [_("corrected")] if is_corrected and not match.mark else []
    if match.postponed_from:
        remarks.append(_("postponed from %(day)s") % {"day": _say_day(match.postponed_from)})
    return [words for words in remarks if words]


def _result_here(event: Event, result: ResultRow, names: Names | None) -> WeekResult:
    """Returns a match that was played here, the team that is named first in the league in front."""
    assert result.other is not None
    details = details_of(event, (result.team.key, result.other.key), names)
    return _with_tables(result, details.figures, None, halves=details.halves, feats=details.feats)


def _result_elsewhere(result: ResultRow, known: KnownTables | None, names: Names | None) -> WeekResult:
    """Returns a match with what is known of its tables, and with what else came from another hall."""
    if known is None:
        return WeekResult(result)
    notes = known.hall.notes if known.hall else ()
    return _with_tables(result, known.figures, names, feats=tuple(_redact(words, names) for words in notes))


def _with_tables(
    result: ResultRow, figures: Figures, names: Names | None, *, halves: Sequence[str] = (), feats: Sequence[str] = ()
) -> WeekResult:
    line_ups = tuple(_redact(words, names) for words in figures.tables_with_names)
    return WeekResult(result, figures.tables_in_words, tuple(halves), tuple(feats), line_ups)


def _redact(words: str, names: Names | None) -> str:
    return words if names is None else names.redact(words)


def write_week_text(week: LeagueWeek) -> str:
    """Returns the week as plain text; a chat shows what stands between asterisks in bold."""
    league = week.page.league
    parts = [
        [_embolden(str(league)), *([_("Week to %(day)s") % {"day": _say_day(week.last_day)}] if week.last_day else [])]
    ]
    if week.sent and week.is_told:
        parts[0].append(_("Sent on %(day)s, nothing new since.") % {"day": _say_day(localdate(week.sent.sent_at))})
    if week.results:
        parts.append([_embolden(_("Results")), *_lines_of_results(week.page, week.days)])
    if week.late:
        parts.append([_embolden(_("Results of earlier weeks")), *_lines_of_results(week.page, week.late_days)])
    if week.page.bracket is None and week.page.has_begun and not week.is_told:
        parts.append([_embolden(_("Table")), *_lines_of_table(week.page)])
    elif week.page.bracket and week.page.bracket.winner:
        parts.append([_embolden(_("Winner: %(winner)s") % {"winner": week.page.bracket.winner})])
    if week.page.is_provisional and week.page.has_begun and not week.is_told:
        parts[-1].append(_("Provisional: not every result is in."))
    if week.page.due and week.page.has_begun:
        parts.append([_embolden(_("Results still to come"))])
        parts[-1] += [f"{_say_teams(match)}, {_say_day(each.day)}" for each in week.page.due for match in each.matches]
    if week.page.next_days:
        parts.append([_embolden(_("Next matches"))])
        for each in week.page.next_days:
            parts[-1] += [_head_of_day(week.page, each.day, each.matches), *map(_say_fixture, each.matches)]
            parts[-1] += [_("Bye: %(team)s") % {"team": team.name} for _round, team in each.byes]
    if week.postponed:
        parts.append([_embolden(_("Postponed")), *map(_say_postponed, week.postponed)])
    return "\n\n".join("\n".join(lines) for lines in parts)


def _embolden(words: str) -> str:
    return f"*{words}*"


def _head_of_day(page: LeaguePage, day: date | None, matches: Iterable[ResultRow]) -> str:
    """Says a day and, in a cup, which rounds are played on it."""
    rounds = dict.fromkeys(page.label_of_round(match.round) for match in matches) if page.bracket else ()
    return ", ".join([_say_day(day), *rounds])


def _lines_of_results(page: LeaguePage, days: Sequence[tuple[date | None, list[WeekResult]]]) -> Iterator[str]:
    for day, results in days:
        if day is not None:
            yield _head_of_day(page, day, [each.match for each in results])
        for each in results:
            match = each.match
            assert match.other is not None
            score = f"{match.games}–{match.other_games}" if each.has_score else "–"
            remarks = "".join(f" ({words})" for words in each.remarks)
            yield f"{match.team.name} {score} {match.other.name}{remarks}"
            if each.tables:
                yield _("   tables: %(scores)s") % {"scores": ", ".join(each.tables)}
            yield from (f"   {words}" for words in (*each.halves, *each.feats))


def _lines_of_table(page: LeaguePage) -> Iterator[str]:
    for row in page.rows:
        record = row.placing.record
        total = record.match_points if page.by_points else record.games_won
        moved = row.form.moved or 0
        arrow = f" ▲{moved}" if moved > 0 else f" ▼{-moved}" if moved < 0 else ""
        words = _("%(place)s %(team)s %(total)s (played %(played)s)%(arrow)s")
        if page.by_points:
            words = _("%(place)s %(team)s %(total)s (played %(played)s, %(counted)s %(games)s)%(arrow)s")
        games = "–".join("?" if each is None else format_total(each) for each in (record.games_won, record.games_lost))
        remarks = (*row.penalties, *filter(None, [row.withdrawn]))
        line = words % {
            "place": row.place if row.place.endswith("=") else f"{row.place}." if row.place else "–",
            "team": record.name,
            "total": "?" if total is None else format_halves(total),
            "played": row.played,
            "games": games,
            "counted": page.league.counted,
            "arrow": arrow,
        }
        yield line + "".join(f" ({words})" for words in remarks)


def _say_teams(match: ResultRow) -> str:
    assert match.other is not None
    return f"{match.team.name} – {match.other.name}"


def _say_fixture(match: ResultRow) -> str:
    starts = f"{match.starts:%H:%M} " if match.starts else ""
    return f"{starts}{_say_teams(match)}" + (f", {match.place}" if match.place else "")


def _say_postponed(match: ResultRow) -> str:
    words = _("%(teams)s, from %(day)s")
    if match.day is not None:
        words = _("%(teams)s, from %(day)s to %(new)s")
    elif match.play_by is not None:
        words = _("%(teams)s, from %(day)s, to be played by %(by)s")
    days = {"day": match.postponed_from, "new": match.day, "by": match.play_by}
    return words % {
        "teams": _say_teams(match),
        **{key: _say_day(day) for key, day in days.items()},
    }


def _say_day(day: date | None) -> str:
    return date_format(day, "D j M") if day else _("No date yet")
