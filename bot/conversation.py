"""One message's way: store, understand, decide, render, store. Reads top to bottom; runs inside one transaction."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from bot.applications.offers import offer_of
from bot.dialogue.state import NOTHING_OPEN, state_json, state_of
from bot.dialogue.talk import Talk
from bot.errors import Conflict, InvalidMessage, NotFound
from bot.flows import general
from bot.flows.job_search import log_search, state_after
from bot.flows.situation import Draft, Situation, Step
from bot.guarding import Guarded, guarded
from bot.hearing import Heard, hear, hear_danger, interpretation
from bot.hearing_buttons import hear_button
from bot.planning import also_asked, plan, topic_after
from bot.policy import Clarification, Decision, Reply, decide
from bot.pressing import Pressed, pressed_button, recent, typed_button
from bot.rendering import render
from bot.safety import Act
from bot.service import Service
from bot.tokens import authenticated, hash_token
from nlu.pipeline import UNTRAINED
from nlu.understanding import Stage, Understanding
from openings.links import LINK_ONLY
from storage import Connection, companies, conversations, decisions, messages, opening_questions, reviews
from storage.companies import Company
from storage.conversations import Conversation
from storage.messages import Message, NewMessage


@dataclass(frozen=True, slots=True)
class IncomingMessage:
    """What a candidate sent: a text or the id of a button they were offered, under an id of the client's own."""

    client_id: str
    text: str | None = None
    button: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """The stored message and what was replied; `replayed` when the same client id had been answered before.

    `decision` is what was decided (reply, clarify, defer); None where nothing was, as beside a recruiter.
    """

    conversation: Conversation
    message: Message
    replies: tuple[Message, ...]
    replayed: bool = False
    decision: str | None = None


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
    nothing = Understanding("", spoken, Stage.NONE, None, 0.0, (), (), UNTRAINED)
    talk = Talk(conn, service, company, conversation, NOTHING_OPEN)
    step = general.welcome(_situation(talk, Heard(nothing, spoken), now))
    return Opened(conversation, token, _send(conn, conversation, spoken, step, None, now))


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
    pressed = pressed_button(conn, conversation, incoming.button) if incoming.button is not None else None
    text = _text_of(incoming, pressed)
    message = messages.append(
        conn,
        conversation.company_id,
        conversation.id,
        NewMessage("incoming", "candidate", text, client_id=incoming.client_id),
        now,
    )
    company = _company(conn, conversation)
    talk = Talk(conn, service, company, conversation, state_of(conversation.state))
    if conversation.owner == "recruiter":
        danger = hear_danger(talk, text, pressed.button.id if pressed else None)
        return _beside_a_recruiter(talk, message, danger, now)
    pressed = pressed or typed_button(conn, conversation, talk.state, text)
    heard = hear(talk, text) if pressed is None else hear_button(talk, text, pressed)
    situation = _situation(talk, heard, now, text)
    planned = plan(talk, situation, heard, message)
    guard = service.guard_of(company.id)
    if guard is not None:
        asked = Guarded(conversation, talk.state, message, heard, typed=pressed is None)
        planned = guarded(conn, guard, situation, asked, planned, now)
    _record(talk, message, heard, planned.decision, now)
    step = general.relieved(situation, planned.step) if heard.safety is Act.GO_ON else planned.step
    step = replace(step, topic=topic_after(talk, heard, planned.decision, message))
    replies = _send(conn, conversation, heard.language, step, message.seq, now)
    return Turn(conversation, message, replies, decision=planned.decision.kind)


def _beside_a_recruiter(talk: Talk, message: Message, danger: Heard | None, now: datetime) -> Turn:
    """A recruiter answers; the bot speaks to somebody in danger only, at once, and leaves them the conversation."""
    conn, conversation = talk.conn, talk.conversation
    if danger is None:
        _go_on(conn, conversation, conversation.language, Step((), status="waiting"), now)
        return Turn(conversation, message, ())
    situation = _situation(talk, danger, now)
    if danger.safety is Act.GO_ON:
        step = general.relieved(situation, Step((), status="waiting"))
    else:
        decision = decide(danger.understanding, talk.service.thresholds)
        _record(talk, message, danger, decision, now)
        step = replace(render(conn, situation, decision, message.seq), status="waiting")
    return Turn(conversation, message, _send(conn, conversation, danger.language, step, message.seq, now))


