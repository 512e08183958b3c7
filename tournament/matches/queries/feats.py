"""The feats of team matches, from their hands, their games and what somebody noted."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from scoring import RuleSet
from tournament.event.queries.entry_rows import entry_rows
from tournament.matches.feats import (
    FEATS,
    Feat,
    FeatKind,
    FoundFeat,
    HandAtTable,
    PairAtTable,
    PlayedTables,
    key_of_feat,
)
from tournament.matches.queries.team_matches import TeamMatch
from tournament.models import Event, Hand, Names, NotedFeat, SidePlayer, State, join_names
from tournament.rules.queries.rules import rules_of

Sides = Mapping[tuple[int, int], Sequence[SidePlayer]]
"""The players of each side in the order of their seats, by its match and its number."""


def with_feats(event: Event, team_matches: Sequence[TeamMatch], *, names: Names | None = None) -> tuple[TeamMatch, ...]:
    """Returns the team matches with their feats so far, with `names` as readers outside the hall see them. None without
    a team match, else four queries, five with `names`."""
    if not team_matches:
        return ()
    matches = [table.match for team_match in team_matches for table in team_match.tables]
    sides, counts_points = _sides_of(matches)
    hands, notes = _hands_of(matches, sides), _notes_of(matches)
    people = {pk: row.name for pk, row in entry_rows(event, names).items()}
    rules = rules_of(event)
    found = []
    for team_match in team_matches:
        own = {table.match for table in team_match.tables}
        pairs = list(_pairs_at(team_match, sides, counts_points))
        played = PlayedTables(pairs, [hand for hand in hands if hand.match in own], team_match.is_over)
        of_match = {kind: [each for each in each_noted if each.match in own] for kind, each_noted in notes.items()}
        feats = _list_feats(rules, team_match, played, of_match, sides, people)
        found.append(replace(team_match, feats=tuple(feats)))
    return tuple(found)


def _pairs_at(team_match: TeamMatch, sides: Sides, counts_points: Collection[int]) -> Iterator[PairAtTable]:
    for table in team_match.tables:
        for team, games in enumerate((table.games, table.games[::-1])):
            won, lost = (None, None) if table.match in counts_points else games
            entries = _who_sat(sides[table.match, team + 1])
            yield PairAtTable(table.match, team + 1, team, table.number, entries, won, lost, table.is_over)


def _list_feats(
    rules: RuleSet,
    team_match: TeamMatch,
    played: PlayedTables,
    notes: Mapping[str, Sequence[FoundFeat]],
    sides: Sides,
    people: Mapping[int, str],
) -> list[Feat]:
    pairs = {(pair.match, pair.side): pair for pair in played.pairs}
    return [
        _show_feat(
            rules,
            team_match,
            kind,
            found,
            pairs[found.match, found.side],
            join_names([people[entry] for entry in _who_sat(sides[found.match, found.side], found.hand)]),
        )
        for kind in FEATS.values()
        if kind.is_in(rules)
        for found in kind.pick([*kind.find(played), *notes.get(kind.key, ())])
    ]


def _show_feat(
    rules: RuleSet,
    team_match: TeamMatch,
    kind: FeatKind,
    found: FoundFeat,
    pair: PairAtTable,
    who: str,
) -> Feat:
    return Feat(
        key=key_of_feat(kind, found.suit),
        label=kind.name(rules, found.suit),
        who=who,
        team=team_match.teams[pair.team].name,
        table=pair.table,
        at=found.at,
        figure=kind.shown(found.figure),
        note=found.note,
        device=found.device,
    )


def _sides_of(matches: Sequence[int]) -> tuple[Sides, set[int]]:
    """Returns the players of each side in the order of their seats, and the matches in which nobody counted games."""
    rows = SidePlayer.objects.filter(side__match__in=matches).order_by("seat").select_related("side")
    sides: dict[tuple[int, int], list[SidePlayer]] = defaultdict(list)
    counts_points = set()
    for player in rows:
        sides[player.side.match_id, player.side.number].append(player)
        if player.side.games is None and player.side.points is not None:
            counts_points.add(player.side.match_id)
    return sides, counts_points


def _who_sat(players: Sequence[SidePlayer], hand: int = 0) -> tuple[int, ...]:
    """Returns the entries of a side in a hand; with 0, those who sat when its round began, to whom the match counts."""
    return tuple(player.at_hand(hand) for player in players)


def _hands_of(matches: Sequence[int], sides: Sides) -> list[HandAtTable]:
    """Returns the hands that count, each with the time of its first version: a hand corrected was played before."""
    numbers = {(match, f"side-{number}"): number for match, number in sides}
    for (match, number), players in sides.items():
        if len(players) == 1:
            (player,) = players
            sat = [player.entry_id, *(entry for entry, _last in player.before)]
            numbers |= {(match, str(entry)): number for entry in sat}
    versions = Hand.objects.filter(match__in=matches).exclude(state=State.LATE).order_by("entered_at", "pk")
    played: dict[tuple[int, int], datetime] = {}
    hands = []
    for match, hand_number, at, superseded_at, facts, awards in versions.values_list(
        "match", "number", "entered_at", "superseded_at", "facts", "awards"
    ):
        first = played.setdefault((match, hand_number), at)
        if superseded_at is None and awards["awards"]:
            of_hand = [numbers.get((match, side)) for kind, side, _points in awards["awards"] if kind == "hang_jack"]
            pips = {numbers.get((match, side)): pips for side, pips in (facts.get("pips") or {}).items()}
            hands.append(
                HandAtTable(
                    match,
                    hand_number,
                    first,
                    _trump_in(facts),
                    tuple(number for number in of_hand if number),
                    {number: count for number, count in pips.items() if number},
                )
            )
    return hands


def _trump_in(facts: Mapping[str, Any]) -> str:
    """Returns the suit of trumps: as noted, or of the last card turned up; "" if only its rank is known."""
    turned = [str(event["turn_up"]) for event in facts["events"] if "turn_up" in event]
    last = turned[-1] if turned else ""
    return str(facts.get("trump") or (last[1] if len(last) == 2 else ""))


def _notes_of(matches: Sequence[int]) -> dict[str, list[FoundFeat]]:
    rows = NotedFeat.objects.filter(side__match__in=matches, superseded_at=None)
    columns = ("kind", "side__match", "side__number", "noted_at", "suit", "figure", "pk", "device")
    notes: dict[str, list[FoundFeat]] = defaultdict(list)
    for kind, match, number, at, suit, figure, pk, device in rows.values_list(*columns):
        notes[kind].append(FoundFeat(match, number, at, suit, figure or 0, pk, device))
    return notes
