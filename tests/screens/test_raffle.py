"""The raffle: who is drawn, once each, and what the hall sees of it."""

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening
from tournament.desk.queries.undo import undoable_steps
from tournament.door.services.people import leave
from tournament.event.services.events import lock_event
from tournament.models import Entry, LogEntry, RaffleDraw
from tournament.screens.queries.raffle import raffle_of
from tournament.screens.services import NobodyToDraw, draw_winner, undo_draw_of_winner

evening_of = evenings.evening_of


def draw(evening: Evening, seed: int = 7, prize: str = "") -> str:
    seen = RaffleDraw.objects.count()
    drawn = draw_winner(evening.event, prize=prize, seed=seed, seen=seen, by=evening.director, now=evening.now)
    assert drawn is not None
    return drawn.entry.name


def test_everybody_here_is_drawn_once_and_nobody_who_left_or_is_not_here(evening_of):
    evening = evening_of(6)
    leave(evening.entry("Ann Ash"), by=evening.director, now=evening.now)
    Entry.objects.filter(pk=evening.entry("Bea Ash").pk).update(here=False)
    assert sorted(draw(evening, seed) for seed in range(4)) == ["Cy Ash", "Dan Ash", "Eve Ash", "Fay Ash"]
    with pytest.raises(NobodyToDraw):
        draw(evening)


def test_the_log_has_all_that_is_needed_to_draw_the_same_name_again(evening_of):
    evening = evening_of(6)
    names = [entry.name for entry in evening.event.entries.order_by("pk")]
    assert draw(evening, 42, " a bottle  of rum ") == Random(42).choice(names)
    line = LogEntry.objects.get(action="draw_winner")
    assert {key: line.after[key] for key in ("prize", "seed", "among")} == {
        "prize": "a bottle of rum",
        "seed": 42,
        "among": 6,
    }


def test_a_press_that_comes_twice_draws_once(evening_of):
    evening = evening_of(6)
    twice = [
        draw_winner(evening.event, seed=1, seen=0, by=evening.director, now=evening.now) is not None for _press in "12"
    ]
    assert (twice, raffle_of(evening.event).left) == ([True, False], 5)


def test_a_draw_is_undone_once_and_by_one_press_on_tonight_also_when_the_evening_is_locked(evening_of):
    evening = evening_of(4)
    draw(evening)
    lock_event(evening.event, by=evening.director, now=evening.now)
    evening.event.refresh_from_db()
    drawn = RaffleDraw.objects.get()
    draw(evening)
    step = next(step for step in undoable_steps(evening.event, most=1, checked=2))
    assert str(step.name) == f"draw of {RaffleDraw.objects.last().entry.name}"
    by = {"by": evening.director, "now": evening.now}
    assert [undo_draw_of_winner(drawn, **by) for _press in "12"] == [True, False]
    assert raffle_of(evening.event).left == 3


def test_the_hall_sees_a_name_only_when_the_director_shows_it(evening_of):
    evening = evening_of(4)
    director, page = signed_in(evening, "director"), reverse("raffle", args=[evening.event.pk])
    director.post(page, {"action": "draw", "seen": "0", "prize": "Ham"})
    drawn = RaffleDraw.objects.get()
    of_hall = reverse("call_outs", args=[evening.event.pk])
    assert drawn.entry.name not in Client().get(of_hall).content.decode()
    assert drawn.entry.name in director.get(page).content.decode()
    director.post(page, {"action": "show", "winner": drawn.pk})
    assert f"Ham: {drawn.entry.name}" in Client().get(of_hall).content.decode()
    director.post(page, {"action": "undo", "winner": drawn.pk})
    assert RaffleDraw.objects.count() == 0


def test_a_draw_of_another_evening_is_not_found(evening_of):
    evening, other = evening_of(4), evening_of(4)
    draw(other)
    page = reverse("raffle", args=[evening.event.pk])
    answer = signed_in(evening, "director").post(page, {"action": "undo", "winner": RaffleDraw.objects.get().pk})
    assert (answer.status_code, RaffleDraw.objects.count()) == (404, 1)
