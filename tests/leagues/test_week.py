"""The week of a league: what its secretary publishes, as a page, a message for the chat and a sheet."""

import io
import re
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from tests.leagues.test_league_pages import words
from tests.leagues.test_leagues import HEADER, bring_in
from tournament.leagues.queries.late_results import WeekKey
from tournament.leagues.queries.week import week_of_league, write_week_text
from tournament.leagues.services.cups import draw_cup
from tournament.leagues.services.leagues import change_league, correct_result, open_league, show_league
from tournament.leagues.services.log import give_penalty
from tournament.leagues.services.rulings import rule_match, withdraw_team
from tournament.leagues.services.weeks import note_week_sent, take_back_sent_week
from tournament.models import League, LeagueReport, LeagueResult, SentWeek

NOW = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
BY: dict[str, Any] = {"by": None, "now": NOW}
TODAY = date(2026, 11, 21)
RESULTS = f"""{HEADER},Date,Venue
1,Arima,18,9,Couva,12,7,,,2026-11-10,The Anchor
1,Erin,18,6,Siparia,9,5,,,2026-11-10,Erin Hall
2,Couva,18,5,Erin,11,4,19:30,,2026-11-17,Sports Club
2,Siparia,,,Arima,,,19:30,,2026-11-18,The Hall
3,Couva,,,Arima,,,19:30,,2026-11-24,Sports Club
3,Erin,,,Siparia,,,19:30,,2026-11-24,Erin Hall
"""


@pytest.fixture
def league(db: None) -> League:
    league = open_league({"name": "Central", "season": "2026", "meetings": 0}, **BY)
    bring_in(league, RESULTS)
    fixture = LeagueResult.objects.get(league=league, round=2, team__name="Siparia")
    rule_match(fixture, outcome="walk_over", winner=fixture.other, reason="Siparia had no team", **BY)
    late = LeagueResult.objects.get(league=league, round=3, team__name="Erin")
    LeagueResult.objects.filter(pk=late.pk).update(
        day=None, postponed_from=date(2026, 11, 24), play_by=date(2026, 12, 20)
    )
    return league


def test_the_week_is_a_message_for_the_chat(league: League) -> None:
    assert write_week_text(week_of_league(league, today=TODAY)) == (
        "*Central 2026*\n"
        "Week to Wed 18 Nov\n"
        "\n"
        "*Results*\n"
        "Tue 17 Nov\n"
        "Couva 18–11 Erin\n"
        "Wed 18 Nov\n"
        "Siparia – Arima (walk-over for Arima)\n"
        "\n"
        "*Table*\n"
        "1. Arima 4 (played 2, bullseyes 18–12) ▲1\n"
        "2. Couva 2 (played 2, bullseyes 30–29) ▲1\n"
        "3. Erin 2 (played 2, bullseyes 29–27) ▼2\n"
        "4. Siparia 0 (played 2, bullseyes 9–18)\n"
        "\n"
        "*Next matches*\n"
        "Tue 24 Nov\n"
        "19:30 Couva – Arima, Sports Club\n"
        "\n"
        "*Postponed*\n"
        "Erin – Siparia, from Tue 24 Nov, to be played by Sun 20 Dec"
    )


def test_the_message_names_penalties_with_their_reason_who_withdrew_and_results_still_to_come(league: League) -> None:
    arima, siparia = (league.teams.select_related("league").get(name=name) for name in ("Arima", "Siparia"))
    give_penalty(arima, points=Decimal(1), bullseyes=0, reason="Card two weeks late", **BY)
    withdraw_team(siparia, "kept", on=TODAY, reason="Too few players", **BY)
    text = write_week_text(week_of_league(league, today=date(2026, 11, 26)))
    assert text.split("*Table*\n")[1].split("\n\n*Postponed*")[0] == (
        "1. Arima 3 (played 2, bullseyes 18–12) ▲1 (−1 point: Card two weeks late)\n"
        "2. Couva 2 (played 2, bullseyes 30–29) ▲1\n"
        "3. Erin 2 (played 2, bullseyes 29–27) ▼2\n"
        "– Siparia 0 (played 2, bullseyes 9–18) (Withdrew on 21 Nov 2026, results kept)\n"
        "Provisional: not every result is in.\n"
        "\n"
        "*Results still to come*\n"
        "Couva – Arima, Tue 24 Nov"
    )


LATER = """4,Arima,18,,Erin,12,,,,2026-12-01,
4,Couva,18,,Siparia,7,,,,2026-12-01,
"""


