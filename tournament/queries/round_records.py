"""Records of an evening of rounds, match by match: of players, or of the pairs or teams that entered.

What was not played as drawn counts as the club says (`credit_rules`).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from tournament.models import Enters, Event, Match, Rest, Side, Stage, State
from tournament.queries.matches import with_sides
from tournament.queries.units import Unit, key_of, units_of
from tournament.standings import (
    USUAL_CREDITS,
    Credit,
    MatchRecord,
    Record,
    Result,
    Unplayed,
    credited,
    rounds_added,
    with_strengths,
)

SETTLED = (State.AGREED, State.RULED)


def credit_rules(event: Event) -> dict[Unplayed, Credit]:
    """What counts for each kind of match that was not played: as the club says for this evening, else as usual."""
    kinds: tuple[Unplayed, ...] = ("rest", "walk_over", "absent", "abandoned", "shared")
    told = {kind: Credit(**event.credits[kind]) for kind in kinds if kind in event.credits}
    return {**USUAL_CREDITS, **told}


def matches_of_rounds(stages: Sequence[Stage]) -> list[Match]:
    """All matches of these stages in order, those called off too: they count what the club credits."""
    matches = Match.objects.filter(table__stage__in=stages).select_related("table__stage", "round")
    return list(with_sides(matches.order_by("table__stage__number", "table__number", "pk")))


def records_of_rounds(
    event: Event,
    stages: Sequence[Stage],
    matches: Iterable[Match],
    *,
    agreed_only: bool = False,
    cuts: Mapping[int, tuple[int, ...]] | None = None,
) -> dict[int, Record[int]]:
    """Record by number of unit, of everybody who was drawn in one of these stages. Three queries."""
    rules = credit_rules(event)
    units = units_of(event)
    told: dict[int, list[MatchRecord[int]]] = defaultdict(list)
    for match in matches:
        for side in match.sides.all():
            for key in _keys(event, side):
                told[key].append(_record(event, match, side, key, agreed_only=agreed_only))
    resting = {
        (rest.stage.number, key_of(event, rest.entry)): None
        for rest in Rest.objects.filter(stage__in=stages).select_related("stage", "entry")
    }
    for number, rested in resting:
        if rested is not None:
            told[rested].append(MatchRecord(number))
    records = [_of_unit(event, units[key], own, cuts or {}) for key, own in told.items() if key in units]
    counted = credited(records, lambda match: rules.get(match.why_unplayed) if match.why_unplayed else None)
    return {record.entry: record for record in with_strengths(counted)}


def _of_unit(
    event: Event, unit: Unit, matches: list[MatchRecord[int]], cuts: Mapping[int, tuple[int, ...]]
) -> Record[int]:
    in_order = tuple(sorted(matches, key=lambda match: match.round))
    record = Record(unit.key, unit.name, matches=in_order, cut=cuts.get(unit.key))
    return rounds_added(record) if event.enters == Enters.TEAMS else record


def _keys(event: Event, side: Side) -> tuple[int, ...]:
    """Whom a side plays for, each once."""
    return tuple(dict.fromkeys(key for entry in side.entries if (key := key_of(event, entry)) is not None))


def _record(event: Event, match: Match, own: Side, key: int, *, agreed_only: bool) -> MatchRecord[int]:
    others = [side for side in match.sides.all() if side != own]
    is_known = match.state in SETTLED or not agreed_only
    against = others[0] if len(others) == 1 else None
    return MatchRecord(
        match.table.stage.number,
        tuple(other for side in others for other in _keys(event, side)),
        tuple(other for other in _keys(event, own) if other != key),
        points=own.points if is_known else None,
        against=_against(others, "points") if is_known else None,
        games=own.games if is_known else None,
        games_against=_against(others, "games") if is_known else None,
        hang_jacks=own.hang_jacks if is_known else None,
        hang_jacks_against=_against(others, "hang_jacks") if is_known else None,
        all_fours=own.all_fours if is_known else None,
        ruled=None if against or not is_known else _among_many(own, others),
        unplayed=_why_unplayed(match, own),
    )


def _against(others: Sequence[Side], tally: str) -> int | None:
    figures = [getattr(side, tally) for side in others]
    return None if None in figures else sum(figures)


def _among_many(own: Side, others: Sequence[Side]) -> Result | None:
    """Whether a side that met several has won: by games, and where these are level by points."""
    tallies = {side: (side.games or 0, side.points) for side in (own, *others)}
    if any(points is None for _games, points in tallies.values()):
        return None
    best = max(tallies.values(), key=lambda tally: (tally[0], tally[1] or 0))
    if tallies[own] != best:
        return "lost"
    return "won" if list(tallies.values()).count(best) == 1 else "drawn"


def _why_unplayed(match: Match, own: Side) -> Unplayed | None:
    if match.walk_over is not None:
        return "walk_over" if match.walk_over == own.number else "absent"
    return "abandoned" if match.state == State.CALLED_OFF else None
