"""Reads a list of teams (captain, telephone, e-mail, venue, night) or of squads (team, player, from), as a secretary
keeps it in a spreadsheet, and says what each line would change. Nothing is stored here.

A line with a player is about the squad, any other about its team; a squad's line without a team is of the one above.
Empty boxes change nothing, and whoever is not in the list stays."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, time
from hashlib import sha256
from typing import Any, NamedTuple

from django.utils.dates import WEEKDAYS as DAYS
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.leagues.eligibility import say_squad_doubts
from tournament.leagues.queries.teams import EligibilityBook
from tournament.leagues.spelling import NewTeam, TeamQuestion, ask_about_teams, name_in, name_key, settle_names
from tournament.lists.calendar_words import WEEKDAYS
from tournament.lists.check import (
    NEW,
    OUT,
    CheckRow,
    ListCheck,
    Question,
    RowSection,
    ask_day_order,
    row_key,
)
from tournament.lists.dates import DayOrder, day_of_number, find_order, read_day
from tournament.lists.headings import OF_TEAMS, heading_words, is_heading_again, is_sum, kinds_of_row
from tournament.lists.tables import TextTable
from tournament.lists.team_blocks import read_team_blocks, split_names
from tournament.models import LeagueTeam

OF_PLAYERS, OF_ONE_TEAM = ("player", "name"), {"captain", "phone", "email", "contact", "venue", "night", "start"}
LONGER_THAN_INITIALS = 5
LONGEST = {"team": 80, "captain": 80, "contact": 120, "home": 120, "player": 80}


class Entered(NamedTuple):
    """Somebody who comes into a squad, from a day on, None for the whole season."""

    name: str
    since: date | None


@dataclass
class TeamEntry:
    """What a list says of one team: `team` is None if it is new. `values` are fields of a LeagueTeam that change."""

    name: str
    team: LeagueTeam | None
    values: dict[str, Any] = field(default_factory=dict)
    players: dict[str, Entered] = field(default_factory=dict)


class TeamLine(NamedTuple):
    """What a line says of a team, or of one player; `part` is the number of a player in a line with several."""

    line: int
    cells: Mapping[str, str]
    text: str
    part: int = 0


@dataclass(frozen=True)
class CheckedTeams:
    """`entries` are by the key of the team's name; `check` is what the page shows."""

    entries: Mapping[str, TeamEntry]
    check: ListCheck
    fingerprint: str

    @property
    def is_ready(self) -> bool:
        return bool(self.check.confirm) and not self.check.is_open


def read_lines(table: TextTable) -> list[TeamLine]:
    """Returns the lines below the headings, each with its boxes by what they mean. A list without a heading of teams
    is read as a chat has it, one team below the other; it may be none."""
    rows = table.numbered_rows
    found = ((at, kinds_of_row(cells, OF_TEAMS)) for at, (_line, cells) in enumerate(rows))
    at, kinds = next(
        ((at, kinds) for at, kinds in found if "team" in kinds and not _has_labels(rows[at][1])), (len(rows), ())
    )
    if not kinds:
        return _lines_of_blocks(rows)
    lines, heading = [], rows[at][1]
    for line, cells in rows[at + 1 :]:
        if is_sum(cells) or is_heading_again(cells, heading) or not any(cell.strip() for cell in cells):
            continue
        filled = [(kind, name_in(cell)) for kind, cell in zip(kinds, cells, strict=False) if kind and name_in(cell)]
        own = {kind: cell for kind, cell in reversed(filled) if kind not in OF_PLAYERS}
        named = [cell for kind, cell in zip(kinds, cells, strict=False) if kind in OF_PLAYERS]
        players = [name for cell in named for each in split_names(cell) if (name := name_in(each))]
        text = " · ".join(filter(None, cells))
        if not players or own.keys() & OF_ONE_TEAM:
            lines.append(TeamLine(line, own, text))
        several = len(players) > 1
        lines += [TeamLine(line, {**own, "player": name}, text, at * several) for at, name in enumerate(players, 1)]
    return lines


def _has_labels(cells: Sequence[str]) -> bool:
    """Tells whether a row says something itself, as in "Team: Arima", and names no columns."""
    return any(re.search(r":\s*\w", cell) for cell in cells)


