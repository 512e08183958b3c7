"""Results of a league as a file: what is read, what is named as a problem or asked back, and that nothing is lost."""

from datetime import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.leagues.results_file import COLUMNS, ResultLine, write_results
from tournament.leagues.results_reader import NEEDED, read_results
from tournament.leagues.spelling import name_key
from tournament.models import League
from tournament.ranking import LeagueRules, TeamResult, race_bye, rank_league

HEADER = ",".join(COLUMNS)
ONE = ResultLine(1, "Arima", 18, 9, "Couva", 12, 7, time(19, 30), time(22, 40))


def told(text: str, **given: object) -> list[tuple[str, str]]:
    return [(remark.where, remark.message) for remark in read_results(text, **given).problems]


def asked(text: str, **given: object) -> list[tuple[str, str]]:
    return [(remark.where, remark.message) for remark in read_results(text, **given).doubts]


def test_a_file_is_read_line_by_line():
    text = f"{HEADER}\n1,Arima,18,9,Couva,12,7,19:30,22:40\n2,Arima,18,,Diego Martin,4,,,\n"
    assert read_results(text).lines == (ONE, ResultLine(2, "Arima", 18, None, "Diego Martin", 4))
    assert (read_results(text).problems, read_results(text).doubts) == ((), ())
    assert [line.line for line in read_results(text).lines] == [2, 3]


@pytest.mark.parametrize(
    "text",
    [
        "round;team_a;bullseyes_a;hang_jacks_a;team_b;bullseyes_b;hang_jacks_b;start;end\n1;Arima;18;9;Couva;12;7;19:30;22:40",
        "round\tteam_a\tbullseyes_a\thang_jacks_a\tteam_b\tbullseyes_b\thang_jacks_b\tstart\tend\n1\tArima\t18\t9\tCouva\t12\t7\t19:30\t22:40",
        f"\ufeff{HEADER}\r\n1,Arima,18,9,Couva,12,7,19:30,22:40\r\n\r\n,,,,,,,,\r\n",
        f"{HEADER}\r1,Arima,18,9,Couva,12,7,19:30,22:40\r",
        f'sep=,\n{HEADER}\n1,"Arima","18",9,"Couva",12,7,7:30 pm,10:40 p.m.\n',
        f"\n\n{HEADER}\n\n 1 , Arima , 18 , 9 ,Couva,12,7,19.30,22:40:00\n",
        "Start,End,Hang-Jacks B,Bullseyes B,Team B,Hang Jacks A,BULLSEYES_A,team a,Round\n"
        "19:30,22:40,7,12,Couva,9,18,Arima,1",
    ],
    ids=["semicolons", "tabs", "Windows", "old Macs", "quotes", "spaces", "other order"],
)
def test_the_same_result_is_read_however_a_spreadsheet_writes_it(text: str):
    found = read_results(text)
    assert (found.lines, found.problems, found.doubts) == ((ONE,), (), ())


def test_lines_are_counted_as_a_spreadsheet_shows_them_below_the_line_that_names_the_separator():
    text = f"sep=;\n{HEADER.replace(',', ';')}\n1;Arima;x;9;Couva;12;7;;\n"
    assert told(text) == [("Line 3, bullseyes_a", "“x” is not a whole number from 0 to 999.")]


@pytest.mark.parametrize(("letters", "shown"), [(40, "y" * 40), (41, "y" * 40 + "…")])
def test_a_long_box_is_quoted_by_its_first_letters(letters: int, shown: str):
    text = f"{HEADER}\n1,Arima,{'y' * letters},9,Couva,12,7,,\n"
    assert told(text) == [("Line 2, bullseyes_a", f"“{shown}” is not a whole number from 0 to 999.")]


def test_a_name_may_hold_separators_quotes_and_a_line_break():
    text = f'{HEADER}\n1,"Arima, ""Kings""",18,9,"Couva\nUnited",12,7,,\n2,Arima,1,1,Couva,2,2,,'
    first, second = read_results(text).lines
    assert (first.team_a, first.team_b, second.line) == ('Arima, "Kings"', "Couva United", 4)


