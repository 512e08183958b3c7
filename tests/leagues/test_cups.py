"""Cups, play-offs and plates: drawn from a league, followed round by round, and undone."""

import io
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.leagues.test_league_pages import words
from tests.leagues.test_leagues import HEADER, bring_in
from tests.leagues.test_next_season import a_ranking
from tournament.leagues.captain_links import token_of
from tournament.leagues.fixtures.cup_days import SeasonDays, plan_cup
from tournament.leagues.queries.cups import cups_of, days_of_season, is_first_round_over, teams_for_cup
from tournament.leagues.queries.log import log_of_league
from tournament.leagues.queries.page import league_page
from tournament.leagues.queries.reports import reported_match
from tournament.leagues.queries.results import lines_of, results_of
from tournament.leagues.queries.week import week_of_league, write_week_text
from tournament.leagues.reported import Figures
from tournament.leagues.services.cups import CupHasBegun, TooFewTeams, draw_cup, undo_draw
from tournament.leagues.services.fixtures import (
    EvenDates,
    HasMatches,
    block_days,
    date_match,
    date_rounds,
    make_fixtures,
)
from tournament.leagues.services.leagues import (
    LeagueExists,
    correct_result,
    open_league,
    put_back_result,
    take_out_result,
)
from tournament.leagues.services.reports import bring_up_to_date, renew_captain_link, report_result, revoke_captain_link
from tournament.leagues.services.rulings import rule_match, undo_ruling, withdraw_team
from tournament.leagues.services.teams import NameTaken, TeamTwice, change_team
from tournament.models import Account, Club, League, LeagueResult, LeagueTeam
from tournament.paper.documents.brackets import lay_out_tree
from tournament.press.sheets import Options

NOW = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
BY: dict[str, Any] = {"by": None, "now": NOW}
FIVE = ("Arima", "Couva", "Erin", "Moruga", "Toco")


@pytest.fixture
def league(db: None) -> League:
    league = open_league({"name": "Swale", "season": "2026", "meetings": 0, "play_off": 4}, **BY)
    bring_in(league, a_ranking(*FIVE))
    return league


@pytest.fixture
def secretary(league: League) -> Client:
    account = Account.objects.create_user("Sam", club=Club.objects.get(), role="secretary")
    client = Client()
    client.force_login(account)
    return client


def draw(league: League, *, lot: int | None = None, name: str = "Swale Cup", dates: EvenDates | None = None) -> League:
    teams = [each.team for each in teams_for_cup(league)]
    rounds = plan_cup(days_of_season(league), teams, dates, is_beside_league=False) if dates else []
    return draw_cup(league, name, teams, lot=lot, days=[each.day for each in rounds], **BY)


def matches_in(cup: League) -> list[tuple[int, str, str]]:
    bring_up_to_date(cup, now=NOW)
    return sorted((each.round, each.team.name, each.other.name) for each in results_of(cup) if each.other)


def the_match(cup: League, team: str, number: int) -> LeagueResult:
    bring_up_to_date(cup, now=NOW)
    return next(each for each in results_of(cup) if each.round == number and team in (each.team.name, str(each.other)))


def play(cup: League, number: int, winner: str, *, games: tuple[int, int] = (18, 12)) -> LeagueResult:
    match = the_match(cup, winner, number)
    own, other = games if match.team.name == winner else games[::-1]
    return correct_result(match, {"games": own, "other_games": other}, reason="The result arrived.", **BY)


def bracket_in(cup: League) -> list[tuple[str, list[str]]]:
    bring_up_to_date(cup, now=NOW)
    bracket = league_page(cup).bracket
    assert bracket is not None
    return [
        (
            column.label,
            [
                " v ".join(f"{side.name or '?'}{'*' if side.won else ''}" for side in match.sides)
                + _say_of_match("–".join(side.score for side in match.sides if side.score), column.day, match.note)
                for match in column.matches
            ],
        )
        for column in bracket.columns
    ]


def _say_of_match(*parts: str) -> str:
    said = ", ".join(part for part in parts if part)
    return f" ({said})" if said else ""


def said_in_log(league: League) -> list[str]:
    return [line.sentence for line in log_of_league(league, 1)[1]]


