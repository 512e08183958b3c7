"""At the door: whom a typed name means is asked where it can mean two, and nothing that was typed is lost."""

import pytest
from django.test import Client

from tests.conftest import NOW
from tests.door.test_door_of_rounds import answers_of, door, enter, filled, pairs, signed_in, teamed
from tests.evenings import Evening
from tournament.door.queries.partners import person_page
from tournament.door.services.entries import Namesake, enter_players, tidy_name
from tournament.lists.check import OUT, Question
from tournament.models import Entry, Event, Player

__all__ = ["pairs"]


def ask(client: Client, event: Event, typed: str, *answers: dict[str, str]) -> list[tuple[str, list[str]]]:
    """What is asked about these names, with the choices; or what is said once `answers` are given: the answer to each
    question, or what is proposed, and notes by the end of their keys."""
    url, data = f"/e/{event.pk}/door/", {"names": typed}
    if answers:
        for question, answer in zip(_questions(client.post(url, data)), answers, strict=True):
            data |= filled(question, answer)
    answer = client.post(url, data)
    if answer.status_code == 302:
        return [(str(message), []) for message in client.get(url).context["messages"]]
    assert answer.context["form"]["names"].value() == typed
    return [(question.text, labels_of(question)) for question in _questions(answer)]


def labels_of(question: Question) -> list[str]:
    """The choices, but for the one that every name has."""
    return [label for value, label in question.choices if value != OUT]


def _questions(answer):
    return answer.context["form"].questions.asked


def entered(event: Event) -> list[str]:
    return [entry.name for entry in Entry.objects.filter(event=event, here=True).select_related("player")]


def test_a_name_that_is_here_already_is_asked_about_before_anybody_is_added(
    as_director: Client, evening: Event
) -> None:
    enter_players(evening, ["Ann Smith"], by=None, now=NOW)
    asked = ("Ann Smith is already here. Is this another Ann Smith?", ["The same Ann Smith", "Another Ann Smith"])
    assert ask(as_director, evening, "Cy, ann smith") == [asked]
    assert entered(evening) == ["Ann Smith"]
    said = ask(as_director, evening, "Cy, Ann Smith", {})
    assert said == [("Added Cy. Ann Smith was already here: nothing changed.", [])]
    said = ask(as_director, evening, "Ann Smith", {"answer": "another", "note": " Pond  Street", "other": "Hill"})
    assert said == [("Added Ann Smith (Pond Street).", [])]
    assert entered(evening) == ["Ann Smith (Hill)", "Ann Smith (Pond Street)", "Cy"]


def test_a_name_of_two_people_that_is_typed_twice_is_asked_about_by_its_number_in_the_list(
    as_director: Client, evening: Event
) -> None:
    enter_players(evening, [Namesake("Ann Smith", "Hill"), Namesake("Ann Smith", "Pond")], by=None, now=NOW)
    assert [question for question, _choices in ask(as_director, evening, "Ann Smith, Cy, Ann Smith, Ann Smith")] == [
        "Which Ann Smith is this?",
        "Ann Smith, number 2 in your list: which one is this?",
        "Ann Smith, number 3 in your list: which one is this?",
    ]


def test_another_person_of_a_name_needs_a_note_of_their_own(as_director: Client, evening: Event) -> None:
    enter_players(evening, ["Ann Smith", Namesake("Ann Smith", "Hill")], by=None, now=NOW)
    for note, said in (
        ("", "Write a note that tells them apart"),
        ("hill", "The club already has Ann Smith (hill)."),
    ):
        question = _questions(as_director.post(f"/e/{evening.pk}/door/", {"names": "Ann Smith"}))[0]
        sent = {"names": "Ann Smith", **filled(question, {"answer": "another", "note": note})}
        answer = as_director.post(f"/e/{evening.pk}/door/", sent)
        assert (answer.status_code, said in answer.content.decode()) == (422, True)
    assert Player.objects.count() == 2


