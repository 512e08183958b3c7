"""The secretary's list and the page of a person: search, attendance, money owed, membership fees and who sees whom."""

from datetime import date
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.conftest import NOW
from tests.transfer.playing import empty_database
from tournament.club.queries import names_shown_to
from tournament.door.services.entries import enter_players, set_here
from tournament.door.services.till import pay
from tournament.event.services.events import change_settings, create_event
from tournament.foundation.errors import NameTaken
from tournament.models import Account, Audience, Club, Entry, Event, LogEntry, MembershipFee, Player
from tournament.people.queries.people import Attendance, attendance_of, debts_of, people_of
from tournament.people.services.people import (
    FeeChanged,
    add_person,
    change_people_settings,
    change_person,
    pay_membership,
    take_back_membership,
)
from tournament.transfer.document import write_document
from tournament.transfer.queries.reading import read_export
from tournament.transfer.services.exporting import export_club, export_evening
from tournament.transfer.services.importing import Answers, import_export

BY = {"by": None, "now": NOW}
TODAY = date(2025, 3, 20)
DETAILS = {"is_member": "yes", "shown_to": "nobody"}


@pytest.fixture
def as_secretary(db: None) -> Client:
    client = Client()
    client.force_login(Account.objects.create_user("Sue", role=Account.Role.SECRETARY))
    return client


@pytest.fixture
def two_evenings(seven: Event) -> Club:
    """Ann to Gus came, each for 5; a week later Ann and Bea, for 4.50, and Cy was on the list and did not come."""
    change_settings(seven, {"price": Decimal(5)}, **BY)
    later = create_event(seven.club, name="Pairs", date=date(2025, 3, 21), **BY)
    change_settings(later, {"price": Decimal("4.50")}, **BY)
    entries = {entry.name: entry for entry in enter_players(later, ["Ann", "Bea", "Cy"], **BY)}
    set_here(entries["Cy"], False, **BY)
    pay(entries["Ann"], Decimal("4.50"), seen=0, **BY)
    pay(entries["Bea"], Decimal("4.40"), seen=0, **BY)
    return seven.club


def one(name: str) -> Player:
    return Player.objects.get(name=name)


def test_the_list_says_how_often_everybody_came_and_what_they_owe_to_the_cent(two_evenings: Club) -> None:
    ann, bea, cy = (one(name).pk for name in ("Ann", "Bea", "Cy"))
    attendance = attendance_of(two_evenings)
    assert attendance[ann] == Attendance(2, date(2025, 3, 21), Decimal("5.00"))
    assert attendance[bea] == Attendance(2, date(2025, 3, 21), Decimal("5.10"))
    assert attendance[cy] == Attendance(1, date(2025, 3, 14), Decimal("5.00"))
    assert [(debt.name, debt.owes) for debt in debts_of(two_evenings, bea)] == [
        ("Pairs", Decimal("0.10")),
        ("Kent evening", Decimal("5.00")),
    ]


def test_what_the_door_takes_shows_on_the_list_at_once(two_evenings: Club) -> None:
    before = attendance_of(two_evenings)[one("Ann").pk].owes
    pay(Entry.objects.get(player__name="Ann", event__name="Kent evening"), Decimal(5), seen=0, **BY)
    assert (before, attendance_of(two_evenings)[one("Ann").pk].owes) == (Decimal("5.00"), Decimal("0.00"))


def test_people_are_found_by_any_part_of_name_note_or_nickname_shown_by_kind_and_sorted(
    as_secretary: Client, two_evenings: Club
) -> None:
    change_person(one("Gus"), {"nickname": "Élan", "left_on": TODAY}, **BY)
    change_person(one("Dan"), {"nickname": "The Élan", "is_member": True}, **BY)

    def listed(**asked: str) -> list[str]:
        return [row.name for row, _address in as_secretary.get(reverse("people"), asked).context["rows"]]

    assert listed() == ["Ann", "Bea", "Cy", "Dan", "Eve", "Fay"]
    assert (listed(find="ELAN"), listed(find="the d")) == (["Dan"], ["Dan"])
    assert (listed(show="left"), listed(show="members")) == (["Gus"], ["Dan"])
    assert listed(sort="-evenings")[:3] == ["Ann", "Bea", "Cy"]
    assert listed(sort="-owes")[:2] == ["Bea", "Ann"]
    assert listed(show="owe") == ["Ann", "Bea", "Cy", "Dan", "Eve", "Fay", "Gus"]
    for name, whole in (("Ann", "Ann Zander"), ("Eve", "Eve de Vere"), ("Fay", "Fay Birch Jr")):
        change_person(one(name), {"name": whole}, **BY)
    shown = as_secretary.get(reverse("people"), {"sort": "surname"})
    assert [row.surname_first for row, _address in shown.context["rows"]] == [
        *("Bea", "Birch, Fay Jr", "Cy", "Dan", "de Vere, Eve", "Zander, Ann")
    ]
    assert "de Vere, Eve<" in shown.content.decode()


