"""Results as newspapers, chats and other leagues' spreadsheets have them: what each line becomes, and what is asked."""

from dataclasses import replace
from datetime import date, time
from pathlib import Path
from typing import Any

import pytest

from tournament.leagues.results_file import LeagueFacts, ResultLine, ResultsRead
from tournament.leagues.results_reader import read_results
from tournament.lists.dates import DayOrder

INPUTS = Path(__file__).parent.parent / "lists" / "inputs"
FACTS = LeagueFacts(walk_over=18, next_round=4, today=date(2026, 11, 27))
NO_ROUND = "The list has no round numbers. Its matches go into %s, as shown below."


def read(text: str, **given: Any) -> ResultsRead:
    return read_results(text, facts=FACTS, **given)


def walk_over(number: int, team: str, other: str) -> ResultLine:
    return ResultLine(number, team, team_b=other, outcome="walk_over", awarded=team)


def days_of(found: ResultsRead) -> list[Any]:
    return [(line.day, line.venue) for line in found.lines]


def doubts_of(found: ResultsRead) -> list[tuple[int, str]]:
    return [(remark.line, remark.message) for remark in found.doubts]


@pytest.mark.parametrize(
    ("name", "lines", "doubts"),
    [
        (
            "league-one-score.csv",
            [
                ResultLine(1, "White Horse A", 9, None, "New Inn B", 8),
                ResultLine(1, "Bull", 12, None, "Stumble Inn", 5),
            ],
            [],
        ),
        (
            "league-newspaper.txt",
            [ResultLine(4, "Great Lever", 3, None, "Dunscar", 5), ResultLine(4, "Deane", 6, None, "Harwood", 2)],
            [(1, "“All Fours League, Division One” is left out: it is not a result."), (0, NO_ROUND % "round 4")],
        ),
        (
            "league-blocks.txt",
            [
                ResultLine(1, "Central", 12, None, "Port", 6),
                ResultLine(1, "Point Fortin"),
                ResultLine(2, "Port", 9, None, "Point Fortin", 9),
            ],
            [(3, "“Dec 13” has no year. It is read as Dec 13 2026, and so are all other dates without one.")],
        ),
        (
            "league-title-above.csv",
            [ResultLine(1, "Arima", 18, None, "Couva", 3), walk_over(2, "Arima", "Couva")],
            [
                (1, "“Field League 2026 results” is left out: it is not a result."),
                (6, "“round team_a bullseyes_a team_b bullseye…” is left out: it is not a result."),
                (8, "“Total 36 10” is left out: it is not a result."),
                (7, "A walk-over counts 18–0 in this league."),
            ],
        ),
        (
            "league-two-divisions.txt",
            [
                ResultLine(4, "Great Lever Con", 3, None, "Dunscar", 5),
                ResultLine(4, "Deane Lab", 6, None, "Harwood", 2),
                ResultLine(4, "Farnworth Soc", 4, None, "Kearsley", 4),
                ResultLine(4, "Eagley", 5, None, "Bradshaw", 3),
                ResultLine(4, "Astley Bridge", team_b="Tonge"),
                ResultLine(4, "Kings Head", team_b="Queens Head"),
            ],
            [
                (1, "“CRIBBAGE & ALL FOURS” is left out: it is not a result."),
                (3, "“Division One” is left out: it is not a result."),
                (4, "“Division Two” is left out: it is not a result."),
                (5, "“P-P”: the match is read as still to be played."),
                (6, "“abandoned”: the match is read as still to be played. Enter on its page what was decided."),
                (0, NO_ROUND % "round 4"),
            ],
        ),
        (
            "league-chat.txt",
            [
                ResultLine(4, "Bull A", 9, None, "Bull B", 6),
                ResultLine(4, "Arms", 12, None, "Crown", 3),
                ResultLine(4, "Star", 9, None, "Sun", 6),
                ResultLine(4, "Moon", 9, None, "Mars", 3),
                ResultLine(4, "Royal Oak A", 9, None, "Red Lion B", 6),
            ],
            [(3, "“see u next week” is left out: it is not a result."), (0, NO_ROUND % "round 4")],
        ),
        (
            "league-merged-cells.csv",
            [
                ResultLine(1, "Bull", 9, None, "Arms", 6),
                ResultLine(1, "Crown", 8, None, "Lion", 8),
                ResultLine(2, "Arms", 6, None, "Bull", 9),
            ],
            [
                (2, "“3 Dec” has no year. It is read as 3 Dec 2026, and so are all other dates without one."),
            ],
        ),
        (
            "league-web.tsv",
            [
                ResultLine(4, "Bull A", 9, None, "Bull B", 6, start=time(20)),
                ResultLine(5, "Bull B", team_b="Crown", start=time(20)),
            ],
            [(0, NO_ROUND % "rounds 4 and 5")],
        ),
        ("league-spanish.csv", [ResultLine(1, "Los Ases", 18, None, "La Sota", 12), ResultLine(1, "Rey")], []),
        (
            "league-form.csv",
            [ResultLine(4, "Bull", 9, None, "Arms", 6), ResultLine(4, "Crown", 8, None, "Lion", 8)],
            [
                (0, "A quotation mark in line 3 is not closed. It is left out: check that line."),
                *((1, "Leagues do not use this column, so it is ignored."),) * 3,
                (0, NO_ROUND % "round 4"),
            ],
        ),
        (
            "league-pipes.txt",
            [ResultLine(1, "Bull", 9, None, "Arms", 6), ResultLine(1, "Crown", 8, None, "Lion", 8)],
            [],
        ),
    ],
)
def test_each_kind_of_results_becomes_its_lines(
    name: str, lines: list[ResultLine], doubts: list[tuple[int, str]]
) -> None:
    found = read((INPUTS / name).read_text())
    assert (list(found.lines), found.problems, doubts_of(found)) == (lines, (), doubts)