def test_a_name_that_two_of_the_club_have_is_asked_about_with_nobody_chosen(
    as_director: Client, evening: Event
) -> None:
    hill, pond = enter_players(
        evening, [Namesake("Ann Smith", "Hill"), Namesake("Ann Smith", "Pond")], by=None, now=NOW
    )
    Entry.objects.all().delete()
    asked = ask(as_director, evening, "Ann Smith")
    assert asked == [
        (
            "Which Ann Smith is this?",
            [
                *("Ann Smith (Hill), on the club’s list", "Ann Smith (Pond), on the club’s list"),
                "Another Ann Smith",
            ],
        )
    ]
    assert ask(as_director, evening, "Ann Smith", {}) == asked
    assert ask(as_director, evening, "Ann Smith", {"answer": str(pond.player_id)}) == [("Added Ann Smith.", [])]
    assert [entry.player for entry in Entry.objects.select_related("player")] == [pond.player]
    assert ask(as_director, evening, "ann smith (HILL)") == [("Added Ann Smith (Hill).", [])]
    assert entered(evening) == ["Ann Smith (Hill)", "Ann Smith (Pond)"]


def test_a_name_that_a_pasted_list_has_twice_is_asked_about_and_may_be_two_people(
    as_director: Client, evening: Event
) -> None:
    asked = ask(as_director, evening, "1. Ann\n2. Bea\n3. Ann")
    assert asked == [
        (
            "Ann is in your list more than once. Are they 2 people?",
            ["The same person, typed twice: add once", "Another Ann"],
        )
    ]
    said = ask(as_director, evening, "Cy\nDan\nCy", {})
    assert said == [("Added Cy and Dan. Cy was in your list more than once and is added once.", [])]
    ask(as_director, evening, "Ann\nBea\nAnn", {"answer": "another", "note": "Hill", "other": "Pond"})
    assert entered(evening) == ["Ann (Hill)", "Ann (Pond)", "Bea", "Cy", "Dan"]


def test_a_pasted_list_with_notes_in_brackets_needs_no_question(as_director: Client, evening: Event) -> None:
    assert ask(as_director, evening, "Ann (Hill)\nAnn (Pond)\nBea (vegetarian)") == [("Added 3 players.", [])]
    assert list(Player.objects.values_list("name", "note")) == [
        *(("Ann", "Hill"), ("Ann", "Pond"), ("Bea (vegetarian)", "")),
    ]


def test_somebody_on_the_list_who_was_not_here_is_named_and_marked_as_here(as_director: Client, evening: Event) -> None:
    enter_players(evening, ["Ann", "Bea"], by=None, now=NOW)
    Entry.objects.filter(player__name="Ann").update(here=False)
    assert ask(as_director, evening, "Ann, Cy") == [
        (
            "Added Cy. Ann was already on tonight’s list and is now marked as here. "
            "Type the name again to add another Ann.",
            [],
        )
    ]


@pytest.mark.parametrize("between", [" & ", "&", " and ", " + ", " / "])
def test_two_names_with_a_sign_between_are_asked_about_where_everybody_plays_singly(
    as_director: Client, evening: Event, between: str
) -> None:
    typed = f"Cy\r\nAnn{between}Bea"
    label = f"“Ann{between}Bea”"
    assert ask(as_director, evening, typed) == [
        (f"{label}: who is this?", ["2 players: Ann and Bea", f"1 player called {label}"])
    ]
    assert entered(evening) == []
    assert ask(as_director, evening, typed, {}) == [("Added 3 players.", [])]
    assert entered(evening) == ["Ann", "Bea", "Cy"]
    Entry.objects.all().delete()
    assert ask(as_director, evening, f"Ann{between}Bea", {"answer": "whole"}) == [(f"Added Ann{between}Bea.", [])]


