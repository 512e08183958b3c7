"""Standings, ties, prizes and doubts of an evening are made of its own results, whatever other evenings hold."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.evenings import Evening, by_lot, make_evening, settle_ties
from tests.round_evenings import Rounds, out, rule_all
from tournament.event.services.codes_and_calls import call_director
from tournament.models import Event, Match, Side, Stage
from tournament.standings.queries.cuts import cuts_of, final_ties, play_offs_of, ways_to_break_ties
from tournament.standings.queries.honours import certificates_of, honours_of
from tournament.standings.queries.places import doubts_of
from tournament.standings.queries.prizes import prizes_to_give, revealed_prizes_of
from tournament.standings.queries.standings import standings_of, tables_of
from tournament.standings.queries.standings_page import StandingsPage, standings_page
from tournament.standings.services import record_cuts, record_play_off


def rows_of(page: StandingsPage) -> list[tuple[Any, ...]]:
    return [
        (row.place, row.name, *(cell.text for cell in row.cells), row.decided, row.besides, row.notes, row.small)
        for row in page.rows
    ]


def facts_of(evening: Evening) -> list[Any]:
    """Everything this room says of an evening."""
    event = Event.objects.get(pk=evening.event.pk)
    tables = [standings_of(event, counting=counting) for counting in tables_of(event)]
    tables += [standings_of(event, hours=1), standings_of(event, agreed_only=True)]
    return [
        *(standings.lines for standings in tables),
        *((each.stages, each.provisional, each.open_matches, each.missing, each.others) for each in tables),
        *((rows_of(page), page.prizes, page.unknown) for page in map(standings_page, tables)),
        [[tie.entries for tie in final_ties(each)] for each in tables],
        [[tie.cards for tie in final_ties(each)] for each in tables],
        [cuts_of(stage) for stage in Stage.objects.filter(event=event).order_by("number")],
        [(kept.play_off.pk, kept.places) for kept in play_offs_of(event)],
        (ways_to_break_ties(event), doubts_of(event)),
        certificates_of(honours_of(event)),
        (prizes_to_give(event, places=3, side_prizes=True), revealed_prizes_of(event)),
    ]


def play_kent(evening: Evening, points: Callable[[Match], tuple[int, int]] = by_lot) -> None:
    evening.begin()
    evening.play_rounds(1)
    evening.hand_in(1, points)
    settle_ties(evening)
    evening.second()
    evening.hand_in(2, points)


def play_rounds(evening: Evening) -> None:
    for number in (1, 2):
        out(evening, number)
        rule_all(evening, number)
    for tie in final_ties(standings_of(evening.event)):
        stage = Stage.objects.get(event=evening.event, number=2)
        record_play_off(stage, [[entry] for entry in tie.entries], by=evening.director, now=evening.now)


def test_two_hours_of_kent_are_told_alike_beside_another_evening_of_the_same_people(evening_of) -> None:
    evening = evening_of(7)
    play_kent(evening)
    open_match = evening.matches(2)[0]
    Match.objects.filter(pk=open_match.pk).update(state="waiting")
    Side.objects.filter(match=open_match).update(points=None)
    alone = facts_of(evening)
    assert "Half reported: hour 2, table " in str(alone)
    other = make_evening(7)
    play_kent(other, lambda match: (0, 0))
    cards = dict(zip((entry.pk for entry in other.event.entries.all()), ([rank] for rank in "AKQJT98")))
    record_cuts(other.hour(2), cards, by=other.director, now=other.now)
    call_director(other.event, table_number=1, match=other.matches(1)[0], now=other.now)
    assert facts_of(evening) == alone


@pytest.mark.parametrize("enters", ["pairs", "teams"])
def test_an_evening_of_rounds_is_told_alike_beside_another_of_the_same_people(rounds_of: Rounds, enters: str) -> None:
    settings = {"plan": [["round-robin", 2]], "criteria": ["match_points", "play_off"], "enters": enters}
    evening = rounds_of(5, **settings)
    play_rounds(evening)
    alone = facts_of(evening)
    assert "play_off" in str(alone)
    other = rounds_of(5, **settings)
    play_rounds(other)
    Side.objects.filter(match__table__stage__event=other.event).update(hang_jacks=3)
    assert facts_of(evening) == alone
