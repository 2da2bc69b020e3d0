"""One message's way: load, interpret, decide, respond, store. Reads top to bottom; only storing it is a transaction."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.dialogue.acts import (
    CRISIS,
    Act,
    AskBack,
    CallBotBack,
    CheckSafety,
    Defer,
    Fulfil,
    StaySilent,
    TakeComment,
    TellMore,
)
from bot.dialogue.buttons import AnswerToAddress, NoAnswerByMail, RateAnswer, ReadMore, SaySafety, WantAnswerByMail
from bot.dialogue.context import Context
from bot.dialogue.effects import OF_THE_CANDIDATE
from bot.dialogue.guarding import PlannedTurn, guarded
from bot.dialogue.interpret import interpret, said_about_safety
from bot.dialogue.loading import Arrived, IncomingMessage, arrived, check_resent, in_context, understood
from bot.dialogue.looking_up import carry_through
from bot.dialogue.policy import act_on
from bot.dialogue.pressing import pressed_button
from bot.dialogue.readings import Interpretation, Reading
from bot.dialogue.recording import kept_decision, topic_after
from bot.dialogue.registry import reading_of_button, respond
from bot.dialogue.response import Asking, Response
from bot.dialogue.search.openings_beside import with_openings
from bot.dialogue.state import state_json
from bot.dialogue.storing import After, Thought, Turn
from bot.dialogue.tasks.answer_by_mail import OVER, Aside, offered, typed
from bot.dialogue.tasks.application import resumed
from bot.dialogue.tasks.faq import typed_more
from bot.dialogue.tasks.hand_over import back_after_silence, beside_a_person, is_called_back, waited_too_long
from bot.dialogue.tasks.rating import is_comment
from bot.dialogue.tasks.safety import WriterSafety, checked, reading_of, relieved
from bot.errors import Unauthorized
from bot.service import Service
from bot.tokens import authenticated
from storage import Connection, Database
from storage.conversations import messages, turns
from storage.conversations.conversations import Conversation, Status
from storage.conversations.messages import NewMessage
from storage.database.errors import Moved
from storage.database.token_hashes import hash_token

HEARD_BY_THE_BOT: Final = (WantAnswerByMail, AnswerToAddress, NoAnswerByMail, RateAnswer, ReadMore)
"""Buttons that are heard whoever answers."""
ATTEMPTS: Final = 3
"""How often a turn is thought out beforehand; a conversation that goes on each time meanwhile is then held."""


async def take_turn(
    database: Database, service: Service, public_id: str, token: str, incoming: IncomingMessage, now: datetime
) -> Turn:
    """Take one message of a candidate and reply to it, durably and once: the same client id again gives the same turn.

    It is thought out beside what others write, and kept in a short transaction; where the conversation or the company
    changed meanwhile it is thought out again. Raises Unauthorized, InvalidMessage (empty, unknown button) or Conflict
    (client id used with other content).
    """
    its = (service, public_id, token, incoming, now)
    for _ in range(ATTEMPTS):
        thought = await database.read(lambda conn: think(conn, *its))
        if isinstance(thought, Turn):
            return thought
        with suppress(Moved):
            return await database.write_at_once(thought.keep)
    return await database.write_at_once(lambda conn: answer(conn, *its))


def answer(
    conn: Connection, service: Service, public_id: str, token: str, incoming: IncomingMessage, now: datetime
) -> Turn:
    """Do the same within the connection's transaction, which holds the conversation meanwhile."""
    authenticated(conn, public_id, token, for_update=True)
    thought = think(conn, service, public_id, token, incoming, now)
    return thought if isinstance(thought, Turn) else thought.keep(conn)


def think(
    conn: Connection, service: Service, public_id: str, token: str, incoming: IncomingMessage, now: datetime
) -> Turn | Thought:
    """Think out the turn that a message begins, or return the one that it began before; nothing of it is kept.

    Raises what `take_turn` does.
    """
    loaded = turns.load(conn, public_id, hash_token(token), incoming.client_id)
    if loaded is None:
        raise Unauthorized("unauthorized")
    if loaded.earlier is not None:
        return _replay(conn, loaded.conversation, loaded.earlier, incoming)
    came = arrived(conn, service, loaded, incoming, now)
    context, meant = _interpreted(came)
    act = act_on(meant, context.service.thresholds, may_ask=context.state.clarifying is None)
    act, response = carry_through(conn, context, _responded(context, meant, act))
    return _thought(came, context, meant, act, response)


