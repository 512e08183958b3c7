"""Fees and fines of a league's teams, and what they paid: for its secretary alone."""

import io
import re
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from pypdf import PdfReader

from tests.leagues.test_league_pages import words
from tests.leagues.test_leagues import HEADER, bring_in
from tournament.foundation.errors import NeedsReason
from tournament.leagues.queries.log import log_of_league
from tournament.leagues.queries.money import file_of_money, money_of, money_of_season
from tournament.leagues.services.cups import draw_cup
from tournament.leagues.services.fixtures import make_fixtures
from tournament.leagues.services.leagues import change_league, open_league
from tournament.leagues.services.money import MoneyChanged, add_league_money, take_back_league_money
from tournament.leagues.services.rulings import rule_match, undo_ruling
from tournament.leagues.services.undo_import import last_import, undo_import
from tournament.models import Account, Club, League, LeagueMoney, LeagueResult, LeagueTeam

NOW = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
BY: dict[str, Any] = {"by": None, "now": NOW}


@pytest.fixture
def league(db: None) -> League:
    league = open_league({"name": "Central", "season": "2026", "meetings": 0}, **BY)
    Club.objects.update(currency="£")
    bring_in(league, f"{HEADER}\n1,Arima,18,,Couva,12,,,\n2,Couva,,,Arima,,,,\n")
    change_league(league, {"fee": Decimal(20), "walk_over_fine": Decimal("5.50")}, **BY)
    return League.objects.select_related("club").get()


def the_team(name: str) -> LeagueTeam:
    return LeagueTeam.objects.select_related("league__club").get(name=name)


def said_of(league: League) -> list[tuple[str, ...]]:
    money = money_of(league)
    return [(row.team, *map(str, row.columns)) for row in (*money.teams, money.total)]


def test_fee_fines_and_payments_add_up_to_what_is_owed(league: League) -> None:
    fixture = LeagueResult.objects.select_related("league", "team", "other", "awarded").get(round=2)
    ruled = rule_match(fixture, "walk_over", winner=fixture.other, reason="Couva had no team", **BY)
    add_league_money(league, "paid", Decimal(20), team=the_team("Arima"), **BY)
    add_league_money(league, "fine", Decimal("2.25"), reason="Card sent late", team=the_team("Couva"), **BY)
    assert said_of(league) == [
        ("Arima", "£20.00", "£0.00", "£20.00", "£0.00"),
        ("Couva", "£20.00", "£7.75", "£0.00", "£27.75"),
        ("", "£40.00", "£7.75", "£20.00", "£27.75"),
    ]
    undo_ruling(LeagueResult.objects.get(pk=ruled.pk), reason="They came after all", **BY)
    assert said_of(league)[1] == ("Couva", "£20.00", "£2.25", "£0.00", "£22.25")


def test_the_money_of_all_divisions_and_cups_adds_up(league: League, as_director: Client) -> None:
    assert money_of_season(league) == []
    change_league(league, {"division": 1}, **BY)
    below = open_league({"name": "Central", "season": "2026", "division": 2, "fee": Decimal(10)}, **BY)
    make_fixtures(below, ["Erin", "Zion"], meetings=1, **BY)
    cup = draw_cup(below, "Cup", list(below.teams.all()), lot=1, **BY)
    add_league_money(league, "paid", Decimal(20), team=the_team("Arima"), **BY)
    add_league_money(cup, "out", Decimal("7.50"), reason="Trophy", **BY)
    for own in (league, below, cup):
        own = League.objects.select_related("club", "drawn_from").get(pk=own.pk)
        rows = [(str(row.league), *map(str, (*row.owing.columns, row.balance))) for row in money_of_season(own)]
        assert rows == [
            ("Central 2026, Division 1", "£40.00", "£0.00", "£20.00", "£20.00", "£20.00"),
            ("Central 2026, Division 2", "£20.00", "£0.00", "£0.00", "£20.00", "£0.00"),
            ("Cup 2026", "£0.00", "£0.00", "£0.00", "£0.00", "−£7.50"),
            ("None", "£60.00", "£0.00", "£20.00", "£40.00", "£12.50"),
        ]
    assert "All together £60.00" in words(as_director.get(f"/leagues/{below.pk}/money/"))
    (page,) = PdfReader(io.BytesIO(as_director.get(f"/leagues/{below.pk}/money.pdf").content)).pages
    assert "All together £60.00 £0.00 £20.00 £40.00 £12.50" in " ".join(page.extract_text().split())


