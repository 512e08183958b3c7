"""Standings are made once for all who look, and never shown as they were before somebody wrote something."""

import re
from collections.abc import Callable
from dataclasses import fields
from io import StringIO
from itertools import product

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.conftest import signed_in
from tests.evenings import Evening
from tests.round_evenings import out, rule_all
from tournament.door.services.entries import correct_name, enter_players
from tournament.door.services.people import leave, seat_late
from tournament.door.services.teams import substitute
from tournament.event.services.events import change_settings, create_event, lock_event, reopen_event, show_standings
from tournament.matches.queries.matches import players_of
from tournament.models import Event, Match, Player, Side
from tournament.ranking import level_groups_of
from tournament.results.services.decisions import call_off, give_walk_over, make_ruling, take_back_walk_over
from tournament.results.services.sheets import SheetEntry, enter_sheet
from tournament.standings.queries.shared_standings import SHARED, share_standings
from tournament.standings.queries.standings import standings_of, tables_of
from tournament.standings.services import record_cuts

Step = Callable[[Evening], object]


def part(client: Client, event: Event) -> str:
    """The table as it stands on a page that is open, without the number of its version."""
    answer = client.get(reverse("standings", args=[event.pk]), headers={"HX-Request": "true"})
    return re.sub(r'"\\"[^"]*\\""', "", answer.content.decode())


def tables(event: Event) -> list[object]:
    """Every table that the results give, of all hours and of each by itself."""
    event = Event.objects.get(pk=event.pk)
    found = []
    for of, agreed_only, hours in product(tables_of(event), (False, True), (None, 1)):
        made = share_standings(event, hours=hours, agreed_only=agreed_only, counting=of).page.standings
        found.append([getattr(made, field.name) for field in fields(made)])
    return found


def differ(evening: Evening, client: Client, steps: dict[str, Step]) -> None:
    """After each step the page is another one, and it and every table are those that would be made if nothing were
    kept."""
    before = part(client, evening.event)
    for name, step in steps.items():
        evening.event.refresh_from_db()
        step(evening)
        kept, tables_kept = part(client, evening.event), tables(evening.event)
        SHARED.forget()
        assert (name, kept) == (name, part(client, evening.event))
        assert (name, tables_kept) == (name, tables(evening.event))
        assert (name, kept != before) == (name, True)
        before = kept


def by(evening: Evening) -> dict[str, object]:
    return {"by": evening.director, "now": evening.now}


def told(match: Match, *points: int) -> dict[str, object]:
    return {"points": points, "games": (points[0] // 14, points[1] // 14), "reason": "By the table."}


def settings(**wanted: object) -> Step:
    return lambda evening: change_settings(evening.event, wanted, **by(evening))


def renamed_at_another_evening(evening: Evening) -> None:
    club = evening.event.club
    other = create_event(club, name="Another", date=evening.event.date, **by(evening))
    (entry,) = enter_players(other, [Player.objects.order_by("pk").first().name], **by(evening))
    correct_name(entry, "Somebody Else", **by(evening))


@pytest.mark.slow
def test_whatever_is_written_to_an_evening_of_rounds_shows_at_once(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 2]], criteria=["match_points", "games_won", "cut"])
    first, second = (lambda number=number: evening.matches(1)[number] for number in (0, 1))

    def cut(evening: Evening) -> None:
        keys = list(evening.event.teams.values_list("pk", flat=True))
        record_cuts(evening.hour(2), {key: [card] for key, card in zip(keys, "32AK", strict=True)}, **by(evening))

    differ(
        evening,
        signed_in(evening, "director"),
        {
            "seats are out": lambda evening: out(evening, 1),
            "ruled": lambda evening: make_ruling(first(), **told(first(), 14, 9), **by(evening)),
            "ruled again": lambda evening: make_ruling(first(), **told(first(), 9, 14), **by(evening)),
            "walk-over": lambda evening: give_walk_over(second(), 1, reason="Late.", **by(evening)),
            "taken back": lambda evening: take_back_walk_over(second(), reason="They came.", **by(evening)),
            "called off": lambda evening: call_off(second(), reason="The lights went out.", **by(evening)),
            "a name": lambda evening: correct_name(evening.entry("Ann Ash"), "Anna Ash", **by(evening)),
            "a name elsewhere": renamed_at_another_evening,
            "another round": lambda evening: out(evening, 2),
            "somebody comes instead": lambda evening: substitute(evening.entry("Cy Ash"), "Zoe Ash", **by(evening)),
            "the second round": lambda evening: rule_all(evening, 2),
            "what a match counts": settings(credits={"abandoned": {"kind": "fixed", "points": 5}}),
            "what ranks": settings(criteria=["points_for", "cut"]),
            "level on everything": lambda evening: [
                make_ruling(match, **told(match, 14, 14), **by(evening)) for match in (first(), *evening.matches(2))
            ],
            "cut": cut,
        },
    )


