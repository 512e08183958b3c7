"""E-mail to those who get a place from the waiting list: only if the club has a mail server and they gave an address,
and without losing a place to a fault of the server."""

import socket
from collections.abc import Iterator
from datetime import timedelta
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.conftest import NOW
from tests.signup.test_own_phone import code_on, sign_up_by_phone, words_of
from tournament.event.queries.sign_ups import sign_ups_of
from tournament.models import Account, Event, SignUp
from tournament.signup.services import cancel_sign_ups, set_sign_up, sign_up

BY: dict[str, Any] = {"by": None, "now": NOW}
SMTP = "django.core.mail.backends.smtp.EmailBackend"


class MailHandler(StreamRequestHandler):
    """Takes mail as a server of the simplest kind does, and keeps its lines."""

    def handle(self) -> None:
        self.wfile.write(b"220 club\r\n")
        is_data = False
        for line in self.rfile:
            self.server.lines.append(line.decode().rstrip("\r\n"))  # type: ignore[attr-defined]
            if is_data and line != b".\r\n":
                continue
            is_data = line.upper().startswith(b"DATA")
            if self.server.refuses in line:  # type: ignore[attr-defined]
                self.wfile.write(b"550 nobody here\r\n")
                continue
            self.wfile.write(b"354 go on\r\n" if is_data else b"250 ok\r\n")
            if line.upper().startswith(b"QUIT"):
                return


@pytest.fixture
def mail_server() -> Iterator[ThreadingTCPServer]:
    with ThreadingTCPServer(("127.0.0.1", 0), MailHandler) as server:
        server.lines, server.refuses = [], b"nobody@"  # type: ignore[attr-defined]
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def evening(evening: Event, settings: Any) -> Event:
    """Next week's, for one player, in a club that sends mail."""
    settings.DEFAULT_FROM_EMAIL = "The Jack and Knave <club@example.org>"
    Event.objects.filter(pk=evening.pk).update(date=timezone.localdate() + timedelta(days=7))
    event = Event.objects.get(pk=evening.pk)
    set_sign_up(event, is_open=True, places=1, **BY)
    return Event.objects.get(pk=evening.pk)


def list_of_desk(event: Event, director: Account) -> str:
    desk = Client()
    desk.force_login(director)
    return words_of(desk, reverse("sign_ups", args=[event.pk]))


def wait_and_move_up(event: Event) -> SignUp:
    """Zoe has the place, Ann signs up with her address and waits; then Zoe cancels."""
    zoe = sign_up(event, "Zoe", **BY)
    Client().post(reverse("sign_up", args=[event.pk]), {"name": "Ann Ash", "email": "ann@example.org"})
    cancel_sign_ups(event, [zoe.pk], by=None, now=timezone.now())
    return SignUp.objects.get(name="Ann Ash")


def test_who_moves_up_gets_one_message_with_their_code_and_the_secretary_reads_that_it_was_sent(
    evening: Event, director: Account
) -> None:
    ann = wait_and_move_up(evening)
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["ann@example.org"], "You have a place: Kent evening")
    assert sent.body.startswith("Ann Ash, you have a place now.\n\nKent evening\n")
    own = Client().get(reverse("own_sign_up", args=[evening.pk, ann.token]))
    assert code_on(own.content.decode()) in sent.body
    assert "The club has written to Ann Ash." in list_of_desk(evening, director)
    set_sign_up(evening, is_open=True, places=5, by=None, now=timezone.now())
    assert len(mail.outbox) == 1


def test_the_message_goes_through_the_mail_server_of_the_club(
    evening: Event, settings: Any, mail_server: ThreadingTCPServer
) -> None:
    settings.EMAIL_BACKEND = SMTP
    settings.EMAIL_HOST, settings.EMAIL_PORT = mail_server.server_address[:2]
    assert wait_and_move_up(evening).mail == SignUp.Mail.SENT
    lines = mail_server.lines  # type: ignore[attr-defined]
    wanted = ["Subject: You have a place: Kent evening", "To: ann@example.org", "Ann Ash, you have a place now."]
    assert [line in lines for line in wanted] == [True, True, True]