def come_back(
    conn: Connection, service: Service, company_id: int, conversation_id: int, now: datetime
) -> Thought | None:
    """Think out how the bot comes back where nobody of the company has answered in its time; None where it need not.

    It answers what the candidate wrote last, as far as it knows and has not yet. Somebody who may be in danger is a
    person's to answer, and an application or a subscription the candidate's to go on with.
    """
    loaded = turns.load_again(conn, company_id, conversation_id)
    if loaded is None or loaded.conversation.owner != "recruiter" or loaded.conversation.urgent:
        return None
    last = next((said for said in reversed(loaded.said) if said.author == "candidate"), loaded.said[-1])
    (message,) = messages.after(conn, company_id, conversation_id, last.seq - 1, 1)
    came = in_context(conn, service, loaded, message, None, now)
    if not waited_too_long(came.context, now):
        return None
    if last.author == "candidate" and last.kind is None:
        context, meant = interpret(understood(came.context), None)
        act = act_on(meant, context.service.thresholds, may_ask=context.state.clarifying is None)
        act, response = carry_through(conn, context, _answered(context, meant, act, None))
        if not any(isinstance(effect, OF_THE_CANDIDATE) for effect in response.effects):
            return _thought(came, context, meant, act, response)
    back = back_after_silence(came.context, None, Response(()))
    return _thought(came, came.context, _taken("back", StaySilent(), came.context), StaySilent(), back)


def _interpreted(came: Arrived) -> tuple[Context, Interpretation]:
    """What a message means, by whoever's turn it is to answer it."""
    context, pressed = came.context, came.act
    if is_called_back(context, pressed, context.text):
        return context, _taken("call_back", CallBotBack(), context)
    if isinstance(pressed, HEARD_BY_THE_BOT):
        return context, Interpretation(context.understanding, reading_of_button(context, pressed), typed=False)
    more = typed_more(context) if pressed is None else None
    if more is not None:
        return context, _taken("more_of_an_answer", TellMore(more), context)
    comments = pressed is None and is_comment(context)
    beside = context.conversation.owner == "recruiter"
    if comments or beside:
        read = understood(context) if pressed is None else context
        danger = said_about_safety(read, pressed, alone=False)
        if comments and danger is None:
            return context, _taken("comment", TakeComment(), context)
        if beside and (danger is not None or not waited_too_long(context, context.now)):
            return (context if danger is None else read), _beside_a_person(read, danger, typed=pressed is None)
    if came.by_title is not None:
        return interpret(context, came.by_title.act)
    return interpret(understood(context) if pressed is None else context, pressed)


def _taken(kind: str, act: Act, context: Context) -> Interpretation:
    return Interpretation(context.understanding, Reading(kind, act=act))


def _beside_a_person(context: Context, danger: SaySafety | None, *, typed: bool) -> Interpretation:
    """A person answers; the bot speaks to somebody in danger only, at once, and leaves them the conversation."""
    is_safe = danger is not None and danger.answer == WriterSafety.SAFE
    reading = Reading("beside_a_person", act=StaySilent()) if danger is None or is_safe else reading_of(danger)
    return Interpretation(context.understanding, reading, typed=typed, relieves=is_safe)


def _responded(context: Context, meant: Interpretation, act: Act) -> Asking[tuple[Act, Response]]:
    """What is done with a message, and all that is said; an address in it may be meant for a person's answer."""
    aside = (yield from typed(context, act, is_safe=not _is_about_safety(meant))) if meant.typed else None
    if aside is not None and aside.alone:
        response = yield from respond(context, aside.act)
        response = response if isinstance(act, StaySilent) else _back_to_an_application(context, aside.act, response)
        status: Status | None = "waiting" if isinstance(act, StaySilent) else None
        return aside.act, replace(response, language=context.conversation.language, status=status)
    if act.kind is None:
        response = _back_to_an_application(context, act, (yield from respond(context, act)))
        return act, relieved(context, response) if meant.relieves else response
    if context.conversation.owner == "recruiter" and _is_about_safety(meant):
        return act, replace((yield from respond(context, act)), status="waiting")
    return (yield from _answered(context, meant, act, aside))


