"""Two people of one name are two persons, told apart by a note where both are at one evening and nowhere else."""

from datetime import date

import pytest

from tests.evenings import NAMES, SEVEN
from tournament.door.services.entries import Namesake, correct_name, enter_players, remove_entry, set_note
from tournament.event.services.events import create_event
from tournament.foundation.errors import NameShared, NameTaken
from tournament.models import Entry, Event, Player
from tournament.standings.queries.standings import standings_of

ANN = NAMES[0]


def names_in(event: Event) -> list[str]:
    return [entry.name for entry in Entry.objects.filter(event=event).select_related("player")]


def by(evening):
    return {"by": evening.director, "now": evening.now}


def test_two_of_one_name_are_told_apart_by_the_note_only_where_both_are_entered(evening_of):
    evening = evening_of(2)
    (second,) = enter_players(evening.event, [Namesake(ANN, "Pond Street")], **by(evening))
    assert names_in(evening.event) == [ANN, f"{ANN} (Pond Street)", NAMES[1]]
    another = create_event(evening.event.club, name="Next", date=date(2026, 11, 28), by=evening.director, now=SEVEN)
    enter_players(another, [second.player, NAMES[1]], **by(evening))
    assert names_in(another) == [ANN, NAMES[1]]
    set_note(Player.objects.get(name=ANN, note=""), "Hill", event=evening.event, **by(evening))
    assert names_in(evening.event) == [f"{ANN} (Hill)", f"{ANN} (Pond Street)", NAMES[1]]
    assert names_in(another) == [ANN, NAMES[1]]
    remove_entry(second, **by(evening))
    assert names_in(evening.event) == [ANN, NAMES[1]]


def test_a_name_that_two_have_is_not_guessed_and_with_its_note_it_names_one(evening_of):
    evening = evening_of(1)
    enter_players(evening.event, [Namesake(ANN, "Pond Street")], **by(evening))
    with pytest.raises(NameShared):
        enter_players(evening.event, [ANN], **by(evening))
    (found,) = enter_players(evening.event, [f"{ANN.upper()} (pond street)"], **by(evening))
    assert (found.player.note, Player.objects.count()) == ("Pond Street", 2)


def test_a_second_person_of_a_name_is_added_once_however_often_it_is_sent(evening_of):
    evening = evening_of(1)
    for note in ("Pond Street", "POND  street"):
        enter_players(evening.event, [Namesake(ANN.lower(), note)], **by(evening))
    assert names_in(evening.event) == [ANN, f"{ANN.lower()} (Pond Street)"]


def test_a_misspelt_name_may_become_one_that_somebody_has_only_with_a_note(evening_of):
    evening = evening_of(2)
    bea = evening.entry(NAMES[1])
    with pytest.raises(NameTaken):
        correct_name(bea, ANN, **by(evening))
    correct_name(bea, ANN, "the baker", **by(evening))
    assert names_in(evening.event) == [ANN, f"{ANN} (the baker)"]


def test_standings_name_both_people_of_one_name(evening_of):
    evening = evening_of(7)
    enter_players(evening.event, [Namesake(ANN, "Pond Street")], **by(evening))
    evening.begin()
    evening.play_rounds(1)
    evening.hand_in(1, lambda match: (5, 3))
    names = {line.name for line in standings_of(evening.event).lines}
    assert names == {*NAMES[:7], f"{ANN} (Pond Street)"}