def test_a_fee_is_due_of_members_who_have_not_paid_and_a_payment_is_undone_to_the_day_before(seven: Event) -> None:
    club = seven.club
    settings = {"shows_people_to": Audience.NOBODY, "members_code": "", "membership_fee": Decimal(20)}
    change_people_settings(club, settings, **BY)
    club.refresh_from_db()
    change_person(one("Ann"), {"is_member": True, "fee_paid_until": date(2024, 12, 31)}, **BY)
    due = lambda: [row.name for row in people_of(club, TODAY) if row.fee_due is not None]  # noqa: E731
    assert due() == ["Ann"]
    until = date(2025, 12, 31)
    fee = pay_membership(one("Ann"), Decimal(20), until, seen=0, **BY)
    assert pay_membership(one("Ann"), Decimal(20), until, seen=0, **BY) == fee
    with pytest.raises(FeeChanged):
        pay_membership(one("Ann"), Decimal(10), until, seen=0, **BY)
    assert (due(), one("Ann").fee_paid_until) == ([], until)
    for _press in range(2):
        take_back_membership(fee, **BY)
    assert (due(), one("Ann").fee_paid_until) == (["Ann"], date(2024, 12, 31))
    assert [line.amount for line in MembershipFee.objects.all()] == [Decimal("20.00"), Decimal("-20.00")]


def test_a_note_stands_beside_the_names_of_namesakes_alone_or_where_it_is_looked_for(
    as_secretary: Client, seven: Event
) -> None:
    for name, note in (("Ann", "Hill"), ("Bea", "no stairs")):
        change_person(one(name), {"note": note}, **BY)
    other = add_person({"name": "ann", "note": "Pond Street"}, **BY)
    names = {one("Ann").pk: "Ann (Hill)", one("Bea").pk: "Bea", other.pk: "ann (Pond Street)"}
    assert {pk: name for pk, name in names_shown_to(None, seven.club).names.items() if pk in names} == names
    assert {row.pk: row.name for row in people_of(seven.club, TODAY) if row.pk in names} == names
    page = reverse("people")
    assert "no stairs" not in as_secretary.get(page).content.decode()
    assert "no stairs" in as_secretary.get(page, {"find": "stairs"}).content.decode()


def test_nobody_gets_the_name_and_note_of_somebody_else(seven: Event) -> None:
    with pytest.raises(NameTaken):
        add_person({"name": "ANN"}, **BY)
    with pytest.raises(NameTaken):
        change_person(one("Bea"), {"name": "ann"}, **BY)
    assert add_person({"name": "Ann", "note": "Pond Street"}, **BY).full_name == "Ann (Pond Street)"


def test_the_log_tells_what_changed_but_neither_telephone_nor_code(seven: Event) -> None:
    change_person(one("Ann"), {"phone": "07700 900123", "nickname": "Annie"}, **BY)
    settings = {"shows_people_to": Audience.MEMBERS, "members_code": "bullseye", "membership_fee": None}
    change_people_settings(seven.club, settings, **BY)
    lines = list(LogEntry.objects.order_by("-pk").values_list("action", "before", "after")[:2])
    assert lines[1] == (
        "change_person",
        {"person": "Ann", "nickname": ""},
        {"nickname": "Annie", "fields": ["nickname", "phone"]},
    )
    assert "bullseye" not in str(lines)


@pytest.mark.parametrize(
    ("person", "club", "seen_by"),
    [
        ("nobody", "public", []),
        ("public", "nobody", []),
        ("members", "public", ["members"]),
        ("public", "members", ["members"]),
        ("public", "public", ["members", "public"]),
    ],
)
def test_a_name_is_seen_as_far_as_both_the_person_and_the_club_say(
    seven: Event, person: str, club: str, seen_by: list[str]
) -> None:
    Club.objects.update(shows_people_to=club)
    Player.objects.filter(name="Ann").update(shown_to=person)
    ann, the_club = one("Ann").pk, Club.objects.get()
    readers = [Audience.NOBODY, Audience.MEMBERS, Audience.PUBLIC]
    shown = {str(reader): names_shown_to(reader, the_club).names[ann] for reader in readers}
    assert shown == {str(reader): "Ann" if str(reader) in seen_by else f"Player {ann}" for reader in readers}


