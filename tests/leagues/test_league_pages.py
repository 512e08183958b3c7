"""Leagues on their pages: who sees them, results brought in and corrected, the table with what decided it, on paper."""

import io
import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook
from pypdf import PdfReader

from tests.leagues.test_leagues import DIVISION, HEADER, NOW
from tournament.foundation.errors import NeedsReason
from tournament.leagues.fixtures.round_days import EvenDates
from tournament.leagues.queries.leagues import team_names_of
from tournament.leagues.queries.table import KnownFigure
from tournament.leagues.results_reader import read_results
from tournament.leagues.services.fixtures import date_match, date_rounds, make_fixtures
from tournament.leagues.services.importing import import_results
from tournament.leagues.services.leagues import correct_result, open_league, show_league
from tournament.leagues.services.undo_import import UndoneImport, last_import, undo_import
from tournament.lists.check import heading_key
from tournament.models import Club, League, LeagueResult, Player
from tournament.people.services.forgetting import forget_person

LATER = NOW + timedelta(hours=1)
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
    return " ".join(text.replace("&#39;", "'").replace("&amp;", "&").split())


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
    assert "Save rules" in words(page) and "Create league" in words(as_director.get("/leagues/new/"))
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
        "Barataria – Couva, round 3: no result yet.",
        "hang jacks 6–5 (1 match without)",
        "hang jacks 18–16",
        "Decided by: Bullseyes won",
    ):
        assert said in text


def test_what_would_come_in_is_seen_before_it_does(as_scorer: Client, league: League) -> None:
    at = f"/leagues/{league.pk}/import/"
    seen = as_scorer.post(at, {"text": DIVISION, "step": "check"})
    assert (seen.status_code, LeagueResult.objects.count()) == (200, 0)
    assert "Import 9 results" in words(seen)
    assert as_scorer.post(at, filled_in(seen) | {"step": "import"}).url == f"/leagues/{league.pk}/?imported=1"
    again = as_scorer.post(at, {"text": DIVISION, "step": "import"})
    assert "Nothing new: all of this has already been imported." in words(again)
    assert LeagueResult.objects.count() == 9


def test_problems_keep_everything_out_and_are_named(as_scorer: Client, league: League) -> None:
    text = f"{HEADER}\n1,Arima,18,9,Couva,12,7,,\n2,Arima,x,9,Couva,12,7,,\n"
    answer = as_scorer.post(f"/leagues/{league.pk}/import/", {"text": text, "step": "import"})
    assert (answer.status_code, LeagueResult.objects.count()) == (422, 0)
    assert "Nothing has been stored yet. Answer the question first; what you typed is kept." in words(answer)
    assert "Line 3: 2,Arima,x,9,Couva,12,7,, bullseyes_a: “x” is not a whole number from 0 to 999." in words(answer)
    assert answer.context["form"]["text"].value() == text
    asked = as_scorer.post(f"/leagues/{league.pk}/import/", {"text": text, "step": "check", "row-all": "replace"})
    assert [(each.answer, each.needs_answer) for each in asked.context["check"].for_all] == [("", False)]


def test_doubts_have_to_be_looked_at_first(as_scorer: Client, league: League) -> None:
    at, text = f"/leagues/{league.pk}/import/", f"{HEADER}\n1,Arima,18,9,Couva,12,7,,\n2,ARIMA,1,9,Couva,12,7,,\n"
    asked = as_scorer.post(at, {"text": text, "step": "import"})
    assert (asked.status_code, LeagueResult.objects.count()) == (422, 0)
    assert "“ARIMA” is read as “Arima” of line 2." in words(asked)
    assert as_scorer.post(at, {"text": text, "step": "import"}).status_code == 422
    assert as_scorer.post(at, sent_back(asked, step="import")).status_code == 302
    assert team_names_of(league) == ["Arima", "Couva"]


