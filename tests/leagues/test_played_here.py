"""A league match that is played here: its evening opens with both squads, counts once it is agreed, is followed when it
is corrected, and leaves the table when it is unlinked."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.leagues.test_league_pages import words
from tests.leagues.test_leagues import NOW
from tournament.club.queries import names_shown_to
from tournament.door.line_up_links import token_of
from tournament.door.services.entries import set_here
from tournament.draw.services.draws import release_draw
from tournament.draw.services.round_draws import draw_round
from tournament.leagues.queries.evenings import details_of, evenings_to_link, figures_from
from tournament.leagues.queries.page import league_page
from tournament.leagues.queries.teams import eligibility_of, squad_on
from tournament.leagues.queries.week import week_of_league, write_week_text
from tournament.leagues.results_file import ResultLine
from tournament.leagues.services.evenings import (
    AlreadyPlayed,
    EveningTaken,
    follow_evenings,
    link_evening,
    open_match_evening,
    unlink_evening,
)
from tournament.leagues.services.fixtures import make_fixtures
from tournament.leagues.services.importing import CannotImport, import_results
from tournament.leagues.services.leagues import PlayedHere, correct_result, open_league
from tournament.leagues.services.rulings import rule_match, undo_ruling
from tournament.leagues.services.teams import change_team, move_player, set_squad
from tournament.models import (
    Audience,
    Entry,
    Event,
    League,
    LeaguePlayer,
    LeagueReport,
    LeagueResult,
    LogEntry,
    Match,
    Side,
    Team,
)
from tournament.results.services.decisions import agree_matches, make_ruling
from tournament.results.services.feats import note_feat
from tournament.results.services.slips import SlipLine, enter_slip

BY: dict[str, Any] = {"by": None, "now": NOW}
SQUADS = {
    "Arima": ["Ann Ali", "Bea Baptiste", "Cyd Charles", "Dee Duncan", "Eve Edwards", "Fay Francis"],
    "Couva": ["Guy Garcia", "Hal Hosein", "Ian Isaac", "Jim James", "Kit Khan", "Lee Lewis"],
}


@pytest.fixture
def league(db: None) -> League:
    league = open_league({"name": "Central", "season": "2026", "race_to": 7}, **BY)
    make_fixtures(league, ["Arima", "Couva", "Zion"], meetings=1, **BY)
    for name, players in SQUADS.items():
        set_squad(league.teams.select_related("league").get(name=name), players, on=date(2026, 9, 1), **BY)
    return league


def fixture(league: League) -> LeagueResult:
    """Returns the match of Arima and Couva as it stands."""
    results = LeagueResult.objects.select_related("league", "team", "other")
    return results.get(league=league, superseded_at=None, team__name__in=SQUADS, other__name__in=SQUADS)


def seat(event: Event, round: int = 1) -> list[Match]:
    for entry in Entry.objects.filter(event=event):
        set_here(entry, True, **BY)
    event.refresh_from_db()
    release_draw(draw_round(event, round, seed=1, **BY), **BY)
    return list(Match.objects.filter(table__stage__event=event, table__stage__number=round).order_by("table__number"))


def report(matches: list[Match], scores: list[tuple[int, int]]) -> None:
    """Enters the games at each table, those of Arima first, and agrees them."""
    for match, (arima, couva) in zip(matches, scores, strict=True):
        match = Match.objects.select_related("table__stage__event").get(pk=match.pk)
        first = match.all_sides[0].players.all()[0].entry.team
        assert first is not None
        games = (arima, couva) if first.name == "Arima" else (couva, arima)
        enter_slip(match, [SlipLine(games=each) for each in games], **BY)
    event = matches[0].table.stage.event
    agree_matches(Match.objects.filter(table__stage__event=event), event=event, **BY)


def test_an_evening_says_which_of_its_tables_were_singles(league: League) -> None:
    event = open_match_evening(fixture(league), **BY)
    Event.objects.filter(pk=event.pk).update(pairs_a_team=2, singles_a_team=2)
    matches = seat(event)
    alone = [at for at, match in enumerate(matches, 1) if match.all_sides[0].players.count() == 1]
    report(matches, [(3, 1)] * len(matches))
    assert details_of(Event.objects.get(pk=event.pk), ("arima", "couva")).singles == tuple(alone)
    assert (len(alone), len(matches)) == (2, 4)


def test_an_evening_has_the_tables_of_the_latest_match_and_as_many_games_at_each(league: League) -> None:
    League.objects.update(race_to=None, tables=3)
    first = LeagueResult.objects.filter(league=league, other__isnull=False).exclude(pk=fixture(league).pk)[0]
    first.tables, first.singles = [[3, 2], [1, 2], [4, 1]], [2]
    first.save()
    event = open_match_evening(fixture(league), **BY)
    assert (event.pairs_a_team, event.singles_a_team, event.length_kind) == (2, 1, "games")
    assert (event.length_number, event.games_a_table) == (5, [5, 5, 3])
    assert [team.entries.count() for team in Team.objects.filter(event=event)] == [6, 6]
    alone = [match.all_sides[0].players.count() == 1 for match in seat(event)]
    assert alone == [False, False, True]


def test_a_table_of_a_match_that_was_played_here_is_forfeited_too(as_director: Client, league: League) -> None:
    report(seat(open_match_evening(fixture(league), **BY)), [(3, 1), (2, 2), (2, 0)])
    assert score(league) == (7, 3)
    match = fixture(league)
    arima, (one, other) = "team", ("0", "7")
    if match.team.name == "Couva":
        arima, (one, other) = "other", ("7", "0")
    sent = {"outcome": "table_forfeited", "forfeited_by": arima, "tables": ["1", "2", "3"], "step": "check"}
    sent |= {"games": str(match.games), "other_games": str(match.other_games), "reason": "Not in the squad"}
    form: Any = as_director.post(reverse("league_ruling", args=[league.pk, match.pk]), sent).context["form"]
    assert (form["games"].value(), form["other_games"].value()) == (one, other)


def score(league: League) -> tuple[int | None, int | None]:
    follow_evenings(league, now=NOW)
    now = fixture(league)
    figures = {now.team.name: now.games, now.other.name if now.other else "": now.other_games}
    return figures["Arima"], figures["Couva"]


def table(league: League) -> list[tuple[str, int, object]]:
    rows = league_page(league).rows
    return [(row.placing.record.name, row.played, row.placing.record.games_won) for row in rows]


def test_play_this_fixture_opens_an_evening_with_both_squads(league: League) -> None:
    LeagueResult.objects.filter(pk=fixture(league).pk).update(day=date(2026, 12, 4))
    met = fixture(league)
    event = open_match_evening(met, **BY)
    assert (event.name, event.date) == (f"{met.team} – {met.other}", date(2026, 12, 4))
    assert (event.enters, event.length_kind, event.length_number) == ("teams", "decided", 7)
    assert not event.counts_games_in_play
    teams = Team.objects.filter(event=event)
    entered = {team.name: sorted(entry.player.name for entry in team.entries.all()) for team in teams}
    assert entered == SQUADS
    assert not Entry.objects.filter(event=event, here=True).exists(), "players are ticked off at the door"
    with pytest.raises(AlreadyPlayed):
        open_match_evening(fixture(league), **BY)


def test_once_agreed_it_counts_in_the_table_exactly_once_and_a_correction_is_followed(league: League) -> None:
    event = open_match_evening(fixture(league), **BY)
    matches, arima = seat(event), Team.objects.get(event=event, name="Arima")
    assert score(league) == (None, None)
    report(matches[:2], [(3, 1), (2, 2)])
    assert score(league) == (None, None), "not every table is agreed"
    report(matches, [(3, 1), (2, 2), (2, 0)])
    assert (score(league), fixture(league).day) == ((7, 3), event.date)
    assert table(league)[0] == ("Arima", 1, 7)
    assert follow_evenings(league, now=NOW) == 0
    third = Match.objects.select_related("table__stage__event").get(pk=matches[2].pk)
    is_arima = [side.players.all()[0].entry.team == arima for side in third.all_sides]
    make_ruling(third, points=[0, 0], games=[2 if own else 1 for own in is_arima], reason="Read again", **BY)
    assert score(league) == (7, 4)
    assert table(league)[:2] == [("Arima", 1, 7), ("Couva", 1, 4)]
    said = LogEntry.objects.filter(league=league, action="follow_evening").count()
    assert said == 2
    renamed = league.teams.select_related("league").get(name="Couva")
    change_team(renamed, name="Couva United", captain="", contact="", **BY)
    make_ruling(third, points=[0, 0], games=[3 if own else 1 for own in is_arima], reason="Read again", **BY)
    follow_evenings(league, now=NOW)
    assert table(league)[:2] == [("Arima", 1, 8), ("Couva United", 1, 4)]


def test_a_match_of_a_night_of_many_teams_counts_whatever_was_played_on_other_evenings(league: League) -> None:
    zion = ["Max Mohan", "Nan Noel", "Oz Ojoe", "Pat Persad", "Quin Quow", "Ray Ragoo"]
    set_squad(league.teams.select_related("league").get(name="Zion"), zion, on=date(2026, 9, 1), **BY)
    others = LeagueResult.objects.select_related("league", "team", "other").filter(league=league, other__isnull=False)
    for other in others.exclude(pk=fixture(league).pk):
        seat(open_match_evening(other, **BY))
    event = open_match_evening(fixture(league), **BY)
    Event.objects.filter(pk=event.pk).update(plan=[["round-robin", 1]])
    report(seat(event), [(3, 1), (2, 2), (2, 0)])
    assert score(league) == (7, 3)


@pytest.mark.parametrize(
    ("first", "then", "score_then"),
    [
        ([(3, 1), (2, 1), (0, 2)], (None, None), (6, 5)),
        ([(4, 1), (3, 1), (0, 2)], (7, 4), None),
    ],
)
def test_a_match_in_two_halves_counts_once_both_are_agreed_or_the_race_is_won(
    league: League, first: list[tuple[int, int]], then: tuple[int | None, ...], score_then: tuple[int, int] | None
) -> None:
    event = open_match_evening(fixture(league), **BY)
    Event.objects.filter(pk=event.pk).update(plan=[["one-match", 2, 0]])
    report(seat(event), first)
    assert score(league) == then
    if score_then:
        report(seat(event, 2), [(1, 0), (0, 1), (0, 0)])
        assert score(league) == score_then


def test_its_hang_jacks_are_those_of_every_table_and_unknown_if_one_does_not_report_them(league: League) -> None:
    event = open_match_evening(fixture(league), **BY)
    matches = seat(event)
    report(matches, [(3, 1), (2, 2), (2, 0)])
    arima, couva = Team.objects.filter(event=event).order_by("name")
    for jacks, match in enumerate(matches, start=1):
        for team, more in ((arima, 0), (couva, 4)):
            Side.objects.filter(match=match, players__entry__team=team).update(hang_jacks=jacks + more)
    home, away = ((7, 6), (3, 18)) if fixture(league).team.name == "Arima" else ((3, 18), (7, 6))
    known = dict(zip(("games", "hang_jacks", "other_games", "other_hang_jacks"), (*home, *away)))
    assert figures_from(event, fixture(league)) == known
    Side.objects.filter(match=matches[0], players__entry__team=couva).update(hang_jacks=None)
    name = "other_hang_jacks" if fixture(league).team.name == "Arima" else "hang_jacks"
    assert figures_from(event, fixture(league)) == known | {name: None}
    Match.objects.filter(pk=matches[2].pk).update(state="entered")
    assert figures_from(event, fixture(league)) == dict.fromkeys(known)


def test_the_week_has_the_halves_and_the_feats_of_a_match_played_here(league: League) -> None:
    event = open_match_evening(fixture(league), **BY)
    Event.objects.filter(pk=event.pk).update(plan=[["one-match", 2, 0]])
    event.refresh_from_db()
    first = seat(event)
    report(first, [(3, 1), (2, 1), (0, 2)])
    report(seat(event, 2), [(1, 0), (0, 1), (0, 0)])
    assert score(league) == (6, 5)
    note_feat(Match.objects.select_related("table__stage__event").get(pk=first[1].pk), 1, "kick-D", **BY)
    pair = Match.objects.get(pk=first[1].pk).all_sides[0].name
    (played,) = (each for each in week_of_league(league, today=NOW.date()).results if each.tables)
    is_turned = played.match.team.name == "Couva"
    assert played.halves == (("Half 1: 4–5", "Half 2: 1–1") if is_turned else ("Half 1: 5–4", "Half 2: 1–1"))
    assert played.feats[0] == f"First kick of the drawn card, diamonds: {pair}, table 2"
    text = write_week_text(week_of_league(league, today=NOW.date()))
    assert "\n".join(f"   {words}" for words in (*played.halves, *played.feats)) in text
    hidden = week_of_league(league, today=NOW.date(), names=names_shown_to(Audience.PUBLIC, event.club))
    (same,) = (each for each in hidden.results if each.tables)
    assert [name for squad in SQUADS.values() for name in squad if name in repr(same.feats)] == []


def test_unlinked_it_leaves_and_can_be_linked_again(as_director: Client, league: League) -> None:
    event = open_match_evening(fixture(league), **BY)
    report(seat(event), [(3, 1), (2, 2), (2, 0)])
    assert score(league) == (7, 3)
    former = reverse("league_evening", args=[league.pk, fixture(league).pk])
    unlink_evening(fixture(league), reason="A friendly.", **BY)
    page = words(as_director.get(former))
    assert ("A friendly." in page, "Played here" in page) == (True, False)
    assert score(league) == (None, None)
    assert [each.pk for each in evenings_to_link(fixture(league))] == [event.pk]
    link_evening(fixture(league), event, **BY)
    assert score(league) == (7, 3)
    with pytest.raises(EveningTaken):
        other = LeagueResult.objects.filter(league=league, superseded_at=None, games=None).exclude(other=None)[0]
        link_evening(other, event, **BY)


def test_a_match_that_follows_an_evening_is_neither_corrected_nor_imported_beside_it(league: League) -> None:
    event = open_match_evening(fixture(league), **BY)
    line = ResultLine(fixture(league).round, "Arima", 9, None, "Couva", 1)
    with pytest.raises(CannotImport):
        import_results(league, [line], **BY)
    report(seat(event), [(3, 1), (2, 2), (2, 0)])
    assert score(league) == (7, 3)
    with pytest.raises(PlayedHere):
        correct_result(fixture(league), {"games": 1, "other_games": 1}, reason="Misread", **BY)
    forfeited = rule_match(fixture(league), "forfeited", winner=league.teams.get(name="Couva"), reason="Age", **BY)
    assert score(league) == (None, None)
    undo_ruling(forfeited, reason="Old enough", **BY)
    assert score(league) == (7, 3)


def test_an_evening_in_the_bin_takes_its_result_with_it(league: League) -> None:
    event = open_match_evening(fixture(league), **BY)
    report(seat(event), [(3, 1), (2, 2), (2, 0)])
    assert score(league) == (7, 3)
    Event.objects.filter(pk=event.pk).update(binned_at=NOW)
    assert score(league) == (None, None)
    Event.with_binned.filter(pk=event.pk).update(binned_at=None)
    assert score(league) == (7, 3)


def test_a_secretary_plays_a_fixture_and_unlinks_it(as_director: Client, league: League) -> None:
    page = f"/leagues/{league.pk}/results/{fixture(league).pk}/evening/"
    assert "6 players in the squad" in words(as_director.get(page))
    assert as_director.post(page, {"step": "open"}).status_code == 302
    assert "Played here:" in words(as_director.get(page))
    assert as_director.post(page, {"step": "unlink"}).status_code == 302
    assert "Play this fixture" in words(as_director.get(page))
    link_evening(fixture(league), event := Event.objects.get(), **BY)
    report(seat(event), [(3, 1), (2, 2), (2, 0)])
    assert "7–3" in words(as_director.get(f"/leagues/{league.pk}/")).replace("3–7", "7–3")
    page = f"/leagues/{league.pk}/results/{fixture(league).pk}/evening/"
    assert "The table before and after" in words(as_director.post(page, {"reason": "A friendly.", "step": "check"}))
    as_director.post(page, {"reason": "A friendly.", "step": "save"})
    assert score(league) == (None, None)
    log = words(as_director.get(f"/leagues/{league.pk}/log/"))
    assert "played here, in the evening “" in log and "no longer follows the evening “" in log


def test_somebody_who_is_in_another_squad_moves_from_there(as_director: Client, league: League) -> None:
    couva = league.teams.select_related("league").get(name="Couva")
    said = {"names": "Guy Garcia\n\nAnn  Ali\nMax Mohammed", "on": "2026-11-01", "name": "Couva"}
    assert as_director.post(f"/leagues/{league.pk}/teams/{couva.pk}/squad/", said).status_code == 302
    assert squad_on(couva, date(2026, 11, 1)) == ["Guy Garcia", "Ann Ali", "Max Mohammed"]
    assert squad_on(couva, date(2026, 10, 31)) == SQUADS["Couva"]
    arima = league.teams.get(name="Arima")
    assert "Ann Ali" not in squad_on(arima, date(2026, 11, 1))
    assert "Changed the squad of Couva" in words(as_director.get(f"/leagues/{league.pk}/log/"))


def test_a_team_gets_a_new_name_with_all_its_matches_and_a_captain(as_director: Client, league: League) -> None:
    couva = league.teams.select_related("league").get(name="Couva")
    page = f"/leagues/{league.pk}/teams/{couva.pk}/squad/"
    said = {"name": "Couva United", "captain": "Guy Garcia", "contact": "555 0100", "names": "", "on": "2026-11-01"}
    as_director.post(page, said)
    assert {each.team.name for each in LeagueResult.objects.select_related("team")} <= {"Arima", "Couva United", "Zion"}
    assert "Captain Guy Garcia 555 0100" in words(as_director.get(f"/leagues/{league.pk}/teams/"))
    log = words(as_director.get(f"/leagues/{league.pk}/log/"))
    assert "Changed the team Couva" in log and "Couva → Couva United" in log and "555 0100" not in log
    taken = as_director.post(page, {**said, "name": "arima"})
    assert "Another team of this league, or of a cup drawn from it, has this name." in words(taken)


def test_a_captain_is_told_before_the_line_up_is_in_who_may_not_play(as_director: Client, league: League) -> None:
    event = open_match_evening(fixture(league), **BY)
    arima = Team.objects.select_related("event").get(event=event, name="Arima")
    for entry in Entry.objects.filter(event=event):
        set_here(entry, True, **BY)
    ann = LeaguePlayer.objects.select_related("team__league").get(name="Ann Ali")
    move_player(ann, league.teams.get(name="Couva"), on=date(2026, 9, 2), **BY)
    said = "Ineligible players are here: Ann Ali left Arima on 2 September 2026."
    assert said in words(as_director.get(reverse("event", args=[event.pk])))
    client, page = Client(), reverse("line_up", args=[token_of(arima)])
    form = client.get(page).context["form"]
    places = {name: str(field.initial) for name, field in form.fields.items()}
    answer = client.post(page, places)
    assert (answer.status_code, "Ann Ali left Arima on 2 September 2026." in words(answer)) == (422, True)
    assert answer.context["form"].data.dict() == places
    assert client.post(page, {**places, "sure": answer.context["form"].remarks.key}).status_code == 302
    release_draw(draw_round(event, 1, seed=1, **BY), **BY)
    [doubted] = eligibility_of(League.objects.get()).doubted_matches()
    assert [each.why for _team, players in doubted.doubted for each in players] == [
        "Ann Ali left Arima on 2 September 2026."
    ]


def test_who_may_not_play_is_said_at_the_door_and_of_a_substitute_and_the_director_goes_on_or_rules(
    as_director: Client, league: League
) -> None:
    League.objects.update(substitutes=0)
    set_squad(league.teams.get(name="Zion"), ["Zoe Zane"], on=date(2026, 9, 1), **BY)
    event = open_match_evening(fixture(league), **BY)
    door, sent = reverse("door", args=[event.pk]), {"names": "arima: Zoe Zane"}
    asked = as_director.post(door, sent)
    assert (asked.status_code, "Zoe Zane plays for Zion." in words(asked)) == (422, True)
    assert not Entry.objects.filter(player__name="Zoe Zane").exists()
    ruled = {"sure": asked.context["form"].remarks.key, "ruling": "Both captains agreed."}
    assert as_director.post(door, sent | ruled).status_code == 302
    assert Entry.objects.get(player__name="Zoe Zane").team == Team.objects.get(event=event, name="Arima")
    assert LeagueReport.objects.get(team__name="Arima").allowed == [["Zoe Zane", "Both captains agreed."]]
    seat(event)
    ann = Entry.objects.get(event=event, player__name="Ann Ali")
    page, sent = reverse("door_person", args=[event.pk, ann.pk]), {"action": "instead", "instead": "Zed New"}
    asked = as_director.post(page, sent)
    said = "Zed New is not in the squad of Arima, and substitutes may not play."
    assert (asked.status_code, [each.why for each in asked.context["instead"].remarks.said]) == (422, [said])
    assert as_director.post(page, {**sent, "sure": asked.context["instead"].remarks.key}).status_code == 302
    [left_to_the_secretary] = eligibility_of(League.objects.get()).doubted_matches()
    assert [each.why for _team, doubted in left_to_the_secretary.doubted for each in doubted] == [said]


def test_players_who_are_put_together_as_a_team_of_a_match_are_judged_too(as_director: Client, league: League) -> None:
    LeaguePlayer.objects.exclude(name="Guy Garcia").delete()
    event = open_match_evening(fixture(league), **BY)
    as_director.post(reverse("door", args=[event.pk]), {"names": "\n".join(["Guy Garcia", *SQUADS["Arima"][:5]])})
    ticked = [str(pk) for pk in Entry.objects.filter(event=event).values_list("pk", flat=True)]
    page, sent = reverse("door_together", args=[event.pk]), {"together": ticked, "name": "Arima"}
    asked = as_director.post(page, sent)
    assert (asked.status_code, "Guy Garcia plays for Couva." in words(asked)) == (422, True)
    assert as_director.post(page, {**sent, "sure": asked.context["tick"].remarks.key}).status_code == 302
