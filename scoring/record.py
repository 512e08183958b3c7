"""The hand record, version 1: plain dicts as JSON has them. Reads them into facts, writes them back, and answers a
record with its score.

Wrong types and unknown names do not stop the reading: each becomes a problem at its own key, listed with everything
that the checks find in the rest.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from scoring.checks import check
from scoring.engine import ScoredHand, score_hand
from scoring.errors import ImpossibleFacts, Problem
from scoring.hand import HandFacts, Seating
from scoring.reading import VERSION, HandRecord, RecordReader


def read_record(data: object) -> HandRecord:
    """Reads a record that came from JSON. Raises ImpossibleFacts with every problem of its form; the cards are not
    checked."""
    reader = RecordReader(data)
    record = reader.read_record()
    if record is None or reader.problems:
        raise ImpossibleFacts(reader.problems)
    return record


def read_hand(hand: Mapping[str, Any], seating: Seating) -> HandFacts:
    """Reads the hand of a record at a known table, so that one `seating` serves for all hands of a match. Raises
    ImpossibleFacts as `read_record` does."""
    reader = RecordReader({})
    facts = reader.read_facts(hand, seating)
    if reader.problems:
        raise ImpossibleFacts(reader.problems)
    return facts


def score_record(data: object, *, line: int | None = None) -> dict[str, Any]:
    """Scores one record and returns the answer for JSON. Never raises: if the record cannot be scored, the answer says
    why."""
    reader = RecordReader(data)
    record = reader.read_record()
    name = reader.name if reader.name is not None else line
    if record is None:
        return _refuse_record(name, line, reader.start, reader.problems)
    if reader.problems:
        checked = check(record.rules, record.facts, record.start)
        return _refuse_record(name, line, reader.start, [*reader.problems, *checked.problems], checked.doubts)
    rules = record.rules
    if rules.settle_up is not None and record.facts.seating.size_of_side != 1:
        rules = replace(rules, settle_up=None)
    try:
        scored = score_hand(rules, record.facts, record.start, set_backs=record.set_backs)
    except ImpossibleFacts as impossible:
        return _refuse_record(name, line, reader.start, impossible.problems, impossible.doubts)
    return answer_of(scored, name)


def answer_of(scored: ScoredHand, name: str | int | float | None = None) -> dict[str, Any]:
    """Returns the answer for a scored hand, ready for JSON."""
    answer: dict[str, Any] = {
        "id": name,
        "awards": [list(award) for award in scored.awards],
        "uncounted": [list(award) for award in scored.uncounted],
        "score": scored.score,
        "winner": scored.winner,
        "next_dealer": scored.next_dealer,
    }
    if scored.settlement is not None:
        answer["settlement"] = scored.settlement
    answer["problems"] = []
    answer["doubts"] = _list_problems(dict.fromkeys(scored.doubts))
    if scored.revokes is not None:
        answer["revokes"] = []
        for revoke in scored.revokes:
            details = {key: value for key, value in revoke._asdict().items() if value is not None}
            answer["revokes"].append({"revoke": details.pop("player"), **details})
    return answer


def refuse_line(line: int, problem: Problem) -> dict[str, Any]:
    """Returns the answer for a line that is not a record at all."""
    return _refuse_record(line, line, {}, [problem])


def _refuse_record(
    name: str | int | float | None,
    line: int | None,
    start: Mapping[str, int],
    problems: Iterable[Problem],
    doubts: Iterable[Problem] = (),
) -> dict[str, Any]:
    """Returns an answer with no awards and an unchanged score. Each problem is listed once; `line` says where the
    record is."""
    where = {} if line is None else {"line": line}
    return {
        "id": name,
        **where,
        "awards": [],
        "uncounted": [],
        "score": dict(start),
        "winner": None,
        "next_dealer": None,
        "problems": _list_problems(dict.fromkeys(problems)),
        "doubts": _list_problems(dict.fromkeys(doubts)),
    }


def _list_problems(problems: Iterable[Problem]) -> list[dict[str, str]]:
    return [{"field": each.field, "code": each.code, "message": each.message} for each in problems]


def record_of(record: HandRecord) -> dict[str, Any]:
    """Returns the record as plain values. Reading them gives an equal record."""
    seating = record.facts.seating
    data: dict[str, Any] = {"version": VERSION}
    if record.id is not None:
        data["id"] = record.id
    data["rules"] = record.rules.id
    if record.house_rules:
        data["house_rules"] = dict(record.house_rules)
    data["seats"] = list(seating.seats)
    data["sides"] = {side: list(players) for side, players in seating.sides.items()}
    data["start"] = dict(record.start)
    if record.set_backs:
        data["set_backs"] = dict(record.set_backs)
    data["hand"] = record.facts.to_dict()
    return data