@pytest.mark.parametrize("answer", [{"row-3": "out"}, {"row-all": "out"}, {"typed-3": "2,Arima,7,9,Couva,12,7,,"}])
def test_a_line_with_a_problem_is_left_out_or_corrected_where_it_stands(
    as_scorer: Client, league: League, answer: dict[str, str]
) -> None:
    at = f"/leagues/{league.pk}/import/"
    text = f"{HEADER}\n1,Arima,18,9,Couva,12,7,,\n2,Arima,x,9,Couva,12,7,,\n3,Arima,y,9,Couva,12,7,,\n"
    text = text if "row-all" in answer else text.rsplit("3,", 1)[0]
    shown = as_scorer.post(at, {"text": text, "step": "check"})
    again = as_scorer.post(at, sent_back(shown, step="check", **answer))
    check = again.context["check"]
    assert (check.is_open, again.context["form"]["text"].value()) == (False, text)
    assert [(row.line, row.remarks) for row in check.left_out] == (
        []
        if "typed-3" in answer
        else [(line, ["You left this line out."]) for line in ((3, 4) if "row-all" in answer else (3,))]
    )
    assert [(row.line, row.is_edited) for row in check.sections[0].rows] == (
        [(2, False), (3, True)] if "typed-3" in answer else [(2, False)]
    )
    assert as_scorer.post(at, sent_back(again, step="import", **answer)).status_code == 302
    assert LeagueResult.objects.count() == (2 if "typed-3" in answer else 1)


def test_one_press_undoes_an_import_and_what_was_changed_since_stays(as_scorer: Client, league: League) -> None:
    bring_in(league, f"{HEADER}\n1,Arima,,,Couva,,,,\n1,Erin,,,Barataria,,,,\n")
    before = list(LeagueResult.objects.values_list("round", "team__name", "games", "day", "superseded_at", "reason"))
    at, page = f"/leagues/{league.pk}/import/", f"/leagues/{league.pk}/"
    text = (
        "round,team_a,bullseyes_a,team_b,bullseyes_b,date\n1,Arima,18,Couva,12,2026-12-03\n"
        "1,Erin,,Barataria,,2026-12-04\n2,Zion,18,Arima,12,\n2,Couva,18,Moruga,9,\n"
    )
    shown = as_scorer.post(at, {"text": text, "step": "check"})
    assert [[(row.name, row.details) for row in section.rows] for section in shown.context["check"].sections] == [
        [("Zion – Arima", ("Round 2", "18–12")), ("Couva – Moruga", ("Round 2", "18–9"))],
        [("Arima – Couva", ("Round 1", "to be played → 18–12", "no date → Thu 3 Dec 2026"))],
        [("Erin – Barataria", ("Round 1", "no date → Fri 4 Dec 2026"))],
        [],
    ]
    done = as_scorer.post(at, sent_back(shown, step="import"), follow=True)
    assert "Undo this import" in words(done)
    moruga = LeagueResult.objects.get(other__name="Moruga")
    correct_result(moruga, {"games": 17}, reason="Card", by=None, now=LATER)
    number = done.context["last"].pk
    undone = as_scorer.post(at, {"undo": number}, follow=True)
    assert "The import is undone: 2 matches taken out. These were changed since, and stay: Couva – Moruga." in words(
        undone
    )
    kept = LeagueResult.objects.exclude(other__name="Moruga")
    assert list(kept.values_list("round", "team__name", "games", "day", "superseded_at", "reason")) == before
    assert team_names_of(league) == ["Arima", "Barataria", "Couva", "Erin", "Moruga"]
    assert (as_scorer.post(at, {"undo": number}).status_code, "Undo this import" in words(as_scorer.get(page))) == (
        409,
        False,
    )
    assert "Undid an import: 2 matches taken out" in words(as_scorer.get(f"{page}log/"))


MISSPELT = f"{HEADER}\n4,Arima,18,9,Barataira,12,7,,\n4,Zion,18,9,The Couva,12,7,,\n"


AMERICAN = """round,home,away,date
1,Team I,Team II,12/03/2026
2,Team I,Team IV,12/10/2026
3,Team IV,Team II,12/17/2026
"""
WEEKS = [date(2026, 12, 3), date(2026, 12, 10), date(2026, 12, 17)]


def days_of(league: League) -> list[date | None]:
    return list(LeagueResult.objects.filter(league=league, superseded_at=None).values_list("day", flat=True))


