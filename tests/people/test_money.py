"""What the club took in and is owed, by evening, month and year."""

import csv
from datetime import date
from decimal import Decimal
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.conftest import NOW
from tournament.door.services.entries import enter_players
from tournament.door.services.till import pay, take_back_payment
from tournament.event.services.events import change_settings, create_event
from tournament.lists.tables import read_text
from tournament.models import Club, Entry, Event, Player
from tournament.people.queries.money import EveningMoney, PeriodMoney, money_of_year, years_with_money
from tournament.people.services.forgetting import forget_person
from tournament.people.services.importing import check_people, import_people, last_import, undo_last_import
from tournament.people.services.people import pay_membership, take_back_membership

BY: dict[str, Any] = {"by": None, "now": NOW}


def test_money_is_added_up_by_evening_month_and_year_and_what_was_taken_back_is_not_there(
    seven: Event, as_director: Client
) -> None:
    change_settings(seven, {"price": Decimal("5.10")}, **BY)
    may = create_event(seven.club, name="May", date=date(2025, 5, 2), **BY)
    change_settings(may, {"price": Decimal(3)}, **BY)
    (ann,) = enter_players(may, ["Ann"], **BY)
    pay(ann, Decimal(3), seen=0, **BY)
    for entry in Entry.objects.filter(event=seven)[:3]:
        pay(entry, Decimal("5.10"), seen=0, **BY)
    take_back_payment(entry.payments.get(), **BY)
    kept, undone = (
        pay_membership(Player.objects.get(name=name), Decimal(20), date(2025, 12, 31), seen=0, **BY)
        for name in ("Ann", "Bea")
    )
    take_back_membership(undone, **BY)
    year = money_of_year(seven.club, 2025)
    first = EveningMoney(seven.pk, "Kent evening", seven.date, 3, Decimal("10.20"), Decimal("25.50"))
    assert year.evenings == (EveningMoney(may.pk, "May", may.date, 1, Decimal("3.00"), Decimal("0.00")), first)
    assert year.months == (
        PeriodMoney(date(2025, 5, 1), 1, Decimal("3.00"), Decimal("0.00"), Decimal("0.00")),
        PeriodMoney(date(2025, 3, 1), 1, Decimal("10.20"), Decimal("20.00"), Decimal("25.50")),
    )
    assert (year.whole.taken, year.whole.total, years_with_money(seven.club)) == (
        Decimal("13.20"),
        Decimal("33.20"),
        [2025],
    )
    page = as_director.get(reverse("money")).content.decode()
    assert ("33.20" in page, "25.50" in page) == (True, True)
    lines = as_director.get(reverse("money_csv"), {"year": "2025"}).content.decode().splitlines()
    assert lines[1] == "May,2025-05-02,1,3.00,,0.00"
    assert lines[-3] == "2025,,,13.20,20.00,25.50"
    today = timezone.localdate().isoformat()
    assert lines[-2:] == ["Membership fees due,,,,,0.00", f'"Owed now, of all years",{today},,,,25.50']
    assert kept.amount == Decimal(20)


def test_what_is_owed_is_one_figure_on_the_list_in_its_file_and_on_the_page_of_money(
    seven: Event, as_director: Client
) -> None:
    change_settings(seven, {"price": Decimal("5.10")}, **BY)
    Club.objects.update(membership_fee=Decimal(20))
    Player.objects.filter(name__in=("Ann", "Bea")).update(is_member=True)
    Player.objects.filter(name="Gus").update(left_on=date(2025, 4, 1))
    forget_person(Player.objects.get(name="Fay"), **BY)
    one_figure = "70.60"  # 6 times 5.10 and twice 20
    listed = as_director.get(reverse("people")).context["owed"]
    owing = as_director.get(reverse("people"), {"show": "owe"}).context["owed"]
    money_page = as_director.get(reverse("money"))
    money = money_page.context["owed"]["total"]
    assert "Who owes" in money_page.content.decode()
    assert [str(each) for each in (listed, owing, money)] == [one_figure] * 3
    lines = list(csv.reader(as_director.get(reverse("club_people_csv")).content.decode("utf-8-sig").splitlines()))
    owes = {line[0]: line[lines[0].index("Owes")] for line in lines[1:]}
    assert owes == {"Ann": "25.10", "Bea": "25.10", **dict.fromkeys(("Cy", "Dan", "Eve", "Gus"), "5.10")}
    file = as_director.get(reverse("money_csv")).content.decode().splitlines()
    assert file[-1].endswith(f",{one_figure}")
    ann = as_director.get(reverse("person", args=[Player.objects.get(name="Ann").pk]))
    assert str(ann.context["owed"]) == "25.10"
    change_settings(seven, {"price": None}, **BY)
    Club.objects.update(membership_fee=None)
    assert "Who owes" not in as_director.get(reverse("money")).content.decode()


def test_a_club_without_money_is_told_where_it_would_come_from(seven: Event, as_director: Client) -> None:
    assert "No money yet" in as_director.get(reverse("money"), {"year": "1999"}).content.decode()


def test_a_list_of_fees_that_was_undone_and_put_right_is_counted_as_it_is_now(seven: Event) -> None:
    for amount in (10, 12):
        table = read_text(f"Name,Fee,Paid until\nAnn,{amount},2025-12-31\n")
        import_people(table, {}, seen=check_people(table, {}).fingerprint, **BY)
        assert money_of_year(seven.club, 2025).whole.fees == amount
        last = last_import()
        assert last is not None
        undo_last_import(last.pk, **BY)
