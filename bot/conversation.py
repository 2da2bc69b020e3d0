"""One message's way: load, understand, decide, render, keep. Reads top to bottom; only keeping it is a transaction."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.answers.asking import pressed_mailing, typed_mailing
from bot.coming_back import back_after_silence, back_when_called, called_back, waited_too_long
from bot.dialogue.buttons import AskStarter
from bot.dialogue.state import NOTHING_OPEN, state_of
from bot.dialogue.talk import Talk
from bot.errors import Conflict, InvalidMessage, MustWrite, Unauthorized
from bot.flows import general
from bot.flows.situation import Step
from bot.hearing import hear, hear_danger
from bot.hearing_buttons import hear_button
from bot.moments import known_zone
from bot.pressing import Pressed, pressed_button, typed_button
from bot.satisfying import pressed_rating, typed_comment
from bot.service import Service
from bot.telling_more import told_more
from bot.thinking import (
    answered_by_bot,
    beside_a_recruiter,
    nothing_asked,
    nothing_heard,
    outgoing,
    situation_of,
    thought_of,
)
from bot.tokens import authenticated, hash_token
from bot.turn import IncomingMessage, Thought, Turn
from storage import Connection, Database, companies, conversations, messages, turns
from storage.companies import Company
from storage.conversations import Conversation, PrivacyShown
from storage.errors import Moved
from storage.messages import Message, NewMessage

ATTEMPTS: Final = 3
"""How often a turn is thought out beforehand; a conversation that goes on each time meanwhile is then held."""


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
    talk = Talk(conn, service, snapshot, conversation, NOTHING_OPEN)
    step = general.welcome(situation_of(talk, nothing_heard(conversation.language), now))
    return tuple(outgoing(step, None))


async def take_turn(
    database: Database, service: Service, public_id: str, token: str, incoming: IncomingMessage, now: datetime
) -> Turn:
    """Take one message of a candidate and reply to it, durably and once: the same client id again gives the same turn.

    It is thought out beside what others write, and kept in a short transaction; where the conversation or the company
    changed meanwhile it is thought out again. Raises Unauthorized, InvalidMessage (empty, unknown button) or Conflict
    (client id used with other content).
    """
    its = (service, public_id, token, incoming, now)
    with suppress(MustWrite):
        for _ in range(ATTEMPTS):
            thought = await database.read(lambda conn: think(conn, *its))
            if isinstance(thought, Turn):
                return thought
            with suppress(Moved):
                return await database.write(thought.keep)
    return await database.write(lambda conn: answer(conn, *its))


def answer(
    conn: Connection, service: Service, public_id: str, token: str, incoming: IncomingMessage, now: datetime
) -> Turn:
    """Do the same within the connection's transaction, which holds the conversation meanwhile."""
    authenticated(conn, public_id, token, for_update=True)
    thought = think(conn, service, public_id, token, incoming, now, writes=True)
    return thought if isinstance(thought, Turn) else thought.keep(conn)


def think(
    conn: Connection,
    service: Service,
    public_id: str,
    token: str,
    incoming: IncomingMessage,
    now: datetime,
    *,
    writes: bool = False,
) -> Turn | Thought:
    """Think out the turn that a message begins, or return the one that it began before; nothing of it is kept.

    Raises what `take_turn` does, and MustWrite where more than that is to be written and `writes` is False.
    """
    loaded = turns.load(conn, public_id, hash_token(token), incoming.client_id)
    if loaded is None:
        raise Unauthorized("unauthorized")
    conversation = loaded.conversation
    if loaded.earlier is not None:
        return _replay(conn, conversation, loaded.earlier, incoming)
    pressed = pressed_button(conn, conversation, incoming.button) if incoming.button is not None else None
    text = _text_of(incoming, pressed)
    new = NewMessage("incoming", "candidate", text, client_id=incoming.client_id)
    (message,) = messages.numbered(conversation, conversation.last_seq, [new], now)
    snapshot = service.snapshots.of(conn, conversation.company_id, loaded.edition)
    state = state_of(conversation.state)
    talk = Talk(conn, service, snapshot, conversation, state, loaded.said, loaded.applying, writes)
    return _heard_out(talk, message, pressed, now)


