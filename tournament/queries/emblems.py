"""The club's emblem, for paper and for the page where it is given."""

from tournament.models import Club, Emblem


def emblem_of(club: Club) -> Emblem | None:
    """One query."""
    return Emblem.objects.filter(club=club).first()
