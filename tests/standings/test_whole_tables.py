"""Whole tables of standings: every column, line and remark of a page, of its paper and of its file."""

import re
from typing import Any

import pytest

from tests import evenings, round_evenings
from tests.conftest import signed_in
from tests.evenings import Evening
from tests.markup import markup
from tests.round_evenings import Rounds, out, rule_all
from tests.standings.test_recounted import play_kent
from tournament.club.visibility import NamesShown
from tournament.door.services.people import leave
from tournament.models import Event, Player, Side, Stage, Team
from tournament.results.services.decisions import make_ruling
from tournament.standings.queries.cuts import cuts_of, final_ties, play_offs_of
from tournament.standings.queries.places import doubts_of
from tournament.standings.queries.standings import standings_of, tables_of
from tournament.standings.queries.standings_page import (
    PrizeWon,
    StandingsPage,
    sort_standings,
    standings_on_paper,
    standings_page,
)
from tournament.standings.services import record_cuts, record_play_off

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of
ORDER = ["matches_won", "games_won", "hang_jacks_for", "point_difference", "head_to_head"]


@pytest.fixture
def three_pairs(rounds_of: Rounds) -> Evening:
    """Two of three rounds: the Aces sat out the second, Eve and Fay the first and then left. Only the first round's
    hang jacks are known."""
    evening = rounds_of(3, plan=[["round-robin", 3]], criteria=ORDER)
    for number in (1, 2):
        out(evening, number)
        rule_all(evening, number)
    Side.objects.filter(match__table__stage__number=1).update(hang_jacks=2)
    Team.objects.filter(pk=evening.entry("Cy Ash").team_id).update(name="The Aces")
    for name in ("Eve Ash", "Fay Ash"):
        leave(evening.entry(name), by=evening.director, now=evening.now)
    evening.event.refresh_from_db()
    return evening


def file_of(evening: Evening, query: str = "") -> list[str]:
    answer = signed_in(evening, "director").get(f"/e/{evening.event.pk}/standings.csv{query}")
    return answer.content.decode("utf-8-sig").splitlines()


def rows_of(page: StandingsPage) -> list[tuple[Any, ...]]:
    return [
        (row.place, row.name, *(cell.text for cell in row.cells), row.decided, row.besides, row.notes, row.small)
        for row in page.rows
    ]


def facts_of(page: StandingsPage) -> dict[str, Any]:
    names = (
        *("skipped", "says_otherwise", "has_adjusted_totals", "ranked_by", "paper_style", "so_far_note"),
        *("has_ties", "has_gaps", "has_leavers", "unknown", "prizes", "label"),
    )
    return {name: getattr(page, name) for name in names if getattr(page, name)}


HEAD = "Place,Name,Played,Matches won,Games won,Hang jacks,Point difference,Decided by,Notes"
EVE = (
    "1,2,2,,10,Matches won,"
    '"Round 1: sat out, counts 1 match won, 1 game, 5 in point difference (their own average); left early"'
)
CY = '1,0,0,4,-10,Matches won,"Round 2: sat out, counts 2 hang jacks, −5 in point difference (their own average)"'
ANN = "2,1,1,,0,Matches won,"


@pytest.mark.parametrize(
    ("query", "lines"),
    [
        ("", [f"1,Eve Ash and Fay Ash,{EVE}", f"2,Ann Ash and Bea Ash,{ANN}", f"3,The Aces,{CY}"]),
        (
            "?of=players",
            [
                *(f"1=,Eve Ash,{EVE}", f"1=,Fay Ash,{EVE}", f"3=,Ann Ash,{ANN}", f"3=,Bea Ash,{ANN}"),
                *(f"5=,Cy Ash,{CY}", f"5=,Dan Ash,{CY}"),
            ],
        ),
        ("?sort=-name", [f"3,The Aces,{CY}", f"1,Eve Ash and Fay Ash,{EVE}", f"2,Ann Ash and Bea Ash,{ANN}"]),
        ("?find=left+early", [f"1,Eve Ash and Fay Ash,{EVE}"]),
    ],
)
def test_the_file_has_every_figure_and_remark_of_the_table_asked_for(
    three_pairs: Evening, query: str, lines: list[str]
) -> None:
    assert file_of(three_pairs, query) == [HEAD, *lines]


