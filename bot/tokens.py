"""Whose conversation it is: the token that a candidate got when it was opened, kept as a hash alone."""

from __future__ import annotations

from typing import Final

from bot.errors import Unauthorized
from storage import Connection
from storage.conversations import conversations
from storage.conversations.conversations import Conversation
from storage.database.token_hashes import hash_token

IN_A_PATH: Final = "{token:[^/]{1,200}}"
"""A mailed token in the path of a route: of any form, so that whoever copied a part of a link is told so."""


def authenticated(conn: Connection, public_id: str, token: str, *, for_update: bool = False) -> Conversation:
    """Return the conversation that this token opens; raises Unauthorized."""
    conversation = conversations.by_token(conn, public_id, hash_token(token), for_update=for_update)
    if conversation is None:
        raise Unauthorized("unauthorized")
    return conversation