def test_results_of_earlier_weeks_that_came_in_since_stand_below_those_of_the_week(league: League) -> None:
    def of(number: int, team: str) -> LeagueResult:
        results = LeagueResult.objects.select_related("league", "team", "other", "awarded")
        return results.get(league=league, round=number, team__name=team, superseded_at=None)

    def results_in(text: str) -> list[str]:
        return text.split("*Results*\n")[1].split("\n\n*Table*")[0].splitlines()

    LeagueResult.objects.filter(league=league).update(imported_at=datetime(2026, 11, 18, 22, 0, tzinfo=UTC))
    LeagueResult.objects.filter(pk=of(3, "Erin").pk).update(day=date(2026, 11, 24), postponed_from=date(2026, 11, 22))
    on_time = datetime(2026, 11, 25, 9, 0, tzinfo=UTC)
    correct_result(of(3, "Couva"), {"games": 18, "other_games": 3}, reason="Card", by=None, now=on_time)
    late = datetime(2026, 11, 29, 9, 0, tzinfo=UTC)
    correct_result(of(1, "Arima"), {"games": 18, "other_games": 10}, reason="Card", by=None, now=late)
    correct_result(of(3, "Erin"), {"games": 18, "other_games": 5}, reason="Card", by=None, now=late)
    rule_match(of(2, "Couva"), outcome="void", reason="The hall was flooded", by=None, now=late)
    bring_in(league, f"{HEADER},Date,Venue\n{LATER}")
    LeagueResult.objects.filter(round=4).update(imported_at=datetime(2026, 12, 2, 9, 0, tzinfo=UTC))
    week = week_of_league(league, today=date(2026, 12, 3))
    assert results_in(write_week_text(week)) == [
        "Tue 1 Dec",
        "Arima 18–12 Erin",
        "Couva 18–7 Siparia",
        "",
        "*Results of earlier weeks*",
        "Tue 10 Nov",
        "Arima 18–10 Couva (corrected)",
        "Tue 17 Nov",
        "Couva – Erin (void)",
        "Tue 24 Nov",
        "Erin 18–5 Siparia (postponed from Sun 22 Nov)",
    ]


def at(day: int, hour: int = 9) -> datetime:
    return datetime(2026, 11, day, hour, 0, tzinfo=UTC)


def test_what_came_in_after_the_message_was_sent_is_told_in_the_next_one_and_nothing_else_is(league: League) -> None:
    def of(number: int, team: str) -> LeagueResult:
        results = LeagueResult.objects.select_related("league", "team", "other", "awarded")
        return results.get(league=league, round=number, team__name=team, superseded_at=None)

    def late() -> list[str]:
        week = week_of_league(league, today=date(2026, 11, 26))
        return [f"{each.match.team.name} {each.match.games}" for each in week.late]

    LeagueResult.objects.filter(league=league).update(imported_at=at(18, 10))
    sent = note_week_sent(league, WeekKey(date(2026, 11, 18), 2), by=None, now=at(18, 12))
    correct_result(of(1, "Arima"), {"games": 18, "other_games": 10}, reason="Card", by=None, now=at(18, 11))
    correct_result(of(2, "Couva"), {"games": 18, "other_games": 12}, reason="Card", by=None, now=at(18, 13))
    assert (late(), week_of_league(league, today=TODAY).sent) == ([], sent)
    correct_result(of(3, "Couva"), {"games": 18, "other_games": 3}, reason="Card", by=None, now=at(25))
    assert (late(), week_of_league(league, today=TODAY).sent) == (["Couva 18"], None)
    take_back_sent_week(sent, by=None, now=at(25))
    assert late() == []
    note_week_sent(league, WeekKey(date(2026, 11, 11), 1), by=None, now=at(11))
    assert late() == [], "the week before was not sent, so that the message of an earlier one says nothing about it"


def test_a_result_in_the_message_of_the_week_before_is_not_repeated_a_week_of_seven_days_later(league: League) -> None:
    LeagueResult.objects.filter(league=league).update(imported_at=at(18, 10))
    fixture = LeagueResult.objects.select_related("league", "team", "other").get(round=3, team__name="Couva")
    correct_result(fixture, {"games": 18, "other_games": 3}, reason="Card", by=None, now=at(24))

    def results() -> list[str]:
        return [each.match.team.name for each in week_of_league(league, today=date(2026, 11, 26)).results]

    assert results() == ["Siparia", "Couva"]
    note_week_sent(league, WeekKey(date(2026, 11, 18), 2), by=None, now=at(18, 12))
    assert results() == ["Couva"]