def test_a_list_of_home_and_away_matches_has_its_rounds_by_date() -> None:
    text = (INPUTS / "league-home-away.csv").read_text()
    found = read(text)
    assert found.days.is_open
    found = read(text, day_order=DayOrder.DAY_FIRST)
    assert list(found.lines) == [
        ResultLine(4, "White Horse A", team_b="New Inn B", start=time(19, 30)),
        ResultLine(5, "Bull", team_b="White Horse A", start=time(19, 30)),
    ]
    assert days_of(found) == [(date(2026, 12, 3), "White Horse"), (date(2026, 12, 10), "Bull")]
    assert doubts_of(found) == [(0, NO_ROUND % "rounds 4 and 5")]


def test_american_dates_are_proven_by_one_of_them() -> None:
    found = read((INPUTS / "league-us-dates.csv").read_text())
    assert [line.day for line in found.lines] == [date(2026, 12, day) for day in (3, 10, 17)]
    assert (found.problems, len(found.doubts)) == ((), 1)


def test_a_day_above_a_block_is_that_of_its_matches() -> None:
    found = read((INPUTS / "league-blocks.txt").read_text())
    assert [line.day for line in found.lines] == [date(2026, 12, 13), date(2026, 12, 13), date(2026, 12, 20)]


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("Great Lever 3 Dunscar 5", ResultLine(4, "Great Lever", 3, None, "Dunscar", 5)),
        ("Bull A 9-6 Bull B", ResultLine(4, "Bull A", 9, None, "Bull B", 6)),
        ("Bull A 9 – 6 Bull B", ResultLine(4, "Bull A", 9, None, "Bull B", 6)),
        ("Bull 2 9-6 Harwood", ResultLine(4, "Bull 2", 9, None, "Harwood", 6)),
        ("Bull A beat Bull B 9-6", ResultLine(4, "Bull A", 9, None, "Bull B", 6)),
        ("Bull A beat Bull B 6-9", ResultLine(4, "Bull A", 9, None, "Bull B", 6)),
        ("Bull A lost to Bull B 9-6", ResultLine(4, "Bull A", 6, None, "Bull B", 9)),
        ("Bull drew with Arms 9-9", ResultLine(4, "Bull", 9, None, "Arms", 9)),
        ("Bull v Arms 9-6", ResultLine(4, "Bull", 9, None, "Arms", 6)),
        ("Bull\t9\tArms\t6", ResultLine(4, "Bull", 9, None, "Arms", 6)),
        ("Bull v Arms postponed", ResultLine(4, "Bull", team_b="Arms")),
        ("Bull P-P Arms", ResultLine(4, "Bull", team_b="Arms")),
        ("Bull v Arms", ResultLine(4, "Bull", team_b="Arms")),
        ("Bull bye", ResultLine(4, "Bull")),
        ("Bye: Bull", ResultLine(4, "Bull")),
        ("Bull w/o Arms", walk_over(4, "Bull", "Arms")),
        ("Bull w/o Arms (no show)", walk_over(4, "Bull", "Arms")),
        ("Arms v Bull: Arms no show, w/o to Bull", replace(walk_over(4, "Arms", "Bull"), awarded="Bull")),
        ("Arms no show, w/o to Bull", replace(walk_over(4, "Arms", "Bull"), awarded="Bull")),
        ("Arms gave a walk-over to Bull", replace(walk_over(4, "Arms", "Bull"), awarded="Bull")),
        ("Bull - Arms, walkover to Bull", walk_over(4, "Bull", "Arms")),
        ("Bull v Arms (Arms did not turn up)", walk_over(4, "Bull", "Arms")),
        ("Bull v Arms: no show by Arms", walk_over(4, "Bull", "Arms")),
        ("w/o to Bull v Arms", walk_over(4, "Bull", "Arms")),
    ],
)
def test_a_line_without_headings_is_read_as_people_write_it(line: str, result: ResultLine) -> None:
    found = read(f"{line}\nSee you all next week")
    assert (list(found.lines), found.problems) == ([result], ())
    assert "“See you all next week” is left out: it is not a result." in [remark.message for remark in found.doubts]


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("Esperanza 13 - Dow Village 8, HJ 4-2", ResultLine(4, "Esperanza", 13, 4, "Dow Village", 8, 2)),
        ("Arima 18-12 Couva (hang jacks 4–2)", ResultLine(4, "Arima", 18, 4, "Couva", 12, 2)),
        ("Arima beat Couva 18-12. Hung jacks", None),
        ("Couva lost to Arima 18-12, HJ's 4 to 2", ResultLine(4, "Couva", 12, 2, "Arima", 18, 4)),
        ("Arima 18-12 Hang Jacks", ResultLine(4, "Arima", 18, None, "Hang Jacks", 12)),
        ("Hang Jack Boys 10–11 Arima", ResultLine(4, "Hang Jack Boys", 10, None, "Arima", 11)),
    ],
)
def test_hang_jacks_behind_a_score_are_read_with_it(line: str, result: ResultLine | None) -> None:
    assert read(line).lines == ((result,) if result else ())


