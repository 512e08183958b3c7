"""Paper of an evening of one round: seats with partners, standings by games won, and no word of hours."""

import datetime as dt
import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.kinds import mostly_slow
from tests.paper.conftest import NOW, names_of
from tests.typesetting import typeset
from tournament.door.services.entries import enter_players
from tournament.draw.services.draws import draw_first_hour, release_draw
from tournament.event.services.events import change_settings, create_event
from tournament.matches.queries.matches import players_of
from tournament.models import Club, Event, Match, State
from tournament.paper.document import NotDrawnYet
from tournament.paper.documents import DOCUMENTS


def evening(key: str, players: int, **settings: object) -> Event:
    """Its seats are out, and every match has a result: the first side has won most games, the last most points."""
    club = Club.objects.create(name="The Hop Pole Card Club")
    event = create_event(club, name="Michaelmas", date=dt.date(2026, 11, 21), format=key, by=None, now=NOW)
    change_settings(event, settings, by=None, now=NOW)
    enter_players(event, names_of(players), by=None, now=NOW)
    event.refresh_from_db()
    release_draw(draw_first_hour(event, seed=1674, by=None, now=NOW), by=None, now=NOW)
    for match in Match.objects.all():
        sides = match.sides.all()
        for place, side in enumerate(sides):
            side.games, side.points = len(sides) - place, 10 * place - 5
            side.save()
        Match.objects.filter(pk=match.pk).update(state=State.AGREED)
    return event


def text_of(event: Event, document: str) -> list[str]:
    stage = 1 if DOCUMENTS[document].needs_stage else None
    pdf = PdfReader(BytesIO(typeset(document, event, stage, now=NOW).pdf))
    return [" ".join(page.extract_text().split()) for page in pdf.pages]


OF_ONE_ROUND = [("trinidad-tables", 12, {}), ("auction-pitch-tables", 21, {"table_size": 7})]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "players", "settings"), mostly_slow(OF_ONE_ROUND, quick=OF_ONE_ROUND[:1]))
def test_the_paper_of_one_round_has_everybody_and_speaks_of_no_hour(key, players, settings):
    event = evening(key, players, **settings)
    for document in ("seating-by-name", "seating-by-table", "final-standings"):
        text = " ".join(text_of(event, document))
        assert [name for name in names_of(players) if name not in text] == []
        assert re.findall(r"\bhours?\b", text.lower()) == []


@pytest.mark.slow
def test_pairs_find_their_partner_on_the_wall_and_in_the_standings():
    event = evening("trinidad-tables", 4)
    a, b, c, d = (entry.name for entry in players_of(Match.objects.get()))
    (by_name,) = text_of(event, "seating-by-name")
    assert f"{a} 1 1 with {c} against {b} and {d}" in by_name
    (by_table,) = text_of(event, "seating-by-table")
    assert f"{a} and {c} v {b} and {d}" in by_table
    (standings,) = text_of(event, "final-standings")
    first, second = sorted((a, c))
    assert f"1= {first} with {second} 1 2 −5" in standings
    assert "In order of Games won: Most games won." in standings


def test_a_table_of_seven_stands_on_the_wall_with_its_seats():
    event = evening("auction-pitch-tables", 7, table_size=7)
    players = [entry.name for entry in players_of(Match.objects.get())]
    (by_table,) = text_of(event, "seating-by-table")
    assert " ".join(f"{name}{seat}" for seat, name in enumerate(players, start=1)) in by_table
    assert " v " not in by_table


def test_a_file_of_one_round_is_named_without_an_hour():
    event = evening("kent-tables", 4)
    assert typeset("seating-by-name", event, 1, now=NOW).filename == "2026-11-21-seating-by-name.pdf"


@pytest.mark.slow
def test_a_kent_game_at_tables_of_two_has_its_sheets_with_one_match_each():
    event = evening("kent-tables", 4)
    pages = text_of(event, "score-sheets")
    assert [name for name in names_of(4) if name not in " ".join(pages)] == []
    assert len(pages) == 2


def test_before_the_seats_are_out_there_are_no_standings_of_the_round():
    club = Club.objects.create(name="Club")
    event = create_event(club, name="Games", date=dt.date(2026, 11, 21), format="trinidad-tables", by=None, now=NOW)
    with pytest.raises(NotDrawnYet) as refusal:
        typeset("final-standings", event, now=NOW)
    assert str(refusal.value) == "There are no final standings yet: the seats of the last round are not shown."
