"""A league match that is played on another hall's computer: it goes out as a file or a link, and its result comes back
in any order, more than once and corrected, without doubles and with every conflict shown."""

import json
import subprocess
import sys
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.leagues.test_league_pages import words
from tests.leagues.test_leagues import NOW
from tests.leagues.test_played_here import SQUADS, fixture, league, report, seat, table
from tests.markup import markup
from tests.running import ROOT
from tournament.door.line_up_remarks import remarks_on
from tournament.leagues.captain_links import token_of_hall
from tournament.leagues.hall_file import (
    MOST_OF_MATCHES,
    HallResult,
    MatchForHall,
    UnreadableHallFile,
    read_matches,
    write_matches,
    write_result,
)
from tournament.leagues.hall_net import NoLink, post_result
from tournament.leagues.queries.halls import hall_board, match_for_hall, result_of_visit
from tournament.leagues.queries.reports import reported_match
from tournament.leagues.queries.teams import eligibility_of
from tournament.leagues.queries.week import week_of_league
from tournament.leagues.reported import Figures
from tournament.leagues.services.evenings import AlreadyPlayed, open_match_evening
from tournament.leagues.services.fixtures import date_match
from tournament.leagues.services.halls import (
    LinkRevoked,
    OlderResult,
    PlayedInLeague,
    UnknownMatch,
    VisitInBin,
    open_visit,
    receive_result,
    renew_hall_link,
    revoke_hall_link,
    send_to_hall,
)
from tournament.leagues.services.leagues import change_league, correct_result
from tournament.leagues.services.reports import MatchNotOpen, report_result, settle_reports, undo_settlement
from tournament.leagues.services.rulings import rule_match
from tournament.leagues.services.teams import change_team, set_squad
from tournament.models import (
    Event,
    HallLink,
    League,
    LeagueReport,
    LeagueResult,
    LogEntry,
    Round,
    State,
    Team,
    VisitingMatch,
)
from tournament.results.services.decisions import make_ruling
from tournament.transfer.document import write_document
from tournament.transfer.queries.preview import preview_import
from tournament.transfer.queries.reading import read_export
from tournament.transfer.services.exporting import export_evening
from tournament.transfer.services.importing import Answers, import_export

__all__ = ["league"]
BY: dict[str, Any] = {"by": None, "now": NOW}
DAY = date(2026, 9, 1)
EVENING, OTHER_EVENING = UUID(int=7), UUID(int=8)


@pytest.fixture
def link(league: League) -> HallLink:
    return HallLink.objects.select_related("team__league__club", "other").get(pk=send_to_hall(fixture(league), **BY).pk)


def out(link: HallLink) -> MatchForHall:
    sent = HallLink.objects.select_related("team__league__club", "other").get(pk=link.pk)
    match = match_for_hall(sent, eligibility_of(sent.team.league))
    assert match is not None
    return match


def back(link: HallLink, games: int, other: int, revision: int, *, evening: UUID = EVENING, **more: Any) -> bytes:
    """Returns the file of a result, the games of the league's first team first."""
    match = out(link)
    figures = Figures(games, other, *more.pop("jacks", (None, None)), tables=more.pop("tables", ()))
    return write_result(HallResult(match.match, evening, revision, figures, **more), match.token)


def receive(content: bytes, minutes: int = 0) -> str:
    return receive_result(content, by=None, now=NOW + timedelta(minutes=minutes)).in_words


def figures(league: League) -> tuple[int | None, int | None]:
    now = fixture(league)
    return now.games, now.other_games


def state(league: League) -> State:
    return reported_match(fixture(league)).state


