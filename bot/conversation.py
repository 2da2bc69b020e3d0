"""One message's way: store, understand, decide, render, store. Reads top to bottom; runs inside one transaction."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime

from bot.errors import Conflict, InvalidMessage, NotFound, Unauthorized
from bot.flows import general
from bot.flows.situation import Draft, Situation, Step
from bot.live import LiveModels
from bot.policy import Decision, Reply, Thresholds, decide
from bot.texts import Texts
from nlu.understanding import Guess, Stage, Understanding
from storage import Connection, answers, companies, conversations, decisions, messages
from storage.companies import Company
from storage.conversations import Conversation
from storage.messages import Message, NewMessage

LOOKED_BACK = 100
"""How many messages back a button may have been offered and a reply can be repeated."""


@dataclass(frozen=True, slots=True)
class Service:
    """What answering needs besides the database."""

    live: LiveModels
    texts: Texts
    thresholds: Thresholds


@dataclass(frozen=True, slots=True)
class IncomingMessage:
    """What a candidate sent: a text or the id of a button they were offered, under an id of the client's own."""

    client_id: str
    text: str | None = None
    button: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """The stored message and what was replied; `replayed` when the same client id had been answered before."""

    conversation: Conversation
    message: Message
    replies: tuple[Message, ...]
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Opened:
    """A new conversation with the only copy of its token and the bot's welcome."""

    conversation: Conversation
    token: str
    messages: tuple[Message, ...]


def open_conversation(
    conn: Connection, service: Service, company: Company, language: str | None, now: datetime
) -> Opened:
    """Start a conversation in `language` if the company serves it, else in the company's default language."""
    spoken = language if language in company.languages else company.default_language
    token = secrets.token_urlsafe(32)
    conversation = conversations.create(
        conn,
        company.id,
        public_id=secrets.token_hex(16),
        token_hash=hash_token(token),
        language=spoken,
        now=now,
    )
    nothing = Understanding("", spoken, Stage.NONE, None, 0.0, (), (), "none")
    step = general.welcome(_situation(conn, service, company, conversation, nothing))
    return Opened(conversation, token, _send(conn, conversation, step, None, now))


def answer(
    conn: Connection, service: Service, public_id: str, token: str, incoming: IncomingMessage, now: datetime
) -> Turn:
    """Take one message of a candidate and reply to it, once: the same client id again gives the same turn.

    Raises Unauthorized, InvalidMessage (empty, unknown button) or Conflict (client id used with other content).
    """
    conversation = authenticated(conn, public_id, token, for_update=True)
    if (
        earlier := messages.by_client_id(conn, conversation.company_id, conversation.id, incoming.client_id)
    ) is not None:
        return _replay(conn, conversation, earlier, incoming)
    text = _text_of(conn, conversation, incoming)
    message = messages.append(
        conn,
        conversation.company_id,
        conversation.id,
        NewMessage("incoming", "candidate", text, client_id=incoming.client_id),
        now,
    )
    if conversation.owner == "recruiter":
        _set_status(conn, conversation, "waiting", now)
        return Turn(conversation, message, ())
    company = _company(conn, conversation)
    understanding = understand(service, company, conversation.language, text, incoming.button)
    decision = decide(understanding, service.thresholds)
    step = render(_situation(conn, service, company, conversation, understanding), decision, conn)
    decisions.record(
        conn, company.id, conversation.id, message.seq, understanding, decision.kind, service.thresholds.faq, now
    )
    replies = _send(conn, conversation, step, message.seq, now)
    return Turn(conversation, message, replies)


def history(conn: Connection, public_id: str, token: str, after: int) -> tuple[Message, ...]:
    """Return the conversation's messages with a sequence number above `after`; raises Unauthorized."""
    conversation = authenticated(conn, public_id, token)
    return tuple(messages.after(conn, conversation.company_id, conversation.id, after))


def authenticated(conn: Connection, public_id: str, token: str, *, for_update: bool = False) -> Conversation:
    """Return the conversation that this token opens; raises Unauthorized."""
    conversation = conversations.by_token(conn, public_id, hash_token(token), for_update=for_update)
    if conversation is None:
        raise Unauthorized("unauthorized")
    return conversation


