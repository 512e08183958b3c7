"""Reads the club, its emblem, its accounts and its saved house rules."""

from collections import Counter

from django.conf import settings

from tournament.club.visibility import NamesShown, is_visible, visible_name
from tournament.models import (
    SHOWN_CLUB,
    Account,
    Audience,
    Club,
    ClubRules,
    Emblem,
    Player,
    SharingRules,
    join_note,
    of_shown_club,
)


def the_club() -> Club | None:
    """Returns the club that pages show: that of the host that was asked for (`web.middleware.ClubOfHost`), otherwise
    the only one; None before the first evening."""
    if shown := SHOWN_CLUB.get():
        return Club.objects.get(pk=shown)
    return Club.objects.order_by("pk").first()


def served_clubs() -> list[Club]:
    """Returns the clubs for which this server works in the background. One query."""
    clubs = Club.objects.order_by("pk")
    return list(clubs if settings.SEVERAL_CLUBS else clubs[:1])


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
    everybody's name (`club.members.audience_of`). One query."""
    people = Player.objects.filter(club=club).order_by("pk").values_list("pk", "name", "note", "shown_to")
    shown = {pk: name for pk, name, _note, _shown_to in people}
    hidden: dict[int, str] = {}
    if to is not None:
        seen = club.shows_people_to
        shown = {pk: visible_name(pk, name, shown_to, seen, to) for pk, name, _note, shown_to in people}
        hidden = {pk: name for pk, name, _note, shown_to in people if not is_visible(shown_to, seen, to)}
    borne = Counter(name.lower() for name in shown.values())
    names = {
        pk: join_note(name, note) if shown[pk] == name and borne[name.lower()] > 1 else shown[pk]
        for pk, name, note, _shown_to in people
    }
    return NamesShown(names, hidden)
