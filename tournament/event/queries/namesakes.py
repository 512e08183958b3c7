"""The people that a typed name can mean, and which of them are on tonight's list."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.models import Entry, Event, Player


class PeopleByName:
    """The club's people by name, regardless of case."""

    def __init__(self, players: Iterable[Player]) -> None:
        self._by_name: dict[str, list[Player]] = {}
        self._by_full_name: dict[str, list[Player]] = {}
        for player in players:
            self.add(player)

    def add(self, player: Player) -> None:
        self._by_name.setdefault(player.name.lower(), []).append(player)
        self._by_full_name.setdefault(player.full_name.lower(), []).append(player)

    def find(self, name: str) -> list[Player]:
        """Returns everybody with this name, or with this name and note: "Ann Smith (Pond Street)"."""
        return self._by_name.get(name.lower()) or self._by_full_name.get(name.lower(), [])


@dataclass(frozen=True)
class KnownPerson:
    """A person of the club, with their `entry` if they are on tonight's list."""

    player: Player
    entry: Entry | None

    @property
    def is_here(self) -> bool:
        return self.entry is not None and self.entry.here and self.entry.left_at is None


@dataclass(frozen=True)
class NameBook:
    people: PeopleByName
    entries: dict[int, Entry]

    def find(self, name: str) -> tuple[KnownPerson, ...]:
        return tuple(KnownPerson(player, self.entries.get(player.pk)) for player in self.people.find(name))


def name_book_of(event: Event) -> NameBook:
    """Reads the club's people and tonight's entries. Two queries."""
    entered = Entry.objects.filter(event=event).select_related("player", "team")
    return NameBook(
        PeopleByName(Player.objects.filter(club=event.club_id)), {entry.player_id: entry for entry in entered}
    )
