"""Due and paid: one press at the door, any other amount, the till; and nothing of money where there is no price."""

from decimal import Decimal

import pytest
from django.test import Client

from tests.conftest import NAMES, NOW, signed_in
from tests.evenings import Evening
from tests.round_evenings import Rounds
from tournament.door.queries.door import door_of, with_dues
from tournament.door.services.entries import enter_players, remove_entry, set_here
from tournament.door.services.till import NoPrice, pay
from tournament.event.queries.dues import Dues, Money, dues_of, payments_of
from tournament.event.services.events import change_settings, lock_event
from tournament.models import Entry, Event, Payment


@pytest.fixture
def event_with_price(seven: Event) -> Event:
    """Seven are here, four pounds fifty each."""
    change_settings(seven, {"price": Decimal("4.50"), "currency": "£"}, by=None, now=NOW)
    return Event.objects.get(pk=seven.pk)


def entry(event: Event, name: str) -> Entry:
    return Entry.objects.select_related("event__club").get(event=event, player__name=name)


def press(client: Client, event: Event, name: str, owed: str) -> int:
    return client.post(f"/e/{event.pk}/door/{entry(event, name).pk}/paid/", {"owed": owed}).status_code


def till(event: Event) -> tuple[str, str, int]:
    """In the till, to come, from how many."""
    dues = with_dues(event, door_of(event)).dues
    assert dues
    return str(dues.in_till), str(dues.to_pay), dues.owing


def paid_by(event: Event, name: str) -> list[str]:
    return [str(line.money) for line in payments_of(entry(event, name))]


@pytest.mark.parametrize(
    ("amount", "currency", "said"),
    [("5", "£", "£5.00"), ("20", "TT$", "TT$20.00"), ("3.5", "EUR", "EUR\u00a03.50"), ("-2", "£", "−£2.00")],
)
def test_an_amount_is_said_with_the_sign_or_code_of_the_club(amount: str, currency: str, said: str) -> None:
    assert str(Money(Decimal(amount), currency)) == said


def test_one_press_pays_what_is_owed_and_a_second_one_nothing_more(
    as_director: Client, event_with_price: Event
) -> None:
    assert till(event_with_price) == ("£0.00", "£31.50", 7)
    assert [press(as_director, event_with_price, "Ann", "4.50") for _ in range(2)] == [302, 302]
    assert (paid_by(event_with_price, "Ann"), till(event_with_price)) == (["£4.50"], ("£4.50", "£27.00", 6))
    page = as_director.get(f"/e/{event_with_price.pk}/door/").content.decode()
    assert (page.count('name="owed"'), "6 have not paid: £27.00 to collect" in page) == (6, True)


def test_what_the_button_named_is_what_is_paid(as_director: Client, event_with_price: Event) -> None:
    change_settings(event_with_price, {"price": Decimal(5)}, by=None, now=NOW)
    assert press(as_director, event_with_price, "Ann", "4.50") == 409
    assert [press(as_director, event_with_price, "Ann", wrong) for wrong in ("", "much")] == [404, 404]
    assert Payment.objects.count() == 0


def test_another_amount_is_paid_and_the_same_form_sent_twice_pays_once(
    as_director: Client, event_with_price: Event
) -> None:
    page = f"/e/{event_with_price.pk}/door/{entry(event_with_price, 'Ann').pk}/dues/"
    for _ in range(2):
        assert as_director.post(page, {"action": "pay", "amount": "£2,00", "seen": "0"}).status_code == 302
    assert as_director.post(page, {"action": "pay", "amount": "1", "seen": "0"}).status_code == 409
    assert (paid_by(event_with_price, "Ann"), till(event_with_price)) == (["£2.00"], ("£2.00", "£29.50", 7))
    press(as_director, event_with_price, "Ann", "2.50")
    assert (paid_by(event_with_price, "Ann"), till(event_with_price)) == (["£2.00", "£2.50"], ("£4.50", "£27.00", 6))


def test_small_coins_add_up_to_the_cent(event_with_price: Event) -> None:
    change_settings(event_with_price, {"price": Decimal("0.70")}, by=None, now=NOW)
    ann = entry(event_with_price, "Ann")
    for seen in range(7):
        pay(ann, Decimal("0.10"), seen=seen, by=None, now=NOW)
    assert dues_of(ann.event, [ann]) == {
        ann.pk: Dues("£", Decimal("0.70"), Decimal("0.70"), Decimal("0.00"), counts=1, owing=0)
    }


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Enter an amount, such as 5 or 4.50."),
        ("0", "Enter an amount, such as 5 or 4.50."),
        ("-3", "Enter an amount, such as 5 or 4.50."),
        ("4.505", "Enter an amount, such as 5 or 4.50."),
        ("five", "Enter an amount, such as 5 or 4.50."),
        ("100000", "That amount is too large."),
    ],
)
def test_what_is_no_amount_is_said_at_its_box_and_stays_there(
    as_director: Client, event_with_price: Event, typed: str, said: str
) -> None:
    page = f"/e/{event_with_price.pk}/door/{entry(event_with_price, 'Ann').pk}/dues/"
    answer = as_director.post(page, {"action": "pay", "amount": typed, "seen": "0"})
    assert (answer.status_code, answer.context["pays"].errors) == (422, {"amount": [said]})
    assert f'value="{typed}"' in answer.content.decode() or not typed
    due = as_director.post(page, {"action": "due", "due": "-1"})
    assert (due.status_code, due.context["due"].errors) == (422, {"due": ["Enter an amount, such as 5 or 4.50."]})


