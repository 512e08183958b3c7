"""Forms half sent, too large together, or too late."""

import asyncio
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import pytest

from tests.live.loops import in_own_loop
from tests.server.strangers import ANOTHER, GUEST, OWN, SCORER
from tournament import asgi
from tournament.backup import uploads
from tournament.server.bodies import SMALL, Body, RequestRefused, body_of
from tournament.web.visitors import Limits, Quota, note_familiar

LIMITS = Limits(total=10 * SMALL, familiar=6 * SMALL, strangers=6 * SMALL, each=4 * SMALL)
MOST = 100 * SMALL


def receiving(parts: Sequence[bytes], *, ends: bool = True) -> Any:
    """What a client sends; one that does not end falls silent."""
    left = list(parts)

    async def receive() -> Any:
        if not left:
            await asyncio.Event().wait()
        part = left.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(left) or not ends}

    return receive


def body_from(address: str, quota: Quota) -> Body:
    scope: Any = {"client": (address, 5000)}
    return body_of(scope, quota)


def test_a_form_comes_whole_and_is_forgotten_once_answered() -> None:
    async def play() -> None:
        quota = Quota(LIMITS)
        body = body_from(GUEST, quota)
        assert await body.read_body(receiving([b"a" * SMALL, b"b" * SMALL, b"c"]), most=MOST) == (
            b"a" * SMALL + b"b" * SMALL + b"c"
        )
        assert quota.held == {GUEST: SMALL + 1}
        body.leave()
        body.leave()
        assert (quota.held, quota.all) == ({}, 0)

    in_own_loop(play)


def test_what_one_address_and_all_strangers_send_is_bounded_but_never_a_small_form_nor_this_computers() -> None:
    async def play() -> None:
        quota = Quota(LIMITS)
        note_familiar(SCORER)
        bodies = []

        async def send(address: str, size: int) -> bool:
            bodies.append(body_from(address, quota))
            try:
                return (
                    len(await bodies[-1].read_body(receiving([b"a" * SMALL] * size), most=MOST) or b"") == size * SMALL
                )
            except RequestRefused as refused:
                assert refused.status == HTTPStatus.SERVICE_UNAVAILABLE
                assert str(refused).startswith("Too much is being sent at once. Nothing was saved.")
                return False

        assert [await send(GUEST, size) for size in (4, 3, 1, 1)] == [True, False, True, True]
        assert [await send(ANOTHER, size) for size in (3, 2, 1)] == [True, False, True]
        assert [await send(SCORER, size) for size in (5, 2, 1)] == [True, False, True]
        assert [await send(OWN, 50), quota.all] == [True, 10 * SMALL]
        for body in bodies:
            body.leave()
        assert (quota.all, quota.strange, quota.held) == (0, 0, {})

    in_own_loop(play)


def test_a_form_half_sent_is_refused_in_a_sentence_in_time() -> None:
    async def play() -> None:
        quota = Quota(LIMITS)
        body = body_from(GUEST, quota)
        with pytest.raises(
            RequestRefused, match="did not arrive in time. Nothing was saved. Send it again."
        ) as refused:
            await body.read_body(receiving([b"a" * 2 * SMALL], ends=False), most=MOST, seconds=0.01)
        body.leave()
        assert quota.all == 0
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        await refused.value.answer(send)
        assert (sent[0]["status"], sent[1]["body"].decode()) == (408, f"{refused.value}\n")
        assert (b"content-length", str(len(sent[1]["body"])).encode()) in sent[0]["headers"]

    in_own_loop(play)


def test_of_a_form_that_is_too_long_enough_is_read_to_see_that_it_is() -> None:
    async def play() -> None:
        read = await body_from(OWN, Quota(LIMITS)).read_body(receiving([b"a" * SMALL] * 9), most=3 * SMALL)
        assert read == b"a" * 4 * SMALL

    in_own_loop(play)


def test_of_a_client_that_leaves_in_the_middle_nothing_is_kept() -> None:
    async def play() -> None:
        events = [
            {"type": "http.request", "body": b"a" * 3 * SMALL, "more_body": True},
            {"type": "http.disconnect"},
        ]

        async def receive() -> Any:
            return events.pop(0)

        quota = Quota(LIMITS)
        body = body_from(GUEST, quota)
        assert (await body.read_body(receive, most=MOST), quota.all) == (None, 2 * SMALL)
        body.leave()
        assert quota.all == 0

    in_own_loop(play)


def test_an_upload_larger_than_any_backup_ends_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "LARGEST", 2 * SMALL)

    async def play() -> None:
        with pytest.raises(
            RequestRefused, match="That file is larger than any backup. Nothing was changed."
        ) as refused:
            await asgi._answer_upload({}, receiving([b"a" * SMALL] * 3), None)
        assert refused.value.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE

    in_own_loop(play)
