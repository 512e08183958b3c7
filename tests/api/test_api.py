"""What the API answers: as its schema says, to each reader what they may see, and nothing twice."""

import json
from datetime import timedelta
from typing import Any

import jsonschema_rs
import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring import score_record
from tests.api.conftest import BY, ApiOfClub
from tests.conftest import ADDRESSES
from tournament.api.access import OF_ADDRESS, OF_TOKEN, WRONG_TOKENS
from tournament.api.api import schema_of_api
from tournament.api.services import revoke_token
from tournament.club.queries import names_shown_to
from tournament.event.services.events import show_standings
from tournament.models import (
    ApiToken,
    Audience,
    Club,
    Event,
    LeagueResult,
    LogEntry,
    Match,
    Player,
    Season,
    Series,
    SharingRules,
    SignUpState,
    Table,
    Team,
)
from tournament.people.services.people import change_person
from tournament.standings.queries.shared_standings import SHARED, shared_standings

READERS = ("", "public", "members", "desk")


def answer_schema_of(name: str, status: int = 200) -> dict[str, Any]:
    """Of the resource of this name, to be checked by itself."""
    schema = schema_of_api()
    [told] = [each["get"] for each in schema["paths"].values() if each["get"]["operationId"] == name]
    [content] = told["responses"][f"{status}"]["content"].values()
    return {**content["schema"], "components": schema["components"]}


def hidden_from(audience: str) -> set[str]:
    """Names that nobody of this kind may see."""
    shown = {Audience.PUBLIC: (Audience.PUBLIC,), Audience.MEMBERS: (Audience.PUBLIC, Audience.MEMBERS)}
    return set(Player.objects.exclude(shown_to__in=shown[Audience(audience)]).values_list("name", flat=True))


@pytest.mark.parametrize("reader", READERS)
def test_every_resource_answers_as_its_schema_says_and_with_no_name_that_is_hidden(
    api_of_club: ApiOfClub, reader: str
) -> None:
    assert set(api_of_club.paths) == {
        each.name.removeprefix("api_") for each in ADDRESSES if "v1" in str(each.pattern)
    } - {
        "schema",
        "unknown",
    }
    hidden = set() if reader == "desk" else hidden_from(reader or "public")
    seen = set(Player.objects.values_list("name", flat=True)) - hidden
    told = ""
    for name, path in api_of_club.paths.items():
        answer = api_of_club.ask(path, reader)
        assert answer.status_code == 200, (name, answer.content)
        jsonschema_rs.validate(answer_schema_of(name), json.loads(answer.content))
        is_kept = answer.headers["Cache-Control"] == "no-cache"
        assert (is_kept, "Authorization" in answer.headers["Vary"]) == (reader == "", True), name
        told += json.dumps(answer.json(), ensure_ascii=False)
    assert [name for name in hidden if name in told] == []
    assert [name for name in seen if name not in told] == []


def test_every_answer_of_the_schema_has_an_example_that_is_one(api_of_club: ApiOfClub) -> None:
    schema = schema_of_api()
    for told in (each["get"] for each in schema["paths"].values()):
        for status, response in told["responses"].items():
            for content in response.get("content", {}).values():
                whole = {**content["schema"], "components": schema["components"]}
                jsonschema_rs.validate(whole, content["example"]), (told["operationId"], status)
        assert told["summary"] and set(told["responses"]) == {"200", "304", "401", "403", "404", "422", "429"}
    assert api_of_club.ask("/openapi.json").json() == schema


