"""Lists as people have them: from chats and mails, copied from Word, a web page or a newspaper, in four languages. Each
becomes what is meant; what is in doubt is asked, and what is left out is named."""

from datetime import date, time
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import NOW
from tournament.leagues.results_file import LeagueFacts, ResultLine
from tournament.leagues.results_reader import read_results
from tournament.lists.contacts import spread_addresses
from tournament.lists.name_list import Shape
from tournament.lists.names import read_names
from tournament.lists.tables import read_text
from tournament.people.services.importing import check_people

INPUTS = Path(__file__).parent / "inputs"
PP: dict[str, Any] = {"is_postponed": True}


def names_in(name: str, shape: Shape = Shape.PLAYERS) -> tuple[list[str], list[str]]:
    """The parties of a list, and the kinds of what is asked."""
    read = read_names((INPUTS / name).read_text(), shape)
    parties = [(party.team, " & ".join(person.name for person in party.people)) for party in read.parties]
    return [f"{team}: {people}" if team else people for team, people in parties], [*map(str, read.doubts)]


@pytest.mark.parametrize(
    ("name", "shape", "parties", "asked"),
    [
        (
            "door-whatsapp-export.txt",
            Shape.PLAYERS,
            ["Moses King", "Nell B", "Fay Ramdeen & Guest of Fay Ramdeen"]
            + ["Moses King", "Gus Noel", "Fay Ramdeen & Guest of Fay Ramdeen"],
            ["no_name", "guest", "absent"],
        ),
        ("door-mail-quoted.txt", Shape.PLAYERS, ["Ann Lee", "Bob Mohan", "Cy Roop"], ["no_name"]),
        (
            "door-word-table.txt",
            Shape.PAIRS,
            ["Ann Lee & Bob Mohan", "Cy Roop & Dee Baptiste", "Ed Pierre", "Flo Joseph"],
            ["paid", "no_partner"],
        ),
        ("door-sheets-tabs.tsv", Shape.PLAYERS, ["Ann Lee", "Bob Mohan", "Cy Roop"], ["no_name", "contact", "paid"]),
        (
            "door-german.txt",
            Shape.PLAYERS,
            ["Jörg Müller", "Käthe Groß", "Hans Schmidt", "Familie Weber"],
            ["no_name", "absent", "paid", "surname_first"],
        ),
        (
            "door-french.csv",
            Shape.PLAYERS,
            ["Anne Lefèvre", "Jean-Marc De La Tour", "Zoé Dupont"],
            ["contact", "paid", "reserve"],
        ),
        (
            "door-spanish.csv",
            Shape.PLAYERS,
            ["María José García López", "Íñigo de la Cruz"],
            ["contact", "paid"],
        ),
        (
            "door-families.txt",
            Shape.PLAYERS,
            ["Tom, Dick & Harry Clarke", "The Reids", "Ann Lee & Guest of Ann Lee", "Bob & Sue Mohan"]
            + ["Mr & Mrs Pierre", "Dr. Fay Ramdeen", "Grandma Joyce", "Cy Roop & Guest of Cy Roop"],
            ["guest"],
        ),
        (
            "door-teams-squads.txt",
            Shape.TEAMS,
            [
                "White Horse A: Ann Lee & Bob Mohan & Cy Roop & Dee Baptiste",
                "New Inn B: Ed Pierre & Flo Joseph & Gus Noel & Hal Weekes & Ida Marsh",
            ],
            ["reserve"],
        ),
    ],
)
def test_each_list_at_the_door_becomes_its_players(
    name: str, shape: Shape, parties: list[str], asked: list[str]
) -> None:
    found, doubts = names_in(name, shape)
    assert (found, sorted(doubts)) == (parties, sorted(asked))


def result(round_number: int, *sides: Any, **facts: Any) -> tuple[ResultLine, Any]:
    """A line, and its day."""
    team_a, bullseyes_a, team_b, bullseyes_b, *day = sides
    line = ResultLine(round_number, team_a, bullseyes_a, None, team_b, bullseyes_b, **facts)
    return line, day[0] if day else None


FIRST, SECOND, THIRD = date(2026, 11, 13), date(2026, 11, 20), date(2026, 11, 27)
DEC, LATER = date(2026, 12, 4), date(2026, 12, 11)