def test_dates_with_the_month_first_are_read_so_if_one_proves_it_and_looked_at_first(
    as_scorer: Client, league: League
) -> None:
    at = f"/leagues/{league.pk}/import/"
    shown = as_scorer.post(at, {"text": AMERICAN, "step": "check"})
    assert (
        "The dates have the month first, as 12/17/2026 in line 4 shows. So 12/03/2026 is read as 3 December 2026."
    ) in words(shown)
    assert as_scorer.post(at, sent_back(shown, step="import")).status_code == 302
    assert days_of(league) == WEEKS


@pytest.mark.parametrize("answer", ["month", "day"])
def test_dates_that_can_be_read_in_two_ways_are_asked_about_and_never_stored_unasked(
    as_scorer: Client, league: League, answer: str
) -> None:
    at, text = f"/leagues/{league.pk}/import/", AMERICAN.rsplit("3,Team", 1)[0]
    asked = as_scorer.post(at, {"text": text, "step": "import"})
    assert (asked.status_code, days_of(league)) == (422, [])
    for sentence in (
        "In these dates, which comes first? For example, 12/03/2026 in line 2 is:",
        "12 March 2026: the day comes first",
        "3 December 2026: the month comes first",
    ):
        assert sentence in words(asked)
    shown = as_scorer.post(at, sent_back(asked, step="check", day_order=answer))
    other = {"month": "day", "day": "month"}[answer]
    assert as_scorer.post(at, sent_back(shown, step="import", day_order=other)).status_code == 422
    assert as_scorer.post(at, sent_back(shown, step="import", day_order=answer)).status_code == 302
    assert days_of(league) == (WEEKS[:2] if answer == "month" else [date(2026, 3, 12), date(2026, 10, 12)])


def test_dates_without_a_year_are_of_the_leagues_season_and_looked_at_first(as_scorer: Client, league: League) -> None:
    League.objects.filter(pk=league.pk).update(season="2026/27")
    at, text = f"/leagues/{league.pk}/import/", AMERICAN.replace("/2026", "").replace("12/17", "01/28")
    shown = as_scorer.post(at, {"text": text, "step": "check"})
    assert ("Dates without a year are read as days of the season: 12/03 in line 2 is 3 December 2026.") in words(shown)
    assert as_scorer.post(at, sent_back(shown, step="import")).status_code == 302
    assert days_of(league) == [date(2026, 12, 3), date(2026, 12, 10), date(2027, 1, 28)]


def test_a_misspelt_team_is_asked_about_and_never_stored_unasked(as_scorer: Client, league: League) -> None:
    at, before = f"/leagues/{league.pk}/import/", team_names_of(bring_in(league, LEVEL))
    for step in ("check", "import"):
        asked = as_scorer.post(at, {"text": MISSPELT, "step": step})
        boxes = asked.context["check"].questions
        assert [[value for value, _label in box.choices] for box in boxes] == [
            ["Barataria", "Barataira"],
            ["Couva", "The Couva"],
        ]
        assert "“Barataira” in line 2 is new. Which team is it?" in words(asked)
        assert "A new team: The Couva" in words(asked)
    assert (asked.context["form"]["text"].value(), team_names_of(league)) == (MISSPELT, before)


def test_what_got_another_date_since_an_import_stays_when_that_is_undone(league: League) -> None:
    line = last_import(bring_in(league, LEVEL))
    assert line
    date_rounds(league, {2: {"day": date(2026, 12, 3)}}, by=None, now=LATER)
    couva = LeagueResult.objects.select_related("league", "team", "other").get(round=1, team__name="Couva")
    date_match(couva, {"day": date(2026, 12, 1)}, is_postponed=False, by=None, now=LATER)
    undone = undo_import(league, line.pk, by=None, now=LATER)
    assert undone == UndoneImport(2, ("Couva – Diego Martin", "Arima – Couva", "Barataria – Diego Martin"))


def test_each_misspelt_name_is_the_team_that_was_chosen_or_a_new_one(as_scorer: Client, league: League) -> None:
    at, before = f"/leagues/{league.pk}/import/", team_names_of(bring_in(league, LEVEL))
    asked = as_scorer.post(at, {"text": MISSPELT, "step": "check"})
    first, second = (each.key for each in asked.context["check"].questions)
    half = as_scorer.post(at, sent_back(asked, step="import", **{first: "Barataria"}))
    assert (half.status_code, team_names_of(league)) == (422, before)
    assert "Answer the question first" in words(half)
    assert [each.answer for each in half.context["check"].questions] == ["Barataria", ""]
    answers = {first: "Barataria", second: "The Couva"}
    whole = as_scorer.post(at, sent_back(half, step="check", **answers))
    assert "2 teams are new to this league: The Couva, Zion" in words(whole)
    assert as_scorer.post(at, sent_back(whole, step="import", **answers)).status_code == 302
    assert team_names_of(league) == sorted([*before, "The Couva", "Zion"])


