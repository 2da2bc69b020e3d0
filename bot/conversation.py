"""One message's way: load, understand, decide, render, keep. Reads top to bottom; only keeping it is a transaction."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.answers.asking import Mailing, offering, pressed_mailing, typed_mailing
from bot.applications.offers import offer_of
from bot.coming_back import back_after_silence, back_when_called, called_back, waited_too_long
from bot.dialogue.state import NOTHING_OPEN, state_json, state_of
from bot.dialogue.talk import Talk
from bot.errors import Conflict, InvalidMessage, MustWrite, Unauthorized
from bot.flows import general
from bot.flows.job_search import search_logged, state_after
from bot.flows.situation import Situation, Step
from bot.guarding import Guarded, guarded
from bot.hearing import Heard, hear, hear_danger, interpretation
from bot.hearing_buttons import hear_button
from bot.planning import also_asked, plan, topic_after
from bot.policy import Clarification, Decision, Reply, decide
from bot.pressing import Pressed, last_said, pressed_button, typed_button
from bot.rendering import render
from bot.safety import Act
from bot.service import Service
from bot.tokens import authenticated, hash_token
from bot.turn import After, Effect, IncomingMessage, Thought, Turn
from nlu.pipeline import UNTRAINED
from nlu.understanding import Stage, Understanding
from openings.links import LINK_ONLY
from storage import Connection, Database, conversations, decisions, messages, opening_questions, reviews, turns
from storage.companies import Company
from storage.conversations import Conversation
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
    snapshot = service.snapshots.of(conn, company.id, company.edition)
    talk = Talk(conn, service, snapshot, conversation, NOTHING_OPEN)
    step = general.welcome(_situation(talk, _nothing_heard(spoken), now))
    said = tuple(messages.append(conn, company.id, conversation.id, each, now) for each in _outgoing(step, None))
    return Opened(conversation, token, said)


def take_turn(
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
            thought = database.read_now(lambda conn: think(conn, *its))
            if isinstance(thought, Turn):
                return thought
            with suppress(Moved):
                return database.write_now(thought.keep)
    return database.write_now(lambda conn: answer(conn, *its))


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
    if called_back(talk, pressed, text):
        heard = _nothing_heard(conversation.language, text)
        return _thought(talk, message, back_when_called(_situation(talk, heard, now)), conversation.language, now)
    mailing = pressed_mailing(talk, pressed, message, now)
    if mailing is not None:
        return _about_mail(talk, message, mailing, now)
    if conversation.owner == "recruiter":
        danger = hear_danger(talk, text, pressed.button.id if pressed else None)
        if danger is not None or not waited_too_long(talk, now):
            return _beside_a_recruiter(talk, message, danger, now)
    pressed = pressed or typed_button(loaded.said, state, text)
    heard = hear(talk, text) if pressed is None else hear_button(talk, text, pressed)
    mailing = typed_mailing(talk, heard, message, now) if pressed is None else None
    if mailing is not None and mailing.alone:
        return _about_mail(talk, message, mailing, now)
    return _alone(talk, message, heard, mailing, now, typed=pressed is None)


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
        heard = _nothing_heard(conversation.language, message.text)
        step = back_after_silence(_situation(talk, heard, now), Step(()), None)
        return _thought(talk, message, step, conversation.language, now)
    return _alone(talk, message, hear(talk.before(last.seq), message.text), None, now, typed=True)


def _about_mail(talk: Talk, message: Message, mailing: Mailing, now: datetime) -> Thought:
    """The message is about the answer's mail and nothing else: there is nothing to review in it."""
    return _thought(talk, message, mailing.step, talk.conversation.language, now, mailing.effects)


