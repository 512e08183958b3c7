"""Leagues on their pages: who sees them, results brought in and corrected, the table with what decided it, on paper."""

import io
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pypdf import PdfReader

from tests.leagues.test_leagues import DIVISION, HEADER, NOW
from tournament.foundation.errors import NeedsReason
from tournament.leagues.queries.leagues import team_names_of
from tournament.leagues.results_file import read_results
from tournament.leagues.services.leagues import import_results, open_league, show_league
from tournament.models import Club, League, LeagueResult

LEVEL = f"""{HEADER}
1,Arima,18,9,Barataria,12,7,,
1,Couva,18,,Diego Martin,12,,,
2,Arima,10,5,Couva,18,6,,
2,Barataria,18,10,Diego Martin,18,10,,
3,Diego Martin,8,3,Arima,18,4,,
"""


@pytest.fixture
def league(db: None) -> League:
    return open_league({"name": "Central", "season": "2026"}, by=None, now=NOW)


def bring_in(league: League, text: str) -> League:
    import_results(league, read_results(text, known=team_names_of(league)).lines, by=None, now=NOW)
    return league


def filled_in(page: Any) -> dict[str, Any]:
    form = page.context["form"]
    return {name: "" if form[name].value() is None else form[name].value() for name in form.fields}


def sent_back(page: Any, **answers: str) -> dict[str, Any]:
    """The boxes of a page as a browser sends them, ticks left out unless answered."""
    return {name: value for name, value in filled_in(page).items() if value is not False} | answers


