"""Conversations: how they begin, what was said in them, and in which language they go on."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

from bot.dialogue.context import Context
from bot.dialogue.loading import nothing_understood
from bot.dialogue.state import NOTHING_OPEN
from bot.dialogue.tasks import small_talk
from bot.dialogue.turn import outgoing
from bot.errors import Conflict
from bot.moments import known_zone
from bot.service import Service
from bot.tokens import authenticated
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.conversations import conversations, messages
from storage.conversations.conversations import Conversation, PrivacyShown
from storage.conversations.messages import Message, NewMessage
from storage.database.token_hashes import hash_token


@dataclass(frozen=True, slots=True)
class Opened:
    """A new conversation with the only copy of its token and the bot's welcome."""

    conversation: Conversation
    token: str
    messages: tuple[Message, ...]


def open_conversation(
    conn: Connection,
    service: Service,
    company: Company,
    language: str | None,
    now: datetime,
    privacy: PrivacyShown | None = None,
    time_zone: str | None = None,
    channel: str = conversations.WEB,
) -> Opened:
    """Start a conversation in `language` if the company serves it, else in the company's default language.

    A `time_zone` that nobody knows counts as none.
    """
    spoken = _spoken(company, language)
    token = secrets.token_urlsafe(32)
    conversation = conversations.create(
        conn,
        company.id,
        public_id=secrets.token_hex(16),
        token_hash=hash_token(token),
        language=spoken,
        now=now,
        privacy=privacy,
        time_zone=known_zone(time_zone),
        channel=channel,
    )
    first = _first_words(conn, service, company, conversation, now)
    said = tuple(messages.append(conn, company.id, conversation.id, each, now) for each in first)
    return Opened(conversation, token, said)


def welcome(
    conn: Connection, service: Service, company: Company, language: str | None, now: datetime
) -> tuple[NewMessage, ...]:
    """Return what the bot says first, without a conversation: nothing is kept before the candidate writes."""
    imagined = Conversation(0, "", company.id, _spoken(company, language), "bot", "open", 0, now, now)
    return _first_words(conn, service, company, imagined, now)


def _spoken(company: Company, language: str | None) -> str:
    return language if language is not None and language in company.languages else company.default_language


def _first_words(
    conn: Connection, service: Service, company: Company, conversation: Conversation, now: datetime
) -> tuple[NewMessage, ...]:
    snapshot = service.snapshots.of(conn, company.id, company.edition)
    spoken = conversation.language
    its, unheard = service.of(snapshot.company), nothing_understood("", spoken)
    context = Context(its, snapshot, conversation, NOTHING_OPEN, 1, unheard, spoken, now)
    return tuple(outgoing(small_talk.welcome(context), None))


def speak(conn: Connection, public_id: str, token: str, language: str, now: datetime) -> None:
    """Go on in another language; raises Unauthorized, Conflict where the company does not speak it."""
    its = authenticated(conn, public_id, token, for_update=True)
    company = companies.by_id(conn, its.company_id)
    if company is None or language not in company.languages:
        raise Conflict("unknown_language", language=language)
    conversations.set_language(conn, its.company_id, its.id, language, now)


def history(conn: Connection, public_id: str, token: str, after: int) -> tuple[Message, ...]:
    """Return the conversation's messages with a sequence number above `after`; raises Unauthorized."""
    conversation = authenticated(conn, public_id, token)
    return tuple(messages.after(conn, conversation.company_id, conversation.id, after))
