"""Who may play for a team: squads with their days, transfers, substitutes by rule; said before play, and decided by the
secretary afterwards."""

import re
from datetime import date, time
from typing import Any

import pytest
from django.test import Client

from tests.leagues.test_captains import BY, SENT, form_page, match_of, team
from tests.leagues.test_league_pages import words
from tests.leagues.test_leagues import NOW
from tournament.foundation.errors import NeedsReason
from tournament.leagues.eligibility import (
    Doubted,
    LineUpPlayed,
    Membership,
    Squads,
    SubstituteRules,
    find_doubted,
    say_squad_doubts,
)
from tournament.leagues.queries.log import log_of_league
from tournament.leagues.queries.open_cases import open_cases
from tournament.leagues.queries.teams import eligibility_of, last_squad_change, squad_on, squads_of
from tournament.leagues.reported import Figures
from tournament.leagues.services.cups import draw_cup
from tournament.leagues.services.fixtures import make_fixtures
from tournament.leagues.services.leagues import change_league, open_league
from tournament.leagues.services.players import allow_player, save_players
from tournament.leagues.services.reports import report_result
from tournament.leagues.services.rulings import IncompleteRuling, rule_match, undo_ruling
from tournament.leagues.services.teams import SquadChanged, move_player, set_squad, undo_squad_change
from tournament.models import League, LeaguePlayer, LeagueReport, LeagueResult, LeagueTeam, Player
from tournament.people.services.merging import merge_people, undo_merge

DAY = date(2026, 11, 1)
ARIMA, COUVA = 1, 2
SQUADS = Squads(
    [
        Membership("Ann Reid", ARIMA, until=date(2026, 3, 3)),
        Membership("Bea Best", ARIMA),
        Membership("Cyd Cox", ARIMA, since=date(2026, 12, 1)),
        Membership("Dan Dix", COUVA),
    ],
    {ARIMA: "Arima", COUVA: "Couva", 3: "Erin"},
)


NO_RULES = SubstituteRules()


def why(*names: str, rules: SubstituteRules = NO_RULES, before: tuple[LineUpPlayed, ...] = ()) -> list[str]:
    """Returns what is said of players of Arima in one match."""
    line_ups = [*before, LineUpPlayed(9, ARIMA, DAY, names, 9)]
    return [each.why for each in find_doubted(line_ups, SQUADS, rules).get((9, ARIMA), [])]


def test_who_left_who_comes_later_and_who_is_of_another_team_is_said_in_one_sentence() -> None:
    assert why("Bea Best", "Zoe Zed") == []
    assert why("ann REID", "Cyd Cox", "Dan Dix") == [
        "ann REID left Arima on 3 March 2026.",
        "Cyd Cox joins Arima on 1 December 2026.",
        "Dan Dix plays for Couva.",
    ]


def test_a_match_has_as_many_substitutes_as_the_rule_says() -> None:
    assert why("X One", "Bea Best", "X Two", "X Three", rules=SubstituteRules(most=2)) == [
        "X Three is not in the squad, and Arima have used their 2 substitutes."
    ]
    assert why("X One", rules=SubstituteRules(most=0)) == [
        "X One is not in the squad of Arima, and substitutes may not play."
    ]


def test_a_substitute_is_tied_to_the_team_they_played_for() -> None:
    rules = SubstituteRules(matches=1)
    once = LineUpPlayed(1, ARIMA, date(2026, 10, 1), ("Eve Else",), 1)
    assert why("Eve Else", rules=rules, before=(once,)) == [
        "Eve Else has played 1 match for Arima as a substitute, so they must join the squad first."
    ]
    elsewhere = LineUpPlayed(1, COUVA, date(2026, 10, 1), ("Eve Else",), 1)
    assert why("Eve Else", rules=rules, before=(elsewhere,)) == [
        "Eve Else is tied to Couva, having played for them as a substitute."
    ]
    of_no_squad = LineUpPlayed(1, 3, date(2026, 10, 1), ("Bea Best", "Eve Else"), 1)
    assert find_doubted([of_no_squad], SQUADS, SubstituteRules(most=0)) == {
        (1, 3): [Doubted("Bea Best", "Bea Best plays for Arima.")]
    }


