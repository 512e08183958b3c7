"""Large print is larger: every word of every document that offers it, read off the PDFs."""

from collections.abc import Iterator

import pytest

from tests import evenings, round_evenings
from tests.evenings import by_lot
from tests.paper.conftest import NOW, names_of
from tests.paper.conftest import evening as evening_with
from tests.paper.test_on_every_sheet import HALL, offered
from tests.press.letter_sizes import sizes_of_words_in
from tests.round_evenings import out, rule_all
from tests.typesetting import typeset
from tournament.models import Event
from tournament.paper.document import Document
from tournament.paper.documents import DOCUMENTS
from tournament.paper.forms import PaperForm
from tournament.press.sheets import SHEETS, Options, usual_options

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of
TIMES = 1.2
ROUNDED = 0.01
"""Sizes in a PDF are rounded, in points."""
LONG = ["Maximiliana Featherstonehaugh-Cholmondeley", "Oluwaseun Adébáyọ̀-Thornycroft of Ightham Mote", "Ng Bo"]


def words_too_small(document: Document, event: Event, hour: int | None, large: str = "a4-large") -> Iterator[str]:
    """Yields the words whose letters, smallest and largest, are not as much larger as large print says. Numbers of
    pages stand beside other numbers, so figures are compared where they are largest."""
    pdfs = []
    for sheet in (SHEETS[large].usual, large):
        options = usual_options(sheet, document.usual_pieces)
        pdfs.append(typeset(document.key, event, hour, address=HALL, options=options, now=NOW).pdf)
    usual, larger = (sizes_of_words_in(pdf, has_headings=not document.pieces) for pdf in pdfs)
    common = usual.keys() & larger.keys()
    assert len(common) > 0.8 * len(usual), document.key
    for word in sorted(common):
        ends = (-1,) if word.isdigit() else (0, -1)
        if any(larger[word][end] < TIMES * usual[word][end] - ROUNDED for end in ends):
            yield f"{word}: {usual[word][0]} to {usual[word][-1]}, large {larger[word][0]} to {larger[word][-1]}"


def documents_too_small(event: Event) -> dict[str, list[str]]:
    found = {}
    for key, hour in offered(event):
        document = DOCUMENTS[key]
        if "a4-large" in dict(PaperForm({}, document, usual_sheet="a4").fields["sheet"].choices):
            found[key] = list(words_too_small(document, event, hour))
    return {key: words for key, words in found.items() if words}


@pytest.mark.parametrize("key", ["round-notice", "seating-by-name", "seating-by-table"])
def test_names_on_the_wall_are_larger_in_large_print_on_more_pages(key):
    event = evening_with(names_of(36))
    assert list(words_too_small(DOCUMENTS[key], event, 1)) == []


@pytest.mark.parametrize("key", ["score-sheets", "table-cards", "name-badges", "movement-cards"])
def test_what_is_cut_apart_is_larger_in_large_print(key):
    assert list(words_too_small(DOCUMENTS[key], evening_with(names_of(8)), 1, "letter-large")) == []


def test_what_fills_its_sheet_offers_no_large_print_and_is_printed_as_usual_if_it_is_asked_for():
    event = evening_with(names_of(4))
    forms = {key: PaperForm({"sheet": "a4-large"}, each, usual_sheet="letter-large") for key, each in DOCUMENTS.items()}
    without = {key for key, form in forms.items() if "a4-large" not in dict(form.fields["sheet"].choices)}
    certificates = {"certificates", "team-certificates", "blank-certificates"}
    assert without == certificates | {"wall-poster", "name-to-table", "seat-slips", "result-slips"}
    assert {forms[key].options for key in without - {"wall-poster"}} == {Options("letter", 1)}
    posters = [
        typeset("wall-poster", event, address=HALL, options=Options(each), now=NOW).pdf for each in ("a4-large", "a4")
    ]
    assert sizes_of_words_in(posters[0]) == sizes_of_words_in(posters[1])


def test_a_sheet_of_large_print_has_half_as_many_pieces_lying_flat_however_they_are_asked_for():
    documents = [DOCUMENTS[key] for key in ("score-sheets", "movement-cards", "table-cards")]
    asked = [{"sheet": "a4-large", "pieces": pieces, "lies": "folded"} for pieces in ("", "1", "2", "4")]
    forms = [[PaperForm(each, document, usual_sheet="a4") for each in asked] for document in documents]
    assert [[form.options.pieces for form in row] for row in forms] == [[1, 1, 1, 1], [2, 1, 2, 2], [1, 1, 1, 1]]
    assert {form.options.folded for row in forms for form in row} == {False}


def _kent(evening_of, players: int) -> Event:
    evening = evening_of(players).begun()
    for hour in (1, 2):
        evening.play_rounds(hour)
        evening.end_rounds(hour)
        evening.hand_in(hour, by_lot)
        if hour == 1:
            evening.second()
    evening.event.refresh_from_db()
    return evening.event


def _knock_out(rounds_of, sides: int, enters: str) -> Event:
    evening = rounds_of(sides, plan=[["knock-out", 0]], enters=enters)
    for number in range(1, (sides - 1).bit_length() + 1):
        out(evening, number)
        rule_all(evening, number)
    return evening.event


def _rename(event: Event) -> Event:
    for player, name in zip(event.club.players.order_by("pk"), LONG * 3, strict=False):
        player.name = f"{name} {player.pk}"
        player.save(update_fields=["name"])
    return Event.objects.get(pk=event.pk)


@pytest.mark.slow
@pytest.mark.parametrize("players", [8, 30])
def test_every_document_of_an_evening_in_kent_is_larger_in_large_print(evening_of, players):
    assert documents_too_small(_kent(evening_of, players)) == {}


@pytest.mark.slow
@pytest.mark.parametrize(("sides", "enters"), [(4, "teams"), (10, "teams"), (25, "pairs"), (2, "pairs")])
def test_every_document_of_a_knock_out_is_larger_in_large_print(rounds_of, sides, enters):
    assert documents_too_small(_knock_out(rounds_of, sides, enters)) == {}


@pytest.mark.slow
@pytest.mark.parametrize("players", [5, 16])
def test_every_document_of_a_night_of_pitch_is_larger_in_large_print(evening_of, players):
    event = evening_of(players, format="auction-pitch-tables", table_size=5).begun().event
    assert documents_too_small(Event.objects.get(pk=event.pk)) == {}


@pytest.mark.slow
def test_long_names_are_larger_in_large_print_too(evening_of):
    assert documents_too_small(_rename(_kent(evening_of, 16))) == {}
