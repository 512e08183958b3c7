"""Captains report their matches by a private link: equal versions agree, silence agrees at the deadline, unequal ones
are settled by the secretary; the link opens the matches of its team and nothing else."""

import io
import re
import subprocess
import sys
from dataclasses import asdict
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image
from pypdf import PdfReader

from tests.leagues.test_league_pages import words
from tests.leagues.test_leagues import NOW
from tests.running import ROOT
from tournament.foundation.errors import NeedsReason
from tournament.leagues.captain_links import link_of, team_of_token, token_of
from tournament.leagues.captain_messages import say_late
from tournament.leagues.card_photos import SIDE, UnreadableCard, read_card
from tournament.leagues.queries.page import league_page
from tournament.leagues.queries.reports import card_of, report_board, reported_match
from tournament.leagues.queries.week import week_of_league
from tournament.leagues.reported import Figures
from tournament.leagues.results_file import ResultLine
from tournament.leagues.services.evenings import link_evening
from tournament.leagues.services.fixtures import HasMatches, make_fixtures
from tournament.leagues.services.importing import import_results
from tournament.leagues.services.leagues import (
    PlayedHere,
    change_league,
    correct_result,
    open_league,
    show_league,
    take_out_result,
)
from tournament.leagues.services.reports import (
    MatchGone,
    MatchNotOpen,
    NothingSettled,
    agree_silent_reports,
    renew_captain_link,
    report_result,
    revoke_captain_link,
    settle_reports,
    undo_settlement,
)
from tournament.leagues.services.rulings import rule_match, undo_ruling
from tournament.leagues.services.teams import set_squad
from tournament.leagues.services.undo_import import last_import, undo_import
from tournament.leagues.services.versions import ResultReplaced
from tournament.models import (
    Account,
    Club,
    Event,
    League,
    LeagueReport,
    LeagueResult,
    LeagueTeam,
    LogEntry,
    Player,
    State,
)
from tournament.people.services.forgetting import forget_person
from tournament.web.log_filters import mask_addresses

BY: dict[str, Any] = {"by": None, "now": NOW}
HOUR = timedelta(hours=1)
WON = Figures(18, 12, 9, 7)
"""As the captain of the team that won reports it."""


@pytest.fixture
def league(db: None) -> League:
    """Arima and Couva meet today, in round 1; a race to 18, and silence agrees after two days."""
    league = open_league({"name": "Central", "season": "2026", "race_to": 18}, **BY)
    make_fixtures(league, ["Arima", "Couva", "Erin", "Zion"], meetings=1, **BY)
    LeagueResult.objects.filter(league=league, round=1).update(day=timezone.localdate())
    set_squad(team(league, "Arima"), ["Ann Ali", "Bea Baptiste"], on=NOW.date(), **BY)
    return league


def team(league: League, name: str) -> LeagueTeam:
    return LeagueTeam.objects.select_related("league__club").get(league=league, name=name)


def match_of(league: League, one: str = "Arima", other: str = "Couva") -> LeagueResult:
    """Returns the match of two teams as it stands."""
    results = LeagueResult.objects.select_related("league", "team", "other", "awarded")
    return results.get(league=league, superseded_at=None, team__name__in=(one, other), other__name__in=(one, other))


def report(league: League, name: str, figures: Figures, *, now: Any = NOW, **more: Any) -> State:
    """Reports the match of Arima and Couva for one of them; returns its state after it."""
    after = report_result(match_of(league), team(league, name), figures, now=now, **more)
    return reported_match(after).state


def score(league: League) -> tuple[int | None, int | None]:
    """Returns the games of Arima and of Couva that count."""
    match = match_of(league)
    games = (match.games, match.other_games)
    return games if match.team.name == "Arima" else games[::-1]


def actions(league: League) -> list[str]:
    return list(LogEntry.objects.filter(league=league).order_by("pk").values_list("action", flat=True))[2:]


def page_of(league: League, name: str) -> str:
    return reverse("captain", args=[token_of(team(league, name))])


def form_page(league: League, name: str) -> str:
    return f"{page_of(league, name)}{match_of(league).pk}/"


SENT = {"games": "18", "other_games": "12", "hang_jacks": "9", "other_hang_jacks": "7"}


def test_two_equal_reports_agree_and_count_once(league: League) -> None:
    assert report(league, "Arima", WON) is State.ENTERED
    assert score(league) == (None, None)
    assert report(league, "Couva", WON.from_other_side) is State.AGREED
    assert score(league) == (18, 12)
    rows = {row.placing.record.name: row.played for row in league_page(league).rows}
    assert rows == {"Arima": 1, "Couva": 1, "Erin": 0, "Zion": 0}
    assert actions(league) == ["change_squad", "report_result", "report_result", "agree_reports"]


