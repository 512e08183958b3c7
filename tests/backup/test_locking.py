"""A locked file opens with its passphrase, whole, or not at all."""

import io

import pytest

from tournament.backup import locking
from tournament.backup.locking import (
    HEAD,
    MAGIC,
    PIECE,
    DamagedLock,
    WrongPassphrase,
    is_locked,
    make_lock,
    salt_in,
    write_locked,
    write_unlocked,
)

LOCK = make_lock("four words of luck")


def lock(content: bytes) -> bytes:
    out = io.BytesIO()
    write_locked(io.BytesIO(content), out, LOCK)
    return out.getvalue()


def unlock(content: bytes, by: locking.Lock = LOCK) -> bytes:
    out = io.BytesIO()
    write_unlocked(io.BytesIO(content), out, by)
    return out.getvalue()


@pytest.mark.parametrize("size", [1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE])
def test_what_is_locked_comes_back_with_the_passphrase(size):
    content = bytes(range(256)) * (size // 256) + bytes(size % 256)
    locked = lock(content)
    assert (is_locked(locked), salt_in(locked) == LOCK.salt) == (True, True)
    assert unlock(locked, make_lock("four words of luck", LOCK.salt)) == content


def test_another_passphrase_is_told_from_damage():
    with pytest.raises(WrongPassphrase):
        unlock(lock(b"cards"), make_lock("four words of lack", LOCK.salt))


def test_no_two_files_are_locked_alike():
    assert lock(b"cards") != lock(b"cards")


def test_no_byte_can_be_changed_and_none_left_out():
    whole = lock(b"the jack of trumps")
    for place in range(len(MAGIC), len(whole)):
        changed = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
        with pytest.raises((DamagedLock, WrongPassphrase)):
            unlock(changed)
        with pytest.raises(DamagedLock):
            unlock(whole[:place])


def test_pieces_cannot_be_left_out_swapped_or_cut_off():
    whole = lock(bytes(2 * PIECE) + b"last")
    sealed = PIECE + locking.TAG
    first, second, last = (
        whole[HEAD : HEAD + sealed],
        whole[HEAD + sealed : HEAD + 2 * sealed],
        whole[HEAD + 2 * sealed :],
    )
    for pieces in ([second, first, last], [first, last], [first, second], [first, second, last, last], []):
        with pytest.raises(DamagedLock):
            unlock(whole[:HEAD] + b"".join(pieces))
