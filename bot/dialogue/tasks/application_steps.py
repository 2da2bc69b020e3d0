"""What is said and kept at each step of an application in the chat: it is begun, asked on, put off, sent. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.addresses import mentioned
from bot.applications.names import is_name, name_beside_an_address, name_in
from bot.dialogue.application_acts import BeginApplication, GoOnApplying
from bot.dialogue.buttons import StepInApplication, button_for
from bot.dialogue.context import Context
from bot.dialogue.effects import ForgetApplication, KeepApplication, OpenApplication, SendApplication
from bot.dialogue.response import Reply, Response
from bot.dialogue.state import JobSearch, SentApplication
from bot.dialogue.tasks.application_mended import without_address
from nlu.ads.questions import OpeningTopic
from openings.questions import answer
from storage.applications.applications import DETAILS, Application, ApplicationStep
from storage.conversations.messages import Button, Link
from storage.openings.openings import Opening
from texts.mail_addresses import InvalidAddress, checked


def begin(context: Context, act: BeginApplication) -> Response:
    """Begin an application, as long as the opening is there and applications are taken in the chat.

    One that is being made is for this opening from then on.
    """
    found = context.opened(act.opening)
    if found is None or not context.offer.guided:
        return _says(context, "gone")
    if context.application is not None:
        return changed_to(context, context.application, found, context.search)
    return begun(context, Response((), context.after(search=context.search)), act.opening, found.content.title)


def changed_to(context: Context, application: Application, opening: Opening, search: JobSearch | None) -> Response:
    """Go on with an application as one for this opening; what was said for it stays."""
    context = replace(context, openings={**context.openings, opening.id: opening})
    focused = replace(search, opening=opening.id) if search is not None and opening.id in search.shown else search
    its = application.meant_for(opening.id)
    if its == application:
        return _next(context, application)
    told = Reply(context.say("apply.instead", title=opening.content.title))
    return Response((told, question(context, its)), context.after(search=focused)).doing(KeepApplication(its))


def begun(context: Context, response: Response, opening: int, title: str) -> Response:
    """Return a response that begins an application for an opening of this title as well, and asks for the name."""
    intro = Reply(context.say("apply.begin", title=title))
    asked = Reply(context.say("apply.ask_name"), _ways_out(context, "name"))
    return response.saying(intro, asked).doing(OpenApplication(opening))


def go_on(context: Context, act: GoOnApplying) -> Response:
    """Take a step of the application that is being made; what is not asked for now changes nothing."""
    application = context.application
    if application is None:
        return _says(context, "nothing")
    if act.step == "cancel":
        return _says(context, "cancelled").doing(ForgetApplication(application))
    if context.opened(application.opening_id) is None:
        return _says(context, "gone").doing(ForgetApplication(application))
    take = _STEPS.get(act.step, _ask_on)
    return take(context, application, act.value)


def _ask_on(context: Context, application: Application, typed: str) -> Response:
    """Ask again for what is asked for."""
    return _next(context, application)


def _put_off(context: Context, application: Application, typed: str) -> Response:
    """Keep what was entered for later."""
    without = (way(context, "skip"),) if application.step == "file" else ()
    ways = (way(context, "go_on"), *without, way(context, "cancel"))
    put_off = Response((Reply(context.say("apply.put_off"), ways),), context.after(search=context.search))
    return put_off.doing(KeepApplication(application))


def _why(context: Context, application: Application, typed: str) -> Response:
    """Say what becomes of what is entered, and ask for it again."""
    wanted = context.snapshot.applying
    link = (Link(context.say("apply.privacy"), wanted.privacy_url),) if wanted.privacy_url else ()
    told = Reply(context.say("apply.why", days=wanted.keep_days), links=link)
    return Response((told, question(context, application)), context.after(search=context.search))


def _left(context: Context, application: Application, typed: str) -> Response:
    """Say how much is still to be asked for."""
    return _told(context, application, f"apply.left_{application.step}")


def _add_words(context: Context, application: Application, typed: str) -> Response:
    """Say where a word of one's own can be added."""
    return _told(context, application, "apply.add_words")


