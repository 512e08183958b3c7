"""Several clubs on one server, each at a name of its own: what is of one is not found at the name of another, whoever
asks, and whatever number, code, secret or cookie they bring."""

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from tests.evenings import SEVEN
from tests.test_who_may import (
    ELSEWHERE,
    NAMES_OF_ADDRESSES,
    ROWS,
    SECRETS,
    WITH_EXAMPLES,
    Hall,
    address_of,
    cell_for,
    cell_of,
    hall,
)
from tournament.api.services import make_token
from tournament.club.log_actions import ISSUE_PASSWORD, REFUSE_SIGN_IN
from tournament.club.services import MOST_REFUSED, add_club, add_host, log_refused_sign_in, remove_club
from tournament.federation.services import accept_invitation, invite_club
from tournament.foundation.model_rows import own_models
from tournament.leagues.hall_file import MatchForHall
from tournament.leagues.services.halls import open_visit
from tournament.live import change_feed
from tournament.models import (
    SHOWN_CLUB,
    Account,
    Club,
    ClubHost,
    Entry,
    Event,
    LogEntry,
    MembershipFee,
    Payment,
    VisitingMatch,
)
from tournament.people.services.links import offer_link, take_link
from tournament.screens.services import open_screen
from tournament.transfer.document import write_document
from tournament.transfer.queries.reading import read_export
from tournament.transfer.services.exporting import export_club, export_evening
from tournament.transfer.services.importing import Answers, import_export
from tournament.transfer.views import WHOLE_CLUB
from tournament.web.table_codes import mark_of_card
from tournament.web.throttle import Throttle

__all__ = ["hall"]
JACK, ISLAND = "jack.example.org", "zanzibar.example.org"
OF_JACK = ("The Jack and Knave", "Kent evening", *SECRETS.values())
"""What stands on pages of the first club alone."""
OF_BOTH = ("federation", "federation_clubs")
"""What these show of the other club is tested with federations."""


@pytest.fixture
def shared(hall: Hall, settings: Any) -> Iterator[Hall]:
    """Nothing stays of what a test does. The second club's federation has the first in it, and the clubs have linked a
    person."""
    settings.SEVERAL_CLUBS, settings.ALLOWED_HOSTS = True, ["*"]
    Throttle.forget_all()
    with transaction.atomic():
        for club, host in zip(Club.objects.order_by("pk"), (JACK, ISLAND), strict=True):
            add_host(club, host)
        first, second = Club.objects.order_by("pk")
        acts: dict[str, Any] = {"by": None, "now": SEVEN}
        accept_invitation(invite_club(second.federation, JACK, **acts), **acts)
        take_link(second.players.all()[0], offer_link(first.players.all()[0], **acts).code, **acts)
        yield hall
        transaction.set_rollback(True)


def client_at(host: str, account: Account | None = None) -> Client:
    client = Client(headers={"host": host})
    if account is not None:
        client.force_login(account)
    return client


def names_of_first(hall: Hall, name: str) -> Iterator[dict[str, Any]]:
    """What an address of the second club names, with rows of the first in its place: all of them, and each alone."""
    first = hall.names(name, "phone of this table" if "code" in hall.names(name, "nobody") else "director")
    second = first | {
        each: value for each, value in (hall.strange | hall.strange.get(f"of {name}", {})).items() if each in first
    }
    own = {each: first[each] for each in first if first[each] != second[each]}
    yield from [second | each for each in (own, *({each: own[each]} for each in own)) if each]


@pytest.mark.slow
def test_no_number_code_or_secret_of_one_club_opens_anything_at_the_name_of_another(shared: Hall) -> None:
    director = Account.objects.get(username=f"{ELSEWHERE} director")
    wrong = {}
    for name in NAMES_OF_ADDRESSES:
        for method, cells in zip(("GET", "POST"), ROWS[name], strict=True):
            for names in names_of_first(shared, name) if cell_for(cells, "director") != "-" else ():
                client = client_at(ISLAND, director)
                answer = client.generic(method, reverse(address_of(name), kwargs=names))
                page = answer.content.decode(errors="replace") if not answer.streaming else ""
                is_refused = answer.status_code == 405 or cell_of(answer) == "n"
                if not is_refused or any(words in page for words in OF_JACK):
                    wrong[f"{method} {name} {names}"] = answer.status_code
    assert wrong == {}


@pytest.mark.slow
def test_no_page_without_a_number_shows_anything_of_another_club_whatever_cookies_come_with_it(shared: Hall) -> None:
    director = Account.objects.get(username=f"{ELSEWHERE} director")
    clients = {"director": client_at(ISLAND, director)}
    for who, somebody in shared.people.items():
        clients[f"{who} of another club"] = client_at(ISLAND)
        clients[f"{who} of another club"].cookies = somebody.cookies
    plain = [
        name
        for name in NAMES_OF_ADDRESSES
        if not shared.names(name, "nobody") and name not in {*WITH_EXAMPLES, *OF_BOTH, "metrics"}
    ]
    wrong = []
    for who, client in clients.items():
        for name in plain:
            answer = client.get(reverse(address_of(name)))
            page = b"" if answer.streaming else answer.content
            if any(words.encode() in page for words in OF_JACK):
                wrong.append(f"{name} for {who}")
            if who != "director" and cell_for(ROWS[name][0], "nobody") == "s" and cell_of(answer) not in "sn":
                wrong.append(f"{name} opens for {who}")
    assert wrong == [], wrong


