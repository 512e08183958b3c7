"""Evenings of one round on their pages: everything from the new evening to the lock, in words that fit them."""

import re
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests import evenings
from tests.conftest import NAMES, NOW
from tests.evenings import Evening
from tests.event.test_table_evenings import play_match
from tests.kinds import mostly_slow
from tournament.clock.services.rounds import start_round
from tournament.door.services.entries import enter_players
from tournament.door.services.people import seat_late
from tournament.formats.formats import FORMATS
from tournament.matches.queries.matches import players_of
from tournament.models import Entry, Event, Match, Round
from tournament.paper.document import NotAgreedYet
from tournament.paper.documents import DOCUMENTS

evening_of = evenings.evening_of
ONE_ROUND = [key for key, evening in FORMATS.items() if not evening.has_several_stages]
PAGES = ("event", "door", "clock", "clock_screen", "seats", "standings", "results", "slips", "paper", "lock", "log")


def words(page: bytes) -> str:
    """What somebody reads, without tags, scripts and what only htmx reads."""
    return " ".join(re.sub(r"<[^>]+>", " ", page.decode().split("<main", 1)[1]).split())


def pages_of(client: Client, event: Event) -> dict[str, str]:
    found = {name: reverse(name, args=[event.pk]) for name in PAGES}
    found |= {"draw": reverse("draw", args=[event.pk, 1]), "by table": f"{found['seats']}?by=table"}
    return {name: words(client.get(at, follow=True).content) for name, at in found.items()}


@pytest.mark.slow
@pytest.mark.parametrize("key", mostly_slow(ONE_ROUND, quick=["trinidad-tables", "auction-pitch-tables"]))
def test_no_page_of_an_evening_of_one_round_speaks_of_hours(as_director: Client, evening: Event, key: str) -> None:
    sent = {"format": key, "name": "Games", "date": "2026-11-21"}
    as_director.post("/events/new/", sent)
    event = Event.objects.get(format=key)
    told = [pages_of(as_director, event)]
    enter_players(event, NAMES[:8], by=None, now=NOW)
    told.append(pages_of(as_director, event))
    at = reverse("draw", args=[event.pk, 1])
    as_director.post(at, {"action": "draw"})
    told.append(pages_of(as_director, event))
    as_director.post(at, {"action": "release", "seen": as_director.get(at).context["mark"]})
    told.append(pages_of(as_director, event))
    start_round(Round.objects.get(), by=None, now=NOW)
    match = Match.objects.order_by("table__number").first()
    assert match is not None
    told.append(pages_of(as_director, event) | {"match": words(as_director.get(_match(match)).content)})
    spoken = {
        (phase, name, found)
        for phase, pages in enumerate(told)
        for name, text in pages.items()
        for found in re.findall(r"[^.]{0,40}\b[Hh]ours?\b[^.]{0,40}", text)
    }
    assert spoken == set()


def _match(match: Match) -> str:
    return reverse("match", args=[match.table.stage.event_id, match.pk])


@pytest.fixture
def pitch(evening_of, as_director: Client) -> Evening:
    """Nine players of Auction Pitch at two tables, the seats out."""
    return evening_of(9, format="auction-pitch-tables", length_kind="single").begun()


def test_the_second_hour_is_not_there(as_director: Client, pitch: Evening) -> None:
    assert as_director.get(reverse("draw", args=[pitch.event.pk, 2])).status_code == 404


def test_the_seats_say_who_plays_beside_and_against_whom(as_director: Client, evening_of) -> None:
    evening = evening_of(4, format="trinidad-tables")
    evening.begin()
    a, b, c, d = (entry.name for entry in players_of(Match.objects.get()))
    page = words(as_director.get(reverse("seats", args=[evening.event.pk])).content)
    assert f"{a} Table 1 with {c} against {b} and {d}" in page
    draft = words(as_director.get(reverse("draw", args=[evening.event.pk, 1])).content)
    assert f"{a} and {c} – {b} and {d}" in draft