def test_what_one_captain_did_not_count_comes_from_the_other(league: League) -> None:
    report(league, "Arima", Figures(18, 12))
    assert report(league, "Couva", Figures(12, 18, 7, None)) is State.AGREED
    match = match_of(league)
    jacks = {match.team_id: match.hang_jacks, match.other_id: match.other_hang_jacks}
    assert jacks == {team(league, "Arima").pk: None, team(league, "Couva").pk: 7}


def test_tables_agree_in_any_order_and_other_tables_are_another_version() -> None:
    one = Figures(18, 12, tables=((10, 5), (8, 7)))
    assert one.agrees_with(Figures(18, 12, tables=((8, 7), (10, 5))))
    assert one.agrees_with(Figures(18, 12))
    assert not one.agrees_with(Figures(18, 12, tables=((9, 5), (9, 7))))
    assert one.from_other_side.from_other_side == one


def test_sending_twice_is_harmless(league: League) -> None:
    report(league, "Arima", WON)
    before = LeagueReport.objects.get()
    report(league, "Arima", WON, now=NOW + HOUR)
    assert LeagueReport.objects.get().agrees_at == before.agrees_at
    report(league, "Couva", WON.from_other_side)
    report(league, "Couva", WON.from_other_side)
    assert LeagueResult.objects.filter(league=league, superseded_at=None, games=18).count() + 0 <= 1
    assert actions(league).count("agree_reports") == 1


def test_the_other_captains_silence_agrees_at_the_deadline_and_not_before(league: League) -> None:
    report(league, "Arima", WON)
    assert agree_silent_reports(league, now=NOW + 48 * HOUR - timedelta(seconds=1)) == 0
    assert score(league) == (None, None)
    assert agree_silent_reports(league, now=NOW + 48 * HOUR) == 1
    assert score(league) == (18, 12)
    assert agree_silent_reports(league, now=NOW + 48 * HOUR) == 0
    assert LogEntry.objects.filter(league=league).order_by("-pk")[0].reason == (
        "The other captain did not object within 48 hours."
    )


def test_a_corrected_report_gives_the_other_captain_the_whole_time_again(league: League) -> None:
    report(league, "Arima", WON)
    report(league, "Arima", Figures(18, 13), now=NOW + 47 * HOUR)
    assert agree_silent_reports(league, now=NOW + 48 * HOUR) == 0
    assert agree_silent_reports(league, now=NOW + 95 * HOUR) == 1
    assert score(league) == (18, 13)


def test_a_deadline_that_lies_in_the_past_agrees_nothing_by_itself(league: League) -> None:
    LeagueResult.objects.filter(league=league).update(day=NOW.date() - timedelta(days=60))
    report(league, "Arima", WON)
    assert agree_silent_reports(league, now=NOW + HOUR) == 0, "it counts from the report, not from the match"
    change_league(league, {"agree_hours": 1}, **BY)
    assert agree_silent_reports(league, now=NOW + 2 * HOUR) == 0, "a new rule is of the reports after it"


def test_without_a_deadline_silence_agrees_never(league: League) -> None:
    change_league(league, {"agree_hours": None}, **BY)
    league.refresh_from_db()
    report(league, "Arima", WON)
    change_league(league, {"agree_hours": 24}, **BY)
    assert agree_silent_reports(league, now=NOW + 1000 * HOUR) == 0


def test_nobody_agrees_by_silence_to_a_match_that_has_its_result_or_is_gone(league: League) -> None:
    report(league, "Arima", WON)
    correct_result(match_of(league), {"games": 18, "other_games": 3}, reason="Card", **BY)
    kept = score(league)
    assert agree_silent_reports(league, now=NOW + 99 * HOUR) == 0
    assert score(league) == kept
    LeagueReport.objects.update(agrees_at=NOW)
    take_out_result(match_of(league), reason="Not of this league", **BY)
    assert agree_silent_reports(league, now=NOW + 99 * HOUR) == 0
    with pytest.raises(MatchGone):
        report_result(LeagueResult.objects.get(replaced_by=None, games=18), team(league, "Arima"), WON, now=NOW)


def settled(league: League, figures: Figures, **given: Any) -> LeagueResult:
    match = match_of(league)
    own = figures if match.team.name == "Arima" else figures.from_other_side
    return settle_reports(match, own, **({"reason": "The card says so"} | BY | given))