def test_a_cup_seeded_by_the_table_gives_byes_to_the_top_and_winners_go_on(league: League) -> None:
    cup = draw(league)
    assert str(cup) == "Swale Cup 2026"
    assert matches_in(cup) == [(1, "Moruga", "Toco"), (2, "Couva", "Erin")]
    play(cup, 1, "Toco")
    assert matches_in(cup) == [(1, "Moruga", "Toco"), (2, "Arima", "Toco"), (2, "Couva", "Erin")]
    play(cup, 2, "Toco")
    play(cup, 2, "Erin")
    assert matches_in(cup)[-1] == (3, "Toco", "Erin")  # both were away so far: the upper in the bracket is at home
    play(cup, 3, "Toco")
    assert bracket_in(cup) == [
        ("Quarter-finals", ["Arima*", "Moruga v Toco* (12–18)", "Couva*", "Erin*"]),
        ("Semi-finals", ["Arima v Toco* (12–18)", "Couva v Erin* (12–18)"]),
        ("Final", ["Toco* v Erin (18–12)"]),
    ]
    assert league_page(cup).looked == league_page(cup).looked.__class__((), ())
    assert write_week_text(week_of_league(cup, today=NOW.date())).count("*Winner: Toco*") == 1
    assert said_in_log(cup)[-1] == "Drew Swale Cup 2026 by the table"


def test_a_lot_gives_the_same_draw_again_and_the_log_has_its_number(league: League) -> None:
    first, second = draw(league, lot=4711), draw(league, lot=4711, name="Again")
    assert matches_in(first) == matches_in(second)
    assert [team.name for team in first.teams.order_by("number")] == ["Toco", "Arima", "Erin", "Moruga", "Couva"]
    assert said_in_log(league)[1] == "Drew Swale Cup 2026 by lot, number 4711"
    assert [str(cup) for cup in cups_of(league, shown_only=False)] == ["Swale Cup 2026", "Again 2026"]
    assert cups_of(league, shown_only=True) == []


def test_a_correction_changes_who_goes_on_until_the_next_match_is_played(league: League) -> None:
    cup = draw(league)
    play(cup, 1, "Toco")
    semi_final = the_match(cup, "Toco", 2)
    play(cup, 1, "Moruga")
    assert matches_in(cup) == [(1, "Moruga", "Toco"), (2, "Arima", "Moruga"), (2, "Couva", "Erin")]
    assert the_match(cup, "Moruga", 2).pk == semi_final.pk
    assert said_in_log(cup)[0] == "Round 2: Arima – Moruga, instead of Arima – Toco"
    assert bring_up_to_date(cup, now=NOW) == 0
    play(cup, 2, "Moruga")
    play(cup, 1, "Toco")
    assert matches_in(cup) == [(1, "Moruga", "Toco"), (2, "Arima", "Moruga"), (2, "Couva", "Erin")]
    assert league_page(cup).looked.doubts == (
        "Arima – Moruga, semi-finals: by the matches before, other teams meet here. Correct those or remove it.",
    )


def test_a_match_of_a_team_that_was_not_drawn_is_said_and_changes_nothing(league: League) -> None:
    cup = draw(league)
    before = bracket_in(cup)
    bring_in(cup, f"{HEADER}\n1,Toco,18,,Zion,5,,,\n4,Arima,18,,Erin,5,,,\n")
    assert bracket_in(cup) == before
    assert league_page(cup).looked.doubts[-2:] == (
        "Toco – Zion, quarter-finals: by the matches before, other teams meet here. Correct those or remove it.",
        "Arima – Erin, 4: by the matches before, other teams meet here. Correct those or remove it.",
    )


def test_a_match_that_a_captain_reported_is_not_changed(league: League) -> None:
    cup = draw(league)
    play(cup, 1, "Toco")
    semi_final = the_match(cup, "Toco", 2)
    report_result(semi_final, semi_final.team, Figures(18, 3), now=NOW)
    play(cup, 1, "Moruga")
    assert (2, "Arima", "Toco") in matches_in(cup)


