"""Says what the rows of a list mean to a league, and names every problem by line and column. Columns may be in any
order; a list without headings is read line by line. Pure, except that pages translate its sentences.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.foundation.wording import numbers_in_words
from tournament.leagues.outcomes import OUTCOMES
from tournament.leagues.results_file import (
    LONGEST_VENUE,
    MOST_FIGURE,
    MOST_LINES,
    OF_FIXTURES,
    OF_POSTPONED,
    LeagueFacts,
    Remark,
    ResultLine,
    ResultsRead,
    heading_of,
)
from tournament.leagues.spelling import LONGEST, LONGEST_KEY, NewTeam, is_bye, name_in, name_key
from tournament.lists.check import NO, YES
from tournament.lists.cross_table import read_cross_table
from tournament.lists.dates import NO_DATES, add_year, day_of_number, find_order, time_of_number
from tournament.lists.headings import OF_RESULTS, kinds_of_row
from tournament.lists.results import (
    Row,
    find_header,
    leave_out_rows,
    name_score_columns,
    read_result_lines,
    repeat_above,
    take_half_time_off,
)
from tournament.lists.tables import UnreadableTable, read_text

BULLSEYES = ("bullseyes_a", "bullseyes_b")
"""Not needed beside a column with the score, nor in a list of fixtures, which has days, times or places and no other
columns."""
TEAMS = ("team_a", "team_b")
NEEDED = ("round", "team_a", "bullseyes_a", "team_b", "bullseyes_b")
FIGURES = ("bullseyes_a", "hang_jacks_a", "bullseyes_b", "hang_jacks_b")
SCORE = re.compile(r"(\d{1,3})\s*(?:[-–—:]|to|à|a|bis|zu)\s*(\d{1,3})")
WALK_OVERS = {"w/o", "wo", "w.o.", "walkover", "walk-over", "walk over"}
ABANDONED = {"abandoned", "match abandoned", "abgebrochen"}
RULED = {"cancelled", "called off", *ABANDONED}
POSTPONED = {
    *("postponed", "match postponed", "ppd", "p-p", "p/p", "pp", "verlegt", "uitgesteld", "aplazado", "reporté"),
    *("reporte", "verschoben", "rained off"),
}
CONCEDED = {
    *("conceded", "concede", "conc", "forfeit", "forfeited", "scr", "scratched", "withdrew", "forfait", "abandona"),
    *("kampflos", "nicht angetreten", "did not turn up", "no show"),
}
"""Beside the team that did not play: the other one gets the match."""
NOT_PLAYED = {*RULED, *POSTPONED, "off", "to be played", "tbp", "tba", "-", "–", "v", "vs"}
PLAYED = {"played", "final", "ft", "finished", "completed", "complete", "result", "gespielt", "gespeeld", "jugado"}
VOID = {"void", "match void", "null and void", "annulliert", "nietig", "anulado"}
MOST_ROUND, MOST_TEAMS, SHOWN_OF_A_BOX = 199, 200, 40
TIMES = ("%H:%M", "%H:%M:%S", "%H.%M", "%I:%M %p", "%I:%M%p", "%I.%M %p", "%I.%M%p", "%I %p", "%I%p")


def read_results(
    text: str,
    *,
    known: Iterable[str] = (),
    meant: Mapping[str, str] | None = None,
    day_order: str = "",
    facts: LeagueFacts | None = None,
    repeats: str = "",
) -> ResultsRead:
    """Reads a file. A name that differs from one of the `known` teams only by case, spaces or accents is read as that
    team, with a doubt. `meant` says which team other names stand for, and `day_order` what comes first in dates that
    do not prove it, as a DayOrder; `repeats` is YES or NO: whether lines without a round or a day are of the line
    above."""
    return _Reader(text, known, meant or {}, day_order, facts or LeagueFacts(), repeats).read_file()


class _Reader:
    """Reads one file and collects its problems and doubts."""

    def __init__(
        self,
        text: str,
        known: Iterable[str],
        meant: Mapping[str, str],
        day_order: str,
        facts: LeagueFacts,
        repeats: str,
    ) -> None:
        self.text = text
        self.names = {name_key(name): (name, 0) for name in known}
        self.meant = {name_key(name): team for name, team in meant.items()}
        self.day_order, self.days, self.facts = day_order, NO_DATES, facts
        self.times: Counter[str] = Counter()
        self.asked: set[str] = set()
        self.width, self.headings = 0, dict[str, str]()
        self.is_too_much = False
        self.repeats, self.repeated = repeats if repeats in (YES, NO) else "", tuple[int, ...]()
        self.problems: list[Remark] = []
        self.doubts: list[Remark] = []

    def read_file(self) -> ResultsRead:
        try:
            table = read_text(self.text, most_rows=MOST_LINES)
        except UnreadableTable as refused:
            self.is_too_much = True
            self._problem(0, "", str(refused))
            return self._finish([])
        rows = [(line, cells) for line, cells in table.numbered_rows if any(cells)]
        for doubt in table.doubts:
            self._doubt(0, "", doubt)
        place = find_header(rows)
        if place is None and (found := read_cross_table(rows) or read_result_lines(self.text)):
            return self._read_rows(found.rows, found.columns, found.left_out)
        if not rows:
            words = _("The file is empty. Its first line must name the columns: %s.")
            self._problem(0, "", words % self._name_columns(NEEDED))
            return self._finish([])
        below, left_out = leave_out_rows(rows, place or 0)
        columns = self._columns(*rows[place or 0], below)
        if columns is None:
            return self._finish([])
        filled, repeated = repeat_above(below, columns)
        self.repeated, below = tuple(repeated), below if self.repeats == NO else filled
        return self._read_rows(below, columns, left_out)

    def _read_rows(
        self, rows: Sequence[Row], columns: Mapping[str, int], left_out: Sequence[tuple[int, str]]
    ) -> ResultsRead:
        self.width = self.width or max((len(cells) for _line, cells in rows), default=0)
        for number, text in left_out:
            self._doubt(number, "", _("“%s” is left out: it is not a result.") % _shorten(text))
        places = [columns[name] for name in ("date", *OF_POSTPONED) if name in columns]
        for place in places:
            rows = self._add_years(rows, place)
        dates = [(number, cells[place].strip()) for number, cells in rows for place in places if place < len(cells)]
        self.days = find_order(dates, self.day_order, self.facts.years)
        for doubt in self.days.doubts():
            self._doubt(0, "", doubt)
        lines = [line for number, cells in rows if (line := self._line(number, cells, columns))]
        if not lines and not self.problems:
            self._problem(0, "", _("There are columns but no results. Put one result on each line below them."))
        return self._finish(lines if "round" in columns else self._number_rounds(lines))

    def _add_years(self, rows: Sequence[Row], place: int) -> Sequence[Row]:
        """Adds the nearest year to dates without one, with a doubt about the first; where the season names its years
        they are of those."""
        if self.facts.today is None or self.facts.years:
            return rows
        dated = []
        for number, cells in rows:
            cell = cells[place].strip() if place < len(cells) else ""
            if (whole := add_year(cell, self.facts.today)) != cell:
                cells = [*cells[:place], whole, *cells[place + 1 :]]
                if "year" not in self.asked:
                    words = _("“%(text)s” has no year. It is read as %(day)s, and so are all other dates without one.")
                    self._doubt(number, "date", words % {"text": cell, "day": whole})
                self.asked.add("year")
            dated.append((number, cells))
        return dated

    def _number_rounds(self, lines: Sequence[ResultLine]) -> list[ResultLine]:
        """Numbers the rounds of a list that has none: a match still to be played has its round already; the others by
        their days or, without days, in the order of the list."""
        days = sorted({line.day for line in lines if line.day})
        number, busy = self.facts.next_round, set[str | None]()
        waiting = {teams: list(rounds) for teams, rounds in self.facts.open_rounds.items()}
        numbered = []
        for line in lines:
            teams = frozenset(name_key(name) for name in (line.team_a, line.team_b) if name)
            if waiting.get(teams):
                numbered.append(replace(line, round=waiting[teams].pop(0)))
            elif line.day:
                numbered.append(replace(line, round=min(number + days.index(line.day), MOST_ROUND)))
            else:
                if busy & teams and number < MOST_ROUND:
                    number, busy = number + 1, set()
                busy |= teams
                numbered.append(replace(line, round=number))
        if numbered:
            rounds = sorted({line.round for line in numbered})
            words = ngettext(
                "The list has no round numbers. Its matches go into round %(rounds)s, as shown below.",
                "The list has no round numbers. Its matches go into rounds %(rounds)s, as shown below.",
                len(rounds),
            )
            self._doubt(0, "", words % {"rounds": numbers_in_words(rounds)})
        return numbered

    def _finish(self, lines: Sequence[ResultLine]) -> ResultsRead:
        named = ((name, line, self.times[key]) for key, (name, line) in self.names.items() if line)
        new_teams = tuple(NewTeam(name, line, times) for name, line, times in named)
        return ResultsRead(
            tuple(lines),
            tuple(self.problems),
            tuple(self.doubts),
            new_teams,
            self.is_too_much,
            self.days,
            self.repeated,
            self.repeats,
        )

    def _problem(self, line: int, column: str, message: str) -> None:
        self.problems.append(Remark(line, self.headings.get(column, column), message))

    def _doubt(self, line: int, column: str, message: str) -> None:
        self.doubts.append(Remark(line, self.headings.get(column, column), message))

    def _name_columns(self, columns: Iterable[str]) -> str:
        return ", ".join(heading_of(column, self.facts.counts) for column in columns)

    def _columns(self, number: int, cells: Sequence[str], below: Sequence[Row]) -> dict[str, int] | None:
        """Returns the index of each column, or None if the header cannot be used."""
        self.width = len(cells)
        found: dict[str, int] = {}
        kinds = name_score_columns(kinds_of_row(cells, OF_RESULTS), below) if below else kinds_of_row(cells, OF_RESULTS)
        named = [
            (place, cell, kind) for place, (cell, kind) in enumerate(zip(cells, kinds, strict=False)) if cell or kind
        ]
        sides = iter(BULLSEYES if kinds.count("score") == 2 else ())
        for place, cell, kind in named:
            column = next(sides, kind) if kind == "score" else kind
            if column in found:
                self._problem(number, cell, _("This column is there twice. Remove one of them."))
            elif column:
                found[column] = place
                self.headings[column] = _shorten(cell) or column
            else:
                self._doubt(number, _shorten(cell), _("Leagues do not use this column, so it is ignored."))
        is_of_fixtures = len(found) == len(named) and not found.keys().isdisjoint(("start", *OF_FIXTURES))
        has_score = "score" in found or (is_of_fixtures and found.keys().isdisjoint(BULLSEYES))
        needed = (*TEAMS, *(() if has_score else BULLSEYES))
        missing = [column for column in NEEDED if column in needed and column not in found]
        if not found:
            words = _("The first line must name the columns, in any order: %s.")
            self._problem(number, "", words % self._name_columns(NEEDED))
        elif missing:
            words = _("A column is missing from the first line: %s. Add it, or correct its name.")
            self._problem(number, "", words % self._name_columns(missing))
        return None if self.problems else found

    def _line(self, number: int, cells: Sequence[str], columns: Mapping[str, int]) -> ResultLine | None:
        before = len(self.problems)
        if any(cell.strip() for cell in cells[self.width :]):
            words = _(
                "%(cells)s boxes, but the first line names %(columns)s. Put a name that contains a separator in quotes."
            )
            self._problem(number, "", words % {"cells": len(cells), "columns": self.width})
        box = dict.fromkeys(NEEDED, "")
        box |= {name: cells[place].strip() if place < len(cells) else "" for name, place in columns.items()}
        round_number: int | None = 1
        if "round" in columns:
            text = re.sub(r"^[^\W\d]+\.?\s*(?=\d)|(?<=\d)(?:\.|st|nd|rd|th|e|º)?\s*[^\W\d]*\.?$", "", box["round"])
            round_number = self._number(number, "round", text, least=1, most=MOST_ROUND, needed=True)
        happened = self._settle_score(number, box)
        team_a, team_b = self._teams(number, box["team_a"], box["team_b"])
        figures = {} if team_b is None else self._figures(number, box)
        starts, ends = (self._time(number, name, box.get(name, "")) for name in ("start", "end"))
        day, venue = self._day(number, box.get("date", "")), name_in(box.get("venue", ""))
        postponed = {name: self._day(number, box.get(name, ""), name) for name in OF_POSTPONED}
        if "start" not in columns and (at := re.search(r"\d\s+(\d{1,2}[:.]\d\d)(?::\d\d)?$", box.get("date", ""))):
            starts = self._time(number, "date", at[1])
        if len(venue) > LONGEST_VENUE:
            self._problem(number, "venue", _("This is longer than %s letters. Shorten it.") % LONGEST_VENUE)
        if len(self.problems) > before or round_number is None or team_a is None:
            return None
        ignored = [name for name in FIGURES if box.get(name, "").strip("0-–")] if team_b is None else []
        if ignored:
            words = _("A bye scores what the league rules give for it. The figures here are ignored.")
            self._doubt(number, ignored[0], words)
        if starts and ends:
            self._check_times(number, starts, ends)
        if team_b is not None and (side := happened.pop("awarded", "")):
            happened["awarded"] = team_a if side == "a" else team_b
        facts: dict[str, Any] = {**figures, "start": starts, "end": ends, "day": day, "venue": venue, **postponed}
        facts |= happened if team_b is not None else {}
        return ResultLine(round_number, team_a, team_b=team_b, line=number, **facts)

    def _teams(self, number: int, team_a: str, team_b: str) -> tuple[str | None, str | None]:
        """Returns the names of both teams; in a bye the team comes first, wherever the file has it."""
        first, second = name_in(team_a), name_in(team_b)
        if is_bye(first) and is_bye(second):
            self._problem(number, "team_a", _("No team is named. Write who has the bye, or remove the line."))
            return None, None
        if is_bye(first) and not is_bye(second):
            if not first:
                self._problem(number, "team_a", _("No team is named. Write its name, or “bye” if there was none."))
                return None, None
            return self._team(number, "team_b", second), None
        named = self._team(number, "team_a", first)
        if is_bye(second):
            return named, None
        other = self._team(number, "team_b", second)
        if named is not None and named == other:
            self._problem(number, "team_b", _("A team cannot meet itself: “%s” is on both sides.") % named)
        return named, other or ""

    def _team(self, number: int, column: str, name: str) -> str | None:
        key = name_key(name)
        if not any(each.isalnum() for each in key):
            self._problem(number, column, _("“%s” is not a name: it has no letter or digit.") % _shorten(name))
            return None
        if len(name) > LONGEST or len(key) > LONGEST_KEY:
            words = _("This name is longer than %s letters. Shorten it, everywhere in the file.")
            self._problem(number, column, words % LONGEST)
            return None
        if key in self.meant:
            name = self.meant[key]
            key = name_key(name)
        if key not in self.names and len(self.names) == MOST_TEAMS:
            self._problem(number, column, _("No league has more than %s teams. Is it the right file?") % MOST_TEAMS)
            return None
        self.times[key] += 1
        meant, first = self.names.setdefault(key, (name, number))
        if meant != name and name not in self.asked:
            self.asked.add(name)
            where = _("line %s") % first if first else _("the league")
            words = _("“%(name)s” is read as “%(meant)s” of %(where)s. If it is another team, give it another name.")
            self._doubt(number, column, words % {"name": name, "meant": meant, "where": where})
        return meant

    def _settle_score(self, number: int, box: dict[str, str]) -> dict[str, Any]:
        """Makes bullseyes of a score in one column, and none of words that a match was not played. Returns what they
        say happened, as facts of a ResultLine; a match is `awarded` to "a" or "b"."""
        self._take_half_times_off(number, box)
        score, said_beside = box.get("score", ""), box.get("outcome", "")
        if found := SCORE.fullmatch(score):
            box["bullseyes_a"], box["bullseyes_b"] = found[1], found[2]
        elif score and is_bye(score):
            if not is_bye(box["team_a"]) and not is_bye(box["team_b"]):
                words = _("“%s” is a bye, but there are 2 teams. Leave out the one that does not play.")
                self._problem(number, "score", words % _shorten(score))
        elif (
            score.casefold() in WALK_OVERS | CONCEDED or said_beside.casefold() in WALK_OVERS and not box["bullseyes_a"]
        ):
            self._problem(number, "score", _("A walk-over: write the score of both, so that it says who won it."))
        elif score and score.casefold() not in NOT_PLAYED | VOID:
            words = _("“%s” is not a score, such as 9-8. Format that column as text and type it again.")
            self._problem(number, "score", words % _shorten(score))
        cells = [score, box["bullseyes_a"], box["bullseyes_b"], said_beside]
        happened = self._find_outcome(number, cells)
        if happened.get("outcome") and not OUTCOMES[happened["outcome"]].keeps_figures:
            box |= dict.fromkeys(FIGURES, "")
        said = [cell for cell in cells if cell.casefold() in NOT_PLAYED]
        if said and not happened.get("outcome"):
            box["bullseyes_a"] = box["bullseyes_b"] = ""
            if len(said[0]) > 2:
                words = _("“%s”: the match is read as still to be played.")
                if said[0].casefold() in RULED:
                    words = _("“%s”: the match is read as still to be played. Enter on its page what was decided.")
                self._doubt(number, "", words % _shorten(said[0]))
        return happened

    def _take_half_times_off(self, number: int, box: dict[str, str]) -> None:
        """Leaves out the scores at half-time, and the spaces around the dash of "P - P", or its other half."""
        for name in ("score", *BULLSEYES):
            cell = box.get(name, "")
            if (rest := take_half_time_off(cell)) != cell:
                box[name] = rest
                words = _("“%s”: the score at half-time is left out.")
                self._doubt(number, name, words % _shorten(cell))
            elif cell.casefold() not in POSTPONED and re.fullmatch(r"p(\s*[-–—]\s*p)?", cell, re.IGNORECASE):
                box[name] = "p-p"

    def _find_outcome(self, number: int, cells: Sequence[str]) -> dict[str, Any]:
        """Returns what the score, the figures of both and the words beside them say happened to a match, where that is
        sure: an abandoned match needs the score that counts, a walk-over a winner."""
        said = [cell.casefold() for cell in cells]
        has_figures = said[1].isdecimal() and said[2].isdecimal()
        key = re.sub(r"[\s-]+", "_", said[-1])
        outcome = OUTCOMES.get(key) or OUTCOMES.get(key[:-2])
        of_sides = tuple(zip("ab", "ba", said[1:3], strict=True))
        gets = [side for side, _other, word in of_sides if word in WALK_OVERS]
        gets += [other for _side, other, word in of_sides if word in CONCEDED]
        if side := next(iter(gets), ""):
            words = _("A walk-over counts %s–0 in this league.") % self.facts.walk_over
            self._doubt(number, "", words)
            return {"outcome": "walk_over", "awarded": side}
        if {*said} & VOID:
            return {"outcome": "void"}
        if outcome and outcome.asks_winner and key[-2:] in ("_a", "_b"):
            return {"outcome": outcome.key, "awarded": key[-1]}
        if outcome and outcome.key == key and not outcome.asks_winner and (has_figures or not outcome.asks_score):
            return {"outcome": key}
        if has_figures and {*said} & ABANDONED:
            return {"outcome": "abandoned"}
        if has_figures and said[-1] in WALK_OVERS and said[1] != said[2]:
            return {"outcome": "walk_over", "awarded": "a" if int(said[1]) > int(said[2]) else "b"}
        if said[-1] and said[-1] not in NOT_PLAYED | WALK_OVERS | PLAYED:
            self._doubt(number, "outcome", _("“%s” is not read.") % _shorten(cells[-1]))
        return {"is_postponed": True} if {*said} & POSTPONED else {}

    def _figures(self, number: int, box: dict[str, str]) -> dict[str, int | None]:
        figures = {name: self._number(number, name, box.get(name, ""), most=MOST_FIGURE) for name in FIGURES}
        for name, other in (("bullseyes_a", "bullseyes_b"), ("bullseyes_b", "bullseyes_a")):
            if not box[name] and box[other]:
                words = _(
                    "Empty, although the other side has a score. Enter both, or leave both empty until "
                    "the match is played."
                )
                self._problem(number, name, words)
        for name in ("hang_jacks_a", "hang_jacks_b"):
            if box.get(name) and not box["bullseyes_a"] and not box["bullseyes_b"]:
                words = _("There are hang jacks but no score. Enter the score of both sides.")
                self._problem(number, name, words)
        return figures

    def _number(
        self, number: int, column: str, text: str, *, most: int, least: int = 0, needed: bool = False
    ) -> int | None:
        if not text and not needed:
            return None
        if text.isascii() and text.isdecimal() and len(text) <= 9 and least <= int(text) <= most:
            return int(text)
        limits = {"said": _shorten(text), "least": least, "most": most}
        if text:
            words = _("“%(said)s” is not a whole number from %(least)s to %(most)s.") % limits
        else:
            words = _("Empty. Write a whole number from %(least)s to %(most)s.") % limits
        self._problem(number, column, words)
        return None

    def _time(self, number: int, column: str, text: str) -> time | None:
        found = _read_time(text)
        if text and found is None:
            words = _("“%s” is not a time of day. Write it as 19:30, or leave it empty.")
            self._problem(number, column, words % _shorten(text))
        return found

    def _day(self, number: int, text: str, column: str = "date") -> date | None:
        day = day_of_number(text) or self.days.read_cell(text) if text else None
        if text and day is None:
            self._problem(number, column, self.days.explain_unread(text))
        return day

    def _check_times(self, number: int, starts: time, ends: time) -> None:
        """Asks about times that may be swapped: a match may end after midnight, but not half a day later."""
        minutes = (ends.hour - starts.hour) * 60 + ends.minute - starts.minute
        if minutes % (24 * 60) > 12 * 60 or minutes == 0:
            words = _("%(start)s to %(end)s: start and end may be swapped. Check them.")
            values = {"start": starts.isoformat("minutes"), "end": ends.isoformat("minutes")}
            self._doubt(number, "end", words % values)


@lru_cache(maxsize=256)
def _read_time(text: str) -> time | None:
    """Cached, because most matches of a list start at the same time."""
    if not text:
        return None
    if (of_number := time_of_number(text)) is not None:
        return of_number
    plain = re.sub(r"(?<=\d)\s*h\s*(?=\d\d$)", ":", text.replace(".m.", "m").replace(".M.", "M"))
    plain = re.sub(r"(?<=\d)\s*(?:uhr|hrs?|h)\.?$", "", plain, flags=re.IGNORECASE)
    for form in (*TIMES, *(("%H",) if plain != text else ())):
        try:
            return datetime.strptime(plain, form).time()
        except ValueError:
            continue
    return None


def _shorten(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= SHOWN_OF_A_BOX else f"{text[:SHOWN_OF_A_BOX]}…"
