"""Finds results in a list: below headings in any line, or in lines such as "Great Lever 3 Dunscar 5".
Pure. Whatever is no result (titles, repeated headings, sums, remarks) is left out and named by its line.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.lists.calendar_words import MONTH, WEEKDAY
from tournament.lists.headings import OF_RESULTS, is_heading_again, is_sum, kinds_of_row
from tournament.lists.marks import SENDER, take_number_off, take_pictures_off

Row = tuple[int, Sequence[str]]
"""A line's number, from 1, and its cells."""
HEAD_WITHIN = 12
"""The headings are looked for in this many first lines, because there may be a title above them."""
LONGEST_LINE, LONGEST_TEAM = 400, 60
MOST_LEFT_OUT = 300
"""A text with more lines that are no results, and fewer that are, is no list of results."""
NAME = r"(?P<{}>(?=[^\n]*?[^\W\d_])\S(?:.*?\S)?)"
ONE, OTHER = NAME.format("team_a"), NAME.format("team_b")
COUNTED = r"(?:games?|bullseyes?|points?|pts|legs?)"
SCORE = rf"(?P<bullseyes_a>\d{{1,3}})\s*(?:[-–—:/]|{COUNTED}?\s*to)\s*(?P<bullseyes_b>\d{{1,3}})"
VERSUS = r"(?:v|vs|versus|gegen|tegen|contra|[-–—])\.?"
OPEN = (
    r"(?:match postponed|postponed|ppd|p\s?[-–]\s?p|p/p|pp|off|to be played|tbp|tba|verlegt|uitgesteld"
    r"|aplazado|report[eé]|cancelled|called off|match abandoned|abandoned|abgebrochen|void)"
)
WALK_OVER = r"(?:w/o|w\.o\.|wo|walk[- ]?over)"
NO_SHOW = (
    r"(?:(?:(?:was|were)\s+)?(?:a\s+)?no[- ]shows?|did(?:\s+not|n['’]?t)\s+(?:turn|show)(?:\s+up)?"
    r"|failed\s+to\s+(?:turn|show)(?:\s+up)?|absent|conceded|forfeited|nicht angetreten)"
)
BETWEEN = r"[\s,:(–—-]+"
GETS = rf"{WALK_OVER}\s+(?:to|for)"
LOSER, WINNER = NAME.format("loser"), NAME.format("winner")
LEADERS = re.compile(r"\.{3,}|…+|_{2,}|(?:\. ){3,}")
DIVISION = re.compile(
    r"^\s*(?:division|div|section|group|league|staffel|gruppe|grupo)\.?\s+\w+\s*[-–:]\s*", re.IGNORECASE
)
NO_TEAM = re.compile(r"[:|\[\]\t]|\s(?:v|vs|beat|bt|lost to|games|drew)\s|\s(?:games to|by)$|[?!]$", re.IGNORECASE)
"""What no team's name has: then a line is read in another way, or left out."""
SHAPES = tuple(
    re.compile(rf"^{shape}$", re.IGNORECASE)
    for shape in (
        rf"{ONE}\s+{VERSUS}\s+{OTHER}\s*[-–,:(]*\s*(?P<open>{OPEN})(?:\b[^()]*\))?\.?",
        rf"(?P<open>{OPEN})\s*[-–:]\s*{ONE}\s+{VERSUS}\s+{OTHER}",
        rf"{ONE}\s+(?P<open>{OPEN})\s+{OTHER}",
        rf"{ONE}\s+(?P<walk_over>{WALK_OVER})\s+(?:(?:v|vs|against|over|from)\.?\s+)?{OTHER}",
        rf"{ONE}\s+(?:beat|bt|v|vs)\.?\s+{OTHER}[\s,:(-]+(?P<walk_over>{WALK_OVER})\)?",
        rf"{ONE}\s+(?:have\s+|has\s+)?(?P<conceded>conceded|concede|conceding|forfeited|forfeit)\s+(?:to\s+|v\.?\s+)?{OTHER}",
        rf"{ONE}\s+(?:[-–:]\s*)?(?:has\s+(?:a|the)\s+)?(?P<bye>bye|spielfrei|vrij|descansa)",
        rf"(?P<bye>bye|spielfrei|freilos)\s*[-–:]?\s+{ONE}",
        rf"{ONE}\s+(?P<won>beat|beats|bt|defeated|def|won against|besiegte)\.?\s+{OTHER},?\s+(?:by\s+)?{SCORE}",
        rf"{ONE}\s+(?P<lost>lost to|lose to|loses to|verlor gegen)\s+{OTHER},?\s+(?:by\s+)?{SCORE}",
        rf"{ONE}\s+(?P<won>won)\s+(?:by\s+)?{SCORE}\s+(?:against|over|at|v|vs)\.?\s+{OTHER}",
        rf"{ONE}\s+(?P<lost>lost)\s+(?:by\s+)?{SCORE}\s+(?:against|to|at|v|vs)\.?\s+{OTHER}",
        rf"{ONE}\s+(?:drew with|draw with|drew|tied with|tied)\s+{OTHER},?\s+{SCORE}",
        rf"{ONE}\s+{VERSUS}\s+{OTHER}[\s:,(]+{SCORE}\)?",
        rf"{ONE}[\s,]+{SCORE}[\s,]+{OTHER}",
        rf"{ONE}\s+(?P<bullseyes_a>\d{{1,3}})(?:\s*{COUNTED})?[,;]?\s+(?:{VERSUS}\s+)?{OTHER}"
        rf"\s+(?P<bullseyes_b>\d{{1,3}})(?:\s*{COUNTED})?",
        rf"{ONE}\s+[(](?P<bullseyes_a>\d{{1,3}})[)],?\s+(?:{VERSUS}\s+)?{OTHER}\s+[(](?P<bullseyes_b>\d{{1,3}})[)]",
        rf"{ONE}\s+[(](?P<bullseyes_a>\d{{1,3}})[)]\s+(?:{VERSUS}\s+)?[(](?P<bullseyes_b>\d{{1,3}})[)]\s+{OTHER}",
        rf"{ONE}\s+(?P<bullseyes_a>\d{{1,3}})\s+(?:{VERSUS}\s+)?(?P<bullseyes_b>\d{{1,3}})\s+{OTHER}",
        rf"{ONE}\s+(?:v|vs|versus)\.?\s+{OTHER}",
    )
)
"""What a line of a result looks like, the plainest first."""
AWARDED = re.compile(rf"{NO_SHOW}|{GETS}", re.IGNORECASE)
SHAPES_OF_AWARDED = tuple(
    re.compile(rf"^{shape}\)?$", re.IGNORECASE)
    for shape in (
        rf"{ONE}\s+{VERSUS}\s+{OTHER}{BETWEEN}(?:{LOSER}{BETWEEN})?(?:{NO_SHOW}{BETWEEN})?{GETS}\s+{WINNER}",
        rf"{ONE}\s+{VERSUS}\s+{OTHER}{BETWEEN}{LOSER}{BETWEEN}{NO_SHOW}",
        rf"{ONE}\s+{VERSUS}\s+{OTHER}{BETWEEN}{NO_SHOW}\s*(?:by|from|of|[:–-])\s*{LOSER}",
        rf"{ONE}{BETWEEN}(?P<conceded>{NO_SHOW}\)?{BETWEEN}{GETS}|(?:gave\s+(?:a\s+)?)?{GETS})\s+{OTHER}",
        rf"{ONE}{BETWEEN}(?P<conceded>{NO_SHOW})\)?\s+(?:v|vs|against)\.?\s+{OTHER}",
        rf"(?P<walk_over>{GETS})\s+{ONE}{BETWEEN}(?:(?:v|vs|against|over)\.?\s+)?{OTHER}(?:{BETWEEN}{NO_SHOW})?",
        rf"{ONE}\s+(?P<walk_over>{WALK_OVER})\s+(?:(?:v|vs|against|over|from)\.?\s+)?{OTHER}{BETWEEN}{NO_SHOW}",
    )
)
"""What a line looks like that says who did not come or who gets the match. They come before the others, and only for
lines with such words that are not too long: three names in one line are much work."""
NO_SCORE = re.compile(r"\s+(?:[-–—]{2,}|[-–—]\s?:\s?[-–—])$")
TWO_SIDES = re.compile(rf"^{ONE}\s+{VERSUS}\s+{OTHER}$", re.IGNORECASE)
"""With "---" in place of a score, a line with two teams is a match that is still to be played."""
ROUND_WORD = (
    r"(?:round|rnd|rd|wk|week|match ?day|game ?week|runde|spieltag|ronde|speelronde|speeldag|jornada|journ[ée]e)"
)
REST_OF_ROUND = r"[\s:,.–(\[-]*(?P<rest>.*?)[\s)\]:]*$"
ROUND = re.compile(rf"^{ROUND_WORD}\.?\s*(?P<round>\d{{1,3}})\b{REST_OF_ROUND}", re.IGNORECASE)
NTH_ROUND = re.compile(
    rf"^(?P<round>\d{{1,3}})(?:st|nd|rd|th|er?|[.ªº])+\s*{ROUND_WORD}(?=\s*(?:$|[\d:,.–(\[-])){REST_OF_ROUND}",
    re.IGNORECASE,
)
"""A heading such as "Week 3" or "3rd round"."""
DATE = (
    rf"[\[(]?(?P<date>(?:{WEEKDAY}[.,]*\s+)?(?:\d{{1,2}}(?:st|nd|rd|th|er|\.)?\s+(?:of\s+|de\s+)?{MONTH}\.?"
    rf"(?:,?\s+(?:de\s+)?\d{{4}})?|{MONTH}\.?\s+\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?"
    r"|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{1,2}\.\s?\d{1,2}\.\s?\d{4}|\d{4}-\d\d-\d\d))[\])]?"
)
CLOCK = (
    r"(?:,?\s+(?:um\s+|at\s+)?(?P<start>(?:[01]?\d|2[0-3])[:.][0-5]\d(?:\s*(?:[ap]\.?m\b\.?|uhr|hrs))?)(?=\s|,|:|$))?"
)
DAY = re.compile(rf"^{DATE}{CLOCK}(?=\s|,|:|$)[:,]?\s*", re.IGNORECASE)
DAY_OF_BLOCK = re.compile(rf"^(?:[^\W\d_]+[,:]?\s+){{1,6}}?{DATE}{CLOCK}\s*:?$", re.IGNORECASE)
"""A heading with the day of what is below it: "Results, Friday 13 November"."""
LABEL = re.compile(
    r"^(?:(?:latest |match )?results?|scores?|ergebnisse|uitslagen|resultados)\s*[-–:]\s*(?=\S)", re.IGNORECASE
)
PUT_OFF = re.compile(
    rf"[\s,(:–-]+(?:postponed|ppd|put off|moved)\s+(?:to|until|till)\s+{DATE}{CLOCK}\s*[).]*$", re.IGNORECASE
)
"""The new day of a match that is put off: "Arima v Couva postponed to Sat 3 Oct"."""
HALF_TIME = re.compile(
    r"(?<=\d)\s*\(\s*(?:h\.?t\.?:?\s*)?\d{1,3}(?:\s*[-–:]\s*\d{1,3})?\s*\)"
    r"|\(?\b(?:ht|half[- ]time|halbzeit)\b[:\s]*\(?\d{1,3}\s*[-–:]\s*\d{1,3}\)?",
    re.IGNORECASE,
)
"""The score at half-time, beside the one that counts."""
HANG_JACKS = re.compile(
    r"(?<=\d)(?P<between>.*?)[\s,(/|–-]*\b(?:hj['’]?s?|h\.j\.?|hang(?:ed)?[- ]?jacks?)\b[\s:=]*"
    r"(?P<hang_jacks_a>\d{1,3})\s*(?:[-–:/]|to)\s*(?P<hang_jacks_b>\d{1,3})\)?",
    re.IGNORECASE,
)
"""The hang jacks of both teams behind their score, as in "Arima 18-12 Couva, HJ 4-2"."""


