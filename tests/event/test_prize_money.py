"""Prize money: shares of the takings by number of entries, exact, in the till, at prize-giving and on paper."""

from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from tests.conftest import signed_in
from tests.round_evenings import Rounds, out, rounds_of, rule_all
from tournament.desk.queries.undo import undoable_steps
from tournament.door.queries.door import door_of, with_dues
from tournament.door.services.till import pay
from tournament.event.prize_table import PrizeTable, share_prizes
from tournament.event.queries.prize_money import prize_money_of
from tournament.event.services.events import change_settings
from tournament.models import Event, LogEntry
from tournament.standings.queries.prizes import prize_list, prizes_to_give
from tournament.standings.queries.standings import standings_of

__all__ = ["rounds_of"]
TABLE = PrizeTable(Decimal(80), Decimal("0.50"), ((1, (Decimal(60), Decimal(40))), (12, (Decimal(50), Decimal(30)))))


@pytest.fixture
def paid(rounds_of: Rounds) -> Event:
    """Four pairs, whose eight players have paid 3.35 each: 26.80. Eighty in a hundred is 21.44."""
    evening = rounds_of(4, plan=[["round-robin", 1]])
    wanted = {"price": Decimal("3.35"), "currency": "£", "prize_money": TABLE.as_json}
    change_settings(evening.event, wanted, by=None, now=evening.now)
    event = Event.objects.get(pk=evening.event.pk)
    for entry in event.entries.all():
        pay(entry, Decimal("3.35"), seen=0, by=None, now=evening.now)
    out(evening, 1)
    rule_all(evening, 1)
    event.refresh_from_db()
    return event


@pytest.mark.parametrize(
    ("entries", "takings", "prizes"),
    [
        (1, "26.80", ["12.50", "8.50"]),
        (11, "100", ["48.00", "32.00"]),
        (12, "100", ["40.00", "24.00"]),
        (0, "100", []),
        (4, "0", ["0.00", "0.00"]),
    ],
)
def test_prizes_are_shares_by_number_of_entries_rounded_down(entries: int, takings: str, prizes: list[str]) -> None:
    assert [f"{prize:.2f}" for prize in TABLE.amounts(Decimal(takings), entries)] == prizes


def test_a_table_is_read_back_as_it_was_stored() -> None:
    assert PrizeTable.from_json(TABLE.as_json) == TABLE
    assert TABLE.in_lines == "1: 60 40\n12: 50 30"


def test_those_who_share_a_place_share_its_prizes_to_the_cent() -> None:
    amounts = [Decimal(25), Decimal(15), Decimal(10)]
    shared = [share_prizes(amounts, rank, tied) for rank, tied in ((1, 1), (1, 2), (2, 3), (3, 2), (4, 1))]
    assert shared == [Decimal(25), Decimal(20), Decimal("8.33"), Decimal(5), Decimal(0)]


def test_prizes_never_come_to_more_than_the_takings() -> None:
    table = PrizeTable(Decimal(100), Decimal("0.01"), ((1, (Decimal("33.33"), Decimal("33.33"), Decimal("33.34"))),))
    for cents in range(0, 2000, 7):
        takings = Decimal(cents) / 100
        assert sum(table.amounts(takings, 9)) <= takings


def test_the_till_has_takings_prizes_and_what_is_left_and_agrees_with_the_page(paid: Event) -> None:
    money, at_door = prize_money_of(paid), with_dues(paid, door_of(paid)).prize_money
    assert money == at_door
    assert money is not None
    assert [str(sum) for sum in (money.takings, *money.prizes, money.paid_out, money.left_in_till)] == [
        *("£26.80", "£12.50", "£8.50", "£21.00", "£5.80"),
    ]


def test_prize_giving_and_the_printed_standings_say_the_prizes(paid: Event) -> None:
    steps = prizes_to_give(paid, places=3, side_prizes=False)
    shown = {step["place"]: step["figure"] for step in steps}
    standings = standings_of(paid)
    assert prize_list(standings, prize_money_of(paid)) == [
        f"{place} {figure}" for place, figure in reversed(shown.items()) if figure
    ]
    assert len([figure for figure in shown.values() if figure]) >= 1


def test_the_door_leads_to_the_prize_money_before_there_is_a_price(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=[["round-robin", 1]])
    page, link = reverse("door", args=[evening.event.pk]), reverse("prize_money", args=[evening.event.pk])
    director = signed_in(evening, "director")
    assert director.get(page).content.decode().count(link) == 1
    change_settings(evening.event, {"price": Decimal(3), "currency": "£"}, by=None, now=evening.now)
    assert director.get(page).content.decode().count(link) == 1


def test_nothing_is_printed_while_a_result_is_open(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=[["round-robin", 1]])
    wanted = {"price": Decimal(3), "currency": "£", "prize_money": TABLE.as_json}
    change_settings(evening.event, wanted, by=None, now=evening.now)
    out(evening, 1)
    event = Event.objects.get(pk=evening.event.pk)
    assert prize_list(standings_of(event), prize_money_of(event)) == []


def press(client: Client, event: Event, **data: str) -> tuple[int, str]:
    posted = {"share": "80", "round_to": "0.50", "rows": "1: 60 40"} | data
    answer = client.post(reverse("prize_money", args=[event.pk]), posted)
    return answer.status_code, answer.content.decode()


def test_the_secretary_saves_the_table_and_one_press_undoes_it(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=[["round-robin", 1]])
    director = signed_in(evening, "director")
    assert press(director, evening.event, rows="1: 60 40\r\n\r\n12 : 50 30")[0] == 302
    event = Event.objects.get(pk=evening.event.pk)
    assert PrizeTable.from_json(event.prize_money) == TABLE
    line = LogEntry.objects.filter(action="change_settings").first()
    assert line is not None
    assert line.after["prize_money"] == "80% of the takings, 1: 60 40; 12: 50 30, rounded down to 0.50"
    (step,) = undoable_steps(event, most=1, checked=1)
    assert str(step.name) == "settings changed (prize money)"
    assert press(director, event, rows="")[0] == 302
    assert Event.objects.get(pk=event.pk).prize_money == {}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"rows": "sixty forty"}, "Line 1: write it like 12: 50 30 20."),
        ({"rows": "1: 60 40\n1: 100"}, "Line 2: begin with more entries than the line before."),
        ({"rows": "1: 60 41"}, "Line 1 adds up to 101%. The most is 100%."),
        ({"share": "101"}, "less than or equal to 100"),
        ({"share": "33.333"}, "no more than 2 decimal places"),
        ({"rows": "\n".join(f"{entries}: 60 40" for entries in range(1, 250))}, "at most 2000 characters"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_its_line(rounds_of: Rounds, data: dict[str, str], said: str) -> None:
    evening = rounds_of(4, plan=[["round-robin", 1]])
    status, page = press(signed_in(evening, "director"), evening.event, **data)
    assert (status, said in page) == (422, True)