def test_captains_report_a_match_again_whose_result_was_removed_and_its_undo_opens_what_they_said(
    league: League,
) -> None:
    cup = draw(league)
    match = the_match(cup, "Erin", 2)
    report_result(match, match.other, Figures(18, 3), now=NOW)
    removed = report_result(match, match.team, Figures(3, 18), now=NOW)
    take_out_result(removed, reason="By mistake", **BY)
    again = the_match(cup, "Erin", 2)
    assert (again.games, reported_match(again).open_reports) == (None, [])
    put_back_result(removed, **BY)
    back = the_match(cup, "Erin", 2)
    assert (back.games, len(reported_match(back).open_reports)) == (3, 2)
    take_out_result(back, reason="Another one", by=None, now=NOW + timedelta(hours=1))
    again = the_match(cup, "Erin", 2)
    for team, figures in ((again.team, Figures(3, 18)), (again.other, Figures(18, 3))):
        report_result(again, team, figures, now=NOW)
    assert the_match(cup, "Erin", 2).other_games == 18


def test_after_a_draw_nobody_goes_on_until_the_secretary_says_who_or_it_is_replayed(league: League) -> None:
    cup = draw(league)
    drawn = play(cup, 1, "Toco", games=(12, 12))
    assert league_page(cup).looked.doubts == (
        "Moruga – Toco, quarter-finals: a draw. Rule that it is played again, or who goes on.",
    )
    assert (2, "Arima", "Toco") not in matches_in(cup)
    ruled = rule_match(
        drawn, "goes_on", winner=drawn.other, figures={"games": 12, "other_games": 12}, reason="Extra game", **BY
    )
    assert bracket_in(cup)[0] == (
        "Quarter-finals",
        ["Arima*", "Moruga v Toco* (12–12, Toco goes on)", "Couva*", "Erin*"],
    )
    assert (2, "Arima", "Toco") in matches_in(cup)
    assert [(line.bullseyes_a, line.outcome) for line in lines_of(cup)][0] == (12, "goes_on")
    back = undo_ruling(ruled, reason="Wrong team", **BY)
    assert matches_in(cup) == [(1, "Moruga", "Toco"), (2, "Couva", "Erin")]
    assert said_in_log(cup)[0] == "Round 2: Arima – Toco is off"
    rule_match(back, "replay", reason="As the rules say", **BY)
    assert league_page(cup).looked.doubts == ()
    assert [each.pk for each in results_of(cup) if each.is_fixture and each.round == 1] != []


def test_walk_overs_void_matches_and_teams_that_leave_let_the_others_go_on(league: League) -> None:
    cup = draw(league)
    first = the_match(cup, "Toco", 1)
    rule_match(first, "walk_over", winner=first.team, reason="Nobody came", **BY)
    assert (2, "Arima", "Moruga") in matches_in(cup)
    withdraw_team(cup.teams.get(name="Arima"), "kept", on=NOW.date(), reason="No players", **BY)
    void = the_match(cup, "Erin", 2)
    rule_match(void, "void", reason="Neither came", **BY)
    bracket = league_page(cup).bracket
    assert bracket is not None
    assert bracket.winner == "Moruga"
    assert league_page(cup).looked.doubts == ()


def test_rounds_have_dates_that_leave_out_days_off_and_follow_each_team_s_night(
    league: League, secretary: Client
) -> None:
    block_days(league, first=date(2026, 12, 31), last=date(2027, 1, 2), reason="New Year", **BY)
    league.teams.filter(name="Couva").update(night=4)
    cup = draw(league, dates=EvenDates(date(2026, 12, 3), 28))
    assert cup.round_days == ["2026-12-03", "2027-01-07", "2027-01-28"]
    assert [(each.round, each.day) for each in results_of(cup)] == [(1, date(2026, 12, 3))]
    assert bracket_in(cup)[1:] == [
        ("Semi-finals", ["Arima v ? (Thu 7 Jan)", "Couva v Erin (Fri 8 Jan)"]),
        ("Final", ["? v ? (Thu 28 Jan)"]),
    ]
    date_rounds(cup, {3: {"day": date(2027, 2, 11)}}, **BY)
    cup.refresh_from_db()
    assert bracket_in(cup)[2] == ("Final", ["? v ? (Thu 11 Feb)"])
    assert said_in_log(cup)[0] == "Set when and where to play round 3"
    page = secretary.get(reverse("league_fixtures", args=[cup.pk]))
    assert [list(form.fields) for form in page.context["forms"]][2] == ["day"]
    assert 'name="round-3-day" value="2027-02-11"' in page.content.decode()


