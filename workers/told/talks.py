"""Looking up the conversation that something is told of."""

from __future__ import annotations

from datetime import datetime

from storage import Connection
from storage.conversations import conversations
from storage.conversations.waits import Wait
from storage.people import users
from workers.told.words import Talk


def talk_of(conn: Connection, company_id: int, wait: Wait, at: datetime, public_url: str | None) -> Talk:
    """Return the conversation of a wait as it stands, with its link where the desk's address is known."""
    talk = conversations.get(conn, company_id, wait.conversation_id)
    names = {each.id: each.name for each in users.of_company(conn, company_id)}
    name = names.get(talk.assignee_id) if talk.assignee_id is not None else None
    link = desk_link(public_url, f"conversations/{talk.id}") if public_url else None
    return Talk(talk.id, talk.language, name, wait.urgent, wait.began, at - wait.began, link)


def desk_link(public_url: str, page: str) -> str:
    """Return the address of a page of the desk.

    >>> desk_link("https://jobs.example/", "conversations")
    'https://jobs.example/admin/conversations'
    """
    return f"{public_url.rstrip('/')}/admin/{page}"