def _heard_out(talk: Talk, message: Message, pressed: Pressed | None, now: datetime) -> Thought:
    """Hear the message, by whoever's turn it is to answer it, and return what comes of it."""
    conversation, text = talk.conversation, message.text
    if pressed is not None and isinstance(pressed.act, AskStarter):
        pressed = None  # its title is a question like any that is typed
    if called_back(talk, pressed, text):
        heard = nothing_heard(conversation.language, text)
        return thought_of(talk, message, back_when_called(situation_of(talk, heard, now)), conversation.language, now)
    mailing = pressed_mailing(talk, pressed, message, now) or pressed_rating(talk, pressed, now)
    mailing = mailing or told_more(talk, pressed, text, now)
    if mailing is not None:
        return nothing_asked(talk, message, mailing, now)
    comment = typed_comment(talk, message) if pressed is None else None
    if comment is not None and hear_danger(talk, text, pressed) is None:
        return nothing_asked(talk, message, comment, now)
    if conversation.owner == "recruiter":
        danger = hear_danger(talk, text, pressed)
        if danger is not None or not waited_too_long(talk, now):
            return beside_a_recruiter(talk, message, danger, now)
    pressed = pressed or typed_button(talk.recent, talk.state, text)
    heard = hear(talk, text) if pressed is None else hear_button(talk, text, pressed)
    mailing = typed_mailing(talk, heard, message, now) if pressed is None else None
    if mailing is not None and mailing.alone:
        return nothing_asked(talk, message, mailing, now)
    return answered_by_bot(talk, message, heard, mailing, now, typed=pressed is None)


def come_back(
    conn: Connection, service: Service, company_id: int, conversation_id: int, now: datetime
) -> Thought | None:
    """Think out how the bot comes back where nobody of the company has answered in its time; None where it need not.

    It answers what the candidate wrote last, as far as it knows and has not yet. Somebody who may be in danger is a
    person's to answer.
    """
    loaded = turns.load_again(conn, company_id, conversation_id)
    if loaded is None or loaded.conversation.owner != "recruiter":
        return None
    conversation = loaded.conversation
    snapshot = service.snapshots.of(conn, company_id, loaded.edition)
    talk = Talk(conn, service, snapshot, conversation, state_of(conversation.state), loaded.said, loaded.applying)
    if conversation.urgent or not waited_too_long(talk, now):
        return None
    last = next((said for said in reversed(loaded.said) if said.author == "candidate"), loaded.said[-1])
    (message,) = messages.after(conn, company_id, conversation_id, last.seq - 1, 1)
    if last.author != "candidate" or last.kind is not None:
        return _only_back(talk, message, now)
    try:
        return answered_by_bot(talk, message, hear(talk.before(last.seq), message.text), None, now, typed=True)
    except MustWrite:  # an application or a subscription: the candidate goes on with it
        return _only_back(talk, message, now)


def _only_back(talk: Talk, message: Message, now: datetime) -> Thought:
    heard = nothing_heard(talk.conversation.language, message.text)
    step = back_after_silence(situation_of(talk, heard, now), Step(()), None)
    return thought_of(talk, message, step, talk.conversation.language, now)


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


def _replay(conn: Connection, conversation: Conversation, number: int, incoming: IncomingMessage) -> Turn:
    its, button = (conn, conversation.company_id, conversation.id), incoming.button
    (earlier,) = messages.after(*its, number - 1, 1)
    pressed = pressed_button(conn, conversation, button, before=number) if button is not None else None
    sent = incoming.text if pressed is None else pressed.button.title
    if sent is not None and sent != earlier.text:
        raise Conflict("client_id_reused")
    return Turn(conversation, earlier, tuple(messages.replies_to(*its, number)), replayed=True)


def _text_of(incoming: IncomingMessage, pressed: Pressed | None) -> str:
    if pressed is not None:
        return pressed.button.title
    if incoming.button is not None:
        raise InvalidMessage("unknown_button")
    if not (incoming.text or "").strip():
        raise InvalidMessage("empty_message")
    return incoming.text or ""