def _alone(
    talk: Talk, message: Message, heard: Heard, mailing: Mailing | None, now: datetime, *, typed: bool
) -> Thought:
    """The bot answers."""
    situation = _situation(talk, heard, now, message.text)
    planned = plan(talk, situation, heard, message)
    guard = talk.service.guard_of(talk.company.id)
    if guard is not None:
        asked = Guarded(talk.conversation, talk.state, message, heard, typed, talk.recent)
        planned = guarded(guard, situation, asked, planned, now)
    step = general.relieved(situation, planned.step) if heard.safety is Act.GO_ON else planned.step
    step = replace(step, topic=topic_after(talk, heard, planned.decision, message))
    if talk.conversation.owner == "recruiter":
        step = back_after_silence(situation, step, planned.decision)
    mailed = mailing.beside(step) if mailing is not None else offering(talk, step, heard, message)
    effects = (*planned.effects, _recorded(talk, message, heard, planned.decision, now), *mailed.effects)
    return _thought(talk, message, mailed.step, heard.language, now, effects, planned.decision)


def _beside_a_recruiter(talk: Talk, message: Message, danger: Heard | None, now: datetime) -> Thought:
    """A recruiter answers; the bot speaks to somebody in danger only, at once, and leaves them the conversation."""
    if danger is None:
        mailing = typed_mailing(talk, None, message, now) or Mailing(Step(()))
        step = replace(mailing.step, status="waiting")
        return _thought(talk, message, step, talk.conversation.language, now, mailing.effects)
    situation = _situation(talk, danger, now)
    if danger.safety is Act.GO_ON:
        step = general.relieved(situation, Step((), status="waiting"))
        return _thought(talk, message, step, danger.language, now)
    decision = decide(danger.understanding, talk.service.thresholds)
    step = replace(render(situation, decision, message.seq), status="waiting")
    effects = (_recorded(talk, message, danger, decision, now),)
    return _thought(talk, message, step, danger.language, now, effects)


def _thought(
    talk: Talk,
    message: Message,
    step: Step,
    language: str,
    now: datetime,
    effects: tuple[Effect, ...] = (),
    decision: Decision | None = None,
) -> Thought:
    """Bring the conversation to where this step leaves it; one that was resolved is open again."""
    conversation = talk.conversation
    after = After(
        status=step.status or ("open" if conversation.status == "resolved" else conversation.status),
        language=step.language or language,
        state=state_json(state_after(talk.state, step)),
        urgent=step.urgent,
        owner=step.owner,
    )
    replies, kind = tuple(_outgoing(step, message.seq)), decision.kind if decision else None
    effects = (*effects, *search_logged(conversation, step, language, now))
    return Thought(conversation, talk.company.edition, message, replies, after, now, effects, kind)


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


def _nothing_heard(language: str, text: str = "") -> Heard:
    """What is heard in a message that no model reads, as a button that says all, and where there is none."""
    return Heard(Understanding(text, language, Stage.NONE, None, 0.0, (), (), UNTRAINED), language)


def _situation(talk: Talk, heard: Heard, now: datetime, message: str = "") -> Situation:
    service, snapshot = talk.service, talk.snapshot
    return Situation(
        conn=talk.conn,
        now=now,
        jobs=service.jobs,
        snapshot=snapshot,
        language=heard.language,
        understanding=heard.understanding,
        message=message,
        waits_for_a_person=talk.conversation.status == "waiting",
        texts=service.texts,
        said_before=lambda: last_said(talk.conn, talk.conversation),
        search=heard.jobs.search,
        move=heard.jobs.move,
        opening=heard.jobs.opening,
        conversation_id=talk.conversation.id,
        state=talk.state,
        confirmations_per_day=service.confirmations_per_day,
        public_url=service.public_url,
        offer=offer_of(snapshot.applying, service) if snapshot.company.openings_revision else LINK_ONLY,
        recent=talk.recent,
        applying=talk.applying,
        writes=talk.writes,
    )


def _recorded(talk: Talk, message: Message, heard: Heard, decision: Decision, now: datetime) -> Effect:
    """Return what keeps the decision, and of which opening it speaks."""
    company, thresholds = talk.company, talk.service.thresholds

    def record(conn: Connection) -> None:
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

    return record


def _outgoing(step: Step, reply_to: int | None) -> Iterator[NewMessage]:
    for each in step.drafts:
        yield NewMessage("outgoing", "bot", each.text, each.buttons, each.links, reply_to=reply_to, cards=each.cards)
