"""Prints somebody's year as a poster: a card for each evening, laid in order, with the place as its rank and a suit for
each quarter of the year."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.club.emblem import emblem_context_of
from tournament.club.queries import emblem_of
from tournament.club.visibility import NamesShown
from tournament.models import Club
from tournament.paper.typesetting import make_job, print_job
from tournament.press.fitting import POINT, boldest_width_in_ems, count_lines_of, largest_that_fits
from tournament.press.sheets import Options, Page, PrintedPdf, page_of
from tournament.statistics.queries.person_page import EveningOfPerson, Profile

MARGINS, BESIDE_CARDS = 28.0, 94.0
"""What the page's margins take of its width, and what all but the name, the cards and the facts takes of its height, in
millimetres."""
FACT_SIZE, FACT_LINE, LINE_OF_NAME = 12.0, 5.8, 1.05
"""The size of facts in points, the height of a line of them in millimetres, and that of the name for its size."""
GAP, LOW, TALL = 3.0, 1.4, 1.56
"""The room between cards, and how many times as high as wide one is: from a poker card to a bridge card."""
NAME_SIZES = (56.0, 48.0, 42.0, 36.0, 30.0, 26.0, 22.0, 19.0, 16.0)
LINES_OF_NAME = 30.0
"""The size in points from which a name may have two lines."""
MONTHS_A_SUIT = 3
SMALLEST = 6.0
"""The size in points of the date and the other small words, unless the card has room for larger ones."""
EM, SMALL, BETWEEN, EDGE = 0.3, 0.42, 1.55, 1.0
"""The size of letters for each millimetre of a card's width; in it that of small words, and the room for two lines of
them below the place; and what a date leaves of the width in millimetres."""


@dataclass(frozen=True)
class YearCard:
    """An evening as a card; `suit` is that of its quarter, from 1. `date` is its day and month. Where cards are too
    small for both, the first of each month has the month and the others have the day."""

    evening: EveningOfPerson
    suit: int
    date: str

    @property
    def is_won(self) -> bool:
        return self.evening.place.rstrip("=") == "1"


@dataclass(frozen=True)
class YearPoster:
    """Cards in order, each so many millimetres wide and high, in rows that begin at `left`, with so much room below
    each; `row_width` has the room after each card. `name_size` and `small_size` are in points."""

    cards: tuple[YearCard, ...]
    left: float
    row_width: float
    width: float
    height: float
    below: float
    name_size: float
    small_size: float

    @property
    def has_sizes(self) -> bool:
        """Whether cards have room for how many played."""
        return BETWEEN * EM * self.width >= 2 * self.small_size * POINT


def lay_out_year(
    evenings: Sequence[EveningOfPerson], name: str, page: Page, facts: Mapping[str, str] | None = None
) -> YearPoster:
    """Returns the largest cards that fill the page, however many evenings there were."""
    room = page.width - MARGINS

    def has_room(size: float) -> bool:
        return count_lines_of(name, size, room, boldest_width_in_ems) <= (1 if size > LINES_OF_NAME else 2)

    size = largest_that_fits(NAME_SIZES, has_room)
    high = page.height - BESIDE_CARDS - count_lines_of(name, size, room) * size * LINE_OF_NAME * POINT
    told = [f"{label}: {words}" for label, words in (facts or {}).items()]
    high -= FACT_LINE * sum(count_lines_of(fact, FACT_SIZE, room) for fact in told)
    columns, width, height = _choose_cards(len(evenings), room, high)
    small = max(EM * SMALL * width / POINT, SMALLEST)
    dates = _date_cards([each.day for each in evenings], (width - EDGE) / POINT / small)
    suits = [(each.day.month - 1) // MONTHS_A_SUIT + 1 for each in evenings]
    cards = tuple(YearCard(*card) for card in zip(evenings, suits, dates, strict=True))
    row, below = columns * (width + GAP), high / -(-len(evenings) // columns) - height
    return YearPoster(cards, (room + GAP - row) / 2, row, width, height, below, size, small)


def _choose_cards(count: int, room: float, high: float) -> tuple[int, float, float]:
    """Returns how many cards stand in a row, and their width and height: the largest that leave little of the height
    empty."""

    def cards_in_rows_of(columns: int) -> tuple[int, float, float]:
        most = high / -(-count // columns) - GAP
        width = min((room + GAP) / columns - GAP, most / LOW)
        return columns, width, min(most, width * TALL)

    def covered_by(cards: tuple[int, float, float]) -> float:
        columns, width, height = cards
        return width * height * (height + GAP) * -(-count // columns)

    return max(map(cards_in_rows_of, range(1, count + 1)), key=covered_by)


def _date_cards(days: Sequence[date], ems: float) -> list[str]:
    """Returns what each card shows of its day, as far as the small words have room of so many ems."""
    dates = [date_format(day, "j M") for day in days]
    if max(map(boldest_width_in_ems, dates), default=0) <= ems:
        return dates
    before = [0, *(day.month for day in days)]
    return [date_format(day, "j" if day.month == last else "M") for day, last in zip(days, before, strict=False)]


def print_year(
    club: Club, profile: Profile, year: int, person: int, names: NamesShown, *, for_guest: bool, now: datetime
) -> PrintedPdf:
    """Prints a profile that has only the evenings of a year, with names as the reader may see them; `for_guest` is
    passed to `print_job`. Raises PressIsBusy, CannotPrint."""
    emblem, page, name = emblem_of(club), page_of(Options(club.sheet).usual), names.name_of(person)
    evenings = [each._replace(name=names.redact(each.name)) for each in reversed(profile.evenings)]
    facts = _say_facts(profile, names)
    context = {
        **emblem_context_of(emblem),
        "document": {"title": _("The year of %(name)s") % {"name": name}},
        "club": club,
        "name": name,
        "year": year,
        "shown": profile,
        "poster": lay_out_year(evenings, name, page, facts),
        "facts": facts,
        "printed_at": now.replace(second=0, microsecond=0),
        "page_style": page.style,
        "language": get_language() or settings.LANGUAGE_CODE,
    }
    html = render_to_string("statistics/print_year.html", context)
    return print_job(make_job([html], page, emblem), "year", for_guest=for_guest)


def _say_facts(profile: Profile, names: NamesShown) -> Mapping[str, str]:
    """Returns what the year had most of, by what it is."""
    facts = {}
    for label, met in ((_("Most often with"), profile.partners), (_("Most often against"), profile.opponents)):
        if met:
            person, score = met[0]
            facts[label] = f"{names.name_of(person)} ({score.matches})"
    if profile.best:
        hand = profile.best[0]
        facts[_("Best hand")] = f"{hand.points}: {hand.words}"
    return facts
