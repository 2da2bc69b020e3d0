"""Who a candidate is to the company's own site: proved by that site's signature, and kept with the conversation."""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime

from bot.errors import Conflict, Forbidden
from bot.tokens import authenticated
from storage import Connection
from storage.conversations import identities


def signature_of(secret: str, user: str) -> str:
    """Return the signature of a user's id: HMAC with SHA-256, in hexadecimal digits.

    >>> signature_of("secret", "4711")[:16]
    'f53b722881c7e54f'
    """
    return hmac.new(secret.encode(), user.encode(), hashlib.sha256).hexdigest()


def identify(conn: Connection, public_id: str, token: str, user: str, signature: str, now: datetime) -> None:
    """Note whose conversation it is, once; raises Unauthorized, Forbidden, or Conflict where it is another's."""
    conversation = authenticated(conn, public_id, token)
    secret = identities.secret(conn, conversation.company_id)
    if secret is None:
        raise Forbidden("no_identity_secret")
    if not hmac.compare_digest(signature_of(secret, user).encode(), signature.lower().encode()):
        raise Forbidden("wrong_signature")
    if identities.claim(conn, conversation.company_id, conversation.id, user, now) != user:
        raise Conflict("other_identity")
