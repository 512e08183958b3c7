"""Locks a backup with a passphrase: Scrypt makes a key of it, and AES-GCM seals the file piece by piece, so that only a
megabyte at a time is in memory. Each piece is sealed with its number and whether it is the last, so none can be
changed, left out, swapped or cut off unnoticed."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

MAGIC = b"hangjack locked backup 1\n"
SALT, CHECK, TAG = 16, 8, 16
PIECE = 1024 * 1024
HEAD = len(MAGIC) + 2 * SALT + CHECK


class WrongPassphrase(Exception):
    pass


class DamagedLock(Exception):
    """The passphrase is right, but the file is not as it was written."""


@dataclass(frozen=True)
class Lock:
    """The key made from a passphrase and its salt: enough to lock and unlock, without the passphrase itself."""

    salt: bytes
    key: bytes


def make_lock(passphrase: str, salt: bytes | None = None) -> Lock:
    """Makes the key of a passphrase. It takes a tenth of a second and 32 MB on purpose: a guesser pays that for every
    guess."""
    salt = salt or os.urandom(SALT)
    return Lock(salt, Scrypt(salt=salt, length=32, n=2**15, r=8, p=1).derive(passphrase.encode()))


def is_locked(head: bytes) -> bool:
    return head.startswith(MAGIC)


def salt_in(head: bytes) -> bytes:
    """Returns the salt in a locked file's first bytes: the lock that opens the file has the same salt."""
    return head[len(MAGIC) : len(MAGIC) + SALT]


def write_locked(plain: BinaryIO, locked: BinaryIO, lock: Lock) -> None:
    own_salt = os.urandom(SALT)
    cipher, check = _cipher_of(lock, own_salt)
    head = MAGIC + lock.salt + own_salt + check
    locked.write(head)
    for number, piece, is_last in _pieces_of(plain, PIECE):
        locked.write(cipher.encrypt(_nonce_of(number, is_last), piece, head))


def write_unlocked(locked: BinaryIO, plain: BinaryIO, lock: Lock) -> None:
    """Writes the unlocked file. Raises WrongPassphrase, or DamagedLock, after which the output must not be used."""
    head = locked.read(HEAD)
    if len(head) < HEAD:
        raise DamagedLock
    cipher, check = _cipher_of(lock, head[len(MAGIC) + SALT : HEAD - CHECK])
    if salt_in(head) != lock.salt or check != head[HEAD - CHECK :]:
        raise WrongPassphrase
    is_whole = False
    for number, piece, is_last in _pieces_of(locked, PIECE + TAG):
        try:
            plain.write(cipher.decrypt(_nonce_of(number, is_last), piece, head))
        except InvalidTag as error:
            raise DamagedLock from error
        is_whole = is_last
    if not is_whole:
        raise DamagedLock


def _cipher_of(lock: Lock, own_salt: bytes) -> tuple[AESGCM, bytes]:
    """Returns the cipher of a file, and a few bytes that tell a wrong passphrase from a damaged file. Each file has its
    own key, so that no piece number is used twice with the same key."""
    derived = HKDF(SHA256(), 32 + CHECK, salt=own_salt, info=MAGIC).derive(lock.key)
    return AESGCM(derived[:32]), derived[32:]


def _nonce_of(number: int, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([is_last])


def _pieces_of(file: BinaryIO, size: int) -> Iterator[tuple[int, bytes, bool]]:
    number, piece = 0, file.read(size)
    while piece:
        following = file.read(size)
        yield number, piece, not following
        number, piece = number + 1, following
