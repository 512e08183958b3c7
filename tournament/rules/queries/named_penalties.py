"""The penalties that a club names, in words, each with an example."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import ngettext

from tournament.club.named_penalties import NamedPenalty
from tournament.models import Event
from tournament.rules.queries.house_rules import ShownExample

POINTS_BEFORE, GAMES_BEFORE = 40, 3


@dataclass(frozen=True)
class PenaltyOnPage:
    """A penalty with what it does to a pair's figures of an evening."""

    name: str
    anchor: str
    examples: tuple[ShownExample, ...]


def penalties_of(event: Event) -> Iterator[NamedPenalty]:
    return (NamedPenalty(*each) for each in event.club.penalties)


def say_penalty(penalty: NamedPenalty) -> str:
    number = abs(penalty.number)
    if penalty.games > 0:
        words = ngettext("The director adds %(n)s game won.", "The director adds %(n)s games won.", number)
    elif penalty.games:
        words = ngettext("The director takes %(n)s game won off.", "The director takes %(n)s games won off.", number)
    elif penalty.points > 0:
        words = ngettext("The director adds %(n)s point.", "The director adds %(n)s points.", number)
    else:
        words = ngettext("The director takes %(n)s point off.", "The director takes %(n)s points off.", number)
    return words % {"n": number}


def penalties_on_page(event: Event) -> Iterator[PenaltyOnPage]:
    """Yields the club's penalties, each with an example."""
    for number, penalty in enumerate(penalties_of(event), start=1):
        before = GAMES_BEFORE if penalty.games else POINTS_BEFORE
        shown = ShownExample(
            say_penalty(penalty),
            before=_say_figure(penalty, before),
            after=_say_figure(penalty, before + penalty.number),
        )
        yield PenaltyOnPage(penalty.name, f"penalty-{number}", (shown,))


def _say_figure(penalty: NamedPenalty, number: int) -> str:
    if penalty.games:
        words = ngettext("%(n)s game won this evening", "%(n)s games won this evening", number)
    else:
        words = ngettext("%(n)s point this evening", "%(n)s points this evening", number)
    return words % {"n": f"{number}".replace("-", "−")}