def test_what_a_reader_has_already_costs_a_few_queries_and_comes_without_a_body(api_of_club: ApiOfClub) -> None:
    for name, path in api_of_club.paths.items():
        first = api_of_club.ask(path, "members")
        with CaptureQueriesContext(
            connection,
        ) as asked:
            again = api_of_club.ask(path, "members", **{"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", first.headers["ETag"]), name
        assert len(asked) <= (6 if name == "clock" else 3), (name, [each["sql"] for each in asked])
        other = api_of_club.ask(path, "desk", **{"If-None-Match": first.headers["ETag"]})
        assert other.status_code == 200, name


def test_an_answer_is_new_as_soon_as_the_evening_or_a_person_s_wish_changes(api_of_club: ApiOfClub) -> None:
    path = api_of_club.paths["standings"]
    event = Event.objects.get(pk=path.split("/")[2])
    first = api_of_club.ask(path)
    line = next(each for each in first.json()["lines"] if not each["name"].startswith("Player "))
    person = Player.objects.get(pk=line["players"][0]["person"])
    change_person(person, {"shown_to": Audience.NOBODY}, **BY)
    second = api_of_club.ask(path, **{"If-None-Match": first.headers["ETag"]})
    assert second.status_code == 200 and person.name not in second.content.decode()
    show_standings(event, False, **BY)
    refused = api_of_club.ask(path, **{"If-None-Match": second.headers["ETag"]})
    assert (refused.status_code, refused.json()["code"]) == (403, "not_shown")
    assert api_of_club.ask(path, "desk").status_code == 200
    for name in ("results", "hands"):
        assert api_of_club.ask(api_of_club.paths[name], "members").status_code == 403


def test_an_answer_is_new_where_a_restored_backup_gives_a_change_the_number_of_another(api_of_club: ApiOfClub) -> None:
    before = api_of_club.ask("/seasons")
    last = LogEntry.objects.filter(club=api_of_club.club).latest("pk")
    LogEntry.objects.filter(pk=last.pk).update(at=last.at + timedelta(minutes=5))
    assert api_of_club.ask("/seasons", **{"If-None-Match": before.headers["ETag"]}).status_code == 200


def test_an_evening_takes_sign_ups_until_its_day_is_over(api_of_club: ApiOfClub) -> None:
    path, today, told = api_of_club.paths["evening"], timezone.localdate(), []
    for day, locked_at in ((today, None), (today - timedelta(days=1), None), (today, timezone.now())):
        Event.objects.filter(pk=path.split("/")[2]).update(sign_up=SignUpState.OPEN, date=day, locked_at=locked_at)
        told.append(api_of_club.ask(path).json()["takes_sign_ups"])
    assert told == [True, False, False]
    Event.objects.filter(pk=path.split("/")[2]).update(date=today, locked_at=None)
    before = api_of_club.ask(path)
    with time_machine.travel(timezone.now() + timedelta(days=1), tick=False):
        after = api_of_club.ask(path, **{"If-None-Match": before.headers["ETag"]})
    assert (before.json()["takes_sign_ups"], after.json()["takes_sign_ups"]) == (True, False)


def test_the_number_of_queries_does_not_grow_with_the_tables(api_of_club: ApiOfClub) -> None:
    """An evening as it is, and with two tables left."""
    event = Event.objects.get(pk=api_of_club.paths["evening"].split("/")[2])
    found = []
    for most in (1000, 2):
        Table.objects.filter(stage__event=event, number__gt=most).delete()
        SHARED.forget()
        asked = {}
        for name in ("club", "evening", "rounds", "seats", "results", "hands", "standings", "clock"):
            with CaptureQueriesContext(connection) as queries:
                answer = api_of_club.ask(f"{api_of_club.paths[name]}?limit=200", "public")
            asked[name] = len(queries)
            assert answer.status_code == 200
        found.append((asked, Table.objects.filter(stage__event=event).count()))
    (many, tables), (few, tables_left) = found
    assert tables > tables_left and many | {"club": few["club"]} == few  # the first request notes the token's use
    ceilings = {"club": 2, "evening": 7, "rounds": 5, "seats": 9, "results": 13}
    ceilings |= {"hands": 9, "standings": 14, "clock": 3}
    assert {name: (count, ceilings[name]) for name, count in few.items() if count > ceilings[name]} == {}


@pytest.mark.slow
def test_each_hand_is_a_hand_record_that_scores_to_its_awards(api_of_club: ApiOfClub) -> None:
    address, count = f"{api_of_club.paths['hands']}?limit=7", 0
    while address:
        page = api_of_club.ask(address).json()
        for hand in page["items"]:
            answer = score_record(hand["record"], line=1)
            assert (answer["problems"], answer["awards"]) == ([], hand["awards"])
            assert {"match", "number", "game", "state"} < set(hand)
        count += len(page["items"])
        assert len(page["items"]) <= 7
        address = page["next"]
    assert count == page["count"] > 7
    match = api_of_club.ask(api_of_club.paths["hands"]).json()["items"][0]["match"]
    assert {
        each["match"] for each in api_of_club.ask(f"{api_of_club.paths['hands']}?match={match}").json()["items"]
    } == {match}


def test_standings_say_the_same_as_the_page_of_the_evening(api_of_club: ApiOfClub) -> None:
    for event in Event.objects.all():
        lines = api_of_club.ask(f"/evenings/{event.pk}/standings", "desk").json()["lines"]
        shown = shared_standings(event).lines
        assert [(each["place"], each["decided_by"]) for each in lines] == [
            (line.placing.shown, line.placing.decided_by) for line in shown
        ]
        sides = api_of_club.ask(f"/evenings/{event.pk}/results?limit=200", "desk").json()
        assert sides["count"] == Match.objects.filter(table__stage__event=event).count()


def test_what_somebody_typed_does_not_tell_a_hidden_name(api_of_club: ApiOfClub) -> None:
    """A team that is called so is called by its players; evenings, seasons and series have a number instead."""
    team = Team.objects.filter(entries__player__shown_to=Audience.NOBODY)[0]
    hidden = team.entries.filter(player__shown_to=Audience.NOBODY)[0].player
    path = f"/evenings/{team.event_id}/standings"
    for name, is_shown in (("The Jacks", True), (f"{hidden.name.split()[0]} & Co", False)):
        Team.objects.filter(pk=team.pk).update(name=name)
        assert (name in {line["name"] for line in api_of_club.ask(path, "public").json()["lines"]}) is is_shown
        assert name in {line["name"] for line in api_of_club.ask(path, "desk").json()["lines"]}
    Event.objects.filter(pk=team.event_id).update(name=f"{hidden.name}’s cup")
    Season.objects.update(name=f"{hidden.name}’s year")
    for series in Series.objects.all():
        Series.objects.filter(pk=series.pk).update(name=f"Shield {series.pk} of {hidden.name}")
    public = [f"/evenings/{team.event_id}", *(api_of_club.paths[name] for name in ("seasons", "season", "series"))]
    told = [api_of_club.ask(each, "public").content.decode() for each in (*public, "/evenings")]
    told += [Client().get(reverse("calendar_ics")).content.decode(), Client().get(reverse("calendar")).content.decode()]
    assert [hidden.name in each for each in told] == [False] * 7
    assert [hidden.name in api_of_club.ask(each, "desk").content.decode() for each in public] == [True] * 4


def problem_of(answer: Any) -> tuple[int, str, str]:
    assert answer.headers["Content-Type"] == "application/problem+json"
    jsonschema_rs.validate(answer_schema_of("club", 404), answer.json())
    assert "no-store" in answer.headers["Cache-Control"]
    assert answer.json()["status"] == answer.status_code and answer.json()["detail"].endswith((".", "”."))
    return answer.status_code, answer.json()["code"], answer.headers.get("WWW-Authenticate", "")


def test_whoever_may_not_read_is_told_why(api_of_club: ApiOfClub) -> None:
    wrong = Client().get("/api/v1/club", headers={"Authorization": "Bearer hj_wrong"})
    assert problem_of(wrong) == (401, "token_refused", "Bearer")
    assert problem_of(api_of_club.ask("/club", **{"Authorization": "Basic QTpC"}))[:2] == (401, "token_refused")
    SharingRules.objects.update(api_is_public=False)
    assert problem_of(api_of_club.ask("/club")) == (401, "token_needed", "Bearer")
    assert api_of_club.ask("/club", "public").json()["you_see"] == "public"
    revoke_token(ApiToken.objects.get(scope="public"), **BY)
    assert problem_of(api_of_club.ask("/club", "public")) == (401, "token_refused", "Bearer")


def test_what_is_not_there_and_what_is_no_number_are_problems_too(api_of_club: ApiOfClub) -> None:
    nowhere = ("/evenings/999999", "/nothing/here", "/seasons/999999", "/leagues/999999")
    evening, series = api_of_club.paths["evening"], api_of_club.paths["series"]
    nowhere += (f"{evening}/rounds/99/seats", f"{evening}/results?round=99", f"{evening}/standings?after=99")
    nowhere += (f"{series}?quarter=1999-1", f"{api_of_club.paths['season']}/series/999999")
    assert {problem_of(api_of_club.ask(path, "desk"))[:2] for path in nowhere} == {(404, "not_found")}
    wrong = ("/evenings/x", "/evenings/99999999999999999999", "/evenings?limit=201", "/evenings?first_day=tomorrow")
    wrong += (f"{evening}/standings?of=nothing", f"{series}?quarter=2016", f"{series}?quarter=0")
    days = ("0", "1", "-1", "1e9", "20261231", "2026-12-32", "2026-13-01", "2026-12-31T00:00", "")
    wrong += tuple(f"/evenings?{name}={day}" for day in days for name in ("first_day", "last_day"))
    assert {problem_of(api_of_club.ask(path, "desk"))[:2] for path in wrong} == {(422, "wrong_value")}
    assert "last_day: write a day as 2026-12-31." in api_of_club.ask("/evenings?last_day=0", "desk").json()["detail"]
    assert Client().post("/api/v1/club").status_code == 405


def test_a_fixture_of_a_league_has_its_date_and_place_without_a_name_that_is_hidden(api_of_club: ApiOfClub) -> None:
    host = Player.objects.order_by("pk")[0]
    assert host.shown_to == Audience.NOBODY
    places = {"public": f"The garden of {names_shown_to(Audience.PUBLIC, host.club).name_of(host.pk)}"}
    places["desk"] = f"The garden of {host.name}"
    for reader, place in places.items():
        _played, coming = api_of_club.ask(api_of_club.paths["league"], reader).json()["results"]
        told = [coming[name] for name in ("date", "starts", "venue", "postponed_from", "games")]
        assert told == ["2026-12-01", "19:30", place, None, None]


def test_a_figure_of_a_league_that_a_match_did_not_report_says_how_many_lack_it(api_of_club: ApiOfClub) -> None:
    LeagueResult.objects.filter(games=18).update(hang_jacks=None)
    lines = {line["team"]: line for line in api_of_club.ask(api_of_club.paths["league"], "desk").json()["lines"]}
    told = [
        *((lines[team]["figures"]["hang_jacks_for"], lines[team]["lacking"]) for team in ("Arima", "Couva")),
        lines["Couva"]["figures"]["hang_jacks_against"],
    ]
    assert told == [
        (None, {"hang_jacks_for": 1}),
        ({"exact": "7", "number": 7.0}, {"hang_jacks_against": 1}),
        None,
    ]


def test_a_league_has_what_its_players_did_at_tables_and_hides_a_hidden_name(api_of_club: ApiOfClub) -> None:
    host = Player.objects.order_by("pk")[0]
    match = LeagueResult.objects.get(games=18)
    LeagueResult.objects.filter(pk=match.pk).update(
        tables=[[match.games, match.other_games]], seated=[[[host.name], ["Zed"]]], singles=[1]
    )
    shown = {"desk": host.name, "public": names_shown_to(Audience.PUBLIC, host.club).name_of(host.pk)}
    for reader, name in shown.items():
        records = {
            each["name"]: each for each in api_of_club.ask(api_of_club.paths["league"], reader).json()["players"]
        }
        assert set(records) == {name, "Zed"}
        assert (records[name]["team"], records[name]["singles"]["won"], records["Zed"]["singles"]["lost"]) == (
            "Arima",
            1,
            1,
        )


def test_lists_are_cut_and_say_where_they_go_on(api_of_club: ApiOfClub) -> None:
    first = api_of_club.ask("/evenings?limit=3").json()
    assert (len(first["items"]), first["count"]) == (3, 4)
    rest = api_of_club.ask(first["next"]).json()
    assert (len(rest["items"]), rest["next"]) == (1, None)
    days = [each["date"] for each in first["items"] + rest["items"]]
    assert days == sorted(days, reverse=True)
    assert api_of_club.ask(f"/evenings?first_day={days[0]}").json()["count"] == 1
    assert api_of_club.ask(f"/evenings?last_day={days[-1]}").json()["count"] == 1


def test_people_are_those_who_agreed(api_of_club: ApiOfClub) -> None:
    counts = {reader: api_of_club.ask("/people", reader).json()["count"] for reader in ("public", "members", "desk")}
    assert 0 < counts["public"] < counts["members"] < counts["desk"] == Player.objects.count()
    hidden = Player.objects.filter(shown_to=Audience.NOBODY)[0].pk
    assert [api_of_club.ask(f"/people/{hidden}", reader).status_code for reader in ("members", "desk")] == [404, 200]
    shown = api_of_club.ask(api_of_club.paths["person"], "public").json()
    assert sum(each["score"]["matches"] for each in shown["partners"]) <= shown["score"]["matches"]
    assert shown["evenings"] == len(shown["latest"]) > 0
    Club.objects.update(shows_people_to=Audience.NOBODY)
    change_person(Player.objects.all()[0], {"nickname": "Jack"}, **BY)
    assert [api_of_club.ask("/people", reader).json()["count"] for reader in ("public", "members")] == [0, 0]


@pytest.mark.slow
def test_who_asks_too_often_waits(api_of_club: ApiOfClub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OF_TOKEN, "limit", 2)
    answers = [api_of_club.ask("/club", "desk") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert problem_of(answers[2])[1] == "too_many_requests"
    assert 1 <= int(answers[2].headers["Retry-After"]) <= 60
    assert api_of_club.ask("/club", "public").status_code == 200
    for throttle, header, refused in ((OF_ADDRESS, {}, 200), (WRONG_TOKENS, {"Authorization": "Bearer hj_no"}, 401)):
        monkeypatch.setattr(throttle, "limit", 2)
        far = [Client(REMOTE_ADDR="203.0.113.9").get("/api/v1/club", headers=header) for _ in range(3)]
        assert [answer.status_code for answer in far] == [refused, refused, 429]


def test_a_token_s_use_is_noted_every_ten_minutes_at_most(api_of_club: ApiOfClub) -> None:
    began = timezone.now()
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            api_of_club.ask("/club", "desk")
    assert [each["sql"] for each in asked if each["sql"].startswith("UPDATE")] == []
    token = ApiToken.objects.get(scope="desk")
    assert token.last_used_at is not None and token.last_used_at >= began


def test_the_documentation_names_every_resource_and_loads_nothing_from_elsewhere(db: None) -> None:
    page = Client().get(reverse("api_docs")).content.decode()
    assert all(f"GET {address}" in page for address in schema_of_api()["paths"])
    assert "https://" not in page and "<script>" not in page