@pytest.mark.parametrize(
    ("name", "lines", "problems"),
    [
        (
            "league-newspaper-dates.txt",
            [
                result(1, "White Horse A", 9, "New Inn B", 6, FIRST),
                result(1, "Bull", 8, "Crown", 7, FIRST),
                result(1, "Stumble Inn", 12, "Red Lion", 3, FIRST),
                result(2, "New Inn B", 5, "Bull", 10, SECOND),
                result(2, "White Horse A", 7, "Red Lion", 8, SECOND),
                result(2, "Crown", None, "Stumble Inn", None, SECOND, outcome="walk_over", awarded="Crown"),
                result(3, "Red Lion", None, "Bull", None, THIRD),
                result(3, "Crown", None, "White Horse A", None, THIRD, **PP),
                result(3, "New Inn B", None, "Stumble Inn", None, THIRD),
                result(3, "Stumble Inn", None, "Bull", None, THIRD, outcome="walk_over", awarded="Bull"),
            ],
            [],
        ),
        (
            "league-word-grid.txt",
            [
                result(1, "White Horse A", 9, "New Inn B", 6),
                result(1, "Bull", None, "Crown", None, **PP),
                result(1, "Stumble Inn", 12, "Red Lion", 7),
            ],
            [5],
        ),
        (
            "league-german.csv",
            [
                result(1, "Ass Köln", 18, "Bube Bonn", 12, DEC, start=time(19, 30)),
                result(1, "Dame Trier", None, None, None, DEC, start=time(19, 30)),
                result(2, "Bube Bonn", None, "Dame Trier", None, LATER, start=time(20), **PP),
            ],
            [],
        ),
        (
            "league-french.csv",
            [
                result(1, "Les As", 18, "Les Valets", 12, DEC),
                result(1, "Les Dames", None, None, None, DEC),
                result(2, "Les Valets", None, "Les Dames", None, LATER, **PP),
            ],
            [5],
        ),
        (
            "league-excel-serials.csv",
            [
                result(1, "White Horse A", 9, "New Inn B", 6, DEC, start=time(19, 30)),
                result(1, "Bull", 8, "Crown", 7, DEC, start=time(19, 30)),
                result(2, "New Inn B", None, "Bull", None, LATER, start=time(19, 30)),
            ],
            [],
        ),
        (
            "league-short-dates.txt",
            [
                result(1, "Arima", 9, "Couva", 6, date(2026, 4, 3)),
                result(1, "Erin", 8, "Moruga", 7, date(2026, 4, 3)),
                result(2, "Couva", 9, "Erin", 6, date(2026, 4, 10)),
                result(2, "Moruga", None, "Arima", None, date(2026, 4, 10), **PP),
            ],
            [],
        ),
        (
            "league-walkovers.csv",
            [
                result(1, "Arima", 18, "Couva", 12),
                result(1, "Erin", None, "Moruga", None, outcome="walk_over", awarded="Erin"),
                result(2, "Couva", None, "Erin", None, outcome="walk_over", awarded="Erin"),
                result(2, "Moruga", None, "Arima", None, **PP),
            ],
            [],
        ),
    ],
)
def test_each_list_of_results_becomes_its_matches(name: str, lines: list[Any], problems: list[int]) -> None:
    read = read_results(
        (INPUTS / name).read_text(), facts=LeagueFacts(next_round=1, today=date(2026, 11, 27)), day_order="day"
    )
    assert [(line, line.day) for line in read.lines] == lines
    assert [line.is_postponed for line in read.lines] == [line.is_postponed for line, _day in lines]
    assert [each.line for each in read.problems] == problems


def test_a_score_at_half_time_is_left_out_by_name() -> None:
    read = read_results((INPUTS / "league-newspaper-dates.txt").read_text(), facts=LeagueFacts(next_round=1))
    assert [each.message for each in read.doubts if each.line == 6] == [
        "“(2)” is left out: it is not a result.",
        "“(6)” is left out: it is not a result.",
    ]


@pytest.mark.parametrize(
    ("name", "new", "asked", "left_out"),
    [
        (
            "people-titles-totals.csv",
            [("Patrick James O'Brien", "+44 7700 900456"), ("Fiona MacLeod", None), ("Jan van der Berg", None)],
            ["Tom & Sue Clarke"],
            [1, 2, 10, 11, 12],
        ),
        (
            "people-families.txt",
            [("Ann Lee", "868-555-0101")],
            ["Tom, Dick & Harry Clarke", "The Reids", "Gus Noel and Hal Noel"],
            [],
        ),
        (
            "people-phones.tsv",
            [("Ann Lee", "+1 868 555 0101"), ("Bob Mohan", "(868) 555-0102 / 555-0103"), ("Cy Roop", None)],
            [],
            [],
        ),
        ("people-mail-list.txt", [("Ann Lee", None), ("Bob Mohan", None), ("Dee Baptiste", None)], [], [4]),
    ],
)
def test_each_list_of_people_becomes_its_people(
    db: None, name: str, new: list[tuple[str, str | None]], asked: list[str], left_out: list[int]
) -> None:
    checked = check_people(read_text(spread_addresses((INPUTS / name).read_text())), {}, today=NOW.date())
    assert [(each.name, each.values.get("phone")) for each in checked.new] == new
    assert [each.name for each in checked.open] == asked
    assert sorted(each.line for each in (*checked.wrong, *checked.no_rows)) == left_out


def test_what_is_owed_and_a_fee_that_nobody_says_is_paid_are_asked_about(db: None) -> None:
    columns = check_people(read_text((INPUTS / "people-titles-totals.csv").read_text()), {}).columns
    assert (columns.owed, columns.guessed, columns.unknown) == (("Balance",), {"Subs 2026": "fee"}, ())


@pytest.mark.parametrize("gap", [" " * 19_000, "\n" * 19_000, "\n \n" * 6_000, "\t" * 19_000, ">" * 19_000])
def test_a_long_gap_in_a_pasted_list_costs_nothing(gap: str) -> None:
    assert [party.people[0].name for party in read_names(f"Ann Lee\n{gap}Bea", Shape.PLAYERS).parties] == [
        "Ann Lee",
        "Bea",
    ]