def test_a_match_travels_out_and_its_result_back_with_tables_players_and_feats(league: League, link: HallLink) -> None:
    change_league(league, {"counts_games_in_play": True}, **BY)
    [match] = read_matches(write_matches([out(link)]))
    assert match == out(link) and match.counts_games_in_play
    assert (match.race_to, dict(zip(match.teams, map(sorted, match.squads)))) == (7, SQUADS)
    visit = open_visit(match, **BY)
    assert visit.event.counts_games_in_play
    assert result_of_visit(visit) is None
    matches = seat(visit.event)
    report(matches, [(3, 1), (2, 2), (2, 0)])
    visit = VisitingMatch.objects.select_related("event__club").get()
    result = result_of_visit(visit)
    assert result is not None
    is_turned = visit.team == "Couva"
    assert (result.figures.games, result.figures.other_games) == ((3, 7) if is_turned else (7, 3))
    assert dict(zip((visit.team, visit.other), map(sorted, result.players))) == SQUADS
    content = write_result(result, visit.token)
    score = "3–7" if is_turned else "7–3"
    assert receive(content) == f"{visit.team} – {visit.other}: {score} is in the table."
    assert table(league)[0] == ("Arima", 1, 7)
    [played] = week_of_league(league, today=NOW.date()).results
    assert played.tables == (("1–3", "2–2", "0–2") if is_turned else ("3–1", "2–2", "2–0"))
    third = matches[2]
    third.refresh_from_db()
    is_arima = [side.players.all()[0].entry.team.name == "Arima" for side in third.all_sides]
    make_ruling(third, points=[0, 0], games=[2 if own else 1 for own in is_arima], reason="Read again", **BY)
    visit = VisitingMatch.objects.select_related("event__club").get()
    corrected = result_of_visit(visit)
    assert corrected is not None and corrected.revision > result.revision
    receive(write_result(corrected, visit.token))
    assert table(league)[:2] == [("Arima", 1, 7), ("Couva", 1, 4)]
    with pytest.raises(OlderResult):
        receive(content)
    assert table(league)[:2] == [("Arima", 1, 7), ("Couva", 1, 4)]


def test_a_result_has_the_day_on_which_it_was_played_not_that_on_which_it_arrived(league: League) -> None:
    fixed, played = NOW.date() + timedelta(days=3), NOW.date() + timedelta(days=5)
    LeagueResult.objects.filter(pk=fixture(league).pk).update(day=fixed)
    sent = send_to_hall(fixture(league), **BY)
    link = HallLink.objects.select_related("team__league__club", "other").get(pk=sent.pk)
    visit = open_visit(out(link), **BY)
    report(seat(visit.event), [(3, 1), (2, 2), (2, 0)])
    Round.objects.filter(stage__event=visit.event).update(started_at=None)
    visit = VisitingMatch.objects.select_related("event__club").get()
    result = result_of_visit(visit)
    assert result is not None and result.day == fixed, "the date of its evening, if no round was started"
    Round.objects.filter(stage__event=visit.event).update(started_at=NOW + timedelta(days=5))
    result = result_of_visit(visit)
    assert result is not None and result.day == played
    receive(write_result(result, visit.token), minutes=10 * 24 * 60)
    assert fixture(league).day == played
    receive(write_result(replace(result, revision=result.revision + 1, day=fixed), visit.token))
    assert fixture(league).day == fixed
    assert receive(write_result(replace(result, day=fixed, revision=result.revision + 1), visit.token)).endswith(
        "was here already. Nothing changed."
    )


def test_a_dispute_with_another_hall_is_settled_with_its_day_and_undone_with_the_one_before(
    league: League, link: HallLink
) -> None:
    before, played = fixture(league).day, NOW.date() + timedelta(days=5)
    match = fixture(league)
    report_result(match, match.team, Figures(4, 7), now=NOW)
    receive(back(link, 7, 3, 1, day=played))
    assert (state(league), fixture(league).day) == (State.DISPUTED, before)
    settle_reports(fixture(league), Figures(7, 3), reason="The card", **BY)
    assert fixture(league).day == played
    undo_settlement(fixture(league), reason="Wrong", **BY)
    assert fixture(league).day == before