def test_whatever_is_written_to_an_evening_by_the_hour_shows_at_once(evening_of):
    evening = evening_of(7)

    def keyed(player: int, *said: int) -> Step:
        def key(evening: Evening) -> None:
            match = Match.objects.filter(table__size=3).first()
            enter_sheet(players_of(match)[player], [SheetEntry(match.pk, *said)], **by(evening))

        return key

    def ruled(evening: Evening, points: int) -> None:
        match = Match.objects.filter(table__size=4).first()
        make_ruling(match, points=(points, 9), games=None, reason="By the director.", **by(evening))

    def cut(evening: Evening) -> None:
        level = level_groups_of(standings_of(evening.event).placings)[0]
        cards = {placing.record.entry: [card] for placing, card in zip(level, "32AKQJ", strict=False)}
        record_cuts(evening.hour(1), cards, **by(evening))

    def comes_late(evening: Evening) -> None:
        (entry,) = enter_players(evening.event, ["Nan Late"], **by(evening))
        seat_late(entry, **by(evening))

    differ(
        evening,
        signed_in(evening),
        {
            "seats are out": lambda evening: evening.begin(),
            "one sheet": keyed(0, 9, 4, 1, 0),
            "both sheets": keyed(1, 4, 9, 0, 0),
            "a sheet corrected": keyed(1, 5, 9, 0, 0),
            "ruled": lambda evening: ruled(evening, 14),
            "ruled again, with a penalty": lambda evening: ruled(evening, 11),
            "cut": cut,
            "sits out as it is": settings(adjust_sit_outs=False),
            "comes late": comes_late,
            "goes home": lambda evening: leave(evening.entry("Bea Ash"), **by(evening)),
        },
    )


def test_a_tally_that_was_tampered_with_does_not_stay_on_the_page_once_it_is_mended(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]])
    out(evening, 1)
    rule_all(evening, 1)
    scorer = signed_in(evening)
    before = part(scorer, evening.event)
    Side.objects.filter(number=1).update(points=31_415)
    SHARED.forget()
    assert ("31415" in part(scorer, evening.event), "31415" in before) == (True, False)
    call_command("rescore", stdout=StringIO())
    assert part(scorer, evening.event) == before


def test_who_may_see_and_who_may_cut_is_asked_each_time(rounds_of, client):
    evening = rounds_of(2, plan=[["round-robin", 1]])
    out(evening, 1)
    for match in evening.matches(1):
        make_ruling(match, **told(match, 14, 14), **by(evening))
    page = reverse("standings", args=[evening.event.pk])
    director, scorer = signed_in(evening, "director"), signed_in(evening)

    def seen() -> list[tuple[bool, bool]]:
        said = [each.get(page).content.decode() for each in (director, scorer, client)]
        return [("Ann Ash" in each, "cut the cards" in each) for each in said]

    assert seen() == [(True, True), (True, False), (False, False)]
    show_standings(evening.event, True, **by(evening))
    assert seen() == [(True, True), (True, False), (True, False)]
    lock_event(evening.event, **by(evening))
    assert seen() == [(True, False), (True, False), (True, False)]
    reopen_event(evening.event, reason="One more.", **by(evening))
    show_standings(evening.event, False, **by(evening))
    assert seen() == [(True, True), (True, False), (False, False)]


def test_many_readers_of_one_state_ask_for_the_event_alone(rounds_of, client, django_assert_num_queries):
    evening = rounds_of(3, plan=[["round-robin", 1]])
    out(evening, 1)
    show_standings(evening.event, True, **by(evening))
    page = reverse("standings", args=[evening.event.pk])
    first = client.get(page, {"agreed": "1"}, headers={"HX-Request": "true"})
    with django_assert_num_queries(1):
        again = client.get(page, {"agreed": "1", "hour": "9"}, headers={"HX-Request": "true"})
    assert (again.content, again.headers["Vary"]) == (first.content, first.headers["Vary"])


@pytest.mark.parametrize("asked", ["", "?agreed=1", "?of=players", "?of=players&agreed=1"])
def test_an_open_page_asks_again_for_what_it_shows(rounds_of, client, asked):
    evening = rounds_of(2, plan=[["round-robin", 1]])
    out(evening, 1)
    show_standings(evening.event, True, **by(evening))
    page = reverse("standings", args=[evening.event.pk])
    assert f'hx-get="{page}{asked.replace("&", "&amp;")}"' in client.get(page + asked).content.decode()


def test_standings_are_ranked_once_for_the_same_results_and_settings(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]])
    out(evening, 1)
    before = share_standings(evening.event)
    written = Event.objects.get(pk=evening.event.pk)
    written.revision += 1
    written.save()
    after = share_standings(Event.objects.get(pk=evening.event.pk))
    assert (after.ranked is before.ranked, after.page is before.page, after is before) == (True, True, False)
    make_ruling(evening.matches(1)[0], **told(evening.matches(1)[0], 14, 9), **by(evening))
    assert share_standings(Event.objects.get(pk=evening.event.pk)).ranked is not before.ranked


def test_a_setting_that_its_caller_changes_in_place_is_a_change_too(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]], criteria=["match_points"])
    out(evening, 1)
    event = Event.objects.get(pk=evening.event.pk)
    before = standings_of(event)
    event.criteria.insert(0, "points_for")
    after = standings_of(event)
    assert [each.columns[0].key for each in (before, after)] == ["match_points", "points_for"]
    assert [each.event.criteria for each in (before, after)] == [["match_points"], ["points_for", "match_points"]]
