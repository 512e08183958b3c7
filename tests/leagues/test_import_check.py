"""The check page of results, whole: what it asks about a list, what it leaves out, and what each line becomes."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.leagues.test_league_pages import LEVEL, bring_in
from tests.leagues.test_leagues import NOW
from tournament.leagues.import_rows import check_results, show_results
from tournament.leagues.queries.leagues import team_names_of
from tournament.leagues.results_reader import read_results
from tournament.leagues.services.fixtures import make_fixtures
from tournament.leagues.services.importing import import_results
from tournament.leagues.services.leagues import open_league
from tournament.lists.check import CheckRow, ListCheck, heading_key
from tournament.models import Account, League

TO_COME = """round,date,team_a,bullseyes_a,team_b,bullseyes_b,venue
4,2026-03-20,Couva,,Arima,,Red Lion
2,2026-03-09,Arima,,Diego Martin,,
"""
LIST = [
    "round,date,team_a,bullseyes_a,hang_jacks_a,team_b,bullseyes_b,hang_jacks_b,start,end,venue,umpire",
    "1,2026-03-02,Arima,18,9,Barataria,12,7,19:30,,Town Hall,Dora",
    "3,2026-03-16,Arima,18,4,Diego Martin,9,3,,,,",
    "4,2026-03-23,Arima,18,9,Couva,12,7,19:30,22:40,Kings Head,",
    "4,2026-03-23,Baratria,18,,Diego Martin,,,,,,",
    "5,2026-03-30,Arima,,,Diego Martin,,,20:00,,,",
    "4,2026-03-23,Point Fortin,17,2,Diego Martin,12,1,,,,",
    "Total,,36,10,,,,,,,,",
    "6,,Barataria,x,,Couva,12,,,,,",
    "1,,Couva,18,,Diego Martin,12,,,,,",
]
REPLACE_ONE = ("replace", "Use this result; the other one stays as an earlier version")
LEAVE_ONE = ("out", "Leave this line out")
REPLACE_ALL = ("replace", "Use all of these results; the others stay as earlier versions")
LEAVE_ALL = ("out", "Leave all of these lines out")
NOT_USED = "umpire: Leagues do not use this column, so it is ignored."


@pytest.fixture
def league(db: None) -> League:
    """Five results, and two matches to come."""
    league = bring_in(open_league({"name": "Central", "season": "2026"}, by=None, now=NOW), LEVEL)
    import_results(league, read_results(TO_COME, known=team_names_of(league)).lines, by=None, now=NOW)
    return league


def check(league: League, sent: dict[str, str], **given: Any) -> ListCheck:
    text = "\n".join(LIST)
    corrected = check_results(league, text, sent, today=date(2026, 11, 27))
    return show_results(corrected, text, **{"sent": sent, "is_refused": False} | given)


def questions_of(rows: Any) -> list[tuple[Any, ...]]:
    assert {row.question.text for row in rows} == {f"Line {row.line}: {LIST[row.line - 1]}" for row in rows}
    return [(row.line, row.question.choices, row.question.answer, row.question.hint) for row in rows]


def lines_of(rows: Any) -> list[tuple[Any, ...]]:
    return [(row.line, row.name, *row.details) for row in rows]


NEW = [
    (6, "Arima – Diego Martin", "Round 5", "to be played", "Mon 30 Mar 2026", "20:00"),
    (7, "Point Fortin – Diego Martin", "Round 4", "17–12 (hang jacks 2–1)", "Mon 23 Mar 2026"),
]
FILLED = (
    *(4, "Arima – Couva", "Round 4", "to be played → 18–12 (hang jacks 9–7)"),
    *("Fri 20 Mar 2026 → Mon 23 Mar 2026", "19:30–22:40", "Red Lion → Kings Head"),
)
REPLACED = (
    *(3, "Arima – Diego Martin", "Round 3", "18–8 (hang jacks 4–3) → 18–9 (hang jacks 4–3)"),
    "no date → Mon 16 Mar 2026",
)
MOVED = (
    *(2, "Arima – Barataria", "Round 1", "18–12 (hang jacks 9–7)", "no date → Mon 2 Mar 2026", "19:30"),
    "no place → Town Hall",
)
THERE = (10, "Couva – Diego Martin", "Round 1", "18–12")
TOTAL = CheckRow(8, LIST[7], written=LIST[7], remarks=["“Total 36 10” is left out: it is not a result."])
IN_PART = (
    "bullseyes_b: Empty, although the other side has a score. "
    "Enter both, or leave both empty until the match is played."
)


def test_a_list_is_shown_line_by_line_as_it_would_be_stored_with_what_is_asked_first(league: League) -> None:
    shown = check(league, {})
    team, *_others = [question for question in shown.questions if question.key.startswith("team-")]
    assert [(question.text, question.answer) for question in shown.questions] == [
        ("The column “umpire” is:", "ignored"),
        ("“Baratria” in line 5 is new. Which team is it?", ""),
    ]
    assert team.choices == (("Barataria", "Barataria"), ("Baratria", "A new team: Baratria"))
    there = "Arima – Diego Martin already have a result for round 3: 18–8 (hang jacks 4–3)."
    assert questions_of(shown.asked) == [
        (3, (REPLACE_ONE, LEAVE_ONE), "", f"{there} This line says 18–9 (hang jacks 4–3)."),
        (5, (LEAVE_ONE,), "", IN_PART),
        (9, (LEAVE_ONE,), "", "bullseyes_a: “x” is not a whole number from 0 to 999."),
    ]
    assert [(each.key, each.choices, each.answer, each.is_open) for each in shown.for_all] == [
        ("row-all", (LEAVE_ALL,), "", False)
    ]
    assert [(section.title, lines_of(section.rows), section.is_folded) for section in shown.sections] == [
        ("2 new matches", NEW, False),
        ("1 result of a match that is there", [FILLED], False),
        ("1 match with another date or place", [MOVED], False),
        ("1 is already there and stays as it is", [THERE], True),
    ]
    assert {row.written for section in shown.sections for row in section.rows} == {LIST[n] for n in (1, 3, 5, 6, 9)}
    assert (shown.doubts, shown.left_out) == ([NOT_USED], [TOTAL])
    assert (shown.confirm, shown.is_refused) == ("Import these results", False)


def test_a_list_is_shown_as_it_was_corrected_and_answered(league: League) -> None:
    typed = "4,2026-03-23,Barataria,18,,Diego Martin,11,,,,,"
    sent = {"row-3": "replace", "row-5": "out", "typed-5": typed, "row-all": "out"}
    shown = check(league, sent, file_doubts=["Two sheets."], is_refused=True)
    assert questions_of(shown.asked) == [(3, (REPLACE_ONE, LEAVE_ONE), "replace", "")]
    assert [(each.choices, each.answer) for each in shown.for_all] == [((REPLACE_ALL, LEAVE_ALL), "out")]
    mine = ["You left this line out."]
    assert shown.left_out == [
        CheckRow(5, LIST[4], written=typed, remarks=mine, is_edited=True, is_left_out=True),
        TOTAL,
        CheckRow(9, LIST[8], written=LIST[8], remarks=mine, is_left_out=True),
    ]
    assert [(section.title, lines_of(section.rows)) for section in shown.sections][:3] == [
        ("2 new matches", NEW),
        ("2 results of matches that are there", [REPLACED, FILLED]),
        ("1 match with another date or place", [MOVED]),
    ]
    assert (shown.doubts, shown.confirm, shown.is_refused) == (["Two sheets.", NOT_USED], "Import 5 results", True)
    assert [question.text for question in shown.questions] == ["The column “umpire” is:"]


def test_one_answer_for_all_uses_the_results_and_leaves_what_cannot_be_read_in_question(league: League) -> None:
    shown = check(league, {"row-all": "replace"})
    assert [(line, answer) for line, _choices, answer, _hint in questions_of(shown.asked)] == [
        *((3, "replace"), (5, ""), (9, ""))
    ]
    assert lines_of(shown.sections[1].rows) == [REPLACED, FILLED]
    # As long as some lines cannot be read, one answer does not settle all of them.
    assert [(each.choices, each.answer) for each in shown.for_all] == [((LEAVE_ALL,), "")]
    assert shown.confirm == "Import these results"


def test_a_typed_line_takes_the_place_of_the_one_that_was_wrong(league: League) -> None:
    typed = "6,,Barataria,17,,Couva,12,,,,,"
    shown = check(league, {"typed-9": typed, "row-5": "out", "row-3": "out"})
    (row,) = [row for row in shown.sections[0].rows if row.line == 9]
    assert (row.name, row.written, row.details, row.is_edited) == (
        *("Barataria – Couva", typed),
        *(("Round 6", "17–12"), True),
    )
    assert (shown.asked, shown.for_all, shown.confirm) == ([], (), "Import 5 results")


def test_nothing_can_be_confirmed_of_an_empty_list(league: League) -> None:
    corrected = check_results(league, "", {}, today=date(2026, 11, 27))
    shown = show_results(corrected, "", sent={}, is_refused=False)
    assert (shown.confirm, [lines_of(section.rows) for section in shown.sections]) == ("", [[]] * 4)
    (doubt,) = shown.doubts
    assert doubt.startswith("The file is empty.")


def test_matches_of_another_division_are_left_out_and_make_no_new_teams(league: League) -> None:
    League.objects.filter(pk=league.pk).update(division=1)
    league.refresh_from_db()
    below = open_league({"name": "Central", "season": "2026", "division": 2}, by=None, now=NOW)
    make_fixtures(below, ["Erin", "Zion"], meetings=1, by=None, now=NOW)
    text = "Division 1\nCouva 18-12 Arima\n\nDivision 2\nErin 18-3 Zion\nZion 18-12 Arima\n"

    def checked(of: League) -> ListCheck:
        corrected = check_results(of, text, {}, today=date(2026, 11, 27))
        return show_results(corrected, text, sent={}, is_refused=False)

    shown = checked(league)
    assert shown.notices == [
        "1 team is new to this league: Zion",
        "1 match is of Division 2 and left out here. Import the same list there.",
    ]
    left_out = [(row.line, row.name, *row.remarks, row.is_left_out) for row in shown.left_out]
    assert left_out[-1] == (5, "Erin 18-3 Zion", "This match is of Division 2.", False)
    assert [row.line for section in shown.sections for row in section.rows] == [6, 2]
    assert checked(below).notices[1] == "1 match is of Division 1 and left out here. Import the same list there."


def test_the_page_shows_the_list_first_and_below_it_what_is_asked_about_all_of_it(league: League) -> None:
    director = Account.objects.create_user("director", role=Account.Role.DIRECTOR)
    desk = Client()
    desk.force_login(director)
    text = "Week 5\nArimma 18 12 Couva\nWell played"
    page = desk.post(reverse("league_import", args=[league.pk]), {"text": text, "step": "check"}).content.decode()
    marks = [">Arimma – Couva<", 'id="whole-list"', "“Arimma” in line 2 is new. Which team is it?", 'value="import"']
    places = [page.index(mark) for mark in ('href="#whole-list"', *marks)]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Heim;Punkte Heim;Gast;Punkte Gast\nAsh;x;Elm;3", "Punkte Heim: “x” is not a whole number from 0 to 999."),
        ("home,for,away,against\nAsh,x,Elm,3", "for: “x” is not a whole number from 0 to 999."),
        ("round,team_a,legs_a,team_b,legs_b\n1,Ash,,Elm,3", "legs_a: Empty, although the other side has a score."),
        ("Ash,x,Elm,3", "The first line must name the columns, in any order: round, team_a, legs_a, team_b, legs_b."),
        ("round,home\n1,Ash", "A column is missing from the first line: legs_a, team_b, legs_b."),
        ("home,score,away\nAsh,9-4,Elm\n☺,8-5,Oak", "home: “☺” is not a name: it has no letter or digit."),
    ],
)
def test_a_problem_names_its_column_as_the_file_does_or_in_the_words_of_the_league(
    league: League, text: str, said: str
) -> None:
    League.objects.filter(pk=league.pk).update(counts="legs")
    sent = {heading_key("for"): "bullseyes_a", heading_key("against"): "bullseyes_b"}
    corrected = check_results(League.objects.get(), text, sent, today=date(2026, 11, 27))
    shown = show_results(corrected, text, sent=sent, is_refused=False)
    found = [*shown.doubts, *(row.question.hint for row in shown.asked if row.question)]
    assert [each for each in found if each.startswith(said)] != [], found


def test_a_column_that_is_known_by_its_figures_is_asked_about_with_what_it_is_read_as(league: League) -> None:
    text = "date,home,won,lost,away,ref\n2026-05-04,Ash,6,4,Elm,Dora\n2026-05-04,Oak,p,P,Fir,"
    corrected = check_results(league, text, {}, today=date(2026, 11, 27))
    asked = {each.text: each.answer for each in show_results(corrected, text, sent={}, is_refused=False).questions}
    assert asked == {
        "The column “won” is:": "bullseyes_a",
        "The column “lost” is:": "bullseyes_b",
        "The column “ref” is:": "ignored",
    }
    assert [(line.bullseyes_a, line.is_postponed) for line in corrected.checked.read.lines] == [
        (6, False),
        (None, True),
    ]


def test_a_match_that_a_list_has_twice_in_other_words_counts_once(league: League) -> None:
    text = "round,date,home,score,away\n7,2026-05-04,Arima,18-12,Couva\n7,2026-05-04,COUVA,12-18,Arima\n"
    corrected = check_results(league, text, {}, today=date(2026, 11, 27))
    shown = show_results(corrected, text, sent={}, is_refused=False)
    assert [(section.title, len(section.rows)) for section in shown.sections if section.rows] == [
        ("1 new match", 1),
        ("1 is already there and stays as it is", 1),
    ]
    assert "The same match as in line 2: it counts once." in shown.sections[-1].rows[0].remarks
