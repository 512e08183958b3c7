"""The results that a club keeps: every match with what counts of it, and every hand on a line."""

import re
from collections import Counter
from io import BytesIO
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from tests import evenings, round_evenings
from tests.evenings import Evening
from tests.event.test_table_evenings import play_match
from tests.hands.test_hands import AtTable
from tests.paper.conftest import NOW, names_of
from tests.paper.test_documents import two_hours
from tests.round_evenings import out, rule_all
from tests.typesetting import html_of, typeset
from tournament.door.services.teams import substitute
from tournament.draw.queries.brackets import whole_bracket
from tournament.foundation.errors import HandAlreadyRecorded
from tournament.models import Event, Hand, Match
from tournament.paper.documents import DOCUMENTS
from tournament.paper.queries.printed_results import PrintedMatch, printed_results_of
from tournament.press.sheets import Options
from tournament.results.services.decisions import make_ruling
from tournament.rules.queries.rules import rules_of, word_for

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of


def fresh(evening: Evening) -> Event:
    return Event.objects.get(pk=evening.event.pk)


def lines_of(event: Event) -> list[str]:
    found = printed_results_of(event)
    games = [game for stage in found.stages for match in stage.matches for game in match.games]
    return [f"{hand.number} {hand.score} {hand.words}" for game in games for hand in game.hands]


def expected_lines(event: Event) -> list[str]:
    """Of every hand in the database, counted here: its score is added up from the awards of its game so far."""
    rules, lines, score = rules_of(event), [], Counter()
    hands = Hand.objects.filter(superseded_at=None).order_by("match__table__stage__number", "match__table__number")
    for hand in hands.order_by("match__table__stage__number", "match__table__number", "match", "number"):
        sides = list(hand.match.sides.all())
        for _kind, side, points in hand.awards["awards"]:
            score[hand.match_id, hand.game, side] += points
        dealer = next(
            p.entry.name for side in sides for p in side.players.all() if str(p.entry_id) == hand.facts["dealer"]
        )
        parts = [f"{dealer} deals"]
        for letter, side in zip("ABCDEFG", sides, strict=False):
            won = [(kind, made) for kind, whose, made in hand.awards["awards"] if whose == side.key]
            if won:
                parts.append(f"{letter} " + ", ".join(f"{word_for(rules, kind)} {made}" for kind, made in won))
        if any("redeal" in event for event in hand.facts["events"]):
            parts.append("Thrown in")
        after = " – ".join(str(score[hand.match_id, hand.game, side.key]) for side in sides)
        lines.append(f"{hand.number} {after} {' · '.join(parts)}")
    return lines


def plain(line: str) -> str:
    """With every run of white space one space, as a reader's eye has it."""
    return " ".join(line.split())


def test_every_hand_that_was_recorded_is_on_the_paper_with_its_points_and_the_score_after_it(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]], length_kind="best_of", length_number=3)
    out(evening, 1)
    for seed, match in zip((13, 14), evening.matches(1)):
        play_match(evening, match, Random(seed))
    event = fresh(evening)
    assert len(expected_lines(event)) > 20
    assert any("Thrown in" in line for line in expected_lines(event))
    assert [plain(line) for line in lines_of(event)] == expected_lines(event)
    pages = PdfReader(BytesIO(typeset("all-results", event).pdf)).pages
    text = plain(" ".join(page.extract_text() for page in pages))
    assert [line for line in expected_lines(event) if line not in text] == []


def test_a_match_of_several_games_has_the_score_of_each_and_who_won_it(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]], length_kind="games", length_number=2)
    out(evening, 1)
    play_match(evening, evening.matches(1)[0], Random(3))
    (stage,) = printed_results_of(fresh(evening)).stages
    (table,), (match,) = stage.tables, stage.matches
    sides = Match.objects.get().sides.all()
    assert [(side.letter, side.name, side.figures) for side in match.sides] == [
        ("A", sides[0].name, (str(sides[0].games), str(sides[0].points))),
        ("B", sides[1].name, (str(sides[1].games), str(sides[1].points))),
    ]
    assert (table.where, table.units) == ("Table 1", ("games", "points"))
    ends = [game.hands[-1].score.strip() for game in match.games]
    assert [game.label.split(" · ")[0] for game in match.games] == [f"Game 1: {ends[0]}", f"Game 2: {ends[1]}"]


