"""Asking in the chat for a person's answer by mail: a button under each hand-over, or an address that was typed.

The buttons of the bot's last words tell what it waits for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.dialogue.buttons import AnswerToAddress, NoAnswerByMail, WantAnswerByMail, act_of, button_for
from bot.dialogue.talk import Talk
from bot.flows.situation import Draft, Step
from bot.hearing import Heard
from bot.pressing import Pressed, recent
from bot.subscriptions.addresses import EmailAddress, InvalidAddress, checked, mentioned
from bot.turn import Effect
from nlu.entities.words import words
from storage import Connection, answer_mails
from storage.answer_mails import KEPT_FOR
from storage.messages import Message

_FEW_WORDS: Final = 8
_OTHER_TASKS: Final = frozenset({"job_subscribe", "job_unsubscribe", "delete_my_data"})


@dataclass(frozen=True, slots=True)
class Mailing:
    """What is said about the mail of an answer, or about whether it helped; `alone` when nothing else is asked."""

    step: Step
    effects: tuple[Effect, ...] = ()
    alone: bool = True

    def beside(self, step: Step) -> Mailing:
        """Return the step that answers the rest of the message, with this said last."""
        return replace(self, step=replace(step, drafts=(*step.drafts, *self.step.drafts)))


def offering(talk: Talk, step: Step, heard: Heard, question: Message) -> Mailing:
    """Return a step that hands a question over with the offer of a mail, or with the question noted for one."""
    if step.status != "waiting" or step.urgent or not talk.service.mails_answers or not step.drafts:
        return Mailing(step)
    if heard.understanding.intent == "delete_my_data":
        return Mailing(step)
    its = (talk.company.id, talk.conversation.id)
    if answer_mails.of_conversation(talk.conn, *its) is not None:
        return Mailing(step, (lambda conn: answer_mails.ask_about(conn, *its, question.seq),))
    wanted = button_for(WantAnswerByMail(question.seq), talk.service.texts.get(heard.language, "button.answer_mail"))
    *before, last = step.drafts
    return Mailing(replace(step, drafts=(*before, replace(last, buttons=(*last.buttons, wanted)))))


def pressed_mailing(talk: Talk, pressed: Pressed | None, message: Message, now: datetime) -> Mailing | None:
    """Return what a button about the mail does; None for any other."""
    match pressed.act if pressed is not None else None:
        case WantAnswerByMail(question):
            return _which_address(talk, question)
        case NoAnswerByMail():
            return Mailing(Step((Draft(_say(talk, "answer_mail.declined")),), asks_again=True))
        case AnswerToAddress(typed_in, question):
            return _taken(talk, mentioned(talk.said(typed_in)) or ("",), question, message, now)
    return None


def typed_mailing(talk: Talk, heard: Heard | None, message: Message, now: datetime) -> Mailing | None:
    """Return what is done about an address in a typed message: it is taken where one was asked for, else offered.

    `heard` is None beside a recruiter, where only what was asked for is taken; an address that another task has a use
    for is that task's.
    """
    typed = mentioned(message.text) if talk.service.mails_answers else ()
    if not typed or (heard is not None and _is_for_another_task(heard)):
        return None
    said = recent(talk.conn, talk.conversation)
    alone = heard is None or _says_little_else(message.text, typed)
    asked, question = _asked_about(said), _handed_over(said)
    if asked is not None:
        return replace(_taken(talk, typed, asked, message, now), alone=alone)
    if heard is None or question is None or talk.conversation.status != "waiting":
        return None
    return _offered(talk, typed, question, message, alone)


def _is_for_another_task(heard: Heard) -> bool:
    """Whether it is somebody's in danger, or a step of a search, an application or a subscription."""
    its = heard.understanding
    return heard.safety is not None or its.intent in ("crisis", *_OTHER_TASKS) or heard.jobs.move is not None


def _offered(talk: Talk, typed: tuple[str, ...], question: int, message: Message, alone: bool) -> Mailing | None:
    try:
        (address,) = map(checked, typed)
    except (ValueError, InvalidAddress):  # several, or none that can be written to
        return None
    buttons = (
        button_for(AnswerToAddress(message.seq, question), _say(talk, "button.answer_mail.yes")),
        button_for(NoAnswerByMail(question), _say(talk, "button.answer_mail.no")),
    )
    offer = Draft(_say(talk, "answer_mail.offer", address=address.shown), buttons)
    return Mailing(Step((offer,), asks_again=True), alone=alone)


def _taken(talk: Talk, typed: tuple[str, ...], question: int, message: Message, now: datetime) -> Mailing:
    if len(typed) > 1:
        return _which_address(talk, question, "subscription.one_address")
    try:
        return _kept(talk, checked(typed[0]), question, message, now)
    except InvalidAddress as error:
        return _which_address(talk, question, f"error.{error.code}")


def _kept(talk: Talk, address: EmailAddress, question: int, message: Message, now: datetime) -> Mailing:
    its = (talk.company.id, talk.conversation.id, address.value)
    said = _say(talk, "answer_mail.kept", address=address.shown, days=KEPT_FOR.days)

    def keep(conn: Connection) -> None:
        answer_mails.ask(conn, *its, question_seq=question, asked_seq=message.seq, now=now)

    return Mailing(Step((Draft(said),), asks_again=True), (keep,))


def _which_address(talk: Talk, question: int, key: str = "answer_mail.ask") -> Mailing:
    refuse = button_for(NoAnswerByMail(question), _say(talk, "button.answer_mail.no"))
    return Mailing(Step((Draft(_say(talk, key), (refuse,)),), asks_again=True))


def _asked_about(said: Sequence[Message]) -> int | None:
    """The question for whose answer the bot's last words asked an address."""
    last = next((each for each in reversed(said) if each.author == "bot"), None)
    offered = [act_of(each) for each in last.buttons] if last else []
    refused = [each.question for each in offered if isinstance(each, NoAnswerByMail)]
    return refused[0] if refused and not any(isinstance(each, AnswerToAddress) for each in offered) else None


def _handed_over(said: Sequence[Message]) -> int | None:
    """The question that was handed over last."""
    offered = [act_of(each) for message in said for each in message.buttons]
    asked = [each.question for each in offered if isinstance(each, WantAnswerByMail)]
    return asked[-1] if asked else None


def _says_little_else(text: str, typed: Sequence[str]) -> bool:
    for address in typed:
        text = text.replace(address, " ")
    return len(words(text)) <= _FEW_WORDS and "?" not in text and "？" not in text


def _say(talk: Talk, key: str, **params: object) -> str:
    return talk.service.texts.get(talk.conversation.language, key, **params)
