"""The secretary settles a match of which the captains say different things, table by table."""

from typing import Any

from django.test import Client
from django.urls import reverse

from tests.leagues.test_captains import BY, league, match_of, report, score, secretary
from tests.leagues.test_league_pages import words
from tests.leagues.test_player_records import by_tables
from tournament.leagues.queries.players import player_records
from tournament.leagues.reported import Figures
from tournament.leagues.services.leagues import change_league, correct_result
from tournament.leagues.services.players import save_players
from tournament.leagues.services.reports import settle_reports, undo_settlement
from tournament.leagues.version_comparison import Cell, Row, compare_versions
from tournament.models import League, LeagueTeam, State

__all__ = ["by_tables", "league", "secretary"]

ANN, HAL = ("Ann Ali", "Bea Baptiste"), ("Guy Garcia",)
ARIMA = Figures(15, 12, 4, 3, tables=((8, 5), (7, 7)), singles=(2,), seated=((ANN, HAL), (("Ann Ali",), ("Hal",))))
COUVA = Figures(14, 12, 4, None, tables=((7, 5), (7, 7)), singles=(2,), seated=((ANN, HAL), ((), ())))
"""What both captains say, Arima first: one game of table 1 differs."""


def disputed(league: League) -> str:
    """Reports both versions; returns the address of the match's page."""
    report(league, "Arima", ARIMA)
    assert report(league, "Couva", COUVA.from_other_side) is State.DISPUTED
    return reverse("league_report", args=[league.pk, match_of(league).pk])


def in_order(league: League, figures: Figures) -> Figures:
    """Returns figures of which Arima comes first in the order of the match."""
    return figures if match_of(league).team.name == "Arima" else figures.from_other_side


def test_versions_stand_side_by_side_by_tables_with_what_differs() -> None:
    names = (" & ".join(ANN), "Guy Garcia")
    assert compare_versions([ARIMA, COUVA]) == [
        Row("Score", (Cell("15–12"), Cell("14–12"))),
        Row("Hang jacks", (Cell("4–3"), Cell("4–?"))),
        Row("Table 1", (Cell("8–5", names), Cell("7–5", names))),
        Row("Table 2", (Cell("7–7", ("Ann Ali", "Hal"), True), Cell("7–7", (), True))),
    ]
    assert [row.differs for row in compare_versions([ARIMA, COUVA])] == [True, True, True, False]
    assert compare_versions([Figures(1, 2), ARIMA])[2:] == [
        Row("Table 1", (Cell(), Cell("8–5", names))),
        Row("Table 2", (Cell(), Cell("7–7", ("Ann Ali", "Hal"), True))),
    ]


def test_one_press_takes_a_version_whole_and_its_players_count(by_tables: League, secretary: Client) -> None:
    path = disputed(by_tables)
    key = in_order(by_tables, ARIMA).key
    assert f'value="{key}"' in secretary.get(path).content.decode()
    assert secretary.post(path, {"step": key, "reason": ""}).status_code == 302
    settled = match_of(by_tables)
    assert secretary.get(path)["Location"] == reverse("league_report", args=[by_tables.pk, settled.pk])
    assert (score(by_tables), settled.replaces.get().reason) == ((15, 12), "What the captain of Arima reported counts.")
    assert {name: getattr(settled, name) for name in ("tables", "singles", "seated")} == in_order(
        by_tables, ARIMA
    ).fields_of_tables
    assert [each.name for each in player_records(by_tables)] == ["Ann Ali", "Bea Baptiste", "Hal", "Guy Garcia"]
    undo_settlement(settled, reason="The wrong card", **BY)
    assert (match_of(by_tables).tables, player_records(by_tables)) == ([], [])


def test_the_secretary_types_by_table_from_what_both_say_with_the_reason(by_tables: League, secretary: Client) -> None:
    path = disputed(by_tables)
    typed = secretary.get(path).context["typed"]
    at = ("table_1", "table_1_other") if match_of(by_tables).team.name == "Arima" else ("table_1_other", "table_1")
    own = "own" if at[0] == "table_1" else "opponent"
    assert [typed[name].value() for name in (*at, "table_2", f"table_1_{own}_1")] == [None, 5, 7, "Ann Ali"]
    sent: dict[str, Any] = {each.name: each.value() for each in typed if each.value() not in (None, [])}
    sent |= {"step": "typed", at[0]: "9", "games": "9", "other_games": "9"}
    wrong = secretary.post(path, sent)
    assert (wrong.status_code, {*wrong.context["typed"].errors}) == (422, {"games", "other_games", "reason"})
    totals = [wrong.context["typed"].errors[name][0] for name in ("games", "other_games")]
    assert sorted(totals) == ["The tables add up to 12, not 9.", "The tables add up to 16, not 9."]
    asked = secretary.post(path, sent | {"games": "", "other_games": "", "reason": "Both remember"})
    assert (asked.status_code, "so 16–12 looks wrong" in words(asked) or "so 12–16 looks wrong" in words(asked)) == (
        422,
        True,
    )
    sure = asked.context["typed"].key
    answer = sent | {"games": "", "other_games": "", "reason": "Both remember", "sure": sure}
    assert secretary.post(path, answer).status_code == 302
    assert (score(by_tables), match_of(by_tables).singles) == ((16, 12), [2])
    assert [each.name for each in player_records(by_tables)][:1] == ["Ann Ali"]