def test_the_evening_of_a_match_for_another_league_leads_to_the_page_that_sends_its_result(
    as_director: Client, link: HallLink
) -> None:
    visit = open_visit(out(link), **BY)
    page, to = f"/e/{visit.event.pk}/", f'href="/visits/{visit.pk}/"'
    asked = f"This match is of another hall’s league, {visit.league}."
    answer = as_director.get(page)
    assert (to in markup(answer), asked in words(answer)) == (True, False)
    report(seat(visit.event), [(3, 1), (2, 2), (2, 0)])
    answer = as_director.get(page)
    assert (markup(answer).count(to), asked in words(answer)) == (2, True)
    as_director.post(f"/visits/{visit.pk}/", {"step": "download"})
    answer = as_director.get(page)
    assert (markup(answer).count(to), asked in words(answer)) == (1, False)


def test_an_evening_for_another_league_that_goes_to_a_second_laptop_sends_its_result_from_there_too(
    link: HallLink,
) -> None:
    visit = open_visit(out(link), **BY)
    report(seat(visit.event), [(3, 1), (2, 2), (2, 0)])
    visit = VisitingMatch.objects.select_related("event__club").get()
    result, (token, match) = result_of_visit(visit), (visit.token, visit.match)
    file = read_export(write_document(export_evening(visit.event)).encode())
    beside = import_export(file, Answers(is_same_club=True), **BY)
    assert (beside.evenings, VisitingMatch.objects.count()) == ((), 1)
    Event.objects.all().delete()
    people = {doubt.person.key: str(doubt.candidates[0].pk) for doubt in preview_import(file).doubts}
    import_export(file, Answers(people=people, is_same_club=True), **BY)
    there = VisitingMatch.objects.select_related("event__club").get()
    assert (there.token, there.match, result_of_visit(there)) == (token, match, result)


def test_the_same_match_sent_or_opened_twice_is_one_link_and_one_evening(league: League, link: HallLink) -> None:
    assert send_to_hall(fixture(league), **BY) == link
    first = open_visit(out(link), **BY)
    renew_hall_link(link, **BY)
    again = open_visit(out(link), address="http://10.0.0.7/", **BY)
    assert (again.pk, again.event_id, Event.objects.count()) == (first.pk, first.event_id, 1)
    assert again.token == token_of_hall(HallLink.objects.get()) != first.token
    Event.objects.update(binned_at=NOW)
    with pytest.raises(VisitInBin):
        open_visit(out(link), **BY)


def test_a_match_whose_home_is_turned_or_whose_team_is_renamed_while_it_is_out_comes_back_right(
    league: League, link: HallLink
) -> None:
    visit = open_visit(out(link), **BY)
    matches = seat(visit.event)
    report(matches, [(3, 1), (2, 2), (2, 0)])
    date_match(fixture(league), {}, is_postponed=False, is_turned=True, **BY)
    couva = league.teams.select_related("league").get(name="Couva")
    change_team(couva, name="Couva United", captain="", contact="", **BY)
    result = result_of_visit(open_visit(out(link), **BY))
    assert result is not None
    receive(write_result(result, visit.token))
    assert table(league)[:2] == [("Arima", 1, 7), ("Couva United", 1, 3)]


def test_a_name_that_two_people_have_leaves_both_teams_to_the_door(league: League, link: HallLink) -> None:
    match = out(link)
    shared = replace(match, match="another-1", squads=(match.squads[0], match.squads[0]))
    visit = open_visit(shared, **BY)
    assert Team.objects.filter(event=visit.event).count() == 0