def test_a_player_of_the_club_is_picked_as_the_person_and_not_by_name(as_director: Client, evening: Event) -> None:
    hill, pond = enter_players(evening, [Namesake("Ann", "Hill"), Namesake("Ann", "Pond")], by=None, now=NOW)
    pond.delete()
    url = f"/e/{evening.pk}/door/"
    assert [player.full_name for player in as_director.get(f"{url}?q=pond").context["found"].others] == ["Ann (Pond)"]
    as_director.post(url, {"player": pond.player_id})
    assert entered(evening) == ["Ann (Hill)", "Ann (Pond)"]


def test_a_note_is_kept_beside_the_name_and_shown_on_the_page_that_edits_it(
    as_director: Client, evening: Event
) -> None:
    hill, pond = enter_players(evening, [Namesake("Ann", "Hill"), Namesake("Ann", "Pond")], by=None, now=NOW)
    page = f"/e/{evening.pk}/door/{hill.pk}/name/"
    assert 'value="Hill"' in as_director.get(page).content.decode()
    assert as_director.post(page, {"name": "Ann", "note": "pond"}).status_code == 422
    assert as_director.post(page, {"name": "Ann", "note": "High Street"}).status_code == 302
    assert entered(evening) == ["Ann (High Street)", "Ann (Pond)"]


def test_mother_and_daughter_of_one_name_are_a_pair(pairs: Evening) -> None:
    typed = "Ann Smith & Ann Smith\nBea & Cy"
    answers = answers_of(pairs, typed, {"answer": "another", "note": "junior"})
    assert enter(pairs, typed, **answers) == (302, ["Added 4 players."])
    assert teamed(pairs) == [("", ["Ann Smith", "Ann Smith (junior)"]), ("", ["Bea", "Cy"])]


def test_a_name_in_two_pairs_is_asked_about_and_each_pair_has_its_own(pairs: Evening) -> None:
    typed = "Ann & Bea\nann & Cy"
    answers = answers_of(pairs, typed, {"answer": "another", "note": "the tall one", "other": "Hill"})
    assert enter(pairs, typed, **answers)[0] == 302
    assert teamed(pairs) == [("", ["Ann (Hill)", "Bea"]), ("", ["ann (the tall one)", "Cy"])]


def test_somebody_without_a_partner_finds_one_and_is_asked_about_once(pairs: Evening) -> None:
    enter(pairs, "Ann")
    answers = answers_of(pairs, "Ann & Bea")
    assert enter(pairs, "Ann & Bea", **answers) == (302, ["Added Bea. Ann was already here: nothing changed."])
    assert teamed(pairs) == [("", ["Ann", "Bea"])]


def test_a_stand_in_of_a_name_that_plays_already_may_be_another_person(pairs: Evening) -> None:
    enter(pairs, "Ann & Bea\nCy & Dan")
    ann = Entry.objects.get(player__name="Ann")
    client, page = signed_in(pairs, "director"), f"{door(pairs)}{ann.pk}/more/"
    answer = client.post(page, {"action": "instead", "instead": "Cy"})
    assert answer.context["instead"].errors == {"instead": ["Cy already plays for somebody else tonight."]}
    question = answer.context["instead"].questions.asked[0]
    sent = filled(question, {"answer": "another", "note": "Mill Lane"})
    assert client.post(page, {"action": "instead", "instead": "Cy", **sent}).status_code == 302
    assert teamed(pairs) == [("", ["Ann", "Bea", "Cy (Mill Lane)"]), ("", ["Cy", "Dan"])]
    assert "Cy (Mill Lane)" not in person_page(Entry.objects.get(player__name="Bea")).free