def test_somebody_of_another_squad_helps_out_as_often_as_the_rule_says() -> None:
    rules = SubstituteRules(lent=1)
    assert why("Dan Dix", rules=rules) == []
    once = LineUpPlayed(1, ARIMA, date(2026, 10, 1), ("Dan Dix",), 1)
    assert why("Dan Dix", rules=rules, before=(once,)) == [
        "Dan Dix plays for Couva and has helped Arima out in 1 match already."
    ]


@pytest.mark.parametrize(
    ("came", "size", "said"),
    [
        ({"Ann": "Couva"}, 3, ["Ann is of Couva, and there are no transfers after 31 January 2027."]),
        ({"Ann": ""}, 3, ["Ann is new, and squads are closed after 31 March 2027."]),
        ({"Ann": ""}, 13, [*["Ann is new, and squads are closed after 31 March 2027."], ""]),
        ({}, 13, []),
    ],
)
def test_a_squad_that_breaks_a_rule_is_asked_about(came: dict[str, str], size: int, said: list[str]) -> None:
    closed = {"squads_until": date(2027, 3, 31), "transfers_until": date(2027, 1, 31)}
    too_many = "A squad has at most 12 players, and this one would have 13."
    found = say_squad_doubts("Arima", came, size, on=date(2027, 4, 1), most=12, **closed)
    assert found == [each or too_many for each in said]
    assert say_squad_doubts("Arima", came, 12, on=date(2027, 1, 31), most=12, **closed) == []


@pytest.fixture
def league(db: None) -> League:
    """Arima and Couva meet in round 1 on 1 November; each has two players since 1 September."""
    league = open_league({"name": "Central", "season": "2026", "race_to": 18}, **BY)
    make_fixtures(league, ["Arima", "Couva", "Erin", "Zion"], meetings=1, **BY)
    LeagueResult.objects.filter(league=league, round=1).update(day=DAY)
    for name, squad in {"Arima": ["Ann Reid", "Bea Best"], "Couva": ["Dan Dix", "Fay Fox"]}.items():
        set_squad(team(league, name), squad, on=date(2026, 9, 1), **BY)
    return league


def squad_page(league: League, name: str = "Arima") -> str:
    return f"/leagues/{league.pk}/teams/{team(league, name).pk}/squad/"


def sent_squad(names: str, **more: str) -> dict[str, str]:
    return {"name": "Arima", "captain": "", "contact": "", "names": names, "on": "2026-11-01", **more}


def test_all_squads_of_today_stand_on_the_page_of_the_teams(as_director: Client, league: League) -> None:
    move_player(team(league, "Arima").squad.get(name="Bea Best"), team(league, "Couva"), on=date(2026, 10, 1), **BY)
    assert squads_of(league, date(2026, 9, 30)) == {
        team(league, "Arima").pk: ["Ann Reid", "Bea Best"],
        team(league, "Couva").pk: ["Dan Dix", "Fay Fox"],
    }
    LeaguePlayer.objects.filter(until=None).update(since=None)
    said = words(as_director.get(f"/leagues/{league.pk}/teams/"))
    assert "1 player: Ann Reid" in said and "3 players: Dan Dix, Fay Fox, Bea Best" in said


def test_another_captain_is_a_reminder_that_the_link_of_the_one_before_still_works(
    as_director: Client, league: League
) -> None:
    def save(captain: str) -> str:
        sent = sent_squad("Ann Reid\nBea Best", captain=captain)
        answer = as_director.post(squad_page(league), sent, follow=True)
        [message] = answer.context["messages"]
        return str(message)

    assert (save("Ann Reid"), save("Ann Reid")) == ("Arima is saved.", "Arima is saved.")
    assert save("Bea Best") == ("Arima is saved. Ann Reid’s link still works. Make a new one under “Captain’s link”.")


def test_a_team_is_saved_with_where_and_when_it_plays_at_home(as_director: Client, league: League) -> None:
    home = {"home": "The Anchor", "night": "2", "starts": "19:30"}
    as_director.post(squad_page(league), sent_squad("Ann Reid\nBea Best", **home))
    form = as_director.get(squad_page(league)).context["form"]
    assert [form[name].value() for name in home] == ["The Anchor", 2, time(19, 30)]
    as_director.post(squad_page(league), sent_squad("Ann Reid\nBea Best"))
    assert team(league, "Arima").home == "The Anchor", "what a form did not ask stays"


