"""What a league takes off a team, beside the team and on paper; and the log of what was changed in a league."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.test import Client
from pypdf import PdfReader

from tests.leagues.test_league_pages import LEVEL, bring_in, words
from tests.leagues.test_leagues import HEADER, NOW
from tournament.leagues.queries.log import log_of_league
from tournament.leagues.services.leagues import correct_result, open_league, show_league, take_out_result
from tournament.lists.upload import UploadForm
from tournament.models import League, LeaguePenalty, LeagueResult


@pytest.fixture
def league(db: None) -> League:
    """Arima and Couva have won twice; Arima has one bullseye more."""
    return bring_in(open_league({"name": "Central", "season": "2026"}, by=None, now=NOW), LEVEL)


def table(client: Client, league: League) -> list[tuple[str, str, int, int]]:
    rows = client.get(f"/leagues/{league.pk}/").context["page"].rows
    return [
        (each.placing.shown, each.placing.record.name, each.placing.record.match_points, each.placing.record.games_won)
        for each in rows
    ]


def penalise(client: Client, league: League, team: str, **taken: object) -> int:
    pk = league.teams.get(name=team).pk
    said = {"team": pk, "points": "", "bullseyes": "", "reason": "Sent no result card.", **taken}
    return client.post(f"/leagues/{league.pk}/penalties/", said).status_code


def log(league: League) -> list[tuple[str, str, list[tuple[str, str, str]], str]]:
    lines = log_of_league(league, 1)[1]
    return [
        (line.by, line.sentence, [(each.label, each.before, each.after) for each in line.changes], line.reason)
        for line in lines
    ]


def test_points_and_bullseyes_taken_count_in_the_table_and_stand_beside_the_team(
    as_director: Client, league: League
) -> None:
    before = table(as_director, league)
    assert before[:2] == [("1", "Arima", 4, 46), ("2", "Couva", 4, 36)]
    assert penalise(as_director, league, "Arima", points="1", bullseyes="12") == 302
    after = table(as_director, league)
    assert (after[0], ("2", "Arima", 3, 34) in after) == (("1", "Couva", 4, 36), True)
    assert "Penalty −1 point, −12 bullseyes: Sent no result card." in words(as_director.get(f"/leagues/{league.pk}/"))


def test_a_saved_penalty_is_confirmed(as_director: Client, league: League) -> None:
    assert penalise(as_director, league, "Arima", points="1") == 302
    page = as_director.get(f"/leagues/{league.pk}/penalties/")
    assert [str(each) for each in page.context["messages"]] == ["The penalty is saved and counts in the table."]


@pytest.mark.slow
def test_a_penalty_is_printed_beside_the_team_with_its_reason_below(as_director: Client, league: League) -> None:
    penalise(as_director, league, "Couva", points="2")
    (page,) = PdfReader(io.BytesIO(as_director.get(f"/leagues/{league.pk}/table.pdf").content)).pages
    text = " ".join(page.extract_text().split())
    assert "▼1 Couva1 (−2 points)" in text and "1 Couva: −2 points: Sent no result card" in text


def test_a_penalty_is_taken_back_with_a_reason_and_stays_in_the_log(as_director: Client, league: League) -> None:
    before = table(as_director, league)
    penalise(as_director, league, "Arima", points="2")
    at = f"/leagues/{league.pk}/penalties/{LeaguePenalty.objects.get().pk}/"
    assert as_director.post(at, {"reason": ""}).status_code == 422
    assert as_director.post(at, {"reason": "The card had come."}).status_code == 302
    assert as_director.post(at, {"reason": "Again."}).status_code == 302
    assert table(as_director, league) == before
    assert log(league)[:2] == [
        ("Dora", "Undid the penalty of Arima: −2 points", [], "The card had come."),
        ("Dora", "Penalty of Arima: −2 points", [], "Sent no result card."),
    ]
    assert "until" in words(as_director.get(f"/leagues/{league.pk}/penalties/"))


@pytest.mark.parametrize(
    "taken", [{}, {"points": "0"}, {"points": "-1"}, {"bullseyes": "many"}, {"points": "1", "reason": " "}]
)
def test_a_penalty_says_how_much_and_why(as_director: Client, league: League, taken: dict[str, object]) -> None:
    assert (penalise(as_director, league, "Arima", **taken), LeaguePenalty.objects.count()) == (422, 0)


def test_a_league_without_league_points_takes_bullseyes_alone(as_director: Client, league: League) -> None:
    League.objects.update(order=League.Order.BULLSEYES)
    assert "points" not in as_director.get(f"/leagues/{league.pk}/penalties/").context["form"].fields
    assert penalise(as_director, league, "Arima", points="9", bullseyes="11") == 302
    assert table(as_director, league)[0][:2] == ("1", "Diego Martin")


def test_the_log_says_who_changed_what_from_what_to_what_and_why(as_director: Client, league: League) -> None:
    told = as_director.get(f"/leagues/{league.pk}/rules/").context["form"].initial
    rules = {
        **{field: value for field, value in told.items() if value is not None},
        "win": 3,
        "race_to": "18",
        "walk_over": "",
    }
    as_director.post(f"/leagues/{league.pk}/rules/", rules)
    as_director.post(f"/leagues/{league.pk}/rules/", rules)
    show_league(league, shown=True, by=None, now=NOW)
    first, second = LeagueResult.objects.filter(round=1)
    correct_result(first, {"games": 17}, reason="Misread.", by=None, now=NOW)
    take_out_result(second, reason="Played again.", by=None, now=NOW)
    assert log(league)[:-1] == [
        (
            "",
            "Removed Couva – Diego Martin, round 1",
            [("Score", "18–12", "")],
            "Played again.",
        ),
        ("", "Corrected Arima – Barataria, round 1", [("Score", "18–12", "17–12")], "Misread."),
        ("", "Showed the table to everybody", [], ""),
        (
            "Dora",
            "Changed the league rules",
            [("League points for a match won", "2", "3"), ("Games that win a match", "none", "18")],
            "",
        ),
        ("", "Imported 5 results, of rounds 1–3", [], ""),
    ]
    page = words(as_director.get(f"/leagues/{league.pk}/log/"))
    assert "League points for a match won: 2 → 3" in page and "Corrected Arima – Barataria, round 1" in page


@pytest.mark.parametrize("path", ["penalties/", "penalties/1/"])
def test_penalties_are_the_directors(as_scorer: Client, league: League, path: str) -> None:
    assert as_scorer.get(f"/leagues/{league.pk}/{path}").status_code == 403


def test_leagues_are_in_the_navigation_of_who_may_see_them(as_scorer: Client, client: Client, league: League) -> None:
    assert ['href="/leagues/"' in each.get("/").content.decode() for each in (as_scorer, client)] == [True, False]
    show_league(league, shown=True, by=None, now=NOW)
    assert 'href="/leagues/"' in client.get("/").content.decode()
    assert client.get(f"/leagues/{league.pk}/log/").status_code == 302


def test_many_problems_are_counted_the_first_are_shown_and_one_answer_leaves_all_out(
    as_scorer: Client, league: League
) -> None:
    at, before = f"/leagues/{league.pk}/import/", league.results.count()
    text = f"{HEADER}\n1,Arima,18,9,Couva,12,7,,\n" + "x,,,,,,,,\n" * 4000
    shown = as_scorer.post(at, {"file": SimpleUploadedFile("results.csv", text.encode()), "step": "check"})
    assert "4000 lines in doubt The first 100 are shown." in words(shown)
    assert shown.content.count(b'name="typed-') == 100
    assert [[key for key, _text in each.choices] for each in shown.context["check"].for_all] == [["out"]]
    form = {name: shown.context["form"][name].value() for name in ("text", "seen")}
    assert as_scorer.post(at, form | {"step": "import", "row-all": "out"}).status_code == 302
    assert league.results.count() == before + 1


def test_a_file_that_was_cut_off_on_its_way_is_said_to_be_too_large() -> None:
    form = UploadForm(QueryDict(), sent=14_000_000)
    assert form.errors == {"file": ["This file is larger than 2 MB: too large for a list. Is it the right one?"]}


def test_what_no_page_could_put_right_is_not_put_into_one(as_scorer: Client, league: League) -> None:
    file = SimpleUploadedFile("results.csv", (f"{HEADER}\n" + "x,,,,,,,,\n" * 6000).encode())
    answer = as_scorer.post(f"/leagues/{league.pk}/import/", {"file": file, "step": "check"})
    assert (answer.status_code, answer.context["form"]["text"].value()) == (422, None)
    assert answer.context["form"].errors == {"file": ["The table has more than 5000 lines. Import it in parts."]}
