"""A hand with 2 versions on both sides' phones, and on the director's pages while the table settles it."""

import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.urls import reverse

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening
from tests.phone.test_table import Phone, revision
from tournament.matches.queries.matches import sides_of
from tournament.models import Hand, Match, State

evening_of = evenings.evening_of


@pytest.fixture
def evening(evening_of) -> Evening:
    return evening_of(4).playing()


@pytest.fixture
def match(evening) -> Match:
    return evening.matches(1)[0]


@pytest.fixture
def phones(match) -> tuple[Phone, Phone]:
    """Of both sides; hand 1 has 2 versions, which differ in who had Game."""
    ours, theirs = Phone(match, 1), Phone(match, 2)
    ours.send(1)
    theirs.send(1, game="b")
    return ours, theirs


def choose(phone: Phone, number: int, *, seen: list[int] | None = None) -> HttpResponse:
    versions = list(Hand.objects.filter(match=phone.match, number=1).order_by("pk").values_list("pk", flat=True))
    return phone.press("choose", version=versions[number - 1], seen=seen or versions)


def words_of(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.partition("<main")[2])).split())


def test_both_phones_show_both_versions_and_where_they_differ_in_words(match, phones):
    one, other = (side.name.split()[0] for side in sides_of(match))
    for phone in phones:
        said = words_of(phone.get())
        assert "Hand 1 has 2 versions" in said and f"Version 1 {one}’s phone" in said
        assert f"Version 2 {other}’s phone" in said
        assert f"Where they differ Version 1 Version 2 Game {one} {other}" in said
        assert "It is agreed when both sides choose the same." in said
        assert "The director decides" not in said


def test_each_phone_learns_what_the_other_side_chose_and_the_same_choice_agrees_it(match, phones):
    ours, theirs = phones
    name = sides_of(match)[0].name.split()[0]
    choose(ours, 2)
    assert "You chose version 2. The other side has not chosen yet." in words_of(ours.get())
    assert f"{name} chose version 2." in words_of(theirs.get())
    pressed = re.compile(r'name="version"[^>]*aria-pressed="true"')
    assert pressed.search(ours.get()) and not pressed.search(theirs.get())
    said = words_of(theirs.client.get(choose(theirs, 2).url).content.decode())
    assert "Both sides chose the same version: hand 1 is agreed." in said and "2 versions" not in said
    assert "2 versions" not in ours.get()
    assert Hand.objects.get(match=match, superseded_at=None).state == State.AGREED


def test_a_choice_is_one_tap_without_opening_anything_and_so_is_taking_it_back(match, phones):
    ours, theirs = phones
    page = ours.get()
    assert "Choose version 1" not in page.partition('class="fold-line settle"')[2].partition("</details>")[0]
    choose(ours, 1)
    assert words_of(ours.get()).count("Undo my choice") == 1
    choose(theirs, 1)
    assert "Hand 1: both sides chose the same version. Undo my choice" in words_of(theirs.get())
    theirs.press("choose", back=1)
    said = words_of(theirs.get())
    assert ("Hand 1 has 2 versions" in said, "Undo my choice" in said) == (True, False)


def test_a_choice_of_versions_that_were_all_there_was_then_is_refused_once_there_is_a_third(match, phones):
    ours, _theirs = phones
    seen = list(Hand.objects.order_by("pk").values_list("pk", flat=True))
    Phone(match, 2).send(1, high="b", low="a")
    answer = choose(ours, 1, seen=seen)
    said = words_of(ours.client.get(answer.url).content.decode())
    assert "Somebody else has changed this hand in the meantime. Check it again." in said
    assert "Hand 1 was recorded differently by 2 people. The director decides." in said
    assert "Choose version" not in said


def test_a_phone_in_the_middle_sees_both_versions_and_is_asked_whose_it_is(match, phones):
    said = words_of(Phone(match, 0).get())
    assert "Hand 1 has 2 versions" in said and "Choose version" not in said
    assert "Each side chooses on its own phone. Choose below whose phone this is." in said


def test_a_phone_that_spoke_for_the_other_side_may_not_choose(match, phones):
    ours, _theirs = phones
    ours.press("side", side=2)
    said = words_of(ours.get())
    assert "This phone has already answered for the other side on this hand. Use another phone." in said
    assert "Choose version" not in said
    choose(ours, 1)
    assert all(hand.chosen_by == {} for hand in Hand.objects.all())


def test_the_director_sees_that_the_table_is_settling_it_and_may_still_decide(evening, match, phones):
    ours, theirs = phones
    choose(ours, 1)
    name = sides_of(match)[0].name
    director = signed_in(evening, "director")
    decide = reverse("decide", args=[evening.event.pk, match.pk, 1])
    for page in (reverse("results", args=[evening.event.pk]), reverse("match", args=[evening.event.pk, match.pk])):
        said = words_of(director.get(page).content.decode())
        assert f"The table can settle it on its phones. {name} chose version 1." in said
        assert "Review and decide" in said
    said = words_of(director.get(decide).content.decode())
    assert f"You can also decide it now. {name} chose version 1." in said and "Version 1: Phone of" in said
    right = Hand.objects.order_by("pk")[1].pk
    current = Hand.objects.get(superseded_at=None).pk
    director.post(decide, {"right": right, "seen": current, "usual": "both"})
    assert Hand.objects.get(superseded_at=None).state == State.RULED
    choose(theirs, 1)
    assert "Somebody else has changed this hand in the meantime." in words_of(theirs.get())


def test_a_hand_that_was_keyed_at_the_desk_in_another_version_is_the_directors(evening, match):
    ours = Phone(match, 1)
    ours.send(1)
    scorer = signed_in(evening, "scorer")
    page = reverse("match", args=[evening.event.pk, match.pk])
    keyed = {"number": 1, "entry_key": "5f6a9f0e-0f6c-4b65-9a83-0d6c7f1c1674", "step": "record"}
    marks = {"dealer": "a", "answer_1": "stand", "high": "a", "low": "b", "jack": "none", "game": "b"}
    asked = scorer.post(page, keyed | marks).context["form"]["asked"].value()
    scorer.post(page, keyed | marks | {"step": "confirm", "asked": asked})
    assert Hand.objects.filter(state=State.DISPUTED).count() == 2
    assert "The director decides" in words_of(ours.get()) and "Choose version" not in ours.get()
    said = words_of(scorer.get(page).content.decode())
    assert "The director decides." in said and "settle it on its phones" not in said


def test_a_choice_brings_the_other_phone_its_sheet_anew(match, phones):
    ours, theirs = phones
    before = revision()
    assert theirs.now(since=before).status_code == 204
    choose(ours, 1)
    assert "chose version 1." in words_of("<main" + theirs.now(since=before).content.decode())