def words(response: Any) -> str:
    """The text of a page, spaces and marks aside."""
    text = re.sub(r"<(style|script).*?</\1>|<[^>]+>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(text.replace("&#x27;", "'").replace("&amp;", "&").split())


def table(client: Client, league: League) -> list[tuple[str, str, str]]:
    rows = client.get(f"/leagues/{league.pk}/").context["page"].rows
    return [(row.placing.shown, row.placing.record.name, row.why) for row in rows]


@pytest.mark.parametrize(
    ("path", "codes"),
    [
        ("/leagues/", [200, 200, 200]),
        ("/leagues/{}/", [403, 200, 200]),
        ("/leagues/{}/results.csv", [403, 200, 200]),
        ("/leagues/{}/import/", [302, 200, 200]),
        ("/leagues/{}/results/{result}/", [302, 200, 200]),
        ("/leagues/{}/rules/", [302, 403, 200]),
        ("/leagues/new/", [302, 403, 200]),
    ],
)
def test_the_table_is_for_the_desk_until_it_is_shown(
    client: Client, as_scorer: Client, as_director: Client, league: League, path: str, codes: list[int]
) -> None:
    result = LeagueResult.objects.filter(league=bring_in(league, LEVEL))[0]
    at = path.format(league.pk, result=result.pk)
    assert [each.get(at).status_code for each in (client, as_scorer, as_director)] == codes
    show_league(league, shown=True, by=None, now=NOW)
    assert client.get(at).status_code == (200 if codes[0] == 403 else codes[0])


def test_a_league_is_opened_and_the_first_one_names_the_club(as_director: Client) -> None:
    page = as_director.get("/leagues/new/")
    said = filled_in(page)
    answer = as_director.post(
        "/leagues/new/", said | {"name": " Central  Zone ", "season": "2026", "club_name": "Hall"}
    )
    opened = League.objects.get()
    assert (answer.url, str(opened), opened.club.name) == (f"/leagues/{opened.pk}/", "Central Zone 2026", "Hall")
    assert (opened.win, opened.draw, opened.loss, opened.race_to, opened.meetings) == (2, 1, 0, None, 1)
    again = as_director.post("/leagues/new/", said | {"name": "Central Zone", "season": "2026"})
    assert (again.status_code, League.objects.count()) == (409, 1)
    assert as_director.post("/leagues/new/", said).status_code == 422


def test_the_director_sets_how_the_table_is_made_and_shows_it(
    as_director: Client, client: Client, league: League
) -> None:
    bring_in(league, LEVEL)
    page = as_director.get(f"/leagues/{league.pk}/rules/")
    said = filled_in(page)
    assert as_director.post(f"/leagues/{league.pk}/rules/", said | {"order": "bullseyes"}).status_code == 302
    as_director.post(f"/leagues/{league.pk}/show/", {"shown": "1"})
    league.refresh_from_db()
    assert (league.order, league.shown) == ("bullseyes", True)
    assert "Central" in words(client.get("/leagues/"))
    as_director.post(f"/leagues/{league.pk}/show/", {"shown": "0"})
    assert "Central" not in words(client.get("/leagues/"))


def test_each_placing_says_what_decided_it_and_each_column_what_it_means(as_scorer: Client, league: League) -> None:
    bring_in(league, LEVEL)
    assert table(as_scorer, league) == [
        ("1", "Arima", "Bullseyes won"),
        ("2", "Couva", "Bullseyes won"),
        ("3", "Diego Martin", "Bullseyes won"),
        ("4", "Barataria", "Bullseyes won"),
    ]
    text = words(as_scorer.get(f"/leagues/{league.pk}/"))
    for said in (
        "Points : 2 for a win, 1 for a draw, 0 for a loss.",
        "Bullseyes : games won in all matches; against: those of the other teams.",
        "Barataria – Couva met in round 3 and have no result.",
        "hang jacks –––",
        "Decided by: Bullseyes won",
    ):
        assert said in text


def test_what_would_come_in_is_seen_before_it_does(as_scorer: Client, league: League) -> None:
    at = f"/leagues/{league.pk}/import/"
    seen = as_scorer.post(at, {"text": DIVISION, "step": "check"})
    assert (seen.status_code, LeagueResult.objects.count()) == (200, 0)
    assert "Import 9 results" in words(seen)
    assert as_scorer.post(at, filled_in(seen) | {"step": "import"}).url == f"/leagues/{league.pk}/"
    again = as_scorer.post(at, {"text": DIVISION, "step": "import"})
    assert "Nothing new: all of this has already been imported." in words(again)
    assert LeagueResult.objects.count() == 9


def test_problems_keep_everything_out_and_are_named(as_scorer: Client, league: League) -> None:
    text = f"{HEADER}\n1,Arima,18,9,Couva,12,7,,\n2,Arima,x,9,Couva,12,7,,\n"
    answer = as_scorer.post(f"/leagues/{league.pk}/import/", {"text": text, "step": "import"})
    assert (answer.status_code, LeagueResult.objects.count()) == (422, 0)
    assert "1 problem. Nothing is imported" in words(answer)
    assert "Line 3, bullseyes_a : “x” is not a whole number from 0 to 999." in words(answer)
    assert answer.context["form"]["text"].value() == text


def test_doubts_have_to_be_looked_at_first(as_scorer: Client, league: League) -> None:
    at, text = f"/leagues/{league.pk}/import/", f"{HEADER}\n1,Arima,18,9,Couva,12,7,,\n2,ARIMA,1,9,Couva,12,7,,\n"
    asked = as_scorer.post(at, {"text": text, "step": "import"})
    assert (asked.status_code, LeagueResult.objects.count()) == (422, 0)
    assert "“ARIMA” is read as “Arima” of line 2." in words(asked)
    assert as_scorer.post(at, {"text": text, "step": "import", "looked": "on"}).status_code == 422
    assert as_scorer.post(at, sent_back(asked, step="import")).status_code == 422
    assert as_scorer.post(at, sent_back(asked, step="import", looked="on")).status_code == 302
    assert team_names_of(league) == ["Arima", "Couva"]


MISSPELT = f"{HEADER}\n4,Arima,18,9,Barataira,12,7,,\n4,Zion,18,9,The Couva,12,7,,\n"


def test_a_misspelt_team_is_asked_about_and_never_stored_unasked(as_scorer: Client, league: League) -> None:
    at, before = f"/leagues/{league.pk}/import/", team_names_of(bring_in(league, LEVEL))
    for step in ("check", "import"):
        asked = as_scorer.post(at, {"text": MISSPELT, "step": step, "looked": "on"})
        boxes = asked.context["teams"].fields
        assert [[value for value, _label in box.choices] for box in boxes.values()] == [
            ["Barataria", "Barataira"],
            ["Couva", "The Couva"],
        ]
        assert "“Barataira” in line 2 is new. Which team is it?" in words(asked)
        assert "A new team: The Couva" in words(asked)
    assert "Import" not in words(asked).replace("Import results", "")
    assert (asked.context["form"]["text"].value(), team_names_of(league)) == (MISSPELT, before)


def test_each_misspelt_name_is_the_team_that_was_chosen_or_a_new_one(as_scorer: Client, league: League) -> None:
    at, before = f"/leagues/{league.pk}/import/", team_names_of(bring_in(league, LEVEL))
    asked = as_scorer.post(at, {"text": MISSPELT, "step": "check"})
    first, second = asked.context["teams"].fields
    half = as_scorer.post(at, sent_back(asked, step="import", looked="on", **{first: "Barataria"}))
    assert (half.status_code, team_names_of(league)) == (422, before)
    assert "Choose which team it is." in words(half)
    assert [box.value() for box in half.context["teams"]] == ["Barataria", None]
    answers = {first: "Barataria", second: "The Couva"}
    whole = as_scorer.post(at, sent_back(half, step="check", **answers))
    assert "2 teams are new to this league: The Couva , Zion" in words(whole)
    assert as_scorer.post(at, sent_back(whole, step="import", looked="on", **answers)).status_code == 302
    assert team_names_of(league) == sorted([*before, "The Couva", "Zion"])


def test_an_answer_that_nobody_suggested_is_asked_again(as_scorer: Client, league: League) -> None:
    at = f"/leagues/{bring_in(league, LEVEL).pk}/import/"
    first, second = as_scorer.post(at, {"text": MISSPELT, "step": "check"}).context["teams"].fields
    answers = {first: "Diego Martin", second: "The Couva"}
    answer = as_scorer.post(at, {"text": MISSPELT, "step": "import", "looked": "on", **answers})
    assert (answer.status_code, len(answer.context["open_questions"])) == (422, 1)


def test_a_team_that_would_meet_itself_by_an_answer_is_a_problem(as_scorer: Client, league: League) -> None:
    at, text = f"/leagues/{league.pk}/import/", f"{HEADER}\n1,Arima,18,9,Airma,12,7,,\n"
    (name,) = as_scorer.post(at, {"text": text, "step": "check"}).context["teams"].fields
    answer = as_scorer.post(at, {"text": text, "step": "import", name: "Arima"})
    assert (answer.status_code, league.teams.count()) == (422, 0)
    assert "A team cannot meet itself: “Arima” is on both sides." in words(answer)


def test_every_new_team_is_named_before_anything_is_stored(as_scorer: Client, league: League) -> None:
    at = f"/leagues/{league.pk}/import/"
    checked = as_scorer.post(at, {"text": DIVISION, "step": "check"})
    assert "5 teams are new to this league: Arima , Barataria , Couva , Diego Martin , Erin" in words(checked)
    more = f"{DIVISION}4,Arima,18,1,Zion,2,1,,\n"
    answer = as_scorer.post(at, sent_back(checked, step="import", text=more))
    assert (answer.status_code, LeagueResult.objects.count()) == (422, 0)
    assert "Nothing has been imported yet. Check what is listed here first." in words(answer)
    assert "6 teams are new to this league" in words(answer)
    assert as_scorer.post(at, sent_back(answer, step="import")).status_code == 302


def test_a_result_entered_twice_has_its_teams_in_one_order_on_both_pages(as_scorer: Client, league: League) -> None:
    at = f"/leagues/{league.pk}/import/"
    text = f"{HEADER}\n1,Arima,18,9,Couva,12,7,,\n1,Zion,18,9,Erin,12,7,,\n1,Couva,13,7,Arima,18,9,,\n"
    checked = as_scorer.post(at, {"text": text, "step": "check"})
    twice = "Arima – Couva met in round 1 and have more than one result: line 2: 18–12 (hang jacks 9–7), line 4: 18–13"
    assert twice in words(checked)
    lines = [(line.team_a, line.bullseyes_a, line.team_b, line.bullseyes_b) for line in checked.context["lines"]]
    assert lines == [("Arima", 18, "Couva", 12), ("Arima", 18, "Couva", 13), ("Zion", 18, "Erin", 12)]
    as_scorer.post(at, sent_back(checked, step="import", looked="on"))
    [(_number, results)] = as_scorer.get(f"/leagues/{league.pk}/").context["page"].rounds
    shown = [(each.team.name, each.games, each.other.name, each.other_games) for each in results]
    assert shown == [("Arima", 18, "Couva", 12), ("Arima", 18, "Couva", 13), ("Zion", 18, "Erin", 12)]


def test_a_missing_meeting_is_named_on_the_check_page_and_above_the_table(as_scorer: Client, league: League) -> None:
    League.objects.update(meetings=0)
    text = f"{HEADER}\n1,Arima,18,9,Couva,12,7,,\n1,Zion,,,bye,,,,\n2,Zion,18,9,Couva,12,7,,\n2,Arima,,,bye,,,,\n"
    lone = "Arima and Zion have not met. All other teams have met each other."
    at = f"/leagues/{league.pk}/import/"
    checked = as_scorer.post(at, {"text": text, "step": "check"})
    assert f"Still missing after this: {lone}" in words(checked)
    as_scorer.post(at, sent_back(checked, step="import"))
    page = words(as_scorer.get(f"/leagues/{league.pk}/"))
    assert page.index(f"Still missing: {lone}") < page.index("In order of:")
    printed = PdfReader(io.BytesIO(as_scorer.get(f"/leagues/{league.pk}/table.pdf").content)).pages[0]
    assert f"Still missing: {lone}" in " ".join(printed.extract_text().split())


def test_a_column_that_is_empty_for_every_team_is_left_out(as_scorer: Client, league: League) -> None:
    column = b'<th scope="col" class="number more">Hang jacks</th>'
    for line, said in (
        ("1,Arima,18,,Couva,12,,,", ["Bullseyes"]),
        ("1,Zion,17,9,Moruga,12,7,,", ["Bullseyes", "Hang jacks"]),
    ):
        bring_in(league, f"{HEADER}\n{line}\n")
        paper = PdfReader(io.BytesIO(as_scorer.get(f"/leagues/{league.pk}/table.pdf").content)).pages[0].extract_text()
        head = " ".join(paper[: paper.index("In order of")].split())
        assert [words for words in ("Bullseyes", "Hang jacks") if words in head] == said
        assert (column in as_scorer.get(f"/leagues/{league.pk}/").content) == ("Hang jacks" in said)


def test_a_line_that_contradicts_what_is_there_is_a_problem_of_the_preview(as_scorer: Client, league: League) -> None:
    bring_in(league, LEVEL)
    text = f"{HEADER}\n1,Arima,18,9,Barataria,13,7,,\n"
    answer = as_scorer.post(f"/leagues/{league.pk}/import/", {"text": text, "step": "check"})
    assert (answer.status_code, len(answer.context["problems"])) == (422, 1)


@pytest.mark.parametrize(
    ("content", "teams"),
    [
        (DIVISION.encode("utf-8-sig"), 5),
        (DIVISION.replace("Arima", "Árima").encode("cp1252"), 5),
        (DIVISION.replace(",", "\t").encode("utf-16"), 5),
    ],
    ids=["UTF-8 with its mark", "the old way of Windows", "UTF-16"],
)
def test_a_file_is_read_as_any_spreadsheet_saves_it(
    as_scorer: Client, league: League, content: bytes, teams: int
) -> None:
    file = SimpleUploadedFile("results.csv", content)
    at = f"/leagues/{league.pk}/import/"
    seen = as_scorer.post(at, {"file": file, "step": "check"})
    as_scorer.post(at, sent_back(seen, step="import"))
    assert len(team_names_of(league)) == teams


def test_the_result_of_a_match_to_be_played_is_entered_by_hand_and_needs_no_reason(
    as_scorer: Client, league: League
) -> None:
    bring_in(league, LEVEL + "9,Arima,,,Couva,,,19:30,\n")
    match = LeagueResult.objects.get(league=league, round=9)
    at = f"/leagues/{league.pk}/results/{match.pk}/"
    assert at in as_scorer.get(f"/leagues/{league.pk}/").content.decode()
    assert as_scorer.post(at, {"games": "18", "other_games": "", "step": "correct"}).status_code == 422
    assert as_scorer.post(at, {"step": "out"}).context["form"].errors["reason"] == [str(NeedsReason.message)]
    assert as_scorer.post(at, {"games": "18", "other_games": "7", "step": "correct"}).status_code == 302
    assert "Result saved." in words(as_scorer.get(f"/leagues/{league.pk}/"))
    entered = LeagueResult.objects.get(league=league, round=9, superseded_at=None)
    assert (entered.games, entered.other_games, str(entered.starts)) == (18, 7, "19:30:00")
    assert "Entered the result of Arima – Couva, round 9" in words(as_scorer.get(f"/leagues/{league.pk}/log/"))


def test_a_removed_result_is_put_back_as_it_was(as_scorer: Client, league: League) -> None:
    bring_in(league, LEVEL)
    first = LeagueResult.objects.filter(league=league)[0]
    at, page = f"/leagues/{league.pk}/results/{first.pk}/", f"/leagues/{league.pk}/"
    table = [str(row) for row in as_scorer.get(page).context["page"].rows]
    assert as_scorer.post(at, {"step": "out", "reason": "Wrong line"}).status_code == 302
    assert [gone.pk for gone in as_scorer.get(page).context["taken_out"]] == [first.pk]
    assert as_scorer.post(at, {"step": "back"}).status_code == 302
    shown = as_scorer.get(page)
    assert ([str(row) for row in shown.context["page"].rows], shown.context["taken_out"]) == (table, [])
    assert as_scorer.post(at, {"step": "back"}).status_code == 409
    assert "Undid the removal of Arima" in words(as_scorer.get(f"{page}log/"))


def test_a_removed_result_that_was_imported_again_is_not_put_back_beside_it(as_scorer: Client, league: League) -> None:
    bring_in(league, LEVEL)
    first = LeagueResult.objects.filter(league=league)[0]
    at, page = f"/leagues/{league.pk}/results/{first.pk}/", f"/leagues/{league.pk}/"
    as_scorer.post(at, {"step": "out", "reason": "Wrong line"})
    bring_in(league, LEVEL)
    table = [str(row) for row in as_scorer.get(page).context["page"].rows]
    answer = as_scorer.post(at, {"step": "back"})
    assert (answer.status_code, "Remove that one first." in words(answer)) == (409, True)
    assert [str(row) for row in as_scorer.get(page).context["page"].rows] == table


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00\xd8\x00", b"x" * 1_000_001], ids=["empty", "no text", "large"])
def test_a_file_that_cannot_be_read_says_so(as_scorer: Client, league: League, content: bytes) -> None:
    file = SimpleUploadedFile("results.csv", content)
    answer = as_scorer.post(f"/leagues/{league.pk}/import/", {"file": file, "step": "check"})
    assert (answer.status_code, bool(answer.context["form"].errors)) == (422, True)


def test_a_result_is_corrected_or_taken_out_with_a_reason(as_scorer: Client, league: League) -> None:
    bring_in(league, LEVEL)
    first = LeagueResult.objects.filter(league=league)[0]
    at = f"/leagues/{league.pk}/results/{first.pk}/"
    figures = {"games": "18", "other_games": "11", "hang_jacks": "9", "other_hang_jacks": ""}
    assert as_scorer.post(at, figures | {"step": "correct"}).status_code == 422
    assert as_scorer.post(at, {"step": "out"}).status_code == 422
    assert as_scorer.post(at, figures | {"step": "correct", "reason": "Card read again"}).status_code == 302
    assert "until 21 Nov 2026" not in words(as_scorer.get(f"/leagues/{league.pk}/"))
    now = LeagueResult.objects.get(league=league, round=1, team__name="Arima", superseded_at=None)
    assert (now.other_games, now.other_hang_jacks) == (11, None)
    at = f"/leagues/{league.pk}/results/{now.pk}/"
    assert "18–12, hang jacks 9–7" in words(as_scorer.get(at))
    assert as_scorer.post(at, {"step": "out", "reason": "Never played"}).status_code == 302
    assert "Never played" in words(as_scorer.get(f"/leagues/{league.pk}/"))
    assert "Never played" in words(as_scorer.get(at))
    assert as_scorer.get(f"/leagues/{league.pk + 1}/results/{now.pk}/").status_code == 404


def test_a_bye_says_what_it_counts(as_scorer: Client, db: None) -> None:
    league = open_league({"name": "Cup", "season": "1", "bye": "win", "race_to": 18}, by=None, now=NOW)
    bring_in(league, DIVISION)
    text = words(as_scorer.get(f"/leagues/{league.pk}/"))
    assert "Bye in round 1: counts as a win, bullseyes 18–18, hang jacks 6–7" in text
    for bye, said in (("nothing", "counts nothing"), ("own_average", "counts bullseyes 6.5–18, hang jacks 6–7")):
        League.objects.update(bye=bye)
        assert f"Bye in round 1: {said}" in words(as_scorer.get(f"/leagues/{league.pk}/"))
    League.objects.update(bye="win", race_to=None)
    assert "bullseyes 6–18" in words(as_scorer.get(f"/leagues/{league.pk}/"))


def test_the_results_leave_as_a_file_that_comes_in_again(as_scorer: Client, league: League) -> None:
    bring_in(league, DIVISION)
    answer = as_scorer.get(f"/leagues/{league.pk}/results.csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="central-2026-results.csv"'
    again = as_scorer.post(f"/leagues/{league.pk}/import/", {"text": answer.content.decode(), "step": "check"})
    assert len(again.context["coming"].known) == 9


@pytest.mark.slow
def test_the_table_is_printed(as_scorer: Client, league: League) -> None:
    bring_in(league, DIVISION)
    answer = as_scorer.get(f"/leagues/{league.pk}/table.pdf")
    (page,) = PdfReader(io.BytesIO(answer.content)).pages
    text = " ".join(page.extract_text().split())
    for said in ("Central", "League table", "2026", "Couva", "Diego Martin", "Decided by"):
        assert said in text
    Club.objects.update(sheet="a4-large")
    (large,) = PdfReader(io.BytesIO(as_scorer.get(f"/leagues/{league.pk}/table.pdf").content)).pages
    assert "Diego Martin" in large.extract_text(), "a name is not broken letter by letter: the sheet lies across"


def test_a_league_asks_as_often_for_thirty_rounds_as_for_one(
    as_scorer: Client, league: League, django_assert_num_queries: Any
) -> None:
    bring_in(league, LEVEL)
    with django_assert_num_queries(7):
        as_scorer.get(f"/leagues/{league.pk}/")
    bring_in(league, "\n".join([HEADER, *(f"{number},Zion {number % 9},1,1,Moruga,2,2,," for number in range(4, 34))]))
    with django_assert_num_queries(7):
        as_scorer.get(f"/leagues/{league.pk}/")