def test_what_counts_keeps_the_tables_that_were_typed_when_it_stays(by_tables: League, secretary: Client) -> None:
    report(by_tables, "Arima", ARIMA)
    entered = in_order(by_tables, COUVA)
    correct_result(match_of(by_tables), {**entered.fields, **entered.fields_of_tables}, reason="Card", **BY)
    path = reverse("league_report", args=[by_tables.pk, match_of(by_tables).pk])
    assert secretary.post(path, {"step": entered.key, "reason": ""}).status_code == 302
    settled = match_of(by_tables)
    assert (score(by_tables), settled.tables) == ((14, 12), [[*each] for each in entered.tables])
    assert settled.replaces.get().reason == "What was in the table counts."


def test_totals_alone_leave_the_tables_to_the_report_that_adds_up_to_them(by_tables: League) -> None:
    disputed(by_tables)
    settle_reports(match_of(by_tables), in_order(by_tables, Figures(14, 12)), reason="The card", **BY)
    assert match_of(by_tables).tables == []
    assert [each.name for each in player_records(by_tables)] == ["Ann Ali", "Bea Baptiste", "Guy Garcia"]


def test_a_ruling_about_a_table_shows_the_score_of_each(by_tables: League, secretary: Client) -> None:
    page = reverse("league_ruling", args=[by_tables.pk, match_of(by_tables).pk])
    assert "Table 1:" not in words(secretary.get(page))
    report(by_tables, "Arima", ARIMA)
    report(by_tables, "Couva", ARIMA.from_other_side)
    agreed = match_of(by_tables)
    said = " & ".join(ANN)
    first = f"{said} 8–5 Guy Garcia" if agreed.team.name == "Arima" else f"Guy Garcia 5–8 {said}"
    ruling = words(secretary.get(reverse("league_ruling", args=[by_tables.pk, agreed.pk])))
    assert f"Table 1: {first} Table 2: " in ruling


def test_the_score_without_a_forfeited_table_is_proposed_until_somebody_types_another(
    by_tables: League, secretary: Client
) -> None:
    change_league(by_tables, {"race_to": None}, **BY)
    said = Figures(15, 12, tables=((8, 5), (7, 7)), seated=((ANN, HAL), (("Ann Ali",), ("Hal",))))
    settle_reports(match_of(by_tables), in_order(by_tables, said), reason="Card.", **BY)
    arima = LeagueTeam.objects.select_related("league").get(league=by_tables, name="Arima")
    save_players(match_of(by_tables), arima, [*ANN, "Zoe Zane"], **BY)
    side = "team" if match_of(by_tables).team == arima else "other"
    path = reverse("league_ruling", args=[by_tables.pk, match_of(by_tables).pk])
    asked = {"outcome": "table_forfeited", "forfeited_by": side, "reason": "Not in the squad.", "step": "check"}
    names = ("games", "other_games") if side == "team" else ("other_games", "games")

    def propose(tables: list[str], score: tuple[str, str], proposed: str = "") -> tuple[str, str]:
        sent = {**asked, **dict(zip(names, score, strict=True)), "tables": tables, "proposed": proposed}
        form = secretary.post(path, sent).context["form"]
        return form[names[0]].value(), form[names[1]].value()

    assert [propose(tables, ("15", "12")) for tables in (["1"], ["2"], ["1", "2"])] == [
        *(("7", "20"), ("8", "19"), ("0", "27")),
    ]
    before = "7-20" if side == "team" else "20-7"
    assert propose(["2"], ("7", "20"), before) == ("8", "19"), "another table, another proposal"
    assert propose(["2"], ("7", "21"), before) == ("7", "21"), "what somebody typed stays"
    secretary.post(path, {**asked, names[0]: "15", names[1]: "12", "tables": ["2"], "step": "save"})
    assert score(by_tables) == (8, 19)


def test_a_forfeited_table_brings_no_more_than_a_race_can_have_and_both_lose_theirs() -> None:
    assert ARIMA.games_without({1}, "other", most=18) == (18, 7)
    assert ARIMA.games_without({1}, "team", most=18) == (7, 18)
    assert ARIMA.games_without({1}, "both", most=18) == (7, 7)
