"""The headings of a list of results that nobody knows: what somebody says that they mean, and the list with that."""

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_noop

from tournament.lists.headings import OF_RESULTS, heading_words, kind_of_heading
from tournament.lists.results import find_header
from tournament.lists.tables import UnreadableTable, read_text

LABELS = {
    "round": gettext_noop("Round"),
    "date": gettext_noop("Date"),
    "start": gettext_noop("Start"),
    "end": gettext_noop("End"),
    "team_a": gettext_noop("Home team"),
    "bullseyes_a": gettext_noop("Bullseyes of the home team"),
    "hang_jacks_a": gettext_noop("Hang jacks of the home team"),
    "team_b": gettext_noop("Away team"),
    "bullseyes_b": gettext_noop("Bullseyes of the away team"),
    "hang_jacks_b": gettext_noop("Hang jacks of the away team"),
    "score": gettext_noop("Score"),
    "venue": gettext_noop("Venue"),
    "outcome": gettext_noop("What happened"),
    "postponed_from": gettext_noop("Postponed from"),
    "play_by": gettext_noop("Play it by"),
}


@dataclass(frozen=True)
class Headings:
    """The cells of the line with the headings; `line` is 0 if the list has none."""

    line: int = 0
    cells: tuple[str, ...] = ()

    @property
    def unknown(self) -> list[str]:
        return [cell for cell in self.cells if cell and not kind_of_heading(cell, OF_RESULTS)]


def find_headings(text: str) -> Headings:
    try:
        rows = [(line, cells) for line, cells in read_text(text).numbered_rows if any(cells)]
    except UnreadableTable:
        return Headings()
    place = find_header(rows)
    return Headings() if place is None else Headings(rows[place][0], tuple(rows[place][1]))


def write_headings(text: str, headings: Headings, by_hand: Mapping[str, str]) -> str:
    """Returns the list with the kind that somebody named in place of each unknown heading."""
    named = [by_hand.get(heading_words(cell), "") if cell in headings.unknown else "" for cell in headings.cells]
    cells = [kind if kind in OF_RESULTS else cell for kind, cell in zip(named, headings.cells, strict=True)]
    if cells == [*headings.cells]:
        return text
    lines = text.splitlines(keepends=True)
    before = lines[headings.line - 1]
    words, out = before.rstrip("\r\n"), io.StringIO()
    delimiter = max("\t;,", key=words.count)
    csv.writer(out, delimiter=delimiter, lineterminator="").writerow(cells)
    lines[headings.line - 1] = out.getvalue() + before[len(words) :]
    return "".join(lines)
