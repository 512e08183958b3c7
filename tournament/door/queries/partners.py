"""The page of one player, pair or team: partners, clubs, who can be kept apart from them, and their current match."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from tournament.event.queries.competitors import PAIR, those_apart_from
from tournament.event.queries.hours import released_stage
from tournament.event.queries.namesakes import people_to_offer
from tournament.hands.queries.hands import MatchInHands, in_hands
from tournament.matches.queries.matches import has_had_place, read_sides, stages_begun
from tournament.models import Enters, Entry, Match, Seat, SheetLine, State


@dataclass(frozen=True)
class PersonPage:
    """`partners` play with them now; `others` may be kept apart from them; `clubs` were named tonight; `free` are the
    names of members who do not play tonight and could replace them. `was_seated` is set once they have had a seat or a
    rest in a round. `in_play` is the match that they are in the middle of."""

    entry: Entry
    partners: tuple[Entry, ...]
    apart: list[Entry]
    others: list[Entry]
    clubs: tuple[str, ...]
    free: tuple[str, ...]
    was_seated: bool
    in_play: MatchInHands | None

    @property
    def needs_another(self) -> bool:
        """Whether somebody else may still take their place."""
        return self.entry.left_at is None or self.entry.event.enters == Enters.TEAMS or len(self.partners) < PAIR


def person_page(entry: Entry) -> PersonPage:
    """Returns the page of one player. At most twelve queries, however many players enter."""
    event = entry.event
    entries = list(Entry.objects.filter(event=event).select_related("player"))
    own = [one for one in entries if entry.team_id is not None and one.team_id == entry.team_id]
    apart = those_apart_from(entry)
    busy = {one.player_id for one in entries if one.team_id is not None and one.left_at is None}
    players = people_to_offer(event).exclude(pk__in=busy)
    return PersonPage(
        entry,
        tuple(one for one in own if one != entry and one.left_at is None),
        apart,
        [one for one in entries if one not in own and one != entry and one not in apart],
        tuple(sorted({one.comes_from for one in entries if one.comes_from})),
        tuple(player.full_name for player in players),
        has_had_place(entry),
        match_in_play(entry),
    )


def match_in_play(entry: Entry) -> MatchInHands | None:
    """Returns the match of the current round that a player of a pair or team is in the middle of: the round has begun,
    and the match is not decided, not even on paper. At most six queries."""
    event = entry.event
    if entry.team_id is None or event.kind.has_free_chairs:
        return None
    stage = released_stage(event)
    lines = SheetLine.objects.filter(side__match=OuterRef("pk"), superseded_at=None)
    begun = Match.objects.filter(table__stage=stage, table__stage__in=stages_begun(event), hands_finished_at=None)
    own = begun.filter(~Exists(lines), sides__players__entry=entry, walk_over=None, round__ended_at=None)
    match = own.filter(state__in=(State.WAITING, State.DISPUTED)).select_related("table__stage", "round").first()
    if match is None:
        return None
    match.table.stage.event = event
    return in_hands(read_sides(match))


def seat_in_current_round(entry: Entry) -> Seat | None:
    """Returns somebody's seat in the latest released round. Two queries."""
    return Seat.objects.filter(entry=entry, table__stage=released_stage(entry.event)).select_related("table").first()