def test_an_answer_that_nobody_suggested_is_asked_again(as_scorer: Client, league: League) -> None:
    at = f"/leagues/{bring_in(league, LEVEL).pk}/import/"
    asked = as_scorer.post(at, {"text": MISSPELT, "step": "check"})
    first, second = (each.key for each in asked.context["check"].questions)
    answers = {first: "Diego Martin", second: "The Couva"}
    answer = as_scorer.post(at, {"text": MISSPELT, "step": "import", **answers})
    assert (answer.status_code, answer.context["check"].open_number) == (422, 1)


def test_a_team_that_would_meet_itself_by_an_answer_is_a_problem(as_scorer: Client, league: League) -> None:
    at, text = f"/leagues/{league.pk}/import/", f"{HEADER}\n1,Arima,18,9,Airma,12,7,,\n"
    (team,) = as_scorer.post(at, {"text": text, "step": "check"}).context["check"].questions
    answer = as_scorer.post(at, {"text": text, "step": "import", team.key: "Arima"})
    assert (answer.status_code, league.teams.count()) == (422, 0)
    assert "A team cannot meet itself: “Arima” is on both sides." in words(answer)


def test_every_new_team_is_named_before_anything_is_stored(as_scorer: Client, league: League) -> None:
    at = f"/leagues/{league.pk}/import/"
    checked = as_scorer.post(at, {"text": DIVISION, "step": "check"})
    assert "5 teams are new to this league: Arima, Barataria, Couva, Diego Martin, Erin" in words(checked)
    more = f"{DIVISION}4,Arima,18,1,Zion,2,1,,\n"
    answer = as_scorer.post(at, sent_back(checked, step="import", text=more))
    assert (answer.status_code, LeagueResult.objects.count()) == (422, 0)
    assert "Nothing has been stored yet. Check what is listed here first." in words(answer)
    assert "6 teams are new to this league" in words(answer)
    assert as_scorer.post(at, sent_back(answer, step="import")).status_code == 302


def test_a_result_entered_twice_has_its_teams_in_one_order_on_both_pages(as_scorer: Client, league: League) -> None:
    at = f"/leagues/{league.pk}/import/"
    text = f"{HEADER}\n1,Arima,18,9,Couva,12,7,,\n1,Zion,18,9,Erin,12,7,,\n1,Couva,13,7,Arima,18,9,,\n"
    checked = as_scorer.post(at, {"text": text, "step": "check"})
    twice = "Arima – Couva met in round 1 and have more than one result: line 2: 18–12 (hang jacks 9–7), line 4: 18–13"
    assert twice in words(checked)
    lines = [
        (line.team_a, line.bullseyes_a, line.team_b, line.bullseyes_b) for line in checked.context["checked"].lines
    ]
    assert lines == [("Arima", 18, "Couva", 12), ("Arima", 18, "Couva", 13), ("Zion", 18, "Erin", 12)]
    as_scorer.post(at, sent_back(checked, step="import"))
    [(_number, results)] = as_scorer.get(f"/leagues/{league.pk}/").context["page"].rounds
    shown = [(each.team.name, each.games, each.other.name, each.other_games) for each in results]
    assert shown == [("Arima", 18, "Couva", 12), ("Arima", 18, "Couva", 13), ("Zion", 18, "Erin", 12)]