def rows(league: League, name: str) -> list[tuple[str, date | None, date | None]]:
    return list(team(league, name).squad.values_list("name", "since", "until"))


def test_a_squad_is_pasted_as_people_write_lists_and_shown_before_it_is_saved(
    as_director: Client, league: League
) -> None:
    page = squad_page(league)
    pasted = "1. Ann Reid\n2) Bea Best 07700 900123\n3. Gus Gray\n"
    answer: Any = as_director.post(page, sent_squad(pasted))
    names = "Ann Reid\nBea Best\nGus Gray"
    assert (answer.status_code, answer.context["form"]["names"].value()) == (422, names)
    assert "This is how the list was read" in words(answer)
    assert squad_on(team(league, "Arima"), DAY) == ["Ann Reid", "Bea Best"]
    assert as_director.post(page, sent_squad(names, read=names)).status_code == 302
    assert squad_on(team(league, "Arima"), DAY) == ["Ann Reid", "Bea Best", "Gus Gray"]
    too_long = as_director.post(page, sent_squad("C" * 81))
    assert f"“{'C' * 20}…” is too long: a name has at most 80 letters." in words(too_long)


def test_a_name_like_a_known_one_is_asked_about_and_a_full_squad_is_confirmed(
    as_director: Client, league: League
) -> None:
    change_league(league, {"squad_most": 2}, **BY)
    page = squad_page(league)
    answer: Any = as_director.post(page, sent_squad("Anne Reid\nBea Best\nGus Gray"))
    assert "Nobody is called Anne Reid. Is it one of these? Yes, Ann Reid" in words(answer)
    assert "A squad has at most 2 players, and this one would have 3." in words(answer)
    [(_name, [(_meant, said)])] = answer.context["questions"]
    answer = as_director.post(page, sent_squad("Anne Reid\nBea Best\nGus Gray", meant=said))
    assert answer.context["form"]["names"].value() == "Ann Reid\nBea Best\nGus Gray"
    sure = answer.context["form"].key
    assert as_director.post(page, sent_squad("Ann Reid\nBea Best\nGus Gray", sure=sure)).status_code == 302
    assert rows(league, "Arima")[2] == ("Gus Gray", DAY, None)


def test_a_first_squad_is_for_the_whole_season_and_days_are_corrected_by_line(
    as_director: Client, league: League
) -> None:
    page = squad_page(league, "Erin")
    assert as_director.get(page).context["form"].initial["on"] is None
    assert as_director.post(page, sent_squad("Hal Hope\nIda Iles", name="Erin", on="")).status_code == 302
    assert rows(league, "Erin") == [("Hal Hope", None, None), ("Ida Iles", None, None)]
    one, two = team(league, "Erin").squad.values_list("pk", flat=True)
    days = {f"name-{one}": "Hal Hope", f"since-{one}": "2026-10-01", f"until-{one}": "2026-09-01", f"name-{two}": ""}
    refused = as_director.post(page, {"step": "rows", **days})
    assert (refused.status_code, "This must be after the day they came." in words(refused)) == (422, True)
    as_director.post(page, {"step": "rows", **days, f"until-{one}": "2026-12-01"})
    assert rows(league, "Erin") == [("Hal Hope", date(2026, 10, 1), date(2026, 12, 1))]


def test_a_transfer_is_one_press_with_its_day_is_logged_and_undone(as_director: Client, league: League) -> None:
    change_league(league, {"transfers_until": date(2026, 10, 31)}, **BY)
    ann, page = LeaguePlayer.objects.get(name="Ann Reid"), squad_page(league)
    sent = {"step": "move", "player": ann.pk, "to": team(league, "Couva").pk, "day": "2026-11-01"}
    answer: Any = as_director.post(page, sent)
    assert "Ann Reid is of Arima, and there are no transfers after 31 October 2026." in words(answer)
    assert as_director.post(page, sent | {"sure": answer.context["move"].key}).status_code == 302
    assert rows(league, "Arima")[0] == ("Ann Reid", date(2026, 9, 1), DAY)
    assert rows(league, "Couva")[2] == ("Ann Reid", DAY, None)
    line = log_of_league(league, 1)[1][0]
    assert line.sentence == "Ann Reid moved from Arima to Couva on 1 Nov 2026"
    assert [str(each) for each in line.changes] == [
        "Arima: Ann Reid from 1 Sep 2026 → Ann Reid from 1 Sep 2026 until 1 Nov 2026",
        "Couva: Ann Reid from 1 Nov 2026",
    ]
    last = last_squad_change(team(league, "Couva"))
    assert last is not None
    as_director.post(squad_page(league, "Couva"), {"step": "undo", "seen": last.pk})
    assert squad_on(team(league, "Couva"), DAY) == ["Dan Dix", "Fay Fox"]
    assert rows(league, "Arima")[0] == ("Ann Reid", date(2026, 9, 1), None)
    with pytest.raises(SquadChanged):
        undo_squad_change(team(league, "Couva"), last.pk, **BY)