def test_a_result_that_comes_twice_counts_once_and_a_later_version_replaces_it(league: League, link: HallLink) -> None:
    name = f"{link.team} – {link.other}"
    assert receive(back(link, 7, 3, 5)) == f"{name}: 7–3 is in the table."
    assert receive(back(link, 7, 3, 5), 1) == f"{name}: 7–3 was here already. Nothing changed."
    assert receive(back(link, 7, 3, 6), 2) == f"{name}: 7–3 was here already. Nothing changed."
    assert receive(back(link, 7, 3, 5), 2) == f"{name}: 7–3 was here already. Nothing changed."
    with pytest.raises(OlderResult):
        receive(back(link, 7, 2, 5), 2)
    assert receive(back(link, 7, 4, 9), 3) == f"{name}: 7–4 is in the table."
    with pytest.raises(OlderResult):
        receive(back(link, 7, 3, 5), 4)
    assert (figures(league), state(league)) == ((7, 4), State.AGREED)
    assert LeagueResult.objects.filter(league=league, superseded_at=None, round=link.round, games=7).count() == 1
    said = LogEntry.objects.filter(league=league).order_by("pk").values_list("action", flat=True)
    assert [*said][-5:] == [
        *("change_hall_link", "receive_result", "agree_reports"),
        *("receive_result", "follow_hall"),
    ]


def test_what_contradicts_a_result_or_a_captain_is_for_the_secretary(league: League, link: HallLink) -> None:
    correct_result(fixture(league), {"games": 5, "other_games": 7}, reason="From the card", **BY)
    assert "The league’s secretary decides." in receive(back(link, 7, 3, 5))
    assert (figures(league), state(league)) == ((5, 7), State.DISPUTED)
    settle_reports(fixture(league), Figures(7, 3), reason="Card misread", by=None, now=NOW + timedelta(minutes=1))
    assert (figures(league), state(league)) == ((7, 3), State.RULED)
    assert "was here already" in receive(back(link, 7, 3, 5), 2)
    assert state(league) == State.RULED
    assert "decides" in receive(back(link, 7, 4, 8), 3)
    assert (figures(league), state(league)) == ((7, 3), State.DISPUTED)


def test_a_captain_who_says_something_else_stops_it_and_one_who_says_the_same_does_not(
    league: League, link: HallLink
) -> None:
    report_result(fixture(league), link.team, Figures(7, 5), now=NOW)
    assert "decides" in receive(back(link, 7, 3, 5, jacks=(2, 1)))
    assert (figures(league), state(league)) == ((None, None), State.DISPUTED)
    report_result(fixture(league), link.other, Figures(3, 7), now=NOW)
    assert figures(league) == (None, None)
    report_result(fixture(league), link.team, Figures(7, 3), now=NOW)
    assert (figures(league), state(league)) == ((7, 3), State.AGREED)
    assert fixture(league).hang_jacks == 2


def test_two_evenings_of_one_match_are_two_versions(league: League, link: HallLink) -> None:
    receive(back(link, 7, 3, 5))
    assert "decides" in receive(back(link, 7, 6, 2, evening=OTHER_EVENING), 1)
    assert (figures(league), state(league)) == ((7, 3), State.DISPUTED)
    assert "decides" in receive(back(link, 7, 3, 5), 2)
    settled = settle_reports(fixture(league), Figures(7, 6), reason="A test", by=None, now=NOW + timedelta(minutes=3))
    assert state(league) == State.RULED
    undo_settlement(settled, reason="No, the first", by=None, now=NOW + timedelta(minutes=4))
    assert (figures(league), state(league)) == ((7, 3), State.DISPUTED)


def test_what_was_decided_or_is_played_at_home_is_not_overwritten(league: League, link: HallLink) -> None:
    content = back(link, 7, 3, 5)
    event = open_match_evening(fixture(league), **BY)
    with pytest.raises(PlayedInLeague):
        receive(content)
    Event.objects.filter(pk=event.pk).delete()
    LeagueResult.objects.update(evening=None)
    rule_match(fixture(league), "walk_over", winner=link.team, reason="Nobody came", **BY)
    with pytest.raises(MatchNotOpen):
        receive(content)
    with pytest.raises(AlreadyPlayed):
        send_to_hall(fixture(league), **BY)
    assert LeagueReport.objects.count() == 0