def history(conn: Connection, public_id: str, token: str, after: int) -> tuple[Message, ...]:
    """Return the conversation's messages with a sequence number above `after`; raises Unauthorized."""
    conversation = authenticated(conn, public_id, token)
    return tuple(messages.after(conn, conversation.company_id, conversation.id, after))


def _replay(conn: Connection, conversation: Conversation, earlier: Message, incoming: IncomingMessage) -> Turn:
    button = incoming.button
    pressed = pressed_button(conn, conversation, button, before=earlier.seq) if button is not None else None
    sent = incoming.text if pressed is None else pressed.button.title
    if sent is not None and sent != earlier.text:
        raise Conflict("client_id_reused")
    replies = messages.replies_to(conn, conversation.company_id, conversation.id, earlier.seq)
    return Turn(conversation, earlier, tuple(replies), replayed=True)


def _text_of(incoming: IncomingMessage, pressed: Pressed | None) -> str:
    if pressed is not None:
        return pressed.button.title
    if incoming.button is not None:
        raise InvalidMessage("unknown_button")
    if not (incoming.text or "").strip():
        raise InvalidMessage("empty_message")
    return incoming.text or ""


def _last_said(conn: Connection, conversation: Conversation) -> tuple[Message, ...]:
    """The bot's replies to the message it answered last, or its welcome."""
    said = [message for message in recent(conn, conversation) if message.author == "bot"]
    return tuple(message for message in said if message.reply_to == said[-1].reply_to)


def _company(conn: Connection, conversation: Conversation) -> Company:
    company = companies.by_id(conn, conversation.company_id)
    if company is None:
        raise NotFound("company_not_found")
    return company


def _situation(talk: Talk, heard: Heard, now: datetime, message: str = "") -> Situation:
    conn, service, company = talk.conn, talk.service, talk.company
    return Situation(
        conn=conn,
        now=now,
        jobs=service.jobs,
        company=company,
        language=heard.language,
        understanding=heard.understanding,
        message=message,
        waits_for_a_person=talk.conversation.status == "waiting",
        texts=service.texts,
        said_before=lambda: _last_said(conn, talk.conversation),
        search=heard.jobs.search,
        move=heard.jobs.move,
        opening=heard.jobs.opening,
        conversation_id=talk.conversation.id,
        state=talk.state,
        confirmations_per_day=service.confirmations_per_day,
        public_url=service.public_url,
        find_offer=cache(lambda: offer_of(conn, company, service) if company.openings_revision else LINK_ONLY),
    )


def _record(talk: Talk, message: Message, heard: Heard, decision: Decision, now: datetime) -> None:
    conn, company, thresholds = talk.conn, talk.company, talk.service.thresholds
    decision_id = decisions.record(
        conn,
        company.id,
        message.conversation_id,
        message.seq,
        heard.understanding,
        decision.kind,
        thresholds.faq,
        now,
        options=decision.options if isinstance(decision, Clarification) else (),
        about_seq=heard.about.asked_seq if heard.about else None,
        question=heard.asked.question if heard.asked else None,
        also=also_asked(heard, thresholds) if isinstance(decision, Reply) else None,
        interpretation=interpretation(heard),
    )
    if heard.about is not None:
        reviews.supersede(conn, company.id, heard.about.id, now)
    if heard.jobs.opening is not None and heard.understanding.stage is not Stage.GENERAL:
        opening_questions.record(conn, company.id, decision_id, heard.jobs.opening)


def _send(
    conn: Connection, conversation: Conversation, language: str, step: Step, reply_to: int | None, now: datetime
) -> tuple[Message, ...]:
    _go_on(conn, conversation, language, step, now)
    log_search(conn, conversation, step, language, now)
    return tuple(
        messages.append(conn, conversation.company_id, conversation.id, _outgoing(draft, reply_to), now)
        for draft in step.drafts
    )


def _outgoing(draft: Draft, reply_to: int | None) -> NewMessage:
    return NewMessage("outgoing", "bot", draft.text, draft.buttons, draft.links, reply_to=reply_to, cards=draft.cards)


def _go_on(conn: Connection, conversation: Conversation, language: str, step: Step, now: datetime) -> None:
    """Bring the conversation to where this step leaves it; one that was resolved is open again."""
    conversations.go_on(
        conn,
        conversation.company_id,
        conversation,
        now,
        status=step.status or ("open" if conversation.status == "resolved" else conversation.status),
        language=step.language or language,
        state=state_json(state_after(state_of(conversation.state), step)),
        urgent=step.urgent,
    )