def test_the_standings_show_games_and_points_and_who_has_no_result_yet(as_director: Client, pitch: Evening) -> None:
    first, second = pitch.matches(1)
    play_match(pitch, first, Random(3))
    page = as_director.get(reverse("standings", args=[pitch.event.pk]))
    text = words(page.content)
    assert "Ranked by: Games won. Most games won." in text and "Place Name Table Games Points" in text
    rows = page.context["page"].rows
    assert [row.line.name for row in rows[5:]] == sorted(entry.name for entry in players_of(second))
    assert (rows[0].line.record.games, rows[1].line.record.games, rows[5].line.record.games) == (1, 0, None)


def test_paper_offers_what_fits_and_no_sheet_for_a_player(as_director: Client, pitch: Evening) -> None:
    shelves = as_director.get(reverse("paper", args=[pitch.event.pk])).context["shelves"]
    offered = {offer.document.key: offer.missing for shelf in shelves for offer in shelf.offers}
    fitting = [document.key for document in DOCUMENTS.values() if document.makes_sense(pitch.event)]
    of_winners = dict.fromkeys(("honours", "certificates"), str(NotAgreedYet.message))
    assert offered == dict.fromkeys(fitting, "") | of_winners
    assert ("score-sheets" in fitting, "table-sheets" in fitting) == (False, True)


def test_somebody_who_goes_home_before_play_is_told_what_becomes_of_the_table(
    as_director: Client, pitch: Evening
) -> None:
    leaver = players_of(pitch.matches(1)[0])[0]
    said = as_director.post(reverse("door_entry", args=[pitch.event.pk, leaver.pk]), {"action": "leave"}, follow=True)
    assert "The others at table 1 play without them." in words(said.content)
    back = as_director.post(reverse("door_entry", args=[pitch.event.pk, leaver.pk]), {"action": "back"}, follow=True)
    assert f"{leaver.name} is back at table 1." in words(back.content)


def test_a_pair_that_loses_one_waits_and_a_late_comer_takes_the_chair(as_director: Client, evening_of) -> None:
    evening = evening_of(4, format="trinidad-tables")
    evening.begin()
    pk = evening.event.pk
    leaver = players_of(Match.objects.get())[0]
    said = as_director.post(reverse("door_entry", args=[pk, leaver.pk]), {"action": "leave"}, follow=True)
    assert "Table 1 does not have enough players now. A latecomer can take the chair." in words(said.content)
    enter_players(evening.event, ["Zoe"], by=None, now=NOW)
    assert "can take chair 1 at table 1" in words(as_director.get(reverse("door", args=[pk])).content)
    late = Entry.objects.get(player__name="Zoe")
    said = as_director.post(reverse("door_entry", args=[pk, late.pk]), {"action": "seat"}, follow=True)
    assert "Zoe takes chair 1 at table 1." in words(said.content)


def test_once_a_table_has_begun_it_finishes_without(as_director: Client, pitch: Evening) -> None:
    pitch.play_rounds(1)
    leaver = players_of(pitch.matches(1)[0])[0]
    said = as_director.post(reverse("door_entry", args=[pitch.event.pk, leaver.pk]), {"action": "leave"}, follow=True)
    assert "The table has started. Let it finish without them, or call the match off under Results." in words(
        said.content
    )


def test_when_no_chair_is_free_a_late_comer_is_told(as_director: Client, pitch: Evening) -> None:
    (late,) = enter_players(pitch.event, ["Zoe"], by=None, now=NOW)
    said = as_director.post(reverse("door_entry", args=[pitch.event.pk, late.pk]), {"action": "seat"})
    assert (said.status_code, "No table has a free chair." in said.content.decode()) == (409, True)


def test_late_in_the_evening_the_log_tells_of_the_round(as_director: Client, evening_of) -> None:
    evening = evening_of(4, format="trinidad-tables")
    evening.begin()
    leaver = players_of(Match.objects.get())[0]
    as_director.post(reverse("door_entry", args=[evening.event.pk, leaver.pk]), {"action": "leave"})
    (late,) = enter_players(evening.event, ["Zoe"], by=None, now=NOW)
    seat_late(late, by=None, now=NOW)
    evening.play_rounds(1)
    evening.end_rounds(1)
    log = words(as_director.get(reverse("log", args=[evening.event.pk])).content)
    told = [
        *("Ended the round", "Started the round", "Zoe came late and sits at table 1"),
        *("Showed the seats of the round to everybody", "Drew the round, draw number 1674: 1 table"),
    ]
    assert [log.index(sentence) for sentence in told] == sorted(log.index(sentence) for sentence in told)
