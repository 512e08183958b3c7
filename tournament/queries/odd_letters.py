"""Whose names have letters that cannot be printed."""

from collections.abc import Collection

from tournament.models import Event, Player


def names_with(event: Event, letters: Collection[str]) -> list[str]:
    """Of players and teams of the evening, in order. Two queries, none without letters."""
    if not letters:
        return []
    names = {*Player.objects.filter(entries__event=event).values_list("name", flat=True)}
    names |= {*event.teams.values_list("name", flat=True)}
    return sorted(name for name in names if not set(name).isdisjoint(letters))