def test_the_secretary_adds_changes_and_charges_somebody_through_the_pages(
    as_secretary: Client, two_evenings: Club
) -> None:
    added = as_secretary.post(reverse("person_new"), DETAILS | {"name": "  Zoë   Zander "})
    zoe = one("Zoë Zander")
    assert added.url == reverse("person", args=[zoe.pk])
    page = as_secretary.post(added.url, DETAILS | {"name": "Ann"})
    assert (page.status_code, "already has a member" in page.content.decode()) == (422, True)
    as_secretary.post(added.url, DETAILS | {"name": "Zoë Zander", "email": "zoe@example.org"})
    fees = reverse("person_fees", args=[zoe.pk])
    as_secretary.post(fees, {"amount": "12,50", "until": "2026-01-31", "seen": "0"})
    shown = as_secretary.get(added.url)
    assert [str(fee.money) for fee in shown.context["fees"]] == ["12.50"]
    as_secretary.post(fees, {"take_back": str(MembershipFee.objects.get().pk)})
    assert one("Zoë Zander").fee_paid_until is None
    listed = as_secretary.get(reverse("people"), {"find": "zander"}).content.decode()
    assert ("Zoë Zander" in listed, "Bea" in listed) == (True, False)


def test_a_person_with_a_name_like_somebody_elses_is_added_only_once_the_secretary_says_they_are_two(
    as_secretary: Client, seven: Event
) -> None:
    zoe, page = add_person({"name": "Zoë Müller"}, **BY), reverse("person_new")
    asked = as_secretary.post(page, DETAILS | {"name": "Zoe Muller"})
    assert (asked.status_code, asked.context["form"].alike) == (422, [zoe])
    assert reverse("person", args=[zoe.pk]) in asked.content.decode()
    assert as_secretary.post(page, DETAILS | {"name": "Zoe Muller", "is_new": "on"}).status_code == 302
    assert Player.objects.filter(name__startswith="Zo").count() == 2


def test_somebody_added_by_mistake_is_deleted_and_nobody_who_has_anything(
    as_secretary: Client, two_evenings: Club
) -> None:
    added = add_person({"name": "Zoë Zander"}, **BY)
    pages = [reverse("person", args=[person.pk]) for person in (added, one("Cy"), one("Dan"))]
    offers = ["Delete this person" in as_secretary.get(page).content.decode() for page in pages]
    assert offers == [True, False, False]
    assert [as_secretary.post(page, {"step": "delete"}).status_code for page in pages] == [302, 409, 409]
    assert [Player.objects.filter(name=name).exists() for name in ("Zoë Zander", "Cy", "Dan")] == [False, True, True]
    assert LogEntry.objects.get(action="delete_person").after == {"name": "Zoë Zander"}


def test_pages_of_people_ask_as_many_queries_for_many_as_for_few(
    as_secretary: Client, two_evenings: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """Two of them say who is signed in and one which leagues are shown."""
    pages = [reverse("people"), reverse("person", args=[one("Ann").pk]), reverse("people_settings")]
    for page in pages:
        as_secretary.get(page)
    counts = []
    for _size in range(2):
        with django_assert_max_num_queries(9) as asked:
            for page in pages[:1]:
                as_secretary.get(page)
        counts.append(len(asked))
        with django_assert_max_num_queries(9) as asked:
            as_secretary.get(pages[1])
        counts.append(len(asked))
        event = create_event(two_evenings, name="More", date=date(2025, 4, 4), **BY)
        enter_players(event, [f"Player {number:03}" for number in range(90)] + ["Ann"], **BY)
        as_secretary.get(pages[0])
    assert counts[:2] == counts[2:]


def test_a_whole_club_takes_details_and_fees_along_and_an_evening_only_names(two_evenings: Club) -> None:
    change_person(one("Ann"), {"email": "ann@example.org", "nickname": "Annie", "is_member": True}, **BY)
    fee = pay_membership(one("Ann"), Decimal(20), date(2025, 12, 31), seen=0, **BY)
    take_back_membership(fee, **BY)
    evening = write_document(export_evening(Event.objects.order_by("pk")[0]))
    assert ("ann@example.org" in evening, "Annie" in evening) == (False, False)
    first = write_document(export_club(two_evenings))
    uid = one("Ann").uid
    empty_database()
    import_export(read_export(first.encode()), Answers(), by=None, now=NOW)
    ann = one("Ann")
    assert (ann.uid, ann.email, ann.nickname, ann.is_member) == (uid, "ann@example.org", "Annie", True)
    assert [(line.amount, line.takes_back is not None) for line in MembershipFee.objects.all()] == [
        (Decimal("20.00"), False),
        (Decimal("-20.00"), True),
    ]
    assert write_document(export_club(Club.objects.get())) == first
