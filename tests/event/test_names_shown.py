"""No page and no paper of an evening shows one of two people of one name without the note that tells them apart."""

import re
from html import unescape

import pytest

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import NAMES
from tests.typesetting import html_of
from tournament.door.services.entries import Namesake, enter_players, set_note
from tournament.event.services.events import show_standings
from tournament.models import Entry
from tournament.paper.document import NotDrawnYet
from tournament.paper.documents import DOCUMENTS

evening_of = evenings.evening_of
ANN = NAMES[0]


def by(evening):
    return {"by": evening.director, "now": evening.now}


def _bare(words: str) -> list[str]:
    """Places where one of two people of one name stands without a note."""
    plain = _plain(words)
    return [
        plain[max(at.start() - 40, 0) : at.end() + 20] for at in re.finditer(rf"{ANN}(?! ?\((?:Hill|Pond)\))", plain)
    ]


def _plain(words: str) -> str:
    """Without tags, each space one."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", unescape(words)))


@pytest.fixture
def of_one_name(evening_of):
    """Kent players in hour one, two of them of one name; what each has won is agreed, and the standings are shown."""
    evening = evening_of(7)
    set_note(evening.entry(ANN).player, "Hill", event=evening.event, **by(evening))
    enter_players(evening.event, [Namesake(ANN, "Pond")], **by(evening))
    evening.begin()
    evening.play_rounds(1)
    evening.hand_in(1, lambda match: (5, 3))
    show_standings(evening.event, True, **by(evening))
    evening.event.refresh_from_db()
    return evening


@pytest.mark.slow
def test_no_page_shows_one_of_two_people_of_one_name_without_the_note(of_one_name):
    event, client = of_one_name.event, signed_in(of_one_name, "director")
    hill = Entry.objects.get(event=event, player__note="Hill")
    match = of_one_name.matches(1)[0]
    paths = (
        *("", "door/", f"door/{hill.pk}/name/", "draw/1/", "draw/2/", "clock/", "tables/", "prizes/", "seats/"),
        *("standings/", "sheets/", f"sheets/1/{hill.pk}/", f"match/{match.pk}/", "results/", "paper/"),
        *(f"results/{match.pk}/ruling/", "lock/"),
    )
    pages = {path: client.get(f"/e/{event.pk}/{path}") for path in paths}
    pages |= {path: client.get(path) for path in (f"/me/?e={event.pk}", "/screens/")}
    assert {path: page.status_code for path, page in pages.items()} == dict.fromkeys(pages, 200)
    assert {path: found for path, page in pages.items() if (found := _bare(page.content.decode()))} == {}
    assert all(f"{ANN} ({note})" in pages["standings/"].content.decode() for note in ("Hill", "Pond"))


@pytest.mark.slow
def test_no_paper_shows_one_of_two_people_of_one_name_without_the_note(of_one_name):
    event = of_one_name.event
    found, shown = {}, set()
    for key, document in DOCUMENTS.items():
        if not document.makes_sense(event):
            continue
        try:
            words = html_of(document, event, 1, address="http://192.0.2.2", now=of_one_name.now)
        except NotDrawnYet:
            continue
        if bare := _bare(words):
            found[key] = bare
        if re.search(rf"{ANN} ?\(Pond\)", _plain(words)):
            shown.add(key)
    assert found == {}
    assert {"seating-by-name", "seating-by-table", "score-sheets", "all-results", "door-list"} <= shown
