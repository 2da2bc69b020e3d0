"""What is stored of a token that opens something: whoever reads the database can open nothing with it."""

from __future__ import annotations

import hashlib


def hash_token(token: str) -> str:
    """Return what is stored of a token.

    >>> len(hash_token("secret"))
    64
    """
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