@pytest.mark.parametrize(
    "text",
    [
        "Spieltag;Datum;Heim;Gast;Ergebnis\n3;3.12.2026;Adler;Bären;9:8\n",
        "Jornada,Fecha,Local,Visitante,Resultado\n3,2026-12-03,Adler,Bären,9-8\n",
        "Ronde\tDatum\tThuis\tUit\tUitslag\n3\t3 Dec 2026\tAdler\tBären\t9 - 8\n",
        "Wk,Date,Home,Score,Away,Score\nWk 3,3 Dec 2026,Adler,9,Bären,8\n",
        "Spring League\n\nMatchday,Date,Team 1,Team 2,Result\n3,2026-12-03,Adler,Bären,9-8\nTotals,,,,1\n",
        "Matchday 3 - Thursday 3rd December\nAdler 9-8 Bären\n",
    ],
)
def test_headings_mean_the_same_in_other_words_and_languages(text: str) -> None:
    found = read(text)
    assert (list(found.lines), found.problems) == ([ResultLine(3, "Adler", 9, None, "Bären", 8)], ())
    assert [line.day for line in found.lines] == [date(2026, 12, 3)]


def test_a_score_that_a_spreadsheet_made_into_a_date_is_named() -> None:
    found = read("Round,Home,Away,Score\n1,Bull,Arms,09-Aug\n1,Deane,Bolton,w/o\n")
    assert [remark.message for remark in found.problems] == [
        "“09-Aug” is not a score, such as 9-8. Format that column as text and type it again.",
        "A walk-over: write the score of both, so that it says who won it.",
    ]


@pytest.mark.parametrize(
    ("cells", "result", "doubts"),
    [
        (",,void", ResultLine(1, "Bull", team_b="Arms", outcome="void"), []),
        (",,Walk-over_B", ResultLine(1, "Bull", team_b="Arms", outcome="walk_over", awarded="Arms"), []),
        ("18,0,w/o", walk_over(1, "Bull", "Arms"), []),
        ("w/o,,", walk_over(1, "Bull", "Arms"), ["A walk-over counts 18–0 in this league."]),
        ("9,6,Abandoned", ResultLine(1, "Bull", 9, None, "Arms", 6, outcome="abandoned"), []),
        ("9,6,abandoned_void", ResultLine(1, "Bull", 9, None, "Arms", 6, outcome="abandoned_void"), []),
        ("9,6,replay", ResultLine(1, "Bull", 9, None, "Arms", 6, outcome="replay"), []),
        ("9,6,played", ResultLine(1, "Bull", 9, None, "Arms", 6), []),
        ("9,6,rain", ResultLine(1, "Bull", 9, None, "Arms", 6), ["“rain” is not read."]),
        (
            *(",,abandoned", ResultLine(1, "Bull", team_b="Arms")),
            ["“abandoned”: the match is read as still to be played. Enter on its page what was decided."],
        ),
    ],
)
def test_what_happened_is_read_where_it_is_sure(cells: str, result: ResultLine, doubts: list[str]) -> None:
    found = read(f"Round,Home,Away,Home score,Away score,Status\n1,Bull,Arms,{cells}\n")
    assert (list(found.lines), found.problems, [each.message for each in found.doubts]) == ([result], (), doubts)


