"""The card of a match between two teams: who plays where, and room for what is written in by hand."""

from dataclasses import replace
from io import BytesIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from tests import evenings, round_evenings
from tests.evenings import NAMES
from tests.matches.test_team_matches import make_match
from tests.press.laid_out import PIXELS_A_MM, pages_of
from tests.round_evenings import out
from tests.typesetting import html_of, typeset
from tournament.door.services.teams import team_up
from tournament.draw.services.draws import release_draw
from tournament.draw.services.round_draws import draw_round
from tournament.hands.services.hands import finish_hands
from tournament.models import Event, Match
from tournament.paper.document import Needs, NotDrawnYet
from tournament.paper.documents import DOCUMENTS
from tournament.paper.documents.match_cards import lay_out_cards
from tournament.paper.offers import shelves_of
from tournament.paper.queries.match_cards import CardTable, blank_match_card, match_cards_of
from tournament.paper.typesetting import order_of
from tournament.press.sheets import Options

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of
ROOM_TO_SIGN = 6.5
"""Millimetres."""
TEAMS = {"plan": [["round-robin", 0]], "enters": "teams"}


def of_teams(evening_of, teams, **settings):
    evening = evening_of(0, format="trinidad-rounds", **(TEAMS | settings))
    for number in range(teams):
        names = NAMES[number * 4 : number * 4 + 4]
        team_up(evening.event, names, name=f"Team {number + 1}", by=evening.director, now=evening.now)
    return evening


def words_of(paper):
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(paper.pdf)).pages]


def find_box_of(box, name):
    """Returns the first box with a class, also one that is out of the flow; None if there is none."""
    if getattr(box, "element", None) is not None and name in (box.element.get("class") or "").split():
        return box
    found = (find_box_of(child, name) for child in getattr(box, "children", ()))
    return next((each for each in found if each is not None), None)


def test_every_match_has_its_card_with_both_teams_and_their_pairs_at_each_table(evening_of):
    evening = of_teams(evening_of, 4)
    out(evening, 1)
    cards = match_cards_of(evening.event, evening.hour(1))
    assert [(card.where, card.length, card.is_draft) for card in cards] == [("Round 1", "A single game", False)] * 2
    assert sorted(team for card in cards for team in card.teams) == ["Team 1", "Team 2", "Team 3", "Team 4"]
    assert [[table.number for table in card.tables] for card in cards] == [[1, 2], [3, 4]]
    seated = [tuple(side.name for side in match.sides.all()) for match in Match.objects.order_by("table__number")]
    assert [sorted(table.pairs) for card in cards for table in card.tables] == [sorted(names) for names in seated]
    of_team = {entry.name: entry.team.name for entry in evening.event.entries.select_related("team", "player")}
    pairs = [(pair, team) for card in cards for table in card.tables for pair, team in zip(table.pairs, card.teams)]
    assert [(of_team[pair.split(" and ")[0]], of_team[pair.split(" and ")[1]]) for pair, _team in pairs] == [
        (team, team) for _pair, team in pairs
    ]
    paper = typeset("match-cards", evening.event, 1, now=evening.now)
    (page,) = words_of(paper)
    for card, words_of_card in zip(cards, page.split("Team match")[1:], strict=True):
        printed = [*card.teams, *(" ".join(f"{table.number} {table.pairs[0]}".split()) for table in card.tables)]
        assert [words for words in printed if words not in words_of_card] == []
        assert [
            word for word in ("Substitutes", "Remarks", "Captain of A", "Captain of B") if word not in words_of_card
        ] == []
    assert paper.filename == "2026-11-21-match-cards-round-1.pdf"


@pytest.mark.parametrize(
    ("settings", "counted"),
    [
        ({}, ("Games", "Points", "Hang Jack")),
        ({"length_kind": "timed"}, ("Points", "Hang Jack")),
        ({"format": "seven-up-rounds"}, ("Games", "Points")),
    ],
    ids=["games", "timed", "no hang jacks"],
)
def test_what_the_evening_counts_has_a_column_for_each_team(evening_of, settings, counted):
    evening = evening_of(0, **({"format": "trinidad-rounds"} | TEAMS | settings))
    html = html_of(DOCUMENTS["blank-match-cards"], evening.event, now=evening.now)
    heads = [f"{word} {team}" for team in "AB" for word in counted]
    assert [html.count(f">{head}</th>") for head in heads] == [2] * len(heads)
    assert html.count('<td class="count') == len(heads) * 9 * 2


