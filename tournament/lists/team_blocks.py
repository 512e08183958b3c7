"""Reads teams as a chat has them, one below the other: the name of a team, its captain, its hall and night, and its
players, with or without numbers. Pure.

    ARIMA ACES
    Captain: Ann Ali 555 0101
    Home: The Anchor, Tuesdays 7.30pm
    1. Ann Ali
    2. Bea Baptiste
"""

import re
from collections.abc import Iterator, Sequence

from tournament.lists.calendar_words import WEEKDAYS
from tournament.lists.contacts import take_contact_off
from tournament.lists.headings import OF_TEAMS, kind_of_heading
from tournament.lists.marks import NUMBER, SENDER, take_number_off, take_pictures_off

OF_PLAYERS = ("player", "name")
LABEL = re.compile(r"^(?P<label>[^\W\d_][^:\d]{0,30}?)\s*(?::|\s[-–—]\s)\s*(?P<said>.*)$")
CAPTAIN = re.compile(r"^(?:capt(?:ain)?|skipper)\b[.\s]+(?P<said>\S.*)$", re.IGNORECASE)
RANK = re.compile(r"\s*\((?:c|vc|capt\.?|captain|vice[^)]*)\)", re.IGNORECASE)
"""What stands behind the name of a captain in a squad."""
CLOCK = r"\d{1,2}(?:[.:h]\d\d)?\s*[ap]\.?m\b\.?|\d{1,2}[.:h]\d\d"
SHORT_DAYS = ("mon", "tue", "tues", "wed", "thu", "thur", "fri", "sat", "sun")
NIGHTS = "|".join(name for names in WEEKDAYS for name in names if len(name) > 5 or name in SHORT_DAYS)
WHEN = re.compile(
    rf"[\s,;(–-]*\b(?:on\s+|every\s+)?(?P<night>(?:{NIGHTS})s?)\.?(?:\s+(?:nights?|evenings?))?"
    rf"(?:[\s,;@]+(?:at\s+)?(?P<start>{CLOCK}))?\)?\s*$",
    re.IGNORECASE,
)
AT = re.compile(rf"[\s,;(@–-]+(?:at\s+)?(?P<start>{CLOCK})\)?\s*$", re.IGNORECASE)
"""The night and the time at the end of where a team plays."""

Found = tuple[int, dict[str, str]]
"""A line's number and what it says, by kind: of a team, or one `player` of it."""


def split_names(cell: str) -> list[str]:
    """Returns the names in a box, one or a whole squad. Two words around one comma, as in "Ali, Ann", are one name."""
    parts = re.split(r"[;\n•|]|\s/\s", cell)
    commas = cell.split(",")
    if len(parts) == 1 and (len(commas) > 2 or all(len(each.split()) > 1 for each in commas)):
        parts = commas
    names = (RANK.sub("", take_number_off(each.strip(), is_numbered=False)).strip() for each in parts)
    return [name for name in names if name]


def read_team_blocks(rows: Sequence[tuple[int, Sequence[str]]]) -> list[Found]:
    """Returns what each line says; nothing if no line names a captain or a hall and no player has a number."""
    lines = [(number, _said_in(cells)) for number, cells in rows]
    plain = [(number, take_pictures_off(said), said.startswith("*")) for number, said in lines]
    is_known = any(NUMBER.match(text) or _label_of(text)[0] for _number, text, _is_bold in plain)
    return list(_read(plain)) if is_known else []


def _read(lines: Sequence[tuple[int, str, bool]]) -> Iterator[Found]:
    team, before = "", -1
    for number, text, is_bold in lines:
        if not text:
            continue
        is_first, before = number > before + 1, number
        kind, said = _label_of(text)
        bare = text.rstrip(":").strip()
        if kind == "team" or not kind and (is_bold or is_first and not NUMBER.match(text)):
            team, where = _split_place(said if kind else bare)
            yield number, {"team": team, **where}
        elif kind in OF_PLAYERS or not kind and not LABEL.match(text):
            names = said if kind else bare
            yield from ((number, {"team": team, "player": name}) for name in split_names(names))
        elif kind:
            yield number, {"team": team, **_read_said(kind, said)}
        else:
            yield number, {}


def _said_in(cells: Sequence[str]) -> str:
    """Returns a line without who sent it; a comma in it may have made columns of it."""
    text = ", ".join(cell.strip() for cell in cells if cell.strip())
    sent = SENDER.match(text)
    return (sent["said"] if sent else text).strip()


def _label_of(text: str) -> tuple[str, str]:
    """Returns the kind that a line names before a colon or a dash, "" if none, and what it says."""
    if NUMBER.match(text):
        return "", text
    if captain := CAPTAIN.match(text):
        return "captain", captain["said"].lstrip(":-– ")
    label = LABEL.match(text)
    kind = kind_of_heading(label["label"], OF_TEAMS) if label else ""
    return (kind, label["said"]) if label and kind else ("", text)


def _read_said(kind: str, said: str) -> dict[str, str]:
    if kind == "captain":
        name, phone, email = take_contact_off(said)
        return {key: value for key, value in (("captain", name), ("phone", phone), ("email", email)) if value}
    if kind == "venue":
        place, where = _split_when(said)
        return {"venue": place, **where}
    return {kind: said} if said else {}


def _split_place(text: str) -> tuple[str, dict[str, str]]:
    """Returns the name of a team, and where it plays if that stands in brackets behind it with a night or a time."""
    found = re.match(r"^(?P<name>[^(]+)\((?P<place>[^)]+)\)\s*$", text)
    place, when = _split_when(found["place"]) if found else ("", {})
    return (found["name"].strip(), {"venue": place, **when}) if found and when else (text, {})


def _split_when(text: str) -> tuple[str, dict[str, str]]:
    for pattern in (WHEN, AT):
        if found := pattern.search(text):
            when = {kind: said for kind, said in found.groupdict().items() if said}
            return text[: found.start()].strip(" ,;"), when
    return text, {}