def test_a_captain_is_told_before_play_and_may_report_all_the_same(league: League) -> None:
    change_league(league, {"substitutes": 0}, **BY)
    client, page = Client(), form_page(league, "Arima")
    sent = SENT | {"players": ["Ann Reid"], "others": "Dan Dix\nBea Bestt"}
    answer: Any = client.post(page, {**sent, "step": "players"})
    assert "Dan Dix plays for Couva." in words(answer)
    assert "Nobody is called Bea Bestt. Is it one of these? Yes, Bea Best" in words(answer)
    assert not LeagueReport.objects.exists()
    [(_name, [(_meant, said)])] = answer.context["form"].questions
    answer = client.post(page, {**sent, "meant": said})
    assert answer.context["form"]["others"].value() == "Dan Dix\nBea Best"
    sent["others"] = "Dan Dix\nBea Best"
    assert client.post(page, {**sent, "sure": answer.context["form"].key}).status_code == 302
    assert LeagueReport.objects.values_list("players", "games").get() == (["Ann Reid", "Dan Dix", "Bea Best"], None)
    answer = client.post(page, sent)
    assert (answer.status_code, "Dan Dix plays for Couva." in words(answer)) == (422, True)
    client.post(page, {**sent, "sure": answer.context["form"].key})
    assert LeagueReport.objects.values_list("players", "games").get() == (["Ann Reid", "Dan Dix", "Bea Best"], 18)


def test_ticked_singles_stay_while_a_captain_is_asked(league: League) -> None:
    change_league(league, {"tables": 2}, **BY)
    client, page = Client(), form_page(league, "Arima")
    sent = {"table_1": "9", "table_1_other": "6", "table_2": "9", "table_2_other": "6", "singles": ["2"]}
    asked = client.post(page, sent | {"others": "Dan Dix"})
    assert "Dan Dix plays for Couva." in words(asked)
    assert re.findall(r'name="singles" value="(\d)"[^>]* checked', asked.content.decode()) == ["2"]
    client.post(page, sent | {"others": "Dan Dix", "sure": asked.context["form"].key})
    assert LeagueReport.objects.values_list("tables", "singles").get() == ([[9, 6], [9, 6]], [2])


def test_who_plays_stays_when_the_other_captains_report_is_confirmed(league: League) -> None:
    save_players(match_of(league), team(league, "Arima"), ["Ann Reid"], **BY)
    report_result(match_of(league), team(league, "Couva"), Figures(12, 18), now=NOW)
    confirm = {"step": "confirm", "seen": Figures(12, 18).key}
    said = words(Client().post(form_page(league, "Arima"), confirm, follow=True))
    assert "Confirmed. Both captains agree. Arima" in said
    assert match_of(league).games is not None
    assert eligibility_of(league).players_of(match_of(league), team(league, "Arima")) == ("Ann Reid",)


def test_who_confirms_without_having_said_who_played_is_asked_to(league: League) -> None:
    report_result(match_of(league), team(league, "Couva"), Figures(12, 18), now=NOW)
    client, page = Client(), form_page(league, "Arima")
    said = words(client.post(page, {"step": "confirm", "seen": Figures(12, 18).key}, follow=True))
    assert "Confirmed. Both captains agree. Open the match again to say who played for you." in said
    again = form_page(league, "Arima")
    sent = {each.name: each.value() for each in client.get(again).context["form"] if each.value() not in (None, [])}
    assert client.post(again, sent | {"players": ["Ann Reid"]}).status_code == 302
    assert eligibility_of(league).players_of(match_of(league), team(league, "Arima")) == ("Ann Reid",)


def doubted(league: League) -> list[str]:
    return [
        each.why for match in eligibility_of(league).doubted_matches() for _team, of in match.doubted for each in of
    ]