def test_they_are_offered_where_teams_meet_and_nowhere_else(evening_of, rounds_of):
    teams = of_teams(evening_of, 2).event
    assert "match-cards" in [offer.document.key for shelf in shelves_of(teams) for offer in shelf.offers]
    teams.enters = "pairs"
    assert "match-cards" not in [offer.document.key for shelf in shelves_of(teams) for offer in shelf.offers]


def test_a_round_without_a_match_of_teams_is_refused_in_a_sentence(evening_of):
    evening = evening_of(4)
    evening.begin()
    with pytest.raises(NotDrawnYet, match="There is no card to print: no two teams meet in this round."):
        typeset("match-cards", evening.event, 1)


def test_the_card_of_the_second_half_has_the_score_of_the_first_with_the_team_on_the_left_in_front(evening_of):
    race = make_match(evening_of, plan=[["one-match", 2, 0]])
    race.game(1, 1), race.game(2, 1), race.game(3, 2)
    for match in Match.objects.select_related("table__stage__event"):
        finish_hands(match, by=race.evening.director, now=race.evening.now)
    out(race.evening, 2)
    event = Event.objects.get()
    halves = [match_cards_of(event, race.evening.hour(number))[0].halves for number in (1, 2)]
    teams = match_cards_of(event, race.evening.hour(2))[0].teams
    assert halves == [(), ("Half 1: 2–1 · hang jacks 0–0" if teams[0] == "Arima" else "Half 1: 1–2 · hang jacks 0–0",)]


@pytest.mark.slow
def test_a_draft_says_that_it_is_one(evening_of):
    evening = of_teams(evening_of, 2)
    evening.event.refresh_from_db()
    draw_round(evening.event, 1, seed=1674, by=None, now=evening.now)
    assert "Draft: not shown yet" in words_of(typeset("match-cards", evening.event, 1, now=evening.now))[0]


@pytest.mark.parametrize(("to_a_sheet", "copies"), [(1, 1), (2, 2)])
def test_a_match_alone_has_a_card_for_each_captain_rather_than_an_empty_half(evening_of, to_a_sheet, copies):
    evening = of_teams(evening_of, 2)
    out(evening, 1)
    html = html_of(DOCUMENTS["match-cards"], evening.event, 1, options=Options("a4", to_a_sheet), now=evening.now)
    assert (html.count("Team 1<"), html.count(f"of {copies} ·")) == (copies, copies)


@pytest.mark.parametrize("tables", [*range(1, 17)])
def test_the_lines_for_remarks_end_above_the_room_where_the_captains_sign(evening_of, tables):
    event = evening_of(0, format="trinidad-rounds", **TEAMS).event
    pairs = ("Maximiliana Featherstonehaugh and Bea Birch", "Cy Ash and Dan Ash")
    card = replace(blank_match_card(event), tables=tuple(CardTable(at, pairs) for at in range(1, tables + 1)))
    document = replace(DOCUMENTS["match-cards"], needs=Needs.NOTHING, read=lambda asked: lay_out_cards((card,)))
    (page,) = pages_of(order_of(document, event, options=Options("a4", 1)).job.parts[0])
    remarks, signed, foot = (find_box_of(page._page_box, name) for name in ("remarks", "signed", "foot"))
    assert len(remarks.children) >= 2
    assert remarks.position_y + remarks.height + ROOM_TO_SIGN * PIXELS_A_MM < signed.position_y
    assert signed.position_y + signed.height < foot.position_y


def test_a_full_hall_takes_as_many_queries_as_one_match(evening_of):
    evening = of_teams(evening_of, 2)
    counts = []
    for more in (0, 8):
        for number in range(2, 2 + more):
            names = NAMES[number * 4 : number * 4 + 4]
            team_up(evening.event, names, name=f"Team {number + 1}", by=evening.director, now=evening.now)
        Event.objects.get().stages.all().delete()
        event = Event.objects.get()
        release_draw(draw_round(event, 1, seed=1, by=None, now=evening.now), by=None, now=evening.now)
        event = Event.objects.select_related("club").get()
        with CaptureQueriesContext(connection) as queries:
            html_of(DOCUMENTS["match-cards"], event, 1, now=evening.now)
        counts.append(len(queries))
    assert counts[0] == counts[1]