def test_a_mail_server_that_does_not_answer_takes_nobodys_place_and_is_said_to_the_secretary(
    evening: Event, settings: Any, director: Account
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        settings.EMAIL_BACKEND, settings.EMAIL_HOST = SMTP, "127.0.0.1"
        settings.EMAIL_PORT = taken.getsockname()[1]
        ann = wait_and_move_up(evening)
    assert ([(each.name, each.waits) for each in sign_ups_of(evening)], ann.mail) == ([("Ann Ash", False)], "failed")
    assert "The mail server did not take the e-mail to Ann Ash. Tell them yourself." in list_of_desk(evening, director)


def test_a_mail_server_that_hangs_up_is_tried_once_for_all_who_move_up(evening: Event, settings: Any) -> None:
    tried: list[Any] = []

    class HangingUp(StreamRequestHandler):
        def handle(self) -> None:
            tried.append(self.client_address)

    sign_up(evening, "Zoe", **BY)
    for name in ("Ann", "Cy"):
        Client().post(reverse("sign_up", args=[evening.pk]), {"name": name, "email": f"{name.lower()}@example.org"})
    with ThreadingTCPServer(("127.0.0.1", 0), HangingUp) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        settings.EMAIL_BACKEND = SMTP
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.server_address[:2]
        set_sign_up(evening, is_open=True, places=3, by=None, now=timezone.now())
        server.shutdown()
    placed = Event.objects.get(pk=evening.pk)
    assert [each.name for each in sign_ups_of(placed) if not each.waits] == ["Zoe", "Ann", "Cy"]
    assert sorted(SignUp.objects.values_list("name", "mail")) == [("Ann", "failed"), ("Cy", "failed"), ("Zoe", "")]
    assert len(tried) == 1


def test_an_address_that_the_mail_server_refuses_keeps_no_message_from_the_others(
    evening: Event, settings: Any, mail_server: ThreadingTCPServer
) -> None:
    sign_up(evening, "Zoe", **BY)
    for name in ("Ann", "Cy"):
        Client().post(reverse("sign_up", args=[evening.pk]), {"name": name, "email": f"{name.lower()}@example.org"})
    mail_server.refuses = b"ann@"  # type: ignore[attr-defined]
    settings.EMAIL_BACKEND = SMTP
    settings.EMAIL_HOST, settings.EMAIL_PORT = mail_server.server_address[:2]
    set_sign_up(evening, is_open=True, places=3, by=None, now=timezone.now())
    assert sorted(SignUp.objects.values_list("name", "mail")) == [("Ann", "failed"), ("Cy", "sent"), ("Zoe", "")]


def test_without_a_mail_server_nobody_is_asked_for_an_address_and_nothing_is_sent(
    evening: Event, settings: Any
) -> None:
    page = reverse("sign_up", args=[evening.pk])
    assert "The club writes to you only if you get a place from the waiting list." in words_of(Client(), page)
    settings.DEFAULT_FROM_EMAIL = ""
    assert "E-mail" not in words_of(Client(), page)
    ann = wait_and_move_up(evening)
    assert (ann.email, ann.mail, mail.outbox) == ("", "", [])


def test_who_gives_no_address_or_has_a_place_at_once_gets_no_message(evening: Event) -> None:
    phone, signed = sign_up_by_phone(evening, "Zoe")
    sign_up_by_phone(evening, "Ann Ash")
    cancel_sign_ups(evening, [signed.pk], by=None, now=timezone.now())
    Client().post(reverse("sign_up", args=[evening.pk]), {"name": "Cy", "email": "not an address"})
    assert (mail.outbox, SignUp.objects.filter(name="Cy").exists()) == ([], False)
    assert [each.name for each in sign_ups_of(evening)] == ["Ann Ash"]
