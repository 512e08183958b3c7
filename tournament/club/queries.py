"""Reads the club, its emblem, its accounts and its saved house rules."""

from collections import Counter

from django.db.models import QuerySet

from tournament.club.visibility import NamesShown, is_visible, visible_name
from tournament.foundation.prepared_queries import prepare_query
from tournament.models import Account, Audience, Club, ClubRules, Emblem, Player, SharingRules, join_note, of_shown_club


def the_club() -> Club | None:
    """Returns the club of this hall, or None before the first evening."""
    found = _first_club()
    return found[0] if found else None


@prepare_query
def _first_club() -> "QuerySet[Club]":
    return Club.objects.order_by("pk")[:1]


def is_calendar_shown() -> bool:
    """Returns whether anybody may subscribe to the club's calendar. One query."""
    return SharingRules.objects.filter(of_shown_club(), calendar_is_public=True).exists()


def own_rules_of(club: int | None) -> list[ClubRules]:
    """Returns the rules that a club has saved as its own, for every game."""
    return list(ClubRules.objects.filter(club=club).order_by("rule_set", "name"))


def accounts_in_order() -> list[Account]:
    """Returns accounts, active ones first, then by role and name."""
    return list(Account.objects.filter(of_shown_club()).order_by("-is_active", "role", "username"))


def emblem_of(club: Club) -> Emblem | None:
    """Returns the club's emblem or None. One query."""
    return Emblem.objects.filter(club=club).first()


def names_shown_to(to: Audience | None, club: Club) -> NamesShown:
    """Returns the names that this audience sees, with the note if two people share a name. The desk, None, sees
    everybody's name and note (`club.members.audience_of`). One query."""
    people = _people_with_audience(club.pk)
    if to is None:
        return NamesShown({pk: join_note(name, note) for pk, name, note, _shown_to in people}, {})
    shown = {pk: visible_name(pk, name, shown_to, club.shows_people_to, to) for pk, name, _note, shown_to in people}
    hidden = {pk: name for pk, name, _note, shown_to in people if not is_visible(shown_to, club.shows_people_to, to)}
    borne = Counter(name.lower() for name in shown.values())
    names = {
        pk: join_note(name, note) if shown[pk] == name and borne[name.lower()] > 1 else shown[pk]
        for pk, name, note, _shown_to in people
    }
    return NamesShown(names, hidden)


@prepare_query
def _people_with_audience(club: int) -> "QuerySet[Player, tuple[int, str, str, str]]":
    return Player.objects.filter(club=club).order_by("pk").values_list("pk", "name", "note", "shown_to")