def _is_about_safety(meant: Interpretation) -> bool:
    return meant.relieves or isinstance(meant.reading.act, CheckSafety) or meant.reading.act == Fulfil(CRISIS)


def _back_to_an_application(context: Context, act: Act, response: Response) -> Response:
    """What is said of an answer by mail, with what an application still asks for, unless an address is."""
    is_settled = isinstance(act, OVER) and not any(reply.buttons for reply in response.replies)
    return resumed(context, act, response) if is_settled else response


def _answered(context: Context, meant: Interpretation, act: Act, aside: Aside | None) -> Asking[tuple[Act, Response]]:
    """What the bot answers, as far as its guard lets it."""
    planned = PlannedTurn(context, meant, act, resumed(context, act, (yield from respond(context, act))))
    act, response = yield from guarded(context.service.guard_of(context.company.id), planned)
    if meant.relieves:
        response = relieved(context, response)
    if meant.checks_safety:
        response = checked(context, response)
    topic = topic_after(context, meant, act)
    if topic is not None:
        response = replace(response, state=replace(response.state or context.after(), topic=topic))
    if context.conversation.owner == "recruiter":
        response = back_after_silence(context, act, response)
    if aside is not None:
        said = yield from respond(context, aside.act)
        return act, response.saying(*said.replies).doing(*said.effects)
    response = yield from offered(context, act, response)
    response = yield from with_openings(context, planned.act, response)
    return act, (yield from _below_the_ad(context, planned.act, response))


def _below_the_ad(context: Context, act: Act, response: Response) -> Asking[Response]:
    """A response to what was not understood, below what the advertisement says that it may be about."""
    if not isinstance(act, Defer | AskBack) or act.by_ad is None:
        return response
    told = yield from respond(context, act.by_ad)
    search = told.state.search if told.state else None
    state = replace(response.state or context.after(), search=search, searching=True)
    return replace(response, replies=(*told.replies, *response.replies), state=state).doing(*told.effects)


def _thought(came: Arrived, context: Context, meant: Interpretation, act: Act, response: Response) -> Thought:
    """The turn that brings a conversation to where a response leaves it; one that was resolved is open again."""
    conversation, service = context.conversation, context.service
    response = beside_a_person(context, response)
    after = After(
        status=response.status or ("open" if conversation.status == "resolved" else conversation.status),
        language=response.language or context.language,
        state=state_json(response.state or context.after()),
        urgent=response.urgent,
        owner=response.owner,
    )
    kept = kept_decision(context, meant, act, service.thresholds.faq)
    effects = response.effects if kept is None else (*response.effects, kept)
    replies, kind = tuple(outgoing(response, came.message.seq)), act.kind
    mails = service.confirmations_per_day
    return Thought(conversation, context.company, came.message, replies, after, context.now, effects, kind, mails)


def outgoing(response: Response, reply_to: int | None) -> Iterator[NewMessage]:
    """Yield the messages of a response, as replies to the message with that number."""
    for each in response.replies:
        said = each.text, each.buttons, each.links
        yield NewMessage("outgoing", "bot", *said, reply_to=reply_to, cards=each.cards, blocks=each.blocks)


def _replay(conn: Connection, conversation: Conversation, number: int, incoming: IncomingMessage) -> Turn:
    its, button = (conn, conversation.company_id, conversation.id), incoming.button
    (earlier,) = messages.after(*its, number - 1, 1)
    pressed = pressed_button(conn, conversation, button, before=number) if button is not None else None
    check_resent(earlier, incoming, pressed)
    return Turn(conversation, earlier, tuple(messages.replies_to(*its, number)), replayed=True)