@pytest.mark.parametrize("row", ["1,Arima,,,,,,,", "1,Arima,,,bye,,,,", "1,Arima,0,0,BUY,0,0,,", "1,Bye,,,Arima,,,,"])
def test_an_empty_team_or_the_word_is_a_bye(row: str):
    found = read_results(f"{HEADER}\n{row}")
    assert (found.lines, found.problems, found.doubts) == ((ResultLine(1, "Arima"),), (), ())


def test_figures_of_a_bye_are_asked_back():
    assert asked(f"{HEADER}\n1,Arima,18,9,buy,,,,") == [
        ("Line 2, bullseyes_a", "A bye scores what the league rules give for it. The figures here are ignored.")
    ]


def test_a_match_without_bullseyes_is_to_be_played():
    (line,) = read_results(f"{HEADER}\n1,Arima,,,Couva,,,,").lines
    assert (line.is_open, line.is_bye) == (True, False)


def test_every_problem_of_every_line_is_named_with_its_column():
    rows = [
        "x,Arima,18,9,Couva,12,7,,",
        "0,Arima,-1,nine,Couva,18.0,7,19x30,22:61",
        "1,Arima,18,9,Couva,,7,,",
        "1,Arima,,9,Couva,,,,",
        "1,Arima,18,9,ARIMA,12,7,,",
        "1,,18,9,Couva,12,7,,",
        "1,,,,bye,,,,",
        "1,!!!,18,9,Couva,12,7,,",
        f"1,{'A' * 81},18,9,Couva,12,7,,",
        "1,Arima,18,9,Couva,12,7,,,Hall,4",
    ]
    whole = "is not a whole number from 0 to 999."
    assert told("\n".join([HEADER, *rows])) == [
        ("Line 2, round", "“x” is not a whole number from 1 to 199."),
        ("Line 3, round", "“0” is not a whole number from 1 to 199."),
        ("Line 3, bullseyes_a", f"“-1” {whole}"),
        ("Line 3, hang_jacks_a", f"“nine” {whole}"),
        ("Line 3, bullseyes_b", f"“18.0” {whole}"),
        ("Line 3, start", "“19x30” is not a time of day. Write it as 19:30, or leave it empty."),
        ("Line 3, end", "“22:61” is not a time of day. Write it as 19:30, or leave it empty."),
        (
            "Line 4, bullseyes_b",
            "Empty, although the other side has a score. Enter both, or leave both empty until the match is played.",
        ),
        ("Line 5, hang_jacks_a", "There are hang jacks but no score. Enter the score of both sides."),
        ("Line 6, team_b", "A team cannot meet itself: “Arima” is on both sides."),
        ("Line 7, team_a", "No team is named. Write its name, or “bye” if there was none."),
        ("Line 8, team_a", "No team is named. Write who has the bye, or remove the line."),
        ("Line 9, team_a", "“!!!” is not a name: it has no letter or digit."),
        ("Line 10, team_a", "This name is longer than 80 letters. Shorten it, everywhere in the file."),
        (
            "Line 11",
            "11 boxes, but the first line names 9. Put a name that contains a separator in quotes.",
        ),
    ]
    assert told(f"{HEADER}\n,Arima,18,9,Couva,12,7,,") == [
        ("Line 2, round", "Empty. Write a whole number from 1 to 199.")
    ]


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ("", "The file", f"The file is empty. Its first line must name the columns: {', '.join(NEEDED)}."),
        (HEADER, "The file", "There are columns but no results. Put one result on each line below them."),
        (
            "1,Arima,18,9,Couva,12,7,,",
            "Line 1",
            f"The first line must name the columns, in any order: {', '.join(NEEDED)}.",
        ),
        (
            "round,team_a,bullseyes_a,team_b\n1,Arima,18,Couva",
            "Line 1",
            "A column is missing from the first line: bullseyes_b. Add it, or correct its name.",
        ),
        (
            "round,home,away,date,umpire\n1,Arima,Couva,2026-12-03,",
            "Line 1",
            "A column is missing from the first line: bullseyes_a, bullseyes_b. Add it, or correct its name.",
        ),
        (f"{HEADER},Round\n", "Line 1, Round", "This column is there twice. Remove one of them."),
    ],
    ids=["empty", "no results", "no header", "a column missing", "no figures", "a column twice"],
)
def test_what_is_wrong_with_the_whole_file_is_said_once(text: str, where: str, message: str):
    assert told(text) == [(where, message)]