def test_the_file_of_groups_names_the_group_of_each_line(rounds_of: Rounds) -> None:
    evening = rounds_of(8, plan=[["groups-4", 3, 0], ["knock-out", 0, 2]])
    out(evening, 1)
    rule_all(evening, 1)
    head, *lines = file_of(evening)
    assert head == "Place,Name,Played,Match points,Games won,Point difference,Decided by,Notes"
    cells = [line.split(",") for line in lines]
    assert [(",".join([place, *figures]), decided, group) for place, _name, *figures, decided, group in cells] == [
        (figures, "Match points", f"Group {group}")
        for group in "AB"
        for figures in ("1=,1,2,1,5", "3=,1,0,0,-5")
        for _twice in (1, 2)
    ]
    sorted_by_name = [line.split(",") for line in file_of(evening, "?sort=name")[1:]]
    assert sorted(sorted_by_name) == sorted(cells) and sorted_by_name != cells
    page = standings_page(standings_of(evening.event, counting="groups"))
    assert [(heading, len(rows)) for heading, rows in page.groups] == [("Group A", 4), ("Group B", 4)]
    assert sort_standings(page, {}, kept={}).rows == page.rows
    by_name = sort_standings(page, {"sort": "name"}, kept={}).rows
    assert [(row.group, (row.name, *row.besides)) for row in by_name] == [
        ("", (name, group)) for _place, name, *_figures, group in sorted_by_name
    ]
    everybody = [line.split(",") for line in file_of(evening, "?of=entered")[1:]]
    assert [line[0] for line in everybody] == ["1="] * 4 + ["5="] * 4
    assert sorted(line[1:] for line in everybody) == sorted(line[1:] for line in cells)


REST_OF_EVE = "Round 1: sat out, counts 1 match won, 1 game, 5 in point difference (their own average)"
REST_OF_CY = "Round 2: sat out, counts 2 hang jacks, −5 in point difference (their own average)"


def test_a_page_of_rounds_and_its_paper_differ_only_in_how_they_mark_who_left(three_pairs: Evening) -> None:
    standings = standings_of(three_pairs.event)
    page, paper = standings_page(standings), standings_on_paper(standings)
    small = "{} played · Games won {} · Point difference {}"
    eve = ("1", "Eve Ash and Fay Ash", "1", "2", "2", "–", "10", "")
    others = [
        ("2", "Ann Ash and Bea Ash", "2", "1", "1", "–", "0", "", (), "", small.format(2, 1, 0)),
        (
            *("3", "The Aces", "1", "0", "0", "4", "−10", "", (REST_OF_CY,), ""),
            "1 played · Games won 0 · Hang jacks 4 · Point difference −10",
        ),
    ]
    assert rows_of(page) == [(*eve, (REST_OF_EVE, "left early"), "", small.format(1, 2, 10)), *others]
    assert rows_of(paper) == [(*eve, (REST_OF_EVE,), "", small.format(1, 2, 10)), *others]
    won = "Eve Ash and Fay Ash; Ann Ash and Bea Ash"
    facts = {
        "ranked_by": "Matches won",
        "paper_style": "rounds",
        "has_gaps": True,
        "unknown": ("Hang jacks: not known for Eve Ash and Fay Ash and Ann Ash and Bea Ash (–).",),
        "prizes": (
            PrizeWon("Most hang jacks", "Ann Ash and Bea Ash; The Aces", "2", "of what was reported"),
            PrizeWon("Biggest round", won, "14", ""),
        ),
        "label": "Pairs",
    }
    assert facts_of(page) == facts
    assert facts_of(paper) == facts | {"has_leavers": True}
    assert page.tables == (("entered", "Pairs"), ("players", "Players"))
    columns = [(column.label, column.key, column.head_style, column.wall, column.phone) for column in page.columns]
    more = "number more hour"
    assert columns == [
        ("Played", "played", "number more count", "", ""),
        ("Matches won", "matches_won", "total sum long", "Matches won", "Matches won"),
        ("Games won", "games_won", more, "Games won", "Games won"),
        ("Hang jacks", "hang_jacks_for", f"{more} long", "", ""),
        ("Point difference", "point_difference", f"{more} long", "", ""),
    ]


