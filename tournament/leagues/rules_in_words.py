"""Groups of a league's rules that many leagues leave as they are, and what each of them says now, in a few words. What
a match gives, and how its rules differ from those of other divisions, is said by `leagues.queries.seasons`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.event.queries.dues import Money
from tournament.foundation.wording import league_points
from tournament.leagues.criteria import labels_of_tie_breaks
from tournament.models import League


@dataclass(frozen=True)
class RuleGroup:
    """Rules that are set together: `say` gives what is set, and `nothing` says it where nothing is."""

    title: Promise
    names: tuple[str, ...]
    say: Callable[[League], Iterator[str]]
    nothing: Promise

    def words(self, league: League) -> str:
        said = "; ".join(self.say(league)) or str(self.nothing)
        return said[:1].upper() + said[1:]


def _say_more_points(league: League) -> Iterator[str]:
    if league.per_game:
        yield gettext("%(points)s for each game won") % {"points": league_points(league.per_game)}
    if league.bonus and league.bonus_within:
        words = ngettext(
            "%(points)s for losing by %(n)s game",
            "%(points)s for losing by %(n)s games at most",
            league.bonus_within,
        )
        yield words % {"points": league_points(league.bonus), "n": league.bonus_within}


def _say_unplayed(league: League) -> Iterator[str]:
    byes = {
        League.Bye.NOTHING: _("a bye counts nothing"),
        League.Bye.WIN: _("a bye counts as a match won"),
        League.Bye.OWN_AVERAGE: _("a bye counts the average of the team’s other matches"),
    }
    yield str(byes[League.Bye(league.bye)])
    figure = league.race_to if league.walk_over is None else league.walk_over
    words = gettext("a walk-over counts %(figure)s–0 %(counted)s")
    yield words % {"figure": figure or 0, "counted": league.counted}


def _say_reports(league: League) -> Iterator[str]:
    if league.agree_hours is None:
        yield gettext("both captains have to report")
    else:
        words = ngettext(
            "a captain’s silence agrees after %(n)s hour",
            "a captain’s silence agrees after %(n)s hours",
            league.agree_hours,
        )
        yield words % {"n": league.agree_hours}
    if league.shows_reported:
        yield gettext("what one captain has reported is shown as provisional")


def _say_squads(league: League) -> Iterator[str]:
    if league.squads_until:
        yield gettext("closed after %(day)s") % {"day": date_format(league.squads_until, "j F Y")}
    if league.transfers_until:
        yield gettext("no transfers after %(day)s") % {"day": date_format(league.transfers_until, "j F Y")}
    if league.squad_most:
        words = ngettext("at most %(n)s player", "at most %(n)s players", league.squad_most)
        yield words % {"n": league.squad_most}
    if league.substitutes == 0:
        yield gettext("no substitutes")
    elif league.substitutes is not None:
        words = ngettext("%(n)s substitute a match", "%(n)s substitutes a match", league.substitutes)
        yield words % {"n": league.substitutes}
    if league.substitute_matches is not None:
        words = ngettext(
            "a substitute is tied to a team after %(n)s match",
            "a substitute is tied to a team after %(n)s matches",
            league.substitute_matches,
        )
        yield words % {"n": league.substitute_matches}
    if league.lent_matches:
        words = ngettext(
            "players of other squads help out in %(n)s match",
            "players of other squads help out in %(n)s matches",
            league.lent_matches,
        )
        yield words % {"n": league.lent_matches}


def _say_up_and_down(league: League) -> Iterator[str]:
    if league.promoted:
        yield ngettext("%(n)s goes up", "%(n)s go up", league.promoted) % {"n": league.promoted}
    if league.play_off:
        yield ngettext("%(n)s plays off", "%(n)s play off", league.play_off) % {"n": league.play_off}
    if league.relegated:
        yield ngettext("%(n)s goes down", "%(n)s go down", league.relegated) % {"n": league.relegated}


def _say_money(league: League) -> Iterator[str]:
    currency = league.club.currency if league.club_id else ""
    if league.fee:
        yield gettext("%(amount)s a team") % {"amount": Money(Decimal(league.fee), currency)}
    if league.walk_over_fine:
        yield gettext("%(amount)s for a walk-over") % {"amount": Money(Decimal(league.walk_over_fine), currency)}


def _say_tie_breaks(league: League) -> Iterator[str]:
    labels = labels_of_tie_breaks(league)
    if chosen := [labels[key].lower() for key in league.tie_breaks if key in labels]:
        yield ", ".join(chosen)


GROUPS = (
    RuleGroup(_("Tie-breaks"), ("tie_breaks",), _say_tie_breaks, _("none, so that level teams share a place")),
    RuleGroup(
        _("More league points"),
        ("per_game", "bonus", "bonus_within"),
        _say_more_points,
        _("none for games won or for losing by few"),
    ),
    RuleGroup(_("Byes and walk-overs"), ("bye", "walk_over"), _say_unplayed, _("nothing")),
    RuleGroup(_("Captains’ reports"), ("agree_hours", "shows_reported"), _say_reports, _("nothing")),
    RuleGroup(
        _("Squads and substitutes"),
        ("squads_until", "transfers_until", "squad_most", "substitutes", "substitute_matches", "lent_matches"),
        _say_squads,
        _("always open, any number of players and substitutes"),
    ),
    RuleGroup(_("Up and down"), ("promoted", "play_off", "relegated"), _say_up_and_down, _("nobody goes up or down")),
    RuleGroup(_("Fee and fines"), ("fee", "walk_over_fine"), _say_money, _("none")),
)