def test_one_result_without_hang_jacks_leaves_the_others_in_their_column_and_says_so(
    as_scorer: Client, client: Client, league: League
) -> None:
    bring_in(league, LEVEL)
    show_league(league, shown=True, by=None, now=NOW)
    at = f"/leagues/{league.pk}/"
    rows = {row.placing.record.name: row for row in as_scorer.get(at).context["page"].rows}
    assert [(name, rows[name].hang_jacks, rows[name].hang_jacks_against.note) for name in ("Arima", "Couva")] == [
        ("Arima", KnownFigure(18, 0), ""),
        ("Couva", KnownFigure(6, 1), "1 match without"),
    ]
    assert "hang jacks 6–5 (1 match without)" in words(client.get(at))
    head, _first, second, *_rest = client.get(f"{at}table.csv").content.decode().splitlines()
    assert (head.split(",")[8:], second) == (
        ["Hang jacks", "Matches without", "Hang jacks against", "Matches without", "Points"],
        "2,Couva,2,2,0,0,36,22,6,1,5,1,4",
    )
    printed = PdfReader(io.BytesIO(client.get(f"{at}table.pdf").content)).pages[0].extract_text()
    assert " ".join(printed.split()).count("1 match without") == 4


def test_a_criterion_that_a_result_does_not_report_ranks_nobody(as_scorer: Client, league: League) -> None:
    """Arima and Couva are level but for the hang jacks, and one of Couva's was not counted."""
    level = f"{HEADER}\n1,Arima,9,5,Zion,4,3,,\n2,Couva,9,9,Zion,4,3,,\n3,Arima,6,4,Couva,6,,,\n"
    bring_in(league, level)
    assert [(place, name) for place, name, _why in table(as_scorer, league)] == [
        ("1=", "Arima"),
        ("1=", "Couva"),
        ("3", "Zion"),
    ]
    assert "Hang jacks . Not used: some of these results are missing." in words(as_scorer.get(f"/leagues/{league.pk}/"))


def test_a_result_that_a_race_cannot_end_with_is_asked_about_before_it_is_stored(
    as_scorer: Client, league: League
) -> None:
    League.objects.update(race_to=18)
    bring_in(league, f"{HEADER}\n1,Arima,,,Couva,,,,\n")
    at = f"/leagues/{league.pk}/results/{LeagueResult.objects.get().pk}/"
    said = {"games": "17", "other_games": "12", "step": "correct"}
    asked = as_scorer.post(at, said)
    assert (asked.status_code, LeagueResult.objects.filter(games__isnull=False).count()) == (422, 0)
    assert "A match is won with 18, so 17–12 looks wrong. Is it right?" in words(asked)
    assert "Save 17–12 as it is" in words(asked)
    assert as_scorer.post(at, said | {"other_games": "13", "sure": "17–12"}).status_code == 422
    assert as_scorer.post(at, said | {"sure": "17–12"}).status_code == 302
    entered = LeagueResult.objects.get(superseded_at=None)
    assert (entered.games, entered.other_games) == (17, 12)
    right = {"games": "18", "other_games": "12", "reason": "Card read again", "step": "correct"}
    assert as_scorer.post(f"/leagues/{league.pk}/results/{entered.pk}/", right).status_code == 302


def test_what_the_secretary_has_to_check_is_not_for_the_public(
    as_scorer: Client, client: Client, league: League
) -> None:
    bring_in(league, f"{HEADER}\n1,Arima,18,9,Couva,12,7,,\n1,Couva,12,7,Arima,17,9,,\n2,Arima,18,9,Zion,12,7,,\n")
    show_league(league, shown=True, by=None, now=NOW)
    at = f"/leagues/{league.pk}/"
    checklist = ("Check before the table is final", "have more than one result", "Still missing", "neither a match nor")
    for reader, is_shown in ((as_scorer, True), (client, False)):
        text = words(reader.get(at))
        assert [sentence in text for sentence in checklist] == [is_shown] * len(checklist)
    assert "Provisional. Not every result of this league is in." in words(client.get(at))


def test_a_missing_meeting_is_named_on_the_check_page_and_above_the_table(as_scorer: Client, league: League) -> None:
    League.objects.update(meetings=0)
    text = f"{HEADER}\n1,Arima,18,9,Couva,12,7,,\n1,Zion,,,bye,,,,\n2,Zion,18,9,Couva,12,7,,\n2,Arima,,,bye,,,,\n"
    lone = "Arima and Zion have no match with each other. All other teams have 1 match."
    at = f"/leagues/{league.pk}/import/"
    checked = as_scorer.post(at, {"text": text, "step": "check"})
    assert f"Still missing after this: {lone}" in words(checked)
    as_scorer.post(at, sent_back(checked, step="import"))
    page = words(as_scorer.get(f"/leagues/{league.pk}/"))
    assert page.index(f"Still missing: {lone}") < page.index("In order of:")
    printed = PdfReader(io.BytesIO(as_scorer.get(f"/leagues/{league.pk}/table.pdf").content)).pages[0]
    shown = " ".join(printed.extract_text().split())
    assert ("Provisional" in shown, "Still missing" in shown) == (True, False)


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
    assert (answer.status_code, len(answer.context["check"].asked)) == (422, 1)


