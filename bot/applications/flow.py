"""A short application in the chat: name, address, a file, the candidate's word; it may be left at any step."""

from __future__ import annotations

from dataclasses import replace

from bot.applications.names import is_name, name_in
from bot.dialogue.buttons import StepInApplication, button_for
from bot.flows.situation import Draft, Situation, Step
from bot.job_search.moves import Kind, Move
from bot.policy import CONFIRMED
from bot.subscriptions.addresses import InvalidAddress, checked
from nlu.danger.level import Level
from nlu.understanding import Stage
from storage import applications, openings
from storage.applications import Application
from storage.messages import Button, Link

ENDING = frozenset({"stop", "start_over", "delete_my_data"})
"""General intents that end an application that is being made."""
PERSON = frozenset({"crisis", "contact_human"})
"""General intents after which a person comes first: nothing is asked for."""


def apply(situation: Situation, move: Move) -> Step:
    """Take the step of an application that the message means."""
    what, value = move.applying
    if what == "start":
        return _begin(situation, int(value) if value.isdigit() else 0)
    application = _in_progress(situation)
    if application is None:
        return _says(situation, "nothing")
    return _take(situation, application, what, value)


def resumed(situation: Situation, step: Step) -> Step:
    """Return an answer given in the middle of an application with the question that is still open."""
    move = situation.move
    if not situation.applying or (move is not None and move.kind is Kind.APPLY):
        return step
    application = _in_progress(situation)
    if application is None:
        return step
    seen = situation.understanding
    intent = seen.intent if seen.stage is Stage.GENERAL else None
    if step.clarifying is not None and intent in CONFIRMED:
        return step
    if intent in ENDING:
        applications.forget(situation.writing, application)
        return _with(step, Draft(situation.say("apply.cancelled")))
    if seen.danger is not Level.NONE or intent in PERSON or step.status == "waiting":
        return step
    return _with(step, question(situation, application))


def _with(step: Step, draft: Draft) -> Step:
    return replace(step, drafts=(*step.drafts, draft))


def question(situation: Situation, application: Application) -> Draft:
    """Return what is asked for next."""
    say, leave = situation.say, _ways_out(situation, application)
    if application.step == "file":
        return Draft(say("apply.ask_file"), (_button(situation, "upload"), _button(situation, "skip"), *leave))
    if application.step != "confirm":
        return Draft(say(f"apply.ask_{application.step}"), leave)
    wanted = situation.snapshot.applying
    text = say(
        "apply.summary",
        title=_title(situation, application),
        name=application.name,
        address=checked(application.email or "").shown,
        file=application.file_name or say("apply.no_file"),
        days=wanted.keep_days,
    )
    link = (Link(say("apply.privacy"), wanted.privacy_url),) if wanted.privacy_url else ()
    return Draft(text, (_button(situation, "send"), *leave), link)


def _ways_out(situation: Situation, application: Application) -> tuple[Button, ...]:
    back = () if application.step == "name" else (_button(situation, "back"),)
    return (*back, _button(situation, "cancel"))


def _begin(situation: Situation, opening_id: int) -> Step:
    found = situation.snapshot.openings(situation.conn, [opening_id])
    if not found or found[0].status != "open" or not situation.offer.guided:
        return _says(situation, "gone")
    its = (situation.writing, situation.company.id, situation.conversation_id, opening_id)
    application = applications.begin(*its, situation.language, situation.now)
    intro = Draft(situation.say("apply.begin", title=found[0].content.title))
    return Step((intro, question(situation, application)), search=situation.search)


def _take(situation: Situation, application: Application, what: str, value: str) -> Step:
    conn, step = situation.writing, application.step
    if what == "cancel":
        applications.forget(conn, application)
        return _says(situation, "cancelled")
    if what == "send" and step == "confirm":
        return _send(situation, application)
    if what == "skip" and step == "file":
        applications.skip_file(conn, application)
    elif what == "back":
        applications.step_back(conn, application)
    elif what == "name" and step == "name":
        if not is_name(value):
            return _again(situation, application, "apply.bad_name")
        applications.give_name(conn, application, name_in(value))
    elif what == "email" and step == "email":
        return _email(situation, application, value)
    return _next(situation, application)


def _email(situation: Situation, application: Application, typed: str) -> Step:
    try:
        address = checked(typed)
    except InvalidAddress as error:
        return _again(situation, application, f"error.{error.code}")
    applications.give_email(situation.writing, application, address.value)
    return _next(situation, application)


def _send(situation: Situation, application: Application) -> Step:
    found = situation.snapshot.openings(situation.conn, [application.opening_id])
    if not found or found[0].status != "open":
        applications.forget(situation.writing, application)
        return _says(situation, "gone")
    wanted = situation.snapshot.applying
    applications.send(situation.writing, application, wanted.keep_days, situation.now)
    return _says(situation, "sent", title=found[0].content.title, days=wanted.keep_days)


def _again(situation: Situation, application: Application, why: str) -> Step:
    return Step((Draft(situation.say(why), _ways_out(situation, application)),), search=situation.search)


def _next(situation: Situation, application: Application) -> Step:
    now = applications.get(situation.conn, application.company_id, application.id)
    return Step((question(situation, now),), search=situation.search)


def _says(situation: Situation, key: str, **params: object) -> Step:
    return Step((Draft(situation.say(f"apply.{key}", **params)),), search=situation.search)


def _in_progress(situation: Situation) -> Application | None:
    return applications.in_progress(situation.conn, situation.company.id, situation.conversation_id)


def _title(situation: Situation, application: Application) -> str:
    return openings.get(situation.conn, application.company_id, application.opening_id).content.title


def _button(situation: Situation, what: str) -> Button:
    return button_for(StepInApplication(what), situation.say(f"button.apply.{what}"))