def test_unequal_reports_are_disputed_until_the_secretary_settles_them_which_is_undone(league: League) -> None:
    report(league, "Arima", WON)
    assert report(league, "Couva", Figures(13, 18, 7, 9)) is State.DISPUTED
    assert agree_silent_reports(league, now=NOW + 99 * HOUR) == 0
    board = report_board(league, NOW.date())
    assert [len(part) for part in (board.disputed, board.entered, board.done)] == [1, 0, 0]
    with pytest.raises(NeedsReason):
        settled(league, WON, reason=" ")
    settled(league, WON)
    assert (score(league), reported_match(match_of(league)).state) == ((18, 12), State.RULED)
    with pytest.raises(MatchNotOpen):
        report(league, "Couva", Figures(13, 18))
    undo_settlement(match_of(league), reason="The wrong card", **BY)
    assert (score(league), reported_match(match_of(league)).state) == ((None, None), State.DISPUTED)
    assert report(league, "Couva", WON.from_other_side) is State.AGREED
    assert actions(league)[3:] == ["settle_reports", "undo_settlement", "report_result", "agree_reports"]


def test_a_single_report_waits_for_the_other_captain_again_once_a_settlement_or_a_ruling_is_undone(
    league: League,
) -> None:
    report(league, "Arima", WON)
    later: dict[str, Any] = {"by": None, "now": NOW + 30 * HOUR}
    settled(league, WON)
    undo_settlement(match_of(league), reason="The wrong card", **later)
    assert LeagueReport.objects.get().agrees_at == NOW + 78 * HOUR
    ruled = rule_match(match_of(league), "void", reason="The hall was locked", **BY)
    undo_ruling(ruled, reason="The other hall", **later)
    assert LeagueReport.objects.get().agrees_at == NOW + 78 * HOUR
    assert agree_silent_reports(league, now=NOW + 79 * HOUR) == 1
    assert score(league) == (18, 12)


def test_a_settlement_is_not_undone_once_the_result_was_corrected_since(league: League) -> None:
    report(league, "Arima", WON)
    settled(league, WON)
    correct_result(match_of(league), {"games": 18, "other_games": 1}, reason="Read again", by=None, now=NOW + HOUR)
    with pytest.raises(NothingSettled):
        undo_settlement(match_of(league), reason="Wrong", **BY)


def test_the_secretarys_own_entry_is_one_match_with_the_reports_or_a_dispute(league: League) -> None:
    report(league, "Arima", WON)
    match = match_of(league)
    own = WON if match.team.name == "Arima" else WON.from_other_side
    correct_result(match, own.fields, reason="Card", **BY)
    assert reported_match(match_of(league)).state is State.AGREED
    assert report(league, "Couva", Figures(13, 18)) is State.DISPUTED
    assert score(league) == (18, 12), "it counts until somebody decides"
    settled(league, Figures(18, 13))
    assert score(league) == (18, 13)


def test_an_import_fills_the_match_that_a_captain_reported_and_undoing_it_leaves_the_report(league: League) -> None:
    report(league, "Arima", WON)
    number = match_of(league).round
    import_results(league, [ResultLine(number, "Couva", 13, None, "Arima", 18, None)], **BY)
    assert reported_match(match_of(league)).state is State.DISPUTED
    line = last_import(league)
    assert line is not None
    undo_import(league, line.pk, **BY)
    assert (score(league), reported_match(match_of(league)).state) == ((None, None), State.ENTERED)


def test_an_evening_played_here_is_followed_and_a_report_that_differs_is_a_dispute(league: League) -> None:
    report(league, "Arima", WON)
    event = Event.objects.create(club=Club.objects.get(), name="Played", date=NOW.date(), format="team-match")
    link_evening(match_of(league), event, **BY)
    assert agree_silent_reports(league, now=NOW + 99 * HOUR) == 0, "the evening says what it was"
    assert report(league, "Couva", WON.from_other_side) is State.AGREED
    assert score(league) == (None, None)
    LeagueResult.objects.filter(pk=match_of(league).pk).update(games=18, other_games=18)
    assert reported_match(match_of(league)).state is State.DISPUTED
    with pytest.raises(PlayedHere):
        settled(league, WON)
    settled(league, Figures(18, 18))
    assert reported_match(match_of(league)).state is State.RULED


