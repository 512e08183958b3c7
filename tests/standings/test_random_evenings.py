"""After whatever is written, standings that start from the ones before equal those that are made from nothing."""

from dataclasses import fields
from itertools import count, product
from random import Random

import pytest
from django.db.models import F, Model

from tests.evenings import NAMES, SEVEN, Evening
from tests.kinds import mostly_slow
from tournament.door.services.entries import enter_players
from tournament.door.services.teams import team_up
from tournament.draw.services.draws import draw_first_hour, draw_second_hour, release_draw
from tournament.draw.services.round_draws import draw_round
from tournament.event.services.events import create_event
from tournament.formats.formats import FORMATS
from tournament.formats.presets import PRESETS, Preset
from tournament.foundation.errors import CannotDraw
from tournament.models import Account, Club, Cut, Entry, Event, Match, Side, SidePlayer, Stage, State
from tournament.movements import MOVEMENTS
from tournament.ranking import CRITERIA
from tournament.standings.queries.shared_standings import SHARED, share_standings
from tournament.standings.queries.standings import standings_of, tables_of

STEPS, PEOPLE = 30, 16
RANKS = "23456789TJQKA"
CREDITS = [
    {"rest": {"kind": "winners_average"}},
    {"rest": {"kind": "own_average"}, "abandoned": {"kind": "missing_part"}},
    {"absent": {"kind": "fixed", "points": 5}},
    {},
]