@dataclass(frozen=True)
class ResultRows:
    """`columns` has the place of each kind of column in the `rows`; `header` is the line with the headings, None for a
    list without. `left_out` are lines that are no results."""

    columns: Mapping[str, int]
    rows: tuple[Row, ...]
    header: Row | None = None
    left_out: tuple[tuple[int, str], ...] = ()


def find_header(rows: Sequence[Row]) -> int | None:
    """Returns the place of the row with the headings: the first one that names both teams, or two columns at least."""
    best = None
    for place, (_line, cells) in enumerate(rows[:HEAD_WITHIN]):
        found = {*kinds_of_row(cells, OF_RESULTS)} - {""}
        if {"team_a", "team_b"} <= found:
            return place
        if best is None and len(found) > 1:
            best = place
    return best


def leave_out_rows(rows: Sequence[Row], place: int) -> tuple[list[Row], list[tuple[int, str]]]:
    """Returns the rows below the headings that may be results, and the lines that are none: what is above the headings,
    the headings again, and sums."""
    heading = rows[place][1]
    kept, left_out = [], [(line, _join(cells)) for line, cells in rows[:place]]
    for line, cells in rows[place + 1 :]:
        if is_sum(cells) or is_heading_again(cells, heading):
            left_out.append((line, _join(cells)))
        else:
            kept.append((line, cells))
    return kept, left_out