def test_what_was_corrected_ruled_or_came_twice_is_marked(evening_of):
    table = AtTable(evening_of(4).playing())
    evening = table.evening
    table.record(1)
    table.correct(table.record(2), game=table.b)
    table.correct(table.record(3), by=evening.director, reason="Seen by all", game=table.b)
    (stage,) = printed_results_of(fresh(evening)).stages
    (of_hands,) = [match for match in stage.matches if match.games]
    assert [(hand.number.strip(), hand.marks) for hand in of_hands.games[0].hands] == [
        *(("1", ""), ("2", "corrected"), ("3", "ruled: Seen by all")),
    ]
    assert [hand.words for hand in of_hands.games[0].hands[:2]] == [
        "A deals · A Highest 1, Game 1 · B Lowest 1",
        "A deals · A Highest 1 · B Lowest 1, Game 1",
    ]
    table.match.refresh_from_db()
    make_ruling(table.match, points=(4, 2), reason="Played with five cards", by=evening.director, now=evening.now)
    results = printed_results_of(fresh(evening))
    (of_hands,) = [match for match in results.stages[0].matches if match.games]
    assert (of_hands.state, of_hands.also) == ("ruled", ("Ruled by the director: Played with five cards",))
    assert [side.figures for side in of_hands.sides] == [("4",), ("2",)]
    assert results.open_matches == len(evening.matches(1)) - 1


@pytest.mark.slow
def test_at_kents_tables_a_table_is_one_heading_with_the_matches_of_its_rounds(evening_of):
    evening = evening_of(4)
    evening.begin()
    evening.play_rounds(1)
    (stage,) = printed_results_of(fresh(evening)).stages
    (table,) = stage.tables
    assert (table.where, table.units) == ("Table 1", ("points",))
    assert [match.round for match in table.matches] == ["Round 1"] * 2 + ["Round 2"] * 2 + ["Round 3"] * 2
    text = plain(PdfReader(BytesIO(typeset("results", fresh(evening), 1).pdf)).pages[0].extract_text())
    assert (text.count("Table 1"), text.count("Round 2")) == (1, 1)


@pytest.mark.slow
def test_tables_of_teams_stand_below_what_their_match_came_to(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]], enters="teams")
    out(evening, 1)
    for match, games in zip(evening.matches(1), ((1, 0), (0, 1), (1, 0), (1, 0)), strict=True):
        make_ruling(match, points=(14, 3), games=games, reason="By the table", by=evening.director, now=evening.now)
    event = fresh(evening)
    with CaptureQueriesContext(connection) as queries:
        (stage,) = printed_results_of(event).stages
    assert len(queries) == 12
    assert [[table.where for table in meeting.tables] for meeting in stage.meetings] == [
        ["Table 1", "Table 2"],
        ["Table 3", "Table 4"],
    ]
    for meeting in stage.meetings:
        added = Counter()
        for match in (match for table in meeting.tables for match in table.matches):
            for team, side in zip(meeting.team_match.teams, match.sides, strict=True):
                added[team.name] += int(side.figures[0])
        assert {team.name: team.games for team in meeting.team_match.teams} == added
    text = plain(PdfReader(BytesIO(typeset("results", event, 1).pdf)).pages[0].extract_text())
    assert [team.name for each in stage.meetings for team in each.team_match.teams if team.name not in text] == []


def pages_of(event: Event, document: str = "all-results", sheet: str = "a4") -> list[str]:
    pages = PdfReader(BytesIO(typeset(document, event, options=Options(sheet)).pdf)).pages
    return [plain(page.extract_text()) for page in pages]


def hands_of(match: PrintedMatch) -> list[str]:
    return [plain(f"{hand.number} {hand.score} {hand.words}") for game in match.games for hand in game.hands]


@pytest.mark.slow
def test_a_match_that_goes_on_overleaf_begins_there_with_its_players_again(evening_of):
    evening = evening_of(12, format="auction-pitch-tables")
    evening.begin()
    for match in evening.matches(1):
        # The same hands each time: of others two tables may have equal ones, and then either's page looks the other's.
        play_match(evening, match, Random(match.table.number), hands=90)
    pages, (stage,) = pages_of(fresh(evening), sheet="a5"), printed_results_of(fresh(evening)).stages
    on = [[page for page in pages if any(hand in page for hand in hands_of(match))] for match in stage.matches]
    assert max(map(len, on)) > 1
    for table, match, own in zip(stage.tables, stage.matches, on, strict=True):
        heads = (table.where, *(side.name for side in match.sides))
        assert [head for page in own for head in heads if head not in page] == []
    assert ["– not reported" in page for page in pages] == [True] + [False] * (len(pages) - 1)


@pytest.mark.slow
def test_a_match_of_few_hands_is_never_parted_and_each_page_says_its_round(rounds_of):
    evening = rounds_of(10, plan=[["round-robin", 3]], length_kind="games", length_number=2)
    out(evening, 1)
    for match in evening.matches(1):
        play_match(evening, match, Random(match.pk))
    pages, (stage,) = pages_of(fresh(evening), sheet="a5"), printed_results_of(fresh(evening)).stages
    assert ["All results, round 1" in page for page in pages] == [False] + [True] * (len(pages) - 1)
    few = [hands_of(match) for match in stage.matches if not match.is_long]
    assert (len(pages) > 1, len(few) > 1) == (True, True)
    assert [hands for hands in few if not any(all(hand in page for hand in hands) for page in pages)] == []