def open_evening_of(preset: Preset) -> Evening:
    club = Club.objects.create(name="The Jack and Knave")
    director = Account.objects.create_user("director", role=Account.Role.DIRECTOR)
    by = {"by": director, "now": SEVEN}
    event = create_event(club, name="Random", date=SEVEN.date(), format=preset.format, settings=preset.settings, **by)
    per = {"players": 1, "pairs": 2}.get(event.enters, 2 * event.pairs_a_team)
    first = MOVEMENTS[preset.plan[0].movement if preset.plan else event.kind.movement]
    fewest = next(size for size in count(2) if first.fits(size))
    names = NAMES[: per * max(size for size in range(fewest, max(PEOPLE // per, fewest) + 1) if first.fits(size))]
    if per == 1:
        enter_players(event, names, **by)
    else:
        for at in range(0, len(names) - len(names) % per, per):
            team_up(event, names[at : at + per], **by)
    return Evening(event, director, director)


def release_next(evening: Evening) -> None:
    """Releases the next hour or round if the evening has one."""
    event = evening.event = Event.objects.get(pk=evening.event.pk)
    number, by = 1 + Stage.objects.filter(event=event).count(), {"by": evening.director, "now": evening.now}
    try:
        if event.kind.is_planned:
            stage = draw_round(event, number, seed=number, **by)
        elif number == 1:
            stage = draw_first_hour(event, seed=1674, **by)
        elif event.kind.ranks_each_stage and number == 2:
            stage = draw_second_hour(event, **by)
        else:
            return
    except CannotDraw:
        return
    release_draw(stage, **by)


def report_all(event: Event, chance: Random) -> None:
    for side in Side.objects.filter(match__table__stage__event=event, points=None):
        points, games = chance.randrange(30), chance.randrange(3)
        Side.objects.filter(pk=side.pk).update(points=points, games=games, hang_jacks=games, all_fours=0)
    Match.objects.filter(table__stage__event=event).update(state=State.AGREED)


def change_something(evening: Evening, chance: Random) -> None:
    """Writes what services may write, or a rescore, with any figures, but for the revision that each of them raises."""
    event = evening.event

    def any_of(model: type[Model], **which: object) -> int:
        return chance.choice(list(model.objects.filter(**which).order_by("pk").values_list("pk", flat=True)))

    match = any_of(Match, table__stage__event=event)
    what = chance.randrange(12)
    if what < 5:
        column = chance.choice(["points", "games", "hang_jacks", "all_fours", "settlement", "set_backs"])
        figure = chance.choice([None, 0, 1, 2, 14])
        Side.objects.filter(pk=any_of(Side, match=match)).update(**{column: figure})
    elif what == 5:
        Match.objects.filter(pk=match).update(state=chance.choice(State.values))
    elif what == 6:
        Match.objects.filter(pk=match).update(walk_over=chance.choice([None, 0, 1, 2]))
    elif what == 7:
        Match.objects.filter(pk=match).update(part=chance.choice(["", "1/2", "2/3"]))
    elif what == 8:
        gone = chance.choice([None, SEVEN])
        Entry.objects.filter(pk=any_of(Entry, event=event)).update(left_at=gone)
    elif what == 9:
        stage = Stage.objects.filter(event=event).latest("number")
        entry = SidePlayer.objects.get(pk=any_of(SidePlayer, side__match__table__stage=stage)).entry_id
        Cut.objects.filter(stage=stage, entry=entry, superseded_at=None).update(superseded_at=SEVEN)
        Cut.objects.create(stage=stage, entry_id=entry, cards=[chance.choice(RANKS)], cut_at=SEVEN)
    elif what == 10:
        keys = chance.sample(sorted(CRITERIA), 4) if event.kind.is_planned else []
        Event.objects.filter(pk=event.pk).update(criteria=keys, credits=chance.choice(CREDITS))
    else:
        report_all(event, chance)
        release_next(evening)


def tables(event: Event) -> list[object]:
    event = Event.objects.get(pk=event.pk)
    found: list[object] = []
    for of, agreed_only in product(tables_of(event), (False, True)):
        page = share_standings(event, agreed_only=agreed_only, counting=of).page
        made = page.standings
        found.append([getattr(made, field.name) for field in fields(made)])
        of_rows = ("place", "name", "decided", "besides", "notes", "cells", "small", "group")
        found.append([page.unknown, page.explanations, [[getattr(row, name) for name in of_rows] for row in page.rows]])
    return found


@pytest.mark.parametrize("key", mostly_slow(PRESETS, quick={"kent-1674", "team-league"}))
def test_standings_after_any_write_are_those_made_from_nothing(db, key):
    chance = Random(key)
    evening = open_evening_of(PRESETS[key])
    release_next(evening)
    for step in range(STEPS):
        change_something(evening, chance)
        Event.objects.filter(pk=evening.event.pk).update(revision=F("revision") + 1)
        made_from_before = tables(evening.event)
        if chance.random() < 0.4:
            SHARED.forget()
            assert (step, made_from_before) == (step, tables(evening.event))


FINAL_ORDERS = [(key, order) for key, preset in PRESETS.items() for order in FORMATS[preset.format].final_criteria]
KENT_AND_TEAMS = [("kent-1674", "totals"), ("kent-1674", "second_table"), ("team-league", "totals")]


@pytest.mark.parametrize(("key", "final_order"), mostly_slow(FINAL_ORDERS, quick=KENT_AND_TEAMS))
def test_places_stay_when_seats_are_released_until_something_is_played(db, key, final_order):
    chance = Random(key)
    evening = open_evening_of(PRESETS[key])
    Event.objects.filter(pk=evening.event.pk).update(final_order=final_order)
    for _round in range(3):
        release_next(evening)
        report_all(evening.event, chance)
        cut_cards(evening.event, chance)
        before = places(evening.event)
        released = Stage.objects.filter(event=evening.event).count()
        release_next(evening)
        was_there = {name for name, _shown in before["entered"]}
        for of, placed in places(evening.event).items():
            new = [each for each in placed if of != "entered" or each[0] in was_there]
            assert (of, released, new) == (of, released, before.get(of, new))


def places(event: Event) -> dict[str, list[tuple[str, str]]]:
    """The places of each table of an evening."""
    event = Event.objects.get(pk=event.pk)
    return {
        of: [(line.name, line.placing.shown) for line in standings_of(event, counting=of).lines]
        for of in tables_of(event)
    }


def cut_cards(event: Event, chance: Random) -> None:
    """Everybody cuts after the latest round or hour."""
    stage = Stage.objects.filter(event=event).latest("number")
    Cut.objects.filter(stage=stage).update(superseded_at=SEVEN)
    players = SidePlayer.objects.filter(side__match__table__stage=stage).order_by("pk")
    cuts = [
        Cut(stage=stage, entry_id=entry, cards=[chance.choice(RANKS)], cut_at=SEVEN)
        for entry in dict.fromkeys(players.values_list("entry", flat=True))
    ]
    Cut.objects.bulk_create(cuts)