def test_each_name_shows_its_club_and_another_name_is_not_found(shared: Hall) -> None:
    names = {JACK: "Director", ISLAND: f"{ELSEWHERE} director", f"{ISLAND}:8000": f"{ELSEWHERE} director"}
    for host, username in names.items():
        account = Account.objects.get(username=username)
        assert str(account.club) in client_at(host, account).get(reverse("club")).content.decode()
    unknown = client_at("elsewhere.example.org").get("/")
    assert (unknown.status_code, "No club has its pages at this address." in unknown.content.decode()) == (404, True)
    assert client_at("elsewhere.example.org").get("/healthz").status_code == 200
    assert SHOWN_CLUB.get() is None


def test_each_club_has_its_own_director_of_one_name_and_nobody_signs_in_or_stays_signed_in_at_the_name_of_another(
    shared: Hall,
) -> None:
    own = Account.objects.get(username="Director")
    other = Account.objects.get(username=f"{ELSEWHERE} director")
    with pytest.raises(IntegrityError), transaction.atomic():
        Account.objects.create(username="Director", club=own.club)
    other.username = own.username
    for account, password in ((own, "seven-of-spades"), (other, "four-of-hearts")):
        account.set_password(password)
        account.save()

    def status(host: str, password: str) -> int:
        sent = {"username": "Director", "password": password}
        return int(client_at(host).post(reverse("sign_in"), sent).status_code)

    words = ("seven-of-spades", "four-of-hearts")
    assert [[status(host, word) for word in words] for host in (JACK, ISLAND)] == [[302, 422], [422, 302]]
    assert client_at(ISLAND, other).get(reverse("events")).status_code == 200
    assert cell_of(client_at(JACK, other).get(reverse("events"))) == "s"
    made = client_at(ISLAND, other).post(reverse("accounts"), {"name": "Scorer", "role": "scorer"})
    assert (made.status_code, Account.objects.filter(username="Scorer", club=other.club).count()) == (302, 1)


def test_wrong_codes_at_one_club_keep_nobody_of_another_waiting(shared: Hall) -> None:
    guesser, other = client_at(JACK), client_at(ISLAND)
    for client in (guesser, other):
        client.defaults["REMOTE_ADDR"] = "10.1.1.1"
    statuses = [guesser.get(reverse("table", args=[f"DDDDD{letter}"])).status_code for letter in "DFGHJKMNPQRT" * 4]
    assert statuses[-1] == 429
    assert other.get(reverse("table", args=["DDDDDD"])).status_code == 404


def test_codes_and_matches_that_two_clubs_both_have_are_each_club_s_own_and_no_import_tells_of_the_other(
    shared: Hall,
) -> None:
    match = MatchForHall("league-7", "", "Cup", 1, ("Zion", "Moruga"), ((), ()))
    own, theirs = shared.people["phone of this table"].code, shared.strange["code"]
    evening = Event.objects.get(pk=shared.strange["pk"])
    sent = write_document(export_evening(evening)).replace(str(evening.uid), str(uuid4())).replace(theirs, own)
    marks = set()
    for club in Club.objects.order_by("pk"):
        shown = SHOWN_CLUB.set(club.pk)
        open_visit(replace(match, token=f"of {club.pk}"), by=None, now=SEVEN)
        marks.add(mark_of_card(own))
        SHOWN_CLUB.reset(shown)
    assert len(marks) == 2
    visits = VisitingMatch.objects.filter(match=match.match).order_by("pk")
    assert [each.token for each in visits] == [f"of {each.event.club_id}" for each in visits]
    assert len({each.event.club_id for each in visits}) == 2
    shown = SHOWN_CLUB.set(evening.club_id)
    import_export(read_export(sent.encode()), Answers(), by=None, now=SEVEN)
    SHOWN_CLUB.reset(shown)
    opened = [client_at(host).get(reverse("table", args=[own])).content.decode() for host in (JACK, ISLAND)]
    assert [ELSEWHERE in page for page in opened] == [False, True]


def test_screens_and_refused_sign_ins_of_one_club_take_no_room_from_another(shared: Hall) -> None:
    first, second = Club.objects.order_by("pk")
    for club, many in ((first, MOST_REFUSED + 1), (second, 1)):
        shown = SHOWN_CLUB.set(club.pk)
        for _each in range(many):
            log_refused_sign_in("Nobody", address="10.1.1.1", now=SEVEN)
            open_screen(most=None, now=SEVEN)
        assert LogEntry.objects.filter(club=club, action=REFUSE_SIGN_IN.name).count() == min(many, MOST_REFUSED)
        SHOWN_CLUB.reset(shown)
    shown = SHOWN_CLUB.set(second.pk)
    open_screen(most=2, now=SEVEN)
    SHOWN_CLUB.reset(shown)