def test_without_dates_a_week_that_was_sent_is_a_round(league: League) -> None:
    LeagueResult.objects.filter(league=league).update(day=None, imported_at=at(17))
    key = WeekKey(None, 2)
    assert week_of_league(league, today=TODAY).key == key
    note_week_sent(league, key, by=None, now=at(17, 12))
    for number, team, hour in ((2, "Couva", 13), (3, "Couva", 14)):
        match = LeagueResult.objects.get(league=league, round=number, team__name=team, superseded_at=None)
        correct_result(match, {"games": 18, "other_games": 1}, reason="Card", by=None, now=at(17, hour))
    week = week_of_league(league, today=TODAY)
    assert [(each.match.round, each.match.team.name) for each in week.late] == [(2, "Couva")]


def test_the_secretary_says_that_a_week_was_sent_and_takes_it_back_by_a_press(
    league: League, as_director: Client
) -> None:
    page, press = f"/leagues/{league.pk}/week/", f"/leagues/{league.pk}/week/sent/"
    assert "Mark as sent" in words(as_director.get(page))
    assert as_director.post(press).headers["Location"] == page
    sent = SentWeek.objects.get()
    assert (sent.day, sent.round, sent.superseded_at) == (date(2026, 11, 18), 2, None)
    shown = words(as_director.get(page))
    assert re.search(r"Sent on .{10,16}, \d\d:\d\d by Dora\. Sent again Undo", shown)
    as_director.post(press, {"undo": "1"})
    assert "Mark as sent" in words(as_director.get(page))
    log = words(as_director.get(f"/leagues/{league.pk}/log/"))
    assert "Undid: Sent the message of the week to 18 Nov 2026" in log
    change_league(league, {"division": 1}, **BY)
    below = open_league({"name": "Central", "season": "2026", "division": 2, "meetings": 0}, **BY)
    bring_in(below, f"{HEADER}\n1,Mayo,18,9,Port,12,7,,\n")
    assert as_director.post(f"{press}?all=1").headers["Location"] == f"{page}?all=1"
    sent_now = SentWeek.objects.filter(superseded_at=None).order_by("league__division")
    assert [each.league.division for each in sent_now] == [1, 2]


def test_a_league_ranked_by_bullseyes_says_what_is_missing(league: League) -> None:
    league.order = League.Order.BULLSEYES
    late = LeagueResult.objects.get(league=league, round=3, team__name="Erin")
    LeagueResult.objects.filter(pk=late.pk).update(day=date(2026, 12, 1))
    text = write_week_text(week_of_league(league, today=date(2026, 11, 26)))
    assert "1. Couva 30 (played 2)" in text
    assert "Provisional: not every result is in." in text
    assert text.endswith("*Postponed*\nErin – Siparia, from Tue 24 Nov to Tue 1 Dec")


def test_tables_that_captains_reported_stand_below_their_result_if_they_add_up(league: League) -> None:
    League.objects.update(tables=2)
    league.refresh_from_db()
    match = LeagueResult.objects.get(league=league, round=2, team__name="Couva")
    report = LeagueReport(team=match.other, other=match.team, round=2, games=11, other_games=18, reported_at=NOW)
    report.tables = [[7, 6], [4, 12]]
    report.save()
    assert "Couva 18–11 Erin\n   tables: 6–7, 12–4\n" in write_week_text(week_of_league(league, today=TODAY))
    LeagueReport.objects.update(tables=[[7, 6], [4, 11]])
    assert "tables" not in write_week_text(week_of_league(league, today=TODAY))


def test_tables_and_singles_that_the_secretary_typed_stand_below_a_result_until_it_is_corrected(
    as_scorer: Client, league: League
) -> None:
    League.objects.update(tables=3)
    match = LeagueResult.objects.get(league=league, round=2, team__name="Couva")
    at = f"/leagues/{league.pk}/results/{match.pk}/"
    typed = {"table_1": "6", "table_1_other": "7", "table_3": "12", "table_3_other": "4", "singles": ["3"]}
    wrong = as_scorer.post(at, {**typed, "games": "17", "reason": "By tables.", "step": "correct"})
    assert wrong.context["form"].errors["games"] == ["The tables add up to 18, not 17."]
    assert as_scorer.post(at, {**typed, "reason": "By tables.", "step": "correct"}).status_code == 302
    new = LeagueResult.objects.get(replaces=match)
    assert (new.games, new.other_games, new.tables, new.singles) == (18, 11, [[6, 7], [12, 4]], [2])
    assert "Couva 18–11 Erin\n   tables: 6–7, 12–4 (singles)\n" in write_week_text(week_of_league(league, today=TODAY))
    again = as_scorer.get(f"/leagues/{league.pk}/results/{new.pk}/").context["form"]
    assert (again["table_2"].value(), again["singles"].value()) == (12, ["2"])
    LeagueResult.objects.filter(pk=new.pk).update(other_games=10)
    assert "tables" not in write_week_text(week_of_league(league, today=TODAY))