def test_a_ruling_sets_the_reports_aside_and_a_replay_is_reported_anew(league: League) -> None:
    change_league(league, {"agree_hours": None}, **BY)
    report(league, "Arima", WON, card=photo())
    report(league, "Couva", WON.from_other_side)
    ruled = rule_match(match_of(league), "replay", reason="A player was not registered", **BY)
    assert reported_match(ruled).state is State.WAITING
    undo_ruling(ruled, reason="They were", by=None, now=NOW + HOUR)
    assert reported_match(match_of(league)).state is State.AGREED
    rule_match(match_of(league), "replay", reason="They were not", by=None, now=NOW + 2 * HOUR)
    assert report(league, "Arima", Figures(18, 4), now=NOW + 3 * HOUR) is State.ENTERED
    assert card_of(match_of(league), team(league, "Arima").pk) is None, "the photograph was of the first match"
    assert "Confirm a result" in words(Client().get(page_of(league, "Couva")))
    assert 'value="12"' not in Client().get(form_page(league, "Couva")).content.decode(), "nor are the first figures"
    given = rule_match(
        match_of(league), "walk_over", winner=team(league, "Couva"), reason="Late", by=None, now=NOW + 4 * HOUR
    )
    with pytest.raises(MatchNotOpen):
        report(league, "Couva", WON)
    with pytest.raises(ResultReplaced):
        settle_reports(given, WON, reason="No", **BY)


def test_fixtures_are_not_made_again_once_a_captain_has_reported(league: League) -> None:
    report(league, "Arima", WON)
    with pytest.raises(HasMatches):
        make_fixtures(league, ["Arima", "Couva"], meetings=1, **BY)


# The link


def test_a_link_opens_its_team_alone_is_made_anew_and_revoked(league: League) -> None:
    arima, couva = team(league, "Arima"), team(league, "Couva")
    token = token_of(arima)
    assert (team_of_token(token), team_of_token(token_of(couva))) == (arima, couva)
    mark = token.partition("-")[2]
    for wrong in (f"{couva.pk}-{mark}", f"{arima.pk}-{mark[:-1]}", f"{arima.pk}-", "", "x", f"٣-{mark}", token.upper()):
        assert team_of_token(wrong) is None
    renew_captain_link(arima, **BY)
    assert team_of_token(token) is None
    assert team_of_token(token_of(team(league, "Arima"))) == arima
    revoke_captain_link(arima, **BY)
    revoke_captain_link(arima, **BY)
    arima = team(league, "Arima")
    assert (token_of(arima), link_of(arima, "http://10.0.0.7")) == ("", "")
    assert team_of_token(f"{arima.pk}-{mark}") is None
    assert actions(league)[1:] == ["change_captain_link", "change_captain_link"]


def test_the_page_of_the_teams_has_a_message_with_each_link_that_opens_something(league: League, secretary) -> None:
    revoke_captain_link(team(league, "Couva"), **BY)
    page = secretary.get(reverse("league_teams", args=[league.pk]))
    sent = {sent_to.name: message for sent_to, message in page.context["links"]}
    names = [each.name for each in league.teams.order_by("name") if each.name != "Couva"]
    assert sorted(sent) == names
    assert sent["Arima"].endswith(link_of(team(league, "Arima"), "http://testserver"))
    assert sent["Arima"] in page.content.decode().replace("&#39;", "’")


def test_the_database_the_log_of_the_server_and_the_log_of_the_league_hold_no_link(league: League) -> None:
    arima = team(league, "Arima")
    renew_captain_link(arima, **BY)
    token = token_of(team(league, "Arima"))
    assert [each for each in LeagueTeam.objects.values_list("captain_key", flat=True) if each in token] == []
    assert [each for each in LogEntry.objects.values_list("after", flat=True) if token in str(each)] == []
    assert mask_addresses(f"GET /captain/{token}/3/ next=%2Fcaptain%2F{token}") == (
        "GET /captain/******/3/ next=%2Fcaptain%2F******"
    )


