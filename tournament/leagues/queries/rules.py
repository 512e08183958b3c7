"""Rules of one division beside those of others: taken over by a new one, said in short, and where they differ."""

from django.utils.translation import gettext as _

from tournament.foundation.wording import league_points
from tournament.leagues.log_sentences import RULES
from tournament.leagues.queries.seasons import divisions_of
from tournament.leagues.queries.table import say_example_of
from tournament.models import League, of_shown_club

OF_ONE_DIVISION = ("name", "season", "division", "promoted", "play_off", "relegated")
"""Rules that each division has for itself."""
SHARED = [name for name in RULES if name not in OF_ONE_DIVISION]


def leagues_with_rules() -> list[League]:
    """Returns the leagues whose rules a new one can take over, the latest first. One query."""
    return list(League.objects.filter(of_shown_club(), is_cup=False))


def next_division_of(league: League) -> League:
    """Returns the division below the lowest one of a league, with the rules of this one; it is not saved. One query."""
    lowest = max(each.division for each in divisions_of(league))
    rules = {name: getattr(league, name) for name in SHARED}
    return League(club=league.club, name=league.name, season=league.season, division=max(lowest, 1) + 1, **rules)


def say_rules(league: League) -> str:
    """Says what a match gives, with a worked example where games count."""
    if league.order == League.Order.BULLSEYES:
        return _("Ranked by bullseyes won, without league points.")
    points = {name: league_points(getattr(league, name)) for name in ("win", "draw", "loss")}
    words = _("A match won gives %(win)s league points, a draw %(draw)s and a loss %(loss)s.") % points
    return " ".join(filter(None, (words, say_example_of(league))))


def say_other_rules(league: League) -> list[str]:
    """Says of each other division in which rules it differs from this one. One query."""
    words = _("Division %(number)s differs: %(rules)s.")
    said = []
    for other in divisions_of(league):
        names = [str(RULES[name]) for name in SHARED if getattr(other, name) != getattr(league, name)]
        if other.pk != league.pk and not other.is_cup and names:
            said.append(words % {"number": other.division, "rules": ", ".join(names)})
    return said