def test_a_payment_is_taken_back_by_another_line_and_only_once(as_director: Client, event_with_price: Event) -> None:
    press(as_director, event_with_price, "Ann", "4.50")
    line, page = Payment.objects.get(), f"/e/{event_with_price.pk}/door/{entry(event_with_price, 'Ann').pk}/dues/"
    for _ in range(2):
        assert as_director.post(page, {"take_back": str(line.pk)}).status_code == 302
    assert (paid_by(event_with_price, "Ann"), till(event_with_price)) == (["£4.50", "−£4.50"], ("£0.00", "£31.50", 7))
    assert [(each.takes_back, each.can_be_taken_back) for each in payments_of(entry(event_with_price, "Ann"))] == [
        *((False, False), (True, False)),
    ]
    of_taking_back = str(Payment.objects.latest("pk").pk)
    other = f"/e/{event_with_price.pk}/door/{entry(event_with_price, 'Bea').pk}/dues/"
    tried = [(page, of_taking_back), (page, "999"), (page, ""), (page, "x"), (other, str(line.pk))]
    assert [as_director.post(where, {"take_back": which}).status_code for where, which in tried] == [404] * 5
    assert "Undo payment" not in as_director.get(page).content.decode()


def test_one_may_pay_less_than_the_others_or_nothing_and_again_as_everybody(
    as_director: Client, event_with_price: Event
) -> None:
    page = f"/e/{event_with_price.pk}/door/{entry(event_with_price, 'Ann').pk}/dues/"
    said = []
    for due in ("3", "0", ""):
        as_director.post(page, {"action": "due", "due": due})
        said.append(till(event_with_price))
    assert said == [("£0.00", "£30.00", 7), ("£0.00", "£27.00", 6), ("£0.00", "£31.50", 7)]


def test_who_is_not_here_owes_nothing_and_what_he_paid_stays_in_the_till(
    as_director: Client, event_with_price: Event
) -> None:
    press(as_director, event_with_price, "Ann", "4.50")
    for name in ("Ann", "Bea"):
        set_here(entry(event_with_price, name), False, by=None, now=NOW)
    assert till(event_with_price) == ("£4.50", "£22.50", 5)
    remove_entry(entry(event_with_price, "Ann"), by=None, now=NOW)
    remove_entry(entry(event_with_price, "Bea"), by=None, now=NOW)
    assert sorted(event_with_price.entries.values_list("player__name", flat=True)) == ["Ann", *NAMES[2:7]]


def test_the_log_tells_who_paid_and_what_was_taken_back(as_director: Client, event_with_price: Event) -> None:
    page = f"/e/{event_with_price.pk}/door/{entry(event_with_price, 'Ann').pk}/dues/"
    press(as_director, event_with_price, "Ann", "4.50")
    as_director.post(page, {"take_back": str(Payment.objects.get().pk)})
    as_director.post(page, {"action": "due", "due": "3"})
    as_director.post(page, {"action": "due", "due": ""})
    lines = as_director.get(f"/e/{event_with_price.pk}/log/").context["lines"]
    assert [line.sentence for line in lines][:5] == [
        "Ann pays the usual price",
        "Ann pays £3.00",
        "Undid a payment of £4.50 by Ann",
        "Ann paid £4.50",
        "Settings changed: price: – → 4.50; currency: – → £",
    ]


def test_a_pair_pays_for_each_of_its_players_with_one_press(rounds_of: Rounds) -> None:
    evening: Evening = rounds_of(2, plan=[["round-robin", 1]], enters="pairs")
    event, client = evening.event, signed_in(evening, "director")
    change_settings(event, {"price": Decimal(5), "currency": "TT$"}, by=None, now=NOW)
    event.refresh_from_db()
    one = event.entries.order_by("pk")[0]
    pay(one, Decimal(2), seen=0, by=None, now=NOW)
    (door,) = [client.get(f"/e/{event.pk}/door/").context["shown"]]
    assert [str(team.dues.to_pay) for team in door.teams] == ["TT$8.00", "TT$10.00"]
    address = f"/e/{event.pk}/door/team/{one.team_id}/paid/"
    assert [client.post(address, {"owed": "8.00"}).status_code for _ in range(2)] == [302, 302]
    assert till(event) == ("TT$10.00", "TT$10.00", 2)
    assert [str(amount) for amount in Payment.objects.values_list("amount", flat=True)] == ["2.00", "3.00", "5.00"]
    assert client.post(f"/e/{event.pk}/door/team/999/paid/", {"owed": "8.00"}).status_code == 404
    assert "TT$" in client.get(f"/e/{event.pk}/door/team/{one.team_id}/").content.decode()