def test_the_pages_of_a_link_open_nothing_of_another_team(league: League) -> None:
    client, link = Client(), token_of(team(league, "Arima"))
    own, others = match_of(league), match_of(league, "Erin", "Zion")
    report(league, "Arima", WON, card=photo())
    report_result(others, team(league, "Erin"), WON, card=photo(), now=NOW)
    couva, arima, erin = (team(league, name).pk for name in ("Couva", "Arima", "Erin"))
    answers = {
        "own match": client.get(reverse("captain_match", args=[link, own.pk])),
        "match of others": client.get(reverse("captain_match", args=[link, others.pk])),
        "report for others": client.post(reverse("captain_match", args=[link, others.pk]), SENT),
        "own card": client.get(reverse("captain_card", args=[link, own.pk, arima])),
        "card of the opponent, who sent none": client.get(reverse("captain_card", args=[link, own.pk, couva])),
        "card of others": client.get(reverse("captain_card", args=[link, others.pk, erin])),
        "card of others by an own match": client.get(reverse("captain_card", args=[link, own.pk, erin])),
        "the secretary's board": client.get(reverse("league_reports", args=[league.pk])),
        "the secretary's card": client.get(reverse("league_card", args=[league.pk, own.pk, arima])),
    }
    assert {name: answer.status_code for name, answer in answers.items()} == {
        **{"own match": 200, "match of others": 404, "report for others": 404, "own card": 200},
        "card of the opponent, who sent none": 404,
        **{"card of others": 404, "card of others by an own match": 404},
        **{"the secretary's board": 302, "the secretary's card": 302},
    }
    assert client.get(reverse("captain_card", args=[token_of(team(league, "Couva")), own.pk, arima])).status_code == 200
    page = client.get(page_of(league, "Arima"))
    assert page.headers["Referrer-Policy"] == "strict-origin"
    assert ("no-store" in page.headers["Cache-Control"], page.headers["X-Robots-Tag"]) == (True, "noindex, nofollow")
    assert "Erin – Zion" not in words(page) and "Zion – Erin" not in words(page)


def test_wrong_links_are_throttled_and_a_right_one_always_opens(league: League) -> None:
    client, wrong = Client(REMOTE_ADDR="10.0.0.9"), reverse("captain", args=["1-abcdefghijklmnopqrstuvwxyz"])
    codes = [client.get(wrong).status_code for _guess in range(22)]
    assert codes == [404] * 20 + [429] * 2
    assert client.get(page_of(league, "Arima")).status_code == 200


def test_public_pages_the_table_and_its_files_have_no_link_and_nothing_that_only_captains_reported(
    league: League,
) -> None:
    show_league(league, shown=True, **BY)
    report(league, "Arima", WON, players=["Ann Ali"], now=timezone.now())
    link, client = token_of(team(league, "Arima")), Client()
    for path in ("", "results.csv", "table.csv", f"teams/{team(league, 'Arima').pk}/"):
        text = client.get(f"/leagues/{league.pk}/{path}").content.decode()
        assert [word for word in (link, "/captain/", "18–12", "Ann Ali", "Captains’ reports") if word in text] == []
    change_league(league, {"shows_reported": True}, **BY)
    assert "reported 18–12, provisional" in words(client.get(f"/leagues/{league.pk}/")).replace("12–18", "18–12")


# The pages


def test_a_captain_sees_what_to_report_first_and_reports_by_phone(league: League) -> None:
    client = Client()
    page = words(client.get(page_of(league, "Arima")))
    assert page.index("Report a result") < page.index("Next match")
    sent = client.post(form_page(league, "Arima"), SENT | {"players": ["Ann Ali"], "others": "Cyd Charles\n"})
    assert sent.status_code == 302
    report = LeagueReport.objects.get()
    assert (report.team.name, report.players) == ("Arima", ["Ann Ali", "Cyd Charles"])
    assert "Confirm a result" in words(client.get(page_of(league, "Couva")))
    theirs = client.get(page_of(league, "Couva"))
    assert re.search(r'name="seen" value="([^"]+)"', client.get(form_page(league, "Couva")).content.decode())
    seen = re.search(r'name="seen" value="([^"]+)"', theirs.content.decode())
    assert seen is not None
    assert client.post(form_page(league, "Couva"), {"step": "confirm", "seen": seen[1]}).status_code == 302
    assert score(league) == (18, 12)
    assert "agreed" in words(client.get(page_of(league, "Couva")))


def test_a_captain_reads_the_other_report_from_their_own_side_and_then_what_counts(league: League) -> None:
    report(league, "Arima", WON, now=timezone.now())
    said = "12–18 hang jacks 7–9"
    assert said in words(Client().get(page_of(league, "Couva")))
    asked = Client().get(form_page(league, "Couva"))
    assert f"Arima reported Couva – Arima {said} " in words(asked)
    confirm = {"step": "confirm", "seen": asked.context["their_figures"].key}
    Client().post(form_page(league, "Couva"), confirm)
    assert f"In the table: {said} " in words(Client().get(form_page(league, "Couva")))
    assert "In the table: 18–12 hang jacks 9–7 " in words(Client().get(form_page(league, "Arima")))


