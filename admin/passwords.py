"""Passwords: argon2id hashes, checks, and new ones made by chance."""

from __future__ import annotations

import secrets

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from admin.errors import DeskError

MIN_LENGTH = 12
MAX_LENGTH = 200

# argon2-cffi's defaults are RFC 9106's second recommendation (argon2id, 64 MiB, 3 passes).
HASHER = PasswordHasher()

# Without the letters and digits that people confuse when they read a password aloud or copy it by hand.
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def hash_password(password: str, hasher: PasswordHasher = HASHER) -> str:
    """Return the salted argon2id hash that is stored of a password."""
    return hasher.hash(password)


def verify(stored: str, password: str, hasher: PasswordHasher = HASHER) -> bool:
    """Tell whether `password` is the one behind the stored hash; takes the same time for both answers."""
    try:
        return hasher.verify(stored, password)
    except (VerificationError, InvalidHashError):
        return False


def new_password() -> str:
    """Return a random password of 98 bits in five groups of four characters.

    >>> len(new_password()), new_password().count("-")
    (24, 4)
    """
    return "-".join("".join(secrets.choice(_ALPHABET) for _ in range(4)) for _ in range(5))


def checked(password: str, repeated: str, email: str) -> str:
    """Return a password somebody chose, or raise DeskError naming the rule it breaks.

    >>> checked("correct horse battery", "correct horse battery", "ada@example.com")
    'correct horse battery'
    """
    if password != repeated:
        raise DeskError("password_mismatch")
    if len(password) < MIN_LENGTH:
        raise DeskError("password_short", n=MIN_LENGTH)
    if len(password) > MAX_LENGTH:
        raise DeskError("password_long", n=MAX_LENGTH)
    if password.casefold() == email.casefold():
        raise DeskError("password_is_email")
    return password