def test_the_losers_of_the_first_round_are_drawn_into_a_plate(league: League) -> None:
    teams = [each.team for each in teams_for_cup(league)][:4]
    cup = draw_cup(league, "Cup", teams, lot=None, **BY)
    assert not is_first_round_over(cup)
    play(cup, 1, "Arima")
    play(cup, 1, "Couva")
    assert is_first_round_over(cup)
    plate = draw(cup, name="Plate")
    assert matches_in(plate) == [(1, "Erin", "Moruga")]
    assert [str(each) for each in cups_of(cup, shown_only=False)] == ["Plate 2026"]
    with pytest.raises(CupHasBegun):
        undo_draw(cup, **BY)


def test_a_captain_s_one_link_opens_the_cup_and_the_plate_too_until_it_is_revoked(league: League) -> None:
    cup = draw(league)
    play(cup, 1, "Toco")
    draw_cup(cup, "Plate", [each.team for each in teams_for_cup(league)][3:], lot=None, **BY)
    team = league.teams.get(name="Moruga")
    page = Client().get(reverse("captain", args=[token_of(team)]))
    assert [str(each) for each, _token in page.context["cups"]] == ["Swale Cup 2026", "Plate 2026"]
    assert page.context["cups_to_play"] == {League.objects.get(name="Plate").pk}
    assert "Plate 2026: your next match" in words(page)
    of_cup = Client().get(reverse("captain", args=[token_of(cup.teams.get(name="Toco"))]))
    assert ("Quarter-finals" in words(of_cup) or "First round" in words(of_cup), "Round 1" in words(of_cup)) == (
        True,
        False,
    )
    links = [reverse("captain", args=[token]) for _cup, token in page.context["cups"]]
    assert [Client().get(link).status_code for link in links] == [200, 200]
    renew_captain_link(team, **BY)
    assert [Client().get(link).status_code for link in links] == [404, 404]
    revoke_captain_link(team, **BY)
    assert set(LeagueTeam.objects.filter(name="Moruga").values_list("captain_key", flat=True)) == {""}


def test_a_ruling_in_a_cup_is_saved_at_once_and_only_a_cup_has_who_goes_on(league: League, secretary: Client) -> None:
    cup = draw(league)
    drawn = play(cup, 1, "Toco", games=(12, 12))
    of_league = reverse("league_ruling", args=[league.pk, results_of(league)[0].pk])
    assert "Decided after a draw" not in secretary.get(of_league).content.decode()
    address = reverse("league_ruling", args=[cup.pk, drawn.pk])
    assert "Decided after a draw" in secretary.get(address).content.decode()
    ruling = {
        "outcome": "goes_on",
        "winner": drawn.team_id,
        "games": 12,
        "other_games": 12,
        "reason": "Most hang jacks",
    }
    assert secretary.post(address, ruling | {"games": 13}).status_code == 422
    assert secretary.post(address, ruling).url == reverse("league", args=[cup.pk])
    assert (2, "Arima", "Moruga") in matches_in(cup)
    team = cup.teams.get(name="Moruga")
    page = secretary.get(reverse("league_team", args=[cup.pk, team.pk]))
    assert (page.status_code, page.context["row"]) == (200, None)


def test_a_draw_is_undone_as_long_as_nothing_has_happened(league: League) -> None:
    cup = draw(league)
    undo_draw(cup, **BY)
    assert list(League.objects.values_list("name", flat=True)) == ["Swale"]
    assert said_in_log(league)[0] == "Undid the draw of Swale Cup 2026"
    cup = draw(league)
    play(cup, 1, "Toco")
    with pytest.raises(CupHasBegun):
        undo_draw(cup, **BY)
    with pytest.raises(CupHasBegun):
        undo_draw(league, **BY)
    with pytest.raises(HasMatches):
        make_fixtures(cup, ["Arima", "Couva"], meetings=1, **BY)


def test_a_cup_is_refused_with_one_team_with_equal_names_or_a_second_time(league: League) -> None:
    teams = [each.team for each in teams_for_cup(league)]
    with pytest.raises(TooFewTeams):
        draw_cup(league, "Cup", teams[:1], lot=None, **BY)
    with pytest.raises(TeamTwice):
        draw_cup(league, "Cup", [teams[0], teams[0]], lot=None, **BY)
    draw(league)
    with pytest.raises(LeagueExists):
        draw(league)


