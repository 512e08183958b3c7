"""What clubs of one server share by the word of both, and nothing else: a federation's page with their leagues, and
somebody's years at two clubs."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.club.test_several_clubs import ISLAND, JACK, OF_JACK, client_at, hall, shared
from tests.evenings import SEVEN
from tests.test_who_may import ELSEWHERE, Hall
from tournament.event.services.events import lock_event
from tournament.federation.services import end_membership
from tournament.models import (
    Account,
    Audience,
    Club,
    Event,
    Federation,
    FederationMember,
    League,
    LeagueResult,
    LeagueTeam,
    LogEntry,
    PersonLink,
    Player,
)
from tournament.people.services.forgetting import forget_person
from tournament.seasons.services.results import refresh_results

__all__ = ["hall", "shared"]
pytestmark = pytest.mark.django_db
BY: dict[str, Any] = {"by": None, "now": SEVEN}


@pytest.fixture
def clubs(shared: Hall) -> tuple[Client, Client]:
    """Signed in as the directors of two clubs that have nothing in common but the server."""
    first, second = Club.objects.order_by("pk")
    FederationMember.objects.filter(club=first).delete()
    PersonLink.objects.all().delete()
    accounts = ("Director", f"{ELSEWHERE} director")
    one, other = (Account.objects.get(username=name) for name in accounts)
    return client_at(JACK, one), client_at(ISLAND, other)


def page_of(client: Client, name: str = "federation", **query: int) -> str:
    answer = client.get(reverse(name), query)
    return str(answer.content.decode()) if answer.status_code == 200 else str(answer.status_code)


def post(client: Client, route: str, *names: int, **sent: Any) -> tuple[int, str]:
    answer = client.post(reverse(route, args=names), sent)
    return answer.status_code, answer.content.decode()


def test_a_federation_invites_a_club_accepts_and_its_page_has_their_tables_and_nothing_else(
    clubs: tuple[Client, Client],
) -> None:
    invited, runs = clubs
    first, second = Club.objects.order_by("pk")
    person = first.players.all()[0]
    league = League.objects.create(club=first, name="Hops league", season="2026", shown=True)
    League.objects.create(club=first, name="Cellar league", season="2026", shown=False)
    team, other = (
        LeagueTeam.objects.create(league=league, name=name, key=name) for name in (f"{person.name} and all", "Pints")
    )
    figures = {"games": 9, "other_games": 3, "imported_at": SEVEN}
    LeagueResult.objects.create(league=league, round=1, team=team, other=other, **figures)
    refused = post(runs, "federation_clubs", step="invite", host="nowhere.example.org")
    assert refused[0] == 422 and 'value="nowhere.example.org"' in refused[1]
    assert post(runs, "federation_clubs", step="invite", host=f"https://{JACK}/leagues/")[0] == 302
    assert "invited already" in post(runs, "federation_clubs", step="invite", host=JACK)[1]
    member = FederationMember.objects.get(club=first)
    assert post(runs, "federation_clubs", step="accept", member=member.pk)[0] == 404
    assert "Hops league" not in page_of(runs) and page_of(runs, club=first.pk) == "404"
    assert f"{ELSEWHERE} Club invites your club" in " ".join(page_of(invited, "federation_clubs").split())
    assert post(invited, "federation_clubs", step="accept", member=member.pk)[0] == 302

    stranger, secretary = page_of(client_at(ISLAND), club=first.pk), page_of(runs, club=first.pk)
    hidden = f"Player {person.pk} and all"
    for page, leagues in ((stranger, ["Hops league"]), (secretary, ["Hops league", "Cellar league"])):
        assert [name for name in ("Hops league", "Cellar league") if name in page] == leagues
        assert hidden in page and "Pints" in page and f"http://{JACK}/leagues/" in page
        assert [words for words in (*OF_JACK[1:], person.name) if words in page] == []
    assert f"{ELSEWHERE} league" in page_of(client_at(ISLAND)) and page_of(client_at(JACK)) == "404"
    assert LogEntry.objects.filter(club=first).latest("pk").action == "join_federation"
    assert post(invited, "federation_clubs", step="end", member=member.pk)[0] == 302
    assert page_of(runs, club=first.pk) == "404" and first.name not in page_of(runs)
    own = FederationMember.objects.get(club=second)
    assert post(runs, "federation_clubs", step="end", member=own.pk)[0] == 404


def test_a_club_founds_one_federation_and_ends_what_is_its_own_alone(clubs: tuple[Client, Client]) -> None:
    first, second = Club.objects.order_by("pk")
    founder, other = clubs
    assert post(founder, "federation_clubs", step="found", name="")[0] == 422
    assert post(founder, "federation_clubs", step="found", name="All of Kent")[0] == 302
    made = Federation.objects.get(club=first)
    assert post(founder, "federation_clubs", step="invite", host=ISLAND)[0] == 302
    theirs = FederationMember.objects.get(club=second, federation=made)
    third = client_at(JACK, Account.objects.get(username="Scorer"))
    assert post(third, "federation_clubs", step="end", member=theirs.pk)[0] == 403
    end_membership(theirs, club=second, **BY)
    assert [each.club for each in made.members.all()] == [first]
    assert LogEntry.objects.filter(action="end_membership").get().club == second


def test_somebody_of_two_clubs_has_their_years_at_both_on_their_page_as_long_as_both_say_so(
    clubs: tuple[Client, Client],
) -> None:
    at_first, at_second = clubs
    first, second = Club.objects.order_by("pk")
    event = Event.objects.filter(club=second).get()
    here, there = first.players.all()[0], Player.objects.filter(entries__event=event)[0]
    lock_event(event, **BY)
    refresh_results(second, now=SEVEN)

    def profile(client: Client) -> str:
        answer = client.get(reverse("profile", args=[here.pk]))
        return str(answer.content.decode())

    assert post(at_first, "person_links", here.pk, step="offer")[0] == 302
    code = PersonLink.objects.get().code
    assert code in at_first.get(reverse("person_links", args=[here.pk])).content.decode()
    own = post(at_first, "person_links", here.pk, step="take", code=code)
    assert own[0] == 422 and f'value="{code}"' in own[1]
    assert post(at_second, "person_links", here.pk, step="take", code=code)[0] == 404
    assert post(at_second, "person_links", there.pk, step="take", code=f" {code.upper()} ")[0] == 302
    assert post(at_second, "person_links", there.pk, step="take", code=code)[0] == 422
    desk = profile(at_first)
    assert f"At {second.name}" in desk and event.name not in desk and there.name not in desk
    Player.objects.filter(pk=here.pk).update(shown_to=Audience.PUBLIC)
    Club.objects.update(shows_people_to=Audience.PUBLIC)
    assert second.name not in profile(client_at(JACK))
    Player.objects.filter(pk=there.pk).update(shown_to=Audience.PUBLIC)
    assert f"At {second.name}" in profile(client_at(JACK))
    link = PersonLink.objects.get().pk
    assert post(at_first, "person_links", first.players.all()[1].pk, step="end", link=link)[0] == 404
    assert post(at_second, "person_links", there.pk, step="end", link=link)[0] == 302
    assert second.name not in profile(at_first)


def test_somebody_who_is_forgotten_is_linked_no_more(shared: Hall) -> None:
    forget_person(PersonLink.objects.get().person, **BY)
    assert not PersonLink.objects.exists()