def test_a_revoked_link_takes_nothing_and_a_new_one_refuses_what_the_one_before_signed(
    league: League, link: HallLink
) -> None:
    content = back(link, 7, 3, 5)
    renew_hall_link(link, **BY)
    with pytest.raises(UnreadableHallFile) as refused:
        receive(content)
    assert "the match has a new link" in str(refused.value)
    revoke_hall_link(link, **BY)
    with pytest.raises(LinkRevoked):
        receive(content)
    assert figures(league) == (None, None)
    assert token_of_hall(send_to_hall(fixture(league), **BY)) != ""


DAMAGE: dict[str, Any] = {
    "changed": lambda row: row["figures"].update(games=99),
    "unsigned": lambda row: row.pop("signature"),
    "signed with a number": lambda row: row.update(signature=5),
    "another match": lambda row: row.update(match="x-1"),
    "no match": lambda row: row.update(match=None),
    "a newer version": lambda row: row.update(version=2),
    "the wrong format": lambda row: row.update(format="hangjack-matches"),
    "no format": lambda row: row.pop("format"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_file_that_is_no_whole_result_is_refused_in_a_sentence(league: League, link: HallLink, damage: str) -> None:
    row = json.loads(back(link, 7, 3, 5))
    DAMAGE[damage](row)
    with pytest.raises((UnreadableHallFile, UnknownMatch)) as refused:
        receive(json.dumps(row).encode())
    assert str(refused.value).endswith(".") and LeagueReport.objects.count() == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"figures": Figures(-1, 3)},
        {"figures": Figures(1000, 3)},
        {"figures": Figures(True, 3)},
        {"figures": Figures(7, 3, tables=((1, 2, 3),))},  # type: ignore[arg-type]
        {"players": (("A\nB",), ())},
        {"players": (("A" * 81,), ())},
        {"players": (("\ud800",), ())},
        {"players": ("Ann", "Bea")},
        {"players": ((),)},
        {"notes": ("x",) * 101},
        {"evening": "no"},
        {"revision": 10**30},
        {"figures": None},
    ],
)
def test_what_no_hangjack_would_write_is_refused_even_if_it_is_signed(
    league: League, link: HallLink, wrong: dict[str, Any]
) -> None:
    match = out(link)
    result = replace(HallResult(match.match, EVENING, 5, Figures(7, 3)), **wrong)
    with pytest.raises(UnreadableHallFile):
        receive(write_result(result, match.token))
    assert LeagueReport.objects.count() == 0


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "not a Hangjack match file"),
        (b"\xff\xfe", "not a Hangjack match file"),
        (b"[" * 100_000, "not a Hangjack match file"),
        (b'{"format": "hangjack-result"}', "has a result, not a match to play"),
        (b'{"format": "hangjack-matches", "version": 9}', "newer Hangjack"),
        (b'{"format": "hangjack-matches", "version": 1, "matches": [5]}', "damaged"),
        (
            b'{"format": "hangjack-matches", "version": 1, "matches": [{"token": "x", "signature": "y"}]}',
            "changed on the way",
        ),
        (b" " * (MOST_OF_MATCHES + 1), "larger than"),
    ],
)
def test_a_file_without_a_match_is_refused_in_a_sentence(content: bytes, why: str) -> None:
    with pytest.raises(UnreadableHallFile) as refused:
        read_matches(content)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    "link", ["", "http://", "ftp://10.0.0.7/halls/1-" + "a" * 26 + "/", "http://10.0.0.7/x/", "//["]
)
def test_only_the_link_of_a_match_is_asked_over_the_network(link: str) -> None:
    with pytest.raises(NoLink):
        post_result(link, b"{}")


