"""What the page of one who is entered shows beside the door's line: partners, clubs, whom he may be kept apart from."""

from dataclasses import dataclass

from tournament.models import Enters, Entry, Event, Player, Rest, Seat
from tournament.queries.units import PAIR, apart_from


@dataclass(frozen=True)
class PersonPage:
    """`partners` play with him now; `others` may be kept apart from him; `clubs` were named tonight; `free` could play
    in his place: the club's players who do not play tonight, by name. `was_seated` once he has had a place in a round,
    or rested in one."""

    entry: Entry
    partners: tuple[Entry, ...]
    apart: list[Entry]
    others: list[Entry]
    clubs: tuple[str, ...]
    free: tuple[str, ...]
    was_seated: bool

    @property
    def needs_another(self) -> bool:
        """Whether the place of one who went home is still his."""
        return self.entry.left_at is None or self.entry.event.enters == Enters.TEAMS or len(self.partners) < PAIR


def person_page(entry: Entry) -> PersonPage:
    """Six queries, whatever the number."""
    event = entry.event
    entries = list(Entry.objects.filter(event=event).select_related("player"))
    own = [one for one in entries if entry.team_id is not None and one.team_id == entry.team_id]
    apart = apart_from(entry)
    busy = {one.player_id for one in entries if one.team_id is not None and one.left_at is None}
    return PersonPage(
        entry,
        tuple(one for one in own if one != entry and one.left_at is None),
        apart,
        [one for one in entries if one not in own and one != entry and one not in apart],
        tuple(sorted({one.comes_from for one in entries if one.comes_from})),
        _free(event, busy),
        Seat.objects.filter(entry=entry).exists() or Rest.objects.filter(entry=entry).exists(),
    )


def _free(event: Event, busy: set[int]) -> tuple[str, ...]:
    players = Player.objects.filter(club=event.club_id).exclude(pk__in=busy)
    return tuple(players.order_by("name").values_list("name", flat=True))