def test_the_play_offs_are_drawn_and_undone_from_the_page_of_the_league(league: League, secretary: Client) -> None:
    page = secretary.get(reverse("league", args=[league.pk])).content.decode()
    assert "Draw the play-offs" in page
    address = reverse("league_cup", args=[league.pk])
    form = secretary.get(f"{address}?play-offs=1").context["form"]
    assert form["name"].value() == "Swale, play-offs"
    assert form["order"].value() == "table"
    ticked = [each.team.pk for each in teams_for_cup(league)][:4]
    assert form["teams"].value() == ticked
    assert (
        secretary.post(address, {"name": "Swale play-offs", "order": "table", "teams": ticked[:1]}).status_code == 422
    )
    answer = secretary.post(
        address, {"name": "Swale play-offs", "order": "lot", "teams": ticked, "first": "2026-12-03", "at": "19:30"}
    )
    cup = League.objects.get(is_cup=True)
    assert answer.url == reverse("league", args=[cup.pk])
    page = secretary.get(answer.url).content.decode()
    assert f"Drawn by lot, number {cup.lot}." in page
    assert "Semi-finals" in page
    assert secretary.get(reverse("league_fixtures", args=[cup.pk])).status_code == 200
    assert secretary.get(reverse("league_week", args=[cup.pk])).status_code == 200
    assert Client().get(answer.url).status_code == 403
    assert secretary.post(reverse("league_cup", args=[cup.pk]), {"undo": "1"}).url == reverse(
        "league", args=[league.pk]
    )
    assert not League.objects.filter(is_cup=True).exists()


def test_the_first_of_each_division_go_on_and_a_second_cup_is_proposed_for_the_others(secretary: Client) -> None:
    season = {"name": "World", "season": "2026", "meetings": 0}
    divisions = [open_league({**season, "division": number}, **BY) for number in (1, 2)]
    bring_in(divisions[0], a_ranking("Arima", "Couva", "Erin"))
    bring_in(divisions[1], a_ranking("London", "Moruga", "Toco"))
    address = reverse("league_cup", args=[divisions[0].pk])
    ticked = secretary.get(address).context["form"]["teams"].value()
    assert len(ticked) == 6
    secretary.post(address, {"name": "Gold", "order": "table", "teams": ticked, "best": 2})
    cup = League.objects.get(is_cup=True)
    assert [team.name for team in cup.teams.order_by("number")] == ["Arima", "London", "Couva", "Moruga"]
    assert secretary.get(address).context["form"]["name"].value() == "World, second cup"
    others = secretary.get(address).context["form"]["teams"].value()
    assert [each.team.name for each in teams_for_cup(divisions[0]) if each.team.pk in others] == ["Erin", "Toco"]


def test_a_team_that_is_renamed_has_its_new_name_in_the_cups_that_were_drawn_before(league: League) -> None:
    League.objects.update(division=1)
    below = open_league({"name": "Swale", "season": "2026", "division": 2, "meetings": 0}, **BY)
    bring_in(below, a_ranking("Penal", "Zion"))
    cup = draw(League.objects.get(pk=league.pk))
    plate = draw_cup(cup, "Plate", list(cup.teams.filter(name__in=("Toco", "Zion"))), lot=None, **BY)
    for old, new in (("Toco", "Toco Tigers"), ("Zion", "Zion Stars")):
        team = LeagueTeam.objects.get(league__drawn_from=None, name=old)
        change_team(team, name=new, captain="Ann", contact="", **BY)
    assert {team.name for team in plate.teams.all()} == {"Toco Tigers", "Zion Stars"}
    assert [name for name in bracket_in(cup)[0][1] if "Toco" in name or "Zion" in name] == [
        "Moruga v Toco Tigers",
        "Couva v Zion Stars",
    ]
    assert said_in_log(cup)[0] == "Changed the team Zion"
    with pytest.raises(NameTaken):
        change_team(LeagueTeam.objects.get(league=below, name="Penal"), name="Arima", captain="", contact="", **BY)


