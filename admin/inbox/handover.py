"""A person and the bot hand a conversation to each other; everything here runs inside one transaction."""

from __future__ import annotations

from admin.actor import Actor
from admin.errors import DeskError
from admin.texts import FALLBACK, Say, load_texts
from admin.unanswered import left_unanswered, waits_for_more
from nlu.general.stage import CRISIS
from storage import Connection
from storage.answers.answers import Answer
from storage.answers.spoken_answers import AnswerSetting, spoken
from storage.companies import companies
from storage.conversations import conversations, messages, satisfactions
from storage.conversations.conversations import Conversation
from storage.conversations.messages import CALL_BACK, RATED, Button, Message, NewMessage
from storage.database.rows import found
from storage.dataset import dataset
from storage.openings import opening_questions
from storage.reviews import decisions, reviews
from texts.placeholders import left

_LOOKED_BACK = 100
"""Messages among which a person's last answer is looked for."""


def take_over(conn: Connection, actor: Actor, conversation_id: int) -> None:
    """Make the bot silent in this conversation, which is now the actor's, until it is handed back; raises NotFound."""
    _join(conn, actor, conversations.get(conn, actor.company_id, conversation_id, for_update=True))
    conversations.assign(conn, actor.company_id, conversation_id, actor.user.id, actor.now)
    actor.note(conn, "conversation_taken_over", conversation=conversation_id)


def hand_back(conn: Connection, actor: Actor, conversation_id: int) -> None:
    """Let the bot answer the candidate's next message; raises NotFound."""
    _leave(conn, actor, conversation_id)
    actor.note(conn, "conversation_handed_back", conversation=conversation_id)


def resolve(conn: Connection, actor: Actor, conversation_id: int, *, read_to: int | None = None) -> None:
    """Nobody needs to do anything more; should the candidate write again, the bot answers.

    Raises NotFound, and DeskError when the candidate wrote something after the last message that was read (None: all).
    """
    its = (conn, actor.company_id, conversation_id)
    conversations.get(*its, for_update=True)
    if read_to is not None and any(each.author == "candidate" for each in messages.after(*its, read_to)):
        raise DeskError("wrote_meanwhile", status=409)
    _leave(conn, actor, conversation_id)
    conversations.set_status(conn, actor.company_id, conversation_id, "resolved", actor.now)
    actor.note(conn, "conversation_resolved", conversation=conversation_id)


def reopen(conn: Connection, actor: Actor, conversation_id: int) -> None:
    """Let a resolved conversation wait for a person again, as danger where the bot saw some in it; raises NotFound.

    One that is not resolved stays as it is.
    """
    its = (conn, actor.company_id, conversation_id)
    if conversations.get(*its, for_update=True).status != "resolved":
        return
    urgent = any(made.intent == CRISIS for made in decisions.of_conversation(*its))
    conversations.reopen(*its, actor.now, urgent=urgent)
    actor.note(conn, "conversation_reopened", conversation=conversation_id)


def answer_thread(conn: Connection, actor: Actor, conversation_id: int, text: str, seen: int) -> Message:
    """Reply to all that a candidate has asked so far; `seen` is the last message that the actor has read.

    Raises DeskError when another person has written since then, NotFound. What the bot left to a person is settled.
    """
    its = (conn, actor.company_id, conversation_id)
    conversations.get(*its, for_update=True)
    if any(message.author == "recruiter" for message in messages.after(*its, seen)):
        raise DeskError("answered_meanwhile", status=409)
    for review_id in left_unanswered(conn, actor.company_id, conversation_id):
        reviews.settle(conn, actor.company_id, review_id, actor.user.name, actor.now)
    return reply(conn, actor, conversation_id, text)


def reply(conn: Connection, actor: Actor, conversation_id: int, text: str) -> Message:
    """Send a person's own words: the bot is silent from here on, and the candidate no longer waits.

    Raises NotFound, and DeskError for a placeholder that is not known here.

    A conversation that nobody looked after is the actor's from now on.
    """
    conversation = conversations.get(conn, actor.company_id, conversation_id, for_update=True)
    _join(conn, actor, conversation)
    asks = _thumbs(conversation) if conversation.status == "waiting" and not conversation.urgent else ()
    if conversation.status != "open":
        conversations.set_status(conn, actor.company_id, conversation_id, "open", actor.now)
    _look_after(conn, actor, conversation)
    actor.note(conn, "replied", conversation=conversation_id)
    said = _around(conn, conversation).said(text)
    if (unfilled := left(said.text)) is not None:
        raise DeskError("placeholder_left", given=unfilled)
    new = NewMessage("outgoing", "recruiter", said.text, asks, blocks=said.blocks, person=actor.user.id)
    return messages.append(conn, actor.company_id, conversation_id, new, actor.now)


def send_answer(conn: Connection, actor: Actor, conversation_id: int, answer: Answer) -> Message:
    """Send an answer of the bank that a person chose; the bot stays as talkative as it was. Raises NotFound.

    The candidate no longer waits, unless another of their questions is still to be reviewed.
    """
    conversation = conversations.get(conn, actor.company_id, conversation_id, for_update=True)
    asks = _thumbs(conversation) if conversation.status == "waiting" and not conversation.urgent else ()
    said = spoken(answer, _around(conn, conversation))
    buttons = (*said.buttons, *asks)
    chosen = NewMessage(
        "outgoing", "recruiter", said.text, buttons, said.links, blocks=said.blocks, person=actor.user.id
    )
    sent = messages.append(conn, actor.company_id, conversation_id, chosen, actor.now)
    _no_longer_waits(conn, actor, conversation)
    its = dataset.label_of(conn, actor.company_id, answer.category)
    actor.note(conn, "answer_sent", conversation=conversation_id, category=its)
    return sent