def test_a_line_is_taken_back_once_and_the_log_keeps_both(league: League) -> None:
    with pytest.raises(NeedsReason):
        add_league_money(league, "fine", Decimal(1), reason=" ", team=the_team("Couva"), **BY)
    line = add_league_money(league, "paid", Decimal(20), team=the_team("Couva"), **BY)
    for _press in range(2):
        take_back_league_money(line, **BY)
    assert (said_of(league)[1], money_of(league).cash) == (("Couva", "£20.00", "£0.00", "£0.00", "£20.00"), ())
    _page, lines = log_of_league(league, 1)
    assert [each.sentence for each in lines[:3]] == [
        "Undid: Couva paid £20.00",
        "Couva paid £20.00",
        "Changed the league rules",
    ]
    assert [str(change) for change in lines[2].changes] == [
        "Fee of a team: 0.00 → 20",
        "Fine for a walk-over: 0.00 → 5.50",
    ]


def test_the_secretary_enters_and_undoes_money_on_its_page(league: League, as_director: Client) -> None:
    at, team = f"/leagues/{league.pk}/money/", the_team("Couva").pk
    assert as_director.post(at, {"team": team, "kind": "fine", "amount": "3"}).status_code == 422
    as_director.post(at, {"team": team, "kind": "fine", "amount": "£3,50", "reason": "No referee"})
    assert "No referee" in as_director.get(at).content.decode()
    as_director.post(at, {"undo": LeagueMoney.objects.get().pk})
    assert "No referee" not in as_director.get(at).content.decode()
    for amount in ("1,250.50", "1.250,50", "£1 250.50"):
        as_director.post(at, {"kind": "in", "amount": amount, "reason": "Raffle"})
    assert [str(each.amount) for each in money_of(league).cash] == ["£1250.50"] * 3


def test_all_that_a_team_owes_is_paid_by_one_press_as_the_page_has_shown_it(
    league: League, as_director: Client
) -> None:
    at, couva = f"/leagues/{league.pk}/money/", the_team("Couva")
    couva.captain, couva.contact = "Guy Garcia", "868 555-0104 or guy@example.org"
    couva.save()
    page = as_director.get(at)
    asked = "Couva, please pay what your team still owes the league: £20.00"
    message = next(each for each in page.context["owing"] if each.team == couva)
    assert (message.text, message.phone_link) == (asked, f"sms:8685550104?body={quote(asked)}")
    assert message.mail_link == f"mailto:guy@example.org?subject=Central%202026&body={quote(asked)}"
    paid = {"paid": f"{couva.pk}-20.00", "seen": "0"}
    assert f'value="{paid["paid"]}"' in page.content.decode()
    assert "Couva paid £20.00." in words(as_director.post(at, paid, follow=True))
    assert said_of(league)[1] == ("Couva", "£20.00", "£0.00", "£20.00", "£0.00")
    assert "has changed. Look at it again." in words(as_director.post(at, paid, follow=True))
    assert LeagueMoney.objects.count() == 1
    rows = as_director.get(f"{at[:-1]}.csv?of=teams").content.decode("utf-8-sig").splitlines()
    assert rows[0] == "Team,Fee,Fines,Paid,Owed" and "Couva,20.00,0.00,20.00,0.00" in rows


def test_money_that_is_sent_twice_counts_once_and_unseen_money_stops_it(league: League, as_director: Client) -> None:
    at, team = f"/leagues/{league.pk}/money/", the_team("Couva").pk
    sent = {"team": team, "kind": "paid", "amount": "20", "seen": "0"}
    assert [as_director.post(at, sent).status_code for _press in range(2)] == [302, 302]
    assert said_of(league)[1] == ("Couva", "£20.00", "£0.00", "£20.00", "£0.00")
    assert as_director.post(at, sent | {"amount": "5"}).status_code == MoneyChanged.status
    as_director.post(at, {"undo": LeagueMoney.objects.get().pk})
    form = as_director.get(at).context["form"]  # type: ignore[index]
    as_director.post(at, sent | {"seen": form["seen"].value()})
    assert (LeagueMoney.objects.count(), said_of(league)[1][3]) == (2, "£20.00")


def test_what_is_owed_is_printed_for_the_secretary_and_shown_to_nobody_else(
    league: League, as_director: Client, as_scorer: Client
) -> None:
    add_league_money(league, "fine", Decimal("2.25"), reason="Card sent late", team=the_team("Couva"), **BY)
    answer = as_director.get(f"/leagues/{league.pk}/money.pdf")
    (page,) = PdfReader(io.BytesIO(answer.content)).pages
    text = " ".join(page.extract_text().split())
    for said in ("Money of the league", "£22.25", "Card sent late"):
        assert said in text
    League.objects.update(shown=True)
    for reader in (Client(), as_scorer):
        assert reader.get(f"/leagues/{league.pk}/money/").status_code != 200
        assert "£" not in reader.get(f"/leagues/{league.pk}/").content.decode()