def test_a_heading_that_is_matched_by_hand_is_remembered_for_the_next_list(as_scorer: Client, league: League) -> None:
    at = f"/leagues/{league.pk}/import/"
    text = "Rnd;Hosts here;Sc 1;Visitors;Sc 2;Umpire\n1;Arima;18;Couva;12;Jo\n"
    shown = as_scorer.post(at, {"text": text, "step": "check"})
    names = ["Hosts here", "Sc 1", "Sc 2", "Umpire"]
    assert [each.text for each in shown.context["check"].questions] == [f"The column “{name}” is:" for name in names]
    kinds = ("team_a", "bullseyes_a", "bullseyes_b", "ignored")
    answers = {heading_key(name): kind for name, kind in zip(names, kinds, strict=True)}
    again = as_scorer.post(at, sent_back(shown, step="check", **answers))
    assert [(row.name, row.details) for row in again.context["check"].sections[0].rows] == [
        ("Arima – Couva", ("Round 1", "18–12"))
    ]
    assert (again.context["form"]["text"].value(), again.context["check"].asked) == (text, [])
    assert as_scorer.post(at, sent_back(again, step="import", **answers)).status_code == 302
    more = as_scorer.post(at, {"text": text.replace("1;Arima", "2;Arima"), "step": "check"})
    assert [row.name for row in more.context["check"].sections[0].rows] == ["Arima – Couva"]
    assert Club.objects.get().list_headings == {
        "=leagues": {"hosts here": "team_a", "sc 1": "bullseyes_a", "sc 2": "bullseyes_b", "umpire": "ignored"}
    }


def test_lines_without_a_round_of_their_own_are_asked_about_and_one_sheet_of_several_is_chosen(
    as_scorer: Client, league: League
) -> None:
    at, book, out = f"/leagues/{league.pk}/import/", Workbook(), io.BytesIO()
    for row in (["Round", "Home", "Score", "Away"], [1, "Arima", "18-3", "Couva"], [None, "Oak", "18-9", "Star"]):
        book.active.append(row)
    book.create_sheet("Next").append(["Round", "Date", "Home", "Away"])
    book["Next"].append([7, date(2026, 12, 3), "Zion", "Couva"])
    book.save(out)
    shown = as_scorer.post(at, {"file": SimpleUploadedFile("results.xlsx", out.getvalue()), "step": "check"})
    sheet, repeats = shown.context["check"].questions
    assert [label for _at, label in sheet.choices] == ["“Sheet”: 3 lines", "“Next”: 2 lines"]
    assert (sheet.answer, repeats.answer, shown.context["check"].open_number) == ("0", "", 1)
    assert repeats.text == "Line 3 has no round or day of its own. Is it the one of the line above?"
    assert as_scorer.post(at, sent_back(shown, step="import")).status_code == 422
    empty = as_scorer.post(at, sent_back(shown, step="check", repeats="no"))
    assert [row.line for row in empty.context["check"].asked] == [3]
    other = as_scorer.post(at, sent_back(shown, step="import", sheet="1", repeats="yes"))
    assert (other.status_code, league.results.count()) == (200, 0)
    assert [row.name for row in other.context["check"].sections[0].rows] == ["Zion – Couva"]
    back = as_scorer.post(at, sent_back(other, step="check", sheet="0", repeats="yes"))
    assert as_scorer.post(at, sent_back(back, step="import", sheet="0", repeats="yes")).status_code == 302
    assert sorted(league.results.values_list("round", "team__name")) == [(1, "Arima"), (1, "Oak")]


