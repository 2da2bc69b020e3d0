"""A person's answer by mail: a button under each hand-over, or an address that was typed.

The buttons of the bot's last words tell what it waits for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.addresses import mentioned, says_little_else
from bot.dialogue.acts import (
    Act,
    AskForAddress,
    DeclineMail,
    JobAct,
    NoteAddress,
    OfferMail,
    StaySilent,
    TakeAddress,
    intent_of,
)
from bot.dialogue.buttons import (
    AnswerToAddress,
    NoAnswerByMail,
    WantAnswerByMail,
    act_of,
    button_for,
    offered_last,
)
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.effects import MailAnswerAlso, MailAnswerTo
from bot.dialogue.policy import is_sure
from bot.dialogue.readings import Reading
from bot.dialogue.response import Asking, Reply, Response, find_messages, has_answer_mail
from bot.dialogue.task import Task
from nlu.understanding import Stage
from nlu.words.negation import denies
from storage.applications.answer_mails import KEPT_FOR
from storage.conversations.messages import Message
from texts.mail_addresses import EmailAddress, InvalidAddress, checked

_SAYS: Final = {"affirm": AnswerToAddress, "deny": NoAnswerByMail}
OVER: Final = (TakeAddress, DeclineMail, NoteAddress)
"""Acts after which nothing is left to be said of a mail, unless they ask for an address."""
_OTHER_TASKS: Final = frozenset({"job_subscribe", "job_unsubscribe", "delete_my_data", "crisis"})


@dataclass(frozen=True, slots=True)
class Aside:
    """What is done about the mail of an answer; `alone` when the message asks nothing else."""

    act: TakeAddress | OfferMail | NoteAddress
    alone: bool


def offered(context: Context, act: Act, response: Response) -> Asking[Response]:
    """Return a response that hands a question over with the offer of a mail, or with the question noted for one."""
    if response.status != "waiting" or response.urgent or not context.service.mails_answers or not response.replies:
        return response
    if intent_of(act) == "delete_my_data":
        return response
    if (yield from has_answer_mail()):
        return response.doing(MailAnswerAlso(context.seq))
    title = context.service.texts.get(context.language, "button.answer_mail")
    return response.offering(button_for(WantAnswerByMail(context.seq), title))


def typed(context: Context, act: Act, *, is_safe: bool = True) -> Asking[Aside | None]:
    """Return what is done about an address in a message that leads to `act`: it is taken where asked for, else offered.

    Beside a recruiter only what was asked for is taken; an address that another task has a use for is that task's.
    Where no mail is sent, one that stands alone is for the person who answers.
    """
    found = mentioned(context.text)
    if not found or not is_safe or isinstance(act, JobAct | OfferMail) or intent_of(act) in _OTHER_TASKS:
        return None
    if not context.service.mails_answers:
        is_for_a_person = context.waits_for_a_person and not isinstance(act, StaySilent)
        return Aside(NoteAddress(), alone=True) if is_for_a_person and says_little_else(context.text, found) else None
    said = yield from find_messages()
    silent = isinstance(act, StaySilent)
    alone = silent or says_little_else(context.text, found)
    asked, question = _asked_about(said), _handed_over(said)
    if asked is not None:
        return Aside(TakeAddress(found, asked), alone)
    if silent or question is None or not context.waits_for_a_person or not _is_one(found):
        return None
    return Aside(OfferMail(found[0], question), alone)


def _is_one(found: Sequence[str]) -> bool:
    """Whether it is one address, and can be written to."""
    try:
        (_,) = map(checked, found)
    except (ValueError, InvalidAddress):
        return False
    return True


def offer(context: Context, act: OfferMail) -> Response:
    """Ask whether the answer is to go to the address."""
    buttons = (
        button_for(AnswerToAddress(context.seq, act.question), _say(context, "button.answer_mail.yes")),
        button_for(NoAnswerByMail(act.question), _say(context, "button.answer_mail.no")),
    )
    asked = Reply(_say(context, "answer_mail.offer", address=checked(act.address).shown), buttons)
    return Response((asked,), context.unchanged)


def plainly(context: Context, cues: Cues) -> Reading | None:
    """Return what a message says to the bot's last words about a mail: none, the address, or a yes or no to them."""
    if cues.plainly_takes("no_mail"):
        return Reading("answer_mail", act=DeclineMail())
    wanted = question_of_a_mail(context) if cues.plainly_takes("by_mail") else None
    if wanted is not None:
        return Reading("answer_mail", act=AskForAddress(wanted))
    return _addressed(context, cues) or _yes_or_no(context, cues)


def question_of_a_mail(context: Context) -> int | None:
    """Return the question for whose answer the bot's last words offer a mail or ask an address, if they do."""
    for act in map(act_of, offered_last(context.recent)):
        if isinstance(act, WantAnswerByMail | NoAnswerByMail):
            return act.question
    return None