def test_a_league_without_results_has_a_message_too(db: None) -> None:
    league = open_league({"name": "Central", "season": "2026", "meetings": 0}, **BY)
    assert write_week_text(week_of_league(league, today=TODAY)) == "*Central 2026*"


def test_everybody_sees_the_week_of_a_league_that_is_shown_and_the_desk_its_message(
    league: League, as_scorer: Client
) -> None:
    show_league(league, shown=True, **BY)
    for reader, has_message in ((Client(), False), (as_scorer, True)):
        answer = reader.get(f"/leagues/{league.pk}/week/")
        assert answer.status_code == 200
        assert ("Message for the chat" in answer.content.decode()) is has_message
        assert "walk-over for Arima" in answer.content.decode()


def test_the_public_reads_what_was_ruled_and_never_why(league: League, as_director: Client) -> None:
    show_league(league, shown=True, **BY)
    ruled, why = LeagueResult.objects.get(league=league, outcome="walk_over"), "Siparia had no team"
    withdraw_team(league.teams.get(name="Couva"), "kept", on=TODAY, reason=why, **BY)
    here = f"/leagues/{league.pk}/"
    for page in ("?matches=rounds", "week/", f"teams/{ruled.team_id}/"):
        said = Client().get(here + page).content.decode()
        assert "walk-over for Arima" in said and why not in said, page
    assert "results kept" in words(Client().get(here)) and why not in words(Client().get(here))
    for page in (f"results/{ruled.pk}/ruling/", "log/"):
        assert why in words(as_director.get(here + page)), page


def test_the_week_is_printed_for_the_board(league: League, as_scorer: Client) -> None:
    LeagueResult.objects.filter(league=league, round=3, team__name="Couva").update(day=date(2036, 11, 24))
    answer = as_scorer.get(f"/leagues/{league.pk}/week.pdf")
    (page,) = PdfReader(io.BytesIO(answer.content)).pages
    text = " ".join(page.extract_text().split())
    for said in ("Results of the week", "18–11", "walk-over for Arima", "Next matches", "Sports Club", "20 Dec"):
        assert said in text


def test_one_pdf_for_the_board_has_every_division_that_its_reader_may_see(league: League, as_scorer: Client) -> None:
    change_league(league, {"division": 1}, **BY)
    show_league(league, shown=True, **BY)
    second = open_league({"name": "Central", "season": "2026", "division": 2}, **BY)
    bring_in(second, f"{HEADER},Date,Venue\n1,Moruga,18,9,Toco,7,3,,,2026-11-10,Hall\n")
    at = f"/leagues/{league.pk}/week.pdf?all=1"
    for reader, divisions in ((as_scorer, [1, 2]), (Client(), [1])):
        pages = [page.extract_text() for page in PdfReader(io.BytesIO(reader.get(at).content)).pages]
        assert [n for text in pages for n in (1, 2) if f"Division {n}" in text] == divisions
    assert "Sheet of all divisions" in words(as_scorer.get(f"/leagues/{league.pk}/week/"))


def test_one_message_has_the_week_of_every_division_and_of_the_cups_that_are_shown(
    league: League, as_scorer: Client
) -> None:
    page = f"/leagues/{league.pk}/week/"
    assert "?all=1" not in as_scorer.get(page).content.decode()
    below = open_league({"name": "Central", "season": "2026", "division": 2, "meetings": 0}, **BY)
    bring_in(below, f"{HEADER}\n1,Mayo,18,9,Port,12,7,,\n")
    change_league(league, {"division": 1}, **BY)
    cups = [draw_cup(below, name, list(below.teams.all()), lot=1, **BY) for name in ("Cup", "Plate")]
    show_league(cups[0], shown=True, **BY)
    assert f'{page}?all=1"' in as_scorer.get(page).content.decode()
    text = as_scorer.get(f"{page}?all=1").context["text"]
    heads = re.findall(r"^\*(?:Central|Cup|Plate).*", text, re.MULTILINE)
    assert heads == ["*Central 2026, Division 1*", "*Central 2026, Division 2*", "*Cup 2026*"]