def test_a_quotation_mark_that_is_not_closed_is_left_out_with_a_doubt_and_hides_no_line():
    text = f'{HEADER}\n1,"Arima",18,9,Couva,12,7,,\n2,"Arima,18,9,Couva,12,7,,\n3,Arima,1,1,"Couva",2,2,,\n'
    assert [(line.round, line.team_a, line.line) for line in read_results(text).lines] == [
        *((1, "Arima", 2), (2, "Arima", 3), (3, "Arima", 4)),
    ]
    words = "A quotation mark in line 3 is not closed. It is left out: check that line."
    assert (told(text), asked(text)) == ([], [("The file", words)])


def test_a_file_is_not_read_beyond_any_season():
    text = "\n".join([HEADER, *(["1,Arima,18,9,Couva,12,7,,"] * 5001)])
    assert told(text) == [("The file", "The table has more than 5000 lines. Import it in parts.")]


def test_a_league_has_no_more_teams_than_can_meet():
    text = "\n".join([HEADER, *(f"1,One {number},1,1,Other {number},2,2,," for number in range(101))])
    words = "No league has more than 200 teams. Is it the right file?"
    assert told(text) == [("Line 102, team_a", words), ("Line 102, team_b", words)]


def test_a_column_that_no_league_has_is_asked_back_and_hang_jacks_may_be_missing():
    text = "round,team_a,bullseyes_a,team_b,bullseyes_b,umpire\n1,Arima,18,Couva,12,Dora"
    assert read_results(text).lines == (ResultLine(1, "Arima", 18, None, "Couva", 12),)
    assert asked(text) == [("Line 1, umpire", "Leagues do not use this column, so it is ignored.")]


def test_a_name_that_differs_by_case_spaces_or_accents_is_asked_back_once_and_read_as_the_first():
    text = f"{HEADER}\n1,Árima,18,9,Diego Martin,12,7,,\n2,ARIMA,18,9,DiegoMartin,12,7,,\n3,ARIMA,1,1,Couva,2,2,,"
    found = read_results(text, known=["Couva "])
    assert [(line.team_a, line.team_b) for line in found.lines] == [
        ("Árima", "Diego Martin"),
        ("Árima", "Diego Martin"),
        ("Árima", "Couva "),
    ]
    assert asked(text, known=["COUVA"]) == [
        ("Line 3, team_a", "“ARIMA” is read as “Árima” of line 2. If it is another team, give it another name."),
        (
            "Line 3, team_b",
            "“DiegoMartin” is read as “Diego Martin” of line 2. If it is another team, give it another name.",
        ),
        ("Line 4, team_b", "“Couva” is read as “COUVA” of the league. If it is another team, give it another name."),
    ]


@pytest.mark.parametrize(
    ("start", "end", "doubted"),
    [("19:30", "22:40", False), ("22:00", "00:30", False), ("22:40", "19:30", True), ("19:30", "19:30", True)],
)
def test_times_that_look_exchanged_are_asked_back(start: str, end: str, doubted: bool):
    words = [("Line 2, end", f"{start} to {end}: start and end may be swapped. Check them.")]
    assert asked(f"{HEADER}\n1,Arima,18,9,Couva,12,7,{start},{end}") == (words if doubted else [])