def test_without_a_price_there_is_nothing_of_money(as_director: Client, seven: Event) -> None:
    ann = entry(seven, "Ann")
    page = as_director.get(f"/e/{seven.pk}/door/")
    assert (page.context["shown"].dues, "paid" in page.content.decode().lower()) == (None, False)
    assert as_director.get(f"/e/{seven.pk}/door/{ann.pk}/dues/").status_code == 404
    assert press(as_director, seven, "Ann", "4.50") == 409
    with pytest.raises(NoPrice):
        pay(ann, Decimal(1), seen=0, by=None, now=NOW)


def test_only_the_director_sees_money(client: Client, as_scorer: Client, event_with_price: Event) -> None:
    pages = ("price/", f"door/{entry(event_with_price, 'Ann').pk}/dues/", "door/")
    seen = [
        [each.get(f"/e/{event_with_price.pk}/{page}").status_code for page in pages] for each in (client, as_scorer)
    ]
    assert seen == [[302] * 3, [403] * 3]
    assert [press(each, event_with_price, "Ann", "4.50") for each in (client, as_scorer)] == [302, 403]
    assert Payment.objects.count() == 0
    public = [client.get(path).content.decode() for path in ("/", f"/e/{event_with_price.pk}/seats/")]
    assert ["£" in page or "4.50" in page for page in public] == [False, False]


def test_a_price_needs_a_currency_and_offers_the_last_one(as_director: Client, seven: Event) -> None:
    page = f"/e/{seven.pk}/price/"
    assert as_director.get(page).status_code == 200
    answer = as_director.post(page, {"price": "5", "currency": " "})
    assert (answer.status_code, answer.context["form"].errors) == (
        422,
        {"currency": ["Enter the currency: £, TT$, EUR."]},
    )
    assert as_director.post(page, {"price": "£ 5,50", "currency": "£"}).status_code == 302
    seven.refresh_from_db()
    assert (seven.price, seven.club.currency) == (Decimal("5.50"), "£")
    as_director.post("/events/new/", {"format": "kent-1674", "name": "Next", "date": "2025-03-21"})
    following = Event.objects.get(name="Next")
    form = as_director.get(f"/e/{following.pk}/price/").context["form"]
    assert (following.price, form["price"].value(), form["currency"].value()) == (None, "5.50", "£")


def test_the_price_can_go_only_while_nobody_has_paid(as_director: Client, event_with_price: Event) -> None:
    page = f"/e/{event_with_price.pk}/price/"
    press(as_director, event_with_price, "Ann", "4.50")
    said = "Money has been taken, and without a price it would no longer be shown. So the price stays."
    answer = as_director.post(page, {"price": "0", "currency": "£"})
    assert (answer.status_code, answer.context["form"].errors) == (422, {"price": [said]})
    Payment.objects.all().delete()
    assert as_director.post(page, {"price": "", "currency": "£"}).status_code == 302
    assert Event.objects.get(pk=event_with_price.pk).price is None


def test_a_locked_evening_shows_its_till_and_takes_nothing_more(as_director: Client, event_with_price: Event) -> None:
    press(as_director, event_with_price, "Ann", "4.50")
    asked = as_director.get(f"/e/{event_with_price.pk}/lock/").content.decode()
    assert ("£4.50</strong> collected" in asked, "6 have not paid: £27.00 to collect" in asked) == (True, True)
    lock_event(event_with_price, by=None, now=NOW)
    assert press(as_director, event_with_price, "Bea", "4.50") == 409
    page = as_director.get(f"/e/{event_with_price.pk}/door/").content.decode()
    assert ("£4.50 not paid" in page, "£4.50 paid" in page, 'name="owed"' in page) == (True, True, False)


def test_money_costs_the_door_one_query_for_thirty_as_for_one(
    as_director: Client, evening: Event, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    enter_players(evening, ["Ann"], by=None, now=NOW)
    change_settings(evening, {"price": Decimal("4.50"), "currency": "£"}, by=None, now=NOW)
    for names in (NAMES[:1], NAMES):
        enter_players(evening, names, by=None, now=NOW)
        press(as_director, evening, "Ann", "4.50")
        with django_assert_num_queries(7):
            as_director.get(f"/e/{evening.pk}/door/")


@pytest.mark.parametrize("owed", ["", "a penny", "NaN", "sNaN", "Infinity"])
def test_a_press_that_names_no_amount_is_none(as_director: Client, event_with_price: Event, owed: str) -> None:
    assert press(as_director, event_with_price, "Ann", owed) == 404
    assert not Payment.objects.exists()
