"""Splits a match in which somebody took a seat into tenures: what its sides scored while the same people sat there.

Each hand counts for whoever played it; what no hand tells, as after a ruling, counts for whoever played last.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.models import Hand, SidePlayer, Stage, State
from tournament.standings.queries.counted_matches import CountedMatch, CountedSide

Awards = Mapping[str, Any]


def with_tenures(matches: Sequence[CountedMatch], stages: Sequence[Stage]) -> tuple[CountedMatch, ...]:
    """Returns the matches, each with its tenures if somebody took a seat in it. One query, and two more if that has
    happened."""
    players = SidePlayer.objects.filter(side__match__table__stage__in=stages)
    taken = set(players.exclude(before=[]).values_list("side__match", flat=True))
    if not taken:
        return tuple(matches)
    seats: dict[int, dict[int, list[SidePlayer]]] = {}
    for player in SidePlayer.objects.filter(side__match__in=taken).select_related("side").order_by("seat"):
        seats.setdefault(player.side.match_id, {}).setdefault(player.side.number, []).append(player)
    hands: dict[int, list[tuple[int, Awards]]] = {}
    counting_hands = Hand.objects.filter(match__in=taken, superseded_at=None).order_by("number")
    for match, number, awards in counting_hands.values_list("match", "number", "awards"):
        hands.setdefault(match, []).append((number, awards))
    return tuple(
        match._replace(tenures=_tenures_of(match, seats[match.pk], hands[match.pk])) if match.pk in hands else match
        for match in matches
    )


def _tenures_of(
    match: CountedMatch, seats: Mapping[int, Sequence[SidePlayer]], hands: Sequence[tuple[int, Awards]]
) -> tuple[tuple[CountedSide, ...], ...]:
    if match.state == State.CALLED_OFF or match.walk_over is not None:
        return ()
    by_players: dict[tuple[tuple[int, ...], ...], list[Awards]] = {}
    for number, awards in hands:
        sat = tuple(tuple(seat.at_hand(number) for seat in seats[side.number]) for side in match.sides)
        by_players.setdefault(sat, []).append(awards)
    tenures = [
        tuple(_side_by_hands(side, entries, awards) for side, entries in zip(match.sides, sat, strict=True))
        for sat, awards in by_players.items()
    ]
    *earlier, last = tenures
    return (*earlier, tuple(_what_is_left(*each) for each in zip(match.sides, last, *earlier, strict=True)))


def _side_by_hands(side: CountedSide, entries: tuple[int, ...], hands: Sequence[Awards]) -> CountedSide:
    """Returns a side with its tallies from these hands. A tally unknown for the whole match is unknown here too."""
    key = f"side-{side.number}" if len(entries) > 1 else str(entries[0])
    won = [(kind, points) for hand in hands for kind, winner, points in hand["awards"] if winner == key]
    counts = {
        "points": sum(points for _kind, points in won),
        "games": sum(hand.get("winner") == key for hand in hands),
        "hang_jacks": sum(kind == "hang_jack" for kind, _points in won),
        "all_fours": sum(hand["all_fours"] == key for hand in hands),
        "settlement": 0,
        "set_backs": sum(kind == "set_back" for kind, _points in won),
        "jacks_turned": sum(hand["jacks_turned"].get(key, 0) for hand in hands),
    }
    known = {name: count for name, count in counts.items() if getattr(side, name) is not None}
    return CountedSide(side.number, entries, **known)


def _what_is_left(side: CountedSide, last: CountedSide, *earlier: CountedSide) -> CountedSide:
    left = [
        None if whole is None else whole - sum(figure or 0 for figure in before)
        for whole, *before in zip(side[2:], *(each[2:] for each in earlier), strict=True)
    ]
    return CountedSide(side.number, last.entries, *left)