def test_what_changed_since_a_captain_looked_is_not_confirmed(league: League) -> None:
    report(league, "Arima", WON)
    client = Client()
    answer = client.post(form_page(league, "Couva"), {"step": "confirm", "seen": Figures(18, 11).key}, follow=True)
    assert "The other captain has changed the report. Look at it again." in words(answer)
    assert score(league) == (None, None)


def test_wrong_figures_are_refused_at_their_box_and_everything_typed_is_kept(league: League) -> None:
    client = Client()
    for sent, sentence in [
        ({"games": "19"}, "A match is won with 18, so nobody has more."),
        ({"other_games": "18"}, "Only one team can win. Give the score when one of them reached 18."),
        ({"games": "0", "other_games": "0"}, "0–0 is no result. If the match was not played, tell the secretary."),
        ({"games": ""}, "Enter the score."),
        ({"games": "x"}, "Enter a whole number, such as 12."),
        ({"others": "y" * 81}, "A name has at most 80 letters."),
    ]:
        answer = client.post(form_page(league, "Arima"), SENT | {"others": "Cyd", "players": "Ann Ali"} | sent)
        page = answer.content.decode()
        assert (answer.status_code, sentence in words(answer)) == (422, True), sentence
        assert 'value="Ann Ali" checked' in re.sub(r"\s+", " ", page) or "checked" in page
        assert sent.get("others", "Cyd") in page
    assert not LeagueReport.objects.exists()


def test_unlikely_figures_are_asked_about_once(league: League) -> None:
    client = Client()
    unlikely = SENT | {"games": "15", "hang_jacks": "40"}
    answer = client.post(form_page(league, "Arima"), unlikely)
    assert "A match is won with 18, so 15–12 looks wrong." in words(answer)
    assert "Arima have 40 hang jacks, more than games were played." in words(answer)
    assert not LeagueReport.objects.exists()
    other = client.post(form_page(league, "Arima"), unlikely | {"sure": Figures(15, 11, 40, 7).key})
    assert other.status_code == 422, "sure of other figures"
    assert client.post(form_page(league, "Arima"), unlikely | {"sure": Figures(15, 12, 40, 7).key}).status_code == 302
    LeagueResult.objects.filter(league=league).update(day=timezone.localdate() + timedelta(days=3))
    assert "which is still to come" in words(client.post(form_page(league, "Couva"), SENT))


def test_enter_on_a_phone_reports_and_who_plays_is_said_only_until_the_day_of_the_match(league: League) -> None:
    offers = []
    for days in (0, -1):
        LeagueResult.objects.filter(league=league).update(day=timezone.localdate() + timedelta(days=days))
        form = Client().get(form_page(league, "Arima")).content.decode().partition("data-draft")[2]
        assert form.index("<button hidden>") == form.index("<button"), "what Enter presses says nothing but the result"
        offers.append('value="players"' in form)
    assert offers == [True, False]


def test_by_tables_the_totals_add_themselves_up_and_contradict_nothing(league: League) -> None:
    change_league(league, {"tables": 2}, **BY)
    client = Client()
    tables = {"table_1": "10", "table_1_other": "5", "table_2": "8", "table_2_other": "7"}
    wrong = client.post(form_page(league, "Arima"), tables | {"games": "17"})
    assert "The tables add up to 18, not 17." in words(wrong)
    half = client.post(form_page(league, "Arima"), tables | {"table_2": ""})
    assert ("Enter both figures of table 2." in words(half), "Enter the score." in words(half)) == (True, False)
    assert client.post(form_page(league, "Arima"), tables).status_code == 302
    report = LeagueReport.objects.get()
    assert (report.games, report.other_games, report.tables) == (18, 12, [[10, 5], [8, 7]])
    again = client.get(form_page(league, "Arima")).content.decode()
    assert re.search(r'name="table_2_other"\s+value="7"', again)