def test_the_secretary_finds_who_may_not_have_played_and_allows_them_with_a_reason(
    as_director: Client, league: League
) -> None:
    match, arima = match_of(league), team(league, "Arima")
    page = f"/leagues/{league.pk}/results/{match.pk}/players/"
    sent = {f"{arima.pk}-players": ["Ann Reid"], f"{arima.pk}-others": "Dan Dix"}
    assert as_director.post(page, sent | {f"{team(league, 'Couva').pk}-others": ""}).status_code == 302
    assert "Dan Dix plays for Couva." in words(as_director.get(f"/leagues/{league.pk}/reports/"))
    answer: Any = as_director.get(page)
    [(_player, name)] = next(side["doubted"] for side in answer.context["sides"] if side["doubted"])
    assert as_director.post(page, {"allow": name, "reason": ""}).status_code == 422
    assert as_director.post(page, {"allow": name, "reason": "Both captains agreed."}).status_code == 302
    assert doubted(league) == []
    assert "Dan Dix may play for Arima: Both captains agreed." in words(as_director.get(page))
    assert as_director.post(page, {"disallow": name}).status_code == 302
    assert doubted(league) == ["Dan Dix plays for Couva."]
    assert [line.sentence.partition(": ")[2] for line in log_of_league(league, 1)[1]][:3] == [
        "no longer allows Dan Dix to play for Arima",
        "allowed Dan Dix to play for Arima",
        "who plays for Arima",
    ]
    with pytest.raises(NeedsReason):
        allow_player(match, arima, "Dan Dix", reason=" ", **BY)


def test_what_the_secretary_has_to_decide_stands_on_the_page_of_each_division_and_cup(
    as_director: Client, as_scorer: Client, league: League
) -> None:
    below = open_league({"name": league.name, "season": league.season, "division": 2}, **BY)
    cup = draw_cup(league, "Cup", list(league.teams.all()), lot=1, **BY)
    assert [*open_cases(league)] == [*open_cases(below)] == [*open_cases(cup)] == []
    match = match_of(league)
    report_result(match, match.team, Figures(18, 12), now=NOW)
    report_result(match, match.other or match.team, Figures(18, 12), now=NOW)
    save_players(match, team(league, "Arima"), ["Ann Reid", "Dan Dix"], **BY)
    cases = [(each.league.pk, each.match.pk, each.is_disputed) for each in open_cases(below)]
    assert cases == [(league.pk, match.pk, True), (league.pk, match.pk, False)]
    name = f"{match.team.name} – {match.other}"
    for page in (league, below, cup):
        said = words(as_director.get(f"/leagues/{page.pk}/"))
        assert f"decide: Central: {name} (disputed) Central: {name} (ineligible players)" in said, said
        assert "For you to decide" not in words(as_scorer.get(f"/leagues/{page.pk}/"))


def test_the_match_or_a_table_is_forfeited_for_a_player_who_may_not_play(as_director: Client, league: League) -> None:
    figures = Figures(18, 12, 9, 7) if match_of(league).team.name == "Arima" else Figures(12, 18, 7, 9)
    report_result(match_of(league), match_of(league).team, figures, now=NOW)
    report_result(match_of(league), match_of(league).other or team(league, "Couva"), figures.from_other_side, now=NOW)
    save_players(match_of(league), team(league, "Arima"), ["Ann Reid", "Dan Dix"], **BY)
    page = as_director.get(f"/leagues/{league.pk}/results/{match_of(league).pk}/players/")
    side: Any = next(each for each in page.context["sides"] if each["doubted"])
    form = as_director.get(side["forfeit_table"]).context["form"]
    arima = "team" if match_of(league).team.name == "Arima" else "other"
    proposed = [form[name].value() for name in ("outcome", "forfeited_by", "reason")]
    assert proposed == ["table_forfeited", arima, "Dan Dix plays for Couva."]
    form = as_director.get(side["forfeit_match"]).context["form"]
    assert (form["outcome"].value(), form["winner"].value()) == ("forfeited", str(team(league, "Couva").pk))
    sent = {"step": "save", "outcome": "table_forfeited", "games": "11", "other_games": "17", "reason": "Dan Dix."}
    unsaid = as_director.post(side["forfeit_table"].partition("?")[0], sent)
    assert unsaid.context["form"].errors == {"forfeited_by": ["Choose who forfeits a table."]}
    sent["forfeited_by"] = arima
    assert as_director.post(side["forfeit_table"].partition("?")[0], sent).status_code == 302
    ruled = match_of(league)
    assert (ruled.games, ruled.other_games, {ruled.hang_jacks, ruled.other_hang_jacks}) == (11, 17, {9, 7})
    assert doubted(league) == []
    assert "a table forfeited" in words(as_director.get(f"/leagues/{league.pk}/"))
    undo_ruling(ruled, reason="Wrong.", **BY)
    assert doubted(league) == ["Dan Dix plays for Couva."]
    rule_match(match_of(league), "forfeited", winner=team(league, "Couva"), reason="Dan Dix.", **BY)
    assert doubted(league) == []