def test_a_division_whose_week_was_sent_says_in_the_message_of_all_only_what_is_new(
    league: League, as_director: Client
) -> None:
    page = f"/leagues/{league.pk}/week/"
    below = open_league({"name": "Central", "season": "2026", "division": 2, "meetings": 0}, **BY)
    bring_in(below, f"{HEADER},Date\n1,Mayo,18,9,Port,12,7,,,2026-11-17\n2,Port,,,Mayo,,,,,2026-12-01\n")
    change_league(league, {"division": 1}, **BY)
    as_director.post(f"/leagues/{below.pk}/week/sent/")
    sent = SentWeek.objects.get().sent_at

    def below_in_message() -> list[str]:
        text = as_director.get(f"{page}?all=1").context["text"]
        return text.partition("*Central 2026, Division 2*\n")[2].splitlines()

    assert below_in_message()[:2] == [
        "Week to Tue 17 Nov",
        f"Sent on {sent:%a} {sent.day} {sent:%b}, nothing new since.",
    ]
    assert "Mayo 18–12 Port" not in below_in_message()
    played = LeagueResult.objects.select_related("league", "team", "other").get(team__name="Mayo")
    correct_result(played, {"games": 18, "other_games": 11}, reason="Card", by=None, now=timezone.now())
    assert below_in_message()[:5] == ["Week to Tue 17 Nov", "", "*Results*", "Tue 17 Nov", "Mayo 18–11 Port"]
    as_director.post(f"{page}sent/?all=1")
    assert "Mayo 18–11 Port" in below_in_message(), "sent together, it can be copied again"


def test_many_details_of_a_match_have_a_line_of_their_own_on_paper(league: League, as_scorer: Client) -> None:
    LeagueResult.objects.filter(league=league, round__gte=3).delete()
    match = LeagueResult.objects.get(league=league, round=2, team__name="Couva")
    notes = ["Half 1: 10–6", "Half 2: 8–5", "First hang jack, hearts: Ann Ali"]
    of_hall = {"evening": uuid4(), "revision": 3, "notes": notes, "tables": [[18, 11]]}
    common = {"team": match.team, "other": match.other, "round": 2, "games": 18, "other_games": 11, "reported_at": NOW}
    LeagueReport.objects.create(**common, **of_hall)
    League.objects.update(tables=1)
    answer = as_scorer.get(f"/leagues/{league.pk}/week.pdf")
    text = " ".join(PdfReader(io.BytesIO(answer.content)).pages[0].extract_text().replace("\u2060", "").split())
    assert "Tables: 18–11; Half 1: 10–6; Half 2: 8–5; First hang jack, hearts: Ann Ali" in text


def test_a_shared_place_has_no_stop(db: None) -> None:
    league = open_league({"name": "Central", "season": "2026", "meetings": 0}, **BY)
    bring_in(league, f"{HEADER}\n1,Arima,18,,Couva,12,,,\n1,Erin,18,,Siparia,12,,,\n")
    text = write_week_text(week_of_league(league, today=TODAY))
    assert re.findall(r"^(\d\S*) (\w+) \d", text, re.MULTILINE) == [
        *(("1=", "Arima"), ("1=", "Erin"), ("3=", "Couva"), ("3=", "Siparia"))
    ]


def test_the_sheet_of_a_cup_without_results_or_days_says_so(league: League, as_scorer: Client) -> None:
    cup = draw_cup(league, "Cup", list(league.teams.all()), lot=1, **BY)
    answer = as_scorer.get(f"/leagues/{cup.pk}/week.pdf")
    (page,) = PdfReader(io.BytesIO(answer.content)).pages
    assert "No results yet, and no match has a date." in " ".join(page.extract_text().split())


def test_hang_jacks_that_nobody_counted_are_left_out_and_those_of_one_side_are_a_question_mark(
    league: League, as_scorer: Client
) -> None:
    LeagueResult.objects.update(hang_jacks=None, other_hang_jacks=None)
    LeagueResult.objects.filter(team__name="Couva", round=2).update(hang_jacks=5)
    said = []
    for name in ("Couva", "Erin", "Siparia"):
        page = words(as_scorer.get(f"/leagues/{league.pk}/teams/{league.teams.get(name=name).pk}/"))
        said.append(re.findall(r"hang jacks (?:\([^)]*\) )?(\S+)", page))
    assert said == [["5–?", "5–?"], ["?–5", "5–?"], []]
