"""What ranks the teams of a league, in its own words: what its cards count are bullseyes, games, legs or points."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.models import League
from tournament.ranking import CRITERIA, Criterion

FIRST = {League.Order.LEAGUE: "match_points", League.Order.BULLSEYES: "games_won"}
"""What ranks before all tie-breaks."""
TIE_BREAKS = ("head_to_head", "games_between", "games_won", "game_difference", "games_lost", "matches_won")
OF_HANG_JACKS = ("hang_jacks_for", "hang_jacks_against", "hang_jack_difference")
"""Those of a game that has hang jacks."""
WORDS = {
    "match_points": (gettext_noop("Points"), gettext_noop("Most league points, as below.")),
    "matches_won": (gettext_noop("Matches won"), gettext_noop("Most matches won.")),
    "games_won": (gettext_noop("%(Counted)s won"), gettext_noop("Most %(counted)s won in all matches.")),
    "games_lost": (gettext_noop("%(Counted)s lost"), gettext_noop("Fewest %(counted)s lost.")),
    "game_difference": (
        gettext_noop("Difference of %(counted)s"),
        gettext_noop("%(Counted)s won less %(counted)s lost."),
    ),
    "games_between": (
        gettext_noop("%(Counted)s between them"),
        gettext_noop("Most %(counted)s in the matches between those still tied, if they have all met."),
    ),
}
"""A league's words for its criteria: label and explanation."""


def criteria_of(league: League) -> tuple[Criterion, ...]:
    """Returns what ranks the teams, in this order."""
    known = tie_breaks_of(league)
    keys = dict.fromkeys((FIRST[League.Order(league.order)], *(key for key in league.tie_breaks if key in known)))
    return tuple(_in_words(CRITERIA[key], league) for key in keys)


def tie_breaks_of(league: League) -> tuple[str, ...]:
    """Returns the tie-breaks among which a league may choose."""
    return (*TIE_BREAKS, *OF_HANG_JACKS) if league.has_hang_jacks else TIE_BREAKS


def labels_of_tie_breaks(league: League) -> Mapping[str, str]:
    return {key: _in_words(CRITERIA[key], league).label for key in tie_breaks_of(league)}


def columns_of(league: League, columns: Iterable[str]) -> list[str]:
    """Returns the columns of a list of results, named for what its cards count."""
    known = [name for name in columns if league.has_hang_jacks or not name.startswith("hang_jacks")]
    return [name.replace("bullseyes", league.counts) for name in known]


def _in_words(criterion: Criterion, league: League) -> Criterion:
    label, explanation = WORDS.get(criterion.key, (criterion.label, criterion.explanation))
    values = {"counted": league.counted, "Counted": league.get_counts_display()}
    return replace(criterion, label=_(label) % values, explanation=_(explanation) % values)