def _addressed(context: Context, cues: Cues) -> Reading | None:
    """The address that a message says where a mail was offered, whatever else it says of it."""
    wished = [act for act in map(act_of, offered_last(context.recent)) if isinstance(act, WantAnswerByMail)]
    if not wished or not _is_one(cues.addresses) or context.application is not None or not _says_where(context, cues):
        return None
    return Reading("answer_mail", act=OfferMail(cues.addresses[0], wished[-1].question))


def _yes_or_no(context: Context, cues: Cues) -> Reading | None:
    """A typed yes or no as what the buttons of the bot's last words say."""
    seen = cues.understanding
    last = next((each for each in reversed(context.recent) if each.author == "bot"), None)
    wanted = _SAYS.get(seen.intent or "") if seen.stage is Stage.GENERAL else None
    for act in map(act_of, last.buttons if last is not None and wanted else ()):
        if isinstance(act, AnswerToAddress) and wanted is AnswerToAddress:
            said = {each.seq: each.text for each in context.recent}
            return pressed_address(replace(context, said=said), act)
        if isinstance(act, NoAnswerByMail) and wanted is NoAnswerByMail:
            return pressed_declined(context, act)
    return None


def _says_where(context: Context, cues: Cues) -> bool:
    """Whether a message with an address asks, wants and denies nothing else."""
    seen = cues.understanding
    wants_else = cues.comes_first or is_sure(seen, context.service.thresholds)
    return not wants_else and not cues.asks_in_any_form and not denies(seen.text, seen.language)


def pressed_wanted(context: Context, act: WantAnswerByMail) -> Reading:
    """Return that an answer is wanted by mail."""
    return Reading("answer_mail", act=AskForAddress(act.question))


def pressed_address(context: Context, act: AnswerToAddress) -> Reading:
    """Return that the address in an earlier message is to get the answer."""
    typed_in = context.said.get(act.typed_in, "")
    return Reading("answer_mail", act=TakeAddress(mentioned(typed_in) or ("",), act.question))


def pressed_declined(context: Context, act: NoAnswerByMail) -> Reading:
    """Return that no mail is wanted."""
    return Reading("answer_mail", act=DeclineMail())


def take(context: Context, act: TakeAddress) -> Response:
    """Keep the address that gets the answer, or ask for one."""
    if len(act.typed) > 1:
        return _which_address(context, act.question, "subscription.one_address")
    try:
        return _kept(context, checked(act.typed[0]), act.question)
    except InvalidAddress as error:
        return _which_address(context, act.question, f"error.{error.code}")


def _kept(context: Context, address: EmailAddress, question: int) -> Response:
    said = _say(context, "answer_mail.kept", address=address.shown, days=KEPT_FOR.days)
    return Response((Reply(said),), context.unchanged, effects=(MailAnswerTo(address, question),))


def ask(context: Context, act: AskForAddress) -> Response:
    """Ask where to mail the answer."""
    return _which_address(context, act.question)


def note(context: Context, act: NoteAddress) -> Response:
    """Say that the person who answers sees the address."""
    return Response((Reply(_say(context, "answer_mail.noted")),), context.unchanged)


def decline(context: Context, act: DeclineMail) -> Response:
    """Say that no mail is sent."""
    return Response((Reply(_say(context, "answer_mail.declined")),), context.unchanged)


def _which_address(context: Context, question: int, key: str = "answer_mail.ask") -> Response:
    refuse = button_for(NoAnswerByMail(question), _say(context, "button.answer_mail.no"))
    return Response((Reply(_say(context, key), (refuse,)),), context.unchanged)


def _asked_about(said: Sequence[Message]) -> int | None:
    """The question for whose answer the bot's last words asked an address."""
    last = next((each for each in reversed(said) if each.author == "bot"), None)
    found = [act_of(each) for each in last.buttons] if last else []
    refused = [each.question for each in found if isinstance(each, NoAnswerByMail)]
    return refused[0] if refused and not any(isinstance(each, AnswerToAddress) for each in found) else None


def _handed_over(said: Sequence[Message]) -> int | None:
    """The question that was handed over last."""
    found = [act_of(each) for message in said for each in message.buttons]
    asked = [each.question for each in found if isinstance(each, WantAnswerByMail)]
    return asked[-1] if asked else None


def _say(context: Context, key: str, **params: object) -> str:
    return context.service.texts.get(context.conversation.language, key, **params)


TASK: Final = Task(
    "answer_by_mail",
    plainly=plainly,
    press={
        WantAnswerByMail: pressed_wanted,
        AnswerToAddress: pressed_address,
        NoAnswerByMail: pressed_declined,
    },
    respond={AskForAddress: ask, TakeAddress: take, OfferMail: offer, NoteAddress: note, DeclineMail: decline},
)
