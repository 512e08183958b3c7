"""Every document as a screen reader has it: each picture has its text, each table its headings."""

import pytest

from tests import round_evenings
from tests.club.test_emblem_on_paper import png
from tests.paper.conftest import NOW, evening, names_of
from tests.paper.test_documents import two_hours
from tests.paper.test_on_every_sheet import HALL, offered
from tests.press.structure import lines_to_write_on_of, structure_faults_of
from tests.round_evenings import out, rule_all
from tests.typesetting import typeset
from tournament.club.services import save_emblem
from tournament.models import Event
from tournament.paper.documents import DOCUMENTS

rounds_of = round_evenings.rounds_of


def faults_of_documents(event: Event, keys: list[tuple[str, int | None]]) -> dict[str, list[str]]:
    found = {key: structure_faults_of(typeset(key, event, hour, address=HALL, now=NOW).pdf) for key, hour in keys}
    return {key: said for key, said in found.items() if said}


def test_codes_of_usual_paper_have_their_text():
    event = evening(names_of(4))
    assert faults_of_documents(event, [("table-cards", None), ("rules", None)]) == {}


def test_each_line_that_is_written_on_says_what_is_written_there():
    event = evening(names_of(4))
    own, table = (
        typeset(*which, address=HALL, now=NOW).pdf
        for which in (("score-sheets", event, 1, event.entries.first()), ("blank-table-sheets", event))
    )
    assert [structure_faults_of(pdf) for pdf in (own, table)] == [[], []]
    room = "room for strokes, then boxes: points I won, All Fours, Jacks turned, opponent’s initials"
    assert lines_to_write_on_of(own) == [f"Round {number}: {room}" for number in (1, 2, 3)]
    lines = lines_to_write_on_of(table)
    before_play = "Dealer, Turn-up Jack, Beg accept or one or run"
    the_four = "Highest A or B, Lowest A or B, Jack A or B, Game A or B"
    assert (len(lines), lines[2]) == (40, f"Hand 3: {before_play}, {the_four}, score of A, score of B")


@pytest.mark.slow
def test_every_picture_of_every_document_has_its_text_and_every_table_its_headings(rounds_of):
    kent = two_hours(names_of(7))
    save_emblem(kent.club, png=png(), width=60, height=40, by=None, now=NOW)
    teams = rounds_of(4, plan=[["knock-out", 0]], enters="teams")
    for number in (1, 2):
        out(teams, number)
        rule_all(teams, number)
    of_both = {key: (event, hour) for event in (kent, teams.event) for key, hour in offered(event)}
    assert set(of_both) == set(DOCUMENTS)
    faults = {key: faults_of_documents(event, [(key, hour)]) for key, (event, hour) in of_both.items()}
    assert {key: said for key, said in faults.items() if said} == {}