def test_a_night_of_tables_has_a_column_for_the_table_and_says_what_put_a_line_ahead(evening_of) -> None:
    evening = evening_of(7, format="seven-up-tables", table_size=3).begun()
    made = [((7, 3, 5), (1, 0, 0)), ((5, 7), (0, 1)), ((7, 2), (1, 0))]
    for match, (points, games) in zip(evening.matches(1), made):
        by = {"reason": "So.", "by": evening.director, "now": evening.now}
        make_ruling(match, points=points, games=games, **by)
    page = standings_page(standings_of(evening.event))
    tables = {side.name: str(match.table.number) for match in evening.matches(1) for side in match.sides.all()}
    ahead = "Ahead of {}: points {} to {}"
    names = [row.name for row in page.rows]
    assert rows_of(page) == [
        (place, name, tables[name], games, points, decided, (), "", "")
        for name, (place, games, points, decided) in zip(
            names,
            [
                *[("1=", "1", "7", "")] * 3,
                *[("4=", "0", "5", ahead.format(names[5], 5, 3))] * 2,
                ("6", "0", "3", ahead.format(names[6], 3, 2)),
                ("7", "0", "2", ""),
            ],
        )
    ]
    assert [(each.label, each.style, each.key, each.wall, each.phone) for each in page.columns] == [
        ("Table", "number more count", "table", "", ""),
        ("Games", "total sum", "games", "Games", "Games"),
        ("Points", "number hour", "points", "Points", "Points"),
    ]
    assert file_of(evening)[0] == "Place,Name,Table,Games,Points,Decided by,Notes"
    decided = ["Games won"] * 3 + ["Points"] * 4
    assert file_of(evening)[1:] == [
        f"{row.place},{row.name},{','.join(cell.text for cell in row.cells)},{criterion},"
        for row, criterion in zip(page.rows, decided)
    ]
    assert page.says_otherwise and page.has_ties and page.tables == () and page.paper_style == ""


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("", {}),
        ("?hour=2&of=nobody&agreed=0&of=entered", {}),
        ("?hour=1&of=players&agreed=1", {"hour": 1, "of": "players", "agreed": 1}),
    ],
)
def test_each_table_has_one_address_which_its_heads_and_its_file_carry_on(
    three_pairs: Evening, query: str, kept: dict[str, object]
) -> None:
    here = f"/e/{three_pairs.event.pk}/standings/"
    answer: Any = signed_in(three_pairs, "director").get(here + query)
    assert answer.context["asked"].in_address == kept
    carried = "".join(f"{name}={value}&amp;" for name, value in kept.items())
    links = set(re.findall(r'href="(\?[^"]*sort=-?name[^"]*)"', markup(answer)))
    assert links == {f"?{carried}sort=name"}