def test_income_and_expenses_have_a_running_balance_with_what_teams_paid_by_day(league: League) -> None:
    add_league_money(league, "out", Decimal("12.50"), day=date(2026, 11, 20), reason="Trophies", note="Two", **BY)
    add_league_money(league, "paid", Decimal(20), team=the_team("Couva"), **BY)
    add_league_money(league, "fine", Decimal(5), team=the_team("Couva"), reason="Card sent late", **BY)
    raffle = add_league_money(league, "in", Decimal(40), day=date(2026, 11, 12), reason="Raffle", **BY)
    heads = ["Date", "What", "Team", "For", "In", "Out", "Balance", "Note", "Entered by"]
    assert file_of_money(money_of(league)) == [
        heads,
        [date(2026, 11, 12), "Other income", "", "Raffle", Decimal(40), "", Decimal(40), "", ""],
        [date(2026, 11, 20), "Expense", "", "Trophies", "", Decimal("12.50"), Decimal("27.50"), "Two", ""],
        [date(2026, 11, 21), "A team paid", "Couva", "", Decimal(20), "", Decimal("47.50"), "", ""],
    ]
    assert said_of(league)[1] == ("Couva", "£20.00", "£5.00", "£20.00", "£5.00")
    take_back_league_money(raffle, **BY)
    assert [str(each.balance) for each in money_of(league).cash] == ["−£12.50", "£7.50"]
    _page, lines = log_of_league(league, 1)
    assert [each.sentence for each in lines[:2]] == ["Undid: Income: £40.00 for Raffle", "Income: £40.00 for Raffle"]
    assert lines[4].sentence == "Expense: £12.50 for Trophies"


def test_an_expense_needs_what_it_was_for_and_no_team_and_downloads_with_the_rest(
    league: League, as_director: Client
) -> None:
    at = f"/leagues/{league.pk}/money"
    sent = {"kind": "out", "amount": "12.50", "team": the_team("Couva").pk, "day": "2026-11-20", "note": "Two cups"}
    wrong = as_director.post(f"{at}/", sent).context["form"]
    assert (wrong.errors, wrong["note"].value()) == ({"reason": ["Say what it was for."]}, "Two cups")
    no_team = as_director.post(f"{at}/", {"kind": "paid", "amount": "12.50", "day": "soon"}).context["form"]
    assert no_team.errors == {"team": ["Choose the team."], "day": ["Enter a valid date."]}
    assert as_director.post(f"{at}/", sent | {"reason": "Trophies"}).status_code == 302
    page = " ".join(as_director.get(f"{at}/").content.decode().split())
    assert re.search(r"Balance: <b>−£12.50</b>.*Trophies.*20 Nov 2026, \w+, Two cups.*−£12.50", page)
    head, row = as_director.get(f"{at}.csv").content.decode("utf-8-sig").splitlines()
    assert row.startswith("2026-11-20,Expense,,Trophies,,12.50,-12.50,Two cups,")
    assert as_director.get(f"{at}.csv?as=xlsx").status_code == 200


def test_undoing_an_import_keeps_a_team_that_paid(league: League) -> None:
    bring_in(league, f"{HEADER}\n3,Moruga,18,,Zion,12,,,\n")
    add_league_money(league, "paid", Decimal(20), team=the_team("Moruga"), **BY)
    line = last_import(league)
    assert line is not None
    undo_import(league, line.pk, **BY)
    assert [row[0] for row in said_of(league)] == ["Arima", "Couva", "Moruga", ""]
    assert LeagueMoney.objects.count() == 1


def test_the_log_of_a_league_shows_its_money_to_those_who_keep_it(
    league: League, as_director: Client, as_scorer: Client
) -> None:
    add_league_money(league, "paid", Decimal(20), team=the_team("Couva"), **BY)
    as_secretary = Client()
    as_secretary.force_login(Account.objects.create_user("Sid", role=Account.Role.SECRETARY))
    readers = (as_director, as_secretary, as_scorer)
    pages = [reader.get(f"/leagues/{league.pk}/log/").content.decode() for reader in readers]
    assert ["Couva paid £20.00" in page for page in pages] == [True, True, False]
    assert ["Changed the league rules" in page for page in pages] == [True, True, True]