def test_a_cup_is_drawn_and_played_through_its_pages_with_a_walk_over_to_its_bracket_on_paper(
    league: League, secretary: Client
) -> None:
    teams = [each.team.pk for each in teams_for_cup(league)][:4]
    secretary.post(reverse("league_cup", args=[league.pk]), {"name": "Swale Cup", "order": "table", "teams": teams})
    cup = League.objects.get(is_cup=True)
    page = reverse("league", args=[cup.pk])
    won, given = the_match(cup, "Arima", 1), the_match(cup, "Couva", 1)
    at_home = won.team.name == "Arima"
    figures = {"games": "18" if at_home else "7", "other_games": "7" if at_home else "18", "step": "correct"}
    entered = secretary.post(reverse("league_result", args=[cup.pk, won.pk]), figures)
    assert (entered.status_code, entered["Location"]) == (302, page)
    ruling = {"outcome": "walk_over", "winner": str(given.team_id), "reason": "No players", "step": "save"}
    ruled = secretary.post(reverse("league_ruling", args=[cup.pk, given.pk]), ruling)
    assert (ruled.status_code, ruled["Location"]) == (302, page)
    secretary.get(page)
    final = the_match(cup, "Arima", 2)
    assert {final.team.name, str(final.other)} == {"Arima", given.team.name}
    labels = [label for label, _matches in bracket_in(cup)]
    assert labels == ["Semi-finals", "Final"]
    said = secretary.get(page).content.decode()
    for part in ("Semi-finals", "Final", "18", "walk-over", given.team.name):
        assert part in said, part
    secretary.post(
        reverse("league_result", args=[cup.pk, final.pk]), {"games": "9", "other_games": "18", "step": "correct"}
    )
    assert f"Winner: {final.other}" in " ".join(secretary.get(page).content.decode().split()).replace("</b>", "")
    assert f"Swale Cup : {final.other} won" in words(secretary.get(reverse("league_next_season", args=[league.pk])))
    (paper,) = PdfReader(io.BytesIO(secretary.get(reverse("league_pdf", args=[cup.pk])).content)).pages
    printed = " ".join(paper.extract_text().split())
    for part in ("Semi-finals", "Final", "18", "walk-over", *(team.name for team in cup.teams.all())):
        assert part in printed, part


def test_a_bracket_has_scores_seeds_and_days_and_the_way_of_the_winner(league: League) -> None:
    cup = draw(league, dates=EvenDates(date(2026, 12, 1), 28))
    semi_final = the_match(cup, "Couva", 2)
    date_match(semi_final, {"day": date(2026, 12, 30)}, is_postponed=False, **BY)
    for number, winner in ((1, "Toco"), (2, "Toco"), (2, "Erin"), (3, "Toco")):
        play(cup, number, winner)
    bracket = league_page(cup).bracket
    assert bracket is not None
    assert [column.day for column in bracket.columns] == ["Tue 1 Dec", "", "Tue 26 Jan"]
    assert [match.note for match in bracket.columns[1].matches] == ["Tue 29 Dec", "Wed 30 Dec"]
    (final,) = bracket.columns[2].matches
    assert [(side.name, side.seed, side.score) for side in final.sides] == [("Toco", 5, "18"), ("Erin", 3, "12")]
    (tree,) = lay_out_tree(bracket.columns, bracket.winner, Options())
    ways = [[line.side.name for line in box.lines] for box in tree.boxes if box.is_on_path]
    assert ways == [["Moruga", "Toco"], ["Arima", "Toco"], ["Toco", "Erin"]]
    assert [part.count("M") for part in (tree.lines, tree.winners_lines, tree.path)] == [0, 4, 3]


def test_a_round_of_a_cup_begins_after_all_nights_of_the_one_before(league: League) -> None:
    LeagueTeam.objects.filter(name="Erin").update(night=4)
    block_days(league, first=date(2026, 11, 27), reason="Let", **BY)
    cup = draw(league, dates=EvenDates(date(2026, 11, 23), 2))
    assert cup.round_days == ["2026-11-30", "2026-12-05", "2026-12-12"]
    weekly = draw(league, name="Weekly", dates=EvenDates(date(2026, 11, 23), 7))
    assert weekly.round_days == ["2026-11-30", "2026-12-07", "2026-12-14"], "on the same day of the week"