def _told(context: Context, application: Application, key: str) -> Response:
    """Say something of the application, and ask again for what is asked for."""
    replies = (Reply(context.say(key)), question(context, application))
    return Response(replies, context.after(search=context.search))


def _without_address(context: Context, application: Application, typed: str) -> Response:
    """Say why nothing goes without an address, and whom of the advertisement one can speak to instead."""
    person = answer(context.openings[application.opening_id], OpeningTopic.CONTACT, context.wording)
    told = Reply("\n\n".join(filter(None, (context.say("apply.no_address"), person))), _ways_out(context, "email"))
    return Response((told,), context.after(search=context.search))


def _without_file(context: Context, application: Application, typed: str) -> Response:
    """Go on without a file, where one is asked for."""
    return _next(context, application.without_file() if application.step == "file" else application)


def _back(context: Context, application: Application, typed: str) -> Response:
    """Ask for what was asked for before."""
    return _next(context, application.step_back())


def _change(context: Context, application: Application, detail: str) -> Response:
    """Ask again for a detail, or for which is to be changed."""
    if detail:
        return _next(context, application.asked_again(detail))
    details = [
        button_for(StepInApplication("change", each), context.say(f"button.apply.change_{each}")) for each in DETAILS
    ]
    asked = Reply(context.say("apply.ask_change"), (*details, way(context, "cancel")))
    return Response((asked,), context.after(search=context.search))


def _name(context: Context, application: Application, typed: str) -> Response:
    """Keep a name, and the address that was typed with it, either of which may come alone."""
    beside = without_address(typed)
    if beside is None and not is_name(typed):
        return _again(context, application, "apply.bad_name")
    if beside is None:
        return _next(context, application.named(name_in(typed)))
    name = name_beside_an_address(beside)
    return _reached_at(context, application if name is None else application.named(name), mentioned(typed)[0])


def _email(context: Context, application: Application, typed: str) -> Response:
    """Keep an address, where one was asked for."""
    return _reached_at(context, application, typed) if "email" in application.asked else _next(context, application)


def _reached_at(context: Context, application: Application, typed: str) -> Response:
    try:
        return _next(context, application.reached_at(checked(typed).value))
    except InvalidAddress as error:
        return _kept(context, application, _again(context, application, f"error.{error.code}"))


def _send(context: Context, application: Application, typed: str) -> Response:
    """Send it, where the candidate has just been asked whether to."""
    if application.step != "confirm":
        return _next(context, application)
    days = context.snapshot.applying.keep_days
    title = context.openings[application.opening_id].content.title
    said = _says(context, "sent", title=title, days=days)
    sent = SentApplication(application.id, title, context.seq, context.now.isoformat())
    state = replace(said.state or context.after(), sent=sent)
    return replace(said, state=state).doing(SendApplication(application, days))


_STEPS: Final[dict[str, Callable[[Context, Application, str], Response]]] = {
    "put_off": _put_off,
    "why": _why,
    "left": _left,
    "add_words": _add_words,
    "no_address": _without_address,
    "send": _send,
    "skip": _without_file,
    "back": _back,
    "change": _change,
    "name": _name,
    "email": _email,
}
"""What is done at each step of an application that is being made, with what was typed; any other asks on."""


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
        return Reply(say("apply.ask_file"), (way(context, "upload"), way(context, "skip"), *leave))
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
    return Reply(text, (way(context, "send"), *leave), link)


def _ways_out(context: Context, step: ApplicationStep) -> tuple[Button, ...]:
    back = () if step == "name" else (way(context, "back"),)
    return (*back, way(context, "cancel"))


def way(context: Context, what: str) -> Button:
    """Return the button of a step of an application."""
    return button_for(StepInApplication(what), context.say(f"button.apply.{what}"))