def name_score_columns(kinds: Sequence[str], rows: Sequence[Row]) -> tuple[str, ...]:
    """Returns the kinds of columns, with those of scores that have no heading of their own: one with scores such as
    "9-6", two with figures, or the one beside "Score" with the figures of the second side."""

    def is_mostly(place: int, pattern: str) -> bool:
        cells = [cells[place] for _line, cells in rows if place < len(cells) and cells[place]]
        return bool(cells) and sum(re.fullmatch(pattern, cell) is not None for cell in cells) * 2 >= len(cells)

    named = [*kinds, *[""] * (max((len(cells) for _line, cells in rows), default=0) - len(kinds))]
    figures = [place for place, kind in enumerate(named) if not kind and is_mostly(place, r"\d{1,3}")]
    score = rf"(?:.*\s)?\d{{1,3}}\s*[-–—:]\s*\d{{1,3}}(?:\s*\(.*\))?|{OPEN}|{WALK_OVER}|p\s?[-–]\s?p|bye|conceded"
    scores = [place for place, kind in enumerate(named) if not kind and is_mostly(place, f"(?i:{score})")]
    if named.count("score") == 1 and (at := named.index("score")) + 1 in figures and is_mostly(at, r"\d{1,3}"):
        named[at], named[at + 1] = "bullseyes_a", "bullseyes_b"
    elif not {"score", "bullseyes_a", "bullseyes_b"} & {*named}:
        if len(scores) == 1:
            named[scores[0]] = "score"
        elif len(figures) == 2:
            named[figures[0]], named[figures[1]] = "bullseyes_a", "bullseyes_b"
    return tuple(named)


