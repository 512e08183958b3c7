"""Reads lists of names as people write them, for an evening of players, pairs or teams: from a chat, a spreadsheet or a
team sheet. Pure, except that "Guest of" is translated. What a doubt is about is read as its answer says."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tournament.lists import parsing
from tournament.lists.amounts import read_amount
from tournament.lists.contacts import take_contact_off
from tournament.lists.headings import NO, OF_THE_DOOR, YES, heading_words, is_heading_again, is_sum, kinds_of_row
from tournament.lists.marks import (
    ABSENT,
    ABSENTEES,
    COMERS,
    COMES,
    CROSS,
    PAID,
    PLACEHOLDER,
    QUESTION_MARKS,
    RESERVES,
    SENDER,
    SIGN_OFF,
    STRUCK_OUT,
    has_number,
    is_numbered,
    take_marks_off,
    take_number_off,
    take_pictures_off,
)
from tournament.lists.name_list import Doubt, NameList, Shape, WrittenName, WrittenParty
from tournament.lists.partners import PARTNERS, WITH, split_family
from tournament.lists.remarks import NUMBERED, is_remark
from tournament.lists.surnames import find_surname_first, share_surname, turn_surname, write_capitals, write_surname

MOST_ROWS, HEAD_WITHIN = 2000, 12
INLINE_RESERVES = re.compile(r"(?<=[\w)])[.;]\s+(?=(?:reserves?|subs?|standby|waiting(?: list)?)\s*:)", re.IGNORECASE)
ONE_AND_COMMA = re.compile(r"[^\W\d_][^\s,;&+/]+,\s*[^\W\d_][^,;&+/]*")
"""A surname, a comma and first names, where each line is one person."""
ANSWER = re.compile(
    r"(?P<name>[^:,;&+/]{2,40}?)(?::|\s[-–]\s)\s*"
    r"(?P<said>yes|in|y|coming|here|paid|pd|ok|no|out|not coming|away|absent)\s*[.!]*",
    re.IGNORECASE,
)
TEAM_NUMBER = re.compile(r"^\s*team\s+(?:\d{1,2}|[a-z])\s*[-–:.]\s*(?=\S)", re.IGNORECASE)
TEAM_OF_LINE = re.compile(r"(?P<team>[^:]+?)(?::|\s[-–]\s(?=[^,]+,.*,))(?P<rest>.*)")
TEAM_IN_BRACKETS = re.compile(r"(?P<team>[^(:,]+?)\s*[(](?P<rest>[^()]+,[^()]+)[)]")
"""A team with its players behind it: "Couva (Ana, Bea, Cid)"."""
MAIL_HEADER = re.compile(
    r"^[\s>]*(?:from|to|cc|bcc|subject|date|sent|reply-to|von|an|betreff|gesendet)\s*:", re.IGNORECASE
)
IS_MAIL = re.compile(r"^[ \t>]*(?:subject|betreff|from)[ \t]*:", re.IGNORECASE | re.MULTILINE)
LONG_GAP = re.compile(r"[^\S\n]{9,}")
OF_OWN_LIST = ("here", "table", "owes")
"""Headings of the list that the door itself writes; what stands below them is worked out."""
NAMES = {"player", "name", "first", "last"}


def read_names(
    text: str,
    shape: Shape,
    *,
    answers: Mapping[Doubt, bool] | None = None,
    is_known: Callable[[str], bool] | None = None,
    by_hand: Mapping[str, str] | None = None,
) -> NameList:
    """Reads a pasted list. `is_known` says whether somebody has exactly this name, which is then in no doubt; `by_hand`
    what headings mean that somebody has matched, by `heading_words`."""
    return _Reader(shape, answers or {}, is_known or (lambda name: False), by_hand or {}).read_list(text)


def _join_teams(rows: Sequence[WrittenParty]) -> Iterator[WrittenParty]:
    """Joins rows with one person each and the name of their team. If each name is there once, it stands in the first
    row of its team. A name that is nothing but the names of its people is none."""
    teams: dict[str, list[WrittenParty]] = {}
    named = [row.team for row in rows if row.team]
    before, is_once = "", len({*named}) == len(named)
    for row in rows:
        before = row.team or (before if is_once else "")
        teams.setdefault(before, []).append(row)
    for team, members in teams.items():
        people = tuple(person for row in members for person in row.people)
        names = {heading_words(person.name) for person in people}
        is_named = {heading_words(name) for name in re.split(rf"{WITH}|,\s*", team)} != names
        if team:
            yield WrittenParty(members[0].text, people, team if is_named else "")
        else:
            yield from members


class _Reader:
    """Reads one list and collects its doubts."""

    def __init__(
        self,
        shape: Shape,
        answers: Mapping[Doubt, bool],
        is_known: Callable[[str], bool],
        by_hand: Mapping[str, str],
    ) -> None:
        self.shape, self.answers, self.is_known, self.by_hand = shape, answers, is_known, by_hand
        self.headings: tuple[str, ...] = ()
        self.unknown: tuple[str, ...] = ()
        self.guessed: dict[str, str] = {}
        self.doubts: dict[Doubt, list[str]] = {}
        self.are_reserves = self.are_absent = self.is_signed = self.is_numbered = False
        self.is_alone = False
        self.is_mail = False
        self.heads: set[str] = set()

    def read_list(self, text: str) -> NameList:
        text = LONG_GAP.sub(" ", text)
        self.is_alone = "\n" not in text.strip()
        table = self._read_columns(text)
        parties = list(self._read_lines(text)) if table is None else table
        doubts = {doubt: tuple(lines) for doubt, lines in self.doubts.items()}
        return NameList(tuple(parties), doubts, self.headings, self.unknown, self.guessed)

    def _is_so(self, doubt: Doubt, line: str) -> bool:
        """Notes a doubt about a line, and returns its answer."""
        lines = self.doubts.setdefault(doubt, [])
        if line not in lines:
            lines.append(line)
        return self.answers.get(doubt, True)

    def _read_columns(self, text: str) -> list[WrittenParty] | None:
        """Reads a table with headings for names in one of its first lines; None if it has none."""
        if not re.search(r"[,;\t|]", text):
            return None
        try:
            rows = [row for row in parsing.parse_text(text, MOST_ROWS).rows if any(row)]
        except parsing.RefusedFile:
            return None
        at = next((place for place, row in enumerate(rows[:HEAD_WITHIN]) if self._is_heading(row, text)), None)
        if at is None:
            return None
        kinds = self._kinds_of(rows[at])
        if not NAMES & {*kinds}:
            first = next(place for place, cell in enumerate(rows[at]) if cell and not kinds[place])
            self.guessed[rows[at][first]] = "name"
            kinds = (*kinds[:first], "name", *kinds[first + 1 :])
        self.headings = rows[at]
        words = [heading_words(cell) for cell in rows[at]]
        own = OF_OWN_LIST if {*OF_OWN_LIST[:2]} <= {*words} else ()
        self.unknown = tuple(
            cell
            for cell, kind, word in zip(rows[at], kinds, words, strict=True)
            if cell and not kind and word not in own
        )
        below = [row for row in rows[at + 1 :] if not is_sum(row) and not is_heading_again(row, rows[at])]
        if not below or any(NUMBERED.match(cell) for row in below for cell in row):
            self.headings, self.unknown, self.guessed = (), (), {}
            return None
        parties = []
        for row in [*rows[:at], *below]:
            alone = [cell for cell in row if cell]
            is_doubted = row in rows[:at] or len(alone) == 1 and is_remark(alone[0])
            if is_doubted and self._is_so(Doubt.NO_NAME, " ".join(alone)):
                continue
            if (party := self._read_row(row, kinds)).people:
                parties.append(party)
        is_one_a_row = "team" in kinds and "player" not in kinds and self.shape != Shape.PLAYERS
        return list(_join_teams(parties)) if is_one_a_row else parties

    def _kinds_of(self, row: Sequence[str]) -> tuple[str, ...]:
        recognised = kinds_of_row(row, OF_THE_DOOR)
        return tuple(self.by_hand.get(heading_words(cell), kind) for cell, kind in zip(row, recognised, strict=True))

    def _is_heading(self, row: Sequence[str], text: str) -> bool:
        """Whether a row has headings: of 2 known columns or, where no comma separates them, of the names and others;
        or of telephones and the like beside one that may be of the names."""
        kinds = self._kinds_of(row)
        number = sum(map(bool, kinds))
        is_wide = re.search(r"[;\t|]", text) is not None and sum(map(bool, row)) > 1
        may_be_named = bool({"phone", "email", "contact"} & {*kinds}) and any(
            cell and not kind for cell, kind in zip(row, kinds, strict=True)
        )
        return may_be_named or bool(NAMES & {*kinds}) and (number > 1 or is_wide)

    def _read_row(self, row: tuple[str, ...], kinds: tuple[str, ...]) -> WrittenParty:
        cells: dict[str, list[str]] = {}
        for kind, cell in zip(kinds, row, strict=False):
            if kind and cell:
                cells.setdefault(kind, []).append(cell)
        names = [*cells.get("name", ()), *cells.get("player", ())]
        if "first" in cells or "last" in cells:
            cells |= {"last": [write_surname(cells["last"][0])]} if "last" in cells else {}
            parts = [cells[kind][0] for kind in ("first", "last") if kind in cells]
            names = [" ".join(parts if len(parts) > 1 else [*parts, *map(write_surname, names)])]
        text = "\t".join(filter(None, row))
        names = [self._turn_cell(name) for name in names]
        people = [each for name in names for each in self._read_people(name, text)]
        contact = " ".join(cell for kind in ("contact", "phone", "email") for cell in cells.get(kind, ()))
        paid = " ".join(cells.get("paid", ()))
        is_paid = paid.casefold() in YES or bool(read_amount(paid)) and paid not in NO
        is_away = " ".join(cells.get("here", ())).casefold() in NO
        if self.shape == Shape.PAIRS and (kinds.count("player") + kinds.count("name")) > 1 and len(people) == 1:
            people = people if self._is_so(Doubt.NO_PARTNER, people[0].name) else []
        if people:
            people[0] = self._mark(people[0], contact, is_paid=is_paid, is_reserve=is_away)
        return WrittenParty(text, tuple(people), " ".join(cells.get("team", ())))

    def _turn_cell(self, name: str) -> str:
        """Returns the name in a cell with its surname last, as in "Smith, John" or "Noel, Gus and Hal"."""
        is_turned = name.count(",") == 1 and ONE_AND_COMMA.match(name) and not split_family(name)
        return turn_surname(name) if is_turned and self._is_so(Doubt.SURNAME_FIRST, turn_surname(name)) else name

    def _read_lines(self, text: str) -> Iterator[WrittenParty]:
        blocks = [
            block.splitlines() for block in re.split(r"\n\s*\n", INLINE_RESERVES.sub("\n", text)) if block.strip()
        ]
        lines = [line for block in blocks for line in block if line.strip()]
        heads = {next(line for line in block if line.strip()) for block in blocks if len(block) > 2}
        self.heads = heads if len(heads) == len(blocks) > 1 else set()
        first = lines[0].strip() if lines else ""
        if len(lines) > 1 and kinds_of_row([first], ("name", "player"))[0] and not NUMBERED.match(first):
            lines = lines[1:]
        self.is_numbered = is_numbered(lines)
        self.is_mail = IS_MAIL.search(text) is not None
        named = [line for line in lines if TEAM_NUMBER.match(line) and not re.search(rf"{PARTNERS}|[,;\t]", line)]
        self.heads |= {*named} if len(named) > 1 else set()
        plain = [(line, self._read_name_part(line)) for line in lines]
        surnames = find_surname_first([take_contact_off(part)[0] for _line, part in plain if part])
        if self.shape == Shape.PLAYERS:
            surnames |= {part for line, part in plain if has_number(line) and ONE_AND_COMMA.fullmatch(part)}
        team: WrittenParty | None = None
        for at, (line, part) in enumerate(plain):
            if not part:
                continue
            if self.shape == Shape.TEAMS and self._begins_team(plain, at):
                if team:
                    yield team
                team = WrittenParty(line, (), TEAM_NUMBER.sub("", part).rstrip(" :"))
                continue
            for party in self._read_parties(line, part, is_surname_first=take_contact_off(part)[0] in surnames):
                if team and not party.team:
                    team = replace(team, people=(*team.people, *party.people))
                elif party.people or party.team:
                    yield party
        if team:
            yield team

    def _begins_team(self, lines: list[tuple[str, str]], at: int) -> bool:
        """Whether a line is a team's name, above the numbered lines of its pairs."""
        line, part = lines[at]
        plain = TEAM_NUMBER.sub("", part)
        is_head = not has_number(line) and not re.search(rf"{PARTNERS}|[,;\t]|:\s*\S", plain) and bool(lines[at + 1 :])
        return is_head and (line in self.heads or bool(has_number(lines[at + 1][0]) and lines[at + 1][1]))

    def _read_name_part(self, line: str) -> str:
        """Returns what of a line is names: without its number and pictures, and of a message who says that they come.
        What is no name is doubted and, as the answer says, is ""."""
        said = SENDER.match(line)
        struck, crossed = STRUCK_OUT.match(line), any(cross in line for cross in CROSS)
        part = struck["inside"] if struck else line
        if said:
            words = take_pictures_off(said["said"])
            marks = take_marks_off(f"x {words}")
            if has_number(words):
                part = words
            elif COMES.fullmatch(marks.name.removeprefix("x").strip()):
                part = f"{said['sender']} {'+1' if marks.has_guest or words == '+1' else ''}"
            elif ABSENT.fullmatch(words):
                return "" if self._is_so(Doubt.ABSENT, line.strip()) else said["sender"]
            else:
                return "" if self._is_so(Doubt.NO_NAME, line.strip()) else said["sender"]
        part = take_pictures_off(take_number_off(take_pictures_off(part), is_numbered=self.is_numbered))
        part = take_number_off(part, is_numbered=self.is_numbered)
        if self.is_known(part):
            return part
        if self.is_mail and MAIL_HEADER.match(line):
            return "" if self._is_so(Doubt.NO_NAME, line.strip()) else part
        if self.is_signed or SIGN_OFF.match(part):
            self.is_signed = True
            return "" if self._is_so(Doubt.NO_NAME, line.strip()) else part
        if head := RESERVES.match(part):
            rest = part[head.end() :].strip()
            self.are_reserves, self.are_absent = not rest or self.are_reserves, False
            return f"{rest} (reserve)" if rest else ""
        if head := ABSENTEES.match(part):
            rest = part[head.end() :].strip()
            self.are_absent, self.are_reserves = not rest or self.are_absent, False
            return "" if not rest or self._is_so(Doubt.ABSENT, line.strip()) else rest
        if head := COMERS.match(part):
            part, self.are_absent, self.are_reserves = part[head.end() :].strip(), False, False
        elif answer := ANSWER.fullmatch(part):
            said_no = ABSENT.fullmatch(answer["said"]) is not None
            if said_no and self._is_so(Doubt.ABSENT, line.strip()):
                return ""
            part = f"{answer['name']} {answer['said'] if PAID.search(' ' + answer['said']) else ''}".strip()
        if (struck or crossed or self.are_absent) and part and self._is_so(Doubt.ABSENT, line.strip()):
            return ""
        if any(mark in line for mark in QUESTION_MARKS) and part:
            part = f"{part} (reserve)"
        if not any(letter.isalpha() for letter in part):
            is_said = sum(letter.isdigit() for letter in part) > 3 and self._is_so(Doubt.NO_NAME, line.strip())
            return part if part.strip() and not is_said and sum(map(str.isdigit, part)) > 3 else ""
        if self._is_no_name(part) and self._is_so(Doubt.NO_NAME, line.strip()):
            self.are_reserves = self.are_absent = False
            return ""
        return f"{part} (reserve)" if self.are_reserves else part

    def _is_no_name(self, part: str) -> bool:
        name = take_marks_off(take_contact_off(part)[0]).name
        if not name:
            return False
        if self.shape == Shape.TEAMS and ":" in name:
            return False
        return is_remark(name)

    def _read_parties(self, line: str, part: str, *, is_surname_first: bool) -> Iterator[WrittenParty]:
        """Yields who is in a line: a comma separates players and pairs, but belongs to the line of a team."""
        team = ""
        if self.shape == Shape.TEAMS and (named := TEAM_OF_LINE.match(part) or TEAM_IN_BRACKETS.fullmatch(part)):
            team, part = TEAM_NUMBER.sub("", named["team"]), named["rest"]
        if is_surname_first and self._is_so(Doubt.SURNAME_FIRST, turn_surname(take_contact_off(part)[0])):
            rest, phone, email = take_contact_off(part)
            part = " ".join([turn_surname(rest), phone, email])
        family = split_family(part)
        family = [] if any(map(self.is_known, family)) else family
        if family and self.shape != Shape.PLAYERS and self._is_so(Doubt.COUPLE, ", ".join(share_surname(*family))):
            for name, whole in zip(family, share_surname(*family), strict=True):
                part = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", whole, part, count=1)
        is_one = self.shape == Shape.TEAMS or family and self.shape == Shape.PLAYERS
        pieces = [part] if is_one else re.split(r"[,;\t](?![^(]*\))", part)
        people: list[list[WrittenName]] = []
        for piece in pieces:
            names = self._read_people(piece, line, people[-1] if people else [])
            if names:
                people.append(names)
        for each in people or [[]]:
            yield WrittenParty(" ".join(line.split()), tuple(each), " ".join(team.split()))

    def _read_people(self, part: str, line: str, before: list[WrittenName] | None = None) -> list[WrittenName]:
        """Returns the people of a piece of a line. A number or an address alone belongs to the last of those before."""
        is_alone = self.shape == Shape.PLAYERS
        pieces = [part] if is_alone else re.split(rf"{PARTNERS}|[,;\t]", self._settle(part, line))
        people: list[WrittenName] = []
        for piece in pieces:
            rest, phone, email = take_contact_off(piece)
            marks = take_marks_off(take_number_off(rest, is_numbered=False))
            contact, beside = f"{phone} {email}", people or before or []
            if not marks.name and beside and (phone and beside[-1].phone or email and beside[-1].email):
                self._is_so(Doubt.NO_NAME, piece.strip())
            elif not marks.name and beside:
                beside[-1] = self._mark(beside[-1], contact, is_paid=marks.is_paid, is_reserve=marks.is_reserve)
            elif marks.is_absent and self._is_so(Doubt.ABSENT, marks.name):
                continue
            elif any(letter.isalnum() for letter in marks.name):
                is_typed = self.is_alone or self.is_known(marks.name)
                named = WrittenName(marks.name if is_typed else write_capitals(marks.name))
                people.append(self._mark(named, contact, is_paid=marks.is_paid, is_reserve=marks.is_reserve))
                if marks.has_guest and self._is_so(Doubt.GUEST, marks.name):
                    people.append(WrittenName(_("Guest of %(name)s") % {"name": marks.name}))
        return people

    def _settle(self, part: str, line: str) -> str:
        """Returns the names of a line with a shared surname for both, and without the place of a missing partner."""
        if self.shape == Shape.PLAYERS or self.is_known(part):
            return part
        names = re.split(PARTNERS, part)
        if len(names) != 2:
            return part
        first, second = (take_marks_off(take_contact_off(each)[0]).name for each in names)
        has_guest = second in ("1", "one") or take_marks_off(part).has_guest
        if first and (has_guest or PLACEHOLDER.fullmatch(second)):
            return names[0] if self._is_so(Doubt.NO_PARTNER, " ".join(line.split())) else ""
        both = share_surname(first, second)
        if both and not self.is_known(first) and self._is_so(Doubt.COUPLE, " & ".join(both)):
            return part.replace(first, both[0], 1)
        return part

    def _mark(
        self, person: WrittenName, contact: str, *, is_paid: bool = False, is_reserve: bool = False
    ) -> WrittenName:
        _rest, phone, email = take_contact_off(contact)
        reached_by = ", ".join(filter(None, (phone, email)))
        has_contact = bool(reached_by) and self._is_so(Doubt.CONTACT, f"{person.name}: {reached_by}")
        return WrittenName(
            person.name,
            person.is_paid or is_paid and self._is_so(Doubt.PAID, person.name),
            person.is_reserve or is_reserve and self._is_so(Doubt.RESERVE, person.name),
            phone if has_contact else person.phone,
            email if has_contact else person.email,
        )
