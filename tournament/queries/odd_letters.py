"""Whose names have letters that cannot be printed."""

from collections.abc import Collection

from tournament.models import Event, entry_names


def names_with(event: Event, letters: Collection[str]) -> list[str]:
    """Of players and teams of the evening, in order. Two queries, none without letters."""
    if not letters:
        return []
    names = {*entry_names(event.entries.all()).values()}
    names |= {*event.teams.values_list("name", flat=True)}
    return sorted(name for name in names if not set(name).isdisjoint(letters))