def test_no_spreadsheet_takes_a_name_for_a_formula():
    names = ["=1+1", "-Arima", "'tis", "+", "@all"]
    lines = [ResultLine(1, name, 1, 1, "Couva", 2, 2) for name in names if name != "+"]
    assert ",'=1+1," in write_results(lines)
    assert read_results(write_results(lines)).lines == tuple(lines)


names = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20).map(
    lambda name: " ".join(name.split())
)
teams = st.lists(
    names.filter(lambda name: any(each.isalnum() for each in name_key(name)) and name_key(name) not in ("bye", "buy")),
    min_size=2,
    max_size=6,
    unique_by=name_key,
).filter(
    lambda found: all(read_results(f"{HEADER}\n1,x,1,1,bye,,,,").lines and len(name_key(each)) < 400 for each in found)
)
figure = st.integers(0, 999)
clock = st.none() | st.times().map(lambda at: at.replace(microsecond=0))


@st.composite
def seasons(draw: st.DrawFn) -> list[ResultLine]:
    among = draw(teams)
    lines = []
    for _ in range(draw(st.integers(1, 8))):
        one, other = draw(st.permutations(among))[:2]
        number, start, end = draw(st.integers(1, 199)), draw(clock), draw(clock)
        kind = draw(st.sampled_from(["played", "bye", "open"]))
        if kind == "bye":
            lines.append(ResultLine(number, one, start=start, end=end))
        elif kind == "open":
            lines.append(ResultLine(number, one, team_b=other, start=start, end=end))
        else:
            jacks = draw(st.tuples(st.none() | figure, st.none() | figure))
            lines.append(ResultLine(number, one, draw(figure), jacks[0], other, draw(figure), jacks[1], start, end))
    return lines


def table_of(lines: tuple[ResultLine, ...]) -> list[tuple[object, ...]]:
    results = [
        TeamResult(
            *(line.round, line.team_a, line.bullseyes_a, line.hang_jacks_a),
            *(line.team_b, line.bullseyes_b, line.hang_jacks_b),
        )
        for line in lines
    ]
    return list(rank_league([side for each in results for side in each.sides], LeagueRules(bye=race_bye(18))))


@pytest.mark.slow
@given(seasons())
def test_a_file_written_reads_as_the_same_results_and_so_makes_the_same_table(season: list[ResultLine]):
    found = read_results(write_results(season))
    assert (found.lines, found.problems) == (tuple(season), ())
    assert table_of(found.lines) == table_of(tuple(season))


@given(st.text(st.sampled_from(',;\t"\n\r ab1é\0'), max_size=80))
def test_whatever_is_pasted_is_read_or_its_problems_are_named(text: str):
    for found in (read_results(text), read_results(f"{HEADER}\n{text}")):
        assert found.lines or found.problems
        assert all(remark.message for remark in found.problems)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            f"{HEADER},{','.join(f'x{n}' for n in range(100_000))}\n1,A,2,,B,3,,,",
            "The table has more than 40 columns. Delete those that are not needed here.",
        ),
        (f"{HEADER}\n" + "1,A,2,,B,3,,,\n" * 1_000_000, "The table has more than 5000 lines. Import it in parts."),
    ],
    ids=["a hundred thousand columns", "a million rows"],
)
def test_what_is_no_season_is_refused_at_once_in_a_sentence(text: str, message: str):
    assert [remark.message for remark in read_results(text).problems] == [message]


def test_empty_columns_that_a_spreadsheet_leaves_behind_are_no_columns():
    assert read_results(f"{HEADER}{',' * 1000}\n1,Arima,18,9,Couva,12,7,,").lines == (
        ResultLine(1, "Arima", 18, 9, "Couva", 12, 7),
    )


@pytest.mark.parametrize("counts", League.Counts.values)
def test_a_file_is_headed_by_what_the_league_counts_and_reads_as_the_same(counts: str):
    text = write_results([ONE], counts)
    assert text.partition("\r\n")[0] == HEADER.replace("bullseyes", counts)
    assert read_results(text).lines == (ONE,)
