"""The list of people at the door, in the order that is asked for, and its file."""

import csv
import io
from datetime import timedelta
from decimal import Decimal

from tests.conftest import signed_in
from tests.evenings import evening_of
from tests.round_evenings import rounds_of
from tournament.door.queries.door import find_people
from tournament.door.queries.partners import person_page
from tournament.door.services.entries import set_here
from tournament.door.services.till import pay, set_due
from tournament.event.services.events import change_settings
from tournament.models import Player

__all__ = ["evening_of", "rounds_of"]


def test_people_are_listed_with_where_they_are_and_what_they_owe(evening_of):
    evening = evening_of(5)
    change_settings(evening.event, {"price": Decimal(5)}, by=evening.director, now=evening.now)
    set_here(evening.event.entries.get(player__name="Cy Ash"), False, by=evening.director, now=evening.now)
    desk = signed_in(evening, "director")
    here = f"/e/{evening.event.pk}/door"
    page = desk.get(f"{here}/list/?sort=-owes&find=ash").content.decode()
    assert "Sorted by Owes, highest first." in page and "5 of 5 match “ash”." in page
    answer = desk.get(f"{here}/people.csv?sort=state")
    assert list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))) == [
        ["Name", "Here", "Table", "Owes", "Paid"],
        ["Ann Ash", "here", "", "5.00", "0.00"],
        ["Bea Ash", "here", "", "5.00", "0.00"],
        ["Dan Ash", "here", "", "5.00", "0.00"],
        ["Eve Ash", "here", "", "5.00", "0.00"],
        ["Cy Ash", "not here", "", "0.00", "0.00"],
    ]


def test_the_list_is_sorted_by_what_each_owes_and_has_paid_whoever_owes_nothing(evening_of):
    evening = evening_of(4)
    change_settings(evening.event, {"price": Decimal(5)}, by=evening.director, now=evening.now)
    for name, due, paid in (("Ann Ash", 0, 0), ("Bea Ash", 9, 2), ("Cy Ash", 5, 5)):
        set_due(evening.entry(name), Decimal(due), by=evening.director, now=evening.now)
        if paid:
            pay(evening.entry(name), Decimal(paid), seen=0, by=evening.director, now=evening.now)
    desk = signed_in(evening, "director")

    def rows(order: str) -> list[list[str]]:
        text = desk.get(f"/e/{evening.event.pk}/door/people.csv?sort={order}").content.decode("utf-8-sig")
        return [[line[0], *line[-2:]] for line in csv.reader(io.StringIO(text))][1:]

    ann, bea = ["Ann Ash", "0.00", "0.00"], ["Bea Ash", "7.00", "2.00"]
    cy, dan = ["Cy Ash", "0.00", "5.00"], ["Dan Ash", "5.00", "0.00"]
    assert rows("-paid") == [cy, bea, ann, dan]
    assert rows("-owes") == [bea, dan, ann, cy]


def test_a_list_without_a_price_says_nothing_of_money(evening_of):
    evening = evening_of(2)
    text = signed_in(evening, "director").get(f"/e/{evening.event.pk}/door/people.csv").content.decode("utf-8-sig")
    assert list(csv.reader(io.StringIO(text))) == [
        ["Name", "Here", "Table"],
        ["Ann Ash", "here", ""],
        ["Bea Ash", "here", ""],
    ]


def test_the_list_comes_back_at_the_door_and_changes_nothing(evening_of):
    evening = evening_of(5)
    change_settings(evening.event, {"price": Decimal(5)}, by=evening.director, now=evening.now)
    set_here(evening.event.entries.get(player__name="Cy Ash"), False, by=evening.director, now=evening.now)
    desk, here = signed_in(evening, "director"), f"/e/{evening.event.pk}/door/"
    typed = desk.get(f"{here}people.csv").content.decode("utf-8-sig")
    before = list(evening.event.entries.order_by("pk").values())
    (question,) = desk.post(here, {"names": typed}).context["form"].questions.asked
    label = "These are marked as reserves or as not here: Cy Ash"
    assert (question.text, question.is_new) == (label, True)
    assert desk.post(here, {"names": typed, question.key: "yes"}).status_code == 302
    assert list(evening.event.entries.order_by("pk").values()) == before


def test_whoever_left_the_club_or_is_forgotten_is_not_offered_and_comes_in_by_name(evening_of):
    evening = evening_of(3)
    club, day = evening.event.club, evening.event.date
    Player.objects.create(club=club, name="Gone Before", left_on=day)
    Player.objects.create(club=club, name="Gone Later", left_on=day + timedelta(days=1))
    Player.objects.create(club=club, name="Gone Forgotten", forgotten_at=evening.now)
    assert [one.name for one in find_people(evening.event, "").others] == ["Gone Later"]
    assert [one.name for one in find_people(evening.event, "gone").others] == ["Gone Later"]
    signed_in(evening, "director").post(f"/e/{evening.event.pk}/door/", {"names": "Gone Before"})
    assert Player.objects.filter(name="Gone Before").count() == 1
    assert evening.entry("Gone Before").here


def test_a_substitute_who_left_the_club_is_not_offered(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]])
    club, day = evening.event.club, evening.event.date
    Player.objects.create(club=club, name="Gone Before", left_on=day)
    Player.objects.create(club=club, name="Kit Moss")
    assert person_page(evening.entry("Ann Ash")).free == ("Kit Moss",)
