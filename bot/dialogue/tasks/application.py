"""A short application in the chat: name, address, a file, the candidate's word; it may be left at any step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.addresses import InvalidAddress, checked
from bot.applications.names import is_name, name_in, says_its_name
from bot.dialogue.acts import Act, CheckSafety, Confirm, Fulfil
from bot.dialogue.buttons import StepInApplication, button_for
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.effects import ForgetApplication, KeepApplication, OpenApplication, SendApplication
from bot.dialogue.job_acts import BeginApplication, GoOnApplying
from bot.dialogue.policy import is_sure
from bot.dialogue.readings import Reading
from bot.dialogue.response import Reply, Response
from bot.dialogue.task import Task
from nlu.danger.level import Level
from nlu.normalise import considered
from nlu.understanding import Stage
from storage.applications import Application, ApplicationStep
from storage.messages import Button, Link

APPLY: Final = "apply"
GO_ON: Final = "go_on_applying"
GIVE_UP: Final = "give_up"
ENDING: Final = frozenset({"stop", "start_over", "delete_my_data"})
"""General intents that end an application that is being made."""
PERSON: Final = frozenset({"crisis", "contact_human"})
"""General intents after which a person comes first: nothing is asked for."""
_BUTTONS: Final = ("skip", "send", "back", "cancel")
_YES_NO: Final = {("file", "deny"): "skip", ("confirm", "affirm"): "send", ("confirm", "deny"): "cancel"}


def interpret(context: Context, cues: Cues) -> Iterator[Reading]:
    """Yield the message as what an application that is being made asks for."""
    application, opening = context.application, cues.search.opening if cues.search else None
    if application is None:
        return
    if not cues.turns.isdisjoint(("go_on", "apply")):
        yield Reading(GO_ON, act=GoOnApplying("go_on"), opening=opening)
    if "give_up" in cues.turns:
        yield Reading(GIVE_UP, act=GoOnApplying("cancel"), opening=opening)
    named = said_by_name(context)
    explained = is_sure(cues.understanding, context.service.thresholds)
    act = named or answered(cues, application, explained=explained)
    if act is not None:
        seen = {
            f"at_{application.step}": 1.0,
            "names_a_button": float(named is not None),
            "says_its_name": float(says_its_name(context.text)),
            "may_be_a_name": float(is_name(context.text)),
        }
        yield Reading(APPLY, seen, act, opening=opening)


def said_by_name(context: Context) -> GoOnApplying | None:
    """Return the step whose button's title was typed."""
    texts, language, said = context.service.texts, context.understanding.language, considered(context.text)
    titles = {considered(texts.get(language, f"button.apply.{what}")): what for what in _BUTTONS}
    for words in texts.get(language, "apply.words.back").split("|"):
        titles[considered(words)] = "back"
    return GoOnApplying(titles[said]) if said in titles else None


def answered(cues: Cues, application: Application, *, explained: bool) -> GoOnApplying | None:
    """Return what the message says if it answers what is asked for, None where it cannot.

    No name is what is `explained` as a question to the company, or put as one, unless it is given as a name.
    """
    seen, step = cues.understanding, application.step
    intent = seen.intent if seen.stage is Stage.GENERAL else None
    if step in ("file", "confirm"):
        said = _YES_NO.get((step, intent or ""))
        return GoOnApplying(said) if said else None
    if step == "email":
        return GoOnApplying("email", cues.addresses[0] if len(cues.addresses) == 1 else seen.text)
    asks = explained or cues.asks_in_any_form
    may_be_one = says_its_name(seen.text) or (not asks and (is_name(seen.text) or intent is None))
    return GoOnApplying("name", seen.text) if may_be_one else None


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
    if step == "send" and application.step == "confirm":
        return _send(context, application)
    if step == "skip" and application.step == "file":
        return _next(context, application.without_file())
    if step == "back":
        return _next(context, application.step_back())
    if step == "name" and application.step == "name":
        if not is_name(act.value):
            return _again(context, application, "apply.bad_name")
        return _next(context, application.named(name_in(act.value)))
    if step == "email" and application.step == "email":
        return _email(context, application, act.value)
    return _next(context, application)


def _email(context: Context, application: Application, typed: str) -> Response:
    try:
        return _next(context, application.reached_at(checked(typed).value))
    except InvalidAddress as error:
        return _again(context, application, f"error.{error.code}")


def _send(context: Context, application: Application) -> Response:
    found = context.opened(application.opening_id)
    if found is None:
        return _says(context, "gone").doing(ForgetApplication(application))
    days = context.snapshot.applying.keep_days
    said = _says(context, "sent", title=found.content.title, days=days)
    return said.doing(SendApplication(application, days))


def _next(context: Context, application: Application) -> Response:
    """Keep what was said, and ask for what is next."""
    response = Response((question(context, application),), context.after(search=context.search))
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
    if context.understanding.danger is not Level.NONE or intent in PERSON or response.status == "waiting":
        return response
    return response.saying(question(context, application))


TASK: Final = Task(
    "application",
    interpret,
    press={StepInApplication: pressed},
    respond={BeginApplication: begin, GoOnApplying: go_on},
)
