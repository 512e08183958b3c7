"""Whose own pages a phone opens without the members' code."""

from django.db.models import F
from django.http import HttpRequest

from tournament.models import Club, SignUp
from tournament.web.own_sign_ups import tokens_on_phone


def people_of_phone(request: HttpRequest, club: Club) -> frozenset[int]:
    """Returns the people of the club who signed up on this phone under a name that the club knew, and whom the door
    then marked as here: a name alone proves nothing. One query; none for a phone without sign-ups."""
    tokens = tokens_on_phone(request)
    if not tokens:
        return frozenset()
    rows = SignUp.objects.filter(token__in=tokens, cancelled_at=None, event__club=club, event__binned_at=None)
    here = rows.filter(event__entries__player=F("person"), event__entries__here=True)
    return frozenset(here.values_list("person", flat=True).distinct())