def test_a_captain_says_which_tables_were_singles_and_the_other_need_not(league: League, as_director: Client) -> None:
    change_league(league, {"tables": 3}, **BY)
    tables = {"table_1": "10", "table_1_other": "5", "table_3": "8", "table_3_other": "7"}
    client = Client()
    client.post(form_page(league, "Arima"), tables | {"singles": ["3"]})
    assert LeagueReport.objects.values_list("tables", "singles").get() == ([[10, 5], [8, 7]], [2])
    said = words(as_director.get(f"/leagues/{league.pk}/reports/{match_of(league).pk}/"))
    assert "8–7 singles" in said or "7–8 singles" in said
    form = Client().get(form_page(league, "Couva")).context["form"]
    boxes = ("table_1", "table_1_other", "table_2", "table_2_other", "games", "other_games", "singles")
    assert [form[name].value() for name in boxes] == [5, 10, 7, 8, None, None, ["2"]]
    turned = {"table_1": "5", "table_1_other": "10", "table_3": "7", "table_3_other": "8"}
    client.post(form_page(league, "Couva"), turned)
    assert match_of(league).games is not None
    [played] = week_of_league(league, today=timezone.localdate()).results
    assert sorted(played.tables) in (["10–5", "8–7 (singles)"], ["5–10", "7–8 (singles)"])
    assert client.post(form_page(league, "Arima"), tables | {"singles": ["4"]}).status_code == 422


def photo(size: tuple[int, int] = (2000, 1500), kind: str = "JPEG") -> bytes:
    """A photograph with the place where it was taken in it."""
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "at 51.3 N 0.9 E"
    out = io.BytesIO()
    Image.new("RGB", size, "white").save(out, kind, exif=exif)
    return out.getvalue()


def test_a_photograph_is_made_small_turned_upright_and_keeps_nothing_of_its_file() -> None:
    sent = photo()
    assert b"51.3 N" in sent
    kept = read_card(sent)
    assert b"51.3 N" not in kept
    with Image.open(io.BytesIO(kept)) as picture:
        assert (picture.format, picture.size, dict(picture.getexif())) == ("JPEG", (960, SIDE), {})
    for wrong in (b"", b"<svg/>", b"\xff" * 2_000_001, photo(kind="PNG")[:60]):
        with pytest.raises(UnreadableCard):
            read_card(wrong)


def test_a_photograph_is_saved_even_if_a_figure_is_wrong(league: League) -> None:
    client, card = Client(), SimpleUploadedFile("card.jpg", photo())
    answer = client.post(form_page(league, "Arima"), SENT | {"games": "19", "card": card})
    assert (answer.status_code, "Photograph saved" in words(answer)) == (422, True)
    assert reported_match(match_of(league)).state is State.WAITING
    assert client.post(form_page(league, "Arima"), SENT).status_code == 302
    assert card_of(match_of(league), team(league, "Arima").pk) is not None
    answer = client.post(form_page(league, "Arima"), SENT | {"card": SimpleUploadedFile("card.pdf", b"%PDF")})
    assert "This file is not a photograph that can be read here" in words(answer)


def test_whoever_is_forgotten_leaves_no_photograph_of_a_card_that_may_name_them(league: League) -> None:
    report(league, "Arima", WON, card=photo(), players=["Ann Ali"])
    report(league, "Couva", WON.from_other_side, card=photo())
    others = match_of(league, "Erin", "Zion")
    report_result(others, team(league, "Erin"), WON, card=photo(), now=NOW)
    forget_person(Player.objects.create(club=league.club, name="Ann Ali"), **BY)
    assert list(LeagueReport.objects.filter(card__isnull=False).values_list("team__name", flat=True)) == ["Erin"]
    assert "Ann Ali" not in LeagueReport.objects.order_by("pk")[0].players


def test_the_pages_of_captains_ask_as_often_for_many_matches_as_for_few(
    league: League, secretary: Client, django_assert_num_queries: Any
) -> None:
    report(league, "Arima", WON, now=timezone.now())
    client, link = Client(), token_of(team(league, "Arima"))
    home, board = reverse("captain", args=[link]), reverse("league_reports", args=[league.pk])
    form = reverse("captain_match", args=[link, match_of(league).pk])
    for _of_few_and_of_many in range(2):
        with django_assert_num_queries(6):
            client.get(home)
        with django_assert_num_queries(7):
            client.get(form)
        with django_assert_num_queries(16):
            secretary.get(board)
        for number in range(20, 40):
            for home_team, away in (("Arima", "Couva"), ("Erin", "Zion")):
                teams = {"team": team(league, home_team), "other": team(league, away)}
                LeagueResult.objects.create(league=league, round=number, imported_at=NOW, **teams)
        erin = {"team": team(league, "Arima"), "other": team(league, "Erin"), "round": 2}
        LeagueReport.objects.get_or_create(**erin, defaults={"games": 18, "other_games": 1, "reported_at": NOW})


