"""A short application in the chat: name, address, a file, the candidate's word; it may be left at any step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from bot.addresses import InvalidAddress, checked, mentioned
from bot.applications.names import is_name, name_beside_an_address, name_in, says_its_name
from bot.brevity import is_brief
from bot.dialogue.acts import Act, CheckSafety, Confirm, Fulfil
from bot.dialogue.buttons import StepInApplication, button_for
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.effects import ForgetApplication, KeepApplication, OpenApplication, SendApplication
from bot.dialogue.job_acts import BeginApplication, GoOnApplying
from bot.dialogue.policy import USUAL
from bot.dialogue.readings import Evidence, Reading
from bot.dialogue.response import Reply, Response
from bot.dialogue.state import SentApplication
from bot.dialogue.task import Task
from bot.dialogue.tasks.application_heard import answered, left_in_so_many_words, plain_step, without_address
from nlu.ads.questions import OpeningTopic
from nlu.understanding import Level
from openings.questions import answer
from storage.applications.applications import DETAILS, Application, ApplicationStep
from storage.conversations.messages import Button, Link
from storage.openings.openings import Opening

APPLY: Final = "apply"
GO_ON: Final = "go_on_applying"
GIVE_UP: Final = "give_up"
ENDING: Final = frozenset({"stop", "start_over", "delete_my_data"})
"""General intents that end an application that is being made."""
_DELETE: Final = "delete_my_data"
PERSON: Final = frozenset({"crisis", "contact_human"})
"""General intents after which a person comes first: nothing is asked for."""


def interpret(context: Context, cues: Cues) -> Iterator[Reading]:
    """Yield the message as what an application that is being made asks for."""
    application, opening = context.application, cues.search.opening if cues.search else None
    if application is None:
        return
    if not cues.turns.isdisjoint(("go_on", "apply")):
        yield Reading(GO_ON, act=GoOnApplying("go_on"), opening=opening)
    if cues.gives_up:
        step = "cancel" if _plainly_ends(context, cues) else "put_off"
        yield Reading(GIVE_UP, act=GoOnApplying(step), opening=opening)
    act = answered(context, cues, application)
    if act is not None:
        seen = {
            f"at_{application.step}": 1.0,
            "says_its_name": float(says_its_name(context.text)),
            "may_be_a_name": float(is_name(context.text)),
        }
        yield _said(context, act, opening, seen)


def _plainly_ends(context: Context, cues: Cues) -> bool:
    """Whether a message ends an application for good; what may be meant otherwise deletes nothing.

    It does in a few words, or where it wants to have what was typed deleted.
    """
    if "give_up" not in cues.turns or "put_off" in cues.turns or cues.asks_in_any_form:
        return False
    wants_deleted = any(
        each.intent == _DELETE and each.confidence >= USUAL.clarify_floor for each in cues.understanding.ranking
    )
    return is_brief(context.text) or wants_deleted


def plainly(context: Context, cues: Cues) -> Reading | None:
    """Return a message as a step of the application that is being made, where it can hardly be anything else."""
    opening = cues.search.opening if cues.search else None
    left = left_in_so_many_words(context, cues)
    if left is not None:
        return Reading(GIVE_UP, act=left, opening=opening)
    act = plain_step(context, cues)
    if act is not None:
        return _said(context, act, opening)
    puts_off = context.application is not None and cues.puts_off and cues.plainly_takes("give_up")
    return Reading(GIVE_UP, act=GoOnApplying("put_off"), opening=opening) if puts_off else None


def _said(context: Context, act: GoOnApplying, opening: int | None, seen: Evidence = MappingProxyType({})) -> Reading:
    """A bare name is in no language: the bot goes on in the one it spoke."""
    bare = act.step == "name" and not says_its_name(act.value)
    return Reading(APPLY, seen, act, opening=opening, language=context.conversation.language if bare else None)


def pressed(context: Context, act: StepInApplication) -> Reading:
    """Return what a button of an application does."""
    search, value = context.state.search, act.value
    begins = BeginApplication(int(value) if value.isdigit() else 0)
    does = begins if act.step == "start" else GoOnApplying(act.step, value)
    return Reading(APPLY, act=does, opening=search.opening if search else None)


def begin(context: Context, act: BeginApplication) -> Response:
    """Begin an application, as long as the opening is there and applications are taken in the chat."""
    found = context.opened(act.opening)
    if found is None or not context.offer.guided:
        return _says(context, "gone")
    return begun(context, Response((), context.after(search=context.search)), act.opening, found.content.title)


def begun(context: Context, response: Response, opening: int, title: str) -> Response:
    """Return a response that begins an application for an opening of this title as well, and asks for the name."""
    intro = Reply(context.say("apply.begin", title=title))
    asked = Reply(context.say("apply.ask_name"), _ways_out(context, "name"))
    return response.saying(intro, asked).doing(OpenApplication(opening))


def go_on(context: Context, act: GoOnApplying) -> Response:
    """Take a step of the application that is being made; what is not asked for now changes nothing."""
    application, step = context.application, act.step
    if application is None:
        return _says(context, "nothing")
    if step == "cancel":
        return _says(context, "cancelled").doing(ForgetApplication(application))
    opening = context.opened(application.opening_id)
    if opening is None:
        return _says(context, "gone").doing(ForgetApplication(application))
    if step == "put_off":
        without = (_button(context, "skip"),) if application.step == "file" else ()
        ways = (_button(context, "go_on"), *without, _button(context, "cancel"))
        put_off = Response((Reply(context.say("apply.put_off"), ways),), context.after(search=context.search))
        return put_off.doing(KeepApplication(application))
    if step == "why":
        return _why(context, application)
    if step == "left":
        return _told(context, application, f"apply.left_{application.step}")
    if step == "add_words":
        return _told(context, application, "apply.add_words")
    if step == "no_address":
        return _without_address(context, opening)
    if step == "send" and application.step == "confirm":
        return _send(context, application, opening)
    if step == "skip" and application.step == "file":
        return _next(context, application.without_file())
    if step == "back":
        return _next(context, application.step_back())
    if step == "change" and not act.value:
        return _which(context, application)
    if step == "change":
        return _next(context, application.asked_again(act.value))
    if step == "name":
        return _name(context, application, act.value)
    if step == "email" and step in application.asked:
        return _email(context, application, act.value)
    return _next(context, application)


def _why(context: Context, application: Application) -> Response:
    """Say what becomes of what is entered, and ask for it again."""
    wanted = context.snapshot.applying
    link = (Link(context.say("apply.privacy"), wanted.privacy_url),) if wanted.privacy_url else ()
    told = Reply(context.say("apply.why", days=wanted.keep_days), links=link)
    return Response((told, question(context, application)), context.after(search=context.search))


def _told(context: Context, application: Application, key: str) -> Response:
    """Say something of the application, and ask again for what is asked for."""
    replies = (Reply(context.say(key)), question(context, application))
    return Response(replies, context.after(search=context.search))


def _without_address(context: Context, opening: Opening) -> Response:
    """Say why nothing goes without an address, and whom of the advertisement one can speak to instead."""
    person = answer(opening, OpeningTopic.CONTACT, context.wording)
    told = Reply("\n\n".join(filter(None, (context.say("apply.no_address"), person))), _ways_out(context, "email"))
    return Response((told,), context.after(search=context.search))


def _which(context: Context, application: Application) -> Response:
    """Ask what is to be changed."""
    details = [
        button_for(StepInApplication("change", each), context.say(f"button.apply.change_{each}")) for each in DETAILS
    ]
    asked = Reply(context.say("apply.ask_change"), (*details, _button(context, "cancel")))
    return Response((asked,), context.after(search=context.search))


def _name(context: Context, application: Application, typed: str) -> Response:
    """Keep a name, and the address that was typed with it, either of which may come alone."""
    beside = without_address(typed)
    if beside is None and not is_name(typed):
        return _again(context, application, "apply.bad_name")
    if beside is None:
        return _next(context, application.named(name_in(typed)))
    name = name_beside_an_address(beside)
    return _email(context, application if name is None else application.named(name), mentioned(typed)[0])


def _email(context: Context, application: Application, typed: str) -> Response:
    try:
        return _next(context, application.reached_at(checked(typed).value))
    except InvalidAddress as error:
        return _kept(context, application, _again(context, application, f"error.{error.code}"))


def _send(context: Context, application: Application, opening: Opening) -> Response:
    days = context.snapshot.applying.keep_days
    title = opening.content.title
    said = _says(context, "sent", title=title, days=days)
    sent = SentApplication(application.id, title, context.seq, context.now.isoformat())
    state = replace(said.state or context.after(), sent=sent)
    return replace(said, state=state).doing(SendApplication(application, days))


def _next(context: Context, application: Application) -> Response:
    """Keep what was said, and ask for what is next."""
    asked = Response((question(context, application),), context.after(search=context.search))
    return _kept(context, application, asked)


def _kept(context: Context, application: Application, response: Response) -> Response:
    return response if application == context.application else response.doing(KeepApplication(application))


def _again(context: Context, application: Application, why: str) -> Response:
    said = Reply(context.say(why), _ways_out(context, application.step))
    return Response((said,), context.after(search=context.search))


def _says(context: Context, key: str, **params: object) -> Response:
    return Response((Reply(context.say(f"apply.{key}", **params)),), context.after(search=context.search))


def question(context: Context, application: Application) -> Reply:
    """Return what is asked for next."""
    say, leave = context.say, _ways_out(context, application.step)
    if application.step == "file":
        return Reply(say("apply.ask_file"), (_button(context, "upload"), _button(context, "skip"), *leave))
    if application.step != "confirm":
        return Reply(say(f"apply.ask_{application.step}"), leave)
    wanted, opening = context.snapshot.applying, context.openings[application.opening_id]
    text = say(
        "apply.summary",
        title=opening.content.title,
        name=application.name,
        address=checked(application.email or "").shown,
        file=application.file_name or say("apply.no_file"),
        days=wanted.keep_days,
    )
    link = (Link(say("apply.privacy"), wanted.privacy_url),) if wanted.privacy_url else ()
    return Reply(text, (_button(context, "send"), *leave), link)


def _ways_out(context: Context, step: ApplicationStep) -> tuple[Button, ...]:
    back = () if step == "name" else (_button(context, "back"),)
    return (*back, _button(context, "cancel"))


def _button(context: Context, what: str) -> Button:
    return button_for(StepInApplication(what), context.say(f"button.apply.{what}"))


def resumed(context: Context, act: Act, response: Response) -> Response:
    """Return an answer given in the middle of an application with the question that is still open."""
    application = context.application
    if application is None or isinstance(act, BeginApplication | GoOnApplying):
        return response
    intent = act.intent if isinstance(act, Fulfil | Confirm) else None
    if isinstance(act, Confirm | CheckSafety):
        return response
    if intent in ENDING:
        return response.saying(Reply(context.say("apply.cancelled"))).doing(ForgetApplication(application))
    if context.understanding.danger is not Level.NONE or intent in PERSON:
        return response
    if context.opened(application.opening_id) is None:
        return response.saying(Reply(context.say("apply.gone"))).doing(ForgetApplication(application))
    return response.saying(question(context, application))


TASK: Final = Task(
    "application",
    interpret,
    plainly,
    press={StepInApplication: pressed},
    respond={BeginApplication: begin, GoOnApplying: go_on},
)