@pytest.mark.parametrize("answer", ["row-2", "row-all"])
def test_a_contradicting_line_replaces_what_is_there_by_one_press_and_one_more_undoes_it(
    as_scorer: Client, league: League, answer: str
) -> None:
    at = f"/leagues/{bring_in(league, LEVEL).pk}/import/"
    text = "round,team_a,bullseyes_a,team_b,bullseyes_b\n1,Arima,18,Barataria,13\n"
    text += "1,Couva,18,Diego Martin,10\n" if answer == "row-all" else ""
    shown = as_scorer.post(at, {"text": text, "step": "check"})
    hint = shown.context["check"].asked[0].question.hint
    assert hint.endswith("round 1: 18–12 (hang jacks 9–7). This line says 18–13.")
    before = list(LeagueResult.objects.order_by("pk").values())
    looked = as_scorer.post(at, sent_back(shown, step="check", **{answer: "replace"}))
    assert [(each.answer, [key for key, _text in each.choices]) for each in looked.context["check"].for_all] == [
        ("replace", ["replace", "out"]) for _once in range(answer == "row-all")
    ]
    (row, *_others) = looked.context["check"].sections[1].rows
    assert (row.name, row.details) == ("Arima – Barataria", ("Round 1", "18–12 (hang jacks 9–7) → 18–13"))
    done = as_scorer.post(at, sent_back(looked, step="import", **{answer: "replace"}), follow=True)
    now = LeagueResult.objects.get(other__name="Barataria", superseded_at=None)
    assert (now.games, now.other_games, now.hang_jacks, now.other_hang_jacks) == (18, 13, 9, 7)
    assert now.replaces.get().reason == "An imported list says otherwise."
    as_scorer.post(at, {"undo": done.context["last"].pk})
    assert list(LeagueResult.objects.order_by("pk").values()) == before


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
    assert at in as_scorer.get(f"/leagues/{league.pk}/?matches=rounds").content.decode()
    assert as_scorer.post(at, {"games": "18", "other_games": "", "step": "correct"}).status_code == 422
    assert as_scorer.post(at, {"step": "out"}).context["form"].errors["reason"] == [str(NeedsReason.message)]
    assert as_scorer.post(at, {"games": "18", "other_games": "7", "step": "correct"}).status_code == 302
    assert "Saved: Arima 18–7 Couva." in words(as_scorer.get(f"/leagues/{league.pk}/"))
    entered = LeagueResult.objects.get(league=league, round=9, superseded_at=None)
    assert (entered.games, entered.other_games, str(entered.starts)) == (18, 7, "19:30:00")
    assert "Entered the result of Arima – Couva, round 9" in words(as_scorer.get(f"/leagues/{league.pk}/log/"))


def test_a_removed_result_is_put_back_as_it_was(as_scorer: Client, league: League) -> None:
    bring_in(league, LEVEL)
    first = LeagueResult.objects.filter(league=league)[0]
    at, page = f"/leagues/{league.pk}/results/{first.pk}/", f"/leagues/{league.pk}/"
    table = [str(row) for row in as_scorer.get(page).context["page"].rows]
    assert as_scorer.post(at, {"step": "out", "reason": "Wrong line"}).status_code == 302
    assert [gone.pk for gone in as_scorer.get(page).context["page"].taken_out] == [first.pk]
    assert as_scorer.post(at, {"step": "back"}).status_code == 302
    shown = as_scorer.get(page)
    assert ([str(row) for row in shown.context["page"].rows], shown.context["page"].taken_out) == (table, ())
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
    assert len(again.context["checked"].coming.known) == 9


@pytest.mark.slow
def test_the_results_leave_as_a_workbook_that_comes_in_again(as_scorer: Client, league: League) -> None:
    at = f"/leagues/{bring_in(league, DIVISION).pk}/"
    plain = as_scorer.get(f"{at}results.csv").content
    book = as_scorer.get(f"{at}results.csv?as=xlsx").content
    answer = as_scorer.post(f"{at}import/", {"file": SimpleUploadedFile("results.xlsx", book), "step": "check"})
    assert "Nothing new: all of this has already been imported." in words(answer)
    LeagueResult.objects.filter(league=league).delete()
    shown = as_scorer.post(f"{at}import/", {"file": SimpleUploadedFile("results.xlsx", book), "step": "check"})
    assert as_scorer.post(f"{at}import/", sent_back(shown, step="import")).status_code == 302
    assert as_scorer.get(f"{at}results.csv").content == plain


