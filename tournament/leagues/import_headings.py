"""The headings of a list of results: what each column is, what somebody says that unknown ones mean, and the list with
that."""

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournament.lists.headings import OF_RESULTS, heading_words, kind_of_heading, kinds_of_row
from tournament.lists.results import find_header, name_score_columns
from tournament.lists.tables import UnreadableTable, read_text
from tournament.models import League


def labels_of_columns(league: League) -> dict[str, str]:
    """Returns what each column of results is, in words."""
    counted = {"counted": league.get_counts_display()}
    return {
        "round": _("Round"),
        "date": _("Date"),
        "start": _("Start"),
        "end": _("End"),
        "team_a": _("Home team"),
        "bullseyes_a": _("%(counted)s of the home team") % counted,
        "hang_jacks_a": _("Hang jacks of the home team"),
        "team_b": _("Away team"),
        "bullseyes_b": _("%(counted)s of the away team") % counted,
        "hang_jacks_b": _("Hang jacks of the away team"),
        "score": _("Score"),
        "venue": _("Venue"),
        "outcome": _("What happened"),
        "postponed_from": _("Postponed from"),
        "play_by": _("Play it by"),
    }


@dataclass(frozen=True)
class Headings:
    """The cells of the line with the headings; `line` is 0 if the list has none. `guessed` are the kinds of columns
    whose figures show what they are, by their headings."""

    line: int = 0
    cells: tuple[str, ...] = ()
    guessed: Mapping[str, str] = field(default_factory=dict)

    @property
    def unknown(self) -> list[str]:
        return [cell for cell in self.cells if cell and not kind_of_heading(cell, OF_RESULTS)]


def find_headings(text: str) -> Headings:
    try:
        rows = [(line, cells) for line, cells in read_text(text).numbered_rows if any(cells)]
    except UnreadableTable:
        return Headings()
    place = find_header(rows)
    if place is None:
        return Headings()
    line, cells = rows[place]
    kinds = name_score_columns(kinds_of_row(cells, OF_RESULTS), rows[place + 1 :])
    return Headings(line, tuple(cells), {cell: kind for cell, kind in zip(cells, kinds, strict=False) if kind})


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


def name_columns(league: League, headings: Headings, by_hand: Mapping[str, str]) -> dict[str, str]:
    """Returns how to call the columns that a file does not head: those that somebody named by their own headings, the
    others in words."""
    named = {by_hand.get(heading_words(cell), ""): cell for cell in headings.unknown}
    return {
        kind: named.get(kind, label) for kind, label in labels_of_columns(league).items() if kind not in headings.cells
    }