def repeat_above(rows: Sequence[Row], columns: Mapping[str, int]) -> tuple[list[Row], list[int]]:
    """Returns the rows with the round and the day of the row above, where one names both teams and no round or, in a
    list without rounds, no day; and the lines of those."""
    place = columns.get("round", columns.get("date", -1))
    both = [columns[name] for name in ("round", "date") if name in columns]
    filled: list[Row] = []
    repeated: list[int] = []
    above: Sequence[str] = ()
    for line, cells in rows:
        is_match = all(columns[team] < len(cells) and cells[columns[team]] for team in ("team_a", "team_b"))
        if 0 <= place < len(cells) and not cells[place] and is_match and place < len(above) and above[place]:
            cells = [above[at] if at in both and not cell else cell for at, cell in enumerate(cells)]
            repeated.append(line)
        if is_match:
            above = cells
        filled.append((line, cells))
    return filled, repeated


COLUMNS_OF_LINES = (
    *("round", "date", "start", "team_a", "bullseyes_a", "team_b", "bullseyes_b", "hang_jacks_a", "hang_jacks_b"),
    "postponed_from",
)


def read_result_lines(text: str) -> ResultRows | None:
    """Reads a text without headings, line by line; the round, the day and its time are those of the lines above. None
    if no line is a result."""
    rows: list[Row] = []
    left_out = []
    round_number = day = start = ""
    for number, line in enumerate(text.splitlines(), start=1):
        part = _plain_line(line)
        if head := ROUND.match(part) or NTH_ROUND.match(part):
            round_number, part = head["round"], head["rest"]
            day, start = (day, start) if part else ("", "")
        if found := DAY.match(part):
            day, start, part = found["date"], found["start"] or "", part[found.end() :].strip(" -–:")
        if division := DIVISION.match(part):
            left_out.append((number, division[0].strip(" -–:")))
            part = part[division.end() :]
        for piece in [text.strip(" .") for text in LABEL.sub("", part).split(";") if text.strip(" .-–_=*")]:
            if (found := PUT_OFF.search(piece)) and (cells := _read_result(piece[: found.start()])):
                rows.append((number, [round_number, found["date"], found["start"] or "", *cells, day]))
            elif cells := _read_result(take_half_time_off(piece)):
                rows.append((number, [round_number, day, start, *cells, ""]))
                left_out += [(number, found[0].strip()) for found in HALF_TIME.finditer(piece)]
            else:
                if found := DAY_OF_BLOCK.match(piece):
                    day, start = found["date"], found["start"] or ""
                left_out.append((number, piece))
        if len(left_out) > max(MOST_LEFT_OUT, len(rows)):
            return None
    if not rows:
        return None
    is_filled = [any(cells[place] for _line, cells in rows) for place in range(len(COLUMNS_OF_LINES))]
    columns = {
        name: place
        for place, name in enumerate(COLUMNS_OF_LINES)
        if is_filled[place] or name not in ("round", "date", "start", "hang_jacks_a", "hang_jacks_b", "postponed_from")
    }
    return ResultRows(columns, tuple(rows), left_out=tuple(left_out))