def test_a_secretary_sends_a_round_and_takes_several_files_at_once(as_director: Client, league: League) -> None:
    page, pk = f"/leagues/{league.pk}/halls/", fixture(league).pk
    assert as_director.post(page, {"step": "send", "match": [pk]}).status_code == 302
    link = HallLink.objects.select_related("team__league__club", "other").get()
    assert "Not back yet" in words(as_director.get(page))
    file = as_director.get(f"{page}matches.json?place=")
    assert read_matches(file.content) == [out(link)]
    assert as_director.get(f"{page}matches.json?place=Nowhere").status_code == 404
    good, bad = back(link, 7, 3, 5), back(link, 7, 3, 5).replace(b'"games": 7', b'"games": 8')
    files = [SimpleUploadedFile(f"{n}.json", each) for n, each in enumerate((good, bad, good, b"x"))]
    said = as_director.post(page, {"step": "take", "results": files})
    assert said.status_code == 422
    text = words(said)
    assert (
        "0.json" in text and "is in the table" in text and "was here already" in text and "changed on the way" in text
    )
    assert figures(league) == (7, 3)
    assert "Choose the files first." in words(as_director.post(page, {"step": "take"}))
    own = f"{page}{link.pk}/"
    assert token_of_hall(link) in words(as_director.get(own))
    as_director.post(own, {"step": "revoke"})
    assert "It was revoked" in words(as_director.get(own))
    as_director.post(own, {"step": "renew"})
    assert len(hall_board(league).sent) == 1
    report_page = words(as_director.get(f"/leagues/{league.pk}/reports/{fixture(league).pk}/"))
    assert "The other hall" in report_page
    log = words(as_director.get(f"/leagues/{league.pk}/log/"))
    assert "to another hall" in log and "a result came from another hall, version 5" in log


def test_who_plays_a_match_here_is_told_that_another_hall_has_it_until_its_link_is_revoked(
    as_director: Client, league: League, link: HallLink
) -> None:
    address = reverse("league_evening", args=[league.pk, fixture(league).pk])
    assert "This match was sent to another hall." in words(as_director.get(address))
    revoke_hall_link(link, **BY)
    assert "Send it to another hall, to be played there" in words(as_director.get(address))


def test_a_link_takes_the_result_of_its_own_match_alone_and_not_without_end(client: Client, link: HallLink) -> None:
    page = f"/halls/{token_of_hall(link)}/"
    assert f"{link.team} – {link.other}" in words(client.get(page))
    assert read_matches(client.get(f"{page}match.json").content) == [out(link)]

    def post(content: bytes) -> tuple[int, str]:
        answer = client.post(page, content, content_type="application/json")
        return answer.status_code, answer.json()["message"]

    assert post(b"x")[0] == 422
    other = LeagueResult.objects.select_related("league").filter(superseded_at=None, games=None).exclude(other=None)
    second = send_to_hall(other.exclude(team=link.team, other=link.other)[0], **BY)
    assert post(back(second, 7, 3, 5)) == (422, "This result is of a match that was not sent from here.")
    assert post(b" " * 200_000) == (413, "This is too large to be the result of a match.")
    assert post(back(link, 7, 3, 5)) == (200, f"{link.team} – {link.other}: 7–3 is in the table.")
    assert post(back(link, 7, 3, 4)) == (200, f"{link.team} – {link.other}: 7–3 was here already. Nothing changed.")
    assert post(back(link, 7, 2, 4)) == (
        409,
        "A later version of this result is here already, so this one was not taken.",
    )
    assert [post(b"x")[0] for _try in range(25)][-2:] == [422, 429]
    revoke_hall_link(link, **BY)
    assert client.get(page).status_code == 404
    assert client.post(page, b"x", content_type="application/json").status_code == 404