def hash_token(token: str) -> str:
    """Return what is stored of a token.

    >>> len(hash_token("secret"))
    64
    """
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def understand(service: Service, company: Company, language: str, text: str, button: str | None) -> Understanding:
    """Parse a typed text; a button names its intent itself and needs no guessing."""
    if button is None:
        return service.live.parse(company, language, text)
    stage, _, intent = button.partition(":")
    guess = Guess(intent, 1.0)
    return Understanding(text, language, Stage(stage), intent, 1.0, (guess,), (), "button")


def render(situation: Situation, decision: Decision, conn: Connection) -> Step:
    """Turn a decision into messages: a general intent's flow, a category's answer, or the deferral."""
    if not isinstance(decision, Reply):
        return general.defer(situation)
    if decision.stage is Stage.GENERAL:
        return general.FLOWS[decision.intent](situation)
    known = answers.get(conn, situation.company.id, decision.intent, situation.language)
    if known is None or not known.text.strip():
        return general.unanswered(situation)
    return Step((Draft(known.text, known.buttons, known.links),))


def _replay(conn: Connection, conversation: Conversation, earlier: Message, incoming: IncomingMessage) -> Turn:
    sent = incoming.text if incoming.button is None else _offered_title(conn, conversation, incoming.button)
    if sent is not None and sent != earlier.text:
        raise Conflict("client_id_reused")
    replies = messages.replies_to(conn, conversation.company_id, conversation.id, earlier.seq)
    return Turn(conversation, earlier, tuple(replies), replayed=True)


def _text_of(conn: Connection, conversation: Conversation, incoming: IncomingMessage) -> str:
    if incoming.button is None:
        if not (incoming.text or "").strip():
            raise InvalidMessage("empty_message")
        return incoming.text or ""
    title = _offered_title(conn, conversation, incoming.button)
    if title is None:
        raise InvalidMessage("unknown_button")
    return title


def _offered_title(conn: Connection, conversation: Conversation, button_id: str) -> str | None:
    offered = [button for message in _recent(conn, conversation) for button in message.buttons]
    return next((button.title for button in reversed(offered) if button.id == button_id), None)


def _recent(conn: Connection, conversation: Conversation) -> list[Message]:
    first = max(0, conversation.last_seq - LOOKED_BACK)
    return messages.after(conn, conversation.company_id, conversation.id, first)


def _last_said(conn: Connection, conversation: Conversation) -> tuple[Message, ...]:
    """The bot's replies to the message it answered last, or its welcome."""
    said = [message for message in _recent(conn, conversation) if message.author == "bot"]
    return tuple(message for message in said if message.reply_to == said[-1].reply_to)


def _company(conn: Connection, conversation: Conversation) -> Company:
    company = companies.by_id(conn, conversation.company_id)
    if company is None:
        raise NotFound("company_not_found")
    return company


def _situation(
    conn: Connection, service: Service, company: Company, conversation: Conversation, understanding: Understanding
) -> Situation:
    return Situation(
        company=company,
        language=conversation.language,
        understanding=understanding,
        texts=service.texts,
        said_before=lambda: _last_said(conn, conversation),
    )


def _send(
    conn: Connection, conversation: Conversation, step: Step, reply_to: int | None, now: datetime
) -> tuple[Message, ...]:
    reopened: conversations.Status | None = "open" if conversation.status == "resolved" else None
    if (status := step.status or reopened) is not None:
        _set_status(conn, conversation, status, now)
    if step.language is not None:
        conversations.set_language(conn, conversation.company_id, conversation.id, step.language, now)
    return tuple(
        messages.append(
            conn,
            conversation.company_id,
            conversation.id,
            NewMessage("outgoing", "bot", draft.text, buttons=draft.buttons, links=draft.links, reply_to=reply_to),
            now,
        )
        for draft in step.drafts
    )


def _set_status(conn: Connection, conversation: Conversation, status: conversations.Status, now: datetime) -> None:
    if conversation.status != status:
        conversations.set_status(conn, conversation.company_id, conversation.id, status, now)