@pytest.mark.parametrize(
    ("known", "typed"),
    [
        ("Zoë Müller", "Zoe Muller"),
        ("Zoë Müller", "ZOE MÜLLER"),
        ("Zoë Müller", "Zoë\u202e Mu\u0308ller"),
        ("Pat O’Brien", "Pat O'Brien"),
        ("Pat O’Brien", "pat obrien"),
        ("William Smith", "Bill Smith"),
        ("Ann Smith", "Smith Ann"),
        ("Ann Smith", "Аnn Smith"),
        ("Ann Smith", "A\u200bnn Smith"),
        ("Ann Smith", "A\u200dnn Smith"),
        ("Bill Smith", "BiIl Smith"),
    ],
)
def test_no_spelling_of_a_known_name_makes_a_second_person_in_silence(
    as_director: Client, evening: Event, known: str, typed: str
) -> None:
    person = Player.objects.create(club=evening.club, name=known)
    asked = ask(as_director, evening, typed)
    if asked[0][1]:
        said = f"Nobody is called exactly “{tidy_name(typed)}”. Is this {known}?"
        if "Аnn" in typed:
            said = f"“{typed}” has letters of 2 alphabets that look alike. Who is this?"
        new = f"Somebody new: {'Ann Smith' if 'Аnn' in typed else tidy_name(typed)}"
        assert asked == [(said, [f"{known}, on the club’s list", new])]
        assert Player.objects.count() == 1
        ask(as_director, evening, typed, {"answer": str(person.pk)})
    assert ([entry.player for entry in Entry.objects.all()], Player.objects.count()) == ([person], 1)


def test_a_name_like_those_of_several_is_asked_about_with_all_of_them(as_director: Client, evening: Event) -> None:
    for name in ("William Smith", "Billy Smith"):
        Player.objects.create(club=evening.club, name=name)
    ((asked, choices),) = ask(as_director, evening, "Bill Smith")
    assert asked == "Nobody is called exactly “Bill Smith”. Is this one of these people?"
    listed = ["Billy Smith, on the club’s list", "William Smith, on the club’s list", "Somebody new: Bill Smith"]
    assert sorted(choices) == sorted(listed)


def test_somebody_new_with_a_name_like_another_is_added_once_and_never_asked_about_again(
    as_director: Client, evening: Event
) -> None:
    Player.objects.create(club=evening.club, name="William Smith")
    (question,) = ask(as_director, evening, "Bill Smith")
    assert ask(as_director, evening, "Bill Smith", {}) == [question]
    assert ask(as_director, evening, "Bill Smith", {"answer": "another"}) == [("Added Bill Smith.", [])]
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Bill Smith", "William Smith"]
    Entry.objects.all().delete()
    assert ask(as_director, evening, "Bill Smith") == [("Added Bill Smith.", [])]


def test_two_names_alike_in_one_list_are_asked_about_though_the_club_knows_neither(
    as_director: Client, evening: Event
) -> None:
    asked = ask(as_director, evening, "Zoë Müller\nCy\nZoe Muller")
    choices = ["Zoë Müller, who is in your list too", "Somebody new: Zoe Muller"]
    assert asked == [("Nobody is called exactly “Zoe Muller”. Is this Zoë Müller?", choices)]
    ask(as_director, evening, "Zoë Müller\nCy\nZoe Muller", {"answer": "again-0"})
    assert entered(evening) == ["Cy", "Zoë Müller"]


def test_a_pair_and_a_substitute_are_asked_about_a_name_like_a_known_one(pairs: Evening) -> None:
    zoe = Player.objects.create(club=pairs.event.club, name="Zoë Müller")
    answers = answers_of(pairs, "Zoe Muller & Bea", {"answer": str(zoe.pk)})
    assert enter(pairs, "Zoe Muller & Bea", **answers) == (302, ["Added Bea and Zoë Müller."])
    pat = Player.objects.create(club=pairs.event.club, name="Pat O’Brien")
    client, bea = signed_in(pairs, "director"), Entry.objects.get(player__name="Bea")
    page = f"{door(pairs)}{bea.pk}/more/"
    answer = client.post(page, {"action": "instead", "instead": "Pat O'Brien"})
    assert answer.context["instead"].errors == {"instead": ["Choose below who you mean."]}
    (question,) = answer.context["instead"].questions.asked
    sent = filled(question, {"answer": str(pat.pk)})
    assert client.post(page, {"action": "instead", "instead": "Pat O'Brien", **sent}).status_code == 302
    assert Player.objects.filter(name__startswith="Pat").get().entries.count() == 1