def _lines_of_blocks(rows: Sequence[tuple[int, Sequence[str]]]) -> list[TeamLine]:
    texts = {line: ", ".join(filter(None, cells)) for line, cells in rows}
    found = read_team_blocks(rows)
    several = Counter(line for line, _said in found)
    parts: Counter[int] = Counter()
    lines = []
    for line, said in found:
        parts[line] += several[line] > 1
        lines.append(TeamLine(line, {kind: name_in(cell) for kind, cell in said.items()}, texts[line], parts[line]))
    return lines


def check_teams(
    book: EligibilityBook, teams: Sequence[LeagueTeam], table: TextTable, answers: Mapping[str, str], *, today: date
) -> CheckedTeams:
    """Says what a list changes. `answers` are those of the check page, to questions about teams and names. Once
    something was played, a player without a date comes into a squad today; before, for the whole season."""
    return _Check(book, teams, read_lines(table), answers, today).check_list()


def _join_players(rows: Iterable[CheckRow]) -> list[CheckRow]:
    """Puts what one line says of several players in the same words into one row."""
    joined: list[CheckRow] = []
    for row in rows:
        before = joined[-1] if joined else row
        if before is not row and before.part and (before.line, before.details) == (row.line, row.details):
            joined[-1] = replace(before, name=f"{before.name}, {row.name.partition(': ')[2]}")
        else:
            joined.append(row)
    return joined


def _without_shouting(name: str) -> str:
    """Returns the name of a new team as it is written elsewhere, if a chat has it in capitals: "TALPARO ACES" as
    "Talparo Aces". Short names, such as "YMCA", may be initials and stay."""
    words = name.split()
    if not name.isupper() or max(map(len, words)) < LONGER_THAN_INITIALS:
        return name
    return " ".join(word if len(word) < 3 else word.capitalize() for word in words)


