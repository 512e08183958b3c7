"""Paper of an evening of rounds: seats with partners and who rests, standings after a round, and no word of hours."""

import datetime as dt
import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.paper.conftest import NOW, names_of
from tests.press.laid_out import texts_of
from tests.typesetting import html_of, typeset
from tournament.door.services.teams import team_up
from tournament.draw.queries.seats import names_of_rests
from tournament.draw.services.draws import release_draw
from tournament.draw.services.round_draws import draw_round
from tournament.event.services.events import change_settings, create_event, lock_event
from tournament.models import Club, Event, Match
from tournament.paper.document import NotDrawnYet
from tournament.paper.documents import DOCUMENTS
from tournament.paper.offers import shelves_of

OF_A_ROUND = ("seating-by-name", "seating-by-table", "round-standings")


@pytest.fixture
def event() -> Event:
    """Three pairs, of whom the last has a name, all to meet once; the seats of round 1 are out."""
    club = Club.objects.create(name="The Hop Pole Card Club")
    event = create_event(
        club, name="Michaelmas", date=dt.date(2026, 11, 21), format="trinidad-rounds", by=None, now=NOW
    )
    change_settings(event, {"plan": [["round-robin", 0]], "enters": "pairs"}, by=None, now=NOW)
    event.refresh_from_db()
    names = names_of(6)
    for number, name in enumerate(("", "", "The Aces")):
        team_up(event, names[2 * number : 2 * number + 2], name=name, by=None, now=NOW)
    release_draw(draw_round(event, 1, seed=1674, by=None, now=NOW), by=None, now=NOW)
    event.refresh_from_db()
    return event


def text_of(event: Event, document: str, number: int | None) -> str:
    pdf = PdfReader(BytesIO(typeset(document, event, number, now=NOW).pdf))
    return " ".join(" ".join(page.extract_text() for page in pdf.pages).split())


def test_paper_of_a_round_has_everybody_names_the_round_and_speaks_of_no_hour(event: Event) -> None:
    aces = " and ".join(names_of(6)[4:])
    for document in OF_A_ROUND:
        text = text_of(event, document, 1).replace("The Aces", aces)
        assert [name for name in names_of(6) if name not in text] == []
        assert ("ound 1" in text, re.findall(r"\bhours?\b", text.lower())) == (True, [])
    assert "After round 1" in text_of(event, "round-standings", 1)


def test_a_pair_finds_its_partner_and_its_opponents_or_that_it_rests(event: Event) -> None:
    one, other = (side.entries for side in Match.objects.get().sides.all())
    (first, second), (third, fourth) = [[entry.name for entry in side] for side in (one, other)]
    resting = [rest.entry.name for rest in event.stages.get().rests.order_by("pk")]
    by_name, by_table = text_of(event, "seating-by-name", 1), text_of(event, "seating-by-table", 1)
    assert f"with {second} against {third} and {fourth}" in by_name
    assert by_name.count("sits out this round") == 2
    named = "The Aces" if resting == names_of(6)[4:] else f"{resting[0]} and {resting[1]}"
    assert f"Sits out this round: {named}" in by_table


def test_those_who_rest_stand_from_a_to_z_under_their_heading() -> None:
    club = Club.objects.create(name="The Oak")
    other = create_event(club, name="Cup", date=dt.date(2026, 11, 21), format="trinidad-rounds", by=None, now=NOW)
    change_settings(other, {"plan": [["knock-out", 0]], "enters": "pairs"}, by=None, now=NOW)
    other.refresh_from_db()
    names = names_of(10)
    for number in range(5):
        team_up(other, names[2 * number : 2 * number + 2], by=None, now=NOW)
    stage = draw_round(other, 1, seed=1674, by=None, now=NOW)
    resting = sorted(names_of_rests(other, stage))
    assert len(resting) == 3
    assert f"Sit out this round: {' '.join(resting)}" in text_of(other, "seating-by-table", 1)


def test_a_pair_stands_on_one_line_of_the_standings_with_its_rest_below(event: Event) -> None:
    lines = [text.text.strip() for text in texts_of(html_of(DOCUMENTS["round-standings"], event, 1, now=NOW))]
    pairs = ["Ann Archer and Bea Archer", "Cyril Archer and Dot Archer", "The Aces"]
    assert [pair for pair in pairs if pair not in lines] == []


def test_an_evening_locked_before_its_last_round_has_final_standings(event: Event) -> None:
    lock_event(event, by=None, now=NOW)
    event.refresh_from_db()
    assert "Final standings" in text_of(event, "final-standings", None)
    offers = {offer.document.key: offer.missing for shelf in shelves_of(event) for offer in shelf.offers}
    assert offers["final-standings"] == ""


def test_paper_of_a_round_that_is_not_drawn_says_so(event: Event) -> None:
    refused = {
        ("seating-by-name", 2): "Nothing to print yet: this round has not been drawn.",
        ("final-standings", None): "There are no final standings yet: the seats of the last round are not shown.",
    }
    for (document, number), said in refused.items():
        with pytest.raises(NotDrawnYet) as refusal:
            typeset(document, event, number, now=NOW)
        assert str(refusal.value) == said
    draw_round(event, 2, seed=1674, by=None, now=NOW)
    with pytest.raises(NotDrawnYet) as refusal:
        typeset("round-standings", event, 2, now=NOW)
    assert str(refusal.value) == "There are no standings of this round yet: its seats are not shown."


def test_a_file_of_a_round_is_named_by_it(event: Event) -> None:
    assert typeset("seating-by-name", event, 1, now=NOW).filename == "2026-11-21-seating-by-name-round-1.pdf"