def test_what_one_team_forfeits_leaves_the_case_of_the_other_open(as_director: Client, league: League) -> None:
    match = match_of(league)
    assert match.other is not None
    score = {"games": 11, "other_games": 17}
    report_result(match, match.team, Figures(18, 12), now=NOW)
    report_result(match, match.other, Figures(12, 18), now=NOW)
    save_players(match_of(league), team(league, "Arima"), ["Ann Reid", "Dan Dix"], **BY)
    save_players(match_of(league), team(league, "Couva"), ["Dan Dix", "Ann Reid"], **BY)
    of_arima, of_couva = "Dan Dix plays for Couva.", "Ann Reid plays for Arima."
    assert sorted(doubted(league)) == [of_couva, of_arima]
    arima, couva = ("team", "other") if match.team.name == "Arima" else ("other", "team")
    ruled = rule_match(match_of(league), "table_forfeited", figures=score, forfeited_by=arima, reason="Dan.", **BY)
    assert doubted(league) == [of_couva]
    page = as_director.get(f"/leagues/{league.pk}/results/{ruled.pk}/players/")
    assert [side["team"].name for side in page.context["sides"] if side["doubted"]] == ["Couva"]
    assert "A table forfeited. Undo this ruling to rule otherwise." in words(page)
    for side, left in ((couva, [of_arima]), ("both", [])):
        undo_ruling(match_of(league), reason="Wrong.", **BY)
        assert sorted(doubted(league)) == [of_couva, of_arima]
        rule_match(match_of(league), "table_forfeited", figures=score, forfeited_by=side, reason="Both.", **BY)
        assert doubted(league) == left
    undo_ruling(match_of(league), reason="Wrong.", **BY)
    rule_match(match_of(league), "forfeited", winner=team(league, "Couva"), reason="Dan.", **BY)
    assert doubted(league) == [of_couva]
    with pytest.raises(IncompleteRuling):
        rule_match(match_of(league), "table_forfeited", figures=score, reason="Whose?", **BY)


def test_a_person_who_was_merged_is_of_the_squad_under_either_name(league: League) -> None:
    kept, gone = (Player.objects.create(club=league.club, name=name) for name in ("Ann Reid", "Annie Reid"))
    save_players(match_of(league), team(league, "Couva"), ["Annie Reid"], **BY)
    assert doubted(league) == []
    merge = merge_people(kept, gone, **BY)
    assert doubted(league) == ["Annie Reid plays for Arima."]
    undo_merge(merge, **BY)
    assert doubted(league) == []


def test_in_a_cup_the_squad_is_that_of_the_league(as_director: Client, league: League) -> None:
    teams = list(LeagueTeam.objects.filter(league=league))
    cup = draw_cup(league, "Cup", teams, lot=1, **BY)
    move_player(LeaguePlayer.objects.get(name="Ann Reid", team__league=league), team(league, "Couva"), on=DAY, **BY)
    assert squad_on(team(cup, "Couva"), DAY) == ["Dan Dix", "Fay Fox", "Ann Reid"]
    assert as_director.get(squad_page(cup, "Couva"))["Location"] == squad_page(league, "Couva")
    book = eligibility_of(cup)
    arima = team(cup, "Arima")
    match = LeagueResult.objects.select_related("team", "other").get(pk=cup.results.filter(round=1)[0].pk)
    match.day = DAY
    assert book.judge(match, arima, ["Ann Reid"]) == [Doubted("Ann Reid", "Ann Reid left Arima on 1 November 2026.")]
