"""The standings of an event after an hour or at the end: one query for page, paper and draw alike."""

from collections.abc import Mapping

from django.db.models import F
from django.utils.translation import gettext as _

from tournament.event.queries.hours import hour_numbers, hours_of
from tournament.matches.queries.matches import with_sides
from tournament.models import SETTLED, Entry, Event, Match, Round, Seat, Side, Stage, State, entry_names
from tournament.ranking import CRITERIA, HourRecord, Placing, Record, rank
from tournament.standings.queries.counted_matches import Counting
from tournament.standings.queries.places import (
    HourOfEntry,
    Line,
    Standings,
    Told,
    criteria_of,
    cuts_after,
    missing_in_words,
    with_play_offs,
)
from tournament.standings.queries.round_standings import standings_of_rounds

__all__ = ["HourOfEntry", "Line", "Standings", "criteria_of", "standings_of"]


def standings_of(
    event: Event,
    *,
    first_hour: int = 1,
    hours: int | None = None,
    agreed_only: bool = False,
    of: Counting = "entered",
) -> Standings:
    """Rank everybody who was seated in the released hours up to hour number `hours` (None: all of them). Eight queries.

    `first_hour` 2 leaves hour one out: the second hour by itself. With `agreed_only`, what is not agreed or ruled
    counts as not reported. `of` is another table from the same results, where an evening of rounds has one.
    """
    last_hour = len(hour_numbers(event)) if hours is None else hours
    if event.is_of_rounds:
        return standings_of_rounds(event, first_hour, last_hour, agreed_only=agreed_only, of=of)
    stages = [stage for stage in hours_of(event) if first_hour <= stage.number <= last_hour]
    played = Match.objects.filter(table__stage__in=stages).exclude(state=State.CALLED_OFF)
    matches = list(with_sides(played.select_related("round", "table__stage")))
    records = _records(event, stages, matches, agreed_only=agreed_only)
    criteria = criteria_of(event, hours=len(stages))
    placings = rank(with_play_offs(list(records.values()), criteria, stages), criteria)
    entries = Entry.objects.select_related("player").in_bulk(records)
    tables = {(seat.table.stage_id, seat.entry_id): seat.table.number for seat in _seats(stages)}
    partners = _partners(matches)
    level: dict[int, set[int]] = {}
    for placing in placings:
        level.setdefault(placing.rank, set()).add(placing.record.entry)
    open_matches = sum(1 for match in matches if match.state not in SETTLED)
    return Standings(
        event=event,
        hours=len(stages),
        lines=tuple(_line(placing, stages, entries, tables, partners, level) for placing in placings),
        provisional=open_matches > 0 or not stages,
        open_matches=open_matches,
        agreed_only=agreed_only,
        missing=() if agreed_only else missing_in_words(event, (_told(match) for match in matches)),
    )


def _told(match: Match) -> Told:
    sides = tuple(side.points is not None or side.games is not None for side in match.sides.all())
    return Told(match.table.stage.number, match.table.number, (True,) if match.walk_over is not None else sides)


def _partners(matches: list[Match]) -> dict[int, dict[int, str]]:
    """Entry -> those on its sides, by entry with their names."""
    partners: dict[int, dict[int, str]] = {}
    for side in (side for match in matches for side in match.sides.all()):
        for entry in side.entries:
            partners.setdefault(entry.pk, {}).update({one.pk: one.name for one in side.entries if one != entry})
    return partners


def _line(
    placing: Placing[int],
    stages: list[Stage],
    entries: dict[int, Entry],
    tables: dict[tuple[int, int], int],
    partners: Mapping[int, Mapping[int, str]],
    level: Mapping[int, set[int]],
) -> Line:
    """Partners who share a place are level because they are partners: no criterion failed to part them."""
    record = placing.record
    own = partners.get(record.entry, {})
    are_partners = level[placing.rank] <= {record.entry, *own}
    return Line(
        placing=placing,
        name=record.name,
        left=entries[record.entry].left_at is not None,
        hours=tuple(
            HourOfEntry(stage.number, tables.get((stage.pk, record.entry)), hour)
            for stage, hour in zip(stages, record.hours, strict=True)
        ),
        all_fours=record.all_fours,
        jacks_turned=record.jacks_turned,
        partners=tuple(own.values()),
        decided_by=_(CRITERIA[placing.decided_by].label) if placing.decided_by else "",
        skipped=() if are_partners and placing.shared else tuple(_(CRITERIA[key].label) for key in placing.skipped),
    )


