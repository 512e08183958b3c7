"""Who has whose chair, on Tonight; and one sheet printed again from its page."""

from django.urls import reverse

from tests import evenings, round_evenings
from tests.conftest import signed_in
from tests.evenings import NAMES, Evening
from tests.round_evenings import Rounds, out
from tournament.desk.queries.chairs import TakenChair, taken_chairs
from tournament.door.queries.door import door_of
from tournament.door.services.entries import enter_players
from tournament.door.services.people import leave, seat_late
from tournament.door.services.teams import substitute, undo_substitute
from tournament.models import LogEntry, Match

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of


def chairs(evening: Evening) -> list[tuple[str, str, int | None]]:
    evening.event.refresh_from_db()
    return [(chair.came, chair.gone, chair.table) for chair in taken_chairs(evening.event, door_of(evening.event))]


def test_a_substitute_has_the_chair_until_the_substitution_is_undone(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=[["round-robin", 0]])
    out(evening, 1)
    assert chairs(evening) == []
    ann = evening.entry(NAMES[0])
    at = evening.now
    came = substitute(ann, "Zoe Quill", by=evening.director, now=at)
    table = came.seats.get().table.number
    assert chairs(evening) == [("Zoe Quill", NAMES[0], table)]
    assert taken_chairs(evening.event, door_of(evening.event)) == (
        TakenChair(came.pk, "Zoe Quill", NAMES[0], table, at),
    )
    page = signed_in(evening, "director").get(reverse("event", args=[evening.event.pk])).content.decode()
    assert "Who has whose chair" in page
    line = LogEntry.objects.get(action="substitute")
    undo_substitute(evening.event, line, by=evening.director, now=evening.now)
    assert chairs(evening) == []


def test_a_latecomer_has_the_chair_of_who_left(evening_of) -> None:
    evening = evening_of(8).playing()
    gone = evening.entry(NAMES[0])
    leave(gone, by=evening.director, now=evening.now)
    (late,) = enter_players(evening.event, ["Zoe Quill"], by=evening.director, now=evening.now)
    seat_late(late, by=evening.director, now=evening.now)
    assert [(came, gone) for came, gone, _table in chairs(evening)] == [("Zoe Quill", NAMES[0])]


def test_a_sheet_is_printed_again_from_the_page_of_its_match_or_player(rounds_of: Rounds, evening_of) -> None:
    evening = rounds_of(4, plan=[["round-robin", 0]])
    out(evening, 1)
    match = Match.objects.select_related("table").last()
    assert match is not None
    scorer, pk = signed_in(evening, "scorer"), evening.event.pk
    page = scorer.get(reverse("match", args=[pk, match.pk])).content.decode()
    assert f"{reverse('pdf', args=[pk, 'table-sheets'])}?hour=1&amp;table={match.table.number}" in page
    kent = evening_of(4).begun()
    entry = kent.event.entries.first()
    assert entry is not None
    page = scorer.get(reverse("sheet", args=[kent.event.pk, 1, entry.pk])).content.decode()
    assert f"{reverse('pdf', args=[kent.event.pk, 'score-sheets'])}?hour=1&amp;entry={entry.pk}" in page