def give_answer(conn: Connection, actor: Actor, conversation_id: int, answer: Answer) -> None:
    """Send an answer of the bank as `send_answer` does, unless it was given in this conversation already."""
    if has_answer(conn, actor.company_id, conversation_id, answer):
        settle_given(conn, actor, conversation_id)
    else:
        send_answer(conn, actor, conversation_id, answer)


def has_answer(conn: Connection, company_id: int, conversation_id: int, answer: Answer) -> bool:
    """Tell whether the bot or a person has given this answer in the conversation as it stands now; raises NotFound."""
    conversation = conversations.get(conn, company_id, conversation_id)
    says = _as_paragraphs(spoken(answer, _around(conn, conversation)).text)
    said = messages.after(conn, company_id, conversation_id, max(0, conversation.last_seq - _LOOKED_BACK))
    return any(each.direction == "outgoing" and says in _as_paragraphs(each.text) for each in said)


def _as_paragraphs(text: str) -> str:
    """Return a text so that another one is found in it only as whole paragraphs."""
    return f"\n\n{text.strip()}\n\n"


def settle_given(conn: Connection, actor: Actor, conversation_id: int) -> None:
    """Let a candidate no longer wait who has the answer already, unless another question is still to be reviewed."""
    _no_longer_waits(conn, actor, conversations.get(conn, actor.company_id, conversation_id, for_update=True))


def _no_longer_waits(conn: Connection, actor: Actor, conversation: Conversation) -> None:
    answered = conversation.owner == "bot" and not waits_for_more(conn, conversation)
    if conversation.status == "waiting" and answered:
        conversations.set_status(conn, actor.company_id, conversation.id, "open", actor.now)


def _around(conn: Connection, conversation: Conversation) -> AnswerSetting:
    company = found(companies.by_id(conn, conversation.company_id), "company")
    opening = opening_questions.subject_of(conn, company.id, conversation.id)
    say = _candidates_words(conversation)
    return AnswerSetting(
        company.name, opening.title if opening else None, say("handover.an_opening"), say("handover.more")
    )


def _join(conn: Connection, actor: Actor, conversation: Conversation) -> None:
    """Make a person the owner; the candidate reads who joins, and how to call the bot back."""
    if conversation.owner == "recruiter":
        return
    conversations.set_owner(conn, actor.company_id, conversation.id, "recruiter", actor.now)
    say = _candidates_words(conversation)
    back = Button(CALL_BACK, say("handover.call_back"))
    _tell(conn, actor, conversation, say("handover.joined", name=actor.user.first_name), (back,))


def _leave(conn: Connection, actor: Actor, conversation_id: int) -> None:
    """Make the bot the owner; where a person was, the candidate reads that they leave."""
    conversation = conversations.get(conn, actor.company_id, conversation_id, for_update=True)
    if conversation.owner == "bot":
        return
    conversations.set_owner(conn, actor.company_id, conversation_id, "bot", actor.now)
    left = _candidates_words(conversation)("handover.left", name=actor.user.first_name)
    _tell(conn, actor, conversation, left, _thumbs(conversation) if _is_to_be_asked(conn, conversation) else ())


def _thumbs(conversation: Conversation) -> tuple[Button, ...]:
    """The buttons with which a candidate says whether their question was answered."""
    say = _candidates_words(conversation)
    return (Button(f"{RATED}:yes", say("handover.answered")), Button(f"{RATED}:no", say("handover.not_answered")))


def _is_to_be_asked(conn: Connection, conversation: Conversation) -> bool:
    """Whether a person has answered, and the candidate is not being asked already what they say of it."""
    if conversation.urgent:
        return False
    its = (conn, conversation.company_id, conversation.id)
    said = messages.after(*its, max(0, conversation.last_seq - _LOOKED_BACK), _LOOKED_BACK + 1)
    wrote = max((each.seq for each in said if each.author == "candidate"), default=0)
    offered = any(button.id.startswith(RATED) for each in said if each.seq > wrote for button in each.buttons)
    answers = [each.seq for each in said if each.author == "recruiter"]
    told = [each.answer_seq for each in satisfactions.of_conversations(conn, its[1], [conversation.id])]
    return bool(answers) and not offered and max(answers) not in told


def _tell(
    conn: Connection, actor: Actor, conversation: Conversation, text: str, buttons: tuple[Button, ...] = ()
) -> None:
    new = NewMessage("outgoing", "bot", text, buttons)
    messages.append(conn, actor.company_id, conversation.id, new, actor.now)


def _candidates_words(conversation: Conversation) -> Say:
    known = load_texts()
    return known.get(conversation.language) or known[FALLBACK]


def _look_after(conn: Connection, actor: Actor, conversation: Conversation) -> None:
    if conversation.assignee_id is None:
        conversations.assign(conn, actor.company_id, conversation.id, actor.user.id, actor.now)