def test_a_bye_with_two_teams_is_a_problem_and_drops_neither() -> None:
    found = read("Runde;Heim;Gast;Ergebnis\n1;Adler;Bären;spielfrei\n1;Adler;spielfrei;\n")
    assert ([*found.lines], [remark.message for remark in found.problems]) == (
        [ResultLine(1, "Adler")],
        ["“spielfrei” is a bye, but there are 2 teams. Leave out the one that does not play."],
    )


def test_a_match_that_is_still_to_be_played_keeps_its_round() -> None:
    facts = LeagueFacts(open_rounds={frozenset(("bull", "arms")): (7, 9)}, next_round=3)
    found = read_results("Arms 9-6 Bull\nDeane 9-6 Bolton\nDeane 9-6 Arms", known=["Bull", "Arms"], facts=facts)
    assert [line.round for line in found.lines] == [7, 3, 4]


def test_a_web_pages_lines_have_their_time_after_the_day_and_no_score_until_they_are_played() -> None:
    found = read(
        "3rd round\nTue 26. 8.2026 19:30 Arima e.V. - Couva 12:6\nbye - Mayo ---\nPort - Zion -:-\n"
        "Round 4\nFri 4 September 2026, 7.30 pm: Port 9 Arima e.V. 9"
    )
    day, friday = date(2026, 8, 26), date(2026, 9, 4)
    assert list(found.lines) == [
        ResultLine(3, "Arima e.V.", 12, None, "Couva", 6, day=day, start=time(19, 30)),
        ResultLine(3, "Mayo", day=day, start=time(19, 30)),
        ResultLine(3, "Port", None, None, "Zion", day=day, start=time(19, 30)),
        ResultLine(4, "Port", 9, None, "Arima e.V.", 9, day=friday, start=time(19, 30)),
    ]
    assert doubts_of(found) == []


@pytest.mark.parametrize(
    "line",
    [
        "Results: Bull 5, Arms 4",
        "Bull 5 points, Arms 4 pts",
        "Bull (5) v Arms (4)",
        "Bull (5) v (4) Arms",
        "Bull 5 4 Arms",
        "Bull 5 v 4 Arms",
        "Bull won 5-4 against Arms",
        "Arms lost 4-5 at Bull",
        "| Home | Away | Score |\n|:---|---|---|\n| Bull | Arms | 5-4 |",
    ],
)
def test_a_result_is_read_as_people_write_it(line: str) -> None:
    found = read(line)
    assert not found.problems
    teams = {(each.team_a, each.bullseyes_a): (each.team_b, each.bullseyes_b) for each in found.lines}
    assert teams in ({("Bull", 5): ("Arms", 4)}, {("Arms", 4): ("Bull", 5)})


def test_a_match_that_is_put_off_has_its_new_day_and_its_first_one() -> None:
    [line] = read("Week 2, Fri 25 September 2026\nBull vs Arms postponed to Sat 3 Oct").lines
    assert line == ResultLine(2, "Bull", team_b="Arms", day=date(2026, 10, 3), postponed_from=date(2026, 9, 25))


def test_every_team_against_every_other_is_read_from_the_fields_of_a_cross_table() -> None:
    found = read("2026\tBUL\tARM\tFOX\n1 Bull\t\t5-4\t6-3\n2 Arms\t3-6\t-\t\n3 Fox\t7-2\t\t***\nUp to 1 May")
    assert list(found.lines) == [
        ResultLine(4, "Bull", 5, None, "Arms", 4),
        ResultLine(5, "Bull", 6, None, "Fox", 3),
        ResultLine(6, "Arms", 3, None, "Bull", 6),
        ResultLine(7, "Fox", 7, None, "Bull", 2),
    ]
    assert doubts_of(found) == [
        (5, "“Up to 1 May” is left out: it is not a result."),
        (0, NO_ROUND % "rounds 4 to 7"),
    ]


def test_a_cross_table_with_each_score_on_both_sides_has_each_match_once() -> None:
    found = read(",Bull,Arms,Fox\nBull,x,5-4,6-3\nArms,4-5,x,2-7\nFox,3-6,7-2,x")
    assert {(each.team_a, each.bullseyes_a, each.team_b) for each in found.lines} == {
        ("Bull", 5, "Arms"),
        ("Bull", 6, "Fox"),
        ("Arms", 2, "Fox"),
    }