def test_the_message_of_a_cup_says_which_round_was_played_and_which_comes(league: League) -> None:
    cup = draw(league, dates=EvenDates(date(2026, 11, 23), 7))
    play(cup, 1, "Toco")
    text = write_week_text(week_of_league(cup, today=date(2026, 11, 24)))
    assert ("Mon 23 Nov, Quarter-finals\n" in text, "Mon 30 Nov, Semi-finals\n" in text) == (True, True)


def test_a_draw_says_that_two_teams_of_one_hall_are_at_home_after_their_byes(secretary: Client) -> None:
    league = open_league({"name": "Kent", "season": "2026", "meetings": 0}, **BY)
    bring_in(league, a_ranking(*FIVE, "Usine", "Valsayn", "Whitby", "Zion"))
    league.teams.update(home="The Anchor", night=1)
    at = reverse("league_cup", args=[league.pk])
    sent = {"name": "Kent Cup", "order": "table", "teams": secretary.get(at).context["form"]["teams"].value()}
    page: Any = secretary.post(at, {**sent, "first": "2099-01-06", "days_between": 7}, follow=True)
    said = [str(each) for each in page.context["messages"]]
    assert any(each.startswith("The Anchor has two matches on Tue 13 Jan 2099") for each in said), said


def test_a_cup_is_proposed_for_weeks_in_which_no_division_plays(secretary: Client, league: League) -> None:
    League.objects.filter(pk=league.pk).update(division=1)
    second = open_league({"name": "Swale", "season": "2026", "division": 2}, **BY)
    league.results.filter(round=1).update(day=date(2099, 1, 6))
    league.results.filter(round=3).update(day=date(2099, 2, 3))
    make_fixtures(second, ["Zion", "Usine"], meetings=1, dates=EvenDates(date(2099, 1, 13), 7), **BY)
    block_days(second, first=date(2099, 2, 10), reason="Carnival", **BY)
    at = reverse("league_cup", args=[league.pk])
    form = secretary.get(at).context["form"]
    assert (form["first"].value(), form["is_beside_league"].value()) == (date(2099, 1, 20), True)
    sent = {"name": "Swale Cup", "order": "table", "teams": form["teams"].value(), "days_between": 7}
    page: Any = secretary.post(at, {**sent, "first": "2099-01-20", "is_beside_league": "on"}, follow=True)
    assert page.context["league"].round_days == ["2099-01-20", "2099-01-27", "2099-02-17"]
    assert str(list(page.context["messages"])[1]) == (
        "Weeks were skipped: Tue 17 Feb 2099, not Tue 3 Feb 2099: Carnival; the league plays."
        " Under Fixtures you can move each round."
    )
    page = secretary.post(at, {**sent, "name": "Midweek", "first": "2099-01-15"}, follow=True)
    assert page.context["league"].round_days[0] == "2099-01-15", "the secretary may choose a week of the league"
    play_offs = secretary.get(at + "?play-offs=1").context["form"]
    assert play_offs["first"].value() == date(2099, 2, 24), "after the league and its cups"


def test_a_cup_that_waits_for_the_end_of_the_league_keeps_the_days_between_its_rounds() -> None:
    league_days = tuple(date(2027, 1, 5) + timedelta(days=7 * week) for week in range(9))
    season, teams = SeasonDays(league_days, ()), [LeagueTeam() for _team in range(5)]
    rounds = plan_cup(season, teams, EvenDates(date(2027, 1, 4), 28), is_beside_league=True)
    assert [each.day for each in rounds] == [date(2027, 3, 8), date(2027, 4, 5), date(2027, 5, 3)]
    assert str(rounds[0]) == "Mon 8 Mar 2027, not Mon 4 Jan 2027: the league plays"
    rounds = plan_cup(season, teams, EvenDates(date(2027, 3, 9), 0), is_beside_league=True)
    assert [each.day for each in rounds] == [date(2027, 3, 9)] * 3


def test_a_cup_of_one_day_is_played_on_it_whatever_nights_its_teams_have(league: League) -> None:
    league.teams.update(night=4)
    cup = draw(league, dates=EvenDates(date(2026, 12, 3), 0))
    play(cup, 1, next(each.team.name for each in results_of(cup) if each.round == 1))
    assert {(each.round, each.day) for each in results_of(cup) if each.other} >= {
        (1, date(2026, 12, 3)),
        (2, date(2026, 12, 3)),
    }