def test_readers_outside_the_hall_see_nobodys_name_who_hides_it(three_pairs: Evening) -> None:
    eve, cy = (Player.objects.get(name=name) for name in ("Eve Ash", "Cy Ash"))
    names = {player.pk: player.name for player in Player.objects.all()} | {eve.pk: "E.", cy.pk: "C."}
    shown = NamesShown(names, {eve.pk: eve.name, cy.pk: cy.name})

    def lines(of: str = "entered") -> list[str]:
        return [line.name for line in standings_of(three_pairs.event, counting=of, names=shown).lines]

    assert lines() == ["E. and Fay Ash", "Ann Ash and Bea Ash", "The Aces"]
    assert sorted(lines("players")) == ["Ann Ash", "Bea Ash", "C.", "Dan Ash", "E.", "Fay Ash"]
    Team.objects.filter(name="The Aces").update(name="Cy and friend")
    assert lines()[2] == "C. and Dan Ash"


def test_another_evening_of_the_same_club_changes_nothing(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=[["round-robin", 3]], criteria=["match_points", "cut", "play_off"])
    out(evening, 1)
    rule_all(evening, 1)
    out(evening, 2)
    winners, losers = (list(tie.entries) for tie in final_ties(standings_of(evening.event)))
    by = {"by": evening.director}
    record_cuts(evening.hour(1), {winners[0]: ["A"], winners[1]: ["3"]}, now=evening.now, **by)
    record_play_off(evening.hour(1), [[losers[1]], [losers[0]]], now=evening.now, **by)

    def all_of_it() -> tuple[Any, ...]:
        event = Event.objects.get(pk=evening.event.pk)
        tables = [standings_of(event, counting=of) for of in tables_of(event)]
        entries = {entry.pk for entry in event.entries.all()}
        assert all({*line.named} <= entries for table in tables for line in table.lines)
        asked = [rows_of(standings_page(table)) for table in tables]
        return asked, doubts_of(event), final_ties(tables[0]), cuts_of(evening.hour(1)), play_offs_of(event)

    before = all_of_it()
    other = rounds_of(4, plan=[["round-robin", 3]], criteria=["match_points", "cut", "play_off"])
    for number in (1, 2):
        out(other, number)
        rule_all(other, number, first_wins=lambda match: match.table.number == 1)
    ties = [list(tie.entries) for tie in final_ties(standings_of(other.event))]
    for first, *others in ties:
        record_cuts(other.hour(2), {key: ["9"] for key in (first, *others)}, now=other.now, by=other.director)
        record_play_off(other.hour(2), [[first], others], now=other.now, by=other.director)
    assert all_of_it() == before
    assert Stage.objects.filter(number=1).count() == 2


def test_the_page_of_kent_has_narrow_columns_for_nothing_but_its_figures(evening_of) -> None:
    page = standings_page(standings_of(play_kent(evening_of(7))))
    assert [(column.label, column.head_style, column.is_narrow) for column in page.columns] == [
        ("Rounds", "number more", False),
        ("Hour 1", "number more", False),
        ("Hour 2", "number more", False),
        ("All Fours", "number more count", False),
        ("Jacks turned", "number more count", False),
        ("Total", "number more sum", False),
        ("Adjusted", "total sum", False),
    ]
    cells = [[(cell.style, cell.text) for cell in row.cells[-2:]] for row in page.rows]
    assert [[style for style, _text in row] for row in cells] == [
        ["number more sum unranked", "total sum"] if row.line.is_adjusted else ["number more sum", "total sum unranked"]
        for row in page.rows
    ]


def test_the_table_of_the_groups_counts_nothing_of_the_knock_out_after_them(rounds_of: Rounds) -> None:
    evening = rounds_of(8, plan=[["groups-4", 3, 0], ["knock-out", 0, 2]])
    for number in (1, 2, 3):
        out(evening, number)
        rule_all(evening, number)
    Event.objects.update(criteria=["match_points", "points_for"])
    evening.event.refresh_from_db()
    before = rows_of(standings_page(standings_of(evening.event, counting="groups")))
    out(evening, 4)
    rule_all(evening, 4)
    assert rows_of(standings_page(standings_of(evening.event, counting="groups"))) == before
    assert {line.record.played for line in standings_of(evening.event).lines} == {3, 4}
