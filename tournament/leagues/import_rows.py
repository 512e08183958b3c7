"""Says what an import of results would do, as the check page of lists shows it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.leagues.import_headings import find_headings, labels_of_columns, name_columns, write_headings
from tournament.leagues.queries.counting import line_of, say_line
from tournament.leagues.queries.seasons import teams_of_other_divisions
from tournament.leagues.results_file import Remark, ResultLine
from tournament.leagues.services.importing import (
    OF_LEAGUES,
    REPLACE,
    CheckedImport,
    check_import,
    read_dates,
    turn_line,
)
from tournament.leagues.spelling import TeamQuestion, name_key
from tournament.lists.check import (
    FEWEST_FOR_ALL,
    FIRST,
    FOR_ALL,
    NEW,
    OUT,
    CheckRow,
    ListCheck,
    Question,
    RowSection,
    ask_about_repeats,
    ask_day_order,
    ask_for_all,
    ask_headings,
    correct_lines,
    is_edited,
    read_headings,
    row_key,
    typed_key,
)
from tournament.lists.headings import OF_RESULTS
from tournament.models import League, LeagueResult

FOR_ALL_TEAMS = "team-all"
"""The field with the answer for all new teams whose names resemble others."""


@dataclass(frozen=True)
class CorrectedList:
    """A list as somebody has corrected it, checked. `answers` are theirs, line by line; `by_hand` is what they said
    about `unknown` headings, now or before, of which `labels` are the kinds, and `guessed` what their columns show.
    `names` is how columns are called that the file does not head. `elsewhere` are the lines that are left out because
    both teams play in another division, with its number."""

    checked: CheckedImport
    answers: dict[str, str]
    unknown: Sequence[str]
    by_hand: Mapping[str, str]
    guessed: Mapping[str, str]
    labels: Mapping[str, str]
    names: Mapping[str, str]
    elsewhere: Mapping[int, int]

    def say_remark(self, remark: Remark) -> str:
        if not remark.column:
            return remark.message
        column = self.names.get(remark.column, remark.column)
        return _("%(column)s: %(message)s") % {"column": column, "message": remark.message}


def check_results(league: League, text: str, sent: Mapping[str, str], *, today: date) -> CorrectedList:
    """Checks a list with its corrections; one answer for all lines with problems becomes that of each."""
    answers, headings = dict(sent), find_headings(text)
    said = read_headings(headings.unknown, OF_RESULTS, answers)
    by_hand = {**league.club.list_headings.get(OF_LEAGUES, {}), **said}
    text = write_headings(text, headings, by_hand)
    checked = check_import(league, correct_lines(text, answers), answers, today=today)
    elsewhere = _find_lines_elsewhere(league, checked.read.lines)
    if elsewhere:
        answers |= {row_key(line): OUT for line in elsewhere}
        checked = check_import(league, correct_lines(text, answers), answers, today=today)
    if (teams := answers.get(FOR_ALL_TEAMS)) in (FIRST, NEW):
        open_ones = checked.open_questions
        answers |= {each.key: each.suggestions[0] if teams == FIRST else each.team.name for each in open_ones}
        checked = check_import(league, correct_lines(text, answers), answers, today=today)
    for_all, problems = answers.get(FOR_ALL), checked.problems
    if for_all in (OUT, REPLACE):
        fits = problems if for_all == OUT else checked.coming.problems
        answers |= {row_key(problem.line): for_all for problem in fits}
        checked = check_import(league, correct_lines(text, answers), answers, today=today)
    labels, names = labels_of_columns(league), name_columns(league, headings, by_hand)
    return CorrectedList(checked, answers, headings.unknown, by_hand, headings.guessed, labels, names, elsewhere)


def _find_lines_elsewhere(league: League, lines: Sequence[ResultLine]) -> dict[int, int]:
    """Returns the lines of matches in another division, with its number. Two queries if the league has divisions."""
    others = teams_of_other_divisions(league) if league.division else {}
    found = {}
    for line in lines:
        divisions = {others.get(name_key(team)) for team in (line.team_a, line.team_b or line.team_a)}
        if len(divisions) == 1 and (division := divisions.pop()):
            found[line.line] = division
    return found


def show_results(
    corrected: CorrectedList,
    text: str,
    *,
    sent: Mapping[str, str],
    sheets: Sequence[Question] = (),
    file_doubts: Sequence[str] = (),
    is_refused: bool,
) -> ListCheck:
    """`text` is the list as it was sent; `sent` are the answers that somebody gave line by line; `sheets` asks which of
    several sheets it is."""
    checked, answers = corrected.checked, corrected.answers
    rows = _Rows(corrected, text, sent)
    coming, problems = checked.coming, {problem.line for problem in checked.problems}
    stray = [each for each in checked.read.doubts if each.line not in rows.shown | problems]
    left_out = {*rows.left_out, *(each.line for each in stray if not each.column)}
    is_open = checked.is_open or bool(problems)
    number = coming.number
    has_button = number or is_open and 0 not in problems
    return ListCheck(
        notices=list(_say_news(checked, corrected.elsewhere, has_button=bool(has_button))),
        questions=(
            *sheets,
            *ask_headings(corrected.unknown, corrected.labels, corrected.by_hand, corrected.guessed),
            *ask_day_order(checked.read.days),
            *ask_about_repeats(checked.read.repeated, checked.read.repeats),
            *(_ask_team(each, answers) for each in checked.questions),
        ),
        doubts=[
            *(each.message for each in checked.problems if not each.line),
            *file_doubts,
            *(each.message for each in checked.read.doubts if not each.line),
            *(corrected.say_remark(each) for each in stray if each.column),
            *checked.looked.doubts,
        ],
        asked=[rows.ask(line) for line in sorted(problems | rows.replacing) if line],
        for_all=_ask_for_all(sent, checked),
        left_out=[rows.show_text(line) for line in sorted(left_out)],
        sections=(
            rows.list_rows(
                ngettext("%(n)s new match", "%(n)s new matches", len(coming.new)),
                [(line, None) for line in coming.new],
                label=_("new match"),
            ),
            rows.list_rows(
                ngettext(
                    "%(n)s result of a match that is there", "%(n)s results of matches that are there", len(coming.fill)
                ),
                coming.fill,
                label=_("result"),
            ),
            rows.list_rows(
                ngettext(
                    "%(n)s match with another date or place",
                    "%(n)s matches with another date or place",
                    len(coming.dates),
                ),
                coming.dates,
                label=_("date or place"),
            ),
            rows.list_rows(
                ngettext(
                    "%(n)s is already there and stays as it is",
                    "%(n)s are already there and stay as they are",
                    len(coming.known),
                ),
                [(line, None) for line in coming.known],
                is_folded=True,
            ),
        ),
        confirm=_say_button(number, is_open=is_open) if has_button else "",
        is_refused=is_refused,
    )


def _say_news(checked: CheckedImport, elsewhere: Mapping[int, int], *, has_button: bool) -> Iterator[str]:
    """Says that nothing is new, or which teams are, and how many matches are of other divisions."""
    number = len(checked.new_teams)
    if not has_button and not checked.problems and (checked.read.lines or not elsewhere):
        yield _("Nothing new: all of this has already been imported.")
    elif number and checked.coming.number and not checked.is_open:
        words = ngettext(
            "%(n)s team is new to this league: %(teams)s", "%(n)s teams are new to this league: %(teams)s", number
        )
        yield words % {"n": number, "teams": ", ".join(checked.new_teams)}
    for division, number in sorted(Counter(elsewhere.values()).items()):
        words = ngettext(
            "%(n)s match is of Division %(division)s and left out here. Import the same list there.",
            "%(n)s matches are of Division %(division)s and left out here. Import the same list there.",
            number,
        )
        yield words % {"n": number, "division": division}


def _say_button(number: int, *, is_open: bool) -> str:
    if is_open:
        return _("Import these results")
    return ngettext("Import %(n)s result", "Import %(n)s results", number) % {"n": number}


class _Rows:
    """Makes rows of lines, with what is remarked on each."""

    def __init__(self, corrected: CorrectedList, text: str, sent: Mapping[str, str]) -> None:
        checked, answers = corrected.checked, corrected.answers
        self.written = text.splitlines()
        self.answers, self.sent, self.elsewhere = answers, sent, corrected.elsewhere
        self.remarks: dict[int, list[str]] = {}
        for each in (*checked.problems, *checked.read.doubts, *checked.coming.repeated):
            self.remarks.setdefault(each.line, []).append(corrected.say_remark(each))
        self.left_out = [line for line in range(1, len(self.written) + 1) if answers.get(row_key(line)) == OUT]
        coming = checked.coming
        self.replacing = {line.line for line, there in coming.fill if not there.is_fixture}
        self.contradicting = {problem.line for problem in coming.problems} | self.replacing
        self.shown = {0, *(line.line for line in (*coming.lines, *coming.known))}

    def _text_of(self, line: int) -> str:
        return self.written[line - 1] if line <= len(self.written) else ""

    def ask(self, line: int) -> CheckRow:
        text = self.answers.get(typed_key(line), self._text_of(line))
        words = _("Line %(line)s: %(text)s") % {"line": line, "text": text[:80]}
        choices = [(OUT, _("Leave this line out"))]
        if line in self.contradicting:
            choices.insert(0, (REPLACE, _("Use this result; the other one stays as an earlier version")))
        answer = REPLACE if line in self.replacing else ""
        question = Question(row_key(line), words, tuple(choices), answer, " ".join(self.remarks.get(line, ())))
        return CheckRow(line, text, written=text, question=question)

    def show_text(self, line: int) -> CheckRow:
        """Shows a line that is left out: by somebody, or because it is no result."""
        is_out = line in self.left_out and line not in self.elsewhere
        remarks = [_("You left this line out.")] if is_out else self.remarks.get(line, [])
        if line in self.elsewhere:
            remarks = [_("This match is of Division %(number)s.") % {"number": self.elsewhere[line]}]
        return CheckRow(
            line,
            self._text_of(line),
            written=self.answers.get(typed_key(line), self._text_of(line)),
            remarks=remarks,
            is_edited=is_edited(line, self.sent),
            is_left_out=is_out,
        )

    def list_rows(
        self,
        title: str,
        lines: Sequence[tuple[ResultLine, LeagueResult | None]],
        *,
        label: str = "",
        is_folded: bool = False,
    ) -> RowSection:
        rows = [self._show(line, there) for line, there in lines]
        rows.sort(key=lambda row: (not row.remarks, row.line))
        return RowSection(title % {"n": len(rows)}, rows, is_folded, label)

    def _show(self, line: ResultLine, there: LeagueResult | None) -> CheckRow:
        teams = f"{line.team_a} – {line.team_b}" if line.team_b else line.team_a
        return CheckRow(
            line.line,
            teams,
            written=self.answers.get(typed_key(line.line), self._text_of(line.line)),
            details=_say_details(line, there),
            remarks=self.remarks.get(line.line, ()),
            is_edited=is_edited(line.line, self.sent),
        )


def _say_details(line: ResultLine, there: LeagueResult | None) -> tuple[str, ...]:
    """Says the round, result, date and place of a line; of a match that is there, as before and after."""
    score = say_line(line, line.team_a)
    if there and line.is_open:
        score = ""
    elif there:
        before = say_line(turn_line(line_of(there), line), line.team_a)
        score = score if before == score else _("%(before)s → %(after)s") % {"before": before, "after": score}
    days = date_format(line.day, "D j M Y") if line.day else ""
    venue = line.venue
    if line.is_postponed or line.postponed_from:
        new = {"postponed_from": line.postponed_from or line.day, "day": line.day if line.postponed_from else None}
        if there:
            new = {"postponed_from": there.postponed_from, "day": there.day, **read_dates(line, there)}
        days = _say_postponed(new["postponed_from"], new["day"])
    elif there and "day" in (new := read_dates(line, there)):
        before = date_format(there.day, "D j M Y") if there.day else _("no date")
        days = _("%(before)s → %(after)s") % {"before": before, "after": days}
    if there and "venue" in new:
        venue = _("%(before)s → %(after)s") % {"before": there.place or _("no place"), "after": venue}
    times = "–".join(time.isoformat("minutes") for time in (line.start, line.end) if time)
    said = (_("Round %(number)s") % {"number": line.round}, score, days, times, venue)
    return tuple(filter(None, said))


def _say_postponed(first: date | None, day: date | None) -> str:
    words = {"first": first and date_format(first, "D j M Y"), "day": day and date_format(day, "D j M Y")}
    if first and day:
        return _("postponed from %(first)s to %(day)s") % words
    if first or day:
        return (_("postponed from %(first)s, without a new date") if first else _("postponed to %(day)s")) % words
    return _("postponed")


def _ask_for_all(sent: Mapping[str, str], checked: CheckedImport) -> tuple[Question, ...]:
    """Asks once for all new teams whose names resemble others, and once for all lines with problems."""
    teams = ((FIRST, _("Each is the team named first")), (NEW, _("Each is a new team")))
    choices = [(OUT, _("Leave all of these lines out"))]
    if not checked.read.problems:
        choices.insert(0, (REPLACE, _("Use all of these results; the others stay as earlier versions")))
    number = FEWEST_FOR_ALL if sent.get(FOR_ALL) else len(checked.problems)
    return (
        *ask_for_all(FOR_ALL_TEAMS, _("All new team names: the same answer"), len(checked.questions), teams, sent),
        *ask_for_all(FOR_ALL, _("All lines in doubt: the same answer"), number, choices, sent),
    )


def _ask_team(question: TeamQuestion, answers: Mapping[str, str]) -> Question:
    """Asks which team a new name is that resembles another."""
    team = question.team
    choices = (
        *((each, each) for each in question.suggestions),
        (team.name, _("A new team: %(name)s") % {"name": team.name}),
    )
    words = _("“%(name)s” in line %(line)s is new. Which team is it?") % {"name": team.name, "line": team.line}
    answer = answers.get(question.key, "")
    return Question(question.key, words, choices, answer if answer in dict(choices) else "")
