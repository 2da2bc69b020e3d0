"""Small talk: what every bot is told or asked beside its company, and how a conversation begins and ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.applications.names import is_a_name_alone
from bot.brevity import is_brief
from bot.dialogue.acts import Act, Confirm, Defer, Fulfil, TakeNote
from bot.dialogue.buttons import AskStarter, Request, act_of, button_for, offered_last
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.readings import Reading
from bot.dialogue.response import Asking, Reply, Response, find_messages
from bot.dialogue.said_forms import is_one_of
from bot.dialogue.search.going_on import in_search
from bot.dialogue.task import Fulfilling, Task
from storage.conversations.messages import Button

_IN_THE_MENU: Final[dict[str, Act]] = {"say_restart": Fulfil("start_over"), "say_delete": Confirm("delete_my_data")}
NOTED: Final = "noted"
_AGREEING: Final = frozenset({"yes"})
"""Turns of a talk that a reaction may take, too: "fine"."""
_COURTESIES: Final = ("thanks", "praise", "goodbye", "greet")
"""General intents that are heard as such, where they are sure; a yes that nothing asked for says no more than "ah"."""


def plainly(context: Context, cues: Cues) -> Reading | None:
    """Return what the menu of the chat says, in any language, that a message is a name, or reacts to what was told."""
    return _of_the_menu(context) or _of_a_name(context, cues) or _noted(cues)


def _of_a_name(context: Context, cues: Cues) -> Reading | None:
    """A person's name alone, which nothing asked for: somebody says hello, or adds it to the question passed on."""
    state = context.state
    is_asked = context.application is not None or state.waits or state.clarifying is not None
    if is_asked or cues.names_something or not is_a_name_alone(context.text):
        return None
    opening = cues.search.opening if cues.search else None
    return Reading("a_name", act=Defer("added") if cues.just_passed_on else Fulfil("greet"), opening=opening)


def _noted(cues: Cues) -> Reading | None:
    """What only reacts to what was told ("ah well"); sure thanks and praise are such, and what asks is asked."""
    seen = cues.understanding
    is_courtesy = seen.says(*_COURTESIES, least=cues.thresholds.understood)
    says_more = is_courtesy or cues.names_something or cues.asks_in_any_form or not cues.turns <= _AGREEING
    if says_more or not is_brief(seen.text) or not cues.plainly_takes(NOTED):
        return None
    return Reading(NOTED, act=TakeNote(), opening=cues.search.opening if cues.search else None)


def _of_the_menu(context: Context) -> Reading | None:
    """What the menu says in the candidate's name; deletion is asked about first."""
    texts = context.service.texts
    for key, act in _IN_THE_MENU.items():
        entries = "|".join(texts.get(each, f"widget.panel.{key}") for each in context.company.languages)
        if is_one_of(context.text, entries):
            if isinstance(act, Confirm) and Request(act.intent) in map(act_of, offered_last(context.recent)):
                return Reading("menu", act=Fulfil(act.intent))  # who says it again wants it
            return Reading("menu", act=act)
    return None


def welcome(context: Context) -> Response:
    """Open a conversation in the company's words, or else saying that it is a bot and what it can do."""
    greeting = context.company.look.greeting.get(context.language) or _named(context, "greeting")
    return Response((Reply(greeting, ways_in(context)),))


def ways_in(context: Context) -> tuple[Button, ...]:
    """Return the company's questions to begin with, and the way to a person; without any, what there is to do."""
    asked = context.company.look.starters.get(context.language, ())
    if asked:
        starters = (button_for(AskStarter.of(question), question) for question in asked)
        return (*starters, context.button("contact_human"))
    return tuple(context.button(intent) for intent in ("job_search", "help", "contact_human"))


def _named(context: Context, key: str) -> str:
    name = context.company.look.bot_name
    return context.say(f"{key}_named", name=name) if name else context.say(key)


def take_note(context: Context, act: TakeNote) -> Response:
    """Say that a reaction is heard; what was talked of, and what waits for a person, stays as it is."""
    return in_search(context, Response((Reply(context.say("deny")),), context.unchanged))


def _who_are_you(context: Context) -> Response:
    return Response((Reply(_named(context, "who_are_you")),))


def _says(key: str) -> Callable[[Context], Response]:
    return lambda context: Response((Reply(context.say(key)),))


def _offers(key: str, *intents: str) -> Callable[[Context], Response]:
    return lambda context: Response((Reply(context.say(key), tuple(context.button(i) for i in intents)),))


def _deny(context: Context) -> Response:
    """What was asked for last is not wanted, so that nothing waits for it."""
    return Response((Reply(context.say("deny")),), replace(context.after(), expected=frozenset()))


def _stop(context: Context) -> Response:
    return Response((Reply(context.say("stop")),), context.after(ends_search=True), status="resolved")


def _start_over(context: Context) -> Response:
    again = Reply(context.say("start_over"), ways_in(context))
    return Response((again,), context.after(ends_search=True), status="open")


def _repeat(context: Context) -> Asking[Response]:
    """Say the bot's last replies again, or its welcome; what the bot waited for waits on."""
    said = [message for message in (yield from find_messages()) if message.author == "bot"]
    replies = [message for message in said if message.reply_to is not None] or said[:1]
    if not replies:
        return Response((Reply(context.say("repeat_nothing")),))
    last = [message for message in replies if message.reply_to == replies[-1].reply_to]
    drafts = tuple(Reply(each.text, each.buttons, each.links, each.cards, each.blocks) for each in last)
    return Response(drafts, context.unchanged)


_FULFIL: Final[dict[str, Fulfilling]] = {
    "greet": _offers("greet", "job_search", "help"),
    "goodbye": _says("goodbye"),
    "thanks": _says("thanks"),
    "affirm": _says("affirm"),
    "deny": _deny,
    "help": _offers("help", "job_search", "contact_human"),
    "stop": _stop,
    "start_over": _start_over,
    "repeat": _repeat,
    "how_are_you": _says("how_are_you"),
    "are_you_a_bot": _offers("are_you_a_bot", "contact_human"),
    "who_are_you": _who_are_you,
    "small_talk": _offers("small_talk", "help"),
    "praise": _says("praise"),
    "insult": _offers("insult", "contact_human"),
}
TASK: Final = Task("small_talk", plainly=plainly, respond={TakeNote: take_note}, fulfil=_FULFIL)