@pytest.mark.slow
def test_the_rounds_of_a_knock_out_have_their_names(rounds_of):
    evening = rounds_of(9, plan=[["knock-out", 0]])
    for number in (1, 2, 3, 4):
        out(evening, number)
        rule_all(evening, number)
    names = [column.label for column in whole_bracket(fresh(evening)).columns]
    assert (len(names), names[-1]) == (4, "Final")
    labels = ["Round 1", *(f"Round {number}: {name}" for number, name in enumerate(names[1:], start=2))]
    assert [stage.label for stage in printed_results_of(fresh(evening)).stages] == labels
    (last,) = PdfReader(BytesIO(typeset("results", fresh(evening), 4).pdf)).pages
    assert "Round 4: Final" in plain(last.extract_text())


def test_at_pitch_the_line_says_who_pitched_for_what(evening_of):
    evening = evening_of(5, format="auction-pitch-tables")
    evening.begin()
    play_match(evening, evening.matches(1)[0], Random(7), hands=6)
    lines = lines_of(fresh(evening))
    assert len(lines) == 6
    assert [line for line in lines if "pitches for" not in line and "nobody" not in line] == []


def test_many_hands_take_as_many_queries_as_few(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]], length_kind="games", length_number=2)
    out(evening, 1)
    event, counts = fresh(evening), []
    for match, hands in zip(evening.matches(1), (1, 9), strict=True):
        play_match(evening, match, Random(1), hands=hands)
        with CaptureQueriesContext(connection) as queries:
            printed_results_of(event)
        counts.append(len(queries))
    assert counts == [5, 5]


def test_both_versions_of_a_disputed_hand_are_there_and_one_of_them_counts(evening_of):
    table = AtTable(evening_of(4).playing())
    table.record(1)
    with pytest.raises(HandAlreadyRecorded):
        table.record(1, by=table.evening.director, game=table.b)
    (stage,) = printed_results_of(fresh(table.evening)).stages
    (of_hands,) = [match for match in stage.matches if match.games]
    assert [(hand.score.strip(), hand.words, hand.marks) for hand in of_hands.games[0].hands] == [
        ("2 – 1", "A deals · A Highest 1, Game 1 · B Lowest 1", "disputed"),
        ("", "A deals · A Highest 1 · B Lowest 1, Game 1", "does not count"),
    ]


@pytest.mark.slow
def test_hands_played_before_somebody_took_a_seat_name_who_dealt_them(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]], length_kind="games", length_number=5)
    out(evening, 1)
    for match in evening.matches(1):
        play_match(evening, match, Random(match.pk), hands=3)
    event = fresh(evening)
    before, gone = lines_of(event), evening.matches(1)[0].sides.first().entries[0]
    substitute(gone, "Zoe Late", from_hand=4, by=evening.director, now=evening.now)
    with CaptureQueriesContext(connection) as queries:
        assert lines_of(event) == before
    assert len(queries) == 6
    said = [words for stage in printed_results_of(event).stages for match in stage.matches for words in match.also]
    assert said == [f"{gone.name} played hands 1 to 3; Zoe Late plays on."]


def test_a_match_without_hands_is_a_line_with_its_score_between_the_names(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 1]])
    out(evening, 1)
    rule_all(evening, 1)
    (stage,) = printed_results_of(fresh(evening)).stages
    lines = [f"{one.name} 1 – 0 14 – 9 {other.name}" for one, other in (match.sides for match in stage.matches)]
    (page,) = pages_of(fresh(evening))
    assert [line for line in lines if line not in page] == []


@pytest.mark.slow
def test_a_page_holds_as_many_tables_as_it_has_room_for_though_the_last_then_stands_alone(evening_of):
    pages = pages_of(evening_of(28).begun().event)
    assert [page.count("Table ") for page in pages] == [6, 1]


@pytest.mark.parametrize(("pairs", "size"), [(8, " few"), (10, " across"), (18, " across"), (20, "")])
def test_up_to_four_matches_without_hands_are_in_large_letters_and_up_to_nine_across_the_page(rounds_of, pairs, size):
    evening = rounds_of(pairs, plan=[["round-robin", 1]])
    out(evening, 1)
    rule_all(evening, 1)
    html = html_of(DOCUMENTS["all-results"], fresh(evening), now=evening.now)
    assert re.findall(r'class="tables([^"]*)"', html) == [size]


def test_an_hour_of_a_few_tables_has_a_line_across_the_page_for_each_match(evening_of):
    htmls = [html_of(DOCUMENTS["results"], evening_of(players).begun().event, 1) for players in (13, 20)]
    assert [re.findall(r'class="tables([^"]*)"', html) for html in htmls] == [[" across"], [""]]


@pytest.mark.slow
def test_results_of_two_hours_stand_across_large_pages_whose_last_would_be_almost_empty_otherwise():
    event = two_hours(names_of(13))
    papers = [typeset("all-results", event, options=Options(sheet), now=NOW) for sheet in ("a4", "a4-large")]
    pages = [[page.extract_text().count("Table ") for page in PdfReader(BytesIO(paper.pdf)).pages] for paper in papers]
    assert pages == [[8], [4, 4]]
