"""What the door says of a step, in its message, in the log and beside Undo: at tables, in rounds and by the hour."""

from decimal import Decimal
from random import Random
from typing import Any

import pytest
from django.test import Client

from tests import evenings, round_evenings
from tests.conftest import NOW, signed_in
from tests.door.test_door_of_rounds import filled
from tests.evenings import NAMES, Evening
from tests.event.test_table_evenings import play_match
from tests.markup import markup
from tests.round_evenings import Rounds, out
from tournament.desk.queries.log_pages import LogFilter, read_log
from tournament.door.services.entries import enter_players, set_here
from tournament.door.services.people import leave, seat_late
from tournament.door.services.teams import Party, enter_parties, substitute, team_up
from tournament.door.services.till import pay, set_due
from tournament.event.services.events import change_settings
from tournament.models import Entry, Event, LogEntry, Seat, Team

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of
ANN, BEA, CY, DAN = NAMES[:4]


def press(evening: Evening, entry: Entry, action: str) -> str:
    at = f"/e/{evening.event.pk}/door/{entry.pk}/"
    answer: Any = signed_in(evening, "director").post(at, {"action": action}, follow=True)
    return " ".join(map(str, answer.context["messages"]))


def logged(evening: Evening) -> str:
    return read_log(LogFilter(evening.event)).lines[0].sentence


def undo_names(evening: Evening) -> list[str]:
    page: Any = signed_in(evening, "director").get(f"/e/{evening.event.pk}/undo/")
    return [step.name for step in page.context["steps"]]


def at_table(size: int) -> tuple[Entry, int]:
    seat = Seat.objects.select_related("entry__player", "entry__event", "table").filter(table__size=size)[0]
    return seat.entry, seat.table.number


def test_at_a_night_of_tables_it_says_what_becomes_of_the_others(evening_of) -> None:
    evening = evening_of(5, format="seven-up-tables", table_size=3).begun()
    (of_three, three), (of_two, two) = at_table(3), at_table(2)
    left = "{} left early. What was played counts."
    assert press(evening, of_three, "leave") == (
        f"{left.format(of_three.name)} The others at table {three} play without them."
    )
    assert press(evening, of_two, "leave") == (
        f"{left.format(of_two.name)} Table {two} does not have enough players now. A latecomer can take the chair."
    )
    assert logged(evening) == f"{of_two.name} left early; 1 match called off"
    (zoe,) = enter_players(evening.event, ["Zoe Late"], by=None, now=evening.now)
    said = press(evening, zoe, "seat")
    seat = Seat.objects.get(entry=zoe)
    assert said == f"Zoe Late takes chair {seat.position} at table {seat.table.number}."
    assert logged(evening) == f"Zoe Late came late and sits at table {seat.table.number}"


def test_at_a_table_that_has_started_it_says_what_to_do(evening_of) -> None:
    evening = evening_of(4, format="seven-up-tables", table_size=2).begun()
    evening.play_rounds(1)
    gone, _table = at_table(2)
    assert press(evening, gone, "leave") == (
        f"{gone.name} left early. What was played counts. "
        "The table has started. Let it finish without them, or call the match off under Results."
    )
    assert logged(evening) == f"{gone.name} left early"


def test_the_log_says_from_which_round_or_hand_somebody_plays(evening_of, rounds_of: Rounds) -> None:
    evening = evening_of(7).playing()
    (zoe,) = enter_players(evening.event, ["Zoe Late"], by=None, now=evening.now)
    seat = seat_late(zoe, by=evening.director, now=evening.now)
    assert logged(evening) == f"Zoe Late came late and sits at table {seat.table.number} from round 2"
    pairs = rounds_of(2, plan=[["round-robin", 1]])
    out(pairs, 1)
    (match,) = pairs.matches(1)
    play_match(pairs, match, Random(1674), hands=2)
    ann = Entry.objects.get(event=pairs.event, player__name=ANN)
    substitute(ann, "Yas Late", from_hand=3, by=pairs.director, now=pairs.now)
    assert logged(pairs) == f"Yas Late plays for {ANN} from hand 3 of {match.name}"


def test_undo_names_up_to_three_who_were_entered_and_counts_more(evening_of) -> None:
    evening = evening_of(0, format="trinidad-rounds", plan=[["round-robin", 3]])
    enter_players(evening.event, NAMES[:3], by=evening.director, now=evening.now)
    enter_players(evening.event, NAMES[3:7], by=evening.director, now=evening.now)
    assert undo_names(evening)[:2] == ["4 names entered", "Ann Ash, Bea Ash and Cy Ash entered"]


@pytest.mark.parametrize(("enters", "size", "words"), [("pairs", 2, "2 pairs"), ("teams", 4, "2 teams")])
def test_undo_names_a_pair_that_was_put_together_and_counts_several(
    evening_of, enters: str, size: int, words: str
) -> None:
    evening = evening_of(0, format="trinidad-rounds", enters=enters, plan=[["round-robin", 3]])
    entries = enter_players(evening.event, NAMES[: 3 * size], by=evening.director, now=evening.now)
    team_up(evening.event, [entry.player for entry in entries[:size]], by=evening.director, now=evening.now)
    both = [Party(tuple(entry.player for entry in entries[at : at + size])) for at in (size, 2 * size)]
    enter_parties(evening.event, both, by=evening.director, now=evening.now)
    first, second, *_others = undo_names(evening)
    assert (first, second.endswith(" together"), second.startswith(ANN)) == (f"{words} put together", True, True)