def test_a_token_of_one_club_is_wrong_at_the_name_of_another(shared: Hall) -> None:
    token = make_token(Club.objects.order_by("pk")[0], name="Website", scope="public", by=None, now=SEVEN)
    readers = [Client(headers={"host": host, "authorization": f"Bearer {token}"}) for host in (JACK, ISLAND)]
    assert [reader.get("/api/v1/evenings").status_code for reader in readers] == [200, 401]


def test_what_is_of_the_whole_server_is_for_its_operator(shared: Hall) -> None:
    director = client_at(ISLAND, Account.objects.get(username=f"{ELSEWHERE} director"))
    assert director.get(reverse("backups")).status_code == 404
    assert reverse("backups") not in director.get(reverse("transfer")).content.decode()
    whole = SimpleUploadedFile("club.json", write_document(export_club(Club.objects.all()[0])).encode())
    refused = director.post(reverse("transfer"), {"file": whole})
    assert (refused.status_code, str(WHOLE_CLUB) in refused.content.decode()) == (422, True)


def test_the_log_of_a_club_has_what_was_done_at_its_name(shared: Hall) -> None:
    director = client_at(ISLAND, Account.objects.get(username=f"{ELSEWHERE} director"))
    assert director.get(reverse("club_export")).status_code == 200
    assert LogEntry.objects.latest("pk").club.name == f"{ELSEWHERE} Club"


def test_a_stream_follows_what_is_of_the_club_at_its_name(shared: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(change_feed, "close_old_connections", lambda: None)
    own, other = str(shared.kent.pk), str(shared.strange["pk"])
    names, (jack, island) = [own, other, "screens"], (f"screens@{each.pk}" for each in Club.objects.order_by("pk"))
    shown = {host: change_feed._find_shown_at(host, names) for host in (JACK, ISLAND, "elsewhere.example.org")}
    assert shown == {
        JACK: {own: own, "screens": jack},
        ISLAND: {other: other, "screens": island},
        "elsewhere.example.org": {},
    }


def test_a_club_that_has_played_and_taken_money_is_removed_with_all_that_it_has_and_nothing_of_another(
    shared: Hall,
) -> None:
    first, second = Club.objects.order_by("pk")
    entry, acts = Entry.objects.filter(event__club=first)[0], {"amount": 5, "paid_at": SEVEN}
    Payment.objects.create(entry=entry, takes_back=Payment.objects.create(entry=entry, **acts), **acts)
    MembershipFee.objects.create(player=entry.player, paid_until=SEVEN.date(), **acts)
    others = {model: model._base_manager.count() for model in own_models()}
    remove_club(second)
    remove_club(first)
    connection.check_constraints()
    assert {model: model._base_manager.count() for model in own_models()} == dict.fromkeys(others, 0)


@pytest.mark.django_db
def test_the_operator_adds_names_moves_and_removes_clubs(tmp_path: Path, settings: Any) -> None:
    settings.SEVERAL_CLUBS = True

    def told(*words: str) -> str:
        said = io.StringIO()
        call_command("club", *words, stdout=said)
        return said.getvalue()

    assert "Sign in as Ann with the password" in told("add", "Arima", "arima.example.org", "Ann")
    told("add", "Couva", "couva.example.org", "Bea")
    told("host", "arima.example.org", "cards.arima.example")
    told("add", "Zion", "zion.example.org", "ann")
    told("remove", "zion.example.org", "Zion")
    assert "Bea signs in at couva.example.org with the password" in told("password", "couva.example.org", "Bea")
    logged = LogEntry.objects.filter(action=ISSUE_PASSWORD.name).values_list("club__name", flat=True)
    assert list(logged) == ["Couva"], "in the log of its club alone"
    assert told("list").endswith("Arima: arima.example.org, cards.arima.example\nCouva: couva.example.org\n")
    made = Account.objects.filter(club__name__in=("Arima", "Couva")).order_by("pk")
    assert [(account.username, account.club.name) for account in made] == [("Ann", "Arima"), ("Bea", "Couva")]
    many = Club.objects.count()
    for wrong in (
        ("add", "Zion", "couva.example.org", "Cy"),
        ("host", "nowhere", "x.org"),
        ("password", "couva.example.org", "Ann"),
    ):
        with pytest.raises(CommandError):
            told(*wrong)
    assert Club.objects.count() == many
    told("export", "Arima.Example.org", str(tmp_path / "arima.json"))
    assert '"Arima"' in (tmp_path / "arima.json").read_text()
    for command in ("export", "import", "publish"):
        with pytest.raises(CommandError, match="This server has several clubs. Name one"):
            call_command(command, str(tmp_path / "other"))
    told("publish", "arima.example.org", str(tmp_path / "site"))
    assert "Arima" in (tmp_path / "site" / "index.html").read_text()
    with pytest.raises(CommandError, match="is called Couva"):
        told("remove", "couva.example.org", "Arima")
    told("remove", "couva.example.org", "Couva")
    hosts = ClubHost.objects.filter(club__in=made.values("club"))
    assert (hosts.count(), Club.objects.count(), made.all().count()) == (2, many - 1, 1)
    assert add_club("Couva", "couva.example.org").name == "Couva"
