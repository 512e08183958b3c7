"""Everybody's page over real evenings: figures that somebody else can count, and who may see them."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.performance.ten_years import SMALL, MadeClub, make_club_of_years
from tournament.foundation.revision_cache import RevisionCache
from tournament.models import Account, Club, Event, Hand, Match, Player, RatingRules
from tournament.seasons.hands import BestHand
from tournament.seasons.queries.club_records import all_ended_evenings, ratings_of
from tournament.seasons.services.results import refresh_results
from tournament.statistics.person import (
    BestHandAt,
    PersonEvening,
    PlayedEvening,
    Score,
    add_evenings,
    periods_of,
    sum_evenings,
)
from tournament.statistics.queries.person_page import profile_of, rating_of
from tournament.web.throttle import Throttle

NOW = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[MadeClub]:
    """A club with four evenings of four kinds; made once."""
    with django_db_blocker.unblock(), transaction.atomic():
        found = make_club_of_years(SMALL)
        refresh_results(found.club, now=NOW)
        yield found
        transaction.set_rollback(True)


@pytest.fixture
def person(made: MadeClub, db: None) -> Player:
    """Who came most often; the club shows people to everybody, and this one has not chosen yet."""
    Club.objects.update(shows_people_to="public", members_code="Pond Street")
    Throttle.forget_all()
    return max(Player.objects.all(), key=lambda player: (player.entries.count(), -player.pk))


def show_to(person: Player, audience: str) -> str:
    Player.objects.filter(pk=person.pk).update(shown_to=audience)
    return reverse("profile", args=[person.pk])


def recount(person: Player) -> dict[str, Any]:
    """What somebody else's script makes of the sides of matches alone."""
    found: dict[str, Any] = {"matches": 0, "hung": 0, "fours": 0, "points": 0}
    partners, opponents = Counter[int](), Counter[int]()
    for match in Match.objects.filter(sides__players__entry__player=person):
        for side in match.sides.all():
            people = [player.entry.player_id for player in side.players.all()]
            if person.pk in people:
                found["matches"] += 1
                found["points"] += side.points
                found["hung"] += side.hang_jacks or 0
                found["fours"] += side.all_fours or 0
                partners.update(each for each in people if each != person.pk)
            else:
                opponents.update(people)
    return found | {"partners": partners, "opponents": opponents}


def test_somebody_else_counts_the_same_from_the_matches(person: Player):
    shown = profile_of(person.club, person.pk, all_ended_evenings(person.club))
    counted = recount(person)
    total = shown.total
    assert total.evenings == person.entries.count() == 4
    assert (total.score.matches, total.points) == (counted["matches"], counted["points"])
    assert (total.hang_jacks, total.all_fours) == (counted["hung"], counted["fours"])
    assert {who: score.matches for who, score in shown.partners} == counted["partners"]
    assert {who: score.matches for who, score in shown.opponents} == counted["opponents"]
    assert total.score.won + total.score.drawn + total.score.lost == total.score.matches
    awards = Hand.objects.filter(match__sides__players__entry__player=person).values_list("match", "awards")
    side_of = {
        match.pk: side.key
        for match in Match.objects.filter(sides__players__entry__player=person)
        for side in match.sides.all()
        if any(player.entry.player_id == person.pk for player in side.players.all())
    }
    earned = [sum(points for _, side, points in each["awards"] if side == side_of[match]) for match, each in awards]
    assert shown.best[0].points == max(earned)


@pytest.mark.slow
def test_the_chart_of_places_says_the_best_place_and_how_often(person: Player):
    assert "Best: place 3, once." in Client().get(show_to(person, "public")).content.decode()


def test_nobody_sees_a_person_who_has_not_chosen_it_and_what_is_chosen_can_be_taken_back(person: Player):
    page = reverse("profile", args=[person.pk])
    Club.objects.update(members_code="")
    assert [show_to(person, audience) and Client().get(page).status_code for audience in ("nobody", "members")] == [
        *(404, 404)
    ]
    assert Client().get(show_to(person, "public")).status_code == 200
    Club.objects.update(shows_people_to="nobody")
    hidden, unknown = Client().get(page), Client().get(reverse("profile", args=[987654]))
    assert (hidden.status_code, unknown.status_code) == (404, 404)
    assert hidden.content.decode().split("<main")[1] == unknown.content.decode().split("<main")[1]
    staff = Client()
    staff.force_login(Account.objects.create_user("A scorer", club=person.club, role="scorer"))
    assert "Players can’t see this page" in staff.get(page).content.decode()


def test_a_member_gives_the_code_once_and_another_code_closes_the_page_again(person: Player):
    page, member = show_to(person, "members"), Client()
    asked = member.get(page)
    assert asked.url == f"{reverse('members')}?next={page.replace('/', '%2F')}"  # type: ignore[attr-defined]
    wrong = member.post(reverse("members"), {"code": "Bridge Street", "next": page})
    assert (wrong.status_code, "That is not the code" in wrong.content.decode()) == (422, True)
    right = member.post(reverse("members"), {"code": " pond street", "next": page})
    assert (right.status_code, right.url) == (302, page)  # type: ignore[attr-defined]
    shown = member.get(page)
    assert shown.status_code == 200 and person.name in shown.content.decode()
    assert member.post(reverse("members"), {"code": "Pond Street", "next": "//elsewhere"}).url == reverse("home")  # type: ignore[attr-defined]
    Club.objects.update(members_code="Mill Lane")
    assert member.get(page).status_code == 302


