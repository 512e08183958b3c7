"""The line-up of a team: given by its captain by a private link, sealed until every team has given one, then drawn."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.evenings import NAMES, Evening
from tests.markup import markup
from tests.round_evenings import out
from tests.transfer.test_export import bring_in, empty_database, written
from tournament.desk.queries.evening_summary import summarize_evening
from tournament.desk.queries.next_step import next_step
from tournament.desk.queries.undo import undoable_steps
from tournament.door.line_up_links import team_of_token, token_of
from tournament.door.services.entries import set_here
from tournament.door.services.line_ups import LineUpClosed, give_line_up, reopen_line_up
from tournament.door.services.teams import team_up
from tournament.draw.services.round_draws import draw_round
from tournament.event.queries.competitors import competitors_of
from tournament.event.queries.line_ups import line_ups_of
from tournament.matches.queries.matches import with_sides
from tournament.models import Club, Entry, Event, Match, Stage, Team
from tournament.web.log_filters import mask_addresses

TWO_PAIRS_EACH = {"format": "trinidad-rounds", "plan": [["one-match", 2, 0]], "enters": "teams", "pairs_a_team": 2}


@pytest.fixture
def evening(evening_of) -> Evening:
    """Arima, of six, meets Belmont, of four."""
    evening = evening_of(0, **TWO_PAIRS_EACH)
    for name, players in (("Arima", NAMES[:6]), ("Belmont", NAMES[6:10])):
        team_up(evening.event, players, name=name, by=evening.director, now=evening.now)
    return evening


def team(name: str) -> Team:
    return Team.objects.select_related("event").get(name=name)


def players(name: str) -> list[int]:
    return list(Entry.objects.filter(team__name=name).order_by("pk").values_list("pk", flat=True))


def give(evening: Evening, name: str, places: list[int], *, by: object = None) -> None:
    """The captain seats their players by their places in the list, from 0."""
    own = players(name)
    give_line_up(team(name), [own[place] for place in places], by=by, now=evening.now)  # type: ignore[arg-type]


def seated(evening: Evening) -> list[list[tuple[int, ...]]]:
    of = {pk: place for name in ("Arima", "Belmont") for place, pk in enumerate(players(name))}
    matches = with_sides(Match.objects.filter(table__stage__event=evening.event).order_by("table__number"))
    return [[tuple(of[entry.pk] for entry in side.entries) for side in match.all_sides] for match in matches]


def test_the_tables_are_seated_as_the_captains_have_lined_up(evening):
    give(evening, "Arima", [5, 0, 3, 1])
    give(evening, "Belmont", [1, 0, 3, 2])
    out(evening, 1)
    assert sorted(map(sorted, seated(evening))) == sorted(map(sorted, [[(5, 0), (1, 0)], [(3, 1), (3, 2)]]))


def test_a_team_without_a_line_up_sits_as_it_was_entered(evening):
    give(evening, "Arima", [5, 0, 3, 1])
    out(evening, 1)
    assert [sorted(sides) for sides in seated(evening)] == [[(0, 1), (5, 0)], [(2, 3), (3, 1)]]


def test_a_reserve_takes_the_chair_of_somebody_who_is_not_here_and_the_others_stay(evening):
    give(evening, "Arima", [5, 0, 3, 1])
    gone = Entry.objects.select_related("event").get(pk=players("Arima")[0])
    set_here(gone, False, by=evening.director, now=evening.now)
    arima = competitors_of(Event.objects.get())[team("Arima").pk]
    own = players("Arima")
    assert [own.index(entry.pk) for entry in arima.here] == [5, 2, 3, 1, 4]


def test_a_line_up_is_sealed_until_all_are_in_and_final_then(evening, client: Client):
    arima, belmont = (reverse("line_up", args=[token_of(team(name))]) for name in ("Arima", "Belmont"))
    assert "Nobody sees it until every team has given its line-up." in client.get(arima).content.decode()
    own = players("Arima")
    sent = {f"place_{place}": str(own[at]) for place, at in enumerate([5, 0, 3, 1])}
    answer = client.post(arima, sent, follow=True).content.decode()
    assert "sealed: nobody sees it until Belmont have given theirs." in " ".join(answer.split())
    assert ("Change line-up" in answer, "The line-up is in." in answer) == (True, False)
    assert line_ups_of(Event.objects.get()).waited_for == ("Belmont",)
    assert NAMES[5] not in client.get(belmont).content.decode()
    assert NAMES[5] not in client.get(reverse("seats", args=[evening.event.pk])).content.decode()
    step = next_step(summarize_evening(Event.objects.get(), evening.now))
    assert step and step.why.startswith("No line-up yet from Belmont. ")
    give(evening, "Belmont", [0, 1, 2, 3])
    assert NAMES[5] in client.get(reverse("seats", args=[evening.event.pk])).content.decode()
    step = next_step(summarize_evening(Event.objects.get(), evening.now))
    assert step and step.why.startswith("All line-ups are in. ")
    shown = client.get(belmont).content.decode()
    assert "All line-ups are in. They are final now." in shown
    assert f"<li>{NAMES[5]} &amp; {NAMES[0]}</li>" in shown
    with pytest.raises(LineUpClosed, match="Only the director can change yours now."):
        give(evening, "Arima", [0, 1, 2, 3])
    give(evening, "Arima", [0, 1, 2, 3], by=evening.director)


def test_a_second_phone_is_told_before_it_replaces_the_line_up_of_the_first(evening, client: Client):
    page, own = reverse("line_up", args=[token_of(team("Arima"))]), players("Arima")
    opened = {"seen": client.get(page).context["seen"]}
    give(evening, "Arima", [5, 0, 3, 1])
    places = [own[at] for at in (0, 1, 2, 3)]
    sent = opened | {f"place_{place}": str(entry) for place, entry in enumerate(places)}
    told = client.post(page, sent)
    assert "Another phone has given a line-up meanwhile." in told.content.decode()
    sure = {"sure": told.context["form"].remarks.key}
    turned = sent | {"place_0": sent["place_1"], "place_1": sent["place_0"]}
    assert [client.post(page, each | sure).status_code for each in (turned, sent)] == [422, 302]


def test_nobody_sits_twice_and_only_players_of_the_team_who_are_here(evening, client: Client):
    own = players("Arima")
    sent = {f"place_{place}": str(own[at]) for place, at in enumerate([0, 0, 3, 1])}
    form = client.post(reverse("line_up", args=[token_of(team("Arima"))]), sent).context["form"]
    assert form.errors == {"place_1": ["This player has another place already."]}
    for wrong in ([*own[:3], players("Belmont")[0]], own[:3], [own[0], *own[:3]]):
        with pytest.raises(LineUpClosed, match="Choose each of your players"):
            give_line_up(team("Arima"), wrong, by=None, now=evening.now)
    assert Entry.objects.filter(line_up__isnull=False).count() == 0


def test_a_line_up_after_the_draft_deletes_it_and_none_is_taken_once_seats_are_shown(evening):
    draw_round(evening.event, 1, seed=1674, by=evening.director, now=evening.now)
    give(evening, "Arima", [5, 0, 3, 1])
    assert Stage.objects.count() == 0
    out(evening, 1)
    Event.objects.update(plan=[["one-match", 1, 0]])
    with pytest.raises(LineUpClosed, match="The seats are shown already."):
        give(evening, "Arima", [0, 1, 2, 3])


def test_the_second_half_asks_for_new_line_ups_and_starts_from_those_before(evening):
    give(evening, "Arima", [5, 0, 3, 1]), give(evening, "Belmont", [1, 0, 3, 2])
    out(evening, 1)
    line_ups = line_ups_of(Event.objects.get())
    assert (line_ups.is_open, line_ups.waited_for) == (True, ("Arima", "Belmont"))
    (arima, _belmont) = line_ups.of_teams
    assert [table.names for table in arima.tables] == [(NAMES[5], NAMES[0]), (NAMES[3], NAMES[1])]
    assert arima.reserves == (NAMES[2], NAMES[4])


def test_captain_and_director_read_which_half_they_are_in(evening, client: Client):
    event = evening.event
    client.force_login(evening.director)
    captain = reverse("line_up", args=[token_of(team("Arima"))])
    said = []
    for half in (1, 2):
        pages = (captain, f"/e/{event.pk}/draw/{half}/")
        said += [re.findall(r"(?:of half|Half|of round) [12]", markup(client.get(page)))[:1] for page in pages]
        out(evening, half)
    assert said == [["Half 1"], ["of half 1"], ["Half 2"], ["of half 2"]]


def test_the_director_shows_the_captains_link_gives_a_line_up_and_opens_it_again(evening, client: Client):
    client.force_login(evening.director)
    page = reverse("team_line_up", args=[evening.event.pk, team("Arima").pk])
    assert token_of(team("Arima")) in client.get(page).content.decode()
    own = players("Arima")
    client.post(page, {f"place_{place}": str(own[at]) for place, at in enumerate([5, 0, 3, 1])})
    assert line_ups_of(Event.objects.get()).waited_for == ("Belmont",)
    assert undoable_steps(Event.objects.get(), most=1, checked=3)[0].name == "line-up of Arima"
    client.post(page, {"step": "reopen"})
    assert line_ups_of(Event.objects.get()).waited_for == ("Arima", "Belmont")
    reopen_line_up(team("Arima"), by=evening.director, now=evening.now)


def test_one_press_undoes_a_line_up(evening, client: Client):
    give(evening, "Arima", [5, 0, 3, 1], by=evening.director)
    client.force_login(evening.director)
    (step, *_others) = undoable_steps(Event.objects.get(), most=5, checked=9)
    client.post(reverse("step", args=[evening.event.pk]), {"action": "take_back", "log": step.log})
    assert line_ups_of(Event.objects.get()).waited_for == ("Arima", "Belmont")
    assert [entry.pk for entry in competitors_of(Event.objects.get())[team("Arima").pk].here] == players("Arima")


def test_a_link_opens_its_own_team_alone_and_guesses_are_counted(evening):
    arima = team("Arima")
    token = token_of(arima)
    assert team_of_token(token) == arima
    assert [team_of_token(wrong) for wrong in (f"{team('Belmont').pk}-{token.partition('-')[2]}", "1-x", "x")] == [
        None
    ] * 3
    stranger = Client(REMOTE_ADDR="10.0.0.9")
    answers = [stranger.get(reverse("line_up", args=["1-abcdefghijklmnopqrstuvwxyz"])).status_code for _ in range(21)]
    assert (answers[0], answers[-1]) == (404, 429)
    assert stranger.get(reverse("line_up", args=[token])).status_code == 200
    Event.objects.update(enters="pairs")
    assert team_of_token(token) is None


def test_neither_browsers_nor_the_servers_window_pass_a_link_on(evening, client: Client):
    page = reverse("line_up", args=[token_of(team("Arima"))])
    headers = client.get(page).headers
    assert {name: headers[name] for name in ("Referrer-Policy", "Cache-Control", "X-Robots-Tag")} == {
        "Referrer-Policy": "strict-origin",
        "Cache-Control": "no-store",
        "X-Robots-Tag": "noindex, nofollow",
    }
    assert mask_addresses(f"GET {page} 200") == "GET /line-up/******/ 200"


def test_the_line_ups_of_two_teams_take_three_queries_and_one_for_the_plan(evening, django_assert_num_queries):
    event = Event.objects.get()
    with django_assert_num_queries(4):
        line_ups_of(event)


def test_another_laptop_gets_the_line_ups(evening):
    give(evening, "Arima", [5, 0, 3, 1])
    before = line_ups_of(Event.objects.get()).of_teams[0].tables
    content = written(Event.objects.get())
    empty_database()
    Club.objects.create(name="The Jack and Knave")
    bring_in(content, is_same_club=True)
    after = line_ups_of(Event.objects.get())
    assert (after.of_teams[0].tables, after.waited_for) == (before, ("Belmont",))
