"""How strong an entry's opponents were (Swiss: "Buchholz"): the sum of their match points, as they stand now."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from .matches import Amount, E, MatchRecord
from .records import Record, added, average


def with_strengths(records: Sequence[Record[E]], *, unmet: Amount | None = None) -> tuple[Record[E], ...]:
    """The same records, each with the strength of its opponents; all whom they met have to be among them.

    A round that was rested, or not played, counts as the entry's own average opponent, or as the club says (`unmet`).
    Several opponents in one match count their average. A penalty does not make an opponent weaker.
    """
    earned = {record.entry: record.earned for record in records}
    strengths = {record.entry: _strength(record, earned, unmet) for record in records}
    if None not in strengths.values():
        return tuple(replace(record, strength=strengths[record.entry]) for record in records)
    known = {record.entry: record.earned_so_far for record in records}
    return tuple(
        replace(record, strength=strengths[record.entry], strength_so_far=_strength(record, known, unmet) or 0)
        for record in records
    )


def _strength(record: Record[E], earned: Mapping[E, Amount | None], unmet: Amount | None) -> Amount | None:
    met = [_met(match, earned) for match in record.matches if match.is_meeting and match.is_reported]
    missed = sum(1 for match in record.matches if not match.is_meeting)
    if not missed:
        return added(met)
    return added([*met, *[average(met) if unmet is None else unmet] * missed])


def _met(match: MatchRecord[E], earned: Mapping[E, Amount | None]) -> Amount | None:
    points = [earned.get(opponent) for opponent in match.opponents]
    return points[0] if len(points) == 1 else average(points)
