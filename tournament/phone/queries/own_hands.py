"""The hands of an evening as players see them on their own phones: what each brought, and what a win would bring."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tournament.formats.match_length import ends_match
from tournament.matches.queries.match_rows import MatchRow, SideRow
from tournament.matches.queries.matches import length_at
from tournament.models import Enters, Event, Hand, State
from tournament.rules.queries.rules import counts_hang_jacks, rules_of
from tournament.standings.queries.counted_matches import CountedSide


class HandRow(NamedTuple):
    match: int
    stage: int
    table: int
    device: str
    state: str
    game: int
    awards: Mapping[str, Any]


def hand_rows(event: Event) -> list[HandRow]:
    """Returns the hands that count, in order; none if nobody may see their points and no sheet depends on them. One
    query."""
    if not (event.standings_shown or event.kind.has_sheets):
        return []
    hands = Hand.objects.filter(match__table__stage__event=event, superseded_at=None).order_by("match", "number")
    of_hand = ("match", "match__table__stage", "match__table__number", "device", "state", "game", "awards")
    return [HandRow(*row) for row in hands.values_list(*of_hand)]


def points_by_hand(hands: Sequence[HandRow]) -> Mapping[int, tuple[Mapping[str, int] | None, ...]]:
    """Returns, by match, each side's points from each hand, None for a hand in dispute."""
    points_by_match: dict[int, list[Mapping[str, int] | None]] = {}
    for hand in hands:
        won = None if hand.state == State.DISPUTED else _points_in([hand])
        points_by_match.setdefault(hand.match, []).append(won)
    return {match: tuple(won) for match, won in points_by_match.items()}


def _points_in(hands: Sequence[HandRow]) -> Counter[str]:
    won = Counter[str]()
    for hand in hands:
        for _kind, winner, points in hand.awards["awards"]:
            won[winner] += points
    return won


def tallies_if_won(
    event: Event, match: MatchRow, own: SideRow, hands: Sequence[HandRow]
) -> tuple[CountedSide, ...] | None:
    """Returns the tallies of a match if this side wins the game that is being played, with no point more than it needs
    and none for the others. None before the first hand, once the match is over, while a hand is in dispute, and if
    further games would follow; at a table of a team match they are only the games then, because each one counts."""
    rules, length = rules_of(event), length_at(event, match.table.number, is_decider=match.is_decider)
    if not hands or rules.target is None or any(hand.state == State.DISPUTED for hand in hands):
        return None
    ended = {hand.game: hand.awards["winner"] for hand in hands if "winner" in hand.awards}
    games = Counter(ended.values())
    game = hands[-1].game + (hands[-1].game in ended)
    points, score = _points_in(hands), _points_in([hand for hand in hands if hand.game == game])
    if ends_match(length, len(ended), games):
        return None
    games[own.key] += 1
    points[own.key] += rules.target - score[own.key]
    if not ends_match(length, len(ended) + 1, {side.key: games[side.key] for side in match.sides}):
        so_far = tuple(CountedSide(side.number, (), games=games[side.key]) for side in match.sides)
        return so_far if event.enters == Enters.TEAMS else None
    jacks = Counter(side for hand in hands for kind, side, _points in hand.awards["awards"] if kind == "hang_jack")
    fours, turned = Counter(hand.awards["all_fours"] for hand in hands), Counter[str]()
    for hand in hands:
        turned.update(hand.awards["jacks_turned"])
    return tuple(
        CountedSide(
            side.number,
            (),
            points=points[side.key],
            games=games[side.key],
            hang_jacks=jacks[side.key] if counts_hang_jacks(rules) else None,
            all_fours=fours[side.key],
            jacks_turned=turned[side.key],
        )
        for side in match.sides
    )
