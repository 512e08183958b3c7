"""The prizes of an evening in the order in which they are given: side prizes, then places from the last to the first.
`PrizeGiving.revealed` is how many of them the hall has seen."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.event.queries.prize_money import PrizeMoney, prize_money_of
from tournament.foundation.errors import TournamentError
from tournament.models import Event, PrizeGiving
from tournament.ranking import BOOBY, PRIZES, format_total, prizes_of
from tournament.standings.queries.places import Standings, StandingsLine
from tournament.standings.queries.standings import standings_of

LABELS = {**{key: kind.label for key, kind in PRIZES.items()}, BOOBY.key: BOOBY.label}
Step = dict[str, Any]


class NoPrizes(TournamentError):
    message = gettext_lazy("Nobody is in the standings yet.")


@dataclass(frozen=True)
class PrizeShown:
    """A prize as pages show it; `place` is "" for a side prize."""

    label: str
    place: str
    names: tuple[str, ...]
    figure: str

    @property
    def is_first(self) -> bool:
        return self.place in ("1", "1=")


def prizes_to_give(event: Event, *, places: int, side_prizes: bool) -> list[Step]:
    """Returns the prizes for the first `places` places; those who share a place are called up together. Raises
    NoPrizes."""
    return prizes_in(standings_of(event), places=places, side_prizes=side_prizes, money=prize_money_of(event))


def prizes_in(standings: Standings, *, places: int, side_prizes: bool, money: PrizeMoney | None = None) -> list[Step]:
    """Does what `prizes_to_give` does, for standings that were read already."""
    if not standings.lines:
        raise NoPrizes
    steps = []
    if side_prizes:
        steps = [
            {
                "prize": prize.key,
                "place": "",
                "names": [record.name for record in prize.winners],
                "figure": "" if prize.key == BOOBY.key else format_total(prize.figure),
            }
            for prize in reversed(prizes_of(standings.placings, (*standings.event.kind.side_prizes, BOOBY.key)))
        ]
    return steps + [
        {
            "prize": "",
            "place": lines[0].placing.shown,
            "names": [line.name for line in lines],
            "figure": say_prize_money(money, rank, len(lines)),
        }
        for rank, lines in sorted(_lines_by_rank(standings).items(), reverse=True)
        if rank <= places
    ]


def _lines_by_rank(standings: Standings) -> dict[int, list[StandingsLine]]:
    together: dict[int, list[StandingsLine]] = {}
    for line in standings.lines:
        together.setdefault(line.placing.rank, []).append(line)
    return together


def say_prize_money(money: PrizeMoney | None, rank: int, tied: int) -> str:
    """Returns the prize of each who is tied at this rank, as pages show it; "" for none."""
    prize = money and money.prize_of(rank, tied)
    if not prize:
        return ""
    return _("%(sum)s each") % {"sum": prize} if tied > 1 else str(prize)


def prize_list(standings: Standings, money: PrizeMoney | None) -> list[str]:
    """Returns the place and prize of everybody who wins money, such as "2= £7.50 each"; nothing while results are
    open."""
    if money is None or standings.provisional:
        return []
    prizes = [
        (lines[0].placing.shown, say_prize_money(money, rank, len(lines)))
        for rank, lines in sorted(_lines_by_rank(standings).items())
    ]
    return [f"{place} {prize}" for place, prize in prizes if prize]


def show_prize(step: Mapping[str, Any]) -> PrizeShown:
    if step["prize"]:
        label = _(LABELS[step["prize"]])
    else:
        number = step["place"].removesuffix("=")
        words = {"1": _("First"), "2": _("Second"), "3": _("Third")}
        label = words.get(number) or _("Place %(number)s") % {"number": number}
        label = _("%(place)s, shared") % {"place": label} if step["place"].endswith("=") else label
    return PrizeShown(label, step["place"], tuple(step["names"]), step["figure"])


def prize_giving_of(event: Event) -> PrizeGiving | None:
    """Returns the event's prize giving, or None. One query."""
    return PrizeGiving.objects.filter(event=event).first()


def revealed_prizes_of(event: Event) -> tuple[PrizeShown, ...] | None:
    """Returns the prizes that the hall may see, the latest first; None if no prizes are being given. One query."""
    giving = prize_giving_of(event)
    return None if giving is None else tuple(show_prize(step) for step in reversed(giving.steps[: giving.revealed]))