def test_the_table_is_printed(as_scorer: Client, league: League) -> None:
    bring_in(league, DIVISION)
    answer = as_scorer.get(f"/leagues/{league.pk}/table.pdf")
    (page,) = PdfReader(io.BytesIO(answer.content)).pages
    text = " ".join(page.extract_text().split())
    for said in ("Central", "League table", "2026", "Couva", "Diego Martin", "Results of the week"):
        assert said in text
    Club.objects.update(sheet="a4-large")
    large, *_more = PdfReader(io.BytesIO(as_scorer.get(f"/leagues/{league.pk}/table.pdf").content)).pages
    assert "Diego Martin" in large.extract_text(), "a name is not broken letter by letter: the sheet lies across"


def test_a_league_asks_as_often_for_thirty_rounds_as_for_one(
    as_scorer: Client, league: League, django_assert_num_queries: Any
) -> None:
    bring_in(league, LEVEL)
    with django_assert_num_queries(10):
        as_scorer.get(f"/leagues/{league.pk}/")
    bring_in(league, "\n".join([HEADER, *(f"{number},Zion {number % 9},1,1,Moruga,2,2,," for number in range(4, 34))]))
    with django_assert_num_queries(10):
        as_scorer.get(f"/leagues/{league.pk}/")


def test_a_page_that_was_made_before_somebody_was_forgotten_is_made_again(client: Client, league: League) -> None:
    bring_in(league, LEVEL)
    show_league(league, shown=True, by=None, now=NOW)
    LeagueResult.objects.update(venue="With Ann Ali")
    ann = Player.objects.create(club=league.club, name="Ann Ali")
    at = f"/leagues/{league.pk}/?matches=rounds"
    assert "With Ann Ali" in words(client.get(at))
    forget_person(ann, by=None, now=LATER)
    assert "Ann Ali" not in words(client.get(at))


def test_a_stack_of_cards_is_entered_one_after_the_other_from_the_first_box_on(
    league: League, as_scorer: Client
) -> None:
    list_of_due = f"{HEADER},date\n" + "".join(
        f"{number},{one},,,{other},,,,,2026-11-0{number}\n"
        for number, one, other in ((1, "Arima", "Couva"), (2, "Couva", "Zion"), (3, "Zion", "Arima"))
    )
    bring_in(league, list_of_due)
    first, second, third = LeagueResult.objects.order_by("round").values_list("pk", flat=True)
    page = as_scorer.get(f"/leagues/{league.pk}/results/{second}/")
    assert "Save, then enter Zion – Arima Save result" in words(page)
    assert page.content.decode().count("autofocus") == page.context["form"]["games"].as_widget().count("autofocus") == 1
    League.objects.update(race_to=18)
    unlikely = {"games": "12", "other_games": "9", "step": "next"}
    asked = as_scorer.post(f"/leagues/{league.pk}/results/{second}/", unlikely)
    assert (asked.status_code, 'name="then" value="next"' in asked.content.decode()) == (422, True)
    sure = {"games": "12", "other_games": "9", "then": "next", "sure": asked.context["form"].key}
    entered = as_scorer.post(f"/leagues/{league.pk}/results/{second}/", sure)
    assert entered["Location"] == f"/leagues/{league.pk}/results/{third}/"
    League.objects.update(race_to=None)
    entered = as_scorer.post(f"/leagues/{league.pk}/results/{third}/", unlikely)
    assert entered["Location"] == f"/leagues/{league.pk}/results/{first}/"
    last = as_scorer.post(f"/leagues/{league.pk}/results/{first}/", unlikely)
    assert last["Location"] == f"/leagues/{league.pk}/"


def test_a_result_of_a_match_to_come_is_asked_about(as_scorer: Client, league: League) -> None:
    make_fixtures(league, ["Arima", "Couva"], meetings=2, dates=EvenDates(date(2099, 3, 3), 7), by=None, now=NOW)
    match = LeagueResult.objects.get(round=1)
    at, sent = f"/leagues/{league.pk}/results/{match.pk}/", {"games": "18", "other_games": "12"}
    asked = as_scorer.post(at, sent)
    assert (asked.status_code, "which is still to come." in words(asked)) == (422, True)
    assert as_scorer.post(at, sent | {"sure": asked.context["form"].key}).status_code == 302