def test_a_note_is_for_another_person_and_for_one_alone(as_director: Client, evening: Event) -> None:
    enter_players(evening, ["Ann Smith"], by=None, now=NOW)
    at, typed = f"/e/{evening.pk}/door/", {"names": "Ann Smith"}
    for answer, said in (
        ({"note": "Pond"}, "You wrote a note: choose “another Ann Smith” above, or clear the note."),
        ({"answer": "another", "note": "Pond", "other": "pond"}, "2 people with the same name need different"),
    ):
        (question,) = as_director.post(at, typed).context["form"].questions.asked
        answered = filled(question, {"answer": question.choices[0][0]} | answer)
        refused = as_director.post(at, typed | answered)
        assert (refused.status_code, said in refused.content.decode()) == (422, True)


def test_a_price_set_twice_is_logged_once(evening_of) -> None:
    evening = evening_of(4)
    change_settings(evening.event, {"price": Decimal(5)}, by=None, now=evening.now)
    for _press in range(2):
        set_due(evening.entry(ANN), Decimal(3), by=evening.director, now=evening.now)
    assert LogEntry.objects.filter(action="set_due").count() == 1


def test_a_team_of_too_few_is_not_put_together(evening_of) -> None:
    evening = evening_of(0, format="trinidad-rounds", enters="teams", plan=[["round-robin", 3]])
    entries = enter_players(evening.event, NAMES[:5], by=evening.director, now=evening.now)

    def tick(count: int) -> Any:
        ticked = [str(entry.pk) for entry in entries[:count]]
        return signed_in(evening, "director").post(f"/e/{evening.event.pk}/door/together/", {"together": ticked})

    assert tick(4).status_code == 302
    Team.objects.all().delete()
    refused = tick(3)
    assert (refused.status_code, "3 ticked. A team needs at least 4 players." in markup(refused)) == (422, True)
    assert Team.objects.count() == 0


@pytest.mark.parametrize(("count", "more"), [(12, ""), (13, " and 1 more"), (15, " and 3 more")])
def test_a_question_about_many_lines_names_the_first_twelve(evening_of, count: int, more: str) -> None:
    evening = evening_of(count)
    Entry.objects.update(here=False)
    desk, here = signed_in(evening, "director"), f"/e/{evening.event.pk}/door/"
    typed = desk.get(f"{here}people.csv").content.decode("utf-8-sig")
    (question,) = desk.post(here, {"names": typed}).context["form"].questions.asked
    names = [line.split(",")[0] for line in typed.splitlines()[1:]]
    assert question.text == f"These are marked as reserves or as not here: {'; '.join(names[:12])}{more}"


def test_the_till_of_one_person_is_shown_again_with_what_was_wrong(evening_of) -> None:
    evening = evening_of(4)
    change_settings(evening.event, {"price": Decimal(5)}, by=None, now=evening.now)
    here = f"/e/{evening.event.pk}/door/{evening.entry(ANN).pk}/dues/"
    desk = signed_in(evening, "director")
    assert [desk.get(here).status_code, desk.post(here, {"action": "due", "due": "-1"}).status_code] == [200, 422]
    wrong = desk.post(here, {"action": "pay", "amount": "", "seen": "0"})
    assert (wrong.status_code, wrong.wsgi_request.user.pk, "<nav" in markup(wrong)) == (422, evening.director.pk, True)


def test_each_step_at_the_door_is_undone_once_and_the_latest_first(evening_of) -> None:
    evening = evening_of(0, format="trinidad-rounds", plan=[["round-robin", 3]])
    change_settings(evening.event, {"price": Decimal(5)}, by=None, now=evening.now)
    desk, here = signed_in(evening, "director"), f"/e/{evening.event.pk}"
    desk.post(f"{here}/door/", {"names": "Ann Ali & Bea Best\nCy Cole & Dan Dove"})
    desk.post(f"{here}/door/", {"names": "Eve Eton"})
    ann = Entry.objects.get(player__name="Ann Ali")
    set_here(ann, False, by=evening.director, now=evening.now)
    substitute(Entry.objects.get(player__name="Dan Dove"), "Zoe Late", by=evening.director, now=evening.now)
    pay(Entry.objects.get(player__name="Cy Cole"), Decimal(5), seen=0, by=evening.director, now=evening.now)
    leave(Entry.objects.get(player__name="Bea Best"), by=evening.director, now=evening.now)
    undone = []
    while [name for name in undo_names(evening) if "settings" not in name]:
        page: Any = desk.get(f"{here}/undo/")
        first = page.context["steps"][0]
        undone.append(first.name)
        answer: Any = desk.post(f"{here}/step/", {"action": "take_back", "log": first.log}, follow=True)
        assert list(map(str, answer.context["messages"])) == [f"Undone: {first.name}."]
        again: Any = desk.post(f"{here}/step/", {"action": "take_back", "log": first.log}, follow=True)
        assert list(map(str, again.context["messages"])) != [f"Undone: {first.name}."]
    assert undone == [
        *("Bea Best left", "Cy Cole paid 5.00", "Zoe Late as substitute for Dan Dove", "Ann Ali is not here"),
        *("Eve Eton entered", "list with 4 names added, but for those who sat or paid since: Cy Cole"),
    ]
    assert list(Entry.objects.values_list("player__name", "here")) == [("Cy Cole", True)]
    assert Team.objects.count() == 0