def take_half_time_off(text: str) -> str:
    return " ".join(HALF_TIME.sub(" ", text).split()) if HALF_TIME.search(text) else text


def _plain_line(line: str) -> str:
    """Returns a line without who sent it, its number, pictures, and dots between its columns."""
    said = SENDER.match(line)
    part = take_pictures_off((said["said"] if said else line)[:LONGEST_LINE]).strip("|*•·")
    is_head = NTH_ROUND.match(part.strip()) or DAY.match(part.strip())
    return " ".join(LEADERS.sub(" ", part if is_head else take_number_off(part, is_numbered=False)).split())


def _read_result(part: str) -> list[str] | None:
    """Returns the teams and figures of a line, in the order of COLUMNS_OF_LINES; None if it is no result."""
    jacks = HANG_JACKS.search(part)
    if jacks and (cells := _read_match(part[: jacks.end("between")] + part[jacks.end() :])):
        figures = (jacks["hang_jacks_a"], jacks["hang_jacks_b"])
        is_turned = cells[1] != cells[3] and re.search(rf"\b{cells[3]}\D+{cells[1]}\b", part) is not None
        return [*cells, *(reversed(figures) if is_turned else figures)]
    return [*cells, "", ""] if (cells := _read_match(part)) else None


def _read_match(part: str) -> list[str] | None:
    """Returns the teams and their score, each behind its team; None if it is no result."""
    if part.count(",") > 2:
        return None
    is_open, part = bool(NO_SCORE.search(part)), NO_SCORE.sub("", part)
    is_awarded = len(part) < LONGEST_LINE / 2 and AWARDED.search(part)
    for shape in (*SHAPES_OF_AWARDED, *SHAPES) if is_awarded else SHAPES:
        if not (found := shape.match(part)):
            continue
        cells = found.groupdict()
        one, other = (_name_of_team(cells.get(team) or "") for team in ("team_a", "team_b"))
        if NO_TEAM.search(one) or NO_TEAM.search(other) or max(len(one), len(other)) > LONGEST_TEAM:
            continue
        if cells.get("bye"):
            return [one, "", "bye", ""]
        if named := cells.get("winner") or cells.get("loser"):
            is_named = [name.casefold().startswith(_name_of_team(named).casefold()) for name in (one, other)]
            if is_named.count(True) != 1:
                continue
            is_first = is_named[0] == bool(cells.get("winner"))
            return [one, "w/o", other, ""] if is_first else [one, "", other, "w/o"]
        if cells.get("conceded"):
            return [one, "", other, "w/o"]
        if cells.get("walk_over"):
            return [one, "w/o", other, ""]
        if cells.get("open"):
            return [one, cells["open"], other, ""]
        figures = (cells.get("bullseyes_a") or "", cells.get("bullseyes_b") or "")
        is_turned = figures[0] and (
            cells.get("won")
            and int(figures[0]) < int(figures[1])
            or cells.get("lost")
            and int(figures[0]) > int(figures[1])
        )
        first, second = reversed(figures) if is_turned else figures
        return [one, first, other, second]
    if is_open and (sides := TWO_SIDES.match(part)):
        return [sides["team_a"], "", sides["team_b"], ""]
    return None


def _name_of_team(text: str) -> str:
    """Returns a name without what stands around it; the last stop of "e.V." is its own."""
    name = " ".join(text.strip(" .,:").split())
    return f"{name}." if re.search(r"\.\w$", name) and text.rstrip(" ,:").endswith(".") else name


def _join(cells: Sequence[str]) -> str:
    return " ".join(" ".join(cell for cell in cells if cell.strip()).split())
