"""One flow for each general intent: situation in, messages out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.dialogue.buttons import AskStarter, button_for
from bot.flows.job_search import job_search
from bot.flows.situation import Draft, Situation, Step
from bot.safety import safety_buttons
from bot.subscriptions.flow import job_subscribe, job_unsubscribe
from nlu.language_names import language_names
from nlu.negation import negation
from nlu.pipeline import UNTRAINED
from nlu.recipe import KNOWN_LANGUAGES
from storage.messages import Button

Flow = Callable[[Situation], Step]


def welcome(situation: Situation) -> Step:
    """Open a conversation in the company's words, or else saying that it is a bot and what it can do."""
    greeting = situation.company.look.greeting.get(situation.language) or _named(situation, "greeting")
    return Step((Draft(greeting, _ways_in(situation)),))


def defer(situation: Situation) -> Step:
    """Say that the bot does not know (or has not learnt anything yet), and what happens next."""
    has_learnt = situation.understanding.model_version != UNTRAINED
    return Step((Draft(situation.say("deferral" if has_learnt else "deferral_untrained")),), status="waiting")


def unanswered(situation: Situation) -> Step:
    """The category is clear but its answer has not been written."""
    return Step((Draft(situation.say("unanswered")),), status="waiting")


def kept_back(situation: Situation) -> Step:
    """The category is clear, but its answer is not to be given now."""
    return Step((Draft(situation.say("kept_back")),), status="waiting")


def _ways_in(situation: Situation) -> tuple[Button, ...]:
    """The company's questions to begin with, and the way to a person; without any, what there is to do."""
    asked = situation.company.look.starters.get(situation.language, ())
    if asked:
        starters = (button_for(AskStarter.of(question), question) for question in asked)
        return (*starters, situation.button("contact_human"))
    return tuple(situation.button(intent) for intent in ("job_search", "help", "contact_human"))


def _named(situation: Situation, key: str) -> str:
    name = situation.company.look.bot_name
    return situation.say(f"{key}_named", name=name) if name else situation.say(key)


def _who_are_you(situation: Situation) -> Step:
    return Step((Draft(_named(situation, "who_are_you")),))


def _says(key: str) -> Flow:
    return lambda situation: Step((Draft(situation.say(key)),))


def _hands_over(key: str) -> Flow:
    return lambda situation: Step((Draft(situation.say(key)),), status="waiting")


def _application_status(situation: Situation) -> Step:
    """Say how the question stands that waits for a person; of an application only a person knows."""
    return _hands_over("question_waiting" if situation.waits_for_a_person else "application_status")(situation)


def _offers(key: str, *intents: str) -> Flow:
    return lambda situation: Step((Draft(situation.say(key), tuple(situation.button(i) for i in intents)),))


def _stop(situation: Situation) -> Step:
    return Step((Draft(situation.say("stop")),), status="resolved", ends_search=True)


def _start_over(situation: Situation) -> Step:
    return Step((Draft(situation.say("start_over"), _ways_in(situation)),), status="open", ends_search=True)


def _repeat(situation: Situation) -> Step:
    said = situation.said_before()
    if not said:
        return Step((Draft(situation.say("repeat_nothing")),))
    return Step(
        tuple(Draft(each.text, each.buttons, each.links, each.cards, each.blocks) for each in said), asks_again=True
    )


def _change_language(situation: Situation) -> Step:
    wanted = _language_wanted(situation)
    if wanted is not None:
        changed = replace(situation, language=wanted)
        return Step((Draft(changed.say("language_changed"), _ways_in(changed)),), language=wanted)
    names = [situation.texts.get(situation.language, f"language.{code}") for code in situation.company.languages]
    return Step(
        (Draft(situation.say("change_language", languages=", ".join(names))),),
        language=situation.understanding.language,
    )


def _language_wanted(situation: Situation) -> str | None:
    """The language, among those the company serves, that the message asks for by its name in any language."""
    said = situation.understanding
    denied = negation(said.language) if said.language in KNOWN_LANGUAGES else None
    return language_names().wanted(said.text, situation.company.languages, denied)


def crisis(situation: Situation) -> Step:
    """Show the company's helpline text to somebody in danger, and that a person is told."""
    helpline = situation.company.helpline.get(situation.language) or next(iter(situation.company.helpline.values()), "")
    drafts = (Draft(helpline), Draft(situation.say("crisis"))) if helpline else (Draft(situation.say("crisis")),)
    return Step(drafts, status="waiting", urgent=True)


def ask_if_safe(situation: Situation, question: int) -> Step:
    """Ask whether who wrote the message `question` is safe; what the conversation waited for waits on."""
    buttons = safety_buttons(question, situation.texts, situation.language)
    return Step((Draft(situation.say("safety.ask"), buttons),), asks_again=True, safety=question)


def relieved(situation: Situation, step: Step) -> Step:
    """Return a step after the candidate has said to be safe."""
    return replace(step, drafts=(Draft(situation.say("safety.glad")), *step.drafts))


FLOWS: dict[str, Flow] = {
    "greet": _offers("greet", "job_search", "help"),
    "goodbye": _says("goodbye"),
    "thanks": _says("thanks"),
    "affirm": _says("affirm"),
    "deny": _says("deny"),
    "help": _offers("help", "job_search", "contact_human"),
    "stop": _stop,
    "start_over": _start_over,
    "repeat": _repeat,
    "change_language": _change_language,
    "contact_human": _hands_over("contact_human"),
    "job_search": job_search,
    "job_subscribe": job_subscribe,
    "job_unsubscribe": job_unsubscribe,
    "application_status": _application_status,
    "delete_my_data": _hands_over("delete_my_data"),
    "how_are_you": _says("how_are_you"),
    "are_you_a_bot": _offers("are_you_a_bot", "contact_human"),
    "who_are_you": _who_are_you,
    "small_talk": _offers("small_talk", "help"),
    "praise": _says("praise"),
    "insult": _offers("insult", "contact_human"),
    "crisis": crisis,
}