def test_a_director_opens_a_match_and_sends_its_result(as_director: Client, league: League, link: HallLink) -> None:
    content = write_matches([out(link)])
    assert "Choose the file, or paste the link." in words(as_director.post("/visits/", {"step": "check"}))
    wrong = as_director.post("/visits/", {"step": "check", "link": "http://10.0.0.7/"})
    assert "not the link of a match" in words(wrong) and 'value="http://10.0.0.7/"' in wrong.content.decode()
    shown = as_director.post("/visits/", {"step": "check", "file": SimpleUploadedFile("m.json", content)})
    assert "6 players in the squad" in words(shown) and not VisitingMatch.objects.exists()
    said = {"step": "open", "text": content.decode(), "match": [out(link).match]}
    page = as_director.post("/visits/", said).headers["Location"]
    assert as_director.post("/visits/", said).headers["Location"] == page
    assert as_director.post("/visits/", {**said, "match": []}).headers["Location"] == "/visits/"
    assert "can be sent once every table is agreed" in words(as_director.get(page))
    assert as_director.post(page, {"step": "download"}).status_code == 200
    report(seat(VisitingMatch.objects.get().event), [(3, 1), (2, 2), (2, 0)])
    sent = as_director.post(page, {"step": "download"}).content
    assert "is in the table" in receive(sent)
    assert "If you correct something here, send it again." in words(as_director.get(page))
    refused = as_director.post(page, {"step": "send", "link": "http://10.0.0.7/"})
    assert refused.status_code == 422 and "not the link of a match" in words(refused)
    assert "result sent" in words(as_director.get("/visits/"))


@pytest.mark.slow
def test_a_gold_cup_of_16_halls_comes_to_what_its_matches_come_to(ready_hall: dict[str, str]) -> None:
    """Over http, with four servers of their own."""
    command = [sys.executable, "-m", "tests.leagues.halls.cup_of_halls", ready_hall["HANGJACK_DATA"]]
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=True)
    said = "15 x is in the table, 9 x was here already, 1 x not what was entered, 1 x later version"
    assert said in done.stdout.splitlines()


def test_the_other_hall_says_who_may_not_play_and_what_its_director_ruled_comes_back(
    as_director: Client, league: League, link: HallLink
) -> None:
    change_league(league, {"substitutes": 1}, **BY)
    teams = {team.name: team for team in league.teams.all()}
    set_squad(teams["Zion"], ["Zoe Zane"], on=DAY, **BY)
    set_squad(teams["Couva"], [*SQUADS["Couva"], "Xan Xu"], on=DAY, **BY)
    set_squad(teams["Couva"], SQUADS["Couva"], on=DAY + timedelta(days=1), **BY)
    content = write_matches([out(link)])
    assert b"Zoe" not in content and b"Xan" not in content
    earlier = open_visit(replace(out(link), eligibility=None), **BY)
    typed = {"Couva": ["Guy Garcia", "zoe  zane", "Xan Xu", "New One", "New Two", "Ann Ali"]}
    assert remarks_on(earlier.event, typed).said == ()
    [match] = read_matches(content)
    event = open_visit(match, **BY).event
    assert [each.why for each in remarks_on(event, typed).said] == [
        "Xan Xu left Couva on 2 September 2026.",
        "zoe  zane plays for Zion.",
        "New Two is not in the squad, and Couva have used their 1 substitute.",
        "Ann Ali plays for Arima.",
    ]
    page, sent = reverse("door", args=[event.pk]), {"names": "Couva: Zoe Zane"}
    asked = as_director.post(page, sent)
    assert (asked.status_code, "Zoe Zane plays for Zion." in words(asked)) == (422, True)
    ruled = {"sure": asked.context["form"].remarks.key, "ruling": "Arima agreed."}
    assert as_director.post(page, sent | ruled).status_code == 302
    assert remarks_on(event, {"Couva": ["Zoe Zane"]}).said == ()
    report(seat(event), [(3, 1), (2, 2), (2, 0)])
    result = result_of_visit(VisitingMatch.objects.select_related("event__club").get())
    assert result is not None and result.allowed == (("Zoe Zane", "Arima agreed."),)
    receive(write_result(replace(result, players=((), ("Zoe Zane",))), out(link).token))
    players = as_director.get(f"/leagues/{league.pk}/results/{fixture(league).pk}/players/")
    assert "Zoe Zane plays for Zion. The other hall let them play: Arima agreed." in words(players)
    assert [side["form"].initial["players"] for side in players.context["sides"]] == [[], ["Zoe Zane"]]