def _seats(stages: list[Stage]) -> list[Seat]:
    """Of everybody who had a turn; whoever went home before the first one was not there."""
    seats = Seat.objects.filter(table__stage__in=stages, until_turn__gte=F("from_turn"))
    return list(seats.select_related("table"))


def _records(event: Event, stages: list[Stage], matches: list[Match], *, agreed_only: bool) -> dict[int, Record[int]]:
    """Entry -> its record over these hours."""
    seats = _seats(stages)
    names = entry_names(Entry.objects.filter(event=event))
    seconds = {
        (round.stage_id, round.turns, round.number): int(round.length.total_seconds())
        for round in Round.objects.filter(stage__in=stages)
    }
    played = {
        (match.table_id, player.entry_id, match.round.number): side
        for match in matches
        for side in match.sides.all()
        for player in side.players.all()
    }
    cuts = cuts_after(event, stages[-1]) if stages and stages[0].number == 1 else {}
    records = {}
    for entry in {seat.entry_id for seat in seats}:
        hours = []
        own: list[Side] = []
        table_number = None
        for stage in stages:
            seat = next((seat for seat in seats if seat.entry_id == entry and seat.table.stage_id == stage.pk), None)
            hours.append(_hour(event, stage, seat, played, seconds, own, agreed_only=agreed_only))
            if seat and stage.number > 1:
                table_number = seat.table.number
        records[entry] = Record(
            entry=entry,
            name=names[entry],
            hours=tuple(hours),
            all_fours=_sum([_known(side, side.all_fours, agreed_only) for side in own]),
            jacks_turned=_sum([_known(side, side.jacks_turned, agreed_only) for side in own]),
            games=_known_so_far([_known(side, side.games, agreed_only) for side in own]),
            meetings=_meetings(own, agreed_only),
            cut=cuts.get(entry),
            table_number=table_number,
        )
    return records


def _hour(
    event: Event,
    stage: Stage,
    seat: Seat | None,
    played: Mapping[tuple[int, int, int], Side],
    seconds: dict[tuple[int, int, int], int],
    own: list[Side],
    *,
    agreed_only: bool,
) -> HourRecord | None:
    """A turn inside the seat's bounds without a match that is played is a sit-out; `own` gathers the sides."""
    if seat is None:
        return None
    turns = seat.table.turns
    points: list[int | None] = []
    sat_out = 0
    for turn in range(seat.from_turn, min(seat.until_turn, turns) + 1):
        side = played.get((seat.table_id, seat.entry_id, turn))
        if side is None:
            sat_out += seconds[stage.pk, turns, turn]
        else:
            own.append(side)
            points.append(_known(side, side.points, agreed_only))
    return HourRecord(tuple(points), sat_out, event.hour_seconds, event.adjust_sit_outs)


def _known(side: Side, value: int | None, agreed_only: bool) -> int | None:
    return None if agreed_only and side.match.state not in SETTLED else value


def _known_so_far(values: list[int | None]) -> int | None:
    """What is known of them together; None where nothing is."""
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _sum(values: list[int | None]) -> int | None:
    """Unknown as soon as one of them is."""
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None


def _meetings(own: list[Side], agreed_only: bool) -> dict[int, int | None]:
    meetings: dict[int, int | None] = {}
    for side in own:
        points = _known(side, side.points, agreed_only)
        others = (other for other in side.match.sides.all() if other != side)
        for opponent in (player.entry_id for other in others for player in other.players.all()):
            before = meetings.get(opponent, 0)
            meetings[opponent] = None if points is None or before is None else before + points
    return meetings