class _Check:
    """One list while it is checked."""

    def __init__(
        self,
        book: EligibilityBook,
        teams: Sequence[LeagueTeam],
        lines: Sequence[TeamLine],
        answers: Mapping[str, str],
        today: date,
    ) -> None:
        self.book, self.answers, self.lines, self.today = book, answers, lines, today
        self.has_begun = book.league.results.filter(superseded_at=None, games__isnull=False).exists()
        self.known = {team.key: team for team in teams}
        self.entries: dict[str, TeamEntry] = {}
        self.asked: list[CheckRow] = []
        self.left_out: list[CheckRow] = []
        self.days = find_order(
            [(each.line, each.cells["since"]) for each in lines if "since" in each.cells], answers.get("day_order", "")
        )

    def check_list(self) -> CheckedTeams:
        questions = self._ask_teams()
        rows = [row for line in self.lines if (row := self._read_line(line)) is not None]
        changed = _join_players(row for row in rows if row.details)
        same = [row for row in rows if not row.details]
        number = len(changed)
        confirm = ngettext("Save %(n)s line", "Save %(n)s lines", number) % {"n": number}
        check = ListCheck(
            notices=()
            if self.lines
            else (
                _(
                    "The first line has to name the columns, such as Team, Captain and Phone. Or write the name of "
                    "each team above its captain and its players."
                ),
            ),
            questions=(*ask_day_order(self.days), *questions),
            doubts=[*self._say_doubts()],
            asked=self.asked,
            left_out=self.left_out,
            sections=(
                RowSection(ngettext("%(n)s line to save", "%(n)s lines to save", number) % {"n": number}, changed),
                RowSection(_("Already so"), same, is_folded=True),
            ),
            confirm=confirm if number else "",
        )
        told = [(key, each.values, sorted(each.players.values())) for key, each in sorted(self.entries.items())]
        return CheckedTeams(self.entries, check, sha256(repr(told).encode()).hexdigest()[:16])

    def _ask_teams(self) -> list[Question]:
        """Asks which team a name is that resembles a known one, and remembers what each name means."""
        new: dict[str, NewTeam] = {}
        for each in self.lines:
            name = each.cells.get("team", "")
            if name and name_key(name) not in self.known:
                new[name_key(name)] = NewTeam(name, each.line, 1)
        asked = ask_about_teams(list(new.values()), [team.name for team in self.known.values()])
        said = {each.team.name: self.answers[each.key] for each in asked if self.answers.get(each.key)}
        self.meant = {name_key(name): meant for name, meant in settle_names(said).items()}
        return [self._ask_team(each) for each in asked]

    def _ask_team(self, question: TeamQuestion) -> Question:
        name, line = question.team.name, question.team.line
        choices = [(each, each) for each in question.suggestions]
        choices.append((name, _("A new team: %(name)s") % {"name": name}))
        words = _("“%(name)s” in line %(line)s is new. Which team is it?") % {"name": name, "line": line}
        answer = self.answers.get(question.key, "")
        return Question(question.key, words, tuple(choices), answer if answer in dict(choices) else "")

    def _read_line(self, line: TeamLine) -> CheckRow | None:
        """Reads a line into the entry of its team; returns it as it will be stored, None if it is asked about or left
        out."""
        name = line.cells.get("team", "") or (self._last_team if "player" in line.cells else "")
        self._last_team = name or self._last_team
        remark = self._refuse(line, name)
        if remark or self.answers.get(row_key(line.line, line.part)) == OUT:
            self.left_out.append(self._row(line, line.text, remarks=[remark] if remark else []))
            return None
        name = self.meant.get(name_key(name), name)
        team = self.known.get(name_key(name))
        details = [] if team or name_key(name) in self.entries else [_("a new team")]
        entry = self.entries.setdefault(name_key(name), TeamEntry(team.name if team else _without_shouting(name), team))
        if "player" not in line.cells:
            details += self._read_team(line, entry)
            return self._row(line, entry.name, details=details)
        player = line.cells["player"]
        if alike := self.book.find_alike(player):
            meant = self._ask_player(line, player, alike)
            if meant is None:
                return None
            player = meant
        details += self._read_player(line, entry, player)
        return self._row(line, f"{entry.name}: {player}", details=details)

    _last_team = ""

    def _row(self, line: TeamLine, name: str, *, details: Sequence[str] = (), remarks: Sequence[str] = ()) -> CheckRow:
        return CheckRow(line.line, name, line.text, details, remarks, can_be_edited=False, part=line.part)

    def _refuse(self, line: TeamLine, name: str) -> str:
        """Says why a line cannot be stored, else ""."""
        if not name:
            return _("There is no team in this line.")
        said = {"home": line.cells.get("venue", ""), "contact": _contact_of(line)}
        said |= {kind: line.cells.get(kind, "") for kind in ("team", "captain", "player")}
        if long := next((text for kind, text in said.items() if len(text) > LONGEST[kind]), ""):
            return _("“%(text)s…” is too long.") % {"text": long[:40]}
        for kind, has_read in (("night", _read_night), ("start", _read_time)):
            if kind in line.cells and has_read(line.cells[kind]) is None:
                return _("“%(text)s” was not understood.") % {"text": line.cells[kind]}
        if "since" in line.cells and self._since(line) is None and not self.days.is_asked:
            return _("“%(text)s” is no date.") % {"text": line.cells["since"]}
        return ""

    def _since(self, line: TeamLine) -> date | None:
        text = line.cells.get("since", "")
        if not text:
            return self.today if self.has_begun else None
        order = DayOrder(self.days.order) if self.days.order else DayOrder.DAY_FIRST
        return read_day(text, order) or day_of_number(text)

    def _read_team(self, line: TeamLine, entry: TeamEntry) -> Iterator[str]:
        """Yields what changes of a team, and notes it in its entry."""
        cells, night = line.cells, line.cells.get("night", "")
        said: dict[str, Any] = {
            "captain": cells.get("captain"),
            "contact": _contact_of(line),
            "home": cells.get("venue"),
        }
        said |= {"night": _read_night(night) if night else None}
        starts = cells.get("start", "") or night
        said |= {"starts": _read_time(starts) if starts else None}
        labels = {"captain": _("Captain"), "contact": _("Contact"), "home": _("Venue"), "night": _("Night")}
        labels["starts"] = _("Time")
        for name, value in said.items():
            before = getattr(entry.team, name) if entry.team else None
            if value not in (None, "", before):
                entry.values[name] = value
                yield f"{labels[name]}: " + (f"{say_value(name, before)} → " if before else "") + say_value(name, value)

    def _ask_player(self, line: TeamLine, player: str, alike: Sequence[str]) -> str | None:
        """Returns whom a name means that resembles a known one; None while nobody has said so."""
        key = row_key(line.line, line.part)
        answer = self.answers.get(key, "")
        if answer == NEW or answer in alike:
            return player if answer == NEW else answer
        choices = [*((each, each) for each in alike), (NEW, _("Somebody new: %(name)s") % {"name": player})]
        choices.append((OUT, _("Leave this line out")))
        words = _("Line %(line)s, “%(name)s”: who is it?") % {"line": line.line, "name": player}
        question = Question(key, words, tuple(choices), about=player)
        self.asked.append(replace(self._row(line, player), question=question))
        return None

    def _read_player(self, line: TeamLine, entry: TeamEntry, player: str) -> Iterator[str]:
        """Yields what changes of a squad, and notes it in the entry of its team."""
        key, since = self.book.squads.key_of(player), self._since(line)
        now_in = [each for each in self.book.squads.memberships if self.book.squads.key_of(each.name) == key]
        teams = [each.team for each in now_in if each.until is None]
        if (entry.team and entry.team.pk in teams) or key in entry.players:
            return
        entry.players[key] = Entered(player, since)
        yield _("joins the squad")
        if teams:
            yield _("from %(team)s") % {"team": self.book.squads.teams[teams[0]]}
        if since:
            yield _("from %(day)s") % {"day": date_format(since, "j M Y")}

    def _say_doubts(self) -> Iterator[str]:
        """Says what by the rules speaks against players who come into squads."""
        league, squads = self.book.league, self.book.squads
        teams: dict[str, str] = {}
        for entry in self.entries.values():
            for key, each in entry.players.items():
                if (other := teams.setdefault(key, entry.name)) != entry.name:
                    yield _("%(name)s is in this list for %(one)s and for %(other)s. The later line counts.") % {
                        "name": each.name,
                        "one": other,
                        "other": entry.name,
                    }
        for entry in self.entries.values():
            own = [each for each in squads.memberships if entry.team and each.team == entry.team.pk]
            size = sum(each.until is None for each in own) + len(entry.players)
            for since in dict.fromkeys(each.since for each in entry.players.values()):
                came = {}
                for key, each in entry.players.items():
                    former = [at for at in squads.memberships if squads.key_of(at.name) == key and at.until is None]
                    if each.since == since:
                        came[each.name] = squads.teams[former[0].team] if former else ""
                yield from say_squad_doubts(
                    entry.name,
                    came,
                    size,
                    on=since or self.today,
                    squads_until=league.squads_until,
                    transfers_until=league.transfers_until,
                    most=league.squad_most,
                )


def _contact_of(line: TeamLine) -> str:
    return ", ".join(line.cells[kind] for kind in ("phone", "email", "contact") if kind in line.cells)


def _read_night(text: str) -> int | None:
    """Reads a day of the week, as in "Tuesdays" or "Tue 19:30": 0 is Monday."""
    words = heading_words(text).split()
    word = words[0] if words else ""
    return next((at for at, names in enumerate(WEEKDAYS) if word in names or word.removesuffix("s") in names), None)


def _read_time(text: str) -> time | None:
    """Reads the time in a text, as in "7.30 pm" or "Tue 19:30"."""
    found = re.search(r"\b(\d{1,2})[:.h](\d\d)\s*([ap])?\.?m?", text.lower()) or re.search(
        r"\b(\d{1,2})()\s*([ap])\.?m", text.lower()
    )
    if found is None:
        return None
    hour, minute = int(found[1]), int(found[2] or 0)
    hour += 12 if found[3] == "p" and hour < 12 else 0
    return time(hour, minute) if hour < 24 and minute < 60 else None


def say_value(name: str, value: Any) -> str:
    """Says a field of a team as pages and the log have it."""
    if name == "night":
        return str(DAYS[value])
    return f"{value:%H:%M}" if isinstance(value, time) else str(value)
