"""The people that a typed name can mean, and which of them are on tonight's list."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournament.foundation.wording import order_key
from tournament.lists.likeness import AlikeNames, KnownName
from tournament.models import Entry, Event, Player


def people_known_to(club: int) -> QuerySet[Player]:
    """Returns everybody whom the club knows, forgotten people too. A stand-in is nobody, unless that name also came as
    somebody."""
    entered = Entry.objects.filter(player=OuterRef("pk"))
    return Player.objects.filter(club=club).exclude(
        Exists(entered.filter(is_stand_in=True)) & ~Exists(entered.filter(is_stand_in=False))
    )


def people_to_offer(event: Event) -> QuerySet[Player]:
    """Returns the people whom the club may expect at an evening: not those who had left it by then, or are forgotten.
    Somebody who had left and comes all the same is entered by name."""
    stays = Q(left_on=None) | Q(left_on__gt=event.date)
    return people_known_to(event.club_id).filter(stays, forgotten_at=None)


class PeopleByName:
    def __init__(self, players: Iterable[Player]) -> None:
        self._players: dict[int, Player] = {}
        self._by_name: dict[str, list[Player]] = {}
        self._by_full_name: dict[str, list[Player]] = {}
        for player in players:
            self.add(player)

    def add(self, player: Player) -> None:
        if player.pk:
            self._players[player.pk] = player
        self._by_name.setdefault(player.name.lower(), []).append(player)
        self._by_full_name.setdefault(player.full_name.lower(), []).append(player)

    def find(self, name: str) -> list[Player]:
        """Returns everybody with this name, or with this name and note: "Ann Smith (Pond Street)"."""
        return self._by_name.get(name.lower()) or self._by_full_name.get(name.lower(), [])

    def find_alike(self, name: str, note: str = "") -> list[Player]:
        """Returns the people with a name like this one: with another accent, apostrophe or letter, or a short first
        name. At most MOST_ALIKE."""
        wanted = KnownName(0, order_key(name), order_key(note))
        return [self._players[each.pk] for each in self._alike.find(wanted)[:MOST_ALIKE]]

    @cached_property
    def _alike(self) -> AlikeNames:
        return AlikeNames(
            KnownName(pk, order_key(player.name), order_key(player.note), order_key(player.nickname))
            for pk, player in self._players.items()
            if player.forgotten_at is None
        )


MOST_ALIKE = 5


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
        return self._describe(self.people.find(name))

    def find_alike(self, name: str) -> tuple[KnownPerson, ...]:
        return self._describe(self.people.find_alike(name))

    def _describe(self, players: Sequence[Player]) -> tuple[KnownPerson, ...]:
        return tuple(KnownPerson(player, self.entries.get(player.pk)) for player in players)


def name_book_of(event: Event) -> NameBook:
    """Reads the club's people and tonight's entries. Two queries."""
    entered = Entry.objects.filter(event=event).select_related("player", "team")
    return NameBook(
        PeopleByName(Player.objects.filter(club=event.club_id)), {entry.player_id: entry for entry in entered}
    )
