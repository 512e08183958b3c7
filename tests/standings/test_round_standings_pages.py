"""The standings of an evening of rounds as a page: who is counted, what explains a line, and what a phone asks for."""

import re

import pytest
from django.urls import reverse

from tests.evenings import Evening
from tests.round_evenings import out, rule_all
from tournament.models import Event, Side


@pytest.fixture
def evening(rounds_of) -> Evening:
    evening = rounds_of(3, plan=[["round-robin", 2]])
    for number in (1, 2):
        out(evening, number)
        rule_all(evening, number)
    Event.objects.update(standings_shown=True)
    return evening


def test_a_pairs_night_leads_to_the_table_of_its_players_and_keeps_who_is_counted(evening, client):
    page = reverse("standings", args=[evening.event.pk])
    assert f'href="{page}?of=players"' in client.get(page).content.decode()
    players = client.get(page, {"of": "players"}).content.decode()
    assert (players.count("<tr>"), f"{page}?of=players&amp;agreed=1" in players) == (7, True)
    assert "Side prizes" not in players and "These standings as PDF" not in players


def test_what_is_no_table_is_the_one_that_counts_first(evening, client):
    page = reverse("standings", args=[evening.event.pk])
    assert client.get(page, {"of": "nobody"}).content.count(b"<tr>") == 4


def test_columns_are_explained_credits_are_notes_and_prizes_stand_below(evening, client):
    said = client.get(reverse("standings", args=[evening.event.pk])).content.decode()
    assert "<b>Point difference</b>: Points made less points conceded: the higher, the better." in said
    assert re.search(
        r"Round \d: sat out, counts 2 match points, 1 game, \S+ in point difference \(their own average\)", said
    )
    assert "Biggest round" in said and "Where some are level, press a name to see what put it ahead." in said


def test_a_rest_of_who_has_only_lost_is_not_said_to_count_nothing(rounds_of, client):
    evening = rounds_of(3, plan=[["round-robin", 2]])
    out(evening, 1)
    rule_all(evening, 1)
    rested = evening.hour(1).rests.first().entry.team_id
    out(evening, 2)
    rule_all(evening, 2, first_wins=lambda match: match.sides.first().entries[0].team_id != rested)
    Event.objects.update(standings_shown=True)
    Side.objects.update(hang_jacks=2)
    said = client.get(reverse("standings", args=[evening.event.pk])).content.decode()
    assert "Round 1: sat out, counts −5 in point difference, 2 hang jacks (their own average)" in said
    assert "counts nothing" not in said


def test_an_unchanged_part_is_not_sent_again(evening, client):
    page = reverse("standings", args=[evening.event.pk])
    version = re.search(r'"If-None-Match": "\\"([^"\\]+)', client.get(page).content.decode()).group(1)
    asks = {"HX-Request": "true", "If-None-Match": f'"{version}"'}
    assert client.get(page, {"of": "players"}, headers=asks).status_code == 304


def test_standings_that_are_hidden_are_asked_for_again_by_their_version_until_they_are_shown(evening, client):
    page = reverse("standings", args=[evening.event.pk])
    Event.objects.update(standings_shown=False)
    hidden = client.get(page, headers={"HX-Request": "true"}).headers["ETag"]
    asks = {"HX-Request": "true", "If-None-Match": hidden}
    assert client.get(page, headers=asks).status_code == 304
    Event.objects.update(standings_shown=True)
    shown = client.get(page, headers=asks)
    assert (shown.status_code, shown.headers["ETag"] == hidden) == (200, False)
