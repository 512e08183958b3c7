"""Paper of an evening of rounds: seats with partners and who rests, standings after a round, and no word of hours. In a
hall with too few tables it says when and where the later ones play."""

import datetime as dt
import re
from datetime import timedelta
from io import BytesIO

import pytest
from django.utils import timezone
from pypdf import PdfReader

from tests.evenings import Evening
from tests.paper.conftest import NOW, names_of
from tests.press.laid_out import faults_of, texts_of
from tests.round_evenings import Rounds, out, rounds_of
from tests.typesetting import html_of, typeset
from tournament.clock.services.rounds import start_round
from tournament.door.services.teams import team_up
from tournament.draw.queries.seats import names_of_rests
from tournament.draw.services.draws import release_draw
from tournament.draw.services.round_draws import draw_round
from tournament.event.services.events import change_settings, create_event, lock_event
from tournament.formats.hall import say_waves, say_when_printed
from tournament.models import Club, Event, Match, Round, Stage
from tournament.paper.document import NotDrawnYet
from tournament.paper.documents import DOCUMENTS
from tournament.paper.offers import shelves_of
from tournament.paper.queries.match_cards import match_cards_of
from tournament.paper.queries.round_notices import round_notice_of
from tournament.paper.typesetting import order_of
from tournament.press.sheets import Options

__all__ = ["rounds_of"]
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


@pytest.fixture
def hall_of_two(rounds_of: Rounds) -> Evening:
    """Ten pairs make five tables in a hall of two; the first round of two is on."""
    evening = rounds_of(10, plan=[["round-robin", 2]], length_kind="timed", hour_seconds=900, hall_tables=2)
    change_settings(evening.event, {"change_seconds": 300}, by=None, now=evening.now)
    evening.event.refresh_from_db()
    out(evening, 1)
    start_round(Round.objects.select_related("stage__event").get(), by=evening.director, now=evening.now)
    return evening


def words_on(hall: Evening, document: str) -> str:
    pdf = typeset(document, Event.objects.get(), 1, now=hall.now).pdf
    return " ".join(" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(pdf)).pages)


@pytest.mark.parametrize(
    ("bell", "said"),
    [
        ("for all", []),
        ("for a wave", ["Plays at table 1, after the first bell.", "Plays at table 1, after 2 bells."]),
        ("none", ["Plays at table 1, when the match of table 1 is over.", "…table 7 is over."]),
    ],
)
def test_a_sheet_says_when_and_where_its_table_plays(bell, said) -> None:
    told = [say_when_printed(number, 6, bell=bell) for number in (6, 7, 13)]
    assert [words for words in told if words] == [
        words.replace("…", "Plays at table 1, when the match of ") for words in said
    ]
    assert say_when_printed(7, None, bell=bell) == ""


@pytest.mark.parametrize(
    ("tables", "bell", "said"),
    [
        (6, "none", ()),
        (7, "for all", ()),
        (7, "none", ("Table 7 plays at table 1, as soon as that is free.",)),
        (8, "for a wave", ("Tables 7 to 8 play at tables 1 to 2, after the first bell.",)),
        (
            *(13, "for a wave"),
            (
                "Tables 7 to 12 play at tables 1 to 6, after the first bell.",
                "Table 13 plays at table 1, after 2 bells.",
            ),
        ),
    ],
)
def test_a_notice_says_when_and_where_each_wave_plays(tables, bell, said) -> None:
    assert say_waves(tables, 6, bell=bell) == said
    assert say_waves(tables, None, bell=bell) == ()


def test_a_notice_has_the_times_of_each_wave(hall_of_two: Evening) -> None:
    notice = round_notice_of(Event.objects.get(), Stage.objects.get(), hall_of_two.now)
    started = Round.objects.get().started_at
    assert started is not None
    first = timezone.localtime(started)
    starts = [f"{first + wave * timedelta(minutes=20):%H:%M}" for wave in range(3)]
    ends = [f"{first + wave * timedelta(minutes=20) + timedelta(minutes=15):%H:%M}" for wave in range(3)]
    assert [(each.label, each.starts, each.ends, each.length) for each in notice.times] == [
        ("Tables 1 to 2", starts[0], ends[0], "15 minutes"),
        ("Tables 3 to 4", starts[1], ends[1], "15 minutes"),
        ("Table 5", starts[2], ends[2], "15 minutes"),
    ]
    assert notice.waves == (
        "Tables 3 to 4 play at tables 1 to 2, after the first bell.",
        "Table 5 plays at table 1, after 2 bells.",
    )


@pytest.mark.parametrize("document", ["round-notice", "name-to-table", "seating-by-name", "seating-by-table"])
def test_what_hangs_on_the_wall_says_where_the_later_tables_play(hall_of_two: Evening, document: str) -> None:
    words = words_on(hall_of_two, document)
    assert (
        "Tables 3 to 4 play at tables 1 to 2, after the first bell. Table 5 plays at table 1, after 2 bells." in words
    )


@pytest.mark.parametrize("document", ["seat-slips", "table-sheets"])
def test_what_a_player_or_a_table_gets_says_where_it_plays(hall_of_two: Evening, document: str) -> None:
    each = re.findall(r"Plays at table \d, after [^.]*\.", words_on(hall_of_two, document))
    times = 4 if document == "seat-slips" else 1
    assert {words: each.count(words) for words in each} == {
        "Plays at table 1, after the first bell.": times,
        "Plays at table 2, after the first bell.": times,
        "Plays at table 1, after 2 bells.": times,
    }


@pytest.mark.slow
@pytest.mark.parametrize("sheet", ["a4", "a5", "letter-large"])
def test_nothing_is_cut_off_or_printed_over_something_else(hall_of_two: Evening, sheet: str) -> None:
    keys = ("round-notice", "name-to-table", "seating-by-name", "seating-by-table", "seat-slips", "table-sheets")
    faults = {}
    for key in keys:
        job = order_of(DOCUMENTS[key], Event.objects.get(), 1, options=Options(sheet, 2), now=hall_of_two.now).job
        faults[key] = [said for part in job.parts for said in faults_of(part, job.emblem)]
    assert faults == {key: [] for key in keys}


def test_a_team_s_card_names_the_tables_of_the_hall(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=[["knock-out", 0]], enters="teams", hall_tables=3)
    out(evening, 1)
    notes = [[table.notes for table in card.tables] for card in match_cards_of(evening.event, Stage.objects.get())]
    assert [note for of_card in notes for note in of_card] == [(), (), (), ("at table 1",)]
