"""The matches of a league by team, round, venue and state, from its page. Pure, except that it translates words."""

from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext_lazy as _

from tournament.leagues.queries.page import LeaguePage
from tournament.leagues.queries.results import LeagueRound, ResultRow, present_round_of

STATES = {
    "play": _("to be played"),
    "due": _("due: the day has passed"),
    "postponed": _("postponed"),
    "played": _("with a result"),
}
FEW = 40
"""So many matches are all shown at once; of more those of the present round, with links to the other rounds."""


@dataclass(frozen=True)
class MatchFilter:
    """What to look for; None or "" leaves it open."""

    team: int | None = None
    round: int | None = None
    venue: str = ""
    state: str = ""

    def has_match(self, match: ResultRow, today: date) -> bool:
        return (
            self.team in (None, match.team_id, match.other_id)
            and self.round in (None, match.round)
            and self.venue in ("", match.place)
            and (not self.state or (match.other is not None and _is_in_state(match, self.state, today)))
        )


def _is_in_state(match: ResultRow, state: str, today: date) -> bool:
    if state == "played":
        return not match.is_fixture
    last = match.day or match.play_by
    is_asked = {"play": True, "due": bool(last and last < today), "postponed": match.postponed_from is not None}
    return match.is_fixture and is_asked.get(state, False)


@dataclass(frozen=True)
class FoundMatches:
    """The rounds with such matches, of which there are so many: those that are `shown`, and the others."""

    number: int
    shown: tuple[LeagueRound, ...]
    others: tuple[LeagueRound, ...]


def find_matches(page: LeaguePage, chosen: MatchFilter, *, today: date) -> FoundMatches:
    found = [
        LeagueRound(each.number, matches)
        for each in page.rounds
        if (matches := tuple(match for match in each.results if chosen.has_match(match, today)))
    ]
    number = sum(len(each.results) for each in found)
    present = present_round_of((match for each in page.rounds for match in each.results), today)
    is_shown = [number <= FEW or each.number == present or len(found) == 1 for each in found]
    shown = tuple(each for each, is_here in zip(found, is_shown, strict=True) if is_here)
    return FoundMatches(number, shown, tuple(each for each in found if each not in shown))


def venues_of(page: LeaguePage) -> list[str]:
    return sorted({match.place for each in page.rounds for match in each.results if match.place})