def test_due_and_not_yet_played_are_two_lists_and_who_is_late_gets_a_message(league: League) -> None:
    yesterday = timezone.localdate() - timedelta(days=1)
    LeagueResult.objects.filter(pk=match_of(league).pk).update(day=yesterday)
    board = report_board(league, timezone.localdate())
    assert [match.pk for match in board.due] == [match_of(league).pk]
    assert len(board.to_come) == 5
    late = [(each.name, [match.round for match in matches]) for each, matches in board.late_teams]
    assert late == [("Arima", [match_of(league).round]), ("Couva", [match_of(league).round])]
    change_league(league, {"agree_hours": None}, **BY)
    report(league, "Arima", WON)
    late_now = report_board(league, timezone.localdate()).late_teams
    assert [each.name for each, _matches in late_now] == ["Couva"], "their silence agrees never"
    message = say_late(team(league, "Arima"), board.due, "http://10.0.0.7/captain/x/").text
    assert message.splitlines()[0] == "Arima, please report:"
    assert message.splitlines()[2] == "Your own page, without an account: http://10.0.0.7/captain/x/"


def test_the_secretary_settles_by_one_press_types_anew_and_undoes(league: League, secretary: Client) -> None:
    report(league, "Arima", WON, players=["Ann Ali", "Eve Else"], card=photo())
    report(league, "Couva", Figures(13, 18))
    assert "Disputed: you decide" in words(secretary.get(reverse("league_reports", args=[league.pk])))
    path = reverse("league_report", args=[league.pk, match_of(league).pk])
    shown = words(secretary.get(path))
    assert "Ann Ali, Eve Else" in shown
    keys = re.findall(r'name="step"\s+value="([^"]*\d-[^"]*)"', secretary.get(path).content.decode())
    assert len(keys) == 2
    assert secretary.post(path, {"step": "undo", "reason": ""}).status_code == 422
    assert secretary.post(path, {"step": "1-2--", "reason": "x"}).status_code == 404
    assert secretary.post(path, {"step": keys[0], "reason": "The card"}).status_code == 302
    first = score(league)
    path = reverse("league_report", args=[league.pk, match_of(league).pk])
    assert secretary.post(path, {"step": "undo", "reason": "Sorry"}).status_code == 302
    path = reverse("league_report", args=[league.pk, match_of(league).pk])
    own = (18, 10) if match_of(league).team.name == "Arima" else (10, 18)
    typed = {"step": "typed", "games": own[0], "other_games": own[1], "reason": "Both remember"}
    assert secretary.post(path, typed | {"games": "19"}).status_code == 422
    assert secretary.post(path, typed).status_code == 302
    assert (first in ((18, 12), (18, 13)), score(league)) == (True, (18, 10))


def test_the_secretary_shows_prints_renews_and_revokes_links(league: League, secretary: Client) -> None:
    LeagueTeam.objects.filter(name="Arima").update(captain="Ann Ash", contact="0123 456")
    arima = team(league, "Arima")
    path = reverse("league_captain", args=[league.pk, arima.pk])
    page = secretary.get(path)
    link = link_of(arima, "http://localhost")
    assert (page.status_code, page.context["link"].endswith(link.removeprefix("http://localhost"))) == (200, True)
    printed = secretary.get(reverse("league_captains_pdf", args=[league.pk]))
    pages = PdfReader(io.BytesIO(printed.content)).pages
    assert len(pages) == 5
    assert [each in pages[0].extract_text() for each in ("Arima", "Ann Ash", "0123 456")] == [True, True, True]
    before = token_of(arima)
    secretary.post(path, {"step": "renew"})
    assert before != token_of(team(league, "Arima"))
    secretary.post(path, {"step": "revoke"})
    assert "This team has no link. It was revoked." in words(secretary.get(path))


@pytest.fixture
def secretary(league: League) -> Client:
    account = Account.objects.create_user("Sam", club=Club.objects.get(), role="secretary")
    client = Client()
    client.force_login(account)
    return client


def test_figures_say_what_they_are() -> None:
    assert asdict(WON) == {**WON.fields, "tables": (), "singles": (), "seated": ()}
    assert Figures(18, 12, None, 3, ((10, 5), (8, 7))).key == "18-12--3-8-7-10-5"


@pytest.mark.slow
def test_64_captains_report_in_one_minute_and_none_is_refused() -> None:
    """Over http, with photographs, to a server of its own."""
    command = [sys.executable, "-m", "tests.leagues.captains_at_once", "minute"]
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=True)
    assert done.stdout.splitlines()[-1].endswith("; 128 x 200, 64 x 302")
