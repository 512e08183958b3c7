"""What rooms ask in order to undo a step on a match."""

from collections.abc import Callable

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext

from tournament.foundation.undo import LoggedStep
from tournament.matches.queries.matches import with_sides
from tournament.models import Event, Match, Stage


def find_match(step: LoggedStep) -> QuerySet[Match]:
    """Returns the match of a step, if no later stage is drawn."""
    matches = Match.objects.filter(of_last_hour(step.event), pk=step.facts["match"])
    return matches.select_related("table__stage__event")


def of_last_hour(event: Event) -> Q:
    """Returns the filter for matches of the latest stage drawn. Results of earlier stages have decided seats, so they
    stay."""
    later = Stage.objects.filter(event=event, number__gt=OuterRef("table__stage__number"))
    return Q(table__stage__event=event) & ~Q(Exists(later))


def say_of_match(words: Promise) -> Callable[[LoggedStep], str]:
    """Names a step by its match, which `words` have as `%(match)s`."""

    def name(step: LoggedStep) -> str:
        match = with_sides(Match.objects.filter(pk=step.facts["match"])).first()
        return str(words) % {**step.facts, "match": match.name if match else gettext("a match")}

    return name