def test_whoever_guesses_the_members_code_has_to_wait(person: Player):
    guesser = Client(REMOTE_ADDR="203.0.113.9")
    codes = [guesser.post(reverse("members"), {"code": f"guess {number}"}).status_code for number in range(16)]
    assert codes == [422] * 15 + [429]
    assert guesser.post(reverse("members"), {"code": "Pond Street"}).status_code == 429
    assert Client(REMOTE_ADDR="203.0.113.10").post(reverse("members"), {"code": "Pond Street"}).status_code == 302


def test_a_page_of_a_person_names_only_whom_its_reader_may_see_and_asks_a_known_number_of_queries(person: Player):
    page = show_to(person, "public")
    partner = Player.objects.exclude(pk=person.pk).filter(entries__event__in=person.entries.values("event"))[0]
    Player.objects.filter(pk=partner.pk).update(shown_to="public")
    text = Client().get(page).content.decode()
    named = {player.name for player in Player.objects.all() if player.name in text}
    assert named == {person.name, partner.name}
    assert f'href="{reverse("profile", args=[partner.pk])}"' in text
    assert text.count('<svg xmlns="http://www.w3.org/2000/svg"') == 6  # points per match in each of 3 games
    assert " style=" not in text and "<style" not in text
    RevisionCache.forget_all()
    with CaptureQueriesContext(connection) as cold:
        Client().get(page)
    with CaptureQueriesContext(connection) as warm:
        Client().get(page)
    assert (len(cold), len(warm)) == (11, 8)


def test_the_list_of_players_has_those_whom_its_reader_may_see(person: Player):
    show_to(person, "public")
    member, other = Player.objects.exclude(pk=person.pk)[:2]
    show_to(member, "members")
    readers = Client(), Client()
    readers[1].post(reverse("members"), {"code": "Pond Street"})
    pages = [reader.get(reverse("players")).content.decode() for reader in readers]
    names = [person.name, member.name, other.name]
    assert [[name in page for name in names] for page in pages] == [[True, False, False], [True, True, False]]
    assert ["Some pages are for members." in page for page in pages] == [True, False]
    found = readers[1].get(reverse("players"), {"find": member.name}).content.decode()
    assert (member.name in found.partition('role="list"')[2], person.name in found) == (True, False)


def test_each_table_of_a_page_is_a_file_with_the_names_that_its_reader_may_see(person: Player):
    show_to(person, "public")
    files = {
        table: Client().get(reverse("profile_csv", args=[person.pk, table])).content.decode("utf-8-sig").splitlines()
        for table in ("evenings", "years", "partners", "opponents")
    }
    shown = profile_of(person.club, person.pk, all_ended_evenings(person.club))
    assert {table: len(lines) - 1 for table, lines in files.items()} == {
        **{"evenings": 4, "years": len(shown.rows)},
        **{"partners": len(shown.partners), "opponents": len(shown.opponents)},
    }
    others = Player.objects.exclude(pk=person.pk)
    assert not [each.name for each in others for lines in files.values() if each.name in "\n".join(lines)]
    assert Client().get(reverse("profile_csv", args=[person.pk, "fees"])).status_code == 404
    workbook = Client().get(reverse("profile_csv", args=[person.pk, "partners"]), {"as": "xlsx"})
    assert workbook.headers["Content-Disposition"].endswith('.xlsx"')
    show_to(person, "nobody")
    assert Client().get(reverse("profile_csv", args=[person.pk, "evenings"])).status_code == 404


def test_a_rating_has_a_picture_of_how_it_went_once_there_is_one(person: Player):
    page = show_to(person, "public")
    assert "<b>Rating</b>" not in Client().get(page).content.decode()
    RatingRules.objects.create(club=person.club, is_on=True, shown=True, fewest_matches=1)
    Event.objects.filter(name__endswith="1").update(date=date(2015, 12, 8))
    RevisionCache.forget_all()
    evenings = all_ended_evenings(person.club)
    (rating,) = [each for each in ratings_of(person.club, evenings).latest if each.person == person.pk]
    shown = rating_of(person.club, person.pk, profile_of(person.club, person.pk, evenings), evenings, desk=False)
    assert shown is not None and shown.chart is not None
    assert [label for label, _value in shown.chart.rows] == ["Dec 15", "Jan 16"]
    assert (shown.value, shown.chart.rows[-1][1]) == (f"{rating.value:.1f}",) * 2
    assert "<b>Rating</b>" in Client().get(page).content.decode()
    RatingRules.objects.update(fewest_matches=500)
    assert "<b>Rating</b>" not in Client().get(page).content.decode()


def test_points_of_different_games_are_never_compared() -> None:
    days = [date(2026, 1, 3), date(2026, 2, 7)]
    games, points, hands = ["trinidad", "phat"], [42, 540], [BestHand(6, ("hang_jack",), 1, 1, 1)] * 2
    hands[1] = BestHand(88, ("taken",), 1, 1, 1)
    evenings = [
        PersonEvening(
            PlayedEvening(number, day, 1, 1, 8, made, None, None, Score(3, 2, 0, 1), (), game),
            best=(BestHandAt(hand, number, day, game),),
        )
        for number, (day, made, game, hand) in enumerate(zip(days, points, games, hands, strict=True))
    ]
    sums = add_evenings(evenings)
    assert [period.points_per_match for period in periods_of(sums.evenings)] == [14, 180]
    assert sum_evenings(days[0], sums.evenings).points_per_match is None
    assert [each.game for each in sums.best] == games
    assert [each.hand.points for each in add_evenings(evenings[1:] * 3).best] == [88, 88, 88]
