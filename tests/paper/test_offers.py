"""What the Paper page offers can be printed, however far the evening is."""

import pytest

from tests import evenings, round_evenings
from tests.paper.conftest import NOW, evening, names_of
from tournament.draw.services.draws import draw_first_hour, release_draw
from tournament.draw.services.round_draws import draw_round
from tournament.models import Event
from tournament.paper.offers import shelves_of
from tournament.paper.queries.table_sheets import table_sheets_of
from tournament.paper.typesetting import order_of

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of
HALL = "http://192.168.1.20:8000"


def printed(event: Event) -> dict[str, str]:
    """Every document that is offered now, with all that goes to the press."""
    return {
        offer.document.key: "".join(order_of(offer.document, event, offer.hour, address=HALL, now=NOW).job.parts)
        for shelf in shelves_of(event)
        for offer in shelf.offers
        if not offer.missing
    }


OF_A_DRAFT = {
    *("score-sheets", "table-sheets", "round-notice", "seating-by-name", "seating-by-table", "seat-slips"),
    "name-to-table",
}


def test_of_a_kent_draft_everything_offered_can_be_printed_and_what_names_its_seats_says_that_it_is_one():
    papers = printed(evening(names_of(9), released=False))
    assert {key for key, html in papers.items() if "Draft: not shown yet" in html} == OF_A_DRAFT
    assert "Hour 1 · table 2 · round 3" in papers["table-sheets"]


def test_of_a_drawn_round_of_teams_too(rounds_of):
    teams = rounds_of(4, plan=[["round-robin", 0]], enters="teams")
    teams.event.refresh_from_db()
    draw_round(teams.event, 1, seed=1674, by=None, now=teams.now)
    papers = printed(Event.objects.get())
    drafts = {key for key, html in papers.items() if "Draft: not shown yet" in html}
    assert drafts == (OF_A_DRAFT - {"score-sheets"}) | {"match-cards"}


@pytest.mark.parametrize("format", ["kent-1674", "trinidad-tables", "auction-pitch-tables"])
def test_the_sheets_of_a_draft_are_those_of_its_release(evening_of, format):
    made = evening_of(12, format=format)
    event = made.event
    stage = draw_first_hour(event, seed=7, by=None, now=made.now)
    draft = table_sheets_of(event, stage)
    release_draw(stage, by=None, now=made.now)
    out = table_sheets_of(event, event.stages.get())
    assert [(sheet.where, sheet.sides) for sheet in draft] == [(sheet.where, sheet.sides) for sheet in out]
    assert {sheet.is_draft for sheet in draft} == {True}
    assert {sheet.is_draft for sheet in out} == {False}
