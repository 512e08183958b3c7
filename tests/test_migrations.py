"""What an older database holds is all there after it was brought up to date."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from pytest_django import DjangoDbBlocker

from scoring import RULE_SETS, HandFacts, Seating, TrumpFact, bid
from tournament.matches.queries.series import plain_facts

SEVEN = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)


@pytest.fixture
def old(django_db_blocker: DjangoDbBlocker, tmp_path: Path) -> Iterator[BaseDatabaseWrapper]:
    """An empty database beside the one of the tests."""
    engine = {"ENGINE": "django.db.backends.sqlite3", "NAME": tmp_path / "old.sqlite3"}
    connections.settings["old"] = connections.configure_settings({"default": {}, "old": engine})["old"]
    with django_db_blocker.unblock():
        yield connections["old"]
    connections["old"].close()
    del connections["old"], connections.settings["old"]


def migrated(database: BaseDatabaseWrapper, name: str) -> Any:
    """What gives the managers of all models as they are after a migration, by name."""
    executor = MigrationExecutor(database)
    state = executor.migrate([("tournament", name)])
    return lambda model: state.apps.get_model("tournament", model).objects.using(database.alias)


def an_evening_of_five(all_of: Any) -> dict[str, Any]:
    """A table of five and one of four, each with one match: played by sheets and ruled, and begun hand by hand."""
    club = all_of("Club").create(name="The Jack and Knave")
    event = all_of("Event").create(club=club, name="Kent evening", date=date(2026, 11, 21))
    players = [all_of("Player").create(club=club, name=name) for name in ("Ann", "Bea", "Cy", "Dan")]
    ann, bea, cy, dan = (all_of("Entry").create(event=event, player=player) for player in players)
    stage = all_of("Stage").create(event=event, number=1, drawn_at=SEVEN, released_at=SEVEN)
    five, four = (all_of("Table").create(stage=stage, number=number, size=size) for number, size in ((1, 5), (2, 4)))
    length = timedelta(minutes=20)
    first, second = (all_of("Round").create(stage=stage, turns=turns, number=1, length=length) for turns in (5, 3))
    tallies = {"points_a": 13, "points_b": 9, "all_fours_a": 1, "all_fours_b": 0, "jacks_turned_b": 2}
    ruled = all_of("Match").create(table=five, round=first, entry_a=bea, entry_b=ann, state="ruled", **tallies)
    begun = all_of("Match").create(table=four, round=second, entry_a=cy, entry_b=dan)
    for entry, mine, theirs, superseded in ((bea, 14, 9, SEVEN), (bea, 13, 9, None), (ann, 9, 12, None)):
        all_of("SheetLine").create(
            match=ruled, entry=entry, mine=mine, theirs=theirs, entered_at=SEVEN, superseded_at=superseded
        )
    all_of("Ruling").create(match=ruled, points_a=13, points_b=9, reason="Added again", ruled_at=SEVEN)
    facts = {"dealer": str(cy.pk), "events": []}
    all_of("Hand").create(
        match=begun, number=1, entry_key=UUID(int=1), facts=facts, awards={"awards": []}, entered_at=SEVEN
    )
    return {"Ann": ann.pk, "Bea": bea.pk, "Cy": cy.pk, "Dan": dan.pk}


def test_matches_of_two_entries_become_matches_of_two_sides_with_all_that_was_said_of_them(old):
    entries = an_evening_of_five(migrated(old, "0003_tables_of_every_game"))
    all_of = migrated(old, "0004_sides")
    sides = all_of("Side").order_by("match", "number")
    assert list(
        sides.values_list("number", "players__entry", "players__seat", "points", "games", "all_fours", "jacks_turned")
    ) == [
        (1, entries["Bea"], 1, 13, None, 1, None),
        (2, entries["Ann"], 2, 9, None, 0, 2),
        (1, entries["Cy"], 1, None, None, None, None),
        (2, entries["Dan"], 2, None, None, None, None),
    ]
    lines = all_of("SheetLine").order_by("pk")
    assert list(lines.values_list("side__players__entry", "mine", "theirs", "superseded_at")) == [
        (entries["Bea"], 14, 9, SEVEN),
        (entries["Bea"], 13, 9, None),
        (entries["Ann"], 9, 12, None),
    ]
    assert list(all_of("Ruling").values_list("points", "reason")) == [([13, 9], "Added again")]
    assert list(all_of("Table").values_list("size", "turns")) == [(5, 5), (4, 3)]
    hands = all_of("Hand").order_by("match__sides__number")
    assert list(hands.values_list("match__sides__players__entry", "facts")) == [
        (entries["Cy"], {"dealer": str(entries["Cy"]), "events": []}),
        (entries["Dan"], {"dealer": str(entries["Cy"]), "events": []}),
    ]


def test_hang_jacks_of_matches_whose_hands_are_all_in_are_counted_from_them(old):
    all_of = migrated(old, "0008_side_of_a_hand")
    club = all_of("Club").create(name="The Jack and Knave")
    players = [all_of("Player").create(club=club, name=name) for name in ("Ann", "Bea", "Cy", "Dan")]
    for worth in (3, 1):
        rules = {"points": {"jack": 1, "hang_jack": worth}}
        event = all_of("Event").create(club=club, name=str(worth), date=date(2026, 11, 21), rules=rules)
        stage = all_of("Stage").create(event=event, number=1, drawn_at=SEVEN, released_at=SEVEN)
        table = all_of("Table").create(stage=stage, number=1, size=4, turns=1)
        round = all_of("Round").create(stage=stage, turns=1, number=1, length=timedelta(hours=1))
        entries = [all_of("Entry").create(event=event, player=player) for player in players]
        for finished, pairs in ((SEVEN, 2), (SEVEN, 1), (None, 2)):
            match = all_of("Match").create(table=table, round=round, hands_finished_at=finished)
            for number in (1, 2):
                side = all_of("Side").create(match=match, number=number)
                for seat, entry in enumerate(entries[number - 1 :: 2][:pairs], start=1):
                    all_of("SidePlayer").create(side_id=side.pk, entry_id=entry.pk, seat=2 * seat + number - 2)
            key = "side-2" if pairs == 2 else str(entries[1].pk)
            for number, superseded in ((1, None), (2, SEVEN), (3, None)):
                awards = {"awards": [["high", key, 1], ["hang_jack", key, worth]]}
                all_of("Hand").create(
                    match=match,
                    number=number,
                    entry_key=UUID(int=number),
                    facts={},
                    awards=awards,
                    entered_at=SEVEN,
                    superseded_at=superseded,
                )
    sides = migrated(old, "0009_hang_jacks")("Side").order_by("match", "number")
    of_three = list(sides.filter(match__table__stage__event__name="3").values_list("hang_jacks", flat=True))
    assert of_three == [0, 2, 0, 2, None, None]
    assert set(sides.filter(match__table__stage__event__name="1").values_list("hang_jacks", flat=True)) == {None}


def test_settlements_and_set_backs_of_pitch_are_counted_from_its_hands(old):
    migrated(old, "0012_leagues")
    all_of = migrated(old, "0012_leagues")  # read anew: the models of a run may be of several of its states
    club = all_of("Club").create(name="The Jack and Knave")
    rules = replace(RULE_SETS["auction-pitch"], target=4)
    event = all_of("Event").create(club=club, name="Pitch", date=date(2026, 11, 21), rules=rules.to_dict())
    all_of("Event").create(club=club, name="Kent", date=date(2026, 11, 21), rules=RULE_SETS["kent"].to_dict())
    stage = all_of("Stage").create(event=event, number=1, drawn_at=SEVEN, released_at=SEVEN)
    table = all_of("Table").create(stage=stage, number=1, size=3, turns=1)
    round = all_of("Round").create(stage=stage, turns=1, number=1, length=timedelta(hours=1))
    players = [all_of("Player").create(club=club, name=name) for name in ("Ann", "Bea", "Cy")]
    entries = [all_of("Entry").create(event=event, player=player).pk for player in players]
    ann, bea, cy = (str(entry) for entry in entries)
    seating = Seating((ann, bea, cy), {name: (name,) for name in (ann, bea, cy)})
    for finished in (SEVEN, None):
        match = all_of("Match").create(table=table, round=round, hands_finished_at=finished)
        for number, entry in enumerate(entries, start=1):
            side = all_of("Side").create(match=match, number=number)
            all_of("SidePlayer").create(side_id=side.pk, entry_id=entry, seat=number)
        for number, winner in ((1, bea), (2, cy)):
            trump, jack = TrumpFact(winner), TrumpFact(winner, won_by=winner)
            facts = HandFacts(seating, ann, (bid(bea, 2),), trump, trump, jack, game=winner)
            told = {"facts": plain_facts(rules, facts), "awards": {"awards": []}, "entered_at": SEVEN}
            all_of("Hand").create(match=match, number=number, game=number, entry_key=UUID(int=number), **told)
    sides = migrated(old, "0013_settlement")("Side").order_by("match", "number")
    counted = list(sides.values_list("settlement", "set_backs"))
    assert counted == [(-4, 0), (2, 1), (2, 0), (None, None), (None, None), (None, None)]


def test_an_evening_from_before_keeps_the_rule_that_an_empty_box_is_unknown_and_a_new_one_counts_it_as_none(
    old: BaseDatabaseWrapper,
) -> None:
    all_of = migrated(old, "0026_people_of_one_name")
    club = all_of("Club").create(name="The Jack and Knave")
    all_of("Event").create(club=club, name="Before", date=date(2026, 11, 14))
    all_of = migrated(old, "0027_sheets_missing_or_left_empty")
    all_of("Event").create(club_id=club.pk, name="After", date=date(2026, 11, 21))
    kept = all_of("Event").order_by("pk").values_list("name", "empty_means_none")
    assert list(kept) == [("Before", False), ("After", True)]
